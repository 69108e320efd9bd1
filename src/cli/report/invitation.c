/* Shows the address of a server. */
#include "cli/report/invitation.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "term/autosave.h"

#ifdef FL_QRENCODE
#include <qrencode.h>
#endif

/* ---- the address ---- */

#ifdef FL_QRENCODE

enum { MARGIN = 2, FRAME_ROWS = 5 };

static bool is_dark(const QRcode *code, int row, int column)
{
    bool inside = row >= 0 && column >= 0 && row < code->width && column < code->width;
    return inside && code->data[row * code->width + column] & 1;
}

/* Whether a code of this size fits above the frame. */
static bool has_room(const struct fl_screen *screen, int size)
{
    struct winsize terminal;
    return !ioctl(screen->file, TIOCGWINSZ, &terminal) &&
           (size + 1) / 2 + FRAME_ROWS <= terminal.ws_row && size + 2 <= terminal.ws_col;
}

/* A character shows two modules, one above the other, in black on white. */
static void draw_code(const struct fl_screen *screen, const QRcode *code)
{
    static const char *const modules[] = {" ", "▄", "▀", "█"};
    for (int row = -MARGIN; row < code->width + MARGIN; row += 2) {
        fputs("  \033[30;107m", screen->out);
        for (int column = -MARGIN; column < code->width + MARGIN; column++)
            fputs(modules[2 * is_dark(code, row, column) + is_dark(code, row + 1, column)],
                  screen->out);
        fputs("\033[0m\n", screen->out);
    }
}

static void print_code(const struct fl_screen *screen, const char *url)
{
    QRcode *code = QRcode_encodeString(url, 0, QR_ECLEVEL_L, QR_MODE_8, 1);
    if (code && has_room(screen, code->width + 2 * MARGIN))
        draw_code(screen, code);
    QRcode_free(code);
}

#else

static void print_code(const struct fl_screen *screen, const char *url)
{
    (void)screen;
    (void)url;
}

#endif

static void print_line(const struct fl_screen *screen, const char *left, const char *right,
                       int width)
{
    fprintf(screen->out, "  %s", left);
    for (int i = 0; i < width; i++)
        fputs("━", screen->out);
    fprintf(screen->out, "%s\n", right);
}

void fl_invitation_print(const struct fl_screen *screen, const char *url)
{
    bool styled = screen->colour && fl_locale_has_utf8();
    int width = fl_columns(url) + 6;
    if (!styled) {
        fprintf(screen->out, "\n  %s\n\n", url);
        return;
    }
    print_code(screen, url);
    print_line(screen, "┏", "┓", width);
    fprintf(screen->out, "  ┃   \033[1m%s\033[0m   ┃\n", url);
    print_line(screen, "┗", "┛", width);
}

/* ---- the browser ---- */

static bool has_desktop(void)
{
    const char *x11 = getenv("DISPLAY"), *wayland = getenv("WAYLAND_DISPLAY");
    return (x11 && *x11) || (wayland && *wayland);
}

/* Waits for an address and becomes the browser; ends if none comes. */
static _Noreturn void await_address(int pipe)
{
    static const char script[] =
        "command -v xdg-open >/dev/null && exec xdg-open \"$1\" </dev/null >/dev/null 2>&1";
    char url[FL_SERVER_URL_SIZE];
    ssize_t len = read(pipe, url, sizeof url - 1);
    if (len > 0) {
        url[len] = '\0';
        execl("/bin/sh", "sh", "-c", script, "sh", url, (char *)NULL);
    }
    _exit(0);
}

/* Starts the process that opens the browser; it is nobody's child, so nobody waits for it. Returns
 * the pipe to it, or -1. */
static int start_browser(void)
{
    int ends[2];
    if (!has_desktop() || pipe(ends))
        return -1;
    pid_t child = fork();
    if (!child) {
        close(ends[1]);
        if (!fork())
            await_address(ends[0]);
        _exit(0);
    }
    close(ends[0]);
    if (child > 0)
        waitpid(child, NULL, 0);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    return ends[1];
}

/* Sends the address to the browser, once. */
static void open_browser(struct fl_invitation *i, const char *url)
{
    if (i->browser < 0)
        return;
    ssize_t sent = write(i->browser, url, strlen(url));
    (void)sent; /* without a browser, the address on the screen is enough */
    close(i->browser);
    i->browser = -1;
}

/* ---- the note ---- */

/* Opens the note of a port. Returns -1 if it cannot be opened. */
static int open_note(int port)
{
    char memory[FL_PATH_SIZE];
    struct fl_buf path = fl_buf_over(memory, sizeof memory);
    if (!port || !fl_put_state_folder(&path))
        return -1;
    fl_put(&path, "/server-");
    fl_put_number(&path, port);
    return path.overflowed ? -1 : open(path.at, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
}

void fl_invitation_begin(struct fl_invitation *i, int port, bool opens)
{
    i->note = open_note(port);
    i->browser = opens ? start_browser() : -1;
}

/* The file stays open: its lock, which ends with the process, says that the note is true. */
void fl_invitation_send(struct fl_invitation *i, const char *url)
{
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    ssize_t len = (ssize_t)strlen(url);
    open_browser(i, url);
    if (i->note >= 0 && (fcntl(i->note, F_SETLK, &lock) || ftruncate(i->note, 0) ||
                         write(i->note, url, (size_t)len) != len)) {
        close(i->note);
        i->note = -1;
    }
}

bool fl_invitation_find(struct fl_invitation *i, char url[FL_SERVER_URL_SIZE])
{
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    bool running = i->note >= 0 && !fcntl(i->note, F_GETLK, &lock) && lock.l_type != F_UNLCK;
    ssize_t len = running ? read(i->note, url, FL_SERVER_URL_SIZE - 1) : 0;
    url[len > 0 ? len : 0] = '\0';
    if (len > 0)
        open_browser(i, url);
    return len > 0;
}
