/* flibuste learn GAME: an interactive lesson of about three minutes. */
#include "cli/learn.h"
#include "cli/play.h"
#include "cli/rules.h"
#include "games/games.h"
#include "term/lesson.h"
#include "tui/lesson.h"

static void print_title(const struct fl_screen *screen, const struct fl_game *game)
{
    struct fl_phrase phrase;
    fl_phrase_begin(&phrase, "learn.title");
    fl_with_word(&phrase, "game", game->name);
    fl_screen_phrase(screen, &phrase);
    fl_screen_word(screen, "learn.welcome");
}

/* The pupil has the first seat; the others are bots. */
static bool seat_players(const struct fl_cli *cli, int seats, struct fl_players *players)
{
    for (int seat = 0; seat < seats; seat++) {
        struct fl_buf kind = fl_buf_over(players->kind[seat], FL_KIND_SIZE);
        fl_put(&kind, seat == FL_PUPIL ? "person" : "matelot");
    }
    return fl_play_name(cli, NULL, seats, players);
}

/* Prints how to play a real game, or why the lesson ended. Returns the exit status. */
static int finish(const struct fl_cli *cli, const struct fl_lesson_session *session,
                  enum fl_session_status ended)
{
    switch (ended) {
    case FL_SESSION_OVER:
        fl_screen_word(&session->screen, "learn.play-now");
        fprintf(session->screen.out, "  flibuste play %s\n", session->lesson->game->name);
        return FL_CLI_OK;
    case FL_SESSION_QUIT:
        return FL_CLI_OK;
    case FL_SESSION_INPUT_CLOSED:
        return fl_cli_fail(cli, FL_CLI_FAILED, "play.closed", NULL, NULL);
    case FL_SESSION_INTERRUPTED:
        return fl_cli_fail(cli, FL_CLI_INTERRUPTED, "play.interrupted", NULL, NULL);
    default:
        return fl_cli_fail(cli, FL_CLI_FAILED, "play.unheard", NULL, NULL);
    }
}

int fl_learn_run(const struct fl_cli *cli, const struct fl_game *game, enum fl_colour colour,
                 struct fl_keyboard *keyboard, enum fl_session_status *ended)
{
    struct fl_lesson_session session = {
        .lesson = fl_lesson_find(game), .keyboard = keyboard, .show_rule = fl_rules_show};
    *ended = FL_SESSION_QUIT;
    if (!session.lesson)
        return fl_cli_fail(cli, FL_CLI_FAILED, "cli.no-lesson", NULL, game->name);
    if (!seat_players(cli, session.lesson->seats, &session.players))
        return FL_CLI_FAILED;
    fl_screen_open(&session.screen, stdout, cli->lang, colour);
    fl_screen_name(&session.screen, &session.players);
    if (keyboard) {
        print_title(&session.screen, game);
        session.front = &fl_line_lesson;
        *ended = fl_lesson_session_run(&session);
    } else {
        struct fl_terminal *terminal =
            fl_terminal_open(&(struct fl_terminal_options){colour, 0, 0});
        if (!terminal)
            return fl_cli_fail(cli, FL_CLI_FAILED, "play.no-full-screen", NULL, NULL);
        *ended = fl_full_screen_lesson(&session, terminal);
        fl_terminal_close(terminal);
    }
    return finish(cli, &session, *ended);
}

static int teach(const struct fl_cli *cli, const struct fl_game *game, enum fl_colour colour,
                 bool plain)
{
    struct fl_keyboard keyboard;
    enum fl_session_status ended;
    if (!plain && fl_terminal_is_capable())
        return fl_learn_run(cli, game, colour, NULL, &ended);
    fl_keyboard_open(&keyboard, stdout);
    int status = fl_learn_run(cli, game, colour, &keyboard, &ended);
    fl_keyboard_close(&keyboard);
    return status;
}

static int run_learn(struct fl_cli *cli, int argc, char **argv)
{
    static const struct option options[] = {{"lang", required_argument, NULL, 'l'},
                                            {"color", required_argument, NULL, 'c'},
                                            {"plain", no_argument, NULL, 'P'},
                                            {0}};
    enum fl_colour colour = FL_COLOUR_AUTO;
    bool plain = false;
    for (int option; (option = fl_cli_option(cli, argc, argv, options)) != -1;) {
        if (option == '?' || (option == 'c' && !fl_play_colour(cli, optarg, &colour)))
            return FL_CLI_USAGE;
        plain |= option == 'P';
    }
    const struct fl_game *game = fl_cli_game(cli, argc, argv);
    if (!game)
        return FL_CLI_USAGE;
    if (optind < argc)
        return fl_cli_fail(cli, FL_CLI_USAGE, "cli.too-much", NULL, argv[optind]);
    return teach(cli, game, colour, plain);
}

const struct fl_cli_command fl_command_learn = {"learn", run_learn, "cli.help.learn"};
