/* Executes requests about records and writes the responses. */
#include <stdlib.h>

#include "agents/think.h"
#include "games/games.h"
#include "replay/continue.h"
#include "replay/replay_frames.h"
#include "replay/report.h"
#include "replay/request.h"

enum {
    FIRST_ROOM = 1 << 18, /* initial size of a response in bytes */
    LARGEST_ROOM = 1 << 24,
    FEW_PLAYOUTS = 16,
    MANY_PLAYOUTS = 128,
    MOST_ANALYSED = 4000, /* steps */
    LONG_SEARCH = 1000    /* milliseconds */
};

/* The number of moves that an analysis makes in its playouts, which takes some seconds. It is
 * constant, so that every machine gives the same answer. */
static const double analysis_moves = 1e7;

/* Everything that is needed to write the response. */
struct answer {
    const struct fl_replay_request *question;
    const struct fl_replay *by;
    struct fl_record record;
    struct fl_analysis analysis;
    struct fl_report report;
    const char *text; /* after the line of the request: a record, or the lines of a tally */
    size_t len;
    uint32_t step; /* GO: the first step with a frame */
    bool refused;
    struct fl_phrase why;
    struct fl_record_error error; /* may contain text that `why` points to */
};

/* ---- executing ---- */

static void refuse(struct answer *a, const char *key)
{
    a->refused = true;
    fl_phrase_begin(&a->why, key);
}

/* The viewer of the frames: after the end everything is visible; a partial record has the knowledge
 * of its own viewer. */
static void choose_viewer(struct answer *a)
{
    const struct fl_match *m = &a->record.match;
    int viewer = a->question->viewer;
    if (viewer < FL_MAX_SEATS && viewer >= m->setup.seats)
        refuse(a, "viewer.bad-request");
    else if (m->viewer != FL_TRUTH && viewer != m->viewer)
        refuse(a, "viewer.one-viewpoint");
    else if (viewer == FL_TRUTH && fl_match_turn(m) && m->game->redact)
        refuse(a, "viewer.not-over");
}

/* Restricts the match to one seat's knowledge: required while hidden information exists, and on
 * request after the end. */
static bool restrict_to_seat(struct answer *a)
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
    bool taken = fl_match_partial(m, seat, &part);
    fl_match_end(m);
    *m = part;
    return taken;
}

static bool analyse(struct answer *a)
{
    struct fl_match *m = &a->record.match;
    if (m->steps > MOST_ANALYSED)
        refuse(a, "viewer.too-long");
    else if (fl_match_hides_past(m))
        refuse(a, "viewer.from-memory");
    if (a->refused || !restrict_to_seat(a))
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
    const struct fl_replay_request *q = a->question;
    struct fl_continuation going = {.step = q->step,
                                    .seat = q->viewer,
                                    .level = fl_level_find(q->level),
                                    .move = q->move,
                                    .by = a->by};
    a->step = going.step;
    if (!going.level)
        refuse(a, "viewer.bad-request");
    else
        a->refused = !fl_replay_continue(&a->record, &going, &a->why);
}

/* The result is written later, into the response: here it only matters whether there is one. */
static void check_tally(struct answer *a)
{
    char memory[1024];
    struct fl_buf out = fl_buf_over(memory, sizeof memory);
    struct fl_json j = fl_json_to(&out);
    a->refused = !a->question->game->tally(a->question->option, a->text, a->len, &j, &a->why);
}

/* False if out of memory or stopped. */
static bool execute(struct answer *a)
{
    const struct fl_replay_request *q = a->question;
    if (q->kind == FL_ASK_ANALYSIS)
        return analyse(a);
    if (q->kind == FL_ASK_GO)
        go(a);
    else if (q->kind == FL_ASK_VIEWS)
        choose_viewer(a);
    else if (a->record.match.viewer != FL_TRUTH)
        refuse(a, "viewer.odds-partial");
    return !a->by->stop || !atomic_load(a->by->stop);
}

/* ---- writing ---- */

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

struct writer {
    struct fl_json *json;
    const struct fl_game *game;
};

static void put_spelled(struct fl_json *j, const struct fl_game *game, fl_move move)
{
    char memory[64];
    struct fl_buf spelled = fl_buf_over(memory, sizeof memory);
    game->spell(move, &spelled);
    fl_json_text(j, spelled.at);
}

/* ["P",["S",1,"P",1,...]] */
static bool put_roll(void *whom, const struct fl_roll *roll)
{
    struct writer *t = whom;
    fl_json_open(t->json, '[');
    put_spelled(t->json, t->game, roll->move);
    fl_json_open(t->json, '[');
    for (uint32_t i = 0; i < roll->odds->count; i++) {
        put_spelled(t->json, t->game, roll->odds->at[i].move);
        fl_json_number(t->json, roll->odds->at[i].weight);
    }
    fl_json_close(t->json, ']');
    fl_json_close(t->json, ']');
    return !t->json->out->overflowed;
}

