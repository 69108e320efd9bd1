/* The database: transactions, row locks, and the wait for the standby. */
#include "model.h"

void apply(struct base *b, const struct transaction *t)
{
    if (t->kind == GROUP) {
        if (b->beat[t->id] != NONE)
            b->beat[t->id] = t->beat;
        if (t->content == EVENT || t->content == CREATE)
            b->what[t->n] = t->what;
        if (t->content == CREATE || t->content == CLAIM)
            b->owner = t->id;
        if (t->content == RELEASE && b->owner == t->id)
            b->owner = 0;
    }
    if (t->kind == SIDE)
        b->owner = t->id;
    if (t->kind == FENCE) {
        b->beat[t->id] = NONE;
        if (b->owner == t->id)
            b->owner = 0; /* the foreign key */
    }
    if (t->kind == RETIRE) {
        for (int n = 0; n < NUMBERS; n++)
            b->what[n] = 0;
        b->owner = 0;
    }
}

struct base look_at(const struct state *s, int rest)
{
    struct base b = s->base;
    for (int i = 0; i < rest; i++)
        apply(&b, &s->rest[i]);
    return b;
}

/* The number of the last event; 0: only the creation, NONE: no table exists. */
static uint8_t last_number(const struct base *b)
{
    uint8_t n = NONE;
    while ((uint8_t)(n + 1) < NUMBERS && b->what[(uint8_t)(n + 1)])
        n++;
    return n;
}

bool is_row_held(const struct state *s, int id, bool by_side_claims)
{
    for (int i = 0; i < s->sessions; i++)
        if (s->session[i].id == id && s->session[i].holds & NODE_ROW &&
            (s->session[i].kind != SIDE || by_side_claims))
            return true;
    return false;
}

bool is_table_held(const struct state *s)
{
    for (int i = 0; i < s->sessions; i++)
        if (s->session[i].holds & TABLE_ROW)
            return true;
    return false;
}

bool open_session(struct state *s, struct session x)
{
    if (s->sessions == SESSIONS)
        return false;
    s->session[s->sessions++] = x;
    return true;
}

void remove_session(struct state *s, int index)
{
    s->session[index] = s->session[--s->sessions];
}

struct step step_of(enum verb verb, const struct session *x)
{
    int kind = x->kind == GROUP ? x->content : LOOK + x->kind - GROUP;
    return (struct step){(uint8_t)verb, (uint8_t)kind, x->id, x->beat};
}

bool commit(struct state *s, struct session *x, enum content content, int holds)
{
    bool writes = content == CREATE || content == EVENT;
    if (s->rest_count == REST)
        return false;
    s->rest[s->rest_count++] = (struct transaction){
        x->kind, (uint8_t)content, x->id, x->beat, writes ? x->n : 0, writes ? x->what : 0};
    x->holds = (uint8_t)holds;
    x->waits = s->rest_count;
    return true;
}

/* Remembers what a claim has read: three bits per number, in n and what. */
static void read_table(struct session *x, const struct base *seen)
{
    unsigned all = 0;
    x->value = last_number(seen);
    for (int n = 0; x->value != NONE && n <= x->value; n++)
        all |= (unsigned)seen->what[n] << 3 * n;
    x->n = (uint8_t)all;
    x->what = (uint8_t)(all >> 8);
}

/* A claim on a separate connection: locks the node row for others, then updates the table. */
static bool execute_side_claim(struct state *s, struct session *x, const struct base *all,
                               const struct base *seen)
{
    if (is_table_held(s) || is_row_held(s, x->id, false))
        return false;
    bool ours = all->beat[x->id] != NONE && all->what[0] && (!all->owner || all->owner == x->id);
    x->answer = COMMITTED;
    x->value = NONE;
    if (ours)
        read_table(x, seen);
    return !ours || commit(s, x, EMPTY, NODE_ROW | TABLE_ROW);
}

static bool execute_ask(const struct model *m, const struct state *s, struct session *x,
                        const struct base *all, const struct base *seen)
{
    bool writes = !is_removed(m, NO_ask_write);
    if (writes && is_row_held(s, x->id, false))
        return false;
    x->answer = BEAT;
    x->value = writes ? all->beat[x->id] : seen->beat[x->id];
    if (writes && all->beat[x->id] != NONE) {
        x->holds = NODE_ROW;
        x->waits = s->rest_count;
    }
    return true;
}

static bool execute_create(const struct model *m, struct state *s, struct session *x,
                           const struct base *all)
{
    if (is_table_held(s))
        return false;
    if (!all->what[0])
        return commit(s, x, CREATE, NODE_ROW | TABLE_ROW);
    x->answer = ERROR; /* unique violation */
    if (!is_removed(m, NO_atomic))
        return true;
    x->answer = SKIPPED;
    return commit(s, x, EMPTY, NODE_ROW);
}

static bool execute_event(struct model *m, struct state *s, struct session *x,
                          const struct base *all, uint32_t from)
{
    struct place at = {from, step_of(EXECUTE, x)};
    if (all->what[x->n]) {
        x->answer = ERROR; /* primary key */
        if (all->owner == x->id && !is_removed(m, NO_fence))
            violate(m, at, "an owner is refused at its own table");
        return true;
    }
    if (!all->what[x->n - 1])
        violate(m, at, "a gap, or an event without a table");
    if (all->owner != x->id)
        violate(m, at, "somebody writes who is not the owner");
    return commit(s, x, EVENT, NODE_ROW);
}

static bool execute_claim(struct state *s, struct session *x, const struct base *all,
                          const struct base *seen)
{
    bool takes = !is_table_held(s) && all->what[0] && !all->owner; /* SKIP LOCKED */
    x->value = NONE;
    if (takes || (all->what[0] && all->owner == x->id))
        read_table(x, seen);
    return commit(s, x, takes ? CLAIM : EMPTY, takes ? NODE_ROW | TABLE_ROW : NODE_ROW);
}

static bool execute_group(struct model *m, struct state *s, struct session *x, uint32_t from)
{
    struct base all = look_at(s, s->rest_count), seen = look_at(s, s->visible);
    uint8_t row = all.beat[x->id];
    bool fenced = !is_removed(m, NO_fence);
    if (x->content == LOOK && is_removed(m, NO_look_write)) {
        x->answer = COMMITTED;
        read_table(x, &seen);
        return true;
    }
    if (fenced && is_row_held(s, x->id, false))
        return false;
    if (fenced && (row == NONE || (!is_removed(m, NO_number) && row != x->before))) {
        x->answer = NO_FENCE_ROW;
        return true;
    }
    x->answer = COMMITTED;
    switch (x->content) {
    case CREATE:
        return execute_create(m, s, x, &all);
    case EVENT:
        return execute_event(m, s, x, &all, from);
    case RELEASE:
        return !is_table_held(s) && commit(s, x, RELEASE, NODE_ROW | TABLE_ROW);
    case CLAIM:
        return execute_claim(s, x, &all, &seen);
    case LOOK:
        read_table(x, &seen);
        return commit(s, x, EMPTY, NODE_ROW);
    default:
        return commit(s, x, EMPTY, NODE_ROW);
    }
}

bool execute(struct model *m, struct state *s, struct session *x, uint32_t from)
{
    struct base all = look_at(s, s->rest_count), seen = look_at(s, s->visible);
    if (x->kind == SIDE)
        return execute_side_claim(s, x, &all, &seen);
    if (x->kind == ASK)
        return execute_ask(m, s, x, &all, &seen);
    return execute_group(m, s, x, from);
}
