/* Writing records. */
#include <assert.h>

#include "core/record_lines.h"

enum { TOKENS_A_LINE = 16 };

static void put_viewer(struct fl_buf *out, int viewer)
{
    if (viewer == FL_WATCHER)
        fl_put(out, "watcher");
    else
        fl_put_number(out, viewer + 1);
}

static void put_secret_after(struct fl_buf *out, const char *keyword,
                             const uint8_t secret[FL_SECRET_SIZE])
{
    fl_put(out, keyword);
    fl_put_secret(out, secret);
}

static void write_fair(const struct fl_fair *fair, int seats, struct fl_buf *out)
{
    if (!fair->committed)
        return;
    fl_put(out, "\ntable ");
    fl_put(out, fair->table);
    put_secret_after(out, "\ncommitment ", fair->commitment);
    for (int seat = 0; seat < seats; seat++) {
        if (!fair->nonce[seat][0])
            continue;
        fl_put(out, "\nnonce ");
        fl_put_number(out, seat + 1);
        fl_put_char(out, ' ');
        fl_put(out, fair->nonce[seat]);
    }
    if (fair->revealed)
        put_secret_after(out, "\nsecret ", fair->secret);
}

static void write_head(const struct fl_match *m, const struct fl_players *players, int viewer,
                       struct fl_buf *out)
{
    fl_put(out, FL_RECORD_MAGIC "\ngame ");
    fl_put(out, m->game->name);
    fl_put_char(out, ' ');
    fl_put_number(out, m->game->version);
    fl_put(out, "\nseats ");
    fl_put_number(out, m->setup.seats);
    for (int i = 0; i < fl_option_count(m->game); i++) {
        fl_put(out, "\noption ");
        fl_put(out, m->game->option[i].name);
        fl_put_char(out, ' ');
        fl_put(out, fl_setup_word(m->game, &m->setup, i));
    }
    if (viewer != FL_TRUTH) {
        fl_put(out, "\nviewer ");
        put_viewer(out, viewer);
    }
    for (int seat = 0; players && seat < m->setup.seats; seat++) {
        if (!players->kind[seat][0])
            continue;
        fl_put(out, "\nseat ");
        fl_put_number(out, seat + 1);
        fl_put_char(out, ' ');
        fl_put(out, players->kind[seat]);
        fl_put_char(out, ' ');
        fl_put(out, players->name[seat]);
    }
    if (players)
        write_fair(&players->fair, m->setup.seats, out);
    fl_put(out, "\n\n");
}

static void put_move(const struct fl_game *g, fl_move move, struct fl_buf *out)
{
    if (move == FL_UNSEEN)
        fl_put_char(out, '?');
    else
        g->spell(move, out);
}

static void write_undo(struct fl_step undo, struct fl_buf *out)
{
    fl_put(out, "undo ");
    fl_put_number(out, undo.move);
    fl_put_char(out, '\n');
}

/* Replays the match beside the writing, because what is seen depends on the state. */
static void write_steps(const struct fl_match *m, int viewer, struct fl_buf *out)
{
    struct fl_match now;
    int tokens = 0; /* chance moves on the open line */
    fl_match_begin(&now, m->game, &m->setup, m->viewer);
    for (uint32_t i = 0; i < fl_match_events(m) && !out->overflowed; i++) {
        struct fl_step step = fl_match_event(m, i);
        if (tokens && (step.seat != FL_CHANCE || tokens == TOKENS_A_LINE)) {
            fl_put_char(out, '\n');
            tokens = 0;
        }
        if (step.seat == FL_UNDO) {
            write_undo(step, out);
        } else if (step.seat != FL_CHANCE) {
            fl_move seen = fl_step_seen(&now, viewer, step);
            fl_put_number(out, step.seat + 1);
            fl_put_char(out, ' ');
            put_move(m->game, seen, out);
            fl_put_char(out, '\n');
        } else {
            fl_move seen = fl_step_seen(&now, viewer, step);
            fl_put(out, tokens++ ? " " : "* ");
            put_move(m->game, seen, out);
        }
        if (fl_match_follow(&now, step) != FL_OK)
            out->overflowed = true; /* there is no memory */
    }
    if (tokens)
        fl_put_char(out, '\n');
    fl_match_end(&now);
}

void fl_record_put_scores(const struct fl_game *g, const union fl_state *state, int seats,
                          struct fl_buf *out)
{
    fl_put(out, "scores");
    for (int seat = 0; seat < seats; seat++) {
        fl_put_char(out, ' ');
        fl_put_number(out, g->score(state, seat));
    }
}

void fl_record_put_winners(const struct fl_game *g, const union fl_state *state, struct fl_buf *out)
{
    fl_put(out, "winners");
    fl_put_bits(out, g->winners(state));
}

void fl_record_put_hash(const struct fl_game *g, const union fl_state *state, struct fl_buf *out)
{
    fl_put(out, "hash ");
    fl_put_hex64(out, fl_hash(g, state));
}

void fl_record_write(const struct fl_match *m, const struct fl_players *players, int viewer,
                     struct fl_buf *out)
{
    assert(m->viewer == FL_TRUTH || m->viewer == viewer);
    union fl_state last = m->state;
    if (viewer != FL_TRUTH && m->game->redact)
        m->game->redact(&last, viewer);
    write_head(m, players, viewer, out);
    write_steps(m, viewer, out);
    fl_put_char(out, '\n');
    if (!fl_match_turn(m)) {
        fl_record_put_winners(m->game, &last, out);
        fl_put_char(out, '\n');
        fl_record_put_scores(m->game, &last, m->setup.seats, out);
        fl_put_char(out, '\n');
    }
    fl_record_put_hash(m->game, &last, out);
    fl_put_char(out, '\n');
}
