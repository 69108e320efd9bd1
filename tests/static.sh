#!/bin/bash
# Static analysis: static.sh SOURCE. cppcheck reads all of src, gcc -fanalyzer the readers of external input and the core.
# Every finding is fixed, or is in cppcheck.suppressions or analyzer.judged with the reason why it is wrong. Prints TAP.
set -u
cd "$1" || exit 1
findings=$(mktemp)
trap 'rm -f "$findings"' EXIT
failed=0

report() { # NUMBER NAME
    if [ -s "$findings" ]; then
        echo "not ok $1 - $2: findings that were not judged"
        sed 's/^/# /' "$findings"
        failed=1
    else
        echo "ok $1 - $2: no finding that was not judged"
    fi
}

# Prints the findings of one file that are not in analyzer.judged.
analyse() { # FILE
    gcc -fanalyzer -O1 -std=c17 -D_POSIX_C_SOURCE=200809L -D_FILE_OFFSET_BITS=64 -I src -c "$1" -o /dev/null 2>&1 |
        grep -E 'error:|\[-Wanalyzer' | while read -r finding; do
        kind=$(sed -n 's/.*\[-Wanalyzer-\(.*\)\]$/\1/p' <<<"$finding")
        grep -q "^$1 $kind:" tests/analyzer.judged || echo "$finding"
    done
}

echo 1..2
cppcheck -j 2 --enable=warning,portability,performance --std=c11 --quiet -I src -I include \
    --suppressions-list=tests/cppcheck.suppressions --template='{file}:{line}: {id}: {message}' src 2>"$findings" ||
    echo "cppcheck failed" >>"$findings"
report 1 cppcheck
: >"$findings"
for file in src/core/*.c src/replay/*.c src/host/{commands,event,line,table_options}.c src/bots/{engine,protocol}.c \
    src/server/{confine,frames,http,log,rate_limit,record_answer,record_worker,replay_jobs}.c; do
    analyse "$file" >>"$findings"
done
report 2 "gcc -fanalyzer"
exit $failed
