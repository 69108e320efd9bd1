/* Seats: taking, leaving and exchanging them, and bots that play for absent players. */
#include <stdlib.h>
#include <string.h>

#include "host/commands.h"
#include "host/messages.h"
#include "host/passport.h"
#include "host/people.h"
#include "host/play.h"

enum { LONGEST_NAME = 24 }; /* characters */

static int seats_of(const struct fl_table *t)
{
    return t->options.setup.seats;
}

/* Reads a seat, counted from 1. Returns its index, negative if there is no such seat. */
static int read_seat(struct fl_call *call)
{
    char word[8];
    if (!fl_next_word(&call->args, word, sizeof word))
        return -1;
    return (int)fl_read_count(word, seats_of(call->table)) - 1;
}

/* ---- applying events ---- */

static void empty_seat(struct fl_table_seat *c)
{
    c->taken = c->bot_plays = c->left = c->barred = c->shown = c->one_time = false;
    c->name[0] = c->nonce[0] = '\0';
}

static void fold_sit(struct fl_table_seat *c, const struct fl_table_event *e)
{
    empty_seat(c);
    c->taken = true;
    memcpy(c->nonce, e->nonce, sizeof c->nonce);
    memcpy(c->name, e->name, sizeof c->name);
}

static void give_up(struct fl_table *t, fl_seats seats)
{
    for (int seat = 0; seat < seats_of(t); seat++) {
        struct fl_table_seat *c = &t->seat[seat];
        if (!(seats & FL_SEAT(seat)))
            continue;
        if (t->phase == FL_TABLE_WAITING)
            empty_seat(c);
        else
            c->left = c->bot_plays = true;
    }
}

/* Token hashes and passports stay in place: the rows of the seats, which are stored with the event,
 * already have the exchanged ones. */
static void fold_swap(struct fl_table_seat *a, struct fl_table_seat *b)
{
    struct fl_table_seat was = *a;
    unsigned char hash[2][FL_HASH_SIZE];
    uint64_t passport[2] = {a->passport, b->passport};
    memcpy(hash[0], a->token_hash, FL_HASH_SIZE);
    memcpy(hash[1], b->token_hash, FL_HASH_SIZE);
    *a = *b;
    *b = was;
    memcpy(a->token_hash, hash[0], FL_HASH_SIZE);
    memcpy(b->token_hash, hash[1], FL_HASH_SIZE);
    a->passport = passport[0];
    b->passport = passport[1];
}

/* An older event may name a level that no longer exists. */
static void fold_seat(struct fl_table *t, struct fl_table_seat *c, const struct fl_table_event *e)
{
    int levels = 0;
    while (t->host->port.levels[levels])
        levels++;
    empty_seat(c);
    c->kind = (enum fl_seat_kind)e->seat_kind;
    c->level = e->level < levels ? e->level : 0;
}

/* Takes the seats of a banned person away for good: their token no longer opens them. */
static void fold_ban(struct fl_table *t, fl_seats seats)
{
    give_up(t, seats);
    for (int seat = 0; seat < seats_of(t); seat++)
        if (seats & FL_SEAT(seat))
            t->seat[seat].barred = true;
}

/* Prepares the seats for a rematch: those of players who left during the match are free. */
static void fold_rematch(struct fl_table *t)
{
    for (int seat = 0; seat < seats_of(t); seat++) {
        struct fl_table_seat *c = &t->seat[seat];
        if (c->left)
            empty_seat(c);
        c->nonce[0] = '\0';
        c->bot_plays = false;
    }
}

static bool fold(struct fl_table *t, const struct fl_table_event *e, bool played)
{
    /* Every event about one seat has a valid one. */
    struct fl_table_seat *c = e->seat < seats_of(t) ? &t->seat[e->seat] : NULL;
    (void)played;
    switch (e->kind) {
    case FL_EVENT_SIT:
        fold_sit(c, e);
        break;
    case FL_EVENT_LEAVE:
        give_up(t, e->seats);
        break;
    case FL_EVENT_SWAP:
        fold_swap(c, &t->seat[e->other]);
        break;
    case FL_EVENT_SEAT:
        fold_seat(t, c, e);
        break;
    case FL_EVENT_NONCE:
        memcpy(c->nonce, e->nonce, sizeof c->nonce);
        break;
    case FL_EVENT_BAN:
        fold_ban(t, e->seats);
        break;
    case FL_EVENT_REMATCH:
        fold_rematch(t);
        break;
    case FL_EVENT_BOT:
        c->bot_plays = true;
        break;
    case FL_EVENT_RETURN:
        c->bot_plays = c->left = false;
        if (t->think_seat == e->seat)
            t->think_ticket = 0, t->has_bot_move = false;
        break;
    default:
        break;
    }
    return true;
}

