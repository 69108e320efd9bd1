/* Every roll of a record with what could have come, for a check of fair dice that is not ours. */
#include "replay/parts.h"

struct telling {
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
    struct telling *t = whom;
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
    struct telling t = {.json = j, .game = m->game};
    fl_json_key_text(j, "game", m->game->name);
    fl_json_key(j, "rolls");
    fl_json_open(j, '[');
    bool remembered = fl_each_roll(m, &t, put_roll);
    fl_json_close(j, ']');
    return remembered;
}
