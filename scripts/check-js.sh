#!/bin/sh
# Checks the types of the web table's scripts (JSDoc) with the TypeScript compiler that scripts/typescript.sh finds.
set -eu
cd "$(dirname "$0")/.."

TSC=$(sh scripts/typescript.sh)
# shellcheck disable=SC2086 # TSC may hold arguments
exec $TSC --noEmit --allowJs --checkJs --strict --noImplicitReturns --noFallthroughCasesInSwitch --noUnusedLocals \
    --target es2022 --module es2022 --moduleResolution bundler --lib es2022,dom,dom.iterable \
    src/parlour/table/static/js/*.js src/parlour/table/static/js/looks/*.js
