/* A server's table on the full screen: the waiting room, then the table as in a match at the
 * keyboard, with what the server adds. */
#include <stdlib.h>
#include <string.h>

#include "net/transport.h"
#include "online/online.h"
#include "term/advice_text.h"
#include "term/prompt.h"
#include "term/skin.h"
#include "term/summary.h"
#include "tui/sheet.h"
#include "tui/tabletop.h"

enum {
    ONE_LINE = 1 << 20, /* columns: sentences of the log are wrapped when they are drawn */
    HINT_ROWS = 6,
    SECOND = 1000,
    SETTINGS_COLUMN = 44,
    LEAST_ROWS = 20,
    LEAST_COLUMNS = 60,
    SEAT_TARGET = 0xE000 /* + seat */
};

struct full {
    struct fl_online *online;
    struct fl_tabletop table;
    struct fl_text log;
    int seat;     /* under the cursor of the waiting room */
    bool leaving; /* q was pressed once */
    bool over;    /* the result is shown */
    bool lost;    /* the status line says that the connection is lost */
    char strip[512];
    enum fl_visit how;
};

static bool is_waiting(const struct full *f)
{
    return fl_remote_phase(&f->online->remote) == FL_PHASE_WAITING ||
           !f->online->remote.position.zones;
}

/* ---- what arrives ---- */

static bool has_running_clock(const struct fl_online *o)
{
    return fl_remote_phase(&o->remote) == FL_PHASE_PLAYING && json_array_size(o->remote.clocks) > 0;
}

static int wait_for_news(void *data, int *milliseconds)
{
    struct full *f = data;
    int file = fl_online_wait(f->online, milliseconds);
    if (has_running_clock(f->online) && (*milliseconds < 0 || *milliseconds > SECOND))
        *milliseconds = SECOND; /* the clocks are shown */
    return file;
}

static bool hear_news(void *data)
{
    struct full *f = data;
    fl_online_hear(f->online);
    f->table.log = f->log.text;
    return true;
}

/* A sentence for the player is shown on the status line until the next key. */
static void notice(struct fl_online *o, const char *text)
{
    struct full *f = o->front;
    struct fl_buf message = fl_buf_over(f->table.message, sizeof f->table.message);
    fl_put(&message, text);
}

/* ---- sheets ---- */

struct print_job {
    struct full *full;
    const struct fl_command *command;
    const struct fl_advice *advice;
};

static void print_help(void *data, struct fl_screen *screen)
{
    const struct print_job *job = data;
    char memory[4096];
    struct fl_buf keys = fl_buf_over(memory, sizeof memory);
    fl_put_word(&keys, screen->lang, "tui.help", FL_BARE);
    fl_put(&keys, "\n");
    fl_put_word(&keys, screen->lang, "online.help-table", FL_BARE);
    fprintf(screen->out, "%s\n", keys.at);
    fl_screen_text(screen, "", 0);
    fl_screen_word(screen, "online.help-orders");
    fl_prompt_help(screen, job->full->online->remote.position.rules);
    fl_online_print_orders(screen);
}

static void print_rule(void *data, struct fl_screen *screen)
{
    const struct print_job *job = data;
    struct fl_online *o = job->full->online;
    if (!o->show_rule(screen, o->remote.position.rules, job->command->rest))
        fl_screen_word(screen, "play.rules-how");
}

static void print_table(void *data, struct fl_screen *screen)
{
    const struct print_job *job = data;
    struct fl_sight sight;
    if (fl_online_sight(job->full->online, &sight))
        fl_skin_of(sight.game)->draw(&sight, screen);
    else
        fl_online_print_seats(job->full->online, screen);
}

static void print_seats(void *data, struct fl_screen *screen)
{
    const struct print_job *job = data;
    fl_online_print_seats(job->full->online, screen);
}

static void print_scores(void *data, struct fl_screen *screen)
{
    const struct print_job *job = data;
    struct fl_sight sight;
    if (fl_online_sight(job->full->online, &sight))
        fl_skin_of(sight.game)->scores(&sight, screen);
}

static void print_summary(void *data, struct fl_screen *screen)
{
    const struct print_job *job = data;
    fl_prompt_summary(screen, job->full->online->remote.position.rules);
}

