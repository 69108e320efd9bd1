/* Memory: what the server allocates is counted, can fail, and is freed when its process ends. */
#include <stdalign.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim.h"

void *__real_malloc(size_t);
void *__real_realloc(void *, size_t);
void __real_free(void *);

/* Before every block. Blocks of the server are in a ring. */
struct block {
    struct block *before, *after; /* NULL: the simulator's */
    size_t size;
    const void *caller;
};

static struct block ring = {&ring, &ring, 0, NULL};
static size_t bytes, blocks;

size_t memory_bytes(void)
{
    return bytes;
}

size_t memory_blocks(void)
{
    return blocks;
}

static void add(struct block *b)
{
    b->before = ring.before;
    b->after = &ring;
    b->before->after = b->after->before = b;
    bytes += b->size;
    blocks++;
}

static void take_out(struct block *b)
{
    b->before->after = b->after;
    b->after->before = b->before;
    bytes -= b->size;
    blocks--;
}

static void *allocate(size_t size, const void *caller)
{
    if (fiber_current() && sim_call_fails(CALL_ALLOC))
        return NULL;
    struct block *b = __real_malloc(sizeof *b + size);
    if (!b)
        abort();
    *b = (struct block){.size = size, .caller = caller};
    if (fiber_current())
        add(b);
    return b + 1;
}

void *__wrap_malloc(size_t);
void *__wrap_malloc(size_t size)
{
    return allocate(size, __builtin_return_address(0));
}

void *__wrap_calloc(size_t, size_t);
void *__wrap_calloc(size_t count, size_t size)
{
    void *memory = allocate(count * size, __builtin_return_address(0));
    return memory ? memset(memory, 0, count * size) : NULL;
}

void __wrap_free(void *);
void __wrap_free(void *memory)
{
    struct block *b = memory;
    if (!memory)
        return;
    b--;
    if (b->after)
        take_out(b);
    __real_free(b);
}

void *__wrap_realloc(void *, size_t);
void *__wrap_realloc(void *memory, size_t size)
{
    struct block *old = memory;
    void *grown = allocate(size, __builtin_return_address(0));
    if (!memory || !grown)
        return grown;
    size_t before = (old - 1)->size;
    memcpy(grown, memory, before < size ? before : size);
    __wrap_free(memory);
    return grown;
}

void memory_free_all(void)
{
    while (ring.after != &ring) {
        struct block *b = ring.after;
        take_out(b);
        __real_free(b);
    }
}

void memory_print(void)
{
    int n = 0;
    for (struct block *b = ring.after; b != &ring && n < 20; b = b->after, n++)
        printf("#   %zu bytes, allocated at %p\n", b->size, b->caller);
}

void *sim_alloc(size_t size)
{
    void *memory = __real_malloc(size);
    if (!memory)
        abort();
    return memset(memory, 0, size);
}

void *sim_realloc(void *memory, size_t size)
{
    memory = __real_realloc(memory, size);
    if (!memory)
        abort();
    return memory;
}

void sim_free(void *memory)
{
    __real_free(memory);
}

size_t memory_size(const void *memory)
{
    return ((const struct block *)memory - 1)->size;
}
