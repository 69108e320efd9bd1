/* The exploration: all states that can be reached, breadth first, so that a trace is a shortest
 * one. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model.h"

enum { LONGEST_TRACE = 400 };

bool is_removed(const struct model *m, enum safeguard safeguard)
{
    return m->settings.without >> safeguard & 1;
}

void violate(struct model *m, struct place at, const char *why)
{
    if (m->violation)
        return;
    m->violation = why;
    m->at = at;
}

/* ---- states ---- */

static uint64_t hash_of(const struct state *s)
{
    const unsigned char *at = (const unsigned char *)s;
    uint64_t hash = 0x9E3779B97F4A7C15u, word;
    size_t i = 0;
    for (; i + 8 <= sizeof *s; i += 8) {
        memcpy(&word, at + i, 8);
        hash = (hash ^ word) * 0xFF51AFD7ED558CCDu;
        hash ^= hash >> 32;
    }
    for (; i < sizeof *s; i++)
        hash = (hash ^ at[i]) * 0x100000001B3u;
    return hash ^ hash >> 29;
}

static void *allocate(void *old, size_t size)
{
    void *memory = realloc(old, size);
    if (!memory) {
        fputs("model: no memory\n", stderr);
        exit(3);
    }
    return memory;
}

static void note_edge(struct model *m, uint32_t from, uint32_t to)
{
    if (m->edges == m->edge_room) {
        m->edge_room = m->edge_room ? m->edge_room + m->edge_room / 2 : 1 << 20;
        m->edge = allocate(m->edge, m->edge_room * sizeof *m->edge);
    }
    m->edge[m->edges][0] = from;
    m->edge[m->edges++][1] = to;
}

/* A request that nobody waits for and that can have no effect: its predecessor is behind what is
 * durable. */
static bool is_void(const struct model *m, const struct state *s, const struct session *x)
{
    if (x->client || x->answer != NOT_YET)
        return false;
    if (x->kind == ASK)
        return true;
    uint8_t beat = s->base.beat[x->id];
    return x->kind == GROUP && !is_removed(m, NO_fence) && !is_removed(m, NO_number) &&
           (beat == NONE || beat > x->before);
}

static int compare_sessions(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(struct session));
}

/* Equal states get equal bytes: the order of sessions and of nodes has no meaning. */
static void normalize(const struct model *m, struct state *s)
{
    for (int i = 0; i < s->sessions;)
        if (is_void(m, s, &s->session[i]))
            remove_session(s, i);
        else
            i++;
    qsort(s->session, s->sessions, sizeof s->session[0], compare_sessions);
    memset(s->session + s->sessions, 0, (size_t)(SESSIONS - s->sessions) * sizeof s->session[0]);
    memset(s->rest + s->rest_count, 0, (size_t)(REST - s->rest_count) * sizeof s->rest[0]);
    if (s->node[0].id < s->node[1].id) {
        struct node swap = s->node[0];
        s->node[0] = s->node[1];
        s->node[1] = swap;
    }
}

/* The invariants of every state. */
static void check(struct model *m, const struct state *s, struct place at)
{
    int top = -1;
    for (int n = 0; n < NUMBERS; n++) {
        if (s->told[n] && s->base.what[n] != s->told[n])
            violate(m, at, "what was acknowledged or shown is not on the standby");
        if (s->base.what[n] && s->refused >> s->base.what[n] & 1)
            violate(m, at, "a refused content is stored");
        if (s->told[n])
            top = n;
    }
    for (int i = 0; i < NODES && m->settings.lease; i++) {
        const struct node *n = &s->node[i];
        if (n->id && n->n != NONE && (n->late || n->p >= s->expired[n->id]) && n->n < top)
            violate(m, at, "a node with a valid lease shows less than was acknowledged");
    }
}

static void grow_slots(struct model *m)
{
    free(m->slot);
    m->slots = m->slots ? 2 * m->slots : 1 << 16;
    m->slot = calloc(m->slots, sizeof *m->slot);
    if (!m->slot)
        exit(3);
    for (uint32_t i = 0; i < m->count; i++) {
        uint64_t at = hash_of(&m->state[i]) & (m->slots - 1);
        while (m->slot[at])
            at = (at + 1) & (m->slots - 1);
        m->slot[at] = i + 1;
    }
}

/* Arrays have room for a power of two of states. */
static void make_room(struct model *m)
{
    if (m->count & (m->count - 1) && m->count)
        return;
    size_t room = m->count ? 2 * (size_t)m->count : 1;
    m->state = allocate(m->state, room * sizeof *m->state);
    m->step = allocate(m->step, room * sizeof *m->step);
    m->parent = allocate(m->parent, room * sizeof *m->parent);
}

