/* An analysis as JSON (docs/analysis.md). */
#include "replay/report.h"

#include <math.h>

enum {
    ROW = 1024,
    HEAD = 1 << 14
}; /* upper bounds in bytes: per decision or roll, and for everything else */

static void put_millionths(struct fl_json *j, const char *key, long long n)
{
    fl_json_key_decimal(j, key, (double)n / 1e6, 6);
}

static long long millionths(double value)
{
    return llround(value * 1e6);
}

static void put_decimal(struct fl_json *j, const char *key, double value)
{
    put_millionths(j, key, millionths(value));
}

/* All parts are rounded before the rest is calculated from them, so that the written numbers add
 * up. */
static void put_breakdown(struct fl_json *j, const struct fl_report *r, int seat)
{
    const struct fl_result_breakdown *a = &r->analysis->breakdown[seat];
    long long start = millionths(a->start.value), luck = millionths(a->luck.value);
    long long skill = millionths(a->skill.value), result = millionths(a->result.value);
    const char *name = r->players->name[seat];
    fl_json_open(j, '{');
    fl_json_key_number(j, "seat", seat + 1);
    fl_json_key_text(j, "name", *name ? name : NULL);
    fl_json_key_number(j, "decisions", a->decisions);
    put_millionths(j, "start", start);
    put_millionths(j, "luck", luck);
    put_millionths(j, "skill", skill);
    put_millionths(j, "rest", result - start - luck - skill);
    put_millionths(j, "result", result);
    put_decimal(j, "start_error", a->start.error);
    put_decimal(j, "luck_error", a->luck.error);
    put_decimal(j, "skill_error", a->skill.error);
    put_decimal(j, "rest_error", a->rest.error);
    fl_json_close(j, '}');
}

static void put_move(struct fl_json *j, const char *key, const struct fl_game *game, fl_move move)
{
    char memory[64];
    struct fl_buf spelled = fl_buf_over(memory, sizeof memory);
    game->spell(move, &spelled);
    fl_json_key_text(j, key, spelled.at);
}

static void put_decision(struct fl_json *j, const struct fl_report *r, const struct fl_decision *d)
{
    fl_json_open(j, '{');
    fl_json_key_number(j, "step", d->step);
    fl_json_key_number(j, "seat", d->seat + 1);
    fl_json_key_number(j, "moves", d->moves);
    put_move(j, "made", r->match->game, d->made);
    put_move(j, "best", r->match->game, d->best);
    put_decimal(j, "wins", d->chance);
    put_decimal(j, "best_wins", d->best_chance);
    put_decimal(j, "loss", d->loss.value);
    put_decimal(j, "error", d->loss.error);
    fl_json_key(j, "mistake");
    fl_json_bool(j, fl_is_mistake(d));
    fl_json_close(j, '}');
}

static void put_by_seat(struct fl_json *j, const char *key, const struct fl_report *r,
                        const struct fl_roll_luck *f, bool error)
{
    fl_json_key(j, key);
    fl_json_open(j, '[');
    for (int seat = 0; seat < r->match->setup.seats; seat++)
        fl_json_decimal(j, error ? f->change[seat].error : f->change[seat].value, 6);
    fl_json_close(j, ']');
}

static void put_roll(struct fl_json *j, const struct fl_report *r, const struct fl_roll_luck *f)
{
    fl_json_open(j, '{');
    fl_json_key_number(j, "step", f->step);
    fl_json_key_number(j, "end", f->end);
    put_by_seat(j, "change", r, f, false);
    put_by_seat(j, "error", r, f, true);
    fl_json_close(j, '}');
}

static void put_players(struct fl_json *j, const struct fl_report *r)
{
    fl_json_key(j, "players");
    fl_json_open(j, '[');
    for (int seat = 0; seat < r->match->setup.seats; seat++)
        if (r->seat == FL_NOBODY || r->seat == seat)
            put_breakdown(j, r, seat);
    fl_json_close(j, ']');
}

static void put_curve_point(struct fl_json *j, const struct fl_report *r,
                            const struct fl_win_curve_point *s)
{
    fl_json_open(j, '{');
    fl_json_key_number(j, "step", s->step);
    fl_json_key(j, "wins");
    fl_json_open(j, '[');
    for (int seat = 0; seat < r->match->setup.seats; seat++)
        fl_json_decimal(j, s->chance[seat], 6);
    fl_json_close(j, ']');
    fl_json_close(j, '}');
}

void fl_report_put(struct fl_json *j, const struct fl_report *r)
{
    const struct fl_analysis *a = r->analysis;
    fl_json_key_text(j, "game", r->match->game->name);
    fl_json_key_number(j, "steps", r->match->steps);
    fl_json_key(j, "finished");
    fl_json_bool(j, a->finished);
    fl_json_key(j, "exact");
    fl_json_bool(j, a->exact);
    fl_json_key_number(j, "playouts", a->exact ? 0 : r->playouts);
    put_players(j, r);
    fl_json_key(j, "decisions");
    fl_json_open(j, '[');
    for (uint32_t i = 0; i < a->decisions; i++)
        put_decision(j, r, &a->decision[i]);
    fl_json_close(j, ']');
    fl_json_key(j, "throws");
    fl_json_open(j, '[');
    for (uint32_t i = 0; i < a->rolls; i++)
        put_roll(j, r, &a->roll[i]);
    fl_json_close(j, ']');
    fl_json_key(j, "course");
    fl_json_open(j, '[');
    for (uint32_t i = 0; i < a->curve_points; i++)
        put_curve_point(j, r, &a->curve[i]);
    fl_json_close(j, ']');
}

size_t fl_report_room(const struct fl_analysis *a)
{
    return HEAD + ROW * ((size_t)a->decisions + a->rolls + a->curve_points);
}
