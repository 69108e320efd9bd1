/* A text buffer over memory of the caller. Write everything, then check `overflowed` once. */
#ifndef FL_CORE_BUF_H
#define FL_CORE_BUF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct fl_buf {
    char *at;        /* the caller's memory; the text always ends in a zero byte */
    size_t len, cap; /* bytes without the final zero, bytes in all; len < cap */
    bool overflowed; /* text was cut off; `at` contains the part that fitted */
};

/* Returns an empty buffer over `cap` > 0 bytes, which must outlive it. */
struct fl_buf fl_buf_over(char *memory, size_t cap);

/* Empties the buffer and clears `overflowed`. */
void fl_buf_clear(struct fl_buf *);

/* Append a string, `len` bytes, a character or a decimal number. Text that does not fit is cut off.
 */
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
/* Appends 16 hexadecimal digits. */
void fl_put_hex64(struct fl_buf *, uint64_t);

/* Appends the numbers of the set bits, counted from 1, each after a space: " 3 5". */
void fl_put_bits(struct fl_buf *, unsigned mask);

#endif
