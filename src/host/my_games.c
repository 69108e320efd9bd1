/* The games of a person: what tables store about people, and the lists that people read: running
 * and finished games, favourites, invitations, people they have played with. */
#include <stdlib.h>
#include <string.h>

#include "host/messages.h"
#include "host/passport.h"
#include "host/people.h"

enum {
    PAGE = 50,         /* finished games in one message */
    EXPORT_PAGE = 200, /* and in one part of an export */
    RUNNING_MAX = 100,
    MAX_FAVOURITES = 200,
    MAX_INVITATIONS = 50,
    MAX_PEOPLE = 300,
    INVITATION_TIME = 7 * 24 * 60 * 60000
};

/* ---- what tables store ---- */

static bool holds_other_seat(const struct fl_table *t, uint64_t passport, fl_seats except)
{
    for (int seat = 0; seat < t->options.setup.seats; seat++)
        if (!(except & FL_SEAT(seat)) && t->seat[seat].taken && !t->seat[seat].barred &&
            t->seat[seat].passport == passport)
            return true;
    return false;
}

static struct fl_entry_key running_key(uint64_t passport, const struct fl_table *t)
{
    struct fl_entry_key key = fl_entry_key_of(FL_SPACE_RUNNING, passport);
    fl_entry_key_add_number(&key, t->id);
    return key;
}

static void put_running(const struct fl_table *t, uint64_t passport, int64_t at,
                        struct fl_change_list *list)
{
    struct fl_entry_key key = running_key(passport, t),
                        needs = fl_entry_key_of(FL_SPACE_PASSPORT, passport);
    struct fl_value value = {.len = 0};
    fl_value_add_number(&value, (uint64_t)at, 8);
    fl_value_add_text(&value, t->options.game->name);
    if (passport)
        fl_changes_add(list, FL_CHANGE_PUT, &key, &value, &needs);
}

static void remove_running(const struct fl_table *t, uint64_t passport, struct fl_change_list *list)
{
    struct fl_entry_key key = running_key(passport, t);
    if (passport)
        fl_changes_add(list, FL_CHANGE_REMOVE, &key, NULL, NULL);
}

/* The passports at a table, each once. With `staying`: without those of people who have left. */
static int list_passports(const struct fl_table *t, bool staying, uint64_t out[FL_MAX_SEATS])
{
    int count = 0;
    for (int seat = 0; seat < t->options.setup.seats; seat++) {
        const struct fl_table_seat *c = &t->seat[seat];
        bool known = !c->taken || !c->passport || (staying && c->left);
        for (int i = 0; i < count; i++)
            known |= out[i] == c->passport;
        if (!known)
            out[count++] = c->passport;
    }
    return count;
}

/* Seats are given up: their passports lose the table unless they have another seat there. */
static void remove_seats(const struct fl_table *t, fl_seats seats, struct fl_change_list *list)
{
    uint64_t passport[FL_MAX_SEATS];
    int count = list_passports(t, false, passport);
    for (int i = 0; i < count; i++)
        if (!holds_other_seat(t, passport[i], seats))
            remove_running(t, passport[i], list);
}

static fl_seats seats_of(const struct fl_table *t, uint64_t passport)
{
    fl_seats seats = 0;
    for (int seat = 0; seat < t->options.setup.seats; seat++)
        if (t->seat[seat].taken && t->seat[seat].passport == passport)
            seats |= FL_SEAT(seat);
    return seats;
}

/* The value of a finished match: game, own seats, winners, and kind, score and name of each seat.
 */
static struct fl_value finished_value(const struct fl_table *t, const struct fl_pending *p,
                                      fl_seats own)
{
    struct fl_sight sight;
    struct fl_value value = {.len = 0};
    fl_match_sight(&t->match, FL_SPECTATOR, &sight);
    if (!p->played)
        sight.ending = p->ending;
    fl_value_add_text(&value, t->options.game->name);
    fl_value_add_number(&value, own, 2);
    fl_value_add_number(&value, fl_sight_winners(&sight), 2);
    fl_value_add_number(&value, t->options.setup.seats, 1);
    for (int seat = 0; seat < t->options.setup.seats; seat++) {
        const struct fl_table_seat *c = &t->seat[seat];
        fl_value_add_number(&value, c->taken, 1);
        fl_value_add_number(&value, (uint32_t)fl_sight_score(&sight, seat), 4);
        fl_value_add_text(&value, c->taken ? c->name : t->host->port.levels[c->level]);
    }
    return value;
}

