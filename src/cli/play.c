/* flibuste play GAME: a table in the terminal, against bots or with people at the same keyboard. */
#include "cli/play.h"

#include <stdlib.h>
#include <string.h>

#include "agents/agent.h"
#include "cli/rulebook.h"
#include "cli/seal.h"
#include "games/games.h"
#include "term/herald.h"
#include "term/skin.h"

enum { USUAL_SEATS = 3, NOT_SAID = -1 };

/* ---- options ---- */

static const struct option options[] = {
    {"lang", required_argument, NULL, 'l'},   {"seats", required_argument, NULL, 's'},
    {"people", required_argument, NULL, 'p'}, {"as-seat", required_argument, NULL, 'a'},
    {"bots", required_argument, NULL, 'b'},   {"names", required_argument, NULL, 'n'},
    {"option", required_argument, NULL, 'o'}, {"dice", required_argument, NULL, 'd'},
    {"nonces", required_argument, NULL, 'N'}, {"seed", required_argument, NULL, 'S'},
    {"save", required_argument, NULL, 'f'},   {"resume", required_argument, NULL, 'r'},
    {"color", required_argument, NULL, 'c'},  {0}};

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

static bool take_option(const struct fl_cli *cli, struct fl_order *o, int option)
{
    switch (option) {
    case 's':
        return fl_cli_number(cli, "--seats", optarg, 1, FL_MAX_SEATS, &o->seats);
    case 'p':
        return fl_cli_number(cli, "--people", optarg, 0, FL_MAX_SEATS, &o->people);
    case 'o':
        fl_cli_note_setting(&o->settings, optarg);
        return true;
    case 'c':
        return fl_play_colour(cli, optarg, &o->colour);
    case 'a':
        o->as_seat = optarg;
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

static bool take_options(struct fl_cli *cli, int argc, char **argv, struct fl_order *o)
{
    for (int option; (option = fl_cli_option(cli, argc, argv, options)) != -1;)
        if (option == '?' || !take_option(cli, o, option))
            return false;
    return true;
}

/* ---- who sits where ---- */

/* The next part of a list "a,b"; false at its end. */
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

int fl_play_usual_seats(const struct fl_game *game, const struct fl_order *o)
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

/* The seats of the people: those named, or the first ones. */
static bool seats_of_people(const struct fl_cli *cli, const struct fl_order *o, int seats,
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
        fl_cli_fail(cli, FL_CLI_USAGE,
                    o->as_seat ? "play.people-elsewhere" : "play.too-many-people", NULL, NULL);
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

/* Bots take the levels named, in order; the last one serves for the rest. */
static bool seat_everybody(const struct fl_cli *cli, const struct fl_order *o, int seats,
                           struct fl_players *players)
{
    const char *list = o->bots;
    char level[FL_KIND_SIZE] = "matelot";
    fl_seats people;
    if (!seats_of_people(cli, o, seats, &people))
        return false;
    for (int seat = 0; seat < seats; seat++) {
        bool person = people & FL_SEAT(seat);
        if (!person)
            next_part(&list, level, sizeof level);
        if (!person && !read_level(cli, level))
            return false;
        set_text(players->kind[seat], FL_KIND_SIZE, person ? "person" : level);
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

/* A pirate whose name nobody bears yet: there are more of them than seats. */
static void name_bot(enum fl_lang lang, struct fl_players *players, int seat)
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

static void name_person(enum fl_lang lang, struct fl_players *players, int seat, bool alone)
{
    struct fl_buf name = fl_buf_over(players->name[seat], FL_NAME_SIZE);
    struct fl_phrase phrase;
    fl_phrase_begin(&phrase, alone ? "play.person" : "play.person-number");
    fl_with_number(&phrase, "number", seat + 1);
    fl_put_phrase(&name, lang, &phrase, NULL);
}

static int count_people(const struct fl_players *players, int seats)
{
    int n = 0;
    for (int seat = 0; seat < seats; seat++)
        n += !strcmp(players->kind[seat], "person");
    return n;
}

bool fl_play_name(const struct fl_cli *cli, const char *list, int seats, struct fl_players *players)
{
    char name[256];
    for (int seat = 0; next_part(&list, name, sizeof name); seat++) {
        if (seat == seats || !fl_name_is_clean(name)) {
            fl_cli_fail(cli, FL_CLI_USAGE, "play.bad-name", NULL, name);
            return false;
        }
        set_text(players->name[seat], FL_NAME_SIZE, name);
    }
    bool alone = count_people(players, seats) == 1;
    for (int seat = 0; seat < seats; seat++)
        if (!players->name[seat][0] && !strcmp(players->kind[seat], "person"))
            name_person(cli->lang, players, seat, alone);
    for (int seat = 0; seat < seats; seat++)
        name_bot(cli->lang, players, seat);
    return true;
}

/* ---- beginning ---- */

/* A file named by --save may be new, or hold a finished match of the same game. */
static int choose_logbook(const struct fl_cli *cli, const struct fl_game *game, const char *path,
                          struct fl_logbook *book)
{
    if (!path) {
        fl_logbook_choose(book, game);
        return FL_CLI_OK;
    }
    enum fl_shelf shelf = fl_logbook_look(path, game);
    if (shelf != FL_SHELF_FREE)
        return fl_cli_fail(cli, FL_CLI_FAILED, fl_shelf_key(shelf), path, NULL);
    set_text(book->path, sizeof book->path, path);
    return FL_CLI_OK;
}

static int begin_new(const struct fl_cli *cli, const struct fl_game *game, const struct fl_order *o,
                     const struct fl_chance *chance, struct fl_sitting *s)
{
    struct fl_setup setup;
    int seats = o->seats ? (int)o->seats : fl_play_usual_seats(game, o);
    if (!fl_cli_agree(cli, game, seats, &o->settings, &setup) ||
        !seat_everybody(cli, o, setup.seats, &s->players) ||
        !fl_play_name(cli, o->names, setup.seats, &s->players))
        return FL_CLI_USAGE;
    int status = fl_seal(cli, o, chance, setup.seats, &s->players.fair);
    if (status == FL_CLI_OK)
        status = choose_logbook(cli, game, o->save, &s->logbook);
    if (status == FL_CLI_OK)
        fl_match_begin(&s->match, game, &setup, FL_TRUTH);
    return status;
}

/* What stands in the record cannot be ordered anew. */
static bool order_contradicts(const struct fl_order *o)
{
    return o->seats || o->people_given || o->as_seat || o->bots || o->names || o->nonces ||
           o->settings.count;
}

static int check_players(const struct fl_cli *cli, const char *path, const struct fl_players *p)
{
    for (int seat = 0; seat < FL_MAX_SEATS; seat++)
        if (p->kind[seat][0] && strcmp(p->kind[seat], "person") && !fl_level_find(p->kind[seat]))
            return fl_cli_fail(cli, FL_CLI_FAILED, "play.unknown-kind", path, p->kind[seat]);
    return FL_CLI_OK;
}

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

static int begin_again(const struct fl_cli *cli, const struct fl_game *game,
                       const struct fl_order *o, const struct fl_chance *chance,
                       struct fl_sitting *s)
{
    struct fl_record record;
    if (order_contradicts(o))
        return fl_cli_fail(cli, FL_CLI_USAGE, "play.resume-alone", NULL, NULL);
    if (strlen(o->resume) >= FL_PATH_SIZE || !fl_cli_read_record(cli, o->resume, &record))
        return FL_CLI_FAILED;
    int status = check_resumable(cli, &record, game, o->resume);
    if (status == FL_CLI_OK)
        status = fl_seal_check(cli, o, chance, &record.players.fair);
    if (status == FL_CLI_OK && o->save)
        status = choose_logbook(cli, record.match.game, o->save, &s->logbook);
    else if (status == FL_CLI_OK && strcmp(o->resume, "-"))
        set_text(s->logbook.path, sizeof s->logbook.path, o->resume);
    if (status != FL_CLI_OK) {
        fl_match_end(&record.match);
        return status;
    }
    s->match = record.match;
    s->players = record.players;
    return FL_CLI_OK;
}

static int open_chance(const struct fl_cli *cli, const struct fl_order *o, struct fl_chance *chance)
{
    char memory[64];
    struct fl_buf seed = fl_buf_over(memory, sizeof memory);
    if (o->seed && o->dice)
        return fl_cli_fail(cli, FL_CLI_USAGE, "play.seed-and-dice", NULL, NULL);
    if (!o->seed)
        return fl_chance_open(chance, cli, o->dice ? o->dice : "os");
    fl_put(&seed, "seed:");
    fl_put(&seed, o->seed);
    return fl_chance_open(chance, cli, seed.at);
}

/* ---- the end ---- */

/* A command on a line of its own, whole, so that it can be copied. */
static void say_command(const struct fl_screen *screen, const char *key, const char *command,
                        const char *path)
{
    char memory[4 * FL_PATH_SIZE];
    struct fl_buf quoted = fl_buf_over(memory, sizeof memory);
    fl_put_shell_word(&quoted, path);
    fl_screen_word(screen, key);
    fprintf(screen->out, "  flibuste %s %s\n", command, quoted.at);
}

static void tell_result(const struct fl_sitting *s)
{
    struct fl_sight sight;
    fl_match_sight(&s->match, FL_WATCHER, &sight);
    fl_screen_gap(&s->screen);
    fl_skin_of(sight.game)->draw(&sight, &s->screen);
    fl_herald_result(&s->screen, &sight);
}

static void tell_where_it_is(const struct fl_sitting *s, enum fl_parting parting)
{
    if (!s->logbook.path[0] || s->logbook.error) {
        fl_screen_word(&s->screen, "play.kept-nowhere");
        return;
    }
    if (parting == FL_PARTING_OVER)
        say_command(&s->screen, "play.look-again", "replay", s->logbook.path);
    else
        say_command(&s->screen, "play.resume-with", "play --resume", s->logbook.path);
}

static const char *reason_of(enum fl_parting parting, enum fl_dry dry)
{
    if (parting == FL_PARTING_NO_CHANCE)
        return dry == FL_DRY_CLOSED        ? "play.closed"
               : dry == FL_DRY_INTERRUPTED ? "play.interrupted"
               : dry == FL_DRY_FILE_ENDED  ? "play.file-ended"
               : dry == FL_DRY_SYSTEM      ? "status.no-chance"
                                           : NULL;
    return parting == FL_PARTING_CLOSED        ? "play.closed"
           : parting == FL_PARTING_INTERRUPTED ? "play.interrupted"
           : parting == FL_PARTING_UNHEARD     ? "play.unheard"
           : parting == FL_PARTING_TOO_LONG    ? "status.too-long"
                                               : NULL;
}

static int part(const struct fl_cli *cli, const struct fl_sitting *s, enum fl_parting parting,
                enum fl_dry dry)
{
    const char *reason = reason_of(parting, dry);
    if (parting == FL_PARTING_OVER)
        tell_result(s);
    tell_where_it_is(s, parting);
    if (reason)
        return fl_cli_fail(cli, FL_CLI_FAILED, reason, NULL, NULL);
    return s->logbook.error ? FL_CLI_FAILED : FL_CLI_OK;
}

/* ---- playing ---- */

int fl_play_order(const struct fl_cli *cli, const struct fl_game *game, const struct fl_order *o,
                  struct fl_keyboard *keyboard, enum fl_parting *parting)
{
    struct fl_sitting s = {.keyboard = keyboard, .show_rule = fl_rulebook_show};
    struct fl_chance chance;
    struct fl_fair_source fair;
    int status = open_chance(cli, o, &chance);
    if (status != FL_CLI_OK)
        return status;
    status =
        o->resume ? begin_again(cli, game, o, &chance, &s) : begin_new(cli, game, o, &chance, &s);
    if (status == FL_CLI_OK) {
        fl_screen_open(&s.screen, stdout, cli->lang, o->colour);
        fl_screen_name(&s.screen, &s.players);
        fl_chance_ask(&chance, &s);
        fl_fair_source_begin(&fair, &s.players.fair, s.match.setup.seats);
        s.chance = s.players.fair.committed ? &fair.source : &chance.source;
        s.chance_waits = chance.manual;
        s.wants_undo = chance.manual ? fl_chance_wants_undo : NULL;
        s.seed = chance.seeded ? chance.seed : fl_chance_fresh_seed();
        fl_herald_players(&s.screen, s.match.game, &s.match.setup, &s.players);
        fl_seal_show(&s.screen, &s.players.fair);
        if (fl_sitting_people(&s))
            fl_screen_word(&s.screen, "play.welcome");
        *parting = fl_sitting_play(&s);
        status = part(cli, &s, *parting, chance.dry);
        fl_match_end(&s.match);
    }
    fl_chance_close(&chance);
    return status;
}

int fl_cli_play(struct fl_cli *cli, int argc, char **argv)
{
    struct fl_order o = {.people = NOT_SAID};
    struct fl_keyboard keyboard;
    enum fl_parting parting;
    const struct fl_game *game = NULL;
    if (!take_options(cli, argc, argv, &o))
        return FL_CLI_USAGE;
    o.people_given = o.people != NOT_SAID;
    if (!o.people_given)
        o.people = 1;
    if ((optind < argc || !o.resume) && !(game = fl_cli_game(cli, argc, argv)))
        return FL_CLI_USAGE;
    if (optind < argc)
        return fl_cli_fail(cli, FL_CLI_USAGE, "cli.too-much", NULL, argv[optind]);
    fl_keyboard_open(&keyboard, stdout);
    int status = fl_play_order(cli, game, &o, &keyboard, &parting);
    fl_keyboard_close(&keyboard);
    return status;
}
