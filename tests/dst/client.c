/* Clients: frames, messages, and the invariants that a client can check by itself. */
#include "client.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client_view.h"
#include "scenario.h"

/* ---- knowledge ---- */

static void keep(json_t **at, json_t *value)
{
    json_incref(value);
    json_decref(*at);
    *at = value;
}

static int viewer_of(const json_t *as)
{
    return json_is_integer(as) ? (int)json_integer_value(as) - 1 : FL_SPECTATOR;
}

static bool looks_through(const struct client *c, int viewer)
{
    json_t *all = json_object_get(c->you, "viewers");
    for (size_t i = 0; i < json_array_size(all); i++)
        if (viewer_of(json_array_get(all, i)) == viewer)
            return true;
    return false;
}

static void forget_views(struct client *c, int viewer)
{
    keep(&c->sight[viewer], NULL);
    keep(&c->ask[viewer], NULL);
    c->question[viewer] = 0;
}

void client_forget(struct client *c)
{
    for (int viewer = 0; viewer < VIEWERS; viewer++)
        forget_views(c, viewer);
    keep(&c->table, NULL);
    keep(&c->you, NULL);
    c->at_table = c->undo_requested = false;
}

/* Notes the table that the client is at. What it knew of another one is of no use there. */
static void enter(struct client *c, const char *id)
{
    if (!strcmp(c->id, id))
        return;
    snprintf(c->id, sizeof c->id, "%s", id);
    c->n = 0;
    c->has_clock = false;
    for (int viewer = 0; viewer < VIEWERS; viewer++)
        keep(&c->entries[viewer], NULL);
}

static bool is_known(const struct client *c, json_t *entry)
{
    char number[16];
    snprintf(number, sizeof number, "%d", (int)json_integer_value(json_object_get(entry, "n")));
    for (int viewer = 0; viewer < VIEWERS; viewer++)
        if (json_object_get(c->entries[viewer], number))
            return true;
    return false;
}

/* An event is always reported in the same way, before and after a crash. */
static void remember(struct client *c, int viewer, json_t *entry)
{
    static const char *const told[] = {"n", "seat", "bot", "phrases", "chat"};
    char number[16];
    if (!c->entries[viewer])
        c->entries[viewer] = json_object();
    snprintf(number, sizeof number, "%d", (int)json_integer_value(json_object_get(entry, "n")));
    json_t *kept = json_object(), *known = json_object_get(c->entries[viewer], number);
    for (int i = 0; i < 5; i++)
        if (json_object_get(entry, told[i]))
            json_object_set(kept, told[i], json_object_get(entry, told[i]));
    if (known && !json_equal(known, kept)) {
        char *before = json_dumps(known, JSON_COMPACT), *after = json_dumps(kept, JSON_COMPACT);
        sim_fail("durability", "%s received event %s as %.300s and now as %.300s", c->name, number,
                 before, after);
        sim_free(before);
        sim_free(after);
    }
    json_object_set_new(c->entries[viewer], number, kept);
}

static bool is_asked(json_t *sight, int viewer)
{
    json_t *turn = json_object_get(sight, "turn");
    for (size_t i = 0; i < json_array_size(turn); i++)
        if (json_integer_value(json_array_get(turn, i)) == viewer + 1)
            return true;
    return false;
}

/* Time on a clock passes only while a server is up. */
static void hear_clocks(struct client *c, json_t *clocks)
{
    enum { SLACK = 3000 }; /* milliseconds: bytes under way */
    int64_t now = server_uptime() / MILLISECOND;
    for (size_t i = 0; i < json_array_size(clocks) && i < FL_MAX_SEATS; i++) {
        int64_t left = json_integer_value(json_array_get(clocks, i));
        if (c->has_clock && left < c->clock[i] - (now - c->clock_at) - SLACK)
            sim_fail("clocks", "%s: seat %zu has %lld ms left; it had %lld, %lld ms of uptime ago",
                     c->name, i + 1, (long long)left, (long long)c->clock[i],
                     (long long)(now - c->clock_at));
        c->clock[i] = left;
    }
    if (json_array_size(clocks)) {
        c->clock_at = now;
        c->has_clock = true;
    }
}

