/* Conformance cases. Every case starts and ends the program, so that cases do not depend on
 * each other. Opponents play at random from fixed seeds. */
#include "bots/check.h"

#include <stdio.h>
#include <string.h>

#include "agents/agent.h"
#include "games/games.h"

enum { SEED = 20, SHORT = 40 /* steps of a short match */, QUICK_MS = 200 };

/* A case in progress. */
struct trial {
    struct fl_bot bot;
    const struct fl_game *game;
    struct fl_check_result result;
};

static bool fail(struct trial *t, const char *detail)
{
    t->result.verdict = FL_CHECK_FAILED;
    snprintf(t->result.detail, sizeof t->result.detail, "%s", detail);
    return false;
}

/* Passes if there is no fault; a refusal of the game declines the case. */
static bool expect_fine(struct trial *t, enum fl_bot_fault fault)
{
    char detail[160];
    if (fault == FL_BOT_FINE)
        return true;
    if (fault == FL_BOT_REFUSED) {
        t->result.verdict = FL_CHECK_DECLINED;
        return false;
    }
    snprintf(detail, sizeof detail, "%s%s%s", fl_bot_fault_name(fault),
             fault == FL_BOT_ILLEGAL ? ": " : "", fault == FL_BOT_ILLEGAL ? t->bot.detail : "");
    return fail(t, detail);
}

/* ---- matches ---- */

/* Plays a match in which the bot has one seat, until it is over or has `most` steps. */
static bool play(struct trial *t, const struct fl_setup *setup, int seat, uint32_t most)
{
    struct fl_rng dice = fl_rng_from(SEED, 0), others = fl_rng_from(SEED, 1);
    enum fl_bot_fault fault = FL_BOT_FINE;
    struct fl_sight sight;
    struct fl_match m;
    fl_match_begin(&m, t->game, setup, FL_TRUTH);
    fl_match_play_chance_rng(&m, &dice);
    while (fault == FL_BOT_FINE && fl_match_turn(&m) && m.steps < most) {
        int mover = __builtin_ctz(fl_match_turn(&m));
        fl_match_sight(&m, mover, &sight);
        fl_move move = mover == seat ? fl_bot_choose(&t->bot, &m, mover, &others, &fault)
                                     : fl_random(&sight, 0, &others);
        if (fl_match_play(&m, mover, move) != FL_OK)
            break;
        fl_match_play_chance_rng(&m, &dice);
    }
    if (fault == FL_BOT_FINE)
        fl_bot_finish(&t->bot, &m);
    fl_match_end(&m);
    return expect_fine(t, fault);
}

static struct fl_setup usual(const struct trial *t)
{
    return fl_setup_default(t->game, t->game->seats_min);
}

/* ---- cases of a game ---- */

static bool plays_first_seat(struct trial *t)
{
    struct fl_setup setup = usual(t);
    return play(t, &setup, 0, 2000);
}

static bool plays_last_seat(struct trial *t)
{
    struct fl_setup setup = usual(t);
    return play(t, &setup, setup.seats - 1, 2000);
}

static bool plays_with_most_seats(struct trial *t)
{
    struct fl_setup setup = fl_setup_default(t->game, t->game->seats_max);
    return play(t, &setup, setup.seats / 2, 2000);
}

/* The last value of every option that can be combined with the others. */
static bool plays_with_other_options(struct trial *t)
{
    struct fl_setup setup = usual(t);
    for (int i = 0; i < fl_option_count(t->game); i++) {
        struct fl_setup other = setup;
        for (int c = 0; c < FL_MAX_CHOICES && t->game->option[i].choice[c].word; c++)
            other.option[i] = t->game->option[i].choice[c].value;
        if (!fl_setup_check(t->game, &other))
            setup = other;
    }
    return play(t, &setup, 0, 600);
}

static bool plays_two_matches(struct trial *t)
{
    struct fl_setup setup = usual(t);
    return play(t, &setup, 0, SHORT) && play(t, &setup, 1, SHORT);
}

static bool changes_the_number_of_seats(struct trial *t)
{
    struct fl_setup one = usual(t), other = fl_setup_default(t->game, t->game->seats_max);
    return play(t, &one, 0, SHORT) && play(t, &other, 0, SHORT);
}

