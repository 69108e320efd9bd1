/* Lessons (lesson.h): the position in a lesson follows from the log. */
#include "core/lesson.h"

#include <assert.h>
#include <string.h>

void fl_lesson_setup(const struct fl_lesson *lesson, struct fl_setup *out)
{
    *out = fl_setup_default(lesson->game, lesson->seats);
    for (int i = 0; i < FL_MAX_OPTIONS && lesson->option[i][0]; i++) {
        bool set = fl_setup_set(lesson->game, out, lesson->option[i][0], lesson->option[i][1]);
        assert(set);
        (void)set;
    }
}

static bool is_chance(const struct fl_lesson_line *line)
{
    return line->step && line->step[0] == '*';
}

int fl_lesson_seat(const struct fl_lesson_line *line)
{
    assert(line->step);
    return is_chance(line) ? FL_CHANCE : line->step[0] - '1';
}

/* The position in a lesson: the line, and for chance the next word of it. */
struct position {
    const struct fl_lesson_line *line;
    const char *word;
};

/* The spelling of a step, after the seat and a space. */
static const char *spelling_of(const struct fl_lesson_line *line)
{
    return line->step ? line->step + 2 : NULL;
}

/* Whether a step of the match is the step of the lesson at this position. */
static bool is_step(const struct position *p, const struct fl_game *game, struct fl_step step)
{
    char memory[64];
    struct fl_buf spelled = fl_buf_over(memory, sizeof memory);
    size_t len = is_chance(p->line) ? strcspn(p->word, " ") : strlen(p->word);
    if (fl_lesson_seat(p->line) != step.seat)
        return false;
    game->spell(step.move, &spelled);
    return spelled.len == len && !memcmp(spelled.at, p->word, len);
}

/* Advances by one step: by one word if chance moved, otherwise by one line. */
static void advance(struct position *p)
{
    if (is_chance(p->line)) {
        p->word += strcspn(p->word, " ");
        p->word += strspn(p->word, " ");
        if (*p->word)
            return;
    }
    p->line++;
    p->word = spelling_of(p->line);
}

/* Finds the position after all steps of the match. A match with any other step has left the lesson:
 * its position is the end. */
static struct position find_position(const struct fl_lesson *lesson, const struct fl_match *m)
{
    struct position p = {.line = lesson->line, .word = spelling_of(lesson->line)};
    bool follows = true;
    for (uint32_t i = 0; i < m->steps && p.line->step && follows; i++) {
        follows = is_step(&p, lesson->game, m->log[i]);
        advance(&p);
    }
    while (!follows && p.line->step)
        p.line++;
    return p;
}

const struct fl_lesson_line *fl_lesson_next(const struct fl_lesson *lesson,
                                            const struct fl_match *m)
{
    return find_position(lesson, m).line;
}

fl_move fl_lesson_move(const struct fl_lesson *lesson, const struct fl_lesson_line *line)
{
    fl_move move = FL_UNSEEN;
    const char *text = spelling_of(line);
    bool read = fl_read_any(lesson->game, text, strlen(text), &move);
    assert(read);
    (void)read;
    return move;
}

const char *fl_lesson_check(const struct fl_lesson *lesson, const struct fl_lesson_line *line,
                            fl_move move)
{
    char memory[64];
    struct fl_buf spelled = fl_buf_over(memory, sizeof memory);
    if (move == fl_lesson_move(lesson, line))
        return NULL;
    lesson->game->spell(move, &spelled);
    for (int i = 0; i < FL_MAX_WRONG && line->but[i].move; i++)
        if (!strcmp(spelled.at, line->but[i].move))
            return line->but[i].why;
    return line->wrong;
}

/* Whether a line starts a new topic. The squares of a route have the same text and are one
 * topic. */
static bool is_new(const char *said, const struct fl_lesson_line *line)
{
    return line->say && (!said || strcmp(said, line->say));
}

int fl_lesson_position(const struct fl_lesson *lesson, const struct fl_lesson_line *line)
{
    const char *said = NULL;
    int position = 0;
    for (const struct fl_lesson_line *l = lesson->line;; l++) {
        if (is_new(said, l)) {
            position++;
            said = l->say;
        }
        if (l == line || !l->step)
            return position;
    }
}

/* Picks the chance move that the lesson spells. */
static bool pick(struct fl_chance_source *source, const struct fl_match *m,
                 const struct fl_moves *list, fl_move *move)
{
    struct fl_lesson_source *from = (struct fl_lesson_source *)source;
    struct position p = find_position(from->lesson, m);
    if (!p.line->step)
        return from->after && from->after->pick(from->after, m, list, move);
    size_t len = strcspn(p.word, " ");
    for (uint32_t i = 0; i < list->count; i++) {
        char memory[64];
        struct fl_buf spelled = fl_buf_over(memory, sizeof memory);
        m->game->spell(list->at[i].move, &spelled);
        if (spelled.len == len && !memcmp(spelled.at, p.word, len)) {
            *move = list->at[i].move;
            return true;
        }
    }
    return false;
}

void fl_lesson_source_begin(struct fl_lesson_source *source, const struct fl_lesson *lesson,
                            struct fl_chance_source *after)
{
    *source = (struct fl_lesson_source){.source = {.pick = pick}, .lesson = lesson, .after = after};
}
