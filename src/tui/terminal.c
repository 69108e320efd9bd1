/* The terminal by ncurses. */
#include "tui/terminal.h"

#include <curses.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <term.h>
#include <termios.h>
#include <unistd.h>

#include "term/ascii.h"
#include "term/screen.h"

#undef columns /* term.h defines macros with these names */
#undef lines

enum { LEAST_ROWS = 24, LEAST_COLUMNS = 80, ESCAPE_DELAY = 25 };

struct fl_terminal {
    struct fl_canvas canvas;
    attr_t attribute[FL_ROLES];
    short pair[FL_ROLES];
    bool ascii, closed, mouse;
    int signals;      /* signalfd, or -1 */
    const char *sync; /* terminfo's capability of synchronized output, or NULL */
    bool has_unread;
    struct fl_key unread;
    const struct fl_watch *watch; /* or NULL */
};

/* ---- before the start ---- */

bool fl_terminal_is_capable(void)
{
    struct winsize size;
    const char *term = getenv("TERM");
    return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && term && *term && strcmp(term, "dumb") &&
           !ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) && size.ws_row >= LEAST_ROWS &&
           size.ws_col >= LEAST_COLUMNS;
}

/* ---- ends by a signal ---- */

/* What a signal handler needs to restore the terminal: there is no other way to pass it. */
static struct termios at_start;

static const char reset[] = "\033[?1000l\033[?1002l\033[?1006l\033[?25h\033[0m\033[?1049l";

/* Restores the terminal after a failed assertion or an invalid access, then ends the program by the
 * same signal. Calls async-signal-safe functions only. */
static void end_by_signal(int number)
{
    ssize_t written = write(STDOUT_FILENO, reset, sizeof reset - 1);
    (void)written;
    tcsetattr(STDIN_FILENO, TCSANOW, &at_start);
    signal(number, SIG_DFL);
    raise(number);
}

static void catch_failures(void (*handler)(int))
{
    static const int fatal[] = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL};
    for (size_t i = 0; i < sizeof fatal / sizeof fatal[0]; i++)
        signal(fatal[i], handler);
}

static sigset_t ending_signals(void)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGHUP);
    return set;
}

/* ---- colours ---- */

/* A role: foreground and background of 256 colours for dark and light backgrounds, foreground and
 * background of 16 colours, and attributes without colours. -1 is the terminal's own colour. */