void add_state(struct model *m, uint32_t from, struct state *s, struct step step)
{
    normalize(m, s);
    check(m, s, (struct place){from, step});
    if (2 * m->count >= m->slots)
        grow_slots(m);
    uint64_t at = hash_of(s) & (m->slots - 1);
    while (m->slot[at] && memcmp(&m->state[m->slot[at] - 1], s, sizeof *s))
        at = (at + 1) & (m->slots - 1);
    if (!m->slot[at]) {
        make_room(m);
        m->state[m->count] = *s;
        m->parent[m->count] = from;
        m->step[m->count] = step;
        m->slot[at] = ++m->count;
    }
    note_edge(m, from, m->slot[at] - 1);
}

/* ---- steps of the database ---- */

static bool lives(const struct state *s, int id)
{
    return s->node[0].id == id || s->node[1].id == id;
}

/* Other nodes fence: a dead node at any time, a live one when the lease of its number is over. */
static void add_fencing(struct model *m, uint32_t from)
{
    struct base all = look_at(&m->state[from], m->state[from].rest_count);
    bool held = is_table_held(&m->state[from]);
    for (int id = 1; id <= m->state[from].ids; id++) {
        struct state s = m->state[from];
        struct session x = {.kind = FENCE, .id = (uint8_t)id, .answer = DONE};
        bool owns = all.owner == id;
        if (all.beat[id] == NONE || is_row_held(&s, id, true) || (owns && held) ||
            s.sessions == SESSIONS)
            continue;
        if (m->settings.lease && !is_removed(m, NO_evidence) && lives(&s, id) &&
            all.beat[id] >= s.expired[id])
            continue;
        if (commit(&s, &x, EMPTY, owns ? NODE_ROW | TABLE_ROW : NODE_ROW) && open_session(&s, x))
            add_state(m, from, &s, (struct step){FENCES, 0, (uint8_t)id, 0});
    }
}

static void add_retention(struct model *m, uint32_t from)
{
    struct state s = m->state[from];
    struct base all = look_at(&s, s.rest_count);
    struct session x = {.kind = RETIRE, .answer = DONE};
    bool may = !all.owner || is_removed(m, NO_unowned);
    if (!s.left.retires || !all.what[0] || is_table_held(&s) || !may)
        return;
    s.left.retires--;
    if (commit(&s, &x, EMPTY, TABLE_ROW) && open_session(&s, x))
        add_state(m, from, &s, (struct step){RETIRES, 0, 0, 0});
}

static bool waits_for_standby(const struct model *m, const struct session *x)
{
    bool claims =
        x->kind == SIDE || (x->kind == GROUP && (x->content == CLAIM || x->content == LOOK));
    return x->waits && !is_removed(m, NO_sync) && !(is_removed(m, NO_claim_wait) && claims) &&
           !(is_removed(m, NO_ready) && x->kind == GROUP);
}

/* A session that waits for the standby is ended, or its wait is cancelled. */
static void add_termination(struct model *m, uint32_t from, int i)
{
    struct state s = m->state[from];
    struct session x = s.session[i];
    struct step step = step_of(TERMINATE, &x);
    if (x.answer == NOT_YET || !x.waits || !s.left.restarts)
        return;
    remove_session(&s, i);
    s.left.restarts--;
    if (s.visible < x.waits)
        s.visible = x.waits;
    if (is_removed(m, NO_warning) && x.client)
        hear(m, &s, &x, (struct place){from, step});
    add_state(m, from, &s, step);
}

static void add_execution(struct model *m, uint32_t from, int i)
{
    struct state s = m->state[from];
    struct session x = s.session[i];
    remove_session(&s, i); /* it does not wait for itself */
    if (execute(m, &s, &x, from) && open_session(&s, x))
        add_state(m, from, &s, step_of(EXECUTE, &x));
    s = m->state[from];
    if (!s.left.errors || s.session[i].kind != GROUP)
        return;
    s.left.errors--;
    s.session[i].answer = ERROR;
    x = s.session[i];
    add_state(m, from, &s, step_of(FAIL, &x));
}

static void add_answer(struct model *m, uint32_t from, int i)
{
    struct state s = m->state[from];
    struct session x = s.session[i];
    struct step step = step_of(x.client ? ANSWER : END, &x);
    remove_session(&s, i);
    if (x.client)
        hear(m, &s, &x, (struct place){from, step});
    add_state(m, from, &s, step);
}

