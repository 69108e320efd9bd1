/* What `hint` and `analyse` are asked alike. */
#include "cli/study.h"

enum { MOST_THREADS = 64 };

struct fl_study fl_study_usual(void)
{
    return (struct fl_study){.threads = fl_cli_processors(), .seed = 1};
}

bool fl_study_take(const struct fl_cli *cli, struct fl_study *s, int option,
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

int fl_study_refuse(const struct fl_cli *cli, const struct fl_study *s, const char *key, int mover)
{
    struct fl_phrase phrase;
    fl_phrase_begin(&phrase, key);
    fl_with_text(&phrase, "what", s->file);
    fl_with_number(&phrase, "seat", (int32_t)s->seat);
    fl_with_number(&phrase, "mover", mover + 1);
    return fl_cli_error(cli, FL_CLI_FAILED, &phrase);
}

int fl_study_choose_eyes(const struct fl_cli *cli, const struct fl_match *m, struct fl_study *s)
{
    bool partial = m->viewer != FL_TRUTH;
    if (s->seat_typed && !fl_cli_number(cli, "--seat", s->seat_typed, 1, m->setup.seats, &s->seat))
        return FL_CLI_USAGE;
    if (m->viewer == FL_WATCHER)
        return fl_study_refuse(cli, s, "hint.watcher", 0);
    if (partial && s->seat && s->seat - 1 != m->viewer)
        return fl_study_refuse(cli, s, "hint.other-eyes", 0);
    if (partial)
        s->seat = m->viewer + 1;
    return FL_CLI_OK;
}
