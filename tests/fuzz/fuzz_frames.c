/* Fuzzes the frame layer: the result does not depend on how the bytes are cut, in messages and in
 * the close code. The first byte of an input selects the cuts. */
#include "core/buf.h"
#include "core/record.h"
#include "fuzz.h"
#include "server/frames.h"

enum { HEARD = 1 << 16 };

struct heard {
    char memory[HEARD];
    struct fl_buf text;
    int code;
};

static bool hear_line(void *who, const struct fl_line *line)
{
    struct heard *h = who;
    MUST(line->len <= FL_MAX_LINE && line->is_utf8);
    MUST(!line->fault == !fl_text_check(line->text, line->len));
    fl_put_bytes(&h->text, line->text, line->len);
    fl_put_char(&h->text, '\n');
    return true;
}

static bool hear_ping(void *who, const uint8_t *bytes, size_t len)
{
    struct heard *h = who;
    MUST(len <= FL_CONTROL_MAX);
    fl_put_bytes(&h->text, (const char *)bytes, len);
    fl_put_char(&h->text, '!');
    return true;
}

static bool hear_pong(void *who)
{
    struct heard *h = who;
    fl_put_char(&h->text, '.');
    return true;
}

static bool hear_fragment(void *who)
{
    struct heard *h = who;
    fl_put_char(&h->text, '+');
    return true;
}

static void listen_to(const uint8_t *bytes, size_t len, size_t piece, struct heard *h)
{
    static const struct fl_frame_callbacks ear = {hear_line, hear_ping, hear_pong, hear_fragment};
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
