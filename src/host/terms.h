/* What a table was opened for: the game, its options, the chairs, clocks, chat and the rest, as one
 * line of words: "target=8000 seats=person,open,bot:matelot clock=bank:300+5 chat=free". */
#ifndef FL_HOST_TERMS_H
#define FL_HOST_TERMS_H

#include "core/game.h"
#include "core/record.h"

enum fl_chair_kind {
    FL_FOR_PERSON,  /* the match waits for somebody */
    FL_FOR_ANYBODY, /* a bot sits down if nobody has by the start */
    FL_FOR_BOT
};

enum fl_clock_kind { FL_NO_CLOCK, FL_CLOCK_MOVE, FL_CLOCK_BANK };
enum fl_chat_kind { FL_CHAT_OFF, FL_CHAT_PHRASES, FL_CHAT_FREE };
enum fl_dice_kind {
    FL_FAIR_DICE,  /* docs/fair-dice.md */
    FL_REAL_DICE,  /* people tell what fell on their table */
    FL_LESSON_DICE /* written down beforehand, with all the rest: core/lesson.h */
};

struct fl_terms {
    const struct fl_game *game;
    struct fl_setup setup;
    enum fl_chair_kind chair[FL_MAX_SEATS];
    uint8_t level[FL_MAX_SEATS]; /* of a bot on this chair */
    enum fl_clock_kind clock;
    int32_t seconds;   /* a move, or in the bank */
    int32_t increment; /* seconds a move puts into the bank */
    enum fl_chat_kind chat;
    int32_t away; /* seconds until a bot plays for somebody who is gone; 0: never */
    bool listed;  /* in the lobby */
    bool hints;   /* whoever is to move may ask what is best */
    enum fl_dice_kind dice;
};

/* Reads the words after the game's name. False: *wrong holds a word key and `detail` the word. */
bool fl_terms_read(const struct fl_game *, const char *words, const char *const *levels,
                   struct fl_terms *out, const char **wrong, char detail[FL_NAME_SIZE]);

/* Writes them so that reading gives the same. */
void fl_terms_write(const struct fl_terms *, const char *const *levels, struct fl_buf *out);

/* The words of a chair, and reading them: "person", "open" or "bot:LEVEL". */
void fl_put_chair(struct fl_buf *, enum fl_chair_kind, const char *level);
bool fl_read_chair(const char *word, const char *const *levels, enum fl_chair_kind *,
                   uint8_t *level);

/* The names of clocks, of kinds of chat and of dice. */
extern const char *const fl_clock_words[];
extern const char *const fl_chat_words[];
extern const char *const fl_dice_words[];

/* Takes the next word of a text; false at its end, or if the word does not fit and stays. */
bool fl_next_word(const char **text, char *out, size_t room);

/* Copies as much of a clean text as fits, in whole characters. */
void fl_copy_text(char *to, size_t room, const char *text);

/* A whole number from 0 to most; -1 if the word is none. */
int64_t fl_read_count(const char *word, int64_t most);

#endif
