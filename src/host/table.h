/* A table: a match with guests. Only the files of this directory include this.
 *
 * Whatever happens at a table is an event. It is written down first (fl_table_write), and what it
 * means is done and told when the store has answered (fl_table_hear): stored before it is spoken.
 * While an answer is due, everything else for the table waits. */
#ifndef FL_HOST_TABLE_H
#define FL_HOST_TABLE_H

#include "core/fair.h"
#include "core/json.h"
#include "core/lesson.h"
#include "core/throw.h"
#include "host/host.h"
#include "host/terms.h"

enum {
    FL_TOKEN_SIZE = 16, /* bytes: 128 bits */
    FL_TOKEN_TEXT = 2 * FL_TOKEN_SIZE + 1,
    FL_CODE_SIZE = 7, /* six letters and digits that are not mistaken for each other */
    FL_ID_TEXT = 17,
    FL_MAX_BLOCKED = 16,
    FL_BUCKETS = 4096,     /* of tables, by code */
    FL_PAGE_SIZE = 1 << 18 /* bytes of the longest message */
};

#define FL_NO_LINE ((fl_line)UINT32_MAX)

enum fl_phase { FL_GATHERING, FL_PLAYING, FL_OVER_AND_DONE, FL_CLOSED };

/* A chair at the table and who sits on it. */
struct fl_chair {
    enum fl_chair_kind kind;
    uint8_t level;     /* of the bot that sits here, or plays for who is away */
    bool taken;        /* a person has it, here or away */
    bool bot_plays;    /* for that person */
    bool left;         /* the person gave the seat up during the match: no waiting for him */
    bool barred;       /* the person was shut out: the token opens it no more */
    bool shown;        /* watchers may look through these eyes */
    bool asked;        /* it is this seat's turn */
    int64_t gone;      /* since when nobody is here for it; 0: somebody is */
    int64_t time_left; /* milliseconds, as it stood at `since` */
    int64_t since;     /* when the question was put */
    uint32_t question; /* the event that put it */
    uint64_t choices;  /* fingerprint of the moves it offers */
    char name[FL_NAME_SIZE];
    char nonce[FL_FAIR_WORD_SIZE];
    unsigned char token_hash[FL_HASH_SIZE];
};

/* An event on its way into the store. */
struct fl_pending {
    uint64_t ticket;
    bool creates; /* the table itself; the event counts for nothing */
    bool played;  /* the match is already ahead of what people know; `before` is what they know */
    fl_line line; /* who asked for it, or FL_NO_LINE */
    int rows;
    struct fl_store_seat row[2];
    bool has_result; /* the event changes the match's result to this: */
    char result[FL_RESULT_SIZE];
    char token[FL_TOKEN_TEXT]; /* to be told once the event is heard; or empty */
    struct fl_match before;
    struct fl_event event;
    unsigned char data[];
};

/* A command that waits. */
struct fl_waiting {
    struct fl_waiting *next;
    fl_line line;
    char text[];
};

struct fl_table {
    struct fl_host *host;
    struct fl_table *next; /* in the same bucket */
    uint64_t id;
    uint32_t slot; /* its place in the host's list */
    char code[FL_CODE_SIZE], name[FL_ID_TEXT];
    struct fl_terms terms;
    enum fl_phase phase;
    int64_t created;
    uint32_t n;       /* the last event that was heard */
    uint32_t matches; /* begun at this table, rematches included */
    uint32_t again;   /* the event that gathered for this match; 0: it is the first */
    unsigned char keeper_hash[FL_HASH_SIZE];
    unsigned char secret[FL_SECRET_SIZE];
    struct fl_fair_source dice;
    struct fl_source real;          /* of a table with real dice, */
    struct fl_lesson_source script; /* and of a lesson */
    struct fl_match match;          /* begun while playing and over */
    struct fl_chair *chair;

    uint32_t guests, guest_room;
    fl_line *guest; /* the lines at this table */
    int64_t empty;  /* since when there are none; 0: there are some */

    struct fl_pending *pending;
    struct fl_waiting *queue, **queue_end;
    uint32_t queued;
    bool busy;        /* inside fl_table_stir */
    bool stopped;     /* the last write failed, */
    int64_t retry;    /* and this is when to try again by itself */
    bool clocks_rest; /* they stood still, and that is not yet written down */

