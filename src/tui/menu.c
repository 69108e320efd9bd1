/* Draws the menu and reads the choice. */
#include "tui/menu.h"

#include <string.h>

#include "games/games.h"

enum { MOST_GAMES = 16, SHIP = 25, LIST = 11 };

struct menu {
    struct fl_terminal *terminal;
    const struct fl_screen *screen;
    const struct fl_save *save;
    int saves, games, at; /* at: a game, or a saved game after the games */
    int seats[MOST_GAMES];
    bool asks_delete;
};

static int put_word(const struct menu *m, struct fl_canvas *c, int row, int column,
                    enum fl_role role, const char *key)
{
    char memory[512];
    struct fl_buf text = fl_buf_over(memory, sizeof memory);
    fl_put_word(&text, m->screen->lang, key, FL_BARE);
    return fl_canvas_text(c, row, column, role, text.at);
}

static void draw_ship(struct fl_canvas *c)
{
    static const char *const ship[] = {
        "         |>",      "      ___|___",    "     (   |   )",       "      )__|__(",
        "  |>____|______/", "  \\  o  o  o  /", "~~~\\_________/~~~~~", " ~~  ~~~  ~~  ~~~ ~"};
    for (int i = 0; i < 8; i++)
        fl_canvas_text(c, 2 + i, 2, i < 6 ? FL_ROLE_YELLOW : FL_ROLE_BLUE, ship[i]);
}

static void draw_bar(const struct menu *m, struct fl_canvas *c, struct fl_area a, const char *key)
{
    fl_canvas_fill(c, (struct fl_area){a.row, a.column, 1, a.columns}, FL_ROLE_PANE, "─");
    fl_canvas_text(c, a.row, a.column + 2, FL_ROLE_PANE, " ");
    int drawn = put_word(m, c, a.row, a.column + 3, FL_ROLE_PANE, key);
    fl_canvas_text(c, a.row, a.column + 3 + drawn, FL_ROLE_PANE, " ");
}

static void draw_game(const struct menu *m, struct fl_canvas *c, int i)
{
    const struct fl_game *game = fl_games[i];
    bool here = m->at == i;
    int row = 3 + i, column = SHIP + 2;
    char memory[256];
    struct fl_buf text = fl_buf_over(memory, sizeof memory);
    struct fl_phrase phrase;
    enum fl_role role = here ? FL_ROLE_CURSOR : FL_ROLE_PLAIN;
    c->target = (uint16_t)i;
    fl_canvas_fill(c, (struct fl_area){row, column, 1, c->columns - column - 1}, role, " ");
    fl_put(&text, here ? "▸ " : "  ");
    fl_put_number(&text, i + 1);
    fl_put(&text, "  ");
    fl_put_word(&text, m->screen->lang, game->name, FL_BARE);
    fl_canvas_text(c, row, column, role, text.at);
    fl_buf_clear(&text);
    fl_phrase_begin(&phrase, here ? "tui.menu-seats" : "tui.menu-range");
    fl_with_number(&phrase, "n", m->seats[i]);
    fl_with_number(&phrase, "least", game->seats_min);
    fl_with_number(&phrase, "most", game->seats_max);
    fl_put_sentence(&text, m->screen, &phrase);
    fl_canvas_text(c, row, column + 24, role, text.at);
    c->target = FL_NO_TARGET;
}

static void draw_save(const struct menu *m, struct fl_canvas *c, int i, int row)
{
    const struct fl_save *save = &m->save[i];
    bool here = m->at == m->games + i;
    enum fl_role role = here ? FL_ROLE_CURSOR : save->over ? FL_ROLE_DIM : FL_ROLE_PLAIN;
    char memory[256];
    struct fl_buf text = fl_buf_over(memory, sizeof memory);
    c->target = (uint16_t)(m->games + i);
    fl_canvas_fill(c, (struct fl_area){row, 1, 1, c->columns - 2}, role, " ");
    fl_canvas_text(c, row, 1, role, here ? "▸" : " ");
    fl_put_save_time(&text, m->screen, save);
    fl_canvas_fit(c, row, 3, 10, role, text.at);
    put_word(m, c, row, 14, role, save->game->name);
    fl_buf_clear(&text);
    fl_put_save_players(&text, save);
    fl_canvas_fit(c, row, 32, c->columns - 32 - 14, role, text.at);
    fl_buf_clear(&text);
    fl_put_word(&text, m->screen->lang,
                save->on_server ? "saves.on-server"
                : save->over    ? "saves.over"
                                : "saves.open",
                FL_BARE);
    fl_canvas_right(c, row, c->columns - 2, role, text.at);
    c->target = FL_NO_TARGET;
}

