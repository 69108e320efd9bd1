/* Starting threads and waiting for them. */
#include "agents/together.h"

#include <pthread.h>

enum { MOST_OTHERS = 63 };

void fl_work_together(int threads, void *(*job)(void *), void *work)
{
    pthread_t other[MOST_OTHERS];
    int started = 0;
    while (started + 1 < threads && started < MOST_OTHERS &&
           !pthread_create(&other[started], NULL, job, work))
        started++;
    job(work);
    while (started)
        pthread_join(other[--started], NULL);
}
