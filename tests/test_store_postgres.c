/* What only a shared store has: several nodes, fencing, takeover, lost answers. tests/postgres.py
 * runs this with a private server. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "store_fixture.h"

static const struct opener postgres = {
    .name = "postgres", .scheme = "", .on_disk = true, .in_database = true};

static void pause_briefly(void)
{
    nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
}

/* ---- nodes ---- */

/* Opens another node in the database of the first. */
static void join(struct fixture *d, const struct fixture *first, const char *address)
{
    memset(d, 0, sizeof *d);
    d->opener = first->opener;
    d->address = address;
    strcpy(d->path, first->path);
    open_fixture(d);
}

static void begin_at(struct fixture *d, const char *address)
{
    begin(d, &postgres);
    close_fixture(d);
    struct fixture first = *d;
    join(d, &first, address);
}

struct answer {
    enum fl_ownership ownership;
    char address[FL_ADDRESS_SIZE];
    struct found found;
    int answers;
};

static void on_claimed(void *context, uint64_t ticket, const struct fl_claim_answer *answer)
{
    struct answer *a = context;
    (void)ticket;
    a->ownership = answer->ownership;
    if (answer->address)
        strcpy(a->address, answer->address);
    a->answers++;
}

static struct answer claim(struct fixture *d, uint64_t id)
{
    struct answer a = {0};
    struct fl_claim asked = {
        .id = id, .reader = reader_of(&a.found), .call = on_claimed, .context = &a};
    d->store->claim(d->store, &asked);
    while (!a.answers)
        pump(d);
    return a;
}

struct outcomes {
    int of[4];
};

static void count_outcome(void *context, uint64_t ticket, enum fl_outcome outcome)
{
    (void)ticket;
    ((struct outcomes *)context)->of[outcome]++;
}

static int final(const struct outcomes *o)
{
    return o->of[FL_COMMITTED] + o->of[FL_NOT_COMMITTED] + o->of[FL_FENCED];
}

static void append(struct fixture *d, uint64_t id, uint32_t n, struct outcomes *o)
{
    ask_append_and_call(d, id, n, (struct fl_store_callback){count_outcome, o, 0});
}

static void wait_for_final(struct fixture *d, const struct outcomes *o, int count)
{
    while (final(o) < count)
        pump(d);
}

static void a_table_has_one_owner(void **state)
{
    struct fixture a, b;
    (void)state;
    begin_at(&a, "10.0.0.1:7000");
    join(&b, &a, "10.0.0.2:7000");
    ask_create(&a, 5);
    ask_append(&a, 5, 1);
    wait_for(&a, 2);
    struct answer answer = claim(&b, 5);
    assert_int_equal(answer.ownership, FL_OWNED_ELSEWHERE);
    assert_string_equal(answer.address, "10.0.0.1:7000");
    assert_int_equal(answer.found.matches, 0);
    struct outcomes o = {0};
    append(&b, 5, 2, &o);
    wait_for_final(&b, &o, 1);
    assert_int_equal(o.of[FL_NOT_COMMITTED], 1);
    a.store->release(a.store, 5, 1, count_in(&a));
    wait_for(&a, 3);
    answer = claim(&b, 5);
    assert_int_equal(answer.ownership, FL_OWNED_HERE);
    assert_int_equal(answer.found.events, 1);
    append(&b, 5, 2, &o);
    wait_for_final(&b, &o, 2);
    assert_int_equal(o.of[FL_COMMITTED], 1);
    assert_int_equal(claim(&a, 5).ownership, FL_OWNED_ELSEWHERE);
    close_fixture(&b);
    assert_int_equal(claim(&a, 5).found.events, 2); /* closing releases */
    end(&a);
}

static void note_fence(void *context)
{
    ++*(int *)context;
}

