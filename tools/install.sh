# Sourced by run and check: installs what is missing from Debian's packages, says what it does.
# Expects $me, the name to speak under.

say() { printf '%s: %s\n' "$me" "$*" >&2; }
fail() { say "$*"; exit 1; }

# Names the packages of "$@" that are not installed.
missing_packages() {
    for package in "$@"; do
        dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' ||
            printf '%s ' "$package"
    done
}

as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

# Without apt-get the packages cannot be checked: says which are needed and goes on, since they may be installed by hand.
need() {
    if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
        say "without apt-get, these packages of Debian are not checked: $*"
        say "if the build fails, install them by hand; the build is: meson setup build --buildtype=release -Dtests=false"
        say "and: ninja -C build"
        return
    fi
    missing=$(missing_packages "$@")
    [ -z "$missing" ] && return
    [ "$(id -u)" = 0 ] || command -v sudo >/dev/null ||
        fail "needs root or sudo to install: $missing"
    say "installing $missing"
    log=$(mktemp)
    if ! { as_root apt-get update -q && as_root env DEBIAN_FRONTEND=noninteractive apt-get install \
        -q -y --no-install-recommends $missing; } >"$log" 2>&1; then
        tail -n 3 "$log" >&2
        fail "could not install: $missing"
    fi
    rm -f "$log"
}

# Installs a package if nobody else has installed what it brings: need_command COMMAND PACKAGE
need_command() {
    command -v "$1" >/dev/null || need "$2"
}

# Whether everything is installed that compiles to WebAssembly.
has_offline_tools() {
    command -v clang >/dev/null && command -v wasm-ld >/dev/null && [ -d /usr/include/wasm32-wasi ]
}

# Configures a build directory once and builds it: build DIR SETUP_ARGUMENTS...
build() {
    directory=$1
    shift
    log=$(mktemp)
    # A program that was installed later, such as clang for offline play, is found by configuring again.
    if [ "$me" = run ] && [ -e "$directory/build.ninja" ] && [ ! -e "$directory/src/wasm/flibuste.wasm" ] &&
        has_offline_tools; then
        meson setup --reconfigure "$directory" "$root" "$@" >"$log" 2>&1 || true
    fi
    if [ ! -e "$directory/build.ninja" ]; then
        say "configuring $directory"
        rm -rf "$directory"
        meson setup "$directory" "$root" "$@" >"$log" 2>&1 || { cat "$log" >&2; fail "could not configure $directory"; }
    fi
    say "building $directory"
    ninja -C "$directory" >"$log" 2>&1 || { cat "$log" >&2; fail "could not build $directory"; }
    rm -f "$log"
}

# What makes the tables without a server (WebAssembly); players do without.
offline_packages="clang lld wasi-libc libclang-rt-14-dev-wasm32"
# For stores in PostgreSQL, and the private servers of their tests; players do without.
postgres_packages="libpq-dev postgresql-15"
build_packages="gcc libc6-dev meson ninja-build pkg-config libedit-dev libncurses-dev libsqlite3-dev libuv1-dev libwslay-dev
libsodium-dev libqrencode-dev libjansson-dev libssl-dev zlib1g-dev esbuild brotli"
# For the Debian packages and their tests; players do without.
packaging_packages="debhelper dpkg-dev fakeroot lintian debootstrap desktop-file-utils appstream"
