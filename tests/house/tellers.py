"""Tellers: what people would tell a pad of hands played at a table, read off the tables themselves, game by game.

A teller is shown every deal, choice and step of a match and tells each hand in the game's own terms when it is over. It knows no
scoring.
"""

from __future__ import annotations

from typing import Any

from parlour.engine.game import Game
from parlour.kit.layout import NOBODY

Cells = dict[str, Any]
TELLERS: dict[str, type[Teller]] = {}
ACE_TEN = {12: 11, 8: 10, 11: 4, 10: 3, 9: 2}
EIGHTS_POINTS = {12: 1, **{rank: rank + 2 for rank in range(8)}, 6: 50, 8: 10, 9: 10, 10: 10, 11: 10}


def bits(cards: Any) -> int:
    """Return how many cards a set has."""
    return int(cards).bit_count()


def size(bag: Any) -> int:
    """Return how many cards a bag has."""
    return sum(bits(plane) for plane in bag)


def worth(cards: Any, values: dict[int, int]) -> int:
    """Return the value of a set of cards, by rank."""
    return sum(values.get(card % 13, 0) for card in range(52) if int(cards) >> card & 1)


class Teller:
    """Tells the hands of a match. `at`: by phase the table before its first step in this hand; `last`: before its latest."""

    def __init_subclass__(cls, games: str = "") -> None:
        for name in games.split():
            TELLERS[name] = cls

    def __init__(self, game: Game) -> None:
        self.game, self.phases, self.seats = game, game.room.phases, range(game.seats)

    def dealt(self, t: Any) -> None:
        """A hand has been dealt."""
        self.start = t.copy()
        self.at: dict[str, Any] = {}
        self.course: list[list[Any]] = []
        self.more: Cells = {}

    def acted(self, before: Any, t: Any, seat: int, choice: str) -> None:
        """A seat has chosen."""

    def stepped(self, before: Any, t: Any) -> None:
        """A step that nobody chose."""
        phase = self.phases[int(before.phase)]
        self.at.setdefault(phase, before)
        self.saw(phase, before, t)

    def saw(self, phase: str, before: Any, t: Any) -> None:
        """The same, for those who look at it."""

    def tell(self, t: Any) -> Cells | None:
        """Return the entries for the hand; None if it is dealt again and nothing is entered."""
        raise NotImplementedError

    def by_seat(self, name: str, values: Any) -> Cells:
        """Values by seat as cells, those that are None left out."""
        return {f"{name}.{p}": value for p, value in enumerate(values) if value is not None}

    def first_of_sides(self, t: Any) -> list[int]:
        sides: dict[int, int] = {}
        for p in self.seats:
            sides.setdefault(int(t.side[p]), p)
        return list(sides.values())

    def item(self, word: str) -> int:
        """The number of a word that is said."""
        return self.game.room.words.index(word) + 1


class Spades(Teller, games="spades"):
    def tell(self, t: Any) -> Cells:
        b = self.at.get("nils", self.at["contracts"])
        cells = self.by_seat("bid", [int(b.bids[p]) for p in range(4)])
        cells |= self.by_seat("blind", [True if b.blind[p] else None for p in range(4)])
        cells |= self.by_seat("own", [int(b.tricks[p]) if b.bids[p] == 0 else None for p in range(4)])
        return cells | self.by_seat("tricks", [int(b.tricks[p] + b.tricks[p + 2]) for p in range(2)])


class OhHell(Teller, games="oh_hell"):
    def tell(self, t: Any) -> Cells:
        b = self.at["score"]
        return self.by_seat("bid", [int(b.bids[p]) for p in self.seats]) | self.by_seat(
            "tricks", [int(b.tricks[p]) for p in self.seats]
        )


class Toepen(Teller, games="toepen"):
    def acted(self, before: Any, t: Any, seat: int, choice: str) -> None:
        if choice in ("knock", "fold"):
            self.course.append([f"{choice}s", seat])

    def saw(self, phase: str, before: Any, t: Any) -> None:
        if phase == "judge":
            self.course.append(["pays", int(before.payer)])

    def tell(self, t: Any) -> Cells:
        return {"course": self.course, "winner": int(self.at["settle"].winner) if "settle" in self.at else NOBODY}


