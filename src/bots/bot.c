/* External bots: the conversation with a program, and what happens if it fails. */
#include "bots/bot.h"

#include <stdlib.h>
#include <string.h>

#include "agents/agent.h"

enum {
    MOST_STARTS = 4, /* of a program in one match; then all its moves are replaced */
    MOST_LINES = 64, /* that a bot may send before an answer */
    GRACE_MS = 250,  /* after "stop" */
    QUIT_MS = 1000,  /* after "quit" */
    TEXT = 1 << 15   /* bytes; more than the longest list of legal moves */
};

const char *fl_bot_fault_name(enum fl_bot_fault fault)
{
    static const char *const name[] = {"fine",
#define FL_BOT_FAULT_NAME(id, text) text,
                                       FL_BOT_FAULTS(FL_BOT_FAULT_NAME)
#undef FL_BOT_FAULT_NAME
    };
    return name[fault];
}

struct fl_bot_launch fl_bot_usual(const char *command, enum fl_sandbox sandbox)
{
    return (struct fl_bot_launch){.command = command,
                                  .move_ms = FL_BOT_MOVE_MS,
                                  .start_ms = FL_BOT_START_MS,
                                  .limits = {.memory_mib = FL_BOT_MEMORY_MIB, .sandbox = sandbox}};
}

void fl_bot_begin(struct fl_bot *b, const struct fl_bot_launch *launch)
{
    memset(b, 0, sizeof *b);
    b->launch = *launch;
}

uint64_t fl_bot_replaced(const struct fl_bot *b)
{
    uint64_t replaced = 0;
    for (int i = FL_BOT_FINE + 1; i < FL_BOT_FAULT_KINDS; i++)
        replaced += b->faults[i];
    return replaced;
}

/* ---- lines ---- */

/* The fault that a result of reading or writing means. */
static enum fl_bot_fault fault_of(enum fl_process_result result)
{
    static const enum fl_bot_fault fault[] = {[FL_PROCESS_FINE] = FL_BOT_FINE,
                                              [FL_PROCESS_LATE] = FL_BOT_LATE,
                                              [FL_PROCESS_ENDED] = FL_BOT_CRASHED,
                                              [FL_PROCESS_FLOOD] = FL_BOT_FLOODED};
    return fault[result];
}

static enum fl_bot_fault send_text(struct fl_bot *b, const char *text, size_t len)
{
    return fault_of(
        fl_process_write(&b->process, text, len, fl_process_clock() + b->launch.move_ms));
}

enum fl_bot_fault fl_bot_send(struct fl_bot *b, const char *text)
{
    return send_text(b, text, strlen(text));
}

/* Keeps a text for the result, with `?` for every byte that is not printable ASCII. */
static void keep_detail(struct fl_bot *b, const char *text)
{
    size_t i = 0;
    for (; i < sizeof b->detail - 1 && text[i]; i++)
        b->detail[i] = text[i] >= ' ' && text[i] < 127 ? text[i] : '?';
    b->detail[i] = '\0';
}

/* ---- start ---- */

static void keep_name(struct fl_bot *b, const char *name)
{
    struct fl_buf out = fl_buf_over(b->name, sizeof b->name);
    fl_put(&out, name);
    if (out.overflowed || !fl_name_is_clean(b->name))
        b->name[0] = '\0';
}

/* Reads lines until "ready". */
static enum fl_bot_fault await_ready(struct fl_bot *b)
{
    char text[FL_BOT_LINE_SIZE];
    int64_t deadline = fl_process_clock() + b->launch.start_ms;
    for (int lines = 0; lines < MOST_LINES; lines++) {
        enum fl_process_result result = fl_process_read(&b->process, deadline, text);
        if (result != FL_PROCESS_FINE)
            return fault_of(result);
        struct fl_bot_line line = fl_bot_line_read(text);
        if (line.word == FL_BOT_READY)
            return FL_BOT_FINE;
        if (line.word == FL_BOT_REFUSE) {
            keep_detail(b, line.rest);
            return FL_BOT_REFUSED;
        }
        if (line.word == FL_BOT_NAME)
            keep_name(b, line.rest);
        b->wants_legal |= line.word == FL_BOT_WANT && !strcmp(line.rest, "legal");
        b->wants_ponder |= line.word == FL_BOT_WANT && !strcmp(line.rest, "ponder");
    }
    return FL_BOT_FLOODED;
}

