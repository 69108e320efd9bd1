/* Writes and reads records. The reader processes one line after the other and trusts nothing: every
 * move passes fl_match_play. */
#include "core/record.h"

#include <assert.h>
#include <string.h>

#define MAGIC "flibuste-record 1"

/* ---- writing ---- */

enum { TOKENS_A_LINE = 16 };

static void put_viewer(struct fl_buf *out, int viewer)
{
    if (viewer == FL_SPECTATOR)
        fl_put(out, "watcher");
    else
        fl_put_number(out, viewer + 1);
}

static void put_secret_after(struct fl_buf *out, const char *keyword,
                             const uint8_t secret[FL_SECRET_SIZE])
{
    fl_put(out, keyword);
    fl_put_secret(out, secret);
}

static void write_fair(const struct fl_fair *fair, int seats, struct fl_buf *out)
{
    if (!fair->committed)
        return;
    fl_put(out, "\ntable ");
    fl_put(out, fair->table);
    put_secret_after(out, "\ncommitment ", fair->commitment);
    for (int seat = 0; seat < seats; seat++) {
        if (!fair->nonce[seat][0])
            continue;
        fl_put(out, "\nnonce ");
        fl_put_number(out, seat + 1);
        fl_put_char(out, ' ');
        fl_put(out, fair->nonce[seat]);
    }
    if (fair->revealed)
        put_secret_after(out, "\nsecret ", fair->secret);
}

static void write_head(const struct fl_match *m, const struct fl_players *players, int viewer,
                       struct fl_buf *out)
{
    fl_put(out, MAGIC "\ngame ");
    fl_put(out, m->game->name);
    fl_put_char(out, ' ');
    fl_put_number(out, m->game->version);
    fl_put(out, "\nseats ");
    fl_put_number(out, m->setup.seats);
    for (int i = 0; i < fl_option_count(m->game); i++) {
        fl_put(out, "\noption ");
        fl_put(out, m->game->option[i].name);
        fl_put_char(out, ' ');
        fl_put(out, fl_setup_word(m->game, &m->setup, i));
    }
    if (viewer != FL_TRUTH) {
        fl_put(out, "\nviewer ");
        put_viewer(out, viewer);
    }
    for (int seat = 0; players && seat < m->setup.seats; seat++) {
        if (!players->kind[seat][0])
            continue;
        fl_put(out, "\nseat ");
        fl_put_number(out, seat + 1);
        fl_put_char(out, ' ');
        fl_put(out, players->kind[seat]);
        fl_put_char(out, ' ');
        fl_put(out, players->name[seat]);
    }
    if (players)
        write_fair(&players->fair, m->setup.seats, out);
    fl_put(out, "\n\n");
}

void fl_record_put_move(const struct fl_game *g, fl_move move, struct fl_buf *out)
{
    if (move == FL_UNSEEN)
        fl_put_char(out, '?');
    else
        g->spell(move, out);
}

/* Writes the line of an event that is no move. False: it is a move. */
static bool write_event(struct fl_step event, struct fl_buf *out)
{
    if (event.seat == FL_UNDO) {
        fl_put(out, "undo ");
        fl_put_number(out, event.move);
    } else if (event.seat == FL_RESIGN) {
        fl_put(out, "resign");
        fl_put_bits(out, event.move);
    } else if (event.seat == FL_AGREE) {
        fl_put(out, event.move ? "agree bots" : "agree");
    } else {
        return false;
    }
    fl_put_char(out, '\n');
    return true;
}

/* Replays the match while writing, because the visibility of a move depends on the state before
 * it. */
static void write_steps(const struct fl_match *m, int viewer, struct fl_buf *out)
{
    struct fl_match now;
    int tokens = 0; /* chance moves on the open line */
    fl_match_begin(&now, m->game, &m->setup, m->viewer);
    for (uint32_t i = 0; i < fl_match_events(m) && !out->overflowed; i++) {
        struct fl_step step = fl_match_event(m, i);
        if (tokens && (step.seat != FL_CHANCE || tokens == TOKENS_A_LINE)) {
            fl_put_char(out, '\n');
            tokens = 0;
        }
        if (write_event(step, out)) {
            tokens = 0;
        } else if (step.seat != FL_CHANCE) {
            fl_move seen = fl_step_seen(&now, viewer, step);
            fl_put_number(out, step.seat + 1);
            fl_put_char(out, ' ');
            fl_record_put_move(m->game, seen, out);
            fl_put_char(out, '\n');
        } else {
            fl_move seen = fl_step_seen(&now, viewer, step);
            fl_put(out, tokens++ ? " " : "* ");
            fl_record_put_move(m->game, seen, out);
        }
        if (fl_match_follow(&now, step) != FL_OK)
            out->overflowed = true; /* not enough memory */
    }
    if (tokens)
        fl_put_char(out, '\n');
    fl_match_end(&now);
}

