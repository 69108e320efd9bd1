/* A store in memory that remembers which tables changed, and can hand each of them over whole: the
 * page keeps them where the browser keeps things, and hands them back another day. */
#ifndef FL_WASM_KEPT_H
#define FL_WASM_KEPT_H

#include "store/store.h"
#include "wasm/heap.h"

enum { FL_KEPT_CHANGED = 64 }; /* tables that can have changed since anybody asked */

struct fl_kept_store {
    struct fl_store store; /* first: the store is this */
    struct fl_store *memory;
    int changed;
    uint64_t id[FL_KEPT_CHANGED];
};

/* False if there is no memory. */
bool fl_kept_begin(struct fl_kept_store *);

/* Does the writes asked for so far; returns how many. */
int fl_kept_pump(struct fl_kept_store *);

/* Writes the next table that changed behind what is in the heap: its id, and all about it. False
 * if none did. */
bool fl_kept_next(struct fl_kept_store *, struct fl_heap *out);

/* Puts a table back; false if these are not its bytes, or it is there already. */
bool fl_kept_take(struct fl_kept_store *, const char *bytes, size_t len);

#endif