enum fl_bot_fault fl_bot_start(struct fl_bot *b)
{
    b->wants_legal = b->wants_ponder = b->refuses = false;
    if (!fl_process_start(&b->process, b->launch.command, &b->launch.limits))
        return FL_BOT_CRASHED;
    enum fl_bot_fault fault = fl_bot_send(b, "flibuste-bot 1\n");
    return fault == FL_BOT_FINE ? await_ready(b) : fault;
}

/* ---- match ---- */

static void forget_match(struct fl_bot *b)
{
    if (b->is_playing)
        fl_match_end(&b->told);
    b->is_playing = false;
}

static bool is_same_setup(const struct fl_match *a, const struct fl_match *b)
{
    return a->game == b->game && a->viewer == b->viewer &&
           !memcmp(&a->setup, &b->setup, sizeof a->setup);
}

/* Whether what was sent is the beginning of this match. */
static bool is_continued(const struct fl_bot *b, const struct fl_match *m, int seat)
{
    uint32_t sent = b->is_playing ? fl_match_events(&b->told) : 0;
    if (!b->is_playing || b->seat != seat || !is_same_setup(&b->told, m) ||
        sent > fl_match_events(m))
        return false;
    for (uint32_t i = sent < 8 ? 0 : sent - 8; i < sent; i++) {
        struct fl_step told = fl_match_event(&b->told, i), now = fl_match_event(m, i);
        if (told.seat != now.seat || told.move != now.move)
            return false;
    }
    return true;
}

static enum fl_bot_fault send_head(struct fl_bot *b, const struct fl_match *m, int seat)
{
    char memory[2048];
    struct fl_buf out = fl_buf_over(memory, sizeof memory);
    if (b->is_playing)
        fl_put(&out, "end\n");
    forget_match(b);
    fl_match_begin(&b->told, m->game, &m->setup, m->viewer);
    b->is_playing = true;
    b->refuses = false;
    b->seat = seat;
    fl_bot_put_head(&out, m, seat, b->launch.move_ms);
    return send_text(b, out.at, out.len);
}

enum fl_bot_fault fl_bot_tell(struct fl_bot *b, const struct fl_match *m, int seat)
{
    char memory[4096];
    struct fl_buf out = fl_buf_over(memory, sizeof memory);
    enum fl_bot_fault fault = FL_BOT_FINE;
    if (!is_continued(b, m, seat))
        fault = send_head(b, m, seat);
    for (uint32_t i = fl_match_events(&b->told); fault == FL_BOT_FINE && i < fl_match_events(m);
         i++) {
        struct fl_step event = fl_match_event(m, i);
        fl_bot_put_event(&out, &b->told, seat, event);
        if (fl_match_follow(&b->told, event) != FL_OK)
            return FL_BOT_CRASHED; /* memory is short */
        if (out.len > sizeof memory / 2) {
            fault = send_text(b, out.at, out.len);
            fl_buf_clear(&out);
        }
    }
    return fault == FL_BOT_FINE ? send_text(b, out.at, out.len) : fault;
}

/* ---- moves ---- */

static enum fl_bot_fault send_legal(struct fl_bot *b, const struct fl_sight *sight)
{
    char memory[TEXT];
    struct fl_buf out = fl_buf_over(memory, sizeof memory);
    fl_bot_put_legal(&out, sight);
    return send_text(b, out.at, out.len);
}

static enum fl_bot_fault send_go(struct fl_bot *b, const struct fl_sight *sight, int move_ms)
{
    char memory[32];
    struct fl_buf out = fl_buf_over(memory, sizeof memory);
    enum fl_bot_fault fault = b->wants_legal ? send_legal(b, sight) : FL_BOT_FINE;
    fl_bot_put_go(&out, move_ms);
    return fault == FL_BOT_FINE ? send_text(b, out.at, out.len) : fault;
}

static enum fl_bot_fault read_move(struct fl_bot *b, const struct fl_sight *sight, const char *text,
                                   fl_move *out)
{
    if (fl_read_legal(sight->game, &sight->state, sight->viewer, text, strlen(text), out))
        return FL_BOT_FINE;
    keep_detail(b, text);
    return FL_BOT_ILLEGAL;
}

