#!/bin/sh
# What `meson install` installs: install.sh BUILD. Installs in an empty folder and looks for every file that distributions
# expect. Prints TAP.
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
report $? "everything installs"
prefix=/usr/local # of a build without --prefix
for file in bin/flibuste lib/systemd/system/flibuste.service lib/sysusers.d/flibuste.conf share/applications/flibuste.desktop \
    share/bash-completion/completions/flibuste share/zsh/site-functions/_flibuste \
    share/fish/vendor_completions.d/flibuste.fish share/doc/flibuste/LICENSE share/doc/flibuste/CHANGELOG.md \
    share/doc/flibuste/README.md share/doc/flibuste/docs/hosting.md share/doc/flibuste/docs/rules/corsaires.fr.md \
    share/icons/hicolor/scalable/apps/flibuste.svg share/man/man1/flibuste.1 share/man/fr/man1/flibuste.1 \
    share/metainfo/flibuste.metainfo.xml; do
    [ -s "$into$prefix/$file" ]
    report $? "$file is installed"
done
unit=$into$prefix/lib/systemd/system/flibuste.service
grep -q "^ExecStart=$prefix/bin/flibuste serve" "$unit" && grep -q "^EnvironmentFile=-$prefix/etc/default/flibuste" "$unit"
report $? "the unit has the prefix"
user=$(sed -n 's/^User=//p' "$unit")
[ -n "$user" ] && grep -q "^u $user " "$into$prefix/lib/sysusers.d/flibuste.conf"
report $? "sysusers makes the user of the unit"
version=$("$into$prefix/bin/flibuste" --version | cut -d ' ' -f 2)
grep -q "version=\"$version\"" "$into$prefix/share/metainfo/flibuste.metainfo.xml" &&
    grep -q "^## $version ([0-9-]*)" "$into$prefix/share/doc/flibuste/CHANGELOG.md" &&
    head -n 1 "$into$prefix/share/man/man1/flibuste.1" | grep -q "$version"
report $? "program, metainfo, changes and manual have the same version"
grep -r -l '@[a-z]*@' "$unit" "$into$prefix/share/metainfo" >"$into/log"
report $([ ! -s "$into/log" ]; echo $?) "no placeholder is left"
echo "1..$number"
exit $failed
