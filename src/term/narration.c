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

static void advance(struct fl_narration *narration, struct fl_step step)
{
    enum fl_status status = fl_match_play(&narration->shown, step.seat, step.move);
    assert(status == FL_OK); /* the step was legal when it was played */
    (void)status;
}

/* A match that players ended before the rules did is over after its last step only. */
static void set_ending(struct fl_narration *narration, const struct fl_match *m)
{
    bool at_end = narration->shown.steps == m->steps;
    narration->shown.ending = at_end ? m->ending : (struct fl_ending){0};
}

void fl_narration_seek(struct fl_narration *narration, const struct fl_match *m, uint32_t step)
{
    narration->shown.ending = (struct fl_ending){0};
    if (step < narration->shown.steps)
        fl_match_rewind(&narration->shown, step);
    while (narration->shown.steps < step)
        advance(narration, m->log[narration->shown.steps]);
    set_ending(narration, m);
}

enum {
    OPEN = FL_MAX_PHRASES,
    LINE_COLUMNS = 115, /* the longest line, docs/voice.md; web/lib/words.js has the same limit */
    SENTENCE_SIZE = 1024
};

static void put_addressed(struct fl_buf *out, const struct fl_paragraph *p, struct fl_phrase phrase)
{
    fl_phrase_address(&phrase, p->reader);
    fl_put_sentence(out, p->screen, &phrase);
}

/* Replaces a sentence by a longer one unless that is longer than a line. Returns whether it did. */
static bool lengthen(const struct fl_paragraph *p, struct fl_phrase *sentence,
                     const struct fl_phrase *longer)
{
    char memory[SENTENCE_SIZE];
    struct fl_buf text = fl_buf_over(memory, sizeof memory);
    put_addressed(&text, p, *longer);
    if (fl_columns(text.at) > LINE_COLUMNS)
        return false;
    *sentence = *longer;
    return true;
}

/* Joins a phrase with a sentence of the same key, because cards are dealt to one player after
 * another. Returns whether it did. */
static bool join_sentence(struct fl_paragraph *p, const struct fl_phrase *phrase)
{
    for (int i = p->open; i-- > 0 && !strcmp(p->phrase[i].key, phrase->key);) {
        struct fl_phrase longer = p->phrase[i];
        if (fl_phrase_join(&longer, phrase) && lengthen(p, &p->phrase[i], &longer))
            return true;
    }
    return false;
}

/* Extends a sentence by the next one. Returns whether it did. */
static bool extend_sentence(const struct fl_paragraph *p, struct fl_phrase *sentence,
                            const struct fl_phrase *phrase)
{
    struct fl_phrase longer = *sentence;
    return fl_phrase_extend(&longer, phrase) && lengthen(p, sentence, &longer);
}

/* Combines sentences that have a text in common. They are combined as late as possible: a roll is
 * complete only when its last die is known. */
static void combine_sentences(struct fl_paragraph *p)
{
    int kept = 0;
    for (int i = 1; i < p->open; i++)
        if (!extend_sentence(p, &p->phrase[kept], &p->phrase[i]))
            p->phrase[++kept] = p->phrase[i];
    p->open = p->open ? kept + 1 : 0;
}

/* Prints the text with a bullet in the colour of its player. */
static void print_text(struct fl_paragraph *p)
{
    char memory[sizeof p->memory + 64];
    struct fl_buf line = fl_buf_over(memory, sizeof memory);
    if (!p->text.len)
        return;
    fl_put_styled(&line, p->screen, p->seat < FL_MAX_SEATS ? fl_seat_style(p->seat) : FL_BOLD, "•");
    fl_put_char(&line, ' ');
    fl_put(&line, p->text.at);
    if (!p->quiet)
        fl_screen_text(p->screen, line.at, 2);
    fl_buf_clear(&p->text);
    p->lines++;
}

/* Writes the open sentences, which then cannot be extended any more. A sentence that would make the
 * line too long starts the next one. */
static void finish_sentences(struct fl_paragraph *p)
{
    combine_sentences(p);
    for (int i = 0; i < p->open; i++) {
        char memory[SENTENCE_SIZE];
        struct fl_buf sentence = fl_buf_over(memory, sizeof memory);
        put_addressed(&sentence, p, p->phrase[i]);
        if (p->text.len && fl_columns(p->text.at) + 1 + fl_columns(sentence.at) > LINE_COLUMNS)
            print_text(p);
        if (p->text.len)
            fl_put_char(&p->text, ' ');
        fl_put(&p->text, sentence.at);
    }
    p->open = 0;
}

static void add_sentence(struct fl_paragraph *p, const struct fl_phrase *phrase)
{
    if (join_sentence(p, phrase))
        return;
    if (p->open == OPEN)
        finish_sentences(p);
    p->phrase[p->open++] = *phrase;
}

static void finish_line(struct fl_paragraph *p)
{
    finish_sentences(p);
    print_text(p);
}

/* Whether a phrase only extends the last sentence: the next step of a ship, what the dice show
 * after a card, another player who does the same, or the roll of the defender. */
