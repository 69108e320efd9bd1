/* Laws of moves: turns, legality and notation. */
#include <stdlib.h>
#include <string.h>

#include "games/games.h"
#include "laws.h"

enum { SPELLED = 64, GUARD = 0xA5, SOME_MOVES = 6, SOME_NUMBERS = 24 };

/* ---- who may move ---- */

/* A list with space after it, so that an overflow is detected. */
struct watched_list {
    struct fl_moves moves;
    unsigned char behind[1024];
};

static void list_is_sound(struct moment *now, int seat)
{
    struct watched_list list;
    uint64_t sum = 0;
    memset(list.behind, GUARD, sizeof list.behind);
    fl_list(now->game, &now->match->state, seat, &list.moves);
    for (size_t i = 0; i < sizeof list.behind; i++)
        if (list.behind[i] != GUARD)
            now->broken = "the list of moves runs over";
    if (!fl_holds(now, list.moves.count > 0, "whose turn it is has no move"))
        return;
    for (uint32_t i = 0; i < list.moves.count; i++) {
        unsigned weight = list.moves.at[i].weight;
        fl_move move = list.moves.at[i].move;
        sum += weight;
        fl_holds(now, move < now->game->move_count, "a move beyond the last number");
        fl_holds(now, !i || list.moves.at[i - 1].move < move, "moves do not ascend");
        fl_holds(now, seat == FL_CHANCE ? weight > 0 : weight == 1, "a wrong weight");
    }
    fl_holds(now, sum == list.moves.total, "weights do not add up");
}

/* Raid alone; the five games go round. */
static bool chooses_together(const struct fl_game *g)
{
    return g->simultaneous;
}

static void whoever_may_move_can(struct moment *now)
{
    fl_seats turn = fl_match_turn(now->match);
    fl_seats table = (fl_seats)(FL_SEAT(now->match->setup.seats) - 1);
    fl_holds(now, !(turn & FL_SEAT(FL_CHANCE)) || turn == FL_SEAT(FL_CHANCE),
             "chance moves together with others");
    fl_holds(now, !(turn & ~(table | FL_SEAT(FL_CHANCE))), "somebody moves who is not there");
    fl_holds(now, !(turn & (turn - 1)) || chooses_together(now->game), "several move at once");
    for (int seat = 0; seat <= FL_CHANCE; seat++)
        if (turn & FL_SEAT(seat))
            list_is_sound(now, seat);
}

static void games_end(struct moment *now)
{
    fl_seats table = (fl_seats)(FL_SEAT(now->match->setup.seats) - 1);
    if (fl_match_turn(now->match))
        return;
    fl_seats winners = now->game->winners(&now->match->state);
    fl_holds(now, winners != 0, "nobody has won");
    fl_holds(now, !(winners & ~table), "somebody has won who is not there");
}

/* ---- spelling ---- */

static int by_text(const void *a, const void *b)
{
    return strcmp(a, b);
}

static bool is_plain(const char *text)
{
    size_t len = strlen(text);
    if (!len || text[0] == ' ' || text[len - 1] == ' ' || strstr(text, "  ") || !strcmp(text, "?"))
        return false;
    for (; *text; text++)
        if (*text < ' ' || *text > '~')
            return false;
    return true;
}

static void spell_into(const struct fl_game *g, fl_move move, struct moment *now, char *text)
{
    struct fl_buf out = fl_buf_over(text, SPELLED);
    g->spell(move, &out);
    fl_holds(now, !out.overflowed, "a spelling is too long");
    fl_holds(now, is_plain(text), "a spelling is empty or not plain");
}

/* Every move number has a spelling, and no two are equal. */
static void every_number_has_its_own_spelling(struct moment *now)
{
    char(*text)[SPELLED] = calloc(now->game->move_count, SPELLED);
    if (!fl_holds(now, text != NULL, "memory gave out"))
        return;
    for (fl_move move = 0; move < now->game->move_count; move++) {
        fl_move read;
        spell_into(now->game, move, now, text[move]);
        if (!fl_rng_below(now->rng, 8)) {
            bool found = fl_read_any(now->game, text[move], strlen(text[move]), &read);
            fl_holds(now, found && read == move, "a spelling is read as another move");
        }
    }
    qsort(text, now->game->move_count, SPELLED, by_text);
    for (int i = 1; i < now->game->move_count; i++)
        fl_holds(now, strcmp(text[i - 1], text[i]), "two moves are spelled alike");
    free(text);
}

