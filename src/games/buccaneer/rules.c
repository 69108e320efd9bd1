/* Buccaneer: 25 pawns in piles, 15 ships, 3 to 5 players.
 *
 * Numbers in comments refer to docs/rules/buccaneer.*.md. */
#include "games/buccaneer/buccaneer.h"

#include <assert.h>
#include <string.h>

#include "games/games.h"

enum { AIDE, HIDDEN, FIRST }; /* options */
enum { RANDOM = 0 };          /* of the option `first`; otherwise a seat counted from 1 */
enum {
    SEATS = FL_BUCCANEER_SEATS,
    MARKS = FL_BUCCANEER_MARKS,
    PAWNS = FL_BUCCANEER_PAWNS,
    SHIPS = FL_BUCCANEER_SHIPS,
    MOST = FL_BUCCANEER_MOST,
    SHIPS_AT_ONCE = 3,
    PURSE = 10,
    SET_OF_ALL = (1 << SHIPS) - 1,
    SET_OF_HAND = (1 << MARKS) - 1
};

#define SABRE (1u << FL_TREASURE_SABRE)
#define CANDLESTICK (1u << FL_TREASURE_CANDLESTICK)
#define BARREL (1u << FL_TREASURE_BARREL)
#define CHEST (1u << FL_TREASURE_CHEST)

/* Crew, ducats, wage of a ?, treasures. Only number 11 is known; the others are our own (1.4). */
const struct fl_buccaneer_ship fl_buccaneer_ship[SHIPS] = {
    {2, 7, 1, SABRE},
    {2, 8, 3, CANDLESTICK},
    {2, 9, 2, BARREL},
    {3, 11, 2, CHEST},
    {3, 12, 4, SABRE},
    {3, 13, 3, CANDLESTICK},
    {4, 16, 5, SABRE | BARREL},
    {4, 17, 3, CANDLESTICK | BARREL},
    {4, 18, 4, SABRE | CANDLESTICK},
    {5, 21, 6, SABRE | CHEST},
    {5, 22, 4, CANDLESTICK | CHEST},
    {5, 24, 5, BARREL | CHEST},
    {6, 27, 6, BARREL | CHEST},
    {6, 28, 5, SABRE | CHEST},
    {6, 30, 7, CANDLESTICK | BARREL},
};

const uint8_t fl_buccaneer_value[FL_TREASURES] = {6, 9, 12, 15};

const char *const fl_buccaneer_treasure[FL_TREASURES] = {
    "bu.treasure.sabre", "bu.treasure.candlestick", "bu.treasure.barrel", "bu.treasure.chest"};
static const char *const treasure_spelled[FL_TREASURES] = {"sabre", "candlestick", "barrel",
                                                           "chest"};
const char *const fl_buccaneer_mark[MARKS] = {"bu.mark.2", "bu.mark.3", "bu.mark.4", "bu.mark.5",
                                              "bu.mark.question"};

/* Spelling of the pawns, the same in every language. */
static const char *const pawn_spelled[PAWNS] = {
    "r2", "r3", "r4", "r5", "r?", "b2", "b3", "b4", "b5", "b?", "y2", "y3", "y4",
    "y5", "y?", "k2", "k3", "k4", "k5", "k?", "g2", "g3", "g4", "g5", "g?"};

const char *const fl_buccaneer_pawn_word[PAWNS] = {
    "bu.red-2",    "bu.red-3",    "bu.red-4",    "bu.red-5",    "bu.red-question",
    "bu.blue-2",   "bu.blue-3",   "bu.blue-4",   "bu.blue-5",   "bu.blue-question",
    "bu.yellow-2", "bu.yellow-3", "bu.yellow-4", "bu.yellow-5", "bu.yellow-question",
    "bu.black-2",  "bu.black-3",  "bu.black-4",  "bu.black-5",  "bu.black-question",
    "bu.green-2",  "bu.green-3",  "bu.green-4",  "bu.green-5",  "bu.green-question"};

/* ---- ships and seats ---- */

/* The crew that the smallest ship at sea requires. The table of ships is in ascending order. */
static int least_crew(const struct fl_buccaneer *s)
{
    return fl_buccaneer_ship[fl_lowest(s->sea)].crew;
}

static int next_seat(const struct fl_buccaneer *s, int seat)
{
    return seat + 1 == s->seats ? 0 : seat + 1;
}

/* ---- piles ---- */

/* Adds a top to the sets by size and removes the pawns in `gone`. */
static void sort_in(struct fl_buccaneer *s, int top, uint32_t gone)
{
    int size = fl_crew_size(s, top);
    for (int most = 1; most <= MOST; most++)
        s->up_to[most] = (s->up_to[most] & ~gone) | (uint32_t)(most >= size) << top;
}

