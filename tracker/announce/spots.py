"""Where balls go back, in words: to their spot, or to where they were."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from callshot.tracker.announce.places import Place, places
from callshot.tracker.announce.voice import Voice, list_of, mapping_of, text_of

Spots = Mapping[str, tuple[float, float]]
"""Ball -> place, mm; in the order in which they are put."""


def spots_of(record: Mapping[str, object]) -> Spots:
    """The places of a ruling; the last one where a ball is named twice (it was spotted, and moved on)."""
    found: dict[str, tuple[float, float]] = {}
    for spot in map(mapping_of, list_of(record.get("spot"))):
        ball, x, y = text_of(spot.get("ball")), spot.get("x"), spot.get("y")
        if isinstance(x, int | float) and isinstance(y, int | float):
            found.pop(ball, None)
            found[ball] = (float(x), float(y))
    return found


def spot_lines(spots: Spots, restored: bool, voice: Voice) -> list[str]:
    """Where the balls go. restored: all go back to where they were, and none to a spot."""
    told = places([(ball, x, y) for ball, (x, y) in spots.items()], voice.context.table)
    back = [place for place in told if restored or place.key in ("right", "left")]
    spotted = [place for place in told if place not in back]
    lines = [voice.tell("spot-list", places=_joined(spotted, voice))] if spotted else []
    return lines + ([voice.tell("spot-restore", places=_joined(back, voice))] if back else [])


def _joined(told: Sequence[Place], voice: Voice) -> str:
    texts = [voice.tell(f"place-{p.key}", ball=p.ball, cm=p.cm, across=p.across) for p in told]
    return ("; " if any("," in text for text in texts) else ", ").join(texts)
