"""A path that dies without a word, as when a phone changes its network: every page notices, says so and comes back by itself."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from browser.conftest import SETTINGS, SIZES, Server
from browser.hands import COMPILING, LEGAL, sit_down, table
from browser.test_house_rules import shot

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(400)]
NOTICED = 15_000
"""Milliseconds within which a page must have noticed, by its own clock: its timers are run on, so nothing waits that long."""
ENDS = ["it never arrives", "it arrives before the page is back", "it arrives when the page is back", "only the answer is lost"]
BOTH = ("up", "down")


class Relay:
    """A relay between a browser and the server.

    Frozen, it passes nothing on and tells nobody; connections that were open then are dead for good, and only new ones work
    after `thaw`. What a page sent into a dead one arrives with `deliver`, if ever.
    """

    def __init__(self, target: int) -> None:
        self.target, self.port, self.frozen = target, 0, False
        self._dead: list[set[str]] = []
        """By connection the ways, up to the server and down to the browser, on which nothing is passed on."""
        self._held: list[tuple[asyncio.StreamWriter, bytes]] = []
        self._connections: list[asyncio.Task[None] | None] = []  # or they would be collected while they wait
        started = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve(started)), daemon=True)
        self._thread.start()
        assert started.wait(10)

    def freeze(self, ways: Sequence[str] = BOTH) -> None:
        """From now on nothing is passed on in these ways."""
        self.frozen = True
        for dead in self._dead:
            dead.update(ways)

    def thaw(self) -> None:
        """New connections work again."""
        self.frozen = False

    def deliver(self) -> None:
        """Deliver what was sent to the server on dead connections after all."""
        held, self._held = self._held, []
        for writer, data in held:
            self._loop.call_soon_threadsafe(writer.write, data)

    def close(self) -> None:
        """Let go of the port."""
        self._loop.call_soon_threadsafe(self._ended.set)
        self._thread.join(10)

    async def _serve(self, started: threading.Event) -> None:
        self._loop, self._ended = asyncio.get_running_loop(), asyncio.Event()
        server = await asyncio.start_server(self._connect, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        started.set()
        await self._ended.wait()
        server.close()

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        dead = set(BOTH) if self.frozen else set[str]()
        self._dead.append(dead)
        self._connections.append(asyncio.current_task())
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self.target)
        try:
            await asyncio.gather(self._pass("up", reader, far_writer, dead), self._pass("down", far_reader, writer, dead))
        except asyncio.CancelledError:
            pass  # the relay is closed
        finally:
            writer.close()
            far_writer.close()

    async def _pass(self, way: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, dead: set[str]) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
                if way not in dead:
                    writer.write(data)
                elif way == "up":
                    self._held.append((writer, data))
            if way not in dead:
                writer.close()


@pytest.fixture
def relay(server: Server) -> Iterator[Relay]:
    relay = Relay(server.port)
    yield relay
    relay.close()


@pytest.fixture
def pages(browser: Browser, relay: Relay) -> Iterator[list[Page]]:
    """A page on a desktop and one on a phone, both behind the relay, with clocks that can be run on."""
    found = []
    for size in ("desktop", "phone"):
        width, height = SIZES[size]
        context = browser.new_context(
            viewport={"width": width, "height": height}, is_mobile=size == "phone", base_url=f"http://127.0.0.1:{relay.port}"
        )
        context.add_init_script(SETTINGS)
        page = context.new_page()
        page.clock.install()
        page.set_default_timeout(60_000)
        found.append(page)
    yield found
    for page in found:
        page.context.close()


def lost(page: Page, note: str, name: str) -> str:
    """Return what the page says within 15 seconds of the freeze."""
    page.clock.run_for(NOTICED)
    page.wait_for_selector(f"{note}:not([hidden])")
    shot(page, f"frozen-{name}")
    return page.locator(note).inner_text()


def come_back(page: Page, note: str) -> None:
    """Run the clock on, a second at a time, until the page has found its way by itself."""
    for _ in range(60):
        page.clock.run_for(1000)
        with contextlib.suppress(PlaywrightTimeout):
            page.locator(note).wait_for(state="hidden", timeout=500)
            return
    raise AssertionError(f"{note} stays: {page.locator(note).inner_text()}")


def test_a_choice_on_a_dying_path_counts_once(pages: list[Page], relay: Relay) -> None:
    page = pages[1]
    sit_down(page, "cucumber", 3)
    for end in ENDS:
        page.wait_for_selector(LEGAL, timeout=COMPILING)
        cards = page.locator(".seat.own .hands .card")
        before, n = cards.count(), table(page, "chooser.menu.n")
        relay.freeze(["down"] if end == "only the answer is lost" else BOTH)
        page.locator(LEGAL).first.click()
        words = lost(page, ".status-line.lost", "player-phone")
        assert "connection is lost" in words
        assert "Your choice is kept" in words
        if end == "it arrives before the page is back":
            relay.deliver()
        relay.thaw()
        come_back(page, ".status-line.lost")
        if end == "it arrives when the page is back":
            relay.deliver()
        for _ in range(60):
            page.clock.run_for(1000)
            with contextlib.suppress(PlaywrightTimeout):
                page.wait_for_function("n => document.querySelector('card-table').chooser.menu?.n > n", arg=n, timeout=500)
                break
        assert cards.count() == before - 1, end
        assert page.locator(".notice.error").count() == 0, (end, page.locator(".notices").inner_text())


def test_spectators_and_the_lobby_notice_a_dead_path_and_come_back(pages: list[Page], relay: Relay) -> None:
    lobby, phone = pages
    phone.goto("/new/cucumber")
    phone.check("#watch")
    for seat in phone.locator("#seat-list select[name]:enabled").all():
        seat.select_option("bot:chance")
    phone.get_by_role("button", name="Sit down and play").click()
    phone.wait_for_selector("card-table .board .card", timeout=COMPILING)
    lobby.goto("/")
    relay.freeze()
    assert "cannot be reached" in lost(lobby, ".reach-note", "lobby-desktop")
    assert "connection is lost" in lost(phone, ".status-line.lost", "spectator-phone")
    n = table(phone, "queue.n")
    relay.thaw()
    come_back(lobby, ".reach-note")
    come_back(phone, ".status-line.lost")
    for _ in range(60):
        phone.clock.run_for(1000)
        if table(phone, "queue.n") > n or table(phone, "cloth.message.view.over"):
            return
    raise AssertionError("nothing more is seen")


def test_the_network_that_changes_is_noticed_at_once(pages: list[Page], relay: Relay) -> None:
    page = pages[0]
    sit_down(page, "cucumber", 3)
    page.wait_for_selector(LEGAL, timeout=COMPILING)
    relay.freeze()
    page.evaluate("dispatchEvent(new Event('online'))")
    page.clock.run_for(5000)
    page.wait_for_selector(".status-line.lost:text('connection is lost')")
    relay.thaw()
    page.evaluate("dispatchEvent(new Event('online'))")  # it waits no longer
    page.wait_for_selector(".status-line.lost", state="hidden")
    page.wait_for_selector(LEGAL)


def test_a_hand_on_the_score_pad_counts_once(pages: list[Page], relay: Relay) -> None:
    page = pages[1]
    page.goto("/score/new/spades")
    for seat, name in enumerate(["Anna", "Ben", "Cleo", "Dan"]):
        page.fill(f"[name='name.{seat}']", name)
    page.click("button[type=submit]")
    page.wait_for_selector("#status:text-is('All is sent')")
    relay.freeze(["down"])
    for key, figure in {"bid.0": 3, "bid.1": 3, "bid.2": 3, "bid.3": 3, "tricks.0": 7, "tricks.1": 6}.items():
        page.fill(f"#form [data-key='{key}'] input[type=number]", str(figure))
    page.click("#save")
    assert "No line. 1 entry is kept" in lost(page, "#status.is-lost", "pad-phone")
    relay.thaw()
    for _ in range(60):
        page.clock.run_for(1000)
        with contextlib.suppress(PlaywrightTimeout):
            page.wait_for_selector("#status:text-is('All is sent')", timeout=500)
            break
    assert page.locator("#totals strong").all_inner_texts() == ["61", "60"]
