/* Addresses as people write and open them. */
#ifndef FL_SERVER_ADDRESS_H
#define FL_SERVER_ADDRESS_H

#include <uv.h>

#include "server/http.h"

enum { FL_URL_SIZE = 256 };

/* Reads a numeric address or "localhost"; 0, or an error of libuv's. */
int fl_address_parse(const char *host, int port, struct sockaddr_storage *out);

/* "http://192.168.1.4:8080/": where people reach this listener, from another machine of the house
 * if it listens everywhere. The public address, if there is one, is given back as it is. */
void fl_url_of(const uv_tcp_t *listener, const char *public_url, char out[FL_URL_SIZE]);

/* The port it listens at. */
int fl_port_of(const uv_tcp_t *listener);

/* "https://a.example" of "https://a.example/x"; at NULL if it is none, or NULL was given. */
struct fl_span fl_url_origin(const char *url);

#endif
