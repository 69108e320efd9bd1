/* Buccaneer: view, questions and explanations.
 *
 * Numbers in comments refer to docs/rules/buccaneer.*.md. */
#include "games/buccaneer/buccaneer.h"

#include <assert.h>

#include "games/games.h"

enum { COPIES = 6 }; /* of each treasure */

static const char *const pawn_key[FL_BUCCANEER_SEATS] = {
    "bu.pawn.red", "bu.pawn.blue", "bu.pawn.yellow", "bu.pawn.black", "bu.pawn.green"};

/* Ids of items. A visible pawn has its own number; a covered one is numbered by its position. */
enum {
    ITEM_COVERED = 32, /* + 9 * top + how deep */
    ITEM_SHIP = 300,
    ITEM_CARGO = 320, /* + 8 * ship: crew, ducats, pay of a ?, and from 4 its treasures */
    ITEM_DECK = 500,
    ITEM_BOARDED,
    ITEM_SUPPLY = 510,
    ITEM_WORTH = 515,
    ITEM_PURSE = 520,
    ITEM_TREASURE = 530,
    ITEM_TOTAL = 560,
    ITEM_GAIN = 570,
    ITEM_SHARE = 1000 /* + 150 * top + 10 * ship + 2 * seat; the next is what it can be at most */
};
enum { MARK_ASKED, MARK_CALLED, MARK_REBEL, MARK_MOST };

/* ---- shares of a boarding, as far as visible pawns determine them ---- */

/* The possible change of a purse by a boarding, in ducats; negative for a captain who must pay. */
struct share {
    int seat, least, most;
};

/* The captain's share first, then the others from the top of the crew down. `top` and `ship` are
 * inputs. */
struct bill {
    int top, ship, shares;
    struct share share[FL_BUCCANEER_SEATS];
};

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
static void add_wages(const struct fl_buccaneer *s, int seat, struct bill *bill)
{
    int wage[FL_BUCCANEER_MARKS];
    int count = sort_wages(likely_pawns(s, bill->top, seat), bill->ship, wage);
    struct share *share = &bill->share[bill->shares++];
    *share = (struct share){.seat = seat};
    for (int i = 0; i < fl_crew_of(s, bill->top, seat); i++) {
        share->least += wage[i];
        share->most += wage[count - 1 - i];
    }
    bill->share[0].least -= share->most;
    bill->share[0].most -= share->least;
}

/* 5.11: a captain cannot pay more than the purse. A hidden purse gives no limit. */
static void limit_to_purse(const struct fl_buccaneer *s, bool known, struct share *own)
{
    int purse = s->purse[own->seat];
    if (known && own->least < -purse)
        own->least = -purse;
    if (known && own->most < -purse)
        own->most = -purse;
}

/* Computes the shares of a boarding. `known`: the captain's purse is visible too. */
static void compute_shares(const struct fl_buccaneer *s, bool known, struct bill *bill)
{
    int ducats = fl_buccaneer_ship[bill->ship].ducats, captain = fl_pawn_colour(bill->top);
    unsigned paid = 1u << captain; /* 5.10: captains do not pay their own pawns */
    assert(fl_is_top(s, bill->top));
    bill->shares = 1;
    bill->share[0] = (struct share){.seat = captain, .least = ducats, .most = ducats};
    for (int pawn = s->below[bill->top]; pawn; pawn = s->below[pawn - 1]) {
        int seat = fl_pawn_colour(pawn - 1);
        if (!(paid >> seat & 1))
            add_wages(s, seat, bill);
        paid |= 1u << seat;
    }
    limit_to_purse(s, known, &bill->share[0]);
}

/* ---- view ---- */

/* Whether a viewer sees the purse of a seat. */
static bool sees_purse(const struct fl_buccaneer *s, int seat, int viewer)
{
    return !s->hidden || seat == viewer || viewer == FL_TRUTH || s->phase == FL_BUCCANEER_OVER;
}

/* Whether somebody is being asked about this crew. */
static bool is_in_question(const struct fl_buccaneer *s, int top)
{
    return s->phase == FL_BUCCANEER_ASKING && fl_pawn_colour(top) == s->seat &&
           fl_crew_of(s, top, s->mover) >= 3;
}

static void view_share(const struct bill *bill, int place, const char *role, struct fl_view *out)
{
    const struct share *share = &bill->share[place];
    int id = ITEM_SHARE + 150 * bill->top + 10 * bill->ship + 2 * share->seat;
    struct fl_item *item = fl_view_item(out, id, "bu.share", role);
    item->owner = (uint8_t)share->seat;
    item->on = (uint16_t)bill->top;
    item->value = share->least;
    if (share->most == share->least)
        return;
    item = fl_view_item(out, id + 1, "bu.most", NULL);
    item->on = (uint16_t)id;
    item->value = share->most;
}

