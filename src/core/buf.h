/* Text written into memory of the caller's. Write everything, then ask once whether it fitted. */
#ifndef FL_CORE_BUF_H
#define FL_CORE_BUF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct fl_buf {
    char *at;        /* always ends in a zero byte */
    size_t len, cap; /* len < cap */
    bool overflowed; /* something was left out; at holds what fitted */
};

/* An empty buffer over cap > 0 bytes. */
struct fl_buf fl_buf_over(char *memory, size_t cap);

/* Forgets the text, keeps the memory. */
void fl_buf_clear(struct fl_buf *);

void fl_put(struct fl_buf *, const char *text);
void fl_put_bytes(struct fl_buf *, const char *bytes, size_t len);
static inline void fl_put_char(struct fl_buf *b, char c)
{
    if (b->len + 1 >= b->cap) {
        b->overflowed = true;
        return;
    }
    b->at[b->len++] = c;
    b->at[b->len] = '\0';
}
void fl_put_number(struct fl_buf *, int64_t);
void fl_put_hex64(struct fl_buf *, uint64_t); /* sixteen digits */

/* Numbers of the set bits, counted from 1, each after a space: " 3 5". */
void fl_put_bits(struct fl_buf *, unsigned mask);

#endif
