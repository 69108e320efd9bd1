/* A lesson in the terminal: the pupil plays, everybody and everything else follows the script. */
#ifndef FL_TERM_LESSON_H
#define FL_TERM_LESSON_H

#include "core/lesson.h"
#include "term/sitting.h"

struct fl_class {
    const struct fl_lesson *lesson;
    struct fl_players players;
    struct fl_screen screen;
    struct fl_keyboard *keyboard;
    /* Prints a rule, or the table of contents for ""; false if there is no such rule. */
    bool (*show_rule)(const struct fl_screen *, const struct fl_game *, const char *number);
};

/* Teaches to the end, or until the pupil leaves. */
enum fl_parting fl_class_teach(struct fl_class *);

#endif