static void put_finished(const struct fl_table *t, const struct fl_pending *p, uint64_t passport,
                         struct fl_change_list *list)
{
    struct fl_entry_key key = fl_entry_key_of(FL_SPACE_FINISHED, passport);
    struct fl_entry_key needs = fl_entry_key_of(FL_SPACE_PASSPORT, passport);
    struct fl_value value = finished_value(t, p, seats_of(t, passport));
    fl_entry_key_add_number(&key, ~(uint64_t)p->event.at);
    fl_entry_key_add_number(&key, t->id);
    fl_changes_add(list, FL_CHANGE_PUT, &key, &value, &needs);
}

static void put_met(const struct fl_table *t, uint64_t passport, uint64_t other, int64_t at,
                    struct fl_change_list *list)
{
    struct fl_entry_key key = fl_entry_key_of(FL_SPACE_MET, passport);
    struct fl_entry_key needs = fl_entry_key_of(FL_SPACE_PASSPORT, passport);
    struct fl_value value = {.len = 0};
    fl_value_add_number(&value, (uint64_t)at, 8);
    fl_value_add_text(&value, t->seat[__builtin_ctz(seats_of(t, other))].name);
    fl_entry_key_add_number(&key, other);
    fl_changes_add(list, FL_CHANGE_PUT, &key, &value, &needs);
}

/* The end of a match. What one of two people would learn about the other is not stored if the other
 * is deleted: a name without a passport is of no use. */
static void put_end(const struct fl_table *t, const struct fl_pending *p,
                    struct fl_change_list *list)
{
    uint64_t passport[FL_MAX_SEATS];
    int count = list_passports(t, false, passport);
    bool counts = t->options.dice != FL_LESSON_DICE;
    for (int i = 0; i < count; i++) {
        remove_running(t, passport[i], list);
        if (counts)
            put_finished(t, p, passport[i], list);
        for (int other = 0; counts && other < count; other++)
            if (other != i)
                put_met(t, passport[i], passport[other], p->event.at, list);
    }
}

void fl_games_add_changes(const struct fl_table *t, const struct fl_pending *p,
                          struct fl_change_list *list)
{
    const struct fl_table_event *e = &p->event;
    uint64_t passport[FL_MAX_SEATS];
    switch (e->kind) {
    case FL_EVENT_SIT:
        put_running(t, p->row[0].passport, e->at, list);
        break;
    case FL_EVENT_LEAVE:
        if (t->phase == FL_TABLE_WAITING)
            remove_seats(t, e->seats, list);
        break;
    case FL_EVENT_SEAT:
        remove_seats(t, FL_SEAT(e->seat), list);
        break;
    case FL_EVENT_BAN:
        remove_seats(t, e->seats, list);
        break;
    case FL_EVENT_LINK:
        if (p->row[0].passport)
            put_running(t, p->row[0].passport, e->at, list);
        else
            remove_seats(t, FL_SEAT(e->seat), list);
        break;
    case FL_EVENT_REMATCH:
        for (int i = list_passports(t, true, passport); i-- > 0;)
            put_running(t, passport[i], e->at, list);
        break;
    case FL_EVENT_CLOSE:
        remove_seats(t, (fl_seats)-1, list);
        break;
    default:
        if (p->has_result)
            put_end(t, p, list);
    }
}

/* ---- reading ---- */

static void put_hex(struct fl_json *j, const char *key, const unsigned char *bytes, size_t len)
{
    char memory[2 * FL_MATCH_SIZE + 1];
    struct fl_buf text = fl_buf_over(memory, sizeof memory);
    for (size_t i = 0; i < len; i++) {
        fl_put_char(&text, "0123456789abcdef"[bytes[i] >> 4]);
        fl_put_char(&text, "0123456789abcdef"[bytes[i] & 15]);
    }
    fl_json_key_text(j, key, memory);
}

