/* A position from messages, and the game that reads it. */
#include "online/position.h"

#include <stdlib.h>
#include <string.h>

#include "core/words.h"

enum { SPELLED = 64 };

/* ---- spellings ---- */

/* A hash table of all moves by spelling. */
struct fl_spellings {
    const struct fl_game *game;
    unsigned mask;  /* number of slots - 1 */
    fl_move slot[]; /* FL_UNSEEN: empty */
};

static unsigned hash(const char *text)
{
    unsigned h = 2166136261u;
    for (; *text; text++)
        h = (h ^ (unsigned char)*text) * 16777619u;
    return h;
}

static const char *spell(const struct fl_game *game, fl_move move, char memory[SPELLED])
{
    struct fl_buf text = fl_buf_over(memory, SPELLED);
    game->spell(move, &text);
    return text.at;
}

static struct fl_spellings *list_spellings(const struct fl_game *game)
{
    char memory[SPELLED];
    unsigned slots = 16;
    while (slots < 2u * game->move_count)
        slots *= 2;
    struct fl_spellings *s = malloc(sizeof *s + slots * sizeof s->slot[0]);
    if (!s)
        return NULL;
    s->game = game;
    s->mask = slots - 1;
    memset(s->slot, 0xFF, slots * sizeof s->slot[0]);
    for (fl_move move = 0; move < game->move_count; move++) {
        unsigned at = hash(spell(game, move, memory)) & s->mask;
        while (s->slot[at] != FL_UNSEEN)
            at = (at + 1) & s->mask;
        s->slot[at] = move;
    }
    return s;
}

/* The move with this spelling, or FL_UNSEEN. */
static fl_move find_move(const struct fl_spellings *s, const char *text)
{
    char memory[SPELLED];
    for (unsigned at = hash(text) & s->mask; s->slot[at] != FL_UNSEEN; at = (at + 1) & s->mask)
        if (!strcmp(spell(s->game, s->slot[at], memory), text))
            return s->slot[at];
    return FL_UNSEEN;
}

/* ---- the functions of the game ---- */

/* The position of a sight: its state is a pointer. */
static const struct fl_position *position_of(const void *state)
{
    const struct fl_position *p;
    memcpy(&p, state, sizeof p);
    return p;
}

static fl_seats turn(const void *state)
{
    const struct fl_position *p = position_of(state);
    return p->over ? 0 : p->turn ? p->turn : FL_SEAT(FL_CHANCE);
}

static void moves(const void *state, int seat, struct fl_moves *out)
{
    const struct fl_position *p = position_of(state);
    out->count = out->total = 0;
    if (seat == p->viewer && fl_position_asks(p))
        *out = p->moves;
}

static int32_t score(const void *state, int seat)
{
    return (int32_t)json_integer_value(json_array_get(position_of(state)->scores, (size_t)seat));
}

static fl_seats winners(const void *state)
{
    return position_of(state)->winners;
}

static int team(const void *state, int seat)
{
    const struct fl_position *p = position_of(state);
    return fl_team(p->rules, &p->opening, seat);
}

static const json_t *single_json(const struct fl_position *p, fl_move move)
{
    for (int i = 0; i < p->singles; i++)
        if (p->single[i].move == move)
            return p->single[i].json;
    return NULL;
}

/* A move of a subset has no phrase in a message: it is named as it is typed. */
static void say(const void *state, int seat, fl_move move, struct fl_phrases *out)
{
    const struct fl_position *p = position_of(state);
    const json_t *json = single_json(p, move);
    struct fl_phrase *phrase = fl_say(out, "online.typed");
    char memory[SPELLED];
    (void)seat;
    if (json && fl_phrase_read(p->texts, json_object_get(json, "phrase"), phrase))
        return;
    const char *text = spell(p->rules, move, memory), *space = strchr(text, ' ');
    char verb[SPELLED];
    struct fl_buf key = fl_buf_over(verb, sizeof verb);
    fl_put(&key, "verb.");
    fl_put_bytes(&key, text, space ? (size_t)(space - text) : strlen(text));
    const char *word = fl_word_key(key.at);
    fl_phrase_begin(phrase, "online.typed");
    if (word)
        fl_with_word(phrase, "verb", word);
    fl_with_text(phrase, "items", fl_texts_keep(p->texts, space ? space + 1 : ""));
}

