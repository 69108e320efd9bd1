#!/bin/sh
# The same games from every compiler: same_results.sh GOLDEN PROGRAM... plays fixed-seed games of
# every game, seat count and agent with each program and compares the hashes with each other and
# with the golden ones. Prints TAP. With GOLDEN "new", prints the hashes to keep instead.
set -u
golden=$1
shift

hash_of() { # PROGRAM GAME SEATS AGENT GAMES
    "$1" sim "$2" --seats "$3" --agents "$4" --games "$5" --seed 2026 --json 2>/dev/null |
        sed -n 's/.*"hash":"\([0-9a-f]*\)".*/\1/p'
}

# Every case as "GAME SEATS AGENT GAMES"; random games are long, so there are fewer of them.
cases() {
    "$1" games --json | tr '{' '\n' | sed -n \
        's/.*"name":"\([^"]*\)".*"seats_min":\([0-9]*\),"seats_max":\([0-9]*\).*/\1 \2 \3/p' |
        while read -r game least most; do
            for seats in $(seq "$least" "$most"); do
                echo "$game $seats random 10"
                echo "$game $seats greedy 100"
                echo "$game $seats ismcts:20 1"
                if [ "$game" = mille-sabords ]; then
                    echo "$game $seats exact-points 100"
                    echo "$game $seats exact-win 5"
                fi
            done
        done
}

hashes() {
    cases "$1" | while read -r game seats agent games; do
        hash=$(hash_of "$1" "$game" "$seats" "$agent" "$games")
        [ -n "$hash" ] && echo "$game $seats $agent $hash" # unsupported seat counts are left out
    done
}

if [ "$golden" = new ]; then
    hashes "$1"
    exit
fi
failed=0
number=0
found=$(mktemp -d)
for program in "$@"; do # in parallel
    number=$((number + 1))
    hashes "$program" >"$found/$number" &
done
wait
number=0
echo "1..$#"
for program in "$@"; do
    number=$((number + 1))
    count=$(wc -l <"$found/$number")
    if [ "$count" -gt 0 ] && cmp -s "$found/$number" "$golden"; then
        echo "ok $number - $program plays the golden games ($count hashes)"
    else
        echo "not ok $number - $program plays other games than the golden ones"
        diff "$golden" "$found/$number" | sed 's/^/# /' | head -n 20
        failed=1
    fi
done
rm -r "$found"
exit $failed
