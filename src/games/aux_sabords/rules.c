/* Aux Sabords: ships, chests and pirates, 2 to 4 players.
 *
 * Numbers in comments refer to docs/rules/aux-sabords.*.md. */
#include "games/aux_sabords/aux_sabords.h"

#include <assert.h>
#include <string.h>

#include "games/games.h"

enum { CHESTS, END, HANDS, BOARD, FIRST }; /* options */
enum { RANDOM = 0 };                       /* of the option `first`; else a seat counted from 1 */

/* 2.2, 2.3 and 2.4, with an edge around the board; see fl_aux_square for the characters. Each
 * colour's squares are those of the previous colour, rotated by 90 degrees. */
// clang-format off
const char fl_aux_board[2][FL_AUX_SQUARES / FL_AUX_WIDTH][FL_AUX_WIDTH] = {
    {"###############",
     "#A...........B#",
     "#.............#",
     "#.....^..^....#",
     "#...3.....0...#",
     "#..^..........#",
     "#.....c+d..^..#",
     "#.....+++.....#",
     "#..^..b+a.....#",
     "#..........^..#",
     "#...2.....1...#",
     "#....^..^.....#",
     "#.............#",
     "#D...........C#",
     "###############"},
    {"#############",
     "#A.........B#",
     "#...........#",
     "#..3.....0..#",
     "#...........#",
     "#....c+d....#",
     "#....+++....#",
     "#....b+a....#",
     "#...........#",
     "#..2.....1..#",
     "#...........#",
     "#D.........C#",
     "#############"},
};
// clang-format on

static const uint8_t copies[FL_AUX_KINDS] = {
#define COPIES(name, copies, spelled, key) copies,
    FL_AUX_CARDS(COPIES)
#undef COPIES
};

enum { DECK = 54 };

/* ---- the board ---- */

int fl_aux_find(const struct fl_aux *s, char kind)
{
    const char *board = fl_aux_board[s->small_board][0];
    const char *found = memchr(board, kind, FL_AUX_SQUARES);
    assert(found);
    return (int)(found - board);
}

static int port_of(const struct fl_aux *s, int colour)
{
    return fl_aux_find(s, (char)('A' + colour));
}

static bool is_sea(char square)
{
    return square == '.' || (square >= '0' && square <= '3');
}

/* The number of other ships on a square. */
static int others_at(const struct fl_aux *s, int colour, int square)
{
    int n = 0;
    for (int ship = 0; ship < FL_AUX_COLOURS; ship++)
        n += s->at[ship] == square && ship != colour;
    return n;
}

bool fl_aux_may_enter(const struct fl_aux *s, int colour, int square)
{
    char kind = fl_aux_square(s, square);
    if (is_sea(kind))
        return others_at(s, colour, square) < 2; /* 5.5 */
    if (kind == 'a' + colour)                    /* 5.3 */
        return s->island[colour] || s->aboard[colour][colour];
    return kind == 'A' + colour;
}

/* The enemy ship met on a square, or FL_NOBODY. */
static int enemy_at(const struct fl_aux *s, int colour, int square)
{
    for (int ship = 0; ship < FL_AUX_COLOURS; ship++)
        if (s->at[ship] == square && fl_aux_owner(s, ship) != fl_aux_owner(s, colour))
            return ship;
    return FL_NOBODY;
}

/* 6.9: a question is asked only if there is a choice, but always about an enemy (7.13). */
bool fl_aux_asks(const struct fl_aux *s, int colour, int square)
{
    char kind = fl_aux_square(s, square);
    if (kind == 'A' + colour)
        return fl_aux_cargo(s, colour) > 0;
    if (kind == 'a' + colour || (kind == '0' + colour && s->side[colour]))
        return true;
    return enemy_at(s, colour, square) != FL_NOBODY;
}

/* ---- cards ---- */

/* The hand that chance is drawing for. */
static int drawing_hand(const struct fl_aux *s)
{
    return fl_aux_hand_of(s, s->phase == FL_AUX_DEFENDER_REFILLS ? s->enemy : s->colour);
}

/* 3.3 */
static void shuffle(struct fl_aux *s)
{
    for (int card = 0; card < FL_AUX_KINDS; card++) {
        s->left[card] = (uint8_t)(s->left[card] + s->discard[card]);
        s->pile = (uint8_t)(s->pile + s->discard[card]);
        s->discard[card] = 0;
    }
}

