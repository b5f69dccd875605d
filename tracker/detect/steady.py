"""Does the camera still stand where it stood? Watched by what doesn't move: rails, sights and pockets around the bed.

Corners on the rails are looked for again, sparsely, and only after the picture has changed. Where they have all gone
the same way the camera was pushed: once it stands still again its pose is solved anew from them, so that millimetres
go on meaning what they meant. Where hardly any is found, the lens is covered or fogged, or looks elsewhere.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from callshot.calibration.table import TableGeometry

Floats = NDArray[np.float64]
Image = NDArray[np.uint8]
View = Literal["steady", "unsteady", "moved", "blind"]

RAIL_BAND_MM = 110.0  # rails are at least about that wide; what lies beyond is floor, and people
MOST_CORNERS, LEAST_CORNERS, CORNER_GAP_PX = 160, 16, 12
# Following corners from picture to picture is good to a tenth of a pixel; a codec adds some.
MOVED_PX = 1.5
AGREE_PX = 1.0  # corners that went with the camera agree to within this
STILL_PX = 0.5  # two looks in a row this near: it has come to rest
BACK_PX = 0.7  # followed there and back again, a corner comes out this near to where it began
AGREE_SHARE = 0.6  # of the corners that are found; people lean on some
SEEN_SHARE = 0.2  # fewer than that of all corners: nobody can lean on so many
SOLVED_RMS_PX = 1.0
LEVELS = 3  # of the pyramid in which corners are followed: as far as an eighth of the picture
FLAT_PX = 61
STRIDE_PX = 16  # the picture is compared coarsely first
STIRRED_LUMA, STIRRED_SHARE, SHAKEN_SHARE, UPSET_SHARE = 6, 0.02, 0.08, 0.5  # the more at once, the sooner a look
LOOK_S, LOOK_AGAIN_S = 0.4, 0.1
AT_LEAST_S = 0.8  # a small push may change little of a plain picture
BLIND_S = 0.4  # a flash, a bad frame are over by then
SWING_S = 2.0  # a camera that swings for longer shows nothing that can be trusted
COARSELY = 2  # a picture of half the size tells whether it moved


class Steady:
    """`update` takes each picture's luma (h, w) and says how the camera stands; `table` is where it sees the table."""

    def __init__(self, table: TableGeometry) -> None:
        self.table = table
        self.moved_px = 0.0
        self._was: Image | None = None
        self._small: Image | None = None
        self._corners = np.zeros((0, 1, 2), np.float32)
        self._coarse: NDArray[np.int16] | None = None
        self._looked_s = -np.inf
        self._view: View = "steady"
        self._last: Floats | None = None
        self._lost_since_s: float | None = None
        self._swings_since_s: float | None = None

    def update(self, luma: Image, t_s: float) -> View:
        """steady; unsteady: it moves, trust nothing; moved: `table` is anew from here on; blind: no table is seen."""
        if self._was is None:
            self._begin(luma)
            return "steady"
        if self._view == "moved":
            self._view = "steady"
        if len(self._corners) < LEAST_CORNERS or not self._stirred(luma, t_s):
            return self._view
        self._looked_s = t_s
        self._view = self._look(luma, t_s)
        self._swings_since_s = None if self._view != "unsteady" else self._swings_since_s or t_s
        if self._swings_since_s is not None and t_s - self._swings_since_s > SWING_S:
            return "blind"
        return self._view

    def _begin(self, luma: Image) -> None:
        self._was, self._small = _flat(luma), _flat(_half(luma))
        self._coarse = luma[::STRIDE_PX, ::STRIDE_PX].astype(np.int16)
        found = cv2.goodFeaturesToTrack(luma, MOST_CORNERS, 0.01, CORNER_GAP_PX, mask=self._band(luma.shape))
        self._corners = np.zeros((0, 1, 2), np.float32) if found is None else np.asarray(found, np.float32)

    def _band(self, shape: tuple[int, ...]) -> Image:
        table = self.table
        half = np.array([table.width_mm, table.length_mm]) / 2
        square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float64)
        mask = np.zeros(shape[:2], np.uint8)
        for reach, height, value in ((RAIL_BAND_MM, table.rail_height_mm, 255), (0.0, table.nose_height_mm, 0)):
            px = table.camera.image_from_table(_along(square * (half + reach)), height)
            cv2.fillPoly(mask, [np.rint(px).astype(np.int32)], value)
        return mask

    def _stirred(self, luma: Image, t_s: float) -> bool:
        """Has the picture changed since the last look, a little for a while or much? While it is lost, always look."""
        since = t_s - self._looked_s
        if self._view != "steady" or self._lost_since_s is not None:
            return since > LOOK_AGAIN_S
        coarse = luma[::STRIDE_PX, ::STRIDE_PX].astype(np.int16)
        assert self._coarse is not None
        changed = float((np.abs(coarse - self._coarse) > STIRRED_LUMA).mean())
        least = STIRRED_SHARE if since > LOOK_S else SHAKEN_SHARE if since > LOOK_AGAIN_S else UPSET_SHARE
        if changed < least and since < AT_LEAST_S:
            return False
        self._coarse = coarse
        return True

    def _look(self, luma: Image, t_s: float) -> View:
        assert self._was is not None and self._small is not None
        there, found = _followed(self._small, _flat(_half(luma)), np.asarray(self._corners / COARSELY, np.float32))
        there *= COARSELY
        moved = (there - self._corners)[found, 0]
        if len(moved) < max(LEAST_CORNERS / 2, SEEN_SHARE * len(self._corners)):
            self._last = None
            self._lost_since_s = t_s if self._lost_since_s is None else self._lost_since_s
            return "blind" if t_s - self._lost_since_s > BLIND_S else "unsteady"
        self._lost_since_s = None
        middle = np.median(moved, axis=0)
        if float(np.hypot(*middle)) < MOVED_PX and float(np.median(np.hypot(*moved.T))) < MOVED_PX:
            self._last = None
            return "steady"
        _, agree = cv2.findHomography(self._corners[found], there[found], cv2.RANSAC, AGREE_PX)
        inliers = agree.ravel() > 0 if agree is not None else np.zeros(len(moved), np.bool_)
        if inliers.mean() < AGREE_SHARE:
            return self._view
        last, self._last = self._last, np.asarray(middle, np.float64)
        if last is None or float(np.hypot(*(self._last - last))) > STILL_PX:
            return "unsteady"
        there, found = _followed(self._was, _flat(luma), self._corners, there)
        _, agree = cv2.findHomography(self._corners[found], there[found], cv2.RANSAC, AGREE_PX)
        inliers = agree.ravel() > 0 if agree is not None else np.zeros(int(found.sum()), np.bool_)
        if inliers.sum() < LEAST_CORNERS / 2:
            return "unsteady"
        if not self._solve(self._corners[found][inliers], there[found][inliers]):
            return "unsteady"
        self.moved_px, self._last = float(np.median(np.hypot(*moved.T))), None
        self._begin(luma)
        return "moved"

    def _solve(self, was: NDArray[np.float32], now: NDArray[np.float32]) -> bool:
        """The new pose from corners (n, 1, 2) px before and now."""
        camera, height = self.table.camera, self.table.rail_height_mm
        at = camera.table_from_image(was.reshape(-1, 2).astype(np.float64), height)
        points = np.column_stack([at, np.full(len(at), height)])
        ok, rotation, translation = cv2.solvePnP(
            points, now.reshape(-1, 2).astype(np.float64), camera.matrix, camera.distortion,
            camera.rotation.reshape(3, 1).copy(), camera.translation_mm.reshape(3, 1).copy(), useExtrinsicGuess=True,
        )  # fmt: skip
        if not ok:
            return False
        solved = replace(camera, rotation=np.ravel(rotation), translation_mm=np.ravel(translation))
        off = solved.image_from_table(at, height) - now.reshape(-1, 2)
        if float(np.sqrt(np.median((off**2).sum(axis=1)))) > SOLVED_RMS_PX:
            return False
        self.table = replace(self.table, camera=solved)
        return True


