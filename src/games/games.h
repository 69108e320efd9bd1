/* The list of games. Code outside a game's own files and agents reaches the game through it. */
#ifndef FL_GAMES_GAMES_H
#define FL_GAMES_GAMES_H

#include "core/game.h"

struct fl_lesson;

/* All games, in the order of menus; ends with NULL. */
extern const struct fl_game *const fl_games[];

/* Finds a game by name. Returns NULL if there is none. */
const struct fl_game *fl_game_find(const char *name);

/* Finds the lesson of a game (core/lesson.h). Returns NULL if it has none. */
const struct fl_lesson *fl_lesson_find(const struct fl_game *);

/* The games: fl_<c_name> of every row. */
#define FL_GAME(c_name, name) extern const struct fl_game fl_##c_name;
#include "games/games.def"

/* A small example game with secret hands and simultaneous choices. It is not in the list, but the
 * laws are checked on it. */
extern const struct fl_game fl_template;

#endif
