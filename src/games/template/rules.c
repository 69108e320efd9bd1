/* Raid: the template for a new game. CONTRIBUTING.md copies it; replace it piece by piece.
 *
 * Each player has three secret crews of strength 1 to 6; there are four of each strength. Three
 * times, a prize of 1 to 3 gold appears, every player secretly sends a crew, and all crews are
 * shown one after the other. The strongest crew wins the prize, unless two are equally strong. The
 * most gold wins the game.
 *
 * It is small, but has everything that is difficult: dice and cards as chance moves, a secret deal,
 * simultaneous secret choices, and a redacted state on which moves can be applied. */
#include <assert.h>
#include <string.h>

#include "games/games.h"

enum { CREWS = 6, COPIES = 4, HAND = 3, PRIZES = 3, SEATS = 6 };
enum { NONE = 0, HIDDEN = 255 }; /* values of `sent` besides 1..CREWS */

/* Move numbers: each block is followed by strengths or prizes, from 1. */
enum {
    SEND = 0,
    SHOW = SEND + CREWS + 1,
    DEAL = SHOW + CREWS + 1,
    PRIZE = DEAL + CREWS + 1,
    MOVES = PRIZE + PRIZES + 1
};

enum phase { DEALING, SIGHTING, SENDING, SHOWING, OVER };

struct raid {
    uint8_t seats, phase, round;    /* round 0..HAND */
    uint8_t prize;                  /* 0, or 1..PRIZES */
    uint8_t who;                    /* the seat that is dealt a card or shows one */
    uint8_t left[CREWS + 1];        /* cards with an unknown location: in the box, or hidden */
    uint8_t hand[SEATS][CREWS + 1]; /* number of known cards, by strength */
    uint8_t hidden[SEATS];          /* number of unknown cards in hand */
    uint8_t sent[SEATS];            /* NONE, 1..CREWS, or HIDDEN */
    uint8_t shown[SEATS];           /* NONE, or 1..CREWS in this round */
    uint8_t gold[SEATS];
};

static void start(void *state, const struct fl_setup *setup)
{
    struct raid *r = state;
    assert(setup->seats >= 2 && setup->seats <= SEATS);
    r->seats = (uint8_t)setup->seats;
    for (int crew = 1; crew <= CREWS; crew++)
        r->left[crew] = COPIES;
}

static fl_seats turn(const void *state)
{
    const struct raid *r = state;
    fl_seats set = 0;
    switch (r->phase) {
    case DEALING:
    case SIGHTING:
        return FL_SEAT(FL_CHANCE);
    case SENDING:
        for (int seat = 0; seat < r->seats; seat++)
            if (r->sent[seat] == NONE)
                set |= FL_SEAT(seat);
        return set;
    case SHOWING:
        return FL_SEAT(r->who);
    default:
        return 0;
    }
}

static void list_sends(const struct raid *r, int seat, struct fl_moves *out)
{
    for (int crew = 1; crew <= CREWS; crew++)
        if (r->hand[seat][crew] || (r->hidden[seat] && r->left[crew]))
            fl_offer(out, (fl_move)(SEND + crew), 1);
}

static void list_shows(const struct raid *r, int seat, struct fl_moves *out)
{
    for (int crew = 1; crew <= CREWS; crew++)
        if (r->sent[seat] == crew || (r->sent[seat] == HIDDEN && r->left[crew]))
            fl_offer(out, (fl_move)(SHOW + crew), 1);
}

static void list_chance(const struct raid *r, struct fl_moves *out)
{
    if (r->phase == SIGHTING)
        for (int prize = 1; prize <= PRIZES; prize++)
            fl_offer(out, (fl_move)(PRIZE + prize), (unsigned)(PRIZES + 1 - prize));
    else
        for (int crew = 1; crew <= CREWS; crew++)
            if (r->left[crew])
                fl_offer(out, (fl_move)(DEAL + crew), r->left[crew]);
}

static void moves(const void *state, int seat, struct fl_moves *out)
{
    const struct raid *r = state;
    if (seat == FL_CHANCE)
        list_chance(r, out);
    else if (r->phase == SENDING)
        list_sends(r, seat, out);
    else
        list_shows(r, seat, out);
}

static void deal(struct raid *r, fl_move move)
{
    if (move == FL_UNSEEN) {
        r->hidden[r->who]++;
    } else {
        assert(move > DEAL && move < PRIZE && r->left[move - DEAL]);
        r->left[move - DEAL]--;
        r->hand[r->who][move - DEAL]++;
    }
    if (++r->who == r->seats) {
        r->who = 0;
        r->round++;
    }
    if (r->round == HAND) {
        r->round = 0;
        r->phase = SIGHTING;
    }
}

