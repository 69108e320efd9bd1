/* What must hold at every step. client.c checks what a client sees by itself: durability, order,
 * clocks, valid tokens. */
#include <stdio.h>
#include <string.h>

#include "games/games.h"
#include "host/messages.h"
#include "host/play.h"
#include "scenario.h"

/* Times within which something must happen, in healthy time of the server. */
enum {
    RETURN_TIME = 45 * SECOND, /* a player with a token is back at the table */
    ANSWER_TIME = 25 * SECOND, /* a command is answered */
    BOT_TIME = 25 * SECOND     /* a bot, or a player without time, has moved */
};

enum { MEMORY_MAX = 48 << 20 }; /* bytes: a few megabytes per slow reader, and the tables */

static uint64_t compared;

uint64_t invariants_compared(void)
{
    return compared;
}

/* ---- views ---- */

static json_t *sight_as_json(const struct fl_sight *sight)
{
    static char memory[1 << 18];
    struct fl_buf out = fl_buf_over(memory, sizeof memory);
    struct fl_json j = fl_json_to(&out);
    fl_json_sight(&j, sight);
    return json_loads(memory, 0, NULL);
}

static bool is_same(struct client *c, json_t *truth, json_t *known, const char *key)
{
    json_t *x = json_object_get(truth, key), *y = json_object_get(known, key);
    if ((!x && !y) || json_equal(x, y))
        return true;
    char *one = json_dumps(x, JSON_COMPACT | JSON_ENCODE_ANY);
    char *two = json_dumps(y, JSON_COMPACT | JSON_ENCODE_ANY);
    sim_fail("view", "%s of %s differs: server %.500s, client %.500s", key, c->name,
             one ? one : "nothing", two ? two : "nothing");
    sim_free(one);
    sim_free(two);
    return false;
}

static bool compare_view(struct client *c, const struct fl_table *t, int viewer)
{
    static const char *const seen[] = {"turn", "over", "winners", "scores", "zones"};
    static const char *const asked[] = {"prompt", "moves", "subsets", "routes"};
    struct fl_sight sight;
    fl_match_sight(&t->match, viewer, &sight);
    if (!c->sight[viewer]) {
        sim_fail("view", "%s has no view of viewer %d", c->name, viewer);
        return false;
    }
    json_t *truth = sight_as_json(&sight);
    bool same = true, question = viewer < FL_MAX_SEATS && t->seat[viewer].asked;
    for (int i = 0; same && i < 5; i++)
        same = is_same(c, truth, c->sight[viewer], seen[i]);
    if (viewer < FL_MAX_SEATS && fl_has_resigned(t, viewer)) { /* a bot has the question */
        json_decref(truth);
        return same;
    }
    if (same && question != (c->ask[viewer] != NULL)) {
        sim_fail("view", "%s, viewer %d: question %d", c->name, viewer, question);
        same = false;
    }
    for (int i = 0; same && question && i < 4; i++)
        same = is_same(c, truth, c->ask[viewer], asked[i]);
    json_decref(truth);
    return same;
}

struct fl_table *invariants_table(const char *id)
{
    for (uint32_t i = 0; server_host && i < server_host->table_room; i++)
        if (server_host->table[i] && !strcmp(server_host->table[i]->name, id))
            return server_host->table[i];
    return NULL;
}

bool invariants_compare_views(struct client *c)
{
    struct fl_table *t = c->at_table && server_is_up() ? invariants_table(c->id) : NULL;
    if (!t || t->pending || !t->match.game || t->phase == FL_TABLE_WAITING || !c->sock || c->len ||
        !net_is_idle(c->sock) || !loop_is_waiting())
        return true;
    json_t *viewers = json_object_get(c->you, "viewers");
    compared++;
    for (size_t i = 0; i < json_array_size(viewers); i++) {
        json_t *v = json_array_get(viewers, i);
        int viewer = json_is_integer(v) ? (int)json_integer_value(v) - 1 : FL_SPECTATOR;
        if (!compare_view(c, t, viewer))
            return false;
    }
    return true;
}

/* ---- waiting ---- */

static const char *const awaited[] = {"nothing", "a connection", "a table", "an answer"};

static void check_waiting(struct client *c)
{
    int64_t now = server_healthy_time();
    if (c->is_stranger || players_are_home)
        return;
    if (c->awaits != NOTHING && now - c->awaits_since > ANSWER_TIME)
        sim_fail("answer", "%s waits for %s for %.1f s after: %s", c->name, awaited[c->awaits],
                 (double)(now - c->awaits_since) / SECOND, c->last_command);
    bool returns = c->token[0] || (c->role == 0 && !c->party->id[0]);
    if (returns && c->away_since >= 0 && c->count && now - c->away_since > RETURN_TIME)
        sim_fail("return", "%s %s for %.1f s; last refusal %s", c->name,
                 c->token[0] ? "tries to return with a token" : "tries to open a table",
                 (double)(now - c->away_since) / SECOND, c->refusal);
}

/* ---- tables ---- */

/* When a table of a party last changed. */
static struct {
    uint32_t n;
    int64_t since;
} progress[PARTIES_MAX];

