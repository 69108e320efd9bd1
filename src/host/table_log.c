/* The events of a table in memory (table_log.h). */
#include "host/table_log.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "host/commands.h"

struct fl_kept_event {
    struct fl_kept_event *next;
    uint32_t n;
    uint16_t len;
    uint8_t kind;
    unsigned char data[];
};

/* Event n is the events of the match (fl_match_event) from `end` of the entry before to `end`. */
struct fl_logged_move {
    uint32_t n;
    uint32_t end : 22, kind : 5, seat : 4, by_bot : 1;
};

_Static_assert(2 * FL_MAX_STEPS < 1 << 22 && FL_EVENT_KIND_COUNT <= 32 && FL_SPECTATOR < 16,
               "the members of a logged move fit");

static void drop_first(struct fl_kept_events *q)
{
    struct fl_kept_event *first = q->first;
    q->first = first->next;
    if (!q->first)
        q->last = NULL;
    q->count--;
    free(first);
}

static void drop_all(struct fl_kept_events *q)
{
    while (q->first)
        drop_first(q);
}

static bool keep(struct fl_kept_events *q, const struct fl_table_event *e, int seats)
{
    unsigned char data[FL_MAX_EVENT];
    size_t len = fl_event_encode(e, seats, data);
    struct fl_kept_event *kept = malloc(sizeof *kept + len);
    if (!kept)
        return false;
    *kept = (struct fl_kept_event){.n = e->n, .len = (uint16_t)len, .kind = (uint8_t)e->kind};
    memcpy(kept->data, data, len);
    *(q->last ? &q->last->next : &q->first) = kept;
    q->last = kept;
    q->count++;
    return true;
}

static bool keep_move(struct fl_table_log *log, const struct fl_match *m,
                      const struct fl_table_event *e)
{
    if (log->moves == log->move_room) {
        uint32_t room = log->move_room + log->move_room / 4 + 32;
        struct fl_logged_move *move = realloc(log->move, room * sizeof *move);
        if (!move)
            return false;
        log->move = move;
        log->move_room = room;
    }
    log->move[log->moves++] = (struct fl_logged_move){.n = e->n,
                                                      .end = fl_match_events(m) & 0x3FFFFF,
                                                      .kind = e->kind & 31u,
                                                      .seat = e->seat & 15u,
                                                      .by_bot = e->by_bot};
    return true;
}

static bool keep_event(struct fl_table *t, const struct fl_table_event *e)
{
    struct fl_table_log *log = &t->log;
    switch (e->kind) {
    case FL_EVENT_START:
    case FL_EVENT_STEP:
    case FL_EVENT_UNDO:
    case FL_EVENT_RESIGN:
    case FL_EVENT_AGREE:
        return keep_move(log, &t->match, e);
    case FL_EVENT_CHAT:
    case FL_EVENT_TEAM_CHAT:
        return keep(&log->chat, e, t->options.setup.seats);
    case FL_EVENT_CLOCK:
        return true; /* which is not sent later */
    default:
        return keep(&log->other, e, t->options.setup.seats);
    }
}

/* Adds an event that all other features have applied. */
static bool fold(struct fl_table *t, const struct fl_table_event *e, bool played)
{
    struct fl_table_log *log = &t->log;
    (void)played;
    if (e->kind == FL_EVENT_REMATCH) {
        drop_all(&log->other);
        log->moves = 0;
        log->has_gap = false;
    }
    log->has_gap |= !keep_event(t, e);
    if (log->chat.count > FL_CHAT_KEPT)
        drop_first(&log->chat);
    while (log->other.first && log->other.first->n + FL_EVENTS_SENT < e->n)
        drop_first(&log->other);
    return true;
}

const struct fl_feature fl_log_feature = {.fold = fold};

void fl_table_shrink_to_fit(struct fl_table *t)
{
    struct fl_table_log *log = &t->log;
    struct fl_logged_move *move = log->moves ? realloc(log->move, log->moves * sizeof *move) : NULL;
    fl_match_shrink_to_fit(&t->match);
    if (!move)
        return;
    log->move = move;
    log->move_room = log->moves;
}

void fl_table_log_free(struct fl_table_log *log)
{
    drop_all(&log->chat);
    drop_all(&log->other);
    free(log->move);
}

/* ---- reading ---- */

static void read_kept(const struct fl_kept_event *kept, int seats, struct fl_decoded_event *out)
{
    struct fl_event event = {.n = kept->n,
                             .kind = fl_event_word((enum fl_event_kind)kept->kind),
                             .data = kept->data,
                             .len = kept->len};
    bool valid = fl_event_decode(&event, seats, out);
    assert(valid);
}

static void read_move(struct fl_log_position *p, struct fl_decoded_event *out)
{
    const struct fl_logged_move *move = &p->table->log.move[p->moves++];
    uint32_t first = p->moves > 1 ? move[-1].end : 0, count = move->end - first;
    assert(count <= FL_MAX_EVENT / 2);
    out->event = (struct fl_table_event){.n = move->n,
                                         .kind = (enum fl_event_kind)move->kind,
                                         .seat = (uint8_t)move->seat,
                                         .by_bot = move->by_bot,
                                         .step = out->step};
    for (uint32_t i = 0; i < count; i++) {
        out->step[i] = fl_match_event(&p->table->match, first + i);
        if (move->kind == FL_EVENT_UNDO)
            p->steps -= out->step[i].move;
        else if (move->kind == FL_EVENT_RESIGN)
            out->event.seats = out->step[i].move;
        else
            p->steps++;
    }
    out->event.steps = move->kind == FL_EVENT_UNDO ? p->steps : count;
}

static const struct fl_kept_event *next_of(const struct fl_kept_events *q,
                                           const struct fl_kept_event *last)
{
    return last ? last->next : q->first;
}

bool fl_table_log_next(struct fl_log_position *p, struct fl_decoded_event *out)
{
    const struct fl_table_log *log = &p->table->log;
    const struct fl_kept_event *chat = next_of(&log->chat, p->chat);
    const struct fl_kept_event *other = next_of(&log->other, p->other);
    uint32_t chat_n = chat ? chat->n : UINT32_MAX, other_n = other ? other->n : UINT32_MAX;
    uint32_t move_n = p->moves < log->moves ? log->move[p->moves].n : UINT32_MAX;
    if (!chat && !other && move_n == UINT32_MAX)
        return false;
    if (move_n < chat_n && move_n < other_n)
        read_move(p, out);
    else if (chat_n < other_n)
        read_kept(p->chat = chat, p->table->options.setup.seats, out);
    else
        read_kept(p->other = other, p->table->options.setup.seats, out);
    return true;
}
