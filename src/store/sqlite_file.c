/* The file of an SQLite store: lock, copies, migration. */
#define _XOPEN_SOURCE 700 /* realpath */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "store/sqlite_parts.h"

enum { OURS = 0x666C6962, PATIENCE = 5000, PATH_ROOM = 4096 }; /* "flib"; milliseconds; bytes */

/* The errno that corresponds to an SQLite error; 0: none does. */
static int system_error(sqlite3 *db)
{
    switch (sqlite3_errcode(db)) {
    case SQLITE_CANTOPEN:
        return sqlite3_system_errno(db);
    case SQLITE_PERM:
    case SQLITE_READONLY:
        return EACCES;
    case SQLITE_FULL:
        return ENOSPC;
    case SQLITE_IOERR:
        return EIO;
    default:
        return 0;
    }
}

bool fl_sqlite_fail(struct fl_store_error *error, const char *key, const char *path, sqlite3 *db)
{
    char number[32];
    int code = sqlite3_errcode(db), system = system_error(db);
    snprintf(number, sizeof number, "SQLite %d", sqlite3_extended_errcode(db));
    if (code == SQLITE_NOTADB || code == SQLITE_CORRUPT || code == SQLITE_ERROR)
        key = "store.damaged"; /* the last one: a table is missing */
    if (code == SQLITE_BUSY)
        key = "store.busy";
    fl_store_fail(error, key, path, system ? strerror(system) : number);
    snprintf(error->cause, sizeof error->cause, FL_SQLITE_CAUSE, sqlite3_extended_errcode(db));
    return false;
}

/* Appends a suffix to a path. */
static bool put_beside(char beside[PATH_ROOM], const char *path, const char *ending)
{
    struct fl_buf out = fl_buf_over(beside, PATH_ROOM);
    fl_put(&out, path);
    fl_put(&out, ending);
    return !out.overflowed;
}

/* ---- the lock ---- */

/* Reads the owner's name from the lock file. */
static bool name_owner(int lock, const char *path, struct fl_store_error *error)
{
    char owner[96] = "";
    ssize_t len = pread(lock, owner, sizeof owner - 1, 0);
    owner[len > 0 ? strcspn(owner, "\n") : 0] = '\0';
    return fl_store_fail(error, "store.locked", path, *owner ? owner : "?");
}

static void sign(int lock)
{
    char host[64] = "", line[96];
    gethostname(host, sizeof host - 1);
    int len = snprintf(line, sizeof line, "%ld@%s\n", (long)getpid(), host);
    if (ftruncate(lock, 0) || pwrite(lock, line, (size_t)len, 0) != len)
        return; /* the lock is held in any case; only the owner's name is missing */
}

/* The path of the lock file, next to the target of a symbolic link. */
static bool put_beside_target(char beside[PATH_ROOM], const char *path)
{
    char *target = realpath(path, NULL); /* NULL: there is no such file yet */
    bool fits = put_beside(beside, target ? target : path, ".lock");
    free(target);
    return fits;
}

/* SQLite uses fcntl locks, which the process loses when it closes any descriptor of the file.
 * This descriptor is therefore closed after SQLite's. */
static int lock_file(const char *path, int how, struct fl_store_error *error)
{
    int file = open(path, how | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0)
        fl_store_fail(error, "store.cannot-open", path, strerror(errno));
    return file;
}

/* Takes two exclusive locks: of a lock file next to the database, which contains the owner's name,
 * and of the database itself, which may have several names. False if another process has one. The
 * lock file is never deleted: a process could otherwise lock a file that is gone. */
static bool take_locks(const char *path, int lock[2], struct fl_store_error *error)
{
    char beside[PATH_ROOM];
    if (!put_beside_target(beside, path))
        return fl_store_fail(error, "store.cannot-open", path, strerror(ENAMETOOLONG));
    lock[0] = lock_file(beside, O_RDWR | O_NOFOLLOW, error);
    error->path = path;
    if (lock[0] < 0)
        return false;
    if (flock(lock[0], LOCK_EX | LOCK_NB))
        return name_owner(lock[0], path, error);
    lock[1] = lock_file(path, O_RDONLY, error);
    if (lock[1] < 0)
        return false;
    if (flock(lock[1], LOCK_EX | LOCK_NB))
        return fl_store_fail(error, "store.locked", path, "?");
    sign(lock[0]);
    return true;
}

