/* Every answer passes through here and may have to wait. */
#include "faulty_store.h"

#include <stdlib.h>

struct answer {
    struct answer *next;
    struct faulty *owner;
    struct fl_done done;
    bool ok;
};

struct faulty {
    struct fl_store store; /* first: the store is this */
    struct fl_store *under;
    struct answer *first, **end; /* that wait to be told */
    uint64_t appends, fail_first, fail_last;
    bool hold;
};

static struct faulty *faulty_of(struct fl_store *store)
{
    return (struct faulty *)store;
}

static struct answer *expect(struct faulty *f, struct fl_done done)
{
    struct answer *answer = calloc(1, sizeof *answer);
    if (!answer)
        abort();
    answer->owner = f;
    answer->done = done;
    return answer;
}

static void keep_back(struct answer *answer)
{
    answer->next = NULL;
    *answer->owner->end = answer;
    answer->owner->end = &answer->next;
}

static void tell(struct answer *answer)
{
    answer->done.tell(answer->done.whom, answer->done.ticket, answer->ok);
    free(answer);
}

/* What the store below says; tickets are ours. */
static void heard(void *whom, uint64_t ticket, bool ok)
{
    struct answer *answer = whom;
    (void)ticket;
    answer->ok = ok;
    if (answer->owner->hold || answer->owner->first)
        keep_back(answer);
    else
        tell(answer);
}

static struct fl_done through(struct faulty *f, struct fl_done done)
{
    return (struct fl_done){.tell = heard, .whom = expect(f, done)};
}

static void create(struct fl_store *store, const struct fl_store_match *match,
                   const struct fl_store_seat *keeper, struct fl_done done)
{
    struct faulty *f = faulty_of(store);
    f->under->create(f->under, match, keeper, through(f, done));
}

static void append(struct fl_store *store, const struct fl_append *a, struct fl_done done)
{
    struct faulty *f = faulty_of(store);
    f->appends++;
    if (f->appends < f->fail_first || f->appends > f->fail_last)
        f->under->append(f->under, a, through(f, done));
    else
        keep_back(expect(f, done));
}

static bool load(struct fl_store *store, uint64_t match, const struct fl_store_reader *reader)
{
    struct faulty *f = faulty_of(store);
    return f->under->load(f->under, match, reader);
}

static bool list(struct fl_store *store, bool running, void *whom,
                 void (*each)(void *whom, const struct fl_store_match *))
{
    struct faulty *f = faulty_of(store);
    return f->under->list(f->under, running, whom, each);
}

static void remove_match(struct fl_store *store, uint64_t match, struct fl_done done)
{
    struct faulty *f = faulty_of(store);
    f->under->remove(f->under, match, through(f, done));
}

int faulty_store_pump(struct fl_store *store)
{
    struct faulty *f = faulty_of(store);
    struct answer *answer = f->first, *next;
    int told = 0;
    if (f->hold)
        return 0;
    f->first = NULL;
    f->end = &f->first;
    for (; answer; answer = next, told++) {
        next = answer->next;
        tell(answer);
    }
    return told;
}

static void close_store(struct fl_store *store)
{
    struct faulty *f = faulty_of(store);
    f->hold = false;
    f->under->close(f->under);
    while (faulty_store_pump(store))
        ;
    free(f);
}

void faulty_store_fail(struct fl_store *store, uint64_t first, uint64_t last)
{
    faulty_of(store)->fail_first = first;
    faulty_of(store)->fail_last = last;
}

void faulty_store_hold(struct fl_store *store, bool hold)
{
    faulty_of(store)->hold = hold;
}

struct fl_store *faulty_store(struct fl_store *under)
{
    struct faulty *f = calloc(1, sizeof *f);
    if (!f)
        abort();
    f->store = (struct fl_store){.create = create,
                                 .append = append,
                                 .load = load,
                                 .list = list,
                                 .remove = remove_match,
                                 .close = close_store};
    f->under = under;
    f->end = &f->first;
    return &f->store;
}
