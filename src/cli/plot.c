/* Plots as inline SVG: bars with whiskers, and histograms. */
#include <math.h>
#include <stdlib.h>

#include "cli/page.h"

enum { WIDTH = 480, TALL = 170, ROW = 44, EDGE = 10, BARS = 40 };

static void begin_figure(FILE *page, const char *caption, int height)
{
    fputs("<figure><figcaption>", page);
    fl_page_escape(page, caption);
    fprintf(page, "</figcaption>\n<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"", WIDTH,
            height);
    fl_page_escape(page, caption);
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
    fl_page_escape(page, text);
    fputs("</text>\n", page);
}

static const char *percent(const struct fl_cli *cli, char memory[48], double rate)
{
    char number[32];
    snprintf(memory, 48, "%s %%", fl_figure(cli, number, 100 * rate, 1));
    return memory;
}

/* ---- bars ---- */

/* The rate at the right edge: the next ten percents above every whisker. */
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

void fl_plot_bars(const struct fl_cli *cli, FILE *page, const struct fl_bars *bars,
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

/* The values of a bar: one, or the first and the last. */
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

void fl_plot_histogram(const struct fl_cli *cli, FILE *page, const struct fl_histogram *h,
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
        if (i == top) /* the highest one says how high it is */
            draw_text(page, fmin(fmax(EDGE + (i + 0.5) * wide, 40), WIDTH - 40), TALL - 30 - high,
                      "middle", part);
    }
    draw_axis(page, frame, wide);
    fputs("</svg></figure>\n", page);
}
