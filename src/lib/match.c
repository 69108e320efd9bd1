/* libflibuste: matches and records. */
#include <stdlib.h>
#include <string.h>

#include "games/games.h"
#include "lib/handles.h"

enum { FIRST_ROOM = 1 << 16, MOST_ROOM = 1 << 24 }; /* bytes of a record */

_Static_assert((int)FLIBUSTE_NO_CHANCE == (int)FL_NO_CHANCE,
               "statuses of moves have equal numbers");
_Static_assert((int)FLIBUSTE_DICE_WRONG_ROLL == (int)FL_DICE_WRONG_ROLL, "so have those of dice");

static enum flibuste_status status_of(enum fl_status status)
{
    return (enum flibuste_status)status;
}

/* The whole knowledge of a match: the truth, or that of its viewer. */
static void know(const struct flibuste_match *m, struct fl_sight *out)
{
    if (m->match.viewer == FL_TRUTH)
        fl_match_truth(&m->match, out);
    else
        fl_match_sight(&m->match, m->match.viewer, out);
}

static bool has_seat(const struct flibuste_match *m, int seat)
{
    return seat >= 0 && seat < m->match.setup.seats;
}

/* ---- life ---- */

enum flibuste_status flibuste_match_new(const struct flibuste_game *game, int seats,
                                        const char *options, struct flibuste_match **out)
{
    struct fl_lib_text why;
    struct fl_setup setup;
    *out = NULL;
    fl_lib_begin(&why);
    if (!game)
        return FLIBUSTE_BAD_ARGUMENT;
    if (!fl_lib_setup(fl_lib_game(game), seats, options, &setup, &why.buf))
        return FLIBUSTE_BAD_SETUP;
    struct flibuste_match *m = calloc(1, sizeof *m);
    if (!m)
        return FLIBUSTE_NO_MEMORY;
    fl_match_begin(&m->match, fl_lib_game(game), &setup, FL_TRUTH);
    *out = m;
    return FLIBUSTE_OK;
}

enum flibuste_status flibuste_match_copy(const struct flibuste_match *m,
                                         struct flibuste_match **out)
{
    struct flibuste_match *copy = calloc(1, sizeof *copy);
    *out = NULL;
    if (!copy)
        return FLIBUSTE_NO_MEMORY;
    copy->players = m->players;
    fl_match_begin(&copy->match, m->match.game, &m->match.setup, m->match.viewer);
    for (uint32_t i = 0; i < fl_match_events(&m->match); i++)
        if (fl_match_follow(&copy->match, fl_match_event(&m->match, i)) != FL_OK) {
            flibuste_match_free(copy);
            return FLIBUSTE_NO_MEMORY;
        }
    *out = copy;
    return FLIBUSTE_OK;
}

void flibuste_match_free(struct flibuste_match *m)
{
    if (m)
        fl_match_end(&m->match);
    free(m);
}

void flibuste_match_restart(struct flibuste_match *m)
{
    fl_match_again(&m->match);
}

/* ---- setup ---- */

const struct flibuste_game *flibuste_match_game(const struct flibuste_match *m)
{
    return fl_lib_handle(m->match.game);
}

int flibuste_match_seats(const struct flibuste_match *m)
{
    return m->match.setup.seats;
}

int flibuste_match_viewer(const struct flibuste_match *m)
{
    return m->match.viewer;
}

const char *flibuste_match_option(const struct flibuste_match *m, int option)
{
    bool known = option >= 0 && option < fl_option_count(m->match.game);
    return known ? fl_setup_word(m->match.game, &m->match.setup, option) : NULL;
}

enum flibuste_status flibuste_match_set_player(struct flibuste_match *m, int seat, const char *kind,
                                               const char *name)
{
    if (!has_seat(m, seat) || !kind || !name || !*kind || strlen(kind) >= FL_KIND_SIZE ||
        kind[strspn(kind, "abcdefghijklmnopqrstuvwxyz0123456789-:/")] || !fl_name_is_clean(name))
        return FLIBUSTE_BAD_ARGUMENT;
    strcpy(m->players.kind[seat], kind);
    strcpy(m->players.name[seat], name);
    return FLIBUSTE_OK;
}

const char *flibuste_match_player(const struct flibuste_match *m, int seat)
{
    return has_seat(m, seat) ? m->players.name[seat] : "";
}

/* ---- play ---- */

flibuste_seats flibuste_match_turn(const struct flibuste_match *m)
{
    return fl_match_turn(&m->match);
}

int flibuste_match_mover(const struct flibuste_match *m)
{
    fl_seats turn = fl_match_turn(&m->match);
    return turn ? __builtin_ctz(turn) : -1;
}

enum flibuste_status flibuste_match_play(struct flibuste_match *m, int seat, flibuste_move move)
{
    if (move >= m->match.game->move_count && move != FL_UNSEEN)
        return FLIBUSTE_ILLEGAL;
    if (move == FL_UNSEEN && m->match.viewer == FL_TRUTH)
        return FLIBUSTE_ILLEGAL;
    return status_of(fl_match_play(&m->match, seat, move));
}

