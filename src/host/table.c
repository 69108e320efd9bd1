/* The life of an event: drafted, written, heard or taken back. And what waits meanwhile. */
#include "host/table.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

int64_t fl_now(const struct fl_host *h)
{
    return h->port.now(h->port.world);
}

/* NULL if there is no memory; then the table does as if the store had failed. */
struct fl_pending *fl_table_draft(struct fl_table *t, enum fl_event_kind kind, fl_line line,
                                  size_t len)
{
    assert(!t->pending && len <= FL_MAX_EVENT);
    struct fl_pending *p = calloc(1, sizeof *p + len);
    if (!p)
        return NULL;
    p->line = line;
    p->event = (struct fl_event){
        .n = t->n + 1, .kind = kind, .at = fl_now(t->host), .data = p->data, .len = len};
    return p;
}

/* ---- hearing ---- */

/* Everybody gets the whole picture where a difference would tell less: a new match, an undo. */
static void bring_up_to_date(struct fl_table *t)
{
    fl_tell_table(t);
    for (uint32_t i = 0; i < t->guests; i++) {
        fl_tell_views(t, t->guest[i]);
        fl_tell_log(t, t->guest[i], t->n - 1);
    }
}

static void tell(struct fl_table *t, const struct fl_pending *p)
{
    switch (p->event.kind) {
    case FL_EVENT_STEP:
        fl_tell_steps(t, &p->event, &p->before);
        if (t->phase == FL_OVER_AND_DONE)
            fl_tell_table(t);
        break;
    case FL_EVENT_START:
    case FL_EVENT_UNDO:
    case FL_EVENT_AGAIN:
        bring_up_to_date(t);
        break;
    case FL_EVENT_CHAT:
        fl_tell_event(t, &p->event);
        break;
    case FL_EVENT_CLOSE:
        fl_tell_table(t);
        break;
    default:
        fl_tell_event(t, &p->event);
        fl_tell_seats(t);
    }
}

bool fl_table_fold(struct fl_table *t, const struct fl_event *event, bool played)
{
    t->n = event->n;
    switch (event->kind) {
    case FL_EVENT_START:
    case FL_EVENT_STEP:
    case FL_EVENT_UNDO:
    case FL_EVENT_AGAIN:
        if (!fl_play_fold(t, event, played))
            return false;
        break;
    case FL_EVENT_CLOCK:
        fl_clock_set(t, event);
        break;
    case FL_EVENT_CLOSE:
        t->phase = FL_CLOSED;
        break;
    case FL_EVENT_CHAT:
        break;
    case FL_EVENT_BLOCK:
        fl_block_fold(t, event);
        break;
    default:
        fl_seats_fold(t, event);
    }
    fl_stream_add(t, event);
    return true;
}

static void hear(struct fl_table *t, const struct fl_pending *p)
{
    t->host->counts.events++;
    t->host->counts.moves += p->event.kind == FL_EVENT_STEP;
    for (int i = 0; i < p->rows; i++)
        memcpy(t->chair[p->row[i].seat].token_hash, p->row[i].token_hash, FL_HASH_SIZE);
    if (t->stopped) {
        t->stopped = false;
        fl_tell_stopped(t, false);
    }
    fl_table_fold(t, &p->event, p->played);
    fl_table_mind_eyes(t);
    fl_seats_hear(t, p);
    tell(t, p);
    if (t->phase == FL_OVER_AND_DONE)
        fl_table_fit(t);
}

static void take_back(struct fl_table *t, const struct fl_pending *p)
{
    t->host->counts.failures++;
    if (p->played)
        fl_play_take_back(t, p);
    t->retry = fl_now(t->host) + t->host->limits.retry;
    if (!t->stopped) {
        t->stopped = true;
        fl_tell_stopped(t, true);
    }
    if (p->line != FL_NO_LINE)
        fl_refuse(t->host, p->line, "host.not-kept");
}

static struct fl_waiting *take_waiting(struct fl_table *t, struct fl_waiting **at)
{
    struct fl_waiting *w = *at;
    *at = w->next;
    if (!w->next)
        t->queue_end = at;
    t->queued--;
    t->host->guest[w->line].waiting--;
    return w;
}

/* Everybody leaves, and the table is no more. What still waited there is done elsewhere, or
 * refused. */
