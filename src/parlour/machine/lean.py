"""Leave out what Numba does repeatedly while a rule is compiled and nobody uses: a fifth of the time to compile a game.

- Numba measures how long it waits for its locks, at each of some ten thousand calls into LLVM for a game, and tells listeners of
  each. Nobody reads the figures.
- Numba looks through all its registries for new declarations for each function that it compiles. They are new only if a module
  was imported meanwhile.
- Numba finds out seven times for each function which variables live in which block. Only generators and object mode use it.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

from numba.core import event, postproc, transforms
from numba.core.compiler_machinery import PassManager
from numba.core.errors import new_error_context  # type: ignore[attr-defined]

_run: Any = postproc.PostProcessor.run
_known: dict[int, list[int]] = {}
"""The numbers of declarations when a context, known by its address, was refreshed. Contexts are never freed."""


class Passes(PassManager):
    """Numba's passes, one after the other, without a stopwatch and a report for each."""

    def _runPass(self, index: int, step: Any, state: Any) -> None:
        step.analysis = self._analysis
        with new_error_context("Pass {name}", name=step.name()):
            step.run_initialization(state)
            step.run_pass(state)
            step.run_finalizer(state)


def _if_listened_to(trigger: Callable[..., None]) -> Callable[..., None]:
    """Return `event.start_event` or `event.end_event` for those kinds of event that somebody listens to."""

    def triggered(kind: str, *more: Any, **named: Any) -> None:
        if event._registered.get(kind):
            trigger(kind, *more, **named)

    return triggered


def _untimed(kind: str, callback: Any) -> contextlib.AbstractContextManager[None]:
    """Stand in for `event.install_timer`."""
    return contextlib.nullcontext()


def _lifetimes(self: Any, emit_dels: bool = False, extend_lifetimes: bool = False) -> None:
    """Stand in for `PostProcessor.run`. Numba works out lifetimes when it is asked for them."""
    function = self.func_ir
    if function.is_generator:
        _run(self, emit_dels, extend_lifetimes)
        return
    function.blocks = transforms.canonicalize_cfg(function.blocks)
    function.variable_lifetime = postproc.VariableLifetime(function.blocks)
    function.generator_info = None
    if emit_dels:
        self._insert_var_dels(extend_lifetimes=extend_lifetimes)


def _declared(contexts: Any) -> list[int]:
    """Return the numbers of declarations in all registries of some contexts."""
    registries = [registry for context in contexts for registry in context._registries]
    return [len(each) for registry in registries for each in vars(registry).values() if isinstance(each, list)]


def _once(context: Any, target_context: Any) -> Callable[[], None]:
    """Return the `refresh` of a context that does nothing if there is nothing new."""
    contexts = target_context, target_context.typing_context

    def refreshed() -> None:
        if _known.get(id(context)) != _declared(contexts):
            type(context).refresh(context)
            _known[id(context)] = _declared(contexts)  # to refresh it imports modules, which declare more

    return refreshed


@contextlib.contextmanager
def lean(target_context: Any) -> Iterator[None]:
    """Numba compiles leanly until the block ends. The caller holds its lock."""
    if postproc.PostProcessor.run is _lifetimes:  # one rule is compiled for another
        yield
        return
    contexts = target_context, target_context.typing_context
    before = event.start_event, event.end_event, event.install_timer
    event.start_event, event.end_event, event.install_timer = (
        _if_listened_to(event.start_event),
        _if_listened_to(event.end_event),
        _untimed,
    )
    postproc.PostProcessor.run = _lifetimes
    for context in contexts:
        context.refresh = _once(context, target_context)
    try:
        yield
    finally:
        for context in contexts:
            del context.refresh
        event.start_event, event.end_event, event.install_timer = before
        postproc.PostProcessor.run = _run
