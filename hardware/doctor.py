"""Whether a machine, its disk, clock, speaker and pictures are fit: measurements, and what each of them means."""

from __future__ import annotations

import importlib
import importlib.util
import platform
import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from importlib import metadata
from pathlib import Path
from typing import Final, Literal

import cv2
import numpy as np

from callshot.hardware.camera_modes import CAMERAS, FASTEST_BALL_MPS, choose_mode, exposure_choices
from callshot.hardware.frame import Frame, Image, ignore
from callshot.hardware.health import HOT_C, LOW_DISK_BYTES, look
from callshot.hardware.journal import Journal, JournalError
from callshot.hardware.voices import ProgramPlayer, VoiceError, find_voices

SLOW_SYNC_S: Final = 0.5
"""A ruling waits for the disk; a good card takes some 10 ms."""

DARK: Final = 50.0
BRIGHT_SHARE: Final = 0.02
"""Of 255: below the first the noise of a ball is as large as its shading; above the second highlights eat numbers."""

FLICKER_SHARE: Final = 0.02
"""Brightness that beats by more than this between frames looks like change to whoever compares frames."""

SOFT: Final = 0.5
"""Detail at one pixel against detail at two. Measured: focused footage has 0.68 and more, blurred by a Gaussian of one
pixel 0.52 to 0.66, of two pixels 0.46 and less.
"""

