/* The engine of a session: chance, bots and people take their turns. */
#include "term/session.h"

#include <stdlib.h>
#include <string.h>

#include "agents/agent.h"
#include "core/real_dice.h"
#include "term/choices.h"
#include "term/system_error.h"

enum { BOT_STREAM = 1u << 24, HINT_STREAM = 2u << 24, HINT_MOVES = 1000000 };

bool fl_session_is_person(const struct fl_session *s, int seat)
{
    return !s->players.kind[seat][0] || !strcmp(s->players.kind[seat], "person");
}

fl_seats fl_session_people(const struct fl_session *s)
{
    fl_seats people = 0;
    for (int seat = 0; seat < s->match.setup.seats; seat++)
        if (fl_session_is_person(s, seat))
            people |= FL_SEAT(seat);
    return people;
}

bool fl_session_is_hotseat(const struct fl_session *s)
{
    return s->match.game->redact && fl_bits(fl_session_people(s)) > 1;
}

int fl_session_viewer(const struct fl_session *s)
{
    fl_seats people = fl_session_people(s);
    return fl_bits(people) == 1 ? __builtin_ctz(people) : FL_SPECTATOR;
}

/* ---- sentences ---- */

/* Shows the sentence of a key with the argument {what}, if that is not NULL. */
static void say(struct fl_session *s, const char *key, const char *what)
{
    struct fl_phrase phrase;
    fl_phrase_begin(&phrase, key);
    if (what)
        fl_with_text(&phrase, "what", what);
    s->front->say(s, &phrase);
}

/* ---- saving ---- */

static void say_not_saved(struct fl_session *s, const char *path, int error)
{
    struct fl_phrase phrase;
    fl_phrase_begin(&phrase, "play.not-kept");
    fl_with_text(&phrase, "what", path);
    fl_with_word(&phrase, "value", fl_system_key(strerror(error)));
    s->front->say(s, &phrase);
}

static void autosave(struct fl_session *s)
{
    if (!s->unsaved)
        return;
    bool saved = fl_autosave_write(&s->autosave, &s->match, &s->players);
    if (!saved && !s->warned)
        say_not_saved(s, s->autosave.path, s->autosave.error);
    s->warned = !saved;
    s->unsaved = !saved;
}

/* Saves a copy to another file. An existing file is overwritten only if it contains an earlier copy
 * of this match. */
static void copy_to(struct fl_session *s, const char *path)
{
    bool ours = !strcmp(path, s->copied) || !strcmp(path, s->autosave.path);
    const char *why = fl_autosave_refuse(path, s->match.game, ours);
    struct fl_autosave copy = {.error = 0};
    if (why) {
        say(s, why, path);
        return;
    }
    struct fl_buf to = fl_buf_over(copy.path, sizeof copy.path);
    fl_put(&to, path);
    if (fl_autosave_write(&copy, &s->match, &s->players)) {
        memcpy(s->copied, copy.path, sizeof copy.path);
        say(s, "play.copied", path);
    } else {
        say_not_saved(s, path, copy.error);
    }
}

static void save(struct fl_session *s, const char *path)
{
    if (*path)
        copy_to(s, path);
    else if (!s->autosave.path[0])
        say(s, "play.kept-nowhere", NULL);
    else if (s->autosave.error)
        say_not_saved(s, s->autosave.path, s->autosave.error);
    else
        say(s, "play.kept", s->autosave.path);
}

/* ---- bots ---- */

/* A generator for the current step. */
static struct fl_rng generator(const struct fl_session *s, uint64_t stream)
{
    return fl_rng_from(s->seed, stream + s->match.steps); /* the same numbers after a resumption */
}

static void note_move(struct fl_session *s, int seat)
{
    s->unsaved = true;
    s->last_actor = seat;
}

/* Reports that a program did not play its own move. */
static void report_fault(const struct fl_session *s, int seat, enum fl_bot_fault fault)
{
    struct fl_phrase phrase;
    fl_phrase_begin(&phrase, "play.bot-replaced");
    fl_with_seat(&phrase, "who", seat);
    fl_with_text(&phrase, "cause", fl_bot_fault_name(fault));
    fl_screen_phrase(&s->screen, &phrase);
}

