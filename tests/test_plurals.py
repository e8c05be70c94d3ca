"""A number before its noun is written by `counted`, which knows the singular: no "1 cards"."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

import parlour
from parlour.engine.counting import in_singular
from parlour.engine.reading import parse_python
from parlour.engine.soundness import check_with_rules

SOURCE = Path(__file__).parent.parent / "src" / "parlour"
NOUNS = (
    "action|batch(?:es)?|bot|card|chip|choice|column|counter|deal|decision|diamond|difference|draw|entri(?:es)?|event|fault|file|game"
    "|hand|match(?:es)?|move|node|pack|packs|pair|pile|player|point|position|pot|question|round|row|rung|scenario|seat|ship"
    "|situation|spade|state|step|sweep|table|task|team|time|token|trick|turn|way|win"
)
PLURAL = re.compile(rf" (?:more |other |odd |random |equal )?(?:{NOUNS})s?(?<=s)\b(?! of a share| of Elo)")
ROOMS = ("games/", "kit/")
"""Where messages are written by hand, because rules import little: they pass `in_singular` on their way out."""
AFTER_A_NUMBER = re.compile(r" (?:more |other |odd )?([a-z]+s)\b")
NO_NOUN = re.compile(
    "accepts|answers|as|asks|bets|comes|depends|does|fits|has|holds|is|leads|lies|names|plays|ranks|speaks|stands|takes|was"
)
"""Words that follow a number that names a seat, or the name of a card."""
NO_NUMBER = {
    "fewer",
    "span",
    "'' if players <= RANKS else ' of spades'",
    "'many' if facts.hands > 6 else 'several'",
    "name",
    "' and '.join(map(str, sorted(sizes)))",
    "arguments.format.upper()",
    "arguments.players",
    "found.write(found.default)",
    "head",
    "high",
    "kind",
    "low",
    "low if low == high else f'{low} to {high}'",
    "players_text(room)",
    "round(100 * option.share)",
    "seed",
    "sheet.players[hand.dealer]",
}
"""Names, spans and estimates, none of which is a number that can be 1."""


def plurals(path: Path) -> Iterator[tuple[int, str]]:
    """The lines of a module where an f-string puts a number before a plural."""
    for node in ast.walk(parse_python(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.JoinedStr):
            for value, text in zip(node.values, node.values[1:], strict=False):
                if not isinstance(value, ast.FormattedValue) or not isinstance(text, ast.Constant):
                    continue
                if PLURAL.match(str(text.value)) and not _never_one(value.value):
                    yield node.lineno, f"{{{ast.unparse(value.value)}}}{text.value}"


def _never_one(value: ast.expr) -> bool:
    """Whether a value is a constant, or an estimate that has its own words."""
    text = ast.unparse(value)
    return text.isupper() or text in NO_NUMBER or re.match(r"number\(|percent\(|100 \* ", text) is not None


def test_numbers_know_the_singular() -> None:
    modules = {path.relative_to(SOURCE).as_posix(): path for path in sorted(SOURCE.rglob("*.py"))}
    found = [
        f"{name}:{line}: {what}" for name, path in modules.items() if not name.startswith(ROOMS) for line, what in plurals(path)
    ]
    assert not found, "write counted(number, noun) from parlour.engine.counting:\n" + "\n".join(found)


def test_whatever_a_room_counts_is_put_into_the_singular() -> None:
    """Of every f-string of a room with a number and a noun behind it: what it says of one thing."""
    found = []
    for path in sorted(path for folder in ROOMS for path in (SOURCE / folder).rglob("*.py")):
        for node in ast.walk(parse_python(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.JoinedStr):
                parts = [str(part.value) if isinstance(part, ast.Constant) else "1" for part in node.values]
                for number, text in pairwise(parts):
                    noun = AFTER_A_NUMBER.match(text)
                    if number == "1" and noun and not NO_NOUN.fullmatch(noun[1]) and in_singular(f"1{text}") == f"1{text}":
                        found.append(f"{path.relative_to(SOURCE)}:{node.lineno}: {text}")
    assert not found, "name what is counted in NOUNS of parlour.engine.counting"


def test_what_a_room_says_of_a_position_knows_the_singular(monkeypatch: pytest.MonkeyPatch) -> None:
    game = parlour.Game("scopa")
    monkeypatch.setattr(game.room.module, "unsound", lambda t: "stock: 1 cards are left, and seat 1 draws 2 cards")
    with pytest.raises(parlour.BadInput, match="stock: 1 card is left, and seat 1 draws 2 cards"):
        check_with_rules(game.room, game.blank()[0])


def test_what_is_looked_for(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text('f"{n} cards"; f"{n:,} random matches"; f"{n} card"; f"{MOST} cards"; f"{n} holds"', encoding="utf-8")
    assert [what for _, what in plurals(path)] == ["{n} cards", "{n} random matches"]
