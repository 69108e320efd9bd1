/* Taking a move back: freely where nothing was learnt by it, else if everybody agrees. */
#include "host/table.h"

void fl_undo_forget(struct fl_table *t)
{
    t->undo_seat = -1;
    t->agreed = 0;
}

static void tell_undo(struct fl_table *t, const char *is, int seat)
{
    struct fl_buf out;
    struct fl_json j = fl_message(t->host, &out, is);
    fl_json_key_number(&j, "seat", seat + 1);
    fl_send_table(t, &j);
}

static void write_undo(struct fl_table *t, fl_line line, int seat, uint32_t steps)
{
    struct fl_pending *p = fl_table_draft(t, FL_EVENT_UNDO, line, 5);
    if (!p) {
        fl_refuse(t->host, line, "host.not-kept");
        return;
    }
    p->data[0] = (unsigned char)seat;
    fl_write_u32(p->data + 1, steps);
    fl_table_write(t, p);
}

/* The last move of one of these seats: its place in the log, or -1. */
static int64_t last_move(const struct fl_match *m, fl_seats seats)
{
    for (uint32_t i = m->steps; i-- > 0;)
        if (seats & FL_SEAT(m->log[i].seat))
            return i;
    return -1;
}

/* People who have a say: seated, here, and not those who have agreed. Bots do not mind. */
static bool somebody_must_agree(const struct fl_table *t)
{
    for (int seat = 0; seat < t->terms.setup.seats; seat++) {
        const struct fl_chair *c = &t->chair[seat];
        if (c->taken && !c->gone && !c->bot_plays && !(t->agreed & FL_SEAT(seat)))
            return true;
    }
    return false;
}

static void settle_undo(struct fl_table *t, fl_line line)
{
    if (somebody_must_agree(t))
        tell_undo(t, "undo-asked", t->undo_seat);
    else
        write_undo(t, line, t->undo_seat, t->undo_steps);
}

static bool allows_undo(const struct fl_table *t)
{
    return t->phase == FL_PLAYING && t->match.undos < FL_MAX_UNDOS;
}

int fl_undo_free_seat(const struct fl_table *t)
{
    const struct fl_match *m = &t->match;
    if (!allows_undo(t) || !m->steps)
        return -1;
    int seat = m->log[m->steps - 1].seat;
    return seat < t->terms.setup.seats && fl_match_undo_is_free(m, seat) ? seat : -1;
}

static void tell_free(struct fl_table *t, fl_line line, int seat)
{
    struct fl_buf out;
    if (seat < 0 || !(t->host->guest[line].seats & FL_SEAT(seat)))
        return;
    struct fl_json j = fl_message(t->host, &out, "undo-free");
    fl_json_key_number(&j, "seat", seat + 1);
    fl_send(t->host, &line, 1, &j);
}

void fl_tell_undo_free(struct fl_table *t, fl_line line)
{
    tell_free(t, line, fl_undo_free_seat(t));
}

void fl_tell_step_free(struct fl_table *t, const struct fl_event *e, const struct fl_match *before)
{
    struct fl_step step = fl_steps_get(e, 0);
    if (!allows_undo(t) || fl_steps_count(e) != 1 || !fl_step_is_free(before, step))
        return;
    for (uint32_t i = 0; i < t->guests; i++)
        tell_free(t, t->guest[i], step.seat);
}

/* People round one table have seen it all, and anything can be mistyped: nobody is asked. */
static void undo_at_real_table(struct fl_table *t, fl_line line)
{
    int seat = __builtin_ctz(t->host->guest[line].seats);
    if (t->match.undos == FL_MAX_UNDOS)
        fl_refuse(t->host, line, "host.nothing-to-undo");
    else
        write_undo(t, line, seat, fl_throw_last(t));
}

void fl_do_undo(struct fl_host *h, fl_line line, const char *rest)
{
    struct fl_guest *g = &h->guest[line];
    struct fl_table *t = g->at;
    (void)rest;
    if (t->phase == FL_PLAYING && t->terms.dice == FL_REAL_DICE && g->seats && t->match.steps) {
        undo_at_real_table(t, line);
        return;
    }
    int64_t at = t->phase == FL_PLAYING ? last_move(&t->match, g->seats) : -1;
    int free_seat = fl_undo_free_seat(t);
    if (at < 0 || t->match.undos == FL_MAX_UNDOS) {
        fl_refuse(h, line, t->phase == FL_PLAYING ? "host.nothing-to-undo" : "host.not-playing");
        return;
    }
    int seat = t->match.log[at].seat;
    if (seat == free_seat && at + 1 == t->match.steps) {
        write_undo(t, line, seat, (uint32_t)at);
        return;
    }
    t->undo_seat = seat;
    t->undo_steps = (uint32_t)at;
    t->agreed = g->seats;
    settle_undo(t, line);
}

void fl_do_agree(struct fl_host *h, fl_line line, const char *rest)
{
    struct fl_guest *g = &h->guest[line];
    (void)rest;
    if (g->at->undo_seat < 0 || !g->seats) {
        fl_refuse(h, line, "host.nothing-to-agree");
        return;
    }
    g->at->agreed |= g->seats;
    if (!somebody_must_agree(g->at))
        write_undo(g->at, line, g->at->undo_seat, g->at->undo_steps);
}

void fl_do_disagree(struct fl_host *h, fl_line line, const char *rest)
{
    struct fl_guest *g = &h->guest[line];
    (void)rest;
    if (g->at->undo_seat < 0 || !g->seats) {
        fl_refuse(h, line, "host.nothing-to-agree");
        return;
    }
    tell_undo(g->at, "undo-refused", g->at->undo_seat);
    fl_undo_forget(g->at);
}
