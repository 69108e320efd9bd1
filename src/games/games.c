/* The list of games. */
#include "games/games.h"

#include <string.h>

#include "core/lesson.h"

const struct fl_game *const fl_games[] = {
    &fl_mille_sabords, &fl_corsaires, &fl_buccaneer, &fl_pirates_en_duel, &fl_aux_sabords, NULL,
};

const struct fl_game *fl_game_find(const char *name)
{
    for (int i = 0; fl_games[i]; i++)
        if (!strcmp(fl_games[i]->name, name))
            return fl_games[i];
    return NULL;
}

static const struct fl_lesson *const lessons[] = {
    &fl_lesson_mille_sabords,   &fl_lesson_corsaires,   &fl_lesson_buccaneer,
    &fl_lesson_pirates_en_duel, &fl_lesson_aux_sabords, NULL,
};

const struct fl_lesson *fl_lesson_find(const struct fl_game *game)
{
    for (int i = 0; lessons[i]; i++)
        if (lessons[i]->game == game)
            return lessons[i];
    return NULL;
}
