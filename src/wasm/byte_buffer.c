/* A growing byte buffer. */
#include "wasm/byte_buffer.h"

#include <stdlib.h>
#include <string.h>

char *fl_byte_buffer_room(struct fl_byte_buffer *h, size_t more)
{
    size_t cap = h->cap ? h->cap : 4096;
    while (cap < h->len + more)
        cap *= 2;
    if (cap != h->cap && !(h->at = realloc(h->at, cap)))
        abort();
    h->cap = cap;
    return h->at + h->len;
}

void fl_byte_buffer_put(struct fl_byte_buffer *h, const void *bytes, size_t len)
{
    char *to = fl_byte_buffer_room(h, len);
    if (len)
        memcpy(to, bytes, len);
    h->len += len;
}
