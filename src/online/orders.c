/* Typed lines at a server's table. */
#include <stdlib.h>
#include <string.h>

#include "core/fair.h"
#include "online/online.h"

enum { WORD = 64, FORMS = 5 };

static int number_of(const char *text)
{
    int number = atoi(text);
    return number >= 1 && number <= 99 ? number : 0;
}

/* ---- the orders ---- */

static void say_which(struct fl_online *o, const char *key)
{
    fl_online_say(o, key, NULL);
}

static void order_sit(struct fl_online *o, const char *rest)
{
    fl_remote_sit(&o->remote, *rest ? number_of(rest) - 1 : FL_ANY_SEAT);
}

static void order_start(struct fl_online *o, const char *rest)
{
    (void)rest;
    fl_remote_send(&o->remote, "start");
}

/* "bot 3", or "bot 3 capitaine". */
static void order_bot(struct fl_online *o, const char *rest)
{
    const char *level = rest + strcspn(rest, " ");
    level += strspn(level, " ");
    if (number_of(rest))
        fl_remote_send(&o->remote, "seat %d bot:%.32s", number_of(rest),
                       *level ? level : "matelot");
    else
        say_which(o, "online.which-seat");
}

static void order_open(struct fl_online *o, const char *rest)
{
    if (number_of(rest))
        fl_remote_send(&o->remote, "seat %d open", number_of(rest));
    else
        say_which(o, "online.which-seat");
}

static void order_exchange(struct fl_online *o, const char *rest)
{
    char *end;
    long first = strtol(rest, &end, 10), second = strtol(end, NULL, 10);
    if (first > 0 && second > 0)
        fl_remote_send(&o->remote, "swap %ld %ld", first, second);
    else
        say_which(o, "online.which-two");
}

static void order_say(struct fl_online *o, const char *rest)
{
    if (*rest)
        fl_remote_send(&o->remote, "chat %.800s", rest);
    else
        say_which(o, "online.say-what");
}

static void order_team(struct fl_online *o, const char *rest)
{
    if (*rest)
        fl_remote_send(&o->remote, "team-chat %.800s", rest);
    else
        say_which(o, "online.say-what");
}

/* Sends the entry with this number of a list of the server; without a number, prints the list. */
static void send_or_list(struct fl_online *o, const char *rest, const char *command,
                         const char *name)
{
    const json_t *list = json_object_get(o->remote.hello, name);
    if (number_of(rest)) {
        fl_remote_send(&o->remote, "%s %d", command, number_of(rest));
        return;
    }
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *key = json_string_value(json_array_get(list, i));
        char memory[128];
        struct fl_buf line = fl_buf_over(memory, sizeof memory);
        if (!key || !fl_word_exists(key))
            continue;
        fl_put(&line, i < 9 ? "  " : " ");
        fl_put_number(&line, (int64_t)i + 1);
        fl_put(&line, "  ");
        fl_put_word(&line, o->log.lang, key, FL_BARE);
        fl_screen_text(&o->log, line.at, 4);
    }
}

static void order_phrase(struct fl_online *o, const char *rest)
{
    send_or_list(o, rest, "phrase", "chat_phrases");
}

static void order_react(struct fl_online *o, const char *rest)
{
    send_or_list(o, rest, "react", "reactions");
}

/* Proposes to end the match with its present standing. */
static void order_end(struct fl_online *o, const char *rest)
{
    (void)rest;
    fl_remote_send(&o->remote, "end");
}

static void answer_undo(struct fl_online *o, const char *word)
{
    if (o->remote.undo_request)
        fl_remote_send(&o->remote, "%s %lld", word, o->remote.undo_request);
    else
        say_which(o, "host.nothing-to-agree");
    o->remote.undo_request = o->remote.end_request = 0;
}

static void order_agree(struct fl_online *o, const char *rest)
{
    (void)rest;
    answer_undo(o, "agree");
}

static void order_disagree(struct fl_online *o, const char *rest)
{
    (void)rest;
    answer_undo(o, "disagree");
}

static void order_rematch(struct fl_online *o, const char *rest)
{
    (void)rest;
    fl_remote_send(&o->remote, "rematch");
}

static void order_watch(struct fl_online *o, const char *rest)
{
    if (number_of(rest))
        fl_remote_send(&o->remote, "watch %d", number_of(rest));
    else
        fl_remote_send(&o->remote, "watch");
}

