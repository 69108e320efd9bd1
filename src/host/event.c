/* The stored form of events (event.h). Numbers are little-endian. */
#include "host/event.h"

#include <assert.h>
#include <string.h>

enum { BY_BOT = 0x80 }; /* flag in the first byte of a step, combined with the seat */

/* Whether the first byte is a seat. */
enum seat_rule {
    NO_SEAT,
    ONE_SEAT,
    SEAT_OR_OTHER /* or FL_CHANCE or FL_SPECTATOR; the fold checks it */
};

static const struct row {
    const char *word;
    uint8_t least; /* number of bytes */
    enum seat_rule seat;
    bool is_free; /* people can add as many as they like */
    const char *log_key;
} rows[FL_EVENT_KIND_COUNT] = {
    [FL_EVENT_SIT] = {"sit", 2, ONE_SEAT, true, "host.say.sit"},
    [FL_EVENT_LEAVE] = {"leave", 1, ONE_SEAT, true, "host.say.leave"},
    [FL_EVENT_SWAP] = {"swap", 2, ONE_SEAT, true, "host.say.swap"},
    [FL_EVENT_SEAT] = {"chair", 3, ONE_SEAT, true, "host.say.seat"},
    [FL_EVENT_NONCE] = {"nonce", 1, ONE_SEAT, true, "host.say.nonce"},
    [FL_EVENT_START] = {"start", 1, SEAT_OR_OTHER, false, NULL},
    [FL_EVENT_STEP] = {"step", 3, SEAT_OR_OTHER, false, NULL},
    [FL_EVENT_UNDO] = {"undo", 5, ONE_SEAT, false, "host.say.undo"},
    [FL_EVENT_BOT] = {"bot", 1, ONE_SEAT, false, "host.say.bot"},
    [FL_EVENT_RETURN] = {"back", 1, ONE_SEAT, false, "host.say.return"},
    [FL_EVENT_CLOCK] = {"clock", 0, NO_SEAT, false, NULL},
    [FL_EVENT_CHAT] = {"chat", 4, SEAT_OR_OTHER, true, NULL},
    [FL_EVENT_REMATCH] = {"again", FL_SECRET_SIZE + 1, NO_SEAT, false, "host.say.rematch"},
    [FL_EVENT_CLOSE] = {"close", 0, NO_SEAT, false, "host.say.close"},
    [FL_EVENT_BAN] = {"block", 2, NO_SEAT, true, "host.say.ban"},
    [FL_EVENT_TEAM_CHAT] = {"team-chat", 4, ONE_SEAT, true, NULL},
    [FL_EVENT_LINK] = {"link", 2, ONE_SEAT, true, "host.say.link"},
    [FL_EVENT_CONTRADICTION] = {"contradiction", 1, SEAT_OR_OTHER, true, "host.say.contradiction"},
    [FL_EVENT_RESIGN] = {"resign", 1, ONE_SEAT, false, "play.say.resign"},
    [FL_EVENT_AGREE] = {"agree", 1, SEAT_OR_OTHER, false, "play.say.agree"},
};

const char *fl_event_word(enum fl_event_kind kind)
{
    return kind < FL_EVENT_KIND_COUNT ? rows[kind].word : NULL;
}

enum fl_event_kind fl_event_kind_of(const char *word)
{
    enum fl_event_kind kind = 0;
    while (kind < FL_EVENT_KIND_COUNT && (!word || strcmp(word, rows[kind].word)))
        kind++;
    return kind;
}

static const char *log_key(const struct fl_table_event *e)
{
    if (e->kind == FL_EVENT_LINK && e->used)
        return "host.say.link-used";
    if (e->kind == FL_EVENT_CONTRADICTION && e->seat == FL_SPECTATOR)
        return "host.say.contradiction-owner";
    if (e->kind == FL_EVENT_AGREE && e->seat == FL_SPECTATOR)
        return "play.say.bots-only";
    return rows[e->kind].log_key;
}

void fl_event_say(const struct fl_table_event *e, struct fl_phrases *out)
{
    const char *key = log_key(e);
    out->count = 0;
    if (!key)
        return;
    struct fl_phrase *p = fl_say(out, key);
    if (rows[e->kind].seat != NO_SEAT && e->seat < FL_MAX_SEATS && e->kind != FL_EVENT_AGREE)
        fl_with_seat(p, "who", e->seat);
    if (e->kind == FL_EVENT_SWAP)
        fl_with_seat(p, "other", e->other);
    if (e->kind == FL_EVENT_SIT || e->kind == FL_EVENT_BAN)
        fl_with_text(p, "name", e->name);
    if (e->kind == FL_EVENT_CONTRADICTION)
        fl_with_text(p, "text", e->text);
}

