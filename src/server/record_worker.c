/* The worker, its processes for single questions, and the side of the server.
 *
 * The control socket carries one message per question: a descriptor of a socket on which the
 * process of the question receives `struct head` and the text, and sends the length of the answer
 * and the answer. */
#define _GNU_SOURCE /* close_range, F_SETSIG */
#include "server/record_worker.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    CONTROL = 3,            /* descriptor of the control socket in the worker */
    LONGEST_TEXT = 1 << 20, /* bytes */
    LONGEST_ANSWER = 1 << 24,
    START_TIME = 10000, /* milliseconds for the worker to start */
    CHECK_TIME = 20     /* milliseconds between checks whether a question was stopped */
};

struct head {
    uint64_t seed, think;
    size_t len;
    double efforts;
};

/* ---- both sides ---- */

/* Waits until a socket is ready. False if the question was stopped; NULL: it cannot be. */
static bool wait_for(int socket, short events, atomic_bool *stop)
{
    struct pollfd one = {.fd = socket, .events = events};
    while (poll(&one, 1, stop ? CHECK_TIME : -1) <= 0)
        if (stop && atomic_load(stop))
            return false;
    return !stop || !atomic_load(stop);
}

/* Sends or receives all bytes. False after an error, an end or a stop. */
static bool transfer(int socket, void *bytes, size_t len, bool is_sending, atomic_bool *stop)
{
    char *at = bytes;
    while (len) {
        if (!wait_for(socket, is_sending ? POLLOUT : POLLIN, stop))
            return false;
        ssize_t moved = is_sending ? send(socket, at, len, MSG_NOSIGNAL | MSG_DONTWAIT)
                                   : recv(socket, at, len, MSG_DONTWAIT);
        if (moved > 0) {
            at += moved;
            len -= (size_t)moved;
        } else if (!moved || (errno != EAGAIN && errno != EINTR)) {
            return false;
        }
    }
    return true;
}

/* A control message with room for one descriptor. */
struct passing {
    struct msghdr message;
    struct iovec part;
    char byte;
    _Alignas(struct cmsghdr) char control[CMSG_SPACE(sizeof(int))];
};

static void begin_passing(struct passing *p)
{
    *p = (struct passing){.byte = 'q'};
    p->part = (struct iovec){&p->byte, 1};
    p->message.msg_iov = &p->part;
    p->message.msg_iovlen = 1;
    p->message.msg_control = p->control;
    p->message.msg_controllen = sizeof p->control;
}

/* ---- the worker ---- */

/* The next descriptor, or -1 when the server is gone. */
static int receive_socket(void)
{
    struct passing p;
    int socket;
    for (;;) {
        begin_passing(&p);
        ssize_t got = recvmsg(CONTROL, &p.message, MSG_CMSG_CLOEXEC);
        if (!got || (got < 0 && errno != EINTR))
            return -1;
        const struct cmsghdr *head = got > 0 ? CMSG_FIRSTHDR(&p.message) : NULL;
        if (head && head->cmsg_type == SCM_RIGHTS) {
            memcpy(&socket, CMSG_DATA(head), sizeof socket);
            return socket;
        }
    }
}

/* From now on the process ends when the server closes the socket: SIGIO ends it. */
static void end_with_question(int socket)
{
    char byte;
    fcntl(socket, F_SETOWN, getpid());
    fcntl(socket, F_SETFL, O_ASYNC);
    if (!recv(socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT))
        _exit(0);
}

/* The process of one question. */
static _Noreturn void answer(int socket)
{
    struct head head;
    atomic_bool stop = false;
    size_t len = 0;
    if (!transfer(socket, &head, sizeof head, false, NULL) || head.len > LONGEST_TEXT)
        _exit(1);
    char *text = malloc(head.len + 1);
    if (!text || !transfer(socket, text, head.len, false, NULL))
        _exit(1);
    end_with_question(socket);
    close(CONTROL);
    fl_confine_answer();
    struct fl_record_question question = {.text = text,
                                          .len = head.len,
                                          .seed = head.seed,
                                          .think = head.think,
                                          .efforts = head.efforts,
                                          .stop = &stop};
    char *json = fl_record_answer(&question, &len);
    fcntl(socket, F_SETFL, 0); /* or the server's reading would cause a SIGIO */
    _exit(!json || !transfer(socket, &len, sizeof len, true, NULL) ||
          !transfer(socket, json, len, true, NULL));
}

