/* libflibuste: sights, observations, text and views. */
#include <stdlib.h>
#include <string.h>

#include "core/json.h"
#include "core/observe.h"
#include "lib/handles.h"

enum { JSON_ROOM = 1 << 18 }; /* bytes; a sight as JSON is at most this long */

struct flibuste_view {
    struct fl_view view;
};

/* ---- life ---- */

struct flibuste_sight *flibuste_sight_new(void)
{
    return calloc(1, sizeof(struct flibuste_sight));
}

void flibuste_sight_free(struct flibuste_sight *s)
{
    free(s);
}

static bool is_hidden(const struct fl_match *m, int viewer)
{
    if (m->viewer != FL_TRUTH)
        return viewer != m->viewer;
    return viewer == FL_TRUTH && m->game->redact && fl_match_turn(m);
}

enum flibuste_status flibuste_match_see(const struct flibuste_match *m, int viewer,
                                        struct flibuste_sight *out)
{
    bool has_seat = viewer >= 0 && viewer < m->match.setup.seats;
    if (!out || (!has_seat && viewer != FL_SPECTATOR && viewer != FL_TRUTH))
        return FLIBUSTE_BAD_ARGUMENT;
    if (is_hidden(&m->match, viewer))
        return FLIBUSTE_HIDDEN;
    if (viewer == FL_TRUTH)
        fl_match_truth(&m->match, &out->sight);
    else
        fl_match_sight(&m->match, viewer, &out->sight);
    return FLIBUSTE_OK;
}

/* ---- knowledge ---- */

int flibuste_sight_viewer(const struct flibuste_sight *s)
{
    return s->sight.game ? s->sight.viewer : FLIBUSTE_NOBODY;
}

int flibuste_sight_seats(const struct flibuste_sight *s)
{
    return s->sight.setup.seats;
}

flibuste_seats flibuste_sight_turn(const struct flibuste_sight *s)
{
    return s->sight.game ? fl_sight_turn(&s->sight) : 0;
}

uint64_t flibuste_sight_hash(const struct flibuste_sight *s)
{
    return s->sight.game ? fl_hash(s->sight.game, &s->sight.state) : 0;
}

/* Whether the viewer is a seat that may move. */
static bool may_move(const struct flibuste_sight *s)
{
    return s->sight.viewer < s->sight.setup.seats &&
           (flibuste_sight_turn(s) & FL_SEAT(s->sight.viewer));
}

int flibuste_sight_moves(const struct flibuste_sight *s, flibuste_move *out, int room)
{
    struct fl_moves list;
    if (!may_move(s))
        return 0;
    fl_list(s->sight.game, &s->sight.state, s->sight.viewer, &list);
    for (int i = 0; i < room && i < (int)list.count; i++)
        out[i] = list.at[i].move;
    return (int)list.count;
}

int flibuste_sight_is_legal(const struct flibuste_sight *s, flibuste_move move)
{
    return may_move(s) && move < s->sight.game->move_count &&
           fl_is_legal(s->sight.game, &s->sight.state, s->sight.viewer, move);
}

enum flibuste_status flibuste_sight_imagine(struct flibuste_sight *s, struct flibuste_rng *rng)
{
    if (!s->sight.game)
        return FLIBUSTE_BAD_ARGUMENT;
    if (s->sight.game->imagine && s->sight.viewer != FL_TRUTH)
        s->sight.game->imagine(&s->sight.state, s->sight.viewer, (struct fl_rng *)rng);
    s->sight.viewer = FL_TRUTH;
    return FLIBUSTE_OK;
}

/* ---- observations ---- */

int flibuste_observation_size(const struct flibuste_game *game)
{
    return fl_observation_size(fl_lib_game(game));
}

int flibuste_observation_version(const struct flibuste_game *game)
{
    (void)game;
    return FL_OBSERVATION_VERSION;
}

const char *flibuste_observation_field(const struct flibuste_game *game, int field, int *first,
                                       int *count)
{
    return field < 0 ? NULL : fl_observation_field(fl_lib_game(game), field, first, count);
}

enum flibuste_status flibuste_sight_observe(const struct flibuste_sight *s, int16_t *out, int room)
{
    if (!s->sight.game || room < fl_observation_size(s->sight.game))
        return FLIBUSTE_BAD_ARGUMENT;
    fl_observe(s->sight.game, &s->sight.state, s->sight.viewer, s->sight.setup.seats, out);
    return FLIBUSTE_OK;
}

/* ---- text ---- */

