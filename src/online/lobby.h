/* The public tables of a server. */
#ifndef FL_ONLINE_LOBBY_H
#define FL_ONLINE_LOBBY_H

#include "net/url.h"
#include "term/screen.h"

/* Prints them, with the commands that enter them: `program`. Returns NULL, or why that is not
 * possible: the key of a text with {what}. */
const char *fl_lobby_print(const struct fl_screen *, const struct fl_url *, const char *program,
                           const char **what);

#endif
