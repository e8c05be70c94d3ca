"""How scripts, styles and drawings go over the line: few of them, compressed, and kept by the browser.

The sources are plain modules and style sheets, one file per subject. A page asks for one script and one or two sheets: a script
with all the modules it imports, and sheets one after the other. What is sent is made once and kept in memory, with its compressed
form. The version of all files is part of the address (`/static/VERSION/...`), so a browser keeps what it has loaded for good, and
a changed file has another address. Without a version every file is found as it is (`/static/js/cards.js`), and a browser asks
each time whether it has changed. See docs/decisions/0470-few-files-on-the-line.md.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path, PurePosixPath

from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from parlour.engine.files import own_bytes
from parlour.languages import ENGLISH, Language, current, language, languages
from parlour.languages import gettext as _
from parlour.languages.scripts import marked_in

PACKAGE = "parlour.table"
FOLDER = Path(str(resources.files(PACKAGE))) / "static"
TYPES = {".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml"}
"""The files that are sent, by the ends of their names."""
FOREVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
_COMMENT = re.compile(r"^[ \t]*(?:/\*(?:[^*]|\*(?!/))*\*/|//[^\n]*)[ \t]*\n?", re.MULTILINE)
"""A comment at the beginning of a line."""
_REMARK = re.compile(r"(?<![ \t])[ \t]+// [^\n\"'`]*$", re.MULTILINE)
"""A comment at the end of a line of a script. With a quotation mark after it, it might be part of a text."""
_INDENT = re.compile(r"^[ \t]+", re.MULTILINE)
"""No text in a script or sheet goes over several lines; a test holds all modules to that."""
_IMPORT = re.compile(r'^import (?:\{([^}]*)\} from )?"(\.[^"]+)";$', re.MULTILINE)
_AROUND = re.compile(r" ?([{};])\n+")
"""Signs of a style sheet that need no space before them and no new line after them."""
_EXPORT = re.compile(r"^export ((?:async function|function|class|const) (\w+))", re.MULTILINE)
_QUOTED = re.compile(r"""("(?:[^"\\\n]|\\.)*+"?+|'(?:[^'\\\n]|\\.)*+'?+)""")
"""A text of a script. A quotation mark alone, in a comment or a template, goes on to the end of its line."""
_SIGNS = re.compile(r" ?([{}()\[\];,=<>?:&|!]+) ?|(?<=[\w)\]]) ([+*-]) (?=[\w(\[])")
"""Signs of a script that need no space around them: `+` and `-` not beside another of them."""
_NOTHING = re.compile(r"^export \{\};$", re.MULTILINE)

_TABLE = "cloth", "cards", "calls", "score", "signs", "account", "phones", "company"
TABLE_SHEETS = (*(f"table/{name}" for name in _TABLE), "panels")
"""The style sheets of a table."""

TEXTS, NO_TEXTS, PLURAL = "js/messages.js", "const MESSAGES = {};", "const plural = (n) => Number(n !== 1);"
"""The module of texts, and what stands in it until there are translations."""


@dataclass(frozen=True)
class Packed:
    """Something to send, compressed too."""

    body: bytes
    zipped: bytes
    tag: str
    media_type: str

    def response(self, request: Request, keep: str) -> Response:
        """Return the response: 304 if the browser has it. keep: how long, as a value of `Cache-Control`."""
        headers = {"ETag": self.tag, "Cache-Control": keep, "Vary": "Accept-Encoding"}
        if self.tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        body = self.body
        if takes_gzip(request.headers.get("accept-encoding", "")):
            headers["Content-Encoding"], body = "gzip", self.zipped
        return Response(body, media_type=self.media_type, headers=headers)


def packed(body: bytes, media_type: str) -> Packed:
    """Compress something to send."""
    # The tag is weak, since it stands for both forms.
    return Packed(body, gzip.compress(body, 9, mtime=0), f'W/"{hashlib.sha256(body).hexdigest()[:16]}"', media_type)


def takes_gzip(accepted: str) -> bool:
    """Whether a browser takes gzip, by its `Accept-Encoding`."""
    for one in accepted.lower().split(","):
        name, _sign, weight = one.partition(";")
        if name.strip() == "gzip":
            return not re.fullmatch(r"q=0(\.0*)?", weight.strip())
    return False


