"""Records and states with one thing wrong in each, and what is said of it: `python -m tests.rules.refusals` writes it.

Every field of a good record is left out, and put to a value of every other type; what is said must name what is wrong.
The file is a guard, not a proof: a change in it is a change of what people read. Each wording stands there once a
section, with the first case of it; what is taken is listed for every place.
"""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from callshot.rules.fact_words import FACTS, refuse_fact
from callshot.rules.game import Setting
from callshot.rules.games import GAMES
from callshot.rules.notation import parse_stroke
from callshot.rules.records import RecordError, read_disturbance, read_input, read_layout, read_stroke
from callshot.rules.vocabulary import Input
from callshot.tracker.referee import begin
from tests.rules.guards import write_sections

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


CONGESTION = {k: v for k, v in STATES["congestion"].items() if k not in ("over", "bust_window", "bonus")}
HEARD: tuple[tuple[str, dict[str, str], dict[str, Any] | None, str], ...] = (
    ("8ball-fi", {}, None, ""), ("8ball-hu", {"race": "2"}, STATES["8ball-fi"], "#1 cue>1 cue@foot-left"),
    ("9ball-fi", {}, None, "#1 cue>1 1|foot 2|foot 3|foot 4|foot 5|foot"),
    ("9ball-hu", {}, STATES["9ball-hu"], "#1 cue>9"),
    ("141-fi", {}, None, ""), ("141-hu", {"calls": "evident"}, STATES["141-fi"], "#1 cue>3 3@foot-left"),
    ("lag-fi", {}, None, ""), ("lag-hu", {}, None, "#1 cuea>- cuea|foot cueb|foot =cuea:-300,-1100 =cueb:300,-1200"),
    ("none", {}, None, ""), ("congestion", {}, None, ""), ("congestion", {}, CONGESTION, "#1 cue>1 cue*1"),
    ("congestion", {"option_3": "yes"}, {"phase": "play"}, ""),
    ("congestion", {}, {"phase": "play"}, "#1 cue>black cue/out cue*black black@foot-left cue|foot"),
    ("congestion", {}, {"phase": "play", "players": {"Ann": {"pea": 3}, "Bo": {"out": "left"}}}, ""),
)  # fmt: skip
"""Game, options, state and one stroke: what is said then is heard or refused."""
INPUTS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("call", {"ball": "3", "pocket": "foot-left"}), ("call", {"ball": "cue", "pocket": "foot-left"}), ("safety", {}),
    ("push-out", {}), ("answer", {"about": "incoming_option", "value": "accept"}),
    ("answer", {"about": "incoming_option", "value": "zz"}), ("answer", {"about": "zz", "value": 1}),
    ("answer", {"about": "chosen_ball", "value": "21"}), ("answer", {"about": "chosen_ball", "value": "5"}),
    ("answer", {"about": "reposition_choice", "value": {}}), ("answer", {"about": "reposition_choice", "value": 3}),
    ("answer", {"about": "reposition_choice", "value": {"black": [0, 0], "zz": [1, 1]}}),
    ("answer", {"about": "reposition_choice", "value": {"black": [0]}}),
    ("answer", {"about": "reposition_choice", "value": {"black": [9999, 0]}}),
    ("answer", {"about": "prediction", "value": {"points": 3, "balls": 1}}),
    ("answer", {"about": "prediction", "value": 3}),
    ("answer", {"about": "break_type_choice", "value": "safety"}), ("answer", {"about": "lag_choice", "value": "pass"}),
    ("answer", {"about": "call_obvious", "value": True}), ("answer", {"about": "pea_value", "value": 99}),
    ("declare", {"value": "win"}), ("declare", {"value": "bust"}), ("declare", {"value": 3}), ("pea", {"value": 3}),
    ("pea", {"value": 16}), ("pea", {"value": "system"}), ("predict", {"points": 3, "balls": 1}),
    ("predict", {"points": -1, "balls": 1}), ("fact", {"fact": "first_contact", "value": None}),
    ("fact", {"fact": "zz", "value": 1}), ("fact", {"fact": "feet", "value": "zz"}),
    ("fact", {"fact": "pea_drawn", "value": {"Ann": 1}}),
    ("fact", {"fact": "turn_order", "value": ["Bo", "Ann"]}), ("fact", {"fact": "turn_order", "value": ["Bo"]}),
    ("fact", {"fact": "stick_on_table", "value": True}), ("fact", {"fact": "touched_by_hand", "value": ["3"]}),
    ("place", {"ball": "cue", "x": 1, "y": 2}), ("place", {"ball": "zz", "x": 1, "y": 2}),
    ("place", {"ball": "black", "x": 9999, "y": 2}), ("place", {"ball": "cue", "x": "zz", "y": 2}), ("unsporting", {}),
    ("override", {}), ("override", {"next": {"player": "Bo"}}), ("override", {"next": {"player": "Zed"}}),
    ("override", {"score": {"Ann": {"stash": ["3"]}}}), ("override", {"over": {"winner": "Ann"}}),
    ("override", {"over": {"what": "zz"}}), ("override", {"spot": [{"ball": "9", "x": 0, "y": 0}]}),
    ("override", {"fouls": [{"code": "push", "clause": "FI-4.1.13.b"}]}), ("override", {"legal": True}),
    ("undo", {"to": 0}),
    ("undo", {"to": 9}), ("join", {}), ("leave", {}), ("concede", {}), ("zz", {}),
    ("protest", {}), ("protest", {"of": 1}), ("protest", {"of": 7}), ("redo", {}), ("redo", {"to": 3}),
    ("unsporting", {"severity": "grave"}), ("override", {"score": {"Ann": {"racks": 1, "points": 5, "fouls": 1}}}),
    ("override", {"next": {"player": "Bo", "stroke_no": 2, "cue_ball": "in-hand"}}),
    ("override", {"next": {"player": "Bo", "cue_ball": {"cue": "in-hand-behind-head-string"}}}),
    ("override", {"over": {"what": "match", "winner": "Bo"}}), ("override", {"legal": False}),
    ("fact", {"fact": "two_foul_warning", "value": True}), ("fact", {"fact": "placement_warning", "value": True}),
    ("fact", {"fact": "rail_frozen_at_start", "value": ["3"]}),
    ("fact", {"fact": "touched_by_equipment", "value": False}),
    ("fact", {"fact": "cue_ball_pocketed", "value": True}), ("fact", {"fact": "pocketed", "value": ["3"]}),
    ("fact", {"fact": "off_table", "value": ["3"]}), ("fact", {"fact": "lag_rest_distance", "value": "Ann"}),
    ("fact", {"fact": "ball_identity", "value": {"3": "5"}}), ("fact", {"fact": "double_hit", "value": True}),
    ("fact", {"fact": "object_balls_to_rail", "value": 5}), ("fact", {"fact": "external_interference", "value": True}),
)  # fmt: skip


