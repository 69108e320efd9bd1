/* Jobs: commands that read entries, decide, and store at most one transaction before they answer.
 * A transaction expects what the job has read; if that has changed, the job starts again. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "host/messages.h"
#include "host/passport.h"
#include "host/people.h"

enum { ATTEMPTS = 4, DEVICE_RANGE = 0, PASSPORT_RANGE = 1 };

struct fl_client *fl_job_client(const struct fl_job *job)
{
    return job->client == FL_NO_CLIENT ? NULL : &job->host->client[job->client];
}

/* ---- the end ---- */

/* Executes commands that have waited, up to the next one that becomes a job. */
static void run_waiting_commands(struct fl_host *h, fl_client_id client)
{
    struct fl_queued_command *w;
    while (!h->client[client].job && (w = h->client[client].waiting)) {
        h->client[client].waiting = w->next;
        h->client[client].waiting_count--;
        if (!h->stopping)
            fl_command_accept(h, client, w->text);
        free(w);
    }
}

void fl_job_end(struct fl_job *job)
{
    struct fl_host *h = job->host;
    fl_client_id client = job->client;
    h->jobs--;
    free(job->entry);
    free(job->memory);
    free(job);
    if (client == FL_NO_CLIENT)
        return;
    h->client[client].job = NULL;
    run_waiting_commands(h, client);
}

void fl_job_refuse(struct fl_job *job, const char *key)
{
    struct fl_call call = {.host = job->host, .client = job->client, .verb = job->verb};
    if (job->client != FL_NO_CLIENT && !job->silent) {
        call.sender = &job->host->client[job->client];
        fl_call_refuse(&call, key);
    }
    fl_job_end(job);
}

void fl_job_done(struct fl_job *job)
{
    struct fl_buf out;
    if (job->client != FL_NO_CLIENT) {
        struct fl_json j = fl_message(job->host, &out, "done");
        fl_json_key_text(&j, "command", job->verb);
        fl_send(job->host, &job->client, 1, &j);
    }
    fl_job_end(job);
}

void fl_job_abandon(struct fl_host *h, fl_client_id client)
{
    struct fl_client *g = &h->client[client];
    if (g->job)
        g->job->client = FL_NO_CLIENT;
    g->job = NULL;
    while (g->waiting) {
        struct fl_queued_command *next = g->waiting->next;
        free(g->waiting);
        g->waiting = next;
    }
    g->waiting_count = 0;
    h->identities -= g->identity != NULL;
    free(g->identity);
    g->identity = NULL;
}

const char *fl_job_enqueue(struct fl_host *h, fl_client_id client, const char *text)
{
    struct fl_client *g = &h->client[client];
    struct fl_queued_command **end = &g->waiting;
    size_t size = strlen(text) + 1;
    struct fl_queued_command *w =
        g->waiting_count < FL_JOB_COMMANDS ? malloc(sizeof *w + size) : NULL;
    if (!w)
        return "host.busy";
    w->client = client;
    w->next = NULL;
    memcpy(w->text, text, size);
    while (*end)
        end = &(*end)->next;
    *end = w;
    g->waiting_count++;
    return NULL;
}

/* ---- reading ---- */

void fl_job_add_range(struct fl_job *job, const struct fl_entry_key *prefix,
                      const struct fl_entry_key *after, int limit)
{
    assert(job->ranges < FL_RANGES_MAX);
    struct fl_range *range = &job->range[job->ranges++];
    *range = (struct fl_range){.prefix_len = prefix->len, .limit = limit};
    memcpy(range->prefix, prefix->at, prefix->len);
    if (!after)
        return;
    range->after_len = after->len;
    memcpy(range->after, after->at, after->len);
}

/* Memory for `size` more elements of an array. A job without memory ends the process, as a write
 * request does. */
static void *make_room(void *at, size_t element, size_t needed, size_t *room)
{
    if (needed <= *room)
        return at;
    while (*room < needed)
        *room = *room ? 2 * *room : 16;
    at = realloc(at, *room * element);
    if (!at)
        abort();
    return at;
}

static void take_entry(void *context, int range, const struct fl_entry *entry)
{
    struct fl_job *job = context;
    size_t entries = (size_t)job->found_room;
    job->entry = make_room(job->entry, sizeof *job->entry, (size_t)job->found + 1, &entries);
    job->found_room = (int)entries;
    job->memory = make_room(job->memory, 1, job->used + entry->key_len + entry->len, &job->room);
    job->entry[job->found++] = (struct fl_found){
        .range = range, .at = job->used, .key_len = entry->key_len, .len = entry->len};
    memcpy(job->memory + job->used, entry->key, entry->key_len);
    if (entry->len)
        memcpy(job->memory + job->used + entry->key_len, entry->value, entry->len);
    job->used += entry->key_len + entry->len;
}

