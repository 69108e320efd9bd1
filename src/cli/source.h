/* Where dice and cards come from: the operating system, a seed, a file of random bytes, a person
 * with real dice, or a secret for fair dice. */
#ifndef FL_CLI_SOURCE_H
#define FL_CLI_SOURCE_H

#include "cli/cli.h"
#include "term/sitting.h"

/* Why a source gave out. */
enum fl_dry {
    FL_DRY_NOT,
    FL_DRY_FILE_ENDED,
    FL_DRY_SYSTEM, /* the operating system refused */
    FL_DRY_QUIT,   /* the person with the dice left, */
    FL_DRY_UNDO,   /* or would take back what was told before */
    FL_DRY_CLOSED,
    FL_DRY_INTERRUPTED
};

struct fl_chance {
    struct fl_source source; /* first, so that one is found from the other */
    enum fl_dry dry;
    uint64_t seed;
    bool seeded, manual, fair;
    uint8_t secret[FL_SECRET_SIZE]; /* of fair dice, which are thrown elsewhere */
    FILE *file;

    /* A person's answer: moves read from one line and not yet played. */
    struct fl_keyboard *keyboard;
    const struct fl_screen *screen;
    fl_seats people; /* at this keyboard */
    int *shown_to;   /* whose eyes the screen is for, or FL_NOBODY */
    int queued, taken;
    fl_move queue[64];
};

/* Opens "os", "manual", "seed:N", "file:PATH", "fair" or "fair:SECRET"; prints what is wrong and
 * returns the exit status if it is none of them or cannot be opened, else FL_CLI_OK. */
int fl_chance_open(struct fl_chance *, const struct fl_cli *, const char *text);

/* At whose table somebody answers for the manual source. */
void fl_chance_ask(struct fl_chance *, struct fl_sitting *);

/* Whether the person would take something back instead of answering; asked once. */
bool fl_chance_wants_undo(struct fl_source *);

void fl_chance_close(struct fl_chance *);

/* A seed from the operating system. */
uint64_t fl_chance_fresh_seed(void);

#endif
