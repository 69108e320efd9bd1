/* A record as pictures: what one viewer saw after every move, and what was told of it. A zone that
 * looks as it did in the picture before stands there as 0. */
#include <stdlib.h>
#include <string.h>

#include "replay/parts.h"

enum { ZONES_ROOM = 1 << 17, MOST_TOLD = 64 };

/* The zones of a picture as text. */
struct picture {
    struct fl_buf text;
    int zones;
    size_t end[FL_MAX_ZONES];
    char memory[ZONES_ROOM];
};

struct slides {
    const struct fl_showing *showing;
    struct fl_match past;
    struct picture picture[2];
    int now; /* which picture is the present one */
    int told;
    struct fl_phrase phrase[MOST_TOLD];
};

/* ---- the head ---- */

static void put_options(struct fl_json *j, const struct fl_match *m)
{
    fl_json_key(j, "options");
    fl_json_open(j, '{');
    for (int i = 0; i < fl_option_count(m->game); i++)
        fl_json_key_text(j, m->game->option[i].name, fl_setup_word(m->game, &m->setup, i));
    fl_json_close(j, '}');
}

static void put_players(struct fl_json *j, const struct fl_record *record)
{
    fl_json_key(j, "players");
    fl_json_open(j, '[');
    for (int seat = 0; seat < record->match.setup.seats; seat++) {
        fl_json_open(j, '{');
        fl_json_key_text(j, "kind", record->players.kind[seat]);
        fl_json_key_text(j, "name", record->players.name[seat]);
        fl_json_close(j, '}');
    }
    fl_json_close(j, ']');
}

static void put_viewer(struct fl_json *j, const char *key, int viewer)
{
    fl_json_key(j, key);
    if (viewer == FL_TRUTH)
        fl_json_text(j, "all");
    else
        fl_json_viewer(j, viewer);
}

static void put_head(struct fl_json *j, const struct fl_showing *s)
{
    const struct fl_match *m = &s->record->match;
    fl_json_key_text(j, "game", m->game->name);
    fl_json_key_number(j, "version", m->game->version);
    fl_json_key_number(j, "seats", m->setup.seats);
    fl_json_key_number(j, "steps", m->steps);
    fl_json_key(j, "over");
    fl_json_bool(j, !fl_match_turn(m));
    fl_json_key(j, "secrets");
    fl_json_bool(j, m->game->redact != NULL);
    put_viewer(j, "recorded", m->viewer);
    put_viewer(j, "as", s->viewer);
    put_options(j, m);
    put_players(j, s->record);
}

/* ---- a frame ---- */

static void look(const struct slides *s, struct fl_sight *out)
{
    if (s->showing->viewer == FL_TRUTH)
        fl_match_truth(&s->past, out);
    else
        fl_match_sight(&s->past, s->showing->viewer, out);
}

static void tell(struct slides *s, struct fl_step step)
{
    struct fl_sight sight;
    struct fl_saying saying;
    look(s, &sight);
    step.move = fl_step_seen(&s->past, s->showing->viewer, step);
    fl_sight_say(&sight, step, &saying);
    for (int i = 0; i < saying.count; i++) {
        bool joined = false;
        for (int n = 0; n < s->told && !joined; n++)
            joined = fl_phrase_join(&s->phrase[n], &saying.phrase[i]);
        if (!joined && s->told < MOST_TOLD)
            s->phrase[s->told++] = saying.phrase[i];
    }
}

static void take_picture(struct slides *s, const struct fl_sight *sight)
{
    struct picture *p = &s->picture[s->now = !s->now];
    struct fl_view view;
    fl_sight_view(sight, &view);
    p->text = fl_buf_over(p->memory, sizeof p->memory);
    p->zones = view.zones;
    for (int zone = 0; zone < view.zones; zone++) {
        struct fl_json j = fl_json_to(&p->text);
        fl_json_zone(&j, sight->game, &view, zone);
        p->end[zone] = p->text.len;
    }
}

static size_t begin_of(const struct picture *p, int zone)
{
    return zone ? p->end[zone - 1] : 0;
}

