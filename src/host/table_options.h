/* The options of a table: the game with its own options, seats, clocks, chat. Their text is one
 * line: "target=8000 seats=person,open,bot:matelot clock=bank:300+5 chat=free". */
#ifndef FL_HOST_TABLE_OPTIONS_H
#define FL_HOST_TABLE_OPTIONS_H

#include "core/game.h"
#include "core/record.h"

enum fl_seat_kind {
    FL_SEAT_PERSON, /* the match waits for a person */
    FL_SEAT_OPEN,   /* a bot plays if no person has taken it by the start */
    FL_SEAT_BOT
};

enum fl_clock_kind { FL_NO_CLOCK, FL_CLOCK_MOVE, FL_CLOCK_BANK };
enum fl_chat_kind { FL_CHAT_OFF, FL_CHAT_PHRASES, FL_CHAT_FREE };
enum fl_dice_kind {
    FL_FAIR_DICE,  /* docs/fair-dice.md */
    FL_REAL_DICE,  /* players report the dice and cards of their own table */
    FL_LESSON_DICE /* the script of a lesson: core/lesson.h */
};

struct fl_table_options {
    const struct fl_game *game;
    struct fl_setup setup;
    enum fl_seat_kind seat_kind[FL_MAX_SEATS];
    uint8_t level[FL_MAX_SEATS]; /* of the bot in this seat */
    enum fl_clock_kind clock;
    int32_t seconds;   /* per move, or in the bank */
    int32_t increment; /* seconds per move that are added to the bank */
    enum fl_chat_kind chat;
    int32_t away;   /* seconds until a bot plays for a disconnected player; 0: never */
    bool listed;    /* in the lobby */
    bool no_pauses; /* bots answer as soon as they can, also where that reveals something */
    bool hints;     /* the player to move may ask for one */
    enum fl_dice_kind dice;
};

/* Reads the words after the game's name. False: *wrong is a translation key, `detail` the word. */
bool fl_table_options_read(const struct fl_game *, const char *words, const char *const *levels,
                           struct fl_table_options *out, const char **wrong,
                           char detail[FL_NAME_SIZE]);

/* Writes options as text that fl_table_options_read reads back. */
void fl_table_options_write(const struct fl_table_options *, const char *const *levels,
                            struct fl_buf *out);

/* Reads the kind of a seat: "person", "open" or "bot:LEVEL". */
bool fl_read_seat_kind(const char *word, const char *const *levels, enum fl_seat_kind *,
                       uint8_t *level);

/* The names of clocks, of kinds of chat and of kinds of dice. */
extern const char *const fl_clock_words[];
extern const char *const fl_chat_words[];
extern const char *const fl_dice_words[];

/* Takes the next word off a text. False at its end, or if the word does not fit; then it stays. */
bool fl_next_word(const char **text, char *out, size_t room);

/* Copies as many whole UTF-8 characters as fit. */
void fl_copy_text(char *to, size_t room, const char *text);

/* Reads a whole number from 0 to `most`; -1 if the word is none. */
int64_t fl_read_count(const char *word, int64_t most);

#endif
