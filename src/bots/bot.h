/* An external bot: a program that plays one seat at a time through the bot protocol
 * (docs/bot-protocol.md). A program that crashes, hangs or answers nonsense is replaced for that
 * move by a random legal one; the faults are counted. Not for use by two threads at once. */
#ifndef FL_BOTS_BOT_H
#define FL_BOTS_BOT_H

#include "bots/process.h"
#include "bots/protocol.h"

/* The ways in which a bot can fail, with their names in results. */
#define FL_BOT_FAULTS(_)                                                                           \
    _(CRASHED, "crashed") /* it ended, or could not be started */                                  \
    _(LATE, "late")       /* no move in time */                                                    \
    _(ILLEGAL, "illegal") /* a move that is not legal */                                           \
    _(FLOODED, "flooded") /* lines that are too long, or too many */                               \
    _(REFUSED, "refused") /* it does not play this game, or speaks another version */

enum fl_bot_fault {
    FL_BOT_FINE,
#define FL_BOT_FAULT_ENUM(name, text) FL_BOT_##name,
    FL_BOT_FAULTS(FL_BOT_FAULT_ENUM)
#undef FL_BOT_FAULT_ENUM
        FL_BOT_FAULT_KINDS
};

/* The name of a fault: "late". */
const char *fl_bot_fault_name(enum fl_bot_fault);

/* How a program is started and what it is allowed. */
struct fl_bot_launch {
    const char *command; /* of the shell; must outlive the bots */
    int move_ms;         /* per move */
    int start_ms;        /* from the start of the program to "ready" */
    struct fl_process_limits limits;
};

enum { FL_BOT_MOVE_MS = 1000, FL_BOT_START_MS = 10000, FL_BOT_MEMORY_MIB = 2048 };

/* The usual limits. */
struct fl_bot_launch fl_bot_usual(const char *command, enum fl_sandbox);

struct fl_bot {
    struct fl_bot_launch launch;
    struct fl_process process;
    char name[FL_BOT_NAME_SIZE]; /* as the program calls itself; may be empty */
    bool wants_legal, wants_ponder;
    bool refuses;                        /* the present game */
    bool is_playing;                     /* `told` is the match that the program has been sent */
    int seat;                            /* in that match */
    enum fl_bot_fault ended_by;          /* the fault after which the program was ended */
    int starts;                          /* of the program in this match */
    struct fl_match told;                /* what was sent, with all moves */
    uint64_t moves;                      /* asked for */
    uint64_t faults[FL_BOT_FAULT_KINDS]; /* moves that were replaced, by cause */
    char detail[96];                     /* the last nonsense, printable */
};

/* Prepares a bot; the program starts with its first match. */
void fl_bot_begin(struct fl_bot *, const struct fl_bot_launch *);

/* Asks for a move of a seat whose turn it is. Sends what has happened since the last call first, or
 * the head of the match if it is another one. Returns a legal move in any case; *fault states
 * whether it is the bot's own. `match` is complete, or partial as this seat sees it. */
fl_move fl_bot_choose(struct fl_bot *, const struct fl_match *, int seat, struct fl_rng *,
                      enum fl_bot_fault *fault);

/* Sends the rest of the match and its result. */
void fl_bot_finish(struct fl_bot *, const struct fl_match *);

/* Ends the program and releases everything. Returns its exit status, or -1 if it was killed or not
 * running. */
int fl_bot_end(struct fl_bot *);

/* The moves that were replaced. */
uint64_t fl_bot_replaced(const struct fl_bot *);

/* The steps of a conversation, for tests of programs (check.h). */
enum fl_bot_fault fl_bot_start(struct fl_bot *);
enum fl_bot_fault fl_bot_send(struct fl_bot *, const char *text);
enum fl_bot_fault fl_bot_tell(struct fl_bot *, const struct fl_match *, int seat);
enum fl_bot_fault fl_bot_ask(struct fl_bot *, const struct fl_sight *, int move_ms, fl_move *out);

#endif
