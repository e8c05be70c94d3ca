"""A group's house rules in three browsers: proposed, agreed, used at a table, printed; one member was away and is told."""

from __future__ import annotations

import os
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from pypdf import PdfReader

from browser.hands import COMPILING, open_rules

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(300)]
RULING = "A card that touches the table is played."
SHOTS = os.environ.get("PARLOUR_SHOTS")
"""A folder for pictures of what these pages look like."""


def shot(page: Page, name: str) -> None:
    assert page.viewport_size is not None
    page.wait_for_load_state()  # with its styles
    assert page.evaluate("document.scrollingElement.scrollWidth") <= page.viewport_size["width"], f"{name} is too wide"
    if SHOTS:
        page.screenshot(path=Path(SHOTS, f"{name}.png"), full_page=True)


def agree(page: Page) -> None:
    page.get_by_role("button", name="Agree", exact=True).click()


def propose(page: Page, **options: str) -> None:
    for name, value in options.items():
        page.fill(f"#option-{name}", value)
    page.get_by_role("button", name="Propose", exact=True).click()


def begin_house(ann: Page) -> dict[str, str]:
    """Ann proposes house rules of Spades with a ruling to Bob and Cleo; returns their links."""
    ann.goto("/")
    ann.get_by_role("link", name="House rules", exact=True).click()
    ann.get_by_role("link", name="Spades", exact=True).click()
    ann.get_by_role("link", name="To 300", exact=True).click()
    expect(ann.locator("#option-target")).to_have_value("300")
    ann.fill("#title", "Thursday spades")
    ann.fill("#name", "Ann")
    ann.fill("#members", "Bob\nCleo")
    ann.select_option("#label-0", "R5")
    ann.fill("#text-0", RULING)
    ann.select_option("#needed", "2")
    shot(ann, "form")
    propose(ann)
    return {name: ann.get_by_label(f"Link for {name}").input_value() for name in ("Bob", "Cleo")}


def join_and_agree(bob: Page, cleo: Page, links: dict[str, str]) -> None:
    """Bob and Cleo come by their links and agree to the first version."""
    for page, name in ((bob, "Bob"), (cleo, "Cleo")):
        page.goto(links[name])
        shot(page, "member")
        page.get_by_role("button", name=f"I am {name}").click()
    shot(bob, "proposed")
    agree(bob)
    cleo.reload()
    cleo.get_by_role("button", name="I agree to version 1").click()
    shot(cleo, "agreed")


def change_target(bob: Page, ann: Page, home: str) -> None:
    """Bob proposes another target and Ann agrees, while Cleo is away."""
    bob.get_by_role("link", name="Propose a change").click()
    shot(bob, "change")
    bob.fill("#note", "Bob has to catch his train")
    propose(bob, target="200")
    ann.goto(home)
    expect(ann.locator(".proposal")).to_contain_text("Points that end the game: 200, before 300", ignore_case=True)
    expect(ann.locator(".proposal")).to_contain_text("Bob has to catch his train")
    shot(ann, "answer")
    agree(ann)
    expect(ann.locator(".lead")).to_contain_text("version 2")
    shot(ann, "house")


def play_by_them(ann: Page, cleo: Page) -> None:
    """Ann sets a table, which shows the ruling. Cleo reads once what she missed, before she comes to it."""
    ann.get_by_role("button", name="Set the table").click()
    ann.wait_for_selector(".board", timeout=COMPILING)
    open_rules(ann)
    rules = ann.locator(".rulebook .ruling").first
    rules.wait_for(state="attached", timeout=COMPILING)
    expect(rules).to_contain_text(RULING)
    cleo.goto("/")  # the table stands among hers
    cleo.locator("a.open-table").first.click()
    expect(cleo.get_by_role("heading", level=1)).to_have_text("Since you last played")
    expect(cleo.locator(".differences")).to_contain_text("200, before 300")
    shot(cleo, "told")
    cleo.get_by_role("button", name="On to the table").click()
    cleo.wait_for_selector(".board", timeout=COMPILING)
    cleo.goto(ann.url)
    cleo.wait_for_selector(".board", timeout=COMPILING)


def test_three_members_one_away_a_table_and_a_print(visit: Callable[..., Page]) -> None:
    ann, bob, cleo = visit("desktop"), visit("phone"), visit("phone")
    links = begin_house(ann)
    home = ann.url
    join_and_agree(bob, cleo, links)
    change_target(bob, ann, home)
    play_by_them(ann, cleo)
    bob.goto(home)
    bob.get_by_role("link", name="The rules in full").click()
    expect(bob.locator("#R5 + .ruling, .ruling").first).to_contain_text(RULING)
    shot(bob, "rules")
    printed = bob.request.get(str(bob.get_by_role("link", name="A4").get_attribute("href")))
    pages = [" ".join(page.extract_text().split()) for page in PdfReader(BytesIO(printed.body())).pages]
    assert any(RULING in page for page in pages)
    if SHOTS:
        Path(SHOTS, "rules.pdf").write_bytes(printed.body())


def test_it_is_all_there_by_keyboard_and_without_scripts(visit: Callable[..., Page]) -> None:
    page = visit("phone")
    page.goto("/house/new/cucumber")
    page.keyboard.press("Tab")
    reached = set()
    for _ in range(60):
        reached.add(page.evaluate("document.activeElement.id || document.activeElement.textContent.trim()"))
        page.keyboard.press("Tab")
    assert {"title", "name", "members", "label-0", "text-0", "needed", "note", "Propose", "Agurk to 30"} <= reached
    unnamed = page.locator("input:not([type=hidden]), select, textarea").evaluate_all(
        "fields => fields.filter(field => !field.labels?.length && !field.ariaLabel).map(field => field.name)"
    )
    assert unnamed == []
