/* Passports: the identity of a client, jobs that read and change entries, and what tables store
 * about people (docs/internals/passport.md). Only the files of this directory include this header.
 */
#ifndef FL_HOST_PASSPORT_H
#define FL_HOST_PASSPORT_H

#include "host/commands.h"
#include "host/entries.h"

enum {
    FL_OWN_RANGES = 3, /* of fl_job_load: the device, the passport, its devices */
    FL_DEVICE_RANGE = 2,
    FL_PASSPORT_IDS = 8,  /* its own, and those merged into it */
    FL_MAX_DEVICES = 16,  /* of one passport */
    FL_JOB_COMMANDS = 32, /* of a client that wait for its job */
    FL_SECRET_TEXT = 65,  /* 64 hexadecimal digits */
    FL_MATCH_SIZE = 16    /* bytes that identify a finished match: the end of its key */
};

/* The identity of a client. */
struct fl_identity {
    int ids;
    uint64_t id[FL_PASSPORT_IDS]; /* its own first */
    uint8_t device;
    bool child;
    unsigned char secret_hash[FL_HASH_SIZE];
};

/* A passport as it is stored. */
struct fl_profile {
    uint64_t into; /* the passport that it was merged into, or 0; then the rest is unused */
    bool child, listed;
    uint16_t avatar;
    uint32_t created; /* days since 1970 */
    int ids;
    uint64_t id[FL_PASSPORT_IDS];
    char name[FL_NAME_SIZE];
};

struct fl_device {
    unsigned char secret_hash[FL_HASH_SIZE];
    uint32_t used; /* days since 1970 */
    char name[FL_NAME_SIZE];
};

/* An entry that a job has read. Its bytes are in `memory` of the job. */
struct fl_found {
    int range;
    size_t at, key_len, len;
};

struct fl_job;

struct fl_job_command {
    const char *word;
    bool signs_in;    /* needs no passport that is signed in */
    bool off_table;   /* is refused at a table */
    bool needs_table; /* is refused elsewhere */
    /* Reads the arguments. NULL, or the key of the reason why not. */
    const char *(*begin)(struct fl_job *, const char *args);
    /* Adds the ranges that the command reads besides the passport. Called again whenever the job
     * starts again. May be NULL. */
    void (*add_ranges)(struct fl_job *);
    /* Decides, after the passport was read: ends in fl_job_commit, fl_job_end or fl_job_refuse. */
    void (*decide)(struct fl_job *);
};

/* A command about passports that is being executed. */
struct fl_job {
    struct fl_host *host;
    fl_client_id client; /* FL_NO_CLIENT: it has gone */
    const char *verb;
    const struct fl_job_command *command;
    bool silent; /* sends nothing */
    bool once;   /* its transaction is not tried again */
    int attempts;
    unsigned char secret_hash[FL_HASH_SIZE]; /* of the device that the job is for */
    struct fl_identity who;                  /* as read; ids 0: not known yet */
    struct fl_profile profile;
    struct fl_value device_value, profile_value; /* as read: they are expected to be the same */
    void (*next)(struct fl_job *);               /* when the entries were read, or stored */
    int ranges;
    struct fl_range range[FL_RANGES_MAX];
    int found, found_room;
    struct fl_found *entry;
    size_t used, room;
    unsigned char *memory;
    /* Of commands: */
    uint64_t other, table; /* another passport; a table */
    uint64_t invited;      /* the passport that `other` was merged into, or itself */
    int number;
    bool on;
    int64_t until;
    char text[FL_NAME_SIZE], game[32], code[16];
    unsigned char other_hash[FL_HASH_SIZE];
    struct fl_value other_value;
    struct fl_profile other_profile;
    unsigned char match[FL_MATCH_SIZE];
    bool has_match;
    int part;
};

/* ---- jobs.c ---- */

/* Starts a job for a command. NULL, or the key of the reason why not. */
const char *fl_job_start(struct fl_call *, const struct fl_job_command *, const char *args);

