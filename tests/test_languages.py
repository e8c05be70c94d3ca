"""Languages: one is chosen for each reader, catalogues say what the sources say, and nothing in them can break a page."""

from __future__ import annotations

import ast
import io
import json
import re
from collections import Counter
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from unicodedata import category

import pytest
from babel.messages.pofile import read_po
from starlette.routing import BaseRoute, Route
from starlette.testclient import TestClient

import parlour
from parlour.cli import main
from parlour.cli.house import ACTS
from parlour.engine.reading import parse_python
from parlour.engine.rooms import named, room_names
from parlour.languages import (
    Language,
    card_languages,
    card_words,
    game_text,
    gettext,
    language,
    languages,
    ngettext,
    pgettext,
    preferred,
    speaking,
)
from parlour.languages import catalogue as languages_read
from parlour.languages.catalogue import CATALOGUES, catalogue_path, claimed, read_catalogue
from parlour.languages.scripts import marked_in
from parlour.table.app import create_app
from parlour.table.delivery import FOLDER, NO_TEXTS, files
from parlour.translating import coverage, faults
from parlour.translating.sources import FIELDS, PACKAGE, texts
from parlour.translating.updating import updated
from table.browsers import Browser

TRANSLATED = [code for code, one in languages().items() if not one.is_english]
GERMAN = """
msgid "Play {game}"
msgstr "{game} spielen"

msgid "{n} card"
msgid_plural "{n} cards"
msgstr[0] "{n} Karte"
msgstr[1] "{n} Karten"
"""


PIECE = re.compile(r"^[,.;:)]|^\s|\s$|\$\{|^\w+_\w+$|^[RF]\d+$")
"""Signs that a text is none for translators: a piece of a sentence, code, or an identifier."""
OF_ARGPARSE = {"usage: "}
"""Pieces that Python's own parser of the command line has."""


def catalogue(text: str, code: str = "de"):
    return read_po(io.BytesIO(text.encode()), locale=code)


@pytest.mark.parametrize(
    ("accepted", "code"),
    [
        ("", "en"),
        ("de", "de"),
        ("de-AT,de;q=0.9,en;q=0.8", "de"),
        ("en-GB, de;q=0.9", "en"),
        ("tlh, DE;q=0.3, en;q=0.2", "de"),
        ("de;q=0, en", "en"),
        ("de;q=9", "en"),
        ("*", "en"),
        ("qps", "en"),
        (";;,,q=" * 1000, "en"),
    ],
)
def test_the_language_a_browser_likes_best_is_chosen(accepted: str, code: str) -> None:
    assert preferred(accepted).code == code


@pytest.mark.parametrize("code", TRANSLATED)
@pytest.mark.parametrize("name", CATALOGUES)
def test_translations_fit_their_texts_and_claims_hold(code: str, name: str) -> None:
    found = coverage(code, name)
    assert not found.faults
    assert found.ok, f"{code} claims to have all of {name}: {found.missing[:5]} {found.stale[:5]}"
    assert set(claimed(code)) <= set(CATALOGUES)


@pytest.mark.parametrize("code", TRANSLATED)
def test_no_text_stands_twice_in_a_catalogue(code: str) -> None:
    """Two changes that add a text each are put together without a conflict; the first, perhaps stale, is the one that is read."""
    for path in (catalogue_path(code, name) for name in CATALOGUES):
        entries = path.read_text(encoding="utf-8").split("\n\n")
        keys = [entry[entry.index("msg") : entry.index("\nmsgstr")] for entry in entries if "\nmsgstr" in entry]
        assert not [key for key, number in Counter(keys).items() if number > 1], path


def test_faults_of_a_translation_are_found() -> None:
    assert not list(faults(catalogue(GERMAN)))
    assert "lacks the place {game}" in next(faults(catalogue(GERMAN.replace('"{game} spielen', '"Spielen'))))
    assert "has the place {spiel}" in next(faults(catalogue(GERMAN.replace('"{game} spielen', '"{game} {spiel} spielen'))))
    assert "HTML <b>" in next(faults(catalogue(GERMAN.replace('"{game} spielen', '"<b>{game} spielen'))))


@pytest.mark.parametrize("name", ["interface", "games", "lessons"])
def test_a_text_is_whole_and_has_words(name: str) -> None:
    """Pieces of sentences cannot be translated, and code or identifiers need not be. See docs/languages.md."""
    found = [form for one in texts(name) if one.id for form in ((one.id,) if isinstance(one.id, str) else one.id)]
    assert len(found) > 100
    assert [text for text in found if PIECE.search(text) and text not in OF_ARGPARSE] == []
    assert [text for text in found if not any(map(str.isalpha, text)) or re.fullmatch(r"\{\w+\}", text)] == []


