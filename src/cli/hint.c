/* flibuste hint FILE: the best moves of the seat to move in a recorded game, and why. */
#include <stdlib.h>

#include "cli/options/analysis_options.h"
#include "cli/report/progress.h"
#include "core/json.h"
#include "term/advice_text.h"

enum { USUAL_MOVES = 5000000, USUAL_TOP = 5, MOST_TOP = 32, FIRST_TRY = 1000 };
enum { MOST_PLAYOUTS = 100000000 };

struct request {
    struct fl_analysis_options common;
    long long top;
    double seconds; /* 0: not given */
};

/* ---- options ---- */

static bool read_seconds(const struct fl_cli *cli, const char *text, double *out)
{
    char *end;
    *out = strtod(text, &end);
    if (end != text && !*end && *out >= 0.1 && *out <= 3600)
        return true;
    fl_cli_fail(cli, FL_CLI_USAGE, "hint.expected-seconds", NULL, text);
    return false;
}

static bool take_option(const struct fl_cli *cli, struct request *r, int option)
{
    if (option == 'S')
        return read_seconds(cli, optarg, &r->seconds);
    if (option == 'n')
        return fl_cli_number(cli, "--top", optarg, 1, MOST_TOP, &r->top);
    return fl_analysis_options_read(cli, &r->common, option, MOST_PLAYOUTS);
}

static int read_request(struct fl_cli *cli, int argc, char **argv, struct request *r)
{
    static const struct option options[] = {FL_ANALYSIS_OPTIONS,
                                            {"seconds", required_argument, NULL, 'S'},
                                            {"top", required_argument, NULL, 'n'},
                                            {0}};
    *r = (struct request){.common = fl_analysis_options_default(), .top = USUAL_TOP};
    for (int option; (option = fl_cli_option(cli, argc, argv, options)) != -1;)
        if (option == '?' || !take_option(cli, r, option))
            return FL_CLI_USAGE;
    if (r->common.playouts && r->seconds > 0)
        return fl_cli_fail(cli, FL_CLI_USAGE, "hint.playouts-or-seconds", NULL, NULL);
    r->common.file = fl_cli_file(cli, argc, argv);
    return r->common.file ? FL_CLI_OK : FL_CLI_USAGE;
}

/* Chooses the viewer's seat, or the first seat that may move. */
static int choose_seat(const struct fl_cli *cli, const struct fl_match *m,
                       struct fl_analysis_options *common)
{
    fl_seats turn = fl_match_turn(m);
    int status = fl_analysis_options_choose_viewer(cli, m, common);
    if (status != FL_CLI_OK)
        return status;
    if (!turn)
        return fl_analysis_options_fail(cli, common, "hint.over", 0);
    if (turn == FL_SEAT(FL_CHANCE))
        return fl_analysis_options_fail(cli, common, "hint.chance-moves", 0);
    int mover = __builtin_ctz(turn);
    if (!common->seat)
        common->seat = mover + 1;
    return turn & FL_SEAT(common->seat - 1)
               ? FL_CLI_OK
               : fl_analysis_options_fail(cli, common, "hint.not-your-turn", mover);
}

/* ---- search ---- */

/* Doubles the number of playouts while there is time. The advice is therefore reproducible with
 * --playouts. */
static bool advise_within(const struct fl_sight *sight, double seconds,
                          struct fl_search_options *how, struct fl_advice *out)
{
    double start = fl_cli_clock();
    for (how->playouts = FIRST_TRY;; how->playouts *= 2) {
        double begun = fl_cli_clock();
        if (!fl_advise(sight, how, out))
            return false;
        double took = fl_cli_clock() - begun;
        if (out->exact || fl_cli_clock() - start + 2 * took > seconds ||
            how->playouts > MOST_PLAYOUTS / 2)
            return true;
    }
}

static bool advise(const struct fl_sight *sight, const struct request *r, struct fl_advice *out)
{
    struct fl_search_options how = {.playouts = (uint32_t)r->common.playouts,
                                    .threads = (int)r->common.threads,
                                    .seed = (uint64_t)r->common.seed};
    if (r->seconds > 0)
        return advise_within(sight, r->seconds, &how, out);
    if (!r->common.playouts)
        how.playouts = fl_playouts_for(sight, USUAL_MOVES);
    return fl_advise(sight, &how, out);
}

/* ---- output ---- */