static bool is_as_before(const struct slides *s, int zone)
{
    const struct picture *now = &s->picture[s->now], *old = &s->picture[!s->now];
    size_t len = now->end[zone] - begin_of(now, zone);
    return zone < old->zones && old->end[zone] - begin_of(old, zone) == len &&
           !memcmp(now->memory + begin_of(now, zone), old->memory + begin_of(old, zone), len);
}

static void put_zones(struct fl_json *j, const struct slides *s)
{
    const struct picture *p = &s->picture[s->now];
    fl_json_key(j, "zones");
    fl_json_open(j, '[');
    for (int zone = 0; zone < p->zones; zone++) {
        bool same = is_as_before(s, zone);
        if (zone)
            fl_put_char(j->out, ',');
        if (same)
            fl_put_char(j->out, '0');
        else
            fl_put_bytes(j->out, p->memory + begin_of(p, zone), p->end[zone] - begin_of(p, zone));
    }
    fl_json_close(j, ']');
}

static void put_told(struct fl_json *j, struct slides *s)
{
    fl_json_key(j, "say");
    fl_json_open(j, '[');
    for (int i = 0; i < s->told; i++)
        fl_json_phrase(j, &s->phrase[i]);
    fl_json_close(j, ']');
    s->told = 0;
}

/* The move of the frame's player, as the viewer saw it, or null. */
static void put_move(struct fl_json *j, const struct fl_game *game, fl_move move)
{
    char memory[64];
    struct fl_buf spelled = fl_buf_over(memory, sizeof memory);
    if (move != FL_UNSEEN)
        game->spell(move, &spelled);
    fl_json_key_text(j, "move", move == FL_UNSEEN ? NULL : spelled.at);
}

static void put_frame(struct fl_json *j, struct slides *s, struct fl_step mover)
{
    struct fl_sight sight;
    look(s, &sight);
    take_picture(s, &sight);
    fl_json_open(j, '{');
    fl_json_key_number(j, "step", s->past.steps);
    if (mover.seat < FL_MAX_SEATS) {
        fl_json_key_number(j, "seat", mover.seat + 1);
        put_move(j, s->past.game, mover.move);
    }
    put_told(j, s);
    fl_json_state_of_play(j, &sight);
    put_zones(j, s);
    if (s->showing->asks && s->past.steps == s->showing->record->match.steps)
        fl_json_question(j, &sight);
    fl_json_close(j, '}');
}

/* ---- all of them ---- */

static bool follow(struct slides *s)
{
    struct fl_step step = s->showing->record->match.log[s->past.steps];
    return fl_match_play(&s->past, step.seat, step.move) == FL_OK;
}

/* Goes on to the next move of a player, and tells it if it is to be shown. */
static bool go_on(struct slides *s)
{
    const struct fl_match *m = &s->showing->record->match;
    bool remembered = true;
    do {
        if (s->past.steps >= s->showing->from)
            tell(s, m->log[s->past.steps]);
        remembered = follow(s);
    } while (remembered && s->past.steps < m->steps && m->log[s->past.steps].seat == FL_CHANCE);
    return remembered;
}

static bool put_frames(struct fl_json *j, struct slides *s)
{
    const struct fl_match *m = &s->showing->record->match;
    bool remembered = true;
    struct fl_step mover = {.seat = FL_CHANCE};
    if (m->steps && m->log[0].seat == FL_CHANCE)
        remembered = go_on(s);
    while (remembered) {
        if (s->past.steps >= s->showing->from && !j->out->overflowed)
            put_frame(j, s, mover);
        if (s->past.steps >= m->steps)
            break;
        mover = m->log[s->past.steps];
        mover.move = fl_step_seen(&s->past, s->showing->viewer, mover);
        remembered = go_on(s);
    }
    return remembered;
}

bool fl_put_views(struct fl_json *j, const struct fl_showing *showing)
{
    const struct fl_match *m = &showing->record->match;
    struct slides *s = calloc(1, sizeof *s);
    if (!s)
        return false;
    s->showing = showing;
    fl_match_begin(&s->past, m->game, &m->setup, m->viewer);
    put_head(j, showing);
    fl_json_key(j, "frames");
    fl_json_open(j, '[');
    bool done = put_frames(j, s);
    fl_json_close(j, ']');
    done = done && !s->picture[0].text.overflowed && !s->picture[1].text.overflowed;
    fl_match_end(&s->past);
    free(s);
    return done;
}
