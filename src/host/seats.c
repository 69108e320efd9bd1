/* Seats: taking one, giving it up, changing places, and bots that play for who is away. */
#include <stdlib.h>
#include <string.h>

#include "host/table.h"

enum { LONGEST_NAME = 24 }; /* characters */

static int seats_of(const struct fl_table *t)
{
    return t->terms.setup.seats;
}

/* Reads a seat, counted from 1; negative if there is none such. */
static int read_seat(const struct fl_table *t, const char **rest)
{
    char word[8];
    if (!fl_next_word(rest, word, sizeof word))
        return -1;
    return (int)fl_read_count(word, seats_of(t)) - 1;
}

/* ---- what events do ---- */

static void empty_chair(struct fl_chair *c)
{
    c->taken = c->bot_plays = c->left = c->barred = c->shown = false;
    c->name[0] = c->nonce[0] = '\0';
}

/* Seat, length of the nonce, nonce, name. */
static void fold_sit(struct fl_chair *c, const unsigned char *data, size_t len)
{
    size_t nonce = data[1], name = len - 2 - nonce;
    if (nonce >= sizeof c->nonce || 2 + nonce > len || name >= sizeof c->name)
        return;
    empty_chair(c);
    c->taken = true;
    memcpy(c->nonce, data + 2, nonce);
    c->nonce[nonce] = '\0';
    memcpy(c->name, data + 2 + nonce, name);
    c->name[name] = '\0';
}

void fl_seats_give_up(struct fl_table *t, const unsigned char *seat, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct fl_chair *c = &t->chair[seat[i]];
        if (t->phase == FL_GATHERING)
            empty_chair(c);
        else
            c->left = c->bot_plays = true;
    }
}

/* The hashes of tokens are in the seats' rows, which were changed with the event. */
static void fold_swap(struct fl_chair *a, struct fl_chair *b)
{
    struct fl_chair was = *a;
    unsigned char hash[2][FL_HASH_SIZE];
    memcpy(hash[0], a->token_hash, FL_HASH_SIZE);
    memcpy(hash[1], b->token_hash, FL_HASH_SIZE);
    *a = *b;
    *b = was;
    memcpy(a->token_hash, hash[0], FL_HASH_SIZE);
    memcpy(b->token_hash, hash[1], FL_HASH_SIZE);
}

static void fold_chair(struct fl_table *t, struct fl_chair *c, const unsigned char *data)
{
    int levels = 0;
    while (t->host->port.levels[levels])
        levels++;
    empty_chair(c);
    c->kind = data[1] <= FL_FOR_BOT ? (enum fl_chair_kind)data[1] : FL_FOR_ANYBODY;
    c->level = data[2] < levels ? data[2] : 0;
}

static void fold_nonce(struct fl_chair *c, const unsigned char *data, size_t len)
{
    if (len - 1 >= sizeof c->nonce)
        return;
    memcpy(c->nonce, data + 1, len - 1);
    c->nonce[len - 1] = '\0';
}

void fl_seats_fold(struct fl_table *t, const struct fl_event *e)
{
    const unsigned char *data = e->data;
    struct fl_chair *c = &t->chair[data[0]];
    switch (e->kind) {
    case FL_EVENT_SIT:
        fold_sit(c, data, e->len);
        break;
    case FL_EVENT_LEAVE:
        fl_seats_give_up(t, data, e->len);
        break;
    case FL_EVENT_SWAP:
        fold_swap(c, &t->chair[data[1]]);
        break;
    case FL_EVENT_CHAIR:
        fold_chair(t, c, data);
        break;
    case FL_EVENT_NONCE:
        fold_nonce(c, data, e->len);
        break;
    case FL_EVENT_BOT:
        c->bot_plays = true;
        break;
    case FL_EVENT_BACK:
        c->bot_plays = c->left = false;
        if (t->thinker == data[0])
            t->thinking = 0, t->has_thought = false;
        break;
    default:
        break;
    }
}

void fl_seats_empty_the_left(struct fl_table *t)
{
    for (int seat = 0; seat < seats_of(t); seat++)
        if (t->chair[seat].left)
            empty_chair(&t->chair[seat]);
}

/* ---- what that means for the lines ---- */

