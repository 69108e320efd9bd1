/* The log: a ring buffer that any thread fills and one thread writes to the descriptor. */
#include "server/log.h"

#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <uv.h>

struct fl_log {
    int fd;                  /* file descriptor */
    enum fl_log_level least; /* events below it are omitted */
    uv_thread_t writer;
    uv_mutex_t lock;              /* protects the members that follow */
    uv_cond_t added, written;     /* lines were added; the ring is empty or the thread ended */
    size_t first, len;            /* bytes not written yet: from `first` on, wrapping around */
    uint64_t dropped, unreported; /* lines: since the start; not reported in the log yet */
    bool closing, ended;          /* the thread must end; it has ended */
    char ring[FL_LOG_ROOM];
};

/* ---- ring buffer; the caller holds the lock ---- */

/* Appends a line; false if it does not fit. */
static bool append(struct fl_log *log, const char *line, size_t len)
{
    if (len > FL_LOG_ROOM - log->len)
        return false;
    size_t at = (log->first + log->len) % FL_LOG_ROOM;
    size_t before_end = FL_LOG_ROOM - at < len ? FL_LOG_ROOM - at : len;
    memcpy(log->ring + at, line, before_end);
    memcpy(log->ring, line + before_end, len - before_end);
    log->len += len;
    return true;
}

static int format_line(char line[FL_LOG_LINE], const char *event, const char *more)
{
    char date[32];
    struct timespec now;
    struct tm utc;
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &utc);
    strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%S", &utc);
    return snprintf(line, FL_LOG_LINE, "time=%s.%03ldZ event=%s%s%s\n", date, now.tv_nsec / 1000000,
                    event, *more ? " " : "", more);
}

/* Adds a line with the number of lines dropped at this position; false if it does not fit. */
static bool report_dropped(struct fl_log *log)
{
    char line[FL_LOG_LINE], more[64];
    if (!log->unreported)
        return true;
    snprintf(more, sizeof more, "lines=%llu", (unsigned long long)log->unreported);
    if (!append(log, line, (size_t)format_line(line, "log-dropped", more)))
        return false;
    log->unreported = 0;
    return true;
}

static void drop(struct fl_log *log, uint64_t lines)
{
    log->dropped += lines;
    log->unreported += lines;
}

/* ---- writer thread ---- */

static uint64_t lines_in(const char *bytes, size_t len)
{
    uint64_t lines = 0;
    for (const char *end; (end = memchr(bytes, '\n', len)); lines++) {
        len -= (size_t)(end + 1 - bytes);
        bytes = end + 1;
    }
    return lines;
}

/* Writes a contiguous part of the ring. The lock is released during write(), which is safe because
 * only this thread changes `first` and unwritten bytes are never overwritten. On an error the part
 * is dropped and false returned. */
static bool write_some(struct fl_log *log)
{
    const char *from = log->ring + log->first;
    size_t len = FL_LOG_ROOM - log->first < log->len ? FL_LOG_ROOM - log->first : log->len;
    ssize_t taken;
    uv_mutex_unlock(&log->lock);
    do
        taken = write(log->fd, from, len);
    while (taken < 0 && errno == EINTR);
    uv_mutex_lock(&log->lock);
    if (taken < 0)
        drop(log, lines_in(from, len));
    len = taken < 0 ? len : (size_t)taken;
    log->first = (log->first + len) % FL_LOG_ROOM;
    log->len -= len;
    return taken >= 0;
}

/* Main function of the thread. An empty ring shows that the reader no longer stalls, so the number
 * of dropped lines is reported then. */
static void write_all(void *argument)
{
    struct fl_log *log = argument;
    uv_mutex_lock(&log->lock);
    while (log->len || !log->closing) {
        if (!log->len)
            uv_cond_wait(&log->added, &log->lock);
        else if (write_some(log) && !log->len)
            report_dropped(log);
        if (!log->len)
            uv_cond_broadcast(&log->written);
    }
    log->ended = true;
    uv_cond_broadcast(&log->written);
    uv_mutex_unlock(&log->lock);
}

/* ---- any thread ---- */

/* Starts the thread with all signals blocked, so that the event loop's thread receives them. */
static bool start(struct fl_log *log)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool started = !uv_thread_create(&log->writer, write_all, log);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

struct fl_log *fl_log_open(int fd)
{
    struct fl_log *log = calloc(1, sizeof *log);
    if (!log)
        return NULL;
    log->fd = fd;
    uv_mutex_init(&log->lock);
    uv_cond_init(&log->added);
    uv_cond_init(&log->written);
    if (start(log))
        return log;
    free(log);
    return NULL;
}

void fl_log_limit(struct fl_log *log, enum fl_log_level least)
{
    if (log)
        log->least = least;
}

static enum fl_log_level level_of(const char *event)
{
    static const char *const requests[] = {"request", "socket-closed"};
    static const char *const problems[] = {"cannot-think", "clock-ahead", "log-dropped",
                                           "store-failed"};
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++)
        if (!strcmp(event, requests[i]))
            return FL_LOG_REQUESTS;
    for (size_t i = 0; i < sizeof problems / sizeof *problems; i++)
        if (!strcmp(event, problems[i]))
            return FL_LOG_PROBLEMS;
    return FL_LOG_EVENTS;
}

void fl_log(struct fl_log *log, const char *event, const char *format, ...)
{
    char line[FL_LOG_LINE], rest[512];
    va_list more;
    if (!log || level_of(event) < log->least)
        return;
    va_start(more, format);
    vsnprintf(rest, sizeof rest, format, more);
    va_end(more);
    int len = format_line(line, event, rest);
    uv_mutex_lock(&log->lock);
    if (!report_dropped(log) || !append(log, line, (size_t)len))
        drop(log, 1);
    uv_cond_signal(&log->added);
    uv_mutex_unlock(&log->lock);
}

uint64_t fl_log_dropped(struct fl_log *log)
{
    if (!log)
        return 0;
    uv_mutex_lock(&log->lock);
    uint64_t dropped = log->dropped;
    uv_mutex_unlock(&log->lock);
    return dropped;
}

bool fl_log_flush(struct fl_log *log, int milliseconds)
{
    uint64_t end = uv_hrtime() + (uint64_t)milliseconds * 1000000, now;
    if (!log)
        return true;
    uv_mutex_lock(&log->lock);
    while ((log->len || (log->closing && !log->ended)) && (now = uv_hrtime()) < end)
        uv_cond_timedwait(&log->written, &log->lock, end - now);
    bool written = !log->len && log->closing == log->ended;
    uv_mutex_unlock(&log->lock);
    return written;
}

void fl_log_close(struct fl_log *log, int milliseconds)
{
    if (!log)
        return;
    uv_mutex_lock(&log->lock);
    report_dropped(log);
    log->closing = true;
    uv_cond_signal(&log->added);
    uv_mutex_unlock(&log->lock);
    if (!fl_log_flush(log, milliseconds))
        return;
    uv_thread_join(&log->writer);
    uv_cond_destroy(&log->added);
    uv_cond_destroy(&log->written);
    uv_mutex_destroy(&log->lock);
    free(log);
}
