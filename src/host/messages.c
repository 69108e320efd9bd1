/* Messages about the table itself: seats, options, refusals, the lobby. */
#include <stdlib.h>
#include <string.h>

#include "games/games.h"
#include "host/commands.h"
#include "host/messages.h"
#include "host/people.h"
#include "host/play.h"

struct fl_json fl_message(struct fl_host *h, struct fl_buf *out, const char *type)
{
    *out = fl_buf_over(h->page, sizeof h->page);
    struct fl_json j = fl_json_to(out);
    fl_json_open(&j, '{');
    fl_json_key_text(&j, "type", type);
    return j;
}

/* A message exceeds the maximum length: refuses it and disconnects the clients, which resume and
 * receive the current state. */
static void give_up(struct fl_host *h, const fl_client_id *to, int lines)
{
    for (int i = 0; i < lines; i++) {
        fl_refuse(h, to[i], "host.message-too-long");
        h->port.disconnect(h->port.context, to[i]);
    }
}

void fl_send(struct fl_host *h, const fl_client_id *to, int lines, struct fl_json *j)
{
    fl_json_close(j, '}');
    if (j->out->overflowed)
        give_up(h, to, lines);
    if (j->out->overflowed || !lines)
        return;
    fl_send_text(h, to, lines, j->out->at, j->out->len);
}

void fl_send_text(struct fl_host *h, const fl_client_id *to, int lines, const char *text,
                  size_t len)
{
    h->counts.messages += (uint64_t)lines;
    h->counts.bytes += (uint64_t)lines * len;
    h->port.send(h->port.context, to, lines, text, len);
}

void fl_send_to_table(struct fl_table *t, struct fl_json *j)
{
    fl_send(t->host, t->client, (int)t->clients, j);
}

/* ---- refusals ---- */

/* Writes a reason as a sentence, for programs that have no texts of their own. */
static void put_sentence(struct fl_json *j, const struct fl_client *g, const struct fl_phrase *why)
{
    char memory[1024];
    const char *names[FL_MAX_SEATS] = {NULL};
    struct fl_buf text = fl_buf_over(memory, sizeof memory);
    for (int seat = 0; g->table && seat < g->table->options.setup.seats; seat++)
        names[seat] = g->table->seat[seat].name[0] ? g->table->seat[seat].name : NULL;
    fl_put_phrase(&text, g->lang, why, names);
    fl_json_key_text(j, "text", text.at);
}

static void refuse(struct fl_host *h, fl_client_id client, const char *verb,
                   const struct fl_phrase *why)
{
    struct fl_buf out;
    if (!h->client[client].open)
        return;
    struct fl_json j = fl_message(h, &out, "refused");
    fl_json_key_text(&j, "command", verb);
    fl_json_key(&j, "reason");
    fl_json_phrase(&j, why);
    if (h->client[client].wants_text)
        put_sentence(&j, &h->client[client], why);
    h->counts.refusals++;
    fl_send(h, &client, 1, &j);
}

void fl_refuse(struct fl_host *h, fl_client_id client, const char *key)
{
    struct fl_phrase why;
    fl_phrase_begin(&why, key);
    refuse(h, client, NULL, &why);
}

/* Refuses a client that has not said hello with this version of the protocol. A client of version 1
 * understands this message, too: it reads `is`, `to` and `why`, and shows a key that it does not
 * know as text. */
static void refuse_version(struct fl_host *h, fl_client_id client)
{
    struct fl_phrase why, old_client;
    struct fl_buf out;
    fl_phrase_begin(&why, "host.protocol");
    fl_phrase_begin(&old_client, "Flibuste a été mis à jour : rechargez la page. – "
                                 "Flibuste was updated: reload the page.");
    struct fl_json j = fl_message(h, &out, "refused");
    fl_json_key_text(&j, "command", "hello");
    fl_json_key(&j, "reason");
    fl_json_phrase(&j, &why);
    fl_json_key_number(&j, "protocol", FL_PROTOCOL);
    fl_json_key_text(&j, "is", "refused");
    fl_json_key_text(&j, "to", "hello");
    fl_json_key(&j, "why");
    fl_json_phrase(&j, &old_client);
    h->counts.refusals++;
    fl_send(h, &client, 1, &j);
}

