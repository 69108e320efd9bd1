/* flibuste play GAME: a game in the terminal, against bots or with people at the same keyboard. */
#include "cli/play.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "agents/agent.h"
#include "cli/rules.h"
#include "games/games.h"
#include "term/line_table.h"
#include "term/skin.h"
#include "term/summary.h"
#include "tui/front.h"

/* ---- fair dice: the secret comes from the operating system or from the command line. The saved
 * record contains it from the beginning, like the hidden cards of all seats ---- */

#define TERMINAL "terminal" /* id of the table: a terminal has only one */

/* Reads nonces in the order of the seats; a seat may have none. */
static bool take_nonces(const char *list, int seats, struct fl_fair *out)
{
    for (int seat = 0; *list; seat++) {
        size_t len = strcspn(list, ",");
        if (seat == seats || len >= FL_FAIR_WORD_SIZE)
            return false;
        memcpy(out->nonce[seat], list, len);
        if (len && !fl_fair_word_is_clean(out->nonce[seat]))
            return false;
        list += len + (list[len] == ',');
    }
    return true;
}

/* Commits to a secret for a new match if fair dice are requested. Returns the exit status. */
static int commit_fair_dice(const struct fl_cli *cli, const struct fl_play_options *o,
                            const struct fl_chance *chance, int seats, struct fl_fair *out)
{
    *out = (struct fl_fair){.committed = chance->fair, .revealed = chance->fair, .table = TERMINAL};
    if (o->nonces && !chance->fair)
        return fl_cli_fail(cli, FL_CLI_USAGE, "play.nonces-alone", NULL, NULL);
    if (o->nonces && !take_nonces(o->nonces, seats, out))
        return fl_cli_fail(cli, FL_CLI_USAGE, "play.bad-nonces", NULL, o->nonces);
    memcpy(out->secret, chance->secret, sizeof out->secret);
    fl_fair_commit(out->secret, out->commitment);
    return FL_CLI_OK;
}

/* Checks that a resumed match can continue with the requested dice. Returns the exit status. */
static int check_fair_dice(const struct fl_cli *cli, const struct fl_play_options *o,
                           const struct fl_chance *chance, const struct fl_fair *fair)
{
    if (!fair->committed && chance->fair)
        return fl_cli_fail(cli, FL_CLI_USAGE, "play.fair-from-start", NULL, NULL);
    if (fair->committed && (o->dice || o->seed))
        return fl_cli_fail(cli, FL_CLI_USAGE, "play.fair-goes-on", o->resume, NULL);
    if (fair->committed && !fair->revealed)
        return fl_cli_fail(cli, FL_CLI_FAILED, "play.fair-sealed", o->resume, NULL);
    return FL_CLI_OK;
}

/* Prints the commitment. */
static void show_fair_dice(const struct fl_screen *screen, const struct fl_fair *fair)
{
    char memory[2 * FL_SECRET_SIZE + 1];
    struct fl_buf digits = fl_buf_over(memory, sizeof memory);
    if (!fair->committed)
        return;
    fl_put_secret(&digits, fair->commitment);
    fl_screen_word(screen, "play.fair-dice");
    fprintf(screen->out, "  %s\n", digits.at);
}

/* MOST_TYPED is more than any game has seats: the error then names the number of seats. */
enum { USUAL_SEATS = 3, NOT_SAID = -1, MOST_TYPED = 99, SLOWEST_PACE = 1000 };

/* ---- options ---- */

