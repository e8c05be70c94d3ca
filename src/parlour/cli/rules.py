"""parlour rules: a game's rulebook under house rules, as Markdown, HTML or PDF."""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from parlour.engine.errors import BadInput

from .arguments import Commands, add_game, add_json, command, game_of, print_json, write_bytes

if TYPE_CHECKING:
    from parlour.engine.game import Game

FORMATS = ("md", "html", "pdf")
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
SECONDS = 60


def add(commands: Commands) -> None:
    made = command(commands, "rules", run, "print a game's rulebook under these house rules")
    add_game(made)
    made.add_argument("--format", choices=FORMATS, help="default: by the ending of FILE, otherwise md; pdf needs Chromium")
    made.add_argument("-o", "--output", metavar="FILE", help="write there instead of to standard output")
    add_json(made)


def run(arguments: argparse.Namespace) -> int:
    game = game_of(arguments)
    if arguments.json:
        from parlour.engine.rulebook import paragraphs

        found = paragraphs(game.room, game.blank()[0])
        print_json({"id": game.room.name, "name": game.room.title, "house": game.options, "paragraphs": found})
        return 0
    ending = Path(arguments.output).suffix[1:].lower() if arguments.output else ""
    form = arguments.format or (ending if ending in FORMATS else "md")
    if form == "pdf" and not arguments.output and sys.stdout.isatty():
        raise BadInput("a PDF is not for the terminal: say where to with -o FILE")
    data = _written(game, form)
    if arguments.output:
        write_bytes(arguments.output, data)
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    return 0


def _written(game: Game, form: str) -> bytes:
    if form == "md":
        return game.rulebook().encode()
    from parlour.house.rulebook_html import rulebook_page

    page = rulebook_page(game).encode()
    return page if form == "html" else print_pdf(page)


def print_pdf(page: bytes) -> bytes:
    """A page as PDF, printed by the Chromium of the machine ($PARLOUR_CHROMIUM or on the path). BadInput where there is none."""
    named = os.environ.get("PARLOUR_CHROMIUM")
    browser = next(filter(None, map(shutil.which, [named] if named else BROWSERS)), None)
    if browser is None:
        raise BadInput("a PDF is printed by Chromium, which is not installed here; --format html makes a page to print")
    with tempfile.TemporaryDirectory(prefix="parlour-", ignore_cleanup_errors=True) as folder:
        source, target = Path(folder, "rules.html"), Path(folder, "rules.pdf")
        source.write_bytes(page)
        line = [browser, "--headless", "--disable-gpu", "--no-first-run", "--no-pdf-header-footer"]
        line += [f"--user-data-dir={folder}/profile", f"--print-to-pdf={target}", source.as_uri()]
        if hasattr(os, "geteuid") and os.geteuid() == 0:
            line.insert(1, "--no-sandbox")  # Chromium refuses its sandbox to the superuser; the page is our own
        try:
            done = subprocess.run(line, capture_output=True, timeout=SECONDS, check=False)
        except subprocess.TimeoutExpired:
            raise BadInput(f"{browser} printed no PDF within {SECONDS} seconds") from None
        except OSError as error:
            raise BadInput(f"{browser}: {error.strerror}") from None
        if not target.is_file():
            raise BadInput(f"{browser} printed no PDF (exit status {done.returncode})")
        return target.read_bytes()
