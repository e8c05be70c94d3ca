"""Rulebooks in other languages: part by part, with the same numbers and links in all, English if not translated."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from pypdf import PdfReader
from starlette.testclient import TestClient

import parlour
from house.test_rulebook_lint import FAULTS, forms, houses
from parlour.cli import main
from parlour.engine.rooms import room, room_names
from parlour.engine.rulebook import FORMS, _text, asked_for, english, explain, filled, own_forms, paragraphs
from parlour.engine.rulebook_parts import items, parts
from parlour.house.house_book import HouseBook
from parlour.house.rulebook_html import rulebook_html
from parlour.house.site import site
from parlour.languages import Language, language, languages, speaking
from parlour.languages.catalogue import in_order, machine_readable, read_catalogue
from parlour.table.app import create_app
from parlour.translating.rulebooks import passages, rulebook_faults, rulebook_texts
from parlour.translating.updating import updated

TRIES = 3
WELSH = r"""
msgid "Play"
msgstr "Chwarae"

msgid ""
"While the stock has cards and no player has closed it, play is *open*. As soon as it is closed or used up, play is *strict*."
msgstr "Agored. Cau: yn ôl R5, *caeth*."

msgid ""
"Be the first to collect 66 card points in a hand and to declare it. A hand is worth one to three victory points, and "
"{target_vp} of them win the game."
msgstr "{target_vp=1?Un|{target_vp pwynt|bwynt|phwynt|pwyntiau|pwyntiau|pwyntiau}}."
"""


def catalogue(text: str, code: str = "cy"):
    return read_po(io.BytesIO(text.encode()), locale=code)


def speaker(text: str) -> Language:
    """A reader of a language that has these translations alone."""
    one = Language("cy", "Cymraeg")
    one.__dict__["rulebooks"] = in_order([machine_readable(catalogue(text))])
    return one


@pytest.fixture
def welsh() -> Iterator[Language]:
    with speaking(one := speaker(WELSH)):
        yield one


@pytest.mark.parametrize("name", room_names())
def test_parts_put_together_are_the_rulebook(name: str) -> None:
    text = english(room(name))
    found = parts(text)
    assert "".join(part.before + part.written for part in found) == text
    for part in found:
        assert part.text.count("{") == part.text.count("}"), part.text
        assert "\n" not in part.text or items(part.text) or "|\n|" in part.text, part.text
        assert not re.match(r"\*\*[RF]\d|#|[-*] ", part.text)


def test_what_is_translated_is_read_and_the_rest_is_english(welsh: Language) -> None:
    text = parlour.Game("schnapsen", house={"target_vp": 5}).rulebook()
    assert "## Chwarae\n\n**1** Agored. Cau: yn ôl rule 5, *caeth*.\n" in text
    assert "## Aim\n\n5 pwyntiau.\n" in text
    assert "**3** Then you lead any card" in text
    assert "at least 2 cards, including" in text, "an English noun keeps its English plural"


def test_a_noun_has_the_forms_of_its_language(welsh: Language) -> None:
    assert welsh.nouns == 6
    with speaking(None):
        assert filled(room("schnapsen"), "{target_vp point}, {target_vp ox|oxen}", {"target_vp": 1}) == "1 point, 1 ox"
        assert filled(room("schnapsen"), "{target_vp point}, {target_vp ox|oxen}", {"target_vp": 2}) == "2 points, 2 oxen"
    forms = own_forms("{target_vp zero|one|two|few|many|other}")
    said = {n: filled(room("schnapsen"), forms, {"target_vp": n}) for n in (0, 1, 2, 3, 6, 7)}
    assert sorted(words.split()[1] for words in said.values()) == ["few", "many", "one", "other", "two", "zero"]
    assert filled(room("schnapsen"), own_forms("{target_vp same}"), {"target_vp": 3}) == "3 same"


@pytest.mark.parametrize("name", room_names())
def test_numbers_and_links_are_the_same_in_every_language(name: str) -> None:
    game = parlour.Game(name)
    ids = re.findall(r'(?:id|href)="([^"]*)"', rulebook_html(game))
    numbers = {key: one.number for key, one in paragraphs(game.room, game.blank()[0]).items()}
    with speaking(language("qps")):
        html = rulebook_html(game)
        assert re.findall(r'(?:id|href)="([^"]*)"', html) == ids
        assert {key: one.number for key, one in paragraphs(game.room, game.blank()[0]).items()} == numbers
    assert not re.search("[\ue000-\uf8ff]", html)


def translated_rooms() -> list[tuple[str, str]]:
    """The languages and games of which any part is translated."""
    found = []
    for code, one in languages().items():
        here = {str(message.id) for message in read_catalogue(code, "rulebooks") if message.string and not message.fuzzy}
        rooms = {room.name for text, rooms in passages().items() if text in here and len(rooms) == 1 for room in rooms}
        found += [(code, name) for name in sorted(rooms) if not one.is_english]
    return found


IN_ALL_LANGUAGES = ("a backslash, a brace or a mark of our own", "an identifier", "an identifier of a paragraph", "a stray stop")


@pytest.mark.parametrize(("code", "name"), translated_rooms())
def test_nothing_is_printed_that_is_no_text(code: str, name: str) -> None:
    """Under random house rules: no braces, no identifiers, no count of none, and the numbers and links of the English book."""
    for game in houses(name, TRIES):
        plain = re.findall(r'(?:id|href)="([^"]*)"', rulebook_html(game))
        with speaking(language(code)):
            said, text = forms(game), rulebook_html(game)
            counted = {
                form for forms in re.findall(rf"\{{\w+ ([^{{}}?]+){FORMS}", _text(game.room, code)) for form in forms.split(FORMS)
            }
        assert re.findall(r'(?:id|href)="([^"]*)"', text) == plain, game.house
        none = re.compile(rf"(?<![\d.,])\b0 (?:{'|'.join(map(re.escape, counted)) or '$.'})\b")
        for form, words in said.items():
            for what, look in [*((fault, FAULTS[fault]) for fault in IN_ALL_LANGUAGES), ("a count of none", none)]:
                found = look.search(words)
                around = words[max(0, found.start() - 40) : found.end() + 40] if found else ""
                assert not found, f"{what} in {form} under {game.seats} seats, {game.house}: {around!r}"


WORD = re.compile(r"[A-Za-z]{3,}")


@pytest.mark.parametrize("name", room_names())
def test_every_part_can_be_translated(name: str) -> None:
    """In the pseudo-language no English is left, except what is written as code."""
    with speaking(language("qps")):
        text = parlour.Game(name).rulebook()
    assert sorted(set(WORD.findall(re.sub(r"`[^`\n]*`", "", text)))) == []


RIGHT = """
msgid "Play"
msgstr "Spiel"

