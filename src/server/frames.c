/* WebSocket frames: what wslay reads is judged here, and messages are put together. */
#include "server/frames.h"

#include <stdlib.h>
#include <string.h>
#include <wslay/wslay.h>

/* ---- UTF-8 ---- */

/* How many bytes follow a first byte, and the least and most the first of those may be. */
static int expect(uint8_t first, uint8_t *least, uint8_t *most)
{
    *least = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
    *most = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
    if (first < 0x80)
        return 0;
    if (first < 0xC2 || first > 0xF4)
        return -1;
    return first < 0xE0 ? 1 : first < 0xF0 ? 2 : 3;
}

bool fl_is_utf8(const uint8_t *bytes, size_t len)
{
    for (size_t i = 0; i < len;) {
        uint8_t least, most;
        int more = expect(bytes[i++], &least, &most);
        if (more < 0 || (size_t)more > len - i)
            return false;
        for (; more; more--, i++, least = 0x80, most = 0xBF)
            if (bytes[i] < least || bytes[i] > most)
                return false;
    }
    return true;
}

/* ---- in ---- */

/* The part holds a message, and behind it a control frame that came between its fragments. */
enum { PART = FL_LINE_MAX + FL_CONTROL_MAX };

/* wslay's reader, and whose frames it reads now. */
struct fl_reader {
    struct wslay_frame_context *context;
    struct fl_frames *frames;
};

static ssize_t give(uint8_t *to, size_t room, int flags, void *reader)
{
    struct fl_frames *f = ((struct fl_reader *)reader)->frames;
    size_t n = room < f->in_len ? room : f->in_len;
    (void)flags;
    memcpy(to, f->in, n);
    f->in += n;
    f->in_len -= n;
    f->taken += n;
    return (ssize_t)n; /* 0 means: come back later */
}

static uint64_t frame_size(uint64_t payload)
{
    return payload + (payload < 126 ? 6 : payload < 65536 ? 8 : 14);
}

static bool is_control(const struct wslay_frame_iocb *piece)
{
    return wslay_is_ctrl_frame(piece->opcode);
}

/* Judges a header; wslay has seen to the lengths and to whole control frames. */
static int judge(const struct fl_frames *f, const struct wslay_frame_iocb *piece)
{
    if (!piece->mask || piece->rsv)
        return FL_CLOSE_PROTOCOL;
    if (is_control(piece))
        return piece->opcode <= WSLAY_PONG ? 0 : FL_CLOSE_PROTOCOL;
    if (piece->opcode > WSLAY_BINARY_FRAME)
        return FL_CLOSE_PROTOCOL;
    if ((piece->opcode == WSLAY_CONTINUATION_FRAME) != f->begun)
        return FL_CLOSE_PROTOCOL;
    if (piece->opcode == WSLAY_BINARY_FRAME)
        return FL_CLOSE_UNSUPPORTED;
    return f->text + piece->payload_length > FL_LINE_MAX ? FL_CLOSE_TOO_BIG : 0;
}

static bool is_close_code(unsigned code)
{
    return (code >= 1000 && code <= 1003) || (code >= 1007 && code <= 1014) ||
           (code >= 3000 && code <= 4999);
}

static int their_close(const uint8_t *bytes, size_t len)
{
    if (!len)
        return FL_CLOSE_NO_CODE;
    if (len == 1)
        return FL_CLOSE_PROTOCOL;
    unsigned code = (unsigned)bytes[0] << 8 | bytes[1];
    if (!is_close_code(code))
        return FL_CLOSE_PROTOCOL;
    return fl_is_utf8(bytes + 2, len - 2) ? (int)code : FL_CLOSE_BAD_TEXT;
}

/* What a reading goes to. */
struct hearing {
    const struct fl_frames_ear *ear;
    void *who;
    bool over; /* nobody listens any more */
};

static int hear_control(struct hearing *h, int opcode, const uint8_t *bytes, size_t len)
{
    if (opcode == WSLAY_CONNECTION_CLOSE)
        return their_close(bytes, len);
    if (opcode == WSLAY_PING)
        h->ear->ping(h->who, bytes, len);
    else
        h->ear->pong(h->who);
    return 0;
}

static int hear_line(struct hearing *h, const uint8_t *bytes, size_t len)
{
    if (!fl_is_utf8(bytes, len))
        return FL_CLOSE_BAD_TEXT;
    h->over = !h->ear->line(h->who, (const char *)bytes, len);
    return 0;
}

/* Puts a piece behind what came before it; the room was judged. */
static bool keep(struct fl_frames *f, const struct wslay_frame_iocb *piece)
{
    if (!f->part && !(f->part = malloc(PART)))
        return false;
    uint8_t *to = is_control(piece) ? f->part + FL_LINE_MAX + f->control : f->part + f->text;
    if (piece->data_length)
        memcpy(to, piece->data, piece->data_length);
    if (is_control(piece))
        f->control = (uint16_t)(f->control + piece->data_length);
    else
        f->text = (uint16_t)(f->text + piece->data_length);
    return true;
}

