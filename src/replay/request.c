/* Parses a request word by word. */
#include "replay/request.h"

#include <string.h>

#include "games/games.h"

enum { MOST_DIGITS = 8 };

/* The rest of the line. */
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

static bool read_views(struct line *rest, struct fl_replay_request *q)
{
    struct line eyes = take_word(rest);
    q->viewer = is(eyes, "all") ? FL_TRUTH : FL_SPECTATOR;
    return q->viewer == FL_TRUTH || is(eyes, "spectator") || read_seat(eyes, &q->viewer);
}

static bool read_analysis(struct line *rest, struct fl_replay_request *q)
{
    struct line seat = take_word(rest);
    q->viewer = FL_NOBODY;
    return !length_of(seat) || read_seat(seat, &q->viewer);
}

/* A move may have several words. */
static bool read_continue(struct line *rest, struct fl_replay_request *q)
{
    bool read = read_number(take_word(rest), &q->step) && read_seat(take_word(rest), &q->viewer);
    struct line level = take_word(rest), move = take_word(rest);
    move.end = rest->end;
    rest->at = rest->end;
    return read && length_of(level) && copy(level, q->level, sizeof q->level) &&
           copy(move, q->move, sizeof q->move);
}

static bool read_tally(struct line *rest, struct fl_replay_request *q)
{
    struct line name = take_word(rest);
    for (int i = 0; fl_games[i] && !q->game; i++)
        if (fl_games[i]->tally && is(name, fl_games[i]->name))
            q->game = fl_games[i];
    return q->game && copy(take_word(rest), q->option, sizeof q->option);
}

static bool read_no_more(struct line *rest, struct fl_replay_request *q)
{
    (void)rest, (void)q;
    return true;
}

static bool read_line(struct line rest, struct fl_replay_request *q)
{
    static const struct {
        const char *word;
        bool (*read)(struct line *, struct fl_replay_request *);
    } kinds[] = {[FL_ASK_VIEWS] = {"views", read_views},
                 [FL_ASK_ODDS] = {"odds", read_no_more},
                 [FL_ASK_ANALYSIS] = {"analysis", read_analysis},
                 [FL_ASK_GO] = {"continue", read_continue},
                 [FL_ASK_TALLY] = {"tally", read_tally}};
    struct line first = take_word(&rest);
    for (size_t kind = 0; kind < sizeof kinds / sizeof kinds[0]; kind++) {
        q->kind = (enum fl_question_kind)kind;
        if (is(first, kinds[kind].word))
            return kinds[kind].read(&rest, q) && !length_of(take_word(&rest));
    }
    return false;
}

bool fl_replay_request_read(const char *text, size_t len, struct fl_replay_request *q,
                            size_t *record)
{
    const char *end = memchr(text, '\n', len);
    *q = (struct fl_replay_request){.kind = FL_ASK_VIEWS};
    if (!end)
        return false;
    *record = (size_t)(end - text) + 1;
    return read_line((struct line){text, end}, q);
}
