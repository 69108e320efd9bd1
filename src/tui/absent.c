/* The full screen in a program without ncurses: it cannot be used. */
#include "tui/front.h"
#include "tui/lesson.h"
#include "tui/menu.h"
#include "tui/replay.h"
#include "tui/sheet.h"

bool fl_terminal_is_capable(void)
{
    return false;
}

struct fl_terminal *fl_terminal_open(const struct fl_terminal_options *o)
{
    (void)o;
    return NULL;
}

void fl_terminal_close(struct fl_terminal *t)
{
    (void)t;
}

bool fl_front_attach(struct fl_session *s, struct fl_terminal *t, int pace)
{
    (void)s;
    (void)t;
    (void)pace;
    return false;
}

void fl_front_release(struct fl_session *s, FILE *out)
{
    (void)s;
    (void)out;
}

bool fl_replay_show(struct fl_terminal *t, const struct fl_screen *screen,
                    const struct fl_record *record, const struct fl_replay_options *o)
{
    (void)t;
    (void)screen;
    (void)record;
    (void)o;
    return false;
}

enum fl_session_status fl_full_screen_lesson(struct fl_lesson_session *s, struct fl_terminal *t)
{
    (void)s;
    (void)t;
    return FL_SESSION_TOO_LONG;
}

void fl_menu_show(struct fl_terminal *t, const struct fl_screen *screen,
                  const struct fl_save *saves, int count, struct fl_menu_choice *out)
{
    (void)t;
    (void)screen;
    (void)saves;
    (void)count;
    out->kind = FL_MENU_LEAVE;
}

bool fl_sheet_show(struct fl_terminal *t, const struct fl_screen *s, const char *title,
                   const char *text, bool at_end)
{
    (void)t;
    (void)s;
    (void)title;
    (void)text;
    (void)at_end;
    return false;
}
