"""`callshot calibrate`, `lens` and `colours`: what has to be known of a table before anything is followed."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import click
import cv2
import numpy as np

from callshot.calibration.camera import CameraModel
from callshot.calibration.find import Calibrated, find_table
from callshot.calibration.preview import draw_preview
from callshot.calibration.table import TableGeometry
from callshot.hardware.frame import Frame, Image
from callshot.rules.equipment import TABLES, table_size
from callshot.tracker.adapters import Adapters
from callshot.tracker.trouble import Trouble

CALIBRATION_S = 30.0
"""A table stands still: half a minute shows it without the people who walk by."""


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that it is there whole or not at all. Raises Trouble."""
    try:
        handle, part = tempfile.mkstemp(dir=path.parent, prefix=path.name, suffix=".part")
        try:
            with os.fdopen(handle, "wb") as out:
                out.write(data)
                out.flush()
                os.fsync(out.fileno())
            Path(part).chmod(0o644)
            Path(part).replace(path)
        finally:
            Path(part).unlink(missing_ok=True)
    except OSError as why:
        raise Trouble(f"{path}: can't be written ({why.strerror}); choose another place") from why


def write_picture(path: Path, image: Image) -> None:
    """Write a picture whole, in the format of its ending. Raises Trouble."""
    ending = path.suffix.lower()
    if ending not in (".png", ".jpg", ".jpeg"):
        raise Trouble(f"{path}: pictures are written as .png or .jpg")
    _, data = cv2.imencode(ending, image)
    write_whole(path, data.tobytes())


def _some(source: Iterator[Frame]) -> Iterator[Frame]:
    for frame in source:
        yield frame
        if frame.t_s > CALIBRATION_S:
            return


def find_in_source(
    adapters: Adapters, source: str, table: str, head: str, *, lens: CameraModel | None = None,
    corners: Sequence[tuple[float, float]] | None = None, fps: float = 25.0,
) -> Calibrated:  # fmt: skip
    """The table of a source with its clean plate. Raises Trouble, SourceError, CalibrationError."""
    size = table_size(table)
    if size is None:
        raise Trouble(f"--table {table[:40]!r}: give {', '.join(TABLES)}, or LENGTHxWIDTH in mm such as 2540x1270")
    frames = adapters.open_source(
        source, lambda notice: click.echo(f"callshot: {notice.text}", err=True), frame_rate_hz=fps
    )
    try:
        points = None if corners is None else np.array(corners, np.float64)
        return find_table(_some(iter(frames)), size, head, lens, points)
    finally:
        frames.close()


def calibrate_source(adapters: Adapters, source: str, table: str, head: str) -> TableGeometry:
    """The table of a source, signed. Raises Trouble, SourceError, CalibrationError."""
    found = find_in_source(adapters, source, table, head).table
    return _signed(adapters, found, f"callshot calibrate {Path(source).name} --table {table} --head {head}")


def _signed(adapters: Adapters, table: TableGeometry, made_by: str) -> TableGeometry:
    return replace(table, made_by=made_by, made_at=adapters.now_iso())


def calibrate_command(
    adapters: Adapters, source: str, table: str, head: str, output: Path, lens: Path | None,
    corners: Sequence[tuple[float, float]] | None, preview: Path | None, fps: float,
) -> None:  # fmt: skip
    """Writes the calibration and, if asked for, its preview. Raises Trouble, SourceError, CalibrationError."""
    known_lens = None if lens is None else load_lens(lens)
    found = find_in_source(adapters, source, table, head, lens=known_lens, corners=corners, fps=fps)
    said = f"callshot calibrate {source} --table {table} --head {head}"
    said += f" --lens {lens}" if lens is not None else ""
    said += " --corners " + " ".join(f"{x:g},{y:g}" for x, y in corners) if corners is not None else ""
    signed = _signed(adapters, found.table, said)
    write_whole(output, signed.to_toml().encode())
    if preview is not None:
        write_picture(preview, draw_preview(found.plate, signed))
    click.echo(f"{output}: error {signed.error_mm:.1f} mm")


def load_lens(path: Path) -> CameraModel:
    """A lens made by `callshot lens`. Raises CalibrationError."""
    from callshot.calibration.lens import load_lens as load

    return load(path)
