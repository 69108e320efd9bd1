/* flibuste describe GAME: an environment card in Markdown, for people who write learning programs.
 * The figures depend on the seed and the number of games only. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/options/agents.h"
#include "core/observe.h"
#include "sim/sim.h"

/* Sums over random games. */
struct sums {
    struct fl_spread steps, decisions, branching, chance;
    uint64_t forced, unseen, all;
};

/* ---- measurement ---- */

/* Plays one random game and adds its figures. */
static void measure_game(struct fl_match *m, struct fl_rng *rng, struct sums *s)
{
    uint32_t decisions = 0;
    fl_match_again(m);
    fl_match_play_chance_rng(m, rng);
    for (fl_seats turn; (turn = fl_match_turn(m));) {
        int seat = __builtin_ctz(turn);
        struct fl_sight sight;
        struct fl_moves list;
        fl_match_sight(m, seat, &sight);
        fl_list(sight.game, &sight.state, seat, &list);
        fl_spread_add(&s->branching, list.count);
        s->forced += list.count == 1;
        decisions++;
        fl_match_play(m, seat, list.at[fl_rng_below(rng, list.count)].move);
        fl_match_play_chance_rng(m, rng);
    }
    fl_spread_add(&s->steps, m->steps);
    fl_spread_add(&s->decisions, decisions);
    fl_spread_add(&s->chance, m->rolls);
}

/* Counts the steps that the first seat does not see. */
static void measure_secrets(const struct fl_match *m, struct sums *s)
{
    struct fl_match past;
    fl_match_begin(&past, m->game, &m->setup, FL_TRUTH);
    for (uint32_t i = 0; i < m->steps; i++) {
        s->unseen += fl_step_seen(&past, 0, m->log[i]) == FL_UNSEEN;
        s->all++;
        if (fl_match_play(&past, m->log[i].seat, m->log[i].move) != FL_OK)
            break;
    }
    fl_match_end(&past);
}

static struct sums measure(const struct fl_game *game, uint64_t games, uint64_t seed)
{
    struct sums s = {0};
    struct fl_setup setup = fl_setup_default(game, game->seats_min);
    struct fl_match m;
    fl_match_begin(&m, game, &setup, FL_TRUTH);
    for (uint64_t i = 0; i < games; i++) {
        struct fl_rng rng = fl_rng_from(seed, i);
        measure_game(&m, &rng, &s);
        if (i < 20)
            measure_secrets(&m, &s);
    }
    fl_match_end(&m);
    return s;
}

/* ---- text ---- */

static void print_spread(const char *name, const struct fl_spread *s)
{
    printf("| %s | %.1f | %.1f | %lld | %lld |\n", name, fl_spread_mean(s), fl_spread_deviation(s),
           (long long)s->least, (long long)s->most);
}

static void print_title(const struct fl_game *game)
{
    char memory[128];
    fl_lang english = FL_DEFAULT_LANG;
    struct fl_buf title = fl_buf_over(memory, sizeof memory);
    fl_lang_of("en", &english);
    fl_put_word(&title, english, game->name, FL_BARE);
    printf("# %s as an environment\n\n", title.at);
}

static void print_head(const struct fl_game *game)
{
    print_title(game);
    printf("`flibuste describe %s` writes this page. Version %d of the rules, version %d of the "
           "observation. Random play "
           "with %d seats\nand default options, unless stated otherwise.\n\n",
           game->name, game->version, FL_OBSERVATION_VERSION, game->seats_min);
    printf("| property | value |\n|---|---|\n");
    printf("| seats | %d to %d |\n", game->seats_min, game->seats_max);
    printf("| state | %d bytes |\n", game->state_size);
    printf("| observation | %d numbers of 16 bits |\n", fl_observation_size(game));
    printf("| moves | %d numbers, including those of chance |\n", game->move_count);
    printf("| hidden information | %s |\n", game->redact ? "yes" : "no");
    printf("| turns | %s |\n", game->simultaneous ? "some are simultaneous" : "one seat at a time");
    printf("| reward | share of the win less 1 / seats, at the end |\n");
}

static void print_options(const struct fl_game *game)
{
    for (int i = 0; i < fl_option_count(game); i++) {
        printf("| option `%s` |", game->option[i].name);
        for (int c = 0; c < FL_MAX_CHOICES && game->option[i].choice[c].word; c++)
            printf("%s `%s`", c ? "," : "", game->option[i].choice[c].word);
        printf(" |\n");
    }
}

static void print_sizes(const struct sums *s, uint64_t games)
{
    printf(
        "\n## Size\n\n%llu random games. A step is a decision of a player, or one die or card.\n\n",
        (unsigned long long)games);
    printf("| figure | mean | deviation | least | most |\n|---|---|---|---|---|\n");
    print_spread("steps per game", &s->steps);
    print_spread("decisions per game", &s->decisions);
    print_spread("legal moves per decision", &s->branching);
    printf("\n| share | |\n|---|---|\n");
    printf("| steps that are chance | %.1f %% |\n",
           100 * fl_spread_mean(&s->chance) / fl_spread_mean(&s->steps));
    printf("| decisions with one legal move | %.1f %% |\n",
           100 * (double)s->forced / (double)s->branching.count);
    printf("| steps that a player does not see | %.1f %% |\n",
           100 * (double)s->unseen / (double)s->all);
}