/* A node whose row is deleted learns it from its next write, loses everything, and goes on. */
static void a_fenced_node_loses_its_tables(void **state)
{
    struct fixture a, b;
    int fences = 0;
    struct outcomes o = {0};
    (void)state;
    begin_at(&a, "10.0.0.1:7000");
    join(&b, &a, "10.0.0.2:7000");
    a.store->fenced = note_fence;
    a.store->fenced_context = &fences;
    for (uint64_t id = 1; id <= 3; id++)
        ask_create(&a, id);
    wait_for(&a, 3);
    execute_sql(&a, "DELETE FROM node WHERE address = '10.0.0.1:7000'");
    append(&a, 1, 1, &o);
    append(&a, 2, 1, &o);
    wait_for_final(&a, &o, 2);
    assert_int_equal(o.of[FL_FENCED], 2);
    while (!fences)
        pump(&a);
    append(&a, 3, 1, &o);
    wait_for_final(&a, &o, 3);
    assert_int_equal(o.of[FL_NOT_COMMITTED], 1); /* it is registered again, and owns nothing */
    assert_int_equal(claim(&b, 1).ownership, FL_OWNED_HERE);
    assert_int_equal(claim(&a, 1).ownership, FL_OWNED_ELSEWHERE);
    assert_int_equal(claim(&a, 2).ownership, FL_OWNED_HERE);
    append(&a, 2, 1, &o);
    wait_for_final(&a, &o, 4);
    assert_int_equal(o.of[FL_COMMITTED], 1);
    assert_int_equal(fences, 1);
    assert_int_equal(events_of(&a, 1), 0);
    close_fixture(&b);
    end(&a);
}

/* A write that was requested before the owner knew of the fence must not be stored under the new
 * registration. */
static void a_write_from_before_the_fence_is_not_stored(void **state)
{
    struct fixture a;
    int fences = 0;
    struct outcomes o = {0};
    (void)state;
    begin_at(&a, "10.0.0.1:7000");
    a.store->fenced = note_fence;
    a.store->fenced_context = &fences;
    ask_create(&a, 1);
    wait_for(&a, 1);
    execute_sql(&a, "DELETE FROM node");
    while (!atoi(execute_sql(&a, "SELECT count(*) FROM node"))) /* the heartbeat finds out */
        pause_briefly();
    append(&a, 1, 1, &o); /* the owner's thread has not pumped yet */
    wait_for_final(&a, &o, 1);
    assert_int_equal(o.of[FL_FENCED], 1);
    assert_int_equal(fences, 1);
    assert_int_equal(claim(&a, 1).found.events, 0);
    end(&a);
}

/* ---- processes ---- */

/* Starts a process that creates a table with one event at this address, and then waits. */
static pid_t start_process(const struct fixture *first, const char *address)
{
    int ready[2];
    char byte;
    assert_int_equal(pipe(ready), 0);
    pid_t child = fork();
    if (!child) {
        struct fixture d;
        join(&d, first, address);
        ask_create(&d, 9);
        ask_append(&d, 9, 1);
        wait_for(&d, 2);
        if (write(ready[1], "", 1) != 1)
            _exit(1);
        for (;;)
            pause();
    }
    close(ready[1]);
    assert_int_equal(read(ready[0], &byte, 1), 1);
    close(ready[0]);
    return child;
}

static void a_process_takes_over_from_the_dead_one_at_its_address(void **state)
{
    struct fixture a, b = {0};
    (void)state;
    begin(&a, &postgres);
    pid_t child = start_process(&a, "10.0.0.7:7000");
    assert_int_equal(claim(&a, 9).ownership, FL_OWNED_ELSEWHERE);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    assert_string_equal(execute_sql(&a, "SELECT count(*) FROM node"), "2");
    b.opener = &postgres;
    b.address = "10.0.0.7:7000";
    b.has_address = true;
    strcpy(b.path, a.path);
    open_fixture(&b);
    struct answer answer = claim(&b, 9);
    assert_int_equal(answer.ownership, FL_OWNED_HERE);
    assert_int_equal(answer.found.events, 1);
    assert_string_equal(execute_sql(&a, "SELECT count(*) FROM node"), "2");
    close_fixture(&b);
    end(&a);
}

