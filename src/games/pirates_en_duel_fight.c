/* Pirates en Duel: the duel, step by step in the order of 10.1. Each step asks the attacker, then
 * the defender, and passes on to the next when nobody (else) has anything to decide. */
#include "games/pirates_en_duel.h"

/* ---- asking and telling ---- */

static void ask_side(struct fl_duel *s, int side, int phase)
{
    s->side = (uint8_t)side;
    s->who = (uint8_t)fl_duel_fighter(s, side);
    s->phase = (uint8_t)phase;
}

static void throw_one(struct fl_duel *s, int phase)
{
    s->phase = (uint8_t)phase;
    s->rolling = 1;
}

static void tell_side(const struct fl_duel *s, int side, const char *key, struct fl_saying *tell)
{
    if (tell)
        fl_with_seat(fl_say(tell, key), "who", fl_duel_fighter(s, side));
}

static void tell_number(const struct fl_duel *s, int side, const char *key, int n,
                        struct fl_saying *tell)
{
    if (tell)
        fl_with_number(fl_with_seat(fl_say(tell, key), "who", fl_duel_fighter(s, side)), "n", n);
}

static void tell_place(const struct fl_duel *s, int side, const char *key, int place,
                       struct fl_saying *tell)
{
    if (!tell)
        return;
    struct fl_phrase *p = fl_with_seat(fl_say(tell, key), "who", fl_duel_fighter(s, side));
    fl_with_item(p, "crew", fl_duel_card_key(s->crew[s->boat[side]][place] - 1));
}

static const char *type_key(int type)
{
    return type == FL_BOARDING ? "pd.type.boarding" : "pd.type.cannonade";
}

/* ---- 16, 17: losses and rescues; the steps stand in reverse, each after those it leads to ---- */

static void ask_rescue(struct fl_duel *s, int side, struct fl_saying *tell)
{
    for (; side >= FL_ATTACKER; side--)
        if (fl_duel_savable(s, side)) {
            ask_side(s, side, FL_DUEL_RESCUING);
            return;
        }
    fl_duel_settle(s, tell);
}

/* The surgeons of a set as a small mask: their cards lie in a row. */
static unsigned medics_among(uint64_t cards)
{
    return (unsigned)((cards & fl_duel_skill_cards[FL_MEDIC]) >> FL_CARD_MEDIC_SABRE);
}

static uint64_t fallen_cards(const struct fl_duel *s, int side)
{
    uint64_t cards = 0;
    for (unsigned places = s->fallen[side]; places; places &= places - 1)
        cards |= (uint64_t)1 << (s->crew[s->boat[side]][__builtin_ctz(places)] - 1);
    return cards;
}

/* The surgeon who tries: one who fell himself before one who could help anybody (7.7). */
static void spend_medic(struct fl_duel *s, int place)
{
    uint64_t victim = (uint64_t)1 << (s->crew[s->boat[s->side]][place] - 1);
    unsigned able = s->medics[s->side] & ~medics_among(victim);
    unsigned fallen = able & medics_among(fallen_cards(s, s->side));
    unsigned choice = fallen ? fallen : able;
    s->medics[s->side] &= (uint8_t) ~(choice & (0u - choice));
}

static void try_to_save(struct fl_duel *s, int place)
{
    spend_medic(s, place);
    s->victim = (uint8_t)place;
    throw_one(s, FL_DUEL_MEDIC_DIE);
}

static void end_rescue(struct fl_duel *s, int face, struct fl_saying *tell)
{
    int boat = s->boat[s->side], place = s->victim;
    bool saved = face == FL_DIE_BOAT;
    tell_place(s, s->side, saved ? "pd.say.saved" : "pd.say.not-saved", place, tell);
    if (saved) {
        s->fallen[s->side] &= (uint8_t) ~(1u << place);
        s->aboard[boat] |= (uint64_t)1 << (s->crew[boat][place] - 1);
    }
    s->victim = 0;
    ask_rescue(s, s->side, tell);
}