/* The shares of a boarding. A second treasure exists on some ships only (5.7). */
static void view_bill(const struct fl_buccaneer *s, int top, int ship, int viewer,
                      struct fl_view *out)
{
    unsigned treasures = fl_buccaneer_ship[ship].treasures;
    bool two = treasures & (treasures - 1);
    struct bill bill = {.top = top, .ship = ship};
    compute_shares(s, sees_purse(s, s->seat, viewer), &bill);
    for (int i = 0; i < bill.shares; i++)
        view_share(&bill, i,
                   i == 0          ? "bu.share.captain"
                   : i == 1 && two ? "bu.share.second"
                                   : NULL,
                   out);
}

/* Crews that may board this ship now, or that may mutiny. */
static void view_bills(const struct fl_buccaneer *s, int ship, int viewer, struct fl_view *out)
{
    bool acting = s->phase == FL_BUCCANEER_ACTING && !s->called;
    uint32_t own = fl_tops_of(s, s->seat) & ~s->up_to[fl_buccaneer_ship[ship].crew - 1];
    if (s->phase != FL_BUCCANEER_ACTING && s->phase != FL_BUCCANEER_ASKING)
        return;
    for (; own; own &= own - 1) {
        int top = fl_lowest(own);
        if (acting || is_in_question(s, top) || fl_buccaneer_is_called(s, top))
            view_bill(s, top, ship, viewer, out);
    }
}

static void view_ship(int ship, struct fl_view *out)
{
    const struct fl_buccaneer_ship *card = &fl_buccaneer_ship[ship];
    static const char *const kind[] = {"bu.needs", "bu.ducats", "bu.question"};
    const uint8_t number[] = {card->crew, card->ducats, card->question};
    int cargo = ITEM_CARGO + 8 * ship;
    fl_view_zone(out, "bu.zone.ship", FL_NOBODY, ship + 1);
    fl_view_item(out, ITEM_SHIP + ship, "bu.ship", NULL)->value = ship + 1;
    for (int i = 0; i < 3; i++) {
        struct fl_item *item = fl_view_item(out, cargo + i, kind[i], NULL);
        item->value = number[i];
        item->on = (uint16_t)(ITEM_SHIP + ship);
    }
    for (unsigned kinds = card->treasures; kinds; kinds &= kinds - 1)
        fl_view_item(out, cargo + 4 + fl_lowest(kinds), "bu.treasure",
                     fl_buccaneer_treasure[fl_lowest(kinds)])
            ->on = (uint16_t)(ITEM_SHIP + ship);
}

static void view_supply(const struct fl_buccaneer *s, struct fl_view *out)
{
    fl_view_zone(out, "bu.zone.supply", FL_NOBODY, 0);
    for (int kind = 0; kind < FL_TREASURES; kind++) {
        int left = COPIES;
        for (int seat = 0; seat < s->seats; seat++)
            left -= s->treasure[seat][kind];
        fl_view_item(out, ITEM_SUPPLY + kind, "bu.treasure", fl_buccaneer_treasure[kind])->value =
            left;
    }
    for (int kind = 0; kind < FL_TREASURES; kind++) {
        struct fl_item *worth = fl_view_item(out, ITEM_WORTH + kind, "bu.worth", NULL);
        worth->value = fl_buccaneer_value[kind];
        worth->on = (uint16_t)(ITEM_SUPPLY + kind);
    }
}

static int item_of(const struct fl_buccaneer *s, int top, int pawn, int depth)
{
    return depth && !s->aide ? ITEM_COVERED + FL_BUCCANEER_MOST * top + depth : pawn;
}

static uint8_t marks_of(const struct fl_buccaneer *s, int top, int pawn)
{
    int captain = fl_pawn_colour(top), colour = fl_pawn_colour(pawn);
    bool rebel = colour != captain && fl_crew_of(s, top, colour) >= 3; /* 6.1 */
    bool asked = pawn == top && is_in_question(s, top);
    bool called = pawn == top && captain == s->seat && fl_buccaneer_is_called(s, top);
    return (uint8_t)(rebel << MARK_REBEL | asked << MARK_ASKED | called << MARK_CALLED);
}

static void view_crew(const struct fl_buccaneer *s, int top, struct fl_view *out)
{
    fl_view_zone(out, "bu.zone.crew", fl_pawn_colour(top), fl_pawn_mark(top) + 1);
    for (int pawn = top, depth = 0;; depth++) {
        bool open = !depth || s->aide;
        struct fl_item *item =
            fl_view_item(out, item_of(s, top, pawn, depth), pawn_key[fl_pawn_colour(pawn)],
                         open ? fl_buccaneer_mark[fl_pawn_mark(pawn)] : NULL);
        item->owner = (uint8_t)fl_pawn_colour(pawn);
        item->marks = marks_of(s, top, pawn);
        if (!s->below[pawn])
            return;
        pawn = s->below[pawn] - 1;
        item->on = (uint16_t)item_of(s, top, pawn, depth + 1);
    }
}

