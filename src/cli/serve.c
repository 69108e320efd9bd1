/* flibuste serve: runs the server. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/cli.h"
#include "server/server.h"
#include "term/autosave.h"

enum { USUAL_PORT = 8080, USUAL_RATE = 20, USUAL_PING = 45, USUAL_THINK = 2000, HOST_SIZE = 64 };

#define EVERYWHERE "0.0.0.0"

struct request {
    const char *listen, *store, *public_url, *web, *threads, *think, *rate, *ping, *keep;
    bool lan, trust_proxy, quiet;
};

static bool read_request(struct fl_cli *cli, int argc, char **argv, struct request *r)
{
    static const struct option options[] = {
        {"listen", required_argument, NULL, 'a'},  {"store", required_argument, NULL, 's'},
        {"lan", no_argument, NULL, 'n'},           {"public-url", required_argument, NULL, 'u'},
        {"trust-proxy", no_argument, NULL, 'p'},   {"web", required_argument, NULL, 'w'},
        {"threads", required_argument, NULL, 't'}, {"think", required_argument, NULL, 'm'},
        {"rate", required_argument, NULL, 'r'},    {"ping", required_argument, NULL, 'i'},
        {"quiet", no_argument, NULL, 'q'},         {"keep", required_argument, NULL, 'k'},
        {"lang", required_argument, NULL, 'l'},    {0}};
    *r = (struct request){0};
    for (int option; (option = fl_cli_option(cli, argc, argv, options)) != -1;) {
        switch (option) {
        case '?':
            return false;
        case 'a':
            r->listen = optarg;
            break;
        case 's':
            r->store = optarg;
            break;
        case 'n':
            r->lan = true;
            break;
        case 'u':
            r->public_url = optarg;
            break;
        case 'p':
            r->trust_proxy = true;
            break;
        case 'w':
            r->web = optarg;
            break;
        case 't':
            r->threads = optarg;
            break;
        case 'm':
            r->think = optarg;
            break;
        case 'r':
            r->rate = optarg;
            break;
        case 'i':
            r->ping = optarg;
            break;
        case 'k':
            r->keep = optarg;
            break;
        case 'q':
            r->quiet = true;
            break;
        }
    }
    return true;
}

/* Splits "127.0.0.1:8080", "[::1]:8080", ":8080" or "8080" into host and port. */
static bool read_listen(const char *text, char host[HOST_SIZE], int *port)
{
    const char *colon = strrchr(text, ':');
    const char *digits = colon ? colon + 1 : text;
    char *end;
    long number = strtol(digits, &end, 10);
    size_t len = colon ? (size_t)(colon - text) : 0;
    if (*end || end == digits || number < 0 || number > 65535 || len >= HOST_SIZE)
        return false;
    *port = (int)number;
    if (!len)
        return true;
    bool bracket = len > 2 && *text == '[' && text[len - 1] == ']';
    if (!bracket && memchr(text, ':', len))
        return false;
    snprintf(host, HOST_SIZE, "%.*s", (int)(bracket ? len - 2 : len), bracket ? text + 1 : text);
    return true;
}

static void tell(void *context, const char *url)
{
    const struct fl_cli *cli = context;
    char memory[512];
    struct fl_buf text = fl_buf_over(memory, sizeof memory);
    struct fl_phrase phrase;
    fl_phrase_begin(&phrase, "server.ready");
    fl_with_text(&phrase, "url", url);
    fl_put_phrase(&text, cli->lang, &phrase, NULL);
    puts(text.at);
    fflush(stdout);
}

/* The default number of bot threads: one core is left for the event loop. */
static long long usual_threads(void)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores > 2 ? cores - 1 : 1;
}

/* Whether this is a URL that a browser could open, without characters that could end a line. */
static bool is_url(const char *url)
{
    size_t len = strspn(url, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                             "-._~:/[]%@");
    size_t scheme = !strncmp(url, "http://", 7) ? 7 : !strncmp(url, "https://", 8) ? 8 : 0;
    return scheme && !strchr("/:", url[scheme]) && !url[len] && len < 200;
}

