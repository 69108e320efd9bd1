/* Chat: ready-made phrases, or free text where the table allows it; for everybody at the table, or
 * for the partners of a team only. Reactions: small drawings that everybody sees for a moment. */
#include <stdlib.h>
#include <string.h>

#include "host/commands.h"
#include "host/messages.h"
#include "host/passport.h"
#include "host/people.h"

const char *const fl_chat_phrases[] = {
    "host.phrase.hello",
    "host.phrase.good-luck",
    "host.phrase.well-played",
    "host.phrase.ouch",
    "host.phrase.lucky",
    "host.phrase.your-turn",
    "host.phrase.moment",
    "host.phrase.thanks",
    "host.phrase.sorry",
    "host.phrase.rematch",
    "host.phrase.bye",
    "host.phrase.thunder",
    NULL,
};

const char *const fl_reactions[] = {
    "host.reaction.hooray",   "host.reaction.bravo",  "host.reaction.laugh",
    "host.reaction.surprise", "host.reaction.ouch",   "host.reaction.luck",
    "host.reaction.thinking", "host.reaction.thanks", NULL,
};

/* ---- teams ---- */

static bool has_partner(const struct fl_table *t, int seat)
{
    for (int other = 0; other < t->options.setup.seats; other++)
        if (other != seat && fl_match_team(&t->match, other) == fl_match_team(&t->match, seat))
            return true;
    return false;
}

/* A client with seats of both teams belongs to none, because opponents look at its screen. */
int fl_client_team(const struct fl_table *t, fl_client_id client)
{
    fl_seats seats = t->host->client[client].seats;
    int team = -1;
    if (!t->match.game || !t->match.game->team || t->phase == FL_TABLE_WAITING)
        return -1;
    for (int seat = 0; seat < t->options.setup.seats; seat++) {
        if (!(seats & FL_SEAT(seat)))
            continue;
        int own = fl_match_team(&t->match, seat);
        if (!has_partner(t, seat) || (team >= 0 && own != team))
            return -1;
        team = own;
    }
    return team;
}

/* Seats may change hands between matches, so that team chat ends with its match. */
bool fl_client_may_read(const struct fl_table *t, fl_client_id client,
                        const struct fl_table_event *e)
{
    bool is_text = (e->kind == FL_EVENT_CHAT || e->kind == FL_EVENT_TEAM_CHAT) && e->phrase < 0;
    if (is_text && fl_client_is_child(&t->host->client[client]))
        return false;
    if (e->kind != FL_EVENT_TEAM_CHAT)
        return true;
    int team = fl_client_team(t, client);
    return e->n > t->rematch_event && team >= 0 && team == fl_match_team(&t->match, e->seat);
}

/* ---- rate limit ---- */

/* The counter of an origin's spectators: its own, or one that is free. NULL if other origins use
 * them all. */
static struct fl_pace *spectator_pace(struct fl_table *t, uint64_t origin)
{
    struct fl_pace *unused = NULL;
    if (!t->spectator_chat)
        t->spectator_chat = calloc(FL_CHAT_ORIGINS, sizeof *t->spectator_chat);
    for (int i = 0; t->spectator_chat && i < FL_CHAT_ORIGINS; i++) {
        struct fl_pace *pace = &t->spectator_chat[i];
        if (pace->count && pace->origin == origin)
            return pace;
        if (fl_pace_allows(pace, fl_now(t->host), 1, t->host->limits.chat_pause))
            unused = pace;
    }
    return unused;
}

/* Chat is counted per seat, and per origin for spectators, so that a new connection does not
 * reset the count. */
static struct fl_pace *pace_of(struct fl_table *t, const struct fl_client *g)
{
    return g->seats ? &t->seat[__builtin_ctz(g->seats)].chat : spectator_pace(t, g->origin_id);
}

/* ---- commands ---- */

/* A seated player writes under the name of the seat, a spectator under a name that no seat has. */
static const char *name_of(const struct fl_table *t, const struct fl_client *g)
{
    return g->seats ? t->seat[__builtin_ctz(g->seats)].name : g->name;
}

struct message {
    enum fl_event_kind kind; /* chat, or chat of a team */
    int phrase;              /* -1: free text */
    const char *text;
};