/* A frame that came at once, and needs nothing kept: the usual one. */
static int hear_at_once(struct hearing *h, const struct wslay_frame_iocb *piece)
{
    if (is_control(piece))
        return hear_control(h, piece->opcode, piece->data, piece->data_length);
    return hear_line(h, piece->data, piece->data_length);
}

static int hear_kept(struct fl_frames *f, struct hearing *h, const struct wslay_frame_iocb *piece)
{
    if (is_control(piece)) {
        size_t len = f->control;
        f->control = 0;
        return hear_control(h, piece->opcode, f->part + FL_LINE_MAX, len);
    }
    f->begun = !piece->fin;
    if (f->begun)
        return 0;
    size_t len = f->text;
    f->text = 0;
    return hear_line(h, f->part, len);
}

static int hear_piece(struct fl_frames *f, struct hearing *h, const struct wslay_frame_iocb *piece)
{
    bool first = !f->inside;
    if (first) {
        int code = judge(f, piece);
        if (code)
            return code;
        f->left = piece->payload_length;
    }
    f->left -= piece->data_length;
    f->inside = f->left > 0;
    if (!f->inside)
        f->taken -= frame_size(piece->payload_length);
    if (first && !f->inside && piece->fin && piece->opcode != WSLAY_CONTINUATION_FRAME)
        return hear_at_once(h, piece);
    if (!keep(f, piece))
        return FL_CLOSE_TRY_LATER;
    return f->inside ? 0 : hear_kept(f, h, piece);
}

static struct fl_reader *make_reader(void)
{
    static const struct wslay_frame_callbacks callbacks = {.recv_callback = give};
    struct fl_reader *reader = malloc(sizeof *reader);
    if (reader && wslay_frame_context_init(&reader->context, &callbacks, reader)) {
        free(reader);
        reader = NULL;
    }
    return reader;
}

static void free_reader(struct fl_reader *reader)
{
    if (reader)
        wslay_frame_context_free(reader->context);
    free(reader);
}

/* A reader between frames is as good as new, whoever used it. */
static bool take_reader(struct fl_frames *f)
{
    if (!f->reader && f->readers) {
        f->reader = f->readers->spare;
        f->readers->spare = NULL;
    }
    if (!f->reader)
        f->reader = make_reader();
    if (f->reader)
        f->reader->frames = f;
    return f->reader;
}

static void put_reader_back(struct fl_frames *f)
{
    if (f->readers && !f->readers->spare)
        f->readers->spare = f->reader;
    else
        free_reader(f->reader);
    f->reader = NULL;
}

/* Gives back what an idle connection does not need. */
static void rest(struct fl_frames *f)
{
    if (!f->taken)
        put_reader_back(f);
    if (!f->begun && !f->inside) {
        free(f->part);
        f->part = NULL;
    }
}

int fl_frames_read(struct fl_frames *f, const uint8_t *bytes, size_t len,
                   const struct fl_frames_ear *ear, void *who)
{
    struct hearing h = {.ear = ear, .who = who};
    int code = 0;
    f->in = bytes;
    f->in_len = len;
    if (!take_reader(f))
        return FL_CLOSE_TRY_LATER;
    while (!code && !h.over) {
        struct wslay_frame_iocb piece;
        ssize_t got = wslay_frame_recv(f->reader->context, &piece);
        if (got == WSLAY_ERR_WANT_READ)
            break;
        code = got < 0 ? FL_CLOSE_PROTOCOL : hear_piece(f, &h, &piece);
    }
    if (!code && !h.over)
        rest(f);
    return code;
}

void fl_frames_end(struct fl_frames *f)
{
    free_reader(f->reader);
    free(f->part);
    *f = (struct fl_frames){.readers = f->readers};
}

void fl_readers_end(struct fl_readers *readers)
{
    free_reader(readers->spare);
    readers->spare = NULL;
}

/* ---- out ---- */

size_t fl_frame_head(uint8_t out[FL_FRAME_HEAD_MAX], enum fl_opcode opcode, size_t payload)
{
    out[0] = (uint8_t)(0x80 | opcode);
    if (payload < 126) {
        out[1] = (uint8_t)payload;
        return 2;
    }
    size_t size = payload < 65536 ? 2 : 8;
    out[1] = size == 2 ? 126 : 127;
    for (size_t i = 0; i < size; i++)
        out[2 + i] = (uint8_t)((uint64_t)payload >> 8 * (size - 1 - i));
    return 2 + size;
}
