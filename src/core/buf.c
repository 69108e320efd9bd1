/* Text buffers (buf.h). */
#include "core/buf.h"

#include <assert.h>
#include <string.h>

struct fl_buf fl_buf_over(char *memory, size_t cap)
{
    assert(cap > 0);
    memory[0] = '\0';
    return (struct fl_buf){.at = memory, .cap = cap};
}

void fl_buf_clear(struct fl_buf *b)
{
    *b = fl_buf_over(b->at, b->cap);
}

void fl_put_bytes(struct fl_buf *b, const char *bytes, size_t len)
{
    assert(b->len < b->cap);
    size_t room = b->cap - 1 - b->len;
    if (len > room) {
        b->overflowed = true;
        len = room;
    }
    memcpy(b->at + b->len, bytes, len);
    b->len += len;
    b->at[b->len] = '\0';
}

void fl_put(struct fl_buf *b, const char *text)
{
    fl_put_bytes(b, text, strlen(text));
}

void fl_put_number(struct fl_buf *b, int64_t number)
{
    if (number >= 0 && number < 10) {
        fl_put_char(b, (char)('0' + number));
        return;
    }
    char digit[20];
    size_t n = 0;
    uint64_t rest = number < 0 ? -(uint64_t)number : (uint64_t)number;
    do {
        digit[sizeof digit - ++n] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest);
    if (number < 0)
        fl_put_char(b, '-');
    fl_put_bytes(b, digit + sizeof digit - n, n);
}

void fl_put_hex64(struct fl_buf *b, uint64_t number)
{
    for (int shift = 60; shift >= 0; shift -= 4)
        fl_put_char(b, "0123456789abcdef"[number >> shift & 15]);
}

void fl_put_bits(struct fl_buf *b, unsigned mask)
{
    for (int bit = 0; mask >> bit; bit++)
        if (mask >> bit & 1) {
            fl_put_char(b, ' ');
            fl_put_number(b, bit + 1);
        }
}
