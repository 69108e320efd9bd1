/* Code that runs where records of strangers are read cannot reach files, other processes or the
 * network, and code in the server only what the server needs. The function that answers requests
 * about records is replaced by hostile code
 * (--wrap=fl_replay_answer), which the real worker runs in its process. Every attempt must succeed
 * without confinement, so that a test cannot pass because the attempt itself is wrong. */
#define _GNU_SOURCE /* process_vm_readv, environ */
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "replay/replay.h"
#include "server/record_worker.h"

enum { TEXT_SIZE = 256, NO_ERROR = 0 };

/* What an attack is directed at: a process with the rights of the server, and files. */
struct target {
    int process;
    const char *secret; /* address in that process */
    char database[64], elsewhere[64];
    int port; /* on which somebody listens */
};

/* An attempt returns 0 if it succeeded, else the error. */
struct attempt {
    const char *name;
    int (*run)(const struct target *);
};

static int outcome(bool succeeded)
{
    return succeeded ? NO_ERROR : errno ? errno : -1;
}

static int open_and_close(const char *path, int how)
{
    int file = open(path, how);
    int result = outcome(file >= 0);
    if (file >= 0)
        close(file);
    return result;
}

static int read_database(const struct target *t)
{
    return open_and_close(t->database, O_RDONLY);
}

static int write_database(const struct target *t)
{
    return open_and_close(t->database, O_WRONLY);
}

static int read_elsewhere(const struct target *t)
{
    return open_and_close(t->elsewhere, O_RDONLY);
}

static int list_root(const struct target *t)
{
    (void)t;
    return open_and_close("/", O_RDONLY | O_DIRECTORY);
}

static int open_of_process(const struct target *t, const char *file)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/%s", t->process, file);
    return open_and_close(path, O_RDONLY);
}

static int open_memory(const struct target *t)
{
    return open_of_process(t, "mem");
}

static int open_environment(const struct target *t)
{
    return open_of_process(t, "environ");
}

static int copy_memory(const struct target *t)
{
    char bytes[8];
    struct iovec here = {bytes, sizeof bytes}, there = {(void *)t->secret, sizeof bytes};
    return outcome(process_vm_readv(t->process, &here, 1, &there, 1, 0) == sizeof bytes);
}

static int trace(const struct target *t)
{
    if (ptrace(PTRACE_SEIZE, t->process, NULL, NULL))
        return errno;
    kill(t->process, SIGSTOP); /* only a stopped process can be released */
    waitpid(t->process, NULL, 0);
    ptrace(PTRACE_DETACH, t->process, NULL, NULL);
    kill(t->process, SIGCONT);
    return NO_ERROR;
}

static int send_signal(const struct target *t)
{
    return outcome(!kill(t->process, 0));
}

static int open_socket(const struct target *t)
{
    (void)t;
    int end = socket(AF_UNIX, SOCK_STREAM, 0);
    return end < 0 ? errno : close(end);
}

static int connect_to_port(const struct target *t)
{
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons((uint16_t)t->port)};
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int end = socket(AF_INET, SOCK_STREAM, 0);
    if (end < 0)
        return errno;
    int result = outcome(!connect(end, (const struct sockaddr *)&at, sizeof at));
    close(end);
    return result;
}

static int listen_at_port(const struct target *t)
{
    struct sockaddr_in at = {.sin_family = AF_INET};
    int end = socket(AF_INET, SOCK_STREAM, 0);
    (void)t;
    if (end < 0)
        return errno;
    int result = outcome(!bind(end, (const struct sockaddr *)&at, sizeof at) && !listen(end, 1));
    close(end);
    return result;
}

static int start_process(const struct target *t)
{
    (void)t;
    pid_t pid = fork();
    if (!pid)
        _exit(0);
    return pid < 0 ? errno : waitpid(pid, NULL, 0) == pid ? NO_ERROR : -1;
}

/* A program that does not exist: where programs may be executed, this is the error. */
static int execute(const struct target *t)
{
    static char *const none[] = {NULL};
    (void)t;
    execve("/nonexistent", none, none);
    return errno == ENOENT ? NO_ERROR : errno;
}

