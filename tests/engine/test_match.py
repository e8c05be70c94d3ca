"""The facade: chains, everybody at once, quiet phases, windows, undo, errors. The room `whispers` was made for this."""

from __future__ import annotations

from pathlib import Path

import pytest

import parlour
from parlour.engine.match import Match, Step
from parlour.kit.layout import NOBODY
from parlour.ladder.laying_out import TEMPLATE

WHISPERS = str(Path(__file__).parent.parent / "rooms" / "whispers")
DEAL = {
    "hand.0": "A♣ A♦ K♣ Q♣",
    "hand.1": "10♣ 10♦ J♣ J♦",
    "hand.2": "A♥ 10♥ K♥ Q♥",
    "stock": "J♥ Q♦ K♦ 10♠ J♠ Q♠ K♠ A♠",
}


def dealt() -> parlour.Match:
    """Three seats; seats 0 and 2 hold aces, seat 1 holds none."""
    return parlour.game(WHISPERS, hands=1).start(seed=4, deal=DEAL)


def picked(match: parlour.Match) -> parlour.Match:
    """After everybody's pair: seats 0 and 2 keep an ace, seat 2 lays the best pair."""
    match.play("J♣", "J♦", seat=1)
    match.play("10♥", "K♥", seat=2)
    match.play("K♣", "Q♣", seat=0)
    return match


def test_a_refused_close_leaves_no_answer_behind() -> None:
    match = parlour.game("schnapsen").start(seed=7)
    match.at_once = True
    answer = match.check(match.turn, match.choices()[:1])
    assert answer is not None
    with pytest.raises(parlour.BadInput, match="nothing waits for the time"):
        match.close(answer)
    assert match.asked == [answer.seat]
    assert not match.answers


def test_everybody_at_once_waits_for_all_and_shows_nothing() -> None:
    match = dealt()
    assert match.asked == [0, 1, 2]
    before = match.tables.tobytes()
    spectator = match.view(NOBODY).position()
    match.play("A♥", "10♥", seat=2)
    assert match.asked == [0, 1]
    assert match.tables.tobytes() == before
    assert match.view(NOBODY).position() == spectator
    assert match.view(0).position() == dealt().view(0).position()
    with pytest.raises(parlour.BadInput, match="seat 2 is not asked"):
        match.play("K♥", "Q♥", seat=2)


def test_picks_of_a_chain_change_nothing_until_it_is_whole() -> None:
    match = dealt()
    before = match.tables.tobytes()
    match.play("A♣", seat=0)
    assert match.tables.tobytes() == before
    assert match.choices(0) == ["Q♣", "K♣", "A♦"]
    assert "picked.0" in match.view(0).position()
    assert "picked.0" not in match.view(1).position()
    match.take_back(0)
    assert match.choices(0) == ["Q♣", "K♣", "A♣", "A♦"]


def test_sealed_choices_are_played_in_seat_order() -> None:
    orders = []
    for order in ((0, 1, 2), (2, 1, 0), (1, 2, 0)):
        match = dealt()
        answers = {0: ("A♣", "K♣"), 1: ("J♣", "J♦"), 2: ("A♥", "10♥")}
        steps: list[Step] = []
        match.watchers.append(steps.append)
        for seat in order:
            match.play(*answers[seat], seat=seat)
        orders.append((match.position(), [(step.seat, step.choice) for step in steps]))
    assert orders[0] == orders[1] == orders[2]


def test_a_quiet_phase_shows_nobody_that_somebody_is_asked() -> None:
    match = picked(dealt())
    assert match.phase == "whisper"
    assert match.asked == [0]
    assert match.choices() == ["ace", "silent"]
    for seat in (1, 2, NOBODY):
        view = match.view(seat)
        assert int(view.tables[0].turn) == NOBODY
        assert int(view.tables[0].asked) == 0
        assert view.choices() == []
    seen_before = match.view(1).position()
    match.play("ace")
    assert match.asked == [2]
    assert match.view(1).position() == seen_before
    other = picked(dealt())
    other.play("silent")
    assert other.view(1).position() == seen_before


def test_a_phase_is_quiet_only_where_the_house_rules_leave_something_to_hide() -> None:
    hands = {f"hand.{seat}": cards for seat, cards in enumerate(("2♣ 2♦ 5♠ 9♣ K♣", "3♣ 3♦ 6♠ 10♣ A♣", "4♣ 4♦ 7♠ J♣ Q♠"))}
    speaks = {**hands, "phase": "speak", "turn": 1, "player": 1, "dealer": 0, "draws": 1, "hand_number": 1, "rest": "stock"}
    for false_declarations in (False, True):
        match = parlour.game("chicago", seats=3, false_declarations=false_declarations).match_from(speaks)
        match.at_once = True
        assert match.window == ([] if false_declarations else [1])
        assert [int(match.view(seat).tables[0].turn) for seat in (2, NOBODY)] == [1 if false_declarations else NOBODY] * 2
    deals = {"hand.0": "2♣ 3♦ 5♠", "hand.1": "3♣ 4♦ 6♠", "phase": "offer", "deal_number": 1, "hand_number": 1}
    deals |= {"dealer": 1, "rest": "stock"}
    for declare, phase in (("optional", "declare"), ("automatic", "play")):
        porrazo = parlour.game("porrazo", declare=declare)
        match = Match(porrazo, porrazo.read_fields(deals), at_once=True, start_position="position")
        match.settle()
        assert match.phase == phase


