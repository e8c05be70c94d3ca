#!/bin/sh
# Makes .venv ready for `play` or `test`: the locked dependencies, hashes checked, and this checkout itself, in place.
# `bare` is an environment with nothing in it yet, for scripts/lock.sh.
# A second call with nothing changed returns at once: a stamp holds the checksum of all that the environment depends on.
set -eu
cd "$(dirname "$0")/.."

level=${1:?"environment.sh play|test|bench|bare"}
case $level in # what would do: each environment holds all of the one before, in the same versions
    play) enough="play test bench" ;;
    test) enough="test bench" ;;
    bench) enough="bench" ;;
    bare) enough="" ;;
    *) echo "parlour: no such environment: $level (play, test, bench or bare)" >&2; exit 2 ;;
esac
lock_of() {
    if [ "$1" = play ]; then echo requirements.lock; else echo "requirements-$1.lock"; fi
}

# Of the outer world only an index or a certificate is welcome in here; these would aim the tools elsewhere.
unset PYTHONPATH PYTHONHOME VIRTUAL_ENV PIP_REQUIRE_VIRTUALENV PIP_TARGET PIP_PREFIX PIP_USER || true
export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_INPUT=1 PIP_USER=0

venv=.venv/bin/python
version='import sys; print(sys.implementation.name, sys.version)'
healthy() { # made here (an environment does not survive being moved), it runs, and on the Python asked for, if one is
    [ "$(cat .venv/made-in 2>/dev/null)" = "$PWD" ] && now=$($venv -c "$version" 2>/dev/null) || return 1
    [ -z "${PYTHON:-}" ] || [ "$now" = "$("$PYTHON" -c "$version" 2>/dev/null)" ]
}
key() { { $venv --version; cat "$(lock_of "$1")" pyproject.toml scripts/environment.sh; } | cksum; }
current() { [ -f ".venv/ready-$1" ] && [ "$(cat ".venv/ready-$1")" = "$(key "$1")" ]; }

borrow_pip() { # Debian without python3-venv lacks the bundled pip; a pip of the machine's own can put one in
    "$1" -m pip --version >/dev/null 2>&1 && "$1" -m venv --without-pip .venv >/dev/null 2>&1 &&
        "$1" -m pip --python $venv --quiet install pip 2>/dev/null
}
make_venv() {
    python=$(sh scripts/python.sh)
    rm -rf .venv
    if "$python" -c 'import ensurepip, venv' >/dev/null 2>&1; then
        "$python" -m venv .venv
    elif ! borrow_pip "$python" && ! "$python" -m virtualenv --quiet .venv >/dev/null 2>&1; then
        rm -rf .venv
        echo "parlour: $python cannot make a virtual environment (on Debian or Ubuntu: apt install python3-venv)" >&2
        exit 2
    fi
    echo "$PWD" >.venv/made-in
}

if healthy; then
    for each in $enough; do
        if current "$each"; then exit 0; fi
    done
else
    make_venv
fi
if [ "$level" = bare ]; then
    exit 0
fi
echo "parlour: installing into .venv from $(lock_of "$level") (once; a minute or two)"
rm -f .venv/ready-*
$venv -m pip --quiet install --require-hashes -r "$(lock_of "$level")"
$venv -m pip --quiet install --no-deps --no-build-isolation --no-index --editable .
key "$level" >".venv/ready-$level"
