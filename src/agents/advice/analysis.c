/* The analysis of a match: a first pass over the log plans what to evaluate, threads evaluate it in
 * the order of the log, and a last pass sums up. */
#include "agents/advice/analysis.h"

#include <assert.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "agents/advice/advice.h"
#include "agents/game_ai.h"
#include "agents/parallel.h"
#include "agents/solver.h"

enum { SPAN_STREAM = 1, SEARCH_STREAM, CHOOSING_STREAM, LOSS_STREAM };

/* A step at which the probabilities to win are estimated. */
struct point {
    uint32_t step;
    uint32_t span; /* first step of its segment: points between the same two rolls share their
                      random numbers */
    struct fl_rollout_result result;
};

struct job {
    const struct fl_match *match;
    const struct fl_analyse *options;
    uint32_t steps; /* without an incomplete roll at the end */
    bool exact;
    struct point *point;
    uint32_t points, room;
    struct fl_analysis *out;
    uint32_t decisions_room;

    /* Shared by the threads, protected by the lock. */
    pthread_mutex_t lock;
    struct fl_match past;
    uint32_t next_point, next_decision;
    bool failed;
};

static const struct fl_solver *solver_of(const struct fl_sight *sight)
{
    return fl_game_ai_of(sight->game)->solver;
}

static bool is_solved(const struct fl_sight *sight)
{
    const struct fl_solver *solver = solver_of(sight);
    return solver && solver->is_solved(sight);
}

/* ---- planning ---- */

static bool grow(void **list, uint32_t *room, size_t size)
{
    uint32_t more = *room ? 2 * *room : 64;
    void *larger = realloc(*list, more * size);
    if (!larger)
        return false;
    *list = larger;
    *room = more;
    return true;
}

static bool add_point(struct job *job, uint32_t step, uint32_t span)
{
    if (job->points == job->room && !grow((void **)&job->point, &job->room, sizeof *job->point))
        return false;
    job->point[job->points].step = step;
    job->point[job->points++].span = span;
    return true;
}

static bool add_decision(struct job *job, uint32_t step, uint32_t moves)
{
    struct fl_analysis *a = job->out;
    struct fl_step made = job->match->log[step];
    if (!(job->options->seats & FL_SEAT(made.seat)))
        return true;
    if (a->decisions == job->decisions_room &&
        !grow((void **)&a->decision, &job->decisions_room, sizeof *a->decision))
        return false;
    a->decision[a->decisions++] =
        (struct fl_decision){.step = step, .seat = made.seat, .moves = moves, .made = made.move};
    return true;
}

/* The number of legal moves; for a hidden move, which may be any, FL_MAX_MOVES. */
static uint32_t choices_at(const struct fl_match *past, struct fl_step step)
{
    struct fl_moves list;
    if (step.seat == FL_CHANCE)
        return 0;
    fl_list(past->game, &past->state, step.seat, &list);
    return step.move == FL_UNSEEN ? FL_MAX_MOVES : list.count;
}

/* Fails only for lack of memory: the move was legal before. */
static bool follow(struct fl_match *past, const struct fl_match *m)
{
    struct fl_step step = m->log[past->steps];
    return fl_match_play(past, step.seat, step.move) == FL_OK;
}

/* The number of steps without an incomplete roll at the end. */
static uint32_t whole_steps(const struct fl_match *m)
{
    uint32_t steps = m->steps;
    if (fl_match_turn(m) == FL_SEAT(FL_CHANCE))
        while (steps && m->log[steps - 1].seat == FL_CHANCE)
            steps--;
    return steps;
}

static bool is_chance(const struct job *job, uint32_t step)
{
    return step < job->steps && job->match->log[step].seat == FL_CHANCE;
}

/* Evaluates at the start, after every roll, after every decision and at the end. */
static bool plan_steps(struct job *job, struct fl_match *past)
{
    uint32_t span = 0;
    bool room = add_point(job, 0, 0);
    for (uint32_t step = 0; room && step < job->steps; step++) {
        uint32_t choices = choices_at(past, job->match->log[step]);
        bool thrown = is_chance(job, step) && !is_chance(job, step + 1);
        if (choices > 1 && job->match->log[step].move != FL_UNSEEN)
            room = add_decision(job, step, choices);
        span = thrown ? step + 1 : span;
        if (thrown || choices > 1)
            room = room && add_point(job, step + 1, span);
        room = room && follow(past, job->match);
    }
    if (room && job->point[job->points - 1].step < job->steps)
        room = add_point(job, job->steps, span);
    return room;
}

