/* The life cycle of an event: drafted, written, then committed or rolled back. Commands that
 * arrive while a write is pending are queued. */
#include "host/table.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "host/commands.h"
#include "host/messages.h"
#include "host/people.h"
#include "host/play.h"

int64_t fl_now(const struct fl_host *h)
{
    return h->port.now(h->port.context);
}

struct fl_pending *fl_table_draft(struct fl_table *t, enum fl_event_kind kind, fl_client_id client)
{
    assert(!t->pending);
    struct fl_pending *p = malloc(sizeof *p);
    if (!p)
        return NULL;
    memset(p, 0, offsetof(struct fl_pending, before));
    p->client = client;
    p->event.n = t->n + 1;
    p->event.kind = kind;
    p->event.at = fl_now(t->host);
    return p;
}

/* ---- after the store has answered ---- */

/* Sends every client the full state, where a difference would not do: a new match, an undo. */
static void send_full_state(struct fl_table *t)
{
    fl_send_table_message(t, FL_NO_CLIENT);
    for (uint32_t i = 0; i < t->clients; i++) {
        if (t->options.game->team)
            fl_send_you(t->host, t->client[i]); /* partners may talk while there is a match */
        fl_send_views(t, t->client[i]);
        fl_send_history(t, t->client[i], t->n - 1);
    }
}

static void announce(struct fl_table *t, const struct fl_pending *p)
{
    switch (p->event.kind) {
    case FL_EVENT_STEP:
        fl_send_steps(t, &p->event, &p->before);
        if (t->phase == FL_TABLE_FINISHED)
            fl_send_table_message(t, FL_NO_CLIENT);
        break;
    case FL_EVENT_START:
    case FL_EVENT_UNDO:
    case FL_EVENT_REMATCH:
        send_full_state(t);
        break;
    case FL_EVENT_CHAT:
    case FL_EVENT_TEAM_CHAT:
    case FL_EVENT_LINK:
    case FL_EVENT_CONTRADICTION:
        fl_send_event(t, &p->event);
        break;
    case FL_EVENT_CLOSE:
        fl_send_table_message(t, FL_NO_CLIENT);
        break;
    default:
        fl_send_event(t, &p->event);
        fl_send_seats(t);
    }
}

bool fl_table_fold(struct fl_table *t, const struct fl_table_event *event, bool played)
{
    t->n = event->n;
    t->last = event->at;
    t->free_events =
        event->kind == FL_EVENT_REMATCH ? 0 : t->free_events + fl_event_is_free(event->kind);
    switch (event->kind) {
    case FL_EVENT_START:
    case FL_EVENT_STEP:
    case FL_EVENT_UNDO:
    case FL_EVENT_REMATCH:
        if (!fl_play_fold(t, event, played))
            return false;
        break;
    case FL_EVENT_CLOCK:
        fl_clock_set(t, event);
        break;
    case FL_EVENT_CLOSE:
        t->phase = FL_TABLE_CLOSED;
        break;
    case FL_EVENT_CHAT:
    case FL_EVENT_TEAM_CHAT:
    case FL_EVENT_CONTRADICTION:
        break;
    case FL_EVENT_BAN:
        fl_ban_fold(t, event);
        break;
    default:
        fl_seats_fold(t, event);
    }
    fl_table_log_add(t, event);
    fl_origin_update(t);
    return true;
}

static void on_commit(struct fl_table *t, const struct fl_pending *p)
{
    t->host->counts.events++;
    t->host->counts.moves += p->event.kind == FL_EVENT_STEP;
    for (int i = 0; i < p->rows; i++)
        memcpy(t->seat[p->row[i].seat].token_hash, p->row[i].token_hash, FL_HASH_SIZE);
    if (t->stopped) {
        t->stopped = false;
        fl_send_stopped(t, false);
    }
    fl_table_fold(t, &p->event, p->played);
    fl_table_drop_unshared_views(t);
    fl_seats_on_commit(t, p);
    announce(t, p);
    if (t->phase == FL_TABLE_FINISHED)
        fl_table_shrink_to_fit(t);
}

