/* Pirates en Duel: the duel, with the steps of rule 10.1. Each step asks the attacker, then the
 * defender, and continues with the next step if nobody has a choice. Functions are in reverse order
 * of the steps, so that each can call the next. */
#include "games/pirates_en_duel/pirates_en_duel.h"

#include <assert.h>

/* ---- questions and phrases ---- */

/* The seat that answers is the owner of the side's boat. */
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

static void report_side(const struct fl_duel *s, int side, const char *key,
                        struct fl_phrases *phrases)
{
    if (phrases)
        fl_with_seat(fl_say(phrases, key), "who", fl_duel_fighter(s, side));
}

/* Adds a word n times: a list of equal words is written with its number and the right plural. */
static void with_words(struct fl_phrase *p, const char *name, const char *key, int n)
{
    for (int i = 0; i < n; i++)
        fl_with_item(p, name, key);
}

/* Starts a phrase about one side, {other}, and its opponent, {who}. */
static struct fl_phrase *say_against(const struct fl_duel *s, int side, const char *key,
                                     struct fl_phrases *phrases)
{
    struct fl_phrase *p = fl_say(phrases, key);
    return fl_with_seat(fl_with_seat(p, "who", fl_duel_fighter(s, !side)), "other",
                        fl_duel_fighter(s, side));
}

/* A try that may be repeated; equal results are counted. */
static void report_try(const struct fl_duel *s, const char *key, struct fl_phrases *phrases)
{
    if (phrases)
        fl_with_count(fl_with_seat(fl_say(phrases, key), "who", s->who), "n", 1);
}

static void report_place(const struct fl_duel *s, int side, const char *key, int place,
                         struct fl_phrases *phrases)
{
    if (!phrases)
        return;
    struct fl_phrase *p = fl_with_seat(fl_say(phrases, key), "who", fl_duel_fighter(s, side));
    fl_with_item(p, "crew", fl_duel_card_key(s->crew[s->boat[side]][place] - 1));
}

static const char *type_key(int type)
{
    return type == FL_BOARDING ? "pd.type.boarding" : "pd.type.cannonade";
}

/* ---- steps 16, 17: losses and rescues ---- */

/* The defender saves first. Without a pirate to save the duel is settled. */
static void ask_rescue(struct fl_duel *s, int side, struct fl_phrases *phrases)
{
    for (; side >= FL_ATTACKER; side--)
        if (fl_duel_savable(s, side)) {
            ask_side(s, side, FL_DUEL_RESCUING);
            return;
        }
    fl_duel_settle(s, phrases);
}

/* The surgeons of a set as a small mask: their card numbers are consecutive. */
static unsigned medics_among(uint64_t cards)
{
    return (unsigned)((cards & fl_duel_skill_cards[FL_MEDIC]) >> FL_CARD_MEDIC_SABRE);
}

/* Fallen pirates keep their place in `crew` until the duel is settled, but are no longer in
 * `aboard`. */
static uint64_t fallen_cards(const struct fl_duel *s, int side)
{
    uint64_t cards = 0;
    for (unsigned places = s->fallen[side]; places; places &= places - 1)
        cards |= (uint64_t)1 << (s->crew[s->boat[side]][__builtin_ctz(places)] - 1);
    return cards;
}

/* Uses a surgeon: preferably a fallen one, because it can save fewer pirates later (7.7). */
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
    assert(s->medics[s->side] && s->fallen[s->side] >> place & 1);
    spend_medic(s, place);
    s->victim = (uint8_t)place;
    throw_one(s, FL_DUEL_MEDIC_DIE);
}

/* The same side continues: it may have more surgeons and more fallen pirates. */
static void end_rescue(struct fl_duel *s, int face, struct fl_phrases *phrases)
{
    int boat = s->boat[s->side], place = s->victim;
    bool saved = face == FL_DIE_BOAT;
    report_place(s, s->side, saved ? "pd.say.saved" : "pd.say.not-saved", place, phrases);
    if (saved) {
        s->fallen[s->side] &= (uint8_t) ~(1u << place);
        s->aboard[boat] |= (uint64_t)1 << (s->crew[boat][place] - 1);
    }
    s->victim = 0;
    ask_rescue(s, s->side, phrases);
}

