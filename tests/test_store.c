/* Conformance of stores: every kind of store runs the same tests. A new kind is one row of
 * `openers`. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "failing_disk.h"
#include "faulty_store.h"
#include "store_fixture.h"

/* ---- the kinds of stores ---- */

static void fill_disk(struct fl_store *store, bool fails)
{
    (void)store;
    atomic_store(&failing_disk.full, fails);
}

static const struct opener openers[] = {
    {"memory", "memory:", false, false, NULL, NULL},
    {"sqlite", "sqlite:", true, false, NULL, fill_disk},
    {"faulty on memory", "memory:", false, false, faulty_store, faulty_store_fail_all},
    {"faulty on sqlite", "sqlite:", true, false, faulty_store, faulty_store_fail_all},
    {"postgres", "", true, true, NULL, NULL},
    {"faulty on postgres", "", true, true, faulty_store, faulty_store_fail_all},
};

/* ---- writing and reading ---- */

static void what_is_kept_is_read_back(struct fixture *d)
{
    struct found f;
    uint64_t id = 0xFEDCBA9876543210;
    ask_create(d, id);
    ask_append(d, id, 1);
    struct fl_store_seat rows[2] = {seat_of(0, "Mary"), seat_of(1, "Émile")};
    struct fl_append swap = {.match = id,
                             .event = {2, "swap", 77, NULL, 0},
                             .seat = rows,
                             .seats = 2,
                             .result = "1: 6100 -500"};
    d->store->append(d->store, &swap, count_in(d));
    wait_for(d, 3);
    assert_int_equal(d->ok, 3);
    assert_true(read_back(d, id, &f));
    struct fl_store_match match = match_of(id);
    strcpy(match.result, "1: 6100 -500");
    assert_memory_equal(&f.match.id, &match.id, sizeof match.id);
    assert_string_equal(f.match.game, match.game);
    assert_string_equal(f.match.options, match.options);
    assert_string_equal(f.match.result, match.result);
    assert_memory_equal(f.match.secret, match.secret, sizeof match.secret);
    assert_int_equal(f.match.version, 1);
    assert_int_equal(f.match.created, match.created);
    assert_int_equal(f.events, 2);
    assert_string_equal(f.last_kind, "swap");
    assert_int_equal(f.last.at, 77);
    assert_int_equal(f.last.len, 0);
    assert_int_equal(f.seats, 3);
    for (int i = 0; i < 3; i++) {
        const char *name = f.seat[i].seat == 0 ? "Mary" : f.seat[i].seat == 1 ? "Émile" : "Anne";
        struct fl_store_seat row = seat_of(f.seat[i].seat, name);
        assert_string_equal(f.seat[i].name, name);
        assert_memory_equal(f.seat[i].token_hash, row.token_hash, sizeof row.token_hash);
    }
}

static void a_seat_row_is_replaced(struct fixture *d)
{
    struct found f;
    struct fl_store_seat row = seat_of(FL_OWNER_ROW, "Barbe-Rousse");
    struct fl_append sit = {.match = 5, .event = {1, "sit", 1, "s", 1}, .seat = &row, .seats = 1};
    ask_create(d, 5);
    d->store->append(d->store, &sit, count_in(d));
    wait_for(d, 2);
    assert_true(read_back(d, 5, &f));
    assert_int_equal(f.seats, 1);
    assert_string_equal(f.seat[0].name, "Barbe-Rousse");
}

static void every_kind_and_length_of_event_is_kept(struct fixture *d)
{
    static const char *const word[] = {"sit", "step", "contradiction", "unknown"};
    struct found f;
    static char data[FL_MAX_EVENT];
    memset(data, 7, sizeof data);
    ask_create(d, 9);
    for (int kind = 0; kind < 4; kind++) {
        size_t len =
            !strcmp(word[kind], "step") ? data_of(9, (uint32_t)kind + 1, data) : sizeof data;
        int64_t at = 1700000000000 + kind + 1;
        struct fl_append a = {.match = 9, .event = {(uint32_t)kind + 1, word[kind], at, data, len}};
        d->store->append(d->store, &a, count_in(d));
        wait_for(d, kind + 2);
        assert_true(read_back(d, 9, &f));
        assert_string_equal(f.last_kind, word[kind]);
        assert_int_equal(f.last.len, len);
        assert_memory_equal(f.last_data, data, len);
    }
    assert_int_equal(d->ok, d->acknowledged);
}

