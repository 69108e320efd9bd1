/* Aux Sabords: spelling, phrases, view, questions and explanations.
 *
 * Numbers in explanations refer to docs/rules/aux-sabords.*.md. */
#include "games/aux_sabords/aux_sabords.h"
#include "games/games.h"

enum { MARK_ACTIVE, MARK_SAILS, MARK_AHEAD };

static const char *const ship_key[] = {"as.ship.red", "as.ship.blue", "as.ship.yellow",
                                       "as.ship.green"};
static const char *const chest_key[] = {"as.chest.red", "as.chest.blue", "as.chest.yellow",
                                        "as.chest.green"};
static const char *const course_key[] = {"as.course.north", "as.course.east", "as.course.south",
                                         "as.course.west"};

static const char *const card_key[] = {
#define KEY(name, copies, spelled, key) key,
    FL_AUX_CARDS(KEY)
#undef KEY
};

static const char *const card_spelled[] = {
#define SPELLED(name, copies, spelled, key) spelled,
    FL_AUX_CARDS(SPELLED)
#undef SPELLED
};

static const char *const colour_spelled[] = {"red", "blue", "yellow", "green"};

/* ---- spelling ---- */

/* Ranges of moves: the verb, and the text after it. */
static const struct row {
    const char *verb;        /* NULL: the word alone */
    const char *const *word; /* word of each move; NULL: a number */
    int32_t first;
    int32_t least; /* the first number; 0: the verb alone */
} rows[] = {
    {"first-", colour_spelled, FL_AUX_FIRST, 0},
    {"die-", NULL, FL_AUX_ROLLED, 1},
    {NULL, card_spelled, FL_AUX_DRAWN, 0},
    {"defend captain", NULL, FL_AUX_DEFEND + FL_AUX_BY_CAPTAIN, 0},
    {"defend ", NULL, FL_AUX_DEFEND + 1, 1},
    {"give-up", NULL, FL_AUX_DEFEND, 0},
    {"attack captain", NULL, FL_AUX_ATTACK + FL_AUX_BY_CAPTAIN - 1, 0},
    {"attack ", NULL, FL_AUX_ATTACK, 1},
    {"pass", NULL, FL_AUX_PASS, 0},
    {"chest", NULL, FL_AUX_CHEST, 0},
    {"unload ", NULL, FL_AUX_UNLOAD, 1},
    {"load ", NULL, FL_AUX_LOAD, 1},
    {NULL, (const char *const[]){"north", "east", "south", "west"}, FL_AUX_STEP, 0},
    {"roll", NULL, FL_AUX_ROLL, 0},
    {"discard ", card_spelled, FL_AUX_DISCARD, 0},
    {"land green ", NULL, FL_AUX_LAND + 12, 1},
    {"land yellow ", NULL, FL_AUX_LAND + 8, 1},
    {"land blue ", NULL, FL_AUX_LAND + 4, 1},
    {"land red ", NULL, FL_AUX_LAND, 1},
    {"done", NULL, FL_AUX_DONE, 0},
    {"build ", (const char *const[]){"pistol sabre", "pistol leg", "sabre leg"}, FL_AUX_BUILD, 0},
    {"lay ship", NULL, FL_AUX_LAY, 0},
    {"draw", NULL, FL_AUX_DRAW, 0},
};

void fl_aux_spell(fl_move move, struct fl_buf *out)
{
    /* The rows are in descending order of their first move, so the first row that is not above the
     * move contains it. */
    const struct row *row = rows;
    while (move < row->first)
        row++;
    if (row->verb)
        fl_put(out, row->verb);
    if (row->word)
        fl_put(out, row->word[move - row->first]);
    else if (row->least)
        fl_put_number(out, move - row->first + row->least);
}

/* ---- phrases ---- */

/* Starts a phrase about the player of a ship. */
static struct fl_phrase *say_player(struct fl_phrases *out, const char *key, const struct fl_aux *s,
                                    int colour)
{
    return fl_with_seat(fl_say(out, key), "who", fl_aux_owner(s, colour));
}