ENOUGH_HZ: Final = 50.0
Level = Literal["ok", "warn", "bad"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at. `bad`: it won't work so; `warn`: it works worse."""

    what: str
    level: Level
    text: str

    def line(self) -> str:
        """For people."""
        return f"{self.level.upper() if self.level != 'ok' else 'ok':<5}{self.what}: {self.text}"


def look_at_machine(folder: Path, languages: Sequence[str], now: datetime) -> list[Finding]:
    """Everything but the camera. folder: where records will be."""
    return [
        _look_at_software(), *_look_at_pi_packages(), _look_at_disk(folder), _look_at_temperature(folder),
        _look_at_clock(now), _look_at_speaker(languages, folder / "voices"),
    ]  # fmt: skip


def _look_at_software() -> Finding:
    versions = ", ".join(f"{name} {metadata.version(name)}" for name in ("numpy", "opencv-python-headless", "av"))
    text = f"Python {platform.python_version()} on {platform.machine()}, {versions}"
    if platform.machine() not in ("aarch64", "x86_64", "AMD64", "arm64"):
        return Finding("software", "bad", text + "; a 64 bit system is needed")
    return Finding("software", "ok", text)


def _look_at_pi_packages() -> list[Finding]:
    """picamera2 is Debian's, numpy may be the venv's: they have to be built for one another."""
    model = Path("/proc/device-tree/model")
    on_a_pi = model.exists() and b"Raspberry Pi" in model.read_bytes()
    there = importlib.util.find_spec("picamera2") is not None
    if not on_a_pi and not there:
        return []
    if not there or importlib.util.find_spec("libcamera") is None:
        text = "picamera2 can't be found: apt install python3-picamera2, venv with --system-site-packages"
        return [Finding("Pi camera", "bad", text)]
    try:
        importlib.import_module("simplejpeg")
    except (ImportError, ValueError) as error:  # ValueError: built for another numpy
        text = f"simplejpeg does not fit numpy {np.__version__} ({error}): pip install -U simplejpeg in the venv"
        return [Finding("Pi camera", "bad", text)]
    return [Finding("Pi camera", "ok", "picamera2 and numpy go together")]


def _look_at_disk(folder: Path) -> Finding:
    times: list[float] = []
    told: list[str] = []
    path = folder / "doctor.jsonl"
    try:
        with Journal(path, lambda n: told.append(n.text)) as journal:
            for n in range(5):
                start = time.perf_counter()
                journal.append([{"type": "doctor", "n": n}], sync=True)
                times.append(time.perf_counter() - start)
        path.unlink(missing_ok=True)
    except (JournalError, OSError) as error:
        told.append(str(error))
    if told:
        return Finding("disk", "bad", told[0])
    free = look(folder).disk_free_bytes or 0
    text = f"{folder}: {free / 2**30:.1f} GB free, a ruling is safe after {statistics.median(times) * 1000:.0f} ms"
    if free < LOW_DISK_BYTES:
        return Finding("disk", "warn", text + "; make room")
    return Finding("disk", "warn" if statistics.median(times) > SLOW_SYNC_S else "ok", text)


def _look_at_temperature(folder: Path) -> Finding:
    celsius = look(folder).temperature_c
    if celsius is None:
        return Finding("temperature", "ok", "this machine does not tell it")
    text = f"{celsius:.0f} degrees"
    return Finding(
        "temperature", "warn" if celsius >= HOT_C else "ok", text + ("; cool it" if celsius >= HOT_C else "")
    )


def _look_at_clock(now: datetime) -> Finding:
    if now.year < 2026:
        return Finding("clock", "warn", f"it says {now:%Y-%m-%d}; records have no date from it, but clips and files do")
    return Finding("clock", "ok", f"{now:%Y-%m-%d %H:%M}")


def _look_at_speaker(languages: Sequence[str], models: Path) -> Finding:
    voices = find_voices(languages, models)
    missing = [language for language in languages if language not in voices]
    if missing:
        return Finding("speaker", "warn", f"no voice for {', '.join(missing)}: apt install espeak-ng")
    try:
        start = time.perf_counter()
        for voice in voices.values():
            voice.wav("Foul.")
        each = (time.perf_counter() - start) / max(1, len(voices))
        ProgramPlayer()
    except VoiceError as error:
        return Finding("speaker", "warn", str(error))
    return Finding("speaker", "ok", f"voices for {', '.join(voices)}, a word after {each * 1000:.0f} ms")


def look_at_pictures(frames: Sequence[Frame], elapsed_s: float, live: bool) -> list[Finding]:
    """Rate, light, flicker and sharpness of some frames of a table at rest. elapsed_s: how long they took to come."""
    if not frames:
        return [Finding("pictures", "bad", "the source gives none")]
    lumas = [_luma(f) for f in frames]
    height, width = lumas[0].shape
    findings = [_rate(frames, elapsed_s, f"{width}x{height}", live)]
    mean = float(np.mean([float(luma.mean()) for luma in lumas]))
    blown = float(np.mean([float((luma >= 250).mean()) for luma in lumas]))
    text = f"mean brightness {mean:.0f} of 255, {blown * 100:.1f} % blown out"
    level: Level = "warn" if mean < DARK or blown > BRIGHT_SHARE else "ok"
    advice = "; more light, or more gain" if mean < DARK else "; less light or gain" if level == "warn" else ""
    findings.append(Finding("light", level, text + advice))
    if len(lumas) >= 8:
        beat = flicker_share(lumas)
        advice = "; " + exposure_choices(50.0)[1].why + ", or lamps that don't pulse" if beat > FLICKER_SHARE else ""
        findings.append(Finding("flicker", "warn" if beat > FLICKER_SHARE else "ok", f"{beat * 100:.1f} %{advice}"))
    sharp = sharpness(lumas[len(lumas) // 2])
    soft = "; focus the lens on the cloth, clean it" if sharp < SOFT else ""
    findings.append(Finding("sharpness", "warn" if soft else "ok", f"{sharp:.2f}{soft}"))
    return findings


def _rate(frames: Sequence[Frame], elapsed_s: float, size: str, live: bool) -> Finding:
    span_s = frames[-1].t_s - frames[0].t_s
    hz = (len(frames) - 1) / span_s if span_s > 0 else 0.0
    missed = frames[-1].sequence - frames[0].sequence - (len(frames) - 1)
    text = f"{size} at {hz:.1f} frames/s, {missed} of {len(frames)} dropped"
    if live:
        text += f", {len(frames) / elapsed_s:.1f} frames/s came"
    level: Level = "warn" if hz < ENOUGH_HZ or missed > len(frames) // 100 else "ok"
    slow = (
        f"; between two frames a ball of {FASTEST_BALL_MPS:g} m/s goes {FASTEST_BALL_MPS * 1000 / hz:.0f} mm"
        if hz
        else ""
    )
    return Finding("pictures", level, text + (slow if level == "warn" else ""))


def flicker_share(lumas: Sequence[Image]) -> float:
    """How much the brightness of rows beats from frame to frame, as a share: bands of a rolling shutter included."""
    rows = np.array([luma.mean(axis=1) for luma in lumas], np.float64)
    rows = rows[:, rows.mean(axis=0) > 20]
    if rows.size == 0:
        return 0.0
    return float(np.median(rows.std(axis=0) / rows.mean(axis=0)))


def sharpness(luma: Image) -> float:
    """Detail of one pixel against detail of two, where the picture has any."""
    picture = luma.astype(np.float32)
    one = cv2.GaussianBlur(picture, (0, 0), 1.0)
    two = cv2.GaussianBlur(picture, (0, 0), 2.0)
    fine, coarse = np.abs(picture - one), np.abs(one - two)
    edges = coarse > max(2.0, float(np.percentile(coarse, 98)))
    if not edges.any():
        return 0.0
    return float(fine[edges].mean() / coarse[edges].mean())


def look_at_mount(
    corners_px: np.ndarray, size_px: tuple[int, int], error_mm: float, mm_per_px: float, rough_mm: float
) -> Finding:
    """Whether the rails' outline (4, 2) is whole in the picture, and how fine the bed is seen.

    rough_mm: calibrated no better than this the program asks instead of ruling.
    """
    margins = np.concatenate([corners_px, np.array(size_px) - corners_px])
    least = float(margins.min())
    text = f"{mm_per_px:.1f} mm a pixel, calibrated to {error_mm:.1f} mm"
    if error_mm > rough_mm:
        asked = "what hangs on millimetres (was the cue ball in the kitchen?) is asked, not ruled"
        return Finding("mount", "warn", f"{text}: above {rough_mm:g} mm {asked}; find the table again")
    if least < 0:
        return Finding("mount", "warn", f"{text}; the rails leave the picture by {-least:.0f} pixels: mount higher")
    if mm_per_px > 3.0:
        return Finding("mount", "warn", f"{text}; a ball is only {57 / mm_per_px:.0f} pixels wide: mount lower")
    return Finding("mount", "ok", text)


def advise_camera(table_mm: tuple[float, float], height_mm: float | None) -> list[Finding]:
    """For each Pi camera, the mode for this table, and why."""
    return [
        Finding(kind.name, "ok", choose_mode(kind, table_mm, height_mm).why) for kind in CAMERAS.values()
    ]  # fmt: skip


def _luma(frame: Frame) -> Image:
    if frame.luma is not None:
        return frame.luma
    return np.asarray(cv2.cvtColor(frame.image, cv2.COLOR_BGR2GRAY), np.uint8)


__all__ = [
    "Finding", "advise_camera", "flicker_share", "ignore", "look_at_machine", "look_at_mount", "look_at_pictures",
    "sharpness",
]  # fmt: skip