static void running_matches_are_those_without_a_result(struct fixture *d)
{
    struct fl_append over = {.match = 2, .event = {1, "close", 1, "", 0}, .result = "closed"};
    for (uint64_t id = 1; id <= 3; id++)
        ask_create(d, id);
    d->store->append(d->store, &over, count_in(d));
    wait_for(d, 4);
    assert_int_equal(matches_of(d, false), 3);
    assert_int_equal(matches_of(d, true), 2);
}

struct listing {
    struct fixture *fixture;
    uint64_t id[8];
    int matches, events;
};

static void note_match(void *context, const struct fl_store_match *match)
{
    struct listing *l = context;
    l->id[l->matches++] = match->id;
    l->events += events_of(l->fixture, match->id);
}

static void matches_are_listed_in_order_of_creation(struct fixture *d)
{
    static const uint64_t id[] = {7, ((uint64_t)1 << 63) + 1, 3, 263};
    struct listing l = {.fixture = d};
    for (int i = 0; i < 4; i++) {
        ask_create(d, id[i]);
        ask_append(d, id[i], 1);
    }
    wait_for(d, 8);
    assert_true(d->store->list(d->store, false, &l, note_match));
    assert_int_equal(l.matches, 4);
    assert_int_equal(l.events, 4);
    assert_memory_equal(l.id, id, sizeof id);
}

static void invalid_writes_are_rejected(struct fixture *d)
{
    struct found f;
    char cause[FL_STORE_CAUSE_SIZE];
    ask_create(d, 1);
    ask_create(d, 1);
    ask_append(d, 2, 1);
    wait_for(d, 3);
    assert_int_equal(d->ok, 1);
    assert_false(read_back(d, 2, &f));
    assert_int_equal(events_of(d, 1), 0);
    ask_append(d, 1, 1);
    wait_for(d, 4);
    assert_int_equal(d->ok, 2);
    assert_false(d->store->last_error(d->store, cause)); /* the store itself works */
}

static void a_gap_is_rejected(struct fixture *d)
{
    ask_create(d, 1);
    ask_append(d, 1, 2);
    ask_append(d, 1, 1);
    ask_append(d, 1, 1);
    ask_append(d, 1, 3);
    ask_append(d, 1, 2);
    wait_for(d, 6);
    assert_int_equal(d->ok, 3);
    assert_int_equal(events_of(d, 1), 2);
}

static void a_match_is_removed_with_everything(struct fixture *d)
{
    struct found f;
    for (uint64_t id = 1; id <= 3; id++) {
        ask_create(d, id);
        ask_append(d, id, 1);
    }
    d->store->remove(d->store, 2, count_in(d));
    d->store->remove(d->store, 99, count_in(d));
    wait_for(d, 8);
    assert_int_equal(d->ok, 8);
    assert_false(read_back(d, 2, &f));
    assert_int_equal(matches_of(d, false), 2);
    ask_create(d, 2); /* a match with the same name inherits nothing */
    ask_append(d, 3, 2);
    wait_for(d, 10);
    assert_int_equal(d->ok, 10);
    assert_int_equal(events_of(d, 2), 0);
    assert_int_equal(events_of(d, 3), 2);
    d->store->remove(d->store, 3, count_in(d)); /* the match written last */
    ask_append(d, 1, 2);
    wait_for(d, 12);
    assert_int_equal(d->ok, 12);
    assert_int_equal(events_of(d, 1), 2);
}

static void finish(struct fixture *d, uint64_t id, int64_t at)
{
    struct fl_append a = {.match = id, .event = {1, "chat", at, "Hello", 5}, .result = "over"};
    ask_create(d, id);
    d->store->append(d->store, &a, count_in(d));
    d->store->release(d->store, id, at, count_in(d));
}

/* Matches are created in this order and the even ones are finished; match 2 had an event after all
 * others. */
static void old_finished_matches_are_purged(struct fixture *d)
{
    struct found f;
    for (uint64_t id = 1; id <= 10; id++)
        if (id % 2)
            ask_create(d, id);
        else
            finish(d, id, match_of(id == 2 ? 10 : id).created);
    d->store->purge(d->store, match_of(7).created, count_in(d));
    wait_for(d, 21);
    assert_int_equal(d->ok, 21);
    for (uint64_t id = 1; id <= 10; id++)
        assert_int_equal(read_back(d, id, &f), id % 2 || id >= 7 || id == 2);
    d->store->purge(d->store, match_of(10).created + 1, count_in(d));
    wait_for(d, 22);
    assert_int_equal(matches_of(d, false), 5);
}

