/* The solution of Mille Sabords! for winning, kept on disk: one line of text, then the chances as
 * doubles, then their sum of bytes. A file that is not exactly so is not used. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/solve.h"

enum { PATH = 1024 };

static void make_directories(char *path)
{
    for (char *slash = path + 1; (slash = strchr(slash, '/')); slash++) {
        *slash = '\0';
        mkdir(path, 0777);
        *slash = '/';
    }
}

static bool find_path(const struct fl_win *win, char path[PATH])
{
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    bool own = cache && *cache == '/';
    if (!own && !(home && *home == '/'))
        return false;
    int len = snprintf(path, PATH, "%s%s/flibuste/mille-sabords-%d00.chances", own ? cache : home,
                       own ? "" : "/.cache", win->target);
    return len > 0 && len < PATH;
}

static uint64_t fingerprint(const struct fl_win *win)
{
    const unsigned char *byte = (const void *)win->exact;
    uint64_t sum = 0xCBF29CE484222325u;
    for (size_t i = 0; i < fl_win_count(win) * sizeof *win->exact; i++)
        sum = (sum ^ byte[i]) * 0x100000001B3u;
    return sum;
}

static bool read_from(FILE *file, struct fl_win *win)
{
    char line[128];
    int target, lowest;
    uint64_t sum;
    return fgets(line, sizeof line, file) &&
           sscanf(line, "flibuste-chances 1 %d %d %d %lg", &target, &lowest, &win->rounds,
                  &win->residual) == 4 &&
           target == win->target && lowest == win->lowest &&
           fread(win->exact, sizeof *win->exact, fl_win_count(win), file) == fl_win_count(win) &&
           fread(&sum, sizeof sum, 1, file) == 1 && sum == fingerprint(win);
}

bool fl_cli_read_cache(struct fl_win *win)
{
    char path[PATH];
    FILE *file = find_path(win, path) ? fopen(path, "rb") : NULL;
    if (!file)
        return false;
    bool read = read_from(file, win);
    fclose(file);
    return read;
}

static bool write_to(FILE *file, const struct fl_win *win)
{
    uint64_t sum = fingerprint(win);
    fprintf(file, "flibuste-chances 1 %d %d %d %.17g\n", win->target, win->lowest, win->rounds,
            win->residual);
    fwrite(win->exact, sizeof *win->exact, fl_win_count(win), file);
    fwrite(&sum, sizeof sum, 1, file);
    bool failed = ferror(file);
    return !fclose(file) && !failed;
}

void fl_cli_write_cache(const struct fl_win *win)
{
    char path[PATH], fresh[PATH + 24];
    if (!find_path(win, path))
        return;
    make_directories(path);
    snprintf(fresh, sizeof fresh, "%s.%ld", path, (long)getpid());
    FILE *file = fopen(fresh, "wb");
    if (file && (!write_to(file, win) || rename(fresh, path)))
        remove(fresh);
}
