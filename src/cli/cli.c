/* Shared functions of the commands: errors, options, files. */
#include "cli/cli.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "games/games.h"

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

/* The translation key of an English message of the system; NULL if it has none. */
static const char *word_of_system(const char *said)
{
    static const struct {
        int error;
        const char *key;
    } known[] = {
        {ENOENT, "system.no-such-file"},
        {EACCES, "system.not-allowed"},
        {EPERM, "system.not-allowed"},
        {EEXIST, "system.exists"},
        {EISDIR, "system.is-folder"},
        {ENOTDIR, "system.no-folder"},
        {ENOSPC, "system.disk-full"},
        {EROFS, "system.read-only"},
        {EMFILE, "system.too-many-files"},
        {ENAMETOOLONG, "system.long-name"},
        {EIO, "system.broken-disk"},
        {EADDRINUSE, "system.place-taken"},
        {EADDRNOTAVAIL, "system.no-such-place"},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (!strcmp(said, strerror(known[i].error)))
            return known[i].key;
    return NULL;
}

int fl_cli_fail(const struct fl_cli *cli, int status, const char *key, const char *what,
                const char *value)
{
    struct fl_phrase phrase;
    const char *word = value ? word_of_system(value) : NULL;
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

/* Appends the codes that --lang accepts: "en|fr". */
static void put_codes(struct fl_buf *out)
{
    for (fl_lang lang = 0; fl_language(lang); lang++) {
        fl_put(out, lang ? "|" : "");
        fl_put(out, fl_language(lang)->code);
    }
}

void fl_cli_print_help(const struct fl_cli *cli)
{
    char memory[4096], codes[CODES];
    struct fl_buf text = fl_buf_over(memory, sizeof memory), list = fl_buf_over(codes, CODES);
    struct fl_phrase phrase;
    put_codes(&list);
    fl_phrase_begin(&phrase, "cli.help");
    fl_with_text(&phrase, "languages", list.at);
    fl_put_phrase(&text, cli->lang, &phrase, NULL);
    puts(text.at);
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
        put_codes(&codes);
        fl_cli_fail(cli, FL_CLI_USAGE, "cli.expected-lang", codes.at, optarg);
        return '?';
    }
    if (option == ':')
        fl_cli_fail(cli, FL_CLI_USAGE, "cli.option-needs-value", NULL, argv[optind - 1]);
    else if (option == '?')
        fl_cli_fail(cli, FL_CLI_USAGE, "cli.unknown-option", NULL, argv[optind - 1]);
    return option == ':' ? '?' : option;
}

int fl_cli_option(struct fl_cli *cli, int argc, char **argv, const struct option *options)
{
    return next_option(cli, argc, argv, ":", options);
}

int fl_cli_leading_option(struct fl_cli *cli, int argc, char **argv, const struct option *options)
{
    return next_option(cli, argc, argv, "+:", options);
}

bool fl_cli_number(const struct fl_cli *cli, const char *what, const char *text, long long least,
                   long long most, long long *out)
{
    char *end;
    errno = 0;
    *out = strtoll(text, &end, 10);
    if (!errno && end != text && !*end && *out >= least && *out <= most)
        return true;
    char range[64];
    snprintf(range, sizeof range, "%lld..%lld", least, most);
    struct fl_phrase phrase;
    fl_phrase_begin(&phrase, "cli.expected-number");
    fl_with_text(&phrase, "what", what);
    fl_with_text(&phrase, "range", range);
    fl_with_text(&phrase, "value", text);
    fl_cli_error(cli, FL_CLI_USAGE, &phrase);
    return false;
}

static void list_games(struct fl_buf *out)
{
    for (int i = 0; fl_games[i]; i++) {
        if (i)
            fl_put(out, ", ");
        fl_put(out, fl_games[i]->name);
    }
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
    const struct fl_game *game = fl_game_find(argv[optind]);
    if (!game)
        fl_cli_fail(cli, FL_CLI_USAGE, "cli.unknown-game", names.at, argv[optind]);
    optind++;
    return game;
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

/* Writes the options of a game: "target=6000|5000|8000 floor=off|on". */
static void list_options(const struct fl_game *game, struct fl_buf *out)
{
    for (int i = 0; i < fl_option_count(game); i++) {
        fl_put(out, i ? " " : "");
        fl_put(out, game->option[i].name);
        for (int c = 0; c < FL_MAX_CHOICES && game->option[i].choice[c].word; c++) {
            fl_put_char(out, c ? '|' : '=');
            fl_put(out, game->option[i].choice[c].word);
        }
    }
}

static bool set_option(const struct fl_cli *cli, const struct fl_game *game, struct fl_setup *setup,
                       const char *assignment)
{
    char name[64], memory[512];
    struct fl_buf offered = fl_buf_over(memory, sizeof memory);
    const char *equals = strchr(assignment, '=');
    /* Without "=" the length is too large on purpose: the assignment is refused below. */
    size_t len = equals ? (size_t)(equals - assignment) : sizeof name;
    if (len < sizeof name) {
        memcpy(name, assignment, len);
        name[len] = '\0';
        if (fl_setup_set(game, setup, name, equals + 1))
            return true;
    }
    list_options(game, &offered);
    fl_cli_fail(cli, FL_CLI_USAGE, "cli.expected-option", offered.at, assignment);
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
    fl_phrase_begin(&phrase, reason);
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
        if (!ferror(file))
            errno = EFBIG;
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
    char *text = file ? read_all(file, len) : NULL;
    if (!text)
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
