/* Tables with real dice: players report the dice and cards that they see. */
#include <string.h>

#include "host/commands.h"
#include "host/messages.h"
#include "host/play.h"

enum { QUESTION = 16, WORD = 64 };

/* ---- who may report ---- */

/* Whether a person plays for one of these seats. */
static bool somebody_sits(const struct fl_table *t, fl_seats seats)
{
    for (int seat = 0; seat < t->options.setup.seats; seat++)
        if ((seats & FL_SEAT(seat)) && !fl_bot_plays(t, seat))
            return true;
    return false;
}

/* Anybody with a seat may report what is public; a player reports the cards of their own hand;
 * the owner of the table reports those of bots. */
static bool may_report(const struct fl_table *t, const struct fl_client *g, fl_seats seen)
{
    if (seen & FL_SEAT(FL_SPECTATOR))
        return g->seats || g->owner;
    return (g->seats & seen) || (g->owner && !somebody_sits(t, seen));
}

/* The viewer with whose knowledge this client reports. */
static int viewer_for(const struct fl_client *g, fl_seats seen)
{
    fl_seats seats = g->seats & seen;
    return seats ? __builtin_ctz(seats) : FL_SPECTATOR;
}

static bool is_thrown(const struct fl_table *t, struct fl_real_roll *next)
{
    return t->options.dice == FL_REAL_DICE && t->phase == FL_TABLE_PLAYING &&
           fl_real_roll_next(&t->match, next);
}

/* ---- question ---- */

/* How often this outcome is possible in one roll: a card as often as there are copies of it, the
 * face of a die on every die. */
static int most_of(const struct fl_sight *sight, fl_move move, int count)
{
    struct fl_sight world = *sight;
    int most = 0;
    while (most < count && fl_is_listed(world.game, &world.state, FL_CHANCE, move)) {
        world.game->apply(&world.state, FL_CHANCE, move);
        most++;
    }
    return most;
}

static void put_outcome(struct fl_json *j, const struct fl_sight *sight, fl_move move, int count)
{
    char memory[WORD];
    struct fl_buf spelled = fl_buf_over(memory, sizeof memory);
    struct fl_phrases saying;
    sight->game->spell(move, &spelled);
    fl_sight_say(sight, (struct fl_step){.move = move, .seat = FL_CHANCE}, false, &saying);
    fl_json_open(j, '{');
    fl_json_key_text(j, "move", spelled.at);
    fl_json_key(j, "phrase");
    fl_json_phrase(j, &saying.phrase[0]);
    fl_json_key_number(j, "max", most_of(sight, move, count));
    fl_json_close(j, '}');
}

static void put_outcomes(struct fl_json *j, const struct fl_table *t, int viewer, int count)
{
    struct fl_sight sight;
    struct fl_moves list;
    fl_match_sight(&t->match, viewer, &sight);
    fl_list(sight.game, &sight.state, FL_CHANCE, &list);
    fl_json_key(j, "outcomes");
    fl_json_open(j, '[');
    for (uint32_t i = 0; i < list.count; i++)
        put_outcome(j, &sight, list.at[i].move, count);
    fl_json_close(j, ']');
}

/* Sends the question for the next roll. Its number is that of the step it asks for. */
void fl_send_real_roll(struct fl_table *t, fl_client_id client)
{
    const struct fl_client *g = &t->host->client[client];
    struct fl_real_roll next;
    struct fl_buf out;
    if (!is_thrown(t, &next))
        return;
    struct fl_json j = fl_message(t->host, &out, "real-dice");
    fl_json_key_number(&j, "question", t->match.steps);
    fl_json_key_number(&j, "count", next.count);
    fl_json_key(&j, "phrase");
    fl_json_phrase(&j, &next.said);
    if (may_report(t, g, next.seen))
        put_outcomes(&j, t, viewer_for(g, next.seen), next.count);
    fl_send(t->host, &client, 1, &j);
}

/* ---- report ---- */

static const char *why_not_chance(const struct fl_table *t, const struct fl_client *g,
                                  int64_t question)
{
    struct fl_real_roll next;
    return t->phase != FL_TABLE_PLAYING   ? "host.not-playing"
           : !is_thrown(t, &next)         ? "host.no-roll"
           : question != t->match.steps   ? "host.stale"
           : !may_report(t, g, next.seen) ? "host.not-your-roll"
                                          : NULL;
}

/* The result of a report. */
enum report { ACCEPTED, IMPOSSIBLE, CONTRADICTED /* possible as far as the reporter can see */ };

static enum report report_outcome(struct fl_table *t, const struct fl_client *g, const char *word)
{
    struct fl_real_roll next;
    struct fl_sight sight;
    fl_move move;
    if (!is_thrown(t, &next) || !may_report(t, g, next.seen))
        return IMPOSSIBLE;
    fl_match_sight(&t->match, viewer_for(g, next.seen), &sight);
    if (!fl_read_legal(sight.game, &sight.state, FL_CHANCE, word, strlen(word), &move))
        return IMPOSSIBLE;
    return fl_match_play(&t->match, FL_CHANCE, move) == FL_OK ? ACCEPTED : CONTRADICTED;
}

/* A refusal that follows from hidden cards reveals something about them to the reporter. It is
 * announced to everybody, so that nobody can query other players' cards unnoticed. */
static void write_contradiction(const struct fl_call *call, const char *word)
{
    fl_seats seats = call->sender->seats;
    struct fl_pending *p = fl_table_draft(call->table, FL_EVENT_CONTRADICTION, call->client);
    if (!p)
        return;
    p->event.seat = (uint8_t)(seats ? __builtin_ctz(seats) : FL_SPECTATOR);
    memcpy(p->event.text, word, strlen(word) + 1);
    fl_table_write(call->table, p);
}

/* chance QUESTION WORD...: all words are accepted, or none. */
static const char *do_chance(struct fl_call *call)
{
    struct fl_table *t = call->table;
    const char *rest = call->args;
    char word[WORD] = "";
    struct fl_match before;
    int64_t question = fl_next_word(&rest, word, QUESTION) ? fl_read_count(word, INT32_MAX) : -1;
    const char *why = why_not_chance(t, call->sender, question);
    if (why)
        return why;
    enum report report = ACCEPTED;
    word[0] = '\0';
    fl_match_snapshot(&t->match, &before);
    while (report == ACCEPTED && fl_next_word(&rest, word, sizeof word))
        report = report_outcome(t, call->sender, word);
    if (report == ACCEPTED && !*rest && t->match.steps > before.steps) {
        enum fl_status status = fl_play_on(t, &before, false, call->client);
        return status == FL_OK ? NULL : fl_status_key(status);
    }
    fl_match_rewind(&t->match, before.steps);
    why = fl_call_quote(call, "host.impossible-outcome", word);
    if (report != CONTRADICTED)
        return why;
    fl_call_refuse(call, why); /* here, because it is not the only consequence */
    write_contradiction(call, word);
    return NULL;
}

static const struct fl_client_command commands[] = {{"chance", do_chance, true, false}, {0}};

const struct fl_feature fl_real_dice_feature = {.commands = commands};