/* Ranges of one kind, one per id of the passport, follow each other. */
static void add_ranges_of(struct fl_job *job, enum fl_space space, int limit)
{
    for (int i = 0; i < job->who.ids; i++) {
        struct fl_entry_key key = fl_entry_key_of(space, job->who.id[i]), after = key;
        if (space == FL_SPACE_FINISHED && job->has_match)
            fl_entry_key_add(&after, job->match, FL_MATCH_SIZE);
        fl_job_add_range(job, &key, after.len > key.len ? &after : NULL, limit);
    }
}

/* Whether an entry was read by the ranges of the n-th kind. */
static bool is_of(const struct fl_job *job, int i, int n)
{
    int first = FL_OWN_RANGES + n * job->who.ids;
    return job->entry[i].range >= first && job->entry[i].range < first + job->who.ids;
}

static const unsigned char *match_of(const struct fl_entry *entry)
{
    return (const unsigned char *)entry->key + 9;
}

static bool is_favourite(const struct fl_job *job, int kind, const unsigned char *match)
{
    for (int i = 0; i < job->found; i++) {
        struct fl_entry entry = fl_job_entry(job, i);
        if (is_of(job, i, kind) && !memcmp(match_of(&entry), match, FL_MATCH_SIZE))
            return true;
    }
    return false;
}

static void put_players(struct fl_json *j, struct fl_value_reader *r)
{
    int seats = (int)fl_value_number(r, 1);
    fl_json_key(j, "players");
    fl_json_open(j, '[');
    for (int seat = 0; seat < seats && !r->failed; seat++) {
        char name[FL_NAME_SIZE];
        bool person = fl_value_number(r, 1);
        int32_t score = (int32_t)fl_value_number(r, 4);
        fl_value_text(r, name, sizeof name);
        fl_json_open(j, '{');
        fl_json_key_text(j, "name", name);
        fl_json_key_text(j, "kind", person ? "person" : "bot");
        fl_json_key_number(j, "score", score);
        fl_json_close(j, '}');
    }
    fl_json_close(j, ']');
}

static void put_match(struct fl_json *j, const struct fl_entry *entry, bool favourite)
{
    struct fl_value_reader r = fl_value_read(entry);
    char game[32];
    fl_value_text(&r, game, sizeof game);
    fl_json_open(j, '{');
    put_hex(j, "match", match_of(entry), FL_MATCH_SIZE);
    fl_json_key_id(j, "table", fl_entry_key_number(entry, 17));
    fl_json_key_text(j, "game", game);
    fl_json_key_number(j, "at", (int64_t)~fl_entry_key_number(entry, 9));
    fl_json_key_seats(j, "seats", (fl_seats)fl_value_number(&r, 2));
    fl_json_key_seats(j, "winners", (fl_seats)fl_value_number(&r, 2));
    put_players(j, &r);
    fl_json_key_bool(j, "favourite", favourite);
    fl_json_close(j, '}');
}

static int compare_matches(const void *a, const void *b)
{
    return memcmp(*(const unsigned char *const *)a, *(const unsigned char *const *)b,
                  FL_MATCH_SIZE);
}

/* The newest matches among those of all ids, as indexes of entries. Returns how many; *more: there
 * are others. */
static int newest_matches(const struct fl_job *job, int kind, int most, int *out, bool *more)
{
    const unsigned char **match = malloc(((size_t)job->found + 1) * sizeof *match);
    int count = 0;
    for (int i = 0; match && i < job->found; i++)
        if (is_of(job, i, kind) && job->entry[i].key_len == 9 + FL_MATCH_SIZE) {
            struct fl_entry entry = fl_job_entry(job, i);
            match[count++] = match_of(&entry);
        }
    if (count)
        qsort(match, (size_t)count, sizeof *match, compare_matches);
    *more = count > most;
    for (int n = 0; n < count && n < most; n++)
        for (int i = 0; i < job->found; i++)
            if (job->memory + job->entry[i].at + 9 == match[n])
                out[n] = i;
    free(match);
    return count < most ? count : most;
}

