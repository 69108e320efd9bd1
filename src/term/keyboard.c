/* Reads lines and signals with poll(2). */
#include "term/keyboard.h"

#include <errno.h>
#include <fcntl.h>
#include <histedit.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

enum { HISTORY_LINES = 100, KILL_LINE = 0x15 }; /* Ctrl-U */

static const char *prompt(EditLine *edit)
{
    (void)edit;
    return "> ";
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

/* Whether there is text on the line that is being edited. */
static bool has_text(const struct fl_keyboard *k)
{
    const LineInfo *line = k->edit && k->edits ? el_line(k->edit) : NULL;
    return line && line->lastchar > line->buffer;
}

/* Consumes the signal that has arrived, so that it does not end the program when it is
 * unblocked. */
static void take_signal(struct fl_keyboard *k)
{
    struct signalfd_siginfo signal;
    if (read(k->signals, &signal, sizeof signal) <= 0)
        return;
    k->clears = signal.ssi_signo == SIGINT && has_text(k);
    k->interrupted = !k->clears;
}

/* Lets the watch process what has arrived. */
static void hear(struct fl_keyboard *k)
{
    k->stopped = !k->watch->hear(k->watch->data);
}

/* Waits for input or a signal. Returns true if there is input. A negative time means no limit; the
 * watch takes part then. */
static bool wait_for_input(struct fl_keyboard *k, int input, int milliseconds)
{
    const struct fl_watch *watch = milliseconds < 0 ? k->watch : NULL;
    struct pollfd on[3] = {{.fd = k->signals, .events = POLLIN},
                           {.fd = input, .events = POLLIN},
                           {.fd = -1, .events = POLLIN}};
    while (!k->interrupted && !k->clears && !k->stopped) {
        if (watch)
            on[2].fd = watch->wait(watch->data, &milliseconds);
        int ready = poll(on, 3, milliseconds);
        if ((ready == 0 && !watch) || (ready < 0 && errno != EINTR))
            return false;
        if (ready > 0 && on[0].revents)
            take_signal(k);
        else if (watch && (ready == 0 || (ready > 0 && on[2].revents)))
            hear(k);
        else if (ready > 0 && on[1].revents)
            return true;
    }
    return false;
}

/* Reads more bytes, false at the end of input. Ctrl-C may discard input between poll and read; the
 * loop then waits again. */
static bool fill(struct fl_keyboard *k)
{
    ssize_t got = 0;
    while (!k->closed && !k->clears && !k->stopped && got <= 0) {
        bool ready = wait_for_input(k, k->input, -1);
        got = ready ? read(k->input, k->bytes, sizeof k->bytes) : 0;
        k->closed = (got == 0 && !k->clears && !k->stopped) ||
                    (got < 0 && errno != EAGAIN && errno != EINTR);
    }
    k->next = 0;
    k->filled = got > 0 ? (size_t)got : 0;
    return !k->closed && !k->clears && !k->stopped;
}

/* The next byte, or -1. */
static int next_byte(struct fl_keyboard *k)
{
    if (k->next == k->filled && !fill(k))
        return -1;
    return (unsigned char)k->bytes[k->next++];
}

/* Character source of libedit: decodes one character from the bytes read. */
static int next_letter(EditLine *edit, wchar_t *out)
{
    struct fl_keyboard *k;
    el_get(edit, EL_CLIENTDATA, &k);
    for (int byte; (byte = next_byte(k)) >= 0;) {
        char c = (char)byte;
        size_t size = mbrtowc(out, &c, 1, &k->letter);
        if (size <= 1)
            return 1;
        if (size == (size_t)-1)
            memset(&k->letter, 0, sizeof k->letter);
    }
    if (k->clears) { /* Ctrl-C empties the line first */
        k->clears = false;
        *out = KILL_LINE;
        return 1;
    }
    return k->interrupted || k->stopped ? -1 : 0;
}

/* Starts line editing with history, if memory allows. */
static void open_editor(struct fl_keyboard *k)
{
    HistEvent event;
    k->edit = el_init("flibuste", stdin, stdout, stderr);
    k->history = history_init();
    if (!k->edit || !k->history)
        return;
    history(k->history, &event, H_SETSIZE, HISTORY_LINES);
    el_set(k->edit, EL_CLIENTDATA, k);
    el_set(k->edit, EL_PROMPT, prompt);
    el_set(k->edit, EL_EDITOR, "emacs");
    el_set(k->edit, EL_SIGNAL, 1);
    el_set(k->edit, EL_HIST, history, k->history);
    el_set(k->edit, EL_GETCFN, next_letter);
}

/* Opens the terminal again, so that O_NONBLOCK does not affect other processes that share standard
 * input. */
static int open_terminal(void)
{
    const char *name = ttyname(STDIN_FILENO);
    int input = name ? open(name, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC) : -1;
    return input < 0 ? STDIN_FILENO : input;
}

void fl_keyboard_open(struct fl_keyboard *k, FILE *echo)
{
    sigset_t set = ending_signals();
    memset(k, 0, sizeof *k);
    k->echo = echo;
    k->input = isatty(STDIN_FILENO) ? open_terminal() : STDIN_FILENO;
    sigprocmask(SIG_BLOCK, &set, NULL);
    k->signals = signalfd(-1, &set, SFD_CLOEXEC);
    if (isatty(STDIN_FILENO) && isatty(STDOUT_FILENO))
        open_editor(k);
}

void fl_keyboard_close(struct fl_keyboard *k)
{
    sigset_t set = ending_signals();
    if (k->edit)
        el_end(k->edit);
    if (k->history)
        history_end(k->history);
    if (k->signals >= 0)
        close(k->signals);
    if (k->input != STDIN_FILENO)
        close(k->input);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
}

/* Copies a line without its line end, at most FL_INPUT_SIZE - 1 bytes. */
static void copy_line(char line[FL_INPUT_SIZE], const char *text, size_t len)
{
    while (len && (text[len - 1] == '\n' || text[len - 1] == '\r'))
        len--;
    if (len >= FL_INPUT_SIZE)
        len = FL_INPUT_SIZE - 1;
    memmove(line, text, len);
    line[len] = '\0';
}

static enum fl_input_status no_line(const struct fl_keyboard *k)
{
    return k->interrupted ? FL_INPUT_INTERRUPTED : k->stopped ? FL_INPUT_STOPPED : FL_INPUT_CLOSED;
}

/* Reads a line with line editing and adds it to the history. */
static enum fl_input_status read_edited(struct fl_keyboard *k, char line[FL_INPUT_SIZE])
{
    HistEvent event;
    int len = 0;
    fflush(stdout);
    k->edits = true;
    const char *text = el_gets(k->edit, &len);
    k->edits = false;
    if (!text || len <= 0) {
        fputc('\n', k->echo);
        return no_line(k);
    }
    copy_line(line, text, (size_t)len);
    if (*line)
        history(k->history, &event, H_ENTER, line);
    return FL_INPUT_LINE;
}

/* Prints a line that came from a pipe after its prompt, so that a transcript is readable. */
static void echo_line(FILE *to, const char *line)
{
    fputs("> ", to);
    for (; *line; line++)
        fputc((unsigned char)*line < ' ' || *line == 127 ? '?' : *line, to);
    fputc('\n', to);
}

/* Reads a line without line editing. The last line may lack its line end. */
static enum fl_input_status read_plain(struct fl_keyboard *k, char line[FL_INPUT_SIZE])
{
    size_t len = 0;
    int byte;
    fflush(k->echo);
    while ((byte = next_byte(k)) >= 0 && byte != '\n')
        if (len < FL_INPUT_SIZE - 1)
            line[len++] = (char)byte;
    if (byte < 0 && (!len || k->interrupted || k->stopped))
        return no_line(k);
    copy_line(line, line, len);
    echo_line(k->echo, line);
    return FL_INPUT_LINE;
}

enum fl_input_status fl_keyboard_read(struct fl_keyboard *k, char line[FL_INPUT_SIZE])
{
    line[0] = '\0';
    k->stopped = false;
    return k->edit && k->history ? read_edited(k, line) : read_plain(k, line);
}

void fl_keyboard_print(struct fl_keyboard *k, FILE *out, const char *text)
{
    const char *term = getenv("TERM");
    bool erases = k->edits && term && strcmp(term, "dumb") != 0;
    fputs(!k->edits ? "" : erases ? "\r\033[K" : "\n", out);
    fputs(text, out);
    fflush(out);
    if (k->edits)
        el_set(k->edit, EL_REFRESH);
}

void fl_keyboard_pause(struct fl_keyboard *k, int milliseconds)
{
    k->stopped = false;
    wait_for_input(k, -1, milliseconds);
}
