/* Reading and writing the options of a table. */
#include "host/table_options.h"

#include <string.h>

#include "core/lesson.h"
#include "games/games.h"

enum { LONGEST_AWAY = 86400, LONGEST_CLOCK = 7 * 86400, USUAL_AWAY = 120, WORD = 128 };

const char *const fl_clock_words[] = {"none", "move", "bank", NULL};
const char *const fl_chat_words[] = {"off", "phrases", "free", NULL};
const char *const fl_dice_words[] = {"fair", "real", "lesson", NULL};

bool fl_next_word(const char **text, char *out, size_t room)
{
    const char *at = *text;
    while (*at == ' ')
        at++;
    size_t len = strcspn(at, " ");
    *text = at;
    if (!len || len >= room)
        return false;
    *text = at + len;
    memcpy(out, at, len);
    out[len] = '\0';
    return true;
}

void fl_copy_text(char *to, size_t room, const char *text)
{
    size_t len = strlen(text);
    if (len >= room)
        len = room - 1;
    while (len && text[len] && ((unsigned char)text[len] & 0xC0) == 0x80)
        len--;
    memmove(to, text, len);
    to[len] = '\0';
}

int64_t fl_read_count(const char *word, int64_t most)
{
    int64_t number = 0;
    if (!*word)
        return -1;
    for (; *word; word++) {
        if (*word < '0' || *word > '9')
            return -1;
        number = 10 * number + (*word - '0');
        if (number > most)
            return -1;
    }
    return number;
}

/* The index of a word in a NULL-terminated list, or -1. */
static int place_of(const char *const *list, const char *word)
{
    for (int i = 0; list[i]; i++)
        if (!strcmp(list[i], word))
            return i;
    return -1;
}

static void put_seat_kind(struct fl_buf *out, enum fl_seat_kind kind, const char *level)
{
    fl_put(out, kind == FL_SEAT_PERSON ? "person" : kind == FL_SEAT_OPEN ? "open" : "bot:");
    if (kind == FL_SEAT_BOT)
        fl_put(out, level);
}

bool fl_read_seat_kind(const char *word, const char *const *levels, enum fl_seat_kind *kind,
                       uint8_t *level)
{
    int place = strncmp(word, "bot:", 4) ? -1 : place_of(levels, word + 4);
    if (!strcmp(word, "person"))
        *kind = FL_SEAT_PERSON;
    else if (!strcmp(word, "open"))
        *kind = FL_SEAT_OPEN;
    else if (place >= 0)
        *kind = FL_SEAT_BOT;
    else
        return false;
    if (place >= 0)
        *level = (uint8_t)place;
    return true;
}

/* "person,open,bot:matelot" */
static bool read_seats(char *words, const char *const *levels, struct fl_table_options *t)
{
    int seats = 0;
    for (char *word = words; word; seats++) {
        char *comma = strchr(word, ',');
        if (comma)
            *comma = '\0';
        if (seats == FL_MAX_SEATS)
            return false;
        if (!fl_read_seat_kind(word, levels, &t->seat_kind[seats], &t->level[seats])) {
            memmove(words, word, strlen(word) + 1); /* the refusal names this word only */
            return false;
        }
        word = comma ? comma + 1 : NULL;
    }
    t->setup.seats = (uint16_t)seats;
    return true;
}

/* "none", "move:30" or "bank:300+5" */
static bool read_clock(char *word, struct fl_table_options *t)
{
    char *colon = strchr(word, ':');
    char *plus = strchr(word, '+');
    if (colon)
        *colon = '\0';
    if (plus)
        *plus = '\0';
    int kind = place_of(fl_clock_words, word);
    if (kind < 0 || (kind == FL_NO_CLOCK) == (colon != NULL) || (plus && kind != FL_CLOCK_BANK))
        return false;
    t->clock = (enum fl_clock_kind)kind;
    t->seconds = colon ? (int32_t)fl_read_count(colon + 1, LONGEST_CLOCK) : 0;
    t->increment = plus ? (int32_t)fl_read_count(plus + 1, LONGEST_CLOCK) : 0;
    return t->increment >= 0 && (kind == FL_NO_CLOCK || t->seconds > 0);
}

static bool read_chat(const char *word, struct fl_table_options *t)
{
    int kind = place_of(fl_chat_words, word);
    if (kind >= 0)
        t->chat = (enum fl_chat_kind)kind;
    return kind >= 0;
}

static bool read_dice(const char *word, struct fl_table_options *t)
{
    int kind = place_of(fl_dice_words, word);
    if (kind < 0 || (kind == FL_LESSON_DICE && !fl_lesson_find(t->game)))
        return false;
    t->dice = (enum fl_dice_kind)kind;
    return true;
}

static bool read_away(const char *word, struct fl_table_options *t)
{
    t->away = (int32_t)fl_read_count(word, LONGEST_AWAY);
    return t->away >= 0;
}

