"""Evenings with the score pad on two phones: entered by thumb, differed about and settled, one phone without a line at times."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from browser.test_house_rules import shot
from parlour.house.pad import Pad, fold

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]

PLAYERS = ["Anna", "Ben", "Cleo", "Dan"]
SAN_BENITO = [
    *("porrazo with …", "porrazo with …", "Anna: porrazo with …", "Anna: porrazo with 5"),
    *("counter with …", "counter with …", "Ben: counter with …", "Ben: counter with 5"),
    *("san benito with …", "Anna: san benito with …", "Anna: san benito with 5"),
]
"""The buttons pressed for a san benito: it answers a counter, which is pegged by itself, and the counter answers a porrazo."""
Visit = Callable[..., "Page"]


class Phone:
    """A scorekeeper's phone, 360 pixels wide."""

    def __init__(self, visit: Visit, dropped_lines: bool = False, refusals: bool = False) -> None:
        self.page = visit("phone", dropped_lines=dropped_lines, refusals=refusals)
        self.page.set_viewport_size({"width": 360, "height": 740})

    def begin(self, game: str, players: list[str], **options: str) -> dict[str, str]:
        """Begin a pad kept by Anna and Ben; its links by name."""
        query = "&".join(f"{name}={value}" for name, value in options.items())
        self.page.goto(f"/score/new/{game}?{query}")
        if self.page.locator("select#seats").count():
            self.page.select_option("#seats", str(len(players)))
        for seat, name in enumerate(players):
            self.page.fill(f"[name='name.{seat}']", name)
        self.page.fill("#keeper-0", "Anna")
        self.page.fill("#keeper-1", "Ben")
        self.page.click("button[type=submit]")
        self.page.wait_for_selector("#main:not([hidden])")
        links = self.page.eval_on_selector_all("#people input", "all => all.map(one => new URL(one.value).pathname)")
        return dict(zip(("anna", "ben", "reader"), links, strict=True))

    def come(self, link: str) -> Phone:
        self.page.goto(link)
        if "/join/" in link:
            self.page.get_by_role("button", name="I am Ben").click()
        self.page.wait_for_selector("#main:not([hidden])")
        return self

    def field(self, key: str) -> str:
        return f"#form [data-key='{key}']"

    def step(self, key: str, value: int) -> None:
        """Press + as often as it takes."""
        if value == 0:
            self.page.click(f"{self.field(key)} .pad-step:first-of-type")
        for _ in range(value):
            self.page.click(f"{self.field(key)} [aria-label$='one more']")

    def type(self, **values: list[int | None]) -> None:
        """Type figures, by seat: `bid=[3, 3, 4, 2]`."""
        for name, figures in values.items():
            for seat, figure in enumerate(figures):
                if figure is not None:
                    self.page.fill(f"{self.field(f'{name}.{seat}')} input[type=number]", str(figure))

    def enter(self, hand: int, hold: bool = False) -> None:
        """Press the button, and see the next hand's form."""
        self.page.click(f"#save:text-is('Enter hand {hand}')")
        self.page.wait_for_selector(f"#entry-title:text-is('Hand {hand + 1}')")
        if not hold:
            self.sent()

    def sent(self) -> None:
        self.page.wait_for_selector("#status:text-is('All is sent')")

    def totals(self) -> list[int]:
        return [int(text.replace("−", "-")) for text in self.page.locator("#totals strong").all_inner_texts()]

    def expect_totals(self, totals: list[int]) -> None:
        shown = [str(total).replace("-", "−") for total in totals]
        self.page.wait_for_function(
            "shown => [...document.querySelectorAll('#totals strong')].map(x => x.textContent).join() === shown.join()", arg=shown
        )

    def fits(self) -> None:
        """Nothing is wider than the screen, and what a thumb presses is large enough."""
        assert self.page.evaluate("document.documentElement.scrollWidth") <= self.page.viewport_size["width"]  # type: ignore[index]
        small = self.page.evaluate(
            """() => [...document.querySelectorAll('button, #form label, summary, #form input[type=number]')]
            .filter(x => x.checkVisibility()).map(x => [x.outerHTML, x.getBoundingClientRect()])
            .filter(([, box]) => box.height < 40 || box.width < 40).map(([html]) => html)"""
        )
        assert small == []


