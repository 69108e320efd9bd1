/* Games: constant tables. All functions may be called from any thread. */
#ifndef FLIBUSTE_GAME_H
#define FLIBUSTE_GAME_H

#include <flibuste/base.h>

#ifdef __cplusplus
extern "C" {
#endif

struct flibuste_game; /* constant; never freed */

/* The games, in the order of menus. Both return NULL if there is no such game. */
int flibuste_game_count(void);
const struct flibuste_game *flibuste_game_at(int index);
const struct flibuste_game *flibuste_game_find(const char *name);

/* The name in commands and records ("mille-sabords"), and the version of the rules. */
const char *flibuste_game_name(const struct flibuste_game *);
int flibuste_game_version(const struct flibuste_game *);

/* The title in a language ("fr", "en"; NULL: English). Writes text. */
size_t flibuste_game_title(const struct flibuste_game *, const char *language, char *out,
                           size_t room);

/* Every move is a number below this. */
int flibuste_game_moves(const struct flibuste_game *);

/* The number of seats. */
int flibuste_game_seats_min(const struct flibuste_game *);
int flibuste_game_seats_max(const struct flibuste_game *);

/* Whether players have secrets: 1 or 0. */
int flibuste_game_has_secrets(const struct flibuste_game *);

/* Options of the rules: their names, and the words of their values, the default first. NULL after
 * the last one. */
const char *flibuste_game_option(const struct flibuste_game *, int option);
const char *flibuste_game_option_value(const struct flibuste_game *, int option, int value);

/* The notation of a move: "reroll 3 5". Writes text; empty if there is no such move. */
size_t flibuste_move_text(const struct flibuste_game *, flibuste_move, char *out, size_t room);

/* The move with this notation, legal or not. Returns FLIBUSTE_BAD_ARGUMENT if there is none. */
enum flibuste_status flibuste_move_read(const struct flibuste_game *, const char *text,
                                        flibuste_move *out);

#ifdef __cplusplus
}
#endif

#endif
