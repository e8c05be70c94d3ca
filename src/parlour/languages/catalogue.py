"""Languages and their texts: read from the folders beside this module, and chosen for a reader."""

from __future__ import annotations

import io
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache, cached_property
from gettext import GNUTranslations, NullTranslations, c2py
from itertools import pairwise
from pathlib import Path
from typing import Literal

from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from . import pseudo

Direction = Literal["ltr", "rtl"]
FOLDER = Path(__file__).parent
SPOKEN, RULEBOOKS, EXAMPLES = ("interface", "games", "lessons"), "rulebooks", "examples"
CATALOGUES = (*SPOKEN, RULEBOOKS, EXAMPLES)
ENGLISH, PSEUDO = "en", "qps"
"""English needs no translations. The pseudo-language is made from English: accented, longer and mirrored, for tests."""
MOST_ACCEPTED = 400
"""Characters of an `Accept-Language` that are read."""


@dataclass(frozen=True)
class Language:
    """A language that texts can be read in. code: as in HTML and HTTP, `de`. name: as its speakers call it."""

    code: str
    name: str
    direction: Direction = "ltr"

    @property
    def is_english(self) -> bool:
        """Whether texts stay as they are in the source."""
        return self.code == ENGLISH

    @cached_property
    def locale(self) -> Locale:
        """The rules for lists, numbers and dates. English ones are British: the house writes "a, b and c"."""
        return Locale.parse("en_GB" if self.code in (ENGLISH, PSEUDO) else self.code.replace("-", "_"))

    @cached_property
    def texts(self) -> NullTranslations:
        """The translations, found by the English text."""
        return self._compiled(SPOKEN)

    @cached_property
    def game_texts(self) -> NullTranslations:
        """The translations as games have them: theirs come first, because the house has words like "hand" in another sense."""
        return self._compiled(SPOKEN[1:] + SPOKEN[:1])

    @cached_property
    def rulebooks(self) -> NullTranslations:
        """The translations of rulebooks: apart from other texts, which have words like "Play" in another sense."""
        return self._compiled([RULEBOOKS])

    @cached_property
    def examples(self) -> NullTranslations:
        """The translations of the titles of examples."""
        return self._compiled([EXAMPLES])

    def _compiled(self, names: Iterable[str]) -> NullTranslations:
        """The translations of catalogues: a text that several have is read from the first of them."""
        if self.code == PSEUDO:
            return pseudo.Translations()
        return NullTranslations() if self.is_english else in_order(_compiled(self.code, name) for name in names)

    @cached_property
    def _plural_indices(self) -> tuple[Callable[[int], int], list[int]]:
        """The function that gives the plural form for a number, and the forms that numbers below a million have."""
        function = c2py("n != 1" if self.is_english else self.plural)
        return function, sorted({int(function(n)) for n in range(1000)})

    def plural_index(self, n: int) -> int:
        """Return which of the `nouns` forms a number has, from 0 on."""
        function, used = self._plural_indices
        return used.index(found) if (found := int(function(n))) in used else len(used) - 1

    @property
    def nouns(self) -> int:
        """The number of forms that a noun has behind numbers below a million."""
        return len(self._plural_indices[1])

    @cached_property
    def _interface(self) -> Catalog:
        return read_catalogue(self.code, CATALOGUES[0])

    @property
    def plural(self) -> str:
        """The number of the plural form for `n`, as an expression of C and JavaScript."""
        return "n != 1" if self.code in (ENGLISH, PSEUDO) else str(self._interface.plural_expr)

    def forms(self, one: str, many: str) -> list[str] | None:
        """The plural forms of a text by number; None if it is not translated."""
        if self.code in (ENGLISH, PSEUDO):
            return None if self.is_english else [pseudo.pseudo(one), pseudo.pseudo(many)]
        message = self._interface.get(one)
        found = message.string if message and not message.fuzzy else ()
        return [str(form) for form in found] if isinstance(found, tuple) and found and all(found) else None


def catalogue_path(code: str, name: str) -> Path:
    """The file of a catalogue."""
    return FOLDER / code / f"{name}.po"


def read_catalogue(code: str, name: str) -> Catalog:
    """Read a catalogue; empty if the language has none of this name yet."""
    path = catalogue_path(code, name)
    if not path.is_file():
        return Catalog(locale=code.replace("-", "_"))
    return read_po(io.BytesIO(path.read_bytes()), locale=code.replace("-", "_"))


class _End(NullTranslations):
    """The end of a chain of catalogues: tells a text that none has for a context from one that is as in English."""

    def pgettext(self, context: str, message: str) -> str:
        """No text for this context."""
        return ""

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        """No text for this context."""
        return ""


def in_order(catalogues: Iterable[bytes]) -> NullTranslations:
    """The translations of catalogues that are ready to be searched (`machine_readable`), each after those before it."""
    found = [GNUTranslations(io.BytesIO(one)) for one in catalogues]
    for one, other in pairwise([*found, _End()]):
        one.add_fallback(other)
    return found[0]


def machine_readable(catalogue: Catalog) -> bytes:
    """A catalogue ready to be searched. Texts that are marked as stale (`fuzzy`) are left out: English is better than wrong."""
    compiled = io.BytesIO()
    write_mo(compiled, catalogue)
    return compiled.getvalue()


@cache
def _compiled(code: str, name: str) -> bytes:
    return machine_readable(read_catalogue(code, name))


def claimed(code: str) -> list[str]:
    """The catalogues that a language claims to have complete, by its `language.toml`."""
    path = FOLDER / code / "language.toml"
    return list(tomllib.loads(path.read_text(encoding="utf-8"))["complete"]) if path.is_file() else []


