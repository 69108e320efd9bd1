/* Requests about records and results: one line, as a page sends it (docs/protocol.md, 13). */
#ifndef FL_REPLAY_REQUEST_H
#define FL_REPLAY_REQUEST_H

#include "core/match.h"

enum fl_question_kind { FL_ASK_VIEWS, FL_ASK_ODDS, FL_ASK_ANALYSIS, FL_ASK_GO, FL_ASK_TALLY };

struct fl_replay_request {
    enum fl_question_kind kind;
    int viewer; /* VIEWS: the viewer; ANALYSIS: a seat, or FL_NOBODY; GO: the person's seat */
    uint32_t step;
    char level[24], move[64];   /* GO: level of the bots; the person's move, or empty */
    const struct fl_game *game; /* TALLY: a game that has one */
    char option[24];            /* TALLY: in the notation of the game, or empty */
};

/* Parses the first line of a text. The record, or the lines of a tally, follow from *record on.
 * False if the line is not a valid request. */
bool fl_replay_request_read(const char *text, size_t len, struct fl_replay_request *,
                            size_t *record);

#endif
