"""What every room's folder must hold: rulebook, look, scenarios, a perft count."""

from __future__ import annotations

import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import parlour
from ladder_rooms import games, ladder_rooms, short
from parlour.engine.rooms import read_toml, room
from parlour.engine.rulebook import paragraphs
from parlour.engine.scenarios import check_file
from parlour.kit.cards import read_card

ROOMS = pytest.mark.parametrize("name", ladder_rooms(), ids=short)
LADDER = settings(deadline=None, max_examples=40, suppress_health_check=list(HealthCheck), derandomize=True)
LOOKS = {"fan", "row", "stack", "pile", "trick", "columns", "grid", "lane", "sequence", "hidden"}
FAMILIES = {
    "betting",
    "banking",
    "children's",
    "fishing",
    "induction",
    "partnership",
    "reaction",
    "rummy",
    "shedding",
    "solitaire",
    "stops",
    "trick-taking",
    "vying",
}


@ROOMS
def test_scenarios_hold(name: str) -> None:
    """Every scenario of the room is true."""
    assert check_file(room(name).folder / "scenarios.toml") == []


@ROOMS
def test_every_paragraph_has_a_scenario(name: str) -> None:
    """A numbered rule without a scenario is a failing test, and so is a scenario of a rule that is not there."""
    game = parlour.Game(name)
    written = set(paragraphs(game.room, game.blank()[0]))
    shown = {p for scenario in read_toml(game.room.folder / "scenarios.toml")["scenario"] for p in scenario.get("shows", [])}
    assert written, "the rulebook numbers no paragraph"
    assert written - shown == set(), "paragraphs without a scenario"
    assert shown - written == set(), "scenarios of paragraphs that are not in the rulebook"


@ROOMS
def test_every_house_rule_is_in_the_rulebook_and_in_a_scenario(name: str) -> None:
    """Whoever changes a house rule finds it in the rulebook, and a scenario shows it at work."""
    opened = room(name)
    text = (opened.folder / "rulebook.md").read_text(encoding="utf-8")
    scenarios = read_toml(opened.folder / "scenarios.toml")["scenario"]
    used = {option for scenario in scenarios for option in scenario.get("house", {})}
    for option in opened.Table.options:
        assert re.search(r"\{" + option + r"[}=?]", text), f"the rulebook does not mention {option}"
        assert option in used, f"no scenario uses {option}"


@ROOMS
def test_rulebook_under_any_house_rule(name: str) -> None:
    """Every value of every option fills its braces, and no brace is left."""
    opened = room(name)
    for option_name, option in opened.Table.options.items():
        for code in option.codes[:12]:
            try:
                game = parlour.Game(name, None, {option_name: option.write(code)})
            except parlour.BadInput:
                continue
            text = game.rulebook()
            assert not re.search(r"[{}]", text), f"{option_name} = {option.write(code)} leaves a brace"
            assert set(paragraphs(opened, game.blank()[0])) == set(paragraphs(opened, parlour.Game(name).blank()[0]))
            assert all(paragraphs(opened, game.blank()[0]).values()), (
                f"{option_name} = {option.write(code)} leaves a paragraph empty"
            )


@ROOMS
@LADDER
@given(data=st.data())
def test_rulebook_under_house_rules_together(name: str, data: st.DataObject) -> None:
    """Conditions within conditions fill without a trace: no brace and no stray stop is left."""
    game = data.draw(games(name))
    text = game.rulebook()
    assert not (left := re.findall(r".*(?:[{}]|\S (?:[,;]|\.(?!\.))).*", text)), f"{game.house}: {left}"
    assert all(paragraphs(game.room, game.blank()[0]).values()), f"{game.house} leaves a paragraph empty"


@ROOMS
def test_objections_name_paragraphs_that_exist(name: str) -> None:
    """What `why_not` names stands in the rulebook."""
    game = parlour.Game(name)
    known = paragraphs(game.room, game.blank()[0])
    for seed in range(4):
        match = game.start(seed=seed)
        for _ in range(30):
            if match.over:
                break
            for code in [*range(54), *range(64, min(game.room.calls.end, 200))]:
                why = match.why_not(code)
                assert why is None or why.paragraph < 0 or why.label in known, f"{why}"
            match.play(match.codes()[seed % len(match.codes())])


@ROOMS
def test_the_look_is_complete(name: str) -> None:
    """table.toml shows every zone, asks in every phase, has a label for every call and text for every word."""
    opened = room(name)
    look = opened.look
    assert look["title"]
    assert look["summary"]
    assert look["deck"]
    assert look["minutes"] > 0
    assert set(look["families"]) <= FAMILIES
    assert look["families"]
    zones = look["zones"]
    assert set(zones) == set(opened.Table.zones), "zones drawn are not the zones there are"
    for zone in zones.values():
        assert zone["look"] in LOOKS
        assert zone["area"] in ("seat", "centre")
        for function in [*zone.get("read", ()), *([zone["marked"]] if "marked" in zone else [])]:
            assert opened.function(function), f"there is no {function} in rules.py"
    amounts = [label for label in look.get("calls", {}).values() if "amount" in label]
    assert not amounts or opened.function("amount")
    assert all(re.search(r"\[[^\[\]]*\{amount\}[^\[\]]*\]", label) for label in amounts)
    for figure in look.get("figures", []):
        assert figure["field"] in opened.Table.fields or opened.function(figure["field"])
    if trumps := look.get("trumps"):
        lines = trumps["cards"] if "field" in trumps else [trumps["cards"]]
        assert trumps.get("field") in {None, *opened.Table.fields}
        assert all(len({read_card(card) for card in line.split()}) == len(line.split()) > 0 for line in lines)
    asked = {opened.phases[phase] for phase in opened.calls.phases}
    assert asked <= set(look["prompts"]), "phases without a prompt"
    patterns = {pattern.text for pattern in opened.calls.patterns}
    covered = set(look.get("calls", {})) | set(look.get("moves", {}))
    assert patterns <= covered, "calls without a label"
    assert covered <= patterns, "labels of calls that do not exist"
    assert set(opened.words) == set(look.get("words", {}))


@ROOMS
def test_perft(name: str) -> None:
    """The number of choice sequences below the first deal of seed 1 is the recorded one: a change of rules shows here."""
    game = parlour.Game(name)
    recorded = read_toml(game.room.folder / "scenarios.toml").get("perft")
    counts = [game.perft(1, depth) for depth in range(1, (len(recorded) if recorded else 4) + 1)]
    assert recorded, f"scenarios.toml has no perft count; the rules give perft = {counts}"
    assert len(recorded) >= 3
    assert counts == recorded
