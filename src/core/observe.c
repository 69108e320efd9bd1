/* Observations (observe.h). Bits and groups of four bits are spread over 16-bit lanes four at a
 * time, because a batch of environments writes some hundred values per decision. */
#include "core/observe.h"

#include <string.h>

/* The viewer's place among the seats and among the sides. */
struct place {
    int seats, seat;
    int sides, side;
};

/* ---- layout ---- */

static const struct fl_field bytes_of_the_state = {
    .name = "state", .about = "The bytes of the state.", .kind = FL_FIELD_U8, .row_count = 1};

/* The fields of a game; a game without a list is observed as the bytes of its state. */
static struct fl_field field_of(const struct fl_game *g, int number)
{
    struct fl_field none = {.name = NULL}, all = bytes_of_the_state;
    if (g->fields)
        return g->fields[number];
    all.count = g->state_size;
    return number == 0 ? all : none;
}

/* The values per element of the state. */
static int values_per_element(enum fl_field_kind kind)
{
    static const uint8_t values[] = {
        [FL_FIELD_U8] = 1,       [FL_FIELD_U16] = 1,     [FL_FIELD_I16] = 1,
        [FL_FIELD_I32] = 1,      [FL_FIELD_BITS8] = 8,   [FL_FIELD_BITS16] = 16,
        [FL_FIELD_BITS32] = 32,  [FL_FIELD_BITS64] = 64, [FL_FIELD_QUADS8] = 2,
        [FL_FIELD_QUADS64] = 16, [FL_FIELD_SEAT] = 1,    [FL_FIELD_SEATS] = FL_MAX_SEATS,
        [FL_FIELD_SIDES3] = 5,   [FL_FIELD_PIECE] = 1};
    return values[kind];
}

static int element_size(enum fl_field_kind kind)
{
    static const uint8_t size[] = {
        [FL_FIELD_U8] = FL_FIELD_SIZE_U8,         [FL_FIELD_U16] = FL_FIELD_SIZE_U16,
        [FL_FIELD_I16] = FL_FIELD_SIZE_I16,       [FL_FIELD_I32] = FL_FIELD_SIZE_I32,
        [FL_FIELD_BITS8] = FL_FIELD_SIZE_BITS8,   [FL_FIELD_BITS16] = FL_FIELD_SIZE_BITS16,
        [FL_FIELD_BITS32] = FL_FIELD_SIZE_BITS32, [FL_FIELD_BITS64] = FL_FIELD_SIZE_BITS64,
        [FL_FIELD_QUADS8] = FL_FIELD_SIZE_QUADS8, [FL_FIELD_QUADS64] = FL_FIELD_SIZE_QUADS64,
        [FL_FIELD_SEAT] = FL_FIELD_SIZE_SEAT,     [FL_FIELD_SEATS] = FL_FIELD_SIZE_SEATS,
        [FL_FIELD_SIDES3] = FL_FIELD_SIZE_SIDES3, [FL_FIELD_PIECE] = FL_FIELD_SIZE_PIECE};
    return size[kind];
}

static int values_of(const struct fl_field *field)
{
    return field->count * values_per_element(field->kind);
}

int fl_observation_size(const struct fl_game *g)
{
    int size = 1;
    for (int i = 0;; i++) {
        struct fl_field field = field_of(g, i);
        if (!field.name)
            return size;
        size += values_of(&field);
    }
}

const char *fl_observation_field(const struct fl_game *g, int number, int *first, int *count)
{
    *first = 0;
    *count = 1;
    if (number == 0)
        return "viewer";
    for (int i = 0; i < number; i++) {
        struct fl_field field = field_of(g, i);
        *first += *count;
        *count = values_of(&field);
        if (!field.name)
            return NULL;
    }
    return field_of(g, number - 1).name;
}

/* ---- values ---- */

static int16_t limited(int64_t value)
{
    return (int16_t)(value > INT16_MAX ? INT16_MAX : value < INT16_MIN ? INT16_MIN : value);
}

/* Writes each of `count` bits, a multiple of 4, as a value. */
static void spread_bits(uint64_t bits, int count, int16_t *out)
{
    for (int i = 0; i < count; i += 4, bits >>= 4) {
        uint64_t lanes = (bits & 15) * 0x0000200040008001u & 0x0001000100010001u;
        memcpy(&out[i], &lanes, sizeof lanes);
    }
}

/* Writes each of sixteen groups of four bits as a value. */
static void spread_quads(uint64_t quads, int16_t *out)
{
    for (int i = 0; i < 16; i += 4, quads >>= 16) {
        uint64_t lanes = quads & 0xFFFF;
        lanes = (lanes | lanes << 24) & 0x000000FF000000FFu;
        lanes = (lanes | lanes << 12) & 0x000F000F000F000Fu;
        memcpy(&out[i], &lanes, sizeof lanes);
    }
}

/* The number of a seat or side, counted from the viewer's. */
static int relative(int number, int from, int count)
{
    int n = number - from;
    return n < 0 ? n + count : n;
}

/* `rows` is the number of rows if seats have several, as ships: the inverse of row_from. */
static int16_t relative_seat(int seat, int rows, const struct place *p)
{
    int group = seat - seat % p->seats;
    if (group && group + p->seats > rows)
        return -1;
    return (int16_t)(group + relative(seat % p->seats, p->seat, p->seats));
}

static void put_seats(unsigned set, const struct place *p, int16_t *out)
{
    for (int seat = 0; seat < FL_MAX_SEATS; seat++) {
        int to = seat < p->seats ? relative(seat, p->seat, p->seats) : seat;
        out[to] = (int16_t)(set >> seat & 1);
    }
}

