/* Formats advice as text: a table of the best moves and one sentence of reasons. */
#include "term/advice_text.h"

#include <math.h>
#include <string.h>

#include "term/block.h"
#include "term/prompt.h"

enum { TYPED = 64, FIGURE = 48, SENTENCE = 1024 };

/* ---- numbers ---- */

void fl_put_decimal(struct fl_buf *out, fl_lang lang, double value, int places)
{
    char memory[FIGURE];
    snprintf(memory, sizeof memory, "%.*f", places, fabs(value));
    bool below = value < 0 && strspn(memory, "0.") < strlen(memory);
    fl_put(out, below ? "\u2212" : "");
    size_t whole = strcspn(memory, ".");
    fl_put_bytes(out, memory, whole);
    if (memory[whole]) {
        fl_put(out, fl_language(lang)->decimal);
        fl_put(out, memory + whole + 1);
    }
}

/* Writes a probability in percent. The number of decimals depends on the standard error. */
static void put_percent(struct fl_buf *out, fl_lang lang, struct fl_measure chance)
{
    fl_put_decimal(out, lang, 100 * chance.value, fl_percent_places(chance));
}

/* ---- the reason ---- */

struct texts {
    char first[TYPED], second[TYPED], chance[FIGURE], other[FIGURE], bust[FIGURE];
};

static const char *typed(char memory[TYPED], const struct fl_screen *s,
                         const struct fl_sight *sight, fl_move move)
{
    struct fl_buf out = fl_buf_over(memory, TYPED);
    fl_put_typed(&out, sight, s->lang, move);
    return out.at;
}

static const char *percent(char memory[FIGURE], const struct fl_screen *s, struct fl_measure chance)
{
    struct fl_buf out = fl_buf_over(memory, FIGURE);
    put_percent(&out, s->lang, chance);
    return out.at;
}

/* Fills in every argument that a reason may use; each reason's text uses some of them. */
static void say_why(struct fl_phrase *p, const struct fl_screen *s, const struct fl_sight *sight,
                    const struct fl_advice *a, struct texts *t)
{
    const struct fl_advice_move *first = &a->at[0], *second = &a->at[a->second];
    struct fl_buf bust = fl_buf_over(t->bust, FIGURE);
    fl_put_decimal(&bust, s->lang, 100 * a->figures.bust, 0);
    fl_with_number(p, "n", a->figures.n);
    fl_with_number(p, "sure", a->figures.sure);
    fl_with_text(p, "bust", t->bust);
    fl_with_text(p, "first", typed(t->first, s, sight, first->move));
    fl_with_text(p, "second", typed(t->second, s, sight, second->move));
    fl_with_text(p, "chance", percent(t->chance, s, first->chance));
    fl_with_text(p, "other", percent(t->other, s, second->chance));
}

void fl_put_advice_text(struct fl_buf *out, const struct fl_screen *s, const struct fl_sight *sight,
                        const struct fl_advice *a)
{
    struct fl_phrase phrase;
    struct texts texts;
    fl_phrase_begin(&phrase, a->reason);
    say_why(&phrase, s, sight, a, &texts);
    fl_put_sentence(out, s, &phrase);
}

/* ---- the table of moves ---- */

struct row {
    char typed[TYPED], chance[FIGURE], points[FIGURE];
};

/* The middle of an interval that does not exceed 0 to 100 %. */
static double middle(struct fl_measure chance)
{
    double most = 1 - chance.error, least = chance.error;
    return chance.value > most ? most : chance.value < least ? least : chance.value;
}

/* "54 % ± 2", or without the error if the chance is exact. */
static void make_chance(char memory[FIGURE], const struct fl_screen *s, bool exact,
                        struct fl_measure chance)
{
    chance.value = exact ? chance.value : middle(chance);
    char value[FIGURE], error_memory[FIGURE];
    struct fl_buf out = fl_buf_over(memory, FIGURE);
    struct fl_buf error = fl_buf_over(error_memory, FIGURE);
    struct fl_phrase phrase;
    fl_phrase_begin(&phrase, exact ? "hint.chance-exact" : "hint.chance");
    fl_put_decimal(&error, s->lang, 100 * chance.error, fl_percent_places(chance));
    fl_with_text(&phrase, "chance", percent(value, s, chance));
    fl_with_text(&phrase, "error", error.at);
    fl_put_sentence(&out, s, &phrase);
}

static void make_row(struct row *row, const struct fl_screen *s, const struct fl_sight *sight,
                     const struct fl_advice *a, uint32_t i)
{
    struct fl_buf points = fl_buf_over(row->points, FIGURE);
    struct fl_phrase phrase;
    typed(row->typed, s, sight, a->at[i].move);
    make_chance(row->chance, s, a->exact, a->at[i].chance);
    if (!a->has_points)
        return;
    fl_phrase_begin(&phrase, "hint.points");
    fl_with_number(&phrase, "n", (int32_t)lround(a->at[i].points));
    fl_put_sentence(&points, s, &phrase);
}

static int wider(int width, const char *text)
{
    return fl_columns(text) > width ? fl_columns(text) : width;
}

static void put_right(struct fl_buf *out, const char *text, int width)
{
    fl_put_times(out, " ", width - fl_columns(text));
    fl_put(out, text);
}

struct widths {
    int typed, chance, points;
};

static void print_row(const struct fl_screen *s, const struct fl_sight *sight,
                      const struct row *row, struct widths width, fl_move move)
{
    char memory[SENTENCE];
    struct fl_buf line = fl_buf_over(memory, sizeof memory);
    struct fl_phrase label;
    fl_put_char(&line, ' ');
    fl_put_style(&line, s, FL_BOLD);
    fl_put_padded(&line, row->typed, width.typed);
    fl_put_style(&line, s, FL_PLAIN);
    fl_put(&line, "  ");
    put_right(&line, row->chance, width.chance);
    if (width.points) {
        fl_put(&line, "  ");
        put_right(&line, row->points, width.points);
    }
    fl_put(&line, "  ");
    int indent = fl_columns(line.at);
    fl_choice_label(sight, sight->viewer, move, &label);
    fl_put_sentence(&line, s, &label);
    fl_screen_text(s, line.at, indent);
}

enum { MOST_ROWS = 32 };

static void print_rows(const struct fl_screen *s, const struct fl_sight *sight,
                       const struct fl_advice *a, uint32_t most)
{
    struct row row[MOST_ROWS] = {0};
    struct widths width = {0};
    most = most > MOST_ROWS ? MOST_ROWS : most;
    for (uint32_t i = 0; i < most && i < a->count; i++) {
        make_row(&row[i], s, sight, a, i);
        width.typed = wider(width.typed, row[i].typed);
        width.chance = wider(width.chance, row[i].chance);
        width.points = wider(width.points, row[i].points);
    }
    for (uint32_t i = 0; i < most && i < a->count; i++)
        print_row(s, sight, &row[i], width, a->at[i].move);
}

void fl_advice_text_show(const struct fl_screen *s, const struct fl_sight *sight,
                         const struct fl_advice *a, uint32_t most)
{
    char memory[SENTENCE];
    struct fl_buf why = fl_buf_over(memory, sizeof memory);
    print_rows(s, sight, a, most);
    fl_put_advice_text(&why, s, sight, a);
    fl_screen_text(s, why.at, 2);
}
