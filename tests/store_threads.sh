#!/bin/sh
# The store's two threads under clang's thread sanitizer: store_threads.sh SOURCE BUILD. The build has
# generated the migrations. Prints the TAP of the tests; a race ends them with a status other than 0.
set -u
cd "$1" || exit 1
status=0
for name in test_store test_store_sqlite; do
    program=$2/store-threads-$name
    clang -std=c17 -g -O1 -fsanitize=thread -D_POSIX_C_SOURCE=200809L \
        -DGOLDEN='"tests/golden"' -Isrc "tests/$name.c" \
        tests/failing_disk.c tests/faulty_store.c tests/store_fixture.c src/store/*.c \
        "$2/src/sqlite_migrations.c" src/core/buf.c src/core/rng.c \
        -o "$program" -lcmocka -lsqlite3 -lpthread || exit 1
    TSAN_OPTIONS="halt_on_error=0 exitcode=66" "$program" || status=$?
done
exit "$status"
