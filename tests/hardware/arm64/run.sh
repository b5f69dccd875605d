#!/bin/sh
# On an x86 machine: the program in 64 bit ARM form, under qemu's user emulation, with Debian 13's arm64 Python and the
# locked aarch64 wheels: the rules' tests, one inference, a short replay. Wants root, debootstrap, qemu-user-static and
# the virtual environment of `make install-dev`; nothing has to be registered with the kernel. About 1 GB.
#   ARM64_TREE       where the tree is (kept between runs); default build/arm64-tree
#   DEBIAN_MIRROR    default http://deb.debian.org/debian
set -eu
here=$(cd "$(dirname "$0")" && pwd)
repository=$(cd "$here/../../.." && pwd)
tree=${ARM64_TREE:-$repository/build/arm64-tree}
mirror=${DEBIAN_MIRROR:-http://deb.debian.org/debian}
python=$repository/.venv/bin/python

command -v debootstrap >/dev/null && command -v qemu-aarch64-static >/dev/null || {
    echo "test-arm64: apt install debootstrap qemu-user-static first" >&2
    exit 1
}

if [ ! -e "$tree/.base-done" ]; then
    rm -rf "$tree"
    mkdir -p "$tree"
    # Only unpacked, never configured: that needs no ARM program to run.
    debootstrap --foreign --arch=arm64 --variant=minbase --include=python3,libpython3-stdlib,libstdc++6 trixie "$tree" "$mirror"
    for package in "$tree"/var/cache/apt/archives/*.deb; do dpkg-deb -x "$package" "$tree"; done
    touch "$tree/.base-done"
fi
version=$(cd "$tree/usr/bin" && ls python3.* | grep -E '^python3\.[0-9]+$' | head -1)

if [ ! -e "$tree/.wheels-done" ]; then
    rm -rf "$tree/opt/wheels" "$tree/opt/site"
    "$python" -m pip download -q --dest "$tree/opt/wheels" --only-binary=:all: --require-hashes \
        --python-version "${version#python}" --implementation cp --abi "cp3${version#python3.}" --abi abi3 --abi none \
        --platform manylinux_2_28_aarch64 --platform manylinux_2_27_aarch64 --platform manylinux_2_26_aarch64 \
        --platform manylinux_2_17_aarch64 --platform manylinux2014_aarch64 \
        -r "$repository/requirements/run.txt"
    "$python" -m pip install -q --target "$tree/opt/site" --no-deps --only-binary=:all: --no-compile \
        --python-version "${version#python}" --implementation cp --abi "cp3${version#python3.}" --abi abi3 --abi none \
        --platform manylinux_2_28_aarch64 --platform manylinux_2_27_aarch64 --platform manylinux_2_26_aarch64 \
        --platform manylinux_2_17_aarch64 --platform manylinux2014_aarch64 "$tree"/opt/wheels/*.whl
    "$python" -m pip install -q --target "$tree/opt/site" --only-binary=:all: --no-compile \
        --python-version "${version#python}" --implementation cp --abi "cp3${version#python3.}" --abi abi3 --abi none \
        --platform manylinux_2_28_aarch64 --platform manylinux_2_27_aarch64 --platform manylinux_2_26_aarch64 \
        --platform manylinux_2_17_aarch64 --platform manylinux2014_aarch64 pytest hypothesis pytest-timeout
    touch "$tree/.wheels-done"
fi
ls "$tree/opt/wheels" | wc -l | sed 's/$/ wheels for aarch64/'

# onnxruntime looks at the processor while it is imported. Under emulation it would find the PC's description beside
# ARM's registers, and crash (seen with 1.32 and qemu 7.2); a Pi 5's core is described here. qemu looks into the tree first.
mkdir -p "$tree/proc" "$tree/sys/devices/system/cpu"
echo 0 >"$tree/sys/devices/system/cpu/possible"
echo 0 >"$tree/sys/devices/system/cpu/present"
cat >"$tree/proc/cpuinfo" <<'END'
processor	: 0
BogoMIPS	: 108.00
Features	: fp asimd evtstrm aes pmull sha1 sha2 crc32 atomics fphp asimdhp cpuid asimdrdm lrcpc dcpop asimddp
CPU implementer	: 0x41
CPU architecture: 8
CPU variant	: 0x4
CPU part	: 0xd0b
CPU revision	: 1

END

rm -rf "$tree/opt/callshot"
mkdir -p "$tree/opt/callshot"
for room in rules hardware calibration models tracker; do ln -s "$repository/$room" "$tree/opt/callshot/$room"; done
# Compiling is slow under emulation: what was compiled once is kept in the tree.
arm() {
    env -u PYTHONHOME OMP_NUM_THREADS=1 qemu-aarch64-static -L "$tree" -E PYTHONHOME="$tree/usr" -E PYTHONPYCACHEPREFIX="$tree/opt/bytecode" \
        -E PYTHONPATH="$tree/opt/site:$tree/opt" "$tree/usr/bin/$version" "$@"
}
arm -c 'import platform; print(platform.machine(), platform.python_version())'
cd "$repository"
arm -m pytest -q -p no:cacheprovider -o addopts="--import-mode=importlib" -m "not soak" tests/rules/test_nine_ball.py tests/rules/test_eight_ball.py
arm "$here/see.py"
