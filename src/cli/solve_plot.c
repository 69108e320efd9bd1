/* When to stop, as a picture: for every card and number of skulls, of the hands that are worth so
 * many points, the part with which stopping is best. Hands count as often as a throw of that many
 * dice shows them. */
#include <string.h>

#include "cli/solve.h"

enum { COLUMNS = 22, CELL = 16, NAMES = 176, PANEL = 232, TOP = 56 };

/* One panel's figures, by card and points: below zero, 0, 100, ... 1900, and 2000 or more. */
struct panel {
    double all[FL_SABORDS_KINDS][COLUMNS], stops[FL_SABORDS_KINDS][COLUMNS];
};

static int column_of(double points)
{
    return points < 0 ? 0 : points >= 2000 ? COLUMNS - 1 : 1 + (int)(points / 100);
}

static void fill_card(const struct fl_solved *s, struct panel panel[3])
{
    const struct fl_turn *turn = &s->turn;
    int card = turn->card, guardian = card == FL_CARD_GUARDIAN;
    for (int skulls = 0; skulls <= turn->limit; skulls++) {
        struct panel *p = &panel[skulls + 2 - turn->limit];
        int dice = FL_SABORDS_DICE - skulls;
        for (int node = turn->of_size[dice]; node < turn->of_size[dice + 1]; node++) {
            int column = column_of(s->stakes.stop[node]);
            p->all[card][column] += turn->first[node];
            if (s->plan.keep[guardian][node] == FL_PLAN_STOP)
                p->stops[card][column] += turn->first[node];
        }
    }
}

/* From sea blue, throw, to blood red, stop. */
static void colour_of(double part, char out[8])
{
    static const int from[3] = {0xD6, 0xE8, 0xF0}, to[3] = {0xA3, 0x1D, 0x2A};
    int mix[3];
    for (int i = 0; i < 3; i++)
        mix[i] = from[i] + (int)(part * (to[i] - from[i]));
    snprintf(out, 8, "#%02X%02X%02X", mix[0] & 0xFF, mix[1] & 0xFF, mix[2] & 0xFF);
}

static void draw_text(const struct fl_cli *cli, int x, int y, const char *anchor,
                      const struct fl_phrase *phrase)
{
    char memory[160];
    struct fl_buf text = fl_buf_over(memory, sizeof memory);
    fl_put_phrase(&text, cli->lang, phrase, NULL);
    printf("<text x=\"%d\" y=\"%d\" text-anchor=\"%s\">%s</text>\n", x, y, anchor, text.at);
}

static void draw_word(const struct fl_cli *cli, int x, int y, const char *anchor, const char *key)
{
    struct fl_phrase phrase;
    fl_phrase_begin(&phrase, key);
    draw_text(cli, x, y, anchor, &phrase);
}

static void draw_row(const struct fl_cli *cli, const struct panel *p, int card, int y)
{
    static const char *const key[] = {
#define KEY(name, copies, spelled, key) key,
        FL_SABORDS_CARDS(KEY)
#undef KEY
    };
    char colour[8];
    draw_word(cli, NAMES - 8, y + CELL - 4, "end", key[card]);
    for (int column = 0; column < COLUMNS; column++) {
        if (p->all[card][column] <= 0)
            continue;
        double part = p->stops[card][column] / p->all[card][column];
        colour_of(part, colour);
        printf("<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\">"
               "<title>%.0f %%</title></rect>\n",
               NAMES + column * CELL, y, CELL - 1, CELL - 1, colour, 100 * part);
    }
}

static void draw_axis(int y)
{
    printf("<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">&lt;0</text>\n", NAMES + CELL / 2, y);
    for (int points = 0; points <= 2000; points += 500)
        printf("<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%s%d</text>\n",
               NAMES + (1 + points / 100) * CELL + CELL / 2, y, points == 2000 ? "≥" : "", points);
}

static void draw_panel(const struct fl_cli *cli, const struct panel *p, int skulls)
{
    struct fl_phrase title;
    int top = TOP + skulls * PANEL;
    fl_phrase_begin(&title, "solve.plot.skulls");
    fl_with_number(&title, "n", skulls);
    draw_text(cli, NAMES, top, "start", &title);
    for (int card = 0; card < FL_SABORDS_KINDS; card++)
        draw_row(cli, p, card, top + 8 + card * CELL);
    draw_axis(top + 8 + FL_SABORDS_KINDS * CELL + 12);
}

static void draw_legend(const struct fl_cli *cli, int y)
{
    char colour[8];
    draw_word(cli, NAMES + 4 * CELL, y, "end", "solve.plot.throw");
    for (int step = 0; step <= 10; step++) {
        colour_of(step / 10.0, colour);
        printf("<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\"/>\n",
               NAMES + (5 + step) * CELL, y - 11, CELL, CELL - 3, colour);
    }
    draw_word(cli, NAMES + 17 * CELL, y, "start", "solve.plot.stop");
}

void fl_cli_plot_stops(const struct fl_cli *cli)
{
    struct panel panel[3];
    struct fl_solved solved;
    int width = NAMES + COLUMNS * CELL + 24, height = TOP + 3 * PANEL + 24;
    memset(panel, 0, sizeof panel);
    for (int card = 0; card < FL_SABORDS_KINDS; card++) {
        fl_solve_for_points(card, &solved);
        fill_card(&solved, panel);
    }
    printf("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" "
           "height=\"%d\" font-family=\"sans-serif\" font-size=\"11\">\n"
           "<rect width=\"100%%\" height=\"100%%\" fill=\"#FFFFFF\"/>\n",
           width, height, width, height);
    draw_word(cli, width / 2, 24, "middle", "solve.plot.title");
    for (int skulls = 0; skulls < 3; skulls++)
        draw_panel(cli, &panel[skulls], skulls);
    draw_legend(cli, height - 14);
    puts("</svg>");
}