static void a_purge_has_a_limit(struct fixture *d)
{
    struct found f;
    for (uint64_t id = 1; id <= FL_PURGE_MAX + 5; id++)
        finish(d, id, 1);
    d->store->purge(d->store, INT64_MAX, count_in(d));
    wait_for(d, 3 * (FL_PURGE_MAX + 5) + 1);
    assert_int_equal(matches_of(d, false), 5);
    assert_false(read_back(d, FL_PURGE_MAX, &f));
    assert_true(read_back(d, FL_PURGE_MAX + 1, &f)); /* the oldest were first */
    d->store->purge(d->store, INT64_MAX, count_in(d));
    wait_for(d, 3 * (FL_PURGE_MAX + 5) + 2);
    assert_int_equal(matches_of(d, false), 0);
}

static void the_newest_time_is_that_of_a_match_or_event(struct fixture *d)
{
    assert_int_equal(d->store->newest(d->store), 0);
    ask_create(d, 30);
    ask_append(d, 30, 1);
    wait_for(d, 2);
    assert_int_equal(d->store->newest(d->store), match_of(30).created);
    for (uint32_t n = 2; n <= 40; n++)
        ask_append(d, 30, n);
    wait_for(d, 41);
    assert_int_equal(d->store->newest(d->store), 1700000000040);
    d->store->remove(d->store, 30, count_in(d));
    wait_for(d, 42);
    assert_int_equal(d->store->newest(d->store), 0);
}

/* ---- entries ---- */

/* A change of an entry whose key and value are texts; without a value, the value is empty. */
static struct fl_change change_of(enum fl_change_kind kind, const char *key, const char *value)
{
    return (struct fl_change){.kind = kind,
                              .entry = {.key = key,
                                        .key_len = strlen(key),
                                        .value = value ? value : "",
                                        .len = value ? strlen(value) : 0}};
}

#define PUT(key, value) change_of(FL_CHANGE_PUT, key, value)
#define ADD(key, value) change_of(FL_CHANGE_ADD, key, value)
#define EXPECT(key, value) change_of(FL_CHANGE_EXPECT, key, value)
#define REMOVE(key) change_of(FL_CHANGE_REMOVE, key, NULL)
#define REMOVE_ALL(key) change_of(FL_CHANGE_REMOVE_ALL, key, NULL)

/* Executes changes as one transaction; returns whether they were stored. */
static bool apply(struct fixture *d, const struct fl_change *change, int count)
{
    int ok = d->ok, acknowledged = d->acknowledged;
    d->asking = true;
    d->store->change(d->store, change, count, count_in(d));
    d->asking = false;
    wait_for(d, acknowledged + 1);
    return d->ok > ok;
}

#define APPLY(d, ...)                                                                              \
    apply(d, (struct fl_change[]){__VA_ARGS__},                                                    \
          sizeof(struct fl_change[]){__VA_ARGS__} / sizeof(struct fl_change))

struct scanned {
    char text[512]; /* "0:key=value " for every entry */
    int calls;
    bool ok;
};

static void note_entry(void *context, int range, const struct fl_entry *entry)
{
    struct scanned *s = context;
    size_t len = strlen(s->text);
    snprintf(s->text + len, sizeof s->text - len, "%d:%.*s=%.*s ", range, (int)entry->key_len,
             (const char *)entry->key, (int)entry->len, (const char *)entry->value);
}

static void on_scanned(void *context, uint64_t ticket, bool ok)
{
    struct scanned *s = context;
    assert_int_equal(ticket, 9);
    s->calls++;
    s->ok = ok;
}

static struct fl_range range_of(const char *prefix, const char *after, int limit)
{
    struct fl_range range = {
        .prefix_len = strlen(prefix), .after_len = strlen(after), .limit = limit};
    memcpy(range.prefix, prefix, range.prefix_len);
    memcpy(range.after, after, range.after_len);
    return range;
}

static const char *scan(struct fixture *d, const struct fl_range *range, int ranges)
{
    static struct scanned s;
    s = (struct scanned){.ok = false};
    struct fl_scan asked = {.range = range,
                            .ranges = ranges,
                            .entry = note_entry,
                            .call = on_scanned,
                            .context = &s,
                            .ticket = 9};
    d->asking = true;
    d->store->scan(d->store, &asked);
    d->asking = false;
    while (!s.calls)
        pump(d);
    assert_true(s.ok && s.calls == 1);
    return s.text;
}