static bool plan_work(struct job *job)
{
    struct fl_match past;
    fl_match_begin(&past, job->match->game, &job->match->setup, job->match->viewer);
    bool room = plan_steps(job, &past);
    fl_match_end(&past);
    return room;
}

/* ---- evaluating ---- */

static uint64_t seed_of(const struct job *job, int stream, uint32_t number)
{
    struct fl_rng rng = fl_rng_from(job->options->seed, (uint64_t)stream << 32 | number);
    return fl_rng_next(&rng);
}

/* One piece of work: an evaluation point, a decision, or both at the same step. */
struct task {
    struct point *point;
    struct fl_decision *decision;
    struct fl_sight viewer_sight, own;
};

/* The sight of the match's own viewer. The truth is used only where nothing is hidden any more,
 * which fl_analyse asserts. */
static void sight_of_viewer(const struct fl_match *m, struct fl_sight *out)
{
    if (m->viewer == FL_TRUTH)
        fl_match_truth(m, out);
    else
        fl_match_sight(m, m->viewer, out);
}

static uint32_t step_of_point(const struct job *job)
{
    return job->next_point < job->points ? job->point[job->next_point].step : UINT32_MAX;
}

static uint32_t step_of_decision(const struct job *job)
{
    const struct fl_analysis *a = job->out;
    return job->next_decision < a->decisions ? a->decision[job->next_decision].step : UINT32_MAX;
}

/* Takes the next task in the order of the log; false if there is none or out of memory. */
static bool take_task(struct job *job, struct task *task)
{
    uint32_t point = step_of_point(job), decision = step_of_decision(job);
    uint32_t step = point < decision ? point : decision;
    if (step == UINT32_MAX)
        return false;
    while (!job->failed && job->past.steps < step)
        job->failed = !follow(&job->past, job->match);
    if (job->failed)
        return false;
    task->point = point == step ? &job->point[job->next_point++] : NULL;
    task->decision = decision == step ? &job->out->decision[job->next_decision++] : NULL;
    sight_of_viewer(&job->past, &task->viewer_sight);
    if (task->decision)
        fl_match_sight(&job->past, task->decision->seat, &task->own);
    if (job->options->done)
        atomic_store(job->options->done, step);
    return true;
}

static bool evaluate_exactly(const struct fl_sight *sight, struct fl_rollout_result *out)
{
    double chance[FL_MAX_SEATS] = {0};
    if (!solver_of(sight)->win_chances(sight, chance))
        return false;
    for (int batch = 0; batch < FL_BATCHES; batch++)
        memcpy(out->chance[batch], chance, sizeof chance);
    return true;
}

static bool evaluate_point(const struct job *job, const struct fl_sight *viewer_sight,
                           struct point *point)
{
    struct fl_rollout_position position = {
        .sight = viewer_sight, .move = FL_UNSEEN, .step = point->step};
    struct fl_rollout_options options = {.playouts = job->options->playouts,
                                         .seed = seed_of(job, SPAN_STREAM, point->span),
                                         .from = point->span,
                                         .stop = job->options->stop};
    if (job->exact)
        return evaluate_exactly(viewer_sight, &point->result);
    fl_rollout_run(&position, &options, &point->result);
    return true;
}

struct candidates {
    int count;
    fl_move move[FL_CANDIDATES];
};

static struct fl_rollout_result roll_out_move(const struct job *job, const struct fl_sight *own,
                                              const struct fl_decision *d, fl_move move, int stream)
{
    struct fl_rollout_position position = {.sight = own, .move = move, .step = d->step};
    struct fl_rollout_options options = {.playouts = job->options->playouts,
                                         .seed = seed_of(job, stream, d->step),
                                         .from = d->step,
                                         .stop = job->options->stop};
    struct fl_rollout_result result;
    fl_rollout_run(&position, &options, &result);
    return result;
}

/* The candidate that is best and better than the move made by more than a standard error; otherwise
 * the move made. */
static fl_move choose_best(const struct job *job, const struct fl_sight *own,
                           const struct fl_decision *d, const struct fl_rollout_result *made,
                           const struct candidates *c)
{
    fl_move best = d->made;
    double most = 0;
    for (int i = 0; i < c->count; i++) {
        if (c->move[i] == d->made)
            continue;
        struct fl_rollout_result result = roll_out_move(job, own, d, c->move[i], CHOOSING_STREAM);
        struct fl_measure more = fl_rollout_chance(&result, made, d->seat);
        if (more.value > more.error && more.value > most) {
            most = more.value;
            best = c->move[i];
        }
    }
    return best;
}

