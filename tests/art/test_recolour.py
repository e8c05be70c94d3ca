"""The colours of SVG files: every syntax by hand-computed values, everything else to the byte, and what is refused."""

from __future__ import annotations

import random
import re
import time
from pathlib import Path

import pytest

from parlour.art import colours
from parlour.art.colours import NAMES, Channels, Recolouring, gamma
from parlour.art.expressions import Expression
from parlour.art.recolour import DEEPEST, LARGEST, LONGEST_STYLE, MOST_ATTRIBUTES, recolour
from parlour.cli import main
from parlour.engine.errors import BadInput

ICONS = Path("/usr/share/icons")


def lighter(channels: Channels) -> Channels:
    return gamma(1.66, 1.66, 1.66)(channels)


def svg(inside: str) -> bytes:
    return f"<svg xmlns='http://www.w3.org/2000/svg'>{inside}</svg>".encode()


def changed(inside: str, work: Recolouring | None = None, select: str | None = None) -> str:
    made = recolour(svg(inside), work or Recolouring(lighter), select).decode()
    return made.removeprefix("<svg xmlns='http://www.w3.org/2000/svg'>").removesuffix("</svg>")


# 255 * (c / 255) ** (1 / 1.66), rounded: 16 48, 32 73, 48 93, 64 111, 128 168, 191 214, 204 223
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("#102030", "#30495d"),
        ("#8080C0", "#a8a8d7"),
        ("#8080CF", "#a8a8e1"),
        ("#80C0BF", "#a8d7d6"),
        ("#ABC", "#C8D4DF"),
        ("#abc", "#c8d4df"),
        ("#abc8", "#c8d4df88"),
        ("#10203040", "#30495d40"),
        ("#f00", "#f00"),
        ("gray", "#a8a8a8"),
        ("Navy", "#0000a8"),
        ("red", "red"),
        ("rgb(16,32,48)", "rgb(48,73,93)"),
        ("rgb( 16 32 48 / 50% )", "rgb( 48 73 93 / 50% )"),
        ("rgba(16, 32, 48, 0.5)", "rgba(48, 73, 93, 0.5)"),
        ("rgb(10%,20%,30%)", "rgb(24.98%,37.93%,48.42%)"),
        ("hsl(120, 50%, 50%)", "rgb(111, 214, 111)"),
        ("hsla(120deg, 50%, 50%, .25)", "rgba(111, 214, 111, .25)"),
        ("hsl(0.5turn 100% 50%)", "hsl(0.5turn 100% 50%)"),
        ("var(--ink, #102030)", "var(--ink, #30495d)"),
        ("url(#a) #102030", "url(#a) #30495d"),
        ("currentColor", "currentColor"),
        ("none", "none"),
        ("url(#navy)", "url(#navy)"),
        ("inherit", "inherit"),
        ("rgb(calc(1 + 2), 3, 4)", "rgb(calc(1 + 2), 3, 4)"),
        ("lab(50% 1 2)", "lab(50% 1 2)"),
    ],
)
def test_every_syntax_of_a_colour(before: str, after: str) -> None:
    forms = [f'<path {name}="{{}}"/>' for name in ("fill", "stroke", "stop-color", "flood-color", "lighting-color", "color")]
    for form in (*forms, "<path style='fill:{};d:path(\"M0 0\")'/>", "<style>path{{fill:{}}}</style>"):
        assert changed(form.format(before)).lower() == form.format(after).lower()


def test_the_case_of_digits_is_kept() -> None:
    assert changed('<path fill="#80C0BF"/>') == '<path fill="#A8D7D6"/>'
    assert changed('<path fill="#80c0bf"/>') == '<path fill="#a8d7d6"/>'


@pytest.mark.parametrize(
    "left",
    [
        '<path id="gray" class="navy" d="M 0 0 #abc"/>',
        "<text>gray #abc rgb(1,2,3)</text>",
        "<!-- fill='gray' --><?xml-stylesheet fill='gray'?>",
        "<style>#abc, .gray, gray:not(#abc) > navy[fill='gray'] { font-family: gray; content: '#abc' }</style>",
        "<style>/* fill: gray */ @media (color: gray) { a { background: url(gray.png) } }</style>",
        "<animate attributeName='x' values='gray;#abc'/>",
        "<path data-fill='gray' xlink:fill='#abc' xmlns:xlink='x'/>",
        "<path\n\tfill = 'none'\r\n  stroke=\"url( '#gray' )\" />",
    ],
)
def test_what_is_no_colour_stays(left: str) -> None:
    assert changed(left) == left


