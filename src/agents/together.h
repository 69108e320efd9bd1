/* Working together: one job, done by several threads that share what is left of it. */
#ifndef FL_AGENTS_TOGETHER_H
#define FL_AGENTS_TOGETHER_H

/* Runs the job on so many threads, this one among them, and waits for all; where no other thread
 * can be had, this one does it all. The job takes its parts from `work` until none is left. */
void fl_work_together(int threads, void *(*job)(void *), void *work);

#endif