/* Chests as a list, so that chests of several colours become one sentence. */
static void say_chests(struct fl_phrases *out, const char *key, const struct fl_aux *s, int of,
                       int n)
{
    struct fl_phrase *p = say_player(out, key, s, s->colour);
    for (int i = 0; i < n; i++)
        fl_with_item(p, "chests", chest_key[of]);
}

/* The cards of a fight. */
static void add_fighters(struct fl_phrase *p, int strength)
{
    if (strength == FL_AUX_BY_CAPTAIN)
        fl_with_item(p, "cards", card_key[FL_AUX_CAPTAIN]);
    for (int i = 0; strength != FL_AUX_BY_CAPTAIN && i < strength; i++)
        fl_with_item(p, "cards", card_key[FL_AUX_PIRATE]);
}

static void say_card(const struct fl_aux *s, fl_move move, struct fl_phrases *out)
{
    int colour = s->phase == FL_AUX_DEFENDER_REFILLS ? s->enemy : s->colour;
    bool dealt = s->phase == FL_AUX_DEALING;
    if (move == FL_UNSEEN)
        fl_with_count(say_player(out, dealt ? "as.say.dealt" : "as.say.drawn", s, colour), "n", 1);
    else
        fl_with_item(
            say_player(out, dealt ? "as.say.dealt-cards" : "as.say.drawn-cards", s, colour),
            dealt ? "cards" : "drawn", card_key[move - FL_AUX_DRAWN]);
}

static void say_chance(const struct fl_aux *s, fl_move move, struct fl_phrases *out)
{
    if (s->phase == FL_AUX_WHO_STARTS)
        fl_with_word(say_player(out, "as.say.first", s, move - FL_AUX_FIRST), "ship",
                     ship_key[move - FL_AUX_FIRST]);
    else if (s->phase == FL_AUX_ROLLING)
        fl_with_number(say_player(out, "as.say.rolled", s, s->colour), "number",
                       move - FL_AUX_ROLLED + 1);
    else
        say_card(s, move, out);
}

static void say_attack(const struct fl_aux *s, int strength, struct fl_phrases *out)
{
    struct fl_phrase *p = say_player(out, "as.say.attack", s, s->colour);
    fl_with_seat(p, "other", fl_aux_owner(s, s->enemy));
    fl_with_word(p, "enemy", ship_key[s->enemy]);
    add_fighters(p, strength);
}

/* The result of a fight is reported with the defence, before the cards are replaced (7.8). */
static void say_fight(const struct fl_aux *s, int defence, struct fl_phrases *out)
{
    bool wins = s->attack > defence;
    int winner = wins ? s->colour : s->enemy, loser = wins ? s->enemy : s->colour;
    int loot = fl_aux_cargo(s, loser);
    if (s->attack == defence) {
        fl_say(out, "as.say.standoff");
        return;
    }
    struct fl_phrase *p = fl_say(out, loot ? "as.say.sinks-loot" : "as.say.sinks");
    fl_with_word(p, "loser", ship_key[loser]);
    if (loot)
        fl_with_number(fl_with_word(p, "winner", ship_key[winner]), "n", loot);
}

static void say_defence(const struct fl_aux *s, int strength, struct fl_phrases *out)
{
    add_fighters(say_player(out, strength ? "as.say.defend" : "as.say.give-up", s, s->enemy),
                 strength);
    say_fight(s, strength, out);
}

static void say_build(const struct fl_aux *s, int pair, struct fl_phrases *out)
{
    struct fl_phrase *p = say_player(out, "as.say.build", s, s->colour);
    for (int which = 0; which < 2; which++)
        fl_with_item(p, "cards", card_key[fl_aux_pair_card(pair, which)]);
}

/* The first move of a turn. Two players have two ships each: the report says which one sails. */
static void say_draw(const struct fl_aux *s, struct fl_phrases *out)
{
    say_player(out, "as.say.draw", s, s->colour);
    if (s->seats == 2)
        fl_with_word(say_player(out, "as.say.turn", s, s->colour), "ship", ship_key[s->colour]);
}