def test_style_sheets_nested_and_in_sections() -> None:
    assert changed("<style><![CDATA[ a > b { fill: gray } ]]></style>") == "<style><![CDATA[ a > b { fill: #a8a8a8 } ]]></style>"
    nested = "<style>@media print { a { fill: gray; &amp;:hover { stroke: navy } } } b { --ink: #102030 }</style>"
    assert changed(nested) == nested.replace("gray", "#a8a8a8").replace("navy", "#0000a8").replace("#102030", "#30495d")


def test_values_of_animations() -> None:
    before = "<animate attributeName='fill' from='gray' to='navy' values='gray; #102030 ;red' by='gray'/>"
    after = "<animate attributeName='fill' from='#a8a8a8' to='#0000a8' values='#a8a8a8; #30495d ;red' by='gray'/>"
    work = Recolouring(lighter)
    assert changed(before, work) == after
    assert work.left == {"the step of an animation (by)": 1}


def test_entities_are_read_and_not_expanded() -> None:
    head = '<!DOCTYPE svg [<!ENTITY ink "#102030"><!ENTITY look "fill:#102030">]>'
    body = "<svg xmlns='http://www.w3.org/2000/svg'>{}</svg>"
    kept = "<b style='&look;' fill='{}'/>"
    work = Recolouring(lighter)
    before = head + body.format("<a fill='&ink;' style='font:&quot;navy&quot;;fill:#102030'/>" + kept.format("&#x23;102030"))
    after = head + body.format("<a fill='#30495d' style='font:&quot;navy&quot;;fill:#30495d'/>" + kept.format("#30495d"))
    assert recolour(before.encode(), work).decode() == after
    assert work.left == {"#102030 in an entity": 1}


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "latin-1"])
def test_the_encoding_stays(encoding: str) -> None:
    head = f"<?xml version='1.0' encoding='{encoding.removesuffix('-sig')}'?>\r\n"
    text = head + "<svg xmlns='http://www.w3.org/2000/svg'><text fill='gray'>Küche é</text></svg>\r\n"
    made = recolour(text.encode(encoding), Recolouring(lighter))
    assert made == text.replace("gray", "#a8a8a8").encode(encoding)


def test_only_the_elements_selected() -> None:
    inside = "<style>a{fill:gray}</style><g id='x'><path fill='gray'/></g><path class='y' style='fill:gray'/><path fill='gray'/>"
    after = inside.replace("<path fill='gray'/></g>", "<path fill='#a8a8a8'/></g>")
    after = after.replace("style='fill:gray'", "style='fill:#a8a8a8'")
    assert changed(inside, select="#x > path, .y") == after
    with pytest.raises(BadInput, match="is no CSS selector"):
        changed(inside, select="path[")


def test_rounding_and_truncation() -> None:
    assert changed("<a fill='#010203'/>") == "<a fill='#090e12'/>"  # 9.05, 13.74, 17.54
    assert changed("<a fill='#010203'/>", Recolouring(lighter, truncate=True)) == "<a fill='#090d11'/>"


def test_pictures_are_named_as_left_alone() -> None:
    work = Recolouring(lighter)
    changed("<image xmlns:l='http://www.w3.org/1999/xlink' l:href='data:image/png;base64,AAAA'/><image href='x.jpg'/>", work)
    assert work.left == {"picture image/png": 1, "picture x.jpg": 1}


def test_all_names_are_hex_colours() -> None:
    assert len(NAMES) == 148
    assert all(re.fullmatch("[0-9a-f]{6}", digits) for digits in NAMES.values())


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("r + 5", 125),
        ("255 * (r / 255) ** (1 / 1.66)", 161.933),
        ("clamp(r, 10, max(g, b))", 60),
        ("-r // 2 % 7", 3),
        ("sqrt(r) * pi", 34.4144),
        ("-2 ** 2 + round(b / 4)", 4),
        ("min(r, g, b, e)", 2.71828),
    ],
)
def test_expressions_that_are(text: str, value: float) -> None:
    assert Expression(text)(120, 60, 30) == pytest.approx(value, abs=0.0005)


