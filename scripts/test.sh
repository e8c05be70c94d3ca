#!/bin/sh
# make test: every check of the house. All of them run, whatever fails; the last to speak is pytest.
# What could not be installed, and which check failed before pytest, is said at the start and again just above its last line.
set -eu
cd "$(dirname "$0")/.."

sh scripts/environment.sh test
mkdir -p .cache/compiled
chmod go-w .cache/compiled # whatever the umask: rules are not kept where others can write
notices=$PWD/.cache/notices
: >"$notices"
# Compiled rules are kept in the checkout, shared by all that runs here; nothing of the user's is read or written.
export PARLOUR_CACHE_DIR="$PWD/.cache/compiled" NUMBA_CACHE_DIR="$PWD/.cache/numba" PARLOUR_NOTICES="$notices"
export RUFF_CACHE_DIR="$PWD/.cache/ruff"
# Most of the time goes into compiling, a fifth of it into making code quick that here runs for a moment. So it is compiled at
# LLVM's first level; tests/ladder/test_shipped.py plays a room at the level that ships, `make soak` does everything at that.
export NUMBA_OPT=1 NUMBA_LOOP_VECTORIZE=0
unset PYTHONPATH || true
# The tests start some hundreds of processes; where the environment forbids Python to keep bytecode each would parse every module.
.venv/bin/python -m compileall -q src

notice() { # loudly now, and again at the end (tests/conftest.py prints the file)
    printf '%s\n' "$1" >>"$notices"
    printf '\n!!!! %s\n\n' "$1"
}

if chromium=$(sh scripts/browser.sh 2>.cache/browser.log); then
    PARLOUR_CHROMIUM=$chromium
    echo "browser: $chromium"
else
    PARLOUR_CHROMIUM=none
    notice "BROWSER TESTS ARE SKIPPED: $(tail -n 1 .cache/browser.log)"
fi
export PARLOUR_CHROMIUM

if TSC=$(sh scripts/typescript.sh 2>.cache/typescript.log); then
    echo "types of the scripts: $TSC"
else
    TSC=none
    notice "THE TYPES OF THE SCRIPTS ARE NOT CHECKED: $(tail -n 1 .cache/typescript.log)"
fi
export TSC

status=0
check() {
    echo "== $*"
    if ! ".venv/bin/$@"; then
        status=1
        notice "FAILED: $*"
    fi
}
check ruff check --quiet .
check ruff format --check --quiet .
check mypy --no-error-summary
check lint-imports --no-logo --cache-dir .cache/import-linter

echo "== pytest"
.venv/bin/python -m pytest -n "${WORKERS:-2}" --dist loadgroup --no-loadscope-reorder --durations 25 || status=1
exit $status
