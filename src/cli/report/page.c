/* HTML pages: head, style, text, tables, and plots as SVG. */
#include "cli/report/page.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The page has no other files, so that a report can be sent by mail and opened without a
 * connection. */
static const char style[] =
    ":root{color-scheme:light dark;--ground:#fbf7ef;--ink:#26211b;--soft:#6d6256;--line:#d9cfbf;"
    "--bar:#2c6e8f;--mark:#e4572e}\n"
    "@media(prefers-color-scheme:dark){:root{--ground:#16191d;--ink:#ece5d8;--soft:#a89f92;"
    "--line:#3b4046;--bar:#58a6cc;--mark:#ffc24b}}\n"
    "body{margin:0 auto;padding:1rem;max-width:54rem;background:var(--ground);color:var(--ink);"
    "font:1rem/1.5 system-ui,sans-serif}\n"
    "h1{font-size:1.6rem;line-height:1.2}h2{font-size:1.15rem;margin:2rem 0 .5rem}"
    "p{margin:.3rem 0}\n"
    ".wide{overflow-x:auto}table{border-collapse:collapse;font-variant-numeric:tabular-nums}\n"
    "th,td{padding:.25rem .6rem;border-bottom:1px solid var(--line);text-align:right;"
    "white-space:nowrap}th{color:var(--soft);font-weight:600}.left{text-align:left}\n"
    "figure{margin:1rem "
    "0}figcaption{font-weight:600}svg{width:100%;max-width:36rem;height:auto;display:block}\n"
    "text{font:14px system-ui,sans-serif;fill:var(--ink)}.bar{fill:var(--bar)}"
    ".line{stroke:var(--line)}.whisker{stroke:var(--ink);stroke-width:1.5}"
    ".fair{stroke:var(--mark);stroke-width:2;stroke-dasharray:4 3}\n";

/* Writes text with HTML's special characters escaped. */
static void html_escape(FILE *page, const char *text)
{
    for (; *text; text++) {
        const char *written = *text == '<'   ? "&lt;"
                              : *text == '>' ? "&gt;"
                              : *text == '&' ? "&amp;"
                              : *text == '"' ? "&quot;"
                                             : NULL;
        if (written)
            fputs(written, page);
        else
            fputc(*text, page);
    }
}

static FILE *open_page(const struct fl_cli *cli, const char *path, const char *title)
{
    FILE *page = fopen(path, "w");
    if (!page) {
        fl_cli_fail(cli, FL_CLI_FAILED, "cli.cannot-write", path, strerror(errno));
        return NULL;
    }
    fprintf(page,
            "<!DOCTYPE html>\n<html lang=\"%s\">\n<head>\n<meta charset=\"utf-8\">\n"
            "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>",
            fl_language(cli->lang)->code);
    html_escape(page, title);
    fprintf(page, "</title>\n<style>\n%s</style>\n</head>\n<body>\n<h1>", style);
    html_escape(page, title);
    fputs("</h1>\n", page);
    return page;
}

static bool close_page(const struct fl_cli *cli, const char *path, FILE *page)
{
    fputs("</body>\n</html>\n", page);
    bool good = !ferror(page);
    if (fclose(page) == 0 && good)
        return true;
    fl_cli_fail(cli, FL_CLI_FAILED, "cli.cannot-write", path, strerror(errno));
    return false;
}

static void put_heading(const struct fl_cli *cli, FILE *page, const char *key)
{
    char memory[160];
    struct fl_buf word = fl_buf_over(memory, sizeof memory);
    fl_put_word(&word, cli->lang, key, FL_BARE);
    fputs("<h2>", page);
    html_escape(page, word.at);
    fputs("</h2>\n", page);
}

static void put_text(FILE *page, const char *lines)
{
    while (*lines) {
        char memory[1024];
        struct fl_buf line = fl_buf_over(memory, sizeof memory);
        size_t len = strcspn(lines, "\n");
        fl_put_bytes(&line, lines, len);
        fputs("<p>", page);
        html_escape(page, line.at);
        fputs("</p>\n", page);
        lines += len + (lines[len] == '\n');
    }
}

static void put_table(FILE *page, const struct fl_text_table *t)
{
    fputs("<div class=\"wide\"><table>\n", page);
    for (int row = 0; row < t->rows; row++) {
        fputs("<tr>", page);
        for (int column = 0; column < t->used[row]; column++) {
            bool left = t->left >> column & 1;
            fprintf(page, "<t%c%s>", row ? 'd' : 'h', left ? " class=\"left\"" : "");
            html_escape(page, t->cell[row][column]);
            fprintf(page, "</t%c>", row ? 'd' : 'h');
        }
        fputs("</tr>\n", page);
    }
    fputs("</table></div>\n", page);
}

