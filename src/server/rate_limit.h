/* Limits on the requests, lines and connections of one connection or address. Uses no sockets and
 * no clock: times are milliseconds given by the caller, and never decrease. Not thread-safe. */
#ifndef FL_SERVER_RATE_LIMIT_H
#define FL_SERVER_RATE_LIMIT_H

#include <stdbool.h>
#include <stdint.h>

/* A token bucket. All zeros is a full one. */
struct fl_bucket {
    uint64_t at;    /* when `spent` was calculated */
    uint64_t spent; /* thousandths of a token that are missing */
};

/* Tokens that a bucket gains per second, and tokens that it holds when full. */
struct fl_rate {
    uint32_t per_second, burst;
};

/* Takes one token; false if there is none. */
bool fl_bucket_take(struct fl_bucket *, struct fl_rate, uint64_t now);

/* An IPv6 address in network byte order, or an IPv4 address mapped into IPv6 (::ffff:1.2.3.4). */
struct fl_address {
    uint8_t byte[16];
};

/* Parses `len` characters: "1.2.3.4", "::1" or "[::1]", the first and the last with or without a
 * port ("1.2.3.4:80"). Returns false if they are not an address. */
bool fl_address_read(const char *text, unsigned long len, struct fl_address *out);

/* Whether an address is in 127/8 or ::1. */
bool fl_address_is_loopback(const struct fl_address *);

/* The queues of requests about records: FL_QUICK takes milliseconds per request, FL_SLOW up to
 * seconds. An address has at most one request in each. */
enum fl_lane { FL_QUICK, FL_SLOW, FL_LANES };

/* What is limited per second, and what is limited at the same time. A job is a request about a
 * record; each has a connection. */
enum fl_rate_kind { FL_RATE_REQUESTS, FL_RATE_LINES, FL_RATE_KINDS };
enum fl_open_kind { FL_OPEN_CONNECTIONS, FL_OPEN_JOBS, FL_OPEN_KINDS };

/* What one address uses. An entry is an IPv4 address; an IPv6 /64, the least that a household has;
 * or an IPv6 /48, the most that a customer usually has. A /64 has the limits of an IPv4 address.
 * All /64 of a /48 together have FL_RATE_LIMITER_GROUP times these limits. */
struct fl_address_usage {
    struct fl_address_usage *next;  /* in the same hash slot */
    struct fl_address_usage *group; /* the /48 of a /64; else NULL */
    uint32_t members;               /* of a /48: number of entries whose group it is */
    struct fl_address address;
    uint8_t bits; /* length of the prefix: 128, 64 or 48 */
    struct fl_bucket bucket[FL_RATE_KINDS];
    uint32_t open[FL_OPEN_KINDS];
    bool has_lane[FL_LANES]; /* one of its jobs is queued or running in that lane */
};

enum {
    FL_RATE_LIMITER_SLOTS = 4096,
    FL_RATE_LIMITER_ADDRESSES = 65536, /* entries at most */
    FL_RATE_LIMITER_GROUP = 8,
    FL_RATE_LIMITER_SALT = 16, /* bytes */
};

struct fl_rate_limiter {
    struct fl_address_usage *slot[FL_RATE_LIMITER_SLOTS]; /* a hash table of lists; owned */
    /* Shared by all clients that have no entry because the table is full or their address is
     * unknown. */
    struct fl_address_usage shared;
    uint32_t addresses;                 /* entries in the hash table */
    uint8_t salt[FL_RATE_LIMITER_SALT]; /* key of the hash, so that an attacker cannot choose
                                           addresses that share a slot or an origin */
    struct fl_rate rate[FL_RATE_KINDS]; /* of an entry that is not a /48 */
    uint32_t open_max[FL_OPEN_KINDS];   /* the same */
};

/* Returns the entry of an address, and creates it if needed. It is valid while it has connections,
 * and otherwise until the next sweep. NULL, an unknown address, returns the shared entry. */
struct fl_address_usage *fl_rate_limiter_usage(struct fl_rate_limiter *, const struct fl_address *);

/* Counts one request or line for an entry and its group. Returns false if the limit is reached. A
 * NULL entry has no limit, here and below. */
bool fl_rate_limiter_take(const struct fl_rate_limiter *, enum fl_rate_kind,
                          struct fl_address_usage *, uint64_t now);

/* Counts an open connection or job for an entry and its group. Returns false if the limit is
 * reached. fl_rate_limiter_leave must follow every successful call. */
bool fl_rate_limiter_enter(const struct fl_rate_limiter *, enum fl_open_kind,
                           struct fl_address_usage *);
void fl_rate_limiter_leave(enum fl_open_kind, struct fl_address_usage *);

/* Returns the origin that the host counts by: a keyed hash of an IPv4 address, or of the first 48
 * bits of an IPv6 address, because one customer may have a /48. Never 0. All clients with an
 * unknown address (NULL) share one origin. */
uint64_t fl_rate_limiter_origin(const struct fl_rate_limiter *, const struct fl_address *);

/* Frees entries without connections whose buckets are full again. */
void fl_rate_limiter_sweep(struct fl_rate_limiter *, uint64_t now);

/* Frees all entries. */
void fl_rate_limiter_end(struct fl_rate_limiter *);

#endif
