"""Boxes, score sheets, quick cards and pictures of hands: measured in their files, and the commands that make them."""

import contextlib
import json
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from pypdf import PdfReader

from parlour.art.box import BoxJob, Net, box_pdf
from parlour.art.hand import hand_svg, read_cards
from parlour.art.imposition import SIZES, Size
from parlour.art.printing import Look, file_name
from parlour.art.stationery import QuickJob, quick_pdf, score_pdf, shown_sections
from parlour.art.vector import read_drawing
from parlour.cli import main
from parlour.engine.errors import BadInput
from parlour.engine.game import Game

POINT = 25.4 / 72


def fonts_are_embedded(reader):
    found = []
    for page in reader.pages:
        resources = [page["/Resources"]]
        resources += [form.get_object()["/Resources"] for form in page["/Resources"].get("/XObject", {}).values()]
        for each in resources:
            for font in each.get_object().get("/Font", {}).values():
                descriptor = font.get_object()["/FontDescriptor"].get_object()
                assert "/FontFile2" in descriptor, font.get_object()
                found.append(font.get_object()["/BaseFont"])
    return {name.rpartition("+")[2] for name in found}


@pytest.mark.parametrize("size", SIZES.values(), ids=str)
def test_the_sides_of_a_net_that_meet_are_equally_long(size):
    width, height, depth = BoxJob(size=size, cards=54, stock=0.32).panel
    assert depth == pytest.approx(54 * 0.32 + 1.2), "the deck's thickness and some room"
    net = Net(width, height, depth)
    a, b, c, d, e = net.columns
    assert (b - a, c - b, d - c, e - d) == pytest.approx((width, depth, width, depth))
    outline = net.outline()
    points = [(segment[1][-2], segment[1][-1]) for segment in outline if segment[1]]
    assert (min(x for x, _ in points), min(y for _, y in points)) == pytest.approx((0, 0))
    assert (max(x for x, _ in points), max(y for _, y in points)) == pytest.approx(net.extent)
    low, high = net.rows
    for x1, y1, x2, y2 in net.creases():
        assert x1 == x2 or y1 == y2
        assert 0 <= x1 <= x2 <= net.extent[0]
    assert {y for _, y in points if low < y < high} <= {low + 7, high - 7, high - 9}, "only the flap and the notch lie between"
    assert 2 * net.dust < width, "dust flaps do not meet"


def test_a_box_is_on_a_page_with_its_die():
    page = PdfReader(BytesIO(box_pdf(BoxJob(Look("german"), cards=36)))).pages[0]
    assert [float(side) * POINT for side in page["/MediaBox"]] == pytest.approx([0, 0, 210, 297])
    names = {space.get_object()[1] for space in page["/Resources"]["/ColorSpace"].values()}
    assert {"/Cut", "/Crease"} <= names
    assert "36 cards" in page.extract_text()
    own = PdfReader(BytesIO(box_pdf(BoxJob(sheet=None)))).pages[0]
    assert float(own.mediabox.width) * POINT < 210
    with pytest.raises(BadInput, match="does not fit on the sheet"):
        box_pdf(BoxJob(cards=300))


def test_a_score_sheet_has_a_column_for_each_player_and_says_the_aim():
    game = Game("oh_hell", 4)
    pdf = score_pdf(game, ["Ann", "Ben"])
    reader = PdfReader(BytesIO(pdf))
    text = reader.pages[0].extract_text()
    assert text.count("hand\n") + text.count("hand ") >= 4
    for word in ("Oh Hell!", "Ann", "Ben", "4 players", "the highest total wins", "Have the highest total after the last hand"):
        assert word in text, word
    assert fonts_are_embedded(reader) >= {"SourceSerifPro-Regular"}
    assert pdf == score_pdf(game, ["Ann", "Ben"])
    assert "the lowest total wins" in PdfReader(BytesIO(score_pdf(Game("cucumber")))).pages[0].extract_text()
    assert "Deal" in PdfReader(BytesIO(score_pdf(Game("klondike")))).pages[0].extract_text()
    with pytest.raises(BadInput, match="3 names for 2 players"):
        score_pdf(Game("schnapsen"), ["A", "B", "C"])


def test_quick_cards_say_all_rules_under_these_house_rules():
    game = Game("scopa", None, {"target": "21", "napola": "yes"})
    reader = PdfReader(BytesIO(quick_pdf(QuickJob(game))))
    forms = [form.get_object() for page in reader.pages for form in page["/Resources"]["/XObject"].values()]
    assert len(forms) == len({form.indirect_reference.idnum for form in forms}) >= 3
    whole = " ".join(page.extract_text() for page in reader.pages)
    text = "".join(whole.split())
    for heading, body in ((one.heading, one.text) for one in shown_sections(game)):
        assert "".join(heading.split()) in text
        for number in [word.strip("*") for word in body.split() if word.startswith("**R") and word.endswith("**")]:
            assert number in text, number
    assert "reach21points" in text.lower()
    assert "Examples" not in text
    assert fonts_are_embedded(reader) >= {"SourceSerifPro-Regular", "ParlourSigns"}, "the suits are letters of our own"
    with pytest.raises(BadInput, match="do not fit on cards"):
        quick_pdf(QuickJob(game, Size("", 25, 35), letters=6))