static void lie_alone(struct fl_buccaneer *s, int pawn)
{
    s->crew[pawn] = 1u << 4 * fl_pawn_colour(pawn) | 1u << 4 * SEATS;
    s->below[pawn] = 0;
    s->bottom[pawn] = (uint8_t)pawn;
}

static void put_on(struct fl_buccaneer *s, int top, int target)
{
    assert(fl_crew_size(s, top) + fl_crew_size(s, target) <= MOST);
    s->below[s->bottom[top]] = (uint8_t)(target + 1);
    s->bottom[top] = s->bottom[target];
    s->crew[top] += s->crew[target];
    s->crew[target] = 0;
    s->bottom[target] = 0;
    sort_in(s, top, 1u << top | 1u << target);
}

/* Separates all pawns of a crew. */
static void go_home(struct fl_buccaneer *s, int top)
{
    uint32_t home = 0;
    for (int pawn = top + 1; pawn;) {
        int below = s->below[pawn - 1];
        lie_alone(s, pawn - 1);
        home |= 1u << (pawn - 1);
        pawn = below;
    }
    for (int most = 1; most <= MOST; most++)
        s->up_to[most] |= home;
}

static void all_go_home(struct fl_buccaneer *s)
{
    for (int pawn = 0; pawn < s->seats * MARKS; pawn++)
        lie_alone(s, pawn);
    for (int most = 1; most <= MOST; most++)
        s->up_to[most] = (1u << s->seats * MARKS) - 1;
}

/* ---- phrases: `phrases` is NULL if nobody needs them ---- */

static void report_seat(struct fl_phrases *phrases, const char *key, int seat)
{
    if (phrases)
        fl_with_seat(fl_say(phrases, key), "who", seat);
}

static void report_seat_number(struct fl_phrases *phrases, const char *key, int seat, int n)
{
    if (phrases)
        fl_with_number(fl_with_seat(fl_say(phrases, key), "who", seat), "n", n);
}

static void announce(struct fl_phrases *phrases, const char *key)
{
    if (phrases)
        fl_say(phrases, key);
}

/* ---- the end ---- */

struct majority {
    int most, leaders; /* the largest number of tokens; the number of seats with it */
};

static struct majority majority_of(const struct fl_buccaneer *s, int kind)
{
    struct majority m = {0, 0};
    for (int seat = 0; seat < s->seats; seat++) {
        int tokens = s->treasure[seat][kind];
        if (tokens > m.most)
            m = (struct majority){tokens, 0};
        m.leaders += tokens == m.most;
    }
    return m;
}

bool fl_buccaneer_has_most(const struct fl_buccaneer *s, int seat, int kind)
{
    int tokens = s->treasure[seat][kind];
    return tokens && tokens == majority_of(s, kind).most;
}

int fl_buccaneer_gain(const struct fl_buccaneer *s, int seat, int kind)
{
    struct majority m = majority_of(s, kind);
    int tokens = s->treasure[seat][kind];
    return tokens && tokens == m.most ? fl_buccaneer_value[kind] / m.leaders : tokens;
}

/* Ducats for all treasures of a seat if the game ended now. */
static int treasure_worth(const struct fl_buccaneer *s, int seat)
{
    int worth = 0;
    for (int kind = 0; kind < FL_TREASURES; kind++)
        worth += fl_buccaneer_gain(s, seat, kind);
    return worth;
}

static int32_t score(const void *state, int seat)
{
    const struct fl_buccaneer *s = state;
    return s->purse[seat] + treasure_worth(s, seat);
}

static fl_seats winners(const void *state)
{
    const struct fl_buccaneer *s = state;
    int32_t best = 0;
    fl_seats set = 0;
    for (int seat = 0; seat < s->seats; seat++) {
        int32_t total = score(s, seat);
        if (total > best) {
            best = total;
            set = 0;
        }
        if (total == best)
            set |= FL_SEAT(seat);
    }
    return set;
}

/* Names up to three leaders, and only counts more of them. */
static void report_majority(const struct fl_buccaneer *s, int kind, struct fl_phrases *out)
{
    static const char *const key[] = {"bu.say.majority", "bu.say.shared", "bu.say.shared-by-three"};
    static const char *const name[] = {"who", "other", "third"};
    struct majority m = majority_of(s, kind);
    if (!m.most)
        return;
    struct fl_phrase *p =
        fl_say(out, m.leaders <= 3 ? key[m.leaders - 1] : "bu.say.shared-by-many");
    for (int seat = 0; m.leaders <= 3 && seat < s->seats; seat++)
        if (s->treasure[seat][kind] == m.most)
            fl_with_seat(p, name[p->args], seat);
    if (m.leaders > 3)
        fl_with_number(p, "leaders", m.leaders);
    fl_with_word(p, "treasure", fl_buccaneer_treasure[kind]);
    fl_with_number(p, "n", fl_buccaneer_value[kind] / m.leaders);
}

