/* A store that fails or answers late on demand, on top of any other store. For tests. */
#ifndef FL_TESTS_FAULTY_STORE_H
#define FL_TESTS_FAULTY_STORE_H

#include "store/store.h"

/* Owns the other store: closing this one closes it. */
struct fl_store *faulty_store(struct fl_store *under);

/* Makes the writes number `first` to `last` fail, counted from 1 since the store was created. */
void faulty_store_fail(struct fl_store *, uint64_t first, uint64_t last);

/* Makes all writes fail from now on, or none. */
void faulty_store_fail_all(struct fl_store *, bool fails);

/* Reports an unknown outcome for every write from now on and holds the real outcome back, or stops
 * doing so. */
void faulty_store_make_unknown(struct fl_store *, bool unknown);

/* At the next pump: delivers FL_FENCED for all writes without an outcome, which are stored all the
 * same, and reports that the tables are lost. */
void faulty_store_fence(struct fl_store *);

/* Lets the store appear shared by several processes. */
void faulty_store_share(struct fl_store *);

/* Holds results back from now on, or stops doing so. */
void faulty_store_hold(struct fl_store *, bool hold);

#endif
