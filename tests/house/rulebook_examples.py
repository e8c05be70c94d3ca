"""What the examples of the rulebooks tell, played and counted by the rules under any house rules.

RECOUNTS has a function for each example, by game and title: it is given the game under its house rules and answers with the words
that its example must have then, each a text, or a pattern for those that may be said in several ways.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from parlour.engine.game import Game
from parlour.engine.match import Match
from parlour.games.chicago.draws import must_show
from parlour.games.delphi.grammar import accepts, read_rule
from parlour.house.pad import Scorer
from parlour.kit import NOBODY, card_set, rank_of, read_card, total

Recount = Callable[[Game], Sequence[str]]
RECOUNTS: dict[tuple[str, str], Recount] = {}


def example(game: str, title: str) -> Callable[[Recount], Recount]:
    """A function counts this example again."""

    def known(function: Recount) -> Recount:
        RECOUNTS[game, title] = function
        return function

    return known


def told(game: Game) -> dict[str, str]:
    """The examples that a rulebook prints under these house rules, by title; by their beginning if they have none."""
    found = re.search(r"^## Examples?\b[^\n]*\n(.*?)(?=^## |\Z)", game.rulebook(), re.MULTILINE | re.DOTALL)
    texts = re.split(r"^- ", found[1], flags=re.MULTILINE) if found else []
    plain = [" ".join(text.split()) for text in texts if text.strip()]
    return {title(text): text for text in plain}


def title(text: str) -> str:
    """What an example is called."""
    named = re.match(r"\*([^*]+)\.\*", text)
    return named[1] if named else " ".join(text.split()[:5])


def at(game: Game, **fields: Any) -> Match:
    """A match at a position, written as scenarios write it."""
    return Match(game, game.read_fields(fields), start_position="example")


def menu(match: Match) -> set[str]:
    """What may be chosen."""
    return {match.game.room.choice_name(code) for code in match.codes()}


def menu_of(match: Match, hands: Mapping[str, str]) -> list[int]:
    """The cards of the seat on turn that may be played."""
    return [code for code in match.codes() if match.game.room.choice_name(code) in hands.values()]


def gains(game: Game, cells: Mapping[str, Any], dealer: int = 0) -> list[int]:
    """What a hand brings each seat, as the score pad is told it."""
    scorer = Scorer(game, [f"P{p}" for p in range(game.seats)])
    dealt = scorer.deal(scorer.begin(dealer))
    form = scorer.form(dealt)
    values, missing, problems = form.read(cells)
    assert (missing, problems) == ([], [])
    hand = scorer.settle(dealt, form, values)
    return [int(now - was) for now, was in zip(hand.t.score[: game.seats], dealt[0].score[: game.seats], strict=True)]


def by_seat(name: str, values: Sequence[int]) -> dict[str, int]:
    """Cells of a form."""
    return {f"{name}.{p}": value for p, value in enumerate(values)}


def pack_without(cards: str, ranks: str = "2 3 4 5 6 7 8 9 10 J Q K A") -> list[str]:
    """The cards of a pack without some."""
    return [rank + suit for suit in "♦♣♠♥" for rank in ranks.split() if rank + suit not in cards.split()]


def minus(points: int) -> str:
    """Points as examples write them."""
    return f"minus {-points}" if points < 0 else str(points)


# points


def _spades(game: Game, bids: Sequence[int], tricks: int, nil: int = 0, own: Mapping[str, int] | None = None) -> list[str]:
    """What a side scores for its contract, and what its bags bring and cost."""
    options, penalised = game.options, {1: "the penalty", 2: "two penalties"}
    points = gains(game, by_seat("bid", bids) | by_seat("tricks", (tricks, 13 - tricks)) | dict(own or {}))[0] - nil
    bags = max(tricks - bids[0] - bids[2], 0)
    times = bags // options["bag_limit"] if options["bag_limit"] else 0
    said = [f"less {penalised[times]} of {options['bag_penalty']}"] if times else []
    said += [f"{bags} for the bag"] if bags and options["bag_points"] else []
    contract = points + times * options["bag_penalty"] - bags * options["bag_points"]
    return [minus(contract) if contract else "nothing", *said]


@example("spades", "Made")
def _(game: Game) -> Sequence[str]:
    return _spades(game, (4, 3, 3, 3), 9)


@example("spades", "Broken")
def _(game: Game) -> Sequence[str]:
    return _spades(game, (4, 3, 3, 3), 6)


@example("spades", "Nil")
def _(game: Game) -> Sequence[str]:
    nil = game.options["nil_value"]
    contract, *bags = _spades(game, (0, 3, 4, 3), 5, nil, {"own.0": 0})
    return [f"{nil} for the nil and {contract} for the contract", *bags]


@example("oh_hell", "Making it")
def _(game: Game) -> Sequence[str]:
    return _oh_hell(game, 2, 2, "two and take two: {} points") + _oh_hell(game, 5, 3, "five and take three: {}")


def _oh_hell(game: Game, bid: int, tricks: int, says: str) -> list[str]:
    """The points of the first seat, in a hand in which the next one takes the other tricks."""
    scorer = Scorer(game, [f"P{p}" for p in range(game.seats)])
    dealt = scorer.deal(scorer.begin(game.seats - 1))
    if max(bid, tricks) > (size := _largest(game)):
        return []
    dealt[0].hand_size = size
    form = scorer.form(dealt)
    bids, taken = [bid, *[0] * (game.seats - 2), size], [tricks, size - tricks, *[0] * (game.seats - 2)]
    values, _, _ = form.read(by_seat("bid", bids) | by_seat("tricks", taken))
    hand = scorer.settle(dealt, form, values)
    points = int(hand.t.score[0] - dealt[0].score[0])
    return [says.format(minus(points) if points else "nothing")]


def _largest(game: Game) -> int:
    """How many cards the largest hand has."""
    match = game.start(seed=1)
    return int(match.row.start_cards) or int(match.row.hand_size)


@example("botifarra", "Counting")
def _(game: Game) -> Sequence[str]:
    once = {"game": "trumps", **by_seat("points", (47, 25))}
    said = [f"47, {gains(game, once | ({'doubled': 0} if game.options['doubling'] else {}))[0]} above 36"]
    if game.options["doubling"]:
        said.append(f"Doubled, that scores {gains(game, once | {'doubled': 1})[0]}.")
    elif game.options["botifarra_factor"] == 2:
        said.append(f"In a botifarra that scores {gains(game, once | {'game': 'botifarra'})[0]}.")
    return said


@example("delphi", "Scores")
def _(game: Game) -> Sequence[str]:
    seven = Game(game.room, 7, game.house)
    points = gains(seven, by_seat("tokens", (29, 26, 19, 11, 9, 6)), dealer=6)
    return [f"8 + 10 + 13 - 10 - 7 = {points[2]}", f"the last {points[5]}", f"0 + 3 + 17 + 41 + 49 + 64 = {points[6]}"]


@example("polignac", "A gift")
def _(game: Game) -> Sequence[str]:
    match = at(_open(game, 4), **_polignac(("K♣", "J♠", "8♣", "9♣")))
    _play_all(match, "K♣", "J♠", "8♣", "9♣")
    return [f"gets {int(match.row.points[0])} points"]


@example("polignac", "The ace does not win")
def _(game: Game) -> Sequence[str]:
    cards = ("A♥", "10♥", "J♥", "9♥", "8♥", "7♥")[: game.seats]
    match = at(_open(game, game.seats), **_polignac(cards))
    _play_all(match, *cards)
    winner = int(match.row.points.argmax())
    said = "The jack wins the trick and costs its player a point" if winner == 2 else "it does not"
    return [", ".join(cards[:-1]) + f" and {cards[-1]}", said if int(match.row.points[2]) == 1 else "no point"]


def _polignac(cards: Sequence[str]) -> dict[str, Any]:
    seats = range(len(cards))
    more = {
        f"hand.{p}": f"{card} {spare}"
        for p, card, spare in zip(seats, cards, ("7♦", "8♦", "9♦", "10♦", "J♦", "Q♦"), strict=False)
    }
    return {
        "phase": "play",
        "turn": 0,
        "leader": 0,
        "dealer": len(cards) - 1,
        "hand_number": 1,
        "bidder": -1,
        **more,
        "rest": "won.0",
    }


def _play_all(match: Match, *cards: str) -> None:
    for card in cards:
        match.play(match.game.code(card), seat=match.turn, until="play")


def _open(game: Game, seats: int) -> Game:
    """With captured jacks face up, which are counted at once."""
    return Game(game.room, seats, {**game.house, "show_jacks": True, "stop_when_jacks_gone": False})


def _seats(game: Game, seats: int) -> Game:
    """The same house rules for so many players, or for as many as there are if they do not go together."""
    return Game(game.room, seats, game.house)


@example("toepen", "A knock")
def _(game: Game) -> Sequence[str]:
    four, tokens = _seats(game, 4), game.options["tokens"]
    match = at(four, **_toepen(3, 2, [tokens] * 4))
    for seat, choice in ((3, "knock"), (0, "fold"), (1, "stay"), (2, "stay")):
        match.play(match.game.code(choice), seat=seat)
    return [f"One player folds and pays {tokens - match.score[0]}, two stay.", f"The hand is worth {int(match.row.value)}."]


@example("toepen", "Too dear")
def _(game: Game) -> Sequence[str]:
    four, tokens = _seats(game, 4), game.options["tokens"]
    score = [3, tokens, tokens, tokens]
    may = "you may knock" if "knock" in menu(at(four, **_toepen(0, 3, score))) else "you may not knock"
    match = at(four, **_toepen(3, 3, score))
    if tokens == 3:
        return [f"the hand is worth 3: {may}"]
    match.play(four.code("knock"), seat=3)
    return [f"the hand is worth 3: {may}", "You may stay when another player knocks" if "stay" in menu(match) else "not stay"]


def _toepen(turn: int, value: int, score: list[int]) -> dict[str, Any]:
    hands = {"hand.0": "7♠ 8♠ 9♠ 10♠", "hand.1": "J♥ Q♥ K♥ A♥", "hand.2": "7♦ 8♦ 9♦ 10♦", "hand.3": "7♣ 8♣ 9♣ 10♣"}
    fields = {"phase": "play", "turn": turn, "player": turn, "leader": turn, "dealer": (turn - 1) % 4, "value": value}
    return fields | {"cards_left": 4, "knocker": -1, "score": score, **hands, "rest": "stock"}


@example("toepen", "Upside down")
def _(game: Game) -> Sequence[str]:
    hands = {"hand.0": "A♥", "hand.1": "7♥", "hand.2": "10♦", "hand.3": "K♥"}
    fields = _toepen(0, 1, [3] * 4) | hands | {"cards_left": 1, "rest": "aside.0"}
    match = at(_seats(game, 4), **fields)
    while match.turn != NOBODY:
        card = match.phase == "play"
        match.play(next(iter(menu_of(match, hands))) if card else match.game.code("pass"), seat=match.turn, until="settle")
    return ["The seven wins; the ten is of another suit" if int(match.row.winner) == 1 else "another card wins"]


# cards of tricks


@example("botifarra", "Heading")
def _(game: Game) -> Sequence[str]:
    may = menu(_botifarra(game, 1, "K♥", "9♥ A♥ Q♥ 3♥"))
    return ["you must play the nine or the ace" if may == {"9♥", "A♥"} else f"you may play {may}"]


@example("botifarra", "The partner is winning")
def _(game: Game) -> Sequence[str]:
    may = menu(_botifarra(game, 2, "A♥ 2♥", "K♥ 8♥ 5♥"))
    return ["You may play the king", "or the 5", "You may not play the 8" if may == {"K♥", "5♥"} else f"you may play {may}"]


@example("botifarra", "Trumped already")
def _(game: Game) -> Sequence[str]:
    may = menu(_botifarra(game, 2, "7♣ 2♠", "K♣ 8♣ 5♣"))
    return [{3: "you play any club", 1: "you play your lowest club"}[len(may)]]


def _botifarra(game: Game, after: int, trick: str, hand: str) -> Match:
    """The third or second player of a trick with spades as trumps, the others with as many cards as there are."""
    way = 1 if game.options["direction"] == "clockwise" else -1
    turn, size = after * way % 4, len(hand.split())
    left = [card for card in ["2♦", "3♦", "4♦", "5♦", "6♦", "7♦", "8♦", "9♦", "J♦", "Q♦", "K♦", "A♦"] if card not in hand]
    hands = {f"hand.{turn}": hand}
    for p in range(4):
        if p != turn:
            due = size - ((p * way) % 4 < after)
            hands[f"hand.{p}"] = " ".join(left[:due])
            left = left[due:]
    best = "0" if after == 1 or "2♥" in trick else "1"
    fields = {"phase": "play", "turn": turn, "leader": 0, "winning": int(best) * way % 4, "dealer": -way % 4, "multiplier": 1}
    return at(game, **fields, trumps=3, declarer=-way % 4, doubler=-1, trick=trick, **hands, rest="won.0")


@example("spades", "Void")
def _(game: Game) -> Sequence[str]:
    hands = {"hand.0": "K♥", "hand.1": "2♣ A♠", "hand.2": "Q♥ 4♥", "hand.3": "5♥ 6♥"}
    fields = {"phase": "play", "turn": 1, "leader": 0, "dealer": 3, "hand_number": 1, "trick": "9♥", "bids": [3, 3, 3, 3]}
    may = menu(at(game, **fields, **hands, rest="won.0"))
    return ["You may trump with a spade, or discard a low club" if may == {"2♣", "A♠"} else f"you may play {may}"]


@example("cucumber", "After an ace")
def _(game: Game) -> Sequence[str]:
    may, same = (menu(_cucumber(game, "A♠", hand)) for hand in ("2♣ 9♦ K♥", "2♣ 9♦ A♥"))
    lowest = may == {"2♣"} or not game.options["must_head"]
    return [
        "Only another ace counts as higher" if "A♥" in same and game.options["equal_heads"] else "Nothing is higher",
        "you play your lowest card" if lowest else f"{may}",
    ]


@example("cucumber", "Your lowest")
def _(game: Game) -> Sequence[str]:
    return ["You play the 3" if menu(_cucumber(game, "Q♠", "10♣ 7♦ 7♥ 3♣")) == {"3♣"} else "you have a choice"]


def _cucumber(game: Game, card: str, hand: str) -> Match:
    size = len(hand.split())
    others = pack_without(f"{card} {hand}")
    hands = {"hand.0": " ".join(others[: size - 1]), "hand.1": hand}
    for p in range(2, game.seats):
        at_least = size - 1 + (p - 2) * size
        hands[f"hand.{p}"] = " ".join(others[at_least : at_least + size])
    number = game.options["hand_size"] - size + 1
    fields = {"phase": "play", "turn": 1, "leader": 0, "dealer": game.seats - 1, "hand_number": 1, "trick_number": number}
    return at(game, **fields, to_beat=rank_of(read_card(card)), winning=0, trick=card, **hands, rest="stub")


@example("cucumber", "The last trick")
def _(game: Game) -> Sequence[str]:
    ranks = {2: "J J", 3: "9 J J"}.get(game.seats, "9 J 4 J").split()
    cards = [rank + suit for rank, suit in zip([*ranks, *["3"] * (game.seats - len(ranks))], "♣♦♥♠♣♦♥", strict=False)]
    fields = {"phase": "play", "turn": 0, "leader": 0, "dealer": game.seats - 1, "hand_number": 1, "winning": -1, "to_beat": -1}
    hands = {f"hand.{p}": card for p, card in enumerate(cards)}
    match = at(game, **fields, trick_number=game.options["hand_size"], score=[11] * game.seats, **hands, rest="stub")
    for card in cards:
        match.play(match.game.code(card), until="overrun")
    first, second = (n for n, rank in enumerate(ranks) if rank == "J")
    score = [points - 11 for points in match.score]
    says = {
        11: "The first jack costs 11 as well.",
        -11: "The player of the first jack subtracts 11 points.",
        0: "The first jack costs nothing.",
    }
    return [f"The second jack wins and costs {score[second]} points.", says[score[first]]]


# hands


@example("scopa", "Primiera")
def _(game: Game) -> Sequence[str]:
    return [f"= {int(game.room.module.primiera(card_set('7♦ 6♣ 6♥ A♠')))}."]


@example("crash", "Threes")
def _(game: Game) -> Sequence[str]:
    t = game.blank()[0]
    threes, *others = (int(game.room.module.strength(t, card_set(f"{r}♣ {r}♦ {r}♥"))) for r in ("3", "A", "4", "2"))
    best, four, two = others
    return ["is the best hand of all" if threes > best else "ranks between 4 4 4 and 2 2 2" if two < threes < four else "ranks"]


@example("bura", "Two cards led")
def _(game: Game) -> Sequence[str]:
    wins = [_beats(game, "7♥ 9♥", reply) for reply in ("8♥ J♥", "8♥ 6♠", "6♠ 7♠", "A♥ K♥", "8♥ A♣")]
    return [
        "with 8♥ and J♥, with 8♥ and 6♠, or with two trumps" if all(wins[:3]) else "not",
        "You also win with A♥ and K♥" if wins[3] else "not",
        "With 8♥ and A♣ you lose" if not wins[4] else "not",
    ]


@example("bura", "Bura against bura")
def _(game: Game) -> Sequence[str]:
    first, second = (_beats(game, "6♠ 8♠ Q♠", reply) for reply in ("J♠ 9♠ K♠", "J♠ 9♠ 7♠"))
    return ["J♠ 9♠ K♠ win the hand" if first else "not", "J♠ 9♠ 7♠ do not win" if not second else "not"]


def _beats(game: Game, led: str, reply: str) -> bool:
    t = game.blank()[0]
    t.led, t.trumps = card_set(led), 3
    return bool(game.room.module.beats_lead(t, card_set(reply)))


@example("backhand", "A backhand")
def _(game: Game) -> Sequence[str]:
    total = _backhand(game, "5♣ 4♦ 7♥")
    least = next(card for card in range(2, 11) if total + card > 21)
    return [
        f"make {total}",
        "from the six up" if least == 6 else "from elsewhere",
        f"{_backhand(game, '5♣ 4♦ 7♥ 9♠')}, so you win",
    ]


@example("backhand", "Aces")
def _(game: Game) -> Sequence[str]:
    total = _backhand(game, "10♣ 7♥")
    return [f"You have {total}", "is a push hand" if game.options["push_from"] <= total else "is below the lowest push hand"]


@example("backhand", "Five cards")
def _(game: Game) -> Sequence[str]:
    return [f"make {_backhand(game, '2♣ 3♦ 2♥ 4♠')}"]


def _backhand(game: Game, cards: str) -> int:
    t = game.blank()[0]
    ids = [read_card(card) for card in cards.split()]
    t.hand[0][0] = len(ids)
    t.hand[0][1 : len(ids) + 1] = ids
    return int(game.room.module.hand_value(t, 0))


@example("khanhoo", "2♦ 3♦ 4♦ 5♦ 6♦")
def _(game: Game) -> Sequence[str]:
    worth = dict(zip(game.room.module.TYPES, map(int, game.room.module.WORTH), strict=True))
    return [f"are worth {2 * worth['sequence']} as two sequences, but only {worth['sequence']} as one"]


@example("khanhoo", "A 7♦ is discarded, and")
def _(game: Game) -> Sequence[str]:
    worth = dict(zip(game.room.module.TYPES, map(int, game.room.module.WORTH), strict=True))
    return [
        f"worth {worth['court']}.",
        f"is worth only {worth['sequence']} and fails" if worth["sequence"] < worth["court"] else "stands",
    ]


@example("khanhoo", "An A♦ is discarded, and")
def _(game: Game) -> Sequence[str]:
    worth = dict(zip(game.room.module.TYPES, map(int, game.room.module.WORTH), strict=True))
    return [
        f"three aces, worth {worth['aces']}.",
        f"is worth {worth['sequence']} as well, so there is no bump" if worth["sequence"] == worth["aces"] else "bump",
    ]


@example("bura", "Counting")
def _(game: Game) -> Sequence[str]:
    enough, less = (_claims(game, cards) for cards in ("A♥ 10♣ 10♦", "A♥ 10♣ K♦ K♠"))
    return [f"make exactly {enough}", f"two kings make only {less}"]


def _claims(game: Game, cards: str) -> int:
    return int(total(card_set(cards), game.room.module.WORTH))


# menus


@example("crazy_eights", "The upcard is the 5♠,")
def _(game: Game) -> Sequence[str]:
    may = menu(_eights(game, "5♠", 4, "5♦ 9♠ 8♥ Q♣")) - {"draw"}
    return ["You can play the 5♦, the 9♠ or the 8♥, but not the queen" if may == {"5♦", "9♠", "8♥"} else f"{may}"]


@example("crazy_eights", "The upcard is the 8♥,")
def _(game: Game) -> Sequence[str]:
    may = menu(_eights(game, "8♥", 3, "3♠ 8♦ K♥")) - {"draw"}
    return ["You can play the 3♠ or any other eight, but not the K♥" if may == {"3♠", "8♦"} else f"{may}"]


def _eights(game: Game, upcard: str, suit: int, hand: str) -> Match:
    """suit: the one that was named, 4 for none."""
    own, other = {"hand.0": hand}, {f"hand.{p}": "2♣ 3♣" for p in range(1, game.seats)}
    spare = pack_without(f"{upcard} {hand}")
    for n, key in enumerate(other):
        other[key] = " ".join(spare[2 * n : 2 * n + 2])
    fields = {
        "phase": "play",
        "turn": 0,
        "player": 0,
        "dealer": game.seats - 1,
        "hand_number": 1,
        "discards": upcard,
        "demand": suit,
    }
    return at(game, **fields, **own, **other, rest="stock")


@example("scopa", "Pairing comes first")
def _(game: Game) -> Sequence[str]:
    taken = _captures(game, "2♣ 5♦ 7♠", "7♥")
    return ["Your 7♥ captures the 7♠; it may not capture 2♣ and 5♦" if taken == {frozenset(["7♠"])} else f"{taken}"]


@example("scopa", "A choice")
def _(game: Game) -> Sequence[str]:
    taken = _captures(game, "A♣ 3♦ 4♥ 6♠", "K♠")
    said = {frozenset(["4♥", "6♠"]), frozenset(["A♣", "3♦", "6♠"])}
    return ["It captures 4♥ and 6♠, or A♣, 3♦ and 6♠" if taken == said else f"{taken}"]


@example("scopa", "A sweep")
def _(game: Game) -> Sequence[str]:
    taken = _captures(game, "2♥ 6♣", "J♠")
    return ["captures both. Scopa!" if taken == {frozenset(["2♥", "6♣"])} else f"{taken}"]


def _captures(game: Game, table: str, card: str) -> set[frozenset[str]]:
    """The sets of cards that a card may capture, by every way of choosing them."""
    spare = pack_without(f"{table} {card}", "A 2 3 4 5 6 7 J Q K")
    hands = {f"hand.{p}": " ".join(spare[2 * p : 2 * p + 2]) for p in range(1, game.seats)}
    fields = {
        "phase": "play",
        "turn": 0,
        "dealer": game.seats - 1,
        "hand_number": 1,
        "hand.0": f"{card} {spare[-1]}",
        "table": table,
    }
    match = at(game, **fields, **hands, capturer=0, rest=f"pile.{1}")
    before, found, todo = set(table.split()), set(), [[card]]
    while todo:
        way = todo.pop()
        one = Match(game, match.tables.copy(), start_position="example")
        for name in way:
            one.play(game.code(name), seat=0)
        if one.turn == 0 and one.picks(0):
            todo += [[*way, name] for name in sorted(menu(one))]
        else:
            found.add(frozenset(before - set(_cards(one, "table"))))
    return found


def _cards(match: Match, zone: str) -> list[str]:
    from parlour.engine.positions import fields_of

    return str(fields_of(match.game.room, match.row).get(zone, "")).split()


@example("machiavelli", "The table holds 8♠ 9♠")
def _(game: Game) -> Sequence[str]:
    may = _machiavelli(game, {"melds.0": "8♠ 9♠ 10♠"}, "J♠ Q♦ K♦ 2♣ 2♦")
    return ["Only the J♠ can be put down" if may == {"J♠"} else f"{may}"]


@example("machiavelli", "The table is empty, and")
def _(game: Game) -> Sequence[str]:
    may = _machiavelli(game, {}, "2♣ 2♦ 2♥ 9♠", opened=False)
    return ["You can put down the three twos together" if may == {"2♣", "2♦", "2♥"} else f"{may}"]


@example("machiavelli", "The table holds 4♣ 4♦")
def _(game: Game) -> Sequence[str]:
    may = _machiavelli(game, {"melds.0": "4♣ 4♦ 4♥ 4♠", "melds.1": "5♥ 6♥ 7♥"}, "3♥")
    return ["the 3♥ fits below it" if may == {"3♥"} else "you cannot put down the 3♥"]


def _machiavelli(game: Game, melds: dict[str, str], hand: str, opened: bool = True) -> set[str]:
    """What can go down, whether only that is offered or anything may be tried."""
    house = {**game.house, "attempts": "checked"}
    checked = Game(game.room, game.seats, house)
    spare = pack_without(f"{hand} {' '.join(melds.values())}")
    hands = {f"hand.{p}": spare[p] for p in range(1, game.seats)}
    more = {"opened": [int(opened)] * game.seats} if game.options["own_first_meld"] else {}
    match = at(checked, hand_number=1, phase="play", turn=0, player=0, **{"hand.0": hand}, **hands, **melds, **more, rest="stock")
    return menu(match) - {"draw", "pass", "stop", "give up"}


@example("oh_hell", "The dealer")
def _(game: Game) -> Sequence[str]:
    size, dealer = 8, game.seats - 1
    bids = [5, *[0] * (game.seats - 2), -1]
    spare, hands = pack_without(""), {}
    for p in range(game.seats):
        hands[f"hand.{p}"] = " ".join(spare[size * p : size * p + size])
    fields = {"phase": "bid", "turn": dealer, "dealer": dealer, "leader": 0, "hand_number": 1, "hand_size": size, "bids": bids}
    may = {int(name.removeprefix("bid ")) for name in menu(at(game, **fields, **hands, rest="stub"))}
    if may == set(range(9)):
        return ["may bid anything from zero to eight"]
    return ["may bid anything but three" if may == set(range(9)) - {3} else f"must bid at least {WORDS[min(may)]}"]


WORDS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]


@example("oh_hell", "Void")
def _(game: Game) -> Sequence[str]:
    spare = pack_without("9♥ A♣ 2♠ K♥")
    hands = {f"hand.{p}": " ".join(spare[2 * p : 2 * p + 2]) for p in range(2, game.seats)}
    fields = {"phase": "play", "turn": 1, "leader": 0, "dealer": game.seats - 1, "hand_number": 1, "hand_size": 2, "trick": "9♥"}
    trumps = {"trumps": 3} if "trumps" in game.room.Table.fields else {}
    bids = [1, 1, *[1] * (game.seats - 2)]
    may = menu(at(game, **fields, **trumps, bids=bids, **{"hand.0": "K♥", "hand.1": "A♣ 2♠"}, **hands, rest="stub"))
    return ["You may discard a high club or" if may == {"A♣", "2♠"} else f"{may}"]


@example("cucumber", "A cucumber")
def _(game: Game) -> Sequence[str]:
    limit, size = game.options["limit"], game.options["hand_size"]
    others = {2: [9], 3: [9, 5]}.get(game.seats, [9, 5, *[2] * (game.seats - 3)])
    hands = {f"hand.{p}": card for p, card in enumerate(["A♠", "2♣", "2♦", "2♥", "2♠", "3♣", "3♦"][: game.seats])}
    fields = {"phase": "play", "turn": 0, "leader": 0, "dealer": game.seats - 1, "hand_number": 1, "winning": -1, "to_beat": -1}
    match = at(game, **fields, trick_number=size, score=[limit, *others], **hands, rest="stub")
    for card in hands.values():
        match.play(match.game.code(card), until="next")
    return [f"You get a cucumber and continue with {match.score[0]} points" if match.row.held[0] == 1 else "no cucumber"]


@example("bura", "Seizing the lead")
def _(game: Game) -> Sequence[str]:
    trumps, plain = (_bura(game, hand) for hand in ("6♠ 7♠ 9♠", "6♥ 7♥ 9♥"))
    return [
        'you say "bura" and lead it' if "bura" in trumps else "no bura",
        "you must let your opponent lead the aces" if "bura" not in plain else "bura",
    ]


def _bura(game: Game, hand: str) -> set[str]:
    match = at(
        game,
        hand_number=1,
        phase="announce",
        turn=1,
        leader=0,
        dealer=1,
        trumps=3,
        score=[game.options["tokens"] - 1] * 2,
        pot=2,
        **{"hand.0": hand, "hand.1": "A♣ A♦ A♥"},
        upcard="Q♠",
        rest="stock",
    )
    match.play(game.code("three aces"), seat=1)
    return menu(match)


@example("delphi", "A rule at work")
def _(game: Game) -> Sequence[str]:
    rule, line, said = read_rule("higher"), ["9♠"], []
    for card in ("9♥", "J♦", "10♠"):
        right = bool(accepts(rule, np.array([1, read_card(line[-1])]), read_card(card)))
        said.append(right)
        line += [card] if right else []
    answers = "The 9♥ is incorrect and goes below it, and the J♦ is correct. After that the 10♠ is incorrect"
    return [answers if said == [False, True, False] else f"{said}"]


@example("crash", "Side by side")
def _(game: Game) -> Sequence[str]:
    two = Game(game.room, 2, game.house)
    laid = {
        "laid.0.0": "K♣ K♦ K♥",
        "laid.0.1": "9♣ 8♦ 7♥",
        "laid.0.2": "5♣ 5♦ 2♥",
        "laid.1.0": "A♣ A♦ A♥",
        "laid.1.1": "Q♣ Q♦ 4♥",
    }
    match = at(two, hand_number=1, phase="show", **laid, rest="stub")
    match.settle("next")
    taken = [int(points) for points in match.row.taken[:2]]
    return ["Ben scores the first point and Anna the second. Anna also scores the third" if taken == [2, 1] else f"{taken}"]


@example("crash", "Four fours")
def _(game: Game) -> Sequence[str]:
    two = Game(game.room, 2, game.house)
    laid = {"laid.0.0": "4♣ 4♦ 4♥", "laid.0.1": "6♣ 5♦ 4♠", "laid.1.0": "A♣ A♦ A♥", "laid.1.1": "A♠ K♣ K♦"}
    match = at(two, hand_number=1, phase="show", **laid, rest="stub")
    match.settle("next")
    return [
        "they bring an extra point, even against four aces in Ben's hands"
        if match.row.taken[0] == 1
        else f"{match.row.taken[:2]}"
    ]


@example("spite_and_malice", "One build pile needs a")
def _(game: Game) -> Sequence[str]:
    fields = {
        "phase": "move",
        "turn": 0,
        "player": 0,
        "up.0": "5",
        "down.0": "2 2",
        "up.1": "4",
        "down.1": "2 2",
        "held.1": "7 6 6",
    }
    first = menu(
        at(
            game,
            **fields,
            **{"held.0": "A 5 9 9 K", "discards.0.0": "5", "discards.0.1": "Q", "builds.0": "A 2 3 4"},
            rest="stock",
        )
    )
    after = first if not game.options["must_play_ace"] else None
    said = ["Your next move must be to put the ace on an empty place" if first == {"A"} else "Any one of the three fives can go"]
    if after is not None:
        piles = {"talon", "5", "pile 1"} <= after and "pile 2" not in after
        said += ["the queen cannot move"] if piles else ["otherwise"]
        said += ["The ace can go to an empty place"] if "A" in after else ["no ace"]
    return said


@example("snip_snap_snorem", "There are three players. Ann")
def _(game: Game) -> Sequence[str]:
    hands = {"hand.0": "7♠ 2♣ 4♣", "hand.1": "7♥ 7♣ 3♦", "hand.2": "7♦ 9♠"}
    match = at(_seats(game, 3), phase="lead", turn=0, dealer=2, hand_number=1, **hands, rest="finished")
    match.play(game.code("7♠"), seat=0)
    match.play(game.code("7♥"), seat=1)
    if game.options["all_at_once"]:
        return ["Ben has 7♥ and 7♣, plays both" if "7♣" not in menu(match) and match.turn == 2 else "Ben plays one"]
    match.play(game.code("7♦"), seat=2)
    if match.turn == 0:
        match.play(game.code("pass"), seat=0)
    match.play(game.code("7♣"), seat=match.turn)
    return ["Ben plays the 7♣, says", "and leads to the next round" if match.turn == 1 else "does not lead"]


@example("polignac", "The end")
def _(game: Game) -> Sequence[str]:
    four, target = _open(game, 4), game.options["target"]
    fields = _polignac(("K♣", "Q♣", "8♣", "9♣")) | {"hand.0": "K♣", "hand.1": "Q♣", "hand.2": "8♣", "hand.3": "9♣"}
    cost = " Q♠" if game.options["queen_of_spades"] else ""
    fields |= {
        "captured.3": f"J♣ J♦ J♥ J♠{cost}",
        "points": [0, 0, 0, 5 + len(cost) // 3],
        "tricks": [0, 0, 0, 7],
        "rest": "won.3",
    }
    match = at(four, **fields | {"score": [1, 0, 0, target - 1]})
    for card in ("K♣", "Q♣", "8♣", "9♣"):
        match.play(four.code(card), seat=match.turn, until="deal")
    return [
        "These two share the win."
        if match.over and match.winners == [1, 2]
        else "All players play another hand."
        if not match.over
        else f"{match.winners}"
    ]


@example("i_doubt_it", "The first play")
def _(game: Game) -> Sequence[str]:
    cards = ["7♦"] if game.options["max_cards"] == 1 else ["A♠", "7♦"]
    match = _doubt(game, 12, {"hand.1": "A♠ 7♦ K♣ 2♣"}, "")
    _lay(match, cards, 1)
    _doubted(match)
    back = {"A♠", "7♦"} <= set(_cards(match, "hand.1"))
    words = {11: "kings", 0: "twos"}[int(match.row.rank)] if match.turn == 2 else "nobody"
    return [
        ("the card goes back" if len(cards) == 1 else "both cards go back") if back else "they stay",
        f"the next player announces {words}",
    ]


@example("i_doubt_it", "Doubting the truth")
def _(game: Game) -> Sequence[str]:
    heap = "9♣ 9♦ 9♥ 9♠ 10♣ 10♦ 10♥ 10♠ J♣"
    match = _doubt(game, 4, {"hand.1": "6♣ 6♦ 6♥ K♠"}, heap)
    _lay(match, ["6♣", "6♦", "6♥"], 1)
    before = len(_cards(match, "hand.2"))
    _doubted(match)
    taken = len(_cards(match, "hand.2")) - before
    return ["A player who doubts this takes all twelve cards" if taken == 12 else f"{taken}"]


@example("i_doubt_it", "Going out")
def _(game: Game) -> Sequence[str]:
    match = _doubt(game, 10, {"hand.1": "Q♠"}, "9♣ 9♦ 9♥")
    _lay(match, ["Q♠"], 1)
    _doubted(match)
    return ["You win" if match.over and match.winners == [1] else "You do not"]


@example("i_doubt_it", "Nearly")
def _(game: Game) -> Sequence[str]:
    match = _doubt(game, 1, {"hand.1": "3♥ 4♣"}, "9♣ 9♦ 9♥")
    _lay(match, ["3♥", "4♣"], 1)
    _doubted(match)
    took = len(_cards(match, "hand.1")) == 5
    return [
        "you take the whole pile" if took else "you do not",
        {2: "the next rank is fours", 0: "the next rank is twos"}[int(match.row.rank)],
    ]


def _doubt(game: Game, rank: int, hands: dict[str, str], heap: str) -> Match:
    spare = pack_without(" ".join([heap, *hands.values()]))
    others = {f"hand.{p}": " ".join(spare[2 * p : 2 * p + 2]) for p in range(game.seats) if f"hand.{p}" not in hands and p}
    plays = (rank - 12 if game.options["rank_order"] == "up" else 12 - rank) % 13
    return at(game, phase="play", turn=1, player=1, rank=rank, plays=plays, heap=heap, **hands, **others, rest="hand.0")


def _lay(match: Match, cards: Sequence[str], seat: int) -> None:
    """So many cards go down, face down."""
    codes = [match.game.code(card) for card in cards]
    match.play(*codes, seat=seat)
    if match.turn == seat and "done" in menu(match):
        match.play(match.game.code("done"), seat=seat)


def _doubted(match: Match) -> None:
    """The next player doubts, if anybody is asked."""
    if match.turn != NOBODY and "doubt" in menu(match):
        match.play(match.game.code("doubt"), seat=match.turn)


@example("cassino", "Everything at once")
def _(game: Game) -> Sequence[str]:
    match = _cassino(Game(game.room), "9♣ 4♦ 5♥ 6♠ 3♠", "9♦ K♠")
    match.play(match.game.code("9♦"), seat=0)
    while match.picks(0):
        match.play(next(code for code in match.codes() if code < 52), seat=0)
    return ["A nine takes them all" if not _cards(match, "loose") else f"{_cards(match, 'loose')}"]


@example("cassino", "Building seven")
def _(game: Game) -> Sequence[str]:
    match = _cassino(Game(game.room), "5♣ Q♣", "2♠ 7♦")
    match.play(match.game.code("2♠"), seat=0)
    match.play(match.game.code("build 7"), seat=0)
    return ["You put the 2 on the 5" if {"5♣", "2♠"} == set(_cards(match, "sum_builds.5")) else "no build"]


@example("cassino", "Building eights")
def _(game: Game) -> Sequence[str]:
    match = _cassino(Game(game.room), "8♣ Q♣", "8♠ 8♦")
    match.play(match.game.code("8♠"), seat=0)
    match.play(match.game.code("build pairs"), seat=0)
    return ["You put one of your eights on it" if {"8♣", "8♠"} == set(_cards(match, "pair_builds.6")) else "no build"]


@example("cassino", "Another group")
def _(game: Game) -> Sequence[str]:
    match = _cassino(Game(game.room), "6♥", "A♣ 7♦", build="5♣ 2♠")
    match.play(match.game.code("A♣"), seat=0)
    match.play(match.game.code("build 7"), seat=0)
    grown = set(_cards(match, "sum_builds.5")) == {"5♣", "2♠", "A♣", "6♥"}
    return ["You add the ace and the 6 to the build" if grown else "the build stays as it is"]


@example("cassino", "A raise")
def _(game: Game) -> Sequence[str]:
    match = _cassino(Game(game.room), "Q♣", "A♠ 8♦", build="5♣ 2♠")
    match.play(match.game.code("A♠"), seat=0)
    match.play(match.game.code("raise 7"), seat=0)
    raised = set(_cards(match, "sum_builds.6")) == {"5♣", "2♠", "A♠"}
    return ["You put the ace on a build of seven (5 and 2)" if raised else "the build stays as it is"]


def _cassino(game: Game, loose: str, hand: str, build: str = "") -> Match:
    """build: the cards of a build of seven that the other player has made."""
    spare = pack_without(f"{loose} {hand} {build} 7♣")
    fields: dict[str, Any] = {"hand.0": hand, "hand.1": f"7♣ {spare[0]}", "loose": loose}
    if build:
        own = [int(rank == 5) for rank in range(13)]
        fields |= {"sum_builds.5": build, "sum_owner": [1 if mine else -1 for mine in own], "promised": [[0] * 13, own]}
    return at(game, phase="play", turn=0, dealer=1, hand_number=1, **fields, capturer=0, rest="pile.1")


@example("aggravation", "A match")
def _(game: Game) -> Sequence[str]:
    match = at(
        game, phase="turn", **{"stock.0": "5♣ 3♦ J♦", "stock.1": "6♥ 8♠ 7♠"}, **{"row.0.0": "7♣", "row.1.0": "3♥"}, rest="covered"
    )
    match.settle("tick")
    first = int(match.row.open).bit_count()
    match.play(game.code("cover p1:1"), seat=0, elapsed=300)
    match.play(game.code("wait"), seat=1)
    after = int(match.row.open).bit_count()
    return [
        "both sevens are open" if first == 2 else f"{first}",
        {2: "two places are open: both threes", 3: "three places are open: both threes and the seven of p2"}[after],
    ]


CHICAGO = {"hand_number": 1, "phase": "speak", "turn": 0, "dealer": 2, "player": 0, "draws": 1, "hand.2": "A♣ J♥ 10♦ 8♥ 6♣"}


def _chicago(game: Game, first: str, second: str) -> Match:
    three = Game(game.room, 3, game.house)
    return at(
        three, **CHICAGO, **{"hand.0": first, "hand.1": second}, stock="2♣ 3♣ 4♣ 5♣ 7♣ 9♣ 10♣ 2♦ 3♦ 4♦ 5♦ 7♦", rest="discards"
    )


@example("chicago", "A comparison")
def _(game: Game) -> Sequence[str]:
    match = _chicago(game, "K♠ K♥ A♦ 7♠ 5♥", "K♣ K♦ Q♦ 8♠ 6♥")
    lies = game.options["false_declarations"]
    for seat in (0, 1):
        match.play(game.code("claim pair" if lies else "declare"), seat=seat)
    said = [(0, "name K"), (1, "equal"), (0, "name A"), (1, "pass")]
    for seat, word in said if lies else ():
        if match.turn == seat and match.phase in ("name", "answer"):
            match.play(game.code(word), seat=seat)
    while match.phase == "speak" and match.turn != NOBODY:
        match.play(game.code("pass"), seat=match.turn)
    match.settle("discard")
    stands = match.score[0] > 0 == match.score[1]
    return ["Your pair stands." if stands else "The hands are tied" if match.score[:2] == [0, 0] else f"{match.score}"]


@example("chicago", "Silence")
def _(game: Game) -> Sequence[str]:
    match = _chicago(game, "K♠ K♥ K♦ 7♠ 7♥", "Q♠ Q♥ J♦ 8♠ 6♥")
    while match.phase == "speak":
        match.play(game.code("pass"), seat=match.turn)
    match.settle("discard")
    return ["You score nothing now" if match.score == [0, 0, 0] else f"{match.score}"]


@example("chicago", "I must show")
def _(game: Game) -> Sequence[str]:
    usual = Game(game.room)
    shown = [_shows(usual, thrown) for thrown in (["K♣"], ["2♥", "5♥", "9♥"])]
    return ["you must show all five cards first" if shown[0] else "not", "you show nothing" if not shown[1] else "show"]


def _shows(game: Game, thrown: Sequence[str]) -> bool:
    """Whether a player whose pair of kings has scored must show the hand before these cards are thrown."""
    match = _chicago(game, "K♥ K♣ 2♥ 5♥ 9♥", "Q♠ Q♥ J♦ 8♠ 6♥")
    for seat, word in ((0, "declare"), (1, "pass")):
        match.play(match.game.code(word), seat=seat)
    match.settle("discard")
    for card in thrown:
        match.play(match.game.code(card), seat=0)
    t = match.table_for()[0]
    return bool(must_show(t, 0))


@example("pirate", "In the first ship of")
def _(game: Game) -> Sequence[str]:
    fields = {"hand_number": 1, "phase": "tick", "turn": 0, "asked": 3, "low": 0, "builder": [0, 0, 0, 0], "waste.0": "5♣"}
    laid = {"laid.0.0": "A♣ 2♣ 3♣ 4♣", "laid.1.0": "K♣ Q♣ J♣ 10♣ 9♣ 8♣ 7♣"}
    match = at(game, **fields, **laid, **{"stock.0": "K♦", "stock.1": "A♦", "waste.1": "6♣"}, rest="sunk")
    match.play(game.code("play"), seat=0, elapsed=300)
    match.play(game.code("wait"), seat=1)
    match.settle("tick")
    match.play(game.code("wait"), seat=0)
    match.play(game.code("play"), seat=1, elapsed=300)
    match.settle("capture")
    match.settle("tick")
    return ["The ship lacks 5 and 6", "High captures the ship" if match.score == [0, 1] else f"{match.score}"]
