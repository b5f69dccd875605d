"""The annotated film: the recording again, with everything drawn on it that was found the first time."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import av
import cv2
import numpy as np

from callshot.calibration.table import TableGeometry
from callshot.hardware.frame import FrameSource
from callshot.tracker.announce import Context, announce_question
from callshot.tracker.overlay import Overlay, Told
from callshot.tracker.trouble import Trouble

FILM_STEP_S = 1 / 31
"""30 pictures a second show what is to be seen, whatever the camera's rate."""
FILM_WIDTH_PX = 1280
TICKS = 90_000


class Annotator:
    """Gathers the records of a replay, then writes the film in a second reading of the source."""

    def __init__(self, path: Path, table: TableGeometry, ball_diameter_mm: float) -> None:
        self._path = Path(os.path.realpath(path))
        self._overlay = Overlay(table, ball_diameter_mm / 2)
        self._context = Context()

    def note(self, records: Sequence[Mapping[str, Any]]) -> None:
        """The records as they come."""
        strokes = self._overlay.strokes
        for record in records:
            if record["type"] == "session":
                self._context = Context(game=record["game"], players=tuple(record["players"]))
                self._overlay.words = self._context.words
                self._overlay.ball_radius_mm = record["ball_diameter_mm"] / 2  # as measured, if that is another
            elif record["type"] == "stroke":
                strokes.append(Told(record, {}))
                self._context = self._context.with_stroke(record)
            elif record["type"] == "paths" and strokes:
                ways = {k: [(p[0], p[1], p[2]) for p in v] for k, v in record["balls"].items()}
                strokes[-1] = replace(strokes[-1], paths=ways)
            elif record["type"] == "ruling" and strokes and record["of"] == strokes[-1].stroke["number"]:
                for said in record["say"][:1]:
                    self._overlay.language = said["lang"]
                    strokes[-1] = replace(strokes[-1], said=said["text"], said_s=strokes[-1].stroke["t"])
            elif record["type"] == "question" and strokes and record.get("of") == strokes[-1].stroke["number"]:
                for asked in announce_question(record, self._context, (self._overlay.language,)):
                    text = f"{strokes[-1].said} {asked['text']}".strip()
                    strokes[-1] = replace(strokes[-1], said=text, said_s=strokes[-1].stroke["t"])

    def write(self, source: FrameSource, at: Callable[[int], None] = lambda _: None) -> None:
        """The whole film; a file that can't be finished is not left behind. Raises Trouble."""
        width = min(FILM_WIDTH_PX, source.info.width_px) // 2 * 2
        height = round(source.info.height_px * width / source.info.width_px) // 2 * 2
        part = self._path.with_name(self._path.name + ".part")
        try:
            with av.open(str(part), "w", format="mp4", options={"movflags": "faststart"}) as film:
                stream = film.add_stream("libx264", options={"preset": "superfast", "crf": "24"})
                stream.width, stream.height, stream.pix_fmt = width, height, "yuv420p"
                stream.time_base = stream.codec_context.time_base = Fraction(1, TICKS)
                last_s = -1.0
                for count, frame in enumerate(source, 1):
                    at(count)
                    if frame.t_s - last_s < FILM_STEP_S:
                        continue
                    last_s = frame.t_s
                    drawn = self._overlay.draw(frame.image, frame.t_s)
                    small = cv2.resize(drawn, (width, height), interpolation=cv2.INTER_AREA).astype(np.uint8)
                    picture = av.VideoFrame.from_ndarray(small, "bgr24")
                    picture.pts, picture.time_base = round(frame.t_s * TICKS), Fraction(1, TICKS)
                    film.mux(stream.encode(picture))
                film.mux(stream.encode())
            part.replace(self._path)
        except (OSError, av.FFmpegError) as why:
            raise Trouble(f"{self._path}: the annotated film can't be written ({why}); the records are whole") from why
        finally:
            part.unlink(missing_ok=True)
            source.close()
