/* The terminal: commands, wrapping, narration, hotseat screens, autosave, and the sources of
 * chance. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "games/games.h"
#include "languages.h"
#include "term/block.h"
#include "term/chance_sources.h"
#include "term/command.h"
#include "term/line_table.h"
#include "term/narration.h"
#include "term/prompt.h"
#include "term/session.h"
#include "term/skin.h"

static void open_chance(struct fl_chance *chance, const char *text)
{
    const char *value;
    assert_null(fl_chance_open(chance, text, &value));
}

/* ---- a match played by spellings ---- */

static void begin(struct fl_match *m, const struct fl_game *g, int seats)
{
    struct fl_setup setup = fl_setup_default(g, seats);
    fl_setup_set(g, &setup, "first", "1");
    fl_match_begin(m, g, &setup, FL_TRUTH);
}

static void play(struct fl_match *m, int seat, const char *text)
{
    fl_move move;
    assert_true(fl_read_any(m->game, text, strlen(text), &move));
    assert_int_equal(fl_match_play(m, seat, move), FL_OK);
}

static void show(struct fl_match *m, const char *dice)
{
    for (; *dice; dice++)
        play(m, FL_CHANCE, (char[]){*dice, '\0'});
}

/* Seat 0 of two has drawn a card and rolled. */
static void throw_with(struct fl_match *m, const char *card, const char *dice)
{
    begin(m, &fl_mille_sabords, 2);
    play(m, 0, "card");
    play(m, FL_CHANCE, card);
    play(m, 0, "throw");
    show(m, dice);
}

/* Three crews each, a prize in sight, and both players have sent crews. */
static void send_crews(struct fl_match *m)
{
    static const char *const deals[] = {"deal-1", "deal-4", "deal-2", "deal-5", "deal-3", "deal-6"};
    begin(m, &fl_template, 2);
    for (int i = 0; i < 6; i++)
        play(m, FL_CHANCE, deals[i]);
    play(m, FL_CHANCE, "prize-2");
    play(m, 0, "send 3");
    play(m, 1, "send 6");
}

/* ---- commands ---- */

/* How a line is read: "= reroll 3 5", "! reroll 3" if it is illegal, or the kind of request. */
static const char *reading(const struct fl_match *m, fl_lang lang, const char *line)
{
    static const char *const kind[] = {"unknown", "ambiguous", "=",       "!",     "help",
                                       "hint",    "undo",      "save",    "rules", "table",
                                       "log",     "scores",    "summary", "quit"};
    static char memory[640];
    struct fl_buf out = fl_buf_over(memory, sizeof memory);
    struct fl_sight sight;
    struct fl_command command;
    fl_match_sight(m, 0, &sight);
    fl_command_read(&sight, lang, line, &command);
    fl_put(&out, kind[command.kind]);
    if (command.kind == FL_COMMAND_MOVE || command.kind == FL_COMMAND_REFUSED) {
        fl_put_char(&out, ' ');
        m->game->spell(command.move, &out);
    } else if (*command.rest) {
        fl_put_char(&out, ' ');
        fl_put(&out, command.rest);
    }
    return memory;
}

#define reads_as(m, lang, line, expected) assert_string_equal(reading(m, lang, line), expected)

static void a_move_can_be_typed_in_many_ways(void **state)
{
    struct fl_match m;
    (void)state;
    throw_with(&m, "pirate", "SPPMXCDM");
    reads_as(&m, FL_ENGLISH, "1", "= stop");
    reads_as(&m, FL_ENGLISH, "stop", "= stop");
    reads_as(&m, FL_ENGLISH, "s", "= stop");
    reads_as(&m, FL_ENGLISH, " STOP ", "= stop");
    reads_as(&m, FL_ENGLISH, "reroll 3 5", "= reroll 3 5");
    reads_as(&m, FL_ENGLISH, "r 5 3", "= reroll 3 5");
    reads_as(&m, FL_ENGLISH, "r3,5", "= reroll 3 5");
    reads_as(&m, FL_ENGLISH, "r 5, 3,5", "= reroll 3 5");
    reads_as(&m, FL_ENGLISH, "r35", "= reroll 3 5");
    reads_as(&m, FL_FRENCH, "relancer 3 5", "= reroll 3 5");
    reads_as(&m, FL_FRENCH, "Rel 3 5", "= reroll 3 5");
    reads_as(&m, FL_FRENCH, "reroll 3 5", "= reroll 3 5");
    reads_as(&m, FL_FRENCH, "s'arrêter", "= stop");
    reads_as(&m, FL_FRENCH, "S’ARRETER", "= stop");
    fl_match_end(&m);
}