static const struct option options[] = {
    {"lang", required_argument, NULL, 'l'},       {"seats", required_argument, NULL, 's'},
    {"people", required_argument, NULL, 'p'},     {"as-seat", required_argument, NULL, 'a'},
    {"bots", required_argument, NULL, 'b'},       {"names", required_argument, NULL, 'n'},
    {"option", required_argument, NULL, 'o'},     {"dice", required_argument, NULL, 'd'},
    {"nonces", required_argument, NULL, 'N'},     {"seed", required_argument, NULL, 'S'},
    {"save", required_argument, NULL, 'f'},       {"resume", required_argument, NULL, 'r'},
    {"color", required_argument, NULL, 'c'},      {"bot-time", required_argument, NULL, 'T'},
    {"bot-memory", required_argument, NULL, 'm'}, {"plain", no_argument, NULL, 'P'},
    {"theme", required_argument, NULL, 't'},      {"no-mouse", no_argument, NULL, 'M'},
    {"pace", required_argument, NULL, 'g'},       {0}};

bool fl_play_colour(const struct fl_cli *cli, const char *text, enum fl_colour *out)
{
    static const char *const word[] = {"auto", "always", "never"};
    for (int i = 0; i < 3; i++)
        if (!strcmp(text, word[i])) {
            *out = (enum fl_colour)i;
            return true;
        }
    fl_cli_fail(cli, FL_CLI_USAGE, "play.expected-color", NULL, text);
    return false;
}

/* Reads the background of the terminal, "dark" or "light". */
static bool take_theme(const struct fl_cli *cli, struct fl_play_options *o, const char *text)
{
    o->light = !strcmp(text, "light");
    if (o->light || !strcmp(text, "dark"))
        return true;
    fl_cli_fail(cli, FL_CLI_USAGE, "play.expected-theme", NULL, text);
    return false;
}

/* Reads one option. Values that need the game or the number of seats are parsed later. */
static bool take_option(const struct fl_cli *cli, struct fl_play_options *o, int option)
{
    switch (option) {
    case 's':
        o->seats_typed = optarg;
        return true;
    case 'p':
        return fl_cli_number(cli, "--people", optarg, 0, MOST_TYPED, &o->people);
    case 'o':
        fl_cli_note_setting(&o->settings, optarg);
        return true;
    case 'c':
        return fl_play_colour(cli, optarg, &o->colour);
    case 'P':
        o->plain = true;
        return true;
    case 'M':
        o->no_mouse = true;
        return true;
    case 't':
        return take_theme(cli, o, optarg);
    case 'g':
        return fl_cli_number(cli, "--pace", optarg, 0, SLOWEST_PACE, &o->pace);
    case 'a':
        o->as_seat = optarg;
        return true;
    case 'T':
        o->bot_time = optarg;
        return true;
    case 'm':
        o->bot_memory = optarg;
        return true;
    case 'b':
        o->bots = optarg;
        return true;
    case 'n':
        o->names = optarg;
        return true;
    case 'd':
        o->dice = optarg;
        return true;
    case 'N':
        o->nonces = optarg;
        return true;
    case 'S':
        o->seed = optarg;
        return true;
    case 'f':
        o->save = optarg;
        return true;
    case 'r':
        o->resume = optarg;
        return true;
    default:
        return option == 'l';
    }
}

static bool take_options(struct fl_cli *cli, int argc, char **argv, struct fl_play_options *o)
{
    for (int option; (option = fl_cli_option(cli, argc, argv, options)) != -1;)
        if (option == '?' || !take_option(cli, o, option))
            return false;
    return true;
}

/* ---- players ---- */

/* Copies the next part of a list "a,b". Returns false at its end. */
static bool next_part(const char **list, char *part, size_t room)
{
    if (!*list || !**list)
        return false;
    size_t len = strcspn(*list, ",");
    struct fl_buf out = fl_buf_over(part, room);
    fl_put_bytes(&out, *list, len);
    *list += len + ((*list)[len] == ',');
    return true;
}

static int count_parts(const char *list)
{
    int n = list && *list;
    for (; list && *list; list++)
        n += *list == ',';
    return n;
}

