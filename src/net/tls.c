/* Encrypted connections through OpenSSL. The certificate must be valid for the host and signed by
 * an authority that the system trusts. */
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <stdlib.h>

#include "net/transport.h"

struct fl_tls {
    SSL_CTX *context;
    SSL *ssl;
};

/* What to wait for after a call that did not succeed; FL_NET_CLOSED after an error. */
static ptrdiff_t outcome(struct fl_tls *tls, int result, bool *to_write)
{
    int error = SSL_get_error(tls->ssl, result);
    *to_write = error == SSL_ERROR_WANT_WRITE;
    return error == SSL_ERROR_WANT_WRITE || error == SSL_ERROR_WANT_READ ? FL_NET_AGAIN
                                                                         : FL_NET_CLOSED;
}

ptrdiff_t fl_tls_read(struct fl_tls *tls, void *to, size_t room, bool *to_write)
{
    int n = SSL_read(tls->ssl, to, room > INT32_MAX ? INT32_MAX : (int)room);
    return n > 0 ? n : outcome(tls, n, to_write);
}

ptrdiff_t fl_tls_write(struct fl_tls *tls, const void *bytes, size_t len, bool *to_write)
{
    int n = SSL_write(tls->ssl, bytes, len > INT32_MAX ? INT32_MAX : (int)len);
    return n > 0 ? n : outcome(tls, n, to_write);
}

bool fl_tls_has_input(const struct fl_tls *tls)
{
    return SSL_pending(tls->ssl) > 0;
}

void fl_tls_end(struct fl_tls *tls)
{
    SSL_free(tls->ssl);
    SSL_CTX_free(tls->context);
    free(tls);
}

/* Prepares the state of a connection. Returns false if memory is short or there is no list of
 * authorities. */
static bool prepare(struct fl_tls *tls, int socket, const char *host)
{
    tls->context = SSL_CTX_new(TLS_client_method());
    if (!tls->context || !SSL_CTX_set_default_verify_paths(tls->context))
        return false;
    SSL_CTX_set_verify(tls->context, SSL_VERIFY_PEER, NULL);
    SSL_CTX_set_min_proto_version(tls->context, TLS1_2_VERSION);
    SSL_CTX_set_mode(tls->context,
                     SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    tls->ssl = SSL_new(tls->context);
    if (!tls->ssl || !SSL_set_fd(tls->ssl, socket))
        return false;
    X509_VERIFY_PARAM *expected = SSL_get0_param(tls->ssl);
    bool is_address = X509_VERIFY_PARAM_set1_ip_asc(expected, host);
    ERR_clear_error();
    return is_address ||
           (SSL_set1_host(tls->ssl, host) && SSL_set_tlsext_host_name(tls->ssl, host));
}

static const char *shake_hands(struct fl_transport *t, int64_t deadline, const char **what)
{
    for (bool to_write;;) {
        int result = SSL_connect(t->tls->ssl);
        if (result == 1)
            return NULL;
        if (outcome(t->tls, result, &to_write) == FL_NET_AGAIN) {
            if (fl_net_wait(t->socket, to_write, deadline))
                continue;
            *what = "timeout";
            return "net.not-encrypted";
        }
        long verdict = SSL_get_verify_result(t->tls->ssl);
        *what = verdict != X509_V_OK ? X509_verify_cert_error_string(verdict)
                                     : ERR_reason_error_string(ERR_peek_error());
        if (!*what)
            *what = "end of connection";
        return "net.not-encrypted";
    }
}

const char *fl_tls_begin(struct fl_transport *t, const char *host, int64_t deadline,
                         const char **what)
{
    t->tls = calloc(1, sizeof *t->tls);
    *what = "OpenSSL";
    if (!t->tls || !prepare(t->tls, t->socket, host))
        return "net.not-encrypted";
    return shake_hands(t, deadline, what);
}
