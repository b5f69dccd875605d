"""A recording that begins in the middle of a rack: the game is entered as the table is seen."""

from __future__ import annotations

from typing import Final

from callshot.rules.game import Setting
from callshot.rules.in_progress import STANDING
from callshot.rules.rack_place import standing
from callshot.rules.racks import GAME_RACKS, RACKS
from callshot.rules.vocabulary import Ball
from callshot.tracker.session import Record
from callshot.tracker.strokes.bed import Bed

RACKED: Final[dict[str, tuple[str, ...]]] = {
    "8ball": tuple(str(n) for n in range(1, 16)),
    "9ball": tuple(str(n) for n in range(1, 10)),
    "141": tuple(str(n) for n in range(1, 16)),
}
"""Object balls at the start of a rack, by the game's name before its national form."""


KEY: Final[dict[str, str]] = {"8ball": "8", "9ball": "9"}
"""Without this ball the rack would be over: where it isn't seen, an arm or a shadow hides it."""


def entered(game: str, layout: Record, bed: Bed | None = None) -> list[Record]:
    """The `state` record that a first layout calls for, with a notice; nothing where a rack is still to be broken.

    Only balls whose number is known are put on the table: an unread one is asked about when it makes a difference.
    A rack of which a ball is not seen is still to be broken: the rules ask where that is in doubt.
    Who has which group of 8-ball can't be seen: null, and it is asked when a ruling depends on it.
    """
    kind = game.partition("-")[0]
    whole = RACKED.get(kind)
    if whole is None or not layout["balls"]:
        return []
    objects = [b for b in layout["balls"] if b["label"] not in ("cue", "crazy-cue")]
    if len(objects) >= len(whole):
        return []
    if bed is not None and _stands(game, objects, bed):
        return []
    seen = [label for label in whole if any(b["label"] == label for b in objects)]
    if len(seen) < len(objects):
        return []
    # A rack without this ball would be over: unseen, it can only be hidden, or the rack is another one's affair.
    hidden = [label for label in (KEY.get(kind),) if label is not None and label not in seen]
    t = layout["t"]
    state = {"type": "state", "t": t, "phase": "play", "on_table": [b for b in whole if b in {*seen, *hidden}]}
    state["in_hand"] = {}
    if kind == "8ball":
        state["groups"] = None
    text = f"the recording begins in the middle of a rack: object balls seen: {len(seen)}, the break is past, "
    text += "the player named first is at the table"
    if hidden:
        text += f"; the {hidden[0]} is not seen and taken for hidden: if it is down, say how it stands (a state record)"
    level = "warning" if hidden else "info"
    return [state, {"type": "notice", "t": t, "level": level, "code": "game-in-progress", "text": text}]


def _stands(game: str, objects: list[Record], bed: Bed) -> bool:
    """Most of a rack stands on the foot spot or near it."""
    setting = Setting((), {}, bed.length_mm, bed.width_mm, bed.ball_diameter_mm)
    balls = [Ball(b["id"], b["label"], b["x"], b["y"]) for b in objects]
    rack = standing(RACKS[GAME_RACKS[game][0]](setting), balls, setting)
    return rack.filled >= STANDING * rack.places
