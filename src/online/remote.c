/* Messages of a server, and the connection to it. */
#include "online/remote.h"

#include <math.h>
#include <pthread.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "agents/agent.h"
#include "games/games.h"
#include "net/transport.h"

enum {
    LINE = 1024,            /* bytes of a command */
    SILENCE_MS = 90 * 1000, /* servers ping more often */
    RETRY_MS = 1000,        /* after the first attempt to connect again */
    MOST_RETRY_MS = 15000,
    PIRATES = 9 /* names of bots */
};

/* ---- what is said to the player ---- */

static void tell(struct fl_remote *r, const char *key, int seat)
{
    struct fl_phrase phrase;
    fl_phrase_begin(&phrase, key);
    if (seat != FL_NOBODY)
        fl_with_seat(&phrase, "who", seat);
    r->listener->say(r->data, &phrase);
}

static void end_with(struct fl_remote *r, enum fl_remote_end why)
{
    if (r->ended == FL_REMOTE_OPEN)
        r->ended = why;
    if (why == FL_REMOTE_CLOSED)
        fl_pass_delete(r->pass.id);
}

/* ---- commands ---- */

static void send_line(struct fl_remote *r, const char *format, va_list arguments)
{
    char line[LINE];
    vsnprintf(line, sizeof line, format, arguments);
    fl_websocket_send(r->socket, line); /* a lost connection is noticed by the next read */
}

/* Sends a command of the connection itself. */
__attribute__((format(printf, 2, 3))) static void say(struct fl_remote *r, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    send_line(r, format, arguments);
    va_end(arguments);
}

void fl_remote_send(struct fl_remote *r, const char *format, ...)
{
    va_list arguments;
    if (!fl_remote_is_connected(r)) {
        tell(r, "online.not-connected", FL_NOBODY);
        return;
    }
    r->sent = true;
    va_start(arguments, format);
    send_line(r, format, arguments);
    va_end(arguments);
}

void fl_remote_sit(struct fl_remote *r, int seat)
{
    unsigned char nonce[8];
    char hex[17], word[4] = "-";
    randombytes_buf(nonce, sizeof nonce);
    sodium_bin2hex(hex, sizeof hex, nonce, sizeof nonce);
    if (seat != FL_ANY_SEAT)
        snprintf(word, sizeof word, "%d", seat % 100 + 1);
    fl_remote_send(r, "sit %s %s %s", word, hex, r->pass.name);
}

/* Sends the next move of a route, or of a single move. */
static void send_move(struct fl_remote *r)
{
    if (r->route_moves && fl_position_asks(&r->position))
        fl_remote_send(r, "move %lld %s", r->position.question, r->route[--r->route_moves]);
}

void fl_remote_play(struct fl_remote *r, const fl_move *move, int count)
{
    r->route_moves = count;
    for (int i = 0; i < count; i++) {
        struct fl_buf text = fl_buf_over(r->route[count - 1 - i], sizeof r->route[0]);
        r->position.rules->spell(move[i], &text);
    }
    send_move(r);
}

/* Enters the table, with the tokens if there are any. */
static void enter(struct fl_remote *r)
{
    const char *table = r->pass.id[0] ? r->pass.id : r->given;
    if (r->creation && !r->pass.id[0])
        say(r, "new %s", r->creation);
    else if (r->pass.tokens[0])
        say(r, "resume %s %s %lld", table, r->pass.tokens, r->cursor);
    else if (r->cursor)
        say(r, "resume %s - %lld", table, r->cursor);
    else
        say(r, "join %s %s", table, r->pass.name);
}

/* ---- the table ---- */

enum fl_remote_phase fl_remote_phase(const struct fl_remote *r)
{
    const char *phase = fl_member_text(r->table, "phase");
    return !strcmp(phase, "waiting")    ? FL_PHASE_WAITING
           : !strcmp(phase, "playing")  ? FL_PHASE_PLAYING
           : !strcmp(phase, "finished") ? FL_PHASE_FINISHED
                                        : FL_PHASE_NONE;
}

