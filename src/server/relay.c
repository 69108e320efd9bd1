/* Clients at another node than their table (relay.h). */
#include "server/relay.h"

#include <stdlib.h>
#include <string.h>

enum {
    MAX_HOPS = 3,      /* nodes in a row that pass one command on */
    SAY_MOST = 64,     /* channels of one frame */
    ID_BITS = 16,      /* of a channel: the client's id */
    HEAD_SIZE = 1024,  /* bytes of a frame before its text */
    MAX_BODY = 4000000 /* bytes of a response for another node */
};

_Static_assert(FL_NET_SHARED_MAX <= 1 << ID_BITS, "a client's id fits into a channel");

/* ---- contents of frames ---- */

struct writer {
    char at[HEAD_SIZE];
    size_t len;
};

static void put_number(struct writer *w, uint64_t number, int bytes)
{
    for (int i = 0; i < bytes; i++)
        w->at[w->len++] = (char)(number >> 8 * i);
}

/* A text of at most 255 bytes. */
static void put_text(struct writer *w, const char *text)
{
    size_t len = strlen(text) < 255 ? strlen(text) : 255;
    put_number(w, len, 1);
    memcpy(w->at + w->len, text, len);
    w->len += len;
}

static void put_introduction(struct writer *w, const struct fl_introduction *who)
{
    put_number(w, (uint64_t)(who->greeted | who->wants_text << 1 | who->signed_in << 2), 1);
    put_text(w, fl_language(who->lang)->code);
    put_text(w, who->name);
    if (!who->signed_in)
        return;
    memcpy(w->at + w->len, who->secret_hash, FL_HASH_SIZE);
    w->len += FL_HASH_SIZE;
}

struct reader {
    const char *at;
    size_t left;
    bool failed;
};

static const char *take(struct reader *r, size_t len)
{
    const char *at = r->at;
    r->failed |= r->left < len;
    if (r->failed)
        return NULL;
    r->at += len;
    r->left -= len;
    return at;
}

static uint64_t get_number(struct reader *r, int bytes)
{
    const char *at = take(r, (size_t)bytes);
    uint64_t number = 0;
    for (int i = 0; at && i < bytes; i++)
        number |= (uint64_t)(unsigned char)at[i] << 8 * i;
    return number;
}

static void get_text(struct reader *r, char *out, size_t size)
{
    size_t len = get_number(r, 1);
    const char *at = take(r, len);
    r->failed |= len >= size;
    out[0] = '\0';
    if (r->failed)
        return;
    memcpy(out, at, len);
    out[len] = '\0';
}

static struct fl_introduction get_introduction(struct reader *r)
{
    struct fl_introduction who = {0};
    char code[16];
    uint64_t flags = get_number(r, 1);
    who.greeted = flags & 1;
    who.wants_text = flags >> 1 & 1;
    get_text(r, code, sizeof code);
    if (!fl_lang_of(code, &who.lang)) /* of a newer version */
        who.lang = FL_DEFAULT_LANG;
    get_text(r, who.name, sizeof who.name);
    who.signed_in = flags >> 2 & 1;
    const char *hash = who.signed_in ? take(r, FL_HASH_SIZE) : NULL;
    who.signed_in = hash;
    if (hash)
        memcpy(who.secret_hash, hash, FL_HASH_SIZE);
    return who;
}

/* ---- the node with the socket ---- */

/* A client that the host passes on: where to, and its commands, each with a final NUL. */
struct fl_passed {
    char address[FL_ADDRESS_SIZE];
    size_t len;
    char commands[4 * (FL_MAX_LINE + 1)];
};

void fl_relay_note(struct fl_conn *c, const char *address, const char *command)
{
    size_t size = strlen(command) + 1;
    if (!c->passed) {
        c->passed = calloc(1, sizeof *c->passed);
        if (c->passed)
            strncpy(c->passed->address, address, sizeof c->passed->address - 1);
    }
    if (!c->passed || c->passed->len + size > sizeof c->passed->commands) {
        c->close_at_flush = true; /* it comes back by itself */
    } else {
        memcpy(c->passed->commands + c->passed->len, command, size);
        c->passed->len += size;
    }
    fl_conn_schedule_flush(c);
}

void fl_relay_forget(struct fl_conn *c)
{
    free(c->passed);
    c->passed = NULL;
}

