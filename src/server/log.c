/* Writing the log. */
#include "server/log.h"

#include <stdarg.h>
#include <time.h>

void fl_log(const struct fl_log *log, const char *event, const char *format, ...)
{
    char line[512], date[32];
    struct timespec now;
    struct tm utc;
    va_list more;
    if (!log->to)
        return;
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &utc);
    strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%S", &utc);
    va_start(more, format);
    vsnprintf(line, sizeof line, format, more);
    va_end(more);
    fprintf(log->to, "time=%s.%03ldZ event=%s%s%s\n", date, now.tv_nsec / 1000000, event,
            *line ? " " : "", line);
}
