/* The analysis of a match: a first walk through the log finds what is to be weighed, threads weigh
 * it in the order of the log, and a last walk adds it up. */
#include "agents/analysis.h"

#include <assert.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "agents/advice.h"
#include "agents/mille_sabords_judge.h"
#include "agents/together.h"

enum { SPAN_STREAM = 1, SEARCH_STREAM, CHOOSING_STREAM, LOSS_STREAM };

/* A place where the chances are weighed. */
struct post {
    uint32_t step;
    uint32_t span; /* its first step: what lies between two throws shares its luck */
    struct fl_weight weight;
};

struct office {
    const struct fl_match *match;
    const struct fl_analyse *how;
    uint32_t steps; /* without a throw of which only some dice have fallen */
    bool exact;
    struct post *post;
    uint32_t posts, room;
    struct fl_analysis *out;
    uint32_t decisions_room;

    /* Shared by the threads, under the lock. */
    pthread_mutex_t lock;
    struct fl_match past;
    uint32_t next_post, next_decision;
    bool failed;
};

/* ---- what is to be weighed ---- */

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

static bool add_post(struct office *o, uint32_t step, uint32_t span)
{
    if (o->posts == o->room && !grow((void **)&o->post, &o->room, sizeof *o->post))
        return false;
    o->post[o->posts].step = step;
    o->post[o->posts++].span = span;
    return true;
}

static bool add_decision(struct office *o, uint32_t step, uint32_t moves)
{
    struct fl_analysis *a = o->out;
    struct fl_step made = o->match->log[step];
    if (!(o->how->seats & FL_SEAT(made.seat)))
        return true;
    if (a->decisions == o->decisions_room &&
        !grow((void **)&a->decision, &o->decisions_room, sizeof *a->decision))
        return false;
    a->decision[a->decisions++] =
        (struct fl_decision){.step = step, .seat = made.seat, .moves = moves, .made = made.move};
    return true;
}

/* How many moves there were to choose from; of a hidden one, more than can be known. */
static uint32_t choices_at(const struct fl_match *past, struct fl_step step)
{
    struct fl_moves list;
    if (step.seat == FL_CHANCE)
        return 0;
    fl_list(past->game, &past->state, step.seat, &list);
    return step.move == FL_UNSEEN ? FL_MAX_MOVES : list.count;
}

/* It was played before, so only memory can be wanting. */
static bool follow(struct fl_match *past, const struct fl_match *m)
{
    struct fl_step step = m->log[past->steps];
    return fl_match_play(past, step.seat, step.move) == FL_OK;
}

/* A throw that was cut off in the middle is left out. */
static uint32_t whole_steps(const struct fl_match *m)
{
    uint32_t steps = m->steps;
    if (fl_match_turn(m) == FL_SEAT(FL_CHANCE))
        while (steps && m->log[steps - 1].seat == FL_CHANCE)
            steps--;
    return steps;
}

static bool is_chance(const struct office *o, uint32_t step)
{
    return step < o->steps && o->match->log[step].seat == FL_CHANCE;
}

/* Posts stand at the start, after every throw, after every decision and at the end. */
static bool walk(struct office *o, struct fl_match *past)
{
    uint32_t span = 0;
    bool room = add_post(o, 0, 0);
    for (uint32_t step = 0; room && step < o->steps; step++) {
        uint32_t choices = choices_at(past, o->match->log[step]);
        bool thrown = is_chance(o, step) && !is_chance(o, step + 1);
        if (choices > 1 && o->match->log[step].move != FL_UNSEEN)
            room = add_decision(o, step, choices);
        span = thrown ? step + 1 : span;
        if (thrown || choices > 1)
            room = room && add_post(o, step + 1, span);
        room = room && follow(past, o->match);
    }
    if (room && o->post[o->posts - 1].step < o->steps)
        room = add_post(o, o->steps, span);
    return room;
}

static bool plan_work(struct office *o)
{
    struct fl_match past;
    fl_match_begin(&past, o->match->game, &o->match->setup, o->match->viewer);
    bool room = walk(o, &past);
    fl_match_end(&past);
    return room;
}

