/* What a step changed, told to every pair of eyes at the table: what happened in words, and the
 * difference between the two views. Games without secrets are told once for everybody. */
#include <string.h>

#include "host/table.h"

/* ---- the difference of two views ---- */

/* The item of this id, most likely here or soon after; -1 if there is none. */
static int find_item(const struct fl_view *v, uint16_t id, int likely)
{
    for (int i = likely; i < v->items; i++)
        if (v->item[i].id == id)
            return i;
    for (int i = 0; i < likely && i < v->items; i++)
        if (v->item[i].id == id)
            return i;
    return -1;
}

static bool same_word(const char *a, const char *b)
{
    return a == b || (a && b && !strcmp(a, b));
}

static bool same_zone(const struct fl_zone *a, const struct fl_zone *b)
{
    return a->owner == b->owner && a->number == b->number && a->columns == b->columns &&
           same_word(a->name, b->name);
}

enum field { KIND, FACE, VALUE, OWNER, ON, MARKS, FIELDS };

static bool same_field(const struct fl_item *a, const struct fl_item *b, enum field field)
{
    switch (field) {
    case KIND:
        return same_word(a->kind, b->kind);
    case FACE:
        return same_word(a->face, b->face);
    case VALUE:
        return a->value == b->value;
    case OWNER:
        return a->owner == b->owner;
    case ON:
        return a->on == b->on;
    default:
        return a->marks == b->marks;
    }
}

static bool same_item(const struct fl_item *a, const struct fl_item *b)
{
    return a->id == b->id && a->value == b->value && a->on == b->on && a->owner == b->owner &&
           a->marks == b->marks && same_word(a->kind, b->kind) && same_word(a->face, b->face);
}

static bool same_view(const struct fl_view *a, const struct fl_view *b)
{
    if (a->zones != b->zones || a->items != b->items)
        return false;
    for (int i = 0; i < a->zones; i++)
        if (!same_zone(&a->zone[i], &b->zone[i]) || a->zone[i].count != b->zone[i].count)
            return false;
    for (int i = 0; i < a->items; i++)
        if (!same_item(&a->item[i], &b->item[i]))
            return false;
    return true;
}

static void put_marks(struct fl_json *j, const struct fl_game *g, unsigned marks)
{
    fl_json_key(j, "marks");
    fl_json_open(j, '[');
    for (int i = 0; i < 8; i++)
        if (marks >> i & 1)
            fl_json_word(j, g->mark[i]);
    fl_json_close(j, ']');
}

/* A list that is left out if nothing stands in it. */
struct list {
    size_t len;
    bool comma;
};

static struct list open_list(struct fl_json *j, const char *key)
{
    struct list list = {.len = j->out->len, .comma = j->comma};
    fl_json_key(j, key);
    fl_json_open(j, '[');
    return list;
}

static void close_list(struct fl_json *j, struct list list)
{
    if (j->comma) {
        fl_json_close(j, ']');
        return;
    }
    j->out->len = list.len;
    j->out->at[list.len] = '\0';
    j->comma = list.comma;
}

static void put_number_or_null(struct fl_json *j, const char *key, int number, int none, int from)
{
    if (number == none)
        fl_json_key_text(j, key, NULL);
    else
        fl_json_key_number(j, key, number + from);
}

static void put_field(struct fl_json *j, const struct fl_game *g, const struct fl_item *item,
                      enum field field)
{
    switch (field) {
    case KIND:
        fl_json_key_word(j, "kind", item->kind);
        break;
    case FACE:
        fl_json_key_word(j, "face", item->face);
        break;
    case VALUE:
        fl_json_key_number(j, "value", item->value);
        break;
    case OWNER:
        put_number_or_null(j, "owner", item->owner, FL_NOBODY, 1);
        break;
    case ON:
        put_number_or_null(j, "on", item->on, FL_NO_ITEM, 0);
        break;
    default:
        put_marks(j, g, item->marks);
    }
}

static const struct fl_item nothing = {.on = FL_NO_ITEM, .owner = FL_NOBODY};

/* An item that is new or comes from elsewhere, with what differs from before. */
static void put_moved(struct fl_json *j, const struct fl_game *g, const struct fl_item *was,
                      const struct fl_item *is, const int place[2])
{
    fl_json_open(j, '{');
    fl_json_key_number(j, "id", is->id);
    fl_json_key(j, "at");
    fl_json_open(j, '[');
    fl_json_number(j, place[0]);
    fl_json_number(j, place[1]);
    fl_json_close(j, ']');
    for (int field = KIND; field < FIELDS; field++)
        if (!same_field(was, is, (enum field)field))
            put_field(j, g, is, (enum field)field);
    fl_json_close(j, '}');
}