def enter_first_hand(anna: Phone, ben: Phone) -> None:
    """Bids before the hand, tricks after it: a wrong sum is refused, and what is left is entered by one press."""
    for key, bid in {"bid.0": 4, "bid.1": 3, "bid.2": 3, "bid.3": 2}.items():
        anna.step(key, bid)
    anna.page.click("#save:text-is('Keep this until the hand is played')")
    anna.sent()
    ben.page.wait_for_selector("#hands :text('values missing')")
    anna.type(tricks=[9, 5])
    anna.page.click("#save")
    assert anna.page.inner_text("#refusal") == "Tricks: 14 entered, 13 in a hand"
    anna.type(tricks=[9, None])
    anna.page.fill(f"{anna.field('tricks.1')} input", "")
    anna.page.click("text=the rest: 4")
    anna.enter(1)
    anna.expect_totals([72, 0])
    anna.fits()
    ben.page.click("#same")  # Anna has entered this hand: take it over
    ben.page.wait_for_selector("#entry-title:text-is('Hand 2')")
    ben.expect_totals([72, 0])


def enter_apart(anna: Phone, ben: Phone) -> None:
    """Three hands that both enter, Ben without a line. They differ about the tricks of one of them."""
    ben.page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    ben.page.context.set_offline(True)
    hands = [([3, 3, 3, 3], [7, 6]), ([4, 2, 3, 3], [6, 7]), ([5, 3, 2, 2], [8, 5])]
    for number, (bids, tricks) in enumerate(hands, 2):
        ben.type(bid=list(bids), tricks=list(tricks))
        ben.enter(number, hold=True)
        anna.type(bid=list(bids), tricks=[8, 5] if number == 3 else list(tricks))
        anna.enter(number)
    ben.page.wait_for_selector("#status:has-text('3 entries are kept on this device, and not yet sent')")
    ben.expect_totals([72, 0])
    assert "3 entries are not counted yet" in ben.page.inner_text("#standing")


def correct_kept(ben: Phone) -> None:
    """Hands that wait on a phone outlive a reload and are corrected like any others."""
    ben.page.reload()
    ben.page.wait_for_selector("#status:has-text('3 entries are kept on this device')")
    assert ben.page.locator("#hands .is-kept").count() == 3
    for last_bid, kept in ((1, 4), (2, 5)):
        ben.page.click("#hands .is-kept button >> nth=2")
        if last_bid == 2:
            assert re.search(r"Bid, Dan\s+1", ben.page.inner_text("#hand"))
        ben.page.click("#hand >> text=Correct it")
        ben.type(bid=[5, 3, 2, last_bid])
        ben.page.click("#save:text-is('Correct hand 4')")
        ben.page.wait_for_selector(f"#status:has-text('{kept} entries are kept on this device')")
    ben.page.goto("/score")
    ben.page.click("#yours a")
    ben.page.wait_for_selector("#hands .is-kept")
    ben.fits()


