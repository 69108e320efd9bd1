/* Laws of text and views: every view is within its limits, and every phrase has a text and
 * arguments in every language. */
#include <stdio.h>
#include <string.h>

#include "core/json.h"
#include "core/words.h"
#include "core/words_table.h"
#include "laws.h"

enum { SOME_MOVES = 3, TEXT = 2048, NOTE = 40 /* characters of small type on a button */ };

/* ---- drawing ---- */

static void word_exists(struct moment *now, const char *key)
{
    fl_holds(now, key && fl_word_exists(key), "something on the table has no word");
}

static void item_can_be_drawn(struct moment *now, const struct fl_view *view, int i)
{
    const struct fl_item *item = &view->item[i];
    bool lies = item->on == FL_NO_ITEM;
    word_exists(now, item->kind);
    if (item->face)
        word_exists(now, item->face);
    for (int k = 0; k < view->items; k++) {
        fl_holds(now, k == i || view->item[k].id != item->id, "two items have one number");
        lies |= k != i && view->item[k].id == item->on;
    }
    fl_holds(now, lies, "an item lies on something that is not there");
    fl_holds(now, item->id != FL_NO_ITEM, "an item has no number");
    fl_holds(now, item->owner == FL_NOBODY || item->owner < now->match->setup.seats,
             "an item belongs to nobody at the table");
    for (int bit = 0; bit < 8; bit++)
        fl_holds(now, !(item->marks >> bit & 1) || now->game->mark[bit], "a mark has no name");
}

static void view_can_be_drawn(struct moment *now, const struct fl_view *view)
{
    int items = 0;
    for (int i = 0; i < view->zones; i++) {
        const struct fl_zone *zone = &view->zone[i];
        word_exists(now, zone->name);
        fl_holds(now, zone->first == items, "a zone begins at the wrong item");
        fl_holds(now, fl_view_find(view, zone->name, zone->owner, zone->number) == zone,
                 "two zones have the same name, owner and number");
        fl_holds(now, zone->owner == FL_NOBODY || zone->owner < now->match->setup.seats,
                 "a zone belongs to nobody at the table");
        items += zone->count;
    }
    fl_holds(now, items == view->items, "an item lies in no zone");
    for (int i = 0; i < view->items; i++)
        item_can_be_drawn(now, view, i);
}

static void sight_can_be_sent(struct moment *now, const struct fl_sight *sight)
{
    struct fl_buf out = fl_buf_over(now->page[0], FL_PAGE);
    struct fl_json json = fl_json_to(&out);
    fl_json_sight(&json, sight);
    fl_holds(now, !out.overflowed && out.at[out.len - 1] == '}', "a sight is too long to send");
}

/* ---- saying ---- */

static const struct fl_arg *arg_of(const struct fl_phrase *p, const char *name, size_t len)
{
    for (int i = 0; i < p->args; i++)
        if (strlen(p->arg[i].name) == len && !memcmp(p->arg[i].name, name, len))
            return &p->arg[i];
    return NULL;
}

/* Every placeholder of a text has an argument; forms are used with nouns only, ":you" with seats.
 */
static void slots_are_filled(struct moment *now, const struct fl_phrase *p, const char *text)
{
    for (const char *slot = strchr(text, '{'); slot; slot = strchr(slot + 1, '{')) {
        size_t len = strcspn(slot + 1, ":}");
        const struct fl_arg *arg = arg_of(p, slot + 1, len);
        if (!fl_holds(now, arg != NULL, "a sentence lacks an argument"))
            return;
        bool is_you = !strncmp(slot + 1 + len, ":you}", 5);
        fl_holds(now, !is_you || arg->kind == FL_ARG_SEAT, "the form :you of no seat");
        fl_holds(now, is_you || slot[1 + len] == '}' || arg->kind == FL_ARG_WORDS,
                 "a form of no noun");
    }
}

static int entry_of(const char *key)
{
    for (int i = 0; i < fl_word_table_size; i++)
        if (!strcmp(fl_word_keys[i], key))
            return i;
    return -1;
}

