"""The compact tables of the third reading: one scenario a paragraph, its records and what must be ruled.

    == a line that names the idea | CP-12.1 CS-06
    game congestion option_1=yes : A B C D
    state {"shooter": "A"}
    shot cue-2a 12@fl cue@fr
    ans A chosen_ball "5"
    -> fouls=scratch:cue spot=5@0,711.2 next=B,1,kitchen,- log: FOUL(scratch) NEXT(B,1)

`shot` lists a stroke's events in order: `cue-3` a contact, `3|foot` a cushion, `3@fl` a pocket, `3^` off the table,
`3~lamp` a return by it, `3!hand` a touch, `cue/out` the head string, `cue%6` a jump over the 6; `k=json` is a field of
the record itself, `?fact=json` what is uncertain (its candidates). The ball struck is `cue`, the first contact its
first one, unless fields say otherwise. Every other line is an input or, with `raw`, any record.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

Record = dict[str, Any]

POCKETS = {
    "hl": "head-left",
    "hr": "head-right",
    "sl": "side-left",
    "sr": "side-right",
    "fl": "foot-left",
    "fr": "foot-right",
}
CUSHIONS = {
    "foot": (100, 1241),
    "head": (100, -1241),
    "left-foot": (-606, 600),
    "left-head": (-606, -600),
    "right-foot": (606, 600),
    "right-head": (606, -600),
}
"""Where on a 9 ft bed a ball touches it, in mm."""
BEDS = {"9ft": (2540.0, 1270.0), "10ft": (2844.8, 1422.4)}
EVENT = re.compile(r"^(?P<ball>[a-z]+-cue|crazy-8[a-c]?|[a-z]+|\d+[a-c]?)(?P<sign>[-|@^~!/%])(?P<rest>.*)$")
EVENTS_APART_S = 0.1
"""From the strike to the first event, and from each to the next."""


@dataclass(slots=True)
class Step:
    """Records that are heard one after the other, and the words of what must have been written since."""

    line: int
    records: list[Record] = field(default_factory=list)
    expected: str = ""


@dataclass(slots=True)
class Scenario:
    """One paragraph of a table."""

    title: str
    line: int
    session: Record = field(default_factory=dict)
    steps: list[Step] = field(default_factory=list)


def read_table(lines: Sequence[str]) -> Iterator[Scenario]:
    """The scenarios of a table, its lines counted from 1. Raises ValueError for a line that means nothing."""
    scenario: Scenario | None = None
    clock = Clock()
    for number, line in enumerate(lines, start=1):
        word, _, rest = line.partition(" ")
        if word == "==":
            if scenario is not None:
                yield scenario
            scenario, clock = Scenario(rest, number, steps=[Step(number)]), Clock()
        elif not line.strip() or word.startswith("#"):
            continue
        elif scenario is None:
            raise ValueError(f"line {number} stands before any scenario")
        elif word == "game":
            scenario.session = _session(rest)
        elif word == "->":
            scenario.steps[-1].expected, scenario.steps[-1].line = rest, number
            scenario.steps.append(Step(number))
        else:
            scenario.steps[-1].records.append(_record(word, rest, clock, number))
    if scenario is not None:
        yield scenario


@dataclass(slots=True)
class Clock:
    """Time and the number of the latest stroke, within one scenario."""

    t: float = 0.0
    stroke: int = 0

    def tick(self) -> float:
        """A second later."""
        self.t += 1.0
        return self.t


def _session(text: str) -> Record:
    head, _, players = text.partition(":")
    game, *options = head.split()
    congestion = game == "congestion"
    bed = next((word[4:] for word in options if word.startswith("bed=")), "10ft" if congestion else "9ft")
    length, width = BEDS[bed]
    return {
        "type": "session",
        "t": 0,
        "schema": 1,
        "game": game,
        "options": dict(word.split("=", 1) for word in options if not word.startswith("bed=")),
        "players": players.split() or (["A", "B", "C", "D"] if congestion else ["Ann", "Bo"]),
        "table": {"name": bed, "length_mm": length, "width_mm": width},
        "ball_set": "any",
        "ball_diameter_mm": 57.15,
    }


def _record(word: str, rest: str, clock: Clock, line: int) -> Record:
    if word == "shot":
        return _stroke(rest, clock, line)
    if word == "raw":
        return {"t": clock.tick(), **json.loads(rest)}
    if word == "state":
        return {"type": "state", "t": clock.tick(), **json.loads(rest)}
    return {"type": "input", "t": clock.tick()} | _input(word, rest, line)


def _input(word: str, rest: str, line: int) -> Record:
    words = rest.split()
    player: Record = {"by": "player"}
    match word, words:
        case "call", [who, ball, pocket]:
            return player | {"kind": "call", "player": who, "ball": ball, "pocket": POCKETS.get(pocket, pocket)}
        case "safety" | "push-out" | "concede", [who]:
            return player | {"kind": word, "player": who}
        case "declare", [who, what]:
            return player | {"kind": "declare", "player": who, "value": what}
        case "pea", [who, value]:
            return player | {"kind": "pea", "player": who, "value": int(value)}
        case "predict", [who, points, balls]:
            return player | {"kind": "predict", "player": who, "points": int(points), "balls": int(balls)}
        case "ans", [who, about, *value]:
            return player | {"kind": "answer", "player": who, "about": about, "value": json.loads(" ".join(value))}
        case "ref", [about, *value]:
            return {"by": "referee", "kind": "answer", "about": about, "value": json.loads(" ".join(value))}
        case "fact", [fact, *value]:
            return {"by": "referee", "kind": "fact", "fact": fact, "value": json.loads(" ".join(value))}
        case "override", [*value]:
            return {"by": "referee", "kind": "override", **json.loads(" ".join(value))}
        case "unsporting" | "join" | "leave", [who]:
            return {"by": "referee", "kind": word, "player": who}
        case "undo" | "redo", [to]:
            return {"by": "referee", "kind": word, "to": int(to)}
        case "redo", []:
            return {"by": "referee", "kind": "redo"}
    raise ValueError(f"line {line}: {word} {rest}")


def _stroke(text: str, clock: Clock, line: int) -> Record:
    clock.stroke += 1
    start = clock.tick()
    fields: Record = {}
    uncertain: list[Record] = []
    events: list[Record] = []
    for token in text.split():
        name, is_field, value = token.partition("=")
        if is_field and name.startswith("?"):
            uncertain.append({"fact": name[1:], "candidates": json.loads(value), "confidence": 0.6})
        elif is_field:
            fields[name] = _balls(value) if name in ("before", "after") else json.loads(value)
        else:
            events.append({"t": round(start + EVENTS_APART_S * (len(events) + 1), 3)} | _event(token, line))
    struck = fields.get("struck", "cue")
    met = [event["balls"] for event in events if event["kind"] == "contact" and struck in event["balls"]]
    first = next((ball for ball in met[0] if ball != struck), None) if met else None
    clock.t = start + 2 + EVENTS_APART_S * len(events)
    stroke: Record = {
        "type": "stroke",
        "t": clock.t,
        "number": clock.stroke,
        "t_start": start,
        "t_end": clock.t,
        "struck": struck,
        "events": [{"t": start, "kind": "strike", "ball": struck}, *events],
        "first_contact": first,
    }
    if uncertain:
        stroke["uncertain"] = uncertain
    stroke |= fields
    clock.stroke = stroke["number"]
    return stroke


def _event(token: str, line: int) -> Record:
    found = EVENT.match(token)
    if found is None:
        raise ValueError(f"line {line}: {token}")
    ball, rest = found["ball"], found["rest"]
    match found["sign"]:
        case "-":
            return {"kind": "contact", "balls": [ball, rest]}
        case "|":
            cushion = rest or "foot"
            x, y = CUSHIONS[cushion]
            x = -x if ball == "cuea" and cushion in ("foot", "head") else x  # the lag's left ball keeps to its half
            return {"kind": "cushion", "ball": ball, "cushion": cushion, "x": x, "y": y}
        case "@":
            return {"kind": "pocket", "ball": ball, "pocket": POCKETS[rest]}
        case "^":
            return {"kind": "off-table", "ball": ball, "x": 0, "y": 1400}
        case "~":
            return {"kind": "return", "ball": ball, "via": None if rest == "null" else rest}
        case "!":
            return {"kind": "touch", "ball": ball, "by": rest}
        case "/":
            return {"kind": "head-string", "ball": ball, "direction": rest}
    return {"kind": "jump", "ball": ball, "over": rest.split("+")}


def _balls(text: str) -> list[Record]:
    balls = []
    for entry in text.split(";"):
        ball, _, place = entry.partition(":")
        x, y = place.split(",")
        balls.append({"id": ball, "label": re.sub(r"(?<=\d)[a-c]$", "", ball), "x": float(x), "y": float(y)})
    return balls
