#!/bin/sh
# Finds a Chromium that starts, for the browser tests, installing one where this machine allows it.
# Prints its path; or prints nothing, says why on stderr in one line, and fails.
# $PARLOUR_CHROMIUM names one by hand; PARLOUR_CHROMIUM=none does without.
set -u
cd "$(dirname "$0")/.."

limited() { # seconds command...; not every system has timeout
    if command -v timeout >/dev/null 2>&1; then timeout "$@"; else shift; "$@"; fi
}
starts() { # a launcher may be on the path and have no browser behind it: only a page shown counts
    [ -n "$1" ] && limited 60 "$1" --headless --no-sandbox --disable-gpu --disable-dev-shm-usage \
        --user-data-dir="$profile" --dump-dom 'data:text/html,<p>parlour</p>' </dev/null 2>/dev/null | grep -q '<p>parlour</p>'
}
found() {
    # Without windows to draw, the shell takes a fifth less of the processor.
    for name in chromium-headless-shell chromium chromium-browser google-chrome google-chrome-stable; do
        path=$(command -v "$name") && starts "$path" && printf '%s\n' "$path" && return 0
    done
    path=$(.venv/bin/python -c 'from playwright.sync_api import sync_playwright as p
with p() as play: print(play.chromium.executable_path)' 2>/dev/null)
    [ -x "$path" ] && starts "$path" && printf '%s\n' "$path"
}
as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi
}
may_install() {
    [ "$(id -u)" = 0 ] || sudo -n true 2>/dev/null
}

profile=$(mktemp -d)
trap 'rm -rf "$profile"' EXIT

case ${PARLOUR_CHROMIUM:-} in
    "") ;;
    none) echo "PARLOUR_CHROMIUM=none asks for no browser" >&2; exit 1 ;;
    *)
        starts "$PARLOUR_CHROMIUM" && printf '%s\n' "$PARLOUR_CHROMIUM" && exit 0
        echo "PARLOUR_CHROMIUM=$PARLOUR_CHROMIUM does not start" >&2
        exit 1
        ;;
esac
found && exit 0

why="no Chromium on this machine"
if command -v apt-get >/dev/null 2>&1 && may_install; then
    echo "parlour: installing Chromium for the browser tests (apt-get)" >&2
    export DEBIAN_FRONTEND=noninteractive
    as_root apt-get -qq update >/dev/null 2>&1
    for package in chromium-headless-shell chromium; do
        as_root apt-get -qq install -y --no-install-recommends "$package" fonts-dejavu-core >/dev/null 2>&1
        found && exit 0
    done
    why="$why, and apt-get could not install one that starts"
elif command -v apt-get >/dev/null 2>&1; then
    why="$why, and installing one needs root or passwordless sudo"
fi
echo "parlour: fetching Chromium for the browser tests (playwright)" >&2
limited 300 .venv/bin/python -m playwright install chromium </dev/null >/dev/null 2>&1
found && exit 0
echo "$why; playwright could not fetch one either" >&2
exit 1