static void spelling_is_reading(struct moment *now)
{
    fl_seats turn = fl_match_turn(now->match);
    if (!now->match->steps && !now->number)
        every_number_has_its_own_spelling(now);
    if (!turn)
        return;
    struct fl_moves list;
    int seat = fl_any_seat(turn, now->rng);
    fl_list(now->game, &now->match->state, seat, &list);
    for (int i = 0; i < SOME_MOVES; i++) {
        fl_move move = list.at[fl_rng_below(now->rng, list.count)].move, read;
        char text[SPELLED];
        spell_into(now->game, move, now, text);
        fl_holds(now, seat != FL_CHANCE || !strchr(text, ' '), "chance needs more than a word");
        bool found = fl_read_legal(now->game, &now->match->state, seat, text, strlen(text), &read);
        fl_holds(now, found && read == move, "what is spelled is not read");
    }
}

/* ---- faster ways to say the same ---- */

static void legality_is_membership(struct moment *now, const union fl_state *state, int seat)
{
    struct fl_moves list;
    fl_list(now->game, state, seat, &list);
    uint32_t numbers = (uint32_t)now->game->move_count + 256;
    bool all = !fl_rng_below(now->rng, 32);
    for (uint32_t i = 0; i < (all ? numbers : SOME_NUMBERS); i++) {
        fl_move move = (fl_move)(all ? i : fl_rng_below(now->rng, numbers));
        fl_holds(now, now->game->legal(state, seat, move) == fl_lists(&list, move),
                 "legal and moves disagree");
    }
    fl_holds(now, !now->game->legal(state, seat, FL_UNSEEN), "what nobody saw is legal");
    for (int i = 0; i < SOME_MOVES; i++) {
        fl_move move = list.at[fl_rng_below(now->rng, list.count)].move;
        fl_holds(now, now->game->legal(state, seat, move), "a listed move is not legal");
    }
}

static void drawing_is_picking(struct moment *now)
{
    struct fl_moves list;
    struct fl_rng hand = *now->rng, other = *now->rng;
    fl_list(now->game, &now->match->state, FL_CHANCE, &list);
    fl_move picked = fl_pick(&list, &hand);
    fl_holds(now, now->game->sample_chance(&now->match->state, &other) == picked,
             "draw and pick disagree");
    fl_holds(now, !memcmp(&hand, &other, sizeof hand), "draw and pick throw differently often");
    *now->rng = hand;
}

static void legal_and_draw_agree_with_moves(struct moment *now)
{
    fl_seats turn = fl_match_turn(now->match);
    if (!turn)
        return;
    int seat = fl_any_seat(turn, now->rng);
    int viewer = fl_viewer(now, (int)fl_rng_below(now->rng, (uint32_t)fl_viewers(now)));
    union fl_state sight = fl_through_the_eyes_of(now->game, &now->match->state, viewer);
    if (now->game->legal) {
        legality_is_membership(now, &now->match->state, seat);
        legality_is_membership(now, &sight, seat);
    }
    if (now->game->sample_chance && seat == FL_CHANCE)
        drawing_is_picking(now);
}

static bool has_legal_or_draw(const struct fl_game *g)
{
    return g->legal || g->sample_chance;
}

/* sample_and_apply gives the same result as sampling and applying one by one. */
static void rolling_is_drawing_one_by_one(struct moment *now)
{
    const struct fl_game *g = now->game;
    if (fl_match_turn(now->match) != FL_SEAT(FL_CHANCE))
        return;
    union fl_state rolled = now->match->state, drawn = rolled;
    struct fl_rng hand = *now->rng, other = *now->rng;
    struct fl_step step[FL_MAX_ROLL];
    int count = g->sample_and_apply(&rolled, &hand, step);
    fl_holds(now, count >= 1 && count <= FL_MAX_ROLL, "a roll is no move or too many");
    for (int i = 0; i < count && !now->broken; i++) {
        fl_holds(now, g->turn(&drawn) == FL_SEAT(FL_CHANCE), "a roll goes on after chance's turn");
        fl_move move = fl_sample_chance(g, &drawn, &other);
        fl_holds(now, step[i].move == move && step[i].seat == FL_CHANCE, "roll and draw disagree");
        g->apply(&drawn, FL_CHANCE, move);
    }
    fl_holds(now, fl_same_state(g, &rolled, &drawn), "roll and apply lead elsewhere");
    fl_holds(now, !memcmp(&hand, &other, sizeof hand), "roll and draw throw differently often");
    *now->rng = hand;
}

static bool has_roll(const struct fl_game *g)
{
    return g->sample_and_apply;
}

/* ---- subsets and ways ---- */

