/* The menu on the full screen: games, and the saved games. */
#ifndef FL_TUI_MENU_H
#define FL_TUI_MENU_H

#include "term/saves.h"
#include "tui/terminal.h"

enum fl_menu_kind {
    FL_MENU_LEAVE,
    FL_MENU_INTERRUPTED,
    FL_MENU_PLAY,
    FL_MENU_LEARN,
    FL_MENU_RULES,
    FL_MENU_RESUME,
    FL_MENU_REPLAY,
    FL_MENU_DELETE,
    FL_MENU_LANGUAGE
};

struct fl_menu_choice {
    enum fl_menu_kind kind;
    const struct fl_game *game; /* of PLAY, LEARN and RULES */
    int seats;                  /* of PLAY */
    char path[FL_PATH_SIZE];    /* of RESUME, REPLAY and DELETE, as in struct fl_save */
    bool on_server;
};

/* Shows the menu until something is chosen. The choice is where the cursor begins. `saves` may be
 * NULL if `count` is 0. */
void fl_menu_show(struct fl_terminal *, const struct fl_screen *, const struct fl_save *saves,
                  int count, struct fl_menu_choice *);

#endif
