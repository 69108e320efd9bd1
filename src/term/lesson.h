/* A lesson in the terminal: the pupil plays their own moves, all other seats and chance follow the
 * script. */
#ifndef FL_TERM_LESSON_H
#define FL_TERM_LESSON_H

#include "core/lesson.h"
#include "term/session.h"

struct fl_lesson_session {
    const struct fl_lesson *lesson;
    struct fl_players players;
    struct fl_screen screen;
    struct fl_keyboard *keyboard;
    /* Prints a rule, or the table of contents for "". Returns false if the rule does not exist. */
    bool (*show_rule)(const struct fl_screen *, const struct fl_game *, const char *number);
};

/* Runs the lesson to its end, or until the pupil quits. */
enum fl_session_status fl_lesson_session_run(struct fl_lesson_session *);

#endif
