/* flibuste join ADDRESS: a person in a terminal plays at a server's table, with people in browsers
 * and at other terminals. */
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/join.h"
#include "cli/play.h"
#include "cli/report/invitation.h"
#include "cli/rules.h"
#include "games/games.h"
#include "online/lobby.h"
#include "online/online.h"
#include "term/keyboard.h"
#include "tui/terminal.h"

struct join_options {
    const char *address, *server, *name, *seat, *game, *seats;
    struct fl_cli_settings settings;
    enum fl_colour colour;
    bool watches, plain, light, no_mouse;
};

static const struct option options[] = {{"lang", required_argument, NULL, 'l'},
                                        {"server", required_argument, NULL, 'u'},
                                        {"name", required_argument, NULL, 'n'},
                                        {"seat", required_argument, NULL, 's'},
                                        {"watch", no_argument, NULL, 'w'},
                                        {"new", required_argument, NULL, 'g'},
                                        {"seats", required_argument, NULL, 'S'},
                                        {"option", required_argument, NULL, 'o'},
                                        {"color", required_argument, NULL, 'c'},
                                        {"plain", no_argument, NULL, 'P'},
                                        {"theme", required_argument, NULL, 't'},
                                        {"no-mouse", no_argument, NULL, 'M'},
                                        {0}};

static const char **option_text(struct join_options *o, int option)
{
    return option == 'u'   ? &o->server
           : option == 'n' ? &o->name
           : option == 's' ? &o->seat
           : option == 'g' ? &o->game
           : option == 'S' ? &o->seats
                           : NULL;
}

static bool take_option(struct fl_cli *cli, struct join_options *o, int option)
{
    const char **text = option_text(o, option);
    if (text)
        *text = optarg;
    o->watches |= option == 'w';
    o->plain |= option == 'P';
    o->no_mouse |= option == 'M';
    if (option == 'o')
        fl_cli_note_setting(&o->settings, optarg);
    if (option == 't') {
        o->light = !strcmp(optarg, "light");
        if (!o->light && strcmp(optarg, "dark") != 0)
            return fl_cli_fail(cli, 0, "play.expected-theme", NULL, optarg);
    }
    return option != 'c' || fl_play_colour(cli, optarg, &o->colour);
}

/* ---- the address ---- */

/* Finds the server and the table: an address, or a code with --server or of a table at which the
 * player has a seat. */
static bool find_table(const struct fl_cli *cli, const struct join_options *o, struct fl_pass *pass)
{
    const char *given = o->address;
    bool is_code = strlen(given) < FL_TABLE_ID_SIZE && !strpbrk(given, ".:/#");
    if (o->server && !fl_url_read(o->server, &pass->url))
        return fl_cli_fail(cli, 0, "bot.bad-url", o->server, NULL);
    if (!is_code)
        return fl_url_read(given, &pass->url) || fl_cli_fail(cli, 0, "bot.bad-url", given, NULL);
    if (o->server) {
        memcpy(pass->url.table, given, strlen(given) + 1);
        return true;
    }
    int count;
    struct fl_pass *list = fl_pass_list(&count);
    for (int i = 0; i < count && !pass->id[0]; i++)
        if (!strcmp(list[i].code, given) || !strcmp(list[i].id, given))
            *pass = list[i];
    free(list);
    return pass->id[0] || fl_cli_fail(cli, 0, "join.which-server", given, NULL);
}

/* Adds what is known of the table from an earlier visit, and the token of a link. */
static void recall(struct fl_pass *pass)
{
    struct fl_pass known;
    struct fl_url url = pass->url;
    if (!pass->id[0] && url.table[0] && fl_pass_find(&url, url.table, &known)) {
        *pass = known;
        pass->url = url;
    }
    if (url.token[0]) {
        struct fl_buf tokens = {
            .at = pass->tokens, .len = strlen(pass->tokens), .cap = sizeof pass->tokens};
        if (tokens.len + strlen(url.token) + 2 < tokens.cap && !strstr(pass->tokens, url.token)) {
            fl_put(&tokens, tokens.len ? "," : "");
            fl_put(&tokens, url.token);
        }
    }
}

/* The words of the command "new": the game, its seats and options. */
static bool put_creation(const struct fl_cli *cli, const struct join_options *o, struct fl_buf *out)
{
    const struct fl_game *game = fl_cli_game_named(cli, o->game);
    int seats = 0;
    if (!game || (o->seats && !fl_cli_seats(cli, game, o->seats, &seats)))
        return false;
    fl_put(out, o->game);
    for (int i = 0; i < seats; i++)
        fl_put(out, i ? ",open" : " seats=person");
    for (int i = 0; i < o->settings.count; i++) {
        if (strpbrk(o->settings.setting[i], " \n\t"))
            return fl_cli_fail(cli, 0, "cli.too-much", NULL, o->settings.setting[i]);
        fl_put_char(out, ' ');
        fl_put(out, o->settings.setting[i]);
    }
    return !out->overflowed;
}

