/* Prints moments of a match as the browser receives them, one line of JSON each:
 *   moment GAME SEATS SEED VIEWER [every] [OPTION=VALUE ...]
 * Greedy players play a complete match. Each turn of the viewer ("every": of any seat) and the end
 * print a line: the viewer's sight, and the phrases since the previous line. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agents/agent.h"
#include "core/json.h"
#include "games/games.h"

enum { PAGE = 1 << 20, TOLD = 4096 };

struct telling {
    struct fl_match match;
    struct fl_rng rng;
    int viewer, told;
    bool every;
    struct fl_phrase phrase[TOLD];
};

static void tell_step(struct telling *t, struct fl_step step)
{
    struct fl_sight sight;
    struct fl_phrases saying;
    fl_match_sight(&t->match, t->viewer, &sight);
    step.move = fl_step_seen(&t->match, t->viewer, step);
    fl_sight_say(&sight, step, false, &saying);
    for (int i = 0; i < saying.count && t->told < TOLD; i++)
        if (!t->told || !fl_phrase_join(&t->phrase[t->told - 1], &saying.phrase[i]))
            t->phrase[t->told++] = saying.phrase[i];
}

static void print_moment(struct telling *t)
{
    static char page[PAGE];
    struct fl_buf out = fl_buf_over(page, sizeof page);
    struct fl_json json = fl_json_to(&out);
    struct fl_sight sight;
    fl_match_sight(&t->match, t->viewer, &sight);
    fl_json_open(&json, '{');
    fl_json_key(&json, "log");
    fl_json_open(&json, '[');
    for (int i = 0; i < t->told; i++)
        fl_json_phrase(&json, &t->phrase[i]);
    fl_json_close(&json, ']');
    fl_json_key(&json, "sight");
    fl_json_sight(&json, &sight);
    fl_json_close(&json, '}');
    puts(page);
    t->told = 0;
}

static struct fl_step next_step(struct telling *t, fl_seats turn)
{
    const struct fl_game *g = t->match.game;
    fl_choose greedy = fl_agent_find("greedy", g);
    struct fl_sight sight;
    if (turn & FL_SEAT(FL_CHANCE))
        return (struct fl_step){.move = fl_sample_chance(g, &t->match.state, &t->rng),
                                .seat = FL_CHANCE};
    uint16_t seat = (uint16_t)__builtin_ctz(turn);
    fl_match_sight(&t->match, seat, &sight);
    return (struct fl_step){.move = greedy(&sight, 1, &t->rng), .seat = seat};
}

static bool is_to_be_seen(const struct telling *t, fl_seats turn)
{
    if (t->every || t->viewer >= FL_MAX_SEATS)
        return !(turn & FL_SEAT(FL_CHANCE));
    return turn & FL_SEAT(t->viewer);
}

static void play(struct telling *t)
{
    for (fl_seats turn; (turn = fl_match_turn(&t->match));) {
        if (is_to_be_seen(t, turn))
            print_moment(t);
        struct fl_step step = next_step(t, turn);
        tell_step(t, step);
        fl_match_play(&t->match, step.seat, step.move);
    }
    print_moment(t);
}

static bool set_option(const struct fl_game *g, struct fl_setup *setup, char *text)
{
    char *value = strchr(text, '=');
    if (!value)
        return false;
    *value = '\0';
    return fl_setup_set(g, setup, text, value + 1);
}

int main(int argc, char **argv)
{
    static struct telling t;
    const struct fl_game *g = argc > 4 ? fl_game_find(argv[1]) : NULL;
    if (!g) {
        fputs("moment: expected GAME SEATS SEED VIEWER [every] [OPTION=VALUE ...]\n", stderr);
        return 2;
    }
    struct fl_setup setup = fl_setup_default(g, atoi(argv[2]));
    t.every = argc > 5 && !strcmp(argv[5], "every");
    for (int i = 5 + t.every; i < argc; i++)
        if (!set_option(g, &setup, argv[i]))
            return 2;
    if (fl_setup_check(g, &setup))
        return 2;
    t.viewer = strcmp(argv[4], "spectator") ? atoi(argv[4]) - 1 : FL_SPECTATOR;
    t.rng = fl_rng_from(strtoull(argv[3], NULL, 10), 0);
    fl_match_begin(&t.match, g, &setup, FL_TRUTH);
    play(&t);
    fl_match_end(&t.match);
    return 0;
}
