"""Positions in which good players agree what is right: how many of them a bot finds, game by game.

    python bench/positions.py [GAME ...] [--bot strong] [--times 1]

They stand in tests/bots/positions/GAME.toml, each with its reason, written down before looking at what any bot says:

    [[position]]
    reason = "why this is right, in a sentence"
    right = ["exchange"]            choices one may begin with
    wrong = ["K♠"]                  or those one may not
    house = { target_vp = 7 }       seats and house rules, if they are not the usual ones
    table = { ... }                 the table as in a position file; `rest` may be face down beside other unknown cards
"""

from __future__ import annotations

import argparse
import sys
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import parlour
from parlour import bots
from parlour.engine.positions import flat, pack_of_table
from parlour.engine.view import View

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "bots" / "positions"


@dataclass(frozen=True)
class Position:
    """A position; `right` is empty if `wrong` says what must not be chosen."""

    game: str
    reason: str
    right: tuple[str, ...]
    wrong: tuple[str, ...]
    seats: int | None
    house: dict[str, Any] = field(hash=False)
    table: dict[str, Any] = field(hash=False)

    def view(self) -> View:
        """Return the view of the seat on turn; it remembers nothing that is not on the table."""
        game = parlour.game(self.game, self.seats, **self.house)
        match = game.match_from(_with_rest(game, self.table))
        return match.view(match.turn, memory=True)

    def chosen(self, bot: bots.Bot) -> str:
        """Return the first choice of a bot."""
        view = self.view()
        return view.game.room.choice_name(bot.choose(view)[0])

    def approves(self, choice: str) -> bool:
        """Whether a choice is right."""
        return choice in self.right if self.right else choice not in self.wrong


def _with_rest(game: parlour.Game, table: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of a table whose `rest` is face down: this many unknown cards lie there as are left of the pack."""
    fields = flat(table)
    zones = game.room.Table.zones
    named = " ".join(str(cards) for name, cards in fields.items() if name.split(".")[0] in zones).split()
    unknown = [word for word in named if word.startswith("??")]
    if "rest" not in fields or not unknown:
        return fields
    of_them = sum(int(word.partition("×")[2] or 1) for word in unknown)
    left = pack_of_table(game.room, game.blank()[0]).total() - (len(named) - len(unknown) + of_them)
    place = fields.pop("rest")
    return fields | {place: f"{fields.get(place, '')} ??×{left}".strip()}


def games() -> list[str]:
    """The games that have positions."""
    return sorted(path.stem for path in FOLDER.glob("*.toml"))


def positions(game: str) -> list[Position]:
    """Those of a game, in their order."""
    read = tomllib.loads((FOLDER / f"{game}.toml").read_text(encoding="utf-8"))["position"]
    return [
        Position(
            game,
            one["reason"],
            tuple(one.get("right", ())),
            tuple(one.get("wrong", ())),
            one.get("seats"),
            one.get("house", {}),
            one["table"],
        )
        for one in read
    ]


def main() -> None:
    """Count and print; for each position that was not solved print the reason."""
    parser = argparse.ArgumentParser(description="How many positions a bot finds.")
    parser.add_argument("games", nargs="*", help="all that have positions")
    parser.add_argument("--bot", default="strong")
    parser.add_argument("--times", type=int, default=1, help="how often each is asked")
    given = parser.parse_args()
    unknown = set(given.games) - set(games())
    if unknown:
        sys.exit(f"positions: there are none of {', '.join(sorted(unknown))}; there are of {', '.join(games())}")
    bot, of_all, found_of_all = bots.make(given.bot), 0, 0
    for game in given.games or games():
        found, asked, missed = 0, 0, []
        positions(game)[0].chosen(bot)  # not counted: what is compiled or loaded first is not part of the time to think
        for number, position in enumerate(positions(game), 1):
            for _ in range(given.times):
                choice = position.chosen(bot)
                asked += 1
                if position.approves(choice):
                    found += 1
                else:
                    missed.append(f"   {number}: {choice}, though {position.reason}")
        print(f"{game:<20} {found} of {asked}", *missed, sep="\n", flush=True)
        of_all, found_of_all = of_all + asked, found_of_all + found
    print(f"{'all':<20} {found_of_all} of {of_all}")


if __name__ == "__main__":
    main()
