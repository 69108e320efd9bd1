/* Speed of batches of games: batch GAME [GAMES [STEPS]]. Prints decisions per CPU second of random
 * play, with observations and masks. bench/python compares it with the same loop in Python. */
#include <flibuste/flibuste.h>

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

int main(int argc, char **argv)
{
    struct flibuste_batch_setup setup = {.game = flibuste_game_find(argc > 1 ? argv[1] : ""),
                                         .games = argc > 2 ? atoi(argv[2]) : 1024,
                                         .threads = 1,
                                         .seed = 1};
    int steps = argc > 3 ? atoi(argv[3]) : 1000;
    struct flibuste_batch *batch;
    char why[256] = "expected the name of a game";
    if (setup.game)
        setup.seats = flibuste_game_seats_min(setup.game);
    if (!setup.game || flibuste_batch_new(&setup, &batch, why, sizeof why) != FLIBUSTE_OK) {
        fprintf(stderr, "batch: %s\n", why);
        return 2;
    }
    flibuste_move *actions = malloc((size_t)setup.games * sizeof *actions);
    clock_t start = clock();
    for (int i = 0; actions && i < steps; i++) {
        flibuste_batch_sample(batch, actions);
        flibuste_batch_step(batch, actions, NULL);
    }
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    printf("%.0f\n", (double)setup.games * steps / seconds);
    free(actions);
    flibuste_batch_free(batch);
    return 0;
}
