/* Bytes in memory that grows. A host that has no more memory cannot go on, so it stops here. */
#ifndef FL_WASM_HEAP_H
#define FL_WASM_HEAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct fl_heap {
    char *at;
    size_t len, cap;
};

/* Room for so many bytes behind those there are. */
char *fl_heap_room(struct fl_heap *, size_t more);

void fl_heap_put(struct fl_heap *, const void *bytes, size_t len);
void fl_heap_put_number(struct fl_heap *, uint64_t, int bytes);        /* little-endian */
void fl_heap_put_text(struct fl_heap *, const void *text, size_t len); /* after its length */

/* Reading what was put. */
struct fl_reading {
    const char *at, *end;
    bool failed; /* something was missing; everything read since is nothing */
};

uint64_t fl_read_number(struct fl_reading *, int bytes);
const void *fl_read_bytes(struct fl_reading *, size_t len); /* NULL if they are not there */

/* A text of at most room - 1 bytes, ended by a zero byte. */
void fl_read_text(struct fl_reading *, char *out, size_t room);

#endif