def _followed(
    was: Image, now: Image, corners: NDArray[np.float32], guess: NDArray[np.float32] | None = None
) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """Where corners (n, 1, 2) of one picture are in another, and which of them are found for sure."""
    start, flags = (corners, 0) if guess is None else (guess, cv2.OPTFLOW_USE_INITIAL_FLOW)
    there, ok, _ = cv2.calcOpticalFlowPyrLK(was, now, corners, start.copy(), None, None, (21, 21), LEVELS, flags=flags)
    back, ok_back, _ = cv2.calcOpticalFlowPyrLK(now, was, there, corners.copy(), None, None, (21, 21), LEVELS)
    near = np.hypot(*(back - corners)[:, 0].T) < BACK_PX
    inside = ((there[:, 0] >= 0) & (there[:, 0] < np.array(now.shape[::-1]))).all(axis=1)
    sure = (ok.ravel() > 0) & (ok_back.ravel() > 0) & near & inside
    return np.asarray(there, np.float32), np.asarray(sure, np.bool_)


def _half(luma: Image) -> Image:
    return np.asarray(cv2.resize(luma, None, fx=1 / COARSELY, fy=1 / COARSELY, interpolation=cv2.INTER_AREA), np.uint8)


def _flat(luma: Image) -> Image:
    """Only what is finer than the light: a lamp that dims leaves the corners as they are."""
    return np.asarray(cv2.addWeighted(luma, 1.0, cv2.blur(luma, (FLAT_PX, FLAT_PX)), -1.0, 128.0), np.uint8)


def _along(corners: Floats) -> Floats:
    """(4, 2) corners with points along the sides: through a lens they are no straight lines."""
    return np.concatenate([np.linspace(corners[k], corners[(k + 1) % 4], 16, endpoint=False) for k in range(4)])
