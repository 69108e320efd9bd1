/* The win solver of Mille Sabords! and an independent one agree on every probability of a small
 * game. usage: test_independent_win [TARGET LOWEST], in hundreds of points. Prints TAP. */
#include <stdio.h>

#include "agents/mille_sabords/win_solver.h"
#include "independent_win.h"

static const double tolerance = 1e-6;

/* The largest difference in one stage of the game. */
static double compare(const struct fl_win *win, const struct iw *w, enum fl_sabords_stage stage)
{
    static const enum iw_stage stages[] = {
        [FL_SABORDS_NORMAL] = IW_NORMAL,
        [FL_SABORDS_LAST_ROUND] = IW_LAST,
        [FL_SABORDS_SUDDEN] = IW_SUDDEN,
    };
    bool last = stage == FL_SABORDS_LAST_ROUND;
    int from = last ? w->target : w->lowest, end = last ? w->target + IW_MOST : w->target;
    double largest = 0;
    for (int mine = w->lowest; mine < w->target; mine++)
        for (int theirs = from; theirs < end; theirs++) {
            double ours = fl_win_chance(win, (struct fl_win_position){stage, mine, theirs});
            largest = fmax(largest, fabs(ours - *iw_at(w, stages[stage], mine, theirs)));
        }
    return largest;
}

int main(int argc, char **argv)
{
    static const char *const names[] = {"ordinary play", "the last round", "sudden death"};
    int target = argc > 2 ? atoi(argv[1]) : 2, lowest = argc > 2 ? atoi(argv[2]) : -1;
    struct fl_win win;
    struct fl_win_progress progress = {.rows = 0};
    bool failed = !fl_win_begin(&win, target, lowest) || !fl_win_solve(&win, 2, &progress);
    struct iw *w = iw_solve(target, lowest);
    puts("1..3");
    for (int stage = FL_SABORDS_NORMAL; stage <= FL_SABORDS_SUDDEN; stage++) {
        double difference = failed ? 1 : compare(&win, w, (enum fl_sabords_stage)stage);
        failed |= difference > tolerance;
        printf("%s %d - %s: the largest difference is %.1e\n",
               difference > tolerance ? "not ok" : "ok", stage + 1, names[stage], difference);
    }
    iw_free(w);
    fl_win_end(&win);
    return failed;
}
