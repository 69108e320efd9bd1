/* Landlock, seccomp, capabilities and users of Linux. Builds with sanitizers confine nothing,
 * because sanitizers need other system calls. */
#define _GNU_SOURCE /* setgroups, MAP_ANONYMOUS */
#include "server/confine.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define IS_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define IS_SANITIZED 1
#endif
#endif

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__)) && !defined(IS_SANITIZED)
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

enum { NOBODY = 65534, DIRECTORY_SIZE = 4096 };

/* ---- files: Landlock ---- */

/* The kernel's interface, version 6; the headers of the C library may be older. */
enum {
    LANDLOCK_CREATE = 444,
    LANDLOCK_ADD = 445,
    LANDLOCK_RESTRICT = 446, /* system calls */
    ASK_VERSION = 1,
    PATH_BENEATH = 1
};
struct landlock_rules {
    uint64_t files, network, scope; /* the kinds of access that are refused without a rule */
};
struct landlock_path {
    uint64_t allowed;
    int32_t parent;
} __attribute__((packed));

enum {
    MAY_WRITE = 1 << 1,
    MAY_READ = 1 << 2,
    MAY_LIST = 1 << 3,
    MAY_REMOVE = 1 << 5,
    MAY_CREATE = 1 << 8,
    MAY_TRUNCATE = 1 << 14,
    READING = MAY_READ | MAY_LIST,
    WRITING = READING | MAY_WRITE | MAY_REMOVE | MAY_CREATE | MAY_TRUNCATE,
    NETWORK_BIND = 1 << 0,
    NETWORK_CONNECT = 1 << 1,
    SCOPE_ALL = 3 /* abstract sockets and signals of other processes */
};

/* The kinds of file access that a version knows: 13 in version 1, then some more. */
static uint64_t files_of_version(int version)
{
    int kinds = version >= 5 ? 16 : version >= 3 ? 15 : version == 2 ? 14 : 13;
    return (1u << kinds) - 1;
}

static int landlock_version(void)
{
    long version = syscall(LANDLOCK_CREATE, NULL, 0, ASK_VERSION);
    return version > 0 ? (int)version : 0;
}

/* Begins a set of rules that refuses all file access, and network access as given. */
static int begin_rules(int version, uint64_t network)
{
    struct landlock_rules rules = {.files = files_of_version(version),
                                   .network = version >= 4 ? network : 0,
                                   .scope = version >= 6 ? SCOPE_ALL : 0};
    size_t size = version >= 6 ? sizeof rules : version >= 4 ? 16 : 8;
    return (int)syscall(LANDLOCK_CREATE, &rules, size, 0);
}

/* Allows access below a path. A path that does not exist needs no rule. */
static void allow_path(int rules, int version, const char *path, uint64_t access)
{
    struct landlock_path beneath = {.allowed = access & files_of_version(version),
                                    .parent = open(path, O_PATH | O_CLOEXEC)};
    struct stat about;
    if (beneath.parent < 0)
        return;
    if (!fstat(beneath.parent, &about) && !S_ISDIR(about.st_mode))
        beneath.allowed &= MAY_READ; /* the kernel refuses the other kinds for files */
    syscall(LANDLOCK_ADD, rules, PATH_BENEATH, &beneath, 0);
    close(beneath.parent);
}

static int enforce_rules(int rules, int version)
{
    bool done = rules >= 0 && !syscall(LANDLOCK_RESTRICT, rules, 0);
    if (rules >= 0)
        close(rules);
    return done ? version : 0;
}

/* ---- capabilities ---- */

