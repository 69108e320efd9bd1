/* The lines of a record that are written, and compared when it is read. For record*.c alone. */
#ifndef FL_CORE_RECORD_LINES_H
#define FL_CORE_RECORD_LINES_H

#include "core/record.h"

#define FL_RECORD_MAGIC "flibuste-record 1"

void fl_record_put_winners(const struct fl_game *, const union fl_state *, struct fl_buf *out);
void fl_record_put_scores(const struct fl_game *, const union fl_state *, int seats,
                          struct fl_buf *out);
void fl_record_put_hash(const struct fl_game *, const union fl_state *, struct fl_buf *out);

#endif