static void on_write_failed(struct fl_table *t, const struct fl_pending *p)
{
    t->host->counts.failures++;
    if (p->played)
        fl_play_undo_failed(t, p);
    t->retry = fl_now(t->host) + t->host->limits.retry;
    if (!t->stopped) {
        t->stopped = true;
        fl_send_stopped(t, true);
    }
    if (p->client != FL_NO_CLIENT)
        fl_refuse(t->host, p->client, "host.not-stored");
}

static struct fl_queued_command *unqueue(struct fl_table *t, struct fl_queued_command **at)
{
    struct fl_queued_command *w = *at;
    *at = w->next;
    if (!w->next)
        t->queue_end = at;
    t->queued--;
    t->host->client[w->client].queued--;
    return w;
}

/* Removes the table and its clients. Commands that were queued there are executed elsewhere, or
 * refused. */
static void destroy_table(struct fl_table *t)
{
    struct fl_host *h = t->host;
    struct fl_queued_command *first = NULL, **end = &first;
    while (t->clients)
        fl_client_leave_table(h, t->client[0]);
    for (; t->queue; end = &(*end)->next)
        *end = unqueue(t, &t->queue);
    *end = NULL;
    if (t->phase == FL_TABLE_CLOSED)
        fl_table_remember_closed(h, t->id);
    fl_table_free(t);
    for (struct fl_queued_command *next; first; first = next) {
        next = first->next;
        fl_command_accept(h, first->client, first->text);
        free(first);
    }
}

/* The table itself could not be stored: removes it again. */
static void on_create_failed(struct fl_table *t, fl_client_id client)
{
    t->host->counts.failures++;
    if (t->host->client[client].table == t)
        fl_client_remove(t->host, client, "host.not-stored");
    destroy_table(t);
}

static void announce_created(struct fl_table *t, const struct fl_pending *p)
{
    if (t->host->client[p->client].table != t)
        return;
    fl_send_token(t, p->client, p->token);
    fl_send_you(t->host, p->client);
    fl_send_table_message(t, FL_NO_CLIENT);
}

/* Called by the store with the result of a write. */
static void on_stored(void *whom, uint64_t ticket, bool ok)
{
    struct fl_host *h = whom;
    uint32_t slot = (uint32_t)ticket;
    struct fl_table *t = slot < h->table_room ? h->table[slot] : NULL;
    if (!t || !t->pending || t->pending->ticket != ticket)
        return;
    struct fl_pending *p = t->pending;
    t->pending = NULL;
    if (p->creates && !ok) {
        on_create_failed(t, p->client);
        free(p);
        return;
    }
    if (p->creates)
        announce_created(t, p);
    else if (ok)
        on_commit(t, p);
    else
        on_write_failed(t, p);
    free(p);
    fl_table_run(t);
}

/* ---- writing ---- */

static struct fl_store_callback callback_for(struct fl_table *t)
{
    t->pending->ticket = ++t->host->serial << 32 | t->slot;
    return (struct fl_store_callback){
        .call = on_stored, .context = t->host, .ticket = t->pending->ticket};
}

void fl_table_write(struct fl_table *t, struct fl_pending *p)
{
    struct fl_store *store = t->host->port.store;
    unsigned char data[FL_MAX_EVENT];
    struct fl_append append = {
        .match = t->id,
        .event = {.n = p->event.n,
                  .kind = fl_event_word(p->event.kind),
                  .at = p->event.at,
                  .data = data,
                  .len = fl_event_encode(&p->event, t->options.setup.seats, data)},
        .seat = p->row,
        .seats = p->rows,
        .result = p->has_result ? p->result : NULL};
    t->pending = p;
    store->append(store, &append, callback_for(t));
}