static enum fl_status play_program_once(struct fl_session *s, int seat)
{
    struct fl_rng rng = generator(s, BOT_STREAM);
    enum fl_bot_fault fault;
    fl_move move = fl_bot_choose(s->external[seat], &s->match, seat, &rng, &fault);
    if (fault != FL_BOT_FINE)
        report_fault(s, seat, fault);
    return fl_match_play(&s->match, seat, move);
}

/* The level of a bot. For a person who has resigned a bot of the lowest level plays, so that nobody
 * wins or loses by it. */
static const struct fl_level *level_of(const struct fl_session *s, int seat)
{
    const struct fl_level *level = fl_level_find(s->players.kind[seat]);
    return level ? level : &fl_levels[0];
}

static enum fl_status play_bot_once(struct fl_session *s, int seat)
{
    if (s->external[seat])
        return play_program_once(s, seat);
    const struct fl_level *level = level_of(s, seat);
    struct fl_rng rng = generator(s, BOT_STREAM);
    struct fl_sight sight;
    fl_match_sight(&s->match, seat, &sight);
    return fl_match_play(&s->match, seat, fl_level_choose(level, &sight, &rng));
}

static bool has_routes(const struct fl_session *s, int seat)
{
    struct fl_sight sight;
    struct fl_routes routes;
    fl_match_sight(&s->match, seat, &sight);
    fl_routes_of(&sight, &routes);
    return routes.count > 0;
}

/* A bot plays a whole route before its moves are narrated, as a person who names a square does. */
static enum fl_session_status play_bot(struct fl_session *s, int seat)
{
    do
        if (play_bot_once(s, seat) != FL_OK)
            return FL_SESSION_TOO_LONG;
    while (has_routes(s, seat));
    note_move(s, seat);
    return FL_SESSION_RUNNING;
}

/* ---- people ---- */

/* The step to which "undo" goes back. With manual chance every move can be undone, because any of
 * them may be a typing error; moves of bots in between are undone too. */
static uint32_t undo_start(const struct fl_session *s)
{
    const struct fl_match *m = &s->match;
    uint32_t start = m->steps;
    if (!s->manual_chance)
        return start - 1;
    do
        start = fl_real_roll_start(m, start);
    while (start && m->log[start].seat != FL_CHANCE &&
           !fl_session_is_person(s, m->log[start].seat));
    return start;
}

/* The reason why the last move cannot be undone, or NULL. At one keyboard, people may undo each
 * other's moves unless the game has secrets. */
static const char *why_no_undo(const struct fl_session *s, int seat)
{
    const struct fl_match *m = &s->match;
    int last = m->steps ? m->log[m->steps - 1].seat : FL_NOBODY;
    if (last == FL_NOBODY)
        return "play.undo-nothing";
    if (s->manual_chance)
        return NULL;
    if (last == FL_CHANCE)
        return "play.undo-chance";
    if (last != seat && (m->game->redact || !fl_session_is_person(s, last)))
        return "play.undo-other";
    return fl_match_undo_is_free(m, last) ? NULL : "play.undo-seen";
}

/* Undoes steps. The record drops them, unless they precede an undo that it already contains: a
 * rewind cannot go back beyond an undo, so a further undo is recorded. */
static enum fl_status undo_to(struct fl_match *m, uint32_t steps)
{
    if (steps < m->kept)
        return fl_match_undo(m, steps);
    fl_match_rewind(m, steps);
    return FL_OK;
}

static bool undo(struct fl_session *s, int seat)
{
    const char *why = why_no_undo(s, seat);
    if (!why) {
        enum fl_status status = undo_to(&s->match, undo_start(s));
        why = status == FL_OK ? NULL : fl_status_key(status);
    }
    if (why) {
        say(s, why, NULL);
        return false;
    }
    s->unsaved = true;
    s->front->undone(s);
    say(s, "play.undone", NULL);
    return true;
}