static void print_log(void *data, struct fl_screen *screen)
{
    const struct print_job *job = data;
    const char *line = job->full->log.text;
    for (; line && *line; line = fl_text_line(line, 1)) {
        char memory[4096];
        struct fl_buf text = fl_buf_over(memory, sizeof memory);
        fl_put_bytes(&text, line, strcspn(line, "\n"));
        fl_screen_text(screen, text.at, 2);
    }
}

static void print_advice(void *data, struct fl_screen *screen)
{
    const struct print_job *job = data;
    fl_advice_text_show(screen, &job->full->table.sight, job->advice, HINT_ROWS);
}

static void print_invitation(void *data, struct fl_screen *screen)
{
    const struct print_job *job = data;
    char memory[1024];
    struct fl_buf address = fl_buf_over(memory, sizeof memory);
    fl_put_invitation(&address, job->full->online);
    job->full->online->show_address(screen, address.at);
}

static void print_dice(void *data, struct fl_screen *screen)
{
    const struct print_job *job = data;
    fl_online_print_dice(job->full->online, screen);
}

static void show_sheet(struct full *f, const char *title, void (*print)(void *, struct fl_screen *),
                       const struct fl_command *command)
{
    struct print_job job = {.full = f, .command = command};
    fl_tabletop_sheet(&f->table, title, print, &job);
}

static void advise(struct fl_online *o, const struct fl_advice *advice)
{
    struct full *f = o->front;
    struct print_job job = {.full = f, .advice = advice};
    if (f->table.asks)
        fl_tabletop_sheet(&f->table, "tui.hint", print_advice, &job);
}

/* ---- commands ---- */

static void answer(struct full *f, const struct fl_command *command)
{
    struct fl_text text;
    switch (command->kind) {
    case FL_COMMAND_HELP:
        show_sheet(f, "tui.help-title", print_help, command);
        break;
    case FL_COMMAND_RULES:
        show_sheet(f, "tui.rules", print_rule, command);
        break;
    case FL_COMMAND_TABLE:
        show_sheet(f, "tui.lists", print_table, command);
        break;
    case FL_COMMAND_LOG:
        show_sheet(f, "tui.log", print_log, command);
        break;
    case FL_COMMAND_SCORES:
        show_sheet(f, "tui.scores", print_scores, command);
        break;
    case FL_COMMAND_SUMMARY:
        show_sheet(f, "tui.summary", print_summary, command);
        break;
    default:
        fl_text_begin(&text, &f->table.screen, ONE_LINE);
        fl_prompt_refuse(&f->table.sight, &text.screen, command);
        fl_text_end(&text);
        if (text.text)
            text.text[strcspn(text.text, "\n")] = '\0';
        notice(f->online, text.text ? text.text : "");
        fl_text_free(&text);
    }
}

/* Leaves after the second q. */
static void quit(struct full *f)
{
    if (f->leaving || fl_remote_seat(&f->online->remote) == FL_NOBODY) {
        f->how = FL_VISIT_QUIT;
        return;
    }
    f->leaving = true;
    fl_online_say(f->online, "online.leave-again", NULL);
}

/* Executes a typed line. */
static void order(struct full *f, const char *line)
{
    struct fl_command command;
    switch (fl_online_order(f->online, line, &command)) {
    case FL_ORDER_QUIT:
        f->how = FL_VISIT_QUIT;
        break;
    case FL_ORDER_SEATS:
        show_sheet(f, "online.seats", print_seats, NULL);
        break;
    case FL_ORDER_COMMAND:
        answer(f, &command);
        break;
    case FL_ORDER_DONE:
        break;
    }
    f->table.log = f->log.text;
}

static void execute(struct full *f, const struct fl_command *command)
{
    if (f->table.entered[0]) {
        char line[FL_INPUT_SIZE];
        memcpy(line, f->table.entered, sizeof line);
        f->table.entered[0] = '\0';
        order(f, line);
    } else if (command->kind == FL_COMMAND_QUIT) {
        quit(f);
    } else if (!fl_online_execute(f->online, command)) {
        answer(f, command);
    }
}