size_t flibuste_sight_prompt(const struct flibuste_sight *s, const char *language, char *out,
                             size_t room)
{
    struct fl_lib_text text;
    struct fl_phrase phrase;
    fl_lib_begin(&text);
    if (may_move(s)) {
        s->sight.game->prompt(&s->sight.state, s->sight.viewer, &phrase);
        fl_put_phrase(&text.buf, fl_lib_language(language), &phrase, NULL);
    }
    return fl_lib_end(&text, out, room);
}

static bool can_be_said(const struct flibuste_sight *s, struct flibuste_step step)
{
    if (!s->sight.game || step.seat > FL_CHANCE || !(flibuste_sight_turn(s) & FL_SEAT(step.seat)))
        return false;
    return step.move < s->sight.game->move_count &&
           fl_is_legal(s->sight.game, &s->sight.state, step.seat, step.move);
}

size_t flibuste_sight_say(const struct flibuste_sight *s, struct flibuste_step step,
                          const char *language, char *out, size_t room)
{
    struct fl_lib_text text;
    struct fl_phrases phrases = {.count = 0};
    fl_lib_begin(&text);
    if (can_be_said(s, step))
        fl_sight_say(&s->sight, (struct fl_step){.move = step.move, .seat = step.seat}, true,
                     &phrases);
    if (phrases.count && fl_key_variant(phrases.phrase[0].key, "do"))
        phrases.phrase[0].key = fl_key_variant(phrases.phrase[0].key, "do"); /* as a choice */
    for (int i = 0; i < phrases.count; i++) {
        if (fl_phrase_is_silent(&phrases.phrase[i], fl_lib_language(language)))
            continue;
        fl_put(&text.buf, text.buf.len ? " " : "");
        fl_put_phrase(&text.buf, fl_lib_language(language), &phrases.phrase[i], NULL);
    }
    return fl_lib_end(&text, out, room);
}

size_t flibuste_sight_why_not(const struct flibuste_sight *s, flibuste_move move,
                              const char *language, char *out, size_t room)
{
    struct fl_lib_text text;
    struct fl_phrase phrase;
    fl_lib_begin(&text);
    if (may_move(s) && move < s->sight.game->move_count && !flibuste_sight_is_legal(s, move)) {
        s->sight.game->why_not(&s->sight.state, s->sight.viewer, move, &phrase);
        fl_put_phrase(&text.buf, fl_lib_language(language), &phrase, NULL);
    }
    return fl_lib_end(&text, out, room);
}

size_t flibuste_sight_json(const struct flibuste_sight *s, char *out, size_t room)
{
    char *memory = s->sight.game ? malloc(JSON_ROOM) : NULL;
    fl_lib_copy("", 0, out, room);
    if (!memory)
        return 0;
    struct fl_buf text = fl_buf_over(memory, JSON_ROOM);
    struct fl_json json = fl_json_to(&text);
    fl_json_sight(&json, &s->sight);
    size_t len = text.overflowed ? 0 : fl_lib_copy(text.at, text.len, out, room);
    free(memory);
    return len;
}

/* ---- views ---- */

struct flibuste_view *flibuste_view_new(void)
{
    return calloc(1, sizeof(struct flibuste_view));
}

void flibuste_view_free(struct flibuste_view *v)
{
    free(v);
}

void flibuste_sight_view(const struct flibuste_sight *s, struct flibuste_view *out)
{
    if (s->sight.game)
        fl_sight_view(&s->sight, &out->view);
}

int flibuste_view_zones(const struct flibuste_view *v)
{
    return v->view.zones;
}

const char *flibuste_view_zone(const struct flibuste_view *v, int zone, int *owner, int *items)
{
    if (zone < 0 || zone >= v->view.zones)
        return NULL;
    *owner = v->view.zone[zone].owner;
    *items = v->view.zone[zone].count;
    return v->view.zone[zone].name;
}

static const struct fl_item *item_of(const struct flibuste_view *v, int zone, int item)
{
    if (zone < 0 || zone >= v->view.zones || item < 0 || item >= v->view.zone[zone].count)
        return NULL;
    return &v->view.item[v->view.zone[zone].first + item];
}

const char *flibuste_view_item(const struct flibuste_view *v, int zone, int item, const char **face)
{
    const struct fl_item *it = item_of(v, zone, item);
    *face = it ? it->face : NULL;
    return it ? it->kind : NULL;
}

int32_t flibuste_view_item_value(const struct flibuste_view *v, int zone, int item)
{
    const struct fl_item *it = item_of(v, zone, item);
    return it ? it->value : -1;
}

int flibuste_view_item_owner(const struct flibuste_view *v, int zone, int item)
{
    const struct fl_item *it = item_of(v, zone, item);
    return it ? it->owner : -1;
}

int flibuste_view_item_marks(const struct flibuste_view *v, int zone, int item)
{
    const struct fl_item *it = item_of(v, zone, item);
    return it ? it->marks : -1;
}
