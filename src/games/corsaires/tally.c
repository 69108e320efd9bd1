/* Corsaires: the result of a game that was played without the program, from the galleons of each
 * player. */
#include <assert.h>
#include <string.h>

#include "core/json.h"
#include "games/corsaires/corsaires.h"
#include "games/games.h"

enum { WORTHS = FL_GOLD_MOST - FL_GOLD_LEAST + 1 };

struct tally {
    struct fl_cards left; /* galleons that nobody has */
    int32_t gold[FL_CORSAIRES_SEATS];
    int32_t side[FL_CORSAIRES_SEATS]; /* by player: the gold of the team, or the player's own */
    int32_t players;
    int32_t teams; /* 1: players 1 and 2, 3 and 4, and so on, are partners */
};

static void begin(struct tally *t)
{
    *t = (struct tally){.players = 0};
    for (int kind = FL_GALLEONS; kind < FL_CAPTAINS; kind++)
        for (int copy = 0; copy < fl_corsaires_copies[kind]; copy++)
            fl_add_card(&t->left, kind);
}

/* Adds a galleon that the last player captured or, if `gold` is negative, has in hand. Returns
 * false if there is no such galleon left. */
static bool add_galleon(struct tally *t, int gold)
{
    int worth = gold < 0 ? -gold : gold, kind = FL_GALLEONS + worth - FL_GOLD_LEAST;
    if (worth < FL_GOLD_LEAST || worth > FL_GOLD_MOST || !fl_cards_of(&t->left, kind))
        return false;
    fl_remove_card(&t->left, kind);
    t->gold[t->players] += gold; /* 7.5 */
    return true;
}

/* The next number of a line, a digit with an optional minus sign; 0 if there is none. */
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

static bool read_galleon(struct tally *t, const char **at, const char *end, struct fl_phrase *why)
{
    int gold = take_gold(at, end);
    if (gold && add_galleon(t, gold))
        return true;
    fl_phrase_begin(why, gold ? "co.tally.no-such-galleon" : "viewer.bad-request");
    if (gold)
        fl_with_number(why, "gold", gold < 0 ? -gold : gold);
    return false;
}

static bool read_player(struct tally *t, const char **at, const char *end, struct fl_phrase *why)
{
    while (*at < end && **at != '\n') {
        if (**at == ' ')
            ++*at;
        else if (!read_galleon(t, at, end, why))
            return false;
    }
    *at += *at < end;
    t->players++;
    return true;
}

static bool read_players(struct tally *t, const char *text, size_t len, struct fl_phrase *why)
{
    const char *at = text, *end = text + len;
    begin(t);
    while (at < end && t->players < FL_CORSAIRES_SEATS)
        if (!read_player(t, &at, end, why))
            return false;
    if (t->players && at == end)
        return true;
    fl_phrase_begin(why, "viewer.bad-request");
    return false;
}

/* Rule 9.2: teams are possible with four players, and the default with six and eight. */
static bool choose_sides(struct tally *t, const char *option, struct fl_phrase *why)
{
    bool can = t->players >= 4 && t->players % 2 == 0;
    if (*option && strcmp(option, "teams") && strcmp(option, "alone")) {
        fl_phrase_begin(why, "viewer.bad-request");
        return false;
    }
    t->teams = *option ? !strcmp(option, "teams") : can && t->players > 4;
    if (!t->teams || can)
        return true;
    fl_phrase_begin(why, "co.setup.teams");
    fl_with_number(fl_with_word(why, "game", fl_corsaires.name), "seats", t->players);
    return false;
}

/* Rule 8.10: the gold of a team is the sum of both partners. */
static void add_up_sides(struct tally *t)
{
    for (int player = 0; player < t->players; player++)
        t->side[player] = t->gold[player] + (t->teams ? t->gold[player ^ 1] : 0);
}

static void put(struct fl_json *j, const struct tally *t)
{
    fl_json_key(j, "gold");
    fl_json_open(j, '[');
    for (int player = 0; player < t->players; player++)
        fl_json_number(j, t->gold[player]);
    fl_json_close(j, ']');
    if (t->teams) {
        fl_json_key(j, "teams");
        fl_json_open(j, '[');
        for (int player = 0; player < t->players; player += 2)
            fl_json_number(j, t->side[player]);
        fl_json_close(j, ']');
    }
    fl_json_key_seats(j, "winners", fl_corsaires_richest(t->side, t->players));
    fl_json_key(j, "remaining");
    fl_json_open(j, '{');
    for (int worth = 0; worth < WORTHS; worth++)
        fl_json_key_number(j, (const char[]){(char)('0' + FL_GOLD_LEAST + worth), '\0'},
                           fl_cards_of(&t->left, FL_GALLEONS + worth));
    fl_json_close(j, '}');
}

bool fl_corsaires_tally(const char *option, const char *text, size_t len, struct fl_json *out,
                        struct fl_phrase *why)
{
    struct tally t;
    if (!read_players(&t, text, len, why) || !choose_sides(&t, option, why))
        return false;
    add_up_sides(&t);
    put(out, &t);
    return true;
}

fl_seats fl_corsaires_richest(const int32_t gold[], int players)
{
    int32_t most = gold[0];
    fl_seats set = 0;
    assert(players > 0);
    for (int player = 1; player < players; player++)
        if (gold[player] > most)
            most = gold[player];
    for (int player = 0; player < players; player++)
        if (gold[player] == most)
            set |= FL_SEAT(player);
    return set;
}