void fl_table_create(struct fl_table *t, struct fl_pending *p)
{
    struct fl_store *store = t->host->port.store;
    struct fl_store_match match = {
        .id = t->id, .version = t->options.game->version, .created = t->created};
    struct fl_store_seat owner = {.seat = FL_OWNER_ROW};
    struct fl_buf options = fl_buf_over(match.options, sizeof match.options);
    struct fl_buf game = fl_buf_over(match.game, sizeof match.game);
    p->creates = true;
    t->pending = p;
    fl_put(&game, t->options.game->name);
    fl_table_options_write(&t->options, t->host->port.levels, &options);
    memcpy(match.secret, t->secret, sizeof match.secret);
    memcpy(owner.name, t->host->client[p->client].name, sizeof owner.name);
    memcpy(owner.token_hash, t->owner_hash, sizeof owner.token_hash);
    store->create(store, &match, &owner, callback_for(t));
}

/* ---- queued commands ---- */

static void enqueue(struct fl_table *t, struct fl_queued_command *w)
{
    w->next = NULL;
    *t->queue_end = w;
    t->queue_end = &w->next;
    t->queued++;
    t->host->client[w->client].queued++;
}

/* A client is queued at one table only: its later commands, queued elsewhere, follow. */
static void follow_queue(struct fl_table *t, fl_client_id client)
{
    struct fl_table *from = t->host->client[client].queued_at;
    bool elsewhere = t->host->client[client].queued > 1 && from != t;
    t->host->client[client].queued_at = t;
    for (struct fl_queued_command **at = elsewhere ? &from->queue : NULL; at && *at;)
        if ((*at)->client == client)
            enqueue(t, unqueue(from, at));
        else
            at = &(*at)->next;
}

/* Whether a command resumes with a token. Such a command is queued even if the queue is full,
 * because after a restart on a slow disk everybody comes back at the same time. */
static bool has_token(const char *text)
{
    char word[FL_MAX_LINE];
    return fl_next_word(&text, word, sizeof word) && !strcmp(word, "resume") &&
           fl_next_word(&text, word, sizeof word) && fl_next_word(&text, word, sizeof word) &&
           strcmp(word, "-") != 0;
}

const char *fl_table_enqueue(struct fl_table *t, fl_client_id client, const char *text)
{
    size_t size = strlen(text) + 1;
    struct fl_queued_command *w = NULL;
    if (t->queued < t->host->limits.queue || (!t->host->client[client].queued && has_token(text)))
        w = malloc(sizeof *w + size);
    if (!w)
        return "host.busy";
    w->client = client;
    memcpy(w->text, text, size);
    enqueue(t, w);
    follow_queue(t, client);
    return NULL;
}

void fl_table_unqueue_client(struct fl_table *t, fl_client_id client)
{
    struct fl_queued_command **at = &t->queue;
    while (*at)
        if ((*at)->client == client)
            free(unqueue(t, at));
        else
            at = &(*at)->next;
}

static void run_queued_commands(struct fl_table *t)
{
    while (t->queue && !t->pending && t->phase != FL_TABLE_CLOSED) {
        struct fl_queued_command *w = unqueue(t, &t->queue);
        const struct fl_client *g = &t->host->client[w->client];
        fl_command_run(t->host, w->client, w->text);
        if (g->table && g->table != t)
            fl_table_run(g->table);
        free(w);
    }
}

/* ---- running a table ---- */

static void set_earlier(int64_t *wake, int64_t at)
{
    if (at < *wake)
        *wake = at;
}

static int count_people(const struct fl_table *t)
{
    int people = 0;
    for (int seat = 0; seat < t->options.setup.seats; seat++)
        people += t->seat[seat].taken;
    return people;
}

