/* A lesson: a match written in advance, with text at the moves that the pupil makes.
 *
 * The position in a lesson follows from the log of the match, so a lesson is resumed, undone and
 * shown like any other match. Front ends show the text of the next line and let everything else
 * happen automatically. */
#ifndef FL_CORE_LESSON_H
#define FL_CORE_LESSON_H

#include "core/match.h"

enum { FL_PUPIL = 0, FL_MAX_WRONG = 4 };

struct fl_lesson_line {
    const char *step; /* as in a record: "1 reroll 3 5", "* S P"; NULL: end of the lesson */
    const char *
        say; /* translation key of the text before the move; NULL: the move is made automatically */
    const char *wrong; /* translation key of the response to any other legal move */
    struct {
        const char *move, *why; /* a move with a response of its own, and the key of the response */
    } but[FL_MAX_WRONG];
};

struct fl_lesson {
    const struct fl_game *game;
    int seats;
    const char *option[FL_MAX_OPTIONS]
                      [2]; /* names and words of the options that differ from the default */
    const struct fl_lesson_line *line; /* the last line has no step, only the closing text */
};

/* Writes the setup of the lesson's match. */
void fl_lesson_setup(const struct fl_lesson *, struct fl_setup *out);

/* Returns the next line of the lesson in this match. It has no step if the lesson is over or the
 * match has left it. */
const struct fl_lesson_line *fl_lesson_next(const struct fl_lesson *, const struct fl_match *);

/* Returns the seat of the step of a line, or FL_CHANCE. */
int fl_lesson_seat(const struct fl_lesson_line *);

/* Returns the move of a player's line. */
fl_move fl_lesson_move(const struct fl_lesson *, const struct fl_lesson_line *);

/* Returns NULL if the move is the one of the line, else the translation key of the response. */
const char *fl_lesson_check(const struct fl_lesson *, const struct fl_lesson_line *, fl_move);

/* The number of the line's topic, counted from 1; without a line, the number of topics. Consecutive
 * lines with the same text are one topic. */
int fl_lesson_position(const struct fl_lesson *, const struct fl_lesson_line *);

/* A chance source with the dice and cards of a lesson. When the lesson is over, it uses another
 * source. */
struct fl_lesson_source {
    struct fl_chance_source
        source; /* the first member: a pointer to it is a pointer to the whole */
    const struct fl_lesson *lesson;
    struct fl_chance_source *after; /* NULL: chance stops at the end of the lesson */
};

/* Starts a source; `lesson` and `after` must outlive it. */
void fl_lesson_source_begin(struct fl_lesson_source *, const struct fl_lesson *,
                            struct fl_chance_source *after);

#endif
