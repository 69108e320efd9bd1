/* The report of `flibuste analyse` as text. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/report/analysis_report.h"
#include "term/advice_text.h"
#include "term/narration.h"
#include "term/prompt.h"
#include "term/summary.h"

enum { WORST = 3, FIGURE = 48, LABEL = 256, TEXT_SIZE = 1024 };

struct page {
    const struct fl_report *report;
    struct fl_screen screen;
    int places; /* decimals of a percentage */
};

static bool is_about(const struct fl_report *r, int seat)
{
    return r->seat == FL_NOBODY || r->seat == seat;
}

/* ---- numbers ---- */

/* A probability in units of the last decimal shown, so that rounded numbers add up. */
static long units(const struct page *p, double chance)
{
    return lround(100 * chance * (p->places ? 10 : 1));
}

static void put_units(struct fl_buf *out, const struct page *p, long n)
{
    fl_put_decimal(out, p->screen.lang, (double)labs(n) / (p->places ? 10 : 1), p->places);
}

static void put_signed(struct fl_buf *out, const struct page *p, long n)
{
    fl_put(out, n < 0 ? "\u2212" : n > 0 ? "+" : "");
    put_units(out, p, n);
}

static void put_error(struct fl_buf *out, const struct page *p, double error)
{
    if (p->report->analysis->exact)
        return;
    fl_put(out, FL_TIE "±" FL_TIE);
    put_units(out, p, units(p, error));
}

/* Texts of numbers, valid as long as the phrase that uses them. */
struct figures {
    char memory[6][FIGURE];
    int used;
};

static struct fl_buf next_figure(struct figures *f)
{
    return fl_buf_over(f->memory[f->used++], FIGURE);
}

static const char *plain(struct figures *f, const struct page *p, long n)
{
    struct fl_buf out = next_figure(f);
    put_units(&out, p, n);
    return out.at;
}

static const char *change(struct figures *f, const struct page *p, long n, double error)
{
    struct fl_buf out = next_figure(f);
    put_signed(&out, p, n);
    put_error(&out, p, error);
    return out.at;
}

/* ---- results by player ---- */

/* Prints a player's result as the sum of initial chances, luck, skill and a rest that belongs to
 * others. */
static void print_account(const struct page *p, int seat)
{
    const struct fl_result_breakdown *a = &p->report->analysis->breakdown[seat];
    long start = units(p, a->start.value), luck = units(p, a->luck.value);
    long skill = units(p, a->skill.value), result = units(p, a->result.value);
    struct figures f = {.used = 0};
    struct fl_phrase phrase;
    fl_phrase_begin(&phrase, "analyse.account");
    fl_with_seat(&phrase, "who", seat);
    fl_with_text(&phrase, "start", plain(&f, p, start));
    fl_with_text(&phrase, "luck", change(&f, p, luck, a->luck.error));
    fl_with_text(&phrase, "skill", change(&f, p, skill, a->skill.error));
    fl_with_text(&phrase, "rest", change(&f, p, result - start - luck - skill, a->rest.error));
    fl_with_text(&phrase, "result", plain(&f, p, result));
    fl_screen_phrase(&p->screen, &phrase);
}

static int32_t mistakes_of(const struct fl_analysis *a, int seat)
{
    int32_t n = 0;
    for (uint32_t i = 0; i < a->decisions; i++)
        n += a->decision[i].seat == seat && fl_is_mistake(&a->decision[i]);
    return n;
}

static void print_decisions(const struct page *p, int seat)
{
    const struct fl_analysis *a = p->report->analysis;
    struct fl_phrase phrase;
    fl_phrase_begin(&phrase, "analyse.decisions");
    fl_with_seat(&phrase, "who", seat);
    fl_with_number(&phrase, "n", (int32_t)a->breakdown[seat].decisions);
    fl_with_number(&phrase, "mistakes", mistakes_of(a, seat));
    fl_screen_phrase(&p->screen, &phrase);
}