/* Moves with a phrase of their own. */
static void say_single(const struct fl_aux *s, fl_move move, struct fl_phrases *out)
{
    if (move == FL_AUX_DRAW)
        say_draw(s, out);
    else if (move == FL_AUX_LAY)
        say_player(out, "as.say.lay", s, s->colour);
    else if (move == FL_AUX_DONE)
        say_player(out, s->phase == FL_AUX_IN_PORT ? "as.say.land-done" : "as.say.lay-done", s,
                   s->colour);
    else if (move == FL_AUX_ROLL)
        say_player(out, "as.say.roll", s, s->colour);
    else if (move == FL_AUX_CHEST)
        fl_with_count(say_player(out, "as.say.chest", s, s->colour), "n", 1);
    else if (s->phase == FL_AUX_ON_ROSE)
        say_player(out, "as.say.pass-rose", s, s->colour);
    else
        say_player(out, "as.say.pass-enemy", s, s->colour);
}

static void say_move(const struct fl_aux *s, fl_move move, struct fl_phrases *out)
{
    if (move >= FL_AUX_DRAWN)
        say_chance(s, move, out);
    else if (move >= FL_AUX_DEFEND)
        say_defence(s, move - FL_AUX_DEFEND, out);
    else if (move >= FL_AUX_ATTACK)
        say_attack(s, move - FL_AUX_ATTACK + 1, out);
    else if (move >= FL_AUX_UNLOAD && move < FL_AUX_CHEST)
        say_chests(out, "as.say.unload", s, s->colour, move - FL_AUX_UNLOAD + 1);
    else if (move >= FL_AUX_LOAD && move < FL_AUX_UNLOAD)
        say_chests(out, "as.say.load", s, s->colour, move - FL_AUX_LOAD + 1);
    else if (move >= FL_AUX_STEP && move < FL_AUX_LOAD)
        fl_with_word(say_player(out, "as.say.step", s, s->colour), "course",
                     course_key[move - FL_AUX_STEP]);
    else if (move >= FL_AUX_DISCARD && move < FL_AUX_ROLL)
        fl_with_item(say_player(out, "as.say.discard", s, s->colour), "discarded",
                     card_key[move - FL_AUX_DISCARD]);
    else if (move >= FL_AUX_LAND && move < FL_AUX_DISCARD)
        say_chests(out, "as.say.land", s, (move - FL_AUX_LAND) / 4, (move - FL_AUX_LAND) % 4 + 1);
    else if (move >= FL_AUX_BUILD && move < FL_AUX_DONE)
        say_build(s, move - FL_AUX_BUILD, out);
    else
        say_single(s, move, out);
}

/* Single steps are not reported, only the square where the voyage ends. */
static void say_voyage(const struct fl_aux *before, const struct fl_aux *after, fl_move move,
                       struct fl_phrases *out)
{
    static const char *const column[] = {"a", "b", "c", "d", "e", "f", "g",
                                         "h", "i", "j", "k", "l", "m"};
    bool sails = (move >= FL_AUX_STEP && move < FL_AUX_LOAD) || move == FL_AUX_PASS;
    int square = after->at[before->colour];
    if (!sails || after->die)
        return;
    struct fl_phrase *p = say_player(out, "as.say.sail", before, before->colour);
    fl_with_text(p, "column", column[square % FL_AUX_WIDTH - 1]);
    fl_with_number(p, "row", square / FL_AUX_WIDTH);
}

/* Whether a turn ends without a ship at sea. */
static bool stays_in_port(const struct fl_aux *before, const struct fl_aux *after)
{
    return before->phase >= FL_AUX_OPENING && after->colour != before->colour &&
           !before->card[before->colour];
}

static int discards(const struct fl_aux *s)
{
    int n = 0;
    for (int card = 0; card < FL_AUX_KINDS; card++)
        n += s->discard[card];
    return n;
}