/* A pirate falls; a twin falls together with the other twin. */
static void fall(struct fl_duel *s, int side, int place, struct fl_phrases *phrases)
{
    int boat = s->boat[side];
    uint64_t card = (uint64_t)1 << (s->crew[boat][place] - 1);
    unsigned places = 1u << place;
    /* A captain takes two losses: fl_duel_losable offers it only if two are left. */
    int cost = card >> FL_DUEL_CAPTAIN ? 2 : 1;
    if (card & fl_duel_skill_cards[FL_TWIN] && fl_duel_is_paired(s, boat)) {
        card = fl_duel_skill_cards[FL_TWIN];
        places = fl_duel_places(s, boat, card);
        cost = 2;
        if (phrases)
            say_against(s, side, "pd.say.twins-fall", phrases);
    }
    assert(s->losses[side] >= cost);
    s->aboard[boat] &= ~card;
    s->fallen[side] |= (uint8_t)places;
    s->losses[side] = (uint8_t)(s->losses[side] - cost);
}

/* 5.8: the whole crew falls. */
static void all_fall(struct fl_duel *s, int side, struct fl_phrases *phrases)
{
    int boat = s->boat[side];
    if (phrases && s->aboard[boat])
        say_against(s, side, "pd.say.all-fall", phrases);
    s->fallen[side] |= (uint8_t)fl_duel_places(s, boat, s->aboard[boat]);
    s->aboard[boat] = 0;
    s->losses[side] = 0;
}

/* Applies losses without a choice. Returns whether the opponent must choose. */
static bool ask_loss(struct fl_duel *s, int side, struct fl_phrases *phrases)
{
    uint64_t crew = s->aboard[s->boat[side]];
    /* Losses that the crew can absorb: one per pirate, two for the captain. */
    int lives = fl_duel_count(crew) + (crew >> FL_DUEL_CAPTAIN != 0);
    if (s->losses[side] >= lives)
        all_fall(s, side, phrases);
    for (unsigned places; (places = fl_duel_losable(s, side)) != 0;) {
        if (places & (places - 1)) {
            ask_side(s, !side, FL_DUEL_LOSING);
            /* ask_side set the side that chooses; the step belongs to the side that loses. */
            s->side = (uint8_t)side;
            return true;
        }
        int place = __builtin_ctz(places);
        if (phrases)
            fl_with_item(say_against(s, side, "pd.say.falls", phrases), "crew",
                         fl_duel_card_key(s->crew[s->boat[side]][place] - 1));
        fall(s, side, place, phrases);
    }
    s->losses[side] = 0;
    return false;
}

static void ask_losses(struct fl_duel *s, int side, struct fl_phrases *phrases)
{
    for (; side >= FL_ATTACKER; side--)
        if (ask_loss(s, side, phrases))
            return;
    ask_rescue(s, FL_DEFENDER, phrases);
}

/* ---- steps 12 to 15: dice ---- */

static int showing(const struct fl_duel *s, int side, int face)
{
    int n = 0;
    for (int i = 0; i < s->dice[side]; i++)
        n += s->die[side][i] == face;
    return n;
}

/* Fallen pirates still count. */
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

static void report_sums(const struct fl_duel *s, int side, struct fl_phrases *phrases)
{
    struct fl_phrase *p =
        fl_with_seat(fl_say(phrases, "pd.say.sums"), "who", fl_duel_fighter(s, side));
    fl_with_number(p, "skulls", fl_duel_sum(s, side, FL_DIE_SKULL));
    fl_with_number(p, "boats", fl_duel_sum(s, side, FL_DIE_BOAT));
}

static void report_losses(const struct fl_duel *s, struct fl_phrases *phrases)
{
    int attacker = s->losses[FL_ATTACKER], defender = s->losses[FL_DEFENDER];
    int loser = defender ? FL_DEFENDER : FL_ATTACKER;
    if (!attacker && !defender) {
        fl_say(phrases, "pd.say.no-losses");
    } else if (!attacker || !defender) {
        fl_with_number(say_against(s, loser, "pd.say.losses", phrases), "n", s->losses[loser]);
    } else if (attacker == defender) {
        fl_with_number(fl_say(phrases, "pd.say.equal-losses"), "n", attacker);
    } else {
        struct fl_phrase *p = say_against(s, FL_DEFENDER, "pd.say.both-lose", phrases);
        with_words(p, "lost", "pd.loss", defender);
        fl_with_number(p, "number", attacker);
    }
}

