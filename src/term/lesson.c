/* The engine of a lesson, and its front end in lines of text. */
#include "term/lesson.h"

#include <string.h>

#include "term/prompt.h"
#include "term/skin.h"

static const struct fl_lesson_line *next_line(const struct fl_lesson_session *s)
{
    return fl_lesson_next(s->lesson, &s->match);
}

static void say(struct fl_lesson_session *s, const char *key)
{
    struct fl_phrase phrase;
    fl_phrase_begin(&phrase, key);
    s->front->say(s, &phrase);
}

void fl_put_lesson_place(struct fl_buf *out, const struct fl_lesson_session *s,
                         const struct fl_lesson_line *line)
{
    struct fl_phrase phrase;
    fl_phrase_begin(&phrase, line->step ? "learn.place" : "learn.over");
    if (line->step) {
        fl_with_number(&phrase, "place", fl_lesson_position(s->lesson, line));
        fl_with_number(&phrase, "of", fl_lesson_position(s->lesson, NULL) - 1);
    }
    fl_put_phrase(out, s->screen.lang, &phrase, NULL);
}

/* ---- commands ---- */

static void say_expected_move(struct fl_lesson_session *s, const struct fl_sight *sight)
{
    char memory[128];
    struct fl_buf typed = fl_buf_over(memory, sizeof memory);
    struct fl_phrase phrase;
    fl_put_typed(&typed, sight, s->screen.lang, fl_lesson_move(s->lesson, next_line(s)));
    fl_phrase_begin(&phrase, "learn.show");
    fl_with_text(&phrase, "move", typed.at);
    s->front->say(s, &phrase);
}

/* Plays the move if the lesson expects it; otherwise says why another move is expected. */
static bool try_move(struct fl_lesson_session *s, fl_move move)
{
    const struct fl_lesson_line *line = next_line(s);
    if (!line->step || !line->say)
        return false; /* the route is longer than this step of the lesson */
    const char *why = fl_lesson_check(s->lesson, line, move);
    if (why)
        say(s, why);
    else
        fl_match_play(&s->match, FL_PUPIL, move);
    return !why;
}

/* Plays the moves of a route as far as the lesson expects them. */
static bool try_route(struct fl_lesson_session *s, const struct fl_route *route)
{
    uint32_t steps = s->match.steps;
    for (int i = 0; i < route->count && try_move(s, route->move[i]); i++)
        ;
    return s->match.steps > steps;
}

/* Executes a command. Returns true if a move was played or the lesson ends. */
static bool execute(struct fl_lesson_session *s, const struct fl_sight *sight,
                    const struct fl_command *command, enum fl_session_status *status)
{
    switch (command->kind) {
    case FL_COMMAND_MOVE:
        return try_move(s, command->move);
    case FL_COMMAND_ROUTE:
        return try_route(s, &command->route);
    case FL_COMMAND_QUIT:
        *status = FL_SESSION_QUIT;
        return true;
    case FL_COMMAND_HINT:
        say_expected_move(s, sight);
        return false;
    default:
        s->front->answer(s, sight, command);
        return false;
    }
}

/* Shows the table and the explanation, and executes commands until the pupil's move or the end. */
static enum fl_session_status ask_pupil(struct fl_lesson_session *s,
                                        const struct fl_lesson_line *line)
{
    struct fl_command command;
    struct fl_sight sight;
    enum fl_session_status status;
    fl_match_sight(&s->match, FL_PUPIL, &sight);
    s->front->begin_turn(s, &sight, line);
    s->shown_text = line->say;
    do
        status = s->front->ask(s, &sight, &command);
    while (status == FL_SESSION_RUNNING && !execute(s, &sight, &command, &status));
    return status;
}

/* ---- the loop ---- */

/* Plays one scripted step, or asks the pupil for one. */
static enum fl_session_status play_step(struct fl_lesson_session *s,
                                        struct fl_chance_source *chance)
{
    const struct fl_lesson_line *line = next_line(s);
    if (line->step && fl_lesson_seat(line) == FL_CHANCE)
        return fl_match_play_chance(&s->match, chance) == FL_OK ? FL_SESSION_RUNNING
                                                                : FL_SESSION_NO_CHANCE;
    if (line->step && !line->say) {
        fl_match_play(&s->match, fl_lesson_seat(line), fl_lesson_move(s->lesson, line));
        return FL_SESSION_RUNNING;
    }
    s->front->narrate(s);
    if (line->step)
        return ask_pupil(s, line);
    s->front->close(s, line);
    return FL_SESSION_OVER;
}

