"""A graphics card that this processor plays: the driver's functions, as C functions of its signatures, over lanes in a loop.

What runs is what a card runs, up to the text that is written for it: instead of that text a module's own code for the lanes
is made into machine code here. So all but LLVM's last step and the card itself is put to the test.
"""

import ctypes
from ctypes import c_uint64, c_void_p

import llvmlite.binding as llvm

from parlour.gpu import driver, ptx

CAPABILITY = (7, 5)
BAD_CODE, BAD_LAUNCH = 218, 719  # CUDA_ERROR_INVALID_PTX, CUDA_ERROR_LAUNCH_FAILED


class SimulatedDriver:
    """Two processors, one block at a time on each. `memory`: what is allocated, by address."""

    def __init__(self) -> None:
        self.memory = {}
        self.modules, self.kept = {}, []
        self.failing = False
        self.functions = {
            name: ctypes.CFUNCTYPE(ctypes.c_int, *arguments)(getattr(self, name, self._agree))
            for name, arguments in driver._SIGNATURES.items()
        }

    def code(self, module, capability=None) -> str:
        """Stands in for `ptx.to_ptx`."""
        ptx._keep_only(module, (ptx.LANE,))
        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        machine = llvm.Target.from_default_triple().create_target_machine(opt=1)
        module.triple, module.data_layout = llvm.get_process_triple(), str(machine.target_data)
        words = len(list(module.get_function(ptx.LANE).arguments))
        made = llvm.create_mcjit_compiler(module, machine)
        self.kept.append(made)
        function = ctypes.CFUNCTYPE(None, *[c_uint64] * words)(made.get_function_address(ptx.LANE))
        self.modules[len(self.modules) + 1] = words, function
        return f"module {len(self.modules)}"

    def _agree(self, *_):
        return 0

    def cuDeviceGetCount(self, count):
        count[0] = 1
        return 0

    def cuDeviceGetName(self, text, size, device):
        return 0

    def cuDeviceGetAttribute(self, found, which, device):
        found[0] = {16: 2, 75: CAPABILITY[0], 76: CAPABILITY[1]}[which]
        return 0

    def cuModuleLoadDataEx(self, module, text, options, keys, values):
        given = {keys[k]: values[k] for k in range(options)}
        if not text.startswith(b"module "):
            ctypes.memmove(given[5], b"line 1: no code\n\0", 17)
            return BAD_CODE
        module[0] = int(text.split()[1])
        return 0

    def cuModuleGetFunction(self, function, module, name):
        assert name == ptx.KERNEL.encode()
        function[0] = module
        return 0

    def cuOccupancyMaxActiveBlocksPerMultiprocessor(self, found, function, block, shared):
        found[0] = 1
        return 0

    def cuMemAlloc_v2(self, address, size):
        room = ctypes.create_string_buffer(b"\xa5" * size, size + 16)
        address[0] = (ctypes.addressof(room) + 15) & ~15
        ctypes.memset(address[0], 0xA5, size)
        self.memory[address[0]] = room
        return 0

    def cuMemFree_v2(self, address):
        del self.memory[address]
        return 0

    def cuMemcpyHtoD_v2(self, card, host, size):
        ctypes.memmove(card, host, size)
        return 0

    def cuMemcpyDtoH_v2(self, host, card, size):
        ctypes.memmove(host, card, size)
        return BAD_LAUNCH if self.failing else 0

    def cuMemsetD8_v2(self, address, value, size):
        ctypes.memset(address, value, size)
        return 0

    def cuLaunchKernel(self, function, gx, gy, gz, bx, by, bz, shared, stream, parameters, extra):
        words, lane = self.modules[function]
        lanes, *given = (c_uint64.from_address(parameters[k]).value for k in range(words))
        assert (gy, gz, by, bz) == (1, 1, 1, 1)
        assert (gx - 1) * bx < lanes <= gx * bx
        for i in range(lanes):
            lane(i, *given)
        return 0

    def cuGetErrorString(self, error, text):
        self.kept.append(ctypes.create_string_buffer(b"it will not"))
        ctypes.cast(text, ctypes.POINTER(c_void_p))[0] = ctypes.addressof(self.kept[-1])
        return 0