static void hear_event(struct client *c, json_t *m)
{
    json_t *as = json_object_get(m, "viewer");
    json_int_t n = json_integer_value(json_object_get(m, "n"));
    if (n < c->n)
        sim_fail("order", "%s received event %lld after %lld", c->name, (long long)n,
                 (long long)c->n);
    c->n = n;
    for (int viewer = 0; viewer < VIEWERS; viewer++) {
        if (as ? viewer != viewer_of(as) : !looks_through(c, viewer))
            continue;
        if (json_object_get(m, "turn")) {
            if (!c->sight[viewer]) {
                sim_fail("view", "%s received a difference without a view", c->name);
                return;
            }
            apply_changes(c->sight[viewer], m);
            if (!c->request_ends) /* a request to end the match survives moves */
                c->undo_requested = c->agreed = false;
            if (!is_asked(c->sight[viewer], viewer)) {
                c->question[viewer] = 0;
                keep(&c->ask[viewer], NULL);
            }
        }
        remember(c, viewer, m);
    }
    hear_clocks(c, json_object_get(m, "clocks"));
}

static void hear_question(struct client *c, json_t *m)
{
    int viewer = viewer_of(json_object_get(m, "viewer"));
    keep(&c->ask[viewer], m);
    c->question[viewer] = json_integer_value(json_object_get(m, "question"));
}

static void hear_view(struct client *c, json_t *m)
{
    int viewer = viewer_of(json_object_get(m, "viewer"));
    json_t *sight = json_object_get(m, "sight");
    json_decref(c->sight[viewer]);
    c->sight[viewer] = json_deep_copy(sight);
    c->n = json_integer_value(json_object_get(m, "n"));
    c->question[viewer] = json_integer_value(json_object_get(m, "question"));
    keep(&c->ask[viewer], c->question[viewer] ? sight : NULL);
    hear_clocks(c, json_object_get(m, "clocks"));
}

static void hear_table(struct client *c, json_t *m)
{
    json_int_t n = json_integer_value(json_object_get(m, "n"));
    enter(c, json_string_value(json_object_get(m, "id")));
    if (n < c->n)
        sim_fail("durability", "%s knows event %lld of a table that ends with %lld", c->name,
                 (long long)c->n, (long long)n);
    if (!json_equal(json_object_get(c->table, "match"), json_object_get(m, "match")))
        c->has_clock = false;
    keep(&c->table, m);
    c->n = n;
    if (!strcmp(client_phase(c), "waiting")) {
        c->has_clock = false;
        for (int viewer = 0; viewer < VIEWERS; viewer++)
            forget_views(c, viewer);
    }
}

static void hear_you(struct client *c, json_t *m)
{
    keep(&c->you, m);
    c->at_table = json_is_string(json_object_get(m, "table"));
    for (int viewer = 0; viewer < VIEWERS; viewer++)
        if (!looks_through(c, viewer))
            forget_views(c, viewer);
    if (!c->at_table)
        return;
    c->away_since = -1;
    if (c->awaits == A_TABLE)
        c->awaits = NOTHING;
}

static void hear_refused(struct client *c, json_t *m)
{
    json_t *why = json_object_get(m, "reason");
    const char *key = json_string_value(json_object_get(why, "key"));
    const char *command = json_string_value(json_object_get(m, "command"));
    snprintf(c->refusal, sizeof c->refusal, "%s", key ? key : "?");
    c->awaits = NOTHING;
    if (!command)
        return;
    if (!strcmp(command, "resume") &&
        (!strcmp(key, "host.wrong-token") || !strcmp(key, "host.no-table") ||
         !strcmp(key, "host.frozen")))
        sim_fail("return", "%s resumes with a valid token and is refused: %s", c->name, key);
}

static void hear_log(struct client *c, json_t *m)
{
    json_t *entries = json_object_get(m, "entries");
    for (size_t i = 0; i < json_array_size(entries); i++) {
        json_t *entry = json_array_get(entries, i);
        json_int_t n = json_integer_value(json_object_get(entry, "n"));
        if (n <= c->complete_to && !is_known(c, entry))
            sim_fail("history", "%s never received event %lld", c->name, (long long)n);
        remember(c, viewer_of(json_object_get(m, "viewer")), entry);
    }
}

