/* The engine: reads the lines of a host, keeps the match as its seat sees it, and answers. */
#include "bots/engine.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agents/advice/advice.h"
#include "agents/advice/analysis.h"
#include "core/words.h"
#include "games/games.h"
#include "replay/report.h"

enum {
    MARGIN_MS = 30, /* kept for the way of the answer */
    USUAL_MOVES = 1000000,
    MOST_PLAYOUTS = 10000000,
    MOST_HINTS = 8
};

static const double usual_analysis = 1e7; /* moves of all playouts of an analysis */

/* ---- lines ---- */

static void say(struct fl_engine *e, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void say(struct fl_engine *e, const char *format, ...)
{
    char line[1024];
    va_list arguments;
    va_start(arguments, format);
    int len = vsnprintf(line, sizeof line - 1, format, arguments);
    va_end(arguments);
    len = len < (int)sizeof line - 2 ? len : (int)sizeof line - 2;
    line[len++] = '\n';
    e->port.write(e->port.context, line, (size_t)len);
}

/* A word of a line, and whether it is a given one. */
struct word {
    const char *at;
    size_t len;
};

static struct word take_word(const char **at, const char *end)
{
    while (*at < end && **at == ' ')
        ++*at;
    const char *space = memchr(*at, ' ', (size_t)(end - *at));
    struct word word = {.at = *at, .len = (size_t)((space ? space : end) - *at)};
    *at += word.len;
    return word;
}

static bool is(struct word word, const char *text)
{
    return word.len == strlen(text) && !memcmp(word.at, text, word.len);
}

/* Reads a number from 0 to `most`. */
static bool read_number(struct word word, uint32_t most, uint32_t *out)
{
    uint64_t number = 0;
    if (!word.len || word.len > 9)
        return false;
    for (size_t i = 0; i < word.len; i++) {
        if (word.at[i] < '0' || word.at[i] > '9')
            return false;
        number = 10 * number + (uint64_t)(word.at[i] - '0');
    }
    *out = (uint32_t)number;
    return number <= most;
}

/* Copies a word. False if it is too long or contains a zero byte. */
static bool copy_word(struct word word, char *out, size_t room)
{
    if (word.len >= room || memchr(word.at, '\0', word.len))
        return false;
    memcpy(out, word.at, word.len);
    out[word.len] = '\0';
    return true;
}

/* ---- head ---- */

static void forget_match(struct fl_engine *e)
{
    if (e->has_match)
        fl_match_end(&e->match);
    e->has_match = false;
}

static void do_version(struct fl_engine *e, const char *at, const char *end)
{
    uint32_t version;
    if (!read_number(take_word(&at, end), 999, &version) || version != 1) {
        say(e, "refuse expected version 1 of the protocol: flibuste-bot 1");
        return;
    }
    say(e, "name Flibuste %s", e->agent);
    say(e, "ready");
}

static void do_game(struct fl_engine *e, const char *at, const char *end)
{
    char name[32];
    uint32_t version;
    forget_match(e);
    e->game = NULL;
    e->seat = FL_NOBODY;
    if (!copy_word(take_word(&at, end), name, sizeof name) || !(e->game = fl_game_find(name))) {
        say(e, "refuse unknown game");
        return;
    }
    if (!read_number(take_word(&at, end), UINT16_MAX, &version) || version != e->game->version) {
        say(e, "refuse expected version %d of the rules of %s", e->game->version, name);
        e->game = NULL;
        return;
    }
    e->setup = fl_setup_default(e->game, e->game->seats_min);
}

/* Whether a head is being read: after "game" and before "start". */
static bool reads_head(const struct fl_engine *e)
{
    return e->game && !e->has_match;
}

static void do_seats(struct fl_engine *e, const char *at, const char *end)
{
    uint32_t seats;
    if (!reads_head(e) || !read_number(take_word(&at, end), FL_MAX_SEATS, &seats))
        say(e, "error expected \"seats N\" after \"game\"");
    else
        e->setup.seats = (uint16_t)seats;
}

static void do_option(struct fl_engine *e, const char *at, const char *end)
{
    char name[32], value[32];
    if (!reads_head(e) || !copy_word(take_word(&at, end), name, sizeof name) ||
        !copy_word(take_word(&at, end), value, sizeof value) ||
        !fl_setup_set(e->game, &e->setup, name, value))
        say(e, "error expected \"option NAME VALUE\" with an option of the game");
}

static void do_seat(struct fl_engine *e, const char *at, const char *end)
{
    uint32_t seat;
    if (!reads_head(e) || !read_number(take_word(&at, end), FL_MAX_SEATS, &seat) || seat < 1)
        say(e, "error expected \"seat N\" after \"game\"");
    else
        e->seat = (int)seat - 1;
}

static void do_start(struct fl_engine *e)
{
    if (!e->game || e->seat >= e->setup.seats || fl_setup_check(e->game, &e->setup)) {
        say(e, "refuse expected game, seats, options and seat that can be played");
        return;
    }
    forget_match(e);
    if (fl_agent_read(e->game, e->agent, &e->choice) != FL_AGENT_FINE) {
        say(e, "refuse the agent %s does not play %s", e->agent, e->game->name);
        return;
    }
    fl_match_begin(&e->match, e->game, &e->setup, e->seat);
    e->has_match = true;
}

/* ---- moves ---- */

static bool is_late(void *context)
{
    struct fl_engine *e = context;
    return e->port.clock(e->port.context) >= e->deadline || e->port.is_stopped(e->port.context);
}

/* Writes the sight of the engine's seat if it has to move, else says why not. */
static bool has_turn(struct fl_engine *e, struct fl_sight *out)
{
    if (!e->has_match || !(fl_match_turn(&e->match) & FL_SEAT(e->seat))) {
        say(e, e->has_match ? "error it is not the turn of seat %d" : "error no game was started",
            e->seat + 1);
        return false;
    }
    fl_match_sight(&e->match, e->seat, out);
    return true;
}

static fl_move choose(struct fl_engine *e, const struct fl_sight *sight)
{
    struct fl_search_options options = {.playouts = e->choice.effort,
                                        .threads = 1,
                                        .seed = fl_rng_next(&e->rng),
                                        .brief = true,
                                        .is_late = is_late,
                                        .clock = e};
    uint64_t playouts;
    if (e->choice.choose == fl_ismcts)
        return fl_search_move(sight, &options, &playouts);
    return e->choice.choose(sight, e->choice.effort, &e->rng);
}

static void do_go(struct fl_engine *e, const char *at, const char *end)
{
    char memory[128];
    struct fl_buf line = fl_buf_over(memory, sizeof memory);
    struct fl_sight sight;
    uint32_t ms = 0;
    if (!read_number(take_word(&at, end), 999999999, &ms)) {
        say(e, "error expected \"go MILLISECONDS\"");
        return;
    }
    if (!has_turn(e, &sight))
        return;
    e->deadline = e->port.clock(e->port.context) + (ms > 2 * MARGIN_MS ? ms - MARGIN_MS : ms / 2);
    sight.game->spell(choose(e, &sight), &line);
    say(e, "move %s", line.at);
}

/* ---- hints and analysis ---- */

/* The number of playouts that a line asks for, or a usual one. */
static bool read_playouts(struct fl_engine *e, const char *at, const char *end, uint32_t *out)
{
    struct word word = take_word(&at, end);
    *out = 0;
    if (!word.len || (read_number(word, MOST_PLAYOUTS, out) && *out))
        return true;
    say(e, "error expected a number of playouts from 1 to %d", MOST_PLAYOUTS);
    return false;
}

static void say_hints(struct fl_engine *e, const struct fl_sight *sight, const struct fl_advice *a)
{
    for (uint32_t i = 0; i < a->count && i < MOST_HINTS; i++) {
        char memory[128];
        struct fl_buf move = fl_buf_over(memory, sizeof memory);
        sight->game->spell(a->at[i].move, &move);
        say(e, "hint %u wins %.6f error %.6f move %s", i + 1, a->at[i].chance.value,
            a->at[i].chance.error, move.at);
    }
    say(e, "done");
}

static void do_hint(struct fl_engine *e, const char *at, const char *end)
{
    struct fl_sight sight;
    struct fl_search_options how = {.threads = 1, .seed = e->seed};
    if (!read_playouts(e, at, end, &how.playouts) || !has_turn(e, &sight))
        return;
    if (!how.playouts)
        how.playouts = fl_playouts_for(&sight, USUAL_MOVES);
    struct fl_advice *advice = malloc(sizeof *advice);
    if (advice && fl_advise(&sight, &how, advice))
        say_hints(e, &sight, advice);
    else
        say(e, "error memory is short");
    free(advice);
}

static void say_report(struct fl_engine *e, const struct fl_report *report)
{
    size_t room = fl_report_room(report->analysis) + 16;
    char *memory = malloc(room);
    if (!memory) {
        say(e, "error memory is short");
        return;
    }
    struct fl_buf out = fl_buf_over(memory, room);
    fl_put(&out, "analysis ");
    struct fl_json json = fl_json_to(&out);
    fl_json_open(&json, '{');
    fl_report_put(&json, report);
    fl_json_close(&json, '}');
    fl_put_char(&out, '\n');
    e->port.write(e->port.context, out.at, out.len);
    free(memory);
}

static void do_analyse(struct fl_engine *e, const char *at, const char *end)
{
    struct fl_analysis analysis;
    struct fl_players players = {0};
    struct fl_analyse how = {.threads = 1, .seed = e->seed};
    if (!read_playouts(e, at, end, &how.playouts))
        return;
    if (!e->has_match || fl_match_hides_past(&e->match)) {
        say(e, e->has_match
                   ? "error players of this game must remember; it is analysed after the end"
                   : "error no game was started");
        return;
    }
    how.seats = FL_SEAT(e->seat);
    if (!how.playouts)
        how.playouts = fl_playouts_within(&e->match, usual_analysis, 16, 128);
    if (!fl_analyse(&e->match, &how, &analysis)) {
        say(e, "error memory is short");
        return;
    }
    say_report(e, &(struct fl_report){.match = &e->match,
                                      .players = &players,
                                      .analysis = &analysis,
                                      .playouts = how.playouts,
                                      .seat = e->seat});
    fl_analysis_end(&analysis);
}

/* ---- events and the rest ---- */

static void do_event(struct fl_engine *e, const char *line, size_t len)
{
    struct fl_record_error error;
    if (!e->has_match)
        say(e, "error expected \"start\" before the first event");
    else if (!fl_record_read_step(&e->match, line, len, &error))
        say(e, "error this event is not possible here: %s", error.detail);
}

static void do_agent(struct fl_engine *e, const char *at, const char *end)
{
    char agent[FL_ENGINE_AGENT_SIZE];
    struct fl_agent_choice choice;
    if (!copy_word(take_word(&at, end), agent, sizeof agent) || !agent[0] ||
        (e->game && fl_agent_read(e->game, agent, &choice) != FL_AGENT_FINE)) {
        say(e, "error expected \"agent NAME\" with an agent that plays the game");
        return;
    }
    memcpy(e->agent, agent, sizeof agent);
    if (e->game)
        e->choice = choice;
}

static bool is_event(struct word word)
{
    uint32_t seat;
    return is(word, "*") || is(word, "undo") || read_number(word, UINT32_MAX, &seat);
}

/* Lines that need nothing but the engine and the rest of the line. */
static const struct {
    const char *word;
    void (*execute)(struct fl_engine *, const char *at, const char *end);
} commands[] = {{"flibuste-bot", do_version},
                {"game", do_game},
                {"seats", do_seats},
                {"option", do_option},
                {"seat", do_seat},
                {"go", do_go},
                {"hint", do_hint},
                {"analyse", do_analyse},
                {"agent", do_agent}};

void fl_engine_begin(struct fl_engine *e, const struct fl_engine_port *port, const char *agent,
                     uint64_t seed)
{
    struct fl_buf name = fl_buf_over(e->agent, sizeof e->agent);
    e->port = *port;
    fl_put(&name, agent);
    e->seed = seed;
    e->rng = fl_rng_from(seed, 0);
    e->game = NULL;
    e->seat = FL_NOBODY;
    e->has_match = false;
}

bool fl_engine_line(struct fl_engine *e, const char *line, size_t len)
{
    const char *at = line, *end = line + len;
    struct word word = take_word(&at, end);
    if (is(word, "quit"))
        return false;
    if (is(word, "start"))
        do_start(e);
    else if (is(word, "end"))
        forget_match(e);
    else if (is_event(word))
        do_event(e, line, len);
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (is(word, commands[i].word))
            commands[i].execute(e, at, end);
    return true; /* other words, such as "time" and "ponder", are ignored */
}

void fl_engine_end(struct fl_engine *e)
{
    forget_match(e);
}
