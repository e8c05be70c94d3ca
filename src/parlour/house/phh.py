"""Poker Hand History: hands of the draw games that were recorded elsewhere, and our own written for others.

The format is open (https://phh.readthedocs.io): a TOML file with the blinds, the stacks, and the actions one by one. What it
says is played by our rules, card by card and chip by chip; unknown cards are dealt at random. What is read: docs/formats.md.

A file names cards when they are seen, often long after they were dealt. So the hand is first played with nameless cards, each of
which gets its name when the file gives it one; then it is played again with the right cards from the start.
"""

from __future__ import annotations

import itertools
import math
import random
import re
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from typing import Any

from parlour.engine import positions, steps
from parlour.engine.counting import counted
from parlour.engine.errors import BadInput, shown
from parlour.engine.game import Game
from parlour.engine.match import Match, Step
from parlour.engine.rulebook import explain
from parlour.engine.toml import TomlLines, parse_toml
from parlour.kit.cards import RANK_NAMES, SUIT_LETTERS, card_name, cards_in, read_card
from parlour.kit.layout import DEAL, NOBODY

VARIANTS = {"F2L3D": "triple_draw", "FB": "badugi"}
"""The variants of the format that this house knows; what it has no name for goes by the name of the room."""
ROOMS = ("triple_draw", "badugi", "baduci")
STANDARD = {
    "triple_draw": {"lowball": "2-7", "jokers": 0, "split": "none", "draws": 3},
    "badugi": {"tiebreak": "highest_first", "aces": "low", "draws": 3},
}
"""House rules of these variants."""
NAMED = ("ante", "small_blind", "big_blind", "small_bet", "big_bet", "stack", "hands", "heads_up_dealer_small")
"""House rules that the format has fields for."""
OF_THE_FILE = ("draw_style", "burn", "free_fold", "cap")
"""House rules that only say how a hand was dealt, or which choices there were."""
UNKNOWN = "??"
MOST_DEALS = 200
"""Number of deals of the unknown cards before a result is called impossible; fewer under unusual house rules."""
PLENTY = 10**9
"""The chips of a player whose stack is not known."""


@dataclass(frozen=True)
class Hand:
    """A hand that was read: the match that replays it, and what one of its chips is worth in the file."""

    match: Match
    chip: Fraction = Fraction(1)
    unknown: frozenset[int] = frozenset()
    """Seats whose stack is `inf` in the file: in the match they have plenty, and how much they have is not known."""

    def stacks(self) -> list[Fraction | None]:
        """Return the stack of each seat as the file counts it; None if unknown."""
        return [None if seat in self.unknown else score * self.chip for seat, score in enumerate(self.match.score)]


# reading


def is_phh(name: str, text: str) -> bool:
    """Whether a file is a hand history, by its name or else by what stands in it."""
    return name.endswith((".phh", ".phhs")) or re.search(r"^variant\s*=", text, re.MULTILINE) is not None


def read_hands(text: str, skipped: list[str] | None = None) -> list[Hand]:
    """The hands of a file, one or (in tables of their own) many. BadInput says what is wrong, and where.

    skipped: if it is given, a hand that cannot be read, such as one of another game, is noted there and the others are read, if
    there are any.
    """
    head = parse_toml(text, "the hand history")
    if "variant" in head:
        return [read_hand(head)]
    if not head or not all(isinstance(hand, dict) for hand in head.values()):
        raise BadInput("the hand history does not say which variant was played")
    hands, refused, lines = [], [], TomlLines(text)
    for name, hand in head.items():
        try:
            hands.append(read_hand(hand))
        except BadInput as error:
            refused.append(f"line {lines.line((name,))}: hand {shown(name)[1:-1]}: {error}")
    if refused and (skipped is None or not hands):
        raise BadInput(refused[0])
    if skipped is not None:
        skipped += refused
    return hands


