/* WebSocket frames (RFC 6455): input is parsed by wslay, output headers are written here. Uses no
 * sockets.
 *
 * Only text messages are accepted, one line per message, of at most FL_MAX_LINE bytes with all its
 * fragments. Between frames a connection owns no parser, so that idle connections need little
 * memory. */
#ifndef FL_SERVER_FRAMES_H
#define FL_SERVER_FRAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "host/line.h"

/* Bytes. */
enum {
    FL_CONTROL_MAX = 125,  /* payload of a ping, pong or close */
    FL_FRAME_HEAD_MAX = 10 /* header of a sent frame */
};

enum fl_opcode { FL_TEXT = 1, FL_CLOSE = 8, FL_PING = 9, FL_PONG = 10 };

/* Codes of a close frame (RFC 6455, 7.4.1). */
enum {
    FL_CLOSE_NORMAL = 1000,
    FL_CLOSE_GOING_AWAY = 1001,
    FL_CLOSE_PROTOCOL = 1002,
    FL_CLOSE_UNSUPPORTED = 1003,
    FL_CLOSE_NO_CODE = 1005, /* the received close frame has no code; the reply has none either */
    FL_CLOSE_BAD_TEXT = 1007,
    FL_CLOSE_POLICY = 1008,
    FL_CLOSE_TOO_BIG = 1009,
    FL_CLOSE_FAILED = 1011,  /* internal error */
    FL_CLOSE_RESTART = 1012, /* the table moves to another node: reconnect at once */
    FL_CLOSE_TRY_LATER = 1013
};

/* A cache of one unused parser, because creating one costs more than parsing a line. All zeros is
 * an empty cache. */
struct fl_readers {
    struct fl_reader *spare; /* or NULL */
};

/* Input state of one connection. Must not be moved while it is in use. All zeros, except
 * `readers`, is the initial state. */
struct fl_frames {
    struct fl_readers *readers; /* shared cache, not owned; or NULL */
    struct fl_reader *reader;   /* owned; NULL between frames */
    const uint8_t *in;          /* input that the parser has not read yet; not owned */
    size_t in_len;
    uint8_t *part;          /* payload received so far of an incomplete message or control frame,
                               owned; or NULL */
    uint16_t text, control; /* bytes in `part`: of the message, of the control frame */
    bool in_message;        /* a fragment was received and the last one was not */
    bool in_payload;        /* part of the current frame's payload was received */
    uint64_t left;          /* bytes of the current frame's payload not received yet */
    uint64_t taken;         /* bytes that the parser read after the last complete frame */
};

/* Callbacks: every frame except a close calls one of them. A callback returns false to stop reading
 * the input. Pointers are valid during the call. */
struct fl_frame_callbacks {
    /* The last frame of a message. The line is the whole message; it is valid UTF-8. */
    bool (*line)(void *context, const struct fl_line *);
    bool (*ping)(void *context, const uint8_t *bytes, size_t len);
    bool (*pong)(void *context);
    bool (*fragment)(void *context); /* any other frame of a message */
};

/* Parses input. Returns 0 to continue, or the code to close the connection with; if the client sent
 * a close frame, this is its code. */
int fl_frames_read(struct fl_frames *, const uint8_t *bytes, size_t len,
                   const struct fl_frame_callbacks *, void *context);

/* Free the memory of a connection's input state, and of the cache. */
void fl_frames_end(struct fl_frames *);
void fl_readers_end(struct fl_readers *);

/* Writes the header of an unfragmented, unmasked frame and returns its length. */
size_t fl_frame_head(uint8_t out[FL_FRAME_HEAD_MAX], enum fl_opcode, size_t payload);

#endif