/* Keeps one capability, or none if it is negative, and gives up all others for good. */
static void keep_capability(int kept)
{
    struct __user_cap_header_struct head = {.version = _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct sets[2] = {{0}};
    if (kept >= 0)
        sets[0].permitted = sets[0].effective = 1u << kept;
    for (int i = 0; i < 64; i++)
        prctl(PR_CAPBSET_DROP, i, 0, 0, 0);
    prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
    syscall(SYS_capset, &head, sets);
}

static bool become(uid_t user, gid_t group)
{
    return !prctl(PR_SET_KEEPCAPS, 1, 0, 0, 0) && !setgroups(1, &group) &&
           !setresgid(group, group, group) && !setresuid(user, user, user);
}

/* ---- system calls: seccomp ---- */

#ifdef __x86_64__
#define THIS_MACHINE AUDIT_ARCH_X86_64
#else
#define THIS_MACHINE AUDIT_ARCH_AARCH64
#endif

enum { PROGRAM_MAX = 512 };

/* A filter under construction. Calls that it does not allow fail with ENOSYS, as in an old kernel,
 * because the C library then uses another call. */
struct filter {
    struct sock_filter at[PROGRAM_MAX];
    unsigned short len;
};

static void put(struct filter *f, struct sock_filter instruction)
{
    if (f->len < PROGRAM_MAX)
        f->at[f->len++] = instruction;
}

static void load(struct filter *f, size_t offset)
{
    put(f, (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset));
}

static void decide(struct filter *f, uint32_t verdict)
{
    put(f, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, verdict));
}

/* Skips instructions unless the loaded word is equal to a value, or has one of its bits. */
static void unless_equal(struct filter *f, uint32_t value, uint8_t skipped)
{
    put(f, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, skipped));
}

static void unless_bit(struct filter *f, uint32_t bits, uint8_t skipped)
{
    put(f, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, 0, skipped));
}

static void begin_filter(struct filter *f)
{
    f->len = 0;
    load(f, offsetof(struct seccomp_data, arch));
    put(f, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, THIS_MACHINE, 1, 0));
    decide(f, SECCOMP_RET_KILL_PROCESS); /* numbers of another machine */
    load(f, offsetof(struct seccomp_data, nr));
}

static void allow(struct filter *f, const int *calls, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        unless_equal(f, (uint32_t)calls[i], 1);
        decide(f, SECCOMP_RET_ALLOW);
    }
}

/* The low half of an argument; machines of this file are little-endian. */
static size_t argument(int n)
{
    return offsetof(struct seccomp_data, args) + 8 * (size_t)n;
}

/* Allows a call if an argument has one of the values. */
static void allow_values(struct filter *f, int call, int n, const uint32_t *values, size_t count)
{
    unless_equal(f, (uint32_t)call, (uint8_t)(2 * count + 2));
    load(f, argument(n));
    for (size_t i = 0; i < count; i++) {
        unless_equal(f, values[i], 1);
        decide(f, SECCOMP_RET_ALLOW);
    }
    decide(f, SECCOMP_RET_ERRNO | EPERM);
}

/* Allows a call if an argument has one of the bits, or, without `must_have`, if it has none. */
static void allow_bits(struct filter *f, int call, int n, uint32_t bits, bool must_have)
{
    unless_equal(f, (uint32_t)call, 4);
    load(f, argument(n));
    unless_bit(f, bits, 1);
    decide(f, must_have ? SECCOMP_RET_ALLOW : SECCOMP_RET_ERRNO | EPERM);
    decide(f, must_have ? SECCOMP_RET_ERRNO | EPERM : SECCOMP_RET_ALLOW);
}

/* Memory that is not executable. */
static void allow_memory(struct filter *f)
{
    static const int calls[] = {SYS_munmap, SYS_mremap, SYS_brk, SYS_madvise};
    allow(f, calls, sizeof calls / sizeof *calls);
    allow_bits(f, SYS_mmap, 2, PROT_EXEC, false);
    allow_bits(f, SYS_mprotect, 2, PROT_EXEC, false);
}

static bool enforce_filter(struct filter *f)
{
    decide(f, SECCOMP_RET_ERRNO | ENOSYS);
    struct sock_fprog program = {.len = f->len, .filter = f->at};
    return f->len < PROGRAM_MAX && !prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) &&
           !syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program);
}

/* The calls of an answer, of the C library around it, and of a process that ends. */
static const int computing[] = {
    SYS_read,         SYS_write,       SYS_sendto,          SYS_recvfrom,     SYS_close,
    SYS_ppoll,        SYS_futex,       SYS_clock_gettime,   SYS_gettimeofday, SYS_getrandom,
    SYS_rt_sigreturn, SYS_sched_yield, SYS_rt_sigprocmask,  SYS_getpid,       SYS_gettid,
    SYS_exit,         SYS_exit_group,  SYS_restart_syscall, SYS_nanosleep,    SYS_clock_nanosleep,
#ifdef SYS_poll
    SYS_poll,
#endif
};