static void texts_are_filled(struct moment *now, const struct fl_phrase *p, const char *key)
{
    int entry = entry_of(key);
    if (!fl_holds(now, entry >= 0, "a sentence has no words"))
        return;
    for (fl_lang lang = 0; fl_language(lang); lang++)
        for (int plural = 0; plural < 2; plural++) {
            const char *text = fl_word_text(entry, lang, plural);
            if (text)
                slots_are_filled(now, p, text);
            fl_holds(now, !text || !plural || arg_of(p, "n", 1), "a plural of nothing counted");
        }
}

static void args_are_sound(struct moment *now, const struct fl_phrase *p)
{
    for (int i = 0; i < p->args; i++) {
        const struct fl_arg *arg = &p->arg[i];
        for (int w = 0; arg->kind == FL_ARG_WORDS && w < arg->number; w++)
            fl_holds(now, fl_word_exists(arg->word[w]), "a word in a sentence does not exist");
        fl_holds(now, arg->kind != FL_ARG_WORDS || arg->number > 0, "an empty list of words");
        fl_holds(now,
                 arg->kind != FL_ARG_SEAT ||
                     (arg->number >= 0 && arg->number < now->match->setup.seats),
                 "a sentence names somebody who is not there");
    }
}

static void phrase_reads_well(struct moment *now, const struct fl_phrase *p)
{
    for (fl_lang lang = 0; fl_language(lang); lang++) {
        char text[TEXT];
        struct fl_buf out = fl_buf_over(text, sizeof text);
        fl_put_phrase(&out, lang, p, NULL);
        bool exists = out.len || fl_phrase_is_silent(p, lang);
        bool clean = exists && !strchr(text, '{') && !strchr(text, '|') && !strstr(text, "  ");
        fl_holds(now, clean && !out.overflowed, "a sentence does not read well");
    }
}

static void phrase_can_be_said(struct moment *now, const struct fl_phrase *p)
{
    texts_are_filled(now, p, p->key);
    args_are_sound(now, p);
    if (!now->broken)
        phrase_reads_well(now, p);
}

/* The variant "x.do.y" of "x.say.y" has the same arguments. */
static void choice_can_be_offered(struct moment *now, const struct fl_phrase *said)
{
    char key[128];
    const char *say = strstr(said->key, ".say.");
    if (!say)
        return;
    snprintf(key, sizeof key, "%.*s.do.%s", (int)(say - said->key), said->key, say + 5);
    if (fl_word_exists(key))
        texts_are_filled(now, said, key);
}

/* Characters of a text; the text is UTF-8. */
static int characters(const char *text)
{
    int n = 0;
    for (; *text; text++)
        n += (*text & 0xC0) != 0x80;
    return n;
}

/* The consequence of a move has a text that fits on a button. */
static void note_can_be_shown(struct moment *now, const struct fl_sight *sight, fl_move move)
{
    struct fl_phrase note;
    if (!fl_sight_note(sight, move, &note))
        return;
    fl_holds(now, strstr(note.key, ".note.") != NULL, "a note is no note");
    phrase_can_be_said(now, &note);
    for (fl_lang lang = 0; fl_language(lang); lang++) {
        char text[TEXT];
        struct fl_buf out = fl_buf_over(text, sizeof text);
        fl_put_phrase(&out, lang, &note, NULL);
        fl_holds(now, characters(text) <= NOTE, "a note is too long");
    }
}

static void move_can_be_said(struct moment *now, const struct fl_sight *sight, int seat,
                             fl_move move)
{
    struct fl_step step = {.move = move, .seat = (uint16_t)seat};
    struct fl_phrases saying;
    step.move = fl_step_seen(now->match, sight->viewer, step);
    fl_sight_say(sight, step, false, &saying);
    fl_holds(now, saying.count > 0, "nothing is said of a move");
    for (int i = 0; i < saying.count; i++)
        phrase_can_be_said(now, &saying.phrase[i]);
    if (seat != sight->viewer || !saying.count)
        return;
    choice_can_be_offered(now, &saying.phrase[0]);
    note_can_be_shown(now, sight, move);
}

