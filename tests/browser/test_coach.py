"""The matches after a lesson: reasons at the cards, a question before a mistake, less in each match, and off for ever."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from browser.hands import LARGE, asked, sit_down, table
from browser.listening import Listener

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser
GAME = "schnapsen"
TOLD = """([size, choose]) => {
  const { chooser, coach } = document.querySelector("card-table");
  const cards = chooser.menu.choices.filter((choice) => choice.kind === "card");
  const words = cards.map((choice, k) => ({
    name: choice.name, why: `Reason ${k + 1}.`, ...(k ? {} : { size, ask: ["It costs a point.", "the other card."] }),
  }));
  const { hear } = Object.getPrototypeOf(coach);
  coach.hear = () => {};
  hear.call(coach, { type: "words", n: chooser.menu.n, words });
  return choose && chooser.choose(cards[0].name, 0);
}"""
"""The page is told what it would be told of the first card, a mistake of this size, and does not hear what the server says. Then
perhaps the card is chosen."""
QUESTION = ".coach:visible"
COVERED = """() => {
  const { cloth } = document.querySelector("card-table");
  const question = document.querySelector(".coach");
  const box = question.getBoundingClientRect();
  const open = cloth.tokens.all().filter(({ card }) => card >= 0).map(({ key }) => cloth.element(key));
  const under = open.filter((card) => {
    const { left, right, top, bottom } = card.getBoundingClientRect();
    return left < box.right - 1 && right > box.left + 1 && top < box.bottom - 1 && bottom > box.top + 1;
  });
  const outside = [...question.querySelectorAll("button")].filter((button) => {
    const { left, right, top, bottom } = button.getBoundingClientRect();
    return left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
  });
  return [under, outside].map((all) => all.map((one) => one.getAttribute("aria-label") ?? one.textContent));
}"""
"""The open cards that a question hides, and its buttons that are out of reach."""


def after_a_lesson(page: Page) -> None:
    """Skip the rest of a lesson, and wait to be asked in free play."""
    page.goto(f"/new/{GAME}")
    page.click("form.learn button")
    page.wait_for_function("() => document.querySelector('card-table')?.lesson?.step?.say?.length")
    page.get_by_role("button", name="Skip the rest of the lesson").click()
    ready(page)


def ready(page: Page) -> None:
    """Wait for a choice between cards, and for the script with the words."""
    assert asked(page)
    page.wait_for_function(
        "() => { const { chooser, coach, queue } = document.querySelector('card-table');"
        " return coach && queue.settled && chooser.menu?.choices.length > 1 && !chooser.waiting; }"
    )


def another_match(page: Page) -> None:
    sit_down(page, GAME)
    assert asked(page)
    page.wait_for_function("() => document.querySelector('card-table').chooser.menu")


def match_of(page: Page) -> int:
    """Which match after the lesson the page takes it for."""
    return int(
        page.evaluate(
            "async () => { const own = document.querySelector('script[type=module]').src;"
            " const { modules } = await import(own.replace(/[^/]*$/, 'coach.js'));"
            " const { hello } = document.querySelector('card-table');"
            " return modules['learner.js'].matchAfter(hello.game.id, hello.table, hello.agreed.lesson ?? false); }"
        )
    )


def views(page: Page) -> Any:
    return table(page, "queue.n")


@LARGE
def test_a_question_before_a_mistake(visit: Callable[..., Page], size: str) -> None:
    page = visit(size)
    ears = Listener(page)
    after_a_lesson(page)
    n = views(page)
    assert page.evaluate(TOLD, [1, True]) is False
    assert page.locator(QUESTION).inner_text().startswith("Are you sure? It costs a point.")
    assert "Better: the other card." in page.locator(QUESTION).inner_text()
    assert page.evaluate("document.activeElement.textContent") == "Take another"
    ears.wait("Are you sure? It costs a point. Better: the other card.")
    page.keyboard.press("Escape")
    assert page.locator(QUESTION).count() == 0
    page.evaluate(TOLD, [1, True])
    page.keyboard.press("Enter")  # on "Take another"
    assert page.locator(QUESTION).count() == 0
    assert views(page) == n
    assert table(page, "chooser.waiting") is False
    page.evaluate(TOLD, [1, True])
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_function("n => document.querySelector('card-table').queue.n > n", arg=n)
    assert page.locator(QUESTION).count() == 0


@pytest.mark.parametrize(("width", "height"), [(390, 664), (844, 390), (640, 400)])
def test_a_question_hides_no_open_card(visit: Callable[..., Page], width: int, height: int) -> None:
    """The trick and the hand stay in sight on a phone, on its side and at 200 %."""
    page = visit("phone")
    page.set_viewport_size({"width": width, "height": height})
    after_a_lesson(page)
    page.evaluate(TOLD, [3, True])
    page.wait_for_selector(QUESTION)
    hidden, outside = page.evaluate(COVERED)
    assert (hidden, outside) == ([], [])


def test_reasons_at_the_cards_and_in_a_list(visit: Callable[..., Page]) -> None:
    page = visit("desktop")
    ears = Listener(page)
    after_a_lesson(page)
    page.evaluate(TOLD, [1, False])
    card = page.locator(".seat.own .card.legal").first
    card.hover()
    tip = page.locator(".coach-tip")
    assert tip.is_visible()
    assert "Reason" in tip.inner_text()
    page.mouse.move(2, 300)
    assert not tip.is_visible()
    page.evaluate(TOLD, [1, False])
    card.focus()
    assert tip.is_visible()
    ears.wait(tip.inner_text())
    page.get_by_role("button", name="My choices").click()
    texts = page.locator("dialog.coach-list li").all_inner_texts()
    assert len(texts) == page.locator(".seat.own .card.legal").count()
    page.keyboard.press("Escape")
    assert page.locator("dialog.coach-list").count() == 0


def test_the_words_fade_out_match_by_match(visit: Callable[..., Page]) -> None:
    page = visit("desktop")
    after_a_lesson(page)
    for number in (1, 2, 3):
        assert match_of(page) == number
        assert page.get_by_role("button", name="My choices").count() == int(number == 1), "reasons are for the first"
        for size in range(1, 4):
            if size >= number:
                assert page.evaluate(TOLD, [size, True]) is False
                assert page.locator(QUESTION).count() == 1
                page.keyboard.press("Escape")
        page.reload()
        ready(page)
        assert match_of(page) == number, "the same table is the same match"
        another_match(page)
        if number < 3:
            ready(page)
    assert match_of(page) == 0


def test_no_question_is_asked_about_a_smaller_mistake_later_nor_without_words(visit: Callable[..., Page]) -> None:
    page = visit("desktop")
    after_a_lesson(page)
    another_match(page)
    ready(page)
    n = views(page)
    assert page.evaluate(TOLD, [1, True]) is True, "in the second match only larger ones"
    page.wait_for_function("n => document.querySelector('card-table').queue.n > n", arg=n)


def test_they_can_be_switched_off_for_ever(visit: Callable[..., Page]) -> None:
    page = visit("desktop")
    after_a_lesson(page)
    page.evaluate(TOLD, [3, True])
    page.get_by_role("button", name="No more questions").click()
    assert page.locator(QUESTION).count() == 0
    assert page.get_by_role("button", name="My choices").count() == 0
    assert page.evaluate(TOLD, [3, True]) is True
    page.reload()
    assert asked(page)
    assert match_of(page) == 0
    another_match(page)
    assert match_of(page) == 0


def test_without_a_lesson_there_are_no_words(visit: Callable[..., Page]) -> None:
    page = visit("desktop")
    another_match(page)
    assert table(page, "coach") is None, "the script is not even fetched"
