"""The letters in the corners of cards, as texts have them: how a card is shown to a reader, and how one that is typed is read.

A card has one name in choices, records, catalogues and on the wire, with English letters: `Q♥`. Texts keep it until they are
shown. `lettered` then gives them the letters of the reader's cards (`D♥` in German), and `read_card` reads what the reader types.
A letter that means one rank or suit in English and another in the reader's language has the meaning of the reader's language.
Cards with German, Italian or Spanish suits may be called by the names that these have in the reader's language.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Container, Sequence
from dataclasses import dataclass
from functools import cache, partial

from .catalogue import ENGLISH, current
from .lazy import Text
from .names import CardWords, card_languages, card_name, card_words, suit_name

SIGNS = "♣♦♥♠"
LETTERS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
"""The letters of the ranks in English, by which choices are named."""
JOKERS = ("★", "☆")
OTHER_SYSTEMS = ("german", "italian", "spanish")
"""The suit systems that are not French."""
_ENGLISH_TEN, _ENGLISH_SUITS = "t", "cdhs"
_CARD = re.compile(rf"(?<!\w)(10|[2-9JQKA])(?=[{SIGNS}])")
_SIGNED = re.compile(rf"(?<!\w)\w{{1,2}}(?=[{SIGNS}])")
_RANK = re.compile("10|[2-9JQKA]")
_RANKS = re.compile(r"(?=.*[JQKA])(?:10|[2-9JQKA★])+")
_WORD = re.compile(rf"[^\W_]+|[{SIGNS}★☆]")
_LONGEST = 60
"""The most characters that a card is written with."""


def card_language() -> str:
    """Return the code of the language whose letters the reader's cards have: English if theirs has no names of cards."""
    code = current().code
    return code if code in card_languages() else ENGLISH


def rank_letters(code: str) -> tuple[str, ...]:
    """Return the letters of the ranks, from two to ace, on French cards in a language."""
    return *LETTERS[:9], *card_words(code).indices["french"]


def has_own_letters() -> bool:
    """Return whether the reader's cards have other letters than the English ones."""
    return rank_letters(card_language()) != LETTERS


def lettered(text: str) -> str:
    """Return a text with the letters that cards have in the reader's language. It is done once, where the text is shown.

    >>> lettered("Q♥ from column 2"), lettered("K"), lettered("♠")
    ('Q♥ from column 2', 'K', '♠')
    """
    return _CARD.sub(lambda rank: _letter(rank[0]), text) if has_own_letters() else text


def unlettered(text: str, code: str = "") -> str:
    """Return a text with English letters on cards that have a sign; the reader's letters come before English ones.

    code: of the language whose letters the text has, if it is another than the reader's.

    >>> unlettered("Q♥ 10♠"), unlettered("D♥ 10♠ K♣", "de")
    ('Q♥ 10♠', 'Q♥ 10♠ K♣')
    """
    letters = rank_letters(code if code in card_languages() else card_language())
    own = {letter: LETTERS[rank] for rank, letter in enumerate(letters) if letter != LETTERS[rank]}
    return _SIGNED.sub(lambda rank: own.get(rank[0].upper(), rank[0]), text) if own else text


def lettered_ranks(text: str) -> Text:
    """Return ranks without suits, "JQK" or "8-7-4", for readers of any language.

    >>> lettered_ranks("JQK")
    'JQK'
    """
    return Text(text, partial(lettered_card, text))


def lettered_card(text: str) -> str:
    """Return a card or ranks, and nothing else, with the letters of the reader's cards: "Q♥", "K", "JQK"."""
    return _RANK.sub(lambda rank: _letter(rank[0]), text)


def are_ranks(text: str) -> bool:
    """Return whether a text is nothing but ranks and jokers, with a letter among them: "JQK", "A2★", "10" not.

    >>> [are_ranks(text) for text in ("JQK", "A2★", "K", "10", "Ask", "Q♥")]
    [True, True, True, False, False, False]
    """
    return _RANKS.fullmatch(text) is not None


def _letter(rank: str) -> str:
    return rank_letters(card_language())[LETTERS.index(rank)]


def spelled_out(text: str, code: str) -> str:
    """Return a text in small letters with cards and suits in words of a language, as a player hears it.

    >>> [spelled_out(text, "en") for text in ("Q♥ from column 2", "Simple in ♠", "10♦")]
    ['queen of hearts from column 2', 'simple in spades', 'ten of diamonds']
    >>> spelled_out("d♥ von Spalte 2", "de"), spelled_out("You: ★", "en")
    ('herz-dame von spalte 2', 'you: joker')
    """
    spelled = _spelled(code)

    def card(written: re.Match[str]) -> str:
        rank = spelled.ranks.get(_plain(written[1]))
        return written[0] if rank is None else card_name(code, 13 * SIGNS.index(written[2]) + rank)

    text = re.sub(rf"(?<!\w)(\w{{1,2}})([{SIGNS}])", card, text)
    text = re.sub("[★☆]", lambda sign: card_name(code, 52 + JOKERS.index(sign[0])), text)
    return re.sub(f"[{SIGNS}]", lambda sign: suit_name(code, SIGNS.index(sign[0])), text).casefold()


