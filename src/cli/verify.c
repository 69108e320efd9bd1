/* flibuste verify FILE: replays a record by the rules and compares its result and its hash. */
#include "cli/cli.h"

#include "core/json.h"

static void put_json(const struct fl_match *m, struct fl_buf *out)
{
    struct fl_json j = fl_json_to(out);
    fl_json_open(&j, '{');
    fl_json_key(&j, "valid");
    fl_json_bool(&j, true);
    fl_json_key_text(&j, "game", m->game->name);
    fl_json_key_number(&j, "version", m->game->version);
    fl_json_key_number(&j, "steps", m->steps);
    fl_json_key(&j, "partial");
    fl_json_bool(&j, m->viewer != FL_TRUTH);
    fl_json_key(&j, "over");
    fl_json_bool(&j, !fl_match_turn(m));
    fl_json_close(&j, '}');
    fl_put_char(out, '\n');
}

static void put_words(const struct fl_cli *cli, const struct fl_match *m, struct fl_buf *out)
{
    struct fl_phrase phrase;
    fl_phrase_begin(&phrase, fl_match_turn(m) ? "cli.verified-open" : "cli.verified");
    fl_with_word(&phrase, "game", m->game->name);
    fl_with_number(&phrase, "n", (int32_t)m->steps);
    fl_put_phrase(out, cli->lang, &phrase, NULL);
    fl_put_char(out, '\n');
}

int fl_cli_verify(struct fl_cli *cli, int argc, char **argv)
{
    static const struct option options[] = {
        {"lang", required_argument, NULL, 'l'}, {"json", no_argument, NULL, 'j'}, {0}};
    char memory[1024];
    struct fl_buf out = fl_buf_over(memory, sizeof memory);
    struct fl_record record;
    bool json = false;
    for (int option; (option = fl_cli_option(cli, argc, argv, options)) != -1;) {
        if (option == '?')
            return FL_CLI_USAGE;
        json |= option == 'j';
    }
    if (optind >= argc)
        return fl_cli_fail(cli, FL_CLI_USAGE, "cli.expected-file", NULL, NULL);
    if (optind + 1 < argc)
        return fl_cli_fail(cli, FL_CLI_USAGE, "cli.too-much", NULL, argv[optind + 1]);
    if (!fl_cli_read_record(cli, argv[optind], &record))
        return FL_CLI_FAILED;
    if (json)
        put_json(&record.match, &out);
    else
        put_words(cli, &record.match, &out);
    fputs(out.at, stdout);
    fl_match_end(&record.match);
    return FL_CLI_OK;
}