static const char *scan_all(struct fixture *d)
{
    struct fl_range all = range_of("", "", 100);
    return scan(d, &all, 1);
}

static void reopen(struct fixture *d)
{
    close_fixture(d);
    open_fixture(d);
}

static void entries_are_read_in_order_of_their_keys(struct fixture *d)
{
    assert_true(APPLY(d, PUT("b", "2"), PUT("aa", "1"), PUT("a", ""), PUT("c", "3")));
    assert_string_equal(scan_all(d), "0:a= 0:aa=1 0:b=2 0:c=3 ");
    assert_true(APPLY(d, PUT("b", "two"), REMOVE("c"), REMOVE("d")));
    assert_string_equal(scan_all(d), "0:a= 0:aa=1 0:b=two ");
    reopen(d);
    assert_string_equal(scan_all(d), d->opener->on_disk ? "0:a= 0:aa=1 0:b=two " : "");
}

static void ranges_have_a_prefix_a_beginning_and_a_limit(struct fixture *d)
{
    assert_true(APPLY(d, PUT("a", "0"), PUT("b", "1"), PUT("b1", "2"), PUT("b2", "3"),
                      PUT("b\xFF", "4"), PUT("b\xFF\xFF", "5"), PUT("c", "6")));
    struct fl_range range[] = {range_of("b", "", 100),        range_of("b", "", 2),
                               range_of("b", "b1", 1),        range_of("b\xFF", "", 9),
                               range_of("b\xFF", "b\xFF", 9), range_of("x", "", 9),
                               range_of("", "b\xFF", 9)};
    assert_string_equal(scan(d, range, 3), "0:b=1 0:b1=2 0:b2=3 0:b\xFF=4 0:b\xFF\xFF=5 "
                                           "1:b=1 1:b1=2 2:b2=3 ");
    assert_string_equal(scan(d, range + 3, 4),
                        "0:b\xFF=4 0:b\xFF\xFF=5 1:b\xFF\xFF=5 3:b\xFF\xFF=5 3:c=6 ");
    assert_true(APPLY(d, REMOVE_ALL("b")));
    assert_string_equal(scan_all(d), "0:a=0 0:c=6 ");
    assert_true(APPLY(d, REMOVE_ALL("a"), PUT("\xFF\xFF", "7"), PUT("\xFE", "8")));
    assert_true(APPLY(d, REMOVE_ALL("\xFF")));
    assert_string_equal(scan_all(d), "0:c=6 0:\xFE=8 ");
}

static void a_transaction_is_stored_as_a_whole_or_not_at_all(struct fixture *d)
{
    char cause[FL_STORE_CAUSE_SIZE];
    assert_true(APPLY(d, ADD("a", "1"), PUT("b", "1")));
    assert_false(APPLY(d, PUT("b", "2"), ADD("a", "2")));
    assert_false(APPLY(d, PUT("b", "2"), REMOVE_ALL("a"), EXPECT("a", "2")));
    assert_false(APPLY(d, PUT("b", "2"), EXPECT("a", "1"), EXPECT("c", "")));
    assert_string_equal(scan_all(d), "0:a=1 0:b=1 ");
    assert_true(APPLY(d, EXPECT("a", "1"), PUT("a", "2"), EXPECT("b", "1"), REMOVE("b")));
    assert_false(
        APPLY(d, EXPECT("a", "1"), PUT("a", "3"))); /* a second change that read the same */
    assert_string_equal(scan_all(d), "0:a=2 ");
    assert_false(d->store->last_error(d->store, cause)); /* the store itself works */
}

static void a_put_may_need_an_entry(struct fixture *d)
{
    struct fl_change put[] = {PUT("x", "1"), PUT("y", "2")};
    assert_true(APPLY(d, PUT("here", "")));
    put[0].needs = PUT("here", NULL).entry;
    put[1].needs = PUT("gone", NULL).entry;
    assert_true(apply(d, put, 2));
    assert_string_equal(scan_all(d), "0:here= 0:x=1 ");
}

