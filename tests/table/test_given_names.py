"""Names that the house gives to players, "Bot 1", are read by each reader in their own language."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest

from parlour.engine.rooms import named
from parlour.languages import in_language, language, read_out, speaking
from parlour.table.match_pages import eyes
from parlour.table.pages import _door
from parlour.table.store import SeatRow, TableRow, called


@pytest.mark.parametrize(
    ("name", "german", "french"),
    [("Bot", "Bot", "Bot"), ("Bot 2", "Bot 2", "Bot 2"), ("Player 3", "Spieler 3", "Joueur 3"), ("Anna", "Anna", "Anna")],
)
def test_a_given_name_is_read_in_each_language(name: str, german: str, french: str) -> None:
    seat = SeatRow("human", name)
    assert seat.name == name
    for code, wanted in (("de", german), ("fr", french), ("en", name)):
        with speaking(language(code)):
            assert in_language(seat.name) == wanted
            assert msgspec.json.encode(seat.name, enc_hook=read_out).decode() == f'"{wanted}"'


@pytest.mark.parametrize("name", ["Player", "Player 0", "Player 100", "player 1", "Bot 1a", "Spieler 1"])
def test_other_names_stay_as_they_are(name: str) -> None:
    assert type(called(name)) is str


def test_pages_call_players_in_the_language_of_the_reader() -> None:
    row = TableRow("t", "schnapsen", 1, {}, "m", False, 0, [SeatRow("human", "Player 1", "m"), SeatRow("human", "", key="k")])
    row.paused = row.ended = "Player 1"
    read = replace(row)
    with speaking(language("de")):
        assert (in_language(read.paused), in_language(read.ended)) == ("Spieler 1", "Spieler 1")
        assert "Spieler 1 lädt" in bytes(_door(read, named("schnapsen"), 1).body).decode()
        assert "Spieler 1" in bytes(_door(read, named("schnapsen"), 0).body).decode()
        names = [eye.text for eye in eyes(replace(read, seats=[*read.seats, SeatRow("human", "Ann", "a")]), "a")]
    assert any("Spieler 1" in name for name in names)
    assert not any("Player 1" in name for name in names)
