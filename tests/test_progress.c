/* The progress bar of long commands. */
#include "cli/report/progress.h"
#include "table.h"

static void assert_bar(const char *locale, double part, double seconds, const char *expected)
{
    char memory[256];
    struct fl_buf out = fl_buf_over(memory, sizeof memory);
    struct fl_cli cli;
    assert_true(fl_lang_of(locale, &cli.lang));
    fl_cli_put_bar(&cli, part, seconds, &out);
    assert_string_equal(out.at, expected);
}

static void the_bar_shows_the_time_left(void **state)
{
    (void)state;
    assert_bar("en", 0, 5, "[                                        ]   0%");
    assert_bar("en", 0.25, 1, "[##########                              ]  25%");
    assert_bar("en", 0.25, 30.1, "[##########                              ]  25%  1:31 left");
    assert_bar("fr", 0.25, 30.1, "[##########                              ]  25 %  encore 1:31");
    assert_bar("en", 1.5, 30, "[########################################] 100%");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_bar_shows_the_time_left)};
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
