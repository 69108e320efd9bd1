/* flibuste bot --url URL -- COMMAND: a program that speaks the bot protocol sits down at a server's
 * table. The server's messages say what a person sees; the program needs the moves in the
 * notation of records. Each question is therefore answered in two steps: the client requests the
 * record as its seat knows it, and the program continues the match of that record. */
#include <jansson.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/options/external_bots.h"
#include "games/games.h"
#include "net/transport.h"
#include "net/websocket.h"

enum {
    LINE = 512,              /* bytes of a command */
    BURST = 40,              /* commands at once, and */
    PACE_MS = 60,            /* between commands: below the limits of a server */
    RETRY_MS = 2000,         /* after a move that was not stored */
    PATIENCE_MS = 60 * 1000, /* for a server that is gone */
    SILENCE_MS = 90 * 1000   /* servers ping more often */
};

enum { GOES_ON = -1 };

/* The program at its table. */
struct visit {
    const struct fl_cli *cli;
    struct fl_url url;
    struct fl_websocket *socket; /* NULL: not connected */
    const char *table;           /* id or code, as given */
    const char *seat_word;       /* "2", or "-": the first free seat */
    const char *name;            /* of the player */
    char id[33], tokens[LINE];   /* to return: the table, and its tokens with commas */
    long long cursor;            /* number of the last event */
    int seat;                    /* -1: none yet */
    long long question;          /* to answer; 0: none */
    bool is_over;                /* the match has ended and its result was not sent yet */
    int64_t sent_at;             /* the time at which the bucket of commands was last empty */
    long long matches;           /* still to play */
    struct fl_bot bot;
    struct fl_rng rng;
    int status; /* exit status, or GOES_ON */
};

/* ---- commands ---- */

/* Waits so that at most BURST commands are sent at once and one per PACE_MS after that. */
static void keep_pace(struct visit *v)
{
    int64_t now = fl_net_clock();
    if (v->sent_at < now - (int64_t)BURST * PACE_MS)
        v->sent_at = now - (int64_t)BURST * PACE_MS;
    v->sent_at += PACE_MS;
    if (v->sent_at > now) {
        struct timespec pause = {.tv_nsec = (v->sent_at - now) * 1000000};
        nanosleep(&pause, NULL);
    }
}

