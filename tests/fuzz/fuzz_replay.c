/* Fuzzes requests about records, the body of POST /replay: every request that does not search is
 * answered with one JSON object. The stop is set before requests that would search. */
#include "fuzz.h"
#include "replay/replay.h"

static void is_one_object(const char *json, size_t len)
{
    MUST(len > 2 && json[0] == '{' && json[len - 1] == '}');
    for (size_t i = 0; i < len; i++)
        MUST((unsigned char)json[i] >= 0x20);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
    const char *text = (const char *)bytes;
    bool is_slow = fl_replay_is_slow(text, len) || (len > 4 && !memcmp(text, "cont", 4));
    atomic_bool stop = is_slow;
    struct fl_replay by = {.seed = 1, .stop = &stop};
    size_t answer_len = 0;
    char *json = fl_replay_answer(text, len, &by, &answer_len);
    MUST(json || is_slow);
    if (json)
        is_one_object(json, answer_len);
    free(json);
    return 0;
}
