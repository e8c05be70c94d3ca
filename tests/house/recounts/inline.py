"""Figures and examples inside the paragraphs of rulebooks, counted again by the rules.

INLINE has a function for each of them, by game and words that its sentence has under all house rules: it takes the game under its
house rules and returns what the sentence must say then.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator

import numpy as np

from parlour.engine.game import Game
from parlour.engine.positions import pack_of_table
from parlour.games.delphi.grammar import accepts, read_rule
from parlour.kit import card_set, cards_in, count, holds, rank_of, read_card, total

from .base import Recount, at, gains, menu, only_if

INLINE: dict[tuple[str, str], Recount] = {}
CARD = r"(?:10|[2-9AKQJ])[♣♦♥♠]"
LOOKS_LIKE_ONE = re.compile(
    r"(?i:for example|for instance|such as|e\.g\.|as in `|for a total of|(?:which makes?|that makes)\b|\d in all\b)"
    r"|(?i:in the same way \d)"
    r"|\b[Ss]o (?:an? |even |the whole |are half |[A2-9JQK] )|The pack has \d|never counts more"
    rf"|{CARD},? (?:may go on|on (?:an? )?{CARD}|you can move)"
)
"""An example, a sum ("which makes 120"), or what follows from rules for some cards. "Cards that make 20" defines a term."""


def sentences(game: Game) -> Iterator[str]:
    """The sentences of a rulebook outside its examples, its tables and the list of house rules."""
    book = re.sub(r"^## (?:Examples?|House rules)\b.*?(?=^## |\Z)", "", game.rulebook(), flags=re.MULTILINE | re.DOTALL)
    for paragraph in re.split(r"\n\n|^- ", book, flags=re.MULTILINE):
        if not paragraph.startswith("|"):
            yield from re.split(r"(?<=[.!?]) (?=[A-Z*`])", " ".join(paragraph.split()))


def inline(game: str, words: str) -> Callable[[Recount], Recount]:
    """A function counts the sentence with these words again."""

    def known(function: Recount) -> Recount:
        INLINE[game, words] = function
        return function

    return known


def pack_of_game(game: Game) -> Counter[int]:
    return pack_of_table(game.room, game.blank()[0])


def worth_of_pack(game: Game) -> int:
    return sum(int(total(1 << card, game.room.module.WORTH)) * n for card, n in pack_of_game(game).items())


@inline("botifarra", "points in cards and")
def _(game: Game) -> list[str]:
    cards, tricks = worth_of_pack(game), pack_of_game(game).total() // 4
    return [f"{cards} points in cards and {tricks} in tricks, {cards + tricks} in all"]


@inline("botifarra", "so the whole pack is dealt")
def _(game: Game) -> list[str]:
    held = [count(int(hand)) for hand in game.start(seed=1).row.hand]
    return ["gets twelve cards" if held == [12] * 4 and sum(held) == pack_of_game(game).total() else f"{held}"]


def most_doubled(game: Game, botifarra: bool) -> tuple[int, list[str]]:
    """Return what a hand counts if it is doubled as often as can be, and the phases in which it was."""
    match = game.start(seed=1)
    match.play(match.game.code("botifarra") if botifarra else match.codes()[0], seat=match.turn)
    phases = []
    while match.phase in ("double", "redouble", "reredouble"):
        phases.append(match.phase)
        match.play(match.game.code(match.phase), seat=match.turn)
    return int(match.row.multiplier), phases


@inline("botifarra", "never counts more than")
def _(game: Game) -> list[str]:
    times, phases = max(most_doubled(game, botifarra) for botifarra in (False, True))
    return [f"{({3: 'three'})[len(phases)]} doublings at most", f"more than {times} times"]


@inline("botifarra", "which begins at double")
def _(game: Game) -> list[str]:
    last = most_doubled(game, True)[1][-1]
    return {
        "double": ["is never redoubled"],
        "redouble": ["So a botifarra", "is never reredoubled"],
        "reredouble": ["So even a botifarra", "can be reredoubled"],
    }[last]


@inline("bura", "for a total of")
def _(game: Game) -> list[str]:
    return [f"for a total of {worth_of_pack(game)} points"]


@inline("bura", "So a reply with a card of another plain suit")
def _(game: Game) -> list[str]:
    t = game.blank()[0]
    t.led, t.trumps = card_set("6♥ 7♥"), 3
    wins = [game.room.module.beats_lead(t, card_set(reply)) for reply in ("A♥ A♣", "A♥ A♦", "A♣ A♦", "A♠ A♣")]
    return [only_if(not any(wins), "never wins")]


@inline("delphi", "if(prev.face,lower,higher)")
def _(game: Game) -> list[str]:
    face, number = (answers("if(prev.face,lower,higher)", last) for last in ("Q♠", "9♠"))
    return [only_if((face, number) == ([True, False], [False, True]), "after a face a lower card, otherwise a higher one")]


def answers(rule: str, last: str) -> list[bool]:
    """Whether the rule accepts a five and a king after a card."""
    line = np.array([1, read_card(last)])
    return [bool(accepts(read_rule(rule), line, read_card(card))) for card in ("5♦", "K♦")]


@inline("delphi", "as in `prev.red`")
def _(game: Game) -> list[str]:
    red, black = (answers("if(prev.red,lower,higher)", last) for last in ("9♥", "9♠"))
    return [only_if((red, black) == ([True, False], [False, True]), "whether the last card has it")]


@inline("klondike", "one rank lower than that card")
def _(game: Game) -> list[str]:
    fields = {"phase": "play", "turn": 0, "pass_number": 1, "rest": "stock"}
    one = menu(at(game, **fields, **{"up.0": "9♥", "up.1": "10♠"}))
    unit = menu(at(game, **fields, **{"up.0": "9♥ 8♣ 7♦", "up.1": "10♣"}))
    return [only_if("c1:1>c2" in one, "9♥ on 10♠"), only_if("c1:3>c2" in unit, "9♥ 8♣ 7♦ on 10♣")]


@inline("machiavelli", "are runs, but")
def _(game: Game) -> list[str]:
    laid = {cards: can_lie(game, cards) for cards in ("A♠ 2♠ 3♠", "Q♠ K♠ A♠", "K♠ A♠ 2♠")}
    said = {
        (True, True, False): "A 2 3 and Q K A are runs, but K A 2 is not",
    }
    return [said.get(tuple(laid.values()), f"{laid}")]


def can_lie(game: Game, cards: str) -> bool:
    """Whether a table of these cards alone is one of melds: the last of them is put to the others and may stay."""
    checked = Game(game.room, game.seats, {**game.house, "attempts": "checked", "own_first_meld": False})
    hands = {f"hand.{p}": f"{p + 4}♥" for p in range(1, game.seats)}
    match = at(checked, hand_number=1, phase="play", turn=0, player=0, **{"hand.0": f"{cards} 9♦"}, **hands, rest="stock")
    return set(cards.split()) <= menu(match)


@inline("polignac", "in a hand")
def _(game: Game) -> list[str]:
    module = game.room.module
    cards = int(module.COSTLY[int(game.options["queen_of_spades"])])
    return [f"which makes {count(cards) + (module.POLIGNAC in list(cards_in(cards)))} in a hand"]


@inline("polignac", "So a jack beats")
def _(game: Game) -> list[str]:
    strength = game.room.module.STRENGTH
    jack, ace, ten = (int(strength[rank_of(read_card(card))]) for card in ("J♥", "A♥", "10♥"))
    return [only_if(jack > ace > ten, "a jack beats the ace of its suit, and the ace beats the ten")]


@inline("schnapsen", "which makes")
def _(game: Game) -> list[str]:
    return [f"which makes {worth_of_pack(game)} in the pack"]


def spider_moves(game: Game, column: str, onto: str) -> set[str]:
    fields = {"phase": "play", "turn": 0, "up.0": column, "up.1": onto, "rest": "stock"}
    return {name for name in menu(at(game, **fields)) if name.startswith("c1:") and name.endswith("c2")}


@inline("spider", "you can move the 7, the last two cards")
def _(game: Game) -> list[str]:
    one = [spider_moves(game, "9♠ 8♠ 7♠", onto) for onto in ("8♠", "9♠", "10♠")]
    said = [
        "From 9♠ 8♠ 7♠ you can move the 7, the last two cards or all three"
        if one == [{"c1:1>c2"}, {"c1:2>c2"}, {"c1:3>c2"}]
        else ""
    ]
    if game.options["suits"] > 1:
        mixed = [spider_moves(game, "9♥ 8♠ 7♠", onto) for onto in ("8♠", "9♠", "10♠")]
        said.append(only_if(mixed == [{"c1:1>c2"}, {"c1:2>c2"}, set()], "from 9♥ 8♠ 7♠ you can move the 7 or the two spades"))
    return said


@inline("spider", "9♠ 8♠ on a 10♠")
def _(game: Game) -> list[str]:
    return [only_if(spider_moves(game, "9♠ 8♠", "10♠") == {"c1:2>c2"}, "9♠ 8♠ on a 10♠")]


@inline("spider", "9♠ 8♠ may go on a 10♥")
def _(game: Game) -> list[str]:
    return [only_if(spider_moves(game, "9♠ 8♠", "10♥") == {"c1:2>c2"}, "9♠ 8♠ may go on a 10♥")]


@inline("khanhoo", "The pack has")
@inline("porrazo", "The pack has")
def _(game: Game) -> list[str]:
    return [f"The pack has {pack_of_game(game).total()} cards"]


@inline("schafkopf", "of the 14 trumps")
def _(game: Game) -> list[str]:
    module = game.room.module
    dear = {holds(module.TRUMPS, card): [] for card in (0, read_card("Q♣"))}
    for card in pack_of_game(game):
        dear[holds(module.TRUMPS, card)].append(int(total(1 << card, module.WORTH)) > 0)
    trumps, plain = dear[True], dear[False]
    half = "so are half of the cards of the plain suits" if 2 * sum(plain) == len(plain) else f"so are {sum(plain)}"
    return [f"{({11: 'Eleven'})[sum(trumps)]} of the {len(trumps)} trumps are worth points", half]


@inline("schafkopf", "Sixty is not enough")
def _(game: Game) -> list[str]:
    return [only_if(victory_points(game, 60) < 0 < victory_points(game, 61), "the declarer needs 61")]


@inline("schafkopf", "In the same way 91 is schneider")
def _(game: Game) -> list[str]:
    return [
        only_if(victory_points(game, 91) > victory_points(game, 90), "91 is schneider"),
        only_if(victory_points(game, 30) < victory_points(game, 31), "30 is schneider against the declarer"),
    ]


def victory_points(game: Game, points: int) -> int:
    """The victory points of the declarer beyond those of a defender."""
    declarer, defender, _ = gains(game, {"declarer": 0, "points": points})
    return declarer - defender


@inline("solo", "That makes ten trumps")
def _(game: Game) -> list[str]:
    trumps = [sum(holds(suit, card) for card in pack_of_game(game)) for suit in game.room.module.TRUMPS]  # ♣ ♦ ♥ ♠
    return ["ten trumps in hearts or diamonds and nine in clubs or spades" if trumps[:4] == [9, 10, 10, 9] else f"{trumps}"]
