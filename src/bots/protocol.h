/* The bot protocol (docs/bot-protocol.md): the lines that a host sends to a bot, and the lines that
 * a bot sends. Pure functions over text. */
#ifndef FL_BOTS_PROTOCOL_H
#define FL_BOTS_PROTOCOL_H

#include "core/record.h"

enum { FL_BOT_PROTOCOL = 1, FL_BOT_NAME_SIZE = 48 };

/* The kinds of lines that a bot sends. */
enum fl_bot_word {
    FL_BOT_READY,  /* ready: the bot waits for games */
    FL_BOT_NAME,   /* name TEXT */
    FL_BOT_WANT,   /* want legal: every `go` is preceded by the legal moves */
    FL_BOT_MOVE,   /* move SPELLING */
    FL_BOT_LEGAL,  /* legal: asks for the legal moves, while it has to move */
    FL_BOT_REFUSE, /* refuse TEXT: it does not play this game */
    FL_BOT_INFO,   /* info TEXT: for people */
    FL_BOT_UNKNOWN
};

struct fl_bot_line {
    enum fl_bot_word word;
    const char *rest; /* the text after the first word, within the line; may be empty */
};

/* Reads a line of a bot. Any text is a line. */
struct fl_bot_line fl_bot_line_read(const char *line);

/* Lines of the host. All end with a line end. */
/* The head of a game: game, seats, options, seat and time, then "start". */
void fl_bot_put_head(struct fl_buf *, const struct fl_match *, int seat, int move_ms);

/* An event as a seat sees it. `now` is the true match before it; consecutive moves of chance are
 * one line each. */
void fl_bot_put_event(struct fl_buf *, const struct fl_match *now, int seat, struct fl_step event);

/* The legal moves of a seat, "legal A;B;C", and the request for a move. */
void fl_bot_put_legal(struct fl_buf *, const struct fl_sight *);
void fl_bot_put_go(struct fl_buf *, int move_ms);

/* Winners, scores and "end" of a match that is over, or "end" alone. */
void fl_bot_put_end(struct fl_buf *, const struct fl_match *);

#endif
