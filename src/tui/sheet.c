/* Collects text and shows it. */
#include "tui/sheet.h"

#include <stdlib.h>
#include <string.h>

void fl_text_begin(struct fl_text *t, const struct fl_screen *screen, int width)
{
    t->screen = *screen;
    t->screen.width = t->screen.columns = width;
    t->screen.colour = true; /* the canvas reads the escape sequences */
    t->screen.terminal = false;
    t->text = NULL;
    t->screen.out = open_memstream(&t->text, &t->len);
    if (!t->screen.out)
        t->screen.out = fopen("/dev/null", "w");
}

void fl_text_end(struct fl_text *t)
{
    if (t->screen.out)
        fclose(t->screen.out);
    t->screen.out = NULL;
}

void fl_text_free(struct fl_text *t)
{
    free(t->text);
    t->text = NULL;
}

int fl_text_lines(const char *text)
{
    int lines = 0;
    for (; text && *text; lines++) {
        text += strcspn(text, "\n");
        text += *text == '\n';
    }
    return lines;
}

const char *fl_text_line(const char *text, int line)
{
    for (; text && *text && line > 0; line--) {
        text += strcspn(text, "\n");
        text += *text == '\n';
    }
    return text ? text : "";
}

static void draw(struct fl_terminal *t, const struct fl_screen *s, const char *title,
                 const char *text, int top)
{
    struct fl_canvas *c = fl_terminal_canvas(t);
    char memory[256];
    struct fl_buf keys = fl_buf_over(memory, sizeof memory);
    fl_canvas_fill(c, (struct fl_area){0, 0, 1, c->columns}, FL_ROLE_TITLE, " ");
    fl_canvas_fit(c, 0, 1, c->columns - 2, FL_ROLE_TITLE, title);
    const char *line = fl_text_line(text, top);
    for (int row = 1; row < c->rows - 1; row++) {
        fl_canvas_fit(c, row, 1, c->columns - 2, FL_ROLE_PLAIN, line);
        line = fl_text_line(line, 1);
    }
    fl_put_word(&keys, s->lang, "tui.keys.sheet", FL_BARE);
    fl_canvas_fit(c, c->rows - 1, 1, c->columns - 2, FL_ROLE_KEYS, keys.at);
    fl_terminal_show(t);
}

/* The first line after a key. */
static int scrolled(enum fl_key_kind kind, int top, int page)
{
    switch (kind) {
    case FL_KEY_UP:
        return top - 1;
    case FL_KEY_DOWN:
        return top + 1;
    case FL_KEY_WHEEL_UP:
        return top - 3;
    case FL_KEY_WHEEL_DOWN:
        return top + 3;
    case FL_KEY_PAGE_UP:
        return top - page;
    case FL_KEY_PAGE_DOWN:
        return top + page;
    case FL_KEY_HOME:
        return 0;
    case FL_KEY_END:
        return 1 << 20;
    default:
        return top;
    }
}

bool fl_sheet_show(struct fl_terminal *t, const struct fl_screen *s, const char *title,
                   const char *text, bool at_end)
{
    int lines = fl_text_lines(text), top = at_end ? lines : 0;
    for (;;) {
        int page = fl_terminal_canvas(t)->rows - 2;
        top = top > lines - page ? lines - page : top;
        top = top < 0 ? 0 : top;
        draw(t, s, title, text, top);
        struct fl_key key = fl_terminal_read(t, -1);
        if (key.kind == FL_KEY_CLOSED || key.kind == FL_KEY_INTERRUPT)
            return false;
        if (key.kind == FL_KEY_ESCAPE || key.kind == FL_KEY_ENTER ||
            (key.kind == FL_KEY_TEXT && strchr("q?", key.text[0])))
            return true;
        if (key.kind == FL_KEY_TEXT && key.text[0] == ' ')
            key.kind = FL_KEY_PAGE_DOWN;
        top = scrolled(key.kind, top, page);
    }
}
