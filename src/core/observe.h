/* Observations: a sight as numbers, for programs that learn. A game lists the fields of its state
 * (struct fl_field); the observation is their values in this order. Because it is made from a
 * state after `redact`, it contains what the viewer knows and nothing else.
 *
 * Observations are seen from the viewer's seat: rows of seats begin with the viewer, and numbers of
 * seats count from the viewer. A strategy therefore does not depend on the seat it plays. */
#ifndef FL_CORE_OBSERVE_H
#define FL_CORE_OBSERVE_H

#include "core/game.h"

/* How a field is stored in the state, and the values it gives. */
enum fl_field_kind {
    FL_FIELD_U8,      /* one value per byte */
    FL_FIELD_U16,     /* one value per 16-bit number; beyond the range of int16_t it is limited */
    FL_FIELD_I16,     /* the same, signed */
    FL_FIELD_I32,     /* one value per 32-bit number, limited to the range of int16_t */
    FL_FIELD_BITS8,   /* 8 values, 0 or 1, per byte */
    FL_FIELD_BITS16,  /* 16 values, 0 or 1, per 16-bit number */
    FL_FIELD_BITS32,  /* 32 values, 0 or 1, per 32-bit number */
    FL_FIELD_BITS64,  /* 64 values, 0 or 1, per 64-bit number */
    FL_FIELD_QUADS8,  /* 2 values of four bits per byte, the lower first */
    FL_FIELD_QUADS64, /* 16 values of four bits per 64-bit number, the lowest first */
    FL_FIELD_SEAT,    /* a seat in a byte: 0 the viewer, 1 the next seat, ...; -1: no seat. With
                         `unit`, a row below it: 2 + the same for the third and fourth of two seats */
    FL_FIELD_SEATS,   /* a set of seats in a byte: 8 values, 0 or 1, the viewer first */
    FL_FIELD_SIDES3,  /* 5 values of three bits per 16-bit number: 0 none, 1 the viewer's side, ...
                       */
    FL_FIELD_PIECE /* a piece in a byte: 0 none; 1 + unit * seat + number, seats from the viewer */
};

/* The rows of a field: none, one per seat, or one per side. */
enum fl_field_rows { FL_ROWS_NONE, FL_ROWS_SEATS, FL_ROWS_SIDES };

struct fl_field {
    const char *name;  /* as in the state; NULL ends the list */
    const char *about; /* one sentence in English for docs/environments */
    uint16_t offset;   /* in the state, in bytes */
    uint16_t count;    /* elements in the state */
    uint8_t kind, rows;
    uint8_t row_count; /* rows of the array; 1 without rows */
    uint8_t unit;      /* FL_FIELD_PIECE: pieces per seat; FL_FIELD_SEAT: rows, or 0 */
};

/* Rows of a list of fields: FL_FIELD(struct, member, kind without FL_FIELD_, about), with the rows
 * of an array by seat or side, or with the unit of pieces. */
#define FL_FIELD_BASE(type, member, kind_)                                                         \
    .name = #member, .offset = offsetof(type, member), .kind = FL_FIELD_##kind_,                   \
    .count = sizeof(((type *)0)->member) / FL_FIELD_SIZE_##kind_
#define FL_FIELD(type, member, kind_, about_)                                                      \
    {                                                                                              \
        FL_FIELD_BASE(type, member, kind_), .about = about_, .row_count = 1                        \
    }
#define FL_FIELD_ROWS(type, member, kind_, rows_, about_)                                          \
    {                                                                                              \
        FL_FIELD_BASE(type, member, kind_),                                                        \
            .about = about_, .rows = rows_,                                                        \
            .row_count = sizeof(((type *)0)->member) / sizeof(((type *)0)->member[0])              \
    }

/* Bytes of one element in the state, by kind. */
enum {
    FL_FIELD_SIZE_U8 = 1,
    FL_FIELD_SIZE_U16 = 2,
    FL_FIELD_SIZE_I16 = 2,
    FL_FIELD_SIZE_I32 = 4,
    FL_FIELD_SIZE_BITS8 = 1,
    FL_FIELD_SIZE_BITS16 = 2,
    FL_FIELD_SIZE_BITS32 = 4,
    FL_FIELD_SIZE_BITS64 = 8,
    FL_FIELD_SIZE_QUADS8 = 1,
    FL_FIELD_SIZE_QUADS64 = 8,
    FL_FIELD_SIZE_SEAT = 1,
    FL_FIELD_SIZE_SEATS = 1,
    FL_FIELD_SIZE_SIDES3 = 2,
    FL_FIELD_SIZE_PIECE = 1
};

/* The observation's layout; increased when the values of a game are ordered differently. */
enum { FL_OBSERVATION_VERSION = 1 };

/* The number of values of an observation, viewer included. */
int fl_observation_size(const struct fl_game *);

/* A field by number, with the index of its first value and the number of its values. NULL after the
 * last. The first field is the number of the viewer's seat. */
const char *fl_observation_field(const struct fl_game *, int field, int *first, int *count);

/* Writes the observation of a sight, fl_observation_size values. */
void fl_observe(const struct fl_game *, const void *sight_state, int viewer, int seats,
                int16_t *out);

#endif