static void send_crew(struct raid *r, int seat, fl_move move)
{
    assert(r->sent[seat] == NONE);
    if (move == FL_UNSEEN) {
        r->hidden[seat]--;
        r->sent[seat] = HIDDEN;
    } else {
        r->hand[seat][move - SEND]--;
        r->sent[seat] = (uint8_t)(move - SEND);
    }
    if (!turn(r)) {
        r->phase = SHOWING;
        r->who = 0;
    }
}

/* The seat of the single strongest crew, or FL_NOBODY. */
static int strongest(const struct raid *r)
{
    int best = 0, seat_of_best = FL_NOBODY;
    for (int seat = 0; seat < r->seats; seat++) {
        if (r->shown[seat] == best)
            seat_of_best = FL_NOBODY;
        if (r->shown[seat] > best) {
            best = r->shown[seat];
            seat_of_best = seat;
        }
    }
    return seat_of_best;
}

static void end_round(struct raid *r)
{
    int winner = strongest(r);
    if (winner != FL_NOBODY)
        r->gold[winner] = (uint8_t)(r->gold[winner] + r->prize);
    memset(r->sent, NONE, sizeof r->sent);
    r->prize = 0;
    r->who = 0;
    r->phase = ++r->round == HAND ? OVER : SIGHTING;
}

static void show_crew(struct raid *r, int seat, fl_move move)
{
    assert(seat == r->who && move > SHOW && move <= SHOW + CREWS);
    if (r->sent[seat] == HIDDEN)
        r->left[move - SHOW]--; /* its location is known now */
    r->sent[seat] = r->shown[seat] = (uint8_t)(move - SHOW);
    if (++r->who == r->seats)
        end_round(r);
}

static void apply(void *state, int seat, fl_move move)
{
    struct raid *r = state;
    assert(r->phase != OVER);
    switch (r->phase) {
    case DEALING:
        deal(r, move);
        break;
    case SIGHTING:
        r->prize = (uint8_t)(move - PRIZE);
        memset(r->shown, NONE, sizeof r->shown);
        r->phase = SENDING;
        break;
    case SENDING:
        send_crew(r, seat, move);
        break;
    default:
        show_crew(r, seat, move);
        break;
    }
}

static int32_t score(const void *state, int seat)
{
    const struct raid *r = state;
    return r->gold[seat];
}

static fl_seats winners(const void *state)
{
    const struct raid *r = state;
    int best = 0;
    fl_seats set = 0;
    for (int seat = 0; seat < r->seats; seat++)
        best = r->gold[seat] > best ? r->gold[seat] : best;
    for (int seat = 0; seat < r->seats; seat++)
        if (r->gold[seat] == best)
            set |= FL_SEAT(seat);
    return set;
}

static bool reveals(const void *state, int seat, fl_move move)
{
    (void)state;
    (void)seat;
    return move >= SHOW; /* sending is secret */
}

static fl_seats visible_to(const void *state, int seat, fl_move move)
{
    const struct raid *r = state;
    if (move < SHOW)
        return FL_SEAT(seat);
    return r->phase == DEALING ? FL_SEAT(r->who) : FL_EVERYONE;
}

static void hide_hand(struct raid *r, int seat)
{
    for (int crew = 1; crew <= CREWS; crew++) {
        uint8_t n = r->hand[seat][crew];
        r->hidden[seat] = (uint8_t)(r->hidden[seat] + n);
        r->left[crew] = (uint8_t)(r->left[crew] + n);
        r->hand[seat][crew] = 0;
    }
    if (r->sent[seat] != NONE && r->sent[seat] != HIDDEN && r->sent[seat] != r->shown[seat]) {
        r->left[r->sent[seat]]++;
        r->sent[seat] = HIDDEN;
    }
}

static void redact(void *state, int viewer)
{
    struct raid *r = state;
    for (int seat = 0; seat < r->seats; seat++)
        if (seat != viewer)
            hide_hand(r, seat);
}

/* Removes a random card from those with an unknown location, all equally likely. */
static uint8_t guess(struct raid *r, struct fl_rng *rng)
{
    uint32_t total = 0;
    for (int crew = 1; crew <= CREWS; crew++)
        total += r->left[crew];
    uint32_t rest = fl_rng_below(rng, total);
    uint8_t crew = 1;
    while (rest >= r->left[crew])
        rest -= r->left[crew++];
    r->left[crew]--;
    return crew;
}

static void imagine(void *state, int viewer, struct fl_rng *rng)
{
    struct raid *r = state;
    (void)viewer;
    for (int seat = 0; seat < r->seats; seat++) {
        for (; r->hidden[seat]; r->hidden[seat]--)
            r->hand[seat][guess(r, rng)]++;
        if (r->sent[seat] == HIDDEN)
            r->sent[seat] = guess(r, rng);
    }
}