class Files:
    """The files of one version, by path: `css/base.css` as its source is, `bare/scheme.js` without comments, `whole/table.js`
    with all that it imports, and `whole/base+forms.css` once a page names that pair.
    """

    def __init__(self, sources: Mapping[str, bytes]) -> None:
        self.sources = sources
        self._packed: dict[str, Packed] = {}
        self._sheets: dict[str, tuple[str, ...]] = {}
        self._speaking: dict[str, bool] = {}
        found = hashlib.sha256(own_bytes(PACKAGE, "delivery.py"))  # how files are put together changes what is sent, too
        found.update(own_bytes("parlour.languages", "scripts.py"))
        for code in languages():
            if code != ENGLISH:
                found.update(own_bytes("parlour.languages", code, "interface.po"))
        for path, data in sorted(sources.items()):
            found.update(f"{path} {len(data)} ".encode() + data)
        self.version = found.hexdigest()[:10]

    def address(self, path: str) -> str:
        """The address of a file of this version."""
        return f"/static/{self.version}/{path}"

    def sheets(self, *names: str, called: str = "") -> str:
        """The path of style sheets, one after the other in one file. From now on there is such a file."""
        path = f"whole/{called or '+'.join(names)}.css"
        self._sheets[path] = names
        return path

    def packed(self, path: str) -> Packed:
        """A file as it is sent. It is made when it is first asked for. KeyError if there is none."""
        if path not in self._packed:
            self._packed[path] = packed(self._made(path), TYPES[PurePosixPath(path).suffix])
        return self._packed[path]

    def _made(self, path: str) -> bytes:
        if path in self._sheets:
            texts = (self.sources[f"css/{name}.css"].decode() for name in self._sheets[path])
            return "".join(_AROUND.sub(r"\1", _bare(text)) for text in texts).encode()
        if path.startswith("bare/"):
            return _bare(self.sources[f"js/{path.removeprefix('bare/')}"].decode()).encode()
        if path.startswith("whole/"):
            first, _, rest = path.removeprefix("whole/").partition("/")
            translated = language(first) if rest else None
            return whole_script(self.sources, f"js/{rest if translated else first}", translated).encode()
        return self.sources[path]

    def script(self, name: str, reader: Language) -> str:
        """The path of a script with all that it imports, in a language if it has texts."""
        if name not in self._speaking:
            self._speaking[name] = TEXTS in modules_of(self.sources, f"js/{name}.js")
        return f"whole/{name}.js" if reader.is_english or not self._speaking[name] else f"whole/{reader.code}/{name}.js"


def _bare(text: str) -> str:
    """A source without comments and indentation."""
    return _INDENT.sub("", _REMARK.sub("", _COMMENT.sub("", text)))


def modules_of(sources: Mapping[str, bytes], entry: str) -> dict[str, str]:
    """The modules that a script is put together from, each after those it imports, as functions."""
    parts: dict[str, str] = {}
    _add_module(sources, entry, parts, ())
    return parts


def whole_script(sources: Mapping[str, bytes], entry: str, reader: Language | None = None) -> str:
    """A script with all that it imports, without comments, indentation and spaces.

    reader: the language of its texts, None for English.

    Each module is a function that returns what the module exports.

    Modules import names at the beginning of a line, `import { a, b as c } from "./d.js";`, and export what they declare there:
    a function, a class or a constant. ValueError about a module that does otherwise, or that needs itself.
    """
    parts = modules_of(sources, entry)
    if reader is not None and TEXTS in parts:
        parts[TEXTS] = _translated(parts, reader)
    names = [f'  "{path.removeprefix("js/")}": {_variable(path)},' for path in parts]
    # For tests and the console, which look into the modules of a page.
    return squeezed("\n".join([*parts.values(), "export const modules = {", *names, "};", ""]))


def squeezed(script: str) -> str:
    """A script without the spaces that it does not need. Its lines stay: a browser that reports an error names one of them.

    Lines with a template, a division or a regular expression stay as they are: to read them, the whole grammar is needed.
    """
    return "\n".join(map(_squeezed_line, script.split("\n")))


def _squeezed_line(line: str) -> str:
    parts = _QUOTED.split(line)  # every second one is a text in quotation marks
    if any("`" in code or "/" in code or '"' in code or "'" in code for code in parts[::2]):
        return line
    parts[::2] = [_SIGNS.sub(r"\1\2", code) for code in parts[::2]]
    return "".join(parts)


