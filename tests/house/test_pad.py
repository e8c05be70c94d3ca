"""The score pad: entries for hands with real cards, scored by the rooms' own rules."""

from __future__ import annotations

import random
from itertools import count, permutations
from typing import Any

import pytest

import parlour
from parlour.engine.errors import BadInput
from parlour.engine.rooms import room_names
from parlour.house.pad import Event, Pad, Scorer, fold
from parlour.house.pad.events import event_of
from parlour.house.pad.fold import Folding
from parlour.house.pad.form import Form
from parlour.house.pad.reading import read_line
from parlour.languages import language, speaking

PLAYERS = ["Anna", "Ben", "Cleo", "Dan"]
_clock = count(1)


def told(hand: int, by: str = "Anna", match: int = 1, over: list[str] | None = None, **cells: Any) -> Event:
    """An event that tells cells: `bid=[3, 0]` by seat, `winner=2` once."""
    found: dict[str, Any] = {}
    for name, value in cells.items():
        if isinstance(value, list) and name not in ("course", "sweeps"):
            found |= {f"{name}.{p}": one for p, one in enumerate(value) if one is not None}
        else:
            found[name] = value
    n = next(_clock)
    return Event(f"e{n}", by, f"2026-11-22T19:{n // 60:02}:{n % 60:02}Z", match=match, hand=hand, cells=found, over=over)


def spades(**house: Any) -> Pad:
    return Pad.of(parlour.game("spades", **house), PLAYERS, dealer=3)


def test_spades_are_scored_by_the_rules() -> None:
    pad = spades()
    pad.add(told(1, bid=[3, 0, 4, 4]))
    assert fold(pad).hands[0].state == "open"
    assert fold(pad).hands[0].missing == ["tricks.0", "tricks.1"]
    pad.add(told(1, tricks=[8, 5], own=[None, 1]))
    hand = fold(pad).hands[0]
    assert (hand.state, hand.points) == ("scored", [71, -59, 71, -59])
    assert [entry.points[1] for entry in hand.account] == [-100, 0, 41]
    assert fold(pad).next.dealer == 0
    assert fold(pad).left == ["To 500: Anna & Cleo 429, Ben & Dan 559 to go", "Hand 2 of at most 100"]


def test_what_cannot_be_is_refused_with_the_reason() -> None:
    pad = spades(min_team_bid=4)
    pad.add(told(1, bid=[1, 3, 1, 3], tricks=[8, 6]))
    assert [problem.text for problem in fold(pad).hands[0].problems] == ["Tricks: 14 entered, 13 in a hand"]
    pad.add(told(1, tricks=[7, 6]))
    assert "Cleo" in fold(pad).hands[0].problems[0].text  # F102: the second of two partners brings them to what they must bid
    assert fold(pad).totals == [0, 0, 0, 0]


def test_two_who_differ_are_shown_side_by_side_until_it_is_settled() -> None:
    pad = spades()
    pad.add(told(1, bid=[3, 3, 3, 3], tricks=[7, 6]))
    pad.add(told(1, by="Ben", tricks=[6, 7]))
    sheet = fold(pad)
    assert [(d.key, sorted((c.by, c.value) for c in d.claims)) for d in sheet.differences] == [
        ("tricks.0", [("Anna", 7), ("Ben", 6)]),
        ("tricks.1", [("Anna", 6), ("Ben", 7)]),
    ]
    assert sheet.hands[0].state == "differs"
    assert sheet.next.hand == 2
    assert sheet.next.provisional
    pad.add(told(1, by="Ben", tricks=[7, 6]))  # Ben gives in
    assert fold(pad).totals == [61, 60, 61, 60]
    pad.add(told(1, by="Ben", tricks=[6, 7]))
    claims = [claim for difference in fold(pad).differences for claim in difference.claims]
    pad.add(told(1, by="Cleo", tricks=[6, 7], over=[claim.id for claim in claims]))  # somebody settles it
    assert fold(pad).totals == [60, 61, 60, 61]


def test_undo_correction_and_any_order_of_arrival() -> None:
    spoken = spades()
    for event in (told(1, bid=[3, 3, 3, 3], tricks=[7, 6]), told(2, bid=[3, 3, 3, 3], tricks=[6, 7]), told(1, tricks=[13, 0])):
        spoken.add(event)  # the third corrects the first hand, the second is computed again
    events = spoken.events
    undo = Event("u1", "Anna", kind="undo", of=events[2].id)
    for order in permutations([*events, undo]):
        assert fold(Pad(spoken.head, order)).totals == [121, 121, 121, 121]
    assert fold(spoken).totals == [127, 61, 127, 61]
    again = Event("u2", "Anna", kind="undo", of="u1")
    assert fold(Pad(spoken.head, [*events, undo, again])).totals == [127, 61, 127, 61]


