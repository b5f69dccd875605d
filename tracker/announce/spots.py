"""Where balls go back, in words: to their spot, or to where they were."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from callshot.tracker.announce.places import Place, places
from callshot.tracker.announce.voice import Voice, list_of, mapping_of, text_of

Spot = tuple[str, float, float]
"""A ball and its place, mm."""


def spots_of(record: Mapping[str, object], *, copies: bool) -> list[Spot]:
    """The places of a ruling, in the order in which the balls are put. copies: a set has several balls of one label.

    Without copies a ball that is named twice was spotted and moved on: its last place counts.
    """
    found: list[Spot] = []
    for spot in map(mapping_of, list_of(record.get("spot"))):
        ball, x, y = text_of(spot.get("ball")), spot.get("x"), spot.get("y")
        if isinstance(x, int | float) and isinstance(y, int | float):
            found = [each for each in found if copies or each[0] != ball]
            found.append((ball, float(x), float(y)))
    return found


def spot_lines(spots: Sequence[Spot], restored: bool, voice: Voice) -> list[str]:
    """Where the balls go. restored: all go back to where they were, and none to a spot."""
    told = places(spots, voice.context.table)
    back = [place for place in told if restored or place.key in ("right", "left")]
    spotted = [place for place in told if place not in back]
    lines = [voice.tell("spot-list", places=_joined(spotted, voice))] if spotted else []
    return lines + ([voice.tell("spot-restore", places=_joined(back, voice))] if back else [])


def _joined(told: Sequence[Place], voice: Voice) -> str:
    texts = [voice.tell(f"place-{p.key}", ball=p.ball, cm=p.cm, across=p.across) for p in told]
    return ("; " if any("," in text for text in texts) else ", ").join(texts)
