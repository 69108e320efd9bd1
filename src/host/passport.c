/* Passports: signing in, devices, codes for other devices, merging, deleting. */
#include "host/passport.h"

#include <stdlib.h>
#include <string.h>

#include "core/sha256.h"
#include "host/messages.h"
#include "host/people.h"

enum {
    LONGEST_AVATAR = 999,
    CODE_BYTES = 6,
    CODE_TEXT = 2 * CODE_BYTES, /* digits */
    CODE_ROUNDS = 4096,
    CODE_TIME = 10 * 60000,
    DAY = 24 * 60 * 60000,
    REVOKED_TIME = 60 * 60000,
    REVOKED_PAUSE = 2000,
    MET_PAGE = 60 /* people whose lists are changed in one transaction */
};

uint32_t fl_today(const struct fl_host *h)
{
    return (uint32_t)(fl_now(h) / DAY);
}

/* ---- clients ---- */

uint64_t fl_client_passport(const struct fl_client *g)
{
    return g->identity ? g->identity->id[0] : 0;
}

bool fl_client_is_child(const struct fl_client *g)
{
    return g->identity && g->identity->child;
}

bool fl_client_has_passport(const struct fl_client *g, uint64_t passport)
{
    for (int i = 0; passport && g->identity && i < g->identity->ids; i++)
        if (g->identity->id[i] == passport)
            return true;
    return false;
}

void fl_passport_seat_hash(uint64_t passport, const struct fl_table *t,
                           unsigned char hash[FL_HASH_SIZE])
{
    char memory[64];
    struct fl_buf text = fl_buf_over(memory, sizeof memory);
    fl_put(&text, "flibuste seat ");
    fl_put_hex64(&text, passport);
    fl_put(&text, t->name);
    fl_sha256(text.at, text.len, hash);
}

/* ---- messages ---- */

void fl_json_key_id(struct fl_json *j, const char *key, uint64_t id)
{
    char memory[17];
    struct fl_buf text = fl_buf_over(memory, sizeof memory);
    fl_put_hex64(&text, id);
    fl_json_key_text(j, key, memory);
}

void fl_json_profile(struct fl_json *j, const struct fl_profile *p, int device)
{
    fl_json_key_id(j, "handle", p->id[0]);
    fl_json_key_text(j, "name", p->name);
    fl_json_key_number(j, "avatar", p->avatar);
    fl_json_key_bool(j, "child", p->child);
    fl_json_key_bool(j, "listed", p->listed);
    fl_json_key_number(j, "device", device);
    fl_json_key_number(j, "created", (int64_t)p->created * DAY);
}

void fl_json_devices(struct fl_json *j, const struct fl_job *job)
{
    struct fl_device device;
    fl_json_key(j, "devices");
    fl_json_open(j, '[');
    for (int number = 1; number <= FL_MAX_DEVICES; number++) {
        if (!fl_job_device(job, FL_DEVICE_RANGE, number, &device))
            continue;
        fl_json_open(j, '{');
        fl_json_key_number(j, "device", number);
        fl_json_key_text(j, "name", device.name);
        fl_json_key_number(j, "used", (int64_t)device.used * DAY);
        fl_json_key_bool(j, "this", number == job->who.device);
        fl_json_close(j, '}');
    }
    fl_json_close(j, ']');
}

static void send_signed_out(struct fl_host *h, fl_client_id client)
{
    struct fl_buf out;
    struct fl_json j = fl_message(h, &out, "passport");
    fl_json_key_text(&j, "handle", NULL);
    fl_send(h, &client, 1, &j);
}

/* The passport of the job is that of its client from now on. */
static void take_identity(struct fl_job *job)
{
    struct fl_client *g = fl_job_client(job);
    if (!g)
        return;
    if (!g->identity) {
        g->identity = malloc(sizeof *g->identity);
        if (!g->identity)
            abort(); /* as a write request without memory does */
        job->host->identities++;
    }
    memcpy(job->who.secret_hash, job->secret_hash, FL_HASH_SIZE);
    *g->identity = job->who;
    memcpy(g->name, job->profile.name, sizeof g->name);
}

static void send_passport(struct fl_job *job)
{
    struct fl_buf out;
    take_identity(job);
    if (job->client != FL_NO_CLIENT && !job->silent) {
        struct fl_json j = fl_message(job->host, &out, "passport");
        fl_json_profile(&j, &job->profile, job->who.device);
        fl_send(job->host, &job->client, 1, &j);
    }
    fl_job_end(job);
}

void fl_sign_out(struct fl_host *h, fl_client_id client)
{
    struct fl_client *g = &h->client[client];
    h->identities -= g->identity != NULL;
    free(g->identity);
    g->identity = NULL;
    if (g->table)
        fl_client_remove(h, client, "host.signed-out");
    send_signed_out(h, client);
}

