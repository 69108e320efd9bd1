/* flibuste rules GAME [NUMBER]: prints the rules, a section or a paragraph. The pages of docs/rules
 * are part of the executable; tests/rules.py describes their form. */
#include "cli/rules.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/embedded.h"
#include "tui/sheet.h"

/* The rules of a game in a language, as Markdown; the text is constant. */
static const char *rules_text(const struct fl_game *game, fl_lang lang, size_t *len)
{
    char memory[64];
    struct fl_buf name = fl_buf_over(memory, sizeof memory);
    fl_put(&name, game->name);
    fl_put_char(&name, '.');
    fl_put(&name, fl_language(lang)->code);
    fl_put(&name, ".md");
    const struct fl_embedded *file = fl_embedded;
    while (file->name && strcmp(file->name, name.at))
        file++;
    assert(file->name); /* tools/rules_pages.py writes a page per game and language */
    *len = file->len;
    return (const char *)file->bytes;
}

/* The start of the next paragraph or heading, or the end. */
static const char *next_block(const char *at, const char *end)
{
    while ((at = memchr(at, '\n', (size_t)(end - at))) && ++at < end)
        if (*at == '#' || !strncmp(at, "**", 2))
            return at;
    return end;
}

/* The paragraph with this number ("3.2"), with its note, table or list; NULL if there is none. */
static const char *rules_paragraph(const struct fl_game *game, fl_lang lang, const char *number,
                                   size_t *len)
{
    size_t whole, digits = strlen(number);
    const char *at = rules_text(game, lang, &whole), *end = at + whole;
    for (at = next_block(at, end); at < end; at = next_block(at, end))
        if (!strncmp(at, "**", 2) && !strncmp(at + 2, number, digits) && at[2 + digits] == ' ') {
            *len = (size_t)(next_block(at, end) - at);
            return at;
        }
    return NULL;
}

/* ---- printing ---- */

enum { LINE = 4096, CELL = 256, MAX_COLUMNS = 8, INDENT = 4 };

static const char *next_line(const char *at, const char *end)
{
    const char *newline = memchr(at, '\n', (size_t)(end - at));
    return newline ? newline + 1 : end;
}

static bool begins(const char *at, const char *end, const char *text)
{
    size_t len = strlen(text);
    return (size_t)(end - at) >= len && !memcmp(at, text, len);
}

/* The end of the rulings in parentheses that start here, " (M25)" or " (M6, M20)"; `at` if there
 * are none. They are for the tests. */
static const char *after_rulings(const char *at, const char *end)
{
    const char *here = at + 1;
    if (!begins(at, end, " ("))
        return at;
    do {
        here += *here == ',' ? 2 : 1;
        if (here + 1 >= end || !isupper((unsigned char)here[0]) || !isdigit((unsigned char)here[1]))
            return at;
        while (++here < end && isdigit((unsigned char)*here))
            ;
    } while (begins(here, end, ", "));
    return begins(here, end, ")") ? here + 1 : at;
}

/* Writes a line: ** switches bold on and off; other markup and the names of rulings disappear. */
static void put_line(struct fl_buf *out, const struct fl_screen *s, const char *at, const char *end)
{
    bool bold = false;
    while (at < end && *at != '\n') {
        const char *rest = after_rulings(at, end);
        if (rest > at) {
            at = rest;
        } else if (begins(at, end, "**")) {
            bold = !bold;
            fl_put_style(out, s, bold ? FL_BOLD : FL_PLAIN);
            at += 2;
        } else {
            if (*at != '*')
                fl_put_char(out, *at);
            at++;
        }
    }
}

/* Columns before the second and later lines of a wrapped line. */
static int hanging_indent(const char *at, const char *end)
{
    if (*at == '>')
        return INDENT;
    return isdigit((unsigned char)*at) && begins(at + 1, end, ". ") ? 3 : 0;
}

/* Prints a line that is not empty. All lines of a note are indented. */
static void print_line(const struct fl_screen *s, const char *at, const char *end)
{
    char memory[LINE];
    struct fl_buf line = fl_buf_over(memory, sizeof memory);
    int indent = hanging_indent(at, end);
    if (*at == '>')
        fl_put_times(&line, " ", indent);
    enum fl_text_style style = *at == '#' ? FL_CYAN : *at == '>' ? FL_DIM : FL_PLAIN;
    while (at < end && strchr("#> ", *at))
        at++;
    if (style != FL_PLAIN)
        fl_put_style(&line, s, style);
    put_line(&line, s, at, end);
    if (style != FL_PLAIN)
        fl_put_style(&line, s, FL_PLAIN);
    fl_screen_text(s, line.at, indent);
}