/* Shares the player's view with spectators, or ends it. */
static void order_share(struct fl_online *o, const char *rest)
{
    const json_t *chair = fl_remote_chair(&o->remote, fl_remote_seat(&o->remote));
    bool shared = json_is_true(json_object_get(chair, "shared"));
    (void)rest;
    fl_remote_send(&o->remote, "share %s", shared ? "off" : "on");
    say_which(o, shared ? "online.share-off" : "online.share-on");
}

static void order_invite(struct fl_online *o, const char *rest)
{
    char memory[1024];
    struct fl_buf address = fl_buf_over(memory, sizeof memory);
    (void)rest;
    fl_put_invitation(&address, o);
    fl_online_flush(o);
    o->show_address(&o->log, address.at);
}

/* "dice" shows the fair dice; "dice WORD" sets the player's nonce. */
static void order_dice(struct fl_online *o, const char *rest)
{
    if (*rest)
        fl_remote_send(&o->remote, "nonce %.64s", rest);
    else
        fl_online_print_dice(o, &o->log);
}

static void order_ban(struct fl_online *o, const char *rest)
{
    if (*rest)
        fl_remote_send(&o->remote, "ban %.96s", rest);
    else
        say_which(o, "online.which-seat");
}

static void order_leave(struct fl_online *o, const char *rest)
{
    (void)rest;
    fl_remote_send(&o->remote, "leave");
}

static void order_close(struct fl_online *o, const char *rest)
{
    (void)rest;
    fl_remote_send(&o->remote, "close");
}

const char *const fl_online_words[] = {"online.word.seats",    "online.word.sit",
                                       "online.word.bot",      "online.word.open",
                                       "online.word.exchange", "online.word.start",
                                       "online.word.invite",   "online.word.say",
                                       "online.word.message",  "online.word.react",
                                       "online.word.end",      "online.word.team",
                                       "online.word.agree",    "online.word.disagree",
                                       "online.word.rematch",  "online.word.watch",
                                       "online.word.share",    "online.word.dice",
                                       "online.word.ban",      "online.word.leave",
                                       "online.word.close",    NULL};

/* The words are entries of lang/, each with synonyms, and may be typed in English too. */
static const struct order {
    const char *word, *key, *help;
    void (*run)(struct fl_online *, const char *rest); /* NULL: shows the seats */
} orders[] = {
    {"seats", "online.word.seats", "online.help.seats", NULL},
    {"sit", "online.word.sit", "online.help.sit", order_sit},
    {"bot", "online.word.bot", "online.help.bot", order_bot},
    {"open", "online.word.open", "online.help.open", order_open},
    {"exchange", "online.word.exchange", "online.help.exchange", order_exchange},
    {"start", "online.word.start", "online.help.start", order_start},
    {"invite", "online.word.invite", "online.help.invite", order_invite},
    {"say", "online.word.say", "online.help.say", order_say},
    {"message", "online.word.message", "online.help.message", order_phrase},
    {"react", "online.word.react", "online.help.react", order_react},
    {"end", "online.word.end", "online.help.end", order_end},
    {"team", "online.word.team", "online.help.team", order_team},
    {"agree", "online.word.agree", "online.help.agree", order_agree},
    {"disagree", "online.word.disagree", "online.help.disagree", order_disagree},
    {"rematch", "online.word.rematch", "online.help.rematch", order_rematch},
    {"watch", "online.word.watch", "online.help.watch", order_watch},
    {"share", "online.word.share", "online.help.share", order_share},
    {"dice", "online.word.dice", "online.help.dice", order_dice},
    {"ban", "online.word.ban", "online.help.ban", order_ban},
    {"leave", "online.word.leave", "online.help.leave", order_leave},
    {"close", "online.word.close", "online.help.close", order_close},
};

enum { ORDERS = sizeof orders / sizeof orders[0] };

void fl_online_print_orders(const struct fl_screen *s)
{
    for (int i = 0; i < ORDERS; i++) {
        char memory[512];
        struct fl_buf text = fl_buf_over(memory, sizeof memory);
        fl_put_word(&text, s->lang, orders[i].help, FL_BARE);
        fl_screen_text(s, text.at, 19);
    }
}

/* ---- reading ---- */

/* Whether the typed word, folded, is this word of an order in either language. */
static bool is_word(const char *typed, fl_lang lang, const struct order *order)
{
    if (!strcmp(typed, order->word))
        return true;
    for (int form = 0; form < FORMS; form++) {
        char memory[WORD], folded_memory[WORD];
        struct fl_buf word = fl_buf_over(memory, sizeof memory);
        struct fl_buf folded = fl_buf_over(folded_memory, sizeof folded_memory);
        fl_put_word(&word, lang, order->key, (enum fl_form)form);
        fl_put_folded(&folded, word.at);
        if (!strcmp(typed, folded.at))
            return true;
    }
    return false;
}

