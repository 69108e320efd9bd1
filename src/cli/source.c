/* The sources of chance. */
#include "cli/source.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "core/throw.h"
#include "term/command.h"

static struct fl_chance *chance_of(struct fl_source *source)
{
    return (struct fl_chance *)source;
}

/* ---- a seed ---- */

/* Every step has a stream of its own: a resumed game goes on as if it had not been left. */
static bool pick_seeded(struct fl_source *source, const struct fl_match *m,
                        const struct fl_moves *list, fl_move *move)
{
    struct fl_rng rng = fl_rng_from(chance_of(source)->seed, m->steps);
    *move = fl_pick(list, &rng);
    return true;
}

/* ---- bytes from the system or a file ---- */

static bool take_bytes(struct fl_chance *c, unsigned char *bytes, size_t n)
{
    if (c->file) {
        if (fread(bytes, 1, n, c->file) == n)
            return true;
        c->dry = FL_DRY_FILE_ENDED;
        return false;
    }
    while (getrandom(bytes, n, 0) != (ssize_t)n)
        if (errno != EINTR) {
            c->dry = FL_DRY_SYSTEM;
            return false;
        }
    return true;
}

/* An even number below n from as few bytes as will do, highest first; values of the uneven rest
 * are thrown back. */
static bool take_below(struct fl_chance *c, uint32_t n, uint32_t *out)
{
    size_t bytes = n <= 1u << 8 ? 1 : n <= 1u << 16 ? 2 : 4;
    uint64_t range = (uint64_t)1 << 8 * bytes, even = range - range % n, value;
    do {
        unsigned char byte[4];
        if (!take_bytes(c, byte, bytes))
            return false;
        value = 0;
        for (size_t i = 0; i < bytes; i++)
            value = value << 8 | byte[i];
    } while (value >= even);
    *out = (uint32_t)(value % n);
    return true;
}

static bool pick_by_bytes(struct fl_source *source, const struct fl_match *m,
                          const struct fl_moves *list, fl_move *move)
{
    uint32_t rest, i = 0;
    (void)m;
    if (!take_below(chance_of(source), list->total, &rest))
        return false;
    while (rest >= list->at[i].weight)
        rest -= list->at[i++].weight;
    *move = list->at[i].move;
    return true;
}

/* ---- a person ---- */

enum { SPELLED = 64 };

/* A match of our own at the same point, to try an answer on. */
static void begin_trial(struct fl_match *trial, const struct fl_match *m)
{
    fl_match_begin(trial, m->game, &m->setup, m->viewer);
    for (uint32_t i = 0; i < m->steps; i++)
        fl_match_play(trial, m->log[i].seat, m->log[i].move);
}

/* What chance may bring as far as everybody knows; the trial itself knows the rest. */
static void chance_moves(const struct fl_match *trial, struct fl_moves *list)
{
    struct fl_sight sight;
    list->count = list->total = 0;
    if (fl_match_turn(trial) != FL_SEAT(FL_CHANCE))
        return;
    fl_match_sight(trial, FL_WATCHER, &sight);
    fl_list(sight.game, &sight.state, FL_CHANCE, list);
}

static bool same_letters(const char *a, const char *b, size_t len)
{
    for (size_t i = 0; i < len; i++)
        if (tolower((unsigned char)a[i]) != tolower((unsigned char)b[i]))
            return false;
    return !b[len];
}

/* The move spelled by the first len bytes, in small letters or large. */
static bool find_spelled(const struct fl_game *g, const struct fl_moves *list, const char *text,
                         size_t len, fl_move *move)
{
    for (uint32_t i = 0; i < list->count; i++) {
        char memory[SPELLED];
        struct fl_buf spelled = fl_buf_over(memory, sizeof memory);
        g->spell(list->at[i].move, &spelled);
        if (spelled.len == len && same_letters(text, spelled.at, len)) {
            *move = list->at[i].move;
            return true;
        }
    }
    return false;
}

/* Reads one answer: a word, or one letter of a word when letters stand together. */
static size_t read_answer(const struct fl_match *m, const char *text, fl_move *move)
{
    struct fl_moves list;
    size_t word = strcspn(text, " ,\t");
    chance_moves(m, &list);
    if (find_spelled(m->game, &list, text, word, move))
        return word;
    return find_spelled(m->game, &list, text, 1, move) ? 1 : 0;
}

/* Reads a whole line on trial; false if any of it cannot be. */
static bool read_answers(struct fl_chance *c, const struct fl_match *m, const char *text)
{
    struct fl_match trial;
    bool good = true;
    begin_trial(&trial, m);
    c->queued = c->taken = 0;
    for (text += strspn(text, " ,\t"); *text && good; text += strspn(text, " ,\t")) {
        fl_move move;
        size_t len = c->queued < 64 ? read_answer(&trial, text, &move) : 0;
        good = len && fl_match_play(&trial, FL_CHANCE, move) == FL_OK;
        if (good)
            c->queue[c->queued++] = move;
        text += len;
    }
    fl_match_end(&trial);
    if (!good)
        c->queued = 0;
    return good && c->queued;
}