static void print_players(const struct page *p)
{
    int seats = p->report->match->setup.seats;
    for (int seat = 0; seat < seats; seat++)
        if (is_about(p->report, seat))
            print_account(p, seat);
    for (int seat = 0; seat < seats; seat++)
        if (is_about(p->report, seat))
            print_decisions(p, seat);
}

/* ---- positions in the record ---- */

/* The number of the chapter in `replay` that contains this step. */
static int32_t chapter_of(const struct fl_match *m, uint32_t step)
{
    int32_t chapters = 0;
    for (uint32_t i = 0; i <= step; i++)
        chapters += !i || m->log[i].seat != FL_CHANCE;
    return chapters;
}

static int viewer_of(const struct fl_match *m, int seat)
{
    return m->viewer == FL_TRUTH ? seat : m->viewer;
}

/* ---- mistakes ---- */

/* The next mistake in order of loss after `before`, or NULL. */
static const struct fl_decision *next_worst(const struct fl_analysis *a,
                                            const struct fl_decision *before)
{
    const struct fl_decision *worst = NULL;
    for (uint32_t i = 0; i < a->decisions; i++) {
        const struct fl_decision *d = &a->decision[i];
        bool later = !before || d->loss.value < before->loss.value ||
                     (d->loss.value == before->loss.value && d > before);
        if (later && fl_is_mistake(d) && (!worst || d->loss.value > worst->loss.value))
            worst = d;
    }
    return worst;
}

/* Prints one mistake: the move made, the best move, and both probabilities of winning. */
static void print_mistake(const struct page *p, const struct fl_decision *d)
{
    const struct fl_match *m = p->report->match;
    char made_memory[LABEL], best_memory[LABEL];
    struct fl_buf made = fl_buf_over(made_memory, LABEL), best = fl_buf_over(best_memory, LABEL);
    struct figures f = {.used = 0};
    struct fl_narration narration;
    struct fl_sight sight;
    struct fl_phrase phrase;
    fl_narration_begin(&narration, m, viewer_of(m, d->seat));
    fl_narration_seek(&narration, m, d->step);
    fl_match_sight(&narration.shown, narration.viewer, &sight);
    fl_put_typed(&made, &sight, p->screen.lang, d->made);
    fl_put_typed(&best, &sight, p->screen.lang, d->best);
    fl_narration_end(&narration);
    fl_phrase_begin(&phrase, "analyse.mistake");
    fl_with_number(&phrase, "step", chapter_of(m, d->step));
    fl_with_seat(&phrase, "who", d->seat);
    fl_with_text(&phrase, "made", made.at);
    fl_with_text(&phrase, "better", best.at);
    fl_with_text(&phrase, "chance", plain(&f, p, units(p, d->chance)));
    fl_with_text(&phrase, "best", plain(&f, p, units(p, d->best_chance)));
    fl_screen_phrase(&p->screen, &phrase);
}

static void print_mistakes(const struct page *p)
{
    const struct fl_analysis *a = p->report->analysis;
    const struct fl_decision *d = next_worst(a, NULL);
    fl_screen_word(&p->screen, d ? "analyse.worst" : "analyse.none");
    for (int n = 0; d && n < WORST; n++, d = next_worst(a, d))
        print_mistake(p, d);
}

/* ---- luck ---- */

/* The seat whose move caused the roll, or FL_NOBODY before the first move. */
static int thrower_of(const struct fl_match *m, const struct fl_roll_luck *f)
{
    return f->step ? m->log[f->step - 1].seat : FL_NOBODY;
}

struct swing {
    const struct fl_roll_luck *fortune; /* NULL: none */
    int seat;
};

/* The roll that gained its player most, or cost them most. `text` is excluded, so that no roll is
 * reported twice. */
static struct swing find_swing(const struct fl_report *r, bool lucky,
                               const struct fl_roll_luck *text)
{
    struct swing found = {NULL, 0};
    double most = 0;
    for (uint32_t i = 0; i < r->analysis->rolls; i++)
        for (int seat = 0; seat < r->match->setup.seats; seat++) {
            const struct fl_roll_luck *f = &r->analysis->roll[i];
            int thrower = thrower_of(r->match, f);
            double gain = lucky ? f->change[seat].value : -f->change[seat].value;
            if (f == text || gain <= most || !is_about(r, seat) ||
                (thrower != FL_NOBODY && thrower != seat))
                continue;
            found = (struct swing){f, seat};
            most = gain;
        }
    return found;
}

