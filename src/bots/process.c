/* Programs as bots: pipes, limits, isolation, and an end in any case. */
#define _GNU_SOURCE /* pipe2 */
#include "bots/process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))
#define HAS_SECCOMP 1
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

int64_t fl_process_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* ---- isolation ---- */

#ifdef HAS_SECCOMP
#ifdef __x86_64__
#define THIS_MACHINE AUDIT_ARCH_X86_64
#else
#define THIS_MACHINE AUDIT_ARCH_AARCH64
#endif

/* Fails the call with this number. */
#define REFUSE(number)                                                                             \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (number), 0, 1),                                           \
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EACCES)

/* Refuses sockets, including those of io_uring, and access to the memory of other processes. Calls
 * of another machine's numbers, with which this filter could be avoided, end the program. Calls
 * between a fork and an exec only. */
static bool refuse_network(void)
{
    static const struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, THIS_MACHINE, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
#ifdef __x86_64__
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1), /* x32 */
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
#endif
        REFUSE(SYS_socket),
        REFUSE(425 /* io_uring_setup */),
        REFUSE(SYS_ptrace),
        REFUSE(SYS_process_vm_readv),
        REFUSE(SYS_process_vm_writev),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {.len = sizeof filter / sizeof *filter,
                                 .filter = (struct sock_filter *)filter};
    return !prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) &&
           !prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}
#else
static bool refuse_network(void)
{
    return false;
}
#endif

const char *fl_sandbox_name(enum fl_sandbox sandbox)
{
    static const char *const name[] = {[FL_SANDBOX_NONE] = "none",
                                       [FL_SANDBOX_SECCOMP] = "seccomp",
                                       [FL_SANDBOX_BWRAP] = "bubblewrap"};
    return name[sandbox];
}

enum fl_sandbox fl_sandbox_find(void)
{
    struct fl_process process;
    for (enum fl_sandbox way = FL_SANDBOX_BWRAP; way != FL_SANDBOX_NONE; way--) {
        struct fl_process_limits limits = {.sandbox = way, .is_quiet = true};
        if (fl_process_start(&process, "true", &limits) && !fl_process_stop(&process, 5000))
            return way;
    }
    return FL_SANDBOX_NONE;
}

/* ---- start ---- */

/* Everything that the new process does before the program runs: only calls that are safe after a
 * fork of a program with threads. */