static void ask_for(const struct fl_chance *c, const struct fl_match *m)
{
    struct fl_throw next;
    fl_throw_next(m, &next);
    const char *question = fl_sister_key(next.said.key, "real");
    next.said.key = question ? question : "play.real";
    fl_screen_phrase(c->screen, &next.said);
}

static void put_label(struct fl_buf *out, const struct fl_chance *c, const struct fl_match *m,
                      fl_move move)
{
    struct fl_phrase label;
    struct fl_sight sight;
    fl_match_sight(m, FL_WATCHER, &sight);
    fl_choice_label(&sight, FL_CHANCE, move, &label);
    fl_put_told(out, c->screen, &label);
}

/* "S = tête de mort, P = perroquet, ...": what may be answered. */
static void list_answers(const struct fl_chance *c, const struct fl_match *m,
                         const struct fl_moves *list)
{
    char memory[2048];
    struct fl_buf text = fl_buf_over(memory, sizeof memory);
    struct fl_phrase phrase;
    for (uint32_t i = 0; i < list->count; i++) {
        fl_put(&text, i ? ", " : "");
        m->game->spell(list->at[i].move, &text);
        fl_put(&text, FL_TIE "=" FL_TIE);
        put_label(&text, c, m, list->at[i].move);
    }
    fl_phrase_begin(&phrase, "play.answers");
    fl_with_text(&phrase, "what", text.at);
    fl_screen_phrase(c->screen, &phrase);
}

/* A line that is the beginning of one answer's words and of no other's: "gard", "Deux têtes". */
static bool read_label(struct fl_chance *c, const struct fl_match *m, const struct fl_moves *list,
                       const char *line)
{
    char typed_memory[FL_LINE_SIZE];
    struct fl_buf typed = fl_buf_over(typed_memory, sizeof typed_memory);
    int found = 0;
    fl_put_folded(&typed, line);
    for (uint32_t i = 0; typed.len && i < list->count; i++) {
        char label_memory[256], folded_memory[256];
        struct fl_buf label = fl_buf_over(label_memory, sizeof label_memory);
        struct fl_buf folded = fl_buf_over(folded_memory, sizeof folded_memory);
        put_label(&label, c, m, list->at[i].move);
        fl_put_folded(&folded, label.at);
        if (!strncmp(folded.at, typed.at, typed.len)) {
            found++;
            c->queue[0] = list->at[i].move;
        }
    }
    c->queued = found == 1;
    c->taken = 0;
    return found == 1;
}

static bool leave(struct fl_chance *c, enum fl_dry why)
{
    c->dry = why;
    return false;
}

/* Whose secret falls now: the person who alone may see it; FL_NOBODY if it is none. */
static int whose_secret(const struct fl_chance *c, const struct fl_match *m)
{
    struct fl_throw next;
    fl_throw_next(m, &next);
    fl_seats people = next.seen & c->people;
    bool public = next.seen & FL_SEAT(FL_WATCHER);
    return public || !people || !(c->people & (c->people - 1)) ? FL_NOBODY : __builtin_ctz(people);
}

/* A secret card is told to the keyboard alone. */
static enum fl_line draw_the_curtain(struct fl_chance *c, const struct fl_match *m)
{
    char line[FL_LINE_SIZE];
    struct fl_phrase phrase;
    int seat = whose_secret(c, m);
    if (seat == FL_NOBODY || *c->shown_to == seat)
        return FL_LINE_READ;
    *c->shown_to = seat;
    fl_screen_clear(c->screen);
    fl_phrase_begin(&phrase, c->screen->terminal ? "play.hand-over" : "play.now");
    fl_with_seat(&phrase, "who", seat);
    fl_screen_phrase(c->screen, &phrase);
    return c->screen->terminal ? fl_keyboard_read(c->keyboard, line) : FL_LINE_READ;
}

/* The answers listed are those that may be as far as everybody knows. */
static void ask_and_list(const struct fl_chance *c, const struct fl_match *m)
{
    struct fl_moves open;
    chance_moves(m, &open);
    ask_for(c, m);
    list_answers(c, m, &open);
}

static void refuse_answer(const struct fl_chance *c, const struct fl_match *m)
{
    struct fl_throw next;
    struct fl_phrase phrase;
    fl_throw_next(m, &next);
    fl_phrase_begin(&phrase, "play.bad-answer");
    fl_with_number(&phrase, "n", next.count);
    fl_screen_phrase(c->screen, &phrase);
}