static void put_scores(const struct fl_sight *s, struct fl_buf *out)
{
    fl_put(out, "scores");
    for (int seat = 0; seat < s->setup.seats; seat++) {
        fl_put_char(out, ' ');
        fl_put_number(out, fl_sight_score(s, seat));
    }
}

static void put_winners(const struct fl_sight *s, struct fl_buf *out)
{
    fl_put(out, "winners");
    fl_put_bits(out, fl_sight_winners(s));
}

static void put_hash(const struct fl_game *g, const union fl_state *state, struct fl_buf *out)
{
    fl_put(out, "hash ");
    fl_put_hex64(out, fl_hash(g, state));
}

static void last_sight(const struct fl_match *m, int viewer, struct fl_sight *out)
{
    if (viewer == FL_TRUTH)
        fl_match_truth(m, out);
    else
        fl_match_sight(m, viewer, out);
}

void fl_record_write(const struct fl_match *m, const struct fl_players *players, int viewer,
                     struct fl_buf *out)
{
    assert(m->viewer == FL_TRUTH || m->viewer == viewer);
    struct fl_sight last;
    last_sight(m, viewer, &last);
    write_head(m, players, viewer, out);
    write_steps(m, viewer, out);
    fl_put_char(out, '\n');
    if (!fl_match_turn(m)) {
        put_winners(&last, out);
        fl_put_char(out, '\n');
        put_scores(&last, out);
        fl_put_char(out, '\n');
    }
    put_hash(m->game, &last.state, out);
    fl_put_char(out, '\n');
}

/* ---- reading ---- */

struct reader {
    const char *at, *end; /* the unread rest */
    const char *line;     /* the current line */
    size_t len;           /* its length without the newline */
    int number;           /* its number, from 1 */
    struct fl_record_error *error;
};

/* Copies the text with `?` for every byte that is not printable ASCII. */
static void keep_detail(struct fl_record_error *error, const char *text, size_t len)
{
    size_t kept = 0;
    for (size_t i = 0; i < len && kept < sizeof error->detail - 1; i++)
        error->detail[kept++] = text[i] >= ' ' && text[i] < 127 ? text[i] : '?';
    error->detail[kept] = '\0';
}

static bool fail(struct reader *r, const char *key)
{
    r->error->line = r->number;
    r->error->key = key;
    keep_detail(r->error, r->line, r->len);
    return false;
}

/* Advances to the next non-empty line. Returns false at the end. */
static bool next_line(struct reader *r)
{
    do {
        r->line = r->at;
        r->len = 0;
        r->number++;
        if (r->at == r->end)
            return false;
        const char *newline = memchr(r->at, '\n', (size_t)(r->end - r->at));
        r->len = (size_t)((newline ? newline : r->end) - r->at);
        r->at = newline ? newline + 1 : r->end;
        if (r->len && r->line[r->len - 1] == '\r')
            r->len--;
    } while (!r->len);
    return true;
}

static bool line_is(const struct reader *r, const char *text)
{
    return r->len == strlen(text) && !memcmp(r->line, text, r->len);
}

/* Splits the first word off a span. Returns its length. */
static size_t take_word(const char **at, size_t *len, const char **word)
{
    const char *space = memchr(*at, ' ', *len);
    size_t size = space ? (size_t)(space - *at) : *len;
    *word = *at;
    *at += size + (space != NULL);
    *len -= size + (space != NULL);
    return size;
}

static bool word_is(const char *word, size_t len, const char *text)
{
    return len == strlen(text) && !memcmp(word, text, len);
}

/* Parses a number of at most four digits without sign or leading zero. Returns -1 if the word is
 * anything else. */
