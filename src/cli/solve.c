/* flibuste solve mille-sabords: what a turn is worth under every card, and what every move is worth
 * with given dice. */
#include "cli/solve.h"

#include <stdlib.h>
#include <string.h>

#include "games/games.h"
#include "term/block.h"

enum { ALL_DICE = 0xFF, LAST_DIE = FL_SABORDS_DICE - 1, SHOWN_MOVES = 8, PLACES = 6 };

struct request {
    const char *card, *dice, *island;
    bool guardian_used, first, json, svg;
};

static bool read_request(struct fl_cli *cli, int argc, char **argv, struct request *out)
{
    static const struct option options[] = {{"card", required_argument, NULL, 'c'},
                                            {"dice", required_argument, NULL, 'd'},
                                            {"island", required_argument, NULL, 'i'},
                                            {"guardian-used", no_argument, NULL, 'g'},
                                            {"first", no_argument, NULL, 'f'},
                                            {"json", no_argument, NULL, 'j'},
                                            {"svg", no_argument, NULL, 's'},
                                            {"lang", required_argument, NULL, 'l'},
                                            {0}};
    *out = (struct request){.island = ""};
    for (int option; (option = fl_cli_option(cli, argc, argv, options)) != -1;) {
        if (option == '?')
            return false;
        if (option == 'c')
            out->card = optarg;
        if (option == 'd')
            out->dice = optarg;
        if (option == 'i')
            out->island = optarg;
        out->guardian_used |= option == 'g';
        out->first |= option == 'f';
        out->json |= option == 'j';
        out->svg |= option == 's';
    }
    return true;
}

/* ---- every card ---- */

struct deck {
    struct fl_figures card[FL_SABORDS_KINDS], all;
};

static void solve_deck(struct deck *out)
{
    struct fl_solved solved;
    for (int card = 0; card < FL_SABORDS_KINDS; card++) {
        fl_solve_for_points(card, &solved);
        fl_figures_of(&solved, &out->card[card]);
    }
    fl_figures_of_deck(out->card, &out->all);
}

static void put_decimal(struct fl_json *j, const char *key, double value)
{
    fl_json_key(j, key);
    fl_json_decimal(j, value, PLACES);
}

static void put_figures(struct fl_json *j, const struct fl_figures *f)
{
    put_decimal(j, "points", f->points);
    put_decimal(j, "bust", f->bust);
    put_decimal(j, "island", f->island);
    put_decimal(j, "taken", f->taken);
    put_decimal(j, "sd", f->sd);
}

static void put_deck_json(const struct deck *deck, struct fl_buf *out)
{
    struct fl_json j = fl_json_to(out);
    fl_json_open(&j, '{');
    fl_json_key(&j, "cards");
    fl_json_open(&j, '[');
    for (int card = 0; card < FL_SABORDS_KINDS; card++) {
        fl_json_open(&j, '{');
        fl_json_key_text(&j, "card", fl_cli_card_name(card));
        fl_json_key_number(&j, "copies", fl_card_copies(card));
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

/* A word in the reader's language. */
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
        snprintf(copies, sizeof copies, "%d", fl_card_copies(card));
        put_row(out, word(cli, key[card], name), copies, &deck->card[card]);
    }
    put_row(out, word(cli, "solve.deck", name), "35", &deck->all);
}

/* ---- one position ---- */

struct valued {
    fl_move move;
    char faces[FL_SABORDS_DICE + 1]; /* of the dice it is about, skulls first */
    double points;
};

struct position {
    struct fl_sabords table;
    int card;
    double stop; /* what stopping brings, or what the turn that is over has brought */
    int count;
    struct valued at[FL_MAX_MOVES]; /* all moves but stopping; of those about equal dice, one */
};

static void lay_on_card(struct fl_sabords *table, const uint8_t island[FL_FACES])
{
    uint8_t left[FL_FACES];
    memcpy(left, island, sizeof left);
    for (int i = 0; i < FL_SABORDS_DICE; i++)
        if (left[table->die[i]]) {
            left[table->die[i]]--;
            table->treasure |= (uint8_t)(1u << i);
        }
}

/* The table in the middle of a turn, all dice lying but the last: the rules say what its fall
 * brings about. */
