/* Fuzzes both readers of the bot protocol: the engine with the lines of a host, and the lines of a
 * bot. The engine must answer every input with complete lines, and its match must stay valid. */
#include "bots/engine.h"
#include "bots/protocol.h"
#include "fuzz.h"

/* Counts what the engine writes; the clock makes every search end at once. */
struct listener {
    size_t written;
    int64_t now;
};

static void hear(void *context, const char *text, size_t len)
{
    struct listener *l = context;
    MUST(len && text[len - 1] == '\n');
    MUST(!memchr(text, '\n', len - 1)); /* one line per call */
    l->written += len;
}

static bool is_stopped(void *context)
{
    (void)context;
    return true;
}

static int64_t now(void *context)
{
    struct listener *l = context;
    return l->now++;
}

/* Hints and analyses with many playouts take too long here. */
static bool is_quick(const char *line, size_t len)
{
    bool searches = len >= 4 && (!memcmp(line, "hint", 4) || !memcmp(line, "anal", 4));
    return !searches || (len >= 6 && len <= 7 && line[len - 1] != ' ');
}

static void read_as_bot(const char *line, size_t len)
{
    char *copy = malloc(len + 1);
    MUST(copy);
    memcpy(copy, line, len);
    copy[len] = '\0';
    struct fl_bot_line read = fl_bot_line_read(copy);
    MUST(read.rest >= copy && read.rest <= copy + len);
    free(copy);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
    struct listener listener = {.now = 0};
    struct fl_engine_port port = {
        .write = hear, .is_stopped = is_stopped, .clock = now, .context = &listener};
    struct fl_engine engine;
    const char *at = (const char *)bytes, *end = at + len;
    bool goes_on = true;
    fl_engine_begin(&engine, &port, "random", 1);
    while (goes_on && at < end) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        size_t line = (size_t)((newline ? newline : end) - at);
        read_as_bot(at, line);
        if (is_quick(at, line))
            goes_on = fl_engine_line(&engine, at, line);
        if (engine.has_match)
            MUST(engine.match.viewer == engine.seat && engine.seat < engine.match.setup.seats);
        at += line + (newline != NULL);
    }
    fl_engine_end(&engine);
    return 0;
}