static void relay_text(struct fl_conn *c, const char *text, size_t len)
{
    struct writer head = {.len = 0};
    put_number(&head, c->channel, 8);
    fl_trunk_put(c->relay, FL_TRUNK_LINE, head.at, head.len, text, len);
}

void fl_relay_line(struct fl_conn *c, const struct fl_line *line)
{
    relay_text(c, line->text, line->len);
}

/* Executes commands at this node's host, or relays them. */
static void execute(struct fl_conn *c, const char *commands, size_t len)
{
    for (const char *end = commands + len; commands < end; commands += strlen(commands) + 1) {
        struct fl_line line = fl_line_check(commands, strlen(commands));
        if (c->relay)
            fl_relay_line(c, &line);
        else
            fl_host_command(c->net->host, c->client, &line);
    }
}

static bool is_own_address(const struct fl_net *n, const char *address)
{
    struct fl_store_node self;
    return n->store->find_node(n->store, 0, NULL, &self) && !strcmp(self.address, address);
}

/* Opens a client, which is open nowhere, at the node at this address. False if that is impossible.
 */
static bool open_at(struct fl_conn *c, const char *address, const struct fl_introduction *who)
{
    struct fl_net *n = c->net;
    struct writer head = {.len = 0};
    c->previous_channel = c->channel;
    c->relay = NULL;
    if (is_own_address(n, address)) {
        fl_host_open(n->host, c->client, c->origin);
        fl_host_introduce(n->host, c->client, who);
        return ++c->hops <= MAX_HOPS;
    }
    c->relay = fl_trunk_to(n, address);
    if (!c->relay)
        return false;
    c->channel = ++n->channel_serial << ID_BITS | c->client;
    n->relayed++;
    n->stats.relayed++;
    put_number(&head, c->channel, 8);
    put_number(&head, c->origin, 8);
    put_introduction(&head, who);
    fl_trunk_put(c->relay, FL_TRUNK_OPEN, head.at, head.len, NULL, 0);
    return ++c->hops <= MAX_HOPS;
}

void fl_relay_begin(struct fl_conn *c)
{
    struct fl_passed *passed = c->passed;
    struct fl_introduction who;
    c->passed = NULL;
    if (c->state == FL_CONN_SOCKET) {
        fl_host_introduction(c->net->host, c->client, &who);
        fl_host_close(c->net->host, c->client);
        if (open_at(c, passed->address, &who))
            execute(c, passed->commands, passed->len);
        else
            fl_conn_leave(c, FL_CLOSE_RESTART, "no-node");
    }
    free(passed);
}

void fl_relay_end(struct fl_conn *c)
{
    struct writer head = {.len = 0};
    put_number(&head, c->channel, 8);
    fl_trunk_put(c->relay, FL_TRUNK_CLOSE, head.at, head.len, NULL, 0);
    c->relay = NULL;
    c->net->relayed--;
}

/* The connection of a channel; NULL if it is closed, or relayed to another node by now. */
static struct fl_conn *conn_of(struct fl_trunk *t, uint64_t channel)
{
    uint32_t id = (uint32_t)(channel & ((1u << ID_BITS) - 1));
    struct fl_conn *c = id < t->net->max_connections ? t->net->clients[id] : NULL;
    return c && c->relay == t && c->channel == channel ? c : NULL;
}

static bool on_say(struct fl_trunk *t, struct reader *r)
{
    uint64_t channel[SAY_MOST], count = get_number(r, 1);
    if (count > SAY_MOST)
        return false;
    for (uint64_t i = 0; i < count; i++)
        channel[i] = get_number(r, 8);
    for (uint64_t i = 0; i < count && !r->failed; i++) {
        struct fl_conn *c = conn_of(t, channel[i]);
        if (!c)
            continue;
        c->hops = 0;
        fl_conn_send(c, FL_TEXT, r->at, r->left);
    }
    return !r->failed;
}

static bool on_hang_up(struct fl_trunk *t, struct reader *r)
{
    struct fl_conn *c = conn_of(t, get_number(r, 8));
    int code = (int)get_number(r, 2);
    if (c && !r->failed)
        fl_conn_leave(c, code, "dismissed");
    return !r->failed;
}

/* Later commands of a client that was passed on follow it. */
static void follow(struct fl_trunk *t, uint64_t channel, const struct reader *text)
{
    struct fl_conn *c = t->net->clients[channel & ((1u << ID_BITS) - 1)];
    if (c && c->previous_channel == channel && c->relay)
        relay_text(c, text->at, text->left);
}

