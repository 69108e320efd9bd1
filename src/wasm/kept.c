/* Tables handed over and back. A kept table is: "FLK1", id, created, version, secret, game, terms,
 * result, how many seats, the seats, and the events to the end; numbers are little-endian. */
#include "wasm/kept.h"

#include <string.h>

static const char sign[4] = {'F', 'L', 'K', '1'};

static struct fl_kept_store *kept_of(struct fl_store *store)
{
    return (struct fl_kept_store *)store;
}

static void note(struct fl_kept_store *k, uint64_t id)
{
    for (int i = 0; i < k->changed; i++)
        if (k->id[i] == id)
            return;
    if (k->changed < FL_KEPT_CHANGED)
        k->id[k->changed++] = id;
}

/* ---- the store: what the one in memory does, and a note of it ---- */

static void create(struct fl_store *store, const struct fl_store_match *match,
                   const struct fl_store_seat *keeper, struct fl_done done)
{
    struct fl_kept_store *k = kept_of(store);
    note(k, match->id);
    k->memory->create(k->memory, match, keeper, done);
}

static void append(struct fl_store *store, const struct fl_append *what, struct fl_done done)
{
    struct fl_kept_store *k = kept_of(store);
    note(k, what->match);
    k->memory->append(k->memory, what, done);
}

static void remove_match(struct fl_store *store, uint64_t match, struct fl_done done)
{
    struct fl_kept_store *k = kept_of(store);
    note(k, match);
    k->memory->remove(k->memory, match, done);
}

static bool load(struct fl_store *store, uint64_t match, const struct fl_store_reader *reader)
{
    struct fl_kept_store *k = kept_of(store);
    return k->memory->load(k->memory, match, reader);
}

/* Finished ones too: one may come back to look at the end, and for a rematch. */
static bool list(struct fl_store *store, bool running, void *whom,
                 void (*each)(void *whom, const struct fl_store_match *))
{
    struct fl_kept_store *k = kept_of(store);
    (void)running;
    return k->memory->list(k->memory, false, whom, each);
}

static void close_store(struct fl_store *store)
{
    struct fl_kept_store *k = kept_of(store);
    k->memory->close(k->memory);
}

bool fl_kept_begin(struct fl_kept_store *k)
{
    *k = (struct fl_kept_store){.store = {.create = create,
                                          .append = append,
                                          .load = load,
                                          .list = list,
                                          .remove = remove_match,
                                          .close = close_store},
                                .memory = fl_memory_store()};
    return k->memory;
}

int fl_kept_pump(struct fl_kept_store *k)
{
    return fl_memory_store_pump(k->memory);
}

/* ---- handing over ---- */

struct handing {
    struct fl_heap *out;
    size_t seats_at; /* where their count stands */
};

static void hand_match(void *whom, const struct fl_store_match *match)
{
    struct handing *h = whom;
    fl_heap_put(h->out, sign, sizeof sign);
    fl_heap_put_number(h->out, match->id, 8);
    fl_heap_put_number(h->out, (uint64_t)match->created, 8);
    fl_heap_put_number(h->out, match->version, 2);
    fl_heap_put(h->out, match->secret, sizeof match->secret);
    fl_heap_put_text(h->out, match->game, strlen(match->game));
    fl_heap_put_text(h->out, match->terms, strlen(match->terms));
    fl_heap_put_text(h->out, match->result, strlen(match->result));
    h->seats_at = h->out->len;
    fl_heap_put_number(h->out, 0, 1);
}

static void hand_seat(void *whom, const struct fl_store_seat *seat)
{
    struct handing *h = whom;
    h->out->at[h->seats_at]++;
    fl_heap_put_number(h->out, seat->seat, 1);
    fl_heap_put_text(h->out, seat->name, strlen(seat->name));
    fl_heap_put(h->out, seat->token_hash, sizeof seat->token_hash);
}

static void hand_event(void *whom, const struct fl_event *event)
{
    struct handing *h = whom;
    fl_heap_put_number(h->out, (uint64_t)event->at, 8);
    fl_heap_put_number(h->out, event->kind, 1);
    fl_heap_put_text(h->out, event->data, event->len);
}

