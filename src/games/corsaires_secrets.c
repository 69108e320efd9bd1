/* Corsaires: its secrets, who sees what and what may lie hidden. */
#include "games/corsaires.h"

int fl_corsaires_team(const void *state, int seat)
{
    return fl_corsaires_side(state, seat);
}

fl_seats fl_corsaires_seen(const void *state, int seat, fl_move move)
{
    const struct fl_corsaires *s = state;
    (void)seat;
    (void)move;
    if (s->phase != FL_CORSAIRES_DEALING && s->phase != FL_CORSAIRES_DRAWING)
        return FL_EVERYONE;
    int first = fl_corsaires_speaker(s, fl_corsaires_side(s, s->seat));
    return (fl_seats)(FL_SEAT(first) | FL_SEAT(first + s->teams));
}

bool fl_corsaires_shows(const void *state, int seat, fl_move move)
{
    (void)state;
    (void)seat;
    return move != FL_CORSAIRES_DRAW;
}

/* All hands but those of the viewer's side. */
static void hide_hands(struct fl_corsaires *s, int side)
{
    struct fl_cards left = s->left;
    for (int seat = 0; seat < s->seats; seat++) {
        if (fl_corsaires_side(s, seat) == side)
            continue;
        fl_add_cards(&left, &s->hand[seat]);
        s->hand[seat] = (struct fl_cards){0};
        s->hidden[seat] = s->size[seat];
    }
    s->left = left;
}

/* While hands are shown: those still to come, and what is left of the present one. */
static void hide_rest(struct fl_corsaires *s, int side)
{
    for (int seat = s->seat; seat < s->seats; seat++) {
        struct fl_cards rest = seat == s->seat ? fl_corsaires_still_closed(s) : s->hand[seat];
        if (fl_corsaires_side(s, seat) == side)
            continue;
        fl_add_cards(&s->left, &rest);
        fl_remove_cards(&s->hand[seat], &rest);
        s->hidden[seat] = (uint8_t)(s->size[seat] - (seat == s->seat ? s->shown : 0));
    }
}

void fl_corsaires_redact(void *state, int viewer)
{
    struct fl_corsaires *s = state;
    int side = viewer < s->seats ? fl_corsaires_side(s, viewer) : -1;
    if (s->phase < FL_CORSAIRES_SHOWING)
        hide_hands(s, side);
    else if (s->phase == FL_CORSAIRES_SHOWING)
        hide_rest(s, side);
}

/* Fills a hand with hidden cards of the kinds from this one on, all equally likely. */
static void guess(struct fl_corsaires *s, int seat, int lowest, struct fl_rng *rng)
{
    for (; s->hidden[seat]; s->hidden[seat]--) {
        struct fl_cards some = fl_cards_from(&s->left, lowest);
        int kind = fl_kind_under(&some, fl_rng_below(rng, fl_count_cards(&some)));
        fl_remove_card(&s->left, kind);
        fl_add_card(&s->hand[seat], kind);
    }
}

/* The hand that is being shown comes first: what is left to it is bound to the higher kinds. */
void fl_corsaires_imagine(void *state, int viewer, struct fl_rng *rng)
{
    struct fl_corsaires *s = state;
    (void)viewer;
    if (s->phase == FL_CORSAIRES_SHOWING)
        guess(s, s->seat, s->last_shown, rng);
    for (int seat = 0; seat < s->seats; seat++)
        guess(s, seat, 0, rng);
}
