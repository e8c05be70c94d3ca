#!/bin/sh
# Finds the TypeScript compiler that checks the types of the web table's scripts, fetching it by npm where this machine allows it.
# Prints the command; or prints nothing, says why on stderr in one line, and fails.
# $TSC names one by hand; TSC=none does without.
set -u
cd "$(dirname "$0")/.."

version=5.9.3 # of the compiler: another one may find other faults
folder=.cache/typescript
fetched=$folder/node_modules/typescript/bin/tsc

works() { $1 --version </dev/null >/dev/null 2>&1; }
as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi
}

case ${TSC:-} in
    "") ;;
    none) echo "TSC=none asks for no check" >&2; exit 1 ;;
    *)
        works "$TSC" && printf '%s\n' "$TSC" && exit 0
        echo "TSC=$TSC does not start" >&2
        exit 1
        ;;
esac
if works "node $fetched" && [ "$(node $fetched --version)" = "Version $version" ]; then
    echo "node $PWD/$fetched"
    exit 0
fi
if ! command -v npm >/dev/null 2>&1 && [ "${CI:-}" = true ] && command -v apt-get >/dev/null 2>&1; then
    echo "parlour: installing npm for the types of the scripts (apt-get)" >&2
    export DEBIAN_FRONTEND=noninteractive
    { as_root apt-get -qq update && as_root apt-get -qq install -y --no-install-recommends nodejs npm; } >/dev/null 2>&1
fi
if command -v npm >/dev/null 2>&1; then
    mkdir -p $folder
    npm install --silent --no-audit --no-fund --no-save --prefix $folder "typescript@$version" </dev/null >/dev/null 2>&1
    works "node $fetched" && echo "node $PWD/$fetched" && exit 0
    why="npm could not fetch typescript@$version"
else
    why="no npm on this machine"
fi
if works tsc; then # of whatever version: better than none
    echo tsc
    exit 0
fi
echo "$why, and no tsc on the path" >&2
exit 1
