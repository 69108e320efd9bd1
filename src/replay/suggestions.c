/* Better moves as phrases: for each mistake of an analysis the best move found, worded as the mover
 * could have chosen it. */
#include "replay/parts.h"
#include "replay/report.h"

static void put_better(struct fl_json *j, const struct fl_match *past, const struct fl_decision *d)
{
    struct fl_sight own;
    struct fl_phrases saying;
    fl_match_sight(past, d->seat, &own);
    fl_sight_say_all(&own, (struct fl_step){.move = d->best, .seat = (uint16_t)d->seat}, &saying);
    fl_json_open(j, '{');
    fl_json_key_number(j, "step", d->step);
    fl_json_key(j, "phrase");
    fl_json_phrase(j, &saying.phrase[0]);
    fl_json_close(j, '}');
}

bool fl_put_better(struct fl_json *j, const struct fl_match *m, const struct fl_analysis *a)
{
    struct fl_match past;
    bool remembered = true;
    fl_match_begin(&past, m->game, &m->setup, m->viewer);
    fl_json_key(j, "suggestions");
    fl_json_open(j, '[');
    for (uint32_t i = 0; remembered && i < a->decisions; i++) {
        if (!fl_is_mistake(&a->decision[i]))
            continue;
        while (remembered && past.steps < a->decision[i].step)
            remembered =
                fl_match_play(&past, m->log[past.steps].seat, m->log[past.steps].move) == FL_OK;
        if (remembered)
            put_better(j, &past, &a->decision[i]);
    }
    fl_json_close(j, ']');
    fl_match_end(&past);
    return remembered;
}