static void view(const void *state, int viewer, struct fl_view *out)
{
    (void)viewer;
    *out = position_of(state)->view;
}

static int touches(const void *state, int seat, fl_move move, uint16_t *item)
{
    const json_t *list = json_object_get(single_json(position_of(state), move), "touches");
    int count = 0;
    (void)seat;
    for (size_t i = 0; i < json_array_size(list) && count < FL_MAX_TOUCHED; i++)
        item[count++] = (uint16_t)json_integer_value(json_array_get(list, i));
    return count;
}

static void prompt(const void *state, int seat, struct fl_phrase *out)
{
    const struct fl_position *p = position_of(state);
    (void)seat;
    if (!fl_phrase_read(p->texts, json_object_get(p->ask, "prompt"), out))
        fl_phrase_begin(out, "online.your-turn");
}

static bool note(const void *state, int seat, fl_move move, struct fl_phrase *out)
{
    const struct fl_position *p = position_of(state);
    (void)seat;
    return fl_phrase_read(p->texts, json_object_get(single_json(p, move), "note"), out);
}

static int subsets(const void *state, int seat, struct fl_subset *out)
{
    const struct fl_position *p = position_of(state);
    if (seat != p->viewer)
        return 0;
    memcpy(out, p->subset, (size_t)p->subsets * sizeof *out);
    return p->subsets;
}

static int bust_percent(const void *state, int seat, fl_move move)
{
    const struct fl_position *p = position_of(state);
    const json_t *list = json_object_get(p->ask, "subsets");
    (void)seat;
    for (int i = 0; i < p->subsets; i++) {
        const struct fl_subset *q = &p->subset[i];
        unsigned mask = (unsigned)move - q->base;
        if (move < q->base || mask > 0xFF || !fl_subset_holds(q, mask))
            continue;
        int chosen = fl_bits(mask & ~(unsigned)q->with) - q->min;
        const json_t *percent = json_array_get(
            json_object_get(json_array_get(list, (size_t)i), "bust_percent"), (size_t)chosen);
        return percent ? (int)json_integer_value(percent) : -1;
    }
    return -1;
}

static int routes(const void *state, int seat, struct fl_route *out)
{
    const struct fl_position *p = position_of(state);
    (void)seat;
    memcpy(out, p->route, (size_t)p->routes * sizeof *out);
    return p->routes;
}

/* ---- the view ---- */

static unsigned marks_of(const struct fl_game *game, const json_t *list)
{
    unsigned marks = 0;
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *name = json_string_value(json_array_get(list, i));
        marks |= name ? (unsigned)fl_mark(game, name) : 0;
    }
    return marks;
}

static const char *key_of(const json_t *object, const char *name)
{
    const char *text = json_string_value(json_object_get(object, name));
    return text ? fl_word_key(text) : NULL;
}

static void read_item(struct fl_position *p, const json_t *json)
{
    const char *kind = key_of(json, "kind");
    const json_t *on = json_object_get(json, "on");
    struct fl_item *item = fl_view_item(&p->view, (int)fl_member_number(json, "id"),
                                        kind ? kind : "", key_of(json, "face"));
    item->value = (int32_t)fl_member_number(json, "value");
    item->owner = (uint8_t)fl_member_seat(json, "owner");
    item->on = json_is_integer(on) ? (uint16_t)json_integer_value(on) : FL_NO_ITEM;
    item->marks = (uint8_t)marks_of(p->rules, json_object_get(json, "marks"));
}

/* Reads the view from the zones. Returns false if it is too large or names a zone twice. */
static bool read_view(struct fl_position *p)
{
    p->view.zones = p->view.items = 0;
    for (size_t z = 0; z < json_array_size(p->zones); z++) {
        const json_t *json = json_array_get(p->zones, z), *items = json_object_get(json, "items");
        const char *name = key_of(json, "name");
        int owner = fl_member_seat(json, "owner"), number = (int)fl_member_number(json, "number");
        if (p->view.zones == FL_MAX_ZONES || !name ||
            (size_t)p->view.items + json_array_size(items) > FL_MAX_ITEMS ||
            fl_view_find(&p->view, name, owner, number))
            return false;
        struct fl_zone *zone = fl_view_zone(&p->view, name, owner, number);
        zone->columns = (uint8_t)fl_member_number(json, "columns");
        for (size_t i = 0; i < json_array_size(items); i++)
            read_item(p, json_array_get(items, i));
    }
    return true;
}