static void put_sides(unsigned sides, const struct place *p, int16_t *out)
{
    for (int i = 0; i < 5; i++) {
        int side = (int)(sides >> 3 * i & 7);
        out[i] = (int16_t)(side ? relative(side - 1, p->side, p->sides) + 1 : 0);
    }
}

static int16_t piece(int number, int unit, const struct place *p)
{
    if (!number)
        return 0;
    int seat = (number - 1) / unit;
    int to = seat < p->seats ? relative(seat, p->seat, p->seats) : seat;
    return (int16_t)(to * unit + (number - 1) % unit + 1);
}

/* Reads element number i of a size that is known at compile time. */
#define ELEMENT(type, at, i)                                                                       \
    __extension__({                                                                                \
        type element;                                                                              \
        memcpy(&element, (at) + (size_t)(i) * sizeof element, sizeof element);                     \
        element;                                                                                   \
    })

/* Writes `count` elements of the state that give one value each. */
static void put_numbers(const struct fl_field *f, const unsigned char *at, int count,
                        const struct place *p, int16_t *out)
{
    switch (f->kind) {
    case FL_FIELD_U8:
        for (int i = 0; i < count; i++)
            out[i] = at[i];
        break;
    case FL_FIELD_U16:
        for (int i = 0; i < count; i++)
            out[i] = limited(ELEMENT(uint16_t, at, i));
        break;
    case FL_FIELD_I16:
        for (int i = 0; i < count; i++)
            out[i] = ELEMENT(int16_t, at, i);
        break;
    case FL_FIELD_I32:
        for (int i = 0; i < count; i++)
            out[i] = limited(ELEMENT(int32_t, at, i));
        break;
    case FL_FIELD_SEAT:
        for (int i = 0; i < count; i++)
            out[i] = relative_seat(at[i], f->unit, p);
        break;
    default:
        for (int i = 0; i < count; i++)
            out[i] = piece(at[i], f->unit, p);
    }
}

/* Writes `count` elements that give several values each. */
static void put_sets(const struct fl_field *f, const unsigned char *at, int count,
                     const struct place *p, int16_t *out)
{
    switch (f->kind) {
    case FL_FIELD_BITS8:
        for (int i = 0; i < count; i++)
            spread_bits(at[i], 8, &out[8 * i]);
        break;
    case FL_FIELD_BITS16:
        for (int i = 0; i < count; i++)
            spread_bits(ELEMENT(uint16_t, at, i), 16, &out[16 * i]);
        break;
    case FL_FIELD_BITS32:
        for (int i = 0; i < count; i++)
            spread_bits(ELEMENT(uint32_t, at, i), 32, &out[32 * i]);
        break;
    case FL_FIELD_BITS64:
        for (int i = 0; i < count; i++)
            spread_bits(ELEMENT(uint64_t, at, i), 64, &out[64 * i]);
        break;
    case FL_FIELD_QUADS8:
        for (int i = 0; i < count; i++) {
            out[2 * i] = at[i] & 15;
            out[2 * i + 1] = at[i] >> 4;
        }
        break;
    case FL_FIELD_QUADS64:
        for (int i = 0; i < count; i++)
            spread_quads(ELEMENT(uint64_t, at, i), &out[16 * i]);
        break;
    case FL_FIELD_SIDES3:
        for (int i = 0; i < count; i++)
            put_sides(ELEMENT(uint16_t, at, i), p, &out[5 * i]);
        break;
    default:
        for (int i = 0; i < count; i++)
            put_seats(at[i], p, &out[FL_MAX_SEATS * i]);
    }
}

static void put_elements(const struct fl_field *f, const unsigned char *at, int count,
                         const struct place *p, int16_t *out)
{
    if (values_per_element(f->kind) == 1)
        put_numbers(f, at, count, p, out);
    else
        put_sets(f, at, count, p, out);
}

/* The row that comes at place `row` when the viewer's own comes first. A game may have several rows
 * per seat, such as two ships: each complete group of rows is rotated. */
static int row_from(int row, int own, int count, int rows)
{
    int group = row - row % count;
    return group + count <= rows ? group + (row % count + own) % count : row;
}

static void put_field(const struct fl_field *f, const unsigned char *state, const struct place *p,
                      int16_t *out)
{
    if (f->rows == FL_ROWS_NONE) {
        put_elements(f, state + f->offset, f->count, p, out);
        return;
    }
    int rows = f->row_count, per_row = f->count / rows;
    int own = f->rows == FL_ROWS_SIDES ? p->side : p->seat;
    int count = f->rows == FL_ROWS_SIDES ? p->sides : p->seats;
    int bytes = per_row * element_size(f->kind), values = per_row * values_per_element(f->kind);
    for (int row = 0; row < rows; row++) {
        int from = row_from(row, own, count, rows);
        put_elements(f, state + f->offset + from * bytes, per_row, p, out + row * values);
    }
}

static struct place place_of(const struct fl_game *g, const void *state, int viewer, int seats)
{
    struct place p = {.seats = seats, .seat = viewer < seats ? viewer : 0, .sides = seats};
    p.side = p.seat;
    if (!g->team)
        return p;
    p.side = g->team(state, p.seat);
    p.sides = 0;
    for (int seat = 0; seat < seats; seat++)
        if (g->team(state, seat) >= p.sides)
            p.sides = g->team(state, seat) + 1;
    return p;
}

void fl_observe(const struct fl_game *g, const void *state, int viewer, int seats, int16_t *out)
{
    struct place p = place_of(g, state, viewer, seats);
    *out++ = (int16_t)viewer;
    if (!g->fields) {
        struct fl_field all = field_of(g, 0);
        put_field(&all, state, &p, out);
        return;
    }
    for (const struct fl_field *field = g->fields; field->name; field++) {
        put_field(field, state, &p, out);
        out += values_of(field);
    }
}
