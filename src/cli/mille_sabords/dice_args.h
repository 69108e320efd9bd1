/* The commands of Mille Sabords!, and a card and dice on the command line, as both accept them. */
#ifndef FL_CLI_MILLE_SABORDS_DICE_ARGS_H
#define FL_CLI_MILLE_SABORDS_DICE_ARGS_H

#include "cli/cli.h"
#include "games/mille_sabords/mille_sabords.h"

/* The command `score`. solve.c lists all commands of the game. */
extern const struct fl_cli_command fl_command_score;

/* The card and the dice. */
struct fl_cli_dice {
    const char *card_typed, *dice_typed, *island_typed; /* as typed; NULL if not given */
    bool json;

    /* Set by fl_cli_read_dice. */
    int card; /* FL_CARD_NONE for "none" */
    uint8_t die[FL_SABORDS_DICE];
    uint8_t count[FL_FACES], island[FL_FACES]; /* all dice, and those on Treasure Island, by face */
};

/* The common options, noted by fl_cli_dice_option. */
#define FL_DICE_OPTIONS                                                                            \
    {"card", required_argument, NULL, 'c'}, {"dice", required_argument, NULL, 'd'},                \
        {"island", required_argument, NULL, 'i'}, {"json", no_argument, NULL, 'j'},                \
    {                                                                                              \
        "lang", required_argument, NULL, 'l'                                                       \
    }

/* Notes one of the common options. */
void fl_cli_dice_option(struct fl_cli_dice *, int option);

/* Whether the only argument is Mille Sabords!. Prints an error and returns false if not; `key` is
 * the message for another game. */
bool fl_cli_only_sabords(const struct fl_cli *, int argc, char **argv, const char *key);

/* Parses the card, which may be "none" if `card_is_optional`, and the dice. Returns NULL if the
 * card allows these dice, else the translation key of what was expected, with the rejected text in
 * `value`. */
const char *fl_cli_read_dice(struct fl_cli_dice *, bool card_is_optional, const char **value);

/* The names of the cards in options and records, by number. */
extern const char *const fl_cli_card_names[FL_SABORDS_KINDS + 1];

/* The letters of the faces: S skull, P parrot, M monkey, X sabre, C coin, D diamond; upper case,
 * then lower case. */
extern const char fl_cli_face_letters[2 * FL_FACES + 1];

#endif
