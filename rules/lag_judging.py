"""Who won a lag: FI-2, HU-I.4. Two balls played together to the foot cushion; the nearer to the head cushion wins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from callshot.rules.facts import texts
from callshot.rules.game import Setting
from callshot.rules.profile import FI, Profile
from callshot.rules.ruling import Foul
from callshot.rules.vocabulary import Ball, Stroke, StrokeEvent

LAG_BALLS: Final = ("cuea", "cueb")
"""Of the first player (he starts at x < 0) and of the second."""

TOLERANCE_MM: Final = 3.0
"""Two distances that differ by less can't be told apart from above: three times the error of a resting ball."""

_HU_CLAUSES: Final[Mapping[str, str]] = {
    "lag_crossed": "HU-I.4.f.1",
    "lag_no_foot_cushion": "HU-I.4.f.2",
    "lag_pocketed": "HU-I.4.f.3",
    "lag_off_table": "HU-I.4.f.4",
    "lag_side_cushion": "HU-I.4.f.5",
    "lag_in_jaws": "HU-I.4.f.6",
}


@dataclass(frozen=True, slots=True)
class LagResult:
    """`winner` is 0 or 1, None where the lag is replayed; `undecided`: both valid and too close, or not seen."""

    fouls: tuple[Foul, ...]
    winner: int | None
    undecided: bool = False


def is_lag(stroke: Stroke) -> bool:
    """The stroke has a lag ball in it."""
    return any(ball in _named(stroke) for ball in LAG_BALLS)


def _named(stroke: Stroke) -> set[str]:
    return {
        ball
        for ball in (
            stroke.struck,
            *(e.ball for e in stroke.events),
            *(b.id for b in (*(stroke.before or ()), *(stroke.after or ()))),
        )
        if ball is not None
    }


def as_lag(stroke: Stroke) -> Stroke:
    """The stroke with the names of a lag: any two balls do, the first player's is the one that starts at x < 0.

    Left as it is where it has these names, or where it isn't two balls, one on each side. Clauses: HU-I.4.c, FI-2.b.
    """
    two = sorted(stroke.before or (), key=lambda b: b.x_mm)
    if is_lag(stroke) or len(two) != 2 or not two[0].x_mm < 0 < two[1].x_mm or _named(stroke) > {b.id for b in two}:
        return stroke
    names = {ball.id: name for ball, name in zip(two, LAG_BALLS, strict=True)}

    def renamed(value: object) -> object:
        if isinstance(value, Mapping):
            return {names.get(k, k): v for k, v in value.items()}
        if isinstance(value, list | tuple):
            return tuple(renamed(v) for v in value)
        return names.get(value, value) if isinstance(value, str) else value

    def balls(seen: tuple[Ball, ...] | None) -> tuple[Ball, ...] | None:
        return None if seen is None else tuple(replace(b, id=names[b.id]) for b in seen)

    def event(one: StrokeEvent) -> StrokeEvent:
        ball = None if one.ball is None else names.get(one.ball, one.ball)
        return replace(one, ball=ball, balls=tuple(names.get(b, b) for b in one.balls))

    return replace(
        stroke,
        struck=None if stroke.struck is None else names.get(stroke.struck, stroke.struck),
        first_contact=None if stroke.first_contact is None else names.get(stroke.first_contact, stroke.first_contact),
        events=tuple(event(e) for e in stroke.events),
        before=balls(stroke.before),
        after=balls(stroke.after),
        said={fact: renamed(value) for fact, value in stroke.said.items()},
    )


def lag_faults(stroke: Stroke, setting: Setting, profile: Profile, options: Mapping[str, str]) -> tuple[Foul, ...]:
    """What loses the lag, for either ball, in the order of the Hungarian list. Clauses: HU-I.4.d."""
    faults = []
    for ball in LAG_BALLS:
        for code in _codes(ball, stroke, setting, options):
            faults.append(Foul(code, "FI-2.d" if profile is FI else _HU_CLAUSES[code], ball))
    return tuple(faults)


