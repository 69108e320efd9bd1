/* Aux Sabords: the squares that a ship can reach, with the steps (5.11). A breadth-first search by
 * number of steps.
 *
 * A route ends where a question other than the next step is asked, or when the number rolled is
 * used up. */
#include "games/aux_sabords/aux_sabords.h"

#include <assert.h>

enum { DIE = 6 };

struct search {
    const struct fl_aux *s;
    struct fl_route *out;
    size_t count; /* routes found */
    /* By steps, then square: 1 + the direction of arrival, or 0 if not reached. */
    uint8_t reached[DIE + 1][FL_AUX_SQUARES];
    uint8_t ended[FL_AUX_SQUARES]; /* 1: a route to this square was found */
};

static const char *name_of(const struct fl_aux *s, int square)
{
    char kind = fl_aux_square(s, square);
    if (!fl_aux_asks(s, s->colour, square))
        return NULL;
    if (kind == 'A' + s->colour)
        return "as.way.port";
    if (kind == 'a' + s->colour)
        return "as.way.treasure";
    if (kind == '0' + s->colour && s->side[s->colour])
        return "as.way.rose";
    return "as.way.enemy";
}

/* Writes the route to a square, from its last step back. */
static void add_route(struct search *v, int square, int steps)
{
    if (v->ended[square])
        return;
    v->ended[square] = 1;
    assert(v->count < FL_MAX_ROUTES && steps <= DIE);
    struct fl_route *route = &v->out[v->count++];
    *route = (struct fl_route){.name = name_of(v->s, square),
                               .item = (uint16_t)fl_aux_square_item(v->s, square),
                               .count = (uint16_t)steps};
    for (int i = steps; i > 0; i--) {
        int direction = v->reached[i][square] - 1;
        route->move[i - 1] = (fl_move)(FL_AUX_STEP + direction);
        square = fl_aux_beside(square, direction ^ 2);
    }
}

/* Extends the search from a square that was reached in `steps` steps. */
static void extend(struct search *v, int square, int steps)
{
    for (int direction = 0; direction < 4; direction++) {
        int next = fl_aux_beside(square, direction);
        if (!fl_aux_may_enter(v->s, v->s->colour, next) || v->reached[steps + 1][next])
            continue;
        v->reached[steps + 1][next] = (uint8_t)(direction + 1);
        if (steps + 1 == v->s->steps || fl_aux_asks(v->s, v->s->colour, next))
            add_route(v, next, steps + 1);
    }
}

static bool is_passed(const struct search *v, int square, int steps)
{
    if (!steps)
        return square == v->s->at[v->s->colour];
    return v->reached[steps][square] && !fl_aux_asks(v->s, v->s->colour, square);
}

int fl_aux_routes(const void *state, int seat, struct fl_route *out)
{
    struct search v = {.s = state, .out = out};
    if (v.s->phase != FL_AUX_SAILING || fl_aux_owner(v.s, v.s->colour) != seat)
        return 0;
    for (int steps = 0; steps < v.s->steps; steps++)
        for (int square = 0; square < FL_AUX_SQUARES; square++)
            if (is_passed(&v, square, steps))
                extend(&v, square, steps);
    return (int)v.count;
}
