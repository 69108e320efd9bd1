/* How strong each level is in each game. Every level beats the one below it clearly, and the last
 * is the best that two seconds on one core can buy: docs/strength.md. */
#include <string.h>

#include "agents/agent.h"

const struct fl_level fl_levels[] = {
    {"moussaillon", "level.moussaillon"},
    {"matelot", "level.matelot"},
    {"bosco", "level.bosco"},
    {"capitaine", "level.capitaine"},
    {NULL, NULL},
};

enum { LEVELS = sizeof fl_levels / sizeof fl_levels[0] - 1 };

static const struct {
    const char *game; /* NULL: any other */
    struct fl_skill skill[LEVELS];
} rows[] = {
    {"mille-sabords", {{"casual", 40}, {"casual", 75}, {"seasoned", 60}, {"exact-win", 0}}},
    {"corsaires", {{"casual", 20}, {"casual", 60}, {"greedy", 0}, {"ismcts", 250000}}},
    {"buccaneer", {{"casual", 40}, {"casual", 75}, {"ismcts", 50}, {"ismcts", 15000}}},
    {"pirates-en-duel", {{"casual", 5}, {"casual", 35}, {"casual", 70}, {"ismcts", 250000}}},
    {"aux-sabords", {{"casual", 30}, {"casual", 65}, {"casual", 85}, {"ismcts", 200000}}},
    {NULL, {{"random", 0}, {"ismcts", 20}, {"ismcts", 200}, {"ismcts", 2000}}},
};

const struct fl_level *fl_level_find(const char *name)
{
    for (int i = 0; fl_levels[i].name; i++)
        if (!strcmp(fl_levels[i].name, name))
            return &fl_levels[i];
    return NULL;
}

const struct fl_skill *fl_level_skill(const struct fl_level *level, const struct fl_game *game)
{
    int row = 0;
    while (rows[row].game && strcmp(rows[row].game, game->name))
        row++;
    return &rows[row].skill[level - fl_levels];
}

fl_move fl_level_choose(const struct fl_level *level, const struct fl_sight *sight,
                        struct fl_rng *rng)
{
    const struct fl_skill *skill = fl_level_skill(level, sight->game);
    return fl_agent_find(skill->agent, sight->game)(sight, skill->effort, rng);
}