void fl_call_refuse(struct fl_call *call, const char *key)
{
    if (!strcmp(key, "host.protocol")) {
        refuse_version(call->host, call->client);
        return;
    }
    if (call->why.key != key)
        fl_phrase_begin(&call->why, key);
    refuse(call->host, call->client, call->verb, &call->why);
}

const char *fl_call_quote(struct fl_call *call, const char *key, const char *text)
{
    fl_copy_text(call->detail, sizeof call->detail, text);
    fl_phrase_begin(&call->why, key);
    fl_with_text(&call->why, "text", call->detail);
    return key;
}

const char *fl_call_not_your_turn(struct fl_call *call)
{
    fl_match_explain_turn(&call->table->match, &call->why);
    return call->why.key;
}

/* ---- the table ---- */

static const char *const phase_words[] = {"waiting", "playing", "finished", "closed"};
static const char *const kind_words[] = {"person", "open", "bot"};

static void put_seat(struct fl_json *j, const struct fl_table *t, int seat)
{
    const struct fl_table_seat *c = &t->seat[seat];
    fl_json_open(j, '{');
    fl_json_key_text(j, "kind", kind_words[c->taken ? FL_SEAT_PERSON : c->kind]);
    if (c->taken) {
        fl_json_key_text(j, "name", c->name);
        fl_json_key_bool(j, "connected", !c->gone);
    }
    if (c->taken ? fl_bot_plays(t, seat) : c->kind == FL_SEAT_BOT)
        fl_json_key_text(j, "level", t->host->port.levels[c->level]);
    if (fl_has_resigned(t, seat))
        fl_json_key_bool(j, "resigned", true);
    if (c->shown)
        fl_json_key_bool(j, "shared", true);
    if (c->nonce[0])
        fl_json_key_text(j, "nonce", c->nonce);
    fl_json_close(j, '}');
}

static int count_spectators(const struct fl_table *t)
{
    int spectators = 0;
    for (uint32_t i = 0; i < t->clients; i++)
        spectators += !t->host->client[t->client[i]].seats;
    return spectators;
}

void fl_json_clocks(struct fl_json *j, const struct fl_table *t)
{
    int64_t now = fl_now(t->host);
    if (t->options.clock == FL_NO_CLOCK || t->phase == FL_TABLE_WAITING)
        return;
    fl_json_key(j, "clocks");
    fl_json_open(j, '[');
    for (int seat = 0; seat < t->options.setup.seats; seat++)
        fl_json_number(j, fl_clock_left(t, seat, now));
    fl_json_close(j, ']');
}

static void put_seats(struct fl_json *j, const struct fl_table *t)
{
    fl_json_key(j, "seats");
    fl_json_open(j, '[');
    for (int seat = 0; seat < t->options.setup.seats; seat++)
        put_seat(j, t, seat);
    fl_json_close(j, ']');
    fl_json_key_number(j, "spectators", count_spectators(t));
    fl_json_clocks(j, t);
}

static void put_options(struct fl_json *j, const struct fl_table_options *terms)
{
    fl_json_key(j, "options");
    fl_json_open(j, '{');
    for (int i = 0; i < fl_option_count(terms->game); i++)
        fl_json_key_text(j, terms->game->option[i].name,
                         fl_setup_word(terms->game, &terms->setup, i));
    fl_json_close(j, '}');
}

static void put_terms(struct fl_json *j, const struct fl_table_options *terms)
{
    put_options(j, terms);
    fl_json_key(j, "clock");
    fl_json_open(j, '{');
    fl_json_key_text(j, "kind", fl_clock_words[terms->clock]);
    if (terms->clock != FL_NO_CLOCK)
        fl_json_key_number(j, "seconds", terms->seconds);
    if (terms->clock == FL_CLOCK_BANK)
        fl_json_key_number(j, "increment", terms->increment);
    fl_json_close(j, '}');
    fl_json_key_text(j, "chat", fl_chat_words[terms->chat]);
    fl_json_key_bool(j, "hints", terms->hints);
    fl_json_key_number(j, "away", terms->away);
    if (terms->no_pauses)
        fl_json_key_number(j, "pace", 0);
    fl_json_key_text(j, "lobby", terms->listed ? "public" : "private");
    fl_json_key_text(j, "dice", fl_dice_words[terms->dice]);
}

