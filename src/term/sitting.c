/* The loop of a sitting: chance, bots and people in turn. */
#include "term/sitting.h"

#include <stdlib.h>
#include <string.h>

#include "agents/agent.h"
#include "core/throw.h"
#include "term/counsel.h"
#include "term/prompt.h"
#include "term/skin.h"
#include "term/ways.h"

enum { PAUSE = 500, LOG_LINES = 12, ON = -1 }; /* ON: the sitting goes on, no parting */
enum { BOT_STREAM = 1u << 24, HINT_STREAM = 2u << 24, HINT_MOVES = 1000000, HINTED = 3 };

bool fl_sitting_is_person(const struct fl_sitting *s, int seat)
{
    return !s->players.kind[seat][0] || !strcmp(s->players.kind[seat], "person");
}

int fl_sitting_people(const struct fl_sitting *s)
{
    int n = 0;
    for (int seat = 0; seat < s->match.setup.seats; seat++)
        n += fl_sitting_is_person(s, seat);
    return n;
}

/* Whether people at this keyboard have secrets from each other. */
static bool has_curtain(const struct fl_sitting *s)
{
    return s->match.game->redact && fl_sitting_people(s) > 1;
}

/* ---- telling ---- */

/* With a curtain everybody hears the story alone. Otherwise all hear it together, with the eyes
 * of the only person, or with those of a watcher. */
static int viewer_of_story(const struct fl_sitting *s, int story)
{
    if (has_curtain(s))
        return story;
    for (int seat = 0; seat < s->match.setup.seats && fl_sitting_people(s) == 1; seat++)
        if (fl_sitting_is_person(s, seat))
            return seat;
    return FL_WATCHER;
}

static void begin_stories(struct fl_sitting *s)
{
    s->stories = has_curtain(s) ? s->match.setup.seats : 1;
    for (int i = 0; i < s->stories; i++) {
        fl_story_begin(&s->story[i], &s->match, viewer_of_story(s, i));
        fl_story_go(&s->story[i], &s->match, s->match.steps);
    }
}

static void end_stories(struct fl_sitting *s)
{
    for (int i = 0; i < s->stories; i++)
        fl_story_end(&s->story[i]);
}

static void tell(struct fl_sitting *s, int story)
{
    fl_story_tell(&s->story[story], &s->match, s->match.steps, &s->screen);
    fflush(s->screen.out);
}

static struct fl_story *story_for(struct fl_sitting *s, int seat)
{
    return &s->story[has_curtain(s) ? seat : 0];
}

static void print_last_lines(const struct fl_sitting *s, const char *text)
{
    const char *start = text + strlen(text);
    for (int lines = 0; start > text; start--)
        if (start[-1] == '\n' && lines++ == LOG_LINES)
            break;
    fputs(start, s->screen.out);
}

/* The story again from the start, of which the last lines are shown. */
static void show_log(struct fl_sitting *s, int viewer)
{
    struct fl_screen paper = s->screen;
    struct fl_story again;
    char *text = NULL;
    size_t len;
    paper.out = open_memstream(&text, &len);
    if (!paper.out)
        return;
    fl_story_begin(&again, &s->match, viewer);
    fl_story_tell(&again, &s->match, s->match.steps, &paper);
    fl_story_end(&again);
    fclose(paper.out);
    print_last_lines(s, text);
    free(text);
}

/* ---- keeping ---- */

static void say_with(const struct fl_screen *screen, const char *key, const char *what,
                     const char *value)
{
    struct fl_phrase phrase;
    fl_phrase_begin(&phrase, key);
    fl_with_text(&phrase, "what", what);
    fl_with_text(&phrase, "value", value);
    fl_screen_phrase(screen, &phrase);
}

static void keep(struct fl_sitting *s)
{
    if (!s->unkept)
        return;
    bool kept = fl_logbook_keep(&s->logbook, &s->match, &s->players);
    if (!kept && !s->warned)
        say_with(&s->screen, "play.not-kept", s->logbook.path, strerror(s->logbook.error));
    s->warned = !kept;
    s->unkept = !kept;
}

