/* Messages about the table itself: who sits where, what was agreed, what is refused. */
#include <string.h>

#include "games/games.h"
#include "host/table.h"

struct fl_json fl_message(struct fl_host *h, struct fl_buf *out, const char *is)
{
    *out = fl_buf_over(h->page, sizeof h->page);
    struct fl_json j = fl_json_to(out);
    fl_json_open(&j, '{');
    fl_json_key_text(&j, "is", is);
    return j;
}

/* What they should have heard is longer than a message may be: they are told so, and must come back
 * to know where they stand. */
static void give_up(struct fl_host *h, const fl_line *to, int lines)
{
    for (int i = 0; i < lines; i++) {
        fl_refuse(h, to[i], "host.message-long");
        h->port.hang_up(h->port.world, to[i]);
    }
}

void fl_send(struct fl_host *h, const fl_line *to, int lines, struct fl_json *j)
{
    fl_json_close(j, '}');
    if (j->out->overflowed)
        give_up(h, to, lines);
    if (j->out->overflowed || !lines)
        return;
    h->counts.messages += (uint64_t)lines;
    h->counts.bytes += (uint64_t)lines * j->out->len;
    h->port.send(h->port.world, to, lines, j->out->at, j->out->len);
}

void fl_send_table(struct fl_table *t, struct fl_json *j)
{
    fl_send(t->host, t->guest, (int)t->guests, j);
}

/* ---- refusals ---- */

void fl_refuse_phrase(struct fl_host *h, fl_line line, const struct fl_phrase *why)
{
    struct fl_buf out;
    if (!h->guest[line].open)
        return;
    struct fl_json j = fl_message(h, &out, "refused");
    fl_json_key_text(&j, "to", h->verb);
    fl_json_key(&j, "why");
    fl_json_phrase(&j, why);
    h->counts.refusals++;
    fl_send(h, &line, 1, &j);
}

void fl_refuse(struct fl_host *h, fl_line line, const char *key)
{
    struct fl_phrase why;
    fl_phrase_begin(&why, key);
    fl_refuse_phrase(h, line, &why);
}

void fl_refuse_quoting(struct fl_host *h, fl_line line, const char *key, const char *text)
{
    struct fl_phrase why;
    fl_copy_text(h->detail, sizeof h->detail, text);
    fl_phrase_begin(&why, key);
    fl_with_text(&why, "text", h->detail);
    fl_refuse_phrase(h, line, &why);
}

void fl_refuse_setup(struct fl_host *h, fl_line line, const struct fl_terms *terms, const char *key)
{
    struct fl_phrase why;
    if (!strcmp(key, "host.unknown-term")) {
        fl_refuse_quoting(h, line, key, h->detail);
        return;
    }
    fl_phrase_begin(&why, key);
    fl_with_word(&why, "game", terms->game->name);
    fl_with_number(&why, "least", terms->game->seats_min);
    fl_with_number(&why, "most", terms->game->seats_max);
    fl_with_number(&why, "seats", terms->setup.seats);
    fl_refuse_phrase(h, line, &why);
}

/* ---- the table ---- */

static const char *const phase_words[] = {"gathering", "playing", "over", "closed"};
static const char *const kind_words[] = {"person", "open", "bot"};

static void put_bool(struct fl_json *j, const char *key, bool yes)
{
    fl_json_key(j, key);
    fl_json_bool(j, yes);
}

static void put_chair(struct fl_json *j, const struct fl_table *t, const struct fl_chair *c)
{
    fl_json_open(j, '{');
    fl_json_key_text(j, "kind", kind_words[c->taken ? FL_FOR_PERSON : c->kind]);
    if (c->taken) {
        fl_json_key_text(j, "name", c->name);
        put_bool(j, "here", !c->gone);
    }
    if (c->bot_plays || (!c->taken && c->kind == FL_FOR_BOT))
        fl_json_key_text(j, "level", t->host->port.levels[c->level]);
    if (c->shown)
        put_bool(j, "shown", true);
    if (c->nonce[0])
        fl_json_key_text(j, "nonce", c->nonce);
    fl_json_close(j, '}');
}

static int count_watchers(const struct fl_table *t)
{
    int watchers = 0;
    for (uint32_t i = 0; i < t->guests; i++)
        watchers += !t->host->guest[t->guest[i]].seats;
    return watchers;
}

void fl_json_clocks(struct fl_json *j, const struct fl_table *t)
{
    int64_t now = fl_now(t->host);
    if (t->terms.clock == FL_NO_CLOCK || t->phase == FL_GATHERING)
        return;
    fl_json_key(j, "clocks");
    fl_json_open(j, '[');
    for (int seat = 0; seat < t->terms.setup.seats; seat++)
        fl_json_number(j, fl_clock_left(t, seat, now));
    fl_json_close(j, ']');
}

void fl_json_seats(struct fl_json *j, const struct fl_table *t)
{
    fl_json_key(j, "seats");
    fl_json_open(j, '[');
    for (int seat = 0; seat < t->terms.setup.seats; seat++)
        put_chair(j, t, &t->chair[seat]);
    fl_json_close(j, ']');
    fl_json_key_number(j, "watchers", count_watchers(t));
    fl_json_clocks(j, t);
}

