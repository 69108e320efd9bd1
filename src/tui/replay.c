/* Steps through a record. The analysis runs on a thread of its own and draws nothing. */
#include "tui/replay.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "agents/advice/analysis.h"
#include "term/chapters.h"
#include "term/narration.h"
#include "tui/sheet.h"
#include "tui/tabletop.h"

enum {
    ONE_LINE = 1 << 20,
    POLL = 200,  /* milliseconds between two looks at the analysis */
    DELAY = 700, /* milliseconds per chapter when it plays by itself */
    PAGE = 10,
    AXIS = 7, /* columns left of the chart */
    ANALYSIS_MOVES = 20000000,
    FEWEST = 32,
    MOST = 400,
    NOTE = 4096
};

struct analysis_job {
    const struct fl_match *match;
    struct fl_analysis result;
    struct fl_analyse how;
    atomic_uint done;
    atomic_bool stop, over;
    bool made, started;
    pthread_t thread;
};

struct replay {
    struct fl_tabletop table;
    const struct fl_record *record;
    struct fl_chapters chapters;
    struct fl_narration narration;
    struct fl_text log;
    struct analysis_job job;
    int at;
    bool plays; /* goes on by itself */
    char note[NOTE];
};

/* ---- the analysis ---- */

static void *analyse(void *argument)
{
    struct analysis_job *job = argument;
    job->made = fl_analyse(job->match, &job->how, &job->result);
    atomic_store(&job->over, true);
    return NULL;
}

/* A match with hidden information can be analysed when it is over, or as its viewer saw it. */
static void start_analysis(struct replay *r)
{
    struct analysis_job *job = &r->job;
    const struct fl_match *m = &r->record->match;
    bool over = !fl_match_turn(m);
    if (!over || fl_match_hides_past(m) || m->viewer == FL_SPECTATOR)
        return;
    job->match = m;
    job->how =
        (struct fl_analyse){.playouts = fl_playouts_within(m, ANALYSIS_MOVES, FEWEST, MOST),
                            .threads = 1,
                            .seed = 1,
                            .seats = m->viewer == FL_TRUTH ? (fl_seats)(FL_SEAT(m->setup.seats) - 1)
                                                           : FL_SEAT(m->viewer),
                            .done = &job->done,
                            .stop = &job->stop};
    job->started = !pthread_create(&job->thread, NULL, analyse, job);
}

static void end_analysis(struct analysis_job *job)
{
    if (!job->started)
        return;
    atomic_store(&job->stop, true);
    pthread_join(job->thread, NULL);
    if (job->made)
        fl_analysis_end(&job->result);
}

static bool is_analysed(const struct replay *r)
{
    return r->job.started && atomic_load(&r->job.over) && r->job.made;
}

static bool is_analysing(const struct replay *r)
{
    return r->job.started && !atomic_load(&r->job.over);
}

/* The seat whose chances are shown. */
static int curve_seat(const struct replay *r)
{
    return r->narration.viewer < FL_MAX_SEATS ? r->narration.viewer : 0;
}

/* The chance of the seat after a number of steps. */
static double chance_at(const struct replay *r, uint32_t step)
{
    const struct fl_analysis *a = &r->job.result;
    double chance = 0;
    for (uint32_t i = 0; i < a->curve_points && a->curve[i].step <= step; i++)
        chance = a->curve[i].chance[curve_seat(r)];
    return chance;
}

/* ---- the chart ---- */

/* Writes one row of the chart: eighths of a cell, as block characters. */
static void put_chart_row(struct fl_buf *out, const struct replay *r, int row, int rows, int width)
{
    static const char *const block[] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    uint32_t steps = r->record->match.steps;
    for (int i = 0; i < width; i++) {
        uint32_t step = (uint32_t)((uint64_t)steps * (uint64_t)(i + 1) / (uint64_t)width);
        int eighths = (int)(8 * rows * chance_at(r, step) + 0.5) - 8 * (rows - 1 - row);
        fl_put(out, block[eighths < 0 ? 0 : eighths > 8 ? 8 : eighths]);
    }
}

/* Writes where the mistakes of the seat are, and the present step. */
static void put_marks(struct fl_buf *out, const struct replay *r, int width)
{
    const struct fl_analysis *a = &r->job.result;
    uint32_t steps = r->record->match.steps ? r->record->match.steps : 1;
    int here = (int)((uint64_t)r->chapters.end[r->at] * (uint64_t)(width - 1) / steps);
    for (int i = 0; i < width; i++) {
        bool mistake = false;
        for (uint32_t k = 0; k < a->decisions; k++)
            mistake |= a->decision[k].seat == curve_seat(r) && fl_is_mistake(&a->decision[k]) &&
                       (int)((uint64_t)a->decision[k].step * (uint64_t)(width - 1) / steps) == i;
        fl_put(out, i == here ? "▲" : mistake ? "×" : " ");
    }
}

