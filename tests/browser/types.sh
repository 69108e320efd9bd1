#!/bin/sh
# The JSDoc types of the page, checked by tsc. Prints TAP.
cd "$(dirname "$0")/../.." || exit 1
echo 1..1
if found=$(npx --no-install tsc -p web 2>&1); then
    echo "ok 1 - the types of the page fit"
else
    echo "not ok 1 - the types of the page fit"
    echo "$found" | sed 's/^/# /'
    exit 1
fi
