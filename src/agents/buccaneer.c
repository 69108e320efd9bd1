/* What agents know about Buccaneer. The greedy agent remembers all chests. It boards when this
 * pays, gathers a crew that could board in the next turn, takes away a crew that would pay its
 * captain, puts a cheap pawn on top, and calls a mutiny when the wages exceed the captain's profit.
 * Values are in tenths of a ducat. */
#include "games/buccaneer/buccaneer.h"
#include "agents/game_ai.h"
#include "games/games.h"

enum { NEVER = -1000 };

/* The expected value of a treasure at the end. */
static int token_worth(int kind)
{
    return 4 * fl_buccaneer_value[kind];
}

static int best_treasure(int ship)
{
    return 31 - __builtin_clz(fl_buccaneer_ship[ship].treasures);
}

/* Wages on this ship in ducats: those of one seat, or with FL_NOBODY those of all but
 * the captain. */
static int wages(const struct fl_buccaneer *s, int top, int ship, int seat)
{
    int sum = 0, captain = fl_pawn_colour(top);
    for (int pawn = s->below[top]; pawn; pawn = s->below[pawn - 1]) {
        int colour = fl_pawn_colour(pawn - 1);
        if (seat == FL_NOBODY ? colour != captain : colour == seat)
            sum += fl_buccaneer_wage(pawn - 1, ship);
    }
    return sum;
}

/* The value of a boarding for its captain: ducats and treasure less a share of what opponents
 * receive. */
static int boarding_worth(const struct fl_buccaneer *s, struct fl_boarding b)
{
    const struct fl_buccaneer_ship *ship = &fl_buccaneer_ship[b.ship];
    int paid = wages(s, b.top, b.ship, FL_NOBODY), purse = s->purse[fl_pawn_colour(b.top)];
    int left = ship->ducats - paid < -purse ? -purse : ship->ducats - paid;
    unsigned other = ship->treasures & ~(1u << b.kind);
    int given = 10 * paid + (other ? token_worth(fl_lowest(other)) : 0);
    return 10 * left + token_worth(b.kind) - given / s->seats;
}

/* The best value of a boarding of any ship at sea, or NEVER. */
static int prospect(const struct fl_buccaneer *s, int top)
{
    int best = NEVER;
    for (unsigned rest = s->sea; rest; rest &= rest - 1) {
        struct fl_boarding b = {top, fl_lowest(rest), best_treasure(fl_lowest(rest))};
        if (fl_buccaneer_ship[b.ship].crew > fl_crew_size(s, top))
            continue;
        int worth = boarding_worth(s, b);
        best = worth > best ? worth : best;
    }
    return best;
}

/* The number of pirates missing for the smallest ship at sea. */
static int lacking(const struct fl_buccaneer *s, int top)
{
    return fl_buccaneer_ship[fl_lowest(s->sea)].crew - fl_crew_size(s, top);
}

/* A crew that can board in the next turn may be captured before that; a large one is harder to
 * capture. */
static int merge_worth(const struct fl_buccaneer *s, int top, int target)
{
    struct fl_buccaneer after = *s;
    int bottom = s->bottom[top], taken = prospect(s, target);
    after.below[bottom] = (uint8_t)(target + 1);
    after.crew[top] += s->crew[target];
    int hoped = prospect(&after, top), size = fl_crew_size(&after, top);
    int worth = hoped > NEVER ? hoped * (3 + size) / 12 : -10 * lacking(&after, top);
    if (taken > 0)
        worth += taken / 2;
    return worth - 2 * fl_pawn_mark(top);
}

static int worth_of(const struct fl_buccaneer *s, fl_move move)
{
    if (move < FL_BUCCANEER_BOARD)
        return merge_worth(s, fl_merge_mover(move), fl_merge_target(move));
    return boarding_worth(s, fl_boarding_of(move));
}

/* The current captain's crew with three pawns of this seat. */
static int crew_of_mutineer(const struct fl_buccaneer *s, int seat)
{
    uint32_t own = fl_tops_of(s, s->seat);
    while (fl_crew_of(s, fl_lowest(own), seat) < 3)
        own &= own - 1;
    return fl_lowest(own);
}

/* Whether the wages on the smallest ship at sea exceed the captain's prospect. A seat with at most
 * one pawn on top calls a mutiny to free its pawns. */
static bool wants_mutiny(const struct fl_buccaneer *s, int seat)
{
    int top = crew_of_mutineer(s, seat);
    uint32_t own = fl_tops_of(s, seat);
    bool blocked = !(own & (own - 1)); /* at most one bit is set */
    return blocked || 10 * wages(s, top, fl_lowest(s->sea), seat) > prospect(s, top);
}

static void score_moves(const struct fl_sight *sight, const struct fl_moves *list,
                        int score[FL_MAX_MOVES])
{
    const struct fl_buccaneer *s = (const void *)&sight->state;
    if (s->phase == FL_BUCCANEER_ASKING) { /* the list is: mutiny, obey */
        score[0] = wants_mutiny(s, sight->viewer);
        score[1] = !score[0];
        return;
    }
    for (uint32_t i = 0; i < list->count; i++)
        score[i] = worth_of(s, list->at[i].move);
}

/* Ties are broken at random. Otherwise the first seats would be captured most often. */
static fl_move choose_greedy(const struct fl_sight *sight, uint32_t effort, struct fl_rng *rng)
{
    (void)effort;
    return fl_prior_best_move_random(sight, score_moves, rng);
}

const struct fl_game_ai fl_buccaneer_ai = {
    .game = &fl_buccaneer,
    .greedy = choose_greedy,
    .levels = {{"casual", 40}, {"casual", 75}, {"ismcts", 50}, {"ismcts", 15000}},
    .playout = choose_greedy,
    .random_per_256 = 16,
    .prior = score_moves,
    .prior_weight = 0.3,
    .exploration = 2,
};
