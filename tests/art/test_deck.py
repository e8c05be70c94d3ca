"""The drawings of the deck: sound SVG, the right signs in the right places, nothing from outside."""

import gzip
import hashlib
import os
import re
import subprocess
import sys
from collections import Counter
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from PIL import Image
from resvg_py import svg_to_bytes

from parlour.art import (
    BACKS,
    DECKS,
    FACES,
    INDEXES,
    LANGUAGES,
    back_svg,
    card_name,
    card_svg,
    deck_cards,
    empty_svg,
    german,
    latin,
    sprite,
)
from parlour.art.deck import CARDS, JOKER, SECOND_JOKER
from parlour.art.faces import SKIN
from parlour.art.shapes import FOUR_COLOURS, INK, TWO_COLOURS, number
from parlour.art.words import SYSTEMS, names

SVG = "{http://www.w3.org/2000/svg}"
# All a drawing is made of. No text or font, no script or style sheet, no image, nothing that needs url(#...).
ELEMENTS = {"svg", "title", "defs", "symbol", "g", "use", "path", "circle", "rect", "ellipse", "metadata"}
PLACE = re.compile(r"translate\((-?[\d.]+) (-?[\d.]+)\)scale\((-?[\d.]+)\)")
EVERY_CARD = range(CARDS)
INDICES = names("french").indices
NUMBER_CARDS = [suit * 13 + rank for suit in range(4) for rank in range(9)]
COURTS = [suit * 13 + rank for suit in range(4) for rank in (9, 10, 11)]

DOCUMENTS = [
    *((deck, "standard", "en", face) for deck in DECKS for face in FACES),
    *(("french", index, "en", "plain") for index in INDEXES),
    *((deck, "standard", language, "plain") for deck in DECKS for language in LANGUAGES),
]
LATIN_NAMES = ("batons", "coins", "cups", "swords")


def read(svg: str) -> ET.Element:
    return ET.fromstring(svg)


def part(card: int, name: str, deck: str = "french") -> ET.Element:
    found = read(card_svg(card, deck=deck)).findall(f".//{SVG}g[@data-part='{name}']")
    assert len(found) == 1, f"{card_name(card)} has {len(found)} parts called {name}"
    return found[0]


def pips(card: int, deck: str = "french") -> list[tuple[str, float, float, float]]:
    """Each pip of a card: what it refers to, where it stands from the card's centre, and its scale (below 0: turned)."""
    signs = []
    for use in part(card, "pips", deck).iter(f"{SVG}use"):
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


@pytest.mark.parametrize("document", DOCUMENTS, ids=" ".join)
def test_every_face_is_sound(document):
    deck, index, language, face = document
    for card in deck_cards(deck):
        svg = card_svg(card, deck=deck, index=index, language=language, face=face)
        check_sound(svg)
        root = read(svg)
        assert root.attrib["viewBox"] == "0 0 250 350"
        assert root.findtext(f"{SVG}title") == card_name(card, deck=deck, language=language)


def test_back_and_empty_place_are_sound():
    for svg in (*map(back_svg, BACKS), empty_svg()):
        check_sound(svg)
        assert read(svg).attrib["viewBox"] == "0 0 250 350"
    assert "currentColor" in empty_svg()


def test_faces_differ():
    for deck in DECKS:
        for face in FACES:
            drawings = {re.sub("<title>.*?</title>", "", card_svg(card, deck=deck, face=face)) for card in deck_cards(deck)}
            assert len(drawings) == len(deck_cards(deck))


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
    corners = [use for use in face.iter(f"{SVG}use") if use.attrib["href"] == f"#glyph-{INDICES[rank]}"]
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
    assert len(woven) >= 6, "the robe is woven with the suit's sign"


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


def test_latin_suits_stand_in_the_places_of_the_french():
    assert [card_name(13 * suit + 5, deck="italian") for suit in range(4)] == [f"seven of {name}" for name in LATIN_NAMES]
    courts = ["jack of cups", "cavalier of cups", "king of cups", "ace of cups"]
    assert [card_name(26 + rank, deck="italian") for rank in range(9, 13)] == courts


