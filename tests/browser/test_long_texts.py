"""Long texts, read from right to left, fit every page on every screen; and a reader changes the language where they are."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Page

PAGES = (
    "/",
    "/new/schnapsen",
    "/rulebooks",
    "/print",
    "/house",
    "/house/new/spades",
    "/score",
    "/score/new/spades",
    "/gamma",
    "/seating?players=9&how=rotation&seed=4",
    "/suggest?players=4&minutes=60",
    "/statistics",
    "/daily/klondike",
)
SCREENS = {"phone": (390, 844), "400 %": (320, 640), "landscape": (844, 390), "200 %": (640, 400)}
FAULTS = """() => {
  const found = [];
  const { scrollWidth } = document.documentElement;
  if (scrollWidth > innerWidth) {
    const boxes = [...document.querySelectorAll("body *")].map((one) => ({ one, box: one.getBoundingClientRect() }));
    const out = boxes.filter(({ box }) => box.left < -1 || box.right > innerWidth + 1).slice(-2);
    found.push(`the page is ${scrollWidth} wide: ${out.map(({ one }) => `${one.tagName}.${one.className} ${one.innerText}`)}`);
  }
  for (const one of document.querySelectorAll("button, .button, .tab, .tool, label, summary, h1, h2, h3")) {
    if (!one.offsetParent || one.closest(".visually-hidden, .home") || getComputedStyle(one).display === "inline") continue;
    if (one.scrollWidth > one.clientWidth + 1) found.push(`${one.tagName}.${one.className} cuts ${one.textContent.trim()}`);
  }
  for (const one of document.querySelectorAll(".settings .choice select")) {
    if (!one.offsetParent || !one.selectedOptions[0]) continue;
    const alone = one.cloneNode();
    alone.append(new Option(one.selectedOptions[0].text));
    alone.style.cssText = "position: absolute; max-width: none; visibility: hidden";
    one.after(alone);
    const needs = Math.min(alone.offsetWidth, one.parentElement.clientWidth);
    alone.remove();
    if (one.offsetWidth < needs - 1) found.push(`SELECT cuts ${one.selectedOptions[0].text}`);
  }
  const captions = [...document.querySelectorAll(".caption")].filter((one) => one.offsetParent && one.textContent.trim());
  const boxes = captions.map((one) => ({ text: one.textContent, box: one.getBoundingClientRect() }));
  for (const { text, box } of boxes) {
    if (box.left < 0 || box.right > innerWidth) found.push(`the caption ${text} leaves the screen`);
    for (const { text: other, box: there } of boxes) {
      const touches = there.left > box.left && there.left < box.right + 4 && there.top < box.bottom && there.bottom > box.top;
      if (touches) found.push(`the captions ${text} and ${other} touch`);
    }
  }
  return found;
}"""
"""Texts that are cut off by their boxes or touch one another, and a page that has to be scrolled sideways."""


def in_pseudo(page: Page) -> Page:
    page.goto("/")
    page.context.add_cookies([{"name": "parlour-language", "value": "qps", "url": page.url}])
    return page


def sit_down(page: Page, game: str) -> None:
    page.goto(f"/new/{game}")
    page.locator("form.new-table button.primary").first.click()
    page.wait_for_selector("card-table .card, card-table .slot")


@pytest.mark.browser
def test_nothing_is_cut_or_out_of_reach(visit: Callable[..., Page]) -> None:
    page, wrong = in_pseudo(visit("desktop")), []
    for path in PAGES:
        page.goto(path)
        for screen, (width, height) in SCREENS.items():
            page.set_viewport_size({"width": width, "height": height})
            wrong += [f"{path}, {screen}: {fault}" for fault in page.evaluate(FAULTS)]
    sit_down(page, "klondike")
    for screen, (width, height) in SCREENS.items():
        page.set_viewport_size({"width": width, "height": height})
        for panel in ("closed", "open"):
            page.evaluate("open => document.querySelector('card-table').panel.toggle(open)", panel == "open")
            wrong += [f"table, {screen}, panel {panel}: {fault}" for fault in page.evaluate(FAULTS)]
    assert not wrong, "\n".join(wrong)


@pytest.mark.browser
def test_captions_with_long_words_keep_apart(visit: Callable[..., Page]) -> None:
    """In Schnapsen the talon and the turned up card lie side by side at the edge, with captions that are wider than a card."""
    page = in_pseudo(visit("phone"))
    sit_down(page, "schnapsen")
    page.wait_for_function("[...document.querySelectorAll('.caption')].filter(one => one.textContent.includes('~~')).length > 1")
    for screen, (width, height) in SCREENS.items():
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function("() => document.querySelector('card-table').queue.settled")
        assert page.evaluate(FAULTS) == [], screen


@pytest.mark.browser
def test_tools_of_the_table_are_large_enough_for_fingers(visit: Callable[..., Page]) -> None:
    page = in_pseudo(visit("phone"))
    sit_down(page, "klondike")
    page.wait_for_selector(".tool")
    for width, height in ((390, 844), (320, 640), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        tools = "[...document.querySelectorAll('.tool')].filter(one => one.offsetParent).map(one => one.getBoundingClientRect())"
        sizes = page.evaluate(f"{tools}.map(box => [box.width, box.height])")
        assert len(sizes) > 3
        assert all(min(size) >= 44 for size in sizes), (width, sizes)


@pytest.mark.browser
def test_the_language_is_changed_at_the_table(visit: Callable[..., Page]) -> None:
    page = visit("desktop")
    sit_down(page, "klondike")
    here = page.url
    page.evaluate("document.querySelector('card-table').panel.toggle(true)")
    page.locator(".settings summary").first.click()
    with page.expect_navigation():
        page.locator(".settings .languages button[value=de]").click()
    page.wait_for_selector("card-table .card")
    assert page.url == here
    assert page.evaluate("document.documentElement.lang") == "de"
