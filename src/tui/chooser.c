/* Compares picked items with the legal moves. */
#include "tui/chooser.h"

#include <string.h>

void fl_chooser_begin(struct fl_chooser *c, const struct fl_sight *sight)
{
    c->sight = *sight;
    c->picks = 0;
    fl_choices_of(sight, &c->choices);
    fl_routes_of(sight, &c->routes);
    for (int i = 0; i < c->choices.singles; i++)
        c->touched[i] = sight->game->touches
                            ? sight->game->touches(&sight->state, sight->viewer,
                                                   c->choices.single[i], c->touch[i])
                            : 0;
}

bool fl_chooser_has(const struct fl_chooser *c, uint16_t item)
{
    for (int i = 0; i < c->picks; i++)
        if (c->pick[i] == item)
            return true;
    return false;
}

static bool touches(const struct fl_chooser *c, int single, uint16_t item)
{
    for (int i = 0; i < c->touched[single]; i++)
        if (c->touch[single][i] == item)
            return true;
    return false;
}

bool fl_chooser_fits(const struct fl_chooser *c, int single, uint16_t item)
{
    for (int i = 0; i < c->picks; i++)
        if (!touches(c, single, c->pick[i]))
            return false;
    return item == FL_NO_ITEM || touches(c, single, item);
}

/* The bit of an item in a subset question, or -1. */
static int bit_of(const struct fl_subset *q, uint16_t item)
{
    for (int bit = 0; bit < 8; bit++)
        if ((q->of | q->with) >> bit & 1 && q->item[bit] == item)
            return bit;
    return -1;
}

/* The items as bits of a subset question. Returns false if one of them does not belong to it. */
static bool mask_of(const struct fl_chooser *c, const struct fl_subset *q, uint16_t item,
                    unsigned *mask)
{
    *mask = 0;
    for (int i = 0; i <= c->picks; i++) {
        uint16_t one = i < c->picks ? c->pick[i] : item;
        int bit = one == FL_NO_ITEM ? 0 : bit_of(q, one);
        if (bit < 0)
            return false;
        if (one != FL_NO_ITEM)
            *mask |= 1u << bit;
    }
    return true;
}

static bool subset_fits(const struct fl_chooser *c, const struct fl_subset *q, uint16_t item)
{
    unsigned mask;
    return mask_of(c, q, item, &mask) && fl_bits(mask & q->of) <= q->max;
}

const struct fl_route *fl_chooser_route(const struct fl_chooser *c, uint16_t item)
{
    for (int i = 0; i < c->routes.count; i++)
        if (c->routes.route[i].item == item)
            return &c->routes.route[i];
    return NULL;
}

static bool route_fits(const struct fl_chooser *c, uint16_t item)
{
    uint16_t one = c->picks ? c->pick[0] : item;
    bool same = c->picks < 2 && (!c->picks || item == FL_NO_ITEM || item == one);
    return same && one != FL_NO_ITEM && fl_chooser_route(c, one);
}

/* Whether any choice fits the picked items and this one. */
static bool anything_fits(const struct fl_chooser *c, uint16_t item)
{
    for (int i = 0; i < c->choices.singles; i++)
        if (fl_chooser_fits(c, i, item))
            return true;
    for (int i = 0; i < c->choices.subsets; i++)
        if (subset_fits(c, &c->choices.subset[i], item))
            return true;
    return route_fits(c, item);
}

static bool fits_alone(const struct fl_chooser *c, uint16_t item)
{
    for (int i = 0; i < c->choices.singles; i++)
        if (touches(c, i, item))
            return true;
    return fl_chooser_is_of_subset(c, item) || fl_chooser_route(c, item);
}

bool fl_chooser_is_of_subset(const struct fl_chooser *c, uint16_t item)
{
    for (int i = 0; i < c->choices.subsets; i++)
        if (bit_of(&c->choices.subset[i], item) >= 0)
            return true;
    return false;
}

bool fl_chooser_continues(const struct fl_chooser *c, uint16_t item)
{
    return fl_chooser_has(c, item) || anything_fits(c, item);
}

static void release_one(struct fl_chooser *c, uint16_t item)
{
    int kept = 0;
    for (int i = 0; i < c->picks; i++)
        if (c->pick[i] != item)
            c->pick[kept++] = c->pick[i];
    c->picks = kept;
}

/* Picks the items that must be chosen together with this one: those of the only question that
 * contains it. */
static void add_required(struct fl_chooser *c, uint16_t item)
{
    const struct fl_subset *only = NULL;
    for (int i = 0; i < c->choices.subsets; i++) {
        if (bit_of(&c->choices.subset[i], item) < 0)
            continue;
        if (only)
            return;
        only = &c->choices.subset[i];
    }
    for (int bit = 0; only && bit < 8; bit++)
        if (only->with >> bit & 1 && !fl_chooser_has(c, only->item[bit]) && c->picks < FL_MAX_PICKS)
            c->pick[c->picks++] = only->item[bit];
}

bool fl_chooser_toggle(struct fl_chooser *c, uint16_t item)
{
    if (fl_chooser_has(c, item)) {
        release_one(c, item);
        return true;
    }
    if (!fits_alone(c, item))
        return false;
    if (c->picks == FL_MAX_PICKS || !anything_fits(c, item))
        c->picks = 0;
    c->pick[c->picks++] = item;
    add_required(c, item);
    return true;
}

void fl_chooser_release(struct fl_chooser *c)
{
    c->picks = 0;
}

static void make_route(const struct fl_route *route, struct fl_command *out)
{
    *out = (struct fl_command){.kind = FL_COMMAND_ROUTE, .route = *route};
}

bool fl_chooser_only(const struct fl_chooser *c, uint16_t item, struct fl_command *out)
{
    int fitting = 0;
    uint16_t place = item != FL_NO_ITEM ? item : c->picks ? c->pick[0] : FL_NO_ITEM;
    for (int i = 0; i < c->choices.subsets; i++)
        if (subset_fits(c, &c->choices.subset[i], item))
            return false;
    for (int i = 0; i < c->choices.singles; i++)
        if (fl_chooser_fits(c, i, item)) {
            *out = (struct fl_command){.kind = FL_COMMAND_MOVE, .move = c->choices.single[i]};
            fitting++;
        }
    if (route_fits(c, item) && (!fitting || fl_chooser_route(c, place)->count == 1)) {
        make_route(fl_chooser_route(c, place), out);
        return true;
    }
    return fitting == 1;
}

bool fl_chooser_answer(const struct fl_chooser *c, const char *verb, struct fl_command *out)
{
    for (int i = 0; i < c->choices.subsets; i++) {
        const struct fl_subset *q = &c->choices.subset[i];
        unsigned mask;
        if (strcmp(q->verb, verb) || !mask_of(c, q, FL_NO_ITEM, &mask) || !fl_subset_holds(q, mask))
            continue;
        *out = (struct fl_command){.kind = FL_COMMAND_MOVE, .move = (fl_move)(q->base + mask)};
        return true;
    }
    return false;
}