/* ---- consequences for connected clients ---- */

/* Moves spectators of a seat that stopped sharing its view to the public view. */
static void drop_unshared_views(struct fl_table *t)
{
    for (uint32_t i = 0; i < t->clients; i++) {
        struct fl_client *g = &t->host->client[t->client[i]];
        if (g->viewer == FL_SPECTATOR || t->seat[g->viewer].shown)
            continue;
        g->viewer = FL_SPECTATOR;
        if (g->seats)
            continue;
        fl_send_you(t->host, t->client[i]);
        fl_send_views(t, t->client[i]);
    }
}

static void take_seats_from_all(struct fl_table *t, fl_seats seats)
{
    for (uint32_t i = 0; i < t->clients; i++) {
        struct fl_client *g = &t->host->client[t->client[i]];
        if (!(g->seats & seats))
            continue;
        g->seats &= (fl_seats)~seats;
        fl_send_you(t->host, t->client[i]);
        fl_send_views(t, t->client[i]);
    }
}

static void swap_lines(struct fl_table *t, int a, int b)
{
    for (uint32_t i = 0; i < t->clients; i++) {
        struct fl_client *g = &t->host->client[t->client[i]];
        bool had_a = g->seats & FL_SEAT(a), had_b = g->seats & FL_SEAT(b);
        g->seats &= (fl_seats) ~(FL_SEAT(a) | FL_SEAT(b));
        g->seats |= (fl_seats)((had_a ? FL_SEAT(b) : 0) | (had_b ? FL_SEAT(a) : 0));
        if (had_a || had_b)
            fl_send_you(t->host, t->client[i]);
    }
}

static void on_sit(struct fl_table *t, const struct fl_pending *p)
{
    if (p->client == FL_NO_CLIENT || t->host->client[p->client].table != t)
        return;
    struct fl_client *g = &t->host->client[p->client];
    if (p->token[0] || p->row[0].passport) {
        memcpy(g->token_hash, p->row[0].token_hash, FL_HASH_SIZE);
        g->has_token = true;
        g->resumed = false;
    }
    if (p->token[0])
        fl_send_token(t, p->client, p->token);
    g->seats |= FL_SEAT(p->event.seat);
    if (!g->name[0])
        memcpy(g->name, p->row[0].name, sizeof g->name);
    fl_send_you(t->host, p->client);
}

static void on_commit(struct fl_table *t, const struct fl_pending *p)
{
    drop_unshared_views(t);
    switch (p->event.kind) {
    case FL_EVENT_SIT:
        on_sit(t, p);
        break;
    case FL_EVENT_SWAP:
        swap_lines(t, p->event.seat, p->event.other);
        break;
    case FL_EVENT_SEAT:
        take_seats_from_all(t, FL_SEAT(p->event.seat));
        break;
    case FL_EVENT_LEAVE:
        take_seats_from_all(t, p->event.seats);
        if (p->client != FL_NO_CLIENT && t->host->client[p->client].table == t) {
            fl_client_leave_table(t->host, p->client);
            fl_send_you(t->host, p->client);
        }
        break;
    default:
        return;
    }
    fl_table_update_presence(t);
}

/* ---- absent players ---- */

static bool write_about(struct fl_table *t, enum fl_event_kind kind, int seat, fl_client_id client)
{
    struct fl_pending *p = fl_table_draft(t, kind, client);
    if (!p)
        return false;
    p->event.seat = (uint8_t)seat;
    fl_table_write(t, p);
    return true;
}

static bool is_too_long_away(const struct fl_table *t, int seat)
{
    const struct fl_table_seat *c = &t->seat[seat];
    return !fl_bot_plays(t, seat) && c->gone && t->options.away &&
           fl_now(t->host) >= c->gone + 1000 * (int64_t)t->options.away;
}

static bool tick(struct fl_table *t)
{
    for (int seat = 0; t->phase == FL_TABLE_PLAYING && seat < seats_of(t); seat++) {
        const struct fl_table_seat *c = &t->seat[seat];
        if (c->taken && c->bot_plays && !c->gone)
            return write_about(t, FL_EVENT_RETURN, seat, FL_NO_CLIENT);
        if (is_too_long_away(t, seat))
            return write_about(t, FL_EVENT_BOT, seat, FL_NO_CLIENT);
    }
    return false;
}

/* ---- commands ---- */

bool fl_read_name(const char *text, char name[FL_NAME_SIZE])
{
    int characters = 0;
    while (*text == ' ')
        text++;
    size_t len = strlen(text);
    while (len && text[len - 1] == ' ')
        len--;
    if (len >= FL_NAME_SIZE)
        return false;
    memcpy(name, text, len);
    name[len] = '\0';
    for (size_t i = 0; i < len; i++)
        characters += ((unsigned char)name[i] & 0xC0) != 0x80;
    return fl_name_is_clean(name) && characters <= LONGEST_NAME;
}

