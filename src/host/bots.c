/* Bots: one question a table at a time, answered from elsewhere. */
#include "host/table.h"

/* Whether a bot moves for this seat now. */
bool fl_bot_plays(const struct fl_table *t, int seat)
{
    const struct fl_chair *c = &t->chair[seat];
    return !c->taken || c->bot_plays;
}

static int seat_of_a_bot(const struct fl_table *t)
{
    fl_seats turn = fl_match_turn(&t->match);
    int64_t now = fl_now(t->host);
    for (int seat = 0; seat < t->terms.setup.seats; seat++)
        if ((turn & FL_SEAT(seat)) && (fl_bot_plays(t, seat) || fl_seat_is_late(t, seat, now)))
            return seat;
    return -1;
}

static void ask_bot(struct fl_table *t, int seat)
{
    struct fl_host *h = t->host;
    struct fl_sight sight;
    struct fl_thought thought = {.ticket = ++h->serial << 32 | t->slot,
                                 .sight = &sight,
                                 .level = t->chair[seat].level,
                                 .waiting = ++h->thoughts};
    fl_match_sight(&t->match, seat, &sight);
    h->port.entropy(h->port.world, &thought.seed, sizeof thought.seed);
    t->thinking = thought.ticket;
    t->thinker = seat;
    h->port.think(h->port.world, &thought);
}

/* A bot's answer may be wrong: then it makes the first move there is. */
static bool make_move(struct fl_table *t)
{
    int seat = t->thinker;
    struct fl_sight sight;
    struct fl_moves list;
    t->has_thought = false;
    if (fl_play(t, seat, t->thought, true, FL_NO_LINE) == FL_OK)
        return true;
    fl_match_sight(&t->match, seat, &sight);
    fl_list(sight.game, &sight.state, seat, &list);
    return list.count && fl_play(t, seat, list.at[0].move, true, FL_NO_LINE) == FL_OK;
}

/* With nobody there to see it, bots rest. */
bool fl_bots_mind(struct fl_table *t)
{
    if (t->phase != FL_PLAYING || !t->guests)
        return false;
    if (t->has_thought)
        return fl_now(t->host) >= t->thought_at && make_move(t);
    if (fl_lesson_mind(t))
        return true;
    int seat = t->thinking ? -1 : seat_of_a_bot(t);
    if (seat >= 0)
        ask_bot(t, seat);
    return false;
}

/* What a bot knows must not show in how long it thinks. */
static int64_t when_to_answer(const struct fl_table *t)
{
    int64_t pause = t->terms.game->redact ? t->host->limits.bot_delay : 0;
    return t->chair[t->thinker].since + pause;
}

void fl_host_thought(struct fl_host *h, uint64_t ticket, fl_move move)
{
    uint32_t slot = (uint32_t)ticket;
    struct fl_table *t = slot < h->table_room ? h->table[slot] : NULL;
    h->thoughts--;
    if (!t || t->thinking != ticket)
        return;
    t->thinking = 0;
    t->has_thought = true;
    t->thought = move;
    t->thought_at = when_to_answer(t);
    fl_table_stir(t);
}
