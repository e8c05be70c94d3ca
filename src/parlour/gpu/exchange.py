"""Arrays of a graphics card, given to other libraries and taken from them without a copy: DLPack.

The structures are those of DLPack 0.8 (`dlpack.h`), which every library reads that takes part; the calls are those of the
Python array API standard (`__dlpack__`, `__dlpack_device__`).
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from ctypes import (
    CFUNCTYPE,
    POINTER,
    Structure,
    c_char_p,
    c_int,
    c_int32,
    c_int64,
    c_ubyte,
    c_uint16,
    c_uint64,
    c_void_p,
    py_object,
)
from typing import Any

import numpy as np

CUDA = 2  # of DLDeviceType
_KINDS = {"i": 0, "u": 1, "f": 2, "b": 6}  # of DLDataTypeCode
_FRESH, _USED = b"dltensor", b"used_dltensor"


class _DType(Structure):
    _fields_ = [("code", c_ubyte), ("bits", c_ubyte), ("lanes", c_uint16)]


class _Tensor(Structure):
    _fields_ = [
        ("data", c_void_p),
        ("device_type", c_int32),
        ("device_id", c_int32),
        ("ndim", c_int32),
        ("dtype", _DType),
        ("shape", POINTER(c_int64)),
        ("strides", POINTER(c_int64)),
        ("byte_offset", c_uint64),
    ]


class _Managed(Structure):
    _fields_ = [("tensor", _Tensor), ("context", c_void_p), ("deleter", c_void_p)]


_DELETER, _DESTRUCTOR = CFUNCTYPE(None, c_void_p), CFUNCTYPE(None, c_void_p)
_new = ctypes.pythonapi.PyCapsule_New
_new.restype, _new.argtypes = py_object, [c_void_p, c_char_p, _DESTRUCTOR]
_is_valid = ctypes.pythonapi.PyCapsule_IsValid
_is_valid.restype, _is_valid.argtypes = c_int, [c_void_p, c_char_p]
_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_pointer.restype, _pointer.argtypes = c_void_p, [c_void_p, c_char_p]
_rename = ctypes.pythonapi.PyCapsule_SetName
_rename.restype, _rename.argtypes = c_int, [c_void_p, c_char_p]

_lent: dict[int, Any] = {}
"""Arrays that other libraries hold, by the address of their description: description, shape, strides and owner."""


@_DELETER
def _returned(address: int) -> None:
    """The library that took an array does not need it any more."""
    _lent.pop(address, None)


@_DESTRUCTOR
def _dropped(capsule: int) -> None:
    """A capsule has gone; if nobody took the array out of it, nobody will."""
    if _is_valid(capsule, _FRESH):
        _lent.pop(_pointer(capsule, _FRESH), None)


def give(owner: Any, address: int, shape: Sequence[int], strides: Sequence[int], dtype: np.dtype[Any], device: int) -> Any:
    """Return a capsule with an array in the memory of card number `device`; `owner` lives as long as it is held.

    strides: in bytes. BufferError for records, which DLPack does not know.
    """
    if dtype.kind not in _KINDS:
        raise BufferError(f"DLPack has no type for {dtype}: take a field of it, or __cuda_array_interface__")
    extents = (c_int64 * max(1, len(shape)))(*shape)
    steps = (c_int64 * max(1, len(shape)))(*(step // dtype.itemsize for step in strides))
    managed = _Managed()
    managed.tensor = _Tensor(
        address, CUDA, device, len(shape), _DType(_KINDS[dtype.kind], 8 * dtype.itemsize, 1), extents, steps, 0
    )
    managed.deleter = ctypes.cast(_returned, c_void_p)
    at = ctypes.addressof(managed)
    _lent[at] = managed, extents, steps, owner
    return _new(at, _FRESH, _dropped)


class Taken:
    """An array of another library, held until this object goes: `address`, `shape`, `dtype`. BufferError if it has gaps."""

    def __init__(self, capsule: Any) -> None:
        self._at = 0
        at = _pointer(id(capsule), _FRESH)
        tensor = _Managed.from_address(at).tensor
        kinds = {code: kind for kind, code in _KINDS.items()}
        kind = kinds.get(tensor.dtype.code)
        if kind is None or tensor.dtype.lanes != 1:
            raise BufferError("an array of whole numbers is needed")
        self.dtype = np.dtype(np.bool_ if kind == "b" else f"{kind}{tensor.dtype.bits // 8}")
        self.shape = tuple(tensor.shape[k] for k in range(tensor.ndim))
        if tensor.strides:
            check_whole(self.shape, [tensor.strides[k] for k in range(tensor.ndim)])
        self.address = int(tensor.data or 0) + int(tensor.byte_offset)
        _rename(id(capsule), _USED)
        self._at = at

    def __del__(self) -> None:
        if self._at:
            deleter = _Managed.from_address(self._at).deleter
            if deleter:
                _DELETER(deleter)(self._at)


def check_whole(shape: Sequence[int], strides: Sequence[int], item: int = 1) -> None:
    """BufferError if an array with these strides, in units of which an item has `item`, has gaps or another order."""
    step = item
    for extent, stride in zip(reversed(shape), reversed(strides), strict=True):
        if extent > 1 and stride != step:
            raise BufferError("an array without gaps is needed, in C order")
        step *= extent
