/* The loop of a lesson: explanation, table, input of the pupil. */
#include "term/lesson.h"

#include <string.h>

#include "term/prompt.h"
#include "term/skin.h"

struct lesson_run {
    const struct fl_lesson_session *session;
    struct fl_match match;
    struct fl_narration narration;
    struct fl_lesson_source chance;
    const char *shown_text; /* key of the text on the screen, or NULL */
};

static const struct fl_screen *screen_of(const struct lesson_run *t)
{
    return &t->session->screen;
}

static const struct fl_lesson_line *next_line(const struct lesson_run *t)
{
    return fl_lesson_next(t->session->lesson, &t->match);
}

static void narrate(struct lesson_run *t)
{
    fl_narration_print(&t->narration, &t->match, t->match.steps, screen_of(t));
    fflush(screen_of(t)->out);
}

/* ---- output ---- */

/* Prints the number of the teaching point and its text. */
static void print_line(const struct lesson_run *t, const struct fl_lesson_line *line)
{
    struct fl_phrase phrase;
    fl_phrase_begin(&phrase, line->step ? "learn.place" : "learn.over");
    if (line->step) {
        fl_with_number(&phrase, "place", fl_lesson_position(t->session->lesson, line));
        fl_with_number(&phrase, "of", fl_lesson_position(t->session->lesson, NULL) - 1);
    }
    char memory[128], styled_memory[192];
    struct fl_buf text = fl_buf_over(memory, sizeof memory);
    struct fl_buf styled = fl_buf_over(styled_memory, sizeof styled_memory);
    fl_put(&text, "── ");
    fl_put_phrase(&text, screen_of(t)->lang, &phrase, NULL);
    fl_put(&text, " ──");
    fl_put_styled(&styled, screen_of(t), FL_BOLD, text.at);
    fl_screen_text(screen_of(t), "", 0);
    fl_screen_text(screen_of(t), styled.at, 0);
    fl_screen_word(screen_of(t), line->say);
}

static void draw(const struct lesson_run *t, const struct fl_sight *sight)
{
    fl_screen_text(screen_of(t), "", 0);
    fl_skin_of(sight->game)->draw(sight, screen_of(t));
    fl_prompt_choices(sight, screen_of(t));
}

static bool is_shown(const struct lesson_run *t, const struct fl_lesson_line *line)
{
    return t->shown_text && !strcmp(t->shown_text, line->say);
}

static void print_expected_move(const struct lesson_run *t, const struct fl_sight *sight)
{
    char memory[128];
    struct fl_buf typed = fl_buf_over(memory, sizeof memory);
    struct fl_phrase phrase;
    fl_put_typed(&typed, sight, screen_of(t)->lang,
                 fl_lesson_move(t->session->lesson, next_line(t)));
    fl_phrase_begin(&phrase, "learn.show");
    fl_with_text(&phrase, "move", typed.at);
    fl_screen_phrase(screen_of(t), &phrase);
}

/* ---- input ---- */

/* Plays the move if the lesson expects it; otherwise prints why another move is expected. */
static bool try_move(struct lesson_run *t, fl_move move)
{
    const struct fl_lesson_line *line = next_line(t);
    if (!line->step || !line->say)
        return false; /* the route is longer than this step of the lesson */
    const char *why = fl_lesson_check(t->session->lesson, line, move);
    if (why)
        fl_screen_word(screen_of(t), why);
    else
        fl_match_play(&t->match, FL_PUPIL, move);
    return !why;
}

/* Plays the moves of a route as far as the lesson expects them. */
static bool try_route(struct lesson_run *t, const struct fl_route *route)
{
    uint32_t steps = t->match.steps;
    for (int i = 0; i < route->count && try_move(t, route->move[i]); i++)
        ;
    return t->match.steps > steps;
}

static void show_rule(const struct lesson_run *t, const char *number)
{
    struct fl_phrase phrase;
    if (t->session->show_rule(screen_of(t), t->session->lesson->game, number))
        return;
    fl_phrase_begin(&phrase, "play.no-such-rule");
    fl_with_text(&phrase, "what", number);
    fl_screen_phrase(screen_of(t), &phrase);
}

