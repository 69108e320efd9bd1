/* A way back for a player who has lost the token of a seat: the owner of the table issues a
 * one-time link. Its token replaces the old one at once; the client that comes with it receives
 * another, which nobody else has seen, or has the seat for its passport. Everybody at the table is
 * notified of both.
 */
#include <string.h>

#include "host/commands.h"
#include "host/messages.h"
#include "host/passport.h"
#include "host/people.h"

static const char *write_link(struct fl_table *t, fl_client_id client, int seat, bool used)
{
    struct fl_pending *p = fl_table_draft(t, FL_EVENT_LINK, client);
    if (!p)
        return "host.not-stored";
    p->event.seat = (uint8_t)seat;
    p->event.used = used;
    p->rows = 1;
    p->row[0].seat = (uint8_t)seat;
    memcpy(p->row[0].name, t->seat[seat].name, sizeof p->row[0].name);
    p->row[0].passport = used ? fl_client_passport(&t->host->client[client]) : 0;
    if (p->row[0].passport)
        fl_passport_seat_hash(p->row[0].passport, t, p->row[0].token_hash);
    else
        fl_token_make(t->host, p->token, p->row[0].token_hash);
    fl_table_write(t, p);
    return NULL;
}

static bool fold(struct fl_table *t, const struct fl_table_event *e, bool played)
{
    (void)played;
    if (e->kind == FL_EVENT_LINK)
        t->seat[e->seat].one_time = !e->used;
    return true;
}

/* The owner receives the token of a new link, the client that used one its own token. */
static void on_commit(struct fl_table *t, const struct fl_pending *p)
{
    struct fl_buf out;
    if (p->event.kind != FL_EVENT_LINK || p->client == FL_NO_CLIENT ||
        t->host->client[p->client].table != t)
        return;
    if (p->event.used) {
        memcpy(t->host->client[p->client].token_hash, p->row[0].token_hash, FL_HASH_SIZE);
        t->host->client[p->client].resumed = false;
        if (p->token[0])
            fl_send_token(t, p->client, p->token);
        return;
    }
    struct fl_json j = fl_message(t->host, &out, "link");
    fl_json_key_text(&j, "table", t->name);
    fl_json_key_number(&j, "seat", p->event.seat + 1);
    fl_json_key_text(&j, "token", p->token);
    fl_send(t->host, &p->client, 1, &j);
}

const char *fl_link_use(struct fl_table *t, fl_client_id client)
{
    fl_seats seats = t->host->client[client].seats;
    for (int seat = 0; seat < t->options.setup.seats; seat++)
        if ((seats & FL_SEAT(seat)) && t->seat[seat].one_time)
            return write_link(t, client, seat, true);
    return NULL;
}

/* link SEAT */
static const char *do_link(struct fl_call *call)
{
    struct fl_table *t = call->table;
    int64_t number = fl_read_count(call->args, t->options.setup.seats);
    const struct fl_table_seat *c = number > 0 ? &t->seat[number - 1] : NULL;
    const char *why = !call->sender->owner           ? "host.not-owner"
                      : !c || !c->taken || c->barred ? "host.no-seat"
                      : !c->gone                     ? "host.seat-connected"
                                                     : NULL;
    if (why)
        return why;
    return write_link(t, call->client, (int)number - 1, false);
}

static const struct fl_client_command commands[] = {{"link", do_link, true, true}, {0}};

const struct fl_feature fl_link_feature = {
    .commands = commands, .fold = fold, .on_commit = on_commit};
