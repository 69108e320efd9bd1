/* Buccaneer: the shares of a boarding, as far as visible pawns determine them.
 *
 * Numbers in comments refer to docs/rules/buccaneer.*.md. */
#include "games/buccaneer/buccaneer.h"

#include <assert.h>

/* The pawns of a seat that may be in the crew; the crew has some or all of them. */
static uint32_t likely_pawns(const struct fl_buccaneer *s, int top, int seat)
{
    uint32_t set = 0;
    if (!s->aide)
        return fl_hand(seat) & ~fl_tops(s);
    for (int pawn = top + 1; pawn; pawn = s->below[pawn - 1])
        set |= 1u << (pawn - 1);
    return set & fl_hand(seat);
}

/* Lists the wages of a set of pawns in ascending order. Returns their number. */
static int sort_wages(uint32_t pawns, int ship, int wage[FL_BUCCANEER_MARKS])
{
    int count = 0;
    for (; pawns; pawns &= pawns - 1) {
        int next = fl_buccaneer_wage(fl_lowest(pawns), ship), place = count++;
        for (; place && wage[place - 1] > next; place--)
            wage[place] = wage[place - 1];
        wage[place] = next;
    }
    return count;
}

/* 5.9: at least the cheapest and at most the most expensive pawns that the seat may have in the
 * crew. */
static void add_wages(const struct fl_buccaneer *s, int seat, struct fl_buccaneer_bill *bill)
{
    int wage[FL_BUCCANEER_MARKS];
    int count = sort_wages(likely_pawns(s, bill->top, seat), bill->ship, wage);
    struct fl_buccaneer_share *share = &bill->share[bill->shares++];
    *share = (struct fl_buccaneer_share){.seat = seat};
    for (int i = 0; i < fl_crew_of(s, bill->top, seat); i++) {
        share->least += wage[i];
        share->most += wage[count - 1 - i];
    }
    bill->share[0].least -= share->most;
    bill->share[0].most -= share->least;
}

/* 5.11: a captain cannot pay more than the purse. A hidden purse gives no limit. */
static void limit_to_purse(const struct fl_buccaneer *s, bool known, struct fl_buccaneer_share *own)
{
    int purse = s->purse[own->seat];
    if (known && own->least < -purse)
        own->least = -purse;
    if (known && own->most < -purse)
        own->most = -purse;
}

void fl_buccaneer_compute_shares(const struct fl_buccaneer *s, bool known,
                                 struct fl_buccaneer_bill *bill)
{
    int ducats = fl_buccaneer_ship[bill->ship].ducats, captain = fl_pawn_colour(bill->top);
    unsigned paid = 1u << captain; /* 5.10: captains do not pay their own pawns */
    assert(fl_is_top(s, bill->top));
    bill->shares = 1;
    bill->share[0] = (struct fl_buccaneer_share){.seat = captain, .least = ducats, .most = ducats};
    for (int pawn = s->below[bill->top]; pawn; pawn = s->below[pawn - 1]) {
        int seat = fl_pawn_colour(pawn - 1);
        if (!(paid >> seat & 1))
            add_wages(s, seat, bill);
        paid |= 1u << seat;
    }
    limit_to_purse(s, known, &bill->share[0]);
}