static void end_game(struct fl_buccaneer *s, struct fl_phrases *phrases)
{
    s->mover = FL_NOBODY;
    s->phase = FL_BUCCANEER_OVER;
    if (!phrases)
        return;
    for (int kind = 0; kind < FL_TREASURES; kind++)
        report_majority(s, kind, phrases);
    for (int seat = 0; seat < s->seats; seat++)
        report_seat_number(phrases, "bu.say.total", seat, score(s, seat));
}

/* ---- the turn ---- */

/* Seats that may call a mutiny: with at least three pawns in a crew of the captain that can board
 * (6.1, 6.2). */
static unsigned mutineers(const struct fl_buccaneer *s)
{
    int least = least_crew(s) < 4 ? 4 : least_crew(s); /* the captain and three others */
    uint32_t rebels = 0;
    for (uint32_t own = fl_tops_of(s, s->seat) & ~s->up_to[least - 1]; own; own &= own - 1)
        rebels |= s->crew[fl_lowest(own)] + 0x55555; /* a count of 3 or more sets its highest bit */
    rebels &= 0x88888 & ~(8u << 4 * s->seat);
    unsigned set = 0;
    for (; rebels; rebels &= rebels - 1)
        set |= 1u << fl_lowest(rebels) / 4;
    return set;
}

/* Whether the captain can board, or form a crew with the smallest own crew. */
static bool can_act(const struct fl_buccaneer *s)
{
    uint32_t own = fl_tops_of(s, s->seat), others = fl_tops(s) & ~own;
    int smallest = 1;
    while (smallest < MOST && !(own & s->up_to[smallest]))
        smallest++;
    return others & s->up_to[MOST - smallest] || own & ~s->up_to[least_crew(s) - 1];
}

static void let_move(struct fl_buccaneer *s, int mover, enum fl_buccaneer_phase phase)
{
    s->mover = (uint8_t)mover;
    s->phase = (uint8_t)phase;
}

/* Asks the next seat that may call a mutiny. If there is none, it is the captain's turn to act. */
static void ask_after(struct fl_buccaneer *s, int seat)
{
    if (!s->to_ask) {
        let_move(s, s->seat, FL_BUCCANEER_ACTING);
        return;
    }
    do
        seat = next_seat(s, seat);
    while (!(s->to_ask >> seat & 1));
    let_move(s, seat, FL_BUCCANEER_ASKING);
}

/* Turns up new ships. Without any, the game is over. */
static void await_ships(struct fl_buccaneer *s, struct fl_phrases *phrases)
{
    s->dissolutions = 0;
    if (s->unturned)
        let_move(s, FL_CHANCE, FL_BUCCANEER_SIGHTING);
    else
        end_game(s, phrases);
}

/* All seats were passed over: all crews separate (7.1). The second time, the ships leave (7.2).
 * Returns whether they leave. */
static bool break_up(struct fl_buccaneer *s, struct fl_phrases *phrases)
{
    all_go_home(s);
    s->passes = 0;
    announce(phrases, "bu.say.dissolve");
    if (!s->dissolutions++)
        return false;
    s->sea = 0;
    announce(phrases, "bu.say.sail-away");
    await_ships(s, phrases);
    return true;
}

/* Starts the turn of `seat`, or passes over seats that cannot act. There are ships at sea. */
static void begin_turn(struct fl_buccaneer *s, struct fl_phrases *phrases)
{
    assert(s->sea);
    for (;;) {
        s->to_ask = (uint8_t)mutineers(s);
        if (s->to_ask || can_act(s)) {
            ask_after(s, s->seat);
            return;
        }
        report_seat(phrases, fl_tops_of(s, s->seat) ? "bu.say.pass" : "bu.say.no-pawn", s->seat);
        s->seat = (uint8_t)next_seat(s, s->seat);
        if (++s->passes == s->seats && break_up(s, phrases))
            return;
    }
}

static void end_action(struct fl_buccaneer *s)
{
    s->passes = 0;
    s->called = 0;
    s->seat = (uint8_t)next_seat(s, s->seat);
}

static void answer(struct fl_buccaneer *s, bool mutiny)
{
    assert(s->phase == FL_BUCCANEER_ASKING && s->to_ask >> s->mover & 1);
    s->to_ask &= (uint8_t) ~(1u << s->mover);
    if (mutiny)
        s->called |= (uint8_t)(1u << s->mover);
    ask_after(s, s->mover);
}

