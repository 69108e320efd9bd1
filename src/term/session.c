/* The loop of a session: chance, bots and people take their turns. */
#include "term/session.h"

#include <stdlib.h>
#include <string.h>

#include "agents/agent.h"
#include "core/real_dice.h"
#include "term/advice_text.h"
#include "term/prompt.h"
#include "term/routes.h"
#include "term/skin.h"
#include "term/system_error.h"

enum {
    BOT_PAUSE = 500,
    TABLE_PAUSE = 1500
};                       /* milliseconds: after a bot's move; to memorise the table */
enum { LOG_LINES = 12 }; /* of the command "log" */
enum { BOT_STREAM = 1u << 24, HINT_STREAM = 2u << 24, HINT_MOVES = 1000000, HINT_ROWS = 3 };

bool fl_session_is_person(const struct fl_session *s, int seat)
{
    return !s->players.kind[seat][0] || !strcmp(s->players.kind[seat], "person");
}

int fl_session_people(const struct fl_session *s)
{
    int n = 0;
    for (int seat = 0; seat < s->match.setup.seats; seat++)
        n += fl_session_is_person(s, seat);
    return n;
}

/* Whether several people with secrets from each other share this keyboard. The screen is then
 * cleared before another player sits down at it. */
static bool uses_hotseat_screen(const struct fl_session *s)
{
    return s->match.game->redact && fl_session_people(s) > 1;
}

/* ---- narration ---- */

/* With a hotseat screen every seat has its own narration. Otherwise there is one: from the view of
 * the only person, or of a spectator. */
static int viewer_of_narration(const struct fl_session *s, int narration)
{
    if (uses_hotseat_screen(s))
        return narration;
    for (int seat = 0; seat < s->match.setup.seats && fl_session_people(s) == 1; seat++)
        if (fl_session_is_person(s, seat))
            return seat;
    return FL_SPECTATOR;
}

static void begin_narrations(struct fl_session *s)
{
    s->narrations = uses_hotseat_screen(s) ? s->match.setup.seats : 1;
    for (int i = 0; i < s->narrations; i++) {
        fl_narration_begin(&s->narration[i], &s->match, viewer_of_narration(s, i));
        s->narration[i].reader = s->narration[i].viewer;
        fl_narration_seek(&s->narration[i], &s->match, s->match.steps);
    }
}

static void end_narrations(struct fl_session *s)
{
    for (int i = 0; i < s->narrations; i++)
        fl_narration_end(&s->narration[i]);
}

static void narrate(struct fl_session *s, int narration)
{
    fl_narration_print(&s->narration[narration], &s->match, s->match.steps, &s->screen);
    fflush(s->screen.out);
}

/* Prints what the next move cannot extend. Returns whether anything was printed. */
static bool narrate_complete_lines(struct fl_session *s)
{
    bool printed =
        fl_narration_print_complete(&s->narration[0], &s->match, s->match.steps, &s->screen);
    fflush(s->screen.out);
    return printed;
}

/* Whether the bot that has just moved moves again, so that its last sentence may continue. Where
 * past moves are hidden, each move is shown with its own table. */
static bool same_bot_continues(const struct fl_session *s, fl_seats turn)
{
    return s->last_actor != FL_NOBODY && turn == FL_SEAT(s->last_actor) &&
           !fl_session_is_person(s, s->last_actor) && !fl_match_hides_past(&s->match);
}

static struct fl_narration *narration_for(struct fl_session *s, int seat)
{
    return &s->narration[uses_hotseat_screen(s) ? seat : 0];
}

/* Prints the last LOG_LINES lines of a text. */
static void print_last_lines(const struct fl_session *s, const char *text)
{
    const char *start = text + strlen(text);
    for (int lines = 0; start > text; start--)
        if (start[-1] == '\n' && lines++ == LOG_LINES)
            break;
    fputs(start, s->screen.out);
}