def test_an_evening_of_spades_with_one_phone_without_a_line_for_three_hands(visit: Visit) -> None:
    anna = Phone(visit)
    links = anna.begin("spades", PLAYERS)
    ben = Phone(visit, dropped_lines=True).come(links["ben"])
    enter_first_hand(anna, ben)
    enter_apart(anna, ben)
    correct_kept(ben)
    ben.page.context.set_offline(False)
    ben.page.wait_for_selector("#status:text-is('All is sent')")
    for phone in (anna, ben):
        phone.page.wait_for_selector("#differs h2:text-is('Hand 3: two accounts')")
        assert phone.page.locator("#differs .pad-difference").count() == 2
        assert phone.page.locator("#hands .is-waiting").count() == 1, "what comes after it waits"
        phone.fits()
    settle(anna, "Ben", 3)
    pad = Pad.read(anna.page.request.get(f"{links['anna']}/export.pad").text())
    sheet = fold(pad)
    assert [hand.state for hand in sheet.hands] == ["scored"] * 4
    for phone in (anna, ben):
        phone.expect_totals([sheet.totals[0], sheet.totals[1]])


def settle(phone: Phone, whose: str, hand: int) -> None:
    """Take all that somebody says of a hand."""
    while left := phone.page.locator("#differs .pad-difference").count():
        phone.page.click(f"#differs .pad-claim:has-text('{whose} says') >> nth=0")
        phone.page.wait_for_function(f"() => document.querySelectorAll('#differs .pad-difference').length < {left}")
    phone.page.wait_for_selector(f"#hands tr.is-scored:has(button:text-is('{hand}'))")


def test_an_evening_of_oh_hell_with_a_hand_corrected_later(visit: Visit) -> None:
    anna = Phone(visit)
    links = anna.begin("oh_hell", PLAYERS, start_cards="3")
    ben = Phone(visit).come(links["ben"])
    anna.type(bid=[1, 1, 0, 1], tricks=[1, 1, 1, 0])
    anna.page.click("#save")
    anna.page.wait_for_selector("#refusal:has-text('dealer')")  # only the rules know what a dealer may bid
    assert anna.page.input_value(f"{anna.field('bid.1')} input") == "1", "what was told is still there, to be corrected"
    hands = [([2, 1, 0, 1], [1, 1, 1, 0]), ([0, 2, 0, 1], [0, 1, 1, 0]), ([0, 0, 1, 1], [0, 0, 0, 1])]
    for number, (bids, tricks) in enumerate(hands, 1):
        for phone in (anna, ben):
            phone.type(bid=list(bids), tricks=list(tricks))
        assert f"Tricks: {4 - number}" in anna.page.inner_text("#facts")
        anna.enter(number)
        ben.enter(number)
    rows = anna.page.locator("#hands tr.is-scored").count()
    assert rows == 3
    before = anna.totals()
    anna.page.click("#hands button:text-is('1')")
    assert "Tricks, Cleo" in anna.page.inner_text("#hand")
    anna.page.click("#hand >> text=Correct it")
    anna.page.wait_for_selector("#entry-title:text-is('Hand 1, corrected')")
    anna.type(tricks=[1, 1, 0, 0])
    anna.page.click("#save")
    assert anna.page.inner_text("#refusal") == "tricks entered: 2 of 3"
    anna.type(tricks=[1, 1, 0, 1])
    anna.page.click("#save")
    for phone in (anna, ben):
        phone.page.wait_for_selector("#differs h2:text-is('Hand 1: two accounts')")
    settle(ben, "Anna", 1)
    anna.page.wait_for_selector("#differs:empty", state="attached")
    after = anna.totals()
    assert [now - was for was, now in zip(before, after, strict=True)][:2] == [0, 0]
    assert after[2] > before[2], "Cleo bid nothing, and took nothing after all"
    assert after[3] > before[3], "Dan took the one he had bid"
    anna.page.click("#hands button:text-is('3')")
    anna.page.click("#hand >> text=Take it back")
    anna.page.wait_for_selector("#hands :text('only Ben')")
    anna.page.wait_for_selector("#entry-title:text-is('Hand 3')")
    anna.page.click("text=Put it back")
    anna.page.wait_for_selector("#entry-title:text-is('Hand 4')")
    anna.expect_totals(after)
    anna.page.click("summary:text-is('Statistics')")
    assert "Best hand" in anna.page.inner_text("#statistics")
    anna.fits()


