/* The lesson of Buccaneer: a crew is formed, grows, boards and is paid. */
#include "core/lesson.h"
#include "games/games.h"

static const struct fl_lesson_line lines[] = {
    {.step = "* ship-3 ship-6 ship-7"},
    {.step = "1 merge r5 b2",
     .say = "learn.bu.crew",
     .wrong = "learn.bu.crew-wrong",
     .but = {{"merge r5 b5", "learn.bu.crew-dear"}, {"merge r5 y5", "learn.bu.crew-dear"}}},
    {.step = "2 merge b3 y2"},
    {.step = "3 merge y3 r2"},
    {.step = "1 merge r5 y3",
     .say = "learn.bu.grow",
     .wrong = "learn.bu.grow-wrong",
     .but = {{"board r5 3 barrel", "learn.bu.grow-board"}}},
    {.step = "2 merge b4 y4"},
    {.step = "3 merge y5 b5"},
    {.step = "1 board r5 7 barrel",
     .say = "learn.bu.board",
     .wrong = "learn.bu.board-wrong",
     .but = {{"board r5 7 sabre", "learn.bu.board-sabre"},
             {"board r5 3 barrel", "learn.bu.board-small"},
             {"board r5 6 candlestick", "learn.bu.board-small"}}},
    {.step = "2 board b3 3 barrel"},
    {.step = "3 merge y? r4"},
    {.step = "1 merge r5 b4",
     .say = "learn.bu.steal",
     .wrong = "learn.bu.steal-wrong",
     .but = {{"merge r5 y?", "learn.bu.steal-question"}}},
    {.step = "2 merge b2 r3"},
    {.step = "3 merge y3 b?"},
    {.say = "learn.bu.end"},
};

const struct fl_lesson fl_lesson_buccaneer = {
    .game = &fl_buccaneer, .seats = 3, .option = {{"first", "1"}}, .line = lines};