int fl_play_usual_seats(const struct fl_game *game, const struct fl_play_options *o)
{
    int people = (int)o->people, bots = count_parts(o->bots);
    int seats = people > USUAL_SEATS ? people : USUAL_SEATS;
    if (bots > 1)
        seats = people + bots;
    if (o->as_seat && bots < 2)
        seats = USUAL_SEATS;
    return seats < game->seats_min   ? game->seats_min
           : seats > game->seats_max ? game->seats_max
                                     : seats;
}

/* The seats of people: those given by --as-seat, else the first ones. */
static bool seats_of_people(const struct fl_cli *cli, const struct fl_play_options *o, int seats,
                            fl_seats *out)
{
    const char *list = o->as_seat;
    char part[32];
    *out = 0;
    while (next_part(&list, part, sizeof part)) {
        long long seat;
        if (!fl_cli_number(cli, "--as-seat", part, 1, seats, &seat))
            return false;
        *out |= FL_SEAT(seat - 1);
    }
    if (o->as_seat && (!o->people_given || fl_bits(*out) == o->people))
        return true;
    if (o->as_seat || o->people > seats) {
        struct fl_phrase phrase;
        fl_phrase_begin(&phrase, o->as_seat ? "play.people-elsewhere" : "play.too-many-people");
        fl_with_number(&phrase, "people", (int32_t)o->people);
        fl_with_number(&phrase, "seats", seats);
        fl_cli_error(cli, FL_CLI_USAGE, &phrase);
        return false;
    }
    *out = (fl_seats)(FL_SEAT(o->people) - 1);
    return true;
}

static void set_text(char *to, size_t room, const char *text)
{
    struct fl_buf out = fl_buf_over(to, room);
    fl_put(&out, text);
}

/* The level with this name. Returns NULL after printing the names of all levels. */
static const struct fl_level *read_level(const struct fl_cli *cli, const char *name)
{
    char memory[256];
    struct fl_buf names = fl_buf_over(memory, sizeof memory);
    const struct fl_level *level = fl_level_find(name);
    if (level)
        return level;
    for (int i = 0; fl_levels[i].name; i++) {
        fl_put(&names, i ? ", " : "");
        fl_put(&names, fl_levels[i].name);
    }
    fl_cli_fail(cli, FL_CLI_USAGE, "play.unknown-level", names.at, name);
    return NULL;
}

/* Bots have the levels given, in order; the last level applies to the remaining bots. */
static bool seat_players(const struct fl_cli *cli, const struct fl_play_options *o, int seats,
                         struct fl_players *players, struct fl_play_programs *programs)
{
    const char *list = o->bots, *command;
    char level[FL_AGENT_NAME_SIZE] = "matelot";
    fl_seats people;
    if (!seats_of_people(cli, o, seats, &people))
        return false;
    for (int seat = 0; seat < seats; seat++) {
        bool person = people & FL_SEAT(seat);
        if (!person)
            next_part(&list, level, sizeof level);
        command = person ? NULL : fl_cli_agent_command(level);
        if (!person && !command && !read_level(cli, level))
            return false;
        set_text(programs->command[seat], FL_AGENT_NAME_SIZE, command ? command : "");
        set_text(players->kind[seat], FL_KIND_SIZE, person ? "person" : command ? "exec" : level);
    }
    if (!next_part(&list, level, sizeof level))
        return true;
    fl_cli_fail(cli, FL_CLI_USAGE, "play.too-many-bots", NULL, level);
    return false;
}

static bool is_taken(const struct fl_players *players, const char *name)
{
    for (int seat = 0; seat < FL_MAX_SEATS; seat++)
        if (!strcmp(players->name[seat], name))
            return true;
    return false;
}

/* Gives a bot the first unused pirate name. There are more names than seats. */
static void name_bot(fl_lang lang, struct fl_players *players, int seat)
{
    static const char *const key[] = {"pirate.1", "pirate.2", "pirate.3", "pirate.4", "pirate.5",
                                      "pirate.6", "pirate.7", "pirate.8", "pirate.9"};
    for (int i = 0; i < 9 && !players->name[seat][0]; i++) {
        char memory[FL_NAME_SIZE];
        struct fl_buf name = fl_buf_over(memory, sizeof memory);
        fl_put_word(&name, lang, key[i], FL_BARE);
        if (!is_taken(players, name.at))
            set_text(players->name[seat], FL_NAME_SIZE, name.at);
    }
}

