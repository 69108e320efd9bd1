/* Phrases, questions, views and touched items of Mille Sabords!. */
#include <stdio.h>

#include "languages.h"
#include "mille_sabords_table.h"

#define DICE_OF_THE_ROW                                                                            \
    "ms.face.parrot,ms.face.parrot,ms.face.monkey,ms.face.monkey,"                                 \
    "ms.face.sabre,ms.face.sabre,ms.face.coin,ms.face.diamond"

/* ---- say ---- */

static void the_first_player_is_told(void **state)
{
    RULES("9.4");
    struct table *t = sit(*state, 3, "first=random");
    table_chance(t, "first-3");
    assert_heard(t, "ms.say.first who=3");
}

static void card_and_throw_are_told(void **state)
{
    RULES("2.1 2.6");
    struct table *t = sit(*state, 3, "first=2");
    table_does(t, "card");
    table_chance(t, "guardian");
    assert_heard(t, "ms.say.turn-up who=2", "ms.say.card who=2 card=ms.card.guardian");
    does(t, "throw", "PPMMXXCD");
    assert_heard(t, "ms.say.throw who=2", "ms.say.die who=2 dice=" DICE_OF_THE_ROW,
                 "ms.say.rolled who=2 faces=" DICE_OF_THE_ROW);
}

static void every_card_is_told_by_its_name(void **state)
{
    RULES("1.4 2.1");
    for (const char *const *card = every_card; *card; card++) {
        struct table *t = sit(*state, 2, "");
        char expected[64];
        snprintf(expected, sizeof expected, "ms.say.card who=1 card=ms.card.%s", *card);
        table_does(t, "card");
        table_chance(t, *card);
        assert_heard(t, "ms.say.turn-up who=1", expected);
    }
}

static void throwing_again_is_told(void **state)
{
    RULES("3.1");
    struct table *t = sit(*state, 2, "");
    turn(t, "coin", "PPMMXXCD");
    does(t, "reroll 1 8", "SM");
    assert_heard(t, "ms.say.reroll-mixed who=1 dice=ms.face.parrot,ms.face.diamond n=2",
                 "ms.say.die who=1 dice=ms.face.skull,ms.face.monkey",
                 "ms.say.rerolled who=1 faces=ms.face.monkey,ms.face.skull");
    does(t, "reroll 5 6", "XX");
    assert_heard(t, "ms.say.reroll who=1 dice=ms.face.sabre,ms.face.sabre n=2",
                 "ms.say.die who=1 dice=ms.face.sabre,ms.face.sabre",
                 "ms.say.rerolled who=1 faces=ms.face.sabre,ms.face.sabre");
}

/* Dice are named only if they are all dice of one kind. */
static void dice_of_many_kinds_are_told(void **state)
{
    RULES("2.6 3.1");
    struct table *t = sit(*state, 2, "");
    turn(t, "coin", "SPPMXCDD");
    assert_heard(t, "ms.say.throw who=1",
                 "ms.say.die who=1 dice=ms.face.skull,ms.face.parrot,ms.face.parrot,ms.face.monkey,"
                 "ms.face.sabre,ms.face.coin,ms.face.diamond,ms.face.diamond",
                 "ms.say.rolled who=1 faces=ms.face.parrot,ms.face.parrot,ms.face.diamond,"
                 "ms.face.diamond,ms.face.monkey,ms.face.sabre,ms.face.coin,ms.face.skull");
    does(t, "reroll 2 3 4 5", "MXCD");
    assert_heard(t,
                 "ms.say.reroll-mixed who=1 "
                 "dice=ms.face.parrot,ms.face.parrot,ms.face.monkey,ms.face.sabre n=4",
                 "ms.say.die who=1 dice=ms.face.monkey,ms.face.sabre,ms.face.coin,ms.face.diamond",
                 "ms.say.rerolled who=1 "
                 "faces=ms.face.monkey,ms.face.sabre,ms.face.coin,ms.face.diamond");
    does(t, "reroll 4 7", "DP");
    assert_heard(t, "ms.say.reroll-mixed who=1 dice=ms.face.coin,ms.face.diamond n=2",
                 "ms.say.die who=1 dice=ms.face.diamond,ms.face.parrot",
                 "ms.say.rerolled who=1 faces=ms.face.parrot,ms.face.diamond");
}

