#!/bin/sh
# The interface of libflibuste, compared with tests/golden/libflibuste.abi: abi.sh BUILD SOURCE. BUILD has debugging
# information. `abi.sh --write BUILD SOURCE` accepts the present interface: only after additions, or together with a new
# major version. Prints TAP. Needs Debian's abigail-tools.
set -u
write=no
if [ "${1-}" = --write ]; then
    write=yes
    shift
fi
build=$1
source=$2
golden=$source/tests/golden/libflibuste.abi
now=$(mktemp)
trap 'rm -f "$now"' EXIT
abidw --headers-dir "$source/include/flibuste" --drop-private-types --no-show-locs --no-comp-dir-path \
    --no-corpus-path --exported-interfaces-only "$build/libflibuste.so" >"$now" ||
    { echo "Bail out! abidw cannot read $build/libflibuste.so"; exit 1; }
if [ $write = yes ]; then
    cp "$now" "$golden"
    exit
fi
echo "1..1"
if found=$(abidiff "$golden" "$now" 2>&1); then
    echo "ok 1 - the interface of libflibuste is that of tests/golden/libflibuste.abi"
else
    echo "not ok 1 - the interface of libflibuste changed"
    printf '%s\n' "$found" | sed 's/^/# /'
    exit 1
fi
