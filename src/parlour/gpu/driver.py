"""A graphics card through its driver: memory, code, launches. Nothing has to be installed beside the driver itself.

The functions of the driver are those of the CUDA Driver API ("CUDA Driver API Reference Manual", NVIDIA). All work of a card
goes into its default stream and primary context, which other libraries of the process (PyTorch, CuPy, JAX) share. A library
that works in another stream is waited for, and waits, when an array changes hands by DLPack.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable, Sequence
from ctypes import POINTER, byref, c_char_p, c_int, c_size_t, c_uint, c_uint64, c_void_p
from typing import Any

import numpy as np
import numpy.typing as npt

from parlour.engine.errors import BadInput

from . import exchange

LIBRARY = "nvcuda.dll" if sys.platform == "win32" else "libcuda.so.1"
_PROCESSORS, _MAJOR, _MINOR = 16, 75, 76  # of CUdevice_attribute
_MAX_REGISTERS, _ERROR_LOG, _ERROR_LOG_SIZE = 0, 5, 6  # of CUjit_option
_REGISTERS = 4  # of CUfunction_attribute
_LOG = 4096
_WITHOUT_TIME = 2  # of CUevent_flags
_DEFAULT_STREAMS = (None, 0, 1)
"""Names of the default stream: of no protocol, of PyTorch, of the protocols."""
_SIGNATURES: dict[str, list[Any]] = {
    "cuInit": [c_uint],
    "cuDeviceGetCount": [POINTER(c_int)],
    "cuDeviceGet": [POINTER(c_int), c_int],
    "cuDeviceGetName": [c_char_p, c_int, c_int],
    "cuDeviceGetAttribute": [POINTER(c_int), c_int, c_int],
    "cuDevicePrimaryCtxRetain": [POINTER(c_void_p), c_int],
    "cuCtxSetCurrent": [c_void_p],
    "cuCtxSynchronize": [],
    "cuModuleLoadDataEx": [POINTER(c_void_p), c_char_p, c_uint, POINTER(c_int), POINTER(c_void_p)],
    "cuModuleGetFunction": [POINTER(c_void_p), c_void_p, c_char_p],
    "cuFuncGetAttribute": [POINTER(c_int), c_int, c_void_p],
    "cuOccupancyMaxActiveBlocksPerMultiprocessor": [POINTER(c_int), c_void_p, c_int, c_size_t],
    "cuMemAlloc_v2": [POINTER(c_uint64), c_size_t],
    "cuMemFree_v2": [c_uint64],
    "cuMemcpyHtoD_v2": [c_uint64, c_void_p, c_size_t],
    "cuMemcpyDtoH_v2": [c_void_p, c_uint64, c_size_t],
    "cuMemsetD8_v2": [c_uint64, ctypes.c_ubyte, c_size_t],
    "cuLaunchKernel": [c_void_p, *[c_uint] * 7, c_void_p, POINTER(c_void_p), POINTER(c_void_p)],
    "cuEventCreate": [POINTER(c_void_p), c_uint],
    "cuEventRecord": [c_void_p, c_void_p],
    "cuEventDestroy_v2": [c_void_p],
    "cuStreamWaitEvent": [c_void_p, c_void_p, c_uint],
    "cuGetErrorString": [c_int, POINTER(c_char_p)],
}


class CardMissing(BadInput):
    """There is no graphics card to run on: one clear line says why."""


class CardFailed(RuntimeError):
    """The driver has refused something or the card has stopped; the context is lost with it."""


def load(library: str = LIBRARY) -> dict[str, Callable[..., int]]:
    """The functions of the driver by name. CardMissing if there is no driver."""
    try:
        found = ctypes.CDLL(library)
        functions = {name: getattr(found, name) for name in _SIGNATURES}
    except (OSError, AttributeError):
        raise CardMissing(f"no driver of an NVIDIA card is installed here ({library} cannot be loaded)") from None
    for name, arguments in _SIGNATURES.items():
        functions[name].argtypes, functions[name].restype = arguments, c_int
    return functions


class Card:
    """A graphics card: `name`, `capability` (major, minor), `processors` (streaming multiprocessors).

    CardMissing if there is none of this number; `driver` are the functions of another driver than the installed one.
    """

    def __init__(self, number: int = 0, driver: dict[str, Callable[..., int]] | None = None) -> None:
        self._driver = load() if driver is None else driver
        if self._driver["cuInit"](0):
            raise CardMissing("the driver of NVIDIA cards finds no card that it can use")
        count, device, context = c_int(), c_int(), c_void_p()
        self.call("cuDeviceGetCount", byref(count))
        if not 0 <= number < count.value:
            raise CardMissing(f"there is no graphics card {number}: the driver finds {count.value}")
        self.call("cuDeviceGet", byref(device), number)
        self._device = device.value
        text = ctypes.create_string_buffer(256)
        self.call("cuDeviceGetName", text, len(text), self._device)
        self.name = text.value.decode(errors="replace")
        self.capability = self._attribute(_MAJOR), self._attribute(_MINOR)
        self.processors = self._attribute(_PROCESSORS)
        self.call("cuDevicePrimaryCtxRetain", byref(context), self._device)
        self._context, self.number = context, number

    def __repr__(self) -> str:
        return f"<{self.name}, compute capability {self.capability[0]}.{self.capability[1]}>"

    def call(self, name: str, *arguments: Any) -> None:
        """Call a function of the driver. CardFailed tells its error in its own words."""
        error = self._driver[name](*arguments)
        if error:
            text = c_char_p()
            self._driver["cuGetErrorString"](error, byref(text))
            raise CardFailed(f"{self_name(self)}: {name}: {(text.value or b'unknown error').decode(errors='replace')} ({error})")

    def _attribute(self, which: int) -> int:
        found = c_int()
        self.call("cuDeviceGetAttribute", byref(found), which, self._device)
        return found.value

    def make_current(self) -> None:
        """Let the thread that calls work with this card."""
        self.call("cuCtxSetCurrent", self._context)

    def wait(self) -> None:
        """Wait until all that was asked of the card is done. CardFailed if it has stopped."""
        self.make_current()
        self.call("cuCtxSynchronize")

    def empty(self, shape: int | Sequence[int], dtype: npt.DTypeLike) -> CardArray:
        """A new array in the card's memory; nobody has set what stands in it."""
        return CardArray(self, tuple(np.atleast_1d(shape).tolist()), np.dtype(dtype))

    def zeros(self, shape: int | Sequence[int], dtype: npt.DTypeLike) -> CardArray:
        """A new array of zeros in the card's memory."""
        made = self.empty(shape, dtype)
        made.fill_bytes(0)
        return made

    def copy(self, array: npt.NDArray[Any]) -> CardArray:
        """An array of the processor's, copied into the card's memory."""
        made = self.empty(array.shape, array.dtype)
        made.set(array)
        return made

    def take(self, array: Any) -> CardArray:
        """Return an array of any library as one of this card: without a copy if it lies on the card, else a copy.

        Later work of this card waits for what the other library has still to do with it.
        BufferError if it is on another card, or on this one with gaps between its items.
        """
        if isinstance(array, CardArray):
            return array
        device = array.__dlpack_device__() if hasattr(array, "__dlpack_device__") else None
        if device is not None and device[0] == exchange.CUDA:
            if device[1] != self.number:
                raise BufferError(f"the array is on card {device[1]}, not on card {self.number}")
            taken = exchange.Taken(array.__dlpack__(stream=1))
            return CardArray(self, taken.shape, taken.dtype, taken, taken.address)
        described = getattr(array, "__cuda_array_interface__", None)
        if described is None:
            return self.copy(np.ascontiguousarray(array))
        dtype = np.dtype(described["typestr"])
        if described.get("strides") is not None:
            exchange.check_whole(described["shape"], described["strides"], dtype.itemsize)
        self.order(described.get("stream"), None)
        return CardArray(self, tuple(described["shape"]), dtype, array, described["data"][0])

    def order(self, first: int | None, then: int | None) -> None:
        """Let later work of one stream wait for all earlier work of another.

        first: the stream that is waited for. then: the one that waits. Each is a handle; None, 0 or 1 is the default stream, and
        -1 asks for no order.
        """
        if -1 in (first, then) or (first in _DEFAULT_STREAMS and then in _DEFAULT_STREAMS):
            return
        event = c_void_p()
        self.make_current()
        self.call("cuEventCreate", byref(event), _WITHOUT_TIME)
        self.call("cuEventRecord", event, first or None)
        self.call("cuStreamWaitEvent", then or None, event, 0)
        self.call("cuEventDestroy_v2", event)


