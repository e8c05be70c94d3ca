"""Lists and numbers as a language writes them."""

from __future__ import annotations

from collections.abc import Iterable

from babel.lists import format_list
from babel.numbers import format_decimal

from .catalogue import current


def listed(items: Iterable[str]) -> str:
    """Items one after the other: "a, b and c".

    >>> listed(["Ann", "Bo", "Cy"])
    'Ann, Bo and Cy'
    """
    return format_list([*items], locale=current().locale)


def number(value: float, digits: int | None = None) -> str:
    """A number with the signs for thousands and fractions. digits: behind the point; None for as many as it has.

    >>> number(1234567), number(0.5, 2)
    ('1,234,567', '0.50')
    """
    form = "#,##0.###" if digits is None else "#,##0" + ("." + "0" * digits if digits else "")
    return format_decimal(value, format=form, locale=current().locale)