static void say_end(const struct fl_aux *s, struct fl_phrases *out)
{
    if (s->calm == fl_aux_patience(s))
        fl_say(out, "as.say.stalled");
    else
        fl_say(out, s->one_colour ? "as.say.one-safe" : "as.say.all-safe");
}

void fl_aux_say(const void *state, int seat, fl_move move, struct fl_phrases *out)
{
    const struct fl_aux *before = state;
    struct fl_aux after = *before;
    say_move(before, move, out);
    fl_aux_sabords.apply(&after, seat, move);
    say_voyage(before, &after, move, out);
    if (stays_in_port(before, &after))
        say_player(out, "as.say.stays", before, before->colour);
    /* The pile grows, or the discard pile shrinks, only if the cards were shuffled. */
    if (after.pile > before->pile || discards(&after) < discards(before))
        fl_say(out, "as.say.shuffle");
    if (after.phase == FL_AUX_OVER)
        say_end(&after, out);
}

/* The result of a defence, known in advance because the attack is visible. */
static void note_defence(const struct fl_aux *s, int strength, struct fl_phrase *out)
{
    int cargo = fl_aux_cargo(s, s->enemy);
    if (strength >= s->attack)
        fl_phrase_begin(out, strength > s->attack ? "as.note.wins" : "as.note.ties");
    else
        fl_phrase_begin(out, cargo ? "as.note.loses" : "as.note.sinks");
    if (strength < s->attack && cargo)
        fl_with_number(out, "n", cargo);
}

bool fl_aux_note(const void *state, int seat, fl_move move, struct fl_phrase *out)
{
    const struct fl_aux *s = state;
    (void)seat;
    if (move >= FL_AUX_DEFEND && move < FL_AUX_DRAWN)
        note_defence(s, move - FL_AUX_DEFEND, out);
    else if (move >= FL_AUX_LAND && move < FL_AUX_DISCARD)
        fl_phrase_begin(out, "as.note.land");
    else if (move >= FL_AUX_BUILD && move < FL_AUX_DONE)
        fl_phrase_begin(out, "as.note.build");
    else if (move == FL_AUX_DONE && s->phase != FL_AUX_IN_PORT)
        fl_phrase_begin(out, "as.note.wait");
    else
        return false;
    return true;
}

/* ---- view ---- */

/* Port and treasure square of a colour that does not play are closed; its rose is sea. */
static const char *square_face(const struct fl_aux *s, char kind)
{
    static const char *const port[] = {"as.square.port-red", "as.square.port-blue",
                                       "as.square.port-yellow", "as.square.port-green"};
    static const char *const treasure[] = {"as.square.treasure-red", "as.square.treasure-blue",
                                           "as.square.treasure-yellow", "as.square.treasure-green"};
    static const char *const rose[] = {"as.square.rose-red", "as.square.rose-blue",
                                       "as.square.rose-yellow", "as.square.rose-green"};
    if (kind == '+')
        return "as.square.land";
    if (kind == '^')
        return "as.square.reef";
    if (kind == '.' || kind == '0' + s->colours)
        return "as.square.sea";
    if (kind >= 'a')
        return kind - 'a' < s->colours ? treasure[kind - 'a'] : "as.square.closed";
    if (kind >= 'A')
        return kind - 'A' < s->colours ? port[kind - 'A'] : "as.square.closed";
    return rose[kind - '0'];
}

static void view_sea(const struct fl_aux *s, struct fl_view *out)
{
    int side = fl_aux_side(s);
    fl_view_zone(out, "as.zone.sea", FL_NOBODY, 0)->columns = (uint8_t)side;
    for (int row = 1; row <= side; row++)
        for (int column = 1; column <= side; column++) {
            int square = FL_AUX_WIDTH * row + column;
            fl_view_item(out, fl_aux_square_item(s, square), "as.square",
                         square_face(s, fl_aux_square(s, square)));
        }
}

/* Chests of one colour at one location are one item with their number; no item if there are
 * none. */
static void view_chests(struct fl_view *out, int id, int on, int of, int n)
{
    if (!n)
        return;
    struct fl_item *chests = fl_view_item(out, id, "as.chests", chest_key[of]);
    chests->on = (uint16_t)on;
    chests->value = n;
}

