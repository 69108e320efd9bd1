/* The life cycle of an event: drafted, written, then committed or rolled back. Commands that
 * arrive while a write is pending are queued. */
#include "host/table.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "host/commands.h"
#include "host/messages.h"
#include "host/passport.h"
#include "host/people.h"
#include "host/play.h"

enum { CREATE_ATTEMPTS = 3 };

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
    case FL_EVENT_RESIGN:
    case FL_EVENT_AGREE:
        if (t->phase != FL_TABLE_FINISHED) {
            fl_send_event(t, &p->event);
            fl_send_seats(t);
            break;
        }
        /* fall through */
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
    for (int i = 0; fl_features[i]; i++)
        if (fl_features[i]->fold && !fl_features[i]->fold(t, event, played))
            return false;
    if (event->kind == FL_EVENT_CLOSE)
        t->phase = FL_TABLE_CLOSED;
    return true;
}

/* Notifies all clients that the table cannot be stored, or can again. */
static void set_stopped(struct fl_table *t, bool stopped)
{
    struct fl_buf out;
    struct fl_phrase why;
    if (t->stopped == stopped)
        return;
    t->stopped = stopped;
    struct fl_json j = fl_message(t->host, &out, stopped ? "storage-failed" : "storage-restored");
    fl_phrase_begin(&why, stopped ? "host.storage-failed" : "host.storage-restored");
    fl_json_key(&j, "reason");
    fl_json_phrase(&j, &why);
    fl_send_to_table(t, &j);
}

static void on_commit(struct fl_table *t, const struct fl_pending *p)
{
    t->host->counts.events++;
    t->host->counts.moves += p->event.kind == FL_EVENT_STEP;
    for (int i = 0; i < p->rows; i++) {
        memcpy(t->seat[p->row[i].seat].token_hash, p->row[i].token_hash, FL_HASH_SIZE);
        t->seat[p->row[i].seat].passport = p->row[i].passport;
    }
    set_stopped(t, false);
    fl_table_fold(t, &p->event, p->played);
    for (int i = 0; fl_features[i]; i++)
        if (fl_features[i]->on_commit)
            fl_features[i]->on_commit(t, p);
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
    set_stopped(t, true);
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

void fl_table_destroy(struct fl_table *t)
{
    struct fl_host *h = t->host;
    struct fl_queued_command *first = NULL, **end = &first;
    while (t->clients)
        fl_client_leave_table(h, t->client[0]);
    for (; t->queue; end = &(*end)->next)
        *end = unqueue(t, &t->queue);
    *end = NULL;
    if (!t->is_placeholder)
        fl_table_release(h, t->id, t->last);
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
    fl_table_destroy(t);
}

static void announce_created(struct fl_table *t, const struct fl_pending *p)
{
    if (t->host->client[p->client].table != t)
        return;
    if (p->token[0])
        fl_send_token(t, p->client, p->token);
    fl_send_you(t->host, p->client);
    fl_send_table_message(t, FL_NO_CLIENT);
}

/* Takes a created table out of its pending state. Returns whether it still exists. */
static bool on_created(struct fl_table *t, const struct fl_pending *p, bool ok)
{
    if (ok)
        announce_created(t, p);
    else
        on_create_failed(t, p->client);
    return ok;
}

/* The store has refused a new table, whose code another node may use: tries another one. */
static bool create_again(struct fl_table *t)
{
    if (!t->host->port.store->shared || ++t->pending->attempts == CREATE_ATTEMPTS)
        return false;
    fl_table_change_id(t);
    fl_table_write(t, t->pending);
    return true;
}

/* Another node owns the table, or will. Its clients reconnect by themselves and learn there what
 * was stored. */
void fl_table_drop(struct fl_table *t)
{
    struct fl_host *h = t->host;
    for (struct fl_queued_command **at = &t->queue; *at;)
        if (h->client[(*at)->client].table == t)
            free(unqueue(t, at));
        else
            at = &(*at)->next;
    while (t->clients) {
        fl_client_id client = t->client[0];
        fl_client_leave_table(h, client);
        h->port.disconnect(h->port.context, client);
    }
    fl_table_destroy(t);
}

void fl_table_send_queue_away(struct fl_table *placeholder, const char *address)
{
    struct fl_host *h = placeholder->host;
    while (placeholder->queue) {
        struct fl_queued_command *w = unqueue(placeholder, &placeholder->queue);
        if (address && h->port.pass_on)
            h->port.pass_on(h->port.context, w->client, address, w->text);
        else
            h->port.disconnect(h->port.context, w->client);
        free(w);
    }
    fl_table_destroy(placeholder);
}

static void on_outcome(struct fl_table *t, enum fl_outcome outcome)
{
    bool ok = outcome == FL_COMMITTED;
    struct fl_pending *p = t->pending;
    if (p->creates && !ok && create_again(t))
        return;
    t->pending = NULL;
    bool exists = true;
    if (p->creates)
        exists = on_created(t, p, ok);
    else if (ok)
        on_commit(t, p);
    else
        on_write_failed(t, p);
    free(p);
    if (exists)
        fl_table_run(t);
}

/* Called by the store with the outcome of a write. While it is unknown, the event stays pending:
 * the match is not rewound, and nothing is announced except that the table is stopped. */
static void on_stored(void *whom, uint64_t ticket, enum fl_outcome outcome)
{
    struct fl_host *h = whom;
    uint32_t slot = (uint32_t)ticket;
    struct fl_table *t = slot < h->table_room ? h->table[slot] : NULL;
    if (!t || !t->pending || t->pending->ticket != ticket)
        return;
    if (outcome == FL_FENCED)
        fl_table_drop(t);
    else if (outcome != FL_UNKNOWN)
        on_outcome(t, outcome);
    else if (!t->pending->creates)
        set_stopped(t, true);
}

/* ---- writing ---- */

static struct fl_store_callback callback_for(struct fl_table *t)
{
    t->pending->ticket = ++t->host->serial << 32 | t->slot;
    return (struct fl_store_callback){
        .call = on_stored, .context = t->host, .ticket = t->pending->ticket};
}

static void append_event(struct fl_table *t, const struct fl_pending *p)
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
    fl_changes_clear(&t->host->changes);
    if (store->change)
        fl_games_add_changes(t, p, &t->host->changes);
    append.change = t->host->changes.change;
    append.changes = t->host->changes.count;
    store->append(store, &append, callback_for(t));
}

