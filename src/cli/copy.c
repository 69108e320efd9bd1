/* flibuste copy FROM TO: copies all tables of a store, running games included, and all entries to
 * another one. */
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "store/store.h"

enum {
    IN_FLIGHT = 2000, /* writes that wait for an outcome */
    MAX_WORDS = 128,  /* kinds of events */
    PAGE = 200        /* entries that are read, and written, at a time */
};

/* A store and its pending callbacks. */
struct end {
    struct fl_store *store;
    sem_t woken;
    int pending;
    bool failed; /* a write was not committed */
};

struct copying {
    struct end from, to;
    uint64_t *id;
    size_t ids, room;
    /* The table that is being copied: */
    struct fl_store_match match;
    int seats, sent; /* rows; how many of them are written */
    struct fl_store_seat seat[FL_MAX_SEATS + 1];
    bool created;
    uint32_t events;
    enum fl_ownership ownership;
    bool answered;
    char where[FL_ADDRESS_SIZE]; /* the node that owns it */
    /* The entries that were read last: */
    int entries;
    bool read, scanned;
    struct fl_change change[PAGE];
    unsigned char bytes[PAGE][FL_KEY_SIZE + FL_VALUE_SIZE];
    int words;
    char word[MAX_WORDS][32]; /* kinds of events: a store keeps pointers to them */
};

static void wake(void *context)
{
    sem_post(&((struct end *)context)->woken);
}

/* Calls callbacks; waits for one. */
static void pump(struct end *end)
{
    while (!end->store->pump(end->store))
        while (sem_wait(&end->woken))
            ;
}

static void on_written(void *context, uint64_t ticket, enum fl_outcome outcome)
{
    struct end *end = context;
    (void)ticket;
    if (outcome == FL_UNKNOWN)
        return;
    end->pending--;
    end->failed |= outcome != FL_COMMITTED;
}

static struct fl_store_callback count_in(struct end *end)
{
    end->pending++;
    return (struct fl_store_callback){.call = on_written, .context = end};
}

/* ---- one table ---- */

static void take_match(void *context, const struct fl_store_match *match)
{
    ((struct copying *)context)->match = *match;
}

static void take_seat(void *context, const struct fl_store_seat *seat)
{
    struct copying *c = context;
    if (c->seats <= FL_MAX_SEATS)
        c->seat[c->seats++] = *seat;
}

/* The row of the owner is written with the table. */
static void create(struct copying *c)
{
    struct fl_store_seat owner = {.seat = FL_OWNER_ROW};
    for (int i = 0; i < c->seats; i++)
        if (c->seat[i].seat == FL_OWNER_ROW) {
            owner = c->seat[i];
            c->seat[i] = c->seat[--c->seats];
            break;
        }
    c->created = true;
    c->to.store->create(c->to.store, &c->match, &owner, count_in(&c->to));
}

/* A copy of the kind of an event that stays valid; NULL if it is no word, or there are too many. */
static const char *keep_word(struct copying *c, const char *word)
{
    int i = 0;
    while (i < c->words && strcmp(c->word[i], word))
        i++;
    if (i == MAX_WORDS || strlen(word) >= sizeof c->word[0])
        return NULL;
    if (i == c->words)
        strcpy(c->word[c->words++], word);
    return c->word[i];
}

/* Every seat row was stored with an event, and an event has at most two: they are written with the
 * first events. */
static void take_event(void *context, const struct fl_event *event)
{
    struct copying *c = context;
    if (!c->created)
        create(c);
    int rows = c->seats - c->sent < 2 ? c->seats - c->sent : 2;
    struct fl_append append = {
        .match = c->match.id, .event = *event, .seat = c->seat + c->sent, .seats = rows};
    append.event.kind = keep_word(c, event->kind);
    if (!append.event.kind) {
        c->to.failed = true;
        return;
    }
    c->sent += rows;
    c->events++;
    c->to.store->append(c->to.store, &append, count_in(&c->to));
}

static void on_claimed(void *context, uint64_t ticket, const struct fl_claim_answer *answer)
{
    struct copying *c = context;
    (void)ticket;
    c->ownership = answer->ownership;
    c->answered = true;
    if (answer->address)
        snprintf(c->where, sizeof c->where, "%s", answer->address);
}

/* Copies a table after claiming it, so that no server plays on. False if that is impossible. */
static bool copy_table(struct copying *c, uint64_t id)
{
    struct fl_claim claim = {
        .id = id,
        .reader = {.context = c, .match = take_match, .seat = take_seat, .event = take_event},
        .call = on_claimed,
        .context = c};
    c->created = c->answered = false;
    c->seats = c->sent = 0;
    c->from.store->claim(c->from.store, &claim);
    while (!c->answered)
        pump(&c->from);
    if (c->ownership != FL_OWNED_HERE)
        return false;
    if (!c->created)
        create(c);
    while (c->to.pending > IN_FLIGHT)
        pump(&c->to);
    return !c->to.failed;
}

/* ---- entries ---- */

static void take_entry(void *context, int range, const struct fl_entry *entry)
{
    struct copying *c = context;
    unsigned char *at = c->bytes[c->entries];
    (void)range;
    memcpy(at, entry->key, entry->key_len);
    memcpy(at + entry->key_len, entry->len ? entry->value : "", entry->len);
    c->change[c->entries++] = (struct fl_change){
        .kind = FL_CHANGE_PUT,
        .entry = {
            .key = at, .key_len = entry->key_len, .value = at + entry->key_len, .len = entry->len}};
}

