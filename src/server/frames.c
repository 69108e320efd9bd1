/* WebSocket frames: validates the frames that wslay parses and joins fragments to messages. */
#include "server/frames.h"

#include <stdlib.h>
#include <string.h>
#include <wslay/wslay.h>

/* ---- input ---- */

/* Size of `part`: a message, followed by a control frame received between its fragments. */
enum { PART_SIZE = FL_MAX_LINE + FL_CONTROL_MAX };

/* A wslay parser and the connection that uses it now. */
struct fl_reader {
    struct wslay_frame_context *context;
    struct fl_frames *frames;
};

/* wslay's callback to read input. */
static ssize_t read_input(uint8_t *to, size_t room, int flags, void *reader)
{
    struct fl_frames *f = ((struct fl_reader *)reader)->frames;
    size_t n = room < f->in_len ? room : f->in_len;
    (void)flags;
    memcpy(to, f->in, n);
    f->in += n;
    f->in_len -= n;
    f->taken += n;
    return (ssize_t)n; /* 0: wslay returns WSLAY_ERR_WANT_READ */
}

/* Bytes of a masked frame: header, masking key and payload. */
static uint64_t frame_size(uint64_t payload)
{
    return payload + (payload < 126 ? 6 : payload < 65536 ? 8 : 14);
}

static bool is_control(const struct wslay_frame_iocb *piece)
{
    return wslay_is_ctrl_frame(piece->opcode);
}

/* Returns 0 or the close code for an invalid frame header. wslay has already checked the encoding
 * of lengths, and that control frames are short and not fragmented. */
static int check_header(const struct fl_frames *f, const struct wslay_frame_iocb *piece)
{
    if (!piece->mask || piece->rsv)
        return FL_CLOSE_PROTOCOL;
    if (is_control(piece))
        return piece->opcode <= WSLAY_PONG ? 0 : FL_CLOSE_PROTOCOL;
    if (piece->opcode > WSLAY_BINARY_FRAME)
        return FL_CLOSE_PROTOCOL;
    if ((piece->opcode == WSLAY_CONTINUATION_FRAME) != f->in_message)
        return FL_CLOSE_PROTOCOL;
    if (piece->opcode == WSLAY_BINARY_FRAME)
        return FL_CLOSE_UNSUPPORTED;
    return f->text + piece->payload_length > FL_MAX_LINE ? FL_CLOSE_TOO_BIG : 0;
}

static bool is_close_code(unsigned code)
{
    return (code >= 1000 && code <= 1003) || (code >= 1007 && code <= 1014) ||
           (code >= 3000 && code <= 4999);
}

/* Returns the code to reply with to a received close frame. */
static int parse_close(const uint8_t *bytes, size_t len)
{
    if (!len)
        return FL_CLOSE_NO_CODE;
    if (len == 1)
        return FL_CLOSE_PROTOCOL;
    unsigned code = (unsigned)bytes[0] << 8 | bytes[1];
    if (!is_close_code(code))
        return FL_CLOSE_PROTOCOL;
    return fl_line_check((const char *)bytes + 2, len - 2).is_utf8 ? (int)code : FL_CLOSE_BAD_TEXT;
}

/* The receiver of the frames of one fl_frames_read call. */
struct receiver {
    const struct fl_frame_callbacks *callbacks;
    void *context;
    bool stopped; /* a callback returned false */
};

static int deliver_control(struct receiver *r, int opcode, const uint8_t *bytes, size_t len)
{
    if (opcode == WSLAY_CONNECTION_CLOSE)
        return parse_close(bytes, len);
    r->stopped = !(opcode == WSLAY_PING ? r->callbacks->ping(r->context, bytes, len)
                                        : r->callbacks->pong(r->context));
    return 0;
}

static int deliver_line(struct receiver *r, const uint8_t *bytes, size_t len)
{
    struct fl_line line = fl_line_check((const char *)bytes, len);
    if (!line.is_utf8)
        return FL_CLOSE_BAD_TEXT;
    r->stopped = !r->callbacks->line(r->context, &line);
    return 0;
}

