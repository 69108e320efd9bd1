/* Records: a match as plain text (docs/record-format.md). Whatever stands in a file, reading it
 * ends in a match or in one line number and one reason. */
#ifndef FL_CORE_RECORD_H
#define FL_CORE_RECORD_H

#include "core/fair.h"

enum { FL_NAME_SIZE = 48, FL_KIND_SIZE = 24 };

/* Who sits where, and what their dice rest on. Kind is "person" or the name of a bot's level; empty
 * where unknown. */
struct fl_players {
    char kind[FL_MAX_SEATS][FL_KIND_SIZE];
    char name[FL_MAX_SEATS][FL_NAME_SIZE];
    struct fl_fair fair;
};

struct fl_record {
    struct fl_match match; /* to be ended by whoever read it */
    struct fl_players players;
};

/* What is wrong with a record: a phrase whose arguments live in here. */
struct fl_record_error {
    int line; /* from 1 */
    const char *key;
    char detail[80]; /* the words in question, cleaned; may be empty */
};

/* Reads a whole record. On false the match needs no ending. */
bool fl_record_read(const char *text, size_t len, const struct fl_game *(*find)(const char *),
                    struct fl_record *out, struct fl_record_error *);

/* Tells what is wrong as a phrase. */
void fl_record_error_say(const struct fl_record_error *, struct fl_phrase *out);

/* Writes a record as a viewer may have it: FL_TRUTH, FL_WATCHER or a seat. The secret of fair dice
 * stands in it if it is marked as revealed. */
void fl_record_write(const struct fl_match *, const struct fl_players *, int viewer,
                     struct fl_buf *out);

/* Whether a text is UTF-8 without control characters and without those that turn lines around. */
bool fl_text_is_clean(const char *text);

/* Whether a name may stand in a record: 1 to 47 bytes of clean UTF-8 without control characters
 * or spaces at the ends. */
bool fl_name_is_clean(const char *name);

#endif
