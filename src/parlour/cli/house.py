"""parlour house: a group's house rules in a file: shown in words, compared, checked, and carried on."""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from parlour.engine.errors import BadInput, shown
from parlour.engine.files import write_text
from parlour.engine.reading import whole_number
from parlour.languages import gettext as _
from parlour.languages import listed, ngettext, pgettext

from .arguments import Commands, add_json, command, house_rules, print_json, read_text, refuse_with

if TYPE_CHECKING:
    from parlour.house.agreement import Agreement, HouseRules, Version

WIDTH = 100
_RULES = ("preset", "set", "ruling", "needed", "note")
ACTS: dict[str, tuple[str, ...]] = {
    "show": ("version", "json"),
    "diff": ("json",),
    "check": ("json",),
    "new": ("by", "title", "member", *_RULES),
    "propose": ("by", *_RULES),
    "agree": ("by",),
    "object": ("by", "note"),
    "withdraw": ("by",),
    "back": ("by",),
    "join": ("member",),
    "leave": ("member",),
}
"""The things that can be done with a document, and the options that matter for each."""
OPTIONS = ("by", "title", "member", *_RULES, "version", "json")


def add(commands: Commands) -> None:
    made = command(commands, "house", run, _("a group's house rules: show, compare, check or change them"))
    made.add_argument("file", metavar="FILE", nargs="?", help=_("the document"))
    made.add_argument(
        "act",
        metavar="ACT",
        nargs="?",
        default="show",
        choices=ACTS,
        help=_("{acts} (default: {usual})", acts=", ".join(ACTS), usual="show"),
    )
    made.add_argument(
        "of", metavar="OF", nargs="*", help=_("diff: versions, usual, proposal or a file; new: GAME; back: a version")
    )
    made.add_argument("--presets", metavar="GAME", help=_("list the well-known variants of a game to begin from"))
    made.add_argument("--by", metavar="NAME", help=_("who does it (default: the first member)"))
    made.add_argument("--title", metavar="TEXT", help=_("what the document is called (new)"))
    made.add_argument(
        "--member", action="append", default=[], metavar="NAME", help=_("a member (new, join, leave); can be repeated")
    )
    made.add_argument("--preset", metavar="NAME", help=_("begin from a well-known variant (new, propose)"))
    made.add_argument("--set", action="append", default=[], metavar="RULE=VALUE", help=_("a house rule; can be repeated"))
    made.add_argument(
        "--ruling",
        action="append",
        default=[],
        metavar="5=TEXT",
        help=_("a ruling on rule 5 of the rulebook as it is printed, or by its identifier as R5=TEXT; empty drops it"),
    )
    made.add_argument("--needed", metavar="N", help=_("how many must agree to later changes: a number, or all"))
    made.add_argument("--note", default="", metavar="TEXT", help=_("why (propose, object)"))
    made.add_argument("--version", type=int, metavar="N", help=_("the version to show (default: the one in force)"))
    add_json(made)


def run(arguments: argparse.Namespace) -> int:
    if arguments.presets is not None:
        refuse_with(arguments, "--presets", *(name for name in OPTIONS if name != "json"))
        return _presets(arguments)
    if arguments.file is None:
        raise BadInput(_("which FILE? (parlour house FILE; parlour house FILE new GAME begins one)"))
    if arguments.of and arguments.act not in ("diff", "new", "back"):
        raise BadInput(_("parlour house FILE {act} takes nothing more: {given}", act=arguments.act, given=shown(arguments.of[0])))
    useless = (name for name in OPTIONS if name not in ACTS[arguments.act])
    refuse_with(arguments, arguments.act, *useless)
    acts: dict[str, Callable[[argparse.Namespace], int]] = {"show": _show, "diff": _diff, "check": _check, "new": _new}
    return acts.get(arguments.act, _change)(arguments)


# looking


def _load(arguments: argparse.Namespace) -> Agreement:
    from parlour.house.agreement_toml import read_agreement

    return read_agreement(read_text(arguments.file), arguments.file)


