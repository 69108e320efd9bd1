/* Shared functions of the commands: errors, options, files. */
#include "cli/cli.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "games/games.h"
#include "term/system_error.h"

int fl_cli_error(const struct fl_cli *cli, int status, const struct fl_phrase *phrase)
{
    char memory[1024];
    struct fl_buf text = fl_buf_over(memory, sizeof memory);
    fl_put_phrase(&text, cli->lang, phrase, NULL);
    /* Both streams may be the same terminal or file: keeps the order of the lines. */
    fflush(stdout);
    fprintf(stderr, "flibuste: %s\n", text.at);
    return status;
}

const char *fl_cli_program(void)
{
    const char *command = getenv("FLIBUSTE_COMMAND");
    return command && *command ? command : "flibuste";
}

int fl_cli_fail(const struct fl_cli *cli, int status, const char *key, const char *what,
                const char *value)
{
    struct fl_phrase phrase;
    const char *word = value ? fl_system_key(value) : NULL;
    fl_phrase_begin(&phrase, key);
    if (what)
        fl_with_text(&phrase, "what", what);
    if (word)
        fl_with_word(&phrase, "value", word);
    else if (value)
        fl_with_text(&phrase, "value", value);
    return fl_cli_error(cli, status, &phrase);
}

enum { CODES = 256 };

/* Appends the codes that --lang accepts, the separator being a key or a text: "en|fr". */
static void put_codes(struct fl_buf *out, fl_lang in, const char *separator)
{
    for (fl_lang lang = 0; fl_language(lang); lang++) {
        if (lang)
            fl_put_word(out, in, separator, FL_BARE);
        fl_put(out, fl_language(lang)->code);
    }
}

void fl_cli_print_help(const struct fl_cli *cli, const char *key)
{
    char memory[4096], codes[CODES];
    struct fl_buf text = fl_buf_over(memory, sizeof memory), list = fl_buf_over(codes, CODES);
    struct fl_phrase phrase;
    put_codes(&list, cli->lang, "|");
    fl_phrase_begin(&phrase, key);
    fl_with_text(&phrase, "languages", list.at);
    fl_put_phrase(&text, cli->lang, &phrase, NULL);
    puts(text.at);
}

/* ---- similar names ---- */

static int least_of(int a, int b)
{
    return a < b ? a : b;
}

/* The number of letters that are wrong, missing, added, or swapped with the next one: the optimal
 * string alignment distance. Returns INT_MAX for a long word. */
