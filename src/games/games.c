/* The list of games and lessons. */
#include "games/games.h"

#include <string.h>

#include "core/lesson.h"

const struct fl_game *const fl_games[] = {
#define FL_GAME(c_name, name) &fl_##c_name,
#include "games/games.def"
    NULL,
};

const struct fl_game *fl_game_find(const char *name)
{
    for (int i = 0; fl_games[i]; i++)
        if (!strcmp(fl_games[i]->name, name))
            return fl_games[i];
    return NULL;
}

#define FL_LESSON(c_name) extern const struct fl_lesson fl_lesson_##c_name;
#include "games/games.def"

static const struct fl_lesson *const lessons[] = {
#define FL_LESSON(c_name) &fl_lesson_##c_name,
#include "games/games.def"
    NULL,
};

const struct fl_lesson *fl_lesson_find(const struct fl_game *game)
{
    for (int i = 0; lessons[i]; i++)
        if (lessons[i]->game == game)
            return lessons[i];
    return NULL;
}
