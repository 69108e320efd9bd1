/* A series of games between agents, as sim and arena order, play and tell it. */
#ifndef FL_CLI_SERIES_H
#define FL_CLI_SERIES_H

#include "cli/agents.h"
#include "cli/page.h"
#include "core/json.h"
#include "sim/sim.h"

/* What is typed, or NULL. */
struct fl_series_order {
    const char *seats, *agents, *games, *seed, *threads, *html;
    struct fl_cli_settings settings;
    bool json;
};

/* Options that both commands have; fl_series_take knows their letters. */
#define FL_SERIES_OPTIONS                                                                          \
    {"seats", required_argument, NULL, 's'}, {"agents", required_argument, NULL, 'a'},             \
        {"games", required_argument, NULL, 'g'}, {"seed", required_argument, NULL, 'r'},           \
        {"threads", required_argument, NULL, 't'}, {"option", required_argument, NULL, 'o'},       \
        {"html", required_argument, NULL, 'h'}, {"json", no_argument, NULL, 'j'},                  \
    {                                                                                              \
        "lang", required_argument, NULL, 'l'                                                       \
    }

struct fl_series {
    struct fl_sim sim;
    struct fl_sim_sums sums;
    struct fl_cli_agent agent[FL_MAX_SEATS]; /* the contestants */
    double seconds;
    atomic_ullong done;
    atomic_bool *stop; /* set by Ctrl-C */
};

/* Notes an option; false if it is none of the common ones. */
bool fl_series_take(struct fl_series_order *, int option);

/* Reads the game, which stands next, and everything but the agents; false after an error was
 * printed, with the exit status in `status`. */
bool fl_series_prepare(const struct fl_cli *, int argc, char **argv, const struct fl_series_order *,
                       struct fl_series *, int *status);

/* Adds a contestant; those typed alike are one. Returns his number. */
int fl_series_enter(struct fl_series *, const struct fl_cli_agent *);

/* Does the work, which plays games into the sums until they are played or somebody presses Ctrl-C.
 * False after an error was printed. */
bool fl_series_run(const struct fl_cli *, struct fl_series *, void (*work)(void *),
                   double (*part)(const void *), void *what);

/* The usual work on a series, and the part done. */
void fl_series_play(void *series);
double fl_series_part(const void *series);

/* ---- figures ---- */

/* The part of its games that a contestant won, what it would be if all played alike, and the
 * interval. */
struct fl_success {
    double rate, fair;
    struct fl_interval interval;
};

struct fl_success fl_series_success(const struct fl_series *, int contestant);

/* How often a seat won, and a place in the order of play: 0 is who starts. Games with the same dice
 * favour the same seat, so here they count as one: the fair part is that of one seat. */
struct fl_success fl_series_seat(const struct fl_series *, int seat);
struct fl_success fl_series_order(const struct fl_series *, int place);

/* ---- telling ---- */

/* Sentences on speed, length, who starts, and the lead; one a line. */
void fl_series_summary(const struct fl_cli *, const struct fl_series *, struct fl_buf *out);

/* Every seat: who sat there if always the same, scores, wins. */
void fl_series_seat_table(const struct fl_cli *, const struct fl_series *, struct fl_table *);

/* Every contestant: games, scores, wins, fair share; Elo too if there are ratings. */
void fl_series_agent_table(const struct fl_cli *, const struct fl_series *,
                           const struct fl_rating *, struct fl_table *);

/* A key in JSON with an interval as its value. */
void fl_json_interval(struct fl_json *, const char *key, struct fl_interval, int places);

/* A key with mean, deviation and extremes; then, under "histogram", the bins. */
void fl_json_spread(struct fl_json *, const char *key, const struct fl_spread *,
                    const struct fl_histogram *);

/* Everything both commands tell, inside an open object. */
void fl_series_json(struct fl_json *, const struct fl_series *);

/* The same for the contestants, with ratings or without. */
void fl_series_json_agents(struct fl_json *, const struct fl_series *, const struct fl_rating *);

/* The plots both commands have. */
void fl_series_plots(const struct fl_cli *, FILE *page, const struct fl_series *);

/* The title of a page: the command's word and the game. */
void fl_series_title(const struct fl_cli *, const struct fl_series *, const char *key,
                     struct fl_buf *out);

#endif
