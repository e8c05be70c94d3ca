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
from parlour.engine.rooms import room, room_names
from parlour.engine.soundness import check_with_rules
from parlour.engine.speech import spoken_text
from parlour.languages import in_language, language, languages, speaking
from parlour.languages.catalogue import SPOKEN, game_form
from parlour.translating import texts

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
                    yield node.lineno, f"{{{ast.unparse(value.value)}}}{text.value!s}"


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


NAMES = "(?!choice|dealer|form|name|option)"
PLACE = rf"(?:\{{{NAMES}[\w/%]+\}}|%\({NAMES}\w+\)[sd])[\])]?(?:</?\w+>)?"
"""A place for a value: `{n}` in Python, scripts and games, `%(n)s` in templates. NAMES are never numbers."""
COUNTED = re.compile(rf"{PLACE}((?: [a-z]+){{1,2}})\b")
SEVERAL = {
    "{choice} is one of your {number} trumps": "one of several",
    "{game} is for {low} to {high} players, not {seats}": "from one number to a larger one",
    "{low} to {high} players": "from one number to a larger one",
    "%(players)s players": "one player has a text of its own",
    "%(title)s, %(players)s players": "games for several",
    "{path}: a record is one match, and here are {n} hands; write them to a .phhs file": "more than one",
    "a group has at most {most} members": "a constant",
    "{what} has {n} characters; {most} is the most": "more than a constant",
    "a pad holds at most {most_events} events": "a constant",
    "a note has at most {longest_text} characters": "a constant",
    "it is a list of at most {n} entries": "a constant",
    "a pot is between 1 and {most} chips": "a constant",
    "a hand in {n} characters is too long": "more than a constant",
    "{ranking}: a hand has {least} to {most} cards, not {n}": "from one number to a larger one",
    "{name}: a name has {most} letters at most": "a constant",
    "a movement of pairs is for {least} to {most} pairs, not {n}": "constants",
    "a rotation is for {least} to {most} players, not {n}": "constants",
    "an evening has 1 to {most} rounds, not {n}": "a constant",
    "a bookmark's name has 1 to {longest_mark} characters on one line": "a constant",
    "the page seats {most} people at most; `parlour seat` on the command line takes more": "a constant",
    "there is room for {n} hands": "a constant",
    "the time a player may be away is one of {several} seconds": "a list",
    "The wishes left {ways} ways, one of which was drawn.": "more than one",
    "{players} fall into teams in {ways} ways, and {most} are looked through at most: draw, or seat fewer": "many",
    "Of all {draws} draws there could be, the teams would be {mean} apart on average, half of the time {median} or less,"
    " and {worst} at worst.": "more than one",
    "How far apart all {draws} draws would leave the teams": "more than one",
    "{players} had chips left: only one of them can have taken anything": "a list of players",
    "It needs {number} packs, which you have.": "more than one",
    "It is not among the {n} cards that may be played now": "more than a constant",
    "{ranks}, {n} cards of it for badugi": "one has a text of its own",
    "{sweeps} sweeps: a hand has at most {most}": "more than the turns of a hand",
    "{sweeps} sweeps in this order take at least {least} turns, and a hand has {turns} in which a sweep is possible": "several",
    "{cards} cards in hands, and at least {on_pile} on the pile are too many for the pack": "more than the pack",
    "{player} has melds of at least {cards} cards, of {hand}": "more than a hand",
    "{player} went out and has all {hand} cards in melds; these have too few": "a constant",
    "no turns lead to hands of {hands} cards: in every turn a card is drawn or laid": "a list",
    "it is a bluff, as {n} unseen cards beat your best card {card}": "more than a few",
    "no captures give piles of {piles} cards together with these sweeps": "a list",
    "piles of {piles} cards with these sweeps cannot have so many different ranks, since a single card is captured only by its"
    " own rank": "a list",
    "{n} ships win, one fewer once a ship has been sunk": "three to six",
    "{ships} ships, of {most}": "more than there are",
    "{captures} captures: {turns} turns allow {most} at most, as the table has {table} cards and those trailed": "several",
}
"""Texts with one form though something is counted in them, and why it is never none or one."""


def counted_nouns() -> set[str]:
    """The plurals that texts with two forms have where the form for one thing has the singular, and those of messages."""
    found = {f"{noun}s" for noun in NOUNS.split("|") if noun.isalpha()}
    for catalogue in SPOKEN:
        for message in texts(catalogue):
            if isinstance(message.id, tuple):
                one, many = (" ".join(COUNTED.findall(text)).split() for text in message.id)
                found |= {word for word in many if word.endswith("s") and word[:-1] in one}
    return found


def test_texts_that_count_have_two_forms() -> None:
    """So every language has the form for one thing, and French the one for none, wherever the text is shown."""
    nouns, found = counted_nouns(), []
    for catalogue in SPOKEN:
        for message in texts(catalogue):
            if isinstance(message.id, str) and message.id not in SEVERAL:
                if any(word in nouns for words in COUNTED.findall(message.id) for word in words.split()):
                    found.append(f"{catalogue}: {message.id!r}, {message.locations[0][0]}")
    assert not found, "give them a form for one thing and a form for others:\n" + "\n".join(found)


def test_texts_that_need_no_second_form_are_there() -> None:
    known = {message.id for catalogue in SPOKEN for message in texts(catalogue)}
    assert not SEVERAL.keys() - known


FIGURES = (0, 1, 2)
SINGULAR = {"fr": (0, 1)}
"""The figures that have the form for one thing; elsewhere one alone."""


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("name", room_names())
def test_what_is_said_with_figures_has_the_form_of_its_figure(name: str, code: str) -> None:
    """Check the text of a step with no thing, with one and with two, in each language."""
    game = room(name)
    for number, word in enumerate(game.words, 1):
        form = game.look.get("words", {}).get(word, word)
        if isinstance(form, str):
            continue
        with speaking(language(code)):
            one, many = (game_form(name, form[0], form[1], figure) for figure in (1, 2))
            said = [in_language(spoken_text(game, number, figure, ["Ann", "Bo"], 0)) for figure in FIGURES]
        wanted = [one if figure in SINGULAR.get(code, (1,)) else many for figure in FIGURES]
        wanted = [text.replace("{n/1000:seat}", "Ann") for text in wanted]
        assert said == [re.sub(r"\{n(?:%\d+)?\}", str(figure), text) for figure, text in zip(FIGURES, wanted, strict=True)]
        assert one != many or form in SAME


SAME = [["Talon: {n} left", "Talon: {n} left"], ["{n} king: the cards are dealt again", "{n} kings: the cards are dealt again"]]
"""Forms that are the same in some languages: "noch 1, noch 2", "1 re, 2 re"."""
