"""What was seen of each ball during an episode of motion, ready to be cut into pieces."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from callshot.rules.vocabulary import Pocket
from callshot.tracker.strokes.leaving import anchored, left_home
from callshot.tracker.strokes.pieces import Piece, cut_many

Floats = NDArray[np.float64]

# Second differences of a free path are noise: with weights 1, -2, 1 they are sqrt(6) times one sight's.
_SECOND_DIFFERENCE = 6.0**0.5
# A ball that turns shows other faces, and its fitted place wanders slowly with them: no sight is better than this.
MOVING_SIGMA_MM = 0.8
# Balls do not come back to where they lay: sights nearer than this to it are false ones beside it.
FAR_MM = 150.0
# A ball that lies still seems to wander so far, so fast, while things move near it.
LEAD_WANDER_MM = 10.0
LEAD_SPEED_MMPS = 150.0
# Sights kept of a ball that went down: in the jaws it may touch a cushion yet.
SUNK_KEPT = 8
# So many pieces, and so many more a second, are a path cut too finely: its sights wander more than they say.
MOST_PIECES, MOST_PIECES_A_SECOND = 7, 2.0
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

    @property
    def lies(self) -> tuple[float, float] | None:
        """Where it lay all the time, if it did."""
        if len(self.pieces) != 1 or not self.pieces[0].rest:
            return None
        return float(self.pieces[0].place[0, 0]), float(self.pieces[0].place[0, 1])

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


@dataclass(frozen=True, slots=True, eq=False)
class Raw:
    """What is known of one ball's way before it is cut; fields as in Path."""

    ball: int
    rows: Floats
    before_mm: Floats | None
    after_mm: Floats | None
    lost_s: float | None = None
    covered: bool = False
    in_pocket: Pocket | None = None


def make_paths(raws: Sequence[Raw], scale: float) -> dict[int, Path]:
    """Cut all balls' sights into pieces. scale: how far the sights' own covariance is off."""
    out: dict[int, Path] = {}
    todo: list[tuple[Raw, Floats]] = []
    for raw in raws:
        rows = _above_the_bed(raw)
        still = _if_still(raw, rows, scale)
        if still is not None:
            out[raw.ball] = still
        elif len(rows):
            todo.append((raw, _of_use(raw, rows, scale)))
        else:
            out[raw.ball] = _path(raw, rows, ())
    samples = [(rows[:, 0], rows[:, 1:3], _sigma(rows, scale)) for _, rows in todo]
    for (raw, rows), pieces, fitted in zip(todo, *cut_without_glitches(samples), strict=True):
        if raw.before_mm is not None and pieces:
            pieces = _lead_rest(pieces, raw.before_mm, fitted[1])
            pieces[0] = _from_rest(pieces[0], raw.before_mm, fitted[1], fitted[2])
            if not pieces[0].rest:
                pieces = left_home(pieces, raw.before_mm, fitted)
        for k in range(1, len(pieces)):
            if pieces[k - 1].rest and not pieces[k].rest:
                pieces[k] = anchored(pieces[k], pieces[k - 1].place[0], pieces[k - 1].end_s)
        out[raw.ball] = _path(raw, rows, tuple(pieces), fitted)
    return out


def _path(
    raw: Raw, rows: Floats, pieces: tuple[Piece, ...], fitted: tuple[Floats, Floats, Floats] | None = None
) -> Path:
    return Path(
        raw.ball, rows, pieces, raw.before_mm, raw.after_mm, raw.lost_s, raw.covered, raw.in_pocket, fitted
    )  # fmt: skip


def _sigma(rows: Floats, scale: float) -> Floats:
    return np.hypot(rows[:, 3] * scale, MOVING_SIGMA_MM)


def _above_the_bed(raw: Raw) -> Floats:
    """Where it went down for good, how it rolls about below is no matter."""
    rows = raw.rows
    if raw.lost_s is not None and len(rows) and rows[-1, 5]:
        above = np.nonzero(rows[:, 5] == 0)[0]
        rows = rows[: int(above[-1]) + 1 + SUNK_KEPT] if len(above) else rows[:1]
    return rows


def _away(rows: Floats, scale: float, stay: Floats) -> tuple[Floats, NDArray[np.bool_]]:
    off = np.hypot(*(rows[:, 1:3] - stay).T)
    return off, off > 3.0 * _sigma(rows, scale) + 1.5


