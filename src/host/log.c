/* Events in words, now and for whoever missed them. What a viewer may know of an old step is found
 * by playing the match again beside him. */
#include <string.h>

#include "host/table.h"

enum {
    LONG_ENOUGH = 1 << 15, /* bytes of one log message */
    MOST_MISSED = 2500     /* events that are told again: what one line may be sent at a time */
};

/* ---- steps ---- */

static void join(struct fl_saying *joined, const struct fl_phrase *phrase)
{
    for (int i = joined->count; i-- > 0 && !strcmp(joined->phrase[i].key, phrase->key);)
        if (fl_phrase_join(&joined->phrase[i], phrase))
            return;
    if (joined->count < FL_MAX_PHRASES)
        joined->phrase[joined->count++] = *phrase;
}

void fl_say_step(struct fl_saying *joined, const struct fl_sight *sight, struct fl_step step)
{
    struct fl_saying saying;
    fl_sight_say(sight, step, &saying);
    for (int i = 0; i < saying.count; i++)
        join(joined, &saying.phrase[i]);
}

void fl_json_says(struct fl_json *j, struct fl_saying *saying)
{
    fl_json_key(j, "say");
    fl_json_open(j, '[');
    for (int i = 0; i < saying->count; i++)
        fl_json_phrase(j, &saying->phrase[i]);
    fl_json_close(j, ']');
}

void fl_json_mover(struct fl_json *j, const struct fl_event *e)
{
    if (e->kind != FL_EVENT_STEP || fl_steps_get(e, 0).seat == FL_CHANCE)
        return;
    fl_json_key_number(j, "seat", fl_steps_get(e, 0).seat + 1);
    if (fl_steps_by_bot(e)) {
        fl_json_key(j, "bot");
        fl_json_bool(j, true);
    }
}

/* ---- everything else ---- */

/* The key of what is said of an event, with {who} for its seat; NULL: nothing. */
static const char *key_of(enum fl_event_kind kind)
{
    static const char *const key[FL_EVENT_KIND_COUNT] = {
        [FL_EVENT_SIT] = "host.log.sit",     [FL_EVENT_LEAVE] = "host.log.leave",
        [FL_EVENT_SWAP] = "host.log.swap",   [FL_EVENT_CHAIR] = "host.log.chair",
        [FL_EVENT_NONCE] = "host.log.nonce", [FL_EVENT_UNDO] = "host.log.undo",
        [FL_EVENT_BOT] = "host.log.bot",     [FL_EVENT_BACK] = "host.log.back",
        [FL_EVENT_AGAIN] = "host.log.again", [FL_EVENT_CLOSE] = "host.log.close",
        [FL_EVENT_BLOCK] = "host.log.block",
    };
    return key[kind];
}

static bool is_about_a_seat(enum fl_event_kind kind)
{
    return kind <= FL_EVENT_NONCE || kind == FL_EVENT_UNDO || kind == FL_EVENT_BOT ||
           kind == FL_EVENT_BACK;
}

void fl_event_text(char *to, size_t room, const struct fl_event *e, size_t from)
{
    size_t len = e->len > from ? e->len - from : 0;
    if (len >= room)
        len = room - 1;
    memcpy(to, (const char *)e->data + from, len);
    to[len] = '\0';
}

static void put_host_event(struct fl_json *j, const struct fl_event *e)
{
    const unsigned char *data = e->data;
    const char *key = key_of(e->kind);
    struct fl_saying *saying = &(struct fl_saying){0};
    char name[FL_NAME_SIZE];
    struct fl_phrase *p = key ? fl_say(saying, key) : NULL;
    if (p && is_about_a_seat(e->kind))
        fl_with_seat(p, "who", data[0]);
    if (e->kind == FL_EVENT_SWAP)
        fl_with_seat(p, "other", data[1]);
    if (e->kind == FL_EVENT_SIT || e->kind == FL_EVENT_BLOCK) {
        fl_event_text(name, sizeof name, e, e->kind == FL_EVENT_SIT ? 2u + data[1] : 1u + data[0]);
        fl_with_text(p, "name", name);
    }
    fl_json_says(j, saying);
}

/* Seat or watcher, kind, phrase, length of the name, name, text: chat.c. */
static void put_chat(struct fl_json *j, const struct fl_event *e)
{
    const unsigned char *data = e->data;
    char name[FL_NAME_SIZE], text[FL_MAX_LINE + 1];
    size_t len = data[3] < sizeof name && 4u + data[3] <= e->len ? data[3] : 0;
    memcpy(name, data + 4, len);
    name[len] = '\0';
    fl_json_key(j, "chat");
    fl_json_open(j, '{');
    if (data[0] < FL_MAX_SEATS)
        fl_json_key_number(j, "seat", data[0] + 1);
    fl_json_key_text(j, "name", name);
    if (data[1]) {
        fl_event_text(text, sizeof text, e, 4 + len);
        fl_json_key_text(j, "text", text);
    } else {
        fl_json_key_number(j, "phrase", data[2] + 1);
    }
    fl_json_close(j, '}');
}

static void put_event(struct fl_json *j, const struct fl_event *e)
{
    fl_json_key_number(j, "n", e->n);
    if (e->kind == FL_EVENT_CHAT)
        put_chat(j, e);
    else
        put_host_event(j, e);
}

