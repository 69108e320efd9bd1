/* A session: a match in the terminal, played by people at one keyboard and bots. The engine plays
 * chance and bots, executes commands and saves after every move. A front end shows the match and
 * reads the commands: lines of text (term/line_table.h) or the full screen (tui/tabletop.h). */
#ifndef FL_TERM_SESSION_H
#define FL_TERM_SESSION_H

#include "agents/advice/advice.h"
#include "bots/bot.h"
#include "term/autosave.h"
#include "term/command.h"
#include "term/keyboard.h"
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

struct fl_session;

/* The functions of a front end. The engine calls them between two moves, on the same thread. */
struct fl_front_end {
    /* Starts a new or resumed match. */
    void (*begin)(struct fl_session *);
    /* Shows the steps played since the last call. `more`: bots move next, so the last
     * sentence may continue. */
    void (*show_steps)(struct fl_session *, bool more);
    /* Called before a bot chooses its move. */
    void (*before_bot)(struct fl_session *, int seat);
    /* Shows the table to a person who is to move, before the first call of `ask`. */
    enum fl_session_status (*begin_turn)(struct fl_session *, const struct fl_sight *);
    /* Reads one command of the sight's viewer. */
    enum fl_session_status (*ask)(struct fl_session *, const struct fl_sight *,
                                  struct fl_command *out);
    /* Answers a command that the engine does not execute: help, rules, table, log, scores, summary,
     * or input that is not understood. */
    void (*answer)(struct fl_session *, const struct fl_sight *, const struct fl_command *);
    /* Shows advice; NULL: there is none. */
    void (*show_advice)(struct fl_session *, const struct fl_sight *, const struct fl_advice *);
    /* Shows one sentence: the result of a command, or an error. */
    void (*say)(struct fl_session *, const struct fl_phrase *);
    /* Called after steps were undone. */
    void (*undone)(struct fl_session *);
    /* Whether the session must end: FL_SESSION_OUTPUT_CLOSED, FL_SESSION_INTERRUPTED or
     * FL_SESSION_QUIT, else FL_SESSION_RUNNING. */
    enum fl_session_status (*check)(struct fl_session *);
    /* Shows the end of the match or session and releases the memory of the front end. */
    void (*end)(struct fl_session *, enum fl_session_status);
};

struct fl_session {
    const struct fl_front_end *front;
    void *table; /* data of the front end */
    struct fl_match match;
    struct fl_players players; /* kind "person" or empty: a person; otherwise a bot's level */
    struct fl_screen screen;
    struct fl_keyboard *keyboard;
    struct fl_chance_source *chance;
    bool manual_chance; /* a person rolls real dice: the match is saved before each roll */
    /* For manual chance: whether the person asks to undo instead of rolling. Or NULL. */
    bool (*wants_undo)(struct fl_chance_source *);
    uint64_t seed;                         /* of the bots and of advice */
    struct fl_bot *external[FL_MAX_SEATS]; /* programs that play seats of kind "exec", or NULL */
    struct fl_autosave autosave;

    /* Prints a rule, or the table of contents for "". Returns false if the rule does not exist. */
    bool (*show_rule)(const struct fl_screen *, const struct fl_game *, const char *number);

    /* Private to the engine and its front ends. */
    int shown_to;              /* the seat whose secrets are on the screen, or FL_NOBODY */
    int last_actor;            /* the seat that moved last, or FL_NOBODY */
    bool resigning;            /* the last command was to resign; the same again confirms it */
    bool unsaved;              /* changed since the last save */
    bool warned;               /* a failed save was reported */
    char copied[FL_PATH_SIZE]; /* path of the last copy */
};

/* Plays the match to its end, or until the people quit. */
enum fl_session_status fl_session_play(struct fl_session *);

/* The seats that are played by people, also after they have resigned. */
fl_seats fl_session_people(const struct fl_session *);

/* Whether a person plays this seat. */
bool fl_session_is_person(const struct fl_session *, int seat);

/* Whether several people with secrets from each other share this keyboard. The screen is then
 * cleared before another player sits down at it. */
bool fl_session_is_hotseat(const struct fl_session *);

/* The viewer of what everybody at the keyboard sees: the only person, or FL_SPECTATOR. */
int fl_session_viewer(const struct fl_session *);

#endif