static void on_scanned(void *context, uint64_t ticket, bool ok)
{
    struct fl_job *job = context;
    (void)ticket;
    if (ok && job->client != FL_NO_CLIENT)
        job->next(job);
    else
        fl_job_refuse(job, "host.not-stored");
}

void fl_job_scan(struct fl_job *job, void (*next)(struct fl_job *))
{
    struct fl_store *store = job->host->port.store;
    struct fl_scan scan = {.range = job->range,
                           .ranges = job->ranges,
                           .entry = take_entry,
                           .call = on_scanned,
                           .context = job};
    job->next = next;
    job->found = 0;
    job->used = 0;
    job->ranges = 0;
    store->scan(store, &scan);
}

struct fl_entry fl_job_entry(const struct fl_job *job, int i)
{
    const struct fl_found *found = &job->entry[i];
    return (struct fl_entry){.key = job->memory + found->at,
                             .key_len = found->key_len,
                             .value = job->memory + found->at + found->key_len,
                             .len = found->len};
}

bool fl_job_first(const struct fl_job *job, int range, struct fl_entry *out)
{
    for (int i = 0; i < job->found; i++)
        if (job->entry[i].range == range) {
            *out = fl_job_entry(job, i);
            return true;
        }
    return false;
}

/* ---- the passport ---- */

void fl_job_add_passport(struct fl_job *job, uint64_t id)
{
    struct fl_entry_key passport = fl_entry_key_of(FL_SPACE_PASSPORT, id);
    struct fl_entry_key devices = fl_entry_key_of(FL_SPACE_DEVICE, id);
    fl_job_add_range(job, &passport, NULL, 1);
    fl_job_add_range(job, &devices, NULL, FL_MAX_DEVICES);
}

bool fl_job_read_passport(const struct fl_job *job, int range, struct fl_profile *out,
                          struct fl_value *as_stored)
{
    struct fl_entry entry;
    *out = (struct fl_profile){0};
    as_stored->len = 0;
    if (!fl_job_first(job, range, &entry) || entry.len > FL_VALUE_SIZE)
        return false;
    fl_value_add(as_stored, entry.value, entry.len);
    struct fl_value_reader r = fl_value_read(&entry);
    if (fl_value_number(&r, 1)) {
        out->into = fl_value_number(&r, 8);
        return !r.failed;
    }
    uint64_t flags = fl_value_number(&r, 1);
    out->child = flags & 1;
    out->listed = flags >> 1 & 1;
    out->avatar = (uint16_t)fl_value_number(&r, 2);
    out->created = (uint32_t)fl_value_number(&r, 4);
    out->ids = (int)fl_value_number(&r, 1);
    r.failed |= out->ids < 1 || out->ids > FL_PASSPORT_IDS;
    for (int i = 0; !r.failed && i < out->ids; i++)
        out->id[i] = fl_value_number(&r, 8);
    fl_value_text(&r, out->name, sizeof out->name);
    return !r.failed;
}

bool fl_job_device(const struct fl_job *job, int range, int number, struct fl_device *out)
{
    for (int i = 0; i < job->found; i++) {
        struct fl_entry entry = fl_job_entry(job, i);
        if (job->entry[i].range != range || entry.key_len != 10 ||
            ((const unsigned char *)entry.key)[9] != number)
            continue;
        struct fl_value_reader r = fl_value_read(&entry);
        fl_value_bytes(&r, out->secret_hash, FL_HASH_SIZE);
        out->used = (uint32_t)fl_value_number(&r, 4);
        fl_value_text(&r, out->name, sizeof out->name);
        return !r.failed;
    }
    return false;
}

int fl_job_free_device(const struct fl_job *job, int range)
{
    struct fl_device device;
    for (int number = 1; number <= FL_MAX_DEVICES; number++)
        if (!fl_job_device(job, range, number, &device))
            return number;
    return 0;
}

/* The passport was deleted, or the device revoked. */
static void end_signed_out(struct fl_job *job)
{
    struct fl_host *h = job->host;
    fl_client_id client = job->client;
    bool was_in = !job->command->signs_in;
    struct fl_origin *origin = h->client[client].origin;
    if (was_in)
        fl_sign_out(h, client);
    else if (origin)
        fl_pace_count(&origin->guesses, fl_now(h), h->limits.guess_pause);
    fl_job_refuse(job, was_in ? "host.signed-out" : "host.unknown-passport");
}

static bool has_same_ids(const struct fl_job *job)
{
    return job->who.ids == job->profile.ids &&
           !memcmp(job->who.id, job->profile.id, (size_t)job->who.ids * sizeof job->who.id[0]);
}

/* The device leads to another passport than the connection knew, or to one that has more ids now.
 */
static void load_again(struct fl_job *job)
{
    if (++job->attempts == ATTEMPTS)
        fl_job_refuse(job, "host.busy");
    else
        fl_job_load(job);
}