static void some_dice_of_a_kind_are_counted(void **state)
{
    RULES("3.1");
    struct table *t = sit(*state, 2, "");
    turn(t, "coin", "MMMPPXXS");
    does(t, "reroll 1 2", "XX");
    assert_heard(t, "ms.say.reroll-mixed who=1 dice=ms.face.monkey,ms.face.monkey n=2",
                 "ms.say.die who=1 dice=ms.face.sabre,ms.face.sabre",
                 "ms.say.rerolled who=1 faces=ms.face.sabre,ms.face.sabre");
}

static void treasure_is_told(void **state)
{
    RULES("6.12");
    struct table *t = sit(*state, 2, "");
    turn(t, "island", "PPMMXXCD");
    does(t, "put 7 8", "");
    assert_heard(t, "ms.say.put who=1 dice=ms.face.coin,ms.face.diamond");
    does(t, "reroll 1 2", "PP");
    does(t, "take 8", "");
    assert_heard(t, "ms.say.take who=1 dice=ms.face.diamond");
}

static void a_stop_is_told_with_points_and_total(void **state)
{
    RULES("2.5");
    struct table *t = sit(*state, 2, "");
    turn(t, "animals", "SPMMXXCC");
    stops(t);
    assert_heard(t, "ms.say.stop", "ms.say.scores who=1 points=300 total=300");
    turn(t, "pirate", "SSPPMMXX");
    stops(t);
    assert_heard(t, "ms.say.stop", "ms.say.nothing who=2 points=0 total=0");
    turn(t, "ship-3", "SSPPMMXX");
    stops(t);
    assert_heard(t, "ms.say.stop", "ms.say.ship-lost who=1 n=1 points=500 total=-200");
    turn(t, "coin", "CCCCXXXX");
    stops(t);
    assert_heard(t, "ms.say.stop", "ms.say.chest who=2 points=1700 total=1700");
    turn(t, "ship-2", "SSPPMXXX");
    stops(t);
    assert_heard(t, "ms.say.stop", "ms.say.ship-won who=1 n=3 points=400 total=200");
}

static void a_loss_is_told_as_it_was_taken(void **state)
{
    RULES("9.3 6.21");
    struct table *t = sit(*state, 2, "floor=on");
    earn(t, 200, 0);
    turn(t, "ship-3", "SSPPMMXX");
    stops(t);
    assert_heard(t, "ms.say.stop", "ms.say.ship-lost who=1 n=1 points=200 total=0");
    turn(t, "ship-2", "SSPPMMDX");
    stops(t);
    assert_heard(t, "ms.say.stop", "ms.say.ship-missed who=2 n=1 points=0 total=0");
}

static void a_bust_is_told(void **state)
{
    RULES("4.2 6.16 6.22");
    struct table *t = sit(*state, 2, "");
    turn(t, "coin", "SSPPMMXX");
    does(t, "reroll 7 8", "XS");
    assert_heard(t, "ms.say.reroll who=1 dice=ms.face.sabre,ms.face.sabre n=2",
                 "ms.say.die who=1 dice=ms.face.sabre,ms.face.skull",
                 "ms.say.rerolled who=1 faces=ms.face.sabre,ms.face.skull",
                 "ms.say.bust who=1 points=0 total=0");
    turn(t, "ship-4", "SSPPMMXX");
    does(t, "reroll 7 8", "SX");
    assert_heard(t, "ms.say.reroll who=2 dice=ms.face.sabre,ms.face.sabre n=2",
                 "ms.say.die who=2 dice=ms.face.skull,ms.face.sabre",
                 "ms.say.rerolled who=2 faces=ms.face.sabre,ms.face.skull",
                 "ms.say.bust-loses who=2 points=1000 total=-1000");
    turn(t, "island", "SSCPMMXX");
    does(t, "put 3", "");
    does(t, "reroll 7 8", "SX");
    assert_heard(t, "ms.say.reroll who=1 dice=ms.face.sabre,ms.face.sabre n=2",
                 "ms.say.die who=1 dice=ms.face.skull,ms.face.sabre",
                 "ms.say.rerolled who=1 faces=ms.face.sabre,ms.face.skull",
                 "ms.say.bust-saved who=1 points=100 total=100");
}

#define FOUR_SKULLS "ms.face.skull,ms.face.skull,ms.face.skull,ms.face.skull"

