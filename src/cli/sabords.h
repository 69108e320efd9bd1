/* A card and dice of Mille Sabords! on the command line, as `score` and `solve` take them. */
#ifndef FL_CLI_SABORDS_H
#define FL_CLI_SABORDS_H

#include "cli/cli.h"
#include "games/mille_sabords.h"

/* What both commands are asked, as typed; NULL if not said. */
struct fl_cli_lying {
    const char *card, *dice, *island;
    bool json;
};

/* Options that both commands have; fl_cli_take_lying knows their letters. */
#define FL_LYING_OPTIONS                                                                           \
    {"card", required_argument, NULL, 'c'}, {"dice", required_argument, NULL, 'd'},                \
        {"island", required_argument, NULL, 'i'}, {"json", no_argument, NULL, 'j'},                \
    {                                                                                              \
        "lang", required_argument, NULL, 'l'                                                       \
    }

void fl_cli_take_lying(struct fl_cli_lying *, int option);

/* Whether the game that stands alone among the arguments is Mille Sabords!; prints an error, the
 * one of this key if it is another game, and returns false if not. */
bool fl_cli_only_sabords(const struct fl_cli *, int argc, char **argv, const char *key);

/* The card of this name, FL_CARD_NONE for "none", or -1; also if there is no name. */
int fl_cli_card(const char *name);

/* Counts the dice by face, and those on the Treasure Island card. NULL if they can lie so with this
 * card, else the word key of what was expected and, in `value`, what was given. */
const char *fl_cli_read_dice(const struct fl_cli_lying *, int card, uint8_t dice[FL_FACES],
                             uint8_t island[FL_FACES], const char **value);

/* How a card is spelled. */
const char *fl_cli_card_name(int card);

/* The face of a letter (S skull, P parrot, M monkey, X sabre, C coin, D diamond), or -1; and back.
 */
int fl_cli_face(char letter);
char fl_cli_letter(int face);

#endif