/* "Pirate 2" for the second person. */
static void name_person(fl_lang lang, struct fl_players *players, int seat, int number)
{
    struct fl_buf name = fl_buf_over(players->name[seat], FL_NAME_SIZE);
    struct fl_phrase phrase;
    fl_phrase_begin(&phrase, "play.person-number");
    fl_with_number(&phrase, "number", number);
    fl_put_phrase(&name, lang, &phrase, NULL);
}

bool fl_play_name(const struct fl_cli *cli, const char *list, int seats, struct fl_players *players)
{
    char name[256];
    for (int seat = 0; next_part(&list, name, sizeof name); seat++) {
        const char *wrong = seat == seats                  ? "play.name-extra"
                            : strlen(name) >= FL_NAME_SIZE ? "play.name-long"
                            : !fl_name_is_clean(name)      ? "play.name-bad"
                                                           : NULL;
        if (wrong) {
            fl_cli_fail(cli, FL_CLI_USAGE, wrong, NULL, name);
            return false;
        }
        set_text(players->name[seat], FL_NAME_SIZE, name);
    }
    for (int seat = 0, people = 0; seat < seats; seat++) {
        bool person = !strcmp(players->kind[seat], "person");
        people += person;
        if (person && !players->name[seat][0])
            name_person(cli->lang, players, seat, people);
    }
    for (int seat = 0; seat < seats; seat++)
        name_bot(cli->lang, players, seat);
    return true;
}

/* ---- starting ---- */

/* Sets the file to save to. A file given by --save must be new or empty. */
static int choose_file(const struct fl_cli *cli, const struct fl_game *game, const char *path,
                       struct fl_autosave *autosave)
{
    if (!path) {
        fl_autosave_choose(autosave, game);
        return FL_CLI_OK;
    }
    const char *why = fl_autosave_refuse(path, game, false);
    if (why)
        return fl_cli_fail(cli, FL_CLI_FAILED, why, path, NULL);
    set_text(autosave->path, sizeof autosave->path, path);
    return FL_CLI_OK;
}

/* A session and the programs that play in it. */
struct fl_beginning {
    struct fl_session session;
    struct fl_play_programs programs;
};

/* Prepares the programs; each starts with its first move. */
static bool begin_programs(const struct fl_cli *cli, const struct fl_play_options *o,
                           struct fl_beginning *b)
{
    if (!fl_external_bots_begin(cli, &b->programs.bots, o->bot_time, o->bot_memory))
        return false;
    for (int seat = 0; seat < FL_MAX_SEATS; seat++) {
        if (!b->programs.command[seat][0])
            continue;
        struct fl_bot_launch launch =
            *fl_external_bots_add(&b->programs.bots, b->programs.command[seat]);
        launch.limits.is_quiet = true; /* its messages would disturb the table */
        fl_bot_begin(&b->programs.bot[seat], &launch);
        b->session.external[seat] = &b->programs.bot[seat];
    }
    return true;
}

static void end_programs(struct fl_session *s)
{
    for (int seat = 0; seat < FL_MAX_SEATS; seat++) {
        if (!s->external[seat])
            continue;
        fl_bot_finish(s->external[seat], &s->match);
        fl_bot_end(s->external[seat]);
    }
}

