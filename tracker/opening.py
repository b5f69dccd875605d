"""A source opened for a calibrated table: pictures of another size are another camera's, or another mode's."""

from __future__ import annotations

from pathlib import Path

from callshot.calibration.table import CalibrationError, TableGeometry
from callshot.hardware.frame import FrameSource, NoticeHandler
from callshot.tracker.adapters import Adapters


def open_for(
    adapters: Adapters, source: str, fps: float, notice: NoticeHandler, table: TableGeometry | None,
    calibration: Path | None = None, start_s: float = 0.0,
) -> FrameSource:  # fmt: skip
    """The source, checked against the table where there is one already.

    fps: of a folder of pictures. calibration: the table's file, to be named. start_s: where a resumed session goes on.
    Raises SourceError where it can't be opened, CalibrationError where the sizes differ.
    """
    frames = adapters.open_source(source, notice, frame_rate_hz=fps, start_s=start_s)
    info = frames.info
    if table is not None and (info.width_px, info.height_px) != tuple(table.camera.image_size):
        frames.close()
        width, height = table.camera.image_size
        which = "the calibration" if calibration is None else str(calibration)
        raise CalibrationError(
            f"{source}: its pictures are {info.width_px}x{info.height_px}, {which} was made for {width}x{height}; "
            f"make one with `callshot calibrate {source}`"
        )
    return frames
