/* The lesson of Pirates en Duel: a crew is recruited and boards. */
#include "core/lesson.h"
#include "games/games.h"

static const struct fl_lesson_line lines[] = {
    {.step = "1 recruit", .say = "learn.pd.first"},
    {.step = "* sailor-sabre monkey-sabre sailor-cannon helm-cannon"},
    {.step = "1 put 2 blue", .say = "learn.pd.choose", .wrong = "learn.pd.choose-wrong"},
    {.step = "2 put 1 red"},
    {.step = "3 put 3 white"},
    {.step = "* sailor-sabre"},
    {.step = "1 recruit", .say = "learn.pd.turn"},
    {.step = "* sailor-cannon twin"},
    {.step = "1 enlist 1 3", .say = "learn.pd.enlist", .wrong = "learn.pd.enlist-wrong"},
    {.step = "1 fight", .say = "learn.pd.fight"},
    {.step = "* boarding-black"},
    {.step = "1 attack red", .say = "learn.pd.attack", .wrong = "learn.pd.attack-wrong"},
    {.step = "1 roll", .say = "learn.pd.roll"},
    {.step = "* S S S B N"},
    {.step = "2 roll"},
    {.step = "* S B"},
    {.step = "1 lose red 1", .say = "learn.pd.lose", .wrong = "learn.pd.lose-wrong"},
    {.step = "2 recruit"},
    {.step = "* sailor-cannon parrot-sabre"},
    {.step = "2 enlist 1 2"},
    {.step = "2 fight"},
    {.step = "* storm"},
    {.step = "3 recruit"},
    {.step = "* brother-sabre dinghy-sabre"},
    {.step = "3 enlist 1 2"},
    {.step = "3 fight"},
    {.step = "* capture"},
    {.say = "learn.pd.end"},
};

const struct fl_lesson fl_lesson_pirates_en_duel = {.game = &fl_pirates_en_duel,
                                                    .seats = 3,
                                                    .option = {{"boats", "seat"}, {"first", "1"}},
                                                    .line = lines};
