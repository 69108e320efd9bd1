/* flibuste site FOLDER: writes the page with the offline host as files that any web server can
 * serve. */
#include <dirent.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/cli.h"
#include "server/static_files.h"

enum { PATH_SIZE = 4096 };

static const char wasm[] = "/flibuste.wasm";

/* Files whose addresses never change; the others are only below the path of their build. */
static const char *const fixed[] = {"/index.html", "/sw.js", "/icon.svg", "/manifest.webmanifest"};

static bool fail(const struct fl_cli *cli, const char *path)
{
    fl_cli_fail(cli, FL_CLI_FAILED, "site.cannot-write", path, strerror(errno));
    return false;
}

static bool is_empty(const char *folder)
{
    DIR *d = opendir(folder);
    int names = 0;
    if (!d)
        return false;
    for (struct dirent *entry; (entry = readdir(d));)
        names += strcmp(entry->d_name, ".") && strcmp(entry->d_name, "..");
    closedir(d);
    return !names;
}

/* The path of a file in a folder. Returns false if it is too long. */
static bool path_in(const char *folder, const char *page, char path[PATH_SIZE])
{
    struct fl_buf out = fl_buf_over(path, PATH_SIZE);
    fl_put(&out, folder);
    fl_put(&out, page);
    errno = ENAMETOOLONG;
    return !out.overflowed;
}

/* Whether this command has written the folder: it has files of a build, or, from version 0.1, the
 * host in WebAssembly. */
static bool is_ours(const char *folder)
{
    DIR *d = opendir(folder);
    bool found = false;
    if (!d)
        return false;
    for (struct dirent *entry; !found && (entry = readdir(d));)
        found = !strncmp(entry->d_name, "flibuste-", 9) || !strcmp(entry->d_name, wasm + 1);
    closedir(d);
    return found;
}

/* Creates the folder. Accepts one that is empty or was written by this command. */
static bool make_folder(const struct fl_cli *cli, const char *folder)
{
    struct stat about;
    if (!mkdir(folder, 0777))
        return true;
    if (errno != EEXIST)
        return fail(cli, folder);
    if (!stat(folder, &about) && S_ISDIR(about.st_mode) && (is_empty(folder) || is_ours(folder)))
        return true;
    fl_cli_fail(cli, FL_CLI_FAILED, "site.not-empty", folder, NULL);
    return false;
}

/* Creates the directories between the site's folder and a file. */
static bool make_way(const struct fl_cli *cli, char *path, size_t from)
{
    for (char *slash = path + from; (slash = strchr(slash + 1, '/'));) {
        *slash = '\0';
        bool made = !mkdir(path, 0777) || errno == EEXIST || fail(cli, path);
        *slash = '/';
        if (!made)
            return false;
    }
    return true;
}

/* Writes a file below `at`: "", or the path of the build. */
static bool write_file(const struct fl_cli *cli, const char *folder, const char *at,
                       const struct fl_html *page)
{
    char path[PATH_SIZE], below[PATH_SIZE];
    if (!path_in(folder, at, below) || !path_in(below, page->path, path))
        return fail(cli, folder);
    if (!make_way(cli, path, strlen(folder)))
        return false;
    FILE *file = fopen(path, "wb");
    if (!file)
        return fail(cli, path);
    bool written = fwrite(page->bytes, 1, page->len, file) == page->len;
    written = !fclose(file) && written;
    return written || fail(cli, path);
}

static bool is_fixed(const char *path)
{
    for (size_t i = 0; i < sizeof fixed / sizeof fixed[0]; i++)
        if (!strcmp(path, fixed[i]))
            return true;
    return false;
}

/* Writes the files of the build first, so that a page never refers to one that is missing. */
static bool write_files(const struct fl_cli *cli, const char *folder)
{
    char build[FL_BUILD_SIZE + 1] = "/";
    strcat(build, fl_static_files_build);
    for (const struct fl_html *page = fl_static_files; page->path; page++)
        if (!write_file(cli, folder, build, page))
            return false;
    for (const struct fl_html *page = fl_static_files; page->path; page++)
        if (is_fixed(page->path) && !write_file(cli, folder, "", page))
            return false;
    return true;
}

static void tell(const struct fl_cli *cli, const char *folder)
{
    char memory[PATH_SIZE + 256];
    struct fl_buf text = fl_buf_over(memory, sizeof memory);
    struct fl_phrase phrase;
    fl_phrase_begin(&phrase, "site.written");
    fl_with_text(&phrase, "what", folder);
    fl_put_phrase(&text, cli->lang, &phrase, NULL);
    puts(text.at);
}

static int run_site(struct fl_cli *cli, int argc, char **argv)
{
    static const struct option options[] = {{"lang", required_argument, NULL, 'l'}, {0}};
    for (int option; (option = fl_cli_option(cli, argc, argv, options)) != -1;)
        if (option == '?')
            return FL_CLI_USAGE;
    if (optind >= argc)
        return fl_cli_fail(cli, FL_CLI_USAGE, "site.usage", NULL, NULL);
    if (optind + 1 < argc)
        return fl_cli_fail(cli, FL_CLI_USAGE, "cli.too-much", NULL, argv[optind + 1]);
    if (!fl_static_files_find((struct fl_span){wasm, sizeof wasm - 1}))
        return fl_cli_fail(cli, FL_CLI_FAILED, "site.no-offline", NULL, NULL);
    if (!make_folder(cli, argv[optind]))
        return FL_CLI_FAILED;
    if (!write_files(cli, argv[optind]))
        return FL_CLI_FAILED;
    tell(cli, argv[optind]);
    return FL_CLI_OK;
}

const struct fl_cli_command fl_command_site = {"site", run_site, "cli.help.site"};