static bool ask_person(struct fl_chance *c, const struct fl_match *m, const struct fl_moves *list)
{
    char line[FL_LINE_SIZE];
    enum fl_line read = draw_the_curtain(c, m);
    if (read == FL_LINE_READ)
        ask_and_list(c, m);
    for (;;) {
        if (read == FL_LINE_READ)
            read = fl_keyboard_read(c->keyboard, line);
        if (read != FL_LINE_READ)
            return leave(c, read == FL_LINE_CLOSED ? FL_DRY_CLOSED : FL_DRY_INTERRUPTED);
        if (fl_command_is(FL_COMMAND_QUIT, c->screen->lang, line))
            return leave(c, FL_DRY_QUIT);
        if (fl_command_is(FL_COMMAND_UNDO, c->screen->lang, line))
            return leave(c, FL_DRY_UNDO);
        if (read_answers(c, m, line) || read_label(c, m, list, line))
            return true;
        refuse_answer(c, m);
        ask_and_list(c, m);
    }
}

/* What can only be one thing need not be told. */
static bool pick_by_hand(struct fl_source *source, const struct fl_match *m,
                         const struct fl_moves *list, fl_move *move)
{
    struct fl_chance *c = chance_of(source);
    bool empty = c->taken == c->queued;
    if (empty && list->count == 1) {
        *move = list->at[0].move;
        return true;
    }
    if (empty && !ask_person(c, m, list))
        return false;
    *move = c->queue[c->taken++];
    return true;
}

/* ---- opening ---- */

static int open_seed(struct fl_chance *c, const struct fl_cli *cli, const char *text)
{
    char *end;
    errno = 0;
    c->seed = strtoull(text, &end, 10);
    c->seeded = true;
    c->source.pick = pick_seeded;
    if (isdigit((unsigned char)*text) && !*end && !errno)
        return FL_CLI_OK;
    return fl_cli_fail(cli, FL_CLI_USAGE, "play.expected-seed", NULL, text);
}

static int open_file(struct fl_chance *c, const struct fl_cli *cli, const char *path)
{
    c->source.pick = pick_by_bytes;
    c->file = fopen(path, "rb");
    if (c->file)
        return FL_CLI_OK;
    return fl_cli_fail(cli, FL_CLI_FAILED, "cli.cannot-read", path, strerror(errno));
}

/* A secret of the system's, or one that was typed. */
static int open_fair(struct fl_chance *c, const struct fl_cli *cli, const char *text)
{
    c->fair = true;
    if (text ? fl_read_secret(text, strlen(text), c->secret)
             : take_bytes(c, c->secret, sizeof c->secret))
        return FL_CLI_OK;
    if (!text)
        return fl_cli_fail(cli, FL_CLI_FAILED, "status.no-chance", NULL, NULL);
    return fl_cli_fail(cli, FL_CLI_USAGE, "play.expected-secret", NULL, text);
}

int fl_chance_open(struct fl_chance *c, const struct fl_cli *cli, const char *text)
{
    *c = (struct fl_chance){.source = {.pick = pick_by_bytes}};
    if (!strcmp(text, "os"))
        return FL_CLI_OK;
    if (!strncmp(text, "seed:", 5))
        return open_seed(c, cli, text + 5);
    if (!strncmp(text, "file:", 5))
        return open_file(c, cli, text + 5);
    if (!strcmp(text, "fair"))
        return open_fair(c, cli, NULL);
    if (!strncmp(text, "fair:", 5))
        return open_fair(c, cli, text + 5);
    c->manual = true;
    c->source.pick = pick_by_hand;
    if (!strcmp(text, "manual"))
        return FL_CLI_OK;
    return fl_cli_fail(cli, FL_CLI_USAGE, "play.expected-dice", NULL, text);
}

void fl_chance_ask(struct fl_chance *c, struct fl_sitting *sitting)
{
    c->keyboard = sitting->keyboard;
    c->screen = &sitting->screen;
    c->shown_to = &sitting->shown_to;
    for (int seat = 0; seat < sitting->match.setup.seats; seat++)
        if (fl_sitting_is_person(sitting, seat))
            c->people |= FL_SEAT(seat);
}

bool fl_chance_wants_undo(struct fl_source *source)
{
    struct fl_chance *c = chance_of(source);
    bool wants = c->dry == FL_DRY_UNDO;
    if (wants)
        c->dry = FL_DRY_NOT;
    return wants;
}

void fl_chance_close(struct fl_chance *c)
{
    if (c->file)
        fclose(c->file);
    c->file = NULL;
}

uint64_t fl_chance_fresh_seed(void)
{
    uint64_t seed = 0;
    while (getrandom(&seed, sizeof seed, 0) < 0 && errno == EINTR)
        ;
    return seed;
}
