"""Stage 2: a probability for every label of every ball, from all looks at it and from what the set allows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from callshot.calibration.colours import SetProfile, face_colour
from callshot.calibration.table import TableGeometry
from callshot.hardware.frame import Frame
from callshot.models.colours_only import ColoursOnly
from callshot.models.faces import FACES
from callshot.models.normalise import cut, whitened, whites_of
from callshot.rules.equipment import BALL_SETS
from callshot.tracker.identify.compared import Comparison, Traits
from callshot.tracker.identify.counts import best_naming, presence_nats, set_fit, within_counts
from callshot.tracker.identify.lit import Lit
from callshot.tracker.identify.memory import Known, Memory
from callshot.tracker.identify.outside import within_set
from callshot.tracker.observation import BallObservation, FrameObservation

Floats = NDArray[np.float64]
Image = NDArray[np.uint8]

# Looks at a rest: sixty crops in all, three at most of one ball; one while balls roll.
LOOKS_PER_REST: Final = 60
MOST_LOOKS: Final = 3
# While balls roll one of them is looked at this often; a ball of 1 m/s turns by a radian in 0.03 s.
ROLLING_EVERY_S: Final = 0.045
# The naming of all balls together is renewed after so many frames while balls roll, later where many lie there, and
# whenever they rest.
SETTLE_EVERY: Final = 6
BALLS_A_FRAME: Final = 4
# What the network can't know - a set unlike all that were drawn - is this likely, whatever it says.
DOUBT: Final = 0.003
COLOURS: Final = ColoursOnly()
# The network has looked at the colour too: the profile of the set counts half.
PROFILE_WEIGHT: Final = 0.5
# Labels below this are not worth a line in a file.
LEAST: Final = 0.002


_CUE: Final = FACES.index("cue")
_NOTHING: Final = np.zeros(len(FACES))
_CRAZY: Final = [FACES.index("crazy-cue"), FACES.index("crazy-8")]


class Looker(Protocol):
    """Reads balls off a picture: the network, or the colours alone."""

    def look(
        self, image: Image, centres_px: ArrayLike, radii_px: ArrayLike, white_bgr: ArrayLike | None = None,
        quarters: int = 0,
    ) -> Floats:  # fmt: skip
        """Balls at (n, 2) px with radii (n,) px -> (n, labels) log probabilities in the order of FACES.

        white_bgr: what a white ball looks like, (3,) or at each ball's place (n, 3). quarters: turns of the crops.
        """
        ...


class Identifier:
    """Names balls frame by frame; `update(frame, seen)` gives the observation back with `labels` filled in."""

    def __init__(
        self, table: TableGeometry, ball_diameter_mm: float, capacity: Mapping[str, int], looker: Looker,
        whole_set: bool = True, profile: SetProfile | None = None,
    ) -> None:  # fmt: skip
        """capacity: how many of each label the set has. whole_set: False where the set is not told: it is inferred.

        profile: how this very set looks, made by `callshot colours`.
        """
        self._table = table
        self._radius_mm = ball_diameter_mm / 2
        self._looker = looker
        self._memory = Memory(self._radius_mm)
        self._capacity = capacity_vector(capacity) if whole_set else None
        self._numbered = any(label.isdecimal() for label in capacity)
        self._profile = profile
        self._comparison = Comparison(self._capacity)
        self._lit = Lit(table, self._radius_mm)
        self._white: Floats | None = None
        self._white_balls = 0
        self._rolling_look_s = float("-inf")
        self._since_settled = 0
        self._named: dict[int, dict[str, float]] = {}
        self._last: tuple[tuple[BallObservation, ...], tuple[BallObservation, ...]] | None = None

    def update(self, frame: Frame, seen: FrameObservation) -> FrameObservation:
        """The observation with a probability per label at every ball that has been looked at."""
        if self._last is not None and seen.balls is self._last[0] and self._all_done():
            return replace(seen, balls=self._last[1])
        entries = self._memory.match(seen.balls, seen.t_s, seen.moving)
        chosen = self._choose(entries, seen)
        # nothing is known to move in a first picture, and what is said of it is what a game starts from
        lying = not seen.moving or not any(e.views for e in entries)
        if chosen:
            self._look(frame.image, seen, entries, chosen, lying)
        self._since_settled += 1
        fresh = bool(chosen) and not seen.moving
        patience = max(SETTLE_EVERY, len(entries) // BALLS_A_FRAME)
        unnamed = not seen.moving and any(id(e) not in self._named and e.views for e in entries)
        if fresh or unnamed or not self._named or (chosen and self._since_settled >= patience):
            self._settle(entries, lying)
        balls = tuple(
            _named_as(ball, self._named.get(id(entry), {})) for ball, entry in zip(seen.balls, entries, strict=True)
        )
        self._last = (seen.balls, balls)
        return replace(seen, balls=balls)

    def _all_done(self) -> bool:
        wanted = self._looks_wanted(len(self._memory.known))
        return all(k.rested_looks >= wanted for k in self._memory.known)

    @staticmethod
    def _looks_wanted(count: int) -> int:
        return max(1, min(MOST_LOOKS, LOOKS_PER_REST // max(count, 1)))

    def _choose(self, entries: list[Known], seen: FrameObservation) -> list[int]:
        """Which balls to look at in this frame."""
        new = [i for i, e in enumerate(entries) if not e.views and seen.balls[i].in_pocket is None]
        first_look = not any(e.views for e in entries)
        if new and (not seen.moving or first_look):
            # balls never looked at: all at once before anything moves, one by one while balls roll
            return new
        if seen.moving:
            if seen.t_s - self._rolling_look_s < ROLLING_EVERY_S:
                return []
            self._rolling_look_s = seen.t_s
            if new:
                return new[:1]
            # one that has come to rest is seen best, and another may roll or spin on for long
            stopped = [i for i, e in enumerate(entries) if e.resting and not e.rested_looks]
            stopped = [i for i in stopped if seen.balls[i].in_pocket is None]
            if stopped:
                return stopped[:1]
            rolling = [i for i, e in enumerate(entries) if not e.resting and seen.balls[i].in_pocket is None]
            rolling.sort(key=lambda i: sum(looks for _, _, looks in entries[i].views))
            return rolling[:1]
        wanted = self._looks_wanted(len(entries))
        return [i for i, e in enumerate(entries) if e.resting and e.rested_looks < wanted]

    def _look(self, image: Image, seen: FrameObservation, entries: list[Known], chosen: list[int], lying: bool) -> None:
        """Look at the chosen balls; lying: what balls tell beside each other is looked at too."""
        balls = seen.balls
        if self._white is None or (not seen.moving and len(chosen) > 1) or self._white_balls < len(balls) // 2:
            places = [b.position_mm for b in balls]
            self._lit.look(image, places)
            lit = self._lit.at(places)
            whites = whites_of(cut(image, *self._where(balls)), lit)
            self._white = whites[0] if len(whites) == 1 else self._sensible(image, balls, lit, whites)
            self._white_balls = len(balls)
        looked = [balls[i] for i in chosen]
        centres, radii = self._where(looked)
        white = self._white * self._lit.at([b.position_mm for b in looked])[:, None]
        # a ball that lies still shows the same face again: turned, it is at least read anew
        quarters = min(entries[i].rested_looks for i in chosen)
        logs = self._looker.look(image, centres, radii, white, quarters)
        if self._comparison.needed and lying:
            for i, crop in zip(chosen, whitened(cut(image, centres, radii), white), strict=True):
                entries[i].traits = self._comparison.traits(crop)
        if self._capacity is not None and not self._numbered:
            logs = within_set(logs, self._capacity > 0, lambda: COLOURS.look(image, centres, radii, white))
        logs = np.log((1 - DOUBT) * np.exp(logs) + DOUBT / len(FACES))
        for i, log_p, centre, radius in zip(chosen, logs, centres, radii, strict=True):
            if self._profile is not None:
                colour = face_colour(image, centre, float(radius))
                log_p = log_p + PROFILE_WEIGHT * self._profile.log_likelihood(colour, FACES)
            blur = float(np.hypot(*balls[i].blur_mm)) / self._radius_mm
            # under about 12 px nothing but the colour is left; a streak longer than the ball mixes faces
            size = min(1.0, float(radius) / 8.0)
            entries[i].add(log_p, float(size / (1.0 + 2.0 * blur)))

    def _sensible(self, image: Image, balls: Sequence[BallObservation], lit: Floats, whites: list[Floats]) -> Floats:
        """Of several whites the one under which all balls together look most like balls of the set."""
        centres, radii = self._where(balls)
        capacity = np.full(len(FACES), float(len(balls))) if self._capacity is None else self._capacity
        fits = [
            set_fit(_normal(self._looker.look(image, centres, radii, white * lit[:, None])), capacity)
            for white in whites
        ]
        return whites[int(np.argmax(fits))]

    def _where(self, balls: Sequence[BallObservation]) -> tuple[Floats, Floats]:
        """(n, 2) px centres and (n,) px radii."""
        centres = self._table.camera.image_from_table([b.position_mm for b in balls], self._radius_mm)
        return centres, np.array([max(b.radius_px, 2.0) for b in balls])

    def _evidence(self, entries: list[Known]) -> Floats:
        faces = np.array([e.evidence(len(FACES)) for e in entries]).reshape(-1, len(FACES))
        rolls = np.array([e.curved_nats for e in entries])
        faces[:, _CRAZY] += rolls[:, None]
        return faces

    def _settle(self, entries: list[Known], lying: bool) -> None:
        """Name all balls that are seen, together."""
        self._since_settled = 0
        looked = [e for e in entries if e.views]
        evidence = self._evidence(looked)
        if self._comparison.needed and len(looked):
            if lying:
                told = self._comparison.added(evidence, [e.traits or Traits() for e in looked]) - evidence
                for entry, row in zip(looked, told, strict=True):
                    entry.compared = row
            # what balls tell beside each other they tell at rest; it stays with them while they roll
            evidence += np.array([e.compared if e.compared is not None else _NOTHING for e in looked])
        evidence += np.array([e.missed if e.missed is not None else _NOTHING for e in looked]).reshape(evidence.shape)
        shares = name_together(evidence, self._capacity)
        for entry, row in zip(looked, shares, strict=True):
            entry.shares = row
        self._named = {id(e): _labels(row) for e, row in zip(looked, shares, strict=True)}


def capacity_vector(capacity: Mapping[str, int]) -> Floats:
    """(labels,) how many of each, in the order of FACES."""
    return np.array([float(capacity.get(label, 0)) for label in FACES])


KNOWN_SETS: Final[dict[str, Floats]] = {
    name: capacity_vector(balls.labels) for name, balls in BALL_SETS.items() if name != "any"
}


def set_scores(evidence: Floats) -> dict[str, float]:
    """Set name -> log probability of being the set on the table, given (n, labels) evidence."""
    fits = {name: set_fit(_normal(evidence), capacity) for name, capacity in KNOWN_SETS.items()}
    top = max(fits.values())
    total = top + float(np.log(sum(np.exp(v - top) for v in fits.values())))
    return {name: fit - total for name, fit in fits.items()}


def name_together(evidence: Floats, capacity: Floats | None) -> Floats:
    """(n, labels) summed log evidence -> (n, labels) probabilities; capacity None: the sets are weighed.

    The likeliest joint naming always has the largest share of its ball, so that whoever takes the winner of each ball
    gets a naming that the set allows.
    """
    if not len(evidence):
        return evidence
    log_p = _normal(evidence)
    if capacity is None:
        out = np.zeros_like(log_p)
        for name, weight in set_scores(evidence).items():
            share = float(np.exp(weight))
            if share > 1e-3:
                out += share * name_together(evidence, KNOWN_SETS[name])
        return np.asarray(out / out.sum(axis=1, keepdims=True), np.float64)
    if capacity[_CRAZY[0]] == 0:
        log_p[:, _CUE] += presence_nats(capacity, len(log_p), _CUE)
    q = within_counts(log_p, capacity)
    for i, k in enumerate(best_naming(q, capacity)):
        best = int(np.argmax(q[i]))
        if k >= 0 and k != best:
            # both stay open: the naming wins by a hair
            even = (q[i, k] + q[i, best]) / 2
            q[i, k], q[i, best] = even * 1.001, even * 0.999
    return q


def _normal(log_p: Floats) -> Floats:
    top = log_p.max(axis=1, keepdims=True)
    return np.asarray(log_p - top - np.log(np.exp(log_p - top).sum(axis=1, keepdims=True)), np.float64)


def _named_as(ball: BallObservation, labels: dict[str, float]) -> BallObservation:
    """The same ball with labels; written out, since `replace` takes longer over 57 balls than the naming."""
    return BallObservation(
        ball.position_mm, ball.covariance_mm2, ball.score, ball.radius_px, ball.colour_lab, ball.blur_mm, labels,
        ball.in_pocket,
    )  # fmt: skip


def _labels(row: Floats) -> dict[str, float]:
    keep = np.nonzero(row >= LEAST)[0]
    order = keep[np.argsort(-row[keep])]
    return {FACES[k]: float(row[k]) for k in order}
