/* Records of strangers are read and analysed in processes with fewer rights than the server
 * (confine.h).
 *
 * The worker is a process that the server starts before it opens the store. It is the same program,
 * executed again with an empty environment and one descriptor, so that its memory contains nothing
 * of the server. It parses nothing: for every question it starts a process of its own, which gives
 * up the remaining rights, answers and ends. An error in a parser therefore exposes neither the
 * server nor the record of another client. */
#ifndef FL_SERVER_RECORD_WORKER_H
#define FL_SERVER_RECORD_WORKER_H

#include <stdbool.h>

#include "server/confine.h"
#include "server/record_answer.h"

/* The name, argv[0], by which a program recognizes that it is to be the worker. */
#define FL_RECORD_WORKER_NAME "flibuste-records"

struct fl_record_worker {
    int control; /* socket on which the worker receives questions */
    struct fl_confinement confinement;
};

/* Executes this program again as the worker, and waits until it has given up its rights. False if
 * it did not start. The process must have one thread. The worker ends when the control socket is
 * closed. */
bool fl_record_worker_start(struct fl_record_worker *);

/* The main function of the worker. */
int fl_record_worker_run(void);

/* Asks the worker, on any thread; otherwise like fl_record_answer. A question that is stopped ends
 * its process. */
char *fl_record_worker_ask(const struct fl_record_worker *, const struct fl_record_question *,
                           size_t *answer_len);

#endif
