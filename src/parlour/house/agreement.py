"""A group's house rules for one game: what differs from the usual rules, the group's own rulings, who agreed, and the history.

An `Agreement` is the whole document, as docs/formats.md describes it; `HouseRules` is what applies under one of its versions.
Nothing in either is ever changed: what happens to a document gives a new one. `agreement_toml` reads and writes them.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from typing import TypeVar

from parlour.engine import house_words
from parlour.engine.errors import BadInput, shown
from parlour.engine.game import Agreed, Game
from parlour.engine.positions import toml_value
from parlour.engine.rooms import Room, named
from parlour.engine.rulebook import Paragraph, asked_for, identifiers, paragraphs
from parlour.engine.speech import no_you
from parlour.languages import day, listed, mark, ngettext, pgettext
from parlour.languages import gettext as _

Value = int | bool | str
T = TypeVar("T")
MOST_MEMBERS, LONGEST_NAME, LONGEST_TITLE, LONGEST_TEXT = 40, 24, 60, 1000
"""Members of a group; characters of a member's name, of a title, of a ruling, a note or a reason."""
OWN_LABEL = re.compile(r"H[1-9][0-9]?")
"""Rules of the group's own that belong to no paragraph of the rulebook are numbered H1, H2, ..."""
ALL = 0
"""As many as must agree: every member."""


@dataclass(frozen=True)
class HouseRules:
    """The rules of one version: `Game(rules.game, seats, rules.options)` plays them, the rulings are read by people.

    game: the room's name. options: the house rules that differ from the usual, with their values as people write them. rulings:
    the group's own, by paragraph of the rulebook (`R5`, `F101`), or by a number of its own (`H1`). version: 0 for the usual
    rules. agreed: who agreed, and when. id, title: of the document.
    """

    game: str
    options: Mapping[str, Value] = field(default_factory=dict)
    rulings: Mapping[str, str] = field(default_factory=dict)
    version: int = 0
    agreed: Mapping[str, date] = field(default_factory=dict)
    id: str = ""
    title: str = ""

    def open(self, seats: int | None = None) -> Game:
        """The game under these rules. seats: None for the usual number, or the first under which they make sense. BadInput."""
        room = named(self.game)
        game = Game(room, _seats(room, self.options) if seats is None else seats, self.options)
        if self.version:
            game.agreed = Agreed(self.id, self.title, self.version, self.rulings)
        return game


@dataclass(frozen=True)
class Version:
    """The rules as somebody proposed them: number `number` of the document if and when they count.

    needed: how many must agree to what comes after, ALL for every member. preset: what they were begun from. note: the
    proposer's words. agreed, objected: who did, when, and why not. settled: since when they count; None while they do not.
    devices: by member the public label of the device with which they agreed or objected; nobody who did so in a file.
    """

    number: int
    by: str
    proposed: date
    options: Mapping[str, Value] = field(default_factory=dict)
    rulings: Mapping[str, str] = field(default_factory=dict)
    needed: int = ALL
    preset: str = ""
    note: str = ""
    agreed: Mapping[str, date] = field(default_factory=dict)
    objected: Mapping[str, str] = field(default_factory=dict)
    settled: date | None = None
    devices: Mapping[str, str] = field(default_factory=dict)

    @property
    def signatures(self) -> list[str]:
        """Return who agreed, when and with which device, in words."""
        return [f"{name} ({day(on)}{self.device_words(name)})" for name, on in self.agreed.items()]

    def device_words(self, name: str) -> str:
        """Return the device with which a member answered, "" if there is none."""
        return f", {_('device {device}', device=self.devices[name])}" if name in self.devices else ""

    @property
    def mark(self) -> str:
        """A digest of the proposal. An answer repeats it, which shows the version that its author has read."""
        content = repr((self.number, self.by, sorted(self.options.items()), sorted(self.rulings.items()), self.needed, self.note))
        return hashlib.sha256(content.encode()).hexdigest()[:12]


@dataclass(frozen=True)
class LogEntry:
    """Something that a member did. at: in UTC. did: a key of LOG_WORDS.

    who: the member whom it is about. by: the member who did it or made the link, "" for `who`. device: the public label of the
    device that did it or came, "" for none. version: the number of the version that is meant, 0 for none.
    """

    at: datetime
    did: str
    who: str
    by: str = ""
    device: str = ""
    version: int = 0

    @property
    def words(self) -> str:
        """Return the event as a sentence without its time."""
        sentence = _(LOG_WORDS[self.did], who=self.who, by=self.by or self.who, version=self.version)
        return f"{sentence} ({_('device {device}', device=self.device)})" if self.device else sentence