/* Reads lines until a move. */
static enum fl_bot_fault await_move(struct fl_bot *b, const struct fl_sight *sight,
                                    int64_t deadline, fl_move *out)
{
    char text[FL_BOT_LINE_SIZE];
    for (int lines = 0; lines < MOST_LINES; lines++) {
        enum fl_process_result result = fl_process_read(&b->process, deadline, text);
        if (result != FL_PROCESS_FINE)
            return fault_of(result);
        struct fl_bot_line line = fl_bot_line_read(text);
        if (line.word == FL_BOT_MOVE)
            return read_move(b, sight, line.rest, out);
        if (line.word == FL_BOT_LEGAL && send_legal(b, sight) != FL_BOT_FINE)
            return FL_BOT_CRASHED;
        if (line.word == FL_BOT_REFUSE) {
            b->refuses = true;
            keep_detail(b, line.rest);
            return FL_BOT_REFUSED;
        }
    }
    return FL_BOT_FLOODED;
}

enum fl_bot_fault fl_bot_ask(struct fl_bot *b, const struct fl_sight *sight, int move_ms,
                             fl_move *out)
{
    enum fl_bot_fault fault = send_go(b, sight, move_ms);
    int64_t deadline = fl_process_clock() + move_ms;
    if (fault == FL_BOT_FINE)
        fault = await_move(b, sight, deadline, out);
    if (fault == FL_BOT_LATE && fl_bot_send(b, "stop\n") == FL_BOT_FINE)
        fault = await_move(b, sight, deadline + GRACE_MS, out);
    return fault;
}

/* Ends a program that cannot be trusted any more; it starts again with its next move. */
static void give_up(struct fl_bot *b, enum fl_bot_fault fault)
{
    b->ended_by = fault;
    fl_process_stop(&b->process, 0);
    forget_match(b);
}

/* The program runs, after this, and knows the match. */
static enum fl_bot_fault prepare(struct fl_bot *b, const struct fl_match *m, int seat)
{
    enum fl_bot_fault fault = FL_BOT_FINE;
    if (!m->steps || (b->is_playing && m->steps < b->told.steps))
        b->starts = 0;
    if (!b->process.pid) {
        if (b->starts >= MOST_STARTS)
            return b->ended_by;
        b->starts++;
        fault = fl_bot_start(b);
    }
    return fault == FL_BOT_FINE ? fl_bot_tell(b, m, seat) : fault;
}

/* Reports an illegal move to the program, for its author. */
static void complain(struct fl_bot *b)
{
    char memory[256];
    struct fl_buf out = fl_buf_over(memory, sizeof memory);
    fl_put(&out, "error not a legal move: ");
    fl_put(&out, b->detail);
    fl_put_char(&out, '\n');
    send_text(b, out.at, out.len);
}

fl_move fl_bot_choose(struct fl_bot *b, const struct fl_match *m, int seat, struct fl_rng *rng,
                      enum fl_bot_fault *fault)
{
    struct fl_sight sight;
    fl_move move = 0;
    fl_match_sight(m, seat, &sight);
    b->moves++;
    *fault = prepare(b, m, seat);
    if (*fault == FL_BOT_FINE)
        *fault = b->refuses ? FL_BOT_REFUSED : fl_bot_ask(b, &sight, b->launch.move_ms, &move);
    if (*fault == FL_BOT_FINE) {
        if (b->wants_ponder)
            fl_bot_send(b, "ponder\n");
        return move;
    }
    b->faults[*fault]++;
    if (*fault == FL_BOT_ILLEGAL)
        complain(b);
    else if (*fault != FL_BOT_REFUSED || !b->refuses)
        give_up(b, *fault);
    return fl_random(&sight, 0, rng);
}

void fl_bot_finish(struct fl_bot *b, const struct fl_match *m)
{
    char memory[512];
    struct fl_buf out = fl_buf_over(memory, sizeof memory);
    b->starts = 0;
    if (!b->is_playing || !b->process.pid || !is_same_setup(&b->told, m))
        return;
    if (fl_bot_tell(b, m, b->seat) == FL_BOT_FINE) {
        fl_bot_put_end(&out, m);
        send_text(b, out.at, out.len);
    }
    fl_process_drain(&b->process, MOST_LINES);
    forget_match(b);
}

int fl_bot_end(struct fl_bot *b)
{
    forget_match(b);
    if (b->process.pid)
        fl_bot_send(b, "quit\n");
    return fl_process_stop(&b->process, QUIT_MS);
}