/* The best move is selected with one set of playouts and compared with another. Otherwise it would
 * seem better than it is, because it was selected for its luck. */
static void measure_loss(const struct job *job, const struct fl_sight *own, struct fl_decision *d)
{
    struct fl_rollout_result made = roll_out_move(job, own, d, d->made, LOSS_STREAM);
    struct fl_rollout_result best = roll_out_move(job, own, d, d->best, LOSS_STREAM);
    d->chance = fl_rollout_chance(&made, NULL, d->seat).value;
    d->best_chance = fl_rollout_chance(&best, NULL, d->seat).value;
    d->loss = fl_rollout_chance(&best, &made, d->seat);
}

/* If the search prefers the move made, the loss is 0. */
static bool judge_by_rollouts(const struct job *job, const struct fl_sight *own,
                              struct fl_decision *d)
{
    struct fl_search_options search = {.playouts = job->options->playouts,
                                       .threads = 1,
                                       .seed = seed_of(job, SEARCH_STREAM, d->step),
                                       .stop = job->options->stop};
    struct candidates c;
    c.count = fl_candidates(own, &search, c.move);
    if (!c.count)
        return false;
    struct fl_rollout_result made = roll_out_move(job, own, d, d->made, CHOOSING_STREAM);
    d->chance = d->best_chance = fl_rollout_chance(&made, NULL, d->seat).value;
    d->best = c.move[0] == d->made ? d->made : choose_best(job, own, d, &made, &c);
    if (d->best != d->made)
        measure_loss(job, own, d);
    return true;
}

/* Equivalent moves are listed once. */
static const struct fl_move_value *find_value(const struct fl_sight *own,
                                              const struct fl_move_value *list, uint32_t count,
                                              fl_move move)
{
    const struct fl_solver *solver = solver_of(own);
    for (uint32_t i = 0; i < count; i++)
        if (solver->are_equivalent(own, list[i].move, move))
            return &list[i];
    return &list[0];
}

static bool judge_exactly(const struct fl_sight *own, struct fl_decision *d)
{
    struct fl_move_value *value = malloc(FL_MAX_MOVES * sizeof *value);
    uint32_t count = value ? solver_of(own)->move_values(own, value) : 0;
    if (count) {
        const struct fl_move_value *made = find_value(own, value, count, d->made);
        double loss = value[0].chance - made->chance;
        bool equal = loss < 1e-9;
        d->best = equal ? d->made : value[0].move;
        d->chance = made->chance;
        d->best_chance = value[0].chance;
        d->loss = (struct fl_measure){.value = equal ? 0 : loss};
    }
    free(value);
    return count;
}

static bool do_task(const struct job *job, struct task *task)
{
    bool done = !task->point || evaluate_point(job, &task->viewer_sight, task->point);
    if (done && task->decision)
        done = job->exact ? judge_exactly(&task->own, task->decision)
                          : judge_by_rollouts(job, &task->own, task->decision);
    return done;
}

static bool is_stopped(const struct job *job)
{
    return job->options->stop && atomic_load(job->options->stop);
}

static void do_tasks(void *work, int worker)
{
    struct job *job = work;
    struct task task;
    (void)worker;
    for (;;) {
        pthread_mutex_lock(&job->lock);
        bool more = !job->failed && !is_stopped(job) && take_task(job, &task);
        pthread_mutex_unlock(&job->lock);
        if (!more)
            return;
        if (!do_task(job, &task)) {
            pthread_mutex_lock(&job->lock);
            job->failed = true;
            pthread_mutex_unlock(&job->lock);
        }
    }
}

static bool evaluate_all(struct job *job)
{
    pthread_mutex_init(&job->lock, NULL);
    fl_match_begin(&job->past, job->match->game, &job->match->setup, job->match->viewer);
    fl_parallel_run(job->options->threads, do_tasks, job);
    fl_match_end(&job->past);
    pthread_mutex_destroy(&job->lock);
    return !job->failed && !is_stopped(job);
}

/* ---- summing up ---- */

/* The evaluation point at a step, if there is one. Steps must be passed in ascending order. */
static const struct point *point_at(const struct job *job, uint32_t *from, uint32_t step)
{
    while (*from < job->points && job->point[*from].step < step)
        ++*from;
    return *from < job->points && job->point[*from].step == step ? &job->point[*from] : NULL;
}