static void french_words_are_for_french_readers(void **state)
{
    struct fl_match m;
    (void)state;
    throw_with(&m, "pirate", "SPPMXCDM");
    reads_as(&m, FL_ENGLISH, "relancer 3 5", "unknown");
    reads_as(&m, FL_ENGLISH, "aide", "unknown");
    reads_as(&m, FL_FRENCH, "aide", "help");
    reads_as(&m, FL_FRENCH, "help", "help");
    fl_match_end(&m);
}

static void words_of_the_list_are_enough_in_any_language(void **state)
{
    struct fl_match m;
    (void)state;
    struct fl_rng rng = fl_rng_from(1, 0);
    begin(&m, &fl_buccaneer, 3);
    assert_int_equal(fl_match_play_chance_rng(&m, &rng), FL_OK);
    reads_as(&m, FL_FRENCH, "2 jaune 5 rouge", "= merge r5 y2");
    reads_as(&m, FL_FRENCH, "2 j, 5 R", "= merge r5 y2");
    reads_as(&m, FL_FRENCH, "2 jaune (? rouge)", "= merge r? y2");
    reads_as(&m, FL_ENGLISH, "yellow 2, red 5", "= merge r5 y2");
    reads_as(&m, FL_ENGLISH, "capture the yellow 5 (red 2)", "= merge r2 y5");
    reads_as(&m, FL_ENGLISH, "yellow 2 red 5 marins", "unknown");
    reads_as(&m, FL_ENGLISH, "pirates yellow 2 red 5", "unknown");
    reads_as(&m, FL_FRENCH, "5 2", "unknown");
    reads_as(&m, FL_FRENCH, "capturer jaune", "ambiguous");
    reads_as(&m, FL_FRENCH, "marins sur la lune", "unknown");
    fl_match_end(&m);
}

static void what_is_not_allowed_is_still_understood(void **state)
{
    struct fl_match m;
    (void)state;
    throw_with(&m, "pirate", "SPPMXCDM");
    reads_as(&m, FL_ENGLISH, "r 3", "! reroll 3");
    reads_as(&m, FL_ENGLISH, "r 1 2", "! reroll 1 2");
    reads_as(&m, FL_FRENCH, "r 1", "! reroll 1");
    reads_as(&m, FL_ENGLISH, "put 3", "! put 3");
    reads_as(&m, FL_ENGLISH, "card", "! card");
    reads_as(&m, FL_ENGLISH, "r", "! reroll");
    fl_match_end(&m);
}

static void what_is_nonsense_is_not_guessed(void **state)
{
    struct fl_match m;
    (void)state;
    throw_with(&m, "pirate", "SPPMXCDM");
    reads_as(&m, FL_ENGLISH, "2", "unknown");
    reads_as(&m, FL_ENGLISH, "0", "unknown");
    reads_as(&m, FL_ENGLISH, "99999999999999999999", "unknown");
    reads_as(&m, FL_ENGLISH, "r 3 9", "unknown");
    reads_as(&m, FL_ENGLISH, "r 3 x", "unknown");
    reads_as(&m, FL_ENGLISH, "stop it", "unknown");
    reads_as(&m, FL_ENGLISH, "xyzzy", "unknown");
    reads_as(&m, FL_ENGLISH, ",,", "unknown");
    reads_as(&m, FL_FRENCH, "a", "ambiguous"); /* aide, annuler: never arrêter */
    reads_as(&m, FL_ENGLISH, "h", "ambiguous");
    fl_match_end(&m);
}

