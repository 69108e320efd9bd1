/* libflibuste: batches of games in lockstep. Rows are independent, so threads share only the number
 * of the next portion of rows. A game has no log here: a decision is checked against the mask of
 * the row and applied. */
#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "agents/parallel.h"
#include "core/observe.h"
#include "lib/handles.h"

enum { PORTION = 64, ALIGNMENT = 64 };

/* One game. */
struct row {
    union fl_state now;
    struct fl_rng rng;
    uint32_t decisions;
};

struct flibuste_batch {
    const struct fl_game *game;
    struct fl_setup setup;
    int games, threads, observation;
    uint64_t seed;
    const flibuste_move *actions; /* of the present step; NULL: start */
    atomic_int next;              /* the first row that no thread has taken */
    struct row *row;
    uint8_t *seat, *mask, *done;
    int16_t *observed;
    uint16_t *count, *legal;
    float *reward;
    int32_t *score;
    uint32_t *length;
    size_t row_size[FLIBUSTE_BATCH_ARRAYS];
};

/* ---- one row ---- */

static void play_chance(const struct fl_game *g, struct row *r)
{
    struct fl_step steps[FL_MAX_ROLL];
    while (g->turn(&r->now) == FL_SEAT(FL_CHANCE)) {
        if (g->sample_and_apply)
            g->sample_and_apply(&r->now, &r->rng, steps);
        else
            g->apply(&r->now, FL_CHANCE, fl_sample_chance(g, &r->now, &r->rng));
    }
}

static void start(const struct flibuste_batch *b, struct row *r)
{
    memset(&r->now, 0, b->game->state_size);
    b->game->start(&r->now, &b->setup);
    r->decisions = 0;
    play_chance(b->game, r);
}

/* Replaces the mask and the list of legal moves. If few bytes of the mask were set, only these are
 * cleared. */
static void put_moves(struct flibuste_batch *b, int i, const struct fl_moves *list)
{
    uint8_t *mask = &b->mask[(size_t)i * b->row_size[FLIBUSTE_BATCH_MASK]];
    uint16_t *legal = &b->legal[(size_t)i * FL_MAX_MOVES];
    size_t width = b->row_size[FLIBUSTE_BATCH_MASK];
    if (b->count[i] > width / 32)
        memset(mask, 0, width);
    else
        for (int k = 0; k < b->count[i]; k++)
            mask[legal[k]] = 0;
    for (uint32_t k = 0; k < list->count; k++) {
        legal[k] = list->at[k].move;
        mask[legal[k]] = 1;
    }
    b->count[i] = (uint16_t)list->count;
}

/* Describes the next decision of a row. */
static void describe(struct flibuste_batch *b, int i)
{
    const struct fl_game *g = b->game;
    union fl_state sight;
    struct fl_moves list;
    int seat = __builtin_ctz(g->turn(&b->row[i].now));
    memcpy(&sight, &b->row[i].now, g->state_size);
    if (g->redact)
        g->redact(&sight, seat);
    list.count = list.total = 0;
    g->moves(&sight, seat, &list);
    assert(list.count);
    put_moves(b, i, &list);
    b->seat[i] = (uint8_t)seat;
    fl_observe(g, &sight, seat, b->setup.seats, &b->observed[(size_t)i * (size_t)b->observation]);
}

/* Reports the end of a row's game. */
static void report(struct flibuste_batch *b, int i)
{
    int seats = b->setup.seats;
    fl_seats winners = b->game->winners(&b->row[i].now);
    float share = 1.0f / (float)__builtin_popcount(winners), fair = 1.0f / (float)seats;
    for (int seat = 0; seat < seats; seat++) {
        bool won = winners & FL_SEAT(seat);
        b->reward[i * seats + seat] = (won ? share : 0) - fair;
        b->score[i * seats + seat] = b->game->score(&b->row[i].now, seat);
    }
}

static void forget_report(struct flibuste_batch *b, int i)
{
    int seats = b->setup.seats;
    memset(&b->reward[i * seats], 0, (size_t)seats * sizeof *b->reward);
    memset(&b->score[i * seats], 0, (size_t)seats * sizeof *b->score);
}

