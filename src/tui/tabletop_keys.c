/* Keys, mouse and command line of a table. */
#include <string.h>
#include <time.h>

#include "term/prompt.h"
#include "tui/tabletop.h"

enum { DIGIT_TIME = 500 }; /* milliseconds within which two digits are one number */

static const struct fl_item *item_with_id(const struct fl_view *view, uint16_t id)
{
    for (int i = 0; i < view->items; i++)
        if (view->item[i].id == id)
            return &view->item[i];
    return NULL;
}

/* ---- keys ---- */

static int64_t now(void)
{
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    return (int64_t)at.tv_sec * 1000 + at.tv_nsec / 1000000;
}

static bool command(enum fl_command_kind kind, struct fl_command *out)
{
    *out = (struct fl_command){.kind = kind};
    return true;
}

/* Picks the item under the cursor. The cursor moves on to the next part of the move. */
static void pick(struct fl_tabletop *t)
{
    if (t->cursor >= FL_LIST_TARGET || !fl_chooser_toggle(&t->chooser, t->cursor))
        return;
    bool subset = fl_chooser_is_of_subset(&t->chooser, t->cursor);
    if (t->chooser.picks && !subset && fl_chooser_has(&t->chooser, t->cursor))
        t->cursor = FL_NO_TARGET;
}

static bool press_enter(struct fl_tabletop *t, struct fl_command *out)
{
    if (fl_tabletop_action(t, out))
        return true;
    pick(t);
    if (fl_chooser_has(&t->chooser, t->cursor))
        t->cursor = FL_NO_TARGET; /* goes on to the next item */
    return false;
}

/* The item of a subset question with this number, or FL_NO_ITEM. */
static uint16_t numbered_item(const struct fl_tabletop *t, int number)
{
    for (int i = 0; i < t->chooser.choices.subsets; i++) {
        const struct fl_subset *q = &t->chooser.choices.subset[i];
        if (number <= 8 && (q->of | q->with) >> (number - 1) & 1)
            return q->item[number - 1];
    }
    return FL_NO_ITEM;
}

/* A digit picks an item of a subset question, or goes to an entry of the list. */
static void press_digit(struct fl_tabletop *t, int digit)
{
    uint16_t item = digit ? numbered_item(t, digit) : FL_NO_ITEM;
    bool continues = now() - t->digit_at < DIGIT_TIME;
    if (item != FL_NO_ITEM) {
        t->cursor = item;
        fl_chooser_toggle(&t->chooser, item);
        return;
    }
    int number = continues ? 10 * t->digits + digit : digit;
    number = number > t->lines ? digit : number;
    t->digits = number;
    t->digit_at = now();
    if (number >= 1 && number <= t->lines)
        t->cursor = (uint16_t)(FL_LIST_TARGET + number - 1);
}

void fl_tabletop_type(struct fl_tabletop *t, const char *key)
{
    struct fl_buf typed = fl_buf_over(t->typed, sizeof t->typed);
    t->types = true;
    t->history_at = t->histories;
    if (!key)
        return;
    fl_put_word(&typed, t->screen.lang, key, FL_BARE);
    fl_put_char(&typed, ' ');
}

/* A letter that is no key goes to the entry of the list whose verb begins with it. */
static void press_letter(struct fl_tabletop *t, char letter)
{
    for (int i = 0; i < t->lines; i++) {
        char memory[128], folded_memory[128];
        struct fl_buf typed = fl_buf_over(memory, sizeof memory);
        struct fl_buf folded = fl_buf_over(folded_memory, sizeof folded_memory);
        if (t->line[i].command.kind != FL_COMMAND_MOVE)
            continue;
        fl_put_typed(&typed, &t->sight, t->screen.lang, t->line[i].command.move);
        fl_put_folded(&folded, typed.at);
        if (folded.at[0] != letter)
            continue;
        t->cursor = (uint16_t)(FL_LIST_TARGET + i);
        return;
    }
    if (letter == 'g' && t->chooser.routes.count)
        fl_tabletop_type(t, "command.go");
}

/* Names the item under the cursor. */
static void describe_cursor(struct fl_tabletop *t)
{
    const struct fl_item *item = item_with_id(&t->chooser.routes.view, t->cursor);
    struct fl_buf text = fl_buf_over(t->message, sizeof t->message);
    if (!item)
        return;
    fl_put_square(&text, &t->chooser.routes.view, item->id);
    fl_put(&text, text.len ? " – " : "");
    fl_put_word(&text, t->screen.lang, item->face ? item->face : item->kind, FL_BARE);
    if (item->value) {
        fl_put(&text, " – ");
        fl_put_figure(&text, t->screen.lang, item->value);
    }
    if (item->owner != FL_NOBODY) {
        fl_put(&text, " – ");
        fl_put_seat(&text, &t->screen, item->owner);
    }
}

