/* flibuste without arguments: a menu of games. */
#include <stdlib.h>
#include <string.h>

#include "cli/learn.h"
#include "cli/play.h"
#include "cli/rules.h"
#include "games/games.h"

enum { STAY = -1 };

struct menu {
    struct fl_cli *cli;
    struct fl_screen screen;
    struct fl_keyboard *keyboard;
};

static void list_game(const struct fl_screen *s, int number, const struct fl_game *game)
{
    char memory[512];
    struct fl_buf about = fl_buf_over(memory, sizeof memory);
    struct fl_phrase phrase;
    fl_phrase_begin(&phrase, "menu.game");
    fl_with_number(&phrase, "number", number);
    fl_with_word(&phrase, "game", game->name);
    fl_with_number(&phrase, "least", game->seats_min);
    fl_with_number(&phrase, "most", game->seats_max);
    fl_screen_phrase(s, &phrase);
    fl_put(&about, "    ");
    fl_put_word(&about, s->lang, game->about, FL_BARE);
    fl_screen_text(s, about.at, 4);
}

/* The language that the menu offers to switch to. */
static fl_lang next_language(const struct menu *m)
{
    fl_lang next = m->cli->lang + 1;
    return fl_language(next) ? next : 0;
}

static void show(struct menu *m)
{
    struct fl_phrase language;
    fl_phrase_begin(&language, "menu.language");
    fl_with_text(&language, "name", fl_language(next_language(m))->name);
    fl_screen_open(&m->screen, stdout, m->cli->lang, FL_COLOUR_AUTO);
    fl_screen_gap(&m->screen);
    for (int i = 0; fl_games[i]; i++)
        list_game(&m->screen, i + 1, fl_games[i]);
    fl_screen_word(&m->screen, "menu.learn");
    fl_screen_word(&m->screen, "menu.rules");
    fl_screen_phrase(&m->screen, &language);
    fl_screen_word(&m->screen, "menu.quit");
}

/* The game with this number in the list, or NULL. */
static const struct fl_game *game_numbered(const char *text)
{
    int number = atoi(text);
    for (int i = 0; fl_games[i]; i++)
        if (i + 1 == number)
            return fl_games[i];
    return NULL;
}

/* Reports the end of input and returns the exit status. */
static int leave(const struct menu *m, enum fl_input_status line)
{
    return fl_cli_fail(m->cli, FL_CLI_FAILED,
                       line == FL_INPUT_CLOSED ? "menu.closed" : "menu.interrupted", NULL, NULL);
}

/* The number of players that was typed, limited to what a setup can store; 0 if it is not a
 * number. */
static int players_in(const char *line)
{
    long players = strtol(line, NULL, 10);
    return players < 0 ? 0 : players > UINT16_MAX ? UINT16_MAX : (int)players;
}

/* Whether a game can be played by this number; prints the reason if not. */
static bool check_seats(const struct menu *m, const struct fl_game *game, int seats)
{
    struct fl_setup setup = fl_setup_default(game, seats);
    const char *reason = fl_setup_check(game, &setup);
    struct fl_phrase phrase;
    if (!reason)
        return true;
    fl_phrase_begin(&phrase, strcmp(reason, "setup.seats") ? reason : "menu.bad-seats");
    fl_with_word(&phrase, "game", game->name);
    fl_with_number(&phrase, "seats", seats);
    fl_with_number(&phrase, "least", game->seats_min);
    fl_with_number(&phrase, "most", game->seats_max);
    fl_screen_phrase(&m->screen, &phrase);
    return false;
}

/* Asks for the number of players; Enter means the default. */
static int ask_seats(struct menu *m, const struct fl_game *game, struct fl_play_options *o)
{
    char line[FL_INPUT_SIZE];
    struct fl_phrase phrase;
    o->seats = 0;
    fl_phrase_begin(&phrase, "menu.seats");
    fl_with_number(&phrase, "usual", fl_play_usual_seats(game, o));
    fl_with_number(&phrase, "least", game->seats_min);
    fl_with_number(&phrase, "most", game->seats_max);
    for (;;) {
        fl_screen_phrase(&m->screen, &phrase);
        enum fl_input_status read = fl_keyboard_read(m->keyboard, line);
        if (read != FL_INPUT_LINE)
            return leave(m, read);
        o->seats = players_in(line);
        if (!*line || check_seats(m, game, (int)o->seats))
            return STAY;
    }
}

