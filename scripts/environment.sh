#!/bin/sh
# Makes .venv ready for `play` or `test`: the locked dependencies, hashes checked, and this checkout itself, in place.
# `bare` is an environment with nothing in it yet, for scripts/lock.sh.
# A second call with nothing changed returns at once: a stamp holds the checksum of all that the environment depends on.
set -eu
cd "$(dirname "$0")/.."

level=${1:?"environment.sh play|test|bench|bare"}
case $level in
    play) lock=requirements.lock ;;
    test) lock=requirements-test.lock ;;
    bench) lock=requirements-bench.lock ;;
    bare) lock=/dev/null ;;
    *) echo "parlour: no such environment: $level (play, test, bench or bare)" >&2; exit 2 ;;
esac

# Of the outer world only an index or a certificate is welcome in here; these would aim the tools elsewhere.
unset PYTHONPATH PYTHONHOME VIRTUAL_ENV PIP_REQUIRE_VIRTUALENV PIP_TARGET PIP_PREFIX PIP_USER || true
export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_INPUT=1 PIP_USER=0

venv=.venv/bin/python
version='import sys; print(sys.implementation.name, sys.version)'
healthy() { # it runs, and on the interpreter asked for, if one is
    now=$($venv -c "$version" 2>/dev/null) || return 1
    [ -z "${PYTHON:-}" ] || [ "$now" = "$("$PYTHON" -c "$version" 2>/dev/null)" ]
}
key() { # the folder too: an environment does not survive being moved
    { pwd; $venv --version; cat "$1" pyproject.toml scripts/environment.sh; } | cksum
}
current() { [ "$(cat ".venv/ready-$1" 2>/dev/null)" = "$(key "$2")" ]; }

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
}

if healthy && current "$level" $lock; then
    exit 0
fi
if [ "$level" = play ] && healthy && current test requirements-test.lock; then
    exit 0 # what the tests need holds all that play needs, in the same versions
fi
if ! healthy; then
    make_venv
fi
if [ "$level" = bare ]; then
    exit 0
fi
echo "parlour: installing into .venv from $lock (once; a minute or two)"
rm -f .venv/ready-*
$venv -m pip --quiet install --require-hashes -r $lock
$venv -m pip --quiet install --no-deps --no-build-isolation --no-index --editable .
key $lock >".venv/ready-$level"
