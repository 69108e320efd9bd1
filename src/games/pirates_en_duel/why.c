/* Pirates en Duel: why a move is not legal, with the number of the rule. */
#include "games/pirates_en_duel/pirates_en_duel.h"

struct reason {
    const char *key, *rule;
};

static bool is_between(fl_move move, int base, int count)
{
    return move >= base && move < base + count;
}

/* ---- moves of the wrong kind: the current question is the reason ---- */

static struct reason current_question(const struct fl_duel *s)
{
    static const struct reason asked[FL_DUEL_OVER] = {
        [FL_DUEL_CHOOSING_BOAT] = {"pd.why.boat", "2.2"},
        [FL_DUEL_DRAFTING] = {"pd.why.draft", "2.6"},
        [FL_DUEL_TAVERN] = {"pd.why.tavern", "7.9"},
        [FL_DUEL_IMPOSING] = {"pd.why.impose", "7.10"},
        [FL_DUEL_TAKING] = {"pd.why.take", "3.1"},
        [FL_DUEL_KEEPING] = {"pd.why.keep", "8.4"},
        [FL_DUEL_PLACING] = {"pd.why.put", "3.4"},
        [FL_DUEL_REPLACING] = {"pd.why.replace", "3.2"},
        [FL_DUEL_SAILING] = {"pd.why.fight", "4.1"},
        [FL_DUEL_ENGAGING] = {"pd.why.engage", "9.4"},
        [FL_DUEL_LOOKING_OUT] = {"pd.why.lookout", "7.3"},
        [FL_DUEL_AIMING] = {"pd.why.attack", "4.5"},
        [FL_DUEL_FLIPPING] = {"pd.why.brother", "8.3"},
        [FL_DUEL_EVADING] = {"pd.why.helm", "7.4"},
        [FL_DUEL_SNIPING] = {"pd.why.shot", "8.8"},
        [FL_DUEL_SHOOTING] = {"pd.why.shoot", "8.8"},
        [FL_DUEL_READY] = {"pd.why.roll", "5.4"},
        [FL_DUEL_PARROT] = {"pd.why.parrot", "7.11"},
        [FL_DUEL_LOSING] = {"pd.why.lose", "5.6"},
        [FL_DUEL_RESCUING] = {"pd.why.save", "7.5"},
    };
    if (s->phase == FL_DUEL_OPENING)
        return s->picks ? (struct reason){"pd.why.recruit", "3.1"}
                        : (struct reason){"pd.why.open-draft", "2.6"};
    return asked[s->phase];
}

/* ---- moves of the right kind ---- */

static struct reason why_not_boat(const struct fl_duel *s, int boat)
{
    if (boat >= 4 && s->seats < 5)
        return (struct reason){"pd.why.boat-away", "2.1"};
    return (struct reason){"pd.why.boat-taken", "2.2"};
}

static struct reason why_not_put(const struct fl_duel *s, int card, int boat)
{
    if (s->owner[boat] != s->who)
        return (struct reason){"pd.why.own-boat", "3.3"};
    if (!(s->afloat >> boat & 1) || !fl_duel_free(s, boat))
        return (struct reason){"pd.why.no-room", "3.2"};
    if (!(fl_duel_row(s) >> card & 1))
        return (struct reason){"pd.why.not-in-row", "3.1"};
    if (s->phase == FL_DUEL_PLACING && !(s->taken >> card & 1))
        return (struct reason){"pd.why.not-taken", "3.1"};
    if (fl_duel_next_recruits(s) >> card & 1)
        return (struct reason){"pd.why.in-order", "3.4"};
    return (struct reason){"pd.why.imposed-first", "3.7"};
}

static struct reason why_not_take(const struct fl_duel *s, unsigned mask)
{
    if (mask & ~fl_duel_row(s))
        return (struct reason){"pd.why.not-in-row", "3.1"};
    if (~mask & s->imposed)
        return (struct reason){"pd.why.imposed", "7.9"};
    return s->recruits == 2 ? (struct reason){"pd.why.take-two", "3.1"}
                            : (struct reason){"pd.why.take-three", "8.4"};
}

static struct reason why_not_replace(const struct fl_duel *s, int boat, int place)
{
    if (!(fl_duel_fleet(s, s->who) >> boat & 1))
        return (struct reason){"pd.why.own-boat", "3.3"};
    if (s->crew[boat][place] > FL_DUEL_CAPTAIN)
        return (struct reason){"pd.why.captain-stays", "3.3"};
    return (struct reason){"pd.why.fresh", "3.7"};
}

static struct reason why_not_swap(const struct fl_duel *s)
{
    if (s->swapped)
        return (struct reason){"pd.why.swapped", "8.6"};
    if (!fl_duel_seat_has(s, s->seat, FL_DINGHY))
        return (struct reason){"pd.why.no-dinghy", "8.5"};
    return (struct reason){"pd.why.swap", "8.5"};
}

static struct reason why_not_attack(const struct fl_duel *s, int boat)
{
    if (s->owner[boat] == s->who)
        return (struct reason){"pd.why.own-target", "4.7"};
    if (!(s->afloat >> boat & 1))
        return (struct reason){"pd.why.not-afloat", "4.5"};
    return (struct reason){"pd.why.not-named", "4.5"};
}

