/* Addresses of servers and tables. */
#include "net/url.h"

#include <string.h>

/* Whether a text is printable ASCII without spaces: its parts become lines of HTTP. */
static bool is_printable(const char *text)
{
    for (; *text; text++)
        if (*text <= ' ' || *text > '~')
            return false;
    return true;
}

/* Copies `len` bytes and a final zero. Returns false if there is no room. */
static bool copy(char *to, size_t room, const char *from, size_t len)
{
    if (len >= room)
        return false;
    memcpy(to, from, len);
    to[len] = '\0';
    return true;
}

/* Reads "host", "host:port" or "[address]:port" of `len` bytes. */
static bool read_host(struct fl_url *url, const char *text, size_t len)
{
    const char *end = text + len, *bracket = *text == '[' ? memchr(text, ']', len) : NULL;
    const char *from = bracket ? bracket : text;
    const char *colon = memchr(from, ':', (size_t)(end - from));
    const char *host = bracket ? text + 1 : text;
    const char *host_end = bracket ? bracket : colon ? colon : end;
    if ((*text == '[' && !bracket) || (bracket && bracket + 1 != (colon ? colon : end)))
        return false;
    if (colon ? !copy(url->port, sizeof url->port, colon + 1, (size_t)(end - colon - 1))
              : !copy(url->port, sizeof url->port, url->is_encrypted ? "443" : "80",
                      url->is_encrypted ? 3 : 2))
        return false;
    return strspn(url->port, "0123456789") == strlen(url->port) && url->port[0] &&
           host_end > host && copy(url->host, sizeof url->host, host, (size_t)(host_end - host));
}

/* Reads one part "t=VALUE" of a fragment. Other names are ignored. */
static bool read_parameter(struct fl_url *url, const char *text, size_t len)
{
    if (len < 2 || text[1] != '=')
        return true;
    if (*text == 't' || *text == 'j')
        return copy(url->table, sizeof url->table, text + 2, len - 2);
    return *text != 'k' || copy(url->token, sizeof url->token, text + 2, len - 2);
}

static bool read_fragment(struct fl_url *url, const char *text)
{
    for (bool more = true; more;) {
        size_t len = strcspn(text, "&");
        if (!read_parameter(url, text, len))
            return false;
        more = text[len];
        text += len + more;
    }
    return true;
}

bool fl_url_read(const char *text, struct fl_url *out)
{
    memset(out, 0, sizeof *out);
    if (!is_printable(text))
        return false;
    if (!strncmp(text, "https://", 8))
        out->is_encrypted = true, text += 8;
    else if (!strncmp(text, "http://", 7))
        text += 7;
    size_t host = strcspn(text, "/?#");
    if (!host || !read_host(out, text, host))
        return false;
    const char *path = text + host, *fragment = strchr(path, '#');
    size_t len = strcspn(path, "?#");
    while (len && path[len - 1] != '/') /* the page is a directory, or a file in it */
        len--;
    return copy(out->path, sizeof out->path, len ? path : "/", len ? len : 1) &&
           (!fragment || read_fragment(out, fragment + 1));
}