def test_an_evening_of_toepen_knock_by_knock(visit: Visit) -> None:
    anna = Phone(visit)
    links = anna.begin("toepen", PLAYERS)
    ben = Phone(visit).come(links["ben"])
    for phone, winner in ((anna, "Dan"), (ben, "Anna")):
        for press in ("knocks", "Ben knocks", "folds", "Cleo folds"):
            phone.page.click(f".pad-asks button:text-is('{press}')")
        assert phone.page.locator(".pad-entries li").all_inner_texts() == ["Ben knocks×", "Cleo folds×"]
        phone.page.click(f"{phone.field('winner')} label:has-text('{winner}')")
        phone.fits()
        phone.enter(1)
    for phone in (anna, ben):
        phone.page.wait_for_selector("#differs h2:text-is('Hand 1: two accounts')")
    assert "Anna says" in ben.page.inner_text("#differs")
    settle(ben, "Anna", 1)
    anna.page.wait_for_selector("#hands tr.is-scored")
    anna.expect_totals([8, 8, 9, 10])
    onlooker = Phone(visit).come(links["reader"])
    onlooker.expect_totals([8, 8, 9, 10])
    assert not onlooker.page.is_visible("#save")
    onlooker.fits()


def test_an_evening_of_porrazo_with_pegs_and_a_san_benito(visit: Visit) -> None:
    anna = Phone(visit)
    links = anna.begin("porrazo", ["Anna", "Ben"])
    ben = Phone(visit, dropped_lines=True).come(links["ben"])
    ben.page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    ben.page.context.set_offline(True)
    table = ["clears the table, … on top", "Anna clears the table, … on top", "Anna clears the table, K on top"]
    porrazo = ["porrazo with …", "porrazo with …", "Ben: porrazo with …", "Ben: porrazo with 7"]
    for phone, cards in ((anna, [27, 25]), (ben, [25, 27])):
        for press in [*table, *porrazo]:
            phone.page.click(f".pad-asks button:text-is('{press}')")
        phone.type(cards=list(cards))
        phone.fits()
        phone.enter(1, hold=phone is ben)
    assert anna.totals() == [6, 1]
    assert ben.totals() == [0, 0]
    ben.page.context.set_offline(False)
    for phone in (anna, ben):
        phone.page.wait_for_selector("#differs h2:text-is('Hand 1: two accounts')")
    settle(ben, "Anna", 1)
    ben.expect_totals([6, 1])
    assert ben.page.locator("#totals .pad-street .front").count() == 2, "a peg for each"
    anna.expect_totals([6, 1])
    for press in SAN_BENITO:
        anna.page.click(f".pad-asks button:text-is('{press}')")
    anna.page.click("#save")
    anna.page.wait_for_selector("#entry-title:text-is('Match 2, hand 1')")
    assert anna.page.inner_text("#reach") == "Anna has won"
    assert anna.page.locator("#hands .pad-line:has(svg.of-brass)").count() == 1, "a san benito has its picture"
    anna.fits()


def test_at_home_without_https_the_page_keeps_what_it_was_told(visit: Visit) -> None:
    """A phone that came by http://192.168... has no service worker, no randomUUID and no clipboard."""
    anna = Phone(visit, dropped_lines=True)
    anna.page.add_init_script(
        """Object.defineProperty(window, "isSecureContext", { value: false });
        delete Navigator.prototype.serviceWorker; delete Crypto.prototype.randomUUID; delete Navigator.prototype.clipboard;"""
    )
    links = anna.begin("cucumber", PLAYERS)
    anna.page.context.set_offline(True)
    anna.page.click(f"{anna.field('winner')} label:has-text('Cleo')")
    anna.page.select_option(f"{anna.field('card')} select", label="9")
    anna.enter(1, hold=True)
    anna.page.wait_for_selector("#status:has-text('1 entry is kept on this device')")
    assert "Keep this page open" in anna.page.inner_text("#insecure")
    anna.page.goto("about:blank")  # closed in spite of that
    anna.page.context.set_offline(False)
    anna.come(links["anna"])
    anna.sent()
    anna.page.wait_for_selector("#hands tr.is-scored")
    assert anna.totals()[2] > 0