    uint64_t thinking; /* the ticket of a bot's question, or 0 */
    int thinker;       /* the seat it is for */
    fl_move thought;   /* the answer, where thought_at says when to make it */
    bool has_thought;
    int64_t thought_at;

    uint32_t alike_at; /* the event after which these eyes saw the same; 0: not known */
    fl_seats alike;

    int undo_seat; /* who asks to take a move back, or -1 */
    uint32_t undo_steps;
    fl_seats agreed;

    int blocked_count;
    char (*blocked)[FL_NAME_SIZE]; /* names that may not sit down here */
    int64_t wake;

    size_t stream_len, stream_room; /* events of this match, and all chat: docs/protocol.md */
    unsigned char *stream;
};

/* Who is at the other end of a line. */
struct fl_guest {
    bool open, keeper, has_token;
    uint8_t eyes; /* of one without a seat: FL_WATCHER, or a seat that is shown */
    fl_seats seats;
    uint32_t chats;            /* chat lines in a row, */
    int64_t chatted;           /* the last of them */
    uint64_t hint;             /* the ticket of the hint he waits for, or 0, */
    int64_t hint_question;     /* and what it is about */
    int64_t hinted;            /* when he last asked for one */
    struct fl_table *at;       /* or NULL */
    uint32_t waiting;          /* commands of his that wait, */
    struct fl_table *waits_at; /* all at this table */
    char name[FL_NAME_SIZE];
    unsigned char token_hash[FL_HASH_SIZE];
};

struct fl_host {
    struct fl_port port;
    struct fl_limits limits;
    uint32_t guest_room;
    struct fl_guest *guest; /* by line */
    uint32_t tables, table_room;
    struct fl_table **table; /* by slot; NULL where free */
    struct fl_table *bucket[FL_BUCKETS];
    uint32_t frozen;
    uint64_t *frozen_id; /* tables of the store that cannot go on */
    uint64_t serial;     /* of tickets */
    int64_t wake;
    bool stopping;
    int thoughts;
    fl_line *lines;            /* scratch: whom a message goes to; limits.guests of them */
    char detail[FL_NAME_SIZE]; /* what a refusal quotes */
    const char *verb;          /* of the command being answered */
    const char *command;       /* all of it */
    struct fl_counts counts;
    struct fl_view view[3];  /* scratch: before, after, and those of others */
    struct fl_saying saying; /* scratch */
    char page[FL_PAGE_SIZE]; /* scratch: the message being written */
};

/* ---- tables.c: finding and keeping them ---- */
struct fl_table *fl_table_new(struct fl_host *, uint64_t id, const struct fl_terms *);
void fl_table_free(struct fl_table *);
struct fl_table *fl_table_find(struct fl_host *, const char *name); /* id or code */
uint64_t fl_table_free_id(struct fl_host *);                        /* one whose code is free */
bool fl_table_is_frozen(const struct fl_host *, const char *name);  /* there is one, but not here */

/* ---- table.c: writing, hearing, waiting ---- */
struct fl_pending *fl_table_draft(struct fl_table *, enum fl_event_kind, fl_line, size_t len);
void fl_table_write(struct fl_table *, struct fl_pending *);
bool fl_table_create(struct fl_table *, fl_line);
bool fl_table_close(struct fl_table *, fl_line);
void fl_table_stir(struct fl_table *); /* does what is to be done now */
void fl_table_wait(struct fl_table *, fl_line, const char *text);
void fl_table_forget_waiting(struct fl_table *, fl_line);
bool fl_table_fold(struct fl_table *, const struct fl_event *, bool played);
void fl_table_set_wake(struct fl_table *);
int64_t fl_now(const struct fl_host *);
bool fl_table_recover(struct fl_host *, uint64_t id);

/* ---- stream.c: the events of a table in memory, and bytes in events ---- */
struct fl_kept {
    struct fl_event event; /* without its time */
    size_t next;           /* where the one after it begins */
};
void fl_stream_add(struct fl_table *, const struct fl_event *);
bool fl_stream_at(const struct fl_table *, size_t at, struct fl_kept *out);
void fl_stream_begin_anew(struct fl_table *); /* keeps the chat */
void fl_table_fit(struct fl_table *); /* gives back memory that a match which is over needs not */
size_t fl_steps_size(uint32_t steps);
void fl_steps_put(unsigned char *data, const struct fl_step *, uint32_t steps, bool by_bot);
uint32_t fl_steps_count(const struct fl_event *);
struct fl_step fl_steps_get(const struct fl_event *, uint32_t i);
bool fl_steps_by_bot(const struct fl_event *);
uint32_t fl_read_u32(const unsigned char *);
void fl_write_u32(unsigned char *, uint32_t);

