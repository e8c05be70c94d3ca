"""How the oracle of Delphi writes its rule by hand: text to choices and back, and what a browser is told meanwhile."""

from collections.abc import Mapping, Sequence
from typing import Any

from .grammar import (
    ALT,
    AND,
    ATOM_COUNT,
    ATOMS,
    CLAUSE,
    IF,
    LAST_RULE,
    OR,
    TESTS,
    WHOLE,
    first_of,
    form_of,
    is_fair,
    rate,
    read_rule,
    rule_text,
    second_of,
)
from .rules import LETTERS, MOST_LETTERS, SIGNS

FORM_NAMES = {CLAUSE: "clause", AND: "and", OR: "or", ALT: "alt"}
CHARACTERS = dict(zip(" ,.:", SIGNS, strict=True)) | {letter: letter for letter in LETTERS}


def read(phase: str, text: str, house: Mapping[str, Any]) -> list[str]:
    """The chain of choices that a text stands for. ValueError says why there is none."""
    return _picks(text.strip(), house) if phase == "write" else _letters(text.strip().lower())


def _picks(text: str, house: Mapping[str, Any]) -> list[str]:
    number = read_rule(text)
    least, most = house["fair_min"], house["fair_max"]
    form, first, second = form_of(number), first_of(number), second_of(number)
    if not is_fair(form, first, second, least, most):
        raise ValueError(f"{_accepting(number)}; asked for are at least {least} % and at most {most} %")
    picks = [FORM_NAMES[form]] if form < IF else ["if", TESTS[form - IF]]
    for clause in (first,) if form == CLAUSE else (first, second):
        picks += ["plain" if clause < ATOM_COUNT else "not", ATOMS[clause % ATOM_COUNT]]
    return picks


def _letters(text: str) -> list[str]:
    for at, character in enumerate(text):
        if character not in CHARACTERS:
            raise ValueError(f"at character {at + 1}: {character!r} cannot be written, only letters, figures and , . :")
    if len(text) > MOST_LETTERS:
        raise ValueError(f"{len(text)} characters; there is room for {MOST_LETTERS}")
    return [*(f"write {CHARACTERS[character]}" for character in text), "done"]


def note(phase: str, picks: Sequence[str], house: Mapping[str, Any]) -> str:
    """Return the choice so far, as text, with a note about it from the house."""
    if phase != "write":
        names = {name: character for character, name in CHARACTERS.items()}
        return "".join(names[pick.removeprefix("write ")] for pick in picks if pick != "done")
    text = _text(picks)
    try:
        number = read_rule(text)
    except ValueError:
        return text
    return _accepting(number)


def _text(picks: Sequence[str]) -> str:
    """A rule, or the beginning of one with dots for what is missing."""
    if not picks:
        return "…"
    form, *rest = picks
    parts = [rest.pop(0) if rest else "…"] if form == "if" else []
    for _ in range(1 if form == "clause" else 2):
        sign, atom = (rest[0] if rest else "plain"), (rest[1] if len(rest) > 1 else "…")
        parts.append(f"not({atom})" if sign == "not" else atom)
        rest = rest[2:]
    return parts[0] if form == "clause" else f"{form}({','.join(parts)})"


def _accepting(number: int) -> str:
    share = 100 * int(rate(form_of(number), first_of(number), second_of(number))) / WHOLE
    return f"{rule_text(number)} accepts {share:.2f} % of all cards"


def rule_words(number: int) -> str:
    """Return a secret rule as it is read out; empty if there is none yet, or only its beginning."""
    return rule_text(number) if 0 < number <= LAST_RULE else ""


def text_words(words: Sequence[int]) -> str:
    """A rule in words, as the oracle wrote it: ten letters a word, six bits each."""
    alphabet = ["", *LETTERS, *" ,.:"]
    return "".join(alphabet[(word >> 6 * k) & 63] for word in words for k in range(10))
