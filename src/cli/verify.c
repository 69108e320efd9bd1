/* flibuste verify FILE: replays a record by the rules, compares its result and its hash, and
 * recomputes fair dice. With --odds, prints the probabilities of every roll (docs/fair-dice.md). */
#include "cli/cli.h"

#include "core/json.h"

static const char *verdict_name(enum fl_fair_verdict verdict)
{
    static const char *const name[] = {
        [FL_DICE_OTHER] = "other",
        [FL_DICE_HIDDEN] = "hidden",
        [FL_DICE_PARTIAL] = "partial",
        [FL_DICE_FAIR] = "fair",
        [FL_DICE_WRONG_COMMITMENT] = "wrong-commitment",
        [FL_DICE_WRONG_ROLL] = "wrong-roll",
    };
    return name[verdict];
}

static bool is_wrong(const struct fl_fair_report *dice)
{
    return dice->verdict == FL_DICE_WRONG_COMMITMENT || dice->verdict == FL_DICE_WRONG_ROLL;
}

static void put_json(const struct fl_match *m, const struct fl_fair_report *dice,
                     struct fl_buf *out)
{
    struct fl_json j = fl_json_to(out);
    fl_json_open(&j, '{');
    fl_json_key(&j, "valid");
    fl_json_bool(&j, !is_wrong(dice));
    fl_json_key_text(&j, "game", m->game->name);
    fl_json_key_number(&j, "version", m->game->version);
    fl_json_key_number(&j, "steps", m->steps);
    fl_json_key(&j, "partial");
    fl_json_bool(&j, m->viewer != FL_TRUTH);
    fl_json_key(&j, "over");
    fl_json_bool(&j, !fl_match_turn(m));
    fl_json_key_text(&j, "dice", verdict_name(dice->verdict));
    fl_json_key_number(&j, "rolls", dice->rolls);
    fl_json_close(&j, '}');
    fl_put_char(out, '\n');
}

static void put_words(const struct fl_cli *cli, const struct fl_match *m,
                      const struct fl_fair_report *dice, struct fl_buf *out)
{
    struct fl_phrase phrase;
    fl_phrase_begin(&phrase, fl_match_turn(m) ? "cli.verified-open" : "cli.verified");
    fl_with_word(&phrase, "game", m->game->name);
    fl_with_number(&phrase, "n", (int32_t)m->steps);
    fl_put_phrase(out, cli->lang, &phrase, NULL);
    fl_put_char(out, '\n');
    /* Dice that were not meant to be fair are not worth a sentence. */
    if (dice->verdict == FL_DICE_OTHER)
        return;
    fl_phrase_begin(&phrase, dice->verdict == FL_DICE_FAIR     ? "cli.dice-fair"
                             : dice->verdict == FL_DICE_HIDDEN ? "cli.dice-hidden"
                                                               : "cli.dice-partial");
    fl_with_number(&phrase, "n", (int32_t)dice->rolls);
    fl_put_phrase(out, cli->lang, &phrase, NULL);
    fl_put_char(out, '\n');
}

/* Prints an error about wrong dice. */
static int refuse_dice(const struct fl_cli *cli, const char *path, const struct fl_game *game,
                       const struct fl_fair_report *dice)
{
    char memory[2][64];
    struct fl_buf found = fl_buf_over(memory[0], sizeof memory[0]);
    struct fl_buf expected = fl_buf_over(memory[1], sizeof memory[1]);
    struct fl_phrase phrase;
    if (dice->verdict == FL_DICE_WRONG_COMMITMENT)
        return fl_cli_fail(cli, FL_CLI_FAILED, "cli.dice-wrong-commitment", path, NULL);
    game->spell(dice->found, &found);
    game->spell(dice->expected, &expected);
    fl_phrase_begin(&phrase, "cli.dice-wrong-roll");
    fl_with_text(&phrase, "what", path);
    fl_with_number(&phrase, "n", (int32_t)dice->rolls);
    fl_with_text(&phrase, "found", found.at);
    fl_with_text(&phrase, "right", expected.at);
    return fl_cli_error(cli, FL_CLI_FAILED, &phrase);
}

/* Prints a line "17 S : S=1 P=1 M=1 X=1 C=1 D=1". */
static bool print_odds(void *whom, const struct fl_roll *roll)
{
    const struct fl_game *game = whom;
    char memory[1 << 15];
    struct fl_buf line = fl_buf_over(memory, sizeof memory);
    fl_put_number(&line, roll->number);
    fl_put_char(&line, ' ');
    game->spell(roll->move, &line);
    fl_put(&line, " :");
    for (uint32_t i = 0; i < roll->odds->count; i++) {
        fl_put_char(&line, ' ');
        game->spell(roll->odds->at[i].move, &line);
        fl_put_char(&line, '=');
        fl_put_number(&line, roll->odds->at[i].weight);
    }
    puts(line.at);
    return true;
}

static int tell_odds(const struct fl_cli *cli, const char *path, const struct fl_match *m)
{
    /* The probabilities of a roll depend on hidden cards, which the record of one seat lacks. */
    if (m->viewer != FL_TRUTH)
        return fl_cli_fail(cli, FL_CLI_FAILED, "cli.odds-partial", path, NULL);
    if (!fl_each_roll(m, (void *)m->game, print_odds))
        return fl_cli_fail(cli, FL_CLI_FAILED, "status.too-long", NULL, NULL);
    return FL_CLI_OK;
}

static int tell_verdict(const struct fl_cli *cli, const char *path, const struct fl_record *record,
                        bool json)
{
    char memory[1024];
    struct fl_buf out = fl_buf_over(memory, sizeof memory);
    struct fl_fair_report dice;
    if (!fl_fair_verify(&record->match, &record->players.fair, &dice))
        return fl_cli_fail(cli, FL_CLI_FAILED, "status.too-long", NULL, NULL);
    if (json)
        put_json(&record->match, &dice, &out);
    else if (!is_wrong(&dice))
        put_words(cli, &record->match, &dice, &out);
    fputs(out.at, stdout);
    return is_wrong(&dice) ? refuse_dice(cli, path, record->match.game, &dice) : FL_CLI_OK;
}

static int run_verify(struct fl_cli *cli, int argc, char **argv)
{
    static const struct option options[] = {{"lang", required_argument, NULL, 'l'},
                                            {"json", no_argument, NULL, 'j'},
                                            {"odds", no_argument, NULL, 'o'},
                                            {0}};
    struct fl_record record;
    bool json = false, odds = false;
    for (int option; (option = fl_cli_option(cli, argc, argv, options)) != -1;) {
        if (option == '?')
            return FL_CLI_USAGE;
        json |= option == 'j';
        odds |= option == 'o';
    }
    const char *path = fl_cli_file(cli, argc, argv);
    if (!path)
        return FL_CLI_USAGE;
    if (!fl_cli_read_record(cli, path, &record))
        return FL_CLI_FAILED;
    int status =
        odds ? tell_odds(cli, path, &record.match) : tell_verdict(cli, path, &record, json);
    fl_match_end(&record.match);
    return status;
}

const struct fl_cli_command fl_command_verify = {"verify", run_verify, "cli.help.verify"};
