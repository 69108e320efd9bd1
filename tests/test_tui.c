/* The parts of the full screen that need no terminal: frames with targets, and choosing in steps.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "games/games.h"
#include "term/ascii.h"
#include "tui/canvas.h"
#include "tui/chooser.h"

static struct fl_canvas canvas_of(int rows, int columns)
{
    struct fl_canvas c = {.rows = 0};
    assert_true(fl_canvas_resize(&c, rows, columns));
    return c;
}

/* A row of the canvas as text. */
static const char *row_of(const struct fl_canvas *c, int row, char *memory, size_t room)
{
    struct fl_buf out = fl_buf_over(memory, room);
    for (int i = 0; i < c->columns; i++)
        fl_put(&out, c->cell[row * c->columns + i].text);
    return out.at;
}

static void text_is_cut_at_the_edge(void **state)
{
    struct fl_canvas c = canvas_of(2, 8);
    char memory[128];
    (void)state;
    fl_canvas_text(&c, 0, 4, FL_ROLE_PLAIN, "abcdef");
    assert_string_equal(row_of(&c, 0, memory, sizeof memory), "    abcd");
    fl_canvas_fit(&c, 1, 0, 5, FL_ROLE_PLAIN, "Mille Sabords");
    assert_string_equal(row_of(&c, 1, memory, sizeof memory), "Mill…   ");
    fl_canvas_text(&c, 5, 0, FL_ROLE_PLAIN, "below the last row");
    fl_canvas_text(&c, 0, -2, FL_ROLE_PLAIN, "left");
    assert_string_equal(row_of(&c, 0, memory, sizeof memory), "ft  abcd");
    fl_canvas_free(&c);
}

static void styles_become_roles(void **state)
{
    struct fl_canvas c = canvas_of(1, 4);
    (void)state;
    assert_int_equal(fl_canvas_text(&c, 0, 0, FL_ROLE_DIM, "a\033[1mb\033[0mc"), 3);
    assert_int_equal(c.cell[0].role, FL_ROLE_DIM);
    assert_int_equal(c.cell[1].role, FL_ROLE_BOLD);
    assert_int_equal(c.cell[2].role, FL_ROLE_DIM);
    fl_canvas_free(&c);
}

static void arrows_go_to_the_nearest_target(void **state)
{
    struct fl_canvas c = canvas_of(5, 20);
    struct fl_area area;
    (void)state;
    for (int i = 0; i < 3; i++) {
        c.target = (uint16_t)(i + 1);
        fl_canvas_text(&c, 0, 6 * i, FL_ROLE_PLAIN, "die");
    }
    c.target = 9;
    fl_canvas_text(&c, 4, 0, FL_ROLE_PLAIN, "a line of the list");
    assert_int_equal(fl_canvas_neighbour(&c, 1, 0, 1), 2);
    assert_int_equal(fl_canvas_neighbour(&c, 3, 0, -1), 2);
    assert_int_equal(fl_canvas_neighbour(&c, 3, 0, 1), 3);
    assert_int_equal(fl_canvas_neighbour(&c, 2, 1, 0), 9);
    assert_int_equal(fl_canvas_neighbour(&c, 9, -1, 0), 2);
    assert_int_equal(fl_canvas_target_at(&c, 0, 7), 2);
    assert_int_equal(fl_canvas_target_at(&c, 0, 4), FL_NO_TARGET);
    assert_int_equal(fl_canvas_target_at(&c, 9, 9), FL_NO_TARGET);
    assert_true(fl_canvas_find(&c, 3, &area));
    assert_int_equal(area.column, 12);
    assert_int_equal(area.columns, 3);
    assert_false(fl_canvas_find(&c, 7, &area));
    fl_canvas_free(&c);
}

static void every_frame_character_has_an_ascii_one(void **state)
{
    static const char *const characters[] = {"─", "━", "═", "│", "┃", "║", "╭", "┓", "╝", "•", "▸",
                                             "◉", "†", "●", "⌂", "✶", "▴", "▒", "█", "▁", "é", "À",
                                             "ç", "’", "“", "…", "–", "−", "×", "▐", "░", "▾", "⚑"};
    (void)state;
    for (size_t i = 0; i < sizeof characters / sizeof characters[0]; i++)
        assert_int_not_equal(fl_ascii_of(characters[i]), '?');
    assert_int_equal(fl_ascii_of("é"), 'e');
    assert_int_equal(fl_ascii_of("?"), '?');
}

/* A new match of three players in which the first one begins. */
static void begin(struct fl_match *m, const char *name, struct fl_sight *sight)
{
    const struct fl_game *game = fl_game_find(name);
    struct fl_setup setup = fl_setup_default(game, 3);
    struct fl_rng rng = fl_rng_from(7, 1);
    assert_true(fl_setup_set(game, &setup, "first", "1"));
    fl_match_begin(m, game, &setup, FL_TRUTH);
    assert_int_equal(fl_match_play_chance_rng(m, &rng), FL_OK);
    fl_match_sight(m, 0, sight);
}

static void a_crew_is_formed_in_two_steps(void **state)
{
    struct fl_chooser *c = malloc(sizeof *c);
    struct fl_match m;
    struct fl_sight sight;
    struct fl_command command;
    (void)state;
    begin(&m, "buccaneer", &sight);
    fl_chooser_begin(c, &sight);
    uint16_t own = c->touch[0][0], other = c->touch[0][1], third = FL_NO_ITEM;
    for (int i = 0; i < c->choices.singles && third == FL_NO_ITEM; i++)
        if (c->touch[i][0] != own)
            third = c->touch[i][0];
    assert_true(fl_chooser_continues(c, own));
    assert_false(fl_chooser_only(c, own, &command)); /* several crews can be captured */
    assert_true(fl_chooser_toggle(c, own));
    assert_true(fl_chooser_continues(c, other));
    assert_false(fl_chooser_continues(c, third)); /* an own crew cannot be captured with this one */
    assert_true(fl_chooser_only(c, other, &command));
    assert_int_equal(command.kind, FL_COMMAND_MOVE);
    assert_int_equal(command.move, c->choices.single[0]);
    assert_true(fl_chooser_toggle(c, own)); /* released */
    assert_int_equal(c->picks, 0);
    fl_match_end(&m);
    free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_is_cut_at_the_edge),
        cmocka_unit_test(styles_become_roles),
        cmocka_unit_test(arrows_go_to_the_nearest_target),
        cmocka_unit_test(every_frame_character_has_an_ascii_one),
        cmocka_unit_test(a_crew_is_formed_in_two_steps),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
