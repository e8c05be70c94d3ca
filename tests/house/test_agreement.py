"""A group's house rules: what counts when, the description of it, and the document that contains it."""

from __future__ import annotations

import io
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import parlour
from parlour.cli import main
from parlour.engine.errors import BadInput
from parlour.engine.rooms import named
from parlour.house.agreement import ALL, Agreement, HouseRules, Version, changed, differences, founded, seat_counts
from parlour.house.agreement_toml import faults, read_agreement, write_agreement

DAY = date(2026, 5, 14)
MEMBERS = ("Ann", "Bob", "Cleo")


def version(by: str = "Ann", needed: int = ALL, rulings: dict[str, str] | None = None, **options: int | bool | str) -> Version:
    return Version(0, by, DAY, options, rulings or {}, needed)


def group(needed: int = ALL, **options: int | bool | str) -> Agreement:
    return founded("Thursdays", MEMBERS, version("Ann", needed, **options), "spades")


def settled(needed: int = ALL, **options: int | bool | str) -> Agreement:
    """The same with everybody's consent."""
    agreement = group(needed, **options)
    for name in MEMBERS[1:]:
        agreement = agreement.agree(name, (agreement.proposal or agreement.in_force).mark, DAY)
    return agreement


def test_counts_when_all_have_agreed() -> None:
    agreement = group(target=300)
    assert agreement.in_force is None
    assert agreement.house_rules() == HouseRules("spades", id=agreement.id, title="Thursdays")
    agreement = agreement.agree("Bob", agreement.proposal.mark, DAY)
    assert agreement.in_force is None
    agreement = agreement.agree("Cleo", agreement.proposal.mark, DAY + timedelta(1))
    assert agreement.proposal is None
    assert agreement.in_force.number == 1
    assert agreement.in_force.settled == DAY + timedelta(1)
    assert agreement.house_rules().open().options["target"] == 300


def test_counts_when_as_many_as_the_group_settled_have_agreed() -> None:
    agreement = settled(2, target=300).propose(version("Bob", target=200))
    assert agreement.in_force.number == 1
    agreement = agreement.agree("Cleo", agreement.proposal.mark, DAY)
    assert agreement.in_force.number == 2
    assert agreement.in_force.options == {"target": 200}
    assert (agreement.known_to("Ann"), agreement.known_to("Cleo")) == (1, 2)
    agreement = agreement.propose(version("Ann", target=500))  # it said nothing of how many: from now on all
    agreement = agreement.agree("Bob", agreement.proposal.mark, DAY)
    assert agreement.in_force.number == 2
    assert agreement.needed == 3


def test_who_was_away_may_still_agree_to_what_counts() -> None:
    agreement = settled(2, target=300).propose(version("Bob", 2, target=200))
    agreement = agreement.agree("Ann", agreement.proposal.mark, DAY)
    assert "Cleo" not in agreement.in_force.agreed
    agreement = agreement.agree("Cleo", agreement.in_force.mark, DAY)
    assert list(agreement.in_force.agreed) == ["Bob", "Ann", "Cleo"]
    assert len(agreement.versions) == 2


def test_an_objection_stands_in_the_way_until_somebody_thinks_again() -> None:
    agreement = settled(target=300).propose(version("Bob", target=200))
    mark = agreement.proposal.mark
    agreement = agreement.object("Cleo", mark, "too\nshort")
    assert agreement.proposal.objected == {"Cleo": "too short"}
    assert agreement.hopeless
    agreement = agreement.agree("Ann", mark, DAY)
    assert agreement.in_force.number == 1
    with pytest.raises(BadInput, match="only Bob or Ann can withdraw"):
        agreement.withdraw("Cleo", mark)
    other = agreement.propose(version("Cleo", target=400))  # a hopeless one gives way
    assert other.proposal.by == "Cleo"
    assert not other.hopeless
    with pytest.raises(BadInput, match="not proposed any more"):
        other.agree("Ann", mark, DAY)
    with pytest.raises(BadInput, match="one thing at a time"):
        other.propose(version("Ann", target=350))
    assert agreement.agree("Cleo", mark, DAY).in_force.options == {"target": 200}