@pytest.mark.parametrize("n", range(8))
def test_pads_that_are_put_together_are_the_same(n: int) -> None:
    """Three devices of two keepers with clocks of their own tell, correct, settle and undo; copies reach each other at random,
    in any order, some twice. What everybody ends with is one sheet, and a value is only gone if what replaced it had seen it."""
    chance = random.Random(f"pads {n}")
    head = spades().head
    pads = {device: Pad(head) for device in ("Anna 1", "Anna 2", "Ben 1")}
    for step in range(40):
        device = chance.choice(list(pads))
        pad, by = pads[device], device.split()[0]
        at = f"{chance.randint(1970, 2199)}-01-01T00:00:00Z"
        tells = [event.id for event in pad.events if event.kind != "note"]
        kind = chance.choice(("tell", "tell", "tell", "undo", "note"))
        if kind == "undo" and tells:
            pad.add(Event(f"{device}-{step}", by, at, "undo", of=chance.choice(tells)))
        elif kind == "note":
            pad.add(Event(f"{device}-{step}", by, at, "note", hand=1, text=f"word {step}"))
        else:
            tricks = chance.randint(0, 13)
            cells: dict[str, Any] = {f"bid.{p}": 3 for p in range(4)} | {"tricks.0": tricks, "tricks.1": 13 - tricks}
            pad.add(Event(f"{device}-{step}", by, at, "tell", hand=chance.randint(1, 2), cells=cells))
        if chance.random() < 0.3:
            other = pads[chance.choice(list(pads))]
            sent = chance.choices(pad.events, k=len(pad.events))
            for event in sent:
                other.add(event)
    everything = [event for pad in pads.values() for event in pad.events]
    sheets = []
    for _ in range(4):
        chance.shuffle(everything)
        sheets.append(fold(Pad(head, [*everything, *everything[::3]])))
    assert all(sheet == sheets[0] for sheet in sheets)
    assert fold(Pad.read(Pad(head, everything).write())) == sheets[0]


@pytest.mark.parametrize(("name", "seats"), [("spades", 4), ("crazy_eights", 3), ("klondike", 1)])
@pytest.mark.parametrize("n", [*range(2), *(pytest.param(n, marks=pytest.mark.soak) for n in range(2, 40))])
def test_what_is_worked_out_bit_by_bit_is_the_whole(name: str, seats: int, n: int) -> None:
    """After any entries in any order, `Folding` holds what it also works out from the beginning."""
    chance = random.Random(f"bit by bit {name} {n}")
    pad = Pad.of(parlour.game(name, seats=seats), PLAYERS[:seats])
    live = Folding(pad)
    for step in range(30):
        kind = chance.choice(["tell"] * 8 + ["undo", "undo", "note", "dealer", "players", "end"])
        match = chance.randint(1, 3 if seats == 4 else 5)
        hand = chance.choice([1, 1, 2, 2, 3, 5, 30]) if seats > 1 else 1
        known = [event.id for event in pad.events]
        points = chance.randint(4, 9)
        cells: dict[str, Any] = {
            "spades": {f"bid.{p}": 3 for p in range(4)} | {"tricks.0": points, "tricks.1": 13 - points},
            "crazy_eights": {"cards.0": 0, "cards.1": chance.randint(0, 2), "cards.2": 4},
            "klondike": {"home": points},
        }[name]
        if chance.random() < 0.2:
            cells = dict(list(cells.items())[:1])
        more: dict[str, Any] = {
            "tell": {"cells": cells, "over": chance.choice([None, None, [], chance.sample(known, min(len(known), 2))])},
            "undo": {"of": chance.choice(known or ["?"])},
            "note": {"text": f"word {step}"},
            "dealer": {"dealer": chance.randrange(seats)},
            "players": {"players": chance.sample(PLAYERS, seats)},
        }.get(kind, {})
        event = Event(f"e{step}", chance.choice(["Anna", "Anna", "Ben"]), kind=kind, match=match, hand=hand, **more)
        if chance.random() < 0.5:
            live.take([event])
        else:
            pad.add(event)
            live.refresh()
        fresh = Folding(Pad(pad.head, pad.events))
        assert live.sheet() == fresh.sheet(), step
        assert live.ahead(5) == fresh.ahead(5), step
        assert (live.hands, live.differences) == (fresh.hands, fresh.differences), step
        assert live.form(live.sheet().next.match, live.sheet().next.hand).keys, step


def test_a_hand_of_which_all_is_refused_is_not_there() -> None:
    pad = Pad.of(parlour.game("crazy_eights", seats=3), PLAYERS[:3])
    live = Folding(pad)
    taken, refused = live.take([told(1, cards=[0, 0, 5])])
    assert (taken, len(refused)) == ([], 1)
    assert (live.sheet().hands, live.sheet().next.match) == ([], 1)
    assert live.sheet() == Folding(Pad(pad.head)).sheet()