LOG_WORDS = {
    "proposed": mark("{who} proposed version {version}"),
    "agreed": mark("{who} agreed to version {version}"),
    "objected": mark("{who} objected to version {version}"),
    "withdrew": mark("{who} withdrew the proposal of {by}"),
    "began": mark("{who} began this document and made the first links"),
    "added": mark("{by} added {who} and made a link"),
    "linked": mark("{by} made a new link for {who}"),
    "kept": mark("{who} cancelled the new link from {by}"),
    "allowed": mark("{who} allowed the new link from {by}"),
    "came": mark("{who} came by the link from {by}"),
    "moved": mark("{who} moved to another device by the link from {by}"),
    "left": mark("{who} left"),
    "brought": mark("{who} brought this document as a file, which may say anything about what happened before"),
    "served": mark("the host of a server brought this document as a file, which may say anything about what happened before"),
}
"""By kind what a log entry says."""
ARRIVALS = ("began", "brought", "came", "moved")
"""Kinds of entries whose device is the member's from then on."""
_REPEATED = {"agreed", "objected", "linked"}
"""Kinds of entries of which only the last stands if the same member does them again and again with the same device."""


@dataclass(frozen=True)
class Agreement:
    """A group's document: the versions that count or counted, oldest first, and what is proposed now."""

    id: str
    title: str
    game: str
    rules: int
    members: tuple[str, ...]
    versions: tuple[Version, ...] = ()
    proposal: Version | None = None
    left: tuple[str, ...] = ()
    """Those who were members once: older versions name them."""
    joined: tuple[str, ...] = ()
    """The members who came after something was proposed: older versions did not ask them."""
    log: tuple[LogEntry, ...] = ()
    """The events of memberships and their links, oldest first: who came, by whose link, with which device."""

    @property
    def room(self) -> Room:
        """The game's room. BadInput if this house does not have it."""
        return named(self.game)

    @property
    def in_force(self) -> Version | None:
        """The version that counts now; None before the first one does."""
        return self.versions[-1] if self.versions else None

    def version(self, number: int) -> Version:
        """A version by its number. BadInput if it never counted."""
        if not 1 <= number <= len(self.versions):
            if not self.versions:
                raise BadInput(_("{title} has no version {number}; none is agreed on yet", title=self.title, number=number))
            last = len(self.versions)
            raise BadInput(_("{title} has no version {number}; it has 1 to {last}", title=self.title, number=number, last=last))
        return self.versions[number - 1]

    def house_rules(self, number: int | None = None) -> HouseRules:
        """The rules of a version, None for the one in force; the usual rules while there is none. BadInput."""
        found = self.in_force if number is None else self.version(number)
        if found is None:
            return HouseRules(self.game, id=self.id, title=self.title)
        return HouseRules(self.game, found.options, found.rulings, found.number, found.agreed, self.id, self.title)

    @property
    def needed(self) -> int:
        """Number of members who must agree to the proposal: as the version in force says, or the proposal if there is none."""
        decides = self.in_force or self.proposal
        wanted = decides.needed if decides else ALL
        return min(wanted, len(self.members)) or len(self.members)

    @property
    def hopeless(self) -> bool:
        """Whether so many have objected that the proposal cannot count unless somebody thinks again."""
        return self.proposal is not None and len(self.members) - len(self.proposal.objected) < self.needed

    def known_to(self, member: str) -> int:
        """The last version that a member agreed to, 0 for none."""
        return max((version.number for version in self.versions if member in version.agreed), default=0)

    # what members do

    def propose(self, version: Version, device: str = "") -> Agreement:
        """Return the document with new rules proposed; who proposes them agrees. BadInput if they make no sense, change
        nothing, or another proposal is still open: it has to be settled or withdrawn first, unless it has become hopeless.
        """
        self._member(version.by)
        if self.proposal is not None and not self.hopeless:
            raise BadInput(_("{name} has proposed something already: one thing at a time", name=self.proposal.by))
        check_rules(self.room, version.options, version.rulings)
        check_needed(version.needed, len(self.members))
        before = self.in_force
        if before and (before.options, before.rulings, before.needed) == (version.options, version.rulings, version.needed):
            raise BadInput(_("that is what version {number} says already", number=before.number))
        opened = replace(version, number=len(self.versions) + 1, agreed={}, objected={}, settled=None, devices={})
        proposed = replace(self, proposal=opened, rules=self.room.rules_version)
        return proposed.agree(version.by, opened.mark, version.proposed, device)

    def agree(self, member: str, mark: str, on: date, device: str = "") -> Agreement:
        """Return the document with a member's consent to the proposal, or to the version in force if they had not answered.
        BadInput.

        Consent that was given before stays as it is, with its day and device.
        """
        self._member(member)
        last = self.in_force
        if last is not None and last.mark == mark:
            return replace(self, versions=(*self.versions[:-1], _agreed(last, member, on, device)))
        return self._counted(_agreed(self._answered(mark), member, on, device), on)

    def object(self, member: str, mark: str, why: str = "", device: str = "") -> Agreement:
        """Return the document with a member's objection to the proposal. BadInput if another is proposed now."""
        self._member(member)
        answered = self._answered(mark)
        objected = {**answered.objected, member: line(why, _("the reason"), LONGEST_TEXT)}
        by = _by_device(answered.devices, member, device)
        return replace(self, proposal=replace(answered, agreed=_without(answered.agreed, member), objected=objected, devices=by))

    def withdraw(self, member: str, mark: str) -> Agreement:
        """Return the agreement without its proposal, taken back by the member who made it or the first. BadInput for others."""
        self._member(member)
        if member not in (self._answered(mark).by, self.members[0]):
            raise BadInput(_("only {name} or {first} can withdraw it", name=self._answered(mark).by, first=self.members[0]))
        return replace(self, proposal=None)

    def back_to(self, number: int, by: str, on: date) -> Agreement:
        """Return the document with the rules of an earlier version proposed again."""
        old = self.version(number)
        return self.propose(replace(old, by=by, proposed=on, note=_("Back to version {number}", number=number)))

    def with_member(self, name: str) -> Agreement:
        """Return the document with one more member. BadInput if the name is none, taken, or "You", or the group is full."""
        name = line(name, _("the name"), LONGEST_NAME)
        if not name:
            raise BadInput(_("a member needs a name"))
        no_you(name)
        if name.casefold() in (member.casefold() for member in self.members):
            raise BadInput(_("there is a member called {name} already", name=name))
        if len(self.members) == MOST_MEMBERS:
            raise BadInput(_("a group has at most {most} members", most=MOST_MEMBERS))
        left = tuple(other for other in self.left if other != name)
        joined = (*self.joined, name) if self.versions or self.proposal else self.joined
        return replace(self, members=(*self.members, name), left=left, joined=joined)

    def without_member(self, name: str, on: date) -> Agreement:
        """Return the document with one member less; a proposal that only waited for them counts. BadInput if they are the
        last."""
        self._member(name)
        if len(self.members) == 1:
            raise BadInput(_("{name} is the only member", name=name))
        others = tuple(member for member in self.members if member != name)
        joined = tuple(other for other in self.joined if other != name)
        left = replace(self, members=others, left=(*self.left, name), joined=joined)
        if left.proposal is None:
            return left
        open_still = left.proposal
        answers = replace(
            open_still,
            agreed=_without(open_still.agreed, name),
            objected=_without(open_still.objected, name),
            devices=_without(open_still.devices, name),
        )
        return left._counted(answers, on)

    def noted(self, entry: LogEntry) -> Agreement:
        """Return the document with one more entry in the log."""
        log = self.log
        if log and {log[-1].did, entry.did} <= _REPEATED and replace(log[-1], at=entry.at, did=entry.did) == entry:
            log = log[:-1]
        return replace(self, log=(*log, entry))

    def _member(self, name: str) -> None:
        if name not in self.members:
            raise BadInput(
                _(
                    "{name} is not a member of {title}; its members are {members}",
                    name=shown(name),
                    title=self.title,
                    members=listed(self.members),
                )
            )

    def _answered(self, mark: str) -> Version:
        if self.proposal is None or self.proposal.mark != mark:
            raise BadInput(_("that is not proposed any more: look at what is now"))
        return self.proposal

    def _counted(self, proposal: Version, on: date) -> Agreement:
        """Return the document with these answers, and as the next version if they are enough."""
        asked = replace(self, proposal=proposal)
        if len(proposal.agreed) < asked.needed:
            return asked
        return replace(self, versions=(*self.versions, replace(proposal, settled=on)), proposal=None)


