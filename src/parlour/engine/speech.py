"""Speech at a table: the words that a room's table.toml gives to choices, prompts and steps.

Browser, terminal and logs speak with this one voice. Forms are filled by braces: `{n}` the figure, `{seat}` the speaker,
`{n:seat}` a name, `{n:suit}` a suit's sign, `{n:rank}` and `{n:ranks}` a rank as one says it, one or several, `{n:card}` a
card; any other name is a function of the room's writing.py that has words for the figure. `{n/13:seat}` and `{n%13:rank}` split a
figure into its parts. What is counted has two forms, `["{n} point", "{n} points"]`. A player who reads about themselves is
"you", and the verb follows: "{n:seat} wins the pot" becomes "You win the pot".

What is said in a step has many readers, so it is a `Text` of `parlour.languages`: English until somebody reads it. A form about a
player has a second form for a reader who is that player, and both are translated whole (`forms_of`).

A call's label may say what the call comes to, if the table it is made at is known: `Call[ {amount}]` is "Call 4" or "Call".
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from functools import cache, lru_cache, partial
from itertools import combinations
from typing import Any

from parlour.kit.calls import fill_in
from parlour.kit.cards import card_name
from parlour.languages import (
    Text,
    are_ranks,
    capital,
    current,
    game_text,
    in_language,
    languages,
    lazy_game_text,
    lazy_gettext,
    lettered_card,
    lettered_ranks,
    speaking,
    with_english,
)
from parlour.languages import gettext as _
from parlour.languages.lazy import card, rank
from parlour.machine import body

from .errors import BadInput
from .rooms import Room

CARDS = 54
SUITS = ("clubs", "diamonds", "hearts", "spades")
SIGNS = "♣♦♥♠"
RANKS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
MANY = tuple("sixes" if rank == "six" else f"{rank}s" for rank in RANKS)
_FIGURE = re.compile(r"\{(\w+)([/%]\d+)?(?::(\w+))?\}")
_PART = re.compile(r"\[([^\[\]]*\{amount\}[^\[\]]*)\]")
_YOU_WITHIN = re.compile(r"(?<=[\w,] )You\b|(?<=: )You(?= )")
_YOUR_VERB = re.compile(r"\b([Yy]ou) (\w+s)\b")
_YOUR_NEXT_VERB = re.compile(r"(\b[Yy]ou [^:;,.!]* and )(\w+s)\b")
_VERBS = {"is": "are", "has": "have", "was": "were", "does": "do", "goes": "go"}


def look(room: Room) -> dict[str, Any]:
    """Return the contents of the room's table.toml in the reader's language, empty if the room has none yet."""
    return _look(room, current().code)


def english(room: Room) -> dict[str, Any]:
    """Return the contents of the room's table.toml in English, empty if the room has none yet."""
    is_read = "look" in vars(room)  # then no file is looked for: this is asked many times at every choice
    return room.look if is_read or (room.folder / "table.toml").is_file() else {}


def text(room: Room, form: str) -> Text:
    """A text of the room's table.toml, for readers of any language."""
    return lazy_game_text(room.name, form)


def title(room: Room) -> str:
    """Return the title of a game in the reader's language."""
    return str(look(room).get("title", room.title))


@lru_cache(maxsize=1024)
def _look(room: Room, code: str) -> dict[str, Any]:
    found = english(room)
    return found if current().is_english else worded(found, partial(game_text, room.name))


def worded(given: dict[str, Any], change: Callable[[str], str]) -> dict[str, Any]:
    """A look with everything changed that players read, and nothing else."""
    texts: dict[str, Any] = {key: change(given[key]) for key in ("title", "summary", "deck", "dealer") if key in given}
    texts |= {key: _each(given[key], change) for key in ("prompts", "calls", "words") if key in given}
    if "options" in given:
        texts["options"] = {name: _each(values, change) for name, values in given["options"].items()}
    if "zones" in given:
        texts["zones"] = {name: _with(zone, ("label", "labels", "by_count"), change) for name, zone in given["zones"].items()}
    if "figures" in given:
        texts["figures"] = [
            _with(one, ("label", "show") if isinstance(one.get("show"), list) else ("label",), change) for one in given["figures"]
        ]
    if "offers" in given:
        texts["offers"] = [_with(one, ("title",), change) for one in given["offers"]]
    if "daily" in given.get("patience", {}):
        texts["patience"] = given["patience"] | {"daily": [_with(one, ("title",), change) for one in given["patience"]["daily"]]}
    if "writing" in given:
        texts["writing"] = {name: _with(form, ("label",), change) for name, form in given["writing"].items()}
    return given | texts


def _each(texts: dict[str, Any], change: Callable[[str], str]) -> dict[str, Any]:
    return {name: change(text) if isinstance(text, str) else text for name, text in texts.items()}


def _with(given: dict[str, Any], keys: Sequence[str], change: Callable[[str], str]) -> dict[str, Any]:
    found = dict(given)
    for key in keys:
        if isinstance(given.get(key), str):
            found[key] = change(given[key])
        elif isinstance(given.get(key), list):
            found[key] = [change(one) for one in given[key]]
    return found


