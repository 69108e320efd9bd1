/* Measures the cost of a move in the host alone: no sockets, a store in memory, greedy players at
 * one table. Prints CPU microseconds per move and the bytes sent to each player: host_bench [GAMES]
 * [GAME] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "agents/agent.h"
#include "games/games.h"
#include "host/table.h"
#include "small_world.h"

struct bench {
    struct small_world small;
    struct fl_host *host;
    struct fl_store *store;
    size_t bytes;
    double seconds; /* of CPU, inside the host and its store */
    long moves;
};

static void port_think(void *world, const struct fl_think_request *thought)
{
    (void)world;
    (void)thought;
}

static void port_send(void *world, const fl_client_id *to, int lines, const char *json, size_t len)
{
    (void)to;
    (void)json;
    ((struct bench *)world)->bytes += len * (size_t)lines;
}

static void command(struct bench *b, int line, const char *text)
{
    struct fl_line checked = fl_line_check(text, strlen(text));
    fl_host_command(b->host, (fl_client_id)line, &checked);
    b->store->pump(b->store);
}

static struct fl_table *open_table(struct bench *b, const struct fl_game *g)
{
    char text[128];
    struct fl_buf out = fl_buf_over(text, sizeof text);
    fl_put(&out, "new ");
    fl_put(&out, g->name);
    for (int seat = 0; seat < g->seats_min; seat++) {
        fl_put(&out, seat ? ",person" : " seats=person");
        fl_host_open(b->host, (fl_client_id)seat, 0);
        command(b, seat, "hello 2");
    }
    command(b, 0, text);
    struct fl_table *t = b->host->table[0];
    for (int seat = 0; seat < g->seats_min; seat++) {
        snprintf(text, sizeof text, "join %s Player %d", t->name, seat + 1);
        command(b, seat, text);
        command(b, seat, "sit");
    }
    return t;
}

static void make_move(struct bench *b, struct fl_table *t)
{
    char text[96], memory[64];
    struct fl_buf spelled = fl_buf_over(memory, sizeof memory);
    struct fl_sight sight;
    int seat = __builtin_ctz(fl_match_turn(&t->match));
    fl_match_sight(&t->match, seat, &sight);
    sight.game->spell(fl_level_choose(&fl_levels[1], &sight, &b->small.rng), &spelled);
    snprintf(text, sizeof text, "move %u %s",
             t->seat[seat].question * FL_MAX_SEATS + (unsigned)seat, memory);
    clock_t before = clock();
    command(b, seat, text);
    b->seconds += (double)(clock() - before) / CLOCKS_PER_SEC;
    b->moves++;
}

static void measure(const struct fl_game *g, int games)
{
    struct bench b = {.small = {.now = 1, .rng = fl_rng_from(1, 1)}, .store = fl_memory_store()};
    struct fl_port port = small_port(&b.small, b.store, port_think, port_send);
    b.host = fl_host_new(&port, &fl_usual_limits);
    if (!b.host || !b.store)
        exit(1);
    struct fl_table *t = open_table(&b, g);
    size_t told = 0;
    while (games--) {
        command(&b, 0, "start");
        size_t before = b.bytes;
        while (t->phase == FL_TABLE_PLAYING)
            make_move(&b, t);
        told += b.bytes - before;
        command(&b, 0, "rematch");
    }
    printf("%-16s %7ld moves  %5.1f us a move  %5zu bytes a move and player (%d)\n", g->name,
           b.moves, 1e6 * b.seconds / (double)b.moves,
           told / (size_t)b.moves / (size_t)g->seats_min, g->seats_min);
    b.store->close(b.store);
    fl_host_free(b.host);
}

int main(int argc, char **argv)
{
    int games = argc > 1 ? atoi(argv[1]) : 40;
    const struct fl_game *only = argc > 2 ? fl_game_find(argv[2]) : NULL;
    if (games < 1 || (argc > 2 && !only)) {
        fputs("usage: bench/host [GAMES] [GAME]; GAMES is 1 or more\n", stderr);
        return 2;
    }
    for (int i = 0; fl_games[i]; i++)
        if (!only || only == fl_games[i])
            measure(fl_games[i], games);
    return 0;
}
