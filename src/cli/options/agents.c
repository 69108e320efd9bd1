/* Parses agents. The part before ":" or "/" names the agent or level, the part after it sets the
 * effort. */
#include "cli/options/agents.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { USUAL_EFFORT = 1000, MOST_EFFORT = 1000000000 };

static void add_name(struct fl_buf *out, const char *name)
{
    fl_put(out, out->len ? ", " : "");
    fl_put(out, name);
}

/* Writes the names of all agents and levels that play this game. */
static void list_agents(const struct fl_game *game, struct fl_buf *out)
{
    struct fl_agent agent[FL_MAX_AGENTS];
    int count = fl_agents_of(game, agent);
    for (int i = 0; i < count; i++)
        add_name(out, agent[i].name);
    for (int i = 0; fl_levels[i].name; i++)
        add_name(out, fl_levels[i].name);
}

static bool refuse(const struct fl_cli *cli, const char *key, const char *what, const char *value)
{
    fl_cli_fail(cli, FL_CLI_USAGE, key, what, value);
    return false;
}

/* Parses an integer from 1 to MOST_EFFORT. */
static bool read_count(const char *text, uint32_t *out)
{
    char *end;
    errno = 0;
    long long count = strtoll(text, &end, 10);
    if (errno || end == text || *end || count < 1 || count > MOST_EFFORT)
        return false;
    *out = (uint32_t)count;
    return true;
}

/* An agent, with the effort after the colon if there is one. */
static bool take_agent(const struct fl_cli *cli, const char *name, const char *more,
                       struct fl_cli_agent *out)
{
    out->effort = USUAL_EFFORT;
    return !*more || read_count(more + 1, &out->effort) ||
           refuse(cli, "agents.expected-effort", name, more + 1);
}

/* A level with its own effort. If it searches, "/N" divides the effort by N. */
static bool take_level(const struct fl_cli *cli, const struct fl_level *level,
                       const struct fl_skill *skill, const char *more, struct fl_cli_agent *out)
{
    uint32_t less = 1;
    if (*more == ':')
        return refuse(cli, "agents.level-effort", level->name, more + 1);
    if (*more && !read_count(more + 1, &less))
        return refuse(cli, "agents.expected-less", level->name, more + 1);
    bool searches = out->choose == fl_ismcts;
    out->effort = !searches ? skill->effort : less < skill->effort ? skill->effort / less : 1;
    return true;
}

bool fl_cli_agent(const struct fl_cli *cli, const struct fl_game *game, const char *text,
                  struct fl_cli_agent *out)
{
    char memory[512], name[FL_AGENT_NAME_SIZE];
    struct fl_buf known = fl_buf_over(memory, sizeof memory);
    struct fl_buf whole = fl_buf_over(out->name, sizeof out->name);
    struct fl_buf before = fl_buf_over(name, sizeof name);
    size_t len = strcspn(text, ":/");
    const char *more = text + len;
    const struct fl_level *level;
    fl_put(&whole, text);
    fl_put_bytes(&before, text, len);
    if (!whole.overflowed && (out->choose = fl_agent_find(name, game)) && *more != '/')
        return take_agent(cli, name, more, out);
    if (!whole.overflowed && (level = fl_level_find(name))) {
        const struct fl_skill *skill = fl_level_skill(level, game);
        out->choose = fl_agent_find(skill->agent, game);
        return take_level(cli, level, skill, more, out);
    }
    list_agents(game, &known);
    return refuse(cli, "agents.unknown", known.at, text);
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