static int lower_case(int c)
{
    return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}

bool fl_same_name(const char *a, const char *b)
{
    while (*a && lower_case(*a) == lower_case(*b))
        a++, b++;
    return lower_case(*a) == lower_case(*b);
}

int fl_seat_called(const struct fl_table *t, const char *name, fl_seats except)
{
    for (int seat = 0; seat < seats_of(t); seat++)
        if (!(except & FL_SEAT(seat)) && t->seat[seat].taken &&
            fl_same_name(t->seat[seat].name, name))
            return seat;
    return -1;
}

static int first_free_seat(const struct fl_table *t)
{
    for (int seat = 0; seat < seats_of(t); seat++)
        if (!t->seat[seat].taken && t->seat[seat].kind != FL_SEAT_BOT)
            return seat;
    return -1;
}

/* Why a person of this name cannot take this seat: a translation key, or NULL. */
static const char *why_not_sit(const struct fl_table *t, int seat, const char *name)
{
    return t->phase != FL_TABLE_WAITING                               ? "host.already-started"
           : seat < 0                                                 ? "host.no-seat"
           : t->seat[seat].taken || t->seat[seat].kind == FL_SEAT_BOT ? "host.seat-taken"
           : !name[0]                                                 ? "host.bad-name"
           : fl_table_bans(t, name)                                   ? "host.banned"
           : fl_seat_called(t, name, 0) >= 0                          ? "host.name-taken"
                                                                      : NULL;
}

/* A seat of a passport has no token, so that a device that is revoked has nothing that opens it. A
 * token that came with `resume` may have come from somebody else, in a link. The seat then
 * gets a token of its own, which only this client receives. */
static const char *write_sit(struct fl_call *call, int seat, const char *nonce, const char *name)
{
    struct fl_table *t = call->table;
    const struct fl_client *g = call->sender;
    struct fl_pending *p = fl_table_draft(t, FL_EVENT_SIT, call->client);
    if (!p)
        return "host.not-stored";
    p->event.seat = (uint8_t)seat;
    memcpy(p->event.nonce, nonce, strlen(nonce) + 1);
    memcpy(p->event.name, name, FL_NAME_SIZE);
    p->rows = 1;
    p->row[0].seat = (uint8_t)seat;
    memcpy(p->row[0].name, name, strlen(name));
    p->row[0].passport = fl_client_passport(g);
    if (p->row[0].passport)
        fl_passport_seat_hash(p->row[0].passport, t, p->row[0].token_hash);
    else if (g->has_token && !g->resumed)
        memcpy(p->row[0].token_hash, g->token_hash, FL_HASH_SIZE);
    else
        fl_token_make(t->host, p->token, p->row[0].token_hash);
    fl_table_write(t, p);
    return NULL;
}

/* sit [SEAT|-] [NONCE|-] [NAME] */
static const char *do_sit(struct fl_call *call)
{
    struct fl_table *t = call->table;
    const char *rest = call->args;
    char word[8] = "-", nonce[FL_FAIR_WORD_SIZE] = "-", name[FL_NAME_SIZE];
    bool read = !*rest || fl_next_word(&rest, word, sizeof word);
    read = read && (!*rest || fl_next_word(&rest, nonce, sizeof nonce));
    if (!read || !fl_fair_word_is_clean(nonce))
        return "host.bad-nonce";
    memcpy(name, call->sender->name, sizeof name);
    if (*rest && !fl_read_name(rest, name))
        return "host.bad-name";
    int seat = strcmp(word, "-") ? (int)fl_read_count(word, seats_of(t)) - 1 : first_free_seat(t);
    const char *why = fl_client_is_child(call->sender) && t->options.listed
                          ? "host.child"
                          : why_not_sit(t, seat, name);
    if (why)
        return why;
    return write_sit(call, seat, strcmp(nonce, "-") ? nonce : "", name);
}

static const char *why_not_nonce(const struct fl_table *t, const struct fl_client *g, int seat,
                                 const char *nonce)
{
    return seat < 0 || !(g->seats & FL_SEAT(seat)) ? "host.no-seat"
           : t->phase != FL_TABLE_WAITING          ? "host.already-started"
           : !fl_fair_word_is_clean(nonce)         ? "host.bad-nonce"
                                                   : NULL;
}

