/* Asks a server for its public tables. */
#include "online/lobby.h"

#include <string.h>

#include "net/transport.h"
#include "net/websocket.h"
#include "online/pass.h"
#include "online/phrases.h"

enum { ANSWER_MS = 10000 };

/* Receives messages until one of this type. Returns NULL if none arrives. */
static json_t *receive(struct fl_websocket *socket, const char *type)
{
    int64_t deadline = fl_net_clock() + ANSWER_MS;
    const char *text;
    while (fl_websocket_receive(socket, deadline, &text) == FL_WEBSOCKET_FINE) {
        json_t *m = json_loads(text, 0, NULL);
        if (!strcmp(fl_member_text(m, "type"), type))
            return m;
        bool refused = !strcmp(fl_member_text(m, "type"), "refused");
        json_decref(m);
        if (refused)
            return NULL;
    }
    return NULL;
}

static void put_people(struct fl_buf *out, struct fl_texts *texts, const json_t *seats)
{
    for (size_t i = 0; i < json_array_size(seats); i++) {
        const char *name = fl_member_text(json_array_get(seats, i), "name");
        if (!*name)
            continue;
        fl_put(out, out->len ? ", " : "");
        fl_put(out, fl_texts_keep(texts, name));
    }
}

static void print_table(const struct fl_screen *s, const json_t *table)
{
    char people_memory[512];
    struct fl_texts texts = {0};
    struct fl_buf people = fl_buf_over(people_memory, sizeof people_memory);
    struct fl_phrase phrase;
    int32_t free_seats = (int32_t)fl_member_number(table, "free_seats");
    const char *game = fl_word_key(fl_member_text(table, "game"));
    if (!game)
        return;
    put_people(&people, &texts, json_object_get(table, "seats"));
    fl_phrase_begin(&phrase, free_seats ? "online.lobby-free" : "online.lobby-full");
    fl_with_text(&phrase, "code", fl_texts_keep(&texts, fl_member_text(table, "code")));
    fl_with_word(&phrase, "game", game);
    fl_with_text(&phrase, "who", people.len ? people.at : "–");
    fl_with_number(&phrase, "n", free_seats);
    fl_screen_phrase(s, &phrase);
    fl_texts_end(&texts);
}

static void print_tables(const struct fl_screen *s, const struct fl_url *url, const json_t *tables,
                         const char *program)
{
    char memory[1024];
    char word[32];
    struct fl_buf server = fl_buf_over(memory, sizeof memory);
    struct fl_buf game = fl_buf_over(word, sizeof word);
    fl_put_server(&server, url);
    for (size_t i = 0; i < json_array_size(tables); i++)
        print_table(s, json_array_get(tables, i));
    if (!json_array_size(tables))
        fl_screen_word(s, "online.lobby-none");
    fl_screen_word(s, "online.lobby-how");
    fl_put_word(&game, s->lang, "online.lobby-game", FL_BARE);
    fprintf(s->out, "  %s join CODE --server %s\n  %s join %s --new %s\n", program, server.at,
            program, server.at, game.at);
}

const char *fl_lobby_print(const struct fl_screen *s, const struct fl_url *url, const char *program,
                           const char **what)
{
    const char *why;
    struct fl_websocket *socket = fl_websocket_open(url, &why, what);
    if (!socket)
        return why;
    fl_websocket_send(socket, "hello 2");
    json_t *hello = receive(socket, "hello");
    if (hello)
        fl_websocket_send(socket, "lobby");
    json_t *lobby = hello ? receive(socket, "lobby") : NULL;
    if (lobby)
        print_tables(s, url, json_object_get(lobby, "tables"), program);
    json_decref(hello);
    json_decref(lobby);
    fl_websocket_close(socket);
    return lobby ? NULL : "online.other-version";
}