/* 'y' or 'n' for the first letter of "yes" or "no" in the player's language, else 0. */
static char answer_letter(const struct full *f, const char *text)
{
    static const char *const key[] = {"online.yes", "online.no"};
    for (int i = 0; i < 2; i++) {
        char memory[32];
        struct fl_buf word = fl_buf_over(memory, sizeof memory);
        fl_put_word(&word, f->table.screen.lang, key[i], FL_BARE);
        if (*text == *word.at)
            return i ? 'n' : 'y';
    }
    return '\0';
}

/* Keys of every phase. Returns whether it was one. */
static bool press_common(struct full *f, const char *text)
{
    const struct fl_remote *r = &f->online->remote;
    char letter = answer_letter(f, text);
    if (r->undo_request && letter) {
        order(f, letter == 'y' ? "agree" : "disagree");
        return true;
    }
    switch (*text) {
    case 'c':
        fl_tabletop_type(&f->table, "online.word.say");
        return true;
    case 'a':
        show_sheet(f, "online.invite-title", print_invitation, NULL);
        return true;
    default:
        return false;
    }
}

/* ---- the waiting room ---- */

static void put_word(struct fl_canvas *c, const struct full *f, int row, int column,
                     enum fl_role role, const char *key)
{
    char memory[256];
    struct fl_buf text = fl_buf_over(memory, sizeof memory);
    fl_put_word(&text, f->table.screen.lang, key, FL_BARE);
    fl_canvas_fit(c, row, column, c->columns - column - 1, role, text.at);
}

static void draw_title(struct fl_canvas *c, const struct full *f)
{
    char memory[256];
    struct fl_buf text = fl_buf_over(memory, sizeof memory);
    const struct fl_remote *r = &f->online->remote;
    struct fl_phrase phrase;
    fl_canvas_fill(c, (struct fl_area){0, 0, 1, c->columns}, FL_ROLE_TITLE, " ");
    fl_phrase_begin(&phrase, "online.title-waiting");
    fl_with_text(&phrase, "code", r->pass.code);
    if (r->has_position)
        fl_with_word(&phrase, "game", r->position.rules->name);
    fl_put_sentence(&text, &f->table.screen, &phrase);
    fl_canvas_fit(c, 0, 1, c->columns - 24, FL_ROLE_TITLE, text.at);
    fl_canvas_right(c, 0, c->columns - 1, FL_ROLE_TITLE, f->table.aside);
}

static void draw_pane(struct fl_canvas *c, const struct full *f, struct fl_area a, const char *key)
{
    char memory[128];
    struct fl_buf text = fl_buf_over(memory, sizeof memory);
    fl_canvas_fill(c, (struct fl_area){a.row, a.column, 1, a.columns}, FL_ROLE_PANE, "─");
    fl_put_char(&text, ' ');
    fl_put_word(&text, f->table.screen.lang, key, FL_BARE);
    fl_put_char(&text, ' ');
    fl_canvas_fit(c, a.row, a.column + 2, a.columns - 3, FL_ROLE_PANE, text.at);
}

/* The seats, and the cursor on one of them. Returns the next row. */
static int draw_seats(struct fl_canvas *c, const struct full *f, int row)
{
    const struct fl_online *o = f->online;
    draw_pane(c, f, (struct fl_area){row++, 0, 1, SETTINGS_COLUMN - 2}, "online.seats");
    for (int seat = 0; seat < fl_remote_seats(&o->remote); seat++, row++) {
        char memory[512], clock_memory[16];
        struct fl_buf text = fl_buf_over(memory, sizeof memory);
        struct fl_buf clock = fl_buf_over(clock_memory, sizeof clock_memory);
        bool here = seat == f->seat;
        enum fl_role role = here ? FL_ROLE_CURSOR : FL_ROLE_PLAIN;
        int64_t left = fl_remote_clock(&o->remote, seat);
        fl_put(&text, here ? "▸ " : "  ");
        fl_put_number(&text, seat + 1);
        fl_put(&text, "  ");
        fl_put_chair(&text, o, seat);
        if (left >= 0)
            fl_put_clock(&clock, left);
        c->target = (uint16_t)(SEAT_TARGET + seat);
        if (here) {
            fl_canvas_fill(c, (struct fl_area){row, 1, 1, SETTINGS_COLUMN - 3}, role, " ");
            c->cursor_row = row;
            c->cursor_column = 1;
        }
        fl_canvas_fit(c, row, 1, SETTINGS_COLUMN - (clock.len ? 10 : 4), role, text.at);
        fl_canvas_right(c, row, SETTINGS_COLUMN - 3, role, clock.at);
        c->target = FL_NO_TARGET;
    }
    return row;
}

