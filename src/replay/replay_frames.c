/* A record as frames: what one viewer saw after every move, and the narration of it. A zone that is
 * equal to that of the previous frame is written as 0. If the game hides the past from players and
 * is not over, there is a single frame, of the present, with the whole narration. */
#include <stdlib.h>
#include <string.h>

#include "replay/replay_frames.h"

enum { ZONES_ROOM = 1 << 17, FIRST_PHRASES = 64 };

/* The zones of a frame as JSON. */
struct frame {
    struct fl_buf text;
    int zones;
    size_t end[FL_MAX_ZONES];
    char memory[ZONES_ROOM];
};

struct frames {
    const struct fl_frame_range *range;
    struct fl_match past;
    struct frame frame[2];
    int now;           /* index of the current frame */
    bool over;         /* the match is over: the whole past may be shown */
    bool present_only; /* a single frame */
    bool failed;       /* out of memory */
    int phrases, room;
    int first_phrase; /* the first phrase about the current move */
    struct fl_phrase *phrase;
};

/* ---- head ---- */

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

static void put_head(struct fl_json *j, const struct fl_frame_range *s)
{
    const struct fl_match *m = &s->record->match;
    fl_json_key_text(j, "game", m->game->name);
    fl_json_key_number(j, "version", m->game->version);
    fl_json_key_number(j, "seats", m->setup.seats);
    fl_json_key_number(j, "steps", m->steps);
    fl_json_key(j, "over");
    fl_json_bool(j, !fl_match_turn(m));
    fl_json_key(j, "hidden");
    fl_json_bool(j, m->game->redact != NULL);
    put_viewer(j, "record_viewer", m->viewer);
    put_viewer(j, "viewer", s->viewer);
    put_options(j, m);
    put_players(j, s->record);
}

/* ---- one frame ---- */

static void sight_of_viewer(const struct frames *s, struct fl_sight *out)
{
    if (s->range->viewer == FL_TRUTH)
        fl_match_truth(&s->past, out);
    else
        fl_match_sight(&s->past, s->range->viewer, out);
}

static void add_phrase(struct frames *s, const struct fl_phrase *phrase)
{
    for (int n = s->first_phrase; n < s->phrases; n++)
        if (fl_phrase_join(&s->phrase[n], phrase))
            return;
    if (s->phrases == s->room) {
        int room = s->room ? 2 * s->room : FIRST_PHRASES;
        struct fl_phrase *more = realloc(s->phrase, (size_t)room * sizeof *more);
        if (!more) {
            s->failed = true;
            return;
        }
        s->phrase = more;
        s->room = room;
    }
    s->phrase[s->phrases++] = *phrase;
}

static void narrate(struct frames *s, struct fl_step step)
{
    struct fl_sight sight;
    struct fl_phrases said;
    sight_of_viewer(s, &sight);
    step.move = fl_step_seen(&s->past, s->range->viewer, step);
    fl_sight_say(&sight, step, s->over, &said);
    for (int i = 0; i < said.count; i++)
        add_phrase(s, &said.phrase[i]);
}

