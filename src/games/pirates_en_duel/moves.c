/* Pirates en Duel: legal moves and chance. */
#include "games/pirates_en_duel/pirates_en_duel.h"

/* Number of sides of a die with each face (1.4): red die, blue die. */
static const uint8_t sixths[2][FL_DIE_FACES] = {{4, 1, 1}, {2, 3, 1}};

/* The places of the pirates of a boat; and of those that may be replaced. */
static unsigned pirates_of(const struct fl_duel *s, int boat)
{
    return fl_duel_places(s, boat, s->aboard[boat] & ~FL_DUEL_CAPTAINS);
}

static unsigned replaceable(const struct fl_duel *s, int boat)
{
    return fl_duel_places(s, boat, s->aboard[boat] & ~FL_DUEL_CAPTAINS & ~s->fresh);
}

static int colour_of_die(const struct fl_duel *s)
{
    switch (s->phase) {
    case FL_DUEL_TAVERN_DIE:
    case FL_DUEL_HELM_DIE:
    case FL_DUEL_MEDIC_DIE:
        return FL_DEFENDER;
    case FL_DUEL_SHOT_DIE:
        return FL_ATTACKER;
    default:
        return s->side;
    }
}

/* ---- choices ---- */

/* The places that may be chosen in this phase, and their boat. */
static unsigned open_places(const struct fl_duel *s, int *boat)
{
    *boat = s->phase == FL_DUEL_SHOOTING ? s->boat[!s->side] : s->boat[s->side];
    switch (s->phase) {
    case FL_DUEL_SHOOTING:
        return fl_duel_exposed(s, *boat);
    case FL_DUEL_LOSING:
        return fl_duel_losable(s, s->side);
    default: /* RESCUING */
        return fl_duel_savable(s, s->side);
    }
}

/* The permitted recruits, as masks of the row: all of `with`, which are imposed, and least to most
 * of `of`. */
struct recruiting {
    unsigned of, with;
    int least, most;
};

static struct recruiting recruiting_of(const struct fl_duel *s)
{
    int imposed = fl_bits(s->imposed);
    return (struct recruiting){
        .of = fl_duel_row(s) & ~(unsigned)s->imposed,
        .with = s->imposed,
        .least = s->recruits == 2 ? 2 - imposed : 0,
        .most = s->recruits - imposed,
    };
}

static bool may_take(struct recruiting offer, unsigned mask)
{
    int chosen = fl_bits(mask & offer.of);
    return !(mask & ~(offer.of | offer.with)) && (mask & offer.with) == offer.with &&
           chosen >= offer.least && chosen <= offer.most;
}

/* Cards of the row that may be placed now: any card in the draft; all next recruits if places are
 * scarce, else the first of them. */
static unsigned open_cards(const struct fl_duel *s, unsigned boats)
{
    if (s->phase == FL_DUEL_DRAFTING)
        return fl_duel_row(s);
    unsigned next = fl_duel_next_recruits(s);
    return fl_duel_room(s, boats) < fl_bits(next) ? next : next & (0u - next);
}

/* ---- the list ---- */

static void list_mask(struct fl_moves *out, int base, unsigned mask)
{
    for (; mask; mask &= mask - 1)
        fl_offer(out, (fl_move)(base + __builtin_ctz(mask)), 1);
}

static void list_faces(const struct fl_duel *s, struct fl_moves *out)
{
    const uint8_t *weight = sixths[colour_of_die(s)];
    for (int face = 0; face < FL_DIE_FACES; face++)
        fl_offer(out, (fl_move)(FL_DUEL_FACE + face), weight[face]);
}

static void list_pirates(const struct fl_duel *s, struct fl_moves *out)
{
    for (int kind = 0; kind < FL_DUEL_KINDS; kind++)
        if (s->pile & fl_duel_kind_cards[kind])
            fl_offer(out, (fl_move)(FL_DUEL_PIRATE + kind),
                     (unsigned)fl_duel_count(s->pile & fl_duel_kind_cards[kind]));
}

static void list_combat_cards(const struct fl_duel *s, struct fl_moves *out)
{
    for (int kind = 0; kind < FL_DUEL_COMBAT_KINDS; kind++)
        if (s->left[kind])
            fl_offer(out, (fl_move)(FL_DUEL_COMBAT + kind), s->left[kind]);
}

static void list_chance(const struct fl_duel *s, struct fl_moves *out)
{
    if (s->phase == FL_DUEL_WHO_STARTS)
        list_mask(out, FL_DUEL_FIRST, s->in_play);
    else if (s->phase == FL_DUEL_TURNING_UP)
        list_pirates(s, out);
    else if (s->phase == FL_DUEL_DRAWING)
        list_combat_cards(s, out);
    else
        list_faces(s, out);
}