static void dissolve(struct fl_table *t)
{
    struct fl_host *h = t->host;
    struct fl_waiting *first = NULL, **end = &first;
    while (t->guests)
        fl_guest_exit(h, t->guest[0]);
    for (; t->queue; end = &(*end)->next)
        *end = take_waiting(t, &t->queue);
    *end = NULL;
    fl_table_free(t);
    for (struct fl_waiting *next; first; first = next) {
        next = first->next;
        fl_command_in_turn(h, first->line, first->text);
        free(first);
    }
}

/* The table itself could not be written down: there is none. */
static void give_up_creating(struct fl_table *t, fl_line line)
{
    t->host->counts.failures++;
    if (t->host->guest[line].at == t)
        fl_guest_show_out(t->host, line, "host.not-kept");
    dissolve(t);
}

static void tell_created(struct fl_table *t, const struct fl_pending *p)
{
    if (t->host->guest[p->line].at != t)
        return;
    fl_tell_token(t, p->line, p->token);
    fl_tell_you(t->host, p->line);
    fl_tell_table(t);
}

/* The store's answer. */
static void done(void *whom, uint64_t ticket, bool ok)
{
    struct fl_host *h = whom;
    uint32_t slot = (uint32_t)ticket;
    struct fl_table *t = slot < h->table_room ? h->table[slot] : NULL;
    if (!t || !t->pending || t->pending->ticket != ticket)
        return;
    struct fl_pending *p = t->pending;
    t->pending = NULL;
    h->verb = NULL;
    if (p->creates && !ok) {
        give_up_creating(t, p->line);
        free(p);
        return;
    }
    if (p->creates)
        tell_created(t, p);
    else if (ok)
        hear(t, p);
    else
        take_back(t, p);
    free(p);
    fl_table_stir(t);
}

/* ---- writing ---- */

static struct fl_done answer_for(struct fl_table *t)
{
    t->pending->ticket = ++t->host->serial << 32 | t->slot;
    return (struct fl_done){.tell = done, .whom = t->host, .ticket = t->pending->ticket};
}

void fl_table_write(struct fl_table *t, struct fl_pending *p)
{
    struct fl_store *store = t->host->port.store;
    struct fl_append append = {.match = t->id,
                               .event = p->event,
                               .seat = p->row,
                               .seats = p->rows,
                               .result = p->has_result ? p->result : NULL};
    t->pending = p;
    store->append(store, &append, answer_for(t));
}

bool fl_table_create(struct fl_table *t, fl_line line)
{
    struct fl_store *store = t->host->port.store;
    struct fl_store_match match = {
        .id = t->id, .version = t->terms.game->version, .created = t->created};
    struct fl_store_seat keeper = {.seat = FL_KEEPER};
    struct fl_buf terms = fl_buf_over(match.terms, sizeof match.terms);
    struct fl_buf game = fl_buf_over(match.game, sizeof match.game);
    struct fl_pending *p = fl_table_draft(t, FL_EVENT_CHAT, line, 0);
    if (!p)
        return false;
    p->creates = true;
    t->pending = p;
    fl_put(&game, t->terms.game->name);
    fl_terms_write(&t->terms, t->host->port.levels, &terms);
    memcpy(match.secret, t->secret, sizeof match.secret);
    memcpy(keeper.name, t->host->guest[line].name, sizeof keeper.name);
    memcpy(keeper.token_hash, t->keeper_hash, sizeof keeper.token_hash);
    store->create(store, &match, &keeper, answer_for(t));
    return true;
}

/* ---- waiting ---- */

static void put_last(struct fl_table *t, struct fl_waiting *w)
{
    w->next = NULL;
    *t->queue_end = w;
    t->queue_end = &w->next;
    t->queued++;
    t->host->guest[w->line].waiting++;
}

/* A line waits at one table: what it has waiting elsewhere came later, and follows. */
static void bring_waiting(struct fl_table *t, fl_line line)
{
    struct fl_table *from = t->host->guest[line].waits_at;
    bool elsewhere = t->host->guest[line].waiting > 1 && from != t;
    t->host->guest[line].waits_at = t;
    for (struct fl_waiting **at = elsewhere ? &from->queue : NULL; at && *at;)
        if ((*at)->line == line)
            put_last(t, take_waiting(from, at));
        else
            at = &(*at)->next;
}