/* What is stored with an event. */
static void an_event_takes_entries_along(struct fixture *d)
{
    struct fl_change change[] = {PUT("m", "1"), PUT("n", "2"), REMOVE("old")};
    struct fl_append end = {
        .match = 1, .event = {1, "step", 1, "", 0}, .change = change, .changes = 3};
    change[1].needs = PUT("gone", NULL).entry;
    assert_true(APPLY(d, PUT("old", "")));
    ask_create(d, 1);
    ask_create(d, 2);
    d->store->append(d->store, &end, count_in(d));
    end.match = 2; /* both put the same entry, perhaps in one group */
    d->store->append(d->store, &end, count_in(d));
    end.event.n = 3; /* a gap */
    change[0] = PUT("m", "2");
    d->store->append(d->store, &end, count_in(d));
    wait_for(d, 6);
    assert_int_equal(d->ok, 5);
    assert_string_equal(scan_all(d), "0:m=1 ");
}

static uint64_t passport_of_seat(struct fixture *d, uint64_t id, int seat)
{
    struct found f;
    assert_true(read_back(d, id, &f));
    for (int i = 0; i < f.seats; i++)
        if (f.seat[i].seat == seat)
            return f.seat[i].passport;
    fail();
    return 0;
}

static void a_passport_is_forgotten_at_all_seats(struct fixture *d)
{
    uint64_t mine = 0x8899AABBCCDDEEFF;
    for (uint64_t id = 1; id <= 2; id++) {
        struct fl_store_seat rows[2] = {seat_of(0, "Anne"), seat_of(1, "Mary")};
        struct fl_append sit = {
            .match = id, .event = {1, "sit", 1, "s", 1}, .seat = rows, .seats = 2};
        rows[0].passport = mine;
        rows[1].passport = 5;
        ask_create(d, id);
        d->store->append(d->store, &sit, count_in(d));
    }
    wait_for(d, 4);
    assert_true(passport_of_seat(d, 1, 0) == mine);
    assert_true(passport_of_seat(d, 1, FL_OWNER_ROW) == 0);
    struct fl_change forget = {.kind = FL_CHANGE_FORGET,
                               .entry = {.key = "\x88\x99\xAA\xBB\xCC\xDD\xEE\xFF", .key_len = 8}};
    assert_true(apply(d, &forget, 1));
    for (uint64_t id = 1; id <= 2; id++) {
        assert_true(passport_of_seat(d, id, 0) == 0);
        assert_true(passport_of_seat(d, id, 1) == 5);
    }
}

/* ---- ownership ---- */

struct answer {
    struct fl_claim_answer answer;
    struct found found;
    int answers;
};

static void on_claimed(void *context, uint64_t ticket, const struct fl_claim_answer *answer)
{
    struct answer *a = context;
    assert_int_equal(ticket, 7);
    a->answer = *answer;
    a->answers++;
}

static struct answer claim(struct fixture *d, struct fl_claim asked)
{
    struct answer a = {0};
    asked.reader = reader_of(&a.found);
    asked.call = on_claimed;
    asked.context = &a;
    asked.ticket = 7;
    d->asking = true;
    d->store->claim(d->store, &asked);
    d->asking = false;
    while (!a.answers)
        pump(d);
    return a;
}

/* A claim reads what was requested before it. */
static void a_claim_reads_a_table(struct fixture *d)
{
    uint64_t id = 0xABCDEF0123456789;
    struct fl_append over = {.match = id, .event = {4, "close", 1, "", 0}, .result = "closed"};
    ask_create(d, id);
    for (uint32_t n = 1; n <= 3; n++)
        ask_append(d, id, n);
    for (int how = 0; how < 3; how++) {
        uint64_t code = id & 0x3FFFFFFF;
        struct answer a = claim(
            d, (struct fl_claim){.id = how ? id : code, .by_code = !how, .read_only = how == 2});
        assert_int_equal(a.answer.ownership, FL_OWNED_HERE);
        assert_true(a.answer.id == id);
        assert_int_equal(a.found.events, 3);
        assert_int_equal(a.found.seats, 1);
    }
    assert_int_equal(claim(d, (struct fl_claim){.id = 5}).answer.ownership, FL_NO_TABLE);
    d->store->append(d->store, &over, count_in(d));
    wait_for(d, 5);
    struct fl_claim by_code = {.id = id & 0x3FFFFFFF, .by_code = true};
    assert_int_equal(claim(d, by_code).answer.ownership, FL_NO_TABLE); /* it is not running */
    assert_int_equal(claim(d, (struct fl_claim){.id = id}).found.events, 4);
}