/* The search is limited by moves, not by time, so that advice is the same on every machine: about a
 * second on a slow one. */
static void show_hint(struct fl_session *s, const struct fl_sight *sight)
{
    struct fl_rng rng = generator(s, HINT_STREAM);
    struct fl_search_options how = {
        .playouts = fl_playouts_for(sight, HINT_MOVES), .threads = 1, .seed = fl_rng_next(&rng)};
    struct fl_advice *advice = malloc(sizeof *advice);
    bool found = advice && fl_advise(sight, &how, advice);
    s->front->show_advice(s, sight, found ? advice : NULL);
    free(advice);
}

/* Plays consecutive moves of one seat. */
static enum fl_session_status play_moves(struct fl_session *s, int seat, const fl_move *move,
                                         int count)
{
    for (int i = 0; i < count; i++)
        if (fl_match_play(&s->match, seat, move[i]) != FL_OK)
            return FL_SESSION_TOO_LONG;
    note_move(s, seat);
    return FL_SESSION_RUNNING;
}

/* ---- resigning ---- */

/* Whether a person is asked for the moves of this seat. */
static bool is_asked(const struct fl_session *s, int seat)
{
    return fl_session_is_person(s, seat) && !(s->match.ending.resigned & FL_SEAT(seat));
}

/* The seats that resign with a seat: the bots of its team, if no other person plays for it. */
static fl_seats side_of(const struct fl_session *s, int seat)
{
    fl_seats side = FL_SEAT(seat);
    for (int other = 0; other < s->match.setup.seats; other++) {
        if (other == seat || fl_match_team(&s->match, other) != fl_match_team(&s->match, seat) ||
            (s->match.ending.resigned & FL_SEAT(other)))
            continue;
        if (is_asked(s, other))
            return FL_SEAT(seat);
        side |= FL_SEAT(other);
    }
    return side;
}

/* Resigns for a seat. If only bots are left, the match is over. */
static enum fl_status resign_now(struct fl_match *m, fl_seats side, bool bots_only)
{
    enum fl_status status = fl_match_resign(m, side);
    if (status == FL_OK && bots_only && fl_match_turn(m))
        status = fl_match_agree(m, true);
    return status;
}

static bool leaves_only_bots(const struct fl_session *s, int seat)
{
    for (int other = 0; other < s->match.setup.seats; other++)
        if (other != seat && is_asked(s, other))
            return false;
    return true;
}

/* What would happen, from a copy of the match that shares its log. */
static void warn_of_resigning(struct fl_session *s, int seat)
{
    struct fl_match after;
    struct fl_sight sight;
    struct fl_phrase phrase;
    fl_match_snapshot(&s->match, &after);
    after.past = NULL;
    after.past_events = after.past_room = 0;
    after.kept = after.steps;
    resign_now(&after, side_of(s, seat), leaves_only_bots(s, seat));
    fl_match_sight(&after, FL_SPECTATOR, &sight);
    fl_seats winners = fl_match_turn(&after) ? 0 : fl_sight_winners(&sight);
    bool one = fl_bits(winners) == 1;
    fl_phrase_begin(&phrase, one       ? "play.resign-winner"
                             : winners ? "play.resign-end"
                                       : "play.resign-bot");
    if (one)
        fl_with_seat(&phrase, "who", __builtin_ctz(winners));
    free(after.past);
    s->front->say(s, &phrase);
}

/* Returns whether the match has changed. The first command warns, the second one is executed. */
static bool resign(struct fl_session *s, int seat, bool confirmed, enum fl_session_status *status)
{
    if (!confirmed) {
        s->resigning = true;
        warn_of_resigning(s, seat);
        return false;
    }
    if (resign_now(&s->match, side_of(s, seat), leaves_only_bots(s, seat)) != FL_OK)
        *status = FL_SESSION_TOO_LONG;
    s->unsaved = true;
    s->last_actor = FL_NOBODY;
    return true;
}

