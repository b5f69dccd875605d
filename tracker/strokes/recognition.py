"""Which of the balls that lay there before each ball is that lies there now, where the following lost it."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from callshot.tracker.strokes.mixups import exchange_tails, mixups
from callshot.tracker.strokes.naming import Names
from callshot.tracker.strokes.reanchor import endings, orphaned, respliced
from callshot.tracker.strokes.stirring import CLEAR_MM, STIR_MM
from callshot.tracker.strokes.watched import Watched
from callshot.tracker.track.state import Track

Floats = NDArray[np.float64]

# Two places this near are one.
SAME_PLACE_MM = 8.0
# Only balls that went farther than this can have been taken for each other.
MIXED_MM = 60.0


class Recognition:
    """before, after: (2,) mm of what lay there and what lies there now, by track. tables: the rows of each track."""

    def __init__(self, watched: Watched, names: Names) -> None:
        self._watched = watched
        self._names = names

    def same_place(self, before: dict[int, Floats], after: Mapping[int, Floats]) -> None:
        """A new ball just where a lost one lay is that one: it was covered, and followed wrongly meanwhile."""
        for k, at in after.items():
            if k in before:
                continue
            for j in [j for j in before if j not in after]:
                if float(np.hypot(*(before[j] - at))) < SAME_PLACE_MM:
                    before[k] = before.pop(j)
                    self._names.move(j, k)
                    self._watched.gone.pop(j, None)
                    break

    def rolled_in(self, track: Track) -> bool:
        """A new track that was rolling in the open when it was first seen: one of the balls that were there."""
        rows = self._watched.sights.get(track.key)
        if track.life != "confirmed" or rows is None or self._names.id_of(track.key) is not None:
            return False
        first = rows.rows[0]
        far = max(math.hypot(r[1] - first[1], r[2] - first[2]) for r in rows.rows)
        return far > MIXED_MM and first[4] > CLEAR_MM

    def known_again(
        self, before: Mapping[int, Floats], tables: dict[int, Floats], after: dict[int, Floats]
    ) -> dict[int, int]:
        """Balls whose looks at rest say that they lie at the end of another's track: sights and places put right.

        Gives (ball, track) of those; `after` then holds balls.
        """
        watched = self._watched
        was = {
            k: watched.labels[k] for k, home in before.items()
            if k in watched.labels and k in tables
            and (k not in after or float(np.hypot(*(after[k] - home))) > STIR_MM)
        }  # fmt: skip
        lost = [k for k in was if k not in after]
        last_s = max((float(tables[k][-1, 0]) for k in lost), default=-math.inf)
        looks = {}
        for k in after:
            track = watched.latest.get(k)
            if track is None or track.seen is None or k not in tables:
                continue
            # one that was there while all others were still seen is no ball from outside, however still it lies
            there = float(tables[k][0, 0]) < last_s
            if k in was or (k not in before and (there or k in watched.uncovered or self.rolled_in(track))):
                looks[k] = track.seen.labels
        ends = endings(was, looks, [k for k in was if k not in after or k in looks])
        ends |= orphaned(ends, lost, tables)
        if ends:
            spliced = respliced(tables, ends)
            places = {ball: after[track] for ball, track in ends.items() if track in after}
            for k in {*ends, *ends.values()}:
                after.pop(k, None)
            tables.update(spliced)
            after.update(places)
        return ends

    def unmix(
        self, before: Mapping[int, Floats], tables: dict[int, Floats], after: dict[int, Floats]
    ) -> list[tuple[int, int]]:
        """Undo exchanges of balls in a crowd: their sights from the meeting on, and where they lie now."""
        moved = [
            k for k, home in before.items()
            if k in after and k in tables and float(np.hypot(*(after[k] - home))) > MIXED_MM
        ]  # fmt: skip
        now = {k: look for k in moved if (look := self._watched.look(k)) is not None}
        done: list[tuple[int, int]] = []
        for a, b in mixups(self._watched.looks, now):
            tails = exchange_tails(tables[a], tables[b])
            if tails is not None:
                tables[a], tables[b] = tails
                after[a], after[b] = after[b], after[a]
                done.append((a, b))
        return done
