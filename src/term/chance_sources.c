/* The sources of chance. */
#include "term/chance_sources.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "core/real_dice.h"
#include "term/command.h"

static struct fl_chance *chance_of(struct fl_chance_source *source)
{
    return (struct fl_chance *)source;
}

/* ---- a seed ---- */

/* Every step has its own random stream, so that a resumed game continues as if it had not been
 * interrupted. */
static bool pick_seeded(struct fl_chance_source *source, const struct fl_match *m,
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
        c->status = FL_CHANCE_FILE_ENDED;
        return false;
    }
    while (getrandom(bytes, n, 0) != (ssize_t)n)
        if (errno != EINTR) {
            c->status = FL_CHANCE_SYSTEM;
            return false;
        }
    return true;
}

/* A uniform number below n from as few bytes as possible, most significant first. Values beyond the
 * largest multiple of n are rejected. */
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

/* Chooses a move by its weight. */
static bool pick_by_bytes(struct fl_chance_source *source, const struct fl_match *m,
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

/* Begins a copy of the match, on which an answer is tried. */
static void begin_trial(struct fl_match *trial, const struct fl_match *m)
{
    fl_match_begin(trial, m->game, &m->setup, m->viewer);
    for (uint32_t i = 0; i < m->steps; i++)
        fl_match_play(trial, m->log[i].seat, m->log[i].move);
}

/* The possible outcomes according to public knowledge. The copy rejects those that hidden cards
 * exclude. */
static void chance_moves(const struct fl_match *trial, struct fl_moves *list)
{
    struct fl_sight sight;
    list->count = list->total = 0;
    if (fl_match_turn(trial) != FL_SEAT(FL_CHANCE))
        return;
    fl_match_sight(trial, FL_SPECTATOR, &sight);
    fl_list(sight.game, &sight.state, FL_CHANCE, list);
}

static bool same_letters(const char *a, const char *b, size_t len)
{
    for (size_t i = 0; i < len; i++)
        if (tolower((unsigned char)a[i]) != tolower((unsigned char)b[i]))
            return false;
    return !b[len];
}

/* Finds the move spelled by the first `len` bytes, ignoring case. */
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

/* Writes an outcome as the list of answers shows it. */
static void put_label(struct fl_buf *out, const struct fl_chance *c, const struct fl_match *m,
                      fl_move move)
{
    struct fl_phrase label;
    struct fl_sight sight;
    fl_match_sight(m, FL_SPECTATOR, &sight);
    fl_choice_label(&sight, FL_CHANCE, move, &label);
    fl_put_sentence(out, c->screen, &label);
}

/* Finds the only outcome that ends with this number: "1" for "first-1". */
static bool find_numbered(const struct fl_game *g, const struct fl_moves *list, const char *text,
                          size_t len, fl_move *move)
{
    int found = 0;
    for (uint32_t i = 0; i < list->count && strspn(text, "0123456789") >= len; i++) {
        char memory[64];
        struct fl_buf spelled = fl_buf_over(memory, sizeof memory);
        g->spell(list->at[i].move, &spelled);
        const char *dash = strrchr(spelled.at, '-');
        if (!dash || strlen(dash + 1) != len || memcmp(dash + 1, text, len) != 0)
            continue;
        *move = list->at[i].move;
        found++;
    }
    return found == 1;
}

/* Finds the only outcome whose label begins with a word of two letters or more: "skull". */
static bool find_labelled(const struct fl_chance *c, const struct fl_match *m,
                          const struct fl_moves *list, const char *text, size_t len, fl_move *move)
{
    char word_memory[64], typed_memory[64];
    struct fl_buf word = fl_buf_over(word_memory, sizeof word_memory);
    struct fl_buf typed = fl_buf_over(typed_memory, sizeof typed_memory);
    int found = 0;
    fl_put_bytes(&word, text, len);
    fl_put_folded(&typed, word.at);
    for (uint32_t i = 0; len > 1 && !typed.overflowed && i < list->count; i++) {
        char label_memory[256], folded_memory[256];
        struct fl_buf label = fl_buf_over(label_memory, sizeof label_memory);
        struct fl_buf folded = fl_buf_over(folded_memory, sizeof folded_memory);
        put_label(&label, c, m, list->at[i].move);
        fl_put_folded(&folded, label.at);
        if (strncmp(folded.at, typed.at, typed.len) != 0)
            continue;
        *move = list->at[i].move;
        found++;
    }
    return found == 1;
}

/* Reads one answer: a word of the notation, its number, the beginning of its label, or one letter
 * if letters are not separated. Returns its length. */
static size_t read_answer(const struct fl_chance *c, const struct fl_match *m, const char *text,
                          fl_move *move)
{
    struct fl_moves list;
    size_t word = strcspn(text, " ,\t");
    chance_moves(m, &list);
    if (find_spelled(m->game, &list, text, word, move) ||
        find_numbered(m->game, &list, text, word, move) ||
        find_labelled(c, m, &list, text, word, move))
        return word;
    return find_spelled(m->game, &list, text, 1, move) ? 1 : 0;
}

/* Reads a whole line on a copy of the match. Returns false if any part of it is impossible. */
static bool read_answers(struct fl_chance *c, const struct fl_match *m, const char *text)
{
    struct fl_match trial;
    bool good = true;
    begin_trial(&trial, m);
    c->queued = c->taken = 0;
    for (text += strspn(text, " ,\t"); *text && good; text += strspn(text, " ,\t")) {
        fl_move move;
        size_t len = c->queued < 64 ? read_answer(c, &trial, text, &move) : 0;
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

/* Prints which real dice or cards are needed next. */
static void ask_for(const struct fl_chance *c, const struct fl_match *m)
{
    struct fl_real_roll next;
    fl_real_roll_next(m, &next);
    const char *question = fl_key_variant(next.said.key, "real");
    next.said.key = question ? question : "play.real";
    fl_screen_phrase(c->screen, &next.said);
}

/* Prints the possible answers: "S = tête de mort, P = perroquet, ...". */
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

/* Reads a line that is a prefix of exactly one answer's label: "gard", "Deux têtes". */
static bool read_label(struct fl_chance *c, const struct fl_match *m, const struct fl_moves *list,
                       const char *line)
{
    char typed_memory[FL_INPUT_SIZE];
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

static bool fail(struct fl_chance *c, enum fl_chance_status why)
{
    c->status = why;
    return false;
}

/* The only person who may see the next outcome, or FL_NOBODY if it is not secret. */
static int only_viewer(const struct fl_chance *c, const struct fl_match *m)
{
    struct fl_real_roll next;
    fl_real_roll_next(m, &next);
    fl_seats people = next.seen & c->people;
    bool public = next.seen & FL_SEAT(FL_SPECTATOR);
    return public || !people || !(c->people & (c->people - 1)) ? FL_NOBODY : __builtin_ctz(people);
}

/* Shows the hotseat screen before a secret card is typed in. */
static enum fl_input_status show_hotseat_screen(struct fl_chance *c, const struct fl_match *m)
{
    char line[FL_INPUT_SIZE];
    struct fl_phrase phrase;
    int seat = only_viewer(c, m);
    if (seat == FL_NOBODY || *c->shown_to == seat)
        return FL_INPUT_LINE;
    *c->shown_to = seat;
    fl_screen_clear(c->screen);
    fl_phrase_begin(&phrase, c->screen->terminal ? "play.hand-over" : "play.now");
    fl_with_seat(&phrase, "who", seat);
    fl_screen_phrase(c->screen, &phrase);
    return c->screen->terminal ? fl_keyboard_read(c->keyboard, line) : FL_INPUT_LINE;
}

/* Lists the answers that are possible according to public knowledge. */
static void ask_and_list(const struct fl_chance *c, const struct fl_match *m)
{
    struct fl_moves open;
    chance_moves(m, &open);
    ask_for(c, m);
    list_answers(c, m, &open);
}

static void refuse_answer(const struct fl_chance *c, const struct fl_match *m)
{
    struct fl_real_roll next;
    struct fl_phrase phrase;
    fl_real_roll_next(m, &next);
    fl_phrase_begin(&phrase, "play.bad-answer");
    fl_with_number(&phrase, "n", next.count);
    fl_screen_phrase(c->screen, &phrase);
}

/* Asks until the answer is possible. Returns false if the person quits or asks to undo. */
static bool ask_person(struct fl_chance *c, const struct fl_match *m, const struct fl_moves *list)
{
    char line[FL_INPUT_SIZE];
    enum fl_input_status read = show_hotseat_screen(c, m);
    if (read == FL_INPUT_LINE)
        ask_and_list(c, m);
    for (;;) {
        if (read == FL_INPUT_LINE)
            read = fl_keyboard_read(c->keyboard, line);
        if (read != FL_INPUT_LINE)
            return fail(c, read == FL_INPUT_CLOSED ? FL_CHANCE_CLOSED : FL_CHANCE_INTERRUPTED);
        if (fl_command_is(FL_COMMAND_QUIT, c->screen->lang, line))
            return fail(c, FL_CHANCE_QUIT);
        if (fl_command_is(FL_COMMAND_UNDO, c->screen->lang, line))
            return fail(c, FL_CHANCE_UNDO);
        if (read_answers(c, m, line) || read_label(c, m, list, line))
            return true;
        refuse_answer(c, m);
        ask_and_list(c, m);
    }
}

/* An outcome with only one possibility is not asked for. */
static bool pick_by_hand(struct fl_chance_source *source, const struct fl_match *m,
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

static const char *open_seed(struct fl_chance *c, const char *text)
{
    char *end;
    errno = 0;
    c->seed = strtoull(text, &end, 10);
    c->seeded = true;
    c->source.pick = pick_seeded;
    return isdigit((unsigned char)*text) && !*end && !errno ? NULL : "play.expected-seed";
}

static const char *open_file(struct fl_chance *c, const char *path)
{
    c->file = fopen(path, "rb");
    if (c->file)
        return NULL;
    c->status = FL_CHANCE_SYSTEM;
    return "cli.cannot-read";
}

/* Uses the secret given, or one from the operating system. */
static const char *open_fair(struct fl_chance *c, const char *text)
{
    c->fair = true;
    if (text)
        return fl_read_secret(text, strlen(text), c->secret) ? NULL : "play.expected-secret";
    return take_bytes(c, c->secret, sizeof c->secret) ? NULL : "status.no-chance";
}

const char *fl_chance_open(struct fl_chance *c, const char *text, const char **value)
{
    *c = (struct fl_chance){.source = {.pick = pick_by_bytes}};
    *value = text;
    if (!strcmp(text, "os"))
        return NULL;
    if (!strcmp(text, "fair"))
        return open_fair(c, NULL);
    if (!strncmp(text, "seed:", 5))
        return open_seed(c, *value += 5);
    if (!strncmp(text, "file:", 5))
        return open_file(c, *value += 5);
    if (!strncmp(text, "fair:", 5))
        return open_fair(c, *value += 5);
    c->manual = true;
    c->source.pick = pick_by_hand;
    return strcmp(text, "manual") ? "play.expected-dice" : NULL;
}

/* Whether the person asked to undo instead of answering. Resets the status. */
static bool wants_undo(struct fl_chance_source *source)
{
    struct fl_chance *c = chance_of(source);
    bool wants = c->status == FL_CHANCE_UNDO;
    if (wants)
        c->status = FL_CHANCE_OK;
    return wants;
}

/* A seed from the operating system. */
static uint64_t fresh_seed(void)
{
    uint64_t seed = 0;
    while (getrandom(&seed, sizeof seed, 0) < 0 && errno == EINTR)
        ;
    return seed;
}

void fl_chance_attach(struct fl_chance *c, struct fl_session *session)
{
    c->keyboard = session->keyboard;
    c->screen = &session->screen;
    c->shown_to = &session->shown_to;
    c->people = fl_session_people(session);
    session->chance = &c->source;
    session->manual_chance = c->manual;
    session->wants_undo = c->manual ? wants_undo : NULL;
    session->seed = c->seeded ? c->seed : fresh_seed();
}

void fl_chance_close(struct fl_chance *c)
{
    if (c->file)
        fclose(c->file);
    c->file = NULL;
}