int fl_remote_seats(const struct fl_remote *r)
{
    size_t seats = json_array_size(json_object_get(r->table, "seats"));
    return seats > FL_MAX_SEATS ? FL_MAX_SEATS : (int)seats;
}

int fl_remote_seat(const struct fl_remote *r)
{
    unsigned seats = fl_seats_of(json_object_get(r->you, "seats"));
    return seats ? __builtin_ctz(seats) : FL_NOBODY;
}

bool fl_remote_is_owner(const struct fl_remote *r)
{
    return json_is_true(json_object_get(r->you, "owner"));
}

const json_t *fl_remote_chair(const struct fl_remote *r, int seat)
{
    return json_array_get(json_object_get(r->table, "seats"), (size_t)seat);
}

bool fl_remote_is_from_memory(const struct fl_remote *r)
{
    return json_is_true(json_object_get(r->table, "from_memory"));
}

int64_t fl_remote_clock(const struct fl_remote *r, int seat)
{
    const json_t *left = json_array_get(r->clocks, (size_t)seat);
    if (!json_is_integer(left))
        return -1;
    bool runs = fl_remote_phase(r) == FL_PHASE_PLAYING && r->position.turn & FL_SEAT(seat);
    int64_t ms = json_integer_value(left) - (runs ? fl_net_clock() - r->clocks_at : 0);
    return ms < 0 ? 0 : ms;
}

static void note_clocks(struct fl_remote *r, const json_t *m)
{
    json_t *clocks = json_object_get(m, "clocks");
    if (!clocks)
        return;
    json_decref(r->clocks);
    r->clocks = json_incref(clocks);
    r->clocks_at = fl_net_clock();
}

/* Names the seats: people by their names, bots by those of pirates, as the page does. */
static void name_seats(struct fl_remote *r)
{
    for (int seat = 0; seat < fl_remote_seats(r); seat++) {
        const char *name = fl_member_text(fl_remote_chair(r, seat), "name");
        char key_memory[16], memory[96];
        struct fl_buf key = fl_buf_over(key_memory, sizeof key_memory);
        struct fl_buf pirate = fl_buf_over(memory, sizeof memory);
        fl_put(&key, "pirate.");
        fl_put_number(&key, (seat + 8) % PIRATES + 1);
        fl_put_word(&pirate, r->lang, key.at, FL_BARE);
        r->names[seat] = fl_texts_keep(&r->texts, *name ? name : pirate.at);
    }
}

/* Writes the pass if there is something to return to. */
static void keep_pass(struct fl_remote *r)
{
    struct fl_buf others = fl_buf_over(r->pass.others, sizeof r->pass.others);
    if (!r->pass.tokens[0] || !r->table)
        return;
    for (int seat = 0; seat < fl_remote_seats(r); seat++)
        if (seat != fl_remote_seat(r) && r->names[seat]) {
            fl_put(&others, others.len ? ", " : "");
            fl_put(&others, r->names[seat]);
        }
    fl_pass_write(&r->pass);
}

/* ---- messages ---- */

static void hear_hello(struct fl_remote *r, json_t *m)
{
    json_decref(r->hello);
    r->hello = json_incref(m);
    enter(r);
}

static void copy_text(char *to, size_t room, const char *text)
{
    struct fl_buf out = fl_buf_over(to, room);
    fl_put(&out, text);
}

static void hear_token(struct fl_remote *r, json_t *m)
{
    const char *token = fl_member_text(m, "token");
    struct fl_buf out = {
        .at = r->pass.tokens, .len = strlen(r->pass.tokens), .cap = sizeof r->pass.tokens};
    if (out.len + strlen(token) + 2 > out.cap)
        return;
    fl_put(&out, out.len ? "," : "");
    fl_put(&out, token);
    copy_text(r->pass.id, sizeof r->pass.id, fl_member_text(m, "table"));
    keep_pass(r);
}

