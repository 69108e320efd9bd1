/* Prints the tables of keep_table.h as C. Runs during the build. */
#include <assert.h>
#include <stdio.h>

#include "agents/mille_sabords/keep_table.h"

struct solved {
    struct fl_turn turn;
    struct fl_plan plan;
};

static void solve(int card, struct solved *out)
{
    struct fl_stakes stakes;
    struct fl_worth worth = {.residual = 0};
    fl_turn_of(card, &out->turn, &stakes);
    fl_turn_solve(&out->turn, &stakes, &out->plan, &worth);
}

/* Whether a player can have to choose with this hand: not after a bust. */
static bool can_occur(const struct solved *s, int guardian, const uint8_t count[FL_FACES])
{
    int skulls = FL_SABORDS_DICE;
    for (int face = FL_PARROT; face < FL_FACES; face++)
        skulls -= count[face];
    return skulls <= s->turn.limit + guardian;
}

static unsigned entry(const struct solved *s, int guardian, int hand)
{
    uint8_t lying[FL_FACES], kept[FL_FACES];
    fl_hand_of(hand, lying);
    if (!can_occur(s, guardian, lying) || !fl_plan_keeps(&s->turn, &s->plan, guardian, lying, kept))
        return FL_KEEP_STOP;
    unsigned word = s->plan.keep[guardian][fl_node(&s->turn, lying)] & FL_PLAN_GUARDIAN;
    for (int face = FL_PARROT; face < FL_FACES; face++)
        word |= (unsigned)kept[face] << 3 * (face - FL_PARROT);
    return word;
}

static void print_row(const struct solved *s, int guardian)
{
    fputs("    {", stdout);
    for (int hand = 0; hand < FL_HANDS; hand++)
        printf("%u,%s", entry(s, guardian, hand), hand % 16 == 15 ? "\n" : "");
    puts("},");
}

static void print_lowest(unsigned mask)
{
    unsigned lowest = 0;
    fputs("    {", stdout);
    for (int n = 0; n <= FL_SABORDS_DICE; n++) {
        printf("%u,", lowest);
        lowest |= (mask & ~lowest) & (0u - (mask & ~lowest));
    }
    puts("},");
}

static void print_numbers(const double *number, int count)
{
    fputs("{", stdout);
    for (int i = 0; i < count; i++)
        printf("%a,%s", number[i], i % 8 == 7 ? "\n" : "");
    puts("},");
}

/* Prints fl_island_for_points, member by member. */
static void print_island(void)
{
    struct fl_turn turn;
    struct fl_stakes stakes;
    struct fl_plan plan;
    struct fl_worth worth = {.residual = 0};
    fl_turn_of(FL_CARD_ISLAND, &turn, &stakes);
    fl_turn_solve(&turn, &stakes, &plan, &worth);
    assert(turn.nodes == FL_ISLAND_NODES);
    puts("const struct fl_island_table fl_island_for_points = {{");
    for (int hand = 0; hand < FL_HANDS; hand++)
        printf("%u,%s", turn.node[hand], hand % 16 == 15 ? "\n" : "");
    puts("},{");
    for (int skulls = 0; skulls < FL_ISLAND_SKULLS; skulls++)
        print_numbers(worth.kept[0][skulls], FL_ISLAND_NODES);
    puts("},{");
    for (int skulls = 0; skulls < FL_ISLAND_SKULLS; skulls++)
        print_numbers(turn.bust[0][skulls], FL_SABORDS_DICE + 1);
    puts("},");
    print_numbers(stakes.lost, FL_ISLAND_NODES);
    print_numbers(stakes.stop, FL_ISLAND_NODES);
    puts("};\n");
}

int main(void)
{
    struct solved solved;
    puts("/* What to keep for the most points; made by mille_sabords_make.c. */\n"
         "#include \"agents/mille_sabords/keep_table.h\"\n\n"
         "const uint16_t fl_keep_for_points[FL_KEEP_ROWS][FL_HANDS] = {");
    for (int card = 0; card < FL_SABORDS_KINDS; card++) {
        solve(card, &solved);
        print_row(&solved, card == FL_CARD_GUARDIAN);
    }
    solve(FL_CARD_GUARDIAN, &solved);
    print_row(&solved, 0);
    puts("};\n");
    print_island();
    puts("const uint8_t fl_lowest_dice[256][FL_SABORDS_DICE + 1] = {");
    for (unsigned mask = 0; mask < 256; mask++)
        print_lowest(mask);
    puts("};");
    return ferror(stdout) ? 1 : 0;
}
