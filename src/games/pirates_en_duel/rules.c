/* Pirates en Duel: crews, combat cards and duels for 2 to 6 players, at three levels.
 *
 * This file has the setup and the turn up to the combat card. Numbers in comments refer to
 * docs/rules/pirates-en-duel.*.md. */
#include "games/pirates_en_duel/pirates_en_duel.h"

#include <assert.h>
#include <string.h>

#include "games/games.h"

enum { LEVEL, BOATS, FIRST, TARGET }; /* options */
enum { BY_CHOICE, BY_SEAT };          /* of BOATS */
enum { RANDOM, USUAL = 0 };           /* of FIRST and of TARGET */
enum { PURSE = 6, PURSE_OF_TWO = 12, USUAL_TARGET = 15, TARGET_OF_TWO = 20, ROUNDS = 100 };

/* Open pirates of the draft, by number of players. */
static const uint8_t draft_size[FL_DUEL_SEATS + 1] = {0, 0, 7, 4, 6, 9, 12};

static void ask_seat(struct fl_duel *s, int seat, int phase)
{
    s->who = (uint8_t)seat;
    s->phase = (uint8_t)phase;
}

/* ---- cards ---- */

/* Called before each draw, so that chance always has a move. */
static void need_pirate(struct fl_duel *s, struct fl_phrases *phrases)
{
    if (s->pile)
        return;
    assert(s->discard); /* boats and row cannot contain all pirates */
    s->pile = s->discard;
    s->discard = 0;
    if (phrases)
        fl_say(phrases, "pd.say.shuffle-pirates");
}

/* Combat cards are shuffled only when the pile is empty: every kind has all its copies again. */
static void need_combat_card(struct fl_duel *s, struct fl_phrases *phrases)
{
    if (s->cards_left)
        return;
    for (int kind = 0; kind < FL_DUEL_COMBAT_KINDS; kind++) {
        s->left[kind] = (uint8_t)fl_duel_combat_copies(s, kind);
        s->cards_left = (uint8_t)(s->cards_left + s->left[kind]);
    }
    if (phrases)
        fl_say(phrases, "pd.say.shuffle-combat");
}

/* ---- boats ---- */

static void launch(struct fl_duel *s, int boat, int seat)
{
    assert(s->owner[boat] == FL_NOBODY && seat < s->seats);
    s->owner[boat] = (uint8_t)seat;
    s->afloat |= (uint8_t)(1u << boat);
    s->crew[boat][0] = (uint8_t)(FL_DUEL_CAPTAIN + boat + 1);
    s->aboard[boat] = (uint64_t)1 << (FL_DUEL_CAPTAIN + boat);
}

/* The seat of the next pick in the draft: 2.6, and 9.2 for two players. */
static int drafter(const struct fl_duel *s)
{
    int n = s->seats, pick = s->picks, second = n, third = 2 * n - 2;
    int nth = pick < second ? pick : pick < third ? pick - second + 2 : pick - third + 4;
    if (n == 2)
        nth = pick < 6 ? pick % 2 : 1;
    return (s->first + nth) % n;
}

static void open_draft(struct fl_duel *s)
{
    ask_seat(s, s->first, FL_DUEL_OPENING);
}

static void take_boat(struct fl_duel *s, int boat, struct fl_phrases *phrases)
{
    int next = (s->who + 1) % s->seats;
    launch(s, boat, s->who);
    unsigned rest = fl_duel_harbour(s);
    if (next == s->first) {
        open_draft(s);
    } else if (rest & (rest - 1)) {
        s->who = (uint8_t)next;
    } else { /* the last boat is assigned without asking */
        int last = __builtin_ctz(rest);
        launch(s, last, next);
        if (phrases)
            fl_with_word(fl_with_seat(fl_say(phrases, "pd.say.boat"), "who", next), "boat",
                         fl_duel_colour_key[last]);
        open_draft(s);
    }
}