/* Narrates the match again from its start and prints the last lines. */
static void show_log(struct fl_session *s, int viewer)
{
    struct fl_screen memory_screen = s->screen;
    struct fl_narration again;
    char *text = NULL;
    size_t len;
    memory_screen.out = open_memstream(&text, &len);
    if (!memory_screen.out)
        return;
    fl_narration_begin(&again, &s->match, viewer);
    again.reader = viewer;
    fl_narration_print(&again, &s->match, s->match.steps, &memory_screen);
    fl_narration_end(&again);
    fclose(memory_screen.out);
    print_last_lines(s, text);
    free(text);
}

/* ---- saving ---- */

static void say_with(const struct fl_screen *screen, const char *key, const char *what)
{
    struct fl_phrase phrase;
    fl_phrase_begin(&phrase, key);
    fl_with_text(&phrase, "what", what);
    fl_screen_phrase(screen, &phrase);
}

static void say_not_saved(const struct fl_screen *screen, const char *path, int error)
{
    struct fl_phrase phrase;
    fl_phrase_begin(&phrase, "play.not-kept");
    fl_with_text(&phrase, "what", path);
    fl_with_word(&phrase, "value", fl_system_key(strerror(error)));
    fl_screen_phrase(screen, &phrase);
}

static void autosave(struct fl_session *s)
{
    if (!s->unsaved)
        return;
    bool saved = fl_autosave_write(&s->autosave, &s->match, &s->players);
    if (!saved && !s->warned)
        say_not_saved(&s->screen, s->autosave.path, s->autosave.error);
    s->warned = !saved;
    s->unsaved = !saved;
}

/* Saves a copy to another file. An existing file is overwritten only if it contains a finished
 * match, or an earlier copy of this one. */
static void copy_to(struct fl_session *s, const char *path)
{
    enum fl_save_target target = fl_autosave_check_target(path, s->match.game);
    bool ours = !strcmp(path, s->copied) || !strcmp(path, s->autosave.path);
    struct fl_autosave copy = {.error = 0};
    if (target != FL_SAVE_TARGET_FREE && !(ours && target == FL_SAVE_TARGET_UNFINISHED)) {
        say_with(&s->screen, fl_save_target_key(target), path);
        return;
    }
    struct fl_buf to = fl_buf_over(copy.path, sizeof copy.path);
    fl_put(&to, path);
    if (fl_autosave_write(&copy, &s->match, &s->players)) {
        memcpy(s->copied, copy.path, sizeof copy.path);
        say_with(&s->screen, "play.copied", path);
    } else {
        say_not_saved(&s->screen, path, copy.error);
    }
}

static void save(struct fl_session *s, const char *path)
{
    if (*path)
        copy_to(s, path);
    else if (!s->autosave.path[0])
        fl_screen_word(&s->screen, "play.kept-nowhere");
    else if (s->autosave.error)
        say_not_saved(&s->screen, s->autosave.path, s->autosave.error);
    else
        say_with(&s->screen, "play.kept", s->autosave.path);
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

static enum fl_status play_bot_once(struct fl_session *s, int seat)
{
    const struct fl_level *level = fl_level_find(s->players.kind[seat]);
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

static void draw_table(struct fl_session *s, const struct fl_sight *sight)
{
    fl_screen_measure(&s->screen);
    fl_screen_gap(&s->screen);
    fl_skin_of(sight->game)->draw(sight, &s->screen);
    fl_prompt_choices(sight, &s->screen);
}

static enum fl_session_status status_of_input(enum fl_input_status line)
{
    return line == FL_INPUT_LINE     ? FL_SESSION_RUNNING
           : line == FL_INPUT_CLOSED ? FL_SESSION_INPUT_CLOSED
                                     : FL_SESSION_INTERRUPTED;
}

/* Clears the screen and waits, so that players do not see each other's secrets when the keyboard
 * changes hands. */
static enum fl_session_status hand_over(struct fl_session *s, int seat)
{
    char line[FL_INPUT_SIZE];
    struct fl_phrase phrase;
    enum fl_session_status status = FL_SESSION_RUNNING;
    if (!uses_hotseat_screen(s) || s->shown_to == seat)
        return FL_SESSION_RUNNING;
    fl_screen_clear(&s->screen);
    fl_phrase_begin(&phrase, s->screen.terminal ? "play.hand-over" : "play.now");
    fl_with_seat(&phrase, "who", seat);
    fl_screen_phrase(&s->screen, &phrase);
    if (s->screen.terminal)
        status = status_of_input(fl_keyboard_read(s->keyboard, line));
    s->shown_to = seat;
    return status;
}

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
        fl_screen_word(&s->screen, why);
        return false;
    }
    s->unsaved = true;
    for (int i = 0; i < s->narrations; i++)
        if (s->narration[i].shown.steps > s->match.steps)
            fl_narration_seek(&s->narration[i], &s->match, s->match.steps);
    fl_screen_word(&s->screen, "play.undone");
    return true;
}

