/* The host: connections, commands, time, recovery, and the answers to plain HTTP readers. */
#include "host/host.h"

#include <stdlib.h>
#include <string.h>

#include "host/commands.h"
#include "host/messages.h"
#include "host/passport.h"
#include "host/people.h"
#include "host/play.h"

enum { MINUTE = 60000, DAY = 24 * 60 * MINUTE };

const struct fl_limits fl_usual_limits = {
    .tables = 20000,
    .tables_per_origin = 2000,
    .unused_per_origin = 20,
    .lobby_per_origin = 10,
    .connections = 20000,
    .clients = 64,
    .queue = 32,
    .events = 10000,
    .chat_burst = 6,
    .chat_pause = 2000,
    .guess_burst = 30,
    .guess_pause = 10000,
    .passport_burst = 20,
    .passport_pause = 60000,
    .code_burst = 20,
    .code_pause = 10000,
    .invite_burst = 20,
    .invite_pause = 10000,
    .hint_pause = 2000,
    .bot_delay = 400,
    .retry = 2000,
    .empty_unused = 10 * MINUTE,
    .empty_waiting = 60 * MINUTE,
    .empty_running = 2 * (int64_t)DAY,
    .empty_finished = 10 * MINUTE,
};

/* Called by the store: this process has lost all its tables. */
static void on_fenced(void *whom)
{
    struct fl_host *h = whom;
    for (uint32_t i = 0; i < h->table_room; i++)
        if (h->table[i])
            fl_table_drop(h->table[i]);
}

struct fl_host *fl_host_new(const struct fl_port *port, const struct fl_limits *limits)
{
    struct fl_host *h = calloc(1, sizeof *h);
    fl_client_id *lines = malloc(limits->clients * sizeof *lines);
    if (!h || !lines) {
        free(h);
        free(lines);
        return NULL;
    }
    h->port = *port;
    h->limits = *limits;
    h->lines = lines;
    h->port.store->fenced = on_fenced;
    h->port.store->fenced_context = h;
    return h;
}

void fl_host_free(struct fl_host *h)
{
    for (fl_client_id i = 0; i < h->client_room; i++)
        fl_job_abandon(h, i);
    for (uint32_t i = 0; i < h->table_room; i++)
        if (h->table[i])
            fl_table_free(h->table[i]);
    while (h->held)
        fl_commands_forget(h, h->held->client);
    free(h->table);
    free(h->heap);
    free(h->client);
    fl_origins_free(h);
    free(h->lines);
    free(h->stored.id);
    free(h->neighbours);
    free(h);
}

/* ---- connections ---- */

static bool make_room(struct fl_host *h, fl_client_id client)
{
    uint32_t room = h->client_room ? h->client_room : 64;
    if (client >= h->limits.connections)
        return false;
    while (room <= client)
        room *= 2;
    if (room == h->client_room)
        return true;
    struct fl_client *clients = realloc(h->client, room * sizeof *clients);
    if (!clients)
        return false;
    memset(clients + h->client_room, 0, (room - h->client_room) * sizeof *clients);
    h->client = clients;
    h->client_room = room;
    return true;
}

static bool is_open(const struct fl_host *h, fl_client_id client)
{
    return client < h->client_room && h->client[client].open;
}

void fl_host_open(struct fl_host *h, fl_client_id client, uint64_t origin)
{
    if (!make_room(h, client)) {
        h->port.disconnect(h->port.context, client);
        return;
    }
    h->client[client] = (struct fl_client){.open = true,
                                           .viewer = FL_SPECTATOR,
                                           .origin_id = origin,
                                           .origin = fl_origin_find(h, origin)};
    if (h->client[client].origin)
        h->client[client].origin->connections++;
    h->counts.connections++;
}

void fl_host_close(struct fl_host *h, fl_client_id client)
{
    if (!is_open(h, client))
        return;
    struct fl_table *t = h->client[client].table;
    h->client[client].open = false;
    fl_client_leave_table(h, client);
    fl_job_abandon(h, client);
    if (h->client[client].queued)
        fl_table_unqueue_client(h->client[client].queued_at, client);
    if (h->client[client].held)
        fl_commands_forget(h, client);
    if (h->client[client].origin)
        h->client[client].origin->connections--;
    h->counts.connections--;
    if (t)
        fl_table_run(t);
}

