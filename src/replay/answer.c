/* Finding out what a question about a record asks for, and writing the answer. */
#include <stdlib.h>

#include "games/games.h"
#include "replay/go.h"
#include "replay/parts.h"
#include "replay/question.h"
#include "replay/reckon.h"
#include "replay/report.h"

enum {
    FIRST_ROOM = 1 << 18, /* bytes of an answer */
    LARGEST_ROOM = 1 << 24,
    FEW_PLAYOUTS = 16,
    MANY_PLAYOUTS = 128,
    MOST_ANALYSED = 4000 /* steps */
};

/* An analysis makes about so many in its playouts, which takes some seconds: the same everywhere,
 * so that everybody gets the same answer. */
static const double analysis_moves = 1e7;

/* All that is known when the answer is written. */
struct answer {
    const struct fl_question *question;
    const struct fl_replay *by;
    struct fl_record record;
    struct fl_analysis analysis;
    struct fl_report report;
    struct fl_reckoning reckoning;
    uint32_t step; /* GO: the first to be shown */
    bool refused;
    struct fl_phrase why;
    struct fl_record_error error; /* whose words `why` may hold */
};

/* ---- what has to be found out ---- */

static void refuse(struct answer *a, const char *key)
{
    a->refused = true;
    fl_phrase_begin(&a->why, key);
}

/* Everything lies open once a match is over; a partial record has its own viewer's eyes. */
static void look(struct answer *a)
{
    const struct fl_match *m = &a->record.match;
    int viewer = a->question->viewer;
    if (viewer < FL_MAX_SEATS && viewer >= m->setup.seats)
        refuse(a, "viewer.expected");
    else if (m->viewer != FL_TRUTH && viewer != m->viewer)
        refuse(a, "viewer.other-eyes");
    else if (viewer == FL_TRUTH && fl_match_turn(m) && m->game->redact)
        refuse(a, "viewer.not-over");
}

/* Secrets of a game under way stay such: it is analysed as one seat saw it. So is one that is over
 * if a seat is asked for. */
static bool take_eyes(struct answer *a)
{
    struct fl_match *m = &a->record.match, part;
    int seat = m->viewer == FL_TRUTH ? a->question->viewer : m->viewer;
    bool is_asked_whole = a->question->viewer == FL_NOBODY && !fl_match_turn(m);
    bool open = m->viewer == FL_TRUTH && (is_asked_whole || !m->game->redact);
    a->report.seat = open ? FL_NOBODY : seat;
    if (open)
        return true;
    if (seat >= m->setup.seats) {
        refuse(a, "viewer.whose");
        return false;
    }
    if (m->viewer != FL_TRUTH)
        return true;
    bool taken = fl_match_part(m, seat, &part);
    fl_match_end(m);
    *m = part;
    return taken;
}

static bool analyse(struct answer *a)
{
    struct fl_match *m = &a->record.match;
    if (m->steps > MOST_ANALYSED)
        refuse(a, "viewer.too-long");
    if (a->refused || !take_eyes(a))
        return a->refused;
    int seat = a->report.seat;
    a->report.playouts = fl_playouts_within(m, analysis_moves, FEW_PLAYOUTS, MANY_PLAYOUTS);
    struct fl_analyse how = {.playouts = a->report.playouts,
                             .threads = 1,
                             .seed = 1,
                             .seats = seat == FL_NOBODY ? (fl_seats)(FL_SEAT(m->setup.seats) - 1)
                                                        : FL_SEAT(seat),
                             .stop = a->by->stop};
    return fl_analyse(m, &how, &a->analysis);
}

static void go(struct answer *a)
{
    const struct fl_question *q = a->question;
    struct fl_going going = {.step = q->step,
                             .seat = q->viewer,
                             .level = fl_level_find(q->level),
                             .move = q->move,
                             .by = a->by};
    a->step = going.step;
    if (!going.level)
        refuse(a, "viewer.expected");
    else
        a->refused = !fl_replay_go(&a->record, &going, &a->why);
}