static int make_executable(const struct target *t)
{
    (void)t;
    void *code = mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return code == MAP_FAILED ? errno : munmap(code, 4096);
}

/* Descriptors besides those of /dev/null and of the question: none may be inherited. */
static int find_descriptor(const struct target *t)
{
    char byte;
    int open = 0;
    (void)t;
    for (int file = 0; file < 1024; file++)
        open +=
            (!read(file, &byte, 0) || errno != EBADF) || (!write(file, &byte, 0) || errno != EBADF);
    return open > 4 ? NO_ERROR : EBADF;
}

static int find_environment(const struct target *t)
{
    (void)t;
    return environ && environ[0] ? NO_ERROR : ENOENT;
}

static const struct attempt attempts[] = {
    {"read the database", read_database},
    {"write the database", write_database},
    {"read another file", read_elsewhere},
    {"list a directory", list_root},
    {"open the memory of the server", open_memory},
    {"open the environment of the server", open_environment},
    {"copy the memory of the server", copy_memory},
    {"trace the server", trace},
    {"send the server a signal", send_signal},
    {"open a socket", open_socket},
    {"connect to a port", connect_to_port},
    {"listen at a port", listen_at_port},
    {"start a process", start_process},
    {"execute a program", execute},
    {"make memory executable", make_executable},
    {"find an inherited descriptor", find_descriptor},
    {"find an environment", find_environment},
};
enum { ATTEMPTS = sizeof attempts / sizeof *attempts };

/* Hostile code: the request is the number of an attempt and the bytes of its target. */
char *__wrap_fl_replay_answer(const char *text, size_t len, const struct fl_replay *by,
                              size_t *answer_len);
char *__wrap_fl_replay_answer(const char *text, size_t len, const struct fl_replay *by,
                              size_t *answer_len)
{
    struct target target;
    char *answer = malloc(TEXT_SIZE);
    (void)by;
    if (!answer || len != 1 + sizeof target)
        _exit(9);
    memcpy(&target, text + 1, sizeof target);
    *answer_len = (size_t)snprintf(answer, TEXT_SIZE, "%d", attempts[(int)text[0]].run(&target));
    return answer;
}

/* ---- the world ---- */

struct world {
    struct fl_record_worker worker;
    struct target target;
    char directory[32];
    int listener;
};

static void write_file(const char *path)
{
    int file = open(path, O_WRONLY | O_CREAT, 0600);
    assert_int_equal(write(file, "token", 5), 5);
    close(file);
}

static int set_up(void **state)
{
    static char secret[16] = "secret of dice";
    static struct world w;
    struct sockaddr_in at = {.sin_family = AF_INET};
    socklen_t size = sizeof at;
    setenv("PGPASSWORD", "swordfish", 1);
    strcpy(w.directory, "/tmp/confine-XXXXXX");
    assert_non_null(mkdtemp(w.directory));
    snprintf(w.target.database, sizeof w.target.database, "%s/tables.db", w.directory);
    snprintf(w.target.elsewhere, sizeof w.target.elsewhere, "%s.other", w.directory);
    write_file(w.target.database);
    write_file(w.target.elsewhere);
    open(w.target.database, O_RDWR); /* stays open, and is inherited by programs */
    w.target.secret = secret;
    w.listener = socket(AF_INET, SOCK_STREAM, 0);
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    assert_int_equal(bind(w.listener, (const struct sockaddr *)&at, sizeof at), 0);
    assert_int_equal(listen(w.listener, 64), 0);
    getsockname(w.listener, (struct sockaddr *)&at, &size);
    w.target.port = ntohs(at.sin_port);
    w.target.process = fork();
    if (!w.target.process)
        for (;;)
            pause();
    assert_true(fl_record_worker_start(&w.worker));
    *state = &w;
    return 0;
}

static int tear_down(void **state)
{
    struct world *w = *state;
    kill(w->target.process, SIGKILL);
    waitpid(w->target.process, NULL, 0);
    close(w->listener);
    unlink(w->target.database);
    unlink(w->target.elsewhere);
    rmdir(w->directory);
    return 0;
}