def self_name(card: Card) -> str:
    """Name of a card before it is known."""
    return getattr(card, "name", "graphics card")


class CardArray:
    """An array in a card's memory, C-contiguous. Other libraries take it without a copy, by DLPack or `__cuda_array_interface__`.

    owner, address: if its memory belongs to something else, which lives as long as this array.
    """

    def __init__(
        self, card: Card, shape: tuple[int, ...], dtype: np.dtype[Any], owner: Any = None, address: int | None = None
    ) -> None:
        self.card, self.shape, self.dtype = card, shape, dtype
        self.nbytes = int(np.prod(shape, dtype=np.int64)) * dtype.itemsize
        self._owner, self._own = owner, address is None
        self.address = 0
        if address is not None:
            self.address = address
        elif self.nbytes:
            found = c_uint64()
            card.make_current()
            card.call("cuMemAlloc_v2", byref(found), self.nbytes)
            self.address = found.value

    def __del__(self) -> None:
        if getattr(self, "address", 0) and self._own:
            self.card._driver["cuCtxSetCurrent"](self.card._context)
            self.card._driver["cuMemFree_v2"](self.address)

    def seen_as(self, shape: tuple[int, ...], dtype: npt.DTypeLike) -> CardArray:
        """Return the same memory as an array of another shape and type, of as many bytes. ValueError if it has not as many."""
        seen = CardArray(self.card, shape, np.dtype(dtype), self, self.address)
        if seen.nbytes != self.nbytes:
            raise ValueError(f"{self.nbytes} bytes are not an array of shape {shape} of {seen.dtype}")
        return seen

    def fill_bytes(self, byte: int) -> None:
        """Set every byte."""
        if self.nbytes:
            self.card.make_current()
            self.card.call("cuMemsetD8_v2", self.address, byte, self.nbytes)

    def __len__(self) -> int:
        return self.shape[0]

    def set(self, array: npt.NDArray[Any]) -> None:
        """Copy an array of the processor's of the same shape into this. ValueError if its shape is another."""
        if array.shape != self.shape:
            raise ValueError(f"an array of shape {array.shape} does not go into one of shape {self.shape}")
        if self.nbytes:
            given = np.ascontiguousarray(array, self.dtype)
            self.card.make_current()
            self.card.call("cuMemcpyHtoD_v2", self.address, given.ctypes.data, self.nbytes)

    def to_host(self) -> npt.NDArray[Any]:
        """A copy in the processor's memory, once the card has done all that it was asked."""
        made = np.empty(self.shape, self.dtype)
        if self.nbytes:
            self.card.make_current()
            self.card.call("cuMemcpyDtoH_v2", made.ctypes.data, self.address, self.nbytes)
        return made

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        return interface(self.address, self.shape, self.dtype, None)

    @property
    def strides(self) -> tuple[int, ...]:
        """Bytes from one item to the next, by axis."""
        steps = [self.dtype.itemsize]
        for extent in reversed(self.shape[1:]):
            steps.insert(0, steps[0] * extent)
        return tuple(steps[: len(self.shape)])

    def __dlpack_device__(self) -> tuple[int, int]:
        return exchange.CUDA, self.card.number

    def __dlpack__(
        self, *, stream: int | None = None, max_version: Any = None, dl_device: Any = None, copy: bool | None = None
    ) -> Any:
        """Return the array for a library that works in a stream: its work waits for what the card was asked before.

        BufferError for records, for a copy and for another device.
        """
        if copy or (dl_device is not None and tuple(dl_device) != self.__dlpack_device__()):
            raise BufferError("an array of a card is given as it is and where it is, not copied")
        self.card.order(None, stream)
        return exchange.give(self, self.address, self.shape, self.strides, self.dtype, self.card.number)

    def field(self, name: str) -> CardField:
        """One field of an array of records, as a view. KeyError if there is none of this name."""
        return CardField(self, name)