bool fl_event_is_free(enum fl_event_kind kind)
{
    return rows[kind].is_free;
}

/* ---- encoding ---- */

static void put_u32(unsigned char *data, uint32_t number)
{
    for (int i = 0; i < 4; i++)
        data[i] = (unsigned char)(number >> 8 * i);
}

static size_t put_text(unsigned char *data, const char *text)
{
    size_t len = strlen(text);
    memcpy(data, text, len);
    return len;
}

static size_t put_seats(unsigned char *data, fl_seats seats)
{
    size_t len = 0;
    for (int seat = 0; seat < FL_MAX_SEATS; seat++)
        if (seats & FL_SEAT(seat))
            data[len++] = (unsigned char)seat;
    return len;
}

/* The first step's seat, then two bytes per move. */
static size_t put_steps(unsigned char *data, const struct fl_table_event *e)
{
    assert(1 + 2 * (size_t)e->steps <= FL_MAX_EVENT);
    data[0] = (unsigned char)(e->seat | (e->by_bot ? BY_BOT : 0));
    for (uint32_t i = 0; i < e->steps; i++) {
        data[1 + 2 * i] = (unsigned char)e->step[i].move;
        data[2 + 2 * i] = (unsigned char)(e->step[i].move >> 8);
    }
    return 1 + 2 * (size_t)e->steps;
}

/* The seat, whether it is a text, the number of the phrase, the length of the name, name, text. */
static size_t put_chat(unsigned char *data, const struct fl_table_event *e)
{
    bool is_text = e->phrase < 0;
    data[1] = is_text;
    data[2] = (unsigned char)(is_text ? 0 : e->phrase);
    data[3] = (unsigned char)put_text(data + 4, e->name);
    return 4u + data[3] + put_text(data + 4 + data[3], e->text);
}

size_t fl_event_encode(const struct fl_table_event *e, int seats, unsigned char data[FL_MAX_EVENT])
{
    data[0] = e->seat;
    switch (e->kind) {
    case FL_EVENT_SIT:
        data[1] = (unsigned char)put_text(data + 2, e->nonce);
        return 2u + data[1] + put_text(data + 2 + data[1], e->name);
    case FL_EVENT_LEAVE:
        return put_seats(data, e->seats);
    case FL_EVENT_SWAP:
        data[1] = e->other;
        return 2;
    case FL_EVENT_SEAT:
        data[1] = e->seat_kind;
        data[2] = e->level;
        return 3;
    case FL_EVENT_NONCE:
        return 1 + put_text(data + 1, e->nonce);
    case FL_EVENT_START:
    case FL_EVENT_STEP:
        return put_steps(data, e);
    case FL_EVENT_UNDO:
        put_u32(data + 1, e->steps);
        return 5;
    case FL_EVENT_BOT:
    case FL_EVENT_RETURN:
    case FL_EVENT_AGREE:
        return 1;
    case FL_EVENT_RESIGN:
        return 1 + put_seats(data + 1, e->seats & (fl_seats)~FL_SEAT(e->seat));
    case FL_EVENT_CLOCK:
        for (int seat = 0; seat < seats; seat++)
            put_u32(data + 4 * seat, e->clock[seat]);
        return 4 * (size_t)seats;
    case FL_EVENT_CHAT:
    case FL_EVENT_TEAM_CHAT:
        return put_chat(data, e);
    case FL_EVENT_REMATCH:
        memcpy(data, e->secret, FL_SECRET_SIZE);
        data[FL_SECRET_SIZE] = e->seat;
        return FL_SECRET_SIZE + 1;
    case FL_EVENT_BAN:
        data[0] = (unsigned char)put_seats(data + 1, e->seats);
        return 1u + data[0] + put_text(data + 1 + data[0], e->name);
    case FL_EVENT_LINK:
        data[1] = e->used;
        return 2;
    case FL_EVENT_CONTRADICTION:
        return 1 + put_text(data + 1, e->text);
    default:
        assert(e->kind == FL_EVENT_CLOSE);
        return 0;
    }
}

/* ---- decoding ---- */

static uint32_t read_u32(const unsigned char *data)
{
    return data[0] | (uint32_t)data[1] << 8 | (uint32_t)data[2] << 16 | (uint32_t)data[3] << 24;
}