void fl_host_command(struct fl_host *h, fl_client_id client, const struct fl_line *line)
{
    char command[FL_MAX_LINE + 1];
    const char *why = line->fault ? line->fault : h->stopping ? "host.stopping" : NULL;
    if (!is_open(h, client))
        return;
    h->counts.commands++;
    if (why) {
        fl_refuse(h, client, why);
        return;
    }
    memcpy(command, line->text, line->len);
    command[line->len] = '\0';
    fl_command_accept(h, client, command);
}

void fl_host_introduction(const struct fl_host *h, fl_client_id client, struct fl_introduction *out)
{
    const struct fl_client *g = &h->client[client];
    *out = (struct fl_introduction){
        .greeted = g->greeted, .wants_text = g->wants_text, .lang = g->lang};
    memcpy(out->name, g->name, sizeof out->name);
    out->signed_in = g->identity;
    if (g->identity)
        memcpy(out->secret_hash, g->identity->secret_hash, FL_HASH_SIZE);
    /* One that another node has introduced, and that moves on before it was read. */
    if (g->job && g->job->silent) {
        out->signed_in = true;
        memcpy(out->secret_hash, g->job->secret_hash, FL_HASH_SIZE);
    }
}

void fl_host_introduce(struct fl_host *h, fl_client_id client, const struct fl_introduction *who)
{
    if (!is_open(h, client))
        return;
    struct fl_client *g = &h->client[client];
    g->greeted = who->greeted;
    g->wants_text = who->wants_text;
    g->lang = who->lang;
    memcpy(g->name, who->name, sizeof g->name);
    if (who->signed_in)
        fl_sign_in_introduced(h, client, who->secret_hash);
}

/* ---- time ---- */

int64_t fl_host_wake(const struct fl_host *h)
{
    if (h->stopping) /* a host that stops does nothing by itself */
        return INT64_MAX;
    if (fl_host_unloaded(h))
        return 0; /* at once */
    int64_t wake = h->tables ? h->heap[0]->wake : INT64_MAX;
    bool reads = h->port.store->shared && h->identities && !h->reads_revoked;
    if (reads && h->next_revoked < wake)
        wake = h->next_revoked;
    return h->tables && h->draining && h->next_drain < wake ? h->next_drain : wake;
}

void fl_host_tick(struct fl_host *h)
{
    int64_t now = fl_now(h);
    fl_load_some(h);
    fl_host_drain_some(h);
    fl_passports_tick(h);
    h->ticking = true;
    while (h->tables && h->heap[0]->wake <= now) {
        struct fl_table *t = h->heap[0];
        fl_wake_heap_set(t, INT64_MAX);
        fl_table_run(t);
    }
    h->ticking = false;
}

/* ---- stopping ---- */

void fl_host_stop(struct fl_host *h)
{
    h->stopping = true;
    for (uint32_t i = 0; i < h->table_room; i++) {
        struct fl_table *t = h->table[i];
        if (t && !t->pending && t->phase == FL_TABLE_PLAYING && t->options.clock != FL_NO_CLOCK)
            fl_clock_write(t);
    }
}

bool fl_host_is_quiet(const struct fl_host *h)
{
    if (h->jobs)
        return false;
    for (uint32_t i = 0; i < h->table_room; i++)
        if (h->table[i] && h->table[i]->pending)
            return false;
    return true;
}

/* ---- HTTP readers ---- */

void fl_host_lobby(struct fl_host *h, struct fl_buf *out)
{
    struct fl_json j = fl_json_to(out);
    fl_json_open(&j, '{');
    fl_json_lobby(&j, h);
    fl_json_close(&j, '}');
}