static void create_table(struct fl_table *t, const struct fl_pending *p)
{
    struct fl_store *store = t->host->port.store;
    struct fl_store_match match = {
        .id = t->id, .version = t->options.game->version, .created = t->created};
    struct fl_store_seat owner = {.seat = FL_OWNER_ROW};
    struct fl_buf options = fl_buf_over(match.options, sizeof match.options);
    struct fl_buf game = fl_buf_over(match.game, sizeof match.game);
    fl_put(&game, t->options.game->name);
    fl_table_options_write(&t->options, t->host->port.levels, &options);
    memcpy(match.secret, t->secret, sizeof match.secret);
    memcpy(owner.name, t->host->client[p->client].name, sizeof owner.name);
    memcpy(owner.token_hash, t->owner_hash, sizeof owner.token_hash);
    owner.passport = t->owner_passport;
    store->create(store, &match, &owner, callback_for(t));
}

void fl_table_write(struct fl_table *t, struct fl_pending *p)
{
    t->pending = p;
    if (p->creates)
        create_table(t, p);
    else
        append_event(t, p);
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

/* Whether a command resumes with a token, or may with a passport. Such a command is queued even if
 * the queue is full, because after a restart on a slow disk everybody comes back at the same time.
 */
static bool has_token(const struct fl_client *g, const char *text)
{
    char word[FL_MAX_LINE];
    return fl_next_word(&text, word, sizeof word) && !strcmp(word, "resume") &&
           fl_next_word(&text, word, sizeof word) && fl_next_word(&text, word, sizeof word) &&
           (g->identity || strcmp(word, "-") != 0);
}

const char *fl_table_enqueue(struct fl_table *t, fl_client_id client, const char *text)
{
    size_t size = strlen(text) + 1;
    struct fl_queued_command *w = NULL;
    if (t->queued < t->host->limits.queue ||
        (!t->host->client[client].queued && has_token(&t->host->client[client], text)))
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
    if (c->gone && !fl_bot_plays(t, seat) && t->options.away)
        set_earlier(&wake, c->gone + 1000 * (int64_t)t->options.away);
    /* The answer of a bot that thinks, or waits to move, runs the table. */
    bool bot_works = t->think_ticket || t->has_bot_move;
    if (c->asked && t->options.clock && t->clients && !fl_bot_plays(t, seat) &&
        !(bot_works && !fl_clock_left(t, seat, fl_now(t->host))))
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
    wake = t->pending ? INT64_MAX : t->stopped ? t->retry : wake;
    if (t->host->ticking && wake <= fl_now(t->host)) /* fl_host_tick runs a table once */
        wake = fl_now(t->host) + 1;
    fl_wake_heap_set(t, wake);
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
    for (int i = 0; fl_features[i]; i++)
        if (fl_features[i]->tick && fl_features[i]->tick(t))
            return;
    if (!close_if_expired(t) && !(t->stopped && fl_clock_write(t)))
        t->retry = fl_now(t->host) + t->host->limits.retry;
}

void fl_table_run(struct fl_table *t)
{
    if (t->busy)
        return;
    t->busy = true;
    if (!t->leaves)
        run_queued_commands(t);
    bool may_write = !t->pending && !t->host->stopping && !t->leaves &&
                     t->phase != FL_TABLE_CLOSED && (!t->stopped || fl_now(t->host) >= t->retry);
    if (may_write)
        write_what_is_due(t);
    t->busy = false;
    if (!t->pending && (t->phase == FL_TABLE_CLOSED || is_expired(t)))
        fl_table_destroy(t);
    else if (!t->pending && t->leaves)
        fl_table_hand_over(t);
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
