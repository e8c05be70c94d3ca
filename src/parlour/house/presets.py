"""Presets: the well-known variants of a game, from its room's presets.toml, to begin a group's house rules from.

docs/room-files.md describes the file.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any
from urllib.parse import urlsplit

from parlour.engine.errors import BadInput, meant, shown
from parlour.engine.files import is_file, read_text
from parlour.engine.rooms import Room
from parlour.engine.toml import TomlLines, parse_toml
from parlour.languages import current, game_text
from parlour.languages import gettext as _

from .agreement import LONGEST_TEXT, LONGEST_TITLE, Value, changed, check_rules, line

_KEYS = ("name", "title", "text", "source", "origin", "url", "house", "rulings")
ORIGINS = ("account", "public", "house")
"""Where a variant comes from: the account of the game that the rules follow, another public account, or this house."""


@dataclass(frozen=True)
class Preset:
    """A variant of a game. source: where it comes from, for people. origin: one of ORIGINS. url: of a public account. The rest as
    in `HouseRules`.
    """

    name: str
    title: str
    text: str
    source: str
    origin: str
    url: str
    options: Mapping[str, Value]
    rulings: Mapping[str, str] = field(default_factory=dict)


@lru_cache(maxsize=64)
def presets(room: Room) -> tuple[Preset, ...]:
    """The presets of a room, none if it has no presets.toml. BadInput, as `presets.toml:line: what`, for the first fault."""
    path = room.folder / "presets.toml"
    if not is_file(path):
        return ()
    text = read_text(path)
    data, lines = parse_toml(text, str(path)), TomlLines(text)
    if set(data) - {"preset"} or not isinstance(data.get("preset"), list):
        raise BadInput(f"{room.name}/presets.toml: it holds presets, each below [[preset]], and nothing else")
    found: list[Preset] = []
    for number, one in enumerate(data["preset"]):
        try:
            found.append(_preset(room, one))
            if found[-1].name in [other.name for other in found[:-1]]:
                raise BadInput(f"there are two presets {shown(found[-1].name)}")
        except BadInput as error:
            raise BadInput(f"{room.name}/presets.toml:{lines.line(('preset', number))}: {error}") from None
    return tuple(found)


def readable(room: Room) -> tuple[Preset, ...]:
    """Return the presets of a room as their reader reads them. A source is told in full only to readers of English."""
    return tuple(_in_language(room, one) for one in presets(room))


def _in_language(room: Room, one: Preset) -> Preset:
    if current().is_english:
        return one
    sources = {
        "account": _("From the account that our rules follow"),
        "public": _("From another account, in English: {site}", site=urlsplit(one.url).hostname or ""),
        "house": _("A variant of this house"),
    }
    title, text = (game_text(room.name, words) for words in (one.title, one.text))
    return replace(one, title=title, text=text, source=sources[one.origin])


def _preset(room: Room, data: Any) -> Preset:
    if not isinstance(data, dict):
        raise BadInput("a preset is a table")
    for key in data:
        if key not in _KEYS:
            raise BadInput(f"{shown(key)} is not part of a preset{meant(key, _KEYS)}; its parts are {', '.join(_KEYS)}")
    texts: dict[str, str] = {}
    for key, most in (("name", LONGEST_TITLE), ("title", LONGEST_TITLE), ("text", LONGEST_TEXT), ("source", LONGEST_TEXT)):
        value = data.get(key)
        if not isinstance(value, str) or not line(value, key, most):
            raise BadInput(f"a preset says its {key} in a line of text")
        texts[key] = line(value, key, most)
    origin, url = _origin(data)
    house, rulings = data.get("house", {}), data.get("rulings", {})
    if not isinstance(house, dict) or not isinstance(rulings, dict) or not all(isinstance(v, str) for v in rulings.values()):
        raise BadInput("house is a table of house rules, rulings one of texts")
    options = changed(room, house)
    if len(options) != len(house) or not (house or rulings):
        raise BadInput(f"preset {shown(texts['name'])}: only what differs from the usual rules is written, and something must")
    check_rules(room, options, rulings)
    return Preset(texts["name"], texts["title"], texts["text"], texts["source"], origin, url, options, dict(rulings))


def _origin(data: Mapping[str, Any]) -> tuple[str, str]:
    """The origin of a preset, and the address of a public account."""
    origin, url = data.get("origin"), data.get("url", "")
    if origin not in ORIGINS:
        raise BadInput(f"a preset says its origin, one of {', '.join(ORIGINS)}, not {shown(origin)}")
    if not isinstance(url, str) or (origin == "public") != url.startswith(("https://", "http://")):
        raise BadInput("a preset of a public account says its url, and no other does")
    return origin, url


def preset(room: Room, name: str) -> Preset:
    """Return a preset by its name, in the reader's language. BadInput says which there are."""
    found = readable(room)
    for one in found:
        if one.name == name:
            return one
    names = [one.name for one in found]
    raise BadInput(f"{room.title} has no preset {shown(name)}{meant(name, names)}; it has {', '.join(names) or 'none'}")
