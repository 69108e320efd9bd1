/* Clients at tables: creating a table, joining, resuming, watching. */
#include <stdlib.h>
#include <string.h>

#include "games/games.h"
#include "host/commands.h"
#include "host/messages.h"
#include "host/passport.h"
#include "host/people.h"
#include "host/play.h"

/* ---- presence ---- */

fl_seats fl_client_viewers(const struct fl_client *g)
{
    return g->seats ? g->seats : FL_SEAT(g->viewer);
}

static bool is_connected(const struct fl_table *t, int seat)
{
    for (uint32_t i = 0; i < t->clients; i++)
        if (t->host->client[t->client[i]].seats & FL_SEAT(seat))
            return true;
    return false;
}

void fl_table_update_presence(struct fl_table *t)
{
    int64_t now = fl_now(t->host);
    for (int seat = 0; seat < t->options.setup.seats; seat++) {
        struct fl_table_seat *c = &t->seat[seat];
        if (is_connected(t, seat))
            c->gone = 0;
        else if (!c->gone)
            c->gone = now;
    }
    if (t->clients)
        t->empty = 0;
    else if (!t->empty)
        t->empty = now;
    fl_table_set_wake(t);
}

static bool make_room(struct fl_table *t)
{
    if (t->clients < t->client_room)
        return true;
    if (t->clients >= t->host->limits.clients)
        return false;
    uint32_t room = t->client_room ? 2 * t->client_room : 4;
    fl_client_id *client = realloc(t->client, room * sizeof *client);
    if (!client)
        return false;
    t->client = client;
    t->client_room = room;
    return true;
}

static bool join_table(struct fl_host *h, fl_client_id client, struct fl_table *t)
{
    struct fl_client *g = &h->client[client];
    if (g->table == t)
        return true;
    if (t->clients >= h->limits.clients || !make_room(t))
        return false;
    fl_client_leave_table(h, client);
    t->client[t->clients++] = client;
    g->table = t;
    g->viewer = FL_SPECTATOR;
    fl_table_update_presence(t);
    return true;
}

void fl_client_leave_table(struct fl_host *h, fl_client_id client)
{
    struct fl_client *g = &h->client[client];
    struct fl_table *t = g->table;
    uint32_t i = 0;
    if (!t)
        return;
    while (t->client[i] != client)
        i++;
    memmove(t->client + i, t->client + i + 1, (--t->clients - i) * sizeof *t->client);
    g->table = NULL;
    g->seats = 0;
    g->hint = 0;
    g->owner = g->has_token = g->resumed = false;
    fl_table_update_presence(t);
    if (t->phase != FL_TABLE_CLOSED)
        fl_send_seats(t);
}

void fl_client_remove(struct fl_host *h, fl_client_id client, const char *why)
{
    fl_client_leave_table(h, client);
    fl_send_you(h, client);
    fl_refuse(h, client, why);
}

/* ---- commands ---- */

static void put_words(struct fl_json *j, const char *key, const char *const *word)
{
    fl_json_key(j, key);
    fl_json_open(j, '[');
    for (; *word; word++)
        fl_json_text(j, *word);
    fl_json_close(j, ']');
}

/* The options of a game with their values, the default value first. */
static void put_options(struct fl_json *j, const struct fl_game *g)
{
    fl_json_key(j, "options");
    fl_json_open(j, '{');
    for (int i = 0; i < fl_option_count(g); i++) {
        fl_json_key(j, g->option[i].name);
        fl_json_open(j, '[');
        for (int n = 0; n < FL_MAX_CHOICES && g->option[i].choice[n].word; n++)
            fl_json_text(j, g->option[i].choice[n].word);
        fl_json_close(j, ']');
    }
    fl_json_close(j, '}');
}

/* The numbers of players that the rules allow with default options. */
static void put_seat_counts(struct fl_json *j, const struct fl_game *g)
{
    fl_json_key(j, "seat_counts");
    fl_json_open(j, '[');
    for (int seats = g->seats_min; seats <= g->seats_max; seats++) {
        struct fl_setup setup = fl_setup_default(g, seats);
        if (!fl_setup_check(g, &setup))
            fl_json_number(j, seats);
    }
    fl_json_close(j, ']');
}