/* Creates a new match from the options. Returns the exit status. */
static int begin_new(const struct fl_cli *cli, const struct fl_game *game,
                     const struct fl_play_options *o, const struct fl_chance *chance,
                     struct fl_beginning *b)
{
    struct fl_session *s = &b->session;
    struct fl_setup setup;
    int seats = o->seats ? (int)o->seats : fl_play_usual_seats(game, o);
    if ((o->seats_typed && !fl_cli_seats(cli, game, o->seats_typed, &seats)) ||
        !fl_cli_setup(cli, game, seats, &o->settings, &setup) ||
        !seat_players(cli, o, setup.seats, &s->players, &b->programs) ||
        !fl_play_name(cli, o->names, setup.seats, &s->players))
        return FL_CLI_USAGE;
    int status = commit_fair_dice(cli, o, chance, setup.seats, &s->players.fair);
    if (status == FL_CLI_OK)
        status = choose_file(cli, game, o->save, &s->autosave);
    if (status == FL_CLI_OK && !begin_programs(cli, o, b))
        return FL_CLI_USAGE;
    if (status == FL_CLI_OK)
        fl_match_begin(&s->match, game, &setup, FL_TRUTH);
    return status;
}

/* Whether an option contradicts the record that is resumed. */
static bool contradicts_record(const struct fl_play_options *o)
{
    return o->seats_typed || o->people_given || o->as_seat || o->bots || o->names || o->nonces ||
           o->settings.count;
}

/* Checks that this program knows the level of every bot in a record. */
static int check_players(const struct fl_cli *cli, const char *path, const struct fl_players *p)
{
    for (int seat = 0; seat < FL_MAX_SEATS; seat++)
        if (p->kind[seat][0] && strcmp(p->kind[seat], "person") && !fl_level_find(p->kind[seat]))
            return fl_cli_fail(cli, FL_CLI_FAILED, "play.unknown-kind", path, p->kind[seat]);
    return FL_CLI_OK;
}

/* Checks that a record can be resumed: complete, unfinished, of the right game. */
static int check_resumable(const struct fl_cli *cli, const struct fl_record *record,
                           const struct fl_game *game, const char *path)
{
    if (record->match.viewer != FL_TRUTH)
        return fl_cli_fail(cli, FL_CLI_FAILED, "play.partial", path, NULL);
    if (!fl_match_turn(&record->match))
        return fl_cli_fail(cli, FL_CLI_FAILED, "play.finished", path, NULL);
    if (game && game != record->match.game)
        return fl_cli_fail(cli, FL_CLI_FAILED, "play.other-game", path, game->name);
    return check_players(cli, path, &record->players);
}

/* Continues the match of a record. It is saved to the same file unless --save names another. */
static int begin_resumed(const struct fl_cli *cli, const struct fl_game *game,
                         const struct fl_play_options *o, const struct fl_chance *chance,
                         struct fl_session *s)
{
    struct fl_record record;
    if (contradicts_record(o))
        return fl_cli_fail(cli, FL_CLI_USAGE, "play.resume-alone", NULL, NULL);
    if (strlen(o->resume) >= FL_PATH_SIZE || !fl_cli_read_record(cli, o->resume, &record))
        return FL_CLI_FAILED;
    int status = check_resumable(cli, &record, game, o->resume);
    if (status == FL_CLI_OK)
        status = check_fair_dice(cli, o, chance, &record.players.fair);
    if (status == FL_CLI_OK && o->save)
        status = choose_file(cli, record.match.game, o->save, &s->autosave);
    else if (status == FL_CLI_OK && strcmp(o->resume, "-"))
        set_text(s->autosave.path, sizeof s->autosave.path, o->resume);
    if (status != FL_CLI_OK) {
        fl_match_end(&record.match);
        return status;
    }
    s->match = record.match;
    s->players = record.players;
    return FL_CLI_OK;
}

