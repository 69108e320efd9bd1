/* Another program, connected by lines on its standard input and output, with limits on memory and
 * without network. */
#ifndef FL_BOTS_PROCESS_H
#define FL_BOTS_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* How programs are isolated. fl_sandbox_find returns the best way that works here. */
enum fl_sandbox {
    FL_SANDBOX_NONE,    /* limits only */
    FL_SANDBOX_SECCOMP, /* no sockets, no tracing of other processes */
    FL_SANDBOX_BWRAP    /* bubblewrap: no network, own process numbers, read-only files */
};

enum { FL_BOT_LINE_SIZE = 1 << 13 }; /* bytes of a line that a bot sends, with the final zero */

struct fl_process_limits {
    uint32_t memory_mib; /* of address space; 0: no limit */
    enum fl_sandbox sandbox;
    bool is_quiet; /* standard error is discarded instead of inherited */
};

struct fl_process {
    pid_t pid; /* 0: not running; also the number of its process group */
    int to, from;
    size_t used; /* bytes received that no line was made of */
    char bytes[FL_BOT_LINE_SIZE];
};

/* Results of reading and writing. */
enum fl_process_result {
    FL_PROCESS_FINE,
    FL_PROCESS_LATE,  /* the deadline passed */
    FL_PROCESS_ENDED, /* the program closed its output or input */
    FL_PROCESS_FLOOD  /* a line is too long */
};

/* Milliseconds of a clock that only goes forward. */
int64_t fl_process_clock(void);

/* Finds the isolation that works on this machine, by starting a program in it. Takes some
 * milliseconds. */
enum fl_sandbox fl_sandbox_find(void);

/* The name of an isolation: "none", "seccomp", "bubblewrap". */
const char *fl_sandbox_name(enum fl_sandbox);

/* Starts a shell command. Returns false if that is not possible; errno is set. The caller ignores
 * SIGPIPE: a program that has ended is noticed by a failing write. */
bool fl_process_start(struct fl_process *, const char *command, const struct fl_process_limits *);

/* Writes text until the deadline, in milliseconds of fl_process_clock. */
enum fl_process_result fl_process_write(struct fl_process *, const char *text, size_t len,
                                        int64_t deadline);

/* Reads one line until the deadline, without its line end. */
enum fl_process_result fl_process_read(struct fl_process *, int64_t deadline,
                                       char line[FL_BOT_LINE_SIZE]);

/* Discards lines that have arrived. Returns their number, at most `most`. */
int fl_process_drain(struct fl_process *, int most);

/* Closes its input, waits up to `patience` milliseconds for its end, then kills it and everything
 * it started. Returns its exit status, or -1 if it was killed. */
int fl_process_stop(struct fl_process *, int patience);

#endif
