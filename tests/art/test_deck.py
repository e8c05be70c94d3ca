"""The drawings of the deck: sound SVG, the right signs in the right places, nothing from outside."""

import hashlib
import os
import re
import subprocess
import sys
from collections import Counter
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from parlour.art import back_svg, card_name, card_svg, empty_svg, latin, sprite
from parlour.art.deck import CARDS, JOKER, SECOND_JOKER
from parlour.art.shapes import FOUR_COLOURS, RANKS, TWO_COLOURS, number

SVG = "{http://www.w3.org/2000/svg}"
# All a drawing is made of. No text or font, no script or style sheet, no image, nothing that needs url(#...).
ELEMENTS = {"svg", "title", "defs", "symbol", "g", "use", "path", "circle", "rect"}
PLACE = re.compile(r"translate\((-?[\d.]+) (-?[\d.]+)\)scale\((-?[\d.]+)\)")
EVERY_CARD = range(CARDS)
NUMBER_CARDS = [suit * 13 + rank for suit in range(4) for rank in range(9)]
COURTS = [suit * 13 + rank for suit in range(4) for rank in (9, 10, 11)]

DOCUMENTS = {
    f"card {card} {style} {four}": (card, style, four)
    for card in EVERY_CARD
    for style in ("plain", "large")
    for four in (False, True)
}
LATIN_NAMES = ("batons", "coins", "cups", "swords")


def read(svg: str) -> ET.Element:
    return ET.fromstring(svg)


def part(card: int, name: str, suits: str = "french") -> ET.Element:
    found = read(card_svg(card, suits=suits)).findall(f".//{SVG}g[@data-part='{name}']")
    assert len(found) == 1, f"{card_name(card)} has {len(found)} parts called {name}"
    return found[0]


def pips(card: int, suits: str = "french") -> list[tuple[str, float, float, float]]:
    """Each pip of a card: what it refers to, where it stands from the card's centre, and its scale (below 0: turned)."""
    signs = []
    for use in part(card, "pips", suits).iter(f"{SVG}use"):
        match = PLACE.fullmatch(use.attrib["transform"])
        assert match, use.attrib["transform"]
        x, y, scale = map(float, match.groups())
        signs.append((use.attrib["href"], x, y, scale))
    return signs


def check_sound(svg: str) -> None:
    """Well-formed, of known elements only, ids unique, every reference to an id of its own, no outside address."""
    root = read(svg)
    assert {node.tag for node in root.iter()} <= {SVG + name for name in ELEMENTS}
    ids = Counter(node.attrib["id"] for node in root.iter() if "id" in node.attrib)
    assert [name for name, count in ids.items() if count > 1] == []
    for node in root.iter():
        for name, value in node.attrib.items():
            assert "url(" not in value, f"{name}={value}"
            assert not name.startswith(("on", "font", "{")), f"{name}={value}"
            if name in ("href", "src"):
                assert value in {f"#{name}" for name in ids}, value
    assert re.findall(r"[a-z]+://[^\"]*", svg) == ["http://www.w3.org/2000/svg"]  # the name of the language, no address
    assert not re.search(r"\b(nan|inf|None)\b", svg), "every figure is a number"


@pytest.mark.parametrize("document", DOCUMENTS.values(), ids=DOCUMENTS)
def test_every_face_is_sound(document):
    card, style, four = document
    svg = card_svg(card, style=style, four_colour=four)
    check_sound(svg)
    root = read(svg)
    assert root.attrib["viewBox"] == "0 0 250 350"
    assert root.findtext(f"{SVG}title") == card_name(card)


def test_back_and_empty_place_are_sound():
    for svg in (back_svg(), empty_svg()):
        check_sound(svg)
        assert read(svg).attrib["viewBox"] == "0 0 250 350"
    assert "currentColor" in empty_svg()


def test_faces_differ():
    for style in ("plain", "large"):
        drawings = {re.sub("<title>.*?</title>", "", card_svg(card, style=style)) for card in EVERY_CARD}
        assert len(drawings) == CARDS


@pytest.mark.parametrize("card", NUMBER_CARDS)
def test_a_number_card_shows_its_number_of_its_own_suit(card):
    suit, rank = divmod(card, 13)
    assert [href for href, *_ in pips(card)] == [f"#pip-{suit}"] * (rank + 2)


@pytest.mark.parametrize("card", NUMBER_CARDS)
def test_pips_below_the_middle_are_turned(card):
    signs = pips(card)
    assert all((scale < 0) == (y > 0) for _, _, y, scale in signs)
    assert len({abs(scale) for *_, scale in signs}) == 1


