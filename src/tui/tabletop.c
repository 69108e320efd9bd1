/* The choices of a table: the list, and what Enter does. */
#include "tui/tabletop.h"

#include <string.h>

#include "term/prompt.h"
#include "tui/sheet.h"

enum { FEW = 8 }; /* moves that are listed although the board shows them */

/* ---- positions ---- */

void fl_tabletop_ask(struct fl_tabletop *t, const struct fl_sight *sight)
{
    t->sight = *sight;
    fl_chooser_begin(&t->chooser, sight);
    t->asks = true;
    t->cursor = FL_NO_TARGET;
    t->log_back = 0;
    t->busy = NULL;
    t->digits = 0;
}

void fl_tabletop_look(struct fl_tabletop *t, const struct fl_sight *sight)
{
    t->sight = *sight;
    fl_sight_view(sight, &t->chooser.routes.view);
    t->asks = false;
    t->lines = 0;
    t->cursor = FL_NO_TARGET;
}

void fl_tabletop_say(struct fl_tabletop *t, const struct fl_phrase *phrase)
{
    struct fl_buf text = fl_buf_over(t->message, sizeof t->message);
    fl_put_sentence(&text, &t->screen, phrase);
    for (int i = 0; i < phrase->args; i++)
        if (!strcmp(phrase->arg[i].name, "rule") && phrase->arg[i].kind == FL_ARG_TEXT) {
            struct fl_buf rule = fl_buf_over(t->rule, sizeof t->rule);
            fl_put(&rule, phrase->arg[i].word[0]);
        }
}

/* ---- the list ---- */

static void put_risk(struct fl_buf *out, const struct fl_tabletop *t, fl_move move)
{
    const struct fl_sight *s = &t->sight;
    int percent = s->game->bust_percent ? s->game->bust_percent(&s->state, s->viewer, move) : -1;
    if (percent < 0)
        return;
    struct fl_phrase phrase;
    fl_phrase_begin(&phrase, percent ? "tui.risk" : "tui.no-risk");
    fl_with_number(&phrase, "n", percent);
    fl_put(out, " ");
    fl_put_sentence(out, &t->screen, &phrase);
}

static void put_route(struct fl_buf *out, const struct fl_tabletop *t, const struct fl_route *route)
{
    struct fl_phrase phrase;
    char memory[16];
    struct fl_buf square = fl_buf_over(memory, sizeof memory);
    fl_put_square(&square, &t->chooser.routes.view, route->item);
    fl_phrase_begin(&phrase, route->name ? "tui.route-named" : "tui.route");
    fl_with_text(&phrase, "square", square.at);
    fl_with_number(&phrase, "n", route->count);
    if (route->name)
        fl_with_word(&phrase, "name", route->name);
    fl_put_sentence(out, &t->screen, &phrase);
}

void fl_put_command(struct fl_buf *out, const struct fl_tabletop *t,
                    const struct fl_command *command)
{
    struct fl_phrase label, note;
    if (command->kind == FL_COMMAND_ROUTE) {
        put_route(out, t, &command->route);
        return;
    }
    fl_choice_label(&t->sight, t->sight.viewer, command->move, &label);
    fl_put_sentence(out, &t->screen, &label);
    if (!fl_sight_note(&t->sight, command->move, &note)) {
        put_risk(out, t, command->move);
        return;
    }
    fl_put(out, " · ");
    fl_put_sentence(out, &t->screen, &note);
}

static struct fl_list_line *add_line(struct fl_tabletop *t)
{
    struct fl_list_line *line = &t->line[t->lines < FL_MAX_LINES - 1 ? t->lines++ : t->lines];
    line->label[0] = '\0';
    line->command = (struct fl_command){.kind = FL_COMMAND_UNKNOWN};
    return line;
}

static void add_command(struct fl_tabletop *t, const struct fl_command *command)
{
    struct fl_list_line *line = add_line(t);
    struct fl_buf label = fl_buf_over(line->label, sizeof line->label);
    line->command = *command;
    fl_put_command(&label, t, command);
}

/* A subset question that the picked items do not answer: how many are to be picked. */
static void add_open_subset(struct fl_tabletop *t, const struct fl_subset *q)
{
    struct fl_list_line *line = add_line(t);
    struct fl_buf label = fl_buf_over(line->label, sizeof line->label);
    char memory[64];
    struct fl_buf verb = fl_buf_over(memory, sizeof memory);
    struct fl_phrase phrase;
    int most = fl_bits(q->of) < q->max ? fl_bits(q->of) : q->max;
    int with = fl_bits(q->with);
    fl_put_verb(&verb, t->screen.lang, q->verb, FL_BARE);
    fl_phrase_begin(&phrase, q->min == most ? "tui.subset-exactly" : "tui.subset");
    fl_with_text(&phrase, "verb", verb.at);
    fl_with_number(&phrase, "least", q->min + with);
    fl_with_number(&phrase, "most", most + with);
    fl_put_sentence(&label, &t->screen, &phrase);
}