static void draw_setting(struct fl_canvas *c, const struct full *f, int row, const char *name,
                         const char *value)
{
    enum { VALUE = 14 };
    char memory[128];
    struct fl_buf text = fl_buf_over(memory, sizeof memory);
    const char *key = fl_word_key(name);
    fl_put_word(&text, f->table.screen.lang, key ? key : name, FL_BARE);
    fl_canvas_fit(c, row, SETTINGS_COLUMN + 1, VALUE - 1, FL_ROLE_DIM, text.at);
    fl_canvas_fit(c, row, SETTINGS_COLUMN + VALUE + 1, c->columns - SETTINGS_COLUMN - VALUE - 2,
                  FL_ROLE_PLAIN, value);
}

/* An option of the game, with the page's words for it where there are some. */
static void draw_option(struct fl_canvas *c, const struct full *f, int row, const char *option,
                        const char *word)
{
    char name_memory[96], value_memory[96], text_memory[96];
    struct fl_buf name = fl_buf_over(name_memory, sizeof name_memory);
    struct fl_buf value = fl_buf_over(value_memory, sizeof value_memory);
    struct fl_buf text = fl_buf_over(text_memory, sizeof text_memory);
    fl_put(&name, "web.option.");
    fl_put(&name, f->online->remote.position.rules->name);
    fl_put_char(&name, '.');
    fl_put(&name, option);
    fl_put(&value, name.at);
    fl_put_char(&value, '.');
    fl_put(&value, word);
    if (fl_word_exists(value.at))
        fl_put_word(&text, f->table.screen.lang, value.at, FL_BARE);
    else
        fl_put(&text, word);
    draw_setting(c, f, row, fl_word_exists(name.at) ? name.at : option, text.at);
}

static void put_clock_setting(struct fl_buf *out, const struct full *f)
{
    const json_t *clock = json_object_get(f->online->remote.table, "clock");
    const char *kind = fl_member_text(clock, "kind");
    struct fl_phrase phrase;
    fl_phrase_begin(&phrase, !strcmp(kind, "bank")   ? "online.clock-bank"
                             : !strcmp(kind, "move") ? "online.clock-move"
                                                     : "online.clock-none");
    fl_with_number(&phrase, "n", (int32_t)fl_member_number(clock, "seconds"));
    fl_with_number(&phrase, "m", (int32_t)fl_member_number(clock, "increment"));
    fl_put_sentence(out, &f->table.screen, &phrase);
}

/* Returns the next row. */
static int draw_settings(struct fl_canvas *c, const struct full *f, int row)
{
    const json_t *table = f->online->remote.table, *options = json_object_get(table, "options");
    char memory[128];
    struct fl_buf text = fl_buf_over(memory, sizeof memory);
    const char *name, *dice = fl_member_text(table, "commitment");
    json_t *word;
    draw_pane(c, f, (struct fl_area){row++, SETTINGS_COLUMN, 1, c->columns - SETTINGS_COLUMN},
              "online.settings");
    put_clock_setting(&text, f);
    draw_setting(c, f, row++, "online.clock", text.at);
    json_object_foreach((json_t *)options, name, word)
    {
        if (strcmp(name, "first") != 0 && json_is_string(word))
            draw_option(c, f, row++, name, json_string_value(word));
    }
    fl_buf_clear(&text);
    fl_put_word(&text, f->table.screen.lang,
                json_is_true(json_object_get(table, "hints")) ? "online.yes" : "online.no",
                FL_BARE);
    draw_setting(c, f, row++, "online.hints", text.at);
    fl_buf_clear(&text);
    fl_put_word(&text, f->table.screen.lang,
                *dice ? "online.dice-are-fair" : "online.dice-are-real", FL_BARE);
    fl_put(&text, *dice ? "  " : "");
    fl_put_bytes(&text, dice, strnlen(dice, 8));
    draw_setting(c, f, row++, "online.dice", text.at);
    int64_t watching = fl_member_number(table, "spectators");
    if (watching) {
        fl_buf_clear(&text);
        fl_put_number(&text, watching);
        draw_setting(c, f, row++, "online.watching", text.at);
    }
    return row;
}

