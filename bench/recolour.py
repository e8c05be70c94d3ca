"""Gamma correction of drawings: seconds a megabyte, ours beside the extension "Custom" of Inkscape, in processes of their own.

    python bench/recolour.py [bytes or drawing.svg]

Without a drawing: a sheet of the faces of our French deck, repeated until it has about 200,000 bytes (or the number given).
Inkscape's extension is run as Inkscape runs it, by the Python of the system, without its window; if it is not installed (on
Debian: apt-get install inkscape python3-lxml python3-numpy python3-cssselect), ours is measured alone. Both are told
255 * (c / 255) ** (1 / 1.66) and write whole files. Processor time, best of three, start of the interpreter included.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from parlour.art import card_svg, deck_cards

EXTENSION = Path("/usr/share/inkscape/extensions/color_custom.py")
EXPRESSION = "255 * (%s / 255) ** (1 / 1.66)"
RUNS = 3
SIZE = 200_000


def sheet(size: int) -> str:
    """Return a drawing of about a given number of bytes: our faces, each as often as it takes."""
    faces = [
        card_svg(card).replace('id="', f'id="c{card}-').replace('href="#', f'href="#c{card}-') for card in deck_cards("french")
    ]
    whole = "".join(faces)
    return f'<svg xmlns="http://www.w3.org/2000/svg">{whole * max(1, round(size / len(whole)))}</svg>'


def best(command: list[str], out: Path) -> float:
    """The processor time of the shortest of some runs, in seconds."""
    found = []
    for _ in range(RUNS):
        before = os.times()
        with out.open("wb") as file:
            subprocess.run(command, stdout=file, check=True)
        after = os.times()
        found.append(after.children_user + after.children_system - before.children_user - before.children_system)
    return min(found)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        asked = sys.argv[1] if len(sys.argv) > 1 else str(SIZE)
        drawing = Path(folder, "sheet.svg") if asked.isdigit() else Path(asked)
        if asked.isdigit():
            drawing.write_text(sheet(int(asked)), encoding="utf-8")
        size = drawing.stat().st_size / 1e6
        expressions = {letter: EXPRESSION % letter for letter in "rgb"}
        ours = [sys.executable, "-m", "parlour", "art", "recolour", str(drawing)]
        for name, letter in (("red", "r"), ("green", "g"), ("blue", "b")):
            ours += [f"--{name}", expressions[letter]]
        took = best(ours, Path(folder, "ours.svg"))
        print(f"{drawing.name}: {size:.2f} MB")
        print(f"ours      {took:6.2f} s  {took / size:6.2f} s/MB")
        if not EXTENSION.is_file():
            print("Inkscape's extension is not installed")
            return
        theirs = ["/usr/bin/python3", str(EXTENSION), "--scale", "255"]
        theirs += [f"--{letter}={text}" for letter, text in expressions.items()]
        took = best([*theirs, str(drawing)], Path(folder, "theirs.svg"))
        print(f"Inkscape  {took:6.2f} s  {took / size:6.2f} s/MB")


if __name__ == "__main__":
    main()
