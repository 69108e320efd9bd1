/* flibuste replay FILE: shows a record step by step. */
#include <stdlib.h>
#include <string.h>

#include "cli/play.h"
#include "term/chapters.h"
#include "term/narration.h"
#include "term/skin.h"
#include "term/summary.h"
#include "tui/replay.h"

static const struct option options[] = {
    {"lang", required_argument, NULL, 'l'},  {"viewer", required_argument, NULL, 'v'},
    {"step", required_argument, NULL, 's'},  {"delay", required_argument, NULL, 'd'},
    {"all", no_argument, NULL, 'a'},         {"plain", no_argument, NULL, 'P'},
    {"color", required_argument, NULL, 'c'}, {0}};

enum { LONGEST_DELAY = 60000 };

struct replay {
    const char *file, *viewer_text;
    long long step, delay; /* -1: not given */
    bool all, plain;
    enum fl_colour colour;

    struct fl_record record;
    struct fl_screen screen;
    struct fl_keyboard *keyboard;
    struct fl_narration narration;
    struct fl_chapters chapters;
    int at; /* chapters shown so far */
};

/* ---- chapters ---- */

static void print_to(struct replay *r, int chapter)
{
    r->at = chapter;
    fl_narration_print(&r->narration, &r->record.match, r->chapters.end[chapter], &r->screen);
}

/* Seeks to a chapter and prints it. */
static void jump_to(struct replay *r, int chapter)
{
    if (chapter > 0)
        fl_narration_seek(&r->narration, &r->record.match, r->chapters.end[chapter - 1]);
    print_to(r, chapter);
}

static void draw(struct replay *r)
{
    struct fl_sight sight;
    fl_match_sight(&r->narration.shown, r->narration.viewer, &sight);
    fl_screen_measure(&r->screen);
    fl_screen_text(&r->screen, "", 0);
    fl_skin_of(sight.game)->draw(&sight, &r->screen);
    if (!fl_sight_turn(&sight))
        fl_summary_result(&r->screen, &sight, FL_NOBODY);
}

/* ---- interactive ---- */

static void ask(const struct replay *r)
{
    struct fl_phrase phrase;
    fl_phrase_begin(&phrase, "replay.ask");
    fl_with_number(&phrase, "step", r->at);
    fl_with_number(&phrase, "of", r->chapters.count);
    fl_screen_phrase(&r->screen, &phrase);
}

static bool is_number(const char *text)
{
    return *text && !text[strspn(text, "0123456789")];
}

/* The chapter that a line selects, or -1 if the line is invalid. */
static int destination(const struct replay *r, const char *line)
{
    long number = is_number(line) ? strtol(line, NULL, 10) : 0;
    if (is_number(line))
        return number > r->chapters.count ? r->chapters.count : (int)number;
    if (!*line || *line == 'n' || *line == 's')
        return r->at < r->chapters.count ? r->at + 1 : r->chapters.count;
    if (*line == 'p')
        return r->at ? r->at - 1 : 0;
    return *line == 'e' || *line == 'f' ? r->chapters.count : -1;
}

static int step_by_hand(struct replay *r)
{
    char line[FL_INPUT_SIZE];
    for (;;) {
        draw(r);
        ask(r);
        enum fl_input_status read = fl_keyboard_read(r->keyboard, line);
        if (read != FL_INPUT_LINE || *line == 'q')
            return FL_CLI_OK;
        int to = destination(r, line);
        if (to < 0)
            fl_screen_word(&r->screen, "replay.expected");
        else if (to == r->at + 1)
            print_to(r, to);
        else
            jump_to(r, to);
    }
}

/* Plays chapter after chapter with a delay, until the end or Ctrl-C. */
static int step_by_clock(struct replay *r)
{
    while (r->at < r->chapters.count && !r->keyboard->interrupted && !ferror(r->screen.out)) {
        print_to(r, r->at + 1);
        fflush(r->screen.out);
        fl_keyboard_pause(r->keyboard, (int)r->delay);
    }
    draw(r);
    return FL_CLI_OK;
}

static int print_all(struct replay *r)
{
    print_to(r, r->step >= 0 ? (int)r->step : r->chapters.count);
    draw(r);
    return FL_CLI_OK;
}

/* ---- options ---- */

static bool take_option(struct fl_cli *cli, struct replay *r, int option)
{
    switch (option) {
    case 'v':
        r->viewer_text = optarg;
        return true;
    case 's':
        return fl_cli_number(cli, "--step", optarg, 0, FL_MAX_STEPS, &r->step);
    case 'd':
        return fl_cli_number(cli, "--delay", optarg, 0, LONGEST_DELAY, &r->delay);
    case 'c':
        return fl_play_colour(cli, optarg, &r->colour);
    case 'a':
        r->all = true;
        return true;
    case 'P':
        r->plain = true;
        return true;
    default:
        return option == 'l';
    }
}

static int refuse_viewer(const struct fl_cli *cli, const struct replay *r)
{
    struct fl_phrase phrase;
    fl_phrase_begin(&phrase, "replay.expected-viewer");
    fl_with_number(&phrase, "most", r->record.match.setup.seats);
    fl_with_text(&phrase, "value", r->viewer_text);
    return fl_cli_error(cli, FL_CLI_USAGE, &phrase);
}