def test_names_in_languages():
    assert card_name(36, language="de") == "Herz-Dame"
    assert card_name(36, language="nl") == "hartenvrouw"
    assert card_name(36, deck="italian", language="ca") == "cavall de copes"
    assert card_name(22, deck="italian", language="ca") == "sota d'oros"
    assert card_name(51, deck="italian", language="fr") == "as d'épées"
    for system in SYSTEMS:
        for language in LANGUAGES:
            called = names(system, language)
            assert len(set(called.cards)) == CARDS
            assert len(set(called.indices)) == 13 or system == "spanish"


@pytest.mark.parametrize(("deck", "count", "missing"), [("german", 36, 0), ("italian", 52, 52), ("spanish", 48, 8)])
def test_packs_have_the_cards_of_their_country(deck, count, missing):
    assert len(deck_cards(deck)) == count
    assert missing not in deck_cards(deck)
    with pytest.raises(ValueError, match=f"there is no .* in the deck '{deck}'"):
        card_svg(missing, deck=deck)


@pytest.mark.parametrize("deck", ["german", "spanish"])
def test_number_cards_show_their_number(deck):
    for card in deck_cards(deck):
        suit, rank = divmod(card, 13)
        if rank < 9:
            assert [href for href, *_ in pips(card, deck)] == [f"#pip-{suit}"] * (rank + 2)


def test_italian_swords_and_batons_can_be_counted():
    for rank in range(9):
        swords = ET.tostring(part(39 + rank, "pips", "italian"), "unicode")
        assert swords.count("M-3 0H3V13H-3Z") == rank + 2, "hilts"
        rods = [node for node in part(rank, "pips", "italian").iter(f"{SVG}path") if node.attrib["stroke"] == latin.BARK]
        assert len(rods) == rank + 2
        assert len(pips(13 + rank, "italian")) == len(pips(26 + rank, "italian")) == rank + 2


@pytest.mark.parametrize("deck", ["german", "italian", "spanish"])
def test_signs_with_colours_of_their_own_differ_in_outline(deck):
    shapes = [read(card_svg(13 * suit + 12, deck=deck)).find(f".//{SVG}g[@id='pip-{suit}']") for suit in range(4)]
    outlines = {tuple(node.attrib.get("d") for node in shape.iter(f"{SVG}path")) for shape in shapes if shape is not None}
    assert len(outlines) == 4


def test_the_unter_has_his_sign_below_and_the_ober_above():
    for suit in range(4):
        heights = []
        for rank in (9, 10):
            signs = list(part(13 * suit + rank, "court", "german").iter(f"{SVG}use"))
            at = [PLACE.fullmatch(use.attrib["transform"]) for use in signs if use.attrib["href"] == f"#pip-{suit}"]
            heights.append(float(at[-1][2]))
        unter, ober = heights
        assert unter > -20 > -100 > ober


def test_the_spanish_frame_tells_the_suit():
    """Coins unbroken, cups with one gap, swords with two, clubs with three; above and below alike."""
    for suit, gaps in enumerate((3, 0, 1, 2)):
        for rank in (0, 5, 9, 11, 12):
            frame = re.search(r'd="((?:M-?[\d.]+ -166H-?[\d.]+)+)', card_svg(13 * suit + rank, deck="spanish"))
            assert frame
            assert frame[1].count("H") == gaps + 1


@pytest.mark.parametrize("card", COURTS)
@pytest.mark.parametrize("deck", ["italian", "spanish"])
def test_latin_courts_carry_their_sign(deck, card):
    halves = [group for group in part(card, "court", deck).iter(f"{SVG}g") if group.attrib.get("id", "").startswith("half-")]
    carried = [use for use in halves[0].iter(f"{SVG}use") if use.attrib["href"] == f"#pip-{card // 13}"]
    assert len(halves) == len(carried) == 1


@pytest.mark.parametrize("deck", DECKS)
def test_every_court_is_a_figure_of_its_own(deck):
    """Not the same drawing in other colours: without colours, names and signs no two are alike."""
    figures = set()
    for card in COURTS:
        drawn = ET.tostring(part(card, "court", deck), "unicode")
        half = drawn[drawn.index('id="half-') : drawn.index('transform="rotate(180)"')]
        figures.add(re.sub(r"(pip|half|weave)-[\d-]+|#[0-9a-f]{6}", "", half))
    assert len(figures) == 12


