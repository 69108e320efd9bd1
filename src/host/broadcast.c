/* Sends a step to every viewer at the table: phrases that describe it, and the difference
 * between the views before and after. Where all viewers see the same, one message is written and
 * sent to all. */
#include "host/messages.h"
#include "host/people.h"
#include "host/play.h"

/* ---- one step for one viewer ---- */

/* Applies the steps to this viewer's sight. Collects the phrases in the host's scratch memory. */
static void follow(struct fl_table *t, const struct fl_table_event *e,
                   const struct fl_match *before, struct fl_sight *sight)
{
    struct fl_match shadow;
    fl_match_snapshot(before, &shadow);
    t->host->phrases.count = 0;
    for (uint32_t i = 0; i < e->steps; i++) {
        struct fl_step step = e->step[i], seen = step;
        seen.move = fl_step_seen(&shadow, sight->viewer, step);
        fl_say_step(&t->host->phrases, sight, seen);
        sight->game->apply(&sight->state, seen.seat, seen.move);
        shadow.game->apply(&shadow.state, step.seat, step.move);
    }
}

/* Before the end a message has whose turn it is; at the end it has the result, too. */
static void put_play(struct fl_json *j, const struct fl_sight *s)
{
    fl_seats turn = fl_sight_turn(s);
    if (turn)
        fl_json_key_seats(j, "turn", turn);
    else
        fl_json_state_of_play(j, s);
}

/* Writes the message. Viewer FL_TRUTH means "the same for all viewers"; the host's scratch views
 * are filled already in that case. */
static struct fl_json write_step(struct fl_table *t, const struct fl_table_event *e,
                                 const struct fl_match *before, int viewer, struct fl_buf *out)
{
    struct fl_host *h = t->host;
    struct fl_sight sight;
    bool for_all = viewer == FL_TRUTH;
    fl_match_sight(before, for_all ? FL_SPECTATOR : viewer, &sight);
    if (!for_all)
        fl_sight_view(&sight, &h->view[0]);
    follow(t, e, before, &sight);
    if (!for_all)
        fl_sight_view(&sight, &h->view[1]);
    struct fl_json j = fl_message(h, out, "event");
    fl_json_key_number(&j, "n", e->n);
    if (!for_all) {
        fl_json_key(&j, "viewer");
        fl_json_viewer(&j, viewer);
    }
    fl_json_said(&j, e, &h->phrases);
    put_play(&j, &sight);
    fl_json_clocks(&j, t);
    fl_json_difference(&j, sight.game, h->view);
    fl_json_lesson(&j, t, for_all ? FL_PUPIL : viewer);
    return j;
}

/* ---- for everybody ---- */

static fl_seats all_viewers(const struct fl_table *t)
{
    fl_seats eyes = 0;
    for (uint32_t i = 0; i < t->clients; i++)
        eyes |= fl_client_viewers(&t->host->client[t->client[i]]);
    return eyes;
}

/* Whether this viewer's view of a match without hidden information equals the public view. */
static bool sees_as_the_public(struct fl_table *t, struct fl_sight *sight, int viewer, int when)
{
    struct fl_view *view = t->host->view;
    sight->viewer = viewer;
    fl_sight_view(sight, &view[2]);
    return fl_same_view(&view[when], &view[2]);
}

/* Writes the public view into the host's scratch memory. Returns whether the views of all these
 * viewers equal it. */
static bool draw_for_all(struct fl_table *t, fl_seats eyes, const struct fl_match *match, int when)
{
    struct fl_sight sight;
    fl_match_sight(match, FL_SPECTATOR, &sight);
    fl_sight_view(&sight, &t->host->view[when]);
    for (int viewer = 0; viewer < FL_MAX_SEATS; viewer++)
        if ((eyes & FL_SEAT(viewer)) && !sees_as_the_public(t, &sight, viewer, when))
            return false;
    return true;
}

/* Whether a step looks the same to all these viewers: the game has no hidden information, and no
 * view omits what another shows. The result for the position after the last event is cached,
 * because it is the position before this one. */
