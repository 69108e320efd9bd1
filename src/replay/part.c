/* What is done to a match before it is analysed. */
#include "replay/report.h"

bool fl_match_part(const struct fl_match *m, int viewer, struct fl_match *out)
{
    struct fl_match past;
    bool same = true;
    fl_match_begin(&past, m->game, &m->setup, FL_TRUTH);
    fl_match_begin(out, m->game, &m->setup, viewer);
    for (uint32_t i = 0; same && i < m->steps; i++) {
        struct fl_step step = m->log[i];
        same = fl_match_play(out, step.seat, fl_step_seen(&past, viewer, step)) == FL_OK &&
               fl_match_play(&past, step.seat, step.move) == FL_OK;
    }
    fl_match_end(&past);
    return same;
}

/* A playout takes about half the match, and a decision some weighings. */
uint32_t fl_playouts_within(const struct fl_match *m, double moves, uint32_t least, uint32_t most)
{
    static const double weighings = 4;
    double steps = m->steps, decisions = 1;
    for (uint32_t i = 0; i < m->steps; i++)
        decisions += m->log[i].seat != FL_CHANCE;
    double playouts = moves / (decisions * weighings * (steps / 2 + 1));
    return playouts < least ? least : playouts > most ? most : (uint32_t)playouts;
}