static bool is_in_view(const struct fl_view *view, uint16_t item)
{
    for (int i = 0; i < view->items; i++)
        if (view->item[i].id == item)
            return true;
    return false;
}

static struct fl_view view_of(const struct moment *now, int viewer)
{
    struct fl_sight sight;
    struct fl_view view;
    fl_match_sight(now->match, viewer, &sight);
    fl_sight_view(&sight, &view);
    return view;
}

/* The verb and the numbers of the dice, cards or boats. */
static void subset_spells(struct moment *now, const struct fl_subset *q, fl_move move)
{
    char expected[SPELLED], spelled[SPELLED];
    struct fl_buf out = fl_buf_over(expected, sizeof expected);
    fl_put(&out, q->verb);
    fl_put_bits(&out, (unsigned)(move - q->base));
    spell_into(now->game, move, now, spelled);
    fl_holds(now, !strcmp(expected, spelled), "a subset is spelled otherwise");
}

static void subset_is_sound(struct moment *now, const struct fl_subset *q, int seat)
{
    struct fl_view view = view_of(now, seat);
    int most = __builtin_popcount(q->of);
    fl_holds(now, !(q->of & q->with), "an item is both asked for and given");
    fl_holds(now, q->min <= 2 && q->max + 1 >= most && q->min <= q->max, "a question too odd");
    for (int bit = 0; bit < 8; bit++)
        if ((q->of | q->with) >> bit & 1)
            fl_holds(now, is_in_view(&view, q->item[bit]), "a subset of things not on the table");
}

static void subsets_expand_to_moves(struct moment *now)
{
    struct fl_subset q[FL_MAX_SUBSETS];
    struct fl_moves list, all = {0};
    fl_seats turn = fl_match_turn(now->match);
    int seat = turn ? fl_any_seat(turn, now->rng) : FL_CHANCE;
    if (seat == FL_CHANCE)
        return;
    fl_list(now->game, &now->match->state, seat, &list);
    int n = now->game->subsets(&now->match->state, seat, q);
    if (!fl_holds(now, n >= 0 && n <= FL_MAX_SUBSETS, "too many questions at once"))
        return;
    for (int i = 0; i < n; i++) {
        struct fl_moves one = {0};
        subset_is_sound(now, &q[i], seat);
        fl_offer_subset(&one, &q[i]);
        if (!fl_holds(now, one.count > 0, "a question without an answer"))
            return;
        subset_spells(now, &q[i], fl_pick(&one, now->rng));
        for (uint32_t k = 0; k < one.count && all.count < FL_MAX_MOVES; k++) {
            fl_holds(now, !fl_lists(&all, one.at[k].move), "two questions share an answer");
            fl_holds(now, fl_lists(&list, one.at[k].move), "an answer is not a move");
            fl_offer(&all, one.at[k].move, 1);
        }
    }
}

static bool has_subsets(const struct fl_game *g)
{
    return g->subsets != NULL;
}

static void way_can_be_gone(struct moment *now, const struct fl_route *way, int seat)
{
    union fl_state state = now->match->state;
    fl_holds(now, way->count >= 1 && way->count <= FL_MAX_ROUTE_MOVES, "a way of no length");
    for (int i = 0; i < way->count && i < FL_MAX_ROUTE_MOVES; i++) {
        struct fl_moves list;
        fl_list(now->game, &state, seat, &list);
        if (!fl_holds(now, fl_lists(&list, way->move[i]), "a way is barred"))
            return;
        now->game->apply(&state, seat, way->move[i]);
    }
}

static void ways_can_be_gone_step_by_step(struct moment *now)
{
    struct fl_route way[FL_MAX_ROUTES];
    fl_seats turn = fl_match_turn(now->match);
    int seat = turn ? fl_any_seat(turn, now->rng) : FL_CHANCE;
    if (seat == FL_CHANCE)
        return;
    union fl_state sight = fl_through_the_eyes_of(now->game, &now->match->state, seat);
    struct fl_view view = view_of(now, seat);
    int n = now->game->routes(&sight, seat, way);
    fl_holds(now, n >= 0 && n <= FL_MAX_ROUTES, "too many ways");
    for (int i = 0; i < n && i < FL_MAX_ROUTES; i++) {
        fl_holds(now, is_in_view(&view, way[i].item), "a way leads off the table");
        way_can_be_gone(now, &way[i], seat);
    }
}

static bool has_ways(const struct fl_game *g)
{
    return g->routes != NULL;
}

/* ---- touching ---- */

