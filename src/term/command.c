/* Parses a typed line. The first reader that recognises the line decides. */
#include "term/command.h"

#include <ctype.h>
#include <string.h>

enum { WORD = 64, LINE = 640, FORMS = 5 };
enum similarity { DIFFERENT, PREFIX, EQUAL };

#define SEPARATORS " ,\t"

static const struct request {
    enum fl_command_kind kind;
    const char *word, *key;
    bool takes_more;
    bool whole; /* no prefix of the word is enough */
} requests[] = {
    {FL_COMMAND_HELP, "help", "command.help", false, false},
    {FL_COMMAND_HELP, "?", "command.help", false, false},
    {FL_COMMAND_HINT, "hint", "command.hint", false, false},
    {FL_COMMAND_UNDO, "undo", "command.undo", false, false},
    {FL_COMMAND_SAVE, "save", "command.save", true, false},
    {FL_COMMAND_RULES, "rules", "command.rules", true, false},
    {FL_COMMAND_TABLE, "table", "command.table", false, false},
    {FL_COMMAND_LOG, "log", "command.log", false, false},
    {FL_COMMAND_SCORES, "scores", "command.scores", false, false},
    {FL_COMMAND_SUMMARY, "summary", "command.summary", false, false},
    {FL_COMMAND_QUIT, "quit", "command.quit", false, false},
    {FL_COMMAND_RESIGN, "resign", "command.resign", false, true},
};

/* Precedes the name of a square. */
static const struct request go = {FL_COMMAND_ROUTE, "go", "command.go", true, false};

enum { REQUESTS = sizeof requests / sizeof requests[0] };

/* A line split into its first word, folded, and the rest, as typed. */
struct line {
    const struct fl_sight *sight;
    fl_lang lang;
    struct fl_choices choices;
    char word[WORD];
    char rest[LINE];
    char words[LINE]; /* the rest as in a spelling: one space before each word, not translated */
    unsigned mask;    /* the numbers 1..8 in the rest: bit n is number n + 1 */
    char set[LINE];   /* spelling of the mask; `words` if the rest is not a set of numbers */
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
        } else if (!strncmp(text, "\xE2\x80\x99", 3)) { /* typographic apostrophe */
            fl_put_char(out, '\'');
            text += 2;
        } else {
            fl_put_char(out, (char)tolower((unsigned char)*text));
        }
    }
}

/* Compares folded input with a word that is not folded yet. */
static enum similarity compare(const char *typed, const char *word)
{
    char memory[WORD];
    struct fl_buf folded = fl_buf_over(memory, sizeof memory);
    fl_put_folded(&folded, word);
    if (!*typed || folded.overflowed || strncmp(folded.at, typed, strlen(typed)))
        return DIFFERENT;
    return folded.at[strlen(typed)] ? PREFIX : EQUAL;
}

/* The better of two results. Synonyms count only if they are complete: "a" must not select
 * "arrêter", because it may be the start of "aide". */
static enum similarity better(enum similarity best, enum similarity next, int form)
{
    return next > best && (form == FL_BARE || next == EQUAL) ? next : best;
}

/* Compares with a word and with every form of its translation. */
static enum similarity compare_entry(const char *typed, fl_lang lang, const char *word,
                                     const char *key)
{
    enum similarity best = compare(typed, word);
    for (int form = 0; form < FORMS; form++) {
        char memory[WORD];
        struct fl_buf translated = fl_buf_over(memory, sizeof memory);
        fl_put_word(&translated, lang, key, (enum fl_form)form);
        best = better(best, compare(typed, translated.at), form);
    }
    return best;
}

static enum similarity compare_verb(const char *typed, fl_lang lang, const char *verb)
{
    char memory[2 * WORD];
    struct fl_buf key = fl_buf_over(memory, sizeof memory);
    if (!fl_verb_exists(verb))
        return compare(typed, verb);
    fl_put(&key, "verb.");
    fl_put(&key, verb);
    return compare_entry(typed, lang, verb, key.at);
}

/* ---- arguments ---- */

/* The words of arguments that are translated, each after "item.": parts of cards, colours of boats,
 * and the letters of pawns. */
static const char *const items[] = {
    "item.red",         "item.blue", "item.yellow", "item.green",   "item.white", "item.violet",
    "item.ship",        "item.leg",  "item.pistol", "item.captain", "item.chest", "item.barrel",
    "item.candlestick", "item.y",    "item.k",      "item.g",
};