/* Writes `finished`, with a cursor if there are more. Favourites are of the other kind. */
static void put_finished_list(struct fl_json *j, const struct fl_job *job, int kind, int most,
                              int favourites)
{
    int index[EXPORT_PAGE];
    bool more;
    int count = newest_matches(job, kind, most, index, &more);
    fl_json_key(j, "finished");
    fl_json_open(j, '[');
    for (int i = 0; i < count; i++) {
        struct fl_entry entry = fl_job_entry(job, index[i]);
        put_match(j, &entry, is_favourite(job, favourites, match_of(&entry)));
    }
    fl_json_close(j, ']');
    if (more) {
        struct fl_entry last = fl_job_entry(job, index[count - 1]);
        put_hex(j, "next", match_of(&last), FL_MATCH_SIZE);
    } else {
        fl_json_key_text(j, "next", NULL);
    }
}

/* ---- running games ---- */

static fl_seats seats_of_client(const struct fl_table *t, const struct fl_job *job)
{
    fl_seats seats = 0;
    for (int i = 0; i < job->who.ids; i++)
        seats |= seats_of(t, job->who.id[i]);
    return seats;
}

/* What everybody at the table knows. */
static void put_table(struct fl_json *j, const struct fl_table *t, fl_seats own)
{
    static const char *const phases[] = {"waiting", "playing", "finished", "closed"};
    fl_seats turn = 0;
    for (int seat = 0; seat < t->options.setup.seats; seat++)
        turn |= t->seat[seat].asked ? FL_SEAT(seat) : 0;
    fl_json_key_text(j, "code", t->code);
    fl_json_key_text(j, "phase", phases[t->phase]);
    fl_json_key_seats(j, "seats", own);
    fl_json_key(j, "players");
    fl_json_open(j, '[');
    for (int seat = 0; seat < t->options.setup.seats; seat++) {
        const struct fl_table_seat *c = &t->seat[seat];
        bool bot = !c->taken && (c->kind == FL_SEAT_BOT || t->phase != FL_TABLE_WAITING);
        fl_json_open(j, '{');
        fl_json_key_text(j, "name",
                         c->taken ? c->name
                         : bot    ? t->host->port.levels[c->level]
                                  : NULL);
        fl_json_key_text(j, "kind", c->taken ? "person" : bot ? "bot" : "open");
        fl_json_close(j, '}');
    }
    fl_json_close(j, ']');
    if (t->phase != FL_TABLE_PLAYING)
        turn = 0;
    fl_json_key_seats(j, "turn", turn);
    fl_json_key_bool(j, "your_turn", turn & own);
}

static void put_running_entry(struct fl_json *j, const struct fl_job *job,
                              const struct fl_entry *entry)
{
    struct fl_value_reader r = fl_value_read(entry);
    int64_t at = (int64_t)fl_value_number(&r, 8);
    const struct fl_table *t = fl_table_in_memory(job->host, fl_entry_key_number(entry, 9));
    char game[32];
    fl_value_text(&r, game, sizeof game);
    fl_json_open(j, '{');
    fl_json_key_id(j, "table", fl_entry_key_number(entry, 9));
    fl_json_key_text(j, "game", game);
    fl_json_key_number(j, "since", at);
    if (t && !t->is_placeholder)
        put_table(j, t, seats_of_client(t, job));
    fl_json_close(j, '}');
}

static bool runs(const struct fl_job *job, int kind, uint64_t table)
{
    for (int i = 0; i < job->found; i++) {
        struct fl_entry entry = fl_job_entry(job, i);
        if (is_of(job, i, kind) && fl_entry_key_number(&entry, 9) == table)
            return true;
    }
    return false;
}