/* ---- weighing ---- */

static uint64_t seed_of(const struct office *o, int stream, uint32_t number)
{
    struct fl_rng rng = fl_rng_from(o->how->seed, (uint64_t)stream << 32 | number);
    return fl_rng_next(&rng);
}

/* One piece of work: a post, a decision, or both, at the same step. */
struct task {
    struct post *post;
    struct fl_decision *decision;
    struct fl_sight witness, own;
};

/* What the match itself knows. The truth is looked at only where it hurts nobody: fl_analyse sees
 * to that. */
static void look_on(const struct fl_match *m, struct fl_sight *out)
{
    if (m->viewer == FL_TRUTH)
        fl_match_truth(m, out);
    else
        fl_match_sight(m, m->viewer, out);
}

static uint32_t step_of_post(const struct office *o)
{
    return o->next_post < o->posts ? o->post[o->next_post].step : UINT32_MAX;
}

static uint32_t step_of_decision(const struct office *o)
{
    const struct fl_analysis *a = o->out;
    return o->next_decision < a->decisions ? a->decision[o->next_decision].step : UINT32_MAX;
}

/* The next one in the log; false if there is none, or no memory. */
static bool take_task(struct office *o, struct task *task)
{
    uint32_t post = step_of_post(o), decision = step_of_decision(o);
    uint32_t step = post < decision ? post : decision;
    if (step == UINT32_MAX)
        return false;
    while (!o->failed && o->past.steps < step)
        o->failed = !follow(&o->past, o->match);
    if (o->failed)
        return false;
    task->post = post == step ? &o->post[o->next_post++] : NULL;
    task->decision = decision == step ? &o->out->decision[o->next_decision++] : NULL;
    look_on(&o->past, &task->witness);
    if (task->decision)
        fl_match_sight(&o->past, task->decision->seat, &task->own);
    if (o->how->done)
        atomic_store(o->how->done, step);
    return true;
}

static bool weigh_exactly(const struct fl_sight *sight, struct fl_weight *out)
{
    double chance[FL_MAX_SEATS] = {0};
    if (!fl_solved_chances(sight, chance))
        return false;
    for (int batch = 0; batch < FL_BATCHES; batch++)
        memcpy(out->chance[batch], chance, sizeof chance);
    return true;
}

static bool weigh_post(const struct office *o, const struct fl_sight *witness, struct post *post)
{
    struct fl_load load = {.sight = witness, .move = FL_UNSEEN, .step = post->step};
    struct fl_scales scales = {.playouts = o->how->playouts,
                               .seed = seed_of(o, SPAN_STREAM, post->span),
                               .from = post->span};
    if (o->exact)
        return weigh_exactly(witness, &post->weight);
    fl_weigh(&load, &scales, &post->weight);
    return true;
}

struct candidates {
    int count;
    fl_move move[FL_CANDIDATES];
};

static struct fl_weight weigh_move(const struct office *o, const struct fl_sight *own,
                                   const struct fl_decision *d, fl_move move, int stream)
{
    struct fl_load load = {.sight = own, .move = move, .step = d->step};
    struct fl_scales scales = {
        .playouts = o->how->playouts, .seed = seed_of(o, stream, d->step), .from = d->step};
    struct fl_weight weight;
    fl_weigh(&load, &scales, &weight);
    return weight;
}

/* Which candidate is better than the move made, by more than a standard error; else that move. */
static fl_move choose_best(const struct office *o, const struct fl_sight *own,
                           const struct fl_decision *d, const struct fl_weight *made,
                           const struct candidates *c)
{
    fl_move best = d->made;
    double most = 0;
    for (int i = 0; i < c->count; i++) {
        if (c->move[i] == d->made)
            continue;
        struct fl_weight weight = weigh_move(o, own, d, c->move[i], CHOOSING_STREAM);
        struct fl_measure more = fl_weight_more(&weight, made, d->seat);
        if (more.value > more.error && more.value > most) {
            most = more.value;
            best = c->move[i];
        }
    }
    return best;
}

/* The best is chosen by some playouts and compared with the move made by others: else it would
 * seem better than it is, having been chosen for its luck. */
