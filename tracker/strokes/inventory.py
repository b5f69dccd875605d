"""The balls must add up: what was on the table before is there after, or is told to have left it, or is asked about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from callshot.rules.vocabulary import StrokeEvent, Uncertain, label_of
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
    if not lost:
        return story
    events, doubts = list(story.events), list(story.uncertain)
    for ball, path in lost.items():
        last = path.pieces[-1]
        if path.moved or not last.rest:
            pocket, _ = bed.nearest_pocket(last.at(last.end_s))
            events.append(StrokeEvent(last.end_s + DROP_S, "pocket", ROLLED_P, ball=ball, pocket=pocket))
    events, doubts = _in_order(events, doubts)
    for k, e in enumerate(events):
        if e.ball in lost and e.kind == "pocket":
            doubts.append(Uncertain(f"events[{k}]", (None, {"kind": "off-table"}), e.confidence))
    still = [ball for ball in lost if all(e.ball != ball or e.kind != "pocket" for e in events)]
    if still:
        down = tuple((label_of(e.ball), e.pocket) for e in events if e.kind == "pocket" and e.ball is not None)
        perhaps = (*down, *((label_of(ball), None) for ball in still))
        doubts.append(Uncertain("pocketed", (down, perhaps), 0.5))
    return replace(story, events=tuple(events), uncertain=tuple(doubts))


def _in_order(events: list[StrokeEvent], doubts: list[Uncertain]) -> tuple[list[StrokeEvent], list[Uncertain]]:
    """Events in order of time, with the doubts that name them by number."""
    order = sorted(range(len(events)), key=lambda k: events[k].t_s)
    now = {f"events[{was}]": f"events[{k}]" for k, was in enumerate(order)}
    return [events[k] for k in order], [replace(d, fact=now.get(d.fact, d.fact)) for d in doubts]
