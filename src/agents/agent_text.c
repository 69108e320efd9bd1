/* Reads agents. The part before ":" or "/" names the agent or level, the part after it sets the
 * effort. */
#include "agents/agent_text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { USUAL_EFFORT = 1000, NAME = 48 };

/* Parses an integer from 1 to FL_MAX_EFFORT. */
static bool read_count(const char *text, uint32_t *out)
{
    char *end;
    errno = 0;
    long long count = strtoll(text, &end, 10);
    if (errno || end == text || *end || count < 1 || count > FL_MAX_EFFORT)
        return false;
    *out = (uint32_t)count;
    return true;
}

/* An agent, with the effort after the colon if there is one. */
static enum fl_agent_fault take_agent(const char *more, struct fl_agent_choice *out)
{
    out->effort = USUAL_EFFORT;
    return !*more || read_count(more + 1, &out->effort) ? FL_AGENT_FINE : FL_AGENT_BAD_EFFORT;
}

/* A level with its own effort. If it searches, "/N" divides the effort by N. */
static enum fl_agent_fault take_level(const struct fl_skill *skill, const char *more,
                                      struct fl_agent_choice *out)
{
    uint32_t less = 1;
    if (*more == ':')
        return FL_AGENT_LEVEL_EFFORT;
    if (*more && !read_count(more + 1, &less))
        return FL_AGENT_BAD_DIVISOR;
    bool searches = out->choose == fl_ismcts;
    out->effort = !searches ? skill->effort : less < skill->effort ? skill->effort / less : 1;
    return FL_AGENT_FINE;
}

enum fl_agent_fault fl_agent_read(const struct fl_game *game, const char *text,
                                  struct fl_agent_choice *out)
{
    char name[NAME];
    struct fl_buf before = fl_buf_over(name, sizeof name);
    size_t len = strcspn(text, ":/");
    const char *more = text + len;
    fl_put_bytes(&before, text, len);
    if (before.overflowed)
        return FL_AGENT_UNKNOWN;
    if ((out->choose = fl_agent_find(name, game)) && *more != '/')
        return take_agent(more, out);
    const struct fl_level *level = fl_level_find(name);
    if (!level)
        return FL_AGENT_UNKNOWN;
    const struct fl_skill *skill = fl_level_skill(level, game);
    out->choose = fl_agent_find(skill->agent, game);
    return take_level(skill, more, out);
}

const char *fl_agent_name(const struct fl_game *game, int index)
{
    struct fl_agent agent[FL_MAX_AGENTS];
    int count = fl_agents_of(game, agent);
    if (index < 0 || index >= count + FL_LEVELS)
        return NULL;
    return index < count ? agent[index].name : fl_levels[index - count].name;
}
