/* From a typed line to a command. */
#include "term/command.h"

#include <ctype.h>
#include <string.h>

enum { WORD = 64, VERBS = 48, LINE = 640, FORMS = 5 };
enum likeness { UNLIKE, BEGINNING, WHOLE };

static const struct request {
    enum fl_command_kind kind;
    const char *word, *key;
    bool takes_more;
} requests[] = {
    {FL_COMMAND_HELP, "help", "command.help", false},
    {FL_COMMAND_HELP, "?", "command.help", false},
    {FL_COMMAND_HINT, "hint", "command.hint", false},
    {FL_COMMAND_UNDO, "undo", "command.undo", false},
    {FL_COMMAND_SAVE, "save", "command.save", true},
    {FL_COMMAND_RULES, "rules", "command.rules", true},
    {FL_COMMAND_TABLE, "table", "command.table", false},
    {FL_COMMAND_LOG, "log", "command.log", false},
    {FL_COMMAND_SCORES, "scores", "command.scores", false},
    {FL_COMMAND_QUIT, "quit", "command.quit", false},
};

/* Stands before the name of a square. */
static const struct request go = {FL_COMMAND_WAY, "go", "command.go", true};

enum { REQUESTS = sizeof requests / sizeof requests[0] };

/* A line taken apart: its first word, folded, and what stands behind it, as typed. */
struct line {
    const struct fl_sight *sight;
    enum fl_lang lang;
    struct fl_choices choices;
    char word[WORD];
    char rest[LINE];
};

/* ---- comparing words ---- */

void fl_put_folded(struct fl_buf *out, const char *text)
{
    static const char latin[] = "aaaaaaaceeeeiiiidnooooo*ouuuuyts"
                                "aaaaaaaceeeeiiiidnooooo/ouuuuyty"; /* U+00C0..U+00FF */
    for (; *text; text++) {
        unsigned char second = (unsigned char)text[1];
        if (*text == '\xC3' && second >= 0x80 && second < 0xC0) {
            fl_put_char(out, latin[second - 0x80]);
            text++;
        } else if (!strncmp(text, "\xE2\x80\x99", 3)) { /* the printed apostrophe */
            fl_put_char(out, '\'');
            text += 2;
        } else {
            fl_put_char(out, (char)tolower((unsigned char)*text));
        }
    }
}

/* How a folded word stands to another, not yet folded. */
static enum likeness compare(const char *typed, const char *word)
{
    char memory[WORD];
    struct fl_buf folded = fl_buf_over(memory, sizeof memory);
    fl_put_folded(&folded, word);
    if (!*typed || folded.overflowed || strncmp(folded.at, typed, strlen(typed)))
        return UNLIKE;
    return folded.at[strlen(typed)] ? BEGINNING : WHOLE;
}

/* The better of two likenesses. Other words for the same count only when they are whole: "a" is
 * not yet "arrêter", it may become "aide". */
static enum likeness better(enum likeness best, enum likeness next, int form)
{
    return next > best && (form == FL_BARE || next == WHOLE) ? next : best;
}

static enum likeness compare_verb(const char *typed, enum fl_lang lang, const char *verb)
{
    enum likeness best = compare(typed, verb);
    for (int form = 0; form < FORMS; form++) {
        char memory[WORD];
        struct fl_buf word = fl_buf_over(memory, sizeof memory);
        fl_put_verb(&word, lang, verb, (enum fl_form)form);
        best = better(best, compare(typed, word.at), form);
    }
    return best;
}

static enum likeness compare_request(const char *typed, enum fl_lang lang, const struct request *r)
{
    enum likeness best = compare(typed, r->word);
    for (int form = 0; form < FORMS; form++) {
        char memory[WORD];
        struct fl_buf word = fl_buf_over(memory, sizeof memory);
        fl_put_word(&word, lang, r->key, (enum fl_form)form);
        best = better(best, compare(typed, word.at), form);
    }
    return best;
}

/* ---- taking a line apart ---- */

