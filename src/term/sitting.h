/* A sitting: a match played in the terminal by people at one keyboard and bots, told as it goes and
 * kept after every move. */
#ifndef FL_TERM_SITTING_H
#define FL_TERM_SITTING_H

#include "term/keyboard.h"
#include "term/logbook.h"
#include "term/screen.h"
#include "term/story.h"

/* How a sitting ended. */
enum fl_parting {
    FL_PARTING_OVER, /* the match is */
    FL_PARTING_QUIT,
    FL_PARTING_CLOSED,      /* no more input */
    FL_PARTING_INTERRUPTED, /* by a signal */
    FL_PARTING_UNHEARD,     /* the output cannot be written any more */
    FL_PARTING_NO_CHANCE,   /* the source of chance gave out */
    FL_PARTING_TOO_LONG     /* memory ran out */
};

struct fl_sitting {
    struct fl_match match;
    struct fl_players players; /* kind "person", a bot's level, or empty: a person */
    struct fl_screen screen;
    struct fl_keyboard *keyboard;
    struct fl_source *chance;
    bool chance_waits; /* for a person: what was played is kept before */
    /* Where a person throws real dice: whether he would rather take something back. Or NULL. */
    bool (*wants_undo)(struct fl_source *);
    uint64_t seed; /* of the bots */
    struct fl_logbook logbook;

    /* Prints a rule, or the table of contents for ""; false if there is no such rule. */
    bool (*show_rule)(const struct fl_screen *, const struct fl_game *, const char *number);

    /* Its own business. */
    struct fl_story story[FL_MAX_SEATS];
    int stories;
    int shown_to;              /* whose eyes the screen is for, or FL_NOBODY */
    int last_actor;            /* seat that moved last */
    bool unkept;               /* something happened since it was kept */
    bool warned;               /* that it cannot be kept */
    char copied[FL_PATH_SIZE]; /* where the last copy went */
};

/* Plays the match on to its end or until people leave. */
enum fl_parting fl_sitting_play(struct fl_sitting *);

/* Whether a person sits here, and how many people there are. */
bool fl_sitting_is_person(const struct fl_sitting *, int seat);
int fl_sitting_people(const struct fl_sitting *);

#endif
