"""The third reading: scenarios of the compact tables are ruled as they were derived from the documents.

What follows `->` is compared strictly: a field that is not written has its plain value (no fouls, nothing spotted,
nobody over, no question, `next` null), `legal` follows from the fouls where it is not said, and a list is compared in
its order (choices in any). `score`, `on`, `log:` and Congestion's `stash`, `owes`, `wham`, `fi` and `out` are compared
where they are written.
`refused` alone: a notice and nothing else; `nothing`: neither ruling nor question nor notice; `asks`: no ruling, only
the questions of `q`; `end=TEXT`: the command ends with one line that holds TEXT, all before it having been ruled.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from callshot.tracker.rule_command import run_rules, silent
from callshot.tracker.trouble import Trouble
from tests.rules.second_opinion.tables import Record, Scenario, Step, read_table

TABLES = sorted((Path(__file__).parent / "third_reading").glob("*.txt"))
PLACE_TOLERANCE_MM = 0.06
"""Expected places are computed by hand to 0.1 mm."""
CONGESTION_SCORE = ["stash", "points", "owes", "owed", "whammies", "foul_innings", "out"]
CUE_BALL = {"pos": "in-position", "hand": "in-hand", "kitchen": "in-hand-behind-head-string"}
CLAUSES = {
    "fi": {
        "no_object_ball": "FI-4.1.1",
        "wrong_ball_first": "FI-4.1.1",
        "no_cushion": "FI-4.1.2",
        "frozen_ball_not_driven": "FI-4.1.10",
        "scratch": "FI-4.1.3",
        "cue_ball_off_table": "FI-4.1.4",
        "object_ball_off_table": "FI-4.1.5",
        "touched_ball": "FI-4.1.6",
        "no_foot": "FI-4.1.8",
        "balls_moving": "FI-4.1.9",
        "illegal_jump": "FI-4.1.11",
        "third_ball_disturbed": "FI-4.1.12.b",
        "double_hit": "FI-4.1.13.a",
        "push": "FI-4.1.13.b",
        "kitchen_placement": "FI-4.1.14",
        "not_tip": "FI-4.3",
        "table_marked": "FI-6.2.a",
        "gap_measured": "FI-6.2.b",
        "safety_break": "FI-9.2.b",
    },
    "hu": {
        "no_object_ball": "HU-I.18.a",
        "wrong_ball_first": "HU-I.18.a",
        "simultaneous_first_contact": "HU-I.12.c",
        "no_cushion": "HU-I.18.b",
        "frozen_ball_not_driven": "HU-I.18.j",
        "scratch": "HU-I.18.c",
        "cue_ball_off_table": "HU-I.18.d",
        "object_ball_off_table": "HU-I.18.e",
        "touched_ball": "HU-I.18.f",
        "no_foot": "HU-I.18.h",
        "balls_moving": "HU-I.18.i",
        "illegal_jump": "HU-I.18.k",
        "third_ball_disturbed": "HU-I.18.l.2",
        "double_hit": "HU-I.18.m",
        "push": "HU-I.18.m",
        "kitchen_placement": "HU-I.18.n",
        "kitchen_not_crossed": "HU-I.6.b",
        "not_tip": "HU-I.3",
        "placed_with_tip_forward": "HU-II.3.3.d",
        "returned_by_object": "HU-I.23.2.b",
        "table_marked": "HU-I.23.3.b",
        "gap_measured": "HU-I.23.4.c",
        "safety_break": "HU-III.2.2.7",
    },
    "congestion": {
        "no_object_ball": "CP-8.6.b",
        "no_cushion": "CP-8.6.b",
        "scratch": "CP-12.1",
        "cue_ball_off_table": "CP-12.1",
        "object_ball_off_table": "CP-13.1",
        "kitchen_placement": "CP-8.7.a",
        "kitchen_not_crossed": "CP-8.7.c",
        "wrong_cue_ball_on_break": "CP-4.5.a",
        "not_from_kitchen": "CP-7.3.a",
        "not_foot_rack_first": "CP-7.3.b",
        "cue_ball_first_on_break": "CP-7.4",
        "not_open_break": "CP-7.2",
        "touched_ball_while_sticking": "CP-10.3",
        "whammy_on_bonus_stroke": "CP-8.2.opt3.sub.b",
    },
}
"""vocabulary.md; a code of Congestion that is not here is one of the general rules, CP-0.1."""


def _scenarios() -> Iterator[Any]:
    for table in TABLES:
        for scenario in read_table(table.read_text(encoding="utf-8").splitlines()):
            yield pytest.param(scenario, id=f"{table.stem}:{scenario.line}:{scenario.title.split('|')[0].strip()}")


def _written(scenario: Scenario) -> tuple[list[list[Record]], str]:
    """What was written on each record, and the line that ended the command."""
    written: list[list[Record]] = []

    def feed() -> Iterator[str]:
        for record in [scenario.session, *(record for step in scenario.steps for record in step.records)]:
            written.append([])
            yield json.dumps(record) + "\n"

    try:
        run_rules(feed(), lambda line: written[-1].append(json.loads(line)), None, (), {}, (), True, silent)
    except Trouble as trouble:
        return written, str(trouble)
    return written, ""


def _fouls(text: str, game: str) -> list[Record]:
    known = CLAUSES["congestion" if game == "congestion" else game[-2:]]
    fouls = []
    for word in filter(None, text.split(",")):
        named, _, ball = word.partition(":")
        code, _, clause = named.partition("/")
        fouls.append({"code": code, "clause": clause or known.get(code, "CP-0.1"), "ball": ball or None})
    return fouls


def _spots(text: str) -> list[tuple[str, float, float]]:
    spots = []
    for word in filter(None, text.split(";")):
        ball, _, place = word.partition("@")
        x, y = place.split(",")
        spots.append((ball, float(x), float(y)))
    return spots


def _next(text: str, game: str) -> Record | None:
    """`player,stroke,cue ball,options`; in Congestion the cue ball is `plain+crazy`."""
    if text == "null":
        return None
    player, stroke, cue_ball, *options = text.split(",")
    plain, _, crazy = cue_ball.partition("+")
    lies: Any = CUE_BALL[plain]
    if game == "congestion":
        lies = {"cue": CUE_BALL[plain], "crazy-cue": CUE_BALL[crazy or "pos"]}
    return {"player": player, "stroke_no": int(stroke), "cue_ball": lies, "options": sorted(options)}


def _score(text: str, game: str) -> dict[str, Record]:
    score: dict[str, Record] = {}
    for word in text.split(","):
        player, _, numbers = word.partition(":")
        amount, fouls, *group = numbers.split("/")
        score[player] = {"points" if game.startswith("141") else "racks": int(amount), "fouls": int(fouls)}
        if game.startswith("8ball"):
            score[player]["group"] = group[0] if group else None
    return score


def _lists(text: str) -> dict[str, list[str]]:
    """`A:21.5;B:` as the list of each."""
    return {
        name: list(filter(None, values.split("."))) for name, _, values in (w.partition(":") for w in text.split(";"))
    }


def _over(text: str) -> Record | None:
    """`what:winner:clause`."""
    if not text:
        return None
    what, winner, clause = text.split(":")
    return {"what": what, "winner": winner if winner != "null" else None, "clause": clause}


def _fields(expected: str) -> tuple[set[str], dict[str, str], list[str] | None]:
    """The bare words, the fields, and the log."""
    said, found, log = expected.partition("log:")
    words = [word.partition("=") for word in said.split()]
    fields = {name: value for name, sign, value in words if sign}
    return {name for name, sign, _ in words if not sign}, fields, log.split() if found else None


def _ruling_differences(fields: dict[str, str], log: list[str] | None, ruling: Record, game: str) -> Iterator[str]:
    def unlike(name: str, want: Any, got: Any) -> Iterator[str]:
        if want != got:
            yield f"{name}: expected {json.dumps(want)}, ruled {json.dumps(got)}"

    fouls = _fouls(fields.get("fouls", ""), game)
    legal = {"y": True, "n": False, "null": None}[fields.get("legal", "n" if fouls else "y")]
    yield from unlike("fouls", fouls, ruling["fouls"])
    yield from unlike("legal", legal, ruling["legal"])
    spots = [(spot["ball"], spot["x"], spot["y"]) for spot in ruling["spot"]]
    want = _spots(fields.get("spot", ""))
    near = [
        w[0] == s[0] and abs(w[1] - s[1]) <= PLACE_TOLERANCE_MM and abs(w[2] - s[2]) <= PLACE_TOLERANCE_MM
        for w, s in zip(want, spots, strict=False)
    ]
    if len(want) != len(spots) or not all(near):
        yield f"spot: expected {want}, ruled {spots}"
    then = ruling["next"]
    told = then and {key: then[key] for key in ("player", "stroke_no", "cue_ball")}
    if told:
        told["options"] = sorted(then["options"])
    yield from unlike("next", _next(fields.get("next", "null"), game), told)
    if "on" in fields:
        yield from unlike("on", fields["on"].split(","), then and then["ball_on"])
    over = ruling["over"]
    yield from unlike(
        "over", _over(fields.get("over", "")), over and {k: over[k] for k in ("what", "winner", "clause")}
    )
    if "of" in fields:
        yield from unlike("of", json.loads(fields["of"]), ruling["of"])
    if log is not None:
        yield from unlike("log", log, ruling["log"])
    score = ruling["score"]
    if "score" in fields:
        yield from unlike("score", _score(fields["score"], game), score)
    if game == "congestion":
        yield from _congestion_differences(fields, score)


def _congestion_differences(fields: dict[str, str], score: dict[str, Record]) -> Iterator[str]:
    for player, line in score.items():
        if list(line) != [*CONGESTION_SCORE, *(["racks"] if "racks" in fields else [])]:
            yield f"shape of {player}'s score: {list(line)}"
        values = [int(label.removeprefix("crazy-")) for label in line["stash"]]
        if line["points"] != sum(values):
            yield f"points of {player}: {line}"
        if values != sorted(values, reverse=True):
            yield f"order of {player}'s stash: {line['stash']}"
    for name, stash in _lists(fields["stash"]).items() if "stash" in fields else ():
        if score[name]["stash"] != stash:
            yield f"stash of {name}: expected {stash}, ruled {score[name]['stash']}"
    if "owes" in fields:
        want = sorted(tuple(word.split(">")) for word in filter(None, fields["owes"].split(";")))
        owes = sorted((p, f"{to}.{kind}") for p, line in score.items() for to, kind in line["owes"])
        owed = sorted((of, f"{p}.{kind}") for p, line in score.items() for of, kind in line["owed"])
        if want != owes or [pair for pair in want if not pair[1].startswith("TABLE")] != owed:
            yield f"owes: expected {want}, ruled {owes}, owed {owed}"
    for name, key in (("wham", "whammies"), ("fi", "foul_innings"), ("out", "out")):
        for player, _, value in (word.partition(":") for word in filter(None, fields.get(name, "").split(";"))):
            got = score[player][key]
            if str(got) != value:
                yield f"{key} of {player}: expected {value}, ruled {got}"


def _questions(text: str) -> list[tuple[str, ...]]:
    """`about/asked/candidates[/purpose][/clause]`, several joined by `;`; the candidates in any order."""
    asked = (word.split("/") for word in filter(None, text.split(";")))
    return [(*parts[:2], *("|".join(sorted(part.split("|"))) for part in parts[2:3]), *parts[3:]) for parts in asked]


def _candidate(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, separators=(",", ":"))


def _question_differences(text: str, asked: Sequence[Record]) -> Iterator[str]:
    want = _questions(text)
    got = [
        (
            question["about"],
            question["player"] if question["asks"] == "player" else "referee",
            "|".join(
                sorted(
                    c if isinstance(c, str) else json.dumps(c, separators=(",", ":"))
                    for c in question.get("candidates") or ()
                )
            ),
            question.get("purpose") or "",
            question.get("clause") or "",
        )
        for question in asked
    ]
    if len(want) != len(got) or any(w != g[: len(w)] for w, g in zip(sorted(want), sorted(got), strict=True)):
        yield f"questions: expected {want}, asked {got}"


def _differences(step: Step, since: Sequence[Sequence[Record]], end: str, game: str) -> Iterator[str]:
    """Of the step's records together; the questions are those that its last one led to."""
    bare, fields, log = _fields(step.expected)
    written = [record for records in since for record in records]
    rulings = [record for record in written if record["type"] == "ruling"]
    refused = [record for record in written if record["type"] == "notice" and record["code"] == "refused"]
    asked = [record for record in (since[-1] if since else ()) if record["type"] == "question"]
    if "end" in fields and fields["end"] not in end:
        yield f"end: expected {fields['end']}, got {end or 'none'}"
    if bool(refused) != ("refused" in bare):
        yield f"refused: {refused}"
    if bare & {"refused", "nothing", "asks"} and "ruled" not in bare:
        if rulings:
            yield f"no ruling expected, ruled {rulings}"
    elif not rulings:
        yield f"no ruling: {written}"
    else:
        yield from _ruling_differences(fields, log, rulings[-1], game)
    yield from _question_differences(fields.get("q", ""), asked)
    if "state" in fields:
        states = [record for record in written if record["type"] == "state"]
        for key, want in json.loads(fields["state"]).items():
            if states[-1].get(key) != want:
                yield f"state {key}: expected {want}, shown {states[-1].get(key)}"


def faults(scenario: Scenario) -> list[str]:
    """Every difference of a scenario, each with its line."""
    written, end = _written(scenario)
    answers = iter(written)
    next(answers)  # the session's own
    found = []
    for step in scenario.steps:
        since = [next(answers, []) for _ in step.records]
        if step.expected:
            found += [f"line {step.line}, {text}" for text in _differences(step, since, end, scenario.session["game"])]
    if end and not any("end=" in step.expected for step in scenario.steps):
        found.append(end)
    return found


@pytest.mark.parametrize("scenario", list(_scenarios()))
def test_ruled_as_the_third_reading_derived(scenario: Scenario) -> None:
    assert any(step.expected for step in scenario.steps)
    assert faults(scenario) == []


def test_the_tables_hold_enough() -> None:
    assert len(list(_scenarios())) >= 250
