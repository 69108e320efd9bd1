/* A card and dice of Mille Sabords! on the command line, as `score` and `solve` take them. */
#ifndef FL_CLI_SABORDS_H
#define FL_CLI_SABORDS_H

#include "cli/cli.h"
#include "games/mille_sabords.h"

/* The card of this name, FL_CARD_NONE for "none", or -1. */
int fl_cli_card(const char *name);

/* How a card is spelled. */
const char *fl_cli_card_name(int card);

/* Counts letters by face (S skull, P parrot, M monkey, X sabre, C coin, D diamond); false if there
 * is another letter. */
bool fl_cli_faces(const char *letters, uint8_t count[FL_FACES]);

/* The face of a letter, or -1; and back. */
int fl_cli_face(char letter);
char fl_cli_letter(int face);

/* Whether dice can lie on the Treasure Island card: they are among the dice thrown and show no
 * skull. */
bool fl_cli_may_lie_on_card(const uint8_t island[FL_FACES], const uint8_t dice[FL_FACES]);

#endif
