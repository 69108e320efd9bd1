/* Bots. A table has at most one think request open at a time; the port answers it later. */
#include "host/commands.h"
#include "host/play.h"

/* Whether a bot moves for this seat now: nobody has taken it, or its player is away or has
 * resigned.
 */
bool fl_bot_plays(const struct fl_table *t, int seat)
{
    const struct fl_table_seat *c = &t->seat[seat];
    return !c->taken || c->bot_plays || fl_has_resigned(t, seat);
}

/* Whether the time of a seat is up. */
static bool is_late(const struct fl_table *t, int seat)
{
    return t->options.clock != FL_NO_CLOCK && t->seat[seat].asked &&
           !fl_clock_left(t, seat, fl_now(t->host));
}

static int find_bot_seat(const struct fl_table *t)
{
    fl_seats turn = fl_match_turn(&t->match);
    for (int seat = 0; seat < t->options.setup.seats; seat++)
        if ((turn & FL_SEAT(seat)) && (fl_bot_plays(t, seat) || is_late(t, seat)))
            return seat;
    return -1;
}

bool fl_bot_is_late(const struct fl_table *t)
{
    return t->phase == FL_TABLE_PLAYING && t->clients && !t->think_ticket && !t->has_bot_move &&
           find_bot_seat(t) >= 0;
}

static void ask_bot(struct fl_table *t, int seat)
{
    struct fl_host *h = t->host;
    struct fl_sight sight;
    struct fl_think_request thought = {.ticket = ++h->serial << 32 | t->slot,
                                       .sight = &sight,
                                       .level = t->seat[seat].level,
                                       .waiting = ++h->think_requests};
    fl_match_sight(&t->match, seat, &sight);
    h->port.entropy(h->port.context, &thought.seed, sizeof thought.seed);
    t->think_ticket = thought.ticket;
    t->think_start = fl_now(h);
    t->think_seat = seat;
    if (h->port.think(h->port.context, &thought))
        return;
    h->think_requests--;
    t->think_ticket = 0;
}

/* Plays the bot's answer. An illegal answer is replaced by the first legal move, so that a
 * faulty agent cannot stop a table. */
static bool make_move(struct fl_table *t)
{
    int seat = t->think_seat;
    struct fl_sight sight;
    struct fl_moves list;
    t->has_bot_move = false;
    if (fl_play(t, seat, t->bot_move, true, FL_NO_CLIENT) == FL_OK)
        return true;
    fl_match_sight(&t->match, seat, &sight);
    fl_list(sight.game, &sight.state, seat, &list);
    return list.count && fl_play(t, seat, list.at[0].move, true, FL_NO_CLIENT) == FL_OK;
}

/* Asks for the next bot move, or plays the answer when it is due. Bots pause while no client is
 * connected. */
static bool tick(struct fl_table *t)
{
    if (t->phase != FL_TABLE_PLAYING || !t->clients)
        return false;
    if (t->has_bot_move)
        return fl_now(t->host) >= t->bot_move_at && make_move(t);
    int seat = t->think_ticket ? -1 : find_bot_seat(t);
    if (seat >= 0)
        ask_bot(t, seat);
    return false;
}

/* How long a bot thinks must not reveal what it holds: in games with hidden information every
 * answer, a forced one too, takes as long as the longest search. The option pace=0 gives that up.
 */
static int64_t move_time(const struct fl_table *t)
{
    const struct fl_port *port = &t->host->port;
    const struct fl_table_seat *c = &t->seat[t->think_seat];
    int64_t pause = t->host->limits.bot_delay;
    if (!t->options.game->redact || t->options.no_pauses)
        return c->since;
    if (port->think_time && port->think_time(port->context, t->options.game, c->level) > pause)
        pause = port->think_time(port->context, t->options.game, c->level);
    /* The search may start later than the question, when clients come back to an empty table. */
    return (t->think_start > c->since ? t->think_start : c->since) + pause;
}

void fl_host_bot_move(struct fl_host *h, uint64_t ticket, fl_move move)
{
    uint32_t slot = (uint32_t)ticket;
    struct fl_table *t = slot < h->table_room ? h->table[slot] : NULL;
    h->think_requests--;
    if (!t || t->think_ticket != ticket)
        return;
    t->think_ticket = 0;
    t->has_bot_move = true;
    t->bot_move = move;
    t->bot_move_at = move_time(t);
    fl_table_run(t);
}

const struct fl_feature fl_bot_feature = {.tick = tick};