def new_document_id() -> str:
    """The id of a new document."""
    return secrets.token_hex(8)


def founded(title: str, members: tuple[str, ...], first: Version, game: str, known_as: str = "", device: str = "") -> Agreement:
    """A new document with its first version proposed by one of its members, who agrees to it. BadInput.

    known_as: its id, "" for any. device: the label of the proposer's device.
    """
    title = line(title, _("the title"), LONGEST_TITLE)
    if not title:
        raise BadInput(_("a group's house rules need a title"))
    made = Agreement(known_as or new_document_id(), title, game, named(game).rules_version, ())
    for name in members:
        made = made.with_member(name)
    return made.propose(first, device)


def line(text: str, what: str, most: int) -> str:
    """A text as one line without signs that cannot be seen. BadInput if it is too long."""
    tidy = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    if len(tidy) > most:
        raise BadInput(_("{what} has {n} characters; {most} is the most", what=what, n=len(tidy), most=most))
    return tidy


def check_needed(needed: int, members: int) -> None:
    """BadInput if this many cannot agree."""
    if not 0 <= needed <= members:
        raise BadInput(
            ngettext("{needed} of {n} member cannot agree", "{needed} of {n} members cannot agree", members, needed=needed)
        )


def check_rules(room: Room, options: Mapping[str, Value], rulings: Mapping[str, str]) -> None:
    """BadInput says which option, value or ruling a game does not have, or which do not go together."""
    Game(room, _seats(room, options), options)
    known = identifiers(room)
    for label, text in rulings.items():
        if label not in known and not OWN_LABEL.fullmatch(label):
            last = max(int(name[1:]) for name in known if name.startswith("R"))
            raise BadInput(
                _(
                    "a ruling on {label}: the rulebook has R1 to R{last} (all are in `parlour rules {name} --json`);"
                    " rules of your own are H1, H2, ...",
                    label=shown(label),
                    last=last,
                    name=room.name,
                )
            )
        if not line(text, _("the ruling on {label}", label=label), LONGEST_TEXT):
            raise BadInput(_("the ruling on {label} says nothing", label=label))


