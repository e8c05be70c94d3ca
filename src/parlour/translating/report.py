"""The state of a language: what is missing or stale in its catalogues, and what cannot be right."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from babel.messages.catalog import Catalog, Message

from parlour.languages import languages
from parlour.languages.catalogue import CATALOGUES, RULEBOOKS, claimed, read_catalogue

from .rulebooks import rulebook_faults
from .sources import texts

PLACE = re.compile(r"\{[^{}]*\}|%\(\w+\)[a-z]")
"""A place for a value: `{name}` in Python, scripts and games, `%(name)s` in templates."""
TAG = re.compile(r"</?\w[^<>]*>")


@dataclass
class Coverage:
    """One catalogue of one language. Lists hold the English texts."""

    code: str
    name: str
    total: int
    missing: list[str] = field(default_factory=list)
    stale: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    claimed: bool = False

    @property
    def done(self) -> int:
        """The number of texts that are translated and not stale."""
        return self.total - len(self.missing) - len(self.stale)

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong, and nothing is missing if the language claims that."""
        return not self.faults and not (self.claimed and (self.missing or self.stale))


def coverage(code: str, name: str) -> Coverage:
    """Compare a catalogue of a language with the texts that there are."""
    wanted, here = texts(name), read_catalogue(code, name)
    found = Coverage(code, name, len(wanted), claimed=name in claimed(code))
    for message in wanted:
        if not message.id:
            continue
        translated = here.get(message.id, message.context)
        shown = _forms(message.id)[0]
        if translated is None or not _is_filled(translated):
            found.missing.append(shown)
        elif translated.fuzzy:
            found.stale.append(shown)
    found.faults = list(rulebook_faults(here, code) if name == RULEBOOKS else faults(here))
    return found


def _is_filled(message: Message) -> bool:
    return all(_forms(message.string))


def _forms(text: object) -> tuple[str, ...]:
    """The forms of a text: one, or the plural forms."""
    return tuple(str(one or "") for one in text) if isinstance(text, list | tuple) else (str(text or ""),)


def faults(catalogue: Catalog) -> Iterator[str]:
    """Yield a line for each fault of a translation: places or HTML that the English text does not have."""
    for message in catalogue:
        if not message.id or message.fuzzy or not _is_filled(message):
            continue
        ids, forms = _forms(message.id), _forms(message.string)
        for form in forms:
            for what, pattern in (("place", PLACE), ("HTML", TAG)):
                allowed, used = set(pattern.findall(" ".join(ids))), set(pattern.findall(form))
                needed = set(pattern.findall(ids[0])) if len(ids) == 1 else set()
                for one in sorted(used - allowed):
                    yield f"{ids[0]!r}: its translation has the {what} {one}, which the English text does not have"
                for one in sorted(needed - used):
                    yield f"{ids[0]!r}: its translation lacks the {what} {one}"


def report(codes: list[str] | None = None) -> list[Coverage]:
    """The catalogues of all languages but English, or of some."""
    known = [code for code, one in languages().items() if not one.is_english]
    return [coverage(code, name) for code in (codes or known) for name in CATALOGUES]
