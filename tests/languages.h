/* The languages whose texts the tests expect: their rows in lang/languages. test_core_words checks
 * the numbers. */
#ifndef TESTS_LANGUAGES_H
#define TESTS_LANGUAGES_H

enum { FL_ENGLISH, FL_FRENCH, FL_TESTED_LANGS };

#endif