/* Signs out all clients of a device, and, with `except`, all but this one. */
static void sign_out_device(struct fl_host *h, const unsigned char hash[FL_HASH_SIZE],
                            fl_client_id except)
{
    for (fl_client_id i = 0; i < h->client_room; i++)
        if (h->client[i].open && h->client[i].identity && i != except &&
            fl_same_hash(h->client[i].identity->secret_hash, hash))
            fl_sign_out(h, i);
}

/* ---- stored form ---- */

struct fl_value fl_profile_value(const struct fl_profile *p)
{
    struct fl_value value = {.len = 0};
    fl_value_add_number(&value, p->into != 0, 1);
    if (p->into) {
        fl_value_add_number(&value, p->into, 8);
        return value;
    }
    fl_value_add_number(&value, (uint64_t)(p->child | p->listed << 1), 1);
    fl_value_add_number(&value, p->avatar, 2);
    fl_value_add_number(&value, p->created, 4);
    fl_value_add_number(&value, (uint64_t)p->ids, 1);
    for (int i = 0; i < p->ids; i++)
        fl_value_add_number(&value, p->id[i], 8);
    fl_value_add_text(&value, p->name);
    return value;
}

static void put_profile(struct fl_change_list *list, enum fl_change_kind kind, uint64_t id,
                        const struct fl_profile *p)
{
    struct fl_entry_key key = fl_entry_key_of(FL_SPACE_PASSPORT, id);
    struct fl_value value = fl_profile_value(p);
    fl_changes_add(list, kind, &key, &value, NULL);
}

static struct fl_entry_key secret_key(const unsigned char hash[FL_HASH_SIZE])
{
    struct fl_entry_key key = fl_entry_key_in(FL_SPACE_SECRET);
    fl_entry_key_add(&key, hash, FL_HASH_SIZE);
    return key;
}

static struct fl_entry_key device_key(uint64_t id, int number)
{
    struct fl_entry_key key = fl_entry_key_of(FL_SPACE_DEVICE, id);
    fl_entry_key_add(&key, &(unsigned char){(unsigned char)number}, 1);
    return key;
}

static void put_secret(struct fl_change_list *list, enum fl_change_kind kind,
                       const unsigned char hash[FL_HASH_SIZE], uint64_t id, int number)
{
    struct fl_entry_key key = secret_key(hash);
    struct fl_value value = {.len = 0};
    fl_value_add_number(&value, id, 8);
    fl_value_add_number(&value, (uint64_t)number, 1);
    fl_changes_add(list, kind, &key, &value, NULL);
}

static void put_device(struct fl_change_list *list, enum fl_change_kind kind, uint64_t id,
                       int number, const struct fl_device *device)
{
    struct fl_entry_key key = device_key(id, number);
    struct fl_value value = {.len = 0};
    fl_value_add(&value, device->secret_hash, FL_HASH_SIZE);
    fl_value_add_number(&value, device->used, 4);
    fl_value_add_text(&value, device->name);
    fl_changes_add(list, kind, &key, &value, NULL);
}

static void remove_key(struct fl_change_list *list, enum fl_change_kind kind,
                       struct fl_entry_key key)
{
    fl_changes_add(list, kind, &key, NULL, NULL);
}

/* Other nodes of a shared store learn of a revoked device from this. */
static void put_revoked(struct fl_job *job, struct fl_change_list *list,
                        const unsigned char hash[FL_HASH_SIZE])
{
    struct fl_entry_key key = fl_entry_key_of(FL_SPACE_REVOKED, (uint64_t)fl_now(job->host));
    fl_entry_key_add(&key, hash, FL_HASH_SIZE);
    if (job->host->port.store->shared)
        fl_changes_add(list, FL_CHANGE_PUT, &key, NULL, NULL);
}

/* ---- arguments ---- */

static bool is_hex(const char *text, size_t len)
{
    return strlen(text) == len && strspn(text, "0123456789abcdef") == len;
}

/* Reads a secret and hashes it. */
static bool read_secret(const char **args, unsigned char hash[FL_HASH_SIZE])
{
    char secret[FL_SECRET_TEXT] = "";
    bool read = fl_next_word(args, secret, sizeof secret) && is_hex(secret, sizeof secret - 1);
    if (read)
        fl_sha256(secret, sizeof secret - 1, hash);
    return read;
}

static bool may_guess(const struct fl_job *job)
{
    const struct fl_limits *limits = &job->host->limits;
    const struct fl_origin *origin = fl_job_client(job)->origin;
    return !origin || fl_pace_allows(&origin->guesses, fl_now(job->host), limits->guess_burst,
                                     limits->guess_pause);
}