static const struct order *find_order(const char *line, size_t len, fl_lang lang)
{
    char memory[WORD], folded_memory[WORD];
    struct fl_buf word = fl_buf_over(memory, sizeof memory);
    struct fl_buf folded = fl_buf_over(folded_memory, sizeof folded_memory);
    fl_put_bytes(&word, line, len);
    fl_put_folded(&folded, word.at);
    for (int i = 0; i < ORDERS && !word.overflowed; i++)
        if (is_word(folded.at, lang, &orders[i]))
            return &orders[i];
    return NULL;
}

static void save(struct fl_online *o, const char *path)
{
    struct fl_buf to = fl_buf_over(o->save_to, sizeof o->save_to);
    if (!*path) {
        fl_online_say(o, "online.save-where", NULL);
        return;
    }
    fl_put(&to, path);
    fl_remote_send(&o->remote, "record");
}

/* Resigns when the command is given twice. */
static void resign(struct fl_online *o, bool confirmed)
{
    o->resigning = !confirmed;
    if (confirmed)
        fl_remote_send(&o->remote, "resign");
    else
        fl_online_say(o, "online.resign-sure", NULL);
}

bool fl_online_execute(struct fl_online *o, const struct fl_command *command)
{
    bool resigning = o->resigning;
    o->resigning = false;
    switch (command->kind) {
    case FL_COMMAND_RESIGN:
        resign(o, resigning);
        return true;
    case FL_COMMAND_MOVE:
    case FL_COMMAND_REFUSED: /* the server says why not */
        fl_remote_play(&o->remote, &command->move, 1);
        return true;
    case FL_COMMAND_ROUTE:
        fl_remote_play(&o->remote, command->route.move, command->route.count);
        return true;
    case FL_COMMAND_UNDO:
        fl_remote_send(&o->remote, "undo");
        return true;
    case FL_COMMAND_HINT:
        fl_remote_send(&o->remote, "hint");
        return true;
    case FL_COMMAND_SAVE:
        save(o, command->rest);
        return true;
    default:
        return false;
    }
}

/* What an empty line means when the player is not asked. */
static enum fl_order order_empty(struct fl_online *o)
{
    const struct fl_remote *r = &o->remote;
    bool seated = fl_remote_seat(r) != FL_NOBODY;
    if (fl_remote_phase(r) == FL_PHASE_WAITING && !seated)
        fl_remote_sit(&o->remote, FL_ANY_SEAT);
    else if (fl_remote_phase(r) == FL_PHASE_WAITING && fl_remote_is_owner(r))
        fl_remote_send(&o->remote, "start");
    else
        return FL_ORDER_SEATS;
    return FL_ORDER_DONE;
}

/* Reads a request or a move. Without a match there is nothing to compare moves with. */
static enum fl_order order_command(struct fl_online *o, const char *line, struct fl_command *out)
{
    struct fl_sight sight;
    if (!fl_online_sight(o, &sight))
        fl_position_sight(&o->remote.position, &sight);
    fl_command_read(&sight, o->screen.lang, line, out);
    if (out->kind == FL_COMMAND_QUIT)
        return FL_ORDER_QUIT;
    bool is_move = out->kind == FL_COMMAND_MOVE || out->kind == FL_COMMAND_REFUSED ||
                   out->kind == FL_COMMAND_ROUTE || out->kind == FL_COMMAND_NO_ROUTE ||
                   out->kind == FL_COMMAND_UNKNOWN || out->kind == FL_COMMAND_AMBIGUOUS;
    if (is_move && !fl_online_asks(o)) {
        fl_online_say(o,
                      fl_remote_phase(&o->remote) == FL_PHASE_PLAYING ? "online.not-your-turn"
                                                                      : "online.unknown",
                      NULL);
        return FL_ORDER_DONE;
    }
    return fl_online_execute(o, out) ? FL_ORDER_DONE : FL_ORDER_COMMAND;
}

enum fl_order fl_online_order(struct fl_online *o, const char *line, struct fl_command *out)
{
    line += strspn(line, " \t/");
    size_t len = strcspn(line, " \t");
    const struct order *order = find_order(line, len, o->screen.lang);
    *out = (struct fl_command){.kind = FL_COMMAND_UNKNOWN};
    if (!*line && !fl_online_asks(o))
        return order_empty(o);
    if (!order)
        return order_command(o, line, out);
    o->resigning = false;
    if (!order->run)
        return FL_ORDER_SEATS;
    order->run(o, line + len + strspn(line + len, " \t"));
    return FL_ORDER_DONE;
}