/* A stopped process is fenced by the others, and stores nothing when it continues. */
static void a_silent_node_is_fenced(void **state)
{
    struct fixture a;
    (void)state;
    begin(&a, &postgres);
    pid_t child = start_process(&a, "10.0.0.8:7000");
    kill(child, SIGSTOP);
    struct answer answer;
    do {
        pause_briefly();
        answer = claim(&a, 9);
    } while (answer.ownership == FL_OWNED_ELSEWHERE);
    assert_int_equal(answer.ownership, FL_OWNED_HERE);
    kill(child, SIGCONT);
    for (int i = 0; i < 50; i++)
        assert_int_equal(claim(&a, 9).ownership, FL_OWNED_HERE);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    end(&a);
}

static void an_address_belongs_to_one_node(void **state)
{
    struct fixture a;
    struct fl_store_error error = {0};
    (void)state;
    begin_at(&a, "10.0.0.1:7000");
    struct url url = url_of(a.opener, a.path);
    struct fl_store_options options = {.url = url.text,
                                       .wake = count_wake,
                                       .context = &a,
                                       .address = "10.0.0.1:7000",
                                       .unreplicated = true};
    assert_null(fl_store_open(&options, &error));
    assert_string_equal(error.key, "store.address-taken");
    ask_create(&a, 1);
    wait_for(&a, 1);
    assert_int_equal(a.ok, 1);
    end(&a);
}

/* Waits until a node sees this text of the others. */
static void wait_for_text(struct fixture *a, const char *expected)
{
    char memory[256] = "none";
    for (int i = 0; i < 1000 && strcmp(memory, expected) != 0; i++) {
        struct fl_buf out = fl_buf_over(memory, sizeof memory);
        memory[0] = '\0';
        a->store->read_published(a->store, &out);
        pause_briefly();
    }
    assert_string_equal(memory, expected);
}

static void nodes_know_each_other(void **state)
{
    struct fixture a, b;
    struct fl_store_node self, other;
    (void)state;
    begin_at(&a, "10.0.0.1:7000");
    join(&b, &a, "10.0.0.2:7000");
    for (int i = 0; i < 1000 && !a.store->find_node(a.store, 0, "10.0.0.2:7000", &other); i++)
        pause_briefly();
    assert_true(b.store->find_node(b.store, 0, NULL, &self));
    assert_true(a.store->find_node(a.store, self.id, NULL, &other));
    assert_string_equal(other.address, "10.0.0.2:7000");
    assert_memory_equal(self.key, other.key, sizeof self.key);
    assert_int_equal(a.store->count_nodes(a.store), 2);
    assert_false(a.store->find_node(a.store, 0, "10.0.0.3:7000", &other));
    a.store->publish(a.store, "one\n");
    b.store->publish(b.store, "two\n");
    wait_for_text(&b, "one\n");
    wait_for_text(&a, "two\n");
    execute_sql(&a, "TRUNCATE lobby"); /* a failover: the table is not replicated */
    a.store->publish(a.store, "three\n");
    wait_for_text(&b, "three\n");
    wait_for_text(&a, "two\n");
    close_fixture(&b);
    wait_for_text(&a, "");
    assert_false(a.store->find_node(a.store, self.id, NULL, &other));
    end(&a);
}

/* ---- lost answers ---- */

