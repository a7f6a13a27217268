#!/bin/sh
# Installs Stoa from a folder of a release: an address, or a folder on this machine where there is no network.
#
#   sh install.sh https://example.com/releases/0.2.0
#   sh install.sh /media/stick/stoa-0.2.0 "$HOME/bin"
#
# The executable is checked against the sums of the release before it is put in place.
set -eu

fail() {
  echo "stoa: $*" >&2
  exit 1
}

[ $# -ge 1 ] || fail "name the address or the folder of a release: sh install.sh ADDRESS [FOLDER]"
release=${1%/}
target=${2:-/usr/local/bin}

case "$(uname -s)" in
Linux) system=linux ;;
Darwin) system=darwin ;;
*) fail "there is no executable for $(uname -s) that this script could install" ;;
esac
case "$(uname -m)" in
x86_64 | amd64) name=stoa-$system-x64 ;;
aarch64 | arm64) name=stoa-$system-arm64 ;;
*) fail "there is no executable for $(uname -m)" ;;
esac

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Brings a file of the release here.
fetch() {
  case "$release" in
  http://* | https://*)
    if command -v curl >/dev/null; then
      curl --fail --silent --show-error --location --output "$work/$1" "$release/$1"
    else
      wget -q -O "$work/$1" "$release/$1"
    fi
    ;;
  *) cp "$release/$1" "$work/$1" ;;
  esac || fail "$1 could not be had from $release"
}

fetch SHA256SUMS
fetch "$name"
expected=$(sed -n "s/^\([0-9a-f]\{64\}\)  $name\$/\1/p" "$work/SHA256SUMS")
[ -n "$expected" ] || fail "the release has no sum of $name: nothing was installed"
if command -v sha256sum >/dev/null; then
  sum=$(sha256sum "$work/$name")
else
  sum=$(shasum -a 256 "$work/$name")
fi
[ "${sum%% *}" = "$expected" ] || fail "$name isn't what the release's sums say: nothing was installed"

mkdir -p "$target"
cp "$work/$name" "$target/.stoa.new"
chmod 755 "$target/.stoa.new"
mv -f "$target/.stoa.new" "$target/stoa"
echo "$target/stoa is installed. Start it with: $target/stoa serve"
