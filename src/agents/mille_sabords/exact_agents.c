/* Agents of Mille Sabords! that play the solution of the turn solver. */
#include <stdlib.h>
#include <string.h>

#include "agents/game_ai.h"
#include "agents/mille_sabords/agents.h"
#include "agents/mille_sabords/keep_table.h"
#include "agents/mille_sabords/position_value.h"

enum { ALL_DICE = 0xFF };

struct masks {
    uint8_t of[8];    /* mask of the dice that show each face */
    uint8_t count[8]; /* number of dice in each mask */
};

/* The mask of the dice whose face has this bit set. The multiplication gathers one bit per byte in
 * the highest byte. */
static unsigned dice_with_bit(uint64_t dice, int bit)
{
    return (unsigned)((dice >> bit & 0x0101010101010101u) * 0x0102040810204080u >> 56);
}

/* The number of set bits in each byte. */
static uint64_t bits_of_bytes(uint64_t bytes)
{
    bytes -= bytes >> 1 & 0x5555555555555555u;
    bytes = (bytes & 0x3333333333333333u) + (bytes >> 2 & 0x3333333333333333u);
    return (bytes + (bytes >> 4)) & 0x0F0F0F0F0F0F0F0Fu;
}

/* A face has three bits. The six masks fill one word, so that all are counted at once. */
static struct masks masks_of(const struct fl_sabords *s)
{
    uint64_t dice, masks = 0;
    memcpy(&dice, s->die, sizeof dice);
    unsigned one = dice_with_bit(dice, 0), two = dice_with_bit(dice, 1),
             four = dice_with_bit(dice, 2);
    for (unsigned face = 0; face < FL_FACES; face++) {
        unsigned shown = (face & 1 ? one : ~one) & (face & 2 ? two : ~two) &
                         (face & 4 ? four : ~four) & ALL_DICE;
        masks |= (uint64_t)shown << 8 * face;
    }
    uint64_t counts = bits_of_bytes(masks);
    struct masks m;
    memcpy(m.of, &masks, sizeof masks);
    memcpy(m.count, &counts, sizeof counts);
    return m;
}

/* The n lowest dice of a mask, n = 0 to 8. */
static unsigned lowest(unsigned mask, int n)
{
    return fl_lowest_dice[mask][n];
}

/* ---- all cards but Treasure Island ---- */

/* Throws all dice that `entry` does not keep. The entry has the format of fl_keep_for_points. */
static fl_move throw_the_rest(const struct masks *m, unsigned entry)
{
    unsigned thrown = entry & FL_KEEP_GUARDIAN ? lowest(m->of[FL_SKULL], 1) : 0;
    for (int face = FL_PARROT; face < FL_FACES; face++)
        thrown |= m->of[face] & ~lowest(m->of[face], fl_kept(entry, face));
    return (fl_move)(FL_SABORDS_REROLL + thrown);
}

/* ---- Treasure Island ---- */

/* The intended arrangement before the next throw, by face: dice on the card and dice kept next to
 * it. */
struct arrangement {
    uint8_t on[FL_FACES], beside[FL_FACES];
    bool stop;
};

/* The dice to put on the card and to take off for an arrangement, and the throw that follows. */
struct changes {
    unsigned put, take, thrown;
    bool possible;
};

static void add_face(const struct fl_sabords *s, unsigned dice, int on, int beside,
                     struct changes *out)
{
    unsigned lies_on = dice & s->treasure, lies_off = dice & ~lies_on;
    unsigned still = dice & ~(unsigned)s->moved;
    int more = on - fl_bits(lies_on);
    unsigned put = more > 0 ? lowest(lies_off & still, more) : 0;
    unsigned take = more < 0 ? lowest(lies_on & still, -more) : 0;
    unsigned off = (lies_off & ~put) | take;
    out->possible &= fl_bits(put) - fl_bits(take) == more;
    out->put |= put;
    out->take |= take;
    out->thrown |= off & ~lowest(off, beside);
}

static struct changes changes_for(const struct fl_sabords *s, const struct masks *m,
                                  const struct arrangement *goal)
{
    struct changes e = {.possible = true};
    for (int face = FL_PARROT; face < FL_FACES; face++)
        add_face(s, m->of[face], goal->on[face], goal->beside[face], &e);
    return e;
}

static fl_move first_move(const struct changes *e)
{
    if (e->put)
        return (fl_move)(FL_SABORDS_PUT + e->put);
    if (e->take)
        return (fl_move)(FL_SABORDS_TAKE + e->take);
    return (fl_move)(FL_SABORDS_REROLL + e->thrown);
}

/* The best arrangement when dice that have been moved since the last throw are bound to their
 * place. */
