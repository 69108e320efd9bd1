/* Runs a fuzz harness as an ordinary test, on every file of a corpus and on seeded mutations of
 * them.
 *    PROGRAM CORPUS [MUTATIONS] */
#include <dirent.h>

#include "fuzz.h"

enum { MAX_FILES = 256, LONGEST = 1 << 16, USUAL = 20000, MAX_CHANGES = 6 };

struct corpus {
    int files;
    size_t len[MAX_FILES];
    uint8_t *file[MAX_FILES];
};

static void add_file(struct corpus *c, const char *directory, const char *name)
{
    static const size_t room = LONGEST;
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    FILE *file = fopen(path, "rb");
    uint8_t *bytes = malloc(room);
    MUST(file && bytes && c->files < MAX_FILES);
    c->len[c->files] = fread(bytes, 1, room, file);
    c->file[c->files++] = bytes;
    fclose(file);
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static int is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

/* In the order of names, so that a run is reproducible. */
static void read_corpus(struct corpus *c, const char *directory)
{
    struct dirent **entry;
    int n = scandir(directory, &entry, is_visible, by_name);
    for (int i = 0; i < n; i++) {
        add_file(c, directory, entry[i]->d_name);
        free(entry[i]);
    }
    if (n >= 0)
        free(entry);
}

static const uint8_t *any_piece(const struct corpus *c, struct fl_rng *rng, size_t *len)
{
    uint32_t i = fl_rng_below(rng, (uint32_t)c->files);
    size_t from = fl_rng_below(rng, (uint32_t)c->len[i] + 1);
    size_t most = c->len[i] - from;
    *len = fl_rng_below(rng, (uint32_t)(most < 40 ? most : 40) + 1);
    return c->file[i] + from;
}

/* Replaces `gone` bytes by a piece. */
static size_t splice(uint8_t *bytes, size_t len, size_t at, size_t gone, const uint8_t *piece,
                     size_t piece_len)
{
    if (len - gone + piece_len > LONGEST)
        return len;
    memmove(bytes + at + piece_len, bytes + at + gone, len - at - gone);
    memcpy(bytes + at, piece, piece_len);
    return len - gone + piece_len;
}

/* One change: a bit, a byte, a piece of another file inserted or substituted, or a piece
 * removed. */
static size_t change(const struct corpus *c, struct fl_rng *rng, uint8_t *bytes, size_t len)
{
    size_t at = fl_rng_below(rng, (uint32_t)len + 1), size = 0, gone = 0;
    size_t left = len - at;
    uint8_t byte = 0;
    switch (fl_rng_below(rng, 5)) {
    case 0:
        if (left)
            bytes[at] ^= (uint8_t)(1u << fl_rng_below(rng, 8));
        return len;
    case 1:
        byte = (uint8_t)fl_rng_next(rng);
        return splice(bytes, len, at, left > 0, &byte, 1);
    case 2:
        gone = fl_rng_below(rng, (uint32_t)(left < 40 ? left : 40) + 1);
        return splice(bytes, len, at, gone, &byte, 0);
    case 3:
        gone = fl_rng_below(rng, (uint32_t)(left < 40 ? left : 40) + 1);
        /* fall through */
    default: {
        const uint8_t *piece = any_piece(c, rng, &size);
        return splice(bytes, len, at, gone, piece, size);
    }
    }
}

static void try_mutation(const struct corpus *c, uint64_t number, uint8_t *bytes)
{
    struct fl_rng rng = fl_rng_from(number, 3);
    uint32_t i = fl_rng_below(&rng, (uint32_t)c->files);
    size_t len = c->len[i];
    memcpy(bytes, c->file[i], len);
    for (uint32_t n = 1 + fl_rng_below(&rng, MAX_CHANGES); n; n--)
        len = change(c, &rng, bytes, len);
    uint8_t *exact = malloc(len ? len : 1); /* so that a sanitizer detects a read beyond the end */
    MUST(exact);
    memcpy(exact, bytes, len);
    LLVMFuzzerTestOneInput(exact, len);
    free(exact);
}

int main(int argc, char **argv)
{
    static const size_t room = LONGEST;
    struct corpus c = {0};
    uint8_t *bytes = malloc(room);
    unsigned long mutations = argc > 2 ? strtoul(argv[2], NULL, 10) : USUAL;
    MUST(argc > 1 && bytes);
    read_corpus(&c, argv[1]);
    MUST(c.files > 0);
    puts("1..2");
    for (int i = 0; i < c.files; i++)
        LLVMFuzzerTestOneInput(c.file[i], c.len[i]);
    printf("ok 1 - %d inputs of the corpus\n", c.files);
    fflush(stdout);
    for (unsigned long n = 0; n < mutations; n++)
        try_mutation(&c, n, bytes);
    printf("ok 2 - %lu mutations of them\n", mutations);
    for (int i = 0; i < c.files; i++)
        free(c.file[i]);
    free(bytes);
    return 0;
}
