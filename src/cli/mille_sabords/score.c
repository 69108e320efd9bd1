/* flibuste score mille-sabords --card CARD --dice FACES [--island FACES]: the score of dice, for
 * people at a real table. */
#include "cli/mille_sabords/dice_args.h"

#include <string.h>

#include "core/json.h"

enum { MAX_LINES = 12 };

/* One line of the breakdown: what is counted, and the points it gives. */
struct line {
    const char *what; /* name in JSON: "set", "coins", ... */
    const char *key;  /* translation key of the sentence */
    int face;         /* of a set, or -1 */
    int32_t count;    /* symbols, sabres or skulls; 0 where nothing is counted */
    int32_t points;
};

struct breakdown {
    struct fl_sabords_tally tally;
    struct line line[MAX_LINES];
    int lines;
};

static const char *const face_names[] = {"skull", "parrot", "monkey", "sabre", "coin", "diamond"};
static const char *const face_keys[] = {"ms.face.skull", "ms.face.parrot", "ms.face.monkey",
                                        "ms.face.sabre", "ms.face.coin",   "ms.face.diamond"};
static const char *const event_names[] = {"score", "bust", "skull-island"};
static const char *const event_keys[] = {"score.event.score", "score.event.bust",
                                         "score.event.skull-island"};

static void add_line(struct breakdown *b, const char *what, const char *key, int face, int count,
                     int32_t points)
{
    b->line[b->lines++] = (struct line){what, key, face, count, points};
}

static int set_size(int card, const uint8_t dice[FL_FACES], int face)
{
    int beasts = card == FL_CARD_ANIMALS && face == FL_MONKEY ? dice[FL_PARROT] : 0;
    bool ninth = (card == FL_CARD_COIN && face == FL_COIN) ||
                 (card == FL_CARD_DIAMOND && face == FL_DIAMOND);
    return dice[face] + beasts + ninth;
}

/* Adds the lines of scoring dice. */
static void add_points(struct breakdown *b, int card, const uint8_t dice[FL_FACES])
{
    const struct fl_sabords_tally *t = &b->tally;
    for (int face = FL_PARROT; face < FL_FACES; face++)
        if (t->set[face])
            add_line(b, "set",
                     card == FL_CARD_ANIMALS && face == FL_MONKEY ? "score.beasts" : "score.set",
                     face, set_size(card, dice, face), t->set[face]);
    if (t->coins)
        add_line(b, "coins", "score.coins", -1, t->coins / 100, t->coins);
    if (t->diamonds)
        add_line(b, "diamonds", "score.diamonds", -1, t->diamonds / 100, t->diamonds);
    if (t->chest)
        add_line(b, "chest", "score.chest", -1, 0, t->chest);
    if (t->ship > 0)
        add_line(b, "ship", "score.ship-won", -1, fl_sabords_quota(card), t->ship);
    if (t->ship < 0)
        add_line(b, "ship", "score.ship-lost", -1, fl_sabords_quota(card), t->ship);
    if (card == FL_CARD_PIRATE && t->total)
        add_line(b, "pirate", "score.pirate", -1, 0, t->total / 2);
}

/* Four or more skulls in a first roll. Dice on Treasure Island prove that the roll is a later
 * one. */
static bool goes_to_skull_island(int card, int skulls, const uint8_t island[FL_FACES])
{
    static const uint8_t none[FL_FACES];
    return skulls >= 4 && !fl_sabords_quota(card) && !memcmp(island, none, sizeof none);
}

static void score_dice(int card, const uint8_t dice[FL_FACES], const uint8_t island[FL_FACES],
                       struct breakdown *out)
{
    int skulls = dice[FL_SKULL] + fl_sabords_card_skulls(card);
    memset(out, 0, sizeof *out);
    if (goes_to_skull_island(card, skulls, island)) {
        out->tally.event = FL_SABORDS_SKULL_ISLAND;
        out->tally.others = fl_sabords_raid(card, skulls);
        add_line(out, "others", "score.others", -1, skulls, out->tally.others);
    } else if (skulls >= 3) {
        fl_sabords_lost(card, island, &out->tally);
        add_points(out, card, island);
    } else {
        fl_sabords_stop(card, dice, &out->tally);
        add_points(out, card, dice);
    }
}