class Polignac(Teller, games="polignac"):
    def tell(self, t: Any) -> Cells:
        b, options = self.at["score"], self.game.options
        jacks = [sum(int(b.captured[p]) >> 13 * s + 9 & 1 for s in range(3)) for p in self.seats]
        cells = self.by_seat("jacks", jacks)
        cells["polignac"] = next(p for p in self.seats if int(b.captured[p]) >> 48 & 1)
        if options["queen_of_spades"]:
            cells["queen"] = next(p for p in self.seats if int(b.captured[p]) >> 49 & 1)
        if options["capot"] == "bid":
            cells["bidder"] = int(b.bidder)
        if options["capot"] != "none":
            every = [p for p in self.seats if all(b.tricks[q] == 0 for q in self.seats if q != p)]
            cells["every"] = every[0] if every else NOBODY
        return cells


class Cucumber(Teller, games="cucumber"):
    def tell(self, t: Any) -> Cells:
        b = self.at["score"]
        cells: Cells = {"winner": int(b.winning), "card": int(b.to_beat)}
        p = int(b.leader)
        for n in range(1, int(b.trick[0]) + 1):
            if b.trick[n] % 13 == b.to_beat and (self.game.options["tie_credit"] or self.game.options["tie_all_pay"]):
                cells[f"tied.{p}"] = True
            p = next(q for k in range(1, len(self.seats) + 1) if not b.out[q := (p + k) % len(self.seats)])
        return cells


class Botifarra(Teller, games="botifarra"):
    def acted(self, before: Any, t: Any, seat: int, choice: str) -> None:
        if "double" in choice:
            self.more["doubled"] = self.more.get("doubled", 0) + 1

    def tell(self, t: Any) -> Cells:
        b = self.at["next"]
        game = "botifarra" if b.trumps == 4 else "trumps"
        return {"game": game, **self.more, **self.by_seat("points", [int(b.points[p]) for p in range(2)])}


class Schafkopf(Teller, games="schafkopf"):
    def tell(self, t: Any) -> Cells:
        b = self.at.get("score")
        if b is None:
            return {"declarer": NOBODY}
        p = int(b.declarer)
        points = [int(b.points[q]) for q in self.seats]
        if p != NOBODY:
            cells: Cells = {"declarer": p, "points": points[p]}
            if self.game.options["schwarz_by"] == "tricks":
                cells["tricks"] = {0: "none", 10: "all"}.get(int(b.tricks[p]), "some")
            return cells
        level = [q for q in self.seats if points[q] == min(points)]
        return {
            "declarer": p,
            **self.by_seat("least", points),
            "latest": max(level, key=lambda q: b.last_trick[q]) if len(level) == 2 else NOBODY,
        }


class Solo(Teller, games="solo"):
    def acted(self, before: Any, t: Any, seat: int, choice: str) -> None:
        if choice.partition(" ")[0] in ("simple", "solo", "tout"):
            self.more["game"], self.more["trumps"] = choice.split()

    def tell(self, t: Any) -> Cells:
        b = self.at.get("score")
        if b is None:
            return {"declarer": NOBODY}
        p, partner = int(b.declarer), int(b.partner)
        cells = {"declarer": p, **self.more, "tricks": int(b.tricks[p]) + (int(b.tricks[partner]) if partner != NOBODY else 0)}
        if b.forced:
            cells["forced"] = True
        if self.more["game"] == "simple":
            cells["partner"] = partner
        return cells


class Schnapsen(Teller, games="schnapsen"):
    def tell(self, t: Any) -> Cells:
        b = self.at["score"]
        p, closer = int(b.declarer), int(b.closer)
        cells: Cells = {"declared": p, "closed": closer}
        for q in range(2):
            early = closer not in (NOBODY, q)
            if (b.tricks_at_close if early else b.tricks)[q] == 0:
                cells[f"trickless.{q}"] = True
        if p == NOBODY:
            return cells if closer != NOBODY else cells | {"last": int(b.leader)}
        cells["points"] = worth(b.counted[p] | b.counted_after[p], ACE_TEN) + int(b.credited[p])
        q = 1 - p
        if closer == p:
            cells["against"] = worth(b.counted[q], ACE_TEN) + int(b.credited_at_close[q])
        else:
            cells["against"] = worth(b.counted[q] | b.counted_after[q], ACE_TEN) + int(b.credited[q])
        return cells


