/* Bans: the owner excludes people from the table, by seat or by name. */
#include <stdlib.h>
#include <string.h>

#include "host/commands.h"
#include "host/people.h"

bool fl_table_bans(const struct fl_table *t, const char *name)
{
    for (int i = 0; i < t->ban_count; i++)
        if (fl_same_name(t->banned[i], name))
            return true;
    return false;
}

/* ---- the event ---- */

static void remember(struct fl_table *t, const char *name)
{
    if (!t->banned)
        t->banned = calloc(FL_MAX_BANS, sizeof *t->banned);
    if (t->banned && t->ban_count < FL_MAX_BANS && !fl_table_bans(t, name))
        memcpy(t->banned[t->ban_count++], name, FL_NAME_SIZE);
}

/* The seats of the banned person are those of seats.c. */
static bool fold(struct fl_table *t, const struct fl_table_event *e, bool played)
{
    (void)played;
    if (e->kind == FL_EVENT_BAN)
        remember(t, e->name);
    return true;
}

static void on_commit(struct fl_table *t, const struct fl_pending *p)
{
    const struct fl_table_event *e = &p->event;
    for (uint32_t i = e->kind == FL_EVENT_BAN ? t->clients : 0; i-- > 0;) {
        const struct fl_client *g = &t->host->client[t->client[i]];
        if (!g->owner && ((g->seats & e->seats) || fl_same_name(g->name, e->name)))
            fl_client_remove(t->host, t->client[i], "host.banned");
    }
}

/* ---- the command ---- */

/* All seats that have the same token as this one. */
static fl_seats seats_of_person(const struct fl_table *t, int seat)
{
    fl_seats seats = 0;
    for (int other = 0; seat >= 0 && other < t->options.setup.seats; other++)
        if (t->seat[other].taken &&
            fl_same_hash(t->seat[other].token_hash, t->seat[seat].token_hash))
            seats |= FL_SEAT(other);
    return seats;
}

static const char *why_not_ban(const struct fl_table *t, const struct fl_client *g, int seat,
                               const char *name)
{
    bool oneself = seat < 0 ? fl_same_name(g->name, name)
                            : (g->seats & FL_SEAT(seat)) ||
                                  fl_same_hash(t->seat[seat].token_hash, t->owner_hash);
    return !g->owner                                                ? "host.not-owner"
           : !name[0]                                               ? "host.no-seat"
           : oneself                                                ? "host.ban-self"
           : t->ban_count == FL_MAX_BANS && !fl_table_bans(t, name) ? "host.bans-full"
                                                                    : NULL;
}

/* ban SEAT, or ban NAME */
static const char *do_ban(struct fl_call *call)
{
    struct fl_table *t = call->table;
    char name[FL_NAME_SIZE] = "";
    int64_t number = fl_read_count(call->args, t->options.setup.seats);
    int seat = number > 0 && t->seat[number - 1].taken ? (int)number - 1 : -1;
    if (seat >= 0)
        memcpy(name, t->seat[seat].name, sizeof name);
    else if (fl_read_name(call->args, name))
        seat = fl_seat_called(t, name, 0);
    else
        name[0] = '\0';
    const char *why = why_not_ban(t, call->sender, seat, name);
    struct fl_pending *p = why ? NULL : fl_table_draft(t, FL_EVENT_BAN, call->client);
    if (!p)
        return why ? why : "host.not-stored";
    p->event.seats = seats_of_person(t, seat);
    memcpy(p->event.name, name, FL_NAME_SIZE);
    fl_table_write(t, p);
    return NULL;
}

static const struct fl_client_command commands[] = {{"ban", do_ban, true, true}, {0}};

const struct fl_feature fl_ban_feature = {
    .commands = commands, .fold = fold, .on_commit = on_commit};