static int small_number(const char *word, size_t len)
{
    int number = 0;
    if (!len || len > 4 || word[0] == '0')
        return -1;
    for (size_t i = 0; i < len; i++) {
        if (word[i] < '0' || word[i] > '9')
            return -1;
        number = 10 * number + word[i] - '0';
    }
    return number;
}

static bool copy_word(char *to, size_t room, const char *word, size_t len)
{
    if (len >= room || memchr(word, '\0', len))
        return false;
    memcpy(to, word, len);
    to[len] = '\0';
    return true;
}

/* Whether the current line starts with this word; the span is the rest of the line. */
static bool starts_with(const struct reader *r, const char *keyword, const char **rest, size_t *len)
{
    const char *word;
    *rest = r->line;
    *len = r->len;
    size_t size = take_word(rest, len, &word);
    return word_is(word, size, keyword);
}

static bool read_game(struct reader *r, const struct fl_game *(*find)(const char *),
                      const struct fl_game **game)
{
    const char *rest, *word;
    char name[32];
    size_t len;
    if (!next_line(r) || !starts_with(r, "game", &rest, &len))
        return fail(r, "record.expected-game");
    size_t size = take_word(&rest, &len, &word);
    if (!copy_word(name, sizeof name, word, size) || !(*game = find(name)))
        return fail(r, "record.unknown-game");
    if (small_number(rest, len) != (*game)->version)
        return fail(r, "record.other-version");
    return true;
}

static bool read_seats(struct reader *r, struct fl_setup *setup)
{
    const char *rest;
    size_t len;
    if (!next_line(r) || !starts_with(r, "seats", &rest, &len))
        return fail(r, "record.expected-seats");
    int seats = small_number(rest, len);
    setup->seats = (uint16_t)(seats < 0 ? 0 : seats);
    return true;
}

static bool read_options(struct reader *r, const struct fl_game *game, struct fl_setup *setup)
{
    for (int i = 0; i < fl_option_count(game); i++) {
        const char *rest, *word;
        char choice[32];
        size_t len;
        if (!next_line(r) || !starts_with(r, "option", &rest, &len))
            return fail(r, "record.expected-option");
        size_t size = take_word(&rest, &len, &word);
        if (!word_is(word, size, game->option[i].name) ||
            !copy_word(choice, sizeof choice, rest, len) ||
            !fl_setup_set(game, setup, game->option[i].name, choice))
            return fail(r, "record.expected-option");
    }
    return !fl_setup_check(game, setup) || fail(r, "record.refused-setup");
}

static bool read_viewer(struct reader *r, const struct fl_setup *setup, int *viewer)
{
    const char *rest;
    size_t len;
    *viewer = FL_TRUTH;
    if (!starts_with(r, "viewer", &rest, &len))
        return true;
    int seat = small_number(rest, len);
    if (word_is(rest, len, "watcher"))
        *viewer = FL_SPECTATOR;
    else if (seat >= 1 && seat <= setup->seats)
        *viewer = seat - 1;
    else
        return fail(r, "record.bad-viewer");
    return next_line(r) || fail(r, "record.truncated");
}

static bool read_players(struct reader *r, int seats, struct fl_players *players)
{
    const char *rest, *word;
    size_t len;
    int last = 0;
    while (starts_with(r, "seat", &rest, &len)) {
        size_t size = take_word(&rest, &len, &word);
        int seat = small_number(word, size);
        if (seat <= last || seat > seats)
            return fail(r, "record.bad-seat");
        last = seat;
        size = take_word(&rest, &len, &word);
        if (!size || !copy_word(players->kind[seat - 1], FL_KIND_SIZE, word, size) ||
            !copy_word(players->name[seat - 1], FL_NAME_SIZE, rest, len) ||
            !fl_name_is_clean(players->kind[seat - 1]) ||
            !fl_name_is_clean(players->name[seat - 1]))
            return fail(r, "record.bad-seat");
        if (!next_line(r))
            return fail(r, "record.truncated");
    }
    return true;
}

static bool read_secret(struct reader *r, const char *rest, size_t len, uint8_t *out)
{
    if (!fl_read_secret(rest, len, out))
        return fail(r, "record.bad-fair");
    return next_line(r) || fail(r, "record.truncated");
}

static bool copy_fair_word(char *to, const char *word, size_t len)
{
    return copy_word(to, FL_FAIR_WORD_SIZE, word, len) && fl_fair_word_is_clean(to);
}