/* The pirate falls; a twin takes his brother along. */
static void fall(struct fl_duel *s, int side, int place, struct fl_saying *tell)
{
    int boat = s->boat[side];
    uint64_t card = (uint64_t)1 << (s->crew[boat][place] - 1);
    unsigned places = 1u << place;
    int cost = card >> FL_DUEL_CAPTAIN ? 2 : 1;
    if (card & fl_duel_skill_cards[FL_TWIN] && fl_duel_is_paired(s, boat)) {
        card = fl_duel_skill_cards[FL_TWIN];
        places = fl_duel_places(s, boat, card);
        cost = 2;
        tell_side(s, side, "pd.say.twins-fall", tell);
    }
    s->aboard[boat] &= ~card;
    s->fallen[side] |= (uint8_t)places;
    s->losses[side] = (uint8_t)(s->losses[side] - cost);
}

/* 5.8: the whole crew. */
static void all_fall(struct fl_duel *s, int side, struct fl_saying *tell)
{
    int boat = s->boat[side];
    unsigned places = fl_duel_places(s, boat, s->aboard[boat]);
    for (int place = 0; place < FL_DUEL_PLACES; place++)
        if (places >> place & 1)
            tell_place(s, side, "pd.say.falls", place, tell);
    s->fallen[side] |= (uint8_t)places;
    s->aboard[boat] = 0;
    s->losses[side] = 0;
}

/* Takes what needs no asking; true if the opponent is asked. */
static bool ask_loss(struct fl_duel *s, int side, struct fl_saying *tell)
{
    uint64_t crew = s->aboard[s->boat[side]];
    int lives = fl_duel_count(crew) + (crew >> FL_DUEL_CAPTAIN != 0);
    if (s->losses[side] >= lives)
        all_fall(s, side, tell);
    for (unsigned places; (places = fl_duel_losable(s, side)) != 0;) {
        if (places & (places - 1)) {
            ask_side(s, !side, FL_DUEL_LOSING);
            s->side = (uint8_t)side;
            return true;
        }
        int place = __builtin_ctz(places);
        tell_place(s, side, "pd.say.falls", place, tell);
        fall(s, side, place, tell);
    }
    s->losses[side] = 0;
    return false;
}

static void ask_losses(struct fl_duel *s, int side, struct fl_saying *tell)
{
    for (; side >= FL_ATTACKER; side--)
        if (ask_loss(s, side, tell))
            return;
    ask_rescue(s, FL_DEFENDER, tell);
}

/* ---- 12 to 15: the dice ---- */

static int showing(const struct fl_duel *s, int side, int face)
{
    int n = 0;
    for (int i = 0; i < s->dice[side]; i++)
        n += s->die[side][i] == face;
    return n;
}

/* Whoever has fallen since still counts. */
int fl_duel_sum(const struct fl_duel *s, int side, int face)
{
    int skill = face == FL_DIE_SKULL ? FL_WARRIOR : FL_SHIPWRIGHT;
    uint64_t fallen = fallen_cards(s, side) & fl_duel_skill_cards[skill] & fl_duel_able[s->level];
    return showing(s, side, face) + fl_duel_count(fl_duel_with(s, s->boat[side], skill) | fallen);
}

int fl_duel_hits(const struct fl_duel *s, int side)
{
    int hits = fl_duel_sum(s, !side, FL_DIE_SKULL) - fl_duel_sum(s, side, FL_DIE_BOAT);
    return hits > 0 ? hits : 0;
}

static void tell_sums(const struct fl_duel *s, int side, struct fl_saying *tell)
{
    struct fl_phrase *p =
        fl_with_seat(fl_say(tell, "pd.say.sums"), "who", fl_duel_fighter(s, side));
    fl_with_number(p, "skulls", fl_duel_sum(s, side, FL_DIE_SKULL));
    fl_with_number(p, "boats", fl_duel_sum(s, side, FL_DIE_BOAT));
}

static void count_losses(struct fl_duel *s, struct fl_saying *tell)
{
    for (int side = 0; side < 2; side++) {
        if (tell)
            tell_sums(s, side, tell);
        s->losses[side] = (uint8_t)fl_duel_hits(s, side);
    }
    for (int side = FL_DEFENDER; side >= FL_ATTACKER; side--)
        tell_number(s, side, "pd.say.losses", s->losses[side], tell);
    ask_losses(s, FL_DEFENDER, tell);
}

