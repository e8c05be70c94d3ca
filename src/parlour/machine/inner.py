"""Functions that only compiled code calls: kept as LLVM's language for its callers to take in, and never made into machine code
itself.

Numba optimises every function and makes it into machine code, then links its code into every caller's and optimises that
again: a function six calls deep is worked on seven times. Here all that is done once, for the function that Python calls.

What is long and the same for all rooms is kept apart from its callers: machine code of its own, which they call by its symbol.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import llvmlite.binding as llvm
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, CompileResult, Flags
from numba.core.typed_passes import (
    IRLegalization,
    NativeLowering,
    NoPythonBackend,
    NoPythonSupportedFeatureValidation,
    NopythonTypeInference,
    PreLowerStripPhis,
)
from numba.core.untyped_passes import (
    DeadBranchPrune,
    FixupArgs,
    GenericRewrites,
    InlineClosureLikes,
    IRProcessing,
    MakeFunctionToJitFunction,
    ReconstructSSA,
    RewriteSemanticConstants,
    TranslateByteCode,
)

from .cache import symbol
from .lean import Passes

_OURS = re.compile(r"B25v[0-9a-f]{24}B|^NRT_")


def _keep_to_itself(module: Any, seen: re.Pattern[str]) -> None:
    """Functions of a module whose names are not of this kind are its own affair: what others call so is not linked to them."""
    for function in module.functions:
        if not function.is_declaration and not seen.search(function.name):
            function.linkage = "internal"


class _NoEngine:
    """An engine without the environment of machine code: there is none."""

    def set_env(self, name: str, environment: Any) -> None:
        """Nothing to be told."""


class InnerLibrary(JITCodeLibrary):
    """A function and all that it calls, as LLVM's language."""

    @property
    def codegen(self) -> Any:
        """Asked for by Numba only to tell machine code of its environment."""
        return _NoEngine()

    def finalize(self) -> None:
        """Link the callees in. Their code is optimised with the callers' of this."""
        self._raise_if_finalized()
        for library in dict.fromkeys(self._linking_libraries):
            self._reload_init.update(library._reload_init)
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        _keep_to_itself(self._final_module, _OURS)
        self._finalize_dynamic_globals()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """0: there is no machine code."""
        self._ensure_finalized()
        return 0

    def serialize_using_object_code(self) -> Any:
        """The library for the disk, without object code."""
        return self.name, "inner", self._get_module_for_linking().as_bitcode()

    @classmethod
    def _unserialize(cls, codegen: Any, state: Any) -> InnerLibrary:
        name, _, bitcode = state
        library = cls(codegen, name)
        library._final_module = library._shared_module = llvm.parse_bitcode(bitcode)
        library._finalized = True
        return library


class RuleLibrary(JITCodeLibrary):
    """A function that Python calls, with all that it calls. Only its own name is seen from outside."""

    def _optimize_final_module(self) -> None:
        _keep_to_itself(self._final_module, re.compile(self.symbol))
        super()._optimize_final_module()


_PASSES = (
    TranslateByteCode,
    FixupArgs,
    IRProcessing,
    InlineClosureLikes,
    RewriteSemanticConstants,
    DeadBranchPrune,
    GenericRewrites,
    MakeFunctionToJitFunction,
    ReconstructSSA,
    DeadBranchPrune,
    NopythonTypeInference,
    PreLowerStripPhis,
    NoPythonSupportedFeatureValidation,
    IRLegalization,
    NativeLowering,
    NoPythonBackend,
)
_FLAGS = {name: option.default for name, option in Flags.options.items()}
_HANDED_ON = ("nrt", "fastmath", "error_model", "forceinline")
"""Options that an overload inherits from its caller (`CPUTargetOptions.finalize`)."""