def test_back_to_an_earlier_version_is_a_proposal_too() -> None:
    agreement = settled(1, target=300).propose(version("Bob", 1, {"R5": "Cards laid are played."}, target=200))
    assert agreement.in_force.number == 2
    agreement = agreement.back_to(1, "Cleo", DAY)
    assert agreement.in_force.number == 3
    assert agreement.in_force.options == {"target": 300}
    assert not agreement.in_force.rulings
    with pytest.raises(BadInput, match="has no version 9; it has 1 to 3"):
        agreement.back_to(9, "Cleo", DAY)
    with pytest.raises(BadInput, match="version 3 says already"):
        agreement.back_to(1, "Cleo", DAY)


def test_members_come_and_go() -> None:
    agreement = settled(target=300).with_member("  Dan ")
    assert agreement.members == (*MEMBERS, "Dan")
    assert agreement.in_force.number == 1
    for wrong in ("ann", "", "\0"):
        with pytest.raises(BadInput):
            agreement.with_member(wrong)
    agreement = agreement.propose(version("Bob", target=200))
    for name in ("Ann", "Cleo"):
        agreement = agreement.agree(name, agreement.proposal.mark, DAY)
    assert agreement.in_force.number == 1
    agreement = agreement.without_member("Dan", DAY)  # they were the last that it waited for
    assert agreement.in_force.number == 2
    with pytest.raises(BadInput, match="'Dan' is not a member"):
        agreement.without_member("Dan", DAY)


@pytest.mark.parametrize(
    ("wrong", "what"),
    [
        (version(tragte=300), "no house rule 'tragte'"),
        (version(target=3), "house rule target"),
        (version(nil=False, blind_nil=True), "do not go together"),
        (version(rulings={"R77": "x"}), "the rulebook has R1 to R9"),
        (version(rulings={"R5": " "}), "says nothing"),
        (version(rulings={"R5": "x" * 1001}), "1000 is the most"),
        (version(needed=4), "4 of 3 members cannot agree"),
        (version(by="Dan"), "'Dan' is not a member"),
    ],
)
def test_what_makes_no_sense_is_not_proposed(wrong: Version, what: str) -> None:
    with pytest.raises(BadInput, match=what):
        founded("Thursdays", MEMBERS, wrong, "spades")


def test_differences_in_words() -> None:
    room = named("spades")
    first = version(target=300, set_penalty="minus_bid", rulings={"R5": "Cards laid are played."})
    assert differences(room, None, first) == [
        "points that end the game: 300, usually 500",
        "what a broken contract scores: 10 points lost for each trick bid, usually nothing",
        'rule 6, a ruling: "Cards laid are played."',
    ]
    second = version(needed=2, nil=False, rulings={"R5": "Cards seen are played.", "H1": "Shoes off."})
    assert differences(room, first, second) == [
        "points that end the game: 500, before 300",
        "what a broken contract scores: nothing, before 10 points lost for each trick bid",
        "a bid of no tricks is scored separately: no, before yes",
        'rule 6, a ruling: "Cards seen are played.", before "Cards laid are played."',
        'H1, a rule of its own: "Shoes off."',
        "who must agree: 2 of the members, before all",
    ]
    assert differences(room, second, second) == []


signs = st.sampled_from("abXY\"\\'#[]{}=.,é♣ß漢")
names = st.lists(signs, min_size=1, max_size=8).map("".join)
words = st.lists(names, min_size=1, max_size=3).map(" ".join)
options = st.fixed_dictionaries(
    {},
    optional={
        "target": st.integers(100, 499),
        "set_penalty": st.just("minus_bid"),
        "breaking": st.just(False),
        "bag_limit": st.integers(0, 9),
    },
)
rulings = st.dictionaries(st.sampled_from(["R1", "R5", "R9", "F101", "H1", "H22"]), words, max_size=3)