static void an_empty_line_is_the_only_move_or_a_call_for_help(void **state)
{
    struct fl_match m;
    (void)state;
    begin(&m, &fl_mille_sabords, 2);
    reads_as(&m, FL_ENGLISH, "", "= card");
    play(&m, 0, "card");
    reads_as(&m, FL_ENGLISH, "", "help"); /* another player's turn */
    play(&m, FL_CHANCE, "pirate");
    reads_as(&m, FL_ENGLISH, "  ", "= throw");
    play(&m, 0, "throw");
    show(&m, "SPPMXCDM");
    reads_as(&m, FL_ENGLISH, "", "help");
    fl_match_end(&m);
}

static void requests_may_carry_a_word(void **state)
{
    struct fl_match m;
    (void)state;
    throw_with(&m, "pirate", "SPPMXCDM");
    reads_as(&m, FL_ENGLISH, "rules 3.2", "rules 3.2");
    reads_as(&m, FL_ENGLISH, "ru 3", "rules 3");
    reads_as(&m, FL_FRENCH, "règles", "rules");
    reads_as(&m, FL_FRENCH, "regles 3.2", "rules 3.2");
    reads_as(&m, FL_ENGLISH, "save My Game.txt", "save My Game.txt");
    reads_as(&m, FL_FRENCH, "sauver Île.txt", "save Île.txt");
    reads_as(&m, FL_FRENCH, "résumé", "summary");
    reads_as(&m, FL_FRENCH, "res", "summary");
    reads_as(&m, FL_ENGLISH, "sum", "summary");
    reads_as(&m, FL_ENGLISH, "?", "help");
    reads_as(&m, FL_ENGLISH, "q", "quit");
    reads_as(&m, FL_ENGLISH, "quit now", "unknown");
    fl_match_end(&m);
}

static void one_letter_may_mean_two_verbs_if_only_one_can_be_played(void **state)
{
    struct fl_match m;
    (void)state;
    throw_with(&m, "island", "SPPMXCDM");
    play(&m, 0, "put 2 3 6");
    play(&m, 0, "reroll 4 8");
    show(&m, "MM");
    reads_as(&m, FL_FRENCH, "r 4 5", "= reroll 4 5"); /* relancer or reprendre */
    reads_as(&m, FL_FRENCH, "r 2 3", "= take 2 3");
    reads_as(&m, FL_FRENCH, "rep 6", "= take 6");
    reads_as(&m, FL_FRENCH, "m 5", "= put 5");
    fl_match_end(&m);
}

static void a_verb_alone_is_enough_if_it_has_one_move(void **state)
{
    struct fl_match m;
    (void)state;
    send_crews(&m);
    reads_as(&m, FL_ENGLISH, "show", "= show 3");
    reads_as(&m, FL_ENGLISH, "sh", "= show 3");
    reads_as(&m, FL_ENGLISH, "show 4", "! show 4");
    fl_match_end(&m);
}

static void every_example_that_is_shown_can_be_typed(void **state)
{
    static const char *const cards[] = {"pirate", "guardian", "island"};
    (void)state;
    for (int i = 0; i < 3; i++) {
        struct fl_match m;
        struct fl_sight sight;
        struct fl_choices c;
        throw_with(&m, cards[i], "SSPMXCDM");
        fl_match_sight(&m, 0, &sight);
        fl_choices_of(&sight, &c);
        assert_int_equal(c.singles, 1);
        assert_true(c.subsets >= 1);
        for (int q = 0; q < c.subsets; q++) {
            struct fl_command command;
            char memory[64];
            struct fl_buf typed = fl_buf_over(memory, sizeof memory);
            fl_put_shortest(&typed, FL_FRENCH, &c, c.subset[q].verb);
            fl_put_bits(&typed, c.subset[q].with | c.subset[q].of);
            fl_command_read(&sight, FL_FRENCH, typed.at, &command);
            assert_true(command.kind == FL_COMMAND_MOVE || command.kind == FL_COMMAND_REFUSED);
            assert_int_equal(command.move, c.subset[q].base + (c.subset[q].with | c.subset[q].of));
        }
        fl_match_end(&m);
    }
}