static void put_secret(struct fl_json *j, const char *key, const uint8_t secret[FL_SECRET_SIZE])
{
    char memory[2 * FL_SECRET_SIZE + 1];
    struct fl_buf text = fl_buf_over(memory, sizeof memory);
    fl_put_secret(&text, secret);
    fl_json_key_text(j, key, memory);
}

void fl_json_table(struct fl_json *j, const struct fl_table *t)
{
    struct fl_fair fair;
    fl_table_fair(t, &fair);
    fl_json_key_text(j, "id", t->name);
    fl_json_key_text(j, "code", t->code);
    fl_json_key_text(j, "game", t->options.game->name);
    fl_json_key_number(j, "version", t->options.game->version);
    fl_json_key_text(j, "phase", phase_words[t->phase]);
    fl_json_key_number(j, "n", t->n);
    fl_json_key_number(j, "match", t->match_count + (t->phase == FL_TABLE_WAITING));
    fl_json_key_number(j, "created", t->created);
    put_terms(j, &t->options);
    if (t->options.game->from_memory && t->options.game->from_memory(&t->options.setup)) {
        fl_json_key(j, "from_memory");
        fl_json_bool(j, true);
    }
    if (fair.committed)
        put_secret(j, "commitment", fair.commitment);
    if (fair.revealed)
        put_secret(j, "secret", fair.secret);
    put_seats(j, t);
}

void fl_send_table_message(struct fl_table *t, fl_client_id client)
{
    struct fl_buf out;
    struct fl_json j = fl_message(t->host, &out, "table");
    fl_json_table(&j, t);
    if (client == FL_NO_CLIENT)
        fl_send_to_table(t, &j);
    else
        fl_send(t->host, &client, 1, &j);
}

void fl_send_seats(struct fl_table *t)
{
    struct fl_buf out;
    struct fl_json j = fl_message(t->host, &out, "seats");
    put_seats(&j, t);
    fl_send_to_table(t, &j);
}

void fl_send_you(struct fl_host *h, fl_client_id client)
{
    const struct fl_client *g = &h->client[client];
    struct fl_buf out;
    if (!g->open)
        return;
    struct fl_json j = fl_message(h, &out, "you");
    fl_json_key_text(&j, "table", g->table ? g->table->name : NULL);
    fl_json_key_text(&j, "name", g->name);
    fl_json_key_seats(&j, "seats", g->seats);
    fl_json_key(&j, "viewers");
    fl_json_open(&j, '[');
    for (int viewer = 0; g->table && viewer <= FL_SPECTATOR; viewer++)
        if (fl_client_viewers(g) & FL_SEAT(viewer))
            fl_json_viewer(&j, viewer);
    fl_json_close(&j, ']');
    fl_json_key_bool(&j, "owner", g->owner);
    if (g->table && fl_client_team(g->table, client) >= 0)
        fl_json_key_bool(&j, "team", true);
    fl_send(h, &client, 1, &j);
}

void fl_send_token(struct fl_table *t, fl_client_id client, const char *token)
{
    struct fl_buf out;
    struct fl_json j = fl_message(t->host, &out, "token");
    fl_json_key_text(&j, "table", t->name);
    fl_json_key_text(&j, "token", token);
    fl_send(t->host, &client, 1, &j);
}

/* ---- the lobby ---- */

static int count_free_seats(const struct fl_table *t)
{
    int count = 0;
    for (int seat = 0; seat < t->options.setup.seats; seat++)
        count += !t->seat[seat].taken && t->seat[seat].kind != FL_SEAT_BOT;
    return count;
}

static void put_listed(struct fl_json *j, const struct fl_table *t)
{
    fl_json_open(j, '{');
    fl_json_key_text(j, "id", t->name);
    fl_json_key_text(j, "code", t->code);
    fl_json_key_text(j, "game", t->options.game->name);
    fl_json_key_text(j, "phase", phase_words[t->phase]);
    fl_json_key_number(j, "created", t->created);
    put_options(j, &t->options);
    fl_json_key_number(j, "free_seats", t->phase == FL_TABLE_WAITING ? count_free_seats(t) : 0);
    put_seats(j, t);
    fl_json_close(j, '}');
}

enum { LOBBY_MOST = 100 };