static void lay_table(const struct request *r, int card, const uint8_t island[FL_FACES],
                      struct fl_sabords *out)
{
    struct fl_setup setup = fl_setup_default(&fl_mille_sabords, 2);
    fl_mille_sabords.start(out, &setup);
    out->card = (uint8_t)card;
    out->guardian = card == FL_CARD_GUARDIAN && !r->guardian_used;
    out->throws = r->first ? 1 : 2;
    out->rerolled = ALL_DICE;
    for (int i = 0; i < FL_SABORDS_DICE; i++)
        out->die[i] = (uint8_t)fl_cli_face(r->dice[i]);
    lay_on_card(out, island);
    out->rolling = 1u << LAST_DIE;
    out->phase = FL_SABORDS_ROLLING;
    fl_mille_sabords.apply(out, FL_CHANCE, (fl_move)(FL_SABORDS_SHOWN + out->die[LAST_DIE]));
}

static void name_faces(const struct fl_sabords *table, fl_move move, char faces[])
{
    uint8_t count[FL_FACES];
    uint16_t item[FL_MAX_TOUCHED];
    unsigned mask = 0;
    for (int n = fl_mille_sabords.touches(table, table->seat, move, item); n > 0; n--)
        mask |= 1u << item[n - 1];
    fl_sabords_count(table->die, mask, count);
    for (int face = 0; face < FL_FACES; face++)
        for (int n = count[face]; n > 0; n--)
            *faces++ = fl_cli_letter(face);
    *faces = '\0';
}

/* Whether a move with the same verb and equal dice is there. */
static bool is_there(const struct position *p, const struct valued *move)
{
    for (int i = 0; i < p->count; i++)
        if (p->at[i].move >> 8 == move->move >> 8 && !strcmp(p->at[i].faces, move->faces))
            return true;
    return false;
}

/* Best first; what is equally good by the kind of move, then the one about more dice. */
static int better_first(const void *a, const void *b)
{
    const struct valued *x = a, *y = b;
    if (x->points - y->points > 1e-7 || y->points - x->points > 1e-7)
        return x->points > y->points ? -1 : 1;
    if (x->move >> 8 != y->move >> 8)
        return x->move >> 8 < y->move >> 8 ? -1 : 1;
    size_t m = strlen(x->faces), n = strlen(y->faces);
    return m != n ? (m > n ? -1 : 1) : x->move < y->move ? -1 : 1;
}

static void value_moves(struct position *p)
{
    struct fl_solved solved;
    struct fl_moves moves = {0};
    fl_solve_for_points(p->card, &solved);
    fl_list(&fl_mille_sabords, &p->table, p->table.seat, &moves);
    for (uint32_t i = 0; i < moves.count; i++) {
        struct valued *move = &p->at[p->count];
        move->move = moves.at[i].move;
        move->points = fl_move_worth(&solved, &p->table, move->move);
        name_faces(&p->table, move->move, move->faces);
        if (move->move == FL_SABORDS_STOP)
            p->stop = move->points;
        else
            p->count += !is_there(p, move);
    }
    qsort(p->at, (size_t)p->count, sizeof p->at[0], better_first);
}

/* On Skull Island there is one move, and nothing to win. */
static void throw_on_skull_island(struct position *p)
{
    p->count = 1;
    p->at[0].move = FL_SABORDS_THROW;
    p->at[0].points = 0;
    name_faces(&p->table, FL_SABORDS_THROW, p->at[0].faces);
}

static void solve_position(struct position *p)
{
    if (p->table.phase == FL_SABORDS_CHOOSING)
        value_moves(p);
    else if (p->table.phase == FL_SABORDS_READY)
        throw_on_skull_island(p);
    else
        p->stop = p->table.score[0];
}

static void put_position_json(const struct position *p, struct fl_buf *out)
{
    struct fl_json j = fl_json_to(out);
    fl_json_open(&j, '{');
    if (p->table.phase == FL_SABORDS_READY)
        fl_json_key_text(&j, "stop", NULL);
    else
        put_decimal(&j, "stop", p->stop);
    fl_json_key(&j, "moves");
    fl_json_open(&j, '[');
    for (int i = 0; i < p->count; i++) {
        char memory[40];
        struct fl_buf spelled = fl_buf_over(memory, sizeof memory);
        fl_mille_sabords.spell(p->at[i].move, &spelled);
        fl_json_open(&j, '{');
        fl_json_key_text(&j, "move", spelled.at);
        fl_json_key_text(&j, "faces", p->at[i].faces);
        put_decimal(&j, "points", p->at[i].points);
        fl_json_close(&j, '}');
    }
    fl_json_close(&j, ']');
    fl_json_close(&j, '}');
    fl_put_char(out, '\n');
}

