/* libflibuste: versions, generators, games, moves as text, and setups. */
#include <string.h>

#include "games/games.h"
#include "lib/handles.h"

/* ---- shared ---- */

void fl_lib_begin(struct fl_lib_text *t)
{
    t->buf = fl_buf_over(t->whole, sizeof t->whole);
}

size_t fl_lib_copy(const char *text, size_t len, char *out, size_t room)
{
    if (room) {
        size_t part = len < room ? len : room - 1;
        memcpy(out, text, part);
        out[part] = '\0';
    }
    return len;
}

size_t fl_lib_end(const struct fl_lib_text *t, char *out, size_t room)
{
    return fl_lib_copy(t->buf.at, t->buf.len, out, room);
}

fl_lang fl_lib_language(const char *code)
{
    fl_lang lang = FL_DEFAULT_LANG;
    if (!code || !fl_lang_of(code, &lang))
        fl_lang_of("en", &lang);
    return lang;
}

/* ---- versions and generators ---- */

const char *flibuste_version(void)
{
    return FL_VERSION;
}

int flibuste_api(void)
{
    return FLIBUSTE_API;
}

const char *flibuste_status_text(enum flibuste_status status)
{
    static const char *const text[] = {
        [FLIBUSTE_OK] = "No error.",
        [FLIBUSTE_OVER] = "The match is over.",
        [FLIBUSTE_NOT_YOUR_TURN] = "It is not the turn of this seat.",
        [FLIBUSTE_ILLEGAL] = "The move is not legal now.",
        [FLIBUSTE_TOO_LONG] = "The match is too long, or memory is short.",
        [FLIBUSTE_NO_CHANCE] = "The source of chance has no result.",
        [FLIBUSTE_BAD_ARGUMENT] = "An argument is out of range or NULL.",
        [FLIBUSTE_BAD_SETUP] = "The game cannot be played with these seats and options.",
        [FLIBUSTE_BAD_RECORD] = "The text is not a valid record.",
        [FLIBUSTE_NO_AGENT] = "No such agent plays this game.",
        [FLIBUSTE_HIDDEN] = "The match has secrets that this viewer may not see.",
        [FLIBUSTE_NO_MEMORY] = "Memory is short.",
    };
    bool known = status >= 0 && (size_t)status < sizeof text / sizeof *text;
    return known ? text[status] : "Unknown status.";
}

_Static_assert(sizeof(struct flibuste_rng) == sizeof(struct fl_rng), "the same generator");

struct flibuste_rng flibuste_rng_new(uint64_t seed, uint64_t stream)
{
    struct fl_rng rng = fl_rng_from(seed, stream);
    struct flibuste_rng out;
    memcpy(&out, &rng, sizeof out);
    return out;
}

uint32_t flibuste_rng_below(struct flibuste_rng *rng, uint32_t n)
{
    return n ? fl_rng_below((struct fl_rng *)rng, n) : 0;
}

/* ---- games ---- */

int flibuste_game_count(void)
{
    int count = 0;
    while (fl_games[count])
        count++;
    return count;
}

const struct flibuste_game *flibuste_game_at(int index)
{
    return index >= 0 && index < flibuste_game_count() ? fl_lib_handle(fl_games[index]) : NULL;
}

const struct flibuste_game *flibuste_game_find(const char *name)
{
    return name ? fl_lib_handle(fl_game_find(name)) : NULL;
}

const char *flibuste_game_name(const struct flibuste_game *game)
{
    return fl_lib_game(game)->name;
}

int flibuste_game_version(const struct flibuste_game *game)
{
    return fl_lib_game(game)->version;
}

size_t flibuste_game_title(const struct flibuste_game *game, const char *language, char *out,
                           size_t room)
{
    struct fl_lib_text text;
    fl_lib_begin(&text);
    fl_put_word(&text.buf, fl_lib_language(language), fl_lib_game(game)->name, FL_BARE);
    return fl_lib_end(&text, out, room);
}

int flibuste_game_moves(const struct flibuste_game *game)
{
    return fl_lib_game(game)->move_count;
}

int flibuste_game_seats_min(const struct flibuste_game *game)
{
    return fl_lib_game(game)->seats_min;
}

int flibuste_game_seats_max(const struct flibuste_game *game)
{
    return fl_lib_game(game)->seats_max;
}