enum fl_session_status fl_lesson_session_run(struct fl_lesson_session *s)
{
    struct fl_lesson_source chance;
    struct fl_setup setup;
    enum fl_session_status status;
    fl_lesson_setup(s->lesson, &setup);
    fl_match_begin(&s->match, s->lesson->game, &setup, FL_TRUTH);
    fl_narration_begin(&s->narration, &s->match, FL_PUPIL);
    s->narration.reader = FL_PUPIL;
    s->shown_text = NULL;
    fl_lesson_source_begin(&chance, s->lesson, NULL);
    do
        status = play_step(s, &chance.source);
    while (status == FL_SESSION_RUNNING);
    fl_narration_end(&s->narration);
    fl_match_end(&s->match);
    return status;
}

/* ---- lines of text ---- */

static void print_narration(struct fl_lesson_session *s)
{
    fl_narration_print(&s->narration, &s->match, s->match.steps, &s->screen);
    fflush(s->screen.out);
}

/* Prints the number of the topic and its text. */
static void print_line(struct fl_lesson_session *s, const struct fl_lesson_line *line)
{
    char memory[128], styled_memory[192];
    struct fl_buf text = fl_buf_over(memory, sizeof memory);
    struct fl_buf styled = fl_buf_over(styled_memory, sizeof styled_memory);
    fl_put(&text, "── ");
    fl_put_lesson_place(&text, s, line);
    fl_put(&text, " ──");
    fl_put_styled(&styled, &s->screen, FL_BOLD, text.at);
    fl_screen_text(&s->screen, "", 0);
    fl_screen_text(&s->screen, styled.at, 0);
    fl_screen_word(&s->screen, line->say);
}

static void print_table(struct fl_lesson_session *s, const struct fl_sight *sight)
{
    fl_screen_text(&s->screen, "", 0);
    fl_skin_of(sight->game)->draw(sight, &s->screen);
    fl_prompt_choices(sight, &s->screen);
}

static void print_turn(struct fl_lesson_session *s, const struct fl_sight *sight,
                       const struct fl_lesson_line *line)
{
    print_table(s, sight);
    if (!s->shown_text || strcmp(s->shown_text, line->say) != 0)
        print_line(s, line);
}

static enum fl_session_status read_line(struct fl_lesson_session *s, const struct fl_sight *sight,
                                        struct fl_command *out)
{
    char line[FL_INPUT_SIZE];
    fl_prompt_question(sight, &s->screen);
    enum fl_input_status read = fl_keyboard_read(s->keyboard, line);
    if (read == FL_INPUT_LINE)
        fl_command_read(sight, s->screen.lang, line, out);
    return ferror(s->screen.out)     ? FL_SESSION_OUTPUT_CLOSED
           : read == FL_INPUT_LINE   ? FL_SESSION_RUNNING
           : read == FL_INPUT_CLOSED ? FL_SESSION_INPUT_CLOSED
                                     : FL_SESSION_INTERRUPTED;
}

static void print_rule(struct fl_lesson_session *s, const char *number)
{
    struct fl_phrase phrase;
    if (s->show_rule(&s->screen, s->lesson->game, number))
        return;
    fl_phrase_begin(&phrase, "play.no-such-rule");
    fl_with_text(&phrase, "what", number);
    fl_screen_phrase(&s->screen, &phrase);
}

static void print_answer(struct fl_lesson_session *s, const struct fl_sight *sight,
                         const struct fl_command *command)
{
    switch (command->kind) {
    case FL_COMMAND_RULES:
        print_rule(s, command->rest);
        break;
    case FL_COMMAND_SCORES:
        fl_skin_of(sight->game)->scores(sight, &s->screen);
        break;
    case FL_COMMAND_SUMMARY:
        fl_prompt_summary(&s->screen, sight->game);
        break;
    case FL_COMMAND_HELP:
    case FL_COMMAND_TABLE:
    case FL_COMMAND_LOG:
    case FL_COMMAND_SAVE:
    case FL_COMMAND_UNDO:
    case FL_COMMAND_RESIGN:
        print_table(s, sight);
        print_line(s, next_line(s));
        break;
    default:
        fl_prompt_refuse(sight, &s->screen, command);
        break;
    }
}

static void print_sentence(struct fl_lesson_session *s, const struct fl_phrase *phrase)
{
    fl_screen_phrase(&s->screen, phrase);
}

const struct fl_lesson_front fl_line_lesson = {
    .narrate = print_narration,
    .begin_turn = print_turn,
    .ask = read_line,
    .answer = print_answer,
    .say = print_sentence,
    .close = print_line,
};