static void step_row(struct flibuste_batch *b, int i)
{
    struct row *r = &b->row[i];
    if (b->done[i])
        forget_report(b, i);
    b->game->apply(&r->now, b->seat[i], b->actions[i]);
    r->decisions++;
    play_chance(b->game, r);
    b->length[i] = r->decisions;
    b->done[i] = !b->game->turn(&r->now);
    if (b->done[i]) {
        report(b, i);
        start(b, r);
    }
    describe(b, i);
}

static void start_row(struct flibuste_batch *b, int i)
{
    b->row[i].rng = fl_rng_from(b->seed, (uint64_t)i);
    b->done[i] = 0;
    b->length[i] = 0;
    forget_report(b, i);
    start(b, &b->row[i]);
    describe(b, i);
}

/* ---- all rows ---- */

static void work(void *argument, int worker)
{
    struct flibuste_batch *b = argument;
    (void)worker;
    for (int i; (i = atomic_fetch_add(&b->next, PORTION)) < b->games;)
        for (int end = i + PORTION < b->games ? i + PORTION : b->games; i < end; i++) {
            if (b->actions)
                step_row(b, i);
            else
                start_row(b, i);
        }
}

static void run(struct flibuste_batch *b, const flibuste_move *actions)
{
    b->actions = actions;
    atomic_store(&b->next, 0);
    fl_parallel_run(b->threads, work, b);
}

void flibuste_batch_reset(struct flibuste_batch *b, uint64_t seed)
{
    b->seed = seed;
    run(b, NULL);
}

enum flibuste_status flibuste_batch_step(struct flibuste_batch *b, const flibuste_move *actions,
                                         int *row)
{
    size_t width = b->row_size[FLIBUSTE_BATCH_MASK];
    if (!actions)
        return FLIBUSTE_BAD_ARGUMENT;
    for (int i = 0; i < b->games; i++)
        if (actions[i] >= b->game->move_count || !b->mask[(size_t)i * width + actions[i]]) {
            if (row)
                *row = i;
            return FLIBUSTE_ILLEGAL;
        }
    run(b, actions);
    return FLIBUSTE_OK;
}

void flibuste_batch_sample(struct flibuste_batch *b, flibuste_move *actions)
{
    for (int i = 0; i < b->games; i++)
        actions[i] = b->legal[(size_t)i * FL_MAX_MOVES + fl_rng_below(&b->row[i].rng, b->count[i])];
}

/* ---- life ---- */

static void set_row_sizes(struct flibuste_batch *b)
{
    size_t seats = b->setup.seats;
    b->row_size[FLIBUSTE_BATCH_SEAT] = sizeof *b->seat;
    b->row_size[FLIBUSTE_BATCH_OBSERVATION] = (size_t)b->observation * sizeof *b->observed;
    b->row_size[FLIBUSTE_BATCH_MASK] = b->game->move_count * sizeof *b->mask;
    b->row_size[FLIBUSTE_BATCH_COUNT] = sizeof *b->count;
    b->row_size[FLIBUSTE_BATCH_LEGAL] = FL_MAX_MOVES * sizeof *b->legal;
    b->row_size[FLIBUSTE_BATCH_DONE] = sizeof *b->done;
    b->row_size[FLIBUSTE_BATCH_REWARD] = seats * sizeof *b->reward;
    b->row_size[FLIBUSTE_BATCH_SCORE] = seats * sizeof *b->score;
    b->row_size[FLIBUSTE_BATCH_LENGTH] = sizeof *b->length;
}