static void hear(struct client *c, const char *text, size_t len)
{
    if (c->is_stranger) { /* only talks */
        c->greeted = c->greeted || strncmp(text, "{\"type\":\"hello\"", 15) == 0;
        c->received++;
        return;
    }
    json_t *m = json_loadb(text, len, JSON_REJECT_DUPLICATES, NULL);
    const char *type = json_string_value(json_object_get(m, "type"));
    c->received++;
    if (!type) {
        sim_fail("protocol", "%s received no JSON: %.*s", c->name, (int)len, text);
        return;
    }
    twin_hear(c, text, len);
    sim_trace("%s < %.*s", c->name, len < 160 ? (int)len : 160, text);
    if (!strcmp(type, "hello")) {
        c->greeted = true;
        if (c->awaits == HELLO)
            c->awaits = NOTHING;
    } else if (!strcmp(type, "event")) {
        hear_event(c, m);
    } else if (!strcmp(type, "question")) {
        hear_question(c, m);
    } else if (!strcmp(type, "view")) {
        /* A view that the client did not ask for follows an undo or a new match. */
        if (!c->request_ends && sim.now > c->asked_for_view + 10 * SECOND)
            c->undo_requested = c->agreed = false;
        hear_view(c, m);
    } else if (!strcmp(type, "table")) {
        hear_table(c, m);
    } else if (!strcmp(type, "you")) {
        hear_you(c, m);
    } else if (!strcmp(type, "refused")) {
        hear_refused(c, m);
    } else if (!strcmp(type, "undo-requested") || !strcmp(type, "end-requested")) {
        /* Asked again after a return: the host has not forgotten the answer. */
        json_int_t request = json_integer_value(json_object_get(m, "request"));
        c->agreed = c->agreed && request == c->undo_request;
        c->undo_request = request;
        c->undo_requested = true;
        c->request_ends = type[0] == 'e';
    } else if (!strcmp(type, "undo-refused") || !strcmp(type, "end-refused")) {
        c->undo_requested = c->agreed = false;
    } else if (!strcmp(type, "log")) {
        hear_log(c, m);
    } else if (!strcmp(type, "token")) {
        snprintf(c->token, sizeof c->token, "%s", json_string_value(json_object_get(m, "token")));
        enter(c, json_string_value(json_object_get(m, "table")));
    }
    if (c->awaits == AN_ANSWER && strcmp(type, "log") && strcmp(type, "seats"))
        c->awaits = NOTHING;
    if (c->heard)
        c->heard(c, type, m);
    json_decref(m);
}

/* ---- frames ---- */

enum { TEXT = 1, CLOSE = 8, PING = 9, PONG = 10 };

static void send_frame(struct client *c, int opcode, const char *bytes, size_t len)
{
    char frame[2200] = {(char)(0x80 | opcode)};
    size_t head = 2;
    if (len < 126) {
        frame[1] = (char)(0x80 | len);
    } else {
        frame[1] = (char)(0x80 | 126);
        frame[2] = (char)(len >> 8);
        frame[3] = (char)len;
        head = 4;
    }
    memcpy(frame + head, "\1\2\3\4", 4);
    for (size_t i = 0; i < len; i++)
        frame[head + 4 + i] = (char)(bytes[i] ^ (char)(1 + i % 4));
    net_send(c->sock, frame, head + 4 + len);
}

/* A player who keeps to the limits is not closed for a reason of policy. The server may say "try
 * again later" if an allocation failed. */
static void hear_close(struct client *c, int code)
{
    sim_trace("%s < close %d", c->name, code);
    bool may_be_short = sim.fail_at[CALL_ALLOC] && sim.calls[CALL_ALLOC] >= sim.fail_at[CALL_ALLOC];
    if (!c->is_stranger && code != 1001 && !(code == 1013 && may_be_short))
        sim_fail("policy", "the server closes the connection of %s with code %d", c->name, code);
}

/* Reads one frame from the start of the bytes; returns its length, or 0 if it is not complete. */
static size_t read_frame(struct client *c)
{
    const unsigned char *b = (const unsigned char *)c->bytes;
    size_t head = 2, len;
    if (c->len < 2)
        return 0;
    len = b[1] & 127;
    if (len >= 126) {
        size_t more = len == 126 ? 2 : 8;
        if (c->len < 2 + more)
            return 0;
        len = 0;
        for (size_t i = 0; i < more; i++)
            len = len << 8 | b[2 + i];
        head += more;
    }
    if (c->len < head + len)
        return 0;
    int opcode = b[0] & 15;
    if (opcode == TEXT)
        hear(c, c->bytes + head, len);
    else if (opcode == PING)
        send_frame(c, PONG, c->bytes + head, len);
    else if (opcode == CLOSE)
        hear_close(c, len >= 2 ? b[head] << 8 | b[head + 1] : 0);
    return head + len;
}

