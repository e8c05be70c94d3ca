"""Every reason of a hint is true at the true table, and there is something to say about every kind of decision."""

from __future__ import annotations

import ast
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

import parlour
from interpreted import interpreted
from parlour.bots.reasons import BEST, LEVEL, WORSE, Case, Reason, agreeing, named, reasons, short, subject
from parlour.engine import steps
from parlour.engine.match import Match
from parlour.engine.positions import fields_of
from parlour.engine.reading import parse_python
from parlour.kit import CARD_BITS, size_of
from parlour.languages import in_words

DAILY = ("schnapsen", "spades", "scopa", "klondike", "toepen", "triple_draw", "machiavelli", "oh_hell")
"""The games that are looked at every day; all are at night."""
MOMENTS = 36
"""Decisions of random matches of a game."""
HOUSE = {"toepen": {"knock_timing": "on_turn", "max_discards": 0}}
"""House rules of the random matches: at Toepen with fewer questions between the cards."""
TRIES = 4
"""Whole choices of each, and ways in which the others go on after each."""
HINT = re.compile(r"[^.\n]+")
ONE_OF_SEVERAL = re.compile(r"\b(?:1|one) (?:cards|rows|tricks|trumps|points|chips|tokens|players|spades|diamonds|ranks)\b")
SEVERAL_ARE_ONE = re.compile(r"[^ ]+(?:, [^ ]+)* and [^ ]+ (?:is|has|\w+[^s]s)\b")
"""Several cards with a verb for one: "K♦ and 9♦ takes the trick"."""

A_WORD = re.compile(r"[A-Z][a-z]")
"""The beginning of a word with a capital letter; cards and what is quoted begin otherwise."""


def chain(match: Match, seat: int, lots: random.Random, avoided: Sequence[str] = ()) -> list[int]:
    """A whole random choice. avoided: calls that are not made if there is anything else."""
    room, tables, codes = match.game.room, match.table_for(seat), list[int]()
    while not codes or tables[0].chain:
        menu = match.game.menu(tables)
        wanted = [code for code in menu if code != room.resign and room.choice_name(code) not in avoided]
        codes.append(lots.choice(wanted or menu))
        steps.act_row(tables, 0, codes[-1])
    return codes


def copied(match: Match) -> Match:
    """A match of its own that stands at the same table."""
    return match.game.match_from(fields_of(match.game.room, match.tables[0]))


def moments(name: str, wanted: int = MOMENTS) -> Iterator[tuple[Match, int, Case]]:
    """Decisions of random matches, with what the seat that is asked sees."""
    lots, seed, left = random.Random(name), 0, wanted
    while left > 0:
        seed += 1
        match = parlour.game(name, **HOUSE.get(name, {})).start(seed=seed)
        for _ in range(30):
            if match.over or left <= 0:
                break
            seat, left = lots.choice(match.asked), left - 1
            yield match, seat, Case(match.view(seat, memory=True))
            match.play(*chain(match, seat, lots), seat=seat)


# what is claimed, compared with the true table


def trick_winner(match: Match, seat: int, codes: list[int], lots: random.Random) -> int | None:
    """The seat that wins the trick after this card, the others playing at random; None if the hand is over first."""
    try:
        after = copied(match)
    except parlour.BadInput:
        return None
    hand = int(after.row.hand_number)
    after.play(*codes, seat=seat)
    while not after.over and int(after.row.hand_number) == hand and int(after.row.trick[0]):
        other = lots.choice(after.asked)
        after.play(*chain(after, other, lots, ("fold", "knock")), seat=other)  # a card of a player who folds wins nothing
    over = after.over or int(after.row.hand_number) != hand or "leader" not in after.game.room.Table.fields
    return None if over else int(after.row.leader)


def takes(match: Match, seat: int, codes: list[int], text: str, case: Case) -> None:
    for k in range(TRIES):
        winner = trick_winner(match, seat, codes, random.Random(f"{codes} {k}"))
        assert winner is None or winner == seat or match.row.side[winner] == match.row.side[seat], (codes, text)