static void merge(struct fl_buccaneer *s, int top, int target, struct fl_phrases *phrases)
{
    put_on(s, top, target);
    end_action(s);
    begin_turn(s, phrases);
}

/* ---- boarding ---- */

static void share_treasures(struct fl_buccaneer *s, int top, int ship, int kind,
                            struct fl_phrases *phrases)
{
    unsigned other = fl_buccaneer_ship[ship].treasures & ~(1u << kind);
    int second = fl_pawn_colour(s->below[top] - 1);
    s->treasure[s->seat][kind]++;
    if (!other)
        return;
    s->treasure[second][fl_lowest(other)]++;
    if (phrases)
        fl_with_word(fl_with_seat(fl_say(phrases, "bu.say.second"), "other", second), "gift",
                     fl_buccaneer_treasure[fl_lowest(other)]);
}

static int wages_of(const struct fl_buccaneer *s, int top, int ship, int seat)
{
    int wages = 0;
    for (int pawn = top + 1; pawn; pawn = s->below[pawn - 1])
        if (fl_pawn_colour(pawn - 1) == seat)
            wages += fl_buccaneer_wage(pawn - 1, ship);
    return wages;
}

/* Reports the wages of the others in one sentence. There is at least one. */
static void report_wages(const struct fl_buccaneer *s, int top, int ship,
                         struct fl_phrases *phrases)
{
    static const char *const key[SEATS - 1] = {"bu.say.wages", "bu.say.wages-two",
                                               "bu.say.wages-three", "bu.say.wages-four"};
    static const char *const name[SEATS - 1] = {"first", "second", "third", "fourth"};
    static const char *const amount[SEATS - 1] = {"n", "seconds", "thirds", "fourths"};
    struct fl_phrase *p = fl_say(phrases, key[0]);
    int paid = 0;
    for (int seat = next_seat(s, s->seat); seat != s->seat; seat = next_seat(s, seat)) {
        int wages = wages_of(s, top, ship, seat);
        if (!wages)
            continue;
        fl_with_number(fl_with_seat(p, name[paid], seat), amount[paid], wages);
        p->key = key[paid++];
    }
}

/* Pays the wages of the others; the captain's own pawns earn nothing (5.10). Returns the sum. */
static int pay_wages(struct fl_buccaneer *s, int top, int ship)
{
    int sum = 0;
    for (int pawn = s->below[top]; pawn; pawn = s->below[pawn - 1]) {
        int wage = fl_buccaneer_wage(pawn - 1, ship), seat = fl_pawn_colour(pawn - 1);
        if (seat == s->seat)
            continue;
        s->purse[seat] = (int16_t)(s->purse[seat] + wage);
        sum += wage;
    }
    return sum;
}

/* Reports what is left after the wages, or who pays the deficit. */
static void report_rest(const struct fl_buccaneer *s, int left, int paid,
                        struct fl_phrases *phrases)
{
    int missing = -left - paid;
    if (left > 0)
        report_seat_number(phrases, "bu.say.keeps", s->seat, left);
    else if (left == 0)
        report_seat(phrases, "bu.say.keeps-nothing", s->seat);
    else if (!missing)
        report_seat_number(phrases, "bu.say.pays", s->seat, paid);
    else if (!paid)
        fl_with_number(fl_say(phrases, "bu.say.supply"), "n", missing);
    else {
        report_seat_number(phrases, "bu.say.pays-with-supply", s->seat, paid);
        fl_with_number(&phrases->phrase[phrases->count - 1], "missing", missing);
    }
}

/* The captain keeps the rest. A deficit is paid from the captain's purse, then by the supply. */
static void pay_captain(struct fl_buccaneer *s, int left, struct fl_phrases *phrases)
{
    int purse = s->purse[s->seat];
    int paid = -left < purse ? -left : purse;
    s->purse[s->seat] = (int16_t)(purse - paid);
    assert(s->purse[s->seat] >= 0);
    if (phrases)
        report_rest(s, left, paid, phrases);
}

static void board(struct fl_buccaneer *s, struct fl_boarding b, struct fl_phrases *phrases)
{
    assert(s->sea >> b.ship & 1 && fl_buccaneer_ship[b.ship].treasures >> b.kind & 1);
    assert(fl_is_top(s, b.top) && fl_pawn_colour(b.top) == s->seat);
    share_treasures(s, b.top, b.ship, b.kind, phrases);
    int wages = pay_wages(s, b.top, b.ship);
    if (phrases)
        report_wages(s, b.top, b.ship, phrases);
    pay_captain(s, fl_buccaneer_ship[b.ship].ducats - wages, phrases);
    go_home(s, b.top);
    s->sea &= (uint16_t) ~(1u << b.ship);
    s->boarded++;
    s->dissolutions = 0;
    end_action(s);
    if (s->sea)
        begin_turn(s, phrases);
    else
        await_ships(s, phrases);
}