static bool is_listed(const struct fl_table *t, enum fl_phase phase)
{
    return t && t->clients && t->options.listed && t->phase == phase &&
           !(t->pending && t->pending->creates);
}

/* The tables to list, the newest first. */
struct lobby {
    const struct fl_table *table[LOBBY_MOST];
    int count;
    uint32_t per_origin; /* most tables of one origin */
};

/* Removes the oldest table of this one's origin where there are as many as one origin may have.
 * False if they are all newer than this one. */
static bool make_way_for(struct lobby *l, const struct fl_table *t)
{
    uint32_t same = 0;
    int oldest = -1;
    for (int i = 0; t->origin && i < l->count; i++)
        if (l->table[i]->origin == t->origin) {
            same++;
            oldest = i;
        }
    if (same < l->per_origin)
        return true;
    if (l->table[oldest]->created > t->created)
        return false;
    l->count--;
    memmove(l->table + oldest, l->table + oldest + 1,
            (size_t)(l->count - oldest) * sizeof l->table[0]);
    return true;
}

static void add_to_lobby(struct lobby *l, const struct fl_table *t)
{
    if (!make_way_for(l, t))
        return;
    int place = l->count;
    while (place && l->table[place - 1]->created < t->created)
        place--;
    if (place == LOBBY_MOST)
        return;
    if (l->count == LOBBY_MOST)
        l->count--;
    memmove(l->table + place + 1, l->table + place,
            (size_t)(l->count - place) * sizeof l->table[0]);
    l->table[place] = t;
    l->count++;
}

/* The tables of a phase that are listed, the newest first. Where there are more than fit, one
 * origin gets a part of the list only. */
static struct lobby list_phase(const struct fl_host *h, enum fl_phase phase)
{
    int all = 0;
    for (uint32_t i = 0; i < h->table_room; i++)
        all += is_listed(h->table[i], FL_TABLE_WAITING) || is_listed(h->table[i], FL_TABLE_PLAYING);
    struct lobby l = {.per_origin = all > LOBBY_MOST ? h->limits.lobby_per_origin : UINT32_MAX};
    for (uint32_t i = 0; i < h->table_room; i++)
        if (is_listed(h->table[i], phase))
            add_to_lobby(&l, h->table[i]);
    return l;
}

/* A line about a public table: the phase as a letter, then the JSON object of the lobby. */
static const char phase_letters[] = {[FL_TABLE_WAITING] = 'w', [FL_TABLE_PLAYING] = 'p'};

void fl_host_put_public(struct fl_host *h, struct fl_buf *out)
{
    for (enum fl_phase phase = FL_TABLE_WAITING; phase <= FL_TABLE_PLAYING; phase++) {
        struct lobby l = list_phase(h, phase);
        for (int i = 0; i < l.count; i++) {
            fl_put_char(out, phase_letters[phase]);
            struct fl_json j = fl_json_to(out);
            put_listed(&j, l.table[i]);
            fl_put_char(out, '\n');
        }
    }
}

void fl_host_set_neighbours(struct fl_host *h, const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    if (!copy) /* the list stays as it was */
        return;
    free(h->neighbours);
    memcpy(copy, text, size);
    h->neighbours = copy;
}

/* Tables of other nodes, whose lines are complete JSON objects. */
static int put_neighbours(struct fl_json *j, const char *line, enum fl_phase phase, int most)
{
    int listed = 0;
    for (const char *end; line && listed < most && (end = strchr(line, '\n')); line = end + 1)
        if (*line == phase_letters[phase]) {
            fl_json_raw(j, line + 1, (size_t)(end - line - 1));
            listed++;
        }
    return listed;
}

/* Tables with free seats come first, then those that can be watched; of each, those of this node
 * first. */
void fl_json_lobby(struct fl_json *j, const struct fl_host *h)
{
    int listed = 0;
    fl_json_key(j, "tables");
    fl_json_open(j, '[');
    for (enum fl_phase phase = FL_TABLE_WAITING; phase <= FL_TABLE_PLAYING; phase++) {
        struct lobby l = list_phase(h, phase);
        for (int i = 0; i < l.count && listed < LOBBY_MOST; i++, listed++)
            put_listed(j, l.table[i]);
        listed += put_neighbours(j, h->neighbours, phase, LOBBY_MOST - listed);
    }
    fl_json_close(j, ']');
}
