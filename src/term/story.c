/* Telling a match. */
#include "term/story.h"

#include <assert.h>
#include <string.h>

void fl_story_begin(struct fl_story *story, const struct fl_match *m, int viewer)
{
    fl_match_begin(&story->past, m->game, &m->setup, m->viewer);
    story->viewer = viewer;
}

void fl_story_end(struct fl_story *story)
{
    fl_match_end(&story->past);
}

void fl_story_sight(const struct fl_story *story, struct fl_sight *out)
{
    fl_match_sight(&story->past, story->viewer, out);
}

static void follow(struct fl_story *story, struct fl_step step)
{
    enum fl_status status = fl_match_play(&story->past, step.seat, step.move);
    assert(status == FL_OK); /* it was played before */
    (void)status;
}

void fl_story_go(struct fl_story *story, const struct fl_match *m, uint32_t step)
{
    if (step < story->past.steps)
        fl_match_rewind(&story->past, step);
    while (story->past.steps < step)
        follow(story, m->log[story->past.steps]);
}

enum { OPEN = FL_MAX_SEATS };

/* One line in the making: sentences that are finished, and some of one kind that may still grow,
 * because cards are dealt to one player after another. */
struct paragraph {
    const struct fl_screen *screen;
    int seat; /* whose move it tells, or FL_CHANCE */
    int open;
    struct fl_phrase phrase[OPEN];
    struct fl_buf text;
    char memory[4096];
};

static void finish_sentences(struct paragraph *p)
{
    for (int i = 0; i < p->open; i++) {
        if (p->text.len)
            fl_put_char(&p->text, ' ');
        fl_put_told(&p->text, p->screen, &p->phrase[i]);
    }
    p->open = 0;
}

static void add_sentence(struct paragraph *p, const struct fl_phrase *phrase)
{
    for (int i = 0; i < p->open; i++)
        if (fl_phrase_join(&p->phrase[i], phrase))
            return;
    if (p->open && (p->open == OPEN || strcmp(p->phrase[0].key, phrase->key)))
        finish_sentences(p);
    p->phrase[p->open++] = *phrase;
}

static void finish_line(struct paragraph *p)
{
    char memory[sizeof p->memory + 64];
    struct fl_buf line = fl_buf_over(memory, sizeof memory);
    finish_sentences(p);
    if (!p->text.len)
        return;
    fl_put_inked(&line, p->screen, p->seat < FL_MAX_SEATS ? fl_seat_ink(p->seat) : FL_BOLD, "•");
    fl_put_char(&line, ' ');
    fl_put(&line, p->text.at);
    fl_screen_text(p->screen, line.at, 2);
    fl_buf_clear(&p->text);
}

/* Whether a player's move only prolongs the sentence before: another step of the same ship. */
static bool goes_on(const struct paragraph *p, int seat, const struct fl_phrase *phrase)
{
    if (!p->open || p->seat != seat)
        return false;
    struct fl_phrase longer = p->phrase[p->open - 1];
    return fl_phrase_join(&longer, phrase);
}

static void tell_step(const struct fl_story *story, struct fl_step step, struct paragraph *p)
{
    struct fl_sight sight;
    struct fl_saying saying;
    fl_story_sight(story, &sight);
    step.move = fl_step_seen(&story->past, story->viewer, step);
    fl_sight_say(&sight, step, &saying);
    if (step.seat != FL_CHANCE && !goes_on(p, step.seat, &saying.phrase[0])) {
        finish_line(p);
        p->seat = step.seat;
    }
    for (int i = 0; i < saying.count; i++)
        add_sentence(p, &saying.phrase[i]);
}

void fl_story_tell(struct fl_story *story, const struct fl_match *m, uint32_t step,
                   const struct fl_screen *screen)
{
    struct paragraph p = {.screen = screen, .seat = FL_CHANCE};
    p.text = fl_buf_over(p.memory, sizeof p.memory);
    if (step < story->past.steps)
        fl_story_go(story, m, step);
    while (story->past.steps < step) {
        struct fl_step next = m->log[story->past.steps];
        tell_step(story, next, &p);
        follow(story, next);
    }
    finish_line(&p);
}