static bool on_pass_on(struct fl_trunk *t, struct reader *r)
{
    char address[FL_ADDRESS_SIZE], command[FL_MAX_LINE + 1] = "";
    uint64_t channel = get_number(r, 8);
    struct fl_conn *c = conn_of(t, channel);
    struct fl_introduction who = get_introduction(r);
    get_text(r, address, sizeof address);
    if (r->failed || r->left > FL_MAX_LINE)
        return false;
    if (!c) {
        follow(t, channel, r);
        return true;
    }
    memcpy(command, r->at, r->left);
    fl_relay_end(c);
    if (open_at(c, address, &who))
        execute(c, command, strlen(command) + 1);
    else
        fl_conn_leave(c, FL_CLOSE_RESTART, "no-node");
    return true;
}

/* ---- the node with the table ---- */

/* The place of a channel's client id; NULL without memory. */
static fl_client_id *place_of(struct fl_trunk *t, uint64_t channel)
{
    uint32_t at = (uint32_t)(channel & ((1u << ID_BITS) - 1));
    uint32_t room = t->client_room ? t->client_room : 64;
    while (room <= at)
        room *= 2;
    if (room != t->client_room) {
        fl_client_id *ids = realloc(t->client_of, room * sizeof *ids);
        if (!ids)
            return NULL;
        memset(ids + t->client_room, 0, (room - t->client_room) * sizeof *ids);
        t->client_of = ids;
        t->client_room = room;
    }
    return &t->client_of[at];
}

/* Finds the client of a channel; false if there is none. */
static bool find_remote(struct fl_trunk *t, uint64_t channel, fl_client_id *out)
{
    const fl_client_id *place = place_of(t, channel);
    if (!place || t->net->remote[*place].trunk != t || t->net->remote[*place].channel != channel)
        return false;
    *out = *place;
    return true;
}

static void hang_up(struct fl_trunk *t, uint64_t channel, int code)
{
    struct writer head = {.len = 0};
    put_number(&head, channel, 8);
    put_number(&head, (uint64_t)code, 2);
    fl_trunk_put(t, FL_TRUNK_HANG_UP, head.at, head.len, NULL, 0);
}

static bool on_open(struct fl_trunk *t, struct reader *r)
{
    struct fl_net *n = t->net;
    uint64_t channel = get_number(r, 8), origin = get_number(r, 8);
    struct fl_introduction who = get_introduction(r);
    fl_client_id *place = r->failed ? NULL : place_of(t, channel), client;
    if (r->failed)
        return false;
    if (!place || !n->free_id_count || n->stopping || find_remote(t, channel, &client)) {
        hang_up(t, channel, FL_CLOSE_RESTART);
        return true;
    }
    client = *place = n->free_ids[--n->free_id_count];
    n->remote[client] = (struct fl_remote_client){t, channel};
    n->remotes++;
    fl_host_open(n->host, client, origin);
    fl_host_introduce(n->host, client, &who);
    return true;
}

static bool on_line(struct fl_trunk *t, struct reader *r)
{
    fl_client_id client;
    uint64_t channel = get_number(r, 8);
    if (r->failed)
        return false;
    if (!find_remote(t, channel, &client))
        return true;
    struct fl_line line = fl_line_check(r->at, r->left);
    fl_host_command(t->net->host, client, &line);
    return true;
}

static void close_remote(struct fl_net *n, fl_client_id client)
{
    n->remote[client] = (struct fl_remote_client){0};
    n->free_ids[n->free_id_count++] = client;
    n->remotes--;
    fl_host_close(n->host, client);
}

static bool on_close(struct fl_trunk *t, struct reader *r)
{
    fl_client_id client;
    uint64_t channel = get_number(r, 8);
    if (!r->failed && find_remote(t, channel, &client))
        close_remote(t->net, client);
    return !r->failed;
}

/* Sends a message to the clients of one trunk, from `to` on. */
static void say(struct fl_net *n, struct fl_trunk *t, const fl_client_id *to, int count,
                const char *json, size_t len)
{
    for (int i = 0; i < count;) {
        struct writer head = {.len = 1};
        int channels = 0;
        for (; i < count && channels < SAY_MOST; i++)
            if (n->remote[to[i]].trunk == t) {
                put_number(&head, n->remote[to[i]].channel, 8);
                channels++;
            }
        head.at[0] = (char)channels;
        if (channels)
            fl_trunk_put(t, FL_TRUNK_SAY, head.at, head.len, json, len);
    }
}