/* Appends a piece of payload to `part`; check_header has ensured that it fits. */
static bool append_piece(struct fl_frames *f, const struct wslay_frame_iocb *piece)
{
    if (!f->part && !(f->part = malloc(PART_SIZE)))
        return false;
    uint8_t *to = is_control(piece) ? f->part + FL_MAX_LINE + f->control : f->part + f->text;
    if (piece->data_length)
        memcpy(to, piece->data, piece->data_length);
    if (is_control(piece))
        f->control = (uint16_t)(f->control + piece->data_length);
    else
        f->text = (uint16_t)(f->text + piece->data_length);
    return true;
}

/* The usual case: the whole frame was in one piece, so nothing needs to be copied. */
static int deliver_whole(struct receiver *r, const struct wslay_frame_iocb *piece)
{
    if (is_control(piece))
        return deliver_control(r, piece->opcode, piece->data, piece->data_length);
    return deliver_line(r, piece->data, piece->data_length);
}

/* A frame whose payload was collected in `part`. */
static int deliver_collected(struct fl_frames *f, struct receiver *r,
                             const struct wslay_frame_iocb *piece)
{
    if (is_control(piece)) {
        size_t len = f->control;
        f->control = 0;
        return deliver_control(r, piece->opcode, f->part + FL_MAX_LINE, len);
    }
    f->in_message = !piece->fin;
    if (f->in_message) {
        r->stopped = !r->callbacks->fragment(r->context);
        return 0;
    }
    size_t len = f->text;
    f->text = 0;
    return deliver_line(r, f->part, len);
}

/* Handles the part of a frame's payload that wslay found in the input: all of it or less. */
static int handle_piece(struct fl_frames *f, struct receiver *r,
                        const struct wslay_frame_iocb *piece)
{
    bool first = !f->in_payload;
    if (first) {
        int code = check_header(f, piece);
        if (code)
            return code;
        f->left = piece->payload_length;
    }
    f->left -= piece->data_length;
    f->in_payload = f->left > 0;
    if (!f->in_payload)
        f->taken -= frame_size(piece->payload_length);
    if (first && !f->in_payload && piece->fin && piece->opcode != WSLAY_CONTINUATION_FRAME)
        return deliver_whole(r, piece);
    if (!append_piece(f, piece))
        return FL_CLOSE_TRY_LATER;
    return f->in_payload ? 0 : deliver_collected(f, r, piece);
}

static struct fl_reader *make_reader(void)
{
    static const struct wslay_frame_callbacks callbacks = {.recv_callback = read_input};
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

/* A parser between two frames has no state, so connections can share it. */
static bool acquire_reader(struct fl_frames *f)
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

static void release_reader(struct fl_frames *f)
{
    if (f->readers && !f->readers->spare)
        f->readers->spare = f->reader;
    else
        free_reader(f->reader);
    f->reader = NULL;
}

/* Releases the memory that an idle connection does not need. */
static void release_idle(struct fl_frames *f)
{
    if (!f->taken)
        release_reader(f);
    if (!f->in_message && !f->in_payload) {
        free(f->part);
        f->part = NULL;
    }
}

int fl_frames_read(struct fl_frames *f, const uint8_t *bytes, size_t len,
                   const struct fl_frame_callbacks *callbacks, void *context)
{
    struct receiver r = {.callbacks = callbacks, .context = context};
    int code = 0;
    f->in = bytes;
    f->in_len = len;
    if (!acquire_reader(f))
        return FL_CLOSE_TRY_LATER;
    while (!code && !r.stopped) {
        struct wslay_frame_iocb piece;
        ssize_t got = wslay_frame_recv(f->reader->context, &piece);
        if (got == WSLAY_ERR_WANT_READ)
            break;
        code = got < 0 ? FL_CLOSE_PROTOCOL : handle_piece(f, &r, &piece);
    }
    if (!code && !r.stopped)
        release_idle(f);
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

/* ---- output ---- */

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