static int item_at(const struct fl_aux *s, int square)
{
    return square ? fl_aux_square_item(s, square) : FL_NO_ITEM;
}

static void view_ships(const struct fl_aux *s, struct fl_view *out)
{
    fl_view_zone(out, "as.zone.ships", FL_NOBODY, 0);
    for (int ship = 0; ship < s->colours; ship++) {
        struct fl_item *item =
            fl_view_item(out, FL_AUX_ITEM_SHIP + ship, "as.ship", ship_key[ship]);
        item->on = (uint16_t)item_at(s, s->at[ship]);
        item->owner = (uint8_t)fl_aux_owner(s, ship);
        item->marks = (uint8_t)(s->card[ship] << MARK_SAILS);
        if (ship == s->colour && s->phase >= FL_AUX_OPENING && s->phase != FL_AUX_OVER)
            item->marks |= 1u << MARK_ACTIVE;
        for (int of = 0; of < s->colours; of++)
            view_chests(out, FL_AUX_ITEM_ABOARD + 4 * ship + of, FL_AUX_ITEM_SHIP + ship, of,
                        s->aboard[ship][of]);
    }
}

static void view_ashore(const struct fl_aux *s, struct fl_view *out)
{
    fl_view_zone(out, "as.zone.ashore", FL_NOBODY, 0);
    for (int colour = 0; colour < s->colours; colour++) {
        int treasure = fl_aux_square_item(s, fl_aux_find(s, (char)('a' + colour)));
        int port = fl_aux_square_item(s, fl_aux_find(s, (char)('A' + colour)));
        view_chests(out, FL_AUX_ITEM_ISLAND + colour, treasure, colour, s->island[colour]);
        for (int of = 0; of < s->colours; of++)
            view_chests(out, FL_AUX_ITEM_PORT + 4 * colour + of, port, of, s->port[colour][of]);
    }
}

/* Outside the board: chests that are not on the island yet, and the ship card. */
static void view_side(const struct fl_aux *s, int colour, struct fl_view *out)
{
    fl_view_zone(out, "as.zone.side", fl_aux_owner(s, colour), colour);
    view_chests(out, FL_AUX_ITEM_SIDE + colour, FL_NO_ITEM, colour, s->side[colour]);
    if (s->card[colour])
        fl_view_item(out, FL_AUX_ITEM_CARD + colour, "as.card", card_key[FL_AUX_SHIP]);
}

/* Cards are numbered by position, so that viewers cannot follow a card from draw to discard. */
static void view_hand(const struct fl_aux *s, int hand, struct fl_view *out)
{
    int id = FL_AUX_ITEM_HAND + 8 * hand;
    fl_view_zone(out, "as.zone.hand", fl_aux_owner(s, hand), hand);
    for (int card = 0; card < FL_AUX_KINDS; card++)
        for (int n = 0; n < s->hand[hand][card]; n++)
            fl_view_item(out, id++, "as.card", card_key[card]);
    for (int n = 0; s->hidden[hand] && n < s->size[hand]; n++)
        fl_view_item(out, id++, "as.card", NULL);
}

static void view_piles(const struct fl_aux *s, struct fl_view *out)
{
    fl_view_zone(out, "as.zone.pile", FL_NOBODY, 0);
    fl_view_item(out, FL_AUX_ITEM_PILE, "as.pile", NULL)->value = s->pile;
    fl_view_zone(out, "as.zone.discard", FL_NOBODY, 0);
    for (int card = 0; card < FL_AUX_KINDS; card++)
        if (s->discard[card])
            fl_view_item(out, FL_AUX_ITEM_DISCARD + card, "as.discards", card_key[card])->value =
                s->discard[card];
}

