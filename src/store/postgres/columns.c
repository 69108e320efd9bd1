/* Arrays in PostgreSQL's binary format: number of dimensions, whether there are NULLs, type of the
 * elements, length and first index of each dimension; then each element with its length. All
 * numbers are big-endian. */
#include <stdlib.h>
#include <string.h>

#include "store/postgres/postgres.h"

enum { HEAD = 20, FIRST_ROOM = 1024 };

static void put_int4(unsigned char *at, uint32_t number)
{
    for (int i = 0; i < 4; i++)
        at[i] = (unsigned char)(number >> 8 * (3 - i));
}

static unsigned char *extend(struct fl_pg_column *c, size_t len)
{
    if (c->len + len > c->room) {
        size_t room = c->room ? c->room : FIRST_ROOM;
        while (room < c->len + len)
            room *= 2;
        c->at = realloc(c->at, room);
        if (!c->at)
            abort();
        c->room = room;
    }
    c->len += len;
    return c->at + c->len - len;
}

void fl_pg_column_clear(struct fl_pg_column *c)
{
    c->len = 0;
    c->count = 0;
    extend(c, HEAD);
}

void fl_pg_column_free(struct fl_pg_column *c)
{
    free(c->at);
}

void fl_pg_column_add(struct fl_pg_column *c, const void *value, size_t len)
{
    unsigned char *at = extend(c, 4 + len);
    put_int4(at, (uint32_t)len);
    if (len)
        memcpy(at + 4, value, len);
    c->count++;
}

void fl_pg_column_add_number(struct fl_pg_column *c, int64_t number, int bytes)
{
    unsigned char big_endian[8];
    for (int i = 0; i < bytes; i++)
        big_endian[i] = (unsigned char)((uint64_t)number >> 8 * (bytes - 1 - i));
    fl_pg_column_add(c, big_endian, (size_t)bytes);
}

void fl_pg_column_add_null(struct fl_pg_column *c)
{
    put_int4(extend(c, 4), UINT32_MAX);
    c->count++;
}

static uint32_t element_of(Oid array_type)
{
    static const uint32_t element[][2] = {
        {FL_PG_BOOL_ARRAY, FL_PG_BOOL}, {FL_PG_BYTEA_ARRAY, FL_PG_BYTEA},
        {FL_PG_INT2_ARRAY, FL_PG_INT2}, {FL_PG_INT4_ARRAY, FL_PG_INT4},
        {FL_PG_TEXT_ARRAY, FL_PG_TEXT}, {FL_PG_INT8_ARRAY, FL_PG_INT8}};
    for (size_t i = 0; i < sizeof element / sizeof *element; i++)
        if (element[i][0] == array_type)
            return element[i][1];
    abort();
}

void fl_pg_column_bind(struct fl_pg_column *c, struct fl_pg_statement *sql, Oid array_type)
{
    bool empty = !c->count;
    put_int4(c->at, !empty);
    put_int4(c->at + 4, 1); /* there may be NULLs */
    put_int4(c->at + 8, element_of(array_type));
    put_int4(c->at + 12, (uint32_t)c->count);
    put_int4(c->at + 16, 1);
    fl_pg_bind(sql, array_type, c->at, empty ? 12 : c->len);
}
