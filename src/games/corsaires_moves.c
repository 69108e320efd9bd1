/* Corsaires: what is allowed, and what chance may bring. */
#include "games/corsaires.h"

#define ONE_OF_EACH 0x1111111111111111u  /* one card of each kind of a half */
#define ONE_COLOUR (uint64_t)0xFFFF      /* all ships of a colour */
#define ALL_GALLEONS (uint64_t)0xFFFFFFF /* of the second half */

/* The cards a seat holds, or may hold as far as this state knows. */
static struct fl_cards cards_held(const struct fl_corsaires *s, int seat)
{
    struct fl_cards held = s->hand[seat];
    if (s->hidden[seat])
        fl_add_cards(&held, &s->left);
    return held;
}

/* Ships of the colours that nobody has used in a fight. */
static uint64_t colours_free(uint64_t ships)
{
    ships |= ships >> 8;
    ships |= ships >> 4;
    ships |= ships >> 2;
    ships |= ships >> 1;
    return ~((ships & 0x0001000100010001u) * ONE_COLOUR); /* the lowest bit of each colour */
}

/* 3.5: the ships of the colours a side may use in a fight. */
static uint64_t colours_open(const struct fl_corsaires *s, int fight, int side)
{
    int colour = fl_corsaires_colour(s, fight, side);
    return colour < 0 ? colours_free(s->ships[fight]) : ONE_COLOUR << 16 * colour;
}

static bool may_play_on(const struct fl_corsaires *s, int side, int fight, int what)
{
    if (!(s->open >> fight & 1))
        return false;
    if (what < FL_ON_CAPTAINS)
        return colours_open(s, fight, side) >> 4 * what & 1;
    if (what < FL_ON_ADMIRAL)
        return fl_corsaires_attacker(s, fight, what - FL_ON_CAPTAINS) == side;
    return fl_corsaires_owner(s, fight) == side;
}

/* The lowest bit of each kind of which there is a card. */
static uint64_t kinds_in(uint64_t half)
{
    half |= half >> 2;
    half |= half >> 1;
    return half & ONE_OF_EACH;
}

/* One move for each kind of a half that is marked. */
static void list_kinds(uint64_t kinds, int base, struct fl_moves *out)
{
    for (; kinds; kinds &= kinds - 1)
        fl_offer(out, (fl_move)(base + __builtin_ctzll(kinds) / 4), 1);
}

/* What may be played on one galleon. */
static void list_on(const struct fl_corsaires *s, int side, int fight, const struct fl_cards *held,
                    struct fl_moves *out)
{
    int base = FL_CORSAIRES_ON + FL_ON_KINDS * fight;
    int colour = fl_corsaires_colour(s, fight, side);
    list_kinds(kinds_in(held->half[0]) & colours_open(s, fight, side), base, out);
    if (colour >= 0 && fl_cards_of(held, FL_CAPTAINS + colour))
        fl_offer(out, (fl_move)(base + FL_ON_CAPTAINS + colour), 1);
    if (fl_corsaires_owner(s, fight) == side && fl_cards_of(held, FL_ADMIRAL))
        fl_offer(out, (fl_move)(base + FL_ON_ADMIRAL), 1);
}

static void list_turn(const struct fl_corsaires *s, int seat, struct fl_moves *out)
{
    struct fl_cards held = cards_held(s, seat);
    int side = fl_corsaires_side(s, seat);
    if (s->pile)
        fl_offer(out, FL_CORSAIRES_DRAW, 1);
    list_kinds(kinds_in(held.half[1] & ALL_GALLEONS), FL_CORSAIRES_LAY, out);
    for (uint32_t open = s->open; open; open &= open - 1)
        list_on(s, side, __builtin_ctz(open), &held, out);
    if (!s->pile) { /* 6.1 */
        list_kinds(kinds_in(held.half[0]), FL_CORSAIRES_DISCARD, out);
        list_kinds(kinds_in(held.half[1] & ~ALL_GALLEONS), FL_CORSAIRES_DISCARD + FL_GALLEONS, out);
    }
}

struct fl_cards fl_corsaires_still_closed(const struct fl_corsaires *s)
{
    struct fl_cards rest = fl_cards_from(&s->hand[s->seat], s->last_shown);
    rest.half[s->last_shown >> 4] -= (uint64_t)s->times_shown << 4 * (s->last_shown & 15);
    return rest;
}