@pytest.mark.parametrize("card", NUMBER_CARDS)
def test_pips_stand_in_the_standard_pattern(card):
    places = {(x, y) for _, x, y, _ in pips(card)}
    assert len(places) == card % 13 + 2, "no two pips in one place"
    assert {(-x, y) for x, y in places} == places, "left mirrors right"
    turned = {(-x, -y) for x, y in places}
    if card % 13 == 5:  # the seven: one odd pip, in the upper half
        assert [place for place in places if place not in turned] == [(0, min(y for x, y in places if x == 0))]
    else:
        assert turned == places, "the same whichever way up"
    columns = sorted({x for x, _ in places})
    assert columns in ([0], [columns[0], columns[-1]], [columns[0], 0, columns[-1]])
    for x in columns:  # pips of a column keep clear of each other: a sign is 100 high before scaling
        heights = sorted(y for column, y in places if column == x)
        size = 100 * abs(pips(card)[0][3])
        assert all(b - a > size for a, b in pairwise(heights))


@pytest.mark.parametrize("card", range(52))
def test_two_corners_carry_rank_and_sign(card):
    suit, rank = divmod(card, 13)
    face = read(card_svg(card))
    corners = [use for use in face.iter(f"{SVG}use") if use.attrib["href"] == f"#glyph-{RANKS[rank]}"]
    assert len(corners) == 2
    # A glyph is 60 high: at full scale that is 17 % of the card.
    assert {use.attrib["transform"] for use in corners} == {"translate(-97 -129)scale(1)"}
    halves = [group for group in face.iter(f"{SVG}g") if group.attrib.get("transform") == "rotate(180)"]
    assert any(use in list(group.iter(f"{SVG}use")) for group in halves for use in corners)
    coloured = next(group for group in face.iter(f"{SVG}g") if group.attrib.get("transform") == "translate(125 175)")
    assert coloured.attrib["fill"] == coloured.attrib["stroke"] == TWO_COLOURS[suit]


@pytest.mark.parametrize("card", COURTS)
def test_courts_are_one_half_used_twice(card):
    court = part(card, "court")
    halves = [group for group in court.iter(f"{SVG}g") if group.attrib.get("id", "").startswith("half-")]
    assert len(halves) == 1
    turned = [use for use in court.iter(f"{SVG}use") if use.attrib["href"] == "#" + halves[0].attrib["id"]]
    assert [use.attrib["transform"] for use in turned] == ["rotate(180)"]
    woven = [use for use in halves[0].iter(f"{SVG}use") if use.attrib["href"] == f"#pip-{card // 13}"]
    assert len(woven) >= 8, "the robe is woven with the suit's sign"


def test_aces_show_one_sign_and_the_ace_of_spades_the_largest():
    sizes = []
    for suit in range(4):
        signs = list(part(suit * 13 + 12, "ace").iter(f"{SVG}use"))
        assert [sign.attrib["href"] for sign in signs] == [f"#pip-{suit}"]
        match = PLACE.fullmatch(signs[0].attrib["transform"])
        assert match, signs[0].attrib["transform"]
        assert match.group(1, 2) == ("0", "0")
        sizes.append(float(match.group(3)))
    assert sizes[0] == sizes[1] == sizes[2] < sizes[3]


@pytest.mark.parametrize("style", ["plain", "large"])
@pytest.mark.parametrize("card", EVERY_CARD)
def test_latin_faces_are_sound(card, style):
    svg = card_svg(card, style=style, suits="latin")
    check_sound(svg)
    assert read(svg).findtext(f"{SVG}title") == card_name(card, "latin")


def test_latin_suits_stand_in_the_places_of_the_french():
    assert [card_name(13 * suit + 5, "latin") for suit in range(4)] == [f"seven of {name}" for name in LATIN_NAMES]
    courts = ["jack of cups", "cavalier of cups", "king of cups", "ace of cups"]
    assert [card_name(26 + rank, "latin") for rank in range(9, 13)] == courts
    assert card_svg(JOKER, suits="latin") == card_svg(JOKER)
    with pytest.raises(ValueError, match="there are no suits 'german'"):
        card_svg(0, suits="german")


@pytest.mark.parametrize("card", NUMBER_CARDS)
def test_a_latin_number_card_has_its_signs_clear_of_each_other(card):
    suit, rank = divmod(card, 13)
    signs = pips(card, "latin")
    assert [href for href, *_ in signs] == [f"#pip-{suit}"] * (rank + 2)
    assert [(x, y) for _, x, y, _ in signs] == [(x, y) for _, x, y, _ in pips(card)]
    for x in {x for _, x, _, _ in signs}:
        heights = sorted(y for _, column, y, _ in signs if column == x)
        assert all(b - a > 100 * abs(signs[0][3]) for a, b in pairwise(heights))


