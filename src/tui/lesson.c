/* Shows a lesson: the board, the text of the lesson, and the choices. */
#include "tui/lesson.h"

#include <stdlib.h>
#include <string.h>

#include "term/prompt.h"
#include "term/skin.h"
#include "tui/sheet.h"
#include "tui/tabletop.h"

enum { ONE_LINE = 1 << 20 };

struct lesson_table {
    struct fl_tabletop table;
    struct fl_text log;
    char text[2048];
};

static struct lesson_table *table_of(const struct fl_lesson_session *s)
{
    return s->table;
}

static void narrate(struct fl_lesson_session *s)
{
    struct lesson_table *t = table_of(s);
    fl_narration_print(&s->narration, &s->match, s->match.steps, &t->log.screen);
    fflush(t->log.screen.out);
    t->table.log = t->log.text;
}

static void set_text(struct fl_lesson_session *s, const struct fl_lesson_line *line)
{
    struct lesson_table *t = table_of(s);
    struct fl_buf text = fl_buf_over(t->text, sizeof t->text);
    struct fl_buf title = fl_buf_over(t->table.note_title, sizeof t->table.note_title);
    fl_put_word(&text, s->screen.lang, line->say, FL_BARE);
    fl_put_lesson_place(&title, s, line);
    t->table.note = t->text;
}

static void begin_turn(struct fl_lesson_session *s, const struct fl_sight *sight,
                       const struct fl_lesson_line *line)
{
    set_text(s, line);
    fl_tabletop_ask(&table_of(s)->table, sight);
}

static enum fl_session_status ask(struct fl_lesson_session *s, const struct fl_sight *sight,
                                  struct fl_command *out)
{
    (void)sight;
    return fl_tabletop_read(&table_of(s)->table, out);
}

struct print_job {
    const struct fl_lesson_session *session;
    const struct fl_sight *sight;
    const char *rule;
};

static void print_rule(void *data, struct fl_screen *screen)
{
    const struct print_job *job = data;
    job->session->show_rule(screen, job->sight->game, job->rule);
}

static void print_help(void *data, struct fl_screen *screen)
{
    const struct print_job *job = data;
    char memory[4096];
    struct fl_buf keys = fl_buf_over(memory, sizeof memory);
    fl_put_word(&keys, screen->lang, "tui.help", FL_BARE);
    fprintf(screen->out, "%s\n", keys.at);
    fl_prompt_choices(job->sight, screen);
}

static void print_table(void *data, struct fl_screen *screen)
{
    const struct print_job *job = data;
    fl_skin_of(job->sight->game)->draw(job->sight, screen);
}

static void answer(struct fl_lesson_session *s, const struct fl_sight *sight,
                   const struct fl_command *command)
{
    struct fl_tabletop *t = &table_of(s)->table;
    struct print_job job = {.session = s, .sight = sight, .rule = command->rest};
    struct fl_phrase phrase;
    switch (command->kind) {
    case FL_COMMAND_RULES:
        fl_tabletop_sheet(t, "tui.rules", print_rule, &job);
        break;
    case FL_COMMAND_HELP:
        fl_tabletop_sheet(t, "tui.help-title", print_help, &job);
        break;
    case FL_COMMAND_TABLE:
    case FL_COMMAND_SCORES:
        fl_tabletop_sheet(t, "tui.lists", print_table, &job);
        break;
    default:
        fl_phrase_begin(&phrase, "tui.lesson-only");
        fl_tabletop_say(t, &phrase);
        break;
    }
}

static void say(struct fl_lesson_session *s, const struct fl_phrase *phrase)
{
    fl_tabletop_say(&table_of(s)->table, phrase);
}

/* Shows the closing text until a key. */
static void close_lesson(struct fl_lesson_session *s, const struct fl_lesson_line *line)
{
    struct fl_tabletop *t = &table_of(s)->table;
    struct fl_sight sight;
    struct fl_key key;
    set_text(s, line);
    fl_match_sight(&s->match, FL_PUPIL, &sight);
    fl_tabletop_look(t, &sight);
    t->keys = "tui.keys.end";
    do {
        fl_tabletop_show(t);
        key = fl_terminal_read(t->terminal, -1);
    } while (key.kind != FL_KEY_CLOSED && key.kind != FL_KEY_INTERRUPT &&
             key.kind != FL_KEY_ENTER && key.kind != FL_KEY_ESCAPE &&
             !(key.kind == FL_KEY_TEXT && key.text[0] == 'q'));
}

static const struct fl_lesson_front full_screen = {
    .narrate = narrate,
    .begin_turn = begin_turn,
    .ask = ask,
    .answer = answer,
    .say = say,
    .close = close_lesson,
};

enum fl_session_status fl_full_screen_lesson(struct fl_lesson_session *s,
                                             struct fl_terminal *terminal)
{
    struct lesson_table *t = calloc(1, sizeof *t);
    if (!t)
        return FL_SESSION_TOO_LONG;
    t->table.terminal = terminal;
    t->table.screen = s->screen;
    t->table.screen.colour = true;
    t->table.reader = FL_PUPIL;
    t->table.keys = "tui.keys.lesson";
    fl_text_begin(&t->log, &s->screen, ONE_LINE);
    s->front = &full_screen;
    s->table = t;
    enum fl_session_status status = fl_lesson_session_run(s);
    fl_text_end(&t->log);
    fl_text_free(&t->log);
    free(t);
    s->table = NULL;
    return status;
}
