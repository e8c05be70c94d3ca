"""The log tells the game: checked by plain models of what a trick, a capture and a pot are."""

from __future__ import annotations

import itertools
import random
import re

import pytest

from parlour.engine.errors import BadInput
from parlour.engine.game import Game
from parlour.engine.rooms import named, room, room_names
from parlour.engine.speech import choice_words, look
from parlour.kit.cards import read_card
from parlour.kit.layout import NOBODY
from parlour.ladder.climbing import Climb
from parlour.table.live import LiveMatch
from parlour.table.telling import Teller
from parlour.table.views import table_view
from parlour.table.wire import LogLine
from parlour.table.words import entries

NAMES = ["Ann", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hana"]
TRICKS = [name for name in room_names() if "trick" in {zone.get("look") for zone in look(named(name)).get("zones", {}).values()}]


ORDERS = {
    "botifarra": "2 3 4 5 6 7 8 J Q K A 9",
    "polignac": "7 8 9 10 A J Q K",
    "schafkopf": "7 8 9 K 10 A J Q",
    "schnapsen": "9 J Q K 10 A",
    "toepen": "J Q K A 7 8 9 10",
}


def played(name: str, choices: int, **house: object) -> LiveMatch:
    """Return a match after a number of random choices."""
    return played_at(Game(named(name), None, house), choices)


def played_at(game: Game, choices: int) -> LiveMatch:
    """The same, of any game."""
    live = LiveMatch(game.fresh(choices), NAMES[: game.seats])
    rng = random.Random(choices)
    live.begin()
    for _ in range(choices):
        if live.match.over:
            break
        if not live.asked():
            live.close()
            continue
        seat, names = live.asked()[0], []
        while not (menu := live.menu(seat, names)).complete:
            entries = [entry for entry in menu.choices if entry.kind != "resign"]
            if not entries:  # this seat has pressed already
                break
            entry = rng.choice(entries)
            names.append(entry.name if entry.kind != "run" else str(entry.low).join(entry.names or ()))
        if menu.complete:
            live.choose(seat, names)
        else:
            live.close()
    return live


def test_a_trick_is_told_with_its_winner_and_what_won_it() -> None:
    """Spades: the highest spade takes the trick, if there is none the highest of the suit that was led."""
    live = played("spades", 40)
    tricks = [line for line in live.feeds[NOBODY].lines if line.kind == "trick"]
    assert len(tricks) == 9
    for line in tricks:
        led = line.trick[0][1] // 13
        seat, card = max(line.trick, key=lambda each: (each[1] // 13 == 3, each[1] // 13 == led, each[1] % 13))
        assert line.text == f"{NAMES[seat]} takes the trick with {live.room.choice_name(card)}"
    plays = [line.text for line in live.feeds[NOBODY].lines if line.kind == "play"]
    told = [f"{NAMES[seat]}: {live.room.choice_name(card)}" for line in tricks for seat, card in line.trick]
    assert [text.partition(",")[0] for text in plays][: len(told)] == told
    own = [line for line in live.feeds[0].lines if line.kind == "trick"]
    assert [line.trick for line in own] == [line.trick for line in tricks]
    assert all(line.text.startswith("You take ") == (NAMES[0] in all_.text) for line, all_ in zip(own, tricks, strict=True))


@pytest.mark.parametrize("name", TRICKS)
def test_the_winner_of_a_trick_leads_the_next(name: str) -> None:
    """In all trick games, for all seats, under random house rules: the seat that the log names leads next, and the card wins."""
    seen, seats = 0, set()
    for number, (game, _) in enumerate(Climb(room(name)).tries(4, "telling")):
        if game.seats > len(NAMES):
            continue
        live, folded = played_at(game, 80 + number), set[str]()
        told = [
            line for line in live.feeds[NOBODY].lines if line.kind in ("trick", "play", "hand") or "fold" in line.text.casefold()
        ]
        for line, after in itertools.pairwise(told):
            folded = set() if line.kind == "hand" else folded
            if line.kind != "trick":
                folded |= {line.text.partition(":")[0]} if not line.kind else set()
                continue
            winner = line.text.partition(" takes ")[0]
            own = [card for seat, card in line.trick if NAMES[seat] == winner]
            assert len(own) == 1, line.text
            assert f"{winner} takes the trick with {game.room.choice_name(own[0])}" in line.text
            others = [card for seat, card in line.trick if NAMES[seat] not in folded | {winner}]  # whose cards cannot win
            beaten = [card for card in others if same_suit(game, card, own[0])]
            assert all(rank_in(game, card) <= rank_in(game, own[0]) for card in beaten), line
            if after.kind == "play":
                assert after.text.startswith(f"{winner}: "), (line.text, after.text)
                seen, seats = seen + 1, seats | {winner}
    assert seen > 5
    assert len(seats) > 1


def rank_in(game: Game, card: int) -> int:
    """Where a card stands in the order of ranks that the ruling of the game gives, the lowest first."""
    return ORDERS.get(game.room.name, "2 3 4 5 6 7 8 9 10 J Q K A").split().index(game.room.choice_name(card)[:-1])


def same_suit(game: Game, card: int, other: int) -> bool:
    """Whether the order of ranks alone decides between two cards: both of a suit, or anywhere if suits do not matter."""
    if game.room.name in ("schafkopf", "solo") and {game.room.choice_name(card)[:-1], game.room.choice_name(other)[:-1]} & {
        "Q",
        "J",
        "7",
    }:
        return False  # some of these are trumps at all times
    return game.room.name == "cucumber" or card // 13 == other // 13


def test_a_capture_is_told_with_what_took_what() -> None:
    """Scopa: what is taken comes to the card that takes it."""
    live = played("scopa", 36)
    values = {
        f"{rank}{suit}": n for n, rank in enumerate(["A", "2", "3", "4", "5", "6", "7", "J", "Q", "K"], 1) for suit in "♣♦♥♠"
    }
    found = 0
    for line in live.feeds[NOBODY].lines:
        if match := re.fullmatch(r"(\w+) takes (.+) with (\S+)(?: — Scopa!)?(?: \(.*\))?", line.text):
            assert sum(values[card] for card in match[2].split()) == values[match[3]], line.text
            found += 1
    assert found > 4
    last = [line.text for line in live.feeds[NOBODY].lines if "what is left" in line.text]
    assert all(" with " not in text for text in last)


def test_a_capture_names_the_partner_who_made_it() -> None:
    """Scopa with partners, who share a pile: each card is played by the next seat, whether it captures or not."""
    live = played_at(Game(named("scopa"), 4, {"partnerships": True}), 36)
    texts = [line.text for line in live.feeds[NOBODY].lines if re.match(r"\w+(: \S+$| takes .+ with )", line.text)]
    names = [re.match(r"\w+", text)[0] for text in texts]  # type: ignore[index]
    first = NAMES.index(names[0])
    assert names == [NAMES[(first + number) % 4] for number in range(len(names))]
    assert len({name for name, text in zip(names, texts, strict=True) if " takes " in text}) > 2


@pytest.mark.parametrize("name", ["brag", "badugi"])
def test_what_is_bet_is_told_with_the_pot_it_makes(name: str) -> None:
    live = played(name, 40)
    pot = 0
    for line in live.feeds[NOBODY].lines:
        if made := re.search(r" · pot (\d+)$", line.text):
            assert int(made[1]) > pot, line.text
            pot = int(made[1])
        elif won := re.search(r" pot .*\(\+(\d+)\)$", line.text):
            assert int(won[1]) <= pot, line.text
        if line.kind == "hand":
            pot = 0
    assert any("(+" in line.text for line in live.feeds[NOBODY].lines)


def test_a_move_names_its_cards() -> None:
    live = played("klondike", 30)
    moves = [line.text for line in live.feeds[0].lines if " from " in line.text]
    assert moves
    for text in moves:
        match = re.fullmatch(r"(.+) from (column \d|waste) to (column \d|foundation)", text)
        assert match, text
        assert all(0 <= read_card(card) < 52 for card in match[1].split())


@pytest.mark.parametrize("name", ["klondike", "spider"])
def test_cards_that_move_together_are_named_from_the_upper_one(name: str) -> None:
    """As they lie in the column: each is one lower than the card before it."""
    lines = [line.text.partition(" from ")[0].split() for line in played(name, 150).feeds[0].lines if " from " in line.text]
    together = [[read_card(card) % 13 for card in cards] for cards in lines if len(cards) > 1]
    assert together
    for ranks in together:
        assert [(rank + 1) % 13 for rank in ranks] == list(range((ranks[0] + 1) % 13, (ranks[0] + 1) % 13 - len(ranks), -1))


def test_a_log_line_is_short_on_the_wire() -> None:
    import msgspec

    assert msgspec.json.encode(LogLine(3, "Ben: 7♣")) == '{"n":3,"text":"Ben: 7♣"}'.encode()


def at_home(live: LiveMatch) -> list[int]:
    places = table_view(live.game, live.match.view(0).tables).places
    return sorted(card for name, place in places.items() if name.startswith("foundations") for card in place.cards)


def test_cards_go_home_on_request_and_come_back_one_by_one() -> None:
    """Klondike: each move brings one card home until none can go, and each can be taken back."""
    live = played("klondike", 1)
    while not any(name.endswith(">f") for name in live.match.choices()):
        live.choose(0, ["draw"])
    before = at_home(live)
    change = live.drop()
    moves = [row for row in change.rows if row.kind == "choice"]
    after = at_home(live)
    assert len(after) == len(before) + len(moves) > len(before)
    assert not any(name.endswith(">f") for name in live.match.choices())
    with pytest.raises(BadInput):
        live.drop()
    for taken in range(1, len(moves) + 1):
        live.undo()
        assert len(at_home(live)) == len(after) - taken
    assert at_home(live) == before


def test_a_broken_contract_says_whose() -> None:
    """Spades: what nobody gains or loses anything by has a name all the same."""
    live = played("spades", 160)
    told = [line.text for line in live.feeds[NOBODY].lines if "broken" in line.text and "ontract" in line.text]
    assert told
    assert all(re.match(r"(Ann|Ben) and partner: contract of \d+ broken", text) for text in told)
    own = [line.text for line in live.feeds[0].lines if "ontract" in line.text and "broken" in line.text]
    assert [text.replace("You", "Ann") for text in own] == [text.replace("Cleo & Ann", "Ann & Cleo") for text in told]


def test_a_pass_that_was_chosen_is_told_once() -> None:
    """Chicago with bluffs: a player passes in a comparison, and says so, in one line."""
    game = Game(named("chicago"), None, {"false_declarations": True})
    live = LiveMatch(game.fresh(5), NAMES[: game.seats])
    live.begin()
    passed = []
    for _ in range(200):
        if live.match.over:
            break
        if not live.asked():
            live.close()
            continue
        seat, names = live.asked()[0], []
        phase = live.room.phases[int(live.match.row.phase)]
        while not (menu := live.menu(seat, names)).complete:
            offered = [entry.name for entry in menu.choices if entry.kind != "resign"]
            wished = [name for name in offered if name in ("claim pair", "done", "show")]
            names.append("pass" if phase == "answer" and "pass" in offered else (wished or offered)[0])
        live.choose(seat, names)
        if names == ["pass"] and phase == "answer":
            passed.append(seat)
    assert passed
    lines = [line.text for line in live.feeds[NOBODY].lines]
    assert [text for text in lines if text.endswith(" passes")] == [f"{NAMES[seat]} passes" for seat in passed]
    assert not [text for text in lines if text.endswith(": Pass")]


def test_ranks_are_offered_one_by_one() -> None:
    """Chicago: ranks begin with numbers but are not a run of numbers."""
    game_room = named("chicago")
    pattern = next(pattern for pattern in game_room.calls.patterns if pattern.text.startswith("higher "))
    found = entries(Game(game_room), [range(pattern.low, pattern.high + 1)], 0)
    assert [entry.kind for entry in found] == ["call"] * 13


CODE = re.compile(r"[A-Za-z]\d+:\d+|\w_\w|[{}<>]|[A-Za-z]\.\d")
"""Text that only a program writes: `p1:2`, `big_blind`, `{n}`, `a>f`, `row.0`."""


@pytest.mark.parametrize("name", room_names())
def test_no_call_is_written_as_code(name: str) -> None:
    """Check the calls of every game, as on buttons and in the log; calls that players write have a language of their own."""
    game_room = named(name)
    written = "writing" in look(game_room)
    some = [[*range(pattern.low, min(pattern.low + 100, pattern.high + 1)), pattern.high] for pattern in game_room.calls.patterns]
    words = {choice_words(game_room, code) for codes in some for code in codes}
    assert not [text for text in words if CODE.search(text)]
    assert written or not [text for text in words if re.search(r"[a-z]:\w", text)]


def test_no_line_of_the_log_is_written_as_code() -> None:
    """Aggravation names places in words, and only the card that is laid: the one below it is out of sight."""
    lines = [line.text for line in played("aggravation", 60).feeds[NOBODY].lines]
    assert not [text for text in lines if CODE.search(text)]
    covers = [text for text in lines if "Cover" in text]
    assert covers
    assert all(re.fullmatch(r"\w+: Cover place \d+ of row [12](: [^ ,]+)?(, “\w+”)?", text) for text in covers)


@pytest.mark.soak
@pytest.mark.parametrize("name", room_names())
def test_no_line_of_any_log_is_written_as_code(name: str) -> None:
    for seed in range(3):
        feeds = played(name, 100 + seed).feeds
        assert not [line.text for seat in feeds for line in feeds[seat].lines if CODE.search(line.text)]


NUMBERS = {
    word: number
    for number, word in enumerate(
        ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen"]
    )
}


def content(text: str) -> set[str]:
    """Return what a piece of a line says, without the little words."""
    words = re.findall(r"[^\W_]+|\S", text.casefold())
    little = {"i", "a", "the", "to", "it", "bid"}
    return {str(NUMBERS.get(word, word.rstrip("s"))) for word in words if word.isalnum() or word in "♣♦♥♠"} - little


def told_twice(lines: list[LogLine]) -> list[str]:
    """The lines that tell what was told already: in the same line, in the line before, or of the same step."""
    found = []
    for line in lines:
        pieces = [piece for piece in re.split(r", (?=“)| — | · ", line.text) if not re.fullmatch(r"pot \d+", piece)]
        said = [content(piece.rpartition(": ")[2]) for piece in pieces]
        if any(a and b and (a <= b or b <= a) for a, b in itertools.combinations(said, 2)):
            found.append(line.text)
    for line, after in itertools.pairwise(lines):
        both = f"{line.text} / {after.text}"
        if line.n == after.n and line.kind != "hand":
            found.append(both)
        scorers = re.findall(r"(\w+) [+−]\d+", after.text) if after.kind == "score" else []
        if (
            scorers
            and not line.kind
            and all(who.casefold() in line.text.casefold() for who in scorers)
            and ":" not in line.text[:9]
        ):
            found.append(both)
        if taker := re.match(r"(\w+) takes? ", after.text):
            if re.search(rf"\b{taker[1]} takes? (the|what)\b", line.text, re.IGNORECASE) and line.kind != "trick":
                found.append(both)
        if re.match(r"Round \d+ is over", line.text) and after.kind == "hand":
            found.append(both)
    return found


ANSWERED_TOGETHER = ["crash", "delphi", "i_doubt_it", "toepen"]
"""Games in which all are asked one thing, and no two players in a row say the same otherwise."""


@pytest.mark.parametrize("name", ["delphi", "i_doubt_it", "oh_hell", "scopa"])
def test_nothing_is_told_twice(name: str) -> None:
    """One line per event."""
    live = played(name, 36)
    for seat in live.feeds:
        assert len(live.feeds[seat].lines) > 10
        assert told_twice(live.feeds[seat].lines) == []


@pytest.mark.soak
@pytest.mark.parametrize("name", room_names())
def test_nothing_is_told_twice_in_any_game(name: str) -> None:
    for seed in range(3):
        feeds = played(name, 60 + seed).feeds
        assert [told_twice(feeds[seat].lines) for seat in feeds] == [[] for _ in feeds]


@pytest.mark.parametrize("name", ANSWERED_TOGETHER[1:])
def test_equal_answers_share_a_line(name: str) -> None:
    lines = [line.text for line in played(name, 30).feeds[NOBODY].lines if not re.search(r"“(I|Knock|Fold)", line.text)]
    answers = [text.partition(": ")[2] for text in lines if re.match(r"[\w, ]+: ", text)]
    assert not [text for text, after in itertools.pairwise(answers) if text == after and " · " not in text]
    assert any(re.match(r"(\w+, )*\w+ and \w+: ", text) for text in lines)


def test_a_card_of_delphi_takes_two_lines() -> None:
    """The card, and what everybody guessed with the verdict."""
    lines = [line.text for line in played("delphi", 36).feeds[NOBODY].lines][2:]
    assert len(lines) > 10
    for card, guesses in zip(lines[::2], lines[1::2], strict=False):
        assert re.fullmatch(r"\w+: The \w+ of \w+", card)
        assert re.fullmatch(r"[\w, ]+: (Yes|No)( · [\w, ]+: (Yes|No))? — (Correct|Incorrect)", guesses)


def test_words_wait_for_what_they_speak_of() -> None:
    """I Doubt It: who takes the pile is told with the cards, unless they were named when turned up; Toepen: a lost token is not
    counted once more."""
    texts = [line.text for line in played("i_doubt_it", 36).feeds[0].lines]
    caught = [(text, before) for before, text in itertools.pairwise(texts) if "the pile" in text]
    assert caught
    for text, before in caught:
        assert re.fullmatch(r"(Caught!|It was true:) \w+ takes? the pile(: [^a-z]+)?", text)
        assert ("pile: " in text) != before.startswith("Turned up: ")
    lines = played("toepen", 36).feeds[NOBODY].lines
    lost = [at for at, line in enumerate(lines) if line.text.endswith("loses a token")]
    assert lost
    assert all(lines[at + 1].kind != "score" for at in lost if at + 1 < len(lines))


@pytest.mark.parametrize(
    ("name", "said", "line"),
    [
        ("2", "2 gets 2 points", "2 gets 2 points"),  # a player may be called so
        ("2", "2 gets 12 points", "2 gets 12 points (+2)"),
        ("2", "Ann gives 12 points", "Ann gives 12 points (2 +2)"),
        ("Bot 2", "Bot 2 wins a point", "Bot 2 wins a point (+2)"),
        ("An", "Another round, for 2 points", "Another round, for 2 points (An +2)"),
        ("You", "That is your trick, for 2 points", "That is your trick, for 2 points"),
    ],
)
def test_points_are_told_once_with_names_that_are_numbers_or_parts_of_words(name: str, said: str, line: str) -> None:
    names = [name, "Cleo"]
    assert Teller(Game(named("schnapsen")), names, names, NOBODY)._worth(said, {name: 2}, said) == line
