"""The command line as a shell sees it, and small files to give it."""

from __future__ import annotations

import contextlib
import io
import subprocess
import sys
from pathlib import Path

import av
import cv2
import numpy as np

from callshot.tracker.app import run

CALLSHOT = [sys.executable, "-c", "import sys; from callshot.tracker.start import main; main(sys.argv[1:])"]


def callshot(*arguments: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    """The program in this process: what it says and its exit code, as a shell would see them."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.chdir(cwd), contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = run([str(a) for a in arguments])
    return subprocess.CompletedProcess(arguments, code, out.getvalue(), err.getvalue())


def process(*arguments: str | Path, cwd: Path, **more: object) -> subprocess.CompletedProcess[str]:
    """The program as a process of its own."""
    return subprocess.run(
        [*CALLSHOT, *map(str, arguments)], cwd=cwd, capture_output=True, text=True, timeout=240, **more
    )  # type: ignore[call-overload,no-any-return]


def assert_one_line(done: subprocess.CompletedProcess[str], code: int, *words: str) -> None:
    lines = [line for line in done.stderr.splitlines() if line.startswith("callshot: ")]
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr
    assert lines, done.stderr
    for word in words:
        assert word in lines[-1]


def video(path: Path, images: list[np.ndarray]) -> Path:
    with av.open(str(path), "w") as out:
        stream = out.add_stream("libx264", rate=30, options={"preset": "ultrafast"})
        stream.height, stream.width = images[0].shape[:2]
        stream.pix_fmt = "yuv420p"
        for image in images:
            out.mux(stream.encode(av.VideoFrame.from_ndarray(image, "bgr24")))
        out.mux(stream.encode())
    return path


def calibration(path: Path, width: int = 640, height: int = 360, far: float = 3000.0) -> Path:
    """A calibration of a camera straight above a 9 ft table, as `callshot calibrate` writes it."""
    from callshot.calibration.camera import CameraModel
    from callshot.calibration.find import pocket_mouths
    from callshot.calibration.table import TableGeometry
    from callshot.rules.equipment import TABLES

    focal = 0.95 * width
    matrix = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1.0]])
    turn = cv2.Rodrigues(np.array([[0.0, 1, 0], [1, 0, 0], [0, 0, -1.0]]))[0].ravel()
    camera = CameraModel((width, height), matrix, np.zeros(5), turn, np.array([0.0, 0.0, far]))
    pockets = pocket_mouths(TABLES["9ft"])
    table = TableGeometry(camera, "left", 2540.0, 1270.0, 36.3, 42.0, pockets, 0.5, "9ft", "a test", "now")
    path.write_text(table.to_toml(), encoding="utf-8")
    return path