/* In the truth the next card is known. In a sight it may be any kind not below the last, of which
 * or above which there are enough cards for the rest of the hand. */
static bool may_show(const struct fl_corsaires *s, int kind)
{
    struct fl_cards rest = fl_corsaires_still_closed(s);
    if (!s->hidden[s->seat])
        return kind == fl_kind_under(&rest, 0);
    rest = fl_cards_from(&s->left, kind);
    return kind >= s->last_shown && fl_cards_of(&rest, kind) &&
           fl_count_cards(&rest) >= s->hidden[s->seat];
}

static void list_chance(const struct fl_corsaires *s, struct fl_moves *out)
{
    if (s->phase == FL_CORSAIRES_WHO_STARTS)
        for (int seat = 0; seat < s->seats; seat += 1 + s->teams)
            fl_offer(out, (fl_move)(FL_CORSAIRES_FIRST + seat), 1);
    else if (s->phase == FL_CORSAIRES_SHOWING)
        for (int kind = 0; kind < FL_CORSAIRES_KINDS; kind++) {
            if (may_show(s, kind))
                fl_offer(out, (fl_move)(FL_CORSAIRES_SHOW + kind), 1);
        }
    else
        for (int kind = 0; kind < FL_CORSAIRES_KINDS; kind++)
            if (fl_cards_of(&s->left, kind))
                fl_offer(out, (fl_move)(FL_CORSAIRES_CARD + kind), fl_cards_of(&s->left, kind));
}

void fl_corsaires_moves(const void *state, int seat, struct fl_moves *out)
{
    if (seat == FL_CHANCE)
        list_chance(state, out);
    else
        list_turn(state, seat, out);
}

static bool legal_turn(const struct fl_corsaires *s, int seat, fl_move move)
{
    struct fl_cards held = cards_held(s, seat);
    int kind = fl_corsaires_kind_of(move), number = move - FL_CORSAIRES_ON;
    if (move == FL_CORSAIRES_DRAW)
        return s->pile;
    if (move < FL_CORSAIRES_ON)
        return fl_cards_of(&held, kind);
    if (move < FL_CORSAIRES_DISCARD)
        return fl_cards_of(&held, kind) && may_play_on(s, fl_corsaires_side(s, seat),
                                                       number / FL_ON_KINDS, number % FL_ON_KINDS);
    bool galleon = kind >= FL_GALLEONS && kind < FL_CAPTAINS;
    return kind < FL_CORSAIRES_KINDS && !s->pile && !galleon && fl_cards_of(&held, kind);
}

bool fl_corsaires_legal(const void *state, int seat, fl_move move)
{
    const struct fl_corsaires *s = state;
    int kind = move - (s->phase == FL_CORSAIRES_SHOWING ? FL_CORSAIRES_SHOW : FL_CORSAIRES_CARD);
    switch (s->phase) {
    case FL_CORSAIRES_PLAYING:
        return legal_turn(s, seat, move);
    case FL_CORSAIRES_WHO_STARTS:
        return move >= FL_CORSAIRES_FIRST && move < FL_CORSAIRES_FIRST + s->seats &&
               !((move - FL_CORSAIRES_FIRST) & s->teams);
    case FL_CORSAIRES_SHOWING:
        return kind >= 0 && kind < FL_CORSAIRES_KINDS && may_show(s, kind);
    default:
        return kind >= 0 && kind < FL_CORSAIRES_KINDS && fl_cards_of(&s->left, kind);
    }
}

fl_move fl_corsaires_draw(const void *state, struct fl_rng *rng)
{
    const struct fl_corsaires *s = state;
    if (s->phase == FL_CORSAIRES_WHO_STARTS) {
        int side = (int)fl_rng_below(rng, (uint32_t)fl_corsaires_sides(s));
        return (fl_move)(FL_CORSAIRES_FIRST + fl_corsaires_speaker(s, side));
    }
    if (s->phase == FL_CORSAIRES_SHOWING) {
        struct fl_cards rest = fl_corsaires_still_closed(s);
        return (fl_move)(FL_CORSAIRES_SHOW + fl_kind_under(&rest, fl_rng_below(rng, 1)));
    }
    return (fl_move)(FL_CORSAIRES_CARD + fl_kind_under(&s->left, fl_rng_below(rng, s->pile)));
}