def _check(arguments: argparse.Namespace) -> int:
    from parlour.house.agreement_toml import faults

    found = faults(read_text(arguments.file), arguments.file)
    notes = [] if found else _notes(_load(arguments))
    if arguments.json:
        print_json({"file": arguments.file, "faults": found, "notes": notes})
    else:
        good = [
            _("{file}: in order", file=arguments.file),
            *(_("{file}: note: {note}", file=arguments.file, note=one) for one in notes),
        ]
        print("\n".join(found or good))
    return 1 if found else 0


def _notes(agreement: Agreement) -> list[str]:
    """Return notes on valid documents: consent that one device gave for several members, or that no device gave."""
    from parlour.house.agreement import by_one_device

    found = []
    for version in (*agreement.versions, *([agreement.proposal] if agreement.proposal else [])):
        what = _("version {number}", number=version.number) if version.settled else _("the proposal")
        for device, names in by_one_device(version.devices).items():
            found.append(_("{what}: device {device} answered for {names}", what=what, device=device, names=listed(names)))
        unseen = [name for name in version.agreed if name not in version.devices]
        if agreement.log and unseen:
            found.append(_("{what}: agreed in a file, with no device: {names}", what=what, names=listed(unseen)))
    return found


def _show(arguments: argparse.Namespace) -> int:
    agreement = _load(arguments)
    rules = agreement.house_rules(arguments.version)
    if arguments.json:
        print_json(_as_json(agreement, rules))
    else:
        print("\n".join(_as_text(agreement, rules)))
    return 0


def _as_text(agreement: Agreement, rules: HouseRules) -> list[str]:
    from parlour.engine import speech
    from parlour.house.agreement import differences, needed_words

    room = agreement.room
    lines = [_("{title}: house rules for {game}", title=agreement.title, game=speech.title(room))]
    lines += [_("Members: {names}", names=", ".join(agreement.members)), ""]
    if rules.version:
        version = agreement.version(rules.version)
        values = {"number": version.number, "day": version.settled, "name": version.by}
        lines.append(f"{_('Version {number}, since {day}, proposed by {name}.', **values)} {_answers(version)}")
        lines += _bullets(differences(room, None, rules) or [_("the usual rules")])
        lines.append(_("Who must agree to a change: {members}.", members=needed_words(version.needed)))
    else:
        lines.append(_("Nothing is agreed on yet: the usual rules."))
    if agreement.proposal and rules.version == len(agreement.versions):
        proposed = _("Proposed by {name} on {day}.", name=agreement.proposal.by, day=agreement.proposal.proposed)
        lines += ["", f"{proposed} {_answers(agreement.proposal)}"]
        lines += _bullets(differences(room, agreement.in_force, agreement.proposal) or [_("the usual rules")])
        if agreement.proposal.note:
            lines += textwrap.wrap(f'"{agreement.proposal.note}"', WIDTH, initial_indent="  ", subsequent_indent="  ")
    if len(agreement.versions) > 1:
        lines += ["", _("History")]
        before = None
        for version in agreement.versions:
            lines.append(f"{version.number}. {version.settled}, {version.by}{f': {version.note}' if version.note else ''}")
            lines += _bullets(differences(room, before, version) or [_("the usual rules")])
            before = version
    if agreement.log:
        lines += ["", _("Who did what, with which device (times in UTC)")]
        lines += _bullets([f"{entry.at:%Y-%m-%d %H:%M}: {entry.words}" for entry in agreement.log])
    return lines


def _answers(version: Version) -> str:
    known = {name: _("device {device}", device=device) for name, device in version.devices.items()}
    agreed = [f"{name} ({known[name]})" if name in known else name for name in version.agreed]
    sentence = _("Agreed: {names}.", names=", ".join(agreed) or pgettext("agreed", "nobody"))
    against = [f"{name} ({why})" if why else name for name, why in version.objected.items()]
    return f"{sentence} {_('Objected: {names}.', names=', '.join(against))}" if against else sentence


def _bullets(texts: list[str]) -> list[str]:
    return [line for text in texts for line in textwrap.wrap(text, WIDTH, initial_indent="  - ", subsequent_indent="    ")]