/* Whether there is a card for chance to draw (3.4). */
static bool has_pile(struct fl_aux *s)
{
    if (!s->pile)
        shuffle(s);
    return s->pile > 0;
}

/* Removes cards from a hand, visible to everybody. */
static void play_cards(struct fl_aux *s, int hand, int card, int n)
{
    uint8_t *from = s->hidden[hand] ? &s->left[card] : &s->hand[hand][card];
    assert(n >= 0 && *from >= n && s->size[hand] >= n);
    *from = (uint8_t)(*from - n);
    s->size[hand] = (uint8_t)(s->size[hand] - n);
}

static void discard_cards(struct fl_aux *s, int hand, int card, int n)
{
    play_cards(s, hand, card, n);
    s->discard[card] = (uint8_t)(s->discard[card] + n);
}

/* ---- the turn ---- */

static void start(void *state, const struct fl_setup *setup)
{
    struct fl_aux *s = state;
    assert(setup->seats >= 2 && setup->seats <= FL_AUX_COLOURS);
    *s = (struct fl_aux){
        .seats = (uint8_t)setup->seats,
        .colours = setup->seats == 3 ? 3 : 4,
        .chests = (uint8_t)setup->option[CHESTS],
        .one_colour = (uint8_t)setup->option[END],
        .one_hand = (uint8_t)setup->option[HANDS],
        .small_board = (uint8_t)setup->option[BOARD],
        .pile = DECK,
    };
    memcpy(s->left, copies, sizeof copies);
    for (int colour = 0; colour < s->colours; colour++) {
        s->island[colour] = 1;
        s->side[colour] = (uint8_t)(s->chests - 1);
    }
    if (setup->option[FIRST] != RANDOM) {
        s->first = s->colour = (uint8_t)(setup->option[FIRST] - 1);
        s->phase = FL_AUX_DEALING;
    }
}

static fl_seats turn(const void *state)
{
    const struct fl_aux *s = state;
    const unsigned chance = 1u << FL_AUX_WHO_STARTS | 1u << FL_AUX_DEALING | 1u << FL_AUX_DRAWING |
                            1u << FL_AUX_REFILLING | 1u << FL_AUX_ROLLING |
                            1u << FL_AUX_ATTACKER_REFILLS | 1u << FL_AUX_DEFENDER_REFILLS;
    if (chance >> s->phase & 1)
        return FL_SEAT(FL_CHANCE);
    if (s->phase == FL_AUX_OVER)
        return 0;
    return FL_SEAT(fl_aux_owner(s, s->phase == FL_AUX_DEFENDING ? s->enemy : s->colour));
}

static int next_colour(const struct fl_aux *s)
{
    return s->colour + 1 == s->colours ? 0 : s->colour + 1;
}

/* 8.3: the game ends after too many turns without progress. */
static void end_turn(struct fl_aux *s)
{
    s->calm = (uint8_t)(s->progress ? 0 : s->calm + 1);
    s->progress = s->die = s->steps = s->courses = 0;
    s->phase = s->calm == fl_aux_patience(s) ? FL_AUX_OVER : FL_AUX_OPENING;
    s->colour = (uint8_t)next_colour(s);
}

/* 4.10 */
static void make_ready(struct fl_aux *s)
{
    if (s->card[s->colour])
        s->phase = FL_AUX_READY;
    else
        end_turn(s);
}

/* ---- sailing ---- */

static unsigned open_courses(const struct fl_aux *s)
{
    unsigned open = 0;
    for (int direction = 0; direction < 4; direction++)
        if (fl_aux_may_enter(s, s->colour, fl_aux_beside(s->at[s->colour], direction)))
            open |= 1u << direction;
    return open;
}

/* Continues with the next step, if one is left and a direction is open (5.7). */
static void sail_on(struct fl_aux *s)
{
    s->courses = (uint8_t)(s->steps ? open_courses(s) : 0);
    s->phase = FL_AUX_SAILING;
    if (!s->courses)
        end_turn(s);
}

