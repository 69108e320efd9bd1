/* Fuzzes the commands of a host: whatever clients send, tables stay consistent, every message is
 * one line of valid JSON with existing translation keys, and no client receives another's token.
 *
 * An input consists of lines. The first character of each line selects its sender or an action:
 * digits 0 to 3 are clients, 'x' reconnects client 0, 't' advances the time, 'f' makes writes fail,
 * 'k' lets them succeed, 'r' kills and restarts the host. In the rest, @T is the last table, @K the
 * last token and @Q the last question; @A and @B are the secrets of two devices, @C the last code,
 * @H the last handle and @M the last finished match. */
#include "agents/advice/advice.h"
#include "core/sha256.h"
#include "faulty_store.h"
#include "fuzz.h"
#include "host/passport.h"
#include "host/people.h"
#include "small_world.h"

enum { FUZZ_LINES = 4, MOST_COMMANDS = 60, MOST_THOUGHTS = 16, MOST_TOKENS = 1024 };

/* The hashes of the tokens that a client has sent or received since it connected. */
struct known_tokens {
    int count;
    unsigned char hash[MOST_TOKENS][FL_HASH_SIZE];
    bool sent_secret[2]; /* @A, @B */
};

struct fuzz_world {
    struct small_world small;
    struct fl_host *host;
    struct fl_store *store;
    char code[16], handle[17], match[33];
    char table[FL_ID_TEXT], token[FL_TOKEN_TEXT], question[24];
    int thoughts;
    uint64_t ticket[MOST_THOUGHTS];
    int hints;
    uint64_t hint[MOST_THOUGHTS];
    struct fl_sight sight[MOST_THOUGHTS];
    struct known_tokens known[FUZZ_LINES];
};

static void learn_token(struct known_tokens *known, const char *token)
{
    MUST(known->count < MOST_TOKENS);
    known->count += fl_token_hash(token, known->hash[known->count]);
}

static bool knows_token(const struct known_tokens *known, const unsigned char hash[FL_HASH_SIZE])
{
    for (int i = 0; i < known->count; i++)
        if (fl_same_hash(known->hash[i], hash))
            return true;
    return false;
}

