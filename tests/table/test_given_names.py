"""Names that the house gives to players, "Bot 1", are read by each reader in their own language."""

from __future__ import annotations

import msgspec
import pytest

from parlour.languages import in_language, language, read_out, speaking
from parlour.table.store import SeatRow, called


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
