/* The agents of a game, and those that play every game without a search. */
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