static void measure_loss(const struct office *o, const struct fl_sight *own, struct fl_decision *d)
{
    struct fl_weight made = weigh_move(o, own, d, d->made, LOSS_STREAM);
    struct fl_weight best = weigh_move(o, own, d, d->best, LOSS_STREAM);
    d->chance = fl_weight_of(&made, d->seat).value;
    d->best_chance = fl_weight_of(&best, d->seat).value;
    d->loss = fl_weight_more(&best, &made, d->seat);
}

/* What the search would have played as well is no loss. */
static bool judge_by_playouts(const struct office *o, const struct fl_sight *own,
                              struct fl_decision *d)
{
    struct fl_ponder ponder = {.playouts = o->how->playouts,
                               .threads = 1,
                               .seed = seed_of(o, SEARCH_STREAM, d->step),
                               .stop = o->how->stop};
    struct candidates c;
    c.count = fl_candidates(own, &ponder, c.move);
    if (!c.count)
        return false;
    struct fl_weight made = weigh_move(o, own, d, d->made, CHOOSING_STREAM);
    d->chance = d->best_chance = fl_weight_of(&made, d->seat).value;
    d->best = c.move[0] == d->made ? d->made : choose_best(o, own, d, &made, &c);
    if (d->best != d->made)
        measure_loss(o, own, d);
    return true;
}

/* Moves that are alike stand for each other. */
static const struct fl_judged *find_judged(const struct fl_sight *own, const struct fl_judged *list,
                                           uint32_t count, fl_move move)
{
    for (uint32_t i = 0; i < count; i++)
        if (fl_judged_alike((const void *)&own->state, list[i].move, move))
            return &list[i];
    return &list[0];
}

static bool judge_exactly(const struct fl_sight *own, struct fl_decision *d)
{
    struct fl_judged *judged = malloc(FL_MAX_MOVES * sizeof *judged);
    uint32_t count = judged ? fl_judge_moves(own, judged) : 0;
    if (count) {
        const struct fl_judged *made = find_judged(own, judged, count, d->made);
        double loss = judged[0].chance - made->chance;
        bool equal = loss < 1e-9;
        d->best = equal ? d->made : judged[0].move;
        d->chance = made->chance;
        d->best_chance = judged[0].chance;
        d->loss = (struct fl_measure){.value = equal ? 0 : loss};
    }
    free(judged);
    return count;
}

static bool do_task(const struct office *o, struct task *task)
{
    bool done = !task->post || weigh_post(o, &task->witness, task->post);
    if (done && task->decision)
        done = o->exact ? judge_exactly(&task->own, task->decision)
                        : judge_by_playouts(o, &task->own, task->decision);
    return done;
}

static bool is_stopped(const struct office *o)
{
    return o->how->stop && atomic_load(o->how->stop);
}

static void *work(void *argument)
{
    struct office *o = argument;
    struct task task;
    for (;;) {
        pthread_mutex_lock(&o->lock);
        bool more = !o->failed && !is_stopped(o) && take_task(o, &task);
        pthread_mutex_unlock(&o->lock);
        if (!more)
            return NULL;
        if (!do_task(o, &task)) {
            pthread_mutex_lock(&o->lock);
            o->failed = true;
            pthread_mutex_unlock(&o->lock);
        }
    }
}

static bool weigh_all(struct office *o)
{
    pthread_mutex_init(&o->lock, NULL);
    fl_match_begin(&o->past, o->match->game, &o->match->setup, o->match->viewer);
    fl_work_together(o->how->threads, work, o);
    fl_match_end(&o->past);
    pthread_mutex_destroy(&o->lock);
    return !o->failed && !is_stopped(o);
}

/* ---- adding up ---- */

/* The post at this step, if one stands there; posts are looked for in order. */
static const struct post *post_at(const struct office *o, uint32_t *from, uint32_t step)
{
    while (*from < o->posts && o->post[*from].step < step)
        ++*from;
    return *from < o->posts && o->post[*from].step == step ? &o->post[*from] : NULL;
}