/* ---- questions ---- */

static void forget_question(struct fl_position *p)
{
    json_decref(p->ask);
    p->ask = NULL;
    p->question = 0;
    p->singles = p->subsets = p->routes = 0;
    p->moves.count = p->moves.total = 0;
}

/* The bits of the elements of a subset, with their items. */
static uint8_t elements_of(const json_t *json, const char *name, uint16_t item[8])
{
    uint8_t bits = 0;
    const char *number;
    json_t *id;
    json_object_foreach(json_object_get(json, name), number,
                        id) if (*number >= '1' && *number <= '8' && !number[1])
    {
        bits |= (uint8_t)(1u << (*number - '1'));
        item[*number - '1'] = (uint16_t)json_integer_value(id);
    }
    return bits;
}

/* Reads a subset. Its base follows from the number of one of its moves. */
static bool read_subset(const struct fl_position *p, const json_t *json, struct fl_subset *out)
{
    char memory[SPELLED];
    struct fl_buf text = fl_buf_over(memory, sizeof memory);
    *out = (struct fl_subset){.min = (uint8_t)fl_member_number(json, "min"),
                              .max = (uint8_t)fl_member_number(json, "max")};
    out->of = elements_of(json, "elements", out->item);
    out->with = elements_of(json, "required", out->item);
    unsigned mask = out->with, rest = out->of;
    for (int n = out->min ? out->min : out->with ? 0 : 1; n > 0 && rest; n--, rest &= rest - 1)
        mask |= rest & (0u - rest);
    out->verb = fl_texts_keep(p->texts, fl_member_text(json, "verb"));
    fl_put(&text, out->verb);
    fl_put_bits(&text, mask);
    fl_move move = find_move(p->spellings, text.at);
    out->base = (fl_move)(move - mask);
    return move != FL_UNSEEN && move >= mask;
}

static bool read_route(const struct fl_position *p, const json_t *json, struct fl_route *out)
{
    const json_t *list = json_object_get(json, "moves");
    *out = (struct fl_route){.name = key_of(json, "name"),
                             .item = (uint16_t)fl_member_number(json, "item")};
    for (size_t i = 0; i < json_array_size(list) && i < FL_MAX_ROUTE_MOVES; i++) {
        const char *text = json_string_value(json_array_get(list, i));
        fl_move move = text ? find_move(p->spellings, text) : FL_UNSEEN;
        if (move == FL_UNSEEN)
            return false;
        out->move[out->count++] = move;
    }
    return out->count > 0;
}

static int compare_moves(const void *a, const void *b)
{
    const struct fl_position_move *x = a, *y = b;
    return x->move < y->move ? -1 : x->move > y->move;
}

/* Lists all moves in ascending order. */
static void merge_moves(struct fl_position *p)
{
    struct fl_moves *all = &p->moves;
    struct fl_position_move list[FL_MAX_MOVES];
    int count = p->singles;
    memcpy(list, p->single, (size_t)count * sizeof *list);
    for (int i = 0; i < p->subsets; i++)
        for (unsigned mask = 0; mask < 256 && count < FL_MAX_MOVES; mask++)
            if (fl_subset_holds(&p->subset[i], mask))
                list[count++].move = (fl_move)(p->subset[i].base + mask);
    qsort(list, (size_t)count, sizeof *list, compare_moves);
    all->count = all->total = 0;
    for (int i = 0; i < count; i++)
        if (!i || list[i].move != list[i - 1].move)
            fl_offer(all, list[i].move, 1);
}

