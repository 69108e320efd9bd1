/* Distances on the board of Aux Sabords, by breadth-first search. */
#include "agents/aux_sabords/distances.h"

#include <string.h>

int fl_aux_place(const struct fl_aux *s, int colour, enum fl_aux_place place)
{
    static const char first[FL_AUX_PLACES] = {'A', 'a', '0'};
    return fl_aux_find(s, (char)(first[place] + colour));
}

void fl_aux_measure(const struct fl_aux *s, int colour, int goal, struct fl_aux_chart *out)
{
    uint8_t queue[FL_AUX_SQUARES];
    int first = 0, last = 0;
    memset(out->steps, FL_AUX_FAR_AWAY, sizeof out->steps);
    out->steps[goal] = 0;
    queue[last++] = (uint8_t)goal;
    while (first < last) {
        int square = queue[first++];
        for (int direction = 0; direction < 4; direction++) {
            int next = fl_aux_beside(square, direction);
            if (out->steps[next] != FL_AUX_FAR_AWAY || !fl_aux_is_passable(s, colour, next))
                continue;
            out->steps[next] = (uint8_t)(out->steps[square] + 1);
            queue[last++] = (uint8_t)next;
        }
    }
}