static void put_options(struct fl_json *j, const struct fl_terms *terms)
{
    fl_json_key(j, "options");
    fl_json_open(j, '{');
    for (int i = 0; i < fl_option_count(terms->game); i++)
        fl_json_key_text(j, terms->game->option[i].name,
                         fl_setup_word(terms->game, &terms->setup, i));
    fl_json_close(j, '}');
}

static void put_terms(struct fl_json *j, const struct fl_terms *terms)
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
    put_bool(j, "hints", terms->hints);
    fl_json_key_number(j, "away", terms->away);
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
    fl_json_key_text(j, "game", t->terms.game->name);
    fl_json_key_number(j, "version", t->terms.game->version);
    fl_json_key_text(j, "phase", phase_words[t->phase]);
    fl_json_key_number(j, "n", t->n);
    fl_json_key_number(j, "match", t->matches + (t->phase == FL_GATHERING));
    fl_json_key_number(j, "created", t->created);
    put_terms(j, &t->terms);
    if (fair.committed)
        put_secret(j, "commitment", fair.commitment);
    if (fair.revealed)
        put_secret(j, "secret", fair.secret);
    fl_json_seats(j, t);
}

void fl_tell_table_to(struct fl_table *t, fl_line line)
{
    struct fl_buf out;
    struct fl_json j = fl_message(t->host, &out, "table");
    fl_json_table(&j, t);
    fl_send(t->host, &line, 1, &j);
}

void fl_tell_table(struct fl_table *t)
{
    struct fl_buf out;
    struct fl_json j = fl_message(t->host, &out, "table");
    fl_json_table(&j, t);
    fl_send_table(t, &j);
}

void fl_tell_seats(struct fl_table *t)
{
    struct fl_buf out;
    struct fl_json j = fl_message(t->host, &out, "seats");
    fl_json_seats(&j, t);
    fl_send_table(t, &j);
}

void fl_tell_you(struct fl_host *h, fl_line line)
{
    const struct fl_guest *g = &h->guest[line];
    struct fl_buf out;
    if (!g->open)
        return;
    struct fl_json j = fl_message(h, &out, "you");
    fl_json_key_text(&j, "table", g->at ? g->at->name : NULL);
    fl_json_key_text(&j, "name", g->name);
    fl_json_key_seats(&j, "seats", g->seats);
    fl_json_key(&j, "eyes");
    fl_json_open(&j, '[');
    for (int viewer = 0; g->at && viewer <= FL_WATCHER; viewer++)
        if (fl_guest_eyes(g) & FL_SEAT(viewer))
            fl_json_viewer(&j, viewer);
    fl_json_close(&j, ']');
    put_bool(&j, "keeper", g->keeper);
    fl_send(h, &line, 1, &j);
}

void fl_tell_token(struct fl_table *t, fl_line line, const char *token)
{
    struct fl_buf out;
    struct fl_json j = fl_message(t->host, &out, "token");
    fl_json_key_text(&j, "table", t->name);
    fl_json_key_text(&j, "token", token);
    fl_send(t->host, &line, 1, &j);
}

void fl_tell_stopped(struct fl_table *t, bool stopped)
{
    struct fl_buf out;
    struct fl_phrase why;
    struct fl_json j = fl_message(t->host, &out, stopped ? "stopped" : "goes-on");
    fl_phrase_begin(&why, stopped ? "host.stopped" : "host.goes-on");
    fl_json_key(&j, "why");
    fl_json_phrase(&j, &why);
    fl_send_table(t, &j);
}

/* ---- the lobby ---- */

static int free_chairs(const struct fl_table *t)
{
    int chairs = 0;
    for (int seat = 0; seat < t->terms.setup.seats; seat++)
        chairs += !t->chair[seat].taken && t->chair[seat].kind != FL_FOR_BOT;
    return chairs;
}

static void put_listed(struct fl_json *j, const struct fl_table *t)
{
    fl_json_open(j, '{');
    fl_json_key_text(j, "id", t->name);
    fl_json_key_text(j, "code", t->code);
    fl_json_key_text(j, "game", t->terms.game->name);
    fl_json_key_text(j, "phase", phase_words[t->phase]);
    fl_json_key_number(j, "created", t->created);
    put_options(j, &t->terms);
    fl_json_key_number(j, "free", t->phase == FL_GATHERING ? free_chairs(t) : 0);
    fl_json_seats(j, t);
    fl_json_close(j, '}');
}

/* Tables one can sit down at come first. */
void fl_json_lobby(struct fl_json *j, const struct fl_host *h)
{
    enum { MOST = 100 };
    int listed = 0;
    fl_json_key(j, "tables");
    fl_json_open(j, '[');
    for (enum fl_phase phase = FL_GATHERING; phase <= FL_PLAYING; phase++)
        for (uint32_t i = 0; i < h->table_room && listed < MOST; i++) {
            const struct fl_table *t = h->table[i];
            bool is_there = t && t->guests && !(t->pending && t->pending->creates);
            if (is_there && t->terms.listed && t->phase == phase) {
                put_listed(j, t);
                listed++;
            }
        }
    fl_json_close(j, ']');
}
