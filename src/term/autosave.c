/* Saves records on disk. A file is replaced by rename, so that it is complete at every moment. */
#include "term/autosave.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "games/games.h"

enum { READ_LIMIT = 16 << 20, SAME_SECOND = 100 };

/* ---- checking a target ---- */

static char *read_file(const char *path, size_t size)
{
    FILE *file = fopen(path, "rb");
    char *text = file ? malloc(size + 1) : NULL;
    if (text && fread(text, 1, size, file) != size) {
        free(text);
        text = NULL;
    }
    if (file)
        fclose(file);
    return text;
}

/* The same for the contents of an existing file. */
static const char *refuse_text(const char *text, size_t len, const struct fl_game *game, bool ours)
{
    struct fl_record record;
    struct fl_record_error error;
    if (!text || !fl_record_read(text, len, fl_game_find, &record, &error))
        return "play.holds-other";
    bool same = record.match.game == game, over = !fl_match_turn(&record.match);
    fl_match_end(&record.match);
    return !same  ? "play.holds-other"
           : ours ? NULL
           : over ? "play.holds-finished"
                  : "play.holds-unfinished";
}

const char *fl_autosave_refuse(const char *path, const struct fl_game *game, bool ours)
{
    struct stat file;
    if (strlen(path) >= FL_PATH_SIZE)
        return "play.path-too-long";
    if (stat(path, &file))
        return NULL; /* creating the file will report what is wrong with the path */
    if (!S_ISREG(file.st_mode) || file.st_size > READ_LIMIT)
        return "play.holds-other";
    if (!file.st_size)
        return NULL;
    char *text = read_file(path, (size_t)file.st_size);
    const char *why = refuse_text(text, (size_t)file.st_size, game, ours);
    free(text);
    return why;
}

/* ---- choosing a file name ---- */

static bool make_directory(const char *path)
{
    struct stat entry;
    return !mkdir(path, 0777) || (!stat(path, &entry) && S_ISDIR(entry.st_mode));
}

/* Creates a directory and its missing parents. */
static bool make_directories(char *path)
{
    for (char *slash = path + 1; (slash = strchr(slash, '/')); slash++) {
        *slash = '\0';
        bool made = make_directory(path);
        *slash = '/';
        if (!made)
            return false;
    }
    return make_directory(path);
}

bool fl_put_state_folder(struct fl_buf *out)
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    if (state && *state == '/') {
        fl_put(out, state);
    } else if (home && *home == '/') {
        fl_put(out, home);
        fl_put(out, "/.local/state");
    } else {
        return false;
    }
    fl_put(out, "/flibuste");
    return !out->overflowed && make_directories(out->at);
}

static void put_time(struct fl_buf *out)
{
    char text[32];
    time_t now = time(NULL);
    struct tm local;
    localtime_r(&now, &local);
    strftime(text, sizeof text, "%Y-%m-%d-%H%M%S", &local);
    fl_put(out, text);
}

bool fl_autosave_choose(struct fl_autosave *autosave, const struct fl_game *game)
{
    struct fl_buf path = fl_buf_over(autosave->path, sizeof autosave->path);
    if (fl_put_state_folder(&path)) {
        fl_put_char(&path, '/');
        fl_put(&path, game->name);
        fl_put_char(&path, '-');
        put_time(&path);
        size_t stem = path.len;
        for (int n = 1; n < SAME_SECOND && !path.overflowed; n++) {
            fl_put(&path, ".record");
            if (access(autosave->path, F_OK))
                return !path.overflowed;
            path.len = stem;
            fl_put_char(&path, '-');
            fl_put_number(&path, n + 1);
        }
    }
    autosave->path[0] = '\0';
    return false;
}

/* ---- writing ---- */

/* Returns the record in newly allocated memory, or NULL if memory is short. The caller frees it. */
static char *record_text(const struct fl_match *m, const struct fl_players *players, size_t *len)
{
    for (size_t room = 4096 + 32 * (size_t)m->steps;; room *= 2) {
        char *memory = malloc(room);
        if (!memory)
            return NULL;
        struct fl_buf out = fl_buf_over(memory, room);
        fl_record_write(m, players, m->viewer, &out);
        *len = out.len;
        if (!out.overflowed)
            return memory;
        free(memory);
    }
}

/* Writes and syncs: a rename must not become durable before the data it refers to. */
static bool write_all(int file, const char *text, size_t len)
{
    while (len) {
        ssize_t written = write(file, text, len);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return false;
        text += written;
        len -= (size_t)written;
    }
    return !fsync(file);
}

static bool write_new_file(const char *path, const char *text, size_t len)
{
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (file < 0)
        return false;
    bool written = write_all(file, text, len);
    return !close(file) && written;
}

/* Writes a temporary file in the same directory and renames it. The process id is part of the
 * temporary name, so that two programs never write the same file. */
static bool replace_file(const char *path, const char *text, size_t len)
{
    char memory[FL_PATH_SIZE + 32];
    struct fl_buf temporary = fl_buf_over(memory, sizeof memory);
    fl_put(&temporary, path);
    fl_put_char(&temporary, '.');
    fl_put_number(&temporary, getpid());
    fl_put(&temporary, ".part");
    if (write_new_file(temporary.at, text, len) && !rename(temporary.at, path))
        return true;
    int error = errno;
    unlink(temporary.at);
    errno = error;
    return false;
}

bool fl_autosave_write(struct fl_autosave *autosave, const struct fl_match *m,
                       const struct fl_players *players)
{
    size_t len = 0;
    if (!autosave->path[0])
        return true;
    char *text = record_text(m, players, &len);
    bool saved = text && replace_file(autosave->path, text, len);
    autosave->error = saved ? 0 : errno;
    free(text);
    return saved;
}

void fl_put_shell_word(struct fl_buf *out, const char *path)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "/._-+,:@%";
    if (*path && !path[strspn(path, plain)] && *path != '-') {
        fl_put(out, path);
        return;
    }
    fl_put_char(out, '\'');
    for (; *path; path++)
        fl_put(out, *path == '\'' ? "'\\''" : (char[]){*path, '\0'});
    fl_put_char(out, '\'');
}
