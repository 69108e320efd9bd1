/* Entries of the store about people (docs/internals/passport.md): their keys and values. */
#ifndef FL_HOST_ENTRIES_H
#define FL_HOST_ENTRIES_H

#include "store/store.h"

/* The first byte of a key. */
enum fl_space {
    FL_SPACE_PASSPORT = 'P',
    FL_SPACE_SECRET = 'D',
    FL_SPACE_DEVICE = 'd',
    FL_SPACE_CODE = 'C',
    FL_SPACE_LAST_CODE = 'c',
    FL_SPACE_RUNNING = 'R',
    FL_SPACE_FINISHED = 'G',
    FL_SPACE_FAVOURITE = 'F',
    FL_SPACE_MET = 'M',
    FL_SPACE_INVITATION = 'I',
    FL_SPACE_REVOKED = 'V'
};

struct fl_entry_key {
    unsigned char at[FL_KEY_SIZE];
    size_t len;
};

/* A key of one byte; the others append to it. Numbers are big-endian. */
struct fl_entry_key fl_entry_key_in(enum fl_space);
struct fl_entry_key fl_entry_key_of(enum fl_space, uint64_t id);
void fl_entry_key_add_number(struct fl_entry_key *, uint64_t number);
void fl_entry_key_add(struct fl_entry_key *, const void *bytes, size_t len);

/* The big-endian number at an offset of a key. */
uint64_t fl_entry_key_number(const struct fl_entry *, size_t offset);

/* A value that is being written. Numbers are little-endian; a text follows its length. */
struct fl_value {
    unsigned char at[FL_VALUE_SIZE];
    size_t len;
};

void fl_value_add_number(struct fl_value *, uint64_t number, int bytes);
void fl_value_add_text(struct fl_value *, const char *text);
void fl_value_add(struct fl_value *, const void *bytes, size_t len);

/* A value that is being read. What is missing is read as zero. */
struct fl_value_reader {
    const unsigned char *at;
    size_t left;
    bool failed;
};

struct fl_value_reader fl_value_read(const struct fl_entry *);
uint64_t fl_value_number(struct fl_value_reader *, int bytes);
void fl_value_text(struct fl_value_reader *, char *out, size_t room);
void fl_value_bytes(struct fl_value_reader *, void *out, size_t len);

/* A transaction that is being written. */
struct fl_change_list {
    int count;
    size_t used;
    struct fl_change change[FL_CHANGES_MAX];
    unsigned char bytes[1 << 16];
};

void fl_changes_clear(struct fl_change_list *);

/* Adds a change; copies everything. The value may be NULL: empty; `needs` may be NULL: nothing. */
void fl_changes_add(struct fl_change_list *, enum fl_change_kind, const struct fl_entry_key *,
                    const struct fl_value *, const struct fl_entry_key *needs);

#endif