static void show_rule(struct fl_session *s, const char *number)
{
    if (!s->show_rule(&s->screen, s->match.game, number))
        say_with(&s->screen, "play.no-such-rule", number);
    else if (!*number)
        fl_screen_word(&s->screen, "play.rules-how");
}

/* The search is limited by moves, not by time, so that advice is the same on every machine: about a
 * second on a slow one. */
static void show_hint(struct fl_session *s, const struct fl_sight *sight)
{
    struct fl_rng rng = generator(s, HINT_STREAM);
    struct fl_search_options how = {
        .playouts = fl_playouts_for(sight, HINT_MOVES), .threads = 1, .seed = fl_rng_next(&rng)};
    struct fl_advice *advice = malloc(sizeof *advice);
    if (advice && fl_advise(sight, &how, advice))
        fl_advice_text_show(&s->screen, sight, advice, HINT_ROWS);
    else
        fl_screen_word(&s->screen, "hint.none");
    free(advice);
}

/* Executes a command that is neither a move, "undo" nor "quit". */
static void answer_request(struct fl_session *s, const struct fl_sight *sight,
                           const struct fl_command *command)
{
    switch (command->kind) {
    case FL_COMMAND_HELP:
        fl_prompt_help(&s->screen, sight->game);
        fl_prompt_choices(sight, &s->screen);
        break;
    case FL_COMMAND_HINT:
        show_hint(s, sight);
        break;
    case FL_COMMAND_SAVE:
        save(s, command->rest);
        break;
    case FL_COMMAND_RULES:
        show_rule(s, command->rest);
        break;
    case FL_COMMAND_TABLE:
        draw_table(s, sight);
        break;
    case FL_COMMAND_LOG:
        show_log(s, narration_for(s, sight->viewer)->viewer);
        break;
    case FL_COMMAND_SCORES:
        fl_skin_of(sight->game)->scores(sight, &s->screen);
        break;
    case FL_COMMAND_SUMMARY:
        fl_prompt_summary(&s->screen, sight->game);
        break;
    default:
        fl_prompt_refuse(sight, &s->screen, command);
        break;
    }
}

/* Executes an input line. Returns true if the position changed or the session ends. */
static bool execute(struct fl_session *s, const struct fl_sight *sight, const char *line,
                    enum fl_session_status *status)
{
    struct fl_command command;
    fl_command_read(sight, s->screen.lang, line, &command);
    if (command.kind == FL_COMMAND_MOVE) {
        if (fl_match_play(&s->match, sight->viewer, command.move) != FL_OK)
            *status = FL_SESSION_TOO_LONG;
        note_move(s, sight->viewer);
        return true;
    }
    if (command.kind == FL_COMMAND_ROUTE) {
        for (int i = 0; i < command.route.count && *status == FL_SESSION_RUNNING; i++)
            if (fl_match_play(&s->match, sight->viewer, command.route.move[i]) != FL_OK)
                *status = FL_SESSION_TOO_LONG;
        note_move(s, sight->viewer);
        return true;
    }
    if (command.kind == FL_COMMAND_QUIT) {
        *status = FL_SESSION_QUIT;
        return true;
    }
    if (command.kind == FL_COMMAND_UNDO)
        return undo(s, sight->viewer);
    answer_request(s, sight, &command);
    return false;
}

/* People who share a screen are asked by name. */
static void print_turn_of(const struct fl_session *s, int seat)
{
    struct fl_phrase phrase;
    fl_phrase_begin(&phrase, "turn.of");
    fl_with_seat(&phrase, "who", seat);
    fl_screen_phrase(&s->screen, &phrase);
}

