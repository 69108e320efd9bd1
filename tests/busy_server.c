/* A server without a program around it, to be built quickly with a sanitizer:
 *   busy_server serve --listen ADDRESS:PORT --store FILE      as tests/served.py calls one */
#include <stdlib.h>
#include <string.h>

#include "server/server.h"
#include "server/static_files.h"

const struct fl_html fl_static_files[] = {{0}}; /* nobody asks for a page */
const char fl_static_files_script[] = "";
const char fl_static_files_build[] = "";

static void say_ready(void *whom, const char *url)
{
    (void)whom;
    puts(url);
    fflush(stdout);
}

int main(int argc, char **argv)
{
    struct fl_serve_error error;
    if (argc != 6)
        return 2;
    struct fl_server_options serving = {.at = "127.0.0.1",
                                        .port = atoi(strrchr(argv[3], ':') + 1),
                                        .store = argv[5],
                                        .keep = 1,
                                        .threads = 3,
                                        .think = 400,
                                        .rate = 100000,
                                        .ping = 5,
                                        .log = stderr,
                                        .ready = say_ready};
    if (fl_serve(&serving, &error))
        return 0;
    fprintf(stderr, "%s %s %s\n", error.key, error.what, error.value);
    return 1;
}
