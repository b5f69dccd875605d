"""Adding events to a story: its doubts name events by their number, so they are numbered anew."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from callshot.rules.vocabulary import StrokeEvent, Uncertain
from callshot.tracker.strokes.story import Story


@dataclass(frozen=True, slots=True)
class Addition:
    """An event with what else may have been (None: that it did not happen); nothing where it is sure."""

    event: StrokeEvent
    rivals: tuple[object, ...] = ()


def with_events(story: Story, additions: Iterable[Addition]) -> Story:
    """The story with these events, in order of time."""
    new = list(additions)
    if not new:
        return story
    every = [*story.events, *(a.event for a in new)]
    order = sorted(range(len(every)), key=lambda k: every[k].t_s)
    number = {was: f"events[{now}]" for now, was in enumerate(order)}
    old = {f"events[{was}]": number[was] for was in range(len(story.events))}
    doubts = [replace(d, fact=old.get(d.fact, d.fact)) for d in story.uncertain]
    for k, addition in enumerate(new):
        if addition.rivals:
            fact = number[len(story.events) + k]
            doubts.append(Uncertain(fact, addition.rivals, addition.event.confidence))
    return replace(story, events=tuple(every[k] for k in order), uncertain=tuple(doubts))