static void count_losses(struct fl_duel *s, struct fl_phrases *phrases)
{
    for (int side = 0; side < 2; side++) {
        if (phrases)
            report_sums(s, side, phrases);
        s->losses[side] = (uint8_t)fl_duel_hits(s, side);
    }
    if (phrases)
        report_losses(s, phrases);
    ask_losses(s, FL_DEFENDER, phrases);
}

/* A parrot rerolls one die at a time, so each reroll is a question of its own; `tries` counts
 * them. */
static void ask_parrot(struct fl_duel *s, int side, struct fl_phrases *phrases)
{
    for (; side <= FL_DEFENDER; side++) {
        s->tries = (uint8_t)fl_duel_count(fl_duel_with(s, s->boat[side], FL_DUEL_CREW_PARROT));
        if (s->tries && s->dice[side]) {
            ask_side(s, side, FL_DUEL_PARROT);
            return;
        }
    }
    s->tries = 0;
    count_losses(s, phrases);
}

static void throw_parrot(struct fl_duel *s, int die)
{
    s->rolling = (uint8_t)(1u << die);
    s->phase = FL_DUEL_PARROT_DIE;
}

static void end_parrot(struct fl_duel *s, int face, struct fl_phrases *phrases)
{
    uint8_t *die = &s->die[s->side][__builtin_ctz(s->rolling)];
    if (phrases) {
        struct fl_phrase *p = fl_with_seat(fl_say(phrases, "pd.say.parrot"), "who", s->who);
        fl_with_item(fl_with_item(p, "before", fl_duel_face_key[*die]), "after",
                     fl_duel_face_key[face]);
    }
    *die = (uint8_t)face;
    s->rolling = 0;
    if (--s->tries)
        s->phase = FL_DUEL_PARROT;
    else
        ask_parrot(s, s->side + 1, phrases);
}

/* The curse is no choice: all dice of this side that are not blank are rolled again. */
static void lay_curse(struct fl_duel *s, int side, struct fl_phrases *phrases)
{
    for (; side <= FL_DEFENDER; side++) {
        unsigned again = 0;
        for (int i = 0; i < s->dice[side]; i++)
            again |= (unsigned)(s->die[side][i] != FL_DIE_BLANK) << i;
        if (again && fl_duel_with(s, s->boat[side], FL_DUEL_CREW_MONKEY)) {
            report_side(s, side, "pd.say.curse", phrases);
            ask_side(s, side, FL_DUEL_CURSE);
            s->rolling = (uint8_t)again;
            return;
        }
    }
    ask_parrot(s, FL_ATTACKER, phrases);
}

static void ask_to_roll(struct fl_duel *s, int side, struct fl_phrases *phrases)
{
    for (; side <= FL_DEFENDER; side++)
        if (s->dice[side]) {
            ask_side(s, side, FL_DUEL_READY);
            return;
        }
    lay_curse(s, FL_ATTACKER, phrases);
}

/* Reports the dice of a side, skulls first. The defender is {other}, so that both rolls can be one
 * sentence. */
static void report_roll(const struct fl_duel *s, struct fl_phrases *phrases)
{
    bool answer = s->phase == FL_DUEL_ROLLING && s->side == FL_DEFENDER;
    const char *key = s->phase == FL_DUEL_CURSE ? "pd.say.curse-roll"
                      : answer                  ? "pd.say.blue-roll"
                                                : "pd.say.red-roll";
    struct fl_phrase *p = answer ? say_against(s, s->side, key, phrases)
                                 : fl_with_seat(fl_say(phrases, key), "who", s->who);
    for (int face = 0; face < FL_DIE_FACES; face++)
        with_words(p, answer ? "theirs" : "dice", fl_duel_face_key[face],
                   showing(s, s->side, face));
}

/* Dice are rolled one by one, lowest first, so that each is one move of chance. */
static void end_die(struct fl_duel *s, int face, struct fl_phrases *phrases)
{
    assert(s->rolling && face >= 0 && face < FL_DIE_FACES);
    s->die[s->side][__builtin_ctz(s->rolling)] = (uint8_t)face;
    s->rolling &= (uint8_t)(s->rolling - 1);
    if (s->rolling)
        return;
    if (phrases)
        report_roll(s, phrases);
    if (s->phase == FL_DUEL_ROLLING)
        ask_to_roll(s, s->side + 1, phrases);
    else
        lay_curse(s, s->side + 1, phrases);
}

