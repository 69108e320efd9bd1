/* A mutator for inputs that consist of lines of words: records, commands, requests, options. It
 * keeps the structure, so that more inputs pass the first checks of a reader. Half of the mutations
 * are those of libFuzzer, which also uses the dictionary. */
#include "core/rng.h"
#include "fuzz.h"

enum { SCRATCH = 1 << 12 };

size_t LLVMFuzzerMutate(uint8_t *bytes, size_t len, size_t room);
size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t len, size_t room, unsigned int seed);

/* A part of the input. */
struct piece {
    size_t at, len;
};

static bool ends(uint8_t byte, bool is_word)
{
    return byte == '\n' || (is_word && (byte == ' ' || byte == ',' || byte == '='));
}

/* A random word or line, without the byte that ends it. */
static struct piece pick(const uint8_t *bytes, size_t len, bool is_word, struct fl_rng *rng)
{
    size_t at = fl_rng_below(rng, (uint32_t)len), end = at;
    while (at && !ends(bytes[at - 1], is_word))
        at--;
    while (end < len && !ends(bytes[end], is_word))
        end++;
    return (struct piece){at, end > at ? end - at : 0};
}

/* Replaces a piece by other bytes; the input stays as it is if there is no room. */
static size_t replace(uint8_t *bytes, size_t len, size_t room, struct piece old,
                      const uint8_t *with, size_t with_len)
{
    if (len - old.len + with_len > room)
        return len;
    memmove(bytes + old.at + with_len, bytes + old.at + old.len, len - old.at - old.len);
    memcpy(bytes + old.at, with, with_len);
    return len - old.len + with_len;
}

/* Another number in place of a piece. */
static size_t put_number(char text[32], struct fl_rng *rng)
{
    static const char *const edges[] = {"0",   "1",     "-1",         "2",          "8",  "9",
                                        "255", "65536", "2147483647", "4294967296", "007"};
    bool is_edge = fl_rng_below(rng, 2);
    int len = is_edge ? snprintf(text, 32, "%s", edges[fl_rng_below(rng, 11)])
                      : snprintf(text, 32, "%u", fl_rng_below(rng, 20));
    return (size_t)len;
}

size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t len, size_t room, unsigned int seed)
{
    struct fl_rng rng = fl_rng_from(seed, 5);
    uint8_t copy[SCRATCH];
    char number[32];
    if (len < 2 || fl_rng_below(&rng, 2))
        return LLVMFuzzerMutate(bytes, len, room);
    bool is_word = fl_rng_below(&rng, 4);
    struct piece from = pick(bytes, len, is_word, &rng), to = pick(bytes, len, is_word, &rng);
    size_t copied = from.len < sizeof copy - 1 ? from.len : sizeof copy - 1;
    memcpy(copy, bytes + from.at, copied);
    switch (fl_rng_below(&rng, 4)) {
    case 0: /* a piece replaces another one */
        return replace(bytes, len, room, to, copy, copied);
    case 1: /* a piece is repeated elsewhere */
        copy[copied] = is_word ? ' ' : '\n';
        to.len = 0;
        return replace(bytes, len, room, to, copy, copied + 1);
    case 2: /* a piece is left out */
        return replace(bytes, len, room, to, copy, 0);
    default:
        copied = put_number(number, &rng);
        return replace(bytes, len, room, to, (const uint8_t *)number, copied);
    }
}
