/* The progress bar. The work runs in its own thread; the main thread draws. */
#include "cli/report/progress.h"

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    WIDTH = 40,             /* columns */
    PAUSE = 50000000,       /* nanoseconds between two updates */
    SECONDS_TO_ESTIMATE = 2 /* before that, the time left is not shown */
};

static atomic_bool *stop_flag; /* a global, because a signal handler has no argument */

struct watched {
    void (*work)(void *);
    void *what;
    atomic_bool over;
};

static void *work(void *argument)
{
    struct watched *w = argument;
    w->work(w->what);
    atomic_store(&w->over, true);
    return NULL;
}

/* Writes the time left, if the work has lasted long enough to estimate it: minutes and seconds. */
static void put_time_left(const struct fl_cli *cli, double part, double seconds, struct fl_buf *out)
{
    struct fl_phrase phrase;
    char time[32];
    if (part <= 0 || part >= 1 || seconds < SECONDS_TO_ESTIMATE)
        return;
    double left = seconds * (1 - part) / part;
    long whole = left < 359999 ? (long)left + 1 : 359999;
    snprintf(time, sizeof time, "%ld:%02ld", whole / 60, whole % 60);
    fl_phrase_begin(&phrase, "cli.time-left");
    fl_with_text(&phrase, "time", time);
    fl_put(out, "  ");
    fl_put_phrase(out, cli->lang, &phrase, NULL);
}

void fl_cli_put_bar(const struct fl_cli *cli, double part, double seconds, struct fl_buf *out)
{
    char bar[WIDTH + 1], percent[16];
    struct fl_phrase phrase;
    double inside = part < 0 ? 0 : part > 1 ? 1 : part;
    memset(bar, ' ', WIDTH);
    memset(bar, '#', (size_t)(inside * WIDTH));
    bar[WIDTH] = '\0';
    snprintf(percent, sizeof percent, "%3.0f", 100 * inside);
    fl_phrase_begin(&phrase, "sim.percent");
    fl_with_text(&phrase, "rate", percent);
    fl_put(out, "[");
    fl_put(out, bar);
    fl_put(out, "] ");
    fl_put_phrase(out, cli->lang, &phrase, NULL);
    put_time_left(cli, inside, seconds, out);
}

static void draw(const struct fl_cli *cli, double part, double seconds)
{
    char memory[256];
    struct fl_buf line = fl_buf_over(memory, sizeof memory);
    fl_cli_put_bar(cli, part, seconds, &line);
    fprintf(stderr, "\r%s\033[K", line.at);
}

/* Runs the work in another thread with a bar, or in this one without. */
static void run(const struct fl_cli *cli, struct watched *w, double (*part)(const void *))
{
    double start = fl_cli_clock();
    pthread_t worker;
    if (!isatty(STDERR_FILENO) || pthread_create(&worker, NULL, work, w)) {
        w->work(w->what);
        return;
    }
    while (!atomic_load(&w->over)) {
        nanosleep(&(struct timespec){.tv_nsec = PAUSE}, NULL);
        draw(cli, part(w->what), fl_cli_clock() - start);
    }
    pthread_join(worker, NULL);
    fputs("\r\033[K", stderr);
}

static void interrupt(int signal_number)
{
    (void)signal_number;
    atomic_store(stop_flag, true);
}

void fl_cli_watch(const struct fl_cli *cli, void (*job)(void *), double (*part)(const void *),
                  void *what, atomic_bool *stop)
{
    struct watched w = {.work = job, .what = what};
    struct sigaction action = {.sa_handler = interrupt, .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    stop_flag = stop;
    if (stop)
        sigaction(SIGINT, &action, NULL);
    run(cli, &w, part);
    if (stop)
        signal(SIGINT, SIG_DFL);
}

double fl_cli_clock(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}
