/* Behaviour of clients: players that play all games within the rules of the protocol, and strangers
 * that use everything that the limits permit. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/games.h"
#include "scenario.h"

struct client *clients[CLIENTS_MAX];
int client_count;
struct party parties[PARTIES_MAX];
int party_count;
bool players_are_home, strangers_are_home, players_rest;
static uint64_t moves;

uint64_t players_moves(void)
{
    return moves;
}

static uint32_t below(struct client *c, uint32_t n)
{
    return sim_below(c->stream, n);
}

static bool one_in(struct client *c, uint32_t n)
{
    return below(c, n) == 0;
}

static void act(void *context, uint64_t unused);

static void act_later(struct client *c, int64_t delay)
{
    sim_after(delay, act, c, 0, 0);
}

/* ---- moves ---- */

/* Writes the required elements of a subset and a random number of the others. */
static void spell_subset(struct client *c, json_t *subset, struct fl_buf *out)
{
    json_int_t least = json_integer_value(json_object_get(subset, "min"));
    json_int_t most = json_integer_value(json_object_get(subset, "max"));
    json_t *elements = json_object_get(subset, "elements");
    json_int_t wanted = least + (json_int_t)below(c, (uint32_t)(most - least) + 1), left;
    unsigned numbers = 0;
    const char *number;
    json_t *item;
    json_object_foreach(json_object_get(subset, "required"), number, item) numbers |=
        1u << atoi(number);
    left = (json_int_t)json_object_size(elements);
    json_object_foreach(elements, number, item)
    {
        if (wanted && (left <= wanted || (json_int_t)below(c, (uint32_t)left) < wanted)) {
            numbers |= 1u << atoi(number);
            wanted--;
        }
        left--;
    }
    fl_put(out, json_string_value(json_object_get(subset, "verb")));
    for (int i = 0; i < 32; i++)
        if (numbers >> i & 1) {
            fl_put_char(out, ' ');
            fl_put_number(out, i);
        }
}

static int asked_seat(const struct client *c)
{
    for (int seat = 0; seat < FL_MAX_SEATS; seat++)
        if (c->ask[seat] && client_has_seat(c, seat))
            return seat;
    return -1;
}

void players_send_move(struct client *c, int seat)
{
    char memory[128];
    struct fl_buf out = fl_buf_over(memory, sizeof memory);
    json_t *list = json_object_get(c->ask[seat], "moves");
    json_t *subsets = json_object_get(c->ask[seat], "subsets");
    size_t listed = json_array_size(list), all = listed + json_array_size(subsets);
    if (!all)
        return;
    struct fl_rng kept = sim.rng[c->stream];
    if (twin_world()) /* the number of choices may differ */
        sim.rng[c->stream] = fl_rng_from(sim.options.seed, 5000 + moves);
    size_t chosen = below(c, (uint32_t)all);
    if (chosen < listed)
        fl_put(&out, json_string_value(json_object_get(json_array_get(list, chosen), "move")));
    else
        spell_subset(c, json_array_get(subsets, chosen - listed), &out);
    if (twin_world())
        sim.rng[c->stream] = kept;
    twin_move(c, seat, memory, sizeof memory);
    moves++;
    client_say(c, "move %lld %s", (long long)c->question[seat], memory);
    client_await(c, AN_ANSWER);
    if (one_in(c, 25)) /* a double click */
        client_say(c, "move %lld %s", (long long)c->question[seat], memory);
}

/* ---- players ---- */

static bool is_spectator(const struct client *c)
{
    return c->role >= c->party->persons;
}

static void enter_table(struct client *c)
{
    struct party *p = c->party;
    if (c->token[0]) {
        bool reload = one_in(c, 3);
        if (reload)
            client_forget(c);
        client_say(c, "resume %s %s %lld", c->id, c->token, reload ? 0 : (long long)c->n);
    } else if (c->role == 0) {
        client_say(c, "new %s %s", p->game->name, p->options);
    } else if (p->id[0]) {
        client_say(c, "join %s %s", p->id, c->name);
    } else {
        return;
    }
    client_await(c, A_TABLE);
}

static int free_seats(const struct client *c)
{
    json_t *seats = json_object_get(c->table, "seats");
    int count = 0;
    for (size_t i = 0; i < json_array_size(seats); i++) {
        json_t *seat = json_array_get(seats, i);
        const char *name = json_string_value(json_object_get(seat, "name"));
        count += !strcmp(json_string_value(json_object_get(seat, "kind")), "person") &&
                 (!name || !name[0]);
    }
    return count;
}

static void wait_for_start(struct client *c)
{
    int wanted = c->party->one_device && c->role == 0 ? c->party->persons
                 : c->party->one_device               ? 0
                                                      : !is_spectator(c);
    if (client_seats(c) < wanted)
        client_say(c, "sit - - %s%c", c->name, 'a' + client_seats(c));
    else if (c->role == 0 && !free_seats(c))
        client_say(c, "start");
    else
        return;
    client_await(c, AN_ANSWER);
}

