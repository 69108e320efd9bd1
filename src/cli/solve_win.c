/* flibuste solve mille-sabords --win: the game for two, solved for winning. */
#include <stdlib.h>
#include <string.h>

#include "cli/progress.h"
#include "cli/solve.h"

enum { LOWEST = -40 }; /* lower totals count as -4000: docs/mille-sabords-solved.md */

/* ---- the request ---- */

static bool read_hundreds(const char *text, long least, long most, int *out)
{
    char *end;
    long points = strtol(text, &end, 10);
    if (end == text || *end || points % 100 || points < least || points > most)
        return false;
    *out = (int)(points / 100);
    return true;
}

static bool read_phase(const char *text, enum fl_sabords_stage *out)
{
    static const char *const names[] = {"normal", "last", "sudden"};
    for (int stage = FL_SABORDS_NORMAL; stage <= FL_SABORDS_SUDDEN; stage++)
        if (!strcmp(names[stage], text)) {
            *out = (enum fl_sabords_stage)stage;
            return true;
        }
    return false;
}

/* Where nothing was said, a game that begins. */
static bool read_standing(const struct fl_cli *cli, const struct fl_cli_win *r, int target,
                          struct fl_standing *out)
{
    const char *mine = r->mine ? r->mine : "0", *phase = r->phase ? r->phase : "normal";
    const char *theirs = r->theirs ? r->theirs : "0";
    if (!read_phase(phase, &out->stage)) {
        fl_cli_fail(cli, FL_CLI_USAGE, "solve.win.expected-phase", NULL, phase);
        return false;
    }
    bool good = read_hundreds(mine, -100000, 100000, &out->mine);
    if (!good || !read_hundreds(theirs, -100000, 100000, &out->theirs)) {
        fl_cli_fail(cli, FL_CLI_USAGE, "solve.win.expected-total", good ? "--theirs" : "--mine",
                    good ? theirs : mine);
        return false;
    }
    if (out->mine >= target || (out->theirs >= target) != (out->stage == FL_SABORDS_LAST_ROUND)) {
        fl_cli_fail(cli, FL_CLI_USAGE, "solve.win.not-below", mine, theirs);
        return false;
    }
    return true;
}

/* ---- solving, with a bar to watch ---- */

struct work {
    struct fl_win *win;
    struct fl_win_progress progress;
    int threads;
    bool done;
};

static void solve(void *argument)
{
    struct work *work = argument;
    work->done = fl_win_solve(work->win, work->threads, &work->progress);
}

static double part_solved(const void *argument)
{
    const struct work *work = argument;
    return (double)atomic_load(&work->progress.rows) / fl_win_rows(work->win);
}

static bool solve_and_show(struct fl_win *win, int threads)
{
    struct work work = {.win = win, .threads = threads};
    fl_cli_watch(solve, part_solved, &work);
    return work.done;
}

static bool have_solution(struct fl_win *win, int target, int threads)
{
    if (!fl_win_begin(win, target, LOWEST))
        return false;
    if (fl_cli_read_cache(win))
        return true;
    if (!solve_and_show(win, threads))
        return false;
    fl_cli_write_cache(win);
    return true;
}

/* ---- answers ---- */

static void write_number(unsigned number)
{
    putchar((int)(number & 0xFF));
    putchar((int)(number >> 8 & 0xFF));
}

/* What the agent carries, for tools/chances.py: the lowest total and the chances in 65535ths, in
 * two bytes each, the low one first. */
static void write_table(const struct fl_win *win)
{
    write_number((unsigned)win->lowest);
    for (size_t i = 0; i < fl_win_count(win); i++)
        write_number((unsigned)(win->exact[i] * 65535 + 0.5));
}

static void put_chance(const struct fl_cli *cli, const struct fl_cli_win *r,
                       const struct fl_win *win, struct fl_standing s, struct fl_buf *out)
{
    bool begins = !r->mine && !r->theirs && !r->phase;
    char wins[32], residual[32];
    snprintf(wins, sizeof wins, "%.9f", fl_win_chance(win, s));
    snprintf(residual, sizeof residual, "%.1e", win->residual);
    if (r->json) {
        fl_put(out, begins ? "{\"first_wins\":" : "{\"wins\":");
        fl_put(out, wins);
        fl_put(out, ",\"residual\":");
        fl_put(out, residual);
        fl_put(out, "}");
    } else {
        struct fl_phrase phrase;
        fl_phrase_begin(&phrase, begins ? "solve.win.first" : "solve.win.stands");
        fl_with_text(&phrase, "wins", wins);
        fl_with_text(&phrase, "residual", residual);
        fl_put_phrase(out, cli->lang, &phrase, NULL);
    }
    fl_put_char(out, '\n');
}

static void solve_turn(const struct fl_win *win, struct fl_standing s, int card,
                       struct fl_solved *out)
{
    struct fl_card_ends ends;
    fl_card_ends_of(card, &ends);
    memset(out, 0, sizeof *out);
    out->turn = ends.turn;
    fl_stakes_in_chances(win, s, &ends, &out->stakes);
    fl_turn_solve(&out->turn, &out->stakes, &out->plan, &out->worth);
}

static double chance_of_table(const struct fl_win *win, enum fl_sabords_stage stage,
                              const struct fl_sabords *table)
{
    struct fl_standing now = {stage, table->score[0] / 100, table->score[1] / 100};
    return table->magic != FL_NOBODY ? 1 : fl_win_after(win, now);
}

static void put_moves(const struct fl_cli *cli, const struct fl_cli_win *r,
                      const struct fl_win *win, const struct fl_cli_position *position,
                      struct fl_buf *out)
{
    static const struct fl_cli_unit chance = {"wins", "solve.win.stop", "solve.win.over"};
    struct fl_cli_values values = {.count = 0};
    struct fl_solved solved;
    fl_cli_lay_table(position, &values.table);
    solve_turn(win, position->standing, position->card, &solved);
    if (fl_cli_turn_is_over(&values.table))
        values.stop = chance_of_table(win, position->standing.stage, &values.table);
    fl_cli_value_moves(&solved, &values);
    if (r->json)
        fl_cli_put_values_json(&values, chance.name, out);
    else
        fl_cli_put_values_words(cli, &values, &chance, out);
}

int fl_cli_solve_win(const struct fl_cli *cli, const struct fl_cli_win *r,
                     struct fl_cli_position *position, struct fl_buf *out)
{
    struct fl_win win;
    struct fl_standing standing;
    const char *text = r->target ? r->target : "6000";
    long long threads = 2;
    int target;
    if (!read_hundreds(text, 1000, 10000, &target))
        return fl_cli_fail(cli, FL_CLI_USAGE, "solve.win.expected-target", NULL, text);
    if ((r->threads && !fl_cli_number(cli, "--threads", r->threads, 1, 64, &threads)) ||
        !read_standing(cli, r, target, &standing))
        return FL_CLI_USAGE;
    int status = FL_CLI_OK;
    if (!have_solution(&win, target, (int)threads)) {
        status = fl_cli_fail(cli, FL_CLI_FAILED, "solve.win.failed", NULL, NULL);
    } else if (r->table) {
        write_table(&win);
    } else if (position) {
        position->standing = standing;
        put_moves(cli, r, &win, position, out);
    } else {
        put_chance(cli, r, &win, standing, out);
    }
    fl_win_end(&win);
    return status;
}
