/* libflibuste: agents, search and hints. */
#include <math.h>
#include <stdlib.h>

#include "agents/advice/advice.h"
#include "agents/agent_text.h"
#include "agents/parallel.h"
#include "lib/handles.h"

enum { USUAL_MOVES = 1000000 }; /* moves of all playouts of a hint or search by default */

struct flibuste_agent {
    const struct fl_game *game;
    struct fl_agent_choice choice;
};

struct flibuste_search {
    struct fl_search_result result;
};

struct flibuste_hint {
    struct fl_sight sight;
    struct fl_advice advice;
};

/* ---- agents ---- */

const char *flibuste_agent_name(const struct flibuste_game *game, int index)
{
    return fl_agent_name(fl_lib_game(game), index);
}

enum flibuste_status flibuste_agent_new(const struct flibuste_game *game, const char *text,
                                        struct flibuste_agent **out)
{
    struct fl_agent_choice choice;
    *out = NULL;
    if (!game || !text)
        return FLIBUSTE_BAD_ARGUMENT;
    if (fl_agent_read(fl_lib_game(game), text, &choice) != FL_AGENT_FINE)
        return FLIBUSTE_NO_AGENT;
    struct flibuste_agent *agent = malloc(sizeof *agent);
    if (!agent)
        return FLIBUSTE_NO_MEMORY;
    *agent = (struct flibuste_agent){.game = fl_lib_game(game), .choice = choice};
    *out = agent;
    return FLIBUSTE_OK;
}

void flibuste_agent_free(struct flibuste_agent *agent)
{
    free(agent);
}

/* Whether the viewer of a sight has to decide. */
static enum flibuste_status check_turn(const struct flibuste_sight *s)
{
    if (!s->sight.game)
        return FLIBUSTE_BAD_ARGUMENT;
    fl_seats turn = flibuste_sight_turn(s);
    if (!turn)
        return FLIBUSTE_OVER;
    bool is_asked = s->sight.viewer < s->sight.setup.seats && (turn & FL_SEAT(s->sight.viewer));
    return is_asked ? FLIBUSTE_OK : FLIBUSTE_NOT_YOUR_TURN;
}

enum flibuste_status flibuste_agent_choose(const struct flibuste_agent *agent,
                                           const struct flibuste_sight *s, struct flibuste_rng *rng,
                                           flibuste_move *out)
{
    enum flibuste_status status = check_turn(s);
    if (status != FLIBUSTE_OK)
        return status;
    if (agent->game != s->sight.game)
        return FLIBUSTE_NO_AGENT;
    *out = agent->choice.choose(&s->sight, agent->choice.effort, (struct fl_rng *)rng);
    return FLIBUSTE_OK;
}

/* ---- search ---- */

static enum flibuste_status check_request(const struct flibuste_sight *s, struct flibuste_effort e)
{
    if (e.threads < 1 || e.threads > FL_MAX_THREADS)
        return FLIBUSTE_BAD_ARGUMENT;
    return check_turn(s);
}

static struct fl_search_options options_of(const struct flibuste_sight *s, struct flibuste_effort e)
{
    uint32_t usual = e.playouts ? 0 : fl_playouts_for(&s->sight, USUAL_MOVES);
    return (struct fl_search_options){
        .playouts = e.playouts ? e.playouts : usual, .threads = e.threads, .seed = e.seed};
}

enum flibuste_status flibuste_search_new(const struct flibuste_sight *s, struct flibuste_effort e,
                                         struct flibuste_search **out)
{
    enum flibuste_status status = check_request(s, e);
    *out = NULL;
    if (status != FLIBUSTE_OK)
        return status;
    struct fl_search_options options = options_of(s, e);
    struct flibuste_search *search = calloc(1, sizeof *search);
    if (!search || !fl_search(&s->sight, &options, &search->result)) {
        free(search);
        return FLIBUSTE_NO_MEMORY;
    }
    *out = search;
    return FLIBUSTE_OK;
}

void flibuste_search_free(struct flibuste_search *search)
{
    free(search);
}

int flibuste_search_count(const struct flibuste_search *search)
{
    return (int)search->result.count;
}

