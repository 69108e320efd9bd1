#!/bin/sh
# Checks that prettier would not change the page and its tests, and that no line has more than 100 columns: prettier
# breaks neither comments nor strings. Prints TAP.
cd "$(dirname "$0")/../.." || exit 1
echo 1..2
number=0

report() { # NAME FOUND
    number=$((number + 1))
    if [ -z "$2" ]; then
        echo "ok $number - $1"
    else
        echo "not ok $number - $1"
        printf '%s\n' "$2" | sed 's/^/# /'
        failed=1
    fi
}

report "prettier changes nothing (npm run format does)" \
    "$(npx --no-install prettier --list-different web tests/browser bench npm/*.js npm/*.ts npm/test 2>&1 | grep -v '^npm')"
report "no line of JavaScript has more than 100 columns" \
    "$(git ls-files -co --exclude-standard '*.js' '*.mjs' | LC_ALL=C.UTF-8 xargs grep -nE '^.{101}' | cut -c1-120)"
exit "${failed:-0}"