/* Executes a command that is neither a move nor "quit". */
static void answer_request(const struct lesson_run *t, const struct fl_sight *sight,
                           const struct fl_command *command)
{
    switch (command->kind) {
    case FL_COMMAND_HINT:
        print_expected_move(t, sight);
        break;
    case FL_COMMAND_RULES:
        show_rule(t, command->rest);
        break;
    case FL_COMMAND_SCORES:
        fl_skin_of(sight->game)->scores(sight, screen_of(t));
        break;
    case FL_COMMAND_SUMMARY:
        fl_prompt_summary(screen_of(t), sight->game);
        break;
    case FL_COMMAND_HELP:
    case FL_COMMAND_TABLE:
    case FL_COMMAND_LOG:
    case FL_COMMAND_SAVE:
    case FL_COMMAND_UNDO:
        draw(t, sight);
        print_line(t, next_line(t));
        break;
    default:
        fl_prompt_refuse(sight, screen_of(t), command);
        break;
    }
}

/* Executes one line of the pupil. Returns true if a move was played or the lesson ends. */
static bool execute(struct lesson_run *t, const struct fl_sight *sight, const char *line,
                    enum fl_session_status *status)
{
    struct fl_command command;
    fl_command_read(sight, screen_of(t)->lang, line, &command);
    if (command.kind == FL_COMMAND_MOVE)
        return try_move(t, command.move);
    if (command.kind == FL_COMMAND_ROUTE)
        return try_route(t, &command.route);
    if (command.kind == FL_COMMAND_QUIT)
        *status = FL_SESSION_QUIT;
    else
        answer_request(t, sight, &command);
    return *status != FL_SESSION_RUNNING;
}

/* Shows the table and the explanation, and executes lines until the pupil's move or the end. */
static enum fl_session_status ask_pupil(struct lesson_run *t,
                                        const struct fl_lesson_line *lesson_line)
{
    char line[FL_INPUT_SIZE];
    struct fl_sight sight;
    enum fl_session_status status = FL_SESSION_RUNNING;
    fl_match_sight(&t->match, FL_PUPIL, &sight);
    draw(t, &sight);
    if (!is_shown(t, lesson_line))
        print_line(t, lesson_line);
    t->shown_text = lesson_line->say;
    do {
        fl_prompt_question(&sight, screen_of(t));
        enum fl_input_status read = fl_keyboard_read(t->session->keyboard, line);
        status = read == FL_INPUT_LINE     ? FL_SESSION_RUNNING
                 : read == FL_INPUT_CLOSED ? FL_SESSION_INPUT_CLOSED
                                           : FL_SESSION_INTERRUPTED;
    } while (status == FL_SESSION_RUNNING && !ferror(screen_of(t)->out) &&
             !execute(t, &sight, line, &status));
    return ferror(screen_of(t)->out) ? FL_SESSION_OUTPUT_CLOSED : status;
}

/* ---- the loop ---- */

/* Plays one scripted step, or asks the pupil for one. */
static enum fl_session_status play_step(struct lesson_run *t)
{
    const struct fl_lesson_line *line = next_line(t);
    if (line->step && fl_lesson_seat(line) == FL_CHANCE)
        return fl_match_play_chance(&t->match, &t->chance.source) == FL_OK ? FL_SESSION_RUNNING
                                                                           : FL_SESSION_NO_CHANCE;
    if (line->step && !line->say) {
        fl_match_play(&t->match, fl_lesson_seat(line), fl_lesson_move(t->session->lesson, line));
        return FL_SESSION_RUNNING;
    }
    narrate(t);
    if (line->step)
        return ask_pupil(t, line);
    print_line(t, line);
    return FL_SESSION_OVER;
}

enum fl_session_status fl_lesson_session_run(struct fl_lesson_session *session)
{
    struct lesson_run t = {.session = session};
    struct fl_setup setup;
    enum fl_session_status status;
    fl_lesson_setup(session->lesson, &setup);
    fl_match_begin(&t.match, session->lesson->game, &setup, FL_TRUTH);
    fl_narration_begin(&t.narration, &t.match, FL_PUPIL);
    t.narration.reader = FL_PUPIL;
    fl_lesson_source_begin(&t.chance, session->lesson, NULL);
    do
        status = play_step(&t);
    while (status == FL_SESSION_RUNNING);
    fl_narration_end(&t.narration);
    fl_match_end(&t.match);
    return status;
}
