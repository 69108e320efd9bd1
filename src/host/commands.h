/* Commands of clients, and the features of a table: what each file of the host adds to it. */
#ifndef FL_HOST_COMMANDS_H
#define FL_HOST_COMMANDS_H

#include "host/table.h"

/* A command that is being executed. */
struct fl_call {
    struct fl_host *host;
    fl_client_id client;
    struct fl_client *sender;  /* the same client */
    struct fl_table *table;    /* the sender's, or NULL */
    const char *text;          /* the whole command */
    const char *verb;          /* its first word; NULL if it is unknown */
    const char *args;          /* the words after it; functions that read them advance it */
    struct fl_phrase why;      /* a reason with arguments, if why.key is what the command returns */
    char detail[FL_NAME_SIZE]; /* text that `why` quotes */
};

struct fl_client_command {
    const char *word;
    /* Returns NULL, or the key of the reason why it refused. A refused command has no effect. */
    const char *(*run)(struct fl_call *);
    bool at_a_table;  /* needs a table, and is queued there while a write is pending */
    bool adds_events; /* at will: a table takes limits.events of them */
};

/* A feature of a table. Every member may be NULL. */
struct fl_feature {
    const struct fl_client_command *commands; /* a row without a word is the end */
    /* Applies a stored event; ignores those that other features apply. `played`: the match already
     * contains its steps. False: the event does not fit. */
    bool (*fold)(struct fl_table *, const struct fl_table_event *, bool played);
    /* Informs connected clients of an event that was stored and applied by all features. */
    void (*on_commit)(struct fl_table *, const struct fl_pending *);
    /* Writes an event that is due without a command. Returns whether it did. */
    bool (*tick)(struct fl_table *);
};

/* All features, in the order in which events and ticks pass through them; ends with NULL. */
extern const struct fl_feature *const fl_features[];

extern const struct fl_feature fl_ban_feature, fl_bot_feature, fl_chat_feature, fl_client_feature,
    fl_clock_feature, fl_ending_feature, fl_games_feature, fl_hint_feature, fl_lesson_feature,
    fl_link_feature, fl_log_feature, fl_origin_feature, fl_passport_feature, fl_play_feature,
    fl_real_dice_feature, fl_record_feature, fl_seat_feature, fl_undo_feature;

/* Executes a command now, after earlier ones of the same client that are queued, or when the store
 * is fresh. */
void fl_command_run(struct fl_host *, fl_client_id, const char *text);
void fl_command_accept(struct fl_host *, fl_client_id, const char *text);

/* Drops the commands of a client that wait until the store is fresh. */
void fl_commands_forget(struct fl_host *, fl_client_id);

/* Sets a reason that quotes a text, and returns its key. */
const char *fl_call_quote(struct fl_call *, const char *key, const char *text);

/* Says whose turn it is, in the match of the sender's table, and returns the key. */
const char *fl_call_not_your_turn(struct fl_call *);

/* Sends the refusal of a command. */
void fl_call_refuse(struct fl_call *, const char *key);

#endif