static void list_takes(const struct fl_duel *s, struct fl_moves *out)
{
    struct recruiting offer = recruiting_of(s);
    for (unsigned mask = 0; mask < 1u << FL_DUEL_RECRUITS; mask++)
        if (may_take(offer, mask))
            fl_offer(out, (fl_move)(FL_DUEL_TAKE + mask), 1);
}

static void list_puts(const struct fl_duel *s, struct fl_moves *out)
{
    unsigned boats = fl_duel_boats_with_room(s, s->who);
    for (unsigned cards = open_cards(s, boats); cards; cards &= cards - 1)
        list_mask(out, FL_DUEL_PUT + __builtin_ctz(cards) * FL_DUEL_BOATS, boats);
}

static void list_replacements(const struct fl_duel *s, struct fl_moves *out)
{
    fl_offer(out, FL_DUEL_DISCARD, 1);
    for (unsigned fleet = fl_duel_fleet(s, s->seat); fleet; fleet &= fleet - 1) {
        int boat = __builtin_ctz(fleet);
        list_mask(out, FL_DUEL_REPLACE + boat * FL_DUEL_PLACES, replaceable(s, boat));
    }
}

/* The spots of pirates on these boats, one bit per spot. */
static uint64_t pirate_spots(const struct fl_duel *s, unsigned boats)
{
    uint64_t spots = 0;
    _Static_assert(FL_DUEL_SPOTS <= 64, "a set of spots is one word");
    for (; boats; boats &= boats - 1) {
        int boat = __builtin_ctz(boats);
        spots |= (uint64_t)pirates_of(s, boat) << boat * FL_DUEL_PLACES;
    }
    return spots;
}

static void list_sailing(const struct fl_duel *s, struct fl_moves *out)
{
    fl_offer(out, FL_DUEL_FIGHT, 1);
    if (!fl_duel_may_swap(s))
        return;
    uint64_t enemies = pirate_spots(s, fl_duel_enemies(s, s->seat));
    for (uint64_t own = pirate_spots(s, fl_duel_fleet(s, s->seat)); own; own &= own - 1) {
        int base = FL_DUEL_SWAP + __builtin_ctzll(own) * FL_DUEL_SPOTS;
        for (uint64_t other = enemies; other; other &= other - 1)
            fl_offer(out, (fl_move)(base + __builtin_ctzll(other)), 1);
    }
}

static void list_places(const struct fl_duel *s, int base, struct fl_moves *out)
{
    int boat;
    unsigned places = open_places(s, &boat);
    list_mask(out, base + boat * FL_DUEL_PLACES, places);
}

static void list_yes_no(struct fl_moves *out)
{
    fl_offer(out, FL_DUEL_YES, 1);
    fl_offer(out, FL_DUEL_NO, 1);
}

static void list_player(const struct fl_duel *s, struct fl_moves *out)
{
    switch (s->phase) {
    case FL_DUEL_CHOOSING_BOAT:
        list_mask(out, FL_DUEL_BOAT, fl_duel_harbour(s));
        break;
    case FL_DUEL_OPENING:
        fl_offer(out, FL_DUEL_RECRUIT, 1);
        break;
    case FL_DUEL_DRAFTING:
    case FL_DUEL_PLACING:
        list_puts(s, out);
        break;
    case FL_DUEL_IMPOSING:
        list_mask(out, FL_DUEL_IMPOSE, fl_duel_row(s) & ~(unsigned)s->imposed);
        break;
    case FL_DUEL_TAKING:
        list_takes(s, out);
        break;
    case FL_DUEL_KEEPING:
        list_mask(out, FL_DUEL_KEEP, fl_duel_row(s) & ~(unsigned)s->taken);
        break;
    case FL_DUEL_REPLACING:
        list_replacements(s, out);
        break;
    case FL_DUEL_SAILING:
        list_sailing(s, out);
        break;
    case FL_DUEL_ENGAGING:
        list_mask(out, FL_DUEL_ENGAGE, fl_duel_fleet(s, s->seat));
        break;
    case FL_DUEL_AIMING:
        list_mask(out, FL_DUEL_ATTACK, s->targets);
        break;
    case FL_DUEL_SHOOTING:
        list_places(s, FL_DUEL_SHOOT, out);
        break;
    case FL_DUEL_READY:
        fl_offer(out, FL_DUEL_ROLL, 1);
        break;
    case FL_DUEL_PARROT:
        fl_offer(out, FL_DUEL_NO, 1);
        list_mask(out, FL_DUEL_REROLL, (1u << s->dice[s->side]) - 1);
        break;
    case FL_DUEL_LOSING:
        list_places(s, FL_DUEL_LOSE, out);
        break;
    case FL_DUEL_RESCUING:
        fl_offer(out, FL_DUEL_NO, 1);
        list_places(s, FL_DUEL_SAVE, out);
        break;
    default: /* TAVERN, LOOKING_OUT, FLIPPING, EVADING, SNIPING */
        list_yes_no(out);
        break;
    }
}

