/* Buccaneer: twenty-five pawns in piles, fifteen ships, 3 to 5 players.
 *
 * Numbers in comments are those of docs/rules/buccaneer.*.md. */
#include "games/buccaneer.h"

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
    COPIES = 6, /* of each treasure */
    SET_OF_ALL = (1 << SHIPS) - 1,
    SET_OF_HAND = (1 << MARKS) - 1
};

#define SABRE (1u << FL_TREASURE_SABRE)
#define CANDLESTICK (1u << FL_TREASURE_CANDLESTICK)
#define BARREL (1u << FL_TREASURE_BARREL)
#define CHEST (1u << FL_TREASURE_CHEST)

/* Crew, ducats, wage of a ?, treasures: our own numbers (1.4), but for number 11. */
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

static const char *const treasure_key[FL_TREASURES] = {
    "bu.treasure.sabre", "bu.treasure.candlestick", "bu.treasure.barrel", "bu.treasure.chest"};
static const char *const treasure_spelled[FL_TREASURES] = {"sabre", "candlestick", "barrel",
                                                           "chest"};
static const char *const mark_key[MARKS] = {"bu.mark.2", "bu.mark.3", "bu.mark.4", "bu.mark.5",
                                            "bu.mark.question"};
static const char *const pawn_key[SEATS] = {"bu.pawn.red", "bu.pawn.blue", "bu.pawn.yellow",
                                            "bu.pawn.black", "bu.pawn.green"};
static const char colour_letter[] = "rbykg", mark_letter[] = "2345?";

/* ---- reading the table ---- */

static int colour_of(int pawn)
{
    return pawn / MARKS;
}

static int mark_of(int pawn)
{
    return pawn % MARKS;
}

static uint32_t hand_of(int seat)
{
    return (uint32_t)SET_OF_HAND << MARKS * seat;
}

static bool is_top(const struct fl_buccaneer *s, int pawn)
{
    return s->tops >> pawn & 1;
}

static int lowest(uint32_t set)
{
    return __builtin_ctz(set);
}

/* Pirates the smallest ship at sea asks for; the table of ships ascends. */
static int least_crew(const struct fl_buccaneer *s)
{
    return fl_buccaneer_ship[lowest(s->sea)].crew;
}

static int next_seat(const struct fl_buccaneer *s, int seat)
{
    return seat + 1 == s->seats ? 0 : seat + 1;
}

int fl_buccaneer_wage(int pawn, int ship)
{
    int mark = mark_of(pawn);
    return mark == FL_BUCCANEER_QUESTION ? fl_buccaneer_ship[ship].question : mark + 2;
}

/* ---- piles ---- */

static void lie_alone(struct fl_buccaneer *s, int pawn)
{
    s->tops |= 1u << pawn;
    s->crew[pawn] = 1u << 4 * colour_of(pawn) | 1u << 4 * SEATS;
    s->below[pawn] = 0;
    s->bottom[pawn] = (uint8_t)pawn;
}

static void put_on(struct fl_buccaneer *s, int top, int target)
{
    s->below[s->bottom[top]] = (uint8_t)(target + 1);
    s->bottom[top] = s->bottom[target];
    s->crew[top] += s->crew[target];
    s->crew[target] = 0;
    s->bottom[target] = 0;
    s->tops &= ~(1u << target);
}

static void dissolve_all(struct fl_buccaneer *s)
{
    for (int pawn = 0; pawn < s->seats * MARKS; pawn++)
        lie_alone(s, pawn);
}

/* ---- telling: `tell` is NULL when nobody listens ---- */

static void tell_seat(struct fl_saying *tell, const char *key, int seat)
{
    if (tell)
        fl_with_seat(fl_say(tell, key), "who", seat);
}

static void tell_seat_number(struct fl_saying *tell, const char *key, int seat, int n)
{
    if (tell)
        fl_with_number(fl_with_seat(fl_say(tell, key), "who", seat), "n", n);
}

static void announce(struct fl_saying *tell, const char *key)
{
    if (tell)
        fl_say(tell, key);
}

/* ---- the end ---- */

