"""Names that the house gives to players, "Bot 1", are read by each reader in their own language."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest

from parlour.engine.errors import BadInput
from parlour.engine.rooms import named
from parlour.house.agreement import Agreement
from parlour.house.seating.plan import read_names
from parlour.languages import in_language, language, read_out, speaking
from parlour.table.forms import read_name
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


@pytest.mark.parametrize("code", ["en", "de"])
@pytest.mark.parametrize("name", ["You", " you\n", "YOU", "\uff39ou", "Du", "vous", "Tu", "Tú", "Tu\u0301", "jij"])
def test_nobody_is_called_as_the_table_calls_its_reader(code: str, name: str) -> None:
    """Lines about a player called You would speak to everybody."""
    with speaking(language(code)):
        for read in (read_name, lambda text: read_names([text, "Ann"]), Agreement("", "", "schnapsen", 1, ()).with_member):
            with pytest.raises(BadInput, match=name.split(maxsplit=1)[0]):
                read(name)


@pytest.mark.parametrize("name", ["Youssef", "Yo", "Tuva", "Du Pont", ""])
def test_names_that_begin_so_are_names(name: str) -> None:
    assert read_name(name) == name