/* ---- drawing ---- */

static void lines_are_broken_where_french_allows(void **state)
{
    (void)state;
    assert_int_equal(fl_wrap("Anne Bonny", 20), 10);
    assert_int_equal(fl_wrap("Anne Bonny", 6), 4);
    assert_int_equal(fl_wrap("Abracadabra", 4), 4);
    assert_int_equal(fl_wrap("Dis : oui", 4), 4); /* no place to break: cut */
    assert_int_equal(fl_wrap("Oh, dis : oui", 8), 3);
    assert_int_equal(fl_wrap("un « mot » la", 11), strlen("un « mot »"));
    assert_int_equal(fl_wrap("un « mot » la", 5), 2);
    assert_int_equal(fl_wrap("a  b", 2), 1);
    assert_int_equal(fl_wrap("a\nb", 9), 1);
}

static void widths_are_those_of_a_terminal(void **state)
{
    (void)state;
    assert_int_equal(fl_columns("Zoé"), 3);
    assert_int_equal(fl_columns("\033[1;31m☠\033[0m"), 1);
    assert_int_equal(fl_columns("海賊"), 4);
    assert_int_equal(fl_columns("e\u0301"), 1);
    assert_int_equal(fl_columns("\xFF\xC3"), 2); /* an invalid byte occupies one column */
}

static void long_names_are_cut(void **state)
{
    char memory[64];
    struct fl_buf out = fl_buf_over(memory, sizeof memory);
    (void)state;
    fl_put_padded(&out, "Zoé", 5);
    assert_string_equal(out.at, "Zoé  ");
    fl_buf_clear(&out);
    fl_put_padded(&out, "Éléonore", 5);
    assert_string_equal(out.at, "Éléo…");
    fl_buf_clear(&out);
    fl_put_padded(&out, "海賊王", 4);
    assert_string_equal(out.at, "海… ");
}

/* Captures the output of a function on a plain screen of 80 columns. */
struct page {
    struct fl_screen screen;
    char *text;
    size_t len;
};

static void open_page(struct page *p, fl_lang lang)
{
    FILE *out = open_memstream(&p->text, &p->len);
    assert_non_null(out);
    fl_screen_open(&p->screen, out, lang, FL_COLOUR_NEVER);
    p->screen.width = p->screen.columns = 80;
}

static void close_page(struct page *p)
{
    fclose(p->screen.out);
}

static void equal_words_are_counted(void **state)
{
    static const char *const dice[] = {"ms.face.skull", "ms.face.monkey", "ms.face.skull"};
    struct page p;
    struct fl_phrase phrase;
    (void)state;
    fl_phrase_begin(&phrase, "ms.say.rolled");
    for (int i = 0; i < 3; i++)
        fl_with_item(&phrase, "faces", dice[i]);
    fl_with_seat(&phrase, "who", 0);
    open_page(&p, FL_FRENCH);
    fl_screen_phrase(&p.screen, &phrase);
    close_page(&p);
    assert_string_equal(p.text, "Joueur 1 obtient 2 têtes de mort et 1 singe.\n");
    free(p.text);
}

/* Every table that random play reaches fits the screen, at every width. */
static void no_table_is_wider_than_its_screen(void **state)
{
    (void)state;
    for (int width = 40; width <= 100; width++) {
        struct fl_rng rng = fl_rng_from((uint64_t)width, 0);
        struct fl_match m;
        struct page p;
        begin(&m, &fl_mille_sabords, 5);
        open_page(&p, FL_FRENCH);
        p.screen.width = p.screen.columns = width;
        p.screen.names[1] = "Éléonore-Marguerite des Mers du Sud et du Nord";
        for (int n = 0; n < 60 && fl_match_turn(&m); n++) {
            struct fl_sight sight;
            struct fl_moves list;
            fl_match_play_chance_rng(&m, &rng);
            if (!fl_match_turn(&m))
                break;
            int seat = __builtin_ctz(fl_match_turn(&m));
            fl_match_sight(&m, seat, &sight);
            fl_skin_of(sight.game)->draw(&sight, &p.screen);
            fl_prompt_choices(&sight, &p.screen);
            fl_prompt_question(&sight, &p.screen);
            fl_list(sight.game, &sight.state, seat, &list);
            assert_int_equal(fl_match_play(&m, seat, fl_pick(&list, &rng)), FL_OK);
        }
        close_page(&p);
        assert_true(p.len > 1000);
        for (char *line = strtok(p.text, "\n"); line; line = strtok(NULL, "\n"))
            assert_in_range(fl_columns(line), 0, width);
        free(p.text);
        fl_match_end(&m);
    }
}

