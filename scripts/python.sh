#!/bin/sh
# Prints the first interpreter on this machine that can run Parlour, or says in one line that there is none.
# $PYTHON, if set, is the only candidate. Each is run, not just found: a version manager's shim may exist and fail.
set -u

suits() {
    "$1" -c 'import sys; sys.exit(not (sys.implementation.name == "cpython" and (3, 11) <= sys.version_info[:2] <= (3, 13)))' \
        </dev/null >/dev/null 2>&1
}

for candidate in ${PYTHON:-python3 python3.13 python3.12 python3.11 "$HOME"/.pyenv/versions/3.1[123].*/bin/python}; do
    if suits "$candidate"; then
        printf '%s\n' "$candidate"
        exit 0
    fi
done
if [ -n "${PYTHON:-}" ]; then
    echo "parlour: PYTHON=$PYTHON is not a working Python 3.11, 3.12 or 3.13" >&2
else
    echo "parlour: needs Python 3.11, 3.12 or 3.13 and found none (on Debian or Ubuntu: apt install python3 python3-venv)" >&2
fi
exit 2