class _QuickFlags(Flags):
    """Numba's settings of one compilation. They are compared only to find what was made of an overload for another caller.

    What callers do not hand on (whether Python calls them, whether they hold the lock) makes no difference to it; Numba compares
    all, some ten thousand times for a game, and compiles an overload again for each kind of caller.
    """

    __slots__ = ()
    __hash__ = Flags.__hash__

    def values(self) -> dict[str, Any]:
        """All settings, those left at their defaults too."""
        return _FLAGS | self._values

    def __eq__(self, other: object) -> bool:
        if type(other) is _QuickFlags:
            mine, its = self._values, other._values
            return all(mine.get(name, _FLAGS[name]) == its.get(name, _FLAGS[name]) for name in _HANDED_ON)
        return False  # what Numba made of an overload for another caller is not for rules (see `borrowed`)


class RuleCompiler(Compiler):
    """Numba's compiler with quick settings, and with symbols that mean the same in every process."""

    kind = "called by Python"
    made: type[JITCodeLibrary] = RuleLibrary

    def __init__(self, typingctx: Any, targetctx: Any, library: Any, args: Any, return_type: Any, flags: Any, *more: Any) -> None:
        super().__init__(typingctx, targetctx, library, args, return_type, _QuickFlags(flags), *more)

    def define_pipelines(self) -> list[Passes]:
        """The passes that rules have a use for: none for `with`, `literal_unroll`, array expressions or `inline=` functions."""
        manager = Passes("rule")
        for step in _PASSES:
            manager.add_pass(step, step.__name__)
        manager.finalize()
        return [manager]

    def _compile_bytecode(self) -> Any:
        known = self.state.func_id
        known.unique_id = symbol(known.func, self.state.args, self.kind)
        known.unique_name = f"{known.func_qualname}${known.unique_id}"
        self.state.library.symbol = known.unique_id
        return super()._compile_bytecode()

    def compile_extra(self, function: Any) -> Any:
        """Compile a Python function. Its machine code holds that of inner functions and is told of their environments here."""
        if self.state.library is None:
            self.state.library = self.made(self.state.targetctx.codegen(), function.__qualname__)
            self.state.library.enable_object_caching()
        found = super().compile_extra(function)
        for environment in found._find_referenced_environments():
            found.library.codegen.set_env(environment.env_name, environment)
        return found


class InnerCompiler(RuleCompiler):
    """Compiles a function that only compiled code calls."""

    kind = "inner"
    made = InnerLibrary


class ApartCompiler(RuleCompiler):
    """Compiles a function that compiled code calls where it lies."""

    kind = "apart"


INNER = {"pipeline_class": InnerCompiler, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
"""`jit_options` of an `overload`: what it gives is an inner function."""

INLINE = INNER | {"forceinline": True}
"""The same, put into every caller."""


@dataclass(frozen=True)
class _Ready:
    """Makes ready a function kept apart. Kept on the disk with each of its callers, it is called before they are loaded."""

    rule: Any
    args: Any

    def __call__(self) -> None:
        self.rule.load_apart(self.args)


def keep_apart(library: Any, rule: Any, args: Any) -> None:
    """Have those that link this library link nothing, and make it ready before they are."""
    library._shared_module = llvm.parse_assembly("")
    library._reload_init.add(_Ready(rule, args))


def rebuild_apart(target_context: Any, *kept: Any) -> CompileResult:
    """A function kept apart as it comes from the disk."""
    return CompileResult._rebuild(target_context, *kept)


def rebuild_inner(target_context: Any, *kept: Any) -> CompileResult:
    """An inner function as it comes from the disk."""
    library, fndesc, environment, signature, objectmode, lifted, annotation, reload_init, environments = kept
    for function in reload_init:
        function()
    library = InnerLibrary._unserialize(target_context.codegen(), library)
    library._reload_init.update(reload_init)
    return CompileResult(
        target_context=target_context,
        typing_context=target_context.typing_context,
        library=library,
        environment=environment,
        entry_point=target_context.get_executable(library, fndesc, environment),
        fndesc=fndesc,
        type_annotation=annotation,
        signature=signature,
        objectmode=objectmode,
        lifted=lifted,
        typing_error=None,
        call_helper=None,
        metadata=None,
        reload_init=reload_init,
        referenced_envs=environments,
    )