static void a_released_table_can_be_claimed_again(struct fixture *d)
{
    ask_create(d, 3);
    ask_append(d, 3, 1);
    d->store->release(d->store, 3, 1, count_in(d));
    wait_for(d, 3);
    assert_int_equal(d->ok, 3);
    ask_append(d, 3, 2);
    wait_for(d, 4);
    uint32_t n =
        d->store->shared ? 2 : 3; /* in a shared store, a process writes only what it owns */
    assert_int_equal(d->ok, d->store->shared ? 3 : 4);
    struct answer a = claim(d, (struct fl_claim){.id = 3});
    assert_int_equal(a.answer.ownership, FL_OWNED_HERE);
    assert_int_equal(a.found.events, n - 1);
    ask_append(d, 3, n);
    wait_for(d, 5);
    assert_int_equal(d->ok, d->store->shared ? 4 : 5);
}

/* ---- results ---- */

static void the_owner_is_woken(struct fixture *d)
{
    for (uint32_t n = 0; n < 3; n++) {
        if (n)
            ask_append(d, 1, n);
        else
            ask_create(d, 1);
        wait_for_wake(d);
        assert_true(d->store->pump(d->store) > 0);
        assert_int_equal(d->acknowledged, n + 1);
        assert_int_equal(d->store->pump(d->store), 0);
    }
}

enum { IN_ORDER = 100 };

struct order {
    struct fixture *fixture;
    uint64_t next[2]; /* ticket of the next result of each match */
};

/* Tickets of the second match are odd. A result requests the next but one event of its match. */
static void on_ordered(void *context, uint64_t ticket, enum fl_outcome outcome)
{
    struct order *o = context;
    assert_false(o->fixture->asking);
    assert_int_equal(outcome, FL_COMMITTED);
    assert_int_equal(ticket, o->next[ticket % 2]);
    o->next[ticket % 2] += 2;
    ticket += 4;
    if (ticket < IN_ORDER)
        ask_append_and_call(o->fixture, 1 + ticket % 2, (uint32_t)ticket / 2 + 1,
                            (struct fl_store_callback){on_ordered, o, ticket});
}

static void ask_in_order(struct order *o)
{
    ask_create(o->fixture, 1);
    ask_create(o->fixture, 2);
    for (uint64_t ticket = 0; ticket < 4; ticket++)
        ask_append_and_call(o->fixture, 1 + ticket % 2, (uint32_t)ticket / 2 + 1,
                            (struct fl_store_callback){on_ordered, o, ticket});
}

static void results_of_a_match_come_in_order(struct fixture *d)
{
    struct order o = {d, {0, 1}};
    ask_in_order(&o);
    while (o.next[0] < IN_ORDER || o.next[1] < IN_ORDER)
        pump(d);
    assert_int_equal(events_of(d, 1), IN_ORDER / 2);
    assert_int_equal(events_of(d, 2), IN_ORDER / 2);
}

/* ---- failures ---- */

static void ask_everything(struct fixture *d)
{
    ask_create(d, 2);
    ask_append(d, 1, 2);
    d->store->remove(d->store, 1, count_in(d));
    d->store->purge(d->store, INT64_MAX, count_in(d));
    d->store->change(d->store, &(struct fl_change){.entry = {.key = "k", .key_len = 1}}, 1,
                     count_in(d));
}

/* All requests fail, nothing changes, the cause is reported once, and the next attempt succeeds. */
static void failed_writes_change_nothing(struct fixture *d)
{
    char cause[FL_STORE_CAUSE_SIZE] = "";
    struct found f;
    if (!d->opener->make_fail)
        return;
    ask_create(d, 1);
    ask_append(d, 1, 1);
    finish(d, 3, 1);
    wait_for(d, 5);
    assert_int_equal(d->ok, 5);
    assert_false(d->store->last_error(d->store, cause));
    for (int round = 1; round <= 3; round++) {
        d->opener->make_fail(d->store, true);
        ask_everything(d);
        wait_for(d, 5 + 5 * round);
        d->opener->make_fail(d->store, false);
        assert_int_equal(d->ok, 5);
        assert_true(d->store->last_error(d->store, cause));
        assert_non_null(strchr(cause, '='));
        assert_false(d->store->last_error(d->store, cause));
        assert_false(read_back(d, 2, &f));
        assert_int_equal(events_of(d, 1), 1);
        assert_int_equal(events_of(d, 3), 1);
    }
    ask_everything(d);
    wait_for(d, 25);
    assert_int_equal(d->ok, 10);
    assert_int_equal(matches_of(d, false), 1);
}