static void count_guess(const struct fl_job *job)
{
    struct fl_origin *origin = fl_job_client(job)->origin;
    if (origin)
        fl_pace_count(&origin->guesses, fl_now(job->host), job->host->limits.guess_pause);
}

static bool read_switch(struct fl_job *job, const char *args)
{
    job->on = !strcmp(args, "on");
    return job->on || !strcmp(args, "off");
}

/* ---- in, new, out ---- */

/* passport in SECRET */
static const char *begin_in(struct fl_job *job, const char *args)
{
    job->who = (struct fl_identity){0};
    return !read_secret(&args, job->secret_hash) ? "host.bad-secret"
           : !may_guess(job)                     ? "host.too-many-guesses"
                                                 : NULL;
}

/* Notes the day of the last use. */
static void decide_in(struct fl_job *job)
{
    struct fl_device device;
    if (!fl_job_device(job, FL_DEVICE_RANGE, job->who.device, &device) ||
        device.used == fl_today(job->host)) {
        send_passport(job);
        return;
    }
    device.used = fl_today(job->host);
    struct fl_change_list *list = fl_job_changes(job);
    fl_job_expect(job, list);
    put_device(list, FL_CHANGE_PUT, job->who.id[0], job->who.device, &device);
    fl_job_commit(job, send_passport);
}

static void create(struct fl_job *job)
{
    const struct fl_port *port = &job->host->port;
    struct fl_profile *p = &job->profile;
    struct fl_entry entry;
    if (fl_job_first(job, 0, &entry)) {
        fl_job_refuse(job, "host.passport-exists");
        return;
    }
    do
        port->entropy(port->context, &p->id[0], sizeof p->id[0]);
    while (!p->id[0]);
    p->ids = 1;
    p->created = fl_today(job->host);
    job->who = (struct fl_identity){.ids = 1, .id = {p->id[0]}, .device = 1};
    job->once = true;
    struct fl_device device = {.used = p->created};
    memcpy(device.secret_hash, job->secret_hash, FL_HASH_SIZE);
    struct fl_change_list *list = fl_job_changes(job);
    put_profile(list, FL_CHANGE_ADD, p->id[0], p);
    put_secret(list, FL_CHANGE_ADD, job->secret_hash, p->id[0], 1);
    put_device(list, FL_CHANGE_ADD, p->id[0], 1, &device);
    fl_job_commit(job, send_passport);
}

static bool read_avatar(const char **args, uint16_t *avatar)
{
    char word[8] = "";
    int64_t number =
        fl_next_word(args, word, sizeof word) ? fl_read_count(word, LONGEST_AVATAR) : -1;
    *avatar = (uint16_t)number;
    return number >= 0;
}

/* passport new SECRET AVATAR NAME */
static const char *begin_new(struct fl_job *job, const char *args)
{
    const struct fl_limits *limits = &job->host->limits;
    struct fl_origin *origin = fl_job_client(job)->origin;
    int64_t now = fl_now(job->host);
    const char *why = !read_secret(&args, job->secret_hash)       ? "host.bad-secret"
                      : !read_avatar(&args, &job->profile.avatar) ? "host.bad-avatar"
                      : !fl_read_name(args, job->profile.name) || !job->profile.name[0]
                          ? "host.bad-name"
                      : origin && !fl_pace_allows(&origin->passports, now, limits->passport_burst,
                                                  limits->passport_pause)
                          ? "host.too-many-passports"
                          : NULL;
    if (why)
        return why;
    if (origin)
        fl_pace_count(&origin->passports, now, limits->passport_pause);
    struct fl_entry_key key = secret_key(job->secret_hash);
    fl_job_add_range(job, &key, NULL, 1);
    job->next = create;
    return NULL;
}

/* ---- changing the passport ---- */

static void store_profile(struct fl_job *job)
{
    struct fl_change_list *list = fl_job_changes(job);
    fl_job_expect(job, list);
    put_profile(list, FL_CHANGE_PUT, job->who.id[0], &job->profile);
    fl_job_commit(job, send_passport);
}

/* passport name NAME */
static const char *begin_name(struct fl_job *job, const char *args)
{
    return fl_read_name(args, job->text) && job->text[0] ? NULL : "host.bad-name";
}

static void decide_name(struct fl_job *job)
{
    memcpy(job->profile.name, job->text, sizeof job->text);
    store_profile(job);
}

/* passport avatar AVATAR */
static const char *begin_avatar(struct fl_job *job, const char *args)
{
    uint16_t avatar;
    bool read = read_avatar(&args, &avatar);
    job->number = avatar;
    return read ? NULL : "host.bad-avatar";
}