void fl_table_wait(struct fl_table *t, fl_line line, const char *text)
{
    size_t size = strlen(text) + 1;
    struct fl_waiting *w = NULL;
    if (t->queued < t->host->limits.queue)
        w = malloc(sizeof *w + size);
    if (!w) {
        fl_refuse(t->host, line, "host.busy");
        return;
    }
    w->line = line;
    memcpy(w->text, text, size);
    put_last(t, w);
    bring_waiting(t, line);
}

void fl_table_forget_waiting(struct fl_table *t, fl_line line)
{
    struct fl_waiting **at = &t->queue;
    while (*at)
        if ((*at)->line == line)
            free(take_waiting(t, at));
        else
            at = &(*at)->next;
}

static void do_what_waits(struct fl_table *t)
{
    while (t->queue && !t->pending && t->phase != FL_CLOSED) {
        struct fl_waiting *w = take_waiting(t, &t->queue);
        const struct fl_guest *g = &t->host->guest[w->line];
        fl_command_do(t->host, w->line, w->text);
        if (g->at && g->at != t)
            fl_table_stir(g->at);
        free(w);
    }
}

/* ---- stirring ---- */

static void sooner(int64_t *wake, int64_t at)
{
    if (at < *wake)
        *wake = at;
}

/* When an empty table goes: one that nobody finished is closed, a finished one leaves the memory.
 */
static int64_t ends_empty(const struct fl_table *t)
{
    const struct fl_limits *limits = &t->host->limits;
    if (!t->empty)
        return INT64_MAX;
    return t->empty +
           (t->phase == FL_OVER_AND_DONE ? limits->empty_finished : limits->empty_running);
}

static int64_t seat_wakes(const struct fl_table *t, int seat)
{
    const struct fl_chair *c = &t->chair[seat];
    int64_t wake = INT64_MAX;
    if (t->phase != FL_PLAYING)
        return wake;
    if (c->taken && c->gone && !c->bot_plays && t->terms.away)
        sooner(&wake, c->gone + 1000 * (int64_t)t->terms.away);
    if (c->asked && t->terms.clock && t->guests && !fl_bot_plays(t, seat))
        sooner(&wake, c->since + c->time_left);
    return wake;
}

void fl_table_set_wake(struct fl_table *t)
{
    int64_t wake = ends_empty(t);
    for (int seat = 0; seat < t->terms.setup.seats; seat++)
        sooner(&wake, seat_wakes(t, seat));
    if (t->has_thought)
        sooner(&wake, t->thought_at);
    t->wake = t->stopped ? t->retry : wake;
    sooner(&t->host->wake, t->wake);
}

static bool is_forgotten(const struct fl_table *t)
{
    return t->phase == FL_OVER_AND_DONE && !t->queue && fl_now(t->host) >= ends_empty(t);
}

static bool closes_itself(struct fl_table *t)
{
    if (t->phase == FL_OVER_AND_DONE || fl_now(t->host) < ends_empty(t))
        return false;
    return fl_table_close(t, FL_NO_LINE);
}

/* Whatever is to be written by itself. A table that has stopped and has nothing to write writes the
 * clocks, to see whether it can go on. */
static void mind(struct fl_table *t)
{
    bool writes = fl_seats_mind(t) || fl_clock_mind(t) || fl_bots_mind(t) || closes_itself(t) ||
                  (t->stopped && fl_clock_write(t));
    if (!writes)
        t->retry = fl_now(t->host) + t->host->limits.retry;
}

void fl_table_stir(struct fl_table *t)
{
    if (t->busy)
        return;
    t->busy = true;
    do_what_waits(t);
    bool may_write = !t->pending && !t->host->stopping && t->phase != FL_CLOSED &&
                     (!t->stopped || fl_now(t->host) >= t->retry);
    if (may_write)
        mind(t);
    t->busy = false;
    if (!t->pending && (t->phase == FL_CLOSED || is_forgotten(t)))
        dissolve(t);
    else
        fl_table_set_wake(t);
}

bool fl_table_close(struct fl_table *t, fl_line line)
{
    struct fl_pending *p = fl_table_draft(t, FL_EVENT_CLOSE, line, 0);
    if (!p)
        return false;
    struct fl_buf result = fl_buf_over(p->result, sizeof p->result);
    fl_put(&result, "closed");
    p->has_result = t->phase != FL_OVER_AND_DONE;
    fl_table_write(t, p);
    return true;
}