static void chatter(struct client *c)
{
    static const char *const others[] = {
        "phrase 2", "refresh", "refresh 0", "share on", "share off", "record",  "lobby",
        "watch 1",  "watch",   "nonce x",   "phrase 4", "undo",      "react 3", "end"};
    uint32_t i = below(c, sizeof others / sizeof others[0]);
    if (twin_world() && strchr("sw", others[i][0]))
        return; /* a view that is shared is not secret */
    client_say(c, "%s", others[i]);
}

static void answer_undo(struct client *c)
{
    if (one_in(c, 3)) {
        client_say(c, "disagree %lld", (long long)c->undo_request);
    } else {
        c->agreed = true;
        client_say(c, "agree %lld", (long long)c->undo_request);
    }
    c->undo_requested = false;
}

static void be_at_table(struct client *c)
{
    const char *phase = client_phase(c);
    int seat = asked_seat(c);
    if (one_in(c, 14))
        chatter(c);
    else if (c->undo_requested && client_seats(c) && !one_in(c, 3))
        answer_undo(c);
    else if (!strcmp(phase, "waiting"))
        wait_for_start(c);
    else if (!strcmp(phase, "finished") && c->role == 0 && one_in(c, 3))
        client_say(c, "rematch");
    else if (seat >= 0 && !one_in(c, 12))
        players_send_move(c, seat);
    else if (one_in(c, 40) && !is_spectator(c))
        /* the bot that plays for a twin who resigned would show the hand by what it does */
        client_say(c, "%s", one_in(c, 8) && !twin_world() ? "resign" : "undo");
}

static void go_away(struct client *c)
{
    /* How full the kernel's buffer for a lost client is depends on the lengths of messages. */
    client_leave(c, one_in(c, 2) && !twin_world());
    c->back_at = sim.now + (one_in(c, 4) ? 60 : 5) * (int64_t)below(c, SECOND);
}

static void act_as_player(struct client *c)
{
    if (!c->sock) {
        if (sim.now >= c->back_at) {
            if (c->away_since >= 0 && c->away_since < server_healthy_time() && c->count++ == 0)
                c->away_since = server_healthy_time(); /* it was away of its own will until now */
            int count = c->count;
            client_connect(c);
            c->count = count;
        }
        return;
    }
    if (c->awaits != NOTHING || !c->greeted)
        return;
    if (one_in(c, 50))
        go_away(c);
    else if (!c->at_table)
        enter_table(c);
    else
        be_at_table(c);
}

static void compare(void *context, uint64_t unused)
{
    (void)unused;
    invariants_compare_views(context);
}

static void on_heard(struct client *c, const char *type, json_t *message)
{
    (void)message;
    if (c->at_table)
        c->count = 0;
    if (!strcmp(type, "table") && c->role == 0)
        snprintf(c->party->id, sizeof c->party->id, "%s", c->id);
    if (one_in(c, 12))
        sim_after(20 * MILLISECOND, compare, c, 0, 0);
}

/* ---- strangers ---- */

enum stranger { OPENS_TABLES, CHATS, RESUMES, READS_SLOWLY, TALKS_NONSENSE, GUESSES, STRANGERS };

static const struct party *some_party(struct client *c)
{
    const struct party *p = &parties[below(c, (uint32_t)party_count)];
    return p->id[0] ? p : NULL;
}

static void talk_nonsense(struct client *c)
{
    static const char *const lines[] = {
        "new",     "join",        "resume",
        "sit 99",  "move 1 1",    "chance 1 S",
        "start",   "ban 1",       "close",
        "link 1",  "seat 1 open", "swap 1 2",
        "undo",    "agree",       "rematch",
        "leave",   "hello 1",     "new corsaires seats=open,open,open lobby=public",
        "watch 8", "team-chat x", "lobby",
        "end",     "resign 1",    "react 1"};
    client_say(c, "%s", lines[below(c, sizeof lines / sizeof lines[0])]);
}

static void disturb(struct client *c)
{
    const struct party *p = some_party(c);
    char text[201];
    memset(text, 'x', 200);
    text[200] = '\0';
    c->count++;
    switch (c->kind) {
    case OPENS_TABLES:
        client_say(c, "new mille-sabords lobby=public");
        break;
    case CHATS: /* a new connection after every few lines, in case that chat is counted per
                   connection */
        if (c->count == 1 && p)
            client_say(c, "join %s %s", p->id, c->name);
        else if (c->count > 8)
            client_leave(c, false), c->back_at = sim.now;
        else
            client_say(c, one_in(c, 2) ? "chat %s" : "phrase 1", text);
        break;
    case RESUMES:
    case READS_SLOWLY:
        if (p && one_in(c, 4))
            client_say(c, "resume %s - 0", p->id);
        else
            client_say(c, "refresh 0");
        break;
    case TALKS_NONSENSE:
        if (p && one_in(c, 6))
            client_say(c, "join %s", p->id);
        else
            talk_nonsense(c);
        break;
    default:
        client_say(c, "join ABC%03u", below(c, 1000));
        break;
    }
}

