/* Says every message of lang/ with its arguments as numbers from -2 to 2, as seats, texts and lists
 * of 0, 1 and 2, in every language: one line of JSON each, for the browser's words to be compared
 * with. */
#include <stdio.h>
#include <string.h>

#include "core/json.h"
#include "core/words.h"
#include "core/words_table.h"

enum { KINDS = 4, SLOT = 32 };

static const char *const names[FL_MAX_SEATS] = {"Anne", NULL, "O'Malley {n}"};
static const char *const nouns[] = {"no.such.word", "co.card.red-2"};

static void give(struct fl_phrase *p, const char *name, int kind, int n)
{
    switch (kind) {
    case 0:
        fl_with_number(p, name, n);
        break;
    case 1:
        fl_with_seat(p, name, n);
        break;
    case 2:
        fl_with_text(p, name, n ? "3.2 \"é\"" : "");
        break;
    default:
        fl_with_item(p, name, nouns[0])->arg[p->args - 1].number = 0;
        for (int i = 0; i < n; i++)
            fl_with_item(p, name, nouns[i]);
    }
}

static bool is_given(const struct fl_phrase *p, const char *name)
{
    for (int i = 0; i < p->args; i++)
        if (!strcmp(p->arg[i].name, name))
            return true;
    return false;
}

/* Gives the arguments a text asks for; a count stays a number, whatever the rest is. */
static void fill(struct fl_phrase *p, const char *text, int kind, int n, char name[][SLOT])
{
    for (const char *open = text; (open = strchr(open, '{')); open++) {
        char *slot = name[p->args];
        size_t len = strcspn(open + 1, ":}");
        memcpy(slot, open + 1, len);
        slot[len] = '\0';
        if (!is_given(p, slot))
            give(p, slot, strcmp(slot, "n") ? kind : 0, n);
    }
}

static void tell(int word, fl_lang lang, int kind, int n)
{
    char memory[4096], said[2048], name[FL_MAX_ARGS + 1][SLOT];
    struct fl_buf out = fl_buf_over(memory, sizeof memory), text = fl_buf_over(said, sizeof said);
    struct fl_json json = fl_json_to(&out);
    struct fl_phrase phrase;
    const char *plural = fl_word_text(word, lang, true);
    fl_phrase_begin(&phrase, fl_word_keys[word]);
    fill(&phrase, fl_word_text(word, lang, false), kind, n, name);
    fill(&phrase, plural ? plural : "", kind, n, name);
    fl_put_phrase(&text, lang, &phrase, names);
    fl_json_open(&json, '{');
    fl_json_key_text(&json, "lang", fl_language(lang)->code);
    fl_json_key(&json, "phrase");
    fl_json_phrase(&json, &phrase);
    fl_json_key_text(&json, "said", text.at);
    fl_json_close(&json, '}');
    puts(memory);
}

int main(void)
{
    for (int word = 0; word < fl_word_table_size; word++)
        for (fl_lang lang = 0; fl_language(lang); lang++)
            for (int kind = 0; kind < KINDS; kind++)
                for (int n = kind ? 0 : -2; n <= 2; n++)
                    tell(word, lang, kind, n);
    return 0;
}