static void add_roll(const struct job *job, struct fl_roll_luck *f, const struct point *before,
                     const struct point *after, double luck[FL_MAX_SEATS][FL_BATCHES])
{
    f->end = after->step;
    for (int seat = 0; seat < job->match->setup.seats; seat++) {
        f->change[seat] = fl_rollout_chance(&after->result, &before->result, seat);
        for (int batch = 0; batch < FL_BATCHES; batch++)
            luck[seat][batch] +=
                after->result.chance[batch][seat] - before->result.chance[batch][seat];
    }
}

/* Sums the changes over rolls. Returns the last evaluation point. */
static const struct point *add_luck(const struct job *job, double luck[FL_MAX_SEATS][FL_BATCHES])
{
    struct fl_analysis *a = job->out;
    const struct point *before = &job->point[0];
    uint32_t at = 0;
    for (uint32_t step = 0; step < job->steps; step++) {
        if (is_chance(job, step) && (!step || !is_chance(job, step - 1)))
            a->roll[a->rolls].step = step;
        const struct point *after = point_at(job, &at, step + 1);
        if (after && is_chance(job, step))
            add_roll(job, &a->roll[a->rolls++], before, after, luck);
        before = after ? after : before;
    }
    return before;
}

static void add_decisions(struct fl_analysis *a)
{
    for (uint32_t i = 0; i < a->decisions; i++) {
        const struct fl_decision *d = &a->decision[i];
        struct fl_result_breakdown *breakdown = &a->breakdown[d->seat];
        breakdown->decisions++;
        breakdown->skill.value -= d->loss.value;
        breakdown->skill.error = hypot(breakdown->skill.error, d->loss.error);
    }
}

/* The rest is the difference to the result; its error follows from luck and skill. */
static void set_rest(struct fl_result_breakdown *breakdown)
{
    breakdown->rest.value = breakdown->result.value - breakdown->start.value -
                            breakdown->luck.value - breakdown->skill.value;
    breakdown->rest.error = hypot(breakdown->luck.error, breakdown->skill.error);
}

static void add_curve(const struct job *job)
{
    struct fl_analysis *a = job->out;
    for (uint32_t i = 0; i < job->points; i++) {
        a->curve[i].step = job->point[i].step;
        for (int seat = 0; seat < job->match->setup.seats; seat++)
            a->curve[i].chance[seat] = fl_rollout_chance(&job->point[i].result, NULL, seat).value;
    }
    a->curve_points = job->points;
}

static bool add_up(struct job *job)
{
    double luck[FL_MAX_SEATS][FL_BATCHES] = {{0}};
    struct fl_analysis *a = job->out;
    a->roll = calloc(job->points, sizeof *a->roll); /* each ends at an evaluation point */
    a->curve = calloc(job->points, sizeof *a->curve);
    if (!a->roll || !a->curve)
        return false;
    add_curve(job);
    const struct point *last = add_luck(job, luck);
    add_decisions(a);
    for (int seat = 0; seat < job->match->setup.seats; seat++) {
        struct fl_result_breakdown *breakdown = &a->breakdown[seat];
        breakdown->start = fl_rollout_chance(&job->point[0].result, NULL, seat);
        breakdown->luck = fl_measure_of(luck[seat]);
        breakdown->result = fl_rollout_chance(&last->result, NULL, seat);
        set_rest(breakdown);
    }
    return true;
}

bool fl_analyse(const struct fl_match *m, const struct fl_analyse *options, struct fl_analysis *out)
{
    struct job job = {.match = m, .options = options, .out = out, .steps = whole_steps(m)};
    struct fl_sight sight;
    assert(m->viewer != FL_TRUTH || !fl_match_turn(m) || !m->game->redact);
    sight_of_viewer(m, &sight);
    *out = (struct fl_analysis){.finished = !fl_match_turn(m), .exact = is_solved(&sight)};
    job.exact = out->exact;
    bool done = plan_work(&job) && evaluate_all(&job) && add_up(&job);
    free(job.point);
    if (!done)
        fl_analysis_end(out);
    return done;
}

void fl_analysis_end(struct fl_analysis *a)
{
    free(a->decision);
    free(a->roll);
    free(a->curve);
    *a = (struct fl_analysis){.decisions = 0};
}

/* A playout takes about half the length of the match, and a decision needs several rollouts. */
uint32_t fl_playouts_within(const struct fl_match *m, double moves, uint32_t least, uint32_t most)
{
    static const double rollouts = 4; /* per decision */
    double steps = m->steps, decisions = 1;
    for (uint32_t i = 0; i < m->steps; i++)
        decisions += m->log[i].seat != FL_CHANCE;
    double playouts = moves / (decisions * rollouts * (steps / 2 + 1));
    return playouts < least ? least : playouts > most ? most : (uint32_t)playouts;
}