/* ---- moves ---- */

static void start(void *state, const struct fl_setup *setup)
{
    struct fl_buccaneer *s = state;
    assert(setup->seats >= 3 && setup->seats <= SEATS);
    *s = (struct fl_buccaneer){
        .seats = (uint8_t)setup->seats,
        .aide = (uint8_t)setup->option[AIDE],
        .hidden = (uint8_t)setup->option[HIDDEN],
        .deck = SET_OF_ALL,
        .unturned = SHIPS,
        .mover = FL_CHANCE,
    };
    all_go_home(s);
    for (int seat = 0; seat < s->seats; seat++)
        s->purse[seat] = PURSE;
    if (setup->option[FIRST] != RANDOM) {
        s->seat = (uint8_t)(setup->option[FIRST] - 1);
        s->phase = FL_BUCCANEER_SIGHTING;
    }
}

static fl_seats turn(const void *state)
{
    const struct fl_buccaneer *s = state;
    return s->mover == FL_NOBODY ? 0 : FL_SEAT(s->mover);
}

/* Reports the three ships at sea in one sentence. */
static void report_ships(const struct fl_buccaneer *s, struct fl_phrases *phrases)
{
    static const char *const name[SHIPS_AT_ONCE] = {"first", "second", "third"};
    struct fl_phrase *p = fl_say(phrases, "bu.say.ships");
    unsigned rest = s->sea;
    for (int i = 0; i < SHIPS_AT_ONCE; i++, rest &= rest - 1)
        fl_with_number(p, name[i], fl_lowest(rest) + 1);
}

static void turn_up(struct fl_buccaneer *s, int ship, struct fl_phrases *phrases)
{
    assert(s->phase == FL_BUCCANEER_SIGHTING && s->deck >> ship & 1);
    s->deck &= (uint16_t) ~(1u << ship);
    s->sea |= (uint16_t)(1u << ship);
    if (--s->unturned % SHIPS_AT_ONCE == 0) {
        if (phrases)
            report_ships(s, phrases);
        begin_turn(s, phrases);
    }
}

static void act(struct fl_buccaneer *s, fl_move move, struct fl_phrases *phrases)
{
    assert(s->phase != FL_BUCCANEER_OVER);
    if (move < FL_BUCCANEER_BOARD) {
        merge(s, fl_merge_mover(move), fl_merge_target(move), phrases);
    } else if (move < FL_BUCCANEER_MUTINY) {
        board(s, fl_boarding_of(move), phrases);
    } else if (move >= FL_BUCCANEER_SIGHT) {
        turn_up(s, move - FL_BUCCANEER_SIGHT, phrases);
    } else if (move < FL_BUCCANEER_FIRST) {
        answer(s, move == FL_BUCCANEER_MUTINY);
    } else {
        s->seat = (uint8_t)(move - FL_BUCCANEER_FIRST);
        s->phase = FL_BUCCANEER_SIGHTING;
    }
}

static void apply(void *state, int seat, fl_move move)
{
    (void)seat;
    act(state, move, NULL);
}

/* ---- legal moves ---- */

bool fl_buccaneer_is_called(const struct fl_buccaneer *s, int top)
{
    for (unsigned rest = s->called; rest; rest &= rest - 1)
        if (fl_crew_of(s, top, fl_lowest(rest)) >= 3)
            return true;
    return false;
}

/* The entry of a move list for one capture: move and weight in one word. */
#define CAPTURE(mark) (1u << 16 | (mark))
_Static_assert(offsetof(struct fl_offer, weight) == 2,
               "an offer is a move and, above it, a weight");

/* Captures by set of a colour's five pawns, precomputed so that they are copied instead of
 * counted. */
static const struct captures {
    uint32_t count, at[MARKS];
} captures[1 << MARKS] = {
#define A CAPTURE(0)
#define B CAPTURE(1)
#define C CAPTURE(2)
#define D CAPTURE(3)
#define E CAPTURE(4)
    {0, {0}},       {1, {A}},          {1, {B}},          {2, {A, B}},
    {1, {C}},       {2, {A, C}},       {2, {B, C}},       {3, {A, B, C}},
    {1, {D}},       {2, {A, D}},       {2, {B, D}},       {3, {A, B, D}},
    {2, {C, D}},    {3, {A, C, D}},    {3, {B, C, D}},    {4, {A, B, C, D}},
    {1, {E}},       {2, {A, E}},       {2, {B, E}},       {3, {A, B, E}},
    {2, {C, E}},    {3, {A, C, E}},    {3, {B, C, E}},    {4, {A, B, C, E}},
    {2, {D, E}},    {3, {A, D, E}},    {3, {B, D, E}},    {4, {A, B, D, E}},
    {3, {C, D, E}}, {4, {A, C, D, E}}, {4, {B, C, D, E}}, {5, {A, B, C, D, E}},
#undef A
#undef B
#undef C
#undef D
#undef E
};

