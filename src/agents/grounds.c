/* What an advice rests on, for whoever puts it into words. */
#include <math.h>

#include "agents/advice.h"

const char *fl_reason_key(enum fl_reason reason)
{
    static const char *const key[] = {
#define KEY(name, key) key,
        FL_REASONS(KEY)
#undef KEY
    };
    return key[reason];
}

/* In a turn of Mille Sabords! points and danger speak. */
static struct fl_grounds grounds_in_turn(const struct fl_advice *a)
{
    const struct fl_advised *first = &a->at[0], *second = &a->at[a->second];
    bool stops = first->deed == FL_DEED_STOP;
    const struct fl_advised *stop = stops ? first : second, *again = stops ? second : first;
    double points = a->reason == FL_REASON_STOP ? stop->points : again->points;
    return (struct fl_grounds){(int32_t)lround(points), (int32_t)lround(stop->points), again->bust};
}

struct fl_grounds fl_grounds_of(const struct fl_advice *a)
{
    return a->reason == FL_REASON_BRINGS ? (struct fl_grounds){.n = a->at[0].gain}
           : a->has_points               ? grounds_in_turn(a)
                                         : (struct fl_grounds){0};
}

/* Tenths, unless the error makes them meaningless. */
int fl_percent_places(struct fl_measure chance)
{
    return chance.error < 0.005 ? 1 : 0;
}