/* ---- opening ---- */

static bool run(sqlite3 *db, const char *sql)
{
    return sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK;
}

/* The number that a query returns; -1 if it returns none. */
static int64_t ask(sqlite3 *db, const char *sql)
{
    sqlite3_stmt *query;
    int64_t answer = -1;
    if (sqlite3_prepare_v2(db, sql, -1, &query, NULL) != SQLITE_OK)
        return -1;
    if (sqlite3_step(query) == SQLITE_ROW)
        answer = sqlite3_column_int64(query, 0);
    sqlite3_finalize(query);
    return answer;
}

static int64_t newest_version(void)
{
    int64_t version = 0;
    while (fl_sqlite_migrations[version])
        version++;
    return version;
}

/* Whether the file belongs to Flibuste and has a schema version that this program knows. */
static bool is_known(sqlite3 *db, const char *path, struct fl_store_error *error)
{
    int64_t tables = ask(db, "SELECT count(*) FROM sqlite_schema");
    int64_t version = ask(db, "PRAGMA user_version");
    if (tables < 0)
        return fl_sqlite_fail(error, "store.cannot-open", path, db);
    if (version < 0 || (tables > 0 && ask(db, "PRAGMA application_id") != OURS))
        return fl_store_fail(error, "store.not-ours", path, "");
    if (version > newest_version())
        return fl_store_fail(error, "store.newer", path, "");
    return true;
}

/* Each connection is used by one thread only, so SQLite needs no mutexes. */
static sqlite3 *open_file(const char *path, int how, struct fl_store_error *error)
{
    sqlite3 *db = NULL;
    if (sqlite3_open_v2(path, &db, how | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK) {
        fl_sqlite_fail(error, "store.cannot-open", path, db);
        sqlite3_close(db);
        return NULL;
    }
    sqlite3_busy_timeout(db, PATIENCE);
    if (is_known(db, path, error))
        return db;
    sqlite3_close(db);
    return NULL;
}

/* A new file is readable by its owner only, whatever the umask; SQLite gives its log the same
 * permissions. */
static void make_private(const char *path)
{
    int file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file >= 0)
        close(file);
}

static sqlite3 *open_reader(const char *path, struct fl_store_error *error)
{
    sqlite3 *db = open_file(path, SQLITE_OPEN_READWRITE, error);
    if (db)
        run(db, "PRAGMA query_only = ON; PRAGMA cache_size = -512;");
    return db;
}

/* ---- copying ---- */

/* Copies all pages in one step, so that the copy is consistent while other processes write. */
static bool copy(sqlite3 *from, const char *to, struct fl_store_error *error)
{
    sqlite3 *copied = NULL;
    bool done = false;
    make_private(to);
    if (sqlite3_open(to, &copied) == SQLITE_OK) {
        sqlite3_backup *backup = sqlite3_backup_init(copied, "main", from, "main");
        done = backup && sqlite3_backup_step(backup, -1) == SQLITE_DONE;
        done = sqlite3_backup_finish(backup) == SQLITE_OK && done;
    }
    if (!done)
        fl_sqlite_fail(error, "store.cannot-write", to, copied);
    return sqlite3_close(copied) == SQLITE_OK && done;
}

