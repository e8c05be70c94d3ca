"""Rankings for people: against plain keys that sort tuples, the counts of the rulings, and the names of hands."""

from __future__ import annotations

import itertools
import json
import random
from typing import Any

import pytest

from parlour.cli import main
from parlour.engine.errors import BadInput
from parlour.house.rank import RANKINGS, all_hands, divide, joker_words, name_of, order, question, read, read_hand, report, why
from parlour.house.rank.tally import BADUGI, EIGHT_OR_BETTER
from parlour.house.rank.tally import strength as with_jokers
from parlour.kit import INTERPRETED, card_set, cards_in
from parlour.kit.rankings import ace_to_five, ace_to_six, deuce_to_seven

counting = pytest.mark.skipif(INTERPRETED, reason="goes through all hands: compiled only")


def one(name: str, text: str, **rules: str) -> Any:
    return read(RANKINGS[name], read_hand(text), rules)


# a second model: tuples that are sorted, as the rulings write them


def plain_key(name: str, cards: int) -> tuple[Any, ...]:
    """The larger the better."""
    if name == "badugi":
        return plain_badugi(cards)
    ranks = [card % 13 + 2 for card in cards_in(cards)]
    suits = {card // 13 for card in cards_in(cards)}
    if name in ("ace_to_five", "ace_to_six", "eight_or_better"):
        ranks = [1 if rank == 14 else rank for rank in ranks]
    groups = sorted(set(ranks), key=lambda rank: (ranks.count(rank), rank), reverse=True)
    shape = sorted((ranks.count(rank) for rank in groups), reverse=True)
    row = len(groups) == len(ranks) and max(ranks) - min(ranks) == len(ranks) - 1
    if name == "brag":
        low = set(ranks) == {14, 2, 3}
        top = 15 if low else max(ranks)
        if shape == [3]:
            return (6, 15 if ranks[0] == 3 else ranks[0])
        if row or low:
            return (5 if len(suits) == 1 else 4, top)
        return (3 if len(suits) == 1 else 2 if shape[0] == 2 else 1, *groups)
    wheel = name == "poker" and set(ranks) == {14, 2, 3, 4, 5}
    straight, flush = row or wheel, len(suits) == 1
    if name in ("ace_to_five", "eight_or_better"):
        straight = flush = False
    kinds = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1, (1, 1, 1, 1, 1): 0}
    category = kinds[tuple(shape)] if len(groups) < 5 else 8 if straight and flush else 5 if flush else 4 if straight else 0
    compared = (5 if wheel else max(ranks),) if straight else tuple(groups)
    if name == "poker":
        return (category, *compared)
    if name == "eight_or_better" and (category or max(ranks) > 8):
        return ()
    return (-category, *(-rank for rank in compared))


