"""A ball that turns back where its edge is at a cushion hit it, however softly: nothing else turns a ball there.

A slow rebound seen a few times only passes for one bent piece, or for two that hardly differ: its pieces are cut here.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from callshot.tracker.strokes.bed import Bed, Rail
from callshot.tracker.strokes.joints import Joint
from callshot.tracker.strokes.pieces import Piece, fit

Floats = NDArray[np.float64]

# A ball comes in and goes out at least this fast, or nobody can tell that it was turned.
LEAST_MMPS = 30.0
# One that came in at least this fast may also be left with less than that, either way: the cushion stopped it.
STOPPED_MMPS = 60.0
# Where its edge is then: as far beyond the line, or short of it, as a calibration and a slow sight may be off.
BEYOND_MM, SHORT_MM = 16.0, 9.0
# No friction turns a ball faster than this; a bend that is gentler is spin.
LEAST_MMPS2 = 350.0


def turns_at(into_mmps: float, out_mmps: float, gap_mm: float) -> bool:
    """Whether a ball that ran at a cushion was stopped or sent back there. gap_mm: from its edge to the line."""
    if not -BEYOND_MM < gap_mm < SHORT_MM:
        return False
    if into_mmps > STOPPED_MMPS:
        return out_mmps > -LEAST_MMPS / 2
    return into_mmps > LEAST_MMPS and out_mmps > LEAST_MMPS


def turned_apart(pieces: tuple[Piece, ...], fitted: tuple[Floats, Floats, Floats] | None, bed: Bed) -> list[Piece]:
    """The pieces, with those that turn at a cushion cut in two there. fitted: as in Path."""
    if fitted is None:
        return list(pieces)
    out: list[Piece] = []
    for piece in pieces:
        lay = out[-1].place[0] if out and out[-1].rest else None
        whole = piece.rest or piece.samples < 4 or piece.first < 0
        cut = None if whole else _turn(piece, fitted, bed, lay)
        out += [piece] if cut is None else list(cut)
    return out


def turns(joint: Joint, bed: Bed) -> bool:
    """Whether the ball turned at a cushion between both pieces."""
    a, b = joint.before, joint.after
    if a.rest or b.rest:
        return False
    t = joint.times()
    at, _ = joint.where(t)
    into, out = -a.velocity(t), b.velocity(t)
    inwards = bed.rail_lines.inwards
    for rail, k in zip(bed.rails, (at @ inwards.T).argmin(axis=0).tolist(), strict=True):
        inward, outward = float(into[k] @ rail.inward), float(out[k] @ rail.inward)
        if turns_at(inward, outward, _gap_mm(at[k], rail, bed)) and _along(at[k], rail, bed):
            return True
    return False


def _turn(
    piece: Piece, fitted: tuple[Floats, Floats, Floats], bed: Bed, lay: Floats | None
) -> tuple[Piece, Piece] | None:
    t = np.linspace(piece.start_s, piece.end_s, 4 * piece.samples)
    at = piece.at(t)
    first, last = piece.velocity(piece.start_s), piece.velocity(piece.end_s)
    for rail, k in zip(bed.rails, (at @ bed.rail_lines.inwards.T).argmin(axis=0).tolist(), strict=True):
        if not turns_at(float(-first @ rail.inward), float(last @ rail.inward), _gap_mm(at[k], rail, bed)):
            continue
        if piece.place[2] @ rail.inward < LEAST_MMPS2 or not _along(at[k], rail, bed):
            continue
        if lay is not None and float(np.hypot(*(at[k] - lay))) < SHORT_MM:
            return None  # it lay there: it did not run at that cushion, it left it
        cut = _best_cut(piece, fitted, float(t[k]))
        if cut is not None and last @ rail.inward < LEAST_MMPS:
            # stopped there, if it ran at it up to the cut; a slow roll that ends there is none
            into = -cut[0].velocity(cut[0].end_s) @ rail.inward
            cut = cut if into > STOPPED_MMPS else None
        return cut
    return None


def _gap_mm(at: Floats, rail: Rail, bed: Bed) -> float:
    return float((at - rail.start) @ rail.inward) - bed.radius_mm


def _along(at: Floats, rail: Rail, bed: Bed) -> bool:
    length = rail.length_mm
    along = float((at - rail.start) @ (rail.end - rail.start)) / length
    return -bed.radius_mm / 2 < along < length + bed.radius_mm / 2


def _best_cut(piece: Piece, fitted: tuple[Floats, Floats, Floats], when_s: float) -> tuple[Piece, Piece] | None:
    """The piece as two, cut within a sight of that moment where both fit best."""
    times, p, sigma = fitted
    near = int(np.searchsorted(times[piece.first : piece.last + 1], when_s)) + piece.first - 1
    found: tuple[float, Piece, Piece] | None = None
    for cut in (near - 1, near, near + 1):
        if not piece.first < cut < piece.last - 1:
            continue
        a, b = fit(times, p, sigma, piece.first, cut), fit(times, p, sigma, cut + 1, piece.last)
        if a.rest or b.rest:
            continue
        if found is None or a.misfit + b.misfit < found[0]:
            found = (a.misfit + b.misfit, a, b)
    return None if found is None else found[1:]
