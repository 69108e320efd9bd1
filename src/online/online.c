/* The log of a server's table, and what is the same in lines and on the full screen. */
#include "online/online.h"

#include <string.h>

#include "agents/agent.h"
#include "net/transport.h"

enum { LINE_PAUSE = 700, SECOND = 1000 }; /* milliseconds */

static const int warnings[] = {10, 30, 60}; /* seconds left on the player's clock */

/* ---- the log ---- */

int fl_online_reader(const struct fl_online *o)
{
    return fl_remote_seat(&o->remote);
}

static void name_log(struct fl_online *o)
{
    memcpy(o->screen.names, o->remote.names, sizeof o->screen.names);
    memcpy(o->log.names, o->remote.names, sizeof o->log.names);
}

void fl_online_flush(struct fl_online *o)
{
    if (!o->open_line)
        return;
    fl_paragraph_finish(&o->line);
    fl_paragraph_begin(&o->line, &o->log, fl_online_reader(o));
    o->open_line = false;
    fflush(o->log.out);
}

static void print_line(struct fl_online *o, const char *text)
{
    fl_online_flush(o);
    fl_screen_text(&o->log, text, 2);
    fflush(o->log.out);
}

/* Whether a sentence answers the player; others are news. */
static bool is_answer(const struct fl_phrase *phrase)
{
    static const char *const news[] = {"online.chat", "online.reaction", "online.team-chat",
                                       "online.lost", "online.back"};
    for (size_t i = 0; i < sizeof news / sizeof news[0]; i++)
        if (!strcmp(phrase->key, news[i]))
            return false;
    return true;
}

static void print_phrase(struct fl_online *o, struct fl_phrase phrase)
{
    char memory[2048];
    struct fl_buf text = fl_buf_over(memory, sizeof memory);
    fl_phrase_address(&phrase, fl_online_reader(o));
    fl_put_sentence(&text, &o->log, &phrase);
    if (o->notice && is_answer(&phrase))
        o->notice(o, text.at);
    else
        print_line(o, text.at);
}

void fl_online_say(struct fl_online *o, const char *key, const char *what)
{
    struct fl_phrase phrase;
    fl_phrase_begin(&phrase, key);
    if (what)
        fl_with_text(&phrase, "what", what);
    print_phrase(o, phrase);
}

static void print_chat(struct fl_online *o, const struct fl_remote_event *e)
{
    struct fl_phrase phrase;
    fl_phrase_begin(&phrase, e->to_team ? "online.team-chat" : "online.chat");
    fl_with_text(&phrase, "who", e->from);
    fl_with_text(&phrase, "what", e->chat);
    print_phrase(o, phrase);
}

/* Moves of one player are joined to one line, as in a match at the keyboard. */
static void hear_event(void *data, const struct fl_remote_event *e)
{
    struct fl_online *o = data;
    name_log(o);
    if (e->chat) {
        print_chat(o, e);
        return;
    }
    if (e->seat == FL_NOBODY)
        fl_online_flush(o);
    o->line.screen = &o->log;
    o->line.reader = fl_online_reader(o);
    if (e->seat != FL_NOBODY)
        fl_paragraph_move(&o->line, e->seat, 0);
    for (int i = 0; i < e->phrases->count; i++)
        fl_paragraph_add(&o->line, &e->phrases->phrase[i]);
    o->open_line = true;
    o->line_at = fl_net_clock();
    if (e->seat == FL_NOBODY)
        fl_online_flush(o);
}

static void hear_sentence(void *data, const struct fl_phrase *phrase)
{
    name_log(data);
    print_phrase(data, *phrase);
}

static void hear_advice(void *data, const struct fl_advice *advice)
{
    struct fl_online *o = data;
    o->advise(o, advice);
}

/* The requested record is written to a new file. */
static void hear_record(void *data, const char *text)
{
    struct fl_online *o = data;
    name_log(o);
    FILE *file = o->save_to[0] ? fopen(o->save_to, "wx") : NULL;
    bool done = file && fputs(text, file) >= 0;
    done = file && !fclose(file) && done;
    fl_online_say(o, done ? "play.copied" : "online.not-saved", o->save_to);
    o->save_to[0] = '\0';
}

static const struct fl_remote_listener listener = {
    .event = hear_event, .say = hear_sentence, .advise = hear_advice, .record = hear_record};

