#!/bin/sh
# make lock: works out the exact versions and hashes of everything, for every supported Python, system and processor.
# Versions already locked are kept where they still fit; UPGRADE=1 make lock takes the newest of all.
# The three files nest: play is part of test, test is part of bench, in the same versions.
set -eu
cd "$(dirname "$0")/.."

tools=.cache/lock-tools
if ! [ -x $tools/bin/uv ]; then
    sh scripts/environment.sh bare
    .venv/bin/python -m venv --without-pip $tools
    .venv/bin/python -m pip --python $tools/bin/python --quiet install uv
fi

compile() { # compile OUTPUT ARGUMENT...
    output=$1
    shift
    echo "parlour: locking $output"
    # The machine's own settings stay out: what is locked must be what everybody can fetch.
    env -u UV_INDEX_URL -u UV_EXTRA_INDEX_URL -u UV_INDEX -u UV_DEFAULT_INDEX -u UV_FIND_LINKS \
        $tools/bin/uv --no-config pip compile --quiet --universal --python-version 3.11 --generate-hashes \
        --no-emit-index-url --no-emit-find-links --no-annotate --fork-strategy fewest --custom-compile-command "make lock" \
        ${UPGRADE:+--upgrade} --output-file "$output" pyproject.toml --group build "$@"
}
compile requirements.lock
compile requirements-test.lock --extra test --constraint requirements.lock
compile requirements-bench.lock --extra test --extra bench --constraint requirements-test.lock
