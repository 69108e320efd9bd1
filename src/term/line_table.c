/* Prints a session as lines of text and reads commands as lines. */
#include "term/line_table.h"

#include <stdlib.h>
#include <string.h>

#include "term/advice_text.h"
#include "term/narration.h"
#include "term/prompt.h"
#include "term/skin.h"

enum {
    BOT_PAUSE = 500,    /* milliseconds, after a bot's move */
    TABLE_PAUSE = 1500, /* milliseconds, to memorise the table */
    LOG_LINES = 12,     /* of the command "log" */
    HINT_ROWS = 3
};

struct line_table {
    struct fl_narration narration[FL_MAX_SEATS];
    int narrations;
};

static struct line_table *table_of(const struct fl_session *s)
{
    return s->table;
}

/* ---- narration ---- */

/* With a hotseat screen every seat has its own narration. Otherwise there is one. */
static int viewer_of_narration(const struct fl_session *s, int narration)
{
    return fl_session_is_hotseat(s) ? narration : fl_session_viewer(s);
}

static struct fl_narration *narration_for(const struct fl_session *s, int seat)
{
    return &table_of(s)->narration[fl_session_is_hotseat(s) ? seat : 0];
}

static void narrate(struct fl_session *s, int narration)
{
    fl_narration_print(&table_of(s)->narration[narration], &s->match, s->match.steps, &s->screen);
    fflush(s->screen.out);
}

/* Prints what the next move cannot extend. Returns whether anything was printed. */
static bool narrate_complete_lines(struct fl_session *s)
{
    bool printed = fl_narration_print_complete(&table_of(s)->narration[0], &s->match,
                                               s->match.steps, &s->screen);
    fflush(s->screen.out);
    return printed;
}

/* Prints the last LOG_LINES lines of a text. */
static void print_last_lines(const struct fl_session *s, const char *text)
{
    const char *start = text + strlen(text);
    for (int lines = 0; start > text; start--)
        if (start[-1] == '\n' && lines++ == LOG_LINES)
            break;
    fputs(start, s->screen.out);
}

/* Narrates the match again from its start and prints the last lines. */
static void show_log(struct fl_session *s, int viewer)
{
    struct fl_screen memory_screen = s->screen;
    struct fl_narration again;
    char *text = NULL;
    size_t len;
    memory_screen.out = open_memstream(&text, &len);
    if (!memory_screen.out)
        return;
    fl_narration_begin(&again, &s->match, viewer);
    again.reader = viewer;
    fl_narration_print(&again, &s->match, s->match.steps, &memory_screen);
    fl_narration_end(&again);
    fclose(memory_screen.out);
    print_last_lines(s, text);
    free(text);
}

static void begin(struct fl_session *s)
{
    struct line_table *t = s->table = calloc(1, sizeof *t);
    if (!t)
        abort(); /* before the first move: nothing is lost */
    t->narrations = fl_session_is_hotseat(s) ? s->match.setup.seats : 1;
    for (int i = 0; i < t->narrations; i++) {
        fl_narration_begin(&t->narration[i], &s->match, viewer_of_narration(s, i));
        t->narration[i].reader = t->narration[i].viewer;
        fl_narration_seek(&t->narration[i], &s->match, s->match.steps);
    }
    if (s->match.steps && !fl_session_is_hotseat(s))
        show_log(s, t->narration[0].viewer);
}

/* Narrates the steps. A bot's move is followed by a pause, so that it can be read. */
static void show_steps(struct fl_session *s, bool more)
{
    bool printed = true;
    if (s->last_actor != FL_NOBODY && fl_match_hides_past(&s->match))
        fl_screen_clear(&s->screen); /* players must remember earlier tables */
    if (fl_session_is_hotseat(s))
        return;
    if (more)
        printed = narrate_complete_lines(s);
    else
        narrate(s, 0);
    if (printed && s->screen.terminal && s->last_actor != FL_NOBODY && !s->manual_chance &&
        !fl_session_is_person(s, s->last_actor))
        fl_keyboard_pause(s->keyboard, BOT_PAUSE);
}

static void undone(struct fl_session *s)
{
    struct line_table *t = table_of(s);
    for (int i = 0; i < t->narrations; i++)
        if (t->narration[i].shown.steps > s->match.steps)
            fl_narration_seek(&t->narration[i], &s->match, s->match.steps);
}

/* ---- tables ---- */

static void draw_table(struct fl_session *s, const struct fl_sight *sight)
{
    fl_screen_measure(&s->screen);
    fl_screen_text(&s->screen, "", 0);
    fl_skin_of(sight->game)->draw(sight, &s->screen);
    fl_prompt_choices(sight, &s->screen);
}

/* In a game with hidden past moves, the narration does not name what a move covers. People
 * therefore see the table before every move of a bot. */
static void before_bot(struct fl_session *s, int seat)
{
    struct fl_sight sight;
    (void)seat;
    if (!fl_match_hides_past(&s->match) || !fl_session_people(s))
        return;
    fl_match_sight(&s->match, viewer_of_narration(s, 0), &sight);
    fl_screen_measure(&s->screen);
    fl_screen_text(&s->screen, "", 0);
    fl_skin_of(sight.game)->draw(&sight, &s->screen);
    fflush(s->screen.out);
    if (s->screen.terminal)
        fl_keyboard_pause(s->keyboard, TABLE_PAUSE);
}

/* ---- commands ---- */

