/* The virtual disk: files in memory, with what is durable and what only the cache of the operating
 * system has. A power cut keeps any subset of the sectors that were not synced. Names of files are
 * durable at once. SQLite uses the disk through a VFS, the rest of the store through file calls. */
#define _XOPEN_SOURCE 700
#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sim.h"

enum {
    FILES = 32,
    SECTOR = 512,
    DESCRIPTORS = 64,
    FIRST_FD = 5000,
    REGION = 32768,
    REGIONS = 64,
    NAME = 96
};

/* Contents of a file. It outlives its name while it is open. */
struct file {
    int links, open;
    char *now, *durable; /* as the cache has it; as the medium has it */
    size_t size, durable_size, room;
    unsigned char *dirty; /* per sector: not synced */
    int flock_owner;      /* descriptor that has an exclusive flock, or -1 */
    /* SQLite's locks */
    int shared;
    const void *reserved, *pending, *exclusive;
    char *region[REGIONS]; /* shared memory of the write-ahead log */
    int shm_shared[SQLITE_SHM_NLOCK];
    const void *shm_exclusive[SQLITE_SHM_NLOCK];
};

static struct {
    char name[NAME];
    struct file *file;
} names[FILES];

static struct file *descriptor[DESCRIPTORS];
struct disk_faults disk_faults;

/* ---- files ---- */

static int find(const char *name)
{
    for (int i = 0; i < FILES; i++)
        if (names[i].file && !strcmp(names[i].name, name))
            return i;
    return -1;
}

static void free_shm(struct file *f)
{
    for (int i = 0; i < REGIONS; i++) {
        sim_free(f->region[i]);
        f->region[i] = NULL;
    }
}

static void release(struct file *f)
{
    if (f->links || f->open)
        return;
    free_shm(f);
    sim_free(f->now);
    sim_free(f->durable);
    sim_free(f->dirty);
    sim_free(f);
}

static void set_name(const char *name, struct file *f)
{
    int i = find(name);
    if (i >= 0) {
        names[i].file->links--;
        release(names[i].file);
    }
    for (i = 0; names[i].file && strcmp(names[i].name, name);)
        if (++i == FILES)
            abort();
    snprintf(names[i].name, NAME, "%s", name);
    names[i].file = f;
    f->links++;
}

static struct file *create(const char *name)
{
    struct file *f = sim_alloc(sizeof *f);
    f->flock_owner = -1;
    set_name(name, f);
    return f;
}

static bool remove_name(const char *name)
{
    int i = find(name);
    if (i < 0)
        return false;
    struct file *f = names[i].file;
    names[i].file = NULL;
    f->links--;
    release(f);
    return true;
}

static void reserve(struct file *f, size_t size)
{
    if (size <= f->room)
        return;
    size_t room = f->room ? f->room : 65536;
    while (room < size)
        room *= 2;
    f->now = sim_realloc(f->now, room);
    f->durable = sim_realloc(f->durable, room);
    f->dirty = sim_realloc(f->dirty, room / SECTOR);
    memset(f->now + f->room, 0, room - f->room);
    memset(f->durable + f->room, 0, room - f->room);
    memset(f->dirty + f->room / SECTOR, 0, (room - f->room) / SECTOR);
    f->room = room;
}

static void put(struct file *f, size_t at, const void *bytes, size_t len)
{
    reserve(f, at + len);
    memcpy(f->now + at, bytes, len);
    if (len)
        memset(f->dirty + at / SECTOR, 1, (at + len - 1) / SECTOR - at / SECTOR + 1);
    if (f->size < at + len)
        f->size = at + len;
}

static void truncate_to(struct file *f, size_t size)
{
    reserve(f, size);
    if (size < f->size) {
        memset(f->now + size, 0, f->size - size);
        memset(f->dirty + size / SECTOR, 1, (f->size - 1) / SECTOR - size / SECTOR + 1);
    }
    f->size = size;
}