/* Writes the axis with a share of 100 at the top and at the bottom. */
static void put_axis(struct fl_buf *out, const struct replay *r, int row, int rows)
{
    char memory[32];
    struct fl_buf label = fl_buf_over(memory, sizeof memory);
    struct fl_phrase phrase;
    bool ends = row == 0 || row == rows - 1;
    fl_phrase_begin(&phrase, "tui.percent");
    fl_with_number(&phrase, "n", row == 0 ? 100 : 0);
    if (ends)
        fl_put_sentence(&label, &r->table.screen, &phrase);
    fl_put_times(out, " ", AXIS - 2 - fl_columns(label.at));
    fl_put(out, label.at);
    fl_put(out, ends ? " ┤" : " │");
}

static void put_chart(struct fl_buf *out, const struct replay *r, int rows, int width)
{
    for (int row = 0; row < rows; row++) {
        put_axis(out, r, row, rows);
        put_chart_row(out, r, row, rows, width);
        fl_put_char(out, '\n');
    }
    fl_put_times(out, " ", AXIS);
    put_marks(out, r, width);
}

/* The decision after the present chapter, if it was analysed. */
static const struct fl_decision *decision_here(const struct replay *r)
{
    const struct fl_analysis *a = &r->job.result;
    for (uint32_t i = 0; is_analysed(r) && i < a->decisions; i++)
        if (a->decision[i].step == r->chapters.end[r->at])
            return &a->decision[i];
    return NULL;
}

static void put_label(struct fl_buf *out, const struct replay *r, int seat, fl_move move)
{
    struct fl_phrase label;
    struct fl_sight sight;
    fl_match_sight(&r->narration.shown, seat, &sight);
    fl_choice_label(&sight, seat, move, &label);
    fl_put_sentence(out, &r->table.screen, &label);
}

/* A mistake: what was better. It takes the status line. */
static void say_mistake(struct replay *r)
{
    const struct fl_decision *d = decision_here(r);
    char made_memory[256], best_memory[256];
    struct fl_buf made = fl_buf_over(made_memory, sizeof made_memory);
    struct fl_buf best = fl_buf_over(best_memory, sizeof best_memory);
    struct fl_phrase phrase;
    if (!d || !fl_is_mistake(d))
        return;
    put_label(&made, r, d->seat, d->made);
    put_label(&best, r, d->seat, d->best);
    fl_phrase_begin(&phrase, "tui.mistake");
    fl_with_seat(&phrase, "who", d->seat);
    fl_with_text(&phrase, "made", made.at);
    fl_with_text(&phrase, "best", best.at);
    fl_with_number(&phrase, "n", (int32_t)(100 * d->chance + 0.5));
    fl_with_number(&phrase, "m", (int32_t)(100 * d->best_chance + 0.5));
    fl_tabletop_say(&r->table, &phrase);
}

/* ---- frames ---- */

static void put_step(struct replay *r)
{
    struct fl_buf title = fl_buf_over(r->table.title, sizeof r->table.title);
    struct fl_buf aside = fl_buf_over(r->table.aside, sizeof r->table.aside);
    struct fl_phrase phrase;
    fl_phrase_begin(&phrase, "tui.step");
    fl_with_number(&phrase, "step", r->at);
    fl_with_number(&phrase, "of", r->chapters.count);
    fl_put_sentence(&title, &r->table.screen, &phrase);
    if (is_analysing(r)) {
        uint32_t steps = r->record->match.steps ? r->record->match.steps : 1;
        fl_phrase_begin(&phrase, "tui.analysing");
        fl_with_number(&phrase, "n", (int32_t)(100 * (uint64_t)atomic_load(&r->job.done) / steps));
        fl_put_sentence(&aside, &r->table.screen, &phrase);
        return;
    }
    int viewer = r->narration.viewer;
    fl_phrase_begin(&phrase, viewer < FL_MAX_SEATS ? "tui.view-of" : "tui.view-all");
    if (viewer < FL_MAX_SEATS)
        fl_with_seat(&phrase, "who", viewer);
    fl_put_sentence(&aside, &r->table.screen, &phrase);
}

static void put_note(struct replay *r, const struct fl_canvas *c)
{
    struct fl_buf note = fl_buf_over(r->note, sizeof r->note);
    struct fl_buf title = fl_buf_over(r->table.note_title, sizeof r->table.note_title);
    struct fl_phrase phrase;
    r->table.note = NULL;
    if (!is_analysed(r))
        return;
    int width = c->columns - AXIS - 3;
    put_chart(&note, r, c->rows >= 36 ? 7 : 3, width > 150 ? 150 : width);
    fl_phrase_begin(&phrase, "tui.chances");
    fl_with_seat(&phrase, "who", curve_seat(r));
    fl_put_sentence(&title, &r->table.screen, &phrase);
    r->table.note = r->note;
}