static size_t read_response(struct client *c)
{
    for (size_t i = 3; i < c->len; i++)
        if (!memcmp(c->bytes + i - 3, "\r\n\r\n", 4)) {
            c->upgraded = !strncmp(c->bytes, "HTTP/1.1 101", 12);
            if (!c->upgraded) {
                sim_trace("%s < %.12s", c->name, c->bytes);
                client_leave(c, false);
                return 0;
            }
            client_say(c, "hello 2 en");
            client_await(c, HELLO);
            return i + 1;
        }
    return 0;
}

static void on_received(void *context, const char *bytes, size_t len)
{
    struct client *c = context;
    c->bytes = sim_realloc(c->bytes, c->len + len);
    memcpy(c->bytes + c->len, bytes, len);
    c->len += len;
    for (size_t used; c->sock && !sim.failed && c->len;) {
        used = c->upgraded ? read_frame(c) : read_response(c);
        if (!used)
            return;
        if (!c->sock)
            break;
        c->len -= used;
        memmove(c->bytes, c->bytes + used, c->len);
    }
}

static void gone(struct client *c)
{
    c->sock = NULL;
    c->upgraded = c->greeted = c->at_table = false;
    c->len = 0;
    c->awaits = NOTHING;
    c->count = 0;
    if (c->away_since < 0)
        c->away_since = server_healthy_time();
}

static void on_closed(void *context)
{
    struct client *c = context;
    sim_trace("%s is disconnected", c->name);
    gone(c);
    c->back_at = sim.now + sim_below(c->stream, 2 * SECOND);
}

/* ---- commands ---- */

void client_connect(struct client *c)
{
    static const char request[] = "GET /socket HTTP/1.1\r\nHost: flibuste.example\r\n"
                                  "Connection: Upgrade\r\nUpgrade: websocket\r\n"
                                  "Sec-WebSocket-Version: 13\r\n"
                                  "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    struct net_client callbacks = {c, on_received, on_closed};
    gone(c);
    c->sock = net_connect(c->address, &callbacks, c->rate, c->stream);
    net_send(c->sock, request, sizeof request - 1);
    client_await(c, HELLO);
}

void client_say(struct client *c, const char *format, ...)
{
    char text[2048];
    va_list args;
    if (!c->sock || !c->upgraded)
        return;
    va_start(args, format);
    int len = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    sim_trace("%s > %.100s", c->name, text);
    snprintf(c->last_command, sizeof c->last_command, "%.199s", text);
    if (!strncmp(text, "re", 2)) /* refresh, resume */
        c->asked_for_view = sim.now;
    send_frame(c, TEXT, text, (size_t)len);
}

void client_leave(struct client *c, bool vanish)
{
    if (!c->sock)
        return;
    sim_trace("%s %s", c->name, vanish ? "vanishes" : "closes");
    struct sock *s = c->sock;
    if (vanish)
        net_vanish(s);
    else
        net_close(s);
    gone(c);
}

void client_await(struct client *c, enum awaited what)
{
    c->awaits = what;
    c->awaits_since = server_healthy_time();
}

bool client_has_seat(const struct client *c, int seat)
{
    json_t *seats = json_object_get(c->you, "seats");
    for (size_t i = 0; i < json_array_size(seats); i++)
        if (json_integer_value(json_array_get(seats, i)) == seat + 1)
            return true;
    return false;
}

int client_seats(const struct client *c)
{
    return (int)json_array_size(json_object_get(c->you, "seats"));
}

const char *client_phase(const struct client *c)
{
    const char *phase = json_string_value(json_object_get(c->table, "phase"));
    return phase ? phase : "";
}

void client_free(struct client *c)
{
    client_forget(c);
    for (int viewer = 0; viewer < VIEWERS; viewer++)
        keep(&c->entries[viewer], NULL);
    sim_free(c->bytes);
    sim_free(c);
}