/* Two players have two boats each, without a choice. */
static void give_boats(struct fl_duel *s, bool by_seat)
{
    s->seat = s->first;
    if (s->seats == 2) {
        for (int boat = 0; boat < 4; boat++)
            launch(s, boat, boat < 2 ? s->first : 1 - s->first);
    } else if (by_seat) {
        for (int seat = 0; seat < s->seats; seat++)
            launch(s, seat, seat);
    } else {
        ask_seat(s, s->first, FL_DUEL_CHOOSING_BOAT);
        return;
    }
    open_draft(s);
}

static void start(void *state, const struct fl_setup *setup)
{
    struct fl_duel *s = state;
    bool two = setup->seats == 2;
    assert(setup->seats >= 2 && setup->seats <= FL_DUEL_SEATS);
    *s = (struct fl_duel){
        .seats = (uint8_t)setup->seats,
        .level = (uint8_t)setup->option[LEVEL],
        .target = (uint8_t)setup->option[TARGET],
        .pile = ((uint64_t)1 << FL_DUEL_CAPTAIN) - 1,
        .in_play = (uint8_t)((1u << setup->seats) - 1),
        .card = FL_NO_COMBAT,
        .boat = {FL_NOBODY, FL_NOBODY},
        .by_seat = setup->option[BOATS] == BY_SEAT,
    };
    if (s->target == USUAL)
        s->target = two ? TARGET_OF_TWO : USUAL_TARGET;
    need_combat_card(s, NULL);
    memset(s->owner, FL_NOBODY, sizeof s->owner);
    memset(s->coins, two ? PURSE_OF_TWO : PURSE, setup->seats);
    if (setup->option[FIRST] != RANDOM) {
        s->first = (uint8_t)(setup->option[FIRST] - 1);
        give_boats(s, s->by_seat);
    }
}

/* ---- the row ---- */

static void turn_up(struct fl_duel *s, int count, struct fl_phrases *phrases)
{
    s->to_draw = (uint8_t)count;
    s->phase = FL_DUEL_TURNING_UP;
    need_pirate(s, phrases);
}

static void throw_away(struct fl_duel *s, int in_row)
{
    s->discard |= (uint64_t)1 << (s->row[in_row] - 1);
    s->row[in_row] = 0;
}

/* Moves a card from the row to the place on the boat. */
static void board(struct fl_duel *s, int in_row, int boat, int place)
{
    int card = s->row[in_row] - 1;
    assert(card >= 0 && card < FL_DUEL_CAPTAIN);
    s->row[in_row] = 0;
    s->taken &= (uint8_t) ~(1u << in_row);
    s->crew[boat][place] = (uint8_t)(card + 1);
    s->aboard[boat] |= (uint64_t)1 << card;
}

/* Reports the last pirate of the draft, which nobody chooses. */
static void report_last_pick(const struct fl_duel *s, int in_row, int boat,
                             struct fl_phrases *phrases)
{
    if (!phrases)
        return;
    struct fl_phrase *p = fl_with_seat(fl_say(phrases, "pd.say.pick"), "who", s->owner[boat]);
    fl_with_word(p, "card", fl_duel_card_key(s->row[in_row] - 1));
    fl_with_word(p, "boat", fl_duel_colour_key[boat]);
}

/* ---- the draft ---- */

static void begin_turn(struct fl_duel *s)
{
    ask_seat(s, s->seat, FL_DUEL_OPENING);
}

/* With more than two players each has one boat, so the last open card has one possible place and
 * nobody is asked. */
static void continue_draft(struct fl_duel *s, struct fl_phrases *phrases)
{
    unsigned row = fl_duel_row(s);
    if (row && !(row & (row - 1)) && s->seats > 2) { /* 2.7 */
        int boat = __builtin_ctz(fl_duel_colours(s, drafter(s)));
        report_last_pick(s, __builtin_ctz(row), boat, phrases);
        board(s, __builtin_ctz(row), boat, __builtin_ctz(fl_duel_free(s, boat)));
        s->picks++;
        row = 0;
    }
    if (row)
        ask_seat(s, drafter(s), FL_DUEL_DRAFTING);
    else
        turn_up(s, 1, phrases);
}

static void draft(struct fl_duel *s, int in_row, int boat, struct fl_phrases *phrases)
{
    board(s, in_row, boat, __builtin_ctz(fl_duel_free(s, boat)));
    s->picks++;
    continue_draft(s, phrases);
}

