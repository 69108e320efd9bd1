/* Characters for terminals without UTF-8. */
#ifndef FL_TERM_ASCII_H
#define FL_TERM_ASCII_H

#include <stdio.h>

/* The ASCII character that stands for a character in UTF-8: a letter without its accent, "+" and
 * "-" for frames, "?" if there is none. */
char fl_ascii_of(const char *text);

/* A stream that writes to another one and replaces every character outside ASCII. Returns the other
 * one if memory is short. The stream lives until the program ends. */
FILE *fl_ascii_stream(FILE *to);

#endif