/* ---- plots ---- */

enum { WIDTH = 480, TALL = 170, ROW = 44, EDGE = 10, BARS = 40 };

static void begin_figure(FILE *page, const char *caption, int height)
{
    fputs("<figure><figcaption>", page);
    html_escape(page, caption);
    fprintf(page, "</figcaption>\n<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"", WIDTH,
            height);
    html_escape(page, caption);
    fputs("\">\n", page);
}

static void draw_line(FILE *page, const char *class, double x1, double y1, double x2, double y2)
{
    fprintf(page, "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>\n", class,
            x1, y1, x2, y2);
}

static void draw_text(FILE *page, double x, double y, const char *anchor, const char *text)
{
    fprintf(page, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">", x, y, anchor);
    html_escape(page, text);
    fputs("</text>\n", page);
}

/* ---- bars ---- */

/* Win rates as bars with confidence intervals, and a line at the fair share. */
struct bars {
    int count;
    double fair; /* 0: no line */
    struct {
        char name[FL_CELL_SIZE];
        double rate;
        struct fl_interval interval;
    } bar[FL_MAX_SEATS];
};

/* The rate at the right edge: the next multiple of ten percent above all intervals. */
static double scale_of(const struct bars *bars)
{
    double most = bars->fair;
    for (int i = 0; i < bars->count; i++)
        most = fmax(most, bars->bar[i].interval.high);
    return fmax(ceil(most * 10), 1) / 10;
}

static void draw_bar(const struct fl_cli *cli, FILE *page, const struct bars *bars, int i,
                     double scale)
{
    double pixels = (WIDTH - 2 * EDGE) / scale, y = i * ROW + 20, middle = y + 9;
    double low = EDGE + bars->bar[i].interval.low * pixels;
    double high = EDGE + bars->bar[i].interval.high * pixels;
    char rate[48];
    draw_text(page, EDGE, y - 5, "start", bars->bar[i].name);
    draw_text(page, WIDTH - EDGE, y - 5, "end", fl_percent(cli, rate, bars->bar[i].rate, 1));
    fprintf(page, "<rect class=\"bar\" x=\"%d\" y=\"%.1f\" width=\"%.1f\" height=\"18\"/>\n", EDGE,
            y, bars->bar[i].rate * pixels);
    draw_line(page, "whisker", low, middle, high, middle);
    draw_line(page, "whisker", low, middle - 5, low, middle + 5);
    draw_line(page, "whisker", high, middle - 5, high, middle + 5);
}

static void draw_bars(const struct fl_cli *cli, FILE *page, const struct bars *bars,
                      const char *caption)
{
    double scale = scale_of(bars), fair = EDGE + bars->fair * (WIDTH - 2 * EDGE) / scale;
    begin_figure(page, caption, bars->count * ROW + 4);
    for (int i = 0; i < bars->count; i++)
        draw_bar(cli, page, bars, i, scale);
    for (int i = 0; i < bars->count && bars->fair > 0; i++)
        draw_line(page, "fair", fair, i * ROW + 18, fair, i * ROW + 40);
    fputs("</svg></figure>\n", page);
}

/* ---- histograms ---- */

/* A common scale for histograms that are compared. */
struct frame {
    int64_t first, width; /* number of the first bar; values per bar */
    int bars;
};

/* The scale that fits a histogram of all values. */
static struct frame frame_of(const struct fl_histogram *all)
{
    int64_t bins = fl_histogram_bar(all, BARS), first = fl_bar_of(all->first, bins);
    return (struct frame){.first = first,
                          .width = bins * all->width,
                          .bars = (int)(fl_bar_of(all->last, bins) - first) + 1};
}

static uint64_t fill_bars(const struct fl_histogram *h, const struct frame *frame, uint64_t *out)
{
    uint64_t total = 0;
    for (int64_t bin = h->first; h->width && bin <= h->last; bin++) {
        out[fl_bar_of(bin * h->width, frame->width) - frame->first] += fl_histogram_count(h, bin);
        total += fl_histogram_count(h, bin);
    }
    return total;
}