static void on_scanned(void *context, uint64_t ticket, bool ok)
{
    struct copying *c = context;
    (void)ticket;
    c->scanned = true;
    c->read = ok;
}

/* Reads the entries after those that were read last. */
static bool read_entries(struct copying *c)
{
    struct fl_range range = {.limit = PAGE};
    struct fl_scan scan = {
        .range = &range, .ranges = 1, .entry = take_entry, .call = on_scanned, .context = c};
    if (c->entries) {
        range.after_len = c->change[c->entries - 1].entry.key_len;
        memcpy(range.after, c->change[c->entries - 1].entry.key, range.after_len);
    }
    c->entries = 0;
    c->scanned = false;
    c->from.store->scan(c->from.store, &scan);
    while (!c->scanned)
        pump(&c->from);
    return c->read;
}

static bool copy_entries(struct copying *c)
{
    c->entries = 0;
    do {
        if (!read_entries(c))
            return false;
        if (c->entries)
            c->to.store->change(c->to.store, c->change, c->entries, count_in(&c->to));
        while (c->to.pending > IN_FLIGHT)
            pump(&c->to);
    } while (c->entries == PAGE);
    return true;
}

/* ---- all tables ---- */

static void note_id(void *context, const struct fl_store_match *match)
{
    struct copying *c = context;
    if (c->ids == c->room) {
        c->room = c->room ? 2 * c->room : 1024;
        c->id = realloc(c->id, c->room * sizeof *c->id);
        if (!c->id)
            abort();
    }
    c->id[c->ids++] = match->id;
}

static bool open_end(const struct fl_cli *cli, struct end *end, struct fl_store_options options)
{
    struct fl_store_error error;
    options.wake = wake;
    options.context = end;
    sem_init(&end->woken, 0, 0);
    end->store = fl_store_open(&options, &error);
    if (!end->store)
        fl_cli_fail(cli, FL_CLI_FAILED, error.key, error.path, error.detail);
    return end->store;
}

static int report(const struct fl_cli *cli, const struct copying *c, size_t copied)
{
    char name[17];
    struct fl_buf text = fl_buf_over(name, sizeof name);
    struct fl_phrase phrase;
    if (copied == c->ids && !c->to.failed) {
        char line[256];
        struct fl_buf out = fl_buf_over(line, sizeof line);
        fl_phrase_begin(&phrase, "copy.done");
        fl_with_number(&phrase, "tables", (int32_t)c->ids);
        fl_with_number(&phrase, "events", (int32_t)c->events);
        fl_put_phrase(&out, cli->lang, &phrase, NULL);
        puts(out.at);
        return FL_CLI_OK;
    }
    fl_put_hex64(&text, c->match.id);
    if (!c->to.failed && c->ownership == FL_OWNED_ELSEWHERE)
        return fl_cli_fail(cli, FL_CLI_FAILED, "copy.in-use", NULL, c->where);
    return fl_cli_fail(cli, FL_CLI_FAILED, "copy.failed", NULL, name);
}

static int copy_all(const struct fl_cli *cli, struct copying *c)
{
    size_t copied = 0;
    bool listed = c->from.store->list(c->from.store, false, c, note_id);
    while (listed && copied < c->ids && copy_table(c, c->id[copied]))
        copied++;
    listed = listed && (copied < c->ids || copy_entries(c));
    while (c->to.pending)
        pump(&c->to);
    if (!listed)
        return fl_cli_fail(cli, FL_CLI_FAILED, "copy.failed", NULL, "?");
    return report(cli, c, copied);
}

static int run_copy(struct fl_cli *cli, int argc, char **argv)
{
    static const struct option options[] = {
        {"unreplicated", no_argument, NULL, 'u'}, {"lang", required_argument, NULL, 'l'}, {0}};
    static struct copying c;
    bool unreplicated = false;
    for (int option; (option = fl_cli_option(cli, argc, argv, options)) != -1;) {
        if (option == '?')
            return FL_CLI_USAGE;
        unreplicated |= option == 'u';
    }
    if (optind + 1 >= argc)
        return fl_cli_fail(cli, FL_CLI_USAGE, "copy.expected", NULL, NULL);
    if (optind + 2 < argc)
        return fl_cli_fail(cli, FL_CLI_USAGE, "cli.too-much", NULL, argv[optind + 2]);
    for (int i = 0; i < 2; i++)
        if (fl_cli_has_password(argv[optind + i]))
            return fl_cli_fail(cli, FL_CLI_USAGE, "cli.no-password", NULL, NULL);
    int status = FL_CLI_FAILED;
    struct fl_store_options from = {
        .url = argv[optind], .must_exist = true, .unreplicated = unreplicated};
    struct fl_store_options to = {.url = argv[optind + 1], .unreplicated = unreplicated};
    if (open_end(cli, &c.from, from)) {
        if (open_end(cli, &c.to, to)) {
            status = copy_all(cli, &c);
            c.to.store->close(c.to.store);
        }
        c.from.store->close(c.from.store);
    }
    free(c.id);
    return status;
}

const struct fl_cli_command fl_command_copy = {"copy", run_copy, "cli.help.copy"};
