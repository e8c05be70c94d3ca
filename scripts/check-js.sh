#!/bin/sh
# Checks the types of the web table's scripts (JSDoc) with the TypeScript compiler, where there is one: TSC, tsc on the path, or npx.
# The project itself needs neither; without them this says so and succeeds.
set -eu
cd "$(dirname "$0")/.."

if [ -n "${TSC:-}" ]; then :
elif command -v tsc >/dev/null 2>&1; then TSC=tsc
elif command -v npx >/dev/null 2>&1; then TSC="npx --yes -p typescript@5 tsc"
else
    echo "no tsc and no npx here: the scripts' types are not checked"
    exit 0
fi
# shellcheck disable=SC2086 # TSC may hold arguments
exec $TSC --noEmit --allowJs --checkJs --strict --noImplicitReturns --noFallthroughCasesInSwitch \
    --target es2022 --module es2022 --moduleResolution bundler --lib es2022,dom,dom.iterable src/parlour/table/static/js/*.js
