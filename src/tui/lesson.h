/* A lesson on the full screen. */
#ifndef FL_TUI_LESSON_H
#define FL_TUI_LESSON_H

#include "term/lesson.h"
#include "tui/terminal.h"

/* Runs the lesson. Uses language, names, lesson and rules of the session; its front end is set
 * here. */
enum fl_session_status fl_full_screen_lesson(struct fl_lesson_session *, struct fl_terminal *);

#endif
