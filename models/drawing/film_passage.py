"""Films a passage: drawn frames at a rate, each the mean over its exposure, and the files beside them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
from numpy.typing import NDArray

from callshot.models.drawing.develop import Grain, develop
from callshot.models.drawing.looks import Look
from callshot.models.drawing.passage import Passage
from callshot.models.drawing.people import draw_people
from callshot.models.drawing.scene import Placed, Scene

Floats = NDArray[np.float64]
Image = NDArray[np.uint8]


@dataclass(slots=True, eq=False)
class Filming:
    """Frames of `passage` in `scene`: rate_hz, exposure_s, the looks of its balls in order, grain by `seed`."""

    scene: Scene
    passage: Passage
    looks: Sequence[Look]
    rate_hz: float = 60.0
    exposure_s: float = 1 / 200
    seed: int = 0
    _still: NDArray[np.float32] | None = field(default=None, init=False)
    _still_key: bytes = field(default=b"", init=False)

    def frame_times(self) -> Floats:
        """(n,) middle of each exposure, s."""
        return np.arange(int(self.passage.t_s * self.rate_hz)) / self.rate_hz

    def frames(self) -> Iterator[tuple[float, Image]]:
        """(time, (h, w, 3) uint8 BGR) one by one."""
        grain = Grain(self.scene.film.noise, self.scene.camera.image_size, self.seed)
        for t in self.frame_times():
            yield float(t), grain.add(self.draw(float(t)))

    def draw(self, t_s: float) -> Image:
        """One frame without noise."""
        ends, _ = self.passage.state(np.array([t_s - self.exposure_s / 2, t_s + self.exposure_s / 2]))
        moved_mm = np.linalg.norm(ends[1] - ends[0], axis=1)
        scale = float(self.scene.camera.matrix[0, 0]) / float(self.scene.camera.position_mm[2])
        here = ends[1][:, 2] > -3 * self.scene.radius_mm
        still = (moved_mm < 1e-3) & here
        moving = ~still & here
        if still.any() or self._still is None:
            key = ends[1][still].tobytes() + still.tobytes()
            if key != self._still_key or self._still is None:
                self._still = self.scene.draw_linear(self._placed(np.array([t_s]), np.nonzero(still)[0]))
                self._still_key = key
            image = self._still.copy()
        else:
            image = self.scene.plate.copy()
        if moving.any():
            subs = int(np.clip(np.ceil(moved_mm[moving].max() * scale / 1.5), 3, 12))
            times = t_s + ((np.arange(subs) + 0.5) / subs - 0.5) * self.exposure_s
            around = self.passage.state(np.array([t_s]))[0][0][still]
            self.scene.add_balls(image, self._placed(times, np.nonzero(moving)[0]), around)
        draw_people(image, self.scene.camera, self.passage.people(t_s), self.scene.lamp, 0.3)
        return develop(image, self.scene.film)

    def _placed(self, times: Floats, which: NDArray[np.int64]) -> list[Placed]:
        p, r = self.passage.state(times)
        return [Placed(self.looks[i], np.ascontiguousarray(p[:, i]), np.ascontiguousarray(r[:, i])) for i in which]


def write_video(filming: Filming, path: Path, crf: int = 20, preset: str = "slow") -> None:
    """An H.264 file with exact time stamps."""
    width, height = filming.scene.camera.image_size
    with av.open(str(path), "w") as out:
        stream = out.add_stream("libx264", rate=Fraction(filming.rate_hz).limit_denominator(1001))
        stream.width, stream.height, stream.pix_fmt = width, height, "yuv420p"
        stream.options = {"crf": str(crf), "preset": preset}
        stream.codec_context.thread_count = 1
        for k, (_, image) in enumerate(filming.frames()):
            frame = av.VideoFrame.from_ndarray(image, format="bgr24")
            frame.pts = k
            for packet in stream.encode(frame):
                out.mux(packet)
        for packet in stream.encode():
            out.mux(packet)


def camera_record(scene: Scene, file: str, rate_hz: float | None, head: str, ball_set: str) -> dict[str, object]:
    """Where the table is seen, beside a drawn clip: the form that the project's test footage has."""
    shape, camera = scene.shape, scene.camera
    w, h = shape.width_mm / 2, shape.length_mm / 2
    corners = camera.image_from_table([(-w, -h), (w, -h), (w, h), (-w, h)], shape.nose_height_mm)
    mouths = shape.pocket_mouths
    return {
        "file": file, "width": camera.image_size[0], "height": camera.image_size[1], "fps": rate_hz, "head": head,
        "head_known": True, "table": {"length_mm": shape.length_mm, "width_mm": shape.width_mm},
        "ball_set": ball_set, "ball_diameter_mm": 2 * scene.radius_mm,
        "corners_px": corners.round(2).tolist(),
        "pockets_px": {k: camera.image_from_table(v).ravel().round(2).tolist() for k, v in mouths.items()},
        "K": camera.matrix.tolist(), "dist": np.ravel(camera.distortion).tolist(),
        "rvec": np.ravel(camera.rotation).tolist(), "tvec": np.ravel(camera.translation_mm).tolist(),
    }  # fmt: skip


def write_truth(passage: Passage, path: Path, source: str) -> None:
    """The passage's records, one JSON line each."""
    lines = []
    for record in passage.records:
        record = {**record, "source": source} if record["type"] == "session" else record
        lines.append(json.dumps(record))
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
