"""A founder who uses a member's link, and a member who has lost a phone, as the pages show it to everybody."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from browser.hands import sideways
from browser.test_house_rules import agree, propose, shot

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(300)]


def come(page: Page, link: str, name: str) -> None:
    page.goto(link)
    page.get_by_role("button", name=f"I am {name}").click()


def test_links_work_once_and_the_log_says_who_came(visit: Callable[..., Page]) -> None:
    ann, bob, cleo, phone = visit("desktop"), visit("phone"), visit("phone"), visit("phone", refusals=True)
    ann.goto("/house/new/cucumber")
    ann.fill("#title", "Cucumber club")
    ann.fill("#name", "Ann")
    ann.fill("#members", "Bob\nCleo\nDan")
    propose(ann)
    home = ann.url
    links = {name: ann.get_by_label(f"Link for {name}").input_value() for name in ("Bob", "Cleo", "Dan")}
    come(ann, links["Dan"], "Dan")  # Ann answers for Dan by his link, in her own browser
    expect(ann.get_by_text("Ann and Dan use one device")).to_be_visible()
    ann.get_by_role("button", name="Agree, as Dan").click()
    come(bob, links["Bob"], "Bob")
    agree(bob)
    come(cleo, links["Cleo"], "Cleo")
    expect(cleo.locator(".proposal")).to_contain_text("answered for Ann and Dan")
    phone.goto(links["Dan"])
    expect(phone.get_by_role("alert")).to_contain_text("no longer good")
    expect(phone.locator(".deeds")).to_contain_text("Dan came by the link from Ann")
    shot(phone, "stale")

    cleo.get_by_text("Bob needs a new link").click()
    cleo.get_by_role("button", name="Make one").click()
    new = cleo.get_by_label("Link for Bob").input_value()
    shot(cleo, "renewed")
    phone.goto(new)
    shot(phone, "member-moves")
    phone.get_by_role("button", name="I am Bob").click()
    expect(phone.get_by_role("alert")).to_contain_text("can still cancel this link")
    bob.goto(home)
    expect(bob.get_by_text("Cleo has made a new link for Bob").first).to_be_visible()
    shot(bob, "asked")
    bob.get_by_role("button", name="I asked for it").click()
    come(phone, new, "Bob")
    expect(phone.locator(".group-members")).to_contain_text("Bob (you)")
    expect(phone.locator(".deeds")).to_contain_text("Bob moved to another device by the link from Cleo")
    assert not sideways(phone)
    shot(phone, "moved")
    ann.goto(home)
    shot(ann, "all")
    bob.reload()
    expect(bob.get_by_text("Members agree and propose")).to_be_visible()
