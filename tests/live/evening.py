"""An evening of nine-ball as records, and a program that plays it live: killed at any moment and started again, it has
to come to the same end.

As a program it reads lines of HOME, SCRIPT and SECONDS_A_FRAME (JSON), and plays each in a child process of its own,
because loading numpy anew for each of 500 deaths would take most of the time.
"""

from __future__ import annotations

import json
import os
import random
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from callshot.hardware.announcer import Silent
from callshot.hardware.frame import Frame, SourceInfo
from callshot.hardware.journal import Journal
from callshot.hardware.newest import NewestFrame
from callshot.tracker.hub import RecordHub
from callshot.tracker.live import LiveSession
from callshot.tracker.pipeline import Pipeline, Play
from callshot.tracker.rule_command import RuleSession
from callshot.tracker.session import Record, session_record
from callshot.tracker.strokes.bed import Bed

PLAYERS = ("Ann", "Bö 🎱")
GAME = "9ball-fi"
OPTIONS = {"race": "100"}
STEP_S = 0.1
POCKETS_MM = {
    "head-left": (-635.0, -1270.0), "head-right": (635.0, -1270.0), "side-left": (-660.0, 0.0),
    "side-right": (660.0, 0.0), "foot-left": (-635.0, 1270.0), "foot-right": (635.0, 1270.0),
}  # fmt: skip

BED = Bed(2540.0, 1270.0, 57.15, {name: np.array(at) for name, at in POCKETS_MM.items()})


def evening(seed: int, strokes: int) -> list[Record]:
    """Strokes and what people said between them: fouls, pots, uncertain contacts, undos, answers to what is asked.

    Which balls lie on the table is the rules' word, so that every stroke can be ruled.
    """
    rng = random.Random(seed)
    out: list[Record] = []
    said: list[Record] = []
    rules = RuleSession(said.append, GAME, PLAYERS, OPTIONS, (), True)
    on_table = [str(n) for n in range(1, 10)]
    t = 1.0

    def take(record: Record) -> list[Record]:
        """Puts a record into the evening and to the rules; what is asked then."""
        nonlocal on_table
        said.clear()
        out.append(record)
        rules.take(record, len(out))
        for state in (r for r in said if r["type"] == "state"):
            on_table = sorted(state["on_table"], key=int)
        return [r for r in said if r["type"] == "question"]

    for number in range(1, strokes + 1):
        t += rng.uniform(1.0, 4.0)
        asked = take(_stroke(rng, number, t, on_table))
        if number > 1 and rng.random() < 0.05:
            asked = take({"type": "input", "t": t + 1.6, "by": "referee", "kind": "undo", "to": number - 1})
        while asked:
            t += 0.1
            question = asked[-1]
            fields = {"kind": "answer", "about": question["about"], "value": rng.choice(question["candidates"])}
            player = question["player"]
            asked = take({"type": "input", "t": t + 1.7, "by": question["asks"], "player": player, **fields})
        t += 1.9
    return out


def _stroke(rng: random.Random, number: int, t: float, on_table: Sequence[str]) -> Record:
    """A stroke with the balls that are there."""
    lowest = on_table[0]
    first: str | None = lowest if rng.random() < 0.85 else rng.choice([*on_table, None])
    events: list[dict[str, Any]] = [_event(t, "strike", ball="cue")]
    if first is not None:
        events.append(_event(t + 0.3, "contact", balls=["cue", first]))
        if rng.random() < 0.9:
            events.append(_event(t + 0.6, "cushion", ball=first, cushion="foot", x=1.0, y=1240.0))
        for ball in [b for b in on_table if rng.random() < 0.15]:
            events.append(_event(t + 0.9, "pocket", ball=ball, pocket="foot-left"))
    if rng.random() < 0.08:
        events.append(_event(t + 1.1, "pocket", ball="cue", pocket="side-left"))
    uncertain = []
    if first is not None and len(on_table) > 2 and rng.random() < 0.15:
        others = [first, next(b for b in on_table if b != first)]
        uncertain.append({"fact": "first_contact", "candidates": others, "confidence": 0.6})
    return {
        "type": "stroke", "t": t + 1.5, "number": number, "t_start": t, "t_end": t + 1.4, "struck": "cue",
        "first_contact": first, "events": events, "uncertain": uncertain,
    }  # fmt: skip