static _Noreturn void become(char *const argv[], int in, int out,
                             const struct fl_process_limits *limits)
{
    struct sigaction usual = {.sa_handler = SIG_DFL};
    sigset_t none;
    sigemptyset(&none);
    sigemptyset(&usual.sa_mask);
    sigaction(SIGPIPE, &usual, NULL);
    sigaction(SIGINT, &usual, NULL);
    sigprocmask(SIG_SETMASK, &none, NULL);
    setpgid(0, 0);
    dup2(in, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    if (limits->is_quiet) {
        int nothing = open("/dev/null", O_WRONLY);
        dup2(nothing, STDERR_FILENO);
    }
    struct rlimit none_left = {0, 0};
    struct rlimit memory = {(rlim_t)limits->memory_mib << 20, (rlim_t)limits->memory_mib << 20};
    setrlimit(RLIMIT_CORE, &none_left);
    if (limits->memory_mib)
        setrlimit(RLIMIT_AS, &memory);
    if (limits->sandbox != FL_SANDBOX_SECCOMP || refuse_network())
        execvp(argv[0], argv);
    _exit(127);
}

static void close_pair(const int pair[2])
{
    close(pair[0]);
    close(pair[1]);
}

bool fl_process_start(struct fl_process *p, const char *command,
                      const struct fl_process_limits *limits)
{
    char *isolated[] = {"bwrap",
                        "--ro-bind",
                        "/",
                        "/",
                        "--dev",
                        "/dev",
                        "--proc",
                        "/proc",
                        "--unshare-net",
                        "--unshare-pid",
                        "--unshare-ipc",
                        "--new-session",
                        "--die-with-parent",
                        "--",
                        "/bin/sh",
                        "-c",
                        (char *)command,
                        NULL};
    char *plain[] = {"/bin/sh", "-c", (char *)command, NULL};
    int to[2], from[2];
    *p = (struct fl_process){.pid = 0};
    if (pipe2(to, O_CLOEXEC))
        return false;
    if (pipe2(from, O_CLOEXEC)) {
        close_pair(to);
        return false;
    }
    pid_t pid = fork();
    if (pid == 0)
        become(limits->sandbox == FL_SANDBOX_BWRAP ? isolated : plain, to[0], from[1], limits);
    close(to[0]);
    close(from[1]);
    if (pid < 0) {
        close(to[1]);
        close(from[0]);
        return false;
    }
    setpgid(pid, pid); /* here, too: whichever process is first */
    fcntl(to[1], F_SETFL, O_NONBLOCK);
    fcntl(from[0], F_SETFL, O_NONBLOCK);
    p->pid = pid;
    p->to = to[1];
    p->from = from[0];
    return true;
}

/* ---- lines ---- */

/* Waits until a descriptor is ready. False if the deadline passed. */
static bool wait_for(int file, short events, int64_t deadline)
{
    for (;;) {
        int64_t left = deadline - fl_process_clock();
        struct pollfd one = {.fd = file, .events = events};
        int ready = poll(&one, 1, left > 0 ? (int)left : 0);
        if (ready > 0)
            return true;
        if (ready == 0 || errno != EINTR)
            return false;
    }
}

enum fl_process_result fl_process_write(struct fl_process *p, const char *text, size_t len,
                                        int64_t deadline)
{
    while (len) {
        ssize_t written = write(p->to, text, len);
        if (written > 0) {
            text += written;
            len -= (size_t)written;
        } else if (errno == EAGAIN) {
            if (!wait_for(p->to, POLLOUT, deadline))
                return FL_PROCESS_LATE;
        } else if (errno != EINTR) {
            return FL_PROCESS_ENDED;
        }
    }
    return FL_PROCESS_FINE;
}

/* Takes the first complete line of the bytes received. */
static bool take_line(struct fl_process *p, char line[FL_BOT_LINE_SIZE])
{
    char *end = memchr(p->bytes, '\n', p->used);
    if (!end)
        return false;
    size_t len = (size_t)(end - p->bytes);
    memcpy(line, p->bytes, len);
    line[len && line[len - 1] == '\r' ? len - 1 : len] = '\0';
    p->used -= len + 1;
    memmove(p->bytes, end + 1, p->used);
    return true;
}

/* Receives more bytes; there is room for them. */
static enum fl_process_result receive(struct fl_process *p, int64_t deadline)
{
    ssize_t got = read(p->from, p->bytes + p->used, sizeof p->bytes - p->used);
    if (got > 0)
        p->used += (size_t)got;
    else if (got == 0 || (errno != EAGAIN && errno != EINTR))
        return FL_PROCESS_ENDED;
    else if (!wait_for(p->from, POLLIN, deadline))
        return FL_PROCESS_LATE;
    return FL_PROCESS_FINE;
}

enum fl_process_result fl_process_read(struct fl_process *p, int64_t deadline,
                                       char line[FL_BOT_LINE_SIZE])
{
    enum fl_process_result result = FL_PROCESS_FINE;
    while (!take_line(p, line)) {
        if (p->used == sizeof p->bytes)
            return FL_PROCESS_FLOOD;
        if ((result = receive(p, deadline)) != FL_PROCESS_FINE)
            return result;
    }
    return FL_PROCESS_FINE;
}

int fl_process_drain(struct fl_process *p, int most)
{
    char line[FL_BOT_LINE_SIZE];
    int lines = 0;
    while (lines < most && fl_process_read(p, 0, line) == FL_PROCESS_FINE)
        lines++;
    return lines;
}

/* ---- end ---- */

/* Waits for the end of the process. False if it is still running at the deadline. */
static bool has_ended(pid_t pid, int64_t deadline, int *status)
{
    struct timespec pause = {.tv_nsec = 1000000};
    for (;;) {
        pid_t ended = waitpid(pid, status, WNOHANG);
        if (ended == pid || (ended < 0 && errno != EINTR))
            return true;
        if (fl_process_clock() >= deadline)
            return false;
        nanosleep(&pause, NULL);
    }
}

int fl_process_stop(struct fl_process *p, int patience)
{
    int status = -1;
    if (!p->pid)
        return -1;
    close(p->to);
    bool ended = has_ended(p->pid, fl_process_clock() + patience, &status);
    kill(-p->pid, SIGKILL); /* what it started may still run */
    if (!ended)
        while (waitpid(p->pid, &status, 0) < 0 && errno == EINTR)
            ;
    close(p->from);
    p->pid = 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}