/* Sessions are ended again and again while events are written: each is stored once, in order. */
static void nothing_is_lost_with_a_session(void **state)
{
    struct fixture a;
    (void)state;
    begin(&a, &postgres);
    enum { MATCHES = 5, EACH = 40 };
    struct outcomes o = {0};
    for (uint64_t id = 1; id <= MATCHES; id++)
        ask_create(&a, id);
    wait_for(&a, MATCHES);
    for (uint32_t n = 1; n <= EACH; n++) {
        for (uint64_t id = 1; id <= MATCHES; id++)
            append(&a, id, n, &o);
        execute_sql(NULL, "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
                          " WHERE application_name LIKE 'flibuste%%'");
        if (n % 4 == 0)
            wait_for_final(&a, &o, (int)n * MATCHES);
    }
    wait_for_final(&a, &o, EACH * MATCHES);
    assert_int_equal(o.of[FL_COMMITTED], EACH * MATCHES);
    for (uint64_t id = 1; id <= MATCHES; id++)
        assert_int_equal(events_of(&a, id), EACH);
    end(&a);
}

static void cancel_waits(void)
{
    execute_sql(NULL, "SELECT count(pg_cancel_backend(pid)) FROM pg_stat_activity"
                      " WHERE application_name LIKE 'flibuste%%' AND wait_event = 'SyncRep'");
}

/* A commit that waits for a standby is not acknowledged when the wait is cancelled: PostgreSQL
 * reports success with a warning. The session learns of the setting at some time, so that the first
 * events may be stored without a wait. */
static void a_cancelled_wait_acknowledges_nothing(void **state)
{
    struct fixture a;
    struct outcomes o = {0};
    int asked = 0;
    (void)state;
    begin(&a, &postgres);
    ask_create(&a, 1);
    wait_for(&a, 1);
    execute_sql(NULL, "ALTER SYSTEM SET synchronous_standby_names = 'nobody'");
    execute_sql(NULL, "SELECT pg_reload_conf()");
    while (!o.of[FL_UNKNOWN]) {
        if (final(&o) == asked)
            append(&a, 1, (uint32_t)++asked, &o);
        assert_true(asked < 1000);
        cancel_waits();
        a.store->pump(a.store);
        pause_briefly();
    }
    for (int i = 0; i < 20; i++)
        cancel_waits();
    a.store->pump(a.store);
    assert_int_equal(final(&o), asked - 1);
    execute_sql(NULL, "ALTER SYSTEM RESET synchronous_standby_names");
    execute_sql(NULL, "SELECT pg_reload_conf()");
    wait_for_final(&a, &o, asked);
    assert_int_equal(o.of[FL_COMMITTED], asked);
    assert_int_equal(o.of[FL_UNKNOWN], 1);
    assert_int_equal(events_of(&a, 1), asked);
    end(&a);
}

static void a_database_without_a_standby_is_refused(void **state)
{
    struct fixture a;
    struct fl_store_error error = {0};
    (void)state;
    begin(&a, &postgres);
    struct url url = url_of(a.opener, a.path);
    struct fl_store_options options = {.url = url.text, .wake = count_wake, .context = &a};
    assert_null(fl_store_open(&options, &error));
    assert_string_equal(error.key, "store.no-database");
    assert_string_equal(error.detail, "no synchronous standby");
    end(&a);
}

/* ---- contents ---- */

/* Two nodes create tables with the same code. Of a group, only the table that conflicts is refused.
 */
static void a_conflict_fails_alone(void **state)
{
    struct fixture a, b;
    (void)state;
    begin(&a, &postgres);
    join(&b, &a, NULL);
    ask_create(&a, 4);
    wait_for(&a, 1);
    for (uint64_t id = 1; id <= 7; id++)
        ask_create(&b, id == 4 ? ((uint64_t)1 << 40) + 4 : id + 100);
    wait_for(&b, 7);
    assert_int_equal(b.ok, 6);
    assert_int_equal(matches_of(&b, false), 7);
    assert_string_equal(execute_sql(&a, "SELECT count(*) FROM seat"), "7");
    ask_append(&b, ((uint64_t)1 << 40) + 4, 1); /* of the refused one */
    ask_append(&b, 101, 1);
    wait_for(&b, 9);
    assert_int_equal(b.ok, 7);
    close_fixture(&b);
    end(&a);
}