/* ---- secrets.c ---- */
void fl_token_make(struct fl_host *, char text[FL_TOKEN_TEXT], unsigned char hash[FL_HASH_SIZE]);
bool fl_token_hash(const char *text, unsigned char hash[FL_HASH_SIZE]);
void fl_tell_token(struct fl_table *, fl_line, const char *token);
bool fl_same_hash(const unsigned char *, const unsigned char *); /* in constant time */
void fl_table_fair(const struct fl_table *, struct fl_fair *out);
void fl_table_take_dice(struct fl_table *);
struct fl_source *fl_table_chance(struct fl_table *); /* where dice and cards come from */

/* ---- guests.c: lines at tables ---- */
bool fl_read_name(const char *text, char name[FL_NAME_SIZE]); /* without spaces at its ends */
bool fl_guest_enter(struct fl_host *, fl_line, struct fl_table *);
void fl_guest_exit(struct fl_host *, fl_line); /* from the table he is at, if any */
void fl_guest_show_out(struct fl_host *, fl_line, const char *why);
fl_seats fl_guest_eyes(const struct fl_guest *); /* through which he looks, watchers included */
bool fl_seat_is_here(const struct fl_table *, int seat);
void fl_table_mind_presence(struct fl_table *);
void fl_table_mind_eyes(struct fl_table *);

/* ---- seats.c, play.c, chat.c, clock.c, bots.c: what events do; each returns whether it wrote */
bool fl_seats_mind(struct fl_table *);
void fl_seats_fold(struct fl_table *, const struct fl_event *);
void fl_seats_hear(struct fl_table *, const struct fl_pending *); /* what it means for lines */
void fl_seats_empty_the_left(struct fl_table *);                  /* before a rematch */
void fl_seats_give_up(struct fl_table *, const unsigned char *seat, size_t count);
fl_seats fl_seats_in(const unsigned char *seat, size_t count);
enum fl_status fl_play(struct fl_table *, int seat, fl_move, bool by_bot, fl_line);
bool fl_play_fold(struct fl_table *, const struct fl_event *, bool played);
void fl_setup_first(const struct fl_game *, struct fl_setup *, int first); /* of a rematch */
void fl_play_take_back(struct fl_table *, const struct fl_pending *);
/* Writes down all steps since `before`, and what must follow them; FL_TOO_LONG: it went back. */
enum fl_status fl_play_on(struct fl_table *, const struct fl_match *before, bool by_bot, fl_line);
void fl_undo_forget(struct fl_table *);
int fl_undo_free_seat(const struct fl_table *);     /* whose last move needs no consent, or -1 */
void fl_tell_undo_free(struct fl_table *, fl_line); /* if it is a seat of this line */
void fl_tell_step_free(struct fl_table *, const struct fl_event *, const struct fl_match *before);
bool fl_clock_mind(struct fl_table *);
void fl_clock_set(struct fl_table *, const struct fl_event *);
void fl_clock_start(struct fl_table *, int64_t at);
void fl_clock_charge(struct fl_table *, int seat, int64_t at, bool moved);
int64_t fl_clock_left(const struct fl_table *, int seat, int64_t at);
bool fl_seat_is_late(const struct fl_table *, int seat, int64_t at);
bool fl_clock_write(struct fl_table *);
bool fl_bots_mind(struct fl_table *);
bool fl_bot_plays(const struct fl_table *, int seat);

/* ---- lesson.c: a table that teaches ---- */
const struct fl_lesson *fl_table_lesson(const struct fl_table *); /* that is taught here, or NULL */
bool fl_lesson_mind(struct fl_table *); /* makes the next move of the script */
/* NULL, or the word key of what is wrong with a legal move of the pupil's. */
const char *fl_lesson_refuse(const struct fl_table *, int seat, fl_move);
void fl_json_lesson(struct fl_json *, const struct fl_table *, int viewer); /* a member, or none */

/* ---- throws.c: a table with real dice ---- */
void fl_tell_throw(struct fl_table *,
                   fl_line); /* what is asked of this line, if it is dice's turn */
uint32_t fl_throw_last(const struct fl_table *); /* how many steps stay without the last thing */

