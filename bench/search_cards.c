/* Searches better values for our own cards of Pirates en Duel, by greedy self-play at every level
 * and number of seats, the first seat starting:
 *
 * search_cards climb SECONDS [NAME=NUMBER ...] (from the present set, or from this one)
 *
 * search_cards try GAMES [random] [NAME=NUMBER ...] (compares the present set with this one)
 *
 * Two criteria count: how unevenly the seats win, and how many of the combat cards lead to a fought
 * duel (one evaded by a helm does not count). docs/pirates-en-duel-cards.md has the results. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "agents/game_ai.h"
#include "duel_set.h"
#include "games/games.h"
#include "games/pirates_en_duel/pirates_en_duel.h"

enum { LEVELS = 3, MIN_SEATS = 2, SEATS = 6, CELLS = LEVELS * (SEATS - MIN_SEATS + 1) };
enum { CLIMBING = 6000 };                 /* games per cell; with 1,500 noise dominates */
enum { BATCHES = 10, CONFIRMED = 20000 }; /* of a comparison; games per cell after climbing */
enum { FRESH = 1 << 20 };                 /* first seed that climbing does not use */
static const double
    longest = 1.3,
    bloody = 1.4; /* limits of rounds and eliminated players, relative to the present set */

/* ---- playing ---- */

struct cell {
    int level, seats;
    double games, rounds, out, cards, fought;
    double wins[SEATS];
};

/* The game has no hidden information, so the state is everybody's sight. */
static fl_move choose(struct fl_sight *table, int seat, fl_choose agent, struct fl_rng *rng)
{
    if (seat == FL_CHANCE)
        return table->game->sample_chance(&table->state, rng);
    table->viewer = seat;
    return agent(table, 0, rng);
}

static void play(struct fl_sight *table, fl_choose agent, struct fl_rng *rng, struct cell *sums)
{
    const struct fl_game *g = table->game;
    struct fl_duel *s = (struct fl_duel *)&table->state;
    g->start(s, &table->setup);
    for (fl_seats turn; (turn = g->turn(s)) != 0;) {
        int seat = __builtin_ctz(turn), phase = s->phase, defender = s->boat[FL_DEFENDER];
        fl_move move = choose(table, seat, agent, rng);
        g->apply(s, seat, move);
        sums->cards += phase == FL_DUEL_DRAWING;
        sums->fought += defender == FL_NOBODY && s->boat[FL_DEFENDER] != FL_NOBODY;
        sums->fought -= phase == FL_DUEL_HELM_DIE && move == FL_DUEL_FACE + FL_DIE_BOAT;
    }
    fl_seats winners = g->winners(s);
    for (int seat = 0; seat < sums->seats; seat++)
        if (winners & FL_SEAT(seat))
            sums->wins[seat] += 1.0 / __builtin_popcount(winners);
    sums->games++;
    sums->rounds += s->round;
    sums->out += sums->seats - fl_bits(s->in_play);
}

static void play_cell(struct cell *cell, fl_choose agent, int games, int batch)
{
    struct fl_sight table = {.game = &fl_pirates_en_duel};
    uint64_t seed = (uint64_t)batch * 1000 + (uint64_t)(100 * cell->level + cell->seats);
    table.setup = fl_setup_default(table.game, cell->seats);
    fl_setup_set(table.game, &table.setup, "first", "1");
    fl_setup_set(table.game, &table.setup, "level", (char[]){(char)('0' + cell->level), '\0'});
    for (int i = 0; i < games; i++) {
        struct fl_rng rng = fl_rng_from(seed, (uint64_t)i);
        play(&table, agent, &rng, cell);
    }
}

/* ---- evaluation ---- */

struct verdict {
    double uneven; /* root mean square deviation of the seats' shares of wins, where a fair share is
                      1 */
    double fought; /* duels per combat card */
    double rounds, out;  /* per game */
    double first[CELLS]; /* share of wins of the first seat, where a fair share is 1 */
};

/* The mean square deviation, less the part that random variation explains. */
static double unevenness(const struct cell *c)
{
    double sum = 0, chance = (c->seats - 1) / c->games;
    for (int seat = 0; seat < c->seats; seat++)
        sum += pow(c->seats * c->wins[seat] / c->games - 1, 2);
    return sum / c->seats - chance;
}