static void touched_items_are_on_the_table(struct moment *now)
{
    fl_seats turn = fl_match_turn(now->match);
    int seat = turn ? fl_any_seat(turn, now->rng) : FL_CHANCE;
    if (seat == FL_CHANCE)
        return;
    union fl_state sight = fl_through_the_eyes_of(now->game, &now->match->state, seat);
    struct fl_view view = view_of(now, seat);
    struct fl_moves list;
    fl_list(now->game, &sight, seat, &list);
    for (int i = 0; i < SOME_MOVES; i++) {
        uint16_t item[FL_MAX_TOUCHED + 1];
        fl_move move = list.at[fl_rng_below(now->rng, list.count)].move;
        int n = now->game->touches(&sight, seat, move, item);
        if (!fl_holds(now, n >= 0 && n <= FL_MAX_TOUCHED, "too many items touched"))
            return;
        for (int k = 0; k < n; k++) {
            fl_holds(now, is_in_view(&view, item[k]), "a touched item is not on the table");
            for (int before = 0; before < k; before++)
                fl_holds(now, item[before] != item[k], "an item is touched twice");
        }
    }
}

/* ---- order ---- */

/* Plays two choices one after the other. Returns false if the second is not legal any more. */
static bool play_both(const struct fl_game *g, union fl_state *state, struct fl_step first,
                      struct fl_step second)
{
    struct fl_moves list;
    g->apply(state, first.seat, first.move);
    fl_list(g, state, second.seat, &list);
    if (!fl_lists(&list, second.move))
        return false;
    g->apply(state, second.seat, second.move);
    return true;
}

static void simultaneous_choices_commute(struct moment *now)
{
    fl_seats turn = fl_match_turn(now->match);
    if (__builtin_popcount(turn) < 2)
        return;
    int a = fl_any_seat(turn, now->rng);
    int b = fl_any_seat((fl_seats)(turn & ~FL_SEAT(a)), now->rng);
    union fl_state one = now->match->state, other = one;
    struct fl_step first = {fl_any_move(now->game, &one, a, now->rng), (uint16_t)a};
    struct fl_step second = {fl_any_move(now->game, &one, b, now->rng), (uint16_t)b};
    bool open = play_both(now->game, &one, first, second);
    if (open && play_both(now->game, &other, second, first))
        fl_holds(now, fl_same_state(now->game, &one, &other), "the order of choices matters");
}

/* ---- memory ---- */

static union fl_state guarded(const struct moment *now)
{
    union fl_state state = now->match->state;
    memset(state.byte + now->game->state_size, GUARD, sizeof state - now->game->state_size);
    return state;
}

static void guard_stands(struct moment *now, const union fl_state *state, const char *who)
{
    bool stands = true;
    for (size_t i = now->game->state_size; i < sizeof *state; i++)
        stands &= state->byte[i] == GUARD;
    fl_holds(now, stands, who);
}

static void guard_bytes_stay(struct moment *now)
{
    const struct fl_game *g = now->game;
    fl_seats turn = fl_match_turn(now->match);
    union fl_state state = guarded(now);
    memset(&state, 0, g->state_size);
    g->start(&state, &now->match->setup);
    guard_stands(now, &state, "start writes beyond the state");
    if (turn) {
        int seat = fl_any_seat(turn, now->rng);
        state = guarded(now);
        g->apply(&state, seat, fl_any_move(g, &now->match->state, seat, now->rng));
        guard_stands(now, &state, "apply writes beyond the state");
    }
    for (int i = 0; g->redact && g->imagine && i < fl_viewers(now); i++) {
        state = guarded(now);
        g->redact(&state, fl_viewer(now, i));
        guard_stands(now, &state, "redact writes beyond the state");
        g->imagine(&state, fl_viewer(now, i), now->rng);
        guard_stands(now, &state, "imagine writes beyond the state");
    }
}

/* laws.c uses the index of the first two. */
const struct law fl_laws_of_moves[] = {
    LAW(whoever_may_move_can, 1, NULL),
    LAW(games_end, 1, NULL),
    LAW(spelling_is_reading, 8, NULL),
    LAW(legal_and_draw_agree_with_moves, 8, has_legal_or_draw),
    LAW(rolling_is_drawing_one_by_one, 8, has_roll),
    LAW(subsets_expand_to_moves, 8, has_subsets),
    LAW(ways_can_be_gone_step_by_step, 2, has_ways),
    LAW(touched_items_are_on_the_table, 8, NULL),
    LAW(simultaneous_choices_commute, 1, chooses_together),
    LAW(guard_bytes_stay, 8, NULL),
    {0},
};
