"""The deck on paper, measured in the PDF itself: boxes, places, both sides of a sheet, inks, fonts."""

import hashlib
import os
import struct
import subprocess
import sys
from dataclasses import replace
from io import BytesIO
from itertools import pairwise, product
from pathlib import Path

import numpy as np
import pypdfium2
import pytest
from PIL import Image, ImageCms
from pypdf import PdfReader
from pypdf.generic import ContentStream

from parlour.art.deck import BACKS, DECKS, INDEXES, back_svg
from parlour.art.imposition import SHEETS, SIZES, Size, impose, read_sheet, read_size
from parlour.art.inks import PROCESS, SPOTS, Inks
from parlour.art.paper import Paper
from parlour.art.printing import Job, Look, deck_pdf, png
from parlour.art.shapes import BLACK, FACE, GOLD, INK, RED
from parlour.art.vector import read_drawing, union
from parlour.engine.errors import BadInput

POINT = 25.4 / 72
FEW = Look("german" if "german" in DECKS else "italian")  # fewer cards, fewer seconds


def box(page, name):
    return [float(side) * POINT for side in page[f"/{name}Box"]]


def near(found, expected, mm=0.01):
    assert len(found) == len(expected)
    assert all(abs(a - b) < mm for a, b in zip(found, expected, strict=True)), f"{found} are not {expected}"


def placed(page):
    """Where forms lie on a page: name, middle and scale, from the matrices before each `Do`."""
    found, matrix, stack = [], (1, 0, 0, 1, 0, 0), []
    for operands, operator in ContentStream(page.get_contents(), page.pdf).operations:
        if operator == b"q":
            stack.append(matrix)
        elif operator == b"Q":
            matrix = stack.pop()
        elif operator == b"cm":
            a, b, c, d, e, f = map(float, operands)
            g, h, i, j, k, m = matrix
            matrix = (a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + m)
        elif operator == b"Do":
            a, b, c, d, e, f = matrix
            assert b == c == 0
            found.append((str(operands[0]), (e + 125 * a) * POINT, (f - 175 * d) * POINT, a * POINT, d * POINT))
    return found


def test_a_sheet_carries_its_boxes_and_its_cards_lie_where_they_should():
    reader = PdfReader(BytesIO(deck_pdf(Job(sheet=SHEETS["a4"]))))
    assert len(reader.pages) == 14, "54 cards, eight a sheet, both sides"
    w, h = 63.5, 88.9
    left, bottom = (297 - 4 * w - 18) / 2, (210 - 2 * h - 6) / 2
    for page in reader.pages:
        near(box(page, "Media"), [0, 0, 297, 210])
        near(box(page, "Trim"), [left, bottom, 297 - left, 210 - bottom])
        near(box(page, "Bleed"), [left - 3, bottom - 3, 300 - left, 213 - bottom])
    forms = placed(reader.pages[0])
    assert len({name for name, *_ in forms}) == 8
    expected = [(left + w / 2 + k * (w + 6), 210 - bottom - h / 2 - row * (h + 6)) for row in range(2) for k in range(4)]
    for (_, x, y, sx, sy), (ex, ey) in zip(forms, expected, strict=True):
        near([x, y], [ex, ey], 0.01)
        assert sx == pytest.approx(sy)
        assert 0.22 < sx < 0.254, "a little smaller than the card, for the safe margin"


def test_a_page_for_each_card():
    job = Job(FEW, SIZES["bridge"], None, bleed=2)
    reader = PdfReader(BytesIO(deck_pdf(job)))
    assert len(reader.pages) == 2 * len(job.look.cards)
    for page in reader.pages:
        trim, media = box(page, "Trim"), box(page, "Media")
        near([trim[2] - trim[0], trim[3] - trim[1]], [57.15, 88.9])
        near(box(page, "Bleed"), [trim[0] - 2, trim[1] - 2, trim[2] + 2, trim[3] + 2])
        near([trim[0], trim[1]], [media[2] - trim[2], media[3] - trim[3]])
    bare = PdfReader(BytesIO(deck_pdf(replace(job, marks=False, backs="once"))))
    assert len(bare.pages) == len(job.look.cards) + 1
    near(box(bare.pages[0], "Media"), [0, 0, 61.15, 92.9])


