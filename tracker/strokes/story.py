"""From explained hits and ends to the record of a stroke."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from callshot.rules.vocabulary import Pocket, StrokeEvent, Uncertain
from callshot.tracker.strokes.bed import Bed
from callshot.tracker.strokes.beginning import Beginning, told_beginning
from callshot.tracker.strokes.causality import caused
from callshot.tracker.strokes.confidence import CROWD_S, confidence_of, lost_cap, mass_cap, seen_cap, unseen_cap
from callshot.tracker.strokes.doubts import Start
from callshot.tracker.strokes.ends import End, end_of
from callshot.tracker.strokes.explain import TOUCHING_MM, Hit
from callshot.tracker.strokes.paths import Path

Floats = NDArray[np.float64]

# Two first contacts nearer in time than this can't be put in order.
SAME_TIME_S = 0.004
# Times are known to about this: what is told earlier than the strike by more was not caused by it.
BEFORE_S = 0.03
# A centre so far behind the nose line has passed the jaws.
INSIDE_MM = 10.0
# What is stated below this goes to `uncertain` too.
SURE = 0.9
# What must have been, whatever was seen of it, at a time known to this.
MUST_BE_P, KNOWN_S = 0.92, 0.09
# A ball that nobody saw, of which only that is known.
UNSEEN_BALL = "ball"
# A rack: so many balls that lie against another.
RACK = 6


@dataclass(frozen=True, slots=True, eq=False)
class Story:
    """The facts of a stroke, with ids. end_s: when the last ball came to rest, None if some still move."""

    start_s: float
    struck: str | None
    first_contact: str | None
    events: tuple[StrokeEvent, ...]
    uncertain: tuple[Uncertain, ...]


def tell(
    hits: list[Hit], paths: Mapping[int, Path], bed: Bed, name: Callable[[int], str], start_s: float,
    sunk: tuple[tuple[float, Pocket], ...] = (), cues: Collection[int] | None = None, step_s: float = 1 / 30,
    came: bool = False, string: bool = True,
) -> Story:  # fmt: skip
    """The story of a stroke. start_s: when something was first seen to move. sunk: things newly seen in pockets.

    cues: keys of the balls that look like cue balls, None where looks are not known. step_s: usual time between frames.
    came: something came to lie on the bed meanwhile that was not followed there. string: the table has a head string.
    """
    ends = {
        k: e for k, p in paths.items()
        if p.lost_s is not None and (e := end_of(p, bed, _push(k, p, hits), sunk)) is not None
    }  # fmt: skip
    chain = caused(hits, paths, bed, cues or ())
    strikes = list(chain.struck)
    struck_key = strikes[0].balls[0] if strikes else None
    contacts = [h for h in chain.hits if h.cause.kind == "contact" and not _was_touching(h, bed)]
    hits = list(chain.hits)
    if strikes:
        # what the players did before is no part of the stroke
        begins = strikes[0].cause.when_s - BEFORE_S
        contacts = [h for h in contacts if h.cause.when_s > begins]
        hits = [h for h in hits if h.cause.when_s > begins]
    down = {k: e.when_s for k, e in ends.items() if e.kind == "pocket" and paths[k].in_pocket is not None}
    contacts, hits = _on_the_bed(contacts, down), _on_the_bed(hits, down)
    begin = told_beginning(strikes, contacts, chain, paths, bed, cues, came)
    contacts = sorted(begin.contacts, key=lambda h: h.cause.when_s)
    met = min((h for h in contacts if struck_key in h.balls), key=lambda h: h.cause.when_s, default=None)
    events: list[StrokeEvent] = []
    for h in strikes:
        sure = begin.strike_confidence if h is strikes[0] else 0.9
        events.append(StrokeEvent(h.cause.when_s, "strike", sure, ball=name(h.balls[0])))
    mass = mass_cap(paths)
    for h in contacts:
        crowd = sum(1 for c in contacts if abs(c.cause.when_s - h.cause.when_s) <= CROWD_S)
        sure = min(confidence_of(h, crowd), unseen_cap(h, paths, step_s, bed.ball_diameter_mm))
        sure = sure if h is met else min(sure, mass)
        if begin.first_sure and h is met and _started_with(h, chain.starts, struck_key):
            sure = max(sure, MUST_BE_P)
        events.append(StrokeEvent(h.cause.when_s, "contact", sure, balls=(name(h.balls[0]), name(h.balls[1]))))
    for h in hits:
        if h.cause.kind == "cushion" and not _inside_pocket(h, paths, bed):
            sure = min(confidence_of(h, 0), unseen_cap(h, paths, step_s, bed.ball_diameter_mm))
            events.append(_cushion_event(h, name(h.balls[0]), sure))
    events += [
        _end_event(name(k), e, lost_cap(paths[k], paths, step_s)) for k, e in ends.items() if e.kind != "unknown"
    ]
    for h in strikes if string else ():
        path = paths[h.balls[0]]
        for crossing in _string_events(path, bed, name(h.balls[0]), ends.get(h.balls[0])):
            sure = min(crossing.confidence, seen_cap(path, crossing.t_s, step_s))
            events.append(replace(crossing, confidence=sure))
    events.sort(key=lambda e: e.t_s)
    struck = name(struck_key) if struck_key is not None else None
    first, doubts = _first_contact(struck, events, contacts, name)
    doubts = _beginning_doubts(begin, doubts, first, strikes, paths, name)
    # what must have been is in doubt for nobody, however ill its moment was seen
    must = _first_of(struck, events) if begin.first_sure else None
    doubts += [
        Uncertain(f"events[{i}]", (None,), e.confidence)
        for i, e in enumerate(events) if e.confidence < SURE and i != must
    ]  # fmt: skip
    doubts += _rail_count(events, struck, paths, bed)
    began = strikes[0].cause.when_s if strikes else start_s
    return Story(began, struck, first, tuple(events), tuple(doubts))


def _started_with(hit: Hit, starts: Mapping[int, Start], struck: int | None) -> bool:
    """The ball that was met left its place at the time of the hit, and that time is known well."""
    start = starts.get(hit.balls[1] if hit.balls[0] == struck else hit.balls[0])
    if start is None or start.late_s - start.early_s > KNOWN_S:
        return False
    return start.early_s - BEFORE_S < hit.cause.when_s < start.late_s + BEFORE_S


def _push(ball: int, path: Path, hits: list[Hit]) -> Floats | None:
    """The velocity that a hit gave a ball that was last seen lying still."""
    if not path.pieces or not path.pieces[-1].rest or path.lost_s is None:
        return None
    for hit in reversed(hits):
        cause = hit.cause
        if cause.kind == "contact" and ball in hit.balls and cause.line is not None:
            if cause.when_s < path.lost_s - 0.1:
                return None
            return cause.impulse_mmps * cause.line * (1.0 if hit.balls[0] == ball else -1.0)
    return None


def _was_touching(hit: Hit, bed: Bed) -> bool:
    """Both lay against each other and neither had moved: no new touch."""
    if len(hit.joints) < 2:
        return False
    a, b = hit.joints[0].before, hit.joints[1].before
    if not (a.rest and b.rest):
        return False
    return float(np.hypot(*(a.place[0] - b.place[0]))) < bed.ball_diameter_mm + TOUCHING_MM


def _cushion_event(hit: Hit, ball: str, sure: float) -> StrokeEvent:
    x, y = (float(v) for v in hit.cause.at_mm)
    cause = hit.cause
    return StrokeEvent(cause.when_s, "cushion", sure, ball, (), cause.cushion, None, x, y)


def _on_the_bed(hits: list[Hit], down: Mapping[int, float]) -> list[Hit]:
    """Those before the balls fell: what a ball does in a pocket is no event. down: when each did."""
    return [h for h in hits if all(h.cause.when_s <= down.get(b, np.inf) for b in h.balls)]


def _inside_pocket(hit: Hit, paths: Mapping[int, Path], bed: Bed) -> bool:
    """A ball that was pocketed bounces about behind the nose line: that is the pocket, not a cushion."""
    path = paths[hit.balls[0]]
    return path.lost_s is not None and bed.beyond_nose_mm(hit.cause.at_mm) > INSIDE_MM


def _end_event(ball: str, end: End, most: float) -> StrokeEvent:
    sure = min(end.confidence, most)
    if end.kind == "pocket":
        return StrokeEvent(float(end.when_s), "pocket", sure, ball=ball, pocket=end.pocket)
    x, y = (float(v) for v in end.at_mm)
    return StrokeEvent(float(end.when_s), "off-table", sure, ball=ball, x_mm=x, y_mm=y)


def _string_events(path: Path, bed: Bed, ball: str, end: End | None) -> list[StrokeEvent]:
    """Crossings of the head string by the struck ball."""
    line = bed.head_string_mm
    times: list[Floats] = []
    ys: list[Floats] = []
    for i, piece in enumerate(path.pieces):
        stop = path.pieces[i + 1].start_s if i + 1 < len(path.pieces) else piece.end_s
        if i + 1 == len(path.pieces) and end is not None:
            stop = end.when_s
        t = np.linspace(piece.start_s, max(piece.end_s, piece.start_s + 1e-4), max(int(piece.samples) * 3, 4))
        times.append(t)
        ys.append(piece.at(t)[:, 1])
        if stop > piece.end_s and i + 1 == len(path.pieces) and end is not None:
            t = np.linspace(piece.end_s, stop, 20)[1:]
            times.append(t)
            ys.append(piece.at(t)[:, 1])
    if not times:
        return []
    t, y = np.concatenate(times), np.concatenate(ys) - line
    out = []
    last_side: bool | None = None
    for k, (a, b) in enumerate(itertools.pairwise(range(len(t)))):
        del k
        if last_side is None:
            last_side = bool(y[a] > 0)
        side = bool(y[b] > 0)
        if side != last_side:
            f = float(y[a] / (y[a] - y[b])) if y[a] != y[b] else 0.5
            when = float(t[a] + np.clip(f, 0, 1) * (t[b] - t[a]))
            ahead = y[b:] if side else -y[b:]
            deep = float(ahead[: max(1, int(np.argmax(ahead < 0)) if (ahead < 0).any() else len(ahead))].max())
            if deep > 1.0:
                sure = 0.97 if deep > 8.0 else 0.7
                out.append(StrokeEvent(when, "head-string", sure, ball=ball, direction="out" if side else "in"))
                last_side = side
    return out


def _first_contact(
    struck: str | None, events: list[StrokeEvent], contacts: list[Hit], name: Callable[[int], str]
) -> tuple[str | None, list[Uncertain]]:
    if struck is None:
        return None, []
    mine = [(e, _other(e, struck)) for e in events if e.kind == "contact" and struck in e.balls]
    if not mine:
        return None, []
    event, first = mine[0]
    candidates: list[object] = [first]
    hit = min(
        (h for h in contacts if {name(b) for b in h.balls} == set(event.balls)),
        key=lambda h: abs(h.cause.when_s - event.t_s),
    )
    for other_event, other in mine[1:]:
        rival = min(
            (h for h in contacts if {name(b) for b in h.balls} == set(other_event.balls)),
            key=lambda h: abs(h.cause.when_s - other_event.t_s),
        )
        apart = other_event.t_s - event.t_s
        if other != first and apart < SAME_TIME_S + 2 * np.hypot(hit.cause.sigma_s, rival.cause.sigma_s):
            candidates.append(other)
    for rival_key in hit.rivals:
        if name(rival_key) not in candidates and name(rival_key) != struck:
            candidates.append(name(rival_key))
    if event.confidence < SURE and len(candidates) == 1:
        later = next((o for _, o in mine[1:] if o != first), None)
        candidates.append(later)
    if len(candidates) == 1:
        return first, []
    return first, [Uncertain("first_contact", tuple(candidates), min(event.confidence, 0.6))]


def _beginning_doubts(
    begin: Beginning, doubts: list[Uncertain], first: str | None, strikes: list[Hit], paths: Mapping[int, Path],
    name: Callable[[int], str],
) -> list[Uncertain]:  # fmt: skip
    """The doubts about the first contact, with those about the struck ball and about what else may have been met."""
    out = list(doubts)
    others = [name(k) for k in begin.may_be_first]
    if begin.first_sure:
        out = [d for d in out if d.fact != "first_contact"]
    if others or begin.hidden:
        old = next((d for d in out if d.fact == "first_contact"), None)
        candidates = list(old.candidates) if old else [first]
        unseen = (UNSEEN_BALL,) if begin.met_unseen else ()
        candidates += [x for x in (*others, *unseen, None) if x not in candidates]
        out = [d for d in out if d is not old] + [Uncertain("first_contact", tuple(candidates), 0.5)]
    if len(strikes) > 1:
        out.append(Uncertain("struck", tuple(name(h.balls[0]) for h in strikes), 0.5))
    elif not strikes:
        moved = [name(k) for k, p in paths.items() if p.moved]
        out.append(Uncertain("struck", tuple(moved), 1.0 / max(len(moved), 1)))
    elif begin.may_be_struck is not None:
        out.append(Uncertain("struck", (name(strikes[0].balls[0]), *map(name, begin.may_be_struck)), 0.5))
    return out


def _first_of(struck: str | None, events: list[StrokeEvent]) -> int | None:
    """Which event is the struck ball's first contact."""
    return next((i for i, e in enumerate(events) if e.kind == "contact" and struck in e.balls), None)


def _other(event: StrokeEvent, struck: str) -> str:
    return event.balls[1] if event.balls[0] == struck else event.balls[0]


def _rail_count(events: list[StrokeEvent], struck: str | None, paths: Mapping[int, Path], bed: Bed) -> list[Uncertain]:
    """On a break: how many object balls reached a cushion, as the numbers that it may be."""
    lay = [p.before_mm for p in paths.values() if p.before_mm is not None]
    near = bed.ball_diameter_mm + 8.0
    racked = sum(1 for a in lay if any(a is not b and float(np.hypot(*(a - b))) < near for b in lay))
    if racked < RACK:
        return []
    reached = [e for e in events if e.kind in ("cushion", "pocket") and e.ball not in (None, struck)]
    sure = {e.ball for e in reached if e.confidence >= SURE}
    perhaps = {e.ball for e in reached if e.confidence >= 0.3}
    low, high = len(sure), len(perhaps)
    if low == high:
        return []
    return [Uncertain("object_balls_to_rail", tuple(range(low, high + 1)), 0.6)]