enum { ITEMS = sizeof items / sizeof items[0], ITEM_PREFIX = 5 };

/* The length of the part at the start of an argument: up to "-", or the letter of a pawn. */
static size_t part_length(const char *word)
{
    size_t len = strcspn(word, "- ");
    return len == 2 && strchr("2345?", word[1]) ? 1 : len;
}

/* Translates one part of an argument from spelling to the language, or back. */
static void put_part(struct fl_buf *out, fl_lang lang, const char *part, size_t len, bool back)
{
    for (int i = 0; i < ITEMS; i++) {
        char memory[WORD], folded_memory[WORD], typed_memory[WORD], typed_folded[WORD];
        struct fl_buf word = fl_buf_over(memory, sizeof memory);
        struct fl_buf folded = fl_buf_over(folded_memory, sizeof folded_memory);
        struct fl_buf typed = fl_buf_over(typed_memory, sizeof typed_memory);
        struct fl_buf typed_fold = fl_buf_over(typed_folded, sizeof typed_folded);
        const char *spelled = items[i] + ITEM_PREFIX;
        fl_put_word(&word, lang, items[i], FL_BARE);
        fl_put_folded(&folded, word.at);
        fl_put_bytes(&typed, part, len);
        fl_put_folded(&typed_fold, typed.at);
        if (typed.overflowed || strcmp(typed_fold.at, back ? folded.at : spelled) != 0)
            continue;
        fl_put(out, back ? spelled : word.at);
        return;
    }
    fl_put_bytes(out, part, len);
}

static void put_arguments(struct fl_buf *out, fl_lang lang, const char *words, bool back)
{
    while (*words) {
        size_t len = part_length(words);
        put_part(out, lang, words, len, back);
        words += len;
        for (; *words && strchr("- ?2345", *words); words++)
            fl_put_char(out, *words);
    }
}

void fl_put_items(struct fl_buf *out, fl_lang lang, const char *arguments)
{
    put_arguments(out, lang, arguments, false);
}

/* ---- splitting a line ---- */

