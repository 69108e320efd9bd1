/* Explores the model: model [NAME=VALUE...] [without=SAFEGUARD]. Without arguments, runs the
 * configurations that must be right, then each safeguard removed, which must give a counterexample.
 * With the argument `long`, larger configurations too. Prints TAP. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model.h"

static const struct {
    const char *name, *effect;
} safeguards[] = {
#define SAFEGUARD(name, effect) {#name, effect},
    SAFEGUARDS(SAFEGUARD)
#undef SAFEGUARD
};

/* Configurations without a violation. */
static const char *const right[] = {
    "contents=3 ids=1 failovers=1 restarts=1 losses=2 errors=2 releases=1 numbers=8",
    "contents=2 ids=2 failovers=1 restarts=1 looks=1 retires=1 numbers=4",
    "contents=2 ids=2 failovers=1 losses=1 errors=1 numbers=4",
    "contents=1 ids=3 failovers=1 losses=1 numbers=3",
    "contents=2 ids=2 losses=1 lease=1 numbers=4",
};
static const char *const right_long[] = {
    "contents=2 ids=2 failovers=1 restarts=1 losses=1 errors=1 numbers=4",
    "contents=2 ids=2 losses=2 errors=2 numbers=5",
    "contents=2 ids=2 failovers=1 restarts=1 losses=1 lease=1 numbers=4",
    "contents=2 ids=3 failovers=1 losses=1 numbers=3",
    "contents=2 ids=3 failovers=1 restarts=1 numbers=3",
    "contents=2 ids=2 losses=1 errors=1 releases=1 looks=1 retires=1 numbers=4",
    "contents=2 ids=3 losses=1 errors=1 numbers=3",
};

static const char all_faults[] = "contents=2 ids=2 failovers=1 restarts=1 losses=1 errors=1"
                                 " releases=1 looks=1 retires=1 numbers=5";
static const char with_lease[] = "contents=2 ids=2 losses=1 lease=1 numbers=5";
static const char with_release[] = "contents=2 ids=2 losses=1 releases=1 numbers=5";

/* The faults that a safeguard protects against. */
static const char *faults_for(enum safeguard safeguard)
{
    if (safeguard == NO_evidence || safeguard == NO_send_time)
        return with_lease;
    return safeguard == NO_stream ? with_release : all_faults;
}

static bool set_number(const char *word, const char *name, size_t len, int *value)
{
    if (strlen(name) != len || strncmp(word, name, len))
        return false;
    *value = atoi(word + len + 1);
    return true;
}

/* Reads one NAME=VALUE; false if there is no such name. */
static bool read_setting(struct settings *s, const char *word)
{
    static const char *const names[] = {"failovers", "restarts", "losses", "errors",
                                        "releases",  "looks",    "retires"};
    uint8_t *const budget[] = {&s->budget.failovers, &s->budget.restarts, &s->budget.losses,
                               &s->budget.errors,    &s->budget.releases, &s->budget.looks,
                               &s->budget.retires};
    size_t len = strcspn(word, "=");
    int value;
    if (word[len] != '=')
        return false;
    for (int i = 0; i < 7; i++)
        if (set_number(word, names[i], len, &value)) {
            *budget[i] = (uint8_t)value;
            return true;
        }
    for (int i = 0; i < SAFEGUARD_COUNT && !strncmp(word, "without=", 8); i++)
        if (!strcmp(word + 8, safeguards[i].name)) {
            s->without |= 1u << i;
            return true;
        }
    if (set_number(word, "lease", len, &value)) {
        s->lease = value;
        return true;
    }
    if (set_number(word, "room", len, &value)) {
        s->room = (uint32_t)value;
        return true;
    }
    return set_number(word, "contents", len, &s->contents) ||
           set_number(word, "ids", len, &s->ids) || set_number(word, "numbers", len, &s->numbers);
}

static const struct settings usual = {.contents = 2, .ids = 2, .numbers = 5, .room = 40000000};

static struct settings read_settings(const char *text)
{
    struct settings s = usual;
    char words[256];
    snprintf(words, sizeof words, "%s", text);
    for (char *word = strtok(words, " "); word; word = strtok(NULL, " "))
        read_setting(&s, word);
    return s;
}

static bool report(int number, const struct model *m, bool expected, const char *what)
{
    bool ok = !m->violation == expected;
    printf("%sok %d - %s: %u states, %s\n", ok ? "" : "not ", number, what, m->count,
           m->violation ? m->violation : "nothing wrong");
    if (!ok && m->violation)
        print_trace(m);
    fflush(stdout);
    return ok;
}

static bool run_right(int number, const char *text)
{
    struct model m;
    struct settings settings = read_settings(text);
    explore(&m, &settings);
    bool ok = report(number, &m, true, text);
    model_free(&m);
    return ok;
}

static bool run_without(int number, enum safeguard safeguard)
{
    struct model m;
    char what[160];
    struct settings settings = read_settings(faults_for(safeguard));
    settings.without = 1u << safeguard;
    snprintf(what, sizeof what, "without %s (%s)", safeguards[safeguard].name,
             safeguards[safeguard].effect);
    explore(&m, &settings);
    bool ok = report(number, &m, false, what);
    model_free(&m);
    return ok;
}

static int run_all(bool is_long)
{
    int count = sizeof right / sizeof *right, more = sizeof right_long / sizeof *right_long;
    int number = 0;
    bool ok = true;
    printf("1..%d\n", count + (is_long ? more : 0) + SAFEGUARD_COUNT);
    for (int i = 0; i < count; i++)
        ok &= run_right(++number, right[i]);
    for (int i = 0; is_long && i < more; i++)
        ok &= run_right(++number, right_long[i]);
    for (int i = 0; i < SAFEGUARD_COUNT; i++)
        ok &= run_without(++number, (enum safeguard)i);
    return ok ? 0 : 1;
}

int main(int argc, char **argv)
{
    struct settings settings = usual;
    struct model m;
    if (argc == 1 || (argc == 2 && !strcmp(argv[1], "long")))
        return run_all(argc == 2);
    for (int i = 1; i < argc; i++)
        if (!read_setting(&settings, argv[i])) {
            fprintf(stderr, "model: expected NAME=VALUE or without=SAFEGUARD, not \"%s\"\n",
                    argv[i]);
            return 2;
        }
    if (settings.contents < 1 || settings.contents > 7 || settings.ids < 1 || settings.ids >= IDS) {
        fputs("model: expected 1 to 7 contents and 1 to 3 ids\n", stderr);
        return 2;
    }
    bool ok = explore(&m, &settings);
    puts("1..1");
    report(1, &m, true, "the model");
    model_free(&m);
    return ok ? 0 : 1;
}
