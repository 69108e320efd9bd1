/* The table of probabilities to win of Mille Sabords!, and turns solved with it. */
#include <stdlib.h>
#include <string.h>

#include "agents/mille_sabords/win_solver.h"

bool fl_win_begin(struct fl_win *w, int target, int lowest)
{
    *w = (struct fl_win){.target = target, .lowest = lowest};
    w->count = (size_t)fl_win_totals(w) * (size_t)(2 * fl_win_totals(w) + FL_WIN_OVERS);
    w->rows = 2 * FL_WIN_ROUNDS * fl_win_totals(w) + FL_WIN_OVERS;
    w->exact = calloc(w->count, sizeof *w->exact);
    return w->exact;
}

void fl_win_end(struct fl_win *w)
{
    free(w->exact);
    w->exact = NULL;
}

/* ---- the table of probabilities ---- */

static int between(int value, int least, int most)
{
    return value < least ? least : value > most ? most : value;
}

static size_t index_of(const struct fl_win *w, struct fl_win_position s)
{
    int n = fl_win_totals(w), mine = between(s.mine - w->lowest, 0, n - 1);
    if (s.stage == FL_SABORDS_LAST_ROUND)
        return (size_t)(2 * n * n + mine * FL_WIN_OVERS +
                        between(s.theirs - w->target, 0, FL_WIN_OVERS - 1));
    return (size_t)((s.stage == FL_SABORDS_SUDDEN ? n * n : 0) + mine * n +
                    between(s.theirs - w->lowest, 0, n - 1));
}

double fl_win_chance(const struct fl_win *w, struct fl_win_position s)
{
    size_t index = index_of(w, s);
    return w->exact ? w->exact[index] : w->coarse[index] / 65535.0;
}

/* Sections 8.1 to 8.6 of the rules. */
double fl_win_after(const struct fl_win *w, struct fl_win_position now)
{
    struct fl_win_position other = {now.stage, now.theirs, now.mine};
    bool reached = now.mine >= w->target;
    if (now.stage == FL_SABORDS_LAST_ROUND) {
        if (reached || now.theirs >= w->target)
            return now.mine > now.theirs ? 1 : now.mine == now.theirs ? 0.5 : 0;
        other.stage = FL_SABORDS_SUDDEN;
    } else if (reached) {
        if (now.stage == FL_SABORDS_SUDDEN)
            return 1;
        other.stage = FL_SABORDS_LAST_ROUND;
    }
    return 1 - fl_win_chance(w, other);
}

/* The probability to win after every end of a turn. */
struct outlook {
    double points[FL_POINT_ENDS], raid[FL_RAID_ENDS];
};

static void fill_outlook(const struct fl_win *w, struct fl_win_position s, struct outlook *out)
{
    for (int i = 0; i < FL_POINT_ENDS; i++)
        out->points[i] = fl_win_after(
            w, (struct fl_win_position){s.stage, s.mine + FL_LEAST_POINTS + i, s.theirs});
    for (int i = 0; i < FL_RAID_ENDS; i++)
        out->raid[i] = fl_win_after(w, (struct fl_win_position){s.stage, s.mine, s.theirs - i});
}

static void fill_stakes(const struct outlook *outlook, const struct fl_card_ends *card,
                        struct fl_stakes *out)
{
    out->enough = 1e-10; /* of a probability */
    for (int node = 0; node < card->turn.nodes; node++) {
        out->stop[node] = outlook->points[card->stop[node]];
        out->lost[node] = outlook->points[card->lost[node]];
    }
    if (card->nine >= 0)
        out->stop[card->nine] = 1;
    for (int skulls = 0; skulls <= FL_SABORDS_DICE; skulls++) {
        out->raid[skulls] = 0;
        for (int loss = 0; loss < FL_RAID_ENDS; loss++)
            out->raid[skulls] += card->raid[skulls][loss] * outlook->raid[loss];
    }
}

void fl_win_solve_turn(const struct fl_win *w, struct fl_win_position s, int card,
                       struct fl_solved *out)
{
    struct outlook outlook;
    struct fl_card_ends ends;
    memset(out, 0, sizeof *out);
    fl_card_ends_of(card, &ends);
    out->turn = ends.turn;
    fill_outlook(w, s, &outlook);
    fill_stakes(&outlook, &ends, &out->stakes);
    fl_turn_solve(&out->turn, &out->stakes, &out->plan, &out->worth);
}
