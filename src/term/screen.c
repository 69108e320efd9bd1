/* Colours, text width and line wrapping. */
#include "term/screen.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "term/ascii.h"

enum { NARROWEST = 40, WIDEST = 100, USUAL = 80 };

/* NO_COLOR (no-color.org) turns colours off if it is not empty. */
static bool terminal_has_colours(void)
{
    const char *term = getenv("TERM"), *no_colour = getenv("NO_COLOR");
    return term && *term && strcmp(term, "dumb") && !(no_colour && *no_colour);
}

/* The name of the user's locale for characters, or NULL. */
static const char *locale_name(void)
{
    const char *name = getenv("LC_ALL");
    if (!name || !*name)
        name = getenv("LC_CTYPE");
    if (!name || !*name)
        name = getenv("LANG");
    return name;
}

bool fl_locale_has_utf8(void)
{
    const char *name = locale_name();
    return name && (strstr(name, "UTF-8") || strstr(name, "utf8") || strstr(name, "UTF8") ||
                    strstr(name, "utf-8"));
}

/* Whether the user asks for ASCII. Other locales without UTF-8 in their name may have it. */
static bool locale_is_ascii(void)
{
    const char *name = locale_name();
    return name && (!strcmp(name, "C") || !strcmp(name, "POSIX"));
}

void fl_screen_open(struct fl_screen *s, FILE *out, fl_lang lang, enum fl_colour colour)
{
    memset(s, 0, sizeof *s);
    s->out = locale_is_ascii() ? fl_ascii_stream(out) : out;
    s->file = fileno(out);
    s->lang = lang;
    s->terminal = s->file >= 0 && isatty(s->file);
    s->colour = colour == FL_COLOUR_ALWAYS ||
                (colour == FL_COLOUR_AUTO && s->terminal && terminal_has_colours());
    fl_screen_measure(s);
}

static int columns_of_terminal(const struct fl_screen *s)
{
    struct winsize size;
    return s->terminal && !ioctl(s->file, TIOCGWINSZ, &size) ? size.ws_col : 0;
}

static int columns_of_environment(void)
{
    const char *columns = getenv("COLUMNS");
    return columns ? atoi(columns) : 0;
}

void fl_screen_measure(struct fl_screen *s)
{
    int width = columns_of_terminal(s);
    if (width <= 0)
        width = columns_of_environment();
    if (width <= 0)
        width = USUAL;
    s->columns = width < NARROWEST ? NARROWEST : width;
    s->width = width < NARROWEST ? NARROWEST : width > WIDEST ? WIDEST : width;
}

void fl_screen_name(struct fl_screen *s, const struct fl_players *players)
{
    for (int seat = 0; seat < FL_MAX_SEATS; seat++)
        s->names[seat] = players->name[seat][0] ? players->name[seat] : NULL;
}

/* One character of a text: its bytes and the columns it occupies. An escape sequence is one
 * character of no width; an invalid byte is one character. */
struct glyph {
    size_t bytes;
    int columns;
};

/* The bytes of an escape sequence: ESC and one character, or after ESC [ everything up to the
 * final character @ to ~. */
static size_t escape_length(const char *text)
{
    size_t n = 1;
    if (text[n] == '[')
        for (n++; text[n] && !(text[n] >= '@' && text[n] <= '~');)
            n++;
    return text[n] ? n + 1 : n;
}

static int columns_of_code(uint32_t code)
{
    /* Ranges of combining characters (no column) and of wide characters (two columns). */
    static const uint32_t none[][2] = {{0x300, 0x36F}, {0x200B, 0x200F}, {0xFE00, 0xFE0F}};
    static const uint32_t two[][2] = {{0x1100, 0x115F}, {0x2E80, 0xA4CF},   {0xAC00, 0xD7A3},
                                      {0xF900, 0xFAFF}, {0xFE30, 0xFE6F},   {0xFF00, 0xFF60},
                                      {0xFFE0, 0xFFE6}, {0x1F300, 0x1FAFF}, {0x20000, 0x3FFFD}};
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++)
        if (code >= none[i][0] && code <= none[i][1])
            return 0;
    for (size_t i = 0; i < sizeof two / sizeof two[0]; i++)
        if (code >= two[i][0] && code <= two[i][1])
            return 2;
    return 1;
}

static struct glyph glyph_at(const char *text)
{
    unsigned char first = (unsigned char)text[0];
    size_t more = first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : first >= 0xC0 ? 1 : 0;
    uint32_t code = more ? first & (0x3Fu >> more) : first;
    if (first == '\033')
        return (struct glyph){escape_length(text), 0};
    /* Names come from other people, so the text may be invalid UTF-8: an incomplete sequence is one
     * column per byte. */
    for (size_t i = 1; i <= more; i++) {
        if (((unsigned char)text[i] & 0xC0) != 0x80)
            return (struct glyph){1, 1};
        code = code << 6 | ((unsigned char)text[i] & 0x3Fu);
    }
    return (struct glyph){more + 1, columns_of_code(code)};
}

