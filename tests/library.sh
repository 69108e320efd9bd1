#!/bin/sh
# libflibuste as another program uses it: library.sh BUILD SOURCE. Installs it in an empty folder, compiles the example
# of docs/library.md as C and C++ against the pkg-config file, runs it with the shared and the static library, and
# checks headers and symbols. Prints TAP.
set -u
build=$1
source=$2
into=$(mktemp -d)
trap 'rm -rf "$into"' EXIT
number=0
failed=0
report() { # STATUS NAME
    number=$((number + 1))
    if [ "$1" = 0 ]; then echo "ok $number - $2"; else echo "not ok $number - $2"; failed=1; fi
}

DESTDIR=$into meson install -C "$build" --no-rebuild >"$into/log" 2>&1
report $? "the library installs"
pc=$(find "$into" -name flibuste.pc)
report $([ -n "$pc" ]; echo $?) "a pkg-config file is there"
export PKG_CONFIG_PATH="$(dirname "$pc")" PKG_CONFIG_SYSROOT_DIR="$into"
flags=$(pkg-config --cflags flibuste)
warnings="-Wall -Wextra -Wpedantic -Werror"
libs=$(dirname "$(find "$into" -name 'libflibuste.so' | head -n 1)")
example=$source/examples/library/match.c
export LD_LIBRARY_PATH=$libs
${CC:-cc} -std=c11 $warnings "$example" $flags -o "$into/c" $(pkg-config --libs flibuste)
report $? "the example compiles as C"
said=$("$into/c" 2>/dev/null | tr '\n' ' ')
report $(case $said in "mille-sabords over after "*"read again: equal ") echo 0 ;; *) echo 1 ;; esac) \
    "and plays a game: $said"
${CXX:-c++} -x c++ -std=c++11 $warnings "$example" $flags -o "$into/cxx" $(pkg-config --libs flibuste)
report $? "the example compiles as C++"
[ -n "$said" ] && [ "$("$into/cxx" 2>/dev/null | tr '\n' ' ')" = "$said" ]
report $? "and plays the same game"
${CC:-cc} -std=c11 $warnings "$example" $flags -o "$into/static" "$libs/libflibuste.a" -lm -lpthread
report $? "the example compiles against the static library"
[ -n "$said" ] && [ "$("$into/static" 2>/dev/null | tr '\n' ' ')" = "$said" ]
report $? "and plays the same game"
for header in "$source"/include/flibuste/*.h; do
    name=$(basename "$header")
    printf '#include <flibuste/%s>\nint main(void) { return 0; }\n' "$name" >"$into/one.c"
    ${CC:-cc} -std=c11 $warnings -c "$into/one.c" $flags -o "$into/one.o" &&
        ${CXX:-c++} -x c++ -std=c++11 $warnings -c "$into/one.c" $flags -o "$into/one.o"
    report $? "<flibuste/$name> compiles alone, as C and C++"
done
exported=$(nm -D --defined-only "$libs/libflibuste.so" | awk '$2 == "T" {print $3}')
strange=$(printf '%s\n' "$exported" | grep -v '^flibuste_[a-z_]*@@FLIBUSTE_[0-9]*$' | tr '\n' ' ')
report $([ -z "$strange" ]; echo $?) "the shared library exports only versioned flibuste_ functions $strange"
count=$(printf '%s\n' "$exported" | wc -l)
report $([ "$count" -le 120 ]; echo $?) "it exports at most 120 symbols: $count"
declared=$(cat "$source"/include/flibuste/*.h | grep -o '\bflibuste_[a-z_]*(' | tr -d '(' | sort -u)
[ "$declared" = "$(printf '%s\n' "$exported" | sed 's/@.*//' | sort -u)" ]
report $? "the headers declare what it exports"
strange=$(nm -g --defined-only "$libs/libflibuste.a" 2>/dev/null |
    awk 'NF == 3 && $3 !~ /^(fl|flibuste)_/ {print $3}' | tr '\n' ' ')
report $([ -z "$strange" ]; echo $?) "the static library exports only fl_ and flibuste_ symbols $strange"
echo "1..$number"
exit $failed