/* The last lines of the log, as many as fit. */
static void draw_messages(struct fl_canvas *c, const struct full *f, int row, int last)
{
    int lines = fl_text_lines(f->log.text), room = last - row;
    draw_pane(c, f, (struct fl_area){row++, 0, 1, c->columns}, "online.chat-title");
    const char *line = fl_text_line(f->log.text, lines > room ? lines - room : 0);
    for (; *line && row <= last; row++, line = fl_text_line(line, 1)) {
        char memory[1024];
        struct fl_buf text = fl_buf_over(memory, sizeof memory);
        fl_put_bytes(&text, line, strcspn(line, "\n"));
        fl_canvas_fit(c, row, 1, c->columns - 2, FL_ROLE_PLAIN, text.at);
    }
}

/* Whether the player can sit down on the chair under the cursor. */
static bool is_free(const struct full *f)
{
    const json_t *chair = fl_remote_chair(&f->online->remote, f->seat);
    return !*fl_member_text(chair, "name") && strcmp(fl_member_text(chair, "kind"), "bot") != 0;
}

static const char *waiting_status(const struct full *f)
{
    const struct fl_remote *r = &f->online->remote;
    if (fl_remote_seat(r) == FL_NOBODY)
        return is_free(f) ? "online.enter-sit" : "online.enter-taken";
    return fl_remote_is_owner(r) ? "online.enter-start" : "online.enter-wait";
}

static void draw_bottom(struct fl_canvas *c, const struct full *f)
{
    const struct fl_tabletop *t = &f->table;
    if (t->types) {
        int drawn = fl_canvas_text(c, c->rows - 2, 1, FL_ROLE_BOLD, ":");
        drawn += fl_canvas_text(c, c->rows - 2, 1 + drawn, FL_ROLE_BOLD, t->typed);
        c->cursor_row = c->rows - 2;
        c->cursor_column = 1 + drawn;
    } else if (t->message[0]) {
        fl_canvas_sentence(c, c->rows - 2, FL_ROLE_RISK, t->message);
    } else {
        put_word(c, f, c->rows - 2, 1, FL_ROLE_BOLD, waiting_status(f));
    }
    put_word(c, f, c->rows - 1, 1, FL_ROLE_KEYS,
             t->types ? "tui.keys.command" : "online.keys.waiting");
}

static void show_waiting_room(struct full *f)
{
    struct fl_canvas *c = fl_terminal_canvas(f->table.terminal);
    if (c->rows < LEAST_ROWS || c->columns < LEAST_COLUMNS) {
        put_word(c, f, 0, 0, FL_ROLE_PLAIN, "tui.too-small");
    } else if (f->online->remote.table) {
        draw_title(c, f);
        int below = draw_seats(c, f, 2), settings = draw_settings(c, f, 2);
        draw_messages(c, f, (below > settings ? below : settings) + 1, c->rows - 4);
        draw_bottom(c, f);
    }
    fl_terminal_show(f->table.terminal);
}

static void press_waiting(struct full *f, struct fl_key key)
{
    struct fl_remote *r = &f->online->remote;
    char line[32];
    int seats = fl_remote_seats(r);
    switch (key.kind) {
    case FL_KEY_UP:
        f->seat = f->seat ? f->seat - 1 : seats - 1;
        break;
    case FL_KEY_DOWN:
        f->seat = f->seat + 1 < seats ? f->seat + 1 : 0;
        break;
    case FL_KEY_CLICK: {
        uint16_t target =
            fl_canvas_target_at(fl_terminal_shown(f->table.terminal), key.row, key.column);
        if (target >= SEAT_TARGET && target < SEAT_TARGET + seats)
            f->seat = target - SEAT_TARGET;
        break;
    }
    case FL_KEY_ENTER:
        if (fl_remote_seat(r) != FL_NOBODY)
            fl_remote_send(r, "start");
        else if (is_free(f))
            fl_remote_sit(r, f->seat);
        break;
    case FL_KEY_TEXT:
        if (press_common(f, key.text))
            break;
        snprintf(line, sizeof line, "%s %d", key.text[0] == 'b' ? "bot" : "open", f->seat + 1);
        if (key.text[0] == 'b' || key.text[0] == 'p')
            order(f, line);
        else if (key.text[0] == 'i')
            show_sheet(f, "online.dice-title", print_dice, NULL);
        else if (key.text[0] >= '1' && key.text[0] <= '9')
            fl_remote_send(r, "phrase %c", key.text[0]);
        else if (strchr(":?lq", key.text[0])) {
            struct fl_command command;
            if (fl_tabletop_key(&f->table, key, &command))
                execute(f, &command);
        }
        break;
    default:
        break;
    }
}