static void make_durable(struct file *f)
{
    for (size_t s = 0; s < f->room / SECTOR; s++)
        if (f->dirty[s]) {
            memcpy(f->durable + s * SECTOR, f->now + s * SECTOR, SECTOR);
            f->dirty[s] = 0;
        }
    f->durable_size = f->size;
}

/* A write or sync fails because of a fault, or the process ends at it. */
static int fault(enum call_kind kind)
{
    if (!fiber_current())
        return 0;
    if (kind == CALL_WRITE && disk_faults.crash_at && !--disk_faults.crash_at) {
        sim_trace("crash at a write");
        sim.crash_requested = true;
        fiber_block();
    }
    if (sim_call_fails(kind))
        return EIO;
    if (kind != CALL_OPEN && sim_one_in(RNG_DISK, disk_faults.one_in_fails))
        return EIO;
    return 0;
}

static int write_at(struct file *f, size_t at, const void *bytes, size_t len)
{
    int error = fault(CALL_WRITE);
    if (!error && disk_faults.full && at + len > f->size && fiber_current())
        error = ENOSPC;
    if (error && len && fiber_current()) { /* a part may have been written */
        size_t part = sim_below(RNG_DISK, (uint32_t)(len / SECTOR) + 1) * SECTOR;
        if (error != ENOSPC)
            put(f, at, bytes, part < len ? part : len);
        return error;
    }
    put(f, at, bytes, len);
    return 0;
}

static int sync_file(struct file *f)
{
    int error = fault(CALL_SYNC);
    if (fiber_current() && disk_faults.sync_time)
        fiber_sleep(1 + (int64_t)sim_below(RNG_DISK, (uint32_t)disk_faults.sync_time));
    if (!error)
        make_durable(f);
    return error;
}

/* ---- crashes ---- */

static void cut_power(struct file *f)
{
    uint32_t mode = sim_below(RNG_DISK, 4); /* all, none, some, or all up to a point */
    uint32_t point = sim_below(RNG_DISK, (uint32_t)(f->room / SECTOR) + 1);
    for (size_t s = 0; s < f->room / SECTOR; s++) {
        bool kept = mode == 0   ? true
                    : mode == 1 ? false
                    : mode == 2 ? !sim_below(RNG_DISK, 2)
                                : s < point;
        if (f->dirty[s] && !kept)
            memcpy(f->now + s * SECTOR, f->durable + s * SECTOR, SECTOR);
    }
    if (mode == 1)
        f->size = f->durable_size;
    make_durable(f);
}

void disk_crash(bool power_cut)
{
    for (int i = 0; i < DESCRIPTORS; i++) {
        if (descriptor[i])
            descriptor[i]->open--;
        descriptor[i] = NULL;
    }
    for (int i = 0; i < FILES; i++) {
        struct file *f = names[i].file;
        if (!f)
            continue;
        if (power_cut)
            cut_power(f);
        f->open = 0;
        f->flock_owner = -1;
        f->shared = 0;
        f->reserved = f->pending = f->exclusive = NULL;
        memset(f->shm_shared, 0, sizeof f->shm_shared);
        memset(f->shm_exclusive, 0, sizeof f->shm_exclusive);
        free_shm(f);
    }
}

void disk_begin(void)
{
    disk_faults = (struct disk_faults){.sync_time = 4 * MILLISECOND};
}

void disk_end(void)
{
    disk_crash(false);
    for (int i = 0; i < FILES; i++)
        if (names[i].file)
            remove_name(names[i].name);
}

int disk_open_files(void)
{
    int open = 0;
    for (int i = 0; i < FILES; i++)
        open += names[i].file ? names[i].file->open : 0;
    return open;
}

bool disk_exists(const char *name)
{
    return find(name) >= 0;
}

void disk_remove(const char *name)
{
    remove_name(name);
}

void disk_copy(const char *from, const char *to)
{
    struct file *f = names[find(from)].file;
    struct file *copy = create(to);
    put(copy, 0, f->now, f->size);
    make_durable(copy);
}