static bool press_text(struct fl_tabletop *t, const char *text, struct fl_command *out)
{
    char c = text[0];
    if (c >= '0' && c <= '9' && t->asks) {
        press_digit(t, c - '0');
        return false;
    }
    switch (c) {
    case ' ':
        pick(t);
        return false;
    case ':':
        fl_tabletop_type(t, NULL);
        return false;
    case 'i':
        describe_cursor(t);
        return false;
    case 'u':
        return command(FL_COMMAND_UNDO, out);
    case 'h':
        return command(FL_COMMAND_HINT, out);
    case '?':
        return command(FL_COMMAND_HELP, out);
    case 'l':
        return command(FL_COMMAND_LOG, out);
    case 'd':
        return command(FL_COMMAND_TABLE, out);
    case 'q':
        return command(FL_COMMAND_QUIT, out);
    case 'r': {
        command(FL_COMMAND_RULES, out);
        struct fl_buf rest = fl_buf_over(out->rest, sizeof out->rest);
        fl_put(&rest, t->rule);
        return true;
    }
    default:
        press_letter(t, c);
        return false;
    }
}

static bool is_list(const void *data, uint16_t target)
{
    (void)data;
    return target >= FL_LIST_TARGET && target < FL_STATUS_TARGET;
}

static bool is_board(const void *data, uint16_t target)
{
    (void)data;
    return target < FL_LIST_TARGET;
}

/* Tab goes from the board to the list and back. */
static void change_pane(struct fl_tabletop *t, const struct fl_canvas *c)
{
    bool listed = is_list(NULL, t->cursor);
    uint16_t target = fl_canvas_first(c, listed ? is_board : is_list, NULL);
    if (target != FL_NO_TARGET)
        t->cursor = target;
}

/* A click goes to a target; a second one on the same target is Enter. */
static bool click(struct fl_tabletop *t, const struct fl_canvas *c, struct fl_key key,
                  struct fl_command *out)
{
    uint16_t target = fl_canvas_target_at(c, key.row, key.column);
    if (target == FL_NO_TARGET)
        return false;
    if (target == FL_STATUS_TARGET)
        return press_enter(t, out);
    bool again = target == t->cursor;
    t->cursor = target;
    if (again && !fl_chooser_is_of_subset(&t->chooser, target))
        return press_enter(t, out);
    if (target < FL_LIST_TARGET && (again || fl_chooser_is_of_subset(&t->chooser, target)))
        fl_chooser_toggle(&t->chooser, target);
    return false;
}

static void move_cursor(struct fl_tabletop *t, const struct fl_canvas *c, int rows, int columns)
{
    uint16_t target = fl_canvas_neighbour(c, t->cursor, rows, columns);
    if (target != FL_STATUS_TARGET)
        t->cursor = target;
}

static bool press_key(struct fl_tabletop *t, struct fl_key key, struct fl_command *out)
{
    const struct fl_canvas *c = fl_terminal_shown(t->terminal);
    switch (key.kind) {
    case FL_KEY_UP:
        move_cursor(t, c, -1, 0);
        return false;
    case FL_KEY_DOWN:
        move_cursor(t, c, 1, 0);
        return false;
    case FL_KEY_LEFT:
        move_cursor(t, c, 0, -1);
        return false;
    case FL_KEY_RIGHT:
        move_cursor(t, c, 0, 1);
        return false;
    case FL_KEY_PAGE_UP:
    case FL_KEY_WHEEL_UP:
        t->log_back += 3;
        return false;
    case FL_KEY_PAGE_DOWN:
    case FL_KEY_WHEEL_DOWN:
        t->log_back = t->log_back > 3 ? t->log_back - 3 : 0;
        return false;
    case FL_KEY_TAB:
    case FL_KEY_BACK_TAB:
        change_pane(t, c);
        return false;
    case FL_KEY_ESCAPE:
        fl_chooser_release(&t->chooser);
        t->cursor = FL_NO_TARGET;
        return false;
    case FL_KEY_ENTER:
        return t->asks && press_enter(t, out);
    case FL_KEY_CLICK:
        return click(t, c, key, out);
    case FL_KEY_TEXT:
        return press_text(t, key.text, out);
    default:
        return false;
    }
}

/* ---- the command line ---- */

static void remember(struct fl_tabletop *t)
{
    if (t->histories == FL_HISTORY) {
        memmove(t->history[0], t->history[1], sizeof t->history - sizeof t->history[0]);
        t->histories--;
    }
    struct fl_buf line = fl_buf_over(t->history[t->histories++], FL_LABEL_SIZE);
    fl_put(&line, t->typed);
}

static void recall(struct fl_tabletop *t, int step)
{
    int at = t->history_at + step;
    if (at < 0 || at > t->histories)
        return;
    t->history_at = at;
    struct fl_buf typed = fl_buf_over(t->typed, sizeof t->typed);
    fl_put(&typed, at < t->histories ? t->history[at] : "");
}

static void erase_character(char *text)
{
    size_t len = strlen(text);
    while (len && ((unsigned char)text[len - 1] & 0xC0) == 0x80)
        len--;
    if (len)
        len--;
    text[len] = '\0';
}

static void close_command_line(struct fl_tabletop *t)
{
    t->types = false;
    t->typed[0] = '\0';
}

