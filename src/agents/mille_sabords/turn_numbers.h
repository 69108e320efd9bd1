/* Arithmetic of the turn solver, as a template. The including file defines:
 *
 *   NUMBER      double, or a vector of LANES doubles
 *   LANES       elements of a NUMBER
 *   LANE(n, i)  element i of a NUMBER
 *
 * The loops over lanes become single vector instructions. */
#ifdef NUMBER

enum { SWEEPS_TO_EXTRAPOLATE = 3 }; /* an iteration extrapolates after every third sweep */

static inline NUMBER all_lanes(double value)
{
    NUMBER out;
    for (int i = 0; i < LANES; i++)
        LANE(out, i) = value;
    return out;
}

static inline NUMBER larger(NUMBER a, NUMBER b)
{
    NUMBER out;
    for (int i = 0; i < LANES; i++)
        LANE(out, i) = LANE(a, i) > LANE(b, i) ? LANE(a, i) : LANE(b, i);
    return out;
}

/* In each lane `yes` if a > b, else `no`. */
static inline NUMBER if_larger(NUMBER a, NUMBER b, NUMBER yes, NUMBER no)
{
    NUMBER out;
    for (int i = 0; i < LANES; i++)
        LANE(out, i) = LANE(a, i) > LANE(b, i) ? LANE(yes, i) : LANE(no, i);
    return out;
}

static inline double largest_lane(NUMBER a)
{
    double largest = LANE(a, 0);
    for (int i = 1; i < LANES; i++)
        largest = LANE(a, i) > largest ? LANE(a, i) : largest;
    return largest;
}

/* The sum of the geometric series after `step`, which follows `before`. The quotient is at least 0
 * and at most 2/3, to be safe. */
static inline NUMBER rest_of_series(NUMBER before, NUMBER step)
{
    NUMBER quotient = larger(step / before, all_lanes(0)); /* 0 if it is not a number */
    quotient = if_larger(quotient, all_lanes(2.0 / 3), all_lanes(2.0 / 3), quotient);
    return step * quotient / (1 - quotient);
}

#endif