static void decide_avatar(struct fl_job *job)
{
    job->profile.avatar = (uint16_t)job->number;
    store_profile(job);
}

/* passport child on|off, passport listed on|off */
static const char *begin_switch(struct fl_job *job, const char *args)
{
    return read_switch(job, args) ? NULL : "host.unknown-command";
}

static void decide_child(struct fl_job *job)
{
    job->profile.child = job->who.child = job->on;
    store_profile(job);
}

static void decide_listed(struct fl_job *job)
{
    job->profile.listed = job->on;
    store_profile(job);
}

/* ---- devices ---- */

static void decide_devices(struct fl_job *job)
{
    struct fl_buf out;
    struct fl_json j = fl_message(job->host, &out, "devices");
    fl_json_devices(&j, job);
    fl_send(job->host, &job->client, 1, &j);
    fl_job_end(job);
}

/* Reads the devices again, and sends them. */
static void send_devices(struct fl_job *job)
{
    static const struct fl_job_command list = {.word = "devices", .decide = decide_devices};
    job->command = &list;
    if (job->client == FL_NO_CLIENT)
        fl_job_end(job);
    else
        fl_job_load(job);
}

static void decide_device(struct fl_job *job)
{
    struct fl_device device;
    if (!fl_job_device(job, FL_DEVICE_RANGE, job->who.device, &device)) {
        fl_job_refuse(job, "host.unknown-device");
        return;
    }
    memcpy(device.name, job->text, sizeof device.name);
    struct fl_change_list *list = fl_job_changes(job);
    fl_job_expect(job, list);
    put_device(list, FL_CHANGE_PUT, job->who.id[0], job->who.device, &device);
    fl_job_commit(job, send_devices);
}

/* passport revoke NUMBER */
static const char *begin_revoke(struct fl_job *job, const char *args)
{
    job->number = (int)fl_read_count(args, FL_MAX_DEVICES);
    return job->number > 0 ? NULL : "host.unknown-device";
}

static void on_revoked(struct fl_job *job)
{
    sign_out_device(job->host, job->other_hash, FL_NO_CLIENT);
    if (job->number == job->who.device)
        fl_job_end(job);
    else
        send_devices(job);
}

static void decide_revoke(struct fl_job *job)
{
    struct fl_device device;
    if (!fl_job_device(job, FL_DEVICE_RANGE, job->number, &device)) {
        fl_job_refuse(job, "host.unknown-device");
        return;
    }
    memcpy(job->other_hash, device.secret_hash, FL_HASH_SIZE);
    struct fl_change_list *list = fl_job_changes(job);
    fl_job_expect(job, list);
    remove_key(list, FL_CHANGE_REMOVE, secret_key(device.secret_hash));
    remove_key(list, FL_CHANGE_REMOVE, device_key(job->who.id[0], job->number));
    put_revoked(job, list, device.secret_hash);
    fl_job_commit(job, on_revoked);
}

/* ---- codes ---- */

/* Many rounds, so that somebody who reads the database cannot try all codes while one is valid. */
static struct fl_entry_key code_key(const char *code)
{
    struct fl_entry_key key = fl_entry_key_in(FL_SPACE_CODE);
    unsigned char hash[FL_HASH_SIZE];
    char memory[64];
    struct fl_buf text = fl_buf_over(memory, sizeof memory);
    fl_put(&text, "flibuste code ");
    fl_put(&text, code);
    fl_sha256(text.at, text.len, hash);
    for (int i = 1; i < CODE_ROUNDS; i++)
        fl_sha256(hash, sizeof hash, hash);
    fl_entry_key_add(&key, hash, sizeof hash);
    return key;
}

static void add_last_code(struct fl_job *job)
{
    struct fl_entry_key key = fl_entry_key_of(FL_SPACE_LAST_CODE, job->who.id[0]);
    fl_job_add_range(job, &key, NULL, 1);
}

static void send_code(struct fl_job *job)
{
    struct fl_buf out;
    if (job->client != FL_NO_CLIENT) {
        struct fl_json j = fl_message(job->host, &out, "passport-code");
        fl_json_key_text(&j, "code", job->code);
        fl_json_key_number(&j, "until", job->until);
        if (job->host->port.url)
            fl_json_key_text(&j, "url", job->host->port.url);
        fl_send(job->host, &job->client, 1, &j);
    }
    fl_job_end(job);
}

/* passport code. Its hash takes a millisecond or two. */
static const char *begin_code(struct fl_job *job, const char *args)
{
    const struct fl_limits *limits = &job->host->limits;
    struct fl_origin *origin = fl_job_client(job)->origin;
    int64_t now = fl_now(job->host);
    (void)args;
    if (origin && !fl_pace_allows(&origin->codes, now, limits->code_burst, limits->code_pause))
        return "host.too-many-codes";
    if (origin)
        fl_pace_count(&origin->codes, now, limits->code_pause);
    return NULL;
}

