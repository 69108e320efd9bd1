/* flibuste rules GAME [NUMBER]: the rules in the reader's language. */
#include "cli/rules.h"

#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/embedded.h"

const char *fl_rules_text(const struct fl_game *game, enum fl_lang lang, size_t *len)
{
    char memory[64];
    struct fl_buf name = fl_buf_over(memory, sizeof memory);
    fl_put(&name, game->name);
    fl_put_char(&name, '.');
    fl_put(&name, fl_lang_code(lang));
    fl_put(&name, ".md");
    const struct fl_embedded *file = fl_embedded;
    while (file->name && strcmp(file->name, name.at))
        file++;
    *len = file->len;
    return (const char *)file->bytes;
}

/* Where the next paragraph or heading starts, or the end. */
static const char *next_block(const char *at, const char *end)
{
    while ((at = memchr(at, '\n', (size_t)(end - at))) && ++at < end)
        if (*at == '#' || !strncmp(at, "**", 2))
            return at;
    return end;
}

const char *fl_rules_paragraph(const struct fl_game *game, enum fl_lang lang, const char *number,
                               size_t *len)
{
    size_t whole, digits = strlen(number);
    const char *at = fl_rules_text(game, lang, &whole), *end = at + whole;
    for (at = next_block(at, end); at < end; at = next_block(at, end))
        if (!strncmp(at, "**", 2) && !strncmp(at + 2, number, digits) &&
            !strncmp(at + 2 + digits, "**", 2)) {
            *len = (size_t)(next_block(at, end) - at);
            return at;
        }
    return NULL;
}

/* Bold in ANSI where the page has stars, and no stars or back quotes; headings without hashes. */
static void print_styled(const char *text, size_t len)
{
    bool bold = false, heading = false;
    for (size_t i = 0; i < len; i++) {
        bool line_starts = i == 0 || text[i - 1] == '\n';
        if (line_starts && text[i] == '#') {
            heading = true;
            fputs("\033[1;36m", stdout);
            while (i < len && (text[i] == '#' || text[i] == ' '))
                i++;
        }
        if (text[i] == '*' && i + 1 < len && text[i + 1] == '*') {
            bold = !bold;
            fputs(bold ? "\033[1m" : "\033[0m", stdout);
            i++;
            continue;
        }
        if (text[i] == '\n' && heading) {
            heading = false;
            fputs("\033[0m", stdout);
        }
        if (text[i] != '`')
            putchar(text[i]);
    }
}

void fl_rules_print(const char *text, size_t len, bool plain)
{
    if (plain)
        fwrite(text, 1, len, stdout);
    else
        print_styled(text, len);
}

int fl_cli_rules(struct fl_cli *cli, int argc, char **argv)
{
    static const struct option options[] = {{"lang", required_argument, NULL, 'l'}, {0}};
    int option;
    while ((option = fl_cli_option(cli, argc, argv, options)) != -1)
        if (option == '?')
            return FL_CLI_USAGE;
    const struct fl_game *game = fl_cli_game(cli, argc, argv);
    if (!game)
        return FL_CLI_USAGE;
    const char *number = optind < argc ? argv[optind++] : NULL;
    if (optind < argc)
        return fl_cli_fail(cli, FL_CLI_USAGE, "cli.too-much", NULL, argv[optind]);
    size_t len;
    const char *text = number ? fl_rules_paragraph(game, cli->lang, number, &len)
                              : fl_rules_text(game, cli->lang, &len);
    if (!text)
        return fl_cli_fail(cli, FL_CLI_FAILED, "cli.no-such-rule", game->name, number);
    fl_rules_print(text, len, !isatty(STDOUT_FILENO));
    return FL_CLI_OK;
}
