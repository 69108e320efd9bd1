/* Translations of the system's error messages, which are always English. */
#ifndef FL_TERM_SYSTEM_ERROR_H
#define FL_TERM_SYSTEM_ERROR_H

/* The translation key of a message of strerror. Returns NULL for any other text. */
const char *fl_system_key(const char *message);

#endif
