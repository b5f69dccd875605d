"""Seeded games of Congestion and all that is said of them: `python -m tests.rules.congestion.games` writes the file.

The file is a guard, not a proof: a change in it has to be explained by a clause or an option before it is committed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from callshot.rules.congestion.game import GAME
from callshot.rules.game import Event
from callshot.rules.notation import format_stroke
from callshot.rules.records import question_record, ruling_record
from callshot.rules.vocabulary import Input, Stroke
from tests.rules.congestion.simulator import COMBINATIONS, Simulation, random_game

GOLDEN = Path(__file__).parent / "golden_games.txt"
SEEDS = range(7000, 7000 + 2 * len(COMBINATIONS))
EVENTS = 42
"""Of each game so many events; the games near their end come to it."""


def _event(event: Event) -> str:
    if isinstance(event, Stroke):
        return format_stroke(event)
    if isinstance(event, Input):
        values = json.dumps(event.values, ensure_ascii=False, default=str)
        return f"{event.by} {event.kind} {event.player or '-'} {values}"
    return type(event).__name__.lower() + f" {getattr(event, 'kind', '')}"


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
    for _ in range(EVENTS):
        for event in sim.moves():
            yield from _said(sim, event)
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
