/* Measures the system's share of a move of two people over TCP on the loopback: one read of a
 * command and one write to each of them, without game, disk, JSON and waiting.
 *
 * bare TABLES BYTES (BYTES: size of each answer)
 *
 * All commands are read before all answers are written, as a busy server does. The time of the
 * clients' own reads and writes is excluded. Prints CPU microseconds per move. */
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { COMMAND = 30, ROOM = 1 << 16, ROUNDS = 60 };

/* Both ends of a connection. */
struct line {
    int server, person;
};

static void die(const char *what)
{
    perror(what);
    exit(1);
}

static double processor_time(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static int listen_somewhere(struct sockaddr_in *at)
{
    socklen_t len = sizeof *at;
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    *at = (struct sockaddr_in){.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    if (fd < 0 || bind(fd, (struct sockaddr *)at, len) || listen(fd, 16) ||
        getsockname(fd, (struct sockaddr *)at, &len))
        die("bare: listen");
    return fd;
}

static struct line connect_line(int listener, const struct sockaddr_in *at)
{
    int one = 1;
    struct line line = {.person = socket(AF_INET, SOCK_STREAM, 0)};
    if (line.person < 0 || connect(line.person, (const struct sockaddr *)at, sizeof *at) ||
        (line.server = accept(listener, NULL, NULL)) < 0)
        die("bare: connect");
    setsockopt(line.person, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    setsockopt(line.server, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    return line;
}

static void put(int fd, const char *bytes, size_t len)
{
    if (write(fd, bytes, len) != (ssize_t)len)
        die("bare: write");
}

static void take(int fd, char *room)
{
    if (read(fd, room, ROOM) <= 0)
        die("bare: read");
}

/* One move at every table; returns the CPU seconds of the server's part. */
static double play_round(const struct line *line, int tables, size_t bytes)
{
    static char room[ROOM];
    for (int i = 0; i < tables; i++)
        put(line[2 * i].person, room, COMMAND);
    double before = processor_time();
    for (int i = 0; i < tables; i++)
        take(line[2 * i].server, room);
    for (int i = 0; i < 2 * tables; i++)
        put(line[i].server, room, bytes);
    double seconds = processor_time() - before;
    for (int i = 0; i < 2 * tables; i++)
        take(line[i].person, room);
    return seconds;
}

int main(int argc, char **argv)
{
    struct sockaddr_in at;
    struct rlimit files;
    if (argc != 3 || atoi(argv[1]) < 1 || atoi(argv[2]) < 1 || atoi(argv[2]) > ROOM) {
        fprintf(stderr, "usage: bare TABLES BYTES\n");
        return 2;
    }
    int tables = atoi(argv[1]), listener = listen_somewhere(&at);
    struct line *line = calloc(2 * (size_t)tables, sizeof *line);
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    if (!line)
        die("bare: memory");
    for (int i = 0; i < 2 * tables; i++)
        line[i] = connect_line(listener, &at);
    double seconds = 0;
    for (int round = 0; round < ROUNDS; round++)
        seconds += play_round(line, tables, (size_t)atoi(argv[2]));
    printf("%.1f\n", 1e6 * seconds / ROUNDS / tables);
    return 0;
}