static void report_strength(const struct fl_duel *s, struct fl_phrases *phrases)
{
    struct fl_phrase *p = say_against(s, FL_DEFENDER, "pd.say.strength", phrases);
    fl_duel_with_dice(p, "red", s->dice[FL_ATTACKER]);
    if (s->dice[FL_DEFENDER])
        fl_with_number(p, "blue", s->dice[FL_DEFENDER]);
    else
        fl_with_word(p, "blue", "pd.none");
}

static void count_force(struct fl_duel *s, struct fl_phrases *phrases)
{
    for (int side = 0; side < 2; side++)
        s->dice[side] = (uint8_t)fl_duel_force(s, s->boat[side], s->type);
    if (phrases)
        report_strength(s, phrases);
    ask_to_roll(s, FL_ATTACKER, phrases);
}

/* ---- step 11: shots ---- */

/* Asked again after each shot: the last pirate that may be shot can be gone. */
static bool can_shoot(const struct fl_duel *s, int side)
{
    return s->tries && fl_duel_exposed(s, s->boat[!side]);
}

/* The number of pirates that may shoot in the current type of duel. */
static int shooters(const struct fl_duel *s, int boat)
{
    int other = s->type == FL_BOARDING ? FL_PISTOL : FL_CARRIAGE;
    return fl_duel_count(fl_duel_with(s, boat, FL_MARKSMAN) | fl_duel_with(s, boat, other));
}

static void ask_shot(struct fl_duel *s, int side, struct fl_phrases *phrases)
{
    for (; side <= FL_DEFENDER; side++) {
        s->tries = (uint8_t)shooters(s, s->boat[side]);
        if (can_shoot(s, side)) {
            ask_side(s, side, FL_DUEL_SNIPING);
            return;
        }
    }
    s->tries = 0;
    count_force(s, phrases);
}

static void after_shot(struct fl_duel *s, struct fl_phrases *phrases)
{
    s->tries--;
    if (can_shoot(s, s->side))
        s->phase = FL_DUEL_SNIPING;
    else
        ask_shot(s, s->side + 1, phrases);
}

static void shoot(struct fl_duel *s, int place, struct fl_phrases *phrases)
{
    int side = !s->side, boat = s->boat[side];
    assert(s->crew[boat][place]);
    uint64_t card = (uint64_t)1 << (s->crew[boat][place] - 1);
    /* A shot pirate is discarded at once and cannot be saved, unlike one that falls in the duel. */
    s->crew[boat][place] = 0;
    s->aboard[boat] &= ~card;
    s->discard |= card;
    s->shot[side]++;
    if (s->aboard[boat]) {
        after_shot(s, phrases);
    } else { /* 8.8 */
        s->tries = 0;
        fl_duel_settle(s, phrases);
    }
}

/* The same phrase as for a pirate that the shooter chooses (words.c), so that both are joined. */
static void report_shot(const struct fl_duel *s, const char *card, struct fl_phrases *phrases)
{
    struct fl_phrase *p = fl_with_seat(fl_say(phrases, "pd.say.shoot"), "who", s->who);
    fl_with_seat(fl_with_word(p, "card", card), "other", fl_duel_fighter(s, !s->side));
}

static void end_shot(struct fl_duel *s, int face, struct fl_phrases *phrases)
{
    bool hit = face == FL_DIE_SKULL;
    unsigned exposed = fl_duel_exposed(s, s->boat[!s->side]);
    s->rolling = 0;
    report_try(s, hit ? "pd.say.shot-hits" : "pd.say.shot-misses", phrases);
    if (!hit) {
        after_shot(s, phrases);
    } else if (exposed & (exposed - 1)) {
        s->phase = FL_DUEL_SHOOTING;
    } else {
        int place = __builtin_ctz(exposed);
        if (phrases)
            report_shot(s, fl_duel_card_key(s->crew[s->boat[!s->side]][place] - 1), phrases);
        shoot(s, place, phrases);
    }
}

/* ---- steps 9, 10: brothers and helms ---- */

/* A successful helm ends the whole turn without a duel; each helm is one attempt. */
static void ask_helm(struct fl_duel *s, int side, struct fl_phrases *phrases)
{
    for (; side <= FL_DEFENDER; side++) {
        s->tries = (uint8_t)fl_duel_count(fl_duel_with(s, s->boat[side], FL_HELM));
        if (s->tries) {
            ask_side(s, side, FL_DUEL_EVADING);
            return;
        }
    }
    ask_shot(s, FL_ATTACKER, phrases);
}