/* The further calls of a server that is running. */
static const int serving[] = {
    SYS_readv,
    SYS_writev,
    SYS_pread64,
    SYS_pwrite64,
    SYS_preadv,
    SYS_pwritev,
    SYS_lseek,
    SYS_fcntl,
    SYS_openat,
    SYS_fstat,
    SYS_newfstatat,
    SYS_statx,
    SYS_faccessat,
    SYS_faccessat2,
    SYS_readlinkat,
    SYS_getdents64,
    SYS_getcwd,
    SYS_fstatfs,
    SYS_statfs,
    SYS_ftruncate,
    SYS_fallocate,
    SYS_fsync,
    SYS_fdatasync,
    SYS_fadvise64,
    SYS_flock,
    SYS_fchmod,
    SYS_fchown,
    SYS_unlinkat,
    SYS_renameat2,
    SYS_linkat,
    SYS_umask,
    SYS_dup,
    SYS_dup3,
    SYS_pipe2,
    SYS_eventfd2,
    SYS_epoll_create1,
    SYS_epoll_ctl,
    SYS_epoll_pwait,
    SYS_pselect6,
    SYS_socketpair,
    SYS_connect,
    SYS_accept,
    SYS_accept4,
    SYS_sendmsg,
    SYS_sendmmsg,
    SYS_recvmsg,
    SYS_recvmmsg,
    SYS_shutdown,
    SYS_getsockname,
    SYS_getpeername,
    SYS_getsockopt,
    SYS_setsockopt,
    SYS_set_robust_list,
    SYS_rseq,
    SYS_membarrier,
    SYS_sched_getaffinity,
    SYS_sched_setscheduler,
    SYS_setpriority,
    SYS_getpriority,
    SYS_clock_getres,
    SYS_rt_sigaction,
    SYS_sigaltstack,
    SYS_rt_sigtimedwait,
    SYS_tgkill,
    SYS_getppid,
    SYS_getuid,
    SYS_geteuid,
    SYS_getgid,
    SYS_getegid,
    SYS_uname,
    SYS_sysinfo,
    SYS_getrusage,
    SYS_times,
    SYS_mlock,
    SYS_munlock,
    SYS_set_tid_address,
#ifdef __x86_64__ /* what other machines do with the calls above */
    SYS_open,
    SYS_stat,
    SYS_lstat,
    SYS_access,
    SYS_readlink,
    SYS_unlink,
    SYS_rename,
    SYS_link,
    SYS_dup2,
    SYS_pipe,
    SYS_eventfd,
    SYS_epoll_create,
    SYS_epoll_wait,
    SYS_select,
    SYS_getrlimit,
    SYS_setrlimit,
    SYS_time,
#endif
};

static void allow_serving(struct filter *f)
{
    static const uint32_t families[] = {AF_UNIX, AF_INET, AF_INET6, AF_NETLINK};
    static const uint32_t requests[] = {FIONBIO, FIONREAD, FIOCLEX, TCGETS, TIOCGWINSZ};
    static const uint32_t own_process[] = {0};
    allow(f, serving, sizeof serving / sizeof *serving);
    allow_values(f, SYS_socket, 0, families, sizeof families / sizeof *families);
    allow_values(f, SYS_ioctl, 1, requests, sizeof requests / sizeof *requests);
    allow_values(f, SYS_prlimit64, 0, own_process, 1);
    allow_bits(f, SYS_clone, 0, CLONE_THREAD, true);
}

/* ---- the processes ---- */

/* Writes the directory of an SQLite store. False if the store is none, or if the directory does not
 * exist. */
static bool find_directory(const char *store, char *path)
{
    static const char scheme[] = "sqlite:";
    if (!strncmp(store, scheme, sizeof scheme - 1))
        store += sizeof scheme - 1;
    char *target = realpath(store, NULL); /* NULL: there is no such file yet */
    const char *file = target ? target : store, *slash = strrchr(file, '/');
    int len = slash == file ? 1 : slash ? (int)(slash - file) : 0;
    snprintf(path, DIRECTORY_SIZE, "%.*s", slash ? len : 1, slash ? file : ".");
    free(target);
    return !access(path, F_OK);
}