/* ---- the table ---- */

static void put_sitter(struct fl_buf *out, const struct full *f, int seat, bool away)
{
    if (seat == fl_online_reader(f->online))
        fl_put_word(out, f->table.screen.lang, "tui.you", FL_BARE);
    else if (away)
        fl_put_chair(out, f->online, seat);
    else
        fl_put_seat(out, &f->table.screen, seat);
}

/* The time of each player, and the players who are away. */
static void write_strip(struct full *f)
{
    const struct fl_online *o = f->online;
    struct fl_buf strip = fl_buf_over(f->strip, sizeof f->strip);
    bool anybody_away = false;
    for (int seat = 0; seat < fl_remote_seats(&o->remote); seat++) {
        const json_t *chair = fl_remote_chair(&o->remote, seat);
        int64_t left = fl_remote_clock(&o->remote, seat);
        bool away =
            *fl_member_text(chair, "name") && !json_is_true(json_object_get(chair, "connected"));
        anybody_away |= away;
        fl_put(&strip, seat ? "   " : "");
        fl_put(&strip, o->remote.position.turn & FL_SEAT(seat) ? "▸ " : "");
        put_sitter(&strip, f, seat, away);
        if (left >= 0) {
            fl_put_char(&strip, ' ');
            fl_put_clock(&strip, left);
        }
    }
    f->table.strip = anybody_away || json_array_size(o->remote.clocks) ? f->strip : NULL;
}

/* Shows a new position, with its question if the player is asked. */
static void look(struct full *f)
{
    struct fl_online *o = f->online;
    struct fl_sight sight;
    if (!fl_online_sight(o, &sight))
        return;
    f->table.reader = fl_online_reader(o);
    if (fl_online_asks(o)) {
        fl_tabletop_ask(&f->table, &sight);
        return;
    }
    fl_tabletop_look(&f->table, &sight);
    fl_seats turn = (fl_seats)(o->remote.position.turn & ~FL_SEAT(FL_CHANCE));
    f->table.busy = turn && !o->remote.position.over ? "online.to-move" : NULL;
    f->table.busy_seat = turn ? __builtin_ctz(turn) : 0;
}

/* The result in the title bar. */
static void show_result(struct full *f)
{
    struct fl_text text;
    struct fl_buf title = fl_buf_over(f->table.title, sizeof f->table.title);
    bool over = fl_remote_phase(&f->online->remote) == FL_PHASE_FINISHED;
    f->table.keys = over ? "online.keys.end" : "online.keys.table";
    if (!over || !f->online->remote.position.over)
        return;
    fl_text_begin(&text, &f->table.screen, ONE_LINE);
    fl_summary_result(&text.screen, &f->table.sight, f->table.reader);
    fl_text_end(&text);
    if (text.text)
        fl_put_bytes(&title, text.text, strcspn(text.text, "\n"));
    if (!f->over && text.text)
        notice(f->online, fl_text_line(text.text, 1));
    f->table.message[strcspn(f->table.message, "\n")] = '\0';
    f->over = true;
    fl_text_free(&text);
}

static void show_table(struct full *f)
{
    struct fl_remote *r = &f->online->remote;
    if (r->moved) {
        f->table.message[0] = '\0'; /* such as a request to take back a move */
        look(f);
    }
    r->moved = r->asked_again = r->changed = false;
    write_strip(f);
    show_result(f);
    fl_tabletop_show(&f->table);
}

