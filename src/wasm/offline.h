/* The host of an offline table, run by a browser's Worker as WebAssembly without imports. The page
 * writes commands into the input buffer and reads messages with fl_offline_output after each call.
 * It passes in the time and, at the start, random bytes. Times are milliseconds since 1970, as in
 * JavaScript. The functions are not reentrant. */
#ifndef FL_WASM_OFFLINE_H
#define FL_WASM_OFFLINE_H

#include "host/host.h"

struct fl_offline;

enum { FL_OFFLINE_LINE = 0 }; /* the page is the only client */

/* Bytes that the page copies. They are valid until the next call. */
struct fl_offline_bytes {
    const void *at;
    size_t len;
};

/* Returns NULL if memory is short. */
struct fl_offline *fl_offline_new(void);

/* Frees the host and its store. */
void fl_offline_free(struct fl_offline *);

/* Returns the input buffer, with room for `size` bytes. Valid until the next call with a larger
 * size. */
char *fl_offline_input(struct fl_offline *, uint32_t size);

/* Before fl_offline_begin: imports a table from the input buffer. */
bool fl_offline_import(struct fl_offline *, uint32_t len);

/* Starts the host with 32 random bytes in the input buffer. Returns the number of tables recovered,
 * or -1. */
int fl_offline_begin(struct fl_offline *, double now);

/* Connect the page; execute the command in the input buffer; disconnect the page. */
void fl_offline_open(struct fl_offline *, double now);
void fl_offline_command(struct fl_offline *, double now, uint32_t len);
void fl_offline_close(struct fl_offline *, double now);

/* Does what is due at this time; the time at which something is due next, or infinity. */
void fl_offline_tick(struct fl_offline *, double now);
double fl_offline_wake(const struct fl_offline *);

/* The oldest pending job (agents/think.h), a bot's move or advice; empty if there is none. It is
 * copied to the input buffer of another instance of this program, which runs in its own Worker
 * because searching takes time. */
const struct fl_offline_bytes *fl_offline_question(struct fl_offline *);

/* In the other instance: does the job in the input buffer, and returns the result. */
const struct fl_offline_bytes *fl_offline_think(struct fl_offline *);

/* Back in this instance: accepts the result in the input buffer, which took `milliseconds`. */
void fl_offline_thought(struct fl_offline *, double now, double milliseconds);

/* Answers the request about a record (src/replay/replay.h) in the input buffer. This may take
 * seconds. The output is the response. Returns false if memory is short. */
bool fl_offline_replay(struct fl_offline *, uint32_t len);

/* The messages since the last call, each with a line end. */
const struct fl_offline_bytes *fl_offline_output(struct fl_offline *);

/* The next changed table (src/wasm/export_store.h); empty if there is none. The first eight bytes
 * are its id; if nothing follows, the table was removed. */
const struct fl_offline_bytes *fl_offline_export_next(struct fl_offline *);

/* Plays games of one agent and returns their hash, to compare with `flibuste sim GAME --seats SEATS
 * --agents AGENT:EFFORT`. The input buffer contains the names of game and agent, each with a zero
 * byte. Returns 0 if one does not exist. */
uint64_t fl_offline_bench(struct fl_offline *, uint32_t effort, uint32_t seats, uint32_t games,
                          uint32_t seed);

#endif
