/* Addresses of servers and of their tables: http://host:port/path/#t=TABLE. */
#ifndef FL_NET_URL_H
#define FL_NET_URL_H

#include <stdbool.h>

struct fl_url {
    bool is_encrypted; /* https */
    char host[256];    /* name or address; IPv6 without brackets */
    char port[6];
    char path[256];  /* of the page, from "/" to "/" */
    char table[33];  /* id or code from the fragment (t=, j=), or "" */
    char token[129]; /* of a seat (k=), or "" */
};

/* Reads an address; "http://" may be omitted. Returns false if it is not one. */
bool fl_url_read(const char *text, struct fl_url *out);

#endif