static int refuse_step(const struct fl_cli *cli, const struct replay *r)
{
    struct fl_phrase phrase;
    fl_phrase_begin(&phrase, "replay.expected-step");
    fl_with_number(&phrase, "most", r->chapters.count);
    fl_with_number(&phrase, "value", (int32_t)r->step);
    return fl_cli_error(cli, FL_CLI_USAGE, &phrase);
}

/* Chooses the viewer: a seat, the spectator, or the viewer of a partial record. */
static int choose_viewer(const struct fl_cli *cli, const struct replay *r, int *viewer)
{
    const struct fl_match *m = &r->record.match;
    *viewer = m->viewer == FL_TRUTH ? FL_SPECTATOR : m->viewer;
    if (!r->viewer_text)
        return FL_CLI_OK;
    int wanted = FL_SPECTATOR;
    bool spectator = !strcmp(r->viewer_text, "spectator") || !strcmp(r->viewer_text, "watcher");
    if (!spectator) {
        char *end;
        long seat = strtol(r->viewer_text, &end, 10);
        if (end == r->viewer_text || *end || seat < 1 || seat > m->setup.seats)
            return refuse_viewer(cli, r);
        wanted = (int)seat - 1;
    }
    if (m->viewer != FL_TRUTH && wanted != m->viewer)
        return fl_cli_fail(cli, FL_CLI_FAILED, "replay.other-eyes", r->file, NULL);
    *viewer = wanted;
    return FL_CLI_OK;
}

/* Shows the record on the full screen, until the user leaves. */
static int run_full_screen(const struct fl_cli *cli, struct replay *r, int viewer)
{
    struct fl_terminal *terminal = fl_terminal_open(&(struct fl_terminal_options){r->colour, 0, 0});
    struct fl_replay_options how = {.viewer = viewer, .chapter = r->step > 0 ? (int)r->step : 0};
    if (!terminal)
        return fl_cli_fail(cli, FL_CLI_FAILED, "play.no-full-screen", NULL, NULL);
    bool left = fl_replay_show(terminal, &r->screen, &r->record, &how);
    fl_terminal_close(terminal);
    return left ? FL_CLI_OK : FL_CLI_INTERRUPTED;
}

/* Shows the record. A game whose past is hidden is only shown as a whole. */
static int run(const struct fl_cli *cli, struct replay *r)
{
    int viewer, status = choose_viewer(cli, r, &viewer);
    struct fl_keyboard keyboard;
    if (status != FL_CLI_OK)
        return status;
    bool hides_past = fl_match_hides_past(&r->record.match);
    if (r->step > r->chapters.count)
        return refuse_step(cli, r);
    if (hides_past && r->step >= 0 && r->step < r->chapters.count)
        return fl_cli_fail(cli, FL_CLI_FAILED, "replay.from-memory", r->file, NULL);
    fl_screen_open(&r->screen, stdout, cli->lang, r->colour);
    fl_screen_name(&r->screen, &r->record.players);
    if (r->delay < 0 && !r->all && !r->plain && !hides_past && fl_terminal_is_capable())
        return run_full_screen(cli, r, viewer);
    fl_narration_begin(&r->narration, &r->record.match, viewer);
    fl_summary_players(&r->screen, r->record.match.game, &r->record.match.setup,
                       &r->record.players);
    fl_keyboard_open(&keyboard, stdout);
    r->keyboard = &keyboard;
    if (r->delay < 0 && (r->all || hides_past || !keyboard.edit)) {
        status = print_all(r);
    } else {
        jump_to(r, r->step > 0 ? (int)r->step : 0);
        status = r->delay >= 0 ? step_by_clock(r) : step_by_hand(r);
    }
    fl_keyboard_close(&keyboard);
    fl_narration_end(&r->narration);
    return status;
}

static int show_file(const struct fl_cli *cli, const struct replay *asked)
{
    struct replay r = *asked;
    if (!fl_cli_read_record(cli, r.file, &r.record))
        return FL_CLI_FAILED;
    int status = fl_chapters_find(&r.chapters, &r.record.match) ? run(cli, &r) : FL_CLI_FAILED;
    fl_chapters_free(&r.chapters);
    fl_match_end(&r.record.match);
    return status;
}

int fl_replay_run(const struct fl_cli *cli, const char *file)
{
    struct replay r = {.step = -1, .delay = -1, .file = file};
    return show_file(cli, &r);
}

static int run_replay(struct fl_cli *cli, int argc, char **argv)
{
    struct replay r = {.step = -1, .delay = -1};
    for (int option; (option = fl_cli_option(cli, argc, argv, options)) != -1;)
        if (option == '?' || !take_option(cli, &r, option))
            return FL_CLI_USAGE;
    r.file = fl_cli_file(cli, argc, argv);
    return r.file ? show_file(cli, &r) : FL_CLI_USAGE;
}

const struct fl_cli_command fl_command_replay = {"replay", run_replay, "cli.help.replay"};