/* Reads the next cell of a table row "| a | b |" into `out`, without the spaces around it; `at` is
 * after the bar before the cell. Returns the start of the cell after it, NULL if there is none. */
static const char *read_cell(struct fl_buf *out, const struct fl_screen *s, const char *at,
                             const char *end)
{
    const char *bar = memchr(at, '|', (size_t)(next_line(at, end) - at));
    if (!bar)
        return NULL;
    const char *last = bar;
    while (at < last && *at == ' ')
        at++;
    while (last > at && last[-1] == ' ')
        last--;
    put_line(out, s, at, last);
    return bar + 1;
}

/* Widens the columns to the cells of a row. */
static void measure_row(const struct fl_screen *s, const char *at, const char *end, int *widths)
{
    at++;
    for (int column = 0; column < MAX_COLUMNS; column++) {
        char memory[CELL];
        struct fl_buf cell = fl_buf_over(memory, sizeof memory);
        at = read_cell(&cell, s, at, end);
        if (!at)
            return;
        if (widths[column] < fl_columns(cell.at))
            widths[column] = fl_columns(cell.at);
    }
}

static void print_row(const struct fl_screen *s, const char *at, const char *end, const int *widths)
{
    char memory[LINE];
    struct fl_buf line = fl_buf_over(memory, sizeof memory);
    int pending = 2; /* spaces before the next cell */
    at++;
    for (int column = 0; column < MAX_COLUMNS; column++) {
        char text[CELL];
        struct fl_buf cell = fl_buf_over(text, sizeof text);
        at = read_cell(&cell, s, at, end);
        if (!at)
            break;
        if (cell.len) {
            fl_put_times(&line, " ", pending);
            fl_put(&line, cell.at);
            pending = 0;
        }
        int padding = widths[column] - fl_columns(cell.at);
        pending += (padding > 0 ? padding : 0) + 2;
    }
    fl_screen_text(s, line.at, INDENT);
}

/* Prints a table in columns if the screen is wide enough, without the line under its head. Returns
 * the line after the table. */
static const char *print_table(const struct fl_screen *s, const char *at, const char *end)
{
    int widths[MAX_COLUMNS] = {0};
    const char *stop = at;
    for (; stop < end && *stop == '|'; stop = next_line(stop, end))
        if (!begins(stop, end, "|--"))
            measure_row(s, stop, end, widths);
    int width = 0;
    for (int column = 0; column < MAX_COLUMNS; column++)
        width += widths[column] ? widths[column] + 2 : 0;
    if (width >= s->width)
        memset(widths, 0, sizeof widths);
    for (; at < stop; at = next_line(at, end))
        if (!begins(at, end, "|--"))
            print_row(s, at, end, widths);
    return stop;
}

/* Prints lines with the empty lines between them, but not those at the end. */
static void print_lines(const struct fl_screen *s, const char *at, const char *end)
{
    bool gap = false;
    while (at < end) {
        if (*at == '\n') {
            gap = true;
            at++;
            continue;
        }
        if (gap)
            fl_screen_text(s, "", 0);
        gap = false;
        if (*at == '|') {
            at = print_table(s, at, end);
        } else {
            print_line(s, at, end);
            at = next_line(at, end);
        }
    }
}

/* ---- during a game ---- */

/* The next numbered section ("## 1. ..."), or the end. */
static const char *next_section(const char *at, const char *end)
{
    while (at < end && !(begins(at, end, "## ") && isdigit((unsigned char)at[3])))
        at = next_line(at, end);
    return at;
}

/* Prints what precedes the numbered sections, the game in one minute and the course of a turn, then
 * the titles of the sections. */
static void print_contents(const struct fl_screen *s, const char *at, const char *end)
{
    const char *rules = next_section(at, end);
    while (at < rules && !begins(at, end, "## "))
        at = next_line(at, end);
    print_lines(s, at, rules);
    if (at < rules)
        fl_screen_text(s, "", 0);
    for (at = rules; at < end; at = next_section(next_line(at, end), end))
        print_line(s, at, end);
}

/* Prints the section with this number. */
static bool print_section(const struct fl_screen *s, const char *at, const char *end,
                          const char *number)
{
    size_t digits = strlen(number);
    for (at = next_section(at, end); at < end; at = next_section(next_line(at, end), end))
        if (begins(at + 3, end, number) && begins(at + 3 + digits, end, ".")) {
            print_lines(s, at, next_section(next_line(at, end), end));
            return true;
        }
    return false;
}