/* Items that stay where they are and differ. */
struct changed {
    int count;
    const struct fl_item *was[FL_MAX_ITEMS], *is[FL_MAX_ITEMS];
};

/* The zone that was what this one is, most likely at the same place; -1 if there is none. */
static int find_zone(const struct fl_view *v, const struct fl_zone *zone, int likely)
{
    if (likely < v->zones && same_zone(&v->zone[likely], zone))
        return likely;
    for (int i = 0; i < v->zones; i++)
        if (same_zone(&v->zone[i], zone))
            return i;
    return -1;
}

static bool zones_keep_their_order(const struct fl_view *was, const struct fl_view *is)
{
    int last = -1;
    for (int i = 0; i < is->zones; i++) {
        int before = find_zone(was, &is->zone[i], i);
        if (before >= 0 && before < last)
            return false;
        if (before >= 0)
            last = before;
    }
    return true;
}

static void put_opened(struct fl_json *j, const struct fl_zone *zone, int at)
{
    fl_json_open(j, '{');
    fl_json_key_number(j, "at", at);
    fl_json_key_word(j, "name", zone->name);
    if (zone->owner != FL_NOBODY)
        fl_json_key_number(j, "owner", zone->owner + 1);
    fl_json_key_number(j, "number", zone->number);
    fl_json_key_number(j, "columns", zone->columns);
    fl_json_close(j, '}');
}

/* Zones that are no more, by their old places, then new ones by their new places. */
static void put_zones(struct fl_json *j, const struct fl_view *was, const struct fl_view *is)
{
    struct list closed = open_list(j, "closed");
    for (int i = 0; i < was->zones; i++)
        if (find_zone(is, &was->zone[i], i) < 0)
            fl_json_number(j, i);
    close_list(j, closed);
    struct list opened = open_list(j, "opened");
    for (int i = 0; i < is->zones; i++)
        if (find_zone(was, &is->zone[i], i) < 0)
            put_opened(j, &is->zone[i], i);
    close_list(j, opened);
}

/* Items of a zone in order. Those that keep their order need not be moved: who takes the others
 * out and puts them in one after the other has the new zone. */
static void put_moved_in(struct fl_json *j, const struct fl_game *g, const struct fl_view *views,
                         int zone, struct changed *changed)
{
    const struct fl_view *was = &views[0], *is = &views[1];
    int old_zone = find_zone(was, &is->zone[zone], zone);
    int next = old_zone < 0 ? 0 : was->zone[old_zone].first;
    int end = old_zone < 0 ? 0 : next + was->zone[old_zone].count;
    for (int at = 0; at < is->zone[zone].count; at++) {
        const struct fl_item *item = &is->item[is->zone[zone].first + at];
        int before = find_item(was, item->id, next);
        const struct fl_item *old = before < 0 ? &nothing : &was->item[before];
        if (before < next || before >= end) {
            put_moved(j, g, old, item, (const int[]){zone, at});
            continue;
        }
        next = before + 1;
        if (same_item(old, item))
            continue;
        changed->was[changed->count] = old;
        changed->is[changed->count++] = item;
    }
}

/* All items that have now the same in this field, as this one has, in one go. */
static void put_alike(struct fl_json *j, const struct fl_game *g, const struct changed *c,
                      int first, enum field field)
{
    fl_json_open(j, '{');
    fl_json_key(j, "id");
    fl_json_open(j, '[');
    for (int i = first; i < c->count; i++)
        if (!same_field(c->was[i], c->is[i], field) && same_field(c->is[first], c->is[i], field))
            fl_json_number(j, c->is[i]->id);
    fl_json_close(j, ']');
    put_field(j, g, c->is[first], field);
    fl_json_close(j, '}');
}

static bool is_first_of_its_like(const struct changed *c, int at, enum field field)
{
    if (same_field(c->was[at], c->is[at], field))
        return false;
    for (int i = 0; i < at; i++)
        if (!same_field(c->was[i], c->is[i], field) && same_field(c->is[i], c->is[at], field))
            return false;
    return true;
}

static void put_changed(struct fl_json *j, const struct fl_game *g, const struct fl_view *views)
{
    struct changed changed; /* too large to be cleared for each move */
    changed.count = 0;
    struct list put = open_list(j, "put");
    for (int zone = 0; zone < views[1].zones; zone++)
        put_moved_in(j, g, views, zone, &changed);
    close_list(j, put);
    struct list set = open_list(j, "set");
    for (int field = KIND; field < FIELDS; field++)
        for (int i = 0; i < changed.count; i++)
            if (is_first_of_its_like(&changed, i, (enum field)field))
                put_alike(j, g, &changed, i, (enum field)field);
    close_list(j, set);
}

