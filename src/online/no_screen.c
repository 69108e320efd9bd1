/* Without ncurses there are lines of text only; fl_terminal_is_capable is false. */
#include <stdlib.h>

#include "online/online.h"

enum fl_visit fl_online_play_full_screen(struct fl_online *o, struct fl_terminal *terminal)
{
    (void)o;
    (void)terminal;
    abort();
}
