/* flibuste saves: lists the games that were saved automatically. */
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/join.h"
#include "cli/report/text_table.h"
#include "core/json.h"
#include "term/saves.h"

enum { MOST = 500, SHOWN = 30 };

static void put_state(struct fl_buf *out, const struct fl_screen *s, const struct fl_save *save)
{
    struct fl_phrase phrase;
    fl_seats seats = save->over ? save->winners : save->turn;
    int seat = seats && !(seats & FL_SEAT(FL_CHANCE)) ? __builtin_ctz(seats) : FL_NOBODY;
    bool one = fl_bits(seats & 0xFF) == 1 && seat != FL_NOBODY;
    fl_phrase_begin(&phrase, save->over ? one ? "saves.won" : "saves.over"
                             : one      ? "saves.turn"
                                        : "saves.open");
    if (one)
        fl_with_text(&phrase, "who", save->players.name[seat]);
    fl_put_sentence(out, s, &phrase);
}

static void add_row(struct fl_text_table *t, const struct fl_cli *cli, const struct fl_screen *s,
                    const struct fl_save *save)
{
    char memory[256];
    struct fl_buf text = fl_buf_over(memory, sizeof memory);
    fl_text_table_row(t);
    fl_put_save_time(&text, s, save);
    fl_text_table_text(t, text.at);
    fl_text_table_word(t, cli, save->game->name);
    fl_buf_clear(&text);
    fl_put_save_players(&text, save);
    fl_text_table_text(t, text.at);
    fl_buf_clear(&text);
    put_state(&text, s, save);
    fl_text_table_text(t, text.at);
}

static int print_text(const struct fl_cli *cli, const struct fl_save *save, int count)
{
    struct fl_screen screen;
    struct fl_text_table *table = calloc(1, sizeof *table);
    bool open = false;
    fl_screen_open(&screen, stdout, cli->lang, FL_COLOUR_AUTO);
    if (!count || !table) {
        free(table);
        if (!fl_join_print_known(&screen))
            fl_screen_word(&screen, "saves.none");
        return FL_CLI_OK;
    }
    table->left = ~0u;
    for (int i = 0; i < count && i < SHOWN; i++)
        add_row(table, cli, &screen, &save[i]);
    fl_text_table_print(table, stdout);
    free(table);
    for (int i = 0; i < count && !open; i++)
        if (!save[i].over) {
            char memory[4 * FL_PATH_SIZE];
            struct fl_buf path = fl_buf_over(memory, sizeof memory);
            open = true;
            fl_put_shell_word(&path, save[i].path);
            fl_screen_word(&screen, "saves.resume");
            printf("  %s play --resume %s\n", fl_cli_program(), path.at);
        }
    fl_join_print_known(&screen);
    return FL_CLI_OK;
}

static void put_json(struct fl_json *j, const struct fl_save *save)
{
    fl_json_open(j, '{');
    fl_json_key(j, "file");
    fl_json_text(j, save->path);
    fl_json_key(j, "game");
    fl_json_text(j, save->game->name);
    fl_json_key(j, "finished");
    fl_json_bool(j, save->over);
    fl_json_key(j, "saved");
    fl_json_number(j, save->at);
    fl_json_key(j, "players");
    fl_json_open(j, '[');
    for (int seat = 0; seat < save->seats; seat++)
        fl_json_text(j, save->players.name[seat]);
    fl_json_close(j, ']');
    fl_json_close(j, '}');
}

static int print_json(const struct fl_cli *cli, const struct fl_save *save, int count)
{
    size_t room = 4096 + (size_t)count * 4096;
    char *memory = malloc(room);
    if (!memory)
        return fl_cli_fail(cli, FL_CLI_FAILED, "analyse.no-memory", NULL, NULL);
    struct fl_buf out = fl_buf_over(memory, room);
    struct fl_json j = fl_json_to(&out);
    fl_json_open(&j, '{');
    fl_json_key(&j, "saves");
    fl_json_open(&j, '[');
    for (int i = 0; i < count; i++)
        put_json(&j, &save[i]);
    fl_json_close(&j, ']');
    fl_json_close(&j, '}');
    puts(out.at);
    free(memory);
    return FL_CLI_OK;
}

static int run_saves(struct fl_cli *cli, int argc, char **argv)
{
    static const struct option options[] = {
        {"lang", required_argument, NULL, 'l'}, {"json", no_argument, NULL, 'j'}, {0}};
    bool json = false;
    int count;
    for (int option; (option = fl_cli_option(cli, argc, argv, options)) != -1;) {
        if (option == '?')
            return FL_CLI_USAGE;
        json |= option == 'j';
    }
    if (optind < argc)
        return fl_cli_fail(cli, FL_CLI_USAGE, "cli.too-much", NULL, argv[optind]);
    struct fl_save *save = fl_saves_list(MOST, &count);
    int status = json ? print_json(cli, save, count) : print_text(cli, save, count);
    free(save);
    return status;
}

const struct fl_cli_command fl_command_saves = {"saves", run_saves, "cli.help.saves"};
