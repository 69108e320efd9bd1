/* The page: head, style, text, tables. */
#include "cli/page.h"

#include <errno.h>
#include <string.h>

static const char style[] =
    ":root{color-scheme:light dark;--ground:#fbf7ef;--ink:#26211b;--soft:#6d6256;--line:#d9cfbf;"
    "--bar:#2c6e8f;--mark:#e4572e}\n"
    "@media(prefers-color-scheme:dark){:root{--ground:#16191d;--ink:#ece5d8;--soft:#a89f92;"
    "--line:#3b4046;--bar:#58a6cc;--mark:#ffc24b}}\n"
    "body{margin:0 auto;padding:1rem;max-width:54rem;background:var(--ground);color:var(--ink);"
    "font:1rem/1.5 system-ui,sans-serif}\n"
    "h1{font-size:1.6rem;line-height:1.2}h2{font-size:1.15rem;margin:2rem 0 .5rem}"
    "p{margin:.3rem 0}\n"
    ".wide{overflow-x:auto}table{border-collapse:collapse;font-variant-numeric:tabular-nums}\n"
    "th,td{padding:.25rem .6rem;border-bottom:1px solid var(--line);text-align:right;"
    "white-space:nowrap}th{color:var(--soft);font-weight:600}.left{text-align:left}\n"
    "figure{margin:1rem "
    "0}figcaption{font-weight:600}svg{width:100%;max-width:36rem;height:auto;display:block}\n"
    "text{font:14px system-ui,sans-serif;fill:var(--ink)}.bar{fill:var(--bar)}"
    ".line{stroke:var(--line)}.whisker{stroke:var(--ink);stroke-width:1.5}"
    ".fair{stroke:var(--mark);stroke-width:2;stroke-dasharray:4 3}\n";

bool fl_page_can_write(const struct fl_cli *cli, const char *path)
{
    FILE *file = fopen(path, "a");
    if (!file) {
        fl_cli_fail(cli, FL_CLI_FAILED, "cli.cannot-write", path, strerror(errno));
        return false;
    }
    fclose(file);
    return true;
}

void fl_page_escape(FILE *page, const char *text)
{
    for (; *text; text++) {
        const char *written = *text == '<'   ? "&lt;"
                              : *text == '>' ? "&gt;"
                              : *text == '&' ? "&amp;"
                              : *text == '"' ? "&quot;"
                                             : NULL;
        if (written)
            fputs(written, page);
        else
            fputc(*text, page);
    }
}

FILE *fl_page_open(const struct fl_cli *cli, const char *path, const char *title)
{
    FILE *page = fopen(path, "w");
    if (!page) {
        fl_cli_fail(cli, FL_CLI_FAILED, "cli.cannot-write", path, strerror(errno));
        return NULL;
    }
    fprintf(page,
            "<!DOCTYPE html>\n<html lang=\"%s\">\n<head>\n<meta charset=\"utf-8\">\n"
            "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>",
            fl_lang_code(cli->lang));
    fl_page_escape(page, title);
    fprintf(page, "</title>\n<style>\n%s</style>\n</head>\n<body>\n<h1>", style);
    fl_page_escape(page, title);
    fputs("</h1>\n", page);
    return page;
}

bool fl_page_close(const struct fl_cli *cli, const char *path, FILE *page)
{
    fputs("</body>\n</html>\n", page);
    bool good = !ferror(page);
    if (fclose(page) == 0 && good)
        return true;
    fl_cli_fail(cli, FL_CLI_FAILED, "cli.cannot-write", path, strerror(errno));
    return false;
}

void fl_page_heading(const struct fl_cli *cli, FILE *page, const char *key)
{
    char memory[160];
    struct fl_buf word = fl_buf_over(memory, sizeof memory);
    fl_put_word(&word, cli->lang, key, FL_BARE);
    fputs("<h2>", page);
    fl_page_escape(page, word.at);
    fputs("</h2>\n", page);
}

void fl_page_text(FILE *page, const char *lines)
{
    while (*lines) {
        char memory[1024];
        struct fl_buf line = fl_buf_over(memory, sizeof memory);
        size_t len = strcspn(lines, "\n");
        fl_put_bytes(&line, lines, len);
        fputs("<p>", page);
        fl_page_escape(page, line.at);
        fputs("</p>\n", page);
        lines += len + (lines[len] == '\n');
    }
}

void fl_page_table(FILE *page, const struct fl_table *t)
{
    fputs("<div class=\"wide\"><table>\n", page);
    for (int row = 0; row < t->rows; row++) {
        fputs("<tr>", page);
        for (int column = 0; column < t->used[row]; column++) {
            bool left = t->left >> column & 1;
            fprintf(page, "<t%c%s>", row ? 'd' : 'h', left ? " class=\"left\"" : "");
            fl_page_escape(page, t->cell[row][column]);
            fprintf(page, "</t%c>", row ? 'd' : 'h');
        }
        fputs("</tr>\n", page);
    }
    fputs("</table></div>\n", page);
}
