/* Sources of dice and cards: the operating system, a seed, a file of random bytes, a person with
 * real dice, or a secret for fair dice. */
#ifndef FL_TERM_CHANCE_SOURCES_H
#define FL_TERM_CHANCE_SOURCES_H

#include "term/session.h"

/* Whether a source works, or why it failed. */
enum fl_chance_status {
    FL_CHANCE_OK,
    FL_CHANCE_FILE_ENDED,
    FL_CHANCE_SYSTEM, /* the operating system refused random bytes, or to open the file */
    FL_CHANCE_QUIT,   /* the person with the real dice quit, */
    FL_CHANCE_UNDO,   /* or asked to undo */
    FL_CHANCE_CLOSED,
    FL_CHANCE_INTERRUPTED
};

struct fl_chance {
    struct fl_chance_source source; /* first member: a pointer to one is a pointer to the other */
    enum fl_chance_status status;
    uint64_t seed;
    bool seeded, manual, fair;
    uint8_t secret[FL_SECRET_SIZE]; /* of fair dice, whose numbers come from core/fair.h */
    FILE *file;

    /* The answer of a person: moves parsed from one line and not yet played. */
    struct fl_keyboard *keyboard;
    const struct fl_screen *screen;
    fl_seats people; /* seats of people at this keyboard */
    int *shown_to;   /* the seat whose secrets are on the screen, or FL_NOBODY */
    int queued, taken;
    fl_move queue[64];
};

/* Opens "os", "manual", "seed:N", "file:PATH", "fair" or "fair:SECRET". Returns NULL, or the
 * translation key of the error. Its argument is then in `value`; errno is set if the status is
 * FL_CHANCE_SYSTEM. */
const char *fl_chance_open(struct fl_chance *, const char *text, const char **value);

/* Makes this the source of a session, which must outlive it, and sets the session's seed: that of
 * the source, or a random one. A manual source uses the session's keyboard and screen. */
void fl_chance_attach(struct fl_chance *, struct fl_session *);

/* Closes the file, if there is one. */
void fl_chance_close(struct fl_chance *);

#endif
