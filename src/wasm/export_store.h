/* A memory store that notes which tables changed and exports each of them as bytes. The page keeps
 * the bytes in the browser's storage and imports them on the next visit. */
#ifndef FL_WASM_EXPORT_STORE_H
#define FL_WASM_EXPORT_STORE_H

#include "store/store.h"
#include "wasm/byte_buffer.h"

enum { FL_EXPORT_CHANGED = 64 }; /* maximal number of tables, all of which may have changed */

struct fl_export_store {
    struct fl_store store; /* first member: a pointer to one is a pointer to the other */
    struct fl_store *memory;
    int changed;
    uint64_t id[FL_EXPORT_CHANGED];
};

/* Returns false if memory is short. */
bool fl_export_store_begin(struct fl_export_store *);

/* Appends the next changed table to the buffer: its id, then its contents. Returns false if no
 * table has changed. */
bool fl_export_store_next(struct fl_export_store *, struct fl_byte_buffer *out);

/* Imports a table. Returns false if the bytes are invalid or the table already exists. */
bool fl_export_store_import(struct fl_export_store *, const char *bytes, size_t len);

#endif