static void decide_code(struct fl_job *job)
{
    const struct fl_port *port = &job->host->port;
    struct fl_entry last;
    unsigned char bytes[CODE_BYTES];
    port->entropy(port->context, bytes, sizeof bytes);
    for (int i = 0; i < CODE_TEXT; i++)
        job->code[i] = "0123456789abcdef"[bytes[i / 2] >> (i % 2 ? 0 : 4) & 15];
    job->until = fl_now(job->host) + CODE_TIME;
    struct fl_change_list *list = fl_job_changes(job);
    fl_job_expect(job, list);
    if (fl_job_first(job, FL_OWN_RANGES, &last) && last.len == FL_HASH_SIZE) {
        struct fl_entry_key old = fl_entry_key_in(FL_SPACE_CODE);
        fl_entry_key_add(&old, last.value, last.len);
        remove_key(list, FL_CHANGE_REMOVE, old);
    }
    struct fl_entry_key code = code_key(job->code);
    struct fl_entry_key newest = fl_entry_key_of(FL_SPACE_LAST_CODE, job->who.id[0]);
    struct fl_value value = {.len = 0}, hash = {.len = 0};
    fl_value_add_number(&value, job->who.id[0], 8);
    fl_value_add_number(&value, (uint64_t)job->until, 8);
    fl_value_add(&hash, code.at + 1, FL_HASH_SIZE);
    fl_changes_add(list, FL_CHANGE_ADD, &code, &value, NULL);
    fl_changes_add(list, FL_CHANGE_PUT, &newest, &hash, NULL);
    fl_job_commit(job, send_code);
}

/* The code was right, and its passport was read. */
static void add_device(struct fl_job *job)
{
    struct fl_entry known;
    bool found =
        fl_job_read_passport(job, 0, &job->profile, &job->profile_value) && !job->profile.into;
    int number = fl_job_free_device(job, 1);
    const char *why = !found                         ? "host.wrong-code"
                      : fl_job_first(job, 2, &known) ? "host.passport-exists"
                      : !number                      ? "host.too-many-devices"
                                                     : NULL;
    if (why) {
        fl_job_refuse(job, why);
        return;
    }
    struct fl_device device = {.used = fl_today(job->host)};
    memcpy(device.name, job->text, sizeof device.name);
    memcpy(device.secret_hash, job->secret_hash, FL_HASH_SIZE);
    struct fl_entry_key code = code_key(job->code);
    struct fl_entry_key passport = fl_entry_key_of(FL_SPACE_PASSPORT, job->profile.id[0]);
    struct fl_change_list *list = fl_job_changes(job);
    fl_changes_add(list, FL_CHANGE_EXPECT, &code, &job->other_value, NULL);
    fl_changes_add(list, FL_CHANGE_EXPECT, &passport, &job->profile_value, NULL);
    remove_key(list, FL_CHANGE_REMOVE, code);
    put_secret(list, FL_CHANGE_ADD, job->secret_hash, job->profile.id[0], number);
    put_device(list, FL_CHANGE_ADD, job->profile.id[0], number, &device);
    job->who = (struct fl_identity){
        .ids = job->profile.ids, .device = (uint8_t)number, .child = job->profile.child};
    memcpy(job->who.id, job->profile.id, sizeof job->who.id);
    job->once = true;
    fl_job_commit(job, send_passport);
}

static void check_code(struct fl_job *job)
{
    struct fl_entry entry = {0};
    bool found = fl_job_first(job, 0, &entry);
    struct fl_value_reader r = fl_value_read(&entry);
    uint64_t id = fl_value_number(&r, 8);
    int64_t until = (int64_t)fl_value_number(&r, 8);
    if (!found || r.failed || fl_now(job->host) >= until) {
        count_guess(job);
        fl_job_refuse(job, "host.wrong-code");
        return;
    }
    job->other_value.len = 0;
    fl_value_add(&job->other_value, entry.value, entry.len);
    struct fl_entry_key secret = secret_key(job->secret_hash);
    fl_job_add_passport(job, id);
    fl_job_add_range(job, &secret, NULL, 1);
    fl_job_scan(job, add_device);
}

/* passport use CODE SECRET [NAME] */
static const char *begin_use(struct fl_job *job, const char *args)
{
    const char *why =
        !fl_next_word(&args, job->code, sizeof job->code) || !is_hex(job->code, CODE_TEXT)
            ? "host.wrong-code"
        : !read_secret(&args, job->secret_hash)   ? "host.bad-secret"
        : *args && !fl_read_name(args, job->text) ? "host.bad-name"
        : !may_guess(job)                         ? "host.too-many-guesses"
                                                  : NULL;
    if (why)
        return why;
    struct fl_entry_key key = code_key(job->code);
    fl_job_add_range(job, &key, NULL, 1);
    job->next = check_code;
    return NULL;
}

