"""The command line. One module per command: `add(commands)` says what it takes, its `run` does it; docs/cli.md describes all.

Exit status: 0 done, 1 a check failed, 2 bad input, said in one line on stderr. The commands import what they need when
they run, so that the line itself starts fast.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import sys
from collections.abc import Sequence

from parlour.engine.errors import BadInput
from parlour.languages import gettext as _
from parlour.languages import in_language, speaking

from .arguments import Parser
from .interrupts import interrupts
from .reader import asked_language

COMMANDS = (
    "serve",
    "play",
    "games",
    "rules",
    "house",
    "new",
    "check",
    "replay",
    "simulate",
    "arena",
    "train",
    "solve",
    "study",
    "envs",
    "bench",
    "art",
    "seat",
    "suggest",
    "rank",
    "languages",
    "score",
)


def parser() -> Parser:
    """The parser of the whole line."""
    from parlour import __version__

    whole = Parser(prog="parlour", description=_("A house of traditional card games. Without a command: the web table."))
    text = _("language of all that is said, such as de (default: as LANGUAGE, LC_ALL, LC_MESSAGES or LANG say)")
    whole.add_argument("--language", metavar="XX", help=text)
    whole.add_argument("--version", action="version", version=f"parlour {__version__}")
    commands = whole.add_subparsers(dest="command", metavar="command")
    for name in COMMANDS:
        importlib.import_module(f".{name}", __name__).add(commands)
    return whole


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command line (default: that of the process); the exit status."""
    for stream in (sys.stdout, sys.stderr, sys.stdin):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    with interrupts() as swallowed:
        try:
            return _answered(arguments, swallowed)
        except KeyboardInterrupt:
            return 130
        except Exception:
            if swallowed:  # what went wrong is what the interrupt left behind
                return 130
            raise


def _answered(arguments: Sequence[str] | None, swallowed: Sequence[object]) -> int:
    """Run one command line; the exit status. An error that is no fault of the line is raised. swallowed: see `interrupts`."""
    try:
        given, reader = asked_language(list(sys.argv[1:] if arguments is None else arguments))
        with speaking(reader):
            try:
                return _run(given)
            except BadInput as error:  # said in the language of the line
                print(f"parlour: {in_language(str(error))}", file=sys.stderr)
                return 2
    except BadInput as error:
        print(f"parlour: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        _no_more_output()
        return 141
    except Exception as error:
        from parlour.ladder.blame import of_compiler

        fault = None if swallowed else of_compiler(error)
        if fault is None:
            raise
        print(f"parlour: {fault}; `parlour check FOLDER` tells more", file=sys.stderr)
        return 2


def _run(given: list[str]) -> int:
    """Run one command; the exit status."""
    if not given or (given[0] not in ("-h", "--help", "--version") and given[0].startswith("-")):
        given = ["serve", *given]
    chosen = parser().parse_args(given)
    in_english = chosen.command == "serve" or getattr(chosen, "json", False)  # readers of pages have languages of their own
    with speaking(None) if in_english else contextlib.nullcontext():
        status = int(chosen.run(chosen))
    sys.stdout.flush()
    return status


def _no_more_output() -> None:
    """Discard the rest of the output without a message: its reader has gone."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