int fl_record_worker_run(void)
{
    struct fl_confinement confinement = {0};
    signal(SIGCHLD, SIG_IGN); /* no process of a question stays as a zombie */
    signal(SIGINT, SIG_IGN);  /* Ctrl-C is for the server */
    setpriority(PRIO_PROCESS, 0, FL_RECORD_NICENESS); /* inherited by the processes of questions */
    fl_confine_worker(&confinement);
    if (send(CONTROL, &confinement, sizeof confinement, MSG_NOSIGNAL) < 0)
        return 1;
    for (int socket; (socket = receive_socket()) >= 0; close(socket))
        if (!fork())
            answer(socket);
    return 0;
}

/* ---- the server ---- */

/* Executes this program as the worker, with the control socket as its only descriptor besides
 * /dev/null. */
static _Noreturn void become_worker(int control)
{
    static char *const arguments[] = {(char *)FL_RECORD_WORKER_NAME, NULL};
    static char *const no_environment[] = {NULL};
    int nothing = open("/dev/null", O_RDWR);
    dup2(control, CONTROL + 1); /* not yet CONTROL: `nothing` may have this number */
    for (int standard = 0; standard <= STDERR_FILENO; standard++)
        dup2(nothing, standard);
    dup2(CONTROL + 1, CONTROL);
    close_range(CONTROL + 1, ~0u, 0);
    execve("/proc/self/exe", arguments, no_environment);
    /* Without /proc, as in a plain chroot: the path that this process was started with. */
    execve((const char *)getauxval(AT_EXECFN), arguments, no_environment);
    _exit(127);
}

bool fl_record_worker_start(struct fl_record_worker *worker)
{
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair))
        return false;
    pid_t pid = fork();
    if (!pid)
        become_worker(pair[1]);
    close(pair[1]);
    struct pollfd one = {.fd = pair[0], .events = POLLIN};
    *worker = (struct fl_record_worker){.control = pair[0]};
    size_t size = sizeof worker->confinement;
    if (pid > 0 && poll(&one, 1, START_TIME) > 0 &&
        recv(pair[0], &worker->confinement, size, 0) == (ssize_t)size)
        return true;
    close(pair[0]);
    return false;
}

static bool pass_socket(int control, int socket)
{
    struct passing p;
    begin_passing(&p);
    struct cmsghdr *head = CMSG_FIRSTHDR(&p.message);
    head->cmsg_level = SOL_SOCKET;
    head->cmsg_type = SCM_RIGHTS;
    head->cmsg_len = CMSG_LEN(sizeof socket);
    memcpy(CMSG_DATA(head), &socket, sizeof socket);
    return sendmsg(control, &p.message, MSG_NOSIGNAL) == 1;
}

static char *receive_answer(int socket, atomic_bool *stop, size_t *answer_len)
{
    size_t len;
    if (!transfer(socket, &len, sizeof len, false, stop) || len > LONGEST_ANSWER)
        return NULL;
    char *json = malloc(len + 1);
    if (json && transfer(socket, json, len, false, stop)) {
        *answer_len = len;
        return json;
    }
    free(json);
    return NULL;
}

char *fl_record_worker_ask(const struct fl_record_worker *worker,
                           const struct fl_record_question *q, size_t *answer_len)
{
    int pair[2];
    char *json = NULL;
    struct head head = {.seed = q->seed, .think = q->think, .len = q->len, .efforts = q->efforts};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair))
        return NULL;
    bool passed = pass_socket(worker->control, pair[1]);
    close(pair[1]);
    if (passed && transfer(pair[0], &head, sizeof head, true, q->stop) &&
        transfer(pair[0], (void *)q->text, q->len, true, q->stop))
        json = receive_answer(pair[0], q->stop, answer_len);
    close(pair[0]);
    return json;
}