/* Shows the table and executes lines until the position changes or the session ends. */
static enum fl_session_status play_person(struct fl_session *s, int seat)
{
    char line[FL_INPUT_SIZE];
    struct fl_sight sight;
    enum fl_session_status status = hand_over(s, seat);
    if (status != FL_SESSION_RUNNING)
        return status;
    fl_match_sight(&s->match, seat, &sight);
    if (uses_hotseat_screen(s))
        narrate(s, seat);
    draw_table(s, &sight);
    do {
        if (fl_session_people(s) > 1)
            print_turn_of(s, seat);
        fl_prompt_question(&sight, &s->screen);
        status = status_of_input(fl_keyboard_read(s->keyboard, line));
    } while (status == FL_SESSION_RUNNING && !ferror(s->screen.out) &&
             !execute(s, &sight, line, &status));
    return status;
}

/* In a game with hidden past moves, the narration does not name what a move covers. People
 * therefore see the table before every move of a bot. */
static void show_table_to_people(struct fl_session *s)
{
    struct fl_sight sight;
    if (!fl_match_hides_past(&s->match) || !fl_session_people(s))
        return;
    fl_match_sight(&s->match, viewer_of_narration(s, 0), &sight);
    fl_screen_measure(&s->screen);
    fl_screen_gap(&s->screen);
    fl_skin_of(sight.game)->draw(&sight, &s->screen);
    fflush(s->screen.out);
    if (s->screen.terminal)
        fl_keyboard_pause(s->keyboard, TABLE_PAUSE);
}

/* ---- the loop ---- */

/* Saves before printing: a move is stored before it is announced. */
static void save_and_narrate(struct fl_session *s)
{
    if (s->last_actor != FL_NOBODY && fl_match_hides_past(&s->match))
        fl_screen_clear(&s->screen); /* players must remember earlier tables */
    autosave(s);
    if (uses_hotseat_screen(s))
        return;
    bool printed = true;
    if (same_bot_continues(s, fl_match_turn(&s->match)))
        printed = narrate_complete_lines(s);
    else
        narrate(s, 0);
    if (printed && s->screen.terminal && s->last_actor != FL_NOBODY && !s->manual_chance &&
        !fl_session_is_person(s, s->last_actor))
        fl_keyboard_pause(s->keyboard, BOT_PAUSE);
    s->last_actor = FL_NOBODY;
}

/* Chance plays until it is a seat's turn. A person who rolls real dice first sees what they are
 * for. */
static enum fl_session_status play_chance(struct fl_session *s)
{
    if (s->manual_chance)
        save_and_narrate(s);
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
    save_and_narrate(s);
    if (ferror(s->screen.out))
        return FL_SESSION_OUTPUT_CLOSED;
    if (s->keyboard->interrupted)
        return FL_SESSION_INTERRUPTED;
    if (!turn)
        return FL_SESSION_OVER;
    int seat = first_of(turn);
    if (fl_session_is_person(s, seat))
        return play_person(s, seat);
    show_table_to_people(s);
    return play_bot(s, seat);
}

/* Prints the end of the match, which is public, after the last hotseat screen. */
static void narrate_end(struct fl_session *s)
{
    struct fl_narration end;
    if (!uses_hotseat_screen(s))
        return;
    fl_narration_begin(&end, &s->match, FL_SPECTATOR);
    if (s->shown_to != FL_NOBODY)
        fl_narration_seek(&end, &s->match, s->narration[s->shown_to].shown.steps);
    fl_narration_print(&end, &s->match, s->match.steps, &s->screen);
    fl_narration_end(&end);
}

enum fl_session_status fl_session_play(struct fl_session *s)
{
    enum fl_session_status status;
    s->shown_to = s->last_actor = FL_NOBODY;
    s->unsaved = true;
    begin_narrations(s);
    if (s->match.steps && !uses_hotseat_screen(s))
        show_log(s, s->narration[0].viewer);
    do
        status = play_turn(s);
    while (status == FL_SESSION_RUNNING);
    autosave(s);
    if (status == FL_SESSION_OVER)
        narrate_end(s);
    end_narrations(s);
    return status;
}
