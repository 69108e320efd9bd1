/* Parameters from the command line, the environment or a file (parameters.h). */
#include "cli/options/parameters.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_CODE = 256, MAX_FILE = 1 << 16 }; /* codes of options are above all characters */

bool fl_cli_is_set(const char *flag)
{
    return flag && !strcmp(flag, "yes");
}

bool fl_cli_parameters_parse(struct fl_cli *cli, int argc, char **argv,
                             const struct fl_cli_parameter *parameter)
{
    struct option options[FL_MAX_PARAMETERS + 2] = {{"lang", required_argument, NULL, 'l'}};
    for (int i = 0; parameter[i].name; i++)
        options[i + 1] = (struct option){parameter[i].name,
                                         parameter[i].is_flag ? no_argument : required_argument,
                                         NULL, FIRST_CODE + i};
    for (int option; (option = fl_cli_option(cli, argc, argv, options)) != -1;) {
        if (option == '?')
            return false;
        const struct fl_cli_parameter *p =
            option < FIRST_CODE ? NULL : parameter + option - FIRST_CODE;
        if (p)
            *p->value = p->is_flag ? "yes" : optarg;
    }
    return true;
}

/* "FLIBUSTE_PUBLIC_URL" for "public-url". */
static const char *variable(const char *name)
{
    char full[64] = "FLIBUSTE_";
    size_t len = strlen(full);
    for (; *name && len < sizeof full - 1; name++)
        full[len++] = *name == '-' ? '_' : (char)toupper((unsigned char)*name);
    const char *value = getenv(full);
    return value && *value ? value : NULL;
}

void fl_cli_parameters_inherit(const struct fl_cli_parameter *p)
{
    for (; p->name; p++)
        if (!*p->value)
            *p->value = variable(p->name);
}

/* Cuts spaces off both ends. */
static char *trim(char *text)
{
    while (isspace((unsigned char)*text))
        text++;
    for (size_t len = strlen(text); len && isspace((unsigned char)text[len - 1]);)
        text[--len] = '\0';
    return text;
}

/* Sets the parameter of one line. False: the line has another form, or nothing has this name. */
static bool read_line(char *line, const struct fl_cli_parameter *p)
{
    line = trim(line);
    if (!*line || *line == '#')
        return true;
    char *equals = strchr(line, '=');
    if (!equals)
        return false;
    *equals = '\0';
    const char *name = trim(line), *value = trim(equals + 1);
    while (p->name && strcmp(p->name, name))
        p++;
    if (!p->name || (p->is_flag && strcmp(value, "yes") && strcmp(value, "no")))
        return false;
    if (!*p->value)
        *p->value = value;
    return true;
}

/* The content of a small file; NULL, with errno, on failure. */
static char *read_file(const char *path)
{
    FILE *file = fopen(path, "r");
    char *text = file ? calloc(1, MAX_FILE + 1) : NULL;
    size_t len = text ? fread(text, 1, MAX_FILE, file) : 0;
    bool failed = file && (ferror(file) || len == MAX_FILE);
    int error = failed && !errno ? EFBIG : errno;
    if (file)
        fclose(file);
    if (!failed)
        return text;
    free(text);
    errno = error;
    return NULL;
}

bool fl_cli_parameters_load(const struct fl_cli *cli, const char *path,
                            const struct fl_cli_parameter *parameter, char **text)
{
    char place[512];
    *text = read_file(path);
    if (!*text) {
        fl_cli_fail(cli, FL_CLI_FAILED, "cli.cannot-read", path, strerror(errno));
        return false;
    }
    int number = 1;
    for (char *line = *text, *next; line; line = next, number++) {
        next = strchr(line, '\n');
        if (next)
            *next++ = '\0';
        if (read_line(line, parameter))
            continue;
        snprintf(place, sizeof place, "%s:%d", path, number);
        fl_cli_fail(cli, FL_CLI_USAGE, "cli.bad-parameter", place, trim(line));
        return false;
    }
    return true;
}