static void on_loaded(struct fl_job *job)
{
    struct fl_entry entry;
    if (!fl_job_first(job, DEVICE_RANGE, &entry)) {
        end_signed_out(job);
        return;
    }
    struct fl_value_reader r = fl_value_read(&entry);
    uint64_t id = fl_value_number(&r, 8);
    job->who.device = (uint8_t)fl_value_number(&r, 1);
    job->device_value.len = 0;
    fl_value_add(&job->device_value, entry.value, entry.len);
    bool found = job->who.ids && id == job->who.id[0] &&
                 fl_job_read_passport(job, PASSPORT_RANGE, &job->profile, &job->profile_value) &&
                 !job->profile.into;
    if (found && has_same_ids(job)) {
        job->who.child = job->profile.child;
        job->command->decide(job);
        return;
    }
    job->who.ids = found ? job->profile.ids : 1;
    memcpy(job->who.id, found ? job->profile.id : (uint64_t[FL_PASSPORT_IDS]){id},
           sizeof job->who.id);
    load_again(job);
}

void fl_job_load(struct fl_job *job)
{
    struct fl_entry_key device = fl_entry_key_in(FL_SPACE_SECRET);
    fl_entry_key_add(&device, job->secret_hash, FL_HASH_SIZE);
    fl_job_add_range(job, &device, NULL, 1);
    if (job->who.ids) {
        fl_job_add_passport(job, job->who.id[0]);
        if (job->command->add_ranges)
            job->command->add_ranges(job);
    }
    fl_job_scan(job, on_loaded);
}

/* ---- storing ---- */

struct fl_change_list *fl_job_changes(struct fl_job *job)
{
    fl_changes_clear(&job->host->changes);
    return &job->host->changes;
}

void fl_job_expect(struct fl_job *job, struct fl_change_list *list)
{
    struct fl_entry_key device = fl_entry_key_in(FL_SPACE_SECRET);
    struct fl_entry_key passport = fl_entry_key_of(FL_SPACE_PASSPORT, job->who.id[0]);
    fl_entry_key_add(&device, job->secret_hash, FL_HASH_SIZE);
    fl_changes_add(list, FL_CHANGE_EXPECT, &device, &job->device_value, NULL);
    fl_changes_add(list, FL_CHANGE_EXPECT, &passport, &job->profile_value, NULL);
}

static void on_stored(void *context, uint64_t ticket, enum fl_outcome outcome)
{
    struct fl_job *job = context;
    (void)ticket;
    if (outcome == FL_UNKNOWN)
        return;
    if (outcome == FL_COMMITTED)
        job->next(job);
    else if (outcome == FL_NOT_COMMITTED && job->client != FL_NO_CLIENT &&
             ++job->attempts < ATTEMPTS && !job->once)
        fl_job_load(job);
    else
        fl_job_refuse(job, "host.not-stored");
}

void fl_job_commit(struct fl_job *job, void (*done)(struct fl_job *))
{
    struct fl_host *h = job->host;
    job->next = done;
    h->port.store->change(h->port.store, h->changes.change, h->changes.count,
                          (struct fl_store_callback){.call = on_stored, .context = job});
}

/* ---- the beginning ---- */

static struct fl_job *new_job(struct fl_host *h, fl_client_id client, const char *verb,
                              const struct fl_job_command *command)
{
    struct fl_client *g = &h->client[client];
    struct fl_job *job = calloc(1, sizeof *job);
    if (!job)
        return NULL;
    job->host = h;
    job->client = client;
    job->verb = verb;
    job->command = command;
    if (g->identity) {
        job->who = *g->identity;
        memcpy(job->secret_hash, g->identity->secret_hash, FL_HASH_SIZE);
    }
    return job;
}

const char *fl_job_start(struct fl_call *call, const struct fl_job_command *command,
                         const char *args)
{
    struct fl_host *h = call->host;
    const char *why = !h->port.store->change                          ? "host.no-passports"
                      : !command->signs_in && !call->sender->identity ? "host.not-signed-in"
                      : command->off_table && call->table             ? "host.at-a-table"
                      : command->needs_table && !call->table          ? "host.at-no-table"
                                                                      : NULL;
    struct fl_job *job = why ? NULL : new_job(h, call->client, call->verb, command);
    if (!job)
        return why ? why : "host.busy";
    why = command->begin ? command->begin(job, args) : NULL;
    if (why) {
        free(job);
        return why;
    }
    call->sender->job = job;
    h->jobs++;
    if (!job->ranges) /* otherwise the command reads something else first */
        fl_job_load(job);
    else
        fl_job_scan(job, job->next);
    return NULL;
}

void fl_job_introduce(struct fl_host *h, fl_client_id client, const struct fl_job_command *command,
                      const unsigned char secret_hash[FL_HASH_SIZE])
{
    struct fl_job *job = h->port.store->change ? new_job(h, client, "passport", command) : NULL;
    if (!job)
        return;
    memcpy(job->secret_hash, secret_hash, FL_HASH_SIZE);
    job->silent = true;
    h->client[client].job = job;
    h->jobs++;
    fl_job_load(job);
}