/* ---- merging ---- */

/* passport merge SECRET */
static const char *begin_merge(struct fl_job *job, const char *args)
{
    return !read_secret(&args, job->other_hash) ? "host.bad-secret"
           : !may_guess(job)                    ? "host.too-many-guesses"
                                                : NULL;
}

static void add_other_secret(struct fl_job *job)
{
    struct fl_entry_key key = secret_key(job->other_hash);
    fl_job_add_range(job, &key, NULL, 1);
    if (!job->other)
        return;
    fl_job_add_passport(job, job->other);
}

static void on_merged(struct fl_job *job)
{
    for (fl_client_id i = 0; i < job->host->client_room; i++) /* they sign in again */
        if (job->host->client[i].open && i != job->client &&
            fl_client_passport(&job->host->client[i]) == job->other)
            job->host->port.disconnect(job->host->port.context, i);
    send_passport(job);
}

/* Gives the devices of the other passport numbers of this one. False if there are too many. */
static bool move_devices(struct fl_job *job, struct fl_change_list *list, int devices)
{
    struct fl_device device, taken;
    int number = 1;
    for (int old = 1; old <= FL_MAX_DEVICES; old++) {
        if (!fl_job_device(job, devices, old, &device))
            continue;
        while (number <= FL_MAX_DEVICES && fl_job_device(job, FL_DEVICE_RANGE, number, &taken))
            number++;
        if (number > FL_MAX_DEVICES)
            return false;
        remove_key(list, FL_CHANGE_REMOVE, device_key(job->other, old));
        put_device(list, FL_CHANGE_PUT, job->who.id[0], number, &device);
        put_secret(list, FL_CHANGE_PUT, device.secret_hash, job->who.id[0], number);
        number++;
    }
    return true;
}

static void merge(struct fl_job *job, struct fl_profile *other)
{
    struct fl_change_list *list = fl_job_changes(job);
    struct fl_entry_key key = fl_entry_key_of(FL_SPACE_PASSPORT, job->other);
    fl_job_expect(job, list);
    fl_changes_add(list, FL_CHANGE_EXPECT, &key, &job->other_value, NULL);
    if (job->profile.ids + other->ids > FL_PASSPORT_IDS) {
        fl_job_refuse(job, "host.merge-full");
        return;
    }
    if (!move_devices(job, list, FL_OWN_RANGES + 2)) {
        fl_job_refuse(job, "host.too-many-devices");
        return;
    }
    for (int i = 0; i < other->ids; i++) {
        job->profile.id[job->profile.ids++] = other->id[i];
        put_profile(list, FL_CHANGE_PUT, other->id[i],
                    &(struct fl_profile){.into = job->who.id[0]});
    }
    job->profile.child |= other->child;
    put_profile(list, FL_CHANGE_PUT, job->who.id[0], &job->profile);
    job->who.ids = job->profile.ids;
    job->who.child = job->profile.child;
    memcpy(job->who.id, job->profile.id, sizeof job->who.id);
    fl_job_commit(job, on_merged);
}

/* The other secret leads to the other passport, which is read next. */
static void decide_merge(struct fl_job *job)
{
    struct fl_entry entry = {0};
    struct fl_profile other;
    bool found = fl_job_first(job, FL_OWN_RANGES, &entry);
    struct fl_value_reader r = fl_value_read(&entry);
    uint64_t id = fl_value_number(&r, 8);
    if (!found || id == job->who.id[0]) {
        if (!found)
            count_guess(job);
        fl_job_refuse(job, found ? "host.same-passport" : "host.unknown-passport");
    } else if (id != job->other) {
        job->other = id;
        fl_job_load(job);
    } else if (fl_job_read_passport(job, FL_OWN_RANGES + 1, &other, &job->other_value) &&
               !other.into) {
        merge(job, &other);
    } else {
        fl_job_refuse(job, "host.busy");
    }
}

/* ---- deleting ---- */

/* passport delete HANDLE */
static const char *begin_delete(struct fl_job *job, const char *args)
{
    char memory[17];
    struct fl_buf own = fl_buf_over(memory, sizeof memory);
    fl_put_hex64(&own, job->who.id[0]);
    return strcmp(own.at, args) ? "host.not-your-handle" : NULL;
}

