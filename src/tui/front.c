/* Shows a session on the full screen. */
#include "tui/front.h"

#include <stdlib.h>
#include <string.h>

#include "agents/agent.h"
#include "term/advice_text.h"
#include "term/narration.h"
#include "term/prompt.h"
#include "term/skin.h"
#include "term/summary.h"
#include "tui/sheet.h"
#include "tui/tabletop.h"

enum {
    BOT_PAUSE = 600, /* milliseconds after a bot's move, at the usual pace */
    LAST_LINES = 3,
    ONE_LINE = 1 << 20, /* columns: sentences of the log are wrapped when they are drawn */
    HINT_ROWS = 6
};

struct front {
    struct fl_tabletop table;
    struct fl_narration narration; /* of the viewer on the screen */
    struct fl_text log;
    int pace;   /* percent */
    bool hurry; /* no pauses until the next decision of a person */
    enum fl_session_status ended;
};

static struct front *front_of(const struct fl_session *s)
{
    return s->table;
}

/* ---- the log ---- */

/* Narrates the match again for a viewer: after an undo, and when the keyboard changes hands. */
static void restart_log(struct fl_session *s, int viewer)
{
    struct front *f = front_of(s);
    if (f->log.screen.out)
        fl_text_end(&f->log);
    fl_text_free(&f->log);
    fl_narration_end(&f->narration);
    fl_narration_begin(&f->narration, &s->match, viewer);
    f->narration.reader =
        fl_session_is_hotseat(s) || fl_session_viewer(s) == viewer ? viewer : FL_NOBODY;
    fl_text_begin(&f->log, &s->screen, ONE_LINE);
}

/* Narrates new steps. `more`: without the last sentence, which may continue. */
static void extend_log(struct fl_session *s, bool more)
{
    struct front *f = front_of(s);
    if (f->narration.shown.steps > s->match.steps)
        restart_log(s, f->narration.viewer);
    if (more)
        fl_narration_print_complete(&f->narration, &s->match, s->match.steps, &f->log.screen);
    else
        fl_narration_print(&f->narration, &s->match, s->match.steps, &f->log.screen);
    fflush(f->log.screen.out);
    f->table.log = f->log.text;
}

/* ---- showing ---- */

static void look(struct fl_session *s, int viewer)
{
    struct fl_sight sight;
    fl_match_sight(&s->match, viewer, &sight);
    fl_tabletop_look(&front_of(s)->table, &sight);
}

/* Changes the pace by a key: 0, 50, 100 or 200 percent of the usual pauses. Returns false if it is
 * another key. */
static bool change_pace(struct front *f, const char *text)
{
    static const int paces[] = {0, 50, 100, 200};
    int at = 0;
    while (at < 3 && paces[at] < f->pace)
        at++;
    f->hurry |= *text == '.';
    if (*text == '+' && at > 0)
        f->pace = paces[at - 1];
    if (*text == '-' && at < 3)
        f->pace = paces[at + 1];
    return *text == '.' || *text == '+' || *text == '-';
}

/* Waits after a bot's move. A key ends the pause and is read again by the next question, unless it
 * changes the pace. */
static void pause_after_bot(struct front *f)
{
    int milliseconds = f->hurry ? 0 : BOT_PAUSE * f->pace / 100;
    struct fl_key key = fl_terminal_read(f->table.terminal, milliseconds);
    if (key.kind == FL_KEY_NONE)
        return;
    if (key.kind == FL_KEY_CLOSED || key.kind == FL_KEY_INTERRUPT ||
        (key.kind == FL_KEY_TEXT && key.text[0] == 'q'))
        f->ended = key.kind == FL_KEY_TEXT ? FL_SESSION_QUIT : FL_SESSION_INTERRUPTED;
    else if (key.kind != FL_KEY_TEXT || !change_pace(f, key.text))
        fl_terminal_unread(f->table.terminal, key);
}

/* The log is complete whenever the bot changes, so that it agrees with the board. */
static void show_steps(struct fl_session *s, bool more)
{
    struct front *f = front_of(s);
    bool by_bot = s->last_actor != FL_NOBODY && !fl_session_is_person(s, s->last_actor);
    bool same_bot = more && by_bot && fl_match_turn(&s->match) == FL_SEAT(s->last_actor);
    if (fl_session_is_hotseat(s) && s->shown_to == FL_NOBODY)
        return;
    extend_log(s, same_bot);
    if (!by_bot)
        return;
    look(s, f->narration.viewer);
    f->table.busy = NULL;
    fl_tabletop_show(&f->table);
    if (!same_bot)
        pause_after_bot(f);
}