static bool read_nonces(struct reader *r, int seats, struct fl_fair *fair)
{
    const char *rest, *word;
    size_t len;
    int last = 0;
    while (starts_with(r, "nonce", &rest, &len)) {
        size_t size = take_word(&rest, &len, &word);
        int seat = small_number(word, size);
        if (seat <= last || seat > seats || !copy_fair_word(fair->nonce[seat - 1], rest, len))
            return fail(r, "record.bad-nonce");
        last = seat;
        if (!next_line(r))
            return fail(r, "record.truncated");
    }
    return true;
}

/* Reads the inputs of fair dice: a table, a commitment, nonces, and at the end the secret. */
static bool read_fair(struct reader *r, int seats, struct fl_fair *fair)
{
    const char *rest;
    size_t len;
    if (!starts_with(r, "table", &rest, &len))
        return true;
    fair->committed = true;
    if (!copy_fair_word(fair->table, rest, len))
        return fail(r, "record.bad-table");
    if (!next_line(r) || !starts_with(r, "commitment", &rest, &len))
        return fail(r, "record.expected-commitment");
    if (!read_secret(r, rest, len, fair->commitment) || !read_nonces(r, seats, fair))
        return false;
    fair->revealed = starts_with(r, "secret", &rest, &len);
    return !fair->revealed || read_secret(r, rest, len, fair->secret);
}

static bool play_word(struct reader *r, struct fl_match *m, int seat, const char *word, size_t len)
{
    fl_move move = FL_UNSEEN;
    fl_seats turn = fl_match_turn(m);
    if (!turn)
        return fail(r, "record.after-end");
    if (!(turn & FL_SEAT(seat)))
        return fail(r, "record.not-their-turn");
    if (!word_is(word, len, "?") && !fl_read_legal(m->game, &m->state, seat, word, len, &move)) {
        fail(r, "record.illegal");
        keep_detail(r->error, word, len);
        return false;
    }
    enum fl_status status = fl_match_play(m, seat, move);
    if (status != FL_OK)
        return fail(r, status == FL_TOO_LONG ? "record.too-long" : "record.illegal");
    return true;
}

/* Plays a line of chance, "* S P M", in which every word is one move. */
static bool play_chance(struct reader *r, struct fl_match *m, const char *rest, size_t len)
{
    do {
        const char *word;
        size_t size = take_word(&rest, &len, &word);
        if (!play_word(r, m, FL_CHANCE, word, size))
            return false;
    } while (len);
    return true;
}

static bool undo(struct reader *r, struct fl_match *m, const char *rest, size_t len)
{
    int back = small_number(rest, len);
    if (back < 1 || (uint32_t)back > m->steps)
        return fail(r, "record.bad-undo");
    return fl_match_undo(m, m->steps - (uint32_t)back) == FL_OK || fail(r, "record.too-long");
}

/* Reads a list of seats, ascending. Returns 0 if it is anything else. */
static fl_seats read_seat_list(const char *rest, size_t len, int seats)
{
    fl_seats set = 0;
    do {
        const char *word;
        size_t size = take_word(&rest, &len, &word);
        int seat = small_number(word, size);
        if (seat < 1 || seat > seats || set >> (seat - 1))
            return 0;
        set |= FL_SEAT(seat - 1);
    } while (len);
    return set;
}

static bool end_early(struct reader *r, enum fl_status status)
{
    return status == FL_OK || fail(r, status == FL_OVER       ? "record.after-end"
                                      : status == FL_TOO_LONG ? "record.too-long"
                                                              : "record.bad-resignation");
}

/* Plays the current line. Returns whether it is a step or an undo; `good` is whether it was
 * possible. */
static bool read_step(struct reader *r, struct fl_match *m, bool *good)
{
    const char *rest = r->line, *word;
    size_t len = r->len;
    size_t size = take_word(&rest, &len, &word);
    int seat = small_number(word, size);
    if (word_is(word, size, "*"))
        *good = play_chance(r, m, rest, len);
    else if (seat >= 1 && seat <= m->setup.seats)
        *good = play_word(r, m, seat - 1, rest, len);
    else if (word_is(word, size, "undo"))
        *good = undo(r, m, rest, len);
    else if (word_is(word, size, "resign"))
        *good = end_early(r, fl_match_resign(m, read_seat_list(rest, len, m->setup.seats)));
    else if (word_is(word, size, "agree") && (!len || word_is(rest, len, "bots")))
        *good = end_early(r, fl_match_agree(m, len > 0));
    else
        return false;
    return true;
}