def in_force(room: Room, options: Mapping[str, Value]) -> Mapping[str, Paragraph]:
    """The paragraphs of the rulebook by identifier, as print numbers them under these house rules. BadInput."""
    return paragraphs(room, Game(room, _seats(room, options), options).blank()[0])


def identifier(room: Room, options: Mapping[str, Value], text: str) -> str:
    """The identifier of the paragraph that people mean: by its number in print under these house rules, or itself. BadInput."""
    found = asked_for(room, Game(room, _seats(room, options), options).blank()[0], text)
    return found.identifier if found else text.strip()


def label_words(label: str, numbers: Mapping[str, Paragraph]) -> str:
    """Return the subject of a ruling for people: the rule by its number in print."""
    if OWN_LABEL.fullmatch(label):
        return label
    if label in numbers:
        return _("rule {number}", number=numbers[label].number)
    return _("{label} (not in force)", label=label)


def seat_counts(room: Room, options: Mapping[str, Value]) -> list[int]:
    """The numbers of players under which these house rules make sense."""
    found = []
    for seats in range(room.Table.seats_range[0], room.Table.seats_range[1] + 1):
        try:
            Game(room, seats, options)
        except BadInput:
            continue
        found.append(seats)
    return found


def _seats(room: Room, options: Mapping[str, Value]) -> int:
    """A number of players to try house rules with: the usual one, or the first that fits."""
    usual, fit = room.Table.default_seats, seat_counts(room, options)
    return usual if usual in fit or not fit else fit[0]