static void put_invitation(struct fl_json *j, uint64_t table, uint64_t inviter,
                           struct fl_value_reader r)
{
    char game[32], name[FL_NAME_SIZE];
    int64_t at = (int64_t)fl_value_number(&r, 8);
    fl_value_text(&r, game, sizeof game);
    fl_value_text(&r, name, sizeof name);
    fl_json_key_id(j, "table", table);
    fl_json_key_text(j, "game", game);
    fl_json_key_id(j, "handle", inviter);
    fl_json_key_text(j, "name", name);
    fl_json_key_number(j, "at", at);
}

static bool is_open(const struct fl_host *h, const struct fl_entry *entry)
{
    struct fl_value_reader r = fl_value_read(entry);
    return (int64_t)fl_value_number(&r, 8) + INVITATION_TIME > fl_now(h);
}

/* The kinds of ranges of `games` and `passport export`, in their order. */
enum { FINISHED, FAVOURITES, RUNNING, INVITATIONS, PEOPLE };

static void put_current(struct fl_json *j, const struct fl_job *job)
{
    fl_json_key(j, "running");
    fl_json_open(j, '[');
    for (int i = 0; i < job->found; i++) {
        struct fl_entry entry = fl_job_entry(job, i);
        if (is_of(job, i, RUNNING))
            put_running_entry(j, job, &entry);
    }
    fl_json_close(j, ']');
    fl_json_key(j, "invitations");
    fl_json_open(j, '[');
    for (int i = 0; i < job->found; i++) {
        struct fl_entry entry = fl_job_entry(job, i);
        if (!is_of(job, i, INVITATIONS) || !is_open(job->host, &entry) ||
            runs(job, RUNNING, fl_entry_key_number(&entry, 17)))
            continue;
        fl_json_open(j, '{');
        put_invitation(j, fl_entry_key_number(&entry, 17), fl_entry_key_number(&entry, 9),
                       fl_value_read(&entry));
        fl_json_close(j, '}');
    }
    fl_json_close(j, ']');
    fl_json_key(j, "favourites");
    fl_json_open(j, '[');
    for (int i = 0; i < job->found; i++) {
        struct fl_entry entry = fl_job_entry(job, i);
        if (is_of(job, i, FAVOURITES))
            put_match(j, &entry, true);
    }
    fl_json_close(j, ']');
}

/* ---- games ---- */

static bool read_match(const char **args, unsigned char match[FL_MATCH_SIZE])
{
    static const char digits[] = "0123456789abcdef";
    char word[2 * FL_MATCH_SIZE + 1] = "";
    if (!fl_next_word(args, word, sizeof word) || strspn(word, digits) != sizeof word - 1)
        return false;
    for (int i = 0; i < FL_MATCH_SIZE; i++)
        match[i] = (unsigned char)((strchr(digits, word[2 * i]) - digits) << 4 |
                                   (strchr(digits, word[2 * i + 1]) - digits));
    return true;
}

/* games [CURSOR] */
static const char *begin_games(struct fl_job *job, const char *args)
{
    job->has_match = *args;
    return !*args || read_match(&args, job->match) ? NULL : "host.unknown-match";
}

/* The finished games after a cursor; without one, everything else as well. */
static void add_lists(struct fl_job *job, int page)
{
    add_ranges_of(job, FL_SPACE_FINISHED, page + 1);
    add_ranges_of(job, FL_SPACE_FAVOURITE, MAX_FAVOURITES);
    if (job->has_match)
        return;
    add_ranges_of(job, FL_SPACE_RUNNING, RUNNING_MAX);
    add_ranges_of(job, FL_SPACE_INVITATION, MAX_INVITATIONS);
}

static void add_games(struct fl_job *job)
{
    add_lists(job, PAGE);
}

static void decide_games(struct fl_job *job)
{
    struct fl_buf out;
    struct fl_json j = fl_message(job->host, &out, "games");
    if (!job->has_match)
        put_current(&j, job);
    put_finished_list(&j, job, FINISHED, PAGE, FAVOURITES);
    fl_send(job->host, &job->client, 1, &j);
    fl_job_end(job);
}

/* ---- people ---- */

