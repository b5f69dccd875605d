"""What is wanted of the Pi's camera, what was measured at its first start, and the file that keeps both."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

NINE_FOOT_OUTER_MM: Final = (2840.0, 1570.0)
"""A 9 ft table with 150 mm of rail all round: what is asked for where the table is not known yet."""


@dataclass(frozen=True, slots=True)
class CameraSettings:
    """What is wanted of the camera. None: chosen or measured at the start and then fixed.

    table_mm: outer (length, width). height_mm: lens above the bed. focal_mm: of a C-mount lens. exposure_us: 4 ms is
    sharp, 10 ms (50 Hz) or 8.33 ms (60 Hz) free of flicker. size_px, rate_hz: instead of the chosen mode's.
    pixel_format: YUV420, or NV12 where a pipeline has no other.
    """

    table_mm: tuple[float, float] = NINE_FOOT_OUTER_MM
    height_mm: float | None = None
    focal_mm: float | None = None
    exposure_us: int = 4000
    gain: float | None = None
    colour_gains: tuple[float, float] | None = None
    lens_position: float | None = None
    size_px: tuple[int, int] | None = None
    rate_hz: float | None = None
    pixel_format: str = "YUV420"


def controls_that_fix(exposure_us: int, fixed: Mapping[str, Any]) -> dict[str, Any]:
    """Controls that fix what is known and leave the rest automatic; the exposure time is fixed always."""
    controls: dict[str, Any] = {"ExposureTime": exposure_us}
    if "AnalogueGain" in fixed:
        controls |= {"AeEnable": False, "AnalogueGain": fixed["AnalogueGain"]}
    if "ColourGains" in fixed:
        controls |= {"AwbEnable": False, "ColourGains": tuple(fixed["ColourGains"])}
    if "LensPosition" in fixed:
        controls |= {"AfMode": 0, "LensPosition": fixed["LensPosition"]}
    else:
        controls |= {"AfMode": 2}  # continuous, until it is fixed
    return controls


def kept_settings(path: Path) -> CameraSettings:
    """The settings in a file; the usual ones for whatever is missing or can't be read."""
    try:
        found = json.loads(path.read_bytes())
        gains = found.get("colour_gains")
        return CameraSettings(
            height_mm=_positive(found.get("height_mm")), focal_mm=_positive(found.get("focal_mm")),
            exposure_us=int(_positive(found.get("exposure_us")) or CameraSettings().exposure_us),
            gain=_positive(found.get("gain")), lens_position=_positive(found.get("lens_position")),
            colour_gains=(float(gains[0]), float(gains[1])) if gains else None,
        )  # fmt: skip
    except (OSError, ValueError, TypeError, AttributeError, IndexError, KeyError, OverflowError):
        return CameraSettings()


def kept_exposure_us(path: Path) -> int | None:
    """The exposure that a person has written into a file; None where there is none that can be read."""
    try:
        return round(_positive(json.loads(path.read_bytes()).get("exposure_us")) or 0) or None
    except (OSError, ValueError, TypeError, AttributeError, OverflowError):
        return None


def keep_settings(path: Path, settings: CameraSettings, fixed: Mapping[str, Any]) -> None:
    """Write what was fixed, for the next start; a disk that refuses costs only a new measurement."""
    gains = fixed.get("ColourGains")
    kept = {
        "height_mm": settings.height_mm, "focal_mm": settings.focal_mm, "exposure_us": settings.exposure_us,
        "gain": fixed.get("AnalogueGain"), "colour_gains": list(gains) if gains else None,
        "lens_position": fixed.get("LensPosition"),
    }  # fmt: skip
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps({k: v for k, v in kept.items() if v is not None}, indent=1) + "\n", encoding="utf-8")


def _positive(value: Any) -> float | None:
    """A number above 0; None for none. Raises TypeError or ValueError."""
    return float(value) if value is not None and float(value) > 0 else None
