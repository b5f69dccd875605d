"""A passage of play on the drawn table: strokes and hands on one timeline, with the truth as a record stream."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from callshot.models.drawing import motion
from callshot.models.drawing.actors import SKIN, SLEEVE, People, bringing, player, smooth
from callshot.models.drawing.motion import Friction
from callshot.models.drawing.people import Capsule, hand
from callshot.models.drawing.shots import GONE_MM, Record, Run, Shot, Table, play, stroke_events
from callshot.models.drawing.table_shape import TableShape

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Piece:
    """A stretch of the timeline: samples from `t_s` on, a millisecond apart (a single one: nothing moves)."""

    t_s: float
    length_s: float
    path: Floats
    turns: Floats


class Passage:
    """Build a timeline: `rest`, `stroke`, `place`; then `positions(t)`, `people(t)` and `records` are its truth."""

    def __init__(
        self, shape: TableShape, table: Table, radius_mm: float, friction: Friction, game: str, ball_set: str,
        players: Sequence[str],
    ) -> None:  # fmt: skip
        """Start with `table` at t = 0."""
        self.shape, self.table, self.radius_mm, self.friction = shape, table, radius_mm, friction
        self.t_s = 0.0
        self.pieces: list[Piece] = []
        self._people: list[tuple[float, float, People]] = []
        self._strokes = 0
        self.script: list[list[object]] = []
        self.records: list[Record] = [
            {
                "type": "session", "t": 0.0, "schema": 1, "source": "synthetic", "game": game, "options": {},
                "players": list(players),
                "table": {"name": "drawn", "length_mm": shape.length_mm, "width_mm": shape.width_mm},
                "ball_set": ball_set, "ball_diameter_mm": 2 * radius_mm, "software": "truth", "models": [],
            }
        ]  # fmt: skip
        self._layout()

    def _balls(self) -> list[Record]:
        return [
            {"id": n, "label": n, "x": round(float(c[0]), 3), "y": round(float(c[1]), 3), "confidence": 1.0}
            for n, c in zip(self.table.labels, self.table.centres_mm, strict=True)
            if c[2] > 0
        ]

    def _layout(self) -> None:
        self.records.append({"type": "layout", "t": round(self.t_s, 5), "balls": self._balls()})

    def rest(self, seconds: float) -> None:
        """Nothing happens."""
        self.script.append(["rest", seconds])
        self._wait(seconds)

    def _wait(self, seconds: float) -> None:
        self.pieces.append(Piece(self.t_s, seconds, self.table.centres_mm[None], self.table.turns[None]))
        self.t_s += seconds

    def stroke(self, run: Run, shot: Shot, struck: str = "cue", approach_s: float = 1.6) -> None:
        """Somebody comes to the table, aims, strikes; all comes to rest."""
        i = self.table.index(struck)
        ball = self.table.centres_mm[i]
        before = self._balls()
        self.script.append(["stroke", shot.speed_mps, list(shot.aim), shot.high, shot.side])
        self._wait(approach_s)
        t0 = self.t_s
        self._people.append((t0 - approach_s, t0 + 1.0, player(ball, shot, t0, approach_s, self.shape, self.radius_mm)))
        self.pieces.append(Piece(t0, run.duration_s, run.path, run.turns))
        self.table = run.after
        self.t_s = t0 + run.duration_s
        self._strokes += 1
        events, first = stroke_events(run, self.table.labels, struck, t0, self.shape)
        self.records.append(
            {
                "type": "stroke", "t": round(self.t_s, 5), "number": self._strokes, "t_start": round(t0, 5),
                "t_end": round(self.t_s, 5), "struck": struck, "before": before, "after": self._balls(),
                "events": events, "first_contact": first, "uncertain": [],
            }
        )  # fmt: skip
        self._layout()

    def place(self, label: str, at_mm: tuple[float, float], side: tuple[float, float], turn: Floats) -> None:
        """A hand brings a ball that is not on the table; it comes from `side` (unit, from the ball outwards)."""
        self.script.append(["place", label, list(at_mm), list(side), np.asarray(turn).tolist()])
        came = self.t_s + 0.9
        lift = self.radius_mm
        path = np.repeat(self.table.centres_mm[None], 1600, axis=0)
        turns = np.repeat(self.table.turns[None], 1600, axis=0)
        i = self.table.index(label)
        hands = bringing(at_mm, side, self.t_s, came, lift)
        for k in range(1600):
            held = hands(self.t_s + k * 1e-3)
            grip, up = held[1], held[2]
            path[k, i] = (grip[0], grip[1], lift + up)
            turns[k, i] = turn
        self._people.append((self.t_s, self.t_s + 1.6, lambda t: hands(t)[0]))
        self.pieces.append(Piece(self.t_s, 1.6, path, turns))
        self.t_s += 1.6
        centres, all_turns = self.table.centres_mm.copy(), self.table.turns.copy()
        centres[i] = (*at_mm, lift)
        all_turns[i] = turn
        self.table = Table(self.table.labels, centres, all_turns)
        to = {"x": round(at_mm[0], 3), "y": round(at_mm[1], 3)}
        self.records.append(
            {
                "type": "disturbance", "t": round(came, 5), "kind": "placed",
                "balls": [{"id": label, "label": label, "from": None, "to": to}],
            }
        )  # fmt: skip
        self._layout()

    def lift(self, label: str) -> None:
        """A hand comes, takes a ball off the table and leaves with it."""
        self.script.append(["lift", label])
        i = self.table.index(label)
        start = self.table.centres_mm[i].copy()
        at = (float(start[0]), float(start[1]))
        side = (1.0 if at[0] > 0 else -1.0, 0.0)
        t0, taken = self.t_s, self.t_s + 0.7
        path = np.repeat(self.table.centres_mm[None], 1400, axis=0)
        turns = np.repeat(self.table.turns[None], 1400, axis=0)

        def who(t: float) -> tuple[list[Capsule], float, float]:
            near = 1 - smooth((t - t0) / 0.6)
            away = smooth((t - taken) / 0.6)
            back = 35.0 + 1100.0 * max(near, away)
            up = 70.0 * smooth(away * 3)
            palm = (at[0] + side[0] * back, at[1], 2 * self.radius_mm + up + 40.0 * near)
            return hand(palm, (-side[0], 0.0), SKIN, SLEEVE, 900.0), 1100.0 * away, up

        for k in range(1400):
            _, away, up = who(t0 + k * 1e-3)
            path[k, i] = (at[0] + side[0] * away, at[1], self.radius_mm + up)
        self._people.append((t0, t0 + 1.4, lambda t: who(t)[0]))
        self.pieces.append(Piece(t0, 1.4, path, turns))
        self.t_s += 1.4
        centres = self.table.centres_mm.copy()
        centres[i, 2] = GONE_MM
        self.table = replace(self.table, centres_mm=centres)
        was = {"x": round(at[0], 3), "y": round(at[1], 3)}
        self.records.append(
            {
                "type": "disturbance", "t": round(taken, 5), "kind": "removed",
                "balls": [{"id": label, "label": label, "from": was, "to": None}],
            }
        )  # fmt: skip
        self._layout()

    def state(self, times_s: Floats) -> tuple[Floats, Floats]:
        """(s, n, 3) centres and (s, n, 3, 3) turns at the times, which must be of one short exposure."""
        out_p, out_r = [], []
        for t in times_s:
            t = min(max(float(t), 0.0), self.t_s)
            piece = next((q for q in reversed(self.pieces) if q.t_s <= t), self.pieces[0])
            at = (t - piece.t_s) / motion.SAMPLE_S
            k = min(int(at), len(piece.path) - 1)
            m = min(k + 1, len(piece.path) - 1)
            f = min(at - k, 1.0)
            out_p.append(piece.path[k] * (1 - f) + piece.path[m] * f)
            out_r.append(piece.turns[k])
        return np.array(out_p), np.array(out_r)

    def people(self, t_s: float) -> list[Capsule]:
        """Whoever is in the picture at that time."""
        return [part for a, b, who in self._people if a <= t_s < b for part in who(t_s)]


def perform(passage: Passage, script: Sequence[Sequence[Any]]) -> Passage:
    """Play a script (what `Passage.script` noted) again; the shots are simulated anew and give the same truth."""
    for action, *values in script:
        if action == "rest":
            passage.rest(values[0])
        elif action == "stroke":
            shot = Shot(values[0], (values[1][0], values[1][1]), values[2], values[3])
            passage.stroke(play(passage.table, shot, passage.shape, passage.radius_mm, passage.friction), shot)
        elif action == "lift":
            passage.lift(values[0])
        elif action == "place":
            x, y = values[1]
            passage.place(values[0], (x, y), (values[2][0], values[2][1]), np.array(values[3]))
        else:
            raise ValueError(f"a script knows no action {action!r}")
    return passage