static bool read_steps(struct reader *r, struct fl_match *m)
{
    for (bool good = true; read_step(r, m, &good);) {
        if (!good)
            return false;
        if (!next_line(r))
            return fail(r, "record.truncated");
    }
    return true;
}

bool fl_record_read_step(struct fl_match *m, const char *line, size_t len,
                         struct fl_record_error *error)
{
    struct reader r = {.line = line, .len = len, .number = 1, .error = error};
    bool good = true;
    return read_step(&r, m, &good) ? good : fail(&r, "record.expected-step");
}

/* Compares the current line with the result of the replayed match, then advances. */
static bool read_result(struct reader *r, const struct fl_buf *expected, const char *key)
{
    if (!line_is(r, expected->at))
        return fail(r, key);
    return next_line(r) || fail(r, "record.truncated");
}

static bool read_hash(struct reader *r, const struct fl_buf *expected)
{
    const char *rest;
    size_t len;
    if (!line_is(r, expected->at))
        return fail(r, starts_with(r, "hash", &rest, &len) ? "record.wrong-hash"
                                                           : "record.expected-step");
    return !next_line(r) || fail(r, "record.after-hash");
}

static bool read_tail(struct reader *r, const struct fl_match *m)
{
    char memory[3][256];
    struct fl_sight last;
    struct fl_buf winners = fl_buf_over(memory[0], sizeof memory[0]);
    struct fl_buf scores = fl_buf_over(memory[1], sizeof memory[1]);
    struct fl_buf hash = fl_buf_over(memory[2], sizeof memory[2]);
    put_hash(m->game, &m->state, &hash);
    if (fl_match_turn(m))
        return read_hash(r, &hash);
    last_sight(m, m->viewer, &last);
    put_winners(&last, &winners);
    put_scores(&last, &scores);
    return read_result(r, &winners, "record.wrong-winners") &&
           read_result(r, &scores, "record.wrong-scores") && read_hash(r, &hash);
}

bool fl_record_read(const char *text, size_t len, const struct fl_game *(*find)(const char *),
                    struct fl_record *out, struct fl_record_error *error)
{
    struct reader r = {.at = text, .end = text + len, .error = error};
    const struct fl_game *game = NULL;
    struct fl_setup setup = {0};
    int viewer;
    memset(&out->players, 0, sizeof out->players);
    if (!next_line(&r) || !line_is(&r, MAGIC))
        return fail(&r, "record.not-a-record");
    if (!read_game(&r, find, &game) || !read_seats(&r, &setup) || !read_options(&r, game, &setup))
        return false;
    if (!next_line(&r))
        return fail(&r, "record.truncated");
    if (!read_viewer(&r, &setup, &viewer) || !read_players(&r, setup.seats, &out->players) ||
        !read_fair(&r, setup.seats, &out->players.fair))
        return false;
    fl_match_begin(&out->match, game, &setup, viewer);
    if (read_steps(&r, &out->match) && read_tail(&r, &out->match))
        return true;
    fl_match_end(&out->match);
    return false;
}

void fl_record_error_say(const struct fl_record_error *error, struct fl_phrase *out)
{
    fl_phrase_begin(out, error->key);
    fl_with_number(out, "line", error->line);
    fl_with_text(out, "text", error->detail);
}

/* ---- clean text ---- */

enum { JOINER = 0x200D, EMOJI_STYLE = 0xFE0F };

struct range {
    uint32_t first, last;
};

/* Invisible characters: control characters, Unicode's default ignorable code points (which include
 * those that change the text direction), line and paragraph separators, the blank Braille pattern.
 */
static const struct range hidden[] = {
    {0x00, 0x1F},     {0x7F, 0x9F},     {0xAD, 0xAD},       {0x34F, 0x34F},     {0x61C, 0x61C},
    {0x115F, 0x1160}, {0x17B4, 0x17B5}, {0x180B, 0x180F},   {0x200B, 0x200F},   {0x2028, 0x202E},
    {0x2060, 0x206F}, {0x2800, 0x2800}, {0x3164, 0x3164},   {0xFE00, 0xFE0F},   {0xFEFF, 0xFEFF},
    {0xFFA0, 0xFFA0}, {0xFFF0, 0xFFF8}, {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A}, {0xE0000, 0xE0FFF},
};