def test_only_hands_of_which_something_is_told_cost_something(monkeypatch: pytest.MonkeyPatch) -> None:
    forms = []
    form = Scorer.form
    monkeypatch.setattr(Scorer, "form", lambda self, dealt: forms.append(1) or form(self, dealt))
    pad = Pad.of(parlour.game("crazy_eights", seats=3), PLAYERS[:3])
    pad.add(told(1, cards=[3, 0, 5]))
    for match in range(1, 40):
        pad.add(told(10_000, match=match, cards=[3, 0, 5]))
    sheet = fold(pad)
    assert [(hand.number, hand.state) for hand in sheet.matches[0].hands] == [(1, "scored"), (10_000, "after the end")]
    assert [(hand.number, hand.state) for hand in sheet.matches[1].hands] == [(1, "open"), (10_000, "waiting")]
    assert len(forms) < 3 * 40


def test_a_long_chain_of_undos_and_a_circle() -> None:
    pad = spades()
    pad.add(told(1, bid=[3, 3, 3, 3], tricks=[7, 6]))
    of = pad.events[0].id
    for n in range(5001):
        pad.add(Event(f"u{n}", "Anna", kind="undo", of=of))
        of = f"u{n}"
    assert fold(pad).hands == []
    pad.add(Event("last", "Anna", kind="undo", of=of))
    assert fold(pad).totals == [61, 60, 61, 60]
    pad.add(Event("one", "Anna", kind="undo", of="two"))
    pad.add(Event("two", "Anna", kind="undo", of="one"))
    assert fold(pad).totals == [61, 60, 61, 60]


def test_a_pad_of_before_is_ordered_by_its_lines() -> None:
    """Kept by earlier versions: without a word of what an entry replaces, and with any text as its time."""
    lines = [
        '{"game":"spades","seats":4,"players":["Anna","Ben","Cleo","Dan"],"dealer":3}',
        '{"id":"a","by":"Anna","at":"zzzz","hand":1,"cells":{"bid.0":3,"bid.1":3,"bid.2":3,"bid.3":3,"tricks.0":6,"tricks.1":7}}',
        '{"id":"b","by":"Anna","at":"1999-01-01T00:00:00Z","hand":1,"cells":{"tricks.0":7,"tricks.1":6}}',
    ]
    assert fold(Pad.read("\n".join(lines) + "\n")).totals == [61, 60, 61, 60]


def test_a_pad_is_text_of_a_line_for_each_event() -> None:
    pad = spades(target=300)
    for n in (1, 2):
        pad.add(told(n, bid=[3, 3, 3, 3], tricks=[7, 6]))
    text = pad.write()
    assert fold(Pad.read(text)) == fold(pad)
    cut = Pad.read(text[:-20])  # its writer had no more time
    assert len(cut.events) == 1
    with pytest.raises(BadInput, match="line 2"):
        Pad.read(text.replace('"tricks.0":7', '"tricks.0":7.5'))
    event = told(3, bid=[1, 1, 1, 1], tricks=[7, 6])
    assert (pad.add(event), pad.add(event)) == (True, False)


def test_toepen_is_told_as_it_happened() -> None:
    pad = Pad.of(parlour.game("toepen"), PLAYERS)
    course = [["pays", 1], ["knocks", 0], ["folds", 2], ["knocks", 3]]
    pad.add(told(1, course=course, winner=3))
    sheet = fold(pad)
    assert sheet.totals == [7, 6, 9, 10]
    assert sheet.next.dealer == 3  # R13: the winner deals
    pad.add(told(1, course=[["folds", 2]], winner=3))
    assert fold(pad).hands[0].problems[0].text == "Cleo cannot have folded: nobody had knocked"


def test_a_match_that_is_one_hand_goes_on_with_the_next() -> None:
    pad = Pad.of(parlour.game("crazy_eights", seats=3), PLAYERS[:3], dealer=2)
    pad.add(told(1, cards=[3, 0, 5]))
    pad.add(told(1, match=2, cards=[0, 4, 1]))
    sheet = fold(pad)
    assert [match.winners for match in sheet.matches] == [[1], [0]]
    assert (sheet.next.match, sheet.next.hand, sheet.next.dealer) == (3, 1, 1)
    assert next(figure.values for figure in sheet.statistics if figure.label == "Matches won") == ["1 of 2", "1 of 2", "0 of 2"]
    pad.add(told(1, by="Ben", cards=[3, 0, 6]))
    sheet = fold(pad)  # the first is told differently, the second waits, and the third can be told
    assert [match.hands[0].state for match in sheet.matches] == ["differs", "waiting"]
    assert (sheet.next.match, sheet.next.hand, sheet.next.provisional) == (3, 1, True)
    assert [(one.match, one.hand, one.dealer) for one in Folding(pad).ahead(3)] == [(3, 1, 1), (4, 1, 2), (5, 1, 0)]