static void ask_parrot(struct fl_duel *s, int side, struct fl_saying *tell)
{
    for (; side <= FL_DEFENDER; side++) {
        s->tries = (uint8_t)fl_duel_count(fl_duel_with(s, s->boat[side], FL_PARROT));
        if (s->tries && s->dice[side]) {
            ask_side(s, side, FL_DUEL_PARROT);
            return;
        }
    }
    s->tries = 0;
    count_losses(s, tell);
}

static void throw_parrot(struct fl_duel *s, int die)
{
    s->rolling = (uint8_t)(1u << die);
    s->phase = FL_DUEL_PARROT_DIE;
}

static void end_parrot(struct fl_duel *s, int face, struct fl_saying *tell)
{
    s->die[s->side][__builtin_ctz(s->rolling)] = (uint8_t)face;
    s->rolling = 0;
    if (--s->tries)
        s->phase = FL_DUEL_PARROT;
    else
        ask_parrot(s, s->side + 1, tell);
}

static void lay_curse(struct fl_duel *s, int side, struct fl_saying *tell)
{
    for (; side <= FL_DEFENDER; side++) {
        unsigned again = 0;
        for (int i = 0; i < s->dice[side]; i++)
            again |= (unsigned)(s->die[side][i] != FL_DIE_BLANK) << i;
        if (again && fl_duel_with(s, s->boat[side], FL_MONKEY)) {
            tell_side(s, side, "pd.say.curse", tell);
            ask_side(s, side, FL_DUEL_CURSE);
            s->rolling = (uint8_t)again;
            return;
        }
    }
    ask_parrot(s, FL_ATTACKER, tell);
}

static void ask_to_roll(struct fl_duel *s, int side, struct fl_saying *tell)
{
    for (; side <= FL_DEFENDER; side++)
        if (s->dice[side]) {
            ask_side(s, side, FL_DUEL_READY);
            return;
        }
    lay_curse(s, FL_ATTACKER, tell);
}

static void end_die(struct fl_duel *s, int face, struct fl_saying *tell)
{
    s->die[s->side][__builtin_ctz(s->rolling)] = (uint8_t)face;
    s->rolling &= (uint8_t)(s->rolling - 1);
    if (s->rolling)
        return;
    if (s->phase == FL_DUEL_ROLLING)
        ask_to_roll(s, s->side + 1, tell);
    else
        lay_curse(s, s->side + 1, tell);
}

static void count_force(struct fl_duel *s, struct fl_saying *tell)
{
    static const char *const key[] = {"pd.say.red-dice", "pd.say.blue-dice"};
    for (int side = 0; side < 2; side++) {
        s->dice[side] = (uint8_t)fl_duel_force(s, s->boat[side], s->type);
        tell_number(s, side, key[side], s->dice[side], tell);
    }
    ask_to_roll(s, FL_ATTACKER, tell);
}

/* ---- 11: shots ---- */

static bool can_shoot(const struct fl_duel *s, int side)
{
    return s->tries && fl_duel_exposed(s, s->boat[!side]);
}

static void ask_shot(struct fl_duel *s, int side, struct fl_saying *tell)
{
    for (; side <= FL_DEFENDER; side++) {
        s->tries = (uint8_t)fl_duel_shooters(s, s->boat[side]);
        if (can_shoot(s, side)) {
            ask_side(s, side, FL_DUEL_SNIPING);
            return;
        }
    }
    s->tries = 0;
    count_force(s, tell);
}

static void after_shot(struct fl_duel *s, struct fl_saying *tell)
{
    s->tries--;
    if (can_shoot(s, s->side))
        s->phase = FL_DUEL_SNIPING;
    else
        ask_shot(s, s->side + 1, tell);
}

static void shoot(struct fl_duel *s, int place, struct fl_saying *tell)
{
    int side = !s->side, boat = s->boat[side];
    uint64_t card = (uint64_t)1 << (s->crew[boat][place] - 1);
    s->crew[boat][place] = 0;
    s->aboard[boat] &= ~card;
    s->discard |= card;
    s->shot[side]++;
    if (s->aboard[boat]) {
        after_shot(s, tell);
    } else { /* 8.8 */
        s->tries = 0;
        fl_duel_settle(s, tell);
    }
}

