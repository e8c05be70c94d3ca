"""A pleasant evening: bots visibly think, some choices play themselves, there is light and dark."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from browser.hands import MODULES, SMALL, asked, choose_any, play_any, sideways, sit_down, table, wait_for_view

if TYPE_CHECKING:
    from playwright.sync_api import Page, WebSocketRoute

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]


class Slow:
    """Bots that take their time: what comes after a view in which somebody else is to play waits until it is let through."""

    def __init__(self, page: Page) -> None:
        self._kept: list[str | bytes] = []
        self._holds = False
        self._line: WebSocketRoute | None = None
        page.route_web_socket("**/ws?*", self._opened)

    def _opened(self, line: WebSocketRoute) -> None:
        self._line = line
        line.connect_to_server().on_message(self._came)

    def _came(self, data: str | bytes) -> None:
        assert self._line is not None
        message = json.loads(data)
        if message["type"] == "here":  # the path to the server is alive
            self._line.send(data)
            return
        if self._holds:
            self._kept.append(data)
            return
        self._line.send(data)
        self._holds = message["type"] == "view" and message["view"]["turn"] > 0

    def let_through(self) -> None:
        """Everything that was kept, and what comes until the next such view."""
        self._holds, kept = False, self._kept
        self._kept = []
        for data in kept:
            self._came(data)


def test_a_bot_that_takes_its_time_is_seen_to_think(visit: Callable[..., Page]) -> None:
    page = visit("phone")
    slow = Slow(page)
    sit_down(page, "cucumber", seats=3)
    until = time.monotonic() + 60
    while time.monotonic() < until and table(page, "chooser.menu") is None:
        slow.let_through()
        page.wait_for_timeout(100)
    assert asked(page)
    assert page.locator(".thought:visible").count() == 0, "it is one's own turn"
    until = time.monotonic() + 60
    while time.monotonic() < until and not page.locator(".thought:visible").count():
        if table(page, "chooser.menu") is not None:  # again one's own turn, where one has taken the trick
            choose_any(page)
        page.wait_for_timeout(100)
    seat = table(page, "cloth.message.view.turn")
    assert page.locator(".plate .thought:visible").count() == 1
    assert "is thinking" in page.locator(".plate.on-turn").inner_text()
    assert table(page, f"board.plates.find((one) => one.seat === {seat}).thought.hidden") is False
    slow.let_through()
    page.wait_for_function(
        "seat => document.querySelector('card-table').board.plates.find((one) => one.seat === seat).thought.hidden", arg=seat
    )


def test_what_has_only_one_answer_plays_itself_on_request(visit: Callable[..., Page]) -> None:
    page = visit("desktop")
    page.context.add_init_script("try { localStorage.setItem('parlour.only', 'yes'); } catch {}")
    sit_down(page, "cucumber", seats=3)
    by_itself = 0
    for _ in range(30):
        assert asked(page)
        n, choices = table(page, "queue.n"), table(page, "chooser.menu?.choices.length ?? 1")
        if choices > 1:
            play_any(page)
            continue
        wait_for_view(page, n)
        by_itself += 1
        if by_itself == 2:
            break
    assert by_itself == 2


def paper(page: Page) -> str:
    return str(page.evaluate("getComputedStyle(document.querySelector('.panel') ?? document.body).backgroundColor"))


def test_light_and_dark_are_chosen_once_for_all_pages(visit: Callable[..., Page]) -> None:
    page = visit("desktop")
    page.emulate_media(color_scheme="light")
    page.goto("/")
    light = paper(page)
    chooser = page.get_by_label("Theme")
    chooser.select_option("dark")
    dark = paper(page)
    assert dark != light
    page.reload()
    assert paper(page) == dark, "it is kept"
    assert chooser.input_value() == "dark"
    sit_down(page, "cucumber", seats=3)
    page.wait_for_selector(".panel", state="attached")
    assert paper(page) == dark, "the table's log too"
    page.evaluate("document.querySelector('card-table').panel.toggle(true)")
    page.locator(".settings summary", has_text="Cards").click()
    page.get_by_label("Light or dark").select_option("")
    assert paper(page) == light
    page.emulate_media(color_scheme="dark")
    assert paper(page) == dark, "as the system has it"


def test_a_player_called_hearts_stays_so_in_any_language(visit: Callable[..., Page]) -> None:
    page = visit("desktop")
    sit_down(page, "cucumber", seats=3)
    told = page.evaluate(
        """async () => {
          const { inSuits, loadDeck, spare } = MODULES['cards.js'];
          await loadDeck({ deck: 'german', language: 'de' });
          spare(['Hearts', 'Jack (B.)', 'Eva']);
          return ['Hearts: led hearts', 'Jack (B.) takes the trick with the jack of hearts', 'Eva: Hearts are led'].map(inSuits);
        }""".replace("MODULES", MODULES)
    )
    assert told[0].startswith("Hearts: led ")
    assert "hearts" not in told[0]
    assert told[1].startswith("Jack (B.) takes")
    assert "jack" not in told[1]


@SMALL
def test_the_account_of_a_hand_adds_up_and_waits_until_it_is_read(visit: Callable[..., Page], size: str) -> None:
    page = visit(size, motion=True)
    page.context.add_init_script("try { localStorage.setItem('parlour.account', 'wait'); } catch {}")
    sit_down(page, "cucumber", seats=3)
    for _ in range(20):
        page.wait_for_selector("call-bar.asked:not(.waiting) > .prompt, .account:not([hidden])")
        if page.locator(".account:visible").count():
            break
        n = table(page, "queue.n")
        choose_any(page)
        page.wait_for_function("n => document.querySelector('card-table').queue.n > n", arg=n)
    account = page.locator(".account")
    assert account.locator("h2").inner_text() == "Hand 1"
    numbers = "(cell) => Number(cell.textContent.replace('−', '-').replace('–', '0'))"
    cells = f"rows => rows.map((row) => [...row.querySelectorAll('td')].map({numbers}))"
    entries = account.locator("tbody.entries tr").evaluate_all(cells)
    this_hand, totals = account.locator("tfoot tr").evaluate_all(cells)
    assert [sum(column) for column in zip(*entries, strict=True)] == this_hand == totals
    assert totals == table(page, "cloth.message.view.figures.score")
    assert sum(totals) > 0
    assert not sideways(page)
    box = account.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= page.viewport_size["height"]  # type: ignore[index]
    number = table(page, "cloth.message.view.hand_number")
    account.get_by_role("button", name="See the table").click()
    assert account.get_by_role("button", name="The account").is_visible()
    assert account.evaluate("account => getComputedStyle(account).visibility") == "visible", "its panel lies on the felt"
    assert not account.locator("tfoot").is_visible(), "the table lies open"
    account.get_by_role("button", name="The account").click()
    assert number == 1
    assert table(page, "cloth.message.view.hand_number") == 1, "it waits"
    account.get_by_role("button", name="Continue").click()
    page.wait_for_function("() => document.querySelector('card-table').cloth.message.view.hand_number === 2")
    assert not account.is_visible()