def test_who_has_answered_in_a_race_is_not_on_turn_any_more() -> None:
    match = parlour.game("aggravation").start(seed=1)
    assert match.asked == [0, 1]
    other = match.view(1).position()
    match.play("wait", seat=0)
    view = match.view(0)
    assert int(view.tables[0].turn) == 1
    assert int(view.tables[0].asked) == 2
    assert view.choices() == []
    assert match.view(1).position() == other
    assert match.view(1).choices()


def test_a_window_asks_in_order_and_the_first_doubt_starts_a_race() -> None:
    match = picked(dealt())
    match.play("silent")
    match.play("silent")
    assert match.phase == "window"
    first = match.turn
    match.play("let")
    assert match.turn != first
    match.play("doubt")
    assert match.phase == "race"
    assert len(match.asked) == 2
    doubter = int(match.row.doubted)
    match.play("now", seat=2, elapsed=700)
    assert not match.over
    match.play("now", seat=doubter, elapsed=300)
    assert match.over
    assert match.winners == [doubter]
    again = parlour.replay(match.record())
    assert again.position() == match.position()
    assert f"{doubter}: now @300" in match.record()


def test_the_real_table_is_untouched_by_what_is_refused() -> None:
    match = parlour.game("schnapsen").start(seed=7)
    before = match.tables.tobytes()
    with pytest.raises(parlour.IllegalChoice) as refused:
        match.play("close")
    assert refused.value.paragraph == 2
    with pytest.raises(parlour.BadInput, match="neither a card nor a call"):
        match.play("fly")
    with pytest.raises(parlour.IllegalChoice, match="you do not hold"):
        match.play(next(c for c in ("A♠", "A♥", "A♦", "A♣", "K♠") if c not in match.choices()))
    with pytest.raises(parlour.BadInput, match="complete before"):
        match.play(match.choices()[0], match.choices()[1])
    assert match.tables.tobytes() == before
    assert match.log
    assert match.choices()


def test_games_refuse_what_they_do_not_know() -> None:
    with pytest.raises(parlour.BadInput, match="there is no game 'poker'"):
        parlour.game("poker")
    with pytest.raises(parlour.BadInput, match="no house rule 'foo'"):
        parlour.game("schnapsen", foo=1)
    with pytest.raises(parlour.BadInput, match=r"target_vp: 99 is not one of 3\.\.21"):
        parlour.game("schnapsen", target_vp=99)
    with pytest.raises(parlour.BadInput, match="for 2 players, not 5"):
        parlour.game("schnapsen", seats=5)


def test_the_same_seed_gives_the_same_deals_whatever_was_played() -> None:
    def deals(pick: int) -> list[str]:
        match = parlour.game("schnapsen").start(seed=3)
        found: list[str] = []
        while not match.over and len(found) < 3:
            if match.phase == "lead" and not match.row.tricks.any() and int(match.row.hand_number) > len(found):
                found.append(match.view(0).position().split("hand.0")[1].split("\n")[0])
            match.play(match.choices()[pick])
        return found

    shared = min(len(deals(0)), len(deals(-1)))
    assert shared >= 1
    assert deals(0)[:shared] == deals(-1)[:shared]


def test_a_live_match_commits_to_its_deals() -> None:
    match = parlour.game("schnapsen").start(live=True)
    assert len(match.commitments) == 1
    while not match.over:
        match.play(match.choices()[0])
    hands = int(match.row.hand_number)
    assert [c.hand for c in match.commitments] == list(range(1, hands + 1))
    assert len({c.digest for c in match.commitments}) == hands
    assert all(c.digest in match.record() for c in match.commitments)


def test_vectors_play_the_same_matches_as_the_facade() -> None:
    game = parlour.game("schnapsen")
    vector = game.tables(5, seed=9)
    matches = [game.start(seed=9, number=i) for i in range(5)]
    for _ in range(300):
        if vector.over.all():
            break
        menus, sizes = vector.menus()
        for i, match in enumerate(matches):
            assert [int(code) for code in menus[i, : sizes[i]]] == match.codes()
        vector.play(menus[:, 0].copy())
        for match in matches:
            if not match.over:
                match.play(match.codes()[0])
    assert vector.over.all()
    assert vector.payoff.tolist() == [match.payoff for match in matches]


def test_rooms_are_found_by_name_or_folder(tmp_path: Path) -> None:
    """Two folders of one name are two games, and a folder never takes the place of a game of the house."""
    from parlour.engine.rooms import GAMES, room

    assert room(str(GAMES / "schnapsen")) is room("schnapsen")
    for part, high in (("a", 4), ("b", 5)):
        for name in ("fish", "schnapsen"):
            folder = tmp_path / part / name
            folder.mkdir(parents=True)
            text = (
                (TEMPLATE / "rules.py").read_text(encoding="utf-8").replace("seats=(2, 6), default_seats=4", f"seats=(2, {high})")
            )
            (folder / "rules.py").write_text(text, encoding="utf-8")
    assert room(str(tmp_path / "a" / "fish")).Table.seats_range == (2, 4)
    assert room(str(tmp_path / "b" / "fish")).Table.seats_range == (2, 5)
    assert room(str(tmp_path / "a" / "schnapsen")).Table.seats_range == (2, 4)
    assert room("schnapsen").Table.seats_range == (2, 2)
    for wrong, why in {"": "there is no game", ".": r"a folder without rules\.py", "a\0b": "there is no game"}.items():
        with pytest.raises(parlour.BadInput, match=why):
            room(wrong)
    with pytest.raises(parlour.BadInput, match=r"a folder without rules\.py"):
        room(str(tmp_path))
