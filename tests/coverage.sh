#!/bin/sh
# Line and branch coverage of the core and the games by their own tests: coverage.sh SOURCE BUILD.
# The build was made with -Db_coverage=true and its suite `rules` was run. Only lines with assert are
# excluded. Prints TAP: each group of files must reach 95 % of branches.
set -u
cd "$1" || exit 1
number=0
failed=0
echo "1..2"
for part in core games; do
    number=$((number + 1))
    table=$(gcovr --root . --object-directory "$2" --filter "src/$part/" \
        --exclude-lines-by-pattern '.*\bassert\(.*' --exclude-branches-by-pattern '.*\bassert\(.*' \
        --branches --fail-under-branch 95 2>&1)
    status=$?
    lines=$(gcovr --root . --object-directory "$2" --filter "src/$part/" \
        --exclude-lines-by-pattern '.*\bassert\(.*' 2>/dev/null | awk '/^TOTAL/ {print $4}')
    branches=$(printf '%s\n' "$table" | awk '/^TOTAL/ {print $4}')
    printf '%s\n' "$table" | sed 's/^/# /'
    if [ $status = 0 ] && [ -n "$branches" ]; then verdict=ok; else verdict="not ok"; failed=1; fi
    echo "$verdict $number - src/$part: $lines of lines, $branches of branches covered"
done
exit $failed