static void add_people(struct fl_job *job)
{
    for (int i = 0; i < job->who.ids; i++) {
        struct fl_entry_key key = fl_entry_key_of(FL_SPACE_MET, job->who.id[i]);
        fl_job_add_range(job, &key, NULL, MET_PAGE / job->who.ids);
    }
    add_last_code(job);
}

static void forget_in_tables(struct fl_host *h, const struct fl_identity *who)
{
    for (uint32_t i = 0; i < h->table_room; i++) {
        struct fl_table *t = h->table[i];
        for (int seat = 0; t && seat < t->options.setup.seats; seat++)
            for (int n = 0; n < who->ids; n++)
                if (t->seat[seat].passport == who->id[n])
                    t->seat[seat].passport = 0;
        for (int n = 0; t && n < who->ids; n++)
            if (t->owner_passport == who->id[n])
                t->owner_passport = 0;
    }
}

static void on_deleted(struct fl_job *job)
{
    struct fl_host *h = job->host;
    forget_in_tables(h, &job->who);
    for (fl_client_id i = 0; i < h->client_room; i++)
        if (h->client[i].open && fl_client_passport(&h->client[i]) == job->who.id[0])
            fl_sign_out(h, i);
    fl_job_end(job);
}

/* Removes everything that is left. */
static void delete_rest(struct fl_job *job)
{
    static const enum fl_space own[] = {FL_SPACE_RUNNING, FL_SPACE_FINISHED,   FL_SPACE_FAVOURITE,
                                        FL_SPACE_MET,     FL_SPACE_INVITATION, FL_SPACE_DEVICE};
    struct fl_device device;
    struct fl_entry last;
    struct fl_change_list *list = fl_job_changes(job);
    fl_job_expect(job, list);
    for (int number = 1; number <= FL_MAX_DEVICES; number++)
        if (fl_job_device(job, FL_DEVICE_RANGE, number, &device)) {
            remove_key(list, FL_CHANGE_REMOVE, secret_key(device.secret_hash));
            put_revoked(job, list, device.secret_hash);
        }
    for (int i = 0; i < job->who.ids; i++) {
        struct fl_entry_key id = fl_entry_key_of(FL_SPACE_PASSPORT, job->who.id[i]);
        remove_key(list, FL_CHANGE_REMOVE, id);
        remove_key(list, FL_CHANGE_REMOVE, fl_entry_key_of(FL_SPACE_LAST_CODE, job->who.id[i]));
        for (size_t n = 0; n < sizeof own / sizeof *own; n++)
            remove_key(list, FL_CHANGE_REMOVE_ALL, fl_entry_key_of(own[n], job->who.id[i]));
        memmove(id.at, id.at + 1, --id.len); /* the number alone */
        remove_key(list, FL_CHANGE_FORGET, id);
    }
    if (fl_job_first(job, FL_OWN_RANGES + job->who.ids, &last) && last.len == FL_HASH_SIZE) {
        struct fl_entry_key code = fl_entry_key_in(FL_SPACE_CODE);
        fl_entry_key_add(&code, last.value, last.len);
        remove_key(list, FL_CHANGE_REMOVE, code);
    }
    fl_job_commit(job, on_deleted);
}

/* First leaves the lists of other people, some at a time. */
static void decide_delete(struct fl_job *job)
{
    struct fl_change_list *list = fl_job_changes(job);
    bool any = false;
    fl_job_expect(job, list);
    for (int i = 0; i < job->found; i++) {
        struct fl_entry entry = fl_job_entry(job, i);
        if (job->entry[i].range < FL_OWN_RANGES ||
            job->entry[i].range >= FL_OWN_RANGES + job->who.ids || entry.key_len != 17)
            continue;
        any = true;
        uint64_t own = fl_entry_key_number(&entry, 1), other = fl_entry_key_number(&entry, 9);
        struct fl_entry_key mine = fl_entry_key_of(FL_SPACE_MET, own),
                            theirs = fl_entry_key_of(FL_SPACE_MET, other);
        struct fl_entry_key invited = fl_entry_key_of(FL_SPACE_INVITATION, other);
        fl_entry_key_add_number(&mine, other);
        fl_entry_key_add_number(&theirs, own);
        fl_entry_key_add_number(&invited, own);
        remove_key(list, FL_CHANGE_REMOVE, mine);
        remove_key(list, FL_CHANGE_REMOVE, theirs);
        remove_key(list, FL_CHANGE_REMOVE_ALL, invited);
    }
    if (any)
        fl_job_commit(job, fl_job_load);
    else
        delete_rest(job);
}

/* ---- devices that other nodes have revoked ---- */

enum { OLD_REVOKED = 20 }; /* removed at a time */

struct revoked_scan {
    struct fl_host *host;
    int old;
    struct fl_entry_key key[OLD_REVOKED];
};

