"""The language of the command line: asked for by `--language`, or by the environment."""

from __future__ import annotations

import os

from parlour.engine.errors import BadInput, shown
from parlour.languages import ENGLISH, Language, language, languages, listed, preferred
from parlour.languages import gettext as _

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
