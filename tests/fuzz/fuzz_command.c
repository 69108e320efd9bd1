/* Fuzzes the input of a player: every line must become a command that is valid in the position.
 *
 * The first bytes of an input select the game, the viewer, the language and the number of steps
 * played; the rest is the line. */
#include "fuzz.h"
#include "languages.h"
#include "term/command.h"

enum { HEAD = 4, LONGEST_LINE = 2048, GAMES = 6, SETUPS = 32, STEPS = 16, SEEDS = 4 };

static void play_some(struct fl_match *m, int steps, uint64_t seed)
{
    struct fl_rng rng = fl_rng_from(seed, 0);
    while (steps-- && fl_match_turn(m)) {
        struct fl_moves list;
        int seat = __builtin_ctz(fl_match_turn(m));
        fl_list(m->game, &m->state, seat, &list);
        fl_match_play(m, seat, fl_pick(&list, &rng));
    }
}

static void refusal_has_a_reason(const struct fl_sight *s, fl_move move)
{
    struct fl_phrase why;
    if (!(s->game->turn(&s->state) & FL_SEAT(s->viewer)))
        return;
    s->game->why_not(&s->state, s->viewer, move, &why);
    fuzz_say(&why);
}

/* A route consists of consecutive legal moves of the player. */
static void route_is_legal(const struct fl_sight *s, const struct fl_route *route)
{
    struct fl_sight on = *s;
    MUST(route->count > 0 && route->count <= FL_MAX_ROUTE_MOVES);
    for (int i = 0; i < route->count; i++) {
        MUST(on.game->turn(&on.state) & FL_SEAT(on.viewer));
        MUST(fl_is_legal(on.game, &on.state, on.viewer, route->move[i]));
        on.game->apply(&on.state, on.viewer, route->move[i]);
    }
}

static void command_makes_sense(const struct fl_sight *s, const struct fl_command *c)
{
    bool legal = (s->game->turn(&s->state) & FL_SEAT(s->viewer)) &&
                 fl_is_legal(s->game, &s->state, s->viewer, c->move);
    MUST(c->kind <= FL_COMMAND_NO_ROUTE);
    MUST(memchr(c->rest, '\0', sizeof c->rest));
    MUST(c->kind != FL_COMMAND_MOVE || legal);
    if (c->kind == FL_COMMAND_ROUTE)
        route_is_legal(s, &c->route);
    if (c->kind == FL_COMMAND_REFUSED) {
        MUST(c->move < s->game->move_count && !legal);
        refusal_has_a_reason(s, c->move);
    }
}

static void line_is_read(const struct fl_sight *s, fl_lang lang, const char *line)
{
    struct fl_command command;
    memset(&command, 1, sizeof command);
    fl_command_read(s, lang, line, &command);
    command_makes_sense(s, &command);
    if (fl_command_is(FL_COMMAND_QUIT, lang, line))
        MUST(command.kind != FL_COMMAND_UNKNOWN);
}

/* The shortest prefix of an open question's verb, with the numbers of an answer, means that
 * answer. */
static void short_verbs_are_understood(const struct fl_sight *s, fl_lang lang)
{
    struct fl_choices choices;
    fl_choices_of(s, &choices);
    for (int i = 0; i < choices.subsets; i++) {
        const struct fl_subset *q = &choices.subset[i];
        struct fl_moves answers = {0};
        struct fl_command command;
        char text[64];
        struct fl_buf out = fl_buf_over(text, sizeof text);
        fl_offer_subset(&answers, q);
        fl_put_shortest(&out, lang, &choices, q->verb);
        MUST(out.len > 0 && !out.overflowed);
        fl_put_bits(&out, (unsigned)(answers.at[0].move - q->base));
        fl_command_read(s, lang, text, &command);
        MUST(command.kind == FL_COMMAND_MOVE && command.move == answers.at[0].move);
    }
}

static void make_sight(const uint8_t head[HEAD], struct fl_sight *sight)
{
    struct fl_match m;
    const struct fl_game *g = fuzz_game(head[0]);
    struct fl_setup setup = fl_setup_default(g, g->seats_min + head[1] % 2);
    int viewer = head[1] >> 2 & 7;
    fl_match_begin(&m, g, &setup, FL_TRUTH);
    play_some(&m, 4 * head[2], head[3]);
    fl_match_sight(&m, viewer < setup.seats ? viewer : 0, sight);
    fl_match_end(&m);
}

/* The position of a head: a few thousand exist. Playing to one takes longer than reading a line, so
 * they are kept. */
static const struct fl_sight *find_sight(const uint8_t bytes[HEAD])
{
    static struct fl_sight kept[GAMES][SETUPS][STEPS][SEEDS];
    uint8_t head[HEAD] = {bytes[0] % GAMES, bytes[1] % SETUPS, bytes[2] % STEPS, bytes[3] % SEEDS};
    struct fl_sight *sight = &kept[head[0]][head[1]][head[2]][head[3]];
    if (!sight->game)
        make_sight(head, sight);
    return sight;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
    char line[LONGEST_LINE];
    if (len < HEAD)
        return 0;
    const struct fl_sight *sight = find_sight(bytes);
    fl_lang lang = bytes[1] & 2 ? FL_FRENCH : FL_ENGLISH;
    struct fl_buf typed = fl_buf_over(line, sizeof line);
    fl_put_bytes(&typed, (const char *)bytes + HEAD, len - HEAD);
    line_is_read(sight, lang, line);
    if (len % 64 == 0)
        short_verbs_are_understood(sight, lang);
    return 0;
}
