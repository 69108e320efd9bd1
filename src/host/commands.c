/* The list of features, and the dispatch of a command by its first word. */
#include "host/commands.h"

#include <stdlib.h>
#include <string.h>

#include "host/messages.h"
#include "host/passport.h"

/* Clocks are charged before play.c asks the next question; the log adds an event after all others
 * have applied it. Of several events that are due, seats write theirs first and bots last. */
const struct fl_feature *const fl_features[] = {
    &fl_seat_feature,
    &fl_clock_feature,
    &fl_undo_feature,
    &fl_ending_feature,
    &fl_lesson_feature,
    &fl_bot_feature,
    &fl_play_feature,
    &fl_client_feature,
    &fl_chat_feature,
    &fl_hint_feature,
    &fl_ban_feature,
    &fl_link_feature,
    &fl_record_feature,
    &fl_real_dice_feature,
    &fl_origin_feature,
    &fl_passport_feature,
    &fl_games_feature,
    &fl_log_feature,
    NULL,
};

static const struct fl_client_command *find_command(const char *word)
{
    for (int i = 0; fl_features[i]; i++)
        for (const struct fl_client_command *c = fl_features[i]->commands; c && c->word; c++)
            if (!strcmp(c->word, word))
                return c;
    return NULL;
}

/* Why a command cannot be executed now, or NULL. */
static const char *why_not(const struct fl_call *call, const struct fl_client_command *c)
{
    return !call->sender->greeted && (!c || strcmp(c->word, "hello")) ? "host.protocol"
           : !c                                                       ? "host.unknown-command"
           : c->at_a_table && !call->table                            ? "host.at-no-table"
           : c->adds_events && call->table->free_events >= call->host->limits.events
               ? "host.too-many-events"
               : NULL;
}

void fl_command_run(struct fl_host *h, fl_client_id client, const char *text)
{
    char word[16];
    struct fl_call call;
    if (h->client[client].job) {
        const char *full = fl_job_enqueue(h, client, text);
        if (full)
            fl_refuse(h, client, full);
        return;
    }
    call.host = h;
    call.client = client;
    call.sender = &h->client[client];
    call.table = call.sender->table;
    call.text = call.args = text;
    call.detail[0] = '\0';
    call.why.key = NULL;
    const struct fl_client_command *c =
        fl_next_word(&call.args, word, sizeof word) ? find_command(word) : NULL;
    call.verb = c ? c->word : NULL;
    while (*call.args == ' ')
        call.args++;
    bool waits = c && c->at_a_table && call.table && call.table->pending;
    const char *why = waits ? fl_table_enqueue(call.table, client, text) : why_not(&call, c);
    if (!why && !waits)
        why = c->run(&call);
    if (why)
        fl_call_refuse(&call, why);
}

/* The table at which a command of this client is queued or being stored; or NULL. */
static struct fl_table *find_queue(const struct fl_client *g, fl_client_id client)
{
    if (g->queued)
        return g->queued_at;
    return g->table && g->table->pending && g->table->pending->client == client ? g->table : NULL;
}

/* Commands of one client are executed in order: none overtakes a queued one. */
static void accept_now(struct fl_host *h, fl_client_id client, const char *text)
{
    const struct fl_client *g = &h->client[client];
    struct fl_table *busy = find_queue(g, client);
    if (h->draining && !g->table) { /* it comes back to another node */
        h->port.disconnect(h->port.context, client);
        return;
    }
    if (busy) {
        const char *why = fl_table_enqueue(busy, client, text);
        if (why)
            fl_refuse(h, client, why);
        return;
    }
    fl_command_run(h, client, text);
    if (g->table)
        fl_table_run(g->table);
}

/* ---- commands that wait until the store is fresh ---- */

enum { HELD_MOST = 8 }; /* per client */

static void hold(struct fl_host *h, fl_client_id client, const char *text)
{
    size_t size = strlen(text) + 1;
    struct fl_queued_command *w =
        h->client[client].held < HELD_MOST ? malloc(sizeof *w + size) : NULL;
    if (!w) {
        fl_refuse(h, client, "host.busy");
        return;
    }
    w->next = NULL;
    w->client = client;
    memcpy(w->text, text, size);
    *(h->held ? &h->held_last->next : &h->held) = w;
    h->held_last = w;
    h->client[client].held++;
}

/* A node that may have lost its tables to another one answers no command: the answer could show
 * less than the other node has acknowledged. */
void fl_command_accept(struct fl_host *h, fl_client_id client, const char *text)
{
    if (h->client[client].held || !fl_store_is_fresh(h->port.store))
        hold(h, client, text);
    else
        accept_now(h, client, text);
}

void fl_host_release(struct fl_host *h)
{
    while (h->held && fl_store_is_fresh(h->port.store)) {
        struct fl_queued_command *w = h->held;
        h->held = w->next;
        h->client[w->client].held--;
        accept_now(h, w->client, w->text);
        free(w);
    }
}

void fl_commands_forget(struct fl_host *h, fl_client_id client)
{
    struct fl_queued_command **at = &h->held, *w;
    h->held_last = NULL;
    while ((w = *at))
        if (w->client == client) {
            *at = w->next;
            free(w);
        } else {
            h->held_last = w;
            at = &w->next;
        }
    h->client[client].held = 0;
}