def plain_badugi(cards: int) -> tuple[int, ...]:
    best: tuple[int, ...] = ()
    held = [((card % 13 + 1) % 13, card // 13) for card in cards_in(cards)]
    for n in range(1, 5):
        for some in itertools.combinations(held, n):
            if len({rank for rank, _ in some}) == len({suit for _, suit in some}) == n:
                best = max(best, (n, *(-rank for rank in sorted((rank for rank, _ in some), reverse=True))))
    return best


@pytest.mark.parametrize("name", RANKINGS)
def test_the_order_is_that_of_plain_keys(name: str) -> None:
    ranking, chance = RANKINGS[name], random.Random(name)
    for _ in range(300):
        pack = chance.sample(range(52), 2 * ranking.size)
        first, second = (sum(1 << card for card in pack[i::2]) for i in (0, 1))
        placed = order(ranking, [first, second])
        keys = plain_key(name, first), plain_key(name, second)
        expected = [1, 1] if keys[0] == keys[1] else [1, 2]
        assert [one.place for one in placed] == expected, (keys, placed)
        assert placed[0].index == (0 if keys[0] >= keys[1] else 1), (keys, placed)
        assert why(placed[0].reading, placed[1].reading)


@pytest.mark.parametrize(
    ("name", "function"), [("ace_to_five", ace_to_five), ("deuce_to_seven", deuce_to_seven), ("ace_to_six", ace_to_six)]
)
def test_a_joker_tried_as_every_card_is_the_joker_of_the_games(name: str, function: Any) -> None:
    chance = random.Random(5)
    for jokers in (1, 1, 1, 1, 1, 1, 1, 1, 2, 2) if INTERPRETED else (1,) * 400 + (2,) * 200:
        cards = sum(1 << card for card in chance.sample(range(52), 5 - jokers)) | (1 << 52 if jokers == 1 else 3 << 52)
        assert with_jokers(RANKINGS[name].kind, cards, 0, 0) == function(cards)


@pytest.mark.parametrize(
    ("name", "text", "called", "joker"),
    [
        ("ace_to_five", "7♣ 5♦ 4♥ ★ 2♠", "a 7-5 (7-5-4-2-A)", "the joker is an ace"),
        ("deuce_to_seven", "7♣ 5♦ 4♥ ★ 2♠", "a 7-5 (7-5-4-3-2)", "the joker is a three"),
        ("deuce_to_seven", "3♣ 4♦ 5♥ 6♠ *", "an 8-6 (8-6-5-4-3)", "the joker is an eight"),
        ("ace_to_six", "2♣ 3♦ 4♥ 5♠ *", "a 7-5 (7-5-4-3-2)", "the joker is a seven"),
        ("deuce_to_seven", "A♣ 2♦ 3♥ 4♠ 5♠", "an A-5 (A-5-4-3-2)", ""),
        ("ace_to_six", "A♣ 2♦ 3♥ 4♠ 5♠", "a straight up to the five (5-4-3-2-A)", ""),
        ("ace_to_six", "10♣ J♦ Q♥ K♠ A♠", "a K-Q (K-Q-J-10-A)", ""),
        ("eight_or_better", "9♣ 2♦ 3♥ 4♠ 5♠", "no low (it does not qualify)", ""),
        ("eight_or_better", "5♣ A♦ 2♥ 3♠ 4♠", "the wheel (5-4-3-2-A)", ""),
        ("poker", "A♣ 2♦ 3♥ 4♠ 5♠", "a straight up to the five (5-4-3-2-A)", ""),
        ("poker", "10♠ J♠ Q♠ K♠ *", "a royal flush (A-K-Q-J-10)", "the joker is the A♠"),
        ("poker", "6♠ 6♥ 6♣ 9♥ 9♠", "a full house, sixes over nines (6-6-6-9-9)", ""),
        ("poker", "2♠ 9♠ 6♣ 9♥ A♠ A♥ 4♦", "two pair, aces and nines (A-A-9-9-6)", ""),
        ("badugi", "8♠ 5♥ 3♦ A♣", "a badugi, 8-5-3-A", ""),
        ("badugi", "8♠ 5♠ 5♦ A♣", "three cards, 8-5-A", ""),
        ("badugi", "K♠ K♥ 2♠ 2♥", "two cards, K-2", ""),
        ("badugi", "4♠ 3♥ 2♦ *", "a badugi, 4-3-2-A", "the joker is the A♣"),
        ("brag", "A♠ 2♠ 3♠", "a running flush, A-2-3", ""),
        ("brag", "3♠ 3♦ *", "a prial of threes (3-3-3)", "the joker is a three"),
        ("brag", "7♠ 7♦ K♣", "a pair of sevens (7-7-K)", ""),
        ("brag", "7♠ 9♦ K♣", "king high (K-9-7)", ""),
    ],
)
def test_names(name: str, text: str, called: str, joker: str) -> None:
    assert str(name_of(one(name, text))) == called
    assert joker_words(one(name, text)) == joker


def test_house_rules_of_a_ranking() -> None:
    low, high = "A♠ 2♥ 3♦", "A♥ K♦ Q♣"
    for a23, wins in (("highest", low), ("second", high), ("lowest", high), ("not_a_run", high)):
        placed = order(RANKINGS["brag"], [card_set(low), card_set(high)], {"a23": a23})
        assert (low, high)[placed[0].index] == wins
    threes, aces = card_set("3♠ 3♥ 3♦"), card_set("A♠ A♥ A♦")
    assert order(RANKINGS["brag"], [threes, aces])[0].index == 0
    assert order(RANKINGS["brag"], [threes, aces], {"prial_threes": "no"})[0].index == 1
    long, short = card_set("2♣ 3♦ 4♥ K♠"), card_set("5♣ 6♦ 7♥ 8♠")
    assert order(RANKINGS["badugi"], [long, short])[0].index == 1
    assert order(RANKINGS["badugi"], [long, short], {"tiebreak": "lowest_first"})[0].index == 0
    with pytest.raises(BadInput, match="a23 is one of highest, second, lowest or not_a_run, not 'best'"):
        order(RANKINGS["brag"], [threes], {"a23": "best"})
    with pytest.raises(BadInput, match="Poker, high has no house rule 'a23'; it has: none"):
        read(RANKINGS["poker"], card_set("2♠ 3♠ 4♠ 5♠ 7♥"), {"a23": "second"})


@counting
@pytest.mark.parametrize(
    ("name", "text", "place", "beaten_by"),
    [
        ("poker", "A♠ K♠ Q♠ J♠ 10♠", 1, 0),
        ("poker", "2♠ 3♠ 4♠ 5♠ 7♥", 7462, 2_598_960 - 1020),
        ("poker", "9♠ 9♥ 9♦ 9♣ 2♠", 82, 40 + 5 * 48 + 11 * 4),
        ("ace_to_five", "A♠ A♥ 2♦ 3♣ 4♠", 1288, 1_317_888),
        ("deuce_to_seven", "7♠ 6♥ 5♦ 4♣ 2♠", 4, 3 * 1020),
        ("deuce_to_seven", "A♠ 5♥ 4♦ 3♣ 2♠", 785, 784 * 1020),
        ("deuce_to_seven", "6♠ 5♥ 4♦ 3♣ 2♠", 5855, 1_303_560 + 1_098_240 + 123_552 + 54_912),
        ("ace_to_six", "K♠ Q♥ J♦ 10♣ 8♠", 1278, 1277 * 1020),
        ("eight_or_better", "8♠ 7♥ 6♦ 5♣ 4♠", 56, 57_344 - 1024),
        ("badugi", "K♠ Q♥ J♦ 10♣", 715, 714 * 24),
        ("badugi", "3♠ 2♥ A♦ A♣", 716, 17_160),
        ("brag", "A♠ 2♠ 3♠", 14, 52),
        ("brag", "A♠ K♥ J♣", 468, 52 + 48 + 720 + 1_096 + 3_744),
    ],
)
def test_places_are_those_of_the_rulings(name: str, text: str, place: int, beaten_by: int) -> None:
    line = report(RANKINGS[name], [card_set(text)], None)[0]
    assert (line.rank, line.beaten_by) == (place, beaten_by)
    assert line.beaten_by + line.ties + line.beats == line.of


@counting
@pytest.mark.parametrize(
    ("jokers", "no_pair", "of"), [(0, 1_317_888, 2_598_960), (1, 1_500_928, 2_869_685), (2, 1_702_272, 3_162_510)]
)
def test_packs_with_jokers(jokers: int, no_pair: int, of: int) -> None:
    tally = all_hands(one("ace_to_five", "2♠ 3♠ 4♠ 5♠ 7♥"), jokers)
    best_pair = one("ace_to_five", "A♠ A♥ 2♦ 3♣ 4♠").strength
    assert (tally.place(best_pair)[1], tally.total, tally.classes) == (no_pair, of, 6_175)


@counting
def test_badugi_of_five_cards_is_compared_with_hands_of_five() -> None:
    tally = all_hands(one("badugi", "K♠ Q♥ J♦ 10♣ 10♠"), 0)
    assert (tally.total, tally.classes) == (2_598_960, 1_088)
    assert RANKINGS["badugi"].kind == BADUGI


def test_why() -> None:
    def said(name: str, first: str, second: str, **rules: str) -> str:
        return why(one(name, first, **rules), one(name, second, **rules))

    assert said("deuce_to_seven", "8♠ 7♦ 5♥ 3♣ 2♠", "8♥ 7♣ 4♥ 3♦ 2♦") == "Level on the 8 and 7. The 4 is lower than the 5."
    assert said("poker", "K♠ K♦ 3♥ 4♣ 5♠", "Q♠ Q♦ J♥ 4♦ 5♣") == (
        "The rank held most often decides. The king is higher than the queen."
    )
    assert said("deuce_to_seven", "6♠ 5♥ 4♦ 3♣ 2♠", "A♠ K♥ Q♦ J♣ 9♠") == (
        "A hand without a pair beats a straight. Straights and flushes count against a low hand here."
    )
    assert said("ace_to_six", "6♠ 5♥ 4♦ 3♣ 2♠", "6♣ 6♥ 6♦ 3♣ 3♠").endswith("the categories rank the other way round.")
    assert said("badugi", "K♠ Q♥ J♦ 10♣", "2♠ 3♠ A♥ 4♦").startswith("A badugi beats three cards. More cards")
    assert said("badugi", "K♠ 2♥ 4♦ 3♣", "5♠ 8♥ 7♦ 6♣", tiebreak="lowest_first") == (
        "The lowest card decides. The 2 is lower than the 5."
    )
    assert said("brag", "A♠ 2♥ 3♦", "A♥ K♦ Q♣", a23="second") == "A-2-3 ranks below A-K-Q here."
    assert said("brag", "3♠ 3♥ 3♦", "A♥ A♦ A♣") == "Three threes are the best prial, above three aces."
    assert (
        said("eight_or_better", "9♠ 2♥ 3♦ 4♣ 5♠", "8♥ 7♦ 6♣ 5♥ 4♠")
        == "Only this one is five different ranks from the eight down."
    )
    assert (
        said("poker", "A♠ 2♥ 3♦ 4♣ 5♠", "2♠ 3♥ 4♥ 5♦ 6♣")
        == "Both are straights; the top card decides. The 6 is higher than the 5."
    )
    assert said("poker", "A♠ 2♥ 3♦ 4♣ 6♠", "A♥ 2♦ 3♠ 4♥ 6♦") == "The same ranks: they tie, since suits do not rank."


def test_a_pot_divided() -> None:
    hands = [read_hand(text) for text in ("As2s3d4c5h", "Ah2h3c4d5s", "KsKhKd9s9d")]
    poker, low = RANKINGS["poker"], RANKINGS["eight_or_better"]
    shares = divide(101, hands, poker, low)
    assert [(one.index, one.chips) for one in shares] == [(0, 25), (1, 25), (2, 51)]
    assert "odd chip" in shares[2].says
    shares = divide(7, hands[:2], poker)
    assert [(one.index, one.chips) for one in shares] == [(0, 4), (1, 3)]
    shares = divide(7, [read_hand("KsKhKd9s9d"), read_hand("QsQhQd8s8d")], poker, low)
    assert [(one.index, one.chips, one.says) for one in shares] == [(0, 7, "the pot")], "nobody qualifies"
    for chips in range(1, 60):
        assert sum(one.chips for one in divide(chips, hands, poker, low)) == chips


def test_quiz_questions_are_right_and_close() -> None:
    for seed in range(40):
        asked = question(None, seed)
        assert not asked.first.cards & asked.second.cards
        assert asked == question(None, seed)
        if not (asked.first.cards | asked.second.cards) >> 52:
            keys = [plain_key(asked.ranking.name, hand.cards) for hand in (asked.first, asked.second)]
            assert asked.answer == ("first" if keys[0] > keys[1] else "second" if keys[0] < keys[1] else "tie")
        assert asked.because
    answers = {question(None, seed).answer for seed in range(60)}
    assert answers == {"first", "second", "tie"}


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ([], "which hands?"),
        (["8s7d5h3c2s", "8s7h5d4c2c"], "8♠ is in hand 1 and in hand 2"),
        (["8s7d5h3c2s", "xx"], "hand 2: 'xx' is not a card"),
        (["8s 8s 5h 3c 2s"], "8s stands twice in '8s 8s 5h 3c 2s'"),
        (["***5h3c"], "there are two jokers at most"),
        (["8s7d"], "no ranking takes hands of 2 cards"),
        (["8s7d", "--by", "poker"], "Poker, high: a hand has 5 to 9 cards, not 2"),
        (["8s7d5h", "--by", "whist"], "there is no ranking 'whist': choose from poker"),
        (["8s7d5h", "--set", "a23=second"], "say which with --by"),
        (["8s7d5h", "--low", "badugi"], "--low is the other half of a --pot"),
        (["8s7d5h", "--pot", "10"], "a pot is divided --by a ranking"),
        (["8s7d5h", "--quiz", "3"], "--quiz deals its own hands"),
        (["8s7d5h3c2s", "--deals", "--board", "Ah"], "share neither a --board nor a --pot"),
        (["8s7d5h3c2s", "--deals", "--pot", "9", "--by", "poker"], "share neither a --board nor a --pot"),
        (["AhKh", "9s9d", "--board", "9h8h2c2hAh", "--by", "poker"], "A♥ is in hand 1 and on the board"),
        (["AhKh", "--board", "zz", "--by", "poker"], "the board: 'zz' is not a card"),
        (["AhKh", "Ah2c", "--board", "9h8h2d", "--by", "poker"], "A♥ is in hand 1 and in hand 2"),
        (["--quiz", "3", "--board", "Ah"], "--quiz deals its own hands"),
        (["x" * 9999], "a hand in 9999 characters is too long"),
    ],
)
def test_the_command_refuses_in_one_line(line: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rank", *line]) == 2
    told = capsys.readouterr().err
    assert said in told
    assert told.count("\n") == 1


def test_hands_with_a_board_and_hands_of_different_deals(capsys: pytest.CaptureFixture[str]) -> None:
    board = ["--board", "9h8h2c2hKd", "--by", "poker"]
    assert main(["rank", "AhKh", "9s9d", *board, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["rankings"][0]["hands"]
    assert [(line["place"], line["hand"], line["counting"]) for line in found] == [
        (1, 2, "9♠ 9♥ 9♦ 2♥ 2♣"),
        (2, 1, "A♥ K♥ 9♥ 8♥ 2♥"),
    ]
    assert main(["rank", "AsQc", "AdQd", "--pot", "5", *board]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "hand 1 takes 3: the pot with 1 other and 1 odd chip",
        "hand 2 takes 2: the pot with 1 other",
    ]
    assert main(["rank", "AhKhQh", "AhKdQs", "AhKhQh", "--by", "brag", "--deals", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["rankings"][0]["hands"]
    assert [(line["place"], line["hand"]) for line in found] == [(1, 1), (1, 3), (3, 2)]


def test_the_command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert main(["rank", "AhKhQh", "Ac2c3c", "--by", "brag", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["rankings"][0]["hands"]
    assert [(line["hand"], line["called"], line["class"]) for line in found] == [
        (2, "a running flush, A-2-3", 14),
        (1, "a running flush, A-K-Q", 15),
    ]
    assert main(["rank", "AhKhQh"]) == 0
    assert "52 of 22,100 hands beat it" not in (told := capsys.readouterr().out)
    assert "56 of 22,100 hands beat it (0.25%); 4 are worth the same" in told
    answers = {"first": "1", "second": "2", "tie": "0"}
    lines = iter(["5", *(answers[question(None, 9 + i).answer] for i in range(2))])
    monkeypatch.setattr("sys.stdin.readline", lambda: next(lines) + "\n")
    assert main(["rank", "--quiz", "2", "--seed", "9"]) == 0
    assert "2 of 2 right" in capsys.readouterr().out
    assert RANKINGS["eight_or_better"].kind == EIGHT_OR_BETTER