static void meet(struct fl_aux *s)
{
    int enemy = enemy_at(s, s->colour, s->at[s->colour]);
    if (enemy == FL_NOBODY) {
        sail_on(s);
        return;
    }
    s->enemy = (uint8_t)enemy;
    s->phase = FL_AUX_BOARDING;
}

/* 5.8: entering a square asks its question, if it has one. */
static void step(struct fl_aux *s, int direction)
{
    int square = fl_aux_beside(s->at[s->colour], direction);
    char kind = fl_aux_square(s, square);
    assert(s->steps && s->courses >> direction & 1);
    s->at[s->colour] = (uint8_t)square;
    s->steps--;
    if (!fl_aux_asks(s, s->colour, square)) {
        sail_on(s);
        return;
    }
    s->courses = 0;
    if (kind == 'A' + s->colour)
        s->phase = FL_AUX_IN_PORT;
    else if (kind == 'a' + s->colour)
        s->phase = FL_AUX_ON_TREASURE;
    else if (kind == '0' + s->colour && s->side[s->colour])
        s->phase = FL_AUX_ON_ROSE;
    else
        meet(s);
}

static void move_chest_to_island(struct fl_aux *s)
{
    assert(s->side[s->colour]);
    s->side[s->colour]--;
    s->island[s->colour]++;
    s->progress = 1;
    meet(s); /* 5.10 */
}

/* Loads n chests, or unloads them if n is negative. */
static void load(struct fl_aux *s, int n)
{
    uint8_t *aboard = &s->aboard[s->colour][s->colour];
    assert(n <= s->island[s->colour] && -n <= *aboard);
    *aboard = (uint8_t)(*aboard + n);
    s->island[s->colour] = (uint8_t)(s->island[s->colour] - n);
    sail_on(s);
}

static int chests_safe(const struct fl_aux *s, int of)
{
    return s->port[0][of] + s->port[1][of] + s->port[2][of] + s->port[3][of];
}

/* 8.1, 10.3 */
static bool is_won(const struct fl_aux *s)
{
    int safe = 0;
    for (int colour = 0; colour < s->colours; colour++)
        safe += chests_safe(s, colour) == s->chests;
    return safe == s->colours || (safe && s->one_colour);
}

static void leave_port(struct fl_aux *s)
{
    if (is_won(s))
        s->phase = FL_AUX_OVER;
    else
        sail_on(s);
}

static void land(struct fl_aux *s, int of, int n)
{
    assert(n > 0 && s->aboard[s->colour][of] >= n);
    s->aboard[s->colour][of] = (uint8_t)(s->aboard[s->colour][of] - n);
    s->port[s->colour][of] = (uint8_t)(s->port[s->colour][of] + n);
    s->progress = 1;
    if (!fl_aux_cargo(s, s->colour))
        leave_port(s);
}

/* ---- boarding ---- */

/* 7.10 */
static void sink(struct fl_aux *s, int winner, int loser)
{
    assert(fl_aux_owner(s, winner) != fl_aux_owner(s, loser) && s->at[winner] == s->at[loser]);
    for (int of = 0; of < FL_AUX_COLOURS; of++) {
        s->aboard[winner][of] = (uint8_t)(s->aboard[winner][of] + s->aboard[loser][of]);
        s->aboard[loser][of] = 0;
    }
    s->at[loser] = (uint8_t)port_of(s, loser);
    s->card[loser] = 0;
    s->discard[FL_AUX_SHIP]++;
}

/* 7.5: a captain is stronger than any number of pirates. */
static void resolve_fight(struct fl_aux *s)
{
    int attack = s->attack, defence = s->defence, enemy = s->enemy;
    s->attack = s->defence = s->enemy = 0;
    if (attack > defence)
        sink(s, s->colour, enemy);
    if (attack < defence) {
        sink(s, enemy, s->colour);
        end_turn(s);
    } else {
        sail_on(s);
    }
}

/* The kind of card for a strength. */
static int fighters(int strength)
{
    return strength == FL_AUX_BY_CAPTAIN ? FL_AUX_CAPTAIN : FL_AUX_PIRATE;
}

static int card_count(int strength)
{
    return strength == FL_AUX_BY_CAPTAIN ? 1 : strength;
}

static void attack(struct fl_aux *s, int strength)
{
    play_cards(s, fl_aux_hand_of(s, s->colour), fighters(strength), card_count(strength));
    s->attack = (uint8_t)strength;
    s->phase = FL_AUX_DEFENDING;
}

