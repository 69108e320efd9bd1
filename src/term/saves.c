/* Reads the records of the state folder. */
#include "term/saves.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "games/games.h"

enum { MOST_FILES = 4096, READ_LIMIT = 16 << 20 };

struct file {
    char path[FL_PATH_SIZE];
    time_t at;
    size_t size;
};

static int newest_first(const void *a, const void *b)
{
    const struct file *x = a, *y = b;
    if (x->at != y->at)
        return x->at > y->at ? -1 : 1;
    return strcmp(y->path, x->path);
}

static bool ends_with(const char *text, const char *end)
{
    size_t len = strlen(text), end_len = strlen(end);
    return len > end_len && !strcmp(text + len - end_len, end);
}

/* Lists the files of the folder. Returns an array that the caller frees. */
static struct file *list_files(const char *folder, int *count)
{
    DIR *directory = opendir(folder);
    struct file *files = directory ? malloc(MOST_FILES * sizeof *files) : NULL;
    struct dirent *entry;
    *count = 0;
    while (files && *count < MOST_FILES && (entry = readdir(directory))) {
        struct file *file = &files[*count];
        struct stat about;
        struct fl_buf path = fl_buf_over(file->path, sizeof file->path);
        if (!ends_with(entry->d_name, ".record"))
            continue;
        fl_put(&path, folder);
        fl_put_char(&path, '/');
        fl_put(&path, entry->d_name);
        if (path.overflowed || stat(path.at, &about) || !S_ISREG(about.st_mode) ||
            about.st_size > READ_LIMIT)
            continue;
        file->at = about.st_mtime;
        file->size = (size_t)about.st_size;
        (*count)++;
    }
    if (directory)
        closedir(directory);
    return files;
}

static bool read_record(const struct file *file, struct fl_record *out)
{
    struct fl_record_error error;
    FILE *stream = fopen(file->path, "rb");
    char *text = stream ? malloc(file->size + 1) : NULL;
    size_t len = text ? fread(text, 1, file->size, stream) : 0;
    bool read = text && len == file->size && fl_record_read(text, len, fl_game_find, out, &error);
    free(text);
    if (stream)
        fclose(stream);
    return read;
}

static bool read_save(const struct file *file, struct fl_save *out)
{
    struct fl_record record;
    struct fl_sight sight;
    if (!read_record(file, &record))
        return false;
    memset(out, 0, sizeof *out);
    memcpy(out->path, file->path, sizeof out->path);
    out->game = record.match.game;
    out->players = record.players;
    out->seats = record.match.setup.seats;
    out->at = file->at;
    out->turn = fl_match_turn(&record.match);
    out->over = !out->turn;
    if (out->over) {
        fl_match_sight(&record.match,
                       record.match.viewer == FL_TRUTH ? FL_SPECTATOR : record.match.viewer,
                       &sight);
        out->winners = fl_sight_winners(&sight);
    }
    fl_match_end(&record.match);
    return true;
}

struct fl_save *fl_saves_list(int most, int *count)
{
    char memory[FL_PATH_SIZE];
    struct fl_buf folder = fl_buf_over(memory, sizeof memory);
    int files = 0;
    *count = 0;
    struct file *file = fl_put_state_folder(&folder) ? list_files(folder.at, &files) : NULL;
    struct fl_save *saves = files ? malloc((size_t)most * sizeof *saves) : NULL;
    if (files)
        qsort(file, (size_t)files, sizeof *file, newest_first);
    for (int i = 0; saves && i < files && *count < most; i++)
        *count += read_save(&file[i], &saves[*count]);
    free(file);
    return saves;
}

void fl_put_save_time(struct fl_buf *out, const struct fl_screen *s, const struct fl_save *save)
{
    time_t now = time(NULL);
    struct tm at, today;
    static const char *const month[] = {"saves.month-1",  "saves.month-2",  "saves.month-3",
                                        "saves.month-4",  "saves.month-5",  "saves.month-6",
                                        "saves.month-7",  "saves.month-8",  "saves.month-9",
                                        "saves.month-10", "saves.month-11", "saves.month-12"};
    char text[32];
    localtime_r(&save->at, &at);
    localtime_r(&now, &today);
    bool same = at.tm_yday == today.tm_yday && at.tm_year == today.tm_year;
    struct fl_phrase phrase;
    if (same) {
        strftime(text, sizeof text, "%H:%M", &at);
        fl_put(out, text);
        return;
    }
    fl_phrase_begin(&phrase, "saves.day");
    fl_with_number(&phrase, "day", at.tm_mday);
    fl_with_word(&phrase, "month", month[at.tm_mon]);
    fl_put_sentence(out, s, &phrase);
}

void fl_put_save_players(struct fl_buf *out, const struct fl_save *save)
{
    bool some = false;
    for (int seat = 0; seat < save->seats; seat++) {
        const char *kind = save->players.kind[seat], *name = save->players.name[seat];
        bool person = !*kind || !strcmp(kind, "person");
        const char *space = strchr(name, ' ');
        if (person && seat == 0)
            continue;
        fl_put(out, some ? ", " : "");
        fl_put_bytes(out, name, space && !person ? (size_t)(space - name) : strlen(name));
        some = true;
    }
}