/* ---- closing, copying ---- */

static void closing_finishes_everything(struct fixture *d)
{
    ask_create(d, 1);
    for (uint32_t n = 1; n <= 200; n++)
        ask_append(d, 1, n);
    close_fixture(d);
    assert_int_equal(d->acknowledged, 201);
    assert_int_equal(d->ok, 201);
    open_fixture(d);
    assert_int_equal(matches_of(d, false), d->opener->on_disk);
    if (d->opener->on_disk)
        assert_int_equal(events_of(d, 1), 200);
}

static void closing_finishes_what_callbacks_request(struct fixture *d)
{
    struct order o = {d, {0, 1}};
    ask_in_order(&o);
    close_fixture(d);
    assert_int_equal(o.next[0], IN_ORDER);
    assert_int_equal(o.next[1], IN_ORDER + 1);
    open_fixture(d);
}

static void the_size_is_that_on_disk(struct fixture *d)
{
    uint64_t before = d->store->bytes(d->store);
    ask_create(d, 1);
    for (uint32_t n = 1; n <= 500; n++)
        ask_append(d, 1, n);
    wait_for(d, 501);
    if (d->opener->on_disk)
        assert_true(d->store->bytes(d->store) > before && before > 0);
    else
        assert_int_equal(d->store->bytes(d->store), 0);
}

/* A store is copied completely while it is open, or its kind reports that it cannot be copied. */
static void a_backup_is_complete_or_refused(struct fixture *d)
{
    struct fixture copy = {.opener = d->opener};
    struct fl_store_error error;
    struct url url = url_of(d->opener, d->path);
    ask_create(d, 1);
    for (uint32_t n = 1; n <= 100; n++)
        ask_append(d, 1, n);
    wait_for(d, 101);
    choose_path(&copy);
    if (!d->opener->on_disk || d->opener->in_database) {
        assert_false(fl_store_backup(url.text, copy.path, &error));
        assert_string_equal(error.key,
                            d->opener->on_disk ? "store.backup-with-copy" : "store.no-backup");
        assert_int_not_equal(access(copy.path, F_OK), 0);
        return;
    }
    assert_true(fl_store_backup(url.text, copy.path, &error));
    assert_false(fl_store_backup(url.text, copy.path, &error));
    assert_string_equal(error.key, "store.exists");
    assert_ptr_equal(error.path, copy.path);
    open_fixture(&copy);
    assert_int_equal(events_of(&copy, 1), 100);
    end(&copy);
}

/* ---- URLs ---- */

static void unknown_kinds_of_stores_are_refused(void **state)
{
    static const char *const unknown[] = {"mysql://localhost/flibuste", "://", "memory:tables.db",
                                          "sqlite:", "SQLITE://tables.db"};
    (void)state;
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++) {
        struct fl_store_error error = {0};
        struct fl_store_options options = {.url = unknown[i], .wake = count_wake};
        assert_null(fl_store_open(&options, &error));
        assert_string_equal(error.key, "store.unknown-kind");
        assert_ptr_equal(error.path, unknown[i]);
        error = (struct fl_store_error){0};
        assert_false(fl_store_backup(unknown[i], "/tmp/flibuste-copy.db", &error));
        assert_string_equal(error.key, "store.unknown-kind");
    }
}

static void a_path_is_sqlite(void **state)
{
    static const struct opener sqlite = {.name = "sqlite", .scheme = "sqlite:", .on_disk = true};
    struct fixture d;
    (void)state;
    begin(&d, &path_opener);
    ask_create(&d, 1);
    close_fixture(&d);
    d.opener = &sqlite;
    open_fixture(&d);
    assert_int_equal(matches_of(&d, false), 1);
    end(&d);
}

/* ---- the faulty store ---- */

static void faults_come_when_they_are_ordered(void **state)
{
    struct fixture d;
    (void)state;
    begin(&d, &openers[2]);
    faulty_store_fail(d.store, 3, 4);
    ask_create(&d, 1);
    for (uint32_t i = 0; i < 4; i++)
        ask_append(&d, 1, i < 1 ? 1 : 2);
    wait_for(&d, 5);
    assert_int_equal(d.ok, 3);
    assert_int_equal(events_of(&d, 1), 2);
    faulty_store_hold(d.store, true);
    ask_append(&d, 1, 3);
    assert_int_equal(d.store->pump(d.store), 1); /* executed, not delivered */
    assert_int_equal(d.store->pump(d.store), 0);
    assert_int_equal(events_of(&d, 1), 3);
    assert_int_equal(d.acknowledged, 5);
    faulty_store_hold(d.store, false);
    assert_int_equal(d.store->pump(d.store), 1);
    assert_int_equal(d.ok, 4);
    end(&d);
}

