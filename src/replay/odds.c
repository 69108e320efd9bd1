/* Every roll of a record with the weights of all possible results, so that fair dice can be
 * verified by other software. */
#include "replay/parts.h"

struct writer {
    struct fl_json *json;
    const struct fl_game *game;
};

static void put_spelled(struct fl_json *j, const struct fl_game *game, fl_move move)
{
    char memory[64];
    struct fl_buf spelled = fl_buf_over(memory, sizeof memory);
    game->spell(move, &spelled);
    fl_json_text(j, spelled.at);
}

/* ["P",["S",1,"P",1,...]] */
static bool put_roll(void *whom, const struct fl_roll *roll)
{
    struct writer *t = whom;
    fl_json_open(t->json, '[');
    put_spelled(t->json, t->game, roll->move);
    fl_json_open(t->json, '[');
    for (uint32_t i = 0; i < roll->odds->count; i++) {
        put_spelled(t->json, t->game, roll->odds->at[i].move);
        fl_json_number(t->json, roll->odds->at[i].weight);
    }
    fl_json_close(t->json, ']');
    fl_json_close(t->json, ']');
    return !t->json->out->overflowed;
}

bool fl_put_odds(struct fl_json *j, const struct fl_match *m)
{
    struct writer t = {.json = j, .game = m->game};
    fl_json_key_text(j, "game", m->game->name);
    fl_json_key(j, "rolls");
    fl_json_open(j, '[');
    bool done = fl_each_roll(m, &t, put_roll);
    fl_json_close(j, ']');
    return done;
}