static bool all_see_the_same(struct fl_table *t, fl_seats eyes, const struct fl_match *before)
{
    const struct fl_game *g = t->options.game;
    if (g->redact || g->visible_to)
        return false;
    bool open = g->is_public && g->is_public(&before->state);
    bool known = open || (t->same_view_event && t->same_view_event + 1 == t->n &&
                          !(eyes & ~t->same_view_seats));
    t->same_view_event = 0;
    if (!draw_for_all(t, known ? 0 : eyes, before, 0) ||
        !draw_for_all(t, open ? 0 : eyes, &t->match, 1))
        return false;
    t->same_view_event = t->n;
    t->same_view_seats = eyes;
    return true;
}

static void send_to_viewer(struct fl_table *t, int viewer, struct fl_json *j)
{
    fl_client_id *to = t->host->lines;
    int lines = 0;
    for (uint32_t i = 0; i < t->clients; i++)
        if (fl_client_viewers(&t->host->client[t->client[i]]) & FL_SEAT(viewer))
            to[lines++] = t->client[i];
    fl_send(t->host, to, lines, j);
}

static void send_to_each(struct fl_table *t, const struct fl_table_event *e,
                         const struct fl_match *before, fl_seats eyes)
{
    struct fl_buf out;
    for (int viewer = 0; viewer <= FL_SPECTATOR; viewer++)
        if (eyes & FL_SEAT(viewer)) {
            struct fl_json j = write_step(t, e, before, viewer, &out);
            send_to_viewer(t, viewer, &j);
        }
}

static void put_question_number(struct fl_json *j, const struct fl_table *t, int viewer)
{
    if (viewer < FL_MAX_SEATS && t->seat[viewer].asked && !fl_has_resigned(t, viewer))
        fl_json_key_number(j, "question", fl_question_of(t, viewer));
}

/* Sends the question to the clients that may answer it and to spectators who share that seat's
 * view. */
static void send_question(struct fl_table *t, int seat)
{
    struct fl_buf out;
    struct fl_sight sight;
    struct fl_json j = fl_message(t->host, &out, "question");
    fl_match_sight(&t->match, seat, &sight);
    fl_json_key_number(&j, "viewer", seat + 1);
    put_question_number(&j, t, seat);
    fl_json_question(&j, &sight);
    fl_json_lesson(&j, t, seat);
    send_to_viewer(t, seat, &j);
}

void fl_send_steps(struct fl_table *t, const struct fl_table_event *e,
                   const struct fl_match *before)
{
    fl_seats eyes = all_viewers(t);
    struct fl_buf out;
    if (!eyes)
        return;
    if (all_see_the_same(t, eyes, before)) {
        struct fl_json j = write_step(t, e, before, FL_TRUTH, &out);
        fl_send_to_table(t, &j);
    } else {
        send_to_each(t, e, before, eyes);
    }
    for (int seat = 0; seat < t->options.setup.seats; seat++)
        if ((eyes & FL_SEAT(seat)) && t->seat[seat].question == e->n && !fl_has_resigned(t, seat))
            send_question(t, seat);
    fl_send_step_undo_free(t, e, before);
    for (uint32_t i = 0; i < t->clients; i++)
        fl_send_real_roll(t, t->client[i]);
}

static void send_view(struct fl_table *t, fl_client_id client, int viewer)
{
    struct fl_buf out;
    struct fl_sight sight;
    struct fl_json j = fl_message(t->host, &out, "view");
    fl_match_sight(&t->match, viewer, &sight);
    fl_json_key_number(&j, "n", t->n);
    fl_json_key(&j, "viewer");
    fl_json_viewer(&j, viewer);
    put_question_number(&j, t, viewer);
    fl_json_clocks(&j, t);
    fl_json_lesson(&j, t, viewer);
    fl_json_key(&j, "sight");
    fl_json_sight(&j, &sight);
    fl_send(t->host, &client, 1, &j);
}

void fl_send_views(struct fl_table *t, fl_client_id client)
{
    fl_seats eyes = fl_client_viewers(&t->host->client[client]);
    for (int viewer = 0; t->match.game && viewer <= FL_SPECTATOR; viewer++)
        if (eyes & FL_SEAT(viewer))
            send_view(t, client, viewer);
    fl_send_undo_free(t, client);
    fl_send_real_roll(t, client);
}