/* Text that the database refuses: the write ends as not committed, and its number is burnt. */
static void a_refused_content_is_burnt(void **state)
{
    struct fixture a;
    (void)state;
    begin(&a, &postgres);
    ask_create(&a, 1);
    wait_for(&a, 1);
    long before = atol(execute_sql(&a, "SELECT beat FROM node"));
    struct fl_store_seat row = seat_of(0, "\xff\xfe");
    struct fl_append sit = {.match = 1, .event = {1, "sit", 1, "", 0}, .seat = &row, .seats = 1};
    a.store->append(a.store, &sit, count_in(&a));
    wait_for(&a, 2);
    assert_int_equal(a.ok, 1);
    assert_true(atol(execute_sql(&a, "SELECT beat FROM node")) >= before + 2);
    ask_append(&a, 1, 1);
    wait_for(&a, 3);
    assert_int_equal(a.ok, 2);
    end(&a);
}

/* ---- entries ---- */

static void ask_to_replace(struct fixture *d, int value)
{
    char was[16], is[16];
    struct fl_change change[2] = {{.kind = FL_CHANGE_EXPECT}, {.kind = FL_CHANGE_PUT}};
    int lens[2] = {sprintf(was, "%d", value), sprintf(is, "%d", value + 1)};
    for (int i = 0; i < 2; i++)
        change[i].entry = (struct fl_entry){
            .key = "k", .key_len = 1, .value = i ? is : was, .len = (size_t)lens[i]};
    d->store->change(d->store, change, 2, count_in(d));
}

/* Locks the entries for a while, in another process. */
static pid_t lock_entries(const struct fixture *d)
{
    pid_t child = fork();
    if (!child) {
        execute_sql(d, "SELECT count(*) FROM (SELECT 1 FROM entry FOR UPDATE) AS locked;"
                       "SELECT pg_sleep(0.4)");
        _exit(0);
    }
    nanosleep(&(struct timespec){.tv_nsec = 200000000}, NULL);
    return child;
}

/* Two nodes read the same entry and change it at the same time: both statements begin before one of
 * them can be committed. One of them is refused. */
static void of_two_simultaneous_changes_one_is_stored(void **state)
{
    enum { ROUNDS = 4 };
    struct fl_change first = {.kind = FL_CHANGE_PUT,
                              .entry = {.key = "k", .key_len = 1, .value = "0", .len = 1}};
    struct fixture a, b;
    (void)state;
    begin_at(&a, "a:1");
    join(&b, &a, "b:1");
    a.store->change(a.store, &first, 1, count_in(&a));
    wait_for(&a, 1);
    for (int round = 0; round < ROUNDS; round++) {
        pid_t child = lock_entries(&a);
        ask_to_replace(&a, round);
        ask_to_replace(&b, round);
        wait_for(&a, round + 2);
        wait_for(&b, round + 1);
        waitpid(child, NULL, 0);
        assert_int_equal(a.ok + b.ok, round + 2);
    }
    assert_int_equal(atoi(execute_sql(&a, "SELECT convert_from(value, 'UTF8') FROM entry")),
                     ROUNDS);
    close_fixture(&b);
    end(&a);
}

/* ---- the schema ---- */

static void a_role_may_have_other_defaults(void **state)
{
    struct fixture a;
    (void)state;
    execute_sql(NULL, "ALTER ROLE CURRENT_USER SET default_transaction_isolation = serializable");
    execute_sql(NULL, "ALTER ROLE CURRENT_USER SET synchronous_commit = off");
    begin(&a, &postgres);
    ask_create(&a, 1);
    wait_for(&a, 1);
    assert_int_equal(a.ok, 1);
    end(&a);
    execute_sql(NULL, "ALTER ROLE CURRENT_USER RESET ALL");
}

