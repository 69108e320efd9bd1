/* Checks the laws of laws.h: plays every game in every setup, half of the time with a greedy
 * player, otherwise at random, and checks every law on the states it reaches. Prints TAP, with one
 * line per law and game.
 *
 * laws [GAME|all [N]]: all games, or one; N matches per game instead of the default number.
 *
 * The seeds are fixed, so the same program gives the same result. */
#include "laws.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agents/agent.h"
#include "core/words.h"
#include "games/games.h"

enum {
    MAX_LAWS = 32,
    MAX_SETUPS = 1024,
    MOMENTS_A_SETUP = 4000, /* number of states after which no more matches are played */
    MATCHES_A_SETUP = 2,    /* at least this number of matches */
    MIXED_SETUPS = 6,       /* setups per number of seats with random options */
    CALM_AFTER = 30000,     /* steps after which laws are checked less often */
    CALM = 64
};

enum {
    WHOEVER_MAY_MOVE_CAN,
    GAMES_END
}; /* index of the first two laws, which a rejected move breaks */

struct trial {
    struct law law[MAX_LAWS];
    uint64_t checks[MAX_LAWS]; /* of the present game */
    int laws;
    int broken;       /* index of the broken law, or -1 */
    uint32_t matches; /* matches per game; 0: default */
    uint32_t setups;  /* of the present game */
    struct fl_setup setup[MAX_SETUPS];
    int lines, failures; /* of TAP */
    struct moment now;
};

/* ---- what the laws share ---- */

bool fl_holds(struct moment *now, bool condition, const char *what)
{
    now->checks++;
    if (!condition && !now->broken)
        now->broken = what;
    return condition;
}

int fl_viewers(const struct moment *now)
{
    return now->match->setup.seats + 1;
}

int fl_viewer(const struct moment *now, int i)
{
    return i < now->match->setup.seats ? i : FL_SPECTATOR;
}

int fl_any_seat(fl_seats set, struct fl_rng *rng)
{
    uint32_t skip = fl_rng_below(rng, (uint32_t)__builtin_popcount(set));
    for (unsigned rest = set;; rest &= rest - 1)
        if (!skip--)
            return __builtin_ctz(rest);
}

/* Picks a subset question or a single move, each equally likely. */
static fl_move answer_a_question(const struct fl_game *g, const union fl_state *state, int seat,
                                 const struct fl_moves *list, struct fl_rng *rng)
{
    struct fl_subset q[FL_MAX_SUBSETS];
    int n = g->subsets(state, seat, q);
    struct fl_moves plain = {0}, chosen = {0};
    for (uint32_t i = 0; i < list->count; i++) {
        bool inside = false;
        for (int k = 0; k < n; k++)
            inside |= list->at[i].move >= q[k].base && list->at[i].move - q[k].base < 256 &&
                      fl_subset_holds(&q[k], (unsigned)(list->at[i].move - q[k].base));
        if (!inside)
            fl_offer(&plain, list->at[i].move, 1);
    }
    uint32_t choice = fl_rng_below(rng, plain.count + (uint32_t)n);
    if (choice < plain.count)
        return plain.at[choice].move;
    fl_offer_subset(&chosen, &q[choice - plain.count]);
    return fl_pick(&chosen, rng);
}

fl_move fl_any_move(const struct fl_game *g, const union fl_state *state, int seat,
                    struct fl_rng *rng)
{
    struct fl_moves list;
    if (seat == FL_CHANCE)
        return fl_sample_chance(g, state, rng);
    fl_list(g, state, seat, &list);
    if (g->subsets && fl_rng_below(rng, 2))
        return answer_a_question(g, state, seat, &list, rng);
    return fl_pick(&list, rng);
}

union fl_state fl_through_the_eyes_of(const struct fl_game *g, const union fl_state *state,
                                      int viewer)
{
    union fl_state sight = *state;
    if (g->redact && viewer != FL_TRUTH)
        g->redact(&sight, viewer);
    return sight;
}

bool fl_same_state(const struct fl_game *g, const union fl_state *a, const union fl_state *b)
{
    return !memcmp(a, b, g->state_size);
}

bool fl_lists(const struct fl_moves *list, fl_move move)
{
    for (uint32_t i = 0; i < list->count; i++)
        if (list->at[i].move == move)
            return true;
    return false;
}

bool fl_has_secrets(const struct fl_game *g)
{
    return g->redact || g->visible_to || g->imagine;
}

