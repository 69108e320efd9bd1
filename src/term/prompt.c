/* Prints the choices, the question, and the reason why input was rejected. */
#include "term/prompt.h"

#include <string.h>

#include "term/block.h"
#include "term/skin.h"

enum { TYPED = 64, LABEL = 256, FEW = 8 };

/* ---- examples of input ---- */

/* The valid answer to a subset question with the lowest numbers. */
static unsigned example_of(const struct fl_subset *q)
{
    unsigned mask = q->with, rest = q->of;
    for (int n = q->min ? q->min : q->with ? 0 : 1; n && rest; n--) {
        mask |= rest & (0u - rest);
        rest &= rest - 1;
    }
    return mask;
}

/* Writes an example of input for a subset question: "r 1 2". */
static void put_example(struct fl_buf *out, const struct fl_screen *s, const struct fl_choices *c,
                        const struct fl_subset *q)
{
    fl_put_shortest(out, s->lang, c, q->verb);
    fl_put_bits(out, example_of(q));
}

void fl_put_typed(struct fl_buf *out, const struct fl_sight *sight, fl_lang lang, fl_move move)
{
    char memory[TYPED];
    struct fl_buf spelled = fl_buf_over(memory, sizeof memory);
    sight->game->spell(move, &spelled);
    /* A spelling is a verb and items. Commands accept both in the player's language. */
    char *space = strchr(memory, ' ');
    if (space)
        *space = '\0';
    fl_put_verb(out, lang, memory, FL_BARE);
    if (space) {
        fl_put_char(out, ' ');
        fl_put_items(out, lang, space + 1);
    }
}

/* ---- the list of choices ---- */

struct entry {
    char typed[TYPED];
    char label[LABEL];
};

/* The consequence of a move, after its label. */
static void put_note(struct fl_buf *out, const struct fl_sight *sight, const struct fl_screen *s,
                     fl_move move)
{
    struct fl_phrase note;
    if (!fl_sight_note(sight, move, &note))
        return;
    fl_put_style(out, s, FL_DIM);
    fl_put(out, " · ");
    fl_put_sentence(out, s, &note);
    fl_put_style(out, s, FL_PLAIN);
}

static void make_single(struct entry *e, const struct fl_sight *sight, const struct fl_screen *s,
                        const struct fl_choices *c, int i, bool noted)
{
    struct fl_buf typed = fl_buf_over(e->typed, sizeof e->typed);
    struct fl_buf label = fl_buf_over(e->label, sizeof e->label);
    struct fl_phrase phrase;
    fl_put_number(&typed, i + 1);
    fl_choice_label(sight, sight->viewer, c->single[i], &phrase);
    fl_put_sentence(&label, s, &phrase);
    if (noted)
        put_note(&label, sight, s, c->single[i]);
    /* A single legal move is played by pressing Enter. */
    if (c->moves == 1) {
        fl_put(&label, "  ");
        fl_put_word(&label, s->lang, "play.enter", FL_BARE);
    }
}

static const char *subset_key(const struct fl_subset *q, int most)
{
    if (q->min == fl_bits(q->of))
        return "play.subset-only"; /* every item must be chosen */
    if (q->with && q->min != most)
        return q->min ? "play.subset-with" : "play.subset-with-some";
    if (q->with)
        return "play.subset-with-exactly";
    return q->min == most ? "play.subset-exactly" : "play.subset";
}

static const char *bits_text(char memory[TYPED], unsigned mask)
{
    struct fl_buf out = fl_buf_over(memory, TYPED);
    fl_put_bits(&out, mask);
    return out.at + (out.len > 0); /* without the leading space */
}