struct majority {
    int most, leaders; /* tokens of those who have most; how many they are */
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

int fl_buccaneer_treasure_worth(const struct fl_buccaneer *s, int seat)
{
    int worth = 0;
    for (int kind = 0; kind < FL_TREASURES; kind++) {
        struct majority m = majority_of(s, kind);
        int tokens = s->treasure[seat][kind];
        worth += tokens && tokens == m.most ? fl_buccaneer_value[kind] / m.leaders : tokens;
    }
    return worth;
}

static int32_t score(const void *state, int seat)
{
    const struct fl_buccaneer *s = state;
    return s->purse[seat] + fl_buccaneer_treasure_worth(s, seat);
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

static void tell_majority(const struct fl_buccaneer *s, int kind, struct fl_saying *out)
{
    struct majority m = majority_of(s, kind);
    if (!m.most)
        return;
    struct fl_phrase *p = fl_say(out, m.leaders > 1 ? "bu.say.shared" : "bu.say.majority");
    for (int seat = 0; m.leaders == 1 && seat < s->seats; seat++)
        if (s->treasure[seat][kind] == m.most)
            fl_with_seat(p, "who", seat);
    if (m.leaders > 1)
        fl_with_number(p, "leaders", m.leaders);
    fl_with_word(p, "treasure", treasure_key[kind]);
    fl_with_number(p, "n", fl_buccaneer_value[kind] / m.leaders);
}

static void end_game(struct fl_buccaneer *s, struct fl_saying *tell)
{
    s->phase = FL_BUCCANEER_OVER;
    if (!tell)
        return;
    for (int kind = 0; kind < FL_TREASURES; kind++)
        tell_majority(s, kind, tell);
    for (int seat = 0; seat < s->seats; seat++)
        tell_seat_number(tell, "bu.say.total", seat, score(s, seat));
}

/* ---- the turn ---- */

/* Others with three pawns or more in a crew of the captain that can board. */
static unsigned mutineers(const struct fl_buccaneer *s)
{
    uint32_t rebels = 0;
    int least = least_crew(s);
    for (uint32_t own = s->tops & hand_of(s->seat); own; own &= own - 1) {
        int top = lowest(own);
        if (fl_crew_size(s, top) >= least)
            rebels |= s->crew[top] + 0x55555; /* three and more carry into the fourth bit */
    }
    rebels &= 0x88888 & ~(8u << 4 * s->seat);
    unsigned set = 0;
    for (; rebels; rebels &= rebels - 1)
        set |= 1u << lowest(rebels) / 4;
    return set;
}

/* Whether the captain can form a crew or board. */
static bool can_act(const struct fl_buccaneer *s)
{
    uint32_t own = s->tops & hand_of(s->seat), others = s->tops & ~own;
    int smallest = MOST, largest = 0;
    for (uint32_t rest = own; rest; rest &= rest - 1) {
        int size = fl_crew_size(s, lowest(rest));
        smallest = size < smallest ? size : smallest;
        largest = size > largest ? size : largest;
    }
    if (largest >= least_crew(s))
        return true;
    for (; own && others; others &= others - 1)
        if (smallest + fl_crew_size(s, lowest(others)) <= MOST)
            return true;
    return false;
}

/* The next who may call a mutiny, from the captain's left; without any it is his turn to act. */
static void ask_next(struct fl_buccaneer *s)
{
    int seat = next_seat(s, s->asked);
    if (!s->to_ask) {
        s->asked = 0;
        s->phase = FL_BUCCANEER_ACTING;
        return;
    }
    while (!(s->to_ask >> seat & 1))
        seat = next_seat(s, seat);
    s->asked = (uint8_t)seat;
    s->phase = FL_BUCCANEER_ASKING;
}

/* New ships, or the end if there are none. */
static void await_ships(struct fl_buccaneer *s, struct fl_saying *tell)
{
    s->dissolutions = 0;
    if (s->unturned)
        s->phase = FL_BUCCANEER_SIGHTING;
    else
        end_game(s, tell);
}

/* Everybody was passed over (7.1); a second time the ships leave (7.2). True if they do. */
static bool break_up(struct fl_buccaneer *s, struct fl_saying *tell)
{
    dissolve_all(s);
    s->passes = 0;
    announce(tell, "bu.say.dissolve");
    if (!s->dissolutions++)
        return false;
    s->sea = 0;
    announce(tell, "bu.say.sail-away");
    await_ships(s, tell);
    return true;
}

/* From here the seat plays, is asked about or is passed over; ships are at sea. */
static void begin_turn(struct fl_buccaneer *s, struct fl_saying *tell)
{
    for (;;) {
        unsigned set = mutineers(s);
        if (set) {
            s->to_ask = (uint8_t)set;
            s->asked = s->seat;
            ask_next(s);
            return;
        }
        if (can_act(s)) {
            s->phase = FL_BUCCANEER_ACTING;
            return;
        }
        tell_seat(tell, s->tops & hand_of(s->seat) ? "bu.say.pass" : "bu.say.no-pawn", s->seat);
        s->seat = (uint8_t)next_seat(s, s->seat);
        if (++s->passes == s->seats && break_up(s, tell))
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
    s->to_ask &= (uint8_t) ~(1u << s->asked);
    if (mutiny)
        s->called |= (uint8_t)(1u << s->asked);
    ask_next(s);
}

static void merge(struct fl_buccaneer *s, int top, int target, struct fl_saying *tell)
{
    put_on(s, top, target);
    end_action(s);
    begin_turn(s, tell);
}

/* ---- boarding ---- */

static void share_treasures(struct fl_buccaneer *s, int top, int ship, int kind,
                            struct fl_saying *tell)
{
    unsigned other = fl_buccaneer_ship[ship].treasures & ~(1u << kind);
    int second = colour_of(s->below[top] - 1);
    s->treasure[s->seat][kind]++;
    if (!other)
        return;
    s->treasure[second][lowest(other)]++;
    if (tell)
        fl_with_word(fl_with_seat(fl_say(tell, "bu.say.second"), "who", second), "treasure",
                     treasure_key[lowest(other)]);
}

static void tell_wages(const struct fl_buccaneer *s, int top, int ship, struct fl_saying *tell)
{
    for (int seat = next_seat(s, s->seat); seat != s->seat; seat = next_seat(s, seat)) {
        int wages = 0;
        if (!fl_crew_of(s, top, seat))
            continue;
        struct fl_phrase *p = fl_with_seat(fl_say(tell, "bu.say.wages"), "who", seat);
        for (int pawn = top + 1; pawn; pawn = s->below[pawn - 1])
            if (colour_of(pawn - 1) == seat) {
                wages += fl_buccaneer_wage(pawn - 1, ship);
                fl_with_item(p, "pawns", mark_key[mark_of(pawn - 1)]);
            }
        fl_with_number(p, "n", wages);
    }
}

/* The captain's own pawns earn nothing (5.10); returns the sum of the others' wages. */
static int pay_wages(struct fl_buccaneer *s, int top, int ship)
{
    int sum = 0;
    for (int pawn = s->below[top]; pawn; pawn = s->below[pawn - 1]) {
        int wage = fl_buccaneer_wage(pawn - 1, ship), seat = colour_of(pawn - 1);
        if (seat == s->seat)
            continue;
        s->purse[seat] = (int16_t)(s->purse[seat] + wage);
        sum += wage;
    }
    return sum;
}

/* What is left is the captain's; what is missing comes from his purse, then from the bank. */
static void settle(struct fl_buccaneer *s, int left, struct fl_saying *tell)
{
    int purse = s->purse[s->seat];
    int paid = -left < purse ? -left : purse;
    s->purse[s->seat] = (int16_t)(purse - paid);
    if (left >= 0)
        tell_seat_number(tell, "bu.say.keeps", s->seat, left);
    if (left < 0 && paid)
        tell_seat_number(tell, "bu.say.pays", s->seat, paid);
    if (tell && paid < -left)
        fl_with_number(fl_say(tell, "bu.say.bank"), "n", -left - paid);
}

static void go_home(struct fl_buccaneer *s, int top)
{
    for (int pawn = top + 1; pawn;) {
        int below = s->below[pawn - 1];
        lie_alone(s, pawn - 1);
        pawn = below;
    }
}

struct boarding {
    int top, ship, kind;
};

static void board(struct fl_buccaneer *s, struct boarding b, struct fl_saying *tell)
{
    share_treasures(s, b.top, b.ship, b.kind, tell);
    if (tell)
        tell_wages(s, b.top, b.ship, tell);
    settle(s, fl_buccaneer_ship[b.ship].ducats - pay_wages(s, b.top, b.ship), tell);
    go_home(s, b.top);
    s->sea &= (uint16_t) ~(1u << b.ship);
    s->boarded++;
    s->dissolutions = 0;
    end_action(s);
    if (s->sea)
        begin_turn(s, tell);
    else
        await_ships(s, tell);
}

/* ---- moves ---- */

static int mover_of(fl_move move)
{
    return (move - FL_BUCCANEER_MERGE) / PAWNS;
}

static int target_of(fl_move move)
{
    return (move - FL_BUCCANEER_MERGE) % PAWNS;
}

static struct boarding boarding_of(fl_move move)
{
    int number = move - FL_BUCCANEER_BOARD;
    return (struct boarding){.top = number / (SHIPS * FL_TREASURES),
                             .ship = number / FL_TREASURES % SHIPS,
                             .kind = number % FL_TREASURES};
}

static void start(void *state, const struct fl_setup *setup)
{
    struct fl_buccaneer *s = state;
    *s = (struct fl_buccaneer){
        .seats = (uint8_t)setup->seats,
        .aide = (uint8_t)setup->option[AIDE],
        .hidden = (uint8_t)setup->option[HIDDEN],
        .deck = SET_OF_ALL,
        .unturned = SHIPS,
    };
    dissolve_all(s);
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
    switch (s->phase) {
    case FL_BUCCANEER_ACTING:
        return FL_SEAT(s->seat);
    case FL_BUCCANEER_ASKING:
        return FL_SEAT(s->asked);
    case FL_BUCCANEER_OVER:
        return 0;
    default:
        return FL_SEAT(FL_CHANCE);
    }
}

static void turn_up(struct fl_buccaneer *s, int ship, struct fl_saying *tell)
{
    s->deck &= (uint16_t) ~(1u << ship);
    s->sea |= (uint16_t)(1u << ship);
    if (--s->unturned % SHIPS_AT_ONCE == 0)
        begin_turn(s, tell);
}

static void act(struct fl_buccaneer *s, fl_move move, struct fl_saying *tell)
{
    if (move < FL_BUCCANEER_BOARD) {
        merge(s, mover_of(move), target_of(move), tell);
    } else if (move < FL_BUCCANEER_MUTINY) {
        board(s, boarding_of(move), tell);
    } else if (move >= FL_BUCCANEER_SIGHT) {
        turn_up(s, move - FL_BUCCANEER_SIGHT, tell);
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

/* ---- what is allowed ---- */

/* Whether somebody called a mutiny in this crew of the captain's. */
static bool is_called(const struct fl_buccaneer *s, int top)
{
    for (unsigned rest = s->called; rest; rest &= rest - 1)
        if (fl_crew_of(s, top, lowest(rest)) >= 3)
            return true;
    return false;
}

/* Every own crew onto every other that it fits on. */
static void list_merges(const struct fl_buccaneer *s, uint32_t own, struct fl_moves *out)
{
    int target[PAWNS], size[PAWNS], targets = 0;
    struct fl_offer *to = out->at;
    for (uint32_t rest = s->tops & ~hand_of(s->seat); rest; rest &= rest - 1) {
        target[targets] = lowest(rest);
        size[targets++] = fl_crew_size(s, lowest(rest));
    }
    for (; own; own &= own - 1) {
        int top = lowest(own), room = MOST - fl_crew_size(s, top);
        for (int i = 0; i < targets; i++) {
            to->move = (fl_move)(FL_BUCCANEER_MERGE + PAWNS * top + target[i]);
            to->weight = 1;
            to += size[i] <= room;
        }
    }
    out->count = out->total = (uint32_t)(to - out->at);
}

static void list_boardings(const struct fl_buccaneer *s, int top, struct fl_moves *out)
{
    for (unsigned rest = s->sea; rest; rest &= rest - 1) {
        int ship = lowest(rest);
        if (fl_buccaneer_ship[ship].crew > fl_crew_size(s, top))
            return; /* so are those that follow */
        unsigned kinds = fl_buccaneer_ship[ship].treasures;
        for (int base = FL_BUCCANEER_BOARD + (SHIPS * top + ship) * FL_TREASURES; kinds;
             kinds &= kinds - 1)
            fl_offer(out, (fl_move)(base + lowest(kinds)), 1);
    }
}

static void list_actions(const struct fl_buccaneer *s, struct fl_moves *out)
{
    uint32_t own = s->tops & hand_of(s->seat);
    if (!s->called)
        list_merges(s, own, out);
    for (; own; own &= own - 1)
        if (!s->called || is_called(s, lowest(own)))
            list_boardings(s, lowest(own), out);
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
            fl_offer(out, (fl_move)(FL_BUCCANEER_SIGHT + lowest(rest)), 1);
        break;
    default:
        for (int first = 0; first < s->seats; first++)
            fl_offer(out, (fl_move)(FL_BUCCANEER_FIRST + first), 1);
        break;
    }
}

static bool may_merge(const struct fl_buccaneer *s, int top, int target)
{
    return !s->called && is_top(s, top) && is_top(s, target) && colour_of(top) == s->seat &&
           colour_of(target) != s->seat && fl_crew_size(s, top) + fl_crew_size(s, target) <= MOST;
}

static bool may_board(const struct fl_buccaneer *s, struct boarding b)
{
    const struct fl_buccaneer_ship *ship = &fl_buccaneer_ship[b.ship];
    return is_top(s, b.top) && colour_of(b.top) == s->seat && s->sea >> b.ship & 1 &&
           ship->treasures >> b.kind & 1 && fl_crew_size(s, b.top) >= ship->crew &&
           (!s->called || is_called(s, b.top));
}

static bool legal(const void *state, int seat, fl_move move)
{
    const struct fl_buccaneer *s = state;
    (void)seat;
    switch (s->phase) {
    case FL_BUCCANEER_ACTING:
        return move < FL_BUCCANEER_BOARD    ? may_merge(s, mover_of(move), target_of(move))
               : move < FL_BUCCANEER_MUTINY ? may_board(s, boarding_of(move))
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

static fl_move draw(const void *state, struct fl_rng *rng)
{
    const struct fl_buccaneer *s = state;
    if (s->phase == FL_BUCCANEER_WHO_STARTS)
        return (fl_move)(FL_BUCCANEER_FIRST + fl_rng_below(rng, s->seats));
    unsigned deck = s->deck;
    for (uint32_t skip = fl_rng_below(rng, s->unturned); skip; skip--)
        deck &= deck - 1;
    return (fl_move)(FL_BUCCANEER_SIGHT + lowest(deck));
}

static const char *refuse(const struct fl_setup *setup)
{
    return setup->option[FIRST] > setup->seats ? "setup.first" : NULL;
}

/* Covered pawns come up, or somebody answered and the answer stands (6.3). */
static bool shows(const void *state, int seat, fl_move move)
{
    const struct fl_buccaneer *s = state;
    struct fl_buccaneer after = *s;
    apply(&after, seat, move);
    return after.tops & ~s->tops || s->phase == FL_BUCCANEER_ASKING;
}

/* ---- words ---- */

static void spell_pawn(struct fl_buf *out, int pawn)
{
    fl_put_char(out, ' ');
    fl_put_char(out, colour_letter[colour_of(pawn)]);
    fl_put_char(out, mark_letter[mark_of(pawn)]);
}

static void spell_boarding(struct fl_buf *out, struct boarding b)
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
        spell_pawn(out, mover_of(move));
        spell_pawn(out, target_of(move));
    } else if (move < FL_BUCCANEER_MUTINY) {
        spell_boarding(out, boarding_of(move));
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

/* The captain whose crew is about to mutiny, or not. */
static void say_answer(const struct fl_buccaneer *s, int seat, fl_move move, struct fl_saying *out)
{
    struct fl_phrase *p =
        fl_say(out, move == FL_BUCCANEER_MUTINY ? "bu.say.mutiny" : "bu.say.obey");
    fl_with_seat(fl_with_seat(p, "who", seat), "captain", s->seat);
}

static void say_merge(const struct fl_buccaneer *s, int seat, fl_move move, struct fl_saying *out)
{
    int top = mover_of(move), target = target_of(move);
    struct fl_phrase *p = fl_with_seat(fl_say(out, "bu.say.merge"), "who", seat);
    fl_with_word(p, "pawn", mark_key[mark_of(top)]);
    fl_with_seat(p, "whom", colour_of(target));
    fl_with_word(p, "target", mark_key[mark_of(target)]);
    fl_with_number(p, "n", fl_crew_size(s, top) + fl_crew_size(s, target));
}

static void say_boarding(const struct fl_buccaneer *s, int seat, fl_move move,
                         struct fl_saying *out)
{
    struct boarding b = boarding_of(move);
    struct fl_phrase *p = fl_with_seat(fl_say(out, "bu.say.board"), "who", seat);
    fl_with_number(p, "ship", b.ship + 1);
    fl_with_number(p, "ducats", fl_buccaneer_ship[b.ship].ducats);
    fl_with_word(p, "pawn", mark_key[mark_of(b.top)]);
    fl_with_number(p, "n", fl_crew_size(s, b.top));
    fl_with_word(p, "treasure", treasure_key[b.kind]);
}

static void say_ship(int ship, struct fl_saying *out)
{
    struct fl_phrase *p = fl_with_number(fl_say(out, "bu.say.ship"), "ship", ship + 1);
    fl_with_number(p, "crew", fl_buccaneer_ship[ship].crew);
    fl_with_number(p, "ducats", fl_buccaneer_ship[ship].ducats);
    fl_with_number(p, "question", fl_buccaneer_ship[ship].question);
    for (unsigned kinds = fl_buccaneer_ship[ship].treasures; kinds; kinds &= kinds - 1)
        fl_with_item(p, "treasures", treasure_key[lowest(kinds)]);
}

static void say(const void *state, int seat, fl_move move, struct fl_saying *out)
{
    struct fl_buccaneer after = *(const struct fl_buccaneer *)state;
    if (move < FL_BUCCANEER_BOARD)
        say_merge(&after, seat, move, out);
    else if (move < FL_BUCCANEER_MUTINY)
        say_boarding(&after, seat, move, out);
    else if (move < FL_BUCCANEER_FIRST)
        say_answer(&after, seat, move, out);
    else if (move < FL_BUCCANEER_SIGHT)
        fl_with_seat(fl_say(out, "bu.say.first"), "who", move - FL_BUCCANEER_FIRST);
    else
        say_ship(move - FL_BUCCANEER_SIGHT, out);
    act(&after, move, out);
}

/* ---- the table ---- */

/* Numbers of the items. A pawn in sight goes by its own number; a covered one by its place. */
enum {
    ITEM_COVERED = 32, /* + 9 * top + how deep */
    ITEM_SHIP = 300,
    ITEM_CARGO = 320, /* + 8 * ship: crew, ducats, pay of a ?, and from 4 its treasures */
    ITEM_DECK = 500,
    ITEM_SUPPLY = 510,
    ITEM_PURSE = 520,
    ITEM_TREASURE = 530,
    ITEM_TOTAL = 560
};
enum { MARK_ASKED, MARK_CALLED };

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
        fl_view_item(out, cargo + 4 + lowest(kinds), "bu.treasure", treasure_key[lowest(kinds)])
            ->on = (uint16_t)(ITEM_SHIP + ship);
}

static void view_supply(const struct fl_buccaneer *s, struct fl_view *out)
{
    fl_view_zone(out, "bu.zone.supply", FL_NOBODY, 0);
    for (int kind = 0; kind < FL_TREASURES; kind++) {
        int left = COPIES;
        for (int seat = 0; seat < s->seats; seat++)
            left -= s->treasure[seat][kind];
        fl_view_item(out, ITEM_SUPPLY + kind, "bu.treasure", treasure_key[kind])->value = left;
    }
}

/* Whether somebody is being asked about this crew. */
static bool is_in_question(const struct fl_buccaneer *s, int top)
{
    return s->phase == FL_BUCCANEER_ASKING && colour_of(top) == s->seat &&
           fl_crew_of(s, top, s->asked) >= 3;
}

static int item_of(const struct fl_buccaneer *s, int top, int pawn, int depth)
{
    return depth && !s->aide ? ITEM_COVERED + MOST * top + depth : pawn;
}

static void view_crew(const struct fl_buccaneer *s, int top, struct fl_view *out)
{
    fl_view_zone(out, "bu.zone.crew", colour_of(top), mark_of(top) + 1);
    for (int pawn = top, depth = 0;; depth++) {
        bool open = !depth || s->aide;
        struct fl_item *item =
            fl_view_item(out, item_of(s, top, pawn, depth), pawn_key[colour_of(pawn)],
                         open ? mark_key[mark_of(pawn)] : NULL);
        item->owner = (uint8_t)colour_of(pawn);
        if (!depth && is_in_question(s, top))
            item->marks |= 1u << MARK_ASKED;
        if (!depth && colour_of(top) == s->seat && is_called(s, top))
            item->marks |= 1u << MARK_CALLED;
        if (!s->below[pawn])
            return;
        pawn = s->below[pawn] - 1;
        item->on = (uint16_t)item_of(s, top, pawn, depth + 1);
    }
}

static void view_seat(const struct fl_buccaneer *s, int seat, int viewer, struct fl_view *out)
{
    bool open = !s->hidden || seat == viewer || s->phase == FL_BUCCANEER_OVER;
    fl_view_zone(out, "bu.zone.purse", seat, 0);
    fl_view_item(out, ITEM_PURSE + seat, "bu.purse", open ? NULL : "bu.hidden")->value =
        open ? s->purse[seat] : 0;
    fl_view_zone(out, "bu.zone.treasures", seat, 0);
    for (int kind = 0; kind < FL_TREASURES; kind++)
        fl_view_item(out, ITEM_TREASURE + FL_TREASURES * seat + kind, "bu.treasure",
                     treasure_key[kind])
            ->value = s->treasure[seat][kind];
    for (uint32_t own = s->tops & hand_of(seat); own; own &= own - 1)
        view_crew(s, lowest(own), out);
}

static void view(const void *state, int viewer, struct fl_view *out)
{
    const struct fl_buccaneer *s = state;
    for (unsigned rest = s->sea; rest; rest &= rest - 1)
        view_ship(lowest(rest), out);
    fl_view_zone(out, "bu.zone.deck", FL_NOBODY, 0);
    fl_view_item(out, ITEM_DECK, "bu.deck", NULL)->value = s->unturned;
    view_supply(s, out);
    for (int seat = 0; seat < s->seats; seat++)
        view_seat(s, seat, viewer, out);
    if (s->phase != FL_BUCCANEER_OVER)
        return;
    fl_view_zone(out, "bu.zone.totals", FL_NOBODY, 0);
    for (int seat = 0; seat < s->seats; seat++) {
        struct fl_item *total = fl_view_item(out, ITEM_TOTAL + seat, "bu.total", NULL);
        total->owner = (uint8_t)seat;
        total->value = score(s, seat);
    }
}

/* The crew somebody is asked about. */
static int crew_in_question(const struct fl_buccaneer *s)
{
    uint32_t own = s->tops & hand_of(s->seat);
    while (!is_in_question(s, lowest(own)))
        own &= own - 1;
    return lowest(own);
}

static int touches(const void *state, int seat, fl_move move, uint16_t *item)
{
    const struct fl_buccaneer *s = state;
    (void)seat;
    if (move < FL_BUCCANEER_BOARD) {
        item[0] = (uint16_t)mover_of(move);
        item[1] = (uint16_t)target_of(move);
        return 2;
    }
    if (move < FL_BUCCANEER_MUTINY) {
        struct boarding b = boarding_of(move);
        item[0] = (uint16_t)b.top;
        item[1] = (uint16_t)(ITEM_SHIP + b.ship);
        item[2] = (uint16_t)(ITEM_CARGO + 8 * b.ship + 4 + b.kind);
        return 3;
    }
    item[0] = (uint16_t)crew_in_question(s);
    return 1;
}

static void ask(const void *state, int seat, struct fl_phrase *out)
{
    const struct fl_buccaneer *s = state;
    bool asking = s->phase == FL_BUCCANEER_ASKING;
    fl_phrase_begin(out, asking ? "bu.ask.mutiny" : s->called ? "bu.ask.must-board" : "bu.ask.act");
    fl_with_seat(out, "who", seat);
    if (asking) {
        int top = crew_in_question(s);
        fl_with_seat(out, "captain", s->seat);
        fl_with_word(out, "pawn", mark_key[mark_of(top)]);
        fl_with_number(out, "size", fl_crew_size(s, top));
    }
}

/* ---- why not ---- */

static void refuse_move(struct fl_phrase *out, const char *key, const char *rule)
{
    fl_phrase_begin(out, key);
    fl_with_text(out, "rule", rule);
}

static void why_not_merge(const struct fl_buccaneer *s, int top, int target, struct fl_phrase *out)
{
    if (s->called)
        refuse_move(out, "bu.why.must-board", "6.5");
    else if (colour_of(top) >= s->seats || colour_of(target) >= s->seats)
        refuse_move(out, "bu.why.in-the-box", "1.3");
    else if (colour_of(top) != s->seat)
        refuse_move(out, "bu.why.not-yours", "4.3");
    else if (!is_top(s, top) || !is_top(s, target))
        refuse_move(out, "bu.why.covered", "4.6");
    else if (colour_of(target) == s->seat)
        refuse_move(out, "bu.why.own", "4.4");
    else
        refuse_move(out, "bu.why.ten", "4.5");
}

static void why_not_board(const struct fl_buccaneer *s, struct boarding b, struct fl_phrase *out)
{
    if (colour_of(b.top) >= s->seats)
        refuse_move(out, "bu.why.in-the-box", "1.3");
    else if (colour_of(b.top) != s->seat)
        refuse_move(out, "bu.why.not-captain", "5.1");
    else if (!is_top(s, b.top))
        refuse_move(out, "bu.why.covered", "4.6");
    else if (s->called && !is_called(s, b.top))
        refuse_move(out, "bu.why.other-crew", "6.5");
    else if (!(s->sea >> b.ship & 1))
        refuse_move(out, "bu.why.not-at-sea", "5.2");
    else if (fl_crew_size(s, b.top) == 1)
        refuse_move(out, "bu.why.alone", "5.4");
    else if (fl_crew_size(s, b.top) < fl_buccaneer_ship[b.ship].crew)
        refuse_move(out, "bu.why.too-few", "5.3");
    else
        refuse_move(out, "bu.why.no-such-treasure", "5.5");
}

static void why_not(const void *state, int seat, fl_move move, struct fl_phrase *out)
{
    const struct fl_buccaneer *s = state;
    (void)seat;
    if (s->phase == FL_BUCCANEER_ASKING)
        refuse_move(out, "bu.why.answer", "6.3");
    else if (move < FL_BUCCANEER_BOARD)
        why_not_merge(s, mover_of(move), target_of(move), out);
    else if (move < FL_BUCCANEER_MUTINY)
        why_not_board(s, boarding_of(move), out);
    else if (move < FL_BUCCANEER_FIRST)
        refuse_move(out, "bu.why.not-asked", "6.1");
    else
        refuse_move(out, "bu.why.chance", "3.1");
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
    .mark = {"asked", "called"},
    .refuse = refuse,
    .start = start,
    .turn = turn,
    .moves = moves,
    .apply = apply,
    .score = score,
    .winners = winners,
    .shows = shows,
    .spell = spell,
    .say = say,
    .view = view,
    .touches = touches,
    .ask = ask,
    .why_not = why_not,
    .legal = legal,
    .draw = draw,
};