static void take_seats_from_all(struct fl_table *t, fl_seats seats)
{
    for (uint32_t i = 0; i < t->guests; i++) {
        struct fl_guest *g = &t->host->guest[t->guest[i]];
        if (!(g->seats & seats))
            continue;
        g->seats &= (fl_seats)~seats;
        fl_tell_you(t->host, t->guest[i]);
        fl_tell_views(t, t->guest[i]);
    }
}

static void swap_lines(struct fl_table *t, int a, int b)
{
    for (uint32_t i = 0; i < t->guests; i++) {
        struct fl_guest *g = &t->host->guest[t->guest[i]];
        bool had_a = g->seats & FL_SEAT(a), had_b = g->seats & FL_SEAT(b);
        g->seats &= (fl_seats) ~(FL_SEAT(a) | FL_SEAT(b));
        g->seats |= (fl_seats)((had_a ? FL_SEAT(b) : 0) | (had_b ? FL_SEAT(a) : 0));
        if (had_a || had_b)
            fl_tell_you(t->host, t->guest[i]);
    }
}

fl_seats fl_seats_in(const unsigned char *seat, size_t count)
{
    fl_seats set = 0;
    for (size_t i = 0; i < count; i++)
        set |= (fl_seats)FL_SEAT(seat[i]);
    return set;
}

static void hear_sit(struct fl_table *t, const struct fl_pending *p)
{
    if (p->line == FL_NO_LINE || t->host->guest[p->line].at != t)
        return;
    struct fl_guest *g = &t->host->guest[p->line];
    if (p->token[0]) {
        memcpy(g->token_hash, p->row[0].token_hash, FL_HASH_SIZE);
        g->has_token = true;
        fl_tell_token(t, p->line, p->token);
    }
    g->seats |= FL_SEAT(p->data[0]);
    if (!g->name[0])
        memcpy(g->name, p->row[0].name, sizeof g->name);
    fl_tell_you(t->host, p->line);
}

void fl_seats_hear(struct fl_table *t, const struct fl_pending *p)
{
    switch (p->event.kind) {
    case FL_EVENT_SIT:
        hear_sit(t, p);
        break;
    case FL_EVENT_SWAP:
        swap_lines(t, p->data[0], p->data[1]);
        break;
    case FL_EVENT_CHAIR:
        take_seats_from_all(t, FL_SEAT(p->data[0]));
        break;
    case FL_EVENT_LEAVE:
        take_seats_from_all(t, fl_seats_in(p->data, p->event.len));
        if (p->line != FL_NO_LINE && t->host->guest[p->line].at == t) {
            fl_guest_exit(t->host, p->line);
            fl_tell_you(t->host, p->line);
        }
        break;
    case FL_EVENT_BLOCK:
        fl_block_hear(t, &p->event);
        break;
    default:
        return;
    }
    fl_table_mind_presence(t);
}

/* ---- who is away ---- */

static bool write_about(struct fl_table *t, enum fl_event_kind kind, int seat, fl_line line)
{
    struct fl_pending *p = fl_table_draft(t, kind, line, 1);
    if (!p)
        return false;
    p->data[0] = (unsigned char)seat;
    fl_table_write(t, p);
    return true;
}

static bool is_too_long_away(const struct fl_table *t, const struct fl_chair *c)
{
    return c->taken && !c->bot_plays && c->gone && t->terms.away &&
           fl_now(t->host) >= c->gone + 1000 * (int64_t)t->terms.away;
}

