/* The names of events. */
#include "store/store.h"

const char *fl_event_word(enum fl_event_kind kind)
{
    static const char *const word[] = {
#define FL_EVENT_WORD(name, text) text,
        FL_EVENT_KINDS(FL_EVENT_WORD)
#undef FL_EVENT_WORD
    };
    return word[kind];
}
