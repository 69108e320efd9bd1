/* Metrics in the Prometheus text format. */
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

#include "server/trunk.h"

static void put_metric(struct fl_buf *out, const char *name, const char *kind, uint64_t value)
{
    fl_put(out, "# TYPE flibuste_");
    fl_put(out, name);
    fl_put_char(out, ' ');
    fl_put(out, kind);
    fl_put(out, "\nflibuste_");
    fl_put(out, name);
    fl_put_char(out, ' ');
    fl_put_number(out, (int64_t)value);
    fl_put_char(out, '\n');
}

struct metric {
    const char *name;
    uint64_t value;
};

/* Writes metrics of one kind: "gauge" or "counter". */
static void put_all(struct fl_buf *out, const char *kind, const struct metric *m, size_t count)
{
    for (size_t i = 0; i < count; i++)
        put_metric(out, m[i].name, kind, m[i].value);
}

/* Bytes of resident memory of the process; 0 if unknown. */
static uint64_t resident_bytes(void)
{
    unsigned long all = 0, held = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file)
        return 0;
    if (fscanf(file, "%lu %lu", &all, &held) != 2)
        held = 0;
    fclose(file);
    return (uint64_t)held * (uint64_t)sysconf(_SC_PAGESIZE);
}

/* CPU time of the process, user and system. */
static void put_cpu_seconds(struct fl_buf *out)
{
    struct rusage usage;
    char text[64];
    getrusage(RUSAGE_SELF, &usage);
    long long micro = (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000000LL +
                      usage.ru_utime.tv_usec + usage.ru_stime.tv_usec;
    snprintf(text, sizeof text, "%lld.%06lld\n", micro / 1000000, micro % 1000000);
    fl_put(out, "# TYPE flibuste_cpu_seconds_total counter\nflibuste_cpu_seconds_total ");
    fl_put(out, text);
}

static void put_statuses(struct fl_buf *out, const struct fl_server_stats *t)
{
    fl_put(out, "# TYPE flibuste_responses_total counter\n");
    for (int i = 1; i < 6; i++) {
        fl_put(out, "flibuste_responses_total{status=\"");
        fl_put_number(out, i);
        fl_put(out, "xx\"} ");
        fl_put_number(out, (int64_t)t->status[i]);
        fl_put_char(out, '\n');
    }
}

/* Trunk connections over which clients can be relayed. */
static uint64_t count_trunks(const struct fl_net *n)
{
    uint64_t count = 0;
    for (const struct fl_trunk *t = n->trunks; t; t = t->next)
        count += t->is_ready;
    return count;
}

void fl_metrics(struct fl_net *n, struct fl_buf *out)
{
    const struct fl_server_stats *t = &n->stats;
    struct fl_counts c;
    fl_host_count(n->host, &c);
    const struct metric now[] = {
        {"connections", n->connections},
        {"sockets", n->sockets},
        {"tables", c.tables},
        {"tables_running", c.running},
        {"guests", c.clients},
        {"bots_thinking", c.think_requests},
        {"uptime_seconds", (uv_now(n->loop) - n->started) / 1000},
        {"resident_bytes", resident_bytes()},
        {"store_bytes", n->store->bytes(n->store)},
        {"nodes", n->store->shared ? (uint64_t)n->store->count_nodes(n->store) : 1},
        {"trunks", count_trunks(n)},
        {"clients_relayed", n->relayed},
        {"clients_remote", n->remotes},
        {"draining", n->draining},
    };
    const struct metric ever[] = {
        {"connections_total", t->accepted},
        {"connections_refused_total", t->refused},
        {"requests_total", t->requests},
        {"sockets_total", t->sockets},
        {"lines_total", t->lines},
        {"received_bytes_total", t->bytes_in},
        {"sent_bytes_total", t->bytes_out},
        {"closed_slow_total", t->slow},
        {"closed_silent_total", t->silent},
        {"closed_fast_total", t->fast},
        {"closed_bad_frame_total", t->bad},
        {"closed_late_total", t->late},
        {"clients_passed_on_total", t->relayed},
        {"commands_total", c.commands},
        {"refusals_total", c.refusals},
        {"moves_total", c.moves},
        {"events_total", c.events},
        {"store_failures_total", c.failures},
        {"messages_total", c.messages},
        {"message_bytes_total", c.bytes},
        {"log_lines_dropped_total", fl_log_dropped(n->log)},
    };
    put_all(out, "gauge", now, sizeof now / sizeof now[0]);
    put_all(out, "counter", ever, sizeof ever / sizeof ever[0]);
    put_cpu_seconds(out);
    put_statuses(out, t);
}