static void view_seat(const struct fl_buccaneer *s, int seat, int viewer, struct fl_view *out)
{
    bool open = sees_purse(s, seat, viewer);
    fl_view_zone(out, "bu.zone.purse", seat, 0);
    fl_view_item(out, ITEM_PURSE + seat, "bu.purse", open ? NULL : "bu.hidden")->value =
        open ? s->purse[seat] : 0;
    fl_view_zone(out, "bu.zone.treasures", seat, 0);
    for (int kind = 0; kind < FL_TREASURES; kind++) {
        struct fl_item *item = fl_view_item(out, ITEM_TREASURE + FL_TREASURES * seat + kind,
                                            "bu.treasure", fl_buccaneer_treasure[kind]);
        item->value = s->treasure[seat][kind];
        item->marks = (uint8_t)(fl_buccaneer_has_most(s, seat, kind) << MARK_MOST);
    }
    for (uint32_t own = fl_tops_of(s, seat); own; own &= own - 1)
        view_crew(s, fl_lowest(own), out);
}

/* Ducats for each kind of treasure, and the total. */
static void view_treasure_worth(const struct fl_buccaneer *s, struct fl_view *out)
{
    fl_view_zone(out, "bu.zone.totals", FL_NOBODY, 0);
    for (int seat = 0; seat < s->seats; seat++) {
        struct fl_item *total = fl_view_item(out, ITEM_TOTAL + seat, "bu.total", NULL);
        total->owner = (uint8_t)seat;
        total->value = fl_buccaneer.score(s, seat);
    }
    for (int seat = 0; seat < s->seats; seat++) {
        fl_view_zone(out, "bu.zone.gains", seat, 0);
        for (int kind = 0; kind < FL_TREASURES; kind++)
            fl_view_item(out, ITEM_GAIN + FL_TREASURES * seat + kind, "bu.gain",
                         fl_buccaneer_treasure[kind])
                ->value = fl_buccaneer_gain(s, seat, kind);
    }
}

/* Only purses can be hidden; covered pawns are hidden from everybody. */
void fl_buccaneer_view(const void *state, int viewer, struct fl_view *out)
{
    const struct fl_buccaneer *s = state;
    for (unsigned rest = s->sea; rest; rest &= rest - 1) {
        view_ship(fl_lowest(rest), out);
        view_bills(s, fl_lowest(rest), viewer, out);
    }
    fl_view_zone(out, "bu.zone.deck", FL_NOBODY, 0);
    fl_view_item(out, ITEM_DECK, "bu.deck", NULL)->value = s->unturned;
    fl_view_item(out, ITEM_BOARDED, "bu.boarded", NULL)->value = s->boarded;
    view_supply(s, out);
    for (int seat = 0; seat < s->seats; seat++)
        view_seat(s, seat, viewer, out);
    if (s->phase == FL_BUCCANEER_OVER)
        view_treasure_worth(s, out);
}

/* The crew that the current question is about. */
static int crew_in_question(const struct fl_buccaneer *s)
{
    uint32_t own = fl_tops_of(s, s->seat);
    while (!is_in_question(s, fl_lowest(own)))
        own &= own - 1;
    return fl_lowest(own);
}

int fl_buccaneer_touches(const void *state, int seat, fl_move move, uint16_t *item)
{
    const struct fl_buccaneer *s = state;
    (void)seat;
    if (move < FL_BUCCANEER_BOARD) {
        item[0] = (uint16_t)fl_merge_mover(move);
        item[1] = (uint16_t)fl_merge_target(move);
        return 2;
    }
    if (move < FL_BUCCANEER_MUTINY) {
        struct fl_boarding b = fl_boarding_of(move);
        item[0] = (uint16_t)b.top;
        item[1] = (uint16_t)(ITEM_SHIP + b.ship);
        item[2] = (uint16_t)(ITEM_CARGO + 8 * b.ship + 4 + b.kind);
        return 3;
    }
    item[0] = (uint16_t)crew_in_question(s);
    return 1;
}

void fl_buccaneer_prompt(const void *state, int seat, struct fl_phrase *out)
{
    const struct fl_buccaneer *s = state;
    bool asking = s->phase == FL_BUCCANEER_ASKING;
    fl_phrase_begin(out, asking ? "bu.ask.mutiny" : s->called ? "bu.ask.must-board" : "bu.ask.act");
    fl_with_seat(out, "who", seat);
    if (asking) {
        fl_with_seat(out, "captain", s->seat);
        fl_with_number(out, "n", fl_crew_of(s, crew_in_question(s), seat));
    }
}

/* ---- explanations ---- */

