/* flibuste engine [AGENT]: our agents, hints and analysis through the bot protocol, on standard
 * input and output. */
#include <errno.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

#include "bots/bot.h"
#include "bots/engine.h"
#include "cli/cli.h"

enum { LINE = 1 << 16 }; /* bytes of the longest line of a host */

/* Standard input as lines. */
struct input {
    char bytes[LINE];
    size_t used;
    bool ended;
};

/* Receives what is there, or waits for more. */
static void receive(struct input *in, bool waits)
{
    struct pollfd one = {.fd = STDIN_FILENO, .events = POLLIN};
    if (in->ended || in->used == sizeof in->bytes || (!waits && poll(&one, 1, 0) <= 0))
        return;
    ssize_t got = read(STDIN_FILENO, in->bytes + in->used, sizeof in->bytes - in->used);
    if (got > 0)
        in->used += (size_t)got;
    else if (got == 0 || errno != EINTR)
        in->ended = true;
}

/* The length of the first line, or -1 if it is not complete. A line that is too long counts as
 * complete. */
static ssize_t first_line(const struct input *in)
{
    const char *end = memchr(in->bytes, '\n', in->used);
    if (!end && in->used < sizeof in->bytes)
        return -1;
    return end ? end - in->bytes : (ssize_t)in->used;
}

static void drop_line(struct input *in, size_t len)
{
    size_t gone = len < in->used ? len + 1 : len;
    in->used -= gone;
    memmove(in->bytes, in->bytes + gone, in->used);
}

/* Whether the next line is "stop", which is then taken. */
static bool is_stopped(void *context)
{
    struct input *in = context;
    receive(in, false);
    if (in->used < 5 || memcmp(in->bytes, "stop\n", 5))
        return false;
    drop_line(in, 4);
    return true;
}

static int64_t clock_of(void *context)
{
    (void)context;
    return fl_process_clock();
}

static void write_text(void *context, const char *text, size_t len)
{
    (void)context;
    fwrite(text, 1, len, stdout);
    fflush(stdout);
}

static int serve(struct fl_engine *e, struct input *in)
{
    for (;;) {
        ssize_t len = first_line(in);
        if (len < 0 && in->ended)
            return FL_CLI_OK;
        if (len < 0) {
            receive(in, true);
            continue;
        }
        size_t text = len && in->bytes[len - 1] == '\r' ? (size_t)len - 1 : (size_t)len;
        if (!fl_engine_line(e, in->bytes, text) || ferror(stdout))
            return ferror(stdout) ? FL_CLI_FAILED : FL_CLI_OK;
        drop_line(in, (size_t)len);
    }
}

static int run_engine(struct fl_cli *cli, int argc, char **argv)
{
    static const struct option options[] = {
        {"lang", required_argument, NULL, 'l'}, {"seed", required_argument, NULL, 's'}, {0}};
    static const char usual[] = "capitaine";
    struct fl_engine_port port = {.write = write_text, .is_stopped = is_stopped, .clock = clock_of};
    struct fl_engine engine;
    struct input in = {.used = 0};
    long long seed = 1;
    for (int option; (option = fl_cli_option(cli, argc, argv, options)) != -1;)
        if (option == '?' ||
            (option == 's' && !fl_cli_number(cli, "--seed", optarg, 0, INT64_MAX, &seed)))
            return FL_CLI_USAGE;
    if (argc - optind > 1)
        return fl_cli_fail(cli, FL_CLI_USAGE, "cli.too-much", NULL, argv[optind + 1]);
    port.context = &in;
    fl_engine_begin(&engine, &port, optind < argc ? argv[optind] : usual, (uint64_t)seed);
    int status = serve(&engine, &in);
    fl_engine_end(&engine);
    return status;
}

const struct fl_cli_command fl_command_engine = {"engine", run_engine, "cli.help.engine"};
