/* The narration of a match for one viewer. A player's move and the outcomes of chance that advance
 * it form one line. */
#ifndef FL_TERM_NARRATION_H
#define FL_TERM_NARRATION_H

#include "term/screen.h"

/* A line under construction: sentences that the next phrase may still join or extend. Their texts
 * must outlive it. */
struct fl_paragraph {
    const struct fl_screen *screen;
    int reader;     /* the seat that is addressed as "you", or FL_NOBODY */
    int seat;       /* the seat whose move the line reports, or FL_CHANCE */
    uint32_t start; /* the step of the move that the line reports */
    bool quiet;     /* lines are counted, not printed */
    int lines;
    int mover; /* the seat of a move that has no phrase yet, or FL_NOBODY */
    uint32_t mover_step;
    int open; /* number of sentences */
    struct fl_phrase phrase[FL_MAX_PHRASES];
    struct fl_buf text;
    char memory[4096];
};

void fl_paragraph_begin(struct fl_paragraph *, const struct fl_screen *, int reader);

/* The next phrases are about the move of a seat, which starts a line unless its first phrase
 * extends the last sentence. */
void fl_paragraph_move(struct fl_paragraph *, int seat, uint32_t step);

/* Adds a phrase, and prints the line before it if the phrase starts another one. */
void fl_paragraph_add(struct fl_paragraph *, const struct fl_phrase *);

/* Prints the line. */
void fl_paragraph_finish(struct fl_paragraph *);

struct fl_narration {
    struct fl_match shown; /* the match up to the step that was narrated last */
    int viewer;            /* a seat or FL_SPECTATOR */
    int reader;            /* the seat that is addressed as "you", or FL_NOBODY (the default) */
};

/* Starts at the beginning of a match. Call fl_narration_end to free the memory. */
void fl_narration_begin(struct fl_narration *, const struct fl_match *, int viewer);

/* Frees the memory. */
void fl_narration_end(struct fl_narration *);

/* Moves to a step of the match, forward or back, without printing. */
void fl_narration_seek(struct fl_narration *, const struct fl_match *, uint32_t step);

/* Prints the steps up to `step`. If the narration is already after it, moves back without
 * printing. */
void fl_narration_print(struct fl_narration *, const struct fl_match *, uint32_t step,
                        const struct fl_screen *);

/* Prints the steps up to `step` except the last line, which later steps of the same player may
 * extend; the narration then is at the beginning of that line. Returns whether a line was
 * printed. */
bool fl_narration_print_complete(struct fl_narration *, const struct fl_match *, uint32_t step,
                                 const struct fl_screen *);

#endif