/* Describes a subset question: its verb, the number of items to choose, and the items. */
static void make_subset(struct entry *e, const struct fl_screen *s, const struct fl_choices *c,
                        const struct fl_subset *q)
{
    char verb_memory[TYPED], of[TYPED], with[TYPED], all[TYPED];
    struct fl_buf verb = fl_buf_over(verb_memory, sizeof verb_memory);
    struct fl_buf typed = fl_buf_over(e->typed, sizeof e->typed);
    struct fl_buf label = fl_buf_over(e->label, sizeof e->label);
    struct fl_phrase phrase;
    int most = fl_bits(q->of) < q->max ? fl_bits(q->of) : q->max;
    fl_put_verb(&verb, s->lang, q->verb, FL_BARE);
    put_example(&typed, s, c, q);
    fl_phrase_begin(&phrase, subset_key(q, most));
    fl_with_text(&phrase, "verb", verb.at);
    fl_with_number(&phrase, "least", q->min);
    fl_with_number(&phrase, "most", most);
    fl_with_text(&phrase, "items", bits_text(of, q->of));
    fl_with_text(&phrase, "with", bits_text(with, q->with));
    fl_with_text(&phrase, "all", bits_text(all, q->with | q->of));
    fl_put_sentence(&label, s, &phrase);
}

static void put_entry(struct fl_buf *out, const struct fl_screen *s, const struct entry *e,
                      int typed_width)
{
    fl_put_char(out, ' ');
    fl_put_style(out, s, FL_BOLD);
    fl_put_padded(out, e->typed, typed_width);
    fl_put_style(out, s, FL_PLAIN);
    fl_put(out, "  ");
    fl_put(out, e->label);
}

static void print_entry(const struct fl_screen *s, const struct entry *e, int typed_width)
{
    char memory[TYPED + LABEL + 32];
    struct fl_buf line = fl_buf_over(memory, sizeof memory);
    put_entry(&line, s, e, typed_width);
    fl_screen_text(s, line.at, typed_width + 3);
}

/* Columns of the widest example. */
static int typed_width(const struct fl_screen *s, const struct fl_choices *c)
{
    int width = c->singles > 99 ? 3 : c->singles > 9 ? 2 : 1;
    for (int i = 0; i < c->subsets; i++) {
        char memory[TYPED];
        struct fl_buf typed = fl_buf_over(memory, sizeof memory);
        put_example(&typed, s, c, &c->subset[i]);
        width = fl_columns(typed.at) > width ? fl_columns(typed.at) : width;
    }
    return width;
}

/* The width of a column, if single moves are listed in columns: that of the longest label. */
static int column_width(const struct fl_sight *sight, const struct fl_screen *s,
                        const struct fl_choices *c)
{
    int width = 0;
    for (int i = 0; i < c->singles; i++) {
        struct entry e;
        make_single(&e, sight, s, c, i, false);
        width = fl_columns(e.label) > width ? fl_columns(e.label) : width;
    }
    return width + 6;
}

/* Prints the single moves in columns, without notes. */
static void print_columns(const struct fl_sight *sight, const struct fl_screen *s,
                          const struct fl_choices *c, int number_width)
{
    int width = column_width(sight, s, c);
    int columns = s->columns / width;
    for (int i = 0; i < c->singles; i++) {
        char memory[TYPED + LABEL + 32];
        struct fl_buf text = fl_buf_over(memory, sizeof memory);
        struct entry e;
        bool last = (i + 1) % columns == 0 || i + 1 == c->singles;
        make_single(&e, sight, s, c, i, false);
        put_entry(&text, s, &e, number_width);
        fprintf(s->out, "%s%*s%s", text.at, last ? 0 : width - fl_columns(text.at), "",
                last ? "\n" : "");
    }
}

/* Prints "go j4" and what is there. Routes to ordinary squares are represented by one example. */
static void print_routes(const struct fl_sight *sight, const struct fl_screen *s)
{
    struct fl_routes routes;
    bool plain = false;
    fl_routes_of(sight, &routes);
    for (int i = 0; i < routes.count; i++) {
        struct entry e;
        struct fl_buf typed = fl_buf_over(e.typed, sizeof e.typed);
        struct fl_buf label = fl_buf_over(e.label, sizeof e.label);
        const char *name = routes.route[i].name;
        if (!name && plain)
            continue;
        plain |= !name;
        fl_put_word(&typed, s->lang, "command.go", FL_BARE);
        fl_put_char(&typed, ' ');
        fl_put_square(&typed, &routes.view, routes.route[i].item);
        fl_put_word(&label, s->lang, name ? name : "play.way", FL_BARE);
        print_entry(s, &e, fl_columns(e.typed));
    }
}

