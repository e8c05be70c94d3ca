"""Work in a process with limits: what it answers, and what is said when it hits one."""

from __future__ import annotations

import pytest

from parlour.art.confined import Limits, confined
from parlour.art.recolouring import Recolour, recolour_apart
from parlour.engine.errors import BadInput

ENOUGH = Limits(60, 1024)


def test_a_job_answers_as_if_it_were_called() -> None:
    made = recolour_apart(b"<svg fill='#102030' stroke='device-cmyk(1)'/>", Recolour((1.66, 1.66, 1.66)), ENOUGH)
    assert made.data == b"<svg fill='#30495d' stroke='device-cmyk(1)'/>"
    assert made.met == {("#102030", "#30495d"): 1}
    assert made.left == {"device-cmyk(1)": 1}


def test_a_refusal_comes_back_in_its_own_words() -> None:
    with pytest.raises(BadInput, match="it is not an SVG"):
        recolour_apart(b"<html/>", Recolour((2, 2, 2)), ENOUGH)
    with pytest.raises(BadInput, match="has no value for r = 16"):
        recolour_apart(b"<svg fill='#102030'/>", Recolour(expressions=("1 / 0", "g", "b")), ENOUGH)


def test_a_job_that_takes_too_long_is_stopped() -> None:
    heavy = b"<svg>" + (b"<style>a{fill:" + b"gray " * 200_000 + b"}</style>") * 4 + b"</svg>"
    with pytest.raises(BadInput, match="it takes more than 1 s of work"):
        recolour_apart(heavy, Recolour((2, 2, 2)), Limits(1, 1024))


def test_a_job_that_needs_too_much_memory_is_stopped() -> None:
    pytest.importorskip("resource")
    with pytest.raises(BadInput, match="it needs more than 512 MB of memory"):
        confined("operator:mul", 1 << 33, b"x", Limits(60, 512))  # type: ignore[arg-type]


def test_a_fault_of_ours_is_no_bad_input() -> None:
    with pytest.raises(RuntimeError, match="KeyError"):
        confined("operator:getitem", {}, b"x", ENOUGH)
