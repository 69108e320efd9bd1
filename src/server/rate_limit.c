/* Token buckets, addresses, and usage per address. */
#include "server/rate_limit.h"

#include <arpa/inet.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

/* ---- token buckets ---- */

/* Adds the tokens gained since the last call. */
static void refill(struct fl_bucket *b, struct fl_rate rate, uint64_t now)
{
    uint64_t gained = (now - b->at) * rate.per_second;
    b->spent -= gained < b->spent ? gained : b->spent;
    b->at = now;
}

bool fl_bucket_take(struct fl_bucket *b, struct fl_rate rate, uint64_t now)
{
    refill(b, rate, now);
    if (b->spent + 1000 > (uint64_t)rate.burst * 1000)
        return false;
    b->spent += 1000;
    return true;
}

/* ---- addresses ---- */

enum { WHOLE = 128, HOUSEHOLD = 64, GROUP = 48 }; /* lengths of prefixes, in bits */

static const uint8_t mapped[12] = {[10] = 0xFF, [11] = 0xFF}; /* prefix of IPv4-mapped addresses */

static bool read_v4(const char *text, struct fl_address *out)
{
    memcpy(out->byte, mapped, sizeof mapped);
    return inet_pton(AF_INET, text, out->byte + sizeof mapped) == 1;
}

static bool read_v6(const char *text, struct fl_address *out)
{
    return inet_pton(AF_INET6, text, out->byte) == 1;
}

static bool is_port(const char *text)
{
    size_t digits = strspn(text, "0123456789");
    return digits > 0 && digits <= 5 && !text[digits];
}

/* Removes ":80" after an IPv4 address and "]" or "]:80" after an IPv6 address. Returns false if the
 * port or the brackets are malformed. */
static bool cut_port(char *text)
{
    char *end = *text == '[' ? strchr(text, ']') : strchr(text, ':');
    if (*text != '[' && (!end || strchr(end + 1, ':')))
        return true; /* no port, or an IPv6 address without brackets */
    if (!end || !(*end == ':' ? is_port(end + 1) : !end[1] || (end[1] == ':' && is_port(end + 2))))
        return false;
    *end = '\0';
    return true;
}

bool fl_address_read(const char *text, unsigned long len, struct fl_address *out)
{
    char copy[64];
    if (len >= sizeof copy)
        return false;
    memcpy(copy, text, len);
    copy[len] = '\0';
    if (!cut_port(copy))
        return false;
    if (*copy == '[')
        return read_v6(copy + 1, out);
    return strchr(copy, ':') ? read_v6(copy, out) : read_v4(copy, out);
}

static bool is_v4(const struct fl_address *a)
{
    return !memcmp(a->byte, mapped, sizeof mapped);
}

bool fl_address_is_loopback(const struct fl_address *a)
{
    static const uint8_t one[16] = {[15] = 1};
    return is_v4(a) ? a->byte[12] == 127 : !memcmp(a->byte, one, sizeof one);
}

/* The first bits of an IPv6 address; an IPv4 address unchanged. */
static struct fl_address prefix_of(const struct fl_address *a, int bits)
{
    struct fl_address prefix = *a;
    if (!is_v4(a))
        memset(prefix.byte + bits / 8, 0, sizeof prefix.byte - (size_t)bits / 8);
    return prefix;
}

static uint64_t hash_of(const struct fl_rate_limiter *limiter, const void *bytes, size_t len)
{
    uint64_t hash;
    _Static_assert(sizeof limiter->salt == crypto_shorthash_KEYBYTES, "the salt is a key");
    _Static_assert(sizeof hash == crypto_shorthash_BYTES, "the hash fits");
    crypto_shorthash((unsigned char *)&hash, bytes, len, limiter->salt);
    return hash;
}

uint64_t fl_rate_limiter_origin(const struct fl_rate_limiter *limiter,
                                const struct fl_address *address)
{
    static const char unknown[] =
        "unknown"; /* shorter than an address: no collision by equal input */
    struct fl_address prefix = address ? prefix_of(address, GROUP) : (struct fl_address){{0}};
    uint64_t hash =
        address ? hash_of(limiter, &prefix, sizeof prefix) : hash_of(limiter, unknown, 7);
    return hash ? hash : 1;
}

/* ---- entries ---- */

