/* Mille Sabords! as the solved turn plays it. */
#include <stdlib.h>
#include <string.h>

#include "agents/agent.h"
#include "agents/mille_sabords_island.h"
#include "agents/mille_sabords_judge.h"
#include "agents/mille_sabords_table.h"

enum { ALL_DICE = 0xFF };

struct masks {
    uint8_t of[8];    /* dice showing each face */
    uint8_t count[8]; /* how many these are */
};

/* The dice whose face has a bit set, as a mask: gathered in the highest byte. */
static unsigned dice_with_bit(uint64_t dice, int bit)
{
    return (unsigned)((dice >> bit & 0x0101010101010101u) * 0x0102040810204080u >> 56);
}

/* How many bits of each byte are set. */
static uint64_t bits_of_bytes(uint64_t bytes)
{
    bytes -= bytes >> 1 & 0x5555555555555555u;
    bytes = (bytes & 0x3333333333333333u) + (bytes >> 2 & 0x3333333333333333u);
    return (bytes + (bytes >> 4)) & 0x0F0F0F0F0F0F0F0Fu;
}

/* Three bits make a face; six masks lie in one word, and are counted at once. */
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

/* The lowest n dice of a mask, 0..8 of them. */
static unsigned lowest(unsigned mask, int n)
{
    return fl_lowest_dice[mask][n];
}

/* ---- without Treasure Island ---- */

/* What is kept is told as in fl_keep_for_points. */
static fl_move throw_the_rest(const struct masks *m, unsigned entry)
{
    unsigned thrown = entry & FL_KEEP_GUARDIAN ? lowest(m->of[FL_SKULL], 1) : 0;
    for (int face = FL_PARROT; face < FL_FACES; face++)
        thrown |= m->of[face] & ~lowest(m->of[face], fl_kept(entry, face));
    return (fl_move)(FL_SABORDS_REROLL + thrown);
}

/* ---- with it ---- */

/* How the dice shall lie before the next throw, by face: on the card or kept beside it. */
struct wish {
    uint8_t on[FL_FACES], beside[FL_FACES];
    bool stop;
};

/* Puts and takes that make a wish true, and the throw that follows. */
struct errand {
    unsigned put, take, thrown;
    bool possible;
};

static void add_face(const struct fl_sabords *s, unsigned dice, int on, int beside,
                     struct errand *out)
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

static struct errand errand_for(const struct fl_sabords *s, const struct masks *m,
                                const struct wish *wish)
{
    struct errand e = {.possible = true};
    for (int face = FL_PARROT; face < FL_FACES; face++)
        add_face(s, m->of[face], wish->on[face], wish->beside[face], &e);
    return e;
}

static fl_move first_move(const struct errand *e)
{
    if (e->put)
        return (fl_move)(FL_SABORDS_PUT + e->put);
    if (e->take)
        return (fl_move)(FL_SABORDS_TAKE + e->take);
    return (fl_move)(FL_SABORDS_REROLL + e->thrown);
}

/* The best that is left with some dice bound to where they have been moved. */
static struct wish wish_of_the_bound(const struct fl_sabords *s, const struct fl_solved *solved)
{
    struct fl_island island;
    struct fl_island_plan plan;
    struct wish wish = {.stop = false};
    fl_sabords_count(s->die, ALL_DICE, island.lying);
    fl_sabords_count(s->die, s->moved & s->treasure, island.on);
    fl_sabords_count(s->die, s->moved & ~(unsigned)s->treasure, island.beside);
    fl_island_solve(&solved->turn, &solved->stakes, &solved->worth, &island, &plan);
    wish.stop = plan.stops;
    memcpy(wish.on, plan.saved, sizeof wish.on);
    memcpy(wish.beside, plan.kept, sizeof wish.beside);
    return wish;
}

static fl_move arrange_as_solved(const struct fl_sabords *s, const struct masks *m,
                                 const struct fl_solved *solved)
{
    struct wish wish = wish_of_the_bound(s, solved);
    struct errand e = errand_for(s, m, &wish);
    return wish.stop ? FL_SABORDS_STOP : first_move(&e);
}

/* ---- for points ---- */

/* Dice have changed place otherwise than the table would have it: the turn is solved afresh, which
 * takes half a thousandth of a second. */
static fl_move arrange_the_bound(const struct fl_sabords *s, const struct masks *m)
{
    struct fl_solved *solved = malloc(sizeof *solved);
    if (!solved)
        return FL_SABORDS_STOP; /* no memory: stopping is always allowed */
    fl_solve_for_points(s->card, solved);
    fl_move move = arrange_as_solved(s, m, solved);
    free(solved);
    return move;
}

static fl_move arrange_by_table(const struct fl_sabords *s, const struct masks *m, unsigned entry)
{
    struct wish wish = {.stop = false};
    for (int face = FL_PARROT; face < FL_FACES; face++)
        wish.on[face] = (uint8_t)fl_kept(entry, face);
    struct errand e = errand_for(s, m, &wish);
    return e.possible ? first_move(&e) : arrange_the_bound(s, m);
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

/* The plan's way with the dice that lie, told as in fl_keep_for_points. */
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
    fl_move move =
        s->card == FL_CARD_ISLAND ? arrange_as_solved(s, &m, solved) : follow_plan(s, &m, solved);
    free(solved);
    return move;
}