class CardField:
    """A field of the records in an array of a card: a view with strides, for `__cuda_array_interface__`."""

    def __init__(self, records: CardArray, name: str) -> None:
        kind: np.dtype[Any] = records.dtype[name]
        self._offset = (records.dtype.fields or {name: (kind, 0)})[name][1]
        self._records = records
        self.dtype: np.dtype[Any] = kind.base
        inner = kind.shape
        self.shape = records.shape + inner
        steps = [self.dtype.itemsize]
        for extent in reversed(inner[1:]):
            steps.insert(0, steps[0] * extent)
        self.strides = (records.dtype.itemsize, *(steps if inner else ()))

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        return interface(self._records.address + self._offset, self.shape, self.dtype, self.strides)

    def to_host(self) -> npt.NDArray[Any]:
        """A copy in the processor's memory."""
        strided = np.ndarray(self.shape, self.dtype, self._records.to_host().view(np.uint8), self._offset, self.strides)
        return strided.copy()


def interface(
    address: int, shape: tuple[int, ...], dtype: np.dtype[Any], strides: tuple[int, ...] | None, stream: int = 1
) -> dict[str, Any]:
    """The CUDA array interface, version 3, of an array in a card's memory, for other libraries. Stream 1 is the default."""
    interface = {
        "shape": shape,
        "typestr": dtype.str,
        "data": (address, False),
        "strides": strides,
        "version": 3,
        "stream": stream,
    }
    return interface | ({"descr": dtype.descr} if dtype.names else {})