@settings(max_examples=30)
@given(st.data())
def test_any_history_is_read_back_as_it_was_written(data: st.DataObject) -> None:
    """For any acts of members, in any order: the text gives the same document, and the document the same text."""
    members = data.draw(st.lists(names, min_size=1, max_size=4, unique_by=str.casefold))
    rules = data.draw(rulings)
    agreement = founded(data.draw(words), tuple(members), Version(0, members[0], DAY, data.draw(options), rules), "spades")
    day = DAY
    for _ in range(data.draw(st.integers(0, 8))):
        name, act = (
            data.draw(st.sampled_from(members)),
            data.draw(st.sampled_from(["propose", "agree", "object", "withdraw", "back"])),
        )
        asked = agreement.proposal or agreement.in_force
        mark = asked.mark if asked else ""
        day += timedelta(data.draw(st.integers(0, 400)))
        try:
            if act == "propose":
                needed = data.draw(st.integers(0, len(members)))
                new = Version(0, name, day, data.draw(options), data.draw(rulings), needed, "", data.draw(words))
                agreement = agreement.propose(new)
            elif act == "agree":
                agreement = agreement.agree(name, mark, day)
            elif act == "object":
                agreement = agreement.object(name, mark, data.draw(words))
            elif act == "withdraw":
                agreement = agreement.withdraw(name, mark)
            else:
                agreement = agreement.back_to(data.draw(st.integers(1, 3)), name, day)
        except BadInput:
            continue
        text = write_agreement(agreement)
        assert faults(text, "f") == []
        assert read_agreement(text) == agreement
        assert write_agreement(read_agreement(text)) == text
        assert [version.number for version in agreement.versions] == list(range(1, len(agreement.versions) + 1))


DOCUMENT = write_agreement(
    settled(2, target=300).propose(replace(version("Bob", 2, {"R5": "Cards laid are played."}, bag_limit=0), note="No bags"))
)


@pytest.mark.parametrize(
    ("old", "new", "line", "what"),
    [
        ("bag_limit = 0", "bag_limit = 99", "bag_limit", "99 is not one of 0..20"),
        ("bag_limit = 0", "bag_limit = 10", "bag_limit", "is as usual"),
        ("bag_limit = 0", "bags = 0", "bags", "no house rule 'bags'"),
        ("bag_limit = 0", "nil = false, blind_nil = true", "blind_nil", "do not go together"),
        ("bag_limit = 0", 'bag_limit = "a\\nb"', "bag_limit", "is not a house rule with its value"),
        ('R5 = "', 'R55 = "', "R55", "R1 to R9"),
        ('R5 = "', 'X5 = "', "X5", "is not a paragraph"),
        ("number = 1", "number = 2", "number", "this is version 1, not 2"),
        ('note = "No bags"', "note = 7", "note", "note is not text"),
        ('note = "No bags"', 'nota = "No bags"', "nota", "did you mean 'note'?"),
        ("settled = 2026-05-14", 'settled = "May"', "settled", "not a date"),
        ('agreed = { "Bob" = 2026-05-14 }', 'agreed = { "Zoe" = 2026-05-14 }', "[proposal]", "'Zoe' is not a member"),
        ('members = ["Ann", "Bob", "Cleo"]', 'members = ["Ann", "Bob", "bob"]', "members", "is a member twice"),
        ('game = "spades"', 'game = "spade"', "game", "there is no game 'spade'"),
    ],
)
def test_every_fault_has_its_line(old: str, new: str, line: str, what: str) -> None:
    assert old in DOCUMENT
    text = DOCUMENT.replace(old, new)
    found = faults(text, "club.toml")
    said = next((one for one in found if what in one), "")
    assert said, found
    number = int(said.split(":")[1])
    assert line in text.splitlines()[number - 1], said
    with pytest.raises(BadInput, match=r"club\.toml"):
        read_agreement(text, "club.toml")


@given(st.integers(0, len(DOCUMENT)), st.integers(0, 30), st.text(max_size=8))
def test_a_damaged_document_is_refused_or_read(at: int, cut: int, put: str) -> None:
    text = DOCUMENT[:at] + put + DOCUMENT[at + cut :]
    found = faults(text, "f")
    if not found:
        again = read_agreement(text)
        assert read_agreement(write_agreement(again)) == again
    assert all(one.startswith("f:") and "\n" not in one for one in found)