static void put_games(struct fl_json *j)
{
    fl_json_key(j, "games");
    fl_json_open(j, '[');
    for (int i = 0; fl_games[i]; i++) {
        fl_json_open(j, '{');
        fl_json_key_text(j, "name", fl_games[i]->name);
        fl_json_key_number(j, "min_seats", fl_games[i]->seats_min);
        fl_json_key_number(j, "max_seats", fl_games[i]->seats_max);
        put_seat_counts(j, fl_games[i]);
        fl_json_key(j, "hidden");
        fl_json_bool(j, fl_games[i]->redact);
        fl_json_key(j, "lesson");
        fl_json_bool(j, fl_lesson_find(fl_games[i]));
        put_options(j, fl_games[i]);
        fl_json_close(j, '}');
    }
    fl_json_close(j, ']');
}

/* Ways to end a match, as commands. */
static const char *const ending_commands[] = {"resign", "end", NULL};

/* hello VERSION [LANGUAGE]: the first command. The host sends translation keys; with a language,
 * refusals also contain a sentence in it. */
static const char *do_hello(struct fl_call *call)
{
    struct fl_host *h = call->host;
    char word[8];
    struct fl_buf out;
    if (!fl_next_word(&call->args, word, sizeof word) || fl_read_count(word, 1000) != FL_PROTOCOL)
        return "host.protocol";
    call->sender->greeted = true;
    call->sender->wants_text =
        fl_next_word(&call->args, word, sizeof word) && fl_lang_of(word, &call->sender->lang);
    struct fl_json j = fl_message(h, &out, "hello");
    fl_json_key_number(&j, "protocol", FL_PROTOCOL);
    put_games(&j);
    put_words(&j, "levels", h->port.levels);
    put_words(&j, "chat_phrases", fl_chat_phrases);
    put_words(&j, "reactions", fl_reactions);
    put_words(&j, "endings", ending_commands);
    fl_json_key(&j, "hints");
    fl_json_bool(&j, h->port.advise != NULL);
    fl_json_key(&j, "passports");
    fl_json_bool(&j, h->port.store->change != NULL);
    if (h->port.url)
        fl_json_key_text(&j, "url", h->port.url);
    fl_send(h, &call->client, 1, &j);
    return NULL;
}

static const char *do_lobby(struct fl_call *call)
{
    struct fl_buf out;
    if (fl_client_is_child(call->sender))
        return "host.child";
    struct fl_json j = fl_message(call->host, &out, "lobby");
    fl_json_lobby(&j, call->host);
    fl_send(call->host, &call->client, 1, &j);
    return NULL;
}

/* Creates a table with the sender as its owner. The owner's token is sent once the table is
 * stored. */
static const char *open_table(struct fl_call *call, const struct fl_table_options *options)
{
    struct fl_host *h = call->host;
    struct fl_client *g = call->sender;
    if (fl_client_is_child(g) && options->listed)
        return "host.child";
    if (g->origin && (g->origin->unused_tables >= h->limits.unused_per_origin ||
                      g->origin->tables >= h->limits.tables_per_origin))
        return "host.origin-full";
    struct fl_table *t = fl_table_new(h, 0, options);
    struct fl_pending *p = t ? fl_table_draft(t, FL_EVENT_CLOSE, call->client) : NULL;
    if (!p || !join_table(h, call->client, t)) {
        free(p);
        if (t)
            fl_table_free(t);
        return "host.too-many-tables";
    }
    fl_table_set_origin(t, g->origin);
    t->created = fl_now(h);
    h->port.entropy(h->port.context, t->secret, sizeof t->secret);
    t->owner_passport = fl_client_passport(g);
    if (!t->owner_passport)
        fl_token_make(h, p->token, t->owner_hash);
    else
        fl_passport_seat_hash(t->owner_passport, t, t->owner_hash);
    memcpy(g->token_hash, t->owner_hash, FL_HASH_SIZE);
    g->owner = g->has_token = true;
    p->creates = true;
    fl_table_write(t, p);
    return NULL;
}

static const char *why_bad_options(struct fl_call *call, const struct fl_table_options *options,
                                   const char *key)
{
    if (call->detail[0])
        return fl_call_quote(call, key, call->detail);
    fl_phrase_begin(&call->why, key);
    fl_with_word(&call->why, "game", options->game->name);
    fl_with_number(&call->why, "least", options->game->seats_min);
    fl_with_number(&call->why, "most", options->game->seats_max);
    fl_with_number(&call->why, "seats", options->setup.seats);
    return key;
}

