/* Conformance cases for external bots: what docs/bot-protocol.md requires, tried with a program. */
#ifndef FL_BOTS_CHECK_H
#define FL_BOTS_CHECK_H

#include "bots/bot.h"

enum fl_check_verdict { FL_CHECK_PASSED, FL_CHECK_FAILED, FL_CHECK_DECLINED };

struct fl_check_result {
    enum fl_check_verdict verdict; /* declined: the bot does not play the game */
    const char *title;             /* what was tried, an English sentence */
    const struct fl_game *game;    /* NULL: not about one game */
    char detail[160];              /* of a failure */
};

/* Runs all cases with a program. Calls `report` after each, which may stop the run by returning
 * false. `only` is a game, or NULL for all. Returns the number of failures. */
int fl_bot_check(const struct fl_bot_launch *, const struct fl_game *only,
                 bool (*report)(void *context, const struct fl_check_result *), void *context);

#endif