static const struct {
    short dark[2], light[2], few[2];
    attr_t plain;
} roles[FL_ROLES] = {
    [FL_ROLE_PLAIN] = {{-1, -1}, {-1, -1}, {-1, -1}, A_NORMAL},
    [FL_ROLE_DIM] = {{245, -1}, {244, -1}, {-1, -1}, A_DIM},
    [FL_ROLE_BOLD] = {{-1, -1}, {-1, -1}, {-1, -1}, A_BOLD},
    [FL_ROLE_TITLE] = {{230, 24}, {230, 24}, {7, 4}, A_REVERSE},
    [FL_ROLE_PANE] = {{152, 236}, {24, 254}, {6, -1}, A_BOLD},
    [FL_ROLE_KEYS] = {{245, -1}, {244, -1}, {-1, -1}, A_DIM},
    [FL_ROLE_SEA] = {{152, 23}, {152, 23}, {6, -1}, A_NORMAL},
    [FL_ROLE_LAND] = {{180, 58}, {180, 58}, {3, -1}, A_NORMAL},
    [FL_ROLE_LEGAL] = {{222, -1}, {130, -1}, {3, -1}, A_BOLD},
    [FL_ROLE_CURSOR] = {{16, 222}, {16, 222}, {0, 3}, A_REVERSE},
    [FL_ROLE_CHOSEN] = {{231, 94}, {231, 94}, {7, 5}, A_BOLD},
    [FL_ROLE_LOCKED] = {{245, -1}, {244, -1}, {-1, -1}, A_DIM},
    [FL_ROLE_RISK] = {{209, -1}, {124, -1}, {1, -1}, A_BOLD},
    [FL_ROLE_GAIN] = {{114, -1}, {28, -1}, {2, -1}, A_NORMAL},
    [FL_ROLE_RED] = {{167, -1}, {124, -1}, {1, -1}, A_NORMAL},
    [FL_ROLE_GREEN] = {{71, -1}, {28, -1}, {2, -1}, A_NORMAL},
    [FL_ROLE_YELLOW] = {{221, -1}, {136, -1}, {3, -1}, A_NORMAL},
    [FL_ROLE_BLUE] = {{74, -1}, {25, -1}, {4, -1}, A_NORMAL},
    [FL_ROLE_MAGENTA] = {{140, -1}, {91, -1}, {5, -1}, A_NORMAL},
    [FL_ROLE_CYAN] = {{80, -1}, {30, -1}, {6, -1}, A_NORMAL},
    [FL_ROLE_WHITE] = {{230, -1}, {243, -1}, {7, -1}, A_NORMAL},
    [FL_ROLE_SEAT] = {{167, -1}, {124, -1}, {1, -1}, A_NORMAL},
    [FL_ROLE_SEAT + 1] = {{74, -1}, {25, -1}, {4, -1}, A_NORMAL},
    [FL_ROLE_SEAT + 2] = {{221, -1}, {136, -1}, {3, -1}, A_NORMAL},
    [FL_ROLE_SEAT + 3] = {{71, -1}, {28, -1}, {2, -1}, A_NORMAL},
    [FL_ROLE_SEAT + 4] = {{140, -1}, {91, -1}, {5, -1}, A_NORMAL},
    [FL_ROLE_SEAT + 5] = {{230, -1}, {243, -1}, {7, -1}, A_NORMAL},
    [FL_ROLE_SEAT + 6] = {{246, -1}, {16, -1}, {-1, -1}, A_NORMAL},
    [FL_ROLE_SEAT + 7] = {{175, -1}, {162, -1}, {5, -1}, A_BOLD},
};

static bool wants_colours(enum fl_colour colour)
{
    const char *no_colour = getenv("NO_COLOR");
    return colour == FL_COLOUR_ALWAYS ||
           (colour == FL_COLOUR_AUTO && !(no_colour && *no_colour) && has_colors());
}

static void choose_colours(struct fl_terminal *t, const struct fl_terminal_options *o)
{
    bool coloured = wants_colours(o->colour) && has_colors();
    if (coloured) {
        start_color();
        use_default_colors();
    }
    for (int role = 0; role < FL_ROLES; role++) {
        const short *many = o->light ? roles[role].light : roles[role].dark;
        const short *colour = COLORS >= 256 ? many : roles[role].few;
        bool paired = coloured && (colour[0] >= 0 || colour[1] >= 0);
        t->pair[role] = paired ? (short)(role + 1) : 0;
        if (paired)
            init_pair(t->pair[role], colour[0], colour[1]);
        /* With colours, weight stays where the colours of two roles are the same. */
        bool heavy = !paired || role == FL_ROLE_BOLD || (COLORS < 256 && role == FL_ROLE_LEGAL);
        t->attribute[role] = heavy ? roles[role].plain : A_NORMAL;
    }
}

/* ---- start and end ---- */

static void start_input(struct fl_terminal *t, const struct fl_terminal_options *o)
{
    sigset_t set = ending_signals();
    sigprocmask(SIG_BLOCK, &set, NULL);
    t->signals = signalfd(-1, &set, SFD_CLOEXEC);
    raw();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    nodelay(stdscr, TRUE);
    set_escdelay(ESCAPE_DELAY);
    t->mouse = !o->no_mouse;
    if (t->mouse) {
        mousemask(BUTTON1_PRESSED | BUTTON3_PRESSED | BUTTON4_PRESSED | BUTTON5_PRESSED, NULL);
        mouseinterval(0);
    }
}

struct fl_terminal *fl_terminal_open(const struct fl_terminal_options *o)
{
    struct fl_terminal *t = calloc(1, sizeof *t);
    if (!t || tcgetattr(STDIN_FILENO, &at_start)) {
        free(t);
        return NULL;
    }
    if (!newterm(NULL, stdout, stdin)) {
        free(t);
        return NULL;
    }
    catch_failures(end_by_signal);
    t->ascii = !fl_locale_has_utf8();
    t->sync = tigetstr("Sync");
    if (t->sync == (const char *)-1)
        t->sync = NULL;
    choose_colours(t, o);
    start_input(t, o);
    return t;
}

