/* A session: a match in the terminal, played by people at one keyboard and bots. It is narrated
 * step by step and saved after every move. */
#ifndef FL_TERM_SESSION_H
#define FL_TERM_SESSION_H

#include "term/autosave.h"
#include "term/keyboard.h"
#include "term/narration.h"
#include "term/screen.h"

/* Whether a session continues, or how it ended. */
enum fl_session_status {
    FL_SESSION_RUNNING,
    FL_SESSION_OVER, /* the match is finished */
    FL_SESSION_QUIT,
    FL_SESSION_INPUT_CLOSED,  /* end of input */
    FL_SESSION_INTERRUPTED,   /* by a signal */
    FL_SESSION_OUTPUT_CLOSED, /* the output cannot be written any more */
    FL_SESSION_NO_CHANCE,     /* the source of chance failed */
    FL_SESSION_TOO_LONG       /* no memory for another move */
};

struct fl_session {
    struct fl_match match;
    struct fl_players players; /* kind "person" or empty: a person; otherwise a bot's level */
    struct fl_screen screen;
    struct fl_keyboard *keyboard;
    struct fl_chance_source *chance;
    bool manual_chance; /* a person rolls real dice: the match is saved before each roll */
    /* For manual chance: whether the person asks to undo instead of rolling. Or NULL. */
    bool (*wants_undo)(struct fl_chance_source *);
    uint64_t seed; /* of the bots and of advice */
    struct fl_autosave autosave;

    /* Prints a rule, or the table of contents for "". Returns false if the rule does not exist. */
    bool (*show_rule)(const struct fl_screen *, const struct fl_game *, const char *number);

    /* Private to session.c. */
    struct fl_narration narration[FL_MAX_SEATS];
    int narrations;
    int shown_to;              /* the seat whose secrets are on the screen, or FL_NOBODY */
    int last_actor;            /* the seat that moved last, or FL_NOBODY */
    bool unsaved;              /* changed since the last save */
    bool warned;               /* a failed save was reported */
    char copied[FL_PATH_SIZE]; /* path of the last copy */
};

/* Plays the match to its end, or until the people quit. */
enum fl_session_status fl_session_play(struct fl_session *);

/* The seats that are played by people. */
fl_seats fl_session_people(const struct fl_session *);

#endif
