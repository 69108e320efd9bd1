/* Names squares and finds the routes to them. */
#include "term/routes.h"

#include <string.h>

enum { NAME = 16 };

void fl_routes_of(const struct fl_sight *s, struct fl_routes *out)
{
    const struct fl_game *g = s->game;
    bool asked = s->viewer < FL_MAX_SEATS && g->turn(&s->state) & FL_SEAT(s->viewer);
    fl_sight_view(s, &out->view);
    out->count = asked && g->routes ? g->routes(&s->state, s->viewer, out->route) : 0;
}

/* The zone with columns that contains an item, or NULL. Sets the index of the item in the zone. */
static const struct fl_zone *board_of(const struct fl_view *view, uint16_t item, int *place)
{
    for (int z = 0; z < view->zones; z++)
        for (int i = 0; view->zone[z].columns && i < view->zone[z].count; i++)
            if (view->item[view->zone[z].first + i].id == item) {
                *place = i;
                return &view->zone[z];
            }
    return NULL;
}

void fl_put_square(struct fl_buf *out, const struct fl_view *view, uint16_t item)
{
    int place;
    const struct fl_zone *board = board_of(view, item, &place);
    if (!board)
        return;
    fl_put_char(out, (char)('a' + place % board->columns));
    fl_put_number(out, place / board->columns + 1);
}

bool fl_is_square(const char *text)
{
    bool letter = (text[0] >= 'a' && text[0] <= 'z') || (text[0] >= 'A' && text[0] <= 'Z');
    size_t digits = letter ? strspn(text + 1, "0123456789") : 0;
    return digits && !text[1 + digits];
}

const struct fl_route *fl_route_to(const struct fl_routes *routes, const char *square)
{
    for (int i = 0; i < routes->count; i++) {
        char memory[NAME];
        struct fl_buf name = fl_buf_over(memory, sizeof memory);
        fl_put_square(&name, &routes->view, routes->route[i].item);
        if (name.len && name.at[0] == (square[0] | 0x20) && !strcmp(name.at + 1, square + 1))
            return &routes->route[i];
    }
    return NULL;
}
