/* Fuzzes the options of a table, as clients and the database contain them: options that are read
 * are written and read again unchanged, a refusal names an existing text. The first byte selects
 * the game. */
#include "fuzz.h"
#include "host/table_options.h"

enum { LONGEST = 1024 };

static const char *const levels[] = {"moussaillon", "matelot", "capitaine", NULL};

static void options_are_stable(const struct fl_table_options *options)
{
    char text[2 * LONGEST], again[2 * LONGEST], detail[FL_NAME_SIZE];
    struct fl_buf out = fl_buf_over(text, sizeof text), twice = fl_buf_over(again, sizeof again);
    struct fl_table_options read;
    const char *wrong = NULL;
    MUST(!fl_setup_check(options->game, &options->setup));
    fl_table_options_write(options, levels, &out);
    MUST(!out.overflowed);
    MUST(fl_table_options_read(options->game, text, levels, &read, &wrong, detail));
    fl_table_options_write(&read, levels, &twice);
    MUST(!strcmp(text, again));
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
    char words[LONGEST], detail[FL_NAME_SIZE];
    struct fl_table_options options;
    const char *wrong = NULL;
    if (!len || len >= sizeof words)
        return 0;
    memcpy(words, bytes + 1, len - 1);
    words[len - 1] = '\0';
    if (fl_table_options_read(fuzz_game(bytes[0]), words, levels, &options, &wrong, detail)) {
        options_are_stable(&options);
    } else {
        MUST(wrong && fl_word_exists(wrong));
        MUST(memchr(detail, '\0', sizeof detail));
    }
    return 0;
}
