"""The typesetter, in a process of its own with limits: what it sets holds names and rulings that anyone may have written.

Imported by that process for one page or book, so it imports almost nothing itself.
"""

from __future__ import annotations

import json
from importlib import resources
from pathlib import Path
from typing import Any, cast

import typst

from parlour.art.confined import Limits, confined
from parlour.engine.errors import BadInput, shown
from parlour.engine.files import own_bytes, work_folder, write_bytes

LIMITS = Limits(180, 4096)
"""The book of all games takes about a tenth of it."""
BOOKLET = "booklet.typ"


def set_in_type(
    template: str,
    options: dict[str, Any],
    fonts: bytes = b"",
    booklet: tuple[float, float] | None = None,
    own_first: bool = True,
) -> bytes:
    """Set what a template of this package takes as a PDF, tagged by the rules of PDF/UA-1. Equal calls, equal bytes.

    fonts: one more font. booklet: width and height of a sheet, upright, on which the pages are imposed. own_first: use the
    machine's fonts only if the book's own lack a letter. BadInput if none of them has it, or if a limit was hit.
    """
    inputs = json.dumps(options, ensure_ascii=False)
    asked = {"template": template, "inputs": inputs, "booklet": booklet, "ways": [True, False] if own_first else [False]}
    return confined(f"{__name__}:work", asked, fonts, LIMITS)[1]


class MissingLetter(Exception):
    """No font that may be used has a letter."""


def work(options: dict[str, Any], fonts: bytes) -> tuple[dict[str, Any], bytes]:
    """Do the job in this process."""
    missing = ""
    for own_fonts_only in options["ways"]:
        try:
            return {}, _set(options, fonts, own_fonts_only)
        except MissingLetter as error:
            missing = str(error)
    raise BadInput(f"there is a letter that no font here can print ({missing}); a web page or a text file can hold it")


def _set(options: dict[str, Any], more: bytes, own_fonts_only: bool) -> bytes:
    with work_folder() as folder:
        if more:
            write_bytes(str(Path(folder, "more.ttf")), more)
        with resources.as_file(resources.files("font_source_serif_pro") / "files") as letters:
            fonts = typst.Fonts(include_system_fonts=not own_fonts_only, font_paths=[str(letters), folder])
            compiler = typst.Compiler(
                _template(options["template"], folder), folder, fonts, sys_inputs={"data": options["inputs"]}
            )
            try:
                pdf = cast(bytes, compiler.compile(pdf_standards=["ua-1"], timestamp=0))
            except typst.TypstError as error:
                before, _, after = str(error).partition("could not be displayed")
                if not after:
                    raise
                raise MissingLetter(shown(before.partition('"')[2].rpartition('"')[0])) from None
            if options["booklet"]:
                pages = json.loads(compiler.query("<pages>", field="value", one=True))
                pdf = _imposed(pdf, pages, options["booklet"], folder)
        return pdf


def _template(name: str, folder: str) -> str:
    """The path of a template, laid in a folder: from there it may read other files."""
    copy = str(Path(folder, Path(name).name))
    package, _, file = f"{__package__}/{name}".rpartition("/")
    write_bytes(copy, own_bytes(package.replace("/", "."), file))
    return copy


# booklets


def folded(pages: int) -> list[tuple[int, int]]:
    """Return which pages (from 1 on, 0 for none) lie left and right on each side of the sheets of a booklet.

    The last page is the back cover: if sheets hold more pages than there are, those before it stay empty.

    >>> folded(6)
    [(6, 1), (2, 0), (0, 3), (4, 5)]
    """
    total = -(-pages // 4) * 4
    page = [*range(1, pages), *([0] * (total - pages)), pages]
    sides = [(page[total - 1 - side], page[side]) for side in range(total // 2)]
    return [pair if side % 2 == 0 else pair[::-1] for side, pair in enumerate(sides)]


def _imposed(pdf: bytes, pages: int, sheet: tuple[float, float], folder: str) -> bytes:
    """Pages as sheets that are printed on both sides, turned about the short edge, and folded in the middle."""
    height, width = sheet
    write_bytes(str(Path(folder, "pages.pdf")), pdf)
    inputs = {"data": json.dumps({"width": width, "height": height, "sides": folded(pages)})}
    compiler = typst.Compiler(_template(BOOKLET, folder), folder, ignore_system_fonts=True, sys_inputs=inputs)
    return cast(bytes, compiler.compile(pdf_tags=False, timestamp=0))
