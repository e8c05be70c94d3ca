"""Catalogues brought up to date: new texts come in empty, changed ones keep their translation as stale, and dropped ones go."""

from __future__ import annotations

import io
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from parlour.engine.files import make_folder, write_text
from parlour.languages.catalogue import CATALOGUES, catalogue_path, read_catalogue

from .sources import texts

WIDTH = 120
HEADER = """msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Language: {code}\\n"
"Plural-Forms: {plurals}\\n"

"""
"""No date and no author: they would change the file with every update, and the repository knows both."""


def update(code: str) -> list[Path]:
    """Write the catalogues of a language again, with all texts that there are now; the files. A new language gets its folder."""
    make_folder(catalogue_path(code, CATALOGUES[0]).parent)
    written = []
    for name in CATALOGUES:
        path = catalogue_path(code, name)
        write_text(path, updated(read_catalogue(code, name), texts(name), code))
        written.append(path)
    return written


def updated(here: Catalog, wanted: Catalog, code: str) -> str:
    """A catalogue as a file, with the texts that are wanted. Translations of the same texts for a context of their own stay."""
    own = [message for message in here if message.id and message.context and wanted.get(message.id) is not None]
    here.update(wanted, no_fuzzy_matching=False, update_header_comment=False)
    for message in own:
        here[message.id] = message
    here.obsolete.clear()
    out = io.BytesIO()
    write_po(out, here, width=WIDTH, omit_header=True, include_lineno=False, sort_by_file=False, ignore_obsolete=True)
    plurals = f"nplurals={here.num_plurals}; plural={here.plural_expr};"
    return HEADER.format(code=code, plurals=plurals) + out.getvalue().decode().strip() + "\n"
