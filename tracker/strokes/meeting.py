"""Who was met first: what the fits of both balls' ways say, weighed with what stood in the struck ball's way."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from callshot.tracker.strokes.causes import Cause
from callshot.tracker.strokes.confidence import confidence_of
from callshot.tracker.strokes.explain import Hit
from callshot.tracker.strokes.way import Way

# Told as beyond doubt from here on, and as possible down to here.
SETTLED, POSSIBLE = 0.95, 0.02
# A fit may be fooled together with the line: it counts for no more than this.
MOST_FIT = 0.95
# A hit told within this of the first one, and told so ill, was the first one with the wrong ball.
SAME_S, ILL_FIT = 0.015, 8.0
# Told so much after the first other ball began to move, a hit was a later one, whoever was met first.
LATER_S = 0.05
# Of two hits that can't be put in order by their times the first is put this much before the other.
JUST_S = 0.0005
# An inferred contact is told this surely; in chi squared, as the others are.
INFERRED_MARGIN = 6.0


@dataclass(frozen=True, slots=True)
class Meeting:
    """odds: ball -> how likely it was met first, None for none. contacts: those of the stroke, put right by that."""

    odds: Mapping[int | None, float]
    contacts: tuple[Hit, ...]

    @property
    def settled(self) -> bool:
        """One ball alone can have been met first."""
        return self.best is not None and self.odds[self.best] >= SETTLED

    @property
    def best(self) -> int | None:
        """The likeliest."""
        return max(self.odds, key=lambda k: self.odds[k])

    @property
    def possible(self) -> list[int | None]:
        """All that can be thought of, the likeliest first."""
        return [k for k in sorted(self.odds, key=lambda k: -self.odds[k]) if self.odds[k] >= POSSIBLE]


def weighed(struck: int, contacts: list[Hit], way: Way) -> Meeting:
    """Both words for it together. contacts: all that are told."""
    mine = sorted((h for h in contacts if struck in h.balls), key=lambda h: h.cause.when_s)
    odds = dict(way.odds)
    if mine and mine[0].cause.when_s < way.when_s + LATER_S:
        told = _other(mine[0], struck)
        sure = min(confidence_of(mine[0], 0), MOST_FIT)
        odds.setdefault(told, (1.0 - max(odds.values())) / 2)
        odds = {k: v * (sure if k == told else 1.0 - sure) for k, v in odds.items()}
        total = sum(odds.values())
        odds = {k: v / total for k, v in odds.items()}
    meeting = Meeting(odds, tuple(contacts))
    if not meeting.settled or (mine and _other(mine[0], struck) == meeting.best):
        return meeting
    return replace(meeting, contacts=tuple(_put_right(struck, contacts, mine, meeting.best, way)))


def _put_right(struck: int, contacts: list[Hit], mine: list[Hit], best: int | None, way: Way) -> list[Hit]:
    """The contacts with the one that must have been first in its place."""
    assert best is not None
    wrong = [h for h in mine if abs(h.cause.when_s - way.when_s) < SAME_S and h.cause.misfit > ILL_FIT]
    wrong = [h for h in wrong if _other(h, struck) != best]
    left = [h for h in mine if h not in wrong]
    known = next((h for h in left if _other(h, struck) == best and h.cause.when_s - way.when_s < SAME_S), None)
    if known is None:
        cause = Cause("contact", 0.0, way.when_s, 0.01, way.at_mm)
        known = Hit(cause, (struck, best), (), INFERRED_MARGIN, one_sided=True)
    rest = [h for h in left if h is not known]
    when = min([known.cause.when_s, *(h.cause.when_s - JUST_S for h in rest)])
    first = replace(known, cause=replace(known.cause, when_s=when))
    return [first] + [h for h in contacts if h not in mine or h in rest]


def _other(hit: Hit, ball: int) -> int:
    return hit.balls[1] if hit.balls[0] == ball else hit.balls[0]
