"""Examples of all other games, played again by the rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from parlour.engine.game import Game
from parlour.engine.match import Match
from parlour.games.delphi.grammar import accepts, read_rule
from parlour.kit import NOBODY, card_set, read_card

from .base import _seats, at, by_seat, example, gains, menu, pack_without


@example("delphi", "Scores")
def _(game: Game) -> Sequence[str]:
    seven = Game(game.room, 7, game.house)
    points = gains(seven, by_seat("tokens", (29, 26, 19, 11, 9, 6)), dealer=6)
    return [f"8 + 10 + 13 - 10 - 7 = {points[2]}", f"the last {points[5]}", f"0 + 3 + 17 + 41 + 49 + 64 = {points[6]}"]


@example("scopa", "Primiera")
def _(game: Game) -> Sequence[str]:
    return [f"= {int(game.room.module.primiera(card_set('7♦ 6♣ 6♥ A♠')))}."]


@example("crash", "Threes")
def _(game: Game) -> Sequence[str]:
    t = game.blank()[0]
    threes, *others = (int(game.room.module.strength(t, card_set(f"{r}♣ {r}♦ {r}♥"))) for r in ("3", "A", "4", "2"))
    best, four, two = others
    return ["is the best hand of all" if threes > best else "ranks between 4 4 4 and 2 2 2" if two < threes < four else "ranks"]


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
    """Return what can go down, whether only that is offered or anything may be tried."""
    house = {**game.house, "attempts": "checked"}
    checked = Game(game.room, game.seats, house)
    spare = pack_without(f"{hand} {' '.join(melds.values())}")
    hands = {f"hand.{p}": spare[p] for p in range(1, game.seats)}
    more = {"opened": [int(opened)] * game.seats} if game.options["own_first_meld"] else {}
    match = at(checked, hand_number=1, phase="play", turn=0, player=0, **{"hand.0": hand}, **hands, **melds, **more, rest="stock")
    return menu(match) - {"draw", "pass", "stop", "give up"}


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
    """Lay a number of cards, face down."""
    codes = [match.game.code(card) for card in cards]
    match.play(*codes, seat=seat)
    if match.turn == seat and "done" in menu(match):
        match.play(match.game.code("done"), seat=seat)


def _doubted(match: Match) -> None:
    """Let the next player doubt, if any is asked."""
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