def _codes(ball: str, stroke: Stroke, setting: Setting, options: Mapping[str, str]) -> list[str]:
    codes = []
    events = [e for e in stroke.events if e.ball == ball]
    rest = resting(stroke, ball)
    if _crossed(ball, stroke, rest):
        codes.append("lag_crossed")
    if not _reached_foot(ball, stroke):
        codes.append("lag_no_foot_cushion")
    if any(e.kind == "pocket" for e in events) or ball in texts(stroke.said.get("pocketed")):
        codes.append("lag_pocketed")
    off = any(e.kind == "off-table" for e in events) and not any(e.kind == "return" for e in events)
    hopped = options.get("hu.lag_jump") == "any-hop" and any(e.kind in ("jump", "off-table") for e in events)
    if off or hopped or ball in texts(stroke.said.get("off_table")):
        codes.append("lag_off_table")
    said = stroke.said.get("lag_side_rail_contact")
    side = (
        ball in texts(said)
        if said is not None
        else any((e.cushion or "").startswith(("left", "right")) for e in events)
    )
    if side:
        codes.append("lag_side_cushion")
    said = stroke.said.get("lag_past_head_nose")
    jaws = ball in texts(said) if said is not None else _in_jaws(rest, setting, options)
    if jaws:
        codes.append("lag_in_jaws")
    return codes


def _in_jaws(rest: Ball | None, setting: Setting, options: Mapping[str, str]) -> bool:
    """At rest beyond the head cushion's nose line, which only a corner pocket's mouth allows (OQ-FI-26)."""
    if rest is None:
        return False
    if options.get("fi.lag_corner") == "mouth":
        return rest.y_mm < -setting.length_mm / 2 + setting.ball_diameter_mm / 2 - TOLERANCE_MM
    return rest.y_mm < -setting.length_mm / 2


def _crossed(ball: str, stroke: Stroke, rest: Ball | None) -> bool:
    said = stroke.said.get("lag_crossed_long_string")
    if said is not None:
        return ball in texts(said)
    sign = -1.0 if ball == LAG_BALLS[0] else 1.0
    seen = [e.x_mm for e in stroke.events if e.ball == ball and e.x_mm is not None]
    if rest is not None:
        seen.append(rest.x_mm)
    return any(x * sign < -TOLERANCE_MM for x in seen)


def _reached_foot(ball: str, stroke: Stroke) -> bool:
    said = stroke.said.get("lag_foot_rail_contacts")
    if isinstance(said, Mapping):
        return bool(said.get(ball, 0))
    if said is not None:
        return ball in texts(said)
    return any(e.kind == "cushion" and e.ball == ball and e.cushion == "foot" for e in stroke.events)


def resting(stroke: Stroke, ball: str) -> Ball | None:
    """Where a lag ball came to rest, where that is known."""
    return next((b for b in stroke.after or () if b.id == ball), None)


def _nearest(said: object) -> object:
    """The ball or player said to be nearer: a name, or the lesser of two distances; None where they are the same."""
    if not isinstance(said, Mapping):
        return said
    known = {k: v for k, v in said.items() if isinstance(v, int | float)}
    least = min(known.values(), default=None)
    nearest = [k for k, v in known.items() if v == least]
    return nearest[0] if len(nearest) == 1 and len(known) == 2 else None


def judge(stroke: Stroke, setting: Setting, profile: Profile, options: Mapping[str, str]) -> LagResult:
    """Who won. A replay where both lost, or where the referee can't tell (HU-I.4.g, OQ-FI-25)."""
    fouls = lag_faults(stroke, setting, profile, options)
    valid = [k for k, ball in enumerate(LAG_BALLS) if not any(f.ball == ball for f in fouls)]
    if len(valid) < 2:
        return LagResult(fouls, valid[0] if valid else None)
    if "lag_rest_distance" in stroke.said:
        said = _nearest(stroke.said["lag_rest_distance"])
        names = (*setting.players, *LAG_BALLS)
        return LagResult(fouls, names.index(said) % 2 if said in names else None)
    rests = [resting(stroke, ball) for ball in LAG_BALLS]
    left, right = rests
    if left is None or right is None or abs(left.y_mm - right.y_mm) < TOLERANCE_MM:
        return LagResult(fouls, None, undecided=True)
    return LagResult(fouls, 0 if left.y_mm < right.y_mm else 1)
