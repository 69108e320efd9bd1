/* Generates load for a server: tables of two clients that play Mille Sabords! with the moves they
 * are offered.
 *
 * load PORT TABLES SECONDS [MOVES_PER_SECOND [WARM_UP]]
 *
 * Without MOVES_PER_SECOND (or with 0) every client answers at once; with it, all tables together
 * make that many moves per second. The measurement begins WARM_UP seconds after the start (1). A
 * move is one acknowledged command of a player; its latency ends when the second of the two clients
 * has received it. Prints one line of JSON. The server needs a high rate limit: flibuste serve
 * --rate 100000. */
#define _GNU_SOURCE /* memmem */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { ROOM = 1 << 14, ENOUGH = 300, ANSWER = 64, AT_ONCE = 20 };

struct player {
    int fd;
    struct table *table;
    int seat; /* 0 or 1 */
    bool upgraded, entered;
    size_t len;
    char in[ROOM];
    char answer[ANSWER]; /* the next move, if the run is paced */
};

struct table {
    struct player player[2];
    bool playing;
    unsigned heard; /* bit n: player n has received the current move */
    double sent;    /* time at which it was sent; 0: none is in flight */
};

struct load {
    int port, epoll, tables, playing;
    double pace; /* moves per second; 0: unlimited */
    struct table *table;
    struct player **ready; /* players that wait for their time, a ring of 2 * tables */
    unsigned ready_from, ready_to;
    bool measuring;
    uint64_t moves, bytes, games;
    double *latency;
    size_t latencies, room;
};

static void die(const char *what)
{
    perror(what);
    exit(1);
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* ---- sockets ---- */

static int connect_to(int port)
{
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    int fd = socket(AF_INET, SOCK_STREAM, 0), one = 1;
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (fd < 0 || connect(fd, (struct sockaddr *)&at, sizeof at))
        die("load: connect");
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    return fd;
}

static void put(int fd, const void *bytes, size_t len)
{
    if (send(fd, bytes, len, MSG_NOSIGNAL) != (ssize_t)len)
        die("load: send");
}

/* Sends a masked text frame. A mask of zeros leaves the text unchanged. */
static void say(struct player *p, const char *line)
{
    size_t len = strlen(line);
    unsigned char frame[6 + 125] = {0x81, (unsigned char)(0x80 | len)};
    if (len > 125) {
        fprintf(stderr, "load: a line too long: %s\n", line);
        exit(1);
    }
    memcpy(frame + 6, line, len);
    put(p->fd, frame, 6 + len);
}

static void open_player(struct load *l, struct player *p)
{
    static const char upgrade[] = "GET /socket HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\n"
                                  "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                                  "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = p};
    p->fd = connect_to(l->port);
    put(p->fd, upgrade, sizeof upgrade - 1);
    say(p, "hello 2");
    fcntl(p->fd, F_SETFL, O_NONBLOCK);
    if (epoll_ctl(l->epoll, EPOLL_CTL_ADD, p->fd, &event))
        die("load: epoll");
}

/* ---- the server's statistics ---- */

struct figures {
    double cpu, resident, moves;
};

static double figure(const char *text, const char *name)
{
    char line[64];
    snprintf(line, sizeof line, "\n%s ", name);
    const char *at = strstr(text, line);
    return at ? atof(at + strlen(line)) : 0;
}

static struct figures ask_figures(int port)
{
    static const char request[] = "GET /metrics HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
    static char text[1 << 14];
    size_t len = 0;
    int fd = connect_to(port);
    put(fd, request, sizeof request - 1);
    for (ssize_t got; (got = recv(fd, text + len, sizeof text - 1 - len, 0)) > 0;)
        len += (size_t)got;
    text[len] = '\0';
    close(fd);
    return (struct figures){figure(text, "flibuste_cpu_seconds_total"),
                            figure(text, "flibuste_resident_bytes"),
                            figure(text, "flibuste_moves_total")};
}

/* ---- playing ---- */

/* Reads the numbers of this list of a question as bits. */
static unsigned numbers(const char *question, const char *list, int most)
{
    unsigned bits = 0;
    const char *at = strstr(question, list), *end = at ? strchr(at, '}') : NULL;
    for (at = at ? at + strlen(list) : NULL; at && most-- && at < end; at = strchr(at, ',')) {
        at += strcspn(at, "0123456789");
        bits |= 1u << atoi(at);
    }
    return bits;
}

/* Writes an answer like "reroll 3 5": the required dice and the minimum number of them. */
static void put_reroll(char *out, size_t room, const char *question)
{
    const char *least = strstr(question, "\"min\":");
    unsigned bits = numbers(question, "\"required\":{", 8) |
                    numbers(question, "\"elements\":{", least ? atoi(least + 6) : 2);
    size_t len = (size_t)snprintf(out, room, "reroll");
    for (int i = 1; i <= 8; i++)
        if (bits >> i & 1)
            len += (size_t)snprintf(out + len, room - len, " %d", i);
}