static void before_bot(struct fl_session *s, int seat)
{
    struct front *f = front_of(s);
    look(s, f->narration.viewer);
    f->table.busy = "tui.thinks";
    f->table.busy_seat = seat;
    fl_tabletop_show(&f->table);
}

/* ---- people ---- */

/* Covers the screen until the next player is there. */
static enum fl_session_status hand_over(struct fl_session *s, int seat)
{
    struct front *f = front_of(s);
    if (!fl_session_is_hotseat(s) || s->shown_to == seat)
        return FL_SESSION_RUNNING;
    for (;;) {
        struct fl_canvas *c = fl_terminal_canvas(f->table.terminal);
        char memory[256];
        struct fl_buf text = fl_buf_over(memory, sizeof memory);
        struct fl_phrase phrase;
        fl_phrase_begin(&phrase, "play.hand-over");
        fl_with_seat(&phrase, "who", seat);
        fl_put_sentence(&text, &s->screen, &phrase);
        fl_canvas_centre(c, c->rows / 2, 0, c->columns, FL_ROLE_BOLD, text.at);
        fl_terminal_show(f->table.terminal);
        struct fl_key key = fl_terminal_read(f->table.terminal, -1);
        if (key.kind == FL_KEY_CLOSED || key.kind == FL_KEY_INTERRUPT)
            return FL_SESSION_INTERRUPTED;
        if (key.kind == FL_KEY_ENTER)
            break;
    }
    s->shown_to = seat;
    restart_log(s, seat);
    extend_log(s, false);
    f->table.reader = f->narration.reader;
    return FL_SESSION_RUNNING;
}

static enum fl_session_status begin_turn(struct fl_session *s, const struct fl_sight *sight)
{
    struct front *f = front_of(s);
    enum fl_session_status status = hand_over(s, sight->viewer);
    f->hurry = false;
    fl_tabletop_ask(&f->table, sight);
    return status;
}

static enum fl_session_status ask(struct fl_session *s, const struct fl_sight *sight,
                                  struct fl_command *out)
{
    struct front *f = front_of(s);
    (void)sight;
    return fl_tabletop_read(&f->table, out);
}

/* ---- sheets ---- */

struct print_job {
    struct fl_session *session;
    const struct fl_sight *sight;
    const struct fl_command *command;
    const struct fl_advice *advice;
    bool found;
};

static void print_help(void *data, struct fl_screen *screen)
{
    const struct print_job *job = data;
    char memory[4096];
    struct fl_buf keys = fl_buf_over(memory, sizeof memory);
    fl_put_word(&keys, screen->lang, "tui.help", FL_BARE);
    fprintf(screen->out, "%s\n", keys.at);
    fl_screen_text(screen, "", 0);
    fl_screen_word(screen, "tui.help-commands");
    fl_prompt_help(screen, job->sight->game);
    fl_screen_text(screen, "", 0);
    fl_screen_word(screen, "tui.help-choices");
    fl_prompt_choices(job->sight, screen);
}

static void print_rule(void *data, struct fl_screen *screen)
{
    struct print_job *job = data;
    job->found = job->session->show_rule(screen, job->sight->game, job->command->rest);
}

static void print_table(void *data, struct fl_screen *screen)
{
    const struct print_job *job = data;
    fl_skin_of(job->sight->game)->draw(job->sight, screen);
}

static void print_scores(void *data, struct fl_screen *screen)
{
    const struct print_job *job = data;
    fl_skin_of(job->sight->game)->scores(job->sight, screen);
}

static void print_summary(void *data, struct fl_screen *screen)
{
    const struct print_job *job = data;
    fl_prompt_summary(screen, job->sight->game);
}

static void print_log(void *data, struct fl_screen *screen)
{
    const struct print_job *job = data;
    struct front *f = front_of(job->session);
    const char *line = f->log.text;
    for (; line && *line; line = fl_text_line(line, 1)) {
        char memory[4096];
        struct fl_buf text = fl_buf_over(memory, sizeof memory);
        fl_put_bytes(&text, line, strcspn(line, "\n"));
        fl_screen_text(screen, text.at, 2);
    }
}