static bool edit(struct fl_tabletop *t, struct fl_key key, struct fl_command *out)
{
    struct fl_buf typed = {.at = t->typed, .len = strlen(t->typed), .cap = sizeof t->typed};
    switch (key.kind) {
    case FL_KEY_TEXT:
        fl_put(&typed, key.text);
        return false;
    case FL_KEY_BACKSPACE:
        erase_character(t->typed);
        return false;
    case FL_KEY_TAB:
        fl_tabletop_complete(t);
        return false;
    case FL_KEY_UP:
        recall(t, -1);
        return false;
    case FL_KEY_DOWN:
        recall(t, 1);
        return false;
    case FL_KEY_ESCAPE:
    case FL_KEY_INTERRUPT:
        close_command_line(t);
        return false;
    case FL_KEY_ENTER: {
        bool some = t->typed[0] && (t->asks || t->takes_lines);
        if (some)
            remember(t);
        if (some && t->takes_lines) {
            memcpy(t->entered, t->typed, sizeof t->entered);
            command(FL_COMMAND_UNKNOWN, out);
        } else if (some) {
            fl_command_read(&t->sight, t->screen.lang, t->typed, out);
        }
        close_command_line(t);
        return some;
    }
    default:
        return false;
    }
}

bool fl_tabletop_key(struct fl_tabletop *t, struct fl_key key, struct fl_command *out)
{
    t->message[0] = '\0';
    return t->types ? edit(t, key, out) : press_key(t, key, out);
}

enum fl_session_status fl_tabletop_read(struct fl_tabletop *t, struct fl_command *out)
{
    for (;;) {
        fl_tabletop_show(t);
        struct fl_key key = fl_terminal_read(t->terminal, -1);
        if (key.kind == FL_KEY_CLOSED || (key.kind == FL_KEY_INTERRUPT && !t->types))
            return FL_SESSION_INTERRUPTED;
        if (fl_tabletop_key(t, key, out))
            return FL_SESSION_RUNNING;
    }
}

/* ---- completion ---- */

struct completion {
    const char *typed; /* folded */
    int found;
    char common[FL_LABEL_SIZE]; /* the beginning that all found texts share */
};

static size_t common_length(const char *a, const char *b)
{
    size_t n = 0;
    while (a[n] && a[n] == b[n])
        n++;
    while (n && ((unsigned char)a[n] & 0xC0) == 0x80)
        n--; /* not within a character */
    return n;
}

static void consider(struct completion *c, const char *text)
{
    char memory[FL_LABEL_SIZE];
    struct fl_buf folded = fl_buf_over(memory, sizeof memory);
    fl_put_folded(&folded, text);
    if (strncmp(folded.at, c->typed, strlen(c->typed)) != 0)
        return;
    if (c->found++) {
        c->common[common_length(c->common, text)] = '\0';
        return;
    }
    struct fl_buf common = fl_buf_over(c->common, sizeof c->common);
    fl_put(&common, text);
}

static void consider_moves(const struct fl_tabletop *t, struct completion *c)
{
    for (int i = 0; i < t->chooser.choices.singles; i++) {
        char memory[FL_LABEL_SIZE];
        struct fl_buf text = fl_buf_over(memory, sizeof memory);
        fl_put_typed(&text, &t->sight, t->screen.lang, t->chooser.choices.single[i]);
        consider(c, text.at);
    }
    for (int i = 0; i < t->chooser.choices.subsets; i++) {
        char memory[FL_LABEL_SIZE];
        struct fl_buf text = fl_buf_over(memory, sizeof memory);
        fl_put_verb(&text, t->screen.lang, t->chooser.choices.subset[i].verb, FL_BARE);
        fl_put_char(&text, ' ');
        consider(c, text.at);
    }
}

static void consider_requests(const struct fl_tabletop *t, struct completion *c)
{
    static const char *const key[] = {"command.help",   "command.hint",   "command.undo",
                                      "command.save",   "command.rules",  "command.table",
                                      "command.log",    "command.scores", "command.summary",
                                      "command.resign", "command.quit"};
    for (size_t i = 0; i < sizeof key / sizeof key[0]; i++) {
        char memory[64];
        struct fl_buf text = fl_buf_over(memory, sizeof memory);
        fl_put_word(&text, t->screen.lang, key[i], FL_BARE);
        consider(c, text.at);
    }
    for (const char *const *word = t->words; word && *word; word++) {
        char memory[64];
        struct fl_buf text = fl_buf_over(memory, sizeof memory);
        fl_put_word(&text, t->screen.lang, *word, FL_BARE);
        consider(c, text.at);
    }
}

void fl_tabletop_complete(struct fl_tabletop *t)
{
    char memory[FL_INPUT_SIZE];
    struct fl_buf folded = fl_buf_over(memory, sizeof memory);
    fl_put_folded(&folded, t->typed);
    struct completion c = {.typed = folded.at};
    if (t->asks)
        consider_moves(t, &c);
    consider_requests(t, &c);
    if (!c.found || strlen(c.common) < strlen(t->typed))
        return;
    struct fl_buf typed = fl_buf_over(t->typed, sizeof t->typed);
    fl_put(&typed, c.common);
}