const struct fl_game *fl_any_game_find(const char *name)
{
    return strcmp(name, fl_template.name) ? fl_game_find(name) : &fl_template;
}

/* ---- trying ---- */

static void try_law(struct trial *t, int i)
{
    t->now.checks = 0;
    t->law[i].is_tried(&t->now);
    t->checks[i] += t->now.checks;
    if (t->now.broken)
        t->broken = i;
}

static bool concerns(const struct law *law, const struct fl_game *g)
{
    return !law->concerns || law->concerns(g);
}

/* Checks all laws at the start and the end of a match, and each one at its own rate in between. */
static void try_laws(struct trial *t)
{
    const struct fl_match *m = t->now.match;
    bool all = !m->steps || !fl_match_turn(m);
    if (!all && m->steps > CALM_AFTER && m->steps % CALM)
        return;
    for (int i = 0; i < t->laws && t->broken < 0; i++)
        if (concerns(&t->law[i], t->now.game))
            if (all || !fl_rng_below(t->now.rng, t->law[i].every))
                try_law(t, i);
}

/* ---- playing ---- */

static fl_move choose(const struct fl_match *m, int seat, fl_choose greedy, struct fl_rng *rng)
{
    struct fl_sight sight;
    if (seat == FL_CHANCE || !greedy || fl_rng_below(rng, 2))
        return fl_any_move(m->game, &m->state, seat, rng);
    fl_match_sight(m, seat, &sight);
    return greedy(&sight, 0, rng);
}

/* Makes one step. Returns false if the match is over or a move was rejected. */
static bool play_on(struct trial *t, struct fl_match *m, fl_choose greedy, struct fl_rng *rng)
{
    fl_seats turn = fl_match_turn(m);
    if (!turn)
        return false;
    int seat = fl_any_seat(turn, rng);
    enum fl_status status = fl_match_play(m, seat, choose(m, seat, greedy, rng));
    t->now.broken = status == FL_OK         ? NULL
                    : status == FL_TOO_LONG ? "a match does not end"
                                            : "a move that was offered is refused";
    if (t->now.broken)
        t->broken = status == FL_TOO_LONG ? GAMES_END : WHOEVER_MAY_MOVE_CAN;
    return !t->now.broken;
}

static void report_moment(const struct trial *t, const struct fl_match *m, uint64_t seed)
{
    const struct fl_game *g = m->game;
    printf("# %s does not hold: %s\n# %s, %d seats", t->law[t->broken].sentence, t->now.broken,
           g->name, m->setup.seats);
    for (int i = 0; i < fl_option_count(g); i++)
        printf(", %s %s", g->option[i].name, fl_setup_word(g, &m->setup, i));
    printf(", seed %llu, step %u\n", (unsigned long long)seed, m->steps);
}

/* Plays one match. Returns the number of states checked. */
static uint32_t play_match(struct trial *t, const struct fl_setup *setup, uint64_t seed)
{
    const struct fl_game *g = t->now.game;
    struct fl_rng dice = fl_rng_from(seed, 0), whim = fl_rng_from(seed, 1);
    fl_choose greedy = t->now.number % 2 ? fl_agent_find("greedy", g) : NULL;
    struct fl_match m;
    fl_match_begin(&m, g, setup, FL_TRUTH);
    t->now.match = &m;
    t->now.rng = &whim;
    do
        try_laws(t);
    while (t->broken < 0 && play_on(t, &m, greedy, &dice));
    if (t->broken >= 0)
        report_moment(t, &m, seed);
    uint32_t moments = m.steps + 1;
    fl_match_end(&m);
    return moments;
}

static void play_setup(struct trial *t, const struct fl_setup *setup, uint64_t seed)
{
    uint32_t moments = 0, share = (t->matches + t->setups - 1) / t->setups;
    for (t->now.number = 0; t->broken < 0; t->now.number++) {
        bool enough = t->matches ? t->now.number >= share
                                 : moments >= MOMENTS_A_SETUP && t->now.number >= MATCHES_A_SETUP;
        if (enough)
            return;
        moments += play_match(t, setup, seed << 32 | t->now.number);
    }
}

/* A rejected setup must have a translated reason; any other one must be playable. */
static void add_setup(struct trial *t, const struct fl_setup *setup)
{
    const char *reason = fl_setup_check(t->now.game, setup);
    if (!reason && t->setups < MAX_SETUPS) {
        t->setup[t->setups++] = *setup;
    } else if (reason && !fl_word_exists(reason)) {
        printf("# %s refuses a setup with no word for it: %s\n", t->now.game->name, reason);
        t->broken = WHOEVER_MAY_MOVE_CAN;
    }
}

