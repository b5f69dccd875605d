"""What the Raspberry Pi cameras can do, and which mode suits a table: plain numbers and the arithmetic of pictures.

Sizes, crops and read-out times are those of the kernel drivers (lines times line length over pixel rate), angles and
sensor sizes those of the maker's camera page.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

MAX_RATE_HZ: Final = 60.0
"""Faster is not asked for: the machine would only drop it."""

MAX_WIDTH_PX: Final = 1536
"""Pictures are scaled down to this by the camera's own hardware: 1.9 mm a pixel over a 9 ft table with its rails."""

MARGIN: Final = 1.03
"""The table is to fill the picture but for this much: a mount is never quite centred."""

FASTEST_BALL_MPS: Final = 9.0
"""A hard break; usual strokes stay under 3 m/s."""


@dataclass(frozen=True, slots=True)
class SensorMode:
    """One way to read a sensor.

    rate_hz: at most. seen: shares of the full picture's width and height that the mode shows.
    readout_ms: from the first row to the last, 0 for a global shutter.
    """

    width_px: int
    height_px: int
    rate_hz: float
    seen: tuple[float, float]
    readout_ms: float
    bit_depth: int = 10


@dataclass(frozen=True, slots=True)
class CameraKind:
    """A camera: its name, sensor size in mm, its fixed lens' focal length (None: lens to be chosen) and its modes."""

    name: str
    sensor_mm: tuple[float, float]
    focal_mm: float | None
    modes: tuple[SensorMode, ...]
    global_shutter: bool = False

    def picture_mm(self, height_mm: float, focal_mm: float | None = None) -> tuple[float, float] | None:
        """How much of a plane that far below is seen, full picture (width, height); None where no lens is known."""
        focal = focal_mm or self.focal_mm
        if focal is None:
            return None
        return self.sensor_mm[0] * height_mm / focal, self.sensor_mm[1] * height_mm / focal


def _focal(sensor_mm: float, angle_deg: float) -> float:
    return sensor_mm / 2 / math.tan(math.radians(angle_deg) / 2)


_IMX708 = (
    SensorMode(2304, 1296, 56.03, (1.0, 1.0), 1296 * 7824 / 585_600),
    SensorMode(1536, 864, 120.13, (2 / 3, 2 / 3), 864 * 5216 / 566_400),
)