static struct verdict judge(const struct duel_set *set, fl_choose agent, int games, int batch)
{
    struct verdict v = {0};
    duel_play_with(set);
    for (int i = 0; i < CELLS; i++) {
        struct cell c = {.level = i % LEVELS + 1, .seats = i / LEVELS + MIN_SEATS};
        play_cell(&c, agent, games, batch);
        v.uneven += unevenness(&c) / CELLS;
        v.fought += c.fought / c.cards / CELLS;
        v.rounds += c.rounds / c.games / CELLS;
        v.out += c.out / c.games / CELLS;
        v.first[i] = c.seats * c.wins[0] / c.games;
    }
    v.uneven = sqrt(fmax(0, v.uneven));
    return v;
}

/* On average a game must not become much longer or eliminate many more players than now. */
static bool keeps_character(const struct verdict *v, const struct verdict *now)
{
    return v->rounds <= longest * now->rounds && v->out <= bloody * now->out;
}

/* Lower is better: 10 % less uneven counts as much as 10 % more duels, but a set that is worse than
 * now in either is rejected. */
static double cost(const struct verdict *v, const struct verdict *now)
{
    double uneven = v->uneven / now->uneven, fought = v->fought / now->fought;
    double worse = fmax(0, uneven - 1) + fmax(0, 1 - fought);
    return uneven - fought + 10 * worse + 10 * !keeps_character(v, now);
}

/* ---- hill climbing ---- */

struct climb {
    struct duel_set best;
    struct verdict now;
    double cost;
    int batch;
};

static void print_set(const struct duel_set *set)
{
    struct duel_set present = duel_present_set();
    for (int i = 0; i < KNOBS; i++)
        if (set->at[i] != present.at[i])
            printf(" %s=%d", duel_knobs[i].name, set->at[i]);
    puts("");
    fflush(stdout);
}

static double cost_of(const struct climb *c, const struct duel_set *set)
{
    struct verdict v = judge(set, fl_game_ai_of(&fl_pirates_en_duel)->greedy, CLIMBING, c->batch);
    return cost(&v, &c->now);
}

/* Uses new seeds, so that no set is preferred for its luck. */
static void look_again(struct climb *c)
{
    struct duel_set present = duel_present_set();
    c->batch++;
    c->now = judge(&present, fl_game_ai_of(&fl_pirates_en_duel)->greedy, CLIMBING, c->batch);
    c->cost = cost_of(c, &c->best);
}

/* One parameter changed by one, or two at once. */
static struct duel_set neighbour(const struct duel_set *of, struct fl_rng *rng)
{
    struct duel_set set;
    do {
        set = *of;
        for (uint32_t i = 1 + fl_rng_below(rng, 2); i > 0; i--)
            set.at[fl_rng_below(rng, KNOBS)] += fl_rng_below(rng, 2) ? 1 : -1;
    } while (!duel_is_possible(&set) || !memcmp(&set, of, sizeof set));
    return set;
}

/* A step is accepted if it is better twice, with different seeds. */
static void step(struct climb *c, struct fl_rng *rng)
{
    struct duel_set set = neighbour(&c->best, rng);
    if (cost_of(c, &set) >= c->cost)
        return;
    look_again(c);
    double again = cost_of(c, &set);
    if (again >= c->cost)
        return;
    c->best = set;
    c->cost = again;
    printf("%+.3f", again);
    print_set(&set);
}

