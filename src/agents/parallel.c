/* Starts threads and waits for them. */
#include "agents/parallel.h"

#include <pthread.h>

struct worker {
    fl_parallel_job job;
    void *work;
    int number;
    pthread_t thread;
};

static void *run(void *argument)
{
    struct worker *w = argument;
    w->job(w->work, w->number);
    return NULL;
}

void fl_parallel_run(int threads, fl_parallel_job job, void *work)
{
    struct worker worker[FL_MAX_THREADS - 1];
    int started = 0;
    for (; started < threads - 1 && started < FL_MAX_THREADS - 1; started++) {
        worker[started] = (struct worker){.job = job, .work = work, .number = started + 1};
        if (pthread_create(&worker[started].thread, NULL, run, &worker[started]))
            break;
    }
    job(work, 0);
    while (started)
        pthread_join(worker[--started].thread, NULL);
}
