#!/bin/sh
# Assembles the base image of the Dockerfile from Debian packages and the Node of this checkout, for machines that reach
# Debian's mirrors and the npm registry, but no container registry. Needs root, mmdebstrap, buildah, npm, and the
# packages of this checkout (npm install).
#
#   deploy/base-image.sh localhost/webdata-base
#   buildah build --format docker --network host --build-arg BASE=localhost/webdata-base -t webdata:latest .
#
# BUILDAH replaces the command, such as "buildah --root /srv/images".
set -eu

name=${1:-localhost/webdata-base}
buildah=${BUILDAH:-buildah}
checkout=$(cd "$(dirname "$0")/.." && pwd)
node=$(PATH=$checkout/node_modules/.bin:$PATH node -p process.execPath)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
root=$folder/root

# Suite of the Dockerfile's default base.
mmdebstrap --quiet --variant=minbase --include=ca-certificates bookworm "$root"

install -m 755 "$node" "$root/usr/local/bin/node"
mkdir -p "$root/usr/local/lib/node_modules" "$root/usr/local/etc"
npm_folder=$(dirname "$(dirname "$(readlink -f "$(command -v npm)")")")
cp -R "$npm_folder" "$root/usr/local/lib/node_modules/npm"
ln -s ../lib/node_modules/npm/bin/npm-cli.js "$root/usr/local/bin/npm"
# npm in the image uses the registry and the certificate authorities of this machine.
cp -L /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/ca-certificates.crt"
{
  echo "registry=$(npm config get registry)"
  echo "cafile=/etc/ssl/certs/ca-certificates.crt"
} >"$root/usr/local/etc/npmrc"

tar -C "$root" --numeric-owner -cf "$folder/root.tar" .
container=$($buildah from scratch)
$buildah add --quiet "$container" "$folder/root.tar" / >/dev/null
$buildah config --env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin --cmd node "$container"
$buildah commit --quiet --format docker --rm "$container" "$name"