static void end_helm(struct fl_duel *s, int face, struct fl_phrases *phrases)
{
    bool evaded = face == FL_DIE_BOAT;
    s->rolling = 0;
    s->tries--;
    report_try(s, evaded ? "pd.say.evaded" : "pd.say.not-evaded", phrases);
    if (evaded) {
        s->tries = 0;
        fl_duel_end_turn(s, phrases);
    } else if (s->tries) {
        s->phase = FL_DUEL_EVADING;
    } else {
        ask_helm(s, s->side + 1, phrases);
    }
}

static void ask_brother(struct fl_duel *s, int side, struct fl_phrases *phrases)
{
    for (; side <= FL_DEFENDER; side++)
        if (fl_duel_with(s, s->boat[side], FL_BROTHER)) {
            ask_side(s, side, FL_DUEL_FLIPPING);
            return;
        }
    ask_helm(s, FL_ATTACKER, phrases);
}

static void flip(struct fl_duel *s, struct fl_phrases *phrases)
{
    s->type = s->type == FL_BOARDING ? FL_CANNONADE : FL_BOARDING;
    if (phrases)
        fl_with_word(fl_with_seat(fl_say(phrases, "pd.say.type"), "who", s->who), "type",
                     type_key(s->type));
    ask_brother(s, s->side + 1, phrases);
}

/* ---- steps 6 to 8: choosing the boats ---- */

/* Without a lookout the card permits the target. A player with several boats fights with one. */
static void report_duel(const struct fl_duel *s, struct fl_phrases *phrases)
{
    static const char *const keys[2][2] = {{"pd.say.duel", "pd.say.duel-lookout"},
                                           {"pd.say.duel-with", "pd.say.duel-with-lookout"}};
    int boat = s->boat[FL_ATTACKER], target = s->boat[FL_DEFENDER];
    bool lookout = !(fl_duel_targets(s, s->seat) >> target & 1);
    bool several = s->seats == 2;
    struct fl_phrase *p = say_against(s, FL_DEFENDER, keys[several][lookout], phrases);
    fl_with_word(p, "card", fl_duel_combat_key[s->card]);
    fl_with_word(p, "target", fl_duel_colour_key[target]);
    with_words(p, "stake", "pd.coin", fl_duel_combat[s->card].coins);
    if (several)
        fl_with_word(p, "boat", fl_duel_colour_key[boat]);
}

static void attack(struct fl_duel *s, int boat, struct fl_phrases *phrases)
{
    assert(s->afloat >> boat & 1 && s->owner[boat] != s->seat);
    s->boat[FL_DEFENDER] = (uint8_t)boat;
    s->targets = 0;
    for (int side = 0; side < 2; side++) {
        s->medics[side] = (uint8_t)medics_among(fl_duel_with(s, s->boat[side], FL_MEDIC));
        s->purse[side] = s->coins[fl_duel_fighter(s, side)];
    }
    if (phrases)
        report_duel(s, phrases);
    ask_brother(s, FL_ATTACKER, phrases);
}

static void call_off(struct fl_duel *s, struct fl_phrases *phrases)
{
    if (phrases)
        fl_with_word(fl_with_seat(fl_say(phrases, "pd.say.no-duel"), "who", s->seat), "card",
                     fl_duel_combat_key[s->card]);
    fl_duel_end_turn(s, phrases);
}

static void aim(struct fl_duel *s, unsigned targets, struct fl_phrases *phrases)
{
    s->targets = (uint8_t)targets;
    if (!targets)
        call_off(s, phrases);
    else if (targets & (targets - 1))
        ask_side(s, FL_ATTACKER, FL_DUEL_AIMING);
    else
        attack(s, __builtin_ctz(targets), phrases);
}

static void engage(struct fl_duel *s, int boat, struct fl_phrases *phrases)
{
    unsigned targets = fl_duel_targets(s, s->seat);
    s->boat[FL_ATTACKER] = (uint8_t)boat;
    /* A lookout is useless if the card permits every target anyway; then nobody is asked. */
    if (targets != fl_duel_enemies(s, s->seat) && fl_duel_with(s, boat, FL_LOOKOUT))
        ask_side(s, FL_ATTACKER, FL_DUEL_LOOKING_OUT);
    else
        aim(s, targets, phrases);
}

