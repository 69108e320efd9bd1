/* The levels of bots. Each game's struct fl_game_ai defines the agent and effort of every level:
 * each level clearly beats the one below, and the last one is the best that two seconds on one core
 * allow (docs/strength.md). */
#include <string.h>

#include "agents/game_ai.h"

const struct fl_level fl_levels[FL_LEVELS + 1] = {
    {"moussaillon", "level.moussaillon"},
    {"matelot", "level.matelot"},
    {"bosco", "level.bosco"},
    {"capitaine", "level.capitaine"},
    {NULL, NULL},
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
    return &fl_game_ai_of(game)->levels[level - fl_levels];
}

fl_move fl_level_choose(const struct fl_level *level, const struct fl_sight *sight,
                        struct fl_rng *rng)
{
    const struct fl_skill *skill = fl_level_skill(level, sight->game);
    return fl_agent_find(skill->agent, sight->game)(sight, skill->effort, rng);
}
