"""Rulebooks in print: their contents, their paper, and that readers who cannot see them find the way."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from parlour.cli import main
from parlour.engine.errors import BadInput
from parlour.engine.game import Game
from parlour.engine.rulebook import origin_sign, paragraphs
from parlour.house.agreement import HouseRules
from parlour.house.press import folded
from parlour.house.rulebook_html import rulebook_page
from parlour.house.rulebook_text import rulebook_markdown
from parlour.house.typesetting import PAPERS, Print, rulebook_pdf

MM = 72 / 25.4
RULING = "Whoever asks twice what was bid deals the next hand as well."


def words(page: Any) -> str:
    return " ".join(page.extract_text().replace("’", "'").split())


def elements(node: Any) -> Iterator[Any]:
    """All elements of a structure tree."""
    node = node.get_object()
    if isinstance(node, list):
        for child in node:
            yield from elements(child)
    elif isinstance(node, dict):
        if "/S" in node:
            yield node
        if "/K" in node:
            yield from elements(node["/K"])


@pytest.fixture(scope="module")
def ours() -> PdfReader:
    """Oh Hell! under house rules and with a ruling."""
    return PdfReader(
        BytesIO(rulebook_pdf(Game("oh_hell", None, {"zero_points": 5, "trump_mode": "no_trump_at_H"}), {"R2": RULING}))
    )


def test_everything_is_in_it(ours: PdfReader) -> None:
    text = " ".join(words(page) for page in ours.pages)
    game = Game("oh_hell", None, {"zero_points": 5, "trump_mode": "no_trump_at_H"})
    for one in paragraphs(game.room, game.blank()[0]).values():
        first = re.split(r"[;,.:*`]", " ".join(one.text.split()))[0]
        assert f"{one.number}{origin_sign(one.origin)} {first}" in text
    assert RULING in text
    assert "House rules in force" in text
    assert "usually 10" in text
    assert "Changed from the usual rules (underlined, with a bar in the margin): 2, 7." in text
    assert "With a ruling of our own: 3." in text
    assert "Quick card: Oh Hell!" in words(ours.pages[-1]), "a page of its own"
    assert RULING in words(ours.pages[-1])


def test_what_is_left_out_is_marked_too() -> None:
    pdf = PdfReader(BytesIO(rulebook_pdf(Game("oh_hell", None, {"miss_score": "none"}))))
    text = " ".join(words(page) for page in pdf.pages)
    assert "(underlined, ‸ where something is left out, with a bar in the margin): 7." in text
    assert "or fewer scores nothing.‸" in text
    assert "Totals may be negative" not in text


def test_contents_name_the_pages_that_the_sections_are_on(ours: PdfReader) -> None:
    listed = re.findall(r"(Play|Scoring|House rules|Quick card: Oh Hell!)[ .]+(\d)", words(ours.pages[0]))
    assert {name for name, _ in listed} == {"Play", "Scoring", "House rules", "Quick card: Oh Hell!"}
    for name, number in listed:
        page = ours.pages[int(number) - 1]
        assert name in words(page)
        assert words(page).endswith(f" {number}") or name.startswith("Quick"), "numbered at its foot"
    titles = [entry["/Title"] for entry in ours.outline[1]]
    assert titles[:3] == ["Aim", "Cards", "Deal"]


def test_it_is_tagged(ours: PdfReader) -> None:
    root = ours.trailer["/Root"]
    assert root["/MarkInfo"]["/Marked"]
    assert str(root["/Lang"]).startswith("en")
    assert b"<pdfuaid:part>1</pdfuaid:part>" in root["/Metadata"].get_object().get_data()
    found = list(elements(root["/StructTreeRoot"]["/K"]))
    kinds = {element["/S"] for element in found}
    assert {"/H1", "/H2", "/P", "/Table", "/TH", "/TD", "/L", "/LI", "/Link", "/Figure"} <= kinds
    pictures = [element for element in found if element["/S"] == "/Figure"]
    assert all(" of " in element["/Alt"] for element in pictures), "a card is told in words"


def test_its_letters_come_with_it(ours: PdfReader) -> None:
    fonts = {}
    for page in ours.pages:
        fonts |= {font.get_object()["/BaseFont"]: font.get_object() for font in page["/Resources"]["/Font"].values()}
    assert any("Parlour" in name for name in fonts), "the signs of the suits are our own"
    for font in fonts.values():
        descriptor = font["/DescendantFonts"][0].get_object()["/FontDescriptor"]
        assert {"/FontFile2", "/FontFile3"} & set(descriptor)


@pytest.mark.parametrize("paper", PAPERS)
def test_paper(paper: str) -> None:
    width, height = PAPERS[paper]
    plain = PdfReader(BytesIO(rulebook_pdf(Game("cucumber"), None, Print(paper))))
    for page in plain.pages:
        assert (float(page.mediabox.width), float(page.mediabox.height)) == (
            pytest.approx(width * MM, abs=0.01),
            pytest.approx(height * MM, abs=0.01),
        )


def test_a_booklet_is_folded_from_whole_sheets() -> None:
    sheets = PdfReader(BytesIO(rulebook_pdf(Game("cucumber"), None, Print("a4", booklet=True))))
    assert len(sheets.pages) % 2 == 0
    for side in sheets.pages:
        assert (float(side.mediabox.width), float(side.mediabox.height)) == (pytest.approx(297 * MM), pytest.approx(210 * MM))
    cover = words(sheets.pages[0])
    assert "Cucumber" in cover
    assert "Quick card" in cover, "front and back of it lie side by side"


@pytest.mark.parametrize("pages", range(1, 30))
def test_folding(pages: int) -> None:
    """Sheets laid on each other and folded: leaf by leaf the pages follow each other, the last one outside."""
    sides = folded(pages)
    sheets = [(sides[k], sides[k + 1]) for k in range(0, len(sides), 2)]
    read = [number for front, back in sheets for number in (front[1], back[0])]
    read += [number for front, back in reversed(sheets) for number in (back[1], front[0])]
    assert [number for number in read if number] == list(range(1, pages + 1))
    assert read[-1] == pages
    assert len(read) - pages < 4


def test_equal_calls_give_equal_bytes_and_the_command_writes_them(tmp_path: Path) -> None:
    out = tmp_path / "rules.pdf"
    assert main(["rules", "cucumber", "--paper", "letter", "-o", str(out)]) == 0
    assert out.read_bytes() == rulebook_pdf(Game("cucumber"), None, Print("letter"))


def test_a_group_s_rulings_stand_in_their_places() -> None:
    """A ruling stands behind its paragraph, a rule of the group's own under a heading: in print, as a page, as text."""
    rulings = {"H1": "Nobody sings while bidding.", "R2": RULING}
    game = HouseRules("oh_hell", {"zero_points": 5}, rulings, version=3, title="Thursdays").open()
    printed = " ".join(words(page) for page in PdfReader(BytesIO(rulebook_pdf(game))).pages)
    page = " ".join(re.sub(r"<[^>]+>", "", rulebook_page(game)).split())
    text = " ".join(rulebook_markdown(game).split())
    for said in (printed, page):
        assert "House rules in force: Thursdays, version 3" in said
    assert "‸" not in printed, "nothing is left out"
    for said in (printed, page, text.replace("*", "")):
        assert "With a ruling of our own: 3, H1." in said
        places = [said.rindex(part) for part in ("none to all.", f"Our ruling. {RULING}", "Rules of our own", "H1 Nobody sings")]
        assert places == sorted(places) or said is printed, "the quick card repeats them in print"
    first = printed.index("3† Beginning")
    assert first < printed.index(RULING, first) < printed.index("4† The dealer", first) < printed.index("Rules of our own", first)


def test_refused() -> None:
    with pytest.raises(BadInput, match="a ruling is about R99, which is not a paragraph of this rulebook"):
        rulebook_pdf(Game("cucumber"), {"R99": "no"})
    with pytest.raises(BadInput, match="there is no paper 'a0'"):
        rulebook_pdf(Game("cucumber"), None, Print("a0"))


@pytest.mark.parametrize("text", ["Кто объявил, тот и ведёт.", "日本の規則"])
def test_a_ruling_in_any_script_is_printed_or_refused_in_a_line(text: str) -> None:
    game = HouseRules("cucumber", {}, {"R2": text}, version=1, title="Thursdays").open()
    said = ""
    try:
        pdf = rulebook_pdf(game)
    except BadInput as error:
        said = str(error)
    if said:
        assert text == "日本の規則", "the book's own font has the other's letters"
        assert said.startswith("there is a letter that no font here can print")
        assert "\n" not in said
    else:
        assert text[:3] in "".join(page.extract_text() for page in PdfReader(BytesIO(pdf)).pages)
