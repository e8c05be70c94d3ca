"""Check the measurement of what bots win or lose in one seat among strategies of nerve."""

import sys
from pathlib import Path

import nerve_mistakes
import numpy as np
import pytest
from nerve_mistakes import (
    DEALT,
    LOTS,
    NOW,
    STOCK,
    WALKED,
    Table,
    go_as_it_was,
    go_through,
    hidden_from,
    into_stub,
    laid_out,
    open_cards,
    see,
    summed_up,
    swap,
    walk,
)

import parlour
from interpreted import interpreted
from parlour import bots
from parlour.bots.nerve.rooms import phases_of_nerve
from parlour.kit.draw_poker import DISCARD, FOLD


@pytest.fixture(scope="module")
def table():
    return Table("badugi", 20)


class Caller:
    """Never folds, raises or draws."""

    def choose(self, view):
        codes = [code for code in view.codes() if code != FOLD]
        return [max(codes)] if view.tables[0].phase == DISCARD else [min(codes)]


def dealt_and_played(table, number, street):
    """A hand up to a round of bets: the match, and the plays that the seat on turn knows of, and all."""
    match, scene = table.game.start(seed=number), table.scene
    scene.rows[DEALT], table.others.traversal.many[-1] = match.tables[0], 0
    made, before = [], []
    while match.row.street < street:
        before.append((match.tables.copy(), bool(scene.hides[match.row.phase])))
        made.append((match.turn, table._others_choose(match, len(made))))
        match.play(*made[-1][1], seat=made[-1][0])
    hero, known = match.turn, []
    for play, (tables, hides) in [*zip(made, before, strict=True), ((hero, [FOLD]), (match.tables, False))]:
        if play[0] == hero or not hides:
            scene.rows[NOW] = tables[0]
            see(scene, NOW, hero)
            scene.views[len(known)] = scene.words[nerve_mistakes.SEEN]
            known.append(play)
    return match, known, made


def test_a_walk_keeps_what_a_seat_knows_and_leads_to_hands_that_go_with_the_play(table):
    match, known, made = dealt_and_played(table, 8, 3)
    scene, rows, hero = table.scene, table.scene.rows, match.turn
    own = [int(cards) for cards in match.row.hand]
    had = own[hero] | int(rows[DEALT].hand[hero])
    hidden = hidden_from(hero, rows[DEALT], rows[DEALT].stub, had)
    assert len(hidden.cards) == 52 - had.bit_count()
    plays, n = laid_out(known), len(known) - 1
    rows[WALKED] = rows[LOTS] = rows[NOW] = rows[DEALT]
    likely = go_as_it_was(scene, NOW, hero, laid_out(made), len(made))
    assert likely > 0
    assert [int(cards) for cards in rows[NOW].hand] == own
    moved = 0
    for _ in range(20):
        likely = walk(scene, hero, plays, n, hidden, likely, into_stub)
        assert likely > 0
        moved += [int(cards) for cards in rows[NOW].hand] != own
        assert int(rows[NOW].hand[hero]) == own[hero]
        assert (rows[NOW].turn, rows[NOW].phase, rows[NOW].street) == (hero, match.row.phase, match.row.street)
        assert np.array_equal(rows[NOW].drew, match.row.drew)
        assert np.array_equal(rows[NOW].score, match.row.score)
        dealt = [card for seat in range(6) for card in range(52) if int(rows[WALKED].hand[seat]) >> card & 1]
        assert sorted(dealt + [int(card) for card in rows[WALKED].stub[1 : rows[WALKED].stub[0] + 1]]) == list(range(52))
        for whose, where, card in zip(*hidden, strict=True):
            assert rows[WALKED].stub[where] == card if whose == STOCK else int(rows[WALKED].hand[whose]) >> card & 1
    assert moved


def test_a_deal_is_out_where_something_looks_otherwise(table):
    match, known, _ = dealt_and_played(table, 8, 3)
    scene, hero = table.scene, match.turn
    scene.rows[NOW] = scene.rows[DEALT]
    scene.views[len(known) - 1, 0] ^= 1
    assert go_through(scene, NOW, hero, laid_out(known), len(known) - 1) == 0


def test_cards_of_one_hand_do_not_change_places(table):
    row = table.game.start(seed=1).tables[0]
    hidden = hidden_from(0, row, row.stub, int(row.hand[0]))
    before = hidden.cards.copy(), row.tobytes()
    assert hidden.whose[0] == hidden.whose[1] == 1
    swap(row, hidden, 0, 1, into_stub)
    assert np.array_equal(hidden.cards, before[0])
    assert row.tobytes() == before[1]


def test_what_lies_open_is_known():
    match = parlour.game("toepen").start(seed=3)
    while not (match.row.trick[0] and match.row.cards_left < 4):
        codes = match.view(match.turn).codes()
        match.play(min(codes))  # keeps, passes, plays the lowest
    piles = [match.row.trick, *match.row.played[:4]]
    assert open_cards(match.row) == sum(1 << int(card) for pile in piles for card in pile[1 : pile[0] + 1])


def test_the_strategy_gives_nothing_away(table):
    found = summed_up([[table.hand(bots.make("nerve:seed=1"), number)] for number in range(1, 161)])
    (ahead, half), *_ = found.ahead
    assert abs(ahead) < 2 * half  # four standard errors
    assert half < found.scored[1] / 2
    assert found.stuck == 0


def test_who_calls_everything_gives_much_away(table):
    found = summed_up([[table.hand(bots.make("nerve:seed=1"), n), table.hand(Caller(), n)] for n in range(1, 31)])
    assert found.apart[0] > 2 * found.apart[1]
    assert found.ahead[1][0] < -found.ahead[1][1]


def check_parts():
    """A bot that has one part of a game is asked at choices of that part."""
    table, seen = Table("chicago", 2), set()
    nerve = set(phases_of_nerve(table.game.room))

    class Watcher:
        def choose(self, view):
            seen.add(int(view.tables[0].phase))
            return [min(view.codes())]

    for table.only in ("nerve", "cards"):
        seen.clear()
        assert table.hand(Watcher(), 1).choices
        assert seen
        assert seen <= nerve if table.only == "nerve" else not seen & nerve


def test_a_bot_is_asked_for_its_part_alone():
    """Interpreted: to compile a game of both parts takes longer than its hands."""
    interpreted("-c", "from test_nerve_mistakes import *; check_parts()", folder=Path(__file__).parent)


def test_another_game_is_one_line(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["nerve_mistakes.py", "scopa"])
    with pytest.raises(SystemExit) as ended:
        nerve_mistakes.main()
    assert ended.value.code == 2
    assert "invalid choice: 'scopa'" in capsys.readouterr().err
