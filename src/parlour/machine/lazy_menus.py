"""Lazy menus, for one choice by chance. The cards offered first stay a set, and only the entry that is picked is worked out.

Rules write into a lazy menu as into any (a row of int64), and it reads like one. Its words are the set, then the entries.
"""

from __future__ import annotations

import operator
from typing import Any

from llvmlite.ir import Constant, IntType
from numba import config, types
from numba.core import cgutils
from numba.core.datamodel.models import StructModel
from numba.core.typing import signature
from numba.extending import intrinsic, overload, register_model

from .dispatcher import rule
from .inner import INLINE
from .instructions import count, lowest, nth
from .rows import only

BLOCK = 8
"""Cards are written into a menu in blocks. So it has room for as many words less one more than entries, which do not count."""


class LazyMenu(types.Type):
    """A menu lent by a caller who keeps it alive."""

    def __init__(self) -> None:
        super().__init__("lazy menu")


@register_model(LazyMenu)
class _LazyMenuModel(StructModel):
    """The set of cards, in a variable of the caller's, and the entries."""

    def __init__(self, manager: Any, menu: LazyMenu) -> None:
        word = types.CPointer(types.int64)
        super().__init__(manager, menu, [("cards", word), ("entries", word)])


def lazy_menu(menu):
    """A menu (int64[MENU + BLOCK - 1]) as a lazy one; interpreted, the menu itself."""
    return menu


def write_cards(menu, n, cards):
    """Every card of a set as an entry from n on; returns how many entries there are then.

    The last block holds what no card stands behind, too: so there is nothing to guess where the cards end.
    """
    end = n + count(cards)
    while cards:
        for k in range(n, n + BLOCK):
            menu[k] = lowest(cards)
            cards &= cards - 1
        n += BLOCK
    return end


def _note_cards(menu, n, cards):
    if n == 0:
        _set_cards(menu, cards)
        return count(cards)
    return _write(menu, n, cards)


def _write_entry(menu, k, entry):
    if k == 0:  # there were no cards, or the rules begin anew
        _set_cards(menu, 0)
    _set_entry(menu, k, entry)


def _read_entry(menu, k):
    cards = _cards(menu)
    return lowest(nth(cards, k)) if k < count(cards) else _entry(menu, k)


if not config.DISABLE_JIT:
    _write = rule(write_cards, inline=True)

    @intrinsic
    def lazy_menu(typing_context, menu):
        def begin(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            made = cgutils.create_struct_proxy(LazyMenu())(context, builder)
            made.cards = cgutils.alloca_once_value(builder, Constant(IntType(64), 0))
            made.entries = context.make_array(sig.args[0])(context, builder, args[0]).data
            return made._getvalue()

        return signature(LazyMenu(), menu), begin

    def _words(context: Any, builder: Any, args: Any) -> Any:
        return cgutils.create_struct_proxy(LazyMenu())(context, builder, value=args[0])

    @intrinsic
    def _cards(typing_context, menu):
        def read(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            return builder.load(_words(context, builder, args).cards)

        return signature(types.int64, menu), read

    @intrinsic
    def _set_cards(typing_context, menu, cards):
        def write(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            builder.store(args[1], _words(context, builder, args).cards)
            return context.get_dummy_value()

        return signature(types.none, menu, types.int64), write

    @intrinsic
    def _entry(typing_context, menu, k):
        def read(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            return only(builder.load(builder.gep(_words(context, builder, args).entries, [args[1]])), builder, "lazy menu")

        return signature(types.int64, menu, types.int64), read

    @intrinsic
    def _set_entry(typing_context, menu, k, entry):
        def write(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            only(builder.store(args[2], builder.gep(_words(context, builder, args).entries, [args[1]])), builder, "lazy menu")
            return context.get_dummy_value()

        return signature(types.none, menu, types.int64, types.int64), write

    @overload(write_cards, jit_options=INLINE)
    def _write_cards(menu, n, cards):
        return _note_cards if isinstance(menu, LazyMenu) else write_cards

    @overload(operator.getitem, jit_options=INLINE)
    def _get(menu, k):
        return _read_entry if isinstance(menu, LazyMenu) else None

    @overload(operator.setitem, jit_options=INLINE)
    def _set(menu, k, entry):
        return _write_entry if isinstance(menu, LazyMenu) else None