static void put_people(struct fl_json *j, const struct fl_job *job, int kind)
{
    fl_json_key(j, "people");
    fl_json_open(j, '[');
    for (int i = 0; i < job->found; i++) {
        struct fl_entry entry = fl_job_entry(job, i);
        struct fl_value_reader r = fl_value_read(&entry);
        uint64_t other = fl_entry_key_number(&entry, 9);
        char name[FL_NAME_SIZE];
        bool oneself = false; /* in a passport that was merged since */
        for (int n = 0; n < job->who.ids; n++)
            oneself |= job->who.id[n] == other;
        if (!is_of(job, i, kind) || oneself)
            continue;
        int64_t at = (int64_t)fl_value_number(&r, 8);
        fl_value_text(&r, name, sizeof name);
        fl_json_open(j, '{');
        fl_json_key_id(j, "handle", other);
        fl_json_key_text(j, "name", name);
        fl_json_key_number(j, "last", at);
        fl_json_close(j, '}');
    }
    fl_json_close(j, ']');
}

static void add_people(struct fl_job *job)
{
    add_ranges_of(job, FL_SPACE_MET, MAX_PEOPLE);
}

static void decide_people(struct fl_job *job)
{
    struct fl_buf out;
    struct fl_json j = fl_message(job->host, &out, "people");
    put_people(&j, job, 0);
    fl_send(job->host, &job->client, 1, &j);
    fl_job_end(job);
}

/* ---- favourites ---- */

/* favourite MATCH on|off */
static const char *begin_favourite(struct fl_job *job, const char *args)
{
    if (!read_match(&args, job->match))
        return "host.unknown-match";
    while (*args == ' ')
        args++;
    job->on = !strcmp(args, "on");
    return job->on || !strcmp(args, "off") ? NULL : "host.unknown-command";
}

/* The match under every id, then the favourites. */
static void add_favourite(struct fl_job *job)
{
    for (int i = 0; i < job->who.ids; i++) {
        struct fl_entry_key key = fl_entry_key_of(FL_SPACE_FINISHED, job->who.id[i]);
        fl_entry_key_add(&key, job->match, FL_MATCH_SIZE);
        fl_job_add_range(job, &key, NULL, 1);
    }
    add_ranges_of(job, FL_SPACE_FAVOURITE, MAX_FAVOURITES);
}

static void decide_favourite(struct fl_job *job)
{
    struct fl_change_list *list = fl_job_changes(job);
    struct fl_value value = {.len = 0};
    int favourites = 0;
    bool found = false;
    for (int i = 0; i < job->found; i++) {
        struct fl_entry entry = fl_job_entry(job, i);
        favourites += is_of(job, i, 1);
        if (!is_of(job, i, 0) || found)
            continue;
        found = true;
        fl_value_add(&value, entry.value, entry.len);
    }
    if ((job->on && !found) || (job->on && favourites >= MAX_FAVOURITES)) {
        fl_job_refuse(job, found ? "host.too-many-favourites" : "host.unknown-match");
        return;
    }
    fl_job_expect(job, list);
    for (int i = 0; i < job->who.ids; i++) {
        struct fl_entry_key key = fl_entry_key_of(FL_SPACE_FAVOURITE, job->who.id[i]);
        fl_entry_key_add(&key, job->match, FL_MATCH_SIZE);
        if (job->on && !i)
            fl_changes_add(list, FL_CHANGE_PUT, &key, &value, NULL);
        else if (!job->on)
            fl_changes_add(list, FL_CHANGE_REMOVE, &key, NULL, NULL);
    }
    fl_job_commit(job, fl_job_done);
}

/* ---- invitations ---- */

static bool read_number(const char **args, uint64_t *number)
{
    static const char digits[] = "0123456789abcdef";
    char word[17] = "";
    if (!fl_next_word(args, word, sizeof word) || strspn(word, digits) != 16)
        return false;
    *number = 0;
    for (int i = 0; i < 16; i++)
        *number = *number << 4 | (uint64_t)(strchr(digits, word[i]) - digits);
    return true;
}