static void hear_you(struct fl_remote *r, json_t *m)
{
    json_decref(r->you);
    r->you = json_incref(m);
    r->changed = true;
    if (json_is_null(json_object_get(m, "table"))) {
        end_with(r, FL_REMOTE_LEFT);
        fl_pass_delete(r->pass.id);
        return;
    }
    const char *name = fl_member_text(m, "name");
    if (*name)
        copy_text(r->pass.name, sizeof r->pass.name, name);
    keep_pass(r);
}

/* The setup of the table's options. Returns false if this program does not know one of them. */
static bool read_setup(const struct fl_remote *r, const struct fl_game *game, struct fl_setup *out)
{
    const char *name;
    json_t *word;
    *out = fl_setup_default(game, fl_remote_seats(r));
    json_object_foreach(
        json_object_get(r->table, "options"), name,
        word) if (!json_is_string(word) ||
                  !fl_setup_set(game, out, name, json_string_value(word))) return false;
    return !fl_setup_check(game, out);
}

/* Prepares the position for the game of the table. */
static bool prepare_position(struct fl_remote *r)
{
    struct fl_setup setup;
    const struct fl_game *game = fl_game_find(fl_member_text(r->table, "game"));
    if (!game || game->version != fl_member_number(r->table, "version") || !fl_remote_seats(r) ||
        !read_setup(r, game, &setup))
        return false;
    if (r->has_position)
        fl_position_setup(&r->position, &setup);
    else
        r->has_position = fl_position_begin(&r->position, game, &setup, &r->texts);
    return r->has_position;
}

/* Takes the seat that was asked for on the command line. */
static void take_wanted_seat(struct fl_remote *r)
{
    if (r->wanted_seat != FL_NOBODY && fl_remote_seat(r) == FL_NOBODY)
        fl_remote_sit(r, r->wanted_seat);
    r->wanted_seat = FL_NOBODY;
}

static void hear_table(struct fl_remote *r, json_t *m)
{
    bool back = !r->entered && r->tries;
    json_decref(r->table);
    r->table = json_incref(m);
    copy_text(r->pass.id, sizeof r->pass.id, fl_member_text(m, "id"));
    copy_text(r->pass.code, sizeof r->pass.code, fl_member_text(m, "code"));
    copy_text(r->pass.game, sizeof r->pass.game, fl_member_text(m, "game"));
    if (!strcmp(fl_member_text(m, "phase"), "closed")) {
        end_with(r, FL_REMOTE_CLOSED);
        return;
    }
    if (!prepare_position(r)) {
        end_with(r, FL_REMOTE_OTHER_RULES);
        return;
    }
    if (!r->entered || fl_remote_phase(r) != FL_PHASE_FINISHED)
        fl_position_clear(&r->position); /* a view follows; the last one of a match stays */
    r->route_moves = 0;
    r->undo_request = r->end_request = 0;
    r->entered = r->changed = r->moved = true;
    r->tries = 0;
    note_clocks(r, m);
    name_seats(r);
    keep_pass(r);
    if (back)
        tell(r, "online.back", FL_NOBODY);
    take_wanted_seat(r);
}

static void hear_seats(struct fl_remote *r, json_t *m)
{
    static const char *const members[] = {"seats", "spectators"};
    for (int i = 0; i < 2; i++)
        if (json_object_get(m, members[i]))
            json_object_set(r->table, members[i], json_object_get(m, members[i]));
    note_clocks(r, m);
    name_seats(r);
    r->changed = true;
}

/* Whether a message is about the view that is shown: the first one of this connection. */
static bool is_shown(const struct fl_remote *r, const json_t *m)
{
    const json_t *viewer = json_object_get(m, "viewer"),
                 *first = json_array_get(json_object_get(r->you, "viewers"), 0);
    return !viewer || !first || json_equal(viewer, first);
}

/* Asks for a complete view: a message did not fit. */
static void refresh(struct fl_remote *r)
{
    fl_position_clear(&r->position);
    say(r, "refresh %lld", r->cursor);
}

static void note_question(struct fl_remote *r)
{
    r->changed = r->moved = true;
    if (!fl_position_asks(&r->position))
        return;
    if (r->route_moves)
        send_move(r);
    else
        r->asked_again = true;
}