/* Zeroed memory for `rows` rows, aligned for vector instructions. NULL if memory is short. */
static void *rows_of(size_t row_size, int rows)
{
    size_t size = (row_size * (size_t)rows + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    void *memory = aligned_alloc(ALIGNMENT, size);
    if (memory)
        memset(memory, 0, size);
    return memory;
}

static bool allocate(struct flibuste_batch *b)
{
    int n = b->games;
    set_row_sizes(b);
    b->row = rows_of(sizeof *b->row, n);
    b->seat = rows_of(b->row_size[FLIBUSTE_BATCH_SEAT], n);
    b->observed = rows_of(b->row_size[FLIBUSTE_BATCH_OBSERVATION], n);
    b->mask = rows_of(b->row_size[FLIBUSTE_BATCH_MASK], n);
    b->count = rows_of(b->row_size[FLIBUSTE_BATCH_COUNT], n);
    b->legal = rows_of(b->row_size[FLIBUSTE_BATCH_LEGAL], n);
    b->done = rows_of(b->row_size[FLIBUSTE_BATCH_DONE], n);
    b->reward = rows_of(b->row_size[FLIBUSTE_BATCH_REWARD], n);
    b->score = rows_of(b->row_size[FLIBUSTE_BATCH_SCORE], n);
    b->length = rows_of(b->row_size[FLIBUSTE_BATCH_LENGTH], n);
    return b->row && b->seat && b->observed && b->mask && b->count && b->legal && b->done &&
           b->reward && b->score && b->length;
}

static enum flibuste_status check(const struct flibuste_batch_setup *s, struct fl_setup *setup,
                                  struct fl_buf *why)
{
    if (!s->game)
        fl_put(why, "Expected a game, not NULL.");
    else if (s->games < 1 || s->games > FLIBUSTE_MAX_BATCH)
        fl_put(why, "Expected a batch of 1 to 1048576 games.");
    else if (s->threads < 1 || s->threads > FL_MAX_THREADS)
        fl_put(why, "Expected 1 to 256 threads.");
    if (why->len)
        return FLIBUSTE_BAD_ARGUMENT;
    bool playable = fl_lib_setup(fl_lib_game(s->game), s->seats, s->options, setup, why);
    return playable ? FLIBUSTE_OK : FLIBUSTE_BAD_SETUP;
}

enum flibuste_status flibuste_batch_new(const struct flibuste_batch_setup *setup,
                                        struct flibuste_batch **out, char *why, size_t room)
{
    struct fl_lib_text text;
    struct fl_setup checked;
    *out = NULL;
    fl_lib_begin(&text);
    enum flibuste_status status = check(setup, &checked, &text.buf);
    fl_lib_end(&text, why, room);
    if (status != FLIBUSTE_OK)
        return status;
    struct flibuste_batch *b = calloc(1, sizeof *b);
    if (!b)
        return FLIBUSTE_NO_MEMORY;
    b->game = fl_lib_game(setup->game);
    b->setup = checked;
    b->games = setup->games;
    b->threads = setup->threads;
    b->observation = fl_observation_size(b->game);
    if (!allocate(b)) {
        flibuste_batch_free(b);
        return FLIBUSTE_NO_MEMORY;
    }
    flibuste_batch_reset(b, setup->seed);
    *out = b;
    return FLIBUSTE_OK;
}

void flibuste_batch_free(struct flibuste_batch *b)
{
    if (!b)
        return;
    for (int i = 0; i < FLIBUSTE_BATCH_ARRAYS; i++)
        free((void *)flibuste_batch_array(b, (enum flibuste_batch_array)i, NULL));
    free(b->row);
    free(b);
}

const void *flibuste_batch_array(const struct flibuste_batch *b, enum flibuste_batch_array array,
                                 size_t *row)
{
    const void *const at[FLIBUSTE_BATCH_ARRAYS] = {
        [FLIBUSTE_BATCH_SEAT] = b->seat,     [FLIBUSTE_BATCH_OBSERVATION] = b->observed,
        [FLIBUSTE_BATCH_MASK] = b->mask,     [FLIBUSTE_BATCH_COUNT] = b->count,
        [FLIBUSTE_BATCH_LEGAL] = b->legal,   [FLIBUSTE_BATCH_DONE] = b->done,
        [FLIBUSTE_BATCH_REWARD] = b->reward, [FLIBUSTE_BATCH_SCORE] = b->score,
        [FLIBUSTE_BATCH_LENGTH] = b->length};
    bool exists = array >= 0 && array < FLIBUSTE_BATCH_ARRAYS;
    if (exists && row)
        *row = b->row_size[array];
    return exists ? at[array] : NULL;
}