/* ---- drawing ---- */

static void fill(struct fl_aux *);

/* Continues after a hand was filled, depending on why it was filled. */
static void continue_after_fill(struct fl_aux *s)
{
    switch (s->phase) {
    case FL_AUX_DEALING:
        s->colour = (uint8_t)next_colour(s);
        if (s->size[fl_aux_hand_of(s, s->colour)] < FL_AUX_HAND)
            return;
        s->colour = s->first;
        s->phase = FL_AUX_OPENING;
        return;
    case FL_AUX_ATTACKER_REFILLS:
        s->phase = FL_AUX_DEFENDER_REFILLS;
        fill(s);
        return;
    case FL_AUX_DEFENDER_REFILLS:
        resolve_fight(s);
        return;
    default:
        make_ready(s);
    }
}

/* Lets chance draw while the hand is not full and there are cards. */
static void fill(struct fl_aux *s)
{
    if (s->size[drawing_hand(s)] == FL_AUX_HAND || !has_pile(s))
        continue_after_fill(s);
}

/* 4.8, 4.9 */
static void adjust(struct fl_aux *s)
{
    if (s->size[fl_aux_hand_of(s, s->colour)] > FL_AUX_HAND) {
        s->phase = FL_AUX_DISCARDING;
    } else {
        s->phase = FL_AUX_REFILLING;
        fill(s);
    }
}

/* 7.13: a player whose ship card is not on the table is always asked, whatever the hand
 * contains. */
static void ask_to_lay(struct fl_aux *s)
{
    if (s->card[s->colour])
        adjust(s);
    else
        s->phase = FL_AUX_LAYING;
}

static void take_card(struct fl_aux *s, fl_move move)
{
    int hand = drawing_hand(s);
    assert(s->pile && (move == FL_UNSEEN || s->left[move - FL_AUX_DRAWN]));
    s->pile--;
    s->size[hand]++;
    if (move != FL_UNSEEN) {
        s->left[move - FL_AUX_DRAWN]--;
        s->hand[hand][move - FL_AUX_DRAWN]++;
    }
    if (s->phase == FL_AUX_DRAWING)
        ask_to_lay(s);
    else
        fill(s);
}

static void open_turn(struct fl_aux *s)
{
    s->phase = FL_AUX_DRAWING;
    if (!has_pile(s))
        ask_to_lay(s);
}

static void build(struct fl_aux *s, int pair)
{
    for (int which = 0; which < 2; which++)
        discard_cards(s, fl_aux_hand_of(s, s->colour), fl_aux_pair_card(pair, which), 1);
    s->at[s->colour] = (uint8_t)port_of(s, s->colour);
}

static void lay_ship_card(struct fl_aux *s)
{
    play_cards(s, fl_aux_hand_of(s, s->colour), FL_AUX_SHIP, 1);
    s->card[s->colour] = 1;
    adjust(s);
}

/* 7.8: all played cards are discarded before anybody draws. */
static void defend(struct fl_aux *s, int strength)
{
    int card = fighters(s->attack);
    assert(s->attack && strength >= 0 && strength <= FL_AUX_BY_CAPTAIN);
    s->discard[card] = (uint8_t)(s->discard[card] + card_count(s->attack));
    discard_cards(s, fl_aux_hand_of(s, s->enemy), fighters(strength), card_count(strength));
    s->defence = (uint8_t)strength;
    s->phase = FL_AUX_ATTACKER_REFILLS;
    fill(s);
}

static void decline(struct fl_aux *s)
{
    if (s->phase == FL_AUX_ON_ROSE) {
        meet(s);
        return;
    }
    s->enemy = 0;
    sail_on(s);
}

static void roll(struct fl_aux *s, int number)
{
    s->die = s->steps = (uint8_t)number;
    sail_on(s);
}

static void choose_first(struct fl_aux *s, int colour)
{
    s->first = s->colour = (uint8_t)colour;
    s->phase = FL_AUX_DEALING;
}

