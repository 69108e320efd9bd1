/* flibuste serve: runs the server. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/options/parameters.h"
#include "cli/report/invitation.h"
#include "server/confine.h"
#include "server/record_worker.h"
#include "server/server.h"
#include "term/autosave.h"

enum { USUAL_PORT = 8080, USUAL_RATE = 20, USUAL_PING = 45, USUAL_THINK = 2000, HOST_SIZE = 64 };

#define EVERYWHERE "0.0.0.0"

/* Values as given; flags are "yes" or "no". */
struct request {
    const char *listen, *store, *node, *public_url, *web, *threads, *think, *rate, *ping, *keep;
    const char *user, *log, *lan, *trust_proxy, *quiet, *unreplicated, *open, *settings;
    char *file; /* content of the file of settings; owned */
};

/* The command line comes first, then the environment, then the file of settings. */
static bool read_request(struct fl_cli *cli, int argc, char **argv, struct request *r)
{
    const struct fl_cli_parameter parameters[] = {
        {"listen", &r->listen, false},
        {"store", &r->store, false},
        {"lan", &r->lan, true},
        {"public-url", &r->public_url, false},
        {"trust-proxy", &r->trust_proxy, true},
        {"web", &r->web, false},
        {"threads", &r->threads, false},
        {"think", &r->think, false},
        {"rate", &r->rate, false},
        {"ping", &r->ping, false},
        {"quiet", &r->quiet, true},
        {"keep", &r->keep, false},
        {"node", &r->node, false},
        {"unreplicated", &r->unreplicated, true},
        {"user", &r->user, false},
        {"log", &r->log, false},
        {"open", &r->open, true},
        {"settings", &r->settings, false},
        {0},
    };
    *r = (struct request){0};
    if (!fl_cli_parameters_parse(cli, argc, argv, parameters))
        return false;
    if (r->store && fl_cli_has_password(r->store)) {
        fl_cli_fail(cli, FL_CLI_USAGE, "cli.no-password", NULL, NULL);
        return false;
    }
    fl_cli_parameters_inherit(parameters);
    return !r->settings || fl_cli_parameters_load(cli, r->settings, parameters, &r->file);
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

static void print(const struct fl_cli *cli, const struct fl_phrase *phrase)
{
    char memory[512];
    struct fl_buf text = fl_buf_over(memory, sizeof memory);
    fl_put_phrase(&text, cli->lang, phrase, NULL);
    puts(text.at);
    fflush(stdout);
}

/* What the callbacks of the server use. */
struct running {
    struct fl_cli *cli;
    struct fl_invitation invitation;
    struct fl_record_worker worker;
    struct fl_confinement confinement;
    char confined[96]; /* line for the log */
};

/* On a terminal the address comes last and large; others get one line. */
static void announce(void *context, const char *url)
{
    struct running *running = context;
    struct fl_phrase phrase;
    struct fl_screen screen;
    fl_phrase_begin(&phrase, "server.ready");
    fl_with_text(&phrase, "url", url);
    print(running->cli, &phrase);
    fl_screen_open(&screen, stdout, running->cli->lang, FL_COLOUR_AUTO);
    if (screen.terminal)
        fl_invitation_print(&screen, url);
    fflush(stdout);
    fl_invitation_send(&running->invitation, url);
}

static const char *confine(void *context)
{
    struct running *running = context;
    const struct fl_confinement *server = &running->confinement,
                                *records = &running->worker.confinement;
    fl_confine_calls(&running->confinement);
    snprintf(running->confined, sizeof running->confined,
             "landlock=%d seccomp=%d recordlandlock=%d recordseccomp=%d", server->landlock,
             server->has_seccomp, records->landlock, records->has_seccomp);
    return running->confined;
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

/* Whether this is HOST:PORT. */
static bool is_address(const char *text)
{
    const char *colon = strrchr(text, ':');
    size_t len =
        strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._:[]");
    return colon && colon > text && !text[len] && len < 100 && strspn(colon + 1, "0123456789") &&
           !colon[1 + strspn(colon + 1, "0123456789")];
}

static bool read_log_level(const struct fl_cli *cli, const char *text, enum fl_log_level *level)
{
    static const char *const names[] = {
        [FL_LOG_REQUESTS] = "requests", [FL_LOG_EVENTS] = "events", [FL_LOG_PROBLEMS] = "problems"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(text, names[i])) {
            *level = (enum fl_log_level)i;
            return true;
        }
    fl_cli_fail(cli, FL_CLI_USAGE, "server.expected-log", NULL, text);
    return false;
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
    if (fl_cli_is_set(r->lan) && strcmp(host, EVERYWHERE)) {
        fl_cli_fail(cli, FL_CLI_USAGE, "server.lan-or-address", NULL, r->listen);
        return false;
    }
    if (r->node && !is_address(r->node)) {
        fl_cli_fail(cli, FL_CLI_USAGE, "server.expected-node", NULL, r->node);
        return false;
    }
    if (r->public_url && !is_url(r->public_url)) {
        fl_cli_fail(cli, FL_CLI_USAGE, "server.expected-url", NULL, r->public_url);
        return false;
    }
    if (r->log && !read_log_level(cli, r->log, &serving->log_level))
        return false;
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
    serving->trust_proxy = fl_cli_is_set(r->trust_proxy);
    serving->web = r->web;
    serving->store = r->store && !strcmp(r->store, "memory") ? "memory:" : r->store;
    serving->node = r->node;
    serving->unreplicated = fl_cli_is_set(r->unreplicated);
    serving->log = fl_cli_is_set(r->quiet) ? NULL : stderr;
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

/* Reports why the server did not start. If the port is in use, says where the server that uses it
 * is running, or suggests the next port at the same address. */
static int refuse_start(struct running *running, const struct request *r,
                        const struct fl_server_options *serving, const struct fl_serve_error *error)
{
    char port[16], other[HOST_SIZE + 16], url[FL_SERVER_URL_SIZE];
    bool taken =
        !strcmp(error->key, "server.cannot-listen") && !strcmp(error->value, strerror(EADDRINUSE));
    const char *colon = r->listen ? strrchr(r->listen, ':') : NULL;
    struct fl_phrase phrase;
    if (!taken || serving->port == 65535)
        return fl_cli_fail(running->cli, FL_CLI_FAILED, error->key, error->what, error->value);
    if (fl_invitation_find(&running->invitation, url))
        return fl_cli_fail(running->cli, FL_CLI_FAILED, "server.already-running", NULL, url);
    snprintf(port, sizeof port, "%d", serving->port);
    snprintf(other, sizeof other, "%.*s:%d", colon ? (int)(colon - r->listen) : 0,
             colon ? r->listen : "", serving->port + 1);
    fl_phrase_begin(&phrase, "server.port-taken");
    fl_with_text(&phrase, "port", port);
    fl_with_text(&phrase, "what", other);
    return fl_cli_error(running->cli, FL_CLI_FAILED, &phrase);
}

/* Serves until a signal. Returns the exit status. */
static int serve(struct fl_cli *cli, const struct request *r)
{
    char host[HOST_SIZE], file[FL_PATH_SIZE];
    struct fl_serve_error error;
    struct fl_phrase stopped;
    struct running running = {.cli = cli};
    struct fl_server_options serving = {.at = host,
                                        .port = USUAL_PORT,
                                        .record_worker = &running.worker,
                                        .confine = confine,
                                        .ready = announce,
                                        .context = &running};
    strcpy(host, fl_cli_is_set(r->lan) ? EVERYWHERE : "127.0.0.1");
    if (!prepare(cli, r, &serving, host))
        return FL_CLI_USAGE;
    if (!serving.store && !choose_file(cli, &serving, file))
        return FL_CLI_FAILED;
    umask(077); /* the database contains secrets of dice and hashes of tokens */
    fl_invitation_begin(&running.invitation, serving.port, fl_cli_is_set(r->open));
    if (!fl_record_worker_start(&running.worker))
        return fl_cli_fail(cli, FL_CLI_FAILED, "server.no-memory", NULL, NULL);
    struct fl_server_needs needs = {.user = r->user, .store = serving.store, .web = serving.web};
    if (!fl_confine_server(&needs, &running.confinement))
        return fl_cli_fail(cli, FL_CLI_FAILED, "server.no-user", r->user, NULL);
    if (!fl_serve(&serving, &error))
        return refuse_start(&running, r, &serving, &error);
    fl_phrase_begin(&stopped, "server.stopped");
    print(cli, &stopped);
    return FL_CLI_OK;
}

static int run_serve(struct fl_cli *cli, int argc, char **argv)
{
    struct request request;
    int status = FL_CLI_USAGE;
    bool read = read_request(cli, argc, argv, &request);
    if (read && optind < argc)
        fl_cli_fail(cli, FL_CLI_USAGE, "cli.too-much", NULL, argv[optind]);
    else if (read)
        status = serve(cli, &request);
    free(request.file);
    return status;
}

const struct fl_cli_command fl_command_serve = {"serve", run_serve, "cli.help.serve"};