static void take_revoked(void *context, int range, const struct fl_entry *entry)
{
    struct revoked_scan *scan = context;
    struct fl_host *h = scan->host;
    (void)range;
    if (entry->key_len != 9 + FL_HASH_SIZE)
        return;
    sign_out_device(h, (const unsigned char *)entry->key + 9, FL_NO_CLIENT);
    if ((int64_t)fl_entry_key_number(entry, 1) > fl_now(h) - REVOKED_TIME ||
        scan->old == OLD_REVOKED)
        return;
    struct fl_entry_key *key = &scan->key[scan->old++];
    key->len = 0;
    fl_entry_key_add(key, entry->key, entry->key_len);
}

static void ignore_outcome(void *context, uint64_t ticket, enum fl_outcome outcome)
{
    (void)context;
    (void)ticket;
    (void)outcome;
}

static void on_revoked_read(void *context, uint64_t ticket, bool ok)
{
    struct revoked_scan *scan = context;
    struct fl_host *h = scan->host;
    (void)ticket;
    (void)ok;
    h->reads_revoked = false;
    h->jobs--;
    fl_changes_clear(&h->changes);
    for (int i = 0; i < scan->old; i++)
        remove_key(&h->changes, FL_CHANGE_REMOVE, scan->key[i]);
    if (scan->old)
        h->port.store->change(h->port.store, h->changes.change, h->changes.count,
                              (struct fl_store_callback){.call = ignore_outcome});
    free(scan);
}

void fl_passports_tick(struct fl_host *h)
{
    struct fl_store *store = h->port.store;
    if (!store->shared || !h->identities || h->reads_revoked || fl_now(h) < h->next_revoked)
        return;
    struct revoked_scan *context = calloc(1, sizeof *context);
    if (!context)
        return;
    context->host = h;
    h->next_revoked = fl_now(h) + REVOKED_PAUSE;
    h->reads_revoked = true;
    h->jobs++;
    struct fl_range range = {.prefix = {FL_SPACE_REVOKED}, .prefix_len = 1, .limit = 1000};
    struct fl_scan scan = {.range = &range,
                           .ranges = 1,
                           .entry = take_revoked,
                           .call = on_revoked_read,
                           .context = context};
    store->scan(store, &scan);
}

/* ---- commands ---- */

static const struct fl_job_command verbs[] = {
    {.word = "in", .signs_in = true, .off_table = true, .begin = begin_in, .decide = decide_in},
    {.word = "new", .signs_in = true, .off_table = true, .begin = begin_new},
    {.word = "name", .begin = begin_name, .decide = decide_name},
    {.word = "avatar", .begin = begin_avatar, .decide = decide_avatar},
    {.word = "child", .begin = begin_switch, .decide = decide_child},
    {.word = "listed", .begin = begin_switch, .decide = decide_listed},
    {.word = "devices", .decide = decide_devices},
    {.word = "device", .begin = begin_name, .decide = decide_device},
    {.word = "revoke", .begin = begin_revoke, .decide = decide_revoke},
    {.word = "code", .begin = begin_code, .add_ranges = add_last_code, .decide = decide_code},
    {.word = "use", .signs_in = true, .off_table = true, .begin = begin_use},
    {.word = "merge", .begin = begin_merge, .add_ranges = add_other_secret, .decide = decide_merge},
    {.word = "delete",
     .off_table = true,
     .begin = begin_delete,
     .add_ranges = add_people,
     .decide = decide_delete},
    {.word = NULL},
};

void fl_sign_in_introduced(struct fl_host *h, fl_client_id client,
                           const unsigned char secret_hash[FL_HASH_SIZE])
{
    fl_job_introduce(h, client, &verbs[0], secret_hash);
}

/* passport out */
static const char *sign_out(struct fl_call *call)
{
    const char *why = !call->sender->identity ? "host.not-signed-in"
                      : call->table           ? "host.at-a-table"
                                              : NULL;
    if (!why)
        fl_sign_out(call->host, call->client);
    return why;
}

/* passport VERB ... */
static const char *do_passport(struct fl_call *call)
{
    char word[16] = "";
    const char *args = call->args;
    if (!fl_next_word(&args, word, sizeof word))
        return "host.unknown-command";
    while (*args == ' ')
        args++;
    for (const struct fl_job_command *c = verbs; c->word; c++)
        if (!strcmp(c->word, word))
            return fl_job_start(call, c, args);
    if (!strcmp(word, "out"))
        return sign_out(call);
    if (!strcmp(word, "export"))
        return fl_job_start(call, &fl_export_command, args);
    return "host.unknown-command";
}

static const struct fl_client_command commands[] = {{"passport", do_passport, false, false}, {0}};

const struct fl_feature fl_passport_feature = {.commands = commands};