static void put_stop(const struct fl_cli *cli, const struct position *p, struct fl_buf *out)
{
    char points[32];
    struct fl_phrase phrase;
    int phase = p->table.phase;
    snprintf(points, sizeof points, "%.6f", p->stop);
    fl_phrase_begin(&phrase, phase == FL_SABORDS_CHOOSING ? "solve.stop"
                             : phase == FL_SABORDS_READY  ? "solve.skull-island"
                                                          : "solve.over");
    fl_with_text(&phrase, "points", points);
    fl_put_phrase(out, cli->lang, &phrase, NULL);
    fl_put_char(out, '\n');
}

static void put_position_words(const struct fl_cli *cli, const struct position *p,
                               struct fl_buf *out)
{
    put_stop(cli, p, out);
    for (int i = 0; i < p->count && i < SHOWN_MOVES; i++) {
        char memory[40], line[80];
        struct fl_buf spelled = fl_buf_over(memory, sizeof memory);
        fl_mille_sabords.spell(p->at[i].move, &spelled);
        snprintf(line, sizeof line, "%-9s %13.6f\n", p->at[i].faces, p->at[i].points);
        fl_put(out, "  ");
        fl_put_padded(out, spelled.at, 24);
        fl_put(out, line);
    }
}

/* ---- the command ---- */

static int solve_all_cards(const struct fl_cli *cli, const struct request *r, struct fl_buf *out)
{
    struct deck deck;
    solve_deck(&deck);
    if (r->json)
        put_deck_json(&deck, out);
    else
        put_deck_words(cli, &deck, out);
    return FL_CLI_OK;
}

/* NULL if the position is possible, else the word key of what was expected and, in `value`, what
 * was given. */
static const char *what_is_wrong(const struct request *r, uint8_t island[FL_FACES],
                                 const char **value)
{
    uint8_t dice[FL_FACES];
    int card = r->card ? fl_cli_card(r->card) : -1;
    *value = r->card ? r->card : "";
    if (card < 0 || card == FL_CARD_NONE)
        return "solve.expected-card";
    *value = r->dice ? r->dice : "";
    if (!r->dice || !fl_cli_faces(r->dice, dice) || strlen(r->dice) != FL_SABORDS_DICE)
        return "score.expected-dice";
    *value = r->island;
    if (!fl_cli_faces(r->island, island) || !fl_cli_may_lie_on_card(island, dice) ||
        (*r->island && card != FL_CARD_ISLAND))
        return "score.expected-island";
    if (r->first && (*r->island || r->guardian_used))
        return "solve.first-throw";
    return r->guardian_used && card != FL_CARD_GUARDIAN ? "solve.no-guardian" : NULL;
}

static int solve_one_position(const struct fl_cli *cli, const struct request *r, struct fl_buf *out)
{
    struct position position = {.count = 0};
    uint8_t island[FL_FACES];
    const char *value, *wrong = what_is_wrong(r, island, &value);
    if (wrong)
        return fl_cli_fail(cli, FL_CLI_USAGE, wrong, NULL, value);
    position.card = fl_cli_card(r->card);
    lay_table(r, position.card, island, &position.table);
    solve_position(&position);
    if (r->json)
        put_position_json(&position, out);
    else
        put_position_words(cli, &position, out);
    return FL_CLI_OK;
}

static bool asks_for_position(const struct request *r)
{
    return r->card || r->dice || *r->island || r->guardian_used || r->first;
}

int fl_cli_solve(struct fl_cli *cli, int argc, char **argv)
{
    char memory[1 << 15];
    struct fl_buf out = fl_buf_over(memory, sizeof memory);
    struct request request;
    if (!read_request(cli, argc, argv, &request))
        return FL_CLI_USAGE;
    const struct fl_game *game = fl_cli_game(cli, argc, argv);
    if (!game)
        return FL_CLI_USAGE;
    if (game != &fl_mille_sabords)
        return fl_cli_fail(cli, FL_CLI_USAGE, "solve.only", NULL, game->name);
    if (optind < argc)
        return fl_cli_fail(cli, FL_CLI_USAGE, "cli.too-much", NULL, argv[optind]);
    if (request.svg) {
        fl_cli_plot_stops(cli);
        return FL_CLI_OK;
    }
    int status = asks_for_position(&request) ? solve_one_position(cli, &request, &out)
                                             : solve_all_cards(cli, &request, &out);
    fputs(out.at, stdout);
    return status;
}