/* Plays a game. After a finished game the menu continues, otherwise the program ends. */
static int play(struct menu *m, const struct fl_game *game)
{
    struct fl_play_options o = {.people = 1};
    enum fl_session_status ended = FL_SESSION_QUIT;
    int status = ask_seats(m, game, &o);
    if (status != STAY)
        return status;
    status = fl_play_run(m->cli, game, &o, m->keyboard, &ended);
    if (ended != FL_SESSION_OVER)
        return status;
    show(m);
    return STAY;
}

/* Shows rules by number until an empty line. */
static int read_rules(struct menu *m, const struct fl_game *game)
{
    char line[FL_INPUT_SIZE] = "";
    enum fl_input_status read = FL_INPUT_LINE;
    do {
        if (!fl_rules_show(&m->screen, game, line))
            fl_screen_word(&m->screen, "menu.no-such-rule");
        fl_screen_word(&m->screen, "menu.which-rule");
        read = fl_keyboard_read(m->keyboard, line);
    } while (read == FL_INPUT_LINE && *line);
    if (read != FL_INPUT_LINE)
        return leave(m, read);
    show(m);
    return STAY;
}

static int learn(struct menu *m, const struct fl_game *game)
{
    enum fl_session_status ended = FL_SESSION_QUIT;
    int status = fl_learn_run(m->cli, game, FL_COLOUR_AUTO, m->keyboard, &ended);
    if (ended != FL_SESSION_OVER && ended != FL_SESSION_QUIT)
        return status;
    show(m);
    return STAY;
}

/* Runs a command: "r 2" names the game, "r" alone asks for it. Enter returns to the
 * menu. */
static int with_game(struct menu *m, const char *text, const char *question,
                     int (*act)(struct menu *, const struct fl_game *))
{
    char line[FL_INPUT_SIZE];
    const struct fl_game *game = game_numbered(text);
    while (!game) {
        fl_screen_word(&m->screen, question);
        enum fl_input_status read = fl_keyboard_read(m->keyboard, line);
        if (read != FL_INPUT_LINE)
            return leave(m, read);
        if (!*line)
            return STAY;
        game = game_numbered(line);
    }
    return act(m, game);
}

static void switch_language(struct menu *m)
{
    m->cli->lang = next_language(m);
    show(m);
}

/* Executes one line. Returns STAY, or the exit status. */
static int execute(struct menu *m, const char *line)
{
    const struct fl_game *game = game_numbered(line);
    char first = *line;
    if (game)
        return play(m, game);
    if (first == 'a')
        return with_game(m, line + 1, "menu.learn-which", learn);
    if (first == 'r')
        return with_game(m, line + 1, "menu.which-rules", read_rules);
    if (first == 'l')
        switch_language(m);
    else if (first == 'q')
        return FL_CLI_OK;
    else
        fl_screen_word(&m->screen, "menu.expected");
    return STAY;
}

int fl_cli_menu(struct fl_cli *cli)
{
    char line[FL_INPUT_SIZE];
    struct fl_keyboard keyboard;
    struct menu m = {.cli = cli, .keyboard = &keyboard};
    int status = STAY;
    fl_keyboard_open(&keyboard, stdout);
    fl_screen_open(&m.screen, stdout, cli->lang, FL_COLOUR_AUTO);
    fl_screen_word(&m.screen, "menu.welcome");
    show(&m);
    while (status == STAY) {
        fl_screen_word(&m.screen, "menu.choose");
        enum fl_input_status read = fl_keyboard_read(&keyboard, line);
        status = read == FL_INPUT_LINE ? execute(&m, line) : leave(&m, read);
    }
    fl_keyboard_close(&keyboard);
    return status;
}