void fl_prompt_choices(const struct fl_sight *sight, const struct fl_screen *s)
{
    struct fl_choices c;
    struct entry e;
    fl_choices_of(sight, &c);
    int width = typed_width(s, &c);
    if (c.singles > FEW && 2 * column_width(sight, s, &c) <= s->columns) {
        print_columns(sight, s, &c, width);
    } else {
        for (int i = 0; i < c.singles; i++) {
            make_single(&e, sight, s, &c, i, true);
            print_entry(s, &e, width);
        }
    }
    for (int i = 0; i < c.subsets; i++) {
        make_subset(&e, s, &c, &c.subset[i]);
        print_entry(s, &e, width);
    }
    print_routes(sight, s);
}

void fl_prompt_question(const struct fl_sight *sight, const struct fl_screen *s)
{
    char memory[512];
    struct fl_buf text = fl_buf_over(memory, sizeof memory);
    struct fl_phrase question;
    sight->game->prompt(&sight->state, sight->viewer, &question);
    fl_put_style(&text, s, FL_BOLD);
    fl_put_sentence(&text, s, &question);
    fl_put_style(&text, s, FL_PLAIN);
    fl_screen_text(s, text.at, 0);
}

void fl_prompt_help(const struct fl_screen *s, const struct fl_game *game)
{
    static const char *const key[] = {"help.move", "help.list",   "help.verb",    "help.hint",
                                      "help.undo", "help.save",   "help.rules",   "help.table",
                                      "help.log",  "help.scores", "help.summary", "help.resign",
                                      "help.quit"};
    for (size_t i = 0; i < sizeof key / sizeof key[0]; i++) {
        char memory[512];
        if (!strcmp(key[i], "help.summary") && !fl_skin_of(game)->summary)
            continue;
        struct fl_buf text = fl_buf_over(memory, sizeof memory);
        fl_put_word(&text, s->lang, key[i], FL_BARE);
        fl_screen_text(s, text.at, 19);
    }
}

void fl_prompt_summary(const struct fl_screen *s, const struct fl_game *game)
{
    const struct fl_skin *skin = fl_skin_of(game);
    if (skin->summary)
        skin->summary(s);
    else
        fl_screen_word(s, "play.no-summary");
}

/* ---- rejected input ---- */

/* Writes what can be typed: "1, r 1 2, s". */
static void put_expected(struct fl_buf *out, const struct fl_sight *sight,
                         const struct fl_screen *s)
{
    struct fl_choices c;
    fl_choices_of(sight, &c);
    if (c.singles)
        fl_put(out, "1");
    if (c.singles > 1) {
        fl_put(out, "–");
        fl_put_number(out, c.singles);
    }
    for (int i = 0; i < c.subsets; i++) {
        if (i && !strcmp(c.subset[i].verb, c.subset[i - 1].verb))
            continue;
        if (out->len)
            fl_put(out, ", ");
        put_example(out, s, &c, &c.subset[i]);
    }
}

/* Prints the rule that forbids a move. */
static void say_why_not(const struct fl_sight *sight, const struct fl_screen *s, fl_move move)
{
    struct fl_phrase why;
    fl_phrase_begin(&why, fl_status_key(FL_ILLEGAL));
    if (sight->game->why_not)
        sight->game->why_not(&sight->state, sight->viewer, move, &why);
    fl_screen_phrase(s, &why);
}

void fl_prompt_refuse(const struct fl_sight *sight, const struct fl_screen *s,
                      const struct fl_command *command)
{
    char memory[256];
    struct fl_buf expected = fl_buf_over(memory, sizeof memory);
    struct fl_phrase phrase;
    if (command->kind == FL_COMMAND_REFUSED) {
        say_why_not(sight, s, command->move);
        return;
    }
    if (command->kind == FL_COMMAND_NO_ROUTE) {
        fl_screen_word(s, "play.no-way");
        return;
    }
    put_expected(&expected, sight, s);
    fl_phrase_begin(&phrase,
                    command->kind == FL_COMMAND_AMBIGUOUS ? "play.ambiguous" : "play.unknown");
    fl_with_text(&phrase, "what", expected.at);
    fl_screen_phrase(s, &phrase);
}
