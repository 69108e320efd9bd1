/* A server's table as lines of text: for pipes, screen readers and --plain. What arrives is printed
 * above the line that is being typed. */
#include <stdlib.h>
#include <string.h>

#include "online/online.h"
#include "term/advice_text.h"
#include "term/keyboard.h"
#include "term/prompt.h"
#include "term/skin.h"
#include "term/summary.h"

enum { HINT_ROWS = 3 };

struct lines {
    struct fl_online *online;
    struct fl_keyboard *keyboard;
    struct fl_screen
        paper; /* the screen; what is printed while a line is typed is collected first */
    enum fl_remote_phase phase;
    char *collected; /* by the log */
    size_t size;
};

/* Opens the memory that collects what is printed. */
static void begin_collecting(struct lines *l)
{
    l->online->log.out = open_memstream(&l->collected, &l->size);
    if (!l->online->log.out)
        abort(); /* nothing is lost: the server has the match */
}

/* Moves what was collected to the screen, above the line that is being typed. */
static void show_collected(struct lines *l)
{
    struct fl_online *o = l->online;
    fflush(o->log.out);
    if (!l->size)
        return;
    fclose(o->log.out);
    fl_keyboard_print(l->keyboard, l->paper.out, l->collected);
    free(l->collected);
    begin_collecting(l);
}

static void draw_table(struct fl_online *o)
{
    struct fl_sight sight;
    if (!fl_online_sight(o, &sight))
        return;
    fl_screen_text(&o->log, "", 0);
    fl_skin_of(sight.game)->draw(&sight, &o->log);
}

/* The table and the choices, when the player is asked. */
static void ask(struct lines *l)
{
    struct fl_online *o = l->online;
    struct fl_sight sight;
    o->remote.asked_again = false;
    if (!fl_online_asks(o) || !fl_online_sight(o, &sight))
        return;
    fl_online_flush(o);
    if (fl_remote_is_from_memory(&o->remote))
        fl_screen_clear(&o->log); /* players must remember earlier tables */
    draw_table(o);
    fl_prompt_choices(&sight, &o->log);
    fl_prompt_question(&sight, &o->log);
}

/* What a change of the phase calls for. */
static void show_phase(struct lines *l)
{
    struct fl_online *o = l->online;
    enum fl_remote_phase phase = fl_remote_phase(&o->remote);
    struct fl_sight sight;
    if (!o->remote.entered || phase == FL_PHASE_NONE)
        return;
    bool is_new = phase != l->phase;
    if (phase == FL_PHASE_FINISHED && is_new && fl_online_sight(o, &sight)) {
        fl_online_flush(o);
        fl_screen_text(&o->log, "", 0);
        fl_skin_of(sight.game)->draw(&sight, &o->log);
        fl_summary_result(&o->log, &sight, fl_online_reader(o));
    }
    if (is_new && (phase != FL_PHASE_PLAYING || l->phase == FL_PHASE_NONE))
        fl_online_print_seats(o, &o->log);
    l->phase = phase;
}

static void show_news(struct lines *l)
{
    struct fl_online *o = l->online;
    memcpy(o->log.names, o->remote.names, sizeof o->log.names);
    show_phase(l);
    if (o->remote.asked_again)
        ask(l);
    o->remote.changed = false;
    show_collected(l);
}

static int wait_for_news(void *data, int *milliseconds)
{
    struct lines *l = data;
    return fl_online_wait(l->online, milliseconds);
}

/* Whether the next line of a pipe is due: it answers a question, or comes before or after a
 * match. */
static bool wants_line(const struct lines *l)
{
    const struct fl_remote *r = &l->online->remote;
    if (!fl_remote_is_connected(r) || r->sent)
        return false;
    return fl_remote_phase(r) != FL_PHASE_PLAYING ? r->you != NULL : fl_online_asks(l->online);
}

