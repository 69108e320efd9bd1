/* Calculates the distances on the boards of Aux Sabords and prints them as C. Runs during the
 * build. */
#include <stdio.h>

#include "agents/aux_sabords/distances.h"

static void print_chart(const struct fl_aux_chart *chart)
{
    fputs("{{", stdout);
    for (int square = 0; square < FL_AUX_SQUARES; square++)
        printf("%u,%s", chart->steps[square], square % FL_AUX_WIDTH == 15 ? "\n" : "");
    puts("}},");
}

static void print_colour(const struct fl_aux *s, int colour)
{
    struct fl_aux_chart chart;
    puts("{");
    for (int place = 0; place < FL_AUX_PLACES; place++) {
        fl_aux_measure(s, colour, fl_aux_place(s, colour, (enum fl_aux_place)place), &chart);
        print_chart(&chart);
    }
    puts("},");
}

int main(void)
{
    puts("/* Steps over the sea; made by aux_sabords_make.c. */\n"
         "#include \"agents/aux_sabords/distances.h\"\n\n"
         "const struct fl_aux_chart fl_aux_charts[2][FL_AUX_COLOURS][FL_AUX_PLACES] = {");
    for (uint8_t board = 0; board < 2; board++) {
        struct fl_aux s = {.small_board = board};
        puts("{");
        for (int colour = 0; colour < FL_AUX_COLOURS; colour++)
            print_colour(&s, colour);
        puts("},");
    }
    puts("};");
    return ferror(stdout) ? 1 : 0;
}
