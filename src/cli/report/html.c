/* HTML pages: head, style, text, tables, and plots as SVG. */
#include "cli/report/html.h"

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

FILE *fl_html_open(const struct fl_cli *cli, const char *path, const char *title)
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

bool fl_html_close(const struct fl_cli *cli, const char *path, FILE *page)
{
    fputs("</body>\n</html>\n", page);
    bool good = !ferror(page);
    if (fclose(page) == 0 && good)
        return true;
    fl_cli_fail(cli, FL_CLI_FAILED, "cli.cannot-write", path, strerror(errno));
    return false;
}

void fl_html_heading(const struct fl_cli *cli, FILE *page, const char *key)
{
    char memory[160];
    struct fl_buf word = fl_buf_over(memory, sizeof memory);
    fl_put_word(&word, cli->lang, key, FL_BARE);
    fputs("<h2>", page);
    html_escape(page, word.at);
    fputs("</h2>\n", page);
}

void fl_html_text(FILE *page, const char *lines)
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

void fl_html_table(FILE *page, const struct fl_text_table *t)
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

static const char *percent(const struct fl_cli *cli, char memory[48], double rate)
{
    char number[32];
    snprintf(memory, 48, "%s %%", fl_figure(cli, number, 100 * rate, 1));
    return memory;
}

/* ---- bars ---- */

/* The rate at the right edge: the next multiple of ten percent above all intervals. */
static double scale_of(const struct fl_bars *bars)
{
    double most = bars->fair;
    for (int i = 0; i < bars->count; i++)
        most = fmax(most, bars->bar[i].interval.high);
    return fmax(ceil(most * 10), 1) / 10;
}

static void draw_bar(const struct fl_cli *cli, FILE *page, const struct fl_bars *bars, int i,
                     double scale)
{
    double pixels = (WIDTH - 2 * EDGE) / scale, y = i * ROW + 20, middle = y + 9;
    double low = EDGE + bars->bar[i].interval.low * pixels;
    double high = EDGE + bars->bar[i].interval.high * pixels;
    char rate[48];
    draw_text(page, EDGE, y - 5, "start", bars->bar[i].name);
    draw_text(page, WIDTH - EDGE, y - 5, "end", percent(cli, rate, bars->bar[i].rate));
    fprintf(page, "<rect class=\"bar\" x=\"%d\" y=\"%.1f\" width=\"%.1f\" height=\"18\"/>\n", EDGE,
            y, bars->bar[i].rate * pixels);
    draw_line(page, "whisker", low, middle, high, middle);
    draw_line(page, "whisker", low, middle - 5, low, middle + 5);
    draw_line(page, "whisker", high, middle - 5, high, middle + 5);
}

void fl_svg_bars(const struct fl_cli *cli, FILE *page, const struct fl_bars *bars,
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

struct fl_frame fl_frame_of(const struct fl_histogram *all)
{
    int64_t bins = fl_histogram_bar(all, BARS), first = fl_bar_of(all->first, bins);
    return (struct fl_frame){.first = first,
                             .width = bins * all->width,
                             .bars = (int)(fl_bar_of(all->last, bins) - first) + 1};
}

static uint64_t fill_bars(const struct fl_histogram *h, const struct fl_frame *frame, uint64_t *out)
{
    uint64_t total = 0;
    for (int64_t bin = h->first; h->width && bin <= h->last; bin++) {
        out[fl_bar_of(bin * h->width, frame->width) - frame->first] += fl_histogram_count(h, bin);
        total += fl_histogram_count(h, bin);
    }
    return total;
}

/* Writes the values of a bar: one, or the first and the last. */
static void write_values(const struct fl_frame *frame, int bar, char out[64])
{
    long long low = (frame->first + bar) * frame->width, high = low + frame->width - 1;
    if (low == high)
        snprintf(out, 64, "%lld", low);
    else
        snprintf(out, 64, "%lld – %lld", low, high);
}

static void draw_axis(FILE *page, const struct fl_frame *frame, double wide)
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

static void draw_column(FILE *page, const struct fl_frame *frame, int bar, double high,
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

void fl_svg_histogram(const struct fl_cli *cli, FILE *page, const struct fl_histogram *h,
                      const struct fl_frame *frame, const char *caption)
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
        percent(cli, part, (double)count[i] / (double)total);
        draw_column(page, frame, i, high, part);
        if (i == top) /* the highest bar is labelled */
            draw_text(page, fmin(fmax(EDGE + (i + 0.5) * wide, 40), WIDTH - 40), TALL - 30 - high,
                      "middle", part);
    }
    draw_axis(page, frame, wide);
    fputs("</svg></figure>\n", page);
}