/* The secrets of @A and @B. */
static const char *const secrets[2] = {
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"};

/* A client is signed in with a secret that it has sent. */
static bool knows_secret(const struct known_tokens *known, const struct fl_identity *who)
{
    for (int i = 0; i < 2; i++) {
        unsigned char hash[FL_HASH_SIZE];
        fl_sha256(secrets[i], FL_SECRET_TEXT - 1, hash);
        if (known->sent_secret[i] && fl_same_hash(hash, who->secret_hash))
            return true;
    }
    return false;
}

static bool port_think(void *world, const struct fl_think_request *thought)
{
    struct fuzz_world *w = world;
    MUST(w->thoughts < MOST_THOUGHTS);
    w->ticket[w->thoughts++] = thought->ticket;
    return true;
}

static bool port_advise(void *world, const struct fl_think_request *thought)
{
    struct fuzz_world *w = world;
    if (w->hints == MOST_THOUGHTS)
        return false;
    w->sight[w->hints] = *thought->sight;
    w->hint[w->hints++] = thought->ticket;
    return true;
}

/* Copies the text after a message's key, up to its terminator. */
static void note(const char *json, const char *key, char *out, size_t room)
{
    const char *at = strstr(json, key);
    if (!at)
        return;
    at += strlen(key);
    size_t len = strcspn(at, "\",}");
    MUST(len < room);
    memcpy(out, at, len);
    out[len] = '\0';
}

static void is_sound_json(const char *json, size_t len)
{
    int depth = 0;
    bool quoted = false;
    for (size_t i = 0; i < len; i++) {
        MUST((unsigned char)json[i] >= 0x20);
        if (quoted && json[i] == '\\')
            i++;
        else if (json[i] == '"')
            quoted = !quoted;
        else if (!quoted)
            depth += (json[i] == '{' || json[i] == '[') - (json[i] == '}' || json[i] == ']');
        MUST(depth > 0 || i + 1 == len);
    }
    MUST(!quoted && !depth && json[len] == '\0');
}

static void refusal_has_words(const char *json)
{
    char key[64] = "";
    if (strncmp(json, "{\"type\":\"refused\"", 17))
        return;
    note(json, "\"key\":\"", key, sizeof key);
    MUST(fl_word_exists(key));
}

static void port_send(void *world, const fl_client_id *to, int lines, const char *json, size_t len)
{
    struct fuzz_world *w = world;
    for (int i = 0; i < lines; i++)
        MUST(to[i] < FUZZ_LINES && w->host->client[to[i]].open);
    is_sound_json(json, len);
    MUST(fl_text_check(json, strlen(json)) == FL_TEXT_CLEAN);
    refusal_has_words(json);
    if (!strncmp(json, "{\"type\":\"token\"", 15)) {
        note(json, "\"token\":\"", w->token, sizeof w->token);
        for (int i = 0; i < lines; i++)
            learn_token(&w->known[to[i]], w->token);
    }
    if (!strncmp(json, "{\"type\":\"table\"", 15))
        note(json, "\"id\":\"", w->table, sizeof w->table);
    if (!strncmp(json, "{\"type\":\"passport-code\"", 23))
        note(json, "\"code\":\"", w->code, sizeof w->code);
    if (!strncmp(json, "{\"type\":\"passport\"", 18) && strstr(json, "\"handle\":\""))
        note(json, "\"handle\":\"", w->handle, sizeof w->handle);
    if (!strncmp(json, "{\"type\":\"games\"", 15))
        note(json, "\"match\":\"", w->match, sizeof w->match);
    note(json, "\"question\":", w->question, sizeof w->question);
}

static void open_line(struct fuzz_world *w, fl_client_id line)
{
    w->known[line] = (struct known_tokens){0};
    fl_host_open(w->host, line, line % 3);
    struct fl_line hello = fl_line_check("hello 2", 7);
    fl_host_command(w->host, line, &hello);
}

static void open_lines(struct fuzz_world *w)
{
    for (fl_client_id line = 0; line < FUZZ_LINES; line++)
        open_line(w, line);
}

static void begin_host(struct fuzz_world *w)
{
    struct fl_limits limits = fl_usual_limits;
    limits.tables = 4;
    limits.clients = 3;
    limits.queue = 4;
    limits.tables_per_origin = 3;
    limits.unused_per_origin = 2;
    limits.events = 40;
    struct fl_port port = small_port(&w->small, w->store, port_think, port_send);
    port.advise = port_advise;
    w->host = fl_host_new(&port, &limits);
    MUST(w->host);
    open_lines(w);
}

static void restart(struct fuzz_world *w)
{
    while (w->store->pump(w->store)) /* a result may cause further requests */
        ;
    fl_host_free(w->host);
    w->thoughts = w->hints = 0;
    begin_host(w);
    MUST(fl_host_recover(w->host) >= 0);
    while (fl_host_unloaded(w->host))
        fl_host_tick(w->host);
    MUST(!fl_host_frozen(w->host));
}

/* Advises the first legal move, without a reason; or nothing. */
static void advise(struct fuzz_world *w)
{
    static struct fl_advice advice;
    const struct fl_sight *sight = &w->sight[--w->hints];
    struct fl_moves list;
    fl_list(sight->game, &sight->state, sight->viewer, &list);
    advice = (struct fl_advice){.legal = list.count, .count = 1, .at = {{.move = list.at[0].move}}};
    fl_host_advice(w->host, w->hint[w->hints], sight, w->small.now % 3 ? &advice : NULL);
}

/* Lets bots answer a few times, with arbitrary moves. */
static void let_bots_move(struct fuzz_world *w)
{
    for (int i = 0; i < 8; i++) {
        w->store->pump(w->store);
        if (w->thoughts)
            fl_host_bot_move(w->host, w->ticket[--w->thoughts],
                             (fl_move)(fl_rng_next(&w->small.rng) % 300));
        if (w->hints)
            advise(w);
        fl_host_tick(w->host);
    }
}

/* A client plays only for seats whose token it knows, and the counts are correct. */
static void is_sound(const struct fuzz_world *w)
{
    const struct fl_host *h = w->host;
    uint32_t guests = 0, tables = 0;
    for (uint32_t i = 0; i < h->table_room; i++) {
        const struct fl_table *t = h->table[i];
        if (!t)
            continue;
        tables++;
        guests += t->clients;
        MUST(t->clients <= h->limits.clients && t->queued <= h->limits.queue);
        MUST((t->phase == FL_TABLE_PLAYING) ==
                 (t->match.game && fl_match_turn(&t->match) && !t->pending) ||
             t->pending);
    }
    MUST(tables == h->tables);
    for (fl_client_id line = 0; line < FUZZ_LINES; line++) {
        const struct fl_client *g = &h->client[line];
        guests -= g->table != NULL;
        MUST(!g->seats || g->table);
        MUST(!g->table || g->viewer == FL_SPECTATOR || g->table->seat[g->viewer].shown);
        for (int seat = 0; seat < FL_MAX_SEATS; seat++)
            MUST(!(g->seats & FL_SEAT(seat)) ||
                 (seat < g->table->options.setup.seats && g->table->seat[seat].taken &&
                  g->has_token &&
                  (knows_token(&w->known[line], g->table->seat[seat].token_hash) ||
                   fl_client_has_passport(g, g->table->seat[seat].passport))));
        MUST(!g->identity || knows_secret(&w->known[line], g->identity));
        MUST(!g->waiting || g->job);
    }
    MUST(!guests);
}

static void put_filled_in(struct fuzz_world *w, const char *text, size_t len, struct fl_buf *out)
{
    static const char marks[] = "TKQABCHM";
    for (size_t i = 0; i < len; i++)
        if (i + 1 < len && text[i] == '@' && text[i + 1] && strchr(marks, text[i + 1])) {
            const char *const texts[] = {w->table,   w->token, w->question, secrets[0],
                                         secrets[1], w->code,  w->handle,   w->match};
            fl_put(out, texts[strchr(marks, text[++i]) - marks]);
        } else {
            fl_put_char(out, text[i]);
        }
}

/* Every word of a command that has the length of a token may be one. */
static void learn_sent_tokens(struct known_tokens *known, const char *text, size_t len)
{
    const char *end = text + len;
    for (const char *at = text; at < end;) {
        char token[FL_TOKEN_TEXT] = "";
        const char *stop = at;
        while (stop < end && *stop != ' ' && *stop != ',')
            stop++;
        if ((size_t)(stop - at) == sizeof token - 1) {
            memcpy(token, at, sizeof token - 1);
            learn_token(known, token);
        }
        at = stop + 1;
    }
}

static void act(struct fuzz_world *w, const char *line, size_t len)
{
    char memory[2048];
    struct fl_buf out = fl_buf_over(memory, sizeof memory);
    if (!len)
        return;
    put_filled_in(w, line + 1, len - 1, &out);
    if (line[0] == 'x') {
        fl_host_close(w->host, 0);
        open_line(w, 0);
    } else if (line[0] == 't') {
        w->small.now += 50000;
    } else if (line[0] == 'f' || line[0] == 'k') {
        faulty_store_fail_all(w->store, line[0] == 'f');
    } else if (line[0] == 'r') {
        restart(w);
    } else {
        struct fl_line checked = fl_line_check(memory, out.len);
        learn_sent_tokens(&w->known[line[0] & 3], memory, out.len);
        for (int i = 0; i < 2; i++)
            if (strstr(memory, secrets[i]))
                w->known[line[0] & 3].sent_secret[i] = true;
        fl_host_command(w->host, (fl_client_id)(line[0] & 3), &checked);
    }
    if (line[0] & 4 || line[0] >= 'a')
        let_bots_move(w);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
    static struct fuzz_world w;
    w = (struct fuzz_world){.small = {.now = 1000000, .rng = fl_rng_from(len, 1)},
                            .store = faulty_store(fl_memory_store())};
    const char *at = (const char *)bytes, *end = at + len;
    MUST(w.store);
    begin_host(&w);
    for (int i = 0; at < end && i < MOST_COMMANDS; i++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        act(&w, at, (size_t)((stop ? stop : end) - at));
        if (!(i % 4))
            let_bots_move(&w);
        is_sound(&w);
        at = stop ? stop + 1 : end;
    }
    let_bots_move(&w);
    w.store->close(w.store);
    fl_host_free(w.host);
    return 0;
}
