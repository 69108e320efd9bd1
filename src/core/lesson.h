/* A lesson: a match written down beforehand, with words at the moves that a pupil is to make.
 *
 * Where a lesson stands is read from the log of the match that follows it, so it is resumed, undone
 * and shown like any other match. Front ends ask what comes next, put the words before the pupil
 * and let everything else happen by itself. */
#ifndef FL_CORE_LESSON_H
#define FL_CORE_LESSON_H

#include "core/match.h"

enum { FL_PUPIL = 0, FL_MAX_WRONG = 4 };

struct fl_lesson_line {
    const char *step;  /* as in a record: "1 reroll 3 5", "* S P"; NULL: the lesson is over */
    const char *say;   /* word key of what the pupil is told before; NULL: it happens by itself */
    const char *wrong; /* word key of the answer to any other move the rules allow */
    struct {
        const char *move,
            *why; /* a move that deserves an answer of its own, and the answer's key */
    } but[FL_MAX_WRONG];
};

struct fl_lesson {
    const struct fl_game *game;
    int seats;
    const char *option[FL_MAX_OPTIONS][2]; /* name and word of those that are not the usual ones */
    const struct fl_lesson_line *line;     /* the last one has no step, and the last words */
};

/* How the lesson's match is set up. */
void fl_lesson_setup(const struct fl_lesson *, struct fl_setup *out);

/* What comes next in a match that follows the lesson; without a step once it is over, or the match
 * has gone elsewhere. */
const struct fl_lesson_line *fl_lesson_next(const struct fl_lesson *, const struct fl_match *);

/* Who makes the step of a line: a seat or FL_CHANCE. */
int fl_lesson_seat(const struct fl_lesson_line *);

/* The move of a player's line. */
fl_move fl_lesson_move(const struct fl_lesson *, const struct fl_lesson_line *);

/* NULL if a legal move is the one the line wants, else the word key of what is wrong with it. */
const char *fl_lesson_judge(const struct fl_lesson *, const struct fl_lesson_line *, fl_move);

/* The how-manieth thing to learn this line belongs to, counted from 1, and how many there are. */
int fl_lesson_place(const struct fl_lesson *, const struct fl_lesson_line *);
int fl_lesson_length(const struct fl_lesson *);

/* The lesson's dice and cards; once it is over, those of another source. */
struct fl_lesson_source {
    struct fl_source source; /* first, so that one is found from the other */
    const struct fl_lesson *lesson;
    struct fl_source *after; /* or NULL */
};

void fl_lesson_source_begin(struct fl_lesson_source *, const struct fl_lesson *,
                            struct fl_source *after);

#endif
