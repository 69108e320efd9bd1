/* A position in the middle of a turn of Mille Sabords!, and the value of every move. */
#include <stdlib.h>
#include <string.h>

#include "cli/mille_sabords/solve.h"
#include "games/games.h"
#include "term/block.h"

enum { ALL_DICE = 0xFF, LAST_DIE = FL_SABORDS_DICE - 1, SHOWN_MOVES = 8 };

/* Puts as many dice of each face on Treasure Island as were given; which of equal dice does not
 * matter. */
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

bool fl_cli_lay_table(const struct fl_cli_position *p, struct fl_sabords *out)
{
    int card = p->dice.card;
    struct fl_setup setup = fl_setup_default(&fl_mille_sabords, 2);
    fl_mille_sabords.start(out, &setup);
    out->card = (uint8_t)card;
    out->guardian = card == FL_CARD_GUARDIAN && !p->guardian_used;
    out->throws = p->first ? 1 : 2;
    out->score[0] = 100 * p->standing.mine;
    out->score[1] = 100 * p->standing.theirs;
    out->rerolled = ALL_DICE;
    memcpy(out->die, p->dice.die, sizeof out->die);
    lay_on_card(out, p->dice.island);
    /* The last die is rolled by a move of chance: the rules then evaluate the throw, with bust,
     * Skull Island and guardian, and this function need not repeat them. */
    out->rolling = 1u << LAST_DIE;
    out->phase = FL_SABORDS_ROLLING;
    fl_mille_sabords.apply(out, FL_CHANCE, (fl_move)(FL_SABORDS_SHOWN + out->die[LAST_DIE]));
    return out->phase == FL_SABORDS_OPENING || out->phase == FL_SABORDS_OVER;
}

struct valued_move {
    fl_move move;
    char faces[FL_SABORDS_DICE + 1]; /* of the dice that the move concerns, skulls first */
    double worth;
};

/* All moves except stopping; one of each group of moves with equal dice. */
struct values {
    double stop; /* value of stopping, or of a turn that is over */
    int count;
    struct valued_move at[FL_MAX_MOVES];
};

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
            *faces++ = fl_cli_face_letters[face];
    *faces = '\0';
}

/* Whether the list already has a move with the same verb and equal dice. */
static bool is_there(const struct values *v, const struct valued_move *move)
{
    for (int i = 0; i < v->count; i++)
        if (v->at[i].move >> 8 == move->move >> 8 && !strcmp(v->at[i].faces, move->faces))
            return true;
    return false;
}

/* Values are compared as they are printed. Otherwise the order of moves with equal values would
 * depend on rounding errors. */
static int64_t millionths(double worth)
{
    return (int64_t)(worth * 1e6 + (worth < 0 ? -0.5 : 0.5));
}

/* Orders moves by value as printed, then by kind of move, then by number of dice. */
static int better_first(const void *a, const void *b)
{
    const struct valued_move *x = a, *y = b;
    int64_t one = millionths(x->worth), other = millionths(y->worth);
    if (one != other)
        return one > other ? -1 : 1;
    if (x->move >> 8 != y->move >> 8)
        return x->move >> 8 < y->move >> 8 ? -1 : 1;
    size_t m = strlen(x->faces), n = strlen(y->faces);
    return m != n ? (m > n ? -1 : 1) : x->move < y->move ? -1 : 1;
}

static void value_choice(const struct fl_cli_valuation *from, struct values *v)
{
    const struct fl_sabords *table = &from->table;
    struct fl_moves moves = {0};
    fl_list(&fl_mille_sabords, table, table->seat, &moves);
    for (uint32_t i = 0; i < moves.count; i++) {
        struct valued_move *move = &v->at[v->count];
        move->move = moves.at[i].move;
        move->worth = fl_move_worth(&from->solved, table, move->move);
        name_faces(table, move->move, move->faces);
        if (move->move == FL_SABORDS_STOP)
            v->stop = move->worth;
        else
            v->count += !is_there(v, move);
    }
    qsort(v->at, (size_t)v->count, sizeof v->at[0], better_first);
}

/* On Skull Island there is one move. */
static void throw_on_skull_island(const struct fl_cli_valuation *from, struct values *v)
{
    uint8_t count[FL_FACES];
    fl_sabords_count(from->table.die, ALL_DICE, count);
    v->count = 1;
    v->at[0].move = FL_SABORDS_THROW;
    /* The solver treats a visit to Skull Island as one value by the number of skulls so far. */
    v->at[0].worth = from->solved.stakes.raid[count[FL_SKULL]];
    name_faces(&from->table, FL_SABORDS_THROW, v->at[0].faces);
}

static void put_json(const struct fl_cli_valuation *from, const struct values *v,
                     struct fl_buf *out)
{
    struct fl_json j = fl_json_to(out);
    fl_json_open(&j, '{');
    if (from->table.phase == FL_SABORDS_READY)
        fl_json_key_text(&j, "stop", NULL);
    else
        fl_json_key_decimal(&j, "stop", v->stop, 6);
    fl_json_key(&j, "moves");
    fl_json_open(&j, '[');
    for (int i = 0; i < v->count; i++) {
        char memory[40];
        struct fl_buf spelled = fl_buf_over(memory, sizeof memory);
        fl_mille_sabords.spell(v->at[i].move, &spelled);
        fl_json_open(&j, '{');
        fl_json_key_text(&j, "move", spelled.at);
        fl_json_key_text(&j, "faces", v->at[i].faces);
        fl_json_key_decimal(&j, from->unit, v->at[i].worth, 6);
        fl_json_close(&j, '}');
    }
    fl_json_close(&j, ']');
    fl_json_close(&j, '}');
    fl_put_char(out, '\n');
}

static void put_stop(const struct fl_cli *cli, const struct fl_cli_valuation *from, double stop,
                     struct fl_buf *out)
{
    char worth[32];
    struct fl_phrase phrase;
    int phase = from->table.phase;
    snprintf(worth, sizeof worth, "%.6f", stop);
    fl_phrase_begin(&phrase, phase == FL_SABORDS_CHOOSING ? from->stop_key
                             : phase == FL_SABORDS_READY  ? "solve.skull-island"
                                                          : from->over_key);
    fl_with_text(&phrase, "worth", worth);
    fl_put_phrase(out, cli->lang, &phrase, NULL);
    fl_put_char(out, '\n');
}

static void put_words(const struct fl_cli *cli, const struct fl_cli_valuation *from,
                      const struct values *v, struct fl_buf *out)
{
    put_stop(cli, from, v->stop, out);
    for (int i = 0; i < v->count && i < SHOWN_MOVES; i++) {
        char memory[40], line[80];
        struct fl_buf spelled = fl_buf_over(memory, sizeof memory);
        fl_mille_sabords.spell(v->at[i].move, &spelled);
        snprintf(line, sizeof line, "%-9s %13.6f\n", v->at[i].faces, v->at[i].worth);
        fl_put(out, "  ");
        fl_put_padded(out, spelled.at, 24);
        fl_put(out, line);
    }
}

void fl_cli_put_values(const struct fl_cli *cli, const struct fl_cli_valuation *from, bool json,
                       struct fl_buf *out)
{
    struct values values = {.stop = from->over};
    if (from->table.phase == FL_SABORDS_CHOOSING)
        value_choice(from, &values);
    else if (from->table.phase == FL_SABORDS_READY)
        throw_on_skull_island(from, &values);
    if (json)
        put_json(from, &values, out);
    else
        put_words(cli, from, &values, out);
}