static void draw_saves(const struct menu *m, struct fl_canvas *c)
{
    int room = c->rows - LIST - 1 - 4, here = m->at - m->games;
    int top = here >= room ? here - room + 1 : 0;
    draw_bar(m, c, (struct fl_area){LIST, 0, 1, c->columns}, "tui.menu-saves");
    if (!m->saves)
        put_word(m, c, LIST + 1, 3, FL_ROLE_DIM, "saves.none");
    for (int i = top; i < m->saves && i - top < room; i++)
        draw_save(m, c, i, LIST + 1 + i - top);
}

static const char *status_key(const struct menu *m)
{
    if (m->asks_delete)
        return "tui.menu-delete";
    if (m->at < m->games)
        return "tui.menu-enter-game";
    return m->save[m->at - m->games].over ? "tui.menu-enter-replay" : "tui.menu-enter-resume";
}

static void draw(const struct menu *m)
{
    struct fl_canvas *c = fl_terminal_canvas(m->terminal);
    char memory[512];
    struct fl_buf text = fl_buf_over(memory, sizeof memory);
    fl_canvas_fill(c, (struct fl_area){0, 0, 1, c->columns}, FL_ROLE_TITLE, " ");
    fl_put_word(&text, m->screen->lang, "tui.menu-title", FL_BARE);
    fl_canvas_fit(c, 0, 1, c->columns - 14, FL_ROLE_TITLE, text.at);
    fl_buf_clear(&text);
    fl_put_word(&text, m->screen->lang, "tui.menu-language", FL_BARE);
    fl_canvas_right(c, 0, c->columns - 1, FL_ROLE_TITLE, text.at);
    draw_ship(c);
    draw_bar(m, c, (struct fl_area){2, SHIP, 1, c->columns - SHIP}, "tui.menu-new");
    for (int i = 0; i < m->games; i++)
        draw_game(m, c, i);
    put_word(m, c, 3 + m->games, SHIP + 4, FL_ROLE_DIM, "tui.menu-more");
    draw_saves(m, c);
    if (m->at < m->games) {
        fl_buf_clear(&text);
        fl_put_word(&text, m->screen->lang, fl_games[m->at]->about, FL_BARE);
        fl_canvas_sentence(c, c->rows - 3, FL_ROLE_PLAIN, text.at);
    }
    put_word(m, c, c->rows - 2, 1, FL_ROLE_BOLD, status_key(m));
    put_word(m, c, c->rows - 1, 1, FL_ROLE_KEYS, "tui.keys.menu");
    fl_terminal_show(m->terminal);
}

/* Changes the number of players of the game under the cursor, to one that can be played. */
static void change_seats(struct menu *m, int step)
{
    if (m->at >= m->games)
        return;
    const struct fl_game *game = fl_games[m->at];
    for (int seats = m->seats[m->at] + step; seats >= game->seats_min && seats <= game->seats_max;
         seats += step) {
        struct fl_setup setup = fl_setup_default(game, seats);
        if (fl_setup_check(game, &setup))
            continue;
        m->seats[m->at] = seats;
        return;
    }
}

static bool choose_game(const struct menu *m, enum fl_menu_kind kind, struct fl_menu_choice *out)
{
    int at = m->at < m->games ? m->at : 0;
    *out = (struct fl_menu_choice){.kind = kind, .game = fl_games[at], .seats = m->seats[at]};
    return true;
}