static void print_refusal(void *data, struct fl_screen *screen)
{
    const struct print_job *job = data;
    fl_prompt_refuse(job->sight, screen, job->command);
}

/* A refusal is one sentence: it takes the status line. */
static void refuse(struct fl_session *s, const struct print_job *job)
{
    struct front *f = front_of(s);
    struct fl_phrase why;
    if (job->command->kind == FL_COMMAND_REFUSED && job->sight->game->why_not) {
        fl_phrase_begin(&why, fl_status_key(FL_ILLEGAL));
        job->sight->game->why_not(&job->sight->state, job->sight->viewer, job->command->move, &why);
        fl_tabletop_say(&f->table, &why);
        return;
    }
    struct fl_text text;
    fl_text_begin(&text, &s->screen, ONE_LINE);
    print_refusal((void *)job, &text.screen);
    fl_text_end(&text);
    struct fl_buf message = fl_buf_over(f->table.message, sizeof f->table.message);
    fl_put_bytes(&message, text.text, strcspn(text.text, "\n"));
    fl_text_free(&text);
}

static void answer(struct fl_session *s, const struct fl_sight *sight,
                   const struct fl_command *command)
{
    struct front *f = front_of(s);
    struct print_job job = {.session = s, .sight = sight, .command = command};
    switch (command->kind) {
    case FL_COMMAND_HELP:
        fl_tabletop_sheet(&f->table, "tui.help-title", print_help, &job);
        break;
    case FL_COMMAND_RULES:
        fl_tabletop_sheet(&f->table, "tui.rules", print_rule, &job);
        break;
    case FL_COMMAND_TABLE:
        fl_tabletop_sheet(&f->table, "tui.lists", print_table, &job);
        break;
    case FL_COMMAND_LOG:
        fl_tabletop_sheet(&f->table, "tui.log", print_log, &job);
        break;
    case FL_COMMAND_SCORES:
        fl_tabletop_sheet(&f->table, "tui.scores", print_scores, &job);
        break;
    case FL_COMMAND_SUMMARY:
        fl_tabletop_sheet(&f->table, "tui.summary", print_summary, &job);
        break;
    default:
        refuse(s, &job);
        break;
    }
}

static void print_advice(void *data, struct fl_screen *screen)
{
    const struct print_job *job = data;
    fl_advice_text_show(screen, job->sight, job->advice, HINT_ROWS);
}

static void show_advice(struct fl_session *s, const struct fl_sight *sight,
                        const struct fl_advice *advice)
{
    struct front *f = front_of(s);
    struct print_job job = {.session = s, .sight = sight, .advice = advice};
    struct fl_phrase none;
    fl_phrase_begin(&none, "hint.none");
    if (advice)
        fl_tabletop_sheet(&f->table, "tui.hint", print_advice, &job);
    else
        fl_tabletop_say(&f->table, &none);
}

static void say(struct fl_session *s, const struct fl_phrase *phrase)
{
    fl_tabletop_say(&front_of(s)->table, phrase);
}

static void undone(struct fl_session *s)
{
    extend_log(s, false);
}

static enum fl_session_status check(struct fl_session *s)
{
    return front_of(s)->ended;
}

/* ---- begin and end ---- */

/* Writes the levels of the bots, if they are equal. */
static void put_levels(struct fl_buf *out, const struct fl_session *s)
{
    const struct fl_level *level = NULL;
    for (int seat = 0; seat < s->match.setup.seats; seat++) {
        const struct fl_level *other = fl_level_find(s->players.kind[seat]);
        if (fl_session_is_person(s, seat))
            continue;
        if (level && other != level)
            return;
        level = other;
    }
    if (!level)
        return;
    struct fl_phrase phrase;
    fl_phrase_begin(&phrase, "tui.level");
    fl_with_number(&phrase, "n", fl_level_number(level));
    fl_with_word(&phrase, "level", level->key);
    fl_put_sentence(out, &s->screen, &phrase);
}