static void press_table(struct full *f, struct fl_key key)
{
    struct fl_command command;
    bool over = fl_remote_phase(&f->online->remote) == FL_PHASE_FINISHED;
    if (key.kind == FL_KEY_TEXT && press_common(f, key.text))
        return;
    if (over && key.kind == FL_KEY_ENTER)
        order(f, "rematch");
    else if (fl_tabletop_key(&f->table, key, &command))
        execute(f, &command);
}

/* ---- the loop ---- */

/* Without a connection the status line says so. */
static void show_connection(struct full *f)
{
    bool lost = !fl_remote_is_connected(&f->online->remote) && f->online->remote.table;
    if (!lost && !f->lost)
        return;
    struct fl_buf message = fl_buf_over(f->table.message, sizeof f->table.message);
    if (lost)
        fl_put_word(&message, f->table.screen.lang, "online.lost", FL_BARE);
    f->lost = lost;
}

static void show(struct full *f)
{
    const struct fl_remote *r = &f->online->remote;
    struct fl_buf aside = fl_buf_over(f->table.aside, sizeof f->table.aside);
    memcpy(f->table.screen.names, r->names, sizeof r->names);
    fl_put_word(&aside, f->table.screen.lang,
                fl_remote_is_connected(r) ? "online.connected" : "online.disconnected", FL_BARE);
    show_connection(f);
    if (f->seat >= fl_remote_seats(r))
        f->seat = 0;
    if (!is_waiting(f)) {
        show_table(f);
        return;
    }
    f->table.title[0] = '\0';
    f->over = f->table.asks = false;
    f->table.lines = 0;
    show_waiting_room(f);
}

/* Puts the cursor on the first free seat. */
static void choose_seat(struct full *f)
{
    for (f->seat = 0; f->seat + 1 < fl_remote_seats(&f->online->remote) && !is_free(f);)
        f->seat++;
}

static void press(struct full *f, struct fl_key key)
{
    bool types = f->table.types, leaving = f->leaving;
    struct fl_command command;
    f->leaving = leaving && key.kind == FL_KEY_TEXT && key.text[0] == 'q';
    if (key.kind == FL_KEY_CLOSED || (key.kind == FL_KEY_INTERRUPT && !types)) {
        f->how = FL_VISIT_INTERRUPTED;
        return;
    }
    if (!types)
        f->table.message[0] = '\0';
    if (types) {
        if (fl_tabletop_key(&f->table, key, &command))
            execute(f, &command);
    } else if (is_waiting(f)) {
        press_waiting(f, key);
    } else {
        press_table(f, key);
    }
}

static void run(struct full *f)
{
    struct fl_remote *r = &f->online->remote;
    bool chosen = false;
    while (f->how == FL_VISIT_RUNNING) {
        if (r->table && !chosen) {
            choose_seat(f);
            chosen = true;
        }
        show(f);
        struct fl_key key = fl_terminal_read(f->table.terminal, -1);
        if (r->ended != FL_REMOTE_OPEN)
            f->how = FL_VISIT_ENDED;
        else if (key.kind != FL_KEY_NONE)
            press(f, key);
    }
}

enum fl_visit fl_online_play_full_screen(struct fl_online *o, struct fl_terminal *terminal)
{
    struct full *f = calloc(1, sizeof *f);
    if (!f)
        abort(); /* nothing is lost: the server has the match */
    struct fl_watch watch = {.data = f, .wait = wait_for_news, .hear = hear_news};
    f->online = o;
    f->table = (struct fl_tabletop){.terminal = terminal,
                                    .screen = o->screen,
                                    .reader = FL_NOBODY,
                                    .takes_lines = true,
                                    .words = fl_online_words,
                                    .keys = "online.keys.table"};
    f->table.screen.colour = true;
    fl_text_begin(&f->log, &o->screen, ONE_LINE);
    o->log = f->log.screen;
    o->front = f;
    o->advise = advise;
    o->notice = notice;
    fl_terminal_watch(terminal, &watch);
    run(f);
    fl_terminal_watch(terminal, NULL);
    enum fl_visit how = f->how;
    fl_text_end(&f->log);
    fl_text_free(&f->log);
    free(f);
    return how;
}