static int distance(const char *a, const char *b)
{
    enum { LONGEST = 31 };
    int row[LONGEST + 1][LONGEST + 1];
    int a_len = (int)strnlen(a, LONGEST + 1), b_len = (int)strnlen(b, LONGEST + 1);
    if (a_len > LONGEST || b_len > LONGEST)
        return INT_MAX;
    for (int i = 0; i <= a_len; i++)
        for (int j = 0; j <= b_len; j++) {
            if (!i || !j) {
                row[i][j] = i + j;
                continue;
            }
            int wrong = row[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            row[i][j] = least_of(wrong, 1 + least_of(row[i - 1][j], row[i][j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[i][j] = least_of(row[i][j], row[i - 2][j - 2] + 1);
        }
    return row[a_len][b_len];
}

void fl_cli_compare(struct fl_cli_nearest *n, const char *name)
{
    size_t len = strlen(n->typed);
    bool begins = len >= 3 && !strncmp(n->typed, name, len);
    int far = begins ? 0 : distance(n->typed, name);
    int most = len < 5 ? 1 : len < 9 ? 2 : 3;
    if (far > most || (size_t)far >= len || (n->name && far >= n->distance))
        return;
    n->name = name;
    n->distance = far;
}

/* ---- options ---- */

/* Reports an option that is unknown, or whose beginning several options share. */
static void refuse_option(const struct fl_cli *cli, char **argv, const struct option *options)
{
    const char *typed = argv[optind - 1];
    char what_memory[64], typed_memory[64];
    struct fl_buf what = fl_buf_over(what_memory, sizeof what_memory);
    struct fl_buf name = fl_buf_over(typed_memory, sizeof typed_memory);
    fl_put_bytes(&name, typed + strspn(typed, "-"), strcspn(typed + strspn(typed, "-"), "="));
    struct fl_cli_nearest nearest = {.typed = name.at};
    for (; options->name; options++)
        fl_cli_compare(&nearest, options->name);
    if (nearest.name && !name.overflowed) {
        fl_put(&what, "--");
        fl_put(&what, nearest.name);
        fl_cli_fail(cli, FL_CLI_USAGE, "cli.near-option", what.at, typed);
        return;
    }
    if (*argv[0] && !strchr(argv[0], '/') && strcmp(argv[0], "flibuste")) {
        fl_put(&what, argv[0]);
        fl_put_char(&what, ' ');
    }
    fl_put(&what, "--help");
    fl_cli_fail(cli, FL_CLI_USAGE, "cli.unknown-option", what.at, typed);
}

/* Parses one option; `order` is getopt's: "+" stops at the first argument that is not an option,
 * ":" distinguishes a missing value. The option --lang takes effect at once, so that later
 * errors are in that language. */
static int next_option(struct fl_cli *cli, int argc, char **argv, const char *order,
                       const struct option *options)
{
    char memory[CODES];
    struct fl_buf codes = fl_buf_over(memory, sizeof memory);
    opterr = 0;
    int option = getopt_long(argc, argv, order, options, NULL);
    if (option == 'l') {
        if (fl_lang_of(optarg, &cli->lang))
            return option;
        put_codes(&codes, cli->lang, "cli.or");
        fl_cli_fail(cli, FL_CLI_USAGE, "cli.expected-lang", codes.at, optarg);
        return '?';
    }
    if (option == ':')
        fl_cli_fail(cli, FL_CLI_USAGE, "cli.option-needs-value", NULL, argv[optind - 1]);
    else if (option == '?')
        refuse_option(cli, argv, options);
    return option == ':' ? '?' : option;
}

int fl_cli_option(struct fl_cli *cli, int argc, char **argv, const struct option *options)
{
    return next_option(cli, argc, argv, ":", options);
}

int fl_cli_leading_option(struct fl_cli *cli, int argc, char **argv, const struct option *options)
{
    return next_option(cli, argc, argv, "+:hV", options);
}

bool fl_cli_number(const struct fl_cli *cli, const char *what, const char *text, long long least,
                   long long most, long long *out)
{
    char *end;
    errno = 0;
    *out = strtoll(text, &end, 10);
    if (!errno && end != text && !*end && *out >= least && *out <= most)
        return true;
    char least_text[32], most_text[32];
    snprintf(least_text, sizeof least_text, "%lld", least);
    snprintf(most_text, sizeof most_text, "%lld", most);
    struct fl_phrase phrase;
    fl_phrase_begin(&phrase, "cli.expected-number");
    fl_with_text(&phrase, "what", what);
    fl_with_text(&phrase, "least", least_text);
    fl_with_text(&phrase, "most", most_text);
    fl_with_text(&phrase, "value", text);
    fl_cli_error(cli, FL_CLI_USAGE, &phrase);
    return false;
}

bool fl_cli_seats(const struct fl_cli *cli, const struct fl_game *game, const char *text, int *out)
{
    enum { TWO_DIGITS = 99 };
    char *end;
    long long seats = strtoll(text, &end, 10);
    if (end == text || *end || seats < 1 || seats > TWO_DIGITS)
        return fl_cli_number(cli, "--seats", text, game->seats_min, game->seats_max, &seats);
    *out = (int)seats;
    return true;
}

static void list_games(struct fl_buf *out)
{
    for (int i = 0; fl_games[i]; i++) {
        if (i)
            fl_put(out, ", ");
        fl_put(out, fl_games[i]->name);
    }
}

static void refuse_game(const struct fl_cli *cli, const char *typed)
{
    char memory[256];
    struct fl_buf names = fl_buf_over(memory, sizeof memory);
    struct fl_cli_nearest nearest = {.typed = typed};
    for (int i = 0; fl_games[i]; i++)
        fl_cli_compare(&nearest, fl_games[i]->name);
    list_games(&names);
    fl_cli_fail(cli, FL_CLI_USAGE, nearest.name ? "cli.near-game" : "cli.unknown-game",
                nearest.name ? nearest.name : names.at, typed);
}

const struct fl_game *fl_cli_game_named(const struct fl_cli *cli, const char *name)
{
    const struct fl_game *game = fl_game_find(name);
    if (!game)
        refuse_game(cli, name);
    return game;
}

const struct fl_game *fl_cli_game(const struct fl_cli *cli, int argc, char **argv)
{
    char memory[256];
    struct fl_buf names = fl_buf_over(memory, sizeof memory);
    list_games(&names);
    if (optind >= argc) {
        fl_cli_fail(cli, FL_CLI_USAGE, "cli.expected-game", names.at, NULL);
        return NULL;
    }
    return fl_cli_game_named(cli, argv[optind++]);
}

const char *fl_cli_file(const struct fl_cli *cli, int argc, char **argv)
{
    if (argc - optind == 1)
        return argv[optind];
    if (optind < argc)
        fl_cli_fail(cli, FL_CLI_USAGE, "cli.too-much", NULL, argv[optind + 1]);
    else
        fl_cli_fail(cli, FL_CLI_USAGE, "cli.expected-file", NULL, NULL);
    return NULL;
}

static bool has_choice(const struct fl_option *option, int choice)
{
    return choice < FL_MAX_CHOICES && option->choice[choice].word;
}

/* Writes the values of an option: "6000, 5000 or 8000". */
static void list_values(const struct fl_cli *cli, const struct fl_option *option,
                        struct fl_buf *out)
{
    for (int c = 0; has_choice(option, c); c++) {
        if (c)
            fl_put_word(out, cli->lang, has_choice(option, c + 1) ? "list.comma" : "cli.or",
                        FL_BARE);
        fl_put(out, option->choice[c].word);
    }
}

/* Writes the options of a game: "target=6000|5000|8000, floor=off|on". */
static void list_options(const struct fl_game *game, struct fl_buf *out)
{
    for (int i = 0; i < fl_option_count(game); i++) {
        fl_put(out, i ? ", " : "");
        fl_put(out, game->option[i].name);
        for (int c = 0; has_choice(&game->option[i], c); c++) {
            fl_put_char(out, c ? '|' : '=');
            fl_put(out, game->option[i].choice[c].word);
        }
    }
}

static const struct fl_option *find_option(const struct fl_game *game, const char *name)
{
    for (int i = 0; i < fl_option_count(game); i++)
        if (!strcmp(game->option[i].name, name))
            return &game->option[i];
    return NULL;
}

/* Reports why an option of a game cannot be set: it has no value, is unknown, or has another
 * value. */
static void refuse_setting(const struct fl_cli *cli, const struct fl_game *game, const char *name,
                           const char *value)
{
    char memory[512];
    struct fl_buf offered = fl_buf_over(memory, sizeof memory);
    const struct fl_option *option = find_option(game, name);
    struct fl_phrase phrase;
    fl_phrase_begin(&phrase, !value   ? "cli.expected-option"
                             : option ? "cli.bad-setting"
                                      : "cli.unknown-setting");
    if (option && value)
        list_values(cli, option, &offered);
    else
        list_options(game, &offered);
    fl_with_word(&phrase, "game", game->name);
    fl_with_text(&phrase, "option", name);
    fl_with_text(&phrase, "what", offered.at);
    fl_with_text(&phrase, "value", option && value ? value : name);
    fl_cli_error(cli, FL_CLI_USAGE, &phrase);
}

static bool set_option(const struct fl_cli *cli, const struct fl_game *game, struct fl_setup *setup,
                       const char *assignment)
{
    char memory[64];
    struct fl_buf name = fl_buf_over(memory, sizeof memory);
    const char *equals = strchr(assignment, '=');
    fl_put_bytes(&name, assignment, strcspn(assignment, "="));
    if (equals && !name.overflowed && fl_setup_set(game, setup, name.at, equals + 1))
        return true;
    refuse_setting(cli, game, name.at, equals ? equals + 1 : NULL);
    return false;
}

/* Checks a setup. Returns false after printing why it is rejected. */
static bool check_setup(const struct fl_cli *cli, const struct fl_game *game,
                        const struct fl_setup *setup)
{
    const char *reason = fl_setup_check(game, setup);
    struct fl_phrase phrase;
    if (!reason)
        return true;
    fl_phrase_begin(&phrase, strcmp(reason, "setup.seats") ? reason : "cli.seats");
    fl_with_word(&phrase, "game", game->name);
    fl_with_number(&phrase, "least", game->seats_min);
    fl_with_number(&phrase, "most", game->seats_max);
    fl_with_number(&phrase, "seats", setup->seats);
    fl_cli_error(cli, FL_CLI_USAGE, &phrase);
    return false;
}

void fl_cli_note_setting(struct fl_cli_settings *s, const char *text)
{
    if (s->count < FL_MAX_OPTIONS)
        s->setting[s->count++] = text;
    else
        s->too_many = text;
}

bool fl_cli_setup(const struct fl_cli *cli, const struct fl_game *game, int seats,
                  const struct fl_cli_settings *s, struct fl_setup *setup)
{
    if (s->too_many) {
        fl_cli_fail(cli, FL_CLI_USAGE, "cli.too-much", NULL, s->too_many);
        return false;
    }
    *setup = fl_setup_default(game, seats);
    for (int i = 0; i < s->count; i++)
        if (!set_option(cli, game, setup, s->setting[i]))
            return false;
    return check_setup(cli, game, setup);
}

enum { FILE_LIMIT = 16 << 20 };

/* Reads a stream to its end. Returns NULL if it is too long, unreadable, or memory is short. */
static char *read_all(FILE *file, size_t *len)
{
    char *text = malloc(FILE_LIMIT + 1);
    if (!text)
        return NULL;
    /* One byte more than permitted: its presence shows that the file is too long. */
    *len = fread(text, 1, FILE_LIMIT + 1, file);
    if (ferror(file) || *len > FILE_LIMIT) {
        free(text);
        return NULL;
    }
    return text;
}

/* Reads a file of at most 16 MiB. The caller frees it. Returns NULL after printing an error. */
static char *read_file(const struct fl_cli *cli, const char *path, size_t *len)
{
    bool standard = !strcmp(path, "-");
    FILE *file = standard ? stdin : fopen(path, "rb");
    *len = 0;
    char *text = file ? read_all(file, len) : NULL;
    if (!text && *len > FILE_LIMIT)
        fl_cli_fail(cli, FL_CLI_FAILED, "cli.too-large", path, NULL);
    else if (!text)
        fl_cli_fail(cli, FL_CLI_FAILED, "cli.cannot-read", path, strerror(errno));
    if (file && !standard)
        fclose(file);
    return text;
}

bool fl_cli_read_record(const struct fl_cli *cli, const char *path, struct fl_record *record)
{
    size_t len;
    struct fl_record_error error;
    char *text = read_file(cli, path, &len);
    if (!text)
        return false;
    bool read = fl_record_read(text, len, fl_game_find, record, &error);
    free(text);
    if (!read) {
        char memory[256];
        struct fl_buf why = fl_buf_over(memory, sizeof memory);
        struct fl_phrase phrase;
        fl_record_error_say(&error, &phrase);
        fl_put_phrase(&why, cli->lang, &phrase, NULL);
        fl_cli_fail(cli, FL_CLI_FAILED, "cli.bad-record", path, why.at);
    }
    return read;
}

bool fl_cli_has_password(const char *url)
{
    const char *host = strstr(url, "://");
    if (!host)
        return false;
    host += 3;
    size_t len = strcspn(host, "/?");
    const char *at = memchr(host, '@', len);
    return (at && memchr(host, ':', (size_t)(at - host))) || strstr(host, "password=");
}
