/* A model of the protocol between nodes and database (docs/internals/cluster.md) for one table,
 * whose states are explored exhaustively.
 *
 * The database is what the standby has (`base`) plus what only the primary has committed (`rest`).
 * A commit is answered, and seen by others, when it is in the base; until then its session holds
 * its row locks. A failover discards the rest. A restart of the primary makes the rest visible, and
 * so does ending a session that waits for the standby (counted as a restart). A request that was
 * sent may be executed at any later time, also after its client has given up the connection or
 * died. Without a lease no clock is trusted: a node may be fenced at any time. */
#ifndef FL_TESTS_MODEL_MODEL_H
#define FL_TESTS_MODEL_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The safeguards of the protocol; each can be removed. */
#define SAFEGUARDS(_)                                                                              \
    _(fence, "groups do not look at the node row")                                                 \
    _(number, "groups look at the row of the node, not at its number")                             \
    _(ask, "a lost answer counts as not committed")                                                \
    _(ask_write, "the outcome query is a read")                                                    \
    _(claim_wait, "claims do not wait for the standby")                                            \
    _(sync, "nothing waits for the standby")                                                       \
    _(ready, "a result row counts as an answer")                                                   \
    _(warning, "a cancelled wait counts as success")                                               \
    _(fresh, "after an error the number gets another content")                                     \
    _(burn, "after an error, not committed is reported at once")                                   \
    _(atomic, "a creation that conflicts is skipped in a committed group")                         \
    _(stream, "claims use a connection of their own")                                              \
    _(look_write, "a read-only claim does not write")                                              \
    _(recheck, "a missing fence row counts as fenced")                                             \
    _(unowned, "retention ignores the owner")                                                      \
    _(evidence, "a live node is fenced at once")                                                   \
    _(send_time, "the lease counts from the answer")

enum safeguard {
#define SAFEGUARD(name, effect) NO_##name,
    SAFEGUARDS(SAFEGUARD)
#undef SAFEGUARD
        SAFEGUARD_COUNT
};

enum { IDS = 4, NUMBERS = 5, REST = 6, NODES = 2, SESSIONS = 6, NONE = 0xFF };

enum kind { GROUP = 1, ASK, FENCE, SIDE, RETIRE };
enum content { EMPTY, CREATE, EVENT, RELEASE, CLAIM, LOOK };
enum answer { NOT_YET, COMMITTED, SKIPPED, NO_FENCE_ROW, ERROR, BEAT, DONE };
enum { NODE_ROW = 1, TABLE_ROW = 2 };

/* What a server stores. Contents are numbered from 1; what[0] is the creation of the table. */
struct base {
    uint8_t owner, beat[IDS], what[NUMBERS]; /* beat NONE: no row; what 0: nothing */
};

struct transaction {
    uint8_t kind, content, id, beat, n, what;
};

/* A request and its execution. `waits`: position in the rest that the standby must reach. */
struct session {
    uint8_t kind, content, id, beat, before, n, what, answer, value, client, holds, waits;
};

/* A process. n: the last event it knows, NONE: the table is not loaded; p, g: the last committed
 * and the pending number; e: the number that burns g. */
struct node {
    uint8_t id, n, p, g, e, last;
    uint8_t content, number, what, error, late;
};

/* What may still happen. */
struct budget {
    uint8_t failovers, restarts, losses, errors, releases, looks, retires;
};

struct state {
    struct base base;
    uint8_t rest_count, visible; /* visible: number of transactions of the rest that are visible */
    struct transaction rest[REST];
    struct node node[NODES];
    uint8_t sessions;
    struct session session[SESSIONS];
    uint8_t told[NUMBERS], expired[IDS], refused; /* acknowledged; leases; not committed, as bits */
    uint8_t ids, written;
    struct budget left;
};

/* A step between two states, for the trace. */
struct step {
    uint8_t verb, kind, id, number;
};

/* A step out of a state. */
struct place {
    uint32_t from;
    struct step step;
};

enum verb {
    START,
    REGISTER,
    KILL,
    LOSE,
    SEND,
    BURN,
    EXECUTE,
    FAIL,
    ANSWER,
    END,
    TERMINATE,
    FENCES,
    EXPIRE,
    RETIRES,
    REPLICATE,
    FAILOVER,
    RESTART,
    ASSUME
};

struct settings {
    int contents, ids, numbers;
    bool lease; /* fencing waits for the read lease, and reads are checked */
    struct budget budget;
    uint32_t without; /* safeguards that are removed, as bits */
    uint32_t room;    /* states */
};

struct model {
    struct settings settings;
    struct state *state;
    struct step *step;
    uint32_t *parent, *slot, count, slots;
    uint32_t (*edge)[2];
    size_t edges, edge_room;
    const char *violation; /* NULL: none */
    struct place at;
};

bool is_removed(const struct model *, enum safeguard);

/* Notes a violation, unless there is one already. */
void violate(struct model *, struct place, const char *why);

/* Adds a state that follows another one, unless it is known. */
void add_state(struct model *, uint32_t from, struct state *, struct step);

/* ---- the database ---- */

/* What a server shows that has applied the first `rest` transactions of the rest. */
struct base look_at(const struct state *, int rest);
void apply(struct base *, const struct transaction *);
bool is_row_held(const struct state *, int id, bool by_side_claims);
bool is_table_held(const struct state *);
bool commit(struct state *, struct session *, enum content, int holds);
bool open_session(struct state *, struct session);
void remove_session(struct state *, int index);
struct step step_of(enum verb, const struct session *);

/* Executes a request; false: it has to wait. */
bool execute(struct model *, struct state *, struct session *, uint32_t from);

/* ---- the nodes ---- */

void become_nobody(struct node *);
/* Delivers an answer to its node. */
void hear(struct model *, struct state *, const struct session *, struct place);
void add_steps_of_nodes(struct model *, uint32_t from);

/* ---- exploration ---- */

/* Explores all states. Returns whether nothing is wrong. */
bool explore(struct model *, const struct settings *);
void print_trace(const struct model *);
void model_free(struct model *);

#endif