/* A casual player: stops with enough points, otherwise throws two dice again. */
static void choose(const char *ask, char out[ANSWER])
{
    const char *stop = strstr(ask, "{\"move\":\"stop\"");
    const char *points = stop ? strstr(stop, "\"n\":") : NULL;
    const char *reroll = strstr(ask, "{\"verb\":\"reroll\"");
    const char *first = strstr(ask, "{\"move\":\"");
    const char *question = strstr(ask, "\"question\":");
    int len = snprintf(out, ANSWER, "move %d ", atoi(question + 11));
    char *move = out + len;
    size_t room = (size_t)(ANSWER - len);
    if (stop && (!reroll || (points && atoi(points + 4) >= ENOUGH))) {
        snprintf(move, room, "stop");
    } else if (reroll) {
        put_reroll(move, room, reroll);
    } else if (first) {
        snprintf(move, room, "%.*s", (int)strcspn(first + 9, "\""), first + 9);
    } else {
        fprintf(stderr, "load: nothing to choose in %s\n", ask);
        exit(1);
    }
}

static void make_move(struct player *p)
{
    p->table->sent = now();
    p->table->heard = 0;
    say(p, p->answer);
}

static void answer(struct load *l, struct player *p, const char *ask)
{
    choose(ask, p->answer);
    if (l->pace <= 0)
        make_move(p);
    else
        l->ready[l->ready_to++ % (2 * (unsigned)l->tables)] = p;
}

static void note_latency(struct load *l, double seconds)
{
    if (l->latencies == l->room) {
        l->room = l->room ? 2 * l->room : 1 << 16;
        l->latency = realloc(l->latency, l->room * sizeof *l->latency);
        if (!l->latency)
            die("load: memory");
    }
    l->latency[l->latencies++] = seconds;
}

static void hear_event(struct load *l, struct player *p, const char *text)
{
    struct table *t = p->table;
    t->heard |= 1u << p->seat;
    if (t->sent > 0 && t->heard == 3) {
        if (l->measuring) {
            note_latency(l, now() - t->sent);
            l->moves++;
        }
        t->sent = 0;
    }
    if (p->seat == 0 && strstr(text, "\"turn\":[],")) {
        l->games++;
        say(p, "rematch");
    }
}

/* Called when the client has joined: the first one invites the second, and both take a seat. */
static void enter(struct player *p, const char *text)
{
    char line[64];
    p->entered = true;
    say(p, p->seat ? "sit 2 - Bob" : "sit 1 - Anne");
    if (p->seat)
        return;
    snprintf(line, sizeof line, "join %.6s", strstr(text, "\"code\":\"") + 8);
    say(&p->table->player[1], line);
}

static void hear(struct load *l, struct player *p, const char *text)
{
    struct table *t = p->table;
    bool event = !strncmp(text, "{\"type\":\"event\"", 15),
         ask = !strncmp(text, "{\"type\":\"question\"", 18);
    if (l->measuring && (event || ask))
        l->bytes += strlen(text);
    if (event && strstr(text, "\"turn\":"))
        hear_event(l, p, text);
    if ((ask || !strncmp(text, "{\"type\":\"view\"", 14)) && strstr(text, "\"question\":")) {
        l->playing += !t->playing;
        t->playing = true;
        answer(l, p, text);
    }
    bool table = !strncmp(text, "{\"type\":\"table\"", 15);
    if (table && !p->entered)
        enter(p, text);
    else if (table && p->seat == 0 && t->playing && strstr(text, "\"phase\":\"waiting\""))
        say(p, "start");
    if (!strncmp(text, "{\"type\":\"refused\"", 17)) {
        fprintf(stderr, "load: %s\n", text);
        exit(1);
    }
}

/* ---- reading ---- */

/* The length of the frame at the beginning of `in`, 0 if it is incomplete; *text is the offset of
 * its text. */
static size_t whole_frame(const char *in, size_t len, size_t *text)
{
    const unsigned char *byte = (const unsigned char *)in;
    size_t size;
    if (len < 2)
        return 0;
    *text = byte[1] < 126 ? 2 : byte[1] == 126 ? 4 : 10;
    if (len < *text)
        return 0;
    size = byte[1];
    if (byte[1] >= 126)
        for (size_t i = 2, end = *text, sum = 0; i < end; i++)
            size = sum = sum << 8 | byte[i];
    return len < *text + size ? 0 : *text + size;
}

static void hear_frames(struct load *l, struct player *p)
{
    size_t from = 0, text;
    for (size_t size; (size = whole_frame(p->in + from, p->len - from, &text)); from += size) {
        unsigned char kind = (unsigned char)p->in[from];
        char after = p->in[from + size];
        p->in[from + size] = '\0';
        if (kind == 0x81)
            hear(l, p, p->in + from + text);
        p->in[from + size] = after;
        if (kind == 0x88) {
            fprintf(stderr, "load: the server closes\n");
            exit(1);
        }
    }
    memmove(p->in, p->in + from, p->len - from);
    p->len -= from;
}

static void begin_talking(struct player *p)
{
    char *end = memmem(p->in, p->len, "\r\n\r\n", 4);
    if (!end)
        return;
    p->upgraded = true;
    p->len -= (size_t)(end + 4 - p->in);
    memmove(p->in, end + 4, p->len);
    if (!p->seat)
        say(p, "new mille-sabords seats=person,person");
}

