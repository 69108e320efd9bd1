/* A card and dice of Mille Sabords! on the command line. */
#include "cli/sabords.h"

#include <string.h>

static const char letters_of_faces[] = "SPMXCDspmxcd";

const char *fl_cli_card_name(int card)
{
    static const char *const spelled[] = {
#define SPELLED(name, copies, spelled, key) spelled,
        FL_SABORDS_CARDS(SPELLED)
#undef SPELLED
            "none"};
    return spelled[card];
}

int fl_cli_card(const char *name)
{
    for (int card = 0; card <= FL_CARD_NONE; card++)
        if (!strcmp(fl_cli_card_name(card), name))
            return card;
    return -1;
}

int fl_cli_face(char letter)
{
    const char *at = letter ? strchr(letters_of_faces, letter) : NULL;
    return at ? (int)(at - letters_of_faces) % FL_FACES : -1;
}

char fl_cli_letter(int face)
{
    return letters_of_faces[face];
}

bool fl_cli_faces(const char *letters, uint8_t count[FL_FACES])
{
    memset(count, 0, FL_FACES);
    for (; *letters; letters++) {
        int face = fl_cli_face(*letters);
        if (face < 0)
            return false;
        count[face]++;
    }
    return true;
}

bool fl_cli_may_lie_on_card(const uint8_t island[FL_FACES], const uint8_t dice[FL_FACES])
{
    for (int face = 0; face < FL_FACES; face++)
        if (island[face] > dice[face])
            return false;
    return !island[FL_SKULL];
}
