"""How the machine fares: temperature, disk, memory. What can't be read here is None."""

from __future__ import annotations

import os
import resource
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from callshot.hardware.frame import Notice

HOT_C: Final = 80.0
"""A Pi slows itself down from 80 degrees on."""

LOW_DISK_BYTES: Final = 500 * 1024 * 1024

THERMAL: Final = Path("/sys/class/thermal/thermal_zone0/temp")
STATM: Final = Path("/proc/self/statm")


@dataclass(frozen=True, slots=True)
class MachineHealth:
    """Degrees Celsius, bytes."""

    temperature_c: float | None
    disk_free_bytes: int | None
    memory_bytes: int | None

    def complaints(self) -> tuple[Notice, ...]:
        """What people should do something about."""
        out = []
        if self.temperature_c is not None and self.temperature_c >= HOT_C:
            text = f"the processor has {self.temperature_c:.0f} degrees and slows down: cool it"
            out.append(Notice("warning", "hot", text))
        if self.disk_free_bytes is not None and self.disk_free_bytes < LOW_DISK_BYTES:
            text = f"only {self.disk_free_bytes // 2**20} MB are free on the disk of the records: make room"
            out.append(Notice("warning", "disk-low", text))
        return tuple(out)


def look(folder: Path) -> MachineHealth:
    """The machine now; `folder` is where records are kept."""
    return MachineHealth(_temperature_c(), _disk_free_bytes(folder), _memory_bytes())


def _temperature_c() -> float | None:
    try:
        return int(THERMAL.read_text()) / 1000
    except (OSError, ValueError):
        return None


def _disk_free_bytes(folder: Path) -> int | None:
    try:
        return shutil.disk_usage(folder).free
    except OSError:
        return None


def _memory_bytes() -> int | None:
    try:
        return int(STATM.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
