/* The desk where questions about records are answered: they are posted, read whole, and answered by
 * threads that leave the processor to the tables. One that takes too long is given up. */
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include <sodium.h>

#include "replay/replay.h"
#include "server/net.h"

enum {
    MOST_LETTERS = 16, /* of everybody */
    MOST_OF_A_PLACE = 3,
    LONGEST_WORK = 60000, /* milliseconds */
    LONGEST_WAIT = 180000,
    POLITE = 10 /* of the system's niceness */
};

struct fl_letter {
    uv_work_t work; /* first */
    struct fl_net *net;
    struct fl_conn *from; /* NULL: nobody waits any more */
    struct fl_letter *next;
    enum fl_lane lane;
    size_t len, room;
    uint64_t begun, seed; /* milliseconds of the loop */
    atomic_bool stop;
    char *answer;
    size_t answer_len;
    char text[];
};

/* ---- work ---- */

/* The connection, and its place, go their own ways. */
static void part_from(struct fl_letter *l)
{
    struct fl_conn *c = l->from;
    if (c->place)
        c->place->letters--;
    c->letter = NULL;
    l->from = NULL;
}

static void throw_away(struct fl_letter *l)
{
    l->net->desk.letters--;
    free(l->answer);
    free(l);
}

static void work(uv_work_t *request)
{
    struct fl_letter *l = (struct fl_letter *)request;
    struct fl_replay by = {.seed = l->seed, .stop = &l->stop};
    setpriority(PRIO_PROCESS, 0, POLITE); /* of this thread alone, on Linux */
    if (!atomic_load(&l->stop))
        l->answer = fl_replay_answer(l->text, l->len, &by, &l->answer_len);
}

static void begin_next(struct fl_net *n, enum fl_lane lane);

static void on_answered(uv_work_t *request, int status)
{
    struct fl_letter *l = (struct fl_letter *)request;
    struct fl_net *n = l->net;
    (void)status;
    n->desk.at_work[l->lane] = NULL;
    struct fl_conn *c = l->from;
    if (c) {
        part_from(l);
        fl_conn_reply(c, l->answer, l->answer_len);
    }
    begin_next(n, l->lane);
    throw_away(l);
}

static void begin_next(struct fl_net *n, enum fl_lane lane)
{
    struct fl_letter *l = n->desk.first[lane];
    if (!l || n->desk.at_work[lane])
        return;
    n->desk.first[lane] = l->next;
    n->desk.at_work[lane] = l;
    l->begun = uv_now(n->loop);
    uv_queue_work(n->loop, &l->work, work, on_answered);
}

/* ---- reading ---- */

bool fl_desk_open(struct fl_conn *c, size_t len)
{
    struct fl_desk *desk = &c->net->desk;
    bool full = desk->letters >= MOST_LETTERS || (c->place && c->place->letters >= MOST_OF_A_PLACE);
    struct fl_letter *l = full ? NULL : calloc(1, sizeof *l + len);
    if (!l)
        return false;
    l->net = c->net;
    l->from = c;
    l->room = len;
    randombytes_buf(&l->seed, sizeof l->seed);
    desk->letters++;
    if (c->place)
        c->place->letters++;
    c->letter = l;
    return true;
}

static void hand_in(struct fl_letter *l)
{
    static const char slow[] = "analysis";
    bool is_slow = l->len >= sizeof slow && !memcmp(l->text, slow, sizeof slow - 1);
    l->lane = is_slow ? FL_SLOW : FL_QUICK;
    struct fl_letter **last = &l->net->desk.first[l->lane];
    while (*last)
        last = &(*last)->next;
    *last = l;
    fl_conn_queue(l->from, FL_CONN_HTTP, LONGEST_WAIT);
    begin_next(l->net, l->lane);
}

/* Who sends more than announced wants something else than an answer. */
void fl_desk_read(struct fl_conn *c, const char *bytes, size_t len)
{
    struct fl_letter *l = c->letter;
    if (len > l->room - l->len) {
        c->net->tally.bad++;
        fl_conn_drop(c, "bad-body");
        return;
    }
    memcpy(l->text + l->len, bytes, len);
    l->len += len;
    if (l->len == l->room)
        hand_in(l);
}

/* ---- the end ---- */

/* Whether it was waiting; then it is in no line any more. */
static bool take_out(struct fl_letter *l)
{
    struct fl_letter **at = &l->net->desk.first[l->lane];
    while (*at && *at != l)
        at = &(*at)->next;
    if (!*at)
        return false;
    *at = l->next;
    return true;
}

void fl_desk_forget(struct fl_conn *c)
{
    struct fl_letter *l = c->letter;
    if (!l)
        return;
    part_from(l);
    atomic_store(&l->stop, true);
    if (l->len < l->room || take_out(l))
        throw_away(l);
}

void fl_desk_sweep(struct fl_net *n)
{
    for (int lane = 0; lane < FL_LANES; lane++) {
        struct fl_letter *l = n->desk.at_work[lane];
        if (l && uv_now(n->loop) - l->begun > LONGEST_WORK)
            atomic_store(&l->stop, true);
    }
}