def _as_json(agreement: Agreement, rules: HouseRules) -> dict[str, Any]:
    from parlour.house.agreement import differences

    def version(one: Version, before: Version | None) -> dict[str, Any]:
        dates = {name: on.isoformat() for name, on in one.agreed.items()}
        data = {"number": one.number, "by": one.by, "proposed": one.proposed.isoformat(), "note": one.note, "preset": one.preset}
        data |= {"settled": one.settled and one.settled.isoformat(), "needed": one.needed or "all"}
        data |= {"agreed": dates, "objected": dict(one.objected), "devices": dict(one.devices)}
        data |= {"house": dict(one.options), "rulings": dict(one.rulings)}
        return data | {"differences": differences(agreement.room, before, one)}

    befores = [None, *agreement.versions]
    return {
        "id": agreement.id,
        "title": agreement.title,
        "game": agreement.game,
        "members": list(agreement.members),
        "version": rules.version,
        "house": dict(rules.options),
        "rulings": dict(rules.rulings),
        "differences": differences(agreement.room, None, rules),
        "versions": [version(one, before) for one, before in zip(agreement.versions, befores, strict=False)],
        "proposal": version(agreement.proposal, agreement.in_force) if agreement.proposal else None,
        "log": [
            {"at": f"{entry.at:%Y-%m-%dT%H:%M:%SZ}", "did": entry.did, "who": entry.who, "by": entry.by or entry.who}
            | {"device": entry.device, "version": entry.version}
            for entry in agreement.log
        ],
    }


def _diff(arguments: argparse.Namespace) -> int:
    from parlour.house.agreement import differences

    agreement = _load(arguments)
    last = len(agreement.versions)
    asked = arguments.of or (["proposal"] if agreement.proposal else [str(last - 1) if last > 1 else "usual"])
    if len(asked) > 2:
        raise BadInput(_("diff compares two, not {n}: {given}", n=len(asked), given=shown(" ".join(asked))))
    one, other = (_side(agreement, text) for text in (asked if len(asked) == 2 else [asked[0], str(last) if last else "usual"]))
    if asked == ["proposal"]:
        one, other = other, one
    found = differences(agreement.room, one[1], other[1])
    if arguments.json:
        print_json({"from": one[0], "to": other[0], "differences": found})
    else:
        heading = _("From {one} to {other}:", one=one[0], other=other[0])
        print("\n".join([heading, *_bullets(found or [_("no difference")])]))
    return 0


def _side(agreement: Agreement, text: str) -> tuple[str, Any]:
    """One side of a comparison: its name and its rules."""
    number = whole_number(text, range(1_000_000))
    if text == "usual" or number == 0:
        return _("the usual rules"), None
    if text == "proposal":
        if agreement.proposal is None:
            raise BadInput(_("nothing is proposed in {title}", title=agreement.title))
        return _("the proposal"), agreement.proposal
    if number is not None:
        return _("version {number}", number=number), agreement.version(number)
    from parlour.house.agreement_toml import load_agreement

    other = load_agreement(text)
    if other.game != agreement.game:
        values = {"file": text, "game": other.game, "wanted": agreement.game}
        raise BadInput(_("{file}: these are house rules of {game}, not of {wanted}", **values))
    return f"{other.title} ({text})", other.house_rules()


def _presets(arguments: argparse.Namespace) -> int:
    from parlour.engine import speech
    from parlour.engine.rooms import room
    from parlour.house.presets import presets, readable

    chosen = room(arguments.presets)
    found = presets(chosen) if arguments.json else readable(chosen)
    if arguments.json:
        print_json(
            [
                {"name": p.name, "title": p.title, "text": p.text, "source": p.source, "url": p.url, "house": dict(p.options)}
                for p in found
            ]
        )
        return 0
    for preset in found:
        print(f"{preset.name}: {preset.title}")
        print(
            "\n".join(
                _bullets(
                    [
                        preset.text,
                        *(f"{rule} = {value}" for rule, value in preset.options.items()),
                        preset.source,
                        *filter(None, [preset.url]),
                    ]
                )
            )
        )
    if not found:
        print(_("{game} has no well-known variants in this house", game=speech.title(chosen)))
    return 0


# changing