static bool hear_news(void *data)
{
    struct lines *l = data;
    fl_online_hear(l->online);
    show_news(l);
    bool ended = l->online->remote.ended != FL_REMOTE_OPEN;
    return !ended && (l->keyboard->edit || !wants_line(l));
}

/* ---- answers ---- */

static void advise(struct fl_online *o, const struct fl_advice *advice)
{
    struct fl_sight sight;
    if (fl_online_sight(o, &sight))
        fl_advice_text_show(&o->log, &sight, advice, HINT_ROWS);
}

static void show_rule(struct fl_online *o, const char *number)
{
    if (!o->show_rule(&o->log, o->remote.position.rules, number))
        fl_online_say(o, "play.no-such-rule", number);
}

/* The last lines of the log are above, so that "log" requests what was missed again. */
static void answer(struct fl_online *o, const struct fl_command *command)
{
    struct fl_sight sight;
    fl_position_sight(&o->remote.position, &sight);
    switch (command->kind) {
    case FL_COMMAND_HELP:
        fl_prompt_help(&o->log, sight.game);
        fl_online_print_orders(&o->log);
        break;
    case FL_COMMAND_RULES:
        show_rule(o, command->rest);
        break;
    case FL_COMMAND_TABLE:
        draw_table(o);
        if (fl_online_asks(o))
            fl_prompt_choices(&sight, &o->log);
        break;
    case FL_COMMAND_LOG:
        fl_remote_send(&o->remote, "refresh 0");
        break;
    case FL_COMMAND_SCORES:
        if (fl_online_sight(o, &sight))
            fl_skin_of(sight.game)->scores(&sight, &o->log);
        break;
    case FL_COMMAND_SUMMARY:
        fl_prompt_summary(&o->log, sight.game);
        break;
    default:
        fl_prompt_refuse(&sight, &o->log, command);
        break;
    }
}

/* Executes a line. Returns whether the visit continues. */
static bool execute(struct lines *l, const char *line)
{
    struct fl_online *o = l->online;
    struct fl_command command;
    enum fl_order order = fl_online_order(o, line, &command);
    if (order == FL_ORDER_COMMAND)
        answer(o, &command);
    else if (order == FL_ORDER_SEATS)
        fl_online_print_seats(o, &o->log);
    show_news(l);
    return order != FL_ORDER_QUIT;
}

/* ---- the loop ---- */

/* Reads a line when it is due. */
static enum fl_input_status read_line(struct lines *l, char line[FL_INPUT_SIZE])
{
    if (!l->keyboard->edit && !wants_line(l)) {
        fl_keyboard_pause(l->keyboard, -1);
        return l->keyboard->interrupted ? FL_INPUT_INTERRUPTED : FL_INPUT_STOPPED;
    }
    return fl_keyboard_read(l->keyboard, line);
}

static enum fl_visit run(struct lines *l)
{
    char line[FL_INPUT_SIZE];
    for (;;) {
        enum fl_input_status status = read_line(l, line);
        if (l->online->remote.ended != FL_REMOTE_OPEN)
            return FL_VISIT_ENDED;
        if (status == FL_INPUT_INTERRUPTED)
            return FL_VISIT_INTERRUPTED;
        if (status == FL_INPUT_CLOSED)
            return FL_VISIT_INPUT_CLOSED;
        if (status == FL_INPUT_LINE && !execute(l, line))
            return FL_VISIT_QUIT;
    }
}

enum fl_visit fl_online_play_lines(struct fl_online *o, struct fl_keyboard *keyboard)
{
    struct lines l = {.online = o, .keyboard = keyboard, .paper = o->screen};
    struct fl_watch watch = {.data = &l, .wait = wait_for_news, .hear = hear_news};
    o->log = o->screen;
    o->advise = advise;
    begin_collecting(&l);
    keyboard->watch = &watch;
    enum fl_visit how = run(&l);
    keyboard->watch = NULL;
    show_collected(&l);
    fclose(o->log.out);
    free(l.collected);
    return how;
}