/* invite HANDLE */
static const char *begin_invite(struct fl_job *job, const char *args)
{
    const struct fl_limits *limits = &job->host->limits;
    const struct fl_client *g = fl_job_client(job);
    const struct fl_table *t = g->table;
    int64_t now = fl_now(job->host);
    const char *why = !g->seats && !g->owner             ? "host.not-owner"
                      : !read_number(&args, &job->other) ? "host.unknown-person"
                      : g->origin && !fl_pace_allows(&g->origin->invitations, now,
                                                     limits->invite_burst, limits->invite_pause)
                          ? "host.too-many-invitations"
                          : NULL;
    if (why)
        return why;
    if (g->origin)
        fl_pace_count(&g->origin->invitations, now, limits->invite_pause);
    job->table = t->id;
    fl_copy_text(job->game, sizeof job->game, t->options.game->name);
    return NULL;
}

/* Whether they have met, under every id; then the other passport and its invitations. */
static void add_invite(struct fl_job *job)
{
    for (int i = 0; i < job->who.ids; i++) {
        struct fl_entry_key key = fl_entry_key_of(FL_SPACE_MET, job->who.id[i]);
        fl_entry_key_add_number(&key, job->other);
        fl_job_add_range(job, &key, NULL, 1);
    }
    struct fl_entry_key passport = fl_entry_key_of(FL_SPACE_PASSPORT, job->other);
    fl_job_add_range(job, &passport, NULL, 1);
}

static struct fl_value invitation_value(const struct fl_job *job)
{
    struct fl_value value = {.len = 0};
    fl_value_add_number(&value, (uint64_t)fl_now(job->host), 8);
    fl_value_add_text(&value, job->game);
    fl_value_add_text(&value, job->profile.name);
    return value;
}

/* Shows the invitation to clients at this node. */
static void on_invited(struct fl_job *job)
{
    struct fl_host *h = job->host;
    struct fl_value value = invitation_value(job);
    struct fl_entry entry = {.value = value.at, .len = value.len};
    for (fl_client_id i = 0; i < h->client_room; i++) {
        struct fl_buf out;
        if (!h->client[i].open || fl_client_passport(&h->client[i]) != job->invited)
            continue;
        struct fl_json j = fl_message(h, &out, "invitation");
        put_invitation(&j, job->table, job->who.id[0], fl_value_read(&entry));
        fl_send(h, &i, 1, &j);
    }
    fl_job_done(job);
}

static void invite(struct fl_job *job)
{
    int open = 0;
    for (int i = 0; i < job->found; i++) {
        struct fl_entry entry = fl_job_entry(job, i);
        open += is_open(job->host, &entry);
    }
    if (open >= MAX_INVITATIONS) {
        fl_job_refuse(job, "host.too-many-invitations");
        return;
    }
    struct fl_change_list *list = fl_job_changes(job);
    struct fl_entry_key key = fl_entry_key_of(FL_SPACE_INVITATION, job->invited);
    struct fl_entry_key needs = fl_entry_key_of(FL_SPACE_PASSPORT, job->invited);
    struct fl_value value = invitation_value(job);
    fl_entry_key_add_number(&key, job->who.id[0]);
    fl_entry_key_add_number(&key, job->table);
    fl_job_expect(job, list);
    for (int i = 0; i < job->found; i++) { /* those that have ended */
        struct fl_entry entry = fl_job_entry(job, i);
        struct fl_entry_key old = {.len = 0};
        fl_entry_key_add(&old, entry.key, entry.key_len);
        bool same = old.len == key.len && !memcmp(old.at, key.at, key.len);
        if (!is_open(job->host, &entry) && !same)
            fl_changes_add(list, FL_CHANGE_REMOVE, &old, NULL, NULL);
    }
    fl_changes_add(list, FL_CHANGE_PUT, &key, &value, &needs);
    fl_job_commit(job, on_invited);
}

