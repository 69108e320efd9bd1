/* Recovers a table from the store by applying its events. The time while the server was down
 * does not count. */
#include <string.h>

#include "games/games.h"
#include "host/table.h"

struct recovery {
    struct fl_host *host;
    struct fl_table *table; /* NULL: not created yet, or unreadable */
    bool broken;
};

static void take_match(void *whom, const struct fl_store_match *match)
{
    struct recovery *r = whom;
    const struct fl_game *game = fl_game_find(match->game);
    struct fl_table_options terms;
    const char *wrong;
    char detail[FL_NAME_SIZE];
    if (!game || game->version != match->version ||
        !fl_table_options_read(game, match->options, r->host->port.levels, &terms, &wrong, detail))
        return;
    r->table = fl_table_new(r->host, match->id, &terms);
    if (!r->table)
        return;
    r->table->created = r->table->last = match->created;
    memcpy(r->table->secret, match->secret, sizeof match->secret);
}

static void take_seat(void *whom, const struct fl_store_seat *row)
{
    struct recovery *r = whom;
    if (!r->table)
        return;
    if (row->seat == FL_OWNER_ROW)
        memcpy(r->table->owner_hash, row->token_hash, FL_HASH_SIZE);
    else if (row->seat < r->table->options.setup.seats)
        memcpy(r->table->seat[row->seat].token_hash, row->token_hash, FL_HASH_SIZE);
}

struct dice_check {
    const uint8_t *key;
    bool right;
};

static bool check_roll(void *check, const struct fl_roll *roll)
{
    struct dice_check *c = check;
    c->right = fl_fair_pick(c->key, roll->number, roll->odds) == roll->move;
    return c->right;
}

/* Whether fair dice are those that were thrown. A bit that the disk has changed may make another
 * legal roll; whoever verified the record would think that the host had cheated. */
static bool are_dice_right(const struct fl_table *t)
{
    struct dice_check check = {.key = t->dice.key, .right = true};
    if (t->options.dice != FL_FAIR_DICE || !t->match.game)
        return true;
    return fl_each_roll(&t->match, &check, check_roll) && check.right;
}

/* A rematch is the end of the match before it: its dice are checked now. */
static void take_event(void *whom, const struct fl_event *stored)
{
    struct recovery *r = whom;
    struct fl_decoded_event decoded;
    const struct fl_table_event *event = &decoded.event;
    if (!r->table || r->broken)
        return;
    r->broken = stored->n != r->table->n + 1 ||
                !fl_event_decode(stored, r->table->options.setup.seats, &decoded) ||
                (event->kind == FL_EVENT_REMATCH && !are_dice_right(r->table)) ||
                !fl_table_fold(r->table, event, false);
}

/* Starts with nobody connected. Clocks continue from the last event. */
static void wake_up(struct fl_table *t)
{
    int64_t now = fl_now(t->host);
    for (int seat = 0; seat < t->options.setup.seats; seat++) {
        t->seat[seat].gone = now;
        t->seat[seat].since = now;
    }
    t->empty = t->last < now ? t->last : now;
    if (t->phase == FL_TABLE_FINISHED)
        fl_table_shrink_to_fit(t);
    t->clocks_paused = t->phase == FL_TABLE_PLAYING && t->options.clock != FL_NO_CLOCK;
    fl_table_set_wake(t);
}

bool fl_table_recover(struct fl_host *h, uint64_t id)
{
    struct recovery r = {.host = h};
    struct fl_store_reader reader = {
        .context = &r, .match = take_match, .seat = take_seat, .event = take_event};
    bool found = h->port.store->load(h->port.store, id, &reader);
    if (!r.table)
        return false;
    if (!found || r.broken || r.table->phase == FL_TABLE_CLOSED || !are_dice_right(r.table)) {
        fl_table_free(r.table);
        return false;
    }
    wake_up(r.table);
    return true;
}