/* False if there is no memory for it, or it was stopped. */
static bool find_out(struct answer *a)
{
    const struct fl_question *q = a->question;
    if (q->kind == FL_ASK_ANALYSIS)
        return analyse(a);
    if (q->kind == FL_ASK_GO)
        go(a);
    else if (q->kind == FL_ASK_VIEWS)
        look(a);
    else if (a->record.match.viewer != FL_TRUTH)
        refuse(a, "viewer.odds-partial");
    return !a->by->stop || !atomic_load(a->by->stop);
}

/* ---- the answer ---- */

static bool put_record(struct fl_json *j, const struct fl_record *record, size_t room)
{
    char *memory = malloc(room);
    if (!memory)
        return false;
    struct fl_buf text = fl_buf_over(memory, room);
    fl_record_write(&record->match, &record->players, FL_TRUTH, &text);
    fl_json_key_text(j, "record", text.at);
    j->out->overflowed |= text.overflowed;
    free(memory);
    return true;
}

static bool put_answer(struct fl_json *j, const struct answer *a, size_t room)
{
    static const char *const names[] = {[FL_ASK_VIEWS] = "views",
                                        [FL_ASK_ODDS] = "odds",
                                        [FL_ASK_ANALYSIS] = "analysis",
                                        [FL_ASK_GO] = "gone-on",
                                        [FL_ASK_GOLD] = "reckoned"};
    const struct fl_question *q = a->question;
    struct fl_showing showing = {.record = &a->record, .viewer = q->viewer, .from = a->step};
    fl_json_key_text(j, "is", a->refused ? "refused" : names[q->kind]);
    if (a->refused) {
        fl_json_key(j, "why");
        fl_json_phrase(j, &a->why);
        return true;
    }
    switch (q->kind) {
    case FL_ASK_ODDS:
        return fl_put_odds(j, &a->record.match);
    case FL_ASK_ANALYSIS:
        fl_report_put(j, &a->report);
        return fl_put_better(j, &a->record.match, &a->analysis);
    case FL_ASK_GOLD:
        fl_put_reckoning(j, &a->reckoning);
        return true;
    case FL_ASK_GO:
        showing.asks = true;
        return put_record(j, &a->record, room) && fl_put_views(j, &showing);
    default:
        return fl_put_views(j, &showing);
    }
}

/* Writes into ever more memory until it fits. */
static char *written(const struct answer *a, size_t *len)
{
    for (size_t room = FIRST_ROOM; room <= LARGEST_ROOM; room *= 4) {
        char *memory = malloc(room);
        if (!memory)
            return NULL;
        struct fl_buf out = fl_buf_over(memory, room);
        struct fl_json j = fl_json_to(&out);
        fl_json_open(&j, '{');
        bool put = put_answer(&j, a, room);
        fl_json_close(&j, '}');
        *len = out.len;
        if (put && !out.overflowed)
            return memory;
        free(memory);
        if (!put)
            return NULL;
    }
    return NULL;
}

char *fl_replay_answer(const char *text, size_t len, const struct fl_replay *by, size_t *answer_len)
{
    struct fl_question question;
    struct answer a = {.question = &question, .by = by};
    size_t begin = 0;
    bool read = false, found = true;
    a.report = (struct fl_report){
        .match = &a.record.match, .players = &a.record.players, .analysis = &a.analysis};
    if (!fl_question_read(text, len, &question, &begin)) {
        refuse(&a, "viewer.expected");
    } else if (question.kind == FL_ASK_GOLD) {
        a.refused = !fl_reckon(text + begin, len - begin, &a.reckoning, &a.why);
    } else if (!(read = fl_record_read(text + begin, len - begin, fl_game_find, &a.record,
                                       &a.error))) {
        a.refused = true;
        fl_record_error_say(&a.error, &a.why);
    } else {
        found = find_out(&a);
    }
    char *answer = found ? written(&a, answer_len) : NULL;
    fl_analysis_end(&a.analysis);
    if (read)
        fl_match_end(&a.record.match);
    return answer;
}