enum flibuste_status flibuste_match_play_text(struct flibuste_match *m, int seat, const char *text)
{
    fl_move move = FL_UNSEEN;
    if (!text)
        return FLIBUSTE_BAD_ARGUMENT;
    if (strcmp(text, "?") && !fl_read_any(m->match.game, text, strlen(text), &move))
        return FLIBUSTE_ILLEGAL;
    return flibuste_match_play(m, seat, move);
}

enum flibuste_status flibuste_match_play_chance(struct flibuste_match *m, struct flibuste_rng *rng)
{
    if (m->match.viewer != FL_TRUTH)
        return FLIBUSTE_HIDDEN;
    return status_of(fl_match_play_chance_rng(&m->match, (struct fl_rng *)rng));
}

int flibuste_match_chances(const struct flibuste_match *m, flibuste_move *moves, uint16_t *weights,
                           int room)
{
    struct fl_sight all;
    struct fl_moves list;
    if (fl_match_turn(&m->match) != FL_SEAT(FL_CHANCE) || m->match.viewer != FL_TRUTH)
        return 0;
    know(m, &all);
    fl_list(all.game, &all.state, FL_CHANCE, &list);
    for (int i = 0; i < room && i < (int)list.count; i++) {
        moves[i] = list.at[i].move;
        weights[i] = list.at[i].weight;
    }
    return (int)list.count;
}

uint32_t flibuste_match_steps(const struct flibuste_match *m)
{
    return m->match.steps;
}

struct flibuste_step flibuste_match_step(const struct flibuste_match *m, uint32_t number)
{
    if (number >= m->match.steps)
        return (struct flibuste_step){.move = FLIBUSTE_UNSEEN, .seat = FLIBUSTE_NOBODY};
    struct fl_step step = m->match.log[number];
    return (struct flibuste_step){.move = step.move, .seat = step.seat};
}

enum flibuste_status flibuste_match_undo(struct flibuste_match *m, uint32_t steps)
{
    return steps > m->match.steps ? FLIBUSTE_BAD_ARGUMENT
                                  : status_of(fl_match_undo(&m->match, steps));
}

/* ---- result ---- */

int32_t flibuste_match_score(const struct flibuste_match *m, int seat)
{
    struct fl_sight all;
    if (!has_seat(m, seat))
        return 0;
    know(m, &all);
    return fl_sight_score(&all, seat);
}

flibuste_seats flibuste_match_winners(const struct flibuste_match *m)
{
    struct fl_sight all;
    if (fl_match_turn(&m->match))
        return 0;
    know(m, &all);
    return fl_sight_winners(&all);
}

int flibuste_match_team(const struct flibuste_match *m, int seat)
{
    return has_seat(m, seat) ? fl_match_team(&m->match, seat) : -1;
}

uint64_t flibuste_match_hash(const struct flibuste_match *m)
{
    struct fl_sight all;
    know(m, &all);
    return fl_hash(all.game, &all.state);
}

/* ---- records ---- */

enum flibuste_status flibuste_record_read(const char *text, size_t len, struct flibuste_match **out,
                                          char *why, size_t room)
{
    struct fl_record_error error;
    struct fl_record record;
    struct fl_phrase phrase;
    struct fl_lib_text sentence;
    *out = NULL;
    fl_lib_begin(&sentence);
    if (!fl_record_read(text, len, fl_game_find, &record, &error)) {
        fl_record_error_say(&error, &phrase);
        fl_put_phrase(&sentence.buf, fl_lib_language(NULL), &phrase, NULL);
        fl_lib_end(&sentence, why, room);
        return FLIBUSTE_BAD_RECORD;
    }
    struct flibuste_match *m = calloc(1, sizeof *m);
    if (!m) {
        fl_match_end(&record.match);
        return FLIBUSTE_NO_MEMORY;
    }
    m->match = record.match;
    m->players = record.players;
    *out = m;
    return FLIBUSTE_OK;
}

static bool may_have_record(const struct flibuste_match *m, int viewer)
{
    bool exists = viewer == FL_TRUTH || viewer == FL_SPECTATOR || has_seat(m, viewer);
    return exists && (m->match.viewer == FL_TRUTH || m->match.viewer == viewer);
}

/* The length of a record is known after writing it; the caller's buffer may be too small. */
size_t flibuste_record_write(const struct flibuste_match *m, int viewer, char *out, size_t room)
{
    size_t len = fl_lib_copy("", 0, out, room);
    if (!may_have_record(m, viewer))
        return 0;
    for (size_t size = FIRST_ROOM; !len && size <= MOST_ROOM; size *= 2) {
        char *memory = malloc(size);
        if (!memory)
            return 0;
        struct fl_buf text = fl_buf_over(memory, size);
        fl_record_write(&m->match, &m->players, viewer, &text);
        if (!text.overflowed)
            len = fl_lib_copy(text.at, text.len, out, room);
        free(memory);
    }
    return len;
}

enum flibuste_status flibuste_record_verify(const struct flibuste_match *m, enum flibuste_dice *out)
{
    struct fl_fair_report report;
    if (!fl_fair_verify(&m->match, &m->players.fair, &report))
        return FLIBUSTE_NO_MEMORY;
    *out = (enum flibuste_dice)report.verdict;
    return FLIBUSTE_OK;
}
