/* Sealing a secret. */
#include "cli/seal.h"

#include <string.h>

#define TERMINAL "terminal" /* the table's name: there is only one */

/* Words in the order of the seats; a seat may have none. */
static bool take_nonces(const char *list, int seats, struct fl_fair *out)
{
    for (int seat = 0; *list; seat++) {
        size_t len = strcspn(list, ",");
        if (seat == seats || len >= FL_FAIR_WORD_SIZE)
            return false;
        memcpy(out->nonce[seat], list, len);
        if (len && !fl_fair_word_is_clean(out->nonce[seat]))
            return false;
        list += len + (list[len] == ',');
    }
    return true;
}

int fl_seal(const struct fl_cli *cli, const struct fl_order *o, const struct fl_chance *chance,
            int seats, struct fl_fair *out)
{
    *out = (struct fl_fair){.committed = chance->fair, .revealed = chance->fair, .table = TERMINAL};
    if (o->nonces && !chance->fair)
        return fl_cli_fail(cli, FL_CLI_USAGE, "play.nonces-alone", NULL, NULL);
    if (o->nonces && !take_nonces(o->nonces, seats, out))
        return fl_cli_fail(cli, FL_CLI_USAGE, "play.bad-nonces", NULL, o->nonces);
    memcpy(out->secret, chance->secret, sizeof out->secret);
    fl_fair_commit(out->secret, out->commitment);
    return FL_CLI_OK;
}

int fl_seal_check(const struct fl_cli *cli, const struct fl_order *o,
                  const struct fl_chance *chance, const struct fl_fair *fair)
{
    if (!fair->committed && chance->fair)
        return fl_cli_fail(cli, FL_CLI_USAGE, "play.fair-from-start", NULL, NULL);
    if (fair->committed && (o->dice || o->seed))
        return fl_cli_fail(cli, FL_CLI_USAGE, "play.fair-goes-on", o->resume, NULL);
    if (fair->committed && !fair->revealed)
        return fl_cli_fail(cli, FL_CLI_FAILED, "play.fair-sealed", o->resume, NULL);
    return FL_CLI_OK;
}

void fl_seal_show(const struct fl_screen *screen, const struct fl_fair *fair)
{
    char memory[2 * FL_SECRET_SIZE + 1];
    struct fl_buf digits = fl_buf_over(memory, sizeof memory);
    if (!fair->committed)
        return;
    fl_put_secret(&digits, fair->commitment);
    fl_screen_word(screen, "play.fair-dice");
    fprintf(screen->out, "  %s\n", digits.at);
}
