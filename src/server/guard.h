/* How much one connection, and all those of one address, may ask for. Knows no sockets and no
 * clock: times are milliseconds given by the caller, which never go back. */
#ifndef FL_SERVER_GUARD_H
#define FL_SERVER_GUARD_H

#include <stdbool.h>
#include <stdint.h>

/* A bucket that fills by so many drops a second and holds so many. */
struct fl_bucket {
    uint64_t at;    /* when `drops` was right */
    uint64_t drops; /* thousandths */
};

struct fl_rate {
    uint32_t a_second, burst;
};

/* Takes one drop; false if there is none. */
bool fl_bucket_take(struct fl_bucket *, struct fl_rate, uint64_t now);

/* A full bucket. */
struct fl_bucket fl_bucket_full(struct fl_rate, uint64_t now);

/* An address: sixteen bytes, IPv4 as IPv6 writes it. Of IPv6 a home has 64 bits, so only the first
 * half tells people apart. */
struct fl_address {
    uint8_t byte[16];
};

/* Reads "1.2.3.4", "::1" or "[::1]:80" of so many characters; false if it is none. */
bool fl_address_read(const char *text, unsigned long len, struct fl_address *out);

bool fl_address_is_loopback(const struct fl_address *);

/* What the guard knows of one address. */
struct fl_place {
    struct fl_place *next;
    struct fl_address address;
    struct fl_bucket requests, lines;
    uint32_t connections;
    uint32_t letters; /* questions about records from there; each has its connection */
};

enum { FL_GUARD_SLOTS = 4096, FL_GUARD_PLACES = 65536 };

struct fl_guard {
    struct fl_place *slot[FL_GUARD_SLOTS];
    struct fl_place crowd; /* all who find no place of their own */
    uint32_t places;
    uint64_t salt; /* so that nobody can choose addresses that share a slot */
    struct fl_rate requests, lines;
};

/* The place of an address, made if need be. It stays while it has connections. */
struct fl_place *fl_guard_place(struct fl_guard *, const struct fl_address *, uint64_t now);

/* Forgets places without connections whose buckets are full again. */
void fl_guard_sweep(struct fl_guard *, uint64_t now);

void fl_guard_end(struct fl_guard *);

#endif
