/* Without OpenSSL, encrypted connections are refused. */
#include <stdlib.h>

#include "net/transport.h"

const char *fl_tls_begin(struct fl_transport *t, const char *host, int64_t deadline,
                         const char **what)
{
    (void)t;
    (void)host;
    (void)deadline;
    *what = "OpenSSL";
    return "net.no-tls";
}

/* No transport has a `tls`, so nothing calls these. */
ptrdiff_t fl_tls_read(struct fl_tls *tls, void *to, size_t room, bool *to_write)
{
    (void)tls;
    (void)to;
    (void)room;
    (void)to_write;
    abort();
}

ptrdiff_t fl_tls_write(struct fl_tls *tls, const void *bytes, size_t len, bool *to_write)
{
    (void)tls;
    (void)bytes;
    (void)len;
    (void)to_write;
    abort();
}

bool fl_tls_has_input(const struct fl_tls *tls)
{
    (void)tls;
    abort();
}

void fl_tls_end(struct fl_tls *tls)
{
    (void)tls;
    abort();
}