def _translated(parts: Mapping[str, str], reader: Language) -> str:
    """The module of texts with the translations that these modules need."""
    marked = {one.key: one for text in parts.values() for one in marked_in(text)}
    found = {key: translation for key, one in marked.items() if (translation := one.translated(reader))}
    module = parts[TEXTS].replace(NO_TEXTS, f"const MESSAGES = {json.dumps(found, ensure_ascii=False)};")
    return module.replace(PLURAL, f"const plural = (n) => Number({reader.plural});")


def _add_module(sources: Mapping[str, bytes], path: str, parts: dict[str, str], within: tuple[str, ...]) -> None:
    if path in within:
        raise ValueError(f"{path} needs itself, through {within[-1]}")
    if path in parts:
        return
    text = _bare(sources[path].decode())

    def fetched(match: re.Match[str]) -> str:
        names, other = match[1], str(_beside(path, match[2]))
        _add_module(sources, other, parts, (*within, path))
        return "" if names is None else f"const {{{names.replace(' as ', ': ')}}} = {_variable(other)};"

    exported = [match[2] for match in _EXPORT.finditer(text)]
    text = _NOTHING.sub("", _EXPORT.sub(r"\1", _IMPORT.sub(fetched, text)))
    if left := re.search(r"^(?:import|export)\b.*", text, re.MULTILINE):
        raise ValueError(f"{path}: {left[0]!r} is a form of import or export that cannot be put together")
    parts[path] = f"const {_variable(path)} = (() => {{\n{text.strip()}\nreturn {{ {', '.join(exported)} }};\n}})();"


def _beside(path: str, other: str) -> PurePosixPath:
    """The path that a relative one means in a file."""
    place = PurePosixPath(path).parent
    for part in PurePosixPath(other).parts:
        place = place.parent if part == ".." else place / part
    return place


def _variable(path: str) -> str:
    return "$" + re.sub(r"\W", "_", path.removeprefix("js/").removesuffix(".js"))


@cache
def files() -> Files:
    """The files of this process, as they were when it first asked."""
    paths = (path for path in FOLDER.rglob("*") if path.suffix in TYPES and path.is_file())
    places = [path.relative_to(FOLDER) for path in paths]
    return Files({place.as_posix(): own_bytes(PACKAGE, "static", *place.parts) for place in places})


async def static(request: Request) -> Response:
    """GET /static/VERSION/PATH: a file of this version, to keep for good. GET /static/PATH: the same file as its source is.

    404 for another version, so that a page never mixes two.
    """
    path, found = request.path_params["path"], files()
    first, _slash, rest = path.partition("/")
    try:
        return found.packed(rest).response(request, FOREVER) if first == found.version else _source(found, path, request)
    except KeyError:
        raise HTTPException(404, _("There is no such file here.")) from None


def _source(found: Files, path: str, request: Request) -> Response:
    if path not in found.sources:
        raise KeyError(path)
    return found.packed(path).response(request, ASK_AGAIN)


# what templates call


def asset(path: str) -> str:
    """The address of a file."""
    return files().address(path)


def styles(*names: str) -> Markup:
    """A link to style sheets, one after the other in one file."""
    return Markup('<link rel="stylesheet" href="{}">').format(asset(files().sheets(*names)))


def script(name: str) -> Markup:
    """A script of a page, with all that it imports."""
    return Markup('<script type="module" src="{}"></script>').format(asset(files().script(name, current())))


def table_styles() -> Markup:
    """A link to the style sheets of a table."""
    return Markup('<link rel="stylesheet" href="{}">').format(asset(_table_sheets()))


def _table_sheets() -> str:
    return files().sheets(*TABLE_SHEETS, called="table")


def table_ahead() -> Markup:
    """Links by which a browser that has nothing else to do fetches what tables need, on pages that lead to them."""
    whole = files().script("table", current())
    links = (
        '<link rel="prefetch" as="script" href="{}"><link rel="prefetch" as="style" href="{}">'
        '<link rel="prefetch" as="script" href="{}" crossorigin>'
    )
    return Markup(links).format(asset("bare/early.js"), asset(_table_sheets()), asset(whole))


ROUTE = Route("/static/{path:path}", static)
