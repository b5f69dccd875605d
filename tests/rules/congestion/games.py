"""Seeded games of Congestion and all that is said of them: `python -m tests.rules.congestion.games` writes the file.

The file is a guard, not a proof: a change in it has to be explained by a clause or an option before it is committed.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from callshot.rules.congestion.balls import WHAMMIES, ball_of
from callshot.rules.congestion.game import GAME
from callshot.rules.game import Event
from callshot.rules.notation import format_stroke
from callshot.rules.records import question_record, ruling_record
from callshot.rules.vocabulary import Ball, Disturbance, Input, Layout, Moved, Stroke
from tests.rules.congestion.simulator import COMBINATIONS, Simulation, random_game

GOLDEN = Path(__file__).parent / "golden_games.txt"
SEEDS = range(7126, 7126 + 2 * len(COMBINATIONS))
EVENTS = 42
"""Of each game so many events; the games near their end come to it."""


class Seen:
    """Where the balls lie, for every second game: places on a grid, after each stroke and between strokes."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.balls: tuple[Ball, ...] = ()

    def _places(self, count: int) -> list[tuple[float, float]]:
        cells = [(x, y) for x in range(-500, 501, 90) for y in range(-1150, 1151, 90)]
        return [(float(x), float(y)) for x, y in self.rng.sample(cells, count)]

    def after(self, sim: Simulation, stroke: Stroke) -> Stroke:
        """The stroke with what lies there after it: the balls that are left, at times all behind the head string."""
        gone = Counter(ball_of(e.ball or "") for e in stroke.events if e.kind in ("pocket", "off-table"))
        left = list((Counter([*sim.state.position.on_table, *WHAMMIES, "cue", "crazy-cue"]) - gone).elements())
        names = [f"{label}{'abcdefg'[left[:k].count(label)]}" for k, label in enumerate(left)]
        ids = [n if label.isdecimal() else label for n, label in zip(names, left, strict=True)]
        ids = [i if ids.count(i) == 1 else f"{i}{'abc'[ids[:k].count(i)]}" for k, i in enumerate(ids)]
        rows = zip(ids, left, self._places(len(left)), strict=True)
        kitchen = self.rng.random() < 0.15
        self.balls = tuple(
            Ball(i, label, x, -720 - abs(y) / 2 if kitchen and "cue" not in label else y) for i, label, (x, y) in rows
        )
        return replace(stroke, after=self.balls)

    def between(self, sim: Simulation) -> Iterator[Event]:
        """Now and then balls are moved, put, taken, or looked at."""
        if not self.balls or self.rng.random() < 0.6:
            return
        ball, (place, *_) = self.rng.choice(self.balls), self._places(2)
        what = self.rng.choice(["moved", "placed", "removed", "touched", "layout", "place", "cue", "stick-off"])
        if what == "layout":
            yield Layout(0.0, self.balls)
        elif what == "place":
            yield Input(0.0, "referee", "place", None, {"ball": ball.id, "x": place[0], "y": place[1]})
        elif what == "cue":
            lost = self.rng.choice(["cue", "crazy-cue"])
            at = {"x": self.rng.choice([0, 690]), "y": self.rng.choice([-711.2, -900, -1400, 0])}
            yield Input(0.0, "player", "place", None, {"ball": lost, **at})
        elif what == "stick-off":
            yield Disturbance(0.0, "stick-off", ())
        else:
            to = None if what == "removed" else place
            moved = Moved(ball.id, ball.label, (ball.x_mm, ball.y_mm), to)
            yield Disturbance(0.0, what, (moved,))  # type: ignore[arg-type]


def _event(event: Event) -> str:
    if isinstance(event, Stroke):
        return format_stroke(event)
    if isinstance(event, Input):
        values = json.dumps(event.values, ensure_ascii=False, default=str)
        return f"{event.by} {event.kind} {event.player or '-'} {values}"
    if isinstance(event, Disturbance):
        return f"{event.kind} {' '.join(f'{b.id} {b.from_mm} {b.to_mm}' for b in event.balls)}"
    return "layout"


def played(seed: int) -> Iterator[str]:
    """A game's lines: every event with what was said of it, then how the game stands."""
    sim: Simulation = random_game(seed, changed=0.3, late=0.6)
    changed = {k: v for k, v in sim.options.items() if v != next(o.default for o in GAME.options if o.key == k)}
    yield f"== {seed} {' '.join(sim.setting.players)} {json.dumps(changed)}"
    if sim.peas:
        plan: Iterator[Event] = (
            Input(0.0, "player", "pea", name, {"value": sim._free_pea()}) for name in sim.setting.players
        )
        for event in plan:
            yield from _said(sim, event)
    table = Seen(Random(seed))
    for _ in range(EVENTS):
        for made in sim.moves():
            event = table.after(sim, made) if seed % 2 and isinstance(made, Stroke) else made
            yield from _said(sim, event)
            if seed % 2 and sim.state.position.phase != "finished":
                for between in table.between(sim):
                    yield from _said(sim, between)
            if sim.state.position.phase == "finished":
                yield json.dumps(GAME.show(sim.state))
                return
    yield json.dumps(GAME.show(sim.state))


def _next(told: dict[str, Any] | None) -> str:
    """Who is next, how the cue balls lie, what may be met first: by number where that is more than the foot rack."""
    if told is None:
        return "-"
    on = told["ball_on"]
    balls = "+".join(on) if len(on) < 8 else str(len(on))
    cues = " ".join(f"{c}:{w}" for c, w in told["cue_ball"].items())
    return f"{told['player']},{told['stroke_no']},{cues},{balls},{'+'.join(told['options'])}"


def _said(sim: Simulation, event: Event) -> Iterator[str]:
    before = [p.question for p in sim.state.open]
    step = sim.feed(event)
    yield _event(event)
    for ruling in step.rulings:
        record = ruling_record(ruling, 0.0)
        spots = " ".join(f"{s['ball']}@{s['x']:.1f},{s['y']:.1f}" for s in record["spot"])
        fouls = " ".join(f"{f.code}/{f.clause}/{f.ball}" for f in ruling.fouls)
        held = " ".join(f"{p}:{'+'.join(s['stash']) or '-'}" for p, s in record["score"].items())
        over = list((record["over"] or {}).values())
        yield (
            f"  of={ruling.of} legal={ruling.legal} to={ruling.private_to} fouls={fouls} spot={spots} "
            f"next={_next(record['next'])} over={over} log={' '.join(ruling.log)} {held}"
        )
    for question in (q for q in step.questions if q not in before):
        fields = [v for k, v in question_record(question, 0.0).items() if k not in ("type", "t")]
        if question.about == "pea_value":
            fields[4] = [fields[4][0], fields[4][-1]]
        yield f"  asks {json.dumps(fields)}"
    if step.refused is not None:
        yield f"  refused: {step.refused.reason}"
    for dropped in step.dropped:
        yield f"  left out: {dropped}"


def games() -> str:
    """All of them."""
    return "\n".join(line for seed in SEEDS for line in played(seed)) + "\n"


if __name__ == "__main__":
    GOLDEN.write_text(games(), encoding="utf-8")