static bool extends_sentence(const struct fl_paragraph *p, int seat, const struct fl_phrase *phrase)
{
    struct fl_paragraph longer = *p;
    if (!p->open)
        return false;
    if (p->seat == seat && join_sentence(&longer, phrase))
        return true;
    combine_sentences(&longer);
    return extend_sentence(p, &longer.phrase[longer.open - 1], phrase);
}

/* The seat that a phrase is about, or FL_NOBODY. */
static int subject_of(const struct fl_phrase *phrase)
{
    for (int i = 0; i < phrase->args; i++)
        if (phrase->arg[i].kind == FL_ARG_SEAT && !strcmp(phrase->arg[i].name, "who"))
            return phrase->arg[i].number;
    return FL_NOBODY;
}

void fl_paragraph_begin(struct fl_paragraph *p, const struct fl_screen *screen, int reader)
{
    p->screen = screen;
    p->reader = reader;
    p->seat = FL_CHANCE;
    p->mover = FL_NOBODY;
    p->lines = p->open = 0;
    p->text = fl_buf_over(p->memory, sizeof p->memory);
}

void fl_paragraph_move(struct fl_paragraph *p, int seat, uint32_t step)
{
    p->mover = seat;
    p->mover_step = step;
}

/* What other players do in a step, such as the start of the next turn, has lines of its own, unless
 * the sentence of the previous one can include it. */
void fl_paragraph_add(struct fl_paragraph *p, const struct fl_phrase *phrase)
{
    int subject = subject_of(phrase);
    if (fl_phrase_is_silent(phrase, p->screen->lang))
        return;
    bool about_another = subject != FL_NOBODY && subject != p->seat;
    bool extends =
        (p->mover != FL_NOBODY || about_another) && extends_sentence(p, p->mover, phrase);
    if (p->mover != FL_NOBODY && !extends) {
        finish_line(p);
        p->seat = p->mover;
        p->start = p->mover_step;
    }
    if (!extends && subject != FL_NOBODY && p->seat != FL_CHANCE && subject != p->seat) {
        finish_line(p);
        p->seat = subject;
    }
    p->mover = FL_NOBODY;
    add_sentence(p, phrase);
}

void fl_paragraph_finish(struct fl_paragraph *p)
{
    finish_line(p);
}

static void add_step(const struct fl_narration *narration, struct fl_step step, bool over,
                     struct fl_paragraph *p)
{
    struct fl_sight sight;
    struct fl_phrases phrases;
    fl_match_sight(&narration->shown, narration->viewer, &sight);
    step.move = fl_step_seen(&narration->shown, narration->viewer, step);
    fl_sight_say(&sight, step, over, &phrases);
    if (step.seat != FL_CHANCE)
        fl_paragraph_move(p, step.seat, narration->shown.steps);
    for (int i = 0; i < phrases.count; i++)
        fl_paragraph_add(p, &phrases.phrase[i]);
}

/* Adds the steps up to `step`. The last line stays open. */
static void add_steps(struct fl_narration *narration, const struct fl_match *m, uint32_t step,
                      struct fl_paragraph *p)
{
    if (step < narration->shown.steps)
        fl_narration_seek(narration, m, step);
    narration->shown.ending = (struct fl_ending){0};
    p->start = narration->shown.steps;
    while (narration->shown.steps < step) {
        struct fl_step next = m->log[narration->shown.steps];
        add_step(narration, next, !fl_match_turn(m), p);
        advance(narration, next);
    }
    set_ending(narration, m);
}

/* Prints who has resigned since `before`, and that the match ended by agreement. */
static void print_ending(const struct fl_narration *narration, const struct fl_ending *before,
                         struct fl_paragraph *p)
{
    struct fl_ending since = narration->shown.ending;
    struct fl_phrases said;
    since.resigned &= (fl_seats)~before->resigned;
    since.agreed &= !before->agreed;
    since.bots_only &= !before->bots_only;
    fl_ending_say(&since, &said);
    for (int i = 0; i < said.count; i++) {
        p->seat = subject_of(&said.phrase[i]);
        add_sentence(p, &said.phrase[i]);
        finish_line(p);
    }
}

void fl_narration_print(struct fl_narration *narration, const struct fl_match *m, uint32_t step,
                        const struct fl_screen *screen)
{
    struct fl_ending before = narration->shown.ending;
    struct fl_paragraph p = {.quiet = false};
    fl_paragraph_begin(&p, screen, narration->reader);
    add_steps(narration, m, step, &p);
    finish_line(&p);
    print_ending(narration, &before, &p);
}

bool fl_narration_print_complete(struct fl_narration *narration, const struct fl_match *m,
                                 uint32_t step, const struct fl_screen *screen)
{
    uint32_t from = narration->shown.steps;
    struct fl_ending told = narration->shown.ending; /* what has changed is printed later */
    struct fl_paragraph all = {.quiet = true}, complete = {.quiet = false};
    fl_paragraph_begin(&all, screen, narration->reader);
    fl_paragraph_begin(&complete, screen, narration->reader);
    add_steps(narration, m, step, &all);
    fl_narration_seek(narration, m, from);
    add_steps(narration, m, all.start, &complete);
    finish_line(&complete);
    narration->shown.ending = told;
    return complete.lines > 0;
}
