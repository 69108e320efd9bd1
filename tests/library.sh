#!/bin/sh
# libflibuste as another program uses it: library.sh BUILD. Installs it in an empty folder,
# compiles a program against the pkg-config file, runs it with the shared and the static library,
# and checks the symbols. Prints TAP.
set -u
build=$1
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
cat >"$into/guest.c" <<'END'
#include <flibuste.h>
#include <stdio.h>

int main(void)
{
    const struct fl_game *game = fl_game_find("mille-sabords");
    struct fl_setup setup = fl_setup_default(game, 3);
    struct fl_rng rng = fl_rng_from(7, 0);
    struct fl_match match;
    fl_match_begin(&match, game, &setup, FL_TRUTH);
    while (fl_match_play_chance_rng(&match, &rng) == FL_OK && fl_match_turn(&match)) {
        int seat = __builtin_ctz(fl_match_turn(&match));
        struct fl_sight sight;
        struct fl_moves moves;
        fl_match_sight(&match, seat, &sight);
        fl_list(game, &sight.state, seat, &moves);
        fl_match_play(&match, seat, moves.at[fl_rng_below(&rng, moves.count)].move);
    }
    printf("%s over after %u steps\n", game->name, match.steps);
    fl_match_end(&match);
    return 0;
}
END
flags=$(pkg-config --cflags flibuste)
libs=$(dirname "$(find "$into" -name 'libflibuste.so' | head -n 1)")
${CC:-cc} -std=c17 -Wall -Wextra -Werror "$into/guest.c" $flags -o "$into/shared" $(pkg-config --libs flibuste)
report $? "a program compiles against the shared library"
said=$(LD_LIBRARY_PATH=$libs "$into/shared")
report $(case $said in "mille-sabords over after "*) echo 0 ;; *) echo 1 ;; esac) "and plays a game: $said"
${CC:-cc} -std=c17 -Wall -Wextra -Werror "$into/guest.c" $flags -o "$into/static" "$libs/libflibuste.a"
report $? "a program compiles against the static library"
[ -n "$said" ] && [ "$("$into/static")" = "$said" ]
report $? "and plays the same game"
strange=$(nm -D --defined-only "$libs/libflibuste.so" | awk '$3 !~ /^fl_/ {print $3}' | tr '\n' ' ')
report $([ -z "$strange" ]; echo $?) "the shared library exports only fl_ symbols $strange"
count=$(nm -D --defined-only "$libs/libflibuste.so" | wc -l)
report $([ "$count" -le 120 ]; echo $?) "the shared library exports at most 120 symbols: $count"
strange=$(nm -g --defined-only "$libs/libflibuste.a" 2>/dev/null | awk 'NF == 3 && $3 !~ /^fl_/ {print $3}' | tr '\n' ' ')
report $([ -z "$strange" ]; echo $?) "the static library exports only fl_ symbols $strange"
echo "1..$number"
exit $failed