/* Executes a command. Returns true if the position changed or the session ends. */
static bool execute(struct fl_session *s, const struct fl_sight *sight,
                    const struct fl_command *command, enum fl_session_status *status)
{
    bool resigning = s->resigning;
    s->resigning = false;
    switch (command->kind) {
    case FL_COMMAND_RESIGN:
        return resign(s, sight->viewer, resigning, status);
    case FL_COMMAND_MOVE:
        *status = play_moves(s, sight->viewer, &command->move, 1);
        return true;
    case FL_COMMAND_ROUTE:
        *status = play_moves(s, sight->viewer, command->route.move, command->route.count);
        return true;
    case FL_COMMAND_QUIT:
        *status = FL_SESSION_QUIT;
        return true;
    case FL_COMMAND_UNDO:
        return undo(s, sight->viewer);
    case FL_COMMAND_SAVE:
        save(s, command->rest);
        return false;
    case FL_COMMAND_HINT:
        show_hint(s, sight);
        return false;
    default:
        s->front->answer(s, sight, command);
        return false;
    }
}

/* Shows the table and executes commands until the position changes or the session ends. */
static enum fl_session_status play_person(struct fl_session *s, int seat)
{
    struct fl_command command;
    struct fl_sight sight;
    fl_match_sight(&s->match, seat, &sight);
    enum fl_session_status status = s->front->begin_turn(s, &sight);
    while (status == FL_SESSION_RUNNING) {
        status = s->front->ask(s, &sight, &command);
        if (status == FL_SESSION_RUNNING && execute(s, &sight, &command, &status))
            break;
    }
    return status;
}

/* ---- the loop ---- */

/* Whether bots move next, so that the last sentence may continue. Where past moves are hidden, each
 * move is shown with its own table. */
static bool bots_continue(const struct fl_session *s)
{
    fl_seats turn = fl_match_turn(&s->match);
    for (int seat = 0; seat < s->match.setup.seats; seat++)
        if ((turn & FL_SEAT(seat)) && is_asked(s, seat))
            return false;
    return turn && !(turn & FL_SEAT(FL_CHANCE)) && !fl_match_hides_past(&s->match);
}

/* Saves before showing: a move is stored before it is announced. */
static void save_and_show(struct fl_session *s)
{
    autosave(s);
    s->front->show_steps(s, bots_continue(s));
    s->last_actor = FL_NOBODY;
}

/* Chance plays until it is a seat's turn. A person who rolls real dice first sees what they are
 * for. */
static enum fl_session_status play_chance(struct fl_session *s)
{
    if (s->manual_chance)
        save_and_show(s);
    enum fl_status status = fl_match_play_chance(&s->match, s->chance);
    s->unsaved = true;
    if (status == FL_OK)
        return FL_SESSION_RUNNING;
    if (status == FL_NO_CHANCE && s->wants_undo && s->wants_undo(s->chance)) {
        undo(s, FL_NOBODY);
        return FL_SESSION_RUNNING;
    }
    return status == FL_NO_CHANCE ? FL_SESSION_NO_CHANCE : FL_SESSION_TOO_LONG;
}

static int first_of(fl_seats turn)
{
    return __builtin_ctz(turn);
}

/* Plays one move of chance, a bot or a person. */
static enum fl_session_status play_turn(struct fl_session *s)
{
    fl_seats turn = fl_match_turn(&s->match);
    if (turn == FL_SEAT(FL_CHANCE))
        return play_chance(s);
    save_and_show(s);
    enum fl_session_status status = s->front->check(s);
    if (status != FL_SESSION_RUNNING)
        return status;
    if (!turn)
        return FL_SESSION_OVER;
    int seat = first_of(turn);
    if (is_asked(s, seat))
        return play_person(s, seat);
    s->front->before_bot(s, seat);
    return play_bot(s, seat);
}

enum fl_session_status fl_session_play(struct fl_session *s)
{
    enum fl_session_status status;
    s->shown_to = s->last_actor = FL_NOBODY;
    s->resigning = false;
    s->unsaved = true;
    s->front->begin(s);
    do
        status = play_turn(s);
    while (status == FL_SESSION_RUNNING);
    autosave(s);
    s->front->end(s, status);
    return status;
}