void fl_relay_send(struct fl_net *n, const fl_client_id *to, int count, const char *json,
                   size_t len)
{
    for (int i = 0; i < count; i++) {
        struct fl_trunk *t = n->remote[to[i]].trunk;
        bool is_first = t;
        for (int k = 0; is_first && k < i; k++)
            is_first = n->remote[to[k]].trunk != t;
        if (is_first)
            say(n, t, to + i, count - i, json, len);
    }
}

void fl_relay_hang_up(struct fl_net *n, fl_client_id client, int code)
{
    if (n->remote[client].trunk)
        hang_up(n->remote[client].trunk, n->remote[client].channel, code);
}

void fl_relay_pass_on(struct fl_net *n, fl_client_id client, const char *address,
                      const char *command)
{
    const struct fl_remote_client *r = &n->remote[client];
    struct writer head = {.len = 0};
    struct fl_introduction who;
    if (!r->trunk)
        return;
    fl_host_introduction(n->host, client, &who);
    put_number(&head, r->channel, 8);
    put_introduction(&head, &who);
    put_text(&head, address);
    fl_trunk_put(r->trunk, FL_TRUNK_PASS_ON, head.at, head.len, command, strlen(command));
}

/* ---- HTTP requests that another node answers ---- */

bool fl_relay_ask(struct fl_conn *c, const char *address)
{
    struct writer head = {.len = 0};
    struct fl_trunk *t = is_own_address(c->net, address) ? NULL : fl_trunk_to(c->net, address);
    if (!t)
        return false;
    c->ask = ++c->net->ask_serial;
    put_number(&head, c->ask, 8);
    put_number(&head, c->origin, 8);
    fl_trunk_put(t, FL_TRUNK_ASK, head.at, head.len, c->awaited, strlen(c->awaited));
    return true;
}

static bool on_ask(struct fl_trunk *t, struct reader *r)
{
    char path[256] = "";
    struct writer head = {.len = 0};
    uint64_t ask = get_number(r, 8), origin = get_number(r, 8);
    size_t len = 0;
    int status;
    if (r->failed || r->left >= sizeof path)
        return false;
    memcpy(path, r->at, r->left);
    char *text = fl_net_render(t->net, origin, path, &len, &status);
    if (len > MAX_BODY)
        status = 503;
    put_number(&head, ask, 8);
    put_number(&head, (uint64_t)status, 2);
    fl_trunk_put(t, FL_TRUNK_ANSWER, head.at, head.len, text, status == 200 ? len : 0);
    free(text);
    return true;
}

static bool on_answer(struct fl_trunk *t, struct reader *r)
{
    uint64_t ask = get_number(r, 8);
    int status = (int)get_number(r, 2);
    if (!r->failed && ask)
        fl_net_answered(t->net, ask, status, r->at, r->left);
    return !r->failed && ask;
}

/* ---- both ---- */

bool fl_relay_frame(struct fl_trunk *t, int kind, const char *content, size_t len)
{
    static bool (*const handlers[FL_TRUNK_KINDS])(struct fl_trunk *, struct reader *) = {
        [FL_TRUNK_OPEN] = on_open, [FL_TRUNK_LINE] = on_line,       [FL_TRUNK_CLOSE] = on_close,
        [FL_TRUNK_SAY] = on_say,   [FL_TRUNK_HANG_UP] = on_hang_up, [FL_TRUNK_PASS_ON] = on_pass_on,
        [FL_TRUNK_ASK] = on_ask,   [FL_TRUNK_ANSWER] = on_answer,
    };
    struct reader r = {.at = content, .left = len};
    /* A kind of a newer version is ignored: it is used only with nodes that know it. */
    return kind >= FL_TRUNK_KINDS || !handlers[kind] || handlers[kind](t, &r);
}

void fl_relay_lost(struct fl_trunk *t)
{
    struct fl_net *n = t->net;
    for (uint32_t id = 0; n->host && id < n->max_connections; id++) {
        struct fl_conn *c = n->clients[id];
        if (c && c->relay == t) {
            c->relay = NULL; /* without a frame: there is nobody to read it */
            n->relayed--;
            fl_conn_leave(c, FL_CLOSE_RESTART, "trunk");
        }
        if (n->remote[id].trunk == t)
            close_remote(n, id);
    }
}