static void read_player(struct load *l, struct player *p)
{
    ssize_t got = recv(p->fd, p->in + p->len, sizeof p->in - 1 - p->len, 0);
    if (got < 0 && errno == EAGAIN)
        return;
    if (got <= 0)
        die("load: the server is gone");
    p->len += (size_t)got;
    if (!p->upgraded)
        begin_talking(p);
    if (p->upgraded)
        hear_frames(l, p);
}

static void read_all(struct load *l, int milliseconds)
{
    struct epoll_event event[256];
    int n = epoll_wait(l->epoll, event, 256, milliseconds);
    for (int i = 0; i < n; i++)
        read_player(l, event[i].data.ptr);
}

/* ---- main ---- */

/* Plays for `seconds`. In a paced run, moves that are due are sent; delayed ones are not caught up.
 */
static void play_for(struct load *l, double seconds)
{
    double start = now(), end = start + seconds, next = start;
    while (now() < end) {
        read_all(l, l->pace > 0 ? 1 : 100);
        while (l->pace > 0 && next <= now() && l->ready_from != l->ready_to) {
            make_move(l->ready[l->ready_from++ % (2 * (unsigned)l->tables)]);
            next += 1 / l->pace;
        }
        if (l->pace > 0 && next < now() - 0.01)
            next = now() - 0.01;
    }
}

/* Opens tables a few at a time, so that no connection times out. */
static void open_tables(struct load *l)
{
    for (int i = 0; i < l->tables; i++) {
        for (int seat = 0; seat < 2; seat++) {
            l->table[i].player[seat].table = &l->table[i];
            l->table[i].player[seat].seat = seat;
            open_player(l, &l->table[i].player[seat]);
        }
        if (i % AT_ONCE == 0)
            read_all(l, 1);
    }
    for (double patience = now() + 60; now() < patience;) {
        int seated = 0;
        for (int i = 0; i < l->tables; i++)
            seated += l->table[i].player[1].entered;
        if (seated == l->tables)
            return;
        read_all(l, 10);
    }
    fprintf(stderr, "load: the tables did not open\n");
    exit(1);
}

static void start_games(struct load *l)
{
    for (int i = 0; i < l->tables; i++)
        say(&l->table[i].player[0], "start");
    for (double patience = now() + 60; l->playing < l->tables && now() < patience;)
        play_for(l, 0.05);
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double part(const struct load *l, double share)
{
    return l->latencies ? 1000 * l->latency[(size_t)(share * (double)(l->latencies - 1))] : 0;
}

static void report(struct load *l, const struct figures f[4], double seconds)
{
    double cpu = f[3].cpu - f[2].cpu, moves = (double)l->moves, tables = l->tables;
    qsort(l->latency, l->latencies, sizeof *l->latency, by_size);
    printf("{\"tables\":%d,\"seconds\":%.2f,\"moves\":%.0f,\"moves_a_second\":%.0f,"
           "\"server_cpu_seconds\":%.2f,\"moves_a_cpu_second\":%.0f,\"core_percent\":%.1f,"
           "\"p50_ms\":%.2f,\"p99_ms\":%.2f,\"bytes_a_move_and_player\":%.0f,\"games\":%llu,"
           "\"base_mb\":%.1f,\"idle_kb_a_table\":%.1f,\"played_kb_a_table\":%.1f}\n",
           l->tables, seconds, moves, moves / seconds, cpu, moves / cpu, 100 * cpu / seconds,
           part(l, 0.5), part(l, 0.99), (double)l->bytes / moves / 2, (unsigned long long)l->games,
           f[0].resident / 1e6, (f[1].resident - f[0].resident) / tables / 1e3,
           (f[3].resident - f[0].resident) / tables / 1e3);
}

int main(int argc, char **argv)
{
    struct figures f[4]; /* empty, seated, warmed up, after the run */
    struct rlimit files;
    struct load l = {.epoll = epoll_create1(0)};
    if (argc < 4) {
        fprintf(stderr, "usage: load PORT TABLES SECONDS [MOVES_PER_SECOND [WARM_UP]]\n");
        return 2;
    }
    l.port = atoi(argv[1]);
    l.tables = atoi(argv[2]);
    l.pace = argc > 4 ? atof(argv[4]) : 0;
    double warm_up = argc > 5 ? atof(argv[5]) : 1;
    l.table = calloc((size_t)l.tables, sizeof *l.table);
    l.ready = calloc(2 * (size_t)l.tables, sizeof *l.ready);
    if (!l.table || !l.ready)
        die("load: memory");
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    f[0] = ask_figures(l.port);
    open_tables(&l);
    play_for(&l, 0.3 * warm_up);
    f[1] = ask_figures(l.port);
    start_games(&l);
    play_for(&l, warm_up);
    f[2] = ask_figures(l.port);
    l.measuring = true;
    double start = now();
    play_for(&l, atof(argv[3]));
    l.measuring = false;
    double seconds = now() - start;
    f[3] = ask_figures(l.port);
    report(&l, f, seconds);
    return 0;
}
