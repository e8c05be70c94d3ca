"""Presets: every one in the house can be played, and a fault in a file of them has its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from parlour.cli import main
from parlour.engine.errors import BadInput
from parlour.engine.rooms import Room, named, room_names
from parlour.house.agreement import HouseRules, differences, seat_counts
from parlour.house.presets import preset, presets

WITHOUT = ("aggravation", "pirate", "totit")
"""Games of which no variants are well known."""
NAMED = '[[preset]]\nname="a"\ntitle="A"\ntext="t"\nsource="s"\norigin="house"\n'


@pytest.mark.parametrize("name", room_names())
def test_every_preset_is_a_game_of_its_own(name: str) -> None:
    room = named(name)
    found = presets(room)
    assert bool(found) == (name not in WITHOUT)
    assert len({one.name for one in found}) == len({tuple(one.options.items()) for one in found}) == len(found)
    for one in found:
        assert seat_counts(room, one.options), one.name
        assert HouseRules(name, one.options).open().start(seed=1).choices()
        assert len(differences(room, None, HouseRules(name, one.options))) == len(one.options)
        assert one.text.endswith(".")
        assert one.source.endswith(".")
        begins = {"account": ("The account of ", "The article on ", "Both of the "), "house": ("Ours",)}
        assert one.source.startswith(begins.get(one.origin, one.source)), f"{one.name}: {one.source}"
        assert one.origin != "public" or not one.source.startswith("Ours")


def test_lowball_as_the_article_names_it() -> None:
    room = named("triple_draw")
    assert preset(room, "california").options == {"draws": 1, "lowball": "a-5"}
    assert preset(room, "kansas_city").options == {"draws": 1}
    with pytest.raises(BadInput, match="has no preset 'californa'; did you mean 'california'"):
        preset(room, "californa")


def test_cousins_of_cucumber_are_those_of_public_accounts() -> None:
    """Told alike by all of them: an equal card heads the trick, all who tie pay, and 30 points, not 29, put a player out."""
    room = named("cucumber")
    told = {"equal_heads": True, "tie_all_pay": True, "limit": 29, "cucumbers": 0}
    assert {one.name: {rule: one.options[rule] for rule in told} for one in presets(room)} == dict.fromkeys(
        ("agurk_30", "rokkar", "gurka"), told
    )
    game = HouseRules("cucumber", preset(room, "gurka").options).open(seats=3)
    for before, out in ((15, 0), (16, 1)):
        place = {"phase": "play", "turn": 0, "leader": 0, "dealer": 2, "hand_number": 1, "trick_number": 6, "to_beat": -1}
        place |= {"rest": "stub"}
        hands = {"hand.0": "A♠", "hand.1": "A♥", "hand.2": "3♠"}
        match = game.match_from(place | hands | {"score": [before, 2, 3]})
        for seat, card in enumerate(hands.values()):
            match.play(card, seat=seat, until="next")
        assert (match.score, int(match.row.out[0])) == ([before + 14, 16, 3], out)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ('[[preset]]\nname = "a"', ":1: a preset says its title"),
        ("preset = 3", "it holds presets"),
        (NAMED + "house = { drow = 3 }", "no house rule 'drow'"),
        ("\n\n" + NAMED + "house = { draw = 7 }", ":3: house rule draw"),
        (NAMED + "house = { draw = 1 }", "only what differs"),
        (NAMED + "huose = { draw = 3 }", "did you mean 'house'"),
        (f"{NAMED}house = {{ draw = 3 }}\n" * 2, "two presets 'a'"),
        ('[[preset]]\nname="a"\ntitle="A"\ntext="t"\nsource="s"\nhouse = { draw = 3 }', "says its origin"),
        ('[[preset]]\nname="a"\ntitle="A"\ntext="t"\nsource="s"\norigin="public"\nhouse = { draw = 3 }', "says its url"),
    ],
)
def test_faults_have_their_lines(text: str, what: str, tmp_path: Path) -> None:
    usual = named("klondike")
    (tmp_path / "presets.toml").write_text(text)
    (tmp_path / "rulebook.md").write_text((usual.folder / "rulebook.md").read_text())
    room = Room(usual.module, tmp_path)
    with pytest.raises(BadInput) as refused:
        presets(room)
    assert what in str(refused.value)


def test_listed_in_the_terminal_and_begun_from(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["house", "--presets", "klondike"]) == 0
    assert "vegas: Vegas" in capsys.readouterr().out
    file = str(tmp_path / "alone.toml")
    assert main(["house", file, "new", "klondike", "--member", "Ann", "--preset", "vegas", "--set", "passes=2"]) == 0
    capsys.readouterr()
    assert main(["house", file]) == 0
    out = capsys.readouterr().out
    assert "what the score counts: Vegas, in money, usually cards home" in out
    assert "times the stock may be gone through: 2, usually no limit" in out
