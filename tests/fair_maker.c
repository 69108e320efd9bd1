/* Makes a record with fair dice: fair_maker GAME SEED [FORGED]. People move at random and now and
 * then agree to take something back, dice and all. Roll number FORGED, if there is one, is not the
 * one that the secret gives: everything else of such a record is right. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/record.h"
#include "games/games.h"

enum { ROOM = 1 << 22, LONGEST = 3000 };

struct forger {
    struct fl_chance_source source;
    struct fl_fair_source honest;
    uint32_t forged; /* number of the roll; 0: none */
};

/* The honest roll, or the next possible one in its place. */
static bool pick(struct fl_chance_source *source, const struct fl_match *m,
                 const struct fl_moves *list, fl_move *move)
{
    struct forger *f = (struct forger *)source;
    f->honest.source.pick(&f->honest.source, m, list, move);
    if (m->rolls + 1 < f->forged || !f->forged || list->count == 1)
        return true;
    uint32_t i = 0;
    while (list->at[i].move != *move)
        i++;
    *move = list->at[(i + 1) % list->count].move;
    f->forged = 0;
    return true;
}

static void seal(struct fl_fair *fair, int seats, struct fl_rng *rng)
{
    static const char *const word[] = {"rum", "", "Cutlass-7", "_", "0", "parrot", "", "sea"};
    *fair = (struct fl_fair){.committed = true, .revealed = true};
    for (int i = 0; i < FL_SECRET_SIZE; i++)
        fair->secret[i] = (uint8_t)fl_rng_below(rng, 256);
    fl_fair_commit(fair->secret, fair->commitment);
    snprintf(fair->table, sizeof fair->table, "maker-%u", fl_rng_below(rng, 1000));
    for (int seat = 0; seat < seats; seat++)
        snprintf(fair->nonce[seat], sizeof fair->nonce[seat], "%s", word[seat]);
}

static void play_one(struct fl_match *m, struct fl_rng *rng)
{
    struct fl_sight sight;
    struct fl_moves list;
    int seat = __builtin_ctz(fl_match_turn(m));
    fl_match_sight(m, seat, &sight);
    fl_list(sight.game, &sight.state, seat, &list);
    fl_match_play(m, seat, list.at[fl_rng_below(rng, list.count)].move);
}

int main(int argc, char **argv)
{
    assert(argc == 3 || argc == 4);
    const struct fl_game *game = fl_game_find(argv[1]);
    struct fl_rng rng = fl_rng_from(strtoull(argv[2], NULL, 10), 77);
    struct fl_setup setup = fl_setup_default(game, 3);
    struct fl_players players = {0};
    struct forger dice = {.source.pick = pick};
    struct fl_match m;
    dice.forged = argc == 4 ? (uint32_t)strtoul(argv[3], NULL, 10) : 0;
    seal(&players.fair, setup.seats, &rng);
    fl_fair_source_begin(&dice.honest, &players.fair, setup.seats);
    fl_match_begin(&m, game, &setup, FL_TRUTH);
    while (fl_match_play_chance(&m, &dice.source) == FL_OK && fl_match_turn(&m) &&
           m.steps < LONGEST) {
        if (m.steps > 10 && !fl_rng_below(&rng, 20))
            fl_match_undo(&m, m.steps - 1 - fl_rng_below(&rng, 10));
        else
            play_one(&m, &rng);
    }
    char *memory = malloc(ROOM);
    assert(memory);
    struct fl_buf out = fl_buf_over(memory, ROOM);
    fl_record_write(&m, &players, FL_TRUTH, &out);
    assert(!out.overflowed);
    fputs(out.at, stdout);
    free(memory);
    fl_match_end(&m);
    return 0;
}