def ranking(room: Room, row: Any) -> str:
    """Return the order in which hands are sorted at this table, low to high; empty if it is the usual one."""
    found = look(room).get("ranking", "")
    if isinstance(found, dict):  # a house rule with an order for each of its values
        ((option, orders),) = found.items()
        found = orders[room.Table.options[option].codes.index(int(row[option]))]
    return str(found)


def card_sign(room: Room, number: int) -> str:
    """Return a card as lines and lists have it: `Q♥`, to which `lettered` gives the reader's letters where the line is shown.

    In a pack without suits it is a letter alone, which nothing tells from a word, so it is a text that has them already.
    """
    name = card_name(number, room.Table.suited)
    return name if room.Table.suited else lettered_ranks(name)


def short_name(room: Room, code: int) -> str:
    """Return a choice as a refusal names it: a card by its sign, a call by its name; in other languages a call by its button."""
    return card_sign(room, code) if code < CARDS else with_english(room.choice_name(code), call_text(room, code))


def card_words(number: int, suited: bool) -> Text:
    """A card as one says it: "Ace of spades"; "Ace" if suits do not count.

    >>> card_words(51, True), card_words(0, False), card_words(53, True)
    ('Ace of spades', 'Two', 'Joker')
    """
    return capital(_card_words(number, suited))


def _card_words(number: int, suited: bool) -> Text:
    if number >= 52:
        return rank(13, "joker")
    word = RANKS[number % 13]
    return card(number, f"{word} of {SUITS[number // 13]}") if suited else rank(number % 13, word)


def choice_words(room: Room, code: int, row: Any = None) -> str:
    """A choice as one says it, in the reader's language; see `choice_text`."""
    return in_language(choice_text(room, code, row))


def choice_text(room: Room, code: int, row: Any = None) -> Text:
    """A choice as one says it: the card, or what the call's button says. `row`: the table at which it is made, if it is known."""
    return card_words(code, room.Table.suited) if code < CARDS else call_text(room, code, row)


def call_text(room: Room, code: int, row: Any = None) -> Text:
    """The label of a call. `[...{amount}]` in it is filled by the room's `amount(t, choice)`; without a table it is left out."""
    pattern = room.calls.pattern(code)
    form = english(room).get("calls", {}).get(pattern.text)
    if form is None:
        name = pattern.name(code)
        return lazy_gettext("Give up") if code == room.resign else text(room, name[:1].upper() + name[1:])
    amount = None
    if row is not None and _PART.search(form) and (function := room.function("amount")) is not None:
        amount = int(body(function)(row, code))
    values = pattern.values(code)
    words = () if "writing" in english(room) else tuple(filter(is_word, values))  # what is written keeps its grammar
    return Text(_call(form, values, amount), partial(_call_in, room.name, form, values, amount, words))


def _call(form: str, values: Sequence[str], amount: int | None) -> str:
    filled = _PART.sub(lambda part: "" if amount is None else part[1].replace("{amount}", str(amount)), form)
    return fill_in(filled, values)


def _call_in(game: str, form: str, values: Sequence[str], amount: int | None, words: Sequence[str]) -> str:
    return _call(game_text(game, form), [_value_in(game, value, words) for value in values], amount)


def _value_in(game: str, value: str, words: Sequence[str]) -> str:
    """Return what stands in a brace of a call in the reader's language: words, and ranks such as "JQK"."""
    if value in words:
        return game_text(game, value)
    return lettered_card(value) if are_ranks(value) else value


def is_word(value: str) -> bool:
    """Whether what stands in the brace of a call is a word, "two pair", and not a number, a rank, a suit or cards."""
    return value.replace(" ", "").isalpha() and not value.isupper()


def worked_out(room: Room, row: Any) -> dict[str, int | list[int]]:
    """The figures of the look that are not fields of the table: what functions of rules.py say of a table as it is seen.

    One of the centre or the sheet is `name(t)`; one at the seats is `name(t, seat)`, a list by seat.
    """
    found: dict[str, int | list[int]] = {}
    for name, function, by_seat in _worked_out(room):
        if by_seat:
            found[name] = [int(function(row, seat)) for seat in range(int(row["seats"]))]
        else:
            found[name] = int(function(row))
    return found


@lru_cache(maxsize=256)
def _worked_out(room: Room) -> list[tuple[str, Callable[..., Any], bool]]:
    """The figures of `worked_out`: their names, their functions, and whether these are asked seat by seat."""
    figures = [one for one in english(room).get("figures", ()) if one["field"] not in room.Table.fields]
    functions = ((one["field"], room.function(one["field"]), one.get("area", "seat") == "seat") for one in figures)
    return [(name, body(function), by_seat) for name, function, by_seat in functions if function is not None]


def prompt(room: Room, phase: int) -> str:
    """Return the prompt of a phase for the player."""
    return str(look(room).get("prompts", {}).get(room.phases[phase]) or _("Your turn"))


NOTHING = Text("", str)
"""The words of a step in which nothing is said."""