class Scopa(Teller, games="scopa"):
    ORDER = (12, 0, 1, 2, 3, 4, 5, 9, 10, 11)

    def tell(self, t: Any) -> Cells | None:
        if "redeal" in self.at:
            return None
        b = self.at["score"]
        sides = self.first_of_sides(b)
        owner = {r: p for p in sides for r in range(13) if int(b.counted[p] | b.sweeps[p]) >> 13 + r & 1}
        cells: Cells = {"sweeps": [["sweep", int(p)] for p in b.swept_by if p != NOBODY], "sette_bello": owner[5]}
        cells |= {f"cards.{p}": int(b.cards[p]) for p in sides} | {f"diamonds.{p}": int(b.diamonds[p]) for p in sides}
        best = [p for p in sides if b.prime[p] == max(b.prime[q] for q in sides) and b.prime[p] > 0]
        cells["primiera"] = best[0] if len(best) == 1 else NOBODY
        if self.game.options["re_bello"]:
            cells["re_bello"] = owner[11]
        if self.game.options["napola"]:
            n = next((n for n, rank in enumerate(self.ORDER) if owner[rank] != owner[12]), 10)
            cells |= {"napola": owner[12], "length": n} if n >= 3 else {"napola": NOBODY}
        return cells


class Cassino(Teller, games="cassino"):
    def tell(self, t: Any) -> Cells:
        b, options = self.at["score"], self.game.options
        asked = ["10♦", "A♠", "A♣", "A♥", "A♦", "2♠"] + (["J♠"] if options["spade_cassino"] else [])
        if options["spade_cassino"] and options["count_out"]:
            asked += [f"{rank}♠" for rank in (*range(3, 11), "Q", "K")]
        cells = self.by_seat("cards", [int(x) for x in b.cards[:2]]) | self.by_seat("spades", [int(x) for x in b.spades[:2]])
        for name in asked:
            code = self.game.code(name)
            cells[f"owner {name}"] = next(p for p in range(2) if int(b.counted[p] | b.swept[p]) >> code & 1)
        if options["sweeps"]:
            cells["sweeps"] = [["sweep", int(p)] for p in b.swept_by if p != NOBODY]
        return cells


class Totit(Teller, games="totit"):
    def tell(self, t: Any) -> Cells:
        b = self.at["score"]
        if self.game.options["points_per_card"]:
            return self.by_seat("cards", [size(b.counted[p]) for p in self.seats])
        return self.by_seat("pairs", [bits(b.counted[p, 1]) for p in self.seats])


