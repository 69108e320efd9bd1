/* Export and import of tables. An exported table is: "FLK1", id, created, version, secret, game,
 * options, result, number of seats, the seats, and the events to the end. Numbers are
 * little-endian. */
#include "wasm/export_store.h"

#include <string.h>

#include "host/event.h"

static const char magic[4] = {'F', 'L', 'K', '1'};

/* ---- bytes ---- */

static void put_number(struct fl_byte_buffer *h, uint64_t number, int bytes)
{
    fl_byte_buffer_put(h, &number,
                       (size_t)bytes); /* the machine is little-endian too: core/game.h */
}

/* A text follows its length, two bytes. */
static void put_text(struct fl_byte_buffer *h, const void *text, size_t len)
{
    put_number(h, len, 2);
    fl_byte_buffer_put(h, text, len);
}

/* The rest of an exported table. */
struct reading {
    const char *at, *end;
    bool failed; /* data was missing; everything read since is zero */
};

/* The next bytes, which stay in the buffer, or NULL if there are not enough. */
static const void *read_bytes(struct reading *r, size_t len)
{
    const char *at = r->at;
    r->failed |= (size_t)(r->end - at) < len;
    if (r->failed)
        return NULL;
    r->at += len;
    return at;
}

static uint64_t read_number(struct reading *r, int bytes)
{
    uint64_t number = 0;
    const void *at = read_bytes(r, (size_t)bytes);
    if (at)
        memcpy(&number, at, (size_t)bytes);
    return number;
}

/* Reads a text of at most room - 1 bytes and terminates it. */
static void read_text(struct reading *r, char *out, size_t room)
{
    size_t len = (size_t)read_number(r, 2);
    r->failed |= len >= room;
    const void *at = read_bytes(r, len);
    if (at)
        memcpy(out, at, len);
    out[at ? len : 0] = '\0';
}

/* ---- changed tables ---- */

static struct fl_export_store *export_store_of(struct fl_store *store)
{
    return (struct fl_export_store *)store;
}

static void note(struct fl_export_store *k, uint64_t id)
{
    for (int i = 0; i < k->changed; i++)
        if (k->id[i] == id)
            return;
    if (k->changed < FL_EXPORT_CHANGED)
        k->id[k->changed++] = id;
}

/* ---- the store: forwards to the memory store and notes changes ---- */

static void create(struct fl_store *store, const struct fl_store_match *match,
                   const struct fl_store_seat *owner, struct fl_store_callback done)
{
    struct fl_export_store *k = export_store_of(store);
    note(k, match->id);
    k->memory->create(k->memory, match, owner, done);
}

static void append(struct fl_store *store, const struct fl_append *what,
                   struct fl_store_callback done)
{
    struct fl_export_store *k = export_store_of(store);
    note(k, what->match);
    k->memory->append(k->memory, what, done);
}

static void remove_match(struct fl_store *store, uint64_t match, struct fl_store_callback done)
{
    struct fl_export_store *k = export_store_of(store);
    note(k, match);
    k->memory->remove(k->memory, match, done);
}

static bool load(struct fl_store *store, uint64_t match, const struct fl_store_reader *reader)
{
    struct fl_export_store *k = export_store_of(store);
    return k->memory->load(k->memory, match, reader);
}

/* Lists finished tables too: players may come back to see the result or to start a rematch. */
static bool list(struct fl_store *store, bool running, void *context,
                 void (*each)(void *context, const struct fl_store_match *))
{
    struct fl_export_store *k = export_store_of(store);
    (void)running;
    return k->memory->list(k->memory, false, context, each);
}

static int64_t newest(struct fl_store *store)
{
    struct fl_export_store *k = export_store_of(store);
    return k->memory->newest(k->memory);
}

static int pump(struct fl_store *store)
{
    struct fl_export_store *k = export_store_of(store);
    return k->memory->pump(k->memory);
}

static void close_store(struct fl_store *store)
{
    struct fl_export_store *k = export_store_of(store);
    k->memory->close(k->memory);
}

/* The other functions of a store are NULL: a host does not call them. */
bool fl_export_store_begin(struct fl_export_store *k)
{
    *k = (struct fl_export_store){.store = {.create = create,
                                            .append = append,
                                            .load = load,
                                            .list = list,
                                            .newest = newest,
                                            .remove = remove_match,
                                            .pump = pump,
                                            .close = close_store},
                                  .memory = fl_memory_store()};
    return k->memory;
}

/* ---- export ---- */

struct exporting {
    struct fl_byte_buffer *out;
    size_t seats_at; /* offset of the number of seats */
};

static void export_match(void *context, const struct fl_store_match *match)
{
    struct exporting *h = context;
    fl_byte_buffer_put(h->out, magic, sizeof magic);
    put_number(h->out, match->id, 8);
    put_number(h->out, (uint64_t)match->created, 8);
    put_number(h->out, match->version, 2);
    fl_byte_buffer_put(h->out, match->secret, sizeof match->secret);
    put_text(h->out, match->game, strlen(match->game));
    put_text(h->out, match->options, strlen(match->options));
    put_text(h->out, match->result, strlen(match->result));
    h->seats_at = h->out->len;
    put_number(h->out, 0, 1);
}