def test_crop_marks_stand_at_the_cuts_and_outside_of_the_bleed():
    for sheet in SHEETS.values():
        layout = impose(SIZES["poker"], sheet, 3, None, 5, True)
        xs = {round(side, 6) for place in range(layout.places) for side in layout.trim(place)[::2]}
        ys = {round(side, 6) for place in range(layout.places) for side in layout.trim(place)[1::2]}
        marks = layout.marks()
        assert {round(x1, 6) for x1, _, x2, _ in marks if x1 == x2} == xs
        assert {round(y1, 6) for _, y1, _, y2 in marks if y1 == y2} == ys
        for x1, y1, x2, y2 in marks:
            assert 0 <= min(x1, x2) <= max(x1, x2) <= layout.width
            assert 0 <= min(y1, y2) <= max(y1, y2) <= layout.height
            for place in range(layout.places):
                west, south, east, north = layout.bled(place)
                beside = max(x1, x2) <= west + 1e-6 or min(x1, x2) >= east - 1e-6
                assert beside or max(y1, y2) <= south + 1e-6 or min(y1, y2) >= north - 1e-6


def rendered(data, page, dpi=254):
    """A page in grey, dark high, ten dots a millimetre."""
    grey = pypdfium2.PdfDocument(data)[page].render(scale=dpi / 72).to_pil().convert("L")
    return 255 - np.asarray(grey, dtype=np.int16)


def ink_box(grey, x0, y0, x1, y1):
    """The outermost ink within a region, in dots."""
    part = grey[y0:y1, x0:x1] > 30
    ys, xs = np.flatnonzero(part.any(axis=1)), np.flatnonzero(part.any(axis=0))
    return x0 + xs[0], y0 + ys[0], x0 + xs[-1] + 1, y0 + ys[-1] + 1