/* ---- recruiting: placing ---- */

/* Ends recruiting: the remaining card moves to the start of the row. */
static void end_recruiting(struct fl_duel *s)
{
    int stays = __builtin_ctz(fl_duel_row(s));
    uint8_t card = s->row[stays];
    s->row[stays] = 0;
    s->row[0] = card;
    s->imposed = s->recruits = 0;
    s->fresh = 0;
    ask_seat(s, s->seat, FL_DUEL_SAILING);
}

static void put_recruit(struct fl_duel *s, int in_row, int boat)
{
    s->fresh |= (uint64_t)1 << (s->row[in_row] - 1);
    board(s, in_row, boat, __builtin_ctz(fl_duel_free(s, boat)));
}

/* Places recruits without a choice and asks for the others (3.2 to 3.4). */
static void place_recruits(struct fl_duel *s)
{
    while (s->taken) {
        unsigned next = fl_duel_next_recruits(s), boats = fl_duel_boats_with_room(s, s->seat);
        if (!boats) {
            ask_seat(s, s->seat, FL_DUEL_REPLACING);
            return;
        }
        if (boats & (boats - 1) || fl_duel_room(s, boats) < fl_bits(next)) {
            ask_seat(s, s->seat, FL_DUEL_PLACING);
            return;
        }
        put_recruit(s, __builtin_ctz(next), __builtin_ctz(boats));
    }
    end_recruiting(s);
}

/* The recruit takes the place of a pirate, which is discarded. */
static void replace(struct fl_duel *s, int spot)
{
    int boat = spot / FL_DUEL_PLACES, place = spot % FL_DUEL_PLACES;
    int in_row = __builtin_ctz(fl_duel_next_recruits(s));
    uint64_t old = (uint64_t)1 << (s->crew[boat][place] - 1);
    s->aboard[boat] &= ~old;
    s->discard |= old;
    s->fresh |= (uint64_t)1 << (s->row[in_row] - 1);
    board(s, in_row, boat, place);
    place_recruits(s);
}

static void discard_recruit(struct fl_duel *s)
{
    int in_row = __builtin_ctz(fl_duel_next_recruits(s));
    throw_away(s, in_row);
    s->taken &= (uint8_t) ~(1u << in_row);
    place_recruits(s);
}

/* ---- recruiting: choosing ---- */

static void report_taken(const struct fl_duel *s, unsigned mask, struct fl_phrases *phrases)
{
    struct fl_phrase *p = fl_with_seat(fl_say(phrases, "pd.say.take"), "who", s->seat);
    for (unsigned rest = mask; rest; rest &= rest - 1)
        fl_with_item(p, "cards", fl_duel_card_key(s->row[__builtin_ctz(rest)] - 1));
}

static void keep(struct fl_duel *s, int in_row)
{
    unsigned rest = fl_duel_row(s) & ~(unsigned)s->taken & ~(1u << in_row);
    for (; rest; rest &= rest - 1)
        throw_away(s, __builtin_ctz(rest));
    place_recruits(s);
}

/* Which card stays in the row is a choice only if several are left. */
static void take(struct fl_duel *s, unsigned mask)
{
    unsigned rest = fl_duel_row(s) & ~mask;
    assert(rest && fl_bits(mask) <= s->recruits);
    s->taken = (uint8_t)mask;
    if (rest & (rest - 1))
        ask_seat(s, s->seat, FL_DUEL_KEEPING);
    else
        keep(s, __builtin_ctz(rest));
}

/* Taverns may have imposed as many recruits as there are; then nothing is left to choose. */
static void offer_recruits(struct fl_duel *s, struct fl_phrases *phrases)
{
    if (fl_bits(s->imposed) < s->recruits) {
        ask_seat(s, s->seat, FL_DUEL_TAKING);
    } else { /* every recruit was imposed */
        if (phrases)
            report_taken(s, s->imposed, phrases);
        take(s, s->imposed);
    }
}