def read_hand(fields: Mapping[str, Any]) -> Hand:
    """One hand. A house that burns no card or knows no cap is tried if the usual one cannot have dealt or bet like that."""
    facts = _Facts.of(fields)
    refusal: BadInput | None = None
    for k, (burn, cap) in enumerate(itertools.product((True, False), (4, 0))):
        try:
            match = _Reading(facts, {"burn": burn, "cap": cap}).match(MOST_DEALS >> 2 * k)
            return Hand(match, facts.chip, facts.unknown)
        except BadInput as error:
            refusal = refusal or error
    assert refusal is not None
    raise refusal


@dataclass
class _Facts:
    """The fields of a file, checked, with all amounts in whole chips."""

    room: str
    seats: int
    chip: Fraction
    house: dict[str, Any]
    antes: list[int]
    stacks: list[int]
    unknown: frozenset[int]
    actions: list[str]
    finishing: list[Fraction] | None

    @classmethod
    def of(cls, fields: Mapping[str, Any]) -> _Facts:
        variant = fields.get("variant")
        room = VARIANTS.get(variant, variant) if isinstance(variant, str) else None
        if room not in ROOMS:
            raise BadInput(f"variant {shown(variant)} is not played here; those that are: {', '.join([*VARIANTS, *ROOMS])}")
        stacks = _amounts(fields, "starting_stacks", None, unknown=True)
        seats, (fewest, most) = len(stacks), Game(room).room.Table.seats_range
        if not fewest <= seats <= most:
            raise BadInput(f"{room} is for {fewest} to {counted(most, 'player')}, not {seats}")
        antes, blinds = (_amounts(fields, name, seats) for name in ("antes", "blinds_or_straddles"))
        bets = [_amount(fields, name) for name in ("small_bet", "big_bet")]
        if any(stack == 0 for stack in stacks) or any(bet == 0 for bet in bets):
            raise BadInput("starting_stacks and bets are not zero")
        if any(blinds[2:]):
            raise BadInput("blinds_or_straddles: only a small and a big blind are known here, no straddles")
        actions = fields.get("actions")
        if not isinstance(actions, list) or not all(isinstance(action, str) for action in actions):
            raise BadInput("actions is not a list of texts")
        finishing = _amounts(fields, "finishing_stacks", seats) if "finishing_stacks" in fields else None
        known = [stack for stack in stacks if stack is not None]
        chip = _unit([*known, *antes, *blinds, *bets])
        house = cls._house(fields, room, [int(amount / chip) for amount in (*blinds[:2], *bets)], seats)
        return cls(
            room,
            seats,
            chip,
            house,
            [int(ante / chip) for ante in antes],
            [PLENTY if stack is None else int(stack / chip) for stack in stacks],
            frozenset(seat for seat, stack in enumerate(stacks) if stack is None),
            actions,
            None if finishing is None or None in stacks else finishing,
        )

    @staticmethod
    def _house(fields: Mapping[str, Any], room: str, amounts: Sequence[int], seats: int) -> dict[str, Any]:
        small, big, small_bet, big_bet = amounts
        house: dict[str, Any] = {}
        if seats == 2 and small > big:  # the format turns the blinds of two players round
            small, big = big, small
            house["heads_up_dealer_small"] = False
        if max(amounts) > positions_limit(room):
            raise BadInput(f"blinds and bets are at most {positions_limit(room)} of their greatest common measure here")
        house |= {"small_blind": small, "big_blind": big, "small_bet": small_bet, "big_bet": big_bet}
        own = fields.get("_house", {})
        if not isinstance(own, dict):
            raise BadInput("_house is not a table of house rules")
        return house | own


def positions_limit(room: str) -> int:
    """The largest bet that a room's house rules know."""
    return int(Game(room).room.Table.options["big_bet"].codes[-1])


def _amount(fields: Mapping[str, Any], name: str) -> Fraction:
    value = fields.get(name)
    number = isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
    amount = None if not number else _read_amount(f"{Decimal(str(value)):f}")
    if amount is None:
        raise BadInput(f"{name} is not an amount of chips")
    return amount


