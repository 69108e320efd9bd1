/* The storage thread: wishes go in, groups are committed, answers come out. */
#include "store/sqlite.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "store/sqlite_parts.h"

enum {
    GROUP_NANOSECONDS = 5000000,
    /* Every group costs a sync, however small it is: while one follows soon upon the other, a small
     * one waits a little for company. */
    SOON_NANOSECONDS = 10000000,
    COMPANY_NANOSECONDS = 3000000,
    COMPANY = 32, /* wishes */
    AT_ONCE = 32  /* told in one go: what they cause to be sent stays in the processor's reach */
};

struct wishes {
    struct fl_wish *first, **end;
};

struct sqlite {
    struct fl_store store; /* first: the store is this */
    int lock;
    sqlite3 *reader;         /* of the owner's thread, */
    struct wishes telling;   /* as are those done that nobody was told of yet */
    struct fl_writer writer; /* of the storage thread */
    pthread_t thread;
    void (*wake)(void *world);
    void *world;

    pthread_mutex_t door; /* guards what follows */
    pthread_cond_t bell;
    struct wishes asked, done;
    int trouble; /* SQLite's code of the last group that failed and nobody asked about; or 0 */
    bool asleep, closing;
};

static struct sqlite *sqlite_of(struct fl_store *store)
{
    return (struct sqlite *)store;
}

/* ---- lists of wishes ---- */

static void clear(struct wishes *list)
{
    list->first = NULL;
    list->end = &list->first;
}

static void add(struct wishes *list, struct fl_wish *wish)
{
    wish->next = NULL;
    *list->end = wish;
    list->end = &wish->next;
}

static struct fl_wish *take(struct wishes *list)
{
    struct fl_wish *wish = list->first;
    if (wish && !(list->first = wish->next))
        list->end = &list->first;
    return wish;
}

/* Moves everything to the end of another list. */
static void pour(struct wishes *from, struct wishes *to)
{
    if (!from->first)
        return;
    *to->end = from->first;
    to->end = from->end;
    clear(from);
}

/* ---- asking ---- */

static void *must_have(size_t size)
{
    void *memory = calloc(1, size);
    if (!memory)
        abort(); /* a store that cannot remember what it was asked cannot answer either */
    return memory;
}

static struct fl_wish *wish_for(enum fl_wish_kind kind, uint64_t match, size_t len,
                                struct fl_done done)
{
    struct fl_wish *wish = must_have(sizeof *wish + len);
    wish->kind = kind;
    wish->match = match;
    wish->done = done;
    return wish;
}

static void send(struct fl_store *store, struct fl_wish *wish)
{
    struct sqlite *s = sqlite_of(store);
    pthread_mutex_lock(&s->door);
    add(&s->asked, wish);
    if (s->asleep)
        pthread_cond_signal(&s->bell);
    pthread_mutex_unlock(&s->door);
}

static void create(struct fl_store *store, const struct fl_store_match *match,
                   const struct fl_store_seat *keeper, struct fl_done done)
{
    struct fl_wish *wish = wish_for(FL_WISH_CREATE, match->id, 0, done);
    wish->created = must_have(sizeof *match);
    *wish->created = *match;
    wish->seats = 1;
    wish->seat[0] = *keeper;
    send(store, wish);
}

static void append(struct fl_store *store, const struct fl_append *a, struct fl_done done)
{
    struct fl_wish *wish = wish_for(FL_WISH_APPEND, a->match, a->event.len, done);
    wish->event = a->event;
    wish->event.data = wish->data;
    if (a->event.len)
        memcpy(wish->data, a->event.data, a->event.len);
    wish->seats = a->seats;
    for (int i = 0; i < a->seats; i++)
        wish->seat[i] = a->seat[i];
    wish->has_result = a->result;
    if (a->result)
        strncpy(wish->result, a->result, sizeof wish->result - 1);
    send(store, wish);
}

static void remove_match(struct fl_store *store, uint64_t match, struct fl_done done)
{
    send(store, wish_for(FL_WISH_REMOVE, match, 0, done));
}

void fl_sqlite_store_retire(struct fl_store *store, int64_t before, struct fl_done done)
{
    struct fl_wish *wish = wish_for(FL_WISH_RETIRE, 0, 0, done);
    wish->before = before;
    send(store, wish);
}

static bool load(struct fl_store *store, uint64_t match, const struct fl_store_reader *reader)
{
    return fl_sqlite_load(sqlite_of(store)->reader, match, reader);
}

static bool list(struct fl_store *store, bool running, void *whom,
                 void (*each)(void *whom, const struct fl_store_match *))
{
    return fl_sqlite_list(sqlite_of(store)->reader, running, whom, each);
}

/* ---- the storage thread ---- */

static int64_t now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

/* Takes over what was asked for; waits for it if `patient`. False: there is nothing, and never
 * will be if it was patient. */
static bool fetch(struct sqlite *s, struct wishes *pending, bool patient)
{
    pthread_mutex_lock(&s->door);
    while (patient && !s->asked.first && !s->closing) {
        s->asleep = true;
        pthread_cond_wait(&s->bell, &s->door);
        s->asleep = false;
    }
    pour(&s->asked, pending);
    pthread_mutex_unlock(&s->door);
    return pending->first;
}

static void hand_back(struct sqlite *s, struct wishes *group)
{
    pthread_mutex_lock(&s->door);
    pour(group, &s->done);
    pthread_mutex_unlock(&s->door);
    s->wake(s->world);
}

/* Grants what is pending, and what comes meanwhile, for a few milliseconds at most. False if the
 * file cannot be written. */