/* 7.9: asks the next opponent with a tavern, after this seat. */
static void ask_tavern(struct fl_duel *s, int after, struct fl_phrases *phrases)
{
    for (int i = 1; i < s->seats && s->level > 1; i++) {
        int seat = (after + i) % s->seats;
        if (seat == s->seat || fl_bits(s->imposed) == s->recruits)
            break;
        if (fl_duel_seat_has(s, seat, FL_TAVERN)) {
            ask_seat(s, seat, FL_DUEL_TAVERN);
            return;
        }
    }
    offer_recruits(s, phrases);
}

static void report_tavern(const struct fl_duel *s, bool works, struct fl_phrases *phrases)
{
    struct fl_phrase *p = fl_say(phrases, works ? "pd.say.tavern-works" : "pd.say.tavern-fails");
    fl_with_seat(fl_with_seat(p, "who", s->who), "other", s->seat);
}

static void end_tavern(struct fl_duel *s, int face, struct fl_phrases *phrases)
{
    bool works = face == FL_DIE_SKULL;
    if (phrases)
        report_tavern(s, works, phrases);
    if (works)
        s->phase = FL_DUEL_IMPOSING;
    else
        ask_tavern(s, s->who, phrases);
}

static void impose(struct fl_duel *s, int in_row, struct fl_phrases *phrases)
{
    s->imposed |= (uint8_t)(1u << in_row);
    ask_tavern(s, s->who, phrases);
}

/* ---- the turn ---- */

/* Clears the previous duel. */
static void clear_duel(struct fl_duel *s)
{
    s->card = FL_NO_COMBAT;
    s->boat[0] = s->boat[1] = FL_NOBODY;
    s->type = s->targets = s->side = s->tries = s->swapped = 0;
    memset(s->dice, 0, sizeof s->dice);
    memset(s->die, 0, sizeof s->die);
    memset(s->shot, 0, sizeof s->shot);
    memset(s->medics, 0, sizeof s->medics);
    memset(s->purse, 0, sizeof s->purse);
}

static bool is_draft(const struct fl_duel *s)
{
    return !s->picks;
}

static void open_row(struct fl_duel *s, struct fl_phrases *phrases)
{
    if (is_draft(s)) {
        turn_up(s, draft_size[s->seats], phrases);
        return;
    }
    clear_duel(s);
    s->recruits = fl_duel_seat_has(s, s->seat, FL_SERGEANT) ? 3 : 2;
    turn_up(s, s->recruits, phrases);
}

static void show_pirate(struct fl_duel *s, int kind, struct fl_phrases *phrases)
{
    uint64_t copies = s->pile & fl_duel_kind_cards[kind];
    assert(copies && s->to_draw);
    s->pile &= ~(copies & (0u - copies));
    s->row[__builtin_ctz(~fl_duel_row(s))] = (uint8_t)(__builtin_ctzll(copies) + 1);
    if (--s->to_draw)
        need_pirate(s, phrases);
    else if (s->recruits)
        ask_tavern(s, s->seat, phrases);
    else if (is_draft(s))
        ask_seat(s, drafter(s), FL_DUEL_DRAFTING);
    else
        begin_turn(s);
}

static void swap(struct fl_duel *s, int spots)
{
    int own = spots / FL_DUEL_SPOTS, other = spots % FL_DUEL_SPOTS;
    uint8_t *mine = &s->crew[own / FL_DUEL_PLACES][own % FL_DUEL_PLACES];
    uint8_t *theirs = &s->crew[other / FL_DUEL_PLACES][other % FL_DUEL_PLACES];
    assert(!s->swapped && *mine && *theirs);
    uint64_t both = (uint64_t)1 << (*mine - 1) | (uint64_t)1 << (*theirs - 1);
    s->aboard[own / FL_DUEL_PLACES] ^= both;
    s->aboard[other / FL_DUEL_PLACES] ^= both;
    uint8_t card = *mine;
    *mine = *theirs;
    *theirs = card;
    s->swapped = 1;
}

static void draw_combat_card(struct fl_duel *s, struct fl_phrases *phrases)
{
    need_combat_card(s, phrases);
    s->phase = FL_DUEL_DRAWING;
}