/* The score and the win rate of an agent alone against random play. */
static void print_baseline(const struct fl_game *game, const char *name, uint64_t games,
                           uint64_t seed)
{
    struct fl_agent_choice choice;
    struct fl_setup setup = fl_setup_default(game, game->seats_min);
    struct fl_sim sim = {.game = game, .setup = setup, .seed = seed, .games = games, .threads = 1};
    if (fl_agent_read(game, name, &choice) != FL_AGENT_FINE)
        return;
    struct fl_sim_sums *sums = calloc(1, sizeof *sums);
    if (!sums)
        return;
    sim.lineup.seating = FL_ROTATED;
    sim.lineup.contestants = 2;
    for (int seat = 1; seat < setup.seats; seat++)
        sim.lineup.given[seat] = 1;
    fl_lineup_begin(&sim.lineup, game, &setup);
    sim.contestant[0] = (struct fl_contestant){.choose = choice.choose, .effort = choice.effort};
    sim.contestant[1] = (struct fl_contestant){.choose = fl_random};
    fl_sim_run(&sim, NULL, NULL, sums);
    double n = (double)sums->contestant[0].games;
    double rate = (double)sums->contestant[0].win_share / FL_WHOLE_WIN / n;
    double error = 1.96 * fl_spread_deviation(&sums->contestant[0].score) / sqrt(n);
    struct fl_interval wins = fl_wilson(rate, n);
    printf("| `%s` | %.1f %% | %.1f to %.1f | %.1f | %.1f to %.1f |\n", name, 100 * rate,
           100 * wins.low, 100 * wins.high, fl_spread_mean(&sums->contestant[0].score),
           fl_spread_mean(&sums->contestant[0].score) - error,
           fl_spread_mean(&sums->contestant[0].score) + error);
    free(sums);
}

static void print_baselines(const struct fl_game *game, uint64_t games, uint64_t seed)
{
    static const char *const agents[] = {"random", "moussaillon", "greedy", "ismcts:100", NULL};
    printf("\n## Baselines\n\nOne agent against random play in the other seats, %llu games "
           "(`ismcts:100`: %llu), 95 %% "
           "intervals.\n\n",
           (unsigned long long)games, (unsigned long long)games / 10);
    printf("| agent | wins | interval | score | interval |\n|---|---|---|---|---|\n");
    for (int i = 0; agents[i]; i++)
        print_baseline(game, agents[i], strchr(agents[i], ':') ? games / 10 : games, seed);
}

static void print_fields(const struct fl_game *game)
{
    const char *name;
    int first, count;
    printf("\n## Observation\n\nRows of seats begin with the viewer; numbers of seats count from "
           "the viewer; -1 is no "
           "seat.\n\n");
    printf("| values | field | meaning |\n|---|---|---|\n");
    for (int i = 0; (name = fl_observation_field(game, i, &first, &count)); i++) {
        const char *about = i && game->fields ? game->fields[i - 1].about : "Number of the seat.";
        if (count == 1)
            printf("| %d | `%s` | %s |\n", first, name, about);
        else
            printf("| %d to %d | `%s` | %s |\n", first, first + count - 1, name, about);
    }
}

static int run_describe(struct fl_cli *cli, int argc, char **argv)
{
    static const struct option options[] = {{"lang", required_argument, NULL, 'l'},
                                            {"games", required_argument, NULL, 'g'},
                                            {"seed", required_argument, NULL, 's'},
                                            {0}};
    long long games = 1000, seed = 1;
    for (int option; (option = fl_cli_option(cli, argc, argv, options)) != -1;)
        if (option == '?' ||
            (option == 'g' && !fl_cli_number(cli, "--games", optarg, 20, 10000000, &games)) ||
            (option == 's' && !fl_cli_number(cli, "--seed", optarg, 0, INT64_MAX, &seed)))
            return FL_CLI_USAGE;
    const struct fl_game *game = fl_cli_game(cli, argc, argv);
    if (!game)
        return FL_CLI_USAGE;
    if (optind < argc)
        return fl_cli_fail(cli, FL_CLI_USAGE, "cli.too-much", NULL, argv[optind]);
    struct sums sums = measure(game, (uint64_t)games, (uint64_t)seed);
    print_head(game);
    print_options(game);
    print_sizes(&sums, (uint64_t)games);
    print_baselines(game, (uint64_t)games, (uint64_t)seed);
    print_fields(game);
    return FL_CLI_OK;
}

const struct fl_cli_command fl_command_describe = {"describe", run_describe, "cli.help.describe"};
