/* Buckets and addresses. */
#include "server/guard.h"

#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>

/* ---- buckets ---- */

static uint64_t most_drops(struct fl_rate rate)
{
    return (uint64_t)rate.burst * 1000;
}

struct fl_bucket fl_bucket_full(struct fl_rate rate, uint64_t now)
{
    return (struct fl_bucket){.at = now, .drops = most_drops(rate)};
}

static void fill(struct fl_bucket *b, struct fl_rate rate, uint64_t now)
{
    uint64_t most = most_drops(rate);
    uint64_t drops = b->drops + (now - b->at) * rate.a_second;
    b->drops = drops < most ? drops : most;
    b->at = now;
}

bool fl_bucket_take(struct fl_bucket *b, struct fl_rate rate, uint64_t now)
{
    fill(b, rate, now);
    if (b->drops < 1000)
        return false;
    b->drops -= 1000;
    return true;
}

/* ---- addresses ---- */

static const uint8_t mapped[12] = {[10] = 0xFF, [11] = 0xFF}; /* IPv4 within IPv6 */

static bool read_v4(const char *text, struct fl_address *out)
{
    memcpy(out->byte, mapped, sizeof mapped);
    return inet_pton(AF_INET, text, out->byte + sizeof mapped) == 1;
}

static bool read_v6(const char *text, struct fl_address *out)
{
    return inet_pton(AF_INET6, text, out->byte) == 1;
}

bool fl_address_read(const char *text, unsigned long len, struct fl_address *out)
{
    char copy[64];
    if (len >= sizeof copy)
        return false;
    memcpy(copy, text, len);
    copy[len] = '\0';
    char *from = copy;
    if (*from == '[') {
        char *end = strchr(++from, ']');
        if (!end)
            return false;
        *end = '\0';
    }
    return strchr(from, ':') ? read_v6(from, out) : read_v4(from, out);
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

static struct fl_address household(const struct fl_address *a)
{
    struct fl_address home = *a;
    if (!is_v4(a))
        memset(home.byte + 8, 0, 8);
    return home;
}

static unsigned slot_of(const struct fl_guard *g, const struct fl_address *a)
{
    uint64_t hash = g->salt;
    for (int i = 0; i < 16; i++)
        hash = (hash ^ a->byte[i]) * 0x100000001B3u;
    return (unsigned)(hash >> 40) % FL_GUARD_SLOTS;
}

/* ---- places ---- */

struct fl_place *fl_guard_place(struct fl_guard *g, const struct fl_address *address, uint64_t now)
{
    struct fl_address home = household(address);
    struct fl_place **slot = &g->slot[slot_of(g, &home)];
    for (struct fl_place *p = *slot; p; p = p->next)
        if (!memcmp(&p->address, &home, sizeof home))
            return p;
    struct fl_place *p = g->places < FL_GUARD_PLACES ? malloc(sizeof *p) : NULL;
    if (!p)
        return &g->crowd;
    *p = (struct fl_place){.next = *slot,
                           .address = home,
                           .requests = fl_bucket_full(g->requests, now),
                           .lines = fl_bucket_full(g->lines, now)};
    g->places++;
    return *slot = p;
}

static bool is_idle(const struct fl_guard *g, struct fl_place *p, uint64_t now)
{
    fill(&p->requests, g->requests, now);
    fill(&p->lines, g->lines, now);
    return !p->connections && p->requests.drops == most_drops(g->requests) &&
           p->lines.drops == most_drops(g->lines);
}

void fl_guard_sweep(struct fl_guard *g, uint64_t now)
{
    for (int i = 0; i < FL_GUARD_SLOTS; i++)
        for (struct fl_place **at = &g->slot[i]; *at;) {
            struct fl_place *p = *at;
            if (!is_idle(g, p, now)) {
                at = &p->next;
                continue;
            }
            *at = p->next;
            g->places--;
            free(p);
        }
}

void fl_guard_end(struct fl_guard *g)
{
    for (int i = 0; i < FL_GUARD_SLOTS; i++)
        while (g->slot[i]) {
            struct fl_place *p = g->slot[i];
            g->slot[i] = p->next;
            free(p);
        }
    g->places = 0;
}
