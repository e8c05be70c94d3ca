"""Rules as code for a graphics card: PTX, which the driver of any NVIDIA card makes into its own machine code.

No other compiler takes part. Numba's work ends with LLVM's language, and `parlour.machine` keeps each rule with all that it
calls in that form, not yet optimised for any processor. Here it goes to the part of the same LLVM that writes for graphics
cards. So a card runs the very functions that the processor runs, with our own fields and menus.

A *lane* is one thread of the card. A kernel runs a rule `f(i, ...)` in every lane i. Its other arguments are numbers, arrays
that all lanes share, and arrays of the lane's own, which lie in its local memory.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import llvmlite.binding as llvm
import numpy as np
from llvmlite import ir
from numba import from_dtype, types
from numba.core import cgutils
from numba.core.compiler_lock import global_compiler_lock

from parlour.engine.errors import BadInput
from parlour.machine import INTERPRETED

TRIPLE = "nvptx64-nvidia-cuda"
PTX_VERSION = "+ptx78"
"""The version that drivers from CUDA 11.8 on read."""
LOWEST, HIGHEST = (7, 0), (9, 0)
"""Compute capabilities that code is written for; newer cards read the code for the highest."""
LANE, KERNEL = "parlour_lane", "parlour_kernel"

_WORD, _INT, _ADDRESS = ir.IntType(64), ir.IntType(32), ir.PointerType()


@dataclass(frozen=True)
class Shared:
    """An argument that is an array in the card's memory, C-contiguous, the same for all lanes."""

    dtype: np.dtype[Any]
    ndim: int = 1


@dataclass(frozen=True)
class Own:
    """An argument that is an array of each lane's own; nobody has set what stands in it at first."""

    dtype: np.dtype[Any]
    size: int


@dataclass(frozen=True)
class Whole:
    """An argument that is an int64."""


Argument = Shared | Own | Whole


class NotForCards(BadInput):
    """Rules, or a card, that do not go with each other: one clear line says why."""


def target(capability: tuple[int, int]) -> str:
    """The code that a card of this compute capability reads, in LLVM's words. NotForCards if it is too old."""
    if capability < LOWEST:
        low = ".".join(map(str, LOWEST))
        raise NotForCards(f"a card of compute capability {'.'.join(map(str, capability))} is too old: {low} is needed")
    known = [(7, 0), (7, 5), (8, 0), (8, 6), (8, 9), HIGHEST]
    return "sm_{}{}".format(*max(one for one in known if one <= capability))


def to_ptx(module: llvm.ModuleRef, capability: tuple[int, int] = HIGHEST) -> str:
    """The text of a module, from `kernel_module`, for cards from this compute capability on."""
    with global_compiler_lock:
        machine = _machine(target(capability))
        module.triple, module.data_layout = TRIPLE, str(machine.target_data)
        _keep_only(module, (KERNEL,))
        _optimise(module, machine)
        return str(machine.emit_assembly(module))


def _machine(cpu: str) -> llvm.TargetMachine:
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    return llvm.Target.from_triple(TRIPLE).create_target_machine(cpu=cpu, features=PTX_VERSION, opt=3)


def _optimise(module: llvm.ModuleRef, machine: llvm.TargetMachine) -> None:
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    options.loop_vectorization = options.slp_vectorization = False  # a lane has no vectors
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)


def _keep_only(module: llvm.ModuleRef, entries: Sequence[str]) -> None:
    """Make only the entries visible from outside, so that all they do not need is left out."""
    for one in (*module.functions, *module.global_variables):
        if not one.is_declaration and one.name not in entries:
            one.linkage = "internal"
    passes = llvm.create_new_module_pass_manager()
    passes.add_global_dead_code_eliminate_pass()
    passes.add_strip_dead_prototype_pass()
    passes.run(module, llvm.create_pass_builder(_machine(target(HIGHEST)), llvm.create_pipeline_tuning_options(0)))


# what the processor's code calls and a card does not have

_ON_A_CARD = """
define internal void @NRT_incref(ptr %lent) alwaysinline { ret void }
define internal void @NRT_decref(ptr %lent) alwaysinline { ret void }
define internal i64 @parlour_deposit(i64 %bits, i64 %places) {
entry:
  br label %next
next:
  %left = phi i64 [ %bits, %entry ], [ %left.after, %lay ]
  %free = phi i64 [ %places, %entry ], [ %free.after, %lay ]
  %laid = phi i64 [ 0, %entry ], [ %laid.after, %lay ]
  %any = icmp ne i64 %left, 0
  %room = icmp ne i64 %free, 0
  %on = and i1 %any, %room
  br i1 %on, label %lay, label %done
lay:
  %below = sub i64 0, %free
  %place = and i64 %free, %below
  %bit = and i64 %left, 1
  %set = icmp ne i64 %bit, 0
  %more = select i1 %set, i64 %place, i64 0
  %laid.after = or i64 %laid, %more
  %free.after = xor i64 %free, %place
  %left.after = lshr i64 %left, 1
  br label %next
done:
  ret i64 %laid
}
"""
"""Arrays that lanes are lent are not counted; a card has no instruction for `deposit`."""

_BODY = re.compile(r"^define [^\n]*@(NRT_incref|NRT_decref)\(.*?^}\n", re.M | re.S)
_DECLARED = re.compile(r"^declare [^\n]*@(?:NRT_incref|NRT_decref|llvm\.x86\.bmi\.pdep\.64)\([^\n]*\n", re.M)


def _for_cards(text: str) -> str:
    """A module without what only the processor has."""
    text = _DECLARED.sub("", _BODY.sub("", text)).replace("@llvm.x86.bmi.pdep.64", "@parlour_deposit")
    return re.sub(r"^target (?:triple|datalayout)[^\n]*\n", "", text, flags=re.M) + _ON_A_CARD