void fl_online_begin(struct fl_online *o)
{
    o->remote.listener = &listener;
    o->remote.data = o;
    o->remote.lang = o->screen.lang;
    fl_paragraph_begin(&o->line, &o->log, FL_NOBODY);
}

/* ---- time ---- */

/* The seconds left at which the player is warned next; 0: never. */
static int next_warning(const struct fl_online *o, int64_t left)
{
    for (size_t i = sizeof warnings / sizeof warnings[0]; i-- > 0;)
        if (left > warnings[i] * SECOND ||
            (o->warned != warnings[i] && left > 0 && (!o->warned || warnings[i] < o->warned) &&
             left > (i ? warnings[i - 1] : 0) * SECOND))
            return warnings[i];
    return 0;
}

static int64_t own_clock(const struct fl_online *o)
{
    int seat = fl_remote_seat(&o->remote);
    return seat != FL_NOBODY && fl_online_asks(o) ? fl_remote_clock(&o->remote, seat) : -1;
}

/* Says how much time is left, once at 60, 30 and 10 seconds. */
static void announce_clock(struct fl_online *o)
{
    int64_t left = own_clock(o);
    if (left < 0 || left > warnings[2] * SECOND) {
        o->warned = 0;
        return;
    }
    int due = next_warning(o, left);
    if (!due || left > due * SECOND)
        return;
    struct fl_phrase phrase;
    fl_phrase_begin(&phrase, "online.time-left");
    fl_with_number(&phrase, "n", (int32_t)((left + SECOND - 1) / SECOND));
    print_phrase(o, phrase);
    o->warned = due;
}

int fl_online_wait(struct fl_online *o, int *milliseconds)
{
    int file = fl_remote_wait(&o->remote, milliseconds);
    int64_t left = own_clock(o), due = -1;
    if (o->open_line)
        due = o->line_at + LINE_PAUSE - fl_net_clock();
    if (left >= 0 && next_warning(o, left)) {
        int64_t warning = left - next_warning(o, left) * SECOND;
        due = due < 0 || warning < due ? warning : due;
    }
    due = o->open_line || due > 0 ? due : due < 0 ? -1 : 0;
    if (due >= 0 && (*milliseconds < 0 || due < *milliseconds))
        *milliseconds = (int)due;
    return file;
}

void fl_online_hear(struct fl_online *o)
{
    fl_remote_hear(&o->remote);
    name_log(o);
    if (o->open_line && (fl_online_asks(o) || fl_net_clock() >= o->line_at + LINE_PAUSE ||
                         fl_remote_phase(&o->remote) != FL_PHASE_PLAYING))
        fl_online_flush(o);
    announce_clock(o);
}

/* ---- the table ---- */

bool fl_online_sight(const struct fl_online *o, struct fl_sight *out)
{
    if (!o->remote.has_position || !o->remote.position.zones)
        return false;
    fl_position_sight(&o->remote.position, out);
    return true;
}

bool fl_online_asks(const struct fl_online *o)
{
    return o->remote.has_position && fl_position_asks(&o->remote.position) &&
           fl_remote_phase(&o->remote) == FL_PHASE_PLAYING;
}

void fl_put_clock(struct fl_buf *out, int64_t milliseconds)
{
    int64_t seconds = (milliseconds + SECOND - 1) / SECOND;
    fl_put_number(out, seconds / 60);
    fl_put(out, seconds % 60 < 10 ? ":0" : ":");
    fl_put_number(out, seconds % 60);
}

void fl_put_chair(struct fl_buf *out, const struct fl_online *o, int seat)
{
    const json_t *chair = fl_remote_chair(&o->remote, seat);
    const char *name = fl_member_text(chair, "name");
    const struct fl_level *level = fl_level_find(fl_member_text(chair, "level"));
    struct fl_phrase phrase;
    fl_phrase_begin(
        &phrase, *name && level                                ? "online.chair-bot-for"
                 : *name && seat == fl_remote_seat(&o->remote) ? "online.chair-you"
                 : *name && !json_is_true(json_object_get(chair, "connected")) ? "online.chair-away"
                 : *name                                            ? "online.chair-person"
                 : level                                            ? "online.chair-bot"
                 : !strcmp(fl_member_text(chair, "kind"), "person") ? "online.chair-free"
                                                                    : "online.chair-open");
    fl_with_seat(&phrase, "who", seat);
    if (level) {
        fl_with_number(&phrase, "n", fl_level_number(level));
        fl_with_word(&phrase, "level", level->key);
    }
    fl_put_sentence(out, &o->screen, &phrase);
}

