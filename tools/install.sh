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

need() {
    command -v dpkg-query >/dev/null && command -v apt-get >/dev/null ||
        fail "needs Debian 12's apt-get, or install by hand: $*"
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

# Configures a build directory once and builds it: build DIR SETUP_ARGUMENTS...
build() {
    directory=$1
    shift
    log=$(mktemp)
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
build_packages="gcc libc6-dev meson ninja-build pkg-config libedit-dev libsqlite3-dev libuv1-dev libwslay-dev
libsodium-dev esbuild brotli"