static int open_chance(const struct fl_cli *cli, const struct fl_play_options *o,
                       struct fl_chance *chance)
{
    char memory[64];
    struct fl_buf seed = fl_buf_over(memory, sizeof memory);
    const char *value;
    if (o->seed && o->dice)
        return fl_cli_fail(cli, FL_CLI_USAGE, "play.seed-and-dice", NULL, NULL);
    fl_put(&seed, "seed:");
    fl_put(&seed, o->seed ? o->seed : "");
    const char *error = fl_chance_open(chance,
                                       o->seed   ? seed.at
                                       : o->dice ? o->dice
                                                 : "os",
                                       &value);
    if (error && chance->status == FL_CHANCE_SYSTEM)
        return fl_cli_fail(cli, FL_CLI_FAILED, error, value, strerror(errno));
    return error ? fl_cli_fail(cli, FL_CLI_USAGE, error, NULL, value) : FL_CLI_OK;
}

/* ---- the end ---- */

/* Prints a command on its own line, without wrapping, so that it can be copied. */
static void print_command(const struct fl_screen *screen, const char *key, const char *command,
                          const char *path)
{
    char memory[4 * FL_PATH_SIZE];
    struct fl_buf quoted = fl_buf_over(memory, sizeof memory);
    fl_put_shell_word(&quoted, path);
    fl_screen_word(screen, key);
    fprintf(screen->out, "  %s %s %s\n", fl_cli_program(), command, quoted.at);
}

static void print_result(const struct fl_session *s)
{
    struct fl_sight sight;
    fl_match_sight(&s->match, FL_SPECTATOR, &sight);
    fl_screen_text(&s->screen, "", 0);
    fl_skin_of(sight.game)->draw(&sight, &s->screen);
    fl_summary_result(&s->screen, &sight, fl_session_viewer(s));
}

static void print_file(const struct fl_session *s, enum fl_session_status ended)
{
    if (!s->autosave.path[0] || s->autosave.error) {
        fl_screen_word(&s->screen, "play.kept-nowhere");
        return;
    }
    if (ended == FL_SESSION_OVER)
        print_command(&s->screen, "play.look-again", "replay", s->autosave.path);
    else
        print_command(&s->screen, "play.resume-with", "play --resume", s->autosave.path);
}

/* The translation key of an abnormal end, or NULL. */
static const char *reason_of(enum fl_session_status ended, enum fl_chance_status chance_status)
{
    if (ended == FL_SESSION_NO_CHANCE)
        return chance_status == FL_CHANCE_CLOSED        ? "play.closed"
               : chance_status == FL_CHANCE_INTERRUPTED ? "play.interrupted"
               : chance_status == FL_CHANCE_FILE_ENDED  ? "play.file-ended"
               : chance_status == FL_CHANCE_SYSTEM      ? "status.no-chance"
                                                        : NULL;
    return ended == FL_SESSION_INPUT_CLOSED    ? "play.closed"
           : ended == FL_SESSION_INTERRUPTED   ? "play.interrupted"
           : ended == FL_SESSION_OUTPUT_CLOSED ? "play.unheard"
           : ended == FL_SESSION_TOO_LONG      ? "status.too-long"
                                               : NULL;
}

/* Prints the result, where the match is saved, and how to continue. Returns the exit status. */
static int finish(const struct fl_cli *cli, const struct fl_session *s,
                  enum fl_session_status ended, enum fl_chance_status chance_status)
{
    const char *reason = reason_of(ended, chance_status);
    if (ended == FL_SESSION_OVER)
        print_result(s);
    print_file(s, ended);
    if (reason)
        return fl_cli_fail(cli,
                           strcmp(reason, "play.interrupted") ? FL_CLI_FAILED : FL_CLI_INTERRUPTED,
                           reason, NULL, NULL);
    return s->autosave.error ? FL_CLI_FAILED : FL_CLI_OK;
}

/* ---- the command ---- */

/* Plays with lines of text. */
static int play_lines(struct fl_session *s, enum fl_session_status *ended)
{
    fl_summary_players(&s->screen, s->match.game, &s->match.setup, &s->players);
    show_fair_dice(&s->screen, &s->players.fair);
    if (fl_session_people(s))
        fl_screen_word(&s->screen, "play.welcome");
    s->front = &fl_line_front_end;
    *ended = fl_session_play(s);
    return FL_CLI_OK;
}