/* The strength of a side, marked if it is the greater one. */
static void view_laid(const struct fl_aux *s, int id, int colour, int strength, int other,
                      struct fl_view *out)
{
    bool captain = strength == FL_AUX_BY_CAPTAIN;
    if (!strength)
        return;
    struct fl_item *laid =
        fl_view_item(out, id, "as.laid", card_key[captain ? FL_AUX_CAPTAIN : FL_AUX_PIRATE]);
    laid->owner = (uint8_t)fl_aux_owner(s, colour);
    laid->value = captain ? 1 : strength;
    if (other && strength > other)
        laid->marks = 1u << MARK_AHEAD;
}

static void view_progress(const struct fl_aux *s, struct fl_view *out)
{
    fl_view_zone(out, "as.zone.die", FL_NOBODY, 0);
    fl_view_item(out, FL_AUX_ITEM_DIE, "as.die", NULL)->value = s->die;
    fl_view_item(out, FL_AUX_ITEM_STEPS, "as.steps", NULL)->value = s->steps;
    fl_view_zone(out, "as.zone.fight", FL_NOBODY, 0);
    view_laid(s, FL_AUX_ITEM_ATTACK, s->colour, s->attack, s->defence, out);
    view_laid(s, FL_AUX_ITEM_DEFENCE, s->enemy, s->defence, s->attack, out);
    fl_view_zone(out, "as.zone.totals", FL_NOBODY, 0);
    for (int seat = 0; seat < s->seats; seat++) {
        struct fl_item *total = fl_view_item(out, FL_AUX_ITEM_TOTAL + seat, "as.total", NULL);
        total->owner = (uint8_t)seat;
        total->value = fl_aux_sabords.score(s, seat);
    }
    fl_view_zone(out, "as.zone.calm", FL_NOBODY, 0);
    fl_view_item(out, FL_AUX_ITEM_CALM, "as.calm", NULL)->value = fl_aux_patience(s) - s->calm;
}

void fl_aux_view(const void *state, int viewer, struct fl_view *out)
{
    const struct fl_aux *s = state;
    (void)viewer;
    view_sea(s, out);
    view_ships(s, out);
    view_ashore(s, out);
    for (int colour = 0; colour < s->colours; colour++)
        view_side(s, colour, out);
    for (int hand = 0; hand < (s->one_hand ? 2 : s->colours); hand++)
        view_hand(s, hand, out);
    view_piles(s, out);
    view_progress(s, out);
}

/* ---- items of a move ---- */

/* Items of the hand's cards of this kind. */
static int touch_cards(const struct fl_aux *s, int hand, int card, uint16_t *item)
{
    int n = 0, place = FL_AUX_ITEM_HAND + 8 * hand;
    for (int before = 0; before < card; before++)
        place += s->hand[hand][before];
    for (; n < s->hand[hand][card]; n++)
        item[n] = (uint16_t)(place + n);
    return n;
}

static int touch_fighters(const struct fl_aux *s, int colour, int strength, uint16_t *item)
{
    if (!strength)
        return 0;
    return touch_cards(s, fl_aux_hand_of(s, colour),
                       strength == FL_AUX_BY_CAPTAIN ? FL_AUX_CAPTAIN : FL_AUX_PIRATE, item);
}

static int touch_one(uint16_t *item, int id)
{
    *item = (uint16_t)id;
    return 1;
}

static int touch_pair(const struct fl_aux *s, int pair, uint16_t *item)
{
    int hand = fl_aux_hand_of(s, s->colour);
    int n = touch_cards(s, hand, fl_aux_pair_card(pair, 0), item);
    return n + touch_cards(s, hand, fl_aux_pair_card(pair, 1), item + n);
}

/* The item of an answer about chests, or of the next step. */
static int touch_place(const struct fl_aux *s, fl_move move, uint16_t *item)
{
    int ship = s->colour;
    if (move >= FL_AUX_CHEST)
        return touch_one(item, FL_AUX_ITEM_SIDE + ship);
    if (move >= FL_AUX_UNLOAD)
        return touch_one(item, FL_AUX_ITEM_ABOARD + 5 * ship);
    if (move >= FL_AUX_LOAD)
        return touch_one(item, FL_AUX_ITEM_ISLAND + ship);
    int square = fl_aux_beside(s->at[ship], move - FL_AUX_STEP);
    return touch_one(item, fl_aux_square_item(s, square));
}

