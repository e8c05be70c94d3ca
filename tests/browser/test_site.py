"""The book of the house, opened from a disk: searched with a script, read without one, on a phone too."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from parlour.cli import main

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("book")
    assert main(["rules", "--all", "-o", str(folder)]) == 0
    return folder


def test_search_from_a_disk(book: Path, browser: Any) -> None:
    page = browser.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto((book / "cucumber.html").as_uri())
    page.get_by_label("Search the rules").fill("san benito fourth")
    first = page.locator("#found a").first
    assert first.inner_text().startswith("Porrazo R")
    assert page.locator("#found mark").count() > 0
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    page.wait_for_url("**/porrazo.html#R*")
    page.get_by_label("Search the rules").fill("zxq")
    assert page.locator("#found").inner_text() == "Nothing found."
    page.get_by_label("Search the rules").fill("rondine zxq")
    assert "No paragraph has all of these words" in page.locator("#found").inner_text()
    assert not errors
    page.close()


def test_without_scripts_on_a_phone(book: Path, browser: Any) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 740}, java_script_enabled=False)
    page = context.new_page()
    page.goto((book / "index.html").as_uri())
    assert not page.get_by_label("Search the rules").is_visible()
    page.get_by_role("link", name="Triple Draw").first.click()
    assert page.locator("#R1").is_visible()
    for card in page.locator("img.card").all()[:3]:
        assert card.bounding_box()["width"] > 30
    page.get_by_role("link", name="Quick card").click()
    assert page.locator("h1").inner_text() == "Triple Draw"
    context.close()
    wide = browser.new_page(viewport={"width": 360, "height": 740})
    for name in ("index", "triple_draw", "delphi", "words-s", "botifarra-quick"):
        wide.goto((book / f"{name}.html").as_uri())
        assert wide.evaluate("document.documentElement.scrollWidth") == 360, name
    wide.close()
