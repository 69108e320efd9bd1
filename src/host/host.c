/* The host: lines come and go, commands arrive, time passes. */
#include "host/host.h"

#include <stdlib.h>
#include <string.h>

#include "host/table.h"

enum { MINUTE = 60000, DAY = 24 * 60 * MINUTE };

const struct fl_limits fl_usual_limits = {
    .tables = 20000,
    .lines = 20000,
    .guests = 64,
    .queue = 32,
    .chat_burst = 6,
    .chat_pause = 2000,
    .hint_pause = 2000,
    .bot_delay = 400,
    .retry = 2000,
    .empty_running = 2 * (int64_t)DAY,
    .empty_finished = 10 * MINUTE,
};

struct fl_host *fl_host_new(const struct fl_port *port, const struct fl_limits *limits)
{
    struct fl_host *h = calloc(1, sizeof *h);
    fl_line *lines = malloc(limits->guests * sizeof *lines);
    if (!h || !lines) {
        free(h);
        free(lines);
        return NULL;
    }
    h->port = *port;
    h->limits = *limits;
    h->lines = lines;
    h->wake = INT64_MAX;
    return h;
}

void fl_host_free(struct fl_host *h)
{
    for (uint32_t i = 0; i < h->table_room; i++)
        if (h->table[i])
            fl_table_free(h->table[i]);
    free(h->table);
    free(h->guest);
    free(h->lines);
    free(h->frozen_id);
    free(h);
}

/* ---- starting again ---- */

struct ids {
    uint64_t *id;
    size_t count, room;
    bool short_of_memory;
};

static void collect(void *whom, const struct fl_store_match *match)
{
    struct ids *ids = whom;
    if (ids->count == ids->room) {
        size_t room = ids->room ? 2 * ids->room : 64;
        uint64_t *id = realloc(ids->id, room * sizeof *id);
        if (!id) {
            ids->short_of_memory = true;
            return;
        }
        ids->id = id;
        ids->room = room;
    }
    ids->id[ids->count++] = match->id;
}

int fl_host_recover(struct fl_host *h, int *frozen)
{
    struct ids ids = {0};
    int recovered = 0;
    bool listed = h->port.store->list(h->port.store, true, &ids, collect);
    for (size_t i = 0; listed && i < ids.count; i++)
        if (fl_table_recover(h, ids.id[i]))
            recovered++;
        else
            ids.id[h->frozen++] = ids.id[i];
    *frozen = (int)h->frozen;
    h->frozen_id = ids.id;
    return listed && !ids.short_of_memory ? recovered : -1;
}

/* ---- lines ---- */

static bool make_room(struct fl_host *h, fl_line line)
{
    uint32_t room = h->guest_room ? h->guest_room : 64;
    if (line >= h->limits.lines)
        return false;
    while (room <= line)
        room *= 2;
    if (room == h->guest_room)
        return true;
    struct fl_guest *guest = realloc(h->guest, room * sizeof *guest);
    if (!guest)
        return false;
    memset(guest + h->guest_room, 0, (room - h->guest_room) * sizeof *guest);
    h->guest = guest;
    h->guest_room = room;
    return true;
}

static bool is_open(const struct fl_host *h, fl_line line)
{
    return line < h->guest_room && h->guest[line].open;
}

void fl_host_open(struct fl_host *h, fl_line line)
{
    if (!make_room(h, line)) {
        h->port.hang_up(h->port.world, line);
        return;
    }
    h->guest[line] = (struct fl_guest){.open = true, .eyes = FL_WATCHER};
    h->counts.lines++;
}

void fl_host_close(struct fl_host *h, fl_line line)
{
    if (!is_open(h, line))
        return;
    struct fl_table *t = h->guest[line].at;
    h->guest[line].open = false;
    fl_guest_exit(h, line);
    if (h->guest[line].waiting)
        fl_table_forget_waiting(h->guest[line].waits_at, line);
    h->counts.lines--;
    if (t)
        fl_table_stir(t);
}

void fl_host_command(struct fl_host *h, fl_line line, const char *text, size_t len)
{
    char command[FL_MAX_LINE + 1];
    if (!is_open(h, line))
        return;
    h->counts.commands++;
    h->verb = NULL;
    if (len > FL_MAX_LINE) {
        fl_refuse(h, line, "host.too-long");
        return;
    }
    memcpy(command, text, len);
    command[len] = '\0';
    if (strlen(command) != len || !fl_text_is_clean(command)) {
        fl_refuse(h, line, "host.unclean");
        return;
    }
    if (h->stopping) {
        fl_refuse(h, line, "host.stopping");
        return;
    }
    fl_command_in_turn(h, line, command);
}

/* ---- time ---- */

