"""Ids for tracks: given at a rest, from what the balls look like; unique, and kept to the end."""

from __future__ import annotations

import math
import string
from collections.abc import Iterable, Mapping

from callshot.rules.vocabulary import Ball, label_of
from callshot.tracker.identify.revise import revisions
from callshot.tracker.track.state import Track

# One letter each, so that the label is what remains without it: more than any table holds, and ideographs for the
# unnamed balls that a long evening sees roll by.
LETTERS = string.ascii_letters + "αβγδεζηθικλμνξοπρστυφχψω" + "".join(map(chr, range(0x4E00, 0x9FA6)))
# A name given on a look less sure than this is open to a better one.
WEAK_P = 0.6
# What the cue hits: in a carom set either player's ball.
CUES = {"cue", "crazy-cue"}
CAROM_SET, CAROM_CUES = {"cue", "yellow", "red"}, {"cue", "yellow"}
# A look this sure may give a new track the id of a ball that has left the table.
RETURN_P = 0.4

# After a stop, a ball this near to where one lay is that one (no other fits in a radius), unless it looks otherwise.
RECOGNISE_MM = 25.0
RECOGNISE_P = 0.05


class Names:
    """Which id each track has. capacity: how many balls of a label the set has; labels left out have no bound."""

    def __init__(self, capacity: Mapping[str, int] | None = None) -> None:
        self.capacity = dict(capacity or {})
        self._id: dict[int, str] = {}
        self._nameless: dict[int, str] = {}
        self._away: list[str] = []
        self._expected: dict[str, tuple[float, float]] = {}
        self._weak: set[int] = set()

    def expect(self, balls: Iterable[Ball], away: Iterable[str] = ()) -> None:
        """A session is taken up again: balls found near these places have their ids; `away` left the table before."""
        self._expected = {b.id: (b.x_mm, b.y_mm) for b in balls}
        self._away = [i for i in away if i not in self._expected]

    def id_of(self, key: int) -> str | None:
        """The id of a track, None while it has none."""
        return self._id.get(key)

    def called(self, key: int) -> str:
        """The id of a track; one that never lay still long enough for a name is a ball, and no other has its id."""
        if key in self._id:
            return self._id[key]
        if key not in self._nameless:
            self._nameless[key] = self._new("ball")
        return self._nameless[key]

    def give(self, tracks: Iterable[Track]) -> None:
        """Give an id to every track that has none: the surest looks choose first."""
        fresh = [t for t in tracks if t.key not in self._id]
        if self._expected:
            self._recognise(fresh)
        wants = sorted(
            ((p, t.key, label) for t in fresh for label, p in (t.labels or {"ball": 1.0}).items()), reverse=True
        )
        for p, key, label in wants:
            if key in self._id:
                continue
            back = next((i for i in self._away if label_of(i) == label and p >= RETURN_P), None)
            if back is not None:
                self._away.remove(back)
                self._id[key] = back
            elif self._room(label):
                self._id[key] = self._new(label)
            if key in self._id and p < WEAK_P:
                self._weak.add(key)
        for t in fresh:
            if t.key not in self._id:
                self._id[t.key] = self._new("ball")

    def _recognise(self, fresh: Iterable[Track]) -> None:
        """Nearest first; what isn't found where it lay has been moved or is gone, and may be given by its look."""
        pairs = sorted(
            (math.hypot(t.position_mm[0] - x, t.position_mm[1] - y), t.key, name)
            for t in fresh
            for name, (x, y) in self._expected.items()
            if t.labels.get(label_of(name), 0.0 if t.labels else 1.0) >= RECOGNISE_P
        )
        for gap_mm, key, name in pairs:
            if gap_mm <= RECOGNISE_MM and key not in self._id and name in self._expected:
                self._id[key] = name
                del self._expected[name]
        self._away += self._expected
        self._expected = {}

    def revise(self, resting: Iterable[Track]) -> None:
        """Balls that now lie still and clearly look like others than their names say are called what they show."""
        at_rest = [t for t in resting if t.key in self._id]
        looks = {t.key: t.seen.labels for t in at_rest if t.resting and t.seen is not None and t.seen.labels}
        taken = {label_of(i) for i in self._id.values()} | {label_of(i) for i in self._away}
        free = [label for label, count in self.capacity.items() if count == 1 and label not in taken]
        names = {t.key: self._id[t.key] for t in at_rest}
        weak = {key: name for key, name in names.items() if key in self._weak and key in looks}
        # a name given on a weak look is as good as none: it may be kept, but has no right to stay
        taken_ids = {*self._id.values(), *self._nameless.values()}
        spare = (f"ball{letter}" for letter in LETTERS if f"ball{letter}" not in taken_ids)
        names |= dict(zip(weak, spare, strict=False))
        for key, name in revisions(names, looks, self._away, [*weak.values(), *free]).items():
            self._weak.discard(key)
            self._id[key] = name
            for other in [k for k, given in weak.items() if given == name and k != key and self._id[k] == name]:
                self._id[other] = self._new("ball")
            if name in self._away:
                self._away.remove(name)

    def lose(self, key: int) -> None:
        """The ball of this track left the table; its id waits for its return."""
        if key in self._id and self._id[key] not in self._away:
            self._away.append(self._id[key])

    def move(self, old_key: int, new_key: int) -> None:
        """A new track turned out to be a ball that we know."""
        if old_key in self._id:
            name = self._id.pop(old_key)
            self._id[new_key] = name
            if name in self._away:
                self._away.remove(name)

    def change_tracks(self, track_of: Mapping[int, int]) -> None:
        """Balls turned out to go on along other tracks: ball's key -> track's key. Names of all others stand."""
        names = {track: self._id[ball] for ball, track in track_of.items() if ball in self._id}
        for ball in track_of:
            self._id.pop(ball, None)
        for track, name in names.items():
            self._id[track] = name
            if name in self._away:
                self._away.remove(name)

    def exchange(self, one: int, two: int) -> None:
        """Two tracks turned out to be each other's balls."""
        if one in self._id and two in self._id:
            self._id[one], self._id[two] = self._id[two], self._id[one]

    @property
    def is_carom(self) -> bool:
        """Whether the set is the three balls of carom, whose table has no head string."""
        return set(self.capacity) == CAROM_SET

    def cue_balls(self, keys: Iterable[int]) -> set[int] | None:
        """Which of these tracks look like balls that the cue may hit; None where no looks are known."""
        labels = CAROM_CUES if self.is_carom else CUES
        if self.capacity and not labels & set(self.capacity):
            return None
        found = {k for k in keys if label_of(self._id.get(k, "")) in labels}
        return found if found or self.capacity else None

    def away(self) -> tuple[str, ...]:
        """Ids of balls that left the table, in order."""
        return tuple(self._away)

    def _room(self, label: str) -> bool:
        bound = self.capacity.get(label)
        return bound is None or sum(1 for i in self._id.values() if label_of(i) == label) < bound

    def _new(self, label: str) -> str:
        taken = {*self._id.values(), *self._nameless.values()}
        if not any(label_of(i) == label for i in taken):
            return label
        return next(label + letter for letter in LETTERS if label + letter not in taken)
