/* Reading what players of Corsaires have at the end, and saying what it comes to. */
#include "replay/reckon.h"

#include "games/corsaires.h"

_Static_assert(FL_GALLEON_WORTHS == FL_GOLD_MOST - FL_GOLD_LEAST + 1, "a place for every galleon");

/* The next number of a line, a digit with or without a minus; 0 if there is none. */
static int take_gold(const char **at, const char *end)
{
    const char *here = *at;
    bool in_hand = here < end && *here == '-';
    here += in_hand;
    if (here == end || *here < '0' || *here > '9')
        return 0;
    int gold = *here++ - '0';
    *at = here;
    return in_hand ? -gold : gold;
}

static bool count_galleon(const char **at, const char *end, int player,
                          struct fl_corsaires_reckoning *r, struct fl_phrase *why)
{
    int gold = take_gold(at, end);
    if (gold && fl_corsaires_count(r, player, gold))
        return true;
    fl_phrase_begin(why, gold ? "web.no-such-galleon" : "viewer.expected");
    if (gold)
        fl_with_number(why, "gold", gold < 0 ? -gold : gold);
    return false;
}

static bool read_player(const char **at, const char *end, int player,
                        struct fl_corsaires_reckoning *r, struct fl_phrase *why)
{
    while (*at < end && **at != '\n') {
        if (**at == ' ')
            ++*at;
        else if (!count_galleon(at, end, player, r, why))
            return false;
    }
    *at += *at < end;
    return true;
}

bool fl_reckon(const char *text, size_t len, struct fl_reckoning *out, struct fl_phrase *why)
{
    const char *at = text, *end = text + len;
    struct fl_corsaires_reckoning r;
    fl_corsaires_reckon(&r);
    for (out->players = 0; at < end && out->players < FL_MAX_SEATS; out->players++)
        if (!read_player(&at, end, out->players, &r, why))
            return false;
    if (!out->players || at < end) {
        fl_phrase_begin(why, "viewer.expected");
        return false;
    }
    out->winners = fl_corsaires_richest(r.gold, out->players);
    for (int player = 0; player < out->players; player++)
        out->gold[player] = r.gold[player];
    for (int worth = 0; worth < FL_GALLEON_WORTHS; worth++)
        out->left[worth] = (uint8_t)fl_cards_of(&r.left, FL_GALLEONS + worth);
    return true;
}

void fl_put_reckoning(struct fl_json *j, const struct fl_reckoning *r)
{
    fl_json_key(j, "gold");
    fl_json_open(j, '[');
    for (int player = 0; player < r->players; player++)
        fl_json_number(j, r->gold[player]);
    fl_json_close(j, ']');
    fl_json_key_seats(j, "winners", r->winners);
    fl_json_key(j, "left");
    fl_json_open(j, '{');
    for (int worth = 0; worth < FL_GALLEON_WORTHS; worth++)
        fl_json_key_number(j, (const char[]){(char)('0' + FL_GOLD_LEAST + worth), '\0'},
                           r->left[worth]);
    fl_json_close(j, '}');
}
