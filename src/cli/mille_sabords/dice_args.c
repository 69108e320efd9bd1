/* Parses a card and dice of Mille Sabords! on the command line. */
#include "cli/mille_sabords/dice_args.h"

#include <string.h>

#include "games/games.h"

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
    for (int card = 0; name && card <= FL_CARD_NONE; card++)
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

/* Counts letters by face. Returns false if a letter is not a face. */
static bool count_faces(const char *letters, uint8_t count[FL_FACES])
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

/* Whether these dice can be on the Treasure Island card: they are among the dice rolled, and none
 * is a skull. */
static bool may_lie_on_card(const uint8_t island[FL_FACES], const uint8_t dice[FL_FACES])
{
    for (int face = 0; face < FL_FACES; face++)
        if (island[face] > dice[face])
            return false;
    return !island[FL_SKULL];
}

void fl_cli_dice_option(struct fl_cli_dice *l, int option)
{
    if (option == 'c')
        l->card = optarg;
    if (option == 'd')
        l->dice = optarg;
    if (option == 'i')
        l->island = optarg;
    l->json |= option == 'j';
}

bool fl_cli_only_sabords(const struct fl_cli *cli, int argc, char **argv, const char *key)
{
    if (optind >= argc) {
        fl_cli_fail(cli, FL_CLI_USAGE, "cli.expected-game", fl_mille_sabords.name, NULL);
        return false;
    }
    const struct fl_game *game = fl_cli_game(cli, argc, argv);
    if (game && game != &fl_mille_sabords)
        fl_cli_fail(cli, FL_CLI_USAGE, key, NULL, game->name);
    else if (game && optind < argc)
        fl_cli_fail(cli, FL_CLI_USAGE, "cli.too-much", NULL, argv[optind]);
    return game == &fl_mille_sabords && optind == argc;
}

const char *fl_cli_read_dice(const struct fl_cli_dice *l, int card, uint8_t dice[FL_FACES],
                             uint8_t island[FL_FACES], const char **value)
{
    *value = l->dice ? l->dice : "";
    if (!count_faces(*value, dice) || strlen(*value) != FL_SABORDS_DICE)
        return "score.expected-dice";
    *value = l->island ? l->island : "";
    if (!count_faces(*value, island) || !may_lie_on_card(island, dice) ||
        (**value && card != FL_CARD_ISLAND))
        return "score.expected-island";
    return NULL;
}
