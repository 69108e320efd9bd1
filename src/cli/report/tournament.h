/* A series of games between agents, as `sim` and `arena` run and report it. */
#ifndef FL_CLI_REPORT_TOURNAMENT_H
#define FL_CLI_REPORT_TOURNAMENT_H

#include "cli/options/agents.h"
#include "cli/options/external_bots.h"
#include "cli/report/part.h"
#include "cli/report/text_table.h"
#include "core/json.h"
#include "sim/sim.h"

/* The options as typed, or NULL. */
struct fl_tournament_order {
    const char *seats, *agents, *games, *seed, *threads, *html, *bot_time, *bot_memory;
    const char *shard, *out;
    struct fl_cli_settings settings;
    bool json;
};

/* The common options, parsed by fl_tournament_take. */
#define FL_TOURNAMENT_OPTIONS                                                                      \
    {"seats", required_argument, NULL, 's'}, {"agents", required_argument, NULL, 'a'},             \
        {"games", required_argument, NULL, 'g'}, {"seed", required_argument, NULL, 'r'},           \
        {"threads", required_argument, NULL, 't'}, {"option", required_argument, NULL, 'o'},       \
        {"html", required_argument, NULL, 'h'}, {"json", no_argument, NULL, 'j'},                  \
        {"bot-time", required_argument, NULL, 'b'}, {"bot-memory", required_argument, NULL, 'm'},  \
        {"shard", required_argument, NULL, 'k'}, {"out", required_argument, NULL, 'O'},            \
    {                                                                                              \
        "lang", required_argument, NULL, 'l'                                                       \
    }

/* The share of games that a contestant or seat won, the share of an average one, and the 95 %
 * confidence interval. */
struct fl_success {
    double rate, fair;
    struct fl_interval interval;
};

struct fl_tournament {
    struct fl_sim sim;
    struct fl_sim_sums sums;
    struct fl_cli_agent agent[FL_MAX_SEATS]; /* the contestants */
    struct fl_external_bots bots;
    struct fl_part *part; /* of the games, to be written to a file; NULL: all games are played */
    double seconds;
    atomic_ullong done;
    atomic_bool stop; /* set by Ctrl-C */
    /* By seat, by place in the order of play (0 starts), by contestant; set by
     * fl_tournament_run. */
    struct fl_success by_seat[FL_MAX_SEATS], by_order[FL_MAX_SEATS], by_agent[FL_MAX_SEATS];
};

/* Notes an option. Returns false if it is not a common one. */
bool fl_tournament_take(struct fl_tournament_order *, int option);

/* Parses the game, which is the next argument, and all options except the agents. Returns false
 * after printing an error, with the exit status in `status`. */
bool fl_tournament_prepare(const struct fl_cli *, int argc, char **argv,
                           const struct fl_tournament_order *, struct fl_tournament *, int *status);

/* Adds a contestant and returns its number. Agents typed identically are one contestant. */
int fl_tournament_enter(struct fl_tournament *, const struct fl_cli_agent *);

/* Runs the work, which adds games to the sums until all are played or Ctrl-C is pressed, and shows
 * the part that is done, 0..1. Without work, plays all games of the series. Returns false after
 * printing an error. */
bool fl_tournament_run(const struct fl_cli *, struct fl_tournament *, void (*work)(void *),
                       double (*part)(const void *), void *what);

/* Writes the results to the file of --out. Returns the exit status. */
int fl_tournament_write_part(const struct fl_cli *, struct fl_tournament *,
                             const struct fl_tournament_order *);

/* Writes a JSON key with an interval as its value. */
void fl_json_interval(struct fl_json *, const char *key, struct fl_interval, int places);

/* What a command reports in addition to the summary, the table of seats and the plots. */
struct fl_tournament_report {
    const char *title;                 /* translation key of the page's title */
    const char *sentences;             /* before the summary, each with a line end */
    bool agents;                       /* whether there is a table of contestants */
    const struct fl_rating *ratings;   /* Elo of the contestants, or NULL */
    const struct fl_text_table *pairs; /* results of pairs of contestants, or NULL */
    /* Writes further members of the JSON object; may be NULL. */
    void (*put_more)(struct fl_json *, const struct fl_tournament *);
};

/* Prints the report on standard output, as text or as JSON, and writes the HTML page, as the
 * options request. Returns the exit status, after printing an error if it is not FL_CLI_OK. */
int fl_tournament_show(const struct fl_cli *, const struct fl_tournament *,
                       const struct fl_tournament_report *, const struct fl_tournament_order *);

#endif