/* Spaces that look like the usual one. */
static const struct range other_spaces[] = {
    {0xA0, 0xA0},     {0x1680, 0x1680}, {0x2000, 0x200A},
    {0x202F, 0x202F}, {0x205F, 0x205F}, {0x3000, 0x3000},
};

/* Blocks that have emoji. */
static const struct range emoji[] = {
    {0x2190, 0x21FF}, {0x2300, 0x23FF}, {0x2600, 0x27BF}, {0x2B00, 0x2BFF}, {0x1F000, 0x1FAFF}};

static bool is_in(const struct range *list, size_t count, uint32_t code)
{
    for (size_t i = 0; i < count; i++)
        if (code >= list[i].first && code <= list[i].last)
            return true;
    return false;
}

/* Reads one UTF-8 character of at most `len` bytes. Returns its length; 0 if it is invalid,
 * overlong or a surrogate. */
static size_t read_character(const unsigned char *c, size_t len, uint32_t *out)
{
    size_t more = c[0] < 0x80 ? 0 : c[0] >= 0xF0 ? 3 : c[0] >= 0xE0 ? 2 : 1;
    static const uint32_t least[] = {0, 0x80, 0x800, 0x10000};
    static const unsigned char payload[] = {0x7F, 0x1F, 0x0F, 0x07};
    uint32_t code = c[0] & payload[more];
    if ((c[0] >= 0x80 && c[0] < 0xC0) || c[0] > 0xF4 || more >= len)
        return 0;
    for (size_t i = 1; i <= more; i++) {
        if ((c[i] & 0xC0) != 0x80)
            return 0;
        code = code << 6 | (c[i] & 0x3Fu);
    }
    *out = code;
    return code < least[more] || (code >= 0xD800 && code < 0xE000) || code > 0x10FFFF ? 0
                                                                                      : more + 1;
}

/* What was read of an emoji that may be made of several characters. */
enum sequence { NO_EMOJI, EMOJI, STYLED, JOINED };

/* Whether a character may follow; a joiner and the mark of a colourful emoji only inside one. */
static bool may_follow(enum sequence *s, uint32_t code)
{
    bool is_emoji = is_in(emoji, sizeof emoji / sizeof emoji[0], code);
    enum sequence before = *s;
    *s = code == JOINER ? JOINED : code == EMOJI_STYLE ? STYLED : is_emoji ? EMOJI : NO_EMOJI;
    if (code == JOINER)
        return before == EMOJI || before == STYLED;
    if (code == EMOJI_STYLE)
        return before == EMOJI;
    return (before != JOINED || is_emoji) && !is_in(hidden, sizeof hidden / sizeof hidden[0], code);
}

enum fl_text_fault fl_text_check(const char *text, size_t len)
{
    const unsigned char *c = (const unsigned char *)text, *end = c + len;
    enum sequence s = NO_EMOJI;
    bool hidden_found = false;
    uint32_t code;
    while (c < end) {
        size_t size = read_character(c, (size_t)(end - c), &code);
        if (!size)
            return FL_TEXT_NOT_UTF8;
        hidden_found |= !may_follow(&s, code);
        c += size;
    }
    return hidden_found || s == JOINED ? FL_TEXT_HIDDEN : FL_TEXT_CLEAN;
}

/* Of a clean name. */
static bool has_other_space(const char *name)
{
    uint32_t code = 0;
    for (const unsigned char *c = (const unsigned char *)name; *c; c += read_character(c, 4, &code))
        if (is_in(other_spaces, sizeof other_spaces / sizeof other_spaces[0], code))
            return true;
    return is_in(other_spaces, sizeof other_spaces / sizeof other_spaces[0], code);
}

bool fl_name_is_clean(const char *name)
{
    size_t len = strlen(name);
    return len && len < FL_NAME_SIZE && name[0] != ' ' && name[len - 1] != ' ' &&
           fl_text_check(name, len) == FL_TEXT_CLEAN && !has_other_space(name);
}