/* Every explanation names a rule. */
static void refusals_can_be_said(struct moment *now, const struct fl_sight *sight, int seat)
{
    for (int i = 0; i < SOME_MOVES; i++) {
        fl_move move = (fl_move)fl_rng_below(now->rng, now->game->move_count);
        struct fl_phrase why = {0};
        if (fl_is_legal(now->game, &now->match->state, seat, move))
            continue;
        now->game->why_not(&sight->state, seat, move, &why);
        phrase_can_be_said(now, &why);
        const struct fl_arg *rule = arg_of(&why, "rule", 4);
        fl_holds(now, rule && rule->kind == FL_ARG_TEXT && rule->word[0][0],
                 "a refusal does not name its rule");
    }
}

static void turn_can_be_said(struct moment *now, const struct fl_sight *sight)
{
    fl_seats turn = fl_match_turn(now->match);
    if (!turn)
        return;
    int seat = fl_any_seat(turn, now->rng);
    for (int i = 0; i < SOME_MOVES; i++)
        move_can_be_said(now, sight, seat,
                         fl_any_move(now->game, &now->match->state, seat, now->rng));
    if (seat == FL_CHANCE)
        return;
    struct fl_phrase asked = {0};
    now->game->prompt(&sight->state, seat, &asked);
    phrase_can_be_said(now, &asked);
    if (seat == sight->viewer)
        refusals_can_be_said(now, sight, seat);
}

static void it_can_be_drawn_and_said(struct moment *now)
{
    struct fl_sight sight;
    struct fl_view view;
    int viewer = fl_viewer(now, (int)fl_rng_below(now->rng, (uint32_t)fl_viewers(now)));
    fl_match_sight(now->match, viewer, &sight);
    fl_sight_view(&sight, &view);
    word_exists(now, now->game->name);
    word_exists(now, now->game->about);
    view_can_be_drawn(now, &view);
    sight_can_be_sent(now, &sight);
    turn_can_be_said(now, &sight);
}

/* ---- who sees the same ---- */

static bool is_same_item(const struct fl_item *a, const struct fl_item *b)
{
    return a->id == b->id && a->kind == b->kind && a->face == b->face && a->value == b->value &&
           a->on == b->on && a->owner == b->owner && a->marks == b->marks;
}

static bool is_same_view(const struct fl_view *a, const struct fl_view *b)
{
    bool same = a->zones == b->zones && a->items == b->items;
    for (int i = 0; same && i < a->zones; i++)
        same = a->zone[i].name == b->zone[i].name && a->zone[i].owner == b->zone[i].owner &&
               a->zone[i].number == b->zone[i].number && a->zone[i].first == b->zone[i].first &&
               a->zone[i].count == b->zone[i].count && a->zone[i].columns == b->zone[i].columns;
    for (int i = 0; same && i < a->items; i++)
        same = is_same_item(&a->item[i], &b->item[i]);
    return same;
}

static bool may_be_open(const struct fl_game *g)
{
    return g->is_public != NULL;
}

/* is_public implies equal views for all viewers. */
static void what_is_open_looks_alike(struct moment *now)
{
    struct fl_sight sight;
    struct fl_view first, view;
    if (!now->game->is_public(&now->match->state))
        return;
    fl_match_sight(now->match, FL_SPECTATOR, &sight);
    fl_sight_view(&sight, &first);
    for (int i = 0; i < fl_viewers(now); i++) {
        fl_match_sight(now->match, fl_viewer(now, i), &sight);
        fl_sight_view(&sight, &view);
        fl_holds(now, is_same_view(&first, &view), "somebody sees another table");
    }
}

const struct law fl_laws_of_words[] = {
    LAW(it_can_be_drawn_and_said, 16, NULL),
    LAW(what_is_open_looks_alike, 4, may_be_open),
    {0},
};
