"""Where balls may lie: votes of edges for the centres of outlines of the known size, and places filled by non-cloth.

Every edge pixel knows from its direction where the centre of a ball would be if it belonged to the ball's outline:
c = p - A e with e along A^T g. Both signs vote, as a ball may be lighter or darker than what lies beside it.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from callshot.tracker.detect.cloth import ClothModel
from callshot.tracker.detect.select import OVERLAP_DIAMETERS
from callshot.tracker.detect.view import TableView

Floats = NDArray[np.float64]
Floats32 = NDArray[np.float32]
Mask = NDArray[np.bool_]

EDGE_FLOOR = 2.0  # Lab units a px: weaker gradients are cloth texture
EDGE_CAP = 8.0  # stronger ones say no more than this
NEW_LAB = 4.0  # what differs less from the plate is noise
VOTE_MIN = 0.16  # share of a full outline that must agree; half-hidden balls in a rack keep this much
GAP_NEIGHBOURS = 3
GAP_FILL = 0.45
GAP_REACH = 0.8  # radii from the middle of a gap within which its ball lies
TOUCH_SLACK = 0.24  # and the places of the balls beside it are known to this, in radii
PEAK_DISTANCE_RADII = 0.45


def edge_votes(lab: Floats32, unlike: Floats32, view: TableView, allowed: Mask) -> Floats32:
    """(h, w) how much of a ball's outline speaks for a centre at each pixel: about 1 for a clean whole outline."""
    smooth = cv2.GaussianBlur(lab, (0, 0), 0.8)
    gx = cv2.Scharr(smooth, cv2.CV_32F, 1, 0) / 32
    gy = cv2.Scharr(smooth, cv2.CV_32F, 0, 1) / 32
    size2 = gx * gx + gy * gy
    channel = size2.argmax(2)[..., None]
    gx, gy = (np.take_along_axis(g, channel, 2)[..., 0] for g in (gx, gy))
    size = np.sqrt(np.take_along_axis(size2, channel, 2)[..., 0])
    v, u = np.nonzero(allowed & (size > EDGE_FLOOR))
    height, width = unlike.shape
    votes = np.zeros(height * width, np.float32)
    if not len(u):
        return votes.reshape(height, width)
    a = view.outline[v, u]
    g = np.stack([gx[v, u], gy[v, u]], 1)
    e = np.einsum("nji,nj->ni", a, g)
    e /= np.linalg.norm(e, axis=1)[:, None]
    offset = np.einsum("nij,nj->ni", a, e)
    weight = np.minimum(size[v, u], EDGE_CAP) / EDGE_CAP
    for sign in (-1, 1):
        cx = np.rint(u + sign * offset[:, 0]).astype(int)
        cy = np.rint(v + sign * offset[:, 1]).astype(int)
        ok = (cx >= 0) & (cx < width) & (cy >= 0) & (cy < height)
        votes += np.bincount(cy[ok] * width + cx[ok], weight[ok], height * width).astype(np.float32)
    sigma = 0.09 * view.radius_px + 0.5
    # A whole outline is a ring about 2 px thick; its votes spread over the blur's area.
    whole = 2 * np.pi * view.radius_px * 2.0 / (2 * np.pi * (sigma**2 + 1.0))
    return np.asarray(cv2.GaussianBlur(votes.reshape(height, width), (0, 0), sigma) / whole, np.float32)