/* Applies the answer to a question with several kinds of answers. */
static void answer(struct fl_aux *s, fl_move move)
{
    switch (s->phase) {
    case FL_AUX_LAYING:
        if (move == FL_AUX_DONE)
            adjust(s);
        else if (move == FL_AUX_LAY)
            lay_ship_card(s);
        else
            build(s, move - FL_AUX_BUILD);
        return;
    case FL_AUX_IN_PORT:
        if (move == FL_AUX_DONE)
            leave_port(s);
        else
            land(s, (move - FL_AUX_LAND) / 4, (move - FL_AUX_LAND) % 4 + 1);
        return;
    case FL_AUX_ON_TREASURE:
        if (move < FL_AUX_UNLOAD)
            load(s, move - FL_AUX_LOAD + 1);
        else
            load(s, -(move - FL_AUX_UNLOAD + 1));
        return;
    default:
        if (move == FL_AUX_PASS)
            decline(s);
        else if (move == FL_AUX_CHEST)
            move_chest_to_island(s);
        else
            attack(s, move - FL_AUX_ATTACK + 1);
    }
}

static void apply(void *state, int seat, fl_move move)
{
    struct fl_aux *s = state;
    (void)seat;
    switch (s->phase) {
    case FL_AUX_SAILING:
        step(s, move - FL_AUX_STEP);
        return;
    case FL_AUX_DEALING:
    case FL_AUX_DRAWING:
    case FL_AUX_REFILLING:
    case FL_AUX_ATTACKER_REFILLS:
    case FL_AUX_DEFENDER_REFILLS:
        take_card(s, move);
        return;
    case FL_AUX_OPENING:
        open_turn(s);
        return;
    case FL_AUX_DISCARDING:
        discard_cards(s, fl_aux_hand_of(s, s->colour), move - FL_AUX_DISCARD, 1);
        adjust(s);
        return;
    case FL_AUX_READY:
        s->phase = FL_AUX_ROLLING;
        return;
    case FL_AUX_ROLLING:
        roll(s, move - FL_AUX_ROLLED + 1);
        return;
    case FL_AUX_WHO_STARTS:
        choose_first(s, move - FL_AUX_FIRST);
        return;
    case FL_AUX_DEFENDING:
        defend(s, move - FL_AUX_DEFEND);
        return;
    default:
        answer(s, move);
    }
}

/* ---- legal moves ---- */

/* The range of moves that answer each question. */
static const struct range {
    uint8_t first, count;
} answers[FL_AUX_PHASES] = {
    [FL_AUX_WHO_STARTS] = {FL_AUX_FIRST, FL_AUX_COLOURS},
    [FL_AUX_DEALING] = {FL_AUX_DRAWN, FL_AUX_KINDS},
    [FL_AUX_OPENING] = {FL_AUX_DRAW, 1},
    [FL_AUX_DRAWING] = {FL_AUX_DRAWN, FL_AUX_KINDS},
    [FL_AUX_LAYING] = {FL_AUX_LAY, FL_AUX_DONE + 1 - FL_AUX_LAY},
    [FL_AUX_REFILLING] = {FL_AUX_DRAWN, FL_AUX_KINDS},
    [FL_AUX_DISCARDING] = {FL_AUX_DISCARD, FL_AUX_KINDS},
    [FL_AUX_READY] = {FL_AUX_ROLL, 1},
    [FL_AUX_ROLLING] = {FL_AUX_ROLLED, 6},
    [FL_AUX_SAILING] = {FL_AUX_STEP, 4},
    [FL_AUX_ON_ROSE] = {FL_AUX_CHEST, FL_AUX_PASS + 1 - FL_AUX_CHEST},
    [FL_AUX_ON_TREASURE] = {FL_AUX_LOAD, 2 * FL_AUX_CHESTS},
    [FL_AUX_IN_PORT] = {FL_AUX_DONE, FL_AUX_DISCARD - FL_AUX_DONE},
    [FL_AUX_BOARDING] = {FL_AUX_PASS, FL_AUX_DEFEND - FL_AUX_PASS},
    [FL_AUX_DEFENDING] = {FL_AUX_DEFEND, FL_AUX_DRAWN - FL_AUX_DEFEND},
    [FL_AUX_ATTACKER_REFILLS] = {FL_AUX_DRAWN, FL_AUX_KINDS},
    [FL_AUX_DEFENDER_REFILLS] = {FL_AUX_DRAWN, FL_AUX_KINDS},
};