/* Follows a passport that was merged into another one. */
static void decide_invite(struct fl_job *job)
{
    struct fl_profile other;
    struct fl_value value;
    bool met = false;
    for (int i = 0; i < job->found; i++)
        met |= is_of(job, i, 0);
    bool exists = fl_job_read_passport(job, FL_OWN_RANGES + job->who.ids, &other, &value);
    if (!met || !exists) {
        fl_job_refuse(job, "host.unknown-person");
        return;
    }
    job->invited = other.into ? other.into : job->other;
    struct fl_entry_key open = fl_entry_key_of(FL_SPACE_INVITATION, job->invited);
    fl_job_add_range(job, &open, NULL, 2 * MAX_INVITATIONS);
    fl_job_scan(job, invite);
}

/* decline TABLE */
static const char *begin_decline(struct fl_job *job, const char *args)
{
    return read_number(&args, &job->table) ? NULL : "host.no-table";
}

static void add_invitations(struct fl_job *job)
{
    add_ranges_of(job, FL_SPACE_INVITATION, 2 * MAX_INVITATIONS);
}

static void decide_decline(struct fl_job *job)
{
    struct fl_change_list *list = fl_job_changes(job);
    fl_job_expect(job, list);
    for (int i = 0; i < job->found && list->count < FL_CHANGES_MAX; i++) {
        struct fl_entry entry = fl_job_entry(job, i);
        struct fl_entry_key key = {.len = 0};
        fl_entry_key_add(&key, entry.key, entry.key_len);
        if (is_of(job, i, 0) && fl_entry_key_number(&entry, 17) == job->table)
            fl_changes_add(list, FL_CHANGE_REMOVE, &key, NULL, NULL);
    }
    fl_job_commit(job, fl_job_done);
}

/* ---- export ---- */

static void add_export(struct fl_job *job)
{
    add_lists(job, EXPORT_PAGE);
    if (!job->has_match)
        add_people(job);
}

/* One message per page; the job reads the next one until there is none. */
static void decide_export(struct fl_job *job)
{
    struct fl_buf out;
    int index[EXPORT_PAGE];
    bool more;
    int count = newest_matches(job, FINISHED, EXPORT_PAGE, index, &more);
    struct fl_json j = fl_message(job->host, &out, "export");
    fl_json_key_number(&j, "part", job->part + 1);
    fl_json_key_bool(&j, "last", !more);
    if (!job->part) {
        fl_json_key(&j, "passport");
        fl_json_open(&j, '{');
        fl_json_profile(&j, &job->profile, job->who.device);
        fl_json_close(&j, '}');
        fl_json_devices(&j, job);
        put_current(&j, job);
        put_people(&j, job, PEOPLE);
    }
    put_finished_list(&j, job, FINISHED, EXPORT_PAGE, FAVOURITES);
    fl_send(job->host, &job->client, 1, &j);
    if (!more) {
        fl_job_end(job);
        return;
    }
    struct fl_entry last = fl_job_entry(job, index[count - 1]);
    memcpy(job->match, match_of(&last), FL_MATCH_SIZE);
    job->has_match = true;
    job->part++;
    fl_job_load(job);
}

const struct fl_job_command fl_export_command = {
    .word = "export", .add_ranges = add_export, .decide = decide_export};

/* ---- commands ---- */

static const struct fl_job_command jobs[] = {
    {.word = "games", .begin = begin_games, .add_ranges = add_games, .decide = decide_games},
    {.word = "people", .add_ranges = add_people, .decide = decide_people},
    {.word = "favourite",
     .begin = begin_favourite,
     .add_ranges = add_favourite,
     .decide = decide_favourite},
    {.word = "invite",
     .needs_table = true,
     .begin = begin_invite,
     .add_ranges = add_invite,
     .decide = decide_invite},
    {.word = "decline",
     .begin = begin_decline,
     .add_ranges = add_invitations,
     .decide = decide_decline},
};

static const char *do_job(struct fl_call *call)
{
    size_t i = 0;
    while (strcmp(jobs[i].word, call->verb))
        i++;
    return fl_job_start(call, &jobs[i], call->args);
}

static const struct fl_client_command commands[] = {
    {"games", do_job, false, false},     {"people", do_job, false, false},
    {"favourite", do_job, false, false}, {"invite", do_job, false, false},
    {"decline", do_job, false, false},   {0},
};

const struct fl_feature fl_games_feature = {.commands = commands};
