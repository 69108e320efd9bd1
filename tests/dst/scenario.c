/* One simulation of a seed: faults while parties play and strangers disturb, then calm, then an
 * empty server, then its end. */
#include "scenario.h"

#include <string.h>

#define STORE "/virtual/tables.db"

static struct {
    bool faults; /* new faults may begin */
    bool calm;   /* a server that ends must start again without errors */
    bool stays_down;
    int64_t starts_at; /* of the next server; 0: it is running */
    uint64_t crashes, restarts;
    uint32_t frozen; /* tables of the older file that the present rules cannot continue */
} plan;

/* ---- the supervisor, which restarts the server ---- */

static void check_start(void)
{
    if (server_start_error() && plan.calm)
        sim_fail("start", "the server does not start: %s", server_start_error());
    if (server_is_up() && !fl_host_unloaded(server_host) &&
        fl_host_frozen(server_host) != plan.frozen)
        sim_fail("recovery", "%u tables are frozen after a restart", fl_host_frozen(server_host));
}

static void supervise(void *unused, uint64_t unused2)
{
    (void)unused;
    (void)unused2;
    check_start();
    if (server_has_ended() && !plan.stays_down) {
        if (!plan.starts_at)
            plan.starts_at = sim.now + 50 * MILLISECOND + sim_below(RNG_FAULTS, 8 * SECOND);
        else if (sim.now >= plan.starts_at) {
            plan.starts_at = 0;
            plan.restarts++;
            server_start();
        }
    }
    invariants_check();
    sim_after(200 * MILLISECOND, supervise, NULL, 0, 0);
}

/* ---- faults ---- */

static void heal(void *unused, uint64_t unused2)
{
    (void)unused;
    (void)unused2;
    sim_trace("disk is healthy");
    disk_faults = (struct disk_faults){.sync_time = 4 * MILLISECOND};
    server_note_health(true);
}

/* Lets the disk be as it is now for a while. */
static void heal_later(const char *what)
{
    sim_trace("disk %s", what);
    server_note_health(false);
    sim_after(SECOND + sim_below(RNG_FAULTS, 8 * SECOND), heal, NULL, 0, 0);
}

static void jump(void)
{
    static const int64_t hour = 3600000;
    static const int64_t jumps[] = {-10 * 8766 * hour, -hour,           -1000, 1000,
                                    12 * hour,         10 * 8766 * hour};
    int64_t by = jumps[sim_below(RNG_FAULTS, 6)];
    if (sim.wall + by > 0)
        sim.wall += by;
    sim_trace("wall clock jumps by %lld ms", (long long)by);
}

enum fault { KILL, POWER_CUT, CRASH_AT_WRITE, FULL, FAILING, SLOW, STOP, JUMP, FAULTS };

/* Faults of twin worlds: a restart would check the dice, which are not fair there. */
static bool is_possible(enum fault fault)
{
    return !twin_world() || fault == SLOW || fault == FULL;
}

static void begin_fault(enum fault fault)
{
    switch (fault) {
    case KILL:
    case POWER_CUT:
        plan.crashes++;
        server_crash(fault == POWER_CUT);
        break;
    case CRASH_AT_WRITE:
        plan.crashes++;
        sim.crash_is_power_cut = sim_one_in(RNG_FAULTS, 2);
        disk_faults.crash_at = 1 + sim_below(RNG_FAULTS, 60);
        break;
    case FULL:
        disk_faults.full = true;
        heal_later("is full");
        break;
    case FAILING:
        disk_faults.one_in_fails = 1 + sim_below(RNG_FAULTS, 20);
        heal_later("fails");
        break;
    case SLOW:
        disk_faults.sync_time = SECOND;
        heal_later("is slow");
        break;
    case STOP:
        server_stop();
        break;
    default:
        jump();
        break;
    }
}

static void strike(void *unused, uint64_t unused2)
{
    (void)unused;
    (void)unused2;
    enum fault fault = (enum fault)sim_below(RNG_FAULTS, FAULTS);
    int64_t pause = SECOND + sim_below(RNG_FAULTS, 25 * SECOND);
    if (!plan.faults)
        return;
    if (sim.now >= sim.options.quiet_until && is_possible(fault))
        begin_fault(fault);
    sim_after(pause, strike, NULL, 0, 0);
}

/* ---- phases ---- */

static void play(void)
{
    int64_t time = (40 + sim_below(RNG_PLAN, 80)) * (int64_t)SECOND;
    int64_t first = 5 * SECOND + sim_below(RNG_PLAN, 20 * SECOND);
    plan.faults = !sim_one_in(RNG_PLAN, 5);
    sim_after(first, strike, NULL, 0, 0);
    sim_run_until(sim.now + time);
    plan.faults = false;
}

