"""Positions that cannot exist: each line of a reachable position is removed or changed, and the result is refused in one line or
plays on to the end of its hand with all its cards and chips. What play reaches is never refused."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

import parlour
from ladder_rooms import short
from parlour.engine import positions, steps
from parlour.engine.rooms import GAMES
from parlour.engine.soundness import check_start, check_table, check_unwritten
from parlour.engine.written import written_by
from parlour.kit.layout import NOBODY, Number, Zone
from parlour.ladder.ranges import first_out_of_range, limits_of, widened, words_of

NAMES = sorted(folder.name for folder in GAMES.iterdir() if (folder / "rules.py").is_file())
ROOMS = pytest.mark.parametrize("name", NAMES, ids=short)
LONGEST = 150
"""Choices after which a match that plays on is good enough."""
MONEY = ("score", "bet", "pots")
UNWRITTEN = ("rng", "seats")


def some_game(name: str, rng: random.Random) -> parlour.Game:
    """A game with random seats and house rules."""
    room = parlour.Game(name).room
    fewest, most = room.Table.seats_range
    for _ in range(100):
        house = {key: option.write(rng.choice(option.codes)) for key, option in room.Table.options.items() if rng.random() < 0.25}
        try:
            return parlour.Game(name, rng.randint(fewest, most), house)
        except parlour.BadInput:
            continue
    return parlour.Game(name)


def reachable(game: parlour.Game, rng: random.Random, choices: int) -> Iterator[parlour.Match]:
    """A match of random play, after the deal and after each choice that completes a chain."""
    match = game.start(seed=rng.randrange(10**6))
    yield match
    for _ in range(choices):
        codes = [code for code in match.codes() if code != game.room.resign]
        if match.over or not codes:
            return
        match.play(rng.choice(codes))
        if not match.unfinished and not match.answers:
            yield match


def changed(
    rng: random.Random, game: parlour.Game, fields: dict[str, Any], elsewhere: dict[str, Any]
) -> tuple[str, dict[str, Any]]:
    """Return the change, and the fields with it: one removed, a figure changed within its range, a card moved, another phase,
    what two seats have exchanged, or some or all figures those of another position. elsewhere: of the same match."""
    spoilt, notes = dict(fields), []
    if rng.random() < 0.2:
        return transplanted(rng, game, fields, elsewhere)
    if game.seats > 1 and rng.random() < 0.15:
        return exchanged(rng, game, fields)
    for _ in range(1 if rng.random() < 0.75 else 2):
        empty = [name for name, field in game.room.Table.fields.items() if isinstance(field, Number) and name not in UNWRITTEN]
        key = rng.choice([name for name in spoilt if spoilt[name] != ""] if rng.random() < 0.7 else empty)
        before = spoilt.get(key)
        spoil(rng, game, spoilt, key)
        notes.append(f"{key} = {spoilt.get(key)!r}, before {before!r}")
    return "; ".join(notes), spoilt


def figures(game: parlour.Game, fields: dict[str, Any]) -> list[str]:
    """The names of the fields that hold figures, not cards."""
    return [key for key in fields if not isinstance(game.room.Table.fields[key.partition(".")[0]], Zone)]


def transplanted(
    rng: random.Random, game: parlour.Game, fields: dict[str, Any], elsewhere: dict[str, Any]
) -> tuple[str, dict[str, Any]]:
    """Return what was changed, and the fields with one to three figures or all of another position of the match."""
    names = sorted({*figures(game, fields), *figures(game, elsewhere)})
    taken = names if rng.random() < 0.2 else rng.sample(names, min(len(names), rng.randint(1, 3)))
    left = {key: value for key, value in fields.items() if key not in taken}
    new = {key: elsewhere[key] for key in taken if key in elsewhere}
    return f"from elsewhere {', '.join(taken)}: {new}, before { {key: fields.get(key) for key in taken} }", left | new


def exchanged(rng: random.Random, game: parlour.Game, fields: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """Return what was changed, and the fields with what two seats have in one field, or in all, exchanged."""
    one, other = rng.sample(range(game.seats), 2)
    seatwise = [name for name, field in game.room.Table.fields.items() if field.per_seat and name not in UNWRITTEN]
    spoilt = dict(fields)
    names = seatwise if rng.random() < 0.2 else rng.sample(seatwise, 1)
    for name in names:
        if isinstance(fields.get(name), list):
            row = list(fields[name])
            row[one], row[other] = row[other], row[one]
            spoilt[name] = row
        for key in [key for key in fields if key.split(".")[:2] in ([name, str(one)], [name, str(other)])]:
            _, seat, *rest = key.split(".")
            swapped = ".".join([name, str(other if seat == str(one) else one), *rest])
            spoilt[key] = fields.get(swapped, "")
            spoilt[swapped] = fields[key]
    return f"seats {one} and {other} exchange {', '.join(names)}", spoilt


def spoil(rng: random.Random, game: parlour.Game, spoilt: dict[str, Any], key: str) -> None:
    """Remove or change one field."""
    field = game.room.Table.fields[key.partition(".")[0]]
    if rng.random() < 0.25:
        spoilt.pop(key, None)
    elif isinstance(field, Zone):
        move_cards(rng, game, spoilt, key)
    elif key == "phase":
        spoilt[key] = rng.choice(game.room.phases)
    elif field.kind == "seats":
        spoilt[key] = rng.sample(range(game.seats), 1)
    elif isinstance(field, Number):
        usual = positions.empty_value(game.room, key, game.seats)
        spoilt[key] = other_figure(rng, game, field, spoilt.get(key, usual))


def move_cards(rng: random.Random, game: parlour.Game, spoilt: dict[str, Any], key: str) -> None:
    """Move a card or all cards of a place to another place, or exchange a card with one of another place."""
    zones = [other for other in spoilt if isinstance(game.room.Table.fields[other.partition(".")[0]], Zone)]
    places = [place.name for place in positions.live_places(game.room, game.seats)]
    other, words = rng.choice(zones if rng.random() < 0.5 else places), spoilt[key].split()
    there = spoilt.get(other, "").split() if other != key else []
    if rng.random() < 0.2:
        words, there = [], there + words
    else:
        card = words.pop(rng.randrange(len(words)))
        if there and rng.random() < 0.3:
            words.insert(rng.randint(0, len(words)), there.pop(rng.randrange(len(there))))
        there.insert(rng.randint(0, len(there)), card)
    spoilt[key] = " ".join(words)
    spoilt[other] = " ".join(there)


def other_figure(rng: random.Random, game: parlour.Game, field: Number, value: Any) -> Any:
    """A figure changed, or one of a list."""
    if isinstance(value, list):
        k = rng.randrange(len(value))
        return [other_figure(rng, game, field, part) if i == k else part for i, part in enumerate(value)]
    if isinstance(value, str):
        return value
    high = game.seats - 1 if field.kind == "seat" else field.high
    usual = [value - 1, value + 1, field.low, high, rng.randint(field.low, high), rng.randint(0, 5)]
    near = [figure for figure in usual if field.low <= figure <= high and figure != value]
    return rng.choice(near) if near else value


def chips(row: Any) -> int:
    """All chips of a game with betting."""
    return sum(int(row[name][p]) for name in MONEY for p in range(int(row.seats)))


def outcome(rng: random.Random, game: parlour.Game, fields: dict[str, Any]) -> str:
    """Return "refused" or "played"; any other outcome is an exception."""
    try:
        match = game.match_from(fields)
    except parlour.BadInput as error:
        return "refused" if "\n" not in str(error) else str(error)
    money = all(name in game.room.Table.fields for name in MONEY)
    limits = limits_of(game.room, game.seats)
    before, hand = chips(match.row) if money else 0, int(match.row.hand_number)
    for _ in range(LONGEST):
        codes = [code for code in match.codes() if code != game.room.resign]
        if match.over:
            break
        assert codes, "nobody can choose anything"
        match.play(rng.choice(codes))
        positions.check_cards(game.room, match.row)
        assert not money or chips(match.row) == before
        assert first_out_of_range(words_of(widened(match.tables)), limits) < 0, "a figure is outside its range"
        if match.row.hand_number > hand + 1:
            break
    return "played"


def attempts(name: str, seed: int, number: int) -> Counter[str]:
    """Count the outcomes of a number of spoilt positions of a game, and check every step of the matches they come from."""
    rng, found = random.Random(f"{name} {seed}"), Counter[str]()
    while found.total() < number:
        game = some_game(name, rng)
        reached = []
        for match in reachable(game, rng, rng.randrange(4, 40)):
            check_table(game.room, match.row)
            reached.append(positions.fields_of(game.room, match.row))
        for _ in range(6):
            what, spoilt = changed(rng, game, reached[-1], rng.choice(reached))
            try:
                found[outcome(rng, game, spoilt)] += 1
            except Exception as error:
                raise AssertionError(f"{name} {game.house} {game.seats}: {what}: {error!r} in {spoilt}") from error
    return found


def read_again(name: str, seed: int, matches: int, choices: int) -> None:
    """Positions of random play are written out and read, and the match goes on from what was read, checked before every step."""
    rng = random.Random(f"{name} {seed}")
    for _ in range(matches):
        game = some_game(name, rng)
        match = game.start(seed=rng.randrange(10**6))
        for number in range(choices):
            if not match.unfinished and not match.answers and (not number or rng.random() < 0.3):
                fields = positions.fields_of(game.room, match.row)
                match = game.match_from(fields)
                assert positions.fields_of(game.room, match.row) == fields
            codes = [code for code in match.codes() if code != game.room.resign]
            if match.over or not codes:
                break
            match.play(rng.choice(codes))


@ROOMS
def test_reached_positions_are_read_and_played_on(name: str) -> None:
    read_again(name, 1, 3, 40)


@pytest.mark.soak
@ROOMS
def test_many_reached_positions_are_read_and_played_on(name: str) -> None:
    read_again(name, 2, 60, 300)


@ROOMS
def test_spoilt_positions(name: str) -> None:
    assert attempts(name, 1, 8).keys() == {"refused", "played"}


@pytest.mark.soak
@ROOMS
def test_many_spoilt_positions(name: str) -> None:
    assert attempts(name, 3, 1000).keys() == {"refused", "played"}


FAULTS: dict[str, tuple[dict[str, Any], str]] = {
    "klondike": ({"idle": 100_000}, "idle: 100000, and the game ends at 10000"),
    "machiavelli": ({"player": -1}, "player: it is the turn of nobody"),
    "oh_hell": ({"tricks": [0, 10, 0, 0]}, "tricks: 10 are taken before the bids are made"),
    "pirate": ({"low": -1}, "low: nobody is Low"),
    "polignac": ({"bidder": 2}, "bidder: a capot is not announced here"),
    "porrazo": ({"deal_number": 8}, "deal_number: 8 of 5 deals"),
    "schafkopf": ({"declarer": 1}, "declarer: a player takes the widow, or is still to take it"),
    "schnapsen": ({"won_after.0": "Q♣"}, "won_after: nobody has closed the stock"),
    "scopa": ({"entry": 3}, "entry: 3, and the score is not counted yet"),
    "snip_snap_snorem": ({"pot": 7}, "stack: with the pool 7 counters, and there are 0"),
    "solo": ({"challenger": 2}, "challenger: nobody has asked yet"),
    "spades": ({"contract": [4, 0, 4, 0]}, "contract: 4, and the bids of seats 0 and 2 are 0"),
    "spider": ({"moves": 10_000_000}, "moves: 10000000, and no game goes on for so long"),
    "spite_and_malice": ({"turns": 300}, "turns: 300, and the game ends after 300"),
    "toepen": ({"cards_left": 3}, "cards_left: 3, and nobody has played"),
    "totit": ({"capture": "A♦"}, "capture: the cards of a capture are taken up before the next turn"),
}
"""For each game a change of the first position of a match, and the refusal."""


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_named(name: str) -> None:
    game = parlour.game(name, seats=3) if name == "porrazo" else parlour.game(name)
    fields = positions.fields_of(game.room, game.start(seed=1).row)
    change, message = FAULTS[name]
    for place, cards in change.items():
        if isinstance(cards, str):  # taken from where it lies
            home = next(key for key, text in fields.items() if isinstance(text, str) and cards in text.split())
            fields |= {home: " ".join(card for card in fields[home].split() if card != cards), place: cards}
    with pytest.raises(parlour.BadInput) as caught:
        game.match_from(fields | change)
    assert str(caught.value).endswith(f": {message}")


UNWRITTEN_YET = [
    ("badugi", "shown", "bet"),
    ("botifarra", "won", "name"),
    ("brag", "champion", "bet"),
    ("cassino", "counted", "play"),
    ("chicago", "fell", "discard"),
    ("khanhoo", "shown", "draw"),
    ("oh_hell", "tricks", "bid"),
    ("schafkopf", "last_trick", "take"),
    ("solo", "partner", "open"),
    ("totit", "counted", "play"),
]
"""By game a field that the rules cannot have written in the phase."""


@pytest.mark.parametrize(("name", "field", "phase"), UNWRITTEN_YET)
def test_what_no_rule_has_written_yet_is_empty(name: str, field: str, phase: str) -> None:
    game = parlour.game(name)
    declared, number = game.room.Table.fields[field], game.room.phases.index(phase)
    assert field not in written_by(game.room)[number]
    fields = positions.fields_of(game.room, game.start(seed=1).row) | {"phase": phase}
    if isinstance(declared, Zone):
        home = next(key for key, text in fields.items() if isinstance(text, str) and len(text.split()) > 1)
        card, _, rest = fields[home].partition(" ")
        place = f"{field}.0" if declared.per else field
        fields |= {home: rest, place: card}
    else:
        place, usual = field, positions.empty_value(game.room, field, game.seats)
        fields[field] = [1, *usual[1:]] if isinstance(usual, list) else 1
    tables = game.blank()
    positions.set_fields(game.room, tables[0], fields)
    with pytest.raises(parlour.BadInput, match=f'^{place}: it is still empty in the phase "{phase}"$'):
        check_start(game.room, tables[0])


@pytest.mark.parametrize(("name", "phase"), [("spider", "play"), ("oh_hell", "bid"), ("schafkopf", "take")])
def test_nothing_is_chosen_in_parts_where_choices_have_none(name: str, phase: str) -> None:
    game = parlour.game(name)
    fields = positions.fields_of(game.room, game.start(seed=1).row)
    assert fields["phase"] == phase
    with pytest.raises(parlour.BadInput, match=rf'^chain: it is still empty in the phase "{phase}"$'):
        game.match_from(fields | {"chain": 3})


def test_cards_that_came_after_a_draw_can_be_more_than_are_left() -> None:
    """At Crazy Eights: seat 0 could not match and drew five cards, and has played others since."""
    game = parlour.game("crazy_eights", seats=2, draw_when_able=False)
    fields = positions.fields_of(game.room, game.start(seed=1).row)
    hand = fields["hand.0"].split()
    known = fields | {"hand.0": hand[0], "stock": " ".join([fields["stock"], *hand[1:]]), "lacked": [3, 0], "came": [5, 0]}
    assert positions.fields_of(game.room, game.match_from(known).row)["came"] == [5, 0]
    for house, change in (({}, {"lacked": [3, 0]}), ({"draw_when_able": False}, {"came": [5, 0]})):
        with pytest.raises(parlour.BadInput, match=rf"{next(iter(change))}: "):
            parlour.game("crazy_eights", seats=2, **house).match_from(fields | change)


def test_giving_up_is_not_all_there_is_to_choose() -> None:
    """With no move left the rules end a patience, so a position in which only giving up is left cannot be."""
    game = parlour.game("spider", suits=1)
    fields = positions.fields_of(game.room, game.start(seed=1).row)
    fields = {key: value for key, value in fields.items() if key.partition(".")[0] not in ("stock", "down", "up", "done")}
    sunk = {f"down.{c}": f"{rank}♠ " * 5 for c, rank in enumerate(("5", "6", "7", "8", "9", "10", "J", "Q"))}
    rest = {f"up.{c}": f"{rank}♠ " * 3 + "K♠" for c, rank in enumerate(("5", "6", "7", "8", "9", "10", "J", "Q"))}
    last = {"up.8": "2♠ " * 8 + "4♠ " * 4 + "A♠ " * 8, "up.9": "3♠ " * 8 + "4♠ " * 4}
    with pytest.raises(parlour.BadInput, match=r"^turn: seat 0 has nothing to choose in this position"):
        game.match_from(fields | sunk | rest | last)


@ROOMS
def test_what_play_writes_is_expected(name: str) -> None:
    """No field holds anything in a phase before the rules are said to write it: in steps that nobody chooses, too."""
    rng = random.Random(name)
    game = some_game(name, rng)
    tables, room = game.blank(), game.room
    steps.begin_row(tables, 0, 1, 0)
    for _ in range(150):
        check_unwritten(room, tables[0])
        if tables[0].over:
            break
        if tables[0].turn == NOBODY:
            steps.step_row(tables, 0, 1, 0)
        else:
            steps.act_row(tables, 0, rng.choice([code for code in game.menu(tables) if code != room.resign]))


LATER: list[tuple[str, str, dict[str, Any], str]] = [
    ("schnapsen", "after trick", {"married": 2}, "married: a marriage is called, and neither of its cards is to be led"),
    ("schnapsen", "lead", {"phase": "reply"}, 'trick: 0 cards, and seat 1 is asked in the phase "reply"'),
    ("schnapsen", "reply", {"phase": "lead"}, 'trick: 1 card, and seat 0 is asked in the phase "lead"'),
    (
        "schnapsen",
        "reply",
        {"tricks": [1, 4]},
        "tricks: 5 are taken, 5 cards are held and 5 to be drawn, and each player gets 10",
    ),
    ("schnapsen", "after trick", {"trick": "??", "upcard": ""}, "trick: 1 card, and the last trick has been taken up"),
    ("badugi", "bet", {"bettor": 1}, "bettor: the bet of seat 1 is 1, and the bet to call 2"),
    ("brag", "bet", {"covers": [1, 0, 0, 0]}, "covers: 0 pots are covered"),
    ("bura", "lead", {"phase": "claim"}, "hand.0: 3 cards behind a trick"),
    ("triple_draw", "discard", {"bet": [2, 0, 0, 0]}, "bet: the bets of the round lie in the pots already"),
    ("badugi", "discard", {"second_half": 1}, "second_half: no half of a pot has been paid"),
    ("cassino", "play", {"entry": 6}, "entry: 6, and the score is not counted yet"),
    ("baduci", "bet", {"second_half": 1}, "second_half: no half of a pot has been paid"),
]
"""The same for the first position of a phase."""


@pytest.mark.parametrize(("name", "phase", "change", "message"), LATER)
def test_a_fault_of_a_later_phase_is_named(name: str, phase: str, change: dict[str, Any], message: str) -> None:
    game = parlour.game(name, seats=2 if name in ("schnapsen", "cassino", "bura") else 4)
    match, rng = game.start(seed=1), random.Random(1)
    while match.phase != phase:
        match.play(rng.choice([code for code in match.codes() if game.room.choice_name(code) not in ("fold", "raise")]))
    fields = positions.fields_of(game.room, match.row)
    paid = [n + more for n, more in zip(fields.get("paid", []), change.get("bet", []), strict=False)]
    with pytest.raises(parlour.BadInput) as caught:
        game.match_from(fields | change | ({"paid": paid} if paid else {}))
    assert f": {caught.value}".endswith(f": {message}")