/* Appends the captures by one crew and returns the end of the list. Always copies all five entries
 * of a colour; surplus entries are overwritten. Unpredictable branches would cost more. */
static struct fl_offer *offer_merges(int seats, int top, uint32_t targets, struct fl_offer *to)
{
    uint32_t first = (uint32_t)(FL_BUCCANEER_MERGE + PAWNS * top);
    for (int colour = 0; colour < seats; colour++, first += MARKS, targets >>= MARKS) {
        const struct captures *set = &captures[targets & SET_OF_HAND];
        uint32_t five[MARKS];
        for (int i = 0; i < MARKS; i++)
            five[i] = set->at[i] + first;
        memcpy(to, five, sizeof five);
        to += set->count;
    }
    return to;
}

/* Lists every own crew with every other crew that it may capture. */
static void list_merges(const struct fl_buccaneer *s, uint32_t own, struct fl_moves *out)
{
    uint32_t others = fl_tops(s) & ~own;
    struct fl_offer *to = out->at;
    for (; own; own &= own - 1) {
        int top = fl_lowest(own);
        to = offer_merges(s->seats, top, others & s->up_to[MOST - fl_crew_size(s, top)], to);
    }
    out->count = out->total = (uint32_t)(to - out->at);
}

static void list_boardings(const struct fl_buccaneer *s, int top, struct fl_moves *out)
{
    for (unsigned rest = s->sea; rest; rest &= rest - 1) {
        int ship = fl_lowest(rest);
        if (fl_buccaneer_ship[ship].crew > fl_crew_size(s, top))
            return; /* later ships require at least as many */
        unsigned kinds = fl_buccaneer_ship[ship].treasures;
        for (int base = FL_BUCCANEER_BOARD + (SHIPS * top + ship) * FL_TREASURES; kinds;
             kinds &= kinds - 1)
            fl_offer(out, (fl_move)(base + fl_lowest(kinds)), 1);
    }
}

static void list_actions(const struct fl_buccaneer *s, struct fl_moves *out)
{
    uint32_t own = fl_tops_of(s, s->seat);
    if (!s->called)
        list_merges(s, own, out);
    for (own &= ~s->up_to[least_crew(s) - 1]; own; own &= own - 1)
        if (!s->called || fl_buccaneer_is_called(s, fl_lowest(own)))
            list_boardings(s, fl_lowest(own), out);
}

static void moves(const void *state, int seat, struct fl_moves *out)
{
    const struct fl_buccaneer *s = state;
    (void)seat;
    switch (s->phase) {
    case FL_BUCCANEER_ACTING:
        list_actions(s, out);
        break;
    case FL_BUCCANEER_ASKING:
        fl_offer(out, FL_BUCCANEER_MUTINY, 1);
        fl_offer(out, FL_BUCCANEER_OBEY, 1);
        break;
    case FL_BUCCANEER_SIGHTING:
        for (unsigned rest = s->deck; rest; rest &= rest - 1)
            fl_offer(out, (fl_move)(FL_BUCCANEER_SIGHT + fl_lowest(rest)), 1);
        break;
    default:
        for (int first = 0; first < s->seats; first++)
            fl_offer(out, (fl_move)(FL_BUCCANEER_FIRST + first), 1);
        break;
    }
}

static bool may_merge(const struct fl_buccaneer *s, int top, int target)
{
    return !s->called && fl_is_top(s, top) && fl_is_top(s, target) &&
           fl_pawn_colour(top) == s->seat && fl_pawn_colour(target) != s->seat &&
           fl_crew_size(s, top) + fl_crew_size(s, target) <= MOST;
}

static bool may_board(const struct fl_buccaneer *s, struct fl_boarding b)
{
    const struct fl_buccaneer_ship *ship = &fl_buccaneer_ship[b.ship];
    return fl_is_top(s, b.top) && fl_pawn_colour(b.top) == s->seat && s->sea >> b.ship & 1 &&
           ship->treasures >> b.kind & 1 && fl_crew_size(s, b.top) >= ship->crew &&
           (!s->called || fl_buccaneer_is_called(s, b.top));
}