/* nonce WORD [SEAT] */
static const char *do_nonce(struct fl_call *call)
{
    const struct fl_client *g = call->sender;
    struct fl_table *t = call->table;
    char nonce[FL_FAIR_WORD_SIZE] = "";
    int seat = g->seats ? __builtin_ctz(g->seats) : -1;
    if (fl_next_word(&call->args, nonce, sizeof nonce) && *call->args)
        seat = read_seat(call);
    const char *why = why_not_nonce(t, g, seat, nonce);
    struct fl_pending *p = why ? NULL : fl_table_draft(t, FL_EVENT_NONCE, call->client);
    if (!p)
        return why ? why : "host.not-stored";
    p->event.seat = (uint8_t)seat;
    memcpy(p->event.nonce, nonce, sizeof nonce);
    fl_table_write(t, p);
    return NULL;
}

static void fill_row(const struct fl_table_seat *c, int seat, struct fl_store_seat *row)
{
    row->seat = (uint8_t)seat;
    memcpy(row->name, c->name, sizeof row->name);
    memcpy(row->token_hash, c->token_hash, sizeof row->token_hash);
    row->passport = c->passport;
}

static bool may_swap(const struct fl_table *t, const struct fl_client *g, int a, int b)
{
    bool own_a = g->seats & FL_SEAT(a), own_b = g->seats & FL_SEAT(b);
    return g->owner || (own_a && (own_b || !t->seat[b].taken)) || (own_b && !t->seat[a].taken);
}

/* swap SEAT SEAT */
static const char *do_swap(struct fl_call *call)
{
    struct fl_table *t = call->table;
    int a = read_seat(call), b = read_seat(call);
    const char *why = a < 0 || b < 0 || a == b           ? "host.no-seat"
                      : t->phase != FL_TABLE_WAITING     ? "host.already-started"
                      : !may_swap(t, call->sender, a, b) ? "host.not-yours"
                                                         : NULL;
    struct fl_pending *p = why ? NULL : fl_table_draft(t, FL_EVENT_SWAP, call->client);
    if (!p)
        return why ? why : "host.not-stored";
    p->event.seat = (uint8_t)a;
    p->event.other = (uint8_t)b;
    p->rows = 2;
    fill_row(&t->seat[a], b, &p->row[0]);
    fill_row(&t->seat[b], a, &p->row[1]);
    fl_table_write(t, p);
    return NULL;
}

/* seat SEAT person|open|bot:LEVEL */
static const char *do_seat(struct fl_call *call)
{
    struct fl_table *t = call->table;
    enum fl_seat_kind kind = FL_SEAT_OPEN;
    uint8_t level = 0;
    char word[32];
    int seat = read_seat(call);
    const char *why = !call->sender->owner                         ? "host.not-owner"
                      : t->phase != FL_TABLE_WAITING               ? "host.already-started"
                      : seat < 0                                   ? "host.no-seat"
                      : t->seat[seat].taken && !t->seat[seat].gone ? "host.seat-taken"
                      : !fl_next_word(&call->args, word, sizeof word) ||
                              !fl_read_seat_kind(word, call->host->port.levels, &kind, &level)
                          ? "host.bad-seat-kind"
                          : NULL;
    struct fl_pending *p = why ? NULL : fl_table_draft(t, FL_EVENT_SEAT, call->client);
    if (!p)
        return why ? why : "host.not-stored";
    p->event.seat = (uint8_t)seat;
    p->event.seat_kind = (uint8_t)kind;
    p->event.level = level;
    fl_table_write(t, p);
    return NULL;
}

/* leave: gives up the client's seats with an event. Clients without a seat leave at once. */
static const char *do_leave(struct fl_call *call)
{
    fl_seats seats = call->sender->seats;
    struct fl_pending *p = seats ? fl_table_draft(call->table, FL_EVENT_LEAVE, call->client) : NULL;
    if (!p) {
        fl_client_leave_table(call->host, call->client);
        fl_send_you(call->host, call->client);
        return NULL;
    }
    p->event.seat = (uint8_t)__builtin_ctz(seats);
    p->event.seats = seats;
    fl_table_write(call->table, p);
    return NULL;
}

/* share on|off: whether spectators may see the views of this client's seats. */
static const char *do_share(struct fl_call *call)
{
    struct fl_table *t = call->table;
    fl_seats seats = call->sender->seats;
    bool on = !strcmp(call->args, "on");
    if (!seats || (!on && strcmp(call->args, "off")))
        return seats ? "host.unknown-command" : "host.no-seat";
    for (int seat = 0; seat < seats_of(t); seat++)
        if (seats & FL_SEAT(seat))
            t->seat[seat].shown = on;
    drop_unshared_views(t);
    fl_send_seats(t);
    return NULL;
}

static const struct fl_client_command commands[] = {
    {"sit", do_sit, true, true},
    {"nonce", do_nonce, true, true},
    {"swap", do_swap, true, true},
    {"seat", do_seat, true, true},
    {"leave", do_leave, true, false},
    {"share", do_share, true, false},
    {0},
};

const struct fl_feature fl_seat_feature = {
    .commands = commands, .fold = fold, .on_commit = on_commit, .tick = tick};