/* No text that was written contains a zero byte: it would be shorter than its length says. */
static bool read_text(const unsigned char *data, size_t len, char *out, size_t room)
{
    if (len >= room || memchr(data, '\0', len))
        return false;
    memcpy(out, data, len);
    out[len] = '\0';
    return true;
}

static bool read_seats(const unsigned char *data, size_t len, int seats, fl_seats *out)
{
    for (size_t i = 0; i < len; i++) {
        if (data[i] >= seats)
            return false;
        *out |= (fl_seats)FL_SEAT(data[i]);
    }
    return true;
}

static bool read_steps(const unsigned char *data, size_t len, struct fl_decoded_event *out)
{
    struct fl_table_event *e = &out->event;
    e->seat = (uint8_t)(data[0] & ~BY_BOT);
    e->by_bot = data[0] & BY_BOT;
    e->steps = (uint32_t)(len - 1) / 2;
    e->step = out->step;
    for (uint32_t i = 0; i < e->steps; i++)
        out->step[i] = (struct fl_step){.move = (fl_move)(data[1 + 2 * i] | data[2 + 2 * i] << 8),
                                        .seat = i ? FL_CHANCE : e->seat};
    return len % 2;
}

static bool read_chat(const unsigned char *data, size_t len, struct fl_table_event *e)
{
    e->phrase = data[1] ? -1 : data[2];
    return 4u + data[3] <= len && read_text(data + 4, data[3], e->name, sizeof e->name) &&
           read_text(data + 4 + data[3], len - 4 - data[3], e->text, sizeof e->text);
}

static bool read_sit(const unsigned char *data, size_t len, struct fl_table_event *e)
{
    return 2u + data[1] <= len && read_text(data + 2, data[1], e->nonce, sizeof e->nonce) &&
           read_text(data + 2 + data[1], len - 2 - data[1], e->name, sizeof e->name);
}

/* Reads what comes after the seat. There are as many bytes as the kind needs at least. */
static bool read_rest(const unsigned char *data, size_t len, int seats,
                      struct fl_decoded_event *out)
{
    struct fl_table_event *e = &out->event;
    switch (e->kind) {
    case FL_EVENT_SIT:
        return read_sit(data, len, e);
    case FL_EVENT_LEAVE:
    case FL_EVENT_RESIGN:
        return read_seats(data, len, seats, &e->seats);
    case FL_EVENT_SWAP:
        e->other = data[1];
        return e->other < seats;
    case FL_EVENT_SEAT:
        e->seat_kind = data[1];
        e->level = data[2];
        return e->seat_kind <= FL_SEAT_BOT;
    case FL_EVENT_NONCE:
        return read_text(data + 1, len - 1, e->nonce, sizeof e->nonce);
    case FL_EVENT_START:
    case FL_EVENT_STEP:
        return read_steps(data, len, out);
    case FL_EVENT_UNDO:
        e->steps = read_u32(data + 1);
        return true;
    case FL_EVENT_CLOCK:
        for (int seat = 0; seat < seats && 4u * (unsigned)seat + 4 <= len; seat++)
            e->clock[seat] = read_u32(data + 4 * seat);
        return len >= 4u * (unsigned)seats;
    case FL_EVENT_CHAT:
    case FL_EVENT_TEAM_CHAT:
        return read_chat(data, len, e);
    case FL_EVENT_REMATCH:
        memcpy(e->secret, data, FL_SECRET_SIZE);
        e->seat = data[FL_SECRET_SIZE];
        return e->seat < seats;
    case FL_EVENT_BAN:
        return 1u + data[0] <= len && read_seats(data + 1, data[0], seats, &e->seats) &&
               read_text(data + 1 + data[0], len - 1 - data[0], e->name, sizeof e->name);
    case FL_EVENT_LINK:
        e->used = data[1];
        return true;
    case FL_EVENT_CONTRADICTION:
        return read_text(data + 1, len - 1, e->text, sizeof e->text);
    default:
        return true;
    }
}

bool fl_event_decode(const struct fl_event *stored, int seats, struct fl_decoded_event *out)
{
    enum fl_event_kind kind = fl_event_kind_of(stored->kind);
    const unsigned char *data = stored->data;
    if (kind == FL_EVENT_KIND_COUNT || stored->len < rows[kind].least || stored->len > FL_MAX_EVENT)
        return false;
    out->event = (struct fl_table_event){.n = stored->n, .kind = kind, .at = stored->at};
    if (rows[kind].seat != NO_SEAT)
        out->event.seat = data[0];
    if (rows[kind].seat == ONE_SEAT && out->event.seat >= seats)
        return false;
    return read_rest(data, stored->len, seats, out);
}