static void skull_island_is_told(void **state)
{
    RULES("7.1 7.5 7.6");
    struct table *t = sit(*state, 3, "");
    turn(t, "pirate", "SSSSPPMM");
    assert_heard(t, "ms.say.throw who=1",
                 "ms.say.die who=1 dice=" FOUR_SKULLS
                 ",ms.face.parrot,ms.face.parrot,ms.face.monkey,ms.face.monkey",
                 "ms.say.skull-island who=1 skulls=4");
    does(t, "throw", "SPPP");
    assert_heard(t, "ms.say.throw who=1",
                 "ms.say.die who=1 dice=ms.face.skull,ms.face.parrot,ms.face.parrot,ms.face.parrot",
                 "ms.say.more-skulls who=1 n=1 skulls=5");
    does(t, "throw", "PPP");
    assert_heard(t, "ms.say.throw who=1",
                 "ms.say.die who=1 dice=ms.face.parrot,ms.face.parrot,ms.face.parrot",
                 "ms.say.raid-double who=1 skulls=5",
                 "ms.say.loses other=2 points=1000 total=-1000",
                 "ms.say.loses-too other=3 points=1000 total=-1000");
    turn(t, "skull-1", "SSSSSSSS");
    assert_heard(t, "ms.say.throw who=2", "ms.say.die who=2 dice=" FOUR_SKULLS "," FOUR_SKULLS,
                 "ms.say.skull-island who=2 skulls=8", "ms.say.raid who=2 skulls=9",
                 "ms.say.loses other=3 points=900 total=-1900",
                 "ms.say.loses-too other=1 points=900 total=-900");
}

/* With four or five players one sentence contains all scores. */
static void a_raid_on_many_opponents_is_told(void **state)
{
    RULES("7.5 7.6");
    struct table *t = sit(*state, 4, "");
    turn(t, "skull-1", "SSSSSSSS");
    assert_heard(t, "ms.say.throw who=1", "ms.say.die who=1 dice=" FOUR_SKULLS "," FOUR_SKULLS,
                 "ms.say.skull-island who=1 skulls=8", "ms.say.raid-all who=1 skulls=9 points=900",
                 "ms.say.scores-of-three first=2 n=-900 second=3 seconds=-900 third=4 thirds=-900");
    t = sit(*state, 5, "floor=on");
    turn(t, "pirate", "SSSSSSSS");
    assert_heard(t, "ms.say.throw who=1", "ms.say.die who=1 dice=" FOUR_SKULLS "," FOUR_SKULLS,
                 "ms.say.skull-island who=1 skulls=8",
                 "ms.say.raid-all-double who=1 skulls=8 points=1600",
                 "ms.say.scores-of-four first=2 n=0 second=3 seconds=0 third=4 thirds=0 fourth=5 "
                 "fourths=0");
}

static void who_has_nothing_to_lose_is_left_out(void **state)
{
    RULES("9.3 7.5");
    struct table *t = sit(*state, 3, "floor=on");
    earn(t, 0, 0, 200);
    turn(t, "skull-1", "SSSSSSSS");
    assert_heard(t, "ms.say.throw who=1", "ms.say.die who=1 dice=" FOUR_SKULLS "," FOUR_SKULLS,
                 "ms.say.skull-island who=1 skulls=8", "ms.say.raid who=1 skulls=9",
                 "ms.say.loses other=3 points=200 total=0");
}

static void a_raid_that_costs_nobody_anything_is_told(void **state)
{
    RULES("9.3 7.5");
    struct table *t = sit(*state, 2, "floor=on");
    turn(t, "skull-1", "SSSSSSSS");
    assert_heard(t, "ms.say.throw who=1", "ms.say.die who=1 dice=" FOUR_SKULLS "," FOUR_SKULLS,
                 "ms.say.skull-island who=1 skulls=8", "ms.say.raid-none who=1 skulls=9");
}

/* With two players the opponent and the opponent's total are told. */
static void a_raid_on_one_opponent_is_told(void **state)
{
    RULES("7.5 7.6");
    struct table *t = sit(*state, 2, "");
    turn(t, "coin", "SSSSPPMM");
    does(t, "throw", "PPMM");
    assert_heard(
        t, "ms.say.throw who=1",
        "ms.say.die who=1 dice=ms.face.parrot,ms.face.parrot,ms.face.monkey,ms.face.monkey",
        "ms.say.raid who=1 skulls=4", "ms.say.loses other=2 points=400 total=-400");
    turn(t, "pirate", "SSSSPPMM");
    does(t, "throw", "PPMM");
    assert_heard(
        t, "ms.say.throw who=2",
        "ms.say.die who=2 dice=ms.face.parrot,ms.face.parrot,ms.face.monkey,ms.face.monkey",
        "ms.say.raid-double who=2 skulls=4", "ms.say.loses other=1 points=800 total=-800");
}