/* Faults end. Everybody returns, although strangers go on; then their views are compared. */
static void calm_down(void)
{
    sim_trace("calm");
    sim_run_until(sim.now + 12 * SECOND); /* the last faults end */
    disk_faults.crash_at = 0;
    server_forget_start_error(); /* of a start during the faults */
    plan.calm = true;
    sim_run_until(sim.now + 60 * SECOND);
    strangers_are_home = true;
    for (int round = 0; round < 40 && !sim.failed; round++) {
        sim_run_until(sim.now + 250 * MILLISECOND);
        for (int i = 0; i < client_count && !sim.failed; i++)
            if (!clients[i]->is_stranger)
                invariants_compare_views(clients[i]);
    }
}

/* Who asks for the whole history again receives nothing that is new. */
static void repeat_history(void)
{
    players_rest = true;
    sim_run_until(sim.now + 4 * SECOND);
    for (int i = 0; i < client_count; i++)
        if (clients[i]->at_table && !clients[i]->is_stranger) {
            clients[i]->complete_to = clients[i]->n;
            client_say(clients[i], "refresh 0");
        }
    sim_run_until(sim.now + 4 * SECOND);
    for (int i = 0; i < client_count; i++)
        clients[i]->complete_to = 0;
    players_rest = false;
}

/* Everybody leaves; tables are closed or unloaded, and their memory is returned. */
static void empty_out(size_t base)
{
    enum { SLACK = 700000 }; /* bytes: SQLite's caches, spare buffers */
    sim_trace("everybody leaves");
    players_go_home();
    sim_run_until(sim.now + 36 * 60 * (int64_t)SECOND);
    if (!sim.failed && server_host->tables)
        sim_fail("memory", "%u tables are in memory although nobody came for 36 minutes",
                 server_host->tables);
    if (!sim.failed && memory_bytes() > base + SLACK)
        sim_fail("memory", "%zu bytes; at the start %zu", memory_bytes(), base);
}

void scenario_stop(void)
{
    plan.stays_down = true;
    server_stop();
    sim_run_until(sim.now + 20 * SECOND);
    if (!sim.failed && !server_has_ended())
        sim_fail("stop", "the server runs 20 s after SIGTERM");
    if (sim.failed)
        return;
    sqlite_forget();
    if (memory_blocks()) {
        memory_print();
        sim_fail("leaks", "%zu blocks with %zu bytes after the end", memory_blocks(),
                 memory_bytes());
    }
    if (disk_open_files())
        sim_fail("leaks", "%d files are open after the end", disk_open_files());
    sqlite_begin();
}

static void add_everybody(enum twin_world world)
{
    int people = 1 + (int)sim_below(RNG_PLAN, 3);
    net_keeps_pieces = world;
    if (world) {
        twin_begin(world, players_add_party(0, true));
        return;
    }
    for (int i = 0; i < people; i++)
        players_add_party(i, false);
    players_add_strangers();
    if (sim_one_in(RNG_PLAN, 6))
        disk_import(GOLDEN_STORE, STORE); /* an older schema: the server migrates it */
}

static void run(const struct sim_options *options, enum twin_world world,
                struct scenario_result *result)
{
    sim_begin(options);
    memset(&plan, 0, sizeof plan);
    invariants_begin();
    add_everybody(world);
    server_begin(STORE);
    server_start();
    plan.calm = true;
    sim_run_until(SECOND);
    plan.calm = false;
    size_t base = memory_bytes();
    plan.frozen = server_is_up() ? fl_host_frozen(server_host) : 0;
    sim_after(0, supervise, NULL, 0, 0);
    if (!server_is_up())
        sim_fail("start", "the first start fails: %s", server_start_error());
    if (!sim.failed)
        play();
    if (!sim.failed)
        calm_down();
    if (!sim.failed)
        repeat_history();
    if (!sim.failed)
        empty_out(base);
    if (!sim.failed)
        scenario_stop();
    *result = (struct scenario_result){.failed = sim.failed,
                                       .virtual_time = sim.now,
                                       .hash = sim.trace_hash,
                                       .events = sim.events,
                                       .moves = players_moves(),
                                       .crashes = plan.crashes,
                                       .restarts = plan.restarts,
                                       .checks = invariants_compared()};
    for (int i = 0; i < client_count; i++)
        result->messages += clients[i]->received;
    players_free();
    sim_end();
}

/* One seed in four is a pair of twin worlds. */
void scenario_run(const struct sim_options *options, struct scenario_result *result)
{
    if (options->seed % 4) {
        run(options, TWIN_NONE, result);
        return;
    }
    uint64_t before = twin_compared();
    run(options, TWIN_FIRST, result);
    if (!result->failed)
        run(options, TWIN_SECOND, result);
    twin_end();
    result->twins = twin_compared() - before;
}
