/* Prints the table of keep_table.h as C. Runs during the build. */
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
    puts("};\n\nconst uint8_t fl_lowest_dice[256][FL_SABORDS_DICE + 1] = {");
    for (unsigned mask = 0; mask < 256; mask++)
        print_lowest(mask);
    puts("};");
    return ferror(stdout) ? 1 : 0;
}
