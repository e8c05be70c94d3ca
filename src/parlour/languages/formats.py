"""Lists, numbers and dates as a language writes them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, date, datetime

from babel.dates import format_date, format_skeleton, format_time, get_day_names
from babel.lists import format_list
from babel.numbers import format_decimal, format_percent

from .catalogue import PSEUDO, current
from .pseudo import pseudo


def listed(items: Iterable[str], either: bool = False) -> str:
    """Items one after the other: "a, b and c". either: "a, b or c".

    >>> listed(["Ann", "Bo", "Cy"]), listed(["Ann", "Bo"], either=True)
    ('Ann, Bo and Cy', 'Ann or Bo')
    """
    return format_list([*items], style="or" if either else "standard", locale=current().locale)


def ending_in_or(items: Iterable[str]) -> str:
    """Items one after the other: "a, b or c".

    >>> ending_in_or(["a", "b", "c"])
    'a, b or c'
    """
    return format_list([*items], style="or", locale=current().locale)


def number(value: float, digits: int | None = None) -> str:
    """A number with the signs for thousands and fractions. digits: behind the point; None for as many as it has.

    >>> number(1234567), number(0.5, 2)
    ('1,234,567', '0.50')
    """
    form = "#,##0.###" if digits is None else "#,##0" + ("." + "0" * digits if digits else "")
    return format_decimal(value, format=form, locale=current().locale)


def counted_as(value: float, digits: int | None = None) -> int:
    """Return the whole number whose plural form a noun has behind this value, written with so many digits behind the point.

    >>> counted_as(3.0), counted_as(1.0), counted_as(1.5), counted_as(1.0, 1), counted_as(1.96, 1), counted_as(2.5, 1)
    (3, 1, 0, 0, 2, 2)
    """
    size = abs(value) if digits is None else round(abs(value), digits)
    if size >= 2 or (not digits and size == int(size)):
        return int(size)
    return 0  # "1.5 points" as "0 points": in French both are singular, in the other languages neither is


def percent(share: float, digits: int = 0) -> str:
    """A share, 0 to 1, in per cent.

    >>> percent(0.5), percent(0.0123, 2)
    ('50%', '1.23%')
    """
    locale = current().locale
    form = str(locale.percent_formats[None].pattern)
    return format_percent(share, format=form.replace("#,##0", "#,##0" + ("." + "0" * digits if digits else "")), locale=locale)


def day(on: date) -> str:
    """A day with its month and year.

    >>> day(date(2026, 5, 4))
    '4 May 2026'
    """
    return _shown(format_date(on, "long", locale=current().locale))


def day_of_month(on: date) -> str:
    """A day with its month, without the year.

    >>> day_of_month(date(2026, 5, 4))
    '4 May'
    """
    return _shown(format_skeleton("MMMMd", datetime(on.year, on.month, on.day), locale=current().locale))


def month(of: date) -> str:
    """A month with its year, in capitals as at the beginning of a line.

    >>> month(date(2026, 5, 4))
    'May 2026'
    """
    text = format_skeleton("yMMMM", datetime(of.year, of.month, 1), locale=current().locale)
    return _shown(text[:1].upper() + text[1:])


def moment(at: datetime) -> str:
    """A day and a time of it, as everywhere in the world. at: with its zone.

    >>> moment(datetime(2026, 5, 4, 9, 30, tzinfo=UTC))
    '4 May 2026, 09:30 UTC'
    """
    there = at.astimezone(UTC)
    return f"{day(there.date())}, {_shown(format_time(there, 'HH:mm', locale=current().locale))} UTC"


def weekdays() -> list[tuple[str, str]]:
    """The names of the days from Monday, and how they are abbreviated.

    >>> weekdays()[0]
    ('Monday', 'Mo')
    """
    locale = current().locale
    whole, short = (get_day_names(width, context="stand-alone", locale=locale) for width in ("wide", "short"))
    return [(_shown(whole[n]), _shown(short[n])) for n in range(7)]


def _shown(text: str) -> str:
    """A name from Unicode's CLDR, which has none in the pseudo-language."""
    return pseudo(text) if current().code == PSEUDO else text