static struct reason why_not_engage(const struct fl_duel *s, int boat)
{
    if (s->owner[boat] == s->who)
        return (struct reason){"pd.why.not-afloat", "9.4"};
    return (struct reason){"pd.why.engage", "9.4"};
}

/* A pirate of the other crew, for a shot or a loss. */
static struct reason why_not_victim(const struct fl_duel *s, int spot, int victims, bool shot)
{
    int boat = spot / FL_DUEL_PLACES, card = s->crew[boat][spot % FL_DUEL_PLACES] - 1;
    if (boat != victims || card < 0 || !(s->aboard[boat] >> card & 1))
        return shot ? (struct reason){"pd.why.shoot", "8.8"}
                    : (struct reason){"pd.why.lose", "5.6"};
    if (card >= FL_DUEL_CAPTAIN)
        return shot ? (struct reason){"pd.why.shoot-captain", "8.8"}
                    : (struct reason){"pd.why.captain-costs-two", "5.7"};
    return shot ? (struct reason){"pd.why.shoot-twins", "8.11"}
                : (struct reason){"pd.why.twins-cost-two", "8.7"};
}

static struct reason why_not_save(const struct fl_duel *s, int spot)
{
    int boat = spot / FL_DUEL_PLACES, place = spot % FL_DUEL_PLACES;
    if (boat == s->boat[s->side] && s->fallen[s->side] >> place & 1)
        return (struct reason){"pd.why.save-himself", "7.5"};
    return (struct reason){"pd.why.save", "7.5"};
}

static struct reason why_not_spot(const struct fl_duel *s, fl_move move)
{
    int spot = (move - FL_DUEL_REPLACE) % FL_DUEL_SPOTS;
    bool replace = is_between(move, FL_DUEL_REPLACE, FL_DUEL_SPOTS);
    bool shoot = is_between(move, FL_DUEL_SHOOT, FL_DUEL_SPOTS);
    bool lose = is_between(move, FL_DUEL_LOSE, FL_DUEL_SPOTS);
    if (replace && s->phase == FL_DUEL_REPLACING)
        return why_not_replace(s, spot / FL_DUEL_PLACES, spot % FL_DUEL_PLACES);
    if (replace && s->phase == FL_DUEL_PLACING)
        return (struct reason){"pd.why.room-first", "3.2"};
    if (shoot && s->phase == FL_DUEL_SHOOTING)
        return why_not_victim(s, spot, s->boat[!s->side], true);
    if (lose && s->phase == FL_DUEL_LOSING)
        return why_not_victim(s, spot, s->boat[s->side], false);
    if (!replace && !shoot && !lose && s->phase == FL_DUEL_RESCUING)
        return why_not_save(s, spot);
    return current_question(s);
}

static struct reason why_not_row(const struct fl_duel *s, fl_move move)
{
    bool putting = s->phase == FL_DUEL_DRAFTING || s->phase == FL_DUEL_PLACING;
    if (move >= FL_DUEL_PUT)
        return putting ? why_not_put(s, (move - FL_DUEL_PUT) / FL_DUEL_BOATS,
                                     (move - FL_DUEL_PUT) % FL_DUEL_BOATS)
                       : current_question(s);
    if (move >= FL_DUEL_REROLL && s->phase == FL_DUEL_PARROT)
        return (struct reason){"pd.why.no-such-die", "7.11"};
    if (move < FL_DUEL_KEEP && s->phase == FL_DUEL_TAKING)
        return why_not_take(s, (unsigned)(move - FL_DUEL_TAKE));
    return current_question(s);
}

static struct reason why_not_about_boat(const struct fl_duel *s, fl_move move)
{
    int boat = (move - FL_DUEL_BOAT) % FL_DUEL_BOATS;
    if (move >= FL_DUEL_ATTACK)
        return s->phase == FL_DUEL_AIMING ? why_not_attack(s, boat) : current_question(s);
    if (move >= FL_DUEL_ENGAGE)
        return s->phase == FL_DUEL_ENGAGING ? why_not_engage(s, boat) : current_question(s);
    return s->phase == FL_DUEL_CHOOSING_BOAT ? why_not_boat(s, boat) : current_question(s);
}

static struct reason reason_of(const struct fl_duel *s, fl_move move)
{
    if (move >= FL_DUEL_SWAP && s->phase == FL_DUEL_SAILING)
        return why_not_swap(s);
    if (move >= FL_DUEL_FACE)
        return current_question(s);
    if (move >= FL_DUEL_REPLACE)
        return why_not_spot(s, move);
    if (move >= FL_DUEL_TAKE)
        return why_not_row(s, move);
    if (move >= FL_DUEL_BOAT)
        return why_not_about_boat(s, move);
    return current_question(s);
}

void fl_duel_why_not(const void *state, int seat, fl_move move, struct fl_phrase *out)
{
    struct reason reason = reason_of(state, move);
    (void)seat;
    fl_phrase_begin(out, reason.key);
    fl_with_text(out, "rule", reason.rule);
}
