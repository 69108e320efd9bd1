/* Blocks of text lines: joining, framing, printing. */
#include "term/block.h"

#include <string.h>

static int larger(int a, int b)
{
    return a > b ? a : b;
}

void fl_block_begin(struct fl_block *b)
{
    b->height = b->width = 0;
}

void fl_block_add(struct fl_block *b, const char *line)
{
    /* Pictures of tables are lower than this; a higher one is cut. */
    if (b->height == FL_BLOCK_LINES)
        return;
    struct fl_buf out = fl_buf_over(b->line[b->height++], FL_BLOCK_BYTES);
    fl_put(&out, line);
    int columns = fl_columns(out.at);
    b->width = larger(b->width, columns);
}

void fl_block_wrap(struct fl_block *b, const char *text, int width)
{
    char line[FL_BLOCK_BYTES];
    do {
        size_t len = fl_wrap(text, width);
        struct fl_buf out = fl_buf_over(line, sizeof line);
        fl_put_bytes(&out, text, len);
        fl_block_add(b, line);
        text += len;
        text += *text == '\n' ? 1 : strspn(text, " ");
    } while (*text);
}

static void put_spaces(struct fl_buf *out, int n)
{
    fl_put_times(out, " ", n);
}

void fl_block_beside(struct fl_block *left, int gap, const struct fl_block *right)
{
    int width = left->width;
    /* Lines that the left block lacks are added first: the right one is appended to each. */
    while (left->height < right->height)
        fl_block_add(left, "");
    for (int i = 0; i < right->height; i++) {
        struct fl_buf out = {
            .at = left->line[i], .len = strlen(left->line[i]), .cap = FL_BLOCK_BYTES};
        put_spaces(&out, width + gap - fl_columns(left->line[i]));
        fl_put(&out, right->line[i]);
    }
    left->width = width + gap + right->width;
}

void fl_block_frame(struct fl_block *b, const struct fl_screen *s, const char *title, int width)
{
    struct fl_block inside = *b;
    char line[FL_BLOCK_BYTES];
    struct fl_buf out = fl_buf_over(line, sizeof line);
    width = larger(width, larger(inside.width, fl_columns(title) + 1));
    fl_block_begin(b);
    fl_put(&out, "╭─ ");
    fl_put_styled(&out, s, FL_BOLD, title);
    fl_put_char(&out, ' ');
    fl_put_times(&out, "─", width - fl_columns(title) - 1);
    fl_put(&out, "╮");
    fl_block_add(b, line);
    for (int i = 0; i < inside.height; i++) {
        fl_buf_clear(&out);
        fl_put(&out, "│ ");
        fl_put_padded(&out, inside.line[i], width);
        fl_put(&out, " │");
        fl_block_add(b, line);
    }
    fl_buf_clear(&out);
    fl_put(&out, "╰─");
    fl_put_times(&out, "─", width);
    fl_put(&out, "─╯");
    fl_block_add(b, line);
}

void fl_block_print(const struct fl_block *b, const struct fl_screen *s, int margin)
{
    for (int i = 0; i < b->height; i++)
        fprintf(s->out, "%*s%s\n", *b->line[i] ? margin : 0, "", b->line[i]);
}

void fl_put_padded(struct fl_buf *out, const char *text, int width)
{
    int columns = fl_columns(text);
    if (columns <= width) {
        fl_put(out, text);
        put_spaces(out, width - columns);
        return;
    }
    char memory[FL_BLOCK_BYTES];
    size_t len = strlen(text);
    struct fl_buf cut = fl_buf_over(memory, sizeof memory);
    /* Columns are counted again after each character, because wide characters and escape sequences
     * occupy two columns or none. */
    do { /* remove whole characters from the end */
        while (len && ((unsigned char)text[--len] & 0xC0) == 0x80)
            ;
        fl_buf_clear(&cut);
        fl_put_bytes(&cut, text, len);
    } while (len && fl_columns(cut.at) > width - 1);
    fl_put(out, cut.at);
    fl_put(out, "…");
    put_spaces(out, width - 1 - fl_columns(cut.at));
}
