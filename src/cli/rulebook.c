/* Reading the rules pages piece by piece. */
#include "cli/rulebook.h"

#include <string.h>

#include "cli/rules.h"

enum { LINE = 4096 };

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

/* A line without its markup. */
static void put_plain(struct fl_buf *out, const char *at, const char *end)
{
    while (at < end && (*at == '#' || (*at == ' ' && !out->len)))
        at++;
    for (; at < end && *at != '\n'; at++) {
        if (begins(at, end, "**"))
            at++;
        else if (*at != '`')
            fl_put_char(out, *at);
    }
}

static void print_lines(const struct fl_screen *s, const char *at, const char *end)
{
    while (at < end) {
        char memory[LINE];
        struct fl_buf line = fl_buf_over(memory, sizeof memory);
        const char *next = next_line(at, end);
        put_plain(&line, at, next);
        if (line.len)
            fl_screen_text(s, line.at, 0);
        at = next;
    }
}

static void print_contents(const struct fl_screen *s, const char *at, const char *end)
{
    for (; at < end; at = next_line(at, end))
        if (begins(at, end, "## "))
            print_lines(s, at, next_line(at, end));
}

/* The section of a number, to the next one. */
static bool print_section(const struct fl_screen *s, const char *at, const char *end,
                          const char *number)
{
    char memory[32];
    struct fl_buf title = fl_buf_over(memory, sizeof memory);
    fl_put(&title, "## ");
    fl_put(&title, number);
    fl_put_char(&title, '.');
    while (at < end && !begins(at, end, title.at))
        at = next_line(at, end);
    const char *stop = at < end ? next_line(at, end) : end;
    while (stop < end && !begins(stop, end, "## "))
        stop = next_line(stop, end);
    print_lines(s, at, stop);
    return at < end;
}

bool fl_rulebook_show(const struct fl_screen *s, const struct fl_game *game, const char *number)
{
    size_t len;
    const char *text = fl_rules_text(game, s->lang, &len);
    if (!text)
        return false;
    if (!*number) {
        print_contents(s, text, text + len);
        return true;
    }
    size_t paragraph;
    const char *at = fl_rules_paragraph(game, s->lang, number, &paragraph);
    if (!at)
        return print_section(s, text, text + len, number);
    print_lines(s, at, at + paragraph);
    return true;
}
