/* flibuste solve mille-sabords: the value of a turn with every card, and of every move with given
 * dice. */
#include "cli/mille_sabords/solve.h"

#include <math.h>
#include <string.h>

#include "term/block.h"

/* ---- plots ---- */

enum { COLUMNS = 22, CELL = 16, NAMES = 176, PANEL = 232, TOP = 56 };

/* The numbers of one panel, by card and points: below zero, 0, 100, ... 1900, and 2000 or more. */
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

/* The colour of a share: from blue, reroll, to red, stop. */
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

/* Prints an SVG plot of when to stop, by card, skulls and points on the table. */
static void plot_stops(const struct fl_cli *cli)
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

/* ---- the command ---- */

struct request {
    struct fl_cli_position position;
    bool svg;
    struct fl_cli_win win;
};

/* Reads an option about winning. Returns false if it is another option. */
static bool read_win(int option, struct fl_cli_win *out)
{
    const char **text = option == 't'   ? &out->target
                        : option == 'm' ? &out->mine
                        : option == 'o' ? &out->theirs
                        : option == 'p' ? &out->phase
                        : option == 'n' ? &out->threads
                                        : NULL;
    if (text)
        *text = optarg;
    out->table |= option == 'b';
    out->asked |= text || option == 'w' || option == 'b';
    return text || option == 'w' || option == 'b';
}

static void read_turn(int option, struct request *out)
{
    fl_cli_dice_option(&out->position.dice, option);
    out->position.guardian_used |= option == 'g';
    out->position.first |= option == 'f';
    out->svg |= option == 's';
}

static bool read_request(struct fl_cli *cli, int argc, char **argv, struct request *out)
{
    static const struct option options[] = {FL_DICE_OPTIONS,
                                            {"guardian-used", no_argument, NULL, 'g'},
                                            {"first", no_argument, NULL, 'f'},
                                            {"svg", no_argument, NULL, 's'},
                                            {"win", no_argument, NULL, 'w'},
                                            {"target", required_argument, NULL, 't'},
                                            {"mine", required_argument, NULL, 'm'},
                                            {"theirs", required_argument, NULL, 'o'},
                                            {"phase", required_argument, NULL, 'p'},
                                            {"threads", required_argument, NULL, 'n'},
                                            {"table", no_argument, NULL, 'b'},
                                            {0}};
    *out = (struct request){.svg = false};
    for (int option; (option = fl_cli_option(cli, argc, argv, options)) != -1;) {
        if (option == '?')
            return false;
        if (!read_win(option, &out->win))
            read_turn(option, out);
    }
    out->win.json = out->position.dice.json;
    return fl_cli_only_sabords(cli, argc, argv, "solve.only");
}

/* ---- all cards ---- */

struct deck {
    struct fl_figures card[FL_SABORDS_KINDS], all;
};

/* The figures over the whole deck: each of the 35 cards is equally likely. */
static void sum_up(const struct fl_figures card[FL_SABORDS_KINDS], struct fl_figures *out)
{
    memset(out, 0, sizeof *out);
    for (int i = 0; i < FL_SABORDS_KINDS; i++) {
        double part = fl_sabords_copies[i] / 35.0;
        out->points += part * card[i].points;
        out->squares += part * card[i].squares;
        out->bust += part * card[i].bust;
        out->island += part * card[i].island;
        out->taken += part * card[i].taken;
        if (card[i].residual > out->residual)
            out->residual = card[i].residual;
    }
    out->sd = sqrt(out->squares - out->points * out->points);
}

static void solve_deck(struct deck *out)
{
    struct fl_solved solved;
    for (int card = 0; card < FL_SABORDS_KINDS; card++) {
        fl_solve_for_points(card, &solved);
        fl_figures_of(&solved, &out->card[card]);
    }
    sum_up(out->card, &out->all);
}

static void put_figures(struct fl_json *j, const struct fl_figures *f)
{
    fl_json_key_decimal(j, "points", f->points, 6);
    fl_json_key_decimal(j, "bust", f->bust, 6);
    fl_json_key_decimal(j, "island", f->island, 6);
    fl_json_key_decimal(j, "taken", f->taken, 6);
    fl_json_key_decimal(j, "sd", f->sd, 6);
}

static void put_deck_json(const struct deck *deck, struct fl_buf *out)
{
    struct fl_json j = fl_json_to(out);
    fl_json_open(&j, '{');
    fl_json_key(&j, "cards");
    fl_json_open(&j, '[');
    for (int card = 0; card < FL_SABORDS_KINDS; card++) {
        fl_json_open(&j, '{');
        fl_json_key_text(&j, "card", fl_cli_card_names[card]);
        fl_json_key_number(&j, "copies", fl_sabords_copies[card]);
        put_figures(&j, &deck->card[card]);
        fl_json_close(&j, '}');
    }
    fl_json_close(&j, ']');
    fl_json_key(&j, "deck");
    fl_json_open(&j, '{');
    put_figures(&j, &deck->all);
    fl_json_close(&j, '}');
    fl_json_close(&j, '}');
    fl_put_char(out, '\n');
}

