/* The file of an SQLite store: its lock, its shape, its copies. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "store/sqlite_parts.h"

enum { OURS = 0x666C6962, PATIENCE = 5000, PATH_ROOM = 4096 }; /* "flib"; milliseconds; bytes */

bool fl_store_fail(struct fl_store_error *error, const char *key, const char *path,
                   const char *detail)
{
    struct fl_buf text = fl_buf_over(error->detail, sizeof error->detail);
    error->key = key;
    error->path = path;
    error->code = 0;
    fl_put(&text, detail);
    return false;
}

/* What the system would call an error of SQLite's; 0: nothing. */
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
        key = "store.damaged"; /* the last where a table is missing */
    if (code == SQLITE_BUSY)
        key = "store.busy";
    fl_store_fail(error, key, path, system ? strerror(system) : number);
    error->code = sqlite3_extended_errcode(db);
    return false;
}

/* The path with something behind it. */
static bool put_beside(char beside[PATH_ROOM], const char *path, const char *ending)
{
    struct fl_buf out = fl_buf_over(beside, PATH_ROOM);
    fl_put(&out, path);
    fl_put(&out, ending);
    return !out.overflowed;
}

/* ---- the lock ---- */

/* Who has the lock wrote into it who he is. */
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
        return; /* the lock holds all the same; only its owner's name is missing */
}

int fl_sqlite_lock(const char *path, struct fl_store_error *error)
{
    char beside[PATH_ROOM];
    if (!put_beside(beside, path, ".lock")) {
        fl_store_fail(error, "store.cannot-open", path, strerror(ENAMETOOLONG));
        return -1;
    }
    int lock = open(beside, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (lock < 0) {
        fl_store_fail(error, "store.cannot-open", path, strerror(errno));
        return -1;
    }
    if (flock(lock, LOCK_EX | LOCK_NB)) {
        name_owner(lock, path, error);
        close(lock);
        return -1;
    }
    sign(lock);
    return lock;
}

/* ---- opening ---- */

static bool run(sqlite3 *db, const char *sql)
{
    return sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK;
}

/* The one number that a query answers; -1 if it answers none. */
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

static bool migrate_once(sqlite3 *db, int64_t number)
{
    char version[96];
    snprintf(version, sizeof version, "PRAGMA application_id = %d; PRAGMA user_version = %d;", OURS,
             (int)number + 1);
    if (run(db, "BEGIN IMMEDIATE") && run(db, fl_migrations[number]) && run(db, version) &&
        run(db, "COMMIT"))
        return true;
    run(db, "ROLLBACK");
    return false;
}

/* Brings an older shape to the newest, one migration after the other. */
static bool migrate(sqlite3 *db, int64_t version)
{
    if (version < 0)
        return false; /* it could not be read */
    while (fl_migrations[version])
        if (!migrate_once(db, version++))
            return false;
    return true;
}

static int64_t newest_version(void)
{
    int64_t version = 0;
    while (fl_migrations[version])
        version++;
    return version;
}

/* Whether the file is ours, and of a shape that this program knows. */
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

/* Our own thread alone uses a connection, so SQLite need not guard it. */
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

/* A new file is its owner's alone, whatever the mask; what SQLite puts beside it is like it. */
static void make_private(const char *path)
{
    int file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file >= 0)
        close(file);
}

sqlite3 *fl_sqlite_open_writer(const char *path, struct fl_store_error *error)
{
    make_private(path);
    sqlite3 *db = open_file(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, error);
    if (!db)
        return NULL;
    if (run(db, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;"
                "PRAGMA cache_size = -128;") &&
        migrate(db, ask(db, "PRAGMA user_version")))
        return db;
    fl_sqlite_fail(error, "store.cannot-open", path, db);
    sqlite3_close(db);
    return NULL;
}

sqlite3 *fl_sqlite_open_reader(const char *path, struct fl_store_error *error)
{
    sqlite3 *db = open_file(path, SQLITE_OPEN_READWRITE, error);
    if (db)
        run(db, "PRAGMA query_only = ON; PRAGMA cache_size = -512;");
    return db;
}

/* ---- copying ---- */

/* In one go, so that the copy is of one moment while others write on. */
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

/* Gives the copy its name, unless a file has it. */
static bool put_in_place(const char *part, const char *to, struct fl_store_error *error)
{
    if (!link(part, to))
        return true;
    return fl_store_fail(error, errno == EEXIST ? "store.exists" : "store.cannot-write", to,
                         strerror(errno));
}

bool fl_sqlite_backup(const char *from, const char *to, struct fl_store_error *error)
{
    char part[PATH_ROOM];
    if (!put_beside(part, to, ".part"))
        return fl_store_fail(error, "store.cannot-write", to, strerror(ENAMETOOLONG));
    if (!access(to, F_OK))
        return fl_store_fail(error, "store.exists", to, "");
    sqlite3 *db = fl_sqlite_open_reader(from, error);
    if (!db)
        return false;
    unlink(part); /* what an earlier attempt left */
    bool done = copy(db, part, error) && put_in_place(part, to, error);
    if (!done)
        error->path = to;
    unlink(part);
    sqlite3_close(db);
    return done;
}
