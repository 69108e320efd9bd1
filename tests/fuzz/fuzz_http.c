/* Fuzzes the HTTP head parser: Debian's http-parser must agree with every request it accepts. */
#include "fuzz.h"
#include "http_oracle.h"

static void span_is_inside(struct fl_span span, const char *bytes, size_t len)
{
    MUST(!span.at || (span.at >= bytes && span.at + span.len <= bytes + len));
}

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t len)
{
    const char *bytes = (const char *)input;
    struct fl_http got;
    int status = fl_http_read(bytes, len, &got);
    MUST(status == FL_HTTP_MORE || status == FL_HTTP_READ || (status >= 400 && status <= 505));
    MUST(got.len <= len && got.len <= FL_HTTP_HEAD_MAX);
    MUST(status != FL_HTTP_MORE || (!got.len && len < FL_HTTP_HEAD_MAX));
    if (status != FL_HTTP_READ)
        return 0;
    struct fl_span all[] = {got.path,      got.query, got.host, got.origin,
                            got.forwarded, got.match, got.key};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        span_is_inside(all[i], bytes, got.len);
    MUST(oracle_agrees(bytes, &got));
    /* A head is complete at its end and not before. */
    struct fl_http again;
    MUST(fl_http_read(bytes, got.len, &again) == FL_HTTP_READ);
    MUST(fl_http_read(bytes, got.len - 1, &again) == FL_HTTP_MORE);
    return 0;
}