static void hear_view(struct fl_remote *r, json_t *m)
{
    if (!r->has_position || !is_shown(r, m))
        return;
    note_clocks(r, m);
    r->route_moves = 0;
    if (fl_position_set(&r->position, m))
        note_question(r);
    else
        end_with(r, FL_REMOTE_OTHER_RULES);
}

static void hear_question(struct fl_remote *r, json_t *m)
{
    if (!r->has_position || !is_shown(r, m))
        return;
    if (fl_position_ask(&r->position, m))
        note_question(r);
    else
        refresh(r);
}

/* The text of a message: written by its sender, or one of the phrases of the server. */
static const char *chat_text(struct fl_remote *r, const json_t *chat)
{
    const char *text = json_string_value(json_object_get(chat, "text"));
    char memory[256];
    struct fl_buf phrase = fl_buf_over(memory, sizeof memory);
    if (text)
        return fl_texts_keep(&r->texts, text);
    const char *key =
        json_string_value(json_array_get(json_object_get(r->hello, "chat_phrases"),
                                         (size_t)(fl_member_number(chat, "chat_phrase") - 1)));
    if (!key || !fl_word_exists(key))
        return "?";
    fl_put_word(&phrase, r->lang, key, FL_BARE);
    return fl_texts_keep(&r->texts, phrase.at);
}

static void report_event(struct fl_remote *r, const json_t *m, bool missed)
{
    const json_t *list = json_object_get(m, "phrases"), *chat = json_object_get(m, "chat");
    struct fl_phrases phrases = {0};
    struct fl_remote_event e = {
        .seat = fl_member_seat(m, "seat"), .missed = missed, .phrases = &phrases};
    for (size_t i = 0; i < json_array_size(list) && phrases.count < FL_MAX_PHRASES; i++)
        phrases.count +=
            fl_phrase_read(&r->texts, json_array_get(list, i), &phrases.phrase[phrases.count]);
    if (chat) {
        e.from = fl_texts_keep(&r->texts, fl_member_text(chat, "name"));
        e.chat = chat_text(r, chat);
        e.to_team = json_is_true(json_object_get(chat, "team"));
    }
    if (chat || phrases.count)
        r->listener->event(r->data, &e);
}

static void hear_event(struct fl_remote *r, json_t *m)
{
    if (!is_shown(r, m))
        return;
    note_clocks(r, m);
    r->changed = true;
    r->can_undo = false;
    if (json_object_get(m, "turn")) {
        r->undo_request = r->end_request; /* which stays open */
        r->moved = true;
        if (r->has_position && !fl_position_change(&r->position, m))
            refresh(r);
        if (r->position.over)
            json_object_set_new(r->table, "phase", json_string("finished"));
    }
    report_event(r, m, false);
}

static void hear_log(struct fl_remote *r, json_t *m)
{
    const json_t *entries = json_object_get(m, "entries");
    if (!is_shown(r, m))
        return;
    for (size_t i = 0; i < json_array_size(entries); i++) {
        const json_t *entry = json_array_get(entries, i);
        long long n = fl_member_number(entry, "n");
        r->cursor = n > r->cursor ? n : r->cursor;
        report_event(r, entry, true);
    }
    r->changed = true;
}

static void hear_undo_available(struct fl_remote *r, json_t *m)
{
    r->can_undo = fl_member_seat(m, "seat") == fl_remote_seat(r);
}

static void hear_undo_requested(struct fl_remote *r, json_t *m)
{
    int seat = fl_member_seat(m, "seat");
    r->changed = true;
    if (seat == fl_remote_seat(r)) {
        tell(r, "online.undo-asked", FL_NOBODY);
        return;
    }
    if (fl_remote_seat(r) == FL_NOBODY)
        return;
    r->undo_request = fl_member_number(m, "request");
    r->end_request = 0;
    tell(r, "online.undo-request", seat);
}