static void put_move(struct fl_json *j, const struct fl_sight *sight, const struct fl_advice *a,
                     const struct fl_advice_move *move)
{
    char memory[64];
    struct fl_buf spelled = fl_buf_over(memory, sizeof memory);
    sight->game->spell(move->move, &spelled);
    fl_json_open(j, '{');
    fl_json_key_text(j, "move", spelled.at);
    fl_json_key_decimal(j, "wins", move->chance.value, 6);
    fl_json_key_decimal(j, "error", move->chance.error, 6);
    fl_json_key_number(j, "playouts", move->visits);
    if (a->has_points) {
        fl_json_key_decimal(j, "points", move->points, 6);
        fl_json_key_decimal(j, "bust", move->bust, 6);
    }
    fl_json_close(j, '}');
}

/* Writes the reason in every language. */
static void put_why(struct fl_json *j, const struct fl_screen *screen, const struct fl_sight *sight,
                    const struct fl_advice *a)
{
    struct fl_screen reader = *screen;
    fl_json_key(j, "why");
    fl_json_open(j, '{');
    fl_json_key_text(j, "key", a->reason);
    for (fl_lang lang = 0; fl_language(lang); lang++) {
        char memory[1024];
        struct fl_buf text = fl_buf_over(memory, sizeof memory);
        reader.lang = lang;
        fl_put_advice_text(&text, &reader, sight, a);
        fl_json_key_text(j, fl_language(lang)->code, text.at);
    }
    fl_json_close(j, '}');
}

static void put_json(const struct fl_screen *screen, const struct fl_sight *sight,
                     const struct fl_advice *a, long long top)
{
    char memory[1 << 14];
    struct fl_buf out = fl_buf_over(memory, sizeof memory);
    struct fl_json j = fl_json_to(&out);
    fl_json_open(&j, '{');
    fl_json_key_text(&j, "game", sight->game->name);
    fl_json_key_number(&j, "seat", sight->viewer + 1);
    fl_json_key_number(&j, "legal", a->legal);
    fl_json_key(&j, "exact");
    fl_json_bool(&j, a->exact);
    fl_json_key_number(&j, "playouts", (int64_t)a->playouts);
    fl_json_key(&j, "moves");
    fl_json_open(&j, '[');
    for (uint32_t i = 0; i < a->count && i < (uint32_t)top; i++)
        put_move(&j, sight, a, &a->at[i]);
    fl_json_close(&j, ']');
    put_why(&j, screen, sight, a);
    fl_json_close(&j, '}');
    puts(out.at);
}

static void print_how(const struct fl_screen *screen, const struct fl_advice *a)
{
    struct fl_phrase phrase;
    fl_phrase_begin(&phrase, a->exact ? "hint.how-exact" : "hint.how");
    if (!a->exact)
        fl_with_number(&phrase, "n", (int32_t)a->playouts);
    fl_screen_phrase(screen, &phrase);
}

static void print_words(const struct fl_screen *screen, const struct fl_sight *sight,
                        const struct fl_advice *a, long long top)
{
    struct fl_phrase question;
    sight->game->prompt(&sight->state, sight->viewer, &question);
    fl_screen_phrase(screen, &question);
    fl_advice_text_show(screen, sight, a, (uint32_t)top);
    print_how(screen, a);
}

static int answer(const struct fl_cli *cli, struct fl_record *record, struct request *r)
{
    struct fl_screen screen;
    struct fl_sight sight;
    int status = choose_seat(cli, &record->match, &r->common);
    if (status != FL_CLI_OK)
        return status;
    struct fl_advice *advice = malloc(sizeof *advice);
    fl_match_sight(&record->match, (int)r->common.seat - 1, &sight);
    fl_screen_open(&screen, stdout, cli->lang, FL_COLOUR_AUTO);
    fl_screen_name(&screen, &record->players);
    if (!advice || !advise(&sight, r, advice))
        status = fl_cli_fail(cli, FL_CLI_FAILED, "hint.none", NULL, NULL);
    else if (r->common.json)
        put_json(&screen, &sight, advice, r->top);
    else
        print_words(&screen, &sight, advice, r->top);
    free(advice);
    return status;
}

static int run_hint(struct fl_cli *cli, int argc, char **argv)
{
    struct request request;
    struct fl_record record;
    int status = read_request(cli, argc, argv, &request);
    if (status != FL_CLI_OK)
        return status;
    if (!fl_cli_read_record(cli, request.common.file, &record))
        return FL_CLI_FAILED;
    status = answer(cli, &record, &request);
    fl_match_end(&record.match);
    return status;
}

const struct fl_cli_command fl_command_hint = {"hint", run_hint, "cli.help.hint"};
