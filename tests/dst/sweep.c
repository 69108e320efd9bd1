/* Fault sweeps: one player goes through everything that a table knows, while the n-th call of one
 * kind fails, for every n. The player must reach the end of the script, nothing that was
 * acknowledged may be lost, and nothing may leak. */
#include <stdio.h>
#include <string.h>

#include "games/games.h"
#include "scenario.h"

#define STORE "/virtual/tables.db"
#define COPY "/virtual/copy.db"

enum step {
    OPEN_TABLE,
    SIT,
    START,
    PLAY,
    UNDO,
    RETURN,
    FINISH,
    REMATCH,
    START_AGAIN,
    COPY_STORE,
    PURGE,
    END
};

static struct {
    enum step step;
    int moves;
    bool said, returned, copied, purged;
    bool copy_ok, copy_done, purge_done;
    int64_t starts_at;
    struct client *player;
} script;

/* ---- backup and purge, each on a thread of its own ---- */

static void copy_store(void *unused)
{
    struct fl_store_error error;
    (void)unused;
    script.copy_ok = fl_store_backup(STORE, COPY, &error);
    script.copy_done = true;
}

static void on_purged(void *context, uint64_t ticket, enum fl_outcome outcome)
{
    (void)context;
    (void)ticket;
    script.purge_done = outcome == FL_COMMITTED;
    if (outcome != FL_COMMITTED)
        script.purged = false; /* try again */
}

static void purge_store(void *unused)
{
    struct fl_store *store = server_host->port.store;
    (void)unused;
    store->purge(store, INT64_MAX, (struct fl_store_callback){on_purged, NULL, 0});
}

/* A failed copy leaves nothing behind and can be repeated. */
static bool has_copied(void)
{
    if (!script.copied) {
        script.copied = true;
        script.copy_done = false;
        fiber_start(copy_store, NULL);
    }
    if (!script.copy_done)
        return false;
    if (script.copy_ok != disk_exists(COPY) || disk_exists(COPY ".part"))
        sim_fail("backup", "%s, but the copy %s and a part %s", script.copy_ok ? "done" : "failed",
                 disk_exists(COPY) ? "exists" : "does not exist",
                 disk_exists(COPY ".part") ? "exists" : "does not exist");
    if (!script.copy_ok)
        script.copied = false;
    return script.copy_ok;
}

static bool has_purged(void)
{
    if (!script.purged) {
        script.purged = true;
        fiber_start(purge_store, NULL);
    }
    return script.purge_done;
}

/* ---- the script ---- */

static bool is_phase(const char *phase)
{
    return !strcmp(client_phase(script.player), phase);
}

/* Makes a move if one is asked for. */
static void move_on(struct client *c)
{
    if (c->ask[0] && client_has_seat(c, 0)) {
        players_send_move(c, 0);
        script.moves++;
    }
}

static void say_once(struct client *c, const char *command)
{
    client_say(c, "%s", command);
    client_await(c, AN_ANSWER);
}

/* Does what the present step needs; moves on when it is done. */
static void advance(struct client *c)
{
    switch (script.step) {
    case OPEN_TABLE:
        if (!c->token[0])
            client_say(c, "new mille-sabords seats=person,bot:moussaillon first=1 target=5000");
        else
            client_say(c, "resume %s %s %lld", c->id, c->token, (long long)c->n);
        client_await(c, A_TABLE);
        break;
    case SIT:
        if (client_seats(c))
            script.step++;
        else
            say_once(c, "sit 1 - Anne");
        break;
    case START:
    case START_AGAIN:
        if (!is_phase("waiting"))
            script.step++, script.moves = 0;
        else
            say_once(c, "start");
        break;
    case PLAY:
        if (script.moves >= 4)
            script.step++, script.said = false;
        else
            move_on(c);
        break;
    case UNDO:
        if (!script.said)
            say_once(c, "undo"), script.said = true;
        else
            script.step++;
        break;
    case RETURN:
        if (!script.returned) {
            script.returned = true;
            client_leave(c, false);
        } else {
            script.step++;
        }
        break;
    case FINISH:
        if (is_phase("finished") || script.moves > 40)
            script.step++;
        else
            move_on(c);
        break;
    case REMATCH:
        if (!is_phase("finished"))
            script.step++;
        else
            say_once(c, "rematch");
        break;
    case COPY_STORE:
        if (has_copied())
            script.step++;
        break;
    case PURGE:
        if (has_purged())
            script.step++;
        break;
    default:
        break;
    }
}