bool fl_kept_next(struct fl_kept_store *k, struct fl_heap *out)
{
    struct handing h = {.out = out};
    struct fl_store_reader reader = {
        .whom = &h, .match = hand_match, .seat = hand_seat, .event = hand_event};
    if (!k->changed)
        return false;
    uint64_t id = k->id[--k->changed];
    fl_heap_put_number(out, id, 8);
    k->memory->load(k->memory, id, &reader); /* one that was removed is its id alone */
    return true;
}

/* ---- taking back ---- */

static void hear(void *whom, uint64_t ticket, bool ok)
{
    bool *all = whom;
    (void)ticket;
    *all &= ok;
}

static void read_match(struct fl_reading *r, struct fl_store_match *match)
{
    const void *secret;
    match->id = fl_read_number(r, 8);
    match->created = (int64_t)fl_read_number(r, 8);
    match->version = (uint16_t)fl_read_number(r, 2);
    if ((secret = fl_read_bytes(r, sizeof match->secret)))
        memcpy(match->secret, secret, sizeof match->secret);
    fl_read_text(r, match->game, sizeof match->game);
    fl_read_text(r, match->terms, sizeof match->terms);
    fl_read_text(r, match->result, sizeof match->result);
}

static void read_seat(struct fl_reading *r, struct fl_store_seat *seat)
{
    const void *hash;
    *seat = (struct fl_store_seat){.seat = (uint8_t)fl_read_number(r, 1)};
    fl_read_text(r, seat->name, sizeof seat->name);
    if ((hash = fl_read_bytes(r, sizeof seat->token_hash)))
        memcpy(seat->token_hash, hash, sizeof seat->token_hash);
}

static void read_event(struct fl_reading *r, uint32_t n, struct fl_event *event)
{
    *event = (struct fl_event){.n = n, .at = (int64_t)fl_read_number(r, 8)};
    unsigned kind = (unsigned)fl_read_number(r, 1);
    event->len = (size_t)fl_read_number(r, 2);
    event->data = fl_read_bytes(r, event->len);
    event->kind = (enum fl_event_kind)kind;
    r->failed |= kind >= FL_EVENT_KIND_COUNT || event->len > FL_MAX_EVENT;
}

struct taking {
    struct fl_kept_store *kept;
    struct fl_reading reading;
    struct fl_store_match match;
    int seats;
    struct fl_store_seat seat[FL_MAX_SEATS + 1]; /* the keeper's row first */
    bool all;                                    /* was kept */
};

static void read_seats(struct taking *t)
{
    t->seats = (int)fl_read_number(&t->reading, 1);
    t->reading.failed |= t->seats < 1 || t->seats > FL_MAX_SEATS + 1;
    for (int i = 0; i < t->seats && !t->reading.failed; i++)
        read_seat(&t->reading, &t->seat[i]);
    t->reading.failed |= t->seat[0].seat != FL_KEEPER;
}

/* An event takes two rows with it at most; whoever has one sat down in an event of his own. */
static void take_events(struct taking *t)
{
    struct fl_store *memory = t->kept->memory;
    struct fl_append append = {.match = t->match.id, .seat = t->seat + 1};
    int left = t->seats - 1;
    for (uint32_t n = 1; t->reading.at < t->reading.end; n++) {
        read_event(&t->reading, n, &append.event);
        if (t->reading.failed)
            return;
        append.seats = left < 2 ? left : 2;
        memory->append(memory, &append, (struct fl_done){hear, &t->all, 0});
        append.seat += append.seats;
        left -= append.seats;
    }
    t->reading.failed |= left > 0;
}

static void forget(struct taking *t)
{
    struct fl_store *memory = t->kept->memory;
    memory->remove(memory, t->match.id, (struct fl_done){hear, &t->all, 0});
    fl_kept_pump(t->kept);
}

bool fl_kept_take(struct fl_kept_store *k, const char *bytes, size_t len)
{
    struct taking t = {.kept = k, .reading = {bytes, bytes + len, false}, .all = true};
    const char *signed_by = fl_read_bytes(&t.reading, sizeof sign);
    if (!signed_by || memcmp(signed_by, sign, sizeof sign))
        return false;
    read_match(&t.reading, &t.match);
    read_seats(&t);
    if (t.reading.failed)
        return false;
    k->memory->create(k->memory, &t.match, &t.seat[0], (struct fl_done){hear, &t.all, 0});
    fl_kept_pump(k);
    if (!t.all)
        return false;
    take_events(&t);
    fl_kept_pump(k);
    if (t.all && !t.reading.failed)
        return true;
    forget(&t);
    return false;
}