/* Syncs the directory of a file. */
static bool sync_folder(const char *path)
{
    char folder[PATH_ROOM];
    const char *end = strrchr(path, '/');
    struct fl_buf out = fl_buf_over(folder, sizeof folder);
    fl_put_bytes(&out, path, end ? (size_t)(end - path) + 1 : 0);
    int file = open(out.len ? folder : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (file < 0)
        return false;
    bool synced = !fsync(file);
    int why = errno;
    close(file);
    errno = why;
    return synced;
}

/* Gives the copy its final name, unless a file has it, and syncs the directory, so that the name
 * survives a power cut. */
static bool put_in_place(const char *part, const char *to, struct fl_store_error *error)
{
    bool linked = !link(part, to);
    if (linked && sync_folder(to))
        return true;
    fl_store_fail(error, errno == EEXIST ? "store.exists" : "store.cannot-write", to,
                  strerror(errno));
    if (linked)
        unlink(to);
    return false;
}

bool fl_sqlite_backup(const char *from, const char *to, struct fl_store_error *error)
{
    char part[PATH_ROOM];
    if (!put_beside(part, to, ".part"))
        return fl_store_fail(error, "store.cannot-write", to, strerror(ENAMETOOLONG));
    if (!access(to, F_OK))
        return fl_store_fail(error, "store.exists", to, "");
    sqlite3 *db = open_reader(from, error);
    if (!db)
        return false;
    unlink(part); /* left over from an earlier attempt */
    bool done = copy(db, part, error) && put_in_place(part, to, error);
    if (!done)
        error->path = to;
    unlink(part);
    sqlite3_close(db);
    return done;
}

/* ---- migration ---- */

/* Copies a database of an older version: PATH.v1 is what version 1 wrote. Replaces the copy of an
 * earlier attempt, because an older program may have written to the database since. */
static bool copy_old_version(sqlite3 *db, int64_t version, const char *path,
                             struct fl_store_error *error)
{
    char suffix[32], to[PATH_ROOM], part[PATH_ROOM];
    snprintf(suffix, sizeof suffix, ".v%d", (int)version);
    if (!put_beside(to, path, suffix) || !put_beside(part, to, ".part"))
        return fl_store_fail(error, "store.cannot-copy", path, strerror(ENAMETOOLONG));
    unlink(part);
    bool done = copy(db, part, error);
    if (done && (rename(part, to) || !sync_folder(to)))
        done = fl_store_fail(error, "store.cannot-write", path, strerror(errno));
    if (done)
        return true;
    unlink(part);
    error->path = path;
    if (!strcmp(error->key, "store.cannot-write"))
        error->key = "store.cannot-copy";
    return false;
}

/* Migrates a schema to the newest version, in one transaction. */
static bool migrate(sqlite3 *db, int64_t version, const char *path, struct fl_store_error *error)
{
    char pragmas[96];
    bool done = run(db, "BEGIN IMMEDIATE");
    while (done && fl_sqlite_migrations[version])
        done = run(db, fl_sqlite_migrations[version++]);
    snprintf(pragmas, sizeof pragmas, "PRAGMA application_id = %d; PRAGMA user_version = %d;", OURS,
             (int)version);
    if (done && run(db, pragmas) && run(db, "COMMIT"))
        return true;
    fl_sqlite_fail(error, "store.cannot-open", path, db); /* the rollback changes the code */
    run(db, "ROLLBACK");
    return false;
}

/* Copies, if it contains tables, and migrates a database that has an older schema. */
static bool bring_up_to_date(sqlite3 *db, const char *path, struct fl_store_error *error)
{
    int64_t version = ask(db, "PRAGMA user_version");
    if (version == newest_version())
        return true;
    if (version < 0)
        return fl_sqlite_fail(error, "store.cannot-open", path, db);
    return (version == 0 || copy_old_version(db, version, path, error)) &&
           migrate(db, version, path, error);
}

static sqlite3 *open_writer(const char *path, struct fl_store_error *error)
{
    make_private(path);
    sqlite3 *db = open_file(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, error);
    if (!db)
        return NULL;
    bool done =
        run(db, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;"
                "PRAGMA cache_size = -128;") ||
        fl_sqlite_fail(error, "store.cannot-open", path, db);
    if (done && bring_up_to_date(db, path, error))
        return db;
    sqlite3_close(db);
    return NULL;
}

/* ---- all of it ---- */

bool fl_sqlite_open(struct fl_sqlite_file *file, const char *path, struct fl_store_error *error)
{
    *file = (struct fl_sqlite_file){.lock = {-1, -1}};
    return take_locks(path, file->lock, error) && (file->writer = open_writer(path, error)) &&
           (file->reader = open_reader(path, error));
}

void fl_sqlite_close(struct fl_sqlite_file *file)
{
    sqlite3_close(file->writer);
    sqlite3_close(file->reader);
    for (int i = 0; i < 2; i++)
        if (file->lock[i] >= 0)
            close(file->lock[i]);
}
