/* The progress bar. The work runs in its own thread; the main thread draws. */
#include "cli/report/progress.h"

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { WIDTH = 40, PAUSE = 50000000 }; /* columns; nanoseconds between two updates */

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

static void draw(double part)
{
    char bar[WIDTH + 1];
    double inside = part < 0 ? 0 : part > 1 ? 1 : part;
    memset(bar, ' ', WIDTH);
    memset(bar, '#', (size_t)(inside * WIDTH));
    bar[WIDTH] = '\0';
    fprintf(stderr, "\r[%s] %3.0f %%", bar, 100 * inside);
}

/* Runs the work in another thread with a bar, or in this one without. */
static void run(void (*job)(void *), double (*part)(const void *), void *what)
{
    struct watched w = {.work = job, .what = what};
    pthread_t worker;
    if (!isatty(STDERR_FILENO) || pthread_create(&worker, NULL, work, &w)) {
        job(what);
        return;
    }
    while (!atomic_load(&w.over)) {
        nanosleep(&(struct timespec){.tv_nsec = PAUSE}, NULL);
        draw(part(what));
    }
    pthread_join(worker, NULL);
    fputs("\r\033[K", stderr);
}

static void interrupt(int signal_number)
{
    (void)signal_number;
    atomic_store(stop_flag, true);
}

void fl_cli_watch(void (*job)(void *), double (*part)(const void *), void *what, atomic_bool *stop)
{
    struct sigaction action = {.sa_handler = interrupt, .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    stop_flag = stop;
    if (stop)
        sigaction(SIGINT, &action, NULL);
    run(job, part, what);
    if (stop)
        signal(SIGINT, SIG_DFL);
}

double fl_cli_clock(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}
