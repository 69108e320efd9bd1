/* Lesson tables: the lesson accepts or rejects the pupil's moves, all other moves are in the
 * script. */
#include "games/games.h"
#include "host/commands.h"
#include "host/play.h"

/* The lesson of a table; NULL after a rematch, which is an ordinary match. */
const struct fl_lesson *fl_table_lesson(const struct fl_table *t)
{
    return t->options.dice == FL_LESSON_DICE && !t->rematch_event ? fl_lesson_find(t->options.game)
                                                                  : NULL;
}

static const struct fl_lesson_line *next_line(const struct fl_table *t)
{
    const struct fl_lesson *lesson = fl_table_lesson(t);
    return lesson ? fl_lesson_next(lesson, &t->match) : NULL;
}

/* Plays the next move of the script. */
static bool tick(struct fl_table *t)
{
    bool plays = t->phase == FL_TABLE_PLAYING && t->clients && !t->has_bot_move;
    const struct fl_lesson_line *line = plays ? next_line(t) : NULL;
    if (!line || !line->step || line->say)
        return false;
    fl_move move = fl_lesson_move(fl_table_lesson(t), line);
    return fl_play(t, fl_lesson_seat(line), move, true, FL_NO_CLIENT) == FL_OK;
}

const char *fl_lesson_refuse(const struct fl_table *t, int seat, fl_move move)
{
    const struct fl_lesson_line *line = next_line(t);
    if (seat != FL_PUPIL || !line || !line->step)
        return NULL;
    return line->say ? fl_lesson_check(fl_table_lesson(t), line, move) : "status.not-your-turn";
}

/* The expected move and its items, so that a client can point at them. */
static void put_wanted(struct fl_json *j, const struct fl_table *t,
                       const struct fl_lesson_line *line)
{
    uint16_t item[FL_MAX_TOUCHED];
    struct fl_sight sight;
    fl_move move = fl_lesson_move(fl_table_lesson(t), line);
    fl_match_sight(&t->match, FL_PUPIL, &sight);
    int items = sight.game->touches(&sight.state, FL_PUPIL, move, item);
    fl_json_key_text(j, "move", line->step + 2);
    fl_json_key(j, "items");
    fl_json_open(j, '[');
    for (int i = 0; i < items; i++)
        fl_json_number(j, item[i]);
    fl_json_close(j, ']');
}

/* The text for the pupil's next move. There is none while others move. */
void fl_json_lesson(struct fl_json *j, const struct fl_table *t, int viewer)
{
    const struct fl_lesson_line *line = viewer == FL_PUPIL && t->match.game ? next_line(t) : NULL;
    if (!line || !line->say)
        return;
    const struct fl_lesson *lesson = fl_table_lesson(t);
    fl_json_key(j, "lesson");
    fl_json_open(j, '{');
    fl_json_key_text(j, "key", line->say);
    fl_json_key_number(j, "number", fl_lesson_position(lesson, line));
    fl_json_key_number(j, "count", fl_lesson_position(lesson, NULL) - 1);
    if (line->step)
        put_wanted(j, t, line);
    fl_json_close(j, '}');
}

const struct fl_feature fl_lesson_feature = {.tick = tick};