class Khanhoo(Teller, games="khanhoo"):
    KINDS = ("sequence", "aces", "triplet", "royal", "court", "khanhoo")

    def dealt(self, t: Any) -> None:
        super().dealt(t)
        self.claims: dict[int, str] = {}
        self.bumped: dict[int, list[str]] = {p: [] for p in self.seats}

    def acted(self, before: Any, t: Any, seat: int, choice: str) -> None:
        if choice.startswith("bump "):
            kinds = [f"{more}{kind}" for kind in self.KINDS for more in ("", "double ")]
            self.claims[seat] = next(kind for kind in kinds if choice.startswith(f"bump {kind}"))

    def saw(self, phase: str, before: Any, t: Any) -> None:
        if phase == "settle" and before.bumper != NOBODY:  # it is worth what it was claimed as
            self.bumped[int(before.bumper)].append(self.claims[int(before.bumper)])

    def tell(self, t: Any) -> Cells:
        b = self.at["score"]
        melds = [self.melds_of(p, b.laid[p]) for p in self.seats]
        return {"out": int(b.out), **self.by_seat("melds", melds)}

    def melds_of(self, p: int, piles: Any) -> list[list[str]]:
        """A seat's melds: those bumped as they were claimed, then those shown."""
        shown = [[int(card) for card in pile[1 : pile[0] + 1]] for pile in piles if pile[0]]
        return [[kind] for kind in (*self.bumped[p], *map(self.kind, shown[len(self.bumped[p]) :]))]

    def kind(self, cards: list[int]) -> str:
        """Return the kind of a meld, by eye; a joker is any card that it has to be."""
        joker = 52 in cards
        plain = sorted(card for card in cards if card != 52)
        ranks, suits = {card % 13 for card in plain}, {card // 13 for card in plain}
        double = "double " if len(cards) == 6 else ""
        if all(card < 13 for card in plain):
            return f"{double}royal"
        if any(card < 13 for card in plain) and any(card >= 13 for card in plain):
            return "court"
        if ranks == {12}:
            whole = sorted(plain) == sorted({*plain}) and len(plain) + joker == 3 and len(suits) == len(plain)
            return f"{double}aces" if double or not (whole and self.game.options["ace_triplets"]) else "triplet"
        if len(ranks) == 1 and not (joker and len(plain) == 2 and len({*plain}) == 1):
            return f"{double}triplet"
        if len(ranks) == 1:
            return "court"
        if {13 + 13 + 12, 39, 14} >= {*plain} and len(suits) == len({*plain}):
            return f"{double}khanhoo"
        return "sequence"


class Chicago(Teller, games="chicago"):
    def saw(self, phase: str, before: Any, t: Any) -> None:
        if phase == "award":
            s = int(before.draws) - 1
            name, standing = ("first", "second")[s], int(before.standing[s])
            if bits(standing) == 1:
                p = standing.bit_length() - 1
                self.more |= {name: p, f"{name}_hand": int(before.declared[p, s])}
        elif phase == "best hand":
            for p in self.seats:
                if t.score[p] > before.score[p]:
                    from parlour.games.chicago.hands import category

                    self.more |= {"best": p, "best_hand": int(category(before.played[p]))}
        elif phase == "judge" and t.fell != before.fell:
            self.more[f"lied.{int(t.fell ^ before.fell).bit_length() - 1}"] = True

    def tell(self, t: Any) -> Cells:
        b = self.at["last trick"]
        if b.caller != NOBODY:
            return self.more | {"caller": int(b.caller), "made": bool(b.tricks[b.caller] == 5)}
        return self.more | {"last": int(b.leader)} | ({"two": True} if b.prize == 10 else {})


class Crash(Teller, games="crash"):
    PLACES = ("first", "second", "third", "fourth")

    def saw(self, phase: str, before: Any, t: Any) -> None:
        for p in self.seats:
            if phase == "foul" and t.out[p] > before.out[p]:
                self.more[f"foul.{p}"] = int(before.showing)
            elif phase == "score" and t.taken[p] > before.taken[p]:
                self.more[self.PLACES[int(before.showing)]] = p
            elif phase == "bonus" and t.score[p] > before.score[p]:
                self.more["bonus"] = p
            elif phase == "won" and before.exposed[p]:
                self.more["thirteen"] = p
        if phase == "void":
            self.more["void"] = True

    def tell(self, t: Any) -> Cells:
        return self.more


class CrazyEights(Teller, games="crazy_eights"):
    def tell(self, t: Any) -> Cells:
        b = self.at["score"]
        cells = self.by_seat("cards", [size(b.hand[p]) for p in self.seats])
        if self.game.options["scoring"] == "points":
            points = [sum(worth(x, EIGHTS_POINTS) + 50 * bits(int(x) >> 52 & 3) for x in b.hand[p]) for p in self.seats]
            cells |= self.by_seat("points", points)
        return cells


class CardsLeft(Teller, games="i_doubt_it machiavelli"):
    def tell(self, t: Any) -> Cells:
        b = self.at["finish" if "finish" in self.phases else "score"]
        return self.by_seat("cards", [size(b.hand[p]) for p in self.seats])


class SnipSnapSnorem(Teller, games="snip_snap_snorem"):
    def acted(self, before: Any, t: Any, seat: int, choice: str) -> None:
        for p in self.seats:
            if t.stack[p] < before.stack[p]:
                self.more[f"paid.{p}"] = self.more.get(f"paid.{p}", 0) + int(before.stack[p] - t.stack[p])

    def tell(self, t: Any) -> Cells:
        b = self.at["out"]
        cells = {"winner": int(b.last), **self.more}
        if self.game.options["scoring"] == "cards":
            cells |= self.by_seat("cards", [bits(b.hand[p]) for p in self.seats])
        return cells


class SpiteAndMalice(Teller, games="spite_and_malice"):
    def tell(self, t: Any) -> Cells:
        b = self.at["score"]
        return self.by_seat("talon", [int(b.down[p, 0] + b.up[p, 0]) for p in self.seats])


class Pirate(Teller, games="pirate"):
    def tell(self, t: Any) -> Cells:
        return {"sunk": int(t.sunk_ships), **self.by_seat("ships", [int(t.score[p]) for p in self.seats])}


class Aggravation(Teller, games="aggravation"):
    def tell(self, t: Any) -> Cells:
        return {"winner": int(t.winners).bit_length() - 1 if t.winners else NOBODY}


class Delphi(Teller, games="delphi"):
    def tell(self, t: Any) -> Cells:
        b = self.at["score"]
        return self.by_seat("tokens", [int(b.tokens[p]) if p != b.dealer else None for p in self.seats])


class Bura(Teller, games="bura"):
    def tell(self, t: Any) -> Cells:
        b = self.at["pay"]
        if b.claimant != NOBODY:
            return {"claimed": int(b.claimant), "points": worth(b.counted[b.claimant], ACE_TEN)}
        return {"bura": int(b.winner)}


class Brag(Teller, games="brag"):
    def tell(self, t: Any) -> Cells:
        b, swept = self.at["award"], self.at["sweep"]
        dealt_in = [p for p in self.seats if not b.out[p]]
        cells = {f"paid.{p}": int(b.paid[p]) for p in dealt_in}
        if b.closed == 0:
            return cells | {"winner": int(b.champion)}
        return cells | {"pots": "several"} | {f"takes.{p}": int(swept.score[p] - b.score[p]) for p in dealt_in}


class Backhand(Teller, games="backhand"):
    def acted(self, before: Any, t: Any, seat: int, choice: str) -> None:
        if choice.startswith("bet"):
            self.more[f"bet.{seat}"] = int(choice.split()[1])

    def saw(self, phase: str, before: Any, t: Any) -> None:
        if phase == "settle" and before.result == 1:
            self.more[f"won.{int(before.player)}"] = True

    def tell(self, t: Any) -> Cells:
        return self.more


class DrawPoker(Teller, games="badugi baduci triple_draw"):
    def tell(self, t: Any) -> Cells:
        b = self.at["take"] if "take" in self.at else self.at["show"]
        dealt_in = [p for p in self.seats if not b.out[p]]
        cells: Cells = {f"paid.{p}": int(b.paid[p]) for p in dealt_in}
        cells |= {f"folded.{p}": True for p in dealt_in if b.folded[p]}
        shown = self.at.get("award")
        live = [p for p in dealt_in if not b.folded[p]]
        if shown is not None:
            split = any(shown.strength[p, 1] for p in live)
            for half, name in enumerate(("place", "second") if split else ("place",)):
                order = sorted({int(shown.strength[p, half]) for p in live if shown.strength[p, half]}, reverse=True)
                for p in live:
                    if shown.strength[p, half]:
                        cells[f"{name}.{p}"] = order.index(int(shown.strength[p, half])) + 1
        return cells


class Patience(Teller, games="klondike spider"):
    def tell(self, t: Any) -> Cells:
        cells: Cells = {"won": bool(t.winners)}
        if self.game.options["scoring"] in ("standard", "points"):
            return cells | {"points": int(t.score[0])}
        if cells["won"]:
            return cells
        if self.game.room.name == "klondike":
            return cells | {"home": sum(int(pile[0]) for pile in t.foundations)}
        return cells | {"sequences": sum(int(pile[0]) > 0 for pile in t.done)}


class Porrazo(Teller, games="porrazo"):
    VALUE = (1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 3, 4, 1)

    def saw(self, phase: str, before: Any, t: Any) -> None:
        word, figure = int(t.said[0]), int(t.said[1])
        if phase == "bonus" and word in (self.item("best ronda"), self.item("best rondine")):
            what = "ronda" if word == self.item("best ronda") else "rondine"
            self.course.append([what, figure // 13, figure % 13])
        elif phase == "arrange":
            self.course.append(["tendido", int(before.dealer), figure])
        elif phase == "settle":
            self.course.append(self.struck)
        elif phase == "resolve":
            self.resolved(before, t, int(before.player), int(before.laid).bit_length() - 1)

    def resolved(self, before: Any, t: Any, p: int, card: int) -> None:
        """A card was played: what it was, from what lies there before and after."""
        rank, gained = card % 13, int(t.score[p] - before.score[p])
        alike = before.link != NOBODY and before.link % 13 == rank
        value = self.VALUE[rank]
        if before.stage == 3 and alike:
            self.course.append(["san benito", p, rank])
        elif before.placing:
            self.course.append(["in place", p, rank])
        elif before.stage == 2 and alike:
            clearing = self.clearing(gained - 3 * value)
            self.course += [[f"porrazo{clearing}", (p - 1) % len(self.seats), rank], [f"counter{clearing}", p, rank]]
        elif int(before.table) & sum(1 << rank + 13 * s for s in range(4)):
            if before.stage == 1 and alike:
                owed = int(t.owed) if t.waiting else gained
                self.struck = [f"porrazo{self.clearing(owed - value)}", p, rank]
                if not t.waiting:
                    self.course.append(self.struck)
            elif gained:
                taken = bits(int(before.table)) - bits(int(t.table))
                self.course.append(["limpia", p, (rank + taken - 1) % 13])

    def clearing(self, limpia: int) -> str:
        return f" clearing {limpia}" if limpia else ""

    def tell(self, t: Any) -> Cells:
        cells: Cells = {"course": self.course}
        b = self.at.get("count")
        if b is not None:
            for first in self.first_of_sides(b):
                cells[f"cards.{first}"] = sum(bits(b.won[q]) for q in self.seats if b.side[q] == b.side[first])
        return cells
