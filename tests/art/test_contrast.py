"""Colours as other eyes see them: simulations and distances against known figures, and the choice made by them."""

import json
import re
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from parlour.art import BACKS, DECKS, deck_cards
from parlour.art.contrast import VISIONS, contrast_svg, distance, distances, nearest, recoloured, seen
from parlour.art.shapes import FOUR_COLOURS
from parlour.art.sheet import sheet_svg
from parlour.cli import main

DOCS = Path(__file__).parents[2] / "docs" / "decks"
SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("vision", VISIONS)
def test_white_grey_and_black_look_alike_to_everybody(vision):
    """Each row of a simulation's matrix adds up to one, so what has no colour gets none."""
    for row in VISIONS[vision]:
        assert sum(row) == pytest.approx(1, abs=2e-6)
    for colour in ("#ffffff", "#000000", "#808080"):
        assert seen(colour, vision) == colour


def test_who_sees_no_red_or_green_confuses_them():
    """By hand from the published matrices: pure red is 0.152286 0.114503 0 of light to a protanope, that is #6d5f00."""
    assert seen("#ff0000", "protanopia") == "#6d5f00"
    assert seen("#ff0000", "deuteranopia") == "#a39000"
    assert seen("#0000ff", "tritanopia") == "#006b96"
    assert seen("#00ff00", "grey") == "#dcdcdc"
    assert distance("#c4161f", "#0c6e3d", "deuteranopia") < distance("#c4161f", "#0c6e3d") / 2


def test_distances_in_oklab():
    """Black to white is the whole lightness; the primaries as their author's page gives their coordinates."""
    assert distance("#000000", "#ffffff") == pytest.approx(100, abs=0.01)
    assert distance("#ff0000", "#000000") == pytest.approx(100 * (0.62796**2 + 0.22486**2 + 0.12585**2) ** 0.5, abs=0.02)
    assert distance("#0000ff", "#000000") == pytest.approx(100 * (0.45201**2 + 0.03246**2 + 0.31153**2) ** 0.5, abs=0.02)
    assert distance("#123456", "#123456", "tritanopia") == 0


def test_the_four_colours_are_far_apart_to_every_eye():
    assert nearest(FOUR_COLOURS) > 8
    assert min(distance(a, b) for a, b in combinations(FOUR_COLOURS, 2)) > 24
    assert nearest(("#008000", "#0000ff", "#ff0000", "#000000")) < nearest(FOUR_COLOURS), "plain names of colours are nearer"
    assert min(distances("french")["normal"].values()) == 0, "clubs and spades have one colour in the usual pack"


def test_recolouring_reaches_every_colour():
    assert recoloured('<path fill="#ff0000" stroke="#00ff00"/>', "grey") == '<path fill="#7f7f7f" stroke="#dcdcdc"/>'


@pytest.mark.parametrize("deck", [*DECKS, "backs"])
def test_a_sheet_shows_every_card_once(deck):
    root = ET.fromstring(sheet_svg(deck))
    if deck == "backs":
        cells = [node for node in root if node.tag == f"{SVG}g"]
        assert len(cells) == len(BACKS)
    else:
        shown = [node.attrib["href"] for node in root.iter(f"{SVG}use") if node.attrib["href"].startswith("#card-")]
        assert shown == [f"#card-{card}" for card in deck_cards(deck)]
    ids = [node.attrib["id"] for node in root.iter() if "id" in node.attrib]
    assert len(ids) == len(set(ids))
    assert {node.attrib["href"][1:] for node in root.iter(f"{SVG}use")} <= set(ids)


@pytest.mark.parametrize("deck", [*DECKS, "backs"])
def test_the_sheets_in_the_docs_are_of_today(deck):
    """parlour art sheet DECK -o docs/decks/DECK.svg makes them."""
    assert (DOCS / f"{deck}.svg").read_text() == sheet_svg(deck)


def test_the_contrast_in_the_docs_is_of_today():
    assert (DOCS / "contrast.svg").read_text() == contrast_svg("four-colour")


def test_commands(tmp_path, capsys):
    picture = tmp_path / "four.png"
    assert main(["art", "sheet", "german", "-o", str(tmp_path / "german.svg")]) == 0
    assert (tmp_path / "german.svg").read_text().startswith("<svg")
    assert main(["art", "contrast", "four-colour", "-o", str(picture)]) == 0
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert not re.search("<text|font", contrast_svg("four-colour"))
    capsys.readouterr()
    assert main(["art", "contrast", "four-colour", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert min(min(pairs.values()) for pairs in told["four-colour"].values()) == pytest.approx(nearest(FOUR_COLOURS), abs=0.06)
    for wrong in (["sheet", "tarot"], ["contrast", "tarot"], ["contrast", "-o", "x.svg"], ["sheet", "german", "-o", "x.gif"]):
        assert main(["art", *wrong]) == 2
        assert capsys.readouterr().err.count("\n") == 1
