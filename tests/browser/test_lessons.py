"""Every lesson is taken in the browser with keys alone: first a wrong choice if its file names one, then the right one."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from browser.hands import AT_NIGHT
from browser.listening import Listener
from parlour.engine.rooms import named, room_names
from parlour.engine.speech import CARDS
from parlour.house.lessons import Lesson, Step, lesson_of

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]
BY_DAY = "crash"
SIZES = ("desktop", "phone")
"""Games take turns: each is taught on one of these."""
WAIT = 90_000
SHOWN = """([number, wrong]) => {
  const table = document.querySelector("card-table");
  const step = table?.lesson?.step;
  return step?.step === number && (step.say ?? []).length > 0 && Boolean(step.wrong) === wrong && table.queue.settled
    && (!step.task || (table.chooser.menu && !table.chooser.waiting));
}"""
"""Whether a step is shown, with the reason of a wrong choice or without, and the learner may choose if it asks for that."""
GONE_ON = """() => { const { lesson } = document.querySelector("card-table"); return !lesson.step && !lesson.active; }"""


def taught(game: str) -> Lesson:
    found = lesson_of(named(game))
    assert found
    return found


class Learner:
    """Takes a lesson with keys alone. hears: whether the steps are waited for by ear, not looked at."""

    def __init__(self, page: Page, game: str, hears: bool) -> None:
        self.page, self.lesson, self.ears, self.hears = page, taught(game), Listener(page), hears
        page.goto(f"/new/{game}")
        page.locator("form.learn button").focus()
        page.keyboard.press("Enter")
        page.wait_for_selector("card-table .board", timeout=WAIT)

    def take(self) -> None:
        """Take the whole lesson."""
        for step in self.lesson.steps:
            self.wait(step)
            if not step.is_task:
                self.go_on()
                continue
            wrong = next(iter(step.wrong), None)
            if wrong is not None:
                self.ears.command(self.written(wrong))
                self.wait(step, step.wrong[wrong])
            self.ears.command(self.written(self.right(step)))
        if self.hears:
            self.ears.wait("The lesson is over.")
        self.page.wait_for_function(GONE_ON, timeout=WAIT)

    def wait(self, step: Step, wrong: str = "") -> None:
        """Wait until a step is there, or the reason why a choice is not the one."""
        if self.hears:
            said = self.ears.wait("Not this time." if wrong else f"Step {step.number + 1} of {len(self.lesson.steps)}.")
            assert len(said) > len("Not this time. ")
        self.page.wait_for_function(SHOWN, arg=[step.number + 1, bool(wrong)], timeout=WAIT)
        if not self.hears:
            shown = self.page.locator(".lesson-text p").all_inner_texts()
            assert len(shown) == (1 if wrong else len(step.say))

    def go_on(self) -> None:
        """Press Continue, by the Tab key."""
        if not self.page.locator(":focus").count() or '"Continue"' not in self.ears.focus():
            self.ears.press("Escape")
            self.ears.tab_to(lambda name: '"Continue"' in name)
        self.ears.press("Enter")

    def right(self, step: Step) -> tuple[int, ...]:
        """The first right choice that is offered."""
        choices = self.page.evaluate("document.querySelector('card-table').chooser.menu.choices")
        offered = [self.lesson.room.read_choice(one["name"]) for one in choices if one["kind"] != "run"]
        if isinstance(step.choose, str):
            found = [code for code in offered if step.choose == "any" or code < CARDS]
            return next((code,) for code in found if (code,) not in step.wrong)
        return next((one for one in step.choose if one[0] in offered), step.choose[0])

    def written(self, codes: tuple[int, ...]) -> str:
        return ", ".join(self.lesson.room.choice_name(code) for code in codes)


def test_a_lesson_is_taken_by_ear(visit: Callable[..., Page]) -> None:
    Learner(visit("desktop"), "schnapsen", hears=True).take()


@pytest.mark.parametrize(
    ("game", "size"),
    [pytest.param(game, SIZES[number % 2], marks=() if game == BY_DAY else AT_NIGHT) for number, game in enumerate(room_names())],
)
def test_every_lesson_is_taken_with_keys(visit: Callable[..., Page], game: str, size: str) -> None:
    Learner(visit(size), game, hears=False).take()
