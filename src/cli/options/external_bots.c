/* External bots: their limits, and how the simulator plays with them. */
#include "cli/options/external_bots.h"

#include <assert.h>
#include <stdlib.h>

bool fl_external_bots_begin(const struct fl_cli *cli, struct fl_external_bots *bots,
                            const char *time, const char *memory)
{
    long long milliseconds = FL_BOT_MOVE_MS, mib = FL_BOT_MEMORY_MIB;
    if ((time && !fl_cli_number(cli, "--bot-time", time, 1, 3600000, &milliseconds)) ||
        (memory && !fl_cli_number(cli, "--bot-memory", memory, 0, 1 << 20, &mib)))
        return false;
    bots->count = 0;
    bots->usual = fl_bot_usual(NULL, FL_SANDBOX_NONE);
    bots->usual.move_ms = (int)milliseconds;
    bots->usual.limits.memory_mib = (uint32_t)mib;
    return true;
}

const struct fl_bot_launch *fl_external_bots_add(struct fl_external_bots *bots, const char *command)
{
    assert(bots->count < FL_MAX_SEATS);
    if (!bots->count)
        bots->usual.limits.sandbox = fl_sandbox_find();
    struct fl_bot_launch *launch = &bots->launch[bots->count++];
    *launch = bots->usual;
    launch->command = command;
    return launch;
}

static void *begin(const void *launch)
{
    struct fl_bot *bot = malloc(sizeof *bot);
    if (bot)
        fl_bot_begin(bot, launch);
    return bot;
}

static fl_move choose(void *player, const struct fl_match *m, int seat, struct fl_rng *rng)
{
    enum fl_bot_fault fault;
    return fl_bot_choose(player, m, seat, rng, &fault);
}

static void finish(void *player, const struct fl_match *m)
{
    fl_bot_finish(player, m);
}

static void end(void *player, uint64_t faults[FL_MAX_FAULTS])
{
    struct fl_bot *bot = player;
    for (int fault = 0; fault < FL_BOT_FAULT_KINDS; fault++)
        faults[fault] += bot->faults[fault];
    fl_bot_end(bot);
    free(bot);
}

const struct fl_external fl_external_bot = {
    .begin = begin, .choose = choose, .finish = finish, .end = end};
