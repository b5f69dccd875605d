"""The balls must add up: what was on the table before is there after, or is told to have left it, or is asked about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from callshot.rules.vocabulary import LABELS, StrokeEvent, Uncertain, label_of
from callshot.tracker.strokes.added import Addition, with_events
from callshot.tracker.strokes.bed import Bed
from callshot.tracker.strokes.ends import DROP_S
from callshot.tracker.strokes.paths import Path
from callshot.tracker.strokes.story import Story

# A ball that vanished while it rolled went into a pocket, as a rule; nobody saw which, and so it is listed.
ROLLED_P = 0.5
LEFT = ("pocket", "off-table")


def balanced(story: Story, gone: Mapping[str, Path], bed: Bed) -> Story:
    """The story with a word on every ball that is gone and of which nothing was told. gone: id -> path.

    A ball that rolled is told as pocketed where it was last seen going, with its rivals listed: it did not, or it left
    over a cushion. One that lay still and was never touched can't have left: whether it did is listed as a fact.
    """
    told = {e.ball for e in story.events if e.kind in LEFT}
    lost = {ball: path for ball, path in gone.items() if ball not in told and path.pieces}
    rolled = {ball: path for ball, path in lost.items() if path.moved or not path.pieces[-1].rest}
    story = with_events(story, (_dropped(ball, path, bed) for ball, path in rolled.items()))
    still = [ball for ball in lost if ball not in rolled]
    if not still:
        return story
    down = tuple((_label(e.ball), e.pocket) for e in story.events if e.kind == "pocket" and e.ball is not None)
    perhaps = (*down, *((_label(ball), None) for ball in still))
    return replace(story, uncertain=(*story.uncertain, Uncertain("pocketed", (down, perhaps), 0.5)))


def _label(ball: str) -> str:
    """What a ball is called in a fact; one that was never named is only a ball (`ball12` is the twelfth track)."""
    label = label_of(ball)
    return label if label in LABELS else "ball"


def _dropped(ball: str, path: Path, bed: Bed) -> Addition:
    last = path.pieces[-1]
    pocket, _ = bed.nearest_pocket(last.at(last.end_s))
    event = StrokeEvent(last.end_s + DROP_S, "pocket", ROLLED_P, ball=ball, pocket=pocket)
    return Addition(event, (None, {"kind": "off-table"}))