void fl_terminal_close(struct fl_terminal *t)
{
    if (!t)
        return;
    sigset_t set = ending_signals();
    endwin();
    catch_failures(SIG_DFL);
    if (t->signals >= 0)
        close(t->signals);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    fl_canvas_free(&t->canvas);
    free(t);
}

/* ---- output ---- */

struct fl_canvas *fl_terminal_canvas(struct fl_terminal *t)
{
    int rows, columns;
    getmaxyx(stdscr, rows, columns);
    if (t->canvas.rows != rows || t->canvas.columns != columns) {
        if (!fl_canvas_resize(&t->canvas, rows, columns))
            t->closed = true; /* no memory for a frame: the session ends, and the game is saved */
    } else {
        fl_canvas_clear(&t->canvas);
    }
    return &t->canvas;
}

const struct fl_canvas *fl_terminal_shown(const struct fl_terminal *t)
{
    return &t->canvas;
}

/* Draws consecutive cells of one role with one call. */
static int draw_run(const struct fl_terminal *t, int row, int column)
{
    const struct fl_cell *cell = &t->canvas.cell[row * t->canvas.columns];
    char memory[1024];
    struct fl_buf text = fl_buf_over(memory, sizeof memory);
    int end = column;
    for (; end < t->canvas.columns && cell[end].role == cell[column].role &&
           text.len + FL_CELL_BYTES < sizeof memory;
         end++) {
        if (t->ascii && *cell[end].text)
            fl_put_char(&text, fl_ascii_of(cell[end].text));
        else
            fl_put(&text, cell[end].text);
    }
    attr_set(t->attribute[cell[column].role], t->pair[cell[column].role], NULL);
    mvaddstr(row, column, text.at);
    return end;
}

static void synchronize(const struct fl_terminal *t, int begin)
{
    if (!t->sync)
        return;
    putp(tiparm(t->sync, begin));
    fflush(stdout);
}

void fl_terminal_show(struct fl_terminal *t)
{
    erase();
    for (int row = 0; row < t->canvas.rows; row++)
        for (int column = 0; column < t->canvas.columns;)
            column = draw_run(t, row, column);
    bool visible = t->canvas.cursor_row >= 0;
    curs_set(visible);
    if (visible)
        move(t->canvas.cursor_row, t->canvas.cursor_column);
    wnoutrefresh(stdscr);
    synchronize(t, 1);
    doupdate();
    synchronize(t, 2);
}

/* ---- input ---- */

/* Waits for input or a signal. Returns false after the time. */
static bool wait_for_input(struct fl_terminal *t, int milliseconds)
{
    const struct fl_watch *watch = milliseconds < 0 ? t->watch : NULL;
    struct pollfd on[3] = {{.fd = STDIN_FILENO, .events = POLLIN},
                           {.fd = t->signals, .events = POLLIN},
                           {.fd = -1, .events = POLLIN}};
    if (watch)
        on[2].fd = watch->wait(watch->data, &milliseconds);
    int ready = poll(on, 3, milliseconds);
    if (ready > 0 && (on[1].revents || on[0].revents & (POLLERR | POLLHUP | POLLNVAL)))
        t->closed = true;
    if (watch && (ready == 0 || (ready > 0 && on[2].revents))) {
        watch->hear(watch->data);
        return false;
    }
    return ready != 0; /* a negative number: SIGWINCH interrupted the call */
}

/* Ctrl-Z: the handler of ncurses leaves the full screen, stops, and returns to it. */
static void suspend(void)
{
    kill(0, SIGTSTP);
    clearok(curscr, TRUE);
}