bool fl_rules_show(const struct fl_screen *s, const struct fl_game *game, const char *number)
{
    size_t len;
    const char *text = rules_text(game, s->lang, &len);
    if (!text)
        return false;
    if (!*number) {
        print_contents(s, text, text + len);
        return true;
    }
    size_t paragraph;
    const char *at = rules_paragraph(game, s->lang, number, &paragraph);
    if (!at)
        return print_section(s, text, text + len, number);
    print_lines(s, at, at + paragraph);
    return true;
}

void fl_rules_show_all(const struct fl_screen *s, const struct fl_game *game)
{
    size_t len;
    const char *text = rules_text(game, s->lang, &len);
    print_lines(s, text, text + len);
}

/* ---- the pager ---- */

static int rows_of_terminal(void)
{
    struct winsize size;
    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) ? 0 : size.ws_row;
}

/* Whether a text is longer than the terminal, so that its beginning would scroll away. */
static bool needs_pager(const struct fl_screen *s, const char *text)
{
    int lines = 0, rows = rows_of_terminal();
    for (; *text; text++)
        lines += *text == '\n';
    return s->terminal && rows && lines >= rows && isatty(STDIN_FILENO);
}

/* Shows a text with the program of PAGER. Returns false if it could not be started. */
static bool page_with(const char *pager, const char *text)
{
    setenv("LESS", "FRX", 0); /* colours, and no pager for a short text */
    FILE *to = popen(pager, "w");
    if (!to)
        return false;
    fputs(text, to);
    return pclose(to) == 0;
}

/* Shows a text: with PAGER, or as a sheet on the full screen, or by printing it. */
static void show_text(const struct fl_screen *s, const struct fl_game *game, const char *text,
                      bool no_pager)
{
    const char *pager = getenv("PAGER");
    if (no_pager || (pager && !*pager) || !needs_pager(s, text)) {
        fputs(text, stdout);
        return;
    }
    if (pager && page_with(pager, text))
        return;
    struct fl_terminal *terminal =
        !pager && fl_terminal_is_capable()
            ? fl_terminal_open(&(struct fl_terminal_options){.colour = FL_COLOUR_AUTO})
            : NULL;
    if (!terminal) {
        fputs(text, stdout);
        return;
    }
    char memory[128];
    struct fl_buf title = fl_buf_over(memory, sizeof memory);
    fl_put_word(&title, s->lang, game->name, FL_BARE);
    fl_sheet_show(terminal, s, title.at, text, false);
    fl_terminal_close(terminal);
}

/* ---- the command ---- */

/* Prints the rules, or those with a number, to memory. Returns NULL after an error. */
static char *render(const struct fl_cli *cli, const struct fl_screen *s, const struct fl_game *game,
                    const char *number)
{
    char *text = NULL;
    size_t len;
    bool found = true;
    struct fl_screen to = *s;
    to.out = open_memstream(&text, &len);
    if (!to.out)
        return NULL;
    if (!number)
        fl_rules_show_all(&to, game);
    else
        found = *number && fl_rules_show(&to, game, number);
    fclose(to.out);
    if (found)
        return text;
    free(text);
    fl_cli_fail(cli, FL_CLI_FAILED, "cli.no-such-rule", game->name, number);
    return NULL;
}

static int run_rules(struct fl_cli *cli, int argc, char **argv)
{
    static const struct option options[] = {
        {"lang", required_argument, NULL, 'l'}, {"no-pager", no_argument, NULL, 'n'}, {0}};
    bool no_pager = false;
    for (int option; (option = fl_cli_option(cli, argc, argv, options)) != -1;) {
        if (option == '?')
            return FL_CLI_USAGE;
        no_pager |= option == 'n';
    }
    const struct fl_game *game = fl_cli_game(cli, argc, argv);
    if (!game)
        return FL_CLI_USAGE;
    const char *number = optind < argc ? argv[optind++] : NULL;
    if (optind < argc)
        return fl_cli_fail(cli, FL_CLI_USAGE, "cli.too-much", NULL, argv[optind]);
    struct fl_screen screen;
    fl_screen_open(&screen, stdout, cli->lang, FL_COLOUR_AUTO);
    char *text = render(cli, &screen, game, number);
    if (!text)
        return FL_CLI_FAILED;
    show_text(&screen, game, text, no_pager);
    free(text);
    return FL_CLI_OK;
}

const struct fl_cli_command fl_command_rules = {"rules", run_rules, "cli.help.rules"};
