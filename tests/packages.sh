#!/bin/bash
# Packages and build options: packages.sh SOURCE. Builds the Debian packages in two directories, compares the bytes, runs
# lintian, installs them in a new Debian made by debootstrap and runs them there; then builds with the server, the
# terminal or the program left out. Needs root, and the network for debootstrap. Prints TAP.
set -u
source=$1
work=$(mktemp -d)
root=$work/debian
server=
trap '[ -z "$server" ] || kill "$server"; rm -rf --one-file-system "$work"' EXIT
export CCACHE_DISABLE=1 # a cached object would make two builds equal
number=0
failed=0
report() { # STATUS NAME [FILE]
    number=$((number + 1))
    if [ "$1" = 0 ]; then
        echo "ok $number - $2"
    else
        echo "not ok $number - $2"
        [ -z "${3-}" ] || tail -n 30 "$3" | sed 's/^/# /'
        failed=1
    fi
}

# Copies the files of the repository, not those of builds.
copy_source() { # TO
    mkdir -p "$1"
    git -C "$source" ls-files -z | tar -C "$source" --null --verbatim-files-from --ignore-failed-read -T - -c | tar -C "$1" -x
}

build_packages() { # DIRECTORY
    (cd "$1" && DEB_BUILD_OPTIONS="nocheck parallel=$(nproc)" dpkg-buildpackage -b -us -uc) >"$work/log" 2>&1
    report $? "the packages build in a directory called $(basename "$1")" "$work/log"
}

inside() { chroot "$root" env -i LANG=C.UTF-8 HOME=/root PATH=/usr/games:/usr/sbin:/usr/bin:/sbin:/bin "$@"; }

# ---- packages ----

copy_source "$work/one/flibuste"
copy_source "$work/two/deeper/another-name"
build_packages "$work/one/flibuste"
build_packages "$work/two/deeper/another-name"
names=$(cd "$work/one" && echo flibuste_*.deb libflibuste0_*.deb libflibuste-dev_*.deb)
for name in flibuste libflibuste0 libflibuste-dev; do
    deb=$(basename "$work"/one/"${name}"_*.deb)
    cmp "$work/one/$deb" "$work/two/deeper/$deb" >"$work/log" 2>&1
    report $? "both directories give the same bytes of $name" "$work/log"
done
lintian --allow-root --fail-on error,warning "$work"/one/*.changes >"$work/log" 2>&1
report $? "lintian has no error and no warning" "$work/log"

debootstrap --variant=minbase bookworm "$root" >"$work/log" 2>&1
report $? "debootstrap makes a new system" "$work/log"
cp "$work"/one/*.deb "$root/tmp"
# shellcheck disable=SC2086
inside sh -c "cd /tmp && apt-get install -q -y --no-install-recommends $(printf './%s ' $names)" >"$work/log" 2>&1
report $? "the packages install in it" "$work/log"
[ "$(inside flibuste --version | cut -d ' ' -f 1-2)" = "flibuste $(sed -n "s/^project('flibuste', 'c', version: '\([^']*\)'.*/\1/p" "$source/meson.build")" ]
report $? "the program says its version"
case $(inside flibuste --version) in *" -"*) status=1 ;; *) status=0 ;; esac
report $status "no part is left out"
inside sh -c 'yes 1 | flibuste play corsaires --seed 3 --pace 0' >"$work/log" 2>&1
report $? "a game is played in it" "$work/log"
inside flibuste serve --listen 127.0.0.1:18080 --store memory --quiet >"$work/ready" 2>"$work/log" &
server=$!
for _ in $(seq 100); do [ -s "$work/ready" ] && break; sleep 0.1; done
python3 -c 'import sys, urllib.request; sys.exit(b"Flibuste" not in urllib.request.urlopen("http://127.0.0.1:18080/").read())' 2>"$work/log"
report $? "its server serves the page" "$work/log"
kill "$server"
wait "$server" 2>/dev/null
server=
# The command of the Containerfile, with the PATH and the user of the container, at another port.
install -d -o "$(inside id -u flibuste)" "$root/var/lib/flibuste"
read -r -a container < <(sed -n 's/^\(ENTRYPOINT\|CMD\) \[\(.*\)\]$/\2/p' "$source/Containerfile" | tr -d '",' | tr '\n' ' ')
: >"$work/ready"
chroot --userspec=flibuste "$root" env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    "${container[@]/0.0.0.0:8080/127.0.0.1:18081}" --quiet >"$work/ready" 2>"$work/log" &
server=$!
for _ in $(seq 100); do [ -s "$work/ready" ] && break; sleep 0.1; done
[ -s "$work/ready" ] && [ -s "$root/var/lib/flibuste/tables.db" ]
report $? "the command of the container starts the server" "$work/log"
kill "$server"
wait "$server" 2>/dev/null
server=
inside getent passwd flibuste >"$work/log"
report $? "the server's user exists"
grep -q '^ExecStart=/usr/games/flibuste serve' "$root"/{usr/,}lib/systemd/system/flibuste.service 2>/dev/null
report $? "the unit starts the installed program"
libraries=$(dirname "$(find "$root/usr/lib" -name libflibuste.so)")
cc "$source/examples/library/match.c" -I "$root/usr/include" -L "$libraries" -lflibuste -o "$root/tmp/match" 2>"$work/log"
report $? "a program is compiled with libflibuste-dev" "$work/log"
inside /tmp/match >"$work/log" 2>&1
report $? "and runs with libflibuste0" "$work/log"
for page in man1 fr/man1; do
    [ -e "$root/usr/share/man/$page/flibuste.1.gz" ]
    report $? "the manual page is in $page"