static void copy_to(struct fl_sitting *s, const char *path)
{
    enum fl_shelf shelf = fl_logbook_look(path, s->match.game);
    bool ours = !strcmp(path, s->copied) || !strcmp(path, s->logbook.path);
    struct fl_logbook copy = {.error = 0};
    if (shelf != FL_SHELF_FREE && !(ours && shelf == FL_SHELF_UNFINISHED)) {
        say_with(&s->screen, fl_shelf_key(shelf), path, "");
        return;
    }
    struct fl_buf to = fl_buf_over(copy.path, sizeof copy.path);
    fl_put(&to, path);
    if (fl_logbook_keep(&copy, &s->match, &s->players)) {
        memcpy(s->copied, copy.path, sizeof copy.path);
        say_with(&s->screen, "play.copied", path, "");
    } else {
        say_with(&s->screen, "play.not-kept", path, strerror(copy.error));
    }
}

static void save(struct fl_sitting *s, const char *path)
{
    if (*path)
        copy_to(s, path);
    else if (!s->logbook.path[0])
        fl_screen_word(&s->screen, "play.kept-nowhere");
    else
        say_with(&s->screen, s->logbook.error ? "play.not-kept" : "play.kept", s->logbook.path,
                 strerror(s->logbook.error));
}

/* ---- bots ---- */

static struct fl_rng generator(const struct fl_sitting *s, uint64_t stream)
{
    return fl_rng_from(s->seed, stream + s->match.steps); /* the same after a resumption */
}

static void made_a_move(struct fl_sitting *s, int seat)
{
    s->unkept = true;
    s->last_actor = seat;
}

static enum fl_status play_bot_once(struct fl_sitting *s, int seat)
{
    const struct fl_level *level = fl_level_find(s->players.kind[seat]);
    struct fl_rng rng = generator(s, BOT_STREAM);
    struct fl_sight sight;
    fl_match_sight(&s->match, seat, &sight);
    return fl_match_play(&s->match, seat, fl_level_choose(level, &sight, &rng));
}

static bool is_under_way(const struct fl_sitting *s, int seat)
{
    struct fl_sight sight;
    struct fl_ways ways;
    fl_match_sight(&s->match, seat, &sight);
    fl_ways_of(&sight, &ways);
    return ways.count > 0;
}

/* A bot goes its way in one go, as a person does who names a square. */
static int play_bot(struct fl_sitting *s, int seat)
{
    do
        if (play_bot_once(s, seat) != FL_OK)
            return FL_PARTING_TOO_LONG;
    while (is_under_way(s, seat));
    made_a_move(s, seat);
    return ON;
}

/* ---- people ---- */

static void draw_table(struct fl_sitting *s, const struct fl_sight *sight)
{
    fl_screen_measure(&s->screen);
    fl_screen_gap(&s->screen);
    fl_skin_of(sight->game)->draw(sight, &s->screen);
    fl_prompt_choices(sight, &s->screen);
}

static int parting_of(enum fl_line line)
{
    return line == FL_LINE_READ     ? ON
           : line == FL_LINE_CLOSED ? FL_PARTING_CLOSED
                                    : FL_PARTING_INTERRUPTED;
}

/* Nobody may look on while the keyboard goes from one to the next. */
static int hand_over(struct fl_sitting *s, int seat)
{
    char line[FL_LINE_SIZE];
    struct fl_phrase phrase;
    int parting = ON;
    if (!has_curtain(s) || s->shown_to == seat)
        return ON;
    fl_screen_clear(&s->screen);
    fl_phrase_begin(&phrase, s->screen.terminal ? "play.hand-over" : "play.now");
    fl_with_seat(&phrase, "who", seat);
    fl_screen_phrase(&s->screen, &phrase);
    if (s->screen.terminal)
        parting = parting_of(fl_keyboard_read(s->keyboard, line));
    s->shown_to = seat;
    return parting;
}

/* With real dice everything can be taken back, since anything can be mistyped; what bots did in
 * between goes with it. */
