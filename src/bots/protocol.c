/* Reads and writes the lines of the bot protocol. */
#include "bots/protocol.h"

#include <string.h>

struct fl_bot_line fl_bot_line_read(const char *line)
{
    static const struct {
        const char *text;
        enum fl_bot_word word;
    } words[] = {{"ready", FL_BOT_READY}, {"name", FL_BOT_NAME},   {"want", FL_BOT_WANT},
                 {"move", FL_BOT_MOVE},   {"legal", FL_BOT_LEGAL}, {"refuse", FL_BOT_REFUSE},
                 {"info", FL_BOT_INFO}};
    size_t len = strcspn(line, " ");
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i].text) == len && !memcmp(words[i].text, line, len))
            return (struct fl_bot_line){.word = words[i].word,
                                        .rest = line + len + (line[len] == ' ')};
    return (struct fl_bot_line){.word = FL_BOT_UNKNOWN, .rest = line};
}

static void put_number_line(struct fl_buf *out, const char *word, int64_t number)
{
    fl_put(out, word);
    fl_put_char(out, ' ');
    fl_put_number(out, number);
    fl_put_char(out, '\n');
}

void fl_bot_put_head(struct fl_buf *out, const struct fl_match *m, int seat, int move_ms)
{
    fl_put(out, "game ");
    put_number_line(out, m->game->name, m->game->version);
    put_number_line(out, "seats", m->setup.seats);
    for (int i = 0; i < fl_option_count(m->game); i++) {
        fl_put(out, "option ");
        fl_put(out, m->game->option[i].name);
        fl_put_char(out, ' ');
        fl_put(out, fl_setup_word(m->game, &m->setup, i));
        fl_put_char(out, '\n');
    }
    put_number_line(out, "seat", seat + 1);
    put_number_line(out, "time", move_ms);
    fl_put(out, "start\n");
}

void fl_bot_put_event(struct fl_buf *out, const struct fl_match *now, int seat,
                      struct fl_step event)
{
    if (event.seat == FL_RESIGN || event.seat == FL_AGREE)
        return; /* which change neither the position nor whose turn it is */
    if (event.seat == FL_UNDO) {
        put_number_line(out, "undo", event.move);
        return;
    }
    if (event.seat == FL_CHANCE)
        fl_put_char(out, '*');
    else
        fl_put_number(out, event.seat + 1);
    fl_put_char(out, ' ');
    fl_record_put_move(now->game, fl_step_seen(now, seat, event), out);
    fl_put_char(out, '\n');
}

void fl_bot_put_legal(struct fl_buf *out, const struct fl_sight *sight)
{
    struct fl_moves list;
    fl_list(sight->game, &sight->state, sight->viewer, &list);
    fl_put(out, "legal ");
    for (uint32_t i = 0; i < list.count; i++) {
        fl_put(out, i ? ";" : "");
        sight->game->spell(list.at[i].move, out);
    }
    fl_put_char(out, '\n');
}

void fl_bot_put_go(struct fl_buf *out, int move_ms)
{
    put_number_line(out, "go", move_ms);
}

void fl_bot_put_end(struct fl_buf *out, const struct fl_match *m)
{
    struct fl_sight last;
    if (!fl_match_turn(m)) {
        fl_match_sight(m, m->viewer == FL_TRUTH ? FL_SPECTATOR : m->viewer, &last);
        fl_put(out, "winners");
        fl_put_bits(out, fl_sight_winners(&last));
        fl_put(out, "\nscores");
        for (int seat = 0; seat < m->setup.seats; seat++) {
            fl_put_char(out, ' ');
            fl_put_number(out, fl_sight_score(&last, seat));
        }
        fl_put_char(out, '\n');
    }
    fl_put(out, "end\n");
}