static void put_json(const struct breakdown *b, struct fl_buf *out)
{
    struct fl_json j = fl_json_to(out);
    fl_json_open(&j, '{');
    fl_json_key_text(&j, "event", event_names[b->tally.event]);
    fl_json_key_number(&j, "points", b->tally.total);
    fl_json_key_number(&j, "others", b->tally.others);
    fl_json_key(&j, "breakdown");
    fl_json_open(&j, '[');
    for (int i = 0; i < b->lines; i++) {
        const struct line *line = &b->line[i];
        fl_json_open(&j, '{');
        fl_json_key_text(&j, "what", line->what);
        if (line->face >= 0)
            fl_json_key_text(&j, "face", face_names[line->face]);
        if (line->count)
            fl_json_key_number(&j, "count", line->count);
        fl_json_key_number(&j, "points", line->points);
        fl_json_close(&j, '}');
    }
    fl_json_close(&j, ']');
    fl_json_close(&j, '}');
    fl_put_char(out, '\n');
}

static void put_words(const struct fl_cli *cli, const struct breakdown *b, struct fl_buf *out)
{
    struct fl_phrase phrase;
    for (int i = 0; i < b->lines; i++) {
        const struct line *line = &b->line[i];
        fl_phrase_begin(&phrase, line->key);
        fl_with_number(&phrase, "n", line->count);
        fl_with_number(&phrase, "points", line->points);
        if (line->face >= 0)
            fl_with_word(&phrase, "face", face_keys[line->face]);
        fl_put(out, "  ");
        fl_put_phrase(out, cli->lang, &phrase, NULL);
        fl_put_char(out, '\n');
    }
    bool nothing = b->tally.event == FL_SABORDS_BUST && !b->tally.total;
    fl_phrase_begin(&phrase, nothing ? "score.event.nothing" : event_keys[b->tally.event]);
    fl_with_number(&phrase, "n", b->tally.total);
    fl_put_phrase(out, cli->lang, &phrase, NULL);
    fl_put_char(out, '\n');
}

static bool read_request(struct fl_cli *cli, int argc, char **argv, struct fl_cli_dice *out)
{
    static const struct option options[] = {FL_DICE_OPTIONS, {0}};
    *out = (struct fl_cli_dice){0};
    for (int option; (option = fl_cli_option(cli, argc, argv, options)) != -1;) {
        if (option == '?')
            return false;
        fl_cli_dice_option(out, option);
    }
    return fl_cli_only_sabords(cli, argc, argv, "score.only");
}

static int run_score(struct fl_cli *cli, int argc, char **argv)
{
    char memory[2048];
    struct fl_buf out = fl_buf_over(memory, sizeof memory);
    struct fl_cli_dice request;
    struct breakdown breakdown;
    const char *value;
    if (!read_request(cli, argc, argv, &request))
        return FL_CLI_USAGE;
    if (!request.card_typed || !request.dice_typed)
        return fl_cli_fail(cli, FL_CLI_USAGE, "cli.missing-option", argv[0],
                           request.card_typed ? "--dice" : "--card");
    const char *wrong = fl_cli_read_dice(&request, true, &value);
    if (wrong)
        return fl_cli_fail(cli, FL_CLI_USAGE, wrong, NULL, value);
    score_dice(request.card, request.count, request.island, &breakdown);
    if (request.json)
        put_json(&breakdown, &out);
    else
        put_words(cli, &breakdown, &out);
    fputs(out.at, stdout);
    return FL_CLI_OK;
}

const struct fl_cli_command fl_command_score = {"score", run_score, "cli.help.score"};