def spoken_text(room: Room, word: int, figure: int, names: Sequence[str], seat: int) -> Text:
    """Return the words of a step: word counted from 1, 0 for none. If table.toml has no words for it, its identifier.

    A player whose name is "You" is addressed in the second person.
    """
    if not 1 <= word <= len(room.words):
        return NOTHING
    name = room.words[word - 1]
    forms = _forms(english(room).get("words", {}).get(name, name[:1].upper() + name[1:]))
    values: dict[str, str] = {}
    counted = 1
    for place in _FIGURE.finditer(forms[-1]):
        if place[1] == "seat":
            values[place[0][1:-1]] = names[seat] if 0 <= seat < len(names) else ""
        elif place[1] == "n":
            part = _part_of(figure, place[2] or "")
            values[place[0][1:-1]] = _figure_words(room, part, place[3] or "", names)
            counted = counted if place[3] else part
    you = [place for place in _seats_in(forms[-1]) if values.get(place[1:-1]) == "You"]
    one, many = _to_you(forms[0], you), _to_you(forms[-1], you) if len(forms) > 1 else ""
    return lazy_game_text(room.name, one, many, counted, **values)


def _forms(words: str | Sequence[str]) -> tuple[str, ...]:
    """The forms of words in table.toml: one, or one for a single thing and one for other numbers of it."""
    return (words,) if isinstance(words, str) else (str(words[0]), str(words[1]))


def forms_of(words: str | Sequence[str]) -> list[str | tuple[str, str]]:
    """The forms of words that are translated: as they are, and as they are said to a player whom they are about.

    words: a text, or one for a single thing and one for other numbers, which are translated together.

    >>> forms_of("{n:seat} wins the pot")
    ['{n:seat} wins the pot', 'You win the pot']
    >>> forms_of(["{n} point", "{n} points"])
    [('{n} point', '{n} points')]
    """
    forms = _forms(words)
    places = _seats_in(forms[-1])
    groups = [chosen for n in range(len(places) + 1) for chosen in combinations(places, n)]
    if len(forms) == 1:
        return [_to_you(forms[0], chosen) for chosen in groups]
    return [(_to_you(forms[0], chosen), _to_you(forms[1], chosen)) for chosen in groups]


def _seats_in(form: str) -> list[str]:
    """The places for players in a form."""
    return [place[0] for place in _FIGURE.finditer(form) if "seat" in (place[1], place[3])]


def _to_you(form: str, places: Sequence[str]) -> str:
    for place in places:
        form = form.replace(place, "You")
    return addressed(form) if places else form


def _part_of(figure: int, part: str) -> int:
    if not part:
        return figure
    quotient, remainder = divmod(figure, int(part[1:]))
    return quotient if part[0] == "/" else remainder


@cache
def _words_for_you() -> frozenset[str]:
    """The word by which the table calls the reader, in each language, in small letters."""
    found = set()
    for one in languages().values():
        with speaking(one):
            found.add(_("You").casefold())
    return frozenset(found)


def no_you(name: str) -> str:
    """Return the name of a player. BadInput if the table calls its reader so: lines about this player would read so to all."""
    if unicodedata.normalize("NFKC", name).casefold() in _words_for_you():
        raise BadInput(_("{name} is how the table addresses you; choose another name", name=name))
    return name


def addressed(text: str) -> str:
    """A line written for a name, if the name is "You".

    >>> addressed("You wins the pot"), addressed("Caught! You takes the pile"), addressed("What nobody matched goes back to You")
    ('You win the pot', 'Caught! You take the pile', 'What nobody matched goes back to you')
    >>> addressed("You has no tokens left and is out")
    'You have no tokens left and are out'
    """
    text = _YOU_WITHIN.sub("you", text)
    text = _YOUR_VERB.sub(lambda match: f"{match[1]} {_base(match[2])}", text)
    return _YOUR_NEXT_VERB.sub(lambda match: f"{match[1]}{_base(match[2])}", text)


def _base(verb: str) -> str:
    """Return the form that a verb has behind "You": take for takes, pass for passes, carry for carries."""
    if verb in _VERBS:
        return _VERBS[verb]
    if verb.endswith("ies"):
        return verb[:-3] + "y"
    return verb[:-2] if verb.endswith(("sses", "shes", "ches", "xes")) else verb[:-1]


def _figure_words(room: Room, figure: int, kind: str, names: Sequence[str]) -> str:
    if kind == "card":
        return _card_words(figure, room.Table.suited)
    if kind in ("rank", "ranks") and 0 <= figure < len(RANKS):
        several = kind == "ranks"
        return rank(figure, (MANY if several else RANKS)[figure], several)
    lists: dict[str, Sequence[str]] = {"seat": names, "suit": SIGNS, "rank": RANKS, "ranks": MANY}
    own = getattr(room.writing, kind, None) if kind and kind not in lists else None
    if own is not None:
        return str(own(figure))
    found = lists.get(kind, ())
    if kind == "seat" and not 0 <= figure < len(names):
        return lazy_gettext("nobody")
    return found[figure] if 0 <= figure < len(found) else str(figure)