static void act(void *context, uint64_t unused)
{
    struct client *c = context;
    (void)unused;
    if (!c->sock) {
        if (sim.now >= c->back_at)
            client_connect(c);
    } else if (c->greeted && c->awaits == NOTHING) {
        if (!c->at_table) {
            enum step now = script.step;
            script.step = OPEN_TABLE;
            advance(c);
            script.step = now ? now : OPEN_TABLE;
        } else {
            if (script.step == OPEN_TABLE)
                script.step++;
            advance(c);
        }
    } else if (c->awaits != NOTHING && server_healthy_time() - c->awaits_since > 6 * SECOND) {
        client_leave(c, false); /* as the page does when no answer comes */
        c->back_at = sim.now;
    }
    sim_after(40 * MILLISECOND, act, c, 0, 0);
}

static void supervise(void *unused, uint64_t unused2)
{
    (void)unused;
    (void)unused2;
    if (server_has_ended() && script.step != END) {
        script.copied = script.purged = false;
        server_start();
    }
    sim_after(300 * MILLISECOND, supervise, NULL, 0, 0);
}

/* Runs the script with one failing call; counts the calls of each kind. */
static bool run_script(enum call_kind kind, uint64_t fail_at, uint64_t calls[CALL_KINDS])
{
    struct sim_options options = {.seed = 1};
    sim_begin(&options);
    memset(&script, 0, sizeof script);
    invariants_begin();
    sim.fail_at[kind] = fail_at;
    script.player = players_add_alone(act);
    server_begin(STORE);
    server_start();
    sim_after(SECOND, supervise, NULL, 0, 0);
    while (script.step != END && !sim.failed && sim_step(300 * (int64_t)SECOND))
        ;
    if (script.step != END && !sim.failed)
        sim_fail("sweep", "the player is stuck at step %d; last refusal %s", script.step,
                 script.player->refusal);
    if (!sim.failed)
        invariants_compare_views(script.player);
    if (!sim.failed)
        scenario_stop();
    if (calls)
        memcpy(calls, sim.calls, sizeof sim.calls);
    bool ok = !sim.failed;
    players_free();
    sim_end();
    return ok;
}

/* Runs the sweep of one kind: every stride-th call, from the first one. */
static bool sweep(enum call_kind kind, uint64_t most, uint64_t *runs)
{
    uint64_t calls[CALL_KINDS], stride = 1;
    if (!run_script(kind, 0, calls))
        return false;
    if (most && calls[kind] > most)
        stride = calls[kind] / most + 1;
    for (uint64_t n = 1; n <= calls[kind]; n += stride) {
        ++*runs;
        if (!run_script(kind, n, NULL)) {
            printf("# reproduce: flibuste-dst --sweep %s --call %llu\n", call_names[kind],
                   (unsigned long long)n);
            return false;
        }
    }
    printf("# %s: %llu calls, %llu runs\n", call_names[kind], (unsigned long long)calls[kind],
           (unsigned long long)*runs);
    return true;
}

int sweep_run(const char *name, uint64_t call, uint64_t most)
{
    int failures = 0, number = 0;
    for (int kind = 0; kind < CALL_KINDS; kind++) {
        uint64_t runs = 0;
        if (name && strcmp(name, call_names[kind]))
            continue;
        bool ok = call ? run_script((enum call_kind)kind, call, NULL)
                       : sweep((enum call_kind)kind, most, &runs);
        failures += !ok;
        printf("%sok %d - the n-th %s fails\n", ok ? "" : "not ", ++number, call_names[kind]);
        fflush(stdout);
    }
    printf("1..%d\n", number);
    return failures != 0;
}
