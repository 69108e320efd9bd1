/* The view of a client: a JSON sight, kept up to date from the differences that the host sends. */
#ifndef TESTS_CLIENT_VIEW_H
#define TESTS_CLIENT_VIEW_H

#include <jansson.h>

/* Applies the changes of a message to a view. Aborts if they do not fit. */
void apply_changes(json_t *sight, json_t *event);

#endif