done
desktop-file-validate "$root/usr/share/applications/flibuste.desktop" >"$work/log" 2>&1
report $? "the desktop entry is valid" "$work/log"
appstreamcli validate --no-net "$root/usr/share/metainfo/flibuste.metainfo.xml" >"$work/log" 2>&1
report $? "the AppStream metainfo is valid" "$work/log"
inside sh -c 'DEBIAN_FRONTEND=noninteractive apt-get purge -q -y flibuste libflibuste0 libflibuste-dev' >"$work/log" 2>&1
report $? "the packages can be removed" "$work/log"

# ---- options ----

# Builds without some parts, and without the libraries those would need.
build_without() { # NAME OPTION...
    meson setup "$work/$1" "$source" --werror --buildtype=plain -Dtests=false -Doffline=disabled "${@:2}" >"$work/log" 2>&1 &&
        ninja -C "$work/$1" >"$work/log" 2>&1
    report $? "it builds with ${*:2}" "$work/log"
}
needs() { readelf -d "$1" | grep -c -E "NEEDED.*($2)"; } # FILE LIBRARIES

build_without library -Dprogram=false
[ -e "$work/library/libflibuste.so" ] && [ ! -e "$work/library/flibuste" ]
report $? "only the library is built"
[ "$(needs "$work/library/libflibuste.so" 'uv|sodium|sqlite|pq|edit|ncurses|wslay|libz')" = 0 ]
report $? "and needs no other library"

build_without no-server -Dserver=false
[ "$(needs "$work/no-server/flibuste" 'uv|sodium|sqlite|pq')" = 0 ]
report $? "the program needs none of the server's libraries"
"$work/no-server/flibuste" serve 2>&1 | grep -q 'server'
report $? "and says that it has no server"
yes 1 | XDG_STATE_HOME=$work "$work/no-server/flibuste" play mille-sabords --seed 3 >"$work/log" 2>&1
report $? "a game is played without a server" "$work/log"

build_without no-terminal -Dterminal=false
[ "$(needs "$work/no-terminal/flibuste" 'edit|ncurses|tinfo')" = 0 ]
report $? "the program needs none of the terminal's libraries"
LANG=en "$work/no-terminal/flibuste" play corsaires 2>&1 | grep -q 'terminal'
report $? "and says that it has no terminal mode"
[ "$("$work/no-terminal/flibuste" games | wc -l)" -ge 5 ]
report $? "commands without a keyboard work"
echo "1..$number"
exit $failed
