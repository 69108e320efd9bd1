/* The host of a table without a server, as a browser's Worker runs it: WebAssembly that imports
 * nothing. What the page says is written into the room; what the host says is read from memory
 * after each call; the time, and chance to begin with, are handed in. Times are milliseconds
 * since 1970, as JavaScript has them. Nothing here is called from inside another call. */
#ifndef FL_WASM_OFFLINE_H
#define FL_WASM_OFFLINE_H

#include "host/host.h"

struct fl_offline;
struct fl_asked; /* wasm/question.h */
struct fl_found;

enum { FL_OFFLINE_LINE = 0 }; /* the page's: there is one */

/* NULL if there is no memory. */
struct fl_offline *fl_offline_new(void);

void fl_offline_free(struct fl_offline *);

/* Where the page may write so many bytes. */
char *fl_offline_room(struct fl_offline *, uint32_t size);

/* Before the beginning: puts back a table that was kept, from the room. */
bool fl_offline_take(struct fl_offline *, uint32_t len);

/* 32 bytes nobody can guess lie in the room. Returns how many tables go on, or -1. */
int fl_offline_begin(struct fl_offline *, double now);

/* The page's line is opened, says a command that lies in the room, is closed. */
void fl_offline_open(struct fl_offline *, double now);
void fl_offline_command(struct fl_offline *, double now, uint32_t len);
void fl_offline_close(struct fl_offline *, double now);

/* Does what time has brought; when the next has something to do, or infinity. */
void fl_offline_tick(struct fl_offline *, double now);
double fl_offline_wake(const struct fl_offline *);

/* The question, of a bot or for advice, that waits longest; NULL if nothing is asked. Its bytes are
 * taken to a copy of this program, best in a Worker of its own since thinking takes a while, and
 * laid into the room there. */
const struct fl_asked *fl_offline_question(struct fl_offline *);
uint32_t fl_offline_question_len(void);

/* There: finds the answer to the question in the room. */
const struct fl_found *fl_offline_think(struct fl_offline *);
uint32_t fl_offline_found_len(void);

/* Back here: the answer to that question, found in so long, lies in the room. */
void fl_offline_thought(struct fl_offline *, double now, double milliseconds);

/* Answers a question about a record (src/replay/replay.h) that lies in the room, which may take a
 * while: what is said then is the answer. False if there is none: memory is short. */
bool fl_offline_replay(struct fl_offline *, uint32_t len);

/* What the host said since: messages, each with a line end. They are forgotten with _heard. */
const char *fl_offline_said(const struct fl_offline *);
uint32_t fl_offline_said_len(const struct fl_offline *);
void fl_offline_heard(struct fl_offline *);

/* The next table that changed, whole (src/wasm/kept.h): how long it is, 0 if none did; its bytes,
 * until the next call. The first eight are its id; nothing behind them: it is gone. */
uint32_t fl_offline_keep(struct fl_offline *);
const char *fl_offline_kept(const struct fl_offline *);

/* So many games of one kind of player, for comparing with the same games elsewhere: the hash of
 * `flibuste sim GAME --seats SEATS --agents AGENT:EFFORT`. The names of game and agent lie in the
 * room, each ended by a zero byte. 0 if there is no such thing. */
uint64_t fl_offline_bench(struct fl_offline *, uint32_t effort, uint32_t seats, uint32_t games,
                          uint32_t seed);

#endif
