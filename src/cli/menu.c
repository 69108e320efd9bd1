/* flibuste without arguments: a menu of games. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/join.h"
#include "cli/learn.h"
#include "cli/play.h"
#include "cli/rules.h"
#include "games/games.h"
#include "tui/front.h"
#include "tui/menu.h"
#include "tui/sheet.h"

enum { STAY = -1, MOST_SAVES = 100 };

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
    fl_screen_text(&m->screen, "", 0);
    for (int i = 0; fl_games[i]; i++)
        list_game(&m->screen, i + 1, fl_games[i]);
    fl_screen_word(&m->screen, "menu.resume");
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
    bool closed = line == FL_INPUT_CLOSED;
    return fl_cli_fail(m->cli, closed ? FL_CLI_FAILED : FL_CLI_INTERRUPTED,
                       closed ? "menu.closed" : "menu.interrupted", NULL, NULL);
}

/* Reads the number of players, limited to what a setup can store. Returns false if it is not a
 * number. */
static bool read_players(const char *line, long long *out)
{
    char *end;
    long players = strtol(line, &end, 10);
    *out = players < 0 ? 0 : players > UINT16_MAX ? UINT16_MAX : players;
    return end != line && !*end;
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
        if (!*line)
            return STAY;
        if (!read_players(line, &o->seats))
            fl_screen_word(&m->screen, "menu.expected-number");
        else if (check_seats(m, game, (int)o->seats))
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

/* Lists the unfinished games and resumes the one whose number is typed. */
static int resume(struct menu *m)
{
    int count, open = 0, status = STAY;
    struct fl_save *saves = fl_join_add_tables(fl_saves_list(MOST_SAVES, &count), &count);
    char line[FL_INPUT_SIZE];
    for (int i = 0; i < count; i++) {
        char memory[256];
        struct fl_buf text = fl_buf_over(memory, sizeof memory);
        if (saves[i].over)
            continue;
        saves[open++] = saves[i];
        fl_put_char(&text, ' ');
        fl_put_number(&text, open);
        fl_put(&text, "  ");
        fl_put_save_time(&text, &m->screen, &saves[i]);
        fl_put(&text, "  ");
        fl_put_word(&text, m->screen.lang, saves[i].game->name, FL_BARE);
        fl_put(&text, "  ");
        fl_put_save_players(&text, &saves[i]);
        fl_screen_text(&m->screen, text.at, 4);
    }
    fl_screen_word(&m->screen, open ? "menu.resume-which" : "saves.none");
    if (open) {
        enum fl_input_status read = fl_keyboard_read(m->keyboard, line);
        int number = read == FL_INPUT_LINE ? atoi(line) : 0;
        bool listed = number >= 1 && number <= open;
        struct fl_play_options o = {.people = 1, .resume = listed ? saves[number - 1].path : NULL};
        enum fl_session_status ended;
        if (read != FL_INPUT_LINE)
            status = leave(m, read);
        else if (listed && saves[number - 1].on_server)
            status = fl_join_return(m->cli, saves[number - 1].path, m->keyboard);
        else if (listed)
            status = fl_play_run(m->cli, NULL, &o, m->keyboard, &ended);
    }
    free(saves);
    return status;
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
    if (first == 'p')
        return resume(m);
    if (first == 'l')
        switch_language(m);
    else if (first == 'q')
        return FL_CLI_OK;
    else
        fl_screen_word(&m->screen, "menu.expected");
    return STAY;
}

/* ---- the full screen ---- */

/* Shows the rules of a game as a sheet. */
static void show_rules(struct fl_terminal *terminal, const struct fl_screen *screen,
                       const struct fl_game *game)
{
    char *text = NULL, memory[128];
    size_t len;
    struct fl_screen to = *screen;
    struct fl_buf title = fl_buf_over(memory, sizeof memory);
    to.out = open_memstream(&text, &len);
    if (!to.out)
        return;
    to.colour = true;
    fl_rules_show_all(&to, game);
    fclose(to.out);
    fl_put_word(&title, screen->lang, game->name, FL_BARE);
    fl_sheet_show(terminal, screen, title.at, text, false);
    free(text);
}

/* Executes what was chosen, outside the terminal of the menu. */
static int follow(struct fl_cli *cli, const struct fl_menu_choice *choice)
{
    struct fl_play_options o = {.people = 1, .pace = FL_PACE_USUAL};
    enum fl_session_status ended = FL_SESSION_QUIT;
    switch (choice->kind) {
    case FL_MENU_PLAY:
        o.seats = choice->seats;
        return fl_play_run(cli, choice->game, &o, NULL, &ended);
    case FL_MENU_RESUME:
        if (choice->on_server)
            return fl_join_return(cli, choice->path, NULL);
        o.resume = choice->path;
        return fl_play_run(cli, NULL, &o, NULL, &ended);
    case FL_MENU_REPLAY:
        return fl_replay_run(cli, choice->path);
    case FL_MENU_LEARN:
        return fl_learn_run(cli, choice->game, FL_COLOUR_AUTO, NULL, &ended);
    case FL_MENU_DELETE:
        if (choice->on_server) {
            fl_join_forget(choice->path);
            return FL_CLI_OK;
        }
        return remove(choice->path) ? fl_cli_fail(cli, FL_CLI_FAILED, "cli.cannot-delete",
                                                  choice->path, strerror(errno))
                                    : FL_CLI_OK;
    default:
        return FL_CLI_OK;
    }
}

/* Shows the menu once. Returns false if the terminal cannot be used. */
static bool choose(struct fl_cli *cli, struct fl_menu_choice *choice)
{
    int count;
    struct fl_screen screen;
    fl_screen_open(&screen, stdout, cli->lang, FL_COLOUR_AUTO);
    struct fl_terminal *terminal = fl_terminal_open(&(struct fl_terminal_options){0});
    if (!terminal)
        return false;
    struct fl_save *saves = fl_join_add_tables(fl_saves_list(MOST_SAVES, &count), &count);
    do {
        fl_menu_show(terminal, &screen, saves, count, choice);
        if (choice->kind == FL_MENU_RULES)
            show_rules(terminal, &screen, choice->game);
    } while (choice->kind == FL_MENU_RULES);
    free(saves);
    fl_terminal_close(terminal);
    return true;
}

/* The menu on the full screen: it is shown again after everything that ends normally. */
static int run_full_screen(struct fl_cli *cli)
{
    struct fl_menu_choice choice = {.kind = FL_MENU_LEAVE};
    for (;;) {
        if (!choose(cli, &choice))
            return fl_cli_fail(cli, FL_CLI_FAILED, "play.no-full-screen", NULL, NULL);
        if (choice.kind == FL_MENU_LEAVE)
            return FL_CLI_OK;
        if (choice.kind == FL_MENU_INTERRUPTED)
            return FL_CLI_INTERRUPTED;
        if (choice.kind == FL_MENU_LANGUAGE)
            cli->lang = fl_language(cli->lang + 1) ? cli->lang + 1 : 0;
        int status = follow(cli, &choice);
        if (status != FL_CLI_OK)
            return status;
    }
}

static int run_lines(struct fl_cli *cli)
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

int fl_cli_menu(struct fl_cli *cli)
{
    if (fl_terminal_is_capable())
        return run_full_screen(cli);
    return run_lines(cli);
}
