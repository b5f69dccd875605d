"""The printed board, and the lens that views of it give."""

from __future__ import annotations

import re
from pathlib import Path

import cv2
import numpy as np
import pytest

from callshot.calibration.board import MODULES, SQUARE_MM, board_modules, board_pdf
from callshot.calibration.lens import calibrate_lens, load_lens
from callshot.calibration.table import CalibrationError
from callshot.hardware.frame import Image

SIZE = (960, 720)
MATRIX = np.array([[820.0, 0, 484.0], [0, 820.0, 352.0], [0, 0, 1]])
DISTORTION = np.array([-0.22, 0.06, 0.0, 0.0, 0.0])


def views(count: int) -> list[Image]:
    """The board held at many angles before a lens with barrel distortion."""
    black = board_modules()
    sheet = np.full((black.shape[0] + 8, black.shape[1] + 8), 255, np.uint8)
    sheet[4:-4, 4:-4] = np.where(black, 0, 255)
    fine = 8
    sheet = cv2.resize(sheet, None, fx=fine, fy=fine, interpolation=cv2.INTER_NEAREST)
    module = SQUARE_MM / MODULES
    u, v = np.meshgrid(np.arange(SIZE[0], dtype=np.float64), np.arange(SIZE[1], dtype=np.float64))
    rays = cv2.undistortPoints(np.stack([u.ravel(), v.ravel()], 1).reshape(-1, 1, 2), MATRIX, DISTORTION).reshape(-1, 2)
    rng = np.random.default_rng(2)
    out = []
    for _ in range(count):
        turn = np.asarray(cv2.Rodrigues(rng.uniform([-0.5, -0.5, -0.6], [0.5, 0.5, 0.6]))[0])
        middle = np.array([sheet.shape[1], sheet.shape[0]]) / fine * module / 2
        shift = np.array([rng.uniform(-70, 70), rng.uniform(-50, 50), rng.uniform(330, 430)]) - turn[:, :2] @ middle
        plane = np.linalg.inv(np.column_stack([turn[:, :2], shift]))
        at = np.column_stack([rays, np.ones(len(rays))]) @ plane.T
        mm = at[:, :2] / at[:, 2:] / module * fine
        image = cv2.remap(
            sheet, mm[:, 0].reshape(u.shape).astype(np.float32), mm[:, 1].reshape(u.shape).astype(np.float32),
            cv2.INTER_AREA, borderMode=cv2.BORDER_CONSTANT, borderValue=128,
        )  # fmt: skip
        out.append(cv2.cvtColor(cv2.GaussianBlur(image, (0, 0), 0.8), cv2.COLOR_GRAY2BGR))
    return out


def test_a_known_lens_comes_back_and_survives_its_file(tmp_path: Path) -> None:
    lens = calibrate_lens(views(9))
    assert lens.camera.matrix[0, 0] == pytest.approx(820, rel=0.01)
    assert lens.camera.matrix[:2, 2] == pytest.approx([484, 352], abs=8)
    assert lens.camera.distortion[0] == pytest.approx(-0.22, abs=0.03)
    file = tmp_path / "lens.toml"
    file.write_text(lens.to_toml('callshot lens "x"', "2026-01-01T00:00:00"), encoding="utf-8")
    again = load_lens(file)
    assert again.image_size == SIZE
    assert np.allclose(again.matrix, lens.camera.matrix, rtol=1e-6)
    assert np.allclose(again.distortion, lens.camera.distortion, atol=1e-6)


def test_one_view_again_and_again_is_one_view() -> None:
    with pytest.raises(CalibrationError, match="1 different views of the board in 8 pictures"):
        calibrate_lens(views(1) * 8)


def test_pictures_without_the_board_are_told(tmp_path: Path) -> None:
    with pytest.raises(CalibrationError, match="hold the whole board"):
        calibrate_lens([np.full((300, 400, 3), 128, np.uint8)] * 3)
    with pytest.raises(CalibrationError, match="no picture"):
        calibrate_lens([])
    broken = tmp_path / "lens.toml"
    whole = "image_size = [640, 480]\nmatrix = [600, 0, 320, 0, 600, 240, 0, 0, 1]\ndistortion = [0, 0, 0, 0, 0]\n"
    broken.write_text(whole, encoding="utf-8")
    assert load_lens(broken).image_size == (640, 480)
    for text in (
        "",
        "image_size = [1, 2]",
        "image_size = 3",
        "not toml",
        "matrix = [1]\nimage_size = [4, 4]\n",
        whole.replace("[600,", "[nan,"),
        whole.replace("600, 240", "0, 240"),
        whole.replace("640", "1" + "0" * 400),
        whole.replace("[0, 0, 0, 0, 0]", "[0, 0, 0, 0, inf]"),
        "x = " + "[" * 5000,
    ):
        broken.write_text(text, encoding="utf-8")
        with pytest.raises(CalibrationError, match="callshot lens"):
            load_lens(broken)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_board_is_a_pdf_of_true_size_with_every_black_module(paper: str) -> None:
    pdf = board_pdf(paper)
    assert pdf.startswith(b"%PDF-1.4") and pdf.rstrip().endswith(b"%%EOF")
    start = int(re.search(rb"startxref\n(\d+)", pdf).group(1))  # type: ignore[union-attr]
    assert pdf[start:].startswith(b"xref")
    for place in re.findall(rb"(\d{10}) 00000 n", pdf):
        assert re.match(rb"\d+ 0 obj", pdf[int(place) :])
    module = SQUARE_MM / MODULES * 72 / 25.4
    boxes = [[float(v) for v in box.split()] for box in re.findall(rb"([\d.]+ [\d.]+ [\d.]+ [\d.]+) re f", pdf)]
    modules = [box for box in boxes if abs(box[3] - module) < 1e-3]
    assert sum(box[2] for box in modules) / module == pytest.approx(board_modules().sum(), abs=0.01)
    page = [float(v) for v in re.search(rb"MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", pdf).groups()]  # type: ignore[union-attr]
    assert min(box[0] for box in boxes) > 0 and max(box[0] + box[2] for box in boxes) < page[0]
    assert min(box[1] for box in boxes) > 0 and max(box[1] + box[3] for box in boxes) < page[1]