static void add_steps_of_sessions(struct model *m, uint32_t from)
{
    for (int i = 0; i < m->state[from].sessions; i++) {
        const struct session x = m->state[from].session[i];
        add_termination(m, from, i);
        if (x.answer == NOT_YET)
            add_execution(m, from, i);
        else if (!waits_for_standby(m, &x))
            add_answer(m, from, i);
    }
}

static void add_replication(struct model *m, uint32_t from)
{
    struct state s = m->state[from];
    if (!s.rest_count)
        return;
    if (s.rest[0].kind == RETIRE) {
        memset(s.told, 0, sizeof s.told);
        for (int i = 0; i < s.sessions; i++)
            if (s.session[i].kind == GROUP && s.session[i].content == LOOK)
                s.session[i].value = NONE; /* showing what was deleted meanwhile is no violation */
    }
    apply(&s.base, &s.rest[0]);
    memmove(s.rest, s.rest + 1, --s.rest_count * sizeof s.rest[0]);
    for (int i = 0; i < s.sessions; i++)
        if (s.session[i].waits)
            s.session[i].waits--;
    if (s.visible)
        s.visible--;
    add_state(m, from, &s, (struct step){REPLICATE, 0, 0, 0});
}

static void add_failures(struct model *m, uint32_t from)
{
    struct state s = m->state[from];
    if (s.left.failovers) {
        s.left.failovers--;
        s.sessions = s.rest_count = s.visible = 0;
        add_state(m, from, &s, (struct step){FAILOVER, 0, 0, 0});
    }
    s = m->state[from];
    if (s.left.restarts) {
        s.left.restarts--;
        s.sessions = 0;
        s.visible = s.rest_count;
        add_state(m, from, &s, (struct step){RESTART, 0, 0, 0});
    }
}

/* ---- progress ---- */

static bool is_at_rest(const struct state *s)
{
    return !s->node[0].g && !s->node[1].g && !s->sessions && !s->rest_count;
}

/* From every state a state at rest can be reached. */
static void check_progress(struct model *m)
{
    unsigned char *can = calloc(m->count, 1);
    bool more = can;
    for (uint32_t i = 0; can && i < m->count; i++)
        can[i] = is_at_rest(&m->state[i]);
    while (more) {
        more = false;
        for (size_t i = m->edges; i-- > 0;)
            if (!can[m->edge[i][0]] && can[m->edge[i][1]])
                can[m->edge[i][0]] = more = true;
    }
    for (uint32_t i = 0; can && i < m->count; i++)
        if (!can[i])
            violate(m, (struct place){.from = i}, "somebody waits for ever");
    free(can);
}

bool explore(struct model *m, const struct settings *settings)
{
    struct state first;
    memset(&first, 0, sizeof first);
    *m = (struct model){.settings = *settings};
    memset(first.base.beat, NONE, sizeof first.base.beat);
    for (int i = 0; i < NODES; i++)
        become_nobody(&first.node[i]);
    first.left = settings->budget;
    add_state(m, 0, &first, (struct step){START, 0, 0, 0});
    for (uint32_t at = 0; at < m->count && m->count < settings->room && !m->violation; at++) {
        add_steps_of_nodes(m, at);
        add_fencing(m, at);
        add_retention(m, at);
        add_steps_of_sessions(m, at);
        add_replication(m, at);
        add_failures(m, at);
    }
    if (m->count >= settings->room)
        violate(m, (struct place){0}, "there are more states than expected");
    if (!m->violation)
        check_progress(m);
    return !m->violation;
}

static void print_step(struct step x)
{
    static const char *const verb[] = {"start",          "register",
                                       "kill",           "lose connection of",
                                       "send",           "send",
                                       "execute",        "error",
                                       "answer",         "end",
                                       "terminate",      "fence",
                                       "lease expires:", "retire",
                                       "replicate",      "failover",
                                       "restart",        "assume not committed:"};
    static const char *const kind[] = {"empty", "create",        "event", "release", "claim",
                                       "look",  "outcome query", "fence", "claim",   "retention"};
    printf("#   %s", verb[x.verb]);
    if (x.verb >= SEND && x.verb <= TERMINATE)
        printf(" %s", kind[x.kind]);
    if (x.id)
        printf(" of node %d", x.id);
    if (x.number)
        printf(" (number %d)", x.number);
    putchar('\n');
}

void print_trace(const struct model *m)
{
    struct step path[LONGEST_TRACE];
    int len = 0;
    for (uint32_t at = m->at.from; at && len < LONGEST_TRACE; at = m->parent[at])
        path[len++] = m->step[at];
    while (len--)
        print_step(path[len]);
    print_step(m->at.step);
}

void model_free(struct model *m)
{
    free(m->state);
    free(m->step);
    free(m->parent);
    free(m->slot);
    free(m->edge);
}