def test_every_text_marked_in_a_script_is_found() -> None:
    """Also behind expressions in backquotes and beside objects, where the extractor of Babel loses its way."""
    sources = [path.read_text(encoding="utf-8") for path in (FOLDER / "js").rglob("*.js") if path.name != "messages.js"]
    for script in sources:
        called = re.findall(r"""(?<![\w$.])(?:_|mark|ngettext|pgettext)\(["'`]""", script)
        assert len(list(marked_in(script))) == len(called), called
    assert any("`${" in script and list(marked_in(script)) for script in sources)


MARKING = {
    "_",
    "gettext",
    "mark",
    "lazy_gettext",
    "ngettext",
    "lazy_ngettext",
    "phrase",
    "pgettext",
    "mark_in",
    "refuse",
    "needs",
    "remark",
}
"""Functions and methods whose texts are found in the source, so that they have to be written there."""


def put_together(path: Path) -> Iterator[str]:
    """The calls of a module that mark a text which is not written out: put together from pieces, or one of two."""
    for call in (node for node in ast.walk(parse_python(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Call)):
        method, function = isinstance(call.func, ast.Attribute), ast.unparse(call.func).rpartition(".")[2]
        fields = method and ast.unparse(call.func).startswith("form.") and function in FIELDS
        if function in MARKING or fields:
            for argument in call.args[fields:]:
                parts = [
                    part for one in ast.walk(argument) if isinstance(one, ast.JoinedStr | ast.IfExp) for part in ast.walk(one)
                ]
                if any(isinstance(part, ast.Constant) and WORD.search(str(part.value)) for part in parts):
                    yield f"{path.name}:{call.lineno}: {ast.unparse(call)}"


SENTENCE = re.compile(r"(?![A-Z]{2})[A-Z][^<>\n]*\s[^<>\n]*[.?!\u2026:]")
IN_ENGLISH = {"The request did not arrive in time.", "All tables are paused. {}{}{}."}
"""Texts for programs: for one that has not said its language yet, and for one that watches over the server."""
OF_DEVELOPERS = PACKAGE / "lab"
"""Its reports are in English, as the files and commands of developers are."""


def sentences(path: Path) -> Iterator[str]:
    """The texts of a module that read as sentences, without its docstrings; the values that are put into them are braces."""
    nodes = list(ast.walk(parse_python(path.read_text(encoding="utf-8"))))
    docstrings = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    for node in nodes:
        if isinstance(node, ast.JoinedStr):
            text = "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            text = node.value
        else:
            continue
        if SENTENCE.fullmatch(text) and len(WORD.findall(text)) > 2:
            yield text


def test_every_sentence_is_marked() -> None:
    """Whole sentences that a module says are in the catalogues: one that nobody marked stays English in every language."""
    known = {
        form
        for name in ("interface", "games")
        for one in texts(name)
        for form in ((one.id,) if isinstance(one.id, str) else one.id)
    }
    found = {text for path in PACKAGE.rglob("*.py") if not path.is_relative_to(OF_DEVELOPERS) for text in sentences(path)}
    assert len(found) > 200
    assert found - known == IN_ENGLISH


def test_a_marked_text_is_written_out() -> None:
    assert [call for path in PACKAGE.rglob("*.py") for call in put_together(path)] == []


def test_a_game_has_its_own_word_for_what_the_house_says_in_another_sense(monkeypatch: pytest.MonkeyPatch) -> None:
    """And the house's own words have a context."""
    said = {
        "interface": 'msgid "hand"\nmsgstr "Spiel"\n\nmsgctxt "verb"\nmsgid "Deal"\nmsgstr "Geben"\n',
        "games": (
            'msgid "hand"\nmsgstr "Blatt"\n\nmsgctxt "brag"\nmsgid "hand"\nmsgstr "Karten"\n\n'
            'msgctxt "toepen"\nmsgid "hand"\nmsgstr "hand"\n'
        ),
        "lessons": "",
    }
    monkeypatch.setattr(languages_read, "read_catalogue", lambda code, name: catalogue(f"\n{said[name]}", code))
    languages_read._compiled.cache_clear()
    with speaking(Language("de", "Deutsch")):
        assert (gettext("hand"), game_text("spades", "hand"), game_text("brag", "hand")) == ("Spiel", "Blatt", "Karten")
        assert game_text("toepen", "hand") == "hand", "a word may be as in English for a context"
        assert (pgettext("verb", "Deal"), pgettext("heading", "Deal"), game_text("brag", "Deal")) == ("Geben", "Deal", "Deal")
    languages_read._compiled.cache_clear()


def test_a_text_that_has_changed_is_stale_and_one_that_is_gone_goes() -> None:
    here = catalogue('\nmsgid "Your turn to play"\nmsgstr "Du bist dran"\n\nmsgid "Gone"\nmsgstr "Weg"\n')
    wanted = catalogue('\nmsgid "Your turn to play now"\nmsgstr ""\n')
    text = updated(here, wanted, "de")
    assert "#, fuzzy" in text
    assert "Du bist dran" in text
    assert "Gone" not in text


def test_a_game_keeps_a_term_of_its_own() -> None:
    here = catalogue('\nmsgctxt "solo"\nmsgid "trick"\nmsgstr "Stich im Solo"\n')
    assert "Stich im Solo" in updated(here, catalogue('\nmsgid "trick"\nmsgstr ""\n'), "de")


def test_the_pseudo_language_keeps_places_and_changes_all_letters() -> None:
    with speaking(language("qps")):
        assert gettext("Play {game}", game="Solo").startswith("[Ṕĺáý Solo")
        assert ngettext("{n} card", "{n} cards", 2) == "[2 ćáŕđś~~]"
    assert gettext("Play {game}", game="Solo") == "Play Solo"


@pytest.mark.parametrize("code", card_languages())
def test_every_language_names_all_cards(code: str) -> None:
    words = card_words(code)
    assert len(words.numbers) == 9
    for table in (words.courts, words.plurals, words.suits):
        assert set(table) == {"french", "german", "latin"}
        assert {len(row) for row in table.values()} == {4}
    assert {len(row) for row in words.indices.values()} == {4}
    assert len(words.jokers) == 2


def test_the_command_says_what_is_missing(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["languages"]) == 0
    assert f"{TRANSLATED[0]:6} interface" in capsys.readouterr().out
    for code, text in (("xx", "not a code of a language"), ("en", "no catalogues"), ("sw", "no catalogues")):
        assert main(["languages", code]) == 2
        assert text in capsys.readouterr().err


def test_a_script_carries_the_translations_of_its_own_texts() -> None:
    found, pseudo_language = files(), language("qps")
    assert pseudo_language is not None
    english, other = (found.packed(found.script("table", one)).body.decode() for one in (languages()["en"], pseudo_language))
    texts_of = re.compile(r"const MESSAGES ?= ?(\{.*\});")
    assert NO_TEXTS.replace(" = ", "=") in english.replace(" = ", "=")
    carried = json.loads(texts_of.search(other)[1])  # type: ignore[index]
    marked = {json.loads(text) for text in re.findall(r'(?<![\w$.])_\(("(?:[^"\\]|\\.)*")', english)}
    assert len(marked) > 100
    assert marked <= set(carried)
    assert carried["Last trick"] == "[Ĺáśţ ţŕíćķ~~~~]"
    assert carried["One seat is free"][1].startswith("[{n} ")
    assert found.script("new", pseudo_language) == "whole/new.js", "it has no texts"
    german = json.loads(texts_of.search(found.packed(found.script("table", languages()["de"])).body.decode())[1])  # type: ignore[index]
    with speaking(languages()["de"]):
        assert all(gettext(text) == words for text, words in german.items() if isinstance(words, str) and "\4" not in text)


def test_pages_speak_the_language_that_is_asked_for_and_one_chosen_by_hand_stays(tmp_path: Path) -> None:
    with TestClient(create_app(tmp_path / "tables.db", tempo=0.0)) as client:
        assert '<html lang="en" dir="ltr">' in client.get("/").text
        german = client.get("/", headers={"accept-language": "de-AT,de;q=0.9"}).text
        assert '<html lang="de" dir="ltr">' in german
        assert "Was wollen wir spielen?" in german
        assert client.post("/language", data={"language": "tlh"}).status_code == 400
        chosen = {"data": {"language": "de"}, "follow_redirects": False}
        back = client.post("/language", headers={"referer": "http://testserver/new/solo?seats=4"}, **chosen)
        assert (back.status_code, back.headers["location"]) == (303, "/new/solo?seats=4")
        assert (
            client.post("/language", headers={"referer": "http://testserver//evil.example"}, **chosen).headers["location"] == "/"
        )
        assert "Hinsetzen und spielen" in client.get("/new/solo", headers={"accept-language": "fr"}).text


FOR_PLAYERS = ["games", "play", "replay", "rules", "score", "serve", "house", "rank", "seat", "suggest", "art"]
OF_ART = ["deck", "cards", "box", "score", "quick", "sheet", "contrast", "gamma", "recolour"]
TYPED = re.compile(r"--?[\w-]+|\{[^}]*\}|\b[A-Z][A-Za-z=.,<>×]*\b|\(new, join, leave\)")
"""Words that a reader types in every language: options, choices, and the names of their values."""


@pytest.mark.parametrize("command", [*([one] for one in FOR_PLAYERS), *(["art", one] for one in OF_ART)])
def test_the_help_of_a_command_is_in_the_language_of_the_reader(capsys: pytest.CaptureFixture[str], command: list[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--language", "qps", *command, "--help"])
    said = TYPED.sub("", capsys.readouterr().out.partition("\n\n")[2])
    assert set(re.findall(r"[a-z]{4,}", said)) <= {"strong", "json", "what", *OF_ART, *ACTS}


WORD = re.compile(r"[A-Za-z]{3,}")
OWN = {"Parlour", "min", "Letter", "ltr", "rtl"}
"""Words that are the same in every language: the name of the house, units, paper; and so are the other names of games."""
OWN |= {word for name in room_names() for other in named(name).look.get("names", ()) for word in WORD.findall(other)}


GAMES = {"/daily/{game}": ["klondike"], "/new/{game}": ["schnapsen", "klondike", "speed"]}
"""Games whose pages are looked at, by route; Spades for all other routes."""
ASKED = [
    "/suggest?players=4&minutes=60&depth=deep&luck=skill&mood=lively&novelty=new&partners=yes&children=yes",
    "/suggest?players=1&minutes=15&depth=light&luck=luck&mood=quiet&novelty=known",
    "/seating?players=4&how=draw&seed=3",
    "/seating?players=4&how=strength&rating=1,2,3,4&seed=4",
    "/seating?players=9&how=rotation&seed=4",
    "/seating?players=6&how=pairs&seed=4",
    "/rank?by=brag",
    "/rank?by=poker&hand=8s7d5h3c2s&hand=9s7d5h4c2s&pot=101",
    "/rank/quiz?seed=4&answer=first",
    "/nothing",
    "/table/nothing",
]
"""Pages with answers, and refusals."""
ELSEWHERE = {"/rules/{game}": "rulebooks have catalogues of their own", "/house/new/{game}": "presets quote their sources"}


def addresses(routes: list[BaseRoute]) -> list[str]:
    """The addresses of all pages that need nothing but a game, as the server has them."""
    found = []
    for route in routes:
        if isinstance(route, Route) and "GET" in (route.methods or ()) and route.path not in ELSEWHERE:
            games = GAMES.get(route.path, ["spades"])
            found += [route.path.replace("{game}", game) for game in games if "{game}" in route.path or game == games[0]]
    return [address for address in found if "{" not in address and "." not in address] + ASKED


def test_nothing_marked_is_left_in_english(tmp_path: Path) -> None:
    """The text of every page in the pseudo-language has no English, except names of people and languages."""
    looked, app = 0, create_app(tmp_path / "tables.db", tempo=0.0)
    with TestClient(app, cookies={"parlour-language": "qps"}) as client:
        for path in addresses(app.routes):
            answer = client.get(path)
            if not answer.headers.get("content-type", "").startswith("text/html"):
                continue
            looked += 1
            assert '<html lang="qps" dir="rtl">' in answer.text, path
            assert words_left(answer.text) <= OWN, path
    assert looked > 25


def test_sheets_lay_text_out_from_where_it_begins() -> None:
    """Margins and padding are given from the beginning of a line to its end: a mirrored page has them mirrored."""
    edges = re.compile(r"^\s*(?:(?:margin|padding)-(?:left|right):|(?:float|text-align): (?:left|right)).*", re.MULTILINE)
    four = re.compile(r"^\s*(?:margin|padding): ([^;!]+)", re.MULTILINE)
    value = re.compile(r"\w*\((?:[^()]|\([^()]*\))*\)|[^\s()]+")
    looked = 0
    for sheet in sorted(FOLDER.rglob("*.css")):
        rules = sheet.read_text(encoding="utf-8")
        aside = [line.strip() for line in edges.findall(rules)]
        assert set(aside) <= {"padding-left: var(--lesson);"}, (sheet, aside)  # the one: a table stands beside a lesson
        given = [value.findall(values) for values in four.findall(rules)]
        assert all(len(sides) < 4 or sides[1] == sides[3] for sides in given), (sheet, [s for s in given if len(s) == 4])
        looked += len(given)
    assert looked > 300


def words_left(page: str) -> set[str]:
    """The English words of a page in the pseudo-language, without commands, which are typed so, and names of languages."""
    page = re.sub(r'<(script|style|code|svg|form class="languages").*?</(script|style|code|svg|form)>', "", page, flags=re.DOTALL)
    read = re.findall(r'(?:title|placeholder|aria-label|alt)="([^"]*)"', page) + re.sub(r"<[^>]*>", "\n", page).split("\n")
    return {word for text in read for word in WORD.findall(unescape(text))}


def test_each_reader_at_one_table_is_asked_in_a_language_of_their_own(tmp_path: Path) -> None:
    with TestClient(create_app(tmp_path / "tables.db", tempo=0.0)) as client:
        ann = Browser(client)
        table = ann.make("schnapsen", "you", "bot:chance")
        asked = {}
        for code in ("en", "qps"):
            ann.jar["parlour-language"] = code
            with ann.at(table) as line:
                hello = line.until("hello")
                menu = line.until("menu")
                asked[code] = (hello["game"]["look"]["zones"]["stock"]["label"], menu["prompt"])
    assert asked["en"][0] == "stock"
    assert asked["qps"][0] == "[śţóćķ~~]"
    assert asked["qps"][1].startswith("[")
    assert not asked["en"][1].startswith("[")


@pytest.mark.parametrize("name", CATALOGUES)
def test_a_french_sign_stays_on_the_line_of_its_word(name: str) -> None:
    """French has a space before these signs, and a line must not break there."""
    broken = re.compile("« | [;:!?»]")
    for message in read_catalogue("fr", name):
        forms = message.string if isinstance(message.string, tuple) else (message.string,)
        assert not message.id or not [form for form in forms if broken.search(form)], message.id


@pytest.mark.parametrize("code", TRANSLATED)
def test_catalogues_hold_text_alone(code: str) -> None:
    """No control characters, which a slip of an editing script leaves in place of punctuation and nobody sees in an editor."""
    there = [name for name in CATALOGUES if catalogue_path(code, name).is_file()]
    assert there, "a language has at least one catalogue"
    for name in there:
        for number, line in enumerate(catalogue_path(code, name).read_text(encoding="utf-8").split("\n"), 1):
            assert not [letter for letter in line if category(letter) == "Cc"], f"{code}/{name}.po:{number}: {line!r}"


SCORED = """\
form
help
sheet
stats
knocks Anna
winner Ben
winner Anna
xyz 3
knocks
account
hand 9
export {tmp}/sheet.txt
undo
end
sheet
"""
"""Lines for a score pad of Toepen, some refused."""
SPOKEN_COMMANDS = [
    ["games"],
    ["games", "--options", "toepen"],
    ["games", "--family", "?"],
    ["games", "--players", "63"],
    ["play", "toepen", "--lesson", "--seed", "1"],
    ["seat", "Anna", "Ben", "Cleo", "Dan", "--draw", "--seed", "1"],
    ["score", "polignac", "--players", "Anna,Ben"],
    ["score", "toepen", "{tmp}/evening.pad", "--players", "Anna,Ben,Cleo,Dan"],
    ["score", "{tmp}/evening.pad", "--show"],
    ["replay", "{tmp}/match.toml"],
]
"""Commands whose answers players read."""
SAME_IN_ALL = re.compile(
    r"\([a-z_'-]+\)|\(--family [^)]*\)|--?[a-z]+|\b[a-z]+(?:_[a-z]+)+\b|/\S+|`[^`]*`|(?<!\w)'[^'\n]*'|^ *\[?[a-z]+:", re.MULTILINE
)
"""Words that are typed and are therefore the same in every language: names of games, options, files and words in quotes."""
PLAYERS = {"Anna", "Ben", "Cleo", "Dan", "true", "false"}


def test_nothing_that_players_read_in_the_terminal_is_left_in_english(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    match = parlour.game("toepen").start(seed=1)
    (tmp_path / "match.toml").write_text(match.record(), encoding="utf-8")
    found = {}
    for command in SPOKEN_COMMANDS:
        monkeypatch.setattr("sys.stdin", io.StringIO(SCORED.replace("{tmp}", str(tmp_path))))
        main(["--language", "qps", *(word.replace("{tmp}", str(tmp_path)) for word in command)])
        out, err = capsys.readouterr()
        left = set(WORD.findall(SAME_IN_ALL.sub(" ", (out + err).replace(str(tmp_path), "/").replace("parlour:", ""))))
        found |= {" ".join(command): left - PLAYERS - OWN} if left - PLAYERS - OWN else {}
    assert found == {}
    sheet = (tmp_path / "sheet.txt").read_text(encoding="utf-8")
    assert set(WORD.findall(sheet)) <= PLAYERS
