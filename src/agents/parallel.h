/* The thread pool of search, analysis, solver and simulator: runs one job on several threads. */
#ifndef FL_AGENTS_PARALLEL_H
#define FL_AGENTS_PARALLEL_H

enum { FL_MAX_THREADS = 256 };

/* Part of a job. It takes pieces of `work` until none is left, so that any number of workers can
 * complete the job. `worker` counts from 0 and is different in every call. */
typedef void (*fl_parallel_job)(void *work, int worker);

/* Calls the job on up to `threads` threads, including the calling one, at least once and at most
 * FL_MAX_THREADS times. Returns when all calls have returned. If a thread cannot be started, fewer
 * calls do all the work. */
void fl_parallel_run(int threads, fl_parallel_job, void *work);

#endif