class Kernel:
    """A kernel from its PTX, or from machine code for the card: what runs in every lane.

    registers: the most that a lane may use; 0 leaves it to the driver. Machine code has its own already.
    CardFailed tells the driver's complaint about the code.
    """

    def __init__(self, card: Card, code: str | bytes, name: str, registers: int = 0) -> None:
        self.card = card
        given = code.encode() if isinstance(code, str) else code
        module, function, log = c_void_p(), c_void_p(), ctypes.create_string_buffer(_LOG)
        options = [(_ERROR_LOG, ctypes.addressof(log)), (_ERROR_LOG_SIZE, _LOG)]
        options += [(_MAX_REGISTERS, registers)] if registers else []
        keys = (c_int * len(options))(*(key for key, _ in options))
        values = (c_void_p * len(options))(*(value for _, value in options))
        card.make_current()
        try:
            card.call("cuModuleLoadDataEx", byref(module), given, len(options), keys, values)
        except CardFailed as error:
            raise CardFailed(" ".join(f"{error}: {log.value.decode(errors='replace')}".split())) from None
        card.call("cuModuleGetFunction", byref(function), module, name.encode())
        self._function = function
        self.registers = self._attribute(_REGISTERS)

    def _attribute(self, which: int) -> int:
        found = c_int()
        self.card.call("cuFuncGetAttribute", byref(found), which, self._function)
        return found.value

    def resident(self, block: int) -> int:
        """Number of lanes that the card holds at a time, for a size of block."""
        found = c_int()
        self.card.make_current()
        self.card.call("cuOccupancyMaxActiveBlocksPerMultiprocessor", byref(found), self._function, block, 0)
        return max(1, found.value) * block * self.card.processors

    def __call__(self, lanes: int, *arguments: int | CardArray, block: int = 128) -> None:
        """Start this many lanes, in blocks of `block`; it does not wait for them. Arguments: numbers and arrays of the card."""
        self.launch(lanes, *arguments, block=block)()

    def launch(self, lanes: int, *arguments: int | CardArray, block: int = 128) -> Launch:
        """Return a start of this many lanes that can be made again and again at little cost; see `__call__`."""
        return Launch(self, self._function, lanes, arguments, block)


class Launch:
    """A kernel with its arguments, which live as long as it does. Calling it starts the lanes and does not wait for them."""

    def __init__(self, kernel: Kernel, function: c_void_p, lanes: int, arguments: Sequence[int | CardArray], block: int) -> None:
        self._card, self._held, self._lanes = kernel.card, arguments, lanes
        self._words = [c_uint64(word & (2**64 - 1)) for word in (lanes, *flat(arguments))]
        self._parameters = (c_void_p * len(self._words))(*(ctypes.addressof(word) for word in self._words))
        blocks = -(-lanes // block)
        self._given = function, blocks, 1, 1, block, 1, 1, 0, None, self._parameters, None

    def __call__(self, first: CardArray | None = None) -> None:
        """Start the lanes. first: in place of the first argument, an array of the same shape; the caller keeps it."""
        if self._lanes <= 0:
            return
        if first is not None:
            self._words[1].value = first.address
        self._card.make_current()
        self._card.call("cuLaunchKernel", *self._given)


def flat(arguments: Sequence[int | CardArray]) -> list[int]:
    """The words of a launch: a number is one, an array its address and its shape."""
    return [word for one in arguments for word in ((one.address, *one.shape) if isinstance(one, CardArray) else (int(one),))]