def kernel_module(rule: Any, arguments: Sequence[Argument], name: str = "these rules") -> llvm.ModuleRef:
    """A rule `f(i, *arguments)` that returns nothing, with all that it calls and what runs it in every lane.

    `LANE(i, ...)` runs lane i, on any processor; `KERNEL(lanes, ...)` is for a card. Both are given an int64 for each `Whole`
    and, for each `Shared`, its address and its shape.
    NotForCards if the rules need what a card has not, such as working arrays; `name` says whose they are.
    """
    if INTERPRETED:
        raise NotForCards("rules are interpreted (NUMBA_DISABLE_JIT=1), and only compiled ones run on a graphics card")
    kinds = [_kind(argument) for argument in arguments]
    with global_compiler_lock:
        found = rule.inner((types.int64, *kinds))
        module = llvm.parse_assembly(_for_cards(str(found.library._get_module_for_linking())))
        module.link_in(llvm.parse_assembly(_for_cards(str(_callers(found, arguments, kinds, rule.targetctx)))))
        module.verify()
        _keep_only(module, (LANE, KERNEL))
    lacking = sorted(one.name for one in module.functions if one.is_declaration and not one.name.startswith("llvm."))
    if lacking:
        raise NotForCards(f"{name}: not for graphics cards, for they call {', '.join(lacking)}")
    return module


def _kind(argument: Argument) -> Any:
    if isinstance(argument, Whole):
        return types.int64
    dimensions = argument.ndim if isinstance(argument, Shared) else 1
    return types.Array(from_dtype(argument.dtype), dimensions, "C")


def _callers(found: Any, arguments: Sequence[Argument], kinds: Sequence[Any], context: Any) -> ir.Module:
    """The module of `LANE` and `KERNEL`."""
    module = ir.Module("callers")
    words = [word for argument in arguments for word in _words(argument)]
    lane, kernel = (ir.Function(module, ir.FunctionType(ir.VoidType(), [_WORD, *words]), name) for name in (LANE, KERNEL))
    kernel.calling_convention = "ptx_kernel"
    for word in (*lane.args, *kernel.args):
        if word.type == _ADDRESS:
            word.attributes.align = 8  # else records were read byte by byte
    _write_lane(lane, found, arguments, kinds, context)
    _write_kernel(kernel, lane)
    return module


def _words(argument: Argument) -> list[Any]:
    """Return the parameter types of a kernel for one argument."""
    if isinstance(argument, Shared):
        return [_ADDRESS, *[_WORD] * argument.ndim]
    return [_WORD] if isinstance(argument, Whole) else []


def _write_lane(lane: ir.Function, found: Any, arguments: Sequence[Argument], kinds: Sequence[Any], context: Any) -> None:
    """The rule is called with its arguments as it knows them. What raises stops the card: there is nobody to catch it."""
    builder = ir.IRBuilder(lane.append_basic_block())
    i, *given = lane.args
    values, left = [i], iter(given)
    for argument, kind in zip(arguments, kinds, strict=True):
        if isinstance(argument, Whole):
            values.append(next(left))
        elif isinstance(argument, Shared):
            address = next(left)
            shape = [next(left) for _ in range(argument.ndim)]
            values.append(_array(builder, context, kind, address, shape, argument.dtype.itemsize))
        else:
            room = builder.alloca(ir.ArrayType(ir.IntType(8), argument.dtype.itemsize * argument.size))
            room.align = 8
            size = argument.dtype.itemsize
            values.append(_array(builder, context, kind, room, [ir.Constant(_WORD, argument.size)], size))
    rule = context.declare_function(lane.module, found.fndesc)
    status, _ = context.call_conv.call_function(builder, rule, found.fndesc.restype, found.fndesc.argtypes, values)
    with builder.if_then(status.is_error, likely=False):
        trap = ir.Function(lane.module, ir.FunctionType(ir.VoidType(), []), "llvm.trap")
        builder.call(trap, [])
    builder.ret_void()


def _array(builder: Any, context: Any, kind: Any, address: Any, shape: Sequence[Any], size: int) -> Any:
    """An array of Numba's, lent: its references are not counted. size: bytes of an item."""
    array = context.make_array(kind)(context, builder)
    strides = [ir.Constant(_WORD, size)]
    for extent in reversed(shape[1:]):
        strides.insert(0, builder.mul(strides[0], extent))
    items = functools.reduce(builder.mul, shape)
    array.meminfo, array.parent = (cgutils.get_null_value(part.type) for part in (array.meminfo, array.parent))
    array.nitems, array.itemsize, array.data = items, ir.Constant(_WORD, size), builder.bitcast(address, array.data.type)
    array.shape, array.strides = cgutils.pack_array(builder, shape), cgutils.pack_array(builder, strides)
    return array._getvalue()


def _write_kernel(kernel: ir.Function, lane: ir.Function) -> None:
    """Each thread runs the lane of its number; the last block may have threads too many."""
    builder = ir.IRBuilder(kernel.append_basic_block())

    def register(name: str) -> Any:
        read = ir.Function(kernel.module, ir.FunctionType(_INT, []), f"llvm.nvvm.read.ptx.sreg.{name}")
        return builder.zext(builder.call(read, []), _WORD)

    lanes, *given = kernel.args
    i = builder.add(builder.mul(register("ctaid.x"), register("ntid.x")), register("tid.x"))
    with builder.if_then(builder.icmp_unsigned("<", i, lanes)):
        builder.call(lane, [i, *given])
    builder.ret_void()
