/* The loop of a lesson: words, a table, and what the pupil answers. */
#include "term/lesson.h"

#include <string.h>

#include "term/prompt.h"
#include "term/skin.h"

enum { ON = -1 }; /* the lesson goes on, no parting */

struct teaching {
    const struct fl_class *class;
    struct fl_match match;
    struct fl_story story;
    struct fl_lesson_source chance;
    const char *said; /* the words that stand on the screen, or NULL */
};

static const struct fl_screen *screen_of(const struct teaching *t)
{
    return &t->class->screen;
}

static const struct fl_lesson_line *next_line(const struct teaching *t)
{
    return fl_lesson_next(t->class->lesson, &t->match);
}

static void tell(struct teaching *t)
{
    fl_story_tell(&t->story, &t->match, t->match.steps, screen_of(t));
    fflush(screen_of(t)->out);
}

/* ---- the lesson's part ---- */

static void say_place(const struct teaching *t, const struct fl_lesson_line *line)
{
    struct fl_phrase phrase;
    fl_phrase_begin(&phrase, line->step ? "learn.place" : "learn.over");
    if (line->step) {
        fl_with_number(&phrase, "place", fl_lesson_place(t->class->lesson, line));
        fl_with_number(&phrase, "of", fl_lesson_length(t->class->lesson) - 1);
    }
    char memory[128], inked_memory[192];
    struct fl_buf text = fl_buf_over(memory, sizeof memory);
    struct fl_buf inked = fl_buf_over(inked_memory, sizeof inked_memory);
    fl_put(&text, "── ");
    fl_put_phrase(&text, screen_of(t)->lang, &phrase, NULL);
    fl_put(&text, " ──");
    fl_put_inked(&inked, screen_of(t), FL_BOLD, text.at);
    fl_screen_gap(screen_of(t));
    fl_screen_text(screen_of(t), inked.at, 0);
    fl_screen_word(screen_of(t), line->say);
}

static void draw(const struct teaching *t, const struct fl_sight *sight)
{
    fl_screen_gap(screen_of(t));
    fl_skin_of(sight->game)->draw(sight, screen_of(t));
    fl_prompt_choices(sight, screen_of(t));
}

static bool is_said(const struct teaching *t, const struct fl_lesson_line *line)
{
    return t->said && !strcmp(t->said, line->say);
}

static void say_wanted(const struct teaching *t, const struct fl_sight *sight)
{
    char memory[128];
    struct fl_buf typed = fl_buf_over(memory, sizeof memory);
    struct fl_phrase phrase;
    fl_put_typed(&typed, sight, screen_of(t)->lang, fl_lesson_move(t->class->lesson, next_line(t)));
    fl_phrase_begin(&phrase, "learn.show");
    fl_with_text(&phrase, "move", typed.at);
    fl_screen_phrase(screen_of(t), &phrase);
}

/* ---- the pupil's part ---- */

/* Makes a move if it is the one that is wanted; says why not if it is another. */
static bool try_move(struct teaching *t, fl_move move)
{
    const struct fl_lesson_line *line = next_line(t);
    if (!line->step || !line->say)
        return false; /* the way went on, the lesson did not */
    const char *why = fl_lesson_judge(t->class->lesson, line, move);
    if (why)
        fl_screen_word(screen_of(t), why);
    else
        fl_match_play(&t->match, FL_PUPIL, move);
    return !why;
}

static bool try_way(struct teaching *t, const struct fl_way *way)
{
    uint32_t steps = t->match.steps;
    for (int i = 0; i < way->count && try_move(t, way->move[i]); i++)
        ;
    return t->match.steps > steps;
}

static void show_rule(const struct teaching *t, const char *number)
{
    struct fl_phrase phrase;
    if (t->class->show_rule(screen_of(t), t->class->lesson->game, number))
        return;
    fl_phrase_begin(&phrase, "play.no-such-rule");
    fl_with_text(&phrase, "what", number);
    fl_screen_phrase(screen_of(t), &phrase);
}

/* What a command asks for that is neither a move nor a farewell. */
static void answer(const struct teaching *t, const struct fl_sight *sight,
                   const struct fl_command *command)
{
    switch (command->kind) {
    case FL_COMMAND_HINT:
        say_wanted(t, sight);
        break;
    case FL_COMMAND_RULES:
        show_rule(t, command->rest);
        break;
    case FL_COMMAND_SCORES:
        fl_skin_of(sight->game)->scores(sight, screen_of(t));
        break;
    case FL_COMMAND_HELP:
    case FL_COMMAND_TABLE:
    case FL_COMMAND_LOG:
    case FL_COMMAND_SAVE:
    case FL_COMMAND_UNDO:
        draw(t, sight);
        say_place(t, next_line(t));
        break;
    default:
        fl_prompt_refuse(sight, screen_of(t), command);
        break;
    }
}

/* One line of the pupil. Returns true if something was played, or the lesson ends. */
static bool obey(struct teaching *t, const struct fl_sight *sight, const char *line, int *parting)
{
    struct fl_command command;
    fl_command_read(sight, screen_of(t)->lang, line, &command);
    if (command.kind == FL_COMMAND_MOVE)
        return try_move(t, command.move);
    if (command.kind == FL_COMMAND_WAY)
        return try_way(t, &command.way);
    if (command.kind == FL_COMMAND_QUIT)
        *parting = FL_PARTING_QUIT;
    else
        answer(t, sight, &command);
    return *parting != ON;
}

static int ask_pupil(struct teaching *t, const struct fl_lesson_line *lesson_line)
{
    char line[FL_LINE_SIZE];
    struct fl_sight sight;
    int parting = ON;
    fl_match_sight(&t->match, FL_PUPIL, &sight);
    draw(t, &sight);
    if (!is_said(t, lesson_line))
        say_place(t, lesson_line);
    t->said = lesson_line->say;
    do {
        fl_prompt_question(&sight, screen_of(t));
        enum fl_line read = fl_keyboard_read(t->class->keyboard, line);
        parting = read == FL_LINE_READ     ? ON
                  : read == FL_LINE_CLOSED ? FL_PARTING_CLOSED
                                           : FL_PARTING_INTERRUPTED;
    } while (parting == ON && !ferror(screen_of(t)->out) && !obey(t, &sight, line, &parting));
    return ferror(screen_of(t)->out) ? FL_PARTING_UNHEARD : parting;
}

/* ---- the loop ---- */

static int one_step(struct teaching *t)
{
    const struct fl_lesson_line *line = next_line(t);
    if (line->step && fl_lesson_seat(line) == FL_CHANCE)
        return fl_match_settle(&t->match, &t->chance.source) == FL_OK ? ON : FL_PARTING_NO_CHANCE;
    if (line->step && !line->say) {
        fl_match_play(&t->match, fl_lesson_seat(line), fl_lesson_move(t->class->lesson, line));
        return ON;
    }
    tell(t);
    if (line->step)
        return ask_pupil(t, line);
    say_place(t, line);
    return FL_PARTING_OVER;
}

enum fl_parting fl_class_teach(struct fl_class *class)
{
    struct teaching t = {.class = class};
    struct fl_setup setup;
    int parting;
    fl_lesson_setup(class->lesson, &setup);
    fl_match_begin(&t.match, class->lesson->game, &setup, FL_TRUTH);
    fl_story_begin(&t.story, &t.match, FL_PUPIL);
    fl_lesson_source_begin(&t.chance, class->lesson, NULL);
    do
        parting = one_step(&t);
    while (parting == ON);
    fl_story_end(&t.story);
    fl_match_end(&t.match);
    return (enum fl_parting)parting;
}
