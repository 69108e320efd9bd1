/* The nodes: their sequence of numbered transactions, as src/store/postgres/sequence.c has it. */
#include "model.h"

void become_nobody(struct node *n)
{
    *n = (struct node){.n = NONE};
}

/* The pending content, or the empty group that burns its number. */
static struct session request_of(const struct node *n)
{
    struct session x = {.kind = GROUP, .id = n->id, .before = n->p, .client = 1};
    x.beat = n->e ? n->e : n->g;
    if (n->e)
        return x;
    x.content = n->content;
    x.n = n->number;
    x.what = n->what;
    return x;
}

static void settle(struct node *n, uint8_t number)
{
    n->p = number;
    n->g = n->e = n->error = n->content = n->number = n->what = 0;
}

/* ---- what clients learn ---- */

static void acknowledge(struct model *m, struct state *s, const struct transaction *t,
                        struct place at)
{
    if (s->told[t->n] && s->told[t->n] != t->what)
        violate(m, at, "a number is acknowledged with two contents");
    s->told[t->n] = t->what;
}

/* What a claim has read is sent to clients. */
static void show(struct model *m, struct state *s, const struct session *x, struct place at)
{
    unsigned all = x->n | (unsigned)x->what << 8;
    for (int n = 0; x->value != NONE && n <= x->value; n++) {
        struct transaction t = {.n = (uint8_t)n, .what = (uint8_t)(all >> 3 * n & 7)};
        acknowledge(m, s, &t, at);
    }
}

static void refuse(struct state *s, const struct node *n)
{
    if (n->content == EVENT || n->content == CREATE)
        s->refused |= (uint8_t)(1 << n->what);
}

/* The pending content is committed; x: its answer, NULL if it was lost. */
static void on_committed(struct model *m, struct state *s, struct node *n, const struct session *x,
                         struct place at)
{
    if (n->content == EVENT || n->content == CREATE) {
        struct transaction t = {.n = n->number, .what = n->what};
        acknowledge(m, s, &t, at);
        n->n = n->number;
    }
    if (x && (n->content == CLAIM || n->content == LOOK)) { /* without an answer: again, later */
        if (n->content == CLAIM)
            n->n = x->value;
        show(m, s, x, at);
    }
    settle(n, n->g);
}

/* ---- answers ---- */

static void give_up(struct model *m, const struct state *s, struct node *n, struct place at)
{
    if (look_at(s, s->rest_count).beat[n->id] != NONE)
        violate(m, at, "a node gives up its tables although it was not fenced");
    become_nobody(n);
}

static void on_beat(struct model *m, struct state *s, struct node *n, uint8_t beat, struct place at)
{
    if (beat == NONE) {
        give_up(m, s, n, at);
    } else if (beat == n->g) {
        on_committed(m, s, n, NULL, at);
    } else if (n->e && beat == n->e) {
        refuse(s, n);
        settle(n, n->e);
    } else if (beat == n->p) {
        n->error = 0;
        open_session(s, request_of(n));
    } else {
        violate(m, at, "the outcome query returns an unexpected number");
    }
}

static void on_error(const struct model *m, struct state *s, struct node *n)
{
    bool reuses = is_removed(m, NO_fresh);
    uint8_t last = reuses ? (uint8_t)(n->g - 1) : n->last;
    n->error = 1;
    if (!reuses && !is_removed(m, NO_burn))
        return;
    refuse(s, n);
    settle(n, n->p);
    n->last = last;
}

static void on_side_claim(struct model *m, struct state *s, struct node *n, const struct session *x,
                          struct place at)
{
    if (n->n != NONE || x->value == NONE)
        return;
    n->n = x->value;
    show(m, s, x, at);
}

void hear(struct model *m, struct state *s, const struct session *x, struct place at)
{
    struct node *n = s->node[0].id == x->id ? &s->node[0] : &s->node[1];
    if (n->id != x->id)
        return;
    if (x->kind == SIDE) {
        on_side_claim(m, s, n, x, at);
        return;
    }
    switch (x->answer) {
    case COMMITTED:
        if (n->e && x->beat == n->e) {
            refuse(s, n);
            settle(n, n->e);
        } else {
            on_committed(m, s, n, x, at);
        }
        n->late = is_removed(m, NO_send_time);
        break;
    case SKIPPED:
        refuse(s, n);
        settle(n, n->g);
        break;
    case NO_FENCE_ROW: /* the outcome query follows */
        if (is_removed(m, NO_recheck))
            give_up(m, s, n, at);
        break;
    case ERROR:
        on_error(m, s, n);
        break;
    case BEAT:
        on_beat(m, s, n, x->value, at);
        break;
    default:
        break;
    }
}

/* ---- steps ---- */

static bool has_session(const struct state *s, int id)
{
    for (int k = 0; k < s->sessions; k++)
        if (s->session[k].id == id && s->session[k].client && s->session[k].kind != FENCE)
            return true;
    return false;
}

static void disconnect(struct state *s, int id)
{
    for (int k = 0; k < s->sessions; k++)
        if (s->session[k].id == id && s->session[k].kind != FENCE)
            s->session[k].client = 0;
}

