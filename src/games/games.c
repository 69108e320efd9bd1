/* The list of games. */
#include "games/games.h"

#include <string.h>

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