static bool prepare(const struct fl_cli *cli, const struct request *r,
                    struct fl_server_options *serving, char host[HOST_SIZE])
{
    long long threads = usual_threads(), rate = USUAL_RATE, ping = USUAL_PING, keep = 0;
    long long think = USUAL_THINK;
    if (r->listen && !read_listen(r->listen, host, &serving->port)) {
        fl_cli_fail(cli, FL_CLI_USAGE, "server.expected-listen", NULL, r->listen);
        return false;
    }
    if (r->lan && strcmp(host, EVERYWHERE)) {
        fl_cli_fail(cli, FL_CLI_USAGE, "server.lan-or-address", NULL, r->listen);
        return false;
    }
    if (r->public_url && !is_url(r->public_url)) {
        fl_cli_fail(cli, FL_CLI_USAGE, "server.expected-url", NULL, r->public_url);
        return false;
    }
    if ((r->threads && !fl_cli_number(cli, "--threads", r->threads, 1, 256, &threads)) ||
        (r->think && !fl_cli_number(cli, "--think", r->think, 0, 60000, &think)) ||
        (r->rate && !fl_cli_number(cli, "--rate", r->rate, 1, 100000, &rate)) ||
        (r->ping && !fl_cli_number(cli, "--ping", r->ping, 1, 3600, &ping)) ||
        (r->keep && !fl_cli_number(cli, "--keep", r->keep, 1, 36500, &keep)))
        return false;
    serving->threads = (int)threads;
    serving->think = (int)think;
    serving->rate = (int)rate;
    serving->ping = (int)ping;
    serving->keep = (int)keep;
    serving->public_url = r->public_url;
    serving->trust_proxy = r->trust_proxy;
    serving->web = r->web;
    serving->store = r->store && !strcmp(r->store, "memory") ? "memory:" : r->store;
    serving->log = r->quiet ? NULL : stderr;
    return true;
}

/* The default database, in the folder of saved games. */
static bool choose_file(const struct fl_cli *cli, struct fl_server_options *serving,
                        char file[FL_PATH_SIZE])
{
    struct fl_buf path = fl_buf_over(file, FL_PATH_SIZE);
    serving->store = file;
    if (fl_put_state_folder(&path)) {
        fl_put(&path, "/tables.db");
        if (!path.overflowed)
            return true;
    }
    fl_cli_fail(cli, FL_CLI_FAILED, "server.no-place", NULL, NULL);
    return false;
}

/* Reports why the server did not start. If the port is in use, suggests the next one, at the same
 * address. */
static int refuse_start(const struct fl_cli *cli, const struct request *r,
                        const struct fl_server_options *serving, const struct fl_serve_error *error)
{
    char port[16], other[HOST_SIZE + 16];
    bool taken =
        !strcmp(error->key, "server.cannot-listen") && !strcmp(error->value, strerror(EADDRINUSE));
    const char *colon = r->listen ? strrchr(r->listen, ':') : NULL;
    struct fl_phrase phrase;
    if (!taken || serving->port == 65535)
        return fl_cli_fail(cli, FL_CLI_FAILED, error->key, error->what, error->value);
    snprintf(port, sizeof port, "%d", serving->port);
    snprintf(other, sizeof other, "%.*s:%d", colon ? (int)(colon - r->listen) : 0,
             colon ? r->listen : "", serving->port + 1);
    fl_phrase_begin(&phrase, "server.port-taken");
    fl_with_text(&phrase, "port", port);
    fl_with_text(&phrase, "what", other);
    return fl_cli_error(cli, FL_CLI_FAILED, &phrase);
}

int fl_cli_serve(struct fl_cli *cli, int argc, char **argv)
{
    char host[HOST_SIZE];
    char file[FL_PATH_SIZE];
    struct fl_serve_error error;
    struct request request;
    struct fl_server_options serving = {
        .at = host, .port = USUAL_PORT, .ready = tell, .context = cli};
    if (!read_request(cli, argc, argv, &request))
        return FL_CLI_USAGE;
    if (optind < argc)
        return fl_cli_fail(cli, FL_CLI_USAGE, "cli.too-much", NULL, argv[optind]);
    strcpy(host, request.lan ? EVERYWHERE : "127.0.0.1");
    if (!prepare(cli, &request, &serving, host))
        return FL_CLI_USAGE;
    if (!request.store && !choose_file(cli, &serving, file))
        return FL_CLI_FAILED;
    umask(077); /* the database contains secrets of dice and hashes of tokens */
    if (!fl_serve(&serving, &error))
        return refuse_start(cli, &request, &serving, &error);
    fl_cli_print(cli, stdout, "server.stopped");
    return FL_CLI_OK;
}
