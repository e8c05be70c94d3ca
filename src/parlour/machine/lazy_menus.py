"""Lazy menus, for one choice at random. Most of what is offered stays a set, and only the entry that is picked is worked out.

Rules write into a lazy menu as into any (a row of int64), and it reads like one. It holds the codes below 64 (cards) as one
set, those below 128 (the first calls) as another, and as entries what is left: runs, higher codes, and all written after these.
A menu is written once, from its first entry on.
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
WORDS = ("cards", "calls", "mixed")
"""The variables of a lazy menu."""


class LazyMenu(types.Type):
    """A menu lent by a caller who keeps it alive."""

    def __init__(self) -> None:
        super().__init__("lazy menu")


@register_model(LazyMenu)
class _LazyMenuModel(StructModel):
    """Words in variables of the caller's (the cards, the calls, whether there are entries), and the entries."""

    def __init__(self, manager: Any, menu: LazyMenu) -> None:
        word = types.CPointer(types.int64)
        super().__init__(manager, menu, [*((name, word) for name in WORDS), ("entries", word)])


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


def begin_menu(menu):
    """Nothing is offered yet. Needed by lazy menus, before anything is written."""


def write_code(menu, n, code, offered):
    """One code as entry n if it is offered (1, otherwise 0); returns how many entries there are then."""
    menu[n] = code  # in any case, and only counted if offered: nothing for the processor to guess wrong
    return n + offered


def offered(menu):
    """Return the cards of a lazy menu as a set, its first calls as a set (64 is bit 0), and the number of entries that these are:
    those behind it are to be read one by one. Of any other menu nothing is a set."""
    return 0, 0, 0


def _offered(menu):
    cards, calls = _cards(menu), _calls(menu)
    return cards, calls, count(cards) + count(calls)


def _begin(menu):
    _set_cards(menu, 0)
    _set_calls(menu, 0)
    _set_mixed(menu, 0)


def _note_cards(menu, n, cards):
    if n == 0:
        _set_cards(menu, cards)
        return count(cards)
    return _write(menu, n, cards)


def _note_code(menu, n, code, offered):
    if code < 64 and _calls(menu) == 0 and _mixed(menu) == 0:
        _set_cards(menu, _cards(menu) | (offered << code))
    elif 64 <= code < 128 and _mixed(menu) == 0:
        _set_calls(menu, _calls(menu) | (offered << (code - 64)))
    else:
        menu[n] = code
    return n + offered


def _write_entry(menu, k, entry):
    _set_mixed(menu, 1)
    _set_entry(menu, k, entry)


def _read_entry(menu, k):
    cards, calls = _cards(menu), _calls(menu)
    if k < count(cards):
        return lowest(nth(cards, k))
    if k - count(cards) < count(calls):
        return 64 + lowest(nth(calls, k - count(cards)))
    return _entry(menu, k)


if not config.DISABLE_JIT:
    _write = rule(write_cards, inline=True)

    @intrinsic
    def lazy_menu(typing_context, menu):
        def begin(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            made = cgutils.create_struct_proxy(LazyMenu())(context, builder)
            for word in WORDS:
                setattr(made, word, cgutils.alloca_once_value(builder, Constant(IntType(64), 0)))
            made.entries = context.make_array(sig.args[0])(context, builder, args[0]).data
            return made._getvalue()

        return signature(LazyMenu(), menu), begin

    def _words(context: Any, builder: Any, args: Any) -> Any:
        return cgutils.create_struct_proxy(LazyMenu())(context, builder, value=args[0])

    def _reader(name: str) -> Any:
        def read(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            return builder.load(getattr(_words(context, builder, args), name))

        return intrinsic(lambda typing_context, menu: (signature(types.int64, menu), read))

    def _writer(name: str) -> Any:
        def write(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            builder.store(args[1], getattr(_words(context, builder, args), name))
            return context.get_dummy_value()

        return intrinsic(lambda typing_context, menu, word: (signature(types.none, menu, types.int64), write))

    _cards, _calls, _mixed = map(_reader, WORDS)
    _set_cards, _set_calls, _set_mixed = map(_writer, WORDS)

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

    @overload(begin_menu, jit_options=INLINE)
    def _begin_menu(menu):
        return _begin if isinstance(menu, LazyMenu) else begin_menu

    @overload(write_code, jit_options=INLINE)
    def _write_code(menu, n, code, offered):
        return _note_code if isinstance(menu, LazyMenu) else write_code

    @overload(offered, jit_options=INLINE)
    def _get_offered(menu):
        return _offered if isinstance(menu, LazyMenu) else offered

    @overload(operator.getitem, jit_options=INLINE)
    def _get(menu, k):
        return _read_entry if isinstance(menu, LazyMenu) else None

    @overload(operator.setitem, jit_options=INLINE)
    def _set(menu, k, entry):
        return _write_entry if isinstance(menu, LazyMenu) else None
