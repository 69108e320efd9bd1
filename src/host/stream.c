/* The events of a table in memory, one after the other: number, kind, time, length, bytes. They are
 * kept so that whoever comes back can be told what he missed; the store has them too. */
#include <stdlib.h>
#include <string.h>

#include "host/table.h"

struct head {
    int64_t at;
    uint32_t n;
    uint16_t len;
    uint8_t kind, unused;
};

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
        room += room / 2;
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
    struct head head = {
        .at = event->at, .n = event->n, .len = (uint16_t)event->len, .kind = (uint8_t)event->kind};
    if (!make_room(t, sizeof head + event->len))
        return;
    memcpy(t->stream + t->stream_len, &head, sizeof head);
    if (event->len)
        memcpy(t->stream + t->stream_len + sizeof head, event->data, event->len);
    t->stream_len += sizeof head + event->len;
}

bool fl_stream_at(const struct fl_table *t, size_t at, struct fl_kept *out)
{
    struct head head;
    if (at >= t->stream_len)
        return false;
    memcpy(&head, t->stream + at, sizeof head);
    out->event = (struct fl_event){.n = head.n,
                                   .kind = (enum fl_event_kind)head.kind,
                                   .at = head.at,
                                   .data = t->stream + at + sizeof head,
                                   .len = head.len};
    out->next = at + sizeof head + head.len;
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