bool disk_import(const char *real_path, const char *name)
{
    char bytes[4096];
    FILE *in = fopen(real_path, "rb");
    if (!in)
        return false;
    struct file *f = create(name);
    for (size_t n; (n = fread(bytes, 1, sizeof bytes, in));)
        put(f, f->size, bytes, n);
    make_durable(f);
    fclose(in);
    return true;
}

/* ---- file calls ---- */

static bool is_virtual(const char *path)
{
    return !strncmp(path, "/virtual/", 9);
}

static struct file *file_of(int fd)
{
    return fd >= FIRST_FD && fd < FIRST_FD + DESCRIPTORS ? descriptor[fd - FIRST_FD] : NULL;
}

static int fail_with(int error)
{
    errno = error;
    return -1;
}

int __real_open64(const char *, int, ...);
int __wrap_open64(const char *, int, ...);
int __wrap_open64(const char *path, int how, ...)
{
    int i = 0;
    if (!is_virtual(path))
        return __real_open64(path, how, 0600);
    int error = fault(CALL_OPEN);
    if (error)
        return fail_with(EMFILE);
    int found = find(path);
    if (how & O_DIRECTORY)
        found = -1;
    else if (found < 0 && !(how & O_CREAT))
        return fail_with(ENOENT);
    else if (found >= 0 && how & O_EXCL)
        return fail_with(EEXIST);
    while (i < DESCRIPTORS && descriptor[i])
        i++;
    if (i == DESCRIPTORS)
        abort();
    descriptor[i] = found >= 0 ? names[found].file : create(path);
    if (how & O_DIRECTORY)
        descriptor[i]->links = 0, remove_name(path);
    descriptor[i]->open++;
    return FIRST_FD + i;
}

int __real_close(int);
int __wrap_close(int);
int __wrap_close(int fd)
{
    struct file *f = file_of(fd);
    if (!f)
        return __real_close(fd);
    descriptor[fd - FIRST_FD] = NULL;
    f->open--;
    if (f->flock_owner == fd)
        f->flock_owner = -1;
    release(f);
    return 0;
}

int __wrap_flock(int, int);
int __wrap_flock(int fd, int how)
{
    struct file *f = file_of(fd);
    (void)how;
    if (f->flock_owner >= 0 && f->flock_owner != fd)
        return fail_with(EWOULDBLOCK);
    f->flock_owner = fd;
    return 0;
}

ssize_t __wrap_pread64(int, void *, size_t, off_t);
ssize_t __wrap_pread64(int fd, void *to, size_t len, off_t at)
{
    struct file *f = file_of(fd);
    size_t from = (size_t)at, n = from < f->size ? f->size - from : 0;
    n = n < len ? n : len;
    memcpy(to, f->now + from, n);
    return (ssize_t)n;
}

ssize_t __wrap_pwrite64(int, const void *, size_t, off_t);
ssize_t __wrap_pwrite64(int fd, const void *bytes, size_t len, off_t at)
{
    int error = write_at(file_of(fd), (size_t)at, bytes, len);
    return error ? fail_with(error) : (ssize_t)len;
}

int __wrap_ftruncate64(int, off_t);
int __wrap_ftruncate64(int fd, off_t size)
{
    truncate_to(file_of(fd), (size_t)size);
    return 0;
}

int __wrap_fsync(int);
int __wrap_fsync(int fd)
{
    int error = sync_file(file_of(fd));
    return error ? fail_with(error) : 0;
}

int __wrap_stat64(const char *, struct stat *);
int __wrap_stat64(const char *path, struct stat *out)
{
    int i = find(path);
    if (i < 0)
        return fail_with(ENOENT);
    memset(out, 0, sizeof *out);
    out->st_size = (off_t)names[i].file->size;
    return 0;
}

int __wrap_access(const char *, int);
int __wrap_access(const char *path, int mode)
{
    (void)mode;
    return find(path) < 0 ? fail_with(ENOENT) : 0;
}

int __wrap_link(const char *, const char *);
int __wrap_link(const char *from, const char *to)
{
    if (find(to) >= 0)
        return fail_with(EEXIST);
    set_name(to, names[find(from)].file);
    return 0;
}