def test_a_match_can_be_left_off() -> None:
    pad = spades()
    pad.add(told(1, bid=[3, 3, 3, 3], tricks=[7, 6]))
    pad.add(Event("end", "Anna", "2026-11-22T22:00:00Z", "end"))
    sheet = fold(pad)
    assert (sheet.matches[0].ended, sheet.matches[0].totals) == (True, [61, 60, 61, 60])
    assert (sheet.next.match, sheet.next.hand, sheet.next.dealer) == (2, 1, 0)


def test_forms_ahead_of_a_hand_that_cannot_be() -> None:
    pad = Pad.of(parlour.game("oh_hell", seats=3, start_cards=3, sequence="down"), PLAYERS[:3])
    assert [(one.hand, one.dealer, one.fields[1].total) for one in Folding(pad).ahead(3)] == [(1, 0, 3), (2, 1, 2), (3, 2, 1)]
    pad.add(told(1, bid=[3, 0, 1], tricks=[1, 1, 2]))
    assert fold(pad).hands[0].problems[0].text == "tricks entered: 4 of 3"
    assert [(one.hand, one.dealer, one.fields[1].total) for one in Folding(pad).ahead(2)] == [(2, 1, 2), (3, 2, 1)]


def test_what_comes_out_of_order_waits_and_is_not_lost() -> None:
    pad = spades()
    pad.add(told(10_000, bid=[3, 3, 3, 3], tricks=[7, 6]))
    pad.add(told(2, bid=[3, 3, 3, 3], tricks=[7, 6]))
    sheet = fold(pad)
    assert [(hand.number, hand.state) for hand in sheet.hands] == [(1, "open"), (2, "waiting"), (10_000, "waiting")]
    pad.add(told(1, bid=[3, 3, 3, 3], tricks=[6, 7]))
    assert fold(pad).totals == [121, 121, 121, 121]


@pytest.mark.parametrize(
    ("data", "why"),
    [
        ({"id": "", "by": "A", "at": "2026-11-22T19:00:00Z", "hand": 1}, "id"),
        ({"id": "a", "by": "A", "at": "2026-11-22T19:00:00Z"}, "to which hand"),
        ({"id": "a", "by": "A", "at": "2026-11-22T19:00:00Z", "hand": 1, "cells": {"bid.0": 1.5}}, "int"),
        ({"id": "a", "by": "A", "at": "2026-11-22T19:00:00Z", "hand": 1, "more": 1}, "more"),
        ({"id": "a", "by": "A", "at": "2026-11-22T19:00:00Z", "hand": 1, "cells": {"course": [[[]]]}}, "course"),
        ({"id": "a", "by": "A", "at": "2026-11-22T19:00:00Z", "kind": "dealer", "dealer": 9}, "dealer 9"),
        ([], "object"),
    ],
)
def test_an_event_that_cannot_be_one_is_a_line(data: Any, why: str) -> None:
    with pytest.raises(BadInput, match=why):
        spades().add(event_of(data))


@pytest.mark.parametrize("name", room_names())
def test_whatever_is_told_the_sheet_says_what_is_wrong(name: str) -> None:
    """Values that no form has are refused in the sheet, and nothing is lost or raised."""
    game = parlour.game(name)
    pad = Pad.of(game, [f"P{p}" for p in range(game.seats)])
    fields = fold(pad).next.fields
    for n, value in enumerate((-5, 10**9, "no such word", True, [["x"]], [["x", 1, 2]], [])):
        cells = {key: value for field in fields for key in field.keys}
        pad.add(Event(f"e{n}", "Anna", f"2026-11-22T19:00:{n:02}Z", hand=1, cells=cells | {"nothing.7": 1}))
        assert fold(pad).hands[0].state == "refused"


def test_none_is_a_choice_that_says_so_and_not_the_first_of_a_list() -> None:
    game = parlour.game("cucumber", 3)
    form = Form(game.start(seed=1).tables[0], ["Ann", "Bob", "Cleo"], game)
    form.choice("card", "Winning card", {0: "2", 1: "3"}, per="hand")
    form.choice("low", "Low hand", {0: "no low hand", 1: "best"}, per="hand")
    assert read_line(form, {}, "low none") == {"low": 0}
    with speaking(language("de")):
        assert read_line(form, {}, "low best") == {"low": 1}, "English words are read in any language"
    with pytest.raises(BadInput):
        read_line(form, {}, "card none")
