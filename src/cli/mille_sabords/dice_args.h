/* The commands of Mille Sabords!, and a card and dice on the command line, as both accept them. */
#ifndef FL_CLI_MILLE_SABORDS_DICE_ARGS_H
#define FL_CLI_MILLE_SABORDS_DICE_ARGS_H

#include "cli/cli.h"
#include "games/mille_sabords/mille_sabords.h"

/* The commands. */
int fl_cli_score(struct fl_cli *, int argc, char **argv);
int fl_cli_solve(struct fl_cli *, int argc, char **argv);

/* The common options as typed; NULL if not given. */
struct fl_cli_dice {
    const char *card, *dice, *island;
    bool json;
};

/* The common options, parsed by fl_cli_dice_option. */
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

/* The card with this name, FL_CARD_NONE for "none", or -1 if there is no such card or the name is
 * NULL. */
int fl_cli_card(const char *name);

/* Counts the dice by face, and those on the Treasure Island card. Returns NULL if the card allows
 * them, else the translation key of what was expected, with the rejected text in `value`. */
const char *fl_cli_read_dice(const struct fl_cli_dice *, int card, uint8_t dice[FL_FACES],
                             uint8_t island[FL_FACES], const char **value);

/* The name of a card in options and records. */
const char *fl_cli_card_name(int card);

/* The face of a letter (S skull, P parrot, M monkey, X sabre, C coin, D diamond), or -1; and the
 * letter of a face. */
int fl_cli_face(char letter);
char fl_cli_letter(int face);

#endif