static void act_as_stranger(struct client *c)
{
    if (!c->sock) {
        if (sim.now >= c->back_at)
            client_connect(c);
    } else if (c->greeted) {
        disturb(c);
        if (one_in(c, 300))
            client_leave(c, true);
    }
}

/* ---- acting ---- */

static void act(void *context, uint64_t unused)
{
    struct client *c = context;
    (void)unused;
    bool home = c->is_stranger ? strangers_are_home : players_are_home;
    if (home) {
        if (c->sock)
            client_leave(c, false);
        return;
    }
    if (c->is_stranger && sim.now < sim.options.quiet_until) {
        act_later(c, SECOND);
        return;
    }
    if (c->is_stranger) {
        act_as_stranger(c);
        act_later(c, 52 * MILLISECOND + below(c, (c->in_mob ? 4 : 70) * MILLISECOND));
    } else {
        if (!players_rest)
            act_as_player(c);
        act_later(c, 50 * MILLISECOND + below(c, one_in(c, 8) ? 4 * SECOND : 900 * MILLISECOND));
    }
}

static struct client *add_client(uint32_t address)
{
    struct client *c = sim_alloc(sizeof *c);
    c->number = client_count;
    c->address = address;
    c->stream = (enum stream)(RNG_CLIENTS + 1 + client_count % (RNG_COUNT - RNG_CLIENTS - 1));
    c->away_since = -1;
    clients[client_count++] = c;
    return c;
}

struct client *players_add_alone(void (*behave)(void *context, uint64_t unused))
{
    struct client *c = add_client(0x0A000001);
    snprintf(c->name, sizeof c->name, "anne");
    sim_after(MILLISECOND, behave, c, 0, 0);
    return c;
}

struct client *players_add_party(int number, bool twin)
{
    struct party *p = &parties[party_count++];
    static const char *const clocks[] = {"", "", " clock=move:30", " clock=bank:60+5"};
    memset(p, 0, sizeof *p);
    do
        p->game = fl_games[sim_below(RNG_PLAN, 5)];
    while (twin && !p->game->redact);
    p->persons = p->game->seats_min + (int)sim_below(RNG_PLAN, 2);
    if (p->persons > p->game->seats_max || p->persons > PERSONS_MAX)
        p->persons = p->game->seats_min;
    p->one_device = sim_one_in(RNG_PLAN, 8) && !twin;
    struct fl_buf out = fl_buf_over(p->options, sizeof p->options);
    fl_put(&out, "seats=");
    for (int i = 0; i < p->persons; i++)
        fl_put(&out, i ? ",person" : "person");
    if (p->persons < p->game->seats_max && sim_one_in(RNG_PLAN, 3) && !twin)
        fl_put(&out, ",bot:moussaillon");
    uint32_t clock = twin ? 0 : sim_below(RNG_PLAN, 4);
    p->has_clock = clock > 1;
    fl_put(&out, clocks[clock]);
    fl_put(&out, sim_one_in(RNG_PLAN, 2) && !twin ? " away=20" : " away=0");
    fl_put(&out, sim_one_in(RNG_PLAN, 2) ? " chat=free" : "");
    fl_put(&out, sim_one_in(RNG_PLAN, 2) ? " lobby=public" : "");
    int64_t arrives = number && sim_one_in(RNG_PLAN, 2) ? sim_below(RNG_PLAN, 60 * SECOND) : 0;
    p->members = (p->one_device ? 1 : p->persons) + (int)sim_below(RNG_PLAN, 2);
    for (int i = 0; i < p->members; i++) {
        struct client *c = p->member[i] = add_client(0x0A000001u + (uint32_t)(number * 16 + i));
        c->party = p;
        c->role = p->one_device && i ? p->persons : i;
        c->heard = on_heard;
        snprintf(c->name, sizeof c->name, "p%d-%d", number, i);
        act_later(c, arrives + below(c, 2 * SECOND));
    }
    return p->member[sim_below(RNG_PLAN, (uint32_t)p->members)];
}

static void add_stranger(int number, int kind, bool in_mob)
{
    struct client *c = add_client(0xC0A80001u + (uint32_t)number % 2);
    c->is_stranger = true;
    c->kind = kind;
    c->in_mob = in_mob;
    c->rate = c->kind == READS_SLOWLY ? 2000 : 0;
    snprintf(c->name, sizeof c->name, "stranger-%d", number);
    act_later(c, below(c, 2 * SECOND));
}

void players_add_strangers(void)
{
    bool mob = sim_one_in(RNG_PLAN, 4);
    int count = mob ? 10 : (int)sim_below(RNG_PLAN, 6);
    int kind = (int)sim_below(RNG_PLAN, STRANGERS);
    for (int i = 0; i < count; i++)
        add_stranger(i, mob ? kind : (int)sim_below(RNG_PLAN, STRANGERS), mob);
}

void players_go_home(void)
{
    players_are_home = strangers_are_home = true;
}

void players_free(void)
{
    for (int i = 0; i < client_count; i++)
        client_free(clients[i]);
    client_count = party_count = 0;
    players_are_home = strangers_are_home = players_rest = false;
    moves = 0;
}