def _if_still(raw: Raw, rows: Floats, scale: float) -> Path | None:
    """A ball that never left its place: one piece, whatever its single sights say."""
    if raw.before_mm is None:
        return None
    if not len(rows):
        return _path(raw, rows, ())
    off, away = _away(rows, scale, raw.before_mm)
    stirred = bool((away[1:] & away[:-1]).any())
    back = raw.after_mm is not None and _same(raw.before_mm, raw.after_mm)
    if back:
        # a ball that lies where it lay has not been away, unless it was seen far off for long
        stirred = int((off > FAR_MM).sum()) >= 5
    if stirred or not (back or raw.after_mm is None) or rows[-1, 5]:
        return None
    piece = _still(rows, raw.before_mm, _sigma(rows, scale))
    return _path(raw, rows, (piece,) if piece else ())


def _of_use(raw: Raw, rows: Floats, scale: float) -> Floats:
    """The rows that matter: a few of the rest before and after, all of the motion."""
    first, last = 0, len(rows)
    if raw.before_mm is not None and len(rows) > 2:
        _, away = _away(rows, scale, raw.before_mm)
        first = max(0, int(np.argmax(away[1:] & away[:-1])) - LEAD_SIGHTS)
    if raw.after_mm is not None:
        _, away = _away(rows, scale, raw.after_mm)
        if away.any():
            last = min(len(rows), int(np.nonzero(away)[0][-1]) + 2 + 2 * LEAD_SIGHTS)
    return rows[first:last]


def _same(a: Floats, b: Floats) -> bool:
    return float(np.hypot(*(a - b))) < 3.0


def _lead_rest(pieces: list[Piece], stay: Floats, p: Floats) -> list[Piece]:
    """The first pieces in which it hardly left its place are one rest: a shadow or a cue passed over it."""
    count = 0
    for piece in pieces:
        off = np.hypot(*(p[piece.first : piece.last + 1] - stay).T)
        if float(off.max()) > LEAD_WANDER_MM or piece.speed(piece.end_s) > LEAD_SPEED_MMPS:
            break
        count += 1
    if count < 1 or count == len(pieces):
        return pieces
    first, last = pieces[0], pieces[count - 1]
    own = p[last.first : last.last + 1]
    place = np.vstack([np.median(own[-8:], axis=0), np.zeros((2, 2))])
    spread = np.zeros((3, 3))
    spread[0, 0] = 1.0
    whole = replace(
        last, first=first.first, start_s=first.start_s, place=place, spread=spread, rest=True,
        samples=sum(q.samples for q in pieces[:count]), misfit=sum(q.misfit for q in pieces[:count]),
    )  # fmt: skip
    return [whole, *pieces[count:]]


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


def cut_without_glitches(
    samples: list[tuple[Floats, Floats, Floats]],
) -> tuple[list[list[Piece]], list[tuple[Floats, Floats, Floats]]]:
    """Cut, then drop single sights that only a glitch explains: the path goes on through them as if unseen."""
    samples = list(samples)
    cuts = cut_many(samples)
    for _ in range(2):
        # errors that last for several sights (a pattern turning, a rail close by) don't show in second differences
        fine = [k for k, pieces in enumerate(cuts) if _too_fine(pieces)]
        for k in fine:
            samples[k] = (samples[k][0], samples[k][1], 1.8 * samples[k][2])
        for k, pieces in zip(fine, cut_many([samples[k] for k in fine]), strict=True):
            cuts[k] = pieces
    for _ in range(3):
        again: list[int] = []
        for k, pieces in enumerate(cuts):
            drop = _glitches(pieces)
            if drop:
                keep = np.ones(len(samples[k][0]), bool)
                keep[drop] = False
                t, p, sigma = samples[k]
                samples[k] = (t[keep], p[keep], sigma[keep])
                again.append(k)
        if not again:
            break
        for k, pieces in zip(again, cut_many([samples[k] for k in again]), strict=True):
            cuts[k] = pieces
    return cuts, samples


def _too_fine(pieces: list[Piece]) -> bool:
    span = pieces[-1].end_s - pieces[0].start_s if pieces else 0.0
    return len(pieces) > MOST_PIECES + MOST_PIECES_A_SECOND * span


def _glitches(pieces: list[Piece]) -> list[int]:
    """Samples between two pieces that pass the gap as one."""
    drop: list[int] = []
    for a, b, c in zip(pieces, pieces[1:], pieces[2:], strict=False):
        if b.samples > 2 or a.samples < 3 or c.samples < 3:
            continue
        mid = 0.5 * (b.start_s + b.end_s)
        gap = a.at(mid) - c.at(mid)
        var = float(a.place_variance(mid) + c.place_variance(mid)) + 1.0
        turn = a.velocity(mid) - c.velocity(mid)
        var_v = float(a.velocity_variance(mid) + c.velocity_variance(mid)) + 30.0**2
        if float(gap @ gap) / var + float(turn @ turn) / var_v < 16.0:
            drop += range(b.first, b.last + 1)
    return drop