void fl_put_invitation(struct fl_buf *out, const struct fl_online *o)
{
    const char *given = fl_member_text(o->remote.hello, "url");
    if (*given)
        fl_put(out, fl_texts_keep((struct fl_texts *)&o->remote.texts, given));
    else
        fl_put_server(out, &o->remote.pass.url);
    if (out->len && out->at[out->len - 1] != '/')
        fl_put_char(out, '/');
    fl_put(out, "#t=");
    fl_put(out, o->remote.pass.code);
}

static void print_chair(struct fl_online *o, const struct fl_screen *s, int seat)
{
    char memory[512];
    struct fl_buf line = fl_buf_over(memory, sizeof memory);
    int64_t clock = fl_remote_clock(&o->remote, seat);
    fl_put_char(&line, ' ');
    fl_put_styled(&line, s, fl_seat_style(seat), (const char[]){(char)('1' + seat), '\0'});
    fl_put(&line, "  ");
    fl_put_chair(&line, o, seat);
    if (clock >= 0) {
        fl_put(&line, "  ");
        fl_put_clock(&line, clock);
    }
    fl_screen_text(s, line.at, 4);
}

/* What can be done in the present phase. */
static const char *advice_of(const struct fl_online *o)
{
    const struct fl_remote *r = &o->remote;
    bool seated = fl_remote_seat(r) != FL_NOBODY, owner = fl_remote_is_owner(r);
    switch (fl_remote_phase(r)) {
    case FL_PHASE_WAITING:
        return owner ? "online.can-start" : seated ? "online.can-wait" : "online.can-sit";
    case FL_PHASE_FINISHED:
        return seated ? "online.can-rematch" : "online.can-watch";
    default:
        return seated ? NULL : "online.can-watch";
    }
}

void fl_online_print_seats(struct fl_online *o, const struct fl_screen *s)
{
    char memory[1024];
    struct fl_buf address = fl_buf_over(memory, sizeof memory);
    struct fl_phrase phrase;
    const char *advice = advice_of(o);
    name_log(o);
    fl_put_invitation(&address, o);
    fl_phrase_begin(&phrase, "online.table");
    fl_with_word(&phrase, "game", o->remote.position.rules->name);
    fl_with_text(&phrase, "code", o->remote.pass.code);
    fl_with_text(&phrase, "what", address.at);
    fl_screen_phrase(s, &phrase);
    for (int seat = 0; seat < fl_remote_seats(&o->remote); seat++)
        print_chair(o, s, seat);
    int32_t watching = (int32_t)fl_member_number(o->remote.table, "spectators");
    if (watching) {
        fl_phrase_begin(&phrase, "online.spectators");
        fl_with_number(&phrase, "n", watching);
        fl_screen_phrase(s, &phrase);
    }
    if (advice)
        fl_screen_word(s, advice);
    fflush(s->out);
}

static void print_secret(const struct fl_online *o, const struct fl_screen *s, const char *key,
                         const char *member)
{
    struct fl_phrase phrase;
    const char *value = fl_member_text(o->remote.table, member);
    if (!*value)
        return;
    fl_phrase_begin(&phrase, key);
    fl_with_text(&phrase, "what", fl_texts_keep((struct fl_texts *)&o->remote.texts, value));
    fl_screen_phrase(s, &phrase);
}

void fl_online_print_dice(const struct fl_online *o, const struct fl_screen *s)
{
    if (!*fl_member_text(o->remote.table, "commitment")) {
        fl_screen_word(s, "online.dice-real");
        return;
    }
    print_secret(o, s, "online.dice-commitment", "commitment");
    for (int seat = 0; seat < fl_remote_seats(&o->remote); seat++) {
        const char *nonce = fl_member_text(fl_remote_chair(&o->remote, seat), "nonce");
        struct fl_phrase phrase;
        if (!*nonce)
            continue;
        fl_phrase_begin(&phrase, "online.dice-nonce");
        fl_with_seat(&phrase, "who", seat);
        fl_with_text(&phrase, "what", fl_texts_keep((struct fl_texts *)&o->remote.texts, nonce));
        fl_screen_phrase(s, &phrase);
    }
    print_secret(o, s, "online.dice-secret", "secret");
    fl_screen_word(s, "online.dice-how");
}