/* ---- the visit ---- */

/* Prints how to return, on a line that can be copied. */
static void print_return(const struct fl_screen *s, const struct fl_remote *r)
{
    struct fl_pass known;
    if (!fl_pass_find(&r->pass.url, r->pass.id, &known))
        return;
    fl_screen_word(s, "join.return");
    fprintf(s->out, "  %s join %s\n", fl_cli_program(), r->pass.code);
}

static int finish(const struct fl_cli *cli, const struct fl_online *o, enum fl_visit how)
{
    static const char *const ends[] = {[FL_REMOTE_CLOSED] = "join.closed",
                                       [FL_REMOTE_LEFT] = "join.left",
                                       [FL_REMOTE_REFUSED] = "join.refused",
                                       [FL_REMOTE_VERSION] = "online.other-version",
                                       [FL_REMOTE_OTHER_RULES] = "join.rules"};
    const struct fl_remote *r = &o->remote;
    if (how == FL_VISIT_ENDED) {
        bool usual = r->ended == FL_REMOTE_CLOSED || r->ended == FL_REMOTE_LEFT;
        if (usual) {
            fl_screen_word(&o->screen, ends[r->ended]);
            return FL_CLI_OK;
        }
        return fl_cli_fail(cli, FL_CLI_FAILED, ends[r->ended],
                           r->ended == FL_REMOTE_REFUSED ? r->refusal : r->pass.url.host, NULL);
    }
    print_return(&o->screen, r);
    return how == FL_VISIT_INTERRUPTED ? FL_CLI_INTERRUPTED
           : how == FL_VISIT_INPUT_CLOSED
               ? fl_cli_fail(cli, FL_CLI_FAILED, "join.closed-input", NULL, NULL)
               : FL_CLI_OK;
}

static enum fl_visit visit_with_lines(struct fl_online *o)
{
    struct fl_keyboard keyboard;
    fl_keyboard_open(&keyboard, o->screen.out);
    enum fl_visit how = fl_online_play_lines(o, &keyboard);
    fl_keyboard_close(&keyboard);
    return how;
}

/* Plays with lines of text if there is a keyboard, or if the terminal or the options demand it. */
static int visit(const struct fl_cli *cli, const struct join_options *o, struct fl_online *online,
                 struct fl_keyboard *keyboard)
{
    const char *what;
    bool full = !keyboard && !o->plain && fl_terminal_is_capable();
    fl_screen_open(&online->screen, stdout, cli->lang, o->colour);
    fl_online_begin(online);
    const char *why = fl_remote_open(&online->remote, &what);
    if (why)
        return fl_cli_fail(cli, FL_CLI_FAILED, why, what, NULL);
    struct fl_terminal_options look = {
        .colour = o->colour, .light = o->light, .no_mouse = o->no_mouse};
    struct fl_terminal *terminal = full ? fl_terminal_open(&look) : NULL;
    enum fl_visit how = terminal   ? fl_online_play_full_screen(online, terminal)
                        : keyboard ? fl_online_play_lines(online, keyboard)
                                   : visit_with_lines(online);
    fl_terminal_close(terminal);
    return finish(cli, online, how);
}

/* ---- the command ---- */

/* The player's name: as given, as at this table, or that of the user. */
static bool choose_name(const struct fl_cli *cli, const struct join_options *o,
                        struct fl_pass *pass)
{
    struct fl_players players = {.kind = {"person"}};
    const char *user = getenv("USER");
    if (pass->name[0] && !o->name)
        return true;
    bool named = o->name || (user && strlen(user) < FL_NAME_SIZE && fl_name_is_clean(user));
    if (!fl_play_name(cli, o->name ? o->name : named ? user : NULL, 1, &players))
        return false;
    memcpy(pass->name, players.name[0], sizeof pass->name);
    return true;
}

static bool choose_seat(const struct fl_cli *cli, const struct join_options *o,
                        struct fl_remote *remote)
{
    long long seat;
    remote->wanted_seat = o->game && !o->watches ? FL_ANY_SEAT : FL_NOBODY;
    if (!o->seat)
        return true;
    if (!fl_cli_number(cli, "--seat", o->seat, 1, FL_MAX_SEATS, &seat))
        return false;
    remote->wanted_seat = (int)seat - 1;
    return true;
}

static int print_lobby(const struct fl_cli *cli, const struct join_options *o,
                       const struct fl_url *url)
{
    struct fl_screen screen;
    const char *what = url->host;
    fl_screen_open(&screen, stdout, cli->lang, o->colour);
    const char *why = fl_lobby_print(&screen, url, fl_cli_program(), &what);
    return why ? fl_cli_fail(cli, FL_CLI_FAILED, why, what, NULL) : FL_CLI_OK;
}

