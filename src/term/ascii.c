/* The table of ASCII substitutes, and a stream that uses it. */
#define _GNU_SOURCE /* fopencookie */
#include "term/ascii.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* Each row: characters in UTF-8 that are shown by the same ASCII character. */
static const struct {
    char ascii;
    const char *characters;
} rows[] = {
    {'-', "─━–—−┄"}, {'=', "═"},
    {'|', "│┃║╎▐▌"}, {'+', "╭╮╰╯┏┓┗┛╔╗╚╝┤├┴┬┼└"},
    {'o', "•●◦"},    {'>', "▸→►"},
    {'<', "←«"},     {'$', "◉"},
    {'x', "†×⚔✗"},   {'@', "⌂"},
    {'*', "✶☠"},     {'^', "▴▲↑"},
    {'v', "▾↓"},     {'#', "▒█▓░▇▆▅▄▀▋▌▍▎▏▊▉"},
    {'_', "▁▂▃"},    {'.', "·…"},
    {'\'', "’‘′"},   {'"', "“”"},
    {'>', "»"},      {' ', "\u00A0\u202F\u2009"},
    {'a', "àâäáã"},  {'e', "éèêë"},
    {'i', "îïí"},    {'o', "ôöóœ°"},
    {'u', "ùûüú"},   {'c', "ç"},
    {'A', "ÀÂÁ"},    {'E', "ÉÈÊ"},
    {'I', "ÎÍ"},     {'O', "ÔÓŒ"},
    {'U', "ÙÛ"},     {'C', "Ç"},
    {'~', "≈"},      {'n', "ñ"},
    {'+', "✓⚑"},     {'=', "■▪"},
    {'-', "□"},      {'*', "◆★"},
};

char fl_ascii_of(const char *text)
{
    if ((unsigned char)*text < 0x80)
        return *text;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (strstr(rows[i].characters, text))
            return rows[i].ascii;
    return '?';
}

/* ---- the stream ---- */

struct ascii_stream {
    FILE *to;
    char letter[5]; /* the bytes of an incomplete character */
    int bytes;      /* their number */
};

/* The number of bytes of a character, by its first one. */
static int size_of(unsigned char first)
{
    return first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1;
}

static void write_byte(struct ascii_stream *s, char byte)
{
    if (!((unsigned char)byte & 0x80) || (size_t)s->bytes + 1 >= sizeof s->letter)
        s->bytes = 0;
    s->letter[s->bytes++] = byte;
    s->letter[s->bytes] = '\0';
    if (s->bytes < size_of((unsigned char)s->letter[0]))
        return;
    fputc(fl_ascii_of(s->letter), s->to);
    s->bytes = 0;
}

static ssize_t write_ascii(void *stream, const char *text, size_t len)
{
    struct ascii_stream *s = stream;
    for (size_t i = 0; i < len; i++)
        write_byte(s, text[i]);
    return fflush(s->to) || ferror(s->to) ? 0 : (ssize_t)len;
}

FILE *fl_ascii_stream(FILE *to)
{
    cookie_io_functions_t functions = {.write = write_ascii};
    struct ascii_stream *s = calloc(1, sizeof *s);
    FILE *stream = s ? fopencookie(s, "w", functions) : NULL;
    if (!stream) {
        free(s);
        return to;
    }
    s->to = to;
    setvbuf(stream, NULL, _IOLBF, BUFSIZ); /* in order with what is written to the other one */
    return stream;
}