CAMERAS: Final[dict[str, CameraKind]] = {
    "imx708": CameraKind("Camera Module 3", (6.45, 3.63), _focal(6.45, 66.0), _IMX708),
    "imx708_wide": CameraKind("Camera Module 3 Wide", (6.45, 3.63), _focal(6.45, 102.0), _IMX708),
    "imx296": CameraKind(
        "Global Shutter Camera", (5.02, 3.75), None,
        (SensorMode(1456, 1088, 60.38, (1.0, 1.0), 0.0),), global_shutter=True,
    ),
    "imx477": CameraKind(
        "HQ Camera", (6.287, 4.712), None,
        (
            SensorMode(2028, 1080, 50.03, (1.0, 1080 / 1520), 1080 * 12740 / 840_000, 12),
            SensorMode(2028, 1520, 40.01, (1.0, 1.0), 1520 * 12740 / 840_000, 12),
            SensorMode(1332, 990, 120.05, (2664 / 4056, 1980 / 3040), 990 * 6664 / 840_000),
        ),
    ),
    "imx500": CameraKind(
        "AI Camera", (6.287, 4.712), 4.74,
        (SensorMode(2028, 1520, 30.02, (1.0, 1.0), 1520 * 9398 / 744_000),),
    ),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Choice:
    """A mode for a table: the size of the pictures asked for, the rate, how fine they are, and why."""

    mode: SensorMode
    width_px: int
    height_px: int
    rate_hz: float
    mm_per_px: float | None
    whole_table: bool | None
    why: str


def kind_of(model: str) -> CameraKind | None:
    """The camera of a libcamera model name; `imx708_wide_noir` is a wide one. None for one that is not known."""
    for key in sorted(CAMERAS, key=len, reverse=True):
        if model.startswith(key):
            return CAMERAS[key]
    return None


def choose_mode(
    kind: CameraKind, table_mm: tuple[float, float], height_mm: float | None = None, focal_mm: float | None = None
) -> Choice:
    """The mode for a table.

    table_mm: outer (length, width), rails included. height_mm: of the lens above the bed; focal_mm: of a lens that was
    chosen; where either is unknown the mode with the whole picture is taken that is nearest to 60 frames/s.

    Among the modes that see the whole table the highest rate (up to 60) wins; within a tenth of it, the finest picture.
    """
    picture = kind.picture_mm(height_mm, focal_mm) if height_mm else None
    rated = [_rate(mode, picture, table_mm) for mode in kind.modes]
    whole = [c for c in rated if c.whole_table]
    if picture is None:
        widest = max(mode.seen[0] for mode in kind.modes)
        whole = [c for c in rated if c.mode.seen[0] == widest]
    if not whole:  # nothing shows all of it: the widest picture, and say so
        return max(rated, key=lambda c: (c.mode.seen[0] * c.mode.seen[1], c.rate_hz))
    fastest = max(c.rate_hz for c in whole)
    quick = [c for c in whole if c.rate_hz >= 0.9 * fastest]
    return max(quick, key=lambda c: (c.width_px / c.mode.seen[0], c.rate_hz))


def _rate(mode: SensorMode, picture: tuple[float, float] | None, table_mm: tuple[float, float]) -> Choice:
    width_px = min(mode.width_px, MAX_WIDTH_PX)
    height_px = round(mode.height_px * width_px / mode.width_px) // 2 * 2
    rate = min(mode.rate_hz, MAX_RATE_HZ)
    size = f"{mode.width_px}x{mode.height_px} at {rate:.0f} frames/s"
    if picture is None:
        return Choice(mode, width_px, height_px, rate, None, None, f"{size}: the widest view, nearest to 60 frames/s")
    seen_mm = picture[0] * mode.seen[0], picture[1] * mode.seen[1]
    whole = seen_mm[0] >= table_mm[0] * MARGIN and seen_mm[1] >= table_mm[1] * MARGIN
    mm_per_px = seen_mm[0] / width_px
    sees = f"sees {seen_mm[0] / 1000:.2f} x {seen_mm[1] / 1000:.2f} m, {mm_per_px:.1f} mm a pixel"
    needs = "" if whole else f"; the table needs {table_mm[0] / 1000:.2f} x {table_mm[1] / 1000:.2f} m: mount higher"
    return Choice(mode, width_px, height_px, rate, mm_per_px, whole, f"{size}: {sees}{needs}")


def least_height_mm(
    kind: CameraKind, mode: SensorMode, table_mm: tuple[float, float], focal_mm: float | None = None
) -> float | None:
    """How high above the bed the lens must be to see the whole table; None where no lens is known."""
    unit = kind.picture_mm(1.0, focal_mm)
    if unit is None:
        return None
    return MARGIN * max(table_mm[0] / (unit[0] * mode.seen[0]), table_mm[1] / (unit[1] * mode.seen[1]))


def longest_focal_mm(kind: CameraKind, mode: SensorMode, table_mm: tuple[float, float], height_mm: float) -> float:
    """The longest lens that still shows the whole table from that height."""
    return min(
        kind.sensor_mm[0] * mode.seen[0] * height_mm / (table_mm[0] * MARGIN),
        kind.sensor_mm[1] * mode.seen[1] * height_mm / (table_mm[1] * MARGIN),
    )


@dataclass(frozen=True, slots=True)
class Exposure:
    """An exposure time, and what it means: how long a streak a ball leaves, whether lamps on the mains band it."""

    time_us: int
    flicker_free: bool
    why: str

    def blur_mm(self, speed_mps: float) -> float:
        """Length of the streak of a ball of that speed."""
        return speed_mps * self.time_us / 1000


def exposure_choices(mains_hz: float | None) -> tuple[Exposure, ...]:
    """Sharp first, then flicker-free. mains_hz: 50 or 60 where lamps pulse with the mains, None where they don't.

    Lamps pulse at twice the mains' frequency; an exposure of whole pulses gathers the same light in every frame.
    """
    sharp = _exposure(4000, mains_hz is None, "sharp")
    if mains_hz is None:
        return (sharp,)
    pulse_us = round(1e6 / (2 * mains_hz))
    return sharp, _exposure(pulse_us, True, f"no banding under lamps on {mains_hz:g} Hz mains")


def describe_exposure(time_us: int) -> str:
    """What an exposure time means for pictures of balls that roll."""
    return _exposure(time_us, False, "exposure").why


def _exposure(time_us: int, flicker_free: bool, what: str) -> Exposure:
    streak = Exposure(time_us, flicker_free, "")
    return Exposure(
        time_us, flicker_free,
        f"{time_us / 1000:g} ms, {what}: a streak of {streak.blur_mm(FASTEST_BALL_MPS):.0f} mm at a hard break "
        f"({FASTEST_BALL_MPS:g} m/s), {streak.blur_mm(2.0):.0f} mm at 2 m/s",
    )  # fmt: skip
