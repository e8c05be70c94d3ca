"""House-rule documents as TOML, read and written; docs/formats.md describes them. Every fault has its line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, date, datetime
from typing import Any, cast

from parlour.engine.errors import BadInput, meant, one_line, shown
from parlour.engine.files import read_text
from parlour.engine.positions import toml_value
from parlour.engine.rooms import Room, named
from parlour.engine.toml import TomlLines, parse_toml
from parlour.languages import speaking

from .agreement import (
    ALL,
    ARRIVALS,
    LOG_WORDS,
    LONGEST_NAME,
    LONGEST_TEXT,
    LONGEST_TITLE,
    MOST_MEMBERS,
    Agreement,
    LogEntry,
    Version,
    changed,
    check_rules,
    differences,
    label_order,
    line,
)
from .presets import presets

_HEAD = ("id", "title", "game", "rules", "members", "left", "joined", "version", "proposal", "log")
_VERSION: tuple[str, ...] = ("number", "by", "proposed", "settled", "needed", "preset", "note")
_VERSION += ("agreed", "objected", "devices", "house", "rulings")
_LOG = ("at", "did", "who", "by", "device", "version")
_ID = re.compile(r"[0-9a-f]{16}")
_NAME = re.compile(r"[\w+-]{1,60}")
_LABEL = re.compile(r"[RFH][1-9][0-9]{0,3}")
_DEVICE = re.compile(r"[a-z2-7]{6}")
Key = tuple[str | int, ...]


# writing


def write_agreement(agreement: Agreement) -> str:
    """A document as text. What each version changes stands beside it in words, for people: readers pass over it.

    The words are English, so that a file does not change with the language of the person who asks for it.
    """
    with speaking(None):
        return _text(agreement)


def _text(agreement: Agreement) -> str:
    head = {"id": agreement.id, "title": agreement.title, "game": agreement.game, "rules": agreement.rules}
    lines = ["# House rules of a group. `parlour house FILE` prints them in words.", "", *_lines(head)]
    lines.append(f"members = {toml_value(agreement.members)}")
    lines += _lines({key: names for key, names in (("left", agreement.left), ("joined", agreement.joined)) if names})
    before: Version | None = None
    for version in agreement.versions:
        lines += ["", "[[version]]", f"number = {version.number}", *_version_lines(agreement.room, before, version, "version")]
        before = version
    if agreement.proposal:
        lines += ["", "[proposal]", *_version_lines(agreement.room, before, agreement.proposal, "proposal")]
    for entry in agreement.log:
        lines += ["", "[[log]]", f"at = {entry.at.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"]
        lines += _lines({key: value for key in _LOG[1:] if (value := getattr(entry, key))})
    return "\n".join(lines) + "\n"


def _version_lines(room: Room, before: Version | None, version: Version, table: str) -> Iterator[str]:
    yield from _lines({"by": version.by})
    yield f"proposed = {version.proposed.isoformat()}"
    if version.settled:
        yield f"settled = {version.settled.isoformat()}"
    yield f"needed = {toml_value('all' if version.needed == ALL else version.needed)}"
    yield from _lines({name: text for name, text in (("preset", version.preset), ("note", version.note)) if text})
    yield f"agreed = {{ {', '.join(f'{toml_value(name)} = {on.isoformat()}' for name, on in version.agreed.items())} }}"
    if version.objected:
        listing = ", ".join(f"{toml_value(name)} = {toml_value(why)}" for name, why in version.objected.items())
        yield f"objected = {{ {listing} }}"
    if version.devices:
        listing = ", ".join(f"{toml_value(name)} = {toml_value(device)}" for name, device in version.devices.items())
        yield f"devices = {{ {listing} }}"
    differing = differences(room, before, version)
    yield f"# {'What differs from the usual rules' if before is None else f'What differs from version {before.number}'}:"
    yield from (f"#   {one_line(one)}" for one in differing or ["nothing"])
    yield f"house = {toml_value(dict(version.options))}" if version.options else "house = {}"
    if version.rulings:
        yield f"[{table}.rulings]"
        yield from _lines({label: version.rulings[label] for label in sorted(version.rulings, key=label_order)})


def _lines(values: Mapping[str, Any]) -> list[str]:
    return [f"{key} = {toml_value(value)}" for key, value in values.items()]


# reading


def read_agreement(text: str, name: str = "the document") -> Agreement:
    """The document of a text. BadInput for its first fault, as `name:line: what`."""
    reader = _Reader(text, name)
    found = reader.document()
    if reader.faults or found is None:
        raise BadInput(reader.faults[0])
    return found


def load_agreement(path: str) -> Agreement:
    """The document of a file. BadInput names the file, the line and what is wrong."""
    return read_agreement(read_text(path), path)


def faults(text: str, name: str) -> list[str]:
    """Everything that is wrong with a document, a line each: `name:line: what`. Empty if nothing is."""
    reader = _Reader(text, name)
    found = reader.document()
    if found is not None and not reader.faults:
        reader.history(found)
    return reader.faults


class _Reader:
    """Reads one document and notes what is wrong with it."""

    def __init__(self, text: str, name: str) -> None:
        self.text, self.name, self.lines = text, name, TomlLines(text)
        self.faults: list[str] = []

    def fault(self, key: Key, what: str) -> None:
        at = self.lines.line(key)
        self.faults.append(f"{self.name}:{at}: {what}" if at else f"{self.name}: {what}")

    def document(self) -> Agreement | None:
        try:
            data = parse_toml(self.text, "it")
        except BadInput as error:
            at = re.search(r"\(at line (\d+)", str(error))
            self.faults.append(f"{self.name}{f':{at[1]}' if at else ''}: {error}")
            return None
        self._known(data, (), _HEAD, "a document of house rules")
        room = self._room(data)
        members = self._members(data)
        versions = self._versions(data, members)
        proposal = None
        if "proposal" in data:
            proposal = self._version(data["proposal"], ("proposal",), members, len(versions) + 1, settled=False)
        given = self._text(data, "id", (), 16), self._text(data, "title", (), LONGEST_TITLE)
        if given[0] and not _ID.fullmatch(given[0]):
            self.fault(("id",), f"id: {shown(given[0])} is not 16 hexadecimal digits")
        rules = self._number(data, "rules", (), range(1, 2**31))
        if room is None:
            return None
        for number, version in enumerate(versions):
            self._options(room, version, ("version", number), strictly=number == len(versions) - 1)
        if proposal:
            self._options(room, proposal, ("proposal",), strictly=True)
        read = (*self._others(data, members), self._log(data))
        return Agreement(given[0], given[1], room.name, rules, members, tuple(versions), proposal, *read)

    def _known(self, data: Mapping[str, Any], at: Key, known: Sequence[str], what: str) -> None:
        for key in data:
            if key not in known:
                self.fault((*at, key), f"{shown(key)} is not part of {what}{meant(key, known)}; its parts are {', '.join(known)}")

    def _room(self, data: Mapping[str, Any]) -> Room | None:
        name = data.get("game")
        if not isinstance(name, str):
            self.fault(("game",), 'it does not say which game it is of (game = "...")')
            return None
        try:
            return named(name)
        except BadInput as error:
            self.fault(("game",), str(error))
            return None

    def _members(self, data: Mapping[str, Any]) -> tuple[str, ...]:
        given = data.get("members")
        if not isinstance(given, list) or not given or not all(isinstance(name, str) for name in given):
            self.fault(("members",), 'members is not a list of names (members = ["Ann", "Bob"])')
            return ()
        if len(given) > MOST_MEMBERS:
            self.fault(("members",), f"a group has at most {MOST_MEMBERS} members, not {len(given)}")
        for number, name in enumerate(given):
            if name.casefold() in (other.casefold() for other in given[:number]):
                self.fault(("members",), f"{shown(name)} is a member twice")
            self._tidy(name, ("members",), f"the name {shown(name)}", LONGEST_NAME)
        return tuple(given)

    def _others(self, data: Mapping[str, Any], members: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Members who left, and members who joined later."""
        found: list[tuple[str, ...]] = []
        for key, are_members in (("left", False), ("joined", True)):
            given = data.get(key, [])
            if not isinstance(given, list) or not all(isinstance(name, str) for name in given):
                self.fault((key,), f"{key} is not a list of names")
                given = []
            for name in given:
                self._tidy(name, (key,), f"the name {shown(name)}", LONGEST_NAME)
                if (name in members) != are_members:
                    self.fault((key,), f"{key}: {shown(name)} is {'no' if are_members else 'still a'} member")
            found.append(tuple(given))
        return found[0], found[1]

    def history(self, agreement: Agreement) -> None:
        """Check the history of a document, every version alike.

        Only `parlour house FILE check` asks: a group can play by a document whose history is not in order.
        """
        room, everybody = agreement.room, (*agreement.members, *agreement.left)
        if agreement.rules > room.rules_version:
            self.fault(("rules",), f"rules: {agreement.rules} is not known yet; the game has version {room.rules_version}")
        before: Version | None = None
        for version in (*agreement.versions, *([agreement.proposal] if agreement.proposal else [])):
            at: Key = ("version", version.number - 1) if version.settled else ("proposal",)
            self._version_history(agreement, version, before, everybody, at)
            if agreement.rules == room.rules_version:  # otherwise an older one may name what the game has no more
                self._options(room, version, at, strictly=True)
            before = version
        self._log_history(agreement, everybody)

    def _log_history(self, agreement: Agreement, everybody: Sequence[str]) -> None:
        """Times go on, names are known, and nobody answered with a device that was never theirs."""
        for number, (entry, last) in enumerate(zip(agreement.log, (None, *agreement.log), strict=False)):
            if last and entry.at < last.at:
                self.fault(("log", number, "at"), f"at: {entry.at:%Y-%m-%d %H:%M:%S} comes before the entry above it")
            for key, name in (("who", entry.who), ("by", entry.by)):
                if name and name not in everybody:
                    self.fault(("log", number, key), f"{key}: {shown(name)} is not a member and never was")
        if not any(entry.did == "began" for entry in agreement.log):
            return  # older than its log
        for version in (*agreement.versions, *([agreement.proposal] if agreement.proposal else [])):
            at: Key = ("version", version.number - 1) if version.settled else ("proposal",)
            for name, device in version.devices.items():
                if not any(entry.did in ARRIVALS and (entry.who, entry.device) == (name, device) for entry in agreement.log):
                    self.fault((*at, "devices", name), f"devices: the log does not say that device {device} was {shown(name)}'s")

    def _version_history(
        self, agreement: Agreement, version: Version, before: Version | None, everybody: Sequence[str], at: Key
    ) -> None:
        for key, names in (("by", [version.by]), ("agreed", version.agreed), ("objected", version.objected)):
            for name in names:
                if name not in everybody:
                    self.fault(
                        (*at, key), f"{key}: {shown(name)} is not a member and never was; these are {', '.join(everybody)}"
                    )
        if version.needed > len(everybody):
            self.fault((*at, "needed"), f"needed: {version.needed} of {len(everybody)} members cannot agree")
        known = [one.name for one in presets(agreement.room)]
        if version.preset and version.preset not in known:
            choices = f"the game has {', '.join(known) or 'none'}"
            self.fault((*at, "preset"), f"preset: there is none called {shown(version.preset)}; {choices}")
        if version.settled is None:
            return
        if version.settled < version.proposed:
            self.fault((*at, "settled"), f"settled on {version.settled}, before it was proposed on {version.proposed}")
        for name, day in version.agreed.items():
            if day < version.proposed:
                self.fault((*at, "agreed", name), f"{shown(name)} agreed on {day}, before it was proposed on {version.proposed}")
        asked = max(1, len(agreement.members) - len(agreement.joined))  # at least
        needed = min((before or version).needed or asked, asked)
        in_time = sum(day <= version.settled for day in version.agreed.values())
        if in_time < needed:
            self.fault((*at, "agreed"), f"{in_time} had agreed when it was settled, and {needed} must")

    def _tidy(self, text: str, at: Key, what: str, most: int) -> None:
        try:
            if line(text, what, most) != text or not text:
                self.fault(at, f"{what} is not one line of text without spaces around it")
        except BadInput as error:
            self.fault(at, str(error))

    def _text(self, data: Mapping[str, Any], key: str, at: Key, most: int, needed: bool = True) -> str:
        value = data.get(key)
        if value is None and not needed:
            return ""
        if not isinstance(value, str):
            message = f"{key} is missing" if value is None else f"{key} is not text"
            self.fault((*at, key), message)
            return ""
        self._tidy(value, (*at, key), key, most)
        return value

    def _number(self, data: Mapping[str, Any], key: str, at: Key, numbers: range) -> int:
        value = data.get(key)
        if isinstance(value, int) and not isinstance(value, bool) and value in numbers:
            return value
        self.fault((*at, key), f"{key} is missing" if value is None else f"{key}: {shown(value)} is not a number that fits")
        return numbers[0]

    def _date(self, data: Mapping[str, Any], key: str, at: Key) -> date:
        value = data.get(key)
        if isinstance(value, date) and not isinstance(value, datetime):
            return value
        self.fault((*at, key), f"{key} is missing" if value is None else f"{key} is not a date, such as 2026-05-14")
        return date.min

    def _versions(self, data: Mapping[str, Any], members: tuple[str, ...]) -> list[Version]:
        given = data.get("version", [])
        if not isinstance(given, list):
            self.fault(("version",), "versions are written below [[version]], each below its own")
            return []
        found = []
        for number, one in enumerate(given):
            at: Key = ("version", number)
            if isinstance(one, dict) and one.get("number") != number + 1:
                self.fault((*at, "number"), f"this is version {number + 1}, not {shown(one.get('number'))}")
            if version := self._version(one, at, members, number + 1, settled=True):
                found.append(version)
        return found

    def _version(self, data: Any, at: Key, members: tuple[str, ...], number: int, settled: bool) -> Version | None:
        if not isinstance(data, dict):
            self.fault(at, f"{at[0]} is not a table")
            return None
        self._known(data, at, _VERSION, "a version")
        by = self._text(data, "by", at, LONGEST_NAME)
        proposed = self._date(data, "proposed", at)
        since = self._date(data, "settled", at) if settled else None
        if not settled and "settled" in data:
            self.fault((*at, "settled"), "what is settled is not a proposal any more: it stands below [[version]]")
        needed = ALL if data.get("needed", "all") == "all" else self._number(data, "needed", at, range(1, MOST_MEMBERS + 1))
        texts = (self._text(data, "preset", at, LONGEST_TITLE, False), self._text(data, "note", at, LONGEST_TEXT, False))
        agreed, objected = self._answers(data, "agreed", at, date), self._answers(data, "objected", at, str)
        if not settled:  # members may have left since an older version counted
            for name in (by, *agreed, *objected):
                if name and members and name not in members:
                    self.fault(at, f"{shown(name)} is not a member; the members are {', '.join(members)}")
        for name in agreed:
            if name in objected:
                self.fault((*at, "objected"), f"{shown(name)} cannot agree and object")
        if settled and not agreed:
            self.fault((*at, "agreed"), "a version counts only if somebody agreed")
        options = self._table(data, "house", at)
        rulings = self._rulings(data, at)
        devices = self._devices(data, at, (*agreed, *objected))
        return Version(number, by, proposed, options, rulings, needed, *texts, agreed, objected, since, devices)

    def _table(self, data: Mapping[str, Any], key: str, at: Key) -> dict[str, Any]:
        value = data.get(key, {})
        if isinstance(value, dict):
            return value
        self.fault((*at, key), f"{key} is not a table")
        return {}

    def _answers(self, data: Mapping[str, Any], key: str, at: Key, kind: type[date] | type[str]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for name, value in self._table(data, key, at).items():
            if not isinstance(value, kind) or isinstance(value, datetime):
                needs = "the day they did" if kind is date else "the reason"
                self.fault((*at, key, name), f"{key}: {shown(name)} stands without {needs}")
            elif isinstance(value, str) and value and line(value[:LONGEST_TEXT], key, LONGEST_TEXT) != value:
                self.fault((*at, key, name), f"{key}: the reason of {shown(name)} is not one line of {LONGEST_TEXT} characters")
            else:
                found[name] = value
        return found

    def _devices(self, data: Mapping[str, Any], at: Key, answered: Sequence[str]) -> dict[str, str]:
        """Return the device with which each member answered."""
        found: dict[str, str] = {}
        for name, label in self._table(data, "devices", at).items():
            if name not in answered:
                self.fault((*at, "devices", name), f"devices: {shown(name)} has neither agreed nor objected")
            elif self._is_device(label, (*at, "devices", name)):
                found[name] = label
        return found

    def _is_device(self, label: Any, at: Key) -> bool:
        if isinstance(label, str) and _DEVICE.fullmatch(label):
            return True
        self.fault(at, f"{shown(str(label))} is not a label of a device: these are six of a to z and 2 to 7")
        return False

    def _log(self, data: Mapping[str, Any]) -> tuple[LogEntry, ...]:
        """The events of memberships and their links."""
        given = data.get("log", [])
        if not isinstance(given, list):
            self.fault(("log",), "entries of the log are written below [[log]], each below its own")
            return ()
        found = [self._log_entry(one, ("log", number)) for number, one in enumerate(given)]
        return tuple(entry for entry in found if entry)

    def _log_entry(self, data: Any, at: Key) -> LogEntry | None:
        if not isinstance(data, dict):
            self.fault(at, "log is not a table")
            return None
        self._known(data, at, _LOG, "an entry of the log")
        when, did, before = data.get("at"), data.get("did"), len(self.faults)
        if not isinstance(when, datetime) or when.tzinfo is None:
            self.fault((*at, "at"), "at is not a time with its zone, such as 2026-05-14T19:03:11Z")
        if did not in LOG_WORDS:
            self.fault((*at, "did"), f"did: {shown(str(did))} is nothing that a log tells; it tells {', '.join(LOG_WORDS)}")
        who, by = self._text(data, "who", at, LONGEST_NAME, did != "served"), self._text(data, "by", at, LONGEST_NAME, False)
        device, version = data.get("device", ""), data.get("version", 0)
        if device != "":
            self._is_device(device, (*at, "device"))
        if version != 0:
            self._number(data, "version", at, range(1, 1_000_000))
        if len(self.faults) > before:
            return None
        return LogEntry(cast(datetime, when).astimezone(UTC), str(did), who, by, device, version)

    def _rulings(self, data: Mapping[str, Any], at: Key) -> dict[str, str]:
        found = {}
        for label, text in self._table(data, "rulings", at).items():
            where = (*at, "rulings", label)
            if not _LABEL.fullmatch(label):
                self.fault(where, f"rulings: {shown(label)} is not a paragraph, such as R5, nor a number of your own, such as H1")
            elif not isinstance(text, str):
                self.fault(where, f"rulings: {label} is not text")
            else:
                self._tidy(text, where, f"the ruling on {label}", LONGEST_TEXT)
                found[label] = text
        return found

    def _options(self, room: Room, version: Version, at: Key, strictly: bool) -> None:
        """House rules against the game: those that count, or may, must be playable; the older ones are history."""
        before, options = len(self.faults), cast(Mapping[str, Any], version.options)
        for name, value in options.items():
            where = (*at, "house", name)
            if not _NAME.fullmatch(name) or (isinstance(value, str) and not _NAME.fullmatch(value)):
                self.fault((*at, "house"), f"house: {shown(name)} = {shown(value)} is not a house rule with its value")
            elif not isinstance(value, int | str):
                self.fault(where, f"house rule {name}: {shown(value)} is neither a figure, yes or no, nor a word")
            elif strictly:
                try:
                    if not changed(room, {name: value}):
                        self.fault(where, f"house rule {name}: {shown(value)} is as usual, which is not written")
                except BadInput as error:
                    self.fault(where, str(error))
        if strictly and len(self.faults) == before:
            self._playable(room, version, at)

    def _playable(self, room: Room, version: Version, at: Key) -> None:
        for label in [None, *version.rulings]:
            try:
                check_rules(room, version.options, {label: version.rulings[label]} if label else {})
            except BadInput as error:
                self.fault((*at, "rulings", label) if label else (*at, "house"), str(error))
                if label is None:
                    return
