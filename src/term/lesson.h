/* A lesson in the terminal: the pupil plays their own moves, all other seats and chance follow the
 * script. A front end shows it, as that of a session does: lines of text, or the full screen. */
#ifndef FL_TERM_LESSON_H
#define FL_TERM_LESSON_H

#include "core/lesson.h"
#include "term/narration.h"
#include "term/session.h"

struct fl_lesson_session;

/* The functions of a front end. The engine calls them on one thread. */
struct fl_lesson_front {
    /* Shows new steps. */
    void (*narrate)(struct fl_lesson_session *);
    /* Shows the table and the text of a line, before the first call of `ask`. */
    void (*begin_turn)(struct fl_lesson_session *, const struct fl_sight *,
                       const struct fl_lesson_line *);
    /* Reads one command of the pupil. */
    enum fl_session_status (*ask)(struct fl_lesson_session *, const struct fl_sight *,
                                  struct fl_command *out);
    /* Answers a command that is neither a move, "hint" nor "quit". */
    void (*answer)(struct fl_lesson_session *, const struct fl_sight *, const struct fl_command *);
    /* Shows one sentence: the response to another move, or the expected move. */
    void (*say)(struct fl_lesson_session *, const struct fl_phrase *);
    /* Shows the closing text. */
    void (*close)(struct fl_lesson_session *, const struct fl_lesson_line *);
};

struct fl_lesson_session {
    const struct fl_lesson_front *front;
    void *table; /* data of the front end */
    const struct fl_lesson *lesson;
    struct fl_players players;
    struct fl_screen screen;
    struct fl_keyboard *keyboard; /* of line mode */
    /* Prints a rule, or the table of contents for "". Returns false if the rule does not exist. */
    bool (*show_rule)(const struct fl_screen *, const struct fl_game *, const char *number);

    /* Private to the engine and its front ends. */
    struct fl_match match;
    struct fl_narration narration;
    const char *shown_text; /* key of the text on the screen, or NULL */
};

/* The front end that prints lines of text. Uses the screen and the keyboard of the session. */
extern const struct fl_lesson_front fl_line_lesson;

/* Runs the lesson to its end, or until the pupil quits. */
enum fl_session_status fl_lesson_session_run(struct fl_lesson_session *);

/* Writes the number of the topic of a line: "2 of 5", or that the lesson is over. */
void fl_put_lesson_place(struct fl_buf *, const struct fl_lesson_session *,
                         const struct fl_lesson_line *);

#endif
