#!/bin/sh
# A busy server under clang's thread sanitizer: server_threads.sh SOURCE BUILD. The loop, the storage thread and
# the bots' threads are checked; games and searches, which share nothing, come from the build. Prints TAP.
set -u
cd "$1" || exit 1
build=$2
out=$build/server-threads
mkdir -p "$out"
rm -f "$out"/*.o # of files that have another name now
export out
for file in src/net/handshake.c src/server/*.c src/host/*.c src/store/*.c "$build/src/sqlite_migrations.c" tests/busy_server.c; do
    echo "$file"
done | xargs -P 2 -I FILE sh -c 'clang -std=c17 -g -O1 -fsanitize=thread -D_POSIX_C_SOURCE=200809L -Isrc \
    -c FILE -o "$out/$(basename FILE .c)-$(basename "$(dirname FILE)").o"' || exit 1
clang -fsanitize=thread "$out"/*.o "$build/src/libreplay.a" "$build/src/libreports.a" "$build/src/libagents.a" "$build/src/libgames.a" \
    "$build/src/libcore.a" -o "$out/server" -luv -lsodium -lwslay -lsqlite3 -lpthread -lm || exit 1
python3 tests/busy.py "$out/server" "$build/tests/load"
