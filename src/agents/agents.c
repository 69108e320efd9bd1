/* The list of agents. */
#include <string.h>

#include "agents/agent.h"

static const struct {
    const char *name, *game; /* game NULL: plays every game */
    fl_choose choose;
} agents[] = {
    {"random", NULL, fl_random},
    {"greedy", "mille-sabords", fl_greedy_mille_sabords},
    {"greedy", "corsaires", fl_greedy_corsaires},
    {"greedy", "buccaneer", fl_greedy_buccaneer},
    {"greedy", "pirates-en-duel", fl_greedy_pirates_en_duel},
    {"greedy", "aux-sabords", fl_greedy_aux_sabords},
    {"casual", NULL, fl_casual},
    {"ismcts", NULL, fl_ismcts},
    {"exact-points", "mille-sabords", fl_exact_points},
    {"exact-win", "mille-sabords", fl_exact_win},
};

const char *const fl_agent_names[] = {"random",       "greedy",    "ismcts",
                                      "exact-points", "exact-win", NULL};

fl_choose fl_agent_find(const char *name, const struct fl_game *game)
{
    for (size_t i = 0; i < sizeof agents / sizeof agents[0]; i++)
        if (!strcmp(agents[i].name, name) &&
            (!agents[i].game || !strcmp(agents[i].game, game->name)))
            return agents[i].choose;
    return NULL;
}