def gives_up(match: Match, seat: int, codes: list[int], text: str, case: Case) -> None:
    for k in range(TRIES):
        winner = trick_winner(match, seat, codes, random.Random(f"{codes} {k}"))
        assert winner is None or winner != seat, (codes, text)


def is_highest(match: Match, seat: int, codes: list[int], text: str, case: Case) -> None:
    """Nobody holds a card of its suit that beats it."""
    suit = int(case.suit(codes[0] // 13))
    strength = case.tricks(0, getattr(match.game.room.module, "STRENGTH", range(13))[[k % 13 for k in range(52)]]).strength
    for other in case.others:
        held = int(match.tables[0].hand[other]) & CARD_BITS & suit
        assert not any(strength[card] > strength[codes[0]] for card in case.each(held)), (codes, text)


def has_points(match: Match, seat: int, codes: list[int], text: str, case: Case) -> None:
    row, worth = match.row, match.game.room.module.WORTH
    won = case.each((int(row.won[seat]) | int(row.won_after[seat])) & CARD_BITS)
    points = sum(int(worth[card % 13]) for card in won) + int(row.credited[seat])
    assert f" {in_words(points)} points" in text, text


def sweeps(match: Match, seat: int, codes: list[int], text: str, case: Case) -> None:
    after = copied(match)
    after.play(*codes, seat=seat)
    swept = sum(size_of(int(cards)) for cards in after.row.sweeps) - sum(size_of(int(cards)) for cards in match.row.sweeps)
    assert swept == 1 or after.row.hand_number != match.row.hand_number, (codes, text)


def leaves_no_sweep(match: Match, seat: int, codes: list[int], text: str, case: Case) -> None:
    after = copied(match)
    hand = int(after.row.hand_number)
    after.play(*codes, seat=seat)
    if after.over or int(after.row.hand_number) != hand or int(after.row.stock[0]) != int(match.row.stock[0]):
        return  # the others hold new cards
    before = sum(size_of(int(cards)) for cards in after.row.sweeps)
    for k in range(2 * TRIES):
        then = copied(after)
        then.play(*chain(then, then.turn, random.Random(k)))
        assert int(then.row.hand_number) != hand or sum(size_of(int(cards)) for cards in then.row.sweeps) == before, (codes, text)


def turns_up(match: Match, seat: int, codes: list[int], text: str, case: Case) -> None:
    after = copied(match)
    after.play(*codes)
    assert after.row.down[:, 0].sum() == match.row.down[:, 0].sum() - 1, (codes, text)


def empties(match: Match, seat: int, codes: list[int], text: str, case: Case) -> None:
    after = copied(match)
    after.play(*codes)
    assert (after.row.up[:, 0] == 0).sum() > (match.row.up[:, 0] == 0).sum() or "c" not in case.call(codes[0])[:1], (codes, text)


def leaves_cards(match: Match, seat: int, codes: list[int], text: str, case: Case) -> None:
    held = sum(size_of(int(part)) for part in match.row.hand[seat]) - sum(code < 52 for code in codes)
    words = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
    assert re.search(rf"\b({words[held] if held < 11 else held}|{held})\b", text), (held, text)


def costs(match: Match, seat: int, codes: list[int], text: str, case: Case) -> None:
    row = match.row
    price, pot = int(row.high) - int(row.bet[seat]), int(row.bet[: row.seats].sum() + row.pots[: row.seats].sum())
    assert f"pot of {pot}" in text
    assert str(min(price, int(row.score[seat]))) in text or price < 11


def cannot_be_beaten(match: Match, seat: int, codes: list[int], text: str, case: Case) -> None:
    name = text.split("best card ")[1].split(maxsplit=1)[0]
    card = next(card for card in range(52) if case.name(card) == name)
    order = ["J", "Q", "K", "A", "7", "8", "9", "10"]
    for other in case.others:
        held = case.each(int(match.tables[0].hand[other]) & CARD_BITS & case.suit(card // 13))
        assert not any(order.index(case.name(one)[:-1]) > order.index(name[:-1]) for one in held), text


Check = Callable[[Match, int, list[int], str, Case], None]
TRICKS: dict[str, Check] = {
    "takes": takes,
    "sure": takes,
    "needed": takes,
    "unbeaten": takes,
    "wins hand": takes,
    "no taker": gives_up,
    "saves": gives_up,
    "under": gives_up,
    "highest under": gives_up,
    "throws": gives_up,
    "bid safe": gives_up,
    "partner's": gives_up,
}
CHECKS: dict[str, dict[str, Check]] = {
    "schnapsen": {**TRICKS, "highest": is_highest, "declares": has_points, "continues": has_points},
    "spades": {**TRICKS, "highest": is_highest},
    "oh_hell": {**TRICKS, "highest": is_highest},
    "polignac": {key: check for key, check in TRICKS.items() if key != "saves"},
    "schafkopf": {key: check for key, check in TRICKS.items() if key != "sure"},
    "solo": {key: check for key, check in TRICKS.items() if key != "sure"},
    "botifarra": {key: check for key, check in TRICKS.items() if key != "under"},
    "toepen": {**TRICKS, "best": cannot_be_beaten},
    "scopa": {"sweeps": sweeps, "no sweep": leaves_no_sweep},
    "klondike": {"turns up": turns_up, "empties": empties},
    "spider": {"turns up": turns_up, "empties": empties},
    "machiavelli": {"down": leaves_cards},
    "triple_draw": {"call": costs},
    "badugi": {"call": costs},
    "baduci": {"call": costs},
}
"""The checks by game and claim; the other claims say what everybody sees."""


def check_claims(name: str, wanted: int = MOMENTS) -> int:
    """Compare what is claimed of random choices with the true table; returns how many claims were compared."""
    lots, found, checks = random.Random(f"{name} claims"), 0, CHECKS[name]
    for match, seat, case in moments(name, wanted):
        for _ in range(TRIES):
            codes = chain(match, seat, lots)
            for claim, text in reasons(case, codes):
                if check := checks.get(re.sub(r" \d+$", "", claim)):
                    check(match, seat, codes, text, case)
                    found += 1
    print(f"{name}: {found} claims compared with the true table")
    return found


def check_words(name: str, wanted: int = MOMENTS) -> None:
    """Every kind of decision has a reason for nearly every choice, and each reads as a part of one sentence."""
    lots, asked, silent = random.Random(f"{name} words"), Counter[tuple[str, bool]](), Counter[tuple[str, bool]]()
    for match, seat, case in moments(name, wanted):
        for _ in range(TRIES):
            codes = chain(match, seat, lots)
            kind, found = (case.phase, codes[0] < 54), reasons(case, codes)
            asked[kind] += 1
            silent[kind] += not found
            for reason in found:
                assert isinstance(reason, Reason)
                assert HINT.fullmatch(reason.text), reason
                assert not reason.text.startswith(" "), reason
                assert "  " not in reason.text, reason
                assert not ONE_OF_SEVERAL.search(reason.text), reason
            choice = named(case, codes)
            assert choice
            assert not A_WORD.match(subject(case, codes)), "it may stand in the middle of a sentence"
            said = short(case, [codes])[0]
            assert said[:1] == said[:1].upper(), said
            assert not SEVERAL_ARE_ONE.match(said), said
            for text in (LEVEL, WORSE, BEST):
                assert not SEVERAL_ARE_ONE.match(f"{choice} {agreeing(choice, text)}")
    assert asked
    for kind, n in asked.items():
        assert n < 6 or silent[kind] <= n // 2, (name, kind, silent[kind], n)


@pytest.mark.parametrize("names", [DAILY[:4], DAILY[4:]], ids=" ".join)
def test_what_a_hint_says_is_true(names: tuple[str, ...]) -> None:
    calls = "; ".join(f"assert check_claims({name!r}, 24) > 0; check_words({name!r}, 12)" for name in names)
    interpreted("-c", f"from test_reasons import *; {calls}", folder=Path(__file__).parent)


@pytest.mark.soak
@pytest.mark.parametrize("name", sorted(CHECKS))
def test_what_a_hint_says_is_true_of_many_tables(name: str) -> None:
    interpreted("-c", f"from test_reasons import *; assert check_claims({name!r}, 400) > 50", folder=Path(__file__).parent)


@pytest.mark.soak
@pytest.mark.parametrize("name", parlour.game_names())
def test_there_is_a_reason_for_every_kind_of_decision(name: str) -> None:
    interpreted("-c", f"from test_reasons import *; check_words({name!r}, 60)", folder=Path(__file__).parent)


def test_rooms_ask_a_case_only_for_what_it_has() -> None:
    """No checker of types looks at the files of rooms, and few of their sentences are said every day."""
    case = Case(parlour.game("schnapsen").start(seed=1).view(0, memory=True))
    asked = {
        (path.parent.name, node.attr)
        for path in (Path(parlour.__file__).parent / "games").glob("*/reasons.py")
        for node in ast.walk(parse_python(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "case"
    }
    assert len(asked) > 100
    assert not [f"{name}: case.{attribute}" for name, attribute in sorted(asked) if attribute not in dir(case)]


def test_every_room_says_why() -> None:
    for name in parlour.game_names():
        assert (parlour.game(name).room.folder / "reasons.py").is_file(), name


@pytest.mark.parametrize("wrong_claim", ["carry", "opponent_wins"])
def test_a_wrong_claim_at_bura_costs_what_its_reason_says(wrong_claim: str) -> None:
    game = parlour.game("bura", wrong_claim=wrong_claim, claim_after_trick=True)
    lots, said = random.Random(f"bura {wrong_claim}"), Counter[str]()
    for seed in range(12):
        match = game.start(seed=seed)
        while not match.over:
            seat = match.asked[0]
            if match.phase == "claim":
                case = Case(match.view(seat, memory=True))
                found = {
                    str(reason.claim) + str(reason.text)
                    for name in ("no claim", "claim 31")
                    for reason in reasons(case, [case.code(name)])
                }
                words, tokens, trial = " ".join(found), match.score, copied(match)
                trial.play("claim 31", seat=seat, until="next")
                lost, paid = trial.row.winner == 1 - seat, trial.score[seat] < tokens[seat]
                right = trial.row.winner == seat
                for text, holds in (
                    ("loses the hand", lost),
                    ("costs tokens", paid and not lost),
                    ("no tokens to pay", not paid and not right),
                ):
                    said[text] += text in words
                    assert (text in words) <= holds, (words, tokens, trial.score)
                assert ("costs tokens" in words) == (paid and wrong_claim == "carry"), words
            match.play(*chain(match, seat, lots, ("claim 31",)) if lots.random() < 0.6 else chain(match, seat, lots), seat=seat)
    assert set(+said) == ({"loses the hand"} if wrong_claim == "opponent_wins" else {"costs tokens", "no tokens to pay"}), said


CASSINO = {"phase": "play", "turn": 0, "dealer": 1, "hand_number": 1, "hand.1": "7♣ 9♦ 9♥ 10♥", "rest": "stock"}
NO_OWNER = [-1] * 13


@pytest.mark.parametrize(
    ("fields", "codes", "name", "why"),
    [
        ({"hand.0": "8♦ 8♠ K♠ 10♠", "loose": "8♣ Q♣"}, "8♦, build pairs", "a build of pairs with 8♦", "8♠"),
        ({"hand.0": "2♣ 7♦ K♠ 10♠", "loose": "5♣ Q♣"}, "2♣, build 7", "a build of 7 with 2♣", "7♦"),
        (
            {
                "hand.0": "A♣ 7♦ 8♦ K♠",
                "loose": "Q♣",
                "sum_builds.5": "5♣ 2♠",
                "sum_owner": [*NO_OWNER[:5], 1, *NO_OWNER[6:]],
            },
            "A♣, raise 7",
            "a build of 8 with A♣",
            "8♦",
        ),
    ],
)
def test_a_build_at_cassino_is_named_by_what_takes_it(fields: dict[str, object], codes: str, name: str, why: str) -> None:
    """A raise names the number that the build had before, and pairs have none."""
    match = parlour.game("cassino").match_from(CASSINO | fields)
    case = Case(match.view(0, memory=True))
    chosen = [case.code(code) for code in codes.split(", ")]
    assert named(case, chosen) == name
    texts = [str(reason.text) for reason in reasons(case, chosen)]
    assert any(f"can be taken with {why} in a later turn" in text for text in texts), texts
