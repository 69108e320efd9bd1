/* Lines at tables: opening one, joining, coming back, watching. */
#include <stdlib.h>
#include <string.h>

#include "games/games.h"
#include "host/table.h"

/* ---- who is here ---- */

fl_seats fl_guest_eyes(const struct fl_guest *g)
{
    return g->seats ? g->seats : FL_SEAT(g->eyes);
}

bool fl_seat_is_here(const struct fl_table *t, int seat)
{
    for (uint32_t i = 0; i < t->guests; i++)
        if (t->host->guest[t->guest[i]].seats & FL_SEAT(seat))
            return true;
    return false;
}

void fl_table_mind_presence(struct fl_table *t)
{
    int64_t now = fl_now(t->host);
    for (int seat = 0; seat < t->terms.setup.seats; seat++) {
        struct fl_chair *c = &t->chair[seat];
        if (fl_seat_is_here(t, seat))
            c->gone = 0;
        else if (!c->gone)
            c->gone = now;
    }
    if (t->guests)
        t->empty = 0;
    else if (!t->empty)
        t->empty = now;
    fl_table_set_wake(t);
}

/* Who looks through eyes that are shown no more looks as the public does. */
void fl_table_mind_eyes(struct fl_table *t)
{
    for (uint32_t i = 0; i < t->guests; i++) {
        struct fl_guest *g = &t->host->guest[t->guest[i]];
        if (g->eyes == FL_WATCHER || t->chair[g->eyes].shown)
            continue;
        g->eyes = FL_WATCHER;
        if (g->seats)
            continue;
        fl_tell_you(t->host, t->guest[i]);
        fl_tell_views(t, t->guest[i]);
    }
}

static bool make_room(struct fl_table *t)
{
    if (t->guests < t->guest_room)
        return true;
    if (t->guests >= t->host->limits.guests)
        return false;
    uint32_t room = t->guest_room ? 2 * t->guest_room : 4;
    fl_line *guest = realloc(t->guest, room * sizeof *guest);
    if (!guest)
        return false;
    t->guest = guest;
    t->guest_room = room;
    return true;
}

bool fl_guest_enter(struct fl_host *h, fl_line line, struct fl_table *t)
{
    struct fl_guest *g = &h->guest[line];
    if (g->at == t)
        return true;
    if (t->guests >= h->limits.guests || !make_room(t))
        return false;
    fl_guest_exit(h, line);
    t->guest[t->guests++] = line;
    g->at = t;
    g->eyes = FL_WATCHER;
    fl_table_mind_presence(t);
    return true;
}

void fl_guest_exit(struct fl_host *h, fl_line line)
{
    struct fl_guest *g = &h->guest[line];
    struct fl_table *t = g->at;
    uint32_t i = 0;
    if (!t)
        return;
    while (t->guest[i] != line)
        i++;
    memmove(t->guest + i, t->guest + i + 1, (--t->guests - i) * sizeof *t->guest);
    g->at = NULL;
    g->seats = 0;
    g->hint = 0;
    g->keeper = g->has_token = false;
    fl_table_mind_presence(t);
    if (t->phase != FL_CLOSED)
        fl_tell_seats(t);
}

