/* The reckoning of Corsaires alone, for a game that was played with the box. */
#include "games/corsaires.h"

void fl_corsaires_reckon(struct fl_corsaires_reckoning *r)
{
    *r = (struct fl_corsaires_reckoning){.gold = {0}};
    for (int kind = FL_GALLEONS; kind < FL_CAPTAINS; kind++)
        for (int copy = 0; copy < fl_corsaires_copies[kind]; copy++)
            fl_add_card(&r->left, kind);
}

bool fl_corsaires_count(struct fl_corsaires_reckoning *r, int player, int gold)
{
    int worth = gold < 0 ? -gold : gold, kind = FL_GALLEONS + worth - FL_GOLD_LEAST;
    if (worth < FL_GOLD_LEAST || worth > FL_GOLD_MOST || !fl_cards_of(&r->left, kind))
        return false;
    fl_remove_card(&r->left, kind);
    r->gold[player] += gold; /* 7.5 */
    return true;
}

fl_seats fl_corsaires_richest(const int32_t gold[], int players)
{
    int32_t most = gold[0];
    fl_seats set = 0;
    for (int player = 1; player < players; player++)
        if (gold[player] > most)
            most = gold[player];
    for (int player = 0; player < players; player++)
        if (gold[player] == most)
            set |= FL_SEAT(player);
    return set;
}