static void end_shot(struct fl_duel *s, int face, struct fl_saying *tell)
{
    bool hit = face == FL_DIE_SKULL;
    unsigned exposed = fl_duel_exposed(s, s->boat[!s->side]);
    s->rolling = 0;
    tell_side(s, s->side, hit ? "pd.say.shot-hits" : "pd.say.shot-misses", tell);
    if (!hit) {
        after_shot(s, tell);
    } else if (exposed & (exposed - 1)) {
        s->phase = FL_DUEL_SHOOTING;
    } else {
        tell_place(s, !s->side, "pd.say.is-shot", __builtin_ctz(exposed), tell);
        shoot(s, __builtin_ctz(exposed), tell);
    }
}

/* ---- 9, 10: brothers and helms ---- */

static void ask_helm(struct fl_duel *s, int side, struct fl_saying *tell)
{
    for (; side <= FL_DEFENDER; side++) {
        s->tries = (uint8_t)fl_duel_count(fl_duel_with(s, s->boat[side], FL_HELM));
        if (s->tries) {
            ask_side(s, side, FL_DUEL_EVADING);
            return;
        }
    }
    ask_shot(s, FL_ATTACKER, tell);
}

static void end_helm(struct fl_duel *s, int face, struct fl_saying *tell)
{
    bool evaded = face == FL_DIE_BOAT;
    s->rolling = 0;
    s->tries--;
    tell_side(s, s->side, evaded ? "pd.say.evaded" : "pd.say.not-evaded", tell);
    if (evaded) {
        s->tries = 0;
        fl_duel_end_turn(s, tell);
    } else if (s->tries) {
        s->phase = FL_DUEL_EVADING;
    } else {
        ask_helm(s, s->side + 1, tell);
    }
}

static void ask_brother(struct fl_duel *s, int side, struct fl_saying *tell)
{
    for (; side <= FL_DEFENDER; side++)
        if (fl_duel_with(s, s->boat[side], FL_BROTHER)) {
            ask_side(s, side, FL_DUEL_FLIPPING);
            return;
        }
    ask_helm(s, FL_ATTACKER, tell);
}

static void flip(struct fl_duel *s, struct fl_saying *tell)
{
    s->type = s->type == FL_BOARDING ? FL_CANNONADE : FL_BOARDING;
    if (tell)
        fl_with_word(fl_say(tell, "pd.say.type"), "type", type_key(s->type));
    ask_brother(s, s->side + 1, tell);
}

/* ---- 6 to 8: who fights whom ---- */

static void tell_duel(const struct fl_duel *s, struct fl_saying *tell)
{
    struct fl_phrase *p = fl_with_word(fl_say(tell, "pd.say.duel"), "type", type_key(s->type));
    fl_with_seat(p, "who", fl_duel_fighter(s, FL_ATTACKER));
    fl_with_word(p, "boat", fl_duel_colour_key[s->boat[FL_ATTACKER]]);
    fl_with_seat(p, "other", fl_duel_fighter(s, FL_DEFENDER));
    fl_with_word(p, "target", fl_duel_colour_key[s->boat[FL_DEFENDER]]);
    fl_with_number(p, "n", fl_duel_combat[s->card].coins);
}

static void attack(struct fl_duel *s, int boat, struct fl_saying *tell)
{
    s->boat[FL_DEFENDER] = (uint8_t)boat;
    s->targets = 0;
    for (int side = 0; side < 2; side++) {
        s->medics[side] = (uint8_t)medics_among(fl_duel_with(s, s->boat[side], FL_MEDIC));
        s->purse[side] = s->coins[fl_duel_fighter(s, side)];
    }
    if (tell)
        tell_duel(s, tell);
    ask_brother(s, FL_ATTACKER, tell);
}

static void call_off(struct fl_duel *s, struct fl_saying *tell)
{
    if (tell)
        fl_say(tell, "pd.say.no-duel");
    fl_duel_end_turn(s, tell);
}

static void aim(struct fl_duel *s, unsigned targets, struct fl_saying *tell)
{
    s->targets = (uint8_t)targets;
    if (!targets)
        call_off(s, tell);
    else if (targets & (targets - 1))
        ask_side(s, FL_ATTACKER, FL_DUEL_AIMING);
    else
        attack(s, __builtin_ctz(targets), tell);
}

