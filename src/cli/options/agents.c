/* Parses agents on the command line, and says what was expected. */
#include "cli/options/agents.h"

#include <string.h>

static void add_name(struct fl_buf *out, const char *name)
{
    fl_put(out, out->len ? ", " : "");
    fl_put(out, name);
}

/* Prints why a text is not an agent. */
static void refuse(const struct fl_cli *cli, const struct fl_game *game, const char *text,
                   enum fl_agent_fault fault)
{
    static const char *const key[] = {[FL_AGENT_BAD_EFFORT] = "agents.expected-effort",
                                      [FL_AGENT_LEVEL_EFFORT] = "agents.level-effort",
                                      [FL_AGENT_BAD_DIVISOR] = "agents.expected-less"};
    char memory[512];
    struct fl_buf out = fl_buf_over(memory, sizeof memory);
    size_t len = strcspn(text, ":/");
    if (fault != FL_AGENT_UNKNOWN) {
        fl_put_bytes(&out, text, len);
        fl_cli_fail(cli, FL_CLI_USAGE, key[fault], out.at, text + len + 1);
        return;
    }
    for (int i = 0; fl_agent_name(game, i); i++)
        add_name(&out, fl_agent_name(game, i));
    fl_cli_fail(cli, FL_CLI_USAGE, "agents.unknown", out.at, text);
}

const char *fl_cli_agent_command(const char *name)
{
    static const char prefix[] = "exec:";
    size_t len = sizeof prefix - 1;
    return !strncmp(name, prefix, len) && name[len] ? name + len : NULL;
}

void fl_cli_agent_put_name(struct fl_buf *out, const char *name)
{
    const char *command = fl_cli_agent_command(name);
    if (!command) {
        fl_put(out, name);
        return;
    }
    size_t len = strcspn(command, " "), from = len;
    while (from && command[from - 1] != '/')
        from--;
    for (size_t i = from; i < len; i++)
        fl_put_char(out, command[i] > ' ' && command[i] < 127 ? command[i] : '-');
}

bool fl_cli_agent(const struct fl_cli *cli, const struct fl_game *game, const char *text,
                  struct fl_cli_agent *out)
{
    struct fl_buf whole = fl_buf_over(out->name, sizeof out->name);
    struct fl_agent_choice choice;
    fl_put(&whole, text);
    if (!whole.overflowed && fl_cli_agent_command(text)) {
        out->choose = NULL;
        out->effort = 0;
        return true;
    }
    enum fl_agent_fault fault =
        whole.overflowed ? FL_AGENT_UNKNOWN : fl_agent_read(game, text, &choice);
    if (fault != FL_AGENT_FINE) {
        refuse(cli, game, text, fault);
        return false;
    }
    out->choose = choice.choose;
    out->effort = choice.effort;
    return true;
}

int fl_cli_agents(const struct fl_cli *cli, const struct fl_game *game, const char *list, int most,
                  struct fl_cli_agent *out)
{
    int n = 0;
    for (;;) {
        char memory[256];
        struct fl_buf part = fl_buf_over(memory, sizeof memory);
        size_t len = strcspn(list, ",");
        fl_put_bytes(&part, list, len);
        if (n == most) {
            struct fl_phrase phrase;
            fl_phrase_begin(&phrase, "arena.too-many");
            fl_with_number(&phrase, "n", most);
            fl_with_text(&phrase, "value", part.at);
            fl_cli_error(cli, FL_CLI_USAGE, &phrase);
            return 0;
        }
        if (!fl_cli_agent(cli, game, part.at, &out[n++]))
            return 0;
        if (!list[len])
            return n;
        list += len + 1;
    }
}
