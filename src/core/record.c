/* Reading records. The reader goes line by line and trusts nothing: every move passes
 * fl_match_play. */
#include <string.h>

#include "core/record_lines.h"

struct reader {
    const char *at, *end; /* what is still to be read */
    const char *line;     /* the present line, */
    size_t len;           /* its length without the newline, */
    int number;           /* and its number */
    struct fl_record_error *error;
};

/* Keeps what of the text can be shown on one line. */
static void keep_detail(struct fl_record_error *error, const char *text, size_t len)
{
    size_t kept = 0;
    for (size_t i = 0; i < len && kept < sizeof error->detail - 1; i++)
        error->detail[kept++] = text[i] >= ' ' && text[i] < 127 ? text[i] : '?';
    error->detail[kept] = '\0';
}

static bool wrong(struct reader *r, const char *key)
{
    r->error->line = r->number;
    r->error->key = key;
    keep_detail(r->error, r->line, r->len);
    return false;
}

/* The next line that is not empty; false at the end. */
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

/* The first word of a span; moves the span behind it and its space. */
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

/* A small number without sign or leading zero; -1 if it is none. */
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

/* "keyword rest": true if the present line begins so; the span is the rest. */
static bool begins(const struct reader *r, const char *keyword, const char **rest, size_t *len)
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
    if (!next_line(r) || !begins(r, "game", &rest, &len))
        return wrong(r, "record.expected-game");
    size_t size = take_word(&rest, &len, &word);
    if (!copy_word(name, sizeof name, word, size) || !(*game = find(name)))
        return wrong(r, "record.unknown-game");
    if (small_number(rest, len) != (*game)->version)
        return wrong(r, "record.other-version");
    return true;
}

static bool read_seats(struct reader *r, struct fl_setup *setup)
{
    const char *rest;
    size_t len;
    if (!next_line(r) || !begins(r, "seats", &rest, &len))
        return wrong(r, "record.expected-seats");
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
        if (!next_line(r) || !begins(r, "option", &rest, &len))
            return wrong(r, "record.expected-option");
        size_t size = take_word(&rest, &len, &word);
        if (!word_is(word, size, game->option[i].name) ||
            !copy_word(choice, sizeof choice, rest, len) ||
            !fl_setup_set(game, setup, game->option[i].name, choice))
            return wrong(r, "record.expected-option");
    }
    return !fl_setup_refuse(game, setup) || wrong(r, "record.refused-setup");
}

static bool read_viewer(struct reader *r, const struct fl_setup *setup, int *viewer)
{
    const char *rest;
    size_t len;
    *viewer = FL_TRUTH;
    if (!begins(r, "viewer", &rest, &len))
        return true;
    int seat = small_number(rest, len);
    if (word_is(rest, len, "watcher"))
        *viewer = FL_WATCHER;
    else if (seat >= 1 && seat <= setup->seats)
        *viewer = seat - 1;
    else
        return wrong(r, "record.bad-viewer");
    return next_line(r) || wrong(r, "record.truncated");
}

static bool read_players(struct reader *r, int seats, struct fl_players *players)
{
    const char *rest, *word;
    size_t len;
    int last = 0;
    while (begins(r, "seat", &rest, &len)) {
        size_t size = take_word(&rest, &len, &word);
        int seat = small_number(word, size);
        if (seat <= last || seat > seats)
            return wrong(r, "record.bad-seat");
        last = seat;
        size = take_word(&rest, &len, &word);
        if (!size || !copy_word(players->kind[seat - 1], FL_KIND_SIZE, word, size) ||
            !copy_word(players->name[seat - 1], FL_NAME_SIZE, rest, len) ||
            !fl_name_is_clean(players->kind[seat - 1]) ||
            !fl_name_is_clean(players->name[seat - 1]))
            return wrong(r, "record.bad-seat");
        if (!next_line(r))
            return wrong(r, "record.truncated");
    }
    return true;
}

static bool read_secret(struct reader *r, const char *rest, size_t len, uint8_t *out)
{
    if (!fl_read_secret(rest, len, out))
        return wrong(r, "record.bad-fair");
    return next_line(r) || wrong(r, "record.truncated");
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
    while (begins(r, "nonce", &rest, &len)) {
        size_t size = take_word(&rest, &len, &word);
        int seat = small_number(word, size);
        if (seat <= last || seat > seats || !copy_fair_word(fair->nonce[seat - 1], rest, len))
            return wrong(r, "record.bad-nonce");
        last = seat;
        if (!next_line(r))
            return wrong(r, "record.truncated");
    }
    return true;
}

/* What fair dice rest on: a table, a commitment, nonces, and at the end the secret. */
static bool read_fair(struct reader *r, int seats, struct fl_fair *fair)
{
    const char *rest;
    size_t len;
    if (!begins(r, "table", &rest, &len))
        return true;
    fair->committed = true;
    if (!copy_fair_word(fair->table, rest, len))
        return wrong(r, "record.bad-table");
    if (!next_line(r) || !begins(r, "commitment", &rest, &len))
        return wrong(r, "record.expected-commitment");
    if (!read_secret(r, rest, len, fair->commitment) || !read_nonces(r, seats, fair))
        return false;
    fair->revealed = begins(r, "secret", &rest, &len);
    return !fair->revealed || read_secret(r, rest, len, fair->secret);
}

