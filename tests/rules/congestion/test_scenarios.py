"""The worked scenarios, each through the path of `callshot rule`: records in, records out."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

SCENARIOS = {s["id"]: s for s in yaml.safe_load((Path(__file__).parent / "scenarios.yaml").read_text("utf-8"))}
PLAYED = [i for i, s in SCENARIOS.items() if "spot" not in s]
SPOTTED = [i for i, s in SCENARIOS.items() if "spot" in s]
ON_THE_BREAK = ("CS-01", "CS-02", "CS-03")
PLACES = ([300, 100], [300, 300], [-300, 100], [-300, 300], [0, 0])


class Answers:
    """What the players of a step choose."""

    def __init__(self, inputs: Mapping[str, Any]) -> None:
        self.inputs = inputs
        self.lists = {k: list(inputs.get(k, [])) for k in ("penalty", "table_debt")}

    def to(self, q: Mapping[str, Any]) -> Any:
        """The answer to a question."""
        about, purpose, player, opponent = q["about"], q.get("purpose"), q["player"], q.get("opponent")
        if about == "reposition_choice":
            sunk = {str(w): [200 + 100 * k, 0] for k, w in enumerate(q["candidates"])}
            extra = self.inputs.get("extra_moves", [])
            return {} if not extra else sunk | {w: PLACES[k] for k, w in enumerate(extra)}
        if about == "pea_value":
            return self.inputs["maroon" if purpose == "maroon" else "new_pea"][player]
        if about == "draw_new_pea":
            return player in self.inputs.get("new_pea", {})
        assert about == "chosen_ball", q
        if purpose == "penalty":
            return str(self.lists["penalty"].pop(0))
        if purpose == "table-debt":
            return str(self.lists["table_debt"].pop(0))
        if purpose == "return":
            return [str(b) for b in self.inputs.get("maroon_return", {}).get(player, [])]
        if purpose == "exchange":
            pair = self.inputs["blue"].get(opponent) or self.inputs["blue"][player]
            return str(pair[0] if opponent in self.inputs["blue"] else pair[1])
        if purpose == "pick":
            return str(self.inputs["black"][opponent])
        return str(self.inputs["remove"])


def settle(game: Any, answers: Answers) -> None:
    """Answers everything that holds the game up."""
    while True:
        waiting = [q for q in game.open if q["about"] != "prediction"]
        if not waiting:
            return
        q = waiting[0]
        said = game.answer(q["about"], answers.to(q), q["player"])
        assert not [r for r in said if r["type"] == "notice"], said


def play_step(game: Any, step: Mapping[str, Any]) -> None:
    """Declarations before the stroke, the stroke, its questions, declarations after it."""
    inputs = step.get("inputs", {})
    answers = Answers(inputs)
    for name in inputs.get("declare_bust_before", []):
        game.input("declare", name, value="bust")
        settle(game, answers)
    if "declare_win_before" in inputs:
        game.input("declare", inputs["declare_win_before"], value="win")
        return
    if "predict" in inputs:
        game.input("predict", points=inputs["predict"][0], balls=inputs["predict"][1])
    facts = dict(step.get("stroke", {}))
    stick_foul = facts.pop("stick_foul", False)
    said = game.stroke(**facts)
    assert not [r for r in said if r["type"] == "notice"], said
    if stick_foul:
        game.say({"type": "disturbance", "kind": "touched", "balls": [{"id": "1a", "label": "1"}]})
    settle(game, answers)
    for name in inputs.get("declare_bust", []):
        game.input("declare", name, value="bust")
        settle(game, answers)
    if "declare_win" in inputs:
        game.input("declare", inputs["declare_win"], value="win")


def expect(game: Any, want: Mapping[str, Any], before: int) -> None:
    """The state after a step."""
    players = game.ruling["score"]
    for name, stash in want.get("stash", {}).items():
        assert game.stash(name) == stash, name
    for field in ("whammies", "foul_innings"):
        for name, n in want.get(field, {}).items():
            assert players[name][field] == n, (name, field)
    if "debts" in want:
        assert game.debts() == want["debts"]
    if "over" in want:
        assert game.shown["over"] == want["over"]
    if "out" in want:
        assert [p for p in players if players[p]["out"]] == want["out"]
    if "next" in want:
        assert game.next == want["next"]
    if "winner" in want:
        over = game.ruling["over"]
        assert (over and over["winner"]) == want["winner"]
    if "spotted" in want:
        rulings = {r["of"]: r for r in game.out[before:] if r["type"] == "ruling"}
        assert [int(s["ball"]) for r in rulings.values() for s in r["spot"] if s["ball"].isdecimal()] == want["spotted"]
    if "totals" in want:
        assert game.rules._referee is not None
        position = game.rules._referee.state.worlds[0].state.position
        assert {p: position.player(p).total for p in want["totals"]} == want["totals"]


def whole_log(game: Any, marks: list[int]) -> list[str]:
    """The logs of the steps joined; a NEXT that is not the last of its step is overtaken."""
    joined: list[str] = []
    for start, end in zip(marks, [*marks[1:], len(game.out)], strict=True):
        logs: list[tuple[Any, list[str]]] = []
        for r in game.out[start:end]:
            if r["type"] != "ruling":
                continue
            if logs and logs[-1][0] == r["of"] and logs[-1][1] == r["log"][: len(logs[-1][1])]:
                logs.pop()
            logs.append((r["of"], r["log"]))
        tokens = [token for _, log in logs for token in log]
        joined += [t for k, t in enumerate(tokens) if not t.startswith("NEXT") or k == len(tokens) - 1]
    return joined


@pytest.mark.scenario(
    "CS-01", "CS-02", "CS-03", "CS-04", "CS-05", "CS-06", "CS-08", "CS-09", "CS-10", "CS-11", "CS-13", "CS-14", "CS-15",
    "CS-16", "CS-18", "CS-19", "CS-20", "CS-21", "CS-23", "CS-24", "CS-25", "CS-26", "CS-28", "CS-29", "CS-30", "CS-31",
    "CS-71", "CS-33", "CS-34", "CS-35", "CS-37", "CS-38", "CS-39", "CS-41", "CS-42", "CS-44", "CS-45", "CS-46", "CS-48",
    "CS-49", "CS-50", "CS-51", "CS-52", "CS-53", "CS-55", "CS-56", "CS-57", "CS-59",
)  # fmt: skip
@pytest.mark.parametrize("ident", PLAYED)
def test_scenario(play: Any, ident: str) -> None:
    scenario = SCENARIOS[ident]
    game = play(*scenario["order"], **scenario.get("options", {}))
    in_hand = {"crazy-cue": "kitchen"} if ident == "CS-10" else {}
    fields = {
        k: scenario[k] for k in ("order", "shooter", "stroke_no", "prior", "target", "positioned") if k in scenario
    }
    on_break = ident in ON_THE_BREAK
    if not on_break:
        fields["in_hand"] = in_hand
    if "table" in scenario:
        fields["on_table"] = [str(b) for b in scenario["table"]]
    if "debts" in scenario:
        fields["debts"] = [d if len(d) == 3 else [*d, "table"] for d in scenario["debts"]]
    game.state(phase="break" if on_break else "play", players=scenario.get("players"), **fields)
    marks = []
    for step in scenario.get("steps", [scenario]):
        marks.append(len(game.out))
        play_step(game, step)
        expect(game, step["expect"], marks[-1])
    assert whole_log(game, marks) == scenario["log"]


@pytest.mark.scenario("CS-60", "CS-61", "CS-62", "CS-63", "CS-64")
@pytest.mark.parametrize("ident", SPOTTED)
def test_spotting_scenario(play: Any, ident: str) -> None:
    """The balls due are jumped on a stroke after which the others lie as the scenario says."""
    scenario = SCENARIOS[ident]
    told = scenario["spot"]
    game = play("A", "B")
    game.state(shooter="A")
    labels = ["1", "2", "3", "5", "6", "7", "9", "10", "12"]
    lying = [(f"{label}{letter}", label) for letter in "abc" for label in labels]
    after = [
        {"id": i, "label": label, "x": x, "y": y} for (i, label), (x, y) in zip(lying, told["balls"], strict=False)
    ]
    events = [{"kind": "contact", "balls": ["cue", "14a"]}]
    events += [{"kind": "off-table", "ball": f"{b}c", "x": 0, "y": 1500} for b in told["to_spot"]]
    game.say({"type": "stroke", "number": 1, "struck": "cue", "first_contact": "14a", "events": events, "after": after})
    spots = [[int(s["ball"]), s["x"], s["y"]] for s in game.ruling["spot"]]
    want = [[ball, x, y] for ball, _, x, y in scenario["expect"]["positions"]]
    assert [s[0] for s in spots] == [w[0] for w in want]
    for got, expected in zip(spots, want, strict=True):
        assert got[1:] == pytest.approx(expected[1:], abs=0.06)


def test_all_scenarios_are_marked() -> None:
    marks = [m for f in (test_scenario, test_spotting_scenario) for m in f.pytestmark if m.name == "scenario"]
    assert {i for m in marks for i in m.args} == set(SCENARIOS)