def test_seats_that_fit() -> None:
    assert seat_counts(named("crazy_eights"), {"decks": 1}) == [2, 3, 4, 5]
    assert HouseRules("crazy_eights", {"decks": 1}).open().seats in (2, 3, 4, 5)
    assert changed(named("spades"), {"target": "500", "nil": "no"}) == {"nil": False}


def test_a_record_says_under_which_version_it_was_played() -> None:
    rules = founded("Alone", ("Ann",), version(draw=3), "klondike").house_rules()
    match = rules.open().start(seed=3)
    text = match.record()
    assert f'agreed = {{ id = "{rules.id}", title = "Alone", version = 1 }}' in text
    again = parlour.replay(text)
    assert again.game.agreed is not None
    assert again.game.agreed.version == 1
    assert again.record() == text
    old = "\n".join(line for line in text.splitlines() if not line.startswith("agreed"))
    assert parlour.replay(old).game.agreed is None  # records from before
    for wrong in ("agreed = 3", "agreed = { id = 1, title = 2, version = 3 }", 'agreed = { id = "a", title = "b", version = 0 }'):
        with pytest.raises(BadInput, match="agreed"):
            parlour.replay(old.replace("\n", f"\n{wrong}\n", 1))


def told(capsys: pytest.CaptureFixture[str], *line: str) -> tuple[int, str, str]:
    status = main(["house", *line])
    out = capsys.readouterr()
    return status, out.out, out.err