int64_t fl_host_wake(const struct fl_host *h)
{
    return h->wake;
}

void fl_host_tick(struct fl_host *h)
{
    int64_t now = fl_now(h);
    if (now < h->wake)
        return;
    h->wake = INT64_MAX;
    for (uint32_t i = 0; i < h->table_room; i++) {
        struct fl_table *t = h->table[i];
        if (t && t->wake <= now)
            fl_table_stir(t);
        else if (t && t->wake < h->wake)
            h->wake = t->wake;
    }
}

/* ---- the end ---- */

void fl_host_stop(struct fl_host *h)
{
    h->stopping = true;
    for (uint32_t i = 0; i < h->table_room; i++) {
        struct fl_table *t = h->table[i];
        if (t && !t->pending && t->phase == FL_PLAYING && t->terms.clock != FL_NO_CLOCK)
            fl_clock_write(t);
    }
}

bool fl_host_is_quiet(const struct fl_host *h)
{
    for (uint32_t i = 0; i < h->table_room; i++)
        if (h->table[i] && h->table[i]->pending)
            return false;
    return true;
}

/* ---- plain readers ---- */

void fl_host_lobby(struct fl_host *h, struct fl_buf *out)
{
    struct fl_json j = fl_json_to(out);
    fl_json_open(&j, '{');
    fl_json_lobby(&j, h);
    fl_json_close(&j, '}');
}

/* The match as people know it: without what is on its way into the store. */
static const struct fl_match *known_match(const struct fl_table *t)
{
    if (t->pending && t->pending->played)
        return t->pending->event.kind == FL_EVENT_STEP ? &t->pending->before : NULL;
    return t->match.game ? &t->match : NULL;
}

static struct fl_table *table_to_read(struct fl_host *h, const char *name)
{
    struct fl_table *t = fl_table_find(h, name);
    return t && !(t->pending && t->pending->creates) ? t : NULL;
}

bool fl_host_table(struct fl_host *h, const char *name, struct fl_buf *out)
{
    struct fl_table *t = table_to_read(h, name);
    struct fl_sight sight;
    if (!t)
        return false;
    struct fl_json j = fl_json_to(out);
    fl_json_open(&j, '{');
    fl_json_table(&j, t);
    if (known_match(t)) {
        fl_match_sight(known_match(t), FL_WATCHER, &sight);
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
    for (int seat = 0; seat < t->terms.setup.seats; seat++) {
        const struct fl_chair *c = &t->chair[seat];
        struct fl_buf kind = fl_buf_over(out->kind[seat], FL_KIND_SIZE);
        struct fl_buf name = fl_buf_over(out->name[seat], FL_NAME_SIZE);
        fl_put(&kind, c->taken ? "person" : t->host->port.levels[c->level]);
        fl_put(&name, c->taken ? c->name : t->host->port.levels[c->level]);
    }
}

/* A seat's own record before the end; afterwards the whole truth, dice and all. */
static void write_record(const struct fl_table *t, int viewer, struct fl_buf *out)
{
    struct fl_players players;
    fill_players(t, &players);
    fl_record_write(known_match(t), &players, t->phase == FL_OVER_AND_DONE ? FL_TRUTH : viewer,
                    out);
}

bool fl_host_record(struct fl_host *h, const char *name, struct fl_buf *out)
{
    struct fl_table *t = table_to_read(h, name);
    if (!t || !known_match(t))
        return false;
    write_record(t, FL_WATCHER, out);
    return true;
}

void fl_do_record(struct fl_host *h, fl_line line, const char *rest)
{
    enum { RECORD = FL_PAGE_SIZE / 2 };
    const struct fl_guest *g = &h->guest[line];
    char *memory = g->at->match.game ? malloc(RECORD) : NULL;
    struct fl_buf out, text;
    (void)rest;
    if (!memory) {
        fl_refuse(h, line, "host.not-playing");
        return;
    }
    text = fl_buf_over(memory, RECORD);
    write_record(g->at, g->seats ? __builtin_ctz(g->seats) : g->eyes, &text);
    struct fl_json j = fl_message(h, &out, "record");
    fl_json_key_text(&j, "text", memory);
    if (text.overflowed || out.overflowed)
        fl_refuse(h, line, "host.record-long");
    else
        fl_send(h, &line, 1, &j);
    free(memory);
}

void fl_host_count(const struct fl_host *h, struct fl_counts *out)
{
    *out = h->counts;
    out->tables = h->tables;
    out->running = out->guests = 0;
    out->thoughts = (uint64_t)h->thoughts;
    for (uint32_t i = 0; i < h->table_room; i++)
        if (h->table[i]) {
            out->running += h->table[i]->phase == FL_PLAYING;
            out->guests += h->table[i]->guests;
        }
}
