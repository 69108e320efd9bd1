/* Fuzzes the frame layer: however the bytes are cut, the same is heard and the same code closes.
 * The first byte of an input says how they are cut. */
#include "core/buf.h"
#include "fuzz.h"
#include "server/frames.h"

enum { HEARD = 1 << 16 };

struct heard {
    char memory[HEARD];
    struct fl_buf text;
    int code;
};

static bool hear_line(void *who, const char *text, size_t len)
{
    struct heard *h = who;
    MUST(len <= FL_LINE_MAX && fl_is_utf8((const uint8_t *)text, len));
    fl_put_bytes(&h->text, text, len);
    fl_put_char(&h->text, '\n');
    return true;
}

static void hear_ping(void *who, const uint8_t *bytes, size_t len)
{
    struct heard *h = who;
    MUST(len <= FL_CONTROL_MAX);
    fl_put_bytes(&h->text, (const char *)bytes, len);
    fl_put_char(&h->text, '!');
}

static void hear_pong(void *who)
{
    struct heard *h = who;
    fl_put_char(&h->text, '.');
}

static void listen_to(const uint8_t *bytes, size_t len, size_t piece, struct heard *h)
{
    static const struct fl_frames_ear ear = {hear_line, hear_ping, hear_pong};
    struct fl_frames frames = {0};
    h->text = fl_buf_over(h->memory, HEARD);
    h->code = 0;
    for (size_t at = 0; at < len && !h->code; at += piece)
        h->code = fl_frames_read(&frames, bytes + at, len - at < piece ? len - at : piece, &ear, h);
    MUST(h->code == 0 || (h->code >= 1000 && h->code <= 4999));
    fl_frames_end(&frames);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
    static struct heard whole, cut;
    if (len < 2)
        return 0;
    listen_to(bytes + 1, len - 1, len, &whole);
    listen_to(bytes + 1, len - 1, 1 + bytes[0] % 16u, &cut);
    MUST(whole.code == cut.code && whole.text.len == cut.text.len);
    MUST(!memcmp(whole.memory, cut.memory, whole.text.len));
    return 0;
}