/* ---- narration ---- */

static char *narration_of(const struct fl_match *m, int viewer)
{
    struct page p;
    struct fl_narration narration;
    open_page(&p, FL_ENGLISH);
    fl_narration_begin(&narration, m, viewer);
    fl_narration_print(&narration, m, m->steps, &p.screen);
    fl_narration_end(&narration);
    close_page(&p);
    return p.text;
}

static void a_throw_is_one_line(void **state)
{
    struct fl_match m;
    (void)state;
    throw_with(&m, "pirate", "SSSPPPPP");
    char *text = narration_of(&m, FL_SPECTATOR);
    assert_string_equal(
        text, "• Player 1 turns up Pirate, rolls 5 parrots and 3 skulls, and goes bust!\n");
    free(text);
    fl_match_end(&m);
}

static void everybody_hears_his_own_story(void **state)
{
    struct fl_match m;
    (void)state;
    send_crews(&m);
    char *first = narration_of(&m, 0), *second = narration_of(&m, 1),
         *watcher = narration_of(&m, FL_SPECTATOR);
    assert_non_null(strstr(first, "• Player 1 has 3 crews. Player 2 has 3 crews. A prize"));
    assert_non_null(strstr(first, "Player 1 sends crew 3."));
    assert_null(strstr(first, "crew 6"));
    assert_non_null(strstr(second, "Player 2 sends crew 6."));
    assert_null(strstr(second, "crew 3"));
    assert_null(strstr(watcher, "sends crew"));
    free(first);
    free(second);
    free(watcher);
    fl_match_end(&m);
}

static void a_story_can_go_back(void **state)
{
    struct fl_match m;
    struct fl_narration narration;
    struct fl_sight sight;
    struct page p;
    (void)state;
    throw_with(&m, "pirate", "SSPPPPPP");
    open_page(&p, FL_ENGLISH);
    fl_narration_begin(&narration, &m, FL_SPECTATOR);
    fl_narration_seek(&narration, &m, m.steps);
    fl_narration_print(&narration, &m, 2, &p.screen); /* back, without output */
    fl_match_sight(&narration.shown, narration.viewer, &sight);
    fl_narration_print(&narration, &m, m.steps, &p.screen);
    fl_narration_end(&narration);
    close_page(&p);
    assert_string_equal(p.text, "• Player 1 rolls 6 parrots and 2 skulls.\n");
    free(p.text);
    fl_match_end(&m);
}

/* ---- a session with a hotseat screen ---- */

/* Replaces standard input by a text. */
static void type(const char *text)
{
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], text, strlen(text)), (ssize_t)strlen(text));
    close(ends[1]);
    dup2(ends[0], STDIN_FILENO);
    close(ends[0]);
}

static bool no_rule(const struct fl_screen *screen, const struct fl_game *game, const char *number)
{
    (void)screen;
    (void)game;
    (void)number;
    return false;
}

static enum fl_session_status sit(struct fl_session *s, struct page *p, const char *typed)
{
    s->front = &fl_line_front_end;
    struct fl_keyboard keyboard;
    struct fl_chance chance;
    open_chance(&chance, "seed:4");
    open_page(p, FL_ENGLISH);
    type(typed);
    fl_keyboard_open(&keyboard, p->screen.out);
    s->screen = p->screen;
    s->keyboard = &keyboard;
    s->chance = &chance.source;
    s->show_rule = no_rule;
    fl_screen_name(&s->screen, &s->players);
    enum fl_session_status parting = fl_session_play(s);
    fl_keyboard_close(&keyboard);
    close_page(p);
    return parting;
}