static struct arrangement best_arrangement(const struct fl_sabords *s,
                                           const struct fl_island_values *values)
{
    struct fl_island island;
    struct fl_island_plan plan;
    struct arrangement goal = {.stop = false};
    fl_sabords_count(s->die, ALL_DICE, island.lying);
    fl_sabords_count(s->die, s->moved & s->treasure, island.on);
    fl_sabords_count(s->die, s->moved & ~(unsigned)s->treasure, island.beside);
    fl_island_solve(values, &island, &plan);
    goal.stop = plan.stops;
    memcpy(goal.on, plan.saved, sizeof goal.on);
    memcpy(goal.beside, plan.kept, sizeof goal.beside);
    return goal;
}

static fl_move arrange(const struct fl_sabords *s, const struct masks *m,
                       const struct fl_island_values *values)
{
    struct arrangement goal = best_arrangement(s, values);
    struct changes e = changes_for(s, m, &goal);
    return goal.stop ? FL_SABORDS_STOP : first_move(&e);
}

/* ---- for points ---- */

/* For positions that fl_keep_for_points does not contain, because dice were moved differently. */
static fl_move arrange_for_points(const struct fl_sabords *s, const struct masks *m)
{
    const struct fl_island_table *t = &fl_island_for_points;
    struct fl_island_values values = {.node = t->node,
                                      .kept = {t->kept[0], t->kept[1], t->kept[2]},
                                      .bust = {t->bust[0], t->bust[1], t->bust[2]},
                                      .lost = t->lost,
                                      .stop = t->stop,
                                      .tie = 1e-9,
                                      .saves_all = true};
    return arrange(s, m, &values);
}

static fl_move arrange_by_table(const struct fl_sabords *s, const struct masks *m, unsigned entry)
{
    struct arrangement goal = {.stop = false};
    for (int face = FL_PARROT; face < FL_FACES; face++)
        goal.on[face] = (uint8_t)fl_kept(entry, face);
    struct changes e = changes_for(s, m, &goal);
    return e.possible ? first_move(&e) : arrange_for_points(s, m);
}

static unsigned entry_for_points(const struct fl_sabords *s, const struct masks *m)
{
    bool used = s->card == FL_CARD_GUARDIAN && !s->guardian;
    return fl_keep_for_points[used ? FL_KEEP_GUARDIAN_USED : s->card][fl_hand_number(m->count)];
}

fl_move fl_exact_points(const struct fl_sight *sight, uint32_t effort, struct fl_rng *rng)
{
    const struct fl_sabords *s = (const void *)&sight->state;
    (void)effort;
    (void)rng;
    if (s->phase == FL_SABORDS_OPENING)
        return FL_SABORDS_TURN_UP;
    if (s->phase == FL_SABORDS_READY)
        return FL_SABORDS_THROW;
    struct masks m = masks_of(s);
    unsigned entry = entry_for_points(s, &m);
    if (entry == FL_KEEP_STOP)
        return FL_SABORDS_STOP;
    return s->card == FL_CARD_ISLAND ? arrange_by_table(s, &m, entry) : throw_the_rest(&m, entry);
}

/* ---- for winning ---- */

/* The plan's decision for the dice on the table, in the format of fl_keep_for_points. */
static unsigned entry_of_plan(const struct fl_sabords *s, const struct masks *m,
                              const struct fl_solved *solved)
{
    uint8_t kept[FL_FACES];
    if (!fl_plan_keeps(&solved->turn, &solved->plan, s->guardian, m->count, kept))
        return FL_KEEP_STOP;
    int keep = solved->plan.keep[s->guardian][fl_node(&solved->turn, m->count)];
    unsigned entry = keep & FL_PLAN_GUARDIAN ? FL_KEEP_GUARDIAN : 0;
    for (int face = FL_PARROT; face < FL_FACES; face++)
        entry |= (unsigned)kept[face] << 3 * (face - FL_PARROT);
    return entry;
}

static fl_move follow_plan(const struct fl_sabords *s, const struct masks *m,
                           const struct fl_solved *solved)
{
    unsigned entry = entry_of_plan(s, m, solved);
    return entry == FL_KEEP_STOP ? FL_SABORDS_STOP : throw_the_rest(m, entry);
}

fl_move fl_exact_win(const struct fl_sight *sight, uint32_t effort, struct fl_rng *rng)
{
    const struct fl_sabords *s = (const void *)&sight->state;
    struct fl_solved *solved;
    if (s->phase != FL_SABORDS_CHOOSING || !(solved = malloc(sizeof *solved)))
        return fl_exact_points(sight, effort, rng);
    struct masks m = masks_of(s);
    fl_solve_for_winning(s, solved);
    struct fl_island_values values =
        fl_island_values_of(&solved->turn, &solved->stakes, &solved->worth);
    fl_move move = s->card == FL_CARD_ISLAND ? arrange(s, &m, &values) : follow_plan(s, &m, solved);
    free(solved);
    return move;
}