static bool may_lay(const struct fl_aux *s, fl_move move)
{
    int hand = fl_aux_hand_of(s, s->colour);
    if (move == FL_AUX_DONE)
        return true;
    if (move == FL_AUX_LAY)
        return s->at[s->colour] && fl_aux_holds(s, hand, FL_AUX_SHIP);
    int pair = move - FL_AUX_BUILD;
    return !s->at[s->colour] && s->size[hand] > 1 &&
           fl_aux_holds(s, hand, fl_aux_pair_card(pair, 0)) &&
           fl_aux_holds(s, hand, fl_aux_pair_card(pair, 1));
}

static bool may_land(const struct fl_aux *s, fl_move move)
{
    int which = move - FL_AUX_LAND;
    return move == FL_AUX_DONE || s->aboard[s->colour][which / 4] > which % 4;
}

static bool may_load(const struct fl_aux *s, fl_move move)
{
    if (move < FL_AUX_UNLOAD)
        return s->island[s->colour] > move - FL_AUX_LOAD;
    return s->aboard[s->colour][s->colour] > move - FL_AUX_UNLOAD;
}

static bool may_lay_fighters(const struct fl_aux *s, int colour, int strength)
{
    int hand = fl_aux_hand_of(s, colour);
    return fl_aux_holds(s, hand, fighters(strength)) >= card_count(strength);
}

/* The weight of an answer to the current question: 0 if it is illegal, 1 for players. */
static unsigned weight(const struct fl_aux *s, fl_move move)
{
    switch (s->phase) {
    case FL_AUX_SAILING:
        return s->courses >> (move - FL_AUX_STEP) & 1u;
    case FL_AUX_DEALING:
    case FL_AUX_DRAWING:
    case FL_AUX_REFILLING:
    case FL_AUX_ATTACKER_REFILLS:
    case FL_AUX_DEFENDER_REFILLS:
        return s->left[move - FL_AUX_DRAWN];
    case FL_AUX_WHO_STARTS:
        return move - FL_AUX_FIRST < s->colours;
    case FL_AUX_LAYING:
        return may_lay(s, move);
    case FL_AUX_DISCARDING:
        return fl_aux_holds(s, fl_aux_hand_of(s, s->colour), move - FL_AUX_DISCARD) > 0;
    case FL_AUX_IN_PORT:
        return may_land(s, move);
    case FL_AUX_ON_TREASURE:
        return may_load(s, move);
    case FL_AUX_BOARDING:
        return move == FL_AUX_PASS || may_lay_fighters(s, s->colour, move - FL_AUX_ATTACK + 1);
    case FL_AUX_DEFENDING:
        return may_lay_fighters(s, s->enemy, move - FL_AUX_DEFEND);
    default: /* draw, roll, the die, the rose */
        return 1;
    }
}

static void moves(const void *state, int seat, struct fl_moves *out)
{
    const struct fl_aux *s = state;
    struct range range = answers[s->phase];
    (void)seat;
    for (fl_move move = range.first; move < range.first + range.count; move++) {
        unsigned w = weight(s, move);
        if (w)
            fl_offer(out, move, w);
    }
}

static bool legal(const void *state, int seat, fl_move move)
{
    const struct fl_aux *s = state;
    struct range range = answers[s->phase];
    (void)seat;
    return move >= range.first && move < range.first + range.count && weight(s, move);
}

static fl_move sample_chance(const void *state, struct fl_rng *rng)
{
    const struct fl_aux *s = state;
    if (s->phase == FL_AUX_ROLLING)
        return (fl_move)(FL_AUX_ROLLED + fl_rng_below(rng, 6));
    if (s->phase == FL_AUX_WHO_STARTS)
        return (fl_move)(FL_AUX_FIRST + fl_rng_below(rng, s->colours));
    uint32_t rest = fl_rng_below(rng, s->pile);
    int card = 0;
    while (rest >= s->left[card])
        rest -= s->left[card++];
    return (fl_move)(FL_AUX_DRAWN + card);
}

/* ---- the end ---- */

static int32_t score(const void *state, int seat)
{
    const struct fl_aux *s = state;
    int32_t chests = 0;
    for (int colour = 0; colour < s->colours; colour++)
        for (int of = 0; of < FL_AUX_COLOURS && fl_aux_owner(s, colour) == seat; of++)
            chests += s->port[colour][of];
    return chests;
}

