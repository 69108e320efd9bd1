/* Events as phrases: when they happen, and for clients that missed them. What a viewer may know
 * of an old step is found by replaying the match. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/words.h"
#include "host/messages.h"
#include "host/people.h"
#include "host/play.h"

enum {
    LONG_ENOUGH = 1 << 15, /* bytes of one log message */
    MOST_BYTES = 1 << 19   /* of the history that a client receives: the newest */
};

/* ---- steps ---- */

static void join(struct fl_phrases *joined, const struct fl_phrase *phrase)
{
    for (int i = joined->count; i-- > 0 && !strcmp(joined->phrase[i].key, phrase->key);)
        if (fl_phrase_join(&joined->phrase[i], phrase))
            return;
    if (joined->count < FL_MAX_PHRASES)
        joined->phrase[joined->count++] = *phrase;
}

void fl_say_step(struct fl_phrases *joined, const struct fl_sight *sight, struct fl_step step)
{
    struct fl_phrases saying;
    fl_sight_say(sight, step, false, &saying);
    for (int i = 0; i < saying.count; i++)
        join(joined, &saying.phrase[i]);
}

static bool is_silent_everywhere(const struct fl_phrase *phrase)
{
    for (fl_lang lang = 0; fl_language(lang); lang++)
        if (!fl_phrase_is_silent(phrase, lang))
            return false;
    return true;
}

static void put_mover(struct fl_json *j, const struct fl_table_event *e)
{
    if (e->kind != FL_EVENT_STEP || e->seat == FL_CHANCE)
        return;
    fl_json_key_number(j, "seat", e->seat + 1);
    if (e->by_bot) {
        fl_json_key(j, "bot");
        fl_json_bool(j, true);
    }
}

/* Of a phrase that no language reports, clients need the key only: it may have a sound. */
void fl_json_said(struct fl_json *j, const struct fl_table_event *e,
                  const struct fl_phrases *saying)
{
    put_mover(j, e);
    fl_json_key(j, "phrases");
    fl_json_open(j, '[');
    for (int i = 0; i < saying->count; i++) {
        if (!is_silent_everywhere(&saying->phrase[i])) {
            fl_json_phrase(j, &saying->phrase[i]);
            continue;
        }
        fl_json_open(j, '{');
        fl_json_key_text(j, "key", saying->phrase[i].key);
        fl_json_close(j, '}');
    }
    fl_json_close(j, ']');
}

/* ---- other events ---- */

static void put_chat(struct fl_json *j, const struct fl_table_event *e)
{
    fl_json_key(j, "chat");
    fl_json_open(j, '{');
    if (e->seat < FL_MAX_SEATS)
        fl_json_key_number(j, "seat", e->seat + 1);
    fl_json_key_text(j, "name", e->name);
    if (e->phrase < 0)
        fl_json_key_text(j, "text", e->text);
    else
        fl_json_key_number(j, "chat_phrase", e->phrase + 1);
    if (e->kind == FL_EVENT_TEAM_CHAT) {
        fl_json_key(j, "team");
        fl_json_bool(j, true);
    }
    fl_json_close(j, '}');
}

static void put_event(struct fl_json *j, const struct fl_table_event *e)
{
    struct fl_phrases saying;
    fl_json_key_number(j, "n", e->n);
    if (e->kind == FL_EVENT_CHAT || e->kind == FL_EVENT_TEAM_CHAT) {
        put_chat(j, e);
        return;
    }
    fl_event_say(e, &saying);
    fl_json_said(j, e, &saying);
}

void fl_send_event(struct fl_table *t, const struct fl_table_event *e)
{
    struct fl_buf out;
    struct fl_json j = fl_message(t->host, &out, "event");
    put_event(&j, e);
    int lines = 0;
    for (uint32_t i = 0; i < t->clients; i++)
        if (fl_client_may_read(t, t->client[i], e))
            t->host->lines[lines++] = t->client[i];
    fl_send(t->host, t->host->lines, lines, &j);
}

/* ---- missed events ---- */

/* A message that is ready to be sent. */
struct page {
    struct page *next;
    size_t len;
    char text[];
};

struct history {
    struct fl_table *table;
    fl_client_id client;
    int viewer;
    uint32_t cursor;
    struct fl_setup setup; /* of the match that is replayed */
    struct fl_match past;  /* as it was before the event */
    bool begun, open;
    bool broken; /* a stored step is illegal: no further steps are sent */
    struct page *first, **last;
    size_t bytes, bytes_max; /* of all pages; the oldest ones are dropped beyond the maximum */
    struct fl_buf out;
    struct fl_json json;
};

static void open_page(struct history *t)
{
    if (t->open)
        return;
    t->json = fl_message(t->table->host, &t->out, "log");
    fl_json_key(&t->json, "viewer");
    fl_json_viewer(&t->json, t->viewer);
    fl_json_key(&t->json, "entries");
    fl_json_open(&t->json, '[');
    t->open = true;
}

static struct page *take_page(struct history *t)
{
    struct page *page = t->first;
    t->first = page->next;
    if (!t->first)
        t->last = &t->first;
    t->bytes -= page->len;
    return page;
}

/* Where memory is short the history has a gap. */
static void keep_page(struct history *t)
{
    if (!t->open)
        return;
    fl_json_close(&t->json, ']');
    fl_json_close(&t->json, '}');
    t->open = false;
    struct page *page = t->out.overflowed ? NULL : malloc(sizeof *page + t->out.len + 1);
    if (!page)
        return;
    page->next = NULL;
    page->len = t->out.len;
    memcpy(page->text, t->out.at, t->out.len + 1);
    *t->last = page;
    t->last = &page->next;
    t->bytes += page->len;
    while (t->bytes > t->bytes_max)
        free(take_page(t));
}