static bool read_question(struct fl_position *p, const json_t *ask, long long number)
{
    forget_question(p);
    p->ask = json_incref((json_t *)ask);
    p->question = number;
    const json_t *list = json_object_get(ask, "moves");
    for (size_t i = 0; i < json_array_size(list); i++) {
        json_t *json = json_array_get(list, i);
        fl_move move = find_move(p->spellings, fl_member_text(json, "move"));
        if (move == FL_UNSEEN || p->singles == FL_MAX_MOVES)
            return false;
        p->single[p->singles++] = (struct fl_position_move){move, json};
    }
    list = json_object_get(ask, "subsets");
    for (size_t i = 0; i < json_array_size(list); i++)
        if (p->subsets == FL_MAX_SUBSETS ||
            !read_subset(p, json_array_get(list, i), &p->subset[p->subsets++]))
            return false;
    list = json_object_get(ask, "routes");
    for (size_t i = 0; i < json_array_size(list); i++)
        if (p->routes == FL_MAX_ROUTES ||
            !read_route(p, json_array_get(list, i), &p->route[p->routes++]))
            return false;
    merge_moves(p);
    return true;
}

bool fl_position_ask(struct fl_position *p, const json_t *question)
{
    return read_question(p, question, fl_member_number(question, "question"));
}

bool fl_position_asks(const struct fl_position *p)
{
    return p->ask && p->viewer < FL_MAX_SEATS && (p->turn & FL_SEAT(p->viewer)) && !p->over;
}

/* ---- messages ---- */

static void read_turn(struct fl_position *p, const json_t *message)
{
    const json_t *list = json_object_get(message, "turn");
    p->turn = (fl_seats)fl_seats_of(list);
    p->over = json_is_true(json_object_get(message, "over"));
    p->winners = (fl_seats)fl_seats_of(json_object_get(message, "winners"));
    json_decref(p->scores);
    p->scores = json_incref(json_object_get(message, "scores"));
}

bool fl_position_set(struct fl_position *p, const json_t *message)
{
    const json_t *sight = json_object_get(message, "sight");
    long long question = fl_member_number(message, "question");
    fl_position_clear(p);
    int seat = fl_member_seat(message, "viewer");
    p->viewer = seat == FL_NOBODY ? FL_SPECTATOR : seat;
    p->zones = json_deep_copy(json_object_get(sight, "zones"));
    read_turn(p, sight);
    return p->zones && read_view(p) && (!question || read_question(p, sight, question));
}

/* Removes an item by its id and returns it, or NULL. */
static json_t *take_item(json_t *zones, json_int_t id)
{
    for (size_t z = 0; z < json_array_size(zones); z++) {
        json_t *items = json_object_get(json_array_get(zones, z), "items");
        for (size_t i = 0; i < json_array_size(items); i++) {
            json_t *item = json_array_get(items, i);
            if (fl_member_number(item, "id") != id)
                continue;
            json_incref(item);
            json_array_remove(items, i);
            return item;
        }
    }
    return NULL;
}

static json_t *find_item(json_t *zones, json_int_t id)
{
    for (size_t z = 0; z < json_array_size(zones); z++) {
        json_t *items = json_object_get(json_array_get(zones, z), "items");
        for (size_t i = 0; i < json_array_size(items); i++)
            if (fl_member_number(json_array_get(items, i), "id") == id)
                return json_array_get(items, i);
    }
    return NULL;
}

static void change_zones(json_t *zones, const json_t *event)
{
    const json_t *removed = json_object_get(event, "removed_zones"),
                 *added = json_object_get(event, "added_zones");
    for (size_t i = json_array_size(removed); i-- > 0;)
        json_array_remove(zones, (size_t)json_integer_value(json_array_get(removed, i)));
    for (size_t i = 0; i < json_array_size(added); i++) {
        json_t *zone = json_copy(json_array_get(added, i));
        json_object_set_new(zone, "items", json_array());
        json_array_insert_new(zones, (size_t)fl_member_number(zone, "at"), zone);
    }
}

/* Inserts the moved and new items. Their new members are set. */
static bool put_items(json_t *zones, const json_t *put, json_t *const *taken)
{
    for (size_t i = 0; i < json_array_size(put); i++) {
        json_t *entry = json_array_get(put, i), *at = json_object_get(entry, "at");
        json_t *item = taken[i] ? json_incref(taken[i]) : json_object();
        json_t *zone = json_array_get(zones, (size_t)json_integer_value(json_array_get(at, 0)));
        json_object_update(item, entry);
        json_object_del(item, "at");
        if (json_array_insert_new(json_object_get(zone, "items"),
                                  (size_t)json_integer_value(json_array_get(at, 1)), item))
            return false;
    }
    return true;
}