/* Writes every roll with the weights of all possible results, so that fair dice can be verified by
 * other software. False if out of memory. */
static bool put_odds(struct fl_json *j, const struct fl_match *m)
{
    struct writer t = {.json = j, .game = m->game};
    fl_json_key_text(j, "game", m->game->name);
    fl_json_key(j, "rolls");
    fl_json_open(j, '[');
    bool done = fl_each_roll(m, &t, put_roll);
    fl_json_close(j, ']');
    return done;
}

static void put_suggestion(struct fl_json *j, const struct fl_match *past,
                           const struct fl_decision *d)
{
    struct fl_sight own;
    struct fl_phrases saying;
    fl_match_sight(past, d->seat, &own);
    fl_sight_say(&own, (struct fl_step){.move = d->best, .seat = (uint16_t)d->seat}, true, &saying);
    fl_json_open(j, '{');
    fl_json_key_number(j, "step", d->step);
    fl_json_key(j, "phrase");
    fl_json_phrase(j, &saying.phrase[0]);
    fl_json_close(j, '}');
}

/* Writes the best move found for each mistake of an analysis, worded as the mover could have chosen
 * it. False if out of memory. */
static bool put_suggestions(struct fl_json *j, const struct fl_match *m,
                            const struct fl_analysis *a)
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
            put_suggestion(j, &past, &a->decision[i]);
    }
    fl_json_close(j, ']');
    fl_match_end(&past);
    return remembered;
}

static bool put_answer(struct fl_json *j, const struct answer *a, size_t room)
{
    static const char *const names[] = {[FL_ASK_VIEWS] = "views",
                                        [FL_ASK_ODDS] = "odds",
                                        [FL_ASK_ANALYSIS] = "analysis",
                                        [FL_ASK_GO] = "continued",
                                        [FL_ASK_TALLY] = "tally"};
    const struct fl_replay_request *q = a->question;
    struct fl_frame_range showing = {.record = &a->record, .viewer = q->viewer, .from = a->step};
    fl_json_key_text(j, "type", a->refused ? "refused" : names[q->kind]);
    if (a->refused) {
        fl_json_key(j, "reason");
        fl_json_phrase(j, &a->why);
        return true;
    }
    switch (q->kind) {
    case FL_ASK_ODDS:
        return put_odds(j, &a->record.match);
    case FL_ASK_ANALYSIS:
        fl_report_put(j, &a->report);
        return put_suggestions(j, &a->record.match, &a->analysis);
    case FL_ASK_TALLY:
        return q->game->tally(q->option, a->text, a->len, j, &(struct fl_phrase){0});
    case FL_ASK_GO:
        showing.asks = true;
        return put_record(j, &a->record, room) && fl_replay_put_frames(j, &showing);
    default:
        return fl_replay_put_frames(j, &showing);
    }
}

/* Writes into a buffer that is doubled until the response fits. */
static char *write_response(const struct answer *a, size_t *len)
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

bool fl_replay_is_slow(const char *text, size_t len)
{
    struct fl_replay_request q;
    const struct fl_level *level;
    size_t begin;
    if (!fl_replay_request_read(text, len, &q, &begin))
        return false;
    if (q.kind != FL_ASK_GO || !(level = fl_level_find(q.level)))
        return q.kind == FL_ASK_ANALYSIS;
    for (int i = 0; fl_games[i]; i++)
        if (fl_budget_time((int)(level - fl_levels), fl_games[i], LONG_SEARCH) >= LONG_SEARCH)
            return true;
    return false;
}

char *fl_replay_answer(const char *text, size_t len, const struct fl_replay *by, size_t *answer_len)
{
    struct fl_replay_request question;
    struct answer a = {.question = &question, .by = by};
    size_t begin = 0;
    bool read = false, found = true;
    a.report = (struct fl_report){
        .match = &a.record.match, .players = &a.record.players, .analysis = &a.analysis};
    bool understood = fl_replay_request_read(text, len, &question, &begin);
    a.text = text + begin;
    a.len = len - begin;
    if (!understood) {
        refuse(&a, "viewer.bad-request");
    } else if (question.kind == FL_ASK_TALLY) {
        check_tally(&a);
    } else if (!(read = fl_record_read(a.text, a.len, fl_game_find, &a.record, &a.error))) {
        a.refused = true;
        fl_record_error_say(&a.error, &a.why);
    } else {
        found = execute(&a);
    }
    char *answer = found ? write_response(&a, answer_len) : NULL;
    fl_analysis_end(&a.analysis);
    if (read)
        fl_match_end(&a.record.match);
    return answer;
}