/* ---- blocked.c ---- */
void fl_block_fold(struct fl_table *, const struct fl_event *);
void fl_block_hear(struct fl_table *, const struct fl_event *);
bool fl_table_blocks(const struct fl_table *, const char *name);

/* ---- commands.c ---- */
void fl_command_do(struct fl_host *, fl_line, const char *text);
void fl_command_in_turn(struct fl_host *, fl_line, const char *text); /* behind those that wait */

/* What a line can ask for: the word, the function of that name, and whether it is asked at a table
 * and so waits its turn there. Each gets the words after the first. */
#define FL_COMMANDS(_)                                                                             \
    _(move, true) /* first, because it is what people say most */                                  \
    _(hello, false)                                                                                \
    _(lobby, false)                                                                                \
    _(new, false)                                                                                  \
    _(join, false)                                                                                 \
    _(resume, false)                                                                               \
    _(look, true)                                                                                  \
    _(watch, true)                                                                                 \
    _(show, true)                                                                                  \
    _(record, true)                                                                                \
    _(sit, true)                                                                                   \
    _(nonce, true)                                                                                 \
    _(swap, true)                                                                                  \
    _(chair, true)                                                                                 \
    _(leave, true)                                                                                 \
    _(block, true)                                                                                 \
    _(close, true)                                                                                 \
    _(start, true)                                                                                 \
    _(undo, true)                                                                                  \
    _(chance, true)                                                                                \
    _(agree, true)                                                                                 \
    _(disagree, true)                                                                              \
    _(hint, true)                                                                                  \
    _(rematch, true)                                                                               \
    _(chat, true)                                                                                  \
    _(say, true)

#define FL_COMMAND_FUNCTION(word, at_a_table)                                                      \
    void fl_do_##word(struct fl_host *, fl_line, const char *);
FL_COMMANDS(FL_COMMAND_FUNCTION)
#undef FL_COMMAND_FUNCTION

/* ---- chat.c ---- */
extern const char *const fl_chat_phrases[]; /* word keys; ends with NULL */

/* ---- tell.c: messages ---- */
struct fl_json fl_message(struct fl_host *, struct fl_buf *, const char *is);
void fl_send(struct fl_host *, const fl_line *, int lines, struct fl_json *);
void fl_send_table(struct fl_table *, struct fl_json *); /* to everybody there */
void fl_refuse(struct fl_host *, fl_line, const char *key);
void fl_refuse_quoting(struct fl_host *, fl_line, const char *key, const char *text);
void fl_refuse_setup(struct fl_host *, fl_line, const struct fl_terms *, const char *key);
void fl_refuse_phrase(struct fl_host *, fl_line, const struct fl_phrase *);
void fl_json_table(struct fl_json *, const struct fl_table *); /* members: all that is public */
void fl_json_seats(struct fl_json *, const struct fl_table *);
void fl_json_clocks(struct fl_json *, const struct fl_table *);
void fl_json_lobby(struct fl_json *, const struct fl_host *);
void fl_tell_table(struct fl_table *);
void fl_tell_table_to(struct fl_table *, fl_line);
void fl_tell_seats(struct fl_table *);
void fl_tell_you(struct fl_host *, fl_line);
void fl_tell_stopped(struct fl_table *, bool stopped);

/* ---- update.c: what a step changed, for each pair of eyes ---- */
void fl_tell_steps(struct fl_table *, const struct fl_event *, const struct fl_match *before);
void fl_tell_question(struct fl_table *, int seat);
int64_t fl_question_of(const struct fl_table *, int seat); /* the number it is told by */
void fl_tell_views(struct fl_table *, fl_line);            /* through all the eyes of this line */

/* ---- difference.c: of two views ---- */
bool fl_same_view(const struct fl_view *, const struct fl_view *);
/* Members of an object: what leads from the first view to the second. */
void fl_json_difference(struct fl_json *, const struct fl_game *, const struct fl_view *views);

/* ---- log.c: events in words ---- */
void fl_json_says(struct fl_json *, struct fl_saying *joined);
void fl_say_step(struct fl_saying *joined, const struct fl_sight *, struct fl_step);
void fl_json_mover(struct fl_json *, const struct fl_event *);
/* Copies an event's bytes from a place to its end as a text. */
void fl_event_text(char *to, size_t room, const struct fl_event *, size_t from);
void fl_tell_event(struct fl_table *, const struct fl_event *);
void fl_tell_log(struct fl_table *, fl_line, uint32_t cursor); /* what came after it */

#endif