int fl_aux_touches(const void *state, int seat, fl_move move, uint16_t *item)
{
    const struct fl_aux *s = state;
    int hand = fl_aux_hand_of(s, s->colour);
    (void)seat;
    if (move >= FL_AUX_DEFEND)
        return touch_fighters(s, s->enemy, move - FL_AUX_DEFEND, item);
    if (move >= FL_AUX_ATTACK) {
        touch_one(item, FL_AUX_ITEM_SHIP + s->enemy);
        return 1 + touch_fighters(s, s->colour, move - FL_AUX_ATTACK + 1, item + 1);
    }
    if (move == FL_AUX_PASS || move == FL_AUX_DONE)
        return 0;
    if (move >= FL_AUX_STEP)
        return touch_place(s, move, item);
    if (move == FL_AUX_ROLL)
        return touch_one(item, FL_AUX_ITEM_DIE);
    if (move >= FL_AUX_DISCARD)
        return touch_cards(s, hand, move - FL_AUX_DISCARD, item);
    if (move >= FL_AUX_LAND)
        return touch_one(item, FL_AUX_ITEM_ABOARD + 4 * s->colour + (move - FL_AUX_LAND) / 4);
    if (move >= FL_AUX_BUILD)
        return touch_pair(s, move - FL_AUX_BUILD, item);
    return move == FL_AUX_LAY ? touch_cards(s, hand, FL_AUX_SHIP, item)
                              : touch_one(item, FL_AUX_ITEM_PILE);
}

/* ---- questions ---- */

void fl_aux_prompt(const void *state, int seat, struct fl_phrase *out)
{
    static const char *const key[FL_AUX_PHASES] = {
        [FL_AUX_OPENING] = "as.ask.draw",         [FL_AUX_LAYING] = "as.ask.lay",
        [FL_AUX_DISCARDING] = "as.ask.discard",   [FL_AUX_READY] = "as.ask.roll",
        [FL_AUX_SAILING] = "as.ask.sail",         [FL_AUX_ON_ROSE] = "as.ask.rose",
        [FL_AUX_ON_TREASURE] = "as.ask.treasure", [FL_AUX_IN_PORT] = "as.ask.port",
        [FL_AUX_BOARDING] = "as.ask.board",       [FL_AUX_DEFENDING] = "as.ask.defend",
    };
    const struct fl_aux *s = state;
    const char *question = key[s->phase];
    if (s->phase == FL_AUX_LAYING && !s->at[s->colour])
        question = "as.ask.build";
    if (s->phase == FL_AUX_OPENING && s->seats == 2)
        question = "as.ask.turn";
    fl_phrase_begin(out, question);
    fl_with_seat(out, "who", seat);
    fl_with_word(out, "ship", ship_key[s->phase == FL_AUX_DEFENDING ? s->enemy : s->colour]);
    if (s->phase == FL_AUX_SAILING)
        fl_with_number(out, "n", s->steps);
    if (s->phase == FL_AUX_BOARDING)
        fl_with_word(out, "enemy", ship_key[s->enemy]);
    if (s->phase == FL_AUX_DEFENDING) {
        fl_with_seat(out, "other", fl_aux_owner(s, s->colour));
        add_fighters(out, s->attack);
    }
}

/* ---- explanations ---- */

static void explain(struct fl_phrase *out, const char *key, const char *rule)
{
    fl_phrase_begin(out, key);
    fl_with_text(out, "rule", rule);
}

static void why_not_lay(const struct fl_aux *s, fl_move move, struct fl_phrase *out)
{
    if (move == FL_AUX_LAY && !s->at[s->colour])
        explain(out, "as.why.build-first", "4.7");
    else if (move == FL_AUX_LAY)
        explain(out, "as.why.no-ship-card", "4.5");
    else if (s->at[s->colour])
        explain(out, "as.why.built", "4.4");
    else
        explain(out, "as.why.pair", "4.3");
}

