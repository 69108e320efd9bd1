/* A growing byte buffer. It aborts if memory is short, because the host cannot continue without
 * it. */
#ifndef FL_WASM_BYTE_BUFFER_H
#define FL_WASM_BYTE_BUFFER_H

#include <stddef.h>

struct fl_byte_buffer {
    char *at;
    size_t len, cap;
};

/* Makes room for `more` bytes after the contents and returns a pointer to it. */
char *fl_byte_buffer_room(struct fl_byte_buffer *, size_t more);

/* Appends bytes. */
void fl_byte_buffer_put(struct fl_byte_buffer *, const void *bytes, size_t len);

#endif