@pytest.mark.parametrize(
    ("size", "sheet", "flip"),
    [
        ("poker", "a4", "long"),
        ("poker", "a4", "short"),
        ("bridge", "letter", "long"),
        ("jumbo", "a4", "long"),
        ("jumbo", "a4", "short"),
    ],
)
def test_both_sides_of_a_duplex_sheet_meet_within_a_tenth_of_a_millimetre(size, sheet, flip):
    """The back's middle, found by its ink on the rendered and turned page, lies on the middle of the face's die line."""
    job = Job(FEW, SIZES[size], SHEETS[sheet], marks=False, outline=True, flip=flip)
    data, layout = deck_pdf(job), job.layout
    last = 2 * (-(-len(job.look.cards) // layout.places)) - 2
    front, back = rendered(data, last), rendered(data, last + 1)
    upright = (flip == "long") == (layout.height >= layout.width)
    back = back[:, ::-1] if upright else back[::-1]
    count = (len(job.look.cards) - 1) % layout.places + 1
    occupied = np.zeros_like(front, dtype=bool)
    for place in range(count):
        left, bottom, right, top = layout.trim(place)
        region = (
            int((left - 1) * 10),
            int((layout.height - top - 1) * 10),
            int((right + 1) * 10),
            int((layout.height - bottom + 1) * 10),
        )
        f, b = ink_box(front, *region), ink_box(back, *region)
        near([(f[0] + f[2]) / 20, (f[1] + f[3]) / 20], [(b[0] + b[2]) / 20, (b[1] + b[3]) / 20], 0.1)
        near([f[2] - f[0], f[3] - f[1]], [job.size.width * 10, job.size.height * 10], 3)
        occupied[region[1] : region[3], region[0] : region[2]] = True
    assert not (back[~occupied] > 60).any(), "no back if there is no card"


def test_a_back_behind_a_sheet_turned_about_its_level_edge_stands_on_its_head():
    layout = impose(SIZES["poker"], SHEETS["a4"], 3, None, 5, True)
    assert (layout.columns, layout.rows) == (4, 2), "a level sheet"
    assert layout.behind(0, "long") == (4, True)
    assert layout.behind(0, "short") == (3, False)
    upright = impose(SIZES["poker"], SHEETS["a3"], 3, None, 5, True)
    assert upright.height > upright.width
    assert upright.behind(0, "long") == (upright.columns - 1, False)
    assert upright.behind(0, "short") == ((upright.rows - 1) * upright.columns, True)
    pages = PdfReader(BytesIO(deck_pdf(Job(FEW, sheet=SHEETS["a4"], flip="long")))).pages
    assert all(sx < 0 and sy < 0 for *_, sx, sy in placed(pages[1]))
    moved = PdfReader(BytesIO(deck_pdf(Job(FEW, sheet=SHEETS["a4"], shift=(0.5, -0.25))))).pages
    for (_, x, y, *_), (_, mx, my, *_) in zip(placed(pages[1]), placed(moved[1]), strict=True):
        near([mx - x, my - y], [0.5, -0.25])
    assert placed(moved[0]) == placed(pages[0])


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("size", [SIZES["poker"], SIZES["bridge"], Size("", 50, 120)], ids=str)
def test_faces_keep_the_safe_margin_and_their_indices_stand_in_the_corners(deck, size):
    for index in INDEXES if (size.name, deck) == ("bridge", "french") else INDEXES[:1]:
        job = Job(Look(deck, index), size, None, safe=4)
        scale, raised = job.fit
        assert scale > 0.5 * size.width / 250
        for drawing in job.faces.values():
            left, top, right, bottom = drawing.bounds()
            assert max(125 - left, right - 125) * scale <= size.width / 2 - 4 + 1e-6
            assert max(175 - top, bottom - 175) * scale <= size.height / 2 - 4 + 1e-6
        reach = max(175 - drawing.bounds("index")[1] for drawing in job.faces.values())
        assert (reach + raised) * scale == pytest.approx(size.height / 2 - 4), (
            "indices are as near to the short edges as they may be"
        )


@pytest.mark.parametrize("deck", DECKS)
def test_what_is_on_paper_is_what_is_on_the_screen(deck):
    """Two renderers of other people's, one of the SVG, one of the PDF made from it, show the same picture."""
    look = Look(deck)
    svgs = [look.svg(card, paper=False) for card in look.cards[::3]] + [back_svg(back, paper=False) for back in BACKS]
    paper = Paper(Inks("rgb"), "test")
    for svg in svgs:
        drawing = read_drawing(svg)
        paper.page(63.5, 88.9)
        paper.place(paper.form(svg, drawing), drawing, (63.5 / 2, 88.9 / 2), (0.254, 0.254))
        paper.show()
    pages = pypdfium2.PdfDocument(paper.bytes())
    assert len(pages) == len(svgs)
    shots = []
    for svg, page in zip(svgs, pages, strict=True):
        screen = Image.new("RGBA", (250, 350), "white")
        screen.alpha_composite(Image.open(BytesIO(png(svg, 250, 72))).convert("RGBA"))
        printed = page.render(scale=250 / 180).to_pil().convert("RGB")
        assert printed.size == screen.size
        shots.append((np.asarray(screen.convert("RGB"), dtype=int), np.asarray(printed, dtype=int)))

    def apart(a, b):  # paper has no colour there, black is an ink, and edges are soft: what counts is what is clearly different
        return (np.abs(a - b).max(axis=2) > 80).mean()

    for svg, (screen, printed) in zip(svgs, shots, strict=True):
        assert apart(screen, printed) < 0.005, svg[:200]
    others = [apart(screen, printed) for (screen, _), (_, printed) in pairwise(shots)]
    assert min(others) > 0.005, "no card passes for its neighbour"


@pytest.mark.parametrize("deck", DECKS)
def test_an_index_moves_as_a_whole(deck):
    """The two ends of a card's index are each other turned by half: also the joker's word, which goes below the middle."""
    for index in INDEXES:
        look = Look(deck, index)
        for card in {*look.cards[::9], look.cards[-1]}:
            drawing = read_drawing(look.svg(card, paper=False))
            upper, lower = (union(drawing.shapes[number].bounds() for number in end) for end in drawing.ends("index"))
            near(upper, [250 - lower[2], 350 - lower[3], 250 - lower[0], 350 - lower[1]], 0.1)
            assert upper[1] < 60


def colour_operators(pdf):
    reader = PdfReader(BytesIO(pdf))
    found = []
    pages = reader.pages[:2]
    streams = [page.get_contents() for page in pages]
    streams += [form.get_object() for page in pages for form in page["/Resources"].get("/XObject", {}).values()]
    for stream in streams:
        for operands, operator in ContentStream(stream, reader).operations:
            if operator in (b"rg", b"RG", b"k", b"K", b"g", b"G", b"scn", b"SCN", b"cs", b"CS", b"Tj", b"TJ"):
                found.append((operator.decode(), [*map(str, operands)]))
    return found, reader


def test_black_is_black_alone_and_nothing_is_left_in_screen_colours():
    found, _ = colour_operators(deck_pdf(Job(FEW, sheet=SHEETS["a4"], backs="none")))
    assert {"k", "K"} <= {operator for operator, _ in found}
    assert not {"rg", "RG", "g", "G"} & {operator for operator, _ in found}
    inks = {tuple(map(float, values)) for operator, values in found if operator in "kK"}
    assert (0, 0, 0, 1) in inks
    assert all(not (cyan and magenta and yellow) for cyan, magenta, yellow, _ in inks), "the grey of a colour is printed in black"
    now = None
    for operator, values in found:
        now = values if operator == "k" else now
        if operator == "Tj":
            assert list(map(float, now)) == [0, 0, 0, 1]
    assert Inks().mixture(INK) == Inks().mixture(BLACK) == Inks().mixture("#000000") == {"Black": 1}
    assert Inks().mixture(FACE) == Inks().mixture("#ffffff") == {}
    assert Inks().mixture("#808080") == {"Black": 0.5}
    found, _ = colour_operators(deck_pdf(Job(FEW, sheet=SHEETS["a4"], inks=Inks("rgb"))))
    assert {tuple(map(float, values))[:3] for operator, values in found if operator in "kK"} == {(0, 0, 0)}


def test_spot_inks_are_separations_and_plates_show_each():
    job = Job(FEW, SIZES["patience"], SHEETS["a3"], inks=Inks("spot"), outline=True, backs="once")
    _, reader = colour_operators(deck_pdf(job))
    names = set()
    for page in reader.pages:
        for form in page["/Resources"]["/XObject"].values():
            for space in form.get_object()["/Resources"].get("/ColorSpace", {}).values():
                names.add(space.get_object()[1][1:])
        names |= {space.get_object()[1][1:] for space in page["/Resources"].get("/ColorSpace", {}).values()}
    assert {name.replace("#20", " ") for name in names} >= {SPOTS[RED], SPOTS[GOLD], "Cut", "All"}
    plain = len(reader.pages)
    plates = PdfReader(BytesIO(deck_pdf(replace(job, plates=True))))
    assert len(plates.pages) == plain * (len(PROCESS) + len(SPOTS))
    assert "Cyan" in plates.pages[0].extract_text()
    for page in plates.pages:
        colours = [
            list(map(float, values))
            for values, operator in ContentStream(page.get_contents(), plates).operations
            if operator == b"k"
        ]
        assert [0, 0, 0, 1] in colours, "what a plate is stands on it in black"
    assert SPOTS[RED] in plates.pages[4 * plain].extract_text()


def test_fonts_are_embedded():
    reader = PdfReader(BytesIO(deck_pdf(Job(FEW))))
    fonts = [font.get_object() for page in reader.pages for font in page["/Resources"].get("/Font", {}).values()]
    assert fonts
    for font in fonts:
        descendants = [each.get_object() for each in font.get("/DescendantFonts", [])] or [font]
        assert all("/FontFile2" in each["/FontDescriptor"].get_object() for each in descendants), font
    assert "sheet 1 of" in reader.pages[0].extract_text()


def test_the_same_call_gives_the_same_bytes():
    program = (
        "import hashlib; from parlour.art.printing import *; from parlour.art.inks import Inks;"
        f"print(hashlib.sha256(deck_pdf(Job(Look({FEW.deck!r}), inks=Inks('spot')))).hexdigest())"
    )
    environment = os.environ | {
        "PYTHONHASHSEED": "4321",
        "PYTHONPATH": str(Path(__file__).parents[2] / "src"),
        "TZ": "Asia/Tokyo",
    }
    other = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True, timeout=120
    )
    assert other.stdout.strip() == hashlib.sha256(deck_pdf(Job(FEW, inks=Inks("spot")))).hexdigest()


@pytest.mark.parametrize("back", BACKS)
def test_backs_fill_every_size(back):
    for size in SIZES.values():
        job = Job(Look(back=back), size, None, bleed=3)
        sx, sy = job.back_fit
        left, top, right, bottom = job.back.bounds()
        across, down = max(125 - left, right - 125) * sx, max(175 - top, bottom - 175) * sy
        if across > size.width / 2:
            assert across >= size.width / 2 + 3 - 1e-6
            assert down >= size.height / 2 + 3 - 1e-6
        else:
            assert size.width / 2 - across == pytest.approx(size.height / 2 - down), "an even margin"
            assert size.width / 2 - across >= 2.9


@pytest.mark.parametrize(
    ("ask", "why"),
    [
        (lambda: read_size("pokre"), "there is no card size 'pokre'; did you mean 'poker'"),
        (lambda: read_size("900x1"), "cannot be made"),
        (lambda: read_size("90x60"), "stands upright"),
        (lambda: read_sheet("a44"), "there is no sheet 'a44'"),
        (lambda: read_sheet("9999x10"), "not between 50 and 2,000 mm"),
        (lambda: Job(size=SIZES["jumbo"], sheet=(100, 100)).layout, "does not fit on a sheet of 100 × 100 mm"),
        (lambda: Job(safe=20), "leaves too little"),
        (lambda: Look("tarot"), "there is no deck 'tarot'"),
        (lambda: Look(back="plaid"), "there is no back 'plaid'"),
        (lambda: Inks(profile=b"no profile"), "the profile is not an ICC profile"),
        (lambda: read_drawing("<svg><text>a</text></svg>"), "has no <text>"),
        (lambda: read_drawing("<svg><g filter='x'/></svg>"), "has no filter"),
        (lambda: read_drawing("<svg><rect fill='url(#a)'/></svg>"), "has no paint 'url"),
        (lambda: read_drawing("<svg><g id='a'><use href='#a'/></g></svg>"), "too deep"),
        (lambda: read_drawing("<svg"), "not a sound SVG"),
    ],
)
def test_what_cannot_be_printed_is_refused_in_one_line(ask, why):
    with pytest.raises(BadInput) as refused:
        ask()
    assert why in str(refused.value)
    assert "\n" not in str(refused.value)


def press_profile():
    """A small CMYK profile of our own making: two points an ink, coarse but sound."""

    def lut(inputs, outputs, colour):
        points = product((0, 1), repeat=inputs)
        table = bytes(round(255 * share) for point in points for share in colour(*point))
        matrix = struct.pack(">9i", *(65536 if k % 4 == 0 else 0 for k in range(9)))
        ramp = bytes(range(256))
        return b"mft1\0\0\0\0" + bytes((inputs, outputs, 2, 0)) + matrix + ramp * inputs + table + ramp * outputs

    def lab(c, m, y, k):
        return (1 - k) * (1 - (c + m + y) / 4), 0.5 + 0.3 * (m - c) * (1 - k), 0.5 + 0.3 * (y - m / 2 - c / 2) * (1 - k)

    def inks(light, a, b):
        return 1 - a, a, b, 1 - light

    tags = {b"A2B0": lut(4, 3, lab), b"B2A0": lut(3, 4, inks), b"wtpt": b"XYZ \0\0\0\0" + struct.pack(">3i", 63190, 65536, 54061)}
    body, index, at = b"", b"", 128 + 4 + 12 * len(tags)
    for name, data in tags.items():
        data += bytes(-len(data) % 4)
        index += name + struct.pack(">2I", at, len(data))
        body, at = body + data, at + len(data)
    head = struct.pack(">I4sI4s4s4s", at, b"lcms", 0x02400000, b"prtr", b"CMYK", b"Lab ") + struct.pack(
        ">6H", 2026, 1, 1, 0, 0, 0
    )
    head += b"acsp" + bytes(28) + struct.pack(">3i", 63190, 65536, 54061)
    return head.ljust(128, b"\0") + struct.pack(">I", len(tags)) + index + body


def test_a_press_s_profile_separates_colours_and_goes_with_the_file():
    profile = press_profile()
    inks = Inks(profile=profile)
    assert inks.mixture(INK) == {"Black": 1}, "black is black alone on any press"
    assert inks.mixture(FACE) == {}
    assert inks.mixture(RED) != Inks().mixture(RED)
    assert set(inks.mixture(RED)) <= set(PROCESS)
    assert inks.mixture(RED)["Magenta"] > inks.mixture(RED).get("Cyan", 0)
    reader = PdfReader(BytesIO(deck_pdf(Job(FEW, inks=inks))))
    intent = reader.trailer["/Root"]["/OutputIntents"][0].get_object()
    assert intent["/S"] == "/GTS_PDFX"
    assert intent["/DestOutputProfile"].get_data() == profile
    with pytest.raises(BadInput, match="one for RGB, not for CMYK"):
        Inks(profile=ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes())