def test_a_hand_lies_within_its_picture():
    for way in ("fan", "spread", "row"):
        svg = hand_svg(read_cards("10♥ K♣ ★ ?? 10♥"), way=way)
        drawing = read_drawing(svg)
        left, top, right, bottom = drawing.bounds()
        assert -0.1 <= left < 12
        assert -0.1 <= top < 12
        assert drawing.width - 12 < right <= drawing.width + 0.1
        assert drawing.height - 12 < bottom <= drawing.height + 0.1
        assert svg.count('id="card-34"') == 1, "a card that comes twice is drawn once"
        assert "<title>ten of hearts, king of clubs, joker, a card face down, ten of hearts</title>" in svg
    assert read_drawing(hand_svg(read_cards("A♠"), way="row", height=40)).width == 250


@pytest.mark.parametrize("name", ["Queen of hearts", "Herz-Dame", "caballo d'Oros", "as de cœur"])
def test_names_of_files_are_plain(name):
    assert file_name(name).replace("-", "").isalnum()
    assert file_name(name).isascii()


def test_the_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def call(*words: str) -> str:
        assert main(["art", *words]) == 0
        return capsys.readouterr().out

    deck = tmp_path / "deck.pdf"
    told = json.loads(call("deck", "-o", str(deck), "--deck", "german", "--size", "skat", "--sheet", "sra3", "--json"))
    assert told["cards"] == 36
    assert told["columns"] * told["rows"] * told["sheets"] >= 36
    assert len(PdfReader(deck).pages) == 2 * told["sheets"]
    assert "37 files" in call("deck", "-o", str(tmp_path / "one"), "--format", "svg", "--deck", "german")
    names = sorted(path.name for path in (tmp_path / "one").iterdir())
    assert len(names) == 37
    assert "back.svg" in names
    svg = call("cards", "10♥ K♣ ★")
    assert svg.startswith("<svg ")
    for form in ("svg", "pdf", "png"):
        dots = ["--dpi", "100"] if form == "png" else []
        call("cards", "10♥ K♣ ★", "-o", str(tmp_path / f"hand.{form}"), "--way", "row", "--height", "25.4", *dots)
    assert (tmp_path / "hand.svg").read_text(encoding="utf-8").count("<use") > 3
    picture = Image.open(BytesIO((tmp_path / "hand.png").read_bytes()))
    assert picture.size == pytest.approx((778 / 350 * 100, 100), abs=1.01)
    assert picture.mode == "RGBA"
    page = PdfReader(tmp_path / "hand.pdf").pages[0]
    assert float(page.mediabox.height) * POINT == pytest.approx(25.4, abs=0.01)
    for what in (["box"], ["score", "spades", "--names", "A,B"], ["quick", "bura", "--sheet", "letter"]):
        call(*what, "-o", str(tmp_path / "x.pdf"))
        assert (tmp_path / "x.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["deck", "-o", "x.pdf", "--size", "huge"], "there is no card size 'huge'"),
        (["deck", "-o", "x.pdf", "--sheet", "a9"], "there is no sheet 'a9'"),
        (["deck", "-o", "x.pdf", "--deck", "tarot"], "there is no deck 'tarot'"),
        (["deck", "-o", "x.pdf", "--profile", "none.icc"], "none.icc: there is no such file"),
        (["deck", "-o", "x.pdf", "--profile", "/dev/null"], "/dev/null: the profile is not an ICC profile"),
        (["deck", "-o", "x.pdf", "--bleed", "nan"], "outside 0..20 mm"),
        (["deck", "-o", "x.pdf", "--shift", "1"], "is not two lengths"),
        (["deck", "-o", "cards"], "-o names a PDF, or with --format"),
        (["deck", "-o", "/nowhere/x.pdf"], "/nowhere/x.pdf: there is no such file"),
        (["cards", "10♥ 14♥"], "14♥"),
        (["cards", ""], "which cards?"),
        (["cards", "2♥", "--deck", "german"], "there is no two of hearts in the deck"),
        (["cards", "2♥", "-o", "x.gif"], "an .svg, .pdf or .png file"),
        (["cards", "2♥ " * 61], "61 cards are too many"),
        (["box", "-o", "x.pdf", "--cards", "300"], "does not fit on the sheet"),
        (["score", "nothing", "-o", "x.pdf"], "nothing"),
        (["score", "spades", "-o", "x.pdf", "--sheet", "card"], "a score sheet is"),
        (["quick", "spades", "-o", "x.pdf", "--letters", "6", "--size", "25x35"], "do not fit on cards"),
    ],
)
def test_what_cannot_be_made_is_one_line(words, why, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with contextlib.suppress(SystemExit):  # what argparse refuses
        assert main(["art", *words]) == 2
    told = capsys.readouterr().err
    assert why in told
    assert told.count("\n") == 1
    assert list(tmp_path.iterdir()) == []