def _pupils(card: int) -> int:
    half = part(card, "court").find(f".//{SVG}g[@id='half-{card // 13}-{card % 13 - 9}']")
    assert half is not None
    return sum(node.attrib["r"] in ("2.1", "1.9") for node in half.iter(f"{SVG}circle") if node.attrib["fill"] == INK)


def test_the_customs_of_the_french_courts():
    one_eyed = {card_name(card) for card in COURTS if _pupils(card) == 1}
    assert one_eyed == {"jack of hearts", "jack of spades", "king of diamonds"}
    assert {_pupils(card) for card in COURTS} == {1, 2}
    king = card_svg(37)
    assert 0 < king.index("rotate(-45)") < king.index(SKIN), "his sword is drawn behind his head"


def test_backs_do_not_tell_which_way_up_they_lie():
    for back in BACKS:
        upright = back_svg(back)
        inner = upright[upright.index(">", upright.index("</title>")) + 1 : -len("</svg>")]
        turned = upright.replace(inner, f'<g transform="rotate(180 125 175)">{inner}</g>')
        pictures = [Image.open(BytesIO(bytes(svg_to_bytes(svg_string=svg, width=200)))).convert("L") for svg in (upright, turned)]
        most = max(abs(a - b) for a, b in zip(*(picture.tobytes() for picture in pictures), strict=True))
        assert (most > 100) == (back == "vase"), back


def test_black_and_white_is_black_white_and_three_greys():
    for card in EVERY_CARD:
        colours = set(re.findall("#[0-9a-f]{6}", card_svg(card, deck="monochrome")))
        assert colours <= {"#000000", "#3d3d3d", "#7a7a7a", "#b8b8b8", "#ffffff"}
    signs = [re.sub("<title>.*?</title>", "", card_svg(13 * suit + 12, deck="monochrome")) for suit in range(4)]
    assert len(set(signs)) == 4


def test_jokers_spell_their_word():
    for card in (JOKER, SECOND_JOKER):
        letters = [use.attrib["href"][-1] for use in read(card_svg(card)).iter(f"{SVG}use") if "glyph" in use.attrib["href"]]
        assert "".join(letters) == "JOKERJOKER"


def test_four_colours_change_colours_only():
    assert len(set(FOUR_COLOURS)) == 4
    for card in EVERY_CARD:
        two, four = card_svg(card), card_svg(card, deck="four-colour")
        assert (two != four) or card >= 52 or TWO_COLOURS[card // 13] == FOUR_COLOURS[card // 13]
        assert re.sub("#[0-9a-f]{6}", "", two) == re.sub("#[0-9a-f]{6}", "", four)


def luminance(colour: str) -> float:
    """Relative luminance of #rrggbb, by the definition of the web's contrast guidelines."""
    channels = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("colour", sorted({*TWO_COLOURS, *FOUR_COLOURS, *latin.COLOURS, *german.COLOURS}))
def test_signs_stand_out_from_the_paper(colour):
    paper = re.search(r'<rect[^>]*fill="(#[0-9a-f]{6})"', card_svg(0))
    assert paper
    assert (luminance(paper[1]) + 0.05) / (luminance(colour) + 0.05) > 5


@pytest.mark.parametrize("deck", DECKS)
def test_the_sprite_holds_everything_and_stays_small(deck):
    svg = sprite(deck=deck)
    check_sound(svg)
    symbols = {node.attrib["id"]: node.attrib["viewBox"] for node in read(svg).iter(f"{SVG}symbol")}
    cards = [f"card-{card}{style}" for card in deck_cards(deck) for style in ("", "-large")] + ["card-back", "card-empty"]
    expected = dict.fromkeys(cards, "0 0 250 350")
    expected |= {f"suit-{suit}": "0 0 100 100" for suit in range(4)}
    expected |= {f"rank-{rank}": "0 0 50 60" for rank in range(13)}
    assert symbols == expected
    assert len(gzip.compress(svg.encode(), 9)) < 150_000


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


@pytest.mark.parametrize("what", ["deck", "index", "language", "face"])
def test_no_such_thing(what):
    with pytest.raises(ValueError, match=f"there is no {what} 'huge': {what}s are "):
        card_svg(3, **{what: "huge"})


@pytest.mark.parametrize(("value", "text"), [(0, "0"), (-0.001, "0"), (1.50, "1.5"), (-12, "-12"), (0.333, "0.33"), (100, "100")])
def test_numbers_are_short(value, text):
    assert number(value) == text
