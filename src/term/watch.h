/* Something that a person's keyboard is waited for together with: a connection. */
#ifndef FL_TERM_WATCH_H
#define FL_TERM_WATCH_H

#include <stdbool.h>

struct fl_watch {
    void *data;
    /* Returns a descriptor that becomes readable, or -1, and the time in milliseconds after which
     * `hear` is called in any case; -1: no limit. */
    int (*wait)(void *data, int *milliseconds);
    /* Processes what has arrived. Returns false if reading from the keyboard is to end. */
    bool (*hear)(void *data);
};

#endif