/* The public description of a roll. Eight dice form one phrase. */
static void describe_roll(const struct fl_match *m, const struct fl_roll_luck *f, fl_lang lang,
                          struct fl_phrases *phrases)
{
    struct fl_narration narration;
    phrases->count = 0;
    fl_narration_begin(&narration, m, viewer_of(m, FL_SPECTATOR));
    for (uint32_t i = f->step; i < f->end; i++) {
        struct fl_sight sight;
        struct fl_phrases said;
        fl_narration_seek(&narration, m, i);
        fl_match_sight(&narration.shown, narration.viewer, &sight);
        struct fl_step step = m->log[i];
        step.move = fl_step_seen(&narration.shown, narration.viewer, step);
        fl_sight_say(&sight, step, false, &said);
        for (int n = 0; n < said.count && phrases->count < FL_MAX_PHRASES; n++)
            if (!fl_phrase_is_silent(&said.phrase[n], lang) &&
                (!phrases->count ||
                 !fl_phrase_join(&phrases->phrase[phrases->count - 1], &said.phrase[n])))
                phrases->phrase[phrases->count++] = said.phrase[n];
    }
    fl_narration_end(&narration);
}

static void print_swing(const struct page *p, struct swing swing, bool lucky)
{
    char memory[TEXT_SIZE];
    struct fl_buf text = fl_buf_over(memory, sizeof memory);
    struct figures f = {.used = 0};
    struct fl_phrases phrases;
    struct fl_phrase phrase;
    if (!swing.fortune)
        return;
    const struct fl_measure *by = &swing.fortune->change[swing.seat];
    describe_roll(p->report->match, swing.fortune, p->screen.lang, &phrases);
    for (int i = 0; i < phrases.count; i++) {
        fl_put(&text, i ? " " : "");
        fl_put_sentence(&text, &p->screen, &phrases.phrase[i]);
    }
    fl_phrase_begin(&phrase, lucky ? "analyse.luckiest" : "analyse.unluckiest");
    fl_with_number(&phrase, "step", chapter_of(p->report->match, swing.fortune->step));
    fl_with_text(&phrase, "change", change(&f, p, units(p, by->value), by->error));
    fl_with_seat(&phrase, "who", swing.seat);
    fl_with_text(&phrase, "roll", text.at);
    fl_screen_phrase(&p->screen, &phrase);
}

/* ---- the report ---- */

static void print_head(const struct page *p)
{
    const struct fl_report *r = p->report;
    struct fl_phrase phrase;
    fl_summary_players(&p->screen, r->match->game, &r->match->setup, r->players);
    if (!r->analysis->finished) {
        fl_phrase_begin(&phrase, "analyse.unfinished");
        fl_with_number(&phrase, "n",
                       r->match->steps ? chapter_of(r->match, r->match->steps - 1) : 0);
        fl_screen_phrase(&p->screen, &phrase);
    }
    fl_phrase_begin(&phrase, r->analysis->exact ? "analyse.exact" : "analyse.by-playouts");
    fl_with_number(&phrase, "n", (int32_t)r->playouts);
    fl_screen_phrase(&p->screen, &phrase);
    fl_screen_text(&p->screen, "", 0);
}

void fl_report_words(const struct fl_cli *cli, const struct fl_report *report)
{
    struct page page = {.report = report, .places = report->analysis->exact};
    fl_screen_open(&page.screen, stdout, cli->lang, FL_COLOUR_AUTO);
    fl_screen_name(&page.screen, report->players);
    print_head(&page);
    print_players(&page);
    fl_screen_text(&page.screen, "", 0);
    print_mistakes(&page);
    struct swing lucky = find_swing(report, true, NULL);
    print_swing(&page, lucky, true);
    print_swing(&page, find_swing(report, false, lucky.fortune), false);
}