static void write_zones(struct frames *s, const struct fl_sight *sight)
{
    struct frame *p = &s->frame[s->now = !s->now];
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

static size_t begin_of(const struct frame *p, int zone)
{
    return zone ? p->end[zone - 1] : 0;
}

static bool is_unchanged(const struct frames *s, int zone)
{
    const struct frame *now = &s->frame[s->now], *old = &s->frame[!s->now];
    size_t len = now->end[zone] - begin_of(now, zone);
    return zone < old->zones && old->end[zone] - begin_of(old, zone) == len &&
           !memcmp(now->memory + begin_of(now, zone), old->memory + begin_of(old, zone), len);
}

static void put_zones(struct fl_json *j, const struct frames *s)
{
    const struct frame *p = &s->frame[s->now];
    fl_json_key(j, "zones");
    fl_json_open(j, '[');
    for (int zone = 0; zone < p->zones; zone++) {
        bool same = is_unchanged(s, zone);
        if (zone)
            fl_put_char(j->out, ',');
        if (same)
            fl_put_char(j->out, '0');
        else
            fl_put_bytes(j->out, p->memory + begin_of(p, zone), p->end[zone] - begin_of(p, zone));
    }
    fl_json_close(j, ']');
}

static void put_narration(struct fl_json *j, struct frames *s)
{
    fl_json_key(j, "phrases");
    fl_json_open(j, '[');
    for (int i = 0; i < s->phrases; i++)
        fl_json_phrase(j, &s->phrase[i]);
    fl_json_close(j, ']');
    s->phrases = 0;
}

/* Writes the move of the frame's player as the viewer saw it, or null. */
static void put_move(struct fl_json *j, const struct fl_game *game, fl_move move)
{
    char memory[64];
    struct fl_buf spelled = fl_buf_over(memory, sizeof memory);
    if (move != FL_UNSEEN)
        game->spell(move, &spelled);
    fl_json_key_text(j, "move", move == FL_UNSEEN ? NULL : spelled.at);
}

/* Everybody's score so far. It may depend on hidden information, so it is only part of the whole
 * truth about a match that is over. */
static void put_standings(struct fl_json *j, const struct frames *s, const struct fl_sight *sight)
{
    if (!s->over || s->range->viewer != FL_TRUTH)
        return;
    fl_json_key(j, "standings");
    fl_json_open(j, '[');
    for (int seat = 0; seat < sight->setup.seats; seat++)
        fl_json_number(j, fl_sight_score(sight, seat));
    fl_json_close(j, ']');
}

static void put_frame(struct fl_json *j, struct frames *s, struct fl_step mover)
{
    struct fl_sight sight;
    sight_of_viewer(s, &sight);
    write_zones(s, &sight);
    fl_json_open(j, '{');
    fl_json_key_number(j, "step", s->past.steps);
    if (mover.seat < FL_MAX_SEATS) {
        fl_json_key_number(j, "seat", mover.seat + 1);
        put_move(j, s->past.game, mover.move);
    }
    put_narration(j, s);
    fl_json_state_of_play(j, &sight);
    put_standings(j, s, &sight);
    put_zones(j, s);
    if (s->range->asks && s->past.steps == s->range->record->match.steps)
        fl_json_question(j, &sight);
    fl_json_close(j, '}');
}

/* ---- all frames ---- */

static bool follow(struct frames *s)
{
    struct fl_step step = s->range->record->match.log[s->past.steps];
    return fl_match_play(&s->past, step.seat, step.move) == FL_OK;
}

/* After the last step: how players ended the match before the rules did. */
static void end(struct frames *s)
{
    struct fl_phrases said;
    s->past.ending = s->range->record->match.ending;
    fl_ending_say(&s->past.ending, &said);
    s->first_phrase = s->phrases;
    for (int i = 0; i < said.count; i++)
        add_phrase(s, &said.phrase[i]);
}

/* Replays up to the next move of a player, and narrates it if its frame is shown. */
static bool advance(struct frames *s)
{
    const struct fl_match *m = &s->range->record->match;
    bool remembered = true;
    s->first_phrase = s->phrases;
    do {
        if (s->past.steps >= s->range->from)
            narrate(s, m->log[s->past.steps]);
        remembered = follow(s);
    } while (remembered && s->past.steps < m->steps && m->log[s->past.steps].seat == FL_CHANCE);
    return remembered && !s->failed;
}

/* Whether the frame after the steps so far is shown. */
static bool is_shown(const struct frames *s)
{
    const struct fl_frame_range *range = s->range;
    return s->past.steps >= range->from &&
           (!s->present_only || s->past.steps == range->record->match.steps);
}

static bool put_frames(struct fl_json *j, struct frames *s)
{
    const struct fl_match *m = &s->range->record->match;
    bool remembered = true;
    struct fl_step mover = {.seat = FL_CHANCE};
    if (m->steps && m->log[0].seat == FL_CHANCE)
        remembered = advance(s);
    while (remembered) {
        if (s->past.steps == m->steps)
            end(s);
        if (is_shown(s) && !j->out->overflowed)
            put_frame(j, s, mover);
        if (s->past.steps >= m->steps)
            break;
        mover = m->log[s->past.steps];
        mover.move = fl_step_seen(&s->past, s->range->viewer, mover);
        remembered = advance(s);
    }
    return remembered;
}

bool fl_replay_put_frames(struct fl_json *j, const struct fl_frame_range *range)
{
    const struct fl_match *m = &range->record->match;
    struct frames *s = calloc(1, sizeof *s);
    if (!s)
        return false;
    s->range = range;
    s->over = !fl_match_turn(m);
    s->present_only = !range->asks && fl_match_hides_past(m);
    fl_match_begin(&s->past, m->game, &m->setup, m->viewer);
    put_head(j, range);
    fl_json_key(j, "frames");
    fl_json_open(j, '[');
    bool done = put_frames(j, s);
    fl_json_close(j, ']');
    done = done && !s->frame[0].text.overflowed && !s->frame[1].text.overflowed;
    fl_match_end(&s->past);
    free(s->phrase);
    free(s);
    return done;
}
