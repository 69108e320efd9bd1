/* A store that fails or answers late when it is told to, over any other. For tests. */
#ifndef FL_TESTS_FAULTY_STORE_H
#define FL_TESTS_FAULTY_STORE_H

#include "store/store.h"

/* Takes the other store over: closing this one closes it. */
struct fl_store *faulty_store(struct fl_store *under);

/* Lets the appends number `first` to `last` fail, counted from 1 since the store was made. */
void faulty_store_fail(struct fl_store *, uint64_t first, uint64_t last);

/* Keeps answers back from now on, or no longer. */
void faulty_store_hold(struct fl_store *, bool hold);

/* Tells what is not kept back: failures, and answers that were; returns how many. */
int faulty_store_pump(struct fl_store *);

#endif