static bool is_separator(char c)
{
    return c && strchr(SEPARATORS, c);
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Copies a text without spaces at either end. Returns false if it does not fit. */
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

/* Reads the rest as words and as a set of numbers. A set may be in any order and with or without
 * separators: "3 5", "53" and "5,3,3" are equal. */
static void read_arguments(struct line *l)
{
    char memory[LINE];
    struct fl_buf typed = fl_buf_over(memory, sizeof memory);
    struct fl_buf words = fl_buf_over(l->words, sizeof l->words);
    struct fl_buf set = fl_buf_over(l->set, sizeof l->set);
    bool is_set = true;
    for (const char *c = l->rest; *c; c++) {
        if (is_separator(*c))
            continue;
        if (c == l->rest || is_separator(c[-1]))
            fl_put_char(&typed, ' ');
        fl_put_char(&typed, *c);
        if (*c >= '1' && *c <= '8')
            l->mask |= 1u << (*c - '1');
        else
            is_set = false;
    }
    put_arguments(&words, l->lang, typed.at, true);
    if (is_set)
        fl_put_bits(&set, l->mask);
    else
        fl_put(&set, l->words);
}

/* The first word ends at a separator, or where its digits begin. */
static void split_line(struct line *l, const char *text)
{
    char first[WORD];
    size_t len = 0;
    while (text[len] && !is_separator(text[len]) && !is_digit(text[len]))
        len++;
    struct fl_buf word = fl_buf_over(first, sizeof first);
    struct fl_buf folded = fl_buf_over(l->word, sizeof l->word);
    fl_put_bytes(&word, text, len);
    fl_put_folded(&folded, word.at);
    if (word.overflowed || folded.overflowed)
        fl_buf_clear(&folded);
    while (is_separator(text[len]))
        len++;
    trim(text + len, l->rest, sizeof l->rest);
    read_arguments(l);
}

/* ---- moves ---- */

/* The spelling of a move, cut into its verb and the rest, which is empty or starts with a space. */
struct spelling {
    char verb[WORD];
    char arguments[WORD];
};

static void spell(const struct fl_game *g, fl_move move, struct spelling *out)
{
    struct fl_buf spelled = fl_buf_over(out->verb, sizeof out->verb);
    g->spell(move, &spelled);
    size_t len = strcspn(out->verb, " ");
    memcpy(out->arguments, out->verb + len, spelled.len - len + 1);
    out->verb[len] = '\0';
}

/* The moves that a line may mean. */
struct finds {
    bool verb; /* the first word matches a verb */
    int legal, refused;
    fl_move legal_move, refused_move;
};

static void add_find(const struct line *l, fl_move move, struct finds *out)
{
    const struct fl_sight *s = l->sight;
    if ((s->game->turn(&s->state) & FL_SEAT(s->viewer)) &&
        fl_is_legal(s->game, &s->state, s->viewer, move)) {
        out->legal++;
        out->legal_move = move;
    } else {
        out->refused++;
        out->refused_move = move;
    }
}

static bool asks_for_subset(const struct fl_choices *c, const char *verb)
{
    for (int i = 0; i < c->subsets; i++)
        if (!strcmp(c->subset[i].verb, verb))
            return true;
    return false;
}

/* Answers to open subset questions: base + mask. The spelling is compared because a mask with
 * numbers that the game does not use leads to another move. Questions with the same verb follow
 * each other and have the same base. */
static void find_answers(const struct line *l, enum similarity least, struct finds *out)
{
    struct spelling s;
    for (int i = 0; i < l->choices.subsets; i++) {
        const struct fl_subset *q = &l->choices.subset[i];
        fl_move move = (fl_move)(q->base + l->mask);
        if ((i && !strcmp(q->verb, q[-1].verb)) || compare_verb(l->word, l->lang, q->verb) < least)
            continue;
        out->verb = true;
        if (move >= l->sight->game->move_count)
            continue;
        spell(l->sight->game, move, &s);
        if (!strcmp(s.verb, q->verb) && !strcmp(s.arguments, l->set))
            add_find(l, move, out);
    }
}

/* The number of legal single moves with a verb; sets the last of them. */
static int count_singles(const struct line *l, const char *verb, fl_move *move)
{
    struct spelling s;
    int found = 0;
    for (int i = 0; i < l->choices.singles; i++) {
        spell(l->sight->game, l->choices.single[i], &s);
        if (!strcmp(s.verb, verb)) {
            *move = l->choices.single[i];
            found++;
        }
    }
    return found;
}

/* Other moves, legal or not, whose spelling is the verb and the rest of the line. The rest may be
 * omitted if only one legal move has the verb. Spellings without arguments are dice and cards,
 * unless they are legal here or have a translation. */
static void find_spelled(const struct line *l, enum similarity least, struct finds *out)
{
    const struct fl_game *g = l->sight->game;
    enum similarity similarity = DIFFERENT;
    char verb[WORD] = "";
    int singles = 0;
    for (fl_move move = 0, single = 0; move < g->move_count; move++) {
        struct spelling s;
        spell(g, move, &s);
        if (strcmp(s.verb, verb)) { /* moves with the same verb follow each other */
            memcpy(verb, s.verb, sizeof verb);
            similarity = asks_for_subset(&l->choices, verb) ? DIFFERENT
                                                            : compare_verb(l->word, l->lang, verb);
            singles = similarity < least ? 0 : count_singles(l, verb, &single);
        }
        if (similarity < least || (!singles && !*s.arguments && !fl_verb_exists(verb)))
            continue;
        out->verb = true;
        if (!*l->rest && singles == 1
                ? move == single
                : !strcmp(s.arguments, l->words) || !strcmp(s.arguments, l->set))
            add_find(l, move, out);
    }
}

/* ---- readers ---- */

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

/* A number alone is the number of a single move in the list. */
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

/* Whether a text has the form of a square's name: a letter, then digits. */
static bool is_square(const char *text)
{
    bool letter = (text[0] >= 'a' && text[0] <= 'z') || (text[0] >= 'A' && text[0] <= 'Z');
    size_t digits = letter ? strspn(text + 1, "0123456789") : 0;
    return digits && !text[1 + digits];
}

/* The route to the square with this name, or NULL. */
static const struct fl_route *route_to(const struct fl_routes *routes, const char *square)
{
    for (int i = 0; i < routes->count; i++) {
        char memory[WORD];
        struct fl_buf name = fl_buf_over(memory, sizeof memory);
        fl_put_square(&name, &routes->view, routes->route[i].item);
        if (name.len && name.at[0] == (square[0] | 0x20) && !strcmp(name.at + 1, square + 1))
            return &routes->route[i];
    }
    return NULL;
}

/* The name of a square, alone or after "go". */
static bool read_route(const struct line *l, const char *text, struct fl_command *out)
{
    struct fl_routes routes;
    bool alone = is_square(text);
    bool going = compare_entry(l->word, l->lang, go.word, go.key) == EQUAL;
    if (!l->sight->game->routes || (!alone && !(going && is_square(l->rest))))
        return false;
    fl_routes_of(l->sight, &routes);
    const struct fl_route *route = route_to(&routes, alone ? text : l->rest);
    if (route)
        out->route = *route;
    return answer(out, route ? FL_COMMAND_ROUTE : FL_COMMAND_NO_ROUTE, 0);
}

static bool read_move(const struct line *l, enum similarity least, struct fl_command *out)
{
    struct finds found = {0};
    find_answers(l, least, &found);
    bool is_answer = found.refused == 1; /* to an open question, although not a legal one */
    fl_move refused_answer = found.refused_move;
    find_spelled(l, least, &found);
    if (found.legal == 1)
        return answer(out, FL_COMMAND_MOVE, found.legal_move);
    if (found.legal > 1)
        return answer(out, FL_COMMAND_AMBIGUOUS, 0);
    if (is_answer)
        return answer(out, FL_COMMAND_REFUSED, refused_answer);
    if (found.refused == 1 || (found.refused && *l->rest))
        return answer(out, FL_COMMAND_REFUSED, found.refused_move);
    return found.verb && *l->rest; /* a verb with arguments that no move of the game has */
}

static bool read_request(const struct line *l, enum similarity least, struct fl_command *out)
{
    enum fl_command_kind kind = FL_COMMAND_UNKNOWN;
    for (int i = 0; i < REQUESTS; i++) {
        enum similarity enough = requests[i].whole ? EQUAL : least;
        if (compare_entry(l->word, l->lang, requests[i].word, requests[i].key) < enough ||
            (*l->rest && !requests[i].takes_more))
            continue;
        if (kind != FL_COMMAND_UNKNOWN && kind != requests[i].kind)
            return answer(out, FL_COMMAND_AMBIGUOUS, 0);
        kind = requests[i].kind;
    }
    return kind != FL_COMMAND_UNKNOWN && trim(l->rest, out->rest, sizeof out->rest) &&
           answer(out, kind, 0);
}

/* The next word of a folded label that starts with the given bytes, or NULL. A number must match as
 * a whole. */
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

enum { NO_MATCH = 2 * LINE };

/* The distance in a folded label from the first to the last word of a folded line, which must occur
 * in their order. NO_MATCH if one is missing. */
static int width_of(const char *typed, const char *label)
{
    const char *first = NULL, *last = label;
    while (*typed) {
        size_t len = strcspn(typed, SEPARATORS);
        last = find_word(last, typed, len);
        if (!last)
            return NO_MATCH;
        first = first ? first : last;
        last += len;
        typed += len;
        typed += strspn(typed, SEPARATORS);
    }
    return first ? (int)(last - first) : NO_MATCH;
}

/* The same for the label of a move in the list. */
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

/* Counts the choices whose label contains all words of the line, closest together, and sets the
 * last of them. A single word is left to verbs and requests; numbers alone are never words of a
 * label. */
static int count_matching_labels(const struct line *l, const char *text, fl_move *move)
{
    char memory[LINE];
    struct fl_buf typed = fl_buf_over(memory, sizeof memory);
    int found = 0, closest = NO_MATCH - 1;
    fl_put_folded(&typed, text);
    bool has_words = text[strcspn(text, SEPARATORS)] && text[strspn(text, " ,\t0123456789")];
    for (int i = 0; i < l->choices.singles && has_words; i++) {
        int width = width_in(l, l->choices.single[i], typed.at);
        if (width > closest)
            continue;
        found = width < closest ? 1 : found + 1;
        closest = width;
        *move = l->choices.single[i];
    }
    return found;
}

/* Complete words have precedence over prefixes, then moves over requests. */
static void read_verb(const struct line *l, struct fl_command *out)
{
    for (enum similarity least = EQUAL; least > DIFFERENT; least--)
        if (read_move(l, least, out) || read_request(l, least, out))
            return;
}

static bool is_single(const struct fl_choices *c, fl_move move)
{
    for (int i = 0; i < c->singles; i++)
        if (c->single[i] == move)
            return true;
    return false;
}

/* A line means, in this order: the answer to an open subset question; the only choice whose label
 * has its words, "5 rouge sur 2 jaune"; a verb or a request. "p 3" puts die 3 on the card and does
 * not stop with 300 points. */
static void read_words(const struct line *l, const char *text, struct fl_command *out)
{
    fl_move move;
    int matching = count_matching_labels(l, text, &move);
    if (*l->word)
        read_verb(l, out);
    bool answers = out->kind == FL_COMMAND_MOVE && !is_single(&l->choices, out->move);
    if (matching == 1 && !answers)
        *out = (struct fl_command){.kind = FL_COMMAND_MOVE, .move = move};
    if (matching > 1 && out->kind == FL_COMMAND_UNKNOWN)
        answer(out, FL_COMMAND_AMBIGUOUS, 0);
}

/* Writes the words of a line as the arguments of a spelling, without "on": "R5 sur J2" becomes
 * " r5 y2". */
static void put_pieces(struct fl_buf *out, fl_lang lang, const char *text)
{
    char memory[LINE], joined_memory[LINE];
    struct fl_buf folded = fl_buf_over(memory, sizeof memory);
    struct fl_buf joined = fl_buf_over(joined_memory, sizeof joined_memory);
    fl_put_folded(&folded, text);
    for (const char *at = folded.at; *(at += strspn(at, SEPARATORS));) {
        char word[WORD];
        size_t len = strcspn(at, SEPARATORS);
        struct fl_buf one = fl_buf_over(word, sizeof word);
        fl_put_bytes(&one, at, len);
        at += len;
        if (compare_entry(one.at, lang, "on", "command.on") == EQUAL)
            continue;
        fl_put_char(&joined, ' ');
        fl_put(&joined, one.at);
    }
    put_arguments(out, lang, joined.at, true);
}

/* A line without a verb: the pieces that a move is about, as they are drawn on the table. It means
 * the only legal move with these arguments, or else the only move of the game. */
static bool read_pieces(const struct line *l, const char *text, struct fl_command *out)
{
    char memory[LINE];
    struct fl_buf pieces = fl_buf_over(memory, sizeof memory);
    struct finds found = {0};
    put_pieces(&pieces, l->lang, text);
    bool has_letter = text[strspn(text, " ,\t0123456789")];
    for (fl_move move = 0; has_letter && move < l->sight->game->move_count; move++) {
        struct spelling s;
        spell(l->sight->game, move, &s);
        if (*s.arguments && !strcmp(s.arguments, pieces.at))
            add_find(l, move, &found);
    }
    if (found.legal == 1)
        return answer(out, FL_COMMAND_MOVE, found.legal_move);
    return !found.legal && found.refused == 1 &&
           answer(out, FL_COMMAND_REFUSED, found.refused_move);
}

void fl_command_read(const struct fl_sight *sight, fl_lang lang, const char *text,
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
    split_line(&l, clean);
    if (!read_route(&l, clean, out) && !read_pieces(&l, clean, out))
        read_words(&l, clean, out);
}

bool fl_command_is(enum fl_command_kind kind, fl_lang lang, const char *text)
{
    char clean[LINE], memory[LINE];
    struct fl_buf folded = fl_buf_over(memory, sizeof memory);
    if (!trim(text, clean, sizeof clean))
        return false;
    fl_put_folded(&folded, clean);
    for (int i = 0; i < REQUESTS; i++)
        if (requests[i].kind == kind &&
            compare_entry(folded.at, lang, requests[i].word, requests[i].key) == EQUAL)
            return true;
    return false;
}

/* ---- writing input ---- */

static bool means_another(const char *typed, fl_lang lang, const struct fl_choices *c,
                          const char *verb)
{
    for (int i = 0; i < c->subsets; i++)
        if (strcmp(c->subset[i].verb, verb) && compare_verb(typed, lang, c->subset[i].verb))
            return true;
    return false;
}

void fl_put_shortest(struct fl_buf *out, fl_lang lang, const struct fl_choices *c, const char *verb)
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