@cache
def languages() -> dict[str, Language]:
    """The languages with texts, by code: English first, then by their own names."""
    codes = [path.parent.name for path in FOLDER.glob(f"*/{CATALOGUES[0]}.po")]
    found = [Language(code, own_name(code), _direction(code)) for code in codes]
    every = [Language(ENGLISH, "English"), *sorted(found, key=lambda one: one.name.casefold())]
    return {one.code: one for one in every}


def _direction(code: str) -> Direction:
    return "rtl" if Locale.parse(code.replace("-", "_")).text_direction == "rtl" else "ltr"


def own_name(code: str) -> str:
    """A language as its speakers call it."""
    name = Locale.parse(code.replace("-", "_")).get_display_name() or code
    return name[:1].upper() + name[1:]


@cache
def _pseudo() -> Language:
    return Language(PSEUDO, "Pseudo", "rtl")


def language(code: str) -> Language | None:
    """The language of a code, or the pseudo-language; None if there is none."""
    return _pseudo() if code == PSEUDO else languages().get(code)


def preferred(accepted: str) -> Language:
    """The language that a browser likes best among those there are, by its `Accept-Language`; English if it likes none.

    >>> preferred("").code, preferred("tlh, en;q=0.5").code
    ('en', 'en')
    """
    wishes = []
    for place, part in enumerate(accepted[:MOST_ACCEPTED].split(",")):
        code, _, weight = part.partition(";")
        found = re.fullmatch(r"\s*q=(1|0)(\.\d{0,3})?\s*", weight) if weight else None
        share = float(found[1] + (found[2] or "")) if found else 0.0 if weight else 1.0
        wishes.append((-share, place, code.strip().lower()))
    known = {code.lower(): one for code, one in languages().items()}
    for share, _, code in sorted(wishes):
        parts = code.split("-")
        for end in range(len(parts), 0, -1):
            if share < 0 and (one := known.get("-".join(parts[:end]))):
                return one
    return known[ENGLISH]


_reader: ContextVar[Language | None] = ContextVar("reader's language", default=None)


def current() -> Language:
    """The language of the reader for whom something is made now."""
    return _reader.get() or languages()[ENGLISH]


@contextmanager
def speaking(one: Language | None) -> Iterator[None]:
    """Make texts in a language, inside the context. None: English."""
    token = _reader.set(one)
    try:
        yield
    finally:
        _reader.reset(token)


def _texts() -> NullTranslations | None:
    """The reader's translations; None in English, so that English costs nothing."""
    one = _reader.get()
    return None if one is None or one.is_english else one.texts


def mark(text: str) -> str:
    """Mark a text for translation that is written before anybody reads it: `gettext` translates it later."""
    return text


def gettext(text: str, /, **values: object) -> str:
    """A text in the reader's language. values: for its places, `{name}`."""
    texts = _texts()
    if texts is not None and text:
        text = texts.gettext(text)
    return text.format(**values) if values else text


def plural_form(one: str, many: str, n: int) -> str:
    """The form of a text for a number, its places not filled yet."""
    texts = _texts()
    return (one if n == 1 else many) if texts is None else texts.ngettext(one, many, n)


def ngettext(one: str, many: str, n: int, /, **values: object) -> str:
    """A text that depends on a number, `{n}` in it unless values give another text for it.

    >>> ngettext("{n} card", "{n} cards", 1), ngettext("{n} card", "{n} cards", 3)
    ('1 card', '3 cards')
    """
    return plural_form(one, many, n).format(**({"n": n} | values))


def pgettext(context: str, text: str, /, **values: object) -> str:
    """A text of the house that means something else elsewhere. context: a word that says in which sense, for translators.

    >>> pgettext("verb", "Deal")
    'Deal'
    """
    texts = _texts()
    if texts is not None:
        text = _for_context(texts, context, text)
    return text.format(**values) if values else text


def mark_in(context: str, text: str) -> str:
    """Mark a text for translation as `mark` does; `pgettext` translates it later."""
    return text


def game_text(game: str, text: str) -> str:
    """A text of a game's files in the reader's language: as this game says it, or as games say it, or as the house does."""
    one = _reader.get()
    return text if one is None or one.is_english or not text else _for_context(one.game_texts, game, text)


def game_form(game: str, one: str, many: str, n: int) -> str:
    """The form of a game's text for a number, its places not filled yet: chosen as `game_text` does."""
    reader = _reader.get()
    if reader is None or reader.is_english:
        return one if n == 1 else many
    return reader.game_texts.npgettext(game, one, many, n) or reader.game_texts.ngettext(one, many, n)


def _for_context(texts: NullTranslations, context: str, text: str) -> str:
    return texts.pgettext(context, text) or texts.gettext(text)


def rulebook_text(room: str, text: str) -> str | None:
    """A part of a room's rulebook with its braces in the reader's language; None if it is to be read in English."""
    one = _reader.get()
    if one is None or one.is_english or not text:
        return None
    if one.code == PSEUDO:
        return pseudo.pseudo_rulebook(text)
    found = _for_context(one.rulebooks, room, text)
    return None if found == text else found


def example_title(room: str, text: str) -> str:
    """The title of an example of a room's rulebook in the reader's language."""
    one = _reader.get()
    return text if one is None or one.is_english else _for_context(one.examples, room, text)


def plural_index(n: int) -> int:
    """Return which plural form a noun has behind a number in the reader's language, from 0 on."""
    return current().plural_index(n)