static void list_subsets(struct fl_tabletop *t)
{
    const struct fl_choices *c = &t->chooser.choices;
    for (int i = 0; i < c->subsets; i++) {
        struct fl_command command;
        if (i && !strcmp(c->subset[i].verb, c->subset[i - 1].verb))
            continue;
        if (fl_chooser_answer(&t->chooser, c->subset[i].verb, &command))
            add_command(t, &command);
        else
            add_open_subset(t, &c->subset[i]);
    }
}

/* Routes to squares with a name, in the order of their length. */
static void list_routes(struct fl_tabletop *t)
{
    const struct fl_routes *r = &t->chooser.routes;
    for (int moves = 1; moves <= FL_MAX_ROUTE_MOVES; moves++)
        for (int i = 0; i < r->count; i++)
            if (r->route[i].name && r->route[i].count == moves) {
                struct fl_command command = {.kind = FL_COMMAND_ROUTE, .route = r->route[i]};
                add_command(t, &command);
            }
}

static bool has_target(const struct fl_canvas *c, uint16_t target)
{
    for (int i = 0; i < c->rows * c->columns; i++)
        if (c->cell[i].target == target)
            return true;
    return false;
}

/* Whether the board shows an item of the move that is not picked yet. */
static bool is_on_board(const struct fl_tabletop *t, const struct fl_canvas *c, int single)
{
    for (int i = 0; i < t->chooser.touched[single]; i++) {
        uint16_t item = t->chooser.touch[single][i];
        if (!fl_chooser_has(&t->chooser, item) && has_target(c, item))
            return true;
    }
    return false;
}

static int count_fitting(const struct fl_tabletop *t)
{
    int n = 0;
    for (int i = 0; i < t->chooser.choices.singles; i++)
        n += fl_chooser_fits(&t->chooser, i, FL_NO_ITEM);
    return n;
}

/* A list of all combinations would be long: moves that can be built on the board are listed only if
 * they are few. A move about nothing on the table is always listed. */
static void list_singles(struct fl_tabletop *t, const struct fl_canvas *c, int room)
{
    int most = room < FEW ? room : FEW;
    bool few = t->lines + count_fitting(t) <= most && !t->chooser.routes.count;
    for (int i = 0; i < t->chooser.choices.singles; i++) {
        struct fl_command command = {.kind = FL_COMMAND_MOVE, .move = t->chooser.choices.single[i]};
        bool plain = !t->chooser.touched[i];
        bool fits = plain || fl_chooser_fits(&t->chooser, i, FL_NO_ITEM);
        if (fits && (few || plain || !is_on_board(t, c, i)))
            add_command(t, &command);
    }
}

void fl_tabletop_list(struct fl_tabletop *t, const struct fl_canvas *c, int room)
{
    t->lines = 0;
    if (!t->asks)
        return;
    list_subsets(t);
    list_routes(t);
    list_singles(t, c, room);
}

/* ---- the action of Enter ---- */

static const struct fl_list_line *line_at(const struct fl_tabletop *t, uint16_t target)
{
    int line = target - FL_LIST_TARGET;
    return target >= FL_LIST_TARGET && line < t->lines ? &t->line[line] : NULL;
}

/* The first entry of the list that can be chosen and is about nothing on the table, or that answers
 * a question with the picked items. */
static const struct fl_list_line *usual_line(const struct fl_tabletop *t)
{
    for (int i = 0; i < t->lines; i++)
        if (t->line[i].command.kind != FL_COMMAND_UNKNOWN)
            return &t->line[i];
    return NULL;
}

bool fl_tabletop_action(const struct fl_tabletop *t, struct fl_command *out)
{
    const struct fl_list_line *line = line_at(t, t->cursor);
    if (!t->asks)
        return false;
    if (!line && t->cursor < FL_LIST_TARGET && fl_chooser_is_of_subset(&t->chooser, t->cursor))
        line = usual_line(t); /* the dice are chosen by space; Enter answers */
    if (line) {
        *out = line->command;
        return out->kind != FL_COMMAND_UNKNOWN;
    }
    if (t->cursor >= FL_LIST_TARGET)
        return false;
    uint16_t item = fl_chooser_has(&t->chooser, t->cursor) ? FL_NO_ITEM : t->cursor;
    return fl_chooser_only(&t->chooser, item, out);
}

/* ---- sheets ---- */

bool fl_tabletop_sheet(struct fl_tabletop *t, const char *title_key,
                       void (*print)(void *, struct fl_screen *), void *data)
{
    struct fl_text text;
    char memory[128];
    struct fl_buf title = fl_buf_over(memory, sizeof memory);
    fl_text_begin(&text, &t->screen, fl_terminal_shown(t->terminal)->columns - 2);
    print(data, &text.screen);
    fl_text_end(&text);
    fl_put_word(&title, t->screen.lang, title_key, FL_BARE);
    bool at_end = !strcmp(title_key, "tui.log");
    bool open = fl_sheet_show(t->terminal, &t->screen, title.at, text.text, at_end);
    fl_text_free(&text);
    return open;
}