static bool legal(const void *state, int seat, fl_move move)
{
    const struct fl_buccaneer *s = state;
    (void)seat;
    switch (s->phase) {
    case FL_BUCCANEER_ACTING:
        return move < FL_BUCCANEER_BOARD ? may_merge(s, fl_merge_mover(move), fl_merge_target(move))
               : move < FL_BUCCANEER_MUTINY ? may_board(s, fl_boarding_of(move))
                                            : false;
    case FL_BUCCANEER_ASKING:
        return move == FL_BUCCANEER_MUTINY || move == FL_BUCCANEER_OBEY;
    case FL_BUCCANEER_SIGHTING:
        return move >= FL_BUCCANEER_SIGHT && move < FL_BUCCANEER_MOVES &&
               s->deck >> (move - FL_BUCCANEER_SIGHT) & 1;
    default:
        return move >= FL_BUCCANEER_FIRST && move < FL_BUCCANEER_FIRST + s->seats;
    }
}

static fl_move sample_chance(const void *state, struct fl_rng *rng)
{
    const struct fl_buccaneer *s = state;
    if (s->phase == FL_BUCCANEER_WHO_STARTS)
        return (fl_move)(FL_BUCCANEER_FIRST + fl_rng_below(rng, s->seats));
    unsigned deck = s->deck;
    for (uint32_t skip = fl_rng_below(rng, s->unturned); skip; skip--)
        deck &= deck - 1;
    return (fl_move)(FL_BUCCANEER_SIGHT + fl_lowest(deck));
}

static const char *check_setup(const struct fl_setup *setup)
{
    return setup->option[FIRST] > setup->seats ? "setup.first" : NULL;
}

/* Whether covered pawns become visible, or the move is an answer, which is final (6.3). */
static bool reveals(const void *state, int seat, fl_move move)
{
    const struct fl_buccaneer *s = state;
    struct fl_buccaneer after = *s;
    apply(&after, seat, move);
    return fl_tops(&after) & ~fl_tops(s) || s->phase == FL_BUCCANEER_ASKING;
}

/* ---- text ---- */

static void spell_pawn(struct fl_buf *out, int pawn)
{
    fl_put_char(out, ' ');
    fl_put(out, pawn_spelled[pawn]);
}

static void spell_boarding(struct fl_buf *out, struct fl_boarding b)
{
    fl_put(out, "board");
    spell_pawn(out, b.top);
    fl_put_char(out, ' ');
    fl_put_number(out, b.ship + 1);
    fl_put_char(out, ' ');
    fl_put(out, treasure_spelled[b.kind]);
}

static void spell(fl_move move, struct fl_buf *out)
{
    if (move < FL_BUCCANEER_BOARD) {
        fl_put(out, "merge");
        spell_pawn(out, fl_merge_mover(move));
        spell_pawn(out, fl_merge_target(move));
    } else if (move < FL_BUCCANEER_MUTINY) {
        spell_boarding(out, fl_boarding_of(move));
    } else if (move < FL_BUCCANEER_FIRST) {
        fl_put(out, move == FL_BUCCANEER_MUTINY ? "mutiny" : "obey");
    } else if (move < FL_BUCCANEER_SIGHT) {
        fl_put(out, "first-");
        fl_put_number(out, move - FL_BUCCANEER_FIRST + 1);
    } else {
        fl_put(out, "ship-");
        fl_put_number(out, move - FL_BUCCANEER_SIGHT + 1);
    }
}

/* An answer about a mutiny, with the captain it concerns. */
static void say_answer(const struct fl_buccaneer *s, int seat, fl_move move, struct fl_phrases *out)
{
    struct fl_phrase *p = fl_say(out, move == FL_BUCCANEER_OBEY ? "bu.say.obey"
                                      : s->called               ? "bu.say.mutiny-too"
                                                                : "bu.say.mutiny");
    fl_with_seat(fl_with_seat(p, "who", seat), "other", s->seat);
}

/* 4.7: the log may be read when both pawns are covered, so it does not name their values. */
static void say_capture(const struct fl_buccaneer *s, int seat, fl_move move,
                        struct fl_phrases *out)
{
    int top = fl_merge_mover(move), target = fl_merge_target(move);
    int captured = fl_crew_size(s, target);
    struct fl_phrase *p =
        fl_say(out, captured > 1 ? "bu.say.capture-crew" : "bu.say.capture-pirate");
    fl_with_seat(fl_with_seat(p, "who", seat), "other", fl_pawn_colour(target));
    if (captured > 1)
        fl_with_number(p, "captured", captured);
    fl_with_number(p, "n", fl_crew_size(s, top) + captured);
}

