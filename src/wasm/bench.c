/* The simulator in WebAssembly, to compare its games with those of the native program. */
#include <stdlib.h>
#include <string.h>

#include "games/games.h"
#include "sim/sim.h"
#include "wasm/offline.h"

static uint64_t hash_of(const struct fl_sim *sim)
{
    struct fl_sim_sums *sums = calloc(1, sizeof *sums);
    if (!sums)
        return 0;
    fl_sim_run(sim, NULL, NULL, sums);
    uint64_t hash = sums->hash;
    free(sums);
    return hash;
}

uint64_t fl_offline_bench(struct fl_offline *o, uint32_t effort, uint32_t seats, uint32_t games,
                          uint32_t seed)
{
    const char *name = fl_offline_input(o, 0), *agent = name + strlen(name) + 1;
    const struct fl_game *game = fl_game_find(name);
    fl_choose choose = game ? fl_agent_find(agent, game) : NULL;
    if (!choose)
        return 0;
    struct fl_sim sim = {.game = game,
                         .setup = fl_setup_default(game, (int)seats),
                         .contestant = {{.choose = choose, .effort = effort}},
                         .lineup = {.seating = FL_AS_GIVEN, .contestants = 1},
                         .seed = seed,
                         .games = games,
                         .threads = 1};
    if (fl_setup_check(game, &sim.setup))
        return 0;
    fl_lineup_begin(&sim.lineup, game, &sim.setup);
    return hash_of(&sim);
}