/* Files that the C library reads when it needs them, and the size of the process for /metrics. */
static void allow_system(int rules, int version)
{
    static const char *const paths[] = {"/proc/self",
                                        "/proc/sys/vm/overcommit_memory",
                                        "/sys/devices/system/cpu",
                                        "/dev/null",
                                        "/dev/urandom",
                                        "/usr/lib",
                                        "/lib"};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
        allow_path(rules, version, paths[i], READING);
}

static int confine_files(const struct fl_server_needs *needs)
{
    char directory[DIRECTORY_SIZE];
    bool is_remote = !strncmp(needs->store, "postgres", 8);
    bool is_memory = !strncmp(needs->store, "memory:", 7);
    bool has_directory = !is_remote && !is_memory && find_directory(needs->store, directory);
    int version = landlock_version();
    if (!version || (!has_directory && !is_remote && !is_memory))
        return 0; /* without a directory the server will not start */
    int rules = begin_rules(version, is_remote ? 0 : NETWORK_CONNECT);
    if (is_remote)
        allow_path(rules, version, "/", READING);
    else
        allow_system(rules, version);
    if (has_directory) {
        allow_path(rules, version, directory, WRITING);
        setenv("SQLITE_TMPDIR", directory, 1); /* its temporary files */
    }
    if (needs->web)
        allow_path(rules, version, needs->web, READING);
    return enforce_rules(rules, version);
}

bool fl_confine_server(const struct fl_server_needs *needs, struct fl_confinement *done)
{
    *done = (struct fl_confinement){0};
    if (needs->user) {
        const struct passwd *user = getpwnam(needs->user);
        if (!user || !become(user->pw_uid, user->pw_gid))
            return false;
    }
    keep_capability(CAP_NET_BIND_SERVICE);
    if (!prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
        done->landlock = confine_files(needs);
    return true;
}

void fl_confine_calls(struct fl_confinement *done)
{
    struct filter filter;
    keep_capability(-1);
    begin_filter(&filter);
    allow(&filter, computing, sizeof computing / sizeof *computing);
    allow_memory(&filter);
    allow_serving(&filter);
    allow_values(&filter, SYS_prctl, 0, (const uint32_t[]){PR_SET_NAME}, 1);
    done->has_seccomp = enforce_filter(&filter);
}

/* Neither files of any size, nor memory without limit, nor memory images. */
static void set_worker_limits(void)
{
    struct rlimit none = {0, 0}, memory = {(rlim_t)1 << 30, (rlim_t)1 << 30}, files = {16, 16};
    setrlimit(RLIMIT_CORE, &none);
    setrlimit(RLIMIT_FSIZE, &none);
    setrlimit(RLIMIT_AS, &memory);
    setrlimit(RLIMIT_NOFILE, &files);
}

void fl_confine_worker(struct fl_confinement *done)
{
    static const int calls[] = {SYS_recvmsg,         SYS_clone,   SYS_fcntl,
                                SYS_set_robust_list, SYS_seccomp, SYS_prctl};
    struct filter filter;
    int version = landlock_version();
    if (!geteuid())
        become(NOBODY, NOBODY);
    keep_capability(-1);
    set_worker_limits();
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    done->landlock =
        version ? enforce_rules(begin_rules(version, NETWORK_BIND | NETWORK_CONNECT), version) : 0;
    begin_filter(&filter);
    allow(&filter, computing, sizeof computing / sizeof *computing);
    allow(&filter, calls, sizeof calls / sizeof *calls);
    allow_memory(&filter);
    done->has_seccomp = enforce_filter(&filter);
}

void fl_confine_answer(void)
{
    struct filter filter;
    begin_filter(&filter);
    allow(&filter, computing, sizeof computing / sizeof *computing);
    allow_values(&filter, SYS_fcntl, 1, (const uint32_t[]){F_SETFL}, 1);
    allow_memory(&filter);
    enforce_filter(&filter);
}

#else

bool fl_confine_server(const struct fl_server_needs *needs, struct fl_confinement *done)
{
    *done = (struct fl_confinement){0};
    return !needs->user;
}

void fl_confine_calls(struct fl_confinement *done)
{
    done->has_seccomp = false;
}

void fl_confine_worker(struct fl_confinement *done)
{
    *done = (struct fl_confinement){0};
}

void fl_confine_answer(void)
{
}

#endif
