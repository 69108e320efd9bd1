/* libflibuste: the analysis of matches. */
#include <stdlib.h>

#include "agents/parallel.h"
#include "lib/handles.h"
#include "replay/report.h"

enum { FEW_PLAYOUTS = 16, MANY_PLAYOUTS = 128 }; /* per figure, if the caller asks for the usual */

static const double usual_moves = 1e7;

struct flibuste_analysis {
    struct flibuste_match *match; /* a copy, as far as the analysed seat saw it */
    struct fl_analysis analysis;
    uint32_t playouts;
    int seat;
};

/* The match that is analysed: complete if it may be, otherwise what the seat saw. */
static enum flibuste_status take_match(const struct flibuste_match *m, int seat,
                                       struct flibuste_match **out)
{
    bool is_secret = m->match.game->redact && fl_match_turn(&m->match);
    if (m->match.viewer != FL_TRUTH && seat != FL_NOBODY && seat != m->match.viewer)
        return FLIBUSTE_HIDDEN;
    if (m->match.viewer == FL_TRUTH && is_secret && seat == FL_NOBODY)
        return FLIBUSTE_HIDDEN;
    if (m->match.viewer == FL_SPECTATOR || fl_match_hides_past(&m->match))
        return FLIBUSTE_HIDDEN;
    if (m->match.viewer != FL_TRUTH || !is_secret)
        return flibuste_match_copy(m, out);
    struct flibuste_match *part = calloc(1, sizeof *part);
    if (!part)
        return FLIBUSTE_NO_MEMORY;
    part->players = m->players;
    if (fl_match_partial(&m->match, seat, &part->match)) {
        *out = part;
        return FLIBUSTE_OK;
    }
    flibuste_match_free(part);
    return FLIBUSTE_NO_MEMORY;
}

static bool analyse(struct flibuste_analysis *a, struct flibuste_effort effort)
{
    const struct fl_match *m = &a->match->match;
    fl_seats all = (fl_seats)(FL_SEAT(m->setup.seats) - 1);
    a->playouts = effort.playouts;
    if (!a->playouts)
        a->playouts = fl_playouts_within(m, usual_moves, FEW_PLAYOUTS, MANY_PLAYOUTS);
    struct fl_analyse how = {.playouts = a->playouts,
                             .threads = effort.threads,
                             .seed = effort.seed,
                             .seats = a->seat == FL_NOBODY ? all : FL_SEAT(a->seat)};
    return fl_analyse(m, &how, &a->analysis);
}

enum flibuste_status flibuste_analysis_new(const struct flibuste_match *m, int seat,
                                           struct flibuste_effort effort,
                                           struct flibuste_analysis **out)
{
    bool exists = seat == FL_NOBODY || (seat >= 0 && seat < m->match.setup.seats);
    *out = NULL;
    if (!exists || effort.threads < 1 || effort.threads > FL_MAX_THREADS)
        return FLIBUSTE_BAD_ARGUMENT;
    struct flibuste_analysis *a = calloc(1, sizeof *a);
    if (!a)
        return FLIBUSTE_NO_MEMORY;
    a->seat = m->match.viewer < FL_MAX_SEATS ? m->match.viewer : seat;
    enum flibuste_status status = take_match(m, seat, &a->match);
    if (status == FLIBUSTE_OK && !analyse(a, effort))
        status = FLIBUSTE_NO_MEMORY;
    if (status != FLIBUSTE_OK) {
        flibuste_match_free(a->match);
        free(a);
        return status;
    }
    *out = a;
    return FLIBUSTE_OK;
}

void flibuste_analysis_free(struct flibuste_analysis *a)
{
    if (!a)
        return;
    fl_analysis_end(&a->analysis);
    flibuste_match_free(a->match);
    free(a);
}

int flibuste_analysis_count(const struct flibuste_analysis *a)
{
    return (int)a->analysis.decisions;
}

struct flibuste_decision flibuste_analysis_decision(const struct flibuste_analysis *a, int number)
{
    if (number < 0 || number >= (int)a->analysis.decisions)
        return (struct flibuste_decision){.made = FLIBUSTE_UNSEEN, .best = FLIBUSTE_UNSEEN};
    const struct fl_decision *d = &a->analysis.decision[number];
    return (struct flibuste_decision){.step = d->step,
                                      .made = d->made,
                                      .best = d->best,
                                      .seat = (uint16_t)d->seat,
                                      .is_mistake = fl_is_mistake(d),
                                      .loss = d->loss.value,
                                      .error = d->loss.error};
}

struct flibuste_shares flibuste_analysis_shares(const struct flibuste_analysis *a, int seat)
{
    if (seat < 0 || seat >= a->match->match.setup.seats)
        return (struct flibuste_shares){.start = 0};
    const struct fl_result_breakdown *b = &a->analysis.breakdown[seat];
    return (struct flibuste_shares){.start = b->start.value,
                                    .luck = b->luck.value,
                                    .skill = b->skill.value,
                                    .rest = b->rest.value,
                                    .result = b->result.value};
}

size_t flibuste_analysis_json(const struct flibuste_analysis *a, char *out, size_t room)
{
    struct fl_report report = {.match = &a->match->match,
                               .players = &a->match->players,
                               .analysis = &a->analysis,
                               .playouts = a->playouts,
                               .seat = a->seat};
    size_t size = fl_report_room(&a->analysis);
    char *memory = malloc(size);
    fl_lib_copy("", 0, out, room);
    if (!memory)
        return 0;
    struct fl_buf text = fl_buf_over(memory, size);
    struct fl_json json = fl_json_to(&text);
    fl_json_open(&json, '{');
    fl_report_put(&json, &report);
    fl_json_close(&json, '}');
    size_t len = fl_lib_copy(text.at, text.len, out, room);
    free(memory);
    return len;
}