static void why_not_step(const struct fl_aux *s, int direction, struct fl_phrase *out)
{
    char kind = fl_aux_square(s, fl_aux_beside(s->at[s->colour], direction));
    int green = FL_AUX_GREEN;
    if (kind == '#')
        explain(out, "as.why.edge", "2.1");
    else if (kind == '+' || kind == '^')
        explain(out, "as.why.land", "2.3");
    else if (kind == 'a' + s->colour)
        explain(out, "as.why.own-treasure", "5.3");
    else if (s->colours == green && (kind == 'A' + green || kind == 'a' + green))
        explain(out, "as.why.closed", "9.1");
    else if (kind >= 'A')
        explain(out, kind >= 'a' ? "as.why.treasure" : "as.why.port", "5.3");
    else
        explain(out, "as.why.full", "5.5");
}

/* A move of the right kind that is not legal. */
static void why_not_answer(const struct fl_aux *s, fl_move move, struct fl_phrase *out)
{
    switch (s->phase) {
    case FL_AUX_LAYING:
        why_not_lay(s, move, out);
        return;
    case FL_AUX_SAILING:
        why_not_step(s, move - FL_AUX_STEP, out);
        return;
    case FL_AUX_DISCARDING:
        explain(out, "as.why.not-held", "4.9");
        return;
    case FL_AUX_ON_TREASURE:
        explain(out, move < FL_AUX_UNLOAD ? "as.why.island-chests" : "as.why.own-chests", "6.3");
        return;
    case FL_AUX_IN_PORT:
        explain(out, "as.why.cargo", "6.5");
        return;
    default:
        if (move == FL_AUX_ATTACK + FL_AUX_BY_CAPTAIN - 1 ||
            move == FL_AUX_DEFEND + FL_AUX_BY_CAPTAIN)
            explain(out, "as.why.no-captain", "7.5");
        else
            explain(out, "as.why.pirates", "7.4");
    }
}

static bool is_between(fl_move move, int first, int last)
{
    return move >= first && move <= last;
}

void fl_aux_why_not(const void *state, int seat, fl_move move, struct fl_phrase *out)
{
    /* The current question by phase, with its answers. */
    static const struct {
        const char *key, *rule;
        int32_t first, last;
    } asked[FL_AUX_PHASES] = {
        [FL_AUX_OPENING] = {"as.why.draw", "4.1", FL_AUX_DRAW, FL_AUX_DRAW},
        [FL_AUX_LAYING] = {"as.why.lay", "4.7", FL_AUX_LAY, FL_AUX_DONE},
        [FL_AUX_DISCARDING] = {"as.why.discard", "4.9", FL_AUX_DISCARD, FL_AUX_ROLL - 1},
        [FL_AUX_READY] = {"as.why.roll", "4.10", FL_AUX_ROLL, FL_AUX_ROLL},
        [FL_AUX_SAILING] = {"as.why.sail", "5.1", FL_AUX_STEP, FL_AUX_LOAD - 1},
        [FL_AUX_ON_ROSE] = {"as.why.rose", "6.1", FL_AUX_CHEST, FL_AUX_PASS},
        [FL_AUX_ON_TREASURE] = {"as.why.load", "6.3", FL_AUX_LOAD, FL_AUX_CHEST - 1},
        [FL_AUX_IN_PORT] = {"as.why.in-port", "6.5", FL_AUX_DONE, FL_AUX_DISCARD - 1},
        [FL_AUX_BOARDING] = {"as.why.board", "7.1", FL_AUX_PASS, FL_AUX_DEFEND - 1},
        [FL_AUX_DEFENDING] = {"as.why.defend", "7.4", FL_AUX_DEFEND, FL_AUX_DRAWN - 1},
    };
    const struct fl_aux *s = state;
    (void)seat;
    if (is_between(move, asked[s->phase].first, asked[s->phase].last))
        why_not_answer(s, move, out);
    else
        explain(out, asked[s->phase].key, asked[s->phase].rule);
}
