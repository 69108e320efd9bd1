/* Line-ups: enumerated compositions, arranged at random, rotated. */
#include "sim/lineup.h"

#include <string.h>

#define ARRANGEMENTS (UINT64_C(1) << 62) /* streams of the seed that no game uses */

void fl_lineup_begin(struct fl_lineup *l, const struct fl_game *game, const struct fl_setup *setup)
{
    union fl_state state;
    memset(&state, 0, sizeof state);
    game->start(&state, setup);
    l->seats = setup->seats;
    l->sides = 0;
    for (int seat = 0; seat < l->seats; seat++) {
        l->side[seat] = (uint8_t)fl_team(game, &state, seat);
        if (l->side[seat] >= l->sides)
            l->sides = l->side[seat] + 1;
    }
}

static int choices(int n, int k)
{
    int count = 1;
    for (int i = 1; i <= k; i++)
        count = count * (n - k + i) / i;
    return count;
}

int fl_lineup_compositions(const struct fl_lineup *l)
{
    if (l->seating == FL_BALANCED)
        return choices(l->contestants, l->sides % l->contestants);
    return l->seating == FL_ALONE ? l->contestants - 1 : 1;
}

int fl_lineup_round(const struct fl_lineup *l)
{
    return l->seating == FL_AS_GIVEN ? 1 : l->sides * fl_lineup_compositions(l);
}

/* Adds 1 to each of the k of n items that combination number `number` contains. */
static void add_choice(int n, int k, int number, uint8_t *out)
{
    for (int i = 0; i < n && k; i++) {
        int with = choices(n - i - 1, k - 1); /* combinations that contain item i */
        if (number < with) {
            out[i]++;
            k--;
        } else {
            number -= with;
        }
    }
}

void fl_lineup_sides(const struct fl_lineup *l, int composition, uint8_t out[FL_MAX_SEATS])
{
    int n = l->contestants;
    memset(out, 0, FL_MAX_SEATS);
    if (l->seating == FL_BALANCED) {
        for (int i = 0; i < n; i++)
            out[i] = (uint8_t)(l->sides / n);
        add_choice(n, l->sides % n, composition, out);
    } else if (l->seating == FL_ALONE) {
        out[composition] = 1;
        out[n - 1] = (uint8_t)(l->sides - 1);
    } else {
        for (int seat = 0; seat < l->seats; seat++)
            out[l->given[seat]]++;
    }
}

static void shuffle(uint8_t *at, int n, struct fl_rng *rng)
{
    for (int i = n - 1; i > 0; i--) {
        int j = (int)fl_rng_below(rng, (uint32_t)i + 1);
        uint8_t kept = at[i];
        at[i] = at[j];
        at[j] = kept;
    }
}

/* The contestants of all sides in random order, before they are rotated. */
static void arrange(const struct fl_lineup *l, int composition, struct fl_rng rng,
                    uint8_t out[FL_MAX_SEATS])
{
    uint8_t sides[FL_MAX_SEATS];
    int n = 0;
    fl_lineup_sides(l, composition, sides);
    for (int i = 0; i < l->contestants; i++)
        for (int times = 0; times < sides[i]; times++)
            out[n++] = (uint8_t)i;
    shuffle(out, n, &rng);
}

/* The seat of another side that corresponds to this one, so that partners stay partners. */
static int same_seat_of(const struct fl_lineup *l, int seat, int side)
{
    int place = 0, other = -1;
    for (int before = 0; before < seat; before++)
        place += l->side[before] == l->side[seat];
    while (place >= 0)
        place -= l->side[++other] == side;
    return other;
}

int fl_lineup_of(const struct fl_lineup *l, uint64_t seed, uint64_t game, uint8_t out[FL_MAX_SEATS])
{
    uint8_t side[FL_MAX_SEATS];
    uint64_t block = game / (uint64_t)l->sides;
    int turned = (int)(game % (uint64_t)l->sides);
    int composition = (int)(block % (uint64_t)fl_lineup_compositions(l));
    if (l->seating == FL_AS_GIVEN) {
        memcpy(out, l->given, FL_MAX_SEATS);
        return composition;
    }
    if (l->seating != FL_ROTATED)
        arrange(l, composition, fl_rng_from(seed, ARRANGEMENTS + block), side);
    for (int seat = 0; seat < l->seats; seat++) {
        int from = (l->side[seat] + turned) % l->sides;
        out[seat] = l->seating == FL_ROTATED ? l->given[same_seat_of(l, seat, from)] : side[from];
    }
    return composition;
}
