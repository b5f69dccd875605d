"""Strokes made by hand, with positions, so that there are balls to touch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from callshot.rules.game import Setting
from callshot.rules.racks import GAME_RACKS, RACKS

PLACES = {
    "cue": (-200.0, -700.0), "1": (-400.0, 300.0), "2": (300.0, -300.0), "3": (-100.0, 500.0), "4": (450.0, 0.0),
    "5": (200.0, 800.0), "6": (-450.0, -100.0), "7": (0.0, 1000.0), "8": (100.0, 200.0), "9": (-300.0, 900.0),
    "10": (400.0, 500.0), "11": (-500.0, 700.0), "12": (50.0, -100.0), "13": (-250.0, 100.0), "14": (500.0, 1000.0),
    "15": (-50.0, 700.0),
}  # fmt: skip


def lying(balls: Sequence[str]) -> list[dict[str, Any]]:
    """Each ball at its own place; a letter after a number is the same place, a little aside."""
    out = []
    for ball in balls:
        label = ball.rstrip("abc") if ball[:1].isdecimal() else ball
        x, y = PLACES.get(ball) or PLACES.get(label) or (30.0 * len(out) - 500.0, -900.0)
        aside = {"a": 0.0, "b": 70.0, "c": -70.0}.get(ball[-1], 0.0) if label != ball else 0.0
        out.append({"id": ball, "label": label, "x": x + aside, "y": y, "confidence": 1.0})
    return out


def racked(game: str) -> list[dict[str, Any]]:
    """The cue ball behind the head string and every ball of the game's rack in its place."""
    rack = RACKS[GAME_RACKS[game][0]](Setting(("Ann", "Bő")))
    left = [label for label, count in rack.contents.items() for _ in range(count)]
    out = [{"id": "cue", "label": "cue", "x": -200.0, "y": -700.0, "confidence": 1.0}]
    for place in sorted(rack.places, key=lambda place: len(place.labels)):
        label = next(label for label in left if label in place.labels)
        left.remove(label)
        out.append({"id": label, "label": label, "x": place.x_mm, "y": place.y_mm, "confidence": 1.0})
    return with_corners_apart(out) if game.startswith("8ball") else out


def with_corners_apart(balls: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The rack with a solid in one base corner and a stripe in the other: a ball between them changes places."""
    base = sorted((b for b in balls if b["y"] == max(b["y"] for b in balls)), key=lambda ball: float(ball["x"]))
    if (int(base[0]["label"]) < 9) == (int(base[-1]["label"]) < 9):
        other = next(b for b in balls[1:] if b["label"] != "8" and (int(b["label"]) < 9) != (int(base[0]["label"]) < 9))
        places = {base[-1]["id"]: (other["x"], other["y"]), other["id"]: (base[-1]["x"], base[-1]["y"])}
        balls = [{**b, "x": places[b["id"]][0], "y": places[b["id"]][1]} if b["id"] in places else b for b in balls]
    return balls


def opening(
    game: str, first: str | None, pocketed: Sequence[tuple[str, str]] = (), cushions: Sequence[str] = ("cue",)
) -> dict[str, Any]:
    """The first stroke of a rack that stands; afterwards the balls lie where `lying` puts them."""
    before = racked(game)
    played = stroke(1, first, [ball["id"] for ball in before], pocketed, cushions)
    return {**played, "before": before}


def stroke(
    number: int, first: str | None, before: Sequence[str], pocketed: Sequence[tuple[str, str]] = (),
    cushions: Sequence[str] = ("cue",), uncertain: Sequence[dict[str, Any]] = (), struck: str = "cue",
) -> dict[str, Any]:  # fmt: skip
    """A stroke record; what is not pocketed lies where it lay."""
    t = 20.0 * number
    events: list[dict[str, Any]] = [{"t": t, "kind": "strike", "ball": struck, "confidence": 1.0}]
    if first is not None:
        events.append({"t": t + 0.2, "kind": "contact", "balls": [struck, first], "confidence": 1.0})
    events += [
        {"t": t + 0.6, "kind": "pocket", "ball": b, "pocket": p, "confidence": 1.0} for b, p in pocketed
    ]  # fmt: skip
    for k, ball in enumerate(cushions):
        x = PLACES.get(ball.rstrip("abc"), (0.0, 0.0))[0]
        events.append({"t": t + 0.7 + k / 10, "kind": "cushion", "ball": ball, "cushion": "foot", "x": x, "y": 1241.0,
                       "confidence": 1.0})  # fmt: skip
    gone = {ball for ball, _ in pocketed}
    return {
        "type": "stroke", "t": t + 3, "number": number, "t_start": t, "t_end": t + 3, "struck": struck,
        "before": lying(before), "after": lying([b for b in before if b not in gone]), "events": events,
        "first_contact": first, "uncertain": list(uncertain),
    }  # fmt: skip