def test_latin_signs_differ_in_outline_and_colour():
    for style in ("plain", "large"):
        drawings = {re.sub("<title>.*?</title>", "", card_svg(card, style=style, suits="latin")) for card in EVERY_CARD}
        assert len(drawings) == CARDS
    signs = ["".join(re.findall(r' d="([^"]*)"', sign)) for sign in latin.SIGNS]
    assert len(set(signs)) == len(set(latin.COLOURS)) == 4


@pytest.mark.parametrize("card", COURTS)
def test_latin_courts_carry_their_sign_and_show_their_rank(card):
    suit, rank = divmod(card, 13)
    court = part(card, "court", "latin")
    halves = [group for group in court.iter(f"{SVG}g") if group.attrib.get("id", "").startswith("half-")]
    assert len(halves) == 1
    carried = [use for use in halves[0].iter(f"{SVG}use") if use.attrib["href"] == f"#pip-{suit}"]
    assert len(carried) == 1
    face = read(card_svg(card, suits="latin"))
    assert len([use for use in face.iter(f"{SVG}use") if use.attrib["href"] == f"#glyph-{'JCK'[rank - 9]}"]) == 2


@pytest.mark.parametrize("suit", range(4))
def test_latin_courts_are_three_figures(suit):
    robes = {re.sub(r"half-\d-\d+", "", ET.tostring(part(13 * suit + rank, "court", "latin"), "unicode")) for rank in (9, 10, 11)}
    assert len(robes) == 3


def test_jokers_spell_their_word():
    for card in (JOKER, SECOND_JOKER):
        letters = [use.attrib["href"][-1] for use in read(card_svg(card)).iter(f"{SVG}use") if "glyph" in use.attrib["href"]]
        assert "".join(letters) == "JOKERJOKER"


def test_four_colours_change_colours_only():
    assert len(set(FOUR_COLOURS)) == 4
    for card in EVERY_CARD:
        two, four = card_svg(card), card_svg(card, four_colour=True)
        changes = card < 52 and TWO_COLOURS[card // 13] != FOUR_COLOURS[card // 13]
        assert (two != four) == changes
        assert re.sub("#[0-9a-f]{6}", "", two) == re.sub("#[0-9a-f]{6}", "", four)


def luminance(colour: str) -> float:
    """Relative luminance of #rrggbb, by the definition of the web's contrast guidelines."""
    channels = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("colour", sorted({*TWO_COLOURS, *FOUR_COLOURS, *latin.COLOURS}))
def test_signs_stand_out_from_the_paper(colour):
    paper = re.search(r'<rect[^>]*fill="(#[0-9a-f]{6})"', card_svg(0))
    assert paper
    assert (luminance(paper[1]) + 0.05) / (luminance(colour) + 0.05) > 5


@pytest.mark.parametrize(("four", "suits"), [(False, "french"), (True, "french"), (False, "latin")])
def test_the_sprite_holds_everything_and_stays_small(four, suits):
    svg = sprite(four_colour=four, suits=suits)
    check_sound(svg)
    symbols = {node.attrib["id"]: node.attrib["viewBox"] for node in read(svg).iter(f"{SVG}symbol")}
    cards = [f"card-{card}{style}" for card in EVERY_CARD for style in ("", "-large")] + ["card-back", "card-empty"]
    expected = dict.fromkeys(cards, "0 0 250 350")
    expected |= {f"suit-{suit}": "0 0 100 100" for suit in range(4)}
    expected |= {f"rank-{rank}": "0 0 50 60" for rank in range(13)}
    assert symbols == expected
    assert len(svg.encode()) < 200_000


def test_drawings_are_the_same_in_every_process():
    program = "import hashlib; from parlour.art import sprite; print(hashlib.sha256(sprite().encode()).hexdigest())"
    environment = os.environ | {"PYTHONHASHSEED": "12345", "PYTHONPATH": str(Path(__file__).parents[2] / "src")}
    other = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True, timeout=60
    )
    assert other.stdout.strip() == hashlib.sha256(sprite().encode()).hexdigest()


@pytest.mark.parametrize("card", [-1, 54, 1000])
def test_no_such_card(card):
    for ask in (card_svg, card_name):
        with pytest.raises(ValueError, match=f"there is no card {card}: cards are 0..53"):
            ask(card)


def test_no_such_style():
    with pytest.raises(ValueError, match="there is no card style 'huge'"):
        card_svg(3, style="huge")


@pytest.mark.parametrize(("value", "text"), [(0, "0"), (-0.001, "0"), (1.50, "1.5"), (-12, "-12"), (0.333, "0.33"), (100, "100")])
def test_numbers_are_short(value, text):
    assert number(value) == text