__attribute__((format(printf, 2, 3))) static void say(struct visit *v, const char *format, ...)
{
    char line[LINE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    keep_pace(v);
    fl_websocket_send(v->socket, line); /* a lost connection is noticed by the next read */
}

static void enter(struct visit *v)
{
    if (v->tokens[0])
        say(v, "resume %s %s %lld", v->id[0] ? v->id : v->table, v->tokens, v->cursor);
    else
        say(v, "join %s", v->table);
}

static void sit(struct visit *v)
{
    uint64_t nonce = fl_rng_next(&v->rng);
    say(v, "sit %s %016llx %s", v->seat_word, (unsigned long long)nonce, v->name);
}

/* ---- messages ---- */

static void end_with(struct visit *v, const char *key, const char *what)
{
    v->status = fl_cli_fail(v->cli, FL_CLI_FAILED, key, what, NULL);
}

static void hear_hello(struct visit *v, json_t *m)
{
    (void)m;
    enter(v);
}

static void hear_token(struct visit *v, json_t *m)
{
    const char *token = json_string_value(json_object_get(m, "token"));
    const char *table = json_string_value(json_object_get(m, "table"));
    size_t used = strlen(v->tokens);
    if (!token || !table || used + strlen(token) + 2 > sizeof v->tokens)
        return;
    snprintf(v->id, sizeof v->id, "%s", table);
    snprintf(v->tokens + used, sizeof v->tokens - used, "%s%s", used ? "," : "", token);
}

static void hear_you(struct visit *v, json_t *m)
{
    json_t *seat = json_array_get(json_object_get(m, "seats"), 0);
    if (json_is_null(json_object_get(m, "table")))
        end_with(v, "bot.left", NULL);
    else if (seat)
        v->seat = (int)json_integer_value(seat) - 1;
    else if (v->seat < 0)
        sit(v);
    else
        end_with(v, "bot.left", NULL); /* somebody took the seat back */
}

static void hear_table(struct visit *v, json_t *m)
{
    const char *phase = json_string_value(json_object_get(m, "phase"));
    if (phase && !strcmp(phase, "closed"))
        end_with(v, "bot.closed", NULL);
}

/* A question of the seat, in `question` or `view`. */
static void hear_question(struct visit *v, json_t *m)
{
    json_int_t number = json_integer_value(json_object_get(m, "question"));
    if (number && json_integer_value(json_object_get(m, "viewer")) == v->seat + 1) {
        v->question = number;
        say(v, "record");
    }
}

static void hear_view(struct visit *v, json_t *m)
{
    v->question = 0;
    hear_question(v, m);
}

static void hear_event(struct visit *v, json_t *m)
{
    if (json_is_true(json_object_get(m, "over")) && v->seat >= 0) {
        v->is_over = true;
        say(v, "record");
    }
}

static void hear_undo_requested(struct visit *v, json_t *m)
{
    if (json_integer_value(json_object_get(m, "seat")) != v->seat + 1)
        say(v, "agree %lld", (long long)json_integer_value(json_object_get(m, "request")));
}

/* A match has ended; the last one ends the visit. Without `match`, a rematch has already replaced
 * it, and the program receives no result. */
static void finish_match(struct visit *v, const struct fl_match *match)
{
    v->is_over = false;
    if (match)
        fl_bot_finish(&v->bot, match);
    if (--v->matches == 0)
        v->status = FL_CLI_OK;
}

static void answer(struct visit *v, const struct fl_match *match)
{
    char memory[LINE / 2];
    struct fl_buf out = fl_buf_over(memory, sizeof memory);
    enum fl_bot_fault fault;
    fl_move move = fl_bot_choose(&v->bot, match, v->seat, &v->rng, &fault);
    if (fault != FL_BOT_FINE)
        fl_cli_fail(v->cli, 0, "bot.replaced", fl_bot_fault_name(fault), v->bot.detail);
    fl_record_put_move(match->game, move, &out);
    say(v, "move %lld %s", v->question, memory);
    v->question = 0;
}

static void hear_record(struct visit *v, json_t *m)
{
    json_t *text = json_object_get(m, "text");
    struct fl_record record;
    struct fl_record_error error;
    if (!json_is_string(text) || !fl_record_read(json_string_value(text), json_string_length(text),
                                                 fl_game_find, &record, &error)) {
        end_with(v, "bot.other-version", NULL);
        return;
    }
    if (v->is_over)
        finish_match(v, fl_match_turn(&record.match) ? NULL : &record.match);
    if (v->status == GOES_ON && v->question && (fl_match_turn(&record.match) & FL_SEAT(v->seat)))
        answer(v, &record.match);
    fl_match_end(&record.match);
}

static void wait_and_refresh(struct visit *v)
{
    struct timespec pause = {.tv_sec = RETRY_MS / 1000};
    nanosleep(&pause, NULL);
    say(v, "refresh %lld", v->cursor);
}

static void hear_refused(struct visit *v, json_t *m)
{
    const char *command = json_string_value(json_object_get(m, "command"));
    const char *key = json_string_value(json_object_get(json_object_get(m, "reason"), "key"));
    const char *text = json_string_value(json_object_get(m, "text"));
    if (!command || !key)
        return;
    if (!strcmp(command, "move")) {
        if (strcmp(key, "host.stale") && strcmp(key, "status.not-your-turn") &&
            strcmp(key, "status.turn-of"))
            wait_and_refresh(v);
    } else if (v->is_over && !strcmp(command, "record") && !strcmp(key, "host.not-playing")) {
        finish_match(v, NULL);
    } else if (strcmp(command, "agree")) {
        end_with(v, "bot.refused", text ? text : key);
    }
}

static const struct {
    const char *type;
    void (*hear)(struct visit *, json_t *);
} messages[] = {
    {"hello", hear_hello},       {"token", hear_token},
    {"you", hear_you},           {"table", hear_table},
    {"question", hear_question}, {"view", hear_view},
    {"event", hear_event},       {"undo-requested", hear_undo_requested},
    {"record", hear_record},     {"refused", hear_refused},
};

static void hear(struct visit *v, const char *text)
{
    json_t *m = json_loads(text, 0, NULL);
    const char *type = json_string_value(json_object_get(m, "type"));
    json_int_t n = json_integer_value(json_object_get(m, "n"));
    if (n > v->cursor)
        v->cursor = n;
    for (size_t i = 0; type && i < sizeof messages / sizeof messages[0]; i++)
        if (!strcmp(type, messages[i].type))
            messages[i].hear(v, m);
    json_decref(m);
}

/* ---- the connection ---- */

/* Connects and greets the server. Returns false after printing why not, if `reports`. */
static bool connect_to(struct visit *v, bool reports)
{
    const char *why, *what;
    v->socket = fl_websocket_open(&v->url, &why, &what);
    if (v->socket)
        say(v, "hello 2 %s", fl_language(v->cli->lang)->code);
    else if (reports)
        fl_cli_fail(v->cli, 0, why, what, NULL);
    return v->socket;
}

/* Connects again until the patience ends. */
static void reconnect(struct visit *v)
{
    int64_t end = fl_net_clock() + PATIENCE_MS;
    struct timespec pause = {.tv_sec = 1};
    fl_websocket_close(v->socket);
    v->socket = NULL;
    v->question = 0;
    fl_cli_fail(v->cli, 0, "bot.lost", NULL, NULL);
    while (!v->socket && fl_net_clock() < end) {
        nanosleep(&pause, NULL);
        connect_to(v, false);
    }
    if (!v->socket)
        end_with(v, "bot.gone", v->url.host);
}

static int visit_table(struct visit *v)
{
    if (!connect_to(v, true))
        return FL_CLI_FAILED;
    while (v->status == GOES_ON) {
        const char *text;
        if (fl_websocket_receive(v->socket, fl_net_clock() + SILENCE_MS, &text) ==
            FL_WEBSOCKET_FINE)
            hear(v, text);
        else
            reconnect(v);
    }
    fl_websocket_close(v->socket);
    return v->status;
}

/* ---- the command ---- */

/* Joins the arguments to one command of the shell; several arguments are quoted. */
static bool join_arguments(char **argv, int count, struct fl_buf *out)
{
    if (count == 1) {
        fl_put(out, argv[0]);
        return !out->overflowed;
    }
    for (int i = 0; i < count; i++) {
        fl_put(out, i ? " '" : "'");
        for (const char *at = argv[i]; *at; at++)
            if (*at == '\'')
                fl_put(out, "'\\''");
            else
                fl_put_char(out, *at);
        fl_put_char(out, '\'');
    }
    return !out->overflowed;
}

struct bot_options {
    const char *url, *table, *seat, *name, *matches, *time, *memory;
};

static const char **option_text(struct bot_options *o, int option)
{
    return option == 'u'   ? &o->url
           : option == 't' ? &o->table
           : option == 's' ? &o->seat
           : option == 'n' ? &o->name
           : option == 'c' ? &o->matches
           : option == 'b' ? &o->time
                           : &o->memory;
}

/* Checks the options. Returns false after printing what is wrong. */
static bool prepare(struct visit *v, const struct bot_options *o)
{
    long long seat;
    if (!o->url)
        return fl_cli_fail(v->cli, 0, "bot.which-server", NULL, NULL);
    if (!fl_url_read(o->url, &v->url))
        return fl_cli_fail(v->cli, 0, "bot.bad-url", o->url, NULL);
    if (o->seat && !fl_cli_number(v->cli, "--seat", o->seat, 1, FL_MAX_SEATS, &seat))
        return false;
    if (o->matches && !fl_cli_number(v->cli, "--matches", o->matches, 1, 1000000, &v->matches))
        return false;
    v->table = o->table ? o->table : v->url.table;
    if (!*v->table || strlen(v->table) > 32 || strpbrk(v->table, " \n"))
        return fl_cli_fail(v->cli, 0, "bot.which-table", NULL, NULL);
    if (o->name && !fl_name_is_clean(o->name))
        return fl_cli_fail(v->cli, 0, "bot.bad-name", o->name, NULL);
    snprintf(v->tokens, sizeof v->tokens, "%s", v->url.token);
    v->seat_word = o->seat ? o->seat : "-";
    return true;
}

/* Starts the program and plays under the name that it gives itself, unless one was given. */
static int play(struct visit *v, const struct bot_options *o, const struct fl_bot_launch *launch)
{
    uint64_t now = (uint64_t)time(NULL);
    v->rng = fl_rng_from(now, now ^ (uint64_t)(uintptr_t)v);
    fl_bot_begin(&v->bot, launch);
    enum fl_bot_fault fault = fl_bot_start(&v->bot);
    if (fault == FL_BOT_FINE) {
        v->name = o->name ? o->name : v->bot.name[0] ? v->bot.name : "Bot";
        v->status = visit_table(v);
    } else {
        v->status = fl_cli_fail(v->cli, FL_CLI_FAILED, "bot.no-program", launch->command,
                                fl_bot_fault_name(fault));
    }
    fl_bot_end(&v->bot);
    return v->status;
}

static int run_bot(struct fl_cli *cli, int argc, char **argv)
{
    static const struct option options[] = {{"lang", required_argument, NULL, 'l'},
                                            {"url", required_argument, NULL, 'u'},
                                            {"table", required_argument, NULL, 't'},
                                            {"seat", required_argument, NULL, 's'},
                                            {"name", required_argument, NULL, 'n'},
                                            {"matches", required_argument, NULL, 'c'},
                                            {"bot-time", required_argument, NULL, 'b'},
                                            {"bot-memory", required_argument, NULL, 'm'},
                                            {0}};
    char command[4096];
    struct bot_options o = {0};
    struct fl_external_bots bots;
    struct visit v = {.cli = cli, .seat = -1, .matches = 1, .status = GOES_ON};
    struct fl_buf joined = fl_buf_over(command, sizeof command);
    for (int option; (option = fl_cli_option(cli, argc, argv, options)) != -1;) {
        if (option == '?')
            return FL_CLI_USAGE;
        if (option != 'l')
            *option_text(&o, option) = optarg;
    }
    if (!fl_external_bots_begin(cli, &bots, o.time, o.memory) || !prepare(&v, &o))
        return FL_CLI_USAGE;
    if (optind >= argc || !join_arguments(argv + optind, argc - optind, &joined))
        return fl_cli_fail(cli, FL_CLI_USAGE, "bot.which-program", NULL, NULL);
    return play(&v, &o, fl_external_bots_add(&bots, command));
}

const struct fl_cli_command fl_command_bot = {"bot", run_bot, "cli.help.bot"};
