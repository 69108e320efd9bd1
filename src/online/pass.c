/* Keeps passes as files of JSON. */
#include "online/pass.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "online/phrases.h"
#include "term/autosave.h"

enum { MOST = 200 };

/* Writes the folder of the passes and creates it. */
static bool put_folder(struct fl_buf *out)
{
    if (!fl_put_state_folder(out))
        return false;
    fl_put(out, "/tables");
    mkdir(out->at, 0700); /* if it cannot be created, opening a file reports why */
    return !out->overflowed;
}

static bool is_plain(const char *id)
{
    return *id && strlen(id) < FL_TABLE_ID_SIZE &&
           strspn(id, "0123456789abcdefABCDEFGHIJKLMNOPQRSTUVWXYZghijklmnopqrstuvwxyz") ==
               strlen(id);
}

static bool put_file(struct fl_buf *out, const char *id)
{
    if (!is_plain(id) || !put_folder(out))
        return false;
    fl_put_char(out, '/');
    fl_put(out, id);
    fl_put(out, ".json");
    return !out->overflowed;
}

void fl_put_server(struct fl_buf *out, const struct fl_url *url)
{
    bool is_ipv6 = strchr(url->host, ':');
    bool usual = !strcmp(url->port, url->is_encrypted ? "443" : "80");
    fl_put(out, url->is_encrypted ? "https://" : "http://");
    fl_put(out, is_ipv6 ? "[" : "");
    fl_put(out, url->host);
    fl_put(out, is_ipv6 ? "]" : "");
    fl_put(out, usual ? "" : ":");
    fl_put(out, usual ? "" : url->port);
    fl_put(out, url->path);
}

/* ---- writing ---- */

static json_t *json_of(const struct fl_pass *p)
{
    char memory[1024];
    struct fl_buf server = fl_buf_over(memory, sizeof memory);
    fl_put_server(&server, &p->url);
    return json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:s}", "server", server.at, "table", p->id,
                     "code", p->code, "game", p->game, "name", p->name, "tokens", p->tokens,
                     "others", p->others);
}

/* Writes a file that only its owner can read, and its contents to the disk. */
static bool write_file(const char *path, const char *text)
{
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (file < 0)
        return false;
    size_t len = strlen(text);
    bool done = write(file, text, len) == (ssize_t)len && !fsync(file);
    return !close(file) && done;
}

bool fl_pass_write(const struct fl_pass *p)
{
    char memory[FL_PATH_SIZE], temporary_memory[FL_PATH_SIZE];
    struct fl_buf path = fl_buf_over(memory, sizeof memory);
    struct fl_buf temporary = fl_buf_over(temporary_memory, sizeof temporary_memory);
    if (!put_file(&path, p->id))
        return false;
    fl_put(&temporary, path.at);
    fl_put(&temporary, ".new");
    json_t *json = json_of(p);
    char *text = json ? json_dumps(json, JSON_INDENT(1)) : NULL;
    bool done = text && !temporary.overflowed && write_file(temporary.at, text) &&
                !rename(temporary.at, path.at);
    free(text);
    json_decref(json);
    return done;
}

void fl_pass_delete(const char *id)
{
    char memory[FL_PATH_SIZE];
    struct fl_buf path = fl_buf_over(memory, sizeof memory);
    if (put_file(&path, id))
        unlink(path.at);
}

/* ---- reading ---- */

static void copy(char *to, size_t room, const json_t *json, const char *name)
{
    struct fl_buf out = fl_buf_over(to, room);
    fl_put(&out, fl_member_text(json, name));
}

static bool read_pass(const char *path, struct fl_pass *out)
{
    struct stat about;
    json_t *json = json_load_file(path, 0, NULL);
    *out = (struct fl_pass){.at = 0};
    copy(out->id, sizeof out->id, json, "table");
    copy(out->code, sizeof out->code, json, "code");
    copy(out->game, sizeof out->game, json, "game");
    copy(out->name, sizeof out->name, json, "name");
    copy(out->tokens, sizeof out->tokens, json, "tokens");
    copy(out->others, sizeof out->others, json, "others");
    bool good = fl_url_read(fl_member_text(json, "server"), &out->url) && is_plain(out->id) &&
                out->tokens[0] && !stat(path, &about);
    if (good)
        out->at = about.st_mtime;
    json_decref(json);
    return good;
}

static int newest_first(const void *a, const void *b)
{
    const struct fl_pass *x = a, *y = b;
    return x->at > y->at ? -1 : x->at < y->at;
}

struct fl_pass *fl_pass_list(int *count)
{
    char memory[FL_PATH_SIZE];
    struct fl_buf path = fl_buf_over(memory, sizeof memory);
    *count = 0;
    DIR *folder = put_folder(&path) ? opendir(path.at) : NULL;
    struct fl_pass *list = folder ? calloc(MOST, sizeof *list) : NULL;
    size_t stem = path.len;
    for (struct dirent *entry; list && *count < MOST && (entry = readdir(folder));) {
        size_t len = strlen(entry->d_name);
        path.len = stem;
        path.at[stem] = '\0';
        fl_put_char(&path, '/');
        fl_put(&path, entry->d_name);
        if (len > 5 && !strcmp(entry->d_name + len - 5, ".json") && !path.overflowed &&
            read_pass(path.at, &list[*count]))
            ++*count;
        path.overflowed = false;
    }
    if (folder)
        closedir(folder);
    if (!*count) {
        free(list);
        return NULL;
    }
    qsort(list, (size_t)*count, sizeof *list, newest_first);
    return list;
}

static bool is_same_server(const struct fl_url *a, const struct fl_url *b)
{
    return a->is_encrypted == b->is_encrypted && !strcmp(a->host, b->host) &&
           !strcmp(a->port, b->port) && !strcmp(a->path, b->path);
}

bool fl_pass_find(const struct fl_url *url, const char *table, struct fl_pass *out)
{
    int count;
    struct fl_pass *list = fl_pass_list(&count);
    bool found = false;
    for (int i = 0; i < count && !found; i++)
        if (is_same_server(&list[i].url, url) &&
            (!strcmp(list[i].id, table) || !strcmp(list[i].code, table))) {
            *out = list[i];
            found = true;
        }
    free(list);
    return found;
}