static void engage(struct fl_duel *s, int boat, struct fl_saying *tell)
{
    unsigned targets = fl_duel_targets(s, s->seat);
    s->boat[FL_ATTACKER] = (uint8_t)boat;
    if (targets != fl_duel_enemies(s, s->seat) && fl_duel_with(s, boat, FL_LOOKOUT))
        ask_side(s, FL_ATTACKER, FL_DUEL_LOOKING_OUT);
    else
        aim(s, targets, tell);
}

void fl_duel_meet(struct fl_duel *s, struct fl_saying *tell)
{
    unsigned fleet = fl_duel_fleet(s, s->seat);
    s->type = fl_duel_combat[s->card].type;
    if (!fl_duel_targets(s, s->seat) && !fl_duel_seat_has(s, s->seat, FL_LOOKOUT)) {
        call_off(s, tell);
    } else if (fleet & (fleet - 1)) {
        s->who = s->seat;
        s->phase = FL_DUEL_ENGAGING;
    } else {
        engage(s, __builtin_ctz(fleet), tell);
    }
}

/* ---- moves ---- */

static void refuse_skill(struct fl_duel *s, struct fl_saying *tell)
{
    switch (s->phase) {
    case FL_DUEL_LOOKING_OUT:
        aim(s, fl_duel_targets(s, s->seat), tell);
        break;
    case FL_DUEL_FLIPPING:
        ask_brother(s, s->side + 1, tell);
        break;
    case FL_DUEL_EVADING:
        ask_helm(s, s->side + 1, tell);
        break;
    case FL_DUEL_SNIPING:
        ask_shot(s, s->side + 1, tell);
        break;
    case FL_DUEL_PARROT:
        ask_parrot(s, s->side + 1, tell);
        break;
    default: /* RESCUING */
        ask_rescue(s, s->side - 1, tell);
        break;
    }
}

static void use_skill(struct fl_duel *s, struct fl_saying *tell)
{
    switch (s->phase) {
    case FL_DUEL_LOOKING_OUT:
        aim(s, fl_duel_enemies(s, s->seat), tell);
        break;
    case FL_DUEL_FLIPPING:
        flip(s, tell);
        break;
    case FL_DUEL_EVADING:
        throw_one(s, FL_DUEL_HELM_DIE);
        break;
    default: /* SNIPING */
        throw_one(s, FL_DUEL_SHOT_DIE);
        break;
    }
}

static void show_face(struct fl_duel *s, int face, struct fl_saying *tell)
{
    switch (s->phase) {
    case FL_DUEL_HELM_DIE:
        end_helm(s, face, tell);
        break;
    case FL_DUEL_SHOT_DIE:
        end_shot(s, face, tell);
        break;
    case FL_DUEL_PARROT_DIE:
        end_parrot(s, face, tell);
        break;
    case FL_DUEL_MEDIC_DIE:
        s->rolling = 0;
        end_rescue(s, face, tell);
        break;
    default: /* ROLLING, CURSE */
        end_die(s, face, tell);
        break;
    }
}

static int place_of(fl_move move, int base)
{
    return (move - base) % FL_DUEL_PLACES;
}

void fl_duel_fight(struct fl_duel *s, fl_move move, struct fl_saying *tell)
{
    if (move >= FL_DUEL_FACE) {
        show_face(s, move - FL_DUEL_FACE, tell);
    } else if (move >= FL_DUEL_SAVE) {
        try_to_save(s, place_of(move, FL_DUEL_SAVE));
    } else if (move >= FL_DUEL_LOSE) {
        fall(s, s->side, place_of(move, FL_DUEL_LOSE), tell);
        ask_losses(s, s->side, tell);
    } else if (move >= FL_DUEL_SHOOT) {
        shoot(s, place_of(move, FL_DUEL_SHOOT), tell);
    } else if (move >= FL_DUEL_REROLL) {
        throw_parrot(s, move - FL_DUEL_REROLL);
    } else if (move >= FL_DUEL_ATTACK) {
        attack(s, move - FL_DUEL_ATTACK, tell);
    } else if (move >= FL_DUEL_ENGAGE) {
        engage(s, move - FL_DUEL_ENGAGE, tell);
    } else if (move == FL_DUEL_YES) {
        use_skill(s, tell);
    } else if (move == FL_DUEL_NO) {
        refuse_skill(s, tell);
    } else { /* ROLL */
        s->rolling = (uint8_t)((1u << s->dice[s->side]) - 1);
        s->phase = FL_DUEL_ROLLING;
    }
}
