"""Records and states with one thing wrong in each, and what is said of it: `python -m tests.rules.refusals` writes it.

Every field of a good record is left out, and put to a value of every other type; what is said must name what is wrong.
The file is a guard, not a proof: a change in it is a change of what people read.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from callshot.rules.game import Setting
from callshot.rules.games import GAMES
from callshot.rules.records import RecordError, read_disturbance, read_input, read_layout, read_stroke

GOLDEN = Path(__file__).parent / "golden_refusals.txt"
WRONG: tuple[Any, ...] = (None, True, -1, 2.5, "", "zz", [], ["zz"], [1], {}, {"zz": 1})
BALL = {"id": "3", "label": "3", "x": 10.0, "y": 20.0, "confidence": 0.9}
STROKE: dict[str, Any] = {
    "type": "stroke", "t": 5.0, "number": 3, "t_start": 2.0, "t_end": 5.0, "struck": "cue",
    "before": [BALL], "after": [],
    "events": [
        {"t": 2.0, "kind": "strike", "confidence": 1.0, "ball": "cue"},
        {"t": 2.1, "kind": "head-string", "ball": "cue", "direction": "out"},
        {"t": 2.5, "kind": "contact", "balls": ["cue", "3"]},
        {"t": 2.9, "kind": "cushion", "ball": "3", "cushion": "foot", "x": 200.0, "y": 1241.0},
        {"t": 3.6, "kind": "pocket", "ball": "3", "pocket": "foot-left"},
        {"t": 3.7, "kind": "return", "ball": "7", "via": "lamp"},
        {"t": 3.8, "kind": "jump", "ball": "cue", "over": ["7"]},
        {"t": 3.9, "kind": "touch", "ball": "7", "by": "hand"},
        {"t": 4.0, "kind": "off-table", "ball": "7", "x": 0.0, "y": 1400.0},
    ],
    "first_contact": "3",
    "uncertain": [{"fact": "first_contact", "candidates": ["3", None], "confidence": 0.6},
                  {"fact": "events[3]", "candidates": [None, {"ball": "7", "cushion": "head"}]}],
}  # fmt: skip
RECORDS: dict[str, tuple[Any, dict[str, Any]]] = {
    "stroke": (read_stroke, STROKE),
    "layout": (read_layout, {"type": "layout", "t": 1.0, "balls": [BALL]}),
    "disturbance": (
        read_disturbance,
        {"type": "disturbance", "t": 1.0, "kind": "moved",
         "balls": [{"id": "9", "label": "9", "from": {"x": 1.0, "y": 2.0}, "to": {"x": 3.0, "y": 4.0}}]},
    ),
    **{
        f"input {kind}": (
            read_input,
            {"type": "input", "t": 1.0, "by": "referee", "player": "Ann", "kind": kind, **more},
        )
        for kind, more in {
            "call": {"ball": "3", "pocket": "foot-left"}, "answer": {"about": "first_contact", "value": "3"},
            "fact": {"fact": "first_contact", "value": "3"}, "declare": {"value": "win"}, "pea": {"value": 3},
            "predict": {"points": 3, "balls": 1}, "place": {"ball": "cue", "x": 1.0, "y": 2.0}, "undo": {"to": 1},
            "override": {"next": {"player": "Ann"}, "fouls": [], "spot": [], "legal": True},
        }.items()
    },
}  # fmt: skip
STATES: dict[str, dict[str, Any]] = {
    "8ball-fi": {
        "shooter": "Ann", "phase": "play", "groups": {"Ann": "solids"}, "fouls": {"Ann": 2}, "warned": "Ann",
        "score": {"Ann": {"racks": 1}}, "on_table": ["1", "8", "9"], "in_hand": {"cue": "kitchen"}, "stroke_no": 1,
        "breaker": "Bo", "target": 3, "idle": {"Ann": 1},
    },
    "9ball-hu": {"shooter": "Bo", "phase": "play", "push_out": True, "fouls": {"Bo": 1}, "on_table": ["3", "9"]},
    "141-fi": {"shooter": "Bo", "phase": "play", "score": {"Bo": {"points": 7}}, "target": 30, "opening": False},
    "congestion": {
        "order": ["Ann", "Bo"], "shooter": "Ann", "phase": "play", "stroke_no": 2, "prior": "Bo", "inning_foul": False,
        "pile": ["4"], "forecast": {"points": 4, "balls": 1}, "bonus": False, "over": ["Ann"], "bust_window": ["Bo"],
        "players": {"Ann": {"pea": 3, "stash": ["21"], "whammies": 1, "foul_innings": 1}, "Bo": {"out": None}},
        "debts": [["Bo", "Ann", "yellow"], ["Bo", "TABLE"]], "positioned": ["blue"], "target": 90,
        "on_table": ["1", "2", "yellow"], "in_hand": {"cue": "kitchen", "crazy": "anywhere"},
    },
}  # fmt: skip


def _places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in a value, the value itself left out."""
    inside: Any = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, below in inside:
        yield (*path, key)
        yield from _places(below, (*path, key))


def _changed(good: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """What was done, and the record with it: a place left out, or with a wrong value."""
    yield "as it is", good
    for path in _places(good):
        for wrong in ("left out", *WRONG):
            record = copy.deepcopy(good)
            at: Any = record
            for key in path[:-1]:
                at = at[key]
            if wrong == "left out":
                del at[path[-1]]
            else:
                at[path[-1]] = wrong
            name = ".".join(map(str, path))
            yield f"{name} {wrong if wrong == 'left out' else json.dumps(wrong)}", record


def refusals() -> str:
    """The golden file's text: a dot where a record is taken; of a state that is, what it changes."""
    lines = []
    for name, (read, good) in RECORDS.items():
        for what, record in _changed(good):
            try:
                read(record)
                said = "."
            except RecordError as why:
                said = str(why)
            lines.append(f"{name}: {what} -> {said}")
    for game, fields in STATES.items():
        base: Mapping[str, object] = {}
        for what, changed in _changed(fields):
            step = GAMES[game].enter(Setting(("Ann", "Bo")), changed)
            now = GAMES[game].show(step.state)
            other = {k: v for k, v in now.items() if k not in base or base[k] != v}
            shown = json.dumps(other, sort_keys=True)
            base = now if what == "as it is" else base
            lines.append(f"{game}: {what} -> {shown if step.refused is None else step.refused.reason}")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    GOLDEN.write_text(refusals(), encoding="utf-8")