def peaks_of(field: Floats32, allowed: Mask, floor: float, distance_px: float) -> NDArray[np.int64]:
    """(n, 2) px of the local maxima above `floor`, strongest first, no two nearer than `distance_px`."""
    size = 2 * max(1, round(distance_px)) + 1
    top = cv2.dilate(field, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size)))
    v, u = np.nonzero((field >= top) & (field > floor) & allowed)
    order = np.argsort(-field[v, u], kind="stable")
    taken = np.zeros(field.shape, np.bool_)
    keep = []
    for x, y in zip(u[order], v[order], strict=True):  # a plateau has many maxima; one is enough
        if not taken[y, x]:
            keep.append((x, y))
            y0, x0 = max(y - size // 2, 0), max(x - size // 2, 0)
            taken[y0 : y + size // 2 + 1, x0 : x + size // 2 + 1] = True
    return np.array(keep, np.int64).reshape(-1, 2)


def candidate_centres(
    lab: Floats32, unlike: Floats32, view: TableView, allowed: Mask | None = None, plate: ClothModel | None = None
) -> Floats:
    """(n, 2) px where a ball may lie. `allowed`: where to look, all places a ball can be by default. `plate`: a picture
    of the empty table; where the frame is like it there is nothing.
    """
    where = view.centres_ok if allowed is None else view.centres_ok & allowed
    reach = round(1.3 * view.radius_px)
    tall = cv2.dilate(where.astype(np.uint8), np.ones((2 * reach + 1, 1), np.uint8))
    around: Mask = np.asarray(cv2.dilate(tall, np.ones((1, 2 * reach + 1), np.uint8)) > 0)
    if plate is not None:
        apart = cv2.absdiff(lab, plate.lab)
        new = cv2.inRange(apart, (0.0, 0.0, 0.0), (NEW_LAB, NEW_LAB, NEW_LAB)) == 0
        speckless = cv2.erode(np.asarray(new, np.uint8), np.ones((2, 2)))
        around &= np.asarray(cv2.dilate(speckless, np.ones((5, 5), np.uint8)) > 0)
    votes = edge_votes(lab, unlike, view, around)
    distance = PEAK_DISTANCE_RADII * view.radius_px
    found = peaks_of(votes, where, VOTE_MIN, distance)
    # A ball whose outline hides among its like still fills its disc with something that is not cloth.
    disc = np.asarray(cv2.GaussianBlur(unlike, (0, 0), 0.45 * view.radius_px), np.float32)
    filled = peaks_of(disc, where, 0.5, distance)
    return np.concatenate([found, filled]).astype(np.float64)


def gaps_between(found_px: Floats, unlike: Floats32, view: TableView, allowed: Mask) -> Floats:
    """(n, 2) px of places between found balls (m, 2) that hold one more: in a rack a ball of its neighbours' colour
    or of the cloth's shows no outline of its own, but there is room for exactly one and something lies there.
    """
    if len(found_px) < GAP_NEIGHBOURS:
        return np.zeros((0, 2))
    taken = np.zeros(allowed.shape, np.uint8)
    near = np.zeros(allowed.shape, np.uint8)
    one = np.zeros(allowed.shape, np.uint8)
    angle = np.arange(32) * (np.pi / 16)
    circle = np.column_stack([np.cos(angle), np.sin(angle)])
    for centre, outline in zip(found_px, view.outline_at(found_px), strict=True):
        rim = circle @ outline.T
        cv2.fillConvexPoly(taken, np.rint((centre + 2 * OVERLAP_DIAMETERS * rim) * 16).astype(np.int32), 1, shift=4)
        one[:] = 0
        cv2.fillConvexPoly(one, np.rint((centre + 2.4 * rim) * 16).astype(np.int32), 1, shift=4)
        near += one
    something = cv2.GaussianBlur(unlike, (0, 0), 0.45 * view.radius_px) > GAP_FILL
    free = (taken == 0) & (near >= GAP_NEIGHBOURS) & allowed & view.centres_ok & something
    count, _, _, middles = cv2.connectedComponentsWithStats(free.astype(np.uint8), connectivity=8)
    return np.array([nestled(m, found_px, view) for m in middles[1:count]]).reshape(-1, 2)


def nestled(gap_px: Floats, found_px: Floats, view: TableView) -> Floats:
    """(2,) px in the gap about `gap_px` where a ball touches the most of the found ones (m, 2), or the gap's middle.

    At the rim of a rack the room is open to one side and its middle lies outside of the ball.
    """
    outline = view.outline_at(gap_px[None])[0]
    # In units of the radius about here: balls that touch are 2 apart.
    apart = (found_px - gap_px) @ np.linalg.inv(outline).T
    apart = apart[np.hypot(*apart.T) < 2 + GAP_REACH]
    first, second = np.triu_indices(len(apart), 1)
    middle, along = (apart[first] + apart[second]) / 2, (apart[second] - apart[first]) / 2
    half = np.hypot(*along.T)
    far = (half > 0.5) & (half < 2)
    across = np.stack([-along[far, 1], along[far, 0]], 1) / half[far, None] * np.sqrt(4 - half[far, None] ** 2)
    places = np.concatenate([middle[far] + across, middle[far] - across])
    gaps = np.hypot(*np.moveaxis(places[:, None] - apart[None], 2, 0))
    fits = (np.hypot(*places.T) < GAP_REACH) & (gaps > 2 - TOUCH_SLACK).all(1)
    if not fits.any():
        return gap_px
    touched = (gaps[fits] < 2 + TOUCH_SLACK).sum(1)
    if touched.max() < GAP_NEIGHBOURS:
        return gap_px
    return np.asarray(gap_px + outline @ places[fits][touched == touched.max()].mean(0))