static void hear_undo_refused(struct fl_remote *r, json_t *m)
{
    r->undo_request = 0;
    r->changed = true;
    tell(r, "online.undo-refused", fl_member_seat(m, "seat"));
}

/* A request to end the match: it is answered like one to take back a move. */
static void hear_end_requested(struct fl_remote *r, json_t *m)
{
    int seat = fl_member_seat(m, "seat");
    r->changed = true;
    if (seat == fl_remote_seat(r)) {
        tell(r, "online.end-asked", FL_NOBODY);
        return;
    }
    if (fl_remote_seat(r) == FL_NOBODY)
        return;
    r->undo_request = r->end_request = fl_member_number(m, "request");
    tell(r, "online.end-request", seat);
}

static void hear_end_refused(struct fl_remote *r, json_t *m)
{
    (void)m;
    r->undo_request = r->end_request = 0;
    r->changed = true;
    tell(r, "online.end-refused", FL_NOBODY);
}

/* A reaction is shown as a text of its player. */
static void hear_reaction(struct fl_remote *r, json_t *m)
{
    const json_t *list = json_object_get(r->hello, "reactions");
    const char *name =
        json_string_value(json_array_get(list, (size_t)(fl_member_number(m, "reaction") - 1)));
    const char *key = name ? fl_word_key(name) : NULL;
    struct fl_phrase phrase;
    if (!key)
        return;
    fl_phrase_begin(&phrase, "online.reaction");
    fl_with_text(&phrase, "who", fl_texts_keep(&r->texts, fl_member_text(m, "name")));
    fl_with_word(&phrase, "what", key);
    r->changed = true;
    r->listener->say(r->data, &phrase);
}

static struct fl_measure measure_of(const json_t *m)
{
    return (struct fl_measure){.value = json_number_value(json_object_get(m, "wins")),
                               .error = json_number_value(json_object_get(m, "error"))};
}

static void hear_hint(struct fl_remote *r, json_t *m)
{
    const json_t *list = json_object_get(m, "moves"), *reason = json_object_get(m, "reason");
    const json_t *args = json_object_get(reason, "args");
    const char *key = fl_word_key(fl_member_text(reason, "key"));
    struct fl_advice *advice = calloc(1, sizeof *advice);
    if (!advice || !key || fl_member_number(m, "question") != r->position.question) {
        free(advice);
        return;
    }
    advice->reason = key;
    advice->exact = json_is_true(json_object_get(m, "exact"));
    advice->figures =
        (struct fl_advice_figures){.n = (int32_t)fl_member_number(args, "n"),
                                   .sure = (int32_t)fl_member_number(args, "sure"),
                                   .bust = json_number_value(json_object_get(args, "bust")) / 100};
    for (size_t i = 0; i < json_array_size(list) && i < FL_MAX_MOVES; i++) {
        const json_t *one = json_array_get(list, i);
        struct fl_advice_move *move = &advice->at[advice->count];
        if (!fl_read_any(r->position.rules, fl_member_text(one, "move"),
                         strlen(fl_member_text(one, "move")), &move->move))
            break;
        move->chance = measure_of(one);
        move->points = json_number_value(json_object_get(one, "points"));
        move->bust = json_number_value(json_object_get(one, "bust"));
        advice->has_points = json_object_get(one, "points");
        advice->count++;
    }
    advice->second = (uint32_t)fl_member_number(json_object_get(args, "second"), "move");
    if (advice->count && advice->second < advice->count)
        r->listener->advise(r->data, advice);
    free(advice);
}

static void hear_record(struct fl_remote *r, json_t *m)
{
    r->listener->record(r->data, fl_member_text(m, "text"));
}

static void hear_storage(struct fl_remote *r, json_t *m)
{
    struct fl_phrase why;
    if (fl_phrase_read(&r->texts, json_object_get(m, "reason"), &why))
        r->listener->say(r->data, &why);
}

