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

from parlour.engine.errors import BadInput, shown
from parlour.languages import ENGLISH, Language, language, languages, listed, preferred, speaking
from parlour.languages import gettext as _

from .arguments import Parser

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
    told = _("language of all that is said, such as de (default: as LANGUAGE, LC_ALL, LC_MESSAGES or LANG say)")
    whole.add_argument("--language", metavar="XX", help=told)
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
    try:
        given, reader = asked_language(list(sys.argv[1:] if arguments is None else arguments))
        with speaking(reader):
            return _run(given)
    except BadInput as error:
        print(f"parlour: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        _no_more_output()
        return 141
    except Exception as error:
        from parlour.ladder.blame import of_compiler

        fault = of_compiler(error)
        if fault is None:
            raise
        print(f"parlour: {fault}; `parlour check FOLDER` tells more", file=sys.stderr)
        return 2


def _run(given: list[str]) -> int:
    """Run one command; the exit status."""
    if not given or (given[0] not in ("-h", "--help", "--version") and given[0].startswith("-")):
        given = ["serve", *given]
    chosen = parser().parse_args(given)
    with speaking(None) if chosen.command == "serve" else contextlib.nullcontext():  # its readers ask for languages of their own
        status = int(chosen.run(chosen))
    sys.stdout.flush()
    return status


OWN_LANGUAGE = ("art", "rules")
"""Commands whose option `--language` is about what they print. Before them it is the language of all that is said."""


def asked_language(given: list[str]) -> tuple[list[str], Language]:
    """The line without `--language`, and the language in which it is answered: that one, or that of the environment. BadInput."""
    end = given.index("--") if "--" in given else len(given)
    for at, word in enumerate(given[:end]):
        option, equals, code = word.partition("=")
        if option != "--language" or any(one in OWN_LANGUAGE for one in given[:at]):
            continue
        after = at + 1 if equals else at + 2
        code = code or (given[at + 1] if at + 1 < end else "")
        found = language(code)
        if found is None:
            known = listed(languages())
            raise BadInput(_("--language {code}: the languages are {known}", code=shown(code), known=known))
        return given[:at] + given[after:], found
    return given, _of_environment()


def _of_environment() -> Language:
    """The language that the environment asks for, as for every program: none in the locale C."""
    locale = next((value for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (value := os.environ.get(name, ""))), "")
    if not locale or locale.partition(".")[0] in ("C", "POSIX"):
        return languages()[ENGLISH]
    wanted = (os.environ.get("LANGUAGE") or locale).split(":")
    return preferred(",".join(one.partition(".")[0].partition("@")[0].replace("_", "-") for one in wanted))


def _no_more_output() -> None:
    """Discard the rest of the output without a message: its reader has gone."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
