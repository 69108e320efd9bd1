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
    {"seasoned", "mille-sabords", fl_seasoned},
    {"exact-points", "mille-sabords", fl_exact_points},
    {"exact-win", "mille-sabords", fl_exact_win},
    {"stop-at", "mille-sabords", fl_stop_at},
    {"two-skulls", "mille-sabords", fl_two_skulls},
    {"fair-risk", "mille-sabords", fl_fair_risk},
    {"most-alike", "mille-sabords", fl_most_alike},
    {"gold-only", "mille-sabords", fl_gold_only},
};

const char *const fl_agent_names[] = {
    "random",  "greedy",     "ismcts",    "exact-points", "exact-win", "casual", "seasoned",
    "stop-at", "two-skulls", "fair-risk", "most-alike",   "gold-only", NULL};

fl_choose fl_agent_find(const char *name, const struct fl_game *game)
{
    for (size_t i = 0; i < sizeof agents / sizeof agents[0]; i++)
        if (!strcmp(agents[i].name, name) &&
            (!agents[i].game || !strcmp(agents[i].game, game->name)))
            return agents[i].choose;
    return NULL;
}