/* Writes the values of a bar: one, or the first and the last. */
static void write_values(const struct frame *frame, int bar, char out[64])
{
    long long low = (frame->first + bar) * frame->width, high = low + frame->width - 1;
    if (low == high)
        snprintf(out, 64, "%lld", low);
    else
        snprintf(out, 64, "%lld – %lld", low, high);
}

static void draw_axis(FILE *page, const struct frame *frame, double wide)
{
    int shown[] = {0, frame->bars / 2, frame->bars - 1};
    draw_line(page, "line", EDGE, TALL - 24, WIDTH - EDGE, TALL - 24);
    for (int i = 0; i < 3; i++) {
        char value[32];
        if (i && shown[i] == shown[i - 1])
            continue;
        snprintf(value, sizeof value, "%lld",
                 (long long)((frame->first + shown[i]) * frame->width));
        draw_text(page, EDGE + (shown[i] + 0.5) * wide, TALL - 8,
                  i == 0 && frame->bars > 1 ? "start"
                  : i == 2                  ? "end"
                                            : "middle",
                  value);
    }
}

static int tallest(const uint64_t *count, int bars)
{
    int best = 0;
    for (int i = 1; i < bars; i++)
        if (count[i] > count[best])
            best = i;
    return best;
}

static void draw_column(FILE *page, const struct frame *frame, int bar, double high,
                        const char *part)
{
    double wide = (WIDTH - 2.0 * EDGE) / frame->bars;
    char values[64];
    write_values(frame, bar, values);
    fprintf(page,
            "<rect class=\"bar\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\">"
            "<title>%s · %s</title></rect>\n",
            EDGE + bar * wide, TALL - 24 - high, wide > 3 ? wide - 1 : wide, high, values, part);
}

static void draw_histogram(const struct fl_cli *cli, FILE *page, const struct fl_histogram *h,
                           const struct frame *frame, const char *caption)
{
    uint64_t count[BARS] = {0}, total = fill_bars(h, frame, count);
    double wide = (WIDTH - 2.0 * EDGE) / frame->bars;
    int top = tallest(count, frame->bars);
    begin_figure(page, caption, TALL);
    for (int i = 0; i < frame->bars; i++) {
        double high = (TALL - 48.0) * (double)count[i] / (double)count[top];
        char part[48];
        if (!count[i])
            continue;
        fl_percent(cli, part, (double)count[i] / (double)total, 1);
        draw_column(page, frame, i, high, part);
        if (i == top) /* the highest bar is labelled */
            draw_text(page, fmin(fmax(EDGE + (i + 0.5) * wide, 40), WIDTH - 40), TALL - 30 - high,
                      "middle", part);
    }
    draw_axis(page, frame, wide);
    fputs("</svg></figure>\n", page);
}

/* ---- the plots of a series ---- */

static void write_number(const struct fl_cli *cli, const char *key, int number,
                         char out[FL_CELL_SIZE])
{
    struct fl_buf text = fl_buf_over(out, FL_CELL_SIZE);
    struct fl_phrase p;
    fl_phrase_begin(&p, key);
    fl_with_number(&p, "number", number);
    fl_put_phrase(&text, cli->lang, &p, NULL);
}

static void write_agent(const struct fl_cli *cli, const char *key, const char *agent, int seat,
                        char out[FL_CELL_SIZE])
{
    struct fl_buf text = fl_buf_over(out, FL_CELL_SIZE);
    struct fl_phrase p;
    fl_phrase_begin(&p, key);
    fl_with_number(&p, "number", seat + 1);
    fl_with_text(&p, "agent", agent);
    fl_put_phrase(&text, cli->lang, &p, NULL);
}

static void set_bar(struct bars *bars, int i, struct fl_success won)
{
    bars->bar[i].rate = won.rate;
    bars->bar[i].interval = won.interval;
    bars->fair = won.fair;
    bars->count = i + 1;
}

static void plot_seats(const struct fl_cli *cli, FILE *page, const struct fl_tournament *s)
{
    struct bars bars = {.count = 0};
    char caption[FL_CELL_SIZE];
    for (int seat = 0; seat < s->sim.setup.seats; seat++) {
        set_bar(&bars, seat, s->by_seat[seat]);
        if (s->sim.lineup.seating == FL_AS_GIVEN)
            write_agent(cli, "sim.plot.agent-on", s->agent[s->sim.lineup.given[seat]].name, seat,
                        bars.bar[seat].name);
        else
            write_number(cli, "sim.plot.seat", seat + 1, bars.bar[seat].name);
    }
    write_number(cli, "sim.plot.seats", 0, caption);
    draw_bars(cli, page, &bars, caption);
}

