/* Plays one match of Mille Sabords!: seat 1 asks for hints, seat 2 is an agent. Then reads its own
 * record back. This file is C and C++. */
#include <flibuste/flibuste.h>

#include <stdio.h>
#include <stdlib.h>

/* Ends the program with the sentence of a status that is not FLIBUSTE_OK. */
static void must(enum flibuste_status status)
{
    if (status == FLIBUSTE_OK)
        return;
    fprintf(stderr, "%s\n", flibuste_status_text(status));
    exit(1);
}

/* The best move that a hint finds, with its chance to win and the reason. */
static flibuste_move ask(const struct flibuste_sight *sight)
{
    struct flibuste_effort effort = {200, 1, 7}; /* playouts, threads, seed */
    struct flibuste_hint *hint;
    char reason[512];
    must(flibuste_hint_new(sight, effort, &hint));
    flibuste_move move = flibuste_hint_move(hint, 0);
    flibuste_hint_reason(hint, "en", reason, sizeof reason);
    fprintf(stderr, "%.0f %%: %s\n", 100 * flibuste_hint_chance(hint, 0, NULL), reason);
    flibuste_hint_free(hint);
    return move;
}

int main(void)
{
    const struct flibuste_game *game = flibuste_game_find("mille-sabords");
    struct flibuste_rng rng = flibuste_rng_new(7, 0);
    struct flibuste_sight *sight = flibuste_sight_new();
    struct flibuste_match *match, *again;
    struct flibuste_agent *agent;
    char text[64], record[1 << 16], why[256];

    must(flibuste_match_new(game, 2, "target=5000", &match));
    must(flibuste_agent_new(game, "greedy", &agent));
    must(flibuste_match_play_chance(match, &rng));
    for (int seat; (seat = flibuste_match_mover(match)) >= 0;) {
        flibuste_move move;
        must(flibuste_match_see(match, seat, sight)); /* what this seat knows */
        if (seat == 0)
            move = ask(sight);
        else
            must(flibuste_agent_choose(agent, sight, &rng, &move));
        flibuste_move_text(game, move, text, sizeof text);
        fprintf(stderr, "seat %d: %s\n", seat + 1, text);
        must(flibuste_match_play(match, seat, move));
        must(flibuste_match_play_chance(match, &rng));
    }
    printf("%s over after %u steps: %d to %d\n", flibuste_game_name(game),
           flibuste_match_steps(match), flibuste_match_score(match, 0),
           flibuste_match_score(match, 1));

    size_t len = flibuste_record_write(match, FLIBUSTE_TRUTH, record, sizeof record);
    must(flibuste_record_read(record, len, &again, why, sizeof why));
    printf("read again: %s\n",
           flibuste_match_hash(again) == flibuste_match_hash(match) ? "equal" : "different");

    flibuste_match_free(again);
    flibuste_match_free(match);
    flibuste_agent_free(agent);
    flibuste_sight_free(sight);
    return 0;
}