static bool play_word(struct reader *r, struct fl_match *m, int seat, const char *word, size_t len)
{
    fl_move move = FL_UNSEEN;
    fl_seats turn = fl_match_turn(m);
    if (!turn)
        return wrong(r, "record.after-end");
    if (!(turn & FL_SEAT(seat)))
        return wrong(r, "record.not-their-turn");
    if (!word_is(word, len, "?") && !fl_read_legal(m->game, &m->state, seat, word, len, &move)) {
        wrong(r, "record.illegal");
        keep_detail(r->error, word, len);
        return false;
    }
    enum fl_status status = fl_match_play(m, seat, move);
    if (status != FL_OK)
        return wrong(r, status == FL_TOO_LONG ? "record.too-long" : "record.illegal");
    return true;
}

/* "* S P M": every word is a move of chance. */
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
        return wrong(r, "record.bad-undo");
    return fl_match_undo(m, m->steps - (uint32_t)back) == FL_OK || wrong(r, "record.too-long");
}

static bool read_steps(struct reader *r, struct fl_match *m)
{
    for (;;) {
        const char *rest = r->line, *word;
        size_t len = r->len;
        size_t size = take_word(&rest, &len, &word);
        int seat = small_number(word, size);
        if (word_is(word, size, "*")) {
            if (!play_chance(r, m, rest, len))
                return false;
        } else if (seat >= 1 && seat <= m->setup.seats) {
            if (!play_word(r, m, seat - 1, rest, len))
                return false;
        } else if (word_is(word, size, "undo")) {
            if (!undo(r, m, rest, len))
                return false;
        } else {
            return true;
        }
        if (!next_line(r))
            return wrong(r, "record.truncated");
    }
}

/* The present line must say what the replayed match says; then comes the next. */
static bool read_result(struct reader *r, const struct fl_buf *expected, const char *key)
{
    if (!line_is(r, expected->at))
        return wrong(r, key);
    return next_line(r) || wrong(r, "record.truncated");
}

static bool read_hash(struct reader *r, const struct fl_buf *expected)
{
    const char *rest;
    size_t len;
    if (!line_is(r, expected->at))
        return wrong(r,
                     begins(r, "hash", &rest, &len) ? "record.wrong-hash" : "record.expected-step");
    return !next_line(r) || wrong(r, "record.after-hash");
}

static bool read_tail(struct reader *r, const struct fl_match *m)
{
    char memory[3][256];
    struct fl_buf winners = fl_buf_over(memory[0], sizeof memory[0]);
    struct fl_buf scores = fl_buf_over(memory[1], sizeof memory[1]);
    struct fl_buf hash = fl_buf_over(memory[2], sizeof memory[2]);
    fl_record_put_hash(m->game, &m->state, &hash);
    if (fl_match_turn(m))
        return read_hash(r, &hash);
    fl_record_put_winners(m->game, &m->state, &winners);
    fl_record_put_scores(m->game, &m->state, m->setup.seats, &scores);
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
    if (!next_line(&r) || !line_is(&r, FL_RECORD_MAGIC))
        return wrong(&r, "record.not-a-record");
    if (!read_game(&r, find, &game) || !read_seats(&r, &setup) || !read_options(&r, game, &setup))
        return false;
    if (!next_line(&r))
        return wrong(&r, "record.truncated");
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

/* One UTF-8 character: its length, or 0 if it is broken, overlong or a control character. */
static size_t clean_character(const unsigned char *c)
{
    size_t more = c[0] < 0x80 ? 0 : c[0] >= 0xF0 ? 3 : c[0] >= 0xE0 ? 2 : 1;
    static const uint32_t least[] = {0x20, 0x80, 0x800, 0x10000};
    static const unsigned char payload[] = {0x7F, 0x1F, 0x0F, 0x07};
    uint32_t code = c[0] & payload[more];
    if ((c[0] >= 0x80 && c[0] < 0xC0) || c[0] > 0xF4)
        return 0;
    for (size_t i = 1; i <= more; i++) {
        if ((c[i] & 0xC0) != 0x80)
            return 0;
        code = code << 6 | (c[i] & 0x3Fu);
    }
    bool control = code < least[more] || (code >= 0x7F && code < 0xA0) ||
                   (code >= 0xD800 && code < 0xE000) || code > 0x10FFFF ||
                   (code >= 0x200B && code <= 0x200F) || (code >= 0x2028 && code <= 0x202E) ||
                   (code >= 0x2066 && code <= 0x2069) || code == 0xFEFF;
    return control ? 0 : more + 1;
}

bool fl_text_is_clean(const char *text)
{
    for (const unsigned char *c = (const unsigned char *)text; *c;) {
        size_t size = clean_character(c);
        if (!size)
            return false;
        c += size;
    }
    return true;
}

bool fl_name_is_clean(const char *name)
{
    size_t len = strlen(name);
    return len && len < FL_NAME_SIZE && name[0] != ' ' && name[len - 1] != ' ' &&
           fl_text_is_clean(name);
}
