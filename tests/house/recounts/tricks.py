"""Examples of games of tricks, played again by the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from parlour.engine.game import Game
from parlour.engine.match import Match
from parlour.games.chicago.draws import must_show
from parlour.house.pad import Scorer
from parlour.kit import NOBODY, card_set, rank_of, read_card, total

from .base import at, by_seat, example, gains, menu, menu_of, minus, only_if, pack_without


def _spades(game: Game, bids: Sequence[int], tricks: int, nil: int = 0, own: Mapping[str, int] | None = None) -> list[str]:
    """Return what a side scores for its contract, and what its bags bring and cost."""
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
    """Return how many cards the largest hand has."""
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


@example("toepen", "A knock")
def _(game: Game) -> Sequence[str]:
    tokens, knocker = game.options["tokens"], game.seats - 1
    match = at(game, **_toepen(game, knocker, 2, [tokens] * game.seats))
    for seat, choice in ((knocker, "knock"), (0, "fold"), *((p, "stay") for p in range(1, knocker))):
        match.play(match.game.code(choice), seat=seat)
    stay = f"{WORDS[game.seats - 2]} {'stays' if game.seats == 3 else 'stay'}"
    return [f"One player folds and pays {tokens - match.score[0]}, {stay}.", f"The hand is worth {int(match.row.value)}."]


@example("toepen", "Too dear")
def _(game: Game) -> Sequence[str]:
    tokens, knocker = game.options["tokens"], game.seats - 1
    score = [3, *[tokens] * knocker]
    may = "you may knock" if "knock" in menu(at(game, **_toepen(game, 0, 3, score))) else "you may not knock"
    match = at(game, **_toepen(game, knocker, 3, score))
    if tokens == 3:
        return [f"the hand is worth 3: {may}"]
    match.play(game.code("knock"), seat=knocker)
    return [f"the hand is worth 3: {may}", "You may stay when another player knocks" if "stay" in menu(match) else "not stay"]


def _toepen(game: Game, turn: int, value: int, score: list[int]) -> dict[str, Any]:
    low, high = "7{0} 8{0} 9{0} 10{0}", "J{0} Q{0} K{0} A{0}"
    fours = [half.format(suit) for half, suits in ((low, "♠♦♣"), (high, "♥♠♦♣"), (low, "♥")) for suit in suits]
    hands = {f"hand.{p}": fours[p] for p in range(game.seats)}
    fields = {"phase": "play", "turn": turn, "player": turn, "leader": turn, "dealer": (turn - 1) % game.seats, "value": value}
    return fields | {"cards_left": 4, "knocker": -1, "score": score, **hands, "rest": "stock"}


@example("toepen", "Upside down")
def _(game: Game) -> Sequence[str]:
    hearts, others = ["A♥", "7♥", "K♥", "Q♥", "J♥"][: game.seats - 1], ["10♦", "J♦", "Q♦"]
    cards = [*hearts, *others[: game.seats - len(hearts)]]
    hands = {f"hand.{p}": card for p, card in enumerate(cards)}
    match = at(game, **_toepen(game, 0, 1, [3] * game.seats) | hands | {"cards_left": 1, "rest": "aside.0"})
    while match.turn != NOBODY:
        card = match.phase == "play"
        match.play(next(iter(menu_of(match, hands))) if card else match.game.code("pass"), seat=match.turn, until="settle")
    seven = int(match.row.winner) == 1
    led = f"Hearts are led: {', '.join(cards)}."
    return [led, "The seven wins; the ten is of another suit" if seven else "another card wins"]


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
    ranks = {2: "J J", 3: "9 J J"}.get(game.seats, "9 J 4 J 3 8 5").split()[: game.seats]
    cards = [rank + suit for rank, suit in zip(ranks, "♣♦♥♠♣♦♥", strict=False)]
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
    played = f"The cards are {', '.join(ranks[:-1])} and {ranks[-1]}, in this order."
    return [played, f"The second jack wins and costs {score[second]} points.", says[score[first]]]


@example("bura", "Two cards led")
def _(game: Game) -> Sequence[str]:
    wins = [_beats(game, "7♥ 9♥", reply) for reply in ("8♥ J♥", "8♥ 6♠", "6♠ 7♠", "A♥ K♥", "8♥ A♣")]
    return [
        only_if(all(wins[:3]), "with 8♥ and J♥, with 8♥ and 6♠, or with two trumps"),
        only_if(wins[3], "You also win with A♥ and K♥"),
        only_if(not wins[4], "With 8♥ and A♣ you lose"),
    ]


@example("bura", "Bura against bura")
def _(game: Game) -> Sequence[str]:
    first, second = (_beats(game, "6♠ 8♠ Q♠", reply) for reply in ("J♠ 9♠ K♠", "J♠ 9♠ 7♠"))
    return [only_if(first, "J♠ 9♠ K♠ win the hand"), only_if(not second, "J♠ 9♠ 7♠ do not win")]


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


@example("bura", "Counting")
def _(game: Game) -> Sequence[str]:
    enough, less = (_claims(game, cards) for cards in ("A♥ 10♣ 10♦", "A♥ 10♣ K♦ K♠"))
    return [f"make exactly {enough}", f"two kings make only {less}"]


def _claims(game: Game, cards: str) -> int:
    return int(total(card_set(cards), game.room.module.WORTH))


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
    others = {2: [9], 3: [9, 5], 4: [9, 5, 2]}.get(game.seats, [9, 5, 4, 2, 1, 0][: game.seats - 1])
    hands = {f"hand.{p}": card for p, card in enumerate(["A♠", "2♣", "2♦", "2♥", "2♠", "3♣", "3♦"][: game.seats])}
    fields = {"phase": "play", "turn": 0, "leader": 0, "dealer": game.seats - 1, "hand_number": 1, "winning": -1, "to_beat": -1}
    match = at(game, **fields, trick_number=size, score=[limit, *others], **hands, rest="stub")
    for card in hands.values():
        match.play(match.game.code(card), until="next")
    have = ", ".join(map(str, others[:-1])) + f" and {others[-1]}"
    return [
        f"the others have {have}." if game.seats > 2 else "the other player has 9.",
        f"You get a cucumber and continue with {match.score[0]} points" if match.row.held[0] == 1 else "no cucumber",
    ]


@example("bura", "Seizing the lead")
def _(game: Game) -> Sequence[str]:
    trumps, plain = (_bura(game, hand) for hand in ("6♠ 7♠ 9♠", "6♥ 7♥ 9♥"))
    return [
        only_if("bura" in trumps, 'you say "bura" and lead it'),
        only_if("bura" not in plain, "you must let your opponent lead the aces"),
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
    return menu(match) if match.phase == "answer" else set()


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
    return [only_if(shown[0], "you must show all five cards first"), only_if(not shown[1], "you show nothing")]


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