static struct fl_key read_mouse(void)
{
    MEVENT event;
    struct fl_key key = {.kind = FL_KEY_NONE};
    if (getmouse(&event) != OK)
        return key;
    key.row = event.y;
    key.column = event.x;
    key.kind = event.bstate & BUTTON1_PRESSED   ? FL_KEY_CLICK
               : event.bstate & BUTTON3_PRESSED ? FL_KEY_RIGHT_CLICK
               : event.bstate & BUTTON4_PRESSED ? FL_KEY_WHEEL_UP
               : event.bstate & BUTTON5_PRESSED ? FL_KEY_WHEEL_DOWN
                                                : FL_KEY_NONE;
    return key;
}

static struct fl_key special_key(wint_t code)
{
    static const struct {
        wint_t code;
        enum fl_key_kind kind;
    } keys[] = {{KEY_UP, FL_KEY_UP},         {KEY_DOWN, FL_KEY_DOWN},
                {KEY_LEFT, FL_KEY_LEFT},     {KEY_RIGHT, FL_KEY_RIGHT},
                {KEY_PPAGE, FL_KEY_PAGE_UP}, {KEY_NPAGE, FL_KEY_PAGE_DOWN},
                {KEY_HOME, FL_KEY_HOME},     {KEY_END, FL_KEY_END},
                {KEY_ENTER, FL_KEY_ENTER},   {KEY_BACKSPACE, FL_KEY_BACKSPACE},
                {KEY_DC, FL_KEY_DELETE},     {KEY_BTAB, FL_KEY_BACK_TAB},
                {KEY_RESIZE, FL_KEY_REDRAW}};
    if (code == KEY_MOUSE)
        return read_mouse();
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (keys[i].code == code)
            return (struct fl_key){.kind = keys[i].kind};
    return (struct fl_key){.kind = FL_KEY_NONE};
}

enum { CTRL_C = 3, CTRL_H = 8, CTRL_L = 12, CTRL_Z = 26, ESCAPE = 27, RUBOUT = 127 };

static struct fl_key text_key(wint_t code)
{
    struct fl_key key = {.kind = FL_KEY_NONE};
    switch (code) {
    case CTRL_C:
        return (struct fl_key){.kind = FL_KEY_INTERRUPT};
    case CTRL_Z:
        suspend();
        return (struct fl_key){.kind = FL_KEY_REDRAW};
    case CTRL_L:
        clearok(curscr, TRUE);
        return (struct fl_key){.kind = FL_KEY_REDRAW};
    case '\r':
    case '\n':
        return (struct fl_key){.kind = FL_KEY_ENTER};
    case '\t':
        return (struct fl_key){.kind = FL_KEY_TAB};
    case CTRL_H:
    case RUBOUT:
        return (struct fl_key){.kind = FL_KEY_BACKSPACE};
    case ESCAPE:
        return (struct fl_key){.kind = FL_KEY_ESCAPE};
    default:
        break;
    }
    mbstate_t state = {0};
    char bytes[MB_LEN_MAX];
    size_t len = code >= ' ' ? wcrtomb(bytes, (wchar_t)code, &state) : 0;
    if (len && len < sizeof key.text) {
        memcpy(key.text, bytes, len);
        key.kind = FL_KEY_TEXT;
    }
    return key;
}

/* Reads a key if there is one. */
static bool next_key(struct fl_key *out)
{
    wint_t code;
    int got = get_wch(&code);
    if (got == ERR)
        return false;
    *out = got == KEY_CODE_YES ? special_key(code) : text_key(code);
    return true;
}

struct fl_key fl_terminal_read(struct fl_terminal *t, int milliseconds)
{
    struct fl_key key = {.kind = FL_KEY_NONE};
    if (t->has_unread) {
        t->has_unread = false;
        return t->unread;
    }
    while (!t->closed) {
        if (next_key(&key) && key.kind != FL_KEY_NONE)
            return key;
        if (!wait_for_input(t, milliseconds))
            return (struct fl_key){.kind = FL_KEY_NONE};
    }
    return (struct fl_key){.kind = FL_KEY_CLOSED};
}

void fl_terminal_watch(struct fl_terminal *t, const struct fl_watch *watch)
{
    t->watch = watch;
}

void fl_terminal_unread(struct fl_terminal *t, struct fl_key key)
{
    t->unread = key;
    t->has_unread = true;
}