/* Plays on the full screen. The last sentences remain on the normal screen afterwards. */
static int play_full_screen(const struct fl_cli *cli, struct fl_session *s,
                            const struct fl_play_options *o, enum fl_session_status *ended)
{
    struct fl_terminal_options how = {
        .colour = o->colour, .light = o->light, .no_mouse = o->no_mouse};
    struct fl_terminal *terminal = fl_terminal_open(&how);
    if (!terminal || !fl_front_attach(s, terminal, (int)o->pace)) {
        fl_terminal_close(terminal);
        return fl_cli_fail(cli, FL_CLI_FAILED, "play.no-full-screen", NULL, NULL);
    }
    *ended = fl_session_play(s);
    fl_terminal_close(terminal);
    fl_front_release(s, stdout);
    return FL_CLI_OK;
}

/* Whether a session uses the full screen. Real dice are typed, and a table without people is
 * printed. */
static bool uses_full_screen(const struct fl_play_options *o)
{
    bool typed_dice = o->dice && !strcmp(o->dice, "manual");
    return !o->plain && !typed_dice && (o->people || o->resume) && fl_terminal_is_capable();
}

int fl_play_run(const struct fl_cli *cli, const struct fl_game *game,
                const struct fl_play_options *o, struct fl_keyboard *keyboard,
                enum fl_session_status *ended)
{
    struct fl_beginning beginning = {.session = {.keyboard = keyboard, .show_rule = fl_rules_show}};
    struct fl_session *s = &beginning.session;
    struct fl_chance chance;
    struct fl_fair_source fair;
    int status = open_chance(cli, o, &chance);
    if (status != FL_CLI_OK)
        return status;
    status = o->resume ? begin_resumed(cli, game, o, &chance, s)
                       : begin_new(cli, game, o, &chance, &beginning);
    if (status == FL_CLI_OK) {
        fl_screen_open(&s->screen, stdout, cli->lang, o->colour);
        fl_screen_name(&s->screen, &s->players);
        fl_chance_attach(&chance, s);
        fl_fair_source_begin(&fair, &s->players.fair, s->match.setup.seats);
        if (s->players.fair.committed)
            s->chance = &fair.source;
        status = keyboard ? play_lines(s, ended) : play_full_screen(cli, s, o, ended);
        if (status == FL_CLI_OK)
            status = finish(cli, s, *ended, chance.status);
        end_programs(s);
        fl_match_end(&s->match);
    }
    fl_chance_close(&chance);
    return status;
}

static int run_play(struct fl_cli *cli, int argc, char **argv)
{
    struct fl_play_options o = {.people = NOT_SAID, .pace = FL_PACE_USUAL};
    struct fl_keyboard keyboard;
    enum fl_session_status ended;
    const struct fl_game *game = NULL;
    if (!take_options(cli, argc, argv, &o))
        return FL_CLI_USAGE;
    o.people_given = o.people != NOT_SAID;
    if (!o.people_given)
        o.people = 1;
    if (argc == 1 && fl_terminal_is_capable())
        return fl_cli_menu(cli);
    if ((optind < argc || !o.resume) && !(game = fl_cli_game(cli, argc, argv)))
        return FL_CLI_USAGE;
    if (optind < argc)
        return fl_cli_fail(cli, FL_CLI_USAGE, "cli.too-much", NULL, argv[optind]);
    if (uses_full_screen(&o))
        return fl_play_run(cli, game, &o, NULL, &ended);
    fl_keyboard_open(&keyboard, stdout);
    int status = fl_play_run(cli, game, &o, &keyboard, &ended);
    fl_keyboard_close(&keyboard);
    return status;
}

const struct fl_cli_command fl_command_play = {"play", run_play, "cli.help.play"};