int __wrap_unlink(const char *);
int __wrap_unlink(const char *path)
{
    return remove_name(path) ? 0 : fail_with(ENOENT);
}

int __wrap_rename(const char *, const char *);
int __wrap_rename(const char *from, const char *to)
{
    int i = find(from);
    if (i < 0)
        return fail_with(ENOENT);
    set_name(to, names[i].file);
    remove_name(from);
    return 0;
}

char *__wrap_realpath(const char *, char *);
char *__wrap_realpath(const char *path, char *out)
{
    (void)out;
    if (find(path) < 0)
        return NULL;
    char *copy = malloc(strlen(path) + 1);
    return copy ? strcpy(copy, path) : NULL;
}

/* ---- SQLite's VFS ---- */

struct vfile {
    sqlite3_file base;
    struct file *file;
    char name[NAME];
    bool deletes;
    int lock;
    uint16_t shm_shared, shm_exclusive; /* bits of the locks that this connection has */
    bool shm;
};

static struct vfile *vfile_of(sqlite3_file *f)
{
    return (struct vfile *)f;
}

static int v_unlock(sqlite3_file *f, int level)
{
    struct vfile *v = vfile_of(f);
    if (v->lock > SQLITE_LOCK_SHARED && level <= SQLITE_LOCK_SHARED) {
        if (v->file->reserved == v)
            v->file->reserved = NULL;
        if (v->file->pending == v)
            v->file->pending = NULL;
        if (v->file->exclusive == v)
            v->file->exclusive = NULL;
    }
    if (v->lock >= SQLITE_LOCK_SHARED && level == SQLITE_LOCK_NONE)
        v->file->shared--;
    v->lock = level;
    return SQLITE_OK;
}

static int v_lock(sqlite3_file *f, int level)
{
    struct vfile *v = vfile_of(f);
    struct file *file = v->file;
    if (level <= v->lock)
        return SQLITE_OK;
    if ((file->exclusive && file->exclusive != v) || (file->pending && file->pending != v))
        return SQLITE_BUSY;
    if (v->lock == SQLITE_LOCK_NONE) {
        file->shared++;
        v->lock = SQLITE_LOCK_SHARED;
    }
    if (level >= SQLITE_LOCK_RESERVED) {
        if (file->reserved && file->reserved != v)
            return SQLITE_BUSY;
        file->reserved = v;
        v->lock = SQLITE_LOCK_RESERVED;
    }
    if (level == SQLITE_LOCK_EXCLUSIVE) {
        file->pending = v;
        v->lock = SQLITE_LOCK_PENDING;
        if (file->shared > 1)
            return SQLITE_BUSY;
        file->exclusive = v;
        v->lock = SQLITE_LOCK_EXCLUSIVE;
    }
    return SQLITE_OK;
}

static int v_check_reserved(sqlite3_file *f, int *out)
{
    *out = vfile_of(f)->file->reserved != NULL;
    return SQLITE_OK;
}

static int v_shm_unmap(sqlite3_file *f, int deletes)
{
    struct vfile *v = vfile_of(f);
    v->shm = false;
    if (deletes)
        free_shm(v->file);
    return SQLITE_OK;
}

static int v_close(sqlite3_file *f)
{
    struct vfile *v = vfile_of(f);
    v_unlock(f, SQLITE_LOCK_NONE);
    if (v->deletes)
        remove_name(v->name);
    v->file->open--;
    release(v->file);
    return SQLITE_OK;
}

static int v_read(sqlite3_file *f, void *to, int len, sqlite3_int64 at)
{
    struct file *file = vfile_of(f)->file;
    size_t from = (size_t)at, n = from < file->size ? file->size - from : 0;
    n = n < (size_t)len ? n : (size_t)len;
    memcpy(to, file->now + from, n);
    memset((char *)to + n, 0, (size_t)len - n);
    return n == (size_t)len ? SQLITE_OK : SQLITE_IOERR_SHORT_READ;
}

