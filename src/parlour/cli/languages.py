"""parlour languages: how far each language is, what is missing or stale in one, and its catalogues brought up to date."""

from __future__ import annotations

import argparse

from parlour.engine.errors import BadInput, shown
from parlour.languages import gettext as _

from .arguments import Commands, add_json, command, print_json


def add(commands: Commands) -> None:
    made = command(commands, "languages", run, _("show what is translated, what is missing and what is stale"))
    made.add_argument("codes", metavar="LANGUAGE", nargs="*", help=_("list what is missing or stale in these, as de"))
    made.add_argument(
        "--update", action="store_true", help=_("bring the catalogues of these languages up to date with the sources")
    )
    add_json(made)


def run(arguments: argparse.Namespace) -> int:
    from parlour.languages import languages
    from parlour.translating import report, update

    codes = list(dict.fromkeys(arguments.codes))
    for code in codes:
        _must_be_known(code, arguments.update)
    if arguments.update:
        for code in codes or [code for code, one in languages().items() if not one.is_english]:
            for path in update(code):
                print(path)
        languages.cache_clear()
    found = report(codes)
    if arguments.json:
        print_json([vars(one) | {"done": one.done, "ok": one.ok} for one in found])
    else:
        for one in found:
            claim = f"  {_('claims to be complete')}" if one.claimed else ""
            gaps = _("{missing} missing, {stale} stale", missing=len(one.missing), stale=len(one.stale))
            done = _("{done} of {all}", done=f"{one.done:5}", all=f"{one.total:5}")
            print(f"{one.code:6} {one.name:10} {done}  {gaps}{claim}")
            for fault in one.faults:
                print(f"       {_('wrong: {fault}', fault=fault)}")
            if codes and not arguments.update:
                for kind, texts in ((_("missing"), one.missing), (_("stale"), one.stale)):
                    for text in texts:
                        print(f"       {kind}: {text!r}")
    return 0 if all(one.ok for one in found) else 1


def _must_be_known(code: str, new: bool) -> None:
    from babel import Locale, UnknownLocaleError

    from parlour.languages import languages

    if code in languages() and code != "en":
        return
    try:
        Locale.parse(code.replace("-", "_"))
    except (UnknownLocaleError, ValueError):
        raise BadInput(_("{code} is not a code of a language, such as de or pt-BR", code=shown(code))) from None
    if not new or code == "en":
        known = ", ".join(one for one in languages() if one != "en")
        raise BadInput(
            _(
                "there are no catalogues for {code}: choose from {known}, or begin them with --update",
                code=shown(code),
                known=known,
            )
        )
