/* Prints the steps of a match as sentences, one line per player's move. */
#include "term/narration.h"

#include <assert.h>
#include <string.h>

void fl_narration_begin(struct fl_narration *narration, const struct fl_match *m, int viewer)
{
    fl_match_begin(&narration->shown, m->game, &m->setup, m->viewer);
    narration->viewer = viewer;
    narration->reader = FL_NOBODY;
}

void fl_narration_end(struct fl_narration *narration)
{
    fl_match_end(&narration->shown);
}

void fl_narration_sight(const struct fl_narration *narration, struct fl_sight *out)
{
    fl_match_sight(&narration->shown, narration->viewer, out);
}

static void advance(struct fl_narration *narration, struct fl_step step)
{
    enum fl_status status = fl_match_play(&narration->shown, step.seat, step.move);
    assert(status == FL_OK); /* the step was legal when it was played */
    (void)status;
}

void fl_narration_seek(struct fl_narration *narration, const struct fl_match *m, uint32_t step)
{
    if (step < narration->shown.steps)
        fl_match_rewind(&narration->shown, step);
    while (narration->shown.steps < step)
        advance(narration, m->log[narration->shown.steps]);
}

enum { OPEN = FL_MAX_PHRASES };

/* A line under construction: sentences that the next phrase may still join or extend. */
struct paragraph {
    const struct fl_screen *screen;
    int reader;
    int seat;       /* the seat whose move the line reports, or FL_CHANCE */
    uint32_t start; /* the step at which the line begins */
    int printed;    /* lines */
    int open;
    struct fl_phrase phrase[OPEN];
    struct fl_buf text;
    char memory[4096];
};

/* Joins a phrase with a sentence of the same key, because cards are dealt to one player after
 * another. Returns whether it did. */
static bool join_sentence(struct paragraph *p, const struct fl_phrase *phrase)
{
    for (int i = p->open; i-- > 0 && !strcmp(p->phrase[i].key, phrase->key);)
        if (fl_phrase_join(&p->phrase[i], phrase))
            return true;
    return false;
}

/* Combines sentences that have a text in common. They are combined as late as possible: a roll is
 * complete only when its last die is known. */
static void combine_sentences(struct paragraph *p)
{
    int kept = 0;
    for (int i = 1; i < p->open; i++)
        if (!fl_phrase_extend(&p->phrase[kept], &p->phrase[i]))
            p->phrase[++kept] = p->phrase[i];
    p->open = p->open ? kept + 1 : 0;
}

/* Writes the open sentences, which then cannot be extended any more. */
static void finish_sentences(struct paragraph *p)
{
    combine_sentences(p);
    for (int i = 0; i < p->open; i++) {
        struct fl_phrase phrase = p->phrase[i];
        if (p->text.len)
            fl_put_char(&p->text, ' ');
        fl_phrase_address(&phrase, p->reader);
        fl_put_sentence(&p->text, p->screen, &phrase);
    }
    p->open = 0;
}

static void add_sentence(struct paragraph *p, const struct fl_phrase *phrase)
{
    if (join_sentence(p, phrase))
        return;
    if (p->open == OPEN)
        finish_sentences(p);
    p->phrase[p->open++] = *phrase;
}

/* Prints the line with a bullet in the colour of its player. */
static void finish_line(struct paragraph *p)
{
    char memory[sizeof p->memory + 64];
    struct fl_buf line = fl_buf_over(memory, sizeof memory);
    finish_sentences(p);
    if (!p->text.len)
        return;
    fl_put_styled(&line, p->screen, p->seat < FL_MAX_SEATS ? fl_seat_style(p->seat) : FL_BOLD, "•");
    fl_put_char(&line, ' ');
    fl_put(&line, p->text.at);
    fl_screen_text(p->screen, line.at, 2);
    fl_buf_clear(&p->text);
    p->printed++;
}

/* Whether a phrase only extends the last sentence of the same player: the next step of a ship, or
 * what the dice show after a card. */
static bool extends_sentence(const struct paragraph *p, int seat, const struct fl_phrase *phrase)
{
    struct paragraph longer = *p;
    if (!p->open || p->seat != seat)
        return false;
    if (join_sentence(&longer, phrase))
        return true;
    combine_sentences(&longer);
    return fl_phrase_extend(&longer.phrase[longer.open - 1], phrase);
}

/* A player's move that has no phrase yet. */
struct silent_move {
    int seat; /* FL_NOBODY: none */
    uint32_t step;
};

/* Adds the phrases of a step. A player's move starts a new line at its first phrase, unless this
 * extends the last sentence. */
static void add_step(const struct fl_narration *narration, struct fl_step step, bool over,
                     struct paragraph *p, struct silent_move *mover)
{
    struct fl_sight sight;
    struct fl_phrases phrases;
    fl_narration_sight(narration, &sight);
    step.move = fl_step_seen(&narration->shown, narration->viewer, step);
    (over ? fl_sight_say_all : fl_sight_say)(&sight, step, &phrases);
    if (step.seat != FL_CHANCE)
        *mover = (struct silent_move){step.seat, narration->shown.steps};
    for (int i = 0; i < phrases.count; i++) {
        if (fl_phrase_is_silent(&phrases.phrase[i], p->screen->lang))
            continue;
        if (mover->seat != FL_NOBODY && !extends_sentence(p, mover->seat, &phrases.phrase[i])) {
            finish_line(p);
            p->seat = mover->seat;
            p->start = mover->step;
        }
        mover->seat = FL_NOBODY;
        add_sentence(p, &phrases.phrase[i]);
    }
}

/* Prints all lines up to a step but the last one, which is returned in the paragraph. */
static void print_lines(struct fl_narration *narration, const struct fl_match *m, uint32_t step,
                        const struct fl_screen *screen, struct paragraph *p)
{
    struct silent_move mover = {FL_NOBODY, 0};
    if (step < narration->shown.steps)
        fl_narration_seek(narration, m, step);
    *p = (struct paragraph){.screen = screen,
                            .reader = narration->reader,
                            .seat = FL_CHANCE,
                            .start = narration->shown.steps};
    p->text = fl_buf_over(p->memory, sizeof p->memory);
    while (narration->shown.steps < step) {
        struct fl_step next = m->log[narration->shown.steps];
        add_step(narration, next, !fl_match_turn(m), p, &mover);
        advance(narration, next);
    }
}

void fl_narration_print(struct fl_narration *narration, const struct fl_match *m, uint32_t step,
                        const struct fl_screen *screen)
{
    struct paragraph p;
    print_lines(narration, m, step, screen, &p);
    finish_line(&p);
}

bool fl_narration_print_complete(struct fl_narration *narration, const struct fl_match *m,
                                 uint32_t step, const struct fl_screen *screen)
{
    struct paragraph p;
    print_lines(narration, m, step, screen, &p);
    fl_narration_seek(narration, m, p.start);
    return p.printed > 0;
}