/* Factor between the limits of an entry and those of a single address. */
static uint32_t factor_of(const struct fl_address_usage *p)
{
    return p->bits == GROUP ? FL_RATE_LIMITER_GROUP : 1;
}

static struct fl_rate rate_of(const struct fl_address_usage *p, struct fl_rate rate)
{
    return (struct fl_rate){factor_of(p) * rate.per_second, factor_of(p) * rate.burst};
}

/* Finds or creates the entry of a prefix; the shared entry if the table is full. */
static struct fl_address_usage *entry_of(struct fl_rate_limiter *limiter,
                                         const struct fl_address *address, int bits)
{
    struct fl_address prefix = prefix_of(address, bits);
    struct fl_address_usage **slot =
        &limiter->slot[hash_of(limiter, &prefix, sizeof prefix) % FL_RATE_LIMITER_SLOTS];
    for (struct fl_address_usage *p = *slot; p; p = p->next)
        if (p->bits == bits && !memcmp(&p->address, &prefix, sizeof prefix))
            return p;
    struct fl_address_usage *p =
        limiter->addresses < FL_RATE_LIMITER_ADDRESSES ? malloc(sizeof *p) : NULL;
    if (!p)
        return &limiter->shared;
    *p = (struct fl_address_usage){.next = *slot, .address = prefix, .bits = (uint8_t)bits};
    limiter->addresses++;
    return *slot = p;
}

struct fl_address_usage *fl_rate_limiter_usage(struct fl_rate_limiter *limiter,
                                               const struct fl_address *address)
{
    if (!address)
        return &limiter->shared;
    if (is_v4(address))
        return entry_of(limiter, address, WHOLE);
    struct fl_address_usage *p = entry_of(limiter, address, HOUSEHOLD);
    if (p == &limiter->shared || p->group)
        return p;
    p->group = entry_of(limiter, address, GROUP);
    p->group->members++;
    return p;
}

/* ---- limits of an entry and its group ---- */

bool fl_rate_limiter_take(const struct fl_rate_limiter *limiter, enum fl_rate_kind kind,
                          struct fl_address_usage *p, uint64_t now)
{
    for (; p; p = p->group)
        if (!fl_bucket_take(&p->bucket[kind], rate_of(p, limiter->rate[kind]), now))
            return false;
    return true;
}

bool fl_rate_limiter_enter(const struct fl_rate_limiter *limiter, enum fl_open_kind kind,
                           struct fl_address_usage *p)
{
    for (const struct fl_address_usage *one = p; one; one = one->group)
        if (one->open[kind] >= factor_of(one) * limiter->open_max[kind])
            return false;
    for (; p; p = p->group)
        p->open[kind]++;
    return true;
}

void fl_rate_limiter_leave(enum fl_open_kind kind, struct fl_address_usage *p)
{
    for (; p; p = p->group)
        p->open[kind]--;
}

/* ---- expiry ---- */

/* Whether an entry has no more information than a new one. */
static bool is_idle(const struct fl_rate_limiter *limiter, struct fl_address_usage *p, uint64_t now)
{
    for (int kind = 0; kind < FL_RATE_KINDS; kind++) {
        refill(&p->bucket[kind], rate_of(p, limiter->rate[kind]), now);
        if (p->bucket[kind].spent)
            return false;
    }
    return !p->open[FL_OPEN_CONNECTIONS] && !p->members;
}

void fl_rate_limiter_sweep(struct fl_rate_limiter *limiter, uint64_t now)
{
    for (int i = 0; i < FL_RATE_LIMITER_SLOTS; i++)
        for (struct fl_address_usage **at = &limiter->slot[i]; *at;) {
            struct fl_address_usage *p = *at;
            if (!is_idle(limiter, p, now)) {
                at = &p->next;
                continue;
            }
            *at = p->next;
            if (p->group)
                p->group->members--;
            limiter->addresses--;
            free(p);
        }
}

void fl_rate_limiter_end(struct fl_rate_limiter *limiter)
{
    for (int i = 0; i < FL_RATE_LIMITER_SLOTS; i++)
        while (limiter->slot[i]) {
            struct fl_address_usage *p = limiter->slot[i];
            limiter->slot[i] = p->next;
            free(p);
        }
    limiter->addresses = 0;
}