static void the_guardian_is_told_when_she_can_help(void **state)
{
    RULES("6.7 6.8");
    struct table *t = sit(*state, 2, "");
    turn(t, "guardian", "SSSSSPPP");
    does(t, "throw", "PPP");
    turn(t, "guardian", "SSCCCCPM");
    does(t, "reroll 7 8", "SM");
    assert_heard(t, "ms.say.reroll-mixed who=2 dice=ms.face.parrot,ms.face.monkey n=2",
                 "ms.say.die who=2 dice=ms.face.skull,ms.face.monkey",
                 "ms.say.rerolled who=2 faces=ms.face.monkey,ms.face.skull",
                 "ms.say.guardian who=2");
    stops(t);
    assert_heard(t, "ms.say.give-up who=2", "ms.say.bust who=2 points=0 total=-500");
}

static void the_guardians_reroll_is_told(void **state)
{
    RULES("6.6");
    struct table *t = sit(*state, 2, "");
    turn(t, "guardian", "SSCCCCPM");
    does(t, "reroll 1", "D");
    assert_heard(t, "ms.say.guardian-skull who=1 dice=ms.face.skull n=1",
                 "ms.say.die who=1 dice=ms.face.diamond",
                 "ms.say.rerolled who=1 faces=ms.face.diamond");
    stops(t);
    turn(t, "guardian", "SSCCCCPM");
    does(t, "reroll 1 7", "DP");
    assert_heard(t, "ms.say.guardian-dice who=2 dice=ms.face.parrot,ms.face.skull n=2",
                 "ms.say.die who=2 dice=ms.face.diamond,ms.face.parrot",
                 "ms.say.rerolled who=2 faces=ms.face.parrot,ms.face.diamond");
    stops(t);
    turn(t, "guardian", "SSSCCCPM");
    does(t, "reroll 1", "S");
    assert_heard(t, "ms.say.guardian-skull who=1 dice=ms.face.skull n=1",
                 "ms.say.die who=1 dice=ms.face.skull", "ms.say.skull-again who=1",
                 "ms.say.bust who=1 points=0 total=700");
}

#define EIGHT_COINS                                                                                \
    "ms.face.coin,ms.face.coin,ms.face.coin,ms.face.coin,"                                         \
    "ms.face.coin,ms.face.coin,ms.face.coin,ms.face.coin"

static void magic_is_told(void **state)
{
    RULES("8.7 8.8");
    struct table *t = sit(*state, 2, "target=5000");
    turn(t, "coin", "CCCCCCCC");
    assert_heard(t, "ms.say.throw who=1", "ms.say.die who=1 dice=" EIGHT_COINS,
                 "ms.say.rolled who=1 faces=" EIGHT_COINS, "ms.say.magic who=1 total=5400");
}

static void the_last_round_is_told(void **state)
{
    RULES("8.1 8.4");
    struct table *t = sit(*state, 3, "");
    earn(t, 4500, 0, 0, 1500);
    assert_heard(t, "ms.say.stop", "ms.say.chest who=1 points=1500 total=6000",
                 "ms.say.last-round who=1");
    earn(t, 6600);
    assert_heard(t, "ms.say.stop", "ms.say.chest who=2 points=6600 total=6600");
    earn(t, 100);
    assert_heard(t, "ms.say.stop", "ms.say.scores who=3 points=100 total=100");
    assert_won(t, FL_SEAT(1));
}

static void sudden_death_is_told(void **state)
{
    RULES("8.3 8.4");
    struct table *t = sit(*state, 2, "");
    earn(t, 4500, 0, 1500);
    turn(t, "animals", "SSSSPPPP");
    does(t, "throw", "PPPP");
    assert_heard(
        t, "ms.say.throw who=2",
        "ms.say.die who=2 dice=ms.face.parrot,ms.face.parrot,ms.face.parrot,ms.face.parrot",
        "ms.say.raid who=2 skulls=4", "ms.say.loses other=1 points=400 total=5600",
        "ms.say.sudden target=6000");
    turn(t, "pirate", "SSPPMMXX");
    stops(t);
    assert_heard(t, "ms.say.stop", "ms.say.nothing who=1 points=0 total=5600");
    earn(t, 0, 400);
    assert_heard(t, "ms.say.stop", "ms.say.scores who=1 points=400 total=6000");
    assert_won(t, FL_SEAT(0));
}