static void put_gone(struct fl_json *j, const struct fl_view *was, const struct fl_view *is)
{
    struct list gone = open_list(j, "gone");
    for (int i = 0, next = 0; i < was->items; i++) {
        int after = find_item(is, was->item[i].id, next);
        if (after < 0)
            fl_json_number(j, was->item[i].id);
        else
            next = after + 1;
    }
    close_list(j, gone);
}

/* Where zones have changed places among themselves, which no game does, the whole view is told. */
void fl_json_difference(struct fl_json *j, const struct fl_game *g, const struct fl_view *views)
{
    if (zones_keep_their_order(&views[0], &views[1])) {
        put_zones(j, &views[0], &views[1]);
        put_gone(j, &views[0], &views[1]);
        put_changed(j, g, views);
    } else {
        fl_json_view(j, g, &views[1]);
    }
}

/* ---- one step for one viewer ---- */

/* Follows the steps with this viewer's eyes: what is said of them is joined in the host's scratch,
 * the sight is that of afterwards. */
static void follow(struct fl_table *t, const struct fl_event *e, const struct fl_match *before,
                   struct fl_sight *sight)
{
    struct fl_match shadow;
    fl_match_shadow(before, &shadow);
    t->host->saying.count = 0;
    for (uint32_t i = 0; i < fl_steps_count(e); i++) {
        struct fl_step step = fl_steps_get(e, i), seen = step;
        seen.move = fl_step_seen(&shadow, sight->viewer, step);
        fl_say_step(&t->host->saying, sight, seen);
        fl_sight_follow(sight, seen);
        fl_match_retrace(&shadow, step);
    }
}

/* Before the end everybody knows whose turn it is and no more; after it all is told. */
static void put_play(struct fl_json *j, const struct fl_sight *s)
{
    fl_seats turn = s->game->turn(&s->state);
    if (turn)
        fl_json_key_seats(j, "turn", turn);
    else
        fl_json_state_of_play(j, s);
}

/* Writes the message; viewer FL_TRUTH stands for "the same for all eyes", and their views are the
 * host's already. */
static struct fl_json write_step(struct fl_table *t, const struct fl_event *e,
                                 const struct fl_match *before, int viewer, struct fl_buf *out)
{
    struct fl_host *h = t->host;
    struct fl_sight sight;
    bool for_all = viewer == FL_TRUTH;
    fl_match_sight(before, for_all ? FL_WATCHER : viewer, &sight);
    if (!for_all)
        fl_sight_view(&sight, &h->view[0]);
    follow(t, e, before, &sight);
    if (!for_all)
        fl_sight_view(&sight, &h->view[1]);
    struct fl_json j = fl_message(h, out, "event");
    fl_json_key_number(&j, "n", e->n);
    if (!for_all) {
        fl_json_key(&j, "as");
        fl_json_viewer(&j, viewer);
    }
    fl_json_mover(&j, e);
    fl_json_says(&j, &h->saying);
    put_play(&j, &sight);
    fl_json_clocks(&j, t);
    fl_json_difference(&j, sight.game, h->view);
    fl_json_lesson(&j, t, for_all ? FL_PUPIL : viewer);
    return j;
}

/* ---- for everybody ---- */

static fl_seats all_eyes(const struct fl_table *t)
{
    fl_seats eyes = 0;
    for (uint32_t i = 0; i < t->guests; i++)
        eyes |= fl_guest_eyes(&t->host->guest[t->guest[i]]);
    return eyes;
}

/* Whether this viewer's view of a match without secrets is the public one. */
static bool sees_as_the_public(struct fl_table *t, struct fl_sight *sight, int viewer, int when)
{
    struct fl_view *view = t->host->view;
    sight->viewer = viewer;
    fl_sight_view(sight, &view[2]);
    return same_view(&view[when], &view[2]);
}

/* Draws the public view into the host's scratch; whether those of all these eyes are the same. */
static bool draw_for_all(struct fl_table *t, fl_seats eyes, const struct fl_match *match, int when)
{
    struct fl_sight sight;
    fl_match_sight(match, FL_WATCHER, &sight);
    fl_sight_view(&sight, &t->host->view[when]);
    for (int viewer = 0; viewer < FL_MAX_SEATS; viewer++)
        if ((eyes & FL_SEAT(viewer)) && !sees_as_the_public(t, &sight, viewer, when))
            return false;
    return true;
}

