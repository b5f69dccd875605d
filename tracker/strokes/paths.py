"""What was seen of each ball during an episode of motion, ready to be cut into pieces."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from callshot.rules.vocabulary import Pocket
from callshot.tracker.strokes.pieces import Piece, cut

Floats = NDArray[np.float64]

# Second differences of a free path are noise: with weights 1, -2, 1 they are sqrt(6) times one sight's.
_SECOND_DIFFERENCE = 6.0**0.5
# A ball that turns shows other faces, and its fitted place wanders slowly with them: no sight is better than this.
MOVING_SIGMA_MM = 0.8
# Balls do not come back to where they lay: sights nearer than this to it are false ones beside it.
FAR_MM = 150.0
# Sights kept of the rest before the first movement: enough to know the place well.
LEAD_SIGHTS = 10


@dataclass(slots=True, eq=False)
class Sights:
    """The sights of one ball: time s, x mm, y mm, sigma mm, gap to the nearest foreign outline mm, 1 below the bed."""

    rows: list[tuple[float, float, float, float, float, float]] = field(default_factory=list)

    def add(self, t: float, x: float, y: float, sigma: float, foreign_gap: float, sunk: bool = False) -> None:
        """One more sight."""
        self.rows.append((t, x, y, sigma, foreign_gap, float(sunk)))

    def forget_before(self, t: float) -> None:
        """Drop what is older than t, but for the last few sights of it."""
        keep = 0
        while keep < len(self.rows) - LEAD_SIGHTS and self.rows[keep][0] < t:
            keep += 1
        if keep:
            del self.rows[:keep]

    def table(self) -> Floats:
        """(n, 6) all rows."""
        return np.array(self.rows, np.float64).reshape(-1, 6)


@dataclass(frozen=True, slots=True, eq=False)
class Path:
    """One ball's way through the episode.

    before_mm: where it lay before, None if it wasn't there; after_mm likewise. lost_s: when it was last seen, if it
    was not there at the end. covered: something foreign lay over it when it was lost. in_pocket: it was seen there.
    fitted: times (n,), places (n, 2), sigmas (n,) that the pieces count in.
    """

    ball: int
    sights: Floats
    pieces: tuple[Piece, ...]
    before_mm: Floats | None
    after_mm: Floats | None
    lost_s: float | None = None
    covered: bool = False
    in_pocket: Pocket | None = None
    fitted: tuple[Floats, Floats, Floats] | None = None

    @property
    def moved(self) -> bool:
        """It did not stay where it lay."""
        return len(self.pieces) != 1 or not self.pieces[0].rest

    def piece_at(self, t: float) -> Piece | None:
        """The piece that holds at t (the one before a joint, if t lies in one)."""
        held = None
        for piece in self.pieces:
            if piece.start_s > t:
                break
            held = piece
        return held or (self.pieces[0] if self.pieces else None)


def noise_scale(tables: list[Floats]) -> float:
    """How far the sights' own covariance is off, from the second differences of all of them."""
    ratios = []
    for rows in tables:
        if len(rows) < 5:
            continue
        dt = np.diff(rows[:, 0])
        even = np.abs(dt[1:] - dt[:-1]) < 0.2 * dt[1:]
        second = rows[2:, 1:3] - 2 * rows[1:-1, 1:3] + rows[:-2, 1:3]
        sigma = rows[1:-1, 3] * _SECOND_DIFFERENCE
        ratios.append((np.abs(second) / sigma[:, None])[even].ravel())
    if not ratios:
        return 1.0
    every = np.concatenate(ratios)
    if len(every) < 20:
        return 1.0
    return float(np.clip(np.median(every) / 0.6745, 0.5, 4.0))


def evened(shown_s: Floats) -> Floats:
    """(n,) times at which new pictures were first shown -> (n,) times at which they were taken, evenly.

    Shown times are the taken ones put off to the file's next frame; where a picture was lost the count jumps.
    """
    steps = np.diff(shown_s)
    typical = float(np.mean(steps[steps < 1.8 * np.median(steps)]))
    count = np.concatenate([[0.0], np.cumsum(np.maximum(np.round(steps / typical), 1.0))])
    slope, start = np.polyfit(count, shown_s, 1)
    even = start + slope * count
    # not an even source after all: leave the times alone
    return even if float(np.abs(even - shown_s).max()) < 0.75 * typical else shown_s


