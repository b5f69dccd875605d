"""`callshot doctor`: looks at the machine, and at a camera's pictures through a calibration, and says what to mend."""

from __future__ import annotations

import itertools
import statistics
import time
from datetime import datetime
from pathlib import Path
from typing import Final

import click
import numpy as np

from callshot.calibration.table import TableGeometry, load_table
from callshot.hardware import doctor
from callshot.hardware.doctor import Finding, Level
from callshot.hardware.frame import Frame
from callshot.rules.equipment import BALL_SETS
from callshot.tracker.adapters import Adapters
from callshot.tracker.ball_size import FEW, ball_size_mm, doubt_about
from callshot.tracker.films import window_of
from callshot.tracker.live_check import DOUBT_MM
from callshot.tracker.live_store import LiveStore
from callshot.tracker.measuring import measure_stages

FRAMES: Final = 180
"""Three seconds at 60 frames/s."""

LOOKS: Final = 3
"""In so many of them the balls are measured."""

BEST_HZ: Final = 60.0
LEAST_HZ: Final = 20.0
"""At fewer a ball of a hard stroke is seen less than ten times on its way along the table: contacts are missed."""

LANGUAGES: Final = ("en", "fi", "hu")


def examine(adapters: Adapters, source: str | None, calibration: Path | None, store: LiveStore) -> int:
    """Prints what was found; 1 where something is bad. Raises SourceError, CalibrationError."""
    findings = doctor.look_at_machine(store.folder, LANGUAGES, datetime.fromisoformat(adapters.now_iso()))
    _print(findings)
    path = calibration or (store.table if store.table.exists() else None)
    table = load_table(path) if path is not None else None
    frames: list[Frame] = []
    live = False
    if source is not None:
        frames, elapsed_s, live = _frames(adapters, source)
        findings += _print(doctor.look_at_pictures(frames, elapsed_s, live))
    else:
        click.echo("     give --source camera:0, picamera:0 or a recording to have pictures looked at")
    if table is not None:
        findings += _print([_mount(table)])
        if frames and frames[0].image.shape[1::-1] == tuple(table.camera.image_size):
            findings += _print(look_at_balls(frames, table))
        findings += _print(doctor.advise_camera(_outer_mm(table), float(table.camera.position_mm[2])))
        if frames and frames[0].image.shape[1::-1] == tuple(table.camera.image_size):
            findings += _print(_speed(frames, table, live))
    elif source is not None:
        click.echo("     give --calibration too to have the mount and the speed looked at")
    return 1 if any(f.level == "bad" for f in findings) else 0


def _print(findings: list[Finding]) -> list[Finding]:
    for finding in findings:
        click.echo(finding.line())
    return findings


def _frames(adapters: Adapters, source: str) -> tuple[list[Frame], float, bool]:
    opened = adapters.open_source(source, lambda notice: click.echo(f"     {notice.text}", err=True))
    try:
        start = time.perf_counter()
        frames = list(itertools.islice(opened, FRAMES))
        return frames, time.perf_counter() - start, opened.info.live
    finally:
        opened.close()


def _mount(table: TableGeometry) -> Finding:
    scale = table.camera.scale_px_per_mm(np.array([[0.0, 0.0]]))
    width, height = table.camera.image_size
    outline = window_of(table).outline_px
    return doctor.look_at_mount(outline, (int(width), int(height)), table.error_mm, float(1 / np.mean(scale)), DOUBT_MM)


def look_at_balls(frames: list[Frame], table: TableGeometry) -> list[Finding]:
    """Whether the balls on the bed are as large as balls are; nothing where too few of them lie alone."""
    images = [frame.image for frame in frames[:: max(1, len(frames) // LOOKS)]]
    seen_mm, count = ball_size_mm(images, table)
    doubt = doubt_about(seen_mm, count, table)
    if doubt is not None:
        return [Finding("balls", "bad" if doubt.sure else "warn", doubt.text)]
    return [Finding("balls", "ok", f"{count} measured, {seen_mm:.0f} mm")] if count >= FEW else []


def _outer_mm(table: TableGeometry) -> tuple[float, float]:
    return table.length_mm + 300.0, table.width_mm + 300.0


def _speed(frames: list[Frame], table: TableGeometry, live: bool) -> list[Finding]:
    """Frames/s that this machine holds at each stage on these pictures, and what that means."""
    measured = measure_stages(frames, table, BALL_SETS["pool15"])
    out = [
        Finding(f"speed, {stage}", "ok", f"{1 / statistics.fmean(times):.0f} frames/s")
        for stage, times in measured.stages.items()
    ]
    whole = [t for stage, times in measured.stages.items() if stage.startswith("whole stair") for t in times]
    if whole:
        span_s = frames[-1].t_s - frames[0].t_s
        out.append(advice(1 / statistics.fmean(whole), (len(frames) - 1) / span_s if span_s > 0 else None, live))
    return out


def advice(hz: float, source_hz: float | None, live: bool) -> Finding:
    """What it means that this machine holds hz frames a second of a source that gives source_hz (None: a still)."""
    text = f"{hz:.0f} frames/s" if hz >= 10 else f"{hz:.1f} frames/s"
    if not live:
        if source_hz is None:
            return Finding("speed", "ok", text)
        if hz >= source_hz:
            return Finding("speed", "ok", f"{text}: keeps up with this recording's {source_hz:.0f}")
        slower = (
            f"`callshot run` would drop frames of this recording ({source_hz:.0f} frames/s), `replay` takes its time"
        )
        return Finding("speed", "warn", f"{text}: {slower}")
    if hz >= BEST_HZ:
        return Finding("speed", "ok", f"{text}: keeps up with {BEST_HZ:.0f} frames/s")
    if hz < LEAST_HZ:
        return Finding(
            "speed", "bad", f"{text}: too slow to follow a game, {LEAST_HZ:.0f} are needed; end other programs, take "
            "smaller pictures or a quicker machine",
        )  # fmt: skip
    rate = int(hz // 5 * 5)
    level: Level = "ok" if hz >= doctor.ENOUGH_HZ else "warn"
    return Finding("speed", level, f"{text}: keeps up with a camera at {rate} frames/s; at more, frames are dropped")