/* ---- ask ---- */

static void the_player_is_asked_what_can_be_done(void **state)
{
    RULES("2.1 2.3 2.4 6.8 7.2");
    struct table *t = sit(*state, 2, "");
    assert_asked(t, "ms.ask.turn-up who=1");
    assert_noted(t, "card", "");
    table_does(t, "card");
    table_chance(t, "guardian");
    assert_asked(t, "ms.ask.throw who=1");
    does(t, "throw", "SSPPMMXX");
    assert_asked(t, "ms.ask.choose who=1");
    assert_noted(t, "stop", "ms.note.nothing");
    assert_noted(t, "reroll 3 4", "ms.note.risk n=3"); /* 1 / 36: two more skulls */
    does(t, "reroll 7 8", "SX");
    assert_asked(t, "ms.ask.guardian who=1");
    assert_noted(t, "stop", "ms.note.nothing");
    assert_noted(t, "reroll 1", "ms.note.rescue");
    stops(t);
    assert_asked(t, "ms.ask.turn-up who=2");
    turn(t, "guardian", "SSSSPPMM");
    assert_asked(t, "ms.ask.skull-island who=2");
}

/* ---- view ---- */

static void put_item(struct fl_buf *out, const struct fl_item *item)
{
    static const char *const mark[] = {"", "#", "*", "#*", "!"}; /* locked, fresh, both, last */
    bool die = !strcmp(item->kind, "ms.die"), part = !strcmp(item->kind, "ms.part");
    fl_put_char(out, ' ');
    fl_put_number(out, item->id);
    if (die)
        fl_put_char(out, letter_of(item->face));
    else if (item->face)
        fl_put(out, item->face);
    if ((!item->face && !die) || part) {
        fl_put_char(out, '=');
        fl_put_number(out, item->value);
    }
    fl_put(out, mark[item->marks]);
    if (item->owner != FL_NOBODY) {
        fl_put_char(out, '/');
        fl_put_number(out, item->owner);
    }
}

/* Zone by zone: id and face (or "=" and the value; a part of the points has both), marks, "/" and
 * the owner. */
static void table_view(const struct table *t, int viewer, const char *expected)
{
    char memory[1024];
    struct fl_buf text = fl_buf_over(memory, sizeof memory);
    struct fl_sight sight;
    struct fl_view view;
    fl_match_sight(&t->match, viewer, &sight);
    fl_sight_view(&sight, &view);
    for (int z = 0; z < view.zones; z++) {
        const struct fl_zone *zone = &view.zone[z];
        fl_put(&text, z ? "; " : "");
        fl_put(&text, zone->name + strlen("ms.zone."));
        for (int i = zone->first; i < zone->first + zone->count; i++)
            put_item(&text, &view.item[i]);
    }
    table_compare(t, "view", text.at, expected);
}

#define assert_view(t, text)                                                                       \
    do {                                                                                           \
        table_view(at_line(t), FL_SPECTATOR, text);                                                \
        table_view(t, 0, text);                                                                    \
        table_view(t, 1, text);                                                                    \
    } while (0)

/* The same of the counts alone: 16 target, 17 stage, 18 skulls, 19 points, 20 points to lose, 21
 * points saved, from 48 the parts of the points. */
static void table_counts(const struct table *t, const char *expected)
{
    char memory[256];
    struct fl_buf text = fl_buf_over(memory, sizeof memory);
    struct fl_view view;
    const struct fl_zone *zone = table_zone(t, "ms.zone.counts", &view);
    for (int i = zone->first; i < zone->first + zone->count; i++)
        put_item(&text, &view.item[i]);
    table_compare(t, "counts", text.at + 1, expected);
}

#define assert_counts(t, text) table_counts(at_line(t), text)

static void an_empty_table_is_shown(void **state)
{
    RULES("1.3 1.4 1.5");
    assert_string_equal(fl_mille_sabords.mark[0], "locked");
    assert_string_equal(fl_mille_sabords.mark[1], "fresh");
    assert_string_equal(fl_mille_sabords.mark[2], "last");
    struct table *t = sit(*state, 3, "");
    assert_view(t, "card; treasure; dice 0? 1? 2? 3? 4? 5? 6? 7?; pile 9=35; discard; "
                   "sheet 10=0/0 11=0/1 12=0/2; counts 16=6000");
}