/* Whether only bots, or players whose time is up, are to move. */
static bool waits_for_bots(const struct fl_table *t)
{
    int64_t now = fl_now(t->host);
    bool any = false;
    for (int seat = 0; seat < t->options.setup.seats; seat++)
        if (t->seat[seat].asked) {
            const struct fl_table_seat *c = &t->seat[seat];
            bool late = t->options.clock != FL_NO_CLOCK && now - c->since >= c->time_left;
            if (c->taken && !c->bot_plays && !late)
                return false;
            any = true;
        }
    return any;
}

static void check_table(int i)
{
    const struct fl_table *t = invariants_table(parties[i].id);
    int64_t now = server_healthy_time();
    if (!t || t->phase != FL_TABLE_PLAYING || !t->clients || t->n != progress[i].n ||
        !waits_for_bots(t)) {
        progress[i].n = t ? t->n : 0;
        progress[i].since = now;
    } else if (now - progress[i].since > BOT_TIME) {
        sim_fail("bots", "table %s waits for a bot for %.1f s at event %u", t->name,
                 (double)(now - progress[i].since) / SECOND, t->n);
    }
}

void invariants_begin(void)
{
    memset(progress, 0, sizeof progress);
    compared = 0;
}

void invariants_check(void)
{
    for (int i = 0; i < client_count && !sim.failed; i++)
        check_waiting(clients[i]);
    if (memory_bytes() > MEMORY_MAX)
        sim_fail("memory", "the server has allocated %zu bytes", memory_bytes());
    for (int i = 0; i < party_count && server_is_up() && !sim.failed; i++)
        check_table(i);
}

/* ---- the state at a failure ---- */

static void print_table(const struct fl_table *t, int64_t now)
{
    printf(
        "# table %s: %s, phase %d, event %u, %u clients, empty for %lld ms, wakes in %lld ms,%s%s"
        " %u queued, steps %u\n",
        t->name, t->options.game->name, t->phase, t->n, t->clients,
        t->empty ? (long long)(now - t->empty) : 0,
        t->wake == INT64_MAX ? -1 : (long long)(t->wake - now), t->pending ? " writes," : "",
        t->stopped ? " stopped," : "", t->queued, t->match.steps);
    for (int seat = 0; seat < t->options.setup.seats; seat++)
        printf("#   seat %d: %s%s%s%s%s, %lld ms left\n", seat + 1, t->seat[seat].name,
               t->seat[seat].taken ? " taken" : "", t->seat[seat].bot_plays ? " bot plays" : "",
               t->seat[seat].asked ? " asked" : "", t->seat[seat].gone ? " gone" : "",
               (long long)fl_clock_left(t, seat, now));
}

void invariants_print_state(void)
{
    printf("# server %s, %zu bytes in %zu blocks\n", server_is_up() ? "up" : "down", memory_bytes(),
           memory_blocks());
    for (uint32_t i = 0; server_host && i < server_host->table_room; i++)
        if (server_host->table[i])
            print_table(server_host->table[i], fl_now(server_host));
    for (int i = 0; i < client_count; i++)
        printf("# client %s: %s, table %s, event %lld, awaits %s, last command %.60s\n",
               clients[i]->name, clients[i]->sock ? "connected" : "not connected", clients[i]->id,
               (long long)clients[i]->n, awaited[clients[i]->awaits], clients[i]->last_command);
}

/* ---- consent ---- */

static const struct client *client_of(const struct fl_table *t, int seat)
{
    for (int i = 0; i < client_count; i++)
        if (!clients[i]->is_stranger && !strcmp(clients[i]->id, t->name) &&
            client_has_seat(clients[i], seat))
            return clients[i];
    return NULL;
}

static void check_consent(const struct fl_table *t, const struct fl_table_event *e)
{
    const struct client *requester = client_of(t, e->seat);
    if (e->steps + 1 == t->match.steps && fl_match_undo_is_free(&t->match, e->seat))
        return;
    for (int seat = 0; seat < t->options.setup.seats; seat++) {
        const struct client *c = client_of(t, seat);
        if (!fl_bot_plays(t, seat) && c && c != requester && !c->agreed)
            sim_fail("consent", "moves of %s are taken back without their consent", c->name);
    }
}

/* Nobody's match is ended without them, however long they are away. */
static void check_agreement(const struct fl_table *t, const struct fl_table_event *e)
{
    const struct client *requester = client_of(t, e->seat);
    for (int seat = 0; e->seat != FL_SPECTATOR && seat < t->options.setup.seats; seat++) {
        const struct client *c = client_of(t, seat);
        if (fl_is_held(t, seat) && c && c != requester && !c->agreed)
            sim_fail("consent", "the match of %s ends without their consent", c->name);
    }
}

void __real_fl_table_write(struct fl_table *, struct fl_pending *);
void __wrap_fl_table_write(struct fl_table *, struct fl_pending *);
void __wrap_fl_table_write(struct fl_table *t, struct fl_pending *p)
{
    if (p->event.kind == FL_EVENT_UNDO && t->options.dice == FL_FAIR_DICE)
        check_consent(t, &p->event);
    if (p->event.kind == FL_EVENT_AGREE)
        check_agreement(t, &p->event);
    __real_fl_table_write(t, p);
}
