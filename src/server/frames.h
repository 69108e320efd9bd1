/* WebSocket frames (RFC 6455): in through wslay, out with a header of our own. Knows no sockets.
 *
 * Only text is understood, one message a line, fragments put together up to FL_LINE_MAX bytes.
 * Between frames a connection holds no reader, so that thousands of idle ones cost nothing. */
#ifndef FL_SERVER_FRAMES_H
#define FL_SERVER_FRAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    FL_LINE_MAX = 1024,    /* bytes of one message from a client */
    FL_CONTROL_MAX = 125,  /* bytes in a ping, pong or close */
    FL_FRAME_HEAD_MAX = 10 /* bytes before the payload of what we send */
};

enum fl_opcode { FL_TEXT = 1, FL_CLOSE = 8, FL_PING = 9, FL_PONG = 10 };

/* Why a WebSocket is closed (RFC 6455, 7.4.1). */
enum {
    FL_CLOSE_NORMAL = 1000,
    FL_CLOSE_GOING_AWAY = 1001,
    FL_CLOSE_PROTOCOL = 1002,
    FL_CLOSE_UNSUPPORTED = 1003,
    FL_CLOSE_NO_CODE = 1005, /* their close named no code: ours names none */
    FL_CLOSE_BAD_TEXT = 1007,
    FL_CLOSE_POLICY = 1008,
    FL_CLOSE_TOO_BIG = 1009,
    FL_CLOSE_FAILED = 1011, /* we cannot do what we should */
    FL_CLOSE_TRY_LATER = 1013
};

/* Where a reader that nobody needs waits for the next who does: making one costs more than reading
 * a line with it. All zeros is an empty one. */
struct fl_readers {
    struct fl_reader *spare; /* or NULL */
};

/* What one connection has received of the frame and of the message under way. Stays where it is
 * while it is used. All zeros, but for the readers, is a fresh one. */
struct fl_frames {
    struct fl_readers *readers; /* shared, or NULL */
    struct fl_reader *reader;   /* NULL between frames */
    const uint8_t *in;          /* bytes the reader has not taken yet */
    size_t in_len;
    uint8_t *part;          /* payload that did not come whole; NULL if there is none */
    uint16_t text, control; /* bytes of it: of the message, of the control frame */
    bool begun;             /* a fragment came and its message is not whole */
    bool inside;            /* some of a frame's payload was read, not all */
    uint64_t left;          /* payload still to come of this frame */
    uint64_t taken;         /* bytes the reader took beyond the last whole frame */
};

/* Who is told of what came in. */
struct fl_frames_ear {
    /* A whole message, clean UTF-8, not ending in a zero byte. False: listen no more. */
    bool (*line)(void *who, const char *text, size_t len);
    void (*ping)(void *who, const uint8_t *bytes, size_t len);
    void (*pong)(void *who);
};

/* Reads what came in. Returns 0 to go on, or the code to close with: their own if they closed. */
int fl_frames_read(struct fl_frames *, const uint8_t *bytes, size_t len,
                   const struct fl_frames_ear *, void *who);

/* Gives memory back. */
void fl_frames_end(struct fl_frames *);
void fl_readers_end(struct fl_readers *);

/* Writes the header of a whole frame of ours and returns its length. */
size_t fl_frame_head(uint8_t out[FL_FRAME_HEAD_MAX], enum fl_opcode, size_t payload);

/* Whether these bytes are UTF-8: nothing overlong, no surrogates, nothing cut off. */
bool fl_is_utf8(const uint8_t *bytes, size_t len);

#endif