static void send_content(struct model *m, uint32_t from, struct state s, int i,
                         enum content content)
{
    struct node *n = &s.node[i];
    n->g = ++n->last;
    n->content = (uint8_t)content;
    if (content == CREATE || content == EVENT) {
        n->number = content == CREATE ? 0 : (uint8_t)(n->n + 1);
        n->what = ++s.written;
    }
    if (content == RELEASE)
        n->n = NONE;
    struct session x = request_of(n);
    if (open_session(&s, x))
        add_state(m, from, &s, step_of(SEND, &x));
}

/* A request is sent only when it could do something: sending is local, and execution may come at
 * any later time. */
static void add_contents(struct model *m, uint32_t from, int i)
{
    struct state s = m->state[from];
    struct node *n = &s.node[i];
    struct base all = look_at(&s, s.rest_count);
    bool writes = s.written < m->settings.contents;
    if (n->last + 2 > m->settings.numbers)
        return;
    if (n->n == NONE) {
        if (!is_removed(m, NO_stream) && all.what[0] && (!all.owner || all.owner == n->id))
            send_content(m, from, s, i, CLAIM);
        if (writes && !all.what[0])
            send_content(m, from, s, i, CREATE);
        if (s.left.looks && all.what[0]) {
            s.left.looks--;
            send_content(m, from, s, i, LOOK);
        }
        return;
    }
    if (writes && n->n + 1 < NUMBERS)
        send_content(m, from, s, i, EVENT);
    if (s.left.releases) {
        s.left.releases--;
        send_content(m, from, s, i, RELEASE);
    }
}

static void add_registration(struct model *m, uint32_t from, int i)
{
    struct state s = m->state[from];
    if (s.ids >= m->settings.ids || (i && !s.node[0].id))
        return;
    s.node[i].id = ++s.ids;
    s.base.beat[s.ids] = 0;
    add_state(m, from, &s, (struct step){REGISTER, 0, s.ids, 0});
}

static void add_kill(struct model *m, uint32_t from, int i)
{
    struct state s = m->state[from];
    uint8_t id = s.node[i].id;
    disconnect(&s, id);
    become_nobody(&s.node[i]);
    add_state(m, from, &s, (struct step){KILL, 0, id, 0});
}

/* The lease of a number expires: it counts from the time when the number was first sent. */
static void add_expiry(struct model *m, uint32_t from, int i)
{
    const struct node n = m->state[from].node[i];
    uint8_t number[3] = {n.p, n.g, n.e};
    for (int k = 0; k < 3; k++) {
        struct state s = m->state[from];
        if ((k && !number[k]) || s.expired[n.id] > number[k])
            continue;
        s.expired[n.id] = (uint8_t)(number[k] + 1);
        s.node[i].late = 0;
        add_state(m, from, &s, (struct step){EXPIRE, 0, n.id, number[k]});
    }
}

static void add_side_claim(struct model *m, uint32_t from, int i, bool busy)
{
    struct state s = m->state[from];
    const struct node *n = &s.node[i];
    struct session x = {.kind = SIDE, .id = n->id, .client = 1};
    bool waits = false;
    for (int k = 0; k < s.sessions; k++)
        waits |= s.session[k].kind == SIDE && s.session[k].id == n->id;
    if (n->n == NONE && (!busy || n->content == RELEASE) && !waits && open_session(&s, x))
        add_state(m, from, &s, step_of(SEND, &x));
}

/* Without the safeguard: whatever has no answer counts as not committed. */
static void assume(struct state *s, struct node *n)
{
    refuse(s, n);
    settle(n, n->p);
    n->last = n->p;
}

static void add_loss(struct model *m, uint32_t from, int i)
{
    struct state s = m->state[from];
    struct node *n = &s.node[i];
    if (!s.left.losses)
        return;
    s.left.losses--;
    disconnect(&s, n->id);
    uint8_t id = n->id;
    if (is_removed(m, NO_ask) && n->g)
        assume(&s, n);
    add_state(m, from, &s, (struct step){LOSE, 0, id, 0});
}

/* A number is pending, and no answer will come: asks, or burns after an error. */
static void add_recovery(struct model *m, uint32_t from, int i)
{
    struct state s = m->state[from];
    struct node *n = &s.node[i];
    if (is_removed(m, NO_ask)) {
        assume(&s, n);
        add_state(m, from, &s, (struct step){ASSUME, 0, n->id, 0});
        return;
    }
    struct session x = {.kind = ASK, .id = n->id, .client = 1};
    if (open_session(&s, x))
        add_state(m, from, &s, step_of(SEND, &x));
    s = m->state[from];
    if (!n->error || n->e)
        return;
    n->e = ++n->last;
    n->error = 0;
    x = request_of(n);
    if (open_session(&s, x))
        add_state(m, from, &s, step_of(BURN, &x));
}

void add_steps_of_nodes(struct model *m, uint32_t from)
{
    for (int i = 0; i < NODES; i++) {
        const struct node n = m->state[from].node[i];
        if (!n.id) {
            add_registration(m, from, i);
            continue;
        }
        bool busy = has_session(&m->state[from], n.id);
        add_kill(m, from, i);
        if (m->settings.lease)
            add_expiry(m, from, i);
        if (is_removed(m, NO_stream))
            add_side_claim(m, from, i, busy);
        if (busy)
            add_loss(m, from, i);
        else if (n.g)
            add_recovery(m, from, i);
        else
            add_contents(m, from, i);
    }
}