/* Signs in a client whose identity another node knows. */
void fl_job_introduce(struct fl_host *, fl_client_id, const struct fl_job_command *,
                      const unsigned char secret_hash[FL_HASH_SIZE]);

/* Adds a range to the next scan; a key NULL continues after nothing. */
void fl_job_add_range(struct fl_job *, const struct fl_entry_key *prefix,
                      const struct fl_entry_key *after, int limit);

/* Reads the ranges that were added since the last scan, then calls `next`. */
void fl_job_scan(struct fl_job *, void (*next)(struct fl_job *));

/* The entries that were read. */
struct fl_entry fl_job_entry(const struct fl_job *, int i);
/* The first entry of a range; false if there is none. */
bool fl_job_first(const struct fl_job *, int range, struct fl_entry *out);

/* Reads the passport, then calls `decide` of the command. */
void fl_job_load(struct fl_job *);

/* Reads the passport and devices that a scan with fl_job_add_passport has read from this range on.
 * False if there is none. */
void fl_job_add_passport(struct fl_job *, uint64_t id);
bool fl_job_read_passport(const struct fl_job *, int range, struct fl_profile *,
                          struct fl_value *as_stored);

/* The device with this number among those that were read; a free number, or 0. */
bool fl_job_device(const struct fl_job *, int range, int number, struct fl_device *out);
int fl_job_free_device(const struct fl_job *, int range);

/* The transaction of a job: the host's scratch, empty. With the expectation that its device and its
 * passport are as they were read. */
struct fl_change_list *fl_job_changes(struct fl_job *);
void fl_job_expect(struct fl_job *, struct fl_change_list *);
/* Stores it, then calls `done`. */
void fl_job_commit(struct fl_job *, void (*done)(struct fl_job *));

void fl_job_end(struct fl_job *);
void fl_job_refuse(struct fl_job *, const char *key);
/* Sends a message without other members than its command. */
void fl_job_done(struct fl_job *);
struct fl_client *fl_job_client(const struct fl_job *);

/* A client has gone, or the host ends. */
void fl_job_abandon(struct fl_host *, fl_client_id);

/* Queues the command of a client that has a job. NULL, or the key of the reason why not. */
const char *fl_job_enqueue(struct fl_host *, fl_client_id, const char *text);

/* ---- passport.c ---- */

uint32_t fl_today(const struct fl_host *);
struct fl_value fl_profile_value(const struct fl_profile *);
/* Writes a member: an id as 16 hexadecimal digits. */
void fl_json_key_id(struct fl_json *, const char *key, uint64_t id);
void fl_json_profile(struct fl_json *, const struct fl_profile *, int device);
void fl_json_devices(struct fl_json *, const struct fl_job *);

/* Takes the identity of a client away, and its seats, and notifies it. */
void fl_sign_out(struct fl_host *, fl_client_id);
void fl_sign_in_introduced(struct fl_host *, fl_client_id,
                           const unsigned char secret_hash[FL_HASH_SIZE]);

/* Reads which devices other nodes have revoked, if it is time. */
void fl_passports_tick(struct fl_host *);

/* The passport of a client; 0: it is not signed in. */
uint64_t fl_client_passport(const struct fl_client *);
bool fl_client_is_child(const struct fl_client *);
/* Whether a passport is one of the client's. */
bool fl_client_has_passport(const struct fl_client *, uint64_t passport);

/* The hash in the row of a seat that belongs to a passport: no token has it, and it is the same for
 * all seats of the passport at one table only. */
void fl_passport_seat_hash(uint64_t passport, const struct fl_table *,
                           unsigned char hash[FL_HASH_SIZE]);

/* ---- my_games.c ---- */

extern const struct fl_job_command fl_export_command;

/* The entries that are stored with an event. */
void fl_games_add_changes(const struct fl_table *, const struct fl_pending *,
                          struct fl_change_list *);

#endif
