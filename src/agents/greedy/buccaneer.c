/* Buccaneer as a sensible casual player with a good memory plays it: board when it pays, gather a
 * crew that could board next turn, take away a crew that would pay its captain, put a cheap pawn on
 * top, and call a mutiny when the wages are better than what the captain would keep. */
#include "games/buccaneer.h"
#include "agents/agent.h"
#include "agents/likes.h"

enum { NEVER = -1000 };

/* What one treasure may be worth at the end, in tenths of a ducat. */
static int token_worth(int kind)
{
    return 4 * fl_buccaneer_value[kind];
}

static int best_treasure(int ship)
{
    return 31 - __builtin_clz(fl_buccaneer_ship[ship].treasures);
}

/* The wages a crew would be paid on a ship: those of one seat, or of all under its captain. */
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

/* What a boarding is worth to the captain, in tenths: ducats, treasure, less what others get. */
static int boarding_worth(const struct fl_buccaneer *s, struct fl_boarding b)
{
    const struct fl_buccaneer_ship *ship = &fl_buccaneer_ship[b.ship];
    int paid = wages(s, b.top, b.ship, FL_NOBODY), purse = s->purse[fl_pawn_colour(b.top)];
    int left = ship->ducats - paid < -purse ? -purse : ship->ducats - paid;
    unsigned other = ship->treasures & ~(1u << b.kind);
    int given = 10 * paid + (other ? token_worth(fl_lowest(other)) : 0);
    return 10 * left + token_worth(b.kind) - given / s->seats;
}

/* The best a crew could do with the ships at sea, or NEVER. */
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

/* Pirates that are lacking for the smallest ship at sea. */
static int lacking(const struct fl_buccaneer *s, int top)
{
    return fl_buccaneer_ship[fl_lowest(s->sea)].crew - fl_crew_size(s, top);
}

/* A crew that can board next turn may be captured before, a big one less easily. */
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

/* The crew of the captain in which three of a seat's pawns serve. */
static int crew_of_mutineer(const struct fl_buccaneer *s, int seat)
{
    uint32_t own = fl_tops_of(s, s->seat);
    while (fl_crew_of(s, fl_lowest(own), seat) < 3)
        own &= own - 1;
    return fl_lowest(own);
}

/* Pays on the smallest ship at sea against what its captain can hope for; with few pawns of one's
 * own on top, one wants the others back. */
static bool wants_mutiny(const struct fl_buccaneer *s, int seat)
{
    int top = crew_of_mutineer(s, seat);
    uint32_t own = fl_tops_of(s, seat);
    bool blocked = !(own & (own - 1)); /* at most one */
    return blocked || 10 * wages(s, top, fl_lowest(s->sea), seat) > prospect(s, top);
}

void fl_likes_buccaneer(const struct fl_sight *sight, const struct fl_moves *list,
                        int like[FL_MAX_MOVES])
{
    const struct fl_buccaneer *s = (const void *)&sight->state;
    if (s->phase == FL_BUCCANEER_ASKING) { /* mutiny, obey */
        like[0] = wants_mutiny(s, sight->viewer);
        like[1] = !like[0];
        return;
    }
    for (uint32_t i = 0; i < list->count; i++)
        like[i] = worth_of(s, list->at[i].move);
}

/* Among equals any, or the first seats would be captured most. */
fl_move fl_greedy_buccaneer(const struct fl_sight *sight, uint32_t effort, struct fl_rng *rng)
{
    (void)effort;
    return fl_any_liked(sight, fl_likes_buccaneer, rng);
}