@pytest.mark.parametrize(
    "text",
    [
        *("", "r +", "x", "r.real", "r[0]", "'r'", "True", "lambda: 1", "[r]", "__import__('os')", "r if g else b", "r and g"),
        *("min(r)", "clamp(r, 1)", "foo(r)", "min(*r)", "min(r, key=g)", "(" * 200 + "r" + ")" * 200, "r" * 401, "r\0"),
        *("r := 1", "1j", "r @ g"),
    ],
)
def test_expressions_that_are_none_are_refused_in_one_line(text: str) -> None:
    with pytest.raises(BadInput) as refused:
        Expression(text)
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 600


@pytest.mark.parametrize(
    "text", ["r / 0", "(0 - r) ** 0.5", "9 ** 9 ** 9 ** 9", "log(g)", "exp(9999)", "r % 0", "1e308 * 10 - 1e308 * 10"]
)
def test_expressions_without_a_value_say_where(text: str) -> None:
    with pytest.raises(BadInput, match="has no value for r = 120, g = 0, b = 30"):
        Expression(text)(120, 0, 30)


BOMB = "<!DOCTYPE svg [" + "".join(f"<!ENTITY e{k + 1} '{f'&e{k};' * 10}'>" for k in range(12)) + "<!ENTITY e0 'fill:red;'>]>"


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "no element found"),
        (b"\x89PNG\r\n\x1a\n\0\0", "not utf-8 text|not well-formed"),
        (b"<html><body/></html>", "it is no SVG: its outermost element is 'html'"),
        (b"<svg><path></svg>", "line 1, column"),
        (b"<svg fill=red/>", "line 1, column"),
        (b"\x1f\x8b\x08", "compressed"),
        (b"<svg>" * (DEEPEST + 1), f"more than {DEEPEST} elements lie within each other"),
        ((BOMB + "<svg style='&e12;'/>").encode(), "amplification|asynchronous"),
        (b"<?xml version='1.0' encoding='nonsense'?><svg/>", "its encoding 'nonsense' is not known"),
        (b"<svg>\xff</svg>", "not utf-8 text"),
        (b" " * (LARGEST + 1), "larger than 64 MB"),
        (b"<svg fill='" + b"(" * (LONGEST_STYLE + 1) + b"'/>", "line 1: a style or a colour of more than 1,048,576 characters"),
        (b"<svg>\n<style>" + b"a{fill:" * (LONGEST_STYLE // 6) + b"</style></svg>", "line 2: a style or a colour of more than"),
        (
            b"<!DOCTYPE svg [<!ENTITY e '%s'>]><svg fill='%s'/>" % (b"#fff " * 190, b"&e;" * 4000),
            "a style or a colour of more than",
        ),
        (
            b"<svg " + b" ".join(b"a%d=''" % k for k in range(MOST_ATTRIBUTES + 1)) + b"/>",
            "line 1: an element of 5,001 attributes",
        ),
        (b"<?xml version='1.0' encoding='utf-7'?><svg fill='+2AA-'/>", "not utf-7 text"),
    ],
)
def test_what_is_no_sound_svg_is_refused_in_one_line_and_soon(data: bytes, why: str) -> None:
    began = time.perf_counter()
    with pytest.raises(BadInput, match=why) as refused:
        recolour(data, Recolouring(lighter))
    assert "\n" not in str(refused.value)
    assert time.perf_counter() - began < 60, "it does not hang"


def test_a_document_has_its_measure_of_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(colours, "MOST_COLOURS", 3)
    few = svg("".join(f"<a fill='#00000{k % 3}'/>" for k in range(50)))
    assert recolour(few, Recolouring(lambda colour: colour)) == few
    with pytest.raises(BadInput, match="more than 3 different colours"):
        recolour(svg("".join(f"<a fill='#00000{k}'/>" for k in range(4))), Recolouring(lambda colour: colour))


