/* A question about a record or a reckoning: one line, as a page sends it (docs/protocol.md, 13). */
#ifndef FL_REPLAY_QUESTION_H
#define FL_REPLAY_QUESTION_H

#include "core/match.h"

enum fl_question_kind { FL_ASK_VIEWS, FL_ASK_ODDS, FL_ASK_ANALYSIS, FL_ASK_GO, FL_ASK_GOLD };

struct fl_question {
    enum fl_question_kind kind;
    int viewer; /* VIEWS: whose eyes; ANALYSIS: a seat, or FL_NOBODY; GO: the person's seat */
    uint32_t step;
    char level[24], move[64]; /* GO: of the others; the person's, or empty */
};

/* Reads the first line of a text; what stands behind it, from *record on, is the record. False if
 * that is no question. */
bool fl_question_read(const char *text, size_t len, struct fl_question *, size_t *record);

#endif