static void show_combat_card(struct fl_duel *s, int kind, struct fl_phrases *phrases)
{
    assert(s->phase == FL_DUEL_DRAWING && s->left[kind]);
    s->left[kind]--;
    s->cards_left--;
    s->card = (uint8_t)kind;
    if (fl_duel_combat[kind].type <= FL_CANNONADE)
        fl_duel_meet(s, phrases);
    else
        fl_duel_end_peacefully(s, phrases);
}

/* ---- the end ---- */

static fl_seats richest(const struct fl_duel *s)
{
    int most = 0;
    fl_seats set = 0;
    for (int seat = 0; seat < s->seats; seat++)
        most = s->coins[seat] > most ? s->coins[seat] : most;
    for (int seat = 0; seat < s->seats; seat++)
        if (s->coins[seat] == most)
            set |= FL_SEAT(seat);
    return set;
}

static void pass_turn(struct fl_duel *s, struct fl_phrases *phrases)
{
    do {
        s->seat = (uint8_t)(s->seat + 1 == s->seats ? 0 : s->seat + 1);
        s->round = (uint8_t)(s->round + (s->seat == s->first));
    } while (!(s->in_play >> s->seat & 1));
    if (s->round < ROUNDS)
        return;
    s->won = (uint8_t)richest(s);
    if (phrases)
        fl_with_number(fl_say(phrases, "pd.say.rounds"), "n", ROUNDS);
}

void fl_duel_end_turn(struct fl_duel *s, struct fl_phrases *phrases)
{
    assert(s->won || s->in_play);
    if (!s->won && !(s->in_play & (s->in_play - 1))) { /* 6.8 */
        s->won = s->in_play;
        if (phrases)
            fl_with_seat(fl_say(phrases, "pd.say.last"), "who", __builtin_ctz(s->in_play));
    }
    if (!s->won)
        pass_turn(s, phrases);
    if (s->won)
        ask_seat(s, s->seat, FL_DUEL_OVER);
    else
        begin_turn(s);
}

static int32_t score(const void *state, int seat)
{
    const struct fl_duel *s = state;
    return s->coins[seat];
}

static fl_seats winners(const void *state)
{
    const struct fl_duel *s = state;
    return s->won;
}

static const char *check_setup(const struct fl_setup *setup)
{
    if (setup->option[FIRST] > setup->seats)
        return "setup.first";
    if (setup->option[TARGET] != USUAL && setup->seats == 2 &&
        setup->option[TARGET] <= PURSE_OF_TWO)
        return "pd.setup.target";
    return NULL;
}

/* ---- moves ---- */

static fl_seats turn(const void *state)
{
    /* One bit a phase: those in which chance plays. */
    static const uint32_t chance = 1u << FL_DUEL_WHO_STARTS | 1u << FL_DUEL_TURNING_UP |
                                   1u << FL_DUEL_TAVERN_DIE | 1u << FL_DUEL_DRAWING |
                                   1u << FL_DUEL_HELM_DIE | 1u << FL_DUEL_SHOT_DIE |
                                   1u << FL_DUEL_ROLLING | 1u << FL_DUEL_CURSE |
                                   1u << FL_DUEL_PARROT_DIE | 1u << FL_DUEL_MEDIC_DIE;
    const struct fl_duel *s = state;
    if (chance >> s->phase & 1)
        return FL_SEAT(FL_CHANCE);
    return s->phase == FL_DUEL_OVER ? 0 : FL_SEAT(s->who);
}

static void put(struct fl_duel *s, fl_move move, struct fl_phrases *phrases)
{
    int in_row = (move - FL_DUEL_PUT) / FL_DUEL_BOATS, boat = (move - FL_DUEL_PUT) % FL_DUEL_BOATS;
    if (s->phase == FL_DUEL_DRAFTING) {
        draft(s, in_row, boat, phrases);
        return;
    }
    put_recruit(s, in_row, boat);
    place_recruits(s);
}

