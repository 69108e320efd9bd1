/* The lesson of Corsaires: a galleon defended, another one seized with a captain. */
#include "core/lesson.h"
#include "games/games.h"

static const struct fl_lesson_line lines[] = {
    {.step = "* galleon-5 galleon-2 red-4 blue-2 blue-1 captain-blue"},
    {.step = "* green-3 galleon-6 yellow-3 green-1 galleon-2 red-1"},
    {.step = "1 galleon 5",
     .say = "learn.co.lay",
     .wrong = "learn.co.lay-wrong",
     .but = {{"galleon 2", "learn.co.lay-two"}}},
    {.step = "2 attack 1 green-3"},
    {.step = "1 attack 1 red-4",
     .say = "learn.co.defend",
     .wrong = "learn.co.defend-wrong",
     .but = {{"attack 1 blue-2", "learn.co.defend-weak"},
             {"attack 1 blue-1", "learn.co.defend-weak"}}},
    {.step = "2 galleon 6"},
    {.step = "1 attack 2 blue-2",
     .say = "learn.co.seize",
     .wrong = "learn.co.seize-wrong",
     .but = {{"attack 2 blue-1", "learn.co.seize-one"}}},
    {.step = "2 attack 2 yellow-3"},
    {.step = "1 captain 2 blue",
     .say = "learn.co.captain",
     .wrong = "learn.co.captain-wrong",
     .but = {{"attack 2 blue-1", "learn.co.captain-tie"}}},
    {.step = "2 draw"},
    {.step = "* red-2"},
    {.step = "1 draw", .say = "learn.co.draw", .wrong = "learn.co.draw-wrong"},
    {.step = "* admiral"},
    {.step = "2 draw"},
    {.step = "* yellow-1"},
    {.say = "learn.co.end"},
};

const struct fl_lesson fl_lesson_corsaires = {
    .game = &fl_corsaires, .seats = 2, .option = {{"first", "1"}}, .line = lines};