def read_card(text: str, suited: bool = True, code: str = "") -> int | None:
    """Return the card that a text names in the reader's language or in English, None if it names none. code: of another language.

    The rank is given by its letter or its name, the suit by its sign, its name, the beginning of the name if no other suit has it
    too, or the English letter. The suit may come first if its name is whole. Names of French suits come before those of others.
    suited: whether the pack has suits.

    >>> [read_card(text) for text in ("Q♥", "qh", "queen of hearts", "hearts q", "10 cl", "joker", "pass")]
    [36, 36, 36, 36, 8, 52, None]
    >>> read_card("ober of hearts"), read_card("cavallo di coppe", code="it"), read_card("copas sota", code="es")
    (36, 36, 35)
    """
    spelled = _spelled(code or card_language())
    written = _written(text, spelled)
    if written in spelled.jokers:
        return spelled.jokers[written]
    if not suited:
        return spelled.ranks.get(written)
    found = {card for at in range(1, len(written)) for card in spelled.cards(written[:at], written[at:])}
    return found.pop() if len(found) == 1 else None


def cards_printed(text: str, system: str, code: str = "", named: bool = False) -> frozenset[int]:
    """Return the cards that a text may name to a player who looks at a deck with German, Italian or Spanish suits.

    Suits and ranks have the names of the deck and what is printed on it: the jack is a 10 on Spanish cards. A letter may be the
    beginning of several suits. Names of French suits are read where the deck has none such. code: of another language than the
    reader's. named: whether the suit must be one of the deck's, by its whole name. ValueError if there is no such system.

    >>> cards_printed("7c", "spanish"), cards_printed("10 coins", "spanish"), cards_printed("10d", "italian")
    (frozenset({18, 31}), frozenset({22}), frozenset({21}))
    """
    deck = _on_deck(code or card_language(), system)
    written = _written(text, _spelled(code or card_language()))
    found: set[int] = set()
    for at in range(1, len(written)):
        before, after = written[:at], written[at:]
        for rank, suit in [(before, after)] + [(after, before)] * (before in deck.whole):
            if rank in deck.ranks and suit in (deck.whole if named else deck.suits):
                found |= {13 * one + deck.ranks[rank] for one in deck.suits[suit]}
    return frozenset(found)


def _written(text: str, spelled: _Spelled) -> str:
    """A card as it is compared: in small letters without accents, spaces and the words that join rank and suit."""
    plain = _plain(text[:_LONGEST]).replace("’", "'")
    if spelled.elided:
        plain = plain.replace(spelled.elided, " ")
    return _together(_WORD.findall(plain), spelled.joining)


def _together(words: Sequence[str], joining: Container[str]) -> str:
    """Words in one, without those that join rank and suit. At an end one is the beginning of a suit: "2 de" for 2 of deniers."""
    return "".join(word for k, word in enumerate(words) if word not in joining or k in (0, len(words) - 1))


def written_cards(system: str = "") -> tuple[str, str]:
    """Return how the reader may write cards: the letters of court cards and ace, and examples of one in each suit.

    system: the suit system of the reader's cards if it is not French; then the suits of the examples are written whole, because
    French suits may have the same beginnings.

    >>> written_cards()
    ('J Q K A', 'Q♣ qc qd qh qs')
    >>> written_cards("spanish")[1]
    '7 batons, 7 coins, 7 cups, 7 swords'
    """
    code = card_language()
    if system in OTHER_SYSTEMS:
        suits = card_words(code).suits[_kind(system)]
        return " ".join(rank_letters(code)[9:]), ", ".join(f"7 {suit}" for suit in suits)
    queen = rank_letters(code)[10]
    names = ((name, suit) for name, suit in _spelled(code).suits.items() if name in _spelled(code).beginnings)
    shortest = {suit: name for name, suit in sorted(names, key=lambda pair: -len(pair[0]))}
    examples = [f"{queen}{SIGNS[0]}", *(f"{queen.lower()}{shortest[suit]}" for suit in range(4))]
    return " ".join(rank_letters(code)[9:]), " ".join(examples)