/* The output for one person: from their name between dashes to the next such line. */
static char *page_of(const char *text, const char *name)
{
    char marker[64];
    snprintf(marker, sizeof marker, "— %s —\n", name);
    const char *start = strstr(text, marker);
    assert_non_null(start);
    const char *end = strstr(start + strlen(marker), "— ");
    return strndup(start, end ? (size_t)(end - start) : strlen(start));
}

static void people_with_secrets_do_not_see_each_other(void **state)
{
    struct fl_session *s = calloc(1, sizeof *s);
    struct page p;
    (void)state;
    strcpy(s->players.name[0], "Anne");
    strcpy(s->players.name[1], "Bob");
    strcpy(s->players.kind[0], "person");
    strcpy(s->players.kind[1], "person");
    begin(&s->match, &fl_template, 2);
    assert_int_equal(sit(s, &p, "1\n1\n"), FL_SESSION_INPUT_CLOSED);
    char *anne = page_of(p.text, "Anne"), *bob = page_of(p.text, "Bob");
    assert_non_null(strstr(anne, "Send a crew in secret."));
    assert_non_null(strstr(anne, "Crews (Bob): crew – | crew – | crew –"));
    assert_null(strstr(anne, "Crews (Anne): crew –"));
    assert_non_null(strstr(bob, "Crews (Anne): crew – | crew –"));
    assert_non_null(strstr(bob, "Crew sent (Anne): crew –"));
    assert_non_null(strstr(bob, "Anne sends a crew."));
    assert_null(strstr(bob, "You send"));
    free(anne);
    free(bob);
    free(p.text);
    fl_match_end(&s->match);
    free(s);
}

static void a_sitting_of_bots_comes_to_an_end(void **state)
{
    struct fl_session *s = calloc(1, sizeof *s);
    struct page p;
    (void)state;
    strcpy(s->players.kind[0], "matelot");
    strcpy(s->players.kind[1], "moussaillon");
    begin(&s->match, &fl_template, 2);
    assert_int_equal(sit(s, &p, ""), FL_SESSION_OVER);
    assert_int_equal(fl_match_turn(&s->match), 0);
    free(p.text);
    fl_match_end(&s->match);
    free(s);
}

/* ---- saving ---- */

static char *file_text(const char *path)
{
    char *text = calloc(1, 4096);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_true(fread(text, 1, 4095, file) > 0);
    fclose(file);
    return text;
}

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static int enter_scratch(void **state)
{
    char *place = strdup("/tmp/flibuste-test-XXXXXX");
    *state = place;
    return mkdtemp(place) && !chdir(place) ? 0 : -1;
}

static int leave_scratch(void **state)
{
    static const char *const files[] = {"kept", "other", "empty", "a b", NULL};
    for (int i = 0; files[i]; i++)
        unlink(files[i]);
    int left = chdir("/") || rmdir(*state); /* fails if a temporary file is left */
    free(*state);
    return left;
}

static void a_kept_match_can_be_read(void **state)
{
    struct fl_match m;
    struct fl_record record;
    struct fl_record_error error;
    struct fl_players players = {.kind = {"person"}, .name = {"Zoé"}};
    struct fl_autosave book = {.path = "kept"};
    (void)state;
    throw_with(&m, "pirate", "SSPPPPPP");
    assert_true(fl_autosave_write(&book, &m, &players));
    play(&m, 0, "stop");
    assert_true(fl_autosave_write(&book, &m, &players));
    char *text = file_text("kept");
    assert_true(fl_record_read(text, strlen(text), fl_game_find, &record, &error));
    assert_int_equal(record.match.steps, m.steps);
    assert_string_equal(record.players.name[0], "Zoé");
    fl_match_end(&record.match);
    fl_match_end(&m);
    free(text);
}

