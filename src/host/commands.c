/* The first word of a command decides who does it. */
#include <string.h>

#include "host/table.h"

struct command {
    const char *word;
    void (*act)(struct fl_host *, fl_line, const char *rest);
    bool at_a_table;
};

static const struct command commands[] = {
#define COMMAND(word, at_a_table) {#word, fl_do_##word, at_a_table},
    FL_COMMANDS(COMMAND)
#undef COMMAND
};

static const struct command *find_command(const char *word)
{
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
        if (!strcmp(commands[i].word, word))
            return &commands[i];
    return NULL;
}

void fl_command_do(struct fl_host *h, fl_line line, const char *text)
{
    char word[16];
    const char *rest = text;
    const struct command *c = fl_next_word(&rest, word, sizeof word) ? find_command(word) : NULL;
    struct fl_table *t = h->guest[line].at;
    h->verb = c ? c->word : NULL;
    h->command = text;
    while (*rest == ' ')
        rest++;
    if (!c)
        fl_refuse(h, line, "host.unknown-command");
    else if (c->at_a_table && !t)
        fl_refuse(h, line, "host.at-no-table");
    else if (c->at_a_table && t->pending)
        fl_table_wait(t, line, text);
    else
        c->act(h, line, rest);
}

/* The table at which something this line asked for waits, or is being written down; or NULL. */
static struct fl_table *where_it_waits(const struct fl_guest *g, fl_line line)
{
    if (g->waiting)
        return g->waits_at;
    return g->at && g->at->pending && g->at->pending->line == line ? g->at : NULL;
}

/* Lines are answered in the order in which they came: none overtakes one that waits. */
void fl_command_in_turn(struct fl_host *h, fl_line line, const char *text)
{
    const struct fl_guest *g = &h->guest[line];
    struct fl_table *busy = where_it_waits(g, line);
    h->verb = NULL;
    if (busy) {
        fl_table_wait(busy, line, text);
        return;
    }
    fl_command_do(h, line, text);
    if (g->at)
        fl_table_stir(g->at);
}