@dataclass(frozen=True)
class _Spelled:
    """The letters and words for ranks, suits and jokers in a language, all in small letters without accents."""

    ranks: dict[str, int]
    suits: dict[str, int]
    beginnings: frozenset[str]
    """Names of suits in the language, and their beginnings."""
    whole_suits: frozenset[str]
    jokers: dict[str, int]
    joining: frozenset[str]
    """The words between rank and suit."""
    elided: str
    """The sign between rank and suit before a vowel, "d'"; empty if nothing is left out there."""

    def cards(self, before: str, after: str) -> set[int]:
        """Return what two parts of a text mean: rank and suit, or suit and rank if the suit's name is whole."""
        ways = [(before, after)] + [(after, before)] * (before in self.whole_suits)
        return {13 * self.suits[suit] + self.ranks[rank] for rank, suit in ways if rank in self.ranks and suit in self.suits}


@dataclass(frozen=True)
class _Deck:
    """The letters and words for ranks and suits on a deck of another suit system."""

    ranks: dict[str, int]
    suits: dict[str, set[int]]
    """The suits that a name or its beginning may mean."""
    whole: frozenset[str]
    """Names of the deck's suits."""


@cache
def _on_deck(code: str, system: str) -> _Deck:
    code = code if code in card_languages() else ENGLISH
    words, spelled = card_words(code), _spelled(code)
    if system not in OTHER_SYSTEMS:
        raise ValueError(f"there is no suit system {system!r} beside the French: systems are {', '.join(OTHER_SYSTEMS)}")
    kind = _kind(system)
    ranks = dict(spelled.ranks)
    for names in (words.courts[kind], words.indices[system]):
        ranks |= {_plain(name): rank for rank, name in enumerate(names, 9)}
    beginnings, whole = _suits(words, [kind])
    suits = {name: {suit} for name, suit in spelled.suits.items()} | beginnings
    return _Deck(ranks, suits, frozenset(whole - set(SIGNS)))


@cache
def _spelled(code: str) -> _Spelled:
    code = code if code in card_languages() else ENGLISH
    words = card_words(code)
    ranks = {letter.lower(): rank for rank, letter in enumerate(LETTERS)} | {_ENGLISH_TEN: 8}
    for names in ((*words.numbers, *words.courts["french"]), rank_letters(code)):
        ranks |= {_plain(name): rank for rank, name in enumerate(names)}
    for names in (*words.courts.values(), *words.indices.values()):  # of other suits: a letter that means a rank keeps it
        for rank, name in enumerate(names, 9):
            ranks.setdefault(_plain(name), rank)
    beginnings, whole = _suits(words, ["french"])
    suits = {letter: suit for suit, letter in enumerate(_ENGLISH_SUITS)}
    for name, meant in beginnings.items():
        if len(meant) == 1:
            (suits[name],) = meant
        else:
            suits.pop(name, None)
    others, whole_others = _suits(words, [kind for kind in words.suits if kind != "french"])
    for name, meant in others.items():
        if len(meant) == 1 and name not in beginnings and (len(name) > 1 or name not in suits):
            (suits[name],) = meant
    whole |= {name for name in whole_others if name in suits}
    suits |= {sign: suit for suit, sign in enumerate(SIGNS)}
    jokers = {_joined(name): 52 + n for names in (words.jokers, JOKERS) for n, name in enumerate(names)}
    joining = frozenset(_WORD.findall(_plain(re.sub(r"\{\w+\}", " ", words.form))))
    elided = words.form_before_vowel.replace("{rank}", "").replace("{suit}", "").strip()
    elided = elided if elided.endswith("'") else ""
    return _Spelled(ranks, suits, frozenset(beginnings), frozenset(whole), jokers, joining, elided)


def _kind(system: str) -> str:
    """Return the key of a suit system in tables of names."""
    return "latin" if system in ("italian", "spanish") else system


def _suits(words: CardWords, kinds: Sequence[str]) -> tuple[dict[str, set[int]], set[str]]:
    """Return the suits that each beginning of a suit's name may mean in packs of these kinds, and the whole names."""
    beginnings: dict[str, set[int]] = {}
    whole = set(SIGNS)
    for names in (names for kind in kinds for names in (words.suits[kind], words.stems.get(kind, ()))):
        for suit, name in enumerate(map(_joined, names)):
            whole.add(name)
            for end in range(1, len(name) + 1):
                beginnings.setdefault(name[:end], set()).add(suit)
    return beginnings, whole


def _joined(name: str) -> str:
    return "".join(_WORD.findall(_plain(name)))


def _plain(text: str) -> str:
    """A text in small letters without accents."""
    split = unicodedata.normalize("NFKD", text.casefold().replace("œ", "oe"))
    return "".join(sign for sign in split if not unicodedata.combining(sign))