/* The match as it was last announced, without an event that is being stored. */
static const struct fl_match *known_match(const struct fl_table *t)
{
    if (t->pending && t->pending->played)
        return t->pending->event.kind == FL_EVENT_STEP ? &t->pending->before : NULL;
    return t->match.game ? &t->match : NULL;
}

static struct fl_table *table_to_read(struct fl_host *h, uint64_t origin, const char *name)
{
    struct fl_table *t;
    if (fl_table_look_up(h, fl_origin_find(h, origin), name, &t))
        return NULL;
    return t->pending && t->pending->creates ? NULL : t;
}

bool fl_host_table(struct fl_host *h, uint64_t origin, const char *name, struct fl_buf *out)
{
    struct fl_table *t = table_to_read(h, origin, name);
    struct fl_sight sight;
    if (!t)
        return false;
    struct fl_json j = fl_json_to(out);
    fl_json_open(&j, '{');
    fl_json_table(&j, t);
    if (known_match(t)) {
        fl_match_sight(known_match(t), FL_SPECTATOR, &sight);
        fl_json_key(&j, "sight");
        fl_json_sight(&j, &sight);
    }
    fl_json_close(&j, '}');
    return true;
}

static void fill_players(const struct fl_table *t, struct fl_players *out)
{
    memset(out, 0, sizeof *out);
    fl_table_fair(t, &out->fair);
    for (int seat = 0; seat < t->options.setup.seats; seat++) {
        const struct fl_table_seat *c = &t->seat[seat];
        struct fl_buf kind = fl_buf_over(out->kind[seat], FL_KIND_SIZE);
        struct fl_buf name = fl_buf_over(out->name[seat], FL_NAME_SIZE);
        fl_put(&kind, c->taken ? "person" : t->host->port.levels[c->level]);
        fl_put(&name, c->taken ? c->name : t->host->port.levels[c->level]);
    }
}

/* Writes the record as this viewer may see it; once the match is over, the complete record with
 * its dice. */
static void write_record(const struct fl_table *t, int viewer, struct fl_buf *out)
{
    struct fl_players players;
    fill_players(t, &players);
    fl_record_write(known_match(t), &players, t->phase == FL_TABLE_FINISHED ? FL_TRUTH : viewer,
                    out);
}

bool fl_host_record(struct fl_host *h, uint64_t origin, const char *name, struct fl_buf *out)
{
    struct fl_table *t = table_to_read(h, origin, name);
    if (!t || !known_match(t) || fl_match_hides_past(known_match(t)))
        return false;
    write_record(t, FL_SPECTATOR, out);
    return true;
}

static const char *do_record(struct fl_call *call)
{
    enum { RECORD = FL_PAGE_SIZE / 2 };
    const struct fl_client *g = call->sender;
    const char *why = !g->table->match.game                   ? "host.not-playing"
                      : fl_match_hides_past(&g->table->match) ? "host.from-memory"
                                                              : NULL;
    char *memory = why ? NULL : malloc(RECORD);
    struct fl_buf out, text;
    if (!memory)
        return why ? why : "host.not-playing";
    text = fl_buf_over(memory, RECORD);
    write_record(g->table, g->seats ? __builtin_ctz(g->seats) : g->viewer, &text);
    struct fl_json j = fl_message(call->host, &out, "record");
    fl_json_key_text(&j, "text", memory);
    bool fits = !text.overflowed && !out.overflowed;
    if (fits)
        fl_send(call->host, &call->client, 1, &j);
    free(memory);
    return fits ? NULL : "host.record-too-long";
}

static const struct fl_client_command commands[] = {{"record", do_record, true, false}, {0}};

const struct fl_feature fl_record_feature = {.commands = commands};

void fl_host_count(const struct fl_host *h, struct fl_counts *out)
{
    *out = h->counts;
    out->tables = h->tables;
    out->running = out->clients = 0;
    out->think_requests = (uint64_t)h->think_requests;
    for (uint32_t i = 0; i < h->table_room; i++)
        if (h->table[i]) {
            out->running += h->table[i]->phase == FL_TABLE_PLAYING;
            out->clients += h->table[i]->clients;
        }
}
