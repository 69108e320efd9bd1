#!/bin/bash
# Repeats tests on a busy machine: stress.sh REPETITIONS LOOPS [TEST...]
# Runs every TEST REPETITIONS times while LOOPS busy loops run. Tests are files of tests/browser or names of tests in
# tests/meson.build; without any, all files of tests/browser are run. BUILD is the build directory, build/check/release
# where it is not set. Prints for each test how often it passed and failed, and the failures.
set -u
if [ $# -lt 2 ] || [[ $1$2 =~ [^0-9] ]]; then
    sed -n '2s/^# .*: /usage: /p' "$0" >&2
    exit 2
fi
repetitions=$1 loops=$2
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
BUILD=$(realpath "${BUILD:-$root/build/check/release}")
export BUILD
shift 2
[ $# = 0 ] && set -- "$here"/*.test.mjs

out=$(mktemp -d)
busy=()
# shellcheck disable=SC2317
finish() {
    [ ${#busy[@]} = 0 ] || kill "${busy[@]}" 2>/dev/null
    rm -rf "$out"
}
trap finish EXIT
trap 'exit 130' INT TERM
for ((i = 0; i < loops; i++)); do
    while :; do :; done &
    busy+=($!)
done

# Runs a test once; leaves its results in $out/tap or $out/log and their count in $out/counted.
run() { # TEST NAME
    : >"$out/tap"
    if [ -f "$1" ]; then
        node --test --test-reporter=tap "$1" >"$out/tap" 2>&1
        "$root/tools/count_tests.py" tap "$out/tap" "$2" $? >"$out/counted"
    else
        meson test -C "$BUILD" --no-rebuild --timeout-multiplier 5 --logbase "stress-$$" "$1" >"$out/log" 2>&1
        "$root/tools/count_tests.py" meson "$BUILD/meson-logs/stress-$$.json" "$2" $? >"$out/counted"
        rm -f "$BUILD/meson-logs/stress-$$".*
    fi
}

worst=0
for file; do
    passed=0 failed=0
    : >"$out/failures"
    start=$SECONDS
    for ((i = 0; i < repetitions; i++)); do
        run "$file" "run $((i + 1))"
        read -r _ bad <"$out/counted"
        if [ "$bad" = 0 ]; then
            passed=$((passed + 1))
        else
            failed=$((failed + 1)) worst=1
            tail -n +2 "$out/counted" >>"$out/failures"
            grep -A 20 '^not ok' "$out/tap" | sed 's/^/    /' >>"$out/failures"
        fi
    done
    echo "$(basename "$file"): $passed passed, $failed failed, $(((SECONDS - start) / (repetitions ? repetitions : 1))) s per run"
    sed 's/^/  /' "$out/failures"
done
exit $worst
