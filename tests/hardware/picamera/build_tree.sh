#!/bin/sh
# Builds a Debian 13 tree with the real libcamera and picamera2 and runs the Pi camera's adapter in it, against
# libcamera's virtual camera: `make test-picamera`. Wants root, debootstrap, gcc is not needed outside; about 1.5 GB.
#   PICAMERA_TREE    where the tree is (kept between runs); default build/picamera-tree
#   DEBIAN_MIRROR    default http://deb.debian.org/debian
set -eu
here=$(cd "$(dirname "$0")" && pwd)
repository=$(cd "$here/../../.." && pwd)
tree=${PICAMERA_TREE:-$repository/build/picamera-tree}
mirror=${DEBIAN_MIRROR:-http://deb.debian.org/debian}

if [ "$(id -u)" -ne 0 ]; then echo "test-picamera: run it as root (chroot and debootstrap need that)" >&2; exit 1; fi
if ! command -v debootstrap >/dev/null; then echo "test-picamera: apt install debootstrap first" >&2; exit 1; fi

export DEBIAN_FRONTEND=noninteractive LC_ALL=C
in_tree() { chroot "$tree" "$@"; }

if [ ! -e "$tree/.base-done" ]; then
    rm -rf "$tree"
    mkdir -p "$tree"
    debootstrap --variant=minbase --include=ca-certificates trixie "$tree" "$mirror"
    echo "deb $mirror trixie-backports main" > "$tree/etc/apt/sources.list.d/backports.list"
    touch "$tree/.base-done"
fi
# The tree trusts and resolves what this machine does.
cp -L /etc/resolv.conf "$tree/etc/resolv.conf" || true
cp -L /etc/ssl/certs/ca-certificates.crt "$tree/etc/ssl/certs/ca-certificates.crt" || true

if [ ! -e "$tree/.packages-done" ]; then
    in_tree apt-get update -q
    in_tree apt-get install -y -q --no-install-recommends -t trixie-backports python3-libcamera libcamera-ipa
    in_tree apt-get install -y -q --no-install-recommends gcc libc6-dev python3-dev libcap-dev python3-venv
    in_tree apt-get clean
    in_tree python3 -m venv --system-site-packages /opt/venv
    in_tree /opt/venv/bin/pip install -q --no-cache-dir picamera2 opencv-python-headless av
    touch "$tree/.packages-done"
fi

rm -rf "$tree/opt/callshot-test"
mkdir -p "$tree/opt/callshot-test/callshot"
cp -r "$repository/hardware" "$repository/rules" "$tree/opt/callshot-test/callshot/"
cp "$here/pykms.py" "$here/drive.py" "$here/dmabuf_shim.c" "$tree/opt/callshot-test/"
in_tree gcc -shared -fPIC -O1 -Wall -o /opt/callshot-test/dmabuf_shim.so /opt/callshot-test/dmabuf_shim.c
in_tree timeout 120 env LD_PRELOAD=/opt/callshot-test/dmabuf_shim.so PYTHONPATH=/opt/callshot-test OMP_NUM_THREADS=1 \
    /opt/venv/bin/python -X faulthandler /opt/callshot-test/drive.py
