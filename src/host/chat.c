/* Chat: ready-made phrases, or free words where the table allows them. */
#include <string.h>

#include "host/table.h"

enum { LONGEST_CHAT = 200 }; /* characters */

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

/* Seat or FL_WATCHER, 0 and the phrase's number or 1 and the text, with the name before it. */
static void write_chat(struct fl_table *t, fl_line line, int phrase, const char *text)
{
    const struct fl_guest *g = &t->host->guest[line];
    size_t name = strlen(g->name), len = strlen(text);
    struct fl_pending *p = fl_table_draft(t, FL_EVENT_CHAT, line, 4 + name + len);
    if (!p) {
        fl_refuse(t->host, line, "host.not-kept");
        return;
    }
    p->data[0] = (unsigned char)(g->seats ? __builtin_ctz(g->seats) : FL_WATCHER);
    p->data[1] = (unsigned char)(phrase < 0);
    p->data[2] = (unsigned char)(phrase < 0 ? 0 : phrase);
    p->data[3] = (unsigned char)name;
    memcpy(p->data + 4, g->name, name);
    memcpy(p->data + 4 + name, text, len);
    fl_table_write(t, p);
}

/* A few in a row, then one every so often. */
static bool may_chat(struct fl_host *h, fl_line line)
{
    struct fl_guest *g = &h->guest[line];
    int64_t now = fl_now(h);
    int64_t forgiven = (now - g->chatted) / h->limits.chat_pause;
    g->chats = forgiven >= g->chats ? 0 : g->chats - (uint32_t)forgiven;
    if (g->chats >= h->limits.chat_burst)
        return false;
    g->chats++;
    g->chatted = now;
    return true;
}

static const char *why_not_chat(struct fl_host *h, fl_line line, enum fl_chat_kind least)
{
    const struct fl_guest *g = &h->guest[line];
    return g->at->terms.chat == FL_CHAT_OFF ? "host.chat-off"
           : g->at->terms.chat < least      ? "host.chat-phrases"
           : !g->name[0]                    ? "host.bad-name"
           : !may_chat(h, line)             ? "host.chat-slowly"
                                            : NULL;
}

/* chat NUMBER, from 1 */
void fl_do_chat(struct fl_host *h, fl_line line, const char *rest)
{
    int count = 0;
    while (fl_chat_phrases[count])
        count++;
    int phrase = (int)fl_read_count(rest, count) - 1;
    const char *why = phrase < 0 ? "host.no-phrase" : why_not_chat(h, line, FL_CHAT_PHRASES);
    if (why)
        fl_refuse(h, line, why);
    else
        write_chat(h->guest[line].at, line, phrase, "");
}

/* say TEXT */
void fl_do_say(struct fl_host *h, fl_line line, const char *rest)
{
    int characters = 0;
    for (const char *c = rest; *c; c++)
        characters += ((unsigned char)*c & 0xC0) != 0x80;
    const char *why = !characters || characters > LONGEST_CHAT
                          ? "host.chat-length"
                          : why_not_chat(h, line, FL_CHAT_FREE);
    if (why)
        fl_refuse(h, line, why);
    else
        write_chat(h->guest[line].at, line, -1, rest);
}