static const char *why_not_opened(const struct fixture *a)
{
    static struct fl_store_error error;
    struct url url = url_of(a->opener, a->path);
    struct fl_store_options options = {.url = url.text, .wake = count_wake, .unreplicated = true};
    assert_null(fl_store_open(&options, &error));
    return error.key;
}

/* The next version only adds to the schema, so that both versions can run during an upgrade. */
static void the_version_of_the_schema_is_checked(void **state)
{
    struct fixture a;
    (void)state;
    begin(&a, &postgres);
    close_fixture(&a);
    execute_sql(&a, "INSERT INTO flibuste_schema VALUES (4)");
    open_fixture(&a);
    close_fixture(&a);
    execute_sql(&a, "INSERT INTO flibuste_schema VALUES (5)");
    assert_string_equal(why_not_opened(&a), "store.newer");
    execute_sql(&a, "DROP TABLE flibuste_schema");
    assert_string_equal(why_not_opened(&a), "store.not-ours");
    execute_sql(&a, "CREATE TABLE flibuste_schema AS SELECT 3 AS version");
    open_fixture(&a);
    end(&a);
}

static void an_older_schema_is_migrated(void **state)
{
    struct fixture a;
    (void)state;
    begin(&a, &postgres);
    ask_create(&a, 1);
    wait_for(&a, 1);
    close_fixture(&a);
    execute_sql(&a, "DROP TABLE lobby, entry");
    execute_sql(&a, "ALTER TABLE seat DROP COLUMN passport");
    execute_sql(&a, "ALTER TABLE node DROP build");
    execute_sql(&a, "DELETE FROM flibuste_schema WHERE version > 1");
    open_fixture(&a);
    assert_string_equal(execute_sql(&a, "SELECT max(version) FROM flibuste_schema"), "3");
    assert_string_equal(execute_sql(&a, "SELECT count(*) FROM lobby"), "0");
    assert_string_equal(execute_sql(&a, "SELECT count(*) FROM entry"), "0");
    assert_int_equal(claim(&a, 1).ownership, FL_OWNED_HERE);
    end(&a);
}

static void a_server_that_is_absent_is_reported(void **state)
{
    struct fl_store_error error = {0};
    struct fl_store_options options = {.url = "postgres://anne:secret@127.0.0.1:1/x",
                                       .wake = count_wake};
    (void)state;
    assert_null(fl_store_open(&options, &error));
    assert_string_equal(error.key, "store.no-database");
    assert_string_equal(error.path, "127.0.0.1:1/x"); /* without the password */
    assert_null(strstr(error.detail, "secret"));
    options.url = "postgres://x?nonsense=1";
    assert_null(fl_store_open(&options, &error));
    assert_string_equal(error.key, "store.bad-url");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_table_has_one_owner),
        cmocka_unit_test(a_fenced_node_loses_its_tables),
        cmocka_unit_test(a_write_from_before_the_fence_is_not_stored),
        cmocka_unit_test(a_process_takes_over_from_the_dead_one_at_its_address),
        cmocka_unit_test(a_silent_node_is_fenced),
        cmocka_unit_test(an_address_belongs_to_one_node),
        cmocka_unit_test(nodes_know_each_other),
        cmocka_unit_test(nothing_is_lost_with_a_session),
        cmocka_unit_test(a_cancelled_wait_acknowledges_nothing),
        cmocka_unit_test(a_database_without_a_standby_is_refused),
        cmocka_unit_test(a_conflict_fails_alone),
        cmocka_unit_test(a_refused_content_is_burnt),
        cmocka_unit_test(a_role_may_have_other_defaults),
        cmocka_unit_test(of_two_simultaneous_changes_one_is_stored),
        cmocka_unit_test(the_version_of_the_schema_is_checked),
        cmocka_unit_test(an_older_schema_is_migrated),
        cmocka_unit_test(a_server_that_is_absent_is_reported),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
