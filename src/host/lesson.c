/* A table that teaches: the pupil's moves are judged, all others are in the script. */
#include "games/games.h"
#include "host/table.h"

/* A rematch is a game like any other. */
const struct fl_lesson *fl_table_lesson(const struct fl_table *t)
{
    return t->terms.dice == FL_LESSON_DICE && !t->again ? fl_lesson_find(t->terms.game) : NULL;
}

static const struct fl_lesson_line *next_line(const struct fl_table *t)
{
    const struct fl_lesson *lesson = fl_table_lesson(t);
    return lesson ? fl_lesson_next(lesson, &t->match) : NULL;
}

bool fl_lesson_mind(struct fl_table *t)
{
    const struct fl_lesson_line *line = next_line(t);
    if (!line || !line->step || line->say)
        return false;
    fl_move move = fl_lesson_move(fl_table_lesson(t), line);
    return fl_play(t, fl_lesson_seat(line), move, true, FL_NO_LINE) == FL_OK;
}

const char *fl_lesson_refuse(const struct fl_table *t, int seat, fl_move move)
{
    const struct fl_lesson_line *line = next_line(t);
    if (seat != FL_PUPIL || !line || !line->step)
        return NULL;
    return line->say ? fl_lesson_judge(fl_table_lesson(t), line, move) : "status.not-your-turn";
}

/* The wanted move and the items it is about, for whoever asks to be shown. */
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

/* What the pupil is to learn now. While others move there is nothing, and then it would be wrong.
 */
void fl_json_lesson(struct fl_json *j, const struct fl_table *t, int viewer)
{
    const struct fl_lesson_line *line = viewer == FL_PUPIL && t->match.game ? next_line(t) : NULL;
    if (!line || !line->say)
        return;
    const struct fl_lesson *lesson = fl_table_lesson(t);
    fl_json_key(j, "lesson");
    fl_json_open(j, '{');
    fl_json_key_text(j, "say", line->say);
    fl_json_key_number(j, "place", fl_lesson_place(lesson, line));
    fl_json_key_number(j, "of", fl_lesson_length(lesson) - 1);
    if (line->step)
        put_wanted(j, t, line);
    fl_json_close(j, '}');
}