/* Says why a command was refused. */
static void tell_refusal(struct fl_remote *r, const json_t *m)
{
    struct fl_phrase why;
    bool known = fl_phrase_read(&r->texts, json_object_get(m, "reason"), &why);
    if (!known) {
        fl_phrase_begin(&why, "online.refused");
        fl_with_text(&why, "what", fl_texts_keep(&r->texts, fl_member_text(m, "text")));
    }
    r->listener->say(r->data, &why);
}

static void drop(struct fl_remote *r);

/* Entering was refused. Some reasons pass. */
static void hear_refused_entry(struct fl_remote *r, const json_t *m, const char *key)
{
    static const char *const passing[] = {"host.busy", "host.table-full", "host.stopping",
                                          "host.storage-failed"};
    for (size_t i = 0; r->tries && i < sizeof passing / sizeof passing[0]; i++)
        if (!strcmp(key, passing[i])) {
            drop(r);
            return;
        }
    if (!strcmp(key, "host.wrong-token") && r->pass.tokens[0]) {
        fl_pass_delete(r->pass.id);
        r->pass.tokens[0] = '\0';
        r->cursor = 0;
        enter(r);
        return;
    }
    copy_text(r->refusal, sizeof r->refusal, fl_texts_keep(&r->texts, fl_member_text(m, "text")));
    end_with(r, FL_REMOTE_REFUSED);
}

static void hear_refused(struct fl_remote *r, json_t *m)
{
    const char *command = fl_member_text(m, "command");
    const char *key = fl_member_text(json_object_get(m, "reason"), "key");
    r->route_moves = 0;
    r->changed = true;
    if (!strcmp(key, "host.protocol")) {
        end_with(r, FL_REMOTE_VERSION);
        return;
    }
    if (!r->entered &&
        (!strcmp(command, "join") || !strcmp(command, "resume") || !strcmp(command, "new"))) {
        hear_refused_entry(r, m, key);
        return;
    }
    tell_refusal(r, m);
    if (!strcmp(command, "move") && (!strcmp(key, "host.stale") || !strcmp(key, "host.not-stored")))
        say(r, "refresh %lld", r->cursor);
}

static const struct {
    const char *type;
    void (*hear)(struct fl_remote *, json_t *);
    bool needs_table;
} messages[] = {
    {"hello", hear_hello, false},
    {"token", hear_token, false},
    {"you", hear_you, false},
    {"table", hear_table, false},
    {"refused", hear_refused, false},
    {"seats", hear_seats, true},
    {"view", hear_view, true},
    {"event", hear_event, true},
    {"question", hear_question, true},
    {"log", hear_log, true},
    {"undo-available", hear_undo_available, true},
    {"undo-requested", hear_undo_requested, true},
    {"undo-refused", hear_undo_refused, true},
    {"end-requested", hear_end_requested, true},
    {"end-refused", hear_end_refused, true},
    {"reaction", hear_reaction, true},
    {"hint", hear_hint, true},
    {"record", hear_record, true},
    {"storage-failed", hear_storage, true},
    {"storage-restored", hear_storage, true},
};

static void hear_message(struct fl_remote *r, const char *text)
{
    json_t *m = json_loads(text, 0, NULL);
    const char *type = fl_member_text(m, "type");
    long long n = fl_member_number(m, "n");
    if (n > r->cursor)
        r->cursor = n;
    r->sent = false;
    for (size_t i = 0; i < sizeof messages / sizeof messages[0]; i++)
        if (!strcmp(type, messages[i].type) && (r->table || !messages[i].needs_table))
            messages[i].hear(r, m);
    json_decref(m);
}

/* ---- the connection ---- */

/* Connecting can take long, so that it happens on another thread. */
struct fl_opening {
    pthread_t thread;
    struct fl_url url;
    int done[2]; /* a pipe: a byte arrives at the end */
    struct fl_websocket *socket;
};

static void *open_socket(void *data)
{
    struct fl_opening *o = data;
    const char *why, *what;
    o->socket = fl_websocket_open(&o->url, &why, &what);
    while (write(o->done[1], "", 1) < 0)
        ;
    return NULL;
}