/* ---- all ---- */

static const struct {
    const char *name;
    void (*run)(struct fixture *);
} guarantees[] = {
#define GUARANTEE(name)                                                                            \
    {                                                                                              \
#name, name                                                                                \
    }
    GUARANTEE(what_is_kept_is_read_back),
    GUARANTEE(a_seat_row_is_replaced),
    GUARANTEE(every_kind_and_length_of_event_is_kept),
    GUARANTEE(running_matches_are_those_without_a_result),
    GUARANTEE(matches_are_listed_in_order_of_creation),
    GUARANTEE(invalid_writes_are_rejected),
    GUARANTEE(a_gap_is_rejected),
    GUARANTEE(a_match_is_removed_with_everything),
    GUARANTEE(old_finished_matches_are_purged),
    GUARANTEE(a_purge_has_a_limit),
    GUARANTEE(the_newest_time_is_that_of_a_match_or_event),
    GUARANTEE(entries_are_read_in_order_of_their_keys),
    GUARANTEE(ranges_have_a_prefix_a_beginning_and_a_limit),
    GUARANTEE(a_transaction_is_stored_as_a_whole_or_not_at_all),
    GUARANTEE(a_put_may_need_an_entry),
    GUARANTEE(an_event_takes_entries_along),
    GUARANTEE(a_passport_is_forgotten_at_all_seats),
    GUARANTEE(a_claim_reads_a_table),
    GUARANTEE(a_released_table_can_be_claimed_again),
    GUARANTEE(the_owner_is_woken),
    GUARANTEE(results_of_a_match_come_in_order),
    GUARANTEE(failed_writes_change_nothing),
    GUARANTEE(closing_finishes_everything),
    GUARANTEE(closing_finishes_what_callbacks_request),
    GUARANTEE(the_size_is_that_on_disk),
    GUARANTEE(a_backup_is_complete_or_refused),
#undef GUARANTEE
};

enum {
    OPENERS = sizeof openers / sizeof *openers,
    GUARANTEES = sizeof guarantees / sizeof *guarantees
};

struct guarantee {
    const struct opener *opener;
    void (*run)(struct fixture *);
    char name[80];
};

static void run_guarantee(void **state)
{
    const struct guarantee *guarantee = *state;
    struct fixture d;
    begin(&d, guarantee->opener);
    guarantee->run(&d);
    end(&d);
}

/* Adds the tests of the stores that are in a database, or of the others. Returns how many. */
static int add_guarantees(struct guarantee *all, struct CMUnitTest *tests, bool in_database)
{
    int count = 0;
    for (int i = 0; i < OPENERS * GUARANTEES; i++) {
        struct guarantee *g = &all[count];
        *g = (struct guarantee){.opener = &openers[i / GUARANTEES],
                                .run = guarantees[i % GUARANTEES].run};
        if (g->opener->in_database != in_database)
            continue;
        snprintf(g->name, sizeof g->name, "%s: %s", g->opener->name,
                 guarantees[i % GUARANTEES].name);
        tests[count++] =
            (struct CMUnitTest){.name = g->name, .test_func = run_guarantee, .initial_state = g};
    }
    return count;
}

/* With a database server, tests the stores there; without one, all others. */
int main(void)
{
    static struct guarantee all[OPENERS * GUARANTEES];
    static struct CMUnitTest tests[OPENERS * GUARANTEES + 3];
    static const struct CMUnitTest others[3] = {
        cmocka_unit_test(unknown_kinds_of_stores_are_refused),
        cmocka_unit_test(a_path_is_sqlite),
        cmocka_unit_test(faults_come_when_they_are_ordered),
    };
    bool in_database = getenv("FLIBUSTE_TEST_POSTGRES");
    int count = add_guarantees(all, tests, in_database);
    for (int i = 0; i < 3 && !in_database; i++)
        tests[count++] = others[i];
    failing_disk_install();
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return _cmocka_run_group_tests("stores", tests, (size_t)count, NULL, NULL);
}
