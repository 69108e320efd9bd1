/* Playing what is liked best. */
#include "agents/likes.h"

fl_move fl_first_liked(const struct fl_sight *sight, fl_likes likes)
{
    struct fl_moves list;
    int like[FL_MAX_MOVES];
    uint32_t best = 0;
    fl_list(sight->game, &sight->state, sight->viewer, &list);
    if (list.count > 1)
        likes(sight, &list, like);
    for (uint32_t i = 1; i < list.count; i++)
        if (like[i] > like[best])
            best = i;
    return list.at[best].move;
}

fl_move fl_any_liked(const struct fl_sight *sight, fl_likes likes, struct fl_rng *rng)
{
    struct fl_moves list;
    int like[FL_MAX_MOVES];
    uint32_t best = 0, equals = 1;
    fl_list(sight->game, &sight->state, sight->viewer, &list);
    if (list.count > 1)
        likes(sight, &list, like);
    for (uint32_t i = 1; i < list.count; i++) {
        equals = like[i] > like[best] ? 1 : equals + (like[i] == like[best]);
        if (like[i] > like[best] || (like[i] == like[best] && !fl_rng_below(rng, equals)))
            best = i;
    }
    return list.at[best].move;
}
