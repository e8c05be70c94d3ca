"""The gamma page in a real browser: a file is given, sliders are moved, before and after are shown, the result is had."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from parlour.art import card_svg
from parlour.art.colours import Recolouring, gamma
from parlour.art.recolour import recolour

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]


def result(page: Page, folder: Path) -> bytes:
    with page.expect_download() as download:
        page.click("#download")
    assert download.value.suggested_filename == "king-gamma.svg"
    download.value.save_as(folder / "had.svg")
    return (folder / "had.svg").read_bytes()


def test_a_card_is_corrected_in_sight_and_had(visit: Callable[..., Page], tmp_path: Path) -> None:
    source = card_svg(37).encode()
    page = visit("desktop")
    page.goto("/gamma")
    page.set_input_files("#file", {"name": "king.svg", "mimeType": "image/svg+xml", "buffer": source})
    page.wait_for_selector("#download:not([hidden])")
    assert result(page, tmp_path) == recolour(source, Recolouring(gamma(1.66, 1.66, 1.66)))
    for picture in ("before", "after"):
        assert page.evaluate(f"document.getElementById('{picture}').decode().then(() => true)"), picture
    page.uncheck("#linked")
    with page.expect_response(lambda answer: "red=2.5" in answer.url):
        page.fill("#red-figure", "2.5")
        page.press("#red-figure", "Tab")
    assert page.input_value("#green") == "1.66"
    with page.expect_response(lambda answer: "green=1&blue=1" in answer.url):
        page.click("button[data-gamma='1']")
    page.wait_for_function("document.getElementById('report').textContent.includes('colours')")
    assert result(page, tmp_path) == source, "1 changes nothing"


def test_text_is_pasted_on_a_phone(visit: Callable[..., Page]) -> None:
    page = visit("phone")
    page.goto("/gamma")
    page.evaluate(
        """text => { const data = new DataTransfer(); data.setData("text/plain", text);
        window.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data })); }""",
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><path d='M0 0h9v9z' fill='#808080'/></svg>",
    )
    page.wait_for_selector("#download:not([hidden])")
    assert page.inner_text("#download") == "Download pasted-gamma.svg"
    assert page.inner_text("#report") == "1 colour"
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