static int choices_of(const struct fl_option *option)
{
    int n = 0;
    while (n < FL_MAX_CHOICES && option->choice[n].word)
        n++;
    return n;
}

/* Plays the default setup, each option changed alone, and some setups with random options. */
static void add_setups(struct trial *t, int seats)
{
    const struct fl_game *g = t->now.game;
    struct fl_setup usual = fl_setup_default(g, seats), setup = usual;
    struct fl_rng rng = fl_rng_from((uint64_t)seats, 2);
    int options = fl_option_count(g);
    add_setup(t, &usual);
    for (int i = 0; i < options; i++)
        for (int c = 1; c < choices_of(&g->option[i]); c++) {
            setup = usual;
            setup.option[i] = g->option[i].choice[c].value;
            add_setup(t, &setup);
        }
    for (int n = 0; options > 1 && n < MIXED_SETUPS; n++) {
        for (int i = 0; i < options; i++) {
            uint32_t c = fl_rng_below(&rng, (uint32_t)choices_of(&g->option[i]));
            setup.option[i] = g->option[i].choice[c].value;
        }
        add_setup(t, &setup);
    }
}

/* ---- telling ---- */

static void begin_line(struct trial *t, bool ok, const char *about, const char *sentence)
{
    printf("%sok %d - %s: ", ok ? "" : "not ", ++t->lines, about);
    for (; *sentence; sentence++)
        putchar(*sentence == '_' ? ' ' : *sentence);
    t->failures += !ok;
}

/* A law that was never checked counts as broken. */
static void tell_game(struct trial *t)
{
    const struct fl_game *g = t->now.game;
    bool stopped = t->broken >= 0;
    for (int i = 0; i < t->laws; i++) {
        bool asked = t->checks[i] || stopped || !concerns(&t->law[i], g);
        begin_line(t, i != t->broken && asked, g->name, t->law[i].sentence);
        if (concerns(&t->law[i], g))
            printf(" (%llu checks%s)\n", (unsigned long long)t->checks[i],
                   stopped && i != t->broken ? ", stopped early" : "");
        else
            printf(" # SKIP this game has nothing of the kind\n");
    }
    fflush(stdout);
}

static void try_game(struct trial *t, const struct fl_game *g)
{
    memset(t->checks, 0, sizeof t->checks);
    t->broken = -1;
    t->now.broken = NULL;
    t->now.game = g;
    t->setups = 0;
    for (int seats = g->seats_min; seats <= g->seats_max; seats++)
        add_setups(t, seats);
    for (uint32_t i = 0; i < t->setups; i++)
        play_setup(t, &t->setup[i], i + 1);
    tell_game(t);
}

static void try_every_game(struct trial *t)
{
    for (int i = 0; fl_games[i]; i++)
        try_game(t, fl_games[i]);
    try_game(t, &fl_template);
}

static void add_laws(struct trial *t, const struct law *law)
{
    for (; law->sentence && t->laws < MAX_LAWS; law++)
        t->law[t->laws++] = *law;
}

static int usage(void)
{
    fputs("usage: laws [GAME|all [N]]\n", stderr);
    return 2;
}

static void try_as_told(struct trial *t, const struct fl_game *only)
{
    add_laws(t, fl_laws_of_moves);
    add_laws(t, fl_laws_of_secrets);
    add_laws(t, fl_laws_of_twins);
    add_laws(t, fl_laws_of_words);
    add_laws(t, fl_laws_of_records);
    if (only)
        try_game(t, only);
    else
        try_every_game(t);
    printf("1..%d\n", t->lines);
}

int main(int argc, char **argv)
{
    struct trial *t = calloc(1, sizeof *t);
    char *pages = malloc(2 * FL_PAGE);
    bool all = argc < 2 || !strcmp(argv[1], "all");
    const struct fl_game *only = all ? NULL : fl_any_game_find(argv[1]);
    if (argc > 3 || (!all && !only) || !t || !pages)
        return usage();
    t->matches = argc > 2 ? (uint32_t)strtoul(argv[2], NULL, 10) : 0;
    t->now.page[0] = pages;
    t->now.page[1] = pages + FL_PAGE;
    try_as_told(t, only);
    int failures = t->failures;
    free(pages);
    free(t);
    return failures ? 1 : 0;
}
