/* Options that `hint` and `analyse` have in common. */
#include "cli/options/analysis_options.h"

#include <unistd.h>

enum { MOST_THREADS = 64 };

/* Number of processors: the default number of threads. */
static int processors(void)
{
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n < 1 ? 1 : n > MOST_THREADS ? MOST_THREADS : (int)n;
}

struct fl_analysis_options fl_analysis_options_default(void)
{
    return (struct fl_analysis_options){.threads = processors(), .seed = 1};
}

bool fl_analysis_options_read(const struct fl_cli *cli, struct fl_analysis_options *s, int option,
                              long long most_playouts)
{
    switch (option) {
    case 's':
        s->seat_typed = optarg;
        return true;
    case 'p':
        return fl_cli_number(cli, "--playouts", optarg, 1, most_playouts, &s->playouts);
    case 't':
        return fl_cli_number(cli, "--threads", optarg, 1, MOST_THREADS, &s->threads);
    case 'r':
        return fl_cli_number(cli, "--seed", optarg, 0, INT64_MAX, &s->seed);
    case 'j':
        s->json = true;
        return true;
    default:
        return option == 'l';
    }
}

int fl_analysis_options_fail(const struct fl_cli *cli, const struct fl_analysis_options *s,
                             const char *key, int mover)
{
    struct fl_phrase phrase;
    fl_phrase_begin(&phrase, key);
    fl_with_text(&phrase, "what", s->file);
    fl_with_number(&phrase, "seat", (int32_t)s->seat);
    fl_with_number(&phrase, "mover", mover + 1);
    return fl_cli_error(cli, FL_CLI_FAILED, &phrase);
}

int fl_analysis_options_choose_viewer(const struct fl_cli *cli, const struct fl_match *m,
                                      struct fl_analysis_options *s)
{
    bool partial = m->viewer != FL_TRUTH;
    if (s->seat_typed && !fl_cli_number(cli, "--seat", s->seat_typed, 1, m->setup.seats, &s->seat))
        return FL_CLI_USAGE;
    if (m->viewer == FL_SPECTATOR)
        return fl_analysis_options_fail(cli, s, "hint.spectator", 0);
    if (partial && s->seat && s->seat - 1 != m->viewer)
        return fl_analysis_options_fail(cli, s, "hint.other-eyes", 0);
    if (partial)
        s->seat = m->viewer + 1;
    return FL_CLI_OK;
}
