/* The events of a table in memory, one after the other: number, length, kind, bytes. They are kept
 * so that whoever comes back can be told what he missed; the store has them too, with their times.
 */
#include <stdlib.h>
#include <string.h>

#include "host/table.h"

enum { HEAD = 7 };      /* bytes before an event's own: four, two and one */
enum { BY_BOT = 0x80 }; /* in a step's first byte, beside the seat */

uint32_t fl_read_u32(const unsigned char *bytes)
{
    return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

void fl_write_u32(unsigned char *bytes, uint32_t number)
{
    for (int i = 0; i < 4; i++)
        bytes[i] = (unsigned char)(number >> 8 * i);
}

static bool make_room(struct fl_table *t, size_t more)
{
    size_t room = t->stream_room ? t->stream_room : 512;
    while (room < t->stream_len + more)
        room += room / 4 + more;
    if (room == t->stream_room)
        return true;
    unsigned char *stream = realloc(t->stream, room);
    if (!stream)
        return false;
    t->stream = stream;
    t->stream_room = room;
    return true;
}

/* Where memory is short the log of those who come back has a hole; the match goes on. */
void fl_stream_add(struct fl_table *t, const struct fl_event *event)
{
    if (!make_room(t, HEAD + event->len))
        return;
    unsigned char *head = t->stream + t->stream_len;
    fl_write_u32(head, event->n);
    head[4] = (unsigned char)event->len;
    head[5] = (unsigned char)(event->len >> 8);
    head[6] = (unsigned char)event->kind;
    if (event->len)
        memcpy(head + HEAD, event->data, event->len);
    t->stream_len += HEAD + event->len;
}

void fl_table_fit(struct fl_table *t)
{
    fl_match_fit(&t->match);
    unsigned char *stream = t->stream_len ? realloc(t->stream, t->stream_len) : NULL;
    if (!stream)
        return;
    t->stream = stream;
    t->stream_room = t->stream_len;
}

bool fl_stream_at(const struct fl_table *t, size_t at, struct fl_kept *out)
{
    if (at >= t->stream_len)
        return false;
    const unsigned char *head = t->stream + at;
    out->event = (struct fl_event){.n = fl_read_u32(head),
                                   .kind = (enum fl_event_kind)head[6],
                                   .data = head + HEAD,
                                   .len = (size_t)(head[4] | head[5] << 8)};
    out->next = at + HEAD + out->event.len;
    return true;
}

void fl_stream_begin_anew(struct fl_table *t)
{
    struct fl_kept kept;
    size_t len = 0;
    for (size_t at = 0; fl_stream_at(t, at, &kept); at = kept.next) {
        size_t size = kept.next - at;
        if (kept.event.kind != FL_EVENT_CHAT)
            continue;
        memmove(t->stream + len, t->stream + at, size);
        len += size;
    }
    t->stream_len = len;
}

/* ---- steps: the first one's seat, then two bytes a move; all after the first are chance's ---- */

size_t fl_steps_size(uint32_t steps)
{
    return 1 + 2 * (size_t)steps;
}

void fl_steps_put(unsigned char *data, const struct fl_step *step, uint32_t steps, bool by_bot)
{
    data[0] = (unsigned char)((steps ? step[0].seat : FL_CHANCE) | (by_bot ? BY_BOT : 0));
    for (uint32_t i = 0; i < steps; i++) {
        data[1 + 2 * i] = (unsigned char)step[i].move;
        data[2 + 2 * i] = (unsigned char)(step[i].move >> 8);
    }
}

uint32_t fl_steps_count(const struct fl_event *event)
{
    return event->len ? (uint32_t)((event->len - 1) / 2) : 0;
}

struct fl_step fl_steps_get(const struct fl_event *event, uint32_t i)
{
    const unsigned char *data = event->data;
    return (struct fl_step){
        .move = (fl_move)(data[1 + 2 * i] | data[2 + 2 * i] << 8),
        .seat = i ? FL_CHANCE : (uint16_t)(data[0] & ~BY_BOT),
    };
}

bool fl_steps_by_bot(const struct fl_event *event)
{
    return event->len && (((const unsigned char *)event->data)[0] & BY_BOT);
}
