"""A table for friends: the page says that nobody else can come yet, one press opens the house, and one link brings them all."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from table.test_home import AT_HOME
from table.test_store import server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(600)]
PATIENCE = 60_000


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """A server on this computer alone, which takes another address of it for the local network."""
    try:
        socket.create_server((AT_HOME, 0)).close()
    except OSError:
        pytest.skip("this computer has one address for itself only")
    faked = f"import parlour.table.home as home; home.home_address = lambda: {AT_HOME!r}"
    with server(tmp_path_factory.mktemp("open") / "tables.db", faked) as (number, _):
        yield number


def page_of(browser: Browser, width: int, height: int) -> Page:
    page = browser.new_context(viewport={"width": width, "height": height}).new_page()
    page.set_default_timeout(PATIENCE)
    return page


def test_a_table_for_friends_is_opened_by_one_press_and_joined_by_one_link(browser: Browser, port: int) -> None:
    host, ben, cleo, late = (page_of(browser, *size) for size in ((1280, 800), (390, 844), (390, 844), (1280, 800)))
    host.goto(f"http://127.0.0.1:{port}/")
    host.select_option(".with-friends select", "brag")
    host.get_by_role("button", name="Set a table").click()
    sign = host.locator(".awaited")
    sign.get_by_text("no link works for anybody else yet").wait_for()
    free = int(sign.locator("h2").inner_text().split()[0])
    assert free >= 2
    assert sign.locator(".invite:visible").count() == 0, "nothing to send that nobody can open"

    sign.get_by_role("button", name="Open the house to this network").click()
    field = sign.get_by_label("Link for the table")
    field.wait_for()
    link = field.input_value()
    assert link == f"http://{AT_HOME}:{port}/table/" + host.url.rpartition("/")[2]
    code = sign.locator("img:visible")
    host.wait_for_function("() => document.querySelector('.awaited img').naturalWidth > 0")
    assert code.count() == 1, "the code of the one link; those of single seats are folded away"
    sign.get_by_text("A link for each seat").click()
    assert sign.locator(".invite:visible").count() == 1 + free

    for friend, name in ((ben, "Ben"), (cleo, "Cleo")):  # both have the page of the same free seat before them
        friend.goto(link)
        assert "A seat for you" in friend.inner_text(".who")
        friend.fill("#name", name)
    for friend, left in ((ben, free - 1), (cleo, free - 2)):
        friend.get_by_role("button", name="Sit down").click()
        friend.wait_for_selector("card-table")
        wanted = f"{left} seats are free" if left > 1 else "One seat is free" if left else ""
        if wanted:
            sign.get_by_text(wanted).wait_for()
    names = "() => document.querySelector('card-table').hello.game.names"
    assert {"Ben", "Cleo"} <= set(host.evaluate(names))

    host.set_viewport_size({"width": 390, "height": 844})
    box = field.bounding_box()
    assert box
    assert box["y"] + box["height"] < 844
    host.set_viewport_size({"width": 1280, "height": 800})
    host.get_by_text("Start now").click()
    sign.wait_for(state="hidden")
    late.goto(link)
    assert "A seat for you" in late.inner_text(".who"), "who comes late takes a free seat from a bot"