static uint32_t start_of_last(const struct fl_sitting *s)
{
    const struct fl_match *m = &s->match;
    uint32_t start = m->steps;
    if (!s->chance_waits)
        return start - 1;
    do
        start = fl_throw_start(m, start);
    while (start && m->log[start].seat != FL_CHANCE &&
           !fl_sitting_is_person(s, m->log[start].seat));
    return start;
}

static const char *why_no_undo(const struct fl_sitting *s, int seat)
{
    const struct fl_match *m = &s->match;
    int last = m->steps ? m->log[m->steps - 1].seat : FL_NOBODY;
    if (last == FL_NOBODY)
        return "play.undo-nothing";
    if (s->chance_waits)
        return NULL;
    if (last == FL_CHANCE)
        return "play.undo-chance";
    if (last != seat && (m->game->redact || !fl_sitting_is_person(s, last)))
        return "play.undo-other";
    return fl_match_undo_is_free(m, last) ? NULL : "play.undo-seen";
}

/* The record forgets the move, but not what it tells was taken back before. */
static enum fl_status take_back(struct fl_match *m, uint32_t steps)
{
    if (steps < m->kept)
        return fl_match_undo(m, steps);
    fl_match_rewind(m, steps);
    return FL_OK;
}

static bool undo(struct fl_sitting *s, int seat)
{
    const char *why = why_no_undo(s, seat);
    if (!why) {
        enum fl_status status = take_back(&s->match, start_of_last(s));
        why = status == FL_OK ? NULL : fl_status_key(status);
    }
    if (why) {
        fl_screen_word(&s->screen, why);
        return false;
    }
    s->unkept = true;
    for (int i = 0; i < s->stories; i++)
        if (s->story[i].past.steps > s->match.steps)
            fl_story_go(&s->story[i], &s->match, s->match.steps);
    fl_screen_word(&s->screen, "play.undone");
    return true;
}

static void show_rule(struct fl_sitting *s, const char *number)
{
    if (!s->show_rule(&s->screen, s->match.game, number))
        say_with(&s->screen, "play.no-such-rule", number, "");
    else if (!*number)
        fl_screen_word(&s->screen, "play.rules-how");
}

/* Thinks as long everywhere as a slow machine needs for about a second. */
static void show_hint(struct fl_sitting *s, const struct fl_sight *sight)
{
    struct fl_rng rng = generator(s, HINT_STREAM);
    struct fl_ponder how = {
        .playouts = fl_playouts_for(sight, HINT_MOVES), .threads = 1, .seed = fl_rng_next(&rng)};
    struct fl_advice *advice = malloc(sizeof *advice);
    if (advice && fl_advise(sight, &how, advice))
        fl_counsel_show(&s->screen, sight, advice, HINTED);
    else
        fl_screen_word(&s->screen, "hint.none");
    free(advice);
}

/* What a command asks for that is neither a move nor a farewell. */
static void answer(struct fl_sitting *s, const struct fl_sight *sight,
                   const struct fl_command *command)
{
    switch (command->kind) {
    case FL_COMMAND_HELP:
        fl_prompt_help(&s->screen);
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
        show_log(s, story_for(s, sight->viewer)->viewer);
        break;
    case FL_COMMAND_SCORES:
        fl_skin_of(sight->game)->scores(sight, &s->screen);
        break;
    default:
        fl_prompt_refuse(sight, &s->screen, command);
        break;
    }
}