static void schedule_retry(struct fl_remote *r)
{
    int64_t pause = RETRY_MS;
    for (int i = 1; i < r->tries && pause < MOST_RETRY_MS; i++)
        pause *= 2;
    r->retry_at = fl_net_clock() + (pause < MOST_RETRY_MS ? pause : MOST_RETRY_MS);
    r->tries++;
}

/* Starts an attempt. If that fails, the next one follows later. */
static void start_opening(struct fl_remote *r)
{
    struct fl_opening *o = calloc(1, sizeof *o);
    schedule_retry(r);
    if (!o || pipe(o->done)) {
        free(o);
        return;
    }
    o->url = r->pass.url;
    if (pthread_create(&o->thread, NULL, open_socket, o)) {
        close(o->done[0]);
        close(o->done[1]);
        free(o);
        return;
    }
    r->opening = o;
}

static void greet(struct fl_remote *r)
{
    r->entered = false;
    r->silent_at = fl_net_clock() + SILENCE_MS;
    say(r, "hello 2 %s", r->language);
}

/* Waits for the thread, which has ended or is about to. */
static void finish_opening(struct fl_remote *r)
{
    struct fl_opening *o = r->opening;
    pthread_join(o->thread, NULL);
    r->socket = o->socket;
    r->opening = NULL;
    close(o->done[0]);
    close(o->done[1]);
    free(o);
    if (r->socket)
        greet(r);
}

/* The connection is lost. */
static void drop(struct fl_remote *r)
{
    bool first = !r->tries;
    fl_websocket_close(r->socket);
    r->socket = NULL;
    r->entered = r->sent = false;
    r->route_moves = 0;
    r->changed = true;
    schedule_retry(r);
    if (first)
        tell(r, "online.lost", FL_NOBODY);
}

const char *fl_remote_open(struct fl_remote *r, const char **what)
{
    const char *why;
    r->socket = fl_websocket_open(&r->pass.url, &why, what);
    if (!r->socket)
        return why;
    greet(r);
    return NULL;
}

void fl_remote_close(struct fl_remote *r)
{
    if (r->opening) { /* it may still wait for the network: the program ends soon */
        pthread_detach(r->opening->thread);
        r->opening = NULL;
    }
    fl_websocket_close(r->socket);
    if (r->has_position)
        fl_position_end(&r->position);
    json_decref(r->hello);
    json_decref(r->you);
    json_decref(r->table);
    json_decref(r->clocks);
    fl_texts_end(&r->texts);
}

bool fl_remote_is_connected(const struct fl_remote *r)
{
    return r->socket && r->entered;
}

int fl_remote_wait(const struct fl_remote *r, int *milliseconds)
{
    if (r->opening) {
        *milliseconds = -1;
        return r->opening->done[0];
    }
    int64_t left = (r->socket ? r->silent_at : r->retry_at) - fl_net_clock();
    *milliseconds = left < 0 ? 0 : (int)left;
    return r->socket ? fl_websocket_socket(r->socket) : -1;
}

static void receive_all(struct fl_remote *r)
{
    enum fl_websocket_result result = FL_WEBSOCKET_FINE;
    const char *text;
    if (fl_net_wait(fl_websocket_socket(r->socket), false, 0))
        r->silent_at = fl_net_clock() + SILENCE_MS; /* a ping counts */
    while (r->socket && r->ended == FL_REMOTE_OPEN && result == FL_WEBSOCKET_FINE) {
        result = fl_websocket_receive(r->socket, fl_net_clock(), &text);
        if (result == FL_WEBSOCKET_FINE)
            hear_message(r, text);
    }
    if (r->socket && (result == FL_WEBSOCKET_CLOSED || fl_net_clock() >= r->silent_at))
        drop(r);
}

void fl_remote_hear(struct fl_remote *r)
{
    if (r->opening && fl_net_wait(r->opening->done[0], false, 0))
        finish_opening(r);
    else if (!r->opening && !r->socket && fl_net_clock() >= r->retry_at)
        start_opening(r);
    if (r->socket)
        receive_all(r);
}