/* new GAME [TERM=VALUE]... */
static const char *do_new(struct fl_call *call)
{
    char name[32] = "";
    struct fl_table_options options;
    const char *wrong;
    const struct fl_game *game =
        fl_next_word(&call->args, name, sizeof name) ? fl_game_find(name) : NULL;
    if (!game)
        return fl_call_quote(call, "host.unknown-game", name);
    if (!fl_table_options_read(game, call->args, call->host->port.levels, &options, &wrong,
                               call->detail))
        return why_bad_options(call, &options, wrong);
    return open_table(call, &options);
}

/* Finds the table that the first argument names. *out is NULL if there is a reason why not, or if
 * the command was queued because the table is waiting for the store. */
static const char *find_requested_table(struct fl_call *call, struct fl_table **out)
{
    char name[FL_ID_TEXT] = "";
    *out = NULL;
    if (!fl_next_word(&call->args, name, sizeof name))
        return "host.no-table";
    const char *why = fl_table_look_up(call->host, call->sender->origin, name, out);
    if (why || !(*out)->pending)
        return why;
    why = fl_table_enqueue(*out, call->client, call->text);
    *out = NULL;
    return why;
}

static void welcome(struct fl_table *t, fl_client_id client, uint32_t cursor)
{
    fl_send_you(t->host, client);
    fl_send_table_message(t, client);
    fl_send_views(t, client);
    fl_send_history(t, client, cursor);
    fl_send_request(t, client);
    fl_send_seats(t);
}

/* A child's profile does not enter public tables. */
static bool is_kept_away(const struct fl_client *g, const struct fl_table *t)
{
    return fl_client_is_child(g) && t->options.listed;
}

/* join TABLE [NAME] */
static const char *do_join(struct fl_call *call)
{
    struct fl_client *g = call->sender;
    struct fl_table *t;
    char name[FL_NAME_SIZE];
    const char *why = find_requested_table(call, &t), *rest = call->args;
    if (!t)
        return why;
    fl_seats own = g->table == t ? g->seats : 0;
    memcpy(name, g->name, sizeof name);
    why = is_kept_away(g, t)                           ? "host.child"
          : *rest && !fl_read_name(rest, name)         ? "host.bad-name"
          : fl_table_bans(t, name)                     ? "host.banned"
          : *rest && fl_seat_called(t, name, own) >= 0 ? "host.name-taken"
          : !join_table(call->host, call->client, t)   ? "host.table-full"
                                                       : NULL;
    if (why)
        return why;
    memcpy(g->name, name, sizeof name);
    welcome(t, call->client, 0);
    return NULL;
}

/* The seats that a token opens. Compares every hash, so that the time does not depend on the
 * token. */
static fl_seats seats_opened(const struct fl_table *t, const unsigned char hash[FL_HASH_SIZE])
{
    fl_seats seats = 0;
    for (int seat = 0; seat < t->options.setup.seats; seat++)
        if (fl_same_hash(t->seat[seat].token_hash, hash) && t->seat[seat].taken &&
            !t->seat[seat].barred)
            seats |= FL_SEAT(seat);
    return seats;
}

/* Disconnects the spectator who came last, to make room for a player. */
static bool disconnect_spectator(struct fl_table *t)
{
    for (uint32_t i = t->clients; i-- > 0;)
        if (!t->host->client[t->client[i]].has_token) {
            fl_client_remove(t->host, t->client[i], "host.table-full");
            return true;
        }
    return false;
}

/* What some tokens open. */
struct opened {
    fl_seats seats;
    bool owner;
    unsigned char hash[FL_HASH_SIZE]; /* of the first token that opens anything */
};

/* What belongs to the passport of a client. */
static void open_with_passport(const struct fl_table *t, const struct fl_client *g,
                               struct opened *out)
{
    for (int seat = 0; seat < t->options.setup.seats; seat++)
        if (t->seat[seat].taken && !t->seat[seat].barred &&
            fl_client_has_passport(g, t->seat[seat].passport))
            out->seats |= FL_SEAT(seat);
    out->owner = fl_client_has_passport(g, t->owner_passport);
    if (out->seats || out->owner)
        fl_passport_seat_hash(fl_client_passport(g), t, out->hash);
}

/* Reads tokens separated by commas. Tokens that open nothing are ignored. Returns whether one
 * opens anything, or the passport does. */