static void begin(struct fl_session *s)
{
    struct front *f = front_of(s);
    int viewer = fl_session_viewer(s);
    struct fl_buf aside = fl_buf_over(f->table.aside, sizeof f->table.aside);
    f->table.screen = s->screen;
    f->table.screen.colour = true;
    put_levels(&aside, s);
    f->table.keys = "tui.keys.table";
    f->ended = FL_SESSION_RUNNING;
    fl_narration_begin(&f->narration, &s->match, viewer);
    restart_log(s, viewer);
    f->table.reader = viewer < FL_MAX_SEATS ? viewer : FL_NOBODY;
    if (fl_session_is_hotseat(s))
        return;
    extend_log(s, false);
    look(s, viewer); /* before the first save, which waits for the disk */
    fl_tabletop_show(&f->table);
}

/* Shows the result until a key. */
static void show_end(struct fl_session *s)
{
    struct front *f = front_of(s);
    struct fl_text text;
    if (fl_session_is_hotseat(s))
        restart_log(s, FL_SPECTATOR);
    extend_log(s, false);
    look(s, f->narration.viewer);
    fl_text_begin(&text, &f->table.screen, ONE_LINE);
    fl_summary_result(&text.screen, &f->table.sight, f->table.reader);
    fl_text_end(&text);
    struct fl_buf title = fl_buf_over(f->table.title, sizeof f->table.title);
    fl_put_bytes(&title, text.text, strcspn(text.text, "\n"));
    struct fl_buf status = fl_buf_over(f->table.message, sizeof f->table.message);
    fl_put_bytes(&status, fl_text_line(text.text, 1), strcspn(fl_text_line(text.text, 1), "\n"));
    fl_text_free(&text);
    f->table.keys = "tui.keys.end";
    f->table.busy = NULL;
    for (;;) {
        struct fl_command command;
        char message[sizeof f->table.message];
        memcpy(message, f->table.message, sizeof message);
        fl_tabletop_show(&f->table);
        struct fl_key key = fl_terminal_read(f->table.terminal, -1);
        if (key.kind == FL_KEY_CLOSED || key.kind == FL_KEY_INTERRUPT || key.kind == FL_KEY_ENTER ||
            (key.kind == FL_KEY_TEXT && key.text[0] == 'q'))
            return;
        bool made = fl_tabletop_key(&f->table, key, &command);
        if (made && command.kind != FL_COMMAND_UNDO && command.kind != FL_COMMAND_HINT &&
            command.kind != FL_COMMAND_HELP)
            answer(s, &f->table.sight, &command);
        memcpy(f->table.message, message, sizeof message);
    }
}

static void end(struct fl_session *s, enum fl_session_status status)
{
    if (status == FL_SESSION_OVER)
        show_end(s);
}

static const struct fl_front_end full_screen = {
    .begin = begin,
    .show_steps = show_steps,
    .before_bot = before_bot,
    .begin_turn = begin_turn,
    .ask = ask,
    .answer = answer,
    .show_advice = show_advice,
    .say = say,
    .undone = undone,
    .check = check,
    .end = end,
};

bool fl_front_attach(struct fl_session *s, struct fl_terminal *terminal, int pace)
{
    struct front *f = calloc(1, sizeof *f);
    if (!f)
        return false;
    f->table.terminal = terminal;
    f->pace = pace;
    s->front = &full_screen;
    s->table = f;
    return true;
}

void fl_front_release(struct fl_session *s, FILE *out)
{
    struct front *f = front_of(s);
    const char *text = f->log.text ? f->log.text : "", *start = text + strlen(text);
    int lines = 0;
    for (; start > text; start--)
        if (start[-1] == '\n' && lines++ == LAST_LINES)
            break;
    struct fl_screen screen = s->screen;
    screen.out = out;
    for (; *start; start = fl_text_line(start, 1)) {
        char memory[4096], plain_memory[4096];
        struct fl_buf line = fl_buf_over(memory, sizeof memory);
        struct fl_buf plain = fl_buf_over(plain_memory, sizeof plain_memory);
        fl_put_bytes(&line, start, strcspn(start, "\n"));
        for (const char *p = line.at; *p;) {
            int columns;
            size_t bytes = fl_glyph(p, &columns);
            if (*p != '\033' || screen.colour)
                fl_put_bytes(&plain, p, bytes);
            p += bytes;
        }
        fl_screen_text(&screen, plain.at, 2);
    }
    if (f->log.screen.out)
        fl_text_end(&f->log);
    fl_text_free(&f->log);
    fl_narration_end(&f->narration);
    free(f);
    s->table = NULL;
}