static void put_row(struct fl_buf *out, const char *name, const char *copies,
                    const struct fl_figures *f)
{
    char line[160];
    fl_put_padded(out, name, 26);
    snprintf(line, sizeof line, "%2s %13.6f %9.6f %9.6f %9.6f %12.6f\n", copies, f->points, f->bust,
             f->island, f->taken, f->sd);
    fl_put(out, line);
}

/* Translates a word. */
static const char *word(const struct fl_cli *cli, const char *key, char memory[80])
{
    struct fl_buf out = fl_buf_over(memory, 80);
    fl_put_word(&out, cli->lang, key, FL_BARE);
    return out.at;
}

static void put_deck_words(const struct fl_cli *cli, const struct deck *deck, struct fl_buf *out)
{
    static const char *const key[] = {
#define KEY(name, copies, spelled, key) key,
        FL_SABORDS_CARDS(KEY)
#undef KEY
    };
    char name[80], copies[12];
    fl_put_word(out, cli->lang, "solve.header", FL_BARE);
    fl_put_char(out, '\n');
    for (int card = 0; card < FL_SABORDS_KINDS; card++) {
        snprintf(copies, sizeof copies, "%d", fl_sabords_copies[card]);
        put_row(out, word(cli, key[card], name), copies, &deck->card[card]);
    }
    put_row(out, word(cli, "solve.deck", name), "35", &deck->all);
}

/* ---- the command ---- */

static int solve_all_cards(const struct fl_cli *cli, const struct request *r, struct fl_buf *out)
{
    struct deck deck;
    solve_deck(&deck);
    if (r->position.dice.json)
        put_deck_json(&deck, out);
    else
        put_deck_words(cli, &deck, out);
    return FL_CLI_OK;
}

/* Parses the dice. Returns NULL if the position is possible, else the translation key of what was
 * expected, with the rejected text in `value`. */
static const char *read_position(struct fl_cli_position *p, const char **value)
{
    const char *wrong = fl_cli_read_dice(&p->dice, false, value);
    if (wrong)
        return wrong;
    bool on_card = p->dice.island_typed && *p->dice.island_typed;
    if (p->first && (on_card || p->guardian_used))
        return "solve.first-throw";
    return p->guardian_used && p->dice.card != FL_CARD_GUARDIAN ? "solve.no-guardian" : NULL;
}

static int solve_one_position(const struct fl_cli *cli, const struct fl_cli_position *position,
                              struct fl_buf *out)
{
    struct fl_cli_valuation values = {
        .unit = "points", .stop_key = "solve.stop", .over_key = "solve.over"};
    if (fl_cli_lay_table(position, &values.table))
        values.over = values.table.score[0];
    fl_solve_for_points(position->dice.card, &values.solved);
    fl_cli_put_values(cli, &values, position->dice.json, out);
    return FL_CLI_OK;
}

static bool asks_for_position(const struct fl_cli_position *p)
{
    return p->dice.card_typed || p->dice.dice_typed || p->dice.island_typed || p->guardian_used ||
           p->first;
}

static int answer(const struct fl_cli *cli, struct request *r, struct fl_buf *out)
{
    const char *value;
    struct fl_cli_position *position = asks_for_position(&r->position) ? &r->position : NULL;
    if (position && (!position->dice.card_typed || !position->dice.dice_typed))
        return fl_cli_fail(cli, FL_CLI_USAGE, "cli.missing-option", "solve",
                           position->dice.card_typed ? "--dice" : "--card");
    const char *wrong = position ? read_position(position, &value) : NULL;
    if (wrong)
        return fl_cli_fail(cli, FL_CLI_USAGE, wrong, NULL, value);
    if (r->win.asked)
        return fl_cli_solve_win(cli, &r->win, position, out);
    return position ? solve_one_position(cli, position, out) : solve_all_cards(cli, r, out);
}

static int run_solve(struct fl_cli *cli, int argc, char **argv)
{
    char memory[1 << 15];
    struct fl_buf out = fl_buf_over(memory, sizeof memory);
    struct request request;
    if (!read_request(cli, argc, argv, &request))
        return FL_CLI_USAGE;
    if (request.svg) {
        plot_stops(cli);
        return FL_CLI_OK;
    }
    int status = answer(cli, &request, &out);
    fputs(out.at, stdout);
    return status;
}

static const struct fl_cli_command command = {"solve", run_solve, "cli.help.solve"};

const struct fl_cli_command *const fl_commands_mille_sabords[] = {&fl_command_score, &command,
                                                                  NULL};