static fl_seats winners(const void *state)
{
    const struct fl_aux *s = state;
    int32_t best = 0;
    fl_seats set = 0;
    for (int seat = 0; seat < s->seats; seat++) {
        int32_t chests = score(s, seat);
        if (chests > best)
            set = 0;
        if (chests >= best) {
            set |= FL_SEAT(seat);
            best = chests;
        }
    }
    return set;
}

static const char *check_setup(const struct fl_setup *setup)
{
    if (setup->option[HANDS] && setup->seats > 2)
        return "as.setup.hands";
    return setup->option[FIRST] > setup->seats ? "setup.first" : NULL;
}

/* ---- hidden information ---- */

static fl_seats visible_to(const void *state, int seat, fl_move move)
{
    const struct fl_aux *s = state;
    (void)seat;
    if (move < FL_AUX_DRAWN || move >= FL_AUX_ROLLED)
        return FL_EVERYONE;
    return FL_SEAT(fl_aux_owner(s, drawing_hand(s)));
}

/* Whether the move makes a hand's card visible. */
static bool reveals(const void *state, int seat, fl_move move)
{
    (void)state;
    (void)seat;
    return (move >= FL_AUX_LAY && move < FL_AUX_DONE) ||
           (move >= FL_AUX_DISCARD && move < FL_AUX_ROLL) ||
           (move >= FL_AUX_ATTACK && move != FL_AUX_DEFEND);
}

static void redact(void *state, int viewer)
{
    struct fl_aux *s = state;
    for (int hand = 0; hand < FL_AUX_COLOURS; hand++) {
        if (fl_aux_owner(s, hand) == viewer)
            continue;
        for (int card = 0; card < FL_AUX_KINDS; card++)
            s->left[card] = (uint8_t)(s->left[card] + s->hand[hand][card]);
        memset(s->hand[hand], 0, sizeof s->hand[hand]);
        s->hidden[hand] = 1;
    }
}

/* Removes a random card from those with an unknown location, all equally likely. */
static int guess(struct fl_aux *s, struct fl_rng *rng)
{
    uint32_t total = 0;
    for (int card = 0; card < FL_AUX_KINDS; card++)
        total += s->left[card];
    uint32_t rest = fl_rng_below(rng, total);
    int card = 0;
    while (rest >= s->left[card])
        rest -= s->left[card++];
    s->left[card]--;
    return card;
}

static void imagine(void *state, int viewer, struct fl_rng *rng)
{
    struct fl_aux *s = state;
    (void)viewer;
    for (int hand = 0; hand < FL_AUX_COLOURS; hand++) {
        for (int n = 0; s->hidden[hand] && n < s->size[hand]; n++)
            s->hand[hand][guess(s, rng)]++;
        s->hidden[hand] = 0;
    }
}

const struct fl_game fl_aux_sabords = {
    .name = "aux-sabords",
    .about = "aux-sabords.about",
    .version = 1,
    .state_size = sizeof(struct fl_aux),
    .move_count = FL_AUX_MOVES,
    .seats_min = 2,
    .seats_max = 4,
    .option = {{"chests", {{"4", 4}, {"3", 3}, {"2", 2}}},
               {"end", {{"all", 0}, {"one", 1}}},
               {"hands", {{"two", 0}, {"one", 1}}},
               {"board", {{"13", 0}, {"11", 1}}},
               {"first", {{"random", RANDOM}, {"1", 1}, {"2", 2}, {"3", 3}, {"4", 4}}}},
    .mark = {"active", "sails", "ahead"},
    .check_setup = check_setup,
    .start = start,
    .turn = turn,
    .moves = moves,
    .apply = apply,
    .score = score,
    .winners = winners,
    .visible_to = visible_to,
    .reveals = reveals,
    .redact = redact,
    .imagine = imagine,
    .spell = fl_aux_spell,
    .say = fl_aux_say,
    .view = fl_aux_view,
    .touches = fl_aux_touches,
    .prompt = fl_aux_prompt,
    .note = fl_aux_note,
    .why_not = fl_aux_why_not,
    .legal = legal,
    .sample_chance = sample_chance,
    .routes = fl_aux_routes,
    .fields = fl_aux_sabords_fields,
};
