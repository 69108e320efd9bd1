/* The engine: the bot's side of the protocol, with our agents, hints and analysis. Lines in, lines
 * out; the caller owns the connection. */
#ifndef FL_BOTS_ENGINE_H
#define FL_BOTS_ENGINE_H

#include "agents/agent_text.h"
#include "core/record.h"

enum { FL_ENGINE_AGENT_SIZE = 48 };

/* The connection. */
struct fl_engine_port {
    void (*write)(void *context, const char *text, size_t len);
    /* Whether the host has sent "stop", and milliseconds of a clock; asked during a search. */
    bool (*is_stopped)(void *context);
    int64_t (*clock)(void *context);
    void *context;
};

struct fl_engine {
    struct fl_engine_port port;
    char agent[FL_ENGINE_AGENT_SIZE]; /* as text; it may not play every game */
    uint64_t seed;
    const struct fl_game *game; /* of the head; NULL: none yet */
    struct fl_setup setup;
    int seat;                      /* of the head, or FL_NOBODY */
    bool has_match;                /* between "start" and "end" */
    struct fl_match match;         /* partial, as the seat sees it */
    struct fl_agent_choice choice; /* of the present match */
    struct fl_rng rng;
    int64_t deadline;
};

/* Starts an engine that plays with this agent. */
void fl_engine_begin(struct fl_engine *, const struct fl_engine_port *, const char *agent,
                     uint64_t seed);

/* Executes one line of the host, without its line end. Any text is accepted; what cannot be
 * executed is answered with "error" and a sentence. Returns false after "quit". */
bool fl_engine_line(struct fl_engine *, const char *line, size_t len);

/* Releases the match. */
void fl_engine_end(struct fl_engine *);

#endif
