/* Records: a match as plain text (docs/record-format.md). Reading any input ends in a match, or in
 * a line number and a reason. */
#ifndef FL_CORE_RECORD_H
#define FL_CORE_RECORD_H

#include "core/fair.h"

enum { FL_NAME_SIZE = 48, FL_KIND_SIZE = 24 };

/* The players of a match and the inputs of their dice. A kind is "person" or the name of a bot's
 * level; empty if unknown. */
struct fl_players {
    char kind[FL_MAX_SEATS][FL_KIND_SIZE];
    char name[FL_MAX_SEATS][FL_NAME_SIZE];
    struct fl_fair fair;
};

struct fl_record {
    struct fl_match match; /* owned by the caller: release it with fl_match_end */
    struct fl_players players;
};

/* Why a record was rejected: the line, a translation key and the text in question. */
struct fl_record_error {
    int line; /* counted from 1 */
    const char *key;
    char detail[80]; /* printable ASCII; may be empty */
};

/* Reads a record of `len` bytes. `find` returns the game of a name, or NULL. If it returns false,
 * `error` is set and the match needs no fl_match_end. */
bool fl_record_read(const char *text, size_t len, const struct fl_game *(*find)(const char *),
                    struct fl_record *out, struct fl_record_error *);

/* Describes a fault as a phrase, which refers to the texts of `error`. */
void fl_record_error_say(const struct fl_record_error *, struct fl_phrase *out);

/* Writes the record that a viewer may have: FL_TRUTH, FL_SPECTATOR or a seat. It contains the
 * secret of fair dice if that is marked as revealed. If memory is short, `out` is marked as
 * overflowed. */
void fl_record_write(const struct fl_match *, const struct fl_players *, int viewer,
                     struct fl_buf *out);

/* Plays one line with steps, "2 reroll 3 5", "* S P", "undo 2", "resign 1" or "agree", without its
 * line end. If it returns false, `error` is set, and steps of the line before the wrong one may
 * have been played.
 */
bool fl_record_read_step(struct fl_match *, const char *line, size_t len, struct fl_record_error *);

/* Appends the notation of a move, or "?" for FL_UNSEEN. */
void fl_record_put_move(const struct fl_game *, fl_move, struct fl_buf *out);

/* What is wrong with a text. Whether it is UTF-8 counts first. Hidden are invisible characters:
 * control characters, characters that change the text direction, and others. A joiner inside an
 * emoji is allowed. */
enum fl_text_fault { FL_TEXT_CLEAN, FL_TEXT_HIDDEN, FL_TEXT_NOT_UTF8 };

/* Checks a text of `len` bytes. */
enum fl_text_fault fl_text_check(const char *text, size_t len);

/* Whether a name is valid in a record: 1 to 47 bytes of clean text, without spaces at either end
 * and without spaces other than U+0020. Names that look equal are therefore equal, except for
 * letters of different scripts. */
bool fl_name_is_clean(const char *name);

#endif