void fl_tell_event(struct fl_table *t, const struct fl_event *e)
{
    struct fl_buf out;
    struct fl_json j = fl_message(t->host, &out, "event");
    put_event(&j, e);
    fl_send_table(t, &j);
}

/* ---- what somebody missed ---- */

struct telling {
    struct fl_table *table;
    fl_line line;
    int viewer;
    uint32_t cursor;
    struct fl_setup setup; /* of the match being told */
    struct fl_match past;  /* as it was before the event */
    bool begun, open;
    struct fl_buf out;
    struct fl_json json;
};

static void open_page(struct telling *t)
{
    if (t->open)
        return;
    t->json = fl_message(t->table->host, &t->out, "log");
    fl_json_key(&t->json, "as");
    fl_json_viewer(&t->json, t->viewer);
    fl_json_key(&t->json, "entries");
    fl_json_open(&t->json, '[');
    t->open = true;
}

static void send_page(struct telling *t)
{
    if (!t->open)
        return;
    fl_json_close(&t->json, ']');
    fl_send(t->table->host, &t->line, 1, &t->json);
    t->open = false;
}

/* Plays the steps of an old event, and says them if they are news. */
static void retell_steps(struct telling *t, const struct fl_event *e)
{
    struct fl_saying *saying = &t->table->host->saying;
    saying->count = 0;
    for (uint32_t i = 0; i < fl_steps_count(e); i++) {
        struct fl_step step = fl_steps_get(e, i), seen = step;
        if (e->n > t->cursor) {
            struct fl_sight sight;
            fl_match_sight(&t->past, t->viewer, &sight);
            seen.move = fl_step_seen(&t->past, t->viewer, step);
            fl_say_step(saying, &sight, seen);
        }
        fl_match_play(&t->past, step.seat, step.move);
    }
}

static void begin_match(struct telling *t)
{
    if (t->begun)
        fl_match_end(&t->past);
    fl_match_begin(&t->past, t->table->terms.game, &t->setup, FL_TRUTH);
    t->begun = true;
}

static void follow_event(struct telling *t, const struct fl_event *e)
{
    const unsigned char *data = e->data;
    if (e->kind == FL_EVENT_AGAIN)
        fl_setup_first(t->table->terms.game, &t->setup, data[FL_SECRET_SIZE]);
    if (e->kind == FL_EVENT_START)
        begin_match(t);
    if (e->kind == FL_EVENT_START || e->kind == FL_EVENT_STEP)
        retell_steps(t, e);
    if (e->kind == FL_EVENT_UNDO && t->begun)
        fl_match_rewind(&t->past, fl_read_u32(data + 1));
}

static void retell(struct telling *t, const struct fl_event *e)
{
    follow_event(t, e);
    if (e->n <= t->cursor || e->kind == FL_EVENT_CLOCK)
        return;
    open_page(t);
    fl_json_open(&t->json, '{');
    if (e->kind == FL_EVENT_START || e->kind == FL_EVENT_STEP) {
        fl_json_key_number(&t->json, "n", e->n);
        fl_json_mover(&t->json, e);
        fl_json_says(&t->json, &t->table->host->saying);
    } else {
        put_event(&t->json, e);
    }
    fl_json_close(&t->json, '}');
    if (t->out.len > LONG_ENOUGH)
        send_page(t);
}

/* ---- matches before this one: the store has them ---- */

static void begin_with(void *whom, const struct fl_store_match *match)
{
    struct telling *t = whom;
    struct fl_terms terms;
    const char *wrong;
    char detail[FL_NAME_SIZE];
    if (fl_terms_read(t->table->terms.game, match->terms, t->table->host->port.levels, &terms,
                      &wrong, detail))
        t->setup = terms.setup;
}

static void skip_seat(void *whom, const struct fl_store_seat *row)
{
    (void)whom;
    (void)row;
}

/* What the store has and the table has not heard yet is not told. */
static void retell_stored(void *whom, const struct fl_event *e)
{
    struct telling *t = whom;
    if (e->n <= t->table->n)
        retell(t, e);
}

static void read_store(struct telling *t)
{
    struct fl_store *store = t->table->host->port.store;
    struct fl_store_reader reader = {
        .whom = t, .match = begin_with, .seat = skip_seat, .event = retell_stored};
    store->load(store, t->table->id, &reader);
}

/* A cursor before this match brings the end of earlier ones, too; 0 only this one. */
static void tell_log_to(struct fl_table *table, fl_line line, int viewer, uint32_t cursor)
{
    struct telling t = {.table = table,
                        .line = line,
                        .viewer = viewer,
                        .cursor = cursor,
                        .setup = table->terms.setup};
    struct fl_kept kept;
    if (cursor && cursor + 1 < table->again)
        read_store(&t);
    else
        for (size_t at = 0; fl_stream_at(table, at, &kept); at = kept.next)
            retell(&t, &kept.event);
    send_page(&t);
    if (t.begun)
        fl_match_end(&t.past);
}

void fl_tell_log(struct fl_table *t, fl_line line, uint32_t cursor)
{
    fl_seats eyes = fl_guest_eyes(&t->host->guest[line]);
    if (cursor && t->n > MOST_MISSED && cursor < t->n - MOST_MISSED)
        cursor = t->n - MOST_MISSED;
    if (cursor >= t->n)
        return;
    for (int viewer = 0; viewer <= FL_WATCHER; viewer++)
        if (eyes & FL_SEAT(viewer))
            tell_log_to(t, line, viewer, cursor);
}