void fl_duel_moves(const void *state, int seat, struct fl_moves *out)
{
    if (seat == FL_CHANCE)
        list_chance(state, out);
    else
        list_player(state, out);
}

/* ---- one move ---- */

static bool is_in(unsigned mask, fl_move move, int base, int count)
{
    return move >= base && move < base + count && mask >> (move - base) & 1;
}

static bool is_in_range(fl_move move, int base, int count)
{
    return move >= base && move < base + count;
}

static bool may_put(const struct fl_duel *s, fl_move move)
{
    if (!is_in_range(move, FL_DUEL_PUT, FL_DUEL_ROW * FL_DUEL_BOATS))
        return false;
    unsigned boats = fl_duel_boats_with_room(s, s->who);
    int card = (move - FL_DUEL_PUT) / FL_DUEL_BOATS, boat = (move - FL_DUEL_PUT) % FL_DUEL_BOATS;
    return boats >> boat & 1 && open_cards(s, boats) >> card & 1;
}

static bool may_replace(const struct fl_duel *s, fl_move move)
{
    if (!is_in_range(move, FL_DUEL_REPLACE, FL_DUEL_SPOTS))
        return move == FL_DUEL_DISCARD;
    int boat = (move - FL_DUEL_REPLACE) / FL_DUEL_PLACES;
    int place = (move - FL_DUEL_REPLACE) % FL_DUEL_PLACES;
    return fl_duel_fleet(s, s->seat) >> boat & 1 && replaceable(s, boat) >> place & 1;
}

static bool is_pirate_of(const struct fl_duel *s, unsigned boats, int spot)
{
    int boat = spot / FL_DUEL_PLACES;
    return boats >> boat & 1 && pirates_of(s, boat) >> spot % FL_DUEL_PLACES & 1;
}

static bool may_sail(const struct fl_duel *s, fl_move move)
{
    if (!is_in_range(move, FL_DUEL_SWAP, FL_DUEL_SPOTS * FL_DUEL_SPOTS))
        return move == FL_DUEL_FIGHT;
    int own = (move - FL_DUEL_SWAP) / FL_DUEL_SPOTS, other = (move - FL_DUEL_SWAP) % FL_DUEL_SPOTS;
    return fl_duel_may_swap(s) && is_pirate_of(s, fl_duel_fleet(s, s->seat), own) &&
           is_pirate_of(s, fl_duel_enemies(s, s->seat), other);
}

static bool may_name(const struct fl_duel *s, fl_move move, int base)
{
    int boat;
    unsigned places = open_places(s, &boat);
    return is_in(places, move, base + boat * FL_DUEL_PLACES, FL_DUEL_PLACES);
}

static bool is_chance_legal(const struct fl_duel *s, fl_move move)
{
    if (s->phase == FL_DUEL_WHO_STARTS)
        return is_in(s->in_play, move, FL_DUEL_FIRST, FL_DUEL_SEATS);
    if (s->phase == FL_DUEL_TURNING_UP)
        return is_in_range(move, FL_DUEL_PIRATE, FL_DUEL_KINDS) &&
               s->pile & fl_duel_kind_cards[move - FL_DUEL_PIRATE];
    if (s->phase == FL_DUEL_DRAWING)
        return is_in_range(move, FL_DUEL_COMBAT, FL_DUEL_COMBAT_KINDS) &&
               s->left[move - FL_DUEL_COMBAT];
    return is_in_range(move, FL_DUEL_FACE, FL_DIE_FACES);
}

