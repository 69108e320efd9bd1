/* Reading addresses, and finding the one a phone in the same house can open. */
#include "server/address.h"

#include <stdio.h>
#include <string.h>

int fl_address_parse(const char *host, int port, struct sockaddr_storage *out)
{
    if (!strcmp(host, "localhost"))
        host = "127.0.0.1";
    if (strchr(host, ':'))
        return uv_ip6_addr(host, port, (struct sockaddr_in6 *)out);
    return uv_ip4_addr(host, port, (struct sockaddr_in *)out);
}

static bool is_everywhere(const struct sockaddr_storage *at)
{
    static const struct in6_addr any = {0};
    if (at->ss_family == AF_INET6)
        return !memcmp(&((const struct sockaddr_in6 *)at)->sin6_addr, &any, sizeof any);
    return !((const struct sockaddr_in *)at)->sin_addr.s_addr;
}

/* 10/8, 172.16/12, 192.168/16: how a house's router numbers its machines. */
static bool is_private(const struct sockaddr_in *at)
{
    const unsigned char *byte = (const unsigned char *)&at->sin_addr;
    return byte[0] == 10 || (byte[0] == 172 && (byte[1] & 0xF0) == 16) ||
           (byte[0] == 192 && byte[1] == 168);
}

/* Of the machine's own addresses a private one, else any other than itself; false: none. */
static bool find_lan(char name[64])
{
    uv_interface_address_t *all;
    int count, best = -1;
    if (uv_interface_addresses(&all, &count))
        return false;
    for (int i = 0; i < count; i++) {
        bool outside = !all[i].is_internal && all[i].address.address4.sin_family == AF_INET;
        if (outside && (best < 0 || (is_private(&all[i].address.address4) &&
                                     !is_private(&all[best].address.address4))))
            best = i;
    }
    if (best >= 0)
        uv_ip4_name(&all[best].address.address4, name, 64);
    uv_free_interface_addresses(all, count);
    return best >= 0;
}

static void name_of(const struct sockaddr_storage *at, char name[64])
{
    if (is_everywhere(at)) {
        if (!find_lan(name))
            strcpy(name, "127.0.0.1");
    } else if (at->ss_family == AF_INET6) {
        char plain[48];
        uv_ip6_name((const struct sockaddr_in6 *)at, plain, sizeof plain);
        snprintf(name, 64, "[%s]", plain);
    } else {
        uv_ip4_name((const struct sockaddr_in *)at, name, 64);
    }
}

static struct sockaddr_storage place_of(const uv_tcp_t *listener)
{
    struct sockaddr_storage at = {0};
    int len = sizeof at;
    uv_tcp_getsockname(listener, (struct sockaddr *)&at, &len);
    return at;
}

int fl_port_of(const uv_tcp_t *listener)
{
    struct sockaddr_storage at = place_of(listener);
    return ntohs(at.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&at)->sin6_port
                                          : ((struct sockaddr_in *)&at)->sin_port);
}

void fl_url_of(const uv_tcp_t *listener, const char *public_url, char out[FL_URL_SIZE])
{
    struct sockaddr_storage at = place_of(listener);
    char name[64] = "";
    name_of(&at, name);
    if (public_url)
        snprintf(out, FL_URL_SIZE, "%s", public_url);
    else
        snprintf(out, FL_URL_SIZE, "http://%s:%d/", name, fl_port_of(listener));
}

struct fl_span fl_url_origin(const char *url)
{
    static const char *const schemes[] = {"http://", "https://"};
    for (int i = 0; url && i < 2; i++) {
        size_t len = strlen(schemes[i]);
        if (strncmp(url, schemes[i], len) || !url[len] || url[len] == '/')
            continue;
        return (struct fl_span){url, len + strcspn(url + len, "/?#")};
    }
    return (struct fl_span){NULL, 0};
}
