/* Commands of clients. */
#ifndef FL_HOST_COMMANDS_H
#define FL_HOST_COMMANDS_H

#include "host/table.h"

/* A command that is being executed. */
struct fl_call {
    struct fl_host *host;
    fl_client_id client;
    struct fl_client *sender;  /* the same client */
    struct fl_table *table;    /* the sender's, or NULL */
    const char *text;          /* the whole command */
    const char *verb;          /* its first word; NULL if it is unknown */
    const char *args;          /* the words after it; functions that read them advance it */
    struct fl_phrase why;      /* a reason with arguments, if why.key is what the command returns */
    char detail[FL_NAME_SIZE]; /* text that `why` quotes */
};

struct fl_client_command {
    const char *word;
    /* Returns NULL, or the key of the reason why it refused. A refused command has no effect. */
    const char *(*run)(struct fl_call *);
    bool at_a_table;  /* needs a table, and is queued there while a write is pending */
    bool adds_events; /* at will: a table takes limits.events of them */
};

/* The commands of each file; a row without a word is the end. */
extern const struct fl_client_command fl_ban_commands[], fl_chat_commands[], fl_client_commands[],
    fl_hint_commands[], fl_link_commands[], fl_play_commands[], fl_real_dice_commands[],
    fl_record_commands[], fl_seat_commands[], fl_undo_commands[];

/* Executes a command now, or after earlier ones of the same client that are queued. */
void fl_command_run(struct fl_host *, fl_client_id, const char *text);
void fl_command_accept(struct fl_host *, fl_client_id, const char *text);

/* Sets a reason that quotes a text, and returns its key. */
const char *fl_call_quote(struct fl_call *, const char *key, const char *text);

/* Sends the refusal of a command. */
void fl_call_refuse(struct fl_call *, const char *key);

#endif
