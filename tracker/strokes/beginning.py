"""How a stroke began: the struck ball and what it met first, and how far both are sure."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

import numpy as np

from callshot.tracker.strokes.bed import Bed
from callshot.tracker.strokes.brushing import brushed
from callshot.tracker.strokes.causality import Caused
from callshot.tracker.strokes.causes import Cause
from callshot.tracker.strokes.doubts import Start, first_met, together
from callshot.tracker.strokes.explain import Hit
from callshot.tracker.strokes.meeting import INFERRED_MARGIN, weighed
from callshot.tracker.strokes.paths import Path
from callshot.tracker.strokes.starters import NEAR_ENOUGH_MM, can_reach, nearest_mm
from callshot.tracker.strokes.way import way_of

# A strike that was seen, one of a ball that went unseen, and one of a ball that does not look like a cue ball.
SEEN_P, UNSEEN_P, UNLIKELY_P = 0.98, 0.85, 0.6
# A strike is placed in time no better than the sights around it.
BETWEEN_S = 0.1
# Balls that began to move farther apart in time than this did so one after the other.
ORDER_S = 0.004
# A ball that was hit goes at least this far: one that a hand or a shadow touched seems to move by less.
LEAST_WAY_MM = 60.0

# A way that breaks by more than this, this far from any cushion's reach, watched so often on both sides, and so long
# after the strike or before the next contact, broke at something: friction and spin only bend it.
BREAK_MMPS, OPEN_MM, BREAK_SIGHTS, BREAK_S = 250.0, 60.0, 3, 0.03
# ... turned by more than this, or left with less than this share of its speed: a slide slows it too.
TURN_RAD, SLOWED = 0.15, 0.5


@dataclass(frozen=True, slots=True)
class Beginning:
    """may_be_first: balls that may have been met first instead. hidden: it may be that none was met, or another.

    contacts: those of the stroke, with what nobody saw but must have been. strike_confidence: of the first strike.
    may_be_struck: other balls that the cue may have hit, None where the struck ball is sure. first_sure: only the ball
    that was told can have been met first, however ill the contact itself was seen. met_unseen: it met
    a ball that nobody saw.
    """

    may_be_first: tuple[int, ...]
    hidden: bool
    contacts: tuple[Hit, ...]
    strike_confidence: float
    may_be_struck: tuple[int, ...] | None
    first_sure: bool = False
    met_unseen: bool = False


def told_beginning(
    strikes: list[Hit], contacts: list[Hit], chain: Caused, paths: Mapping[int, Path], bed: Bed,
    cues: Collection[int] | None, came: bool,
) -> Beginning:  # fmt: skip
    """What is open about the beginning. cues: keys that look like cue balls, None where looks are not known."""
    starts = chain.starts
    if not strikes:
        return Beginning(tuple(starts), True, tuple(contacts), SEEN_P, ())
    struck, strike = strikes[0].balls[0], strikes[0]
    unlikely = cues is not None and struck not in cues
    began = starts.get(struck)
    watched = bool(strike.joints) and (began is None or began.late_s - began.early_s < BETWEEN_S)
    sure = UNLIKELY_P if unlikely else SEEN_P if watched else UNSEEN_P
    may_be_struck = tuple(k for k in cues or () if k != struck) if unlikely else None
    packs = together(chain.near)
    way = None if unlikely else way_of(struck, strike.cause.when_s, starts, paths, chain.hits, bed)
    if way is not None:
        meeting = weighed(struck, contacts, way)
        contacts = list(meeting.contacts)
        if meeting.settled:
            return Beginning((), False, meeting.contacts, sure, may_be_struck, True)
    mine = [h for h in contacts if struck in h.balls]
    until = min((h.cause.when_s for h in mine), default=np.inf)
    broken = _met_unseen(struck, strike.cause.when_s, until, chain.unexplained, bed)
    if mine:
        first = min(mine, key=lambda h: h.cause.when_s)
        met = first.balls[1] if first.balls[0] == struck else first.balls[0]
        others = first_met(struck, met, first.cause.when_s, starts, contacts, packs)
        alone = not (unlikely or others or broken) and _moved_first(met, struck, strike, starts, paths, packs)
        hidden = unlikely or broken
        others = _reached(others, struck, first.cause.when_s, starts, paths, bed)
        others += brushed(struck, strike.cause.when_s, first.cause.when_s, paths, starts, bed)
        return Beginning(tuple(others), hidden, tuple(contacts), sure, may_be_struck, alone, broken)
    # in a lag the other player's ball runs by itself
    strucks = {h.balls[0] for h in strikes}
    others = [k for k in first_met(struck, None, strike.cause.when_s, starts, contacts, packs) if k not in strucks]
    hit = _only_one_moved(struck, strike, others, starts, paths, bed)
    if hit is not None and not unlikely:
        return Beginning((), False, (*contacts, hit), sure, may_be_struck, True)
    others = _reached(others, struck, np.inf, starts, paths, bed)
    others += brushed(struck, strike.cause.when_s, np.inf, paths, starts, bed)
    # a ball that was met moved: where all others lie as they lay, none was, however little was seen of the struck one,
    # but for those that it crept up to
    hidden = unlikely or came or broken or bool(others)
    return Beginning(tuple(others), hidden, tuple(contacts), sure, may_be_struck, met_unseen=broken)


def _reached(
    others: list[int], struck: int, until_s: float, starts: Mapping[int, Start], paths: Mapping[int, Path], bed: Bed
) -> list[int]:
    """Those that the struck ball can have got to while they left their places, no later than until_s."""
    out = []
    for k in others:
        start, home = starts[k], paths[k].before_mm
        if home is None or can_reach(paths[struck], start.early_s, min(start.late_s, until_s), home, bed):
            out.append(k)
    return out


def _met_unseen(struck: int, since_s: float, until_s: float, breaks: Collection[Hit], bed: Bed) -> bool:
    """Its way broke hard in the open with nothing known there: what it met was never seen."""
    for hit in breaks:
        joint, cause = hit.joints[0], hit.cause
        if hit.balls[0] != struck or not since_s + BREAK_S < cause.when_s < until_s - BREAK_S or joint.inferred:
            continue
        watched = min(joint.before.samples, joint.after.samples) >= BREAK_SIGHTS
        watched &= joint.late_s - joint.early_s < BETWEEN_S
        came, went = joint.before.velocity(joint.before.end_s), joint.after.velocity(joint.after.start_s)
        turned = abs(float(np.arctan2(came[0] * went[1] - came[1] * went[0], came @ went))) > TURN_RAD
        slowed = float(np.hypot(*went)) < SLOWED * float(np.hypot(*came))
        in_the_open = bed.beyond_nose_mm(cause.at_mm) < -bed.radius_mm - OPEN_MM
        if watched and in_the_open and (turned or slowed) and cause.impulse_mmps > BREAK_MMPS:
            return True
    return False


def _moved_first(
    met: int, struck: int, strike: Hit, starts: Mapping[int, Start], paths: Mapping[int, Path],
    packs: Mapping[int, set[int]],
) -> bool:  # fmt: skip
    """It ran, it began to after the strike, and surely before all others but the struck ball: that one set it going."""
    mine, home = starts.get(met), paths[met].before_mm
    if mine is None or home is None or mine.late_s < strike.cause.when_s or packs.get(met):
        return False
    if float(np.hypot(*(paths[met].sights[:, 1:3] - home).T).max()) < LEAST_WAY_MM and paths[met].lost_s is None:
        return False
    return all(s.early_s > mine.late_s - ORDER_S for k, s in starts.items() if k not in (met, struck))


def _only_one_moved(
    struck: int, strike: Hit, others: list[int], starts: Mapping[int, Start], paths: Mapping[int, Path], bed: Bed
) -> Hit | None:
    """One other ball ran, and only the struck ball can have set it going: it was near it then, or nobody saw it."""
    if len(others) != 1:
        return None
    start, path = starts[others[0]], paths[others[0]]
    home = path.before_mm
    if home is None or start.late_s < strike.cause.when_s:
        return None
    if float(np.hypot(*(path.sights[:, 1:3] - home).T).max()) < LEAST_WAY_MM:
        return None
    when = 0.5 * (max(start.early_s, strike.cause.when_s) + min(start.late_s, start.early_s + 0.1))
    if nearest_mm(paths[struck], when, home) > bed.ball_diameter_mm + NEAR_ENOUGH_MM:
        return None
    cause = Cause("contact", 0.0, when, 0.05, home)
    return Hit(cause, (struck, others[0]), (), INFERRED_MARGIN, one_sided=True)
