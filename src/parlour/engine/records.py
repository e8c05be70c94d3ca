"""Records: a match as its rules, its deals and its choices, in readable text; see docs/formats.md."""

from __future__ import annotations

from typing import Any

from . import positions
from .deals import Commitment
from .errors import BadInput, is_printable, shown
from .game import HEAD, Agreed, Game, check_head, game_of
from .match import Chance, Chosen, Match, replay_log
from .reading import whole_number
from .toml import parse_toml


def write_record(match: Match) -> str:
    """The record of a match, complete: it is given out when the match is over."""
    room = match.game.room
    lines, agreed = match.game.head_lines(), match.game.agreed
    if agreed:
        lines.append(f"agreed = {positions.toml_value({'id': agreed.id, 'title': agreed.title, 'version': agreed.version})}")
    if match.over:
        result = {"score": match.score, "payoff": match.payoff, "winners": match.winners}
        lines.append(f"result = {positions.toml_value(result)}")
    if match.commitments:
        deals = [{"hand": c.hand, "sha256": c.digest, "salt": c.salt} for c in match.commitments]
        lines += ["deals = [", *(f"  {positions.toml_value(deal)}," for deal in deals), "]"]
    lines += ["log = ["]
    for entry in match.log:
        if isinstance(entry, Chance):
            lines.append(f"  {positions.toml_value(entry.fields)},")
        else:
            names = ", ".join(room.choice_name(code) for code in entry.codes)
            stamp = f" @{entry.elapsed}" if entry.elapsed else ""
            lines.append(f"  {positions.toml_value(f'{entry.seat}: {names}{stamp}')},")
    lines.append("]")
    if match.start_position is not None:
        lines += ["", "[start]", *positions.toml_lines(positions.fields_of(room, match.origin[0]))]
    return "\n".join(lines) + "\n"


def read_choices(game: Game, text: Any) -> Chosen:
    """A line `seat: name, name @ms` as a log entry. BadInput says what is wrong with it."""
    if not isinstance(text, str):
        raise BadInput(f"{shown(text)} is neither a choice nor what chance set")
    seat, colon, names = text.partition(":")
    chooser = whole_number(seat, range(1000))
    if not colon or chooser is None:
        raise BadInput(f"{shown(text)} does not begin with the seat that chose and a colon")
    names, at, stamp = names.partition("@")
    elapsed = whole_number(stamp, range(2**31)) if at else 0
    if elapsed is None:
        raise BadInput(f"{shown(text)}: {shown(stamp.strip())} is not a number of milliseconds")
    codes = tuple(game.code(name.strip()) for name in names.split(","))
    return Chosen(chooser, codes, elapsed)


def read_record(text: str) -> Match:
    """Return the match of a record, as it stands where the record ends.

    text: a record, as `Match.record` writes it.

    BadInput: the first thing that cannot be, with its line.
    """
    head = parse_toml(text, "the record")
    check_head(head, (*HEAD, "agreed", "result", "deals", "log", "start"), "a record")
    game = game_of(head)
    game.agreed = _read_agreed(head.get("agreed"))
    version = head.get("rules", game.room.rules_version)
    if version != game.room.rules_version:
        raise BadInput(
            f"the record was played under rules version {shown(version)} of {game.room.name}, this house plays version"
            f" {game.room.rules_version}: it cannot be replayed exactly"
        )
    entries = head.get("log")
    if not isinstance(entries, list):
        raise BadInput("the record has no log")
    log: list[Chosen | Chance] = []
    for number, entry in enumerate(entries):
        try:
            log.append(Chance(positions.flat(entry)) if isinstance(entry, dict) else read_choices(game, entry))
        except BadInput as error:
            raise BadInput(f"entry {number + 1}: {error}") from None
    match = _fresh(game, head)
    replay_log(match, log)
    _check_result(match, head.get("result"))
    match.commitments = _read_commitments(head.get("deals", []))
    match.check_commitments()
    return match


def _fresh(game: Game, head: dict[str, Any]) -> Match:
    start = head.get("start")
    if start is None:
        match = Match(game, game.blank())
    elif isinstance(start, dict):
        if any(isinstance(value, str) and "?" in value for value in positions.flat(start).values()):
            raise BadInput("start: a record has no unknown cards")
        match = Match(game, game.read_fields(start), start_position="start")
    else:
        raise BadInput("start is not a table of fields")
    return match


def _read_agreed(given: Any) -> Agreed | None:
    """Return the version of a group's house rules that a record was played under. BadInput if it is not readable."""
    if given is None:
        return None
    if not isinstance(given, dict) or set(given) != {"id", "title", "version"}:
        raise BadInput("agreed is not a table with id, title and version")
    document, title, version = given["id"], given["title"], given["version"]
    texts = all(isinstance(text, str) and is_printable(text) for text in (document, title))
    if not texts or type(version) is not int or version < 1:
        raise BadInput(f"agreed: {shown(given)} does not say which version of whose house rules")
    return Agreed(document, title, version)


def _check_result(match: Match, result: Any) -> None:
    """The result in a record is a checksum."""
    if result is None:
        return
    if not isinstance(result, dict):
        raise BadInput("result is not a table with score, payoff and winners")
    if not match.over:
        raise BadInput("the record gives a result, but its log ends before the match does")
    for key, value in (("score", match.score), ("payoff", match.payoff), ("winners", match.winners)):
        if result.get(key, value) != value:
            raise BadInput(f"the record gives {key} {shown(result[key])}, but replaying it gives {value}")


def _read_commitments(deals: Any) -> list[Commitment]:
    """Return the published digest of each deal. BadInput if one is not readable."""
    found = []
    for deal in deals if isinstance(deals, list) else [None]:
        if not isinstance(deal, dict) or set(deal) != {"hand", "sha256", "salt"}:
            raise BadInput("deals is not a list of tables with hand, sha256 and salt")
        if type(deal["hand"]) is not int or not isinstance(deal["sha256"], str) or not isinstance(deal["salt"], str):
            raise BadInput(f"deals: {positions.toml_value(deal)} does not say which hand, digest and salt")
        found.append(Commitment(deal["hand"], deal["sha256"], deal["salt"]))
    return found