def _read_amount(text: str) -> Fraction | None:
    """An amount written with at most twelve digits before the point and nine behind it, None if it is none."""
    return Fraction(text) if re.fullmatch(r"[0-9]{1,12}(\.[0-9]{1,9})?", text) else None


def _amounts(fields: Mapping[str, Any], name: str, seats: int | None, unknown: bool = False) -> list[Any]:
    """A list of amounts, one for each player; None for a stack that is not known."""
    values = fields.get(name)
    if not isinstance(values, list) or (seats is not None and len(values) != seats):
        raise BadInput(f"{name} is not a list of amounts, one for each player")
    return [None if unknown and value == math.inf else _amount({name: value}, name) for value in values]


def _unit(amounts: Sequence[Fraction]) -> Fraction:
    """The largest amount that divides all of them."""
    found = Fraction(0)
    for amount in amounts:
        scale = math.lcm(found.denominator, amount.denominator)
        found = Fraction(math.gcd(int(found * scale), int(amount * scale)), scale)
    return found or Fraction(1)


@dataclass
class _Reading:
    """A hand played with nameless cards. `name` gives those their names that the file has told."""

    facts: _Facts
    style: Mapping[str, Any]
    name: dict[int, int] = field(default_factory=dict)
    played: list[tuple[int, list[int]]] = field(default_factory=list)  # seat and codes of each choice
    orders: list[list[int]] = field(default_factory=list)  # of the stub: as dealt, then after every shuffle
    unnamed: list[list[int]] = field(default_factory=list)  # what each seat was dealt last and the file has not told
    mucked: set[int] = field(default_factory=set)
    before_awards: list[int] = field(default_factory=list)  # the stacks when the last round is over

    def __post_init__(self) -> None:
        facts = self.facts
        average = max(1, sum(facts.stacks) // facts.seats)
        own = {"draw_style": "batch", "free_fold": True, "hands": 1, "stack": min(average, PLENTY)}
        self.game = Game(facts.room, facts.seats, own | dict(self.style) | facts.house)
        self.size = 4 if facts.room == "badugi" else 5
        hands = [list(range(p * self.size, (p + 1) * self.size)) for p in range(facts.seats)]
        self.orders = [list(range(51, self.size * facts.seats - 1, -1))]
        self.hands, self.unnamed = hands, [list(hand) for hand in hands]
        self.tables = self.game.read_fields(self._start({}))
        self.row = self.tables[0]
        self.row.rng[:] = (1, 2, 3, 4)  # what is shuffled here gets its order from the file
        self._settle()
        for number, action in enumerate(facts.actions, 1):
            try:
                self._read(action)
            except BadInput as error:
                raise BadInput(f"action {number} ({shown(action)}): {error}") from None

    def _start(self, name: Mapping[int, int]) -> dict[str, Any]:
        """The position before the blinds, antes paid."""
        antes = [min(pair) for pair in zip(self.facts.antes, self.facts.stacks, strict=True)]
        fields: dict[str, Any] = {
            "hand_number": 1,
            "dealer": self.facts.seats - 1,
            "phase": "antes",
            "score": [stack - ante for stack, ante in zip(self.facts.stacks, antes, strict=True)],
            "paid": antes,
            "pots": [sum(antes)] + [0] * (self.facts.seats - 1),
            "hand_size": self.size,
            "stub": _names(name.get(card, card) for card in self.orders[0]),
        }
        return fields | {f"hand.{p}": _names(name.get(card, card) for card in hand) for p, hand in enumerate(self.hands)}

    # the first time

    def _phase(self) -> str:
        return self.game.room.phases[int(self.row.phase)]

    def _settle(self) -> None:
        """Play the automatic steps to the end of the hand."""
        while self.row.turn == NOBODY and self._phase() != "next":
            phase, before, seat = self._phase(), int(self.row.hand[self.row.player]), int(self.row.player)
            steps.step_row(self.tables, 0, 1, 0)
            if phase == "serve":
                self.unnamed[seat] += cards_in(int(self.row.hand[seat]) & ~before)
            elif phase == "reshuffle":
                self.orders.append([int(card) for card in self.row.stub[1 : int(self.row.stub[0]) + 1]])

    def _read(self, action: str) -> None:
        words = action.partition("#")[0].split()
        if not words:
            return
        if words[0] == "d":
            if len(words) != 4 or words[1] != "dh":
                raise BadInput("only `d dh PLAYER CARDS` is dealt in a draw game")
            self._dealt(self._seat(words[2]), _cards(words[3]))
        elif len(words) in (2, 3) and words[1] in ("f", "cc", "cbr", "sd", "sm") and (words[1] == "cbr") <= (len(words) == 3):
            self._acted(self._seat(words[0]), words[1], words[2] if len(words) == 3 else "")
        else:
            raise BadInput("that is not an action of a draw game")

    def _seat(self, player: str) -> int:
        if not re.fullmatch(r"p[1-9]\d?", player) or int(player[1:]) > self.facts.seats:
            raise BadInput(f"there is no player {player}")
        return int(player[1:]) - 1

    def _dealt(self, seat: int, cards: Sequence[int | None]) -> None:
        """The next cards a seat was dealt, in any order. Those seen before can only come from the newest stub."""
        mine, self.unnamed[seat] = self.unnamed[seat][: len(cards)], self.unnamed[seat][len(cards) :]
        if len(mine) < len(cards):
            raise BadInput(f"p{seat + 1} is dealt more cards than there is room for")
        for card in sorted(cards, key=lambda card: 2 if card is None else self._called(card) is None):
            other = None if card is None else self._called(card)
            newest = [one for one in mine if one in self.orders[-1]]
            one = other if other in mine else newest[0] if other is not None and newest else mine[0]
            mine.remove(one)
            self._call(one, card)

    def _call(self, mine: int, card: int | None) -> None:
        """A card that was dealt is this one: it gets the name, or changes places with what has it, if that lies in the stub."""
        if card is None or self.name.get(mine) == card:
            return
        other = self._called(card)
        if other is None and mine not in self.name:
            self.name[mine] = card
            return
        newest = set(self.orders[-1])
        unseen = [slot for slot in self._unknown_slots() if slot in newest]
        if other is None:
            other = next((slot for slot in unseen if slot not in self.name), None)
        if other is None or other not in unseen or mine not in newest:
            raise BadInput(f"the {card_name(card)} is not in the stub")
        self._swap(mine, other)
        self.name[other] = card

    def _unknown_slots(self) -> list[int]:
        """Cards that may still be any: those of the stub, and those dealt to somebody that the file has not come to."""
        return [int(slot) for slot in self.row.stub[1 : int(self.row.stub[0]) + 1]] + list(itertools.chain(*self.unnamed))

    def _swap(self, mine: int, other: int) -> None:
        """Two cards change places, now and in the shuffle that both came from."""
        both = 1 << mine | 1 << other
        for zone in (self.row.hand, self.row.shown):  # if all are all-in, the hand is over before its cards are told
            for p in range(self.facts.seats):
                if (int(zone[p]) & both) not in (0, both):
                    zone[p] = int(zone[p]) ^ both
        turned = {mine: other, other: mine}
        self.unnamed = [[turned.get(card, card) for card in cards] for cards in self.unnamed]
        self.orders[-1] = [turned.get(card, card) for card in self.orders[-1]]
        for k in range(1, int(self.row.stub[0]) + 1):
            self.row.stub[k] = turned.get(int(self.row.stub[k]), int(self.row.stub[k]))

    def _called(self, card: int) -> int | None:
        return next((mine for mine, name in self.name.items() if name == card), None)

    def _held(self, seat: int, cards: Sequence[int | None], hand: int) -> list[int]:
        """The nameless cards of a hand that the file means by these names; `??` is one it has not told, if there is any."""
        chosen: list[int] = []
        for card in sorted(cards, key=lambda card: card is None):
            left = [mine for mine in cards_in(hand) if mine not in chosen]
            fresh = [mine for mine in left if mine not in self.name]
            mine = self._called(card) if card is not None else next(iter([*fresh, *left]), None)
            if mine is None and fresh:
                mine = fresh[0]
                self.name[mine] = card  # type: ignore[assignment]
            if mine not in left:
                raise BadInput(f"p{seat + 1} does not hold {'so many cards' if card is None else f'the {card_name(card)}'}")
            chosen.append(mine)
        return chosen

    def _acted(self, seat: int, what: str, argument: str) -> None:
        if what == "sm":
            self._shown(seat, argument)
            return
        if self.row.turn == NOBODY:
            raise BadInput("the hand is over")
        if self.row.turn != seat:
            raise BadInput(f"it is the turn of p{int(self.row.turn) + 1}")
        if (what == "sd") != (self._phase() == "discard"):
            raise BadInput("this is " + ("a draw" if self._phase() == "discard" else "a round of betting"))
        code = self.game.code
        if what == "sd":
            cards = self._held(seat, _cards(argument), int(self.row.hand[seat]))
            self.unnamed[seat].clear()
            self._play(seat, sorted(cards) + ([code("done")] if len(cards) < self.size else []))
        elif what == "f":
            self._play(seat, [code("fold")])
        elif what == "cc":
            self._play(seat, [code("call" if self.row.high > self.row.bet[seat] else "check")])
        else:
            self._check_size(seat, argument)
            self._play(seat, [code("raise" if self.row.high > 0 else "bet")])

    def _check_size(self, seat: int, amount: str) -> None:
        row = self.row
        to = min(int(row.high + row.limit), int(row.bet[seat] + row.score[seat])) * self.facts.chip
        given = _read_amount(amount.replace(",", ""))
        if given is None:
            raise BadInput(f"{shown(amount)} is not an amount of chips")
        if given != to:
            raise BadInput(f"a bet or raise is to {_number(to)} here")

    def _play(self, seat: int, codes: list[int]) -> None:
        for code in codes:
            if reason := int(steps.verdict_row(self.tables, 0, code)):
                why = " ".join(explain(self.game.room, self.row, reason).split())
                raise BadInput(f"not allowed here: {textwrap.shorten(why, 240, placeholder=' ...')}")
            steps.act_row(self.tables, 0, code)
        self.played.append((seat, codes))
        self._settle()

    def _shown(self, seat: int, argument: str) -> None:
        if self.row.turn != NOBODY:
            raise BadInput("the hand is not over")
        hand = int(self.row.shown[seat]) | int(self.row.hand[seat])
        if not hand:
            raise BadInput(f"p{seat + 1} has folded")
        if not argument:
            self.mucked.add(seat)
        elif argument != "-":
            self._held(seat, _cards(argument), hand)

    # the second time

    def match(self, deals: int) -> Match:
        """The hand again, with its cards. Unknown ones are dealt at random, so often at most, until only those win who showed."""
        rng = random.Random(repr(self.facts.actions))
        known = len(self.name) == 52
        for _ in range(1 if known else deals):
            match = self._replayed(rng)
            if not match.over or self._agrees(match):
                return match
        if self.mucked and self.facts.finishing is None:
            raise BadInput("somebody has not shown who must have won")
        raise BadInput(f"finishing_stacks is not what replaying the hand gives{f': {self._stacks(match)}' if known else ''}")

    def _agrees(self, match: Match) -> bool:
        """Whether the hand ended as the file says."""
        if self.facts.finishing not in (None, [score * self.facts.chip for score in match.score]):
            return False
        return all(match.score[seat] == self.before_awards[seat] for seat in self.mucked)

    def _stacks(self, match: Match) -> str:
        return ", ".join(_number(score * self.facts.chip) for score in match.score)

    def _replayed(self, rng: random.Random) -> Match:
        missing = sorted(set(range(52)) - set(self.name.values()))
        rng.shuffle(missing)
        name = self.name | dict(zip((card for card in range(52) if card not in self.name), missing, strict=True))
        match = self.game.match_from(self._start(name))
        match.watchers.append(self._watch)
        self.before_awards = match.score
        orders = iter(self.orders[1:])
        for seat, codes in self.played:
            match.play(*(name.get(code, code) for code in codes), seat=seat, until="reshuffle")
            while match.phase == "reshuffle":
                match.happen({"stub": _names(name[card] for card in next(orders))})
                match.settle(until="reshuffle")
        return match

    def _watch(self, step: Step) -> None:
        if self.game.room.phases[int(step.before[0].phase)] in ("show", "gather", "return"):
            self.before_awards = [int(score) for score in step.after[0].score]


def _cards(text: str) -> list[int | None]:
    """The cards of a text like `AsTd??`, None for one that is not known."""
    pairs = [text[i : i + 2] for i in range(0, len(text), 2)]
    try:
        cards = [None if pair == UNKNOWN else read_card(pair) for pair in pairs]
    except ValueError as error:
        raise BadInput(str(error)) from None
    known = [card for card in cards if card is not None]
    if len(set(known)) != len(known):
        raise BadInput(f"a card stands twice in {text!r}")
    return cards


def _names(cards: Any) -> str:
    return " ".join(card_name(card) for card in cards)


def _number(amount: Fraction) -> str:
    """An amount as TOML writes it, exactly if that can be."""
    return str(amount.numerator) if amount.denominator == 1 else repr(float(amount))


# writing


def write_hands(match: Match, chip: Fraction = Fraction(1)) -> str:
    """The hands of a match as a hand history. BadInput if there is none to write."""
    return write_sessions([Hand(match, chip)])


def write_sessions(sessions: Sequence[Hand]) -> str:
    """The hands of all these matches: one hand alone, or several in numbered tables."""
    hands = [hand for session in sessions for hand in _hands(session)]
    if len(hands) == 1:
        return "\n".join(hands[0].lines()) + "\n"
    return "\n".join("\n".join([f"[{n}]", *hand.lines(), ""]) for n, hand in enumerate(hands, 1))


def _hands(session: Hand) -> list[_Written]:
    match = session.match
    if match.game.room.name not in ROOMS:
        raise BadInput(f"{match.game.room.title} has no hand histories: they are for the draw games at fixed limit")
    if match.game.options.get("jokers"):
        raise BadInput("hand histories know no jokers")
    scribe = _Scribe(session)
    match.retrace(scribe.watch)
    if scribe.hand is not None:
        scribe.hands.append(scribe.hand)
    if not scribe.hands:
        raise BadInput("no hand begins in this record")
    return scribe.hands


@dataclass
class _Written:
    """A hand being written. `places`: the seat of p1, p2 ..."""

    fields: dict[str, str]
    places: list[int]
    actions: list[str] = field(default_factory=list)
    finishing: list[str] | None = None

    def player(self, seat: int) -> str:
        return f"p{self.places.index(seat) + 1}"

    def lines(self) -> list[str]:
        ends = {} if self.finishing is None else {"finishing_stacks": f"[{', '.join(self.finishing)}]"}
        actions = ["actions = [", *(f'  "{action}",' for action in self.actions), "]"]
        return [*(f"{name} = {value}" for name, value in (self.fields | ends).items()), *actions]


class _Scribe:
    """Watches a match and writes down its hands. In a draw all discards are told before what is served, as the format has it."""

    def __init__(self, session: Hand) -> None:
        self.game, self.chip, self.unknown = session.match.game, session.chip, session.unknown
        self.hands: list[_Written] = []
        self.hand: _Written | None = None
        self.served: dict[int, int] = {}

    def watch(self, step: Step) -> None:
        before, after = step.before[0], step.after[0]
        phase = self.game.room.phases[int(before.phase)]
        if int(before.phase) == DEAL or (self.hand is None and int(before.street) == 0 and phase in ("antes", "small blind")):
            self._begin(after if int(before.phase) == DEAL else before)
        if self.hand is None:
            return
        if step.seat != NOBODY:
            self._choice(self.hand, step)
        elif phase == "serve":
            seat = int(before.player)
            self.served[seat] = self.served.get(seat, 0) | (int(after.hand[seat]) & ~int(before.hand[seat]))
        elif phase == "sweep":
            for seat in self.hand.places:
                if cards := self.served.get(seat):
                    self.hand.actions.append(f"d dh {self.hand.player(seat)} {_written(cards)}")
            self.served = {}
        elif phase == "show":
            seat = int(before.player)
            self.hand.actions.append(f"{self.hand.player(seat)} sm {_written(int(before.hand[seat]))}")
        elif phase == "next":
            if not self.unknown:
                self.hand.finishing = [_number(int(before.score[seat]) * self.chip) for seat in self.hand.places]
            self.hands.append(self.hand)
            self.hand = None

    def _begin(self, row: Any) -> None:
        """A hand is dealt: blinds, stacks, cards."""
        seats, dealer = int(row.seats), int(row.dealer)
        places = [seat % seats for seat in range(dealer + 1, dealer + seats + 1) if not row.out[seat % seats]]
        options = self.game.options
        blinds = [int(row.small_blind), int(row.big_blind), *[0] * (len(places) - 2)]
        if len(places) == 2 and not row.heads_up_dealer_small:
            blinds.reverse()
        antes = [int(row.paid[seat]) or int(row.ante) for seat in places]
        stacks = [None if seat in self.unknown else int(row.score[seat] + row.paid[seat]) for seat in places]

        def amounts(values: Sequence[int | None]) -> str:
            return f"[{', '.join('inf' if value is None else _number(value * self.chip) for value in values)}]"

        room = self.game.room.name
        standard = next((code for code, name in VARIANTS.items() if name == room), room)
        if any(options[name] != value for name, value in STANDARD.get(room, {}).items()):
            standard = room
        fields = {
            "variant": f'"{standard}"',
            "antes": amounts(antes),
            "blinds_or_straddles": amounts(blinds),
            "small_bet": _number(int(row.small_bet) * self.chip),
            "big_bet": _number(int(row.big_bet) * self.chip),
            "starting_stacks": amounts(stacks),
        }
        if self.game.house.get("hands") != 1:
            fields["hand"] = str(int(row.hand_number))
        own = {name: options[name] for name in self.game.house if name not in (*NAMED, *OF_THE_FILE)}
        own = {name: value for name, value in own.items() if value != self._usual(name)}
        if own:
            fields["_house"] = positions.toml_value(own)
        self.served = {}
        self.hand = _Written(fields, places)
        for seat in places:
            self.hand.actions.append(f"d dh {self.hand.player(seat)} {_written(int(row.hand[seat]))}")

    def _usual(self, name: str) -> Any:
        option = self.game.room.Table.options[name]
        return option.write(option.default)

    def _choice(self, hand: _Written, step: Step) -> None:
        before, after, seat = step.before[0], step.after[0], step.seat
        name = self.game.room.choice_name(step.choice)
        player = hand.player(seat)
        if name in ("bet", "raise"):
            hand.actions.append(f"{player} cbr {_number(int(after.bet[seat]) * self.chip)}")
        elif name in ("fold", "check", "call"):
            hand.actions.append(f"{player} {'f' if name == 'fold' else 'cc'}")
        elif name == "done" or int(before.hand[seat]) == 1 << step.choice:
            cards = int(before.picked[seat]) | (0 if name == "done" else 1 << step.choice)
            hand.actions.append(f"{player} sd {_written(cards)}".strip())


def _written(cards: int) -> str:
    """Cards as the format writes them: `Td` for the ten of diamonds."""
    return "".join(RANK_NAMES[card % 13].replace("10", "T") + SUIT_LETTERS[card // 13] for card in cards_in(cards))