flibuste_move flibuste_search_move(const struct flibuste_search *search, int number,
                                   uint32_t *visits)
{
    if (number < 0 || number >= (int)search->result.count)
        return FLIBUSTE_UNSEEN;
    if (visits)
        *visits = search->result.at[number].visits;
    return search->result.at[number].move;
}

double flibuste_search_chance(const struct flibuste_search *search, int number, int seat)
{
    if (number < 0 || number >= (int)search->result.count || seat < 0 || seat >= FL_MAX_SEATS)
        return 0;
    return search->result.at[number].chance[seat];
}

/* ---- hints ---- */

enum flibuste_status flibuste_hint_new(const struct flibuste_sight *s, struct flibuste_effort e,
                                       struct flibuste_hint **out)
{
    enum flibuste_status status = check_request(s, e);
    *out = NULL;
    if (status != FLIBUSTE_OK)
        return status;
    struct fl_search_options options = options_of(s, e);
    struct flibuste_hint *hint = calloc(1, sizeof *hint);
    if (!hint || !fl_advise(&s->sight, &options, &hint->advice)) {
        free(hint);
        return FLIBUSTE_NO_MEMORY;
    }
    hint->sight = s->sight;
    *out = hint;
    return FLIBUSTE_OK;
}

void flibuste_hint_free(struct flibuste_hint *hint)
{
    free(hint);
}

int flibuste_hint_count(const struct flibuste_hint *hint)
{
    return (int)hint->advice.count;
}

int flibuste_hint_is_exact(const struct flibuste_hint *hint)
{
    return hint->advice.exact;
}

flibuste_move flibuste_hint_move(const struct flibuste_hint *hint, int number)
{
    bool exists = number >= 0 && number < (int)hint->advice.count;
    return exists ? hint->advice.at[number].move : FLIBUSTE_UNSEEN;
}

double flibuste_hint_chance(const struct flibuste_hint *hint, int number, double *error)
{
    if (number < 0 || number >= (int)hint->advice.count)
        return 0;
    if (error)
        *error = hint->advice.at[number].chance.error;
    return hint->advice.at[number].chance.value;
}

/* A reason in words. The numbers and moves live as long as the struct. */
struct reason {
    struct fl_phrase phrase;
    struct fl_lib_text first, second, chance, other, bust;
};

static const char *spelled(struct fl_lib_text *t, const struct flibuste_hint *hint, uint32_t number)
{
    fl_lib_begin(t);
    hint->sight.game->spell(hint->advice.at[number].move, &t->buf);
    return t->whole;
}

/* A probability in percent: "53" or, with one decimal, "53.4". */
static const char *percent(struct fl_lib_text *t, double chance, int places, fl_lang lang)
{
    long tenths = lround(1000 * chance);
    fl_lib_begin(t);
    fl_put_number(&t->buf, places ? tenths / 10 : lround(100 * chance));
    if (places) {
        fl_put(&t->buf, fl_language(lang)->decimal);
        fl_put_number(&t->buf, tenths % 10);
    }
    return t->whole;
}

static void explain(const struct flibuste_hint *hint, fl_lang lang, struct reason *r)
{
    const struct fl_advice *a = &hint->advice;
    struct fl_measure first = a->at[0].chance, second = a->at[a->second].chance;
    fl_phrase_begin(&r->phrase, a->reason);
    fl_with_number(&r->phrase, "n", a->figures.n);
    fl_with_number(&r->phrase, "sure", a->figures.sure);
    fl_with_text(&r->phrase, "bust", percent(&r->bust, a->figures.bust, 0, lang));
    fl_with_text(&r->phrase, "first", spelled(&r->first, hint, 0));
    fl_with_text(&r->phrase, "second", spelled(&r->second, hint, a->second));
    fl_with_text(&r->phrase, "chance",
                 percent(&r->chance, first.value, fl_percent_places(first), lang));
    fl_with_text(&r->phrase, "other",
                 percent(&r->other, second.value, fl_percent_places(second), lang));
}

size_t flibuste_hint_reason(const struct flibuste_hint *hint, const char *language, char *out,
                            size_t room)
{
    struct fl_lib_text text;
    struct reason reason;
    fl_lib_begin(&text);
    explain(hint, fl_lib_language(language), &reason);
    fl_put_phrase(&text.buf, fl_lib_language(language), &reason.phrase, NULL);
    return fl_lib_end(&text, out, room);
}