/* "0": bots do not pause; "usual" */
static bool read_pace(const char *word, struct fl_table_options *t)
{
    t->no_pauses = !strcmp(word, "0");
    return t->no_pauses || !strcmp(word, "usual");
}

static bool read_lobby(const char *word, struct fl_table_options *t)
{
    t->listed = !strcmp(word, "public");
    return t->listed || !strcmp(word, "private");
}

static bool read_hints(const char *word, struct fl_table_options *t)
{
    t->hints = !strcmp(word, "on");
    return t->hints || !strcmp(word, "off");
}

static bool read_term(const char *name, char *value, const char *const *levels,
                      struct fl_table_options *t)
{
    if (!strcmp(name, "seats"))
        return read_seats(value, levels, t);
    if (!strcmp(name, "clock"))
        return read_clock(value, t);
    if (!strcmp(name, "chat"))
        return read_chat(value, t);
    if (!strcmp(name, "away"))
        return read_away(value, t);
    if (!strcmp(name, "pace"))
        return read_pace(value, t);
    if (!strcmp(name, "lobby"))
        return read_lobby(value, t);
    if (!strcmp(name, "hints"))
        return read_hints(value, t);
    if (!strcmp(name, "dice"))
        return read_dice(value, t);
    return fl_setup_set(t->game, &t->setup, name, value);
}

static void usual_terms(const struct fl_game *game, struct fl_table_options *t)
{
    memset(t, 0, sizeof *t);
    t->game = game;
    t->setup = fl_setup_default(game, game->seats_min);
    t->chat = FL_CHAT_PHRASES;
    t->away = USUAL_AWAY;
    t->hints = true;
    for (int seat = 0; seat < FL_MAX_SEATS; seat++)
        t->seat_kind[seat] = FL_SEAT_OPEN;
}

/* A lesson has one player, and determines the options of its game. */
static void set_for_lesson(struct fl_table_options *t)
{
    const struct fl_lesson *lesson = fl_lesson_find(t->game);
    fl_lesson_setup(lesson, &t->setup);
    for (int seat = 0; seat < FL_MAX_SEATS; seat++) {
        t->seat_kind[seat] = seat == FL_PUPIL ? FL_SEAT_PERSON : FL_SEAT_BOT;
        t->level[seat] = 0;
    }
    t->clock = FL_NO_CLOCK;
    t->listed = false;
}

static bool no_term(const char *word, const char **wrong, char detail[FL_NAME_SIZE])
{
    *wrong = "host.unknown-option";
    fl_copy_text(detail, FL_NAME_SIZE, word);
    return false;
}

bool fl_table_options_read(const struct fl_game *game, const char *words, const char *const *levels,
                           struct fl_table_options *out, const char **wrong,
                           char detail[FL_NAME_SIZE])
{
    char word[WORD], name[WORD];
    detail[0] = '\0';
    usual_terms(game, out);
    while (fl_next_word(&words, word, sizeof word)) {
        char *equals = strchr(word, '=');
        size_t len = equals ? (size_t)(equals - word) : 0;
        memcpy(name, word, len);
        name[len] = '\0';
        if (!equals || !read_term(name, equals + 1, levels, out))
            return no_term(word, wrong, detail);
    }
    if (*words)
        return no_term(words, wrong, detail);
    if (out->dice == FL_LESSON_DICE)
        set_for_lesson(out);
    *wrong = fl_setup_check(game, &out->setup);
    return !*wrong;
}

static void put_clock(struct fl_buf *out, const struct fl_table_options *t)
{
    fl_put(out, fl_clock_words[t->clock]);
    if (t->clock == FL_NO_CLOCK)
        return;
    fl_put_char(out, ':');
    fl_put_number(out, t->seconds);
    if (t->clock == FL_CLOCK_BANK) {
        fl_put_char(out, '+');
        fl_put_number(out, t->increment);
    }
}

void fl_table_options_write(const struct fl_table_options *t, const char *const *levels,
                            struct fl_buf *out)
{
    for (int i = 0; i < fl_option_count(t->game); i++) {
        fl_put(out, t->game->option[i].name);
        fl_put_char(out, '=');
        fl_put(out, fl_setup_word(t->game, &t->setup, i));
        fl_put_char(out, ' ');
    }
    fl_put(out, "seats=");
    for (int seat = 0; seat < t->setup.seats; seat++) {
        if (seat)
            fl_put_char(out, ',');
        put_seat_kind(out, t->seat_kind[seat], levels[t->level[seat]]);
    }
    fl_put(out, " clock=");
    put_clock(out, t);
    fl_put(out, " chat=");
    fl_put(out, fl_chat_words[t->chat]);
    fl_put(out, " away=");
    fl_put_number(out, t->away);
    fl_put(out, t->listed ? " lobby=public" : " lobby=private");
    fl_put(out, t->no_pauses ? " pace=0" : "");
    fl_put(out, t->hints ? "" : " hints=off");
    if (t->dice != FL_FAIR_DICE) {
        fl_put(out, " dice=");
        fl_put(out, fl_dice_words[t->dice]);
    }
}