static enum fl_session_status status_of_input(enum fl_input_status line)
{
    return line == FL_INPUT_LINE     ? FL_SESSION_RUNNING
           : line == FL_INPUT_CLOSED ? FL_SESSION_INPUT_CLOSED
                                     : FL_SESSION_INTERRUPTED;
}

/* Clears the screen and waits, so that players do not see each other's secrets when the keyboard
 * changes hands. */
static enum fl_session_status hand_over(struct fl_session *s, int seat)
{
    char line[FL_INPUT_SIZE];
    struct fl_phrase phrase;
    enum fl_session_status status = FL_SESSION_RUNNING;
    if (!fl_session_is_hotseat(s) || s->shown_to == seat)
        return FL_SESSION_RUNNING;
    fl_screen_clear(&s->screen);
    fl_phrase_begin(&phrase, s->screen.terminal ? "play.hand-over" : "play.now");
    fl_with_seat(&phrase, "who", seat);
    fl_screen_phrase(&s->screen, &phrase);
    if (s->screen.terminal)
        status = status_of_input(fl_keyboard_read(s->keyboard, line));
    s->shown_to = seat;
    return status;
}

static enum fl_session_status begin_turn(struct fl_session *s, const struct fl_sight *sight)
{
    enum fl_session_status status = hand_over(s, sight->viewer);
    if (status != FL_SESSION_RUNNING)
        return status;
    if (fl_session_is_hotseat(s))
        narrate(s, sight->viewer);
    draw_table(s, sight);
    return status;
}

/* People who share a screen are asked by name. */
static void print_turn_of(const struct fl_session *s, int seat)
{
    struct fl_phrase phrase;
    fl_phrase_begin(&phrase, "turn.of");
    fl_with_seat(&phrase, "who", seat);
    fl_screen_phrase(&s->screen, &phrase);
}

static enum fl_session_status check(struct fl_session *s)
{
    return ferror(s->screen.out)      ? FL_SESSION_OUTPUT_CLOSED
           : s->keyboard->interrupted ? FL_SESSION_INTERRUPTED
                                      : FL_SESSION_RUNNING;
}

static enum fl_session_status ask(struct fl_session *s, const struct fl_sight *sight,
                                  struct fl_command *out)
{
    char line[FL_INPUT_SIZE];
    if (fl_bits(fl_session_people(s)) > 1)
        print_turn_of(s, sight->viewer);
    fl_prompt_question(sight, &s->screen);
    enum fl_session_status status = status_of_input(fl_keyboard_read(s->keyboard, line));
    if (status == FL_SESSION_RUNNING)
        fl_command_read(sight, s->screen.lang, line, out);
    return status == FL_SESSION_RUNNING && ferror(s->screen.out) ? FL_SESSION_OUTPUT_CLOSED
                                                                 : status;
}

static void say(struct fl_session *s, const struct fl_phrase *phrase)
{
    fl_screen_phrase(&s->screen, phrase);
}

static void show_rule(struct fl_session *s, const char *number)
{
    struct fl_phrase phrase;
    if (s->show_rule(&s->screen, s->match.game, number)) {
        if (!*number)
            fl_screen_word(&s->screen, "play.rules-how");
        return;
    }
    fl_phrase_begin(&phrase, "play.no-such-rule");
    fl_with_text(&phrase, "what", number);
    say(s, &phrase);
}

static void answer(struct fl_session *s, const struct fl_sight *sight,
                   const struct fl_command *command)
{
    switch (command->kind) {
    case FL_COMMAND_HELP:
        fl_prompt_help(&s->screen, sight->game);
        fl_prompt_choices(sight, &s->screen);
        break;
    case FL_COMMAND_RULES:
        show_rule(s, command->rest);
        break;
    case FL_COMMAND_TABLE:
        draw_table(s, sight);
        break;
    case FL_COMMAND_LOG:
        show_log(s, narration_for(s, sight->viewer)->viewer);
        break;
    case FL_COMMAND_SCORES:
        fl_skin_of(sight->game)->scores(sight, &s->screen);
        break;
    case FL_COMMAND_SUMMARY:
        fl_prompt_summary(&s->screen, sight->game);
        break;
    default:
        fl_prompt_refuse(sight, &s->screen, command);
        break;
    }
}

static void show_advice(struct fl_session *s, const struct fl_sight *sight,
                        const struct fl_advice *advice)
{
    if (advice)
        fl_advice_text_show(&s->screen, sight, advice, HINT_ROWS);
    else
        fl_screen_word(&s->screen, "hint.none");
}

/* ---- the end ---- */

/* Prints the end of the match, which is public, after the last hotseat screen. */
static void narrate_end(struct fl_session *s)
{
    struct fl_narration last;
    fl_narration_begin(&last, &s->match, FL_SPECTATOR);
    if (s->shown_to != FL_NOBODY)
        fl_narration_seek(&last, &s->match, narration_for(s, s->shown_to)->shown.steps);
    fl_narration_print(&last, &s->match, s->match.steps, &s->screen);
    fl_narration_end(&last);
}

static void end(struct fl_session *s, enum fl_session_status status)
{
    struct line_table *t = table_of(s);
    if (status == FL_SESSION_OVER && fl_session_is_hotseat(s))
        narrate_end(s);
    for (int i = 0; i < t->narrations; i++)
        fl_narration_end(&t->narration[i]);
    free(t);
    s->table = NULL;
}

const struct fl_front_end fl_line_front_end = {
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
