"""Medians, ranges and ratios by pairs."""

import itertools

import pytest
import timing


def counted(calls, name, figures):
    """A run with the given rates, one after another, that notes when it was called."""
    rates = itertools.cycle(figures)

    def run():
        calls.append(name)
        return next(rates), 1.0

    return run


def test_the_median_and_the_range_leave_the_warm_up_out():
    calls = []
    spread = timing.rates(counted(calls, "a", [9999, 10, 50, 20]), runs=3)
    assert spread == timing.Spread(median=20, low=10, high=50, runs=3)
    assert len(calls) == 4
    with pytest.raises(ValueError, match="at least one run"):
        timing.rates(counted(calls, "a", [1]), runs=0)


def test_contestants_take_turns_and_are_compared_pair_by_pair():
    calls = []
    a, b = counted(calls, "a", [1, 10, 40, 90]), counted(calls, "b", [1, 5, 10, 100])
    pairs = timing.alternate(a, b, pairs=3)
    assert calls == ["a", "b"] * 4
    assert (pairs.a.median, pairs.b.median) == (40, 10)
    assert pairs.ratio == timing.Spread(median=2, low=0.9, high=4, runs=3)


def test_a_clocked_run_reports_the_work_and_its_time():
    decisions, seconds = timing.clocked(lambda: sum(range(1000)))()
    assert decisions == 499_500
    assert 0 < seconds < 5


@pytest.mark.parametrize(
    ("figure", "text"), [(48_712_345, "48.7 M"), (912_000, "912 k"), (1_000, "1.00 k"), (3.14159, "3.14"), (2.5e9, "2.50 G")]
)
def test_three_figures(figure, text):
    assert timing.short(figure) == text


def test_rows_line_up():
    rows = [("one", timing.Spread(1, 0.5, 2, 5)), ("another", timing.Spread(4.87e7, 1e7, 9.99e7, 11))]
    title, first, second = timing.table("decisions/s", rows).splitlines()
    assert title == "decisions/s"
    assert first.index("..") == second.index("..")
    assert second.split() == ["another", "48.7", "M", "10.0", "M", "..", "99.9", "M", "11", "runs"]


def test_within_processor_time_waiting_costs_nothing(monkeypatch):
    ticks = itertools.count()
    monkeypatch.setattr(timing.time, "process_time", lambda: next(ticks))
    with timing.by_processor_time():
        assert timing.clocked(lambda: 7)() == (7, 1)