static void add_fortune(const struct office *o, struct fl_fortune *f, const struct post *before,
                        const struct post *after, double luck[FL_MAX_SEATS][FL_BATCHES])
{
    f->end = after->step;
    for (int seat = 0; seat < o->match->setup.seats; seat++) {
        f->change[seat] = fl_weight_more(&after->weight, &before->weight, seat);
        for (int batch = 0; batch < FL_BATCHES; batch++)
            luck[seat][batch] +=
                after->weight.chance[batch][seat] - before->weight.chance[batch][seat];
    }
}

/* Goes from post to post: throws are luck. Returns the last post. */
static const struct post *add_luck(const struct office *o, double luck[FL_MAX_SEATS][FL_BATCHES])
{
    struct fl_analysis *a = o->out;
    const struct post *before = &o->post[0];
    uint32_t at = 0;
    for (uint32_t step = 0; step < o->steps; step++) {
        if (is_chance(o, step) && (!step || !is_chance(o, step - 1)))
            a->fortune[a->fortunes].step = step;
        const struct post *after = post_at(o, &at, step + 1);
        if (after && is_chance(o, step))
            add_fortune(o, &a->fortune[a->fortunes++], before, after, luck);
        before = after ? after : before;
    }
    return before;
}

static void add_decisions(struct fl_analysis *a)
{
    for (uint32_t i = 0; i < a->decisions; i++) {
        const struct fl_decision *d = &a->decision[i];
        struct fl_account *account = &a->account[d->seat];
        account->decisions++;
        account->skill.value -= d->loss.value;
        account->skill.error = hypot(account->skill.error, d->loss.error);
    }
}

/* The rest is what is left over; its error comes from all others. */
static void close_account(struct fl_account *account)
{
    account->rest.value =
        account->result.value - account->start.value - account->luck.value - account->skill.value;
    account->rest.error = hypot(account->luck.error, account->skill.error);
}

static void add_standings(const struct office *o)
{
    struct fl_analysis *a = o->out;
    for (uint32_t i = 0; i < o->posts; i++) {
        a->standing[i].step = o->post[i].step;
        for (int seat = 0; seat < o->match->setup.seats; seat++)
            a->standing[i].chance[seat] = fl_weight_of(&o->post[i].weight, seat).value;
    }
    a->standings = o->posts;
}

static bool add_up(struct office *o)
{
    double luck[FL_MAX_SEATS][FL_BATCHES] = {{0}};
    struct fl_analysis *a = o->out;
    a->fortune = calloc(o->posts, sizeof *a->fortune); /* each ends at a post */
    a->standing = calloc(o->posts, sizeof *a->standing);
    if (!a->fortune || !a->standing)
        return false;
    add_standings(o);
    const struct post *last = add_luck(o, luck);
    add_decisions(a);
    for (int seat = 0; seat < o->match->setup.seats; seat++) {
        struct fl_account *account = &a->account[seat];
        account->start = fl_weight_of(&o->post[0].weight, seat);
        account->luck = fl_measure_of(luck[seat]);
        account->result = fl_weight_of(&last->weight, seat);
        close_account(account);
    }
    return true;
}

bool fl_analyse(const struct fl_match *m, const struct fl_analyse *how, struct fl_analysis *out)
{
    struct office o = {.match = m, .how = how, .out = out, .steps = whole_steps(m)};
    struct fl_sight sight;
    assert(m->viewer != FL_TRUTH || !fl_match_turn(m) || !m->game->redact);
    look_on(m, &sight);
    *out = (struct fl_analysis){.finished = !fl_match_turn(m), .exact = fl_is_solved(&sight)};
    o.exact = out->exact;
    bool done = plan_work(&o) && weigh_all(&o) && add_up(&o);
    free(o.post);
    if (!done)
        fl_analysis_end(out);
    return done;
}

void fl_analysis_end(struct fl_analysis *a)
{
    free(a->decision);
    free(a->fortune);
    free(a->standing);
    *a = (struct fl_analysis){.decisions = 0};
}

bool fl_is_mistake(const struct fl_decision *d)
{
    return d->loss.value > 2 * d->loss.error && d->loss.value > 0.001;
}