static void the_card_is_shown_to_everybody(void **state)
{
    RULES("2.1 M34");
    struct table *t = sit(*state, 2, "target=8000");
    table_does(t, "card");
    table_chance(t, "island");
    assert_view(t,
                "card 8ms.card.island; treasure; dice 0? 1? 2? 3? 4? 5? 6? 7?; pile 9=34; discard; "
                "sheet 10=0/0 11=0/1; counts 16=8000 18=0");
}

static void dice_are_shown_as_they_fall(void **state)
{
    RULES("3.1 3.3");
    struct table *t = sit(*state, 2, "");
    turn(t, "coin", "SPPMMXXC");
    assert_view(t, "card 8ms.card.coin; treasure; dice 0S# 1P 2P 3M 4M 5X 6X 7C; "
                   "pile 9=34; discard; sheet 10=0/0 11=0/1; counts 16=6000 18=1 19=200");
    table_does(t, "reroll 2 3 4");
    table_chance(t, "D");
    assert_view(t, "card 8ms.card.coin; treasure; dice 0S# 1D* 2? 3? 4M 5X 6X 7C; "
                   "pile 9=34; discard; sheet 10=0/0 11=0/1; counts 16=6000");
}

static void treasure_is_shown_on_its_card(void **state)
{
    RULES("6.12 6.15");
    struct table *t = sit(*state, 2, "");
    turn(t, "island", "SPPMMXXC");
    does(t, "put 2 8", "");
    does(t, "reroll 6 7", "XD");
    assert_view(t, "card 8ms.card.island; treasure 1P 7C; dice 0S# 2P 3M 4M 5X* 6D*; "
                   "pile 9=34; discard; sheet 10=0/0 11=0/1; counts 16=6000 18=1 19=200 "
                   "21=100");
}

static void totals_are_shown_and_the_dice_lie_till_the_next_card(void **state)
{
    RULES("2.5");
    struct table *t = sit(*state, 2, "");
    turn(t, "coin", "SPPMMXXC");
    stops(t);
    assert_view(t, "card 8ms.card.coin; treasure; dice 0S# 1P 2P 3M 4M 5X 6X 7C; "
                   "pile 9=34; discard; sheet 10=200/0 11=0/1; counts 16=6000");
    table_does(t, "card");
    assert_view(t,
                "card; treasure; dice 0? 1? 2? 3? 4? 5? 6? 7?; pile 9=34; discard 32ms.card.coin; "
                "sheet 10=200/0 11=0/1; counts 16=6000");
}

/* Used cards are visible, each kind with its number, until all are shuffled. */
static void discards_are_shown(void **state)
{
    RULES("1.6");
    struct table *t = sit(*state, 2, "");
    struct fl_view view;
    int used = 0;
    for (const char *const *card = every_card; used < 35; card = card[1] ? card + 1 : every_card) {
        fl_move kind = table_read(t, *card);
        table_does(t, "card");
        if (!fl_is_legal(t->match.game, &t->match.state, FL_CHANCE, kind)) {
            fl_match_rewind(&t->match, t->match.steps - 1);
            continue;
        }
        const struct fl_zone *zone = table_zone(t, "ms.zone.discard", &view);
        int shown = 0;
        for (int i = zone->first; i < zone->first + zone->count; i++)
            shown += view.item[i].value;
        assert_int_equal(shown, used++);
        table_chance(t, *card);
        assert_int_equal(table_zone(t, "ms.zone.discard", &view)->count, zone->count);
        does(t, "throw", "XXPPMMCD");
        stops(t);
    }
    table_does(t, "card");
    assert_int_equal(table_zone(t, "ms.zone.discard", &view)->count, 0);
}