static bool choose_save(const struct menu *m, enum fl_menu_kind kind, struct fl_menu_choice *out)
{
    if (m->at < m->games)
        return false;
    *out = (struct fl_menu_choice){.kind = kind};
    memcpy(out->path, m->save[m->at - m->games].path, sizeof out->path);
    out->on_server = m->save[m->at - m->games].on_server;
    return true;
}

static bool choose(const struct menu *m, struct fl_menu_choice *out)
{
    if (m->at < m->games)
        return choose_game(m, FL_MENU_PLAY, out);
    return choose_save(m, m->save[m->at - m->games].over ? FL_MENU_REPLAY : FL_MENU_RESUME, out);
}

static bool press_text(struct menu *m, char c, struct fl_menu_choice *out)
{
    if (c >= '1' && c < '1' + m->games) {
        m->at = c - '1';
        return false;
    }
    switch (c) {
    case 'a':
        return choose_game(m, FL_MENU_LEARN, out);
    case 'r':
        return choose_game(m, FL_MENU_RULES, out);
    case 'v':
        return choose_save(m, FL_MENU_REPLAY, out);
    case 'e':
        *out = (struct fl_menu_choice){.kind = FL_MENU_LANGUAGE};
        return true;
    case 'q':
        *out = (struct fl_menu_choice){.kind = FL_MENU_LEAVE};
        return true;
    default:
        return false;
    }
}

static bool press(struct menu *m, struct fl_key key, struct fl_menu_choice *out)
{
    int last = m->games + m->saves - 1;
    bool asked = m->asks_delete;
    m->asks_delete = false;
    if (asked)
        return key.kind == FL_KEY_ENTER && choose_save(m, FL_MENU_DELETE, out);
    switch (key.kind) {
    case FL_KEY_UP:
    case FL_KEY_WHEEL_UP:
        m->at = m->at ? m->at - 1 : last;
        return false;
    case FL_KEY_DOWN:
    case FL_KEY_WHEEL_DOWN:
        m->at = m->at < last ? m->at + 1 : 0;
        return false;
    case FL_KEY_LEFT:
        change_seats(m, -1);
        return false;
    case FL_KEY_RIGHT:
        change_seats(m, 1);
        return false;
    case FL_KEY_TAB:
        m->at = m->at < m->games && m->saves ? m->games : 0;
        return false;
    case FL_KEY_DELETE:
        m->asks_delete = m->at >= m->games;
        return false;
    case FL_KEY_ENTER:
        return choose(m, out);
    case FL_KEY_CLICK: {
        uint16_t target = fl_canvas_target_at(fl_terminal_shown(m->terminal), key.row, key.column);
        if (target == FL_NO_TARGET)
            return false;
        bool again = m->at == target;
        m->at = target;
        return again && choose(m, out);
    }
    case FL_KEY_ESCAPE:
        *out = (struct fl_menu_choice){.kind = FL_MENU_LEAVE};
        return true;
    case FL_KEY_CLOSED:
    case FL_KEY_INTERRUPT:
        *out = (struct fl_menu_choice){.kind = FL_MENU_INTERRUPTED};
        return true;
    case FL_KEY_TEXT:
        return press_text(m, key.text[0], out);
    default:
        return false;
    }
}

void fl_menu_show(struct fl_terminal *t, const struct fl_screen *screen,
                  const struct fl_save *saves, int count, struct fl_menu_choice *out)
{
    enum { USUAL = 3 };
    struct menu m = {.terminal = t, .screen = screen, .save = saves, .saves = count};
    for (; m.games < MOST_GAMES && fl_games[m.games]; m.games++) {
        const struct fl_game *game = fl_games[m.games];
        m.seats[m.games] = game->seats_min > USUAL ? game->seats_min : USUAL;
        if (out->game == game)
            m.at = m.games;
    }
    if (!out->game && count && !saves[0].over)
        m.at = m.games; /* the last unfinished game */
    do
        draw(&m);
    while (!press(&m, fl_terminal_read(t, -1), out));
}
