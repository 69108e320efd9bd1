/* Prints the players and the result of a match. */
#include "term/summary.h"

#include "agents/agent.h"

static void put_player(struct fl_buf *out, const struct fl_screen *s,
                       const struct fl_players *players, int seat)
{
    const struct fl_level *level = fl_level_find(players->kind[seat]);
    struct fl_phrase phrase;
    fl_phrase_begin(&phrase, level ? "play.bot" : "play.seat");
    fl_with_seat(&phrase, "who", seat);
    if (level) {
        fl_with_number(&phrase, "n", fl_level_number(level));
        fl_with_word(&phrase, "level", level->key);
    }
    fl_put_sentence(out, s, &phrase);
}

void fl_summary_players(const struct fl_screen *s, const struct fl_game *game,
                        const struct fl_setup *setup, const struct fl_players *players)
{
    char memory[1024];
    struct fl_buf list = fl_buf_over(memory, sizeof memory);
    struct fl_phrase phrase;
    for (int seat = 0; seat < setup->seats; seat++) {
        fl_put(&list, seat ? ", " : "");
        put_player(&list, s, players, seat);
    }
    fl_phrase_begin(&phrase, "play.players");
    fl_with_word(&phrase, "game", game->name);
    fl_with_text(&phrase, "what", list.at);
    fl_screen_phrase(s, &phrase);
}

/* Writes the names of the winners: "Anne, Hugo and Mary". */
static void put_winners(struct fl_buf *out, const struct fl_screen *s, fl_seats winners)
{
    for (int seat = 0; winners; seat++) {
        if (!(winners & FL_SEAT(seat)))
            continue;
        winners &= (fl_seats)~FL_SEAT(seat);
        if (out->len)
            fl_put_word(out, s->lang, winners ? "list.comma" : "list.and", FL_BARE);
        fl_put_seat(out, s, seat);
    }
}

/* Whether a seat ranks behind a later one: by score, and those who have resigned last. */
static bool is_behind(const struct fl_sight *sight, int seat, int later)
{
    bool resigned = sight->ending.resigned & FL_SEAT(seat);
    if (resigned != (bool)(sight->ending.resigned & FL_SEAT(later)))
        return resigned;
    return fl_sight_score(sight, seat) < fl_sight_score(sight, later);
}

/* Orders the seats by score, highest first. */
static void rank(const struct fl_sight *sight, int order[FL_MAX_SEATS])
{
    for (int seat = 0; seat < sight->setup.seats; seat++) {
        int place = seat;
        for (; place && is_behind(sight, order[place - 1], seat); place--)
            order[place] = order[place - 1];
        order[place] = seat;
    }
}

static void put_scores(struct fl_buf *out, const struct fl_screen *s, const struct fl_sight *sight)
{
    int order[FL_MAX_SEATS];
    rank(sight, order);
    for (int i = 0; i < sight->setup.seats; i++) {
        fl_put(out, i ? ", " : "");
        fl_put_seat(out, s, order[i]);
        fl_put(out, FL_TIE "(");
        fl_put_figure(out, s->lang, fl_sight_score(sight, order[i]));
        fl_put_char(out, ')');
    }
}

void fl_summary_result(const struct fl_screen *s, const struct fl_sight *sight, int reader)
{
    char winners_memory[512], scores_memory[512];
    struct fl_buf names = fl_buf_over(winners_memory, sizeof winners_memory);
    struct fl_buf scores = fl_buf_over(scores_memory, sizeof scores_memory);
    fl_seats winners = fl_sight_winners(sight);
    struct fl_phrase phrase;
    put_winners(&names, s, winners);
    put_scores(&scores, s, sight);
    if (fl_bits(winners) == 1) {
        fl_phrase_begin(&phrase, "play.say.winner");
        fl_with_seat(&phrase, "who", __builtin_ctz(winners));
        fl_phrase_address(&phrase, reader);
    } else {
        fl_phrase_begin(&phrase, "play.winners");
        fl_with_text(&phrase, "who", names.at);
    }
    fl_screen_phrase(s, &phrase);
    fl_phrase_begin(&phrase, "play.final-scores");
    fl_with_text(&phrase, "what", scores.at);
    fl_screen_phrase(s, &phrase);
}