bool fl_duel_legal(const void *state, int seat, fl_move move)
{
    const struct fl_duel *s = state;
    if (seat == FL_CHANCE)
        return is_chance_legal(s, move);
    switch (s->phase) {
    case FL_DUEL_CHOOSING_BOAT:
        return is_in(fl_duel_harbour(s), move, FL_DUEL_BOAT, FL_DUEL_BOATS);
    case FL_DUEL_OPENING:
        return move == FL_DUEL_RECRUIT;
    case FL_DUEL_DRAFTING:
    case FL_DUEL_PLACING:
        return may_put(s, move);
    case FL_DUEL_IMPOSING:
        return is_in(fl_duel_row(s) & ~(unsigned)s->imposed, move, FL_DUEL_IMPOSE,
                     FL_DUEL_RECRUITS);
    case FL_DUEL_TAKING:
        return is_in_range(move, FL_DUEL_TAKE, 1 << FL_DUEL_RECRUITS) &&
               may_take(recruiting_of(s), (unsigned)(move - FL_DUEL_TAKE));
    case FL_DUEL_KEEPING:
        return is_in(fl_duel_row(s) & ~(unsigned)s->taken, move, FL_DUEL_KEEP, FL_DUEL_RECRUITS);
    case FL_DUEL_REPLACING:
        return may_replace(s, move);
    case FL_DUEL_SAILING:
        return may_sail(s, move);
    case FL_DUEL_ENGAGING:
        return is_in(fl_duel_fleet(s, s->seat), move, FL_DUEL_ENGAGE, FL_DUEL_BOATS);
    case FL_DUEL_AIMING:
        return is_in(s->targets, move, FL_DUEL_ATTACK, FL_DUEL_BOATS);
    case FL_DUEL_SHOOTING:
        return may_name(s, move, FL_DUEL_SHOOT);
    case FL_DUEL_READY:
        return move == FL_DUEL_ROLL;
    case FL_DUEL_PARROT:
        return move == FL_DUEL_NO || is_in_range(move, FL_DUEL_REROLL, s->dice[s->side]);
    case FL_DUEL_LOSING:
        return may_name(s, move, FL_DUEL_LOSE);
    case FL_DUEL_RESCUING:
        return move == FL_DUEL_NO || may_name(s, move, FL_DUEL_SAVE);
    default: /* TAVERN, LOOKING_OUT, FLIPPING, EVADING, SNIPING */
        return move == FL_DUEL_YES || move == FL_DUEL_NO;
    }
}

/* ---- chance ---- */

static fl_move draw_face(const struct fl_duel *s, struct fl_rng *rng)
{
    const uint8_t *weight = sixths[colour_of_die(s)];
    uint32_t rest = fl_rng_below(rng, 6);
    int face = rest < weight[0] ? FL_DIE_SKULL : rest < 5 ? FL_DIE_BOAT : FL_DIE_BLANK;
    return (fl_move)(FL_DUEL_FACE + face);
}

/* Card numbers are sorted by kind, so a random card of the pile determines the kind. */
static fl_move draw_pirate(const struct fl_duel *s, struct fl_rng *rng)
{
    uint64_t pile = s->pile;
    for (uint32_t n = fl_rng_below(rng, (uint32_t)fl_duel_count(pile)); n; n--)
        pile &= pile - 1;
    return (fl_move)(FL_DUEL_PIRATE + fl_duel_kind[__builtin_ctzll(pile)]);
}

static fl_move draw_combat_card(const struct fl_duel *s, struct fl_rng *rng)
{
    uint32_t rest = fl_rng_below(rng, s->cards_left);
    int kind = 0;
    while (rest >= s->left[kind])
        rest -= s->left[kind++];
    return (fl_move)(FL_DUEL_COMBAT + kind);
}

fl_move fl_duel_sample_chance(const void *state, struct fl_rng *rng)
{
    const struct fl_duel *s = state;
    if (s->phase == FL_DUEL_TURNING_UP)
        return draw_pirate(s, rng);
    if (s->phase == FL_DUEL_DRAWING)
        return draw_combat_card(s, rng);
    if (s->phase == FL_DUEL_WHO_STARTS)
        return (fl_move)(FL_DUEL_FIRST + (int)fl_rng_below(rng, s->seats));
    return draw_face(s, rng);
}

/* ---- subsets ---- */

int fl_duel_subsets(const void *state, int seat, struct fl_subset *out)
{
    const struct fl_duel *s = state;
    (void)seat;
    if (s->phase != FL_DUEL_TAKING)
        return 0;
    struct recruiting offer = recruiting_of(s);
    *out = (struct fl_subset){
        .verb = "enlist",
        .base = FL_DUEL_TAKE,
        .of = (uint8_t)offer.of,
        .with = (uint8_t)offer.with,
        .min = (uint8_t)offer.least,
        .max = (uint8_t)offer.most,
    };
    for (int i = 0; i < FL_DUEL_RECRUITS; i++)
        out->item[i] = s->row[i] ? (uint16_t)(s->row[i] - 1) : FL_NO_ITEM;
    return 1;
}