bool fl_seats_mind(struct fl_table *t)
{
    for (int seat = 0; t->phase == FL_PLAYING && seat < seats_of(t); seat++) {
        const struct fl_chair *c = &t->chair[seat];
        if (c->taken && c->bot_plays && !c->gone)
            return write_about(t, FL_EVENT_BACK, seat, FL_NO_LINE);
        if (is_too_long_away(t, c))
            return write_about(t, FL_EVENT_BOT, seat, FL_NO_LINE);
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

static bool name_is_taken(const struct fl_table *t, const char *name)
{
    for (int seat = 0; seat < seats_of(t); seat++)
        if (t->chair[seat].taken && !strcmp(t->chair[seat].name, name))
            return true;
    return false;
}

static int first_free_seat(const struct fl_table *t)
{
    for (int seat = 0; seat < seats_of(t); seat++)
        if (!t->chair[seat].taken && t->chair[seat].kind != FL_FOR_BOT)
            return seat;
    return -1;
}

/* What stands in the way of somebody of this name taking this seat; NULL: nothing. */
static const char *why_not_sit(const struct fl_table *t, int seat, const char *name)
{
    return t->phase != FL_GATHERING                                    ? "host.already-begun"
           : seat < 0                                                  ? "host.no-seat"
           : t->chair[seat].taken || t->chair[seat].kind == FL_FOR_BOT ? "host.seat-taken"
           : !name[0]                                                  ? "host.bad-name"
           : fl_table_blocks(t, name)                                  ? "host.blocked"
           : name_is_taken(t, name)                                    ? "host.name-taken"
                                                                       : NULL;
}

static void write_sit(struct fl_table *t, fl_line line, int seat, const char *nonce,
                      const char *name)
{
    struct fl_guest *g = &t->host->guest[line];
    size_t nonce_len = strlen(nonce), name_len = strlen(name);
    struct fl_pending *p = fl_table_draft(t, FL_EVENT_SIT, line, 2 + nonce_len + name_len);
    if (!p) {
        fl_refuse(t->host, line, "host.not-kept");
        return;
    }
    p->data[0] = (unsigned char)seat;
    p->data[1] = (unsigned char)nonce_len;
    memcpy(p->data + 2, nonce, nonce_len);
    memcpy(p->data + 2 + nonce_len, name, name_len);
    p->rows = 1;
    p->row[0].seat = (uint8_t)seat;
    memcpy(p->row[0].name, name, name_len);
    if (g->has_token)
        memcpy(p->row[0].token_hash, g->token_hash, FL_HASH_SIZE);
    else
        fl_token_make(t->host, p->token, p->row[0].token_hash);
    fl_table_write(t, p);
}

/* sit [SEAT|-] [NONCE|-] [NAME] */
void fl_do_sit(struct fl_host *h, fl_line line, const char *rest)
{
    struct fl_table *t = h->guest[line].at;
    char word[8] = "-", nonce[FL_FAIR_WORD_SIZE] = "-", name[FL_NAME_SIZE];
    bool read = !*rest || fl_next_word(&rest, word, sizeof word);
    read = read && (!*rest || fl_next_word(&rest, nonce, sizeof nonce));
    if (!read || !fl_fair_word_is_clean(nonce)) {
        fl_refuse(h, line, "host.bad-nonce");
        return;
    }
    memcpy(name, h->guest[line].name, sizeof name);
    if (*rest && !fl_read_name(rest, name)) {
        fl_refuse(h, line, "host.bad-name");
        return;
    }
    int seat = strcmp(word, "-") ? (int)fl_read_count(word, seats_of(t)) - 1 : first_free_seat(t);
    const char *why = why_not_sit(t, seat, name);
    if (why)
        fl_refuse(h, line, why);
    else
        write_sit(t, line, seat, strcmp(nonce, "-") ? nonce : "", name);
}

static const char *why_not_nonce(const struct fl_table *t, const struct fl_guest *g, int seat,
                                 const char *nonce)
{
    return seat < 0 || !(g->seats & FL_SEAT(seat)) ? "host.no-seat"
           : t->phase != FL_GATHERING              ? "host.already-begun"
           : !fl_fair_word_is_clean(nonce)         ? "host.bad-nonce"
                                                   : NULL;
}

/* nonce WORD [SEAT] */
void fl_do_nonce(struct fl_host *h, fl_line line, const char *rest)
{
    const struct fl_guest *g = &h->guest[line];
    struct fl_table *t = g->at;
    char nonce[FL_FAIR_WORD_SIZE] = "";
    int seat = g->seats ? __builtin_ctz(g->seats) : -1;
    if (fl_next_word(&rest, nonce, sizeof nonce) && *rest)
        seat = read_seat(t, &rest);
    const char *why = why_not_nonce(t, g, seat, nonce);
    size_t len = strlen(nonce);
    struct fl_pending *p = why ? NULL : fl_table_draft(t, FL_EVENT_NONCE, line, 1 + len);
    if (!p) {
        fl_refuse(h, line, why ? why : "host.not-kept");
        return;
    }
    p->data[0] = (unsigned char)seat;
    memcpy(p->data + 1, nonce, len);
    fl_table_write(t, p);
}

static void fill_row(const struct fl_chair *c, int seat, struct fl_store_seat *row)
{
    row->seat = (uint8_t)seat;
    memcpy(row->name, c->name, sizeof row->name);
    memcpy(row->token_hash, c->token_hash, sizeof row->token_hash);
}

static bool may_swap(const struct fl_table *t, const struct fl_guest *g, int a, int b)
{
    bool own_a = g->seats & FL_SEAT(a), own_b = g->seats & FL_SEAT(b);
    return g->keeper || (own_a && (own_b || !t->chair[b].taken)) || (own_b && !t->chair[a].taken);
}

/* swap SEAT SEAT */
void fl_do_swap(struct fl_host *h, fl_line line, const char *rest)
{
    struct fl_table *t = h->guest[line].at;
    int a = read_seat(t, &rest), b = read_seat(t, &rest);
    const char *why = a < 0 || b < 0 || a == b              ? "host.no-seat"
                      : t->phase != FL_GATHERING            ? "host.already-begun"
                      : !may_swap(t, &h->guest[line], a, b) ? "host.not-yours"
                                                            : NULL;
    struct fl_pending *p = why ? NULL : fl_table_draft(t, FL_EVENT_SWAP, line, 2);
    if (!p) {
        fl_refuse(h, line, why ? why : "host.not-kept");
        return;
    }
    p->data[0] = (unsigned char)a;
    p->data[1] = (unsigned char)b;
    p->rows = 2;
    fill_row(&t->chair[a], b, &p->row[0]);
    fill_row(&t->chair[b], a, &p->row[1]);
    fl_table_write(t, p);
}

/* chair SEAT person|open|bot:LEVEL */
void fl_do_chair(struct fl_host *h, fl_line line, const char *rest)
{
    struct fl_table *t = h->guest[line].at;
    enum fl_chair_kind kind = FL_FOR_ANYBODY;
    uint8_t level = 0;
    char word[32];
    int seat = read_seat(t, &rest);
    const char *why = !h->guest[line].keeper                             ? "host.not-keeper"
                      : t->phase != FL_GATHERING                         ? "host.already-begun"
                      : seat < 0                                         ? "host.no-seat"
                      : t->chair[seat].taken && fl_seat_is_here(t, seat) ? "host.seat-taken"
                      : !fl_next_word(&rest, word, sizeof word) ||
                              !fl_read_chair(word, h->port.levels, &kind, &level)
                          ? "host.bad-chair"
                          : NULL;
    struct fl_pending *p = why ? NULL : fl_table_draft(t, FL_EVENT_CHAIR, line, 3);
    if (!p) {
        fl_refuse(h, line, why ? why : "host.not-kept");
        return;
    }
    p->data[0] = (unsigned char)seat;
    p->data[1] = (unsigned char)kind;
    p->data[2] = level;
    fl_table_write(t, p);
}

/* Seats are given up with an event, a table without one is left at once. */
void fl_do_leave(struct fl_host *h, fl_line line, const char *rest)
{
    struct fl_guest *g = &h->guest[line];
    struct fl_table *t = g->at;
    size_t seats = (size_t)fl_bits(g->seats), n = 0;
    (void)rest;
    struct fl_pending *p = seats ? fl_table_draft(t, FL_EVENT_LEAVE, line, seats) : NULL;
    if (!p) {
        fl_guest_exit(h, line);
        fl_tell_you(h, line);
        return;
    }
    for (int seat = 0; seat < seats_of(t); seat++)
        if (g->seats & FL_SEAT(seat))
            p->data[n++] = (unsigned char)seat;
    fl_table_write(t, p);
}

/* show on|off: whether watchers may look through the eyes of this line's seats */
void fl_do_show(struct fl_host *h, fl_line line, const char *rest)
{
    struct fl_table *t = h->guest[line].at;
    bool on = !strcmp(rest, "on");
    if (!h->guest[line].seats || (!on && strcmp(rest, "off"))) {
        fl_refuse(h, line, h->guest[line].seats ? "host.unknown-command" : "host.no-seat");
        return;
    }
    for (int seat = 0; seat < seats_of(t); seat++)
        if (h->guest[line].seats & FL_SEAT(seat))
            t->chair[seat].shown = on;
    fl_table_mind_eyes(t);
    fl_tell_seats(t);
}
