/* flibuste without arguments: a menu of games. */
#include <stdlib.h>
#include <string.h>

#include "cli/learn.h"
#include "cli/play.h"
#include "cli/rulebook.h"
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

static void show(struct menu *m)
{
    fl_screen_open(&m->screen, stdout, m->cli->lang, FL_COLOUR_AUTO);
    fl_screen_gap(&m->screen);
    for (int i = 0; fl_games[i]; i++)
        list_game(&m->screen, i + 1, fl_games[i]);
    fl_screen_word(&m->screen, "menu.learn");
    fl_screen_word(&m->screen, "menu.rules");
    fl_screen_word(&m->screen, "menu.language");
    fl_screen_word(&m->screen, "menu.quit");
}

/* The game of a number in the list, or NULL. */
static const struct fl_game *game_numbered(const char *text)
{
    int number = atoi(text);
    for (int i = 0; fl_games[i]; i++)
        if (i + 1 == number)
            return fl_games[i];
    return NULL;
}

static int leave(const struct menu *m, enum fl_line line)
{
    return fl_cli_fail(m->cli, FL_CLI_FAILED,
                       line == FL_LINE_CLOSED ? "menu.closed" : "menu.interrupted", NULL, NULL);
}

/* The number of players typed, as far as a setup can hold one; 0 if it is none. */
static int players_in(const char *line)
{
    long players = strtol(line, NULL, 10);
    return players < 0 ? 0 : players > UINT16_MAX ? UINT16_MAX : (int)players;
}

/* How many players; Enter for the usual number. */
static int ask_seats(struct menu *m, const struct fl_game *game, struct fl_order *o)
{
    char line[FL_LINE_SIZE];
    struct fl_phrase phrase;
    o->seats = 0;
    fl_phrase_begin(&phrase, "menu.seats");
    fl_with_number(&phrase, "usual", fl_play_usual_seats(game, o));
    fl_with_number(&phrase, "least", game->seats_min);
    fl_with_number(&phrase, "most", game->seats_max);
    for (;;) {
        fl_screen_phrase(&m->screen, &phrase);
        enum fl_line read = fl_keyboard_read(m->keyboard, line);
        if (read != FL_LINE_READ)
            return leave(m, read);
        o->seats = players_in(line);
        struct fl_setup setup = fl_setup_default(game, (int)o->seats);
        if (!*line || fl_cli_check_setup(m->cli, game, &setup))
            return STAY;
    }
}

static int play(struct menu *m, const struct fl_game *game)
{
    struct fl_order o = {.people = 1};
    enum fl_parting parting = FL_PARTING_QUIT;
    int status = ask_seats(m, game, &o);
    if (status != STAY)
        return status;
    status = fl_play_order(m->cli, game, &o, m->keyboard, &parting);
    if (parting != FL_PARTING_OVER)
        return status;
    show(m);
    return STAY;
}

static int read_rules(struct menu *m, const struct fl_game *game)
{
    char line[FL_LINE_SIZE] = "";
    enum fl_line read = FL_LINE_READ;
    do {
        if (!fl_rulebook_show(&m->screen, game, line))
            fl_screen_word(&m->screen, "menu.no-such-rule");
        fl_screen_word(&m->screen, "menu.which-rule");
        read = fl_keyboard_read(m->keyboard, line);
    } while (read == FL_LINE_READ && *line);
    if (read != FL_LINE_READ)
        return leave(m, read);
    show(m);
    return STAY;
}

static int learn(struct menu *m, const struct fl_game *game)
{
    enum fl_parting parting = FL_PARTING_QUIT;
    int status = fl_learn_teach(m->cli, game, FL_COLOUR_AUTO, m->keyboard, &parting);
    if (parting != FL_PARTING_OVER && parting != FL_PARTING_QUIT)
        return status;
    show(m);
    return STAY;
}

/* "r 2" names the game; after "r" alone it is asked for, and Enter goes back to the menu. */
static int with_game(struct menu *m, const char *text, const char *question,
                     int (*act)(struct menu *, const struct fl_game *))
{
    char line[FL_LINE_SIZE];
    const struct fl_game *game = game_numbered(text);
    while (!game) {
        fl_screen_word(&m->screen, question);
        enum fl_line read = fl_keyboard_read(m->keyboard, line);
        if (read != FL_LINE_READ)
            return leave(m, read);
        if (!*line)
            return STAY;
        game = game_numbered(line);
    }
    return act(m, game);
}

static void switch_language(struct menu *m)
{
    m->cli->lang = m->cli->lang == FL_FRENCH ? FL_ENGLISH : FL_FRENCH;
    show(m);
}

/* One line of the person: STAY, or the exit status. */
static int obey(struct menu *m, const char *line)
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
    char line[FL_LINE_SIZE];
    struct fl_keyboard keyboard;
    struct menu m = {.cli = cli, .keyboard = &keyboard};
    int status = STAY;
    fl_keyboard_open(&keyboard, stdout);
    fl_screen_open(&m.screen, stdout, cli->lang, FL_COLOUR_AUTO);
    fl_screen_word(&m.screen, "menu.welcome");
    show(&m);
    while (status == STAY) {
        fl_screen_word(&m.screen, "menu.choose");
        enum fl_line read = fl_keyboard_read(&keyboard, line);
        status = read == FL_LINE_READ ? obey(&m, line) : leave(&m, read);
    }
    fl_keyboard_close(&keyboard);
    return status;
}