static void say_merge(const struct fl_buccaneer *s, int seat, fl_move move, struct fl_phrases *out)
{
    int top = fl_merge_mover(move), target = fl_merge_target(move);
    int captured = fl_crew_size(s, target);
    int size = fl_crew_size(s, top) + captured;
    struct fl_phrase *p = fl_say(out, captured > 1 ? "bu.say.merge-crew"
                                      : size > 2   ? "bu.say.merge-pirate"
                                                   : "bu.say.merge");
    fl_with_seat(fl_with_seat(p, "who", seat), "other", fl_pawn_colour(target));
    fl_with_word(p, "pawn", fl_buccaneer_pawn_word[top]);
    fl_with_word(p, "target", fl_buccaneer_pawn_word[target]);
    fl_with_number(p, "n", size);
}

static void say_boarding(int seat, fl_move move, struct fl_phrases *out)
{
    struct fl_boarding b = fl_boarding_of(move);
    struct fl_phrase *p = fl_with_seat(fl_say(out, "bu.say.board"), "who", seat);
    fl_with_number(p, "ship", b.ship + 1);
    fl_with_word(p, "pawn", fl_buccaneer_pawn_word[b.top]);
    fl_with_word(p, "treasure", fl_buccaneer_treasure[b.kind]);
}

static void say_ship(int ship, struct fl_phrases *out)
{
    struct fl_phrase *p = fl_with_number(fl_say(out, "bu.say.ship"), "ship", ship + 1);
    fl_with_number(p, "crew", fl_buccaneer_ship[ship].crew);
    fl_with_number(p, "ducats", fl_buccaneer_ship[ship].ducats);
    fl_with_number(p, "question", fl_buccaneer_ship[ship].question);
    for (unsigned kinds = fl_buccaneer_ship[ship].treasures; kinds; kinds &= kinds - 1)
        fl_with_item(p, "treasures", fl_buccaneer_treasure[fl_lowest(kinds)]);
}

/* `marks`: whether pawns that a merge covers are named with their values. */
static void report_move(const struct fl_buccaneer *s, int seat, fl_move move, bool marks,
                        struct fl_phrases *out)
{
    if (move < FL_BUCCANEER_BOARD)
        (marks ? say_merge : say_capture)(s, seat, move, out);
    else if (move < FL_BUCCANEER_MUTINY)
        say_boarding(seat, move, out);
    else if (move < FL_BUCCANEER_FIRST)
        say_answer(s, seat, move, out);
    else if (move < FL_BUCCANEER_SIGHT)
        fl_with_seat(fl_say(out, "bu.say.first"), "who", move - FL_BUCCANEER_FIRST);
    else
        say_ship(move - FL_BUCCANEER_SIGHT, out);
    struct fl_buccaneer after = *s;
    act(&after, move, out);
}

static void say_all(const void *state, int seat, fl_move move, struct fl_phrases *out)
{
    report_move(state, seat, move, true, out);
}

static void say(const void *state, int seat, fl_move move, struct fl_phrases *out)
{
    const struct fl_buccaneer *s = state;
    report_move(s, seat, move, s->aide, out);
}

static bool from_memory(const struct fl_setup *setup)
{
    return !setup->option[AIDE];
}

static bool is_public(const void *state)
{
    return !((const struct fl_buccaneer *)state)->hidden;
}

const struct fl_game fl_buccaneer = {
    .name = "buccaneer",
    .about = "buccaneer.about",
    .version = 1,
    .state_size = sizeof(struct fl_buccaneer),
    .move_count = FL_BUCCANEER_MOVES,
    .seats_min = 3,
    .seats_max = SEATS,
    .option = {{"aide-memoire", {{"off", 0}, {"on", 1}}},
               {"hidden-money", {{"off", 0}, {"on", 1}}},
               {"first", {{"random", RANDOM}, {"1", 1}, {"2", 2}, {"3", 3}, {"4", 4}, {"5", 5}}}},
    .mark = {"asked", "called", "rebel", "most"},
    .check_setup = check_setup,
    .start = start,
    .turn = turn,
    .moves = moves,
    .apply = apply,
    .score = score,
    .winners = winners,
    .reveals = reveals,
    .from_memory = from_memory,
    .spell = spell,
    .say = say,
    .say_all = say_all,
    .view = fl_buccaneer_view,
    .touches = fl_buccaneer_touches,
    .prompt = fl_buccaneer_prompt,
    .note = fl_buccaneer_note,
    .why_not = fl_buccaneer_why_not,
    .legal = legal,
    .sample_chance = sample_chance,
    .is_public = is_public,
    .fields = fl_buccaneer_fields,
};