/* Whether a step is the same for all these eyes: the game has no secrets, and no view of them
 * leaves out what another shows. Who saw the same after the last event does so before this one. */
static bool all_see_the_same(struct fl_table *t, fl_seats eyes, const struct fl_match *before)
{
    if (t->terms.game->redact || t->terms.game->seen)
        return false;
    bool known = t->alike_at && t->alike_at + 1 == t->n && !(eyes & ~t->alike);
    t->alike_at = 0;
    if (!draw_for_all(t, known ? 0 : eyes, before, 0) || !draw_for_all(t, eyes, &t->match, 1))
        return false;
    t->alike_at = t->n;
    t->alike = eyes;
    return true;
}

static void send_to_eyes(struct fl_table *t, int viewer, struct fl_json *j)
{
    fl_line *to = t->host->lines;
    int lines = 0;
    for (uint32_t i = 0; i < t->guests; i++)
        if (fl_guest_eyes(&t->host->guest[t->guest[i]]) & FL_SEAT(viewer))
            to[lines++] = t->guest[i];
    fl_send(t->host, to, lines, j);
}

static void tell_each(struct fl_table *t, const struct fl_event *e, const struct fl_match *before,
                      fl_seats eyes)
{
    struct fl_buf out;
    for (int viewer = 0; viewer <= FL_WATCHER; viewer++)
        if (eyes & FL_SEAT(viewer)) {
            struct fl_json j = write_step(t, e, before, viewer, &out);
            send_to_eyes(t, viewer, &j);
        }
}

void fl_tell_steps(struct fl_table *t, const struct fl_event *e, const struct fl_match *before)
{
    fl_seats eyes = all_eyes(t);
    struct fl_buf out;
    if (!eyes)
        return;
    if (all_see_the_same(t, eyes, before)) {
        struct fl_json j = write_step(t, e, before, FL_TRUTH, &out);
        fl_send_table(t, &j);
    } else {
        tell_each(t, e, before, eyes);
    }
    for (int seat = 0; seat < t->terms.setup.seats; seat++)
        if ((eyes & FL_SEAT(seat)) && t->chair[seat].question == e->n)
            fl_tell_question(t, seat);
    fl_tell_step_free(t, e, before);
    for (uint32_t i = 0; i < t->guests; i++)
        fl_tell_throw(t, t->guest[i]);
}

int64_t fl_question_of(const struct fl_table *t, int seat)
{
    return (int64_t)t->chair[seat].question * FL_MAX_SEATS + seat;
}

static void put_question_number(struct fl_json *j, const struct fl_table *t, int viewer)
{
    if (viewer < FL_MAX_SEATS && t->chair[viewer].asked)
        fl_json_key_number(j, "question", fl_question_of(t, viewer));
}

/* To those who may answer; whoever looks over a shoulder sees the question too. */
void fl_tell_question(struct fl_table *t, int seat)
{
    struct fl_buf out;
    struct fl_sight sight;
    struct fl_json j = fl_message(t->host, &out, "ask");
    fl_match_sight(&t->match, seat, &sight);
    fl_json_key_number(&j, "as", seat + 1);
    put_question_number(&j, t, seat);
    fl_json_question(&j, &sight);
    fl_json_lesson(&j, t, seat);
    send_to_eyes(t, seat, &j);
}

static void tell_view(struct fl_table *t, fl_line line, int viewer)
{
    struct fl_buf out;
    struct fl_sight sight;
    struct fl_json j = fl_message(t->host, &out, "view");
    fl_match_sight(&t->match, viewer, &sight);
    fl_json_key_number(&j, "n", t->n);
    fl_json_key(&j, "as");
    fl_json_viewer(&j, viewer);
    put_question_number(&j, t, viewer);
    fl_json_clocks(&j, t);
    fl_json_lesson(&j, t, viewer);
    fl_json_key(&j, "sight");
    fl_json_sight(&j, &sight);
    fl_send(t->host, &line, 1, &j);
}

void fl_tell_views(struct fl_table *t, fl_line line)
{
    fl_seats eyes = fl_guest_eyes(&t->host->guest[line]);
    for (int viewer = 0; t->match.game && viewer <= FL_WATCHER; viewer++)
        if (eyes & FL_SEAT(viewer))
            tell_view(t, line, viewer);
    fl_tell_undo_free(t, line);
    fl_tell_throw(t, line);
}