static bool grant_wishes(struct sqlite *s, struct wishes *pending, struct wishes *group)
{
    int64_t end = now() + GROUP_NANOSECONDS;
    do {
        struct fl_wish *wish = take(pending);
        enum fl_wish_fate fate = fl_writer_grant(&s->writer, wish);
        wish->ok = fate == FL_WISH_DONE;
        add(group, wish);
        if (fate == FL_WISH_BROKEN)
            return false;
    } while (now() < end && (pending->first || fetch(s, pending, false)));
    return true;
}

static void note_trouble(struct sqlite *s)
{
    pthread_mutex_lock(&s->door);
    s->trouble = sqlite3_extended_errcode(s->writer.db);
    pthread_mutex_unlock(&s->door);
}

/* One group: all of it is on the disk before any of it is answered, or nothing of it is kept. (If a
 * sync failed and the machine stops before the next group overwrites it, a move that was refused
 * may be found after all; one that was acknowledged is never lost.) */
static void do_group(struct sqlite *s, struct wishes *pending)
{
    struct wishes group;
    clear(&group);
    if (!fl_writer_begin(&s->writer)) {
        pour(pending, &group);
    } else if (grant_wishes(s, pending, &group) && fl_writer_commit(&s->writer)) {
        hand_back(s, &group);
        return;
    }
    note_trouble(s);
    fl_writer_roll_back(&s->writer);
    for (struct fl_wish *wish = group.first; wish; wish = wish->next)
        wish->ok = false;
    hand_back(s, &group);
}

static bool are_few(const struct wishes *list)
{
    const struct fl_wish *wish = list->first;
    for (int i = 0; i < COMPANY && wish; i++)
        wish = wish->next;
    return !wish;
}

static void wait_for_company(struct sqlite *s, struct wishes *pending)
{
    const struct timespec pause = {.tv_nsec = COMPANY_NANOSECONDS};
    nanosleep(&pause, NULL);
    fetch(s, pending, false);
}

static void *work(void *store)
{
    struct sqlite *s = store;
    struct wishes pending;
    int64_t last = 0; /* when the last group was done */
    clear(&pending);
    while (pending.first || fetch(s, &pending, true)) {
        if (now() < last + SOON_NANOSECONDS && are_few(&pending))
            wait_for_company(s, &pending);
        do_group(s, &pending);
        last = now();
    }
    return NULL;
}

/* ---- answering ---- */

int fl_sqlite_store_pump(struct fl_store *store)
{
    struct sqlite *s = sqlite_of(store);
    struct fl_wish *wish;
    int told = 0;
    if (!s->telling.first) {
        pthread_mutex_lock(&s->door);
        pour(&s->done, &s->telling);
        pthread_mutex_unlock(&s->door);
    }
    for (; told < AT_ONCE && (wish = take(&s->telling)); told++) {
        wish->done.tell(wish->done.whom, wish->done.ticket, wish->ok);
        free(wish->created);
        free(wish);
    }
    return told;
}

int fl_sqlite_store_trouble(struct fl_store *store)
{
    struct sqlite *s = sqlite_of(store);
    pthread_mutex_lock(&s->door);
    int trouble = s->trouble;
    s->trouble = 0;
    pthread_mutex_unlock(&s->door);
    return trouble;
}

/* ---- opening and closing ---- */

static void give_back(struct sqlite *s)
{
    fl_writer_close(&s->writer);
    sqlite3_close(s->reader);
    if (s->lock >= 0)
        close(s->lock);
    pthread_mutex_destroy(&s->door);
    pthread_cond_destroy(&s->bell);
    free(s);
}

/* What people ask for while they are told is done too. */
static void close_store(struct fl_store *store)
{
    struct sqlite *s = sqlite_of(store);
    pthread_mutex_lock(&s->door);
    s->closing = true;
    pthread_cond_signal(&s->bell);
    pthread_mutex_unlock(&s->door);
    pthread_join(s->thread, NULL);
    while (fl_sqlite_store_pump(store))
        work(s);
    give_back(s);
}

static bool open_all(struct sqlite *s, const char *path, struct fl_store_error *error)
{
    s->lock = fl_sqlite_lock(path, error);
    if (s->lock < 0)
        return false;
    sqlite3 *db = fl_sqlite_open_writer(path, error);
    if (!db)
        return false;
    if (!fl_writer_open(&s->writer, db))
        return fl_sqlite_fail(error, "store.cannot-open", path, db);
    s->reader = fl_sqlite_open_reader(path, error);
    return s->reader;
}

static bool begin_work(struct sqlite *s, const char *path, struct fl_store_error *error)
{
    int failure = pthread_create(&s->thread, NULL, work, s);
    return !failure || fl_store_fail(error, "store.cannot-open", path, strerror(failure));
}

struct fl_store *fl_sqlite_store(const char *path, void (*wake)(void *world), void *world,
                                 struct fl_store_error *error)
{
    struct sqlite *s = must_have(sizeof *s);
    s->store = (struct fl_store){.create = create,
                                 .append = append,
                                 .load = load,
                                 .list = list,
                                 .remove = remove_match,
                                 .close = close_store};
    s->lock = -1;
    s->wake = wake;
    s->world = world;
    pthread_mutex_init(&s->door, NULL);
    pthread_cond_init(&s->bell, NULL);
    clear(&s->asked);
    clear(&s->done);
    clear(&s->telling);
    if (open_all(s, path, error) && begin_work(s, path, error))
        return &s->store;
    give_back(s);
    return NULL;
}
