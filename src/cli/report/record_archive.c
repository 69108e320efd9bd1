/* Writes records of many games, compressed and indexed, in the order of the games. */
#include "cli/report/record_archive.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

enum { FIRST_ROOM = 1 << 14, MOST_ROOM = 1 << 24, LINE = 512, PATH = 4096 };
enum { GZIP = 16 + MAX_WBITS }; /* zlib's window with the head of a gzip member */

struct fl_archive_entry {
    struct fl_archive_entry *after;
    uint64_t game;
    size_t len;      /* compressed */
    char line[LINE]; /* of the index, without number, offset and length */
    unsigned char bytes[];
};

/* ---- files ---- */

static FILE *create(const char *folder, const char *name)
{
    char path[PATH];
    int len = snprintf(path, sizeof path, "%s/%s", folder, name);
    int file = len < (int)sizeof path ? open(path, O_WRONLY | O_CREAT | O_EXCL, 0666) : -1;
    if (len >= (int)sizeof path)
        errno = ENAMETOOLONG;
    return file < 0 ? NULL : fdopen(file, "w");
}

bool fl_archive_open(const struct fl_cli *cli, struct fl_archive *a, const char *folder)
{
    memset(a, 0, sizeof *a);
    pthread_mutex_init(&a->lock, NULL);
    if ((mkdir(folder, 0777) && errno != EEXIST) || !(a->records = create(folder, "records.gz")) ||
        !(a->index = create(folder, "index.tsv"))) {
        fl_cli_fail(cli, FL_CLI_FAILED, "cli.cannot-write", folder, strerror(errno));
        return false;
    }
    fputs("game\toffset\tlength\tsteps\twinners\tscores\thash\n", a->index);
    return true;
}

/* ---- entries ---- */

/* Compresses a text as one gzip member. The caller frees the entry. NULL if memory is short. */
static struct fl_archive_entry *compress_text(const struct fl_buf *text)
{
    z_stream z = {.next_in = (unsigned char *)text->at, .avail_in = (uInt)text->len};
    if (deflateInit2(&z, Z_DEFAULT_COMPRESSION, Z_DEFLATED, GZIP, 8, Z_DEFAULT_STRATEGY) != Z_OK)
        return NULL;
    size_t room = deflateBound(&z, (uLong)text->len);
    struct fl_archive_entry *e = malloc(sizeof *e + room);
    if (e) {
        z.next_out = e->bytes;
        z.avail_out = (uInt)room;
        bool done = deflate(&z, Z_FINISH) == Z_STREAM_END;
        e->len = done ? room - z.avail_out : 0;
    }
    deflateEnd(&z);
    return e;
}

/* Writes winners and scores as in a record, and the hash. */
static void describe_result(const struct fl_match *m, struct fl_buf *out)
{
    struct fl_sight all;
    fl_match_truth(m, &all);
    fl_put_number(out, m->steps);
    fl_put_char(out, '\t');
    const char *space = "";
    for (int seat = 0; seat < m->setup.seats; seat++)
        if (fl_sight_winners(&all) & FL_SEAT(seat)) {
            fl_put(out, space);
            fl_put_number(out, seat + 1);
            space = " ";
        }
    fl_put_char(out, '\t');
    for (int seat = 0; seat < m->setup.seats; seat++) {
        fl_put(out, seat ? " " : "");
        fl_put_number(out, fl_sight_score(&all, seat));
    }
    fl_put_char(out, '\t');
    fl_put_hex64(out, fl_hash(m->game, &all.state));
}

/* NULL if memory is short. */
static struct fl_archive_entry *entry_of(const struct fl_match *m, const struct fl_players *players)
{
    struct fl_archive_entry *e = NULL;
    for (size_t room = FIRST_ROOM; !e && room <= MOST_ROOM; room *= 4) {
        char *memory = malloc(room);
        if (!memory)
            return NULL;
        struct fl_buf text = fl_buf_over(memory, room);
        fl_record_write(m, players, FL_TRUTH, &text);
        if (!text.overflowed)
            e = compress_text(&text);
        free(memory);
    }
    if (e) {
        struct fl_buf line = fl_buf_over(e->line, sizeof e->line);
        describe_result(m, &line);
    }
    return e;
}

/* ---- order ---- */

static void write_entry(struct fl_archive *a, const struct fl_archive_entry *e)
{
    a->failed |= !e->len || fwrite(e->bytes, 1, e->len, a->records) != e->len;
    a->failed |= fprintf(a->index, "%" PRIu64 "\t%" PRIu64 "\t%zu\t%s\n", e->game + 1, a->offset,
                         e->len, e->line) < 0;
    a->offset += e->len;
}

/* Writes the entries whose turn it is. After the last game, writes all. */
static void write_waiting(struct fl_archive *a, bool all)
{
    while (a->waiting && (all || a->waiting->game == a->next)) {
        struct fl_archive_entry *e = a->waiting;
        write_entry(a, e);
        a->waiting = e->after;
        a->next = e->game + 1;
        free(e);
    }
}

void fl_archive_add(struct fl_archive *a, uint64_t game, const struct fl_match *m,
                    const struct fl_players *players)
{
    struct fl_archive_entry *e = entry_of(m, players);
    pthread_mutex_lock(&a->lock);
    if (e) {
        struct fl_archive_entry **at = &a->waiting;
        while (*at && (*at)->game < game)
            at = &(*at)->after;
        e->game = game;
        e->after = *at;
        *at = e;
        write_waiting(a, false);
    } else {
        a->failed = true;
    }
    pthread_mutex_unlock(&a->lock);
}

bool fl_archive_close(const struct fl_cli *cli, struct fl_archive *a, const char *folder)
{
    errno = 0;
    write_waiting(a, true);
    a->failed |= fclose(a->records) != 0;
    a->failed |= fclose(a->index) != 0;
    pthread_mutex_destroy(&a->lock);
    if (a->failed)
        fl_cli_fail(cli, FL_CLI_FAILED, "cli.cannot-write", folder, strerror(errno ? errno : EIO));
    return !a->failed;
}
