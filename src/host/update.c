/* What a step changed, told to every pair of eyes at the table: what happened in words, and the
 * difference between the two views. Games without secrets are told once for everybody. */
#include "host/table.h"

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
    return fl_same_view(&view[when], &view[2]);
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
    const struct fl_game *g = t->terms.game;
    if (g->redact || g->seen)
        return false;
    bool open = g->open && g->open(&before->state);
    bool known = open || (t->alike_at && t->alike_at + 1 == t->n && !(eyes & ~t->alike));
    t->alike_at = 0;
    if (!draw_for_all(t, known ? 0 : eyes, before, 0) ||
        !draw_for_all(t, open ? 0 : eyes, &t->match, 1))
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