bool fl_join_print_known(const struct fl_screen *screen)
{
    int count;
    struct fl_pass *list = fl_pass_list(&count);
    if (count)
        fl_screen_word(screen, "join.known");
    for (int i = 0; i < count; i++) {
        struct fl_phrase phrase;
        const char *game = fl_word_key(list[i].game);
        fl_phrase_begin(&phrase, "join.known-table");
        fl_with_text(&phrase, "code", list[i].code);
        fl_with_word(&phrase, "game", game ? game : "online.unknown-game");
        fl_with_text(&phrase, "who", list[i].others);
        fl_with_text(&phrase, "what", list[i].url.host);
        fl_screen_phrase(screen, &phrase);
    }
    free(list);
    return count > 0;
}

static int print_known(const struct fl_cli *cli, const struct join_options *o)
{
    struct fl_screen screen;
    fl_screen_open(&screen, stdout, cli->lang, o->colour);
    return fl_join_print_known(&screen)
               ? FL_CLI_OK
               : fl_cli_fail(cli, FL_CLI_USAGE, "join.which-table", NULL, NULL);
}

static int join(const struct fl_cli *cli, const struct join_options *o, struct fl_online *online,
                struct fl_keyboard *keyboard)
{
    struct fl_remote *remote = &online->remote;
    char memory[512];
    struct fl_buf creation = fl_buf_over(memory, sizeof memory);
    if (!find_table(cli, o, &remote->pass))
        return FL_CLI_USAGE;
    if (o->game && !put_creation(cli, o, &creation))
        return FL_CLI_USAGE;
    remote->creation = o->game ? creation.at : NULL;
    remote->given = remote->pass.url.table;
    if (!o->game && !remote->pass.id[0] && !*remote->given)
        return print_lobby(cli, o, &remote->pass.url);
    recall(&remote->pass);
    if (!choose_name(cli, o, &remote->pass) || !choose_seat(cli, o, remote))
        return FL_CLI_USAGE;
    remote->language = fl_language(cli->lang)->code;
    online->show_rule = fl_rules_show;
    online->show_address = fl_invitation_print;
    return visit(cli, o, online, keyboard);
}

static int run(const struct fl_cli *cli, const struct join_options *o, struct fl_keyboard *keyboard)
{
    struct fl_online *online = calloc(1, sizeof *online);
    if (!online)
        return fl_cli_fail(cli, FL_CLI_FAILED, "analyse.no-memory", NULL, NULL);
    int status = join(cli, o, online, keyboard);
    fl_remote_close(&online->remote);
    free(online);
    return status;
}

int fl_join_return(const struct fl_cli *cli, const char *id, struct fl_keyboard *keyboard)
{
    struct join_options o = {.address = id, .colour = FL_COLOUR_AUTO};
    return run(cli, &o, keyboard);
}

void fl_join_forget(const char *id)
{
    fl_pass_delete(id);
}

/* ---- among the saved games ---- */

static void make_save(struct fl_save *save, const struct fl_pass *pass)
{
    *save = (struct fl_save){.on_server = true,
                             .game = fl_game_find(pass->game),
                             .players = {.kind = {"person", "person"}},
                             .seats = 2,
                             .at = pass->at};
    struct fl_buf path = fl_buf_over(save->path, sizeof save->path);
    struct fl_buf others = fl_buf_over(save->players.name[1], sizeof save->players.name[1]);
    fl_put(&path, pass->id);
    fl_put(&others, pass->others);
}

static int newest_first(const void *a, const void *b)
{
    const struct fl_save *x = a, *y = b;
    return x->at > y->at ? -1 : x->at < y->at;
}

struct fl_save *fl_join_add_tables(struct fl_save *saves, int *count)
{
    int passes;
    struct fl_pass *list = fl_pass_list(&passes);
    struct fl_save *all = passes ? realloc(saves, (size_t)(*count + passes) * sizeof *saves) : NULL;
    for (int i = 0; all && i < passes; i++)
        if (fl_game_find(list[i].game))
            make_save(&all[(*count)++], &list[i]);
    free(list);
    if (all)
        qsort(all, (size_t)*count, sizeof *all, newest_first);
    return all ? all : saves;
}

/* ---- the command line ---- */

static int run_join(struct fl_cli *cli, int argc, char **argv)
{
    struct join_options o = {.colour = FL_COLOUR_AUTO};
    for (int option; (option = fl_cli_option(cli, argc, argv, options)) != -1;)
        if (option == '?' || !take_option(cli, &o, option))
            return FL_CLI_USAGE;
    o.address = optind < argc ? argv[optind++] : o.server;
    if (optind < argc)
        return fl_cli_fail(cli, FL_CLI_USAGE, "cli.too-much", NULL, argv[optind]);
    if (!o.address)
        return print_known(cli, &o);
    return run(cli, &o, NULL);
}

const struct fl_cli_command fl_command_join = {"join", run_join, "cli.help.join"};