/* The summary card agrees with 5.2. */
static void the_summary_card_tells_what_sets_are_worth(void **state)
{
    RULES("5.2 5.4 5.6");
    static const char *const verb[FL_TESTED_LANGS] = {
        [FL_FRENCH] = " rapportent ",
        [FL_ENGLISH] = " score ",
    };
    (void)state;
    for (fl_lang lang = 0; lang < FL_TESTED_LANGS; lang++) {
        char memory[512];
        struct fl_buf text = fl_buf_over(memory, sizeof memory);
        fl_put_word(&text, lang, "ms.summary.sets", FL_BARE);
        for (int equal = 3; equal <= 8; equal++) {
            char expected_memory[32];
            struct fl_buf expected = fl_buf_over(expected_memory, sizeof expected_memory);
            fl_put_number(&expected, equal);
            fl_put(&expected, verb[lang]);
            fl_put_figure(&expected, lang, simple_set(equal));
            assert_non_null(strstr(text.at, expected.at));
        }
    }
}

static void skulls_and_points_are_counted_for_everybody(void **state)
{
    RULES("4.1 5.1 6.8 7.5");
    struct table *t = sit(*state, 2, "");
    table_does(t, "card");
    table_chance(t, "skull-2");
    assert_counts(t, "16=6000 18=2");
    does(t, "throw", "SSPPMMXX");
    assert_counts(t, "16=6000 18=4 20=400");
    does(t, "throw", "SPPMMX");
    assert_counts(t, "16=6000 18=5 20=500");
    does(t, "throw", "PPMMX");
    assert_counts(t, "16=6000");
    turn(t, "guardian", "SSCCCCPM");
    assert_counts(t, "16=6000 18=2 19=600");
    does(t, "reroll 7 8", "SM");
    assert_counts(t, "16=6000 18=3");
    stops(t);
    turn(t, "ship-4", "XXXCCCCC");
    assert_counts(t, "16=6000 18=0 19=-1000");
}

static void the_stage_of_the_game_is_shown(void **state)
{
    RULES("8.1 8.3 8.4");
    struct table *t = sit(*state, 2, "target=5000");
    earn(t, 4500, 0);
    assert_counts(t, "16=5000");
    earn(t, 600);
    assert_counts(t, "16=5000 17ms.stage.last-round");
    turn(t, "animals", "SSSSPPMM");
    does(t, "throw", "PPMM");
    assert_counts(t, "16=5000 17ms.stage.sudden");
}

/* ---- touches ---- */

static void a_move_touches_what_it_is_about(void **state)
{
    RULES("2.1 2.3 3.1 6.12 7.2");
    struct table *t = sit(*state, 2, "");
    assert_touches(t, "card", "9");
    table_does(t, "card");
    table_chance(t, "island");
    assert_touches(t, "throw", "0 1 2 3 4 5 6 7");
    does(t, "throw", "SPPMMXXC");
    assert_touches(t, "reroll 2 3", "1 2");
    assert_touches(t, "put 8", "7");
    assert_touches(t, "take 2 8", "1 7");
    assert_touches(t, "stop", "");
    stops(t);
    turn(t, "coin", "SSPSSPPP");
    assert_touches(t, "throw", "2 5 6 7");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_first_player_is_told),
        TEST(card_and_throw_are_told),
        TEST(every_card_is_told_by_its_name),
        TEST(throwing_again_is_told),
        TEST(dice_of_many_kinds_are_told),
        TEST(some_dice_of_a_kind_are_counted),
        TEST(treasure_is_told),
        TEST(a_stop_is_told_with_points_and_total),
        TEST(a_loss_is_told_as_it_was_taken),
        TEST(a_bust_is_told),
        TEST(skull_island_is_told),
        TEST(a_raid_on_one_opponent_is_told),
        TEST(a_raid_that_costs_nobody_anything_is_told),
        TEST(a_raid_on_many_opponents_is_told),
        TEST(who_has_nothing_to_lose_is_left_out),
        TEST(the_guardian_is_told_when_she_can_help),
        TEST(the_guardians_reroll_is_told),
        TEST(magic_is_told),
        TEST(the_last_round_is_told),
        TEST(sudden_death_is_told),
        TEST(the_player_is_asked_what_can_be_done),
        TEST(an_empty_table_is_shown),
        TEST(the_card_is_shown_to_everybody),
        TEST(dice_are_shown_as_they_fall),
        TEST(treasure_is_shown_on_its_card),
        TEST(totals_are_shown_and_the_dice_lie_till_the_next_card),
        TEST(discards_are_shown),
        TEST(the_summary_card_tells_what_sets_are_worth),
        TEST(skulls_and_points_are_counted_for_everybody),
        TEST(the_stage_of_the_game_is_shown),
        TEST(a_move_touches_what_it_is_about),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
