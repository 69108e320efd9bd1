/* flibuste solve mille-sabords --win: the game for two, solved for the probability of winning. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/mille_sabords/solve.h"
#include "cli/report/progress.h"

/* ---- the cache file ---- */

enum { PATH = 1024 };

static void make_directories(char *path)
{
    for (char *slash = path + 1; (slash = strchr(slash, '/')); slash++) {
        *slash = '\0';
        mkdir(path, 0777);
        *slash = '/';
    }
}

static bool find_path(const struct fl_win *win, char path[PATH])
{
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    bool own = cache && *cache == '/';
    if (!own && !(home && *home == '/'))
        return false;
    int len = snprintf(path, PATH, "%s%s/flibuste/mille-sabords-%d00.chances", own ? cache : home,
                       own ? "" : "/.cache", win->target);
    return len > 0 && len < PATH;
}

static uint64_t fingerprint(const struct fl_win *win)
{
    const unsigned char *byte = (const void *)win->exact;
    uint64_t sum = 0xCBF29CE484222325u;
    for (size_t i = 0; i < win->count * sizeof *win->exact; i++)
        sum = (sum ^ byte[i]) * 0x100000001B3u;
    return sum;
}

static bool read_from(FILE *file, struct fl_win *win)
{
    char line[128];
    int version, target, lowest;
    uint64_t sum;
    return fgets(line, sizeof line, file) &&
           sscanf(line, "flibuste-chances %d %d %d %d %lg", &version, &target, &lowest,
                  &win->rounds, &win->residual) == 5 &&
           version == FL_WIN_VERSION && target == win->target && lowest == win->lowest &&
           fread(win->exact, sizeof *win->exact, win->count, file) == win->count &&
           fread(&sum, sizeof sum, 1, file) == 1 && sum == fingerprint(win);
}

/* Reads the solution from the cache, $XDG_CACHE_HOME/flibuste or ~/.cache/flibuste, into allocated
 * memory of `win`. Returns false if the cache has none of this version with the same parameters. */
static bool read_cache(struct fl_win *win)
{
    char path[PATH];
    FILE *file = find_path(win, path) ? fopen(path, "rb") : NULL;
    if (!file)
        return false;
    bool read = read_from(file, win);
    fclose(file);
    return read;
}

static bool write_to(FILE *file, const struct fl_win *win)
{
    uint64_t sum = fingerprint(win);
    fprintf(file, "flibuste-chances %d %d %d %d %.17g\n", FL_WIN_VERSION, win->target, win->lowest,
            win->rounds, win->residual);
    fwrite(win->exact, sizeof *win->exact, win->count, file);
    fwrite(&sum, sizeof sum, 1, file);
    bool failed = ferror(file);
    return !fclose(file) && !failed;
}

/* Writes the solution to the cache. Errors are ignored: it is then solved again next time. */
static void write_cache(const struct fl_win *win)
{
    char path[PATH], fresh[PATH + 24];
    if (!find_path(win, path))
        return;
    make_directories(path);
    snprintf(fresh, sizeof fresh, "%s.%ld", path, (long)getpid());
    FILE *file = fopen(fresh, "wb");
    if (file && (!write_to(file, win) || rename(fresh, path)))
        remove(fresh);
}

/* ---- the command ---- */

enum { LOWEST = -40 }; /* in hundreds; lower totals count as -4000: docs/mille-sabords-solved.md */

/* ---- options ---- */

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

/* Without scores, the position is the start of a game. */
static bool read_standing(const struct fl_cli *cli, const struct fl_cli_win *r, int target,
                          struct fl_win_position *out)
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

/* ---- solving ---- */

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
    return (double)atomic_load(&work->progress.rows) / work->win->rows;
}

static bool solve_and_show(const struct fl_cli *cli, struct fl_win *win, int threads)
{
    struct work work = {.win = win, .threads = threads};
    fl_cli_watch(cli, solve, part_solved, &work, NULL);
    return work.done;
}

static bool have_solution(const struct fl_cli *cli, struct fl_win *win, int target, int threads)
{
    if (!fl_win_begin(win, target, LOWEST))
        return false;
    if (read_cache(win))
        return true;
    if (!solve_and_show(cli, win, threads))
        return false;
    write_cache(win);
    return true;
}

/* ---- output ---- */

static void write_number(unsigned number)
{
    putchar((int)(number & 0xFF));
    putchar((int)(number >> 8 & 0xFF));
}

/* Writes the table of the agent, for tools/chances.py: the version, the lowest total, then the
 * probabilities in units of 1/65535, two bytes each, little-endian. */
static void write_table(const struct fl_win *win)
{
    write_number(FL_WIN_VERSION);
    write_number((unsigned)win->lowest);
    for (size_t i = 0; i < win->count; i++)
        write_number((unsigned)(win->exact[i] * 65535 + 0.5));
}

static void put_chance(const struct fl_cli *cli, const struct fl_cli_win *r,
                       const struct fl_win *win, struct fl_win_position s, struct fl_buf *out)
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

static double chance_of_table(const struct fl_win *win, enum fl_sabords_stage stage,
                              const struct fl_sabords *table)
{
    struct fl_win_position now = {stage, table->score[0] / 100, table->score[1] / 100};
    return table->magic != FL_NOBODY ? 1 : fl_win_after(win, now);
}

static void put_moves(const struct fl_cli *cli, const struct fl_cli_win *r,
                      const struct fl_win *win, const struct fl_cli_position *position,
                      struct fl_buf *out)
{
    struct fl_cli_valuation values = {
        .unit = "wins", .stop_key = "solve.win.stop", .over_key = "solve.win.over"};
    if (fl_cli_lay_table(position, &values.table))
        values.over = chance_of_table(win, position->standing.stage, &values.table);
    fl_win_solve_turn(win, position->standing, position->dice.card, &values.solved);
    fl_cli_put_values(cli, &values, r->json, out);
}

int fl_cli_solve_win(const struct fl_cli *cli, const struct fl_cli_win *r,
                     struct fl_cli_position *position, struct fl_buf *out)
{
    struct fl_win win;
    struct fl_win_position standing;
    const char *text = r->target ? r->target : "6000";
    long long threads = 2;
    int target;
    if (!read_hundreds(text, 1000, 10000, &target))
        return fl_cli_fail(cli, FL_CLI_USAGE, "solve.win.expected-target", NULL, text);
    if ((r->threads && !fl_cli_number(cli, "--threads", r->threads, 1, 64, &threads)) ||
        !read_standing(cli, r, target, &standing))
        return FL_CLI_USAGE;
    int status = FL_CLI_OK;
    if (!have_solution(cli, &win, target, (int)threads)) {
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
