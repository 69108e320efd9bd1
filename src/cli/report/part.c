/* Files of parts (part.h): lines of text. Sums are numbered words; those that are 0 are left out.
 * The last line is "end", so that a file that was cut off is recognized. */
#include "cli/report/part.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_LINE "flibuste part 1, version " FL_VERSION

enum { WORDS = sizeof(struct fl_sim_sums) / sizeof(uint64_t), MAX_FILE = 1 << 20 };

_Static_assert(sizeof(struct fl_sim_sums) % sizeof(uint64_t) == 0, "sums are 64-bit integers");

static bool fail(const struct fl_cli *cli, const char *key, const char *what, const char *value)
{
    fl_cli_fail(cli, FL_CLI_FAILED, key, what, value);
    return false;
}

/* ---- the games of a part ---- */

bool fl_part_parse(const struct fl_cli *cli, const char *text, uint64_t games, struct fl_part *p)
{
    char after;
    bool ok = text[0] >= '0' && text[0] <= '9' &&
              sscanf(text, "%" SCNu64 "/%" SCNu64 "%c", &p->shard, &p->shards, &after) == 2 &&
              p->shard >= 1 && p->shard <= p->shards && p->shards <= games;
    return ok || (fl_cli_fail(cli, FL_CLI_USAGE, "part.expected-shard", NULL, text), false);
}

void fl_part_narrow(const struct fl_part *p, struct fl_sim *sim)
{
    uint64_t each = sim->games / p->shards, longer = sim->games % p->shards, before = p->shard - 1;
    sim->first = before * each + (before < longer ? before : longer);
    sim->games = each + (before < longer);
}

/* ---- arguments ---- */

/* Whether an argument is this option, alone or with "=VALUE". */
static bool is_option(const char *argument, const char *name, bool *has_value)
{
    size_t len = strlen(name);
    *has_value = !strncmp(argument, name, len) && argument[len] == '=';
    return *has_value || !strcmp(argument, name);
}

/* How many arguments an option of one part or of the report has; 0: it belongs to all parts. */
static int count_own(const char *argument)
{
    static const char *const with_value[] = {"--shard", "--out", "--threads", "--html", "--lang"};
    bool has_value;
    for (size_t i = 0; i < sizeof with_value / sizeof with_value[0]; i++)
        if (is_option(argument, with_value[i], &has_value))
            return has_value ? 1 : 2;
    return !strcmp(argument, "--json");
}

bool fl_part_note(const struct fl_cli *cli, struct fl_part *p, int argc, char **argv)
{
    p->arguments = 0;
    for (int i = 0, own; i < argc; i += own ? own : 1) {
        own = count_own(argv[i]);
        if (own)
            continue;
        if (p->arguments == FL_PART_ARGUMENTS || strchr(argv[i], '\n'))
            return fail(cli, "cli.too-much", NULL, argv[i]);
        p->argument[p->arguments++] = argv[i];
    }
    return true;
}

/* ---- files ---- */

bool fl_part_write(const struct fl_cli *cli, const struct fl_part *p, const char *path)
{
    uint64_t word[WORDS];
    FILE *file = fopen(path, "w");
    if (!file)
        return fail(cli, "cli.cannot-write", path, strerror(errno));
    fprintf(file, FIRST_LINE "\nshard %" PRIu64 "/%" PRIu64 "\nseconds %.6f\n", p->shard, p->shards,
            p->seconds);
    for (int i = 0; i < p->arguments; i++)
        fprintf(file, "argument %s\n", p->argument[i]);
    memcpy(word, &p->sums, sizeof word);
    for (int i = 0; i < WORDS; i++)
        if (word[i])
            fprintf(file, "sum %d %" PRIu64 "\n", i, word[i]);
    fputs("end\n", file);
    bool written = !ferror(file);
    return (!fclose(file) && written) || fail(cli, "cli.cannot-write", path, strerror(errno));
}

/* Reads one line after the first. */
static bool read_line(struct fl_part *p, char *line)
{
    int index;
    uint64_t value;
    if (!strncmp(line, "argument ", 9) && p->arguments < FL_PART_ARGUMENTS) {
        p->argument[p->arguments++] = line + 9;
        return true;
    }
    if (sscanf(line, "sum %d %" SCNu64, &index, &value) == 2 && index >= 0 && index < WORDS) {
        memcpy((char *)&p->sums + (size_t)index * sizeof value, &value, sizeof value);
        return true;
    }
    return sscanf(line, "shard %" SCNu64 "/%" SCNu64, &p->shard, &p->shards) == 2 ||
           sscanf(line, "seconds %lf", &p->seconds) == 1;
}

/* Cuts the next line off; NULL if there is none that is complete. */
static char *cut_line(char **rest)
{
    char *line = *rest, *end = strchr(line, '\n');
    if (!end)
        return NULL;
    *end = '\0';
    *rest = end + 1;
    return line;
}

static bool parse(struct fl_part *p)
{
    char *rest = p->text, *line = cut_line(&rest);
    if (!line || strcmp(line, FIRST_LINE) != 0)
        return false;
    while ((line = cut_line(&rest)) && strcmp(line, "end") != 0)
        if (!read_line(p, line))
            return false;
    return line && p->arguments && p->shard >= 1 && p->shard <= p->shards;
}

bool fl_part_read(const struct fl_cli *cli, struct fl_part *p, const char *path)
{
    FILE *file = fopen(path, "r");
    *p = (struct fl_part){0};
    if (!file)
        return fail(cli, "cli.cannot-read", path, strerror(errno));
    p->text = calloc(1, MAX_FILE + 1);
    size_t len = p->text ? fread(p->text, 1, MAX_FILE, file) : 0;
    fclose(file);
    if (!p->text)
        return fail(cli, "cli.cannot-read", path, strerror(ENOMEM));
    return (len < MAX_FILE && parse(p)) || fail(cli, "part.not-one", path, NULL);
}
