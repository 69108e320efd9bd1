/* Mille Sabords!: the fields of an observation. */
#include "games/mille_sabords/mille_sabords.h"

const struct fl_field fl_mille_sabords_fields[] = {
    FL_FIELD_ROWS(struct fl_sabords, score, I32, FL_ROWS_SEATS, "Points of each seat."),
    FL_FIELD(struct fl_sabords, target, U16, "Points that end the game."),
    FL_FIELD(struct fl_sabords, round, U16, "Complete rounds."),
    FL_FIELD(struct fl_sabords, die, U8,
             "Face of each die: 0 skull, 1 parrot, 2 monkey, 3 sabre, 4 coin, 5 diamond."),
    FL_FIELD(struct fl_sabords, left, U8,
             "Cards in the pile, by kind: coin, diamond, animals, guardian, pirate, island, "
             "skull-1, skull-2, ship-2, ship-3, ship-4."),
    FL_FIELD(struct fl_sabords, cards_left, U8, "Cards in the pile."),
    FL_FIELD(struct fl_sabords, seats, U8, "Number of seats."),
    FL_FIELD(struct fl_sabords, seat, SEAT, "The seat to move."),
    FL_FIELD(struct fl_sabords, first, SEAT, "The seat that started."),
    FL_FIELD(
        struct fl_sabords, phase, U8,
        "0 who starts, 1 before the card, 2 card, 3 before the throw, 4 dice, 5 choice, 6 over."),
    FL_FIELD(struct fl_sabords, stage, U8, "0 normal, 1 last round, 2 sudden death."),
    FL_FIELD(struct fl_sabords, card, U8, "Card of this turn, numbered as in left; 11: none."),
    FL_FIELD(struct fl_sabords, rolling, BITS8, "Dice to roll."),
    FL_FIELD(struct fl_sabords, rerolled, BITS8, "Dice of the last throw."),
    FL_FIELD(struct fl_sabords, treasure, BITS8, "Dice on Treasure Island."),
    FL_FIELD(struct fl_sabords, moved, BITS8, "Dice put there or taken back since the throw."),
    FL_FIELD(struct fl_sabords, throws, U8, "Throws of this turn: 0, 1, or 2 for several."),
    FL_FIELD(struct fl_sabords, guardian, U8, "1 while the guardian can help."),
    FL_FIELD(struct fl_sabords, skull_island, U8, "1 on Skull Island."),
    FL_FIELD(struct fl_sabords, floor, U8, "Option: no total below zero."),
    FL_FIELD(struct fl_sabords, turns_left, U8, "Turns left in the last round."),
    FL_FIELD(struct fl_sabords, magic, SEAT, "The seat with nine of a kind."),
    {.name = NULL},
};