static bool set_items(json_t *zones, const json_t *set)
{
    for (size_t i = 0; i < json_array_size(set); i++) {
        json_t *entry = json_array_get(set, i), *ids = json_object_get(entry, "id");
        json_t *members = json_copy(entry);
        json_object_del(members, "id");
        for (size_t n = 0; n < json_array_size(ids); n++) {
            json_t *item = find_item(zones, json_integer_value(json_array_get(ids, n)));
            if (!item || json_object_update(item, members)) {
                json_decref(members);
                return false;
            }
        }
        json_decref(members);
    }
    return true;
}

/* Applies a difference in the order of docs/protocol.md, section 4. */
static bool apply_difference(json_t *zones, const json_t *event)
{
    const json_t *removed = json_object_get(event, "removed"), *put = json_object_get(event, "put");
    json_t *taken[FL_MAX_ITEMS] = {NULL};
    size_t count = json_array_size(put);
    if (count > FL_MAX_ITEMS)
        return false;
    for (size_t i = 0; i < json_array_size(removed); i++)
        json_decref(take_item(zones, json_integer_value(json_array_get(removed, i))));
    for (size_t i = 0; i < count; i++)
        taken[i] = take_item(zones, fl_member_number(json_array_get(put, i), "id"));
    change_zones(zones, event);
    bool fits = put_items(zones, put, taken);
    for (size_t i = 0; i < count; i++)
        json_decref(taken[i]);
    return fits && set_items(zones, json_object_get(event, "set"));
}

bool fl_position_change(struct fl_position *p, const json_t *event)
{
    json_t *all = json_object_get(event, "zones");
    if (!p->zones)
        return false;
    read_turn(p, event);
    if (p->viewer >= FL_MAX_SEATS || !(p->turn & FL_SEAT(p->viewer)))
        forget_question(p);
    if (all) {
        json_decref(p->zones);
        p->zones = json_deep_copy(all);
    } else if (!apply_difference(p->zones, event)) {
        return false;
    }
    return read_view(p);
}

/* ---- begin and end ---- */

bool fl_position_begin(struct fl_position *p, const struct fl_game *rules,
                       const struct fl_setup *setup, struct fl_texts *texts)
{
    *p = (struct fl_position){
        .rules = rules, .setup = *setup, .texts = texts, .viewer = FL_SPECTATOR, .game = *rules};
    struct fl_game *g = &p->game;
    g->state_size = sizeof(struct fl_position *);
    g->turn = turn;
    g->moves = moves;
    g->score = score;
    g->winners = winners;
    g->team = team;
    g->say = say;
    g->view = view;
    g->touches = touches;
    g->prompt = prompt;
    g->note = note;
    g->subsets = subsets;
    g->bust_percent = bust_percent;
    g->routes = routes;
    g->start = NULL;
    g->apply = NULL;
    g->visible_to = NULL;
    g->reveals = NULL;
    g->redact = NULL;
    g->imagine = NULL;
    g->from_memory = NULL;
    g->say_all = NULL;
    g->why_not = NULL; /* the server answers */
    g->legal = NULL;
    g->sample_chance = NULL;
    g->sample_and_apply = NULL;
    g->is_public = NULL;
    fl_position_setup(p, setup);
    p->spellings = list_spellings(rules);
    return p->spellings;
}

void fl_position_setup(struct fl_position *p, const struct fl_setup *setup)
{
    p->setup = *setup;
    p->rules->start(&p->opening, setup);
}

void fl_position_clear(struct fl_position *p)
{
    forget_question(p);
    json_decref(p->zones);
    json_decref(p->scores);
    p->zones = p->scores = NULL;
    p->turn = p->winners = 0;
    p->over = false;
    p->view.zones = p->view.items = 0;
}

void fl_position_end(struct fl_position *p)
{
    fl_position_clear(p);
    free(p->spellings);
    p->spellings = NULL;
}

void fl_position_sight(const struct fl_position *p, struct fl_sight *out)
{
    *out = (struct fl_sight){.game = &p->game, .setup = p->setup, .viewer = p->viewer};
    memcpy(&out->state, &p, sizeof p);
}
