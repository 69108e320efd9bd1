#!/bin/sh
# Every promise of docs/guarantees.md names tests that exist: guarantees.sh SOURCE BUILD. Prints TAP.
set -eu
tests=$(mktemp)
trap 'rm -f "$tests"' EXIT
meson introspect --tests "$2" >"$tests"
"$1/tools/guarantees.py" names "$1/docs/guarantees.md" "$tests"
