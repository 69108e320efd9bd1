/* Fuzzes the rows of the database: the bytes of an event. One that is read is written and read
 * again unchanged. The first byte selects the kind, the second the number of seats. */
#include "fuzz.h"
#include "host/event.h"

enum { HEAD = 2 };

static void texts_end(const struct fl_table_event *e)
{
    MUST(memchr(e->name, '\0', sizeof e->name));
    if (e->kind == FL_EVENT_CHAT || e->kind == FL_EVENT_TEAM_CHAT)
        MUST(e->phrase >= 0 || memchr(e->text, '\0', sizeof e->text));
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
    static struct fl_decoded_event decoded, again;
    unsigned char stored[FL_MAX_EVENT];
    if (len < HEAD || len - HEAD > FL_MAX_EVENT)
        return 0;
    int seats = 1 + bytes[1] % FL_MAX_SEATS;
    struct fl_event event = {.n = 1,
                             .kind = fl_event_word(bytes[0] % FL_EVENT_KIND_COUNT),
                             .at = 1,
                             .data = bytes + HEAD,
                             .len = len - HEAD};
    if (!fl_event_decode(&event, seats, &decoded))
        return 0;
    texts_end(&decoded.event);
    event.len = fl_event_encode(&decoded.event, seats, stored);
    MUST(event.len <= FL_MAX_EVENT);
    event.data = stored;
    MUST(fl_event_decode(&event, seats, &again));
    unsigned char twice[FL_MAX_EVENT];
    MUST(fl_event_encode(&again.event, seats, twice) == event.len);
    MUST(!memcmp(stored, twice, event.len));
    return 0;
}