/* Prepares a match in which it is the bot's turn for the second time, and sends it to the bot. */
static bool reach_turn(struct trial *t, struct fl_match *m, int *seat)
{
    struct fl_rng rng = fl_rng_from(SEED, 2);
    struct fl_setup setup = usual(t);
    struct fl_sight sight;
    fl_match_begin(m, t->game, &setup, FL_TRUTH);
    fl_match_play_chance_rng(m, &rng);
    for (int moves = 0; moves < 12 && fl_match_turn(m); moves++) {
        int mover = __builtin_ctz(fl_match_turn(m));
        fl_match_sight(m, mover, &sight);
        fl_match_play(m, mover, fl_random(&sight, 0, &rng));
        fl_match_play_chance_rng(m, &rng);
    }
    *seat = __builtin_ctz(fl_match_turn(m));
    return expect_fine(t, fl_bot_start(&t->bot)) && expect_fine(t, fl_bot_tell(&t->bot, m, *seat));
}

/* Sends further lines in the middle of a match; the bot must still answer `go` legally. */
static bool answers_after(struct trial *t, const char *lines)
{
    struct fl_match m;
    struct fl_sight sight;
    fl_move move;
    int seat;
    bool good = reach_turn(t, &m, &seat);
    if (good) {
        fl_match_sight(&m, seat, &sight);
        good = expect_fine(t, fl_bot_send(&t->bot, lines)) &&
               expect_fine(t, fl_bot_ask(&t->bot, &sight, t->bot.launch.move_ms, &move));
    }
    fl_match_end(&m);
    return good;
}

static bool joins_in_the_middle(struct trial *t)
{
    return answers_after(t, "");
}

static bool ignores_unknown_lines(struct trial *t)
{
    return answers_after(t, "weather fair\nx-future 1 2 3\n");
}

static bool ignores_ponder_and_stop(struct trial *t)
{
    return answers_after(t, "ponder\nstop\n");
}

static bool ignores_errors(struct trial *t)
{
    return answers_after(t, "error this sentence is for people\n");
}

/* The same question twice has two answers: a bot must not rely on an event between them. */
static bool answers_twice(struct trial *t)
{
    struct fl_match m;
    struct fl_sight sight;
    fl_move move;
    int seat;
    bool good = reach_turn(t, &m, &seat);
    if (good) {
        fl_match_sight(&m, seat, &sight);
        good = expect_fine(t, fl_bot_ask(&t->bot, &sight, t->bot.launch.move_ms, &move)) &&
               expect_fine(t, fl_bot_ask(&t->bot, &sight, t->bot.launch.move_ms, &move));
    }
    fl_match_end(&m);
    return good;
}

static bool answers_quickly(struct trial *t)
{
    struct fl_match m;
    struct fl_sight sight;
    fl_move move;
    int seat;
    bool good = reach_turn(t, &m, &seat);
    if (good) {
        fl_match_sight(&m, seat, &sight);
        good = expect_fine(t, fl_bot_ask(&t->bot, &sight, QUICK_MS, &move));
    }
    fl_match_end(&m);
    return good;
}

/* After an undo the bot is asked again from the earlier position. */
static bool follows_an_undo(struct trial *t)
{
    struct fl_match m;
    struct fl_sight sight;
    fl_move move;
    int seat;
    bool good = reach_turn(t, &m, &seat);
    uint32_t before = m.steps;
    if (good) {
        fl_match_sight(&m, seat, &sight);
        good = expect_fine(t, fl_bot_ask(&t->bot, &sight, t->bot.launch.move_ms, &move)) &&
               fl_match_play(&m, seat, move) == FL_OK &&
               expect_fine(t, fl_bot_tell(&t->bot, &m, seat)) &&
               fl_match_undo(&m, before) == FL_OK && expect_fine(t, fl_bot_tell(&t->bot, &m, seat));
    }
    if (good)
        good = expect_fine(t, fl_bot_ask(&t->bot, &sight, t->bot.launch.move_ms, &move));
    fl_match_end(&m);
    return good;
}

/* ---- cases of the program ---- */

static bool says_ready(struct trial *t)
{
    return expect_fine(t, fl_bot_start(&t->bot));
}

