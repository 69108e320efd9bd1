/* Ends by players: resignation, and the end by agreement (undo.c has the requests). */
#include <stdlib.h>

#include "host/commands.h"
#include "host/play.h"

bool fl_has_resigned(const struct fl_table *t, int seat)
{
    return t->match.game && (t->match.ending.resigned & FL_SEAT(seat));
}

bool fl_is_held(const struct fl_table *t, int seat)
{
    const struct fl_table_seat *c = &t->seat[seat];
    return c->taken && !c->left && !c->barred && !fl_has_resigned(t, seat);
}

fl_seats fl_seats_in_play(const struct fl_table *t, fl_seats seats)
{
    return t->match.game ? seats & (fl_seats)~t->match.ending.resigned : seats;
}

/* A copy of the match that may end: of its memory it shares the log only. */
static void copy_for_result(const struct fl_match *m, struct fl_match *out)
{
    fl_match_snapshot(m, out);
    out->past = NULL;
    out->past_events = out->past_room = 0;
    out->kept = out->steps;
}

static const char *write_ending(struct fl_table *t, struct fl_pending *p)
{
    struct fl_match after;
    copy_for_result(&t->match, &after);
    enum fl_status status = p->event.kind == FL_EVENT_RESIGN
                                ? fl_match_resign(&after, p->event.seats)
                                : fl_match_agree(&after, p->event.seat == FL_SPECTATOR);
    if (status == FL_OK && !fl_match_turn(&after))
        fl_put_result(&after, p);
    p->ending = after.ending;
    free(after.past);
    if (status == FL_OK) {
        fl_table_write(t, p);
        return NULL;
    }
    free(p);
    return fl_status_key(status);
}

const char *fl_write_agreement(struct fl_table *t, fl_client_id client, int seat)
{
    struct fl_pending *p = fl_table_draft(t, FL_EVENT_AGREE, client);
    if (!p)
        return "host.not-stored";
    p->event.seat = (uint8_t)seat;
    return write_ending(t, p);
}

/* The seats that resign with a seat: the bots of its team, if no other person plays for it. */
static fl_seats side_that_resigns(const struct fl_table *t, int seat)
{
    fl_seats side = FL_SEAT(seat);
    for (int other = 0; other < t->options.setup.seats; other++) {
        if (other == seat || fl_match_team(&t->match, other) != fl_match_team(&t->match, seat))
            continue;
        if (t->seat[other].taken && !t->seat[other].barred && !fl_has_resigned(t, other))
            return FL_SEAT(seat);
        side |= FL_SEAT(other);
    }
    return fl_seats_in_play(t, side);
}

/* The seat that a command names, or the only one of the client that is in play; or -1. */
static int seat_of(const struct fl_call *call)
{
    fl_seats seats = fl_seats_in_play(call->table, call->sender->seats);
    int named = (int)fl_read_count(call->args, call->table->options.setup.seats) - 1;
    if (call->args[0])
        return named >= 0 && (call->sender->seats & FL_SEAT(named)) ? named : -1;
    return seats && !(seats & (seats - 1)) ? __builtin_ctz(seats) : -1;
}

/* resign [SEAT] */
static const char *do_resign(struct fl_call *call)
{
    struct fl_table *t = call->table;
    int seat = seat_of(call);
    const char *why = t->phase != FL_TABLE_PLAYING                ? "host.not-playing"
                      : !fl_seats_in_play(t, call->sender->seats) ? "host.not-yours"
                      : seat < 0                                  ? "host.no-seat"
                      : fl_has_resigned(t, seat)                  ? "host.resigned"
                                                                  : NULL;
    struct fl_pending *p = why ? NULL : fl_table_draft(t, FL_EVENT_RESIGN, call->client);
    if (!p)
        return why ? why : "host.not-stored";
    p->event.seat = (uint8_t)seat;
    p->event.seats = side_that_resigns(t, seat);
    return write_ending(t, p);
}

static int count_held(const struct fl_table *t)
{
    int people = 0;
    for (int seat = 0; seat < t->options.setup.seats; seat++)
        people += fl_is_held(t, seat);
    return people;
}

/* end: requests the end with the present standing. Against bots only, nobody could disagree. */
static const char *do_end(struct fl_call *call)
{
    struct fl_table *t = call->table;
    fl_seats seats = fl_seats_in_play(t, call->sender->seats);
    const char *why = t->phase != FL_TABLE_PLAYING ? "host.not-playing"
                      : !seats                     ? "host.not-yours"
                      : count_held(t) < 2          ? "host.nobody-to-agree"
                                                   : NULL;
    if (why)
        return why;
    return fl_request(call, (struct fl_request){.seat = __builtin_ctz(seats), .ends = true});
}

/* Whether all people have resigned. Those who left may come back. */
static bool only_bots_are_left(const struct fl_table *t)
{
    for (int seat = 0; seat < t->options.setup.seats; seat++)
        if (t->seat[seat].taken && !t->seat[seat].barred && !fl_has_resigned(t, seat))
            return false;
    return t->match.ending.resigned;
}

static bool tick(struct fl_table *t)
{
    return t->phase == FL_TABLE_PLAYING && only_bots_are_left(t) &&
           !fl_write_agreement(t, FL_NO_CLIENT, FL_SPECTATOR);
}

static const struct fl_client_command commands[] = {
    {"resign", do_resign, true, false},
    {"end", do_end, true, false},
    {0},
};

const struct fl_feature fl_ending_feature = {.commands = commands, .tick = tick};