/* The result of an attempt in the process of a question. */
static int ask(const struct world *w, int attempt)
{
    char text[1 + sizeof w->target];
    atomic_bool stop = false;
    size_t len = 0;
    text[0] = (char)attempt;
    memcpy(text + 1, &w->target, sizeof w->target);
    struct fl_record_question question = {.text = text, .len = sizeof text, .stop = &stop};
    char *answer = fl_record_worker_ask(&w->worker, &question, &len);
    assert_non_null(answer);
    answer[len] = '\0';
    int result = atoi(answer);
    free(answer);
    return result;
}

/* ---- tests ---- */

static void attempts_succeed_without_confinement(void **state)
{
    const struct world *w = *state;
    for (int i = 0; i < ATTEMPTS; i++) {
        int result = attempts[i].run(&w->target);
        if (result)
            print_message("# %s: %s\n", attempts[i].name, strerror(result));
        assert_int_equal(result, NO_ERROR);
    }
}

static void a_question_can_do_nothing(void **state)
{
    const struct world *w = *state;
    assert_true(w->worker.confinement.has_seccomp);
    for (int i = 0; i < ATTEMPTS; i++) {
        if (!ask(w, i))
            print_message("# it could %s\n", attempts[i].name);
        assert_int_not_equal(ask(w, i), NO_ERROR);
    }
}

/* Attempts by a server: those that it needs succeed, all others fail. */
static void a_server_can_do_what_it_needs(void **state)
{
    static int (*const needed[])(const struct target *) = {read_database, write_database,
                                                           open_socket};
    const struct world *w = *state;
    int status = 0;
    pid_t pid = fork();
    if (!pid) {
        struct fl_confinement done;
        struct fl_server_needs needs = {.store = w->target.database};
        if (!fl_confine_server(&needs, &done))
            _exit(100);
        fl_confine_calls(&done);
        if (!done.has_seccomp)
            _exit(101);
        for (int i = 0; i < ATTEMPTS; i++) {
            int (*run)(const struct target *) = attempts[i].run;
            bool is_needed = run == needed[0] || run == needed[1] || run == needed[2];
            bool is_file = run == read_elsewhere || run == list_root || run == open_memory ||
                           run == open_environment || run == connect_to_port;
            if (run == find_descriptor || run == find_environment || (is_file && !done.landlock))
                continue; /* its own; or a kernel without Landlock */
            if (!run(&w->target) != is_needed)
                _exit(i + 1);
        }
        _exit(0);
    }
    waitpid(pid, &status, 0);
    if (status)
        print_message("# attempt %d, status %x\n", WEXITSTATUS(status), (unsigned)status);
    assert_int_equal(status, 0);
}

/* A process that is stopped ends; its question has no answer. */
static void a_stopped_question_ends(void **state)
{
    const struct world *w = *state;
    atomic_bool stop = true;
    size_t len = 0;
    struct fl_record_question question = {.text = "", .len = 0, .stop = &stop};
    assert_null(fl_record_worker_ask(&w->worker, &question, &len));
}

/* A process that ends without an answer, here because of a text of the wrong length, ends only its
 * question. */
static void a_crash_ends_only_its_question(void **state)
{
    const struct world *w = *state;
    atomic_bool stop = false;
    size_t len = 0;
    struct fl_record_question question = {.text = "?", .len = 1, .stop = &stop};
    assert_null(fl_record_worker_ask(&w->worker, &question, &len));
    assert_int_not_equal(ask(w, 0), NO_ERROR);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(attempts_succeed_without_confinement),
        cmocka_unit_test(a_question_can_do_nothing),
        cmocka_unit_test(a_server_can_do_what_it_needs),
        cmocka_unit_test(a_stopped_question_ends),
        cmocka_unit_test(a_crash_ends_only_its_question),
    };
    if (argc && !strcmp(argv[0], FL_RECORD_WORKER_NAME))
        return fl_record_worker_run();
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