def test_a_page_of_an_older_version_loads_itself_anew_and_loses_nothing(visit: Visit) -> None:
    anna = Phone(visit)
    anna.begin("spades", PLAYERS)
    anna.type(bid=[4, None, None, None])
    loads: list[str] = []
    anna.page.on("load", lambda page: loads.append(page.url))
    # Any request may be the one that brings the news, the page's own nudges as well: what is waited for is another document.
    anna.page.evaluate(
        "() => { window.older = true; setInterval(() => document.dispatchEvent(new Event('visibilitychange')), 500); }"
    )
    anna.page.route("**/sync", lambda route: route.fulfill(json=route.fetch().json() | {"version": "newer"}))
    anna.page.wait_for_function("() => !window.older && document.querySelector('#main:not([hidden])')")
    anna.sent()
    assert anna.page.input_value(f"{anna.field('bid.0')} input") == "4"
    for _ in range(3):
        with anna.page.expect_response("**/sync"):
            anna.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    assert len(loads) == 1, "a page that is kept by the browser may be older still: once is enough"


def test_a_log_of_deals_of_a_patience_and_a_match_that_was_over_unknown(visit: Visit) -> None:
    anna = Phone(visit, dropped_lines=True)
    anna.page.goto("/score/new/klondike")
    anna.page.click("button[type=submit]")
    anna.page.click(f"{anna.field('won')} label")
    anna.page.click("#save:text-is('Enter deal 1')")
    anna.page.wait_for_selector("#entry-title:text-is('Deal 2')")
    anna.sent()
    anna.page.context.set_offline(True)
    for deal, home in ((2, "31"), (3, "12")):
        anna.page.fill(f"{anna.field('home')} input", home)
        anna.page.click(f"#save:text-is('Enter deal {deal}')")
        anna.page.wait_for_selector(f"#entry-title:text-is('Deal {deal + 1}')")
    anna.page.context.set_offline(False)
    anna.sent()
    assert anna.page.locator("#hands tr.is-scored").count() == 3

    anna.begin("porrazo", ["Anna", "Ben"])
    anna.page.context.set_offline(True)
    for hand in (1, 2):
        for press in SAN_BENITO:
            anna.page.click(f".pad-asks button:text-is('{press}')")
        anna.enter(hand, hold=True)
    anna.page.context.set_offline(False)
    anna.page.wait_for_selector("#hands tr:has(small:text-is('after the end'))")
    anna.page.click("#hands button:text-is('2')")
    anna.page.click("#hand >> text=It belongs to the next match")
    anna.page.wait_for_selector("#entry-title:text-is('Match 3, hand 1')")
    assert anna.page.locator("#hands tr.is-scored").count() == 2