def _heard(game: str, options: dict[str, str], fields: dict[str, Any] | None, stroke: str) -> Iterator[str]:
    """Everything that may be said in one position, each on its own."""
    referee, _ = begin(GAMES[game], Setting(("Ann", "Bo"), options))
    assert referee is not None
    if fields is not None:
        referee, _ = referee.enter(fields)
    if stroke:
        referee, _ = referee.feed(parse_stroke(stroke))
    place = f"{game} {json.dumps(options)} {'entered' if fields else 'begun'} {stroke}"
    yield f"{place}: asks {[(q.about, q.player, q.clause) for q in referee.open_questions]}"
    refused: list[tuple[str, str]] = []
    silent: list[str] = []
    for kind, values in INPUTS:
        heard: dict[str, list[str]] = {}
        for by, player in (("player", "Ann"), ("player", "Bo"), ("referee", None), ("referee", "Zed")):
            _, said = referee.feed(Input(0.0, by, kind, player, values))  # type: ignore[arg-type]
            if said.refused:
                refused.append((f"{kind} {json.dumps(values)} by {by[0]} {player}", said.refused))
                continue
            rulings = " / ".join(" ".join(r.log) + f" {[f.code for f in r.fouls]} {r.legal}" for r in said.rulings)
            asked = [(q.about, q.player) for q in said.questions]
            heard.setdefault(f"{rulings} {asked}", []).append(f"{by[0]} {player}")
        for text, who in heard.items():
            if text == " []":
                silent.append(f"{kind} {json.dumps(values)} by {', '.join(who)}")
            else:
                yield f"{kind} {json.dumps(values)} by {', '.join(who)} -> {text}"
    yield f"heard in silence: {'; '.join(silent)}"
    yield from _first_of_each(refused)


def _places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in a value, the value itself left out."""
    inside: Any = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, below in inside:
        yield (*path, key)
        yield from _places(below, (*path, key))


def _changed(good: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Where something was done, what, and the record with it: a place left out, or with a wrong value."""
    yield "as it", "is", good
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
            yield ".".join(map(str, path)), "left-out" if wrong == "left out" else json.dumps(wrong), record


