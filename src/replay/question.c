/* Reading a question, word by word. */
#include "replay/question.h"

#include <string.h>

enum { MOST_DIGITS = 8 };

/* What is left of the line. */
struct line {
    const char *at, *end;
};

/* The next word, without the spaces before it; empty at the end. */
static struct line take_word(struct line *rest)
{
    while (rest->at < rest->end && *rest->at == ' ')
        rest->at++;
    struct line word = {rest->at, rest->at};
    while (word.end < rest->end && *word.end != ' ')
        word.end++;
    rest->at = word.end;
    return word;
}

static size_t length_of(struct line word)
{
    return (size_t)(word.end - word.at);
}

static bool is(struct line word, const char *text)
{
    return length_of(word) == strlen(text) && !memcmp(word.at, text, length_of(word));
}

static bool read_number(struct line word, uint32_t *out)
{
    *out = 0;
    if (!length_of(word) || length_of(word) > MOST_DIGITS)
        return false;
    for (; word.at < word.end; word.at++) {
        if (*word.at < '0' || *word.at > '9')
            return false;
        *out = 10 * *out + (uint32_t)(*word.at - '0');
    }
    return true;
}

static bool copy(struct line word, char *out, size_t room)
{
    if (length_of(word) >= room || memchr(word.at, '\0', length_of(word)))
        return false;
    memcpy(out, word.at, length_of(word));
    out[length_of(word)] = '\0';
    return true;
}

static bool read_seat(struct line word, int *seat)
{
    uint32_t number;
    if (!read_number(word, &number) || number < 1 || number > FL_MAX_SEATS)
        return false;
    *seat = (int)number - 1;
    return true;
}

static bool read_views(struct line *rest, struct fl_question *q)
{
    struct line eyes = take_word(rest);
    q->viewer = is(eyes, "all") ? FL_TRUTH : FL_WATCHER;
    return q->viewer == FL_TRUTH || is(eyes, "watcher") || read_seat(eyes, &q->viewer);
}

static bool read_analysis(struct line *rest, struct fl_question *q)
{
    struct line seat = take_word(rest);
    q->viewer = FL_NOBODY;
    return !length_of(seat) || read_seat(seat, &q->viewer);
}

/* A move is several words. */
static bool read_go(struct line *rest, struct fl_question *q)
{
    bool read = read_number(take_word(rest), &q->step) && read_seat(take_word(rest), &q->viewer);
    struct line level = take_word(rest), move = take_word(rest);
    move.end = rest->end;
    rest->at = rest->end;
    return read && length_of(level) && copy(level, q->level, sizeof q->level) &&
           copy(move, q->move, sizeof q->move);
}

static bool read_no_more(struct line *rest, struct fl_question *q)
{
    (void)rest, (void)q;
    return true;
}

static bool read_line(struct line rest, struct fl_question *q)
{
    static const struct {
        const char *word;
        bool (*read)(struct line *, struct fl_question *);
    } kinds[] = {[FL_ASK_VIEWS] = {"views", read_views},
                 [FL_ASK_ODDS] = {"odds", read_no_more},
                 [FL_ASK_ANALYSIS] = {"analysis", read_analysis},
                 [FL_ASK_GO] = {"go", read_go},
                 [FL_ASK_GOLD] = {"gold", read_no_more}};
    struct line first = take_word(&rest);
    for (size_t kind = 0; kind < sizeof kinds / sizeof kinds[0]; kind++) {
        q->kind = (enum fl_question_kind)kind;
        if (is(first, kinds[kind].word))
            return kinds[kind].read(&rest, q) && !length_of(take_word(&rest));
    }
    return false;
}

bool fl_question_read(const char *text, size_t len, struct fl_question *q, size_t *record)
{
    const char *end = memchr(text, '\n', len);
    *q = (struct fl_question){.kind = FL_ASK_VIEWS};
    if (!end)
        return false;
    *record = (size_t)(end - text) + 1;
    return read_line((struct line){text, end}, q);
}