static void spell(fl_move move, struct fl_buf *out)
{
    static const fl_move base[] = {PRIZE, DEAL, SHOW, SEND};
    static const char *const verb[] = {"prize-", "deal-", "show ", "send "};
    int i = 0;
    while (move < base[i])
        i++;
    fl_put(out, verb[i]);
    fl_put_number(out, move - base[i]);
}

static void say(const void *state, int seat, fl_move move, struct fl_phrases *out)
{
    const struct raid *r = state;
    struct raid after = *r;
    switch (r->phase) {
    case DEALING:
        fl_with_count(fl_with_seat(fl_say(out, "raid.say.deal"), "who", r->who), "n", 1);
        break;
    case SIGHTING:
        fl_with_number(fl_say(out, "raid.say.prize"), "n", move - PRIZE);
        break;
    case SENDING:
        if (move == FL_UNSEEN)
            fl_with_seat(fl_say(out, "raid.say.send"), "who", seat);
        else
            fl_with_number(fl_with_seat(fl_say(out, "raid.say.send-crew"), "who", seat), "n",
                           move - SEND);
        break;
    default:
        fl_with_number(fl_with_seat(fl_say(out, "raid.say.show"), "who", seat), "n", move - SHOW);
        apply(&after, seat, move);
        for (int i = 0; i < r->seats; i++)
            if (after.gold[i] > r->gold[i])
                fl_with_seat(fl_say(out, "raid.say.wins"), "who", i);
        break;
    }
}

static void view_crew(struct fl_view *out, int id, int crew)
{
    fl_view_item(out, id, "raid.crew", NULL)->value = crew; /* 0: face down */
}

static void view_seat(const struct raid *r, int seat, struct fl_view *out)
{
    int id = 16 * (seat + 1);
    fl_view_zone(out, "raid.zone.gold", seat, 0);
    fl_view_item(out, id++, "raid.gold", NULL)->value = r->gold[seat];
    fl_view_zone(out, "raid.zone.sent", seat, 0);
    if (r->sent[seat] != NONE)
        view_crew(out, id, r->sent[seat] == HIDDEN ? 0 : r->sent[seat]);
    id++;
    fl_view_zone(out, "raid.zone.hand", seat, 0);
    for (int crew = 1; crew <= CREWS; crew++)
        for (int n = 0; n < r->hand[seat][crew]; n++)
            view_crew(out, id++, crew);
    for (int n = 0; n < r->hidden[seat]; n++)
        view_crew(out, id++, 0);
}

static void view(const void *state, int viewer, struct fl_view *out)
{
    const struct raid *r = state;
    (void)viewer;
    fl_view_zone(out, "raid.zone.prize", FL_NOBODY, 0);
    fl_view_item(out, 0, "raid.prize", NULL)->value = r->prize;
    for (int seat = 0; seat < r->seats; seat++)
        view_seat(r, seat, out);
}

/* Crews are numbered by position, so that viewers cannot follow a crew from hand to table. */
static int touches(const void *state, int seat, fl_move move, uint16_t *item)
{
    struct fl_view v = {0};
    int n = 0;
    view(state, seat, &v);
    const struct fl_zone *zone =
        fl_view_find(&v, move < SHOW ? "raid.zone.hand" : "raid.zone.sent", seat, 0);
    for (int i = 0; i < zone->count; i++)
        if (v.item[zone->first + i].value == (move < SHOW ? move - SEND : move - SHOW))
            item[n++] = v.item[zone->first + i].id;
    return n;
}

static void prompt(const void *state, int seat, struct fl_phrase *out)
{
    const struct raid *r = state;
    fl_phrase_begin(out, r->phase == SENDING ? "raid.ask.send" : "raid.ask.show");
    fl_with_seat(out, "who", seat);
}

static void why_not(const void *state, int seat, fl_move move, struct fl_phrase *out)
{
    (void)state;
    (void)seat;
    fl_phrase_begin(out, move < SHOW ? "raid.why.send" : "raid.why.other");
    fl_with_text(out, "rule", move < SHOW ? "2.3" : "2.4");
}

const struct fl_game fl_template = {
    .name = "raid",
    .about = "raid.about",
    .version = 1,
    .state_size = sizeof(struct raid),
    .move_count = MOVES,
    .seats_min = 2,
    .seats_max = SEATS,
    .simultaneous = true,
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
    .spell = spell,
    .say = say,
    .view = view,
    .touches = touches,
    .prompt = prompt,
    .why_not = why_not,
};
