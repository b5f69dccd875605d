"""Facts of a pool stroke that no camera settles and a person must, each asked only where a ruling hangs on it."""

from __future__ import annotations

from callshot.rules.fouls import Case, outside_kitchen, placement_warned
from callshot.rules.game import Doubt


def doubts_of_stroke(case: Case) -> tuple[Doubt, ...]:
    """How a ball was jumped, what brought one back, whether a warning was given, who touched one, what was met."""
    facts, profile = case.facts, case.profile
    said = facts.said
    out = []
    if facts.moved_by_touch and not facts.first and not {"first_contact", "frozen_ball_moved"} & set(said):
        # Frozen to the cue ball it is met where it moves (HU-I.18.l, FI-4.1.12.a), and no contact can be seen of it.
        out.append(Doubt("first_contact", (*facts.moved_by_touch, None), profile.fouls["no_object_ball"]))
    if facts.jumped and not {"miscue", "cue_elevated", "tip_height"} & set(said):
        out.append(Doubt("miscue", (True, False), profile.fouls["illegal_jump"]))
    if any(via is None for _, via in facts.returned):
        clause = "HU-I.23.2.b" if profile.name == "hu" else "FI-6.1.d"
        out.append(Doubt("returned_to_table", ("itself", "lamp", "object", "person"), clause))
    if case.kitchen and outside_kitchen(case) and not placement_warned(case) and "placement_warning" not in said:
        out.append(Doubt("placement_warning", (True, False), profile.fouls["kitchen_placement"]))
    if any(by == "other" for _, by in facts.touched):
        out.append(Doubt("external_interference", (True, False), profile.interference))
    return tuple(out)
