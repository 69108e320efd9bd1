/* Tokens, and the secret of a table's fair dice. A token is 128 random bits that are sent once to
 * one client; the table keeps the hash. */
#include <string.h>

#include "core/sha256.h"
#include "host/people.h"
#include "host/play.h"

static const char digits[] = "0123456789abcdef";

void fl_token_make(struct fl_host *h, char text[FL_TOKEN_TEXT], unsigned char hash[FL_HASH_SIZE])
{
    unsigned char token[FL_TOKEN_SIZE];
    h->port.entropy(h->port.context, token, sizeof token);
    for (int i = 0; i < FL_TOKEN_SIZE; i++) {
        text[2 * i] = digits[token[i] >> 4];
        text[2 * i + 1] = digits[token[i] & 15];
    }
    text[FL_TOKEN_TEXT - 1] = '\0';
    fl_token_hash(text, hash);
}

bool fl_token_hash(const char *text, unsigned char hash[FL_HASH_SIZE])
{
    if (strlen(text) != FL_TOKEN_TEXT - 1)
        return false;
    fl_sha256(text, FL_TOKEN_TEXT - 1, hash);
    return true;
}

bool fl_same_hash(const unsigned char *a, const unsigned char *b)
{
    unsigned differs = 0;
    for (int i = 0; i < FL_HASH_SIZE; i++)
        differs |= (unsigned)(a[i] ^ b[i]);
    return !differs;
}

/* The name of a table in its records: a hash of the id, because records are shared and the id
 * gives access to the table. */
static void put_record_name(const struct fl_table *t, char name[FL_FAIR_WORD_SIZE])
{
    unsigned char hash[FL_HASH_SIZE];
    char memory[32];
    struct fl_buf text = fl_buf_over(memory, sizeof memory);
    struct fl_buf out = fl_buf_over(name, FL_FAIR_WORD_SIZE);
    uint64_t number;
    fl_put(&text, "flibuste table ");
    fl_put(&text, t->name);
    fl_sha256(text.at, text.len, hash);
    memcpy(&number, hash, sizeof number);
    fl_put_hex64(&out, number);
}

void fl_table_fair(const struct fl_table *t, struct fl_fair *out)
{
    memset(out, 0, sizeof *out);
    out->committed = t->options.dice == FL_FAIR_DICE;
    out->revealed = out->committed && t->phase == FL_TABLE_FINISHED;
    memcpy(out->secret, t->secret, sizeof out->secret);
    fl_fair_commit(t->secret, out->commitment);
    put_record_name(t, out->table);
    for (int seat = 0; seat < t->options.setup.seats; seat++)
        memcpy(out->nonce[seat], t->seat[seat].nonce, FL_FAIR_WORD_SIZE);
}
