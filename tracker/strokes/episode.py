"""What happened between two rests: the balls' ways in time, the hits that explain them, and the stroke they make."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from callshot.rules.vocabulary import POCKETS, Ball, Stroke, label_of
from callshot.tracker.strokes.added import with_events
from callshot.tracker.strokes.bed import Bed
from callshot.tracker.strokes.clock import Clock
from callshot.tracker.strokes.ends import stop_s
from callshot.tracker.strokes.explain import Hit
from callshot.tracker.strokes.inventory import balanced
from callshot.tracker.strokes.jumps import jumped
from callshot.tracker.strokes.naming import Names
from callshot.tracker.strokes.paths import Path, Raw
from callshot.tracker.strokes.story import tell
from callshot.tracker.strokes.touches import touched
from callshot.tracker.strokes.watched import Watched

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Episode:
    """since_s: when something was first seen to move, source time. settled: all lies still at its end.

    clock: source time to the time in which balls move smoothly; paths and hits are in the latter. before, after: (2,)
    mm of what lay there and lies there now, by track. came: tracks that came meanwhile.
    """

    since_s: float
    settled: bool
    clock: Clock
    paths: Mapping[int, Path]
    hits: list[Hit]
    before: Mapping[int, Floats]
    after: Mapping[int, Floats]
    came: list[int]


def raws_of(
    keys: Iterable[int], tables: Mapping[int, Floats], before: Mapping[int, Floats], after: Mapping[int, Floats],
    ends: Mapping[int, int], watched: Watched,
) -> list[Raw]:  # fmt: skip
    """What is known of each ball's way. ends: the tracks at whose ends some balls were found, by ball."""
    raws: list[Raw] = []
    for k in keys:
        end = ends.get(k, k)
        track = watched.gone.get(end) or watched.latest.get(end)
        lost = None
        if k not in after:
            above = tables[k][tables[k][:, 5] == 0]
            lost = float(above[-1, 0]) if len(above) else float(tables[k][0, 0])
        down = next((p for p in POCKETS if track and track.in_pocket == p), None)
        covered = bool(track and track.covered)
        raws.append(Raw(k, tables[k], before.get(k), after.get(k), lost, covered, down))
    return raws


def balls_of(where: Mapping[int, Floats], names: Names, watched: Watched) -> tuple[Ball, ...]:
    """Balls at these places, (2,) mm by track, as far as they have names."""
    out = []
    for key, at in where.items():
        name = names.id_of(key)
        if name is None:
            continue
        label = label_of(name)
        track = watched.latest.get(key) or watched.gone.get(key)
        sure = track.labels.get(label, 0.5) if track is not None else 0.5
        out.append(Ball(name, label, float(at[0]), float(at[1]), round(float(sure), 3)))
    return tuple(out)


def stroke_of(number: int, it: Episode, bed: Bed, names: Names, watched: Watched) -> Stroke:
    """The record of the stroke that this episode was, in source time."""
    name = names.called
    paths, clock, after = it.paths, it.clock, it.after
    sunk = tuple((float(clock.inner(np.array([t]))[0]), p) for t, p in watched.sunk)
    rolled = max((q.end_s for p in paths.values() for q in p.pieces if not q.rest), default=math.inf)
    meanwhile = any(watched.sights[k].rows[0][0] < clock.source(rolled) for k in it.came)
    cues = names.cue_balls(k for k in paths if k in it.before)
    since = float(clock.inner(np.array([it.since_s]))[0])
    string = not names.is_carom
    story = tell(it.hits, paths, bed, name, since, sunk, cues, watched.step_s, meanwhile, string)
    story = with_events(story, jumped(story, paths, bed, name) + touched(story, paths, bed, name))
    lost = {name(k): p for k, p in paths.items() if k in it.before and k not in after}
    story = balanced(story, lost, bed)
    stops = [s for p in paths.values() if p.ball in after and (s := stop_s(p)) is not None]
    drops = [e.t_s for e in story.events if e.kind in ("pocket", "off-table")]
    end = max([*stops, *drops, story.start_s]) if it.settled else None
    return Stroke(
        number, clock.source(story.start_s), None if end is None else clock.source(end), story.struck,
        story.first_contact, tuple(replace(e, t_s=clock.source(e.t_s)) for e in story.events),
        balls_of(it.before, names, watched),
        balls_of({k: v for k, v in after.items() if k not in it.came}, names, watched), story.uncertain,
    )  # fmt: skip
