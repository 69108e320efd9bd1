/* Rollouts: evaluation of positions by playouts with common random numbers. */
#include "agents/advice/rollouts.h"

#include <math.h>
#include <string.h>

#include "agents/search/playout.h"

/* The source of random numbers of one playout. */
struct luck {
    uint64_t seed, number;
};

/* The generator for one step. Chance and players have separate streams. */
static struct fl_rng rng_at(const struct luck *luck, uint64_t step, bool chance)
{
    return fl_rng_from(luck->seed + 2 * luck->number + chance, step);
}

static fl_move choose(const struct fl_sight *world, const struct fl_game_ai *ai, struct fl_rng *rng)
{
    bool random = (fl_rng_next(rng) >> 56) < ai->random_per_256;
    return random || !ai->playout ? fl_random(world, 0, rng) : ai->playout(world, 0, rng);
}

/* One simulated game. */
struct playout {
    struct fl_sight world;
    const struct fl_game_ai *ai;
    uint64_t step, horizon;
    uint32_t share[FL_MAX_SEATS];
};

static void play_to_end(struct playout *p, const struct luck *luck)
{
    struct fl_sight *world = &p->world;
    for (;;) {
        struct fl_rng rng = rng_at(luck, p->step, true);
        int seat = fl_play_chance(world, &rng, &p->step);
        if (seat == FL_NOBODY)
            break;
        if (p->step >= p->horizon && fl_evaluation_shares(world, p->ai, p->share))
            return;
        rng = rng_at(luck, p->step, false);
        world->viewer = seat;
        world->game->apply(&world->state, seat, choose(world, p->ai, &rng));
        p->step++;
    }
    fl_winner_shares(world, p->share);
}

/* The step from which the evaluation may replace the rest of the game: common to all positions of a
 * comparison, unless a position starts too close to it. */
static uint64_t horizon_for(const struct fl_rollout_position *position,
                            const struct fl_rollout_options *options)
{
    uint64_t far = fl_game_ai_of(position->sight->game)->horizon;
    uint64_t shared = options->from + far, own = position->step + far / 2;
    return shared > own ? shared : own;
}

/* Returns the number of moves made. */
static uint64_t run_playout(const struct fl_rollout_position *position, uint64_t horizon,
                            const struct luck *luck, uint64_t won[FL_MAX_SEATS])
{
    struct fl_rng rng = rng_at(luck, UINT64_MAX, true);
    struct playout p = {
        .ai = fl_game_ai_of(position->sight->game), .step = position->step, .horizon = horizon};
    fl_imagine(position->sight, &rng, &p.world);
    if (position->move != FL_UNSEEN) {
        p.world.game->apply(&p.world.state, p.world.viewer, position->move);
        p.step++;
    }
    play_to_end(&p, luck);
    for (int seat = 0; seat < p.world.setup.seats; seat++)
        won[seat] += p.share[seat];
    return p.step - position->step;
}

static bool is_stopped(const struct fl_rollout_options *options)
{
    return options->stop && atomic_load_explicit(options->stop, memory_order_relaxed);
}

static void run_batch(const struct fl_rollout_position *position,
                      const struct fl_rollout_options *options, uint32_t playouts, int batch,
                      struct fl_rollout_result *out)
{
    struct luck luck = {.seed = options->seed, .number = (uint64_t)batch * playouts};
    uint64_t won[FL_MAX_SEATS] = {0}, horizon = horizon_for(position, options);
    uint32_t made = 0;
    for (; made < playouts && !(made && is_stopped(options)); made++, luck.number++)
        out->moves += run_playout(position, horizon, &luck, won);
    out->playouts += made;
    for (int seat = 0; seat < FL_MAX_SEATS; seat++)
        out->chance[batch][seat] = (double)won[seat] / ((double)FL_WIN * made);
}

void fl_rollout_run(const struct fl_rollout_position *position,
                    const struct fl_rollout_options *options, struct fl_rollout_result *out)
{
    uint32_t each = (options->playouts + FL_BATCHES - 1) / FL_BATCHES;
    out->playouts = 0;
    out->moves = 0;
    for (int batch = 0; batch < FL_BATCHES; batch++)
        run_batch(position, options, each ? each : 1, batch, out);
}

struct fl_measure fl_measure_of(const double batch[FL_BATCHES])
{
    double sum = 0, squares = 0;
    for (int i = 0; i < FL_BATCHES; i++)
        sum += batch[i];
    double mean = sum / FL_BATCHES;
    for (int i = 0; i < FL_BATCHES; i++)
        squares += (batch[i] - mean) * (batch[i] - mean);
    return (struct fl_measure){mean, sqrt(squares / (FL_BATCHES * (FL_BATCHES - 1)))};
}

struct fl_measure fl_rollout_chance(const struct fl_rollout_result *result,
                                    const struct fl_rollout_result *minus, int seat)
{
    double batch[FL_BATCHES];
    for (int i = 0; i < FL_BATCHES; i++)
        batch[i] = result->chance[i][seat] - (minus ? minus->chance[i][seat] : 0);
    return fl_measure_of(batch);
}
