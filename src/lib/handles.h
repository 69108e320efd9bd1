/* What the handles of libflibuste are, and functions that its files share. Private to this
 * directory. */
#ifndef FL_LIB_HANDLES_H
#define FL_LIB_HANDLES_H

#include <flibuste/flibuste.h>

#include "core/record.h"
#include "core/words.h"

struct flibuste_match {
    struct fl_match match;
    struct fl_players players;
};

struct flibuste_sight {
    struct fl_sight sight; /* game is NULL before flibuste_match_see */
};

static inline const struct fl_game *fl_lib_game(const struct flibuste_game *game)
{
    return (const struct fl_game *)(const void *)game;
}

static inline const struct flibuste_game *fl_lib_handle(const struct fl_game *game)
{
    return (const struct flibuste_game *)(const void *)game;
}

/* A short text on its way to the caller's buffer. */
struct fl_lib_text {
    char whole[1024];
    struct fl_buf buf;
};

/* Starts a short text. */
void fl_lib_begin(struct fl_lib_text *);

/* Copies the text to the caller's buffer. Returns its length. */
size_t fl_lib_end(const struct fl_lib_text *, char *out, size_t room);

/* Copies a text of `len` bytes to the caller's buffer, as far as it fits. Returns `len`. */
size_t fl_lib_copy(const char *text, size_t len, char *out, size_t room);

/* The language of a code; English if it is NULL or unknown. */
fl_lang fl_lib_language(const char *code);

/* Builds the setup for a number of seats and a list of options "name=word ...". Returns false and
 * writes an English sentence to `why` if the game cannot be played like this. */
bool fl_lib_setup(const struct fl_game *, int seats, const char *options, struct fl_setup *out,
                  struct fl_buf *why);

#endif