size_t fl_glyph(const char *text, int *columns)
{
    struct glyph g = glyph_at(text);
    *columns = g.columns;
    return g.bytes;
}

int fl_columns(const char *text)
{
    int columns = 0;
    while (*text) {
        struct glyph g = glyph_at(text);
        columns += g.columns;
        text += g.bytes;
    }
    return columns;
}

static bool begins_with(const char *text, const char *start)
{
    return !strncmp(text, start, strlen(start));
}

/* Whether a line may end at this space. French typography forbids it before : ; ! ? and inside
 * guillemets. */
static bool may_break_at(const char *text, const char *space)
{
    static const char *const after[] = {":", ";", "!", "?", "»", "×", "/"};
    for (size_t i = 0; i < sizeof after / sizeof after[0]; i++)
        if (begins_with(space + 1, after[i]))
            return false;
    return space - text < 2 || !begins_with(space - 2, "«");
}

static size_t without_spaces(const char *text, size_t len)
{
    while (len > 1 && text[len - 1] == ' ')
        len--;
    return len;
}

/* Remembers the last space where a line may end. A word that is longer than the line is cut. */
size_t fl_wrap(const char *text, int width)
{
    size_t at = 0, good = 0;
    int columns = 0;
    while (text[at]) {
        struct glyph g = glyph_at(text + at);
        if (text[at] == '\n')
            return at;
        if (text[at] == ' ' && may_break_at(text, text + at))
            good = at;
        columns += g.columns;
        if (columns > width && at)
            return good ? without_spaces(text, good) : at;
        at += g.bytes;
    }
    return at;
}

void fl_put_style(struct fl_buf *out, const struct fl_screen *s, enum fl_text_style style)
{
    static const char *const code[] = {"\033[0m",  "\033[1m",  "\033[2m",  "\033[1;31m", "\033[32m",
                                       "\033[33m", "\033[94m", "\033[35m", "\033[36m"};
    if (s->colour)
        fl_put(out, code[style]);
}

void fl_put_styled(struct fl_buf *out, const struct fl_screen *s, enum fl_text_style style,
                   const char *text)
{
    fl_put_style(out, s, style);
    fl_put(out, text);
    fl_put_style(out, s, FL_PLAIN);
}

void fl_put_times(struct fl_buf *out, const char *text, int times)
{
    while (times-- > 0)
        fl_put(out, text);
}

enum fl_text_style fl_seat_style(int seat)
{
    static const enum fl_text_style style[] = {FL_CYAN, FL_MAGENTA, FL_GREEN, FL_YELLOW, FL_BLUE};
    return style[seat % 5];
}

void fl_put_seat(struct fl_buf *out, const struct fl_screen *s, int seat)
{
    struct fl_phrase phrase;
    fl_phrase_begin(&phrase, "play.seat");
    fl_with_seat(&phrase, "who", seat);
    fl_put_phrase(out, s->lang, &phrase, s->names);
}

/* ---- phrases ---- */

void fl_put_sentence(struct fl_buf *out, const struct fl_screen *s, const struct fl_phrase *phrase)
{
    fl_put_phrase(out, s->lang, phrase, s->names);
}

void fl_put_amount(struct fl_buf *out, const struct fl_screen *s, const char *key, int32_t n)
{
    char memory[64];
    struct fl_buf none = fl_buf_over(memory, sizeof memory);
    struct fl_phrase phrase;
    fl_put(&none, key);
    fl_put(&none, "-none");
    fl_phrase_begin(&phrase, n == 0 && fl_word_exists(none.at) ? none.at : key);
    fl_with_number(&phrase, "n", n);
    fl_put_sentence(out, s, &phrase);
}

/* ---- printing ---- */

void fl_screen_text(const struct fl_screen *s, const char *text, int indent)
{
    int margin = 0;
    do {
        size_t len = fl_wrap(text, s->width - 1 - margin);
        fprintf(s->out, "%*s%.*s\n", margin, "", (int)len, text);
        text += len;
        text += *text == '\n' ? 1 : strspn(text, " ");
        margin = indent;
    } while (*text);
}

void fl_screen_phrase(const struct fl_screen *s, const struct fl_phrase *phrase)
{
    char memory[2048];
    struct fl_buf text = fl_buf_over(memory, sizeof memory);
    fl_put_sentence(&text, s, phrase);
    fl_screen_text(s, text.at, 2);
}

void fl_screen_word(const struct fl_screen *s, const char *key)
{
    struct fl_phrase phrase;
    fl_phrase_begin(&phrase, key);
    fl_screen_phrase(s, &phrase);
}

void fl_screen_clear(const struct fl_screen *s)
{
    if (s->terminal)
        fputs("\033[2J\033[3J\033[H", s->out);
}
