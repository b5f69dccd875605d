"""Seeded evenings of Congestion, played at the plain model and at the rules at once."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

from tests.rules.second_opinion.congestion_model import NUMBERED, TABLE, WHAMMIES, Decision, Evening, Stroke, value

STROKES = 10
PEAS = range(1, 16)


def _evening(dice: random.Random) -> Evening:
    players = list("ABCDE"[: dice.choice((2, 3, 4, 5))])
    options = {key: "yes" for key in ("option_1", "option_3") if dice.random() < 0.4}
    for key, needs in (("option_2", "option_1"), ("option_3_sub", "option_3")):
        if needs in options and dice.random() < 0.5:
            options[key] = "yes"
    pool = dice.sample(NUMBERED, len(NUMBERED))
    stash = {player: [pool.pop() for _ in range(dice.choice((0, 0, 1, 3, 6)))] for player in players}
    debts = []
    for debtor in players:
        if not stash[debtor] and dice.random() < 0.7:
            creditor = dice.choice([*(other for other in players if other != debtor), TABLE])
            debts.append([debtor, creditor, "table" if creditor == TABLE else dice.choice(("yellow", "orange"))])
    return Evening(
        players,
        options,
        stash,
        whammies={player: dice.choice((0, 0, 1, 3)) for player in players},
        foul_innings={player: dice.choice((0, 0, 1, 2)) for player in players},
        debts=debts,
        shooter=players[0],
    )


def _stroke(dice: random.Random, evening: Evening) -> Stroke:
    if dice.random() < 0.07:
        return Stroke(lost=[ball for ball in ("cue", "crazy-cue") if dice.random() < 0.1])
    balls = dice.sample(evening.on_table(), 2) + dice.sample(WHAMMIES, 2)
    gone = dice.sample(balls, dice.choice((0, 0, 1, 1, 2, 3)))
    off = [ball for ball in gone if dice.random() < 0.12]
    pocketed = [ball for ball in gone if ball not in off]
    cushion = bool(off) or dice.random() < 0.75
    lost = [ball for ball in ("cue", "crazy-cue") if (cushion or pocketed) and dice.random() < 0.12]
    return Stroke(True, cushion, pocketed, off, lost)


def _ids(labels: list[str]) -> dict[int, str]:
    """Place in the list -> the id of that ball: copies are told apart by a letter."""
    return {
        at: label if label in WHAMMIES or NUMBERED.count(label) == 1 else label + "abc"[labels[:at].count(label)]
        for at, label in enumerate(labels)
    }


def _record(stroke: Stroke, number: int, struck: str, in_hand: list[str]) -> dict[str, Any]:
    gone = _ids(stroke.pocketed + stroke.off)
    events: list[dict[str, Any]] = [{"kind": "strike", "ball": struck}]
    if stroke.met_object_ball:
        if struck in in_hand:
            events.append({"kind": "head-string", "ball": struck, "direction": "out"})
        events.append({"kind": "contact", "balls": [struck, "blue"]})
    for at, ball in gone.items():
        kind = "pocket" if at < len(stroke.pocketed) else "off-table"
        events.append(
            {"kind": kind, "ball": ball} | ({"pocket": "foot-left"} if kind == "pocket" else {"x": 0, "y": 0})
        )
    if stroke.cushion:
        events.append({"kind": "cushion", "ball": struck, "cushion": "foot", "x": 0, "y": 0})
    events += [{"kind": "pocket", "ball": ball, "pocket": "side-left"} for ball in stroke.lost]
    t = 20.0 * number
    return {
        "type": "stroke", "t": t + 5, "number": number, "t_start": t, "t_end": t + 5, "struck": struck,
        "first_contact": "blue" if stroke.met_object_ball else None,
        "events": [event | {"t": t + 0.1 * at} for at, event in enumerate(events)],
    }  # fmt: skip


class Conversation:
    """An evening played at the model and at the rules at once; each question is answered to both alike."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        self.model = _evening(self.dice)
        self.peas = {player: pea for pea, player in enumerate(self.model.players, start=1)}
        self.written: list[dict[str, Any]] = []
        self.ruling: dict[str, Any] = {}
        self.open: dict[str, dict[str, Any]] = {}

    def lines(self) -> Iterator[str]:
        model = self.model
        table = {"name": "10ft", "length_mm": 2844.8, "width_mm": 1422.4}
        yield self._line(
            {"type": "session", "t": 0, "schema": 1, "game": "congestion", "options": model.options,
             "players": model.players, "table": table, "ball_set": "congestion", "ball_diameter_mm": 57.15}
        )  # fmt: skip
        players = {
            player: {
                "pea": self.peas[player],
                "stash": model.stash[player],
                "whammies": model.whammies[player],
                "foul_innings": model.foul_innings[player],
            }
            for player in model.players
        }
        yield self._line(
            {"type": "state", "t": 0, "phase": "play", "order": model.players, "shooter": model.shooter,
             "target": 1000, "players": players, "debts": model.debts}
        )  # fmt: skip
        for number in range(1, STROKES + 1):
            if model.winner:
                return
            yield from self._stroke(number)
            self._compare()

    def write(self, line: str) -> None:
        record = json.loads(line)
        assert record["type"] != "notice", record["text"]
        if record["type"] == "question" and "of" in record:  # neither the deal nor the forecast to come
            self.open[record["id"]] = record
        if record["type"] == "ruling":
            self.ruling = record

    def _line(self, record: dict[str, Any]) -> str:
        return json.dumps(record) + "\n"

    def _stroke(self, number: int) -> Iterator[str]:
        model, dice = self.model, self.dice
        if "option_3" in model.options and model.stroke_no == 1:
            model.forecast = dice.choice((0, 5, 8, 12, 20, 30))
            yield self._line(
                {"type": "input", "t": 20.0 * number - 1, "by": "player", "player": model.shooter, "kind": "predict",
                 "points": model.forecast, "balls": 1}
            )  # fmt: skip
        stroke = _stroke(dice, model)
        yield self._line(_record(stroke, number, dice.choice(("cue", "crazy-cue")), model.in_hand))
        play = model.play(stroke)
        try:
            decision = next(play)
            while True:
                question = self._question(decision)
                answer = self._answer(decision, question, stroke)
                yield self._line(
                    {"type": "input", "t": 20.0 * number + 6, "by": "player", "player": decision.player,
                     "kind": "answer", "about": decision.about, "value": answer}
                )  # fmt: skip
                decision = play.send(answer if isinstance(answer, str) else None)
        except StopIteration:
            assert not self.open, (list(self.open.values()), model.log)

    def _question(self, decision: Decision) -> dict[str, Any]:
        fitting = [
            question
            for question in self.open.values()
            if (question["about"], question.get("purpose"), question["player"]) == decision[:3]
        ]
        assert fitting, (decision, list(self.open.values()), self.model.log)
        if decision.candidates:
            assert set(fitting[0]["candidates"]) == set(decision.candidates)
        return self.open.pop(fitting[0]["id"])

    def _answer(self, decision: Decision, question: dict[str, Any], stroke: Stroke) -> Any:
        match decision.about, decision.purpose:
            case "chosen_ball", "return":
                return []
            case "chosen_ball", "removal":
                return self.dice.choice([*question["candidates"], None])
            case "chosen_ball", _:
                return self.dice.choice(sorted(decision.candidates, key=value))
            case "pea_value", _:
                self.peas[decision.player] = 0
                free = [pea for pea in PEAS if pea not in self.peas.values()]
                self.peas[decision.player] = pea = self.dice.choice(free)
                return pea
            case _:
                sunk = stroke.pocketed + stroke.off
                return {
                    ball: [-600.0 + 90 * at, -1300.0]
                    for at, ball in enumerate(question["candidates"])
                    if ball in sunk and (decision.player != self.model.shooter or ball not in self.model.positioned)
                }

    def _compare(self) -> None:
        model, ruling = self.model, self.ruling
        assert ruling["log"] == model.log
        assert [spot["ball"] for spot in ruling["spot"] if spot["ball"] not in WHAMMIES] == model.spotted
        for player, score in ruling["score"].items():
            assert score["stash"] == sorted(model.stash[player], key=value, reverse=True)
            assert score["owes"] == [debt[1:] for debt in model.debts if debt[0] == player]
            assert score["owed"] == [[debt[0], debt[2]] for debt in model.debts if debt[1] == player]
            assert score["whammies"] == model.whammies[player]
            assert score["out"] == model.out.get(player)
            if player not in model.out:
                assert score["foul_innings"] == model.foul_innings[player]
        if model.winner:
            assert ruling["over"]["winner"] == model.winner
        else:
            kitchen = {ball for ball, place in ruling["next"]["cue_ball"].items() if place != "in-position"}
            assert (ruling["next"]["player"], ruling["next"]["stroke_no"]) == (model.shooter, model.stroke_no)
            assert kitchen == set(model.in_hand)
