/* Prints a record as one player reads it during the game: transcript RECORD SEAT LANG. Seat 0 is a
 * spectator. */
#include <stdio.h>
#include <stdlib.h>

#include "games/games.h"
#include "term/narration.h"

enum { LONGEST = 1 << 20, WIDEST = 1000 };

static const char *const names[] = {"Anne", "Rackham", "Mary", "Hugo",
                                    "Zoé",  "Morgan",  "Jean", "Surcouf"};

static bool read_record(const char *path, struct fl_record *out)
{
    static char text[LONGEST];
    struct fl_record_error error;
    FILE *file = fopen(path, "r");
    if (!file)
        return false;
    size_t len = fread(text, 1, sizeof text, file);
    fclose(file);
    return fl_record_read(text, len, fl_game_find, out, &error);
}

/* Prints all steps except the last one, without what only a finished game shows. */
static void print_unfinished(struct fl_narration *narration, const struct fl_match *m,
                             const struct fl_screen *screen)
{
    struct fl_match unfinished;
    fl_match_begin(&unfinished, m->game, &m->setup, m->viewer);
    for (uint32_t i = 0; i + 1 < m->steps; i++)
        fl_match_play(&unfinished, m->log[i].seat, m->log[i].move);
    fl_narration_print(narration, &unfinished, unfinished.steps, screen);
    fl_match_end(&unfinished);
}

int main(int argc, char **argv)
{
    struct fl_record record;
    struct fl_narration narration;
    struct fl_screen screen;
    fl_lang lang;
    if (argc != 4 || !fl_lang_of(argv[3], &lang) || !read_record(argv[1], &record)) {
        fputs("usage: transcript RECORD SEAT LANG\n", stderr);
        return 2;
    }
    fl_screen_open(&screen, stdout, lang, FL_COLOUR_NEVER);
    screen.width = WIDEST;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        screen.names[i] = names[i];
    const struct fl_game *game = record.match.game;
    int seat = atoi(argv[2]) - 1;
    fl_narration_begin(&narration, &record.match, seat < 0 ? FL_SPECTATOR : seat);
    narration.reader = seat < 0 ? FL_NOBODY : seat;
    if (game->from_memory && game->from_memory(&record.match.setup))
        print_unfinished(&narration, &record.match, &screen);
    fl_narration_print(&narration, &record.match, record.match.steps, &screen);
    fl_narration_end(&narration);
    fl_match_end(&record.match);
    return 0;
}