static int v_write(sqlite3_file *f, const void *bytes, int len, sqlite3_int64 at)
{
    int error = write_at(vfile_of(f)->file, (size_t)at, bytes, (size_t)len);
    return error == ENOSPC ? SQLITE_FULL : error ? SQLITE_IOERR_WRITE : SQLITE_OK;
}

static int v_truncate(sqlite3_file *f, sqlite3_int64 size)
{
    truncate_to(vfile_of(f)->file, (size_t)size);
    return SQLITE_OK;
}

static int v_sync(sqlite3_file *f, int flags)
{
    (void)flags;
    return sync_file(vfile_of(f)->file) ? SQLITE_IOERR_FSYNC : SQLITE_OK;
}

static int v_size(sqlite3_file *f, sqlite3_int64 *out)
{
    *out = (sqlite3_int64)vfile_of(f)->file->size;
    return SQLITE_OK;
}

static int v_control(sqlite3_file *f, int op, void *argument)
{
    (void)f;
    (void)op;
    (void)argument;
    return SQLITE_NOTFOUND;
}

static int v_sector_size(sqlite3_file *f)
{
    (void)f;
    return 4096;
}

static int v_characteristics(sqlite3_file *f)
{
    (void)f;
    return SQLITE_IOCAP_POWERSAFE_OVERWRITE;
}

static int v_shm_map(sqlite3_file *f, int region, int size, int extend, void volatile **out)
{
    struct vfile *v = vfile_of(f);
    v->shm = true;
    *out = NULL;
    if (size != REGION || region >= REGIONS)
        return SQLITE_IOERR;
    if (!v->file->region[region] && extend)
        v->file->region[region] = sim_alloc(REGION);
    *out = v->file->region[region];
    return SQLITE_OK;
}

static int v_shm_lock(sqlite3_file *f, int first, int n, int flags)
{
    struct vfile *v = vfile_of(f);
    struct file *file = v->file;
    for (int i = first; i < first + n && flags & SQLITE_SHM_LOCK; i++) {
        bool other_shares = file->shm_shared[i] > ((v->shm_shared >> i) & 1);
        bool other_has = file->shm_exclusive[i] && file->shm_exclusive[i] != v;
        if (other_has || (flags & SQLITE_SHM_EXCLUSIVE && other_shares))
            return SQLITE_BUSY;
    }
    for (int i = first; i < first + n; i++) {
        uint16_t bit = (uint16_t)(1u << i);
        if (flags & SQLITE_SHM_UNLOCK) {
            if (v->shm_shared & bit)
                file->shm_shared[i]--;
            if (v->shm_exclusive & bit)
                file->shm_exclusive[i] = NULL;
            v->shm_shared &= (uint16_t)~bit;
            v->shm_exclusive &= (uint16_t)~bit;
        } else if (flags & SQLITE_SHM_EXCLUSIVE) {
            file->shm_exclusive[i] = v;
            v->shm_exclusive |= bit;
        } else if (!(v->shm_shared & bit)) {
            file->shm_shared[i]++;
            v->shm_shared |= bit;
        }
    }
    return SQLITE_OK;
}

static void v_shm_barrier(sqlite3_file *f)
{
    (void)f;
}

static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = v_close,
    .xRead = v_read,
    .xWrite = v_write,
    .xTruncate = v_truncate,
    .xSync = v_sync,
    .xFileSize = v_size,
    .xLock = v_lock,
    .xUnlock = v_unlock,
    .xCheckReservedLock = v_check_reserved,
    .xFileControl = v_control,
    .xSectorSize = v_sector_size,
    .xDeviceCharacteristics = v_characteristics,
    .xShmMap = v_shm_map,
    .xShmLock = v_shm_lock,
    .xShmBarrier = v_shm_barrier,
    .xShmUnmap = v_shm_unmap,
};

