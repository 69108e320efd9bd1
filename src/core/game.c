/* Functions shared by all games: move lists, sampling, reading moves, options, hashes. */
#include "core/game.h"

#include <assert.h>
#include <string.h>

/* Lists all subsets of a mask in ascending order. Each bit doubles the list. Returns their
 * number. */
static unsigned list_subsets(unsigned of, uint16_t sub[256])
{
    unsigned n = 1;
    sub[0] = 0;
    for (; of; of &= of - 1, n *= 2) {
        uint16_t bit = (uint16_t)(of & (0u - of));
        uint16_t *restrict to = sub + n;
        for (unsigned i = 0; i < n; i++)
            to[i] = sub[i] | bit;
    }
    return n;
}

static void offer_run(struct fl_moves *out, unsigned base, const uint16_t *restrict sub, unsigned n)
{
    struct fl_offer *restrict to = out->at + out->count;
    for (unsigned i = 0; i < n; i++)
        to[i] = (struct fl_offer){.move = (fl_move)(base + sub[i]), .weight = 1};
    out->count += n;
    out->total += n;
}

/* Subset number i has as many bits as i has: number 0 is empty, powers of two are single items, and
 * the last one is the full set. Excluding small and full sets is therefore excluding positions. */
void fl_offer_subset(struct fl_moves *out, const struct fl_subset *s)
{
    uint16_t sub[256];
    unsigned base = (unsigned)s->base + s->with;
    unsigned n = list_subsets(s->of, sub);
    assert(s->min <= 2 && out->count + n <= FL_MAX_MOVES);
    if (s->max < fl_bits(s->of))
        n--;
    if (s->min == 0)
        offer_run(out, base, sub, 1);
    for (unsigned single = 1; single < n; single *= 2) {
        unsigned from = single + (s->min == 2);
        unsigned to = 2 * single < n ? 2 * single : n;
        if (to > from)
            offer_run(out, base, sub + from, to - from);
    }
}

void fl_list(const struct fl_game *g, const void *state, int seat, struct fl_moves *out)
{
    out->count = out->total = 0;
    if (g->turn(state) & FL_SEAT(seat))
        g->moves(state, seat, out);
}

bool fl_is_listed(const struct fl_game *g, const void *state, int seat, fl_move move)
{
    struct fl_moves list;
    fl_list(g, state, seat, &list);
    for (uint32_t i = 0; i < list.count; i++)
        if (list.at[i].move == move)
            return true;
    return false;
}

fl_move fl_pick(const struct fl_moves *list, struct fl_rng *rng)
{
    assert(list->total && list->count <= FL_MAX_MOVES);
    uint32_t rest = fl_rng_below(rng, list->total);
    uint32_t i = 0;
    while (rest >= list->at[i].weight)
        rest -= list->at[i++].weight;
    return list->at[i].move;
}

fl_move fl_sample_listed(const struct fl_game *g, const void *state, struct fl_rng *rng)
{
    struct fl_moves list;
    fl_list(g, state, FL_CHANCE, &list);
    return fl_pick(&list, rng);
}

static bool spells(const struct fl_game *g, fl_move move, const char *text, size_t len)
{
    char memory[64];
    struct fl_buf spelled = fl_buf_over(memory, sizeof memory);
    g->spell(move, &spelled);
    return spelled.len == len && !memcmp(spelled.at, text, len);
}

/* Reads an answer to a subset question: the verb, then the numbers: "reroll 3 5". */
static bool read_subset(const struct fl_game *g, const struct fl_subset *q, const char *text,
                        size_t len, fl_move *out)
{
    size_t verb = strlen(q->verb);
    unsigned mask = 0;
    if (len < verb || memcmp(text, q->verb, verb))
        return false;
    for (size_t i = verb + 1; i < len; i += 2) {
        if (text[i] < '1' || text[i] > '8')
            return false;
        mask |= 1u << (text[i] - '1');
    }
    *out = (fl_move)(q->base + mask);
    return fl_subset_holds(q, mask) && spells(g, *out, text, len);
}