/* Narrates again from the start up to the chapter. */
static void tell(struct replay *r)
{
    struct fl_sight sight;
    fl_text_free(&r->log);
    fl_text_begin(&r->log, &r->table.screen, ONE_LINE);
    fl_narration_seek(&r->narration, &r->record->match, 0);
    fl_narration_print(&r->narration, &r->record->match, r->chapters.end[r->at], &r->log.screen);
    fl_text_end(&r->log);
    r->table.log = r->log.text;
    fl_match_sight(&r->narration.shown, r->narration.viewer, &sight);
    fl_tabletop_look(&r->table, &sight);
}

static void show(struct replay *r)
{
    put_step(r);
    put_note(r, fl_terminal_canvas(r->table.terminal));
    fl_tabletop_show(&r->table);
}

/* ---- keys ---- */

static void go_to(struct replay *r, int chapter)
{
    int most = r->chapters.count;
    r->at = chapter < 0 ? 0 : chapter > most ? most : chapter;
    r->table.message[0] = '\0';
    tell(r);
    say_mistake(r);
}

/* The next viewer: each seat, then the spectator. A partial record has only one. */
static void change_view(struct replay *r)
{
    const struct fl_match *m = &r->record->match;
    int next = r->narration.viewer == FL_SPECTATOR ? 0 : r->narration.viewer + 1;
    if (m->viewer != FL_TRUTH)
        return;
    r->narration.viewer = next < m->setup.seats ? next : FL_SPECTATOR;
    go_to(r, r->at);
}

/* The next chapter before which the seat makes a mistake. */
static void go_to_mistake(struct replay *r)
{
    const struct fl_analysis *a = &r->job.result;
    for (int chapter = r->at + 1; is_analysed(r) && chapter <= r->chapters.count; chapter++)
        for (uint32_t i = 0; i < a->decisions; i++)
            if (a->decision[i].step == r->chapters.end[chapter] && fl_is_mistake(&a->decision[i])) {
                go_to(r, chapter);
                return;
            }
}

static void press_text(struct replay *r, char c)
{
    if (c == ' ')
        r->plays = !r->plays;
    else if (c == 'v')
        change_view(r);
    else if (c == 'x')
        go_to_mistake(r);
}

/* Executes a key. Returns false if it leaves. */
static bool press(struct replay *r, struct fl_key key)
{
    r->plays &= key.kind == FL_KEY_NONE || key.kind == FL_KEY_REDRAW || key.kind == FL_KEY_TEXT;
    switch (key.kind) {
    case FL_KEY_LEFT:
    case FL_KEY_UP:
    case FL_KEY_WHEEL_UP:
        go_to(r, r->at - 1);
        return true;
    case FL_KEY_RIGHT:
    case FL_KEY_DOWN:
    case FL_KEY_ENTER:
    case FL_KEY_WHEEL_DOWN:
        go_to(r, r->at + 1);
        return true;
    case FL_KEY_PAGE_UP:
        go_to(r, r->at - PAGE);
        return true;
    case FL_KEY_PAGE_DOWN:
        go_to(r, r->at + PAGE);
        return true;
    case FL_KEY_HOME:
        go_to(r, 0);
        return true;
    case FL_KEY_END:
        go_to(r, r->chapters.count);
        return true;
    case FL_KEY_ESCAPE:
        return false;
    case FL_KEY_TEXT:
        press_text(r, key.text[0]);
        return key.text[0] != 'q';
    default:
        return true;
    }
}

static bool run(struct replay *r)
{
    for (;;) {
        show(r);
        struct fl_key key = fl_terminal_read(r->table.terminal, r->plays          ? DELAY
                                                                : is_analysing(r) ? POLL
                                                                                  : -1);
        if (key.kind == FL_KEY_CLOSED || key.kind == FL_KEY_INTERRUPT)
            return false;
        if (key.kind == FL_KEY_NONE && r->plays) {
            go_to(r, r->at + 1);
            r->plays = r->at < r->chapters.count;
        } else if (!press(r, key)) {
            return true;
        }
    }
}

bool fl_replay_show(struct fl_terminal *t, const struct fl_screen *screen,
                    const struct fl_record *record, const struct fl_replay_options *o)
{
    struct replay *r = calloc(1, sizeof *r);
    if (!r || !fl_chapters_find(&r->chapters, &record->match)) {
        free(r);
        return false;
    }
    r->table.terminal = t;
    r->table.screen = *screen;
    r->table.screen.colour = true;
    r->table.reader = FL_NOBODY;
    r->table.keys = "tui.keys.replay";
    r->record = record;
    fl_narration_begin(&r->narration, &record->match, o->viewer);
    start_analysis(r);
    go_to(r, o->chapter);
    bool left = run(r);
    end_analysis(&r->job);
    fl_text_free(&r->log);
    fl_narration_end(&r->narration);
    fl_chapters_free(&r->chapters);
    free(r);
    return left;
}