static int v_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *f, int flags, int *out)
{
    static uint64_t temporary;
    struct vfile *v = vfile_of(f);
    (void)vfs;
    memset(v, 0, sizeof *v);
    if (fault(CALL_OPEN))
        return SQLITE_CANTOPEN;
    if (name)
        snprintf(v->name, NAME, "%s", name);
    else
        snprintf(v->name, NAME, "/virtual/temporary-%llu", (unsigned long long)temporary++);
    v->deletes = !name || flags & SQLITE_OPEN_DELETEONCLOSE;
    int i = find(v->name);
    if (i < 0 && !(flags & SQLITE_OPEN_CREATE) && name)
        return SQLITE_CANTOPEN;
    v->file = i >= 0 ? names[i].file : create(v->name);
    v->file->open++;
    v->base.pMethods = &methods;
    if (out)
        *out = flags;
    return SQLITE_OK;
}

static int v_delete(sqlite3_vfs *vfs, const char *name, int sync)
{
    (void)vfs;
    (void)sync;
    return remove_name(name) ? SQLITE_OK : SQLITE_IOERR_DELETE_NOENT;
}

static int v_access(sqlite3_vfs *vfs, const char *name, int flags, int *out)
{
    int i = find(name);
    (void)vfs;
    *out = i >= 0 && (flags != SQLITE_ACCESS_EXISTS || names[i].file->size > 0);
    return SQLITE_OK;
}

static int v_full_path(sqlite3_vfs *vfs, const char *name, int len, char *out)
{
    (void)vfs;
    sqlite3_snprintf(len, out, "%s", name);
    return SQLITE_OK;
}

static int v_randomness(sqlite3_vfs *vfs, int len, char *out)
{
    (void)vfs;
    for (int i = 0; i < len; i++)
        out[i] = (char)(fl_rng_next(&sim.rng[RNG_DISK]) >> 32);
    return len;
}

static int v_sleep(sqlite3_vfs *vfs, int microseconds)
{
    (void)vfs;
    if (fiber_current())
        fiber_sleep(microseconds > 0 ? microseconds : 1);
    return microseconds;
}

static int v_time(sqlite3_vfs *vfs, sqlite3_int64 *out)
{
    (void)vfs;
    *out = 210866760000000 + sim.wall + sim.now / MILLISECOND; /* milliseconds of the Julian day */
    return SQLITE_OK;
}

static int v_last_error(sqlite3_vfs *vfs, int len, char *out)
{
    (void)vfs;
    (void)len;
    (void)out;
    return EIO;
}

static sqlite3_vfs vfs = {
    .iVersion = 2,
    .szOsFile = sizeof(struct vfile),
    .mxPathname = NAME,
    .zName = "virtual",
    .xOpen = v_open,
    .xDelete = v_delete,
    .xAccess = v_access,
    .xFullPathname = v_full_path,
    .xRandomness = v_randomness,
    .xSleep = v_sleep,
    .xCurrentTimeInt64 = v_time,
    .xGetLastError = v_last_error,
};

/* ---- SQLite's memory ---- */

static void *m_malloc(int size)
{
    return malloc((size_t)size);
}

static void *m_realloc(void *memory, int size)
{
    return realloc(memory, (size_t)size);
}

/* The size is in the header that memory.c puts before every block. */
static int m_size(void *memory)
{
    return memory ? (int)memory_size(memory) : 0;
}

static int m_round_up(int size)
{
    return (size + 7) & ~7;
}

static int m_init(void *unused)
{
    (void)unused;
    return SQLITE_OK;
}

static void m_shutdown(void *unused)
{
    (void)unused;
}

void sqlite_begin(void)
{
    static const sqlite3_mem_methods memory = {m_malloc,   free,   m_realloc,  m_size,
                                               m_round_up, m_init, m_shutdown, NULL};
    sqlite3_config(SQLITE_CONFIG_SINGLETHREAD);
    sqlite3_config(SQLITE_CONFIG_MALLOC, &memory);
    sqlite3_config(SQLITE_CONFIG_LOOKASIDE, 0, 0);
    if (sqlite3_initialize() != SQLITE_OK || sqlite3_vfs_register(&vfs, 1) != SQLITE_OK)
        abort();
    sqlite3_randomness(0, NULL); /* its generator is seeded again, from the VFS */
}

void sqlite_forget(void)
{
    sqlite3_shutdown();
}