int64_t fl_table_time_empty(const struct fl_table *t)
{
    const struct fl_limits *limits = &t->host->limits;
    if (t->phase == FL_TABLE_FINISHED)
        return limits->empty_finished;
    int people = t->phase == FL_TABLE_WAITING && !t->rematch_event ? count_people(t) : 2;
    return people == 0   ? limits->empty_unused
           : people == 1 ? limits->empty_waiting
                         : limits->empty_running;
}

/* When an empty table expires: an unfinished one is closed, a finished one leaves the memory. */
static int64_t ends_empty(const struct fl_table *t)
{
    return t->empty ? t->empty + fl_table_time_empty(t) : INT64_MAX;
}

static int64_t seat_wakes(const struct fl_table *t, int seat)
{
    const struct fl_table_seat *c = &t->seat[seat];
    int64_t wake = INT64_MAX;
    if (t->phase != FL_TABLE_PLAYING)
        return wake;
    if (c->taken && c->gone && !c->bot_plays && t->options.away)
        set_earlier(&wake, c->gone + 1000 * (int64_t)t->options.away);
    /* The answer of a bot that thinks, or waits to move, runs the table. */
    bool bot_works = t->think_ticket || t->has_bot_move;
    if (c->asked && t->options.clock && t->clients && !fl_bot_plays(t, seat) &&
        !(bot_works && fl_seat_is_late(t, seat, fl_now(t->host))))
        set_earlier(&wake, c->since + c->time_left);
    return wake;
}

void fl_table_set_wake(struct fl_table *t)
{
    int64_t wake = ends_empty(t);
    for (int seat = 0; seat < t->options.setup.seats; seat++)
        set_earlier(&wake, seat_wakes(t, seat));
    if (t->has_bot_move && t->clients) /* bots pause while nobody is connected */
        set_earlier(&wake, t->bot_move_at);
    if (!t->pending && fl_bot_is_late(t))
        set_earlier(&wake, fl_now(t->host) + t->host->limits.retry);
    /* The result of a pending write runs the table. */
    t->wake = t->pending ? INT64_MAX : t->stopped ? t->retry : wake;
    set_earlier(&t->host->wake, t->wake);
}

static bool is_expired(const struct fl_table *t)
{
    return t->phase == FL_TABLE_FINISHED && !t->queue && fl_now(t->host) >= ends_empty(t);
}

static bool close_if_expired(struct fl_table *t)
{
    if (t->phase == FL_TABLE_FINISHED || fl_now(t->host) < ends_empty(t))
        return false;
    return fl_table_close(t, FL_NO_CLIENT);
}

/* Writes what is due without a command. A table whose last write failed and that has nothing
 * else to write stores its clocks, to find out whether the store works again. */
static void write_what_is_due(struct fl_table *t)
{
    bool writes = fl_seats_tick(t) || fl_clock_tick(t) || fl_undo_tick(t) || fl_bots_tick(t) ||
                  close_if_expired(t) || (t->stopped && fl_clock_write(t));
    if (!writes)
        t->retry = fl_now(t->host) + t->host->limits.retry;
}

void fl_table_run(struct fl_table *t)
{
    if (t->busy)
        return;
    t->busy = true;
    run_queued_commands(t);
    bool may_write = !t->pending && !t->host->stopping && t->phase != FL_TABLE_CLOSED &&
                     (!t->stopped || fl_now(t->host) >= t->retry);
    if (may_write)
        write_what_is_due(t);
    t->busy = false;
    if (!t->pending && (t->phase == FL_TABLE_CLOSED || is_expired(t)))
        destroy_table(t);
    else
        fl_table_set_wake(t);
}

bool fl_table_close(struct fl_table *t, fl_client_id client)
{
    struct fl_pending *p = fl_table_draft(t, FL_EVENT_CLOSE, client);
    if (!p)
        return false;
    struct fl_buf result = fl_buf_over(p->result, sizeof p->result);
    fl_put(&result, "closed");
    p->has_result = t->phase != FL_TABLE_FINISHED;
    fl_table_write(t, p);
    return true;
}
