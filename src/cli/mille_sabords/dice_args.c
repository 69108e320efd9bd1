/* Parses a card and dice of Mille Sabords! on the command line. */
#include "cli/mille_sabords/dice_args.h"

#include <string.h>

#include "games/games.h"

const char fl_cli_face_letters[2 * FL_FACES + 1] = "SPMXCDspmxcd";

const char *const fl_cli_card_names[FL_SABORDS_KINDS + 1] = {
#define SPELLED(name, copies, spelled, key) spelled,
    FL_SABORDS_CARDS(SPELLED)
#undef SPELLED
        "none"};

/* The card with this name, or -1. */
static int card_named(const char *name)
{
    for (int card = 0; card <= FL_CARD_NONE; card++)
        if (!strcmp(fl_cli_card_names[card], name))
            return card;
    return -1;
}

/* Reads at most as many letters as there are dice, and counts them by face. Returns their number,
 * or -1 if there are more or a letter is not a face. */
static int read_faces(const char *letters, uint8_t die[FL_SABORDS_DICE], uint8_t count[FL_FACES])
{
    int n = 0;
    memset(count, 0, FL_FACES);
    for (; letters[n]; n++) {
        const char *at = strchr(fl_cli_face_letters, letters[n]);
        if (!at || n == FL_SABORDS_DICE)
            return -1;
        die[n] = (uint8_t)((at - fl_cli_face_letters) % FL_FACES);
        count[die[n]]++;
    }
    return n;
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
        l->card_typed = optarg;
    if (option == 'd')
        l->dice_typed = optarg;
    if (option == 'i')
        l->island_typed = optarg;
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

const char *fl_cli_read_dice(struct fl_cli_dice *l, bool card_is_optional, const char **value)
{
    uint8_t on_card[FL_SABORDS_DICE];
    *value = l->card_typed ? l->card_typed : "";
    l->card = card_named(*value);
    if (l->card < 0 || (l->card == FL_CARD_NONE && !card_is_optional))
        return card_is_optional ? "score.expected-card" : "solve.expected-card";
    *value = l->dice_typed ? l->dice_typed : "";
    if (read_faces(*value, l->die, l->count) != FL_SABORDS_DICE)
        return "score.expected-dice";
    *value = l->island_typed ? l->island_typed : "";
    if (read_faces(*value, on_card, l->island) < 0 || !may_lie_on_card(l->island, l->count) ||
        (**value && l->card != FL_CARD_ISLAND))
        return "score.expected-island";
    return NULL;
}
