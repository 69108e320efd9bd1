/* Answers requests about records within limits of time. */
#ifndef FL_SERVER_RECORD_ANSWER_H
#define FL_SERVER_RECORD_ANSWER_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

enum { FL_RECORD_NICENESS = 10 }; /* nice value where records are read */

struct fl_record_question {
    const char *text; /* the request and the record (replay.h) */
    size_t len;
    uint64_t seed;
    uint64_t think;    /* milliseconds that a bot may search for one move */
    double efforts;    /* playouts per search */
    atomic_bool *stop; /* cancels it */
};

/* Answers on the calling thread, at low priority. The caller frees the JSON. NULL: there is none.
 */
char *fl_record_answer(const struct fl_record_question *, size_t *answer_len);

#endif