/* Reads an answer to any open subset question, without spelling each of its up to 256 moves. */
static bool read_subsets(const struct fl_game *g, const void *state, int seat, const char *text,
                         size_t len, fl_move *out)
{
    struct fl_subset q[FL_MAX_SUBSETS];
    int subsets = g->subsets && (g->turn(state) & FL_SEAT(seat)) ? g->subsets(state, seat, q) : 0;
    for (int i = 0; i < subsets; i++)
        if (read_subset(g, &q[i], text, len, out))
            return true;
    return false;
}

bool fl_read_legal(const struct fl_game *g, const void *state, int seat, const char *text,
                   size_t len, fl_move *out)
{
    struct fl_moves list;
    if (read_subsets(g, state, seat, text, len, out))
        return true;
    fl_list(g, state, seat, &list);
    for (uint32_t i = 0; i < list.count; i++)
        if (spells(g, list.at[i].move, text, len)) {
            *out = list.at[i].move;
            return true;
        }
    return false;
}

bool fl_read_any(const struct fl_game *g, const char *text, size_t len, fl_move *out)
{
    for (fl_move move = 0; move < g->move_count; move++)
        if (spells(g, move, text, len)) {
            *out = move;
            return true;
        }
    return false;
}

fl_seats fl_seen_by(const struct fl_game *g, const void *state, int seat, fl_move move)
{
    return g->visible_to ? g->visible_to(state, seat, move) : FL_EVERYONE;
}

int fl_team(const struct fl_game *g, const void *state, int seat)
{
    return g->team ? g->team(state, seat) : seat;
}

uint64_t fl_hash(const struct fl_game *g, const void *state)
{
    const unsigned char *byte = state;
    uint64_t hash = 0xCBF29CE484222325u; /* FNV-1a */
    for (int i = 0; i < g->state_size; i++)
        hash = (hash ^ byte[i]) * 0x100000001B3u;
    return hash;
}

int fl_mark(const struct fl_game *g, const char *name)
{
    for (int bit = 0; bit < 8; bit++)
        if (g->mark[bit] && !strcmp(g->mark[bit], name))
            return 1 << bit;
    return 0;
}

int fl_option_count(const struct fl_game *g)
{
    int n = 0;
    while (n < FL_MAX_OPTIONS && g->option[n].name)
        n++;
    return n;
}

struct fl_setup fl_setup_default(const struct fl_game *g, int seats)
{
    struct fl_setup setup = {.seats = (uint16_t)seats};
    for (int i = 0; i < fl_option_count(g); i++)
        setup.option[i] = g->option[i].choice[0].value;
    return setup;
}

bool fl_setup_set(const struct fl_game *g, struct fl_setup *setup, const char *name,
                  const char *word)
{
    for (int i = 0; i < fl_option_count(g); i++) {
        if (strcmp(g->option[i].name, name))
            continue;
        for (int c = 0; c < FL_MAX_CHOICES && g->option[i].choice[c].word; c++)
            if (!strcmp(g->option[i].choice[c].word, word)) {
                setup->option[i] = g->option[i].choice[c].value;
                return true;
            }
    }
    return false;
}

const char *fl_setup_word(const struct fl_game *g, const struct fl_setup *setup, int option)
{
    for (int c = 0; c < FL_MAX_CHOICES && g->option[option].choice[c].word; c++)
        if (g->option[option].choice[c].value == setup->option[option])
            return g->option[option].choice[c].word;
    return NULL;
}

const char *fl_setup_check(const struct fl_game *g, const struct fl_setup *setup)
{
    if (setup->seats < g->seats_min || setup->seats > g->seats_max)
        return "setup.seats";
    for (int i = 0; i < fl_option_count(g); i++)
        if (!fl_setup_word(g, setup, i))
            return "setup.option";
    return g->check_setup ? g->check_setup(setup) : NULL;
}