def _write(arguments: argparse.Namespace, agreement: Agreement) -> int:
    from parlour.house.agreement_toml import write_agreement

    write_text(arguments.file, write_agreement(agreement))
    proposal = agreement.proposal
    if proposal is None:
        print(_("{file}: version {number} is in force", file=arguments.file, number=len(agreement.versions)))
    else:
        agreed = len(proposal.agreed)
        values = {"file": arguments.file, "all": agreement.needed}
        text = ngettext(
            "{file}: {n} of {all} has agreed to the proposal",
            "{file}: {n} of {all} have agreed to the proposal",
            agreed,
            **values,
        )
        print(text)
    return 0


def _new(arguments: argparse.Namespace) -> int:
    from parlour.house.agreement import Version, founded

    if len(arguments.of) != 1:
        raise BadInput(_("which GAME? (parlour house FILE new GAME)"))
    if Path(arguments.file).exists():
        raise BadInput(_("{file}: is there already", file=arguments.file))
    members = tuple(arguments.member) or ((arguments.by,) if arguments.by else ())
    if not members:
        raise BadInput(_("whose house rules? --member NAME for each"))
    blank = Version(1, arguments.by or members[0], date.today())
    title = arguments.title or Path(arguments.file).stem.replace("_", " ")
    return _write(arguments, founded(title, members, _changed(arguments, arguments.of[0], blank, len(members)), arguments.of[0]))


def _changed(arguments: argparse.Namespace, game: str, start: Version, members: int) -> Version:
    """A version with what the options of the line say of it."""
    from parlour.engine.rooms import named
    from parlour.house.agreement import LONGEST_TEXT, changed, identifier, line
    from parlour.house.presets import preset

    room = named(game)
    options, rulings, begun = dict(start.options), dict(start.rulings), start.preset
    if arguments.preset:
        chosen = preset(room, arguments.preset)
        options, rulings, begun = dict(chosen.options), {**rulings, **chosen.rulings}, chosen.name
    options = changed(room, {**options, **house_rules(arguments.set)})
    for given in arguments.ruling:
        label, equals, text = given.partition("=")
        if not equals:
            raise BadInput(
                _("--ruling {given}: a ruling is given as 5=TEXT, where 5 is the number of a rule", given=shown(given))
            )
        rulings[identifier(room, options, label)] = line(text, _("the ruling on {label}", label=label.strip()), LONGEST_TEXT)
    rulings = {label: text for label, text in rulings.items() if text}
    needed = start.needed if arguments.needed is None else _needed(arguments.needed, members)
    note = line(arguments.note, _("the note"), LONGEST_TEXT)
    return replace(start, options=options, rulings=rulings, needed=needed, preset=begun, note=note)


def _needed(text: str, members: int) -> int:
    number = 0 if text == "all" else whole_number(text, range(1, members + 1))
    if number is None:
        raise BadInput(
            ngettext(
                "--needed {given}: how many of {n} member must agree, or all",
                "--needed {given}: how many of {n} members must agree, or all",
                members,
                given=shown(text),
            )
        )
    return number


def _change(arguments: argparse.Namespace) -> int:
    from parlour.house.agreement import Version

    agreement, today = _load(arguments), date.today()
    by, act = arguments.by or agreement.members[0], arguments.act
    answered = (agreement.proposal or agreement.in_force or Version(1, by, today)).mark
    if act == "propose":
        start = replace(agreement.in_force or Version(1, by, today), by=by, proposed=today)
        return _write(arguments, agreement.propose(_changed(arguments, agreement.game, start, len(agreement.members))))
    if act == "back":
        number = whole_number(arguments.of[0], range(1, 1_000_000)) if len(arguments.of) == 1 else None
        if number is None:
            raise BadInput(_("back to which version? (parlour house FILE back N)"))
        return _write(arguments, agreement.back_to(number, by, today))
    if act in ("join", "leave"):
        if not arguments.member:
            raise BadInput(_("who? (parlour house FILE {act} --member NAME)", act=act))
        for name in arguments.member:
            agreement = agreement.with_member(name) if act == "join" else agreement.without_member(name, today)
        return _write(arguments, agreement)
    if arguments.by is None:
        raise BadInput(_("who does? (parlour house FILE {act} --by NAME)", act=act))
    if act == "agree":
        return _write(arguments, agreement.agree(by, answered, today))
    if act == "object":
        return _write(arguments, agreement.object(by, answered, arguments.note))
    return _write(arguments, agreement.withdraw(by, answered))