def test_a_document_in_the_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = str(tmp_path / "club.toml")
    members = ("--member", "Ann", "--member", "Bob", "--member", "Cleo")
    assert told(capsys, file, "new", "spades", *members, "--set", "target=300", "--needed", "2")[0] == 0
    assert "version 1 is in force" in told(capsys, file, "agree", "--by", "Bob")[1]
    status, out, _ = told(capsys, file, "propose", "--by", "Bob", "--set", "bag_limit=0", "--ruling", "R5=Cards laid are played.")
    assert (status, "1 of 2 has agreed" in out) == (0, True)
    assert "bags that cost a penalty: no penalty, before 10" in told(capsys, file, "diff")[1]
    told(capsys, file, "object", "--by", "Cleo", "--note", "I like bags")
    assert "version 2 is in force" in told(capsys, file, "agree", "--by", "Ann")[1]
    out = told(capsys, file)[1]
    assert "Version 2" in out
    assert "Objected: Cleo (I like bags)" in out
    assert "points that end the game: 300, usually 500" in out
    assert told(capsys, file, "check") == (0, f"{file}: in order\n", "")
    assert main(["rules", "--house", file, "--json"]) == 0
    assert '"target": 300' in capsys.readouterr().out
    assert main(["rules", "oh_hell", "--house", file]) == 2
    assert "house rules of spades, not of 'oh_hell'" in capsys.readouterr().err
    Path(file).write_text(Path(file).read_text().replace("target = 300", "target = 3"))
    status, out, _ = told(capsys, file, "check")
    assert status == 1
    assert out.startswith(f"{file}:")
    assert "3 is not one of 100..1000" in out
    assert told(capsys, file)[0] == 2


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ((), "which FILE?"),
        (("{}", "new"), "which GAME?"),
        (("{}", "new", "spades"), "whose house rules?"),
        (("{}", "new", "spades", "--member", "Ann", "--needed", "7"), "how many of 1 member must"),
        (("{}", "show"), "there is no such file"),
        (("{}", "agree", "spades"), "takes nothing more"),
        (("--presets", "bridge"), "there is no game 'bridge'"),
    ],
)
def test_bad_lines(line: tuple[str, ...], what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, _, err = told(capsys, *(part.format(tmp_path / "none.toml") for part in line))
    assert status == 2
    assert what in err
    assert err.count("\n") == 1


def test_rules_and_play_by_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    file, record = str(tmp_path / "alone.toml"), tmp_path / "match.toml"
    told(capsys, file, "new", "klondike", "--member", "Ann", "--set", "draw=3", "--ruling", "R1=Shuffle well.")
    assert main(["rules", "--house", file]) == 0
    assert "Shuffle well." in capsys.readouterr().out
    assert main(["rules", "--house", file, "--json"]) == 0
    assert '"Shuffle well."' in capsys.readouterr().out
    monkeypatch.setattr("sys.stdin", io.StringIO("? R1\nresign\n"))
    assert main(["play", "--house", file, "--deal", "1", "--record", str(record)]) == 0
    assert "our ruling: Shuffle well." in capsys.readouterr().out
    assert main(["replay", str(record)]) == 0
    assert "played under version 1 of the house rules of alone" in capsys.readouterr().out
    monkeypatch.setattr("sys.stdin", io.StringIO("resign\n"))
    assert main(["play", "--house", file, "--set", "passes=1", "--deal", "1", "--record", str(record)]) == 0
    assert parlour.replay(record.read_text()).game.agreed is None  # not what the group agreed on


HISTORY = """id = "44cc44c766b3fb84"
title = "Thursday"
game = "spades"
rules = {rules}
members = ["Ann", "Bob", "Cleo"]

[[version]]
number = 1
by = "Ann"
proposed = 2026-05-14
settled = 2026-05-15
needed = 2
agreed = {{ "Ann" = 2026-05-14, "Bob" = 2026-05-15 }}
house = {{ target = 300 }}

[[version]]
number = 2
by = "Bob"
proposed = 2026-06-14
settled = 2026-06-15
needed = 2
agreed = {{ "Ann" = 2026-06-14, "Bob" = 2026-06-15 }}
house = {{ target = 400 }}
"""


@pytest.mark.parametrize("version", [0, 1])
@pytest.mark.parametrize(
    ("old", "new", "key", "what"),
    [
        ('"Bob" = 2026-0{}-15', '"Eve" = 2026-0{}-15', "agreed", "'Eve' is not a member"),
        (', "Bob" = 2026-0{}-15', "", "agreed", "1 had agreed when it was settled, and 2 must"),
        ("settled = 2026-0{}-15", "settled = 2026-0{}-13", "settled", "before it was proposed"),
        ("settled = 2026-0{}-15", "settled = 2026-0{}-14", "agreed", "1 had agreed when it was settled"),
        ('"Ann" = 2026-0{}-14', '"Ann" = 2026-0{}-13', "agreed", "before it was proposed"),
        ("needed = 2", "needed = 7", "needed", "7 of 3 members cannot agree"),
        ("needed = 2", 'needed = 2\npreset = "bridge"', "preset", "there is none called 'bridge'"),
        ("target = {}00", "tarket = 300", "house", "tarket"),
        ("target = {}00", "target = 3", "house", "3 is not one of"),
    ],
)
def test_every_version_is_checked_alike(version: int, old: str, new: str, key: str, what: str) -> None:
    """A fault in a version is named with its line, whether or not the version is in force."""
    text = HISTORY.format(rules=named("spades").rules_version)
    assert faults(text, "x") == []
    marks = {"target": 3 + version}
    month = 5 + version
    old, new = (one.format(marks["target"] if "target" in one else month) for one in (old, new))
    at = text.index("[[version]]", text.index("[[version]]") + 1) if version else 0
    broken = text[:at] + text[at:].replace(old, new, 1)
    assert broken != text
    found = faults(broken, "x")
    lines = broken.splitlines()
    assert any(what in fault and lines[int(fault.split(":")[1]) - 1].startswith(key) for fault in found), found


def test_rules_that_are_not_known_yet() -> None:
    """A document of a later version of the game's rules."""
    assert faults(HISTORY.format(rules=9), "x")[0].startswith("x:4: rules: 9 is not known yet")


def test_who_left_stays_in_the_history() -> None:
    """Their consent still stands in older versions, and the document is in order."""
    agreement = read_agreement(HISTORY.format(rules=named("spades").rules_version)).without_member("Bob", date(2026, 7, 1))
    assert agreement.left == ("Bob",)
    assert faults(write_agreement(agreement), "x") == []
    assert read_agreement(write_agreement(agreement)) == agreement
    back = agreement.with_member("Bob")
    assert (back.left, back.joined) == ((), ("Bob",))
    assert faults(write_agreement(back), "x") == []
    assert founded("Us", ("Ann", "Bob"), Version(1, "Ann", date(2026, 1, 1), {"target": 300}), "spades").joined == ()