def test_letters_of_all_the_world_change_no_place() -> None:
    before = "<svg id='ä日本'><style>.größe-red, #ö { --öred: öred; --x: é red; fill: red }</style>"
    before += "<text fill='#f00' é='x'>日本 &#x65E5;</text><style>a{fill:red}</style></svg>"
    after = (
        before.replace(": é red; fill: red", ": é #000000; fill: #000000")
        .replace("#f00", "#000")
        .replace("a{fill:red", "a{fill:#000000")
    )
    for encoding in ("utf-8", "utf-16"):
        head = f"<?xml version='1.0' encoding='{encoding}'?>"
        assert recolour((head + before).encode(encoding), Recolouring(lambda _: (0, 0, 0))).decode(encoding) == head + after
    work = Recolouring(lambda _: (0, 0, 0))
    recolour("<svg fill='lab(1 é)'><image href='é日.png'/><a fill='rgb(é)'/></svg>".encode(), work)
    assert set(work.left) == {"lab(...)", "picture é日.png", "rgb(é)"}


def test_a_style_sheet_within_another_is_read_once() -> None:
    depth = 900
    nested = svg("<style>a{fill:red}" * depth + "</style>" * depth)
    assert recolour(nested, Recolouring(lambda _: (0, 0, 0))).count(b"#000000") == depth


@pytest.mark.parametrize("selector", [":is(" * 300 + "a" + ")" * 300, ":not(" * 3000 + "a", "g g g a", "g " * 60 + "a"])
def test_selectors_that_go_too_deep_are_refused(selector: str) -> None:
    deep = svg("<g>" * 1900 + "<a fill='red'/>" + "</g>" * 1900)
    with pytest.raises(BadInput) as refused:
        recolour(deep, Recolouring(lighter), selector)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("digits", ["0x" + "f" * 390, "9" * 399])
def test_a_number_without_end_is_no_expression(digits: str) -> None:
    with pytest.raises(BadInput, match="is no expression"):
        Expression(digits)


def test_the_command(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    source, target = tmp_path / "in.svg", tmp_path / "out.svg"
    source.write_bytes(svg("<a fill='#102030'/>"))
    assert main(["art", "gamma", str(source), "--gamma", "1.66"]) == 0
    assert capfdbinary.readouterr().out == svg("<a fill='#30495d'/>")
    assert main(["art", "gamma", str(source), "--red", "1.66", "-o", str(target), "--report"]) == 0
    assert target.read_bytes() == svg("<a fill='#302030'/>")
    assert capfdbinary.readouterr().out == b"#102030 -> #302030  1 time\n"
    assert main(["art", "recolour", str(source), "--red", "r + 5", "--blue", "g"]) == 0
    assert capfdbinary.readouterr().out == svg("<a fill='#152020'/>")
    assert main(["art", "recolour", str(source), "--red", "1 - r", "--range", "1"]) == 0
    assert capfdbinary.readouterr().out == svg("<a fill='#ef2030'/>")
    assert main(["art", "recolour", str(source), "--red", "r +"]) == 2
    assert main(["art", "gamma", str(source)]) == 2
    assert main(["art", "gamma", str(tmp_path / "none.svg"), "--gamma", "2"]) == 2
    assert capfdbinary.readouterr().err.count(b"\n") == 3


def test_a_round_trip_changes_nothing_but_colours() -> None:
    """Over icons of the machine: gamma 1 changes no byte, gamma 1.66 none outside of colours."""
    files = sorted(path for path in ICONS.rglob("*.svg") if path.is_file() and not path.is_symlink())
    if len(files) < 2000:
        pytest.skip(f"only {len(files)} icons under {ICONS} (apt-get install papirus-icon-theme has more)")
    colour = re.compile(rb"#[0-9a-fA-F]{3,8}\b|rgba?\([^)]*\)|\b(?:" + "|".join(NAMES).encode() + rb")\b")
    for path in random.Random(1).sample(files, 2000):
        data = path.read_bytes()
        assert recolour(data, Recolouring(gamma(1, 1, 1))) == data, path
        assert colour.sub(b"*", recolour(data, Recolouring(lighter))) == colour.sub(b"*", data), path
