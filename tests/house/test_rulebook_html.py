"""Rulebooks as HTML: anchors, references, house rules, and nothing a page could be harmed by."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import parlour
from ladder_rooms import ladder_rooms, short
from parlour.engine.rulebook import paragraphs
from parlour.house.rulebook_html import rulebook_html, rulebook_page

RULES = """\
from parlour.kit import *

PHASES = phases(asks("choose", CARD))
(CHOOSE,) = PHASES
PACK = 1


class Table(Layout, seats=2):
    target = Option(3, range(1, 9), "points < that win")
    loud = Option(False, YES_NO, "said aloud")
    stock = Cards()


@rule
def bound(t):
    return 1


@rule
def deal(t):
    ask(t, 0, CHOOSE)


@CHOOSE.allowed
def any_card(t):
    return t.stock


@CHOOSE.play
def end(t, choice):
    t.over = 1
"""
RULEBOOK = """\
# Fish & <b>chips</b>

See [this](javascript:alert(1)) for {seats} players, R1 and R77.

## Aim & play

**R1** First to {target}{loud?, said aloud}.
**R2, house** As R1 says, but `R1` in code and [R1 linked](https://example.org) stay. 10♥ beats 9♠.

- **R3** in a list

| points | worth |
| :-- | --: |
| 1 | 2 |

**F101** House. <script>alert(1)</script>
"""


@pytest.fixture
def room(tmp_path: Path) -> str:
    """A room with nothing but a table and a rulebook."""
    folder = tmp_path / "fish"
    folder.mkdir()
    (folder / "rules.py").write_text(RULES, encoding="utf-8")
    (folder / "rulebook.md").write_text(RULEBOOK, encoding="utf-8")
    (folder / "table.toml").write_text('title = "Fish & chips"\n', encoding="utf-8")
    return str(folder)


def test_paragraphs_references_and_tables(room: str) -> None:
    html = rulebook_html(parlour.game(room, target=5))
    assert '<p id="R1" class="differs"><b class="number">1</b> First to <ins>5</ins>.</p>' in html
    assert '<p id="R2"><b class="number">2</b><sup class="origin">†</sup> As <a href="#R1">rule 1</a> says' in html
    assert "<code>R1</code>" in html
    assert '<a href="https://example.org">R1 linked</a>' in html
    assert "R77." in html
    assert "#R77" not in html
    assert '<li id="R3"><b class="number">3</b> in a list</li>' in html
    assert '<p id="F101">' in html
    assert '10<span class="red">♥</span> beats 9♠' in html
    assert '<h2 id="aim-play">' in html
    assert '<th class="right">worth</th>' in html
    assert "for 2 players" in html


def test_nothing_harmful_gets_through(room: str) -> None:
    page = rulebook_page(parlour.game(room))
    assert "<script" not in page
    assert "<b>chips" not in page
    assert 'href="javascript' not in page
    assert " style=" not in page
    assert "<title>Fish &amp; chips</title>" in page


def test_house_rules(room: str) -> None:
    html = rulebook_html(parlour.game(room, target=5))
    assert html.count('id="house-rules"') == 1
    assert "<td>points &lt; that win</td>\n<td><ins>5</ins></td>\n<td>1 to 8</td>" in html
    assert "<td>said aloud</td>\n<td>no</td>\n<td>yes or no</td>" in html
    assert "<ins>" not in rulebook_html(parlour.game(room, target=3)).partition('id="house-rules"')[2]


def test_where_paragraphs_come_from_is_marked_and_explained_once(room: str) -> None:
    html = rulebook_html(parlour.game(room))
    assert html.count('class="origin"') == 1
    assert html.count('class="legend"') == 1
    assert "†" in re.findall(r'<p class="legend">(.*?)</p>', html)[0]


def test_a_brace_that_nothing_fills(room: str) -> None:
    Path(room, "rulebook.md").write_text("# Fish\n\n**R1** {tagret}\n", encoding="utf-8")
    with pytest.raises(parlour.BadInput, match=r"fish/rulebook.md: \{tagret\} is not a house rule"):
        rulebook_html(parlour.game(room))


@pytest.mark.parametrize("name", ladder_rooms(), ids=short)
def test_every_paragraph_of_every_game_has_its_anchor(name: str) -> None:
    game = parlour.Game(name)
    html = rulebook_html(game)
    assert html.startswith("<h1>")
    anchors = set(re.findall(r'<(?:p|li) id="([RF]\d+)"><b class="number">\d+</b>', html))
    assert anchors == set(paragraphs(game.room, game.blank()[0]))
    assert html.count('id="house-rules"') == (1 if game.options else 0)
    assert set(re.findall(r'href="#(\w+)"', html)) <= anchors