def changed(room: Room, options: Mapping[str, object]) -> dict[str, Value]:
    """Return those of these house rules that are not as usual, in the layout's order, as people write them. BadInput."""
    known = room.Table.options
    for name in options:
        if name not in known:
            has = ", ".join(known) or pgettext("house rules", "none")
            raise BadInput(_("{game} has no house rule {name}; it has {known}", game=room.name, name=shown(name), known=has))
    found: dict[str, Value] = {}
    for name in known:
        if name in options:
            try:
                code = known[name].read(options[name])
            except ValueError as error:
                raise BadInput(_("house rule {name}: {error}", name=name, error=error)) from None
            if code != known[name].default:
                found[name] = known[name].write(code)
    return found


def differences(room: Room, before: HouseRules | Version | None, after: HouseRules | Version | None) -> list[str]:
    """Return the differences between two versions, one line each in words; None stands for the usual rules."""
    found = []
    was, now = (dict(one.options) if one else {} for one in (before, after))
    for name in dict.fromkeys((*room.Table.options, *was, *now)):  # also what this house no longer has
        option = room.Table.options.get(name)
        usual = _("as usual") if option is None else house_words.words(room, name, option.default)
        old, new = (house_words.value_words(room, name, one[name]) if name in one else usual for one in (was, now))
        if old != new:
            about = house_words.about(room, name) if option else name
            if before is None:
                found.append(_("{rule}: {new}, usually {old}", rule=about, new=new, old=old))
            else:
                found.append(_("{rule}: {new}, before {old}", rule=about, new=new, old=old))
    was_ruled, now_ruled = (dict(one.rulings) if one else {} for one in (before, after))
    numbers = _numbers(room, now) if was_ruled != now_ruled else {}
    for label in sorted({*was_ruled, *now_ruled}, key=label_order):
        old, new = was_ruled.get(label, ""), now_ruled.get(label, "")
        if old == new:
            continue
        texts = (toml_value(text) if text else "" for text in (old, new))
        found.append(_ruling_words(label, label_words(label, numbers), *texts))
    if isinstance(before, Version) and isinstance(after, Version) and before.needed != after.needed:
        values = {"new": needed_words(after.needed), "old": needed_words(before.needed)}
        found.append(_("who must agree: {new}, before {old}", **values))
    return found


def _ruling_words(label: str, rule: str, old: str, new: str) -> str:
    """Return the change of a ruling, or of a rule of the group's own. old, new: its text, "" for none."""
    if label.startswith("H"):
        if not old:
            return _("{rule}, a rule of its own: {new}", rule=rule, new=new)
        if not new:
            return _("{rule}, a rule of its own, dropped: {old}", rule=rule, old=old)
        return _("{rule}, a rule of its own: {new}, before {old}", rule=rule, new=new, old=old)
    if not old:
        return _("{rule}, a ruling: {new}", rule=rule, new=new)
    if not new:
        return _("{rule}, a ruling dropped: {old}", rule=rule, old=old)
    return _("{rule}, a ruling: {new}, before {old}", rule=rule, new=new, old=old)


def _numbers(room: Room, options: Mapping[str, Value]) -> Mapping[str, Paragraph]:
    """Return the paragraphs as `in_force` does; none if the house no longer has these house rules or the room no rulebook."""
    try:
        return in_force(room, options)
    except BadInput:
        return {}


def needed_words(needed: int) -> str:
    """Return in words how many members must agree."""
    return _("all") if needed == ALL else _("{n} of the members", n=needed)


def label_order(label: str) -> tuple[str, int]:
    """A key that sorts labels: F101, H1, R1, R2, ... with the rulebook's own first."""
    return {"R": "0", "F": "1"}.get(label[:1], "2"), int(label[1:]) if label[1:].isdigit() else 0


def by_one_device(devices: Mapping[str, str]) -> dict[str, list[str]]:
    """Return, by device, the members for whom it answers, if these are several. devices: by member."""
    found: dict[str, list[str]] = {}
    for name, device in devices.items():
        found.setdefault(device, []).append(name)
    return {device: names for device, names in found.items() if len(names) > 1}


def _agreed(version: Version, member: str, on: date, device: str) -> Version:
    if member in version.agreed:
        return version
    by = _by_device(version.devices, member, device)
    return replace(version, agreed={**version.agreed, member: on}, objected=_without(version.objected, member), devices=by)


def _by_device(devices: Mapping[str, str], member: str, device: str) -> dict[str, str]:
    return {**_without(devices, member), **({member: device} if device else {})}


def _without(answers: Mapping[str, T], member: str) -> dict[str, T]:
    return {name: value for name, value in answers.items() if name != member}
