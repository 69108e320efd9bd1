#!/bin/sh
# Checks that every C file is formatted by clang-format: format.sh SOURCE. Prints TAP.
cd "$1" || exit 1
found=$(find src include examples tests bench -name '*.[ch]' | sort | xargs clang-format --dry-run 2>&1 | grep 'warning:' |
    cut -d: -f1 | sort -u)
echo "1..1"
if [ -z "$found" ]; then
    echo "ok 1 - every C file is as clang-format writes it"
else
    echo "not ok 1 - run clang-format -i on these"
    printf '%s\n' "$found" | sed 's/^/# /'
    exit 1
fi
