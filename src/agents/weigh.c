/* Weighing by playouts. */
#include "agents/weigh.h"

#include <math.h>
#include <string.h>

#include "agents/playout.h"

/* Where the luck of one playout comes from. */
struct luck {
    uint64_t seed, number;
};

/* The luck at a step; chance and players have streams of their own. */
static struct fl_rng luck_at(const struct luck *luck, uint64_t step, bool chance)
{
    return fl_rng_from(luck->seed + 2 * luck->number + chance, step);
}

static fl_move choose(const struct fl_sight *world, const struct fl_style *style,
                      struct fl_rng *rng)
{
    bool careless = (fl_rng_next(rng) >> 56) < style->careless;
    return careless || !style->choose ? fl_random(world, 0, rng) : style->choose(world, 0, rng);
}

/* Returns the step at which the game was over. */
static uint64_t play_out(struct fl_sight *world, uint64_t step, const struct luck *luck)
{
    const struct fl_style *style = fl_style_of(world->game);
    for (;;) {
        struct fl_rng rng = luck_at(luck, step, true);
        int seat = fl_settle(world, &rng, &step);
        if (seat == FL_NOBODY)
            return step;
        rng = luck_at(luck, step, false);
        world->viewer = seat;
        world->game->apply(&world->state, seat, choose(world, style, &rng));
        step++;
    }
}

/* Returns the moves made. */
static uint64_t weigh_once(const struct fl_load *load, const struct luck *luck,
                           uint64_t won[FL_MAX_SEATS])
{
    struct fl_rng rng = luck_at(luck, UINT64_MAX, true);
    uint32_t share[FL_MAX_SEATS];
    struct fl_sight world;
    uint64_t step = load->step;
    fl_imagine(load->sight, &rng, &world);
    if (load->move != FL_UNSEEN) {
        world.game->apply(&world.state, world.viewer, load->move);
        step++;
    }
    step = play_out(&world, step, luck);
    fl_shares(&world, share);
    for (int seat = 0; seat < world.setup.seats; seat++)
        won[seat] += share[seat];
    return step - load->step;
}

void fl_weigh(const struct fl_load *load, const struct fl_scales *scales, struct fl_weight *out)
{
    uint32_t each = (scales->playouts + FL_BATCHES - 1) / FL_BATCHES;
    struct luck luck = {.seed = scales->seed};
    each += !each;
    out->moves = 0;
    for (int batch = 0; batch < FL_BATCHES; batch++) {
        uint64_t won[FL_MAX_SEATS] = {0};
        for (uint32_t i = 0; i < each; i++, luck.number++)
            out->moves += weigh_once(load, &luck, won);
        for (int seat = 0; seat < FL_MAX_SEATS; seat++)
            out->chance[batch][seat] = (double)won[seat] / ((double)FL_WIN * each);
    }
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

struct fl_measure fl_weight_of(const struct fl_weight *weight, int seat)
{
    double batch[FL_BATCHES];
    for (int i = 0; i < FL_BATCHES; i++)
        batch[i] = weight->chance[i][seat];
    return fl_measure_of(batch);
}

struct fl_measure fl_weight_more(const struct fl_weight *a, const struct fl_weight *b, int seat)
{
    double batch[FL_BATCHES];
    for (int i = 0; i < FL_BATCHES; i++)
        batch[i] = a->chance[i][seat] - b->chance[i][seat];
    return fl_measure_of(batch);
}
