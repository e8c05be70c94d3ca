"""Files on the line: what is sent is the source, compressed or not; browsers keep it, and a changed file has another address."""

from __future__ import annotations

import gzip
import re
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from parlour.table import create_app
from parlour.table.app import COMPRESSED
from parlour.table.delivery import FOLDER, FOREVER, TYPES, Files, files, squeezed, takes_gzip, whole_script

SOURCES = sorted(path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*") if path.suffix in TYPES)
MODULES = [path.removeprefix("js/") for path in SOURCES if path.startswith("js/")]
KEY = re.compile("/(?:sit|mine|member|pad|join|with)/")
NOTED = re.compile(r"^[ \t]*(?:/\*|//)", re.MULTILINE)


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with TestClient(create_app(tmp_path_factory.mktemp("table") / "tables.db", tempo=0.0)) as found:
        yield found


def on_the_line(client: TestClient, path: str, accepted: str = "gzip", **headers: str) -> tuple[dict[str, str], bytes]:
    """The headers and the bytes of an answer, as they were sent."""
    with client.stream("GET", path, headers={"Accept-Encoding": accepted, **headers}) as answer:
        assert answer.status_code == 200, path
        return dict(answer.headers), b"".join(answer.iter_raw())


def test_every_source_is_sent_as_it_is_compressed_or_not(client: TestClient) -> None:
    assert len(SOURCES) > 60
    assert client.get("/seating").status_code == 200  # a page with one sheet alone, which is sent without its comments
    for path in SOURCES:
        source = (FOLDER / path).read_bytes()
        for address, keep in ((f"/static/{path}", "no-cache"), (files().address(path), FOREVER)):
            told, plain = on_the_line(client, address, "identity")
            assert (plain, told["cache-control"], told["content-type"]) == (source, keep, TYPES[Path(path).suffix])
            assert "content-encoding" not in told
            zipped_told, zipped = on_the_line(client, address, "gzip, deflate, br")
            assert zipped_told["content-encoding"] == "gzip"
            assert gzip.decompress(zipped) == source, path
            assert int(zipped_told["content-length"]) == len(zipped)
            assert told["vary"] == zipped_told["vary"] == "Accept-Encoding"
            assert told["etag"] == zipped_told["etag"]
            assert client.get(address, headers={"If-None-Match": told["etag"]}).status_code == 304
            assert told["x-content-type-options"] == "nosniff"
            assert ("content-security-policy" in told) == (Path(path).suffix == ".svg"), "only what can be a page needs it"
    assert "content-security-policy" in client.get("/score/worker.js").headers, "a worker obeys its own"


def test_whole_scripts_and_sheets_hold_their_sources(client: TestClient) -> None:
    """Each line of code of each module is there once, and nothing else but what ties the modules together."""
    for name in ("table.js", "replay.js", "pad.js", "lobby.js"):
        told, zipped = on_the_line(client, files().address(f"whole/{name}"))
        assert told["cache-control"] == FOREVER
        text = gzip.decompress(zipped).decode()
        modules = re.findall(r'^ *"([\w/-]+\.js)": ?\$', text, re.MULTILINE)
        assert len(modules) > 3
        for module in modules:
            source = (FOLDER / "js" / module).read_text(encoding="utf-8")
            codes = [line for line in source.splitlines() if re.match(r"(async )?function|class|  (async )?#?\w+\(.*\{$", line)]
            assert all(squeezed(line.strip()) in text for line in codes), module
    sheet = files().address(files().sheets("base", "table/cloth"))
    found = gzip.decompress(on_the_line(client, sheet)[1]).decode()
    for path in ("base", "table/cloth"):
        rules = re.sub(r"/\*.*?\*/", "", (FOLDER / "css" / f"{path}.css").read_text(), flags=re.DOTALL)
        assert all(line.strip().replace(" {", "{") in found for line in rules.splitlines())


@pytest.mark.parametrize("name", MODULES)
def test_every_module_can_be_put_together(name: str) -> None:
    """It has the form that this needs. What looks like a comment at the beginning of a line is one: no text is open there."""
    source = (FOLDER / "js" / name).read_text(encoding="utf-8")
    assert whole_script({path: (FOLDER / path).read_bytes() for path in SOURCES}, f"js/{name}").endswith("};\n")
    assert all(line.count("`") % 2 == 0 for line in source.splitlines() if not NOTED.match(line) and not line.startswith(" *"))


def put_together(**modules: str) -> str:
    return whole_script({f"js/{name}.js": text.encode() for name, text in modules.items()}, "js/a.js")


def test_modules_come_before_what_imports_them() -> None:
    text = put_together(
        a='import { two as deux } from "./b.js";\nimport "./c.js";\nexport const three = deux + 1;\n',
        b="/** @type {number} */ const own = 2;\n// two\nexport { };\n".replace("export { };", "export {};")
        + "export const two = own;\nexport async function later() {}\n",
        c='import { two } from "./b.js";\nexport class Five { value = two; }\n',
    )
    assert text.splitlines() == [
        "const $b=(()=>{",
        "const own=2;",
        "",
        "const two=own;",
        "async function later(){}",
        "return{two,later};",
        "})();",
        "const $c=(()=>{",
        "const{two}=$b;",
        "class Five{value=two;}",
        "return{Five};",
        "})();",
        "const $a=(()=>{",
        "const{two:deux}=$b;",
        "",
        "const three=deux+1;",
        "return{three};",
        "})();",
        "export const modules={",
        '  "b.js":$b,',
        '  "c.js":$c,',
        '  "a.js":$a,',
        "};",
    ]


@pytest.mark.parametrize(
    ("line", "short"),
    [
        ("if (a > 3 && !b) return [...c, { d: 1 }];", "if(a>3&&!b)return[...c,{d:1}];"),
        ("const a = b ? -c : +d;", "const a=b?-c:+d;"),
        ("a + +b - -c - d * (e + f) - --g + h++ + i;", "a + +b - -c-d*(e+f)- --g+h++ + i;"),
        ('say(a, " = ( b ) " + c, \'it "is" ; so\', d in e);', 'say(a," = ( b ) " + c,\'it "is" ; so\',d in e);'),
        (r'a = b === "\" ; " ? c : d;', r'a=b==="\" ; "?c:d;'),
        ("a = `b = ${c}`;", "a = `b = ${c}`;"),
        ("a = b.replace(/ = ; /, c);", "a = b.replace(/ = ; /, c);"),
        ("a = b / 2;", "a = b / 2;"),
    ],
)
def test_only_spaces_that_mean_nothing_are_left_out(line: str, short: str) -> None:
    assert squeezed(line) == short
    assert squeezed(f"{line}\n{line}") == f"{short}\n{short}"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('import { b } from "./b.js";', "needs itself"),
        ("export default 3;", "export default 3;"),
        ("export let three = 3;", "export let"),
        ('import * as all from "./c.js";', "import . as all"),
        ('export { one } from "./c.js";', "export . one"),
    ],
)
def test_a_form_that_cannot_be_put_together_is_named(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        put_together(a=text, b='import { a } from "./a.js";', c="export const one = 1;")


def test_a_changed_file_has_another_address() -> None:
    sources = {path: (FOLDER / path).read_bytes() for path in SOURCES}
    before = Files(sources)
    assert before.version == Files(dict(reversed(sources.items()))).version == files().version
    addresses = {before.version}
    for path in SOURCES:
        changed = Files(sources | {path: sources[path] + b"\n"})
        assert changed.address("whole/table.js") != before.address("whole/table.js")
        addresses.add(changed.version)
    assert len(addresses) == len(SOURCES) + 1
    assert Files(sources | {"js/new.js": sources["js/table.js"]}).version not in {before.version}


def test_what_is_not_there_is_not_sent_nor_kept(client: TestClient) -> None:
    version = files().version
    known = files().sheets("base", "forms")
    assert client.get(files().address(known)).status_code == 200
    wrong = [
        "0123456789/js/table.js",
        f"{version}/js/nothing.js",
        f"{version}/whole/nothing.js",
        f"{version}/whole/forms+base.css",
    ]
    wrong += [f"{version}/", f"{version}", "", "whole/table.js", known, "js/wire.d.ts", f"{version}/js/wire.d.ts", "..%2fapp.py"]
    wrong += [f"{version}/..%2f..%2fapp.py", f"{version}/whole/..%2f..%2fapp.py"]
    for path in wrong:
        answer = client.get(f"/static/{path}")
        assert answer.status_code == 404, path
        assert answer.headers["cache-control"] == "no-store", "a browser would go on missing it"


AHEAD = r'<link rel="prefetch"[^>]* href="(/static/[^"#]+)'
NAMED = r'<(?!link rel="prefetch")[^>]* (?:href|src)="(/static/[^"#]+)'


def test_pages_name_few_files_and_each_of_them_is_there(client: TestClient) -> None:
    table = client.post("/new/schnapsen", data={"seats": "2", "seat.0": "you", "seat.1": "bot:chance"})
    for path in ("/", "/new/schnapsen", str(table.url.path), "/rules/schnapsen", "/score", "/score/shell", "/suggest", "/rank"):
        text = client.get(path).text
        needed, ahead = (set(re.findall(pattern, text)) for pattern in (NAMED, AHEAD))
        assert 2 < len(needed) <= 7 - (path in ("/", "/new/schnapsen")), path
        assert bool(ahead) == (path in ("/", "/new/schnapsen")), "pages that lead to tables fetch what these need"
        named = needed | ahead
        assert all(one.startswith(f"/static/{files().version}/") for one in named), path
        for one in named:
            assert client.get(one).status_code == 200, one
    assert text.count("<script") <= 2


def test_gzip_is_sent_only_to_those_who_take_it() -> None:
    for yes in ("gzip", "br, gzip;q=0.5", "deflate, GZIP ;q=1.0"):
        assert takes_gzip(yes), yes
    for no in ("", "br", "gzip;q=0", "gzip; q=0.000", "x-gzip-not", "identity"):
        assert not takes_gzip(no), no


def test_pages_are_compressed_but_none_that_shows_a_key(client: TestClient) -> None:
    told, body = on_the_line(client, "/")
    assert told["content-encoding"] == "gzip"
    assert "Accept-Encoding" in told["vary"]
    page = zlib.decompress(body, wbits=31).decode()
    assert "Schnapsen" in page
    assert len(body) < len(page) / 5
    seats = {"seats": "3", "seat.0": "you", "seat.1": "friend", "seat.2": "friend"}
    for path in ("/new/cucumber?name=you", "/rules/schnapsen", "/rulebooks", "/score", "/score/new/spades", "/rank", "/gamma"):
        assert "content-encoding" in on_the_line(client, path)[0], path
        assert not KEY.search(client.get(path).text), path
    table = str(client.post("/new/cucumber", data=seats).url.path)
    assert not KEY.search(client.get(table).text)
    assert not any("{key}" in path or path.startswith(("/house", "/statistics", "/seating", "/suggest")) for path in COMPRESSED)
    for path in ("/statistics", "/house", "/seating", "/suggest"):
        assert "content-encoding" not in on_the_line(client, path)[0], path