static double seconds(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

static struct duel_set climb(const struct duel_set *from, double limit)
{
    struct climb c = {.best = *from};
    struct fl_rng rng = fl_rng_from(1, 1);
    look_again(&c);
    while (seconds() < limit)
        step(&c, &rng);
    return c.best;
}

/* ---- comparison: the same new seeds for both sets, in batches ---- */

struct figure {
    double sum, squares;
};

static void note(struct figure *f, double x)
{
    f->sum += x;
    f->squares += x * x;
}

static void print_figure(const char *format, const struct figure *f)
{
    double mean = f->sum / BATCHES;
    double variance = (f->squares / BATCHES - mean * mean) / (BATCHES - 1);
    printf(format, mean, 2.26 * sqrt(fmax(0, variance))); /* Student's t, 9 degrees of freedom */
}

/* Rows: the first seat in every cell, then the figures of all cells together. */
enum { UNEVEN = CELLS, FOUGHT, ROUNDS, OUT, ROWS };
static const char *const row_name[ROWS] = {
    [UNEVEN] = "unevenness of all seats",
    [FOUGHT] = "duels fought a card",
    [ROUNDS] = "rounds a game",
    [OUT] = "players out a game",
};

static void take_rows(const struct verdict *v, double *row)
{
    memcpy(row, v->first, sizeof v->first);
    row[UNEVEN] = v->uneven;
    row[FOUGHT] = v->fought;
    row[ROUNDS] = v->rounds;
    row[OUT] = v->out;
}

static void print_row(int row, const struct figure *figure)
{
    if (row < CELLS)
        printf("| first of %d, level %d |", row / LEVELS + MIN_SEATS, row % LEVELS + 1);
    else
        printf("| %s |", row_name[row]);
    print_figure(" %.3f ± %.3f |", &figure[0]);
    print_figure(" %.3f ± %.3f |", &figure[1]);
    print_figure(" %+.3f ± %.3f |\n", &figure[2]);
}

static void compare(const struct duel_set *set, fl_choose agent, int games)
{
    struct duel_set present = duel_present_set();
    struct figure figure[ROWS][3] = {0};
    for (int i = 0; i < BATCHES; i++) {
        struct verdict old = judge(&present, agent, games / BATCHES, FRESH + i);
        struct verdict new = judge(set, agent, games / BATCHES, FRESH + i);
        double before[ROWS], after[ROWS];
        take_rows(&old, before);
        take_rows(&new, after);
        for (int row = 0; row < ROWS; row++) {
            note(&figure[row][0], before[row]);
            note(&figure[row][1], after[row]);
            note(&figure[row][2], after[row] - before[row]);
        }
    }
    puts("| | now | new | change |\n|---|---|---|---|");
    for (int row = 0; row < ROWS; row++)
        print_row(row, figure[row]);
}

/* ---- main ---- */

static void usage(void)
{
    fputs("usage: search_cards climb SECONDS [NAME=NUMBER ...]\n"
          "       search_cards try GAMES [random] [NAME=NUMBER ...]\nnames:",
          stderr);
    for (int i = 0; i < KNOBS; i++)
        fprintf(stderr, " %s (%d to %d)", duel_knobs[i].name, duel_knobs[i].least,
                duel_knobs[i].most);
    fputs("\n", stderr);
    exit(2);
}

static void turn_knob(struct duel_set *set, const char *text)
{
    size_t len = strcspn(text, "=");
    for (int i = 0; i < KNOBS; i++)
        if (text[len] && strlen(duel_knobs[i].name) == len &&
            !strncmp(text, duel_knobs[i].name, len)) {
            set->at[i] = atoi(text + len + 1);
            return;
        }
    usage();
}

static void check_numbers(const struct duel_set *present)
{
    if (duel_is_the_game(present))
        return;
    fputs("search_cards: duel_set.h no longer says what is in pirates_en_duel.h\n", stderr);
    exit(1);
}

int main(int argc, char **argv)
{
    struct duel_set set = duel_present_set();
    bool climbs = argc > 2 && !strcmp(argv[1], "climb"),
         tries = argc > 2 && !strcmp(argv[1], "try");
    bool at_random = tries && argc > 3 && !strcmp(argv[3], "random");
    int amount = climbs || tries ? atoi(argv[2]) : 0;
    check_numbers(&set);
    if (amount < BATCHES)
        usage();
    for (int i = 3 + at_random; i < argc; i++)
        turn_knob(&set, argv[i]);
    if (!duel_is_possible(&set))
        usage();
    if (climbs)
        set = climb(&set, amount);
    compare(&set, at_random ? fl_random : fl_game_ai_of(&fl_pirates_en_duel)->greedy,
            climbs ? CONFIRMED : amount);
    return 0;
}
