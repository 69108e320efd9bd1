/* Divides a match into chapters. */
#include "term/chapters.h"

#include <stdlib.h>

bool fl_chapters_find(struct fl_chapters *c, const struct fl_match *m)
{
    c->count = 0;
    c->end = malloc((m->steps + 1) * sizeof *c->end);
    if (!c->end)
        return false;
    c->end[0] = 0;
    for (uint32_t i = 0; i < m->steps; i++) {
        if (i == 0 || m->log[i].seat != FL_CHANCE)
            c->count++;
        c->end[c->count] = i + 1;
    }
    return true;
}

void fl_chapters_free(struct fl_chapters *c)
{
    free(c->end);
    c->end = NULL;
}