def test_what_the_server_cannot_answer_together_is_sent_in_parts(visit: Visit) -> None:
    """A batch that is too much is halved; an entry that the server fails at holds up nothing but itself."""
    anna = Phone(visit, dropped_lines=True, refusals=True)
    anna.begin("cucumber", PLAYERS)
    anna.page.context.set_offline(True)
    for hand in range(1, 6):
        anna.page.click(f"{anna.field('winner')} label:has-text('Cleo')")
        anna.page.select_option(f"{anna.field('card')} select", label="9")
        anna.enter(hand, hold=True)
    asked: list[tuple[list[int], int]] = []

    def answer(route: Route) -> None:
        hands = [event["hand"] for event in route.request.post_data_json["events"]]
        status = 413 if len(hands) > 2 else 400 if 4 in hands else 200
        asked.append((hands, status))
        if status == 200:
            route.continue_()
        else:
            route.fulfill(status=status, body="<p>That is too much.</p>")

    anna.page.route("**/sync", answer)
    anna.page.context.set_offline(False)
    anna.page.wait_for_selector("#hands .is-refused button:text-is('4')")
    anna.sent()
    assert [hands for hands, status in asked if status == 200 and hands][:2] == [[1, 2], [3]]
    assert ([1, 2, 3, 4, 5], 413) in asked
    assert anna.page.locator("#hands tr.is-scored").count() == 3
    anna.page.click("#hands .is-refused button")
    assert "That is too much." in anna.page.inner_text("#hand")
    anna.page.click("#hand >> text=Close")

    anna.page.unroute("**/sync")
    says = [429]
    anna.page.route("**/sync", lambda route: route.fulfill(status=says[0]) if says else route.continue_())
    anna.page.click("#hands .is-refused button")
    anna.page.click("#hand >> text=Correct it")
    anna.page.click("#save:text-is('Correct hand 4')")
    anna.page.wait_for_selector("#status:has-text('a little patience')")
    says[:] = [503]
    anna.page.wait_for_selector("#status:has-text('could not answer')")
    says.clear()
    anna.page.wait_for_selector("#hands tr.is-scored:has(button:text-is('5'))")
    anna.sent()


MANY_FORMS = ["brag", "cassino", "chicago", "khanhoo", "klondike", "porrazo"]


@pytest.mark.parametrize("games", [MANY_FORMS, pytest.param([], id="all", marks=pytest.mark.soak)])
def test_every_game_has_a_form_that_fits_a_phone(visit: Visit, games: list[str]) -> None:
    phone = Phone(visit)
    phone.page.goto("/score")
    offered = phone.page.eval_on_selector_all(".pad-games a", "all => all.map(one => one.href.split('/').at(-1))")
    assert len(offered) >= 32
    for game in games or offered:
        phone.page.goto(f"/score/new/{game}")
        if phone.page.locator("select#seats").count():
            phone.page.select_option("#seats", index=phone.page.locator("#seats option").count() - 1)
        phone.page.click("button[type=submit]")
        phone.page.wait_for_selector("#main:not([hidden])")
        assert phone.page.is_visible("#save"), game
        assert phone.page.locator("#form [data-key]").count() > 0, game
        phone.fits()


def test_another_phone_keeps_the_score_after_the_present_one_has_allowed_it(visit: Visit) -> None:
    anna = Phone(visit)
    links = anna.begin("cucumber", PLAYERS)
    ben, new = Phone(visit, refusals=True), Phone(visit, refusals=True)
    ben.page.goto(links["ben"])
    shot(ben.page, "pad-join")
    ben.come(links["ben"])
    anna.page.click(".pad-more summary")
    anna.page.get_by_text("Ben came by the link from Anna").wait_for()
    assert anna.page.locator("#people input").count() == 2, "her own link and the one to look on"
    anna.page.get_by_role("button", name="A new link for Ben").click()
    ben.page.get_by_text("Anna has made a new link for Ben").wait_for()
    # the phones are told one after the other; in a house that nobody else can reach the links are folded away
    anna.page.get_by_label("Link for Ben keeps the score").wait_for(state="attached")
    shot(ben.page, "pad-asked")
    shot(anna.page, "pad-people")
    link = anna.page.eval_on_selector_all("#people input", "all => all.map(one => new URL(one.value).pathname)")[1]
    new.page.goto(link)
    new.page.get_by_role("button", name="I am Ben").click()
    new.page.get_by_text("allow the new link there").wait_for()
    ben.page.get_by_role("button", name="I asked for it").click()
    ben.page.get_by_role("button", name="I asked for it").wait_for(state="detached")
    new.come(link)
    ben.page.get_by_text("This address leads to no pad any more").wait_for()
    shot(new.page, "pad-moved")
