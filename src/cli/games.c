/* flibuste games: lists the games. */
#include "cli/cli.h"

#include "core/json.h"
#include "games/games.h"

static void put_json(struct fl_buf *out)
{
    struct fl_json j = fl_json_to(out);
    fl_json_open(&j, '[');
    for (int i = 0; fl_games[i]; i++) {
        const struct fl_game *g = fl_games[i];
        fl_json_open(&j, '{');
        fl_json_key_text(&j, "name", g->name);
        fl_json_key_number(&j, "version", g->version);
        fl_json_key_number(&j, "seats_min", g->seats_min);
        fl_json_key_number(&j, "seats_max", g->seats_max);
        fl_json_key(&j, "options");
        fl_json_open(&j, '{');
        for (int o = 0; o < fl_option_count(g); o++) {
            fl_json_key(&j, g->option[o].name);
            fl_json_open(&j, '[');
            for (int c = 0; c < FL_MAX_CHOICES && g->option[o].choice[c].word; c++)
                fl_json_text(&j, g->option[o].choice[c].word);
            fl_json_close(&j, ']');
        }
        fl_json_close(&j, '}');
        fl_json_close(&j, '}');
    }
    fl_json_close(&j, ']');
    fl_put_char(out, '\n');
}

static void put_options(const struct fl_game *g, struct fl_buf *out)
{
    for (int o = 0; o < fl_option_count(g); o++) {
        fl_put(out, "    --option ");
        fl_put(out, g->option[o].name);
        for (int c = 0; c < FL_MAX_CHOICES && g->option[o].choice[c].word; c++) {
            fl_put_char(out, c ? '|' : '=');
            fl_put(out, g->option[o].choice[c].word);
        }
        fl_put_char(out, '\n');
    }
}

static void put_words(struct fl_cli *cli, struct fl_buf *out)
{
    for (int i = 0; fl_games[i]; i++) {
        const struct fl_game *g = fl_games[i];
        struct fl_phrase phrase;
        fl_phrase_begin(&phrase, "cli.game-line");
        fl_with_text(&phrase, "name", g->name);
        fl_with_word(&phrase, "title", g->name);
        fl_with_word(&phrase, "about", g->about);
        fl_with_number(&phrase, "least", g->seats_min);
        fl_with_number(&phrase, "most", g->seats_max);
        fl_put_phrase(out, cli->lang, &phrase, NULL);
        fl_put_char(out, '\n');
        put_options(g, out);
    }
}

static int run_games(struct fl_cli *cli, int argc, char **argv)
{
    static const struct option options[] = {
        {"lang", required_argument, NULL, 'l'}, {"json", no_argument, NULL, 'j'}, {0}};
    static char memory[1 << 16];
    struct fl_buf out = fl_buf_over(memory, sizeof memory);
    bool json = false;
    for (int option; (option = fl_cli_option(cli, argc, argv, options)) != -1;) {
        if (option == '?')
            return FL_CLI_USAGE;
        json |= option == 'j';
    }
    if (optind < argc)
        return fl_cli_fail(cli, FL_CLI_USAGE, "cli.too-much", NULL, argv[optind]);
    if (json)
        put_json(&out);
    else
        put_words(cli, &out);
    fputs(out.at, stdout);
    return FL_CLI_OK;
}

const struct fl_cli_command fl_command_games = {"games", run_games, "cli.help.games"};
