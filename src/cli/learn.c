/* flibuste learn GAME: a lesson of three minutes, taught by playing. */
#include "cli/learn.h"
#include "cli/play.h"
#include "cli/rulebook.h"
#include "games/games.h"
#include "term/lesson.h"

static void say_title(const struct fl_screen *screen, const struct fl_game *game)
{
    struct fl_phrase phrase;
    fl_phrase_begin(&phrase, "learn.title");
    fl_with_word(&phrase, "game", game->name);
    fl_screen_phrase(screen, &phrase);
    fl_screen_word(screen, "learn.welcome");
}

/* The pupil sits first, among pirates. */
static bool seat_class(const struct fl_cli *cli, int seats, struct fl_players *players)
{
    for (int seat = 0; seat < seats; seat++) {
        struct fl_buf kind = fl_buf_over(players->kind[seat], FL_KIND_SIZE);
        fl_put(&kind, seat == FL_PUPIL ? "person" : "matelot");
    }
    return fl_play_name(cli, NULL, seats, players);
}

static int part(const struct fl_cli *cli, const struct fl_class *class, enum fl_parting parting)
{
    switch (parting) {
    case FL_PARTING_OVER:
        fl_screen_word(&class->screen, "learn.play-now");
        fprintf(class->screen.out, "  flibuste play %s\n", class->lesson->game->name);
        return FL_CLI_OK;
    case FL_PARTING_QUIT:
        return FL_CLI_OK;
    case FL_PARTING_CLOSED:
        return fl_cli_fail(cli, FL_CLI_FAILED, "play.closed", NULL, NULL);
    case FL_PARTING_INTERRUPTED:
        return fl_cli_fail(cli, FL_CLI_FAILED, "play.interrupted", NULL, NULL);
    default:
        return fl_cli_fail(cli, FL_CLI_FAILED, "play.unheard", NULL, NULL);
    }
}

int fl_learn_teach(const struct fl_cli *cli, const struct fl_game *game, enum fl_colour colour,
                   struct fl_keyboard *keyboard, enum fl_parting *parting)
{
    struct fl_class class = {
        .lesson = fl_lesson_find(game), .keyboard = keyboard, .show_rule = fl_rulebook_show};
    if (!seat_class(cli, class.lesson->seats, &class.players))
        return FL_CLI_FAILED;
    fl_screen_open(&class.screen, stdout, cli->lang, colour);
    fl_screen_name(&class.screen, &class.players);
    say_title(&class.screen, game);
    *parting = fl_class_teach(&class);
    return part(cli, &class, *parting);
}

static int teach(const struct fl_cli *cli, const struct fl_game *game, enum fl_colour colour)
{
    struct fl_keyboard keyboard;
    enum fl_parting parting;
    fl_keyboard_open(&keyboard, stdout);
    int status = fl_learn_teach(cli, game, colour, &keyboard, &parting);
    fl_keyboard_close(&keyboard);
    return status;
}

int fl_cli_learn(struct fl_cli *cli, int argc, char **argv)
{
    static const struct option options[] = {
        {"lang", required_argument, NULL, 'l'}, {"color", required_argument, NULL, 'c'}, {0}};
    enum fl_colour colour = FL_COLOUR_AUTO;
    for (int option; (option = fl_cli_option(cli, argc, argv, options)) != -1;)
        if (option == '?' || (option == 'c' && !fl_play_colour(cli, optarg, &colour)))
            return FL_CLI_USAGE;
    const struct fl_game *game = fl_cli_game(cli, argc, argv);
    if (!game)
        return FL_CLI_USAGE;
    if (optind < argc)
        return fl_cli_fail(cli, FL_CLI_USAGE, "cli.too-much", NULL, argv[optind]);
    return teach(cli, game, colour);
}