static const char *why_not_chat(const struct fl_table *t, fl_client_id client,
                                const struct message *m, const struct fl_pace *pace)
{
    const struct fl_host *h = t->host;
    const struct fl_client *g = &h->client[client];
    enum fl_chat_kind least = m->phrase < 0 ? FL_CHAT_FREE : FL_CHAT_PHRASES;
    return m->phrase < 0 && fl_client_is_child(g)                           ? "host.child"
           : t->options.chat == FL_CHAT_OFF                                 ? "host.chat-off"
           : t->options.chat < least                                        ? "host.chat-phrases"
           : m->kind == FL_EVENT_TEAM_CHAT && fl_client_team(t, client) < 0 ? "host.no-team"
           : !name_of(t, g)[0]                                              ? "host.bad-name"
           : fl_seat_called(t, name_of(t, g), g->seats) >= 0                ? "host.name-taken"
           : !pace || !fl_pace_allows(pace, fl_now(h), h->limits.chat_burst, h->limits.chat_pause)
               ? "host.chat-too-fast"
               : NULL;
}

static void count_chat(const struct fl_table *t, struct fl_pace *pace, const struct fl_client *g)
{
    pace->origin = g->origin_id;
    fl_pace_count(pace, fl_now(t->host), t->host->limits.chat_pause);
}

static const char *write_chat(struct fl_call *call, const struct message *m)
{
    struct fl_table *t = call->table;
    const struct fl_client *g = call->sender;
    struct fl_pace *pace = pace_of(t, g);
    const char *why = why_not_chat(t, call->client, m, pace);
    struct fl_pending *p = why ? NULL : fl_table_draft(t, m->kind, call->client);
    if (!p)
        return why ? why : "host.not-stored";
    count_chat(t, pace, g);
    p->event.seat = (uint8_t)(g->seats ? __builtin_ctz(g->seats) : FL_SPECTATOR);
    p->event.phrase = m->phrase;
    memcpy(p->event.name, name_of(t, g), FL_NAME_SIZE);
    memcpy(p->event.text, m->text, strlen(m->text) + 1);
    fl_table_write(t, p);
    return NULL;
}

/* Reads a number, from 1, of an entry of the list. Returns its index, or -1. */
static int read_choice(const char *text, const char *const *list)
{
    int count = 0;
    while (list[count])
        count++;
    return (int)fl_read_count(text, count) - 1;
}

static const char *write_phrase(struct fl_call *call, enum fl_event_kind kind)
{
    int phrase = read_choice(call->args, fl_chat_phrases);
    if (phrase < 0)
        return "host.unknown-phrase";
    return write_chat(call, &(struct message){kind, phrase, ""});
}

static const char *write_text(struct fl_call *call, enum fl_event_kind kind)
{
    int characters = 0;
    for (const char *c = call->args; *c; c++)
        characters += ((unsigned char)*c & 0xC0) != 0x80;
    if (!characters || characters > FL_MAX_CHAT)
        return "host.chat-length";
    return write_chat(call, &(struct message){kind, -1, call->args});
}

/* phrase NUMBER, from 1 */
static const char *do_phrase(struct fl_call *call)
{
    return write_phrase(call, FL_EVENT_CHAT);
}

/* chat TEXT */
static const char *do_chat(struct fl_call *call)
{
    return write_text(call, FL_EVENT_CHAT);
}

/* team-phrase NUMBER, from 1 */
static const char *do_team_phrase(struct fl_call *call)
{
    return write_phrase(call, FL_EVENT_TEAM_CHAT);
}

/* team-chat TEXT */
static const char *do_team_chat(struct fl_call *call)
{
    return write_text(call, FL_EVENT_TEAM_CHAT);
}

/* react NUMBER, from 1. Shown for a moment and then forgotten: it is no event, is not stored, and
 * those who come later do not receive it. It is permitted and counted like a phrase. */
static const char *do_react(struct fl_call *call)
{
    struct fl_table *t = call->table;
    const struct fl_client *g = call->sender;
    struct fl_pace *pace = pace_of(t, g);
    int reaction = read_choice(call->args, fl_reactions);
    const char *why =
        reaction < 0 ? "host.unknown-reaction"
                     : why_not_chat(t, call->client, &(struct message){FL_EVENT_CHAT, 0, ""}, pace);
    if (why)
        return why;
    count_chat(t, pace, g);
    struct fl_buf out;
    struct fl_json j = fl_message(t->host, &out, "reaction");
    if (g->seats)
        fl_json_key_number(&j, "seat", __builtin_ctz(g->seats) + 1);
    fl_json_key_text(&j, "name", name_of(t, g));
    fl_json_key_number(&j, "reaction", reaction + 1);
    fl_send_to_table(t, &j);
    return NULL;
}

static const struct fl_client_command commands[] = {
    {"react", do_react, true, false},        {"phrase", do_phrase, true, true},
    {"chat", do_chat, true, true},           {"team-phrase", do_team_phrase, true, true},
    {"team-chat", do_team_chat, true, true}, {0},
};

const struct fl_feature fl_chat_feature = {.commands = commands};
