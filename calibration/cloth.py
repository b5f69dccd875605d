"""Where the cloth is: regions of one smoothly lit colour, most likely first. No colour is preferred."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from callshot.calibration.camera import Floats
from callshot.hardware.frame import Image

Mask = NDArray[np.bool_]
Picture = NDArray[np.float32]
Lab = NDArray[np.float32]

# Pictures are searched at this size: a nose shadow is still one to three px wide in it.
SEARCH_PX = 640
# Light falls off towards the rails, colour doesn't: lightness counts half.
LAB_WEIGHTS = np.array([0.5, 1.0, 1.0], np.float32)
# The brightest channel of a cloth, 0 to 1, at which a nose's shadow stands out from the weave as on most tables; and
# how far a darker picture is brightened: beyond that, the steps of its 8 bits are what one would see.
DARK, MOST_GAIN = 0.35, 5.0
# How far a cloth's colour strays. A floor nearly of its colour is flooded with it: then less is allowed.
NEAR_LAB = (8.0, 5.0, 3.0)
# A region along more of the picture's border than this is the floor's: a table is shown whole, or nearly.
MOST_BORDER = 0.7


def picture_of(image: Image) -> Picture:
    """(h, w, 3) uint8 -> float32 BGR, 0 to 1, to be sampled between pixels without rounding."""
    return image.astype(np.float32) * np.float32(1 / 255)


def exposed_for(picture: Picture, small: Image, region: Mask) -> Picture:
    """The picture, (h, w, 3) 0 to 1, brightened where the cloth in `region` of the shrunk one is too dark."""
    gain = DARK / max(float(np.median(small[region].max(axis=1))) / 255, DARK / MOST_GAIN)
    return picture if gain <= 1 else np.minimum(picture * np.float32(gain), np.float32(1))


def lab_of(picture: Picture) -> Lab:
    """(h, w, 3) float32 BGR -> CIE Lab."""
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2LAB), np.float32)


def light_of(lab: Lab) -> NDArray[np.float32]:
    """(h, w, 3) float32 CIE Lab -> linear BGR light, 0 to 1."""
    return np.asarray(cv2.cvtColor(lab, cv2.COLOR_LAB2LBGR), np.float32)


def shrink(image: Image, longest: int = SEARCH_PX) -> tuple[Image, float]:
    """The picture with its longer side at most `longest`, and the scale."""
    scale = min(1.0, longest / max(image.shape[:2]))
    if scale == 1.0:
        return image, 1.0
    return np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8), scale


def cloth_regions(small: Image) -> Iterator[Mask]:
    """Candidate regions (h, w) of a shrunk picture, holes filled, most likely first."""
    lab = cv2.GaussianBlur(lab_of(picture_of(small)), (0, 0), 1.0)
    colours = _main_colours(np.asarray(lab, np.float32))
    for tolerance in (5.0, 3.0, 8.0):
        for colour in colours:
            for widest in NEAR_LAB:
                region = _grow(np.asarray(lab, np.float32), colour, tolerance, widest)
                if region is not None and _on_border(region) < MOST_BORDER:
                    yield region
                    break


def _main_colours(lab: Lab) -> list[Floats]:
    """The picture's main colours, the middle counting more: a table is rarely at the border of its own picture."""
    h, w = lab.shape[:2]
    yy, xx = np.mgrid[:h, :w]
    middle = (np.abs(xx - w / 2) < 0.3 * w) & (np.abs(yy - h / 2) < 0.3 * h)
    out: list[Floats] = []
    for pixels in (lab[middle], lab[middle], lab.reshape(-1, 3)):
        left = pixels
        for colour in out:  # the next colour is one that isn't had yet
            left = left[(np.abs(left - colour) * LAB_WEIGHTS).max(1) > 8]
        if len(left) < 0.1 * len(pixels):
            continue
        bins, counts = np.unique(np.round(left / 4).astype(np.int16), axis=0, return_counts=True)
        colour = bins[np.argmax(counts)] * 4.0
        for _ in range(5):
            near = (np.abs(left - colour) * LAB_WEIGHTS).max(1) < 6
            if near.any():
                colour = np.median(left[near], 0)
        out.append(colour)
    return out


def _grow(lab: Lab, colour: Floats, tolerance: float, widest: float) -> Mask | None:
    """The largest region near `colour`, its light modelled as a smooth surface; tolerance in robust sigmas, widest in
    Lab, weighted.
    """
    region = _largest((np.abs(lab - colour) * LAB_WEIGHTS).max(2) < widest)
    limit = 0.0
    for _ in range(4):
        if region.sum() < 0.03 * region.size:
            return None
        off = np.linalg.norm((lab - _smooth_surface(lab, region)) * LAB_WEIGHTS, axis=2)
        limit = float(np.clip(tolerance * 1.4826 * np.median(off[region]), 2.5, widest + 1.0))
        near = off < limit
        region = _largest(near)
    # Strings and letters on the cloth split it; close them before choosing the piece, then fill balls.
    k = max(3, round(0.008 * lab.shape[1])) | 1
    closed = cv2.morphologyEx(near.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((k, k), np.uint8))
    return _filled(_largest(closed > 0))


def _smooth_surface(lab: Lab, region: Mask) -> Lab:
    h, w = region.shape
    yy, xx = np.mgrid[:h, :w].astype(np.float32)
    x, y = xx / w - 0.5, yy / h - 0.5
    terms = np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], -1).reshape(-1, 6)
    index = np.flatnonzero(region.ravel())
    index = index[:: max(1, len(index) // 6000)]
    fit = np.linalg.lstsq(terms[index], lab.reshape(-1, 3)[index], rcond=None)[0]
    return np.asarray((terms @ fit).reshape(h, w, 3), np.float32)


def _on_border(region: Mask) -> float:
    """Which share of the picture's border belongs to the region."""
    return float(np.concatenate([region[0], region[-1], region[:, 0], region[:, -1]]).mean())


def _largest(mask: Mask) -> Mask:
    """The piece with the most area, the picture's border counting against it: a floor goes round the table."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8), connectivity=4)
    if count < 2:
        return mask
    border = np.concatenate([labels[0], labels[-1], labels[:, 0], labels[:, -1]])
    touching = np.bincount(border, minlength=count)[1:] / len(border)
    value = stats[1:, cv2.CC_STAT_AREA] * np.clip(1 - 2 * touching, 0.01, 1)
    return np.asarray(labels == 1 + int(np.argmax(value)))


def _filled(mask: Mask) -> Mask:
    contours, _ = cv2.findContours(mask.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    out = np.zeros(mask.shape, np.uint8)
    if contours:
        cv2.drawContours(out, [max(contours, key=cv2.contourArea)], -1, 1, -1)
    return out > 0
