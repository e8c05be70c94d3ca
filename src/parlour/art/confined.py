"""Work on what strangers send, in a process of its own with limits of processor time and memory.

The process is a fresh interpreter that gets one job as JSON and bytes, and answers in the same way. If it exceeds a limit, only that process ends, and the
caller gets a BadInput that says which. If the system has no such limits (Windows) the time on the clock still ends it.

    found, made = confined("parlour.art.recolouring:work", {"gamma": [1.66, 1, 1]}, data, Limits(20, 1024))
"""

from __future__ import annotations

import importlib
import json
import signal
import subprocess
import sys
from dataclasses import dataclass
from typing import Any, BinaryIO

from parlour.engine.errors import BadInput
from parlour.engine.limits import limit

PATIENCE = 5
"""Seconds that may pass per second of a job's processor time: other processes may be busy too."""


@dataclass(frozen=True)
class Limits:
    """Limits of a job. seconds: processor time. megabytes: address space."""

    seconds: int
    megabytes: int


def confined(job: str, options: dict[str, Any], data: bytes, limits: Limits) -> tuple[dict[str, Any], bytes]:
    """Call a function, named as `module:function`, with (options, data) in a process with limits, and return what it returns.

    options: what JSON can hold. Blocks its thread until the process has ended. BadInput: that of the function, or that a limit was hit.
    """
    asked = json.dumps({"job": job, "seconds": limits.seconds, "megabytes": limits.megabytes, "options": options})
    try:
        ended = subprocess.run(
            [sys.executable, "-m", __name__],
            input=asked.encode() + b"\n" + data,
            capture_output=True,
            timeout=limits.seconds * PATIENCE,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise _too_long(limits) from None
    answer, _, made = ended.stdout.partition(b"\n")
    if ended.returncode or not answer:
        raise _ended(ended.returncode, ended.stderr, limits)
    found = json.loads(answer)
    if "refused" in found:
        raise BadInput(found["refused"])
    return found["result"], made


def _too_long(limits: Limits) -> BadInput:
    return BadInput(f"it takes more than {limits.seconds} s of work, so it was stopped")


def _ended(code: int, output: bytes, limits: Limits) -> Exception:
    """Return why a process ended without an answer. What is no limit is a fault of ours."""
    last = output.decode(errors="replace").strip().rpartition("\n")[2]
    if code in (-getattr(signal, "SIGXCPU", 0), -getattr(signal, "SIGKILL", 0)) and code:
        return _too_long(limits)
    if (
        last.startswith("MemoryError")
        or "memory allocation" in last
        or code in (-getattr(signal, "SIGSEGV", 11), -signal.SIGABRT)
    ):
        return BadInput(f"it needs more than {limits.megabytes:,} MB of memory, so it was stopped")
    return RuntimeError(f"a confined job ended with {code}: {last}")


def main(given: BinaryIO, answer: BinaryIO) -> None:
    """Do the one job that stands on standard input."""
    asked = json.loads(given.readline())
    limit(cpu=asked["seconds"], **{"as": asked["megabytes"] << 20}, core=0)
    module, _, function = asked["job"].partition(":")
    try:
        result, made = getattr(importlib.import_module(module), function)(asked["options"], given.read())
        head: dict[str, Any] = {"result": result}
    except BadInput as error:
        head, made = {"refused": str(error)}, b""
    answer.write(json.dumps(head).encode() + b"\n" + made)
    answer.flush()


if __name__ == "__main__":
    main(sys.stdin.buffer, sys.stdout.buffer)