static void explain(struct fl_phrase *out, const char *key, const char *rule)
{
    fl_phrase_begin(out, key);
    fl_with_text(out, "rule", rule);
}

static void why_not_merge(const struct fl_buccaneer *s, int top, int target, struct fl_phrase *out)
{
    if (s->called)
        explain(out, "bu.why.must-board", "6.5");
    else if (fl_pawn_colour(top) >= s->seats || fl_pawn_colour(target) >= s->seats)
        explain(out, "bu.why.in-the-box", "1.3");
    else if (fl_pawn_colour(top) != s->seat)
        explain(out, "bu.why.not-yours", "4.3");
    else if (!fl_is_top(s, top) || !fl_is_top(s, target))
        explain(out, "bu.why.covered", "4.6");
    else if (fl_pawn_colour(target) == s->seat)
        explain(out, "bu.why.own", "4.4");
    else {
        explain(out, "bu.why.ten", "4.5");
        fl_with_number(out, "n", fl_crew_size(s, top) + fl_crew_size(s, target));
    }
}

static void why_too_few(int pirates, int needed, struct fl_phrase *out)
{
    explain(out, "bu.why.too-few", "5.3");
    fl_with_number(fl_with_number(out, "crew", needed), "n", needed - pirates);
}

static void why_not_board(const struct fl_buccaneer *s, struct fl_boarding b, struct fl_phrase *out)
{
    if (fl_pawn_colour(b.top) >= s->seats)
        explain(out, "bu.why.in-the-box", "1.3");
    else if (fl_pawn_colour(b.top) != s->seat)
        explain(out, "bu.why.not-captain", "5.1");
    else if (!fl_is_top(s, b.top))
        explain(out, "bu.why.covered", "4.6");
    else if (s->called && !fl_buccaneer_is_called(s, b.top))
        explain(out, "bu.why.other-crew", "6.5");
    else if (!(s->sea >> b.ship & 1))
        explain(out, "bu.why.not-at-sea", "5.2");
    else if (fl_crew_size(s, b.top) == 1)
        explain(out, "bu.why.alone", "5.4");
    else if (fl_crew_size(s, b.top) < fl_buccaneer_ship[b.ship].crew)
        why_too_few(fl_crew_size(s, b.top), fl_buccaneer_ship[b.ship].crew, out);
    else
        explain(out, "bu.why.no-such-treasure", "5.5");
}

void fl_buccaneer_why_not(const void *state, int seat, fl_move move, struct fl_phrase *out)
{
    const struct fl_buccaneer *s = state;
    (void)seat;
    if (s->phase == FL_BUCCANEER_ASKING)
        explain(out, "bu.why.answer", "6.3");
    else if (move < FL_BUCCANEER_BOARD)
        why_not_merge(s, fl_merge_mover(move), fl_merge_target(move), out);
    else if (move < FL_BUCCANEER_MUTINY)
        why_not_board(s, fl_boarding_of(move), out);
    else if (move < FL_BUCCANEER_FIRST)
        explain(out, "bu.why.not-asked", "6.1");
    else
        explain(out, "bu.why.chance", "3.1");
}

/* ---- consequences of choices ---- */

/* The ducats on a ship, and the wages as far as visible pawns determine them. */
static void note_boarding(const struct fl_buccaneer *s, fl_move move, struct fl_phrase *out)
{
    struct fl_boarding b = fl_boarding_of(move);
    struct bill bill = {.top = b.top, .ship = b.ship};
    int least = 0, most = 0;
    compute_shares(s, false, &bill);
    for (int i = 1; i < bill.shares; i++) {
        least += bill.share[i].least;
        most += bill.share[i].most;
    }
    fl_phrase_begin(out, !most           ? "bu.note.no-wages"
                         : least == most ? "bu.note.exact-wages"
                                         : "bu.note.wages");
    fl_with_number(out, "ducats", fl_buccaneer_ship[b.ship].ducats);
    if (least < most)
        fl_with_number(out, "least", least);
    if (most)
        fl_with_number(out, "most", most);
}

bool fl_buccaneer_note(const void *state, int seat, fl_move move, struct fl_phrase *out)
{
    const struct fl_buccaneer *s = state;
    (void)seat;
    if (move < FL_BUCCANEER_BOARD) {
        fl_phrase_begin(out, "bu.note.crew");
        fl_with_number(out, "n",
                       fl_crew_size(s, fl_merge_mover(move)) +
                           fl_crew_size(s, fl_merge_target(move)));
    } else if (move < FL_BUCCANEER_MUTINY) {
        note_boarding(s, move, out);
    } else {
        fl_phrase_begin(out, move == FL_BUCCANEER_MUTINY ? "bu.note.mutiny" : "bu.note.obey");
        fl_with_seat(out, "other", s->seat);
    }
    return true;
}
