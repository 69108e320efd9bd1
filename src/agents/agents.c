/* The agents of a game, those that play every game without a search, and the levels of bots. */
#include <assert.h>
#include <string.h>

#include "agents/agent.h"
#include "agents/game_ai.h"

fl_move fl_random(const struct fl_sight *sight, uint32_t effort, struct fl_rng *rng)
{
    struct fl_moves list;
    (void)effort;
    fl_list(sight->game, &sight->state, sight->viewer, &list);
    return list.at[fl_rng_below(rng, list.count)].move;
}

/* Plays greedily in `effort` percent of its decisions, at random in the rest. */
static fl_move choose_casual(const struct fl_sight *sight, uint32_t effort, struct fl_rng *rng)
{
    fl_choose greedy = fl_game_ai_of(sight->game)->greedy;
    bool is_greedy = fl_rng_below(rng, 100) < effort;
    return is_greedy && greedy ? greedy(sight, 0, rng) : fl_random(sight, 0, rng);
}

int fl_agents_of(const struct fl_game *game, struct fl_agent out[FL_MAX_AGENTS])
{
    const struct fl_game_ai *ai = fl_game_ai_of(game);
    int n = 0;
    out[n++] = (struct fl_agent){"random", fl_random};
    if (ai->greedy)
        out[n++] = (struct fl_agent){"greedy", ai->greedy};
    out[n++] = (struct fl_agent){"ismcts", fl_ismcts};
    for (const struct fl_agent *own = ai->agents; own && own->name; own++) {
        assert(n < FL_MAX_AGENTS - 1);
        out[n++] = *own;
    }
    out[n++] = (struct fl_agent){"casual", choose_casual};
    return n;
}

fl_choose fl_agent_find(const char *name, const struct fl_game *game)
{
    struct fl_agent list[FL_MAX_AGENTS];
    int count = fl_agents_of(game, list);
    for (int i = 0; i < count; i++)
        if (!strcmp(list[i].name, name))
            return list[i].choose;
    return NULL;
}

/* ---- levels: each game's struct fl_game_ai defines the agent and effort of every level. Each
 * clearly beats the one below, and the last one is the best that two seconds on one core allow
 * (docs/strength.md) ---- */

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

int fl_level_number(const struct fl_level *level)
{
    return (int)(level - fl_levels) + 1;
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