static bool separates(char c)
{
    return c == ' ' || c == ',' || c == '\t';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Copies without spaces at either end; false if it is too long. */
static bool trim(const char *text, char *to, size_t room)
{
    size_t len = strlen(text);
    while (len && isspace((unsigned char)text[len - 1]))
        len--;
    while (len && isspace((unsigned char)*text)) {
        text++;
        len--;
    }
    if (len >= room)
        return false;
    memcpy(to, text, len);
    to[len] = '\0';
    return true;
}

/* The word ends at a separator, or where its digits begin. */
static void take_apart(struct line *l, const char *text)
{
    char first[WORD];
    size_t len = 0;
    while (text[len] && !separates(text[len]) && !is_digit(text[len]))
        len++;
    struct fl_buf word = fl_buf_over(first, sizeof first);
    struct fl_buf folded = fl_buf_over(l->word, sizeof l->word);
    fl_put_bytes(&word, text, len);
    fl_put_folded(&folded, word.at);
    if (word.overflowed || folded.overflowed)
        fl_buf_clear(&folded);
    while (separates(text[len]))
        len++;
    trim(text + len, l->rest, sizeof l->rest);
}

/* ---- verbs ---- */

struct verbs {
    int count;
    char verb[VERBS][WORD];
};

static void add_verb(struct verbs *v, const char *spelled, bool always)
{
    char verb[WORD];
    size_t len = strcspn(spelled, " ");
    if (len >= sizeof verb || v->count == VERBS)
        return;
    memcpy(verb, spelled, len);
    verb[len] = '\0';
    for (int i = 0; i < v->count; i++)
        if (!strcmp(v->verb[i], verb))
            return;
    if (always || spelled[len] || fl_verb_exists(verb))
        memcpy(v->verb[v->count++], verb, len + 1);
}

/* Every verb of the game: of what is legal now, and of all moves that are not chance's. */
static void list_verbs(const struct line *l, struct verbs *out)
{
    const struct fl_game *g = l->sight->game;
    char memory[WORD];
    struct fl_buf spelled = fl_buf_over(memory, sizeof memory);
    out->count = 0;
    for (int i = 0; i < l->choices.singles; i++) {
        fl_buf_clear(&spelled);
        g->spell(l->choices.single[i], &spelled);
        add_verb(out, spelled.at, true);
    }
    for (fl_move move = 0; move < g->move_count; move++) {
        fl_buf_clear(&spelled);
        g->spell(move, &spelled);
        add_verb(out, spelled.at, false);
    }
}

static bool asks_for_subset(const struct fl_choices *c, const char *verb)
{
    for (int i = 0; i < c->subsets; i++)
        if (!strcmp(c->subset[i].verb, verb))
            return true;
    return false;
}

/* Numbers in any order, repeated or run together, as the notation has them: " 3 5". */
static bool put_set(struct fl_buf *out, const char *rest)
{
    unsigned mask = 0;
    for (; *rest; rest++) {
        if (*rest >= '1' && *rest <= '8')
            mask |= 1u << (*rest - '1');
        else if (!separates(*rest))
            return false;
    }
    fl_put_bits(out, mask);
    return true;
}

/* What stands behind the verb, word by word. */
static void put_words(struct fl_buf *out, const char *rest)
{
    while (*rest) {
        size_t len = strcspn(rest, " ,\t");
        fl_put_char(out, ' ');
        fl_put_bytes(out, rest, len);
        rest += len;
        rest += strspn(rest, " ,\t");
    }
}

/* The only legal move of a verb, if there is just one. */
static bool find_only_move(const struct line *l, const char *verb, fl_move *move)
{
    int found = 0;
    for (int i = 0; i < l->choices.singles; i++) {
        char memory[WORD];
        struct fl_buf spelled = fl_buf_over(memory, sizeof memory);
        l->sight->game->spell(l->choices.single[i], &spelled);
        memory[strcspn(memory, " ")] = '\0';
        if (!strcmp(memory, verb)) {
            *move = l->choices.single[i];
            found++;
        }
    }
    return found == 1;
}

/* The move that a verb and the rest of the line stand for, legal or not. */
static bool find_move(const struct line *l, const char *verb, fl_move *move)
{
    const struct fl_game *g = l->sight->game;
    char memory[LINE + WORD];
    struct fl_buf spelled = fl_buf_over(memory, sizeof memory);
    if (!*l->rest && find_only_move(l, verb, move))
        return true;
    fl_put(&spelled, verb);
    if (!asks_for_subset(&l->choices, verb)) {
        put_words(&spelled, l->rest);
        if (fl_read_any(g, spelled.at, spelled.len, move))
            return true;
        fl_buf_clear(&spelled);
        fl_put(&spelled, verb);
    }
    return put_set(&spelled, l->rest) && fl_read_any(g, spelled.at, spelled.len, move);
}

static bool is_legal(const struct fl_sight *s, fl_move move)
{
    return (s->game->turn(&s->state) & FL_SEAT(s->viewer)) &&
           fl_is_legal(s->game, &s->state, s->viewer, move);
}

struct finds {
    int verbs;                /* that the word may stand for */
    int legal, refused, near; /* moves; near: refused, but the verb itself is open */
    fl_move legal_move, refused_move, near_move;
};

static void find_moves(const struct line *l, const struct verbs *verbs, enum likeness least,
                       struct finds *out)
{
    *out = (struct finds){0};
    for (int i = 0; i < verbs->count; i++) {
        fl_move move;
        if (compare_verb(l->word, l->lang, verbs->verb[i]) < least)
            continue;
        out->verbs++;
        if (!find_move(l, verbs->verb[i], &move))
            continue;
        if (is_legal(l->sight, move)) {
            out->legal++;
            out->legal_move = move;
        } else {
            out->refused++;
            out->refused_move = move;
            if (asks_for_subset(&l->choices, verbs->verb[i])) {
                out->near++;
                out->near_move = move;
            }
        }
    }
}

/* ---- reading ---- */

static bool answer(struct fl_command *out, enum fl_command_kind kind, fl_move move)
{
    out->kind = kind;
    out->move = move;
    return true;
}

static bool read_nothing(const struct line *l, const char *text, struct fl_command *out)
{
    if (*text)
        return false;
    if (l->choices.moves == 1)
        return answer(out, FL_COMMAND_MOVE, l->choices.single[0]);
    return answer(out, FL_COMMAND_HELP, 0);
}

/* A number alone is one of the list. */
static bool read_number(const struct line *l, const char *text, struct fl_command *out)
{
    int number = 0;
    for (const char *c = text; *c; c++) {
        if (!is_digit(*c))
            return false;
        number = number > FL_MAX_MOVES ? number : 10 * number + *c - '0';
    }
    if (number < 1 || number > l->choices.singles)
        return answer(out, FL_COMMAND_UNKNOWN, 0);
    return answer(out, FL_COMMAND_MOVE, l->choices.single[number - 1]);
}

static bool read_notation(const struct line *l, const char *text, struct fl_command *out)
{
    const struct fl_sight *s = l->sight;
    fl_move move;
    return fl_read_legal(s->game, &s->state, s->viewer, text, strlen(text), &move) &&
           answer(out, FL_COMMAND_MOVE, move);
}

/* The name of a square, alone or behind the word for going there. */
static bool read_way(const struct line *l, const char *text, struct fl_command *out)
{
    struct fl_ways ways;
    bool alone = fl_is_square(text);
    bool going = compare_request(l->word, l->lang, &go) == WHOLE;
    if (!l->sight->game->ways || (!alone && !(going && fl_is_square(l->rest))))
        return false;
    fl_ways_of(l->sight, &ways);
    const struct fl_way *way = fl_way_to(&ways, alone ? text : l->rest);
    if (way)
        out->way = *way;
    return answer(out, way ? FL_COMMAND_WAY : FL_COMMAND_NO_WAY, 0);
}

static bool read_move(const struct line *l, const struct verbs *verbs, enum likeness least,
                      struct fl_command *out)
{
    struct finds found;
    find_moves(l, verbs, least, &found);
    if (found.legal == 1)
        return answer(out, FL_COMMAND_MOVE, found.legal_move);
    if (found.legal > 1)
        return answer(out, FL_COMMAND_AMBIGUOUS, 0);
    if (found.near == 1)
        return answer(out, FL_COMMAND_REFUSED, found.near_move);
    if (found.refused == 1 || (found.refused && *l->rest))
        return answer(out, FL_COMMAND_REFUSED, found.refused_move);
    return found.verbs && *l->rest; /* a move was meant, but not one of the game */
}

static bool read_request(const struct line *l, enum likeness least, struct fl_command *out)
{
    enum fl_command_kind kind = FL_COMMAND_UNKNOWN;
    for (int i = 0; i < REQUESTS; i++) {
        if (compare_request(l->word, l->lang, &requests[i]) < least ||
            (*l->rest && !requests[i].takes_more))
            continue;
        if (kind != FL_COMMAND_UNKNOWN && kind != requests[i].kind)
            return answer(out, FL_COMMAND_AMBIGUOUS, 0);
        kind = requests[i].kind;
    }
    return kind != FL_COMMAND_UNKNOWN && trim(l->rest, out->rest, sizeof out->rest) &&
           answer(out, kind, 0);
}

/* The next word of a folded label that begins so, or NULL; numbers are whole. */
static const char *find_word(const char *label, const char *typed, size_t len)
{
    bool begins = true;
    for (; *label; label++) {
        if (begins && !strncmp(label, typed, len) && !(is_digit(*typed) && is_digit(label[len])))
            return label;
        begins = !isalnum((unsigned char)*label);
    }
    return NULL;
}

enum { NOT_TOLD = 2 * LINE };

/* How far apart the words of a folded line stand in a folded label, in their order. */
static int width_of(const char *typed, const char *label)
{
    const char *first = NULL, *last = label;
    while (*typed) {
        size_t len = strcspn(typed, " ,\t");
        last = find_word(last, typed, len);
        if (!last)
            return NOT_TOLD;
        first = first ? first : last;
        last += len;
        typed += len;
        typed += strspn(typed, " ,\t");
    }
    return first ? (int)(last - first) : NOT_TOLD;
}

/* The same in a choice as the list shows it. */
static int width_in(const struct line *l, fl_move move, const char *typed)
{
    char shown[LINE], memory[LINE];
    struct fl_buf label = fl_buf_over(shown, sizeof shown);
    struct fl_buf folded = fl_buf_over(memory, sizeof memory);
    struct fl_phrase phrase;
    fl_choice_label(l->sight, l->sight->viewer, move, &phrase);
    fl_put_phrase(&label, l->lang, &phrase, NULL);
    fl_put_folded(&folded, label.at);
    return width_of(typed, folded.at);
}

/* How many choices have all the words of the line, and closest together; a word alone is left to
 * verbs and requests, and numbers alone are nobody's words. */
static int count_told(const struct line *l, const char *text, fl_move *move)
{
    char memory[LINE];
    struct fl_buf typed = fl_buf_over(memory, sizeof memory);
    int found = 0, closest = NOT_TOLD - 1;
    fl_put_folded(&typed, text);
    bool is_told = text[strcspn(text, " ,\t")] && text[strspn(text, " ,\t0123456789")];
    for (int i = 0; i < l->choices.singles && is_told; i++) {
        int width = width_in(l, l->choices.single[i], typed.at);
        if (width > closest)
            continue;
        found = width < closest ? 1 : found + 1;
        closest = width;
        *move = l->choices.single[i];
    }
    return found;
}

/* Whole words come first, then beginnings; moves before requests. */
static void read_verb(const struct line *l, struct fl_command *out)
{
    struct verbs verbs;
    list_verbs(l, &verbs);
    for (enum likeness least = WHOLE; least > UNLIKE; least--)
        if (read_move(l, &verbs, least, out) || read_request(l, least, out))
            return;
}

/* The answer to an open question; or words that only one choice of the list has: "5 rouge sur 2
 * jaune"; else a verb or a request. "p 3" puts a die into the chest and does not stop with 300
 * points. */
static void read_words(const struct line *l, const char *text, struct fl_command *out)
{
    fl_move move;
    int told = count_told(l, text, &move);
    if (*l->word)
        read_verb(l, out);
    bool answers = out->kind == FL_COMMAND_MOVE && fl_is_of_a_subset(&l->choices, out->move);
    if (told == 1 && !answers)
        *out = (struct fl_command){.kind = FL_COMMAND_MOVE, .move = move};
    if (told > 1 && out->kind == FL_COMMAND_UNKNOWN)
        answer(out, FL_COMMAND_AMBIGUOUS, 0);
}

void fl_command_read(const struct fl_sight *sight, enum fl_lang lang, const char *text,
                     struct fl_command *out)
{
    struct line l = {.sight = sight, .lang = lang};
    char clean[LINE];
    *out = (struct fl_command){.kind = FL_COMMAND_UNKNOWN};
    if (!trim(text, clean, sizeof clean))
        return;
    fl_choices_of(sight, &l.choices);
    if (read_nothing(&l, clean, out) || read_number(&l, clean, out) ||
        read_notation(&l, clean, out))
        return;
    take_apart(&l, clean);
    if (!read_way(&l, clean, out))
        read_words(&l, clean, out);
}

bool fl_command_is(enum fl_command_kind kind, enum fl_lang lang, const char *text)
{
    char clean[LINE], memory[LINE];
    struct fl_buf folded = fl_buf_over(memory, sizeof memory);
    if (!trim(text, clean, sizeof clean))
        return false;
    fl_put_folded(&folded, clean);
    for (int i = 0; i < REQUESTS; i++)
        if (requests[i].kind == kind && compare_request(folded.at, lang, &requests[i]) == WHOLE)
            return true;
    return false;
}

/* ---- the other way round ---- */

static bool means_another(const char *typed, enum fl_lang lang, const struct fl_choices *c,
                          const char *verb)
{
    for (int i = 0; i < c->subsets; i++)
        if (strcmp(c->subset[i].verb, verb) && compare_verb(typed, lang, c->subset[i].verb))
            return true;
    return false;
}

void fl_put_shortest(struct fl_buf *out, enum fl_lang lang, const struct fl_choices *c,
                     const char *verb)
{
    char memory[WORD];
    struct fl_buf whole = fl_buf_over(memory, sizeof memory);
    fl_put_verb(&whole, lang, verb, FL_BARE);
    for (size_t len = 1; len <= whole.len; len++) {
        char start[WORD], folded[WORD];
        struct fl_buf cut = fl_buf_over(start, sizeof start);
        struct fl_buf typed = fl_buf_over(folded, sizeof folded);
        fl_put_bytes(&cut, whole.at, len);
        fl_put_folded(&typed, cut.at);
        bool splits_a_letter = ((unsigned char)whole.at[len] & 0xC0) == 0x80;
        if (!splits_a_letter && (len == whole.len || !means_another(typed.at, lang, c, verb))) {
            fl_put(out, cut.at);
            return;
        }
    }
}