def make_path(
    ball: int, rows: Floats, scale: float, before_mm: Floats | None, after_mm: Floats | None,
    lost_s: float | None = None, covered: bool = False, in_pocket: Pocket | None = None,
) -> Path:  # fmt: skip
    """Cut one ball's sights (n, 6) into pieces. Where it went down for good, how it rolls about below is no matter."""
    if lost_s is not None and len(rows) and rows[-1, 5]:
        above = np.nonzero(rows[:, 5] == 0)[0]
        rows = rows[: int(above[-1]) + 2] if len(above) else rows[:1]
    t, p = rows[:, 0], rows[:, 1:3]
    sigma = np.hypot(rows[:, 3] * scale, MOVING_SIGMA_MM)
    stay = before_mm if before_mm is not None else (p[0] if len(p) else np.zeros(2))
    off = np.hypot(*(p - stay).T) if len(p) else np.zeros(0)
    away = off > 3.0 * sigma + 1.5
    stirred = bool((away[1:] & away[:-1]).any())
    if before_mm is not None and after_mm is not None and _same(stay, after_mm):
        # a ball that lies where it lay has not been away, unless it was seen far off for long
        stirred = int((off > FAR_MM).sum()) >= 5
    if before_mm is not None and not stirred and (after_mm is None or _same(stay, after_mm)):
        # never left its place: one piece, whatever its single sights say
        piece = _still(rows, stay, sigma)
        return Path(ball, rows, (piece,) if piece else (), before_mm, after_mm, lost_s, covered, in_pocket)
    first = int(np.argmax(away[1:] & away[:-1])) if len(p) > 2 else 0
    lead = max(0, first - LEAD_SIGHTS) if before_mm is not None else 0
    use = slice(lead, len(t))
    pieces, fitted = merge_outliers(t[use], p[use], sigma[use])
    if before_mm is not None and pieces:
        pieces[0] = _from_rest(pieces[0], before_mm, fitted[1], fitted[2])
    return Path(ball, rows[use], tuple(pieces), before_mm, after_mm, lost_s, covered, in_pocket, fitted)


def _same(a: Floats, b: Floats) -> bool:
    return float(np.hypot(*(a - b))) < 3.0


def _from_rest(piece: Piece, stay: Floats, p: Floats, sigma: Floats) -> Piece:
    """The first piece is the rest before the motion, if it lies there: its place is known from long before."""
    part = slice(piece.first, piece.last + 1)
    off = np.hypot(*(p[part] - stay).T)
    if float(np.median(off)) > 2.5 * float(np.median(sigma[part])) + 1.0 or off[-1] > 4.0 * sigma[part][-1] + 2.0:
        return piece
    place = np.vstack([stay, np.zeros((2, 2))])
    spread = np.zeros((3, 3))
    spread[0, 0] = float(np.median(sigma[part])) ** 2 / 20 + 0.1
    return replace(piece, place=place, spread=spread, rest=True)


def _still(rows: Floats, stay: Floats, sigma: Floats) -> Piece | None:
    if not len(rows):
        return None
    place = np.vstack([stay, np.zeros((2, 2))])
    spread = np.zeros((3, 3))
    spread[0, 0] = float(np.median(sigma)) ** 2 / max(len(rows), 1) + 0.1
    t0, t1 = float(rows[0, 0]), float(rows[-1, 0])
    return Piece(0, len(rows) - 1, t0, t1, t0, place, spread, len(rows), True)


def merge_outliers(t: Floats, p: Floats, sigma: Floats) -> tuple[list[Piece], tuple[Floats, Floats, Floats]]:
    """Cut, then drop single sights that only a glitch explains: the path goes on through them as if unseen."""
    pieces = cut(t, p, sigma)
    for _ in range(4):
        drop: list[int] = []
        for a, b, c in zip(pieces, pieces[1:], pieces[2:], strict=False):
            if b.samples > 2 or a.samples < 3 or c.samples < 3:
                continue
            # do both neighbours pass the gap as one, and miss the sight between them
            mid = 0.5 * (b.start_s + b.end_s)
            gap = a.at(mid) - c.at(mid)
            var = float(a.place_variance(mid) + c.place_variance(mid)) + 1.0
            turn = a.velocity(mid) - c.velocity(mid)
            var_v = float(a.velocity_variance(mid) + c.velocity_variance(mid)) + 30.0**2
            if float(gap @ gap) / var + float(turn @ turn) / var_v < 16.0:
                drop += range(b.first, b.last + 1)
        if not drop:
            return pieces, (t, p, sigma)
        keep = np.ones(len(t), bool)
        keep[drop] = False
        t, p, sigma = t[keep], p[keep], sigma[keep]
        pieces = cut(t, p, sigma)
    return pieces, (t, p, sigma)