static bool open_with(const struct fl_table *t, const struct fl_client *g, const char *tokens,
                      struct opened *out)
{
    *out = (struct opened){0};
    open_with_passport(t, g, out);
    for (; *tokens; tokens += *tokens == ',') {
        char token[FL_TOKEN_TEXT] = "";
        unsigned char hash[FL_HASH_SIZE];
        size_t len = strcspn(tokens, ",");
        if (len == sizeof token - 1)
            memcpy(token, tokens, len);
        tokens += len;
        if (!fl_token_hash(token, hash))
            continue;
        fl_seats seats = seats_opened(t, hash);
        bool owner = fl_same_hash(t->owner_hash, hash);
        if ((seats || owner) && !out->seats && !out->owner)
            memcpy(out->hash, hash, FL_HASH_SIZE);
        out->seats |= seats;
        out->owner |= owner;
    }
    return out->seats || out->owner;
}

/* Connects the holder of tokens to their seats. NULL, or the key of the reason why not. */
static const char *resume_with(struct fl_table *t, fl_client_id client, const char *tokens)
{
    struct opened opened;
    if (!open_with(t, &t->host->client[client], tokens, &opened))
        return "host.wrong-token";
    if (!join_table(t->host, client, t) &&
        !(disconnect_spectator(t) && join_table(t->host, client, t)))
        return "host.table-full";
    struct fl_client *g = &t->host->client[client];
    g->seats = opened.seats;
    g->owner = opened.owner;
    g->has_token = g->resumed = true;
    memcpy(g->token_hash, opened.hash, FL_HASH_SIZE);
    if (g->seats)
        memcpy(g->name, t->seat[__builtin_ctz(g->seats)].name, FL_NAME_SIZE);
    fl_table_update_presence(t);
    return NULL;
}

/* resume TABLE TOKEN[,TOKEN...]|- [CURSOR] */
static const char *do_resume(struct fl_call *call)
{
    char token[FL_MAX_TOKENS * FL_TOKEN_TEXT] = "", word[16];
    struct fl_table *t;
    const char *why = find_requested_table(call, &t);
    if (!t)
        return why;
    struct opened none;
    bool spectates = fl_next_word(&call->args, token, sizeof token) && !strcmp(token, "-") &&
                     !open_with(t, call->sender, "", &none);
    int64_t cursor =
        fl_next_word(&call->args, word, sizeof word) ? fl_read_count(word, UINT32_MAX) : 0;
    why = !spectates                                 ? resume_with(t, call->client, token)
          : is_kept_away(call->sender, t)            ? "host.child"
          : fl_table_bans(t, call->sender->name)     ? "host.banned"
          : !join_table(call->host, call->client, t) ? "host.table-full"
                                                     : NULL;
    if (why)
        return why;
    welcome(t, call->client, (uint32_t)(cursor < 0 ? 0 : cursor));
    return fl_link_use(t, call->client);
}

/* refresh [CURSOR]: sends the full state again. */
static const char *do_refresh(struct fl_call *call)
{
    int64_t cursor = fl_read_count(call->args, UINT32_MAX);
    struct fl_table *t = call->table;
    fl_send_you(call->host, call->client);
    fl_send_table_message(t, call->client);
    fl_send_views(t, call->client);
    fl_send_history(t, call->client, cursor < 0 ? t->n : (uint32_t)cursor);
    return NULL;
}

/* watch [SEAT]: shows a spectator the view of a seat that shares it, or the public view. */
static const char *do_watch(struct fl_call *call)
{
    struct fl_client *g = call->sender;
    int64_t number = *call->args ? fl_read_count(call->args, g->table->options.setup.seats) : 0;
    if (g->seats || number < 0 || (number && !g->table->seat[number - 1].shown))
        return g->seats ? "host.seated" : "host.not-shared";
    g->viewer = (uint8_t)(number ? number - 1 : FL_SPECTATOR);
    fl_send_you(call->host, call->client);
    fl_send_views(g->table, call->client);
    return NULL;
}

static const char *do_close(struct fl_call *call)
{
    if (!call->sender->owner)
        return "host.not-owner";
    return fl_table_close(call->table, call->client) ? NULL : "host.not-stored";
}

static const struct fl_client_command commands[] = {
    {"hello", do_hello, false, false},
    {"lobby", do_lobby, false, false},
    {"new", do_new, false, false},
    {"join", do_join, false, false},
    {"resume", do_resume, false, false},
    {"refresh", do_refresh, true, false},
    {"watch", do_watch, true, false},
    {"close", do_close, true, false},
    {0},
};

const struct fl_feature fl_client_feature = {.commands = commands};
