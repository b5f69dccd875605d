"""Runs inside the Debian 13 tree: the real picamera2 and libcamera, their virtual camera, and our adapter on top.

Prints a line for each thing shown, and exits 1 at the first that is not so.
"""

from __future__ import annotations

import itertools
import logging
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np

WIDTH, HEIGHT, PICTURES = 1280, 720, 32
FRAMES_FOLDER = Path("/opt/callshot-test/frames")
VIRTUAL = Path("/usr/share/libcamera/pipeline/virtual/virtual.yaml")
BAR_PX = 40
CONFIGURATION = f"""%YAML 1.1
---
"Table":
  supported_formats:
  - width: {WIDTH}
    height: {HEIGHT}
    frame_rates:
    - 60
  frames:
    path: "{FRAMES_FOLDER}/"
  location: "CameraLocationExternal"
  model: "virtual-table"
"""


def show(what: str, holds: bool) -> None:
    print(("ok    " if holds else "FAILED") + " " + what, flush=True)
    if not holds:
        sys.exit(1)


def draw_pictures() -> None:
    """A green cloth with a white bar that moves BAR_PX a picture."""
    FRAMES_FOLDER.mkdir(parents=True, exist_ok=True)
    for n in range(PICTURES):
        image = np.full((HEIGHT, WIDTH, 3), (60, 120, 30), np.uint8)
        image[:, n * BAR_PX : (n + 1) * BAR_PX] = 240
        cv2.imwrite(str(FRAMES_FOLDER / f"{n}.jpg"), image, (cv2.IMWRITE_JPEG_QUALITY, 95))
    VIRTUAL.parent.mkdir(parents=True, exist_ok=True)
    VIRTUAL.write_text(CONFIGURATION)


def bar_of(luma: np.ndarray) -> int:
    """Which picture of the series is shown."""
    columns = np.flatnonzero(luma[HEIGHT // 2] > 180)
    return round(columns.mean() / BAR_PX - 0.5) if len(columns) else -1


def main() -> None:
    draw_pictures()
    from picamera2 import Picamera2
    from picamera2.allocators import LibcameraAllocator

    from callshot.hardware.frame import Notice, SourceError
    from callshot.hardware.picamera import PiCamera
    from callshot.hardware.picamera_settings import CameraSettings

    logging.getLogger("picamera2").setLevel(logging.ERROR)
    # What the virtual camera lacks and a real one has: a raw stream, and buffers that DmaAllocator can divide.
    Picamera2._get_raw_modes = lambda _: [{"format": "NV12", "size": (WIDTH, HEIGHT)}]
    opened: list[Any] = []

    def open_camera(number: int) -> Any:
        camera = Picamera2(number)
        camera.allocator = LibcameraAllocator(camera.camera)
        opened.append(camera)
        return camera

    print("cameras:", [c["Model"] for c in Picamera2.global_camera_info()])
    settings = CameraSettings(pixel_format="NV12", size_px=(WIDTH, HEIGHT))
    notices: list[Notice] = []
    camera = PiCamera(0, notices.append, settings=settings, open_camera=open_camera)
    show(f"started: {camera.info}", (camera.info.width_px, camera.info.height_px) == (WIDTH, HEIGHT))

    frames = list(itertools.islice(camera, 300))
    show("300 frames from 6 buffers: every request was given back", len(frames) == 300)
    times = [f.timestamp_ns for f in frames]
    show("time stamps of the sensor grow", all(b > a for a, b in itertools.pairwise(times)) and times[0] == 0)
    numbers = [f.sequence for f in frames]
    show("sequence numbers grow", all(b > a for a, b in itertools.pairwise(numbers)))
    bars = [bar_of(f.luma) for f in frames if f.luma is not None]
    moved = [(b - a) % PICTURES for a, b in itertools.pairwise(bars)]
    # A loaded machine misses pictures: only frames that followed one another at once are compared.
    quick = [m for m, (a, b) in zip(moved, itertools.pairwise(times), strict=True) if b - a < 50_000_000]
    show(
        f"luma shows the pictures in their order ({len(set(bars))} of {PICTURES}, at most {max(quick)} on at once)",
        len(bars) == 300 and min(bars) >= 0 and len(quick) > 50 and max(quick) <= 8 and len(set(bars)) > 4,
    )
    show("pixels are a copy: an early frame still shows its picture", bar_of(frames[0].luma) == bars[0])
    frame = frames[10]
    wanted = cv2.imread(str(FRAMES_FOLDER / f"{bars[10]}.jpg"))
    error = float(np.abs(frame.image.astype(int) - wanted).mean())
    show(
        f"colours are those of the picture (mean difference {error:.1f})",
        frame.image.shape == wanted.shape and error < 12,
    )

    fixed = camera.fix(20)
    show(f"fixing passes over what this camera can't do: {fixed}", isinstance(fixed, dict))

    iterator = iter(camera)
    next(iterator)
    opened[-1].camera.stop()  # libcamera itself falls silent, as with a pulled cable
    frame = next(iterator)
    while len(opened) == 1:  # requests that were still on their way
        frame = next(iterator)
    codes = [n.code for n in notices]
    show(f"a silent camera is told, tried again, and back: {codes}", codes == ["camera-lost", "camera-back"])
    later = next(iterator)
    show("and time goes on", later.timestamp_ns > frame.timestamp_ns and bar_of(later.luma) >= 0)
    print(f"      health: {camera.health}")
    camera.close()
    show("closing ends the frames", list(iterator) == [])

    again = PiCamera(0, settings=settings, open_camera=open_camera)
    show("it can be opened again", len(list(itertools.islice(again, 10))) == 10)
    again.close()
    try:
        PiCamera(7, settings=settings, open_camera=open_camera)
    except SourceError as error_line:
        show(f"a camera that is not there is one line: {error_line}", "\n" not in str(error_line))
    else:
        show("a camera that is not there is refused", False)


if __name__ == "__main__":
    main()