static bool waits_without_a_word(struct trial *t)
{
    char line[FL_BOT_LINE_SIZE];
    if (!says_ready(t))
        return false;
    enum fl_process_result result =
        fl_process_read(&t->bot.process, fl_process_clock() + QUICK_MS, line);
    return result == FL_PROCESS_LATE ||
           fail(t, result == FL_PROCESS_FINE ? "a line after \"ready\" that nothing asked for"
                                             : "it ended after \"ready\"");
}

static bool ends_after_quit(struct trial *t)
{
    if (!says_ready(t))
        return false;
    fl_bot_send(&t->bot, "quit\n");
    int status = fl_process_stop(&t->bot.process, 2000);
    return !status || fail(t, status < 0 ? "it still ran two seconds after \"quit\""
                                         : "its exit status after \"quit\" is not 0");
}

static bool ends_with_its_input(struct trial *t)
{
    if (!says_ready(t))
        return false;
    return fl_process_stop(&t->bot.process, 2000) >= 0 ||
           fail(t, "it still ran two seconds after its input ended");
}

/* A later version of the protocol: the bot refuses, ends, or offers what it knows. */
static bool survives_another_version(struct trial *t)
{
    char line[FL_BOT_LINE_SIZE];
    struct fl_bot *b = &t->bot;
    if (!fl_process_start(&b->process, b->launch.command, &b->launch.limits))
        return fail(t, "it cannot be started");
    fl_bot_send(b, "flibuste-bot 99\n");
    enum fl_process_result result =
        fl_process_read(&b->process, fl_process_clock() + b->launch.start_ms, line);
    return result != FL_PROCESS_LATE && result != FL_PROCESS_FLOOD
               ? true
               : fail(t, "neither an answer nor an end after \"flibuste-bot 99\"");
}

/* ---- all cases ---- */

struct check {
    const char *title;
    bool (*run)(struct trial *);
};

static const struct check of_the_program[] = {
    {"says ready", says_ready},
    {"waits for a game without a word", waits_without_a_word},
    {"ends after quit with status 0", ends_after_quit},
    {"ends when its input ends", ends_with_its_input},
    {"answers another version, or ends", survives_another_version},
    {NULL, NULL},
};

static const struct check of_a_game[] = {
    {"plays a match in the first seat", plays_first_seat},
    {"plays a match in the last seat", plays_last_seat},
    {"plays a match with the most seats", plays_with_most_seats},
    {"plays a match with other options", plays_with_other_options},
    {"plays two matches in a row", plays_two_matches},
    {"plays with few, then with many seats", changes_the_number_of_seats},
    {"joins in the middle of a match", joins_in_the_middle},
    {"ignores unknown lines", ignores_unknown_lines},
    {"answers go after ponder and stop", ignores_ponder_and_stop},
    {"ignores errors", ignores_errors},
    {"answers the same question twice", answers_twice},
    {"answers within 200 milliseconds, or after stop", answers_quickly},
    {"follows an undo", follows_an_undo},
    {NULL, NULL},
};

/* What a run of all cases reports to, and its failures so far. */
struct run {
    bool (*report)(void *context, const struct fl_check_result *);
    void *context;
    int failures;
};

static bool run_one(const struct fl_bot_launch *launch, const struct check *check,
                    const struct fl_game *game, struct run *run)
{
    struct trial t = {.game = game, .result = {.title = check->title, .game = game}};
    fl_bot_begin(&t.bot, launch);
    check->run(&t);
    fl_bot_end(&t.bot);
    run->failures += t.result.verdict == FL_CHECK_FAILED;
    return run->report(run->context, &t.result);
}

int fl_bot_check(const struct fl_bot_launch *launch, const struct fl_game *only,
                 bool (*report)(void *context, const struct fl_check_result *), void *context)
{
    struct run run = {.report = report, .context = context};
    for (const struct check *c = of_the_program; c->title; c++)
        if (!run_one(launch, c, NULL, &run))
            return run.failures;
    for (int g = 0; fl_games[g]; g++)
        for (const struct check *c = of_a_game; c->title; c++)
            if ((!only || only == fl_games[g]) && !run_one(launch, c, fl_games[g], &run))
                return run.failures;
    return run.failures;
}