static void nothing_else_is_overwritten(void **state)
{
    struct fl_match m;
    struct fl_autosave book = {.path = "kept"};
    (void)state;
    throw_with(&m, "pirate", "SSPPPPPP");
    assert_true(fl_autosave_write(&book, &m, NULL));
    fl_match_end(&m);
    write_file("other", "dear diary\n");
    write_file("empty", "");
    const struct fl_game *game = &fl_mille_sabords;
    assert_null(fl_autosave_refuse("none", game, false));
    assert_null(fl_autosave_refuse("empty", game, false));
    assert_string_equal(fl_autosave_refuse("other", game, true), "play.holds-other");
    assert_string_equal(fl_autosave_refuse("kept", game, false), "play.holds-unfinished");
    assert_null(fl_autosave_refuse("kept", game, true));
    assert_string_equal(fl_autosave_refuse("kept", &fl_template, true), "play.holds-other");
    assert_string_equal(fl_autosave_refuse("/dev/null", game, true), "play.holds-other");
    assert_string_equal(fl_autosave_refuse("/", game, true), "play.holds-other");
}

static void what_cannot_be_kept_is_noticed(void **state)
{
    struct fl_match m;
    struct fl_autosave book = {.path = "no/such/place"}, nowhere = {.path = ""};
    (void)state;
    begin(&m, &fl_mille_sabords, 2);
    assert_false(fl_autosave_write(&book, &m, NULL));
    assert_true(book.error != 0);
    assert_true(fl_autosave_write(&nowhere, &m, NULL));
    fl_match_end(&m);
}

static void a_new_file_is_chosen_at_home(void **state)
{
    char expected[256], file[FL_PATH_SIZE + 8];
    struct fl_autosave book = {.error = 0}, next = {.error = 0};
    snprintf(expected, sizeof expected, "%s/a/flibuste/mille-sabords-", (const char *)*state);
    snprintf(file, sizeof file, "%s/a", (const char *)*state);
    setenv("XDG_STATE_HOME", file, 1);
    assert_true(fl_autosave_choose(&book, &fl_mille_sabords));
    assert_memory_equal(book.path, expected, strlen(expected));
    write_file(book.path, "");
    assert_true(fl_autosave_choose(&next, &fl_mille_sabords));
    assert_string_not_equal(book.path, next.path);
    unlink(book.path);
    rmdir("a/flibuste");
    rmdir("a");
    unsetenv("XDG_STATE_HOME");
}

static void paths_are_quoted_for_a_shell(void **state)
{
    static const char *const paths[][2] = {{"/tmp/a-1.record", "/tmp/a-1.record"},
                                           {"a b", "'a b'"},
                                           {"it's", "'it'\\''s'"},
                                           {"-x", "'-x'"},
                                           {"", "''"},
                                           {"$HOME", "'$HOME'"}};
    (void)state;
    for (int i = 0; i < 6; i++) {
        char memory[64];
        struct fl_buf out = fl_buf_over(memory, sizeof memory);
        fl_put_shell_word(&out, paths[i][0]);
        assert_string_equal(out.at, paths[i][1]);
    }
}

/* ---- chance ---- */

/* The faces that a file of bytes produces, up to its end. */
static void faces_from(const char *bytes, size_t len, char *faces)
{
    struct fl_chance chance;
    struct fl_match m;
    struct fl_moves list = {.count = 0};
    fl_move move;
    FILE *file = fopen("kept", "wb");
    assert_int_equal(fwrite(bytes, 1, len, file), len);
    fclose(file);
    begin(&m, &fl_mille_sabords, 2);
    for (fl_move i = 0; i < 6; i++)
        fl_offer(&list, i, 1);
    open_chance(&chance, "file:kept");
    while (chance.source.pick(&chance.source, &m, &list, &move))
        *faces++ = (char)('0' + move);
    *faces = '\0';
    assert_int_equal(chance.status, FL_CHANCE_FILE_ENDED);
    fl_chance_close(&chance);
    fl_match_end(&m);
}

static void bytes_of_a_file_are_used_evenly(void **state)
{
    char faces[300], all[256];
    int count[6] = {0};
    (void)state;
    faces_from("\x00\x05\x06\xFB\xFC\xFF\x01", 7, faces); /* 0xFC and 0xFF are rejected */
    assert_string_equal(faces, "05051");
    for (int i = 0; i < 256; i++)
        all[i] = (char)i;
    faces_from(all, 256, faces);
    for (const char *f = faces; *f; f++)
        count[*f - '0']++;
    for (int i = 0; i < 6; i++)
        assert_int_equal(count[i], 42);
}