/* Applies a move outside a duel. */
static void play(struct fl_duel *s, fl_move move, struct fl_phrases *phrases)
{
    switch (s->phase) {
    case FL_DUEL_WHO_STARTS:
        s->first = (uint8_t)(move - FL_DUEL_FIRST);
        give_boats(s, s->by_seat);
        break;
    case FL_DUEL_CHOOSING_BOAT:
        take_boat(s, move - FL_DUEL_BOAT, phrases);
        break;
    case FL_DUEL_OPENING:
        open_row(s, phrases);
        break;
    case FL_DUEL_TURNING_UP:
        show_pirate(s, move - FL_DUEL_PIRATE, phrases);
        break;
    case FL_DUEL_DRAFTING:
    case FL_DUEL_PLACING:
        put(s, move, phrases);
        break;
    case FL_DUEL_TAVERN:
        if (move == FL_DUEL_YES)
            s->phase = FL_DUEL_TAVERN_DIE;
        else
            ask_tavern(s, s->who, phrases);
        break;
    case FL_DUEL_TAVERN_DIE:
        end_tavern(s, move - FL_DUEL_FACE, phrases);
        break;
    case FL_DUEL_IMPOSING:
        impose(s, move - FL_DUEL_IMPOSE, phrases);
        break;
    case FL_DUEL_TAKING:
        take(s, (unsigned)(move - FL_DUEL_TAKE));
        break;
    case FL_DUEL_KEEPING:
        keep(s, move - FL_DUEL_KEEP);
        break;
    case FL_DUEL_REPLACING:
        if (move == FL_DUEL_DISCARD)
            discard_recruit(s);
        else
            replace(s, move - FL_DUEL_REPLACE);
        break;
    case FL_DUEL_SAILING:
        if (move == FL_DUEL_FIGHT)
            draw_combat_card(s, phrases);
        else
            swap(s, move - FL_DUEL_SWAP);
        break;
    default: /* DRAWING */
        show_combat_card(s, move - FL_DUEL_COMBAT, phrases);
        break;
    }
}

static void act(struct fl_duel *s, fl_move move, struct fl_phrases *phrases)
{
    if (s->phase > FL_DUEL_DRAWING)
        fl_duel_fight(s, move, phrases);
    else
        play(s, move, phrases);
}

static void apply(void *state, int seat, fl_move move)
{
    (void)seat; /* one seat moves at a time */
    act(state, move, NULL);
}

static void say(const void *state, int seat, fl_move move, struct fl_phrases *out)
{
    struct fl_duel after;
    memcpy(&after, state, sizeof after);
    fl_duel_say_move(state, seat, move, out);
    act(&after, move, out);
}

static bool is_public(const void *state)
{
    (void)state;
    return true;
}

const struct fl_game fl_pirates_en_duel = {
    .name = "pirates-en-duel",
    .about = "pirates-en-duel.about",
    .version = 2,
    .state_size = sizeof(struct fl_duel),
    .move_count = FL_DUEL_MOVES,
    .seats_min = 2,
    .seats_max = FL_DUEL_SEATS,
    .option =
        {
            {"level", {{"1", 1}, {"2", 2}, {"3", 3}}},
            {"boats", {{"choice", BY_CHOICE}, {"seat", BY_SEAT}}},
            {"first",
             {{"random", RANDOM}, {"1", 1}, {"2", 2}, {"3", 3}, {"4", 4}, {"5", 5}, {"6", 6}}},
            {"target",
             {{"usual", USUAL},
              {"10", 10},
              {"12", 12},
              {"15", 15},
              {"20", 20},
              {"25", 25},
              {"30", 30}}},
        },
    .mark = {"attacker", "defender", "fallen", "taken", "imposed", "rolling", "asleep"},
    .check_setup = check_setup,
    .start = start,
    .turn = turn,
    .moves = fl_duel_moves,
    .apply = apply,
    .score = score,
    .winners = winners,
    .spell = fl_duel_spell,
    .say = say,
    .view = fl_duel_view,
    .touches = fl_duel_touches,
    .prompt = fl_duel_prompt,
    .note = fl_duel_note,
    .why_not = fl_duel_why_not,
    .legal = fl_duel_legal,
    .sample_chance = fl_duel_sample_chance,
    .subsets = fl_duel_subsets,
    .is_public = is_public,
    .fields = fl_pirates_en_duel_fields,
};
