/* Statistics of Pirates en Duel with our own cards: pirates_en_duel_cards [GAMES] plays GAMES games
 * between greedy players at every level and number of seats, the first seat starting, and prints
 * the tables of docs/pirates-en-duel-cards.md. It counts phrases of the narration. Seeds are fixed.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agents/game_ai.h"
#include "games/games.h"

enum { LEVELS = 3, SEATS = 6 };

/* The events that are counted, by phrases of the narration. */
enum { TURNS, CARDS, DUELS, EVADED, SUNK, RUINED, OUT, TARGET, COUNTS };
static const char *const told[COUNTS] = {"pd.say.recruit", "pd.say.combat", "pd.say.duel",
                                         "pd.say.evaded",  "pd.say.sunk",   "pd.say.ruined",
                                         "pd.say.out",     "pd.say.target"};

struct sums {
    double games, moves, count[COUNTS];
    double share[SEATS], squares[SEATS]; /* of wins */
};

/* Whether a phrase reports the event. A duel has several keys: "pd.say.duel", "pd.say.duel-with".
 */
static bool is_told(const char *key, const char *event)
{
    size_t len = strlen(event);
    return !strncmp(key, event, len) && (!key[len] || (event == told[DUELS] && key[len] == '-'));
}

static void listen(const struct fl_match *m, int seat, fl_move move, struct sums *sums)
{
    struct fl_phrases saying = {.count = 0};
    m->game->say(&m->state, seat, move, &saying);
    for (int i = 0; i < saying.count; i++)
        for (int what = 0; what < COUNTS; what++)
            sums->count[what] += is_told(saying.phrase[i].key, told[what]);
}

static fl_move choose(const struct fl_match *m, int seat, struct fl_rng *rng)
{
    struct fl_sight sight;
    if (seat == FL_CHANCE)
        return fl_sample_chance(m->game, &m->state, rng);
    fl_match_sight(m, seat, &sight);
    return fl_game_ai_of(&fl_pirates_en_duel)->greedy(&sight, 0, rng);
}

static void play(struct fl_match *m, struct fl_rng *rng, struct sums *sums)
{
    for (fl_seats turn; (turn = fl_match_turn(m)) != 0;) {
        int seat = __builtin_ctz(turn);
        fl_move move = choose(m, seat, rng);
        listen(m, seat, move, sums);
        fl_match_play(m, seat, move);
    }
    fl_seats winners = m->game->winners(&m->state);
    for (int seat = 0; seat < m->setup.seats; seat++) {
        double share = winners & FL_SEAT(seat) ? 1.0 / __builtin_popcount(winners) : 0;
        sums->share[seat] += share;
        sums->squares[seat] += share * share;
    }
    sums->games++;
    sums->moves += m->steps;
}

static struct sums watch(int level, int seats, int games)
{
    const struct fl_game *g = &fl_pirates_en_duel;
    struct fl_setup setup = fl_setup_default(g, seats);
    struct sums sums = {0};
    struct fl_match m;
    fl_setup_set(g, &setup, "level", (const char[]){(char)('0' + level), '\0'});
    fl_setup_set(g, &setup, "first", "1");
    fl_match_begin(&m, g, &setup, FL_TRUTH);
    for (int i = 0; i < games; i++) {
        struct fl_rng rng = fl_rng_from((uint64_t)(100 * level + seats), (uint64_t)i);
        fl_match_again(&m);
        play(&m, &rng, &sums);
    }
    fl_match_end(&m);
    return sums;
}

static void print_game(int level, int seats, const struct sums *s)
{
    double n = s->games;
    printf("| %d | %d | %.1f | %.1f | %.0f | %.0f %% | %.2f | %.2f | %.2f | %.2f | %.1f %% |\n",
           level, seats, s->count[TURNS] / n, s->count[TURNS] / n / seats, s->moves / n,
           100 * s->count[DUELS] / s->count[CARDS], s->count[EVADED] / n, s->count[SUNK] / n,
           s->count[RUINED] / n, (s->count[OUT] + s->count[RUINED]) / n,
           100 * s->count[TARGET] / n);
}

static void print_seats(int level, int seats, const struct sums *s)
{
    double n = s->games;
    printf("| %d | %d |", level, seats);
    for (int seat = 0; seat < SEATS; seat++) {
        double mean = s->share[seat] / n;
        double error = 1.96 * sqrt((s->squares[seat] / n - mean * mean) / n);
        if (seat < seats)
            printf(" %.1f ± %.1f |", 100 * mean, 100 * error);
        else
            printf(" |");
    }
    printf(" %.2f |\n", seats * s->share[0] / n);
}

int main(int argc, char **argv)
{
    int games = argc > 1 ? atoi(argv[1]) : 10000;
    struct sums sums[LEVELS + 1][SEATS + 1];
    for (int level = 1; level <= LEVELS; level++)
        for (int seats = 2; seats <= SEATS; seats++)
            sums[level][seats] = watch(level, seats, games);
    puts("| level | players | turns | rounds | moves | duels a card | evaded | boats sunk | ruined "
         "| players out | won by coins |\n|---|---|---|---|---|---|---|---|---|---|---|");
    for (int level = 1; level <= LEVELS; level++)
        for (int seats = 2; seats <= SEATS; seats++)
            print_game(level, seats, &sums[level][seats]);
    puts("\n| level | players | 1st | 2nd | 3rd | 4th | 5th | 6th | 1st, fair = 1 |\n"
         "|---|---|---|---|---|---|---|---|---|");
    for (int level = 1; level <= LEVELS; level++)
        for (int seats = 2; seats <= SEATS; seats++)
            print_seats(level, seats, &sums[level][seats]);
    return 0;
}
