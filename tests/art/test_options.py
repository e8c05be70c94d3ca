"""Every option of `parlour art` changes what comes out, or is refused by its name: found by going through the parser."""

from __future__ import annotations

import argparse
import hashlib
from pathlib import Path

import pytest
from PIL import ImageCms

from parlour.art import printing
from parlour.cli import main, parser

OTHER = {
    "deck": "german",
    "index": "four-corner",
    "language": "fr",
    "face": "large",
    "back": "vase",
    "size": "bridge",
    "bleed": "5",
    "sheet": "a3",
    "safe": "6",
    "gap": "1",
    "margin": "40",
    "backs": "once",
    "flip": "short",
    "shift": "1,1",
    "inks": "spot",
    "dpi": "72",
    "way": "row",
    "height": "60",
    "cards": "99",
    "stock": "0.5",
    "names": "Ann",
    "seats": "3",
    "set": "target_vp=9",
    "letters": "2.6",
    "gamma": "1.5",
    "red": "3",
    "green": "3",
    "blue": "3",
    "range": "1",
    "select": "b",
}
"""For each option a value that is not the usual one; a new option needs one here. Flags need none."""
ELSEWHERE = {"help", "output", "profile", "house", "room", "format"}
"""Options whose effect other tests, or the contexts, show."""
CONTEXTS = [
    ("deck", ""),
    ("deck", "--sheet card"),
    ("deck", "--backs once"),
    ("deck", "--backs none"),
    ("deck", "--format svg"),
    ("deck", "--format png"),
    ("deck", "--format pdf"),
    ("cards", "A♠"),
    ("cards", "A♠ K♠"),
    ("cards", "A♠ ??"),
    ("cards", "?? ??"),
    ("cards.pdf", "A♠ ??"),
    ("cards.png", "A♠ ??"),
    ("box", "--sheet card"),
    ("score", "oh_hell"),
    ("score", "klondike"),
    ("quick", "schnapsen"),
    ("sheet", "french"),
    ("sheet", "backs"),
    ("contrast", "french"),
    ("contrast.svg", "french"),
    ("gamma", "--gamma 2"),
    ("gamma", "--red 3 --green 3 --blue 3"),
    ("recolour", "--red g*0.7+1 --green r*0.7 --blue r"),
]


def commands() -> dict[str, argparse.ArgumentParser]:
    """The commands below `parlour art`."""
    found = next(action for action in parser()._actions if isinstance(action, argparse._SubParsersAction)).choices["art"]
    return dict(next(action for action in found._actions if isinstance(action, argparse._SubParsersAction)).choices)


def test_every_command_is_gone_through() -> None:
    assert set(commands()) == {command.partition(".")[0] for command, _ in CONTEXTS}


@pytest.mark.parametrize(("command", "given"), CONTEXTS)
def test_an_option_changes_what_comes_out_or_is_refused(
    command: str, given: str, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    cards = printing.deck_cards
    monkeypatch.setattr(printing, "deck_cards", lambda deck: cards(deck)[11:13])
    name, _, ending = command.partition(".")
    drawing = tmp_path / "in.svg"
    drawing.write_text("<svg><a fill='#102030'/><b fill='#304050'/></svg>", encoding="utf-8")
    words = [given] if name == "cards" else given.split()
    words += [str(drawing)] if name in ("gamma", "recolour") else []
    target = tmp_path / f"out.{ending or 'pdf'}"
    if name not in ("cards", "sheet", "contrast", "gamma", "recolour") or ending:
        words += ["-o", str(target if "--format" not in given else tmp_path / "folder")]

    def outcome(*more: str) -> tuple[int, str, str]:
        for path in sorted(tmp_path.rglob("*")):
            if path.is_file() and path != drawing:
                path.unlink()
        code = main(["art", name, *words, *more])
        out, err = capfdbinary.readouterr()
        files = [path.read_bytes() for path in sorted(tmp_path.rglob("*")) if path.is_file()]
        return code, hashlib.sha256(b"".join([out, *files])).hexdigest(), err.decode()

    usual = outcome()
    assert usual[0] == 0, usual
    for action in commands()[name]._actions:
        option = next((one for one in action.option_strings if one.startswith("--")), "")
        if not option or action.dest in ELSEWHERE or option in given.split():
            continue
        value = [] if action.nargs == 0 else [OTHER[action.dest]]
        code, made, said = outcome(option, *value)
        if code == 0:
            assert made != usual[1], f"{option} changed nothing"
        else:
            assert code == 2
            assert option in said or name in ("score", "quick"), said
            assert said.count("\n") == 1


def test_a_profile_without_effect_is_refused(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    profile = tmp_path / "press.icc"
    profile.write_bytes(ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes())
    for more in (["--format", "png"], ["--inks", "rgb"]):
        assert main(["art", "deck", "-o", str(tmp_path / "out.pdf"), "--profile", str(profile), *more]) == 2
        assert "--profile" in capfd.readouterr().err


@pytest.mark.parametrize("name", ["李", "Ann,آن", "😀"])
def test_a_name_that_no_font_has_is_refused_in_a_line(name: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "out.pdf"
    assert main(["art", "score", "oh_hell", "--names", name, "-o", str(target)]) == 2
    said = capfd.readouterr().err
    assert "a letter that no font here can print" in said
    assert said.count("\n") == 1
    assert not target.exists()