static void export_seat(void *context, const struct fl_store_seat *seat)
{
    struct exporting *h = context;
    h->out->at[h->seats_at]++;
    put_number(h->out, seat->seat, 1);
    put_text(h->out, seat->name, strlen(seat->name));
    fl_byte_buffer_put(h->out, seat->token_hash, sizeof seat->token_hash);
}

static void export_event(void *context, const struct fl_event *event)
{
    struct exporting *h = context;
    put_number(h->out, (uint64_t)event->at, 8);
    put_number(h->out, fl_event_kind_of(event->kind), 1);
    put_text(h->out, event->data, event->len);
}

bool fl_export_store_next(struct fl_export_store *k, struct fl_byte_buffer *out)
{
    struct exporting h = {.out = out};
    struct fl_store_reader reader = {
        .context = &h, .match = export_match, .seat = export_seat, .event = export_event};
    if (!k->changed)
        return false;
    uint64_t id = k->id[--k->changed];
    put_number(out, id, 8);
    k->memory->load(k->memory, id, &reader); /* of a removed table, only the id is written */
    return true;
}

/* ---- import ---- */

static void on_written(void *context, uint64_t ticket, enum fl_outcome outcome)
{
    bool *all = context;
    (void)ticket;
    *all &= outcome == FL_COMMITTED;
}

static void read_match(struct reading *r, struct fl_store_match *match)
{
    const void *secret;
    match->id = read_number(r, 8);
    match->created = (int64_t)read_number(r, 8);
    match->version = (uint16_t)read_number(r, 2);
    if ((secret = read_bytes(r, sizeof match->secret)))
        memcpy(match->secret, secret, sizeof match->secret);
    read_text(r, match->game, sizeof match->game);
    read_text(r, match->options, sizeof match->options);
    read_text(r, match->result, sizeof match->result);
}

static void read_seat(struct reading *r, struct fl_store_seat *seat)
{
    const void *hash;
    *seat = (struct fl_store_seat){.seat = (uint8_t)read_number(r, 1)};
    read_text(r, seat->name, sizeof seat->name);
    if ((hash = read_bytes(r, sizeof seat->token_hash)))
        memcpy(seat->token_hash, hash, sizeof seat->token_hash);
}

static void read_event(struct reading *r, uint32_t n, struct fl_event *event)
{
    *event = (struct fl_event){.n = n, .at = (int64_t)read_number(r, 8)};
    event->kind = fl_event_word((enum fl_event_kind)read_number(r, 1));
    event->len = (size_t)read_number(r, 2);
    event->data = read_bytes(r, event->len);
    r->failed |= !event->kind || event->len > FL_MAX_EVENT;
}

struct importing {
    struct fl_export_store *store;
    struct reading reading;
    struct fl_store_match match;
    int seats;
    struct fl_store_seat seat[FL_MAX_SEATS + 1]; /* the owner's row first */
    bool all;                                    /* every write succeeded */
};

static void read_seats(struct importing *t)
{
    t->seats = (int)read_number(&t->reading, 1);
    t->reading.failed |= t->seats < 1 || t->seats > FL_MAX_SEATS + 1;
    for (int i = 0; i < t->seats && !t->reading.failed; i++)
        read_seat(&t->reading, &t->seat[i]);
    t->reading.failed |= t->seat[0].seat != FL_OWNER_ROW;
}

/* Imports events with their seats. An event stores at most two seat rows, and every seat row was
 * stored with an event, so two rows are attached to each event until none is left. */
static void import_events(struct importing *t)
{
    struct fl_store *memory = t->store->memory;
    struct fl_append append = {.match = t->match.id, .seat = t->seat + 1};
    int left = t->seats - 1;
    for (uint32_t n = 1; t->reading.at < t->reading.end; n++) {
        read_event(&t->reading, n, &append.event);
        if (t->reading.failed)
            return;
        append.seats = left < 2 ? left : 2;
        memory->append(memory, &append, (struct fl_store_callback){on_written, &t->all, 0});
        append.seat += append.seats;
        left -= append.seats;
    }
    t->reading.failed |= left > 0;
}

static void remove_import(struct importing *t)
{
    struct fl_store *memory = t->store->memory;
    memory->remove(memory, t->match.id, (struct fl_store_callback){on_written, &t->all, 0});
    memory->pump(memory);
}

bool fl_export_store_import(struct fl_export_store *k, const char *bytes, size_t len)
{
    struct importing t = {.store = k, .reading = {bytes, bytes + len, false}, .all = true};
    const char *found = read_bytes(&t.reading, sizeof magic);
    if (!found || memcmp(found, magic, sizeof magic))
        return false;
    read_match(&t.reading, &t.match);
    read_seats(&t);
    if (t.reading.failed)
        return false;
    k->memory->create(k->memory, &t.match, &t.seat[0],
                      (struct fl_store_callback){on_written, &t.all, 0});
    k->memory->pump(k->memory);
    if (!t.all)
        return false;
    import_events(&t);
    k->memory->pump(k->memory);
    if (t.all && !t.reading.failed)
        return true;
    remove_import(&t);
    return false;
}