VARYING = re.compile(r"'[^']*'|\"[^\"]*\"|\[.*?\]|\{.*?\}|[\d.]+|True|False|None|(?<=option )\S+|(?<=none of ).*")
"""What differs between refusals of one wording: names, values and numbers."""


def _first_of_each(rows: Iterable[tuple[str, str]]) -> Iterator[str]:
    """What was done and what was said of it, where nothing was said yet in the same words."""
    seen: set[str] = set()
    for what, text in rows:
        words = VARYING.sub("_", text)
        if words not in seen:
            seen.add(words)
            yield f"{what} -> {text}"


def _records(name: str) -> Iterator[str]:
    """What is taken at each place, then what is said of the rest."""
    read, good = RECORDS[name]
    refused: list[tuple[str, str]] = []
    taken: dict[str, list[str]] = {}
    for place, wrong, record in _changed(good):
        try:
            read(record)
            taken.setdefault(place, []).append(wrong)
        except RecordError as why:
            taken.setdefault(place, [])
            refused.append((f"{place} {wrong}", str(why)))
    yield from (f"{place} taken: {' '.join(values)}" for place, values in taken.items())
    yield from _first_of_each(refused)


def _states(game: str) -> Iterator[str]:
    """Of a state that is taken, what it changes."""
    base: Mapping[str, object] = {}
    refused: list[tuple[str, str]] = []
    for place, wrong, changed in _changed(STATES[game]):
        step = GAMES[game].enter(Setting(("Ann", "Bo")), changed)
        if step.refused is not None:
            refused.append((f"{place} {wrong}", step.refused.reason))
            continue
        now = GAMES[game].show(step.state)
        shown = json.dumps({k: v for k, v in now.items() if k not in base or base[k] != v}, sort_keys=True)
        base = base or now
        yield f"{place} {wrong} -> {shown}"
    yield from _first_of_each(refused)


def _options(game: str) -> Iterator[str]:
    """Which options a game has, and what is said of a value that is none."""
    yield " ".join(option.key for option in GAMES[game].options)
    tried = [(option.key, value) for option in GAMES[game].options for value in (*option.values, "zz")]
    steps = [(f"{key}={value}", GAMES[game].start(Setting(("Ann", "Bo"), {key: value}))) for key, value in tried]
    yield from _first_of_each((what, step.refused.reason) for what, step in steps if step.refused is not None)
    for players in ((), ("Ann",), ("Ann", "Ann"), ("Ann", ""), tuple("ABCDEFGHIJK"), ("Ann", "TABLE")):
        begun = GAMES[game].start(Setting(players))
        yield f"players {players} -> {begun.refused.reason if begun.refused is not None else '.'}"


def _meanings() -> Iterator[str]:
    """What `callshot games` says of every option of every game."""
    said = {
        f"{option.key} = {'|'.join(option.values)}: {option.meaning} ({option.question})": None
        for game in GAMES.values()
        for option in game.options
    }
    yield from said


def _facts(fact: str) -> Iterator[str]:
    """Which values a fact may have, and what is said of two that it may not."""
    said = [
        refuse_fact(fact, value, Input(0.0, "referee", "fact", None, {"fact": fact, "value": value}))
        for value in FACT_VALUES
    ]
    yield "taken: " + " ".join(json.dumps(v) for v, text in zip(FACT_VALUES, said, strict=True) if text is None)
    yield from list(filter(None, said))[-2:]


FACT_VALUES: tuple[Any, ...] = (
    *WRONG, 0, 1, 2, 5, 60, 61, 0.5, "3", "cue", "5a", "left-head", "foot", "foot-left", "tip", "above", "lamp", "Ann",
    "solids", "tactical", ["3"], ["3", "5"], [["3", "foot"]], [["3", "cue"]], [{"ball": "3"}], {"3": "12"}, {"3": 1},
    {"ball": "3", "cushion": "foot"}, {"cuea": 1, "cueb": 0}, ["3", 5], [None], "z" * 60, ["z" * 60],
)  # fmt: skip
SECTIONS: dict[str, Callable[[], Iterator[str]]] = {
    **{f"record {name}": partial(_records, name) for name in RECORDS},
    **{f"state of {game}": partial(_states, game) for game in STATES},
    **{f"fact {fact}": partial(_facts, fact) for fact in (*FACTS, "zz")},
    **{f"options of {game}": partial(_options, game) for game in GAMES},
    "what options mean": _meanings,
    **{f"said {k} in {row[0]}": partial(_heard, *row) for k, row in enumerate(HEARD)},
}


if __name__ == "__main__":
    write_sections(GOLDEN, SECTIONS)