/* One line of a person. Returns true if the table is another one now, or the sitting ends. */
static bool obey(struct fl_sitting *s, const struct fl_sight *sight, const char *line, int *parting)
{
    struct fl_command command;
    fl_command_read(sight, s->screen.lang, line, &command);
    if (command.kind == FL_COMMAND_MOVE) {
        if (fl_match_play(&s->match, sight->viewer, command.move) != FL_OK)
            *parting = FL_PARTING_TOO_LONG;
        made_a_move(s, sight->viewer);
        return true;
    }
    if (command.kind == FL_COMMAND_WAY) {
        for (int i = 0; i < command.way.count && *parting == ON; i++)
            if (fl_match_play(&s->match, sight->viewer, command.way.move[i]) != FL_OK)
                *parting = FL_PARTING_TOO_LONG;
        made_a_move(s, sight->viewer);
        return true;
    }
    if (command.kind == FL_COMMAND_QUIT) {
        *parting = FL_PARTING_QUIT;
        return true;
    }
    if (command.kind == FL_COMMAND_UNDO)
        return undo(s, sight->viewer);
    answer(s, sight, &command);
    return false;
}

static int play_person(struct fl_sitting *s, int seat)
{
    char line[FL_LINE_SIZE];
    struct fl_sight sight;
    int parting = hand_over(s, seat);
    if (parting != ON)
        return parting;
    fl_match_sight(&s->match, seat, &sight);
    if (has_curtain(s))
        tell(s, seat);
    draw_table(s, &sight);
    do {
        fl_prompt_question(&sight, &s->screen);
        parting = parting_of(fl_keyboard_read(s->keyboard, line));
    } while (parting == ON && !ferror(s->screen.out) && !obey(s, &sight, line, &parting));
    return parting;
}

/* ---- the loop ---- */

/* What was played is kept, then told: stored before it is spoken. */
static void keep_and_tell(struct fl_sitting *s)
{
    keep(s);
    if (has_curtain(s))
        return;
    tell(s, 0);
    if (s->screen.terminal && s->last_actor != FL_NOBODY && !s->chance_waits &&
        !fl_sitting_is_person(s, s->last_actor))
        fl_keyboard_pause(s->keyboard, PAUSE);
    s->last_actor = FL_NOBODY;
}

/* Chance plays until it is somebody's turn. A person who throws for it hears before what for. */
static int settle(struct fl_sitting *s)
{
    if (s->chance_waits)
        keep_and_tell(s);
    enum fl_status status = fl_match_settle(&s->match, s->chance);
    s->unkept = true;
    if (status == FL_OK)
        return ON;
    if (status == FL_NO_CHANCE && s->wants_undo && s->wants_undo(s->chance)) {
        undo(s, FL_NOBODY);
        return ON;
    }
    return status == FL_NO_CHANCE ? FL_PARTING_NO_CHANCE : FL_PARTING_TOO_LONG;
}

static int first_of(fl_seats turn)
{
    return __builtin_ctz(turn);
}

static int one_turn(struct fl_sitting *s)
{
    fl_seats turn = fl_match_turn(&s->match);
    if (turn == FL_SEAT(FL_CHANCE))
        return settle(s);
    keep_and_tell(s);
    if (ferror(s->screen.out))
        return FL_PARTING_UNHEARD;
    if (s->keyboard->interrupted)
        return FL_PARTING_INTERRUPTED;
    if (!turn)
        return FL_PARTING_OVER;
    int seat = first_of(turn);
    return fl_sitting_is_person(s, seat) ? play_person(s, seat) : play_bot(s, seat);
}

/* Everybody may hear the end. */
static void tell_the_end(struct fl_sitting *s)
{
    struct fl_story end;
    if (!has_curtain(s))
        return;
    fl_story_begin(&end, &s->match, FL_WATCHER);
    if (s->shown_to != FL_NOBODY)
        fl_story_go(&end, &s->match, s->story[s->shown_to].past.steps);
    fl_story_tell(&end, &s->match, s->match.steps, &s->screen);
    fl_story_end(&end);
}

enum fl_parting fl_sitting_play(struct fl_sitting *s)
{
    int parting;
    s->shown_to = s->last_actor = FL_NOBODY;
    s->unkept = true;
    begin_stories(s);
    if (s->match.steps && !has_curtain(s))
        show_log(s, s->story[0].viewer);
    do
        parting = one_turn(s);
    while (parting == ON);
    keep(s);
    if (parting == FL_PARTING_OVER)
        tell_the_end(s);
    end_stories(s);
    return (enum fl_parting)parting;
}
