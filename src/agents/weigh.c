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

/* A game that is played on from here. */
struct outing {
    struct fl_sight world;
    const struct fl_style *style;
    uint64_t step, horizon;
    uint32_t share[FL_MAX_SEATS];
};

static void play_on(struct outing *o, const struct luck *luck)
{
    struct fl_sight *world = &o->world;
    for (;;) {
        struct fl_rng rng = luck_at(luck, o->step, true);
        int seat = fl_settle(world, &rng, &o->step);
        if (seat == FL_NOBODY)
            break;
        if (o->step >= o->horizon && fl_is_judged(world, o->style, o->share))
            return;
        rng = luck_at(luck, o->step, false);
        world->viewer = seat;
        world->game->apply(&world->state, seat, choose(world, o->style, &rng));
        o->step++;
    }
    fl_share_the_win(world, o->share);
}

/* The same step for all loads of the scales, unless one of them begins too near to it. */
static uint64_t horizon_for(const struct fl_load *load, const struct fl_scales *scales)
{
    uint64_t far = fl_style_of(load->sight->game)->horizon;
    uint64_t shared = scales->from + far, own = load->step + far / 2;
    return shared > own ? shared : own;
}

/* Returns the moves made. */
static uint64_t weigh_once(const struct fl_load *load, uint64_t horizon, const struct luck *luck,
                           uint64_t won[FL_MAX_SEATS])
{
    struct fl_rng rng = luck_at(luck, UINT64_MAX, true);
    struct outing o = {
        .style = fl_style_of(load->sight->game), .step = load->step, .horizon = horizon};
    fl_imagine(load->sight, &rng, &o.world);
    if (load->move != FL_UNSEEN) {
        o.world.game->apply(&o.world.state, o.world.viewer, load->move);
        o.step++;
    }
    play_on(&o, luck);
    for (int seat = 0; seat < o.world.setup.seats; seat++)
        won[seat] += o.share[seat];
    return o.step - load->step;
}

static bool is_stopped(const struct fl_scales *scales)
{
    return scales->stop && atomic_load_explicit(scales->stop, memory_order_relaxed);
}

static void weigh_lot(const struct fl_load *load, const struct fl_scales *scales, uint32_t most,
                      int lot, struct fl_weight *out)
{
    struct luck luck = {.seed = scales->seed, .number = (uint64_t)lot * most};
    uint64_t won[FL_MAX_SEATS] = {0}, horizon = horizon_for(load, scales);
    uint32_t made = 0;
    for (; made < most && !(made && is_stopped(scales)); made++, luck.number++)
        out->moves += weigh_once(load, horizon, &luck, won);
    out->playouts += made;
    for (int seat = 0; seat < FL_MAX_SEATS; seat++)
        out->chance[lot][seat] = (double)won[seat] / ((double)FL_WIN * made);
}

void fl_weigh(const struct fl_load *load, const struct fl_scales *scales, struct fl_weight *out)
{
    uint32_t each = (scales->playouts + FL_BATCHES - 1) / FL_BATCHES;
    out->playouts = 0;
    out->moves = 0;
    for (int lot = 0; lot < FL_BATCHES; lot++)
        weigh_lot(load, scales, each ? each : 1, lot, out);
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