msgid "Then you lead any card, or after a marriage its king or its queen."
msgstr "Dann spielst du eine Karte aus."
"""
WRONG = [
    ("Aim", "# Ziel", "begins with a sign"),
    ("Aim", "Ziel\\nmehr", "1 ends of lines"),
    ("Aim", "*Ziel", "without its pair"),
    ("Aim", "Ziel nach R5", "only one of the texts refers to R5"),
    ("Aim", "Ziel {punkte}", "{punkte} is not a house rule"),
    ("Aim", "Ziel {", "cannot be filled"),
    ("Aim", "Ziel {target_vp Punkt}", "needs 2 forms"),
    ("Aim", "Ziel {target_vp=acht?so}", "cannot be filled"),
    ("Your points in a hand are the card points of the tricks you have won and the marriages credited to you.", "A `B`", "code"),
]


@pytest.mark.parametrize(("text", "said", "fault"), WRONG)
def test_faults_of_a_translated_part_are_found(text: str, said: str, fault: str) -> None:
    assert list(rulebook_faults(catalogue(RIGHT, "de"), "de")) == []
    found = list(rulebook_faults(catalogue(f'\nmsgctxt "schnapsen"\nmsgid "{text}"\nmsgstr "{said}"\n', "de"), "de"))
    assert [line for line in found if fault in line], found


def test_house_rules_have_to_be_told_in_every_language() -> None:
    (text,) = [text for text in passages() if text.startswith("The higher trump wins the trick; if there is no trump")]
    lost = text.replace("by R10", "").replace("{show_points?", "{show_points?|").replace("by R10", "")
    for said, fault in ((text.partition(" {")[0], "lacks the house rule {show_points}"), (lost, "refers to R10")):
        assert fault in next(rulebook_faults(catalogue(f'\nmsgid "{text}"\nmsgstr "{said}"\n', "de"), "de"))
    (text,) = [text for text in passages() if text.startswith("{chicago_call?After the third draw")]
    said = text.replace("|}", "|Kein Chicago.}").replace('"', '\\"')
    text = text.replace('"', '\\"')
    assert "only one of the texts is empty" in next(
        rulebook_faults(catalogue(f'\nmsgid "{text}"\nmsgstr "{said}"\n', "de"), "de")
    )


def test_figures_of_examples_are_the_same_in_all_languages() -> None:
    (text,) = [text for text in passages() if text.startswith("*Broken.* With the same bids you take six")]
    written = text.replace("\n", "\\n")
    for said in (written, written.replace("minus 70", "minus 80"), written.replace("40 for", "for")):
        found = list(rulebook_faults(catalogue(f'\nmsgid "{written}"\nmsgstr "{said}"\n', "de"), "de"))
        assert (said == written) == (not [line for line in found if "only one of the texts has" in line]), found


def test_a_table_keeps_its_columns() -> None:
    (text,) = [text for text in passages() if text.startswith("| nine | ace")]
    said = text.replace("| nine ", "", 1)
    written = [one.replace("\n", "\\n") for one in (text, said)]
    found = rulebook_faults(catalogue(f'\nmsgid "{written[0]}"\nmsgstr "{written[1]}"\n', "de"), "de")
    assert "other rows or columns" in next(found)


def test_a_changed_paragraph_is_stale() -> None:
    """It keeps its translation for somebody to look at, and readers get the English text."""
    text = "Then you lead any card, or after a marriage its king or its queen."
    before = catalogue(f'\nmsgid "{text.replace("any card", "a card")}"\nmsgstr "Dann spielst du aus."\n', "de")
    written = updated(before, rulebook_texts(), "de")
    after = catalogue(written, "de").get(text)
    assert (after.fuzzy, after.string) == (True, "Dann spielst du aus.")
    with speaking(speaker(written)):
        assert f"**3** {text}" in parlour.Game("schnapsen").rulebook().replace("\n", " ").replace("  ", " ")


def test_pages_prints_and_the_command_line_have_the_reader_s_language(tmp_path: Path) -> None:
    """The page that the table shows, a file of its own, the site and the PDF: words, language and letters of the cards."""
    with TestClient(create_app(tmp_path / "tables.db", tempo=0.0)) as client:
        page = client.get("/rules/schnapsen?fragment=1", headers={"accept-language": "de-AT"}).text
        assert '<h2 id="play">Spielverlauf</h2>' in page
        assert "Spielverlauf" not in client.get("/rules/schnapsen?fragment=1").text, "each language has a page of its own"
    out = tmp_path / "out.html"
    assert main(["rules", "schnapsen", "--language", "de", "-o", str(out)]) == 0
    text = out.read_text()
    assert '<html lang="de" dir="ltr">' in text
    assert 'aria-label="Herz-Dame"' in text
    assert main(["rules", "schnapsen", "--language", "de", "-o", str(out.with_suffix(".pdf"))]) == 0
    assert PdfReader(out.with_suffix(".pdf")).root_object["/Lang"] == "de"
    with speaking(language("de")):
        files = dict(site(HouseBook()))
    assert '<html lang="de" dir="ltr">' in files["schnapsen.html"].decode()
    assert "Spielverlauf" in files["schnapsen-quick.html"].decode()
    assert "Gut zu wissen" not in files["schnapsen-quick.html"].decode(), "advice is not part of a quick card"


def test_an_unknown_language_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "schnapsen", "--language", "xx"]) == 2
    assert "there is no language 'xx': choose from en, de" in capsys.readouterr().err


def test_a_refusal_quotes_the_paragraph_in_the_reader_s_language() -> None:
    game = parlour.Game("schnapsen")
    row = game.blank()[0]
    with speaking(language("de")):
        assert "Gelten Farbzwang und Stichzwang" in explain(game.room, row, 5)
        assert asked_for(game.room, row, "5") == asked_for(game.room, row, "R5")
    assert explain(game.room, row, 5).startswith("Rule 5: While play is strict")


def test_figures_and_signs_are_written_as_the_language_has_them() -> None:
    with speaking(language("fr") or Language("fr", "")):
        french = parlour.Game("triple_draw").rulebook()
    assert "1 à 1\u202f000\u202f000\u202f000" in french or "1 à 1\xa0000\xa0000\xa0000" in french
    assert "\xa0; ‡" in french
    with speaking(language("de") or Language("de", "")):
        assert "1 bis 1.000.000.000" in parlour.Game("triple_draw").rulebook()
