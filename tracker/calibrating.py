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

from callshot.calibration.board import board_pdf
from callshot.calibration.camera import CameraModel
from callshot.calibration.colours import ProfileError, swatches
from callshot.calibration.find import Calibrated, find_table
from callshot.calibration.lens import calibrate_lens, load_lens
from callshot.calibration.preview import draw_preview
from callshot.calibration.table import TableGeometry, load_table, table_from_toml
from callshot.hardware.frame import Frame, Image
from callshot.rules.equipment import TABLES, TableSize, table_size
from callshot.tracker.adapters import Adapters
from callshot.tracker.ball_size import check_ball_size
from callshot.tracker.balls import ball_set_of
from callshot.tracker.identify.learning import learn_set
from callshot.tracker.opening import open_for
from callshot.tracker.outputs import check_ending, check_folders, keep_old
from callshot.tracker.seeing import open_eyes
from callshot.tracker.trouble import Trouble, tell

PICTURE_ENDINGS = (".png", ".jpg", ".jpeg")
CALIBRATION_S = 30.0
"""A table stands still: half a minute shows it without the people who walk by."""

KEPT, SIZED = 8, 4
"""So many pictures are kept at most beside the plate, and in so many of these the balls are measured."""


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that it is there whole or not at all. A link's target is written, a device stays one.

    Raises Trouble.
    """
    path = Path(os.path.realpath(path))
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(data)
            return
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
    if ending not in PICTURE_ENDINGS:
        raise Trouble(f"{path}: pictures are written as .png or .jpg")
    _, data = cv2.imencode(ending, image)
    write_whole(path, data.tobytes())


def _some(source: Iterator[Frame]) -> Iterator[Frame]:
    for frame in source:
        yield frame
        if frame.t_s > CALIBRATION_S:
            return


def unknown_table(table: str) -> str:
    """What is said of a table that is none."""
    return f"--table {table[:40]!r}: give {', '.join(TABLES)}, or LENGTHxWIDTH in mm such as 2540x1270"


def find_in_source(
    adapters: Adapters, source: str, table: str, head: str, *, lens: CameraModel | None = None,
    corners: Sequence[tuple[float, float]] | None = None, fps: float = 25.0,
) -> Calibrated:  # fmt: skip
    """The table of a source with its clean plate. Raises Trouble, SourceError, CalibrationError."""
    size = table_size(table)
    if size is None:
        raise Trouble(unknown_table(table))
    return _found(adapters, source, size, head, lens, corners, fps)[0]


def _found(
    adapters: Adapters, source: str, size: TableSize, head: str, lens: CameraModel | None = None,
    corners: Sequence[tuple[float, float]] | None = None, fps: float = 25.0,
) -> tuple[Calibrated, Image]:  # fmt: skip
    """The table, and the one sharp picture that is most like its plate: without people, for a person to look at.

    Raises Trouble where the balls on it are too large or too small for a table of that size.
    """
    kept = Kept()
    frames = adapters.open_source(source, tell, frame_rate_hz=fps)
    try:
        points = None if corners is None else np.array(corners, np.float64)
        found = find_table(kept.passing(_some(iter(frames))), size, head, lens, points)
    finally:
        frames.close()
    odd = check_ball_size(kept.images[:: max(1, len(kept.images) // SIZED)], found.table)
    if odd is not None:
        tell(odd)
    return found, kept.nearest(found.plate)


class Kept:
    """A few pictures spread over all that pass, however many these are."""

    def __init__(self) -> None:
        self.images: list[Image] = []
        self._stride = 1

    def passing(self, frames: Iterator[Frame]) -> Iterator[Frame]:
        """The same frames; some stay."""
        for count, frame in enumerate(frames):
            if count % self._stride == 0 and (not self.images or frame.image.shape == self.images[0].shape):
                self.images.append(np.array(frame.image))
                if len(self.images) > KEPT:
                    self.images = self.images[::2]
                    self._stride *= 2
            yield frame

    def nearest(self, plate: Image) -> Image:
        """That one which differs least from the plate."""
        return min(self.images, key=lambda image: float(cv2.norm(image, plate, cv2.NORM_L1)))


def calibrate_source(adapters: Adapters, source: str, table: str, head: str) -> TableGeometry:
    """The table of a source, signed. Raises Trouble, SourceError, CalibrationError."""
    found = find_in_source(adapters, source, table, head).table
    return _signed(adapters, found, f"callshot calibrate {Path(source).name} --table {table} --head {head}")


def _signed(adapters: Adapters, table: TableGeometry, made_by: str) -> TableGeometry:
    """As it reads in its file: whoever goes on from here or from the file goes on from the same numbers."""
    return table_from_toml(replace(table, made_by=made_by, made_at=adapters.now_iso()).to_toml())


def calibrate_command(
    adapters: Adapters, source: str, table: str, head: str, output: Path, lens: Path | None,
    corners: Sequence[tuple[float, float]] | None, preview: Path | None, fps: float,
) -> None:  # fmt: skip
    """Writes the calibration and, if asked for, its preview. Raises Trouble, SourceError, CalibrationError."""
    size = table_size(table)
    if size is None:
        raise click.UsageError(unknown_table(table))
    check_folders({"-o": output, "--preview": preview})
    check_ending("--preview", preview, PICTURE_ENDINGS)
    known_lens = None if lens is None else load_lens(lens)
    found, sharp = _found(adapters, source, size, head, known_lens, corners, fps)
    said = f"callshot calibrate {source} --table {table} --head {head}"
    said += f" --lens {lens}" if lens is not None else ""
    said += " --corners " + " ".join(f"{x:g},{y:g}" for x, y in corners) if corners is not None else ""
    signed = _signed(adapters, found.table, said)
    keep_old(output)
    write_whole(output, signed.to_toml().encode())
    if preview is not None:
        write_picture(preview, draw_preview(sharp, signed))
    click.echo(f"{output}: error {signed.error_mm:.1f} mm")


def lens_command(adapters: Adapters, sources: Sequence[str], output: Path, board: Path | None, paper: str) -> None:
    """Writes the board, or the lens that saw it. Raises Trouble, SourceError, CalibrationError."""
    check_folders({"-o": output if board is None else None, "--board": board})
    if board is not None:
        write_whole(board, board_pdf(paper))
        click.echo(f"{board}: print it without scaling, glue it on something flat")
        return
    if not sources:
        raise click.UsageError("no views; give pictures or a recording of the board (`--board board.pdf` makes it)")
    lens = calibrate_lens(frame.image for source in sources for frame in _frames(adapters, source))
    keep_old(output)
    write_whole(output, lens.to_toml(f"callshot lens {' '.join(sources)}", adapters.now_iso()).encode())
    click.echo(f"{output}: error {lens.error_px:.2f} px over {lens.views} views")


def _frames(adapters: Adapters, source: str) -> Iterator[Frame]:
    frames = adapters.open_source(source, tell)
    try:
        yield from frames
    finally:
        frames.close()


def colours_command(
    adapters: Adapters, source: str, calibration: Path, balls: str, output: Path, preview: Path | None, fps: float
) -> None:
    """Writes the profile of the set on the table, and a picture to confirm it by. Raises Trouble and the like."""
    check_folders({"-o": output, "--preview": preview})
    check_ending("--preview", preview, PICTURE_ENDINGS)
    table = load_table(calibration)
    chosen = ball_set_of(balls)
    frames = open_for(adapters, source, fps, tell, table, calibration)
    try:
        said = f"callshot colours {source} --balls {balls}"
        profile, examples = learn_set(
            frames, open_eyes(table, chosen), table, chosen.diameter_mm, chosen.name, said, adapters.now_iso()
        )
    except ProfileError as why:
        raise Trouble(f"{source}: {why}") from why
    finally:
        frames.close()
    keep_old(output)
    write_whole(output, profile.to_toml().encode())
    if preview is not None:
        write_picture(preview, swatches(profile, examples))
    learnt = len(profile.colours)
    of = f" of {len(chosen.labels)}" if chosen.name != "any" else ""
    click.echo(f"{output}: {learnt}{of} colours learnt; play with --balls {output}")