int flibuste_game_has_secrets(const struct flibuste_game *game)
{
    return fl_lib_game(game)->redact != NULL;
}

const char *flibuste_game_option(const struct flibuste_game *game, int option)
{
    const struct fl_game *g = fl_lib_game(game);
    return option >= 0 && option < fl_option_count(g) ? g->option[option].name : NULL;
}

const char *flibuste_game_option_value(const struct flibuste_game *game, int option, int value)
{
    const struct fl_game *g = fl_lib_game(game);
    if (!flibuste_game_option(game, option) || value < 0 || value >= FL_MAX_CHOICES)
        return NULL;
    for (int i = 0; i < value; i++)
        if (!g->option[option].choice[i].word)
            return NULL;
    return g->option[option].choice[value].word;
}

/* ---- moves ---- */

size_t flibuste_move_text(const struct flibuste_game *game, flibuste_move move, char *out,
                          size_t room)
{
    struct fl_lib_text text;
    fl_lib_begin(&text);
    if (move < fl_lib_game(game)->move_count)
        fl_lib_game(game)->spell(move, &text.buf);
    return fl_lib_end(&text, out, room);
}

enum flibuste_status flibuste_move_read(const struct flibuste_game *game, const char *text,
                                        flibuste_move *out)
{
    bool found = text && fl_read_any(fl_lib_game(game), text, strlen(text), out);
    return found ? FLIBUSTE_OK : FLIBUSTE_BAD_ARGUMENT;
}

/* ---- setups ---- */

/* Sets one option "name=word". */
static bool set_option(const struct fl_game *g, struct fl_setup *setup, const char *text,
                       size_t len)
{
    char name[32], word[32];
    struct fl_buf left = fl_buf_over(name, sizeof name), right = fl_buf_over(word, sizeof word);
    const char *equals = memchr(text, '=', len);
    if (!equals)
        return false;
    fl_put_bytes(&left, text, (size_t)(equals - text));
    fl_put_bytes(&right, equals + 1, len - (size_t)(equals + 1 - text));
    return !left.overflowed && !right.overflowed && fl_setup_set(g, setup, name, word);
}

/* The sentence about an option that does not exist, with those that do. */
static void explain_option(const struct fl_game *g, const char *text, size_t len,
                           struct fl_buf *why)
{
    fl_put(why, "Expected options of ");
    fl_put(why, g->name);
    fl_put(why, ":");
    for (int i = 0; i < fl_option_count(g); i++) {
        fl_put_char(why, ' ');
        fl_put(why, g->option[i].name);
        for (int c = 0; c < FL_MAX_CHOICES && g->option[i].choice[c].word; c++) {
            fl_put_char(why, c ? '|' : '=');
            fl_put(why, g->option[i].choice[c].word);
        }
    }
    fl_put(why, ", not \"");
    fl_put_bytes(why, text, len < 64 ? len : 64);
    fl_put(why, "\".");
}

static void explain_setup(const struct fl_game *g, const struct fl_setup *setup, const char *key,
                          struct fl_buf *why)
{
    struct fl_phrase phrase;
    fl_phrase_begin(&phrase, key);
    fl_with_word(&phrase, "game", g->name);
    fl_with_number(&phrase, "least", g->seats_min);
    fl_with_number(&phrase, "most", g->seats_max);
    fl_with_number(&phrase, "seats", setup->seats);
    fl_put_phrase(why, fl_lib_language(NULL), &phrase, NULL);
}

bool fl_lib_setup(const struct fl_game *g, int seats, const char *options, struct fl_setup *out,
                  struct fl_buf *why)
{
    *out = fl_setup_default(g, seats < 0 || seats > UINT16_MAX ? 0 : seats);
    for (const char *at = options ? options : ""; *at;) {
        size_t len = strcspn(at, " ");
        if (len && !set_option(g, out, at, len)) {
            explain_option(g, at, len, why);
            return false;
        }
        at += len + (at[len] == ' ');
    }
    const char *key = fl_setup_check(g, out);
    if (key)
        explain_setup(g, out, key, why);
    return !key;
}

size_t flibuste_setup_fault(const struct flibuste_game *game, int seats, const char *options,
                            char *out, size_t room)
{
    struct fl_lib_text text;
    struct fl_setup setup;
    fl_lib_begin(&text);
    fl_lib_setup(fl_lib_game(game), seats, options, &setup, &text.buf);
    return fl_lib_end(&text, out, room);
}