void fl_guest_show_out(struct fl_host *h, fl_line line, const char *why)
{
    fl_guest_exit(h, line);
    fl_tell_you(h, line);
    fl_refuse(h, line, why);
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

/* What there is to choose when a table is opened. */
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

static void put_games(struct fl_json *j)
{
    fl_json_key(j, "games");
    fl_json_open(j, '[');
    for (int i = 0; fl_games[i]; i++) {
        fl_json_open(j, '{');
        fl_json_key_text(j, "name", fl_games[i]->name);
        fl_json_key_number(j, "least", fl_games[i]->seats_min);
        fl_json_key_number(j, "most", fl_games[i]->seats_max);
        fl_json_key(j, "secret");
        fl_json_bool(j, fl_games[i]->redact);
        put_options(j, fl_games[i]);
        fl_json_close(j, '}');
    }
    fl_json_close(j, ']');
}

/* hello VERSION [LANGUAGE]: the host speaks in keys, so the language is for whoever draws. */
void fl_do_hello(struct fl_host *h, fl_line line, const char *rest)
{
    char word[8];
    struct fl_buf out;
    if (!fl_next_word(&rest, word, sizeof word) || strcmp(word, "1")) {
        fl_refuse(h, line, "host.protocol");
        return;
    }
    struct fl_json j = fl_message(h, &out, "hello");
    fl_json_key_number(&j, "protocol", 1);
    put_games(&j);
    put_words(&j, "levels", h->port.levels);
    put_words(&j, "phrases", fl_chat_phrases);
    fl_json_key(&j, "hints");
    fl_json_bool(&j, h->port.advise != NULL);
    if (h->port.url)
        fl_json_key_text(&j, "url", h->port.url);
    fl_send(h, &line, 1, &j);
}

void fl_do_lobby(struct fl_host *h, fl_line line, const char *rest)
{
    struct fl_buf out;
    (void)rest;
    struct fl_json j = fl_message(h, &out, "lobby");
    fl_json_lobby(&j, h);
    fl_send(h, &line, 1, &j);
}

/* Gives the new table's keeper his token; it is told once the table is written down. */
static void open_table(struct fl_host *h, fl_line line, const struct fl_terms *terms)
{
    struct fl_table *t = fl_table_new(h, fl_table_free_id(h), terms);
    if (!t || !fl_guest_enter(h, line, t)) {
        if (t)
            fl_table_free(t);
        fl_refuse(h, line, "host.too-many-tables");
        return;
    }
    char token[FL_TOKEN_TEXT];
    struct fl_guest *g = &h->guest[line];
    t->created = fl_now(h);
    h->port.entropy(h->port.world, t->secret, sizeof t->secret);
    fl_token_make(h, token, t->keeper_hash);
    memcpy(g->token_hash, t->keeper_hash, FL_HASH_SIZE);
    g->keeper = g->has_token = true;
    if (fl_table_create(t, line)) {
        memcpy(t->pending->token, token, sizeof token);
        return;
    }
    fl_guest_exit(h, line);
    fl_table_free(t);
    fl_refuse(h, line, "host.not-kept");
}

/* new GAME [TERM=VALUE]... */
void fl_do_new(struct fl_host *h, fl_line line, const char *rest)
{
    char name[32] = "";
    struct fl_terms terms;
    const char *wrong;
    const struct fl_game *game = fl_next_word(&rest, name, sizeof name) ? fl_game_find(name) : NULL;
    if (!game)
        fl_refuse_quoting(h, line, "host.unknown-game", name);
    else if (fl_terms_read(game, rest, h->port.levels, &terms, &wrong, h->detail))
        open_table(h, line, &terms);
    else
        fl_refuse_setup(h, line, &terms, wrong);
}

/* The table of a command's first word; NULL if it was refused, or waits for the table. */
static struct fl_table *table_asked_for(struct fl_host *h, fl_line line, const char **rest)
{
    char name[FL_ID_TEXT] = "";
    struct fl_table *t = fl_next_word(rest, name, sizeof name) ? fl_table_find(h, name) : NULL;
    if (!t)
        fl_refuse(h, line, fl_table_is_frozen(h, name) ? "host.frozen" : "host.no-table");
    else if (t->pending)
        fl_table_wait(t, line, h->command);
    else
        return t;
    return NULL;
}

static void welcome(struct fl_table *t, fl_line line, uint32_t cursor)
{
    fl_tell_you(t->host, line);
    fl_tell_table_to(t, line);
    fl_tell_views(t, line);
    fl_tell_log(t, line, cursor);
    fl_tell_seats(t);
}

/* Lets somebody of this name come as a watcher. NULL, or what stands in the way. */
static const char *come_to_watch(struct fl_table *t, fl_line line, const char *name)
{
    return fl_table_blocks(t, name)            ? "host.blocked"
           : !fl_guest_enter(t->host, line, t) ? "host.table-full"
                                               : NULL;
}

/* join TABLE [NAME] */
void fl_do_join(struct fl_host *h, fl_line line, const char *rest)
{
    struct fl_table *t = table_asked_for(h, line, &rest);
    char name[FL_NAME_SIZE];
    if (!t)
        return;
    memcpy(name, h->guest[line].name, sizeof name);
    const char *why =
        *rest && !fl_read_name(rest, name) ? "host.bad-name" : come_to_watch(t, line, name);
    if (why) {
        fl_refuse(h, line, why);
        return;
    }
    memcpy(h->guest[line].name, name, sizeof name);
    welcome(t, line, 0);
}

/* The seats a token opens. Every hash is compared, whatever the others said. */
static fl_seats seats_opened(const struct fl_table *t, const unsigned char hash[FL_HASH_SIZE])
{
    fl_seats seats = 0;
    for (int seat = 0; seat < t->terms.setup.seats; seat++)
        if (fl_same_hash(t->chair[seat].token_hash, hash) && t->chair[seat].taken &&
            !t->chair[seat].barred)
            seats |= FL_SEAT(seat);
    return seats;
}

/* Whoever has a seat is not kept out by those who only look on: the last of them goes. */
static bool make_way(struct fl_table *t)
{
    for (uint32_t i = t->guests; i-- > 0;)
        if (!t->host->guest[t->guest[i]].has_token) {
            fl_guest_show_out(t->host, t->guest[i], "host.table-full");
            return true;
        }
    return false;
}

/* Lets the owner of a token come back. NULL, or what stands in the way. */
static const char *come_back(struct fl_table *t, fl_line line, const char *token)
{
    unsigned char hash[FL_HASH_SIZE];
    if (!fl_token_hash(token, hash))
        return "host.wrong-token";
    fl_seats seats = seats_opened(t, hash);
    bool keeper = fl_same_hash(t->keeper_hash, hash);
    if (!seats && !keeper)
        return "host.wrong-token";
    if (!fl_guest_enter(t->host, line, t) && !(make_way(t) && fl_guest_enter(t->host, line, t)))
        return "host.table-full";
    struct fl_guest *g = &t->host->guest[line];
    g->seats = seats;
    g->keeper = keeper;
    g->has_token = true;
    memcpy(g->token_hash, hash, FL_HASH_SIZE);
    if (seats)
        memcpy(g->name, t->chair[__builtin_ctz(seats)].name, FL_NAME_SIZE);
    fl_table_mind_presence(t);
    return NULL;
}

/* resume TABLE TOKEN|- [CURSOR] */
void fl_do_resume(struct fl_host *h, fl_line line, const char *rest)
{
    char token[FL_TOKEN_TEXT] = "", word[16];
    struct fl_table *t = table_asked_for(h, line, &rest);
    if (!t)
        return;
    bool watches = fl_next_word(&rest, token, sizeof token) && !strcmp(token, "-");
    int64_t cursor = fl_next_word(&rest, word, sizeof word) ? fl_read_count(word, UINT32_MAX) : 0;
    const char *why =
        watches ? come_to_watch(t, line, h->guest[line].name) : come_back(t, line, token);
    if (why)
        fl_refuse(h, line, why);
    else
        welcome(t, line, (uint32_t)(cursor < 0 ? 0 : cursor));
}

/* look [CURSOR]: everything once more */
void fl_do_look(struct fl_host *h, fl_line line, const char *rest)
{
    int64_t cursor = fl_read_count(rest, UINT32_MAX);
    struct fl_table *t = h->guest[line].at;
    fl_tell_you(h, line);
    fl_tell_table_to(t, line);
    fl_tell_views(t, line);
    fl_tell_log(t, line, cursor < 0 ? t->n : (uint32_t)cursor);
}

/* watch [SEAT]: through the eyes of a seat that shows itself, or as the public does */
void fl_do_watch(struct fl_host *h, fl_line line, const char *rest)
{
    struct fl_guest *g = &h->guest[line];
    int64_t number = *rest ? fl_read_count(rest, g->at->terms.setup.seats) : 0;
    if (g->seats || number < 0 || (number && !g->at->chair[number - 1].shown)) {
        fl_refuse(h, line, g->seats ? "host.seated" : "host.not-shown");
        return;
    }
    g->eyes = (uint8_t)(number ? number - 1 : FL_WATCHER);
    fl_tell_you(h, line);
    fl_tell_views(g->at, line);
}

void fl_do_close(struct fl_host *h, fl_line line, const char *rest)
{
    (void)rest;
    if (!h->guest[line].keeper)
        fl_refuse(h, line, "host.not-keeper");
    else if (!fl_table_close(h->guest[line].at, line))
        fl_refuse(h, line, "host.not-kept");
}
