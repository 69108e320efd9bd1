/* The lesson of Mille Sabords!: a turn that pays, and a battle won with the last two dice. */
#include "core/lesson.h"
#include "games/games.h"

static const struct fl_lesson_line lines[] = {
    {.step = "1 card", .say = "learn.ms.card"},
    {.step = "* coin"},
    {.step = "1 throw", .say = "learn.ms.throw"},
    {.step = "* S C C M M P X D"},
    {.step = "1 reroll 4 5 6 7",
     .say = "learn.ms.again",
     .wrong = "learn.ms.again-wrong",
     .but = {{"stop", "learn.ms.again-stop"}}},
    {.step = "* C M S M"},
    {.step = "1 stop", .say = "learn.ms.stop", .wrong = "learn.ms.stop-wrong"},
    {.step = "2 card"},
    {.step = "* pirate"},
    {.step = "2 throw"},
    {.step = "* S X S P M S C D"},
    {.step = "1 card", .say = "learn.ms.bust"},
    {.step = "* ship-2"},
    {.step = "1 throw", .say = "learn.ms.ship"},
    {.step = "* X P P P S M C M"},
    {.step = "1 reroll 6 8",
     .say = "learn.ms.sabres",
     .wrong = "learn.ms.sabres-wrong",
     .but = {{"stop", "learn.ms.sabres-stop"}}},
    {.step = "* X S"},
    {.step = "1 stop", .say = "learn.ms.won", .wrong = "learn.ms.won-wrong"},
    {.step = "2 card"},
    {.step = "* diamond"},
    {.step = "2 throw"},
    {.step = "* S S M M P P C X"},
    {.step = "2 stop"},
    {.say = "learn.ms.end"},
};

const struct fl_lesson fl_lesson_mille_sabords = {
    .game = &fl_mille_sabords, .seats = 2, .option = {{"first", "1"}}, .line = lines};
