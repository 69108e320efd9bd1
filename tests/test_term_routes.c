/* Routes to named squares in the terminal, in Aux Sabords (rule 5.11). */
#include "aux_sabords_table.h"
#include "languages.h"
#include "term/command.h"

static struct fl_command typed(struct table *t, fl_lang lang, const char *line)
{
    struct fl_sight sight;
    struct fl_command command;
    fl_match_sight(&t->match, 0, &sight);
    fl_command_read(&sight, lang, line, &command);
    return command;
}

/* Red is at g4 and has three steps to sail. */
static struct table *at_sea(void **state)
{
    struct table *t = sit(*state, 4, "");
    place(t, RED, "g4");
    sails(t, 3);
    return t;
}

static void leads_to(struct table *t, const struct fl_command *command, const char *square)
{
    assert_int_equal(command->kind, FL_COMMAND_ROUTE);
    for (int i = 0; i < command->route.count; i++)
        assert_int_equal(fl_match_play(&t->match, 0, command->route.move[i]), FL_OK);
    assert_int_equal(board(t)->at[RED], square_of(square));
}

static void a_square_is_a_letter_and_a_number(void **state)
{
    static const char *const others[] = {"e", "4", "44", "e4x", ""};
    struct table *t = at_sea(state);
    assert_int_equal(typed(t, FL_ENGLISH, "h4").kind, FL_COMMAND_ROUTE);
    assert_int_equal(typed(t, FL_ENGLISH, "M13").kind, FL_COMMAND_NO_ROUTE);
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        enum fl_command_kind kind = typed(t, FL_ENGLISH, others[i]).kind;
        assert_true(kind != FL_COMMAND_ROUTE && kind != FL_COMMAND_NO_ROUTE);
    }
}

static void squares_are_named_from_the_upper_left(void **state)
{
    struct table *t = at_sea(state);
    struct fl_sight sight;
    struct fl_routes routes;
    char memory[16];
    struct fl_buf name = fl_buf_over(memory, sizeof memory);
    fl_match_sight(&t->match, 0, &sight);
    fl_routes_of(&sight, &routes);
    assert_true(routes.count > 4);
    fl_put_square(&name, &routes.view, 0);
    fl_put_char(&name, ' ');
    fl_put_square(&name, &routes.view, 168);
    fl_put_char(&name, ' ');
    fl_put_square(&name, &routes.view, FL_AUX_ITEM_PILE); /* is not on a board */
    assert_string_equal(memory, "a1 m13 ");
}

static void one_goes_where_one_names(void **state)
{
    struct table *t = at_sea(state);
    struct fl_command command = typed(t, FL_ENGLISH, "go g1");
    leads_to(t, &command, "g1");
    t = at_sea(state);
    command = typed(t, FL_FRENCH, "aller D4");
    leads_to(t, &command, "d4");
    t = at_sea(state);
    command = typed(t, FL_FRENCH, "go h4");
    leads_to(t, &command, "h4");
    t = at_sea(state);
    command = typed(t, FL_ENGLISH, " h4 ");
    leads_to(t, &command, "h4");
}

static void what_cannot_be_reached_is_said_so(void **state)
{
    struct table *t = at_sea(state);
    assert_int_equal(typed(t, FL_ENGLISH, "go g4").kind, FL_COMMAND_NO_ROUTE);
    assert_int_equal(typed(t, FL_ENGLISH, "go m13").kind, FL_COMMAND_NO_ROUTE);
    assert_int_equal(typed(t, FL_ENGLISH, "z99").kind, FL_COMMAND_NO_ROUTE);
    assert_int_equal(typed(t, FL_ENGLISH, "go nowhere").kind, FL_COMMAND_UNKNOWN);
    assert_int_equal(typed(t, FL_ENGLISH, "gone e4").kind, FL_COMMAND_UNKNOWN);
    plays(t, "NNN");
    assert_int_equal(typed(t, FL_ENGLISH, "go g1").kind, FL_COMMAND_NO_ROUTE);
}

static void single_steps_can_still_be_typed(void **state)
{
    struct table *t = at_sea(state);
    struct fl_command command = typed(t, FL_FRENCH, "nord");
    assert_int_equal(command.kind, FL_COMMAND_MOVE);
    assert_int_equal(command.move, FL_AUX_STEP);
    assert_int_equal(typed(t, FL_ENGLISH, "e").kind, FL_COMMAND_MOVE);
}

static void a_game_without_ways_knows_no_squares(void **state)
{
    struct table *t = *state;
    table_sit(t, &fl_mille_sabords, 2, "first=1");
    assert_int_equal(typed(t, FL_ENGLISH, "e4").kind, FL_COMMAND_UNKNOWN);
    assert_int_equal(typed(t, FL_ENGLISH, "go e4").kind, FL_COMMAND_UNKNOWN);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_square_is_a_letter_and_a_number), TEST(squares_are_named_from_the_upper_left),
        TEST(one_goes_where_one_names),          TEST(what_cannot_be_reached_is_said_so),
        TEST(single_steps_can_still_be_typed),   TEST(a_game_without_ways_knows_no_squares),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