static void send_pages(struct history *t)
{
    keep_page(t);
    while (t->first) {
        struct page *page = take_page(t);
        fl_send_text(t->table->host, &t->client, 1, page->text, page->len);
        free(page);
    }
}

/* Replays the steps of an old event and describes them if the client has missed it. */
static void say_old_steps(struct history *t, const struct fl_table_event *e)
{
    struct fl_phrases *saying = &t->table->host->phrases;
    saying->count = 0;
    for (uint32_t i = 0; !t->broken && i < e->steps; i++) {
        struct fl_step step = e->step[i], seen = step;
        if (e->n > t->cursor) {
            struct fl_sight sight;
            fl_match_sight(&t->past, t->viewer, &sight);
            seen.move = fl_step_seen(&t->past, t->viewer, step);
            fl_say_step(saying, &sight, seen);
        }
        t->broken = fl_match_play(&t->past, step.seat, step.move) != FL_OK;
    }
}

static void begin_match(struct history *t)
{
    if (t->begun)
        fl_match_end(&t->past);
    fl_match_begin(&t->past, t->table->options.game, &t->setup, FL_TRUTH);
    t->begun = true;
    t->broken = false;
}

static void replay_event(struct history *t, const struct fl_table_event *e)
{
    if (e->kind == FL_EVENT_REMATCH)
        fl_setup_first(t->table->options.game, &t->setup, e->seat);
    if (e->kind == FL_EVENT_START)
        begin_match(t);
    if (!t->begun)
        return;
    if (e->kind == FL_EVENT_START || e->kind == FL_EVENT_STEP)
        say_old_steps(t, e);
    if (e->kind == FL_EVENT_UNDO && e->steps <= t->past.steps)
        fl_match_rewind(&t->past, e->steps);
}

static void send_old_event(struct history *t, const struct fl_table_event *e)
{
    bool steps = e->kind == FL_EVENT_START || e->kind == FL_EVENT_STEP;
    replay_event(t, e);
    if (e->n <= t->cursor || e->kind == FL_EVENT_CLOCK || (steps && t->broken) ||
        !fl_client_may_read(t->table, t->client, e))
        return;
    open_page(t);
    fl_json_open(&t->json, '{');
    if (steps) {
        fl_json_key_number(&t->json, "n", e->n);
        fl_json_said(&t->json, e, &t->table->host->phrases);
    } else {
        put_event(&t->json, e);
    }
    fl_json_close(&t->json, '}');
    if (t->out.len > LONG_ENOUGH)
        keep_page(t);
}

/* ---- earlier matches, read from the store ---- */

static void begin_with(void *whom, const struct fl_store_match *match)
{
    struct history *t = whom;
    struct fl_table_options terms;
    const char *wrong;
    char detail[FL_NAME_SIZE];
    if (fl_table_options_read(t->table->options.game, match->options, t->table->host->port.levels,
                              &terms, &wrong, detail))
        t->setup = terms.setup;
}

static void skip_seat(void *whom, const struct fl_store_seat *row)
{
    (void)whom;
    (void)row;
}

/* Skips events that are stored but not announced yet. */
static void send_stored_event(void *whom, const struct fl_event *stored)
{
    struct history *t = whom;
    struct fl_decoded_event decoded;
    if (stored->n <= t->table->n &&
        fl_event_decode(stored, t->table->options.setup.seats, &decoded))
        send_old_event(t, &decoded.event);
}

static void read_store(struct history *t)
{
    struct fl_store *store = t->table->host->port.store;
    struct fl_store_reader reader = {
        .context = t, .match = begin_with, .seat = skip_seat, .event = send_stored_event};
    store->load(store, t->table->id, &reader);
}

/* Sends one viewer the events after the cursor. A cursor from before this match includes the end
 * of earlier ones; 0 means this match only. */
static void send_history_to(struct fl_table *table, fl_client_id client, int viewer,
                            uint32_t cursor, size_t bytes_max)
{
    struct history t = {.table = table,
                        .client = client,
                        .viewer = viewer,
                        .cursor = cursor,
                        .bytes_max = bytes_max,
                        .setup = table->options.setup};
    struct fl_log_position position = {.table = table};
    struct fl_decoded_event decoded;
    t.last = &t.first;
    if (table->log.has_gap || (cursor && cursor + 1 < table->rematch_event))
        read_store(&t);
    else
        while (fl_table_log_next(&position, &decoded))
            send_old_event(&t, &decoded.event);
    send_pages(&t);
    if (t.begun)
        fl_match_end(&t.past);
}

void fl_send_history(struct fl_table *t, fl_client_id client, uint32_t cursor)
{
    assert(!t->pending); /* otherwise the match may contain steps that are not announced */
    fl_seats eyes = fl_client_viewers(&t->host->client[client]);
    uint32_t oldest = t->n > FL_EVENTS_SENT ? t->n - FL_EVENTS_SENT : 0;
    if (cursor && cursor < oldest)
        cursor = oldest;
    if (!cursor && t->rematch_event < oldest)
        cursor = oldest; /* a cursor of 0 includes no earlier match */
    if (cursor >= t->n)
        return;
    for (int viewer = 0; viewer <= FL_SPECTATOR; viewer++)
        if (eyes & FL_SEAT(viewer))
            send_history_to(t, client, viewer, cursor,
                            MOST_BYTES / (size_t)__builtin_popcount(eyes));
}