static void weights_decide(void **state)
{
    struct fl_chance chance;
    struct fl_match m;
    struct fl_moves list = {.count = 0};
    fl_move move;
    int count[3] = {0};
    (void)state;
    begin(&m, &fl_mille_sabords, 2);
    fl_offer(&list, 0, 1);
    fl_offer(&list, 1, 300);
    fl_offer(&list, 2, 99);
    open_chance(&chance, "os");
    for (int i = 0; i < 40000; i++) {
        assert_true(chance.source.pick(&chance.source, &m, &list, &move));
        count[move]++;
    }
    assert_in_range(count[0], 40, 180); /* expected value 100, six standard deviations */
    assert_in_range(count[1], 29480, 30520);
    assert_in_range(count[2], 9380, 10420);
    fl_match_end(&m);
}

static void a_seed_gives_the_same_dice_after_a_resumption(void **state)
{
    struct fl_chance chance;
    struct fl_match m, again;
    (void)state;
    open_chance(&chance, "seed:7");
    begin(&m, &fl_mille_sabords, 2);
    play(&m, 0, "card");
    assert_int_equal(fl_match_play_chance(&m, &chance.source), FL_OK);
    play(&m, 0, "throw");
    assert_int_equal(fl_match_play_chance(&m, &chance.source), FL_OK);
    begin(&again, &fl_mille_sabords, 2);
    for (int i = 0; i < 5; i++) /* in the middle of a roll */
        fl_match_play(&again, m.log[i].seat, m.log[i].move);
    open_chance(&chance, "seed:7");
    assert_int_equal(fl_match_play_chance(&again, &chance.source), FL_OK);
    assert_int_equal(fl_hash(m.game, &again.state), fl_hash(m.game, &m.state));
    fl_match_end(&m);
    fl_match_end(&again);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_move_can_be_typed_in_many_ways),
        cmocka_unit_test(french_words_are_for_french_readers),
        cmocka_unit_test(words_of_the_list_are_enough_in_any_language),
        cmocka_unit_test(what_is_not_allowed_is_still_understood),
        cmocka_unit_test(what_is_nonsense_is_not_guessed),
        cmocka_unit_test(an_empty_line_is_the_only_move_or_a_call_for_help),
        cmocka_unit_test(requests_may_carry_a_word),
        cmocka_unit_test(one_letter_may_mean_two_verbs_if_only_one_can_be_played),
        cmocka_unit_test(a_verb_alone_is_enough_if_it_has_one_move),
        cmocka_unit_test(every_example_that_is_shown_can_be_typed),
        cmocka_unit_test(lines_are_broken_where_french_allows),
        cmocka_unit_test(widths_are_those_of_a_terminal),
        cmocka_unit_test(long_names_are_cut),
        cmocka_unit_test(equal_words_are_counted),
        cmocka_unit_test(no_table_is_wider_than_its_screen),
        cmocka_unit_test(a_throw_is_one_line),
        cmocka_unit_test(everybody_hears_his_own_story),
        cmocka_unit_test(a_story_can_go_back),
        cmocka_unit_test(people_with_secrets_do_not_see_each_other),
        cmocka_unit_test(a_sitting_of_bots_comes_to_an_end),
        cmocka_unit_test_setup_teardown(a_kept_match_can_be_read, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(nothing_else_is_overwritten, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(what_cannot_be_kept_is_noticed, enter_scratch,
                                        leave_scratch),
        cmocka_unit_test_setup_teardown(a_new_file_is_chosen_at_home, enter_scratch, leave_scratch),
        cmocka_unit_test(paths_are_quoted_for_a_shell),
        cmocka_unit_test_setup_teardown(bytes_of_a_file_are_used_evenly, enter_scratch,
                                        leave_scratch),
        cmocka_unit_test(weights_decide),
        cmocka_unit_test(a_seed_gives_the_same_dice_after_a_resumption),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