def _event(t: float, kind: str, **more: Any) -> dict[str, Any]:
    return {"t": round(t, 3), "kind": kind, "confidence": 1.0, **more}


class ScriptedPipeline(Pipeline):
    """The real pipeline but for its eyes: strokes come from the script when their time has come."""

    def __init__(self, script: Sequence[Record]) -> None:
        super().__init__(
            BED,
            {},
            Play(GAME, PLAYERS, OPTIONS, ("en", "fi", "hu")),
        )
        self._script = [r for r in script if r["type"] == "stroke"]
        self._now_s = 0.0
        self._done = 0

    def resume(self, records: Sequence[Record]) -> list[Record]:
        self._done = sum(r["type"] == "stroke" for r in records)
        return super().resume(records)

    def update(self, frame: Frame) -> list[Record]:
        self._now_s = frame.t_s
        due: list[Record] = []
        while self._done < len(self._script) and self._script[self._done]["t"] <= frame.t_s:
            due.append(self._script[self._done])
            self._done += 1
        return self._rule(due)


class ScriptedSource:
    """Blank pictures with the evening's time, from a moment on."""

    def __init__(self, start_s: float, end_s: float, seconds_a_frame: float) -> None:
        self._start_s, self._end_s, self._wait_s = start_s, end_s, seconds_a_frame
        self.info = SourceInfo("evening", 16, 16, 1 / STEP_S, live=False)

    def __iter__(self) -> Iterator[Frame]:
        image = np.zeros((16, 16, 3), np.uint8)
        for n in range(int(self._start_s / STEP_S), int(self._end_s / STEP_S) + 2):
            time.sleep(self._wait_s)
            yield Frame(image, round(n * STEP_S * 1e9), n)

    def close(self) -> None:
        """Nothing is held."""


def play(home: Path, script: Sequence[Record], seconds_a_frame: float = 0.0) -> None:
    """Plays the evening to its end, from wherever the records in `home` stop."""
    notices: list[Any] = []
    with Journal(home / "session-000001.jsonl", notices.append) as journal:
        start_s = max((float(r["t"]) for r in journal.records), default=0.0)
        said = sum(r["type"] == "input" for r in journal.records)
        inputs = [r for r in script if r["type"] == "input"][said:]
        session = LiveSession(ScriptedPipeline(script), journal, RecordHub(), Silent())
        for notice in notices:
            session.notice(notice)
        head = session_record(
            source="evening", game=GAME, players=PLAYERS, options=OPTIONS, table_name="9ft", length_mm=2540.0,
            width_mm=1270.0, ball_set="pool9", ball_diameter_mm=57.15,
        )  # fmt: skip
        session.begin(head, source_goes_on=bool(journal.records))
        print("ready", flush=True)
        source = ScriptedSource(start_s, script[-1]["t"] + 1.0, seconds_a_frame)
        with NewestFrame(source, lossless=True) as newest:
            while (frame := newest.take(30.0)) is not None:
                while inputs and inputs[0]["t"] <= frame.t_s:
                    session.input(inputs.pop(0))
                session.frame(frame)
    print("done", flush=True)


def essence(records: Sequence[Record]) -> list[Record]:
    """What has to be the same: not notices of health, nor moments and line numbers, which a stop moves."""
    kept = [r for r in records if r["type"] != "notice" or r["code"] == "refused"]
    out = [{k: v for k, v in r.items() if k not in ("t", "line")} for r in kept]
    return [{**r, "text": r["text"].split(": ", 1)[-1]} if r["type"] == "notice" else r for r in out]


def serve_children() -> None:
    """Says `child PID`, what the child says, and `exit CODE` (negative: the signal that ended it)."""
    for line in sys.stdin:
        home, script, seconds_a_frame = json.loads(line)
        child = os.fork()
        if child == 0:
            print("child", os.getpid(), flush=True)
            play(Path(home), json.loads(Path(script).read_text()), seconds_a_frame)
            os._exit(0)
        _, status = os.waitpid(child, 0)
        print("exit", os.waitstatus_to_exitcode(status), flush=True)


if __name__ == "__main__":
    serve_children()
