"""`callshot detect`: every ball of a still, or of a moment of a video, as one `layout` record."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from callshot.calibration.table import load_table
from callshot.hardware.frame import Notice
from callshot.rules.records import layout_record
from callshot.rules.vocabulary import Ball, Layout, label_of
from callshot.tracker.adapters import Adapters
from callshot.tracker.ball_size import fitting_set
from callshot.tracker.balls import ball_set_of, profile_of
from callshot.tracker.observation import FrameObservation
from callshot.tracker.opening import open_for
from callshot.tracker.outputs import check_folders
from callshot.tracker.record_file import RecordFile
from callshot.tracker.seeing import Eyes, open_eyes
from callshot.tracker.strokes.naming import Names
from callshot.tracker.track.state import Track
from callshot.tracker.trouble import Trouble, tell

LOOK_S = 0.4
"""Frames before the moment that are looked at too: hands move on, and names get surer."""
SURE_BALL = 0.5
"""A sight that is likelier something else than a ball is not told."""


def detect_command(
    adapters: Adapters, source: str, calibration: Path, balls: str, at_s: float | None, fps: float, output: Path | None
) -> None:
    """Writes one `layout` record. Raises Trouble, SourceError, CalibrationError."""
    check_folders({"-o": output})
    table = load_table(calibration)
    chosen = ball_set_of(balls)
    frames = open_for(adapters, source, fps, tell, table, calibration)
    eyes: Eyes | None = None
    moment = 0.0 if at_s is None else at_s
    seen: FrameObservation | None = None
    odd: Notice | None = None
    try:
        for frame in frames:
            if frame.t_s < moment - LOOK_S:
                continue
            if eyes is None:
                chosen, odd = fitting_set([frame.image], table, chosen)
                eyes = open_eyes(table, chosen, profile_of(balls))
            seen = eyes.update(frame)
            if frame.t_s >= moment:
                break
    finally:
        frames.close()
    if eyes is None or seen is None or seen.t_s < moment - 1 / max(fps, 1.0):
        ends = "" if seen is None else f"; it ends at {seen.t_s:.2f} s"
        raise Trouble(f"{source}: there is no picture at {moment:g} s{ends}")
    if odd is not None:
        tell(odd)
    with RecordFile(output) as out:
        out.write([layout_record(layout_of(seen, eyes.capacity))])


def layout_of(seen: FrameObservation, capacity: Mapping[str, int]) -> Layout:
    """The balls of one look with their ids, the surest named first."""
    sights = [b for b in seen.balls if b.score >= SURE_BALL and b.in_pocket is None]
    tracks = [
        Track(
            k, b.position_mm, np.zeros(2), "confirmed", True, b, False, seen.t_s, seen.t_s, labels=b.labels
        )
        for k, b in enumerate(sights)
    ]  # fmt: skip
    names = Names(capacity)
    names.give(tracks)
    balls = []
    for track in tracks:
        ident = names.id_of(track.key) or "ball"
        label = label_of(ident)
        x, y = (float(v) for v in track.position_mm)
        balls.append(Ball(ident, label, x, y, float(track.labels.get(label, 0.5))))
    return Layout(seen.t_s, tuple(balls))
