#!/bin/sh
# The store's two threads under clang's thread sanitizer: store_threads.sh SOURCE BUILD. The build has
# made the migrations. Prints the TAP of test_store; a race ends it with another status than 0.
set -u
cd "$1" || exit 1
program=$2/store-threads
clang -std=c17 -g -O1 -fsanitize=thread -D_POSIX_C_SOURCE=200809L -Isrc tests/test_store.c \
    tests/failing_disk.c tests/faulty_store.c src/store/*.c "$2/src/migrations.c" src/core/buf.c \
    src/core/rng.c -o "$program" -lcmocka -lsqlite3 -lpthread || exit 1
TSAN_OPTIONS="halt_on_error=0 exitcode=66" "$program"