void fl_duel_meet(struct fl_duel *s, struct fl_phrases *phrases)
{
    /* With a lookout the card's targets may be empty: it replaces them by all enemies. */
    unsigned fleet = fl_duel_fleet(s, s->seat);
    s->type = fl_duel_combat[s->card].type;
    if (!fl_duel_targets(s, s->seat) && !fl_duel_seat_has(s, s->seat, FL_LOOKOUT)) {
        call_off(s, phrases);
    } else if (fleet & (fleet - 1)) {
        s->who = s->seat;
        s->phase = FL_DUEL_ENGAGING;
    } else {
        engage(s, __builtin_ctz(fleet), phrases);
    }
}

/* ---- moves ---- */

static void refuse_skill(struct fl_duel *s, struct fl_phrases *phrases)
{
    switch (s->phase) {
    case FL_DUEL_LOOKING_OUT:
        aim(s, fl_duel_targets(s, s->seat), phrases);
        break;
    case FL_DUEL_FLIPPING:
        ask_brother(s, s->side + 1, phrases);
        break;
    case FL_DUEL_EVADING:
        ask_helm(s, s->side + 1, phrases);
        break;
    case FL_DUEL_SNIPING:
        ask_shot(s, s->side + 1, phrases);
        break;
    case FL_DUEL_PARROT:
        ask_parrot(s, s->side + 1, phrases);
        break;
    default: /* RESCUING */
        ask_rescue(s, s->side - 1, phrases);
        break;
    }
}

static void use_skill(struct fl_duel *s, struct fl_phrases *phrases)
{
    switch (s->phase) {
    case FL_DUEL_LOOKING_OUT:
        aim(s, fl_duel_enemies(s, s->seat), phrases);
        break;
    case FL_DUEL_FLIPPING:
        flip(s, phrases);
        break;
    case FL_DUEL_EVADING:
        throw_one(s, FL_DUEL_HELM_DIE);
        break;
    default: /* SNIPING */
        throw_one(s, FL_DUEL_SHOT_DIE);
        break;
    }
}

static void show_face(struct fl_duel *s, int face, struct fl_phrases *phrases)
{
    switch (s->phase) {
    case FL_DUEL_HELM_DIE:
        end_helm(s, face, phrases);
        break;
    case FL_DUEL_SHOT_DIE:
        end_shot(s, face, phrases);
        break;
    case FL_DUEL_PARROT_DIE:
        end_parrot(s, face, phrases);
        break;
    case FL_DUEL_MEDIC_DIE:
        s->rolling = 0;
        end_rescue(s, face, phrases);
        break;
    default: /* ROLLING, CURSE */
        end_die(s, face, phrases);
        break;
    }
}

static int place_of(fl_move move, int base)
{
    return (move - base) % FL_DUEL_PLACES;
}

void fl_duel_fight(struct fl_duel *s, fl_move move, struct fl_phrases *phrases)
{
    if (move >= FL_DUEL_FACE) {
        show_face(s, move - FL_DUEL_FACE, phrases);
    } else if (move >= FL_DUEL_SAVE) {
        try_to_save(s, place_of(move, FL_DUEL_SAVE));
    } else if (move >= FL_DUEL_LOSE) {
        fall(s, s->side, place_of(move, FL_DUEL_LOSE), phrases);
        ask_losses(s, s->side, phrases);
    } else if (move >= FL_DUEL_SHOOT) {
        shoot(s, place_of(move, FL_DUEL_SHOOT), phrases);
    } else if (move >= FL_DUEL_REROLL) {
        throw_parrot(s, move - FL_DUEL_REROLL);
    } else if (move >= FL_DUEL_ATTACK) {
        attack(s, move - FL_DUEL_ATTACK, phrases);
    } else if (move >= FL_DUEL_ENGAGE) {
        engage(s, move - FL_DUEL_ENGAGE, phrases);
    } else if (move == FL_DUEL_YES) {
        use_skill(s, phrases);
    } else if (move == FL_DUEL_NO) {
        refuse_skill(s, phrases);
    } else {
        assert(s->phase == FL_DUEL_READY && move == FL_DUEL_ROLL);
        s->rolling = (uint8_t)((1u << s->dice[s->side]) - 1);
        s->phase = FL_DUEL_ROLLING;
    }
}
