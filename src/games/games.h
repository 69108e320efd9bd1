/* The list of games: the only way to reach one. */
#ifndef FL_GAMES_GAMES_H
#define FL_GAMES_GAMES_H

#include "core/game.h"

struct fl_lesson;

/* Every game people can play; ends with NULL. */
extern const struct fl_game *const fl_games[];

/* The game of this name, or NULL. */
const struct fl_game *fl_game_find(const char *name);

/* The lesson that teaches a game (core/lesson.h), or NULL. */
const struct fl_lesson *fl_lesson_find(const struct fl_game *);

/* The games themselves, one line each. */
extern const struct fl_game fl_mille_sabords;
extern const struct fl_game fl_corsaires;
extern const struct fl_game fl_buccaneer;
extern const struct fl_game fl_pirates_en_duel;
extern const struct fl_game fl_aux_sabords;

/* And what teaches them. */
extern const struct fl_lesson fl_lesson_mille_sabords;
extern const struct fl_lesson fl_lesson_corsaires;
extern const struct fl_lesson fl_lesson_buccaneer;
extern const struct fl_lesson fl_lesson_pirates_en_duel;
extern const struct fl_lesson fl_lesson_aux_sabords;

/* A small game that shows how one is written: secret hands and simultaneous choices. It is not
 * in the list, but the laws run on it. */
extern const struct fl_game fl_template;

#endif