static void plot_order(const struct fl_cli *cli, FILE *page, const struct fl_tournament *s)
{
    struct bars bars = {.count = 0};
    char caption[FL_CELL_SIZE];
    for (int place = 0; place < s->sim.setup.seats; place++) {
        set_bar(&bars, place, s->by_order[place]);
        write_number(cli, place ? "sim.plot.place" : "sim.plot.first", place + 1,
                     bars.bar[place].name);
    }
    write_number(cli, "sim.plot.order", 0, caption);
    draw_bars(cli, page, &bars, caption);
}

static void plot_one(const struct fl_cli *cli, FILE *page, const struct fl_histogram *h,
                     const char *key)
{
    struct frame frame = frame_of(h);
    char caption[FL_CELL_SIZE];
    write_number(cli, key, 0, caption);
    draw_histogram(cli, page, h, &frame, caption);
}

/* One plot per contestant, with the same scale. */
static void plot_scores(const struct fl_cli *cli, FILE *page, const struct fl_tournament *s)
{
    struct fl_histogram all = {.width = 0};
    for (int i = 0; i < s->sim.lineup.contestants; i++)
        fl_histogram_merge(&all, &s->sums.contestant[i].scores);
    struct frame frame = frame_of(&all);
    for (int i = 0; i < s->sim.lineup.contestants; i++) {
        char caption[FL_CELL_SIZE];
        if (!s->sums.contestant[i].games)
            continue;
        write_agent(cli, "sim.plot.scores", s->agent[i].name, 0, caption);
        draw_histogram(cli, page, &s->sums.contestant[i].scores, &frame, caption);
    }
}

static void plot_agents(const struct fl_cli *cli, FILE *page, const struct fl_tournament *s)
{
    struct bars bars = {.fair = s->by_agent[0].fair};
    char memory[160];
    struct fl_buf caption = fl_buf_over(memory, sizeof memory);
    for (int i = 0; i < s->sim.lineup.contestants; i++) {
        struct fl_success success = s->by_agent[i];
        struct fl_buf name = fl_buf_over(bars.bar[i].name, FL_CELL_SIZE);
        fl_put(&name, s->agent[i].name);
        bars.bar[i].rate = success.rate;
        bars.bar[i].interval = success.interval;
        bars.count++;
        if (fabs(success.fair - bars.fair) > 1e-9)
            bars.fair = 0; /* shares differ, so there is no common line */
    }
    fl_put_word(&caption, cli->lang, "arena.plot.agents", FL_BARE);
    draw_bars(cli, page, &bars, caption.at);
}

static void draw_plots(const struct fl_cli *cli, FILE *page, const struct fl_tournament *s)
{
    put_heading(cli, page, "sim.heading.places");
    plot_seats(cli, page, s);
    plot_order(cli, page, s);
    put_heading(cli, page, "sim.heading.scores");
    plot_scores(cli, page, s);
    put_heading(cli, page, "sim.heading.course");
    plot_one(cli, page, &s->sums.lengths, "sim.plot.lengths");
    if (s->sim.watch_lead)
        plot_one(cli, page, &s->sums.leads, "sim.plot.leads");
}

/* ---- the page ---- */

static void put_title(const struct fl_cli *cli, const struct fl_tournament *s, const char *key,
                      struct fl_buf *out)
{
    struct fl_phrase p;
    fl_phrase_begin(&p, key);
    fl_with_word(&p, "game", s->sim.game->name);
    fl_with_count(&p, "n", s->sim.setup.seats);
    fl_put_phrase(out, cli->lang, &p, NULL);
}

bool fl_page_write(const struct fl_cli *cli, const char *path, const struct fl_tournament *s,
                   const struct fl_page *contents)
{
    char memory[160];
    struct fl_buf title = fl_buf_over(memory, sizeof memory);
    put_title(cli, s, contents->title, &title);
    FILE *page = open_page(cli, path, title.at);
    if (!page)
        return false;
    put_text(page, contents->sentences);
    put_text(page, contents->summary);
    if (contents->agents) {
        put_heading(cli, page, "sim.heading.agents");
        put_table(page, contents->agents);
    }
    if (contents->pairs) {
        plot_agents(cli, page, s);
        put_heading(cli, page, "arena.heading.pairs");
        put_table(page, contents->pairs);
    }
    put_heading(cli, page, "sim.heading.seats");
    put_table(page, contents->seats);
    draw_plots(cli, page, s);
    return close_page(cli, path, page);
}
